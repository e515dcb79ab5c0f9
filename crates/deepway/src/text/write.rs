//! Writing text maps.

use super::letters::Letters;
use super::thing_line;
use crate::cell::Cell;
use crate::volume::Volume;
use std::fmt;

/// Writes a volume as a text map, level by level, then materials and things.
///
/// Rows are written in full, including trailing spaces, and every level is
/// written, so that reading gives an equal volume.
pub fn write(volume: &Volume, out: &mut impl fmt::Write) -> fmt::Result {
    let size = volume.size();
    let mut text = String::with_capacity((size.width() as usize + 1) * size.height() as usize);
    for z in 0..size.levels() {
        text.clear();
        for y in 0..size.height() {
            text.extend(volume.row(y, z).map(Cell::glyph));
            text.push('\n');
        }
        writeln!(out, "floor:{z}")?;
        out.write_str(&text)?;
    }
    if volume.has_materials() {
        write_paint(volume, out)?;
    }
    for (_, thing) in volume.things() {
        text.clear();
        thing_line::write(thing, &mut text);
        out.write_str(&text)?;
    }
    Ok(())
}

/// Writes the keys, and the letters of each level that has a material.
fn write_paint(volume: &Volume, out: &mut impl fmt::Write) -> fmt::Result {
    let letters = Letters::new(volume);
    for (letter, name) in &letters.keys {
        writeln!(out, "key {letter} {name}")?;
    }
    for z in 0..volume.size().levels() {
        let rows = letters.rows(z);
        if !rows.is_empty() {
            writeln!(out, "paint:{z}")?;
        }
        for row in rows {
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

/// A volume as a text map.
pub fn to_text(volume: &Volume) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(volume, &mut text);
    text
}

/// The lines of a volume's things alone.
#[cfg(feature = "exchange")]
pub(crate) fn thing_lines(volume: &Volume) -> String {
    let mut text = String::new();
    for (_, thing) in volume.things() {
        thing_line::write(thing, &mut text);
    }
    text
}
