//! A query without labels: up from both ends, in the order of importance.
//!
//! Every cheapest way leads up to its most important node and down from there. Whatever both
//! ends reach going up is looked at once, the least important first, so that its costs are
//! final when it is looked at; a set of bits keeps the order, and no heap is needed.

use super::arcs::{Arcs, DOWN, UP};
use super::fill::{self, Fill};
use super::nodes::NodeId;
use super::sight::Seen;

/// What no node costs.
const FAR: u64 = u64::MAX / 4;

/// How a node was reached from one of the ends.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    arc: u32,
    from: NodeId,
}

/// The step of a node that the end itself sees.
const SEEN: u32 = u32::MAX;

/// Working memory.
#[derive(Default)]
pub(super) struct Sweep {
    /// What each node costs from the start, and to the goal.
    costs: Vec<[u64; 2]>,
    steps: Vec<[Step; 2]>,
    /// Which nodes are to be looked at.
    waiting: Vec<u64>,
    pub(super) looked_at: u64,
}

/// What a sweep goes up: packed arcs, or ribs that can be changed.
pub(super) trait Hierarchy {
    /// Calls `visit` with every more important node that one is joined to, the costs up and
    /// down, and a number to know the way by.
    fn for_each(&self, node: NodeId, visit: impl FnMut(NodeId, [u64; 2], u32));
}

impl Hierarchy for Arcs {
    #[inline(always)]
    fn for_each(&self, node: NodeId, mut visit: impl FnMut(NodeId, [u64; 2], u32)) {
        let (first, list) = self.of(node);
        for (number, &arc) in (first..).zip(list) {
            let cost = self.cost(number, arc);
            let costs = [UP, DOWN].map(|dir| if arc.dirs() & dir == 0 { FAR } else { cost });
            visit(arc.to(), costs, number);
        }
    }
}

impl Hierarchy for Fill {
    #[inline(always)]
    fn for_each(&self, node: NodeId, mut visit: impl FnMut(NodeId, [u64; 2], u32)) {
        for rib in self.of(node) {
            let costs = rib.costs.map(|cost| match cost {
                fill::FAR => FAR,
                cost => cost.into(),
            });
            visit(rib.to, costs, 0);
        }
    }
}

impl Sweep {
    /// The cost of a cheapest way from what the start sees to what sees the goal, and its
    /// most important node.
    pub(super) fn run(
        &mut self,
        hierarchy: &impl Hierarchy,
        nodes: usize,
        seen: &[Vec<Seen>; 2],
    ) -> Option<(u64, NodeId)> {
        if self.costs.len() < nodes {
            self.costs.resize(nodes, [FAR; 2]);
            self.steps.resize(nodes, Default::default());
            self.waiting.resize(nodes.div_ceil(64), 0);
        }
        let mut top = 0;
        for (side, seen) in seen.iter().enumerate() {
            for &Seen { node, cost } in seen {
                let known = &mut self.costs[node as usize][side];
                if u64::from(cost) < *known {
                    *known = cost.into();
                    self.steps[node as usize][side].arc = SEEN;
                    self.waiting[node as usize / 64] |= 1 << (node % 64);
                    top = top.max(node as usize / 64 + 1);
                }
            }
        }
        let (mut best, mut meeting) = (FAR, 0);
        self.looked_at = 0;
        for k in (0..top).rev() {
            while self.waiting[k] != 0 {
                let bit = 63 - self.waiting[k].leading_zeros();
                self.waiting[k] &= !(1 << bit);
                let node = (k * 64) as u32 + bit;
                let costs = std::mem::replace(&mut self.costs[node as usize], [FAR; 2]);
                self.looked_at += 1;
                if costs[0] + costs[1] < best {
                    (best, meeting) = (costs[0] + costs[1], node);
                }
                // What costs more than a way that is known leads nowhere.
                if costs[0].min(costs[1]) >= best {
                    continue;
                }
                hierarchy.for_each(node, |to, arc, number| {
                    let known = &mut self.costs[to as usize];
                    let there = [costs[0] + arc[0], costs[1] + arc[1]];
                    for (side, (known, there)) in known.iter_mut().zip(there).enumerate() {
                        if there < best && there < *known {
                            *known = there;
                            self.steps[to as usize][side] = Step {
                                arc: number,
                                from: node,
                            };
                            self.waiting[to as usize / 64] |= 1 << (to % 64);
                        }
                    }
                });
            }
        }
        (best < FAR).then_some((best, meeting))
    }

    /// Calls `visit` with the ways by which an end has reached a node, from there back to the
    /// end: the number of each, and the node that it comes from; returns the node that the end
    /// sees.
    pub(super) fn trace(
        &self,
        side: usize,
        node: NodeId,
        mut visit: impl FnMut(u32, NodeId),
    ) -> NodeId {
        let mut at = node;
        while let Step { arc, from } = self.steps[at as usize][side]
            && arc != SEEN
        {
            visit(arc, from);
            at = from;
        }
        at
    }

    pub(super) fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<[u64; 2]>()
            + self.steps.capacity() * size_of::<[Step; 2]>()
            + self.waiting.capacity() * size_of::<u64>()
    }
}
