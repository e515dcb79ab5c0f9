//! Levels as text, for a terminal or a plain file.

use super::layers::made_row;
use super::palette::{
    self, Stone, TERMINAL_BURIED, TERMINAL_FAINT, TERMINAL_KNOWN, TERMINAL_MARK, nearest, stone,
};
use super::scene::is_buried;
use super::setting::can_be_known;
use super::things;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::{Biome, Pos};
use crate::volume::Volume;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::ops::Range;

/// Whether text is coloured for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Plain characters.
    Plain,
    /// With the control sequences of 256-colour terminals.
    Coloured,
}

/// Lines of text and how many columns they take on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextBlock {
    /// The lines, not padded.
    lines: Vec<Line>,
    width: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    text: String,
    width: u32,
}

impl TextBlock {
    /// How many columns the block takes.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The lines of the block.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// All lines, each with a line end.
    pub(super) fn into_text(self) -> String {
        let lines = self.lines.into_iter();
        lines.map(|line| line.text + "\n").collect()
    }

    pub(super) fn push(&mut self, pen: Pen) {
        self.width = self.width.max(pen.line.width);
        self.lines.push(pen.finish());
    }
}

/// Writes a line, changing the colour where necessary.
pub(super) struct Pen {
    ink: Ink,
    line: Line,
    colour: Option<u8>,
}

impl Pen {
    pub(super) fn new(ink: Ink) -> Self {
        Self {
            ink,
            line: Line::default(),
            colour: None,
        }
    }

    /// Columns so far.
    pub(super) fn width(&self) -> u32 {
        self.line.width
    }

    pub(super) fn put(&mut self, character: char, colour: Option<u8>) {
        // Blanks need no colour.
        if self.ink == Ink::Coloured && colour != self.colour && !is_blank(character) {
            self.switch(colour);
        }
        self.line.text.push(character);
        self.line.width += 1;
    }

    /// Writes a character on a colour of its own.
    fn put_on(&mut self, character: char, [ink, ground]: [u8; 2]) {
        if self.ink == Ink::Coloured {
            // Writing to a string cannot fail.
            let _ = write!(self.line.text, "\x1b[38;5;{ink};48;5;{ground}m{character}");
            self.line.width += 1;
            self.switch(None);
        } else {
            self.put(character, None);
        }
    }

    pub(super) fn write(&mut self, text: &str, colour: Option<u8>) {
        text.chars()
            .for_each(|character| self.put(character, colour));
    }

    fn switch(&mut self, colour: Option<u8>) {
        // Writing to a string cannot fail.
        let _ = match colour {
            Some(colour) => write!(self.line.text, "\x1b[38;5;{colour}m"),
            None => write!(self.line.text, "\x1b[0m"),
        };
        self.colour = colour;
    }

    fn finish(mut self) -> Line {
        let trimmed = self.line.text.trim_end_matches(is_blank).len();
        self.line.width -= self.line.text[trimmed..].chars().count() as u32;
        self.line.text.truncate(trimmed);
        if self.colour.is_some() {
            self.switch(None);
        }
        self.line
    }
}

/// A space, or braille without a dot.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\u{2800}')
}

/// Draws a level with rulers: x above, y to the left, and a heading.
///
/// Things are drawn as the letters of their kinds; [`super::notes`] has the key.
pub fn level(volume: &Volume, z: u32, heading: &str, ink: Ink) -> TextBlock {
    biome_level(volume, z, heading, None, ink)
}

/// Draws a level in the colours of a biome.
pub fn biome_level(
    volume: &Volume,
    z: u32,
    heading: &str,
    biome: Option<Biome>,
    ink: Ink,
) -> TextBlock {
    draw(volume, z, heading, &HashMap::new(), &[], biome, ink)
}

/// Draws a level where cells are known: what leads up or down from them is yellow on magenta,
/// unless a thing of kind `platform` is there.
pub fn known_level(volume: &Volume, z: u32, heading: &str, known: &[Pos], ink: Ink) -> TextBlock {
    draw(volume, z, heading, &HashMap::new(), known, None, ink)
}

/// Draws rows of a level in the colours of a biome, with characters in the place of cells.
pub(super) fn numbered_level(
    volume: &Volume,
    z: u32,
    heading: &str,
    numbers: &HashMap<Pos, char>,
    rows: Range<u32>,
    biome: Option<Biome>,
    ink: Ink,
) -> TextBlock {
    draw_rows(volume, z, heading, numbers, &[], rows, biome, ink)
}

/// Draws a level with marks in the place of cells.
pub fn marked_level(
    volume: &Volume,
    z: u32,
    heading: &str,
    marks: &HashMap<Pos, char>,
    ink: Ink,
) -> TextBlock {
    draw(volume, z, heading, marks, &[], None, ink)
}

fn draw(
    volume: &Volume,
    z: u32,
    heading: &str,
    marks: &HashMap<Pos, char>,
    known: &[Pos],
    biome: Option<Biome>,
    ink: Ink,
) -> TextBlock {
    let rows = 0..volume.size().height();
    draw_rows(volume, z, heading, marks, known, rows, biome, ink)
}

#[expect(clippy::too_many_arguments, reason = "all of them say what is drawn")]
fn draw_rows(
    volume: &Volume,
    z: u32,
    heading: &str,
    marks: &HashMap<Pos, char>,
    known: &[Pos],
    rows: Range<u32>,
    biome: Option<Biome>,
    ink: Ink,
) -> TextBlock {
    let size = volume.size();
    let mut colours = CellColours::new(volume, z, biome, ink);
    let mut signs: HashMap<Pos, (char, u8)> = HashMap::new();
    for thing in things::on_level(volume, z) {
        let colour = nearest(things::colour(thing));
        signs.extend(things::signs(thing, volume).map(|(pos, sign)| (pos, (sign, colour))));
    }
    signs.extend(
        marks
            .iter()
            .map(|(&pos, &mark)| (pos, (mark, TERMINAL_MARK))),
    );
    let known = known.iter().copied();
    let known: HashSet<Pos> = known.filter(|&pos| can_be_known(volume, pos)).collect();
    let mut block = TextBlock::default();
    let margin = (size.height() - 1).to_string().len();
    let mut pen = Pen::new(ink);
    pen.write(&format!("{:margin$} {heading}", ""), None);
    block.push(pen);
    block.push(ruler(size.width(), margin, ink));
    for y in rows.start..rows.end.min(size.height()) {
        let mut pen = Pen::new(ink);
        pen.write(&format!("{y:margin$} "), Some(TERMINAL_FAINT));
        for (x, (cell, material)) in (0..).zip(made_row(volume, y, z)) {
            let pos = Pos::new(x as i32, y as i32, z as i32);
            if known.contains(&pos) {
                pen.put_on(cell.glyph(), TERMINAL_KNOWN);
                continue;
            }
            match signs.get(&pos) {
                Some(&(sign, colour)) => pen.put(sign, Some(colour)),
                None => {
                    let is_buried =
                        ink == Ink::Coloured && cell == Cell::Wall && is_buried(volume, x, y, z);
                    let colour = match is_buried {
                        true => TERMINAL_BURIED,
                        false => colours.get(cell, material),
                    };
                    pen.put(cell.glyph(), Some(colour));
                }
            }
        }
        block.push(pen);
    }
    block
}

/// The colours of the cells of a level, each found once.
pub(super) struct CellColours {
    stone: Stone,
    ink: Ink,
    known: HashMap<(Cell, Material), u8>,
}

impl CellColours {
    pub(super) fn new(volume: &Volume, z: u32, biome: Option<Biome>, ink: Ink) -> Self {
        let levels = volume.size().levels();
        Self {
            stone: match biome {
                Some(_) => stone(0, 1, &[biome]),
                None => stone(z, levels, &[]),
            },
            ink,
            known: HashMap::new(),
        }
    }

    pub(super) fn get(&mut self, cell: Cell, material: Material) -> u8 {
        if self.ink == Ink::Plain {
            return 0;
        }
        let (stone, key) = (self.stone, (cell, material));
        let found = self.known.entry(key);
        *found.or_insert_with(|| palette::terminal(cell, material, stone))
    }
}

/// The numbers of every tenth column.
pub(super) fn ruler(width: u32, margin: usize, ink: Ink) -> Pen {
    let mut text = " ".repeat(margin + 1);
    for x in (0..width).step_by(10) {
        let _ = write!(text, "{x:<10}");
    }
    let mut pen = Pen::new(ink);
    pen.write(text.trim_end(), Some(TERMINAL_FAINT));
    pen
}

/// Columns between two blocks side by side.
pub const GAP: u32 = 3;

/// Sets blocks side by side, as many as fit into `columns`, and the rest below.
pub fn beside(blocks: &[TextBlock], columns: u32) -> String {
    let mut out = String::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let mut used = 0;
        let fitting = rest.iter().take_while(|block| {
            used += block.width + GAP;
            used - GAP <= columns
        });
        let (row, later) = rest.split_at(fitting.count().max(1));
        for i in 0..row.iter().map(|block| block.lines.len()).max().unwrap_or(0) {
            let mut pending = 0;
            for block in row {
                let (text, width) = block.lines.get(i).map_or(("", 0), |l| (&l.text, l.width));
                if !text.is_empty() {
                    out.extend(std::iter::repeat_n(' ', pending as usize));
                    out.push_str(text);
                    pending = 0;
                }
                pending += block.width - width + GAP;
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        rest = later;
        if !rest.is_empty() {
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    fn tower() -> Volume {
        text::read(
            "tower",
            b"floor:0\n#####\n##X##\n#####\nfloor:1\n ###\n #X#\n\n",
        )
        .unwrap()
    }

    #[test]
    fn a_plain_level_is_the_map_with_rulers() {
        let block = level(&tower(), 0, "level 0", Ink::Plain);
        let lines: Vec<&str> = block.lines().collect();
        assert_eq!(lines, ["  level 0", "  0", "0 #####", "1 ##X##", "2 #####"]);
        assert_eq!(block.width(), 9);
    }

    #[test]
    fn a_coloured_level_has_the_same_characters() {
        let plain = level(&tower(), 1, "level 1", Ink::Plain);
        let coloured = level(&tower(), 1, "level 1", Ink::Coloured);
        assert_eq!(plain.width(), coloured.width());
        for (plain, coloured) in plain.lines().zip(coloured.lines()) {
            let mut stripped = String::new();
            let mut escape = false;
            for character in coloured.chars() {
                match character {
                    '\x1b' => escape = true,
                    'm' if escape => escape = false,
                    _ if escape => {}
                    other => stripped.push(other),
                }
            }
            assert_eq!(stripped, plain);
            assert!(!coloured.contains('\x1b') || coloured.ends_with("\x1b[0m"));
        }
    }

    #[test]
    fn blocks_stand_side_by_side_where_there_is_room() {
        let blocks = [0, 1].map(|z| level(&tower(), z, &format!("level {z}"), Ink::Plain));
        let wide = beside(&blocks, 21);
        assert_eq!(
            wide,
            "  level 0     level 1\n  0           0\n0 #####     0  ###\n1 ##X##     1  #X#\n2 #####     2\n"
        );
        let turned = beside(&[blocks[1].clone(), blocks[0].clone()], 21);
        assert_eq!(
            turned,
            "  level 1     level 0\n  0           0\n0  ###      0 #####\n1  #X#      1 ##X##\n2           2 #####\n"
        );
        let narrow = beside(&blocks, 20);
        assert_eq!(narrow.lines().count(), 11);
        assert_eq!(beside(&[], 80), "");
    }

    #[test]
    fn columns_are_numbered_in_tens() {
        let volume =
            text::read("map", format!("floor:0\n{}\n", ".".repeat(25)).as_bytes()).unwrap();
        let block = level(&volume, 0, "", Ink::Plain);
        assert_eq!(block.lines().nth(1), Some("  0         10        20"));
    }
}
