//! Blueprints of sectors.

use crate::space::Biome;
use std::fmt;
use thiserror::Error;

/// Which way the main path tends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trend {
    /// Down into the roots.
    #[default]
    Descend,
    /// Up into the canopy.
    Climb,
    /// Up and down.
    Mixed,
}

impl Trend {
    /// Every trend.
    pub const ALL: [Self; 3] = [Self::Descend, Self::Climb, Self::Mixed];

    /// The name in files and on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Descend => "descend",
            Self::Climb => "climb",
            Self::Mixed => "mixed",
        }
    }
}

/// How hard it is: the checks, and how many live there of what tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Every check is easier by 2.
    Easy,
    /// As the rules say.
    #[default]
    Normal,
    /// Every check is harder by 2.
    Hard,
}

impl Difficulty {
    /// Every difficulty.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// The name in files and on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// A DC at this difficulty: 0 stays 0, and every other DC stays within 0 to 25.
    pub const fn adjust(self, dc: u32) -> u32 {
        let adjusted = match self {
            _ if dc == 0 => 0,
            Self::Easy => dc.saturating_sub(2),
            Self::Normal => dc,
            Self::Hard => dc + 2,
        };
        if adjusted > 25 { 25 } else { adjusted }
    }
}

/// What a sector should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blueprint {
    /// The biome of its ground level.
    pub biome: Biome,
    /// The most rooms, 5 to 10,000; a sector has up to two fewer, but at least five.
    pub target_rooms: u32,
    /// Which way the main path tends.
    pub trend: Trend,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// How many loops to make; by default as many as suit the number of rooms.
    pub loops: Option<u32>,
    /// How many locks to set; by default one for ten rooms, and none below nine.
    pub locks: Option<u32>,
    /// How many of a hundred edges change level, 0 to 100.
    pub verticality: u32,
    /// How much leaves the main path, 0 to 100: it has seven tenths of the rooms, or four.
    pub branching: u32,
    /// Whether creatures, treasure, traps and curiosities are left out.
    pub is_empty: bool,
}

impl Default for Blueprint {
    fn default() -> Self {
        Self {
            biome: Biome::TheRoots,
            target_rooms: 7,
            trend: Trend::Descend,
            difficulty: Difficulty::Normal,
            loops: None,
            locks: None,
            verticality: 30,
            branching: 60,
            is_empty: false,
        }
    }
}

/// The fewest rooms of a generated sector.
pub const MIN_ROOMS: u32 = 5;
/// The most rooms of a sector.
pub const MAX_ROOMS: u32 = 10_000;

/// A blueprint that cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BlueprintError {
    /// Too few rooms, or too many.
    #[error("a sector of {0} rooms: expected {MIN_ROOMS} to {MAX_ROOMS}")]
    Rooms(u32),
    /// A share of more than all.
    #[error("{what} of {found}: expected 0 to 100")]
    Percent {
        /// What has it.
        what: &'static str,
        /// What was asked for.
        found: u32,
    },
    /// More loops or locks than there can be.
    #[error("{found} {what} in {rooms} rooms: expected at most {most}")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many were asked for.
        found: u32,
        /// How many rooms were asked for.
        rooms: u32,
        /// How many there can be.
        most: u32,
    },
}

impl Blueprint {
    /// Checks that the numbers are in range.
    pub fn check(&self) -> Result<(), BlueprintError> {
        let rooms = self.target_rooms;
        if !(MIN_ROOMS..=MAX_ROOMS).contains(&rooms) {
            return Err(BlueprintError::Rooms(rooms));
        }
        for (what, found) in [
            ("a verticality", self.verticality),
            ("a branching", self.branching),
        ] {
            if found > 100 {
                return Err(BlueprintError::Percent { what, found });
            }
        }
        let counts = [
            ("loops", self.loops, rooms),
            ("locks", self.locks, rooms / 4),
        ];
        for (what, found, most) in counts {
            if let Some(found) = found.filter(|&found| found > most) {
                return Err(BlueprintError::TooMany {
                    what,
                    found,
                    rooms,
                    most,
                });
            }
        }
        Ok(())
    }
}

impl fmt::Display for Trend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_is_none_stays_none() {
        let adjust = |dc| Difficulty::ALL.map(|difficulty| difficulty.adjust(dc));
        assert_eq!(adjust(0), [0, 0, 0]);
        assert_eq!(adjust(12), [10, 12, 14]);
        assert_eq!(adjust(25), [23, 25, 25]);
        assert_eq!(adjust(1), [0, 1, 3]);
    }

    #[test]
    fn too_few_and_too_many_rooms_are_refused() {
        for (rooms, is_right) in [
            (0, false),
            (4, false),
            (5, true),
            (10_000, true),
            (10_001, false),
        ] {
            let blueprint = Blueprint {
                target_rooms: rooms,
                ..Blueprint::default()
            };
            assert_eq!(blueprint.check().is_ok(), is_right, "{rooms}");
        }
    }
}
