//! A move in an open world.

use crate::space::{Direction, Pos};
use crate::strata::{Moved, Refused};
use crate::world::World;
use serde::Serialize;

/// A move in an open world, or why it is not possible: what `deepway step --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorldStepAnswer {
    /// Where it begins.
    pub from: String,
    /// Which way it leads.
    pub towards: String,
    /// Whether it was made.
    pub moved: bool,
    /// The cells that one came to, the last of which is where one is now.
    pub path: Vec<String>,
    /// Why it is not possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl WorldStepAnswer {
    /// The answer to a move from a cell.
    pub fn new(
        world: &World,
        from: Pos,
        towards: Direction,
        answer: &Result<Moved, Refused>,
    ) -> Self {
        let path = answer.as_ref().map_or(&[][..], |moved| &moved.path);
        Self {
            from: world.place_name(from),
            towards: towards.to_string(),
            moved: answer.is_ok(),
            path: path.iter().map(|&pos| world.place_name(pos)).collect(),
            reason: answer.as_ref().err().map(ToString::to_string),
        }
    }
}
