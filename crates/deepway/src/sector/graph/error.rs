//! What is wrong with a graph.

use super::super::blueprint::MAX_ROOMS;
use super::{MAX_DEGREE, MAX_EDGES, MAX_SIDE, RoomSize};
use crate::ids::RoomId;
use thiserror::Error;

/// What is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// It is empty.
    #[error("a graph without rooms: expected 1 to {MAX_ROOMS}")]
    Empty,
    /// It is too large.
    #[error("a graph of {rooms} rooms: expected 1 to {MAX_ROOMS}")]
    TooManyRooms {
        /// How many rooms it has.
        rooms: usize,
    },
    /// It has too many edges.
    #[error("a graph of more than {MAX_EDGES} edges: expected at most {MAX_DEGREE} per room")]
    TooManyEdges,
    /// A room has an impossible size.
    #[error("room {} has a side of {} units: expected 1 to {MAX_SIDE}", room.number(), size.side())]
    Size {
        /// The room.
        room: RoomId,
        /// How large it is.
        size: RoomSize,
    },
    /// An edge names a room that does not exist.
    #[error("edge {} {}: there is no room {}, the last is {}", a.number(), b.number(), missing.number(), last.number())]
    NoSuchRoom {
        /// One end.
        a: RoomId,
        /// The other end.
        b: RoomId,
        /// The end that is missing.
        missing: RoomId,
        /// The last room.
        last: RoomId,
    },
    /// An edge joins a room to itself.
    #[error("edge {0} {0}: a room cannot be joined to itself", room.number())]
    SelfLoop {
        /// The room.
        room: RoomId,
    },
    /// Two edges join the same rooms.
    #[error("edge {} {} appears twice", a.number(), b.number())]
    Duplicate {
        /// One end.
        a: RoomId,
        /// The other end.
        b: RoomId,
    },
    /// A room has too many neighbours.
    #[error("room {} has {degree} neighbours: expected at most {MAX_DEGREE}", room.number())]
    Degree {
        /// The room.
        room: RoomId,
        /// How many neighbours it has.
        degree: usize,
    },
    /// A room is too small for its neighbours.
    #[error("room {} is {} and has more neighbours ({degree}) than units of wall: expected a side of {} or more", room.number(), size.id(), degree.div_ceil(4))]
    TooSmall {
        /// The room.
        room: RoomId,
        /// How large it is.
        size: RoomSize,
        /// How many neighbours it has.
        degree: usize,
    },
    /// The graph is not connected.
    #[error("room {} is not connected with room 0: expected one connected graph", room.number())]
    Apart {
        /// A room of another part.
        room: RoomId,
    },
}

impl GraphError {
    /// The edge that is wrong, if the problem is an edge.
    pub(super) fn edge(&self) -> Option<(u32, u32)> {
        match *self {
            Self::NoSuchRoom { a, b, .. } | Self::Duplicate { a, b } => {
                Some((a.number(), b.number()))
            }
            Self::SelfLoop { room } => Some((room.number(), room.number())),
            _ => None,
        }
    }
}
