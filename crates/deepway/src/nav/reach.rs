//! Who can reach whom, without a search.
//!
//! Cells of a level that steps join are one *region*. Steps lead both ways, so
//! regions are found by joining runs of cells in neighbouring rows. Hops lead
//! from region to region, possibly one way; regions that reach each other are
//! one *island* (a strongly connected component, Tarjan 1972), and islands are
//! numbered so that every hop between two of them leads to a smaller number.

use super::graph::{CellId, Graph};
use crate::rules::Moves;
use crate::space::{Direction, Pos};
use std::collections::HashMap;

/// The regions and islands of a graph.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// Where the runs of each row begin in `runs`; one more at the end.
    rows: Vec<u32>,
    runs: Vec<Run>,
    /// Cells that pull down are regions of their own.
    pulling: HashMap<CellId, u32>,
    /// The island of each region.
    islands: Vec<u32>,
    /// The islands that hops lead to from each island.
    next: Vec<Vec<u32>>,
    /// For few islands: a bit for each island that can be reached, a row each.
    closure: Option<Closure>,
}

/// Cells side by side in a row.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u16,
    end: u16,
    region: u32,
}

#[derive(Clone, Debug)]
struct Closure {
    words: usize,
    bits: Vec<u64>,
}

/// Up to so many islands with hops, all pairs are known in advance.
const MAX_CLOSURE: usize = 4096;

impl Reach {
    pub(super) fn new(graph: &Graph) -> Self {
        let (rows, mut runs) = find_runs(graph);
        let mut regions = join_runs(graph, &rows, &mut runs, &past_shafts(graph));
        let mut pulling = HashMap::new();
        for cell in graph.cells_with_hops() {
            if graph.pulls(graph.pos(cell)) {
                pulling.insert(cell, regions);
                regions += 1;
            }
        }
        let mut reach = Self {
            rows,
            runs,
            pulling,
            islands: Vec::new(),
            next: Vec::new(),
            closure: None,
        };
        let edges = reach.region_edges(graph, regions);
        let (islands, count) = find_islands(&edges);
        reach.next = vec![Vec::new(); count];
        for (from, edges) in edges.iter().enumerate() {
            for &to in edges {
                let (from, to) = (islands[from], islands[to as usize]);
                if from != to {
                    reach.next[from as usize].push(to);
                }
            }
        }
        for next in &mut reach.next {
            next.sort_unstable();
            next.dedup();
        }
        reach.islands = islands;
        reach.closure = Closure::new(&reach.next);
        reach
    }

    /// The region of a walkable cell.
    pub(super) fn region(&self, graph: &Graph, cell: CellId) -> Option<u32> {
        match run_at(graph, &self.rows, &self.runs, cell) {
            Some(run) => Some(self.runs[run as usize].region),
            None => self.pulling.get(&cell).copied(),
        }
    }

    /// Whether there is a way from a cell to another, both walkable.
    pub(super) fn reaches(&self, graph: &Graph, from: CellId, to: CellId) -> bool {
        let island = |cell| {
            self.region(graph, cell)
                .map(|region| self.islands[region as usize])
        };
        let (Some(from), Some(to)) = (island(from), island(to)) else {
            return false;
        };
        self.island_reaches(from, to)
    }

    fn island_reaches(&self, from: u32, to: u32) -> bool {
        if from <= to || self.next[from as usize].is_empty() {
            return from == to;
        }
        if let Some(closure) = &self.closure {
            return closure.has(from, to);
        }
        // Too many islands to know all pairs: follow the hops between islands.
        let mut seen = std::collections::HashSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for &next in self.next[at as usize].iter().filter(|&&next| next >= to) {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// The regions that hops lead to from each region.
    fn region_edges(&self, graph: &Graph, regions: u32) -> Vec<Vec<u32>> {
        let mut edges = vec![Vec::new(); regions as usize];
        let region = |cell| self.region(graph, cell);
        for cell in graph.cells_with_hops() {
            for hop in graph.hops(cell) {
                if let (Some(from), Some(to)) = (region(cell), region(hop.to)) {
                    edges[from as usize].push(to);
                }
            }
        }
        for (&cell, &here) in &self.pulling {
            graph.for_each_move_back(cell, |from, _| {
                if let Some(from) = region(from) {
                    edges[from as usize].push(here);
                }
            });
        }
        for edges in &mut edges {
            edges.sort_unstable();
            edges.dedup();
        }
        edges
    }

    /// A hop that leads into what `from` can reach, on a way that would join
    /// `from` to `to` if it could be gone backwards. Returns its two cells.
    pub(super) fn against(
        &self,
        graph: &Graph,
        from: CellId,
        to: CellId,
    ) -> Option<(CellId, CellId)> {
        // Breadth first over regions, hops taken both ways.
        let mut hops: HashMap<u32, Vec<(u32, CellId, CellId)>> = HashMap::new();
        let mut add = |from: CellId, to: CellId| {
            if let (Some(a), Some(b)) = (self.region(graph, from), self.region(graph, to)) {
                hops.entry(a).or_default().push((b, from, to));
                hops.entry(b).or_default().push((a, from, to));
            }
        };
        let mut cells: Vec<CellId> = graph.cells_with_hops().collect();
        cells.sort_unstable();
        for &cell in &cells {
            graph.hops(cell).iter().for_each(|hop| add(cell, hop.to));
        }
        let mut pulling: Vec<CellId> = self.pulling.keys().copied().collect();
        pulling.sort_unstable();
        for cell in pulling {
            graph.for_each_move_back(cell, |from, _| add(from, cell));
        }
        let (start, goal) = (self.region(graph, from)?, self.region(graph, to)?);
        let mut parent = HashMap::from([(start, None)]);
        let mut open = std::collections::VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for &(next, a, b) in hops.get(&at).map_or(&[][..], Vec::as_slice) {
                parent.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    Some((at, a, b))
                });
            }
        }
        // Back from the goal: the last hop that leaves what can be reached.
        let island = |region: u32| self.islands[region as usize];
        let reachable = |region: u32| self.island_reaches(island(start), island(region));
        let mut at = goal;
        while let Some(&Some((before, a, b))) = parent.get(&at) {
            if reachable(before) && !reachable(at) {
                return Some((a, b));
            }
            at = before;
        }
        None
    }
}

/// The runs of walkable cells that do not pull, row by row.
fn find_runs(graph: &Graph) -> (Vec<u32>, Vec<Run>) {
    let size = graph.size();
    let (mut rows, mut runs) = (vec![0], Vec::new());
    for z in 0..size.levels() {
        for y in 0..size.height() {
            let mut words = graph.volume().walkable().row(y, z).to_vec();
            if graph.has_gravity() {
                for x in 0..size.width() {
                    if graph.pulls(Pos::new(x as i32, y as i32, z as i32)) {
                        words[x as usize / 64] &= !(1 << (x % 64));
                    }
                }
            }
            let mut start = None;
            for (word, at) in words.iter().zip((0u32..).step_by(64)) {
                let (mut word, mut at) = (*word, at);
                let end = at + 64;
                // Runs of ones and of zeros in turn.
                while at < end {
                    let same = match start {
                        None => word.trailing_zeros(),
                        Some(_) => word.trailing_ones(),
                    }
                    .min(end - at);
                    at += same;
                    word = word.checked_shr(same).unwrap_or(0);
                    if at < end {
                        start = match start {
                            None => Some(at as u16),
                            Some(start) => {
                                runs.push(Run {
                                    start,
                                    end: at as u16,
                                    region: 0,
                                });
                                None
                            }
                        };
                    }
                }
            }
            if let Some(start) = start {
                runs.push(Run {
                    start,
                    end: size.width() as u16,
                    region: 0,
                });
            }
            rows.push(runs.len() as u32);
        }
    }
    (rows, runs)
}

/// The run that a cell is in.
fn run_at(graph: &Graph, rows: &[u32], runs: &[Run], cell: CellId) -> Option<u32> {
    let Pos { x, y, z } = graph.pos(cell);
    let (row, x) = (
        (z as u32 * graph.size().height() + y as u32) as usize,
        x as u16,
    );
    let (first, end) = (rows[row], rows[row + 1]);
    let here = &runs[first as usize..end as usize];
    let before = here.partition_point(|run| run.start <= x).checked_sub(1)?;
    (x < here[before].end).then_some(first + before as u32)
}

/// Cells that only a diagonal step between two shafts joins.
fn past_shafts(graph: &Graph) -> Vec<(CellId, CellId)> {
    let mut pairs = Vec::new();
    for cell in graph
        .cells_with_hops()
        .filter(|&cell| graph.pulls(graph.pos(cell)))
    {
        let pos = graph.pos(cell);
        for i in 0..4 {
            let [a, b] = [i, (i + 1) % 4].map(|side| pos.step(Direction::STRAIGHT[side]));
            let diagonal = graph.rules().moves == Moves::Eight;
            if diagonal && graph.volume().is_walkable(pos.step(Direction::DIAGONAL[i])) {
                pairs.extend(graph.id(a).zip(graph.id(b)));
            }
        }
    }
    pairs
}

/// Gives touching runs of neighbouring rows one region; returns how many there are.
fn join_runs(graph: &Graph, rows: &[u32], runs: &mut [Run], also: &[(CellId, CellId)]) -> u32 {
    let mut parent: Vec<u32> = (0..runs.len() as u32).collect();
    fn root(parent: &mut [u32], mut run: u32) -> u32 {
        while parent[run as usize] != run {
            parent[run as usize] = parent[parent[run as usize] as usize];
            run = parent[run as usize];
        }
        run
    }
    let height = graph.size().height() as usize;
    for row in (1..rows.len() - 1).filter(|row| row % height != 0) {
        let (mut above, mut here) = (rows[row - 1], rows[row]);
        while above < rows[row] && here < rows[row + 1] {
            let (a, b) = (runs[above as usize], runs[here as usize]);
            if a.start < b.end && b.start < a.end {
                let (a, b) = (root(&mut parent, above), root(&mut parent, here));
                parent[a.max(b) as usize] = a.min(b);
            }
            if a.end <= b.end {
                above += 1;
            } else {
                here += 1;
            }
        }
    }
    for &(a, b) in also {
        let run = |cell| run_at(graph, rows, runs, cell);
        if let (Some(a), Some(b)) = (run(a), run(b)) {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    let mut regions = 0;
    for run in 0..runs.len() as u32 {
        // A root comes before all others of its region.
        let first = root(&mut parent, run);
        runs[run as usize].region = if first == run {
            regions += 1;
            regions - 1
        } else {
            runs[first as usize].region
        };
    }
    regions
}

/// Tarjan's algorithm without recursion: the island of each region, and how
/// many there are. Edges lead to islands of smaller or equal number.
fn find_islands(edges: &[Vec<u32>]) -> (Vec<u32>, usize) {
    const UNSEEN: u32 = u32::MAX;
    let mut island = vec![UNSEEN; edges.len()];
    let (mut index, mut low) = (vec![UNSEEN; edges.len()], vec![0; edges.len()]);
    let (mut stack, mut path): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
    let (mut next_index, mut islands) = (0, 0);
    for start in 0..edges.len() as u32 {
        if index[start as usize] != UNSEEN {
            continue;
        }
        path.push((start, 0));
        while let Some((at, edge)) = path.pop() {
            let here = at as usize;
            if edge == 0 {
                (index[here], low[here]) = (next_index, next_index);
                next_index += 1;
                stack.push(at);
            }
            if let Some(&to) = edges[here].get(edge) {
                path.push((at, edge + 1));
                if index[to as usize] == UNSEEN {
                    path.push((to, 0));
                } else if island[to as usize] == UNSEEN {
                    low[here] = low[here].min(index[to as usize]);
                }
                continue;
            }
            if low[here] == index[here] {
                while let Some(member) = stack.pop() {
                    island[member as usize] = islands;
                    if member == at {
                        break;
                    }
                }
                islands += 1;
            }
            if let Some(&(before, _)) = path.last() {
                low[before as usize] = low[before as usize].min(low[here]);
            }
        }
    }
    (island, islands as usize)
}

impl Closure {
    /// All pairs, if there are few enough islands with hops.
    fn new(next: &[Vec<u32>]) -> Option<Self> {
        if next.iter().all(Vec::is_empty) || next.len() > MAX_CLOSURE {
            return None;
        }
        let words = next.len().div_ceil(64);
        let mut bits = vec![0; next.len() * words];
        for (from, edges) in next.iter().enumerate() {
            // Hops lead to smaller numbers, whose rows are complete already.
            let (done, rest) = bits.split_at_mut(from * words);
            for &to in edges {
                let to = to as usize;
                rest[to / 64] |= 1 << (to % 64);
                for (word, reached) in rest.iter_mut().zip(&done[to * words..(to + 1) * words]) {
                    *word |= reached;
                }
            }
        }
        Some(Self { words, bits })
    }

    fn has(&self, from: u32, to: u32) -> bool {
        self.bits[from as usize * self.words + to as usize / 64] >> (to % 64) & 1 == 1
    }
}

impl Reach {
    /// Bytes that the structure takes.
    pub(super) fn bytes(&self) -> usize {
        self.rows.len() * 4
            + self.runs.len() * size_of::<Run>()
            + self.islands.len() * 4
            + self.next.len() * size_of::<Vec<u32>>()
            + self
                .closure
                .as_ref()
                .map_or(0, |closure| closure.bits.len() * 8)
            + self.pulling.len() * 16
    }

    /// For tests and checks: the island of a cell.
    pub(super) fn island(&self, graph: &Graph, cell: CellId) -> Option<u32> {
        self.region(graph, cell)
            .map(|region| self.islands[region as usize])
    }
}
