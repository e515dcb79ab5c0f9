//! Hops by cell.

use super::super::graph::{CellId, id_of};
use crate::space::Pos;
use std::collections::BTreeMap;

/// A move from a cell over a link, or down a shaft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::nav) struct Hop {
    pub(in crate::nav) to: CellId,
    pub(in crate::nav) cost: u32,
}

/// The hops of a cell, in order: as a rule two at most, one up and one down.
#[derive(Clone, Debug)]
enum Hops {
    Few(u8, [Hop; 2]),
    Many(Vec<Hop>),
}

impl Hops {
    const NONE: Self = Self::Few(0, [Hop { to: 0, cost: 0 }; 2]);

    fn as_slice(&self) -> &[Hop] {
        match self {
            Self::Few(count, hops) => &hops[..usize::from(*count)],
            Self::Many(hops) => hops,
        }
    }

    /// Adds a hop where it belongs in the order.
    fn insert(&mut self, hop: Hop) {
        let mut hops = self.as_slice().to_vec();
        hops.insert(hops.partition_point(|&other| other < hop), hop);
        *self = hops.into();
    }

    fn remove(&mut self, hop: Hop) {
        let mut hops = self.as_slice().to_vec();
        if let Ok(at) = hops.binary_search(&hop) {
            hops.remove(at);
        }
        *self = hops.into();
    }
}

impl From<Vec<Hop>> for Hops {
    fn from(hops: Vec<Hop>) -> Self {
        match hops[..] {
            [] => Self::NONE,
            [one] => Self::Few(1, [one; 2]),
            [one, other] => Self::Few(2, [one, other]),
            _ => Self::Many(hops),
        }
    }
}

/// The hops of all cells that have any.
#[derive(Clone, Debug, Default)]
pub(super) struct HopMap(BTreeMap<CellId, Hops>);

/// The numbers of cells in one column, a row apart, differ by 1 shifted by this.
const ROW: u32 = 12;

impl HopMap {
    pub(super) fn insert(&mut self, cell: CellId, hop: Hop) {
        self.0.entry(cell).or_insert(Hops::NONE).insert(hop);
    }

    pub(super) fn remove(&mut self, cell: CellId, hop: Hop) {
        if let Some(hops) = self.0.get_mut(&cell) {
            hops.remove(hop);
            if hops.as_slice().is_empty() {
                self.0.remove(&cell);
            }
        }
    }

    /// The hops of a cell, in order.
    pub(super) fn of(&self, cell: CellId) -> &[Hop] {
        self.0.get(&cell).map_or(&[], Hops::as_slice)
    }

    /// The cells that have hops, in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.0.keys().copied()
    }

    /// Those of a level.
    pub(super) fn cells_on(&self, z: i32) -> impl Iterator<Item = CellId> + '_ {
        let first = id_of(Pos::new(0, 0, z));
        self.0
            .range(first..=first | 0xFF_FFFF)
            .map(|(&cell, _)| cell)
    }

    /// Calls `visit` with those of a square, row by row.
    pub(super) fn for_each_in(&self, corner: Pos, side: u32, visit: &mut impl FnMut(CellId)) {
        let (west, east) = (corner.x as u32, corner.x as u32 + side);
        let last = id_of(corner) + ((side - 1) << ROW) + side - 1;
        let mut at = Some(id_of(corner));
        while let Some(first) = at.filter(|&at| at <= last)
            && let Some((&cell, _)) = self.0.range(first..=last).next()
        {
            let (row, x) = (cell >> ROW << ROW, cell & ((1 << ROW) - 1));
            at = if x < west {
                Some(row | west)
            } else if x < east {
                visit(cell);
                cell.checked_add(1)
            } else {
                (row | west).checked_add(1 << ROW)
            };
        }
    }

    /// Bytes that they take, about.
    pub(super) fn bytes(&self) -> usize {
        let lists = self.0.values().map(|hops| match hops {
            Hops::Few(..) => 0,
            Hops::Many(hops) => hops.capacity(),
        });
        // A node of a tree is three quarters full, as a rule.
        let entries = self.0.len() * size_of::<(CellId, Hops)>() * 4 / 3;
        entries + lists.sum::<usize>() * size_of::<Hop>()
    }
}
