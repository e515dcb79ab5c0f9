//! What is seen of other levels: through the openings of one slab after another.
//!
//! A line to a cell so many levels away leads the same way to the side for each level. Through an
//! opening it leads only if that way lies in a window: a range of ways to the east and one to the
//! south. Windows of one slab that meet those of the next are the windows to the level beyond it,
//! and only cells in them are looked at.

use super::field::Bits;
use super::line::sees;
use super::{DARK, STEEP, is_open_slab};
use crate::cell::{Cell, VERTICAL};
use crate::space::{Direction, Pos};
use crate::volume::Volume;

/// A look at other levels, up or down.
pub(super) struct Look<'a> {
    pub(super) volume: &'a Volume,
    pub(super) from: Pos,
    pub(super) towards: Direction,
    /// How far each row of the circle reaches.
    pub(super) reach: &'a [i32],
}

/// A way to the side for each level, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ratio {
    side: i32,
    levels: i32,
}

impl Ratio {
    fn is_over(self, other: Self) -> bool {
        self.side * other.levels > other.side * self.levels
    }

    fn max(self, other: Self) -> Self {
        if self.is_over(other) { self } else { other }
    }

    fn min(self, other: Self) -> Self {
        if self.is_over(other) { other } else { self }
    }
}

/// A range of ways along an axis, with both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    low: Ratio,
    high: Ratio,
}

impl Range {
    /// The ways that cross a slab in the cells from one to another. The slab between the levels
    /// n − 1 and n away is crossed n − ½ levels away.
    fn through(first: i32, last: i32, slab: i32) -> Self {
        let levels = 2 * slab - 1;
        let ratio = |side: i32| Ratio { side, levels };
        Self {
            low: ratio(2 * first - 1),
            high: ratio(2 * last + 1),
        }
    }

    fn meet(self, other: Self) -> Option<Self> {
        let low = self.low.max(other.low);
        let high = self.high.min(other.high);
        (!low.is_over(high)).then_some(Self { low, high })
    }

    /// The cells of a slab that the ways cross, if only at an edge.
    fn cells_of_slab(self, slab: i32) -> [i32; 2] {
        let levels = 2 * slab - 1;
        // Ways w cross at w × levels / 2, and a cell reaches half a cell to each side.
        let low = (self.low.side * levels - self.low.levels).div_euclid(2 * self.low.levels);
        let is_whole = (self.low.side * levels - self.low.levels) % (2 * self.low.levels) == 0;
        let low = low + i32::from(!is_whole);
        let high = (self.high.side * levels + self.high.levels).div_euclid(2 * self.high.levels);
        [low, high]
    }

    /// The cells of a level whose middles the ways meet.
    fn cells_of_level(self, away: i32) -> [i32; 2] {
        let low = -(-self.low.side * away).div_euclid(self.low.levels);
        let high = (self.high.side * away).div_euclid(self.high.levels);
        [low, high]
    }
}

/// A window: ways to the east, and ways to the south.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    east: Range,
    south: Range,
}

/// A slab between two levels.
struct Slab<'a> {
    lower: &'a [u8],
    upper: &'a [u8],
    size: [i32; 2],
    from: [i32; 2],
}

impl Slab<'_> {
    /// Whether anything between two columns of a row may be open: a look at all of them at once,
    /// for most rows have nothing.
    fn may_be_open(&self, [west, east]: [i32; 2], y: i32) -> bool {
        let [width, height] = self.size;
        let y = y + self.from[1];
        let west = (west + self.from[0]).max(0);
        let east = (east + self.from[0]).min(width - 1);
        if y < 0 || y >= height || west > east {
            return false;
        }
        let row = y as usize * width as usize;
        let columns = row + west as usize..=row + east as usize;
        let is_steep = |cells: &[u8]| {
            let found = cells.iter().fold(0, |found, byte| {
                found | u8::from(*byte == Cell::Air as u8) | (byte & VERTICAL)
            });
            found != 0
        };
        is_steep(&self.upper[columns.clone()]) || is_steep(&self.lower[columns])
    }

    /// Whether it is open at an offset from the viewer.
    fn is_open(&self, x: i32, y: i32) -> bool {
        let [x, y] = [x + self.from[0], y + self.from[1]];
        let [width, height] = self.size;
        if x < 0 || y < 0 || x >= width || y >= height {
            return false;
        }
        let index = y as usize * width as usize + x as usize;
        let [lower, upper] = [self.lower[index], self.upper[index]];
        (STEEP[lower as usize] || STEEP[upper as usize])
            && is_open_slab(Cell::from_byte(lower), Cell::from_byte(upper))
    }
}

impl Look<'_> {
    /// Finds what is seen of each level, up to so many levels away; `lit` are the cells of the
    /// viewer's level of which anything at all is lit.
    pub(super) fn find(&self, lit: &Bits, levels: i32, mut found: impl FnMut(i32, Bits)) {
        let up = if self.towards == Direction::Up { 1 } else { -1 };
        let mut windows = Vec::new();
        let mut next = Vec::new();
        for away in 1..=levels {
            let z = self.from.z + up * away;
            if z < 0 || z >= self.volume.size().levels() as i32 {
                break;
            }
            next.clear();
            match away {
                1 => self.first(lit, &mut next),
                _ => self.next(&windows, away, &mut next),
            }
            std::mem::swap(&mut windows, &mut next);
            if windows.is_empty() {
                break;
            }
            let seen = self.through(&windows, away, z);
            if !seen.is_empty() {
                found(z, seen);
            }
        }
    }

    /// The windows of the slab of the viewer's own level. Those beyond half of the circle lead
    /// out of it.
    fn first(&self, lit: &Bits, windows: &mut Vec<Window>) {
        let near = (self.reach.len() as i32 - 1) / 2 + 1;
        let slab = self.slab(1);
        for y in -near..=near {
            if slab.may_be_open([-near, near], y) {
                let open = lit.in_row(y, near).filter(|x| slab.is_open(*x, y));
                Self::add_runs(open, y, 1, None, windows);
            }
        }
    }

    /// The windows of a slab, behind those of the one before.
    fn next(&self, before: &[Window], slab: i32, windows: &mut Vec<Window>) {
        let openings = self.slab(slab);
        for window in before {
            let [west, east] = window.east.cells_of_slab(slab);
            let [north, south] = window.south.cells_of_slab(slab);
            for y in north..=south {
                if openings.may_be_open([west, east], y) {
                    let open = (west..=east).filter(|x| openings.is_open(*x, y));
                    Self::add_runs(open, y, slab, Some(window), windows);
                }
            }
        }
    }

    /// Adds the windows of open cells in a row: one for each run of them, which goes on with that
    /// of the row above if both are equally wide.
    fn add_runs(
        open: impl Iterator<Item = i32>,
        y: i32,
        slab: i32,
        within: Option<&Window>,
        windows: &mut Vec<Window>,
    ) {
        let mut add = |first: i32, last: i32| {
            let mut window = Window {
                east: Range::through(first, last, slab),
                south: Range::through(y, y, slab),
            };
            if let Some(within) = within {
                let met = [
                    window.east.meet(within.east),
                    window.south.meet(within.south),
                ];
                let [Some(east), Some(south)] = met else {
                    return;
                };
                window = Window { east, south };
            }
            let above = windows.iter_mut().rev().take(ROWS_BACK);
            for old in above {
                let touches = !window.south.low.is_over(old.south.high)
                    && !old.south.high.is_over(window.south.low);
                if old.east == window.east && touches {
                    old.south.high = window.south.high;
                    return;
                }
            }
            windows.push(window);
        };
        let mut run: Option<[i32; 2]> = None;
        for x in open {
            match &mut run {
                Some([_, last]) if *last + 1 == x => *last = x,
                run => {
                    if let Some([first, last]) = run.replace([x, x]) {
                        add(first, last);
                    }
                }
            }
        }
        if let Some([first, last]) = run {
            add(first, last);
        }
    }

    /// The slab towards the level so many levels away.
    fn slab(&self, away: i32) -> Slab<'_> {
        let up = if self.towards == Direction::Up { 1 } else { -1 };
        let z = self.from.z + up * away;
        let [lower, upper] = match self.towards {
            Direction::Up => [z - 1, z],
            _ => [z, z + 1],
        };
        let size = self.volume.size();
        let [lower, upper] = [lower, upper].map(|z| self.volume.level_bytes(z as u32));
        Slab {
            lower,
            upper,
            size: [size.width(), size.height()].map(|side| side as i32),
            from: [self.from.x, self.from.y],
        }
    }

    /// What is seen of a level in some windows.
    fn through(&self, windows: &[Window], away: i32, z: i32) -> Bits {
        let radius = self.reach.len() as i32 - 1;
        let mut seen = Bits::new(radius);
        let size = self.volume.size();
        let [width, height] = [size.width(), size.height()].map(|side| side as i32);
        let slabs: Vec<Slab<'_>> = (1..=away).map(|slab| self.slab(slab)).collect();
        for window in windows {
            let [north, south] = window.south.cells_of_level(away);
            let [west, east] = window.east.cells_of_level(away);
            let [north, south] = [north.max(-radius), south.min(radius)];
            let [north, south] = [north.max(-self.from.y), south.min(height - 1 - self.from.y)];
            let is_clear = self.is_clear([west, east], [north, south], away);
            for y in north..=south {
                let reach = self.reach[y.unsigned_abs() as usize];
                let first = west.max(-reach).max(-self.from.x);
                let last = east.min(reach).min(width - 1 - self.from.x);
                for x in first..=last {
                    let is_seen = match is_clear {
                        true => crosses(&slabs, x, y, away),
                        false => {
                            let to = Pos::new(self.from.x + x, self.from.y + y, z);
                            sees(self.volume, self.from, to)
                        }
                    };
                    if is_seen {
                        seen.set(x, y);
                    }
                }
            }
        }
        seen
    }

    /// Whether nothing is dark in the box from the viewer to some columns and rows, on any of so
    /// many levels; what is at the viewer's own place hides nothing.
    fn is_clear(&self, [west, east]: [i32; 2], [north, south]: [i32; 2], away: i32) -> bool {
        let size = self.volume.size();
        let [width, height] = [size.width(), size.height()].map(|side| side as i32);
        let columns = [west.min(0), east.max(0)].map(|x| (self.from.x + x).clamp(0, width - 1));
        let rows = [north.min(0), south.max(0)].map(|y| (self.from.y + y).clamp(0, height - 1));
        let up = if self.towards == Direction::Up { 1 } else { -1 };
        (0..=away).rev().all(|level| {
            let cells = self.volume.level_bytes((self.from.z + up * level) as u32);
            (rows[0]..=rows[1]).all(|y| {
                let row = (y * width) as usize;
                let row = &cells[row + columns[0] as usize..=row + columns[1] as usize];
                let dark = row.iter().filter(|byte| DARK[**byte as usize] != 0).count();
                let is_own = level == 0 && y == self.from.y;
                let own = usize::from(is_own && self.is_dark_here());
                dark == own
            })
        })
    }

    fn is_dark_here(&self) -> bool {
        DARK[self.volume.get(self.from) as usize] != 0
    }
}

/// Whether a line through nothing dark, to a cell so many levels away, crosses each slab where it
/// is open. A line on a border between cells crosses in any of them.
fn crosses(slabs: &[Slab<'_>], x: i32, y: i32, away: i32) -> bool {
    slabs.iter().zip(0..).all(|(slab, number)| {
        // The middle of the slab is so many halves of a level away.
        let half = 2 * number + 1;
        let [columns, rows] = [x, y].map(|side| {
            let (at, cell) = (side * half + away, 2 * away);
            let last = at.div_euclid(cell);
            [last - i32::from(at.rem_euclid(cell) == 0), last]
        });
        (rows[0]..=rows[1]).any(|y| (columns[0]..=columns[1]).any(|x| slab.is_open(x, y)))
    })
}

/// A run is joined to that of the row above only if it is among the last few.
const ROWS_BACK: usize = 4;
