//! Hub labels: what every node reaches going up, known in advance.
//!
//! The label of a node lists hubs, more important nodes, with their costs, so that any two
//! nodes have the most important node of a cheapest way between them in common (Abraham,
//! Delling, Goldberg, Werneck 2012). A hub is listed only if it is the most important node of
//! all cheapest ways to it. With each comes the arc by which the way there begins; the node
//! behind that arc has the same hub in its own label.

use super::arcs::{Arcs, DOWN, UP};
use super::nodes::NodeId;
use super::saved::{Reader, Writer};
use super::sight::Seen;

/// A hub of a node: 20 bits of its number, 12 of the arc, 32 of the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u64);

/// More nodes than this do not fit in an entry.
const MOST_NODES: usize = 1 << 20;
/// More arcs of a node than this do not fit in an entry; its own entry has none.
const MOST_ARCS: usize = (1 << 12) - 1;

impl Entry {
    #[inline(always)]
    fn new(hub: NodeId, arc: usize, cost: u32) -> Self {
        Self(u64::from(hub) << 44 | (arc as u64) << 32 | u64::from(cost))
    }

    #[inline(always)]
    fn hub(self) -> NodeId {
        (self.0 >> 44) as NodeId
    }

    #[inline(always)]
    fn arc(self) -> usize {
        (self.0 >> 32) as usize & MOST_ARCS
    }

    #[inline(always)]
    fn cost(self) -> u32 {
        self.0 as u32
    }
}

/// The labels of all nodes in one direction: up from each node, or down to it.
#[derive(Clone, Debug, Default)]
struct Side {
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

impl Side {
    #[inline(always)]
    fn of(&self, node: NodeId) -> &[Entry] {
        let [start, end] = [node, node + 1].map(|node| self.starts[node as usize] as usize);
        &self.entries[start..end]
    }

    /// The entry of a hub, which may be missing.
    fn find(&self, node: NodeId, hub: NodeId) -> Option<Entry> {
        let label = self.of(node);
        let at = label.partition_point(|entry| entry.hub() < hub);
        label.get(at).copied().filter(|entry| entry.hub() == hub)
    }

    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.entries.capacity() * size_of::<Entry>()
    }
}

/// The labels of all nodes.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    up: Side,
    /// Missing where all costs are the same there and back.
    down: Option<Side>,
}

/// What is known of the label that is being made.
struct Draft {
    /// Cost and first arc by hub.
    known: Vec<(u64, u32)>,
    hubs: Vec<NodeId>,
}

const FAR: u64 = u64::MAX / 2;

impl Labels {
    /// The labels of a hierarchy, if they take no more than some bytes and fit.
    pub(super) fn new(arcs: &Arcs, nodes: usize, most: u64) -> Option<Self> {
        if nodes > MOST_NODES || arcs.are_heavy() {
            return None;
        }
        let is_two_way = arcs.are_two_way();
        let mut sides = [Side::default(), Side::default()];
        let mut draft = Draft {
            known: vec![(FAR, 0); nodes],
            hubs: Vec::new(),
        };
        sides.iter_mut().for_each(|side| side.starts.push(0));
        for node in 0..nodes as NodeId {
            if arcs.of(node).1.len() >= MOST_ARCS {
                return None;
            }
            for side in 0..if is_two_way { 1 } else { 2 } {
                draft.gather(arcs, &sides[side], node, [UP, DOWN][side]);
                let opposite = if is_two_way { 0 } else { 1 - side };
                draft.prune(&sides[opposite], node);
                draft.write(&mut sides[side])?;
            }
            let bytes = sides
                .iter()
                .map(|side| side.entries.len() * size_of::<Entry>() + nodes * 4);
            if bytes.sum::<usize>() as u64 > most {
                return None;
            }
        }
        let [mut up, mut down] = sides;
        up.entries.shrink_to_fit();
        down.entries.shrink_to_fit();
        Some(Self {
            up,
            down: (!is_two_way).then_some(down),
        })
    }

    pub(super) fn save(&self, writer: &mut Writer) {
        writer.word(self.down.is_some().into());
        for side in [Some(&self.up), self.down.as_ref()].into_iter().flatten() {
            for &start in &side.starts {
                writer.word(start.into());
            }
            writer.word(side.entries.len() as u64);
            side.entries.iter().for_each(|entry| writer.word(entry.0));
        }
    }

    /// Reads labels of so many nodes; none unless every hub is at least as important as its
    /// node, and every arc is one of the node's.
    pub(super) fn load(reader: &mut Reader, arcs: &Arcs, nodes: usize) -> Option<Self> {
        let is_one_way = reader.word()? != 0;
        let mut read = || {
            let mut side = Side::default();
            for _ in 0..=nodes {
                side.starts.push(u32::try_from(reader.word()?).ok()?);
            }
            for _ in 0..reader.count(1)? {
                side.entries.push(Entry(reader.word()?));
            }
            for node in 0..nodes as NodeId {
                let [start, end] = [node, node + 1].map(|node| side.starts[node as usize] as usize);
                let count = arcs.of(node).1.len();
                let label = side.entries.get(start..end)?;
                let is_sound = |entry: &Entry| {
                    entry.hub() == node || entry.hub() < node && entry.arc() < count
                };
                if !label.iter().all(is_sound) {
                    return None;
                }
            }
            Some(side)
        };
        let up = read()?;
        let down = if is_one_way { Some(read()?) } else { None };
        Some(Self { up, down })
    }

    fn side(&self, side: usize) -> &Side {
        match side {
            0 => &self.up,
            _ => self.down.as_ref().unwrap_or(&self.up),
        }
    }

    /// Calls `visit` with the arcs from a node up to one of its hubs, or from the hub down to
    /// it, the node's own arc first.
    pub(super) fn trace(
        &self,
        arcs: &Arcs,
        side: usize,
        node: NodeId,
        hub: NodeId,
        mut visit: impl FnMut(u32),
    ) {
        let mut at = node;
        while at != hub
            && let Some(entry) = self.side(side).find(at, hub)
        {
            let arc = arcs.of(at).0 + entry.arc() as u32;
            visit(arc);
            at = arcs.get(arc).to();
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.up.bytes() + self.down.as_ref().map_or(0, Side::bytes)
    }
}

impl Draft {
    /// Gathers what the labels behind the arcs of a node have.
    fn gather(&mut self, arcs: &Arcs, side: &Side, node: NodeId, dir: u32) {
        self.offer(node, 0, MOST_ARCS as u32);
        let (first, list) = arcs.of(node);
        for (offset, &arc) in list.iter().enumerate() {
            if arc.dirs() & dir == 0 {
                continue;
            }
            let cost = arcs.cost(first + offset as u32, arc);
            for entry in side.of(arc.to()) {
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

    /// Leaves out every hub that a way over a more important one reaches as cheaply.
    fn prune(&mut self, opposite: &Side, node: NodeId) {
        let known = &self.known;
        let is_needed = |&hub: &NodeId| {
            let cost = known[hub as usize].0;
            let label = if hub == node { &[] } else { opposite.of(hub) };
            let over = |entry: &Entry| known[entry.hub() as usize].0 + u64::from(entry.cost());
            // The last entry is the hub itself.
            let more = label.split_last().map_or(label, |(_, more)| more);
            !more.iter().any(|entry| over(entry) <= cost)
        };
        let needed: Vec<NodeId> = self.hubs.iter().copied().filter(is_needed).collect();
        for &hub in &self.hubs {
            if needed.binary_search(&hub).is_err() {
                self.known[hub as usize].0 = FAR;
            }
        }
        self.hubs = needed;
    }

    /// Writes the label down and forgets it; none if a cost does not fit.
    fn write(&mut self, side: &mut Side) -> Option<()> {
        for hub in self.hubs.drain(..) {
            let (cost, arc) = std::mem::replace(&mut self.known[hub as usize], (FAR, 0));
            // Half of what fits, so that two of them do.
            let cost = u32::try_from(cost).ok().filter(|&cost| cost < 1 << 31)?;
            side.entries.push(Entry::new(hub, arc as usize, cost));
        }
        side.starts.push(side.entries.len() as u32);
        Some(())
    }
}

impl Labels {
    /// The cost of a cheapest way from a node to another; none if there is none.
    pub(super) fn cost(&self, from: NodeId, to: NodeId) -> Option<u64> {
        let (mut a, mut b) = (self.side(0).of(from), self.side(1).of(to));
        let mut best = u64::MAX;
        while let (Some((first, rest)), Some((second, others))) = (a.split_first(), b.split_first())
        {
            let (hub, other) = (first.hub(), second.hub());
            if hub == other {
                best = best.min(u64::from(first.cost()) + u64::from(second.cost()));
            }
            if hub <= other {
                a = rest;
            }
            if other <= hub {
                b = others;
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
        labels: &Labels,
        nodes: usize,
        seen: &[Vec<Seen>; 2],
    ) -> Option<Met> {
        self.spread(labels, nodes, &seen[0]);
        self.gather(labels, &seen[1])
    }

    /// Notes the costs of all hubs from what the start sees.
    pub(super) fn spread(&mut self, labels: &Labels, nodes: usize, seen: &[Seen]) {
        if self.round == 0 || self.hubs.len() < nodes {
            self.hubs.clear();
            self.hubs.resize(nodes, u64::MAX);
            self.round = (1 << (64 - ROUND_BITS)) - 1;
        }
        self.round -= 1;
        let base = self.round << ROUND_BITS;
        for (number, from) in (0..).zip(seen) {
            let base = base + (u64::from(from.cost) << SEEN_BITS) + number;
            for &entry in labels.side(0).of(from.node) {
                if let Some(known) = self.hubs.get_mut(entry.hub() as usize) {
                    *known = (*known).min(base + (u64::from(entry.cost()) << SEEN_BITS));
                }
            }
        }
    }

    /// The cheapest way from there to what sees the goal.
    pub(super) fn gather(&self, labels: &Labels, seen: &[Seen]) -> Option<Met> {
        let base = self.round << ROUND_BITS;
        // The best so far, and its hub and number.
        let (mut best, mut over) = (u64::MAX, [0; 2]);
        for (number, to) in (0..).zip(seen) {
            let before = u64::from(to.cost) << SEEN_BITS;
            for &entry in labels.side(1).of(to.node) {
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
