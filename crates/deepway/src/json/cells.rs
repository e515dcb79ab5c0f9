//! The cells of a sector as JSON.

use super::Problem;
use super::levels::{self, Keys, LevelFile, MAX_LEVELS, MAX_THINGS, ThingFile};
use super::lists::{at_most, unique};
use crate::sector::{CarvedSector, Sector, UNIT};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes cells")]
pub(super) struct CellsFile {
    /// Cells along each side of a unit.
    unit: i32,
    /// The unit at the north-west of the lowest level.
    corner: [i32; 3],
    #[serde(deserialize_with = "at_most::<_, _, MAX_LEVELS>")]
    levels: Vec<LevelFile>,
    #[serde(
        default,
        skip_serializing_if = "Keys::is_empty",
        deserialize_with = "unique"
    )]
    keys: Keys,
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "at_most::<_, _, MAX_THINGS>"
    )]
    things: Vec<ThingFile>,
}

pub(super) fn write(carved: &CarvedSector) -> CellsFile {
    let (volume, corner) = (carved.volume(), carved.frame().corner);
    let (levels, keys) = levels::write(volume, corner.z);
    CellsFile {
        unit: UNIT,
        corner: [corner.x, corner.y, corner.z],
        levels,
        keys,
        things: levels::write_things(volume),
    }
}

pub(super) fn read(file: CellsFile, sector: &Sector) -> Result<CarvedSector, Problem> {
    if file.unit != UNIT {
        let what = format_args!("{}: expected {UNIT}", file.unit);
        return Err(Problem::new("cells.unit", what));
    }
    let volume = levels::read(&file.levels, &file.keys, file.things, "cells.")?;
    let size = volume.size();
    let carved = CarvedSector::from_cells(sector.clone(), volume);
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
    use crate::space::Pos;
    use crate::thing::{Thing, ThingKind};

    /// A carved sector with a material of its own and things.
    fn world() -> CarvedSector {
        let sector = generate(&Blueprint::default(), Seed::new(3)).unwrap();
        let carved = carve(sector.clone()).unwrap();
        let mut volume = carved.volume().clone();
        let goo = volume.name_material("goo \"of mine\"").unwrap();
        let middle = carved.middle_of(crate::ids::RoomId::ENTRY).unwrap();
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
        let unknown = text.replace("\"paint\"", "\"hue\"");
        let said = read_cells("s", &unknown).unwrap_err().to_string();
        assert!(said.starts_with("s: unknown key `hue`"), "{said}");
    }

    #[test]
    fn wrong_materials_and_things_are_named_where_they_stand() {
        let text = write_carved(&world(), &[]);
        let place = world().middle_of(crate::ids::RoomId::ENTRY).unwrap();
        let Pos { x, y, z } = place;
        let under = world().volume().get(place).info().name;
        // The letter of a material depends on what else the sector is made of.
        let before = text.split(":\"goo").next().unwrap();
        let key = before.trim_end_matches('"').chars().next_back().unwrap();
        let last = world().volume().things().count() - 1;
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
                "s: cells.things[0]: -1,0,0 is outside the map, which is {}: x from 0 to {}, y from 0 to {}, z from 0 to {}",
                world().volume().size(),
                world().volume().size().width() - 1,
                world().volume().size().height() - 1,
                world().volume().size().levels() - 1
            ),
        );
        refused(
            "\"kind\":\"chute\"",
            "\"kind\":\"\"",
            &format!(
                "s: cells.things[{last}]: a thing without a kind: expected a kind such as label, creature or marker"
            ),
        );
        refused(
            "goo \\\"of mine",
            "\\n",
            &format!(
                "s: cells.keys['{key}']: not a material: \"\\n\\\"\": expected a name of 1 to 64 bytes, without control characters or spaces around it"
            ),
        );
        refused(
            "goo \\\"of mine\\\"",
            "lava",
            &format!(
                "s: cells.levels[{z}].paint[{y}]: lava at {place} on {under}: expected deep liquid there, or the material crust"
            ),
        );
    }
}
