//! Gives every room a place in three dimensions.
//!
//! Rooms are placed breadth-first from the entry hall, each against a wall of the room it is
//! reached from, or above or below it. Edges that close a cycle are routed as corridors
//! through free units, over and under obstacles. The units in front of walls that a room
//! still needs are kept free; corridors that are in the way of another are ripped up and
//! routed again; if that is not enough, everything is placed again with more space between.
//! The last resort is to put all rooms in a row, which fails only if the corridors between
//! thousands of rooms would take more than twenty million units.

mod avenue;
mod floor_plan;
mod grid;
mod place;
mod route;
mod tree;

use super::blueprint::Trend;
use super::graph::RoomGraph;
use crate::ids::{LockId, RoomId};
use crate::seed::Seed;
use crate::space::{Direction, RoomPos};
use floor_plan::FloorPlan;
pub(super) use floor_plan::{footprint, wall_unit};
pub(super) use grid::{Grid, Owner};
use thiserror::Error;
use tracing::{info, trace, warn};

/// The places of a graph's rooms, and how its edges are realised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The south-west corner of each room.
    pub anchors: Vec<RoomPos>,
    /// How each edge is realised.
    pub joints: Vec<Joint>,
    /// How often all rooms were placed again.
    pub retries: u32,
    /// Rooms that lie above each other and are joined without an edge.
    pub stacked: Vec<Stacked>,
    /// Whether all rooms are in a row, the layout of last resort.
    pub is_row: bool,
}

/// Two rooms above each other with nothing between, to be joined without an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacked {
    /// The lower and the higher room.
    pub ends: [RoomId; 2],
    /// The x and y of the column between them.
    pub column: [i32; 2],
    /// The lock that it has, so that it leads around none.
    pub lock: Option<LockId>,
}

/// How an edge is realised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Through walls, perhaps with a corridor between.
    Doors {
        /// The doors of the first and the second room.
        doors: [Door; 2],
        /// The units of the corridor, from the first room to the second; none if they share a wall.
        via: Vec<RoomPos>,
    },
    /// Up or down, in the column with this x and y.
    Column {
        /// The x and y of the column.
        column: [i32; 2],
    },
    /// Not at all.
    Dropped,
}

/// A door in a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// The room's own unit at the wall.
    pub unit: RoomPos,
    /// Which wall.
    pub direction: Direction,
}

impl Door {
    /// The unit in front of it.
    pub fn front(self) -> RoomPos {
        self.unit.step(self.direction)
    }
}

/// A graph that could not be laid out within its budget.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "no corridor for edge {} {}: the corridors so far take 20,000,000 units, which is the limit",
    a.number(),
    b.number()
)]
pub struct LayoutError {
    /// One end of the edge.
    pub a: RoomId,
    /// The other end.
    pub b: RoomId,
}

/// What stands in the way of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum Obstacle {
    /// There is no free wall.
    #[error("room {0} has no wall left with a free unit in front of it")]
    Walls(RoomId),
    /// All space around is taken.
    #[error("every free unit around room {0} is cut off from room {1}")]
    CutOff(RoomId, RoomId),
    /// There is nothing above or below.
    #[error("no room could be placed above or below another")]
    NothingVertical,
}

/// How often all rooms are placed again, and how many units the searches for corridors may
/// visit in all, before the rooms are put in a row.
const ATTEMPTS: u32 = 24;
const MAX_WORK: u64 = 4_000_000;

/// Lays out a graph. The same graph, trend and seed give the same layout.
pub fn lay_out(graph: &RoomGraph, trend: Trend, seed: Seed) -> Result<Layout, LayoutError> {
    tell_start(seed);
    let tree = tree::Tree::new(graph);
    let seed = seed.child("layout");
    let mut work = 0;
    // Many rooms never fit close together.
    let spread = (graph.rooms.len() as u32 / 80).min(ATTEMPTS / 2);
    // With very many rooms each attempt takes long.
    let attempts = (24_000 / graph.rooms.len().max(1) as u32).clamp(2, ATTEMPTS);
    for attempt in 0..attempts {
        let random = seed.child(attempt).stream();
        let mut plan = FloorPlan::new(graph, &tree, trend, random, spread + attempt);
        match plan.fill() {
            Ok(()) => return Ok(complete(plan.finish(attempt))),
            Err((edge, obstacle)) => {
                let RoomPos { x, y, z } = plan.place_of(edge);
                warn!(x, y, z, %obstacle, event = "Overlap", X = x, Y = y, Z = z, "overlap detected, retrying");
            }
        }
        work += plan.router.work;
        if work > MAX_WORK {
            break;
        }
    }
    let layout = avenue::lay_out(graph, &tree, attempts).map_err(|edge| {
        let edge = graph.edges.get(edge.index());
        let (a, b) = edge.map_or((RoomId::ENTRY, RoomId::ENTRY), |edge| (edge.a, edge.b));
        LayoutError { a, b }
    })?;
    Ok(complete(layout))
}

/// Logs that rooms are about to get their places.
pub(super) fn tell_start(seed: Seed) {
    info!(origin = %RoomPos::ORIGIN, %seed, "starting 3D layout");
}

/// Logs where the rooms are.
pub(super) fn complete(layout: Layout) -> Layout {
    for (id, &RoomPos { x, y, z }) in RoomId::all(layout.anchors.len()).zip(&layout.anchors) {
        trace!(%id, x, y, z, event = "Placement", Id = %id, X = x, Y = y, Z = z, "placed room");
    }
    info!(rooms = layout.anchors.len(), "3D layout complete");
    layout
}

/// Puts all rooms in a row: the layout that always exists.
#[cfg(test)]
pub(crate) fn lay_out_in_a_row(graph: &RoomGraph) -> Option<Layout> {
    avenue::lay_out(graph, &tree::Tree::new(graph), 0).ok()
}
