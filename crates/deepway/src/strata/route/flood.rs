//! What it costs from each cell of a zone to the nearest of several ends.

use super::gauge::Gauge;
use super::patch::{self, CELLS, Cell, Ground, Weights};
use super::sketch::FAR;

/// How many steps from the first end are told apart; what is farther is not needed.
const BUCKETS: usize = 2048;
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

    /// Fills in what it costs from each cell to an end, by steps inside the zone.
    ///
    /// Dijkstra's algorithm, backwards: a step is paid for by what it leads to. Buckets are as
    /// wide as the cheapest step, so none grows while it is worked on. Nobody steps on from a
    /// cell that pulls.
    pub(super) fn run(
        &mut self,
        ground: &Ground,
        weights: &Weights,
        gauge: &Gauge,
        costs: &mut [u32; CELLS],
    ) {
        costs.fill(FAR);
        self.entries.clear();
        let Some(least) = self.ends.iter().map(|end| end.1).min() else {
            return;
        };
        let width = gauge.straight;
        let mut last = 0;
        let ends = std::mem::take(&mut self.ends);
        for &(cell, cost) in &ends {
            let bucket = ((cost - least) / width) as usize;
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
            let mut entry = std::mem::replace(&mut self.heads[bucket], NOBODY);
            while entry != NOBODY {
                let (cell, next) = self.entries[usize::from(entry)];
                entry = next;
                let cost = costs[usize::from(cell)];
                // Reached for less in the meantime.
                if ((cost - least) / width) as usize != bucket {
                    continue;
                }
                let cost = cost + weights.of(cell, gauge);
                patch::for_each_wind(ground.open_winds(cell), |wind| {
                    let from = patch::beside(cell, wind);
                    let cost = cost + steps[wind & 1];
                    if cost < costs[usize::from(from)] && !weights.pulls(from) {
                        let bucket = ((cost - least) / width) as usize;
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

    #[inline]
    fn push(&mut self, bucket: usize, cell: Cell) {
        let entry = self.entries.len() as u16;
        self.entries.push((cell, self.heads[bucket]));
        self.heads[bucket] = entry;
    }
}
