//! MovingAI grid maps: one level, with a header.

use super::error::Problem;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;
use crate::volume::{Draft, Size, Volume};
use thiserror::Error;

/// The terrain letters, and the cell that each stands for.
///
/// The first letter of a kind is used for writing.
const TERRAIN: [(u8, Cell); 7] = [
    (b'.', Cell::Floor),
    (b'G', Cell::Floor),
    (b'@', Cell::Wall),
    (b'O', Cell::Wall),
    (b'T', Cell::Rubble),
    (b'S', Cell::ShallowLiquid),
    (b'W', Cell::DeepLiquid),
];

/// Reads a `.map` file line by line.
#[derive(Debug, Default)]
pub(super) struct GridReader {
    state: State,
    width: Option<u32>,
    height: Option<u32>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Type,
    Header,
    Rows {
        draft: Draft,
        next: u32,
        bytes: Box<[u8; 256]>,
    },
}

impl GridReader {
    pub(super) fn line(&mut self, line: &[u8]) -> Result<(), Problem> {
        match &mut self.state {
            State::Type => {
                if line.trim_ascii_end() != b"type octile" {
                    return Err(Problem::expected("'type octile'", line, 0));
                }
                self.state = State::Header;
                Ok(())
            }
            State::Header => self.header(line),
            State::Rows { draft, next, bytes } => row(draft, next, bytes, line),
        }
    }

    fn header(&mut self, line: &[u8]) -> Result<(), Problem> {
        let text = line.trim_ascii_end();
        if text == b"map" {
            let (Some(width), Some(height)) = (self.width, self.height) else {
                return Err(Problem::expected(
                    "'height' and 'width' before 'map'",
                    line,
                    0,
                ));
            };
            let mut bytes = Box::new([NOTHING; 256]);
            for (letter, cell) in TERRAIN {
                bytes[usize::from(letter)] = cell as u8;
            }
            let draft = Draft::new(Size::new(width, height, 1)?);
            self.state = State::Rows {
                draft,
                next: 0,
                bytes,
            };
            return Ok(());
        }
        let (word, side) = if text.starts_with(b"height ") {
            ("height ", &mut self.height)
        } else if text.starts_with(b"width ") {
            ("width ", &mut self.width)
        } else {
            return Err(Problem::expected("'height N', 'width N' or 'map'", line, 0));
        };
        if side.is_some() {
            return Err(Problem::expected(format!("'{word}' only once"), line, 0));
        }
        let number = std::str::from_utf8(text[word.len()..].trim_ascii_start()).ok();
        let number = number.and_then(|number| number.parse().ok());
        let wrong = || Problem::expected("a number from 1 to 4096", line, word.len());
        *side = Some(
            number
                .filter(|n| (1..=Size::MAX_WIDTH).contains(n))
                .ok_or_else(wrong)?,
        );
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Volume, Problem> {
        let end = |expected: String| Problem::Expected {
            expected,
            found: "the end of the file".to_owned(),
            before: 0,
        };
        match self.state {
            State::Type => Err(end("'type octile'".to_owned())),
            State::Header => Err(end("'height N', 'width N' and 'map'".to_owned())),
            State::Rows { draft, next, .. } if next < draft.size().height() => Err(end(format!(
                "{} rows of cells, of which {next} are there",
                draft.size().height()
            ))),
            State::Rows { draft, .. } => Ok(draft.finish()),
        }
    }
}

/// A byte that is not a letter of the terrain.
const NOTHING: u8 = crate::cell::NO_CELL;

fn row(draft: &mut Draft, next: &mut u32, bytes: &[u8; 256], line: &[u8]) -> Result<(), Problem> {
    let size = draft.size();
    if *next >= size.height() {
        return match line.trim_ascii() {
            [] => Ok(()),
            _ => Err(Problem::expected(
                format!("the end: {} rows are there", size.height()),
                line,
                0,
            )),
        };
    }
    let width = size.width() as usize;
    let cells: Vec<u8> = line
        .iter()
        .take(width)
        .map(|&b| bytes[usize::from(b)])
        .collect();
    if let Some(before) = memchr::memchr(NOTHING, &cells) {
        return Err(Problem::glyph(line, before, ". G @ O T S W".to_owned()));
    }
    if line.len() != width {
        let before = line.len().min(width);
        return Err(Problem::expected(
            format!("a row of {width} cells"),
            line,
            before,
        ));
    }
    draft.copy_row(*next, 0, &cells);
    *next += 1;
    Ok(())
}

/// Why a volume cannot be a MovingAI map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotMovingAi {
    /// It has more than one level.
    #[error("a .map file has one level, this map has {0}: expected one level")]
    Levels(u32),
    /// A cell that the format has no letter for.
    #[error("a .map file has no letter for the {} at {pos}: expected floor, wall, rubble or liquid", cell.info().name)]
    Cell {
        /// Where.
        pos: Pos,
        /// What.
        cell: Cell,
    },
    /// A cell that has a material.
    #[error(
        "a .map file cannot hold materials, but the cell at {pos} has one: expected none, or a .txt or .json file"
    )]
    Material {
        /// Where.
        pos: Pos,
    },
    /// There are things.
    #[error(
        "a .map file cannot hold things, but this map has {0}: expected none, or a .txt or .json file"
    )]
    Things(u32),
}

impl NotMovingAi {
    /// The same error, for a level that was taken out of a map with several levels.
    #[must_use]
    pub fn on_level(self, z: u32) -> Self {
        let placed = |pos: Pos| Pos { z: z as i32, ..pos };
        match self {
            Self::Cell { pos, cell } => Self::Cell {
                pos: placed(pos),
                cell,
            },
            Self::Material { pos } => Self::Material { pos: placed(pos) },
            other => other,
        }
    }
}

/// A volume of one level as a MovingAI `.map`.
///
/// The format has floor, wall, rubble (as trees), shallow and deep liquid.
/// Anything else is an error; nothing is lost silently.
pub fn to_movingai(volume: &Volume) -> Result<String, NotMovingAi> {
    let size = volume.size();
    if size.levels() != 1 {
        return Err(NotMovingAi::Levels(size.levels()));
    }
    if volume.thing_count() > 0 {
        return Err(NotMovingAi::Things(volume.thing_count()));
    }
    let mut text = format!(
        "type octile\nheight {}\nwidth {}\nmap\n",
        size.height(),
        size.width()
    );
    for y in 0..size.height() {
        for (x, cell) in (0..).zip(volume.row(y, 0)) {
            let letter = TERRAIN
                .iter()
                .find(|(_, kind)| *kind == cell)
                .map(|(letter, _)| *letter);
            let pos = Pos::new(x, y as i32, 0);
            text.push(char::from(letter.ok_or(NotMovingAi::Cell { pos, cell })?));
            if volume.material(pos) != Material::NONE {
                return Err(NotMovingAi::Material { pos });
            }
        }
        text.push('\n');
    }
    Ok(text)
}
