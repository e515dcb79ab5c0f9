//! Clearing, blasting and repairing the connections of a room.

use super::{DOWN, Expedition, NOT_HERE, is_blocked};
use crate::check::Resolver;
use crate::ids::ConnectionId;
use crate::play::command::Command;
use crate::play::game::Game;
use crate::sector::Connection;
use crate::space::{Direction, Pos};
use crate::traverse::Outcome;
use std::collections::HashSet;

impl Expedition {
    /// Works on the connection here that fits; if several fit, the direction decides.
    fn work(
        &mut self,
        direction: Option<Direction>,
        fits: impl Fn(&Connection<'_>) -> bool,
        nothing: &str,
        command: fn(Option<Direction>) -> Command,
        resolver: &mut impl Resolver,
    ) -> Outcome {
        if !self.character().is_up() {
            return self.refused(DOWN);
        }
        let sector = self.carved().sector();
        let here: Vec<(Direction, ConnectionId)> = self
            .ways_out()
            .into_iter()
            .filter(|way| direction.is_none_or(|direction| way.direction == direction))
            .filter_map(|way| Some((way.direction, way.connection?)))
            .filter(|&(_, id)| {
                sector
                    .connection(id)
                    .is_some_and(|connection| fits(&connection))
            })
            .collect();
        match here.as_slice() {
            [] => self.refused(nothing),
            [(first, _), .., (last, _)] if first != last => {
                self.refused(format!("There is one {first} and one {last}: say which."))
            }
            &[(towards, id), ..] => {
                // At its cells or beside them, where they cannot be entered.
                let cells: HashSet<Pos> =
                    self.carved().connection_cells(id).iter().copied().collect();
                let is_beside = |_: &Game, pos: Pos| {
                    let mut around = Direction::ALL[..8].iter().map(|way| pos.step(*way));
                    cells.contains(&pos) || around.any(|beside| cells.contains(&beside))
                };
                let outcome = match self.go_in_room(is_beside) {
                    true => self.attempt(&command(Some(towards)), resolver),
                    false => self.refused(NOT_HERE),
                };
                self.arrive(outcome)
            }
        }
    }

    /// Tries to clear what blocks a connection here, in a direction if several are blocked.
    pub fn clear(&mut self, direction: Option<Direction>, resolver: &mut impl Resolver) -> Outcome {
        self.work(
            direction,
            is_blocked,
            NOTHING_BLOCKED,
            Command::Clear,
            resolver,
        )
    }

    /// Blasts what blocks a connection here, in a direction if several are blocked.
    pub fn blast(&mut self, direction: Option<Direction>, resolver: &mut impl Resolver) -> Outcome {
        self.work(
            direction,
            is_blocked,
            NOTHING_BLOCKED,
            Command::Blast,
            resolver,
        )
    }

    /// Tries to repair an elevator here, in a direction if there are several.
    pub fn repair(
        &mut self,
        direction: Option<Direction>,
        resolver: &mut impl Resolver,
    ) -> Outcome {
        let is_dead = |connection: &Connection<'_>| connection.powered() == Some(false);
        self.work(
            direction,
            is_dead,
            "There is nothing to repair here.",
            Command::Repair,
            resolver,
        )
    }
}

const NOTHING_BLOCKED: &str = "Nothing here is blocked.";
