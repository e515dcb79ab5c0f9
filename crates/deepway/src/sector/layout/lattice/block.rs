//! Rooms that keep their places relative to each other.

use super::super::super::graph::RoomGraph;
use crate::ids::RoomId;

/// A room of a block, and where it lies in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Member {
    pub(in super::super) room: RoomId,
    /// Units east, units north and layers up from the block's own place.
    pub(in super::super) offset: [i32; 3],
}

/// Rooms that are moved together: mostly one alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Block {
    pub(in super::super) members: Vec<Member>,
    /// Units along each side.
    pub(in super::super) side: i32,
    /// How many layers it takes.
    pub(in super::super) height: i32,
    /// The layer of its lowest rooms, if that is settled.
    pub(in super::super) floor: Option<i32>,
}

impl Block {
    /// A block of one room.
    pub(in super::super) fn single(graph: &RoomGraph, room: RoomId, floor: Option<i32>) -> Self {
        Self {
            members: vec![Member {
                room,
                offset: [0, 0, 0],
            }],
            side: graph.rooms[room.index()].size.side(),
            height: 1,
            floor,
        }
    }

    /// A block of each room; only the entry hall's layer is settled.
    pub(in super::super) fn singles(graph: &RoomGraph) -> Vec<Self> {
        let rooms = RoomId::all(graph.rooms.len());
        let floor = |room| (room == RoomId::ENTRY).then_some(0);
        rooms
            .map(|room| Self::single(graph, room, floor(room)))
            .collect()
    }
}
