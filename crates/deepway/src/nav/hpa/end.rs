//! The two ends of a way, each in its cluster.

use super::super::graph::{CellId, Graph, pos_of};
use super::patch::{Flood, Patch, corner};
use super::stroll::Stroll;
use super::tighten::walk;
use crate::space::Pos;

/// The start of a way or its goal, and the ways between it and other cells of its cluster.
///
/// Most are walks without a detour. Only when there is none the cluster is flooded.
pub(super) struct End<'a> {
    graph: &'a Graph<'a>,
    cell: CellId,
    is_goal: bool,
    patch: Patch,
    flood: &'a mut Flood,
    is_flooded: bool,
}

impl<'a> End<'a> {
    /// The ways to or from some cells may be asked for.
    pub(super) fn new(
        graph: &'a Graph<'a>,
        cell: CellId,
        is_goal: bool,
        wanted: impl Iterator<Item = CellId>,
        flood: &'a mut Flood,
    ) -> Self {
        let mut patch = Patch::new(graph, corner(pos_of(cell)));
        wanted.for_each(|cell| patch.want(patch.at(cell)));
        Self {
            graph,
            cell,
            is_goal,
            patch,
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
            if may_stroll && stroll.find(self.graph.planes, rules.moves, end, pos) {
                return Some(walk(rules, end, pos));
            }
            let place = self.patch.at(self.cell);
            self.flood.run(self.graph, &self.patch, place, self.is_goal);
            self.is_flooded = true;
        }
        self.flood.cost(self.patch.at(cell))
    }

    /// Follows the way from a cell to this end; that from the start is so followed back.
    /// There is one.
    pub(super) fn trace(&self, cell: CellId, stroll: &mut Stroll, visit: impl FnMut(Pos)) {
        if self.is_flooded {
            self.flood.trace(&self.patch, self.patch.at(cell), visit);
        } else {
            let moves = self.graph.rules().moves;
            stroll.find(self.graph.planes, moves, pos_of(self.cell), pos_of(cell));
            stroll.trace(moves, visit);
        }
    }
}
