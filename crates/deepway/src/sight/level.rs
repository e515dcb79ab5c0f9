//! What is seen on the viewer's own level, by exact shadow casting.
//!
//! An eighth of the level is looked at row by row, away from the viewer. What is lit is a list
//! of intervals of slopes, with both ends; a cell that is not clear takes the slopes that pass
//! through its square out of it. A line that only touches a corner passes, unless the cell on
//! the other side of the corner is not clear either. So a middle is lit exactly if the line to
//! it is clear.

use super::field::Bits;
use crate::cell::Cell;
use crate::space::Pos;
use crate::volume::Volume;

/// Which cells are clear, by their bytes.
const CLEAR: [bool; 256] = {
    let mut clear = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        clear[byte] = Cell::from_byte(byte as u8).is_clear();
        byte += 1;
    }
    clear
};

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

/// What was found: middles that are seen, and cells of which anything at all is lit.
pub(super) struct Found<'a> {
    pub(super) seen: &'a mut Bits,
    pub(super) lit: &'a mut Bits,
}

/// One eighth of a level: which way rows and columns run, and how far there are any.
struct Eighth {
    /// The index of the viewer's cell on the level, and the steps to the next row and column.
    at: isize,
    row: isize,
    column: isize,
    rows: i32,
    columns: i32,
    /// The same in the bits of what is found.
    bits: [[i32; 2]; 2],
}

/// Finds what is seen from a place inside the volume on its own level.
pub(super) fn look(volume: &Volume, from: Pos, reach: &[i32], mut found: Found<'_>) {
    let size = volume.size();
    let [width, height] = [size.width() as i32, size.height() as i32];
    let cells = volume.level_bytes(from.z as u32);
    let mut lit = Vec::with_capacity(16);
    let mut next = Vec::with_capacity(16);
    for [x, y] in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
        for side in [1, -1] {
            // Rows run along one axis, columns along the other.
            let row = [x, y];
            let column = [y * side, x * side];
            let room = |step: i32, at: i32, most: i32| match step {
                1 => most - 1 - at,
                -1 => at,
                _ => i32::MAX,
            };
            let room = |[x, y]: [i32; 2]| room(x, from.x, width).min(room(y, from.y, height));
            let index = |[x, y]: [i32; 2]| y as isize * width as isize + x as isize;
            let eighth = Eighth {
                at: index([from.x, from.y]),
                row: index(row),
                column: index(column),
                rows: room(row).min(reach.len() as i32 - 1),
                columns: room(column),
                bits: [row, column],
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

impl Eighth {
    fn look(
        &self,
        cells: &[u8],
        reach: &[i32],
        lit: &mut Vec<Lit>,
        next: &mut Vec<Lit>,
        found: &mut Found<'_>,
    ) {
        let is_clear = |row: i32, column: i32| {
            let index = self.at + row as isize * self.row + column as isize * self.column;
            CLEAR[cells[index as usize] as usize]
        };
        // What lies outside, or where nobody looks, hides nothing and is not seen.
        let is_dark = |row: i32, column: i32| column <= self.columns && !is_clear(row, column);
        let mark = |bits: &mut Bits, row: i32, column: i32| {
            let [[right, down], [right_side, down_side]] = self.bits;
            let (x, y) = (
                row * right + column * right_side,
                row * down + column * down_side,
            );
            bits.set(x, y);
        };
        for row in 1..=self.rows {
            let widest = row.min(self.columns);
            let widest_seen = widest.min(reach[row as usize]);
            next.clear();
            for interval in lit.iter() {
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
                let to = (last.side * row / last.away).min(widest_seen);
                for column in from..=to {
                    let is_pinched =
                        column == row && is_dark(row, row - 1) && is_dark(row - 1, row);
                    if !is_pinched {
                        mark(found.seen, row, column);
                    }
                }
                // The squares of this row that are lit, if only at a corner.
                let nearest = ceil_div(first.side * (2 * row - 1) - first.away, 2 * first.away);
                let farthest = floor_div(last.side * (2 * row + 1) + last.away, 2 * last.away);
                let mut rest = *interval;
                for column in nearest.max(0)..=farthest.min(widest) {
                    if column <= widest_seen {
                        mark(found.lit, row, column);
                    }
                    if is_clear(row, column) {
                        continue;
                    }
                    let low = Slope::new(2 * column - 1, 2 * row + 1);
                    let high = Slope::new(2 * column + 1, 2 * row - 1);
                    if column > 0 && rest.reaches(low) {
                        next.push(Lit { last: low, ..rest });
                    }
                    // The corner of the square that is nearer to the viewer's row.
                    let is_closed = is_dark(row - 1, column + 1);
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
            std::mem::swap(lit, next);
            if lit.is_empty() {
                break;
            }
        }
    }
}

fn ceil_div(a: i32, b: i32) -> i32 {
    -((-a).div_euclid(b))
}

fn floor_div(a: i32, b: i32) -> i32 {
    a.div_euclid(b)
}
