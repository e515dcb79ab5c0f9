//! Everything that a store keeps, piece by piece, for copies.

use crate::log::Happening;
use crate::save::Save;
use crate::world::{Document, Revision};
use crate::zone::Zone;

/// A piece of a store. The pieces of a world follow the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A world, without what differs from the seed in its zones.
    World {
        /// Its name.
        name: String,
        /// What it is.
        document: Document,
        /// How often it was saved.
        revision: Revision,
        /// When it was first saved, in UTC.
        created: String,
        /// When it was last saved, in UTC.
        updated: String,
    },
    /// A zone of the world before it.
    Zone {
        /// Its address.
        zone: String,
        /// What differs from the seed.
        changes: Zone,
        /// How often it was saved.
        revision: Revision,
    },
    /// A save of the world before it.
    Save {
        /// What was saved.
        save: Save,
        /// How often it was saved.
        revision: Revision,
        /// When it was last saved, in UTC.
        updated: String,
    },
    /// A line of the log of the world before it.
    Happening(Happening),
}
