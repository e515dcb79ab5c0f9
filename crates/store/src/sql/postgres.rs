//! PostgreSQL, for worlds that several machines share.

use super::{Dialect, Engine, Row, Value};
use crate::StoreError;
use postgres::error::SqlState;
use postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut};
use postgres::{Client, Config, NoTls, Statement};
use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

/// How long to wait for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Postgres {
    client: Client,
    place: String,
    statements: HashMap<String, Statement>,
}

impl Postgres {
    /// Connects to a server; `place` names it without credentials.
    pub(crate) fn open(url: &str, place: String) -> Result<Self, StoreError> {
        let mut config: Config = url
            .parse()
            .map_err(|_| StoreError::Location(place.clone()))?;
        config.connect_timeout(PATIENCE).application_name("deepway");
        let client = config.connect(NoTls);
        let mut client = client.map_err(|error| explain(&place, &error))?;
        let quiet = client.batch_execute("SET client_min_messages = warning");
        quiet.map_err(|error| explain(&place, &error))?;
        Ok(Self {
            client,
            place,
            statements: HashMap::new(),
        })
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement, postgres::Error> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    fn run(&mut self, sql: &str, values: &[Value]) -> Result<u64, postgres::Error> {
        let statement = self.prepared(sql)?;
        self.client.execute(&statement, &references(values))
    }

    fn ask(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, postgres::Error> {
        let statement = self.prepared(sql)?;
        let rows = self.client.query(&statement, &references(values))?;
        let read = |row: postgres::Row| {
            let columns = (0..row.len()).map(|column| row.try_get(column));
            Ok(Row(columns.collect::<Result<_, postgres::Error>>()?))
        };
        rows.into_iter().map(read).collect()
    }
}

fn references(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
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

    fn begin(&mut self) -> Result<(), StoreError> {
        self.batch("BEGIN")
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        let done = self.client.batch_execute(sql);
        done.map_err(|error| explain(&self.place, &error))
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let count = self.run(sql, values);
        count.map_err(|error| explain(&self.place, &error))
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let rows = self.ask(sql, values);
        rows.map_err(|error| explain(&self.place, &error))
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        // The server checks its own pages; that all tables can be read shows that it is well.
        Ok(Vec::new())
    }
}

impl ToSql for Value {
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
            (Self::Text(text), _) => text.to_sql(kind, out),
            (Self::Bytes(bytes), _) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    postgres::types::to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::BOOL => Self::Yes(bool::from_sql(kind, raw)?),
            Type::INT2 => Self::Whole(i64::from(i16::from_sql(kind, raw)?)),
            Type::INT4 => Self::Whole(i64::from(i32::from_sql(kind, raw)?)),
            Type::INT8 => Self::Whole(i64::from_sql(kind, raw)?),
            Type::BYTEA => Self::Bytes(Vec::from_sql(kind, raw)?),
            _ => Self::Text(String::from_sql(kind, raw)?),
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
        let is_away = [
            SqlState::INVALID_PASSWORD,
            SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
            SqlState::INVALID_CATALOG_NAME,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::TOO_MANY_CONNECTIONS,
        ];
        let problem = said.message().to_owned();
        return match is_away.contains(said.code()) {
            true => StoreError::Away { place, problem },
            false => StoreError::Damaged { place, problem },
        };
    }
    let problem = match error.source() {
        Some(source) => source.to_string(),
        None if error.is_closed() => "the server has closed the connection".to_owned(),
        None => error.to_string(),
    };
    StoreError::Away { place, problem }
}
