//! The cells of a sector as JSON: rows of glyphs, level by level, and rows of letters for
//! what they are made of; things.

use super::Problem;
use crate::cell::Cell;
use crate::material::Material;
use crate::sector::{CarvedSector, Sector, UNIT};
use crate::space::Pos;
use crate::text::{BLANK, Letters, is_letter};
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size, Volume};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

#[derive(Serialize, Deserialize)]
pub(super) struct CellsFile {
    /// Cells along a side of a unit.
    unit: i32,
    /// The unit at the north-west of the lowest level.
    corner: [i32; 3],
    levels: Vec<LevelFile>,
    /// The names of the materials that the letters stand for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    keys: BTreeMap<char, String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    things: Vec<ThingFile>,
}

#[derive(Serialize, Deserialize)]
struct LevelFile {
    z: i32,
    rows: Vec<String>,
    /// Letters for materials, as far as something has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    paint: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct ThingFile {
    place: [i32; 3],
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<String, String>,
}

pub(super) fn write(carved: &CarvedSector) -> CellsFile {
    let (volume, corner) = (carved.volume(), carved.frame().corner);
    let size = volume.size();
    let letters = Letters::new(volume);
    let levels = (0..size.levels()).map(|level| LevelFile {
        z: corner.z + level as i32,
        rows: (0..size.height())
            .map(|y| volume.row(y, level).map(Cell::glyph).collect())
            .collect(),
        paint: letters.rows(level),
    });
    CellsFile {
        unit: UNIT,
        corner: [corner.x, corner.y, corner.z],
        levels: levels.collect(),
        keys: letters
            .keys
            .iter()
            .map(|&(letter, name)| (letter, name.to_owned()))
            .collect(),
        things: write_things(volume),
    }
}

fn write_things(volume: &Volume) -> Vec<ThingFile> {
    let things = volume.things().map(|(_, thing)| ThingFile {
        place: thing.place.to_array(),
        kind: thing.kind.name().to_owned(),
        name: thing.name.clone(),
        properties: thing.properties.clone(),
    });
    things.collect()
}

/// Gives cells that are there already their materials.
fn read_paint(
    draft: &mut Draft,
    levels: &[LevelFile],
    keys: &BTreeMap<char, String>,
) -> Result<(), Problem> {
    let mut materials = HashMap::from([BLANK, ' '].map(|blank| (blank, Material::NONE)));
    for (&letter, name) in keys {
        let place = || format!("cells.keys[{letter:?}]");
        if !is_letter(letter) {
            return Err(Problem::new(place(), "expected a letter or a digit"));
        }
        let material = draft.name_material(name);
        let material = material.map_err(|error| Problem::new(place(), error))?;
        materials.insert(letter, material);
    }
    for (z, level) in levels.iter().enumerate() {
        for (y, row) in level.paint.iter().enumerate() {
            let place = || format!("cells.levels[{z}].paint[{y}]");
            for (x, letter) in row.chars().enumerate() {
                let Some(&material) = materials.get(&letter) else {
                    let what = format_args!(
                        "{letter:?} in column {}: expected a key of cells.keys",
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

fn read_things(draft: &mut Draft, things: Vec<ThingFile>) -> Result<(), Problem> {
    for (number, thing) in things.into_iter().enumerate() {
        let thing = Thing {
            place: thing.place.into(),
            kind: ThingKind::from(thing.kind.as_str()),
            name: thing.name,
            properties: thing.properties,
        };
        let added = draft.add_thing(thing);
        added.map_err(|error| Problem::new(format_args!("cells.things[{number}]"), error))?;
    }
    Ok(())
}

pub(super) fn read(file: CellsFile, sector: &Sector) -> Result<CarvedSector, Problem> {
    if file.unit != UNIT {
        let what = format_args!("{}: expected {UNIT}", file.unit);
        return Err(Problem::new("cells.unit", what));
    }
    let first = file.levels.first().and_then(|level| level.rows.first());
    let (width, height) = (
        first.map_or(0, |row| row.chars().count()),
        file.levels.first().map_or(0, |level| level.rows.len()),
    );
    let size = Size::new(width as u32, height as u32, file.levels.len() as u32);
    let size = size.map_err(|error| Problem::new("cells.levels", error))?;
    let mut draft = Draft::new(size);
    for (z, level) in file.levels.iter().enumerate() {
        let at = |key: &str| format!("cells.levels[{z}].{key}");
        if level.rows.len() != height {
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
                // Inside: the size was taken from the rows.
                let _ = draft.set(Pos::new(x as i32, y as i32, z as i32), cell);
            }
        }
    }
    read_paint(&mut draft, &file.levels, &file.keys)?;
    read_things(&mut draft, file.things)?;
    let carved = CarvedSector::from_cells(sector.clone(), draft.finish());
    let carved = carved.map_err(|error| Problem::new("cells", error))?;
    let carved = carved.ok_or_else(|| {
        let what = format_args!("{size}: not as large as the sector");
        Problem::new("cells.levels", what)
    })?;
    let corner = carved.frame().corner;
    let expected = [corner.x, corner.y, corner.z];
    if file.corner != expected {
        let what = format_args!("{:?}: expected {expected:?}", file.corner);
        return Err(Problem::new("cells.corner", what));
    }
    for ((number, level), z) in file.levels.iter().enumerate().zip(corner.z..) {
        if level.z != z {
            let what = format_args!("{}: expected {z}", level.z);
            return Err(Problem::new(format!("cells.levels[{number}].z"), what));
        }
    }
    Ok(carved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{read_cells, write_carved};
    use crate::sector::{Blueprint, carve, generate};
    use crate::seed::Seed;

    /// A carved sector with a material of its own and things.
    fn world() -> CarvedSector {
        let sector = generate(&Blueprint::default(), Seed::new(3)).unwrap();
        let carved = carve(sector.clone()).unwrap();
        let mut volume = carved.volume().clone();
        let goo = volume.name_material("goo \"of mine\"").unwrap();
        let middle = carved.middle_of(0).unwrap();
        volume.set_material(middle, goo).unwrap();
        for thing in [
            Thing::new(middle, ThingKind::Label, "A \"hall\"\n\u{1}").with("colour", "red"),
            Thing::new(middle, ThingKind::Other("chute".to_owned()), ""),
        ] {
            volume.add_thing(thing).unwrap();
        }
        CarvedSector::from_cells(sector, volume).unwrap().unwrap()
    }

    #[test]
    fn materials_and_things_read_back_the_same() {
        let world = world();
        let text = write_carved(&world, &[]);
        let (_, read) = read_cells("s", &text).unwrap();
        assert!(read.as_ref() == Some(&world));
        assert!(
            text.contains(r#""things":[{"place":["#) && text.contains("\"goo \\\"of mine\\\"\"")
        );
        let plain = text.replace("\"paint\"", "\"ignored\"");
        let (_, read) = read_cells("s", &plain).unwrap();
        assert!(!read.unwrap().volume().has_materials());
    }

    #[test]
    fn wrong_materials_and_things_are_named_where_they_stand() {
        let text = write_carved(&world(), &[]);
        let place = world().middle_of(0).unwrap();
        let Pos { x, y, z } = place;
        let refused = |old: &str, new: &str, message: &str| {
            let changed = text.replacen(old, new, 1);
            assert_ne!(changed, text, "{old}");
            assert_eq!(
                read_cells("s", &changed)
                    .err()
                    .map(|error| error.to_string())
                    .as_deref(),
                Some(message)
            );
        };
        refused(
            &format!("\"place\":[{x},{y},{z}]"),
            "\"place\":[-1,0,0]",
            &format!(
                "s: cells.things[0]: (-1,0,0) is outside the map, which is {}: x from 0 to {}, y from 0 to {}, z from 0 to {}",
                world().volume().size(),
                world().volume().size().width() - 1,
                world().volume().size().height() - 1,
                world().volume().size().levels() - 1
            ),
        );
        refused(
            "\"kind\":\"chute\"",
            "\"kind\":\"\"",
            "s: cells.things[1]: a thing without a kind: expected one such as label, creature or marker",
        );
        refused(
            "goo \\\"of mine",
            "\\n",
            "s: cells.keys['a']: no material \"\\n\\\"\": expected a name of 1 to 64 bytes, without control characters or spaces around it",
        );
        refused(
            "goo \\\"of mine\\\"",
            "lava",
            &format!(
                "s: cells.levels[{z}].paint[{y}]: lava at {place} on dais: expected deep liquid there, or the material crust"
            ),
        );
    }
}
