//! A map as JSON.

use super::levels::{self, Keys, LevelFile, MAX_LEVELS, MAX_THINGS, ThingFile};
use super::lists::{at_most, unique};
use super::{JsonError, Problem, check_format, parse};
use crate::volume::Volume;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a map")]
struct MapFile {
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    #[serde(default)]
    format: Option<u32>,
    /// What follows from the cells.
    #[serde(rename = "size")]
    _size: Option<IgnoredAny>,
    #[serde(rename = "links")]
    _links: Option<IgnoredAny>,
    #[serde(deserialize_with = "at_most::<_, _, MAX_LEVELS>")]
    levels: Vec<LevelFile>,
    #[serde(default, deserialize_with = "unique")]
    keys: Keys,
    #[serde(default, deserialize_with = "at_most::<_, _, MAX_THINGS>")]
    things: Vec<ThingFile>,
}

/// Reads a map, as `show --json` prints it; its links follow from its cells. A level that is
/// missing is open air.
pub fn read_map(name: &str, text: &str) -> Result<Volume, JsonError> {
    let file: MapFile = parse(name, text, "map")?;
    convert(file).map_err(|problem| problem.of(name))
}

fn convert(file: MapFile) -> Result<Volume, Problem> {
    check_format(file.format)?;
    let mut levels: Vec<LevelFile> = Vec::new();
    for (number, level) in file.levels.into_iter().enumerate() {
        let lowest = levels.len() as i32;
        if !(lowest..256).contains(&level.z) {
            let place = format!("levels[{number}].level");
            let what = format_args!("{}: expected {lowest} to 255, from the lowest up", level.z);
            return Err(Problem::new(place, what));
        }
        levels.extend((lowest..level.z).map(LevelFile::air));
        levels.push(level);
    }
    levels::read(&levels, &file.keys, file.things, "")
}
