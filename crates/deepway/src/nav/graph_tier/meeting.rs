//! Where two ends meet: the hubs that what they see has in common.

use super::labels::Entry;
use super::nodes::NodeId;
use super::sight::Seen;

/// Labels by node, all of which are there.
pub(super) trait Labelling {
    /// The label of a node: up from it on side 0, down to it on side 1.
    fn label(&self, side: usize, node: NodeId) -> impl Iterator<Item = Entry>;

    /// The cost of a cheapest way from a node to another; none if there is none.
    fn cost(&self, from: NodeId, to: NodeId) -> Option<u64> {
        let (mut a, mut b) = (self.label(0, from), self.label(1, to));
        let (mut first, mut second) = (a.next(), b.next());
        let mut best = u64::MAX;
        while let (Some(one), Some(other)) = (first, second) {
            if one.hub() == other.hub() {
                best = best.min(u64::from(one.cost()) + u64::from(other.cost()));
            }
            if one.hub() <= other.hub() {
                first = a.next();
            }
            if other.hub() <= one.hub() {
                second = b.next();
            }
        }
        (best != u64::MAX).then_some(best)
    }
}

/// Working memory of a query by labels.
#[derive(Default)]
pub(super) struct Meeting {
    /// For each hub the round, counted down, the cost from the start, and which of the nodes
    /// that the start sees it is from: whatever is older is larger.
    hubs: Vec<u64>,
    round: u64,
}

/// Bits of the number of a node that an end sees, and of a cost with it.
const SEEN_BITS: u32 = 10;
const ROUND_BITS: u32 = SEEN_BITS + 34;
/// More nodes than this an end may not see for a query by labels.
pub(super) const MOST_SEEN: usize = 1 << SEEN_BITS;

/// What two ends have in common: the cost, the hub, and which of the nodes that they see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) cost: u64,
    pub(super) hub: NodeId,
    pub(super) seen: [usize; 2],
}

impl Meeting {
    /// The cheapest way from what the start sees to what sees the goal.
    pub(super) fn run(
        &mut self,
        labels: &impl Labelling,
        nodes: usize,
        seen: &[Vec<Seen>; 2],
    ) -> Option<Met> {
        self.spread(labels, nodes, &seen[0]);
        self.gather(labels, &seen[1])
    }

    /// Notes the costs of all hubs from what the start sees.
    pub(super) fn spread(&mut self, labels: &impl Labelling, nodes: usize, seen: &[Seen]) {
        if self.round == 0 || self.hubs.len() < nodes {
            self.hubs.clear();
            self.hubs.resize(nodes, u64::MAX);
            self.round = (1 << (64 - ROUND_BITS)) - 1;
        }
        self.round -= 1;
        let base = self.round << ROUND_BITS;
        for (number, from) in (0..).zip(seen) {
            let base = base + (u64::from(from.cost) << SEEN_BITS) + number;
            for entry in labels.label(0, from.node) {
                if let Some(known) = self.hubs.get_mut(entry.hub() as usize) {
                    *known = (*known).min(base + (u64::from(entry.cost()) << SEEN_BITS));
                }
            }
        }
    }

    /// The cheapest way from there to what sees the goal.
    pub(super) fn gather(&self, labels: &impl Labelling, seen: &[Seen]) -> Option<Met> {
        let base = self.round << ROUND_BITS;
        // The best so far, and its hub and number.
        let (mut best, mut over) = (u64::MAX, [0; 2]);
        for (number, to) in (0..).zip(seen) {
            let before = u64::from(to.cost) << SEEN_BITS;
            for entry in labels.label(1, to.node) {
                let there = before + (u64::from(entry.cost()) << SEEN_BITS);
                let known = self.hubs.get(entry.hub() as usize);
                // Older rounds are larger, and the first value is the largest of all.
                let sum = known.map_or(u64::MAX, |known| known.saturating_add(there));
                if sum < best {
                    (best, over) = (sum, [entry.hub(), number]);
                }
            }
        }
        let found = best
            .checked_sub(base)
            .filter(|found| found >> ROUND_BITS == 0)?;
        Some(Met {
            cost: found >> SEEN_BITS,
            hub: over[0],
            seen: [found as usize % MOST_SEEN, over[1] as usize],
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.hubs.capacity() * size_of::<u64>()
    }
}
