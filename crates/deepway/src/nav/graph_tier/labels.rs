//! Hub labels: what every node reaches going up, known in advance.
//!
//! The label of a node lists hubs, more important nodes, with their costs, so that any two
//! nodes have the most important node of a cheapest way between them in common (Abraham,
//! Delling, Goldberg, Werneck 2012). A hub is listed only if it is the most important node of
//! all cheapest ways to it. With each comes the arc by which the way there begins; the node
//! behind that arc has the same hub in its own label.

use super::arcs::{Arcs, DOWN, UP};
use super::draft::Draft;
use super::meeting::Labelling;
use super::nodes::NodeId;
use super::saved::{Reader, Writer};

/// A hub of a node: 20 bits of its number, 12 of the arc, 32 of the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u64);

/// More nodes than this do not fit in an entry.
pub(super) const MOST_NODES: usize = 1 << 20;
/// More arcs of a node than this do not fit in an entry; its own entry has none.
pub(super) const MOST_ARCS: usize = (1 << 12) - 1;

impl Entry {
    #[inline(always)]
    pub(super) fn new(hub: NodeId, arc: usize, cost: u32) -> Self {
        Self(u64::from(hub) << 44 | (arc as u64) << 32 | u64::from(cost))
    }

    #[inline(always)]
    pub(super) fn hub(self) -> NodeId {
        (self.0 >> 44) as NodeId
    }

    #[inline(always)]
    pub(super) fn arc(self) -> usize {
        (self.0 >> 32) as usize & MOST_ARCS
    }

    #[inline(always)]
    pub(super) fn cost(self) -> u32 {
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

impl Labels {
    /// The labels of a hierarchy, if they take no more than some bytes and fit.
    pub(super) fn new(arcs: &Arcs, nodes: usize, most: u64) -> Option<Self> {
        if nodes > MOST_NODES || arcs.are_heavy() {
            return None;
        }
        let is_two_way = arcs.are_two_way();
        let mut sides = [Side::default(), Side::default()];
        let mut draft = Draft::new(nodes);
        sides.iter_mut().for_each(|side| side.starts.push(0));
        for node in 0..nodes as NodeId {
            if arcs.of(node).1.len() >= MOST_ARCS {
                return None;
            }
            for side in 0..if is_two_way { 1 } else { 2 } {
                let (first, list) = arcs.of(node);
                let ways = (first..).zip(list).enumerate();
                let ways = ways.filter(|(_, (_, arc))| arc.dirs() & [UP, DOWN][side] != 0);
                let own = &sides[side];
                draft.gather(
                    node,
                    ways.map(|(offset, (number, &arc))| {
                        (offset, arcs.cost(number, arc), own.of(arc.to()))
                    }),
                );
                let opposite = &sides[if is_two_way { 0 } else { 1 - side }];
                draft.prune(node, |hub| opposite.of(hub));
                let side = &mut sides[side];
                draft.write(&mut side.entries)?;
                side.starts.push(side.entries.len() as u32);
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

impl Labelling for Labels {
    #[inline(always)]
    fn label(&self, side: usize, node: NodeId) -> &[Entry] {
        self.side(side).of(node)
    }
}
