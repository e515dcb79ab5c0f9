//! What it costs from each cell of a zone to the nearest of several ends.

use super::super::board::WIDTH as WIDTH_OF_ROW;
use super::gauge::Gauge;
use super::patch::{self, Cell, Ground, Weights};
use super::sketch::FAR;
use crate::rules::Moves;

/// Costs that differ by less than two to the power of this share a bucket.
const WIDTH: u32 = 8;
/// How many buckets there are; ends that are farther from the first are not needed.
const BUCKETS: usize = 4096;
/// How much behind a cell that somebody has come to costs are made out.
const ENOUGH: u32 = 16 * 408;
const NOBODY: u16 = u16::MAX;

/// The memory of floods, kept from one to the next.
#[derive(Debug)]
pub(super) struct Flood {
    /// The first entry of each bucket.
    heads: Vec<u16>,
    /// Cells, and the next entry of the same bucket.
    entries: Vec<(Cell, u16)>,
    /// Ends and what each costs by itself.
    ends: Vec<(Cell, u32)>,
}

impl Flood {
    pub(super) fn new() -> Self {
        Self {
            heads: vec![NOBODY; BUCKETS],
            entries: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds an end for the next flood.
    pub(super) fn add(&mut self, cell: Cell, cost: u32) {
        self.ends.push((cell, cost));
    }

    /// Fills in what it costs from each cell to an end, by steps inside the zone. With a cell
    /// that somebody has come to, costs that are much higher than there are not made out: they
    /// are filled in with what they are at least.
    ///
    /// Dijkstra's algorithm, backwards: a step is paid for by what it leads to. Buckets are
    /// narrower than the cheapest step, so that each cell is looked at once. Nobody steps on
    /// from a cell that pulls.
    pub(super) fn run(
        &mut self,
        ground: &Ground,
        weights: &Weights,
        gauge: &Gauge,
        come_to: Option<Cell>,
        costs: &mut [u32],
    ) {
        costs.fill(FAR);
        self.entries.clear();
        let Some(least) = self.ends.iter().map(|end| end.1).min() else {
            return;
        };
        let mut last = 0;
        let ends = std::mem::take(&mut self.ends);
        for &(cell, cost) in &ends {
            let bucket = ((cost - least) >> WIDTH) as usize;
            // Ends so far off that walking to another is cheaper for sure.
            if cost < costs[usize::from(cell)] && bucket < BUCKETS {
                costs[usize::from(cell)] = cost;
                last = last.max(bucket);
                self.push(bucket, cell);
            }
        }
        self.ends = ends;
        self.ends.clear();
        let steps = [gauge.straight, gauge.diagonal];
        let mut bucket = 0;
        while bucket <= last {
            let certain = least + ((bucket as u32) << WIDTH);
            if let Some(cell) = come_to
                && costs[usize::from(cell)] + ENOUGH < certain
            {
                self.heads[bucket..=last].fill(NOBODY);
                for cost in costs.iter_mut() {
                    *cost = (*cost).min(certain);
                }
                return;
            }
            while self.heads[bucket] != NOBODY {
                let (cell, next) = self.entries[usize::from(self.heads[bucket])];
                self.heads[bucket] = next;
                let cost = costs[usize::from(cell)];
                // Reached for less in the meantime.
                if ((cost - least) >> WIDTH) as usize != bucket {
                    continue;
                }
                let cost = cost + weights.of(cell, gauge);
                patch::for_each_wind(ground.open_winds(cell), |wind| {
                    let from = patch::beside(cell, wind);
                    let cost = cost + steps[wind & 1];
                    if cost < costs[usize::from(from)] && !weights.pulls(from) {
                        let bucket = ((cost - least) >> WIDTH) as usize;
                        if bucket < BUCKETS && self.entries.len() < usize::from(NOBODY) {
                            costs[usize::from(from)] = cost;
                            last = last.max(bucket);
                            self.push(bucket, from);
                        }
                    }
                });
            }
            bucket += 1;
        }
    }

    /// Fills in what it would cost from each cell to an end if there were no walls: from north
    /// to south and back, each row first from the one before, then along itself.
    pub(super) fn fly(&mut self, gauge: &Gauge, costs: &mut [u32]) {
        costs.fill(FAR);
        for (cell, cost) in self.ends.drain(..) {
            let least = &mut costs[usize::from(cell)];
            *least = (*least).min(cost);
        }
        let (straight, diagonal) = (gauge.straight, gauge.diagonal.min(2 * gauge.straight));
        let diagonal = match gauge.moves {
            Moves::Four => 2 * straight,
            Moves::Eight => diagonal,
        };
        let mut before = [FAR; WIDTH_OF_ROW];
        let mut pass = |row: &mut [u32]| {
            for x in 0..row.len() {
                let beside = before[x.saturating_sub(1)].min(before[(x + 1).min(row.len() - 1)]);
                row[x] = row[x].min(before[x] + straight).min(beside + diagonal);
            }
            for x in 1..row.len() {
                row[x] = row[x].min(row[x - 1] + straight);
            }
            for x in (1..row.len()).rev() {
                row[x - 1] = row[x - 1].min(row[x] + straight);
            }
            before.copy_from_slice(row);
        };
        costs.chunks_exact_mut(WIDTH_OF_ROW).for_each(&mut pass);
        costs
            .chunks_exact_mut(WIDTH_OF_ROW)
            .rev()
            .for_each(&mut pass);
    }

    #[inline]
    fn push(&mut self, bucket: usize, cell: Cell) {
        let entry = self.entries.len() as u16;
        self.entries.push((cell, self.heads[bucket]));
        self.heads[bucket] = entry;
    }
}
