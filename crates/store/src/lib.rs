//! Where worlds are kept: in memory, in an SQLite file, or on a PostgreSQL server, behind one
//! trait.
//!
//! ```
//! use deepway::world::World;
//! use deepway::{Seed, generate, sector::Blueprint};
//! use deepway_store::{Over, load, open, save};
//!
//! let mut store = open("memory:")?;
//! let made = generate::sector(&Blueprint::default(), Seed::new(7))?;
//! save(store.as_mut(), "The Hollow", &World::from(made.sector), Over::Nothing)?;
//! let (world, revision) = load(store.as_mut(), "The Hollow")?;
//! assert_eq!((world.header().seed, revision), (Some(Seed::new(7)), 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archive;
mod error;
mod item;
mod keep;
mod location;
mod log;
mod memory;
mod rooms;
mod save;
mod sql;
mod world;
mod zone;

pub use archive::{ARCHIVE, copy, export, import};
pub use error::StoreError;
pub use item::Item;
pub use keep::{
    check, load, load_character, load_zone, retry, save, save_and_say, save_character, save_zone,
    update_zone,
};
pub use location::{Location, Migrated, migrate, open};
pub use log::{Change, Happening, HappeningKind};
pub use rooms::Question;
pub use save::{Save, SaveKind, SaveSummary};
pub use world::{Document, MAX_NAME, Over, Revision, Summary, check_name};
pub use zone::{Zone, ZoneConnection};

/// What a store is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Where it is, without credentials.
    pub place: String,
    /// The version of its schema.
    pub schema: i64,
    /// How many worlds it keeps.
    pub worlds: i64,
    /// How many characters, games and recordings.
    pub saves: i64,
    /// How many zones differ from their seeds.
    pub zones: i64,
}

/// A part of what one transaction writes.
#[derive(Clone, Copy, Debug)]
pub enum Write<'a> {
    /// The whole world.
    World(&'a Document, Over),
    /// A character, a game or a recording.
    Save(&'a Save, Over),
    /// Deletes a character, a game or a recording.
    Forget(SaveKind, &'a str),
    /// A line of the log: one word for what it is, and what happened.
    Event(&'a str, &'a str),
}

/// A zone to be saved: its address, what differs from the seed, what may be written over (a zone
/// that nobody has changed has revision 0), and what the log says, if anything.
#[derive(Clone, Copy, Debug)]
pub struct ZoneWrite<'a> {
    /// Its address.
    pub zone: &'a str,
    /// What differs from the seed.
    pub changes: &'a Zone,
    /// What may be written over.
    pub over: Over,
    /// What the log says; nothing if it is empty.
    pub said: &'a str,
}

/// Where worlds are kept.
///
/// Every method is one transaction: it is done completely or not at all, and once it has
/// returned, what it saved is still there after a crash (unless the store is in memory).
pub trait Store: Send {
    /// Where it is, without credentials.
    fn place(&self) -> String;

    /// What it is like.
    fn info(&mut self) -> Result<Info, StoreError>;

    /// What is wrong with it: with the database, or with what is in it.
    fn check(&mut self) -> Result<Vec<String>, StoreError>;

    /// All worlds, by name.
    fn list(&mut self) -> Result<Vec<Summary>, StoreError>;

    /// A world, and how often it was saved.
    fn load(&mut self, name: &str) -> Result<(Document, Revision), StoreError>;

    /// Writes several things of one world; the new revision of each, 0 for those without one.
    ///
    /// The world must exist, unless it is the first thing that is written.
    fn write(&mut self, world: &str, writes: &[Write<'_>]) -> Result<Vec<Revision>, StoreError>;

    /// Gives a world another name, which must be free.
    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError>;

    /// Deletes a world and all that belongs to it.
    fn delete(&mut self, name: &str) -> Result<(), StoreError>;

    /// The zones of an open world that differ from its seed, and how often they were saved.
    fn zones(&mut self, world: &str) -> Result<Vec<(String, Revision)>, StoreError>;

    /// What differs from the seed in a zone, and how often it was saved: 0 if never.
    fn zone(&mut self, world: &str, zone: &str) -> Result<(Zone, Revision), StoreError>;

    /// Saves zones; their new revisions. On several servers it is one transaction on each.
    fn write_zones(
        &mut self,
        world: &str,
        zones: &[ZoneWrite<'_>],
    ) -> Result<Vec<Revision>, StoreError>;

    /// The characters, games and recordings of a world, by kind and name.
    fn saves(&mut self, world: &str) -> Result<Vec<SaveSummary>, StoreError>;

    /// A character, a game or a recording, and how often it was saved.
    fn save(
        &mut self,
        world: &str,
        kind: SaveKind,
        name: &str,
    ) -> Result<(Save, Revision), StoreError>;

    /// What happened to a world, the oldest first.
    fn log(&mut self, world: &str) -> Result<Vec<Happening>, StoreError>;

    /// The rooms of a sector that answer a question, by their ids.
    fn rooms(&mut self, world: &str, question: &Question) -> Result<Vec<String>, StoreError>;

    /// What others have changed since this was last asked, so that copies can be dropped.
    fn heard(&mut self) -> Result<Vec<Change>, StoreError>;

    /// Hands out everything, as it is at one moment.
    fn give(
        &mut self,
        take: &mut dyn FnMut(Item) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// Takes in what another store gave; how many worlds that were. Names must be free.
    fn receive(
        &mut self,
        items: &mut dyn Iterator<Item = Result<Item, StoreError>>,
    ) -> Result<u64, StoreError>;
}
