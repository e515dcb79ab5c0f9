//! The line between two places.

use super::is_open_slab;
use crate::space::Pos;
use crate::volume::Volume;

/// Whether two places see each other, however far they are apart.
///
/// What stands at the two places themselves hides nothing. Takes time linear in the length of
/// the line.
pub fn sees(volume: &Volume, a: Pos, b: Pos) -> bool {
    let size = volume.size();
    if !size.contains(a) || !size.contains(b) {
        return false;
    }
    let line = Line { volume, goal: b };
    line.is_clear_from(a)
}

struct Line<'a> {
    volume: &'a Volume,
    goal: Pos,
}

impl Line<'_> {
    fn is_clear_from(&self, start: Pos) -> bool {
        let to = [
            self.goal.x - start.x,
            self.goal.y - start.y,
            self.goal.z - start.z,
        ];
        let step = to.map(i32::signum);
        // The line crosses the borders of an axis at odd multiples of 1 / 2n.
        let count = to.map(|far| i64::from(far.abs()));
        let mut next = [1i64; 3];
        let mut at = start;
        loop {
            // The axes whose next border comes first, all of them where it is a tie.
            let mut due = [false; 3];
            let mut first: Option<usize> = None;
            for axis in 0..3 {
                if next[axis] > 2 * count[axis] {
                    continue;
                }
                let order = first.map(|best| {
                    let [own, other] = [next[axis] * count[best], next[best] * count[axis]];
                    own.cmp(&other)
                });
                match order {
                    Some(std::cmp::Ordering::Greater) => {}
                    Some(std::cmp::Ordering::Equal) => due[axis] = true,
                    None | Some(std::cmp::Ordering::Less) => {
                        due = [false; 3];
                        due[axis] = true;
                        first = Some(axis);
                    }
                }
            }
            if first.is_none() {
                return true;
            }
            if !self.can_pass(at, step, due) {
                return false;
            }
            for axis in 0..3 {
                if due[axis] {
                    next[axis] += 2;
                    at = moved(at, axis, step[axis]);
                }
            }
        }
    }

    /// Whether the line can cross the borders of some axes at once, in any order.
    fn can_pass(&self, at: Pos, step: [i32; 3], due: [bool; 3]) -> bool {
        let mut left = due.into_iter().filter(|due| *due).count();
        if left == 0 {
            return true;
        }
        left -= 1;
        (0..3).any(|axis| {
            if !due[axis] {
                return false;
            }
            let to = moved(at, axis, step[axis]);
            let mut rest = due;
            rest[axis] = false;
            self.can_cross(at, to) && (left == 0 || self.can_pass(to, step, rest))
        })
    }

    /// Whether one can see from a cell into the one beside, above or below it.
    fn can_cross(&self, from: Pos, to: Pos) -> bool {
        let cell = self.volume.get(to);
        if to != self.goal && !cell.is_clear() {
            return false;
        }
        match to.z - from.z {
            0 => true,
            1 => is_open_slab(self.volume.get(from), cell),
            _ => is_open_slab(cell, self.volume.get(from)),
        }
    }
}

/// The next cell along an axis.
fn moved(at: Pos, axis: usize, by: i32) -> Pos {
    match axis {
        0 => Pos { x: at.x + by, ..at },
        1 => Pos { y: at.y + by, ..at },
        _ => Pos { z: at.z + by, ..at },
    }
}
