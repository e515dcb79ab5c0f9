//! What claims which unit.

use crate::ids::{ConnectionId, ExitId, RoomId};
use crate::sector::{Connection, Room, Sector};
use crate::space::RoomPos;

/// What claims a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    /// A room.
    Room(RoomId),
    /// The corridor of an exit, which its partner shares.
    Corridor(ExitId),
    /// The column of a connection, between its two rooms.
    Column(ConnectionId),
}

/// All claims, in order of the units.
pub(super) struct Claims(Vec<(RoomPos, Claim)>);

impl Claims {
    pub(super) fn new(sector: &Sector) -> Self {
        let mut claims = Vec::new();
        for room in sector.rooms() {
            claims.extend(room.units().map(|unit| (unit, Claim::Room(room.id))));
        }
        for exit in sector.doorways() {
            claims.extend(exit.via().map(|unit| (unit, Claim::Corridor(exit.id))));
        }
        for connection in sector.connections() {
            let units = between(&connection);
            claims.extend(units.map(|unit| (unit, Claim::Column(connection.id))));
        }
        claims.sort_unstable();
        Self(claims)
    }

    /// Units with all their claims.
    pub(super) fn by_unit(&self) -> impl Iterator<Item = (RoomPos, &[(RoomPos, Claim)])> {
        self.0
            .chunk_by(|a, b| a.0 == b.0)
            .map(|claims| (claims[0].0, claims))
    }

    /// What claims a unit.
    pub(super) fn at(&self, unit: RoomPos) -> impl Iterator<Item = Claim> {
        let first = self.0.partition_point(|(other, _)| *other < unit);
        let same = self.0[first..]
            .iter()
            .take_while(move |(other, _)| *other == unit);
        same.map(|(_, claim)| *claim)
    }
}

/// The units between the two rooms of a connection; only some if it spans more than all
/// layers.
pub(super) fn between(connection: &Connection<'_>) -> impl Iterator<Item = RoomPos> + use<> {
    let ([x, y], [low, high]) = (connection.column(), connection.heights());
    let high = high.min(low.saturating_add(64));
    (low.saturating_add(1)..high).map(move |z| RoomPos::new(x, y, z))
}

/// The id and name of a room.
pub(super) fn name(room: &Room) -> String {
    format!("{} ({})", room.id, room.name)
}
