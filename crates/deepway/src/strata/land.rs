//! The lie of the land at the surface: how high it is, where rivers run, and where roads lead.
//!
//! A table for each column says how high it lies, where its water goes, how much water that is,
//! and through which faces roads lead. It follows from the seed and the features alone. What
//! runs through a zone is drawn cell by cell from these tables and from hashes of its own faces,
//! so two zones agree on their border though neither exists.

mod course;
mod relief;
mod rivers;
mod roads;
mod search;

pub use course::RiverCell;
pub(super) use course::{Course, Obstacles};

use super::boundary::bits;
use super::plan::Feature;
use crate::seed::Seed;
use crate::space::ZonePos;

/// Columns of zones from west to east and from north to south.
const COLUMNS: usize = ZonePos::COLUMNS as usize;
const ROWS: usize = ZonePos::ROWS as usize;
/// A row of the tables, which go on a little outside the world: so every column has four beside
/// it, and nobody has to look for the edge of the world.
const STRIDE: usize = 256;
const TABLE: usize = STRIDE * (ROWS + 2);
/// The sides of a column, in the order of the edges of a boundary.
const NORTH: u8 = 0;
const EAST: u8 = 1;
const SOUTH: u8 = 2;
const WEST: u8 = 3;
/// What stands for a side where water stays in a column: in a lake, or down a shaft.
const LAKE: u8 = 4;
const SHAFT: u8 = 5;
/// What stands for it outside the world.
const OUTSIDE: u8 = 6;
/// From a column to the four beside it.
const STEPS: [usize; 4] = [STRIDE.wrapping_neg(), 1, STRIDE, 1_usize.wrapping_neg()];

/// More water than this is a river.
const RIVER: u16 = 30;
/// The widest that a river gets, in cells.
const WIDEST: u32 = 7;

/// The surface of a world as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Land {
    /// Where the crossing places of rivers and of roads come from.
    crossings: [Seed; 2],
    /// What zones are like inside.
    zones: Seed,
    /// How high each column lies: water runs from higher to lower ones only.
    heights: Vec<u16>,
    /// The side to which the water of each column runs, or how it stays.
    drains: Vec<u8>,
    /// How much water leaves each column.
    flows: Vec<u16>,
    /// Which faces of each column roads lead through.
    roads: Vec<roads::Faces>,
    /// The columns whose middle roads lead to.
    places: Vec<u16>,
}

impl Land {
    /// Makes the land of a world: the same for the same seed and the same features.
    pub(super) fn new(seed: Seed, features: &[Feature]) -> Self {
        let mut is_taken = vec![false; TABLE];
        let mut sites = Vec::new();
        for feature in features {
            if feature.contains(ZonePos::SURFACE)
                && let Some(column) = number(feature.column)
                && !std::mem::replace(&mut is_taken[column], true)
            {
                sites.push((column as u16, feature.blueprint));
            }
        }
        let mut heights = relief::heights(seed.child("relief"));
        let water = rivers::drain(&mut heights, &sites, &is_taken);
        let (roads, places) = roads::build(&heights, &water, &sites);
        Self {
            crossings: [seed.child("river"), seed.child("road")],
            zones: seed.child("course"),
            heights,
            drains: water.drains,
            flows: water.flows,
            roads,
            places,
        }
    }

    /// How high a column lies; 64 of these are one of the 256 steps of the height map. 0 outside
    /// the world.
    #[inline]
    pub(super) fn height(&self, column: [u32; 2]) -> u32 {
        number(column).map_or(0, |number| self.heights[number].into())
    }

    /// How much water ends in the lake of a column, if it has one.
    pub(super) fn lake(&self, column: [u32; 2]) -> Option<u16> {
        let column = number(column).filter(|&column| self.drains[column] == LAKE)?;
        Some(self.flows[column])
    }

    /// The cells of the edge to the east of a column, or to the south if it is a row, that are
    /// river; bit 0 is the northernmost or westernmost.
    pub(super) fn river_edge(&self, column: [u32; 2], is_row: bool) -> u128 {
        let flow = number(column).map_or(0, |owner| self.flow_through(owner, is_row));
        match flow {
            ..=RIVER => 0,
            _ => {
                let (first, last) = if is_row { (6, 73) } else { (4, 20) };
                let width = width(flow);
                let hash = self.crossings[0].child(face(column, is_row)).number();
                let start = first + (hash % u64::from(last - first + 2 - width)) as u32;
                bits(start, start + width - 1)
            }
        }
    }

    /// The cells of the edge to the east of a column, or to the south if it is a row, that a
    /// road crosses: two side by side, never near those of the river.
    pub(super) fn road_edge(&self, column: [u32; 2], is_row: bool) -> u128 {
        let side = if is_row { SOUTH } else { EAST };
        let has_road = number(column).is_some_and(|number| self.roads[number].has(side));
        if !has_road {
            return 0;
        }
        let (first, last) = if is_row { (4, 74) } else { (3, 20) };
        let river = self.river_edge(column, is_row);
        // Three cells between the two, at least.
        let near = (0..=3).fold(river, |near, by| near | river << by | river >> by);
        let free = |start: &u32| near & bits(*start, start + 1) == 0;
        let count = (first..=last).filter(free).count() as u64;
        let hash = self.crossings[1].child(face(column, is_row)).number();
        // A river of the greatest width leaves room on one of its sides, wherever it is.
        let wanted = hash.checked_rem(count).unwrap_or(0) as usize;
        let start = (first..=last).filter(free).nth(wanted);
        start.map_or(0, |start| bits(start, start + 1))
    }

    /// How much water crosses the edge to the east of a column, or to the south.
    fn flow_through(&self, owner: usize, is_row: bool) -> u16 {
        let (side, back) = if is_row { (SOUTH, NORTH) } else { (EAST, WEST) };
        let next = beside(owner, side);
        match [self.drains[owner], self.drains[next]] {
            [drain, _] if drain == side => self.flows[owner],
            [_, drain] if drain == back => self.flows[next],
            _ => 0,
        }
    }

    /// The four edges of a column as `edge` says: north, east, south, west.
    fn edges(&self, [x, y]: [u32; 2], edge: impl Fn([u32; 2], bool) -> u128) -> [u128; 4] {
        [
            y.checked_sub(1).map_or(0, |y| edge([x, y], true)),
            edge([x, y], false),
            edge([x, y], true),
            x.checked_sub(1).map_or(0, |x| edge([x, y], false)),
        ]
    }
}

/// The number of a column in the tables; `None` outside the world.
#[inline]
fn number([x, y]: [u32; 2]) -> Option<usize> {
    let is_inside = x < ZonePos::COLUMNS && y < ZonePos::ROWS;
    is_inside.then_some((y as usize + 1) * STRIDE + x as usize + 1)
}

/// The number of the column beside one of the world.
#[inline]
const fn beside(column: usize, side: u8) -> usize {
    column.wrapping_add(STEPS[side as usize % 4])
}

/// The side from which one comes by going to a side.
const fn opposite(side: u8) -> u8 {
    (side + 2) % 4
}

/// The name of a face: its owner and its direction.
fn face([x, y]: [u32; 2], is_row: bool) -> u32 {
    (y * ZonePos::COLUMNS + x) * 2 + u32::from(is_row)
}

/// How many cells wide a river is: one more each time that its water doubles.
fn width(flow: u16) -> u32 {
    (1 + (flow / RIVER).max(1).ilog2()).min(WIDEST)
}

#[cfg(test)]
mod tests;
