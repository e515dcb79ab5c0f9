//! A room with a place.

use super::contents::Content;
use super::graph::{Archetype, NodeKind, RoomSize};
use crate::ids::RoomId;
use crate::space::{Biome, Layer, RoomPos};

/// A room with a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its id.
    pub id: RoomId,
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
    /// Its biome.
    pub biome: Biome,
    /// The shares of neighbouring rooms' biomes, if they differ.
    pub blend: Vec<Blend>,
    /// Its description.
    pub description: String,
    /// Who and what is in it.
    pub contents: Vec<Content>,
}

/// How much of another biome a room has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// The other biome.
    pub biome: Biome,
    /// Its share, 1 to 50 percent.
    pub percent: u32,
}

impl Room {
    /// The layer that it lies on, if there is such a layer.
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
