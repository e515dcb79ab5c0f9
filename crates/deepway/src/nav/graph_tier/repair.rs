//! Following changes of cells: which nodes see them, and what those see now.

use super::super::graph::{Graph, around, id_of, pos_of};
use super::living::Living;
use super::nodes::NodeId;
use super::sight::Sight;
use super::{Core, is_walking_best_at};
use crate::rules::Moves;
use crate::space::{Direction, Pos};
use std::collections::BTreeSet;

impl Core {
    /// Follows what has changed at some cells; false if the tier cannot, because what it would
    /// need takes too much.
    pub(super) fn follow(&mut self, graph: &Graph, label_budget: u32, cells: &[Pos]) -> bool {
        if self.living.is_none() {
            self.arcs = Default::default();
            self.labels = None;
            let most = match label_budget {
                0 => 0,
                _ => self.room_for_labels(graph, label_budget),
            };
            self.living = Some(Box::new(Living::new(most)));
        }
        let size = graph.size();
        let near: BTreeSet<[i32; 3]> = cells
            .iter()
            .flat_map(|&pos| around(pos))
            .filter(|&pos| size.contains(pos))
            .map(Pos::to_array)
            .collect();
        let near: Vec<Pos> = near.into_iter().map(Pos::from).collect();
        // What rays meet otherwise than before: first as it was, then as it is.
        let changed: Vec<Pos> = near
            .iter()
            .copied()
            .filter(|&pos| self.terrain.is_plain(pos) != is_plain(graph, pos))
            .collect();
        let mut looks: BTreeSet<NodeId> = BTreeSet::new();
        for &pos in &changed {
            self.sight().seen_from(pos, &mut looks);
        }
        for &pos in &changed {
            let is_node = self.nodes.at(pos).is_some();
            self.terrain.set(pos, is_plain(graph, pos), is_node);
        }
        let mut new = Vec::new();
        for &pos in &near {
            if self.nodes.at(pos).is_none() && self.is_to_be_node(graph, pos) {
                self.nodes.add(pos);
                self.terrain.set(pos, self.terrain.is_plain(pos), true);
                new.push(pos);
            }
        }
        for &pos in changed.iter().chain(&new) {
            self.sight().seen_from(pos, &mut looks);
        }
        looks.extend(near.iter().filter_map(|&pos| self.nodes.at(pos)));
        // A hop costs what its end weighs, wherever it begins.
        let hops = cells.iter().flat_map(|&pos| graph.hops_into(id_of(pos)));
        looks.extend(hops.filter_map(|hop| self.nodes.at(pos_of(hop.to))));
        self.is_walking_best &= cells
            .iter()
            .all(|&pos| is_walking_best_at(graph, id_of(pos)));
        let sight = Sight {
            terrain: &self.terrain,
            nodes: &self.nodes,
            tolls: self.tolls,
        };
        let living = self.living.as_mut();
        living.is_some_and(|living| living.follow(graph, &sight, &looks))
    }

    /// Whether a cell has to be a node.
    fn is_to_be_node(&self, graph: &Graph, pos: Pos) -> bool {
        let is_special = |pos: Pos| graph.is_walkable(pos) && !self.terrain.is_plain(pos);
        graph.is_walkable(pos)
            && (self.terrain.is_corner(pos)
                || !graph.hops(id_of(pos)).is_empty()
                || !graph.hops_into(id_of(pos)).is_empty()
                || around(pos).any(is_special))
    }
}

/// Whether rays may pass a cell.
fn is_plain(graph: &Graph, pos: Pos) -> bool {
    graph.is_open(pos) && graph.weight(id_of(pos)) == 0
}

impl Sight<'_> {
    /// Adds the nodes from which a direct way leads over a cell, or past it.
    fn seen_from(&self, pos: Pos, seen: &mut BTreeSet<NodeId>) {
        let beside = Direction::STRAIGHT.map(|side| pos.step(side));
        for at in beside.into_iter().chain([pos]) {
            if self.terrain.is_plain(at) {
                seen.extend(self.nodes.at(at));
                match self.tolls.moves {
                    Moves::Eight => self.back_eight(at, seen),
                    Moves::Four => self.back_four(at, seen),
                }
            }
        }
    }

    /// Goes back from a cell: straight, and from everywhere there diagonally.
    fn back_eight(&self, at: Pos, seen: &mut BTreeSet<NodeId>) {
        for (east, south) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            self.back_diagonal(at, east, south, seen);
        }
        for (east, south) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut cell = Pos::new(at.x + east, at.y + south, at.z);
            while self.terrain.is_plain(cell) {
                if let Some(node) = self.nodes.at(cell) {
                    seen.insert(node);
                    break;
                }
                for side in [1, -1] {
                    let (east, south) = match east {
                        0 => (side, south),
                        _ => (east, side),
                    };
                    self.back_diagonal(cell, east, south, seen);
                }
                cell = Pos::new(cell.x + east, cell.y + south, cell.z);
            }
        }
    }

    fn back_diagonal(&self, from: Pos, east: i32, south: i32, seen: &mut BTreeSet<NodeId>) {
        let mut at = from;
        while self.terrain.is_diagonal_open(at, east, south) {
            at = Pos::new(at.x + east, at.y + south, at.z);
            if let Some(node) = self.nodes.at(at) {
                seen.insert(node);
                return;
            }
        }
    }

    /// Goes back from a cell along its column, and from everywhere there along the row.
    fn back_four(&self, at: Pos, seen: &mut BTreeSet<NodeId>) {
        let mut row = |cell: Pos| {
            for end in [
                self.terrain.along_row::<true>(cell),
                self.terrain.along_row::<false>(cell),
            ] {
                if self.terrain.is_plain(end) {
                    seen.extend(self.nodes.at(end));
                }
            }
        };
        row(at);
        let mut met = Vec::new();
        for south in [1, -1] {
            let mut cell = Pos::new(at.x, at.y + south, at.z);
            while self.terrain.is_plain(cell) {
                if let Some(node) = self.nodes.at(cell) {
                    met.push(node);
                    break;
                }
                row(cell);
                cell.y += south;
            }
        }
        seen.extend(met);
    }
}
