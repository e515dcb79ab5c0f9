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
    /// The cells of the way one after the other, from start to goal.
    pub fn iter(&self) -> RouteCells<'_> {
        RouteCells {
            turns: &self.turns,
            at: None,
            moves: self.moves,
        }
    }

    /// Every cell of the way, from start to goal, in a list.
    pub fn cells(&self) -> Vec<Pos> {
        let mut cells = Vec::with_capacity(self.steps() + 1 + GROUP);
        cells.extend(self.turns.first());
        for pair in self.turns.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if from.z != to.z {
                cells.push(to);
                continue;
            }
            // Diagonally first, or sideways first, then straight on.
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let first = match self.moves {
                Moves::Eight => dx.abs().min(dy.abs()),
                Moves::Four => dx.abs(),
            };
            let (x, y) = match self.moves {
                Moves::Eight => (from.x + dx.signum() * first, from.y + dy.signum() * first),
                Moves::Four => (to.x, from.y),
            };
            let bend = Pos::new(x, y, from.z);
            extend_line(&mut cells, from, bend);
            extend_line(&mut cells, bend, to);
        }
        cells
    }

    /// How many moves the way has.
    pub fn steps(&self) -> usize {
        let steps = |pair: &[Pos]| {
            let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            match self.moves {
                _ if pair[0].z != pair[1].z => 1,
                Moves::Four => (dx + dy) as usize,
                Moves::Eight => dx.max(dy) as usize,
            }
        };
        self.turns.windows(2).map(steps).sum()
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

/// How many cells are added at once: most lines in a maze are short.
const GROUP: usize = 4;

/// Adds the cells of a straight or diagonal line, without the first. Whole groups are added, as
/// that takes three quarters of the time, and what is too much is taken off again.
#[inline(always)]
fn extend_line(cells: &mut Vec<Pos>, from: Pos, to: Pos) {
    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let count = (to.x - from.x).abs().max((to.y - from.y).abs());
    let end = cells.len() + count as usize;
    let (mut x, mut y) = (from.x, from.y);
    loop {
        let group: [Pos; GROUP] = std::array::from_fn(|index| {
            let index = index as i32 + 1;
            Pos::new(x + dx * index, y + dy * index, from.z)
        });
        cells.extend_from_slice(&group);
        if cells.len() >= end {
            break;
        }
        x += dx * GROUP as i32;
        y += dy * GROUP as i32;
    }
    cells.truncate(end);
}

impl<'a> IntoIterator for &'a Route {
    type Item = Pos;
    type IntoIter = RouteCells<'a>;

    fn into_iter(self) -> RouteCells<'a> {
        self.iter()
    }
}

/// The cells of a [`Route`], from start to goal.
#[derive(Clone, Debug)]
pub struct RouteCells<'a> {
    /// The turns that are not passed yet, and where the way is.
    turns: &'a [Pos],
    at: Option<Pos>,
    moves: Moves,
}

impl Iterator for RouteCells<'_> {
    type Item = Pos;

    fn next(&mut self) -> Option<Pos> {
        let to = *self.turns.first()?;
        let next = match self.at {
            Some(at) if at.z == to.z && at != to => {
                // Between two turns: diagonally first, or sideways first, then straight on.
                let (dx, dy) = ((to.x - at.x).signum(), (to.y - at.y).signum());
                match self.moves {
                    Moves::Eight => Pos::new(at.x + dx, at.y + dy, at.z),
                    Moves::Four if dx != 0 => Pos::new(at.x + dx, at.y, at.z),
                    Moves::Four => Pos::new(at.x, at.y + dy, at.z),
                }
            }
            _ => to,
        };
        self.at = Some(next);
        if next == to {
            self.turns = &self.turns[1..];
        }
        Some(next)
    }
}

/// One of the two ends of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteEnd {
    /// Where the way begins.
    Start,
    /// Where it should end.
    Goal,
}

impl fmt::Display for RouteEnd {
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
    #[error("{}", self.told(&|pos| pos.to_string()))]
    Outside {
        /// Which end.
        end: RouteEnd,
        /// Where.
        pos: Pos,
        /// The size of the volume.
        size: Size,
    },
    /// Nobody can stand at an end.
    #[error("{}", self.told(&|pos| pos.to_string()))]
    NotWalkable {
        /// Which end.
        end: RouteEnd,
        /// Where.
        pos: Pos,
        /// What is there.
        cell: Cell,
    },
    /// An end is of a material that the rules close.
    #[error("{}", self.told(&|pos| pos.to_string()))]
    Closed {
        /// Which end.
        end: RouteEnd,
        /// Where.
        pos: Pos,
    },
    /// Nothing joins the two ends, in any direction.
    #[error("start and goal are not connected")]
    Apart,
    /// The ends are joined, but only against a one-way link.
    #[error("{}", self.told(&|pos| pos.to_string()))]
    OneWay {
        /// Where that link can be entered.
        from: Pos,
        /// Where it leads.
        to: Pos,
    },
    /// The algorithm does not answer here.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The navigator does not know the volume as it is.
    #[error(transparent)]
    Stale(#[from] Stale),
}

impl NoRoute {
    /// The reason in words, with cells called as `name` says.
    pub fn told(&self, name: &dyn Fn(Pos) -> String) -> String {
        match *self {
            Self::Outside { end, pos, size } => {
                let pos = name(pos);
                format!("the {end} {pos} is outside the map, which is {size}")
            }
            Self::NotWalkable { end, pos, cell } => {
                let (pos, what) = (name(pos), cell.info().name);
                format!("the {end} {pos} is not walkable: it is {what}")
            }
            Self::Closed { end, pos } => {
                let pos = name(pos);
                format!("the {end} {pos} is of a material that the rules close")
            }
            Self::OneWay { from, to } => {
                let way = match from.z == to.z {
                    true => "one-way step, into a shaft",
                    false => "one-way link",
                };
                let (from, to) = (name(from), name(to));
                format!("the goal is reached only against a {way}: {from} leads to {to}, not back")
            }
            Self::Apart | Self::Refused(_) | Self::Stale(_) => self.to_string(),
        }
    }
}

/// Why an algorithm does not answer: a wrong question, not an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The algorithm cannot take weights into account.
    #[error(
        "{algorithm} does not answer where cells have weights, as with gravity or avoided materials: expected {}",
        those_with_weights()
    )]
    Weighted {
        /// The algorithm that was asked for.
        algorithm: Algorithm,
    },
    /// What the algorithm needs to know in advance takes too much memory.
    #[error("{algorithm} needs {} on this map, and the limit is {}: expected {instead}, which needs less", size_of(*needed), size_of(*budget))]
    TooLarge {
        /// The algorithm that was asked for.
        algorithm: Algorithm,
        /// Bytes that it would take.
        needed: u64,
        /// Bytes that all indexes together may take.
        budget: u64,
        /// One that would answer.
        instead: Algorithm,
    },
}

/// Why a navigator does not answer for a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stale {
    /// The volume is another one.
    #[error("the navigator knows a volume of {known}, and this one is {found}: call follow first")]
    Size {
        /// The size of the volume that the navigator knows.
        known: Size,
        /// The size of the volume that it was asked about.
        found: Size,
    },
    /// The volume has changed.
    #[error("the volume has changed since the navigator followed it: call follow first")]
    Changed,
}

/// The algorithms that take weights, as in "a, b or c".
fn those_with_weights() -> String {
    let [auto, others @ ..] = Algorithm::ALL;
    let others = others.into_iter().filter(|other| other.takes_weights());
    let names: Vec<&str> = others.map(Algorithm::name).collect();
    format!("{} or {auto}", names.join(", "))
}

/// Bytes in words.
fn size_of(bytes: u64) -> String {
    match bytes {
        0..0x40_0000 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        0x40_0000..0x4000_0000 => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}
