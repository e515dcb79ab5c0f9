//! One store on one database or several: worlds and saves live on the first, a zone on the one
//! that its address says.

use super::{Dialect, Engine, count, first, migrate, transaction};
use crate::StoreError;
use std::collections::HashMap;

/// A database of a store, and how to reach it.
pub(crate) struct Server<E> {
    connect: Box<dyn Fn() -> Result<E, StoreError> + Send>,
    engine: Option<E>,
}

impl<E> Server<E> {
    pub(crate) fn new(connect: impl Fn() -> Result<E, StoreError> + Send + 'static) -> Self {
        Self {
            connect: Box::new(connect),
            engine: None,
        }
    }
}

/// A store in one database or several.
pub(crate) struct SqlStore<E> {
    servers: Vec<Server<E>>,
    /// What the first server said it is called, in messages.
    place: String,
    /// The one name that all servers of this store know, if there are several.
    store: Option<String>,
    /// The editions of open worlds, for when the first server is away.
    pub(super) editions: HashMap<String, i64>,
}

impl<E: Engine> SqlStore<E> {
    /// Brings the schema up to date, and refuses a later one. Servers but the first may be away.
    pub(crate) fn open(servers: Vec<Server<E>>) -> Result<Self, StoreError> {
        let mut store = Self {
            servers,
            place: String::new(),
            store: None,
            editions: HashMap::new(),
        };
        let mut places = vec![store.first()?.place().to_owned()];
        for number in 1..store.servers.len() {
            match store.server(number) {
                Ok(engine) => places.push(engine.place().to_owned()),
                Err(StoreError::Away { place, .. }) => places.push(place),
                Err(error) => return Err(error),
            }
        }
        store.place = places.join(",");
        Ok(store)
    }

    pub(super) fn place_of_all(&self) -> &str {
        &self.place
    }

    pub(super) fn count(&self) -> usize {
        self.servers.len()
    }

    /// The first server: worlds and saves are there.
    pub(super) fn first(&mut self) -> Result<&mut E, StoreError> {
        self.server(0)
    }

    /// A server, which is connected to again if that is needed.
    pub(super) fn server(&mut self, number: usize) -> Result<&mut E, StoreError> {
        let several = self.servers.len();
        if several > 1 && number > 0 && self.store.is_none() {
            // The first says what this store is called.
            self.server(0)?;
        }
        let server = &mut self.servers[number];
        if server.engine.as_ref().is_some_and(Engine::is_lost) {
            server.engine = None;
        }
        if server.engine.is_none() {
            let mut engine = (server.connect)()?;
            migrate(&mut engine)?;
            // From here on changes are listened to.
            engine.heard()?;
            let store = join(&mut engine, number, several, self.store.as_deref())?;
            self.store = store.or(self.store.take());
            self.servers[number].engine = Some(engine);
        }
        match &mut self.servers[number].engine {
            Some(engine) => Ok(engine),
            // It has just been put there.
            None => Err(StoreError::Interrupted),
        }
    }

    /// The server of a zone. The rule must never change: it says where rows are.
    pub(super) fn server_of(&self, zone: &str) -> usize {
        // FNV-1a.
        let hash = zone.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        (hash % self.servers.len() as u64) as usize
    }
}

/// Takes a database into a store of so many, at a place among them; what all of them call the
/// store. One that belongs to other ones, or has another place, is refused.
fn join(
    engine: &mut impl Engine,
    number: usize,
    several: usize,
    store: Option<&str>,
) -> Result<Option<String>, StoreError> {
    let asked = "SELECT position, servers, store FROM Servers";
    let mut known = first(engine.query(asked, &[])?);
    if known.is_none() && several > 1 {
        let name = match store {
            Some(store) => store.to_owned(),
            None => new_name(engine)?,
        };
        transaction(engine, |engine| {
            if count(engine, "SELECT count(*) FROM Zones")? > 0
                || number > 0 && count(engine, "SELECT count(*) FROM Worlds")? > 0
            {
                return Err(StoreError::Servers {
                    place: engine.place().to_owned(),
                    problem:
                        "already is a store of its own (deepway store copy moves it into a new one)"
                            .to_owned(),
                });
            }
            let sql = "INSERT INTO Servers (position, servers, store) VALUES ($1, $2, $3)
                 ON CONFLICT (position) DO NOTHING";
            let values = [(number as i64).into(), (several as i64).into(), name.into()];
            engine.execute(sql, &values)?;
            Ok(())
        })?;
        known = first(engine.query(asked, &[])?);
    }
    let Some(mut known) = known else {
        return Ok(None);
    };
    let (position, servers, name) = (known.whole(0), known.whole(1), known.text(2));
    let is_this = position == number as i64 && servers == several as i64;
    if !is_this || store.is_some_and(|store| store != name) {
        return Err(StoreError::Servers {
            place: engine.place().to_owned(),
            problem: format!("is server {} of {servers} of a store", position + 1),
        });
    }
    Ok(Some(name))
}

/// A name that no other store has.
fn new_name(engine: &mut impl Engine) -> Result<String, StoreError> {
    let sql = match engine.dialect() {
        Dialect::Postgres => "SELECT CAST(gen_random_uuid() AS TEXT)",
        Dialect::Sqlite => "SELECT hex(randomblob(16))",
    };
    Ok(first(engine.query(sql, &[])?).map_or_else(String::new, |mut row| row.text(0)))
}
