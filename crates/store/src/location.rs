//! Where a store is, as users write it.

use crate::memory::Memory;
use crate::sql::{Postgres, SqlStore, Sqlite};
use crate::{Store, StoreError};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a store is: `memory:`, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`.
///
/// Written, it has no password.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// In memory, gone with the program.
    Memory,
    /// A file.
    Sqlite(PathBuf),
    /// A server, with its whole address.
    Postgres(String),
}

impl FromStr for Location {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        if text == "memory:" {
            return Ok(Self::Memory);
        }
        let is_server = text.starts_with("postgres://") || text.starts_with("postgresql://");
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(path.into())),
            _ if is_server => Ok(Self::Postgres(text.to_owned())),
            _ => Err(StoreError::Location(without_password(text))),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("memory:"),
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

impl Location {
    /// The whole address, with a password if it has one: for [`open`] alone.
    pub fn to_string_with_password(&self) -> String {
        match self {
            Self::Postgres(url) => url.clone(),
            Self::Memory | Self::Sqlite(_) => self.to_string(),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An address without its password, wherever it has one.
fn without_password(url: &str) -> String {
    let (start, rest) = match url.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => (String::new(), url),
    };
    let (address, query) = match rest.split_once('?') {
        Some((address, query)) => (address, Some(query)),
        None => (rest, None),
    };
    // A password may hold an @, so the last one counts.
    let address = match address.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split_once(':').map_or(user, |(user, _)| user);
            format!("{user}@{host}")
        }
        None => address.to_owned(),
    };
    let query = query.map(|query| {
        let kept = query
            .split('&')
            .filter(|part| !part.starts_with("password="));
        kept.collect::<Vec<_>>().join("&")
    });
    let query = query.filter(|query| !query.is_empty());
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{start}{address}{query}")
}

/// Opens a store, which is made or brought up to date if need be.
pub fn open(location: &str) -> Result<Box<dyn Store>, StoreError> {
    let location: Location = location.parse()?;
    let place = location.to_string();
    Ok(match &location {
        Location::Memory => Box::new(Memory::default()),
        Location::Sqlite(path) => Box::new(SqlStore::open(Sqlite::open(path, place)?)?),
        Location::Postgres(url) => Box::new(SqlStore::open(Postgres::open(url, place)?)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_never_shown() {
        for (text, shown) in [
            ("postgres://ann:secret@host/db", "postgres://ann@host/db"),
            (
                "postgres://ann:se@cret@host:5432/db",
                "postgres://ann@host:5432/db",
            ),
            (
                "postgres://host/db?user=a&password=secret",
                "postgres://host/db?user=a",
            ),
            ("postgresql:///db?password=secret", "postgresql:///db"),
            ("sqlite:a/b.db", "sqlite:a/b.db"),
            ("memory:", "memory:"),
        ] {
            let location: Location = text.parse().unwrap();
            assert_eq!(location.to_string(), shown);
            assert!(!format!("{location:?}").contains("secret"));
        }
        for text in [
            "",
            "sqlite:",
            "mysql://ann:secret@host/db",
            "ann:secret@host",
        ] {
            let error = text.parse::<Location>().unwrap_err().to_string();
            assert!(
                error.contains("names no store: expected memory:"),
                "{error}"
            );
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
