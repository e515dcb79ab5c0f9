//! The cells that are nodes.

use super::super::graph::{CellId, Graph, around, id_of, pos_of};
use super::terrain::Terrain;
use crate::space::Pos;

/// A node's number. The most important one is 0; whatever comes later matters less.
pub(super) type NodeId = u32;

/// 64 cells of a row: which of them are nodes, and where their numbers begin.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    bits: u64,
    first: u32,
}

/// Which cells are nodes, by cell and by number.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    words: Vec<Word>,
    per_row: usize,
    height: usize,
    /// The numbers of the nodes of each word, in the order of their cells.
    numbers: Vec<NodeId>,
    /// The cell of each node.
    cells: Vec<CellId>,
}

impl Nodes {
    /// The nodes of a graph, numbered in the order of their cells: convex corners, ends of
    /// hops, what weighs or pulls, and the cells around those. They become events.
    pub(super) fn new(graph: &Graph, terrain: &mut Terrain) -> Self {
        let size = graph.size();
        let per_row = (size.width() as usize).div_ceil(64);
        let height = size.height() as usize;
        let mut nodes = Self {
            words: vec![Word::default(); per_row * height * size.levels() as usize],
            per_row,
            height,
            numbers: Vec::new(),
            cells: Vec::new(),
        };
        for z in 0..size.levels() as i32 {
            for y in 0..size.height() as i32 {
                terrain.for_each_corner(y, z, |x| nodes.mark(Pos::new(x, y, z)));
            }
        }
        for cell in graph.roads.cells_with_hops() {
            nodes.mark(pos_of(cell));
            for hop in graph.hops(cell) {
                nodes.mark(pos_of(hop.to));
            }
            if graph.pulls(pos_of(cell)) {
                nodes.mark_around(graph, pos_of(cell));
            }
        }
        for cell in graph.roads.weighted() {
            if graph.is_walkable(pos_of(cell)) {
                nodes.mark_around(graph, pos_of(cell));
            }
        }
        for place in 0..nodes.words.len() {
            nodes.words[place].first = nodes.cells.len() as u32;
            let mut bits = nodes.words[place].bits;
            while bits != 0 {
                let pos = nodes.pos(place, bits.trailing_zeros());
                nodes.cells.push(id_of(pos));
                terrain.set(pos, terrain.is_plain(pos), true);
                bits &= bits - 1;
            }
        }
        nodes.cells.shrink_to_fit();
        nodes.numbers = (0..nodes.cells.len() as u32).collect();
        nodes
    }

    #[inline(always)]
    fn place(&self, pos: Pos) -> usize {
        (pos.z as usize * self.height + pos.y as usize) * self.per_row + pos.x as usize / 64
    }

    fn pos(&self, place: usize, bit: u32) -> Pos {
        let (row, k) = (place / self.per_row, place % self.per_row);
        let (y, z) = (row % self.height, row / self.height);
        Pos::new((k * 64) as i32 + bit as i32, y as i32, z as i32)
    }

    fn mark(&mut self, pos: Pos) {
        let place = self.place(pos);
        self.words[place].bits |= 1 << (pos.x % 64);
    }

    fn mark_around(&mut self, graph: &Graph, pos: Pos) {
        for beside in around(pos).filter(|&beside| graph.is_walkable(beside)) {
            self.mark(beside);
        }
    }

    /// Numbers the nodes anew: `number` has the new one of each.
    pub(super) fn renumber(&mut self, number: &[NodeId]) {
        let old = std::mem::replace(&mut self.cells, vec![0; number.len()]);
        for (&cell, &number) in old.iter().zip(number) {
            self.cells[number as usize] = cell;
        }
        for node in &mut self.numbers {
            *node = number[*node as usize];
        }
    }

    /// The numbers of all nodes, in the order of their cells.
    pub(super) fn by_cell(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.words.iter().flat_map(|word| {
            let count = word.bits.count_ones();
            (word.first..word.first + count).map(|at| self.numbers[at as usize])
        })
    }

    /// Makes a cell a node, the least important of all.
    pub(super) fn add(&mut self, pos: Pos) {
        let place = self.place(pos);
        let Word { bits, first } = self.words[place];
        let bit = 1 << (pos.x % 64);
        let before = (bits & (bit - 1)).count_ones() as usize;
        // The numbers of the word move to the end, with the new one among them.
        let [start, end] = [first, first + bits.count_ones()].map(|at| at as usize);
        self.words[place] = Word {
            bits: bits | bit,
            first: self.numbers.len() as u32,
        };
        self.numbers.extend_from_within(start..start + before);
        self.numbers.push(self.cells.len() as NodeId);
        self.numbers.extend_from_within(start + before..end);
        self.cells.push(id_of(pos));
    }

    /// The node at a cell.
    #[inline(always)]
    pub(super) fn at(&self, pos: Pos) -> Option<NodeId> {
        let word = self.words.get(self.place(pos))?;
        let bit = 1 << (pos.x % 64);
        if word.bits & bit == 0 {
            return None;
        }
        let before = (word.bits & (bit - 1)).count_ones();
        self.numbers.get((word.first + before) as usize).copied()
    }

    /// The place of a node.
    #[inline(always)]
    pub(super) fn pos_of(&self, node: NodeId) -> Pos {
        pos_of(self.cells[node as usize])
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<Word>()
            + (self.numbers.capacity() + self.cells.capacity()) * size_of::<u32>()
    }
}
