//! Filling in the way between entrances, cell by cell where it must be.

use super::super::graph::{CellId, Graph, pos_of};
use super::end::End;
use super::patch::{Flood, Patch, corner};
use super::stroll::Stroll;
use super::{Hpa, INSIDE, tighten};
use crate::space::Pos;

/// Fills in a way from entrance to entrance.
pub(super) struct Filling<'a> {
    pub(super) hpa: &'a Hpa,
    pub(super) graph: &'a Graph<'a>,
    pub(super) flood: &'a mut Flood,
    pub(super) stroll: &'a mut Stroll,
    pub(super) trail: Trail,
}

impl Filling<'_> {
    pub(super) fn fill_in(&mut self, mut near: End, mut far: End, way: &[CellId], last: u8) {
        let mut back = Vec::new();
        for (leg, pair) in way.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            let (is_first, is_last) = (leg == 0, leg + 2 == way.len());
            self.trail.push(pos_of(from));
            back.clear();
            if is_last && last == INSIDE {
                if is_first {
                    self.trail.cost += near.cost(to, self.stroll).unwrap_or(0);
                    near.trace(to, self.stroll, |pos| back.push(pos));
                } else {
                    self.trail.cost += far.cost(from, self.stroll).unwrap_or(0);
                    far.trace(from, self.stroll, |pos| self.trail.push(pos));
                }
            } else {
                let start = is_first.then_some(&mut near);
                self.fill_leg(start, [from, to], &mut back);
            }
            back.iter().rev().for_each(|&pos| self.trail.push(pos));
        }
        let goal = way.last().copied();
        goal.into_iter()
            .for_each(|cell| self.trail.push(pos_of(cell)));
    }

    /// Fills in the way from the start or from an entrance to one of the next cluster:
    /// notes its cells, but for the last, from the end back.
    fn fill_leg(
        &mut self,
        mut start: Option<&mut End>,
        [from, to]: [CellId; 2],
        back: &mut Vec<Pos>,
    ) {
        let (graph, rules) = (self.graph, self.graph.rules());
        let cluster = self.hpa.cluster(from);
        let row = match start {
            Some(_) => None,
            None => self.hpa.row(graph, from, self.flood),
        };
        // The exit that made the leg the cheapest.
        let exits = cluster.exits().iter().filter(|exit| exit.to == to);
        let costs = exits.filter_map(|exit| {
            let inside = match &mut start {
                Some(start) => start.cost(cluster.door(exit), self.stroll),
                None => row.and_then(|row| row.get(exit.from.into())),
            };
            Some((inside? + exit.cost, exit))
        });
        let Some((cost, exit)) = costs.min_by_key(|(cost, _)| *cost) else {
            return;
        };
        self.trail.cost += cost;
        let door = cluster.door(exit);
        back.push(pos_of(door));
        let add = |pos: Pos| back.push(pos);
        if let Some(start) = start {
            start.trace(door, self.stroll, add);
            return;
        }
        let (pos, end) = (pos_of(from), pos_of(door));
        if !graph.has_weights()
            && tighten::walk(rules, pos, end) + exit.cost == cost
            && self.stroll.find(graph.planes, rules.moves, pos, end)
        {
            self.stroll.trace(rules.moves, add);
        } else {
            let mut patch = Patch::new(graph, corner(pos));
            patch.want(patch.at(door));
            self.flood.run(graph, &patch, patch.at(from), false);
            self.flood.trace(&patch, patch.at(door), add);
        }
    }
}

/// The turns of a way, and what it costs. The search may since have found a cheaper
/// way to one of its nodes, so the cost is added up anew.
#[derive(Default)]
pub(super) struct Trail {
    pub(super) turns: Vec<Pos>,
    pub(super) cost: u64,
}

impl Trail {
    /// Goes on to a cell that lies straight ahead, or to itself.
    pub(super) fn push(&mut self, to: Pos) {
        let towards = |a: Pos, b: Pos| ((b.x - a.x).signum(), (b.y - a.y).signum(), b.z - a.z);
        match self.turns.as_slice() {
            [.., at] if *at == to => return,
            [.., before, at]
                if at.z == to.z
                    && before.z == at.z
                    && towards(*before, *at) == towards(*at, to) =>
            {
                self.turns.pop();
            }
            _ => {}
        }
        self.turns.push(to);
    }
}
