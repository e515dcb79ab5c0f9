//! The order in which rooms are placed.

use super::super::graph::RoomGraph;
use crate::ids::{EdgeId, RoomId};
use std::collections::VecDeque;

/// The tree of a breadth-first search from the entry hall.
pub(super) struct Tree {
    /// An arrival for each room except the first, in the order the search meets them.
    pub(super) arrivals: Vec<Arrival>,
    /// For each room, its edges and neighbours.
    pub(super) neighbours: Vec<Vec<(EdgeId, RoomId)>>,
    /// How many rooms lie behind each room, itself included.
    pub(super) behind: Vec<u32>,
    /// Which edges belong to the tree.
    pub(super) is_tree_edge: Vec<bool>,
}

/// A room, the room that it is reached from, and the edge between.
#[derive(Clone, Copy)]
pub(super) struct Arrival {
    pub(super) room: RoomId,
    pub(super) from: RoomId,
    pub(super) edge: EdgeId,
}

impl Tree {
    pub(super) fn new(graph: &RoomGraph) -> Self {
        let neighbours = graph.neighbours();
        let mut is_tree_edge = vec![false; graph.edges.len()];
        let mut met = vec![false; graph.rooms.len()];
        let mut arrivals: Vec<Arrival> = Vec::with_capacity(graph.rooms.len());
        let mut open = VecDeque::from([RoomId::ENTRY]);
        met[0] = true;
        while let Some(from) = open.pop_front() {
            for &(edge, room) in &neighbours[from.index()] {
                if !std::mem::replace(&mut met[room.index()], true) {
                    is_tree_edge[edge.index()] = true;
                    arrivals.push(Arrival { room, from, edge });
                    open.push_back(room);
                }
            }
        }
        let mut behind = vec![1; graph.rooms.len()];
        for arrival in arrivals.iter().rev() {
            behind[arrival.from.index()] += behind[arrival.room.index()];
        }
        Self {
            arrivals,
            behind,
            neighbours,
            is_tree_edge,
        }
    }
}
