//! Who can reach whom, without a search.
//!
//! Cells of a level that steps join are one *region*. Steps lead both ways, so
//! regions are found by joining runs of cells in neighbouring rows. Hops lead
//! from region to region, possibly one way; regions that reach each other are
//! one *island* (a strongly connected component, Tarjan 1972), and islands are
//! numbered so that every hop between two of them leads to a smaller number.

mod level;

use super::graph::{CellId, Graph};
use level::Level;
use std::collections::{BTreeSet, HashMap};

/// The regions and islands of a graph.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    levels: Vec<Level>,
    /// The number of each level's first region.
    first: Vec<u32>,
    /// Cells that pull down are regions of their own.
    pulling: HashMap<CellId, u32>,
    /// The island of each region.
    islands: Vec<u32>,
    /// The islands that hops lead to from each island.
    next: Vec<Vec<u32>>,
    /// For few islands: a bit for each island that can be reached, a row each.
    closure: Option<Closure>,
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
        let mut reach = Self {
            levels: Vec::new(),
            first: Vec::new(),
            pulling: HashMap::new(),
            islands: Vec::new(),
            next: Vec::new(),
            closure: None,
        };
        let levels = 0..graph.size().levels();
        reach.levels = levels.map(|z| Level::new(graph, z)).collect();
        reach.join_regions(graph);
        reach
    }

    /// Looks at some levels again, whose cells have changed but no links.
    pub(super) fn repair(&mut self, graph: &Graph, levels: &BTreeSet<u32>) {
        for &z in levels {
            self.levels[z as usize] = Level::new(graph, z);
        }
        self.join_regions(graph);
    }

    /// Finds the islands that regions and hops make.
    fn join_regions(&mut self, graph: &Graph) {
        let mut regions = 0;
        self.first.clear();
        for level in &self.levels {
            self.first.push(regions);
            regions += level.regions();
        }
        self.pulling.clear();
        if graph.has_gravity() {
            let mut pulling: Vec<CellId> = graph
                .cells_with_hops()
                .filter(|&cell| graph.pulls(graph.pos(cell)))
                .collect();
            pulling.sort_unstable();
            for cell in pulling {
                self.pulling.insert(cell, regions);
                regions += 1;
            }
        }
        let edges = self.region_edges(graph, regions);
        let (islands, count) = find_islands(&edges);
        self.next = vec![Vec::new(); count];
        for (from, edges) in edges.iter().enumerate() {
            for &to in edges {
                let (from, to) = (islands[from], islands[to as usize]);
                if from != to {
                    self.next[from as usize].push(to);
                }
            }
        }
        for next in &mut self.next {
            next.sort_unstable();
            next.dedup();
        }
        self.islands = islands;
        self.closure = Closure::new(&self.next);
    }

    /// The region of a walkable cell.
    pub(super) fn region(&self, graph: &Graph, cell: CellId) -> Option<u32> {
        let pos = graph.pos(cell);
        match self.levels[pos.z as usize].region(pos) {
            Some(region) => Some(self.first[pos.z as usize] + region),
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
        self.levels.iter().map(Level::bytes).sum::<usize>()
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
