//! What differs from the seed in a zone, as JSON.

use super::{JsonError, Problem, is_disturbing, parse, word};
use crate::cell::Cell;
use crate::space::ZonePos;
use crate::strata::{Address, Entry, EntryKind, Plan, ZoneChanges};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most characters of the name of a property, and of an object.
const MAX_NAME: usize = 100;
/// The most characters of a property.
const MAX_VALUE: usize = 10_000;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a zone")]
pub(super) struct ZoneFile {
    zone: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    connections: Vec<ConnectionFile>,
    /// Column, row, and the name of the cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(u8, u8, String)>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes a connection"
)]
struct ConnectionFile {
    x: u8,
    y: u8,
    #[serde(rename = "type")]
    kind: String,
    object: Option<String>,
}

/// Writes what differs from the seed in a zone, on one line.
pub fn write_zone_changes(zone: ZonePos, changes: &ZoneChanges) -> String {
    serde_json::to_string(&ZoneFile::new(zone, changes)).unwrap_or_default()
}

/// Reads what differs from the seed in a zone; whether it fits the world is for
/// [`Strata::set_zone_changes`](crate::strata::Strata::set_zone_changes) to say.
pub fn read_zone_changes(
    name: &str,
    text: &str,
    plan: &Plan,
) -> Result<(ZonePos, ZoneChanges), JsonError> {
    let file: ZoneFile = parse(name, text, "zone")?;
    file.read(plan).map_err(|problem| problem.of(name))
}

impl ZoneFile {
    pub(super) fn new(zone: ZonePos, changes: &ZoneChanges) -> Self {
        let entries = changes.entries.iter();
        let cells = changes.cells.iter();
        Self {
            zone: Address::of(zone).to_string(),
            connections: entries
                .map(|entry| ConnectionFile {
                    x: entry.x,
                    y: entry.y,
                    kind: entry.kind.name().to_owned(),
                    object: entry.object.clone(),
                })
                .collect(),
            cells: cells
                .map(|(&[y, x], cell)| (x, y, cell.info().name.to_owned()))
                .collect(),
            properties: changes.properties.clone(),
        }
    }

    pub(super) fn read(self, plan: &Plan) -> Result<(ZonePos, ZoneChanges), Problem> {
        let zone = super::registry::read_zone(&self.zone, plan)?;
        let mut changes = ZoneChanges::default();
        for (file, number) in self.connections.into_iter().zip(0..) {
            let place = format!("connections[{number}]");
            let kind = word(
                EntryKind::ALL,
                EntryKind::name,
                format_args!("{place}.type"),
                &file.kind,
            )?;
            let object = file.object;
            let is_name = |text: &String| is_line(text, MAX_NAME);
            if !object.as_ref().is_none_or(is_name) {
                let what =
                    format_args!("expected null or at most {MAX_NAME} characters on one line");
                return Err(Problem::new(format_args!("{place}.object"), what));
            }
            changes.entries.insert(Entry {
                zone,
                y: file.y,
                x: file.x,
                kind,
                object,
            });
        }
        let all: Vec<Cell> = Cell::all().collect();
        for ((x, y, name), number) in self.cells.into_iter().zip(0..) {
            let place = format!("cells[{number}]");
            let cell = word(&all, |cell: Cell| cell.info().name, &place, &name)?;
            if changes.cells.insert([y, x], cell).is_some() {
                let what = format_args!("{x},{y} twice: expected each cell once");
                return Err(Problem::new(place, what));
            }
        }
        for (name, value) in &self.properties {
            if name.is_empty() || !is_line(name, MAX_NAME) || !is_line(value, MAX_VALUE) {
                let what = format_args!(
                    "{:?}: expected a name of 1 to {MAX_NAME} characters and a value of at most {MAX_VALUE}, each on one line",
                    name.chars().take(40).collect::<String>()
                );
                return Err(Problem::new("properties", what));
            }
        }
        changes.properties = self.properties;
        Ok((zone, changes))
    }
}

fn is_line(text: &str, most: usize) -> bool {
    text.chars().count() <= most && !text.chars().any(is_disturbing)
}
