//! Materials in a text map: `paint:N` sections and `key` lines.

use super::error::{Located, Problem, level_number};
use super::letters::{BLANK, is_letter};
use crate::material::{Material, MaterialNameError, check_name};
use crate::space::Pos;
use crate::volume::{Draft, MaterialError, Size, SizeError};
use std::collections::{BTreeMap, HashMap};

/// The word before the number of a level whose materials follow.
pub(super) const PAINT: &[u8] = b"paint:";
/// The word before a letter and its material.
pub(super) const KEY: &[u8] = b"key ";
/// The materials as letters, which are resolved once all lines are read.
#[derive(Debug, Default)]
pub(super) struct Paint {
    /// The letters in the order in which they were first seen, and where.
    letters: Vec<Letter>,
    numbers: HashMap<char, u8>,
    /// What each letter stands for, and the line that says so.
    keys: HashMap<char, (String, u64)>,
    /// One byte per cell: 0, or the number of a letter plus 1.
    cells: Vec<u8>,
    rows: Vec<Row>,
    /// The line that each section begins on.
    sections: BTreeMap<u32, u64>,
    current: u32,
    /// The next row of the current section.
    next: u32,
}

#[derive(Debug)]
struct Letter {
    letter: char,
    line: u64,
    column: u64,
}

#[derive(Debug)]
struct Row {
    z: u32,
    y: u32,
    line: u64,
    start: usize,
    end: usize,
}

impl Paint {
    /// A line `paint:N`.
    pub(super) fn begin(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        let level = level_number(line, PAINT)?;
        if let Some(first) = self.sections.insert(level, number) {
            let expected = format!("'paint:{level}' once, and line {first} has it already");
            return Err(Problem::expected(expected, line, 0));
        }
        (self.current, self.next) = (level, 0);
        Ok(())
    }

    /// A line of letters.
    pub(super) fn row(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        if line.is_empty() {
            self.next = self.next.saturating_add(1);
            return Ok(());
        }
        let text = std::str::from_utf8(line)
            .map_err(|error| Problem::expected("letters", line, error.valid_up_to()))?;
        let start = self.cells.len();
        for (column, (before, letter)) in (1..).zip(text.char_indices()) {
            let cell = match letter {
                BLANK | ' ' => 0,
                letter if is_letter(letter) => self.number(letter, number, column, line, before)?,
                _ => {
                    let expected = "a letter for a material, '.' or a space";
                    return Err(Problem::expected(expected, line, before));
                }
            };
            self.cells.push(cell);
        }
        let end = self.cells.len();
        let y = self.next;
        for (what, found) in [
            ("width", (end - start) as u32),
            ("height", y.saturating_add(1)),
        ] {
            let max = Size::MAX_WIDTH;
            if found > max {
                return Err(SizeError::Side { what, found, max }.into());
            }
        }
        self.next += 1;
        self.rows.push(Row {
            z: self.current,
            y,
            line: number,
            start,
            end,
        });
        Ok(())
    }

    fn number(
        &mut self,
        letter: char,
        line: u64,
        column: u64,
        text: &[u8],
        before: usize,
    ) -> Result<u8, Problem> {
        if let Some(&number) = self.numbers.get(&letter) {
            return Ok(number);
        }
        let number = u8::try_from(self.letters.len() + 1)
            .map_err(|_| Problem::expected("at most 255 different letters", text, before))?;
        self.numbers.insert(letter, number);
        self.letters.push(Letter {
            letter,
            line,
            column,
        });
        Ok(number)
    }

    /// A line `key a lava`.
    pub(super) fn key(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        let wrong = |before| {
            let expected = "'key', a letter and a material, as in 'key a lava'";
            Problem::expected(expected, line, before)
        };
        let text = std::str::from_utf8(line).map_err(|error| wrong(error.valid_up_to()))?;
        let rest = text[KEY.len()..].trim_start();
        let before = text.len() - rest.len();
        let letter = rest.chars().next().filter(|&letter| is_letter(letter));
        let letter = letter.ok_or_else(|| wrong(before))?;
        let after = &rest[letter.len_utf8()..];
        let name = after.trim();
        if after.trim_start() == after || name.is_empty() {
            return Err(wrong(before + letter.len_utf8()));
        }
        check_name(name)?;
        if let Some((_, first)) = self.keys.insert(letter, (name.to_owned(), number)) {
            let expected = format!("the letter '{letter}' once, and line {first} has it already");
            return Err(Problem::expected(expected, line, before));
        }
        Ok(())
    }

    /// Gives the cells their materials.
    pub(super) fn finish(self, draft: &mut Draft) -> Result<(), Located> {
        let size = draft.size();
        for (&level, &line) in &self.sections {
            if level >= size.levels() {
                let expected = format!("a floor of this map, 0 to {}", size.levels() - 1);
                let found = format!("'paint:{level}'");
                return Err(Located::new(line, 7, Problem::found(expected, found)));
            }
        }
        let mut name = |name: &str, line: u64| {
            let named = draft.name_material(name);
            named.map_err(|error: MaterialNameError| {
                Located::new(line, KEY.len() as u64 + 1, error.into())
            })
        };
        let mut materials = vec![Material::NONE];
        for Letter {
            letter,
            line,
            column,
        } in self.letters
        {
            let Some((material, key_line)) = self.keys.get(&letter) else {
                let expected = format!("a line 'key {letter} …' that names the material");
                let problem = Problem::found(expected, format!("only the letter '{letter}'"));
                return Err(Located::new(line, column, problem));
            };
            materials.push(name(material, *key_line)?);
        }
        // Materials that no cell has are known all the same.
        let mut keys: Vec<(String, u64)> = self.keys.into_values().collect();
        keys.sort_unstable_by_key(|&(_, line)| line);
        for (material, line) in keys {
            name(&material, line)?;
        }
        for row in self.rows {
            for (x, &number) in (0..).zip(&self.cells[row.start..row.end]) {
                if number == 0 {
                    continue;
                }
                let pos = Pos::new(x, row.y as i32, row.z as i32);
                let painted = draft.set_material(pos, materials[usize::from(number)]);
                painted.map_err(|error: MaterialError| {
                    Located::new(row.line, x as u64 + 1, error.into())
                })?;
            }
        }
        Ok(())
    }
}
