//! Rooms on a lattice with space for corridors between, for graphs with many cycles.
//!
//! Annealing brings joined rooms near each other; rooms above each other are joined directly;
//! all other edges are routed at once. The lattice is as tight as the corridors allow: it
//! becomes wider until they fit.

mod anneal;
mod block;
mod negotiate;

use super::super::blueprint::Trend;
use super::super::graph::RoomGraph;
use super::floor_plan::{footprint, wall_unit};
use super::grid::{Grid, Owner};
use super::tree::Tree;
use super::{Door, Joint, Layout};
use crate::ids::{EdgeId, RoomId};
use crate::seed::Seed;
use crate::space::{Direction, Layer, RoomPos};
use anneal::Anneal;
pub(super) use block::{Block, Member};
use negotiate::Negotiation;

/// A lattice of square lots on some layers.
#[derive(Clone, Copy, Debug)]
struct Lots {
    /// Lots along each side.
    side: i32,
    /// Units from one lot to the next.
    pitch: i32,
    low: i32,
    high: i32,
}

impl Lots {
    fn layers(&self) -> i32 {
        self.high - self.low + 1
    }

    /// How many lots a block takes along each side, with a little space beside it.
    fn across(&self, side: i32) -> i32 {
        let space = (self.pitch - 1).min(2);
        (side + space + self.pitch - 1) / self.pitch
    }
}

/// How much of the box corridors may fill, in percent, before a wider lattice is tried: less
/// where there are many, because each search for a corridor then takes long.
fn fill(edges: usize) -> i64 {
    match edges {
        0..=500 => 50,
        501..=2000 => 40,
        _ => 25,
    }
}

/// How many lattices are tried.
const TRIES: u32 = 6;
/// How many units the searches for corridors may visit: for each edge, and in all.
const WORK: u64 = 40_000;
const MAX_WORK: u64 = 80_000_000;
/// The most units in a box.
const MAX_UNITS: i64 = 3_000_000;

/// The layers to use: few for few rooms.
pub(super) fn layers(rooms: usize, trend: Trend) -> [i32; 2] {
    let count = match rooms {
        0..=4 => 1,
        5..=16 => 2,
        17..=40 => 3,
        41..=99 => 4,
        100..=199 => 5,
        _ => 7,
    };
    let lowest = Layer::DeepRoots.z();
    let down = match trend {
        Trend::Descend => count - 1,
        Trend::Climb => (count - 1 + lowest).max(0),
        Trend::Mixed => (count - 1) / 2,
    };
    let down = down.min(-lowest);
    [-down, count - 1 - down]
}

/// Lays out a graph whose rooms are in blocks; none if the corridors do not fit.
pub(super) fn lay_out(
    graph: &RoomGraph,
    tree: &Tree,
    blocks: &[Block],
    layers: [i32; 2],
    seed: Seed,
) -> Option<Layout> {
    lay_out_with(graph, tree, blocks, layers, true, seed)
}

/// The same; `needs_deep` if rooms above each other must be joined somewhere.
pub(super) fn lay_out_with(
    graph: &RoomGraph,
    tree: &Tree,
    blocks: &[Block],
    [low, high]: [i32; 2],
    needs_deep: bool,
    seed: Seed,
) -> Option<Layout> {
    let seed = seed.child("lattice");
    let neighbours: Vec<Vec<RoomId>> = tree
        .neighbours
        .iter()
        .map(|edges| edges.iter().map(|&(_, room)| room).collect())
        .collect();
    let order = order(graph, tree, blocks);
    let edges = graph.edges.len() as i64;
    let mut pitch = 1 + i32::from(edges >= graph.rooms.len() as i64);
    let mut work = MAX_WORK.min(WORK * graph.edges.len() as u64);
    for attempt in 0..TRIES {
        let mut anneal = fit(graph, &neighbours, blocks, &order, [low, high], pitch)?;
        let mut random = seed.child(attempt).stream();
        let rooms = graph.rooms.len() as u32;
        anneal.run(&mut random, rooms.saturating_mul(600).min(3_000_000));
        let lots = anneal.lots();
        let units = i64::from(lots.side * lots.side * lots.layers()) * i64::from(pitch).pow(2);
        if units > MAX_UNITS {
            return None;
        }
        // The corridors grow with the pitch, the box with its square.
        let needed =
            (anneal.total() * 100 * i64::from(pitch) / (units * fill(graph.edges.len()))) as i32;
        if needed > pitch + pitch / 3 {
            pitch = needed;
            continue;
        }
        let anchors: Vec<RoomPos> = RoomId::all(graph.rooms.len())
            .map(|room| anneal.anchor(room))
            .collect();
        let joints = join(graph, &anchors, [low, high], pitch, &mut work);
        if let Some(joints) = joints.filter(|joints| !needs_deep || is_deep(graph, joints)) {
            return Some(Layout {
                anchors,
                joints,
                retries: attempt,
                stacked: Vec::new(),
                row: None,
            });
        }
        pitch += 1 + pitch / 4;
    }
    None
}

/// Whether rooms above each other are joined, as five rooms or more must be somewhere.
pub(super) fn is_deep(graph: &RoomGraph, joints: &[Joint]) -> bool {
    let is_vertical = |joint: &Joint| matches!(joint, Joint::Column { .. });
    graph.rooms.len() < 5 || joints.iter().any(is_vertical)
}

/// A lattice on which all blocks fit.
fn fit<'a>(
    graph: &'a RoomGraph,
    neighbours: &'a [Vec<RoomId>],
    blocks: &'a [Block],
    order: &[u32],
    [low, high]: [i32; 2],
    pitch: i32,
) -> Option<Anneal<'a>> {
    let mut lots = Lots {
        side: 1,
        pitch,
        low,
        high,
    };
    let sizes = blocks
        .iter()
        .map(|block| lots.across(block.side).pow(2) * block.height);
    let area = sizes.sum::<i32>() as u32;
    lots.side = area.div_ceil(lots.layers() as u32).isqrt().max(1) as i32;
    for _ in 0..40 {
        if let Some(anneal) = Anneal::new(graph, neighbours, blocks, lots, order) {
            return Some(anneal);
        }
        lots.side += 1 + lots.side / 8;
    }
    None
}

/// The blocks in the order in which a breadth-first search meets their rooms.
fn order(graph: &RoomGraph, tree: &Tree, blocks: &[Block]) -> Vec<u32> {
    let mut block_of = vec![0_u32; graph.rooms.len()];
    for (number, block) in (0..).zip(blocks) {
        for member in &block.members {
            block_of[member.room.index()] = number;
        }
    }
    let mut met = vec![false; blocks.len()];
    let rooms = [RoomId::ENTRY].into_iter();
    let rooms = rooms.chain(tree.arrivals.iter().map(|arrival| arrival.room));
    let blocks = rooms.map(|room| block_of[room.index()]);
    blocks
        .filter(|&block| !std::mem::replace(&mut met[block as usize], true))
        .collect()
}

/// Realises all edges between rooms that have their places; none if corridors do not fit.
pub(super) fn join(
    graph: &RoomGraph,
    anchors: &[RoomPos],
    layers: [i32; 2],
    margin: i32,
    work: &mut u64,
) -> Option<Vec<Joint>> {
    let mut grid = Grid::new(16);
    for ((id, room), &anchor) in RoomId::all(graph.rooms.len())
        .zip(&graph.rooms)
        .zip(anchors)
    {
        footprint(anchor, room.size.side()).for_each(|unit| grid.set(unit, Owner::Room(id)));
    }
    let mut joints: Vec<Option<Joint>> = vec![None; graph.edges.len()];
    let mut columns = Vec::new();
    let mut left = Vec::new();
    for (id, edge) in EdgeId::all(graph.edges.len()).zip(&graph.edges) {
        let [a, b] = [edge.a, edge.b]
            .map(|room| (anchors[room.index()], graph.rooms[room.index()].size.side()));
        let joint = match a.0.z == b.0.z {
            true => wall(a, b),
            false => column(&mut grid, a, b, &mut columns),
        };
        if joint.is_none() {
            left.push(id);
        }
        joints[id.index()] = joint;
    }
    if !left.is_empty() {
        let mut negotiation = Negotiation::new(graph, anchors, layers, margin, *work);
        columns.iter().for_each(|&unit| negotiation.block(unit));
        let routed = negotiation.route(&left);
        *work = negotiation.work;
        for (id, joint) in routed? {
            joints[id.index()] = Some(joint);
        }
    }
    joints.into_iter().collect()
}

/// Doors through a wall that two rooms share.
fn wall(a: (RoomPos, i32), b: (RoomPos, i32)) -> Option<Joint> {
    let is_in = |unit: RoomPos, (anchor, side): (RoomPos, i32)| {
        let inside = |at: i32, from: i32| (from..from + side).contains(&at);
        unit.z == anchor.z && inside(unit.x, anchor.x) && inside(unit.y, anchor.y)
    };
    let doors = Direction::STRAIGHT.into_iter().flat_map(|direction| {
        let units = (0..a.1).map(move |i| wall_unit(a.0, a.1, direction, i));
        units.map(move |unit| Door { unit, direction })
    });
    let mut doors = doors.filter(|door| is_in(door.front(), b));
    let door = doors.next()?;
    let back = Door {
        unit: door.front(),
        direction: door.direction.opposite(),
    };
    Some(Joint::Doors {
        doors: [door, back],
        via: Vec::new(),
    })
}

/// A column that two rooms share with nothing between, which is then taken.
fn column(
    grid: &mut Grid,
    a: (RoomPos, i32),
    b: (RoomPos, i32),
    columns: &mut Vec<RoomPos>,
) -> Option<Joint> {
    let shared = |a: i32, from: i32, b: i32, to: i32| a.max(b)..(a + from).min(b + to);
    let mut units = shared(a.0.y, a.1, b.0.y, b.1)
        .flat_map(|y| shared(a.0.x, a.1, b.0.x, b.1).map(move |x| (x, y)));
    let (low, high) = (a.0.z.min(b.0.z), a.0.z.max(b.0.z));
    let between = |x: i32, y: i32| (low + 1..high).map(move |z| RoomPos::new(x, y, z));
    let (x, y) = units.find(|&(x, y)| between(x, y).all(|unit| grid.is_free(unit)))?;
    for unit in between(x, y) {
        grid.set(unit, Owner::Column);
        columns.push(unit);
    }
    Some(Joint::Column { column: [x, y] })
}
