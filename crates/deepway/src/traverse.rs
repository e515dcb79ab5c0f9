//! Climbing, slipping, falling: how characters get up and down in a sector.
//!
//! The rules are in `docs/traversal.md`. All rolls come from a
//! [`Resolver`](crate::check::Resolver), which can be replaced.
//!
//! ```
//! use deepway::sector::{Blueprint, carve, generate};
//! use deepway::traverse::{Character, Expedition};
//! use deepway::{Direction, Seed};
//!
//! let sector = generate(&Blueprint::default(), Seed::new(7))?;
//! let mut expedition = Expedition::new(carve(sector)?, Character::default());
//! let mut dice = Seed::new(1).stream();
//! let way = expedition.ways_out()[0].direction;
//! let moved = expedition.go(way, &mut dice);
//! assert!(moved.success || moved.damage > 0 || way == Direction::Up || way == Direction::Down);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod character;
mod climb;
mod expedition;
pub(crate) mod work;

pub use character::{Character, CharacterError};
pub use climb::{attempt_traversal, can_traverse};
pub use expedition::{Expedition, WayOut};

use crate::ids::RoomId;

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether it worked.
    pub success: bool,
    /// What happened, for the player.
    pub message: String,
    /// The hit points that it cost.
    pub damage: u32,
    /// The room where the character now is.
    pub room: RoomId,
    /// How long it took.
    pub minutes: u32,
}

impl Outcome {
    /// An attempt that was refused, for a reason.
    fn refused(room: RoomId, message: impl Into<String>) -> Self {
        Self {
            success: false,
            message: message.into(),
            damage: 0,
            room,
            minutes: 0,
        }
    }
}

#[cfg(test)]
mod tests;
