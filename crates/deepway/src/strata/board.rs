//! A zone as bits: one for each cell, a row in a word.

use crate::seed::Stream;
use crate::space::ZonePos;

/// Rows and columns of a zone.
pub(super) const WIDTH: usize = ZonePos::WIDTH as usize;
pub(super) const HEIGHT: usize = ZonePos::HEIGHT as usize;

/// A bit for each cell; bit 0 of a row is its westernmost cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Board(pub(super) [u128; HEIGHT]);

/// The cells of a row.
pub(super) const ROW: u128 = (1 << WIDTH) - 1;
/// Those that are not on the border.
pub(super) const INNER: u128 = ROW >> 2 << 1;

impl Board {
    pub(super) const EMPTY: Self = Self([0; HEIGHT]);
    pub(super) const FULL: Self = Self([ROW; HEIGHT]);

    /// Everything but the border ring.
    pub(super) const INSIDE: Self = {
        let mut rows = [INNER; HEIGHT];
        rows[0] = 0;
        rows[HEIGHT - 1] = 0;
        Self(rows)
    };

    /// Cells that are set with a chance of so many in 32, each on its own.
    pub(super) fn random(random: &mut Stream, of_32: u32) -> Self {
        let row = |_| {
            let mut row = 0;
            // Each bit of the chance halves what is left, or adds half of what is not.
            for bit in 0..5 {
                let word = u128::from(random.bits()) << 64 | u128::from(random.bits());
                row = match of_32 >> bit & 1 {
                    1 => row | word,
                    _ => row & word,
                };
            }
            row & ROW
        };
        Self([(); HEIGHT].map(row))
    }

    #[inline]
    pub(super) fn get(&self, x: usize, y: usize) -> bool {
        self.0[y] >> x & 1 == 1
    }

    #[inline]
    pub(super) fn set(&mut self, x: usize, y: usize) {
        self.0[y] |= 1 << x;
    }

    /// The cells of a rectangle, both corners included; what is outside the zone is left out.
    pub(super) fn rect([west, north]: [i32; 2], [east, south]: [i32; 2]) -> Self {
        let mut board = Self::EMPTY;
        let span = span(west, east);
        for (y, row) in (0..).zip(&mut board.0) {
            if (north..=south).contains(&y) {
                *row = span;
            }
        }
        board
    }

    /// The cells of an ellipse: its middle, and how far it reaches to each side.
    pub(super) fn disc([x, y]: [i32; 2], [across, down]: [i32; 2]) -> Self {
        let mut board = Self::EMPTY;
        let (wide, high) = (2 * across + 1, 2 * down + 1);
        for (row, bits) in (0..).zip(&mut board.0) {
            let far = 2 * (row - y);
            // How far a row of the ellipse reaches: (2h)² w² ≤ w² (h² − far²).
            let left = high * high - far * far;
            if left > 0 {
                let reach = ((wide * wide * left) / (high * high)).isqrt() / 2;
                *bits = span(x - reach, x + reach);
            }
        }
        board
    }

    /// A set cell by its number, in the order of rows: its column and its row.
    pub(super) fn nth(&self, mut number: u32) -> Option<[usize; 2]> {
        for (y, &row) in self.0.iter().enumerate() {
            let count = row.count_ones();
            if number < count {
                let mut rest = row;
                for _ in 0..number {
                    rest &= rest - 1;
                }
                return Some([rest.trailing_zeros() as usize, y]);
            }
            number -= count;
        }
        None
    }

    /// One of the set cells.
    pub(super) fn draw(&self, random: &mut Stream) -> Option<[usize; 2]> {
        match self.count() {
            0 => None,
            count => self.nth(random.below(count.into()) as u32),
        }
    }

    /// The set cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.0.iter().enumerate().flat_map(|(y, &row)| {
            let mut rest = row;
            std::iter::from_fn(move || {
                let x = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some([x, y])
            })
        })
    }

    /// The cells whose four neighbours are set too.
    pub(super) fn shrunk(&self) -> Self {
        Self::FULL.without(&Self::FULL.without(self).grown())
    }

    /// The set cell nearest to a place, by steps from row to row and from column to column.
    pub(super) fn nearest(&self, [x, y]: [usize; 2]) -> Option<[usize; 2]> {
        let far = |at: &[usize; 2]| at[0].abs_diff(x) + at[1].abs_diff(y);
        self.cells().min_by_key(far)
    }

    #[inline]
    pub(super) fn unset(&mut self, x: usize, y: usize) {
        self.0[y] &= !(1 << x);
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Combines two boards row by row.
    pub(super) fn with(&self, other: &Self, combine: impl Fn(u128, u128) -> u128) -> Self {
        let mut rows = self.0;
        for (row, other) in rows.iter_mut().zip(other.0) {
            *row = combine(*row, other);
        }
        Self(rows)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// The cells and their four neighbours.
    pub(super) fn grown(&self) -> Self {
        let row = |y: usize| self.0.get(y).copied().unwrap_or(0);
        let mut rows = self.0;
        for (y, grown) in rows.iter_mut().enumerate() {
            let here = row(y);
            *grown |= here << 1 | here >> 1 | row(y.wrapping_sub(1)) | row(y + 1);
            *grown &= ROW;
        }
        Self(rows)
    }

    /// The cells and the eight around each.
    pub(super) fn around(&self) -> Self {
        let row = |y: usize| {
            self.0
                .get(y)
                .map_or(0, |&here| here | here << 1 | here >> 1)
        };
        let mut rows = self.0;
        for (y, around) in rows.iter_mut().enumerate() {
            *around = (row(y) | row(y.wrapping_sub(1)) | row(y + 1)) & ROW;
        }
        Self(rows)
    }

    /// The cells that have five or more set cells among themselves and the eight around; what
    /// is outside is as the nearest cell.
    pub(super) fn majority(&self) -> Self {
        // Sums of three side by side, in two bits.
        let mut low = [0; HEIGHT];
        let mut high = [0; HEIGHT];
        for y in 0..HEIGHT {
            let here = self.0[y];
            let west = here << 1 | here & 1;
            let east = here >> 1 | here & 1 << (WIDTH - 1);
            low[y] = west ^ here ^ east;
            high[y] = west & here | east & (west ^ here);
        }
        let mut rows = [0; HEIGHT];
        for (y, row) in rows.iter_mut().enumerate() {
            let (north, south) = (y.saturating_sub(1), (y + 1).min(HEIGHT - 1));
            let (a, b, c) = (low[north], low[y], low[south]);
            let (d, e, f) = (high[north], high[y], high[south]);
            // Ones, twos and fours of the sum of nine.
            let (ones, carry) = (a ^ b ^ c, a & b | c & (a ^ b));
            let (sum, fours_a) = (d ^ e ^ f, d & e | f & (d ^ e));
            let (twos, fours_b) = (sum ^ carry, sum & carry);
            // Five or more: four and one or two besides, or twice four.
            let (four, eight) = (fours_a ^ fours_b, fours_a & fours_b);
            *row = (eight | four & (ones | twos)) & ROW;
        }
        Self(rows)
    }
}

/// The bits of a row from a column to a column, both included; what is outside is left out.
pub(super) fn span(west: i32, east: i32) -> u128 {
    let (west, east) = (west.max(0), east.min(WIDTH as i32 - 1));
    match west <= east {
        true => (u128::MAX >> (127 - east)) & (u128::MAX << west),
        false => 0,
    }
}

/// The cells of a run: a row, the first column, and the one after the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) y: u8,
    pub(super) start: u8,
    pub(super) end: u8,
    /// Another run of the same part, or itself.
    part: u16,
}

impl Run {
    pub(super) fn mask(&self) -> u128 {
        (1 << self.end) - (1_u128 << self.start)
    }
}

/// The parts of a board that steps join.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) runs: Vec<Run>,
}

impl Parts {
    /// Finds the parts of a board.
    pub(super) fn find(&mut self, board: &Board) {
        self.runs.clear();
        let mut north = 0..0;
        for (y, &row) in board.0.iter().enumerate() {
            let first = self.runs.len();
            let (mut rest, mut at) = (row, north.start);
            while rest != 0 {
                let start = rest.trailing_zeros();
                let end = start + (!(rest >> start)).trailing_zeros();
                rest = if end >= 128 { 0 } else { rest >> end << end };
                let number = self.runs.len() as u16;
                self.runs.push(Run {
                    y: y as u8,
                    start: start as u8,
                    end: end as u8,
                    part: number,
                });
                while at < north.end && u32::from(self.runs[at].end) <= start {
                    at += 1;
                }
                let mut touching = at;
                while touching < north.end && u32::from(self.runs[touching].start) < end {
                    self.join(touching as u16, number);
                    touching += 1;
                }
            }
            north = first..self.runs.len();
        }
    }

    /// How many parts there are.
    pub(super) fn count(&self) -> usize {
        let firsts = (0..)
            .zip(&self.runs)
            .filter(|(number, run)| run.part == *number);
        firsts.count()
    }

    /// The first run of the part of a run.
    pub(super) fn part(&mut self, mut run: u16) -> u16 {
        while self.runs[usize::from(run)].part != run {
            let next = self.runs[usize::from(run)].part;
            let after = self.runs[usize::from(next)].part;
            self.runs[usize::from(run)].part = after;
            run = after;
        }
        run
    }

    /// Joins the parts of two runs.
    pub(super) fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.part(a), self.part(b));
        self.runs[usize::from(a.max(b))].part = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn five_of_nine_are_a_majority() {
        for seed in 0..50 {
            let board = Board::random(&mut Seed::new(seed).stream(), seed as u32 % 33);
            let majority = board.majority();
            for y in 0..HEIGHT {
                for x in 0..WIDTH {
                    let near = |at: usize, count: usize| {
                        [at.saturating_sub(1), at, (at + 1).min(count - 1)]
                    };
                    let cells = near(y, HEIGHT).map(|y| near(x, WIDTH).map(|x| board.get(x, y)));
                    let count = cells.iter().flatten().filter(|cell| **cell).count();
                    assert_eq!(majority.get(x, y), count >= 5, "{x} {y}");
                }
            }
        }
    }

    #[test]
    fn cells_are_as_many_as_the_chance_says() {
        for of_32 in 0..32 {
            let mut random = Seed::new(9).stream();
            let cells: u32 = (0..20)
                .map(|_| Board::random(&mut random, of_32).count())
                .sum();
            let share = f64::from(cells) / 40_000.0;
            assert!(
                (share - f64::from(of_32) / 32.0).abs() < 0.02,
                "{of_32}: {share}"
            );
        }
    }

    #[test]
    fn parts_are_those_of_a_flood() {
        for seed in 0..60 {
            let board = Board::random(&mut Seed::new(seed).stream(), 10 + seed as u32 % 15);
            let mut parts = Parts::default();
            parts.find(&board);
            let mut seen = Board::EMPTY;
            for first in 0..parts.runs.len() as u16 {
                let run = parts.runs[usize::from(first)];
                if seen.get(run.start.into(), run.y.into()) {
                    continue;
                }
                let mut flood = Board::EMPTY;
                flood.set(run.start.into(), run.y.into());
                loop {
                    let grown = flood.grown().and(&board);
                    if grown == flood {
                        break;
                    }
                    flood = grown;
                }
                seen = seen.or(&flood);
                let mut part = Board::EMPTY;
                for other in 0..parts.runs.len() as u16 {
                    if parts.part(other) == parts.part(first) {
                        let run = parts.runs[usize::from(other)];
                        part.0[usize::from(run.y)] |= run.mask();
                    }
                }
                assert_eq!(part, flood);
            }
            assert_eq!(seen, board);
        }
    }
}
