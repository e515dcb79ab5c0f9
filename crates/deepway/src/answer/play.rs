//! What a command in a game did.

use crate::play::{Ending, Game, Prompt};
use serde::Serialize;

/// The answer to a line that was said to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayAnswer {
    /// What was said.
    pub said: String,
    /// Whether it was understood.
    pub understood: bool,
    /// What the player is told.
    pub told: Vec<String>,
    /// The turn.
    pub turn: u64,
    /// Where the player is.
    pub place: String,
    /// Hit points.
    pub hp: u32,
    /// The most hit points.
    pub max_hp: u32,
    /// The question that waits for an answer, if any.
    pub prompt: Option<String>,
    /// `won`, `lost` or `left`, once the game is over.
    pub ended: Option<&'static str>,
    /// A number for the state of the game.
    pub hash: String,
}

impl PlayAnswer {
    /// The answer to a line, and the game after it.
    pub fn new(said: String, understood: bool, game: &Game, told: Vec<String>) -> Self {
        let player = game.player();
        Self {
            said,
            understood,
            told,
            turn: game.turn(),
            place: game.world().place_name(player.place),
            hp: player.hp,
            max_hp: player.max_hp,
            prompt: game.prompt().map(|prompt| match prompt {
                Prompt::Jump { text, .. } => text.clone(),
            }),
            ended: game.ending().map(Ending::id),
            hash: format!("{:016x}", game.hash()),
        }
    }
}
