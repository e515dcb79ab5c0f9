//! Ways through the world, from any cell to any other.
//!
//! What joins zones is known from the plan alone, so the way is sketched first, from the goal
//! back to the start, over edges, stairs, pits and shafts, without building a zone
//! ([`sketch`]). Then A* walks over cells and is led by the sketch; it builds a zone when it
//! first steps in there ([`search`]).
//!
//! Not far away, guesses are never too high, and the way is a cheapest one. Far away they are
//! what zones cost as a rule; the search then goes through few zones that it does not need, and
//! the way is nearly a cheapest one.

mod flood;
mod gauge;
mod island;
mod numbers;
mod patch;
mod portal;
mod queue;
mod search;
mod sketch;

use super::{Address, Strata, Zone};
use crate::cell::Cell;
use crate::nav::RouteEnd;
use crate::rules::Moves;
use crate::space::{Pos, ZonePos};
use gauge::Gauge;
use search::Search;
use thiserror::Error;

/// A way through the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldRoute {
    /// What it costs, as for every other way: a straight step 408, a diagonal one 577, a link
    /// or a fall 408, and 99 straight steps for stepping onto a cell that pulls, 4 beside one.
    pub cost: u64,
    /// Whether it is a cheapest one for sure.
    pub is_exact: bool,
    /// Every cell from start to goal. After a cell that pulls comes the one where the fall ends.
    pub cells: Vec<Pos>,
    /// How many zones the search knew the boundary of.
    pub zones: u32,
    /// How many of them it went into.
    pub entered: u32,
    /// How many zones had to be built for it.
    pub built: u32,
    /// How many cells it went on from.
    pub expanded: u64,
}

impl WorldRoute {
    /// What it costs, in straight steps.
    pub fn straight_steps(&self) -> f64 {
        self.cost as f64 / f64::from(Strata::rules().costs.straight)
    }
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoWorldRoute {
    /// An end is outside the world.
    #[error(
        "the {end} {pos} is outside the world: expected x 0 to 19199, y 0 to 1874 and z 0 to 49"
    )]
    Outside {
        /// Which end.
        end: RouteEnd,
        /// Where.
        pos: Pos,
    },
    /// An end is in open air.
    #[error("the {end} {} is in open air: there is nothing to stand on", name(*pos))]
    InAir {
        /// Which end.
        end: RouteEnd,
        /// Where.
        pos: Pos,
    },
    /// Nobody can stand at an end.
    #[error("the {end} {} is not walkable: it is {}", name(*pos), cell.info().name)]
    NotWalkable {
        /// Which end.
        end: RouteEnd,
        /// Where.
        pos: Pos,
        /// What is there.
        cell: Cell,
    },
    /// Nothing leads from the start to the goal.
    #[error("nothing leads from the start to the goal")]
    Apart,
    /// The search went into as many zones as it may, and found nothing.
    #[error(
        "no way was found through {zones} zones, which is as far as a search goes: expected a goal that is easier to reach"
    )]
    TooFar {
        /// How many zones it went into.
        zones: u32,
    },
}

/// What a cell of the world is called: its zone, column and row, as in `World.11.22.1.1.10:3,4`.
pub(super) fn name(pos: Pos) -> String {
    match ZonePos::from_world(pos) {
        Some((zone, [x, y])) => format!("{}:{x},{y}", Address::of(zone)),
        None => pos.to_string(),
    }
}

/// How many levels one falls from a cell of a zone.
fn fall_from(zone: &Zone, [x, y]: [u32; 2]) -> u32 {
    let z = zone.pos().z();
    let mut verticals = zone.boundary().vertical().iter();
    let pull = verticals.find(|vertical| {
        [vertical.x, vertical.y].map(u32::from) == [x, y]
            && vertical.kind.pulls()
            && vertical.has_link_cell(z)
    });
    pull.map_or(0, |pull| pull.bottom() - z)
}

/// Up to how many straight steps without walls, with so many for each level, ways are exact.
const NEAR: u32 = 500;
const LEVEL: u32 = 50;
/// The most zones that a first search goes into, an exact one and a rough one: ways that need
/// more are so rare that it is looked first whether the goal is on an island.
const MOST: [u32; 2] = [600, 4000];
/// The most zones of an island.
const ISLAND: usize = 64;
/// The most zones that any search goes into: with these it takes about a gigabyte.
const LIMIT: u32 = 30_000;

impl Strata {
    /// Finds a way from a cell to another.
    ///
    /// Zones are built when the search comes to them. Within 3 × 3 × 5 zones the way is a
    /// cheapest one, unless it leads far out of them. The same question has the same answer
    /// whatever was built before.
    pub fn find(&self, from: Pos, to: Pos, moves: Moves) -> Result<WorldRoute, NoWorldRoute> {
        self.find_by(from, to, |gauge| gauge(moves))
    }

    /// The same for somebody who keeps off elevators, and off whatever pulls, however long the
    /// way around is.
    pub fn find_on_foot(
        &self,
        from: Pos,
        to: Pos,
        moves: Moves,
    ) -> Result<WorldRoute, NoWorldRoute> {
        self.find_by(from, to, |gauge| gauge(moves).on_foot())
    }

    fn find_by(
        &self,
        from: Pos,
        to: Pos,
        weigh: impl Fn(fn(Moves) -> Gauge) -> Gauge,
    ) -> Result<WorldRoute, NoWorldRoute> {
        let mut built = 0;
        let mut start = from;
        for (end, pos) in [(RouteEnd::Start, from), (RouteEnd::Goal, to)] {
            let (zone, [x, y]) =
                ZonePos::from_world(pos).ok_or(NoWorldRoute::Outside { end, pos })?;
            let (zone, is_new) = self.fetch(zone);
            built += u32::from(is_new);
            match zone.cell(x, y) {
                Cell::Air => return Err(NoWorldRoute::InAir { end, pos }),
                cell if !cell.is_walkable() => {
                    return Err(NoWorldRoute::NotWalkable { end, pos, cell });
                }
                _ => {}
            }
            // Whoever is on a cell that pulls falls first.
            if end == RouteEnd::Start && from != to {
                start.z -= fall_from(&zone, [x, y]) as i32;
            }
        }
        let columns = start.x.abs_diff(to.x);
        let rows = start.y.abs_diff(to.y);
        let levels = start.z.abs_diff(to.z);
        let is_near = columns.max(rows) + levels * LEVEL <= NEAR;
        // What is near may still be a long way off, as behind the walls of a lair; and a rough
        // search leaves out what is of no use as a rule.
        let exact = weigh(Gauge::exact);
        let rough = match is_near {
            true => weigh(Gauge::careful),
            false => weigh(Gauge::rough),
        };
        let first = match is_near {
            true => (exact, MOST[0]),
            false => (rough, MOST[1]),
        };
        let mut found = None;
        for (turn, (gauge, most)) in [first, (rough, LIMIT), (exact, LIMIT)]
            .into_iter()
            .enumerate()
        {
            if turn == 1 {
                let (is_apart, more) = island::is_apart(self, start, to, ISLAND);
                built += more;
                if is_apart {
                    break;
                }
            }
            let search = Search::new(self, gauge, [start, to], [built, most]);
            let Some(mut search) = search else {
                break;
            };
            found = search.run(start);
            built = search.built();
            if found.is_some() || search.is_certain() {
                break;
            }
            if most == LIMIT && search.is_cut_off() {
                return Err(NoWorldRoute::TooFar { zones: LIMIT });
            }
        }
        let mut route = found.ok_or(NoWorldRoute::Apart)?;
        if start != from {
            route.cells.insert(0, from);
            route.cost += u64::from(exact.fall) + self.weight(start, &exact);
        }
        Ok(route)
    }

    /// What stepping onto a cell costs besides the step.
    fn weight(&self, pos: Pos, gauge: &Gauge) -> u64 {
        ZonePos::from_world(pos).map_or(0, |(zone, [x, y])| {
            let weights = patch::Weights::new(self, zone);
            weights
                .of(patch::cell_at(x as usize, y as usize), gauge)
                .into()
        })
    }
}

#[cfg(test)]
mod tests;
