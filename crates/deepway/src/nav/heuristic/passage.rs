//! The links of a gap between two levels, for bounds.

use super::Heuristic;
use crate::space::Pos;

/// A link in one of its directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Door {
    pub(super) near: Pos,
    pub(super) far: Pos,
    pub(super) cost: u64,
}

/// A door, or some that are near each other, taken for one: as cheap as the cheapest of
/// them, and as near as any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) near: Area,
    pub(super) far: Area,
    pub(super) cost: u64,
}

/// A rectangle on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    low: Pos,
    high: Pos,
}

/// More passages than this in a gap do not pay: every bound looks at them.
const MOST: usize = 96;

impl Area {
    fn of(pos: Pos) -> Self {
        let (low, high) = (pos, pos);
        Self { low, high }
    }

    fn join(&mut self, other: Self) {
        let Self { low, high } = self;
        *low = Pos::new(low.x.min(other.low.x), low.y.min(other.low.y), low.z);
        *high = Pos::new(high.x.max(other.high.x), high.y.max(other.high.y), low.z);
    }

    /// A cell in the middle.
    pub(super) fn middle(&self) -> Pos {
        let (low, high) = (self.low, self.high);
        Pos::new((low.x + high.x) / 2, (low.y + high.y) / 2, low.z)
    }

    /// The most that it costs from the middle to a cell of it.
    pub(super) fn slack(&self, heuristic: &Heuristic) -> u64 {
        match self.low == self.high {
            true => 0,
            false => heuristic.walk(self.middle(), self.high),
        }
    }
}

/// The passages of a gap, those of a square of cells taken together; squares are as small as
/// they can be.
pub(super) fn passages(doors: &[Door]) -> Vec<Passage> {
    let alone = |door: &Door| Passage {
        near: Area::of(door.near),
        far: Area::of(door.far),
        cost: door.cost,
    };
    if doors.len() <= MOST {
        return doors.iter().map(alone).collect();
    }
    let square = |door: &Door, shift: u32| (door.near.y >> shift, door.near.x >> shift);
    // The squares of each size are parts of those of the next, so one order does for all.
    let mut sorted = doors.to_vec();
    sorted.sort_unstable_by_key(|door| interleaved(door.near));
    let shift = (0..u32::BITS).find(|&shift| {
        let same = |a: &Door, b: &Door| square(a, shift) == square(b, shift);
        sorted.chunk_by(same).count() <= MOST
    });
    let shift = shift.unwrap_or(u32::BITS - 1);
    let squares = sorted.chunk_by(|a, b| square(a, shift) == square(b, shift));
    let joined = squares.filter_map(|doors| {
        doors.iter().map(alone).reduce(|mut all, door| {
            all.near.join(door.near);
            all.far.join(door.far);
            all.cost = all.cost.min(door.cost);
            all
        })
    });
    joined.collect()
}

/// The bits of a place, those across and those down in turn.
fn interleaved(pos: Pos) -> u32 {
    let bits = (0..12).map(|bit| {
        let (x, y) = (pos.x as u32 >> bit & 1, pos.y as u32 >> bit & 1);
        (y << 1 | x) << (2 * bit)
    });
    bits.fold(0, |all, bits| all | bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// However many doors there are: each is in a passage that is no dearer, and there
        /// are not too many of those.
        #[test]
        fn every_door_is_in_a_passage(
            doors in proptest::collection::vec((0..4096, 0..4096, -1..=1, 0..9u64), 0..300),
            spread in 1..=4096,
        ) {
            let doors: Vec<Door> = doors
                .into_iter()
                .map(|(x, y, aside, cost)| Door {
                    near: Pos::new(x % spread, y % spread, 0),
                    far: Pos::new(x % spread + aside, y % spread, 1),
                    cost,
                })
                .collect();
            let passages = passages(&doors);
            prop_assert!(passages.len() <= MOST);
            let holds = |area: &Area, pos: Pos| {
                (area.low.x..=area.high.x).contains(&pos.x)
                    && (area.low.y..=area.high.y).contains(&pos.y)
                    && area.low.z == pos.z
            };
            for door in &doors {
                let mut passages = passages.iter();
                prop_assert!(passages.any(|one| holds(&one.near, door.near)
                    && holds(&one.far, door.far)
                    && one.cost <= door.cost));
            }
            if doors.len() <= MOST {
                prop_assert!(passages.iter().all(|one| one.near.low == one.near.high));
            }
        }
    }
}
