//! What differs from the seed in the zones of an open world, in plain types.

use crate::world::Document;
use crate::{StoreError, ZoneWrite};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// What differs from the seed in a zone. `docs/formats.md` has its JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// What was added at run time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub connections: Vec<ZoneConnection>,
    /// Cells that were drawn: column, row, and what is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(u8, u8, String)>,
    /// What the running game keeps in mind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: BTreeMap<String, String>,
}

/// Something added to a zone at run time.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneConnection {
    /// The column of its cell.
    pub x: u8,
    /// The row of its cell.
    pub y: u8,
    /// What was added, as `StairsDown`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What the game puts there.
    pub object: Option<String>,
}

impl Zone {
    /// Whether the zone is as its seed says.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty() && self.cells.is_empty() && self.properties.is_empty()
    }
}

/// Zones by their addresses.
pub(crate) type Zones = BTreeMap<String, Zone>;

/// A zone with its address, as files have it.
#[derive(Deserialize, Serialize)]
struct Named {
    zone: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    connections: Vec<ZoneConnection>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(u8, u8, String)>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<String, String>,
}

/// An open world as files have it; its order is kept.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    kind: Box<RawValue>,
    format: Box<RawValue>,
    generation: Box<RawValue>,
    seed: Box<RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    surface: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    features: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    regions: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    zones: Vec<Named>,
}

/// Refuses to save a zone twice at once.
pub(crate) fn check_once(zones: &[ZoneWrite<'_>]) -> Result<(), StoreError> {
    let mut names = BTreeSet::new();
    match zones.iter().find(|write| !names.insert(write.zone)) {
        Some(write) => {
            let what = format!("zone {} twice: expected it once", write.zone);
            Err(StoreError::Unwritable(what))
        }
        None => Ok(()),
    }
}

/// Takes the zones out of an open world; other worlds have none.
pub(crate) fn split(world: &Document) -> Result<(Document, Zones), StoreError> {
    if world.kind != "strata" {
        return Ok((world.clone(), Zones::new()));
    }
    let mut whole = read(&world.json)?;
    let zones = std::mem::take(&mut whole.zones).into_iter().map(|zone| {
        let changes = Zone {
            connections: zone.connections,
            cells: zone.cells,
            properties: zone.properties,
        };
        (zone.zone, changes)
    });
    let zones = zones.filter(|(_, zone)| !zone.is_empty()).collect();
    let mut bare = world.clone();
    bare.json = write(&whole);
    Ok((bare, zones))
}

/// Puts zones into an open world.
pub(crate) fn join(world: &mut Document, zones: Zones) -> Result<(), StoreError> {
    if zones.is_empty() {
        return Ok(());
    }
    let mut whole = read(&world.json)?;
    let named = zones.into_iter().map(|(name, zone)| Named {
        zone: name,
        connections: zone.connections,
        cells: zone.cells,
        properties: zone.properties,
    });
    whole.zones = named.collect();
    world.json = write(&whole);
    Ok(())
}

fn read(json: &str) -> Result<Whole, StoreError> {
    let whole = serde_json::from_str(json);
    whole.map_err(|error| StoreError::Unwritable(format!("not an open world: {error}")))
}

fn write(whole: &Whole) -> String {
    // Strings and numbers can always be written.
    serde_json::to_string(whole).unwrap_or_default()
}
