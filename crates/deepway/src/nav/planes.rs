//! Bit planes for jumping: 64 cells of a row or a column in a word.

mod stops;

use super::graph::{CellId, around, id_of, pos_of};
use super::roads::{Cells, Roads};
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::HashSet;
use stops::{NO_STOPS, Stops};

/// Lines of cells, one bit each, with a border of zeros all around.
///
/// In a plane of rows a line is a row and a place in it a column, in a plane of
/// columns the other way round. Cell number *i* of a line is bit *i* + 1.
#[derive(Clone, Debug)]
struct Plane {
    words: Vec<u64>,
    per_line: usize,
    per_level: usize,
}

impl Plane {
    fn new(lines: u32, places: u32, levels: u32) -> Self {
        let per_line = (places as usize + 2).div_ceil(64);
        let per_level = per_line * (lines as usize + 2);
        Self {
            words: vec![0; per_level * levels as usize],
            per_line,
            per_level,
        }
    }

    /// Where the words of a line begin; the border has lines −1 and one past the last.
    #[inline(always)]
    fn line(&self, line: i32, z: i32) -> usize {
        z as usize * self.per_level + (line + 1) as usize * self.per_line
    }

    fn words_of(&self, line: i32, z: i32) -> &[u64] {
        &self.words[self.line(line, z)..][..self.per_line]
    }

    fn set(&mut self, line: i32, place: i32, z: i32, value: bool) {
        let (start, bit) = (self.line(line, z), (place + 1) as usize);
        let word = &mut self.words[start + bit / 64];
        *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
    }

    #[inline(always)]
    fn get(&self, line: i32, place: i32, z: i32) -> bool {
        let (start, bit) = (self.line(line, z), (place + 1) as usize);
        self.words
            .get(start + bit / 64)
            .is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }
}

/// Cells to walk over, and cells to stop at, by rows and by columns.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    rows: Plane,
    columns: Plane,
    /// The stops of each level that has, or had, any.
    stops: Vec<Option<Box<Stops>>>,
    /// Cells beside one that pulls down: no way past them may be left out.
    irregular: HashSet<CellId>,
}

/// The bits of line after line.
pub(super) struct Lines<'a> {
    words: &'a [u64],
    at: usize,
    shift: u32,
    step: isize,
}

/// The open cells of one level.
#[derive(Clone, Copy)]
pub(super) struct OpenLevel<'a> {
    words: &'a [u64],
    per_line: usize,
}

impl OpenLevel<'_> {
    /// Whether one can walk over a cell; a cell just outside may be asked for.
    #[inline(always)]
    pub(super) fn get(&self, x: i32, y: i32) -> bool {
        let (line, bit) = ((y + 1) as usize * self.per_line, (x + 1) as usize);
        let word = self.words.get(line + bit / 64);
        word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Whether a diagonal step is open: the cell it leads to, and both beside it.
    #[inline(always)]
    pub(super) fn is_diagonal_open(&self, from: Pos, east: i32, south: i32) -> bool {
        let here = (from.y + 1) as usize * self.per_line;
        let there = (from.y + 1 + south) as usize * self.per_line;
        let (bit, next) = ((from.x + 1) as usize, (from.x + 1 + east) as usize);
        let word = |line: usize, bit: usize| {
            let word = self.words.get(line + bit / 64);
            word.map_or(0, |word| word >> (bit % 64))
        };
        word(here, next) & word(there, bit) & word(there, next) & 1 == 1
    }
}

impl Lines<'_> {
    /// The open cells of the next line, up to 63.
    #[inline(always)]
    pub(super) fn next_line(&mut self, count: u32) -> u64 {
        let low = self.words[self.at] >> self.shift;
        let high = match self.shift + count > 64 {
            true => self.words[self.at + 1] << (64 - self.shift),
            false => 0,
        };
        self.at = self.at.wrapping_add_signed(self.step);
        (low | high) & ((1 << count) - 1)
    }
}

impl Planes {
    /// The planes of a volume: what is walkable and does not pull is open, and a stop is
    /// where links leave, or where a shaft is near.
    pub(super) fn new(volume: &Volume, roads: &Roads) -> Self {
        let size = volume.size();
        let (width, height, levels) = (size.width(), size.height(), size.levels());
        let mut planes = Self {
            rows: Plane::new(height, width, levels),
            columns: Plane::new(width, height, levels),
            stops: vec![None; levels as usize],
            irregular: HashSet::new(),
        };
        for z in 0..levels {
            for y in 0..height {
                let words = roads.open(volume).row(y, z);
                let start = planes.rows.line(y as i32, z as i32);
                for (k, &word) in words.iter().enumerate() {
                    planes.rows.words[start + k] |= word << 1;
                    if word >> 63 != 0 {
                        planes.rows.words[start + k + 1] |= 1;
                    }
                }
                for (&word, at) in words.iter().zip((0..).step_by(64)) {
                    let mut word = word;
                    while word != 0 {
                        let x = at + word.trailing_zeros() as i32;
                        word &= word - 1;
                        planes.columns.set(x, y as i32, z as i32, true);
                    }
                }
            }
        }
        for cell in roads.cells_with_hops() {
            let pos = pos_of(cell);
            planes.look_again(volume, roads, pos);
            if roads.pulls(&roads.seen(volume), pos) {
                for beside in around(pos).filter(|&beside| size.contains(beside)) {
                    planes.look_again(volume, roads, beside);
                }
            }
        }
        planes
    }

    /// Follows what has changed at a cell that is inside.
    pub(super) fn look_again(&mut self, volume: &Volume, roads: &Roads, pos: Pos) {
        let seen = roads.seen(volume);
        let is_walkable = seen.is_walkable(pos);
        let pulls = is_walkable && roads.pulls(&seen, pos);
        let is_irregular = is_walkable && (pulls || roads.is_beside_shaft(&seen, pos));
        let cell = id_of(pos);
        match is_irregular {
            true => self.irregular.insert(cell),
            false => self.irregular.remove(&cell),
        };
        let is_open = is_walkable && !pulls;
        self.rows.set(pos.y, pos.x, pos.z, is_open);
        self.columns.set(pos.x, pos.y, pos.z, is_open);
        let size = volume.size();
        self.set_stop(
            [size.width(), size.height()],
            pos,
            is_irregular || !roads.hops(cell).is_empty(),
        );
    }

    /// Makes a cell a stop, or no stop.
    fn set_stop(&mut self, [width, height]: [u32; 2], pos: Pos, is_stop: bool) {
        let stops = &mut self.stops[pos.z as usize];
        if stops.is_none() && is_stop {
            *stops = Some(Box::new(Stops::new(height, width)));
        }
        if let Some(stops) = stops {
            stops.set(pos.y, pos.x, is_stop);
        }
    }

    /// The open cells of a row, each after a cell of the border.
    pub(super) fn open_row(&self, y: i32, z: i32) -> &[u64] {
        self.rows.words_of(y, z)
    }

    /// The open cells of a column, each after a cell of the border.
    pub(super) fn open_column(&self, x: i32, z: i32) -> &[u64] {
        self.columns.words_of(x, z)
    }

    /// The open cells of a level, for whoever asks about many.
    #[inline(always)]
    pub(super) fn open_level(&self, z: i32) -> OpenLevel<'_> {
        let start = z as usize * self.rows.per_level;
        OpenLevel {
            words: &self.rows.words[start..start + self.rows.per_level],
            per_line: self.rows.per_line,
        }
    }

    /// The number of the run of open cells that a cell is in, counted in its row from the
    /// west; none for a cell that is not open, or just outside.
    pub(super) fn run_at(&self, pos: Pos) -> Option<u16> {
        self.is_open(pos).then(|| self.runs_before(pos) - 1)
    }

    /// How many runs of open cells begin in the row of a cell, up to it.
    pub(super) fn runs_before(&self, pos: Pos) -> u16 {
        let row = self.open_row(pos.y, pos.z);
        let bit = (pos.x + 1) as usize;
        let (mut runs, mut before) = (0, 0);
        for &word in &row[..bit / 64] {
            runs += (word & !(word << 1 | before)).count_ones();
            before = word >> 63;
        }
        let word = row[bit / 64];
        let begins = word & !(word << 1 | before);
        runs += (begins << (63 - bit % 64)).count_ones();
        runs as u16
    }

    /// Calls `visit` with the runs of open cells of a row, from west to east: the first cell
    /// of each, and the one after its last.
    pub(super) fn for_each_run(&self, y: i32, z: i32, mut visit: impl FnMut(u16, u16)) {
        let mut start = None;
        for (&word, first) in self.open_row(y, z).iter().zip((0..).step_by(64)) {
            let (mut word, mut at) = (word, 0);
            // Runs of ones and of zeros in turn.
            while at < 64 {
                let same = match start {
                    None => word.trailing_zeros(),
                    Some(_) => word.trailing_ones(),
                };
                at += same;
                if at >= 64 {
                    break;
                }
                word >>= same;
                // Cell number i is bit i + 1.
                let cell = first + at as u16 - 1;
                start = match start {
                    None => Some(cell),
                    Some(start) => {
                        visit(start, cell);
                        None
                    }
                };
            }
        }
    }

    /// The stops of a row, each after a cell of the border.
    pub(super) fn stop_row(&self, y: i32, z: i32) -> &[u64] {
        match &self.stops[z as usize] {
            Some(stops) => stops.line(y),
            None => &NO_STOPS[..self.rows.per_line],
        }
    }

    /// Whether a cell is beside one that pulls down, or pulls itself.
    pub(super) fn is_irregular(&self, cell: CellId) -> bool {
        self.irregular.contains(&cell)
    }

    /// The cells beside one that pulls down, and those that pull, in no order.
    pub(super) fn irregular(&self) -> impl Iterator<Item = CellId> {
        self.irregular.iter().copied()
    }

    /// The lines of the rectangle between two cells, from the first cell's on.
    pub(super) fn lines(&self, from: Pos, to: Pos, by_columns: bool) -> Lines<'_> {
        let (plane, line, end, place) = match by_columns {
            true => (&self.columns, from.x, to.x, from.y.min(to.y)),
            false => (&self.rows, from.y, to.y, from.x.min(to.x)),
        };
        let n = plane.per_line as isize;
        Lines {
            words: &plane.words,
            at: plane.line(line, from.z) + (place + 1) as usize / 64,
            shift: (place + 1) as u32 % 64,
            step: if end < line { -n } else { n },
        }
    }

    /// Whether a cell is one where a tight way may turn: beside the corner of a wall.
    #[inline(always)]
    pub(super) fn is_at_corner(&self, pos: Pos) -> bool {
        let (n, start) = (self.rows.per_line, self.rows.line(pos.y - 1, pos.z));
        // The bits of the cell to the west, the cell itself, and the one to the east.
        let (at, shift) = (pos.x as usize / 64, pos.x as u32 % 64);
        let three = |line: usize| {
            let words = &self.rows.words[start + line * n..];
            match shift < 62 {
                true => words[at] >> shift,
                false => words[at] >> shift | words[at + 1] << (64 - shift),
            }
        };
        let (north, here, south) = (three(0), three(1), three(2));
        // A diagonal neighbour is closed, and both cells beside it are open.
        let corner = |line: u64| {
            let closed = !line;
            line >> 1 & (here & closed | (here & closed) >> 2) & 1
        };
        corner(north) | corner(south) == 1
    }

    /// Whether one can walk over a cell; a cell just outside may be asked for.
    pub(super) fn is_open(&self, pos: Pos) -> bool {
        self.rows.get(pos.y, pos.x, pos.z)
    }

    #[inline(always)]
    pub(super) fn is_stop(&self, pos: Pos) -> bool {
        let stops = self.stops[pos.z as usize].as_ref();
        stops.is_some_and(|stops| stops.get(pos.y, pos.x))
    }

    /// Bytes that the planes take.
    pub(super) fn bytes(&self) -> usize {
        let stops: usize = self.stops.iter().flatten().map(|stops| stops.bytes()).sum();
        let words = self.rows.words.len() + self.columns.words.len();
        stops + words * size_of::<u64>() + self.irregular.capacity() * (size_of::<CellId>() + 1)
    }
}
