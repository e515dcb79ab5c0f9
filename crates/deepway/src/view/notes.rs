//! The notes under a drawing of cells: its glyphs, materials and things.

use super::layers::made_row;
use super::palette::{self, TERMINAL_FAINT, nearest, stone};
use super::profile::Slice;
use super::text::{Ink, Pen, TextBlock};
use super::words::wrapped;
use super::{inhabitants, things};
use crate::cell::Cell;
use crate::material::Material;
use crate::population::Tables;
use crate::space::Pos;
use crate::thing::Thing;
use crate::volume::Volume;
use crate::words::legible;
use std::collections::BTreeSet;
use std::ops::Range;

/// What a drawing shows of a volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// These levels.
    Levels(Range<u32>),
    /// This slice through all levels.
    Slice(Slice),
}

impl Shown {
    fn contains(&self, pos: Pos, volume: &Volume) -> bool {
        match self {
            Self::Levels(levels) => levels.contains(&(pos.z as u32)),
            Self::Slice(slice) => slice.column(pos, volume.size()).is_some(),
        }
    }

    /// Whether a thing is drawn; a slice leaves out the labels of rooms.
    fn has(&self, thing: &Thing, volume: &Volume) -> bool {
        let is_left_out = matches!(self, Self::Slice(_)) && things::room(thing).is_some();
        !is_left_out && self.contains(thing.place, volume)
    }

    /// The kinds of cell that occur, with each of their materials.
    pub(super) fn kinds(&self, volume: &Volume) -> BTreeSet<(Cell, Material)> {
        let size = volume.size();
        let mut seen = vec![false; 1 << 16];
        let mut see = |cell: Cell, material: Material| {
            seen[usize::from(cell as u8) << 8 | usize::from(material.byte())] = true;
        };
        match self {
            Self::Levels(levels) => {
                let levels = levels.start..levels.end.min(size.levels());
                for (y, z) in levels.flat_map(|z| (0..size.height()).map(move |y| (y, z))) {
                    for (cell, material) in made_row(volume, y, z) {
                        see(cell, material);
                    }
                }
            }
            Self::Slice(slice) => {
                for z in 0..size.levels() {
                    for column in 0..slice.width(size) {
                        let pos = slice.pos(column, z, size);
                        see(volume.get(pos), volume.material(pos));
                    }
                }
            }
        }
        let last = if volume.has_materials() { 255 } else { 0 };
        let pairs = Cell::all().flat_map(|cell| (0..=last).map(move |byte| (cell, byte)));
        let seen = pairs.filter(|&(cell, byte)| seen[usize::from(cell as u8) << 8 | byte]);
        seen.map(|(cell, byte)| (cell, Material::from_byte(byte as u8)))
            .collect()
    }

    /// The materials that occur.
    pub(super) fn materials(&self, volume: &Volume) -> BTreeSet<Material> {
        if !volume.has_materials() {
            return BTreeSet::new();
        }
        let kinds = self.kinds(volume).into_iter();
        kinds.map(|(_, material)| material).collect()
    }
}

/// The most things that are listed.
const LISTED: usize = 24;
const BETWEEN: &str = "   ";

/// A piece of a line: a sign in its colour, and what it means.
struct Entry {
    sign: String,
    colour: u8,
    text: String,
}

/// The key to the glyphs in a drawing, the materials of its cells, and its things, in lines
/// of at most `columns` characters if possible.
pub fn notes(volume: &Volume, shown: &Shown, columns: u32, ink: Ink) -> TextBlock {
    let (mut block, drawn) = key(volume, shown, columns, ink, false);
    list_things(&mut block, &drawn, ink);
    block
}

/// The same for a level of zones of an open world: those who are together are in one line, with
/// what the tables say about them, and open air has a place in the key.
pub fn zone_notes(volume: &Volume, z: u32, tables: &Tables, columns: u32, ink: Ink) -> TextBlock {
    let (mut block, drawn) = key(volume, &Shown::Levels(z..z + 1), columns, ink, true);
    inhabitants::list(&mut block, &drawn, tables, columns, ink);
    block
}

/// The key to a drawing, and the things to list under it.
fn key<'v>(
    volume: &'v Volume,
    shown: &Shown,
    columns: u32,
    ink: Ink,
    has_air: bool,
) -> (TextBlock, Vec<&'v Thing>) {
    let mut block = TextBlock::default();
    let kinds = shown.kinds(volume);
    let stone = stone(0, 1, &[]);
    let cells = Cell::all().filter(|cell| *cell != Cell::Air);
    let mut entries: Vec<Entry> = Vec::new();
    let mut told: BTreeSet<String> = BTreeSet::new();
    for cell in cells {
        let made_of = kinds.iter().filter(|(kind, _)| *kind == cell);
        let made_of: Vec<Material> = made_of.map(|&(_, material)| material).collect();
        let Some(&first) = made_of.first() else {
            continue;
        };
        // The material of a liquid matters more than its being a liquid.
        let is_liquid = matches!(cell, Cell::ShallowLiquid | Cell::DeepLiquid);
        let names = made_of.iter().filter(|_| is_liquid);
        let names = names.filter_map(|&material| volume.material_name(material));
        let names: Vec<String> = names.map(legible).collect();
        told.extend(names.iter().cloned());
        entries.push(Entry {
            sign: cell.glyph().into(),
            colour: match made_of.len() {
                1 => palette::terminal(cell, first, stone),
                _ => palette::terminal(cell, Material::NONE, stone),
            },
            text: match names.is_empty() {
                true => cell.info().name.to_owned(),
                false => format!("{} ({})", cell.info().name, names.join(", ")),
            },
        });
    }
    let drawn: Vec<&Thing> = volume
        .things()
        .map(|(_, thing)| thing)
        .filter(|thing| shown.has(thing, volume))
        .collect();
    let (rooms, drawn): (Vec<&Thing>, Vec<&Thing>) = drawn
        .into_iter()
        .partition(|thing| things::room(thing).is_some());
    if has_air && kinds.iter().any(|(cell, _)| *cell == Cell::Air) {
        entries.push(Entry {
            sign: "(blank)".into(),
            colour: TERMINAL_FAINT,
            text: "open air".to_owned(),
        });
    }
    let is_short = |label: &&&Thing| things::signs(label, volume).count() == 1;
    entries.extend(signs_of(
        drawn.iter().chain(rooms.iter().filter(is_short)).copied(),
    ));
    write_entries(&mut block, entries, columns, ink);
    let materials = shown.materials(volume);
    let made_of = materials.iter().filter_map(|&material| {
        Some(Entry {
            sign: "■".into(),
            colour: nearest(palette::material(material)?),
            text: legible(volume.material_name(material)?),
        })
    });
    let made_of: Vec<Entry> = made_of.collect();
    if ink == Ink::Coloured {
        write_entries(&mut block, made_of, columns, ink);
    } else {
        // Without colours, names must do; those of liquids are told.
        let names = made_of.into_iter().map(|entry| entry.text);
        let names: Vec<String> = names.filter(|name| !told.contains(name)).collect();
        let line = format!("made of: {}", names.join(", "));
        for line in wrapped(&line, columns)
            .lines()
            .filter(|_| !names.is_empty())
        {
            let mut pen = Pen::new(ink);
            pen.write(line, None);
            block.push(pen);
        }
    }
    let names = rooms.iter().take(LISTED).map(|label| Entry {
        sign: things::room(label).unwrap_or_default().to_owned(),
        colour: nearest(things::colour(label)),
        text: things::short_name(label, 60),
    });
    write_entries(&mut block, names.collect(), columns, ink);
    count_rest(&mut block, &rooms, "more rooms", ink);
    (block, drawn)
}

/// The most names of things that one sign stands for in the key.
const MOST_NAMES: usize = 4;

/// The signs of things: one that is its own says whose it is, the others say the kind.
fn signs_of<'a>(drawn: impl Iterator<Item = &'a Thing>) -> Vec<Entry> {
    let mut signs: Vec<(char, u8, Vec<String>)> = Vec::new();
    for thing in drawn {
        let Some(sign) = things::text_sign(thing) else {
            continue;
        };
        let is_own = things::letter(&thing.kind) != Some(sign);
        let name = match thing.name.is_empty() || !is_own {
            true => legible(thing.kind.name()).chars().take(24).collect(),
            false => things::short_name(thing, 24),
        };
        match signs.iter_mut().find(|(known, ..)| *known == sign) {
            Some((.., names)) if names.contains(&name) => {}
            Some((.., names)) => names.push(name),
            None => {
                let colour = nearest(things::kind_colour(&thing.kind));
                signs.push((sign, colour, vec![name]));
            }
        }
    }
    let entry = |(sign, colour, mut names): (char, u8, Vec<String>)| {
        if names.len() > MOST_NAMES {
            names.truncate(MOST_NAMES);
            names.push("…".to_owned());
        }
        Entry {
            sign: sign.into(),
            colour,
            text: names.join(", "),
        }
    };
    signs.into_iter().map(entry).collect()
}

fn write_entries(block: &mut TextBlock, entries: Vec<Entry>, columns: u32, ink: Ink) {
    let mut pen = Pen::new(ink);
    for entry in entries {
        let Entry { sign, colour, text } = entry;
        let width = (sign.chars().count() + text.chars().count() + 1) as u32;
        let is_first = pen.width() == 0;
        if !is_first && pen.width() + BETWEEN.len() as u32 + width > columns {
            block.push(std::mem::replace(&mut pen, Pen::new(ink)));
        } else if !is_first {
            pen.write(BETWEEN, None);
        }
        pen.write(&sign, Some(colour));
        pen.write(&format!(" {text}"), Some(TERMINAL_FAINT));
    }
    if pen.width() > 0 {
        block.push(pen);
    }
}

/// A line for each thing: its kind, its place, its name and its properties.
fn list_things(block: &mut TextBlock, drawn: &[&Thing], ink: Ink) {
    for thing in drawn.iter().take(LISTED) {
        let Pos { x, y, z } = thing.place;
        let mut pen = Pen::new(ink);
        let colour = Some(nearest(things::colour(thing)));
        pen.put(things::text_sign(thing).unwrap_or(' '), colour);
        let kind: String = thing.kind.name().chars().take(40).collect();
        pen.write(&format!(" {x},{y},{z} {}", kind.escape_debug()), None);
        if !thing.name.is_empty() {
            pen.write(&format!(" \"{}\"", things::short_name(thing, 60)), colour);
        }
        for (key, value) in thing.properties.iter().take(6) {
            let property: String = format!("{key}={value}").chars().take(40).collect();
            let property = format!(" {}", property.escape_debug());
            pen.write(&property, Some(TERMINAL_FAINT));
        }
        block.push(pen);
    }
    count_rest(block, drawn, "more things", ink);
}

/// Says how many are not listed.
fn count_rest(block: &mut TextBlock, all: &[&Thing], what: &str, ink: Ink) {
    if let Some(rest) = all.len().checked_sub(LISTED).filter(|&rest| rest > 0) {
        let mut pen = Pen::new(ink);
        pen.write(&format!("and {rest} {what}"), Some(TERMINAL_FAINT));
        block.push(pen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    fn lines(map: &str, shown: &Shown, columns: u32) -> Vec<String> {
        let volume = text::read("map", map.as_bytes()).unwrap();
        let block = notes(&volume, shown, columns, Ink::Plain);
        block.lines().map(str::to_owned).collect()
    }

    const MAP: &str = "floor:0\n#.=\n#+=\nfloor:1\nX~E\nkey a lava\nkey b goo\npaint:0\n..a\nb.a\n\
        @ 1,0,0 label \"A\\nhall\" colour=red\n@ 1,1,0 tag secret\n@ 0,0,1 belt\n";

    #[test]
    fn a_drawing_explains_the_glyphs_that_it_has() {
        assert_eq!(
            lines(MAP, &Shown::Levels(0..1), 100),
            [
                "# wall   = deep liquid (lava)   . floor   + door   n label",
                "made of: goo",
                "n 1,0,0 label \"A hall\" colour=red",
                "  1,1,0 tag \"secret\"",
            ]
        );
        assert_eq!(
            lines(MAP, &Shown::Levels(1..2), 20),
            [
                "~ shallow liquid",
                "X stairs up and down",
                "E elevator   ? belt",
                "? 0,0,1 belt"
            ]
        );
        assert_eq!(
            lines(MAP, &Shown::Slice(Slice::X(2)), 100),
            ["= deep liquid (lava)   E elevator"]
        );
        assert_eq!(
            lines(" \n", &Shown::Levels(0..1), 100),
            Vec::<String>::new()
        );
    }

    #[test]
    fn rooms_are_listed_by_their_names() {
        let map =
            "......\n#.####\n@ 5,0,0 label \"Great Hall\" room=r12\n@ 1,1,0 label Nook room=r3\n";
        assert_eq!(
            lines(map, &Shown::Levels(0..1), 80),
            ["# wall   . floor   n label", "r12 Great Hall   r3 Nook",]
        );
        let volume = text::read("map", map.as_bytes()).unwrap();
        let drawn = crate::view::level(&volume, 0, "level", Ink::Plain);
        let drawn: Vec<&str> = drawn.lines().skip(2).collect();
        assert_eq!(drawn, ["0 ...r12", "1 #n####"]);
    }

    #[test]
    fn of_many_things_only_the_first_are_listed() {
        let map = format!(".\n{}", "@ 0,0,0 item\n".repeat(30));
        let lines = lines(&map, &Shown::Levels(0..1), 80);
        assert_eq!(lines.len(), 1 + 24 + 1);
        assert_eq!(lines.last().map(String::as_str), Some("and 6 more things"));
    }
}
