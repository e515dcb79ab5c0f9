//! The cells of one cluster, and the costs between them.

use super::super::graph::{CellId, Graph, id_of, pos_of};
use crate::rules::Moves;
use crate::space::{Direction, Pos};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cells along a side of a cluster.
pub(super) const SIDE: usize = 32;
/// A row of the patch, which has a border of walls.
const STRIDE: usize = SIDE + 2;
const AREA: usize = STRIDE * STRIDE;

const WALKABLE: u8 = 1;
const OPEN: u8 = 2;
const WANTED: u8 = 4;

/// A bit for each cell of a cluster, with an empty row above and below.
type Bits = [u32; STRIDE];

/// The first cell of a cluster.
pub(super) fn corner(pos: Pos) -> Pos {
    let side = SIDE as i32;
    Pos::new(pos.x / side * side, pos.y / side * side, pos.z)
}

/// The cells of a cluster, with a border around.
pub(super) struct Patch {
    corner: Pos,
    walkable: Bits,
    /// Where one can walk on; a cell that pulls down is only entered.
    open: Bits,
    /// The cells whose costs are asked for.
    wanted: Bits,
    /// The same in bytes, unless a flood goes in waves.
    cells: [u8; AREA],
    /// What entering each cell costs besides, if anything does anywhere.
    weights: Option<Box<[u64; AREA]>>,
    /// How many cells are wanted.
    wants: usize,
}

impl Patch {
    /// Copies the cells of the cluster that begins at a corner.
    pub(super) fn new(graph: &Graph, corner: Pos) -> Self {
        let mut walkable = [0; STRIDE];
        let height = (graph.size().height() as usize - corner.y as usize).min(SIDE);
        for y in 0..height {
            let plane = graph.walkable();
            let row = plane.row(corner.y as u32 + y as u32, corner.z as u32);
            // A cluster's row lies in one word, for 64 is a multiple of its side.
            walkable[y + 1] = (row[corner.x as usize / 64] >> (corner.x % 64)) as u32;
        }
        let mut patch = Self {
            corner,
            cells: [0; AREA],
            weights: None,
            walkable,
            open: walkable,
            wanted: [0; STRIDE],
            wants: 0,
        };
        if graph.has_gravity() {
            for at in (0..AREA).filter(|&at| is_set(&walkable, at)) {
                if graph.pulls(patch.pos(at)) {
                    patch.open[at / STRIDE] ^= bit(at);
                }
            }
        }
        let rows = patch.cells.chunks_exact_mut(STRIDE).enumerate();
        for (y, cells) in rows.filter(|_| !goes_in_waves(graph)) {
            for (x, cell) in cells[1..=SIDE].iter_mut().enumerate() {
                let [walkable, open] = [walkable[y], patch.open[y]].map(|row| row >> x & 1);
                *cell = (walkable as u8 * WALKABLE) | (open as u8 * OPEN);
            }
        }
        if graph.has_weights() {
            let mut weights = Box::new([0; AREA]);
            for at in (0..AREA).filter(|&at| is_set(&walkable, at)) {
                weights[at] = graph.weight(id_of(patch.pos(at)));
            }
            patch.weights = Some(weights);
        }
        patch
    }

    /// Where a cell of the cluster is.
    pub(super) fn at(&self, cell: CellId) -> usize {
        let pos = pos_of(cell);
        let (x, y) = (pos.x - self.corner.x, pos.y - self.corner.y);
        (y as usize + 1) * STRIDE + x as usize + 1
    }

    pub(super) fn pos(&self, at: usize) -> Pos {
        let (x, y) = ((at % STRIDE) as i32 - 1, (at / STRIDE) as i32 - 1);
        Pos::new(self.corner.x + x, self.corner.y + y, self.corner.z)
    }

    /// Asks for the costs of a cell.
    pub(super) fn want(&mut self, at: usize) {
        self.wants += usize::from(!is_set(&self.wanted, at));
        self.wanted[at / STRIDE] |= bit(at);
        self.cells[at] |= WANTED;
    }
}

/// Whether all steps cost the same.
fn goes_in_waves(graph: &Graph) -> bool {
    graph.rules().moves == Moves::Four && !graph.has_weights()
}

/// The bit of a place in its row; the border has none.
fn bit(at: usize) -> u32 {
    ((1_u64 << (at % STRIDE)) >> 1) as u32
}

fn is_set(bits: &Bits, at: usize) -> bool {
    bits[at / STRIDE] & bit(at) != 0
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
    /// Of a flood in waves, the cells from which each wave goes on, and what a step costs.
    waves: Vec<Bits>,
    step: u64,
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
            waves: Vec::new(),
            step: 0,
        }
    }
}

impl Flood {
    /// Finds the costs of all wanted cells from a cell or, `backwards`, to it.
    pub(super) fn run(&mut self, graph: &Graph, patch: &Patch, start: usize, backwards: bool) {
        self.costs = [u64::MAX; AREA];
        self.waves.clear();
        match goes_in_waves(graph) {
            true => self.run_in_waves(graph, patch, start, backwards),
            false => self.run_by_cost(graph, patch, start, backwards),
        }
    }

    /// All steps cost the same: a wave goes out, a step at a time, all its cells at once.
    fn run_in_waves(&mut self, graph: &Graph, patch: &Patch, start: usize, backwards: bool) {
        self.step = graph.rules().costs.straight.into();
        // Nobody walks on from a cell that pulls down, so forwards it leads nowhere,
        // and backwards it is led to only as the end.
        let (from, onto) = match backwards {
            false => (&patch.open, &patch.walkable),
            true => (&patch.walkable, &patch.open),
        };
        let (mut missing, mut unreached) = (patch.wants, *onto);
        let mut wave = [0; STRIDE];
        wave[start / STRIDE] = bit(start);
        for cost in (0..).step_by(self.step as usize) {
            let (mut any, mut found) = (0, 0);
            for y in 0..STRIDE {
                unreached[y] &= !wave[y];
                any |= wave[y];
                found |= wave[y] & patch.wanted[y];
            }
            if found != 0 {
                for (y, &row) in wave.iter().enumerate() {
                    let mut hits = row & patch.wanted[y];
                    while hits != 0 {
                        self.costs[y * STRIDE + hits.trailing_zeros() as usize + 1] = cost;
                        hits &= hits - 1;
                        missing -= 1;
                    }
                }
            }
            if any == 0 || missing == 0 {
                return;
            }
            let mut going_on = [0; STRIDE];
            for y in 0..STRIDE {
                going_on[y] = wave[y] & from[y];
            }
            for y in 1..=SIDE {
                let sideways = going_on[y] << 1 | going_on[y] >> 1;
                wave[y] = (going_on[y - 1] | going_on[y + 1] | sideways) & unreached[y];
            }
            self.waves.push(going_on);
        }
    }

    /// Steps cost this and that: the cheapest first.
    fn run_by_cost(&mut self, graph: &Graph, patch: &Patch, start: usize, backwards: bool) {
        self.heap.clear();
        for queue in &mut self.queues {
            queue.list.clear();
            queue.next = 0;
        }
        let costs = &graph.rules().costs;
        let (straight, diagonal) = (u64::from(costs.straight), u64::from(costs.diagonal));
        let mut missing = patch.wants;
        self.costs[start] = 0;
        self.queues[0].list.push((0, start as u16));
        while let Some((cost, at)) = self.pop(patch.weights.is_some()) {
            let at = usize::from(at);
            if self.costs[at] != cost {
                continue;
            }
            let here = patch.cells[at];
            missing -= usize::from(here & WANTED != 0);
            if missing == 0 {
                return;
            }
            if !backwards && here & OPEN == 0 {
                continue;
            }
            let needed = if backwards { OPEN } else { WALKABLE };
            let entering = patch.weights.as_ref().map_or(0, |weights| weights[at]);
            let mut offer = |to: usize, step: u64, direction: usize| {
                let cost = match &patch.weights {
                    None => cost + step,
                    Some(_) if backwards => cost + step + entering,
                    Some(weights) => cost + step + weights[to],
                };
                if cost < self.costs[to] {
                    self.costs[to] = cost;
                    self.steps[to] = direction as u8;
                    if patch.weights.is_some() {
                        self.heap.push(Reverse((cost, to as u16)));
                    } else {
                        self.queues[direction % 2].list.push((cost, to as u16));
                    }
                }
            };
            let cells = &patch.cells;
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

    pub(super) fn bytes(&self) -> usize {
        let queues = self.queues.iter().map(|queue| queue.list.capacity());
        size_of::<Self>()
            + (queues.sum::<usize>() + self.heap.capacity()) * size_of::<(u64, u16)>()
            + self.waves.capacity() * size_of::<Bits>()
    }

    /// The cost of a cell, if it was wanted and can be reached.
    pub(super) fn cost(&self, at: usize) -> Option<u64> {
        (self.costs[at] != u64::MAX).then_some(self.costs[at])
    }

    /// Follows a way back from a wanted cell to where the flood began, cell by cell.
    /// After a flood backwards that is the way there.
    pub(super) fn trace(&self, patch: &Patch, mut at: usize, mut visit: impl FnMut(Pos)) {
        let step = |direction: Direction| {
            let (east, north, _) = direction.east_north_up();
            east as isize - north as isize * STRIDE as isize
        };
        if self.waves.is_empty() {
            while self.costs[at] != 0 {
                let back = Direction::ALL[usize::from(self.steps[at])].opposite();
                at = at.wrapping_add_signed(step(back));
                visit(patch.pos(at));
            }
            return;
        }
        // Each wave came from a cell of the wave before.
        let waves = self.costs[at] / self.step;
        for wave in self.waves[..waves as usize].iter().rev() {
            let around = Direction::STRAIGHT.map(|back| at.wrapping_add_signed(step(back)));
            at = around
                .into_iter()
                .find(|&from| is_set(wave, from))
                .unwrap_or(at);
            visit(patch.pos(at));
        }
    }
}
