//! Levels of vault dungeons: a zone is cut into segments, and each is drawn by a wave from a
//! sample of the dungeon's theme. Where no wave succeeds there are plain rooms instead, and the
//! drawing counts them.
//!
//! What comes out is seldom in one piece. Whoever asks for a drawing joins its parts, as in any
//! other zone, and then asks [`influence`] what each part is good for.

mod influence;
mod sample;
mod segmentation;
mod wave;

pub(super) use influence::{RegionKind, regions};
pub(super) use sample::Glyph;
pub use sample::{SampleError, Samples};
pub use segmentation::{Segmentation, SegmentationError};
pub(super) use wave::Wave;

use super::board::{Board, HEIGHT, WIDTH};
use crate::seed::Seed;
use std::sync::LazyLock;
use wave::Glyphs;

/// What the builders of a dungeon cared for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Small rooms, reading cells, shelves, long galleries.
    Scholarship,
    /// Barracks, great halls with pillars, thick walls, forges.
    Might,
    /// Rounded chambers, crystals, daises and statues.
    Stars,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Scholarship, Self::Might, Self::Stars];

    /// What it is called, in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scholarship => "scholarship",
            Self::Might => "might",
            Self::Stars => "stars",
        }
    }

    /// The theme of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The text of its built-in samples, to start from.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Scholarship => include_str!("../../vaults/scholarship.txt"),
            Self::Might => include_str!("../../vaults/might.txt"),
            Self::Stars => include_str!("../../vaults/stars.txt"),
        }
    }

    /// Its built-in samples.
    pub fn samples(self) -> &'static Samples {
        static BUILT_IN: LazyLock<[Samples; 3]> = LazyLock::new(|| {
            // A test reads them too: they have no mistakes.
            Theme::ALL.map(|theme| Samples::read(theme.name(), theme.text()).unwrap_or_default())
        });
        &BUILT_IN[self as usize]
    }
}

/// A level before its parts are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    /// Cells one can stand on: floors, doors, daises.
    pub(super) open: Board,
    pub(super) doors: Board,
    /// What each cell is; walls outside all segments.
    pub(super) glyphs: Glyphs,
    pub(super) segments: Vec<Board>,
    /// Segments that waves filled.
    pub(super) collapses: u32,
    /// Segments that no wave could fill, and that became plain rooms.
    pub(super) fallbacks: u32,
}

/// Draws a level.
///
/// Each segment has its own stream and takes one of the samples, so a level mixes them; one that
/// does not fit is followed by others. Time is
/// bounded by the number of cells: about a millisecond for a whole zone.
pub(super) fn draw(
    samples: &Samples,
    segmentation: &Segmentation,
    seed: Seed,
    wave: &mut Wave,
) -> Drawing {
    let segments = segmentation.segments(&mut seed.child("segments").stream());
    let mut glyphs = [[Glyph::Wall; WIDTH]; HEIGHT];
    let mut fallbacks = 0;
    for (number, segment) in (0_u32..).zip(&segments) {
        let mut random = seed.child("wave").child(number).stream();
        let is_filled = samples
            .in_turn(&mut seed.child("sample").child(number).stream())
            .any(|sample| wave.fill(sample, segment, &mut random, &mut glyphs));
        if !is_filled {
            plain(segment, &mut glyphs);
            fallbacks += 1;
        }
    }
    let all = |wanted: fn(Glyph) -> bool| {
        let mut board = Board::EMPTY;
        for (row, glyphs) in board.0.iter_mut().zip(&glyphs) {
            for (x, &glyph) in glyphs.iter().enumerate() {
                *row |= u128::from(wanted(glyph)) << x;
            }
        }
        board
    };
    Drawing {
        open: all(Glyph::is_open),
        doors: all(|glyph| glyph == Glyph::Door),
        collapses: segments.len() as u32 - fallbacks,
        glyphs,
        segments,
        fallbacks,
    }
}

/// Columns and rows from a wall of plain rooms to the next.
const ROOM: (usize, usize) = (8, 5);

/// Fills a segment with plain rooms, with doors in the middle of their walls.
fn plain(segment: &Board, glyphs: &mut Glyphs) {
    // No segment touches the border, so every cell has neighbours.
    for (y, row) in glyphs.iter_mut().enumerate().take(HEIGHT - 1).skip(1) {
        for (x, glyph) in row.iter_mut().enumerate().take(WIDTH - 1).skip(1) {
            if !segment.get(x, y) {
                continue;
            }
            let (east, south) = (x % ROOM.0, y % ROOM.1);
            let joins_sides = segment.get(x - 1, y) && segment.get(x + 1, y);
            let joins_ends = segment.get(x, y - 1) && segment.get(x, y + 1);
            *glyph = match (east, south) {
                (0, 0) => Glyph::Wall,
                (0, _) if south == ROOM.1 / 2 && joins_sides => Glyph::Door,
                (_, 0) if east == ROOM.0 / 2 && joins_ends => Glyph::Door,
                (0, _) | (_, 0) => Glyph::Wall,
                _ => Glyph::Floor,
            };
        }
    }
}

#[cfg(test)]
mod tests;
