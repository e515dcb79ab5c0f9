//! Who claims which unit.

use crate::sector::{Exit, Room, Sector};
use crate::space::RoomPos;

/// Who claims a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    /// A room.
    Room(u32),
    /// The corridor of an exit; that of its partner is the same.
    Corridor(u32),
    /// The column of a connection, between its two rooms.
    Column(u32),
}

/// All claims, in order of the units.
pub(super) struct Claims(Vec<(RoomPos, Claim)>);

impl Claims {
    pub(super) fn new(sector: &Sector) -> Self {
        let mut claims = Vec::new();
        for (number, room) in (0..).zip(&sector.rooms) {
            claims.extend(room.units().map(|unit| (unit, Claim::Room(number))));
        }
        let exits = Exits::new(sector);
        for (number, exit) in (0..).zip(&sector.exits) {
            // A corridor is claimed once, by the exit from the room with the lower number;
            // by the other only if that one says something else.
            let is_said = exit.from > exit.to
                && exits
                    .back(exit)
                    .any(|other| other.via.iter().eq(exit.via.iter().rev()));
            if !exit.via.is_empty() && !is_said {
                claims.extend(exit.via.iter().map(|&unit| (unit, Claim::Corridor(number))));
            }
        }
        for (number, connection) in (0..).zip(&sector.connections) {
            let [x, y] = connection.column;
            let [low, high] = heights(sector, connection.from, connection.to);
            for z in low.saturating_add(1)..high {
                claims.push((RoomPos::new(x, y, z), Claim::Column(number)));
            }
        }
        claims.sort_unstable();
        Self(claims)
    }

    /// Units with all who claim them.
    pub(super) fn by_unit(&self) -> impl Iterator<Item = (RoomPos, &[(RoomPos, Claim)])> {
        self.0
            .chunk_by(|a, b| a.0 == b.0)
            .map(|claims| (claims[0].0, claims))
    }

    /// Who claims a unit.
    pub(super) fn at(&self, unit: RoomPos) -> impl Iterator<Item = Claim> {
        let first = self.0.partition_point(|(other, _)| *other < unit);
        let same = self.0[first..]
            .iter()
            .take_while(move |(other, _)| *other == unit);
        same.map(|(_, claim)| *claim)
    }
}

/// The exits in order of their rooms.
pub(super) struct Exits<'a>(Vec<&'a Exit>);

impl<'a> Exits<'a> {
    pub(super) fn new(sector: &'a Sector) -> Self {
        let mut exits: Vec<&Exit> = sector.exits.iter().collect();
        exits.sort_by_key(|exit| (exit.from, exit.to));
        Self(exits)
    }

    /// The exits that lead back where an exit comes from.
    pub(super) fn back(&self, exit: &Exit) -> impl Iterator<Item = &'a Exit> + Clone {
        let key = (exit.to, exit.from);
        let first = self.0.partition_point(|other| (other.from, other.to) < key);
        let back = self.0[first..].iter().copied();
        back.take_while(move |other| (other.from, other.to) == key)
    }
}

/// The heights of two rooms, the lower one first; at most as far apart as layers may be.
pub(super) fn heights(sector: &Sector, a: u32, b: u32) -> [i32; 2] {
    let [a, b] = [a, b].map(|room| sector.rooms[room as usize].position.z);
    [a.min(b), a.max(b).min(a.min(b).saturating_add(64))]
}

/// A room by its number and name.
pub(super) fn name(room: &Room) -> String {
    format!("{} ({})", room.id, room.name)
}
