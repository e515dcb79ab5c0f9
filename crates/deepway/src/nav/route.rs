//! What a search returns.

use super::Algorithm;
use crate::cell::Cell;
use crate::rules::Moves;
use crate::space::Pos;
use crate::volume::Size;
use std::fmt;
use thiserror::Error;

/// A way from a cell to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// What it costs under the rules.
    pub cost: u64,
    /// Start, turning points and goal; two neighbours on different levels are a link.
    pub turns: Vec<Pos>,
    /// How many nodes the search expanded.
    pub expanded: u64,
    /// The algorithm that was used.
    pub algorithm: Algorithm,
    pub(super) moves: Moves,
}

impl Route {
    /// Every cell of the way, from start to goal.
    pub fn cells(&self) -> Vec<Pos> {
        let mut cells: Vec<Pos> = self.turns.first().copied().into_iter().collect();
        for pair in self.turns.windows(2) {
            let (mut at, to) = (pair[0], pair[1]);
            if at.z != to.z {
                cells.push(to);
                continue;
            }
            // Between two turns: diagonally first, or sideways first, then straight on.
            while at != to {
                let (dx, dy) = ((to.x - at.x).signum(), (to.y - at.y).signum());
                at = match self.moves {
                    Moves::Eight => Pos::new(at.x + dx, at.y + dy, at.z),
                    Moves::Four if dx != 0 => Pos::new(at.x + dx, at.y, at.z),
                    Moves::Four => Pos::new(at.x, at.y + dy, at.z),
                };
                cells.push(at);
            }
        }
        cells
    }

    /// The length in steps: a straight step and a link are 1, a diagonal √2.
    pub fn length(&self) -> f64 {
        let (mut whole, mut diagonal) = (0u64, 0u64);
        for pair in self.turns.windows(2) {
            let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            match self.moves {
                _ if pair[0].z != pair[1].z => whole += 1,
                Moves::Four => whole += u64::from(dx + dy),
                Moves::Eight => {
                    whole += u64::from(dx.abs_diff(dy));
                    diagonal += u64::from(dx.min(dy));
                }
            }
        }
        whole as f64 + diagonal as f64 * std::f64::consts::SQRT_2
    }
}

/// One of the two ends of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Where the way begins.
    Start,
    /// Where it should end.
    Goal,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoRoute {
    /// An end is outside the volume.
    #[error("the {place} {pos} is outside the map, which is {size}")]
    Outside {
        /// Which end.
        place: Place,
        /// Where.
        pos: Pos,
        /// The size of the volume.
        size: Size,
    },
    /// Nobody can stand at an end.
    #[error("the {place} {pos} is not walkable: it is {}", cell.info().name)]
    NotWalkable {
        /// Which end.
        place: Place,
        /// Where.
        pos: Pos,
        /// What is there.
        cell: Cell,
    },
    /// Nothing joins the two ends, in any direction.
    #[error("start and goal are not connected")]
    Apart,
    /// The ends are joined, but only against a one-way link.
    #[error("the goal is reached only against a one-way {}: {from} leads to {to}, not back", if from.z == to.z { "step, into a shaft" } else { "link" })]
    OneWay {
        /// Where that link can be entered.
        from: Pos,
        /// Where it leads.
        to: Pos,
    },
    /// The algorithm cannot take weights into account.
    #[error("{} does not answer where cells have weights, as with gravity: expected astar, hpa or auto", algorithm.name())]
    Weighted {
        /// The algorithm that was asked for.
        algorithm: Algorithm,
    },
}

impl NoRoute {
    /// The reason in words, with cells called as `name` says.
    pub fn told(&self, name: &dyn Fn(Pos) -> String) -> String {
        match *self {
            Self::Outside { place, pos, size } => {
                format!(
                    "the {place} {} is outside the map, which is {size}",
                    name(pos)
                )
            }
            Self::NotWalkable { place, pos, cell } => {
                let what = cell.info().name;
                format!("the {place} {} is not walkable: it is {what}", name(pos))
            }
            Self::OneWay { from, to } => {
                let link = match from.z == to.z {
                    true => "step, into a shaft",
                    false => "link",
                };
                let (from, to) = (name(from), name(to));
                format!(
                    "the goal is reached only against a one-way {link}: {from} leads to {to}, not back"
                )
            }
            other => other.to_string(),
        }
    }
}
