//! Writing text maps.

use crate::cell::Cell;
use crate::volume::Volume;
use std::fmt;

/// Writes a volume as a text map, level by level.
///
/// Rows are written in full, spaces at their ends included, and every level is
/// written, so that what is read back is equal to what was written.
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
    Ok(())
}

/// A volume as a text map.
pub fn to_text(volume: &Volume) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(volume, &mut text);
    text
}
