//! One store on both databases: the same statements, written once.

mod copy;
mod log;
mod migrate;
mod postgres;
mod rooms;
mod save;
mod sector;
mod servers;
mod sqlite;
mod value;
mod world;
mod zone;

pub(crate) use self::migrate::migrate;
pub(crate) use self::postgres::Postgres;
pub(crate) use self::servers::{Server, SqlStore};
pub(crate) use self::sqlite::Sqlite;
use self::value::{Row, Value};
use crate::StoreError;
use crate::log::Change;

/// How a database writes what the two do not write alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// A column of times as text, in UTC.
    fn time(self, column: &str) -> String {
        match self {
            Self::Sqlite => column.to_owned(),
            Self::Postgres => {
                format!("to_char({column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')")
            }
        }
    }

    /// A parameter that is such a text, as a time.
    fn as_time(self, parameter: &str) -> String {
        match self {
            Self::Sqlite => parameter.to_owned(),
            Self::Postgres => {
                format!("CAST(CAST({parameter} AS TEXT) AS TIMESTAMP) AT TIME ZONE 'UTC'")
            }
        }
    }

    /// Begins a transaction that only reads, and sees one moment.
    fn begin_reading(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }
}

/// A database, as the store uses it. Parameters are written `$1`, `$2` …
pub(crate) trait Engine: Send {
    /// What users call it; no credentials.
    fn place(&self) -> &str;

    fn dialect(&self) -> Dialect;

    /// Whether the connection is lost, so that another is needed.
    fn is_lost(&self) -> bool;

    /// Begins a transaction that writes.
    fn begin(&mut self) -> Result<(), StoreError>;

    /// Runs statements without parameters.
    fn batch(&mut self, sql: &str) -> Result<(), StoreError>;

    /// Runs a statement; how many rows it changed.
    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, StoreError>;

    /// The rows of an answer.
    fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError>;

    /// What is wrong with the database itself.
    fn check(&mut self) -> Result<Vec<String>, StoreError>;

    /// Tells others what this transaction changes, once it is done.
    fn announce(&mut self, world: &str, zone: Option<&str>) -> Result<(), StoreError>;

    /// What others have changed since this was last asked.
    fn heard(&mut self) -> Result<Vec<Change>, StoreError>;
}

/// The first row of an answer.
fn first(rows: Vec<Row>) -> Option<Row> {
    rows.into_iter().next()
}

/// A number that is always there, such as a count.
fn count(engine: &mut impl Engine, sql: &str) -> Result<i64, StoreError> {
    let found = first(engine.query(sql, &[])?);
    Ok(found.map_or(0, |mut row| row.whole(0)))
}

/// Does something completely or not at all.
fn transaction<E: Engine, T>(
    engine: &mut E,
    work: impl FnOnce(&mut E) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    engine.begin()?;
    end(engine, work)
}

/// Reads something as it is at one moment.
fn reading<E: Engine, T>(
    engine: &mut E,
    work: impl FnOnce(&mut E) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    engine.batch(engine.dialect().begin_reading())?;
    end(engine, work)
}

fn end<E: Engine, T>(
    engine: &mut E,
    work: impl FnOnce(&mut E) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let done = work(engine).and_then(|done| {
        engine.batch("COMMIT")?;
        Ok(done)
    });
    if done.is_err() {
        // If this fails too, the connection is gone, and the work with it.
        let _ = engine.batch("ROLLBACK");
    }
    done
}

/// About how many values one statement has.
const VALUES: usize = 640;

/// Inserts rows, many at a time.
fn insert<'a>(
    engine: &mut impl Engine,
    table: &str,
    columns: &str,
    rows: impl IntoIterator<Item = Vec<Value<'a>>>,
) -> Result<(), StoreError> {
    let width = columns.split(',').count();
    let most = (VALUES / width).max(1);
    let statement = |count: usize| {
        let mut sql = format!("INSERT INTO {table} ({columns}) VALUES ");
        for number in 0..count {
            sql.push_str(if number == 0 { "(" } else { ", (" });
            for column in 1..=width {
                if column > 1 {
                    sql.push_str(", ");
                }
                sql.push('$');
                sql.push_str(&(number * width + column).to_string());
            }
            sql.push(')');
        }
        sql
    };
    // Few lengths, so that few statements have to be prepared: the most, and powers of two.
    let mut values: Vec<Value<'a>> = Vec::with_capacity(most * width);
    let mut many = None;
    for row in rows {
        values.extend(row);
        if values.len() == most * width {
            engine.execute(many.get_or_insert_with(|| statement(most)), &values)?;
            values.clear();
        }
    }
    let mut rest = values.as_slice();
    while !rest.is_empty() {
        let count = 1 << (rest.len() / width).ilog2();
        let (now, later) = rest.split_at(count * width);
        engine.execute(&statement(count), now)?;
        rest = later;
    }
    Ok(())
}
