//! Gives every room a place in three dimensions.
//!
//! Graphs that are paths, rings or grids are folded over the layers without any corridor.
//! Other graphs are laid out in two ways, of which the tighter is taken: room by room, and on a
//! lattice whose corridors are all routed at once. With wishes only the lattice is used.
//!
//! Room by room, rooms are placed breadth-first from the entry hall, each against a wall of the room it is
//! reached from, or above or below it. Edges that close a cycle are routed as corridors
//! through free units, over and under obstacles. The units in front of walls that a room
//! still needs are kept free; corridors that are in the way of another are ripped up and
//! routed again; if that is not enough, everything is placed again with more space between.
//! The last resort is to put all rooms in a row, which fails only if the corridors between
//! thousands of rooms would take more than twenty million units.

mod avenue;
mod floor_plan;
mod fold;
mod grid;
mod lattice;
mod mesh;
mod place;
mod route;
mod squeeze;
mod tree;
mod wished;

use super::blueprint::Trend;
use super::graph::{RoomGraph, RoomSize, Wish};
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
    /// What stood in the way if all rooms are in a row, the layout of last resort.
    pub row: Option<String>,
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

/// Why a graph could not be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// The corridors take too many units.
    #[error(
        "no corridor for edge {} {}: the corridors so far take 20,000,000 units, which is the limit",
        a.number(),
        b.number()
    )]
    Corridors {
        /// One end of the edge.
        a: RoomId,
        /// The other end.
        b: RoomId,
    },
    /// A wish contradicts no other, but there is no place for it.
    #[error("no place for a wish that contradicts no other: {wish}")]
    Wish {
        /// The wish.
        wish: Wish,
    },
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
/// visit in all, before something else is tried.
const ATTEMPTS: u32 = 24;
const MAX_WORK: u64 = 4_000_000;
/// The same for a graph that a user brings, for which there are other ways.
const BROUGHT_ATTEMPTS: u32 = 6;
const BROUGHT_WORK: u64 = 300_000;
/// Up to how many rooms the best of several layouts is taken, and how many are made.
const FEW: usize = 64;
const LAYOUTS: u32 = 5;
/// From how many edges for each room on no lattice is tried.
const DENSE: usize = 8;

/// Lays out a graph. The same graph, trend and seed give the same layout.
pub fn lay_out(graph: &RoomGraph, trend: Trend, seed: Seed) -> Result<Layout, LayoutError> {
    tell_start(seed);
    let tree = tree::Tree::new(graph);
    if !graph.wishes.is_empty() {
        let layout = wished::lay_out(graph, &tree, trend, seed.child("layout"))?;
        return Ok(complete(layout));
    }
    let layout = match graph.is_brought {
        true => lay_out_brought(graph, &tree, trend, seed.child("layout")),
        false => grow(graph, &tree, trend, seed.child("layout")),
    };
    let layout = match layout {
        Ok(layout) => layout,
        Err(obstacle) => row(graph, &tree, obstacle)?,
    };
    Ok(complete(layout))
}

/// Lays out a graph that a user brings: without corridors if it is a path, a ring or a grid,
/// else room by room or on a lattice, whichever is tighter.
fn lay_out_brought(
    graph: &RoomGraph,
    tree: &tree::Tree,
    trend: Trend,
    seed: Seed,
) -> Result<Layout, Obstacle> {
    let folded = fold::lay_out(graph, tree, trend);
    if let Some(layout) = folded.or_else(|| mesh::lay_out(graph, tree, trend)) {
        return Ok(layout);
    }
    let grown = grow_tight(graph, tree, trend, seed);
    let is_good = |layout: &Layout| squeeze::Measure::of(graph, layout).is_good(graph);
    if grown.as_ref().is_ok_and(is_good) {
        return grown;
    }
    let (blocks, layers) = (
        lattice::Block::singles(graph),
        lattice::layers(graph.rooms.len(), trend),
    );
    // Where nearly everything is joined to everything, no lattice is wide enough.
    let is_dense = graph.edges.len() > DENSE * graph.rooms.len();
    let lattice = match is_dense {
        true => None,
        false => lattice::lay_out(graph, tree, &blocks, layers, seed),
    };
    let Some(mut layout) = lattice else {
        return grown.or_else(|_| {
            let mut layout = grow(graph, tree, trend, seed)?;
            squeeze::squeeze(graph, &mut layout);
            Ok(layout)
        });
    };
    squeeze::squeeze(graph, &mut layout);
    let cost = |layout: &Layout| squeeze::Measure::of(graph, layout).cost();
    match grown {
        Ok(grown) if cost(&grown) <= cost(&layout) => Ok(grown),
        _ => Ok(layout),
    }
}

/// Places room by room, again and again with more space between, until all edges are realised.
fn grow(
    graph: &RoomGraph,
    tree: &tree::Tree,
    trend: Trend,
    seed: Seed,
) -> Result<Layout, Obstacle> {
    // Many rooms never fit close together.
    let spread = (graph.rooms.len() as u32 / 80).min(ATTEMPTS / 2);
    // With very many rooms each attempt takes long.
    let attempts = (24_000 / graph.rooms.len().max(1) as u32).clamp(2, ATTEMPTS);
    grow_from(graph, tree, trend, seed, [spread, attempts], MAX_WORK)
}

/// The same with little space, squeezed; with few rooms, the best of several layouts.
fn grow_tight(
    graph: &RoomGraph,
    tree: &tree::Tree,
    trend: Trend,
    seed: Seed,
) -> Result<Layout, Obstacle> {
    let layouts = if graph.rooms.len() <= FEW { LAYOUTS } else { 1 };
    let made = (0..layouts).map(|number| {
        let seed = seed.child("grown").child(number);
        let mut layout = grow_from(
            graph,
            tree,
            trend,
            seed,
            [0, BROUGHT_ATTEMPTS],
            BROUGHT_WORK,
        )?;
        squeeze::squeeze(graph, &mut layout);
        Ok((squeeze::Measure::of(graph, &layout).cost(), layout))
    });
    let best = made.min_by_key(|made| made.as_ref().map_or(u64::MAX, |&(cost, _)| cost));
    match best {
        Some(best) => best.map(|(_, layout)| layout),
        None => Err(Obstacle::NothingVertical),
    }
}

fn grow_from(
    graph: &RoomGraph,
    tree: &tree::Tree,
    trend: Trend,
    seed: Seed,
    [spread, attempts]: [u32; 2],
    most: u64,
) -> Result<Layout, Obstacle> {
    let mut work = 0;
    let mut last = Obstacle::NothingVertical;
    for attempt in 0..attempts {
        let random = seed.child(attempt).stream();
        let mut plan = FloorPlan::new(graph, tree, trend, random, spread + attempt);
        match plan.fill() {
            Ok(()) => return Ok(plan.finish(attempt)),
            Err((edge, obstacle)) => {
                let RoomPos { x, y, z } = plan.place_of(edge);
                warn!(x, y, z, %obstacle, event = "Overlap", X = x, Y = y, Z = z, "overlap detected, retrying");
                last = obstacle;
            }
        }
        work += plan.router.work;
        if work > most {
            break;
        }
    }
    Err(last)
}

/// Puts all rooms in a row, and keeps in mind why.
fn row(graph: &RoomGraph, tree: &tree::Tree, why: Obstacle) -> Result<Layout, LayoutError> {
    let made = avenue::lay_out(graph, tree, ATTEMPTS);
    let mut layout = made.map_err(|edge| {
        let edge = graph.edges.get(edge.index());
        let (a, b) = edge.map_or((RoomId::ENTRY, RoomId::ENTRY), |edge| (edge.a, edge.b));
        LayoutError::Corridors { a, b }
    })?;
    squeeze::squeeze(graph, &mut layout);
    layout.row = Some(why.to_string());
    Ok(layout)
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

/// Makes the rooms of a grid small, unless somebody asked for their sizes: each then has exactly
/// the walls that it needs.
pub(super) fn tighten(graph: &mut RoomGraph) {
    let is_sized = graph.rooms.iter().any(|room| room.is_sized);
    let is_plain = graph.is_brought && graph.wishes.is_empty() && !is_sized;
    if is_plain && mesh::Mesh::of(&graph.neighbours(), graph.edges.len()).is_some() {
        for room in &mut graph.rooms {
            room.size = RoomSize::Small;
        }
    }
}
