//! Rectangular grids of small rooms, folded over the layers without a single corridor.

use super::super::blueprint::Trend;
use super::super::graph::RoomGraph;
use super::tree::Tree;
use super::{Layout, fold};
use crate::ids::{EdgeId, RoomId};
use crate::space::{Layer, RoomPos};
use std::collections::VecDeque;

/// The places of a graph's rooms in a rectangle.
pub(super) struct Mesh {
    /// How many rooms it has in each direction.
    size: [i32; 2],
    /// The place of each room.
    places: Vec<[i32; 2]>,
}

impl Mesh {
    /// Finds the places of a graph that is a grid of at least two by two rooms.
    ///
    /// The distances from three corners give the coordinates of every room; then every edge must
    /// be a step and every place taken once.
    pub(super) fn of(neighbours: &[Vec<(EdgeId, RoomId)>], edges: usize) -> Option<Self> {
        let corners = RoomId::all(neighbours.len());
        let mut corners = corners.filter(|room| neighbours[room.index()].len() == 2);
        let four = [
            corners.next()?,
            corners.next()?,
            corners.next()?,
            corners.next()?,
        ];
        if corners.next().is_some() {
            return None;
        }
        let origin = distances(neighbours, four[0]);
        let mut others = [four[1], four[2], four[3]];
        others.sort_by_key(|room| origin[room.index()]);
        let [east, north, _] = others;
        let size = [east, north].map(|corner| origin[corner.index()] + 1);
        let is_full = i64::from(size[0]) * i64::from(size[1]) == neighbours.len() as i64;
        let steps = 2 * neighbours.len() as i64 - i64::from(size[0]) - i64::from(size[1]);
        if !is_full || steps != edges as i64 {
            return None;
        }
        let [from_east, from_north] = [east, north].map(|corner| distances(neighbours, corner));
        let mut is_taken = vec![false; neighbours.len()];
        let mut places = Vec::with_capacity(neighbours.len());
        for (room, from) in origin.iter().enumerate() {
            let x = from - from_east[room] + size[0] - 1;
            let y = from - from_north[room] + size[1] - 1;
            let place = [x / 2, y / 2];
            let is_inside = x % 2 == 0
                && y % 2 == 0
                && (0..size[0]).contains(&place[0])
                && (0..size[1]).contains(&place[1]);
            let index = (place[1] * size[0] + place[0]) as usize;
            if !is_inside || std::mem::replace(&mut is_taken[index], true) {
                return None;
            }
            places.push(place);
        }
        let is_step = |a: [i32; 2], b: [i32; 2]| a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) == 1;
        let are_steps = neighbours.iter().zip(&places).all(|(edges, &place)| {
            let mut edges = edges.iter();
            edges.all(|&(_, other)| is_step(place, places[other.index()]))
        });
        are_steps.then_some(Self { size, places })
    }
}

/// How many passages lead from a room to each other.
fn distances(neighbours: &[Vec<(EdgeId, RoomId)>], from: RoomId) -> Vec<i32> {
    let mut distances = vec![-1; neighbours.len()];
    distances[from.index()] = 0;
    let mut open = VecDeque::from([from]);
    while let Some(room) = open.pop_front() {
        for &(_, next) in &neighbours[room.index()] {
            if distances[next.index()] < 0 {
                distances[next.index()] = distances[room.index()] + 1;
                open.push_back(next);
            }
        }
    }
    distances
}

/// Lays out a grid of rooms of one unit; none if the graph is something else.
pub(super) fn lay_out(graph: &RoomGraph, tree: &Tree, trend: Trend) -> Option<Layout> {
    if graph.rooms.iter().any(|room| room.size.side() != 1) {
        return None;
    }
    let mesh = Mesh::of(&tree.neighbours, graph.edges.len())?;
    let sign = if trend == Trend::Climb { 1 } else { -1 };
    let entry = mesh.places[RoomId::ENTRY.index()];
    let (axis, width) = mesh.best_fold(entry)?;
    let anchors = mesh.places.iter().map(|&place| {
        let (panel, at) = (place[axis] / width, place[axis] % width);
        let across = if panel % 2 == 0 { at } else { width - 1 - at };
        let mut folded = place;
        folded[axis] = across;
        RoomPos::new(folded[0], folded[1], sign * panel)
    });
    fold::from_anchors(graph, anchors.collect())
}

impl Mesh {
    /// The axis to fold along and the width of a panel: as many panels as change the level of a
    /// third of the edges, if they are not much emptier than fewer.
    fn best_fold(&self, entry: [i32; 2]) -> Option<(usize, i32)> {
        let highest = Layer::ALL.len() as i32 / 2;
        let rooms = self.size[0] * self.size[1];
        let edges = 2 * rooms - self.size[0] - self.size[1];
        let folds = [0, 1].into_iter().flat_map(|axis| {
            let length = self.size[axis];
            (1..length).map(move |width| (axis, width))
        });
        let rated = folds.filter_map(|(axis, width)| {
            let panels = (self.size[axis] + width - 1) / width;
            let own = entry[axis] / width;
            let is_possible = own <= highest && panels - 1 - own <= highest;
            let across = self.size[1 - axis];
            let vertical = (panels - 1) * across;
            let space = width * across * panels;
            let wasted = (100 * space / rooms - 125).max(0);
            let missed = (100 * vertical / edges - 30).abs();
            is_possible.then_some((missed + 2 * wasted, axis, width))
        });
        rated.min().map(|(_, axis, width)| (axis, width))
    }
}
