//! What happens to a character in a sector.

use crate::play::Expedition;
use crate::traverse::Outcome;
use serde::Serialize;

/// A move and its outcome: a line of `deepway traverse --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveAnswer {
    /// The move, in full.
    #[serde(rename = "move")]
    pub name: String,
    /// Whether it succeeded.
    pub success: bool,
    /// What happened, in words.
    pub message: String,
    /// The damage that the character took.
    pub damage: u32,
    /// The id of the room where the character is now.
    pub room: String,
    /// Minutes since the character entered the sector.
    pub minutes: u64,
    /// Hit points left.
    pub hp: u32,
    /// Explosives left.
    pub explosives: u32,
}

impl MoveAnswer {
    /// The answer for a move; `expedition` is its state after the move.
    pub fn new(name: String, expedition: &Expedition, outcome: &Outcome) -> Self {
        let character = &expedition.character();
        Self {
            name,
            success: outcome.success,
            message: outcome.message.clone(),
            damage: outcome.damage,
            room: expedition.room().to_string(),
            minutes: expedition.minutes(),
            hp: character.hp,
            explosives: character.explosives,
        }
    }
}
