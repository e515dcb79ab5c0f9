//! A* over single moves (Hart, Nilsson, Raphael 1968).

use super::Algorithm;
use super::graph::CellId;
use super::index::{Base, Found, Index};
use super::scratch::Scratch;

impl Algorithm {
    /// Cell by cell; the only exact one that takes weights.
    pub const ASTAR: Self = Self::known(AStar::NAME);
}

/// Knows nothing in advance.
#[derive(Clone, Debug)]
pub(super) struct AStar;

impl Index for AStar {
    const NAME: &'static str = "astar";
    const SUMMARY: &'static str = "cell by cell; a cheapest path, with weights too";
    const IS_EXACT: bool = true;
    const TAKES_WEIGHTS: bool = true;
    const IS_MADE_AT_ONCE: bool = true;
    type Work = ();

    fn build(_: &Base) -> Self {
        Self
    }

    /// Finds a cheapest way from start to goal, cell by cell.
    ///
    /// Works with every rule, weights included. Time O(*n* log *n*) in the cells met,
    /// space O(*n*).
    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        _: &mut (),
        [start, goal]: [CellId; 2],
    ) -> Option<Found> {
        let Base {
            graph, heuristic, ..
        } = *base;
        scratch.begin(&graph, heuristic, start, goal, 0);
        loop {
            let (number, node) = scratch.next()?;
            if node.cell == goal {
                return Some((node.cost, scratch.turns_to(goal)));
            }
            graph.for_each_move(node.cell, |to, cost| {
                scratch.offer(heuristic, to, node.cost + cost, number, 0);
            });
        }
    }
}
