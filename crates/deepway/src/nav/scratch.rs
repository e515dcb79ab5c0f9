//! The working memory of a search, kept from one to the next.

use super::graph::CellId;
use super::table::{Known, Table};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Open and known cells of a best-first search.
#[derive(Default)]
pub(super) struct Scratch {
    table: Table,
    /// What is to be expanded, the best first.
    open: BinaryHeap<Reverse<u128>>,
    pub(super) expanded: u64,
}

impl Scratch {
    /// Begins a new search at a cell.
    pub(super) fn begin(&mut self, start: CellId, estimate: u64, note: u8) {
        self.table.clear();
        self.open.clear();
        self.expanded = 0;
        self.offer(start, 0, start, note, || estimate);
    }

    /// The next cell to expand, the one with the least estimated total cost.
    pub(super) fn next(&mut self) -> Option<(CellId, Known)> {
        while let Some(Reverse(key)) = self.open.pop() {
            let cell = key as CellId;
            let known = self.table.entry(cell);
            if !known.closed {
                known.closed = true;
                self.expanded += 1;
                return Some((cell, *known));
            }
        }
        None
    }

    /// Offers a way to a cell; it is taken if it is cheaper than the known one.
    pub(super) fn offer(
        &mut self,
        cell: CellId,
        cost: u64,
        parent: CellId,
        note: u8,
        rest: impl FnOnce() -> u64,
    ) {
        let known = self.table.entry(cell);
        if cost < known.cost {
            *known = Known {
                cost,
                parent,
                note,
                closed: false,
            };
            self.open.push(Reverse(key(cost, rest(), cell)));
        }
    }

    /// The cells of the way to a known cell, from the start.
    pub(super) fn way_to(&self, goal: CellId) -> Vec<CellId> {
        let mut way = vec![goal];
        let mut at = goal;
        while let Some(known) = self.table.get(at)
            && known.parent != at
        {
            at = known.parent;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// Bytes that the scratch takes.
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.open.capacity() * size_of::<Reverse<u128>>()
    }
}

/// The order of open cells: the least estimated total cost, of those the least
/// rest (so that a search goes straight ahead), then the cell's number.
fn key(cost: u64, rest: u64, cell: CellId) -> u128 {
    let tie = rest.min(u64::from(u32::MAX));
    u128::from(cost + rest) << 64 | u128::from(tie) << 32 | u128::from(cell)
}
