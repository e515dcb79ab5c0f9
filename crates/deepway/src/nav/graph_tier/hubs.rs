//! Labels over a hierarchy that changes: made when they are asked for, and dropped when they
//! no longer hold.
//!
//! The label of a node follows from its ribs and from the labels of the nodes that those lead
//! to. So when ribs of a node change, its label goes, and those of all below it; whatever is
//! there holds. A label is made from those above, which are made first. What is in it does
//! not depend on who asks, or in which order.

use super::draft::Draft;
use super::fill::{FAR, Fill};
use super::labels::{Entry, MOST_ARCS, MOST_NODES};
use super::meeting::Labelling;
use super::nodes::NodeId;
use super::sight::Seen;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that a label takes besides its entries.
const HEAD: u64 = 16;
/// A query makes no more labels than this for the next ones.
const MOST_AT_ONCE: u64 = 32;

type Label = OnceLock<Box<[Entry]>>;

/// The labels that are there.
#[derive(Debug, Default)]
pub(super) struct Hubs {
    /// Up from each node, and down to it; the latter is empty as long as all ways cost the
    /// same there and back.
    sides: [Vec<Label>; 2],
    is_even: bool,
    /// What the labels take, and may take.
    bytes: AtomicU64,
    most: u64,
    /// How many queries went without since the last change.
    missed: AtomicU64,
}

impl Clone for Hubs {
    fn clone(&self) -> Self {
        let [bytes, missed] =
            [&self.bytes, &self.missed].map(|number| number.load(Ordering::Relaxed).into());
        Self {
            sides: self.sides.clone(),
            is_even: self.is_even,
            bytes,
            most: self.most,
            missed,
        }
    }
}

/// Working memory of making labels.
#[derive(Default)]
pub(super) struct Making {
    draft: Draft,
    open: Vec<NodeId>,
    entries: Vec<Entry>,
}

impl Making {
    pub(super) fn bytes(&self) -> usize {
        self.draft.bytes()
            + self.open.capacity() * size_of::<NodeId>()
            + self.entries.capacity() * size_of::<Entry>()
    }
}

impl Hubs {
    /// No labels yet, and never more than so many bytes of them with the hierarchy.
    pub(super) fn new(fill: &Fill, most: u64) -> Self {
        let mut hubs = Self::default();
        hubs.follow(fill, &[], most);
        hubs
    }

    /// Drops what no longer holds, because ribs of some nodes have changed.
    pub(super) fn follow(&mut self, fill: &Fill, touched: &[NodeId], most: u64) {
        let lists = self.sides.iter().map(Vec::capacity).sum::<usize>() * size_of::<Label>();
        self.most = most.saturating_sub(fill.bytes_about() + lists as u64);
        self.is_even = fill.is_even();
        *self.missed.get_mut() /= 2;
        let nodes = fill.nodes();
        self.sides[0].resize_with(nodes, OnceLock::new);
        if !self.is_even || !self.sides[1].is_empty() {
            self.sides[1].resize_with(nodes, OnceLock::new);
        }
        let mut gone: Vec<NodeId> = Vec::new();
        for &node in touched {
            if self.drop_label(node) {
                gone.push(node);
            }
        }
        // Where a label is missing, all below are.
        while let Some(node) = gone.pop() {
            for &below in fill.below(node) {
                if self.drop_label(below) {
                    gone.push(below);
                }
            }
        }
    }

    fn drop_label(&mut self, node: NodeId) -> bool {
        let mut was_there = false;
        for side in &mut self.sides {
            if let Some(label) = side.get_mut(node as usize).and_then(OnceLock::take) {
                *self.bytes.get_mut() -= bytes_of(&label);
                was_there = true;
            }
        }
        was_there
    }

    fn list(&self, side: usize) -> &[Label] {
        &self.sides[if self.is_even { 0 } else { side }]
    }

    /// The label of a node, empty if it is not there.
    #[inline(always)]
    fn of(&self, side: usize, node: NodeId) -> &[Entry] {
        let label = self.list(side)[node as usize].get();
        label.map_or(&[], |label| label)
    }

    /// Whether the label of a node is there, which is the case on both sides or on none.
    pub(super) fn has(&self, side: usize, node: NodeId) -> bool {
        self.list(side)[node as usize].get().is_some()
    }

    /// Whether all labels are there that a query by labels needs.
    pub(super) fn have_all(&self, seen: &[Vec<Seen>; 2]) -> bool {
        let mut sides = seen.iter().enumerate();
        sides.all(|(side, seen)| seen.iter().all(|seen| self.has(side, seen.node)))
    }

    /// Makes some labels that a query missed, the more the more queries did so.
    pub(super) fn refill(&self, fill: &Fill, making: &mut Making, seen: &[Vec<Seen>; 2]) {
        let mut left = self
            .missed
            .fetch_add(1, Ordering::Relaxed)
            .min(MOST_AT_ONCE);
        for seen in seen.iter().flatten() {
            if !self.make(fill, making, seen.node, &mut left) {
                return;
            }
        }
    }

    /// Makes all labels that some nodes need, as far as memory allows; says if that was all.
    pub(super) fn make_all(&self, fill: &Fill, making: &mut Making, seen: &[Seen]) -> bool {
        let mut left = u64::MAX;
        seen.iter()
            .all(|seen| self.make(fill, making, seen.node, &mut left))
    }

    /// Makes the label of a node, and first those above that it needs, as long as any are
    /// left to be made; says if that was all.
    fn make(&self, fill: &Fill, making: &mut Making, node: NodeId, left: &mut u64) -> bool {
        let sides = if self.is_even { 1 } else { 2 };
        let is_made = |node: NodeId| (0..sides).all(|side| self.has(side, node));
        making.open.clear();
        making.open.push(node);
        while let Some(&node) = making.open.last() {
            if is_made(node) {
                making.open.pop();
                continue;
            }
            let ribs = fill.of(node);
            let before = making.open.len();
            let missing = ribs.iter().map(|rib| rib.to).filter(|&to| !is_made(to));
            making.open.extend(missing);
            if making.open.len() > before {
                continue;
            }
            let is_full = self.bytes.load(Ordering::Relaxed) >= self.most;
            if *left == 0 || is_full || ribs.len() >= MOST_ARCS || fill.nodes() > MOST_NODES {
                return false;
            }
            *left -= 1;
            for side in 0..sides {
                let Making { draft, entries, .. } = &mut *making;
                if !self.write(fill, draft, entries, side, node) {
                    return false;
                }
                let label: Box<[Entry]> = entries.as_slice().into();
                let bytes = bytes_of(&label);
                // Somebody else may have been quicker, with the same.
                if self.list(side)[node as usize].set(label).is_ok() {
                    self.bytes.fetch_add(bytes, Ordering::Relaxed);
                }
            }
        }
        true
    }

    /// Writes down the label of a node on a side; false if a cost does not fit.
    fn write(
        &self,
        fill: &Fill,
        draft: &mut Draft,
        entries: &mut Vec<Entry>,
        side: usize,
        node: NodeId,
    ) -> bool {
        draft.make_room(fill.nodes());
        let ribs = fill.of(node).iter().enumerate();
        let ribs = ribs.filter(|(_, rib)| rib.costs[side] < FAR);
        draft.gather(
            node,
            ribs.map(|(offset, rib)| {
                let cost = u64::from(rib.costs[side]);
                (offset, cost, self.of(side, rib.to))
            }),
        );
        draft.prune(node, |hub| self.of(1 - side, hub));
        entries.clear();
        draft.write(entries).is_some()
    }

    /// Calls `visit` with the nodes from one up to one of its hubs, or on side 1 from the hub
    /// down to it, the node itself left out and the hub last.
    pub(super) fn trace(
        &self,
        fill: &Fill,
        side: usize,
        node: NodeId,
        hub: NodeId,
        mut visit: impl FnMut(NodeId),
    ) {
        let mut at = node;
        while at != hub {
            let label = self.of(side, at);
            let place = label.partition_point(|entry| entry.hub() < hub);
            let entry = label.get(place).filter(|entry| entry.hub() == hub);
            let Some(rib) = entry.and_then(|entry| fill.of(at).get(entry.arc())) else {
                return;
            };
            at = rib.to;
            visit(at);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let lists: usize = self.sides.iter().map(Vec::capacity).sum();
        lists * size_of::<Label>() + self.bytes.load(Ordering::Relaxed) as usize
    }
}

fn bytes_of(label: &[Entry]) -> u64 {
    size_of_val(label) as u64 + HEAD
}

impl Labelling for Hubs {
    #[inline(always)]
    fn label(&self, side: usize, node: NodeId) -> impl Iterator<Item = Entry> {
        self.of(side, node).iter().copied()
    }
}
