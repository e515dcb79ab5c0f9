//! PostgreSQL, for worlds that several machines share.

use super::{Dialect, Engine, Row, Value, first};
use crate::StoreError;
use crate::log::Change;
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut};
use postgres::{Client, Config, NoTls, Statement};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

/// How long to wait for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Postgres {
    client: Client,
    place: String,
    statements: HashMap<String, Statement>,
    /// Where changes are announced: a name of its own for each schema of the database.
    channel: String,
    /// The number of this connection, by which its own announcements are known.
    own: i32,
    /// Whether there was an error that no later statement can get over.
    is_lost: bool,
}

/// What an announcement says.
#[derive(Deserialize, Serialize)]
struct Announced {
    world: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
}

impl Postgres {
    /// Connects to a server; `place` names it without credentials.
    pub(crate) fn open(url: &str, place: String) -> Result<Self, StoreError> {
        let mut config: Config = url
            .parse()
            .map_err(|_| StoreError::Location(place.clone()))?;
        config.connect_timeout(PATIENCE).application_name("deepway");
        let client = config.connect(NoTls);
        let mut client = client.map_err(|error| match explain(&place, &error) {
            StoreError::Damaged { place, problem } => StoreError::Away { place, problem },
            other => other,
        })?;
        let set_up =
            "SET client_min_messages = warning; SET TIME ZONE 'UTC'; SET synchronous_commit = on";
        let quiet = client.batch_execute(set_up);
        quiet.map_err(|error| explain(&place, &error))?;
        let mut server = Self {
            client,
            place,
            statements: HashMap::new(),
            channel: String::new(),
            own: 0,
            is_lost: false,
        };
        let asked = "SELECT 'deepway_' || CAST(CAST(current_schema() AS regnamespace) AS oid), pg_backend_pid()";
        if let Some(mut row) = first(server.query(asked, &[])?) {
            (server.channel, server.own) = (row.text(0), row.whole(1) as i32);
            let listen = format!("LISTEN {}", server.channel);
            server.batch(&listen)?;
        }
        Ok(server)
    }

    /// What to say about an error; whether the connection is still good is kept in mind.
    fn failed(&mut self, error: &postgres::Error) -> StoreError {
        let explained = explain(&self.place, error);
        self.is_lost |= matches!(explained, StoreError::Away { .. });
        explained
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement, postgres::Error> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    fn run(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, postgres::Error> {
        let statement = self.prepared(sql)?;
        self.client.execute(&statement, &references(values))
    }

    fn ask(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, postgres::Error> {
        let statement = self.prepared(sql)?;
        let rows = self.client.query(&statement, &references(values))?;
        let read = |row: postgres::Row| {
            let columns = (0..row.len()).map(|column| row.try_get(column));
            Ok(Row(columns.collect::<Result<_, postgres::Error>>()?))
        };
        rows.into_iter().map(read).collect()
    }
}

fn references<'a>(values: &'a [Value<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values
        .iter()
        .map(|value| value as &(dyn ToSql + Sync))
        .collect()
}

impl Engine for Postgres {
    fn place(&self) -> &str {
        &self.place
    }

    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn is_lost(&self) -> bool {
        self.is_lost || self.client.is_closed()
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.batch("BEGIN")
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        let done = self.client.batch_execute(sql);
        done.map_err(|error| self.failed(&error))
    }

    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, StoreError> {
        let count = self.run(sql, values);
        count.map_err(|error| self.failed(&error))
    }

    fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let rows = self.ask(sql, values);
        rows.map_err(|error| self.failed(&error))
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        // The server checks its own pages; that all tables can be read shows that it is well.
        Ok(Vec::new())
    }

    fn announce(&mut self, world: &str, zone: Option<&str>) -> Result<(), StoreError> {
        let said = Announced {
            world: world.to_owned(),
            zone: zone.map(str::to_owned),
        };
        // Strings can always be written.
        let said = serde_json::to_string(&said).unwrap_or_default();
        let channel = self.channel.clone();
        let values = [channel.into(), said.into()];
        self.query("SELECT CAST(pg_notify($1, $2) AS TEXT)", &values)?;
        Ok(())
    }

    fn heard(&mut self) -> Result<Vec<Change>, StoreError> {
        // Announcements come with the next answer, whatever it is.
        self.batch("SELECT 1")?;
        let own = self.own;
        let mut heard = Vec::new();
        let mut notifications = self.client.notifications();
        let mut all = notifications.iter();
        loop {
            let next = match all.next() {
                Ok(Some(next)) => next,
                Ok(None) => break,
                Err(error) => {
                    drop(all);
                    return Err(explain(&self.place, &error));
                }
            };
            if next.process_id() == own {
                continue;
            }
            heard.push(match serde_json::from_str(next.payload()) {
                Ok(Announced { world, zone: None }) => Change::World(world),
                Ok(Announced {
                    world,
                    zone: Some(zone),
                }) => Change::Zone { world, zone },
                Err(_) => Change::Everything,
            });
        }
        Ok(heard)
    }
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self, kind) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (Self::Whole(number), &Type::INT4) => i32::try_from(*number)?.to_sql(kind, out),
            (Self::Whole(number), &Type::INT2) => i16::try_from(*number)?.to_sql(kind, out),
            (Self::Whole(number), _) => number.to_sql(kind, out),
            (Self::Yes(yes), _) => yes.to_sql(kind, out),
            (Self::Text(text), _) => text.as_ref().to_sql(kind, out),
            (Self::Bytes(bytes), _) => bytes.as_ref().to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    postgres::types::to_sql_checked!();
}

impl<'a> FromSql<'a> for Value<'static> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::BOOL => Self::Yes(bool::from_sql(kind, raw)?),
            Type::INT2 => Self::Whole(i64::from(i16::from_sql(kind, raw)?)),
            Type::INT4 => Self::Whole(i64::from(i32::from_sql(kind, raw)?)),
            Type::INT8 => Self::Whole(i64::from_sql(kind, raw)?),
            Type::BYTEA => Self::Bytes(Vec::from_sql(kind, raw)?.into()),
            _ => Self::Text(String::from_sql(kind, raw)?.into()),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        matches!(
            *kind,
            Type::BOOL | Type::INT2 | Type::INT4 | Type::INT8 | Type::BYTEA
        ) || <String as FromSql>::accepts(kind)
    }
}

/// An error of the server, as users should read it. Nothing of the address is repeated, for it
/// may hold a password.
fn explain(place: &str, error: &postgres::Error) -> StoreError {
    let place = place.to_owned();
    if let Some(said) = error.as_db_error() {
        if said.code() == &SqlState::T_R_DEADLOCK_DETECTED
            || said.code() == &SqlState::T_R_SERIALIZATION_FAILURE
        {
            return StoreError::Busy { place, seconds: 1 };
        }
        let is_away = [
            SqlState::INVALID_PASSWORD,
            SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
            SqlState::INVALID_CATALOG_NAME,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        ];
        let problem = said.message().to_owned();
        return match is_away.contains(said.code()) {
            true => StoreError::Away { place, problem },
            false => StoreError::Damaged { place, problem },
        };
    }
    let is_io = |source: &(dyn Error + 'static)| source.is::<std::io::Error>();
    let is_connecting = error.to_string().starts_with("error connecting");
    if !error.is_closed() && !is_connecting && !error.source().is_some_and(is_io) {
        let problem = error
            .source()
            .map_or_else(|| error.to_string(), ToString::to_string);
        return StoreError::Damaged { place, problem };
    }
    let problem = match error.source() {
        Some(source) => source.to_string(),
        None if error.is_closed() => "the server has closed the connection".to_owned(),
        None => error.to_string(),
    };
    StoreError::Away { place, problem }
}
