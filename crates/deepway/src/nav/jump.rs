//! Jump point search, whatever way the jumps are found (Harabor and Grastien 2011).
//!
//! Of all equally short ways on a level only one is looked at: with eight moves diagonal
//! steps before straight ones, with four east and west before north and south. The moves
//! that come first are the *main* directions: along them runs in the others begin.
//!
//! Cells that links leave are stops on the way, and where a link arrives the search begins
//! anew in all directions.

use super::graph::{CellId, Graph, pos_of};
use super::index::{Base, Found};
use super::planes::Planes;
use super::scratch::{ANY, PASSED, Scratch};
use crate::rules::Moves;
use crate::space::{Direction, Pos};

/// A way to find jump points.
pub(super) trait Jumps {
    /// Follows a straight run from a cell that is reached at some cost, and offers what it
    /// comes to.
    fn run(&self, node: &mut Node, from: Pos, towards: Direction, cost: u64);

    /// Follows a main direction from the node, and the runs to both sides of it.
    fn sweep(&self, node: &mut Node, towards: Direction);
}

/// Finds a cheapest way from start to goal, from turn to turn, for graphs without weights.
pub(super) fn search(
    jumps: &impl Jumps,
    base: &Base,
    scratch: &mut Scratch,
    [start, goal]: [CellId; 2],
) -> Option<Found> {
    let Base {
        graph, heuristic, ..
    } = base;
    scratch.begin(graph, heuristic, start, goal, ANY);
    scratch.keep_ties(graph);
    let aim = scratch.goal();
    let rules = graph.rules();
    let is_eight = rules.moves == Moves::Eight;
    let [straight, main] = match rules.moves {
        Moves::Eight => [rules.costs.straight, rules.costs.diagonal],
        Moves::Four => [rules.costs.straight; 2],
    };
    loop {
        let (number, known) = scratch.next()?;
        if known.cell == goal {
            return Some((known.cost, scratch.turns_to(goal)));
        }
        let mut node = Node {
            base,
            planes: graph.planes,
            aim,
            cell: known.cell,
            pos: pos_of(known.cell),
            number,
            cost: known.cost,
            straight: straight.into(),
            main: main.into(),
            is_eight,
            scratch,
        };
        node.expand(jumps, known.note);
    }
}

/// A node being expanded.
pub(super) struct Node<'a> {
    base: &'a Base<'a>,
    pub(super) planes: &'a Planes,
    pub(super) aim: Pos,
    cell: CellId,
    pub(super) pos: Pos,
    /// The node's own number, for its successors.
    number: u32,
    pub(super) cost: u64,
    /// What a straight step costs, and a step in a main direction.
    pub(super) straight: u64,
    pub(super) main: u64,
    /// Whether there are eight moves.
    pub(super) is_eight: bool,
    scratch: &'a mut Scratch,
}

impl Node<'_> {
    #[inline(always)]
    fn expand(&mut self, jumps: &impl Jumps, note: u8) {
        let graph: &Graph = &self.base.graph;
        let from = self.pos;
        if self.planes.is_stop(from) {
            if self.planes.is_irregular(self.cell) {
                graph.for_each_move(self.cell, |to, cost| {
                    self.offer(to, self.cost + cost, ANY);
                });
                return;
            }
            for hop in graph.hops(self.cell) {
                self.offer(hop.to, self.cost + u64::from(hop.cost), ANY);
            }
        }
        match note {
            PASSED => {}
            ANY => {
                let (straight, main): (&[Direction], &[Direction]) = match self.is_eight {
                    true => (&Direction::STRAIGHT, &Direction::DIAGONAL),
                    false => (&ACROSS, &ALONG),
                };
                for &towards in straight {
                    jumps.run(self, from, towards, self.cost);
                }
                for &towards in main {
                    jumps.sweep(self, towards);
                }
            }
            note => {
                let towards = Direction::ALL[usize::from(note) % 8];
                jumps.run(self, from, towards, self.cost);
                let behind = from.step(towards.opposite());
                for side in sides(towards) {
                    // An opening beside, which only this cell leads to.
                    let is_open = |pos| self.planes.is_open(pos);
                    if is_open(from.step(side)) && !is_open(behind.step(side)) {
                        if self.is_eight {
                            jumps.run(self, from, side, self.cost);
                            jumps.sweep(self, between(towards, side));
                        } else {
                            jumps.sweep(self, side);
                        }
                    }
                }
            }
        }
    }

    /// Offers a way to a cell. (Not inlined: it would crowd the loops that look for cells.)
    #[inline(never)]
    pub(super) fn offer(&mut self, to: CellId, cost: u64, note: u8) {
        self.scratch
            .offer(self.base.heuristic, to, cost, self.number, note);
    }
}

/// With four moves: the directions of runs, and the main ones.
const ACROSS: [Direction; 2] = [Direction::North, Direction::South];
const ALONG: [Direction; 2] = [Direction::East, Direction::West];

/// The two directions across a straight one.
pub(super) fn sides(towards: Direction) -> [Direction; 2] {
    match towards {
        Direction::North | Direction::South => ALONG,
        _ => ACROSS,
    }
}

/// The two straight directions that runs take beside a main one: those that a diagonal lies
/// between, or those across.
pub(super) fn parts(towards: Direction) -> [Direction; 2] {
    match towards {
        Direction::NorthEast => [Direction::North, Direction::East],
        Direction::SouthEast => [Direction::South, Direction::East],
        Direction::SouthWest => [Direction::South, Direction::West],
        Direction::NorthWest => [Direction::North, Direction::West],
        straight => sides(straight),
    }
}

/// The diagonal direction between two straight ones.
fn between(a: Direction, b: Direction) -> Direction {
    let has = |direction| a == direction || b == direction;
    match (has(Direction::North), has(Direction::East)) {
        (true, true) => Direction::NorthEast,
        (true, false) => Direction::NorthWest,
        (false, true) => Direction::SouthEast,
        (false, false) => Direction::SouthWest,
    }
}
