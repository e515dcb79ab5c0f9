//! Climbing, slipping, falling: how characters get up and down in a sector.
//!
//! The rules are in `docs/traversal.md`. All rolls come from a
//! [`Resolver`](crate::check::Resolver), which can be replaced.
//!
//! [`crate::play`] applies them: to whoever goes from cell to cell, and in an
//! [`Expedition`](crate::play::Expedition) to whoever goes from room to room.

mod character;
mod climb;
pub(crate) mod work;

pub use character::{Character, CharacterError};
pub use climb::{attempt_traversal, can_traverse};

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
    pub(crate) fn refused(room: RoomId, message: impl Into<String>) -> Self {
        Self {
            success: false,
            message: message.into(),
            damage: 0,
            room,
            minutes: 0,
        }
    }
}
