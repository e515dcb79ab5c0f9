//! What is wrong with a graph.

use super::super::blueprint::MAX_ROOMS;
use super::{MAX_DEGREE, MAX_EDGES, MAX_LOCKS, MAX_SIDE, MAX_WISHES, RoomSize, Wish};
use crate::ids::{LockId, RoomId};
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
    /// It has too many wishes.
    #[error("a graph with {wishes} wishes: expected at most {MAX_WISHES}")]
    TooManyWishes {
        /// How many wishes it has.
        wishes: usize,
    },
    /// It has too many locks.
    #[error("a graph with {locks} locks: expected at most {MAX_LOCKS}")]
    TooManyLocks {
        /// How many locks it has.
        locks: usize,
    },
    /// A wish names a room that does not exist.
    #[error("{wish}: there is no room {room}, the last is {last}")]
    WishedRoom {
        /// The wish.
        wish: Wish,
        /// The room that is missing.
        room: RoomId,
        /// The last room.
        last: RoomId,
    },
    /// Wishes cannot be met together; none of them can be left out of the contradiction.
    #[error("{}", contradiction(wishes))]
    Wishes {
        /// The smallest set of wishes that contradict each other.
        wishes: Vec<Wish>,
    },
    /// A lock cannot be what it should be.
    #[error("lock {}: {problem}", lock.number())]
    Lock {
        /// The lock.
        lock: LockId,
        /// What is wrong with it.
        problem: LockProblem,
    },
    /// The graph is not connected.
    #[error("room {} is not connected with room 0: expected one connected graph", room.number())]
    Apart {
        /// A room of another part.
        room: RoomId,
    },
}

/// What is wrong with a lock of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LockProblem {
    /// It locks nothing.
    #[error("it locks no edge: expected at least one")]
    NoEdge,
    /// It names an edge that does not exist.
    #[error("there is no such edge")]
    NoSuchEdge,
    /// Another lock, or the same, has the edge already.
    #[error("edge {} {} is locked already", a.number(), b.number())]
    LockedTwice {
        /// One end of the edge.
        a: RoomId,
        /// The other end.
        b: RoomId,
    },
    /// Its key lies in no room.
    #[error("its key lies in {key}, which does not exist")]
    NoKey {
        /// Where the key should lie.
        key: RoomId,
    },
    /// Its key cannot be reached.
    #[error(
        "its key lies in {key}, which is reached only through it or through locks that wait for it"
    )]
    Shut {
        /// Where the key lies.
        key: RoomId,
    },
    /// It can be gone around.
    #[error("one can go around it, from {a} to {b}")]
    GoneAround {
        /// One end of the edge.
        a: RoomId,
        /// The other end.
        b: RoomId,
    },
}

/// Says which wishes contradict each other, and what else they contradict.
fn contradiction(wishes: &[Wish]) -> String {
    let list: Vec<String> = wishes.iter().map(ToString::to_string).collect();
    let list = list.join(", ");
    let has_entry = wishes
        .iter()
        .flat_map(|wish| wish.rooms())
        .any(|room| room == RoomId::ENTRY);
    let entry = match has_entry {
        true => " (r0 is always on layer 0)",
        false => "",
    };
    match wishes {
        [_] => format!("a wish that cannot be met: {list}{entry}"),
        _ if wishes.len() > 5 && !has_entry => {
            format!("these wishes contradict each other, as there are only seven layers: {list}")
        }
        _ => format!("these wishes contradict each other: {list}{entry}"),
    }
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
