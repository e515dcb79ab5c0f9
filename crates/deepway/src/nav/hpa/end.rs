//! The two ends of a way, each in its cluster.

use super::super::graph::{CellId, Graph, pos_of};
use super::super::planes::Planes;
use super::ground::{Flood, Ground, corner};
use super::stroll::Stroll;
use super::tighten::walk;
use crate::space::Pos;

/// The start of a way or its goal, and the ways between it and other cells of its cluster.
///
/// Most are walks without a detour. Only when there is none the cluster is flooded.
pub(super) struct End<'a> {
    graph: &'a Graph,
    planes: &'a Planes,
    cell: CellId,
    is_goal: bool,
    ground: Ground,
    flood: &'a mut Flood,
    is_flooded: bool,
}

impl<'a> End<'a> {
    /// The ways to or from some cells may be asked for.
    pub(super) fn new(
        graph: &'a Graph,
        planes: &'a Planes,
        cell: CellId,
        is_goal: bool,
        wanted: impl Iterator<Item = CellId>,
        flood: &'a mut Flood,
    ) -> Self {
        let mut ground = Ground::new(graph, corner(pos_of(cell)));
        wanted.for_each(|cell| ground.want(ground.at(cell)));
        Self {
            graph,
            planes,
            cell,
            is_goal,
            ground,
            flood,
            is_flooded: false,
        }
    }

    /// The cost from the start to a cell, or from the cell to the goal.
    pub(super) fn cost(&mut self, cell: CellId, stroll: &mut Stroll) -> Option<u64> {
        if !self.is_flooded {
            let (end, pos) = (pos_of(self.cell), pos_of(cell));
            let rules = self.graph.rules();
            let may_stroll = !self.graph.has_weights() && !self.graph.has_gravity();
            if may_stroll && stroll.find(self.planes, rules.moves, end, pos) {
                return Some(walk(rules, end, pos));
            }
            let place = self.ground.at(self.cell);
            self.flood
                .run(self.graph, &self.ground, place, self.is_goal);
            self.is_flooded = true;
        }
        self.flood.cost(self.ground.at(cell))
    }

    /// Follows the way from a cell to this end; that from the start is so followed back.
    /// There is one.
    pub(super) fn trace(&self, cell: CellId, stroll: &mut Stroll, visit: impl FnMut(Pos)) {
        if self.is_flooded {
            self.flood.trace(&self.ground, self.ground.at(cell), visit);
        } else {
            let moves = self.graph.rules().moves;
            stroll.find(self.planes, moves, pos_of(self.cell), pos_of(cell));
            stroll.trace(moves, visit);
        }
    }
}
