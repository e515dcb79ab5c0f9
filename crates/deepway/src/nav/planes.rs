//! Bit planes for jumping: 64 cells of a row or a column in a word.

use crate::space::{Direction, Pos};
use crate::volume::Volume;

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

    fn set(&mut self, line: i32, place: i32, z: i32, value: bool) {
        let start = z as usize * self.per_level + (line + 1) as usize * self.per_line;
        let bit = (place + 1) as usize;
        let word = &mut self.words[start + bit / 64];
        *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
    }

    #[inline(always)]
    fn get(&self, line: i32, place: i32, z: i32) -> bool {
        let bit = (place + 1) as usize;
        let start = z as usize * self.per_level + (line + 1) as usize * self.per_line;
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
    stops_in_rows: Plane,
    stops_in_columns: Plane,
    /// Whether a level has, or had, any stops at all.
    has_stops: Vec<bool>,
}

/// The bits of line after line.
pub(super) struct Lines<'a> {
    words: &'a [u64],
    at: usize,
    shift: u32,
    step: isize,
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

/// Where a straight run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Before a wall.
    Wall,
    /// At a cell with a neighbour that is best reached through it.
    Jump(Pos),
}

impl Planes {
    /// The planes of a volume: every walkable cell is open, and nothing a stop.
    pub(super) fn new(volume: &Volume) -> Self {
        let size = volume.size();
        let (width, height, levels) = (size.width(), size.height(), size.levels());
        let mut planes = Self {
            rows: Plane::new(height, width, levels),
            columns: Plane::new(width, height, levels),
            stops_in_rows: Plane::new(height, width, levels),
            stops_in_columns: Plane::new(width, height, levels),
            has_stops: vec![false; levels as usize],
        };
        for z in 0..levels {
            for y in 0..height {
                let words = volume.walkable().row(y, z).iter().copied();
                for (mut word, at) in words.zip((0..).step_by(64)) {
                    while word != 0 {
                        let x = at + word.trailing_zeros() as i32;
                        word &= word - 1;
                        planes.set_open(Pos::new(x, y as i32, z as i32), true);
                    }
                }
            }
        }
        planes
    }

    /// The open cells of a row, and its stops, each after a cell of the border.
    pub(super) fn row(&self, y: i32, z: i32) -> [&[u64]; 2] {
        [&self.rows, &self.stops_in_rows].map(|plane| {
            let start = z as usize * plane.per_level + (y + 1) as usize * plane.per_line;
            &plane.words[start..][..plane.per_line]
        })
    }

    /// Opens or closes a cell.
    pub(super) fn set_open(&mut self, pos: Pos, open: bool) {
        self.rows.set(pos.y, pos.x, pos.z, open);
        self.columns.set(pos.x, pos.y, pos.z, open);
    }

    /// Makes a cell a stop, or no stop.
    pub(super) fn set_stop(&mut self, pos: Pos, stop: bool) {
        self.has_stops[pos.z as usize] |= stop;
        self.stops_in_rows.set(pos.y, pos.x, pos.z, stop);
        self.stops_in_columns.set(pos.x, pos.y, pos.z, stop);
    }

    /// Whether a diagonal step is open: the cell it leads to, and both beside it.
    #[inline(always)]
    pub(super) fn is_diagonal_open(&self, from: Pos, east: i32, south: i32) -> bool {
        let n = self.rows.per_line;
        let here = from.z as usize * self.rows.per_level + (from.y + 1) as usize * n;
        let there = if south > 0 { here + n } else { here - n };
        let (bit, next) = ((from.x + 1) as usize, (from.x + 1 + east) as usize);
        let word = |line: usize, bit: usize| {
            self.rows
                .words
                .get(line + bit / 64)
                .map_or(0, |word| word >> (bit % 64))
        };
        word(here, next) & word(there, bit) & word(there, next) & 1 == 1
    }

    /// The lines of the rectangle between two cells, from the first cell's on.
    pub(super) fn lines(&self, from: Pos, to: Pos, by_columns: bool) -> Lines<'_> {
        let (plane, line, end, place) = match by_columns {
            true => (&self.columns, from.x, to.x, from.y.min(to.y)),
            false => (&self.rows, from.y, to.y, from.x.min(to.x)),
        };
        let start = from.z as usize * plane.per_level + (line + 1) as usize * plane.per_line;
        let n = plane.per_line as isize;
        Lines {
            words: &plane.words,
            at: start + (place + 1) as usize / 64,
            shift: (place + 1) as u32 % 64,
            step: if end < line { -n } else { n },
        }
    }

    /// Whether a cell is one where a tight way may turn: beside the corner of a wall.
    #[inline(always)]
    pub(super) fn is_at_corner(&self, pos: Pos) -> bool {
        let n = self.rows.per_line;
        let start = pos.z as usize * self.rows.per_level + pos.y as usize * n;
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
        self.has_stops[pos.z as usize] && self.stops_in_rows.get(pos.y, pos.x, pos.z)
    }

    /// Walks straight from a cell until a wall or a jump point, which is a cell
    /// with an open neighbour beside it whose neighbour behind is closed.
    ///
    /// Calls `stop` with every stop on the way, and with the goal.
    #[inline(always)]
    pub(super) fn run(
        &self,
        from: Pos,
        towards: Direction,
        goal: Pos,
        stop: impl FnMut(Pos),
    ) -> End {
        let Pos { x, y, z } = from;
        let (in_row, in_column) = (|x| Pos::new(x, y, z), |y| Pos::new(x, y, z));
        let (row, column) = (
            (&self.rows, &self.stops_in_rows),
            (&self.columns, &self.stops_in_columns),
        );
        let goal_x = if goal.y == y && goal.z == z {
            goal.x
        } else {
            NEVER
        };
        let goal_y = if goal.x == x && goal.z == z {
            goal.y
        } else {
            NEVER
        };
        match towards {
            Direction::East => run::<true>(row, y, x, z, goal_x, in_row, stop),
            Direction::West => run::<false>(row, y, x, z, goal_x, in_row, stop),
            Direction::South => run::<true>(column, x, y, z, goal_y, in_column, stop),
            _ => run::<false>(column, x, y, z, goal_y, in_column, stop),
        }
    }

    /// Bytes that the planes take.
    pub(super) fn bytes(&self) -> usize {
        [
            &self.rows,
            &self.columns,
            &self.stops_in_rows,
            &self.stops_in_columns,
        ]
        .iter()
        .map(|plane| plane.words.len() * 8)
        .sum()
    }
}

/// A place on no line.
const NEVER: i32 = -64;

/// Runs along a line of a plane, towards its end or its beginning.
#[inline(always)]
fn run<const FORWARD: bool>(
    (plane, stops): (&Plane, &Plane),
    line: i32,
    from: i32,
    z: i32,
    goal: i32,
    at: impl Fn(i32) -> Pos,
    mut stop: impl FnMut(Pos),
) -> End {
    let n = plane.per_line;
    let start = z as usize * plane.per_level + line as usize * n;
    // The line before, the line itself, and the line after: a border makes sure of them.
    let Some(lines) = plane.words.get(start..start + 3 * n) else {
        return End::Wall;
    };
    let (before, rest) = lines.split_at(n);
    let (here, after) = rest.split_at(n);
    let Some(stops) = stops.words.get(start + n..start + 2 * n) else {
        return End::Wall;
    };
    let (goal_word, goal_bit) = ((goal + 1) >> 6, 1u64 << ((goal + 1) & 63));
    let bit = if FORWARD {
        from as usize + 2
    } else {
        from as usize
    };
    let mut k = bit / 64;
    let mut mask = if FORWARD {
        !0 << (bit % 64)
    } else {
        !0 >> (63 - bit % 64)
    };
    // Zeros at both ends of a line are walls, so the loop always comes to an end.
    while k < n {
        let open = here[k];
        let forced = opening::<FORWARD>(before, k) | opening::<FORWARD>(after, k);
        let ends = (forced | !open) & mask;
        let mut seen = stops[k] | if k as i32 == goal_word { goal_bit } else { 0 };
        seen &= open & mask;
        let end = if FORWARD {
            ends.trailing_zeros()
        } else {
            ends.leading_zeros()
        };
        if seen != 0 {
            // Stops beyond the end of the run are out of sight.
            if end < 64 {
                seen &= if FORWARD {
                    (1 << end) - 1
                } else {
                    !(!0 >> end)
                };
            }
            while seen != 0 {
                stop(at((k * 64) as i32 + seen.trailing_zeros() as i32 - 1));
                seen &= seen - 1;
            }
        }
        if end < 64 {
            let end = if FORWARD { end } else { 63 - end };
            return match open >> end & 1 {
                1 => End::Jump(at((k * 64) as i32 + end as i32 - 1)),
                _ => End::Wall,
            };
        }
        mask = !0;
        k = if FORWARD { k + 1 } else { k.wrapping_sub(1) };
    }
    End::Wall
}

/// The cells of a line that are open while the one behind is closed.
#[inline(always)]
fn opening<const FORWARD: bool>(line: &[u64], k: usize) -> u64 {
    let behind = if FORWARD {
        line[k] << 1 | line.get(k.wrapping_sub(1)).map_or(0, |before| before >> 63)
    } else {
        line[k] >> 1 | line.get(k + 1).map_or(0, |after| after << 63)
    };
    line[k] & !behind
}
