//! Jump point search on bit planes (Harabor and Grastien 2011, 2014).
//!
//! Of all equally short ways on a level only one is looked at: diagonal steps
//! before straight ones, or, with four moves, east and west before north and
//! south. A straight run is followed 64 cells at a time until a jump point; the
//! turning points of diagonal runs are never nodes themselves. Cells that links
//! leave are stops on the way, and where a link arrives the search begins anew
//! in all directions.

use super::graph::{CellId, Graph, around};
use super::heuristic::Heuristic;
use super::planes::{End, Planes};
use super::scratch::{ANY, PASSED, Scratch};
use crate::rules::Moves;
use crate::space::{Direction, Pos};
use std::collections::HashSet;

/// What jump point search needs besides the graph.
#[derive(Clone, Debug)]
pub(super) struct Jps {
    planes: Planes,
    /// Cells beside one that pulls down: no way past them may be left out.
    irregular: HashSet<CellId>,
}

impl Jps {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut jps = Self {
            planes: Planes::new(graph.volume()),
            irregular: HashSet::new(),
        };
        for cell in graph.cells_with_hops() {
            let pos = graph.pos(cell);
            jps.look_again(graph, pos);
            if graph.pulls(pos) {
                around(pos).for_each(|beside| jps.look_again(graph, beside));
            }
        }
        jps
    }

    /// Follows what has changed at a cell.
    pub(super) fn look_again(&mut self, graph: &Graph, pos: Pos) {
        let Some(cell) = graph.id(pos) else { return };
        let is_irregular =
            graph.volume().is_walkable(pos) && (graph.pulls(pos) || graph.is_beside_shaft(pos));
        match is_irregular {
            true => self.irregular.insert(cell),
            false => self.irregular.remove(&cell),
        };
        self.planes.set_open(pos, graph.is_open(pos));
        self.planes
            .set_stop(pos, is_irregular || graph.may_hop(pos));
    }

    pub(super) fn is_open(&self, pos: Pos) -> bool {
        self.planes.is_open(pos)
    }

    pub(super) fn planes(&self) -> &Planes {
        &self.planes
    }

    pub(super) fn is_stop(&self, pos: Pos) -> bool {
        self.planes.is_stop(pos)
    }

    pub(super) fn is_irregular(&self, cell: CellId) -> bool {
        self.irregular.contains(&cell)
    }

    pub(super) fn bytes(&self) -> usize {
        self.planes.bytes() + self.irregular.capacity() * 5
    }

    /// Finds a cheapest way from start to goal, from turn to turn.
    ///
    /// For graphs without weights. Returns the cost; the way is in the scratch.
    pub(super) fn search(
        &self,
        graph: &Graph,
        heuristic: &Heuristic,
        scratch: &mut Scratch,
        start: CellId,
        goal: CellId,
    ) -> Option<u64> {
        scratch.begin(graph, heuristic, start, goal, ANY);
        scratch.keep_ties(graph);
        let aim = scratch.goal();
        while let Some((number, known)) = scratch.next() {
            if known.cell == goal {
                return Some(known.cost);
            }
            let mut node = Node {
                jps: self,
                graph,
                heuristic,
                aim,
                cell: known.cell,
                number,
                cost: known.cost,
                scratch,
            };
            node.expand(known.note);
        }
        None
    }
}

/// A node being expanded.
struct Node<'a> {
    jps: &'a Jps,
    graph: &'a Graph,
    heuristic: &'a Heuristic,
    aim: Pos,
    cell: CellId,
    /// The node's own number, for its successors.
    number: u32,
    cost: u64,
    scratch: &'a mut Scratch,
}

impl Node<'_> {
    fn expand(&mut self, note: u8) {
        let from = self.graph.pos(self.cell);
        let is_stop = self.jps.planes.is_stop(from);
        if is_stop && self.jps.irregular.contains(&self.cell) {
            let graph = self.graph;
            graph.for_each_move(self.cell, |to, cost| {
                self.offer(graph.pos(to), self.cost + cost, ANY)
            });
            return;
        }
        if is_stop {
            for hop in self.graph.hops(self.cell) {
                self.offer(self.graph.pos(hop.to), self.cost + u64::from(hop.cost), ANY);
            }
        }
        match (note, self.graph.rules().moves) {
            (PASSED, _) => {}
            (ANY, moves) => {
                Direction::STRAIGHT
                    .into_iter()
                    .for_each(|towards| self.straight(from, towards));
                if moves == Moves::Eight {
                    Direction::DIAGONAL
                        .into_iter()
                        .for_each(|towards| self.diagonal(from, towards));
                }
            }
            (note, moves) => {
                let towards = Direction::ALL[usize::from(note) % 8];
                self.straight(from, towards);
                let behind = from.step(towards.opposite());
                for side in sides(towards) {
                    // An opening beside, which only this cell leads to.
                    let is_open = |pos| self.jps.planes.is_open(pos);
                    if is_open(from.step(side)) && !is_open(behind.step(side)) {
                        self.straight(from, side);
                        if moves == Moves::Eight {
                            self.diagonal(from, between(towards, side));
                        }
                    }
                }
            }
        }
    }

    fn offer(&mut self, to: Pos, cost: u64, note: u8) {
        self.scratch
            .offer(self.heuristic, to, cost, self.number, note);
    }

    fn straight(&mut self, from: Pos, towards: Direction) {
        match self.graph.rules().moves {
            Moves::Four if matches!(towards, Direction::East | Direction::West) => {
                self.sweep(from, towards)
            }
            _ => self.run(from, towards, self.cost),
        }
    }

    /// Follows a straight run and offers its stops and its jump point.
    fn run(&mut self, from: Pos, towards: Direction, cost: u64) {
        let step = u64::from(self.graph.rules().costs.straight);
        let cost_at =
            |pos: Pos| cost + step * u64::from(pos.x.abs_diff(from.x) + pos.y.abs_diff(from.y));
        let jps = self.jps;
        let end = jps.planes.run(from, towards, self.aim, |pos| {
            self.offer(pos, cost_at(pos), PASSED)
        });
        if let End::Jump(pos) = end {
            self.offer(pos, cost_at(pos), towards as u8);
        }
    }

    /// Walks diagonally; from each cell, straight runs to both sides.
    fn diagonal(&mut self, from: Pos, towards: Direction) {
        let step = u64::from(self.graph.rules().costs.diagonal);
        let [one, other] = parts(towards);
        let (east, north, _) = towards.east_north_up();
        let jps = self.jps;
        let (mut at, mut cost) = (from, self.cost);
        while jps.planes.is_diagonal_open(at, east, -north) {
            at = Pos::new(at.x + east, at.y - north, at.z);
            cost += step;
            self.pass(at, cost);
            self.run(at, one, cost);
            self.run(at, other, cost);
        }
    }

    /// Walks east or west; from each cell, straight runs north and south.
    fn sweep(&mut self, from: Pos, towards: Direction) {
        let step = u64::from(self.graph.rules().costs.straight);
        let (mut at, mut cost) = (from, self.cost);
        while self.jps.planes.is_open(at.step(towards)) {
            at = at.step(towards);
            cost += step;
            self.pass(at, cost);
            self.run(at, Direction::North, cost);
            self.run(at, Direction::South, cost);
        }
    }

    /// Offers a cell on the way if it is a stop or the goal.
    fn pass(&mut self, at: Pos, cost: u64) {
        if at == self.aim || self.jps.planes.is_stop(at) {
            self.offer(at, cost, PASSED);
        }
    }
}

/// The two directions across a straight one.
pub(super) fn sides(towards: Direction) -> [Direction; 2] {
    match towards {
        Direction::North | Direction::South => [Direction::East, Direction::West],
        _ => [Direction::North, Direction::South],
    }
}

/// The two straight directions that a diagonal one lies between.
pub(super) fn parts(towards: Direction) -> [Direction; 2] {
    match towards {
        Direction::NorthEast => [Direction::North, Direction::East],
        Direction::SouthEast => [Direction::South, Direction::East],
        Direction::SouthWest => [Direction::South, Direction::West],
        _ => [Direction::North, Direction::West],
    }
}

/// The diagonal direction between two straight ones.
pub(super) fn between(a: Direction, b: Direction) -> Direction {
    let has = |direction| a == direction || b == direction;
    match (has(Direction::North), has(Direction::East)) {
        (true, true) => Direction::NorthEast,
        (true, false) => Direction::NorthWest,
        (false, true) => Direction::SouthEast,
        (false, false) => Direction::SouthWest,
    }
}
