//! Jump point search on bit planes (Harabor and Grastien 2011, 2014).
//!
//! For each straight direction a plane has the ends of runs, so that a run is a word and a
//! count of its zeros; the turning points of runs in a main direction are never nodes
//! themselves.

mod ends;

use super::Algorithm;
use super::graph::{CellId, id_of};
use super::index::{Base, Found, Index};
use super::jump::{self, Jumps, Node};
use super::planes::OpenLevel;
use super::scratch::{PASSED, Scratch};
use crate::rules::MoveRules;
use crate::space::{Direction, Pos};
use crate::volume::Size;
use ends::{Ends, Level, is_jump_point};

impl Algorithm {
    /// From jump point to jump point, on bit planes.
    pub const JPS: Self = Self::known(Jps::NAME);
}

/// Where runs end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Jps {
    ends: Ends,
}

impl Index for Jps {
    const NAME: &'static str = "jps";
    const SUMMARY: &'static str = "from jump point to jump point; a cheapest path";
    const IS_EXACT: bool = true;
    const TAKES_WEIGHTS: bool = false;
    const IS_MADE_AT_ONCE: bool = true;
    type Work = ();

    fn bytes_needed(size: Size, _: &MoveRules) -> u64 {
        Ends::bytes_needed(size)
    }

    fn build(base: &Base) -> Self {
        let graph = &base.graph;
        Self {
            ends: Ends::new(graph.planes, graph.roads, graph.size()),
        }
    }

    fn follow(&mut self, base: &Base, cells: &[Pos]) {
        let (planes, size) = (base.graph.planes, base.graph.size());
        for &pos in cells {
            self.ends.follow(planes, size, pos);
        }
    }

    fn bytes(&self) -> u64 {
        self.ends.bytes()
    }

    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        _: &mut (),
        ends: [CellId; 2],
    ) -> Option<Found> {
        jump::search(self, base, scratch, ends)
    }
}

impl Jumps for Jps {
    #[inline]
    fn run(&self, node: &mut Node<'_>, from: Pos, towards: Direction, cost: u64) {
        let lines = &self.lines(node);
        match towards {
            Direction::East => lines.run_in_row::<true>(node, from, cost),
            Direction::West => lines.run_in_row::<false>(node, from, cost),
            Direction::South => lines.run_in_column::<true>(node, from, cost),
            _ => lines.run_in_column::<false>(node, from, cost),
        };
    }

    #[inline]
    fn sweep(&self, node: &mut Node, towards: Direction) {
        let lines = &self.lines(node);
        match towards {
            Direction::NorthEast => lines.sweep_diagonally::<true, false>(node),
            Direction::SouthEast => lines.sweep_diagonally::<true, true>(node),
            Direction::SouthWest => lines.sweep_diagonally::<false, true>(node),
            Direction::NorthWest => lines.sweep_diagonally::<false, false>(node),
            straight => lines.sweep_along(node, straight),
        }
    }
}

impl Jps {
    #[inline(always)]
    fn lines<'a>(&'a self, node: &Node<'a>) -> Lines<'a> {
        let [rows, columns] = self.ends.level(node.pos.z);
        Lines {
            rows,
            columns,
            open: node.planes.open_level(node.pos.z),
            // A goal on another level is on none of the lines.
            goal: match node.aim.z == node.pos.z {
                true => [node.aim.x, node.aim.y],
                false => [NEVER; 2],
            },
        }
    }
}

/// A place on no line.
const NEVER: i32 = -64;

/// The lines of the level that a node is on.
struct Lines<'a> {
    rows: Level<'a>,
    columns: Level<'a>,
    open: OpenLevel<'a>,
    goal: [i32; 2],
}

impl Lines<'_> {
    /// Goes diagonally; from each cell, straight runs in the two directions between which
    /// it goes.
    #[inline(always)]
    fn sweep_diagonally<const EAST: bool, const SOUTH: bool>(&self, node: &mut Node) {
        let (east, south) = (if EAST { 1 } else { -1 }, if SOUTH { 1 } else { -1 });
        let (mut at, mut cost) = (node.pos, node.cost);
        // Asked before the runs: what they come to is known later than this.
        while self.open.is_diagonal_open(at, east, south) {
            at = Pos::new(at.x + east, at.y + south, at.z);
            cost += node.main;
            self.pass(node, at, cost);
            self.run_in_column::<SOUTH>(node, at, cost);
            self.run_in_row::<EAST>(node, at, cost);
        }
    }

    /// Goes east or west; from each cell, straight runs north and south.
    fn sweep_along(&self, node: &mut Node, towards: Direction) {
        let (mut at, mut cost) = (node.pos.step(towards), node.cost);
        while self.open.get(at.x, at.y) {
            cost += node.main;
            self.pass(node, at, cost);
            self.run_in_column::<false>(node, at, cost);
            self.run_in_column::<true>(node, at, cost);
            at = at.step(towards);
        }
    }

    /// Offers a cell on the way if it is a stop or the goal.
    #[inline(always)]
    fn pass(&self, node: &mut Node, at: Pos, cost: u64) {
        let is_goal = [at.x, at.y] == self.goal;
        if is_goal || (self.rows.is_end(at.y, at.x) && node.planes.is_stop(at)) {
            node.offer(id_of(at), cost, PASSED);
        }
    }

    /// Follows a run east or west, and offers its stops and its jump point.
    #[inline(always)]
    fn run_in_row<const EAST: bool>(&self, node: &mut Node, from: Pos, cost: u64) {
        let [goal, y] = self.goal;
        let end = self.rows.next::<EAST>(from.y, from.x);
        if y == from.y && is_between::<EAST>(from.x, goal, end) {
            self.pass_goal(node, from, cost);
        }
        if !self.open.get(end, from.y) {
            return;
        }
        let towards = match EAST {
            true => Direction::East,
            false => Direction::West,
        };
        let end = Pos::new(end, from.y, from.z);
        let cost = cost + node.straight * u64::from(from.x.abs_diff(end.x));
        if self.arrive(node, end, towards, cost) {
            self.go_on(node, end, towards, cost);
        }
    }

    /// Follows a run north or south, and offers its stops and its jump point.
    #[inline(always)]
    fn run_in_column<const SOUTH: bool>(&self, node: &mut Node, from: Pos, cost: u64) {
        let [x, goal] = self.goal;
        let end = self.columns.next::<SOUTH>(from.x, from.y);
        if x == from.x && is_between::<SOUTH>(from.y, goal, end) {
            self.pass_goal(node, from, cost);
        }
        if !self.open.get(from.x, end) {
            return;
        }
        let towards = match SOUTH {
            true => Direction::South,
            false => Direction::North,
        };
        let end = Pos::new(from.x, end, from.z);
        let cost = cost + node.straight * u64::from(from.y.abs_diff(end.y));
        if self.arrive(node, end, towards, cost) {
            self.go_on(node, end, towards, cost);
        }
    }

    /// Offers the place where a run has ended; whether it goes on behind, which it does at a
    /// stop.
    #[inline(always)]
    fn arrive(&self, node: &mut Node, end: Pos, towards: Direction, cost: u64) -> bool {
        let goes_on = node.planes.is_stop(end) && !is_jump_point(node.planes, end, towards);
        node.offer(
            id_of(end),
            cost,
            if goes_on { PASSED } else { towards as u8 },
        );
        goes_on
    }

    /// Follows a run behind a stop.
    #[cold]
    fn go_on(&self, node: &mut Node, stop: Pos, towards: Direction, cost: u64) {
        let (mut from, mut cost) = (stop, cost);
        loop {
            let Pos { x, y, z } = from;
            let end = match towards {
                Direction::East => Pos::new(self.rows.next::<true>(y, x), y, z),
                Direction::West => Pos::new(self.rows.next::<false>(y, x), y, z),
                Direction::South => Pos::new(x, self.columns.next::<true>(x, y), z),
                _ => Pos::new(x, self.columns.next::<false>(x, y), z),
            };
            let [goal_x, goal_y] = self.goal;
            let is_passed = match towards {
                Direction::East => goal_y == y && is_between::<true>(x, goal_x, end.x),
                Direction::West => goal_y == y && is_between::<false>(x, goal_x, end.x),
                Direction::South => goal_x == x && is_between::<true>(y, goal_y, end.y),
                _ => goal_x == x && is_between::<false>(y, goal_y, end.y),
            };
            if is_passed {
                self.pass_goal(node, from, cost);
            }
            if !self.open.get(end.x, end.y) {
                return;
            }
            cost += node.straight * u64::from(x.abs_diff(end.x) + y.abs_diff(end.y));
            if !self.arrive(node, end, towards, cost) {
                return;
            }
            from = end;
        }
    }

    /// Offers the goal, which lies straight ahead.
    #[cold]
    fn pass_goal(&self, node: &mut Node, from: Pos, cost: u64) {
        let steps = from.x.abs_diff(node.aim.x) + from.y.abs_diff(node.aim.y);
        node.offer(
            id_of(node.aim),
            cost + node.straight * u64::from(steps),
            PASSED,
        );
    }
}

/// Whether a run from a place to another passes a third before its end.
#[inline(always)]
fn is_between<const FORWARD: bool>(from: i32, place: i32, end: i32) -> bool {
    match FORWARD {
        true => from < place && place < end,
        false => end < place && place < from,
    }
}
