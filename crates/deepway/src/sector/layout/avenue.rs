//! A layout that works for every graph: all rooms in a row, and a lane for every edge.
//!
//! From each wall a lane leads north on the ground level, at its own x. An edge follows the
//! lane of its first end to a y that no neighbouring edge uses, climbs to the layer above,
//! crosses over to the lane of its other end, and follows that back. Lanes never meet on the
//! lower layer and cross-overs never on the upper, whether the graph is planar or not. The
//! result is not pretty; it is for graphs that nothing else can lay out.

use super::super::graph::RoomGraph;
use super::floor_plan::wall_unit;
use super::tree::Tree;
use super::{Door, Joint, Layout};
use crate::ids::{EdgeId, RoomId};
use crate::space::{Direction, RoomPos};

/// The order in which a room's walls are used.
const WALLS: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::West,
    Direction::South,
];

/// The most units that all corridors may have: as JSON they take nearly a gigabyte.
const MAX_UNITS: u64 = 20_000_000;

/// A lane and the path from a door to it.
struct Lane {
    door: Door,
    /// The units from the door to the first unit of the lane.
    units: Vec<RoomPos>,
}

impl Lane {
    /// The lane of a unit of a wall; the lanes of a room do not meet.
    fn new(anchor: RoomPos, side: i32, direction: Direction, i: i32) -> Self {
        let door = Door {
            unit: wall_unit(anchor, side, direction, i),
            direction,
        };
        let mut at = door.front();
        let mut units = vec![at];
        let mut go = |direction: Direction, steps: i32| {
            for _ in 0..steps {
                at = at.step(direction);
                units.push(at);
            }
        };
        // The closer a unit is to the north, or at the south wall to the east, the
        // shorter the path to its lane.
        let turn = side - 1 - i;
        match direction {
            Direction::North => {}
            Direction::East => go(Direction::East, turn),
            Direction::West => go(Direction::West, turn),
            _ => {
                go(Direction::South, turn);
                // Past the rest of the room, its lanes to the east, and those of the
                // south wall that are shorter.
                go(Direction::East, 2 * side + turn - i);
            }
        }
        Self { door, units }
    }

    fn last(&self) -> RoomPos {
        self.units[self.units.len() - 1]
    }
}

/// Lays out a graph; fails with the edge at which the corridors get too long.
pub(super) fn lay_out(graph: &RoomGraph, tree: &Tree, retries: u32) -> Result<Layout, EdgeId> {
    let neighbours = &tree.neighbours;
    let side = |room: RoomId| graph.rooms[room.index()].size.side();
    // One edge leads down, to the room with the fewest neighbours.
    let rooms = RoomId::all(graph.rooms.len());
    let lower = rooms
        .clone()
        .skip(1)
        .filter(|_| graph.rooms.len() >= 5)
        .min_by_key(|&room| neighbours[room.index()].len());
    let vertical = lower.map(|room| neighbours[room.index()][0]);
    let mut anchors = vec![RoomPos::ORIGIN; graph.rooms.len()];
    let mut west = 0;
    for room in row(graph, tree)
        .into_iter()
        .filter(|&room| Some(room) != lower)
    {
        let wide = side(room);
        if room != RoomId::ENTRY {
            west += wide;
        }
        anchors[room.index()] = RoomPos::new(west, 0, 0);
        west += 4 * wide;
        if let (Some(lower), Some((_, upper))) = (lower, vertical)
            && upper == room
        {
            // Below the eastern wall, with space to both sides.
            if room != RoomId::ENTRY {
                anchors[room.index()].x += side(lower);
            }
            let anchor = anchors[room.index()];
            anchors[lower.index()] = RoomPos::new(anchor.x + wide - 1, 0, -1);
            west += 6 * side(lower);
        }
    }
    // The doors of each room, in the order of its edges.
    let mut lanes: Vec<[Option<Lane>; 2]> = graph.edges.iter().map(|_| [None, None]).collect();
    for room in rooms.clone() {
        let (anchor, wide) = (anchors[room.index()], side(room));
        let units = if graph.is_brought { wide } else { 1 };
        let mut free = WALLS
            .into_iter()
            .flat_map(|wall| (0..units).map(move |i| (wall, i)));
        for &(edge, _) in &neighbours[room.index()] {
            if vertical.is_some_and(|(down, _)| down == edge) {
                continue;
            }
            let end = usize::from(graph.edges[edge.index()].a != room);
            let (wall, i) = free.next().ok_or(edge)?;
            lanes[edge.index()][end] = Some(Lane::new(anchor, wide, wall, i));
        }
    }
    let tracks = tracks(graph, &lanes, lower);
    let north = 1 + rooms.map(side).max().unwrap_or(1);
    let mut joints = Vec::new();
    let mut total = 0;
    for (id, ends) in EdgeId::all(lanes.len()).zip(lanes) {
        let [Some(first), Some(second)] = ends else {
            let column = lower.map_or([0, 0], |room| [anchors[room.index()].x, 0]);
            joints.push(Joint::Column { column });
            continue;
        };
        let y = north + tracks[id.index()];
        let via = join(&first, &second, y);
        total += via.len() as u64;
        if total > MAX_UNITS {
            return Err(id);
        }
        let doors = [first.door, second.door];
        joints.push(Joint::Doors { doors, via });
    }
    Ok(Layout {
        anchors,
        joints,
        retries,
        stacked: Vec::new(),
        row: Some(String::new()),
    })
}

/// The rooms in an order that keeps joined rooms near each other: breadth-first, which suits
/// long graphs, or depth-first with the smaller part first, which suits wide graphs.
fn row(graph: &RoomGraph, tree: &Tree) -> Vec<RoomId> {
    let met: Vec<RoomId> = [RoomId::ENTRY]
        .into_iter()
        .chain(tree.arrivals.iter().map(|arrival| arrival.room))
        .collect();
    let mut behind: Vec<Vec<RoomId>> = vec![Vec::new(); graph.rooms.len()];
    for arrival in &tree.arrivals {
        behind[arrival.from.index()].push(arrival.room);
    }
    let (mut deep, mut open) = (Vec::with_capacity(met.len()), vec![RoomId::ENTRY]);
    while let Some(room) = open.pop() {
        deep.push(room);
        let next = &mut behind[room.index()];
        next.sort_by_key(|&room| std::cmp::Reverse(tree.behind[room.index()]));
        open.append(next);
    }
    let span = |row: &[RoomId]| {
        let mut places = vec![0_u64; row.len()];
        for (place, &room) in (0..).zip(row) {
            places[room.index()] = place;
        }
        let edges = graph.edges.iter();
        edges
            .map(|edge| places[edge.a.index()].abs_diff(places[edge.b.index()]))
            .sum::<u64>()
    };
    if span(&deep) < span(&met) { deep } else { met }
}

/// The path from one lane to another: north, up, across, down and south.
fn join(first: &Lane, second: &Lane, y: i32) -> Vec<RoomPos> {
    let mut via = first.units.clone();
    let over = 1;
    let walk = |via: &mut Vec<RoomPos>, to: RoomPos| {
        while let Some(&at) = via.last().filter(|&&at| at != to) {
            let step = |from: i32, to: i32| (to - from).signum();
            let mut next = at;
            if at.y != to.y {
                next.y += step(at.y, to.y);
            } else if at.z != to.z {
                next.z += step(at.z, to.z);
            } else {
                next.x += step(at.x, to.x);
            }
            via.push(next);
        }
    };
    let (a, b) = (first.last(), second.last());
    walk(&mut via, RoomPos::new(a.x, y, a.z));
    walk(&mut via, RoomPos::new(a.x, y, over));
    walk(&mut via, RoomPos::new(b.x, y, over));
    walk(&mut via, RoomPos::new(b.x, y, b.z));
    walk(&mut via, RoomPos::new(b.x, b.y, b.z));
    via.extend(second.units.iter().rev().skip(1));
    via
}

/// How far north each edge crosses over; overlapping edges differ. The edges of the lower
/// room come last, because they climb past the lanes of the room above.
fn tracks(graph: &RoomGraph, lanes: &[[Option<Lane>; 2]], lower: Option<RoomId>) -> Vec<i32> {
    let mut tracks = vec![0; lanes.len()];
    let mut order: Vec<(bool, i32, i32, usize)> = Vec::new();
    for (number, ends) in lanes.iter().enumerate() {
        if let [Some(a), Some(b)] = ends {
            let (a, b) = (a.last().x, b.last().x);
            let edge = graph.edges[number];
            let is_lower = lower.is_some_and(|room| room == edge.a || room == edge.b);
            order.push((is_lower, a.min(b), a.max(b), number));
        }
    }
    order.sort_unstable();
    // The eastern end of each track so far.
    let mut ends: Vec<i32> = Vec::new();
    for (is_lower, west, east, number) in order {
        let free = ends
            .iter()
            .position(|&end| end < west)
            .filter(|_| !is_lower);
        let track = free.unwrap_or(ends.len());
        match ends.get_mut(track) {
            Some(end) => *end = east,
            None => ends.push(east),
        }
        tracks[number] = track as i32;
    }
    tracks
}
