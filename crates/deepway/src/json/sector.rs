//! A sector as JSON.

mod read;
mod write;

pub(crate) use read::read_sector_world;
pub(super) use read::{Whole, not_sound, read_all};
pub use read::{read_cells, read_sector};
pub(super) use write::write_saved;
pub use write::{write_carved, write_sector};

use super::cells::CellsFile;
use super::expedition::ExpeditionFile;
use super::lists::{ignored, unique};
use crate::answer::IssueAnswer;
use crate::space::Layer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a sector")]
struct SectorFile {
    kind: String,
    #[serde(default)]
    format: Option<u32>,
    generation: u32,
    seed: String,
    blueprint: BlueprintFile,
    #[serde(default)]
    brought: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    story: Option<StoryFile>,
    rooms: Vec<RoomFile>,
    edges: Vec<EdgeFile>,
    exits: Vec<ExitFile>,
    connections: Vec<ConnectionFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    locks: Vec<LockFile>,
    #[serde(default)]
    dropped_edges: Option<Vec<EndsFile>>,
    #[serde(default, deserialize_with = "ignored")]
    issues: Vec<IssueAnswer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cells: Option<CellsFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expedition: Option<ExpeditionFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlueprintFile {
    biome: String,
    target_rooms: u32,
    trend: String,
    difficulty: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loops: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    locks: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verticality: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branching: Option<u32>,
    #[serde(default, skip_serializing_if = "is_false")]
    empty: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockFile {
    id: String,
    /// The room where the key lies.
    key: String,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoryFile {
    name: String,
    hook: String,
    reason: String,
    rumours: Vec<RumourFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RumourFile {
    text: String,
    #[serde(rename = "true")]
    is_true: bool,
}

#[derive(Clone, Copy, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Triple {
    x: i32,
    y: i32,
    z: i32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomFile {
    id: String,
    name: String,
    archetype: String,
    node: String,
    size: String,
    position: Triple,
    extent: Triple,
    layer: String,
    depth_m: i64,
    biome: String,
    #[serde(default)]
    blend: Vec<BlendFile>,
    description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    contents: Vec<ContentFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContentFile {
    at: [i32; 2],
    kind: String,
    name: String,
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "unique"
    )]
    properties: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlendFile {
    biome: String,
    percent: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EdgeFile {
    a: String,
    b: String,
    kind: String,
    passage: String,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct EndsFile {
    a: String,
    b: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitFile {
    from: String,
    to: String,
    direction: String,
    unit: [i32; 3],
    via: Vec<[i32; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lock: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConnectionFile {
    id: String,
    from: String,
    to: String,
    kind: String,
    underlying: Option<String>,
    dc: u32,
    levels: u32,
    two_way: bool,
    blocked: bool,
    powered: Option<bool>,
    column: [i32; 2],
    description: String,
    blockage: Option<String>,
    hazards: Vec<HazardFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lock: Option<String>,
    /// From the lowest level up; written along with the cells, and ignored when reading:
    /// they follow from the sector.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "ignored"
    )]
    cells: Vec<[i32; 3]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HazardFile {
    name: String,
    text: String,
    chance: u32,
    damage: String,
}

/// The id of the layer at a height.
fn layer_of(z: i32) -> &'static str {
    Layer::from_z(z).map_or("none", Layer::id)
}

#[cfg(test)]
mod tests;
