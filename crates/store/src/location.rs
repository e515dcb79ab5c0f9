//! Where a store is, as users write it.

use crate::memory::Memory;
use crate::sql::{Postgres, Server, SqlStore, Sqlite};
use crate::{Store, StoreError};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a store is: `memory:`, `sqlite:PATH`, `postgres://USER@HOST/DATABASE`, or several
/// servers with commas between them.
///
/// Written, it has no password.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// In memory, gone with the program.
    Memory,
    /// A file.
    Sqlite(PathBuf),
    /// Servers, with their whole addresses.
    Postgres(Vec<String>),
}

/// The most servers of one store.
const MAX_SERVERS: usize = 64;

impl FromStr for Location {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        if text == "memory:" {
            return Ok(Self::Memory);
        }
        let servers = servers(text);
        match text.strip_prefix("sqlite:") {
            Some(path) if !path.is_empty() => Ok(Self::Sqlite(path.into())),
            None if is_server(text) && servers.len() <= MAX_SERVERS && !text.ends_with(',') => {
                Ok(Self::Postgres(servers))
            }
            _ => Err(StoreError::Location(without_passwords(&servers))),
        }
    }
}

fn is_server(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

/// The addresses between commas; a comma that no address follows belongs to the one before it.
fn servers(text: &str) -> Vec<String> {
    let mut servers: Vec<String> = Vec::new();
    for part in text.split(',') {
        match servers.last_mut() {
            Some(last) if !is_server(part) => {
                last.push(',');
                last.push_str(part);
            }
            _ => servers.push(part.to_owned()),
        }
    }
    servers
}

fn without_passwords(servers: &[String]) -> String {
    let servers: Vec<String> = servers.iter().map(|url| without_password(url)).collect();
    servers.join(",")
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("memory:"),
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(urls) => f.write_str(&without_passwords(urls)),
        }
    }
}

impl Location {
    /// The whole address, with a password if it has one: for [`open`] alone.
    pub fn to_string_with_password(&self) -> String {
        match self {
            Self::Postgres(urls) => urls.join(","),
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
    if !url.contains("://") && url.contains("password") {
        return "an address with a password".to_owned();
    }
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
    Ok(match location {
        Location::Memory => Box::new(Memory::default()),
        Location::Sqlite(path) => {
            let open = move || Sqlite::open(&path, place.clone());
            Box::new(SqlStore::open(vec![Server::new(open)])?)
        }
        Location::Postgres(urls) => {
            let servers = urls.into_iter().map(|url| {
                let place = without_password(&url);
                Server::new(move || Postgres::open(&url, place.clone()))
            });
            Box::new(SqlStore::open(servers.collect())?)
        }
    })
}

/// What [`migrate`] did to a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The database, without credentials.
    pub place: String,
    /// The version of its schema before; 0 if it was empty.
    pub from: i64,
    /// The version of its schema now.
    pub to: i64,
}

/// Brings the schema of a store up to date, as [`open`] does, and says what it found.
pub fn migrate(location: &str) -> Result<Vec<Migrated>, StoreError> {
    let location: Location = location.parse()?;
    let place = location.to_string();
    match location {
        Location::Memory => Ok(Vec::new()),
        Location::Sqlite(path) => Ok(vec![crate::sql::migrate(&mut Sqlite::open(&path, place)?)?]),
        Location::Postgres(urls) => urls
            .iter()
            .map(|url| crate::sql::migrate(&mut Postgres::open(url, without_password(url))?))
            .collect(),
    }
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
            ("sqlite:a/b,c.db", "sqlite:a/b,c.db"),
            (
                "postgres://ann:se,cret@a/db,postgres://bob:secret@b,c/db",
                "postgres://ann@a/db,postgres://bob@b,c/db",
            ),
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
