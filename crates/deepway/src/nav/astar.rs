//! A* over single moves (Hart, Nilsson, Raphael 1968).

use super::graph::{CellId, Graph};
use super::heuristic::Heuristic;
use super::scratch::Scratch;

/// Finds a cheapest way from start to goal, cell by cell.
///
/// Works with every rule, weights included. Returns the cost; the way is in
/// the scratch. Time O(*n* log *n*) in the cells met, space O(*n*).
pub(super) fn search(
    graph: &Graph,
    heuristic: &Heuristic,
    scratch: &mut Scratch,
    start: CellId,
    goal: CellId,
) -> Option<u64> {
    scratch.begin(graph, heuristic, start, goal, 0);
    while let Some((number, node)) = scratch.next() {
        if node.cell == goal {
            return Some(node.cost);
        }
        graph.for_each_move(node.cell, |to, cost| {
            scratch.offer(heuristic, graph.pos(to), node.cost + cost, number, 0);
        });
    }
    None
}
