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
    #[error("a graph of more than {MAX_EDGES} edges: expected {MAX_DEGREE} a room at most")]
    TooManyEdges,
    /// A room has a size that there is not.
    #[error("room {} has a side of {} units: expected 1 to {MAX_SIDE}", room.number(), size.side())]
    Size {
        /// The room.
        room: RoomId,
        /// How large it is.
        size: RoomSize,
    },
    /// An edge names a room that is not there.
    #[error("edge {} {}: there is no room {}, the last is {}", a.number(), b.number(), missing.number(), last.number())]
    NoSuchRoom {
        /// One end.
        a: RoomId,
        /// The other.
        b: RoomId,
        /// The end that is missing.
        missing: RoomId,
        /// The last room.
        last: RoomId,
    },
    /// An edge leads back to where it begins.
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
        /// The other.
        b: RoomId,
    },
    /// A room has too many neighbours.
    #[error("room {} has {degree} neighbours: expected {MAX_DEGREE} at most", room.number())]
    Degree {
        /// The room.
        room: RoomId,
        /// How many neighbours it has.
        degree: usize,
    },
    /// A room is too small for its neighbours.
    #[error("room {} is {} and has {degree} neighbours, more than units of wall: expected a side of {} or more", room.number(), size.id(), degree.div_ceil(4))]
    TooSmall {
        /// The room.
        room: RoomId,
        /// How large it is.
        size: RoomSize,
        /// How many neighbours it has.
        degree: usize,
    },
    /// The graph falls apart.
    #[error("room {} is not connected with room 0: expected one connected graph", room.number())]
    Apart {
        /// A room of another part.
        room: RoomId,
    },
}

impl GraphError {
    /// The edge that is wrong, if it is one.
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
