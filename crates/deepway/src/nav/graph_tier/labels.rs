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
use super::narrow::Narrow;
use super::nodes::NodeId;
use super::saved::{Reader, Writer};
use std::cmp::Ordering;

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

/// Entries one after the other.
pub(super) trait Store {
    fn at(&self, place: usize) -> Entry;

    fn between(&self, start: usize, end: usize) -> impl Iterator<Item = Entry>;

    fn bytes(&self) -> usize;
}

impl Store for Vec<Entry> {
    #[inline(always)]
    fn at(&self, place: usize) -> Entry {
        self[place]
    }

    #[inline(always)]
    fn between(&self, start: usize, end: usize) -> impl Iterator<Item = Entry> {
        self[start..end].iter().copied()
    }

    fn bytes(&self) -> usize {
        self.capacity() * size_of::<Entry>()
    }
}

/// The labels of all nodes in one direction: up from each node, or down to it.
#[derive(Clone, Debug, Default)]
struct Side<L> {
    starts: Vec<u32>,
    entries: L,
}

impl<L: Store> Side<L> {
    #[inline(always)]
    fn span(&self, node: NodeId) -> [usize; 2] {
        [node, node + 1].map(|node| self.starts[node as usize] as usize)
    }

    /// The entry of a hub, which may be missing.
    fn find(&self, node: NodeId, hub: NodeId) -> Option<Entry> {
        let [mut start, mut end] = self.span(node);
        while start < end {
            let middle = start.midpoint(end);
            let entry = self.entries.at(middle);
            match entry.hub().cmp(&hub) {
                Ordering::Less => start = middle + 1,
                Ordering::Equal => return Some(entry),
                Ordering::Greater => end = middle,
            }
        }
        None
    }

    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.entries.bytes()
    }
}

/// The labels of all nodes, kept in one of two forms.
#[derive(Clone, Debug)]
pub(super) struct Both<L> {
    up: Side<L>,
    /// Missing where all costs are the same there and back.
    down: Option<Side<L>>,
}

impl<L: Store> Both<L> {
    #[inline(always)]
    fn side(&self, side: usize) -> &Side<L> {
        match side {
            0 => &self.up,
            _ => self.down.as_ref().unwrap_or(&self.up),
        }
    }

    fn trace(
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

    fn bytes(&self) -> usize {
        self.up.bytes() + self.down.as_ref().map_or(0, Side::bytes)
    }

    fn save(&self, writer: &mut Writer) {
        for side in [Some(&self.up), self.down.as_ref()].into_iter().flatten() {
            for &start in &side.starts {
                writer.word(start.into());
            }
            let count = side.starts.last().copied().unwrap_or(0) as usize;
            writer.word(count as u64);
            (0..count).for_each(|at| writer.word(side.entries.at(at).0));
        }
    }
}

impl<L: Store> Labelling for Both<L> {
    #[inline(always)]
    fn label(&self, side: usize, node: NodeId) -> impl Iterator<Item = Entry> {
        let side = self.side(side);
        let [start, end] = side.span(node);
        side.entries.between(start, end)
    }
}

/// The labels of all nodes.
#[derive(Clone, Debug)]
pub(super) enum Labels {
    /// Eight bytes an entry.
    Wide(Both<Vec<Entry>>),
    /// Six bytes, where eight would be too many.
    Narrow(Both<Narrow>),
}

/// Why there are no labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// They would take more bytes than they may.
    Memory,
    /// Something is larger than an entry can hold.
    Range,
}

impl Both<Vec<Entry>> {
    /// The same in less space; none if an entry does not fit.
    fn narrow(&self) -> Option<Both<Narrow>> {
        let narrow = |side: &Side<Vec<Entry>>| {
            Some(Side {
                starts: side.starts.clone(),
                entries: Narrow::new(&side.entries)?,
            })
        };
        Some(Both {
            up: narrow(&self.up)?,
            down: match &self.down {
                Some(down) => Some(narrow(down)?),
                None => None,
            },
        })
    }
}

impl Labels {
    /// The labels of a hierarchy, if they take no more than some bytes and fit. Given up as
    /// soon as they cannot.
    pub(super) fn new(arcs: &Arcs, nodes: usize, most: u64) -> Result<Self, Full> {
        if nodes > MOST_NODES || arcs.are_heavy() {
            return Err(Full::Range);
        }
        let is_two_way = arcs.are_two_way();
        let mut sides: [Side<Vec<Entry>>; 2] = Default::default();
        let mut draft = Draft::new(nodes);
        sides.iter_mut().for_each(|side| side.starts.push(0));
        for node in 0..nodes as NodeId {
            if arcs.of(node).1.len() >= MOST_ARCS {
                return Err(Full::Range);
            }
            for side in 0..if is_two_way { 1 } else { 2 } {
                let (first, list) = arcs.of(node);
                let ways = (first..).zip(list).enumerate();
                let ways = ways.filter(|(_, (_, arc))| arc.dirs() & [UP, DOWN][side] != 0);
                let of = |side: usize, node: NodeId| {
                    let [start, end] = sides[side].span(node);
                    &sides[side].entries[start..end]
                };
                draft.gather(
                    node,
                    ways.map(|(offset, (number, &arc))| {
                        (offset, arcs.cost(number, arc), of(side, arc.to()))
                    }),
                );
                let opposite = if is_two_way { 0 } else { 1 - side };
                draft.prune(node, |hub| of(opposite, hub));
                let side = &mut sides[side];
                draft.write(&mut side.entries).ok_or(Full::Range)?;
                side.starts.push(side.entries.len() as u32);
            }
            // So much even if each entry takes as little as it can, and each node that is
            // left has no more than one.
            let left = nodes - node as usize;
            let bytes = sides.iter().map(|side| match side.starts.len() {
                1 => 0,
                _ => (side.entries.len() + left) * Narrow::BYTES + nodes * size_of::<u32>(),
            });
            if bytes.sum::<usize>() as u64 > most {
                return Err(Full::Memory);
            }
        }
        let [mut up, mut down] = sides;
        up.entries.shrink_to_fit();
        down.entries.shrink_to_fit();
        let wide = Both {
            up,
            down: (!is_two_way).then_some(down),
        };
        if wide.bytes() as u64 <= most {
            return Ok(Self::Wide(wide));
        }
        wide.narrow().map(Self::Narrow).ok_or(Full::Memory)
    }

    pub(super) fn save(&self, writer: &mut Writer) {
        let (is_one_way, is_narrow) = match self {
            Self::Wide(both) => (both.down.is_some(), false),
            Self::Narrow(both) => (both.down.is_some(), true),
        };
        writer.word(u64::from(is_one_way) | u64::from(is_narrow) << 1);
        match self {
            Self::Wide(both) => both.save(writer),
            Self::Narrow(both) => both.save(writer),
        }
    }

    /// Reads labels of so many nodes; none unless every hub is at least as important as its
    /// node, and every arc is one of the node's.
    pub(super) fn load(reader: &mut Reader, arcs: &Arcs, nodes: usize) -> Option<Self> {
        let form = reader.word().filter(|&form| form < 4)?;
        let mut read = || {
            let mut side: Side<Vec<Entry>> = Side::default();
            for _ in 0..=nodes {
                side.starts.push(u32::try_from(reader.word()?).ok()?);
            }
            for _ in 0..reader.count(1)? {
                side.entries.push(Entry(reader.word()?));
            }
            for node in 0..nodes as NodeId {
                let [start, end] = side.span(node);
                let count = arcs.of(node).1.len();
                let label = side.entries.get(start..end)?;
                let is_sound = |entry: &Entry| {
                    entry.hub() == node || entry.hub() < node && entry.arc() < count
                };
                if !label.iter().all(is_sound) {
                    return None;
                }
            }
            (side.starts.last().copied()? as usize == side.entries.len()).then_some(side)
        };
        let up = read()?;
        let down = if form & 1 == 1 { Some(read()?) } else { None };
        let wide = Both { up, down };
        match form & 2 {
            0 => Some(Self::Wide(wide)),
            _ => wide.narrow().map(Self::Narrow),
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
        visit: impl FnMut(u32),
    ) {
        match self {
            Self::Wide(both) => both.trace(arcs, side, node, hub, visit),
            Self::Narrow(both) => both.trace(arcs, side, node, hub, visit),
        }
    }

    /// Bytes of an entry.
    pub(super) fn bytes_of_entry(&self) -> usize {
        match self {
            Self::Wide(_) => size_of::<Entry>(),
            Self::Narrow(_) => Narrow::BYTES,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Wide(both) => both.bytes(),
            Self::Narrow(both) => both.bytes(),
        }
    }
}
