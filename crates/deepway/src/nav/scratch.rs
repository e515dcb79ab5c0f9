//! The working memory of a search, kept from one to the next.

use super::graph::{CellId, Graph, pos_of};
use super::heuristic::{Aim, Heuristic};
use super::table::Table;
use crate::space::Pos;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// How a jump point search has reached a cell, besides the eight directions: over a link,
/// so that it goes on in all of them.
pub(super) const ANY: u8 = 8;
/// A stop on the way: the run goes on without it, only its links count.
pub(super) const PASSED: u8 = 9;

/// A cell that a search has met: how it was reached, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) cell: CellId,
    /// The node before it; the start is its own.
    parent: u32,
    pub(super) cost: u64,
    /// The bound of what is left.
    rest: u64,
    /// What the search wants to remember, for example the direction of arrival.
    pub(super) note: u8,
    closed: bool,
}

/// Open and known cells of a best-first search.
#[derive(Default)]
pub(super) struct Scratch {
    table: Table,
    nodes: Vec<Node>,
    /// What is to be expanded, the best first.
    open: BinaryHeap<Reverse<u128>>,
    /// The best of what the node being expanded has offered: often the next to be
    /// expanded, which then never sees the heap.
    held: Option<u128>,
    aim: Aim,
    /// The bound of what is left counts for a part more, 1 in 2 to this power; from
    /// 63 on for nothing more, and the search is exact.
    hurry: u32,
    /// Whether a second way that is as cheap counts as well.
    keeps_ties: bool,
    pub(super) expanded: u64,
}

impl Scratch {
    /// Begins a new search from a cell to another.
    pub(super) fn begin(
        &mut self,
        graph: &Graph,
        heuristic: &Heuristic,
        start: CellId,
        goal: CellId,
        note: u8,
    ) {
        self.table.clear();
        self.nodes.clear();
        self.open.clear();
        self.held = None;
        self.expanded = 0;
        self.hurry = 63;
        self.keeps_ties = false;
        self.aim.set(pos_of(goal), graph.size().levels());
        self.offer(heuristic, start, 0, 0, note);
    }

    /// Lets the search look ahead rather than around: a way may cost a part more than
    /// the cheapest, 1 in 2 to the given power.
    pub(super) fn hurry(&mut self, power: u32) {
        self.hurry = power;
    }

    /// Lets a cell that is reached twice at the same cost, in different directions, be
    /// left in all.
    ///
    /// Jump point search needs it where a diagonal step costs as much as two straight
    /// ones: of two ways around a square each would else leave out the one for the other.
    pub(super) fn keep_ties(&mut self, graph: &Graph) {
        let costs = &graph.rules().costs;
        self.keeps_ties = costs.diagonal == 2 * costs.straight;
    }

    pub(super) fn goal(&self) -> Pos {
        self.aim.goal()
    }

    /// The next node to expand, the one with the least estimated total cost.
    pub(super) fn next(&mut self) -> Option<(u32, Node)> {
        loop {
            let key = match (self.held.take(), self.open.peek_mut()) {
                (None, None) => return None,
                (Some(held), Some(mut best)) if best.0 < held => {
                    std::mem::replace(&mut *best, Reverse(held)).0
                }
                (Some(held), _) => held,
                (None, Some(best)) => PeekMut::pop(best).0,
            };
            let number = key as u32;
            if let Some(node) = self.nodes.get_mut(number as usize)
                && !node.closed
            {
                node.closed = true;
                self.expanded += 1;
                return Some((number, *node));
            }
        }
    }

    /// Offers a way to a cell; it is taken if it is cheaper than the known one.
    #[inline(always)]
    pub(super) fn offer(
        &mut self,
        heuristic: &Heuristic,
        cell: CellId,
        cost: u64,
        parent: u32,
        note: u8,
    ) {
        let number = self.table.node(cell);
        let rest = match self.nodes.get_mut(number as usize) {
            None => {
                let rest = self.aim.rest(heuristic, pos_of(cell));
                let rest = rest + (rest >> self.hurry);
                self.nodes.push(Node {
                    cell,
                    parent,
                    cost,
                    rest,
                    note,
                    closed: false,
                });
                rest
            }
            Some(known) if cost < known.cost => {
                (known.cost, known.parent) = (cost, parent);
                (known.note, known.closed) = (note, false);
                known.rest
            }
            Some(known)
                if self.keeps_ties
                    && cost == known.cost
                    && ![known.note, PASSED].contains(&note)
                    && known.note != ANY =>
            {
                (known.note, known.closed) = (ANY, false);
                known.rest
            }
            Some(_) => return,
        };
        let key = key(cost, rest, number);
        match self.held {
            Some(held) if held <= key => self.open.push(Reverse(key)),
            held => {
                self.held = Some(key);
                self.open.extend(held.map(Reverse));
            }
        }
    }

    /// The note of a known cell.
    pub(super) fn note(&mut self, cell: CellId) -> u8 {
        self.nodes[self.table.node(cell) as usize].note
    }

    /// The cells of the way to a known cell, from the start.
    pub(super) fn way_to(&mut self, goal: CellId) -> Vec<CellId> {
        let mut at = self.table.node(goal);
        let mut way = Vec::new();
        while let Some(node) = self.nodes.get(at as usize) {
            way.push(node.cell);
            if node.parent == at {
                break;
            }
            at = node.parent;
        }
        way.reverse();
        way
    }

    /// The places of the cells of that way.
    pub(super) fn turns_to(&mut self, goal: CellId) -> Vec<Pos> {
        self.way_to(goal).into_iter().map(pos_of).collect()
    }

    /// Bytes that the scratch takes.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.open.capacity() * size_of::<Reverse<u128>>()
    }
}

/// The order of open nodes: the least estimated total cost, of those the least
/// rest (so that a search goes straight ahead), then the node met first.
#[inline(always)]
fn key(cost: u64, rest: u64, number: u32) -> u128 {
    let tie = rest.min(u64::from(u32::MAX));
    u128::from(cost + rest) << 64 | u128::from(tie) << 32 | u128::from(number)
}
