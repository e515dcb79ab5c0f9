//! Text maps: `floor:N` lines and rows of glyphs, materials and things.

use super::error::{FLOOR, Located, Problem, all_glyphs, level_number};
use super::lines::Lines;
use super::paint::{KEY, PAINT, Paint};
use super::thing_line::{self, MARK};
use crate::cell::{BYTE_OF_GLYPH, Cell, NO_CELL};
use crate::thing::Thing;
use crate::volume::{Draft, Size, SizeError, ThingError, Volume};
use std::collections::BTreeMap;

/// Reads a text map line by line.
///
/// Rows are kept one after the other, whatever their lengths, and moved to
/// their places once the size is known. In most maps they are in place already:
/// what was read is the volume. Sizes are checked as they grow, so that a file
/// over the limit is refused at the row that exceeds it.
#[derive(Debug, Default)]
pub(super) struct FloorReader {
    /// The cells of all rows.
    cells: Vec<u8>,
    rows: Vec<Row>,
    /// The line that each floor begins on.
    floors: BTreeMap<u32, u64>,
    section: Section,
    /// Whether rows came before any `floor:` line.
    is_one_level: bool,
    /// How many rows the current floor has.
    rows_here: u64,
    /// Blank lines, which become rows of air if another row follows.
    blank: u64,
    width: u32,
    height: u32,
    paint: Paint,
    /// Things, and the line of each.
    things: Vec<(u64, Thing)>,
}

/// What a line belongs to if it has no keyword.
#[derive(Clone, Copy, Debug, Default)]
enum Section {
    /// The only level, if no `floor:` line follows.
    #[default]
    Unnamed,
    Floor(u32),
    Paint,
}

/// The place of a row in the map, and in the cells read so far.
#[derive(Clone, Copy, Debug)]
struct Row {
    z: u32,
    y: u32,
    start: u32,
    end: u32,
}

impl FloorReader {
    pub(super) fn line(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        match (line, self.section) {
            ([], Section::Paint) => self.paint.row(number, line),
            ([], _) => {
                self.blank += 1;
                Ok(())
            }
            ([b';', ..], _) => comment(line),
            ([MARK, ..], _) => self.thing(number, line),
            ([b'f', ..], _) if line.starts_with(FLOOR) => self.begin(number, line),
            ([b'F' | b'f', ..], _) if is_floor(line) => {
                Err(Problem::expected("'floor:' in small letters", line, 0))
            }
            ([b'p', ..], _) if line.starts_with(PAINT) => {
                self.section = Section::Paint;
                self.paint.begin(number, line)
            }
            ([b'k', ..], _) if line.starts_with(KEY) => self.paint.key(number, line),
            (_, Section::Paint) => self.paint.row(number, line),
            (_, Section::Floor(z)) => self.row(z, line),
            (_, Section::Unnamed) => self.unnamed_row(number, line),
        }
    }

    fn begin(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        if self.is_one_level {
            let expected = "'floor:N' before the first row of cells, or no 'floor:' line at all";
            return Err(Problem::expected(expected, line, 0));
        }
        let floor = level_number(line, FLOOR)?;
        if let Some(&first) = self.floors.get(&floor) {
            return Err(Problem::FloorTwice { floor, first });
        }
        self.floors.insert(floor, number);
        self.section = Section::Floor(floor);
        (self.blank, self.rows_here) = (0, 0);
        Ok(self.check_size()?)
    }

    /// A row of a map without `floor:` lines, which has one level.
    fn unnamed_row(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        if !self.is_one_level {
            let is_cell = |byte: &u8| BYTE_OF_GLYPH[usize::from(*byte)] != NO_CELL;
            if let Some(before) = line.iter().position(|byte| !is_cell(byte)) {
                let expected = "'floor:N' or a row of cells";
                return Err(Problem::expected(expected, line, before));
            }
            self.floors.insert(0, number);
            (self.is_one_level, self.blank) = (true, 0);
        }
        self.row(0, line)
    }

    fn thing(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        if self.things.len() >= Thing::MAX_COUNT as usize {
            return Err(ThingError::TooMany.into());
        }
        let thing = thing_line::read(line)?;
        let found = thing.text_len();
        if found > Thing::MAX_TEXT {
            return Err(ThingError::TooLong { found }.into());
        }
        self.things.push((number, thing));
        Ok(())
    }

    fn row(&mut self, z: u32, line: &[u8]) -> Result<(), Problem> {
        let start = self.cells.len();
        self.cells
            .extend(line.iter().map(|&byte| BYTE_OF_GLYPH[usize::from(byte)]));
        if let Some(before) = memchr::memchr(NO_CELL, &self.cells[start..]) {
            return Err(Problem::glyph(line, before, all_glyphs()));
        }
        let y = u32::try_from(self.rows_here + self.blank).unwrap_or(u32::MAX - 1);
        self.rows_here = u64::from(y) + 1;
        self.blank = 0;
        if self.width < line.len() as u32 || self.height <= y {
            self.width = self.width.max(line.len() as u32);
            self.height = self.height.max(y + 1);
            self.check_size()?;
        }
        let (start, end) = (start as u32, self.cells.len() as u32);
        self.rows.push(Row { z, y, start, end });
        Ok(())
    }

    fn levels(&self) -> u32 {
        self.floors
            .last_key_value()
            .map_or(0, |(floor, _)| floor + 1)
    }

    /// Refuses a size as soon as it is known to exceed the limit.
    fn check_size(&self) -> Result<(), SizeError> {
        Size::new(self.width.max(1), self.height.max(1), self.levels().max(1)).map(drop)
    }

    pub(super) fn finish(self, lines: &Lines) -> Result<Volume, Located> {
        let size = self.size().map_err(|problem| lines.at_end(problem))?;
        let mut draft = arrange(self.cells, &self.rows, size);
        self.paint.finish(&mut draft)?;
        for (line, thing) in self.things {
            let added = draft.add_thing(thing);
            added.map_err(|error| Located::new(line, 3, error.into()))?;
        }
        Ok(draft.finish())
    }

    fn size(&self) -> Result<Size, Problem> {
        if self.height == 0 {
            return Err(Problem::NoCells);
        }
        Ok(Size::new(self.width, self.height, self.levels())?)
    }
}

/// Moves rows that are kept one after the other to their places.
fn arrange(mut cells: Vec<u8>, rows: &[Row], size: Size) -> Draft {
    if rows.is_sorted_by_key(|row| row.z) {
        spread(&mut cells, rows, size);
        cells.shrink_to_fit();
        return Draft::from_bytes(size, cells);
    }
    // Out of order: each floor is cut off, copied and freed, last floor first,
    // so that the map is never in memory twice.
    let mut draft = Draft::new(size);
    for rows in rows.chunk_by(|a, b| a.z == b.z).rev() {
        let before = rows[0].start as usize;
        let floor = cells.split_off(before);
        cells.shrink_to_fit();
        for row in rows {
            draft.copy_row(
                row.y,
                row.z,
                &floor[row.start as usize - before..row.end as usize - before],
            );
        }
    }
    draft
}

/// Moves rows that are kept one after the other to their places in a volume.
///
/// Rows only move towards the end, so the last row moves first and no row is
/// overwritten before it has moved.
fn spread(cells: &mut Vec<u8>, rows: &[Row], size: Size) {
    let (width, height) = (size.width() as usize, size.height() as usize);
    cells.resize(size.cells() as usize, Cell::Air as u8);
    let mut following = cells.len();
    for row in rows.iter().rev() {
        let (start, end) = (row.start as usize, row.end as usize);
        let place = (row.z as usize * height + row.y as usize) * width;
        if start != place {
            cells.copy_within(start..end, place);
        }
        cells[place + (end - start)..following].fill(Cell::Air as u8);
        following = place;
        if start == place {
            // All rows before it are full, so they are in place too.
            return;
        }
    }
    cells[..following].fill(Cell::Air as u8);
}

/// Checks that a comment is text.
fn comment(line: &[u8]) -> Result<(), Problem> {
    let before = match std::str::from_utf8(line) {
        Err(error) => error.valid_up_to(),
        Ok(_) => match memchr::memchr(0, line) {
            Some(before) => before,
            None => return Ok(()),
        },
    };
    Err(Problem::expected("text in a comment", line, before))
}

/// Whether a line begins with `floor:` in letters of any case.
fn is_floor(line: &[u8]) -> bool {
    let start = line.get(..FLOOR.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(FLOOR))
}
