//! The regions of one level.

use super::super::graph::{Graph, pos_of};
use super::super::planes::Planes;
use crate::rules::Moves;
use crate::space::{Direction, Pos};

/// Which region each run of open cells belongs to; the runs are those of the planes.
#[derive(Clone, Debug)]
pub(super) struct Level {
    z: i32,
    rows: Vec<Row>,
    regions: u32,
    /// Regions that no cell belongs to any more.
    unused: Vec<u32>,
    /// Whether some cells pull down, which makes what follows from a change hard to see.
    has_shafts: bool,
}

/// The regions of a row: in most rows all runs belong to one.
#[derive(Clone, Debug, Default)]
struct Row {
    /// The region of all runs but some.
    usual: u32,
    /// The others by their numbers, in order.
    others: Box<[Other]>,
}

#[derive(Clone, Copy, Debug)]
struct Other {
    run: u16,
    region: u32,
}

impl Row {
    /// The row of runs that belong to these regions, from west to east.
    fn new(regions: &[u32]) -> Self {
        // The majority, if there is one (Boyer and Moore 1981).
        let (mut usual, mut lead) = (0, 0);
        for &region in regions {
            if lead == 0 {
                usual = region;
            }
            lead += if region == usual { 1 } else { -1 };
        }
        let others = (0..).zip(regions).filter(|(_, region)| **region != usual);
        let others = others.map(|(run, &region)| Other { run, region }).collect();
        Self { usual, others }
    }

    fn place(&self, run: u16) -> Result<usize, usize> {
        self.others.binary_search_by_key(&run, |other| other.run)
    }

    fn region(&self, run: u16) -> u32 {
        let other = self.place(run).map(|at| self.others[at].region);
        other.unwrap_or(self.usual)
    }

    /// Puts a run in, before one that has had its number.
    fn insert(&mut self, run: u16, region: u32) {
        let at = self.place(run).unwrap_or_else(|at| at);
        let mut others = std::mem::take(&mut self.others).into_vec();
        others[at..].iter_mut().for_each(|other| other.run += 1);
        if region != self.usual {
            others.insert(at, Other { run, region });
        }
        self.others = others.into();
    }

    /// Takes a run out.
    fn remove(&mut self, run: u16) {
        let place = self.place(run);
        let mut others = std::mem::take(&mut self.others).into_vec();
        if let Ok(at) = place {
            others.remove(at);
        }
        let at = place.unwrap_or_else(|at| at);
        others[at..].iter_mut().for_each(|other| other.run -= 1);
        self.others = others.into();
    }
}

/// What the opening or closing of a cell has done to the regions of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The same regions, one of them a cell larger or smaller.
    Same,
    /// One region more, of this number, which is the cell alone.
    New(u32),
    /// Regions may have joined or parted; nothing has been done.
    Unclear,
}

impl Level {
    /// Finds the regions of a level in two passes over its bit plane.
    pub(super) fn new(graph: &Graph, z: u32) -> Self {
        let mut level = Self {
            z: z as i32,
            rows: Vec::with_capacity(graph.size().height() as usize),
            regions: 0,
            unused: Vec::new(),
            has_shafts: false,
        };
        let shafts = level.shafts(graph);
        level.has_shafts = !shafts.is_empty();
        level.find_regions(graph, &shafts);
        level
    }

    pub(super) fn regions(&self) -> u32 {
        self.regions
    }

    /// The region of a cell; none for walls and for cells that pull down.
    pub(super) fn region(&self, planes: &Planes, pos: Pos) -> Option<u32> {
        if !planes.is_open(pos) {
            return None;
        }
        let row = &self.rows[pos.y as usize];
        match row.others.is_empty() {
            true => Some(row.usual),
            false => planes.run_at(pos).map(|run| row.region(run)),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let others = self.rows.iter().map(|row| row.others.len());
        self.rows.len() * size_of::<Row>() + others.sum::<usize>() * size_of::<Other>()
    }

    /// Follows the opening or closing of a cell, if its neighbours tell all. The planes know
    /// of it already, and differ in nothing else from what is known here.
    pub(super) fn look_again(&mut self, graph: &Graph, pos: Pos, has_changed: bool) -> Effect {
        let planes = graph.planes;
        if self.has_shafts || graph.pulls(pos) {
            return Effect::Unclear;
        }
        if !has_changed {
            return Effect::Same;
        }
        let is_open = planes.is_open(pos);
        let beside = self.regions_beside(planes, pos, is_open);
        let mut regions = beside.iter().flatten();
        match (is_open, regions.next()) {
            (false, None) => {
                let region = self.close(planes, pos);
                self.unused.push(region);
                Effect::Same
            }
            (true, None) => {
                let region = self.unused.pop().unwrap_or_else(|| {
                    self.regions += 1;
                    self.regions - 1
                });
                self.open(planes, pos, region);
                Effect::New(region)
            }
            (true, Some(&region)) if regions.all(|&other| other == region) => {
                self.open(planes, pos, region);
                Effect::Same
            }
            (false, Some(_)) if stay_joined(planes, pos) => {
                self.close(planes, pos);
                Effect::Same
            }
            _ => Effect::Unclear,
        }
    }

    /// The regions of the four cells beside one that has been opened or closed, which may
    /// have changed the numbers of the runs in its row.
    fn regions_beside(&self, planes: &Planes, pos: Pos, is_open: bool) -> [Option<u32>; 4] {
        let row = &self.rows[pos.y as usize];
        let west = planes.run_at(pos.step(Direction::West));
        let east = planes.run_at(pos.step(Direction::East));
        // The run to the east had the next number before it was joined to the one to the
        // west, and the same as that before it was parted from it.
        let east = east.map(|run| match (west, is_open) {
            (None, _) => run,
            (Some(_), true) => run + 1,
            (Some(_), false) => run - 1,
        });
        Direction::STRAIGHT.map(|side| match side {
            Direction::West => west.map(|run| row.region(run)),
            Direction::East => east.map(|run| row.region(run)),
            _ => self.region(planes, pos.step(side)),
        })
    }

    /// Adds a cell to a region that it touches, or that is new.
    fn open(&mut self, planes: &Planes, pos: Pos, region: u32) {
        let [west, east] =
            [Direction::West, Direction::East].map(|side| planes.is_open(pos.step(side)));
        let run = planes.run_at(pos).unwrap_or(0);
        let row = &mut self.rows[pos.y as usize];
        match (west, east) {
            (true, true) => row.remove(run + 1),
            (false, false) => row.insert(run, region),
            _ => {}
        }
    }

    /// Takes a cell out of its run, and returns its region.
    fn close(&mut self, planes: &Planes, pos: Pos) -> u32 {
        let [west, east] =
            [Direction::West, Direction::East].map(|side| planes.run_at(pos.step(side)));
        let row = &mut self.rows[pos.y as usize];
        match (west, east) {
            (Some(run), Some(_)) => {
                let region = row.region(run);
                row.insert(run + 1, region);
                region
            }
            (Some(run), None) | (None, Some(run)) => row.region(run),
            (None, None) => {
                // It was a run alone.
                let run = planes.runs_before(pos);
                let region = row.region(run);
                row.remove(run);
                region
            }
        }
    }

    /// Gives touching runs of neighbouring rows one region.
    fn find_regions(&mut self, graph: &Graph, shafts: &[Pos]) {
        let (planes, z) = (graph.planes, self.z);
        let height = graph.size().height() as i32;
        // Runs are numbered from row to row.
        let mut first = Vec::with_capacity(height as usize + 1);
        let mut joins = Joins(Vec::new());
        let (mut north, mut here): (Vec<[u16; 2]>, Vec<[u16; 2]>) = (Vec::new(), Vec::new());
        for y in 0..height {
            std::mem::swap(&mut north, &mut here);
            here.clear();
            planes.for_each_run(y, z, |start, end| here.push([start, end]));
            let next = joins.0.len() as u32;
            joins.0.extend(next..next + here.len() as u32);
            let (mut a, mut b) = (0, 0);
            while let (Some(above), Some(below)) = (north.get(a), here.get(b)) {
                if above[0] < below[1] && below[0] < above[1] {
                    joins.join(next - north.len() as u32 + a as u32, next + b as u32);
                }
                if above[1] <= below[1] {
                    a += 1;
                } else {
                    b += 1;
                }
            }
            first.push(next);
        }
        first.push(joins.0.len() as u32);
        // Cells that only a diagonal step between two shafts joins.
        if graph.rules().moves == Moves::Eight {
            for shaft in shafts {
                for i in 0..4 {
                    let [a, b] = [i, (i + 1) % 4]
                        .map(|side| shaft.step(Direction::STRAIGHT[side]))
                        .map(|pos| Some((pos, planes.run_at(pos)?)))
                        .map(|run| run.map(|(pos, run)| first[pos.y as usize] + u32::from(run)));
                    let corner = graph.is_walkable(shaft.step(Direction::DIAGONAL[i]));
                    if let (true, Some(a), Some(b)) = (corner, a, b) {
                        joins.join(a, b);
                    }
                }
            }
        }
        // Every run knows an earlier one of its region, which has its number already.
        for run in 0..joins.0.len() {
            joins.0[run] = match joins.0[run] as usize {
                earlier if earlier < run => joins.0[earlier],
                _ => {
                    self.regions += 1;
                    self.regions - 1
                }
            };
        }
        for pair in first.windows(2) {
            let runs = pair[0] as usize..pair[1] as usize;
            self.rows.push(Row::new(&joins.0[runs]));
        }
    }

    /// The cells of the level that pull down.
    fn shafts(&self, graph: &Graph) -> Vec<Pos> {
        if !graph.has_gravity() {
            return Vec::new();
        }
        let cells = graph.roads.cells_with_hops_on(self.z).map(pos_of);
        cells.filter(|&pos| graph.pulls(pos)).collect()
    }
}

/// Whether the neighbours of a cell are joined around it, by the corners.
fn stay_joined(planes: &Planes, pos: Pos) -> bool {
    let beside = Direction::STRAIGHT.map(|side| planes.is_open(pos.step(side)));
    let open = beside.iter().filter(|open| **open).count();
    // Corner i lies between the straight neighbours i and i + 1.
    let joined = (0..4).filter(|&i| {
        let corner = pos.step(Direction::DIAGONAL[i]);
        beside[i] && beside[(i + 1) % 4] && planes.is_open(corner)
    });
    open - joined.count() <= 1
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
