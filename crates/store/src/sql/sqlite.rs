//! SQLite: one file, which needs nothing installed.

use super::{Engine, Row, Value};
use crate::StoreError;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};
use std::path::Path;
use std::time::Duration;

/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Sqlite {
    connection: Connection,
    place: String,
}

impl Sqlite {
    /// Opens a file, which is made if there is none.
    pub(crate) fn open(path: &Path, place: String) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags);
        let connection = connection.map_err(|error| explain(&place, error))?;
        let set_up = || {
            connection.busy_timeout(PATIENCE)?;
            connection.set_prepared_statement_cache_capacity(64);
            // A commit is on the disk before it is acknowledged.
            connection.execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
            )
        };
        set_up().map_err(|error| explain(&place, error))?;
        Ok(Self { connection, place })
    }
}

impl Engine for Sqlite {
    fn place(&self) -> &str {
        &self.place
    }

    fn dialect(&self) -> super::Dialect {
        super::Dialect::Sqlite
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        // The lock is taken at once, so that a transaction that has read never fails to write.
        self.batch("BEGIN IMMEDIATE")
    }

    fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        let done = self.connection.execute_batch(sql);
        done.map_err(|error| explain(&self.place, error))
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let run = || {
            let mut statement = self.connection.prepare_cached(&numbered(sql))?;
            statement.execute(params_from_iter(values))
        };
        let count = run().map_err(|error| explain(&self.place, error))?;
        Ok(count as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
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
        for pragma in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
            for mut row in self.query(pragma, &[])? {
                let said = row.text(0);
                if said != "ok" {
                    found.push(said);
                }
            }
        }
        Ok(found)
    }
}

/// A statement as SQLite reads it: to it, `$1` would be a name.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn read(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Whole(number),
        // The schema has no column for such numbers.
        ValueRef::Real(number) => Value::Text(number.to_string()),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
    }
}

impl ToSql for Value {
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
            "the file is damaged: expected a copy from before (deepway store check says more)"
                .to_owned()
        }
        Some(ErrorCode::ReadOnly) => {
            "it cannot be written: expected a writable file and folder".to_owned()
        }
        Some(ErrorCode::DiskFull) => "the disk is full: nothing was saved".to_owned(),
        Some(ErrorCode::CannotOpen) => {
            "it cannot be opened: expected a file in a folder that exists".to_owned()
        }
        Some(ErrorCode::SystemIoFailure) => "it could not be read or written".to_owned(),
        _ => error.to_string(),
    };
    StoreError::Damaged { place, problem }
}
