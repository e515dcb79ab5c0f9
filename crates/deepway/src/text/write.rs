//! Writing text maps.

use super::paint::{BLANK, is_letter};
use super::thing_line;
use crate::cell::Cell;
use crate::material::Material;
use crate::volume::Volume;
use std::fmt;

/// Writes a volume as a text map, level by level, then materials and things.
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

/// Letters for materials: as many as there can be, those that are typed easily first.
fn letters() -> impl Iterator<Item = char> {
    let usual = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    usual
        .chain('À'..='\u{24F}')
        .filter(|&letter| is_letter(letter))
}

/// Writes what the letters stand for, and the letters of each level that has a material,
/// without what is blank at the ends.
fn write_paint(volume: &Volume, out: &mut impl fmt::Write) -> fmt::Result {
    let size = volume.size();
    let mut letter_of: [Option<char>; 256] = [None; 256];
    letter_of[usize::from(Material::NONE.byte())] = Some(BLANK);
    let mut unused = letters();
    for (y, z) in (0..size.levels()).flat_map(|z| (0..size.height()).map(move |y| (y, z))) {
        for material in volume.material_row(y, z) {
            let letter = &mut letter_of[usize::from(material.byte())];
            if let (None, Some(name)) = (*letter, volume.material_name(material)) {
                *letter = unused.next();
                writeln!(out, "key {} {name}", letter.unwrap_or(BLANK))?;
            }
        }
    }
    for z in 0..size.levels() {
        let rows = (0..size.height()).map(|y| {
            let letters = volume.material_row(y, z);
            let letters = letters.filter_map(|material| letter_of[usize::from(material.byte())]);
            letters.collect::<String>()
        });
        let rows: Vec<String> = rows.collect();
        let trimmed = rows.iter().map(|row| row.trim_end_matches(BLANK));
        let Some(last) = trimmed.clone().rposition(|row| !row.is_empty()) else {
            continue;
        };
        writeln!(out, "paint:{z}")?;
        for row in trimmed.take(last + 1) {
            let row = if row.is_empty() { "." } else { row };
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
