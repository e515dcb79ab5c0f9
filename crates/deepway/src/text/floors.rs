//! Our own text maps: `floor:N` lines and rows of glyphs.

use super::error::{FLOOR, Problem, all_glyphs};
use crate::cell::{BYTE_OF_GLYPH, Cell, NO_CELL};
use crate::volume::{Draft, Size, SizeError, Volume};
use std::collections::BTreeMap;

/// Reads a text map line by line.
///
/// Rows are kept one after the other, however long each is, and spread out to
/// their places once the size is known. Most maps need no spreading: what was
/// read is the volume. Sizes are checked as they grow, so that a file over the
/// limit is refused at the row that breaks it.
#[derive(Debug, Default)]
pub(super) struct FloorReader {
    /// The cells of all rows.
    cells: Vec<u8>,
    rows: Vec<Row>,
    /// The line that each floor begins on.
    floors: BTreeMap<u32, u64>,
    current: Option<u32>,
    /// How many rows the current floor has.
    rows_here: u64,
    /// Blank lines that are rows of air if another row follows.
    blank: u64,
    width: u32,
    height: u32,
}

/// Where a row belongs, and where in the cells it is.
#[derive(Clone, Copy, Debug)]
struct Row {
    z: u32,
    y: u32,
    start: u32,
    end: u32,
}

impl FloorReader {
    pub(super) fn line(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        match line {
            [] => self.blank += 1,
            [b';', ..] => return comment(line),
            line if line.starts_with(FLOOR) => return self.begin(number, line),
            line => return self.row(line),
        }
        Ok(())
    }

    fn begin(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        let word = line[FLOOR.len()..].trim_ascii();
        let floor = std::str::from_utf8(word)
            .ok()
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|word| word.parse().ok())
            .filter(|&floor| floor < Size::MAX_LEVELS)
            .ok_or_else(|| {
                let rest = &line[FLOOR.len()..];
                let before = line.len() - rest.trim_ascii_start().len();
                Problem::expected("a floor number from 0 to 255", line, before)
            })?;
        if let Some(&first) = self.floors.get(&floor) {
            return Err(Problem::FloorTwice { floor, first });
        }
        self.floors.insert(floor, number);
        self.current = Some(floor);
        (self.blank, self.rows_here) = (0, 0);
        Ok(self.check_size()?)
    }

    fn row(&mut self, line: &[u8]) -> Result<(), Problem> {
        let Some(z) = self.current else {
            let expected = "'floor:N' before the first row of cells";
            return Err(Problem::expected(expected, line, 0));
        };
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

    /// Refuses a size over the limit as soon as it is known to be one.
    fn check_size(&self) -> Result<(), SizeError> {
        Size::new(self.width.max(1), self.height.max(1), self.levels().max(1)).map(drop)
    }

    pub(super) fn finish(self) -> Result<Volume, Problem> {
        if self.floors.is_empty() {
            return Err(Problem::NoFloors);
        }
        if self.height == 0 {
            return Err(Problem::NoCells);
        }
        let size = Size::new(self.width, self.height, self.levels())?;
        let mut cells = self.cells;
        if self.rows.is_sorted_by_key(|row| row.z) {
            spread(&mut cells, &self.rows, size);
            cells.shrink_to_fit();
            return Ok(Draft::from_bytes(size, cells).finish());
        }
        // Out of order: each floor is cut off, copied and let go, the last one
        // first, so that the map is never held twice.
        let mut draft = Draft::new(size);
        for rows in self.rows.chunk_by(|a, b| a.z == b.z).rev() {
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
        Ok(draft.finish())
    }
}

/// Moves rows that stand one after the other to their places in a volume.
///
/// Rows only ever move towards the end, so the last one goes first and none is
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
            // All rows before it are whole, so they are in place too.
            return;
        }
    }
    cells[..following].fill(Cell::Air as u8);
}

/// A comment may say anything that is text.
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
