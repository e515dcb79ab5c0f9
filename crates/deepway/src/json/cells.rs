//! The cells of a sector as JSON: rows of glyphs, level by level.

use super::Problem;
use crate::cell::Cell;
use crate::sector::{CarvedSector, Sector, UNIT};
use crate::space::Pos;
use crate::volume::{Draft, Size};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct CellsFile {
    /// Cells along a side of a unit.
    unit: i32,
    /// The unit at the north-west of the lowest level.
    corner: [i32; 3],
    levels: Vec<LevelFile>,
}

#[derive(Serialize, Deserialize)]
struct LevelFile {
    z: i32,
    rows: Vec<String>,
}

pub(super) fn write(carved: &CarvedSector) -> CellsFile {
    let (volume, corner) = (carved.volume(), carved.frame().corner);
    let size = volume.size();
    let levels = (0..size.levels()).map(|level| LevelFile {
        z: corner.z + level as i32,
        rows: (0..size.height())
            .map(|y| volume.row(y, level).map(Cell::glyph).collect())
            .collect(),
    });
    CellsFile {
        unit: UNIT,
        corner: [corner.x, corner.y, corner.z],
        levels: levels.collect(),
    }
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
