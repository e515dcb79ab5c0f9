//! The order of importance, and the shortcuts that it needs.
//!
//! Nodes are taken out one after the other, the least important first. Where a cheapest way
//! between two neighbours of a node leads through it, a shortcut keeps their distance; a
//! *witness*, another way that is no dearer, makes it needless (Geisberger, Sanders,
//! Schultes, Delling 2008). Witnesses of two edges are found by looking; only when a node is
//! really taken out a small search looks for longer ones. Not to find one costs a shortcut,
//! never exactness.

use super::arcs::{Arcs, Origin};
use super::edges::{BOTH, Edge, IN, OUT};
use super::nodes::NodeId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A search for witnesses looks at no more nodes than this.
const MOST_SETTLED: u32 = 100;

/// An edge or a shortcut at one of its ends.
#[derive(Clone, Copy, Debug)]
struct Half {
    to: NodeId,
    dirs: u8,
    /// How many edges it stands for.
    edges: u32,
    cost: u64,
    origin: Origin,
}

impl Half {
    /// The same at its other end.
    fn turned(self, at: NodeId) -> Self {
        Self {
            to: at,
            dirs: turned(self.dirs),
            origin: self.origin.turned(),
            ..self
        }
    }
}

fn turned(dirs: u8) -> u8 {
    dirs >> 1 | dirs << 1 & IN
}

/// Costs by node, forgotten all at once.
#[derive(Default)]
struct Near {
    costs: Vec<(u32, u64)>,
    round: u32,
}

impl Near {
    fn begin(&mut self, nodes: usize) {
        self.costs.resize(nodes, (0, 0));
        self.round += 1;
    }

    #[inline(always)]
    fn get(&self, node: NodeId) -> u64 {
        match self.costs[node as usize] {
            (round, cost) if round == self.round => cost,
            _ => u64::MAX,
        }
    }

    #[inline(always)]
    fn offer(&mut self, node: NodeId, cost: u64) -> bool {
        let is_better = cost < self.get(node);
        if is_better {
            self.costs[node as usize] = (self.round, cost);
        }
        is_better
    }
}

/// What is left of the graph while nodes are taken out of it.
struct Rest {
    at: Vec<Vec<Half>>,
    /// How many shortcuts one after the other lead to a node.
    depth: Vec<u32>,
    /// Whether edges of a node have come or gone since its priority was found.
    is_touched: Vec<bool>,
    near: Near,
    heap: BinaryHeap<Reverse<(u64, NodeId)>>,
    is_two_way: bool,
}

/// Contracts a graph: its arcs with the nodes numbered anew, and the new number of each node.
pub(super) fn contract(nodes: usize, edges: &[Edge]) -> (Arcs, Vec<NodeId>) {
    let mut rest = Rest::new(nodes, edges);
    for node in 0..nodes as NodeId {
        rest.prune(node);
    }
    let mut queue: BinaryHeap<Reverse<(u64, NodeId)>> = BinaryHeap::with_capacity(nodes);
    for node in 0..nodes as NodeId {
        queue.push(Reverse((rest.priority(node), node)));
    }
    let (mut arcs, mut spans) = (Arcs::default(), vec![[0; 2]; nodes]);
    let mut number = vec![0; nodes];
    let mut left = nodes as NodeId;
    while let Some(Reverse((_, node))) = queue.pop() {
        // As long as nothing has happened to it, it counts what it counted.
        if std::mem::take(&mut rest.is_touched[node as usize]) {
            rest.prune(node);
            let priority = rest.priority(node);
            if let Some(&Reverse((next, _))) = queue.peek()
                && priority > next
            {
                queue.push(Reverse((priority, node)));
                continue;
            }
        }
        left -= 1;
        number[node as usize] = left;
        let start = arcs.len();
        for half in &rest.at[node as usize] {
            arcs.push(node, half.to, half.dirs, half.cost, half.origin);
        }
        spans[node as usize] = [start, arcs.len()];
        rest.take_out(node, start);
    }
    arcs.renumber(&number, &spans);
    (arcs, number)
}

impl Rest {
    fn new(nodes: usize, edges: &[Edge]) -> Self {
        let mut rest = Self {
            at: vec![Vec::new(); nodes],
            depth: vec![0; nodes],
            is_touched: vec![false; nodes],
            near: Near::default(),
            heap: BinaryHeap::new(),
            is_two_way: edges.iter().all(|edge| edge.dirs == BOTH),
        };
        for edge in edges {
            let [first, second] = edge.nodes;
            let half = Half {
                to: second,
                dirs: edge.dirs,
                edges: 1,
                cost: edge.cost,
                origin: Origin::Edge(edge.lead),
            };
            rest.join(first, half);
        }
        rest
    }

    /// Adds an edge at both of its ends, but for directions in which there is one that is no
    /// dearer.
    fn join(&mut self, at: NodeId, half: Half) {
        let other = half.turned(at);
        keep_better(&mut self.at[at as usize], half);
        keep_better(&mut self.at[half.to as usize], other);
    }

    /// Leaves out the edges of a node for which a way over another of its neighbours is no
    /// dearer: no distance changes.
    fn prune(&mut self, node: NodeId) {
        let mut halves = std::mem::take(&mut self.at[node as usize]);
        for dir in [OUT, IN] {
            if self.is_two_way && dir == IN {
                break;
            }
            let back = turned(dir);
            self.near.begin(self.at.len());
            for half in halves.iter().filter(|half| half.dirs & dir != 0) {
                self.near.offer(half.to, half.cost);
            }
            for half in halves.iter_mut().filter(|half| half.dirs & dir != 0) {
                let is_witness = |last: &Half| {
                    let before = self.near.get(last.to);
                    last.dirs & back != 0 && before.saturating_add(last.cost) <= half.cost
                };
                if self.at[half.to as usize].iter().any(is_witness) {
                    let (gone, back) = if self.is_two_way {
                        (BOTH, BOTH)
                    } else {
                        (dir, back)
                    };
                    let cost = half.cost;
                    half.dirs &= !gone;
                    let others = &mut self.at[half.to as usize];
                    let other = others.iter_mut().find(|other| {
                        other.to == node && other.cost == cost && other.dirs & back != 0
                    });
                    if let Some(other) = other {
                        other.dirs &= !back;
                    }
                    others.retain(|other| other.dirs != 0);
                }
            }
            halves.retain(|half| half.dirs != 0);
        }
        self.at[node as usize] = halves;
    }

    /// How much it would cost to take a node out: the less, the sooner it goes.
    fn priority(&mut self, node: NodeId) -> u64 {
        let (mut added, mut added_edges) = (0, 0);
        self.for_each_shortcut::<false>(node, |_, _, edges| {
            added += 1;
            added_edges += u64::from(edges);
        });
        let halves = &self.at[node as usize];
        let removed = halves.len().max(1) as u64;
        let removed_edges: u64 = halves.iter().map(|half| u64::from(half.edges)).sum();
        1000 * u64::from(self.depth[node as usize])
            + 1000 * added / removed
            + 1000 * added_edges / removed_edges.max(1)
    }

    /// Takes a node out and puts shortcuts in its place; its arcs begin at `start`.
    fn take_out(&mut self, node: NodeId, start: u32) {
        let mut shortcuts = Vec::new();
        self.for_each_shortcut::<true>(node, |[from, to], dirs, edges| {
            shortcuts.push((from, to, dirs, edges));
        });
        let halves = std::mem::take(&mut self.at[node as usize]);
        let depth = self.depth[node as usize] + 1;
        for half in &halves {
            self.at[half.to as usize].retain(|other| other.to != node);
            self.is_touched[half.to as usize] = true;
            let known = &mut self.depth[half.to as usize];
            *known = depth.max(*known);
        }
        for (from, to, dirs, edges) in shortcuts {
            let (near, far) = (&halves[from], &halves[to]);
            let half = Half {
                to: far.to,
                dirs,
                edges,
                cost: near.cost + far.cost,
                origin: Origin::Parts([start + from as u32, start + to as u32]),
            };
            self.join(near.to, half);
        }
    }

    /// Calls `visit` with every shortcut that is needed without a node: two of its halves,
    /// the directions, and how many edges it stands for.
    fn for_each_shortcut<const THOROUGH: bool>(
        &mut self,
        node: NodeId,
        mut visit: impl FnMut([usize; 2], u8, u32),
    ) {
        let halves = std::mem::take(&mut self.at[node as usize]);
        let mut open: Vec<usize> = Vec::new();
        for (i, near) in halves.iter().enumerate() {
            if near.dirs & IN == 0 {
                continue;
            }
            // Where all goes both ways, a pair is looked at once.
            let rest = if self.is_two_way { i + 1 } else { 0 };
            self.near.begin(self.at.len());
            self.near.offer(near.to, 0);
            for half in &self.at[near.to as usize] {
                if half.dirs & OUT != 0 && half.to != node {
                    self.near.offer(half.to, half.cost);
                }
            }
            open.clear();
            for (j, far) in halves.iter().enumerate().skip(rest) {
                if far.dirs & OUT == 0 || far.to == near.to {
                    continue;
                }
                let most = near.cost + far.cost;
                let is_witness = |half: &Half| {
                    let before = self.near.get(half.to);
                    half.dirs & IN != 0
                        && half.to != node
                        && before.saturating_add(half.cost) <= most
                };
                let is_known = self.near.get(far.to) <= most
                    || self.at[far.to as usize].iter().any(is_witness);
                if !is_known {
                    open.push(j);
                }
            }
            if THOROUGH && !open.is_empty() {
                let most = open.iter().map(|&j| near.cost + halves[j].cost).max();
                self.search(node, near.to, most.unwrap_or(0));
                open.retain(|&j| self.near.get(halves[j].to) > near.cost + halves[j].cost);
            }
            for &j in &open {
                let dirs = if self.is_two_way { BOTH } else { OUT };
                visit([i, j], dirs, near.edges + halves[j].edges);
            }
        }
        self.at[node as usize] = halves;
    }

    /// Finds costs from a node to those around it, without the one that is to be taken out.
    fn search(&mut self, without: NodeId, from: NodeId, most: u64) {
        self.near.begin(self.at.len());
        self.heap.clear();
        self.near.offer(from, 0);
        self.heap.push(Reverse((0, from)));
        let mut settled = 0;
        while let Some(Reverse((cost, at))) = self.heap.pop() {
            if cost > most || settled == MOST_SETTLED {
                break;
            }
            if cost > self.near.get(at) {
                continue;
            }
            settled += 1;
            for half in &self.at[at as usize] {
                let there = cost + half.cost;
                if half.dirs & OUT != 0
                    && half.to != without
                    && there <= most
                    && self.near.offer(half.to, there)
                {
                    self.heap.push(Reverse((there, half.to)));
                }
            }
        }
    }
}

/// Adds a half, but for directions in which there is one that is no dearer; what it makes
/// needless goes.
fn keep_better(halves: &mut Vec<Half>, mut new: Half) {
    for half in halves.iter_mut().filter(|half| half.to == new.to) {
        match half.cost <= new.cost {
            true => new.dirs &= !half.dirs,
            false => half.dirs &= !new.dirs,
        }
    }
    halves.retain(|half| half.dirs != 0);
    if new.dirs != 0 {
        halves.push(new);
    }
}
