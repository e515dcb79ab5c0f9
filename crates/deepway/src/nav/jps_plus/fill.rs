//! Filling the tables of a level, each cell after those that it leads to.
//!
//! A row is filled for one direction after the other, most of them many cells at a
//! time: what a cell's distance depends on lies in the row before.

use super::JpsPlus;
use crate::nav::planes::Planes;
use crate::space::Direction;

/// A number for each cell of a level, with a border of zeros.
struct Numbers {
    numbers: Vec<i16>,
    /// Cells from west to east, without the border.
    width: usize,
}

/// A row of numbers: from the cell to the west on, from the cell itself on, and from the
/// cell to the east on.
type Row<'a> = [&'a [i16]; 3];

impl Numbers {
    fn new(width: usize, height: usize) -> Self {
        Self {
            numbers: vec![0; (width + 2) * (height + 2)],
            width,
        }
    }

    /// A row; the border above the first is row 0.
    fn row(&self, row: usize) -> Row<'_> {
        let start = row * (self.width + 2);
        [0, 1, 2].map(|shift| &self.numbers[start + shift..][..self.width])
    }

    /// A row without the border.
    fn row_mut(&mut self, row: usize) -> &mut [i16] {
        let start = row * (self.width + 2) + 1;
        &mut self.numbers[start..][..self.width]
    }

    /// A row, and another beside it to be filled.
    fn next_to(&mut self, row: usize, before: usize) -> (&[i16], &mut [i16]) {
        let (stride, width) = (self.width + 2, self.width);
        let (first, second) = self.numbers.split_at_mut(row.max(before) * stride);
        let (first, second) = (&mut first[row.min(before) * stride + 1..], &mut second[1..]);
        match before < row {
            true => (&first[..width], &mut second[..width]),
            false => (&second[..width], &mut first[..width]),
        }
    }

    /// Marks: all bits set where a bit of a line is, none elsewhere.
    fn mark(&mut self, row: usize, line: &[u64]) {
        let start = row * (self.width + 2);
        let cells = self.numbers[start..][..self.width + 2].chunks_mut(64);
        for (cells, &word) in cells.zip(line) {
            for (bit, cell) in cells.iter_mut().enumerate() {
                *cell = -((word >> bit & 1) as i16);
            }
        }
    }
}

/// A distance, from that of the next cell: whether the run ends there, and whether it
/// gets there, are marks.
#[inline(always)]
fn lengthen(further: i16, ends: i16, open: i16) -> i16 {
    let longer = if further > 0 {
        further + 1
    } else {
        further - 1
    };
    (if ends != 0 { 1 } else { longer }) & open
}

/// A mark for a distance to something that matters.
#[inline(always)]
fn leads(distance: i16) -> i16 {
    -i16::from(distance > 0)
}

/// The marks of a level, and the distances that others are found from.
pub(super) struct Level {
    open: Numbers,
    stop: Numbers,
    height: usize,
}

impl Level {
    pub(super) fn new(planes: &Planes, width: usize, height: usize, z: i32) -> Self {
        let mut level = Self {
            open: Numbers::new(width, height),
            stop: Numbers::new(width, height),
            height,
        };
        for row in 1..=height {
            level.open.mark(row, planes.open_row(row as i32 - 1, z));
            level.stop.mark(row, planes.stop_row(row as i32 - 1, z));
        }
        level
    }

    /// Fills the tables of the level, for eight moves or for four.
    pub(super) fn fill(&self, tables: &mut JpsPlus, z: i32) {
        let width = self.open.width;
        let [mut one, mut other] = [(); 2].map(|()| Numbers::new(width, self.height));
        if tables.slots == 8 {
            let mut ends = vec![0; width];
            for row in 1..=self.height {
                self.find_jumps(row, 0, &mut ends);
                self.run_east(row, |at| ends[at], one.row_mut(row));
                self.find_jumps(row, 2, &mut ends);
                self.run_west(row, |at| ends[at], other.row_mut(row));
                tables.write(z, row - 1, [2, 6], [one.row(row)[1], other.row(row)[1]]);
            }
            self.sweep(tables, z, Direction::North, [&one, &other]);
            self.sweep(tables, z, Direction::South, [&one, &other]);
        } else {
            for row in 1..=self.height {
                let (before, found) = one.next_to(row, row - 1);
                self.run_across(row, row - 1, before, found);
            }
            for row in (1..=self.height).rev() {
                let (before, found) = other.next_to(row, row + 1);
                self.run_across(row, row + 1, before, found);
            }
            let (mut east, mut west) = (vec![0; width], vec![0; width]);
            for row in 1..=self.height {
                let [[_, stop, _], [_, north, _], [_, south, _]] =
                    [self.stop.row(row), one.row(row), other.row(row)];
                let ends = |at: usize| stop[at] | leads(north[at]) | leads(south[at]);
                self.run_east(row, ends, &mut east);
                self.run_west(row, ends, &mut west);
                tables.write(z, row - 1, [0, 1, 2, 3], [north, &east, south, &west]);
            }
        }
    }

    /// Marks where runs end in a row that come from the west (0) or from the east (2).
    fn find_jumps(&self, row: usize, from: usize, ends: &mut [i16]) {
        let [above, below] = [row - 1, row + 1].map(|row| self.open.row(row));
        let (above, before_above) = (above[1], above[from]);
        let (below, before_below) = (below[1], below[from]);
        let stop = self.stop.row(row)[1];
        for at in 0..ends.len() {
            let opens = (above[at] & !before_above[at]) | (below[at] & !before_below[at]);
            ends[at] = stop[at] | opens;
        }
    }

    /// Finds the distances of a row to the east, from the last cell on, where it is none.
    fn run_east(&self, row: usize, ends: impl Fn(usize) -> i16, distances: &mut [i16]) {
        let open = self.open.row(row)[1];
        let mut further = 0;
        for at in (1..open.len()).rev() {
            further = lengthen(further, ends(at), open[at - 1] & open[at]);
            distances[at - 1] = further;
        }
    }

    /// Finds the distances of a row to the west, from the first cell on.
    fn run_west(&self, row: usize, ends: impl Fn(usize) -> i16, distances: &mut [i16]) {
        let open = self.open.row(row)[1];
        let mut further = 0;
        for at in 1..open.len() {
            further = lengthen(further, ends(at - 1), open[at] & open[at - 1]);
            distances[at] = further;
        }
    }

    /// Finds the distances of a row to the north or to the south from those of the next.
    fn run_across(&self, row: usize, next: usize, further: &[i16], found: &mut [i16]) {
        let ([west, here, east], [next_west, there, next_east]) =
            (self.open.row(row), self.open.row(next));
        let stop = self.stop.row(next)[1];
        for at in 0..found.len() {
            let opens = (next_west[at] & !west[at]) | (next_east[at] & !east[at]);
            let (ends, open) = (stop[at] | opens, here[at] & there[at]);
            found[at] = lengthen(further[at], ends, open);
        }
    }

    /// Fills in the distances to the north or south and on the diagonals to both sides,
    /// with eight moves.
    fn sweep(&self, tables: &mut JpsPlus, z: i32, towards: Direction, sideways: [&Numbers; 2]) {
        let is_north = towards == Direction::North;
        let slots = if is_north { [0, 1, 7] } else { [4, 3, 5] };
        // The distances across and on the diagonals to the east and to the west, of the
        // row before and of this one.
        let [mut before, mut found] =
            [(); 2].map(|()| [(); 3].map(|()| Numbers::new(self.open.width, 0)));
        for i in 1..=self.height {
            let (row, next) = match is_north {
                true => (i, i - 1),
                false => (self.height + 1 - i, self.height + 2 - i),
            };
            self.run_across(row, next, before[0].row(0)[1], found[0].row_mut(0));
            // To the east the next cells are those of the row from the east on.
            for (side, from) in [(1, 2), (2, 0)] {
                let [here, there, stop] =
                    [self.open.row(row), self.open.row(next), self.stop.row(next)];
                let (here, here_beside) = (here[1], here[from]);
                let (there, there_beside) = (there[1], there[from]);
                let (stop, across) = (stop[from], before[0].row(0)[from]);
                let beside = sideways[side - 1].row(next)[from];
                let further = before[side].row(0)[from];
                let found = found[side].row_mut(0);
                for at in 0..found.len() {
                    let ends = stop[at] | leads(across[at]) | leads(beside[at]);
                    let open = here[at] & there[at] & here_beside[at] & there_beside[at];
                    found[at] = lengthen(further[at], ends, open);
                }
            }
            tables.write(
                z,
                row - 1,
                slots,
                found.each_ref().map(|numbers| numbers.row(0)[1]),
            );
            std::mem::swap(&mut before, &mut found);
        }
    }
}
