//! Entries of labels in six bytes, where eight would be too many.

use super::labels::{Entry, MOST_ARCS, Store};

/// A hub of a node: 16 bits of its number, 24 of the cost, 8 of the arc.
#[derive(Clone, Copy, Debug)]
struct Small {
    hub: u16,
    cost: u16,
    cost_above: u8,
    arc: u8,
}

/// The arc of a node's own entry, which has none.
const NO_ARC: u8 = u8::MAX;

impl Small {
    /// None if something does not fit.
    fn new(entry: Entry) -> Option<Self> {
        let cost = entry.cost();
        let arc = match entry.arc() {
            MOST_ARCS => NO_ARC,
            arc => u8::try_from(arc).ok().filter(|&arc| arc != NO_ARC)?,
        };
        Some(Self {
            hub: u16::try_from(entry.hub()).ok()?,
            cost: cost as u16,
            cost_above: u8::try_from(cost >> 16).ok()?,
            arc,
        })
    }

    #[inline(always)]
    fn entry(self) -> Entry {
        let cost = u32::from(self.cost_above) << 16 | u32::from(self.cost);
        let arc = match self.arc {
            NO_ARC => MOST_ARCS,
            arc => arc.into(),
        };
        Entry::new(self.hub.into(), arc, cost)
    }
}

/// Such entries one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Narrow(Vec<Small>);

impl Narrow {
    /// Bytes of an entry.
    pub(super) const BYTES: usize = size_of::<Small>();

    /// The same entries; none if one does not fit.
    pub(super) fn new(entries: &[Entry]) -> Option<Self> {
        let small = entries.iter().map(|&entry| Small::new(entry));
        let mut small: Vec<Small> = small.collect::<Option<_>>()?;
        small.shrink_to_fit();
        Some(Self(small))
    }
}

impl Store for Narrow {
    #[inline(always)]
    fn at(&self, place: usize) -> Entry {
        self.0[place].entry()
    }

    #[inline(always)]
    fn between(&self, start: usize, end: usize) -> impl Iterator<Item = Entry> {
        self.0[start..end].iter().map(|small| small.entry())
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * Self::BYTES
    }
}
