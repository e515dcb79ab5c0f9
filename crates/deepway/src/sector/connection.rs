//! Connections: passages up and down, and what follows from their kind and state.

use super::blueprint::Difficulty;
use super::passage::{Climb, Column, State};
use crate::ids::{ConnectionId, LockId, RoomId};
use crate::words::Hazard;

/// The kind of a connection in files: how it is climbed, or that it has collapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConnectionKind {
    /// Walked.
    Stairs,
    /// Climbed; climbers may fall.
    Shaft,
    /// Ridden; without power, repaired or climbed.
    Elevator,
    /// Climbed; climbers may slip.
    Ladder,
    /// Has to be cleared.
    Collapsed,
}

impl ConnectionKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Stairs,
        Self::Shaft,
        Self::Elevator,
        Self::Ladder,
        Self::Collapsed,
    ];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Stairs => "stairs",
            Self::Shaft => "shaft",
            Self::Elevator => "elevator",
            Self::Ladder => "ladder",
            Self::Collapsed => "collapsed",
        }
    }

    /// Its DC at normal difficulty; an elevator without power has 15.
    pub const fn dc(self) -> u32 {
        match self {
            Self::Stairs | Self::Elevator => 0,
            Self::Shaft => 12,
            Self::Ladder => 10,
            Self::Collapsed => 15,
        }
    }
}

impl Climb {
    /// Its kind.
    pub const fn kind(self) -> ConnectionKind {
        match self {
            Self::Stairs => ConnectionKind::Stairs,
            Self::Shaft => ConnectionKind::Shaft,
            Self::Elevator { .. } => ConnectionKind::Elevator,
            Self::Ladder => ConnectionKind::Ladder,
        }
    }

    /// Whether it has power; only elevators have a power state.
    pub const fn powered(self) -> Option<bool> {
        match self {
            Self::Elevator { powered } => Some(powered),
            _ => None,
        }
    }
}

/// A passage up and down between two rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection<'a> {
    /// Its id.
    pub id: ConnectionId,
    /// A room; if it leads only one way, the room where it begins.
    pub from: RoomId,
    /// The other room.
    pub to: RoomId,
    /// The lock that it has.
    pub lock: Option<LockId>,
    heights: [i32; 2],
    difficulty: Difficulty,
    column: &'a Column,
}

impl<'a> Connection<'a> {
    pub(super) fn new(
        column: &'a Column,
        id: ConnectionId,
        [from, to]: [RoomId; 2],
        heights: [i32; 2],
        difficulty: Difficulty,
    ) -> Self {
        Self {
            id,
            from,
            to,
            lock: None,
            heights,
            difficulty,
            column,
        }
    }

    /// Both rooms.
    pub fn ends(&self) -> [RoomId; 2] {
        [self.from, self.to]
    }

    /// The lower and the higher of the two rooms.
    pub fn low_and_high(&self) -> [RoomId; 2] {
        match self.heights[0] < self.heights[1] {
            true => [self.from, self.to],
            false => [self.to, self.from],
        }
    }

    /// The layers of the lower and of the higher room.
    pub fn heights(&self) -> [i32; 2] {
        let [a, b] = self.heights;
        [a.min(b), a.max(b)]
    }

    /// How many layers it spans.
    pub fn levels(&self) -> u32 {
        self.heights[0].abs_diff(self.heights[1])
    }

    /// The x and y of its column.
    pub fn column(&self) -> [i32; 2] {
        self.column.column
    }

    /// How it is climbed once nothing is in the way.
    pub fn climb(&self) -> Climb {
        self.column.climb
    }

    /// What it is now.
    pub fn kind(&self) -> ConnectionKind {
        match self.has_collapsed() {
            true => ConnectionKind::Collapsed,
            false => self.climb().kind(),
        }
    }

    /// What it was before it collapsed.
    pub fn underlying(&self) -> Option<ConnectionKind> {
        self.has_collapsed().then(|| self.climb().kind())
    }

    /// Whether it has power; only elevators have a power state.
    pub fn powered(&self) -> Option<bool> {
        self.climb().powered()
    }

    /// The DC to climb it, to clear it if it has collapsed, or to repair an elevator without
    /// power.
    pub fn dc(&self) -> u32 {
        let dc = match (self.kind(), self.powered()) {
            (ConnectionKind::Elevator, Some(false)) => 15,
            (kind, _) => kind.dc(),
        };
        self.difficulty.adjust(dc)
    }

    /// The DC to climb it once nothing is in the way; 0 if no check is needed. The shaft of an
    /// elevator without power is climbed like any other.
    pub fn climb_dc(&self) -> u32 {
        let kind = match self.climb() {
            Climb::Elevator { powered: false } => ConnectionKind::Shaft,
            climb => climb.kind(),
        };
        self.difficulty.adjust(kind.dc())
    }

    /// The DC to clear it.
    pub fn clear_dc(&self) -> u32 {
        self.difficulty.adjust(ConnectionKind::Collapsed.dc())
    }

    /// Whether it leads both ways; otherwise only from [`Self::from`] to [`Self::to`].
    pub fn is_two_way(&self) -> bool {
        self.column.two_way
    }

    /// Whether it has to be cleared first.
    pub fn is_blocked(&self) -> bool {
        self.column.state != State::Open
    }

    /// Whether it has collapsed.
    pub fn has_collapsed(&self) -> bool {
        matches!(self.column.state, State::Collapsed { .. })
    }

    /// What is in the way.
    pub fn blockage(&self) -> Option<&'a str> {
        match &self.column.state {
            State::Open => None,
            State::Blocked { blockage } | State::Collapsed { blockage } => Some(blockage),
        }
    }

    /// Its description; if it has collapsed, of what it was before.
    pub fn description(&self) -> &'a str {
        &self.column.description
    }

    /// What may happen to climbers.
    pub fn hazards(&self) -> &'a [Hazard] {
        &self.column.hazards
    }
}
