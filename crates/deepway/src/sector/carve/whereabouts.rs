//! Which room or connection a place belongs to, without asking all of them.

use crate::ids::{ConnectionId, RoomId};
use crate::sector::Sector;
use crate::space::{Pos, RoomPos};

/// The cells of connections and the units of rooms, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whereabouts {
    connections: Vec<(Pos, ConnectionId)>,
    rooms: Vec<(RoomPos, RoomId)>,
}

impl Whereabouts {
    pub(super) fn new(sector: &Sector, connections: &[Vec<Pos>]) -> Self {
        let ids = ConnectionId::all(connections.len()).zip(connections);
        let cells = ids.flat_map(|(id, cells)| cells.iter().map(move |cell| (*cell, id)));
        let rooms = sector.rooms().iter();
        let units = rooms.flat_map(|room| room.units().map(|unit| (unit, room.id)));
        let (mut connections, mut rooms): (Vec<_>, Vec<_>) = (cells.collect(), units.collect());
        connections.sort_unstable();
        rooms.sort_unstable();
        Self { connections, rooms }
    }

    /// The connection of a cell; the first one if there are several.
    pub(super) fn connection(&self, pos: Pos) -> Option<ConnectionId> {
        let first = self.connections.partition_point(|(cell, _)| *cell < pos);
        let found = self.connections.get(first);
        found.filter(|(cell, _)| *cell == pos).map(|(_, id)| *id)
    }

    /// The rooms of a unit, in order; one, unless rooms overlap.
    pub(super) fn rooms(&self, unit: RoomPos) -> impl Iterator<Item = RoomId> + '_ {
        let first = self.rooms.partition_point(|(known, _)| *known < unit);
        let here = self.rooms[first..].iter();
        here.take_while(move |(known, _)| *known == unit)
            .map(|(_, room)| *room)
    }
}
