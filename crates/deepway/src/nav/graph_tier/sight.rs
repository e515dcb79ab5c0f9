//! What a cell sees: the nodes that a direct way leads to.
//!
//! A direct way with eight moves is diagonal first and then straight, with four moves along
//! the row first and then along the column, over plain cells, and ends at the first node. It
//! is a fact of grids where corners are not cut that of the cheapest ways over plain cells
//! one is made of such pieces, each from a convex corner to the next: wherever it turns in
//! another order, the two moves can change places, unless a wall is in the way, and then the
//! cell between them is at that wall's corner.

use super::Tolls;
use super::nodes::{NodeId, Nodes};
use super::terrain::Terrain;
use crate::rules::Moves;
use crate::space::Pos;

/// A node that a cell sees, and what the direct way there costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) node: NodeId,
    pub(super) cost: u32,
}

/// Everything that is needed to look around.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) nodes: &'a Nodes,
    pub(super) tolls: Tolls,
}

impl Sight<'_> {
    /// Calls `visit` with every node that a plain cell sees.
    #[inline(always)]
    pub(super) fn look(&self, from: Pos, mut visit: impl FnMut(Seen)) {
        match self.tolls.moves {
            Moves::Eight => self.look_eight(from, &mut visit),
            Moves::Four => self.look_four(from, &mut visit),
        }
    }

    /// Reports where a ray has ended, if that is a node and no wall.
    #[inline(always)]
    fn report(&self, at: Pos, cost: u32, visit: &mut impl FnMut(Seen)) {
        if self.terrain.is_plain(at)
            && let Some(node) = self.nodes.at(at)
        {
            visit(Seen { node, cost });
        }
    }

    #[inline(always)]
    fn row<const EAST: bool>(&self, from: Pos, before: u32, visit: &mut impl FnMut(Seen)) {
        let end = self.terrain.along_row::<EAST>(from);
        let steps = end.x.abs_diff(from.x);
        self.report(end, before + steps * self.tolls.straight, visit);
    }

    #[inline(always)]
    fn column<const SOUTH: bool>(&self, from: Pos, before: u32, visit: &mut impl FnMut(Seen)) {
        let end = self.terrain.along_column::<SOUTH>(from);
        let steps = end.y.abs_diff(from.y);
        self.report(end, before + steps * self.tolls.straight, visit);
    }

    #[inline(always)]
    fn look_eight(&self, from: Pos, visit: &mut impl FnMut(Seen)) {
        self.row::<true>(from, 0, visit);
        self.row::<false>(from, 0, visit);
        self.column::<true>(from, 0, visit);
        self.column::<false>(from, 0, visit);
        self.diagonal::<true, true>(from, visit);
        self.diagonal::<true, false>(from, visit);
        self.diagonal::<false, true>(from, visit);
        self.diagonal::<false, false>(from, visit);
    }

    #[inline(always)]
    fn diagonal<const EAST: bool, const SOUTH: bool>(
        &self,
        from: Pos,
        visit: &mut impl FnMut(Seen),
    ) {
        let (east, south) = (if EAST { 1 } else { -1 }, if SOUTH { 1 } else { -1 });
        let (mut at, mut cost) = (from, 0);
        while self.terrain.is_diagonal_open(at, east, south) {
            at = Pos::new(at.x + east, at.y + south, at.z);
            cost += self.tolls.diagonal;
            if let Some(node) = self.nodes.at(at) {
                visit(Seen { node, cost });
                return;
            }
            self.row::<EAST>(at, cost, visit);
            self.column::<SOUTH>(at, cost, visit);
        }
    }

    #[inline(always)]
    fn look_four(&self, from: Pos, visit: &mut impl FnMut(Seen)) {
        self.column::<true>(from, 0, visit);
        self.column::<false>(from, 0, visit);
        self.sideways::<true>(from, visit);
        self.sideways::<false>(from, visit);
    }

    #[inline(always)]
    fn sideways<const EAST: bool>(&self, from: Pos, visit: &mut impl FnMut(Seen)) {
        let end = self.terrain.along_row::<EAST>(from);
        let (mut at, mut cost) = (from, 0);
        loop {
            at.x += if EAST { 1 } else { -1 };
            cost += self.tolls.straight;
            if at.x == end.x {
                self.report(end, cost, visit);
                return;
            }
            self.column::<true>(at, cost, visit);
            self.column::<false>(at, cost, visit);
        }
    }

    /// The cost of the direct way between two cells, if it leads over plain cells only.
    pub(super) fn direct(&self, from: Pos, to: Pos) -> Option<u32> {
        if from.z != to.z || !self.terrain.is_plain(from) || !self.terrain.is_plain(to) {
            return None;
        }
        let mut at = from;
        match self.tolls.moves {
            Moves::Eight => {
                let (east, south) = ((to.x - from.x).signum(), (to.y - from.y).signum());
                while at.x != to.x && at.y != to.y {
                    if !self.terrain.is_diagonal_open(at, east, south) {
                        return None;
                    }
                    at = Pos::new(at.x + east, at.y + south, at.z);
                }
            }
            Moves::Four => {
                at.x = to.x;
                if !self.terrain.is_line_plain(from, at) {
                    return None;
                }
            }
        }
        let is_open = self.terrain.is_line_plain(at, to);
        is_open.then(|| self.tolls.walk(from, to))
    }
}

/// Where a direct way turns, seen from its end: the way from `from` to `to` that is direct
/// from `to`. None if it does not turn.
pub(super) fn bend(moves: Moves, from: Pos, to: Pos) -> Option<Pos> {
    let (dx, dy) = (from.x - to.x, from.y - to.y);
    let bend = match moves {
        Moves::Eight => {
            let both = dx.abs().min(dy.abs());
            Pos::new(to.x + dx.signum() * both, to.y + dy.signum() * both, to.z)
        }
        Moves::Four => Pos::new(from.x, to.y, to.z),
    };
    (bend != from && bend != to).then_some(bend)
}
