//! What stands at one place of a column of zones, from the sky to the bottom: a bit for each
//! depth.

use super::super::boundary::{ConnectionKind, Vertical};
use super::{Entry, EntryKind};

/// What entries want of one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Depths with stairs down to the next, with a pit, with a hole.
    stairs: u64,
    pits: u64,
    holes: u64,
    /// Depths where the floor is to be cleared.
    floors: u64,
}

impl Wanted {
    pub(super) fn add(&mut self, entry: &Entry) {
        let here = 1 << entry.zone.z();
        match entry.kind {
            EntryKind::StairsUp => self.stairs |= here >> 1,
            EntryKind::StairsDown => self.stairs |= here,
            EntryKind::DownEnd => self.holes |= here >> 1,
            EntryKind::PullDownEnd => self.pits |= here >> 1,
            EntryKind::UpEnd | EntryKind::Connection => self.floors |= here,
        }
    }
}

/// What stands at one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stack {
    stairs: u64,
    pits: u64,
    holes: u64,
    elevators: u64,
    /// Cleared floor.
    floors: u64,
    /// Where a pit would stand if it may.
    asked: u64,
    /// Where a hole would stand if a pit does not.
    asked_holes: u64,
}

impl Stack {
    /// What the boundary has at a place, and what is wanted there, but for pits.
    pub(super) fn new(generated: impl Iterator<Item = Vertical>, wanted: &Wanted) -> Self {
        let mut stack = Self::default();
        for vertical in generated {
            let levels = 1_u64 << vertical.levels;
            let above = (levels - 1) << vertical.top;
            let all = above | levels << vertical.top;
            match vertical.kind {
                ConnectionKind::Opening => {}
                ConnectionKind::Stairs => stack.stairs |= all,
                ConnectionKind::Elevator => stack.elevators |= all,
                ConnectionKind::Shaft | ConnectionKind::Pit => stack.pits |= above,
                ConnectionKind::Hole => stack.holes |= above,
            }
        }
        // Stairs need two cells that nobody has, or that are stairs.
        let free = !(stack.pits | stack.holes | stack.elevators);
        let flights = wanted.stairs & free & free >> 1;
        stack.stairs |= flights | flights << 1;
        let free = free & !stack.stairs;
        stack.asked = wanted.pits & free;
        stack.asked_holes = wanted.holes & free;
        let ends = wanted.stairs | wanted.pits | wanted.holes;
        stack.floors = wanted.floors | ends | ends << 1;
        stack
    }

    /// Whether a pit is wanted at a depth that may have one.
    pub(super) fn asks_for_pit(&self, z: u32) -> bool {
        self.asked >> z & 1 == 1
    }

    /// Whether the floor is cleared at a depth.
    pub(super) fn clears(&self, z: u32) -> bool {
        self.floors >> z & 1 == 1
    }

    /// Digs the pits that are wanted at those depths, and holes where they remain.
    pub(super) fn dig(&mut self, may: impl Fn(u32) -> bool) {
        let mut asked = self.asked;
        while asked != 0 {
            let z = asked.trailing_zeros();
            asked &= asked - 1;
            self.pits |= u64::from(may(z)) << z;
        }
        self.holes |= self.asked_holes & !self.pits;
    }

    /// What the cells make, from the sky down.
    pub(super) fn verticals(&self, [y, x]: [u8; 2]) -> impl Iterator<Item = Vertical> {
        let kinds = [
            (self.stairs, ConnectionKind::Stairs),
            (self.elevators, ConnectionKind::Elevator),
            (self.pits, ConnectionKind::Pit),
            (self.holes, ConnectionKind::Hole),
        ];
        kinds.into_iter().flat_map(move |(mut cells, kind)| {
            std::iter::from_fn(move || {
                let top = (cells != 0).then(|| cells.trailing_zeros())?;
                let count = (cells >> top).trailing_ones();
                cells &= !(((1 << count) - 1) << top);
                let (levels, kind) = match kind {
                    ConnectionKind::Pit if count > 1 => (count, ConnectionKind::Shaft),
                    ConnectionKind::Pit | ConnectionKind::Hole => (count, kind),
                    // Both ends have cells of their own.
                    _ => (count - 1, kind),
                };
                Some(Vertical {
                    top: top as u8,
                    levels: levels as u8,
                    y,
                    x,
                    kind,
                })
            })
        })
    }
}
