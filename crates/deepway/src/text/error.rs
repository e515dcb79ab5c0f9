//! What can be wrong with a text, and where.

use super::paint::KEY;
use crate::cell::Cell;
use crate::material::MaterialNameError;
use crate::volume::{MaterialError, Size, SizeError, ThingError};
use std::fmt;
use thiserror::Error;

/// Something wrong in a map or scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapError {
    /// The file, as the caller named it.
    pub name: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The character in the line, counted from 1.
    pub column: u64,
    /// What is wrong, and what would be right.
    pub problem: Problem,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            line,
            column,
            problem,
        } = self;
        write!(f, "{name}:{line}:{column}: {problem}")
    }
}

impl std::error::Error for MapError {}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing but blank lines.
    #[error("the file is empty: expected a map, beginning with 'floor:0' or 'type octile'")]
    Empty,
    /// A text map without a row of cells.
    #[error("no cells: expected rows of cells after a 'floor:' line")]
    NoCells,
    /// A floor that was given before.
    #[error("floor {floor} is given twice: expected it once, and line {first} has it already")]
    FloorTwice {
        /// The floor.
        floor: u32,
        /// The line of its first `floor:`.
        first: u64,
    },
    /// A character that is not a cell.
    #[error("unknown glyph {found}: expected one of {expected}")]
    Glyph {
        /// The character, quoted.
        found: String,
        /// The valid glyphs.
        expected: String,
        /// How many bytes of the line come before it.
        before: usize,
    },
    /// A word or number that the format does not expect.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would be right.
        expected: String,
        /// What was found, quoted.
        found: String,
        /// How many bytes of the line come before it.
        before: usize,
    },
    /// A line that no valid file has.
    #[error("line longer than {max} bytes: expected {}", match *max {
        super::lines::MAX_THING => "a thing, whose texts have at most 65536",
        _ => "a map, whose rows have at most 4096 cells",
    })]
    LineTooLong {
        /// The longest line allowed.
        max: usize,
    },
    /// More cells than a volume can hold.
    #[error("too large: {0}")]
    TooLarge(#[from] SizeError),
    /// A material that a cell cannot have.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// An invalid name for a material.
    #[error(transparent)]
    MaterialName(#[from] MaterialNameError),
    /// A thing that a volume cannot have.
    #[error(transparent)]
    Thing(#[from] ThingError),
}

impl Problem {
    /// The problem of a row with a byte at `before` that is not a glyph.
    pub(super) fn glyph(line: &[u8], before: usize, expected: String) -> Self {
        Self::Glyph {
            found: quote(&line[before..], 1),
            expected,
            before,
        }
    }

    /// The problem of finding something else at `before`.
    pub(super) fn expected(expected: impl Into<String>, line: &[u8], before: usize) -> Self {
        Self::Expected {
            expected: expected.into(),
            found: quote(line.get(before..).unwrap_or_default(), 24),
            before,
        }
    }

    /// The problem of something that is not at a place in a line.
    pub(super) fn found(expected: String, found: String) -> Self {
        Self::Expected {
            expected,
            found,
            before: 0,
        }
    }

    /// The problem with its place in the file.
    pub(super) fn at(self, line: u64, text: &[u8]) -> Located {
        let before = match &self {
            Self::Glyph { before, .. } | Self::Expected { before, .. } => *before,
            Self::FloorTwice { .. } => FLOOR.len(),
            Self::MaterialName(_) => KEY.len(),
            Self::LineTooLong { max } => *max,
            Self::TooLarge(SizeError::Side {
                what: "width", max, ..
            }) => *max as usize,
            _ => 0,
        };
        // Characters, not bytes: where an editor would show it.
        let before = &text[..before.min(text.len())];
        let column = before.iter().filter(|byte| (**byte as i8) >= -64).count() as u64 + 1;
        Located {
            line,
            column,
            problem: self,
        }
    }
}

/// The word before the number of a floor.
pub(super) const FLOOR: &[u8] = b"floor:";

/// A problem with a place, but without the name of the file.
pub(super) struct Located {
    line: u64,
    column: u64,
    problem: Problem,
}

impl Located {
    pub(super) fn new(line: u64, column: u64, problem: Problem) -> Self {
        Self {
            line,
            column,
            problem,
        }
    }

    pub(super) fn named(self, name: &str) -> MapError {
        MapError {
            name: name.to_owned(),
            line: self.line,
            column: self.column,
            problem: self.problem,
        }
    }
}

/// The number of a level after a word such as `floor:`.
pub(super) fn level_number(line: &[u8], word: &[u8]) -> Result<u32, Problem> {
    let rest = &line[word.len()..];
    let number = std::str::from_utf8(rest.trim_ascii())
        .ok()
        .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|number| number.parse().ok())
        .filter(|&level| level < Size::MAX_LEVELS);
    number.ok_or_else(|| {
        let before = line.len() - rest.trim_ascii_start().len();
        Problem::expected("a floor number from 0 to 255", line, before)
    })
}

/// The glyphs of a text map, for a message.
pub(super) fn all_glyphs() -> String {
    let glyphs = Cell::all().filter(|&cell| cell != Cell::Air);
    let list: Vec<String> = glyphs.map(|cell| cell.glyph().to_string()).collect();
    format!("{} F or a space", list.join(" "))
}

/// The first characters of a text, for a message.
pub(super) fn quote(bytes: &[u8], characters: usize) -> String {
    match bytes {
        [] => return "the end of the line".to_owned(),
        [b'\t', ..] => return "tab (use spaces)".to_owned(),
        [0, ..] => return "NUL byte (this is not a text file)".to_owned(),
        _ => {}
    }
    let (valid, invalid) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            (std::str::from_utf8(valid).unwrap_or_default(), rest.first())
        }
    };
    if let (true, Some(byte)) = (valid.is_empty(), invalid) {
        return format!("byte 0x{byte:02X} (not valid UTF-8)");
    }
    let mut shown: String = valid
        .chars()
        .take(characters)
        .flat_map(char::escape_debug)
        .collect();
    match invalid {
        _ if characters == 1 => {}
        _ if valid.chars().nth(characters).is_some() => shown.push('…'),
        Some(byte) => shown.push_str(&format!("\\x{byte:02X}")),
        None => {}
    }
    format!("'{shown}'")
}
