//! The regions of one level.

use super::super::graph::Graph;
use crate::cell::Cell;
use crate::rules::Moves;
use crate::space::{Direction, Pos};

/// Runs of cells, and which region each belongs to.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The runs of each row, from west to east.
    rows: Vec<Vec<Run>>,
    regions: u32,
    /// Regions that no cell belongs to any more.
    unused: Vec<u32>,
    /// Whether some cells pull down, which makes what follows from a change hard to see.
    has_shafts: bool,
}

/// Cells side by side in a row.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u16,
    end: u16,
    region: u32,
}

/// What the opening or closing of a cell has done to the regions of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The same regions, one of them a cell larger or smaller.
    Same,
    /// One region more, of this number, which is the cell alone.
    New(u32),
    /// Regions may have joined or parted; nothing has been done.
    Unclear,
}

impl Level {
    /// Finds the regions of a level in one pass over its bit plane.
    pub(super) fn new(graph: &Graph, z: u32) -> Self {
        let shafts = shafts(graph, z);
        let mut level = Self {
            rows: Vec::with_capacity(graph.size().height() as usize),
            regions: 0,
            unused: Vec::new(),
            has_shafts: !shafts.is_empty(),
        };
        level.find_runs(graph, z, &shafts);
        level.join_runs(graph, &shafts);
        level
    }

    pub(super) fn regions(&self) -> u32 {
        self.regions
    }

    /// The region of a cell; none for walls and for cells that pull down.
    pub(super) fn region(&self, pos: Pos) -> Option<u32> {
        self.run_at(pos)
            .map(|(row, run)| self.rows[row][run].region)
    }

    pub(super) fn bytes(&self) -> usize {
        let runs = self.rows.iter().map(Vec::capacity).sum::<usize>();
        self.rows.len() * size_of::<Vec<Run>>() + runs * size_of::<Run>()
    }

    /// The row and the run that a cell is in.
    fn run_at(&self, pos: Pos) -> Option<(usize, usize)> {
        let row = usize::try_from(pos.y).ok()?;
        let x = u16::try_from(pos.x).ok()?;
        let runs = self.rows.get(row)?;
        let before = runs.partition_point(|run| run.start <= x).checked_sub(1)?;
        (x < runs[before].end).then_some((row, before))
    }

    /// Follows the opening or closing of a cell, if its neighbours tell all.
    pub(super) fn look_again(&mut self, graph: &Graph, pos: Pos) -> Outcome {
        let is_open = graph.volume().is_walkable(pos);
        let was = self.region(pos);
        if self.has_shafts || graph.pulls(pos) {
            return Outcome::Unclear;
        }
        if was.is_some() == is_open {
            return Outcome::Same;
        }
        let beside = Direction::STRAIGHT.map(|side| self.region(pos.step(side)));
        let mut regions = beside.iter().flatten();
        match (was, regions.next()) {
            (Some(region), None) => {
                self.unused.push(region);
                self.close(pos);
                Outcome::Same
            }
            (None, None) => {
                let region = self.unused.pop().unwrap_or_else(|| {
                    self.regions += 1;
                    self.regions - 1
                });
                self.open(pos, region);
                Outcome::New(region)
            }
            (None, Some(&region)) if regions.all(|&other| other == region) => {
                self.open(pos, region);
                Outcome::Same
            }
            (Some(_), Some(_)) if self.stay_joined(pos, &beside) => {
                self.close(pos);
                Outcome::Same
            }
            _ => Outcome::Unclear,
        }
    }

    /// Whether the neighbours of a cell are joined around it, by the corners.
    fn stay_joined(&self, pos: Pos, beside: &[Option<u32>; 4]) -> bool {
        let open = beside.iter().flatten().count();
        // Corner i lies between the straight neighbours i and i + 1.
        let joined = (0..4).filter(|&i| {
            let corner = pos.step(Direction::DIAGONAL[i]);
            beside[i].is_some() && beside[(i + 1) % 4].is_some() && self.region(corner).is_some()
        });
        open - joined.count() <= 1
    }

    /// Adds a cell to a region that it touches, or that is new.
    fn open(&mut self, pos: Pos, region: u32) {
        let (runs, x) = (&mut self.rows[pos.y as usize], pos.x as u16);
        let after = runs.partition_point(|run| run.start <= x);
        let joins_west = after > 0 && runs[after - 1].end == x;
        let joins_east = runs.get(after).is_some_and(|run| run.start == x + 1);
        match (joins_west, joins_east) {
            (true, true) => {
                runs[after - 1].end = runs[after].end;
                runs.remove(after);
            }
            (true, false) => runs[after - 1].end = x + 1,
            (false, true) => runs[after].start = x,
            (false, false) => {
                let (start, end) = (x, x + 1);
                runs.insert(after, Run { start, end, region });
            }
        }
    }

    /// Takes a cell out of its run.
    fn close(&mut self, pos: Pos) {
        let Some((row, at)) = self.run_at(pos) else {
            return;
        };
        let (runs, x) = (&mut self.rows[row], pos.x as u16);
        let Run { start, end, region } = runs[at];
        let parts = [(start, x), (x + 1, end)];
        let parts = parts.into_iter().filter(|(start, end)| start < end);
        let parts = parts.map(|(start, end)| Run { start, end, region });
        runs.splice(at..=at, parts);
    }

    /// The runs of walkable cells that do not pull, row by row.
    fn find_runs(&mut self, graph: &Graph, z: u32, shafts: &[Pos]) {
        let size = graph.size();
        let mut words = Vec::new();
        for y in 0..size.height() {
            words.clear();
            words.extend_from_slice(graph.volume().walkable().row(y, z));
            for shaft in shafts.iter().filter(|shaft| shaft.y == y as i32) {
                words[shaft.x as usize / 64] &= !(1 << (shaft.x % 64));
            }
            let mut runs = Vec::new();
            let mut add_run = |start: u32, end: u32| {
                runs.push(Run {
                    start: start as u16,
                    end: end as u16,
                    region: 0,
                });
            };
            let mut start = None;
            for (&word, at) in words.iter().zip((0u32..).step_by(64)) {
                let (mut word, mut at, end) = (word, at, at + 64);
                // Runs of ones and of zeros in turn.
                while at < end {
                    let same = match start {
                        None => word.trailing_zeros(),
                        Some(_) => word.trailing_ones(),
                    };
                    let same = same.min(end - at);
                    at += same;
                    word = word.checked_shr(same).unwrap_or(0);
                    if at < end {
                        start = match start {
                            None => Some(at),
                            Some(start) => {
                                add_run(start, at);
                                None
                            }
                        };
                    }
                }
            }
            if let Some(start) = start {
                add_run(start, size.width());
            }
            runs.shrink_to_fit();
            self.rows.push(runs);
        }
    }

    /// Gives touching runs of neighbouring rows one region.
    fn join_runs(&mut self, graph: &Graph, shafts: &[Pos]) {
        // Runs are numbered from row to row.
        let mut first = Vec::with_capacity(self.rows.len());
        let mut count = 0;
        for runs in &self.rows {
            first.push(count);
            count += runs.len() as u32;
        }
        let mut joins = Joins((0..count).collect());
        for (y, rows) in self.rows.windows(2).enumerate() {
            let (mut above, mut here) = (0, 0);
            while let (Some(a), Some(b)) = (rows[0].get(above), rows[1].get(here)) {
                if a.start < b.end && b.start < a.end {
                    joins.join(first[y] + above as u32, first[y + 1] + here as u32);
                }
                if a.end <= b.end {
                    above += 1;
                } else {
                    here += 1;
                }
            }
        }
        // Cells that only a diagonal step between two shafts joins.
        if graph.rules().moves == Moves::Eight {
            for shaft in shafts {
                for i in 0..4 {
                    let [a, b] = [i, (i + 1) % 4]
                        .map(|side| self.run_at(shaft.step(Direction::STRAIGHT[side])))
                        .map(|run| run.map(|(row, run)| first[row] + run as u32));
                    let corner = graph
                        .volume()
                        .is_walkable(shaft.step(Direction::DIAGONAL[i]));
                    if let (true, Some(a), Some(b)) = (corner, a, b) {
                        joins.join(a, b);
                    }
                }
            }
        }
        let mut regions: Vec<u32> = Vec::with_capacity(count as usize);
        for (run, number) in self.rows.iter_mut().flatten().zip(0..) {
            // The first run of a region comes before all others.
            run.region = match joins.first(number) {
                first if first == number => {
                    self.regions += 1;
                    self.regions - 1
                }
                first => regions[first as usize],
            };
            regions.push(run.region);
        }
    }
}

/// The cells of a level that pull down.
fn shafts(graph: &Graph, z: u32) -> Vec<Pos> {
    if !graph.has_gravity() {
        return Vec::new();
    }
    let mut shafts = Vec::new();
    for y in 0..graph.size().height() {
        for (x, cell) in (0..).zip(graph.volume().row(y, z)) {
            let pos = Pos::new(x, y as i32, z as i32);
            if cell == Cell::Shaft && graph.pulls(pos) {
                shafts.push(pos);
            }
        }
    }
    shafts
}

/// Which runs are one: each knows an earlier one of its region, or itself.
struct Joins(Vec<u32>);

impl Joins {
    fn first(&mut self, mut run: u32) -> u32 {
        while self.0[run as usize] != run {
            let before = self.0[run as usize];
            self.0[run as usize] = self.0[before as usize];
            run = self.0[run as usize];
        }
        run
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
