//! An order of importance in which closing all triangles takes few ribs, found in slices.
//!
//! The node whose going makes the fewest new ribs goes first, in proportion to those that it
//! has, and those whose neighbours went before are spared a while, so that ways up stay
//! short. Whoever goes leaves all of its neighbours joined to each other, so those that it
//! has when it goes are its ribs.

use super::ledger::Ledger;
use super::nodes::NodeId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How much counts: new ribs by neighbour, a neighbour, and a step of depth.
const WEIGHTS: [u64; 3] = [100, 10, 1];
/// A hierarchy that can be changed may have so many ribs a node. Open country would take more,
/// and a change there would have many to follow.
const MOST_RIBS_A_NODE: usize = 32;
/// No number yet.
const NONE: NodeId = NodeId::MAX;

/// How far some work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Working,
    Done,
    /// It would take too much.
    TooMuch,
}

/// An order that is being found.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The neighbours of each node that is left; of those that went, when they did.
    pub(super) at: Vec<Vec<NodeId>>,
    /// The number of each node that went; the most important is 0.
    pub(super) ranks: Vec<NodeId>,
    depth: Vec<u64>,
    /// What each node counts in the queue.
    counts: Vec<u64>,
    queue: BinaryHeap<Reverse<(u64, NodeId)>>,
    /// How many nodes have been joined to their neighbours, and how many have been queued.
    joined: usize,
    queued: usize,
    left: usize,
    ribs: usize,
    spare: Vec<NodeId>,
    /// For whom each node was marked last.
    marks: Vec<NodeId>,
}

impl Order {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            at: vec![Vec::new(); nodes],
            ranks: vec![NONE; nodes],
            depth: vec![0; nodes],
            counts: vec![0; nodes],
            queue: BinaryHeap::with_capacity(nodes),
            joined: 0,
            queued: 0,
            left: nodes,
            ribs: 0,
            spare: Vec::new(),
            marks: vec![NONE; nodes],
        }
    }

    /// Goes on until the work is done, or has taken about so much.
    pub(super) fn step(&mut self, ledger: &Ledger, work: &mut usize) -> Progress {
        let nodes = self.at.len();
        while *work > 0 {
            if self.joined < nodes {
                *work = work.saturating_sub(self.join(ledger));
            } else if self.queued < nodes {
                *work = work.saturating_sub(self.enqueue());
            } else if let Some(Reverse((known, node))) = self.queue.pop() {
                *work = work.saturating_sub(1 + self.take(known, node));
                if self.ribs > nodes * MOST_RIBS_A_NODE {
                    return Progress::TooMuch;
                }
            } else {
                return Progress::Done;
            }
        }
        Progress::Working
    }

    /// Joins the next node to those that it has edges to.
    fn join(&mut self, ledger: &Ledger) -> usize {
        let node = self.joined as NodeId;
        let (list, nodes) = (ledger.of(node), self.at.len());
        // Nodes that have come since it was begun are none of this order.
        for one in list.iter().filter(|one| (one.to as usize) < nodes) {
            self.at[node as usize].push(one.to);
            self.at[one.to as usize].push(node);
        }
        self.joined += 1;
        4 * list.len() + 1
    }

    fn enqueue(&mut self) -> usize {
        let node = self.queued;
        // All of its neighbours are in order by then, or need not be.
        let list = &mut self.at[node];
        list.sort_unstable();
        list.dedup();
        let work = self.count(node);
        self.queue
            .push(Reverse((self.counts[node], node as NodeId)));
        self.queued += 1;
        work
    }

    /// Finds what a node counts; returns how much work it was.
    fn count(&mut self, node: usize) -> usize {
        let list = &self.at[node];
        for &near in list {
            self.marks[near as usize] = node as NodeId;
        }
        let (mut joined, mut work) = (0, 2 * list.len() + 4);
        for &near in list {
            let others = &self.at[near as usize];
            let is_marked = |other: &&NodeId| self.marks[**other as usize] == node as NodeId;
            joined += others.iter().filter(is_marked).count();
            work += others.len();
        }
        for &near in list {
            self.marks[near as usize] = NONE;
        }
        let near = list.len() as u64;
        let new = (near * near.saturating_sub(1)).saturating_sub(joined as u64) / 2;
        let [by_neighbour, neighbour, step] = WEIGHTS;
        self.counts[node] =
            by_neighbour * new / (near + 1) + neighbour * near + step * self.depth[node];
        work
    }

    /// Lets a node go, unless another should go first; returns how much work it was.
    fn take(&mut self, known: u64, node: NodeId) -> usize {
        let at = node as usize;
        if self.ranks[at] != NONE {
            return 1;
        }
        let mut work = self.count(at);
        let now = self.counts[at];
        if now > known && self.queue.peek().is_some_and(|next| now > next.0.0) {
            self.queue.push(Reverse((now, node)));
            return work;
        }
        self.left -= 1;
        self.ranks[at] = self.left as NodeId;
        let list = std::mem::take(&mut self.at[at]);
        self.ribs += list.len();
        for &near in &list {
            let near = near as usize;
            let before = self.at[near].len();
            work += 2 * (list.len() + before);
            unite(
                &self.at[near],
                &list,
                [near as NodeId, node],
                &mut self.spare,
            );
            std::mem::swap(&mut self.at[near], &mut self.spare);
            self.depth[near] = self.depth[near].max(self.depth[at] + 1);
            // Whoever has lost a neighbour may count less; who counts more is found out when
            // it has its turn.
            if self.at[near].len() < before {
                let known = self.counts[near];
                work += self.count(near);
                if self.counts[near] < known {
                    self.queue
                        .push(Reverse((self.counts[near], near as NodeId)));
                }
            }
        }
        self.at[at] = list;
        work
    }
}

/// What is in one of two lists in order, without two of them.
fn unite(a: &[NodeId], b: &[NodeId], without: [NodeId; 2], all: &mut Vec<NodeId>) {
    all.clear();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let [x, y] = [a.get(i), b.get(j)].map(|next| next.copied().unwrap_or(NONE));
        let next = x.min(y);
        i += usize::from(x == next);
        j += usize::from(y == next);
        if !without.contains(&next) {
            all.push(next);
        }
    }
}

impl Order {
    pub(super) fn bytes(&self) -> usize {
        let at: usize = self.at.iter().map(Vec::capacity).sum();
        at * size_of::<NodeId>()
            + self.at.len() * (size_of::<Vec<NodeId>>() + 4 * size_of::<u64>())
            + self.queue.capacity() * size_of::<(u64, NodeId)>()
    }
}
