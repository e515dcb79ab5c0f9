//! A map as JSON.

use super::levels::{self, Keys, LevelFile, ThingFile};
use super::{JsonError, Problem, check_format, parse};
use crate::volume::Volume;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(expecting = "an object that describes a map")]
struct MapFile {
    #[serde(default)]
    format: Option<u32>,
    levels: Vec<LevelFile>,
    #[serde(default)]
    keys: Keys,
    #[serde(default)]
    things: Vec<ThingFile>,
}

/// Reads a map, as `show --json` prints it; its links follow from its cells.
pub fn read_map(name: &str, text: &str) -> Result<Volume, JsonError> {
    let file: MapFile = parse(name, text, "map")?;
    convert(file).map_err(|problem| problem.of(name))
}

fn convert(file: MapFile) -> Result<Volume, Problem> {
    check_format(file.format)?;
    for (number, level) in (0..).zip(&file.levels) {
        if level.z != number {
            let place = format!("levels[{number}].level");
            let what = format_args!("{}: expected {number}, levels from 0 up", level.z);
            return Err(Problem::new(place, what));
        }
    }
    levels::read(&file.levels, &file.keys, file.things, "")
}
