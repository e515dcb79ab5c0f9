//! What is added to a world while it runs: stairs that somebody dug, holes that somebody fell
//! through, places that must be reached.
//!
//! The registry is a set. A zone is a function of the seed, its place and this set, so adding
//! twice is adding once, and no order differs from any other. An entry makes both of its ends.
//! Where entries want different things of one cell, the first of these wins:
//!
//! 1. a link cell of the boundary;
//! 2. stairs, if both ends can be stairs;
//! 3. a pit, if what can be walked on around it stays in one piece (in the order of rows);
//! 4. a hole;
//! 5. cleared floor, which is also what is left of an entry that did not get its way.
//!
//! What the cells at one place then make is what both zones list: stairs that touch are one
//! connection, pits that touch are a shaft.

mod additions;
mod stack;

pub(super) use additions::Additions;

use super::plan::Plan;
use super::{Address, Blueprint};
use crate::space::{Direction, ZonePos};
use stack::Wanted;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use thiserror::Error;

/// Something added at run time: what is placed in a zone, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The zone in which it is placed.
    pub zone: ZonePos,
    /// The row of its cell.
    pub y: u8,
    /// The column of its cell.
    pub x: u8,
    /// What is placed.
    pub kind: EntryKind,
    /// What the running game puts there, if anything.
    pub object: Option<String>,
}

/// What an entry places in its zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// Stairs to the zone above.
    StairsUp,
    /// Stairs to the zone below.
    StairsDown,
    /// The floor below a hole in the zone above.
    DownEnd,
    /// A floor that one reached from below, without a way back.
    UpEnd,
    /// The floor below a pit in the zone above.
    PullDownEnd,
    /// A place that must be joined to the rest of its zone.
    Connection,
}

impl EntryKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::StairsUp,
        Self::StairsDown,
        Self::DownEnd,
        Self::UpEnd,
        Self::PullDownEnd,
        Self::Connection,
    ];

    /// What it is called, in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StairsUp => "StairsUp",
            Self::StairsDown => "StairsDown",
            Self::DownEnd => "DownEnd",
            Self::UpEnd => "UpEnd",
            Self::PullDownEnd => "PullDownEnd",
            Self::Connection => "Connection",
        }
    }

    /// Where its other end is: in the zone above or below, or nowhere.
    pub const fn source(self) -> Option<Direction> {
        match self {
            Self::StairsUp | Self::DownEnd | Self::PullDownEnd => Some(Direction::Up),
            Self::StairsDown | Self::UpEnd => Some(Direction::Down),
            Self::Connection => None,
        }
    }

    /// How files write where its other end is: `u`, `d` or `-`.
    pub const fn from(self) -> &'static str {
        match self.source() {
            Some(Direction::Up) => "u",
            Some(_) => "d",
            None => "-",
        }
    }
}

/// Why something cannot be added to a world.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// A cell on the border of the zone, outside it, or outside a tower.
    #[error("{axis}: {found}: expected {} to {}{}", range.start(), range.end(), match is_tower {
        true => ", inside the tower",
        false => ", inside the border of the zone",
    })]
    Cell {
        /// Which coordinate: `x` or `y`.
        axis: &'static str,
        /// What it is.
        found: u8,
        /// What it may be.
        range: RangeInclusive<u8>,
        /// Whether a tower is what makes it so.
        is_tower: bool,
    },
    /// A zone of open air.
    #[error("zone: {} is open air: expected depth 10 to 49, or a floor of a tower", Address::of(*zone))]
    Air {
        /// The zone.
        zone: ZonePos,
    },
    /// An entry that needs a zone above or below, where there is none to stand in.
    #[error("type: {} in {}: expected a zone {} it that is not open air", kind.name(), Address::of(*zone), match kind.source() {
        Some(Direction::Up) => "above",
        _ => "below",
    })]
    Source {
        /// The zone.
        zone: ZonePos,
        /// What was to be placed.
        kind: EntryKind,
    },
    /// A request for more places than there are.
    #[error("number: {asked} in {}: expected at most {found}, for no more places fit x, y and the rest", Address::of(*zone))]
    Room {
        /// The zone.
        zone: ZonePos,
        /// How many were asked for.
        asked: u32,
        /// How many were found.
        found: u32,
    },
}

/// What was added to a world.
///
/// Every entry fits the plan that it was added with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    entries: BTreeSet<Entry>,
    /// What is wanted of each column of zones, place by place, row by row.
    columns: BTreeMap<[u32; 2], BTreeMap<[u8; 2], Wanted>>,
}

impl Registry {
    /// The columns and rows of cells that entries may stand at: all but the border.
    pub const CELLS: [RangeInclusive<u8>; 2] = [1..=78, 1..=23];
    /// The same for the floors of towers above the surface.
    pub const TOWER_CELLS: [RangeInclusive<u8>; 2] = [20..=59, 6..=18];

    /// Adds an entry to the world of a plan; says whether it is new.
    pub fn add(&mut self, plan: &Plan, entry: Entry) -> Result<bool, EntryError> {
        entry.check(plan)?;
        let column = self.columns.entry(entry.zone.column()).or_default();
        column.entry([entry.y, entry.x]).or_default().add(&entry);
        Ok(self.entries.insert(entry))
    }

    /// Takes an entry away; says whether it was there.
    pub fn remove(&mut self, entry: &Entry) -> bool {
        let was_there = self.entries.remove(entry);
        if was_there {
            let mut wanted = Wanted::default();
            for z in 0..ZonePos::DEPTHS {
                let zone = ZonePos::at(entry.zone.column(), z);
                for other in zone.into_iter().flat_map(|zone| self.at(zone, entry)) {
                    wanted.add(other);
                }
            }
            let column = self.columns.entry(entry.zone.column()).or_default();
            match wanted == Wanted::default() {
                true => _ = column.remove(&[entry.y, entry.x]),
                false => _ = column.insert([entry.y, entry.x], wanted),
            }
            if column.is_empty() {
                self.columns.remove(&entry.zone.column());
            }
        }
        was_there
    }

    /// The entries of a zone at the place of another.
    fn at(&self, zone: ZonePos, place: &Entry) -> impl Iterator<Item = &Entry> {
        let (y, x) = (place.y, place.x);
        let from = first(zone, y, x);
        let entries = self.entries.range(from..);
        entries.take_while(move |entry| entry.zone == zone && (entry.y, entry.x) == (y, x))
    }

    /// All entries, zone by zone.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries that have an end in a zone: its own, and those above and below that lead
    /// here.
    pub fn in_zone(&self, zone: ZonePos) -> impl Iterator<Item = &Entry> {
        let near = [Some(Direction::Up), None, Some(Direction::Down)];
        near.into_iter().flat_map(move |side| {
            let from = match side {
                Some(side) => zone.step(side),
                None => Some(zone),
            };
            let entries = from.into_iter().flat_map(move |from| {
                let entries = self.entries.range(first(from, 0, 0)..);
                entries.take_while(move |entry| entry.zone == from)
            });
            entries.filter(move |entry| {
                side.is_none_or(|side| entry.kind.source() == Some(side.opposite()))
            })
        })
    }
}

/// An entry before all others of a place.
fn first(zone: ZonePos, y: u8, x: u8) -> Entry {
    Entry {
        zone,
        y,
        x,
        kind: EntryKind::StairsUp,
        object: None,
    }
}

impl Entry {
    /// Whether it fits a world.
    pub(super) fn check(&self, plan: &Plan) -> Result<(), EntryError> {
        let zone = self.zone;
        let is_air = |zone| plan.blueprint(zone) == Blueprint::Air;
        if is_air(zone) {
            return Err(EntryError::Air { zone });
        }
        let mut highest = zone.z();
        if let Some(source) = self.kind.source() {
            let other = zone.step(source).filter(|&other| !is_air(other));
            let kind = self.kind;
            let other = other.ok_or(EntryError::Source { zone, kind })?;
            highest = highest.min(other.z());
        }
        let is_tower = highest < ZonePos::SURFACE;
        let ranges = match is_tower {
            true => Registry::TOWER_CELLS,
            false => Registry::CELLS,
        };
        for ((axis, found), range) in [("x", self.x), ("y", self.y)].into_iter().zip(ranges) {
            if !range.contains(&found) {
                return Err(EntryError::Cell {
                    axis,
                    found,
                    range,
                    is_tower,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
