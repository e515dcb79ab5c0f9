//! Questions about the rooms of a sector.

use crate::ids::RoomId;
use crate::sector::{Connection, ConnectionKind, Room, Sector};
use crate::space::{Layer, RoomPos};
use serde::Serialize;
use thiserror::Error;

/// A question; rooms are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Where a room is.
    Position(String),
    /// The rooms above a room that share a column with it, nearest first.
    Above(String),
    /// The rooms below a room that share a column with it, nearest first.
    Below(String),
    /// The rooms of a layer.
    AtLayer(Layer),
    /// What a layer is like.
    Layer(Layer),
    /// The rooms with a unit within a distance, in any direction.
    InRange(RoomPos, u32),
    /// The connection up or down between two rooms.
    Between(String, String),
    /// The layers that can be reached from a room, or from the entry hall.
    ReachableLayers(Option<String>),
    /// Whether a room can be reached from the entry hall.
    Reachable(String),
}

/// A question about a room that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no room {room:?}: the sector has {first} to {last}")]
pub struct QueryError {
    /// The room that was asked about.
    pub room: String,
    /// The first room of the sector.
    pub first: String,
    /// The last room.
    pub last: String,
}

/// An answer; the variant depends on the question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum QueryAnswer {
    /// A room and its south-west corner.
    Position {
        /// The id of the room.
        id: String,
        /// Its place.
        position: PositionAnswer,
    },
    /// The ids of rooms.
    Rooms(Vec<String>),
    /// What a layer is like.
    Layer {
        /// Its name in files.
        id: &'static str,
        /// Its name.
        name: String,
        /// The z of its rooms.
        z: i32,
        /// Metres above the ground.
        depth_m: i32,
        /// What the place is like.
        description: &'static str,
        /// The biomes that are common there.
        typical_biomes: Vec<&'static str>,
        /// The ids of this sector's rooms on the layer.
        rooms: Vec<String>,
    },
    /// The connection, if there is any.
    Between(Option<ConnectionAnswer>),
    /// Names of layers, from the top down.
    Layers(Vec<&'static str>),
    /// Yes or no.
    Reachable(bool),
}

/// A place in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PositionAnswer {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
    /// Up.
    pub z: i32,
}

/// A connection up or down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConnectionAnswer {
    /// Its id.
    pub id: String,
    /// The id of one of its rooms.
    pub from: String,
    /// The id of the other room.
    pub to: String,
    /// How it is climbed.
    pub kind: &'static str,
    /// What it was before it collapsed.
    pub underlying: Option<&'static str>,
    /// East and north of its column.
    pub column: [i32; 2],
    /// The difficulty of the check.
    pub dc: u32,
    /// How many layers it spans.
    pub levels: u32,
    /// Whether it has to be cleared first.
    pub blocked: bool,
    /// Whether it leads both ways.
    pub two_way: bool,
    /// Whether it has power; only elevators have a power state.
    pub powered: Option<bool>,
}

impl QueryAnswer {
    /// Whether the answer is yes: something was found, or can be reached.
    pub fn is_yes(&self) -> bool {
        match self {
            Self::Rooms(rooms) => !rooms.is_empty(),
            Self::Between(connection) => connection.is_some(),
            Self::Reachable(is_reachable) => *is_reachable,
            Self::Position { .. } | Self::Layer { .. } | Self::Layers(_) => true,
        }
    }
}

impl Query {
    /// Answers the question.
    pub fn ask(&self, sector: &Sector) -> Result<QueryAnswer, QueryError> {
        let number = |id: &str| {
            let id_of =
                |room: Option<&Room>| room.map_or(String::new(), |room| room.id.to_string());
            sector.find_room(id).ok_or_else(|| QueryError {
                room: id.chars().take(40).collect(),
                first: id_of(sector.rooms().first()),
                last: id_of(sector.rooms().last()),
            })
        };
        let named = |rooms: Vec<RoomId>| rooms.iter().map(ToString::to_string).collect();
        Ok(match self {
            Self::Position(id) => {
                let room = &sector[number(id)?];
                let RoomPos { x, y, z } = room.position;
                let (id, position) = (room.id.to_string(), PositionAnswer { x, y, z });
                QueryAnswer::Position { id, position }
            }
            Self::Above(id) => QueryAnswer::Rooms(named(sector.above(number(id)?))),
            Self::Below(id) => QueryAnswer::Rooms(named(sector.below(number(id)?))),
            Self::AtLayer(layer) => QueryAnswer::Rooms(ids(sector.at_layer(*layer))),
            Self::Layer(layer) => QueryAnswer::Layer {
                id: layer.id(),
                name: layer.to_string(),
                z: layer.z(),
                depth_m: layer.metres(),
                description: layer.description(),
                typical_biomes: layer
                    .typical_biomes()
                    .iter()
                    .map(|biome| biome.id())
                    .collect(),
                rooms: ids(sector.at_layer(*layer)),
            },
            Self::InRange(centre, radius) => {
                QueryAnswer::Rooms(ids(sector.in_range(*centre, *radius)))
            }
            Self::Between(a, b) => {
                let connection = sector.connection_between(number(a)?, number(b)?);
                QueryAnswer::Between(
                    connection.map(|connection| ConnectionAnswer::from(&connection)),
                )
            }
            Self::ReachableLayers(room) => {
                let from = room.as_deref().map_or(Ok(RoomId::ENTRY), number)?;
                let layers = sector.reachable_layers(from).into_iter().rev();
                QueryAnswer::Layers(layers.map(Layer::id).collect())
            }
            Self::Reachable(id) => {
                QueryAnswer::Reachable(sector.is_reachable_from_origin(number(id)?))
            }
        })
    }
}

fn ids<'a>(rooms: impl Iterator<Item = &'a Room>) -> Vec<String> {
    rooms.map(|room| room.id.to_string()).collect()
}

impl From<&Connection<'_>> for ConnectionAnswer {
    fn from(connection: &Connection) -> Self {
        let [from, to] = connection.ends();
        Self {
            id: connection.id.to_string(),
            from: from.to_string(),
            to: to.to_string(),
            kind: connection.kind().id(),
            underlying: connection.underlying().map(ConnectionKind::id),
            column: connection.column(),
            dc: connection.dc(),
            levels: connection.levels(),
            blocked: connection.is_blocked(),
            two_way: connection.is_two_way(),
            powered: connection.powered(),
        }
    }
}
