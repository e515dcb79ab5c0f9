//! Characters, games and recordings that belong to a world.

use crate::world::Revision;
use std::fmt;

/// What a save is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SaveKind {
    /// Somebody in a world: where they are, how well, what they carry.
    Character,
    /// A whole game.
    Game,
    /// What was done in a game, turn by turn.
    Recording,
}

impl SaveKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Character, Self::Game, Self::Recording];

    /// What the tables call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Character => "character",
            Self::Game => "game",
            Self::Recording => "recording",
        }
    }

    /// A kind by what the tables call it.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

impl fmt::Display for SaveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Something saved beside a world: bytes, and the number of their format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// What it is.
    pub kind: SaveKind,
    /// Its name among those of its kind in the world.
    pub name: String,
    /// The number of the format of its bytes.
    pub format: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Where somebody is, as places are written.
    pub place: Option<String>,
    /// How many hit points they have.
    pub hit_points: Option<i64>,
}

/// A save of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveSummary {
    /// What it is.
    pub kind: SaveKind,
    /// Its name.
    pub name: String,
    /// Where somebody is.
    pub place: Option<String>,
    /// How many hit points they have.
    pub hit_points: Option<i64>,
    /// How often it was saved.
    pub revision: Revision,
    /// When it was last saved, in UTC.
    pub updated: String,
}
