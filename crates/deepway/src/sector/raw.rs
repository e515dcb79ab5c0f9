//! A sector as files hold it: with redundant facts, any of which may be wrong.

mod check;

use super::blueprint::Blueprint;
use super::connection::ConnectionKind;
use super::graph::EdgeKind;
use super::lock::Lock;
use super::room::Room;
use super::story::Story;
use super::{Realised, Sector};
use crate::ids::{ConnectionId, LockId, RoomId};
use crate::report::Finding;
use crate::seed::Seed;
use crate::space::{Direction, RoomPos};
use crate::words::Hazard;

/// A sector as files hold it. [`Sector::from_raw`] turns it into a sector, or lists its
/// contradictions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawSector {
    /// The seed it was made from.
    pub seed: Seed,
    /// The generation of the generator that made it.
    pub generation: u32,
    /// The blueprint it was made from.
    pub blueprint: Blueprint,
    /// Whether its graph was supplied by a user.
    pub is_brought: bool,
    /// The rooms; the first is the entry hall.
    pub rooms: Vec<Room>,
    /// The edges of the graph.
    pub edges: Vec<RawEdge>,
    /// Exits: two for each passage through walls, one from either side.
    pub exits: Vec<RawExit>,
    /// Connections up and down.
    pub connections: Vec<RawConnection>,
    /// The locks.
    pub locks: Vec<Lock>,
    /// Its name and what is told about it.
    pub story: Option<Story>,
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawEdge {
    /// One of its rooms.
    pub a: RoomId,
    /// The other room.
    pub b: RoomId,
    /// Whether it is hidden.
    pub kind: EdgeKind,
    /// What became of it.
    pub realised: Realised,
}

/// A way through the wall of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawExit {
    /// The room that it leaves.
    pub from: RoomId,
    /// The room that it leads to.
    pub to: RoomId,
    /// The wall that it leaves by.
    pub direction: Direction,
    /// The room's own unit at that wall.
    pub unit: RoomPos,
    /// The units of the corridor, from this room to the other.
    pub via: Vec<RoomPos>,
    /// The lock that it has.
    pub lock: Option<LockId>,
}

/// A connection up and down between two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawConnection {
    /// Its id.
    pub id: ConnectionId,
    /// One of its rooms.
    pub from: RoomId,
    /// The other room.
    pub to: RoomId,
    /// What it is now.
    pub kind: ConnectionKind,
    /// What it was before it collapsed.
    pub underlying: Option<ConnectionKind>,
    /// The DC of its check.
    pub dc: u32,
    /// How many layers it spans.
    pub levels: u32,
    /// Whether it leads both ways.
    pub two_way: bool,
    /// Whether it has to be cleared first.
    pub blocked: bool,
    /// Whether it has power; only elevators have a power state.
    pub powered: Option<bool>,
    /// The x and y of its column.
    pub column: [i32; 2],
    /// Its description.
    pub description: String,
    /// What is in the way.
    pub blockage: Option<String>,
    /// What may happen to climbers.
    pub hazards: Vec<Hazard>,
    /// The lock that it has.
    pub lock: Option<LockId>,
}

impl Sector {
    /// Turns a raw sector into a sector, or lists its contradictions. Positions are not checked
    /// here but by [`crate::validate`].
    pub fn from_raw(raw: RawSector) -> Result<Self, Vec<Finding>> {
        check::sector(raw)
    }

    /// The sector as files hold it.
    pub fn to_raw(&self) -> RawSector {
        let edges = self.edges().map(|edge| RawEdge {
            a: edge.a,
            b: edge.b,
            kind: edge.kind,
            realised: edge.realised,
        });
        let exits = self.exits().map(|exit| RawExit {
            from: exit.from,
            to: exit.to,
            direction: exit.direction,
            unit: exit.unit,
            via: exit.via().collect(),
            lock: exit.lock,
        });
        let connections = self.connections().map(|connection| RawConnection {
            id: connection.id,
            from: connection.from,
            to: connection.to,
            kind: connection.kind(),
            underlying: connection.underlying(),
            dc: connection.dc(),
            levels: connection.levels(),
            two_way: connection.is_two_way(),
            blocked: connection.is_blocked(),
            powered: connection.powered(),
            column: connection.column(),
            description: connection.description().to_owned(),
            blockage: connection.blockage().map(str::to_owned),
            hazards: connection.hazards().to_vec(),
            lock: connection.lock,
        });
        RawSector {
            seed: self.seed,
            generation: self.generation,
            blueprint: self.blueprint,
            is_brought: self.is_brought,
            rooms: self.rooms.clone(),
            edges: edges.collect(),
            exits: exits.collect(),
            connections: connections.collect(),
            locks: self.locks.clone(),
            story: self.story.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
