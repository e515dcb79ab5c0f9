//! Where straight runs end, known for all cells: a bit for each in each of the four straight
//! directions, so that a run is a word and a count of its zeros.

use crate::nav::graph::{around, pos_of};
use crate::nav::planes::Planes;
use crate::nav::roads::Roads;
use crate::space::{Direction, Pos};
use crate::volume::Size;

/// Planes of the ends of runs: walls, stops, and jump points, which are cells with an open
/// neighbour beside them whose neighbour behind is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    /// Of each row the ends of runs to the east and to the west, 64 cells in two words.
    rows: Lines,
    /// Of each column those of runs to the south and to the north.
    columns: Lines,
}

/// The lines of all levels. Cell number *i* of a line is bit *i* + 1; what is beyond both
/// ends of a line is wall.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lines {
    /// The ends of runs forwards and backwards.
    words: Vec<[u64; 2]>,
    per_line: usize,
    per_level: usize,
}

impl Lines {
    fn words_needed(lines: u32, places: u32, levels: u32) -> u64 {
        let per_line = (u64::from(places) + 2).div_ceil(64);
        per_line * u64::from(lines) * u64::from(levels)
    }

    fn new(lines: u32, places: u32, levels: u32) -> Self {
        let per_line = (places as usize + 2).div_ceil(64);
        Self {
            words: vec![[!0; 2]; Self::words_needed(lines, places, levels) as usize],
            per_line,
            per_level: per_line * lines as usize,
        }
    }

    /// Sets a bit of both planes.
    fn set(&mut self, line: i32, place: i32, z: i32, ends: [bool; 2]) {
        let (bit, start) = ((place + 1) as usize, z as usize * self.per_level);
        let word = &mut self.words[start + line as usize * self.per_line + bit / 64];
        for (word, is_end) in word.iter_mut().zip(ends) {
            *word = *word & !(1 << (bit % 64)) | u64::from(is_end) << (bit % 64);
        }
    }

    /// Fills in the walls and jump points of a line, from the open cells of the line before
    /// it, its own and those of the line after.
    fn fill(&mut self, line: u32, z: u32, [before, here, after]: [&[u64]; 3]) {
        let start = z as usize * self.per_level + line as usize * self.per_line;
        let words = self.words.iter_mut().skip(start).take(self.per_line);
        for (k, word) in words.enumerate() {
            let forced = [before, after].map(|line| openings(line, k));
            *word = [0, 1].map(|way| !here[k] | forced[0][way] | forced[1][way]);
        }
    }

    fn level(&self, z: i32) -> Level<'_> {
        let start = z as usize * self.per_level;
        Level {
            words: self.words.get(start..start + self.per_level).unwrap_or(&[]),
            per_line: self.per_line,
        }
    }
}

/// The cells of a line that are open while the one behind is closed: on the way forwards,
/// and on the way back.
fn openings(line: &[u64], k: usize) -> [u64; 2] {
    let before = k.checked_sub(1).map_or(0, |k| line[k] >> 63);
    let after = line.get(k + 1).map_or(0, |after| after << 63);
    [
        line[k] & !(line[k] << 1 | before),
        line[k] & !(line[k] >> 1 | after),
    ]
}

impl Ends {
    /// Bytes that the planes take.
    pub(super) fn bytes_needed(size: Size) -> u64 {
        let (width, height, levels) = (size.width(), size.height(), size.levels());
        let words =
            Lines::words_needed(height, width, levels) + Lines::words_needed(width, height, levels);
        words * size_of::<[u64; 2]>() as u64
    }

    pub(super) fn new(planes: &Planes, roads: &Roads, size: Size) -> Self {
        let (width, height, levels) = (size.width(), size.height(), size.levels());
        let mut ends = Self {
            rows: Lines::new(height, width, levels),
            columns: Lines::new(width, height, levels),
        };
        for z in 0..levels {
            let level = z as i32;
            for y in 0..height {
                let lines = [-1, 0, 1].map(|beside| planes.open_row(y as i32 + beside, level));
                ends.rows.fill(y, z, lines);
            }
            for x in 0..width {
                let lines = [-1, 0, 1].map(|beside| planes.open_column(x as i32 + beside, level));
                ends.columns.fill(x, z, lines);
            }
        }
        for cell in planes.irregular().chain(roads.cells_with_hops()) {
            ends.look_again(planes, pos_of(cell));
        }
        ends
    }

    /// Follows what has changed at a cell and around it.
    pub(super) fn follow(&mut self, planes: &Planes, size: Size, pos: Pos) {
        for near in around(pos).filter(|&near| size.contains(near)) {
            self.look_again(planes, near);
        }
    }

    /// Finds the ends at a cell again.
    fn look_again(&mut self, planes: &Planes, pos: Pos) {
        let is_end = |towards| {
            !planes.is_open(pos) || planes.is_stop(pos) || is_jump_point(planes, pos, towards)
        };
        let Pos { x, y, z } = pos;
        let along = [Direction::East, Direction::West].map(is_end);
        let across = [Direction::South, Direction::North].map(is_end);
        self.rows.set(y, x, z, along);
        self.columns.set(x, y, z, across);
    }

    /// The rows and the columns of a level.
    #[inline(always)]
    pub(super) fn level(&self, z: i32) -> [Level<'_>; 2] {
        [self.rows.level(z), self.columns.level(z)]
    }

    pub(super) fn bytes(&self) -> u64 {
        let words = self.rows.words.len() + self.columns.words.len();
        (words * size_of::<[u64; 2]>()) as u64
    }
}

/// Whether a run in a straight direction has to turn at a cell: one beside it is open that
/// could not be reached before.
#[inline(always)]
pub(super) fn is_jump_point(planes: &Planes, pos: Pos, towards: Direction) -> bool {
    let behind = pos.step(towards.opposite());
    let opens =
        |side: Direction| planes.is_open(pos.step(side)) && !planes.is_open(behind.step(side));
    match towards {
        Direction::East | Direction::West => opens(Direction::North) || opens(Direction::South),
        _ => opens(Direction::East) || opens(Direction::West),
    }
}

/// The lines of one level.
#[derive(Clone, Copy)]
pub(super) struct Level<'a> {
    words: &'a [[u64; 2]],
    per_line: usize,
}

impl Level<'_> {
    /// The first end of a run from a cell of a line, forwards or back.
    #[inline(always)]
    pub(super) fn next<const FORWARD: bool>(&self, line: i32, from: i32) -> i32 {
        let start = line as usize * self.per_line;
        // Beyond both ends of a line is wall, so the loops always come to an end.
        if FORWARD {
            let bit = (from + 2) as usize;
            let mut k = start + bit / 64;
            let mut word = self.word(k, 0) & (!0 << (bit % 64));
            while word == 0 {
                k += 1;
                word = self.word(k, 0);
            }
            ((k - start) * 64) as i32 + word.trailing_zeros() as i32 - 1
        } else {
            let bit = from as usize;
            let mut k = start + bit / 64;
            let mut word = self.word(k, 1) & (!0 >> (63 - bit % 64));
            while word == 0 {
                k = k.wrapping_sub(1);
                word = self.word(k, 1);
            }
            ((k - start) * 64) as i32 + 62 - word.leading_zeros() as i32
        }
    }

    /// Whether runs forwards end at a cell of a line.
    #[inline(always)]
    pub(super) fn is_end(&self, line: i32, place: i32) -> bool {
        let bit = (place + 1) as usize;
        self.word(line as usize * self.per_line + bit / 64, 0) >> (bit % 64) & 1 == 1
    }

    #[inline(always)]
    fn word(&self, k: usize, way: usize) -> u64 {
        self.words.get(k).map_or(!0, |word| word[way])
    }
}
