//! The regions of one level.

use super::super::graph::Graph;
use crate::cell::Cell;
use crate::rules::Moves;
use crate::space::{Direction, Pos};

/// Runs of cells, and which region each belongs to.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Where the runs of each row begin in `runs`; one more at the end.
    rows: Vec<u32>,
    runs: Vec<Run>,
    regions: u32,
}

/// Cells side by side in a row.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u16,
    end: u16,
    region: u32,
}

impl Level {
    /// Finds the regions of a level in one pass over its bit plane.
    pub(super) fn new(graph: &Graph, z: u32) -> Self {
        let mut level = Self {
            rows: vec![0],
            runs: Vec::new(),
            regions: 0,
        };
        let shafts = shafts(graph, z);
        level.find_runs(graph, z, &shafts);
        level.join_runs(graph, &shafts);
        level
    }

    pub(super) fn regions(&self) -> u32 {
        self.regions
    }

    /// The region of a cell; none for walls and for cells that pull down.
    pub(super) fn region(&self, pos: Pos) -> Option<u32> {
        self.run_at(pos).map(|run| self.runs[run as usize].region)
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.len() * 4 + self.runs.len() * size_of::<Run>()
    }

    /// The run that a cell is in.
    fn run_at(&self, pos: Pos) -> Option<u32> {
        let (row, x) = (pos.y as usize, pos.x as u16);
        let (first, end) = (*self.rows.get(row)?, *self.rows.get(row + 1)?);
        let here = &self.runs[first as usize..end as usize];
        let before = here.partition_point(|run| run.start <= x).checked_sub(1)?;
        (x < here[before].end).then_some(first + before as u32)
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
                                self.add_run(start, at);
                                None
                            }
                        };
                    }
                }
            }
            if let Some(start) = start {
                self.add_run(start, size.width());
            }
            self.rows.push(self.runs.len() as u32);
        }
    }

    fn add_run(&mut self, start: u32, end: u32) {
        self.runs.push(Run {
            start: start as u16,
            end: end as u16,
            region: 0,
        });
    }

    /// Gives touching runs of neighbouring rows one region.
    fn join_runs(&mut self, graph: &Graph, shafts: &[Pos]) {
        let mut joins = Joins((0..self.runs.len() as u32).collect());
        for row in 1..self.rows.len() - 1 {
            let (mut above, mut here) = (self.rows[row - 1], self.rows[row]);
            while above < self.rows[row] && here < self.rows[row + 1] {
                let (a, b) = (self.runs[above as usize], self.runs[here as usize]);
                if a.start < b.end && b.start < a.end {
                    joins.join(above, here);
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
                        .map(|side| self.run_at(shaft.step(Direction::STRAIGHT[side])));
                    let corner = graph
                        .volume()
                        .is_walkable(shaft.step(Direction::DIAGONAL[i]));
                    if let (true, Some(a), Some(b)) = (corner, a, b) {
                        joins.join(a, b);
                    }
                }
            }
        }
        for run in 0..self.runs.len() {
            // The first run of a region comes before all others.
            let first = joins.first(run as u32) as usize;
            self.runs[run].region = if first == run {
                self.regions += 1;
                self.regions - 1
            } else {
                self.runs[first].region
            };
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
