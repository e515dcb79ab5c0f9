//! Distances from or to many cells at once (Dijkstra 1959).

use super::Navigator;
use super::graph::{CellId, Graph};
use crate::space::Pos;
use crate::volume::Size;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// What it costs to go from every cell to the nearest of some goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    size: Size,
    costs: Vec<u64>,
}

impl Field {
    /// The cost from a cell to the nearest goal; `None` if there is no way.
    pub fn cost(&self, pos: Pos) -> Option<u64> {
        let cost = self.costs[self.size.index(pos)?];
        (cost != u64::MAX).then_some(cost)
    }
}

impl Navigator {
    /// What it costs to go from every cell to the nearest of the goals.
    ///
    /// Goals where nobody can stand count for nothing. Time O(*n* log *n*) in
    /// the cells from which a goal can be reached, space linear in the volume.
    pub fn field(&self, goals: &[Pos]) -> Field {
        let mut costs = vec![u64::MAX; self.graph.size().cells() as usize];
        let graph = &self.graph;
        let size = graph.size();
        flood(
            self.standing(goals),
            |cell, cost| {
                let Some(index) = size.index(graph.pos(cell)) else {
                    return false;
                };
                let known = &mut costs[index];
                let better = cost < *known;
                *known = cost.min(*known);
                better
            },
            |cell, visit| graph.for_each_move_back(cell, visit),
            |_, _| true,
        );
        Field {
            size: graph.size(),
            costs,
        }
    }

    /// The goal that is cheapest to reach from a cell, and the cost.
    ///
    /// Of several equally near ones it is the first in the order of rows and levels.
    pub fn nearest(&self, from: Pos, goals: &[Pos]) -> Option<(Pos, u64)> {
        let wanted: std::collections::HashSet<CellId> = self.standing(goals).collect();
        let mut found = None;
        self.spread(from, |cell, cost| {
            if wanted.contains(&cell) {
                found = Some((self.graph.pos(cell), cost));
            }
            found.is_none()
        });
        found
    }

    /// Every cell that can be reached from one within a budget, and its cost.
    ///
    /// Sorted by cost, then by row and level.
    pub fn within(&self, from: Pos, budget: u64) -> Vec<(Pos, u64)> {
        let mut reached = Vec::new();
        self.spread(from, |cell, cost| {
            let inside = cost <= budget;
            if inside {
                reached.push((self.graph.pos(cell), cost));
            }
            inside
        });
        reached
    }

    /// Visits cells in the order of their cost from a cell, until told to stop.
    fn spread(&self, from: Pos, visit: impl FnMut(CellId, u64) -> bool) {
        let mut costs: HashMap<CellId, u64> = HashMap::new();
        let graph: &Graph = &self.graph;
        flood(
            self.standing(&[from]),
            |cell, cost| {
                let known = costs.entry(cell).or_insert(u64::MAX);
                let better = cost < *known;
                *known = cost.min(*known);
                better
            },
            |cell, visit| graph.for_each_move(cell, visit),
            visit,
        );
    }

    /// Those of the positions where somebody can stand.
    fn standing(&self, positions: &[Pos]) -> impl Iterator<Item = CellId> {
        let walkable = positions
            .iter()
            .filter(|&&pos| self.volume().is_walkable(pos));
        walkable.filter_map(|&pos| self.graph.id(pos))
    }
}

/// Dijkstra's algorithm: `improve` notes a cost and says whether it is better,
/// `moves` calls back with neighbours, `settle` says whether to go on.
fn flood(
    starts: impl Iterator<Item = CellId>,
    mut improve: impl FnMut(CellId, u64) -> bool,
    moves: impl Fn(CellId, &mut dyn FnMut(CellId, u64)),
    mut settle: impl FnMut(CellId, u64) -> bool,
) {
    let mut open = BinaryHeap::new();
    let mut settled = std::collections::HashSet::new();
    for start in starts {
        if improve(start, 0) {
            open.push(Reverse((0, start)));
        }
    }
    while let Some(Reverse((cost, cell))) = open.pop() {
        if !settled.insert(cell) {
            continue;
        }
        if !settle(cell, cost) {
            return;
        }
        moves(cell, &mut |to, step| {
            if improve(to, cost + step) {
                open.push(Reverse((cost + step, to)));
            }
        });
    }
}
