//! One store on both databases: the same statements, written once.

mod migrate;
mod postgres;
mod sector;
mod sqlite;
mod value;
mod world;

pub(crate) use self::postgres::Postgres;
pub(crate) use self::sqlite::Sqlite;
use self::value::{Row, Value};
use crate::StoreError;

/// How a database writes what the two do not write alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// A database, as the store uses it. Parameters are written `$1`, `$2` …
pub(crate) trait Engine: Send {
    /// What users call it; no credentials.
    fn place(&self) -> &str;

    fn dialect(&self) -> Dialect;

    /// Begins a transaction that writes.
    fn begin(&mut self) -> Result<(), StoreError>;

    /// Runs statements without parameters.
    fn batch(&mut self, sql: &str) -> Result<(), StoreError>;

    /// Runs a statement; how many rows it changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError>;

    /// The rows of an answer.
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError>;

    /// What is wrong with the database itself.
    fn check(&mut self) -> Result<Vec<String>, StoreError>;
}

/// A store in a database.
pub(crate) struct SqlStore<E> {
    engine: E,
}

impl<E: Engine> SqlStore<E> {
    /// Brings the schema up to date, and refuses a later one.
    pub(crate) fn open(mut engine: E) -> Result<Self, StoreError> {
        migrate::migrate(&mut engine)?;
        Ok(Self { engine })
    }

    /// Does something completely or not at all.
    fn transaction<T>(
        &mut self,
        work: impl FnOnce(&mut E) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let engine = &mut self.engine;
        engine.begin()?;
        match work(engine) {
            Ok(done) => {
                engine.batch("COMMIT")?;
                Ok(done)
            }
            Err(error) => {
                // If this fails too, the connection is gone, and the work with it.
                let _ = engine.batch("ROLLBACK");
                Err(error)
            }
        }
    }
}
