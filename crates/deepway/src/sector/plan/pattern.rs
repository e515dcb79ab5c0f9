//! The patterns that a sector is composed of.

use crate::ids::RoomId;
use std::fmt;

/// What a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatternKind {
    /// The way from the entry hall to the boss arena.
    MainPath,
    /// Rooms off the way.
    Branch,
    /// A passage that closes a loop on one layer.
    Rejoin,
    /// A way that leaves the main path upwards or downwards, crosses over or under it and comes
    /// back to it further on.
    Overpass,
    /// A connection between a late room and an early one, a shortcut both ways.
    Drop,
    /// A locked passage, and its key elsewhere.
    Gate,
    /// Treasure behind a secret or locked way.
    Vault,
    /// A room from which many ways lead on.
    Hub,
}

impl PatternKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::MainPath,
        Self::Branch,
        Self::Rejoin,
        Self::Overpass,
        Self::Drop,
        Self::Gate,
        Self::Vault,
        Self::Hub,
    ];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::MainPath => "main_path",
            Self::Branch => "branch",
            Self::Rejoin => "rejoin",
            Self::Overpass => "overpass",
            Self::Drop => "drop",
            Self::Gate => "gate_and_key",
            Self::Vault => "vault",
            Self::Hub => "hub",
        }
    }

    /// The name to print.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MainPath => "main path",
            Self::Branch => "branch",
            Self::Rejoin => "rejoin",
            Self::Overpass => "overpass",
            Self::Drop => "drop",
            Self::Gate => "gate and key",
            Self::Vault => "vault",
            Self::Hub => "hub",
        }
    }
}

impl fmt::Display for PatternKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A pattern in a sector: what it is, which rooms it has, and why it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Its rooms, in the order in which one comes through them.
    pub rooms: Vec<RoomId>,
    /// Why it is there, in a sentence.
    pub why: String,
}
