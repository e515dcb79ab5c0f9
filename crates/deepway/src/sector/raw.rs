//! A sector as files hold it: everything is said, some of it twice, and anything may be
//! wrong.

mod check;

use super::blueprint::Blueprint;
use super::connection::ConnectionKind;
use super::graph::EdgeKind;
use super::room::Room;
use super::{Realised, Sector};
use crate::ids::{ConnectionId, RoomId};
use crate::report::Finding;
use crate::seed::Seed;
use crate::space::{Direction, RoomPos};
use crate::words::Hazard;

/// A sector as files hold it. [`Sector::from_raw`] makes a sector of it, or says what it
/// says wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawSector {
    /// What it was made from.
    pub seed: Seed,
    /// The generation of the generator that made it.
    pub generation: u32,
    /// What it was asked to be.
    pub blueprint: Blueprint,
    /// Whether its graph was supplied by a user.
    pub is_brought: bool,
    /// The rooms; the first is the way in.
    pub rooms: Vec<Room>,
    /// The edges of the graph.
    pub edges: Vec<RawEdge>,
    /// Ways through walls, each once from either side.
    pub exits: Vec<RawExit>,
    /// Ways up and down.
    pub connections: Vec<RawConnection>,
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawEdge {
    /// A room.
    pub a: RoomId,
    /// Another.
    pub b: RoomId,
    /// How it is found.
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
}

/// A way up and down between two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawConnection {
    /// Its id.
    pub id: ConnectionId,
    /// A room.
    pub from: RoomId,
    /// Another.
    pub to: RoomId,
    /// What it is now.
    pub kind: ConnectionKind,
    /// What it was before it collapsed.
    pub underlying: Option<ConnectionKind>,
    /// What has to be rolled.
    pub dc: u32,
    /// How many layers it spans.
    pub levels: u32,
    /// Whether it can be taken both ways.
    pub two_way: bool,
    /// Whether it has to be cleared first.
    pub blocked: bool,
    /// Whether an elevator has power.
    pub powered: Option<bool>,
    /// East and north of the column that it stands in.
    pub column: [i32; 2],
    /// What one sees there.
    pub description: String,
    /// What is in the way.
    pub blockage: Option<String>,
    /// What may happen on the way.
    pub hazards: Vec<Hazard>,
}

impl Sector {
    /// Makes a sector of what a file holds, or says what contradicts itself there. Where
    /// things are is not looked at: that is for [`crate::validate`].
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
        }
    }
}

#[cfg(test)]
mod tests;
