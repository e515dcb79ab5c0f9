//! Jump point search on bit planes (Harabor and Grastien 2011, 2014).
//!
//! A straight run is followed 64 cells at a time until a jump point; the turning points of
//! runs in a main direction are never nodes themselves.

use super::Algorithm;
use super::graph::CellId;
use super::index::{Base, Found, Index};
use super::jump::{self, Jumps, Node, parts};
use super::planes::End;
use super::scratch::{PASSED, Scratch};
use crate::rules::{MoveRules, Moves};
use crate::space::{Direction, Pos};
use crate::volume::Size;

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

    fn bytes_needed(_: Size, _: &MoveRules) -> u64 {
        0
    }

    fn build(_: &Base) -> Self {
        Self
    }

    fn follow(&mut self, _: &Base, _: &[Pos]) {}

    fn bytes(&self) -> u64 {
        0
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
    /// Offers the stops of a run and its jump point.
    #[inline]
    fn run(&self, node: &mut Node, from: Pos, towards: Direction, cost: u64) {
        let step = u64::from(node.graph().rules().costs.straight);
        let cost_at =
            |pos: Pos| cost + step * u64::from(pos.x.abs_diff(from.x) + pos.y.abs_diff(from.y));
        let (planes, aim) = (node.planes, node.aim);
        let end = planes.run(from, towards, aim, |pos| {
            node.offer(pos, cost_at(pos), PASSED);
        });
        if let End::Jump(pos) = end {
            node.offer(pos, cost_at(pos), towards as u8);
        }
    }

    /// Goes step by step; from each cell, straight runs to both sides.
    #[inline]
    fn sweep(&self, node: &mut Node, towards: Direction) {
        let [_, step] = node.step_costs();
        let [one, other] = parts(towards);
        let (east, north, _) = towards.east_north_up();
        let is_diagonal = node.graph().rules().moves == Moves::Eight;
        let (planes, mut at, mut cost) = (node.planes, node.pos, node.cost);
        loop {
            let next = Pos::new(at.x + east, at.y - north, at.z);
            let is_open = match is_diagonal {
                true => planes.is_diagonal_open(at, east, -north),
                false => planes.is_open(next),
            };
            if !is_open {
                return;
            }
            (at, cost) = (next, cost + step);
            if at == node.aim || planes.is_stop(at) {
                node.offer(at, cost, PASSED);
            }
            self.run(node, at, one, cost);
            self.run(node, at, other, cost);
        }
    }
}
