//! Maps and scenarios as text.
//!
//! Two kinds of map are read and written, told apart by their first line: text
//! maps (`floor:N` lines, each followed by rows of glyphs, then materials and
//! things) and the `.map` files of the MovingAI benchmarks (`type octile`).
//! `docs/formats.md` describes them.
//!
//! A [`MapReader`] takes a file in pieces of any size and holds no more than
//! the cells read so far; [`read`] is for a file that is in memory already.

mod error;
mod floors;
mod letters;
mod lines;
mod movingai;
mod paint;
mod scen;
mod thing_line;
mod write;

pub use error::{MapError, Problem};
pub(crate) use letters::{BLANK, Letters, is_letter};
pub use movingai::{NotMovingAi, to_movingai};
pub use scen::{Scenario, read_scenario};
#[cfg(feature = "exchange")]
pub(crate) use write::thing_lines;
pub use write::{to_text, write};

use crate::volume::Volume;
use floors::FloorReader;
use lines::Lines;
use movingai::GridReader;

/// Reads a map; `name` is what errors call it.
///
/// ```
/// use deepway::text;
///
/// let error = text::read("cellar.txt", b"floor:0\n###\n#?#\n").unwrap_err();
/// assert!(error.to_string().starts_with("cellar.txt:3:2: unknown glyph '?'"));
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Result<Volume, MapError> {
    let mut reader = MapReader::new(name);
    reader.feed(bytes)?;
    reader.finish()
}

/// Reads a map piece by piece.
#[derive(Debug)]
pub struct MapReader {
    name: String,
    lines: Lines,
    format: Format,
}

#[derive(Debug)]
enum Format {
    /// Only blank lines so far.
    Unknown,
    Floors(Box<FloorReader>),
    Grid(GridReader),
}

impl Format {
    fn line(&mut self, number: u64, line: &[u8]) -> Result<(), Problem> {
        match self {
            Self::Unknown => {
                if line.is_empty() {
                    return Ok(());
                }
                *self = if line.starts_with(b"type") {
                    Self::Grid(GridReader::default())
                } else {
                    Self::Floors(Box::default())
                };
                self.line(number, line)
            }
            Self::Floors(reader) => reader.line(number, line),
            Self::Grid(reader) => reader.line(line),
        }
    }
}

impl MapReader {
    /// A reader for the map that errors will call `name`.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            lines: Lines::default(),
            format: Format::Unknown,
        }
    }

    /// Takes the next piece of the file.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), MapError> {
        let format = &mut self.format;
        self.lines
            .feed(bytes, |number, line| format.line(number, line))
            .map_err(|error| error.named(&self.name))
    }

    /// The map, once all pieces are fed.
    pub fn finish(mut self) -> Result<Volume, MapError> {
        let format = &mut self.format;
        self.lines
            .finish(|number, line| format.line(number, line))
            .map_err(|error| error.named(&self.name))?;
        let at_end = |problem| self.lines.at_end(problem);
        match self.format {
            Format::Unknown => Err(at_end(Problem::Empty)),
            Format::Floors(reader) => reader.finish(&self.lines),
            Format::Grid(reader) => reader.finish().map_err(at_end),
        }
        .map_err(|error| error.named(&self.name))
    }
}

#[cfg(test)]
mod tests;
