//! Jump point search on bit planes (Harabor and Grastien 2011, 2014).
//!
//! A straight run is followed 64 cells at a time until a jump point; the turning points of
//! runs in a main direction are never nodes themselves.

use super::Algorithm;
use super::graph::CellId;
use super::index::{Base, Found, Index};
use super::jump::{self, Jumps, Node};
use super::planes::{LevelPlanes, NEVER};
use super::scratch::{PASSED, Scratch};
use crate::space::{Direction, Pos};

impl Algorithm {
    /// From jump point to jump point, on bit planes.
    pub const JPS: Self = Self::known(Jps::NAME);
}

/// Knows nothing but the planes, which every navigator has.
#[derive(Clone, Debug)]
pub(super) struct Jps;

impl Index for Jps {
    const NAME: &'static str = "jps";
    const SUMMARY: &'static str = "from jump point to jump point; a cheapest path";
    const IS_EXACT: bool = true;
    const TAKES_WEIGHTS: bool = false;
    type Work = ();

    fn build(_: &Base) -> Self {
        Self
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
    fn run(&self, node: &mut Node, from: Pos, towards: Direction, cost: u64) {
        let level = &node.planes.level(from.z);
        match towards {
            Direction::East => run_in_row::<true>(level, node, from, cost),
            Direction::West => run_in_row::<false>(level, node, from, cost),
            Direction::South => run_in_column::<true>(level, node, from, cost),
            _ => run_in_column::<false>(level, node, from, cost),
        }
    }

    #[inline]
    fn sweep(&self, node: &mut Node, towards: Direction) {
        match towards {
            Direction::NorthEast => sweep_diagonally::<true, false>(node),
            Direction::SouthEast => sweep_diagonally::<true, true>(node),
            Direction::SouthWest => sweep_diagonally::<false, true>(node),
            Direction::NorthWest => sweep_diagonally::<false, false>(node),
            straight => sweep_along(node, straight),
        }
    }
}

/// Goes diagonally; from each cell, straight runs in the two directions between which it
/// goes.
fn sweep_diagonally<const EAST: bool, const SOUTH: bool>(node: &mut Node) {
    let (planes, level) = (node.planes, node.planes.level(node.pos.z));
    let (east, south) = (if EAST { 1 } else { -1 }, if SOUTH { 1 } else { -1 });
    let (mut at, mut cost) = (node.pos, node.cost);
    while planes.is_diagonal_open(at, east, south) {
        at = Pos::new(at.x + east, at.y + south, at.z);
        cost += node.main;
        pass(node, at, cost);
        run_in_column::<SOUTH>(&level, node, at, cost);
        run_in_row::<EAST>(&level, node, at, cost);
    }
}

/// Goes east or west; from each cell, straight runs north and south.
fn sweep_along(node: &mut Node, towards: Direction) {
    let (planes, level) = (node.planes, node.planes.level(node.pos.z));
    let (mut at, mut cost) = (node.pos, node.cost);
    while planes.is_open(at.step(towards)) {
        at = at.step(towards);
        cost += node.main;
        pass(node, at, cost);
        run_in_column::<false>(&level, node, at, cost);
        run_in_column::<true>(&level, node, at, cost);
    }
}

/// Offers a cell on the way if it is a stop or the goal.
#[inline(always)]
fn pass(node: &mut Node, at: Pos, cost: u64) {
    if at == node.aim || node.planes.is_stop(at) {
        node.offer(at, cost, PASSED);
    }
}

/// Follows a run east or west, and offers its stops and its jump point.
fn run_in_row<const EAST: bool>(level: &LevelPlanes, node: &mut Node, from: Pos, cost: u64) {
    let (Pos { x, y, z }, aim, step) = (from, node.aim, node.straight);
    let goal = if [aim.y, aim.z] == [y, z] {
        aim.x
    } else {
        NEVER
    };
    let mut offer = |at: i32, note| {
        let cost = cost + step * u64::from(at.abs_diff(x));
        node.offer(Pos::new(at, y, z), cost, note);
    };
    let jump = level.rows.run::<EAST>(y, x, goal, |at| offer(at, PASSED));
    let towards = if EAST {
        Direction::East
    } else {
        Direction::West
    };
    jump.into_iter().for_each(|at| offer(at, towards as u8));
}

/// Follows a run north or south, and offers its stops and its jump point.
fn run_in_column<const SOUTH: bool>(level: &LevelPlanes, node: &mut Node, from: Pos, cost: u64) {
    let (Pos { x, y, z }, aim, step) = (from, node.aim, node.straight);
    let goal = if [aim.x, aim.z] == [x, z] {
        aim.y
    } else {
        NEVER
    };
    let mut offer = |at: i32, note| {
        let cost = cost + step * u64::from(at.abs_diff(y));
        node.offer(Pos::new(x, at, z), cost, note);
    };
    let jump = level
        .columns
        .run::<SOUTH>(x, y, goal, |at| offer(at, PASSED));
    let towards = if SOUTH {
        Direction::South
    } else {
        Direction::North
    };
    jump.into_iter().for_each(|at| offer(at, towards as u8));
}
