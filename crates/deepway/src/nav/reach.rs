//! Who can reach whom, without a search.
//!
//! Cells of a level that steps join are one *region*. Steps lead both ways, so
//! regions are found by joining runs of cells in neighbouring rows. Hops lead
//! from region to region, possibly one way; regions that reach each other are
//! one *island* (a strongly connected component, Tarjan 1972), and islands are
//! numbered so that every hop between two of them leads to a smaller number.

mod level;

use super::graph::{CellId, Graph};
use crate::space::Pos;
use level::{Level, Outcome};
use std::collections::{BTreeSet, HashMap};

/// The regions and islands of a graph.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    levels: Vec<Level>,
    /// The island of each region, level by level.
    islands: Vec<Vec<u32>>,
    /// Cells that pull down are islands of their own.
    pulling: HashMap<CellId, u32>,
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
            islands: Vec::new(),
            pulling: HashMap::new(),
            next: Vec::new(),
            closure: None,
        };
        let levels = 0..graph.size().levels();
        reach.levels = levels.map(|z| Level::new(graph, z)).collect();
        reach.find_islands(graph);
        reach
    }

    /// Follows what has changed at some cells; `hops` says whether hops have, too.
    pub(super) fn repair(&mut self, graph: &Graph, cells: &[Pos], hops: bool) {
        let mut unclear = BTreeSet::new();
        for &pos in cells.iter().filter(|&&pos| graph.size().contains(pos)) {
            let z = pos.z as usize;
            if unclear.contains(&z) {
                continue;
            }
            match self.levels[z].look_again(graph, pos) {
                Outcome::New(region) if region as usize == self.islands[z].len() => {
                    // Without hops it is an island that leads nowhere.
                    self.islands[z].push(self.next.len() as u32);
                    self.next.push(Vec::new());
                }
                Outcome::Same | Outcome::New(_) => {}
                Outcome::Unclear => {
                    unclear.insert(z);
                }
            }
        }
        for &z in &unclear {
            self.levels[z] = Level::new(graph, z as u32);
        }
        if hops || !unclear.is_empty() {
            self.find_islands(graph);
        }
    }

    /// Finds the islands that regions and hops make.
    fn find_islands(&mut self, graph: &Graph) {
        let mut regions = 0;
        let mut first = Vec::with_capacity(self.levels.len());
        for level in &self.levels {
            first.push(regions);
            regions += level.regions();
        }
        let mut pulling: Vec<CellId> = Vec::new();
        if graph.has_gravity() {
            let cells = graph.cells_with_hops();
            pulling.extend(cells.filter(|&cell| graph.pulls(graph.pos(cell))));
            pulling.sort_unstable();
        }
        let pulling: HashMap<CellId, u32> = pulling.into_iter().zip(regions..).collect();
        regions += pulling.len() as u32;
        let region = |cell| match self.region(graph, cell) {
            Some(region) => Some(first[(region >> 24) as usize] + (region & 0xFF_FFFF)),
            None => pulling.get(&cell).copied(),
        };
        let mut edges = vec![Vec::new(); regions as usize];
        self.for_each_hop(graph, pulling.keys().copied(), |from, to| {
            if let (Some(from), Some(to)) = (region(from), region(to)) {
                edges[from as usize].push(to);
            }
        });
        for edges in &mut edges {
            edges.sort_unstable();
            edges.dedup();
        }
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
        self.pulling = pulling
            .into_iter()
            .map(|(cell, region)| (cell, islands[region as usize]))
            .collect();
        let mut rest = islands.as_slice();
        self.islands.clear();
        for level in &self.levels {
            let (here, after) = rest.split_at(level.regions() as usize);
            self.islands.push(here.to_vec());
            rest = after;
        }
        self.closure = Closure::new(&self.next);
    }

    /// Calls `visit` with both ends of every move between regions.
    fn for_each_hop(
        &self,
        graph: &Graph,
        pulling: impl Iterator<Item = CellId>,
        mut visit: impl FnMut(CellId, CellId),
    ) {
        for cell in graph.cells_with_hops() {
            graph.hops(cell).iter().for_each(|hop| visit(cell, hop.to));
        }
        for cell in pulling {
            graph.for_each_move_back(cell, |from, _| visit(from, cell));
        }
    }

    /// The region of a walkable cell: eight bits of level, and its number there.
    /// None for a cell that pulls down.
    pub(super) fn region(&self, graph: &Graph, cell: CellId) -> Option<u32> {
        let pos = graph.pos(cell);
        let region = self.levels[pos.z as usize].region(pos)?;
        Some((pos.z as u32) << 24 | region)
    }

    /// The island of a walkable cell.
    pub(super) fn island(&self, graph: &Graph, cell: CellId) -> Option<u32> {
        match self.region(graph, cell) {
            Some(region) => {
                Some(self.islands[(region >> 24) as usize][(region & 0xFF_FFFF) as usize])
            }
            None => self.pulling.get(&cell).copied(),
        }
    }

    /// Bytes that the structure takes.
    pub(super) fn bytes(&self) -> usize {
        let islands = self.islands.iter().map(|islands| islands.len() * 4 + 24);
        let closure = self.closure.as_ref();
        self.levels.iter().map(Level::bytes).sum::<usize>()
            + islands.sum::<usize>()
            + self.next.len() * size_of::<Vec<u32>>()
            + closure.map_or(0, |closure| closure.bits.len() * 8)
            + self.pulling.len() * 16
    }

    /// Whether there is a way from a cell to another, both walkable.
    pub(super) fn reaches(&self, graph: &Graph, from: CellId, to: CellId) -> bool {
        let (Some(from), Some(to)) = (self.island(graph, from), self.island(graph, to)) else {
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

    /// A hop that leads into what `from` can reach, on a way that would join
    /// `from` to `to` if it could be gone backwards. Returns its two cells.
    pub(super) fn against(
        &self,
        graph: &Graph,
        from: CellId,
        to: CellId,
    ) -> Option<(CellId, CellId)> {
        // Breadth first over islands, hops taken both ways and in order.
        let mut ways = Vec::new();
        self.for_each_hop(graph, self.pulling.keys().copied(), |from, to| {
            ways.push((from, to))
        });
        ways.sort_unstable();
        let mut hops: HashMap<u32, Vec<(u32, CellId, CellId)>> = HashMap::new();
        for (from, to) in ways {
            if let (Some(a), Some(b)) = (self.island(graph, from), self.island(graph, to))
                && a != b
            {
                hops.entry(a).or_default().push((b, from, to));
                hops.entry(b).or_default().push((a, from, to));
            }
        }
        let (start, goal) = (self.island(graph, from)?, self.island(graph, to)?);
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
        let mut at = goal;
        while let Some(&Some((before, a, b))) = parent.get(&at) {
            if self.island_reaches(start, before) && !self.island_reaches(start, at) {
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
