//! Islands: cells from which nothing leads to the rest of the world, or to which nothing does.
//!
//! Who looks for a way to an island from outside would look through the whole world. So the
//! cells from which the goal is reached are followed back first: if they come to an end within a
//! few zones, and the start is not among them, there is no way.

use super::super::Strata;
use super::super::board::{Board, HEIGHT, WIDTH};
use super::super::boundary::ConnectionKind;
use super::super::zone::Zone;
use crate::space::{Direction, Pos, ZonePos};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A zone of which some cells are followed.
struct Shore {
    zone: Arc<Zone>,
    /// Where one can be, and where one only falls.
    open: Board,
    falls: Board,
    seen: Board,
}

/// The cells from which a goal is reached.
struct Island<'a> {
    strata: &'a Strata,
    shores: BTreeMap<ZonePos, Shore>,
    /// Zones with cells that were not followed yet, and those cells.
    left: BTreeMap<ZonePos, Board>,
}

/// Whether nothing leads to a goal but from a few zones around it, and from there not from the
/// start. Looks at so many zones at most; the second answer is how many of them were built.
pub(super) fn is_apart(strata: &Strata, start: Pos, goal: Pos, most: usize) -> (bool, u32) {
    let ends = ZonePos::from_world(start).zip(ZonePos::from_world(goal));
    let Some(((start, [sx, sy]), (goal, [x, y]))) = ends else {
        return (false, 0);
    };
    let mut island = Island {
        strata,
        shores: BTreeMap::new(),
        left: BTreeMap::new(),
    };
    let mut built = 0;
    island.reach(goal, [x as usize, y as usize]);
    while let Some((zone, cells)) = island.left.pop_first() {
        if !island.shores.contains_key(&zone) {
            if island.shores.len() == most {
                return (false, built);
            }
            built += u32::from(island.land(zone));
        }
        island.follow(zone, &cells);
        let has_start = |shore: &Shore| shore.seen.get(sx as usize, sy as usize);
        if island.shores.get(&start).is_some_and(has_start) {
            return (false, built);
        }
    }
    (true, built)
}

impl Island<'_> {
    /// From a cell of a zone the goal is reached, if one can be there.
    fn reach(&mut self, zone: ZonePos, [x, y]: [usize; 2]) {
        self.left.entry(zone).or_default().set(x, y);
    }

    /// Looks at a zone for the first time; says whether it was built for that.
    fn land(&mut self, pos: ZonePos) -> bool {
        let (zone, is_new) = self.strata.fetch(pos);
        let (mut open, mut falls) = (Board::EMPTY, Board::EMPTY);
        for (y, row) in zone.cells().iter().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                if cell.is_walkable() {
                    open.set(x, y);
                }
            }
        }
        for vertical in zone.boundary().vertical() {
            if vertical.kind.pulls() && vertical.has_link_cell(pos.z()) {
                falls.set(vertical.x.into(), vertical.y.into());
            }
        }
        let shore = Shore {
            zone,
            open,
            falls,
            seen: Board::EMPTY,
        };
        self.shores.insert(pos, shore);
        is_new
    }

    /// Follows cells of a zone back to all from which they are reached.
    fn follow(&mut self, pos: ZonePos, cells: &Board) {
        let Some(shore) = self.shores.get_mut(&pos) else {
            return;
        };
        let before = shore.seen;
        let mut seen = before.or(&cells.and(&shore.open));
        // A diagonal step needs both cells beside it, so straight ones reach as much. Whoever
        // is on a cell that pulls steps nowhere, but others step onto it.
        loop {
            let from = seen.grown().and(&shore.open);
            let grown = seen.or(&from.without(&shore.falls));
            if grown == seen {
                break;
            }
            seen = grown;
        }
        shore.seen = seen;
        let new = seen.without(&before);
        let zone = Arc::clone(&shore.zone);
        for [x, y] in new.cells() {
            for (side, is_there, to) in [
                (0, y == 0, [x, HEIGHT - 1]),
                (1, x == WIDTH - 1, [0, y]),
                (2, y == HEIGHT - 1, [x, 0]),
                (3, x == 0, [WIDTH - 1, y]),
            ] {
                let at = if side % 2 == 0 { x } else { y };
                if is_there
                    && zone.boundary().open[side] >> at & 1 == 1
                    && let Some(next) = pos.step(Direction::STRAIGHT[side])
                {
                    self.reach(next, to);
                }
            }
        }
        for vertical in zone.boundary().vertical() {
            let at = [usize::from(vertical.x), usize::from(vertical.y)];
            if !new.get(at[0], at[1]) {
                continue;
            }
            let is_two_way = matches!(
                vertical.kind,
                ConnectionKind::Opening | ConnectionKind::Stairs | ConnectionKind::Elevator
            );
            let up = pos.step(Direction::Up);
            if u32::from(vertical.top) < pos.z()
                && let Some(up) = up
            {
                self.reach(up, at);
            }
            let down = pos.step(Direction::Down);
            if is_two_way
                && pos.z() < vertical.bottom()
                && let Some(down) = down
            {
                self.reach(down, at);
            }
        }
    }
}
