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

mod error;
mod keep;
mod location;
mod memory;
mod sql;
mod world;

pub use error::StoreError;
pub use keep::{load, save};
pub use location::{Location, open};
pub use world::{Document, MAX_NAME, Over, Revision, Summary, check_name};

/// What a store is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Where it is, without credentials.
    pub place: String,
    /// The version of its schema.
    pub schema: i64,
    /// How many worlds it keeps.
    pub worlds: i64,
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

    /// Saves a world; its new revision.
    fn save(&mut self, name: &str, world: &Document, over: Over) -> Result<Revision, StoreError>;

    /// Gives a world another name, which must be free.
    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError>;

    /// Deletes a world and all that belongs to it.
    fn delete(&mut self, name: &str) -> Result<(), StoreError>;
}
