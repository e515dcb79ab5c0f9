//! Paths and rings of small rooms, folded into a box without a single corridor.
//!
//! The rooms follow a line that goes to and fro over a square, changes between two layers three
//! times in ten steps, and comes back on the two layers below.

use super::super::blueprint::Trend;
use super::super::graph::RoomGraph;
use super::tree::Tree;
use super::{Layout, lattice, squeeze};
use crate::ids::RoomId;
use crate::space::RoomPos;

/// The fewest rooms of a ring that is folded.
const RING: usize = 8;
/// From how many rooms on a path takes four layers instead of two.
const LONG: usize = 60;

/// Lays out a path or a ring of rooms of one unit; none if the graph is something else.
pub(super) fn lay_out(graph: &RoomGraph, tree: &Tree, trend: Trend) -> Option<Layout> {
    let rooms = graph.rooms.len();
    let is_small = graph.rooms.iter().all(|room| room.size.side() == 1);
    let is_line = tree.neighbours.iter().all(|edges| edges.len() <= 2);
    if !is_small || !is_line || rooms < 5 {
        return None;
    }
    let ids = RoomId::all(rooms);
    let end = ids
        .into_iter()
        .find(|room| tree.neighbours[room.index()].len() == 1);
    let places = match end {
        Some(_) => path(rooms),
        None if rooms >= RING => ring(rooms),
        None => return None,
    };
    let line = line(tree, end.unwrap_or(RoomId::ENTRY));
    let sign = if trend == Trend::Climb { 1 } else { -1 };
    let mut anchors = vec![RoomPos::ORIGIN; rooms];
    for (&room, [x, y, down]) in line.iter().zip(places) {
        anchors[room.index()] = RoomPos::new(x, y, sign * down);
    }
    from_anchors(graph, anchors)
}

/// The layout of rooms that all touch their neighbours; none if some do not.
pub(super) fn from_anchors(graph: &RoomGraph, mut anchors: Vec<RoomPos>) -> Option<Layout> {
    let level = anchors.first()?.z;
    anchors.iter_mut().for_each(|anchor| anchor.z -= level);
    let joints = lattice::join(graph, &anchors, [0, 0], 0, &mut 0)?;
    let mut layout = Layout {
        anchors,
        joints,
        retries: 0,
        stacked: Vec::new(),
        row: None,
    };
    squeeze::centre(&mut layout);
    Some(layout)
}

/// The rooms of a path or a ring, one after the other.
fn line(tree: &Tree, first: RoomId) -> Vec<RoomId> {
    let mut line = vec![first];
    let mut before = first;
    let mut at = first;
    loop {
        let edges = tree.neighbours[at.index()].iter();
        let next = edges.map(|&(_, next)| next).find(|&next| next != before);
        match next.filter(|&next| next != first) {
            Some(next) => {
                line.push(next);
                (before, at) = (at, next);
            }
            None => return line,
        }
    }
}

/// The place of a column on the line that goes to and fro over a square.
fn column(number: i32, width: i32) -> [i32; 2] {
    let (x, y) = (number % width, number / width);
    match y % 2 {
        0 => [x, y],
        _ => [width - 1 - x, y],
    }
}

/// Whether the line changes its layer in a column: `changes` times, spread over all columns.
fn changes_at(number: i32, changes: i32, columns: i32) -> bool {
    (number + 1) * changes / columns > number * changes / columns
}

/// East, north and down for each room of a path.
fn path(rooms: usize) -> Vec<[i32; 3]> {
    let slabs = if rooms >= LONG { 2 } else { 1 };
    // Seven columns for ten rooms, or a few more.
    let mut columns = (rooms as i32 * 7 / (10 * slabs)).max(2);
    loop {
        let mut places = there_and_back(columns, slabs);
        if places.len() >= rooms {
            places.truncate(rooms);
            return places;
        }
        columns += 1;
    }
}

/// Places one after the other through all columns, and back through the columns below.
fn there_and_back(columns: i32, slabs: i32) -> Vec<[i32; 3]> {
    let width = (columns as u32).isqrt().max(2) as i32;
    let mut places = Vec::new();
    for slab in 0..slabs {
        let mut level = 0;
        for step in 0..columns {
            let number = if slab == 0 { step } else { columns - 1 - step };
            let [x, y] = column(number, width);
            places.push([x, y, 2 * slab + level]);
            let is_turn = step == columns - 1 && slab + 1 < slabs;
            let changes = match is_turn {
                // Down to the next two layers.
                true => level == 0,
                false => changes_at(step, (columns * 3 / 7).max(1), columns),
            };
            if changes {
                level = 1 - level;
                places.push([x, y, 2 * slab + level]);
            }
        }
    }
    places
}

/// East, north and down for each room of a ring: out on two layers, back on the two below.
fn ring(rooms: usize) -> Vec<[i32; 3]> {
    let rooms = rooms as i32;
    let mut changes = (rooms * 3 / 10 - 2).max(0);
    changes += (rooms - changes) % 2;
    let columns = (rooms - changes) / 2;
    let width = (columns as u32).isqrt().max(2) as i32;
    let mut places = Vec::with_capacity(rooms as usize);
    for slab in 0..2 {
        let changes = (changes + slab) / 2;
        let mut level = 0;
        for step in 0..columns {
            let number = if slab == 0 { step } else { columns - 1 - step };
            let [x, y] = column(number, width);
            places.push([x, y, 2 * slab + level]);
            // Never in the first and the last column, where the two halves are joined.
            let is_between = 0 < step && step < columns - 1;
            if is_between && changes_at(step - 1, changes, columns - 2) {
                level = 1 - level;
                places.push([x, y, 2 * slab + level]);
            }
        }
    }
    places
}
