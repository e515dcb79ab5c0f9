//! Ways for minds: from somebody to a place, by steps and ways up and down.

use super::actor::Side;
use super::game::Game;
use super::stage::{Way, WayKind};
use crate::space::{Direction, Pos};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A move on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Move {
    /// A step.
    Step(Direction),
    /// A way up or down.
    Climb(Way),
}

/// The cells that a search looks at, at most.
const MOST: usize = 6000;
/// What it costs to be beside something that pulls.
const BESIDE_PULL: u32 = 4;
/// What it costs to walk through somebody.
const CROWDED: u32 = 5;

impl Game {
    /// The first move of a cheapest way from a place to another; none if there is no way within
    /// reach.
    pub(super) fn first_move(&self, from: Pos, to: Pos, flies: bool) -> Option<Move> {
        let way = self.cheapest(from, to, flies, MOST)?;
        way.first().map(|(mov, _)| *mov)
    }

    /// A cheapest way from a place to another: every move, and where it leads. None if there is
    /// no way, or none was found after so many cells.
    pub(super) fn cheapest(
        &self,
        from: Pos,
        to: Pos,
        flies: bool,
        most: usize,
    ) -> Option<Vec<(Move, Pos)>> {
        let mut known: HashMap<Pos, (u32, Option<(Move, Pos)>)> =
            HashMap::from([(from, (0, None))]);
        let mut open = BinaryHeap::from([Reverse((0u32, from))]);
        let mut left = most;
        while let Some(Reverse((cost, at))) = open.pop() {
            if known[&at].0 != cost {
                continue;
            }
            if at == to {
                let mut way = Vec::new();
                let mut at = to;
                while let Some((mov, before)) = known[&at].1 {
                    way.push((mov, at));
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            left = left.checked_sub(1)?;
            self.for_each_move(at, flies, |mov, next, price| {
                // The goal itself may be taken.
                let is_crowded = next != to && self.at(next).is_some();
                let cost = cost + price + if is_crowded { CROWDED } else { 0 };
                let entry = known.entry(next).or_insert((u32::MAX, None));
                if cost < entry.0 {
                    *entry = (cost, Some((mov, at)));
                    open.push(Reverse((cost, next)));
                }
            });
        }
        None
    }

    /// Calls `visit` with every move from a place that somebody with a mind would make: they
    /// keep off what pulls.
    pub(super) fn for_each_move(
        &self,
        at: Pos,
        flies: bool,
        mut visit: impl FnMut(Move, Pos, u32),
    ) {
        let stage = self.stage();
        // Each cell around is looked at once: where one can stand, and, of those a step further
        // as well, which take whoever steps there elsewhere.
        let offset = |number: usize, side: usize| {
            let half = (side / 2) as i32;
            let [x, y] = [number % side, number / side].map(|at| at as i32 - half);
            Pos::new(at.x + x, at.y + y, at.z)
        };
        let open: [bool; 9] = std::array::from_fn(|number| self.can_stand(offset(number, 3)));
        let takes: [bool; 25] =
            std::array::from_fn(|number| !flies && self.takes(offset(number, 5)));
        for &towards in &Direction::ALL[..8] {
            let (east, north, _) = towards.east_north_up();
            let place = |x: i32, y: i32, side: i32| ((y + side / 2) * side + x + side / 2) as usize;
            let (x, y) = (east, -north);
            let to = at.step(towards);
            let is_open = |x: i32, y: i32| open[place(x, y, 3)];
            let is_cornered = x != 0 && y != 0 && !(is_open(x, 0) && is_open(0, y));
            let is_taken = |x: i32, y: i32| takes[place(x, y, 5)];
            if !is_open(x, y) || is_cornered || is_taken(x, y) || !stage.is_loaded(to) {
                continue;
            }
            let is_beside_pull = (y - 1..=y + 1).any(|y| (x - 1..=x + 1).any(|x| is_taken(x, y)));
            let price = 1 + if is_beside_pull { BESIDE_PULL } else { 0 };
            visit(Move::Step(towards), to, price);
        }
        if stage.cell(at).is_vertical() || self.is_beside_ramp(at) {
            for way in self.ways(at) {
                if stage.is_loaded(way.to) && self.is_passable(&way) {
                    visit(Move::Climb(way), way.to, 1 + way.levels);
                }
            }
        }
    }

    /// Whether a way begins at a cell because of a ramp beside or below it.
    fn is_beside_ramp(&self, at: Pos) -> bool {
        let beside = Direction::STRAIGHT.map(|way| at.step(way));
        let mut cells = beside.into_iter().chain([at.step(Direction::Down)]);
        cells.any(|pos| {
            matches!(
                self.stage().cell(pos).info().leads,
                crate::cell::Leads::Ramp(_)
            )
        })
    }

    /// Whether somebody with a mind can take a way: nothing blocks or locks it.
    pub(super) fn is_passable(&self, way: &Way) -> bool {
        match way.kind {
            WayKind::Connection(_, id) => {
                let carved = self.stage().sector();
                let connection = carved.and_then(|carved| carved.sector().connection(id));
                connection.is_some_and(|connection| {
                    let [low, _] = connection.low_and_high();
                    let goes_up = way.towards == Direction::Up;
                    let leads = connection.is_two_way() || (connection.from == low) == goes_up;
                    let is_shut = |lock: crate::ids::LockId| !self.has_key(&lock.to_string());
                    leads && !connection.is_blocked() && !connection.lock.is_some_and(is_shut)
                })
            }
            WayKind::Link(_) => {
                let lock = self.locks.get(&way.from);
                let is_shut = lock.is_some_and(|lock| !self.has_key(lock));
                !is_shut && !self.stage().pulls(way.from) && !self.stands_still(way)
            }
        }
    }

    /// Whether somebody of the party has the key for a lock.
    pub(super) fn has_key(&self, lock: &str) -> bool {
        let mut party = self.actors().filter(|actor| actor.side == Side::Party);
        party.any(|actor| actor.key_for(lock).is_some())
    }
}
