//! What zones are.

use crate::population::Home;
use std::fmt;

/// What a zone is: what its builder makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Blueprint {
    /// Open country.
    Surface,
    /// A tower: its ground floor on the surface, or a floor above it.
    Tower,
    /// Underground, without anything in particular.
    Cave,
    /// Where something lives that others fear.
    Lair,
    /// A buried dungeon.
    Vault,
    /// Levels of slides and conveyors.
    Chute,
    /// Caves that grow harder level by level.
    ProgressiveCave,
    /// A shaft as wide as a house through many levels.
    GreatShaft,
    /// People.
    Town,
    /// What is left of people.
    Ruin,
    /// The sky.
    Air,
}

impl Blueprint {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Surface,
        Self::Tower,
        Self::Cave,
        Self::Lair,
        Self::Vault,
        Self::Chute,
        Self::ProgressiveCave,
        Self::GreatShaft,
        Self::Town,
        Self::Ruin,
        Self::Air,
    ];

    /// What it is called, in addresses and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Surface => "Surface",
            Self::Tower => "Tower",
            Self::Cave => "Cave",
            Self::Lair => "Lair",
            Self::Vault => "Vault",
            Self::Chute => "Chute",
            Self::ProgressiveCave => "ProgressiveCave",
            Self::GreatShaft => "GreatShaft",
            Self::Town => "Town",
            Self::Ruin => "Ruin",
            Self::Air => "Air",
        }
    }

    /// Where those who live there are at home; nobody lives in open air.
    pub const fn home(self) -> Option<Home> {
        Some(match self {
            Self::Surface => Home::Surface,
            Self::Tower => Home::Tower,
            Self::Cave | Self::ProgressiveCave | Self::GreatShaft => Home::Cave,
            Self::Lair => Home::Lair,
            Self::Vault => Home::Vault,
            Self::Chute => Home::Chute,
            Self::Town => Home::Town,
            Self::Ruin => Home::Ruin,
            Self::Air => return None,
        })
    }

    /// The blueprint of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// The names of all, as in "a, b, c".
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl fmt::Display for Blueprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
