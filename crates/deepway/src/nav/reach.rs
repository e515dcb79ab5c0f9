//! Who can reach whom, without a search.
//!
//! Cells of a level that steps join are one *region*. Steps lead both ways, so
//! regions are found by joining runs of cells in neighbouring rows. Hops lead
//! from region to region, possibly one way; regions that reach each other are
//! one *island* (a strongly connected component, Tarjan 1972), and islands are
//! numbered so that every hop between two of them leads to a smaller number.

mod level;

use super::graph::{CellId, Graph, pos_of};
use crate::space::Pos;
use level::{Effect, Level};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The regions and islands of a graph.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    levels: Vec<Level>,
    /// The island of each region, level by level.
    islands: Vec<Vec<u32>>,
    /// Cells that pull down are islands of their own.
    pulling: HashMap<CellId, u32>,
    /// How many islands there are.
    count: u32,
    /// The islands that hops lead to, from each island that has hops, in order.
    next: BTreeMap<u32, Vec<u32>>,
    /// For few islands: a bit for each island that can be reached, a row each.
    closure: Option<Closure>,
    /// Levels whose regions may have joined or parted, until they are found again.
    unclear: BTreeSet<u32>,
}

#[derive(Clone, Debug)]
struct Closure {
    words: usize,
    bits: Vec<u64>,
}

/// Up to so many islands, all pairs are known in advance.
const MAX_CLOSURE: u32 = 4096;

impl Reach {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut reach = Self {
            levels: Vec::new(),
            islands: Vec::new(),
            pulling: HashMap::new(),
            count: 0,
            next: BTreeMap::new(),
            closure: None,
            unclear: BTreeSet::new(),
        };
        let levels = 0..graph.size().levels();
        reach.levels = levels.map(|z| Level::new(graph, z)).collect();
        reach.find_islands(graph);
        reach
    }

    /// Follows what has changed at a cell, which the planes know already: whether it is open.
    ///
    /// Nothing may be asked before [`Reach::settle`].
    pub(super) fn look_again(&mut self, graph: &Graph, pos: Pos, has_changed: bool) {
        let z = pos.z as usize;
        if self.unclear.contains(&(z as u32)) {
            return;
        }
        match self.levels[z].look_again(graph, pos, has_changed) {
            Effect::New(region) if region as usize == self.islands[z].len() => {
                // Without hops it is an island that leads nowhere.
                self.islands[z].push(self.count);
                self.count += 1;
            }
            Effect::Same | Effect::New(_) => {}
            Effect::Unclear => {
                self.unclear.insert(z as u32);
            }
        }
    }

    /// Looks again at all that has become unclear; `hops` says whether hops have changed.
    pub(super) fn settle(&mut self, graph: &Graph, hops: bool) {
        let unclear = std::mem::take(&mut self.unclear);
        for &z in &unclear {
            self.levels[z as usize] = Level::new(graph, z);
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
            let cells = graph.roads.cells_with_hops();
            pulling.extend(cells.filter(|&cell| graph.pulls(pos_of(cell))));
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
        (self.count, self.next) = (count, BTreeMap::new());
        for (from, edges) in edges.iter().enumerate() {
            for &to in edges {
                let (from, to) = (islands[from], islands[to as usize]);
                if from != to {
                    self.next.entry(from).or_default().push(to);
                }
            }
        }
        for next in self.next.values_mut() {
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
        self.closure = Closure::new(count, &self.next);
    }

    /// Calls `visit` with both ends of every move between regions.
    fn for_each_hop(
        &self,
        graph: &Graph,
        pulling: impl Iterator<Item = CellId>,
        mut visit: impl FnMut(CellId, CellId),
    ) {
        for cell in graph.roads.cells_with_hops() {
            graph.hops(cell).iter().for_each(|hop| visit(cell, hop.to));
        }
        for cell in pulling {
            graph.for_each_move_back(cell, |from, _| visit(from, cell));
        }
    }

    /// The region of a walkable cell: eight bits of level, and its number there.
    /// None for a cell that pulls down.
    pub(super) fn region(&self, graph: &Graph, cell: CellId) -> Option<u32> {
        let pos = pos_of(cell);
        let region = self.levels[pos.z as usize].region(graph.planes, pos)?;
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
            + self.next.len() * size_of::<(u32, Vec<u32>)>()
            + self.next.values().map(Vec::capacity).sum::<usize>() * 4
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

    /// Those of some walkable cells to which there is a way from one.
    pub(super) fn reachable(
        &self,
        graph: &Graph,
        from: CellId,
        cells: impl Iterator<Item = CellId>,
    ) -> Vec<CellId> {
        let Some(start) = self.island(graph, from) else {
            return Vec::new();
        };
        let mut known = HashMap::new();
        let mut reaches = |island| {
            *known
                .entry(island)
                .or_insert_with(|| self.island_reaches(start, island))
        };
        cells
            .filter(|cell| self.island(graph, *cell).is_some_and(&mut reaches))
            .collect()
    }

    fn island_reaches(&self, from: u32, to: u32) -> bool {
        if from <= to || !self.next.contains_key(&from) {
            return from == to;
        }
        if let Some(closure) = &self.closure {
            return closure.has(from, to);
        }
        // Too many islands to know all pairs: follow the hops between islands.
        let mut seen = std::collections::HashSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let next = self.next.get(&at).into_iter().flatten();
            for &next in next.filter(|&&next| next >= to) {
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
fn find_islands(edges: &[Vec<u32>]) -> (Vec<u32>, u32) {
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
    (island, islands)
}

impl Closure {
    /// All pairs, if there are few enough islands.
    fn new(count: u32, next: &BTreeMap<u32, Vec<u32>>) -> Option<Self> {
        if next.is_empty() || count > MAX_CLOSURE {
            return None;
        }
        let words = (count as usize).div_ceil(64);
        let mut bits = vec![0; count as usize * words];
        for (&from, edges) in next {
            // Hops lead to smaller numbers, whose rows are complete already.
            let (done, rest) = bits.split_at_mut(from as usize * words);
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
