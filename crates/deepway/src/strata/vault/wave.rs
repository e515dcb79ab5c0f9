//! Wave function collapse, the overlapping kind, on a segment of any shape.
//!
//! Each cell of a segment holds the set of patterns that may still be centred there. Again and
//! again the cell with the least entropy takes one of its patterns, each as likely as it is
//! frequent in the sample, and what neighbours rule out is taken away, first in, first out,
//! until nothing changes. Outside the segment everything is wall, so that rooms end where the
//! segment ends; a sample that cannot do this is asked again without it.
//!
//! Where a cell has no pattern left, a square around it is put back to the beginning and tried
//! again, a larger one every few times: most contradictions are local, and starting afresh would
//! throw away much for little. A wave has so many steps for each of its cells; a wave that
//! needs more, or that is nearly all rock, is tried again from the beginning, and at last given
//! up. So the time of a wave is bounded by its size and depends on nothing but its stream.
//!
//! After Gumin's *WaveFunctionCollapse* (2016) and Merrell's *Model Synthesis* (2009), whose
//! blocks are the squares here.

use super::super::board::{Board, HEIGHT, WIDTH};
use super::sample::{Glyph, STEPS, Sample, bits};
use crate::seed::Stream;

const CELLS: usize = WIDTH * HEIGHT;
/// The cells on each side of a cell, in the order of [`STEPS`].
const OFFSETS: [isize; 4] = [1, -1, WIDTH as isize, -(WIDTH as isize)];
/// Entropies in eighths of a bit: seven bits for 128 patterns, and the rest.
const BUCKETS: usize = 64;
/// How often a wave begins afresh.
const ATTEMPTS: u32 = 3;
/// Steps of propagation for each cell of a segment, and those that every segment has.
const STEPS_A_CELL: u32 = 30;
const STEPS_AT_LEAST: u32 = 2000;
/// A drawing of which not one cell in so many is open is no dungeon.
const OPEN_ONE_IN: u32 = 5;

/// The glyphs of a zone, row by row.
pub(super) type Glyphs = [[Glyph; WIDTH]; HEIGHT];

/// The memory of waves, to be used for one after the other.
#[derive(Debug)]
pub(in crate::strata) struct Wave {
    is_inside: Vec<bool>,
    cells: Vec<u16>,
    /// What each cell may be at the beginning, and now.
    start: Vec<u128>,
    domain: Vec<u128>,
    /// Cells whose neighbours have to be looked at.
    queue: Vec<u16>,
    is_queued: Vec<bool>,
    /// Cells that lost patterns since they were last put into a bucket.
    changed: Vec<u16>,
    is_changed: Vec<bool>,
    /// Undecided cells by entropy. A cell may be in several; the lowest is found first, and a
    /// cell that is decided is passed over.
    buckets: [Vec<u16>; BUCKETS],
    /// The bucket that each cell is in now.
    bucket: Vec<u8>,
}

impl Default for Wave {
    fn default() -> Self {
        Self {
            is_inside: vec![false; CELLS],
            cells: Vec::new(),
            start: vec![0; CELLS],
            domain: vec![0; CELLS],
            queue: Vec::new(),
            is_queued: vec![false; CELLS],
            changed: Vec::new(),
            is_changed: vec![false; CELLS],
            buckets: [(); BUCKETS].map(|()| Vec::new()),
            bucket: vec![0; CELLS],
        }
    }
}

/// Why a wave stopped.
enum Stuck {
    /// A cell can be nothing.
    At(usize),
    /// There are no steps left.
    Spent,
}

impl Wave {
    /// Fills a segment, which must not touch the border of the zone; says whether it could.
    pub(super) fn fill(
        &mut self,
        sample: &Sample,
        segment: &Board,
        random: &mut Stream,
        glyphs: &mut Glyphs,
    ) -> bool {
        self.enter(&segment.and(&Board::INSIDE));
        if self.begin(sample, true).is_err() && self.begin(sample, false).is_err() {
            return false;
        }
        (0..ATTEMPTS).any(|_| self.attempt(sample, random) && self.write(sample, glyphs))
    }

    /// Takes the cells of a segment.
    fn enter(&mut self, segment: &Board) {
        self.is_inside.fill(false);
        self.cells.clear();
        for (y, &row) in segment.0.iter().enumerate() {
            for x in bits(row) {
                self.is_inside[y * WIDTH + x] = true;
                self.cells.push((y * WIDTH + x) as u16);
            }
        }
    }

    /// Finds what each cell may be before anything is chosen.
    fn begin(&mut self, sample: &Sample, in_walls: bool) -> Result<(), Stuck> {
        self.forget();
        for at in 0..self.cells.len() {
            let cell = usize::from(self.cells[at]);
            let mut domain = sample.all();
            for (dx, dy) in AROUND {
                let near = cell.wrapping_add_signed(dy * WIDTH as isize + dx);
                if in_walls && !self.is_inside[near] {
                    domain &= sample.with_wall((dx, dy));
                }
            }
            self.domain[cell] = domain;
            self.enqueue(cell);
        }
        let mut steps = u32::MAX;
        let done = self.propagate(sample, &mut steps);
        self.forget();
        self.start.copy_from_slice(&self.domain);
        done
    }

    /// Empties the queue and the list of changes.
    fn forget(&mut self) {
        self.queue.clear();
        self.changed.clear();
        self.is_queued.fill(false);
        self.is_changed.fill(false);
    }

    /// Decides all cells, or gives up.
    fn attempt(&mut self, sample: &Sample, random: &mut Stream) -> bool {
        self.domain.copy_from_slice(&self.start);
        self.forget();
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        self.bucket.fill(u8::MAX);
        for at in 0..self.cells.len() {
            self.change(usize::from(self.cells[at]));
        }
        let mut steps = self.cells.len() as u32 * STEPS_A_CELL + STEPS_AT_LEAST;
        let mut repairs = 0;
        loop {
            match self.propagate(sample, &mut steps) {
                Ok(()) => {}
                Err(Stuck::Spent) => return false,
                Err(Stuck::At(cell)) => {
                    self.repair(cell, 2 + repairs / 4 % 6);
                    repairs += 1;
                    continue;
                }
            }
            self.sort(sample);
            let Some(cell) = self.least(random) else {
                return true;
            };
            self.domain[cell] = sample.choose(self.domain[cell], random);
            self.enqueue(cell);
        }
    }

    #[inline]
    fn enqueue(&mut self, cell: usize) {
        if !self.is_queued[cell] {
            self.is_queued[cell] = true;
            self.queue.push(cell as u16);
        }
    }

    #[inline]
    fn change(&mut self, cell: usize) {
        if !self.is_changed[cell] {
            self.is_changed[cell] = true;
            self.changed.push(cell as u16);
        }
    }

    /// Takes away what neighbours rule out, until nothing changes.
    fn propagate(&mut self, sample: &Sample, steps: &mut u32) -> Result<(), Stuck> {
        let mut next = 0;
        while next < self.queue.len() {
            let cell = usize::from(self.queue[next]);
            next += 1;
            self.is_queued[cell] = false;
            *steps = steps.checked_sub(1).ok_or(Stuck::Spent)?;
            let sides = sample.sides(self.domain[cell]);
            for (offset, side) in OFFSETS.into_iter().zip(sides) {
                let near = cell.wrapping_add_signed(offset);
                if !self.is_inside[near] || self.domain[near] & !side == 0 {
                    continue;
                }
                self.domain[near] &= side;
                self.enqueue(near);
                self.change(near);
                if self.domain[near] == 0 {
                    // The rest of this cell's sides, and of the queue, is still to do.
                    self.enqueue(cell);
                    self.queue.drain(..next);
                    return Err(Stuck::At(near));
                }
            }
        }
        self.queue.clear();
        Ok(())
    }

    /// Puts the cells of a square back to the beginning.
    fn repair(&mut self, cell: usize, radius: usize) {
        let (x, y) = (cell % WIDTH, cell / WIDTH);
        // The ring around the square says what may be inside.
        let near = |at: usize, radius: usize, count: usize| {
            at.saturating_sub(radius)..=(at + radius).min(count - 1)
        };
        for j in near(y, radius + 1, HEIGHT) {
            for i in near(x, radius + 1, WIDTH) {
                let other = j * WIDTH + i;
                if !self.is_inside[other] {
                    continue;
                }
                if i.abs_diff(x) <= radius && j.abs_diff(y) <= radius {
                    self.domain[other] = self.start[other];
                    self.change(other);
                }
                self.enqueue(other);
            }
        }
    }

    /// Puts cells that changed into the buckets of their entropies.
    fn sort(&mut self, sample: &Sample) {
        while let Some(cell) = self.changed.pop() {
            let cell = usize::from(cell);
            self.is_changed[cell] = false;
            let domain = self.domain[cell];
            if domain & domain.wrapping_sub(1) == 0 {
                self.bucket[cell] = u8::MAX;
                continue;
            }
            let bucket = (sample.entropy(domain) as usize).min(BUCKETS - 1);
            if usize::from(self.bucket[cell]) != bucket {
                self.bucket[cell] = bucket as u8;
                self.buckets[bucket].push(cell as u16);
            }
        }
    }

    /// An undecided cell of the least entropy; none if all are decided.
    fn least(&mut self, random: &mut Stream) -> Option<usize> {
        for (number, bucket) in self.buckets.iter_mut().enumerate() {
            while !bucket.is_empty() {
                let at = random.below(bucket.len() as u64) as usize;
                let cell = usize::from(bucket.swap_remove(at));
                let domain = self.domain[cell];
                let is_decided = domain & domain.wrapping_sub(1) == 0;
                if !is_decided && usize::from(self.bucket[cell]) == number {
                    self.bucket[cell] = u8::MAX;
                    return Some(cell);
                }
            }
        }
        None
    }

    /// Writes what was decided, unless it is nearly all rock.
    fn write(&self, sample: &Sample, glyphs: &mut Glyphs) -> bool {
        let mut open = 0;
        for &cell in &self.cells {
            let cell = usize::from(cell);
            let glyph = sample.middle(self.domain[cell].trailing_zeros() as usize);
            open += u32::from(glyph.is_open());
            glyphs[cell / WIDTH][cell % WIDTH] = glyph;
        }
        open * OPEN_ONE_IN >= self.cells.len() as u32
    }
}

/// Steps to the eight cells around one.
const AROUND: [(isize, isize); 8] = {
    let [east, west, south, north] = STEPS;
    [east, west, south, north, (1, 1), (1, -1), (-1, 1), (-1, -1)]
};
