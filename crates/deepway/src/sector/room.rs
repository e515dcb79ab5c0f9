//! A sector: its rooms, and what joins them.

use super::blueprint::Blueprint;
use super::graph::{Archetype, EdgeKind, NodeKind, RoomSize};
use crate::seed::Seed;
use crate::space::{Biome, Direction, Layer, RoomPos};
use crate::words::Hazard;

/// Rooms in three dimensions, and what joins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sector {
    /// What it was made from.
    pub seed: Seed,
    /// What it was asked to be.
    pub blueprint: Blueprint,
    /// Whether its graph was brought by a user.
    pub is_brought: bool,
    /// The rooms; the first is the way in.
    pub rooms: Vec<Room>,
    /// The edges of the graph, and how each is realised.
    pub edges: Vec<SectorEdge>,
    /// Ways through walls; each passage is here once from either side.
    pub exits: Vec<Exit>,
    /// Ways up and down.
    pub connections: Vec<Connection>,
}

/// A room with a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its name among the rooms: `r0`, `r1` and so on.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it looks like.
    pub archetype: Archetype,
    /// What it is for.
    pub node: NodeKind,
    /// How large it is.
    pub size: RoomSize,
    /// Its south-west corner.
    pub position: RoomPos,
    /// What the place is made of and lives by.
    pub biome: Biome,
    /// The biomes of rooms beside it, if they are others: it is a transition.
    pub blend: Vec<Blend>,
    /// What one sees there.
    pub description: String,
}

/// How much of another biome a room has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// The other biome.
    pub biome: Biome,
    /// Its share, 1 to 50 percent.
    pub percent: u32,
}

/// How an edge is realised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realised {
    /// Through walls.
    Exit,
    /// Up or down.
    Connection,
    /// Not at all.
    Dropped,
}

impl Realised {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Exit, Self::Connection, Self::Dropped];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Exit => "exit",
            Self::Connection => "connection",
            Self::Dropped => "dropped",
        }
    }
}

/// An edge of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectorEdge {
    /// The number of a room.
    pub a: u32,
    /// The number of another.
    pub b: u32,
    /// How it is found.
    pub kind: EdgeKind,
    /// How it is realised.
    pub passage: Realised,
}

/// A way through the wall of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The room that it leaves.
    pub from: u32,
    /// The room that it leads to.
    pub to: u32,
    /// The wall that it leaves by.
    pub direction: Direction,
    /// The room's own unit at that wall.
    pub unit: RoomPos,
    /// The units of the corridor, from this room to the other.
    pub via: Vec<RoomPos>,
}

/// How a connection is climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConnectionKind {
    /// One walks.
    Stairs,
    /// One climbs, and may fall.
    Shaft,
    /// One rides, or repairs it, or climbs.
    Elevator,
    /// One climbs, and may slip.
    Ladder,
    /// One has to clear it.
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

    /// What has to be rolled, before the difficulty counts; an elevator without power
    /// takes 15.
    pub const fn dc(self) -> u32 {
        match self {
            Self::Stairs | Self::Elevator => 0,
            Self::Shaft => 12,
            Self::Ladder => 10,
            Self::Collapsed => 15,
        }
    }

    /// What has to be rolled, if an elevator's power is known.
    pub const fn dc_with(self, powered: Option<bool>) -> u32 {
        match powered {
            Some(false) => 15,
            _ => self.dc(),
        }
    }
}

/// A way up and down between two rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Its name among the connections: `c0`, `c1` and so on.
    pub id: String,
    /// The number of a room.
    pub from: u32,
    /// The number of another.
    pub to: u32,
    /// How it is climbed.
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
    /// What one sees there; of what has collapsed, what it was.
    pub description: String,
    /// What blocks it.
    pub blockage: Option<String>,
    /// What may happen on the way.
    pub hazards: Vec<Hazard>,
}

impl Room {
    /// The layer that it lies in, if there is such a layer.
    pub fn layer(&self) -> Option<Layer> {
        self.position.layer()
    }

    /// The units that it covers.
    pub fn units(&self) -> impl Iterator<Item = RoomPos> + use<> {
        let (anchor, side) = (self.position, self.size.side());
        (0..side).flat_map(move |y| {
            (0..side).map(move |x| {
                let (x, y) = (anchor.x.saturating_add(x), anchor.y.saturating_add(y));
                RoomPos::new(x, y, anchor.z)
            })
        })
    }
}
