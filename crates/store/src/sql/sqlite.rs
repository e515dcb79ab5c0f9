//! SQLite: one file, which needs nothing installed.

use super::{Engine, Row, Value, count};
use crate::StoreError;
use crate::log::Change;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};
use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Sqlite {
    connection: Connection,
    place: String,
    /// By which this connection's own announcements are known.
    own: String,
    /// The number of the latest announcement that was heard; unknown before the first time.
    heard: Option<i64>,
}

/// How many announcements are kept: whoever comes later reads everything again.
const ANNOUNCEMENTS: i64 = 4096;

impl Sqlite {
    /// Opens a file, which is made if there is none.
    pub(crate) fn open(path: &Path, place: String) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // A path is never a special name of SQLite, such as :memory: or file:…
        let plain = match path.is_absolute() {
            true => path.to_owned(),
            false => Path::new(".").join(path),
        };
        let connection = Connection::open_with_flags(plain, flags);
        let connection = connection.map_err(|error| explain(&place, error))?;
        let set_up = || {
            connection.busy_timeout(PATIENCE)?;
            connection.set_prepared_statement_cache_capacity(256);
            // A commit is on the disk before it is acknowledged.
            connection.execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
            )
        };
        set_up().map_err(|error| explain(&place, error))?;
        let own = connection.query_row("SELECT hex(randomblob(8))", [], |row| row.get(0));
        let own = own.map_err(|error| explain(&place, error))?;
        Ok(Self {
            connection,
            place,
            own,
            heard: None,
        })
    }
}

impl Engine for Sqlite {
    fn place(&self) -> &str {
        &self.place
    }

    fn dialect(&self) -> super::Dialect {
        super::Dialect::Sqlite
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        // The lock is taken at once, so that a transaction that has read never fails to write.
        self.batch("BEGIN IMMEDIATE")
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        let done = self.connection.execute_batch(sql);
        done.map_err(|error| explain(&self.place, error))
    }

    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, StoreError> {
        let run = || {
            let mut statement = self.connection.prepare_cached(&numbered(sql))?;
            statement.execute(params_from_iter(values))
        };
        let count = run().map_err(|error| explain(&self.place, error))?;
        Ok(count as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let run = || {
            let mut statement = self.connection.prepare_cached(&numbered(sql))?;
            let width = statement.column_count();
            let mut rows = statement.query(params_from_iter(values))?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let columns = (0..width).map(|column| Ok(read(row.get_ref(column)?)));
                found.push(Row(columns.collect::<Result<_, rusqlite::Error>>()?));
            }
            Ok(found)
        };
        run().map_err(|error| explain(&self.place, error))
    }

    fn check(&mut self) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        for mut row in self.query("PRAGMA integrity_check", &[])? {
            let said = row.text(0);
            if said != "ok" {
                found.push(said);
            }
        }
        for mut row in self.query("PRAGMA foreign_key_check", &[])? {
            let (table, missing) = (row.text(0), row.text(2));
            found.push(format!(
                "a row of {table} refers to a row of {missing} that is not there"
            ));
        }
        Ok(found)
    }

    fn announce(&mut self, world: &str, zone: Option<&str>) -> Result<(), StoreError> {
        let sql = "INSERT INTO Announcements (writer, world, zone) VALUES ($1, $2, $3)";
        let own = self.own.clone();
        self.execute(sql, &[own.into(), world.into(), zone.into()])?;
        let latest = self.connection.last_insert_rowid();
        let sql = "DELETE FROM Announcements WHERE announcement_id <= $1";
        self.execute(sql, &[(latest - ANNOUNCEMENTS).into()])?;
        Ok(())
    }

    fn heard(&mut self) -> Result<Vec<Change>, StoreError> {
        let latest = "SELECT coalesce(max(announcement_id), 0) FROM Announcements";
        let Some(heard) = self.heard else {
            // What was announced before anybody asked, nobody has a copy of.
            self.heard = Some(count(self, latest)?);
            return Ok(Vec::new());
        };
        let sql = "SELECT announcement_id, writer, world, zone FROM Announcements
             WHERE announcement_id > $1 ORDER BY announcement_id";
        let rows = self.query(sql, &[heard.into()])?;
        let mut changes = Vec::new();
        let mut expected = heard + 1;
        for mut row in rows {
            let number = row.whole(0);
            if number != expected && expected == heard + 1 {
                changes.push(Change::Everything);
            }
            expected = number + 1;
            if row.text(1) != self.own {
                let world = row.text(2);
                changes.push(match row.maybe_text(3) {
                    Some(zone) => Change::Zone { world, zone },
                    None => Change::World(world),
                });
            }
        }
        self.heard = Some(expected - 1);
        Ok(changes)
    }
}

/// A statement as SQLite reads it: to it, `$1` would be a name.
fn numbered(sql: &str) -> Cow<'_, str> {
    match sql.contains('$') {
        true => Cow::Owned(sql.replace('$', "?")),
        false => Cow::Borrowed(sql),
    }
}

fn read(value: ValueRef<'_>) -> Value<'static> {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Whole(number),
        // The schema has no column for such numbers.
        ValueRef::Real(number) => Value::Text(number.to_string().into()),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned().into()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec().into()),
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Whole(number) => ValueRef::Integer(*number),
            Self::Yes(yes) => ValueRef::Integer(i64::from(*yes)),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// An error of SQLite, as users should read it.
fn explain(place: &str, error: rusqlite::Error) -> StoreError {
    let place = place.to_owned();
    let code = error.sqlite_error_code();
    let problem = match code {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let seconds = PATIENCE.as_secs();
            return StoreError::Busy { place, seconds };
        }
        Some(ErrorCode::NotADatabase) => {
            "not a store of worlds: expected an SQLite file".to_owned()
        }
        Some(ErrorCode::DatabaseCorrupt) => {
            "the file is damaged: expected a copy from before".to_owned()
        }
        Some(ErrorCode::ReadOnly) => {
            "it cannot be written: expected a writable file and folder".to_owned()
        }
        Some(ErrorCode::DiskFull) => "the disk is full: nothing was saved".to_owned(),
        Some(ErrorCode::CannotOpen) => {
            "it cannot be opened: expected a file in a folder that exists, and the right to write there".to_owned()
        }
        Some(ErrorCode::SystemIoFailure) => "it could not be read or written".to_owned(),
        _ => error.to_string(),
    };
    StoreError::Damaged { place, problem }
}
