//! Exits: passages through walls, seen from one of their rooms.

use super::layout::Door;
use super::passage::{Doors, Passage};
use crate::ids::{ExitId, LockId, RoomId};
use crate::space::{Direction, RoomPos};

/// A way through the wall of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit<'a> {
    /// Its id.
    pub id: ExitId,
    /// The room that it leaves.
    pub from: RoomId,
    /// The room that it leads to.
    pub to: RoomId,
    /// The wall that it leaves by.
    pub direction: Direction,
    /// The room's own unit at that wall.
    pub unit: RoomPos,
    /// Whether it has to be searched for.
    pub is_secret: bool,
    /// The lock that it has.
    pub lock: Option<LockId>,
    doors: &'a Doors,
    is_back: bool,
}

impl<'a> Exit<'a> {
    pub(super) fn new(
        doors: &'a Doors,
        passage: &Passage,
        number: u32,
        end: usize,
        is_secret: bool,
    ) -> Self {
        let (door, ends) = (doors.doors[end], passage.ends);
        Self {
            id: ExitId::new(2 * number + end as u32),
            from: ends[end],
            to: ends[1 - end],
            direction: door.direction,
            unit: door.unit,
            is_secret,
            lock: passage.lock,
            doors,
            is_back: end == 1,
        }
    }

    /// The units of the corridor, from this room to the other; none if the rooms share a wall.
    pub fn via(
        &self,
    ) -> impl DoubleEndedIterator<Item = RoomPos> + ExactSizeIterator + Clone + use<'a> {
        let (via, is_back) = (self.doors.via.as_slice(), self.is_back);
        (0..via.len()).map(move |i| via[if is_back { via.len() - 1 - i } else { i }])
    }

    /// The door of the other room.
    pub fn far_door(&self) -> Door {
        self.doors.doors[usize::from(!self.is_back)]
    }
}
