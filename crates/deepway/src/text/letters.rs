//! Letters for the materials of a volume.

use crate::material::Material;
use crate::volume::Volume;

/// The letter for cells without a material.
pub(crate) const BLANK: char = '.';

/// Whether a character may stand for a material.
pub(crate) fn is_letter(character: char) -> bool {
    character.is_alphanumeric()
}

/// As many letters as there can be materials, those easy to type first.
fn letters() -> impl Iterator<Item = char> {
    let usual = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    usual
        .chain('À'..='\u{24F}')
        .filter(|&letter| is_letter(letter))
}

/// A letter for each material of a volume, in the order of their first cells.
pub(crate) struct Letters<'a> {
    volume: &'a Volume,
    by_byte: [Option<char>; 256],
    /// The letters, and the names of their materials.
    pub(crate) keys: Vec<(char, &'a str)>,
}

impl<'a> Letters<'a> {
    pub(crate) fn new(volume: &'a Volume) -> Self {
        let size = volume.size();
        let mut by_byte = [None; 256];
        by_byte[usize::from(Material::NONE.byte())] = Some(BLANK);
        let mut keys = Vec::new();
        let mut unused = letters();
        let levels = if volume.has_materials() {
            0..size.levels()
        } else {
            0..0
        };
        for (y, z) in levels.flat_map(|z| (0..size.height()).map(move |y| (y, z))) {
            for material in volume.material_row(y, z) {
                let letter = &mut by_byte[usize::from(material.byte())];
                if letter.is_none()
                    && let Some(name) = volume.material_name(material)
                    && let Some(unused) = unused.next()
                {
                    *letter = Some(unused);
                    keys.push((unused, name));
                }
            }
        }
        Self {
            volume,
            by_byte,
            keys,
        }
    }

    /// The rows of a level up to the last row with a material, each cut off after its last
    /// material, but at least one letter long.
    pub(crate) fn rows(&self, z: u32) -> Vec<String> {
        let rows = (0..self.volume.size().height()).map(|y| {
            let materials = self.volume.material_row(y, z);
            let letters =
                materials.filter_map(|material| self.by_byte[usize::from(material.byte())]);
            let row: String = letters.collect();
            row.trim_end_matches(BLANK).to_owned()
        });
        let mut rows: Vec<String> = rows.collect();
        let last = rows.iter().rposition(|row| !row.is_empty());
        rows.truncate(last.map_or(0, |last| last + 1));
        for row in rows.iter_mut().filter(|row| row.is_empty()) {
            row.push(BLANK);
        }
        rows
    }
}
