//! The cells of one cluster, and the costs between them.

use super::super::graph::{CellId, Graph, id_of, pos_of};
use crate::rules::Moves;
use crate::space::{Direction, Pos};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cells along a side of a cluster.
pub(super) const SIDE: usize = 16;
/// A row of the ground, which has a border of walls.
const STRIDE: usize = SIDE + 2;
const AREA: usize = STRIDE * STRIDE;

const WALKABLE: u8 = 1;
/// One can walk on from here; a cell that pulls down is only entered.
const OPEN: u8 = 2;
/// The costs of the cell are asked for.
const WANTED: u8 = 4;

/// The first cell of a cluster.
pub(super) fn corner(pos: Pos) -> Pos {
    let side = SIDE as i32;
    Pos::new(pos.x / side * side, pos.y / side * side, pos.z)
}

/// The cells of a cluster, with a border around.
pub(super) struct Ground {
    corner: Pos,
    cells: [u8; AREA],
    /// What entering each cell costs besides, if anything does anywhere.
    weights: Option<Box<[u64; AREA]>>,
    /// How many cells are wanted.
    wanted: usize,
}

impl Ground {
    /// Copies the cells of the cluster that begins at a corner.
    pub(super) fn new(graph: &Graph, corner: Pos) -> Self {
        let mut ground = Self {
            corner,
            cells: [0; AREA],
            weights: None,
            wanted: 0,
        };
        let height = (graph.size().height() as usize - corner.y as usize).min(SIDE);
        for y in 0..height {
            let row = graph
                .volume()
                .walkable()
                .row(corner.y as u32 + y as u32, corner.z as u32);
            // A cluster's row lies in one word, for 64 is a multiple of its side.
            let bits = row[corner.x as usize / 64] >> (corner.x % 64);
            for x in 0..SIDE {
                ground.cells[index(x, y)] = (bits >> x & 1) as u8 * (WALKABLE | OPEN);
            }
        }
        if graph.has_gravity() {
            for at in (0..SIDE * SIDE).map(|place| index(place % SIDE, place / SIDE)) {
                if ground.cells[at] != 0 && graph.pulls(ground.pos(at)) {
                    ground.cells[at] = WALKABLE;
                }
            }
        }
        if graph.has_weights() {
            let mut weights = Box::new([0; AREA]);
            for at in (0..SIDE * SIDE).map(|place| index(place % SIDE, place / SIDE)) {
                weights[at] = graph.weight(id_of(ground.pos(at)));
            }
            ground.weights = Some(weights);
        }
        ground
    }

    /// Where a cell of the cluster is.
    pub(super) fn at(&self, cell: CellId) -> usize {
        let pos = pos_of(cell);
        index(
            (pos.x - self.corner.x) as usize,
            (pos.y - self.corner.y) as usize,
        )
    }

    pub(super) fn pos(&self, at: usize) -> Pos {
        let (x, y) = (at % STRIDE - 1, at / STRIDE - 1);
        Pos::new(
            self.corner.x + x as i32,
            self.corner.y + y as i32,
            self.corner.z,
        )
    }

    /// Asks for the costs of a cell.
    pub(super) fn want(&mut self, at: usize) {
        self.wanted += usize::from(self.cells[at] & WANTED == 0);
        self.cells[at] |= WANTED;
    }
}

fn index(x: usize, y: usize) -> usize {
    (y + 1) * STRIDE + x + 1
}

/// Costs from one cell of a cluster to the others, or from the others to it.
pub(super) struct Flood {
    costs: [u64; AREA],
    /// The direction of the last step towards each cell, or of the first from it.
    steps: [u8; AREA],
    /// Cells to go on from. Steps of one kind come in the order of their costs,
    /// so two queues do; with weights it takes a heap.
    queues: [Queue; 2],
    heap: BinaryHeap<Reverse<(u64, u16)>>,
}

#[derive(Default)]
struct Queue {
    list: Vec<(u64, u16)>,
    next: usize,
}

impl Default for Flood {
    fn default() -> Self {
        Self {
            costs: [u64::MAX; AREA],
            steps: [0; AREA],
            queues: Default::default(),
            heap: BinaryHeap::new(),
        }
    }
}

impl Flood {
    /// Finds the costs of all wanted cells from a cell or, `backwards`, to it.
    pub(super) fn run(&mut self, graph: &Graph, ground: &Ground, start: usize, backwards: bool) {
        self.costs = [u64::MAX; AREA];
        self.heap.clear();
        for queue in &mut self.queues {
            queue.list.clear();
            queue.next = 0;
        }
        let costs = &graph.rules().costs;
        let (straight, diagonal) = (u64::from(costs.straight), u64::from(costs.diagonal));
        let mut missing = ground.wanted;
        self.costs[start] = 0;
        self.queues[0].list.push((0, start as u16));
        while let Some((cost, at)) = self.pop(ground.weights.is_some()) {
            let at = usize::from(at);
            if self.costs[at] != cost {
                continue;
            }
            let here = ground.cells[at];
            missing -= usize::from(here & WANTED != 0);
            if missing == 0 {
                return;
            }
            // Nobody walks on from a cell that pulls down, so forwards it leads
            // nowhere, and backwards it is led to only as the end.
            if !backwards && here & OPEN == 0 {
                continue;
            }
            let needed = if backwards { OPEN } else { WALKABLE };
            let entering = ground.weights.as_ref().map_or(0, |weights| weights[at]);
            let mut offer = |to: usize, step: u64, direction: usize| {
                let cost = match &ground.weights {
                    None => cost + step,
                    Some(_) if backwards => cost + step + entering,
                    Some(weights) => cost + step + weights[to],
                };
                if cost < self.costs[to] {
                    self.costs[to] = cost;
                    self.steps[to] = direction as u8;
                    if ground.weights.is_some() {
                        self.heap.push(Reverse((cost, to as u16)));
                    } else {
                        self.queues[direction % 2].list.push((cost, to as u16));
                    }
                }
            };
            let cells = &ground.cells;
            let [n, e, s, w] = [at - STRIDE, at + 1, at + STRIDE, at - 1];
            for (direction, to) in [(0, n), (2, e), (4, s), (6, w)] {
                if cells[to] & needed != 0 {
                    offer(to, straight, direction);
                }
            }
            if graph.rules().moves == Moves::Eight {
                let corners = [(1, n, e), (3, s, e), (5, s, w), (7, n, w)];
                for (direction, a, b) in corners {
                    let to = a + b - at;
                    if cells[a] & cells[b] & WALKABLE != 0 && cells[to] & needed != 0 {
                        offer(to, diagonal, direction);
                    }
                }
            }
        }
    }

    /// The cheapest of the open cells.
    fn pop(&mut self, weighted: bool) -> Option<(u64, u16)> {
        if weighted && let Some(Reverse(open)) = self.heap.pop() {
            return Some(open);
        }
        let fronts = self
            .queues
            .each_ref()
            .map(|queue| queue.list.get(queue.next).copied());
        let from = match fronts {
            [Some(a), Some(b)] => usize::from(b.0 < a.0),
            [a, _] => usize::from(a.is_none()),
        };
        self.queues[from].next += 1;
        fronts[from]
    }

    /// The cost of a cell, if it was wanted and can be reached.
    pub(super) fn cost(&self, at: usize) -> Option<u64> {
        (self.costs[at] != u64::MAX).then_some(self.costs[at])
    }

    /// Follows a way back from a cell to where the flood began, cell by cell.
    /// After a flood backwards that is the way there.
    pub(super) fn trace(&self, ground: &Ground, mut at: usize, mut visit: impl FnMut(Pos)) {
        while self.costs[at] != 0 {
            let back = Direction::ALL[usize::from(self.steps[at])].opposite();
            let (east, north, _) = back.east_north_up();
            at = at.wrapping_add_signed(east as isize - north as isize * STRIDE as isize);
            visit(ground.pos(at));
        }
    }
}
