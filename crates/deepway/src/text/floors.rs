//! Our own text maps: `floor:N` lines and rows of glyphs.

use super::error::{FLOOR, Problem, all_glyphs, quote};
use crate::cell::{BYTE_OF_GLYPH, NO_CELL};
use crate::volume::{Draft, Size, SizeError, Volume};
use std::collections::BTreeMap;

/// Reads a text map line by line.
///
/// Rows are kept as they come, however long each is, and laid out once the
/// size is known. Sizes are checked as they grow, so that a file over the
/// limit is refused at the row that breaks it.
#[derive(Debug, Default)]
pub(super) struct FloorReader {
    floors: BTreeMap<u32, Floor>,
    current: Option<u32>,
    /// Blank lines that are rows of air if another row follows.
    blank: u64,
    width: u32,
    height: u32,
}

#[derive(Debug)]
struct Floor {
    line: u64,
    /// The cells of all rows, one row after the other.
    cells: Vec<u8>,
    /// Where each row ends in `cells`.
    ends: Vec<u32>,
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
        self.blank = 0;
        let word = line[FLOOR.len()..].trim_ascii();
        let floor = std::str::from_utf8(word)
            .ok()
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|word| word.parse().ok())
            .filter(|&floor| floor < Size::MAX_LEVELS)
            .ok_or_else(|| Problem::FloorNumber {
                found: quote(word, 24),
            })?;
        if let Some(first) = self.floors.get(&floor) {
            return Err(Problem::FloorTwice {
                floor,
                first: first.line,
            });
        }
        self.current = Some(floor);
        self.floors.insert(
            floor,
            Floor {
                line: number,
                cells: Vec::new(),
                ends: Vec::new(),
            },
        );
        self.check_size()?;
        if let Some(floor) = self.floors.get_mut(&floor) {
            // Most floors are as large as the largest before them.
            floor
                .cells
                .reserve(self.width as usize * self.height as usize);
        }
        Ok(())
    }

    fn row(&mut self, line: &[u8]) -> Result<(), Problem> {
        let Some(floor) = self.current.and_then(|floor| self.floors.get_mut(&floor)) else {
            return Err(Problem::RowBeforeFloor);
        };
        let start = floor.cells.len();
        floor
            .cells
            .extend(line.iter().map(|&byte| BYTE_OF_GLYPH[usize::from(byte)]));
        if let Some(before) = memchr::memchr(NO_CELL, &floor.cells[start..]) {
            return Err(Problem::glyph(line, before, all_glyphs()));
        }
        let rows = floor.ends.len() as u64 + self.blank;
        let height = u32::try_from(rows + 1).unwrap_or(u32::MAX);
        if height <= Size::MAX_HEIGHT {
            floor.ends.resize(rows as usize, start as u32);
            floor.ends.push(floor.cells.len() as u32);
        }
        self.blank = 0;
        if self.width < line.len() as u32 || self.height < height {
            self.width = self.width.max(line.len() as u32);
            self.height = self.height.max(height);
            self.check_size()?;
        }
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
        let mut draft = Draft::new(Size::new(self.width, self.height, self.levels())?);
        // Each floor is let go once it is copied: the map is never held twice.
        for (z, floor) in self.floors {
            let mut start = 0;
            for (y, end) in (0..).zip(floor.ends) {
                draft.copy_row(y, z, &floor.cells[start as usize..end as usize]);
                start = end;
            }
        }
        Ok(draft.finish())
    }
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
