//! What can go wrong with a store.

use crate::world::Revision;
use thiserror::Error;

/// Why a store did not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A text that names no store.
    #[error(
        "{0:?} names no store: expected memory:, sqlite:PATH or postgres://USER@HOST/DATABASE (several with commas between them)"
    )]
    Location(String),
    /// A name that no world can have.
    #[error(
        "{problem}: expected a name of 1 to {} characters, without control characters or spaces around it",
        crate::world::MAX_NAME
    )]
    Name {
        /// What is wrong with it.
        problem: String,
    },
    /// There is no such world.
    #[error("there is no world {name:?} in {place}: expected one that deepway list lists")]
    Missing {
        /// The name.
        name: String,
        /// The store.
        place: String,
    },
    /// There already is such a world.
    #[error("there already is a world {name:?} in {place}")]
    Taken {
        /// The name.
        name: String,
        /// The store.
        place: String,
    },
    /// There is no such character, game or recording.
    #[error("there is no {kind} {name:?} in the world {world:?}")]
    NoSave {
        /// What it was to be.
        kind: crate::SaveKind,
        /// The name.
        name: String,
        /// The world.
        world: String,
    },
    /// There already is such a character, game or recording.
    #[error("there already is a {kind} {name:?} in the world {world:?}")]
    SaveTaken {
        /// What it was to be.
        kind: crate::SaveKind,
        /// The name.
        name: String,
        /// The world.
        world: String,
    },
    /// A world without zones, or without rooms.
    #[error("the world {name:?} is a {kind}: expected {expected}")]
    Kind {
        /// The world.
        name: String,
        /// What it is.
        kind: String,
        /// What it should be.
        expected: &'static str,
    },
    /// Somebody else changed it in the meantime.
    #[error(
        "{what} was changed by somebody else: expected revision {expected}, found {found}; read it again"
    )]
    Conflict {
        /// What was changed.
        what: String,
        /// The revision that it was read at.
        expected: Revision,
        /// The revision that it has now.
        found: Revision,
    },
    /// A store that a later version has changed.
    #[error(
        "{place} has schema {found}, and this version knows 1 to {known}: expected a newer deepway"
    )]
    Newer {
        /// The store.
        place: String,
        /// The version of its schema.
        found: i64,
        /// The latest version that this program knows.
        known: i64,
    },
    /// A server of a store of several, without the others or at another place among them.
    #[error("{place} {problem}: expected all servers of one store, in their order")]
    Servers {
        /// The server.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// Something that is no store, or a damaged one.
    #[error("{place}: {problem}")]
    Damaged {
        /// The store.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A store that cannot be reached.
    #[error("{place} cannot be reached: {problem}")]
    Away {
        /// The store, without credentials.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A store that another process keeps busy.
    #[error("{place} is busy: another process has been writing to it for {seconds} s")]
    Busy {
        /// The store.
        place: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// An archive that cannot be read; nothing was imported.
    #[error("{name}:{line}: {problem}; nothing was imported")]
    Archive {
        /// The file.
        name: String,
        /// The number of the line.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// An archive that could not be written.
    #[error("the archive could not be written: {0}")]
    Output(String),
    /// The other side of a copy has failed, and says why.
    #[error("the copy was broken off")]
    Interrupted,
    /// A world that cannot be written.
    #[error("{0}")]
    Unwritable(String),
}

impl StoreError {
    /// Whether the same work may succeed if what it was based on is read again.
    pub fn is_worth_a_retry(&self) -> bool {
        matches!(self, Self::Conflict { .. } | Self::Busy { .. })
    }
}
