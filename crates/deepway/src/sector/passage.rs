//! Passages between rooms: one value for both directions.

use super::layout::Door;
use crate::ids::{EdgeId, LockId, RoomId};
use crate::space::RoomPos;
use crate::words::Hazard;

/// What joins two rooms. Exits and connections are read off it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub(super) ends: [RoomId; 2],
    pub(super) edge: Option<EdgeId>,
    pub(super) lock: Option<LockId>,
    pub(super) way: Way,
}

/// How a passage leads from one room to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Through walls.
    Doors(Doors),
    /// Up and down.
    Column(Column),
}

/// A passage through walls: a door in each room, and perhaps a corridor between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doors {
    /// The doors of the first and the second room.
    pub doors: [Door; 2],
    /// The units between, from the first room to the second; none if they share a wall.
    pub via: Vec<RoomPos>,
}

/// A passage up and down in a column that both rooms share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The x and y of the column.
    pub column: [i32; 2],
    /// How it is climbed once nothing is in the way.
    pub climb: Climb,
    /// Whether something is in the way.
    pub state: State,
    /// Whether it leads both ways; otherwise only from the first room to the second.
    pub two_way: bool,
    /// Its description; if it has collapsed, of what it was before.
    pub description: String,
    /// What may happen to climbers.
    pub hazards: Vec<Hazard>,
}

/// How a passage up and down is climbed. Only elevators have a power state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Climb {
    /// Walked.
    Stairs,
    /// Climbed; climbers may fall.
    Shaft,
    /// Ridden; without power, repaired or climbed.
    Elevator {
        /// Whether it has power.
        powered: bool,
    },
    /// Climbed; climbers may slip.
    Ladder,
}

/// Whether something is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is in the way.
    Open,
    /// Something has to be cleared.
    Blocked {
        /// What is in the way.
        blockage: String,
    },
    /// It has collapsed, and has to be cleared.
    Collapsed {
        /// What is in the way.
        blockage: String,
    },
}

impl Passage {
    pub(super) fn new(ends: [RoomId; 2], way: Way, lock: Option<LockId>) -> Self {
        let edge = None;
        Self {
            ends,
            edge,
            lock,
            way,
        }
    }

    /// The two rooms.
    pub fn ends(&self) -> [RoomId; 2] {
        self.ends
    }

    /// The edge of the graph that it realises; none for a passage that was added between rooms
    /// that happen to lie above each other.
    pub fn edge(&self) -> Option<EdgeId> {
        self.edge
    }

    /// The lock that keeps it shut for whoever does not have the key.
    pub fn lock(&self) -> Option<LockId> {
        self.lock
    }

    /// How it leads from one room to the other.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// Whether it leads from its first room to its second (0), or back (1), for whoever has its
    /// key.
    pub fn leads(&self, end: usize) -> bool {
        match &self.way {
            Way::Doors(_) => true,
            Way::Column(column) => column.state == State::Open && (end == 0 || column.two_way),
        }
    }
}
