//! Levels of cells as JSON: rows of glyphs, rows of letters for materials, and things.

use super::Problem;
use super::lists::{at_most, ignored, unique};
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;
use crate::text::{BLANK, Letters, is_letter};
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size, Volume};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a level")]
pub(super) struct LevelFile {
    #[serde(alias = "level")]
    pub(super) z: i32,
    #[serde(deserialize_with = "at_most::<_, _, MAX_ROWS>")]
    rows: Vec<String>,
    /// Letters for materials, where there are any.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "at_most::<_, _, MAX_ROWS>"
    )]
    paint: Vec<String>,
    /// How many cells are walkable, which follows from the rows.
    #[serde(
        rename = "walkable",
        default,
        skip_serializing,
        deserialize_with = "ignored"
    )]
    _walkable: (),
}

impl LevelFile {
    /// A level of open air, which needs no rows.
    pub(super) fn air(z: i32) -> Self {
        let (rows, paint) = (Vec::new(), Vec::new());
        Self {
            z,
            rows,
            paint,
            _walkable: (),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a thing")]
pub(super) struct ThingFile {
    place: [i32; 3],
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "unique"
    )]
    properties: BTreeMap<String, String>,
}

/// The most rows of a level, levels of a map, and things in it.
const MAX_ROWS: usize = Size::MAX_HEIGHT as usize;
pub(super) const MAX_LEVELS: usize = Size::MAX_LEVELS as usize;
pub(super) const MAX_THINGS: usize = Thing::MAX_COUNT as usize;

/// The names of the materials that letters stand for.
pub(super) type Keys = BTreeMap<char, String>;

/// All levels, numbered from `lowest`, and the keys to their letters.
pub(super) fn write(volume: &Volume, lowest: i32) -> (Vec<LevelFile>, Keys) {
    let size = volume.size();
    let letters = Letters::new(volume);
    let levels = (0..size.levels()).map(|level| LevelFile {
        z: lowest + level as i32,
        rows: (0..size.height())
            .map(|y| volume.row(y, level).map(Cell::glyph).collect())
            .collect(),
        paint: letters.rows(level),
        _walkable: (),
    });
    let keys = letters.keys.iter();
    let keys = keys.map(|&(letter, name)| (letter, name.to_owned()));
    (levels.collect(), keys.collect())
}

/// The things of a volume.
pub(super) fn write_things(volume: &Volume) -> Vec<ThingFile> {
    let things = volume.things().map(|(_, thing)| ThingFile {
        place: thing.place.to_array(),
        kind: thing.kind.name().to_owned(),
        name: thing.name.clone(),
        properties: thing.properties.clone(),
    });
    things.collect()
}

/// Adds the materials to the cells.
fn read_paint(
    draft: &mut Draft,
    levels: &[LevelFile],
    keys: &Keys,
    prefix: &str,
) -> Result<(), Problem> {
    let mut materials = HashMap::from([BLANK, ' '].map(|blank| (blank, Material::NONE)));
    for (&letter, name) in keys {
        let place = || format!("{prefix}keys[{letter:?}]");
        if !is_letter(letter) {
            return Err(Problem::new(place(), "expected a letter or a digit"));
        }
        let material = draft.name_material(name);
        let material = material.map_err(|error| Problem::new(place(), error))?;
        materials.insert(letter, material);
    }
    for (z, level) in levels.iter().enumerate() {
        for (y, row) in level.paint.iter().enumerate() {
            let place = || format!("{prefix}levels[{z}].paint[{y}]");
            for (x, letter) in row.chars().enumerate() {
                let Some(&material) = materials.get(&letter) else {
                    let what = format_args!(
                        "{letter:?} in column {}: expected a key of {prefix}keys",
                        x + 1
                    );
                    return Err(Problem::new(place(), what));
                };
                let painted = draft.set_material(Pos::new(x as i32, y as i32, z as i32), material);
                painted.map_err(|error| Problem::new(place(), error))?;
            }
        }
    }
    Ok(())
}

fn read_things(draft: &mut Draft, things: Vec<ThingFile>, prefix: &str) -> Result<(), Problem> {
    for (number, thing) in things.into_iter().enumerate() {
        let thing = Thing {
            place: thing.place.into(),
            kind: ThingKind::from(thing.kind.as_str()),
            name: thing.name,
            properties: thing.properties,
        };
        let added = draft.add_thing(thing);
        added.map_err(|error| Problem::new(format_args!("{prefix}things[{number}]"), error))?;
    }
    Ok(())
}

/// The volume that levels, keys and things describe; `prefix` is their place in the file.
pub(super) fn read(
    levels: &[LevelFile],
    keys: &Keys,
    things: Vec<ThingFile>,
    prefix: &str,
) -> Result<Volume, Problem> {
    let first = levels.iter().find(|level| !level.rows.is_empty());
    let rows = first.map_or(&[][..], |level| &level.rows);
    let width = rows.first().map_or(0, |row| row.chars().count());
    let height = rows.len();
    let size = Size::new(width as u32, height as u32, levels.len() as u32);
    let size = size.map_err(|error| Problem::new(format_args!("{prefix}levels"), error))?;
    let mut draft = Draft::new(size);
    for (z, level) in levels.iter().enumerate() {
        let at = |key: &str| format!("{prefix}levels[{z}].{key}");
        if !level.rows.is_empty() && level.rows.len() != height {
            let what = format_args!("{} rows: expected {height}", level.rows.len());
            return Err(Problem::new(at("rows"), what));
        }
        for (y, row) in level.rows.iter().enumerate() {
            let place = || at(&format!("rows[{y}]"));
            if row.chars().count() != width {
                let what = format_args!("{} cells: expected {width}", row.chars().count());
                return Err(Problem::new(place(), what));
            }
            for (x, glyph) in row.chars().enumerate() {
                let Some(cell) = Cell::from_glyph(glyph) else {
                    let what = format_args!("unknown glyph {glyph:?} in column {}", x + 1);
                    return Err(Problem::new(place(), what));
                };
                // Cannot be outside: the size was taken from the rows.
                let _ = draft.set(Pos::new(x as i32, y as i32, z as i32), cell);
            }
        }
    }
    read_paint(&mut draft, levels, keys, prefix)?;
    read_things(&mut draft, things, prefix)?;
    Ok(draft.finish())
}
