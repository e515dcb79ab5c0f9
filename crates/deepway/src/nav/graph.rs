//! The one graph of moves: steps on a level, and the links of the one scan.

use super::planes::Planes;
use super::roads::{Cells, Hop, Roads};
use crate::rules::{MoveRules, Moves};
use crate::space::Pos;
use crate::volume::{BitPlane, Size, Volume};

/// A cell's number: eight bits of z, twelve of y, twelve of x.
///
/// A volume's limits fit, and coordinates come out by shifting alone.
pub(super) type CellId = u32;

/// The cells of a volume and all moves between them.
///
/// The volume is somebody else's; what is known besides belongs to a navigator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Graph<'a> {
    pub(super) volume: &'a Volume,
    pub(super) roads: &'a Roads,
    pub(super) planes: &'a Planes,
}

impl<'a> Graph<'a> {
    pub(super) fn rules(&self) -> &'a MoveRules {
        self.roads.rules()
    }

    pub(super) fn has_weights(&self) -> bool {
        self.roads.has_weights()
    }

    pub(super) fn has_gravity(&self) -> bool {
        self.roads.has_gravity()
    }

    pub(super) fn size(&self) -> Size {
        self.volume.size()
    }

    /// The number of a cell where somebody can stand.
    pub(super) fn standing(&self, pos: Pos) -> Option<CellId> {
        self.is_walkable(pos).then(|| id_of(pos))
    }

    /// The cells that can be entered, one bit each: the one place where they come from.
    #[inline]
    pub(super) fn walkable(&self) -> &'a BitPlane {
        self.roads.open(self.volume)
    }

    /// Whether a cell can be entered.
    pub(super) fn is_walkable(&self, pos: Pos) -> bool {
        self.roads.seen(self.volume).is_walkable(pos)
    }

    /// Whether one can enter a cell and walk on from it.
    pub(super) fn is_open(&self, pos: Pos) -> bool {
        self.size().contains(pos) && self.planes.is_open(pos)
    }

    /// Whether gravity takes whoever steps here.
    #[inline]
    pub(super) fn pulls(&self, pos: Pos) -> bool {
        self.roads.pulls(&self.roads.seen(self.volume), pos)
    }

    /// Whether one of the eight cells around pulls down.
    pub(super) fn is_beside_shaft(&self, pos: Pos) -> bool {
        self.roads
            .is_beside_shaft(&self.roads.seen(self.volume), pos)
    }

    /// The hops that leave a cell.
    pub(super) fn hops(&self, cell: CellId) -> &'a [Hop] {
        self.roads.hops(cell)
    }

    /// The hops that reach a cell, with the cells that they come from.
    pub(super) fn hops_into(&self, cell: CellId) -> &'a [Hop] {
        self.roads.hops_into(cell)
    }

    /// What entering a cell costs besides the move.
    #[inline]
    pub(super) fn weight(&self, cell: CellId) -> u64 {
        self.roads.weight(cell)
    }

    /// Calls `visit` with every cell that a move leads to, and the move's cost.
    #[inline]
    pub(super) fn for_each_move(&self, from: CellId, mut visit: impl FnMut(CellId, u64)) {
        let pos = pos_of(from);
        if !self.pulls(pos) {
            self.for_each_step(pos, |to, cost| {
                let to = id_of(to);
                visit(to, u64::from(cost) + self.weight(to));
            });
        }
        // Links leave only where there is a stop, which a bit tells.
        if !self.planes.is_stop(pos) {
            return;
        }
        for hop in self.hops(from) {
            visit(hop.to, u64::from(hop.cost) + self.weight(hop.to));
        }
    }

    /// Calls `visit` with every cell that a move comes from, and the move's cost.
    pub(super) fn for_each_move_back(&self, to: CellId, mut visit: impl FnMut(CellId, u64)) {
        let weight = self.weight(to);
        self.for_each_step(pos_of(to), |from, cost| {
            if !self.pulls(from) {
                visit(id_of(from), u64::from(cost) + weight);
            }
        });
        for hop in self.hops_into(to) {
            visit(hop.to, u64::from(hop.cost) + weight);
        }
    }

    /// The walkable neighbours on the level; steps lead both ways.
    #[inline]
    fn for_each_step(&self, pos: Pos, mut visit: impl FnMut(Pos, u32)) {
        let costs = &self.rules().costs;
        let [north, here, south] = self.walkable().around(pos);
        // Bit 0 is west, bit 1 the middle, bit 2 east.
        let mut straight = |open: u8, dx: i32, dy: i32| {
            if open != 0 {
                visit(Pos::new(pos.x + dx, pos.y + dy, pos.z), costs.straight);
            }
        };
        straight(north & 2, 0, -1);
        straight(here & 4, 1, 0);
        straight(south & 2, 0, 1);
        straight(here & 1, -1, 0);
        if self.rules().moves == Moves::Eight {
            let mut diagonal = |line: u8, side: u8, dx: i32, dy: i32| {
                if line & 2 != 0 && here & side != 0 && line & side != 0 {
                    visit(Pos::new(pos.x + dx, pos.y + dy, pos.z), costs.diagonal);
                }
            };
            diagonal(north, 4, 1, -1);
            diagonal(south, 4, 1, 1);
            diagonal(south, 1, -1, 1);
            diagonal(north, 1, -1, -1);
        }
    }
}

/// A cell and the eight around it.
pub(super) fn around(pos: Pos) -> impl Iterator<Item = Pos> {
    (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Pos::new(pos.x + x, pos.y + y, pos.z)))
}

/// The number of a cell that is known to be inside.
pub(super) const fn id_of(pos: Pos) -> CellId {
    (pos.z as u32) << 24 | (pos.y as u32) << 12 | pos.x as u32
}

/// The place of a cell.
pub(super) const fn pos_of(id: CellId) -> Pos {
    Pos::new(
        (id & 0xFFF) as i32,
        (id >> 12 & 0xFFF) as i32,
        (id >> 24) as i32,
    )
}
