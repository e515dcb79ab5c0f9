//! What is seen on the viewer's own level, by exact shadow casting.
//!
//! An eighth of the level is looked at row by row, away from the viewer. What is lit is a list
//! of intervals of slopes, with both ends; a cell that is not clear takes the slopes that pass
//! through its square out of it. A line that only touches a corner passes, unless the cell on
//! the other side of the corner is not clear either. So a middle is lit exactly if the line to
//! it is clear.
//!
//! A row's dark cells are bits, and only those are looked at one by one: what lies between them
//! is found at once. The square around the viewer in which nothing is dark is seen as a whole,
//! and the eighths begin at its border.

use super::DARK;
use super::field::Bits;
use crate::space::Pos;
use crate::volume::Volume;

/// A slope: columns to the side for rows away.
#[derive(Clone, Copy, Debug)]
struct Slope {
    side: i32,
    away: i32,
}

impl Slope {
    const fn new(side: i32, away: i32) -> Self {
        Self { side, away }
    }

    /// By how much it is greater than another, but for a factor.
    const fn above(self, other: Self) -> i64 {
        self.side as i64 * other.away as i64 - other.side as i64 * self.away as i64
    }
}

/// Slopes that are lit. The last always is, the first unless it is left out.
#[derive(Clone, Copy, Debug)]
struct Lit {
    first: Slope,
    last: Slope,
    without_first: bool,
}

impl Lit {
    /// Whether any slope is left up to `last`.
    const fn reaches(&self, last: Slope) -> bool {
        let width = last.above(self.first);
        width > 0 || (width == 0 && !self.without_first)
    }
}

/// What was found: middles that are seen, walls of which anything is lit, and, for whoever wants
/// it, all cells of which anything is lit.
pub(super) struct Found<'a> {
    pub(super) seen: &'a mut Bits,
    pub(super) walls: &'a mut Bits,
    pub(super) lit: Option<&'a mut Bits>,
}

/// The cells of a row that are dark: a bit for each of the columns 0 to 256.
#[derive(Clone, Copy, Default)]
struct DarkRow([u64; 5]);

impl DarkRow {
    fn has(&self, column: i32) -> bool {
        self.0[column as usize / 64] >> (column % 64) & 1 == 1
    }

    /// The dark columns from one to another, in order.
    fn between(&self, from: i32, to: i32) -> impl Iterator<Item = i32> + '_ {
        let words = match from <= to {
            true => from / 64..to / 64 + 1,
            false => 0..0,
        };
        words.flat_map(move |number| {
            let low = (from - number * 64).max(0);
            let high = (to - number * 64).min(63);
            let mut left = self.0[number as usize] & (u64::MAX >> (63 - high)) & (u64::MAX << low);
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as i32)?;
                left &= left - 1;
                Some(number * 64 + bit)
            })
        })
    }
}

/// Which axis the rows of an eighth follow one another along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    X,
    Y,
}

/// One eighth of a level: which way rows and columns run, and how far there are any.
struct Eighth {
    /// The index of the viewer's cell on the level, and the steps to the next row and column.
    at: isize,
    row: isize,
    column: isize,
    rows: i32,
    columns: i32,
    /// Up to this row nothing is dark.
    clear: i32,
    axis: Axis,
    /// East or west, south or north.
    ways: [i32; 2],
}

/// Finds what is seen from a place inside the volume on its own level.
pub(super) fn look(volume: &Volume, from: Pos, reach: &[i32], mut found: Found<'_>) {
    let size = volume.size();
    let [width, height] = [size.width() as i32, size.height() as i32];
    let cells = volume.level_bytes(from.z as u32);
    let clear = clear_square(cells, [width, height], from, reach.len() as i32 - 1);
    for away in -clear..=clear {
        let half = clear.min(reach[away.unsigned_abs() as usize]);
        let [low, high] = [(-half).max(-from.x), half.min(width - 1 - from.x)];
        if (0..height).contains(&(from.y + away)) {
            found.seen.set_row(away, low, high);
            if let Some(lit) = &mut found.lit {
                lit.set_row(away, low, high);
            }
        }
    }
    let mut lit = Vec::with_capacity(16);
    let mut next = Vec::with_capacity(16);
    let room = |way: i32, at: i32, most: i32| match way {
        1 => most - 1 - at,
        _ => at,
    };
    for ways in [[1, 1], [1, -1], [-1, 1], [-1, -1]] {
        let [east, south] = ways;
        let [across, along] = [room(east, from.x, width), room(south, from.y, height)];
        let [column, row] = [east as isize, south as isize * width as isize];
        for axis in [Axis::Y, Axis::X] {
            let (row, column, rows, columns) = match axis {
                Axis::Y => (row, column, along, across),
                Axis::X => (column, row, across, along),
            };
            let eighth = Eighth {
                at: from.y as isize * width as isize + from.x as isize,
                row,
                column,
                rows: rows.min(reach.len() as i32 - 1),
                columns,
                clear,
                axis,
                ways,
            };
            lit.clear();
            lit.push(Lit {
                first: Slope::new(0, 1),
                last: Slope::new(1, 1),
                without_first: false,
            });
            eighth.look(cells, reach, &mut lit, &mut next, &mut found);
        }
    }
}

/// How far the largest square around a place reaches in which no cell but its middle is dark.
/// What lies outside the level hides nothing.
fn clear_square(cells: &[u8], [width, height]: [i32; 2], from: Pos, most: i32) -> i32 {
    let is_dark = |cell: &u8| DARK[*cell as usize] != 0;
    let [columns, rows] = [0..width, 0..height];
    (1..=most)
        .find(|&away| {
            let [west, east] = [(from.x - away).max(0), (from.x + away).min(width - 1)];
            let [north, south] = [(from.y - away).max(0), (from.y + away).min(height - 1)];
            let has_dark_row = [from.y - away, from.y + away].into_iter().any(|y| {
                let start = y * width;
                rows.contains(&y)
                    && cells[(start + west) as usize..=(start + east) as usize]
                        .iter()
                        .any(is_dark)
            });
            has_dark_row
                || [from.x - away, from.x + away].into_iter().any(|x| {
                    columns.contains(&x)
                        && (north..=south).any(|y| is_dark(&cells[(y * width + x) as usize]))
                })
        })
        .map_or(most, |away| away - 1)
}

impl Eighth {
    /// The dark cells of a row from one column to another. What lies outside, or where nobody
    /// looks, hides nothing and is not seen.
    fn dark_row(&self, cells: &[u8], row: i32, from: i32, to: i32) -> DarkRow {
        let mut dark = DarkRow::default();
        let mut index = self.at + row as isize * self.row + from as isize * self.column;
        let mut column = from;
        while column <= to {
            let end = to.min(column | 63);
            let mut word = 0;
            for at in column..=end {
                word |= u64::from(DARK[cells[index as usize] as usize]) << (at % 64);
                index += self.column;
            }
            dark.0[column as usize / 64] = word;
            column = end + 1;
        }
        dark
    }

    /// Marks the cells of a row from one column to another.
    fn mark(&self, bits: &mut Bits, row: i32, from: i32, to: i32) {
        let [east, south] = self.ways;
        match self.axis {
            _ if from > to => {}
            Axis::Y => bits.set_row(south * row, east * from, east * to),
            Axis::X => bits.set_column(east * row, south * from, south * to),
        }
    }

    fn look(
        &self,
        cells: &[u8],
        reach: &[i32],
        lit: &mut Vec<Lit>,
        next: &mut Vec<Lit>,
        found: &mut Found<'_>,
    ) {
        if self.clear >= self.rows {
            return;
        }
        let highest = (self.clear + 1).min(self.columns);
        let mut before = self.dark_row(cells, self.clear, 0, highest);
        for row in self.clear + 1..=self.rows {
            let widest = row.min(self.columns);
            let widest_seen = widest.min(reach[row as usize]);
            let count = lit.len();
            let ends = [
                lit.first().map_or(0, |lit| nearest(lit.first, row)),
                lit.last().map_or(0, |lit| farthest(lit.last, row)),
            ];
            // The next row looks a little further than this one.
            let highest = (ends[1] + 2).min(row + 1).min(self.columns);
            let dark = self.dark_row(cells, row, (ends[0] - 1).max(0), highest);
            next.clear();
            for (number, interval) in lit.iter().enumerate() {
                let Lit {
                    first,
                    last,
                    without_first,
                } = *interval;
                // The middles of this row that are lit.
                let mut from = ceil_div(first.side * row, first.away);
                if without_first && from * first.away == first.side * row {
                    from += 1;
                }
                let mut to = (last.side * row / last.away).min(widest_seen);
                if to == row && dark.has(row - 1) && before.has(row) {
                    // Two corners touch there.
                    to -= 1;
                }
                self.mark(found.seen, row, from, to);
                // The squares of this row that are lit, if only at a corner.
                let nearest = match number {
                    0 => ends[0],
                    _ => nearest(first, row),
                };
                let farthest = match number + 1 == count {
                    true => ends[1],
                    false => farthest(last, row),
                };
                let farthest = farthest.min(widest);
                if let Some(lit) = &mut found.lit {
                    self.mark(lit, row, nearest, farthest.min(widest_seen));
                }
                let mut rest = *interval;
                for column in dark.between(nearest, farthest) {
                    if column <= widest_seen {
                        self.mark(found.walls, row, column, column);
                    }
                    let low = Slope::new(2 * column - 1, 2 * row + 1);
                    let high = Slope::new(2 * column + 1, 2 * row - 1);
                    if column > 0 && rest.reaches(low) {
                        next.push(Lit { last: low, ..rest });
                    }
                    // The corner of the square that is nearer to the viewer's row.
                    let is_closed = before.has(column + 1);
                    let by = high.above(rest.first);
                    if by > 0 {
                        rest.first = high;
                        rest.without_first = is_closed;
                    } else if by == 0 {
                        rest.without_first |= is_closed;
                    }
                }
                if rest.reaches(last) {
                    next.push(rest);
                }
            }
            before = dark;
            std::mem::swap(lit, next);
            if lit.is_empty() {
                break;
            }
        }
    }
}

/// The first square of a row that a slope touches.
fn nearest(slope: Slope, row: i32) -> i32 {
    ceil_div(slope.side * (2 * row - 1) - slope.away, 2 * slope.away).max(0)
}

/// The last square of a row that a slope touches.
fn farthest(slope: Slope, row: i32) -> i32 {
    (slope.side * (2 * row + 1) + slope.away) / (2 * slope.away)
}

fn ceil_div(a: i32, b: i32) -> i32 {
    -((-a).div_euclid(b))
}
