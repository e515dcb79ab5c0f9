//! Where the water of each column goes, and how much of it there is.
//!
//! Water ends in the lowest places of wide country and in great shafts. From these the land is
//! taken up from below, always next the lowest column beside what was taken (Barnes, Lehman and
//! Mulla 2014): a column drains to the one from which it was taken, and hollows are filled until
//! they run over. So no column but the ends is lower than all around it, and rivers are long.
//! Time and space are linear in the number of columns.

use super::{COLUMNS, LAKE, OUTSIDE, ROWS, SHAFT, STRIDE, TABLE, beside, opposite};
use crate::strata::Blueprint;

/// The blocks of country that are compared for a place low enough to hold a lake.
const BLOCK: [usize; 2] = [30, 25];
/// How much higher something built stands than the land around: rivers mostly keep away.
const MOUND: u16 = 700;
/// Columns that are higher than this, as the land was before water shaped it, have rain.
const RAIN: u16 = 7_600;
/// Heights that are taken up together: a queue for each such step is enough.
const STEP: u16 = 16;
const NOBODY: u16 = u16::MAX;
/// What stands for the side to which water runs while that is open.
const UNKNOWN: u8 = u8::MAX;

/// The water of all columns.
pub(super) struct Water {
    /// The side to which the water of each column runs, or how it stays.
    pub(super) drains: Vec<u8>,
    /// How much water leaves each column, or ends there.
    pub(super) flows: Vec<u16>,
}

/// Lets the water run off, and raises the land where it would not.
pub(super) fn drain(heights: &mut [u16], sites: &[(u16, Blueprint)], is_taken: &[bool]) -> Water {
    let mut drains = vec![OUTSIDE; TABLE];
    for row in drains.chunks_exact_mut(STRIDE).skip(1).take(ROWS) {
        row[1..=COLUMNS].fill(UNKNOWN);
    }
    for &(site, blueprint) in sites {
        match blueprint {
            Blueprint::GreatShaft => drains[usize::from(site)] = SHAFT,
            _ => heights[usize::from(site)] = heights[usize::from(site)].saturating_add(MOUND),
        }
    }
    let mut flows: Vec<u16> = heights
        .iter()
        .map(|&height| u16::from(height > RAIN))
        .collect();
    let mut queue = Queue::new();
    for lake in lakes(heights, is_taken) {
        drains[lake] = LAKE;
        queue.push(lake, heights[lake]);
    }
    for &(site, _) in sites {
        let site = usize::from(site);
        if drains[site] == SHAFT {
            queue.push(site, heights[site]);
        }
    }
    let mut order = Vec::with_capacity(COLUMNS * ROWS);
    while let Some(column) = queue.pop() {
        order.push(column as u16);
        for side in 0..4 {
            let next = beside(column, side);
            if drains[next] == UNKNOWN {
                drains[next] = opposite(side);
                // What is filled rises by uneven steps, so that water winds there too.
                let least = heights[column].saturating_add(1 + heights[next] % 32);
                heights[next] = heights[next].max(least);
                queue.push(next, heights[next]);
            }
        }
    }
    for &column in order.iter().rev() {
        let column = usize::from(column);
        if drains[column] < LAKE {
            flows[beside(column, drains[column])] += flows[column];
        }
    }
    Water { drains, flows }
}

/// The lowest column of each block that is lower than all blocks around: of these, there is
/// always one. Nothing stands there.
fn lakes(heights: &[u16], is_taken: &[bool]) -> Vec<usize> {
    let across = COLUMNS.div_ceil(BLOCK[0]);
    let down = ROWS.div_ceil(BLOCK[1]);
    let mut lowest = vec![(u16::MAX, 0); across * down];
    for y in 0..ROWS {
        for x in 0..COLUMNS {
            let column = (y + 1) * STRIDE + x + 1;
            let lowest = &mut lowest[y / BLOCK[1] * across + x / BLOCK[0]];
            if heights[column] < lowest.0 && !is_taken[column] {
                *lowest = (heights[column], column);
            }
        }
    }
    let is_lake = |&block: &usize| {
        let (x, y) = (block % across, block / across);
        let rows = y.saturating_sub(1)..(y + 2).min(down);
        rows.into_iter().all(|ny| {
            let columns = x.saturating_sub(1)..(x + 2).min(across);
            columns
                .into_iter()
                .all(|nx| lowest[block] <= lowest[ny * across + nx])
        })
    };
    let lakes = (0..lowest.len()).filter(is_lake);
    let lakes = lakes.map(|block| lowest[block].1);
    // Where all of a block is taken there is none.
    lakes.filter(|lake| *lake > 0).collect()
}

/// Columns in the order of their heights, in a list for each step of height. Nothing lower than
/// what was taken out last is put in, and every column once.
struct Queue {
    first: Vec<u16>,
    next: Vec<u16>,
    now: usize,
}

impl Queue {
    fn new() -> Self {
        Self {
            first: vec![NOBODY; usize::from(u16::MAX / STEP) + 1],
            next: vec![NOBODY; TABLE],
            now: 0,
        }
    }

    fn push(&mut self, column: usize, height: u16) {
        let first = &mut self.first[usize::from(height / STEP)];
        self.next[column] = *first;
        *first = column as u16;
    }

    fn pop(&mut self) -> Option<usize> {
        let empty = self.first[self.now..]
            .iter()
            .take_while(|first| **first == NOBODY);
        self.now += empty.count();
        let first = self.first.get_mut(self.now)?;
        let column = usize::from(*first);
        *first = self.next[column];
        Some(column)
    }
}
