//! A zone of an open world.

use crate::cell::Cell;
use crate::seed::Seed;
use crate::space::ZonePos;
use crate::strata::{Address, Connection, GENERATION, Zone};
use serde::Serialize;

/// A zone: what `deepway zone --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneAnswer {
    /// Always `zone`.
    pub kind: &'static str,
    /// The number of this format.
    pub format: u32,
    /// The generation of the world.
    pub generation: u32,
    /// The seed of the world.
    pub world_seed: String,
    /// The address of the zone.
    pub id: String,
    /// What the zone is.
    pub blueprint: &'static str,
    /// 25 rows of 80 glyphs.
    pub rows: Vec<String>,
    /// The same rows with 1 for a walkable cell.
    pub open: Vec<String>,
    /// The same rows with 1 for a cell that pulls down.
    pub pulls: Vec<String>,
    /// What joins the zone to others.
    pub connections: Vec<JointAnswer>,
}

/// What joins two zones at one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JointAnswer {
    /// The face that it leads through: `n`, `s`, `e`, `w`, `u` or `d`.
    pub face: String,
    /// The column of its cell in this zone.
    pub x: u8,
    /// The row of its cell in this zone.
    pub y: u8,
    /// `opening`, `stairs`, `shaft`, `pit`, `hole` or `elevator`.
    pub kind: &'static str,
    /// The depth of the highest zone, if it is vertical.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<u8>,
    /// How many floors it leads through, if it is vertical.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
}

impl ZoneAnswer {
    /// What there is to say about a zone of the world with a seed.
    pub fn new(seed: Seed, zone: &Zone) -> Self {
        let rows = |sign: fn(Cell) -> char| {
            let rows = 0..ZonePos::HEIGHT;
            rows.map(|y| zone.row(y).map(sign).collect()).collect()
        };
        Self {
            kind: "zone",
            format: 1,
            generation: GENERATION,
            world_seed: seed.to_string(),
            id: Address::of(zone.pos()).to_string(),
            blueprint: zone.blueprint().name(),
            rows: rows(Cell::glyph),
            open: rows(|cell| if cell.is_walkable() { '1' } else { '0' }),
            pulls: rows(|cell| if cell == Cell::Shaft { '1' } else { '0' }),
            connections: zone.connections().map(JointAnswer::from).collect(),
        }
    }

    /// The FNV-1a hash of the answer as JSON, of 64 bits.
    pub fn hash(&self) -> u64 {
        let text = serde_json::to_string(self).unwrap_or_default();
        text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
    }
}

impl From<Connection> for JointAnswer {
    fn from(connection: Connection) -> Self {
        Self {
            face: connection.face.short().to_lowercase(),
            x: connection.x,
            y: connection.y,
            kind: connection.kind.name(),
            top: connection.levels.map(|[top, _]| top),
            levels: connection.levels.map(|[_, levels]| levels),
        }
    }
}
