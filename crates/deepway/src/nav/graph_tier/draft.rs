//! Making a label from those of more important nodes.

use super::labels::{Entry, MOST_ARCS};
use super::nodes::NodeId;

/// What is known of the label that is being made.
#[derive(Default)]
pub(super) struct Draft {
    /// Cost and first arc by hub.
    known: Vec<(u64, u32)>,
    hubs: Vec<NodeId>,
}

const FAR: u64 = u64::MAX / 2;

impl Draft {
    pub(super) fn new(nodes: usize) -> Self {
        let mut draft = Self::default();
        draft.make_room(nodes);
        draft
    }

    /// Makes room for so many nodes.
    pub(super) fn make_room(&mut self, nodes: usize) {
        if self.known.len() < nodes {
            self.known.resize(nodes, (FAR, 0));
        }
    }

    /// Gathers what the labels behind the arcs of a node have: of each arc its place among
    /// them, its cost, and the label.
    #[inline(always)]
    pub(super) fn gather<'a>(
        &mut self,
        node: NodeId,
        arcs: impl Iterator<Item = (usize, u64, &'a [Entry])>,
    ) {
        self.offer(node, 0, MOST_ARCS as u32);
        for (offset, cost, label) in arcs {
            for entry in label {
                self.offer(entry.hub(), cost + u64::from(entry.cost()), offset as u32);
            }
        }
        self.hubs.sort_unstable();
    }

    #[inline(always)]
    fn offer(&mut self, hub: NodeId, cost: u64, arc: u32) {
        let known = &mut self.known[hub as usize];
        if cost < known.0 {
            if known.0 == FAR {
                self.hubs.push(hub);
            }
            *known = (cost, arc);
        }
    }

    /// Leaves out every hub that a way over a more important one reaches as cheaply, by the
    /// labels of the opposite side.
    #[inline(always)]
    pub(super) fn prune<'a>(&mut self, node: NodeId, opposite: impl Fn(NodeId) -> &'a [Entry]) {
        let known = &mut self.known;
        let is_needed = |known: &[(u64, u32)], hub: NodeId| {
            let cost = known[hub as usize].0;
            let label = if hub == node { &[] } else { opposite(hub) };
            let over = |entry: &Entry| known[entry.hub() as usize].0 + u64::from(entry.cost());
            // The last entry is the hub itself.
            let more = label.split_last().map_or(label, |(_, more)| more);
            !more.iter().any(|entry| over(entry) <= cost)
        };
        // From the least important on, so that none of those that it asks for has gone.
        let mut kept = self.hubs.len();
        for at in (0..self.hubs.len()).rev() {
            let hub = self.hubs[at];
            if is_needed(known, hub) {
                kept -= 1;
                self.hubs[kept] = hub;
            } else {
                known[hub as usize].0 = FAR;
            }
        }
        self.hubs.drain(..kept);
    }

    /// Writes the label down and forgets it; none if a cost does not fit.
    pub(super) fn write(&mut self, entries: &mut Vec<Entry>) -> Option<()> {
        let mut fits = true;
        for hub in self.hubs.drain(..) {
            let (cost, arc) = std::mem::replace(&mut self.known[hub as usize], (FAR, 0));
            // Half of what fits, so that two of them do.
            match u32::try_from(cost).ok().filter(|&cost| cost < 1 << 31) {
                Some(cost) => entries.push(Entry::new(hub, arc as usize, cost)),
                None => fits = false,
            }
        }
        fits.then_some(())
    }
}

impl Draft {
    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<(u64, u32)>() + self.hubs.capacity() * size_of::<NodeId>()
    }
}
