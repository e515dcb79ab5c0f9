//! The line between two places.

use super::{DARK, is_open_slab};
use crate::cell::Cell;
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
    let [width, height] = [size.width(), size.height()].map(|side| side as isize);
    let steps = [1, width, width * height];
    let index = |pos: Pos| pos.x as isize + pos.y as isize * steps[1] + pos.z as isize * steps[2];
    let to = [b.x - a.x, b.y - a.y, b.z - a.z];
    let line = Line {
        cells: volume.bytes(),
        goal: index(b),
        steps: std::array::from_fn(|axis| steps[axis] * to[axis].signum() as isize),
        is_up: to[2] > 0,
    };
    line.is_clear(index(a), to.map(|far| u64::from(far.unsigned_abs())))
}

/// A line on the cells of a volume, by their indices. It stays in the box of its two ends.
struct Line<'a> {
    cells: &'a [u8],
    goal: isize,
    /// From a cell to the next one along each axis.
    steps: [isize; 3],
    is_up: bool,
}

impl Line<'_> {
    /// Whether the line is clear from a cell on, over so many borders of each axis.
    fn is_clear(&self, start: isize, count: [u64; 3]) -> bool {
        // The line crosses the borders of an axis at odd multiples of 1 / 2n. Multiplied by the
        // lengths of all axes those are whole numbers, which grow by the same step each time.
        let [x, y, z] = count.map(|count| count.max(1));
        let pace = [y * z, x * z, x * y];
        let never = u64::MAX;
        let mut next: [u64; 3] = std::array::from_fn(|axis| match count[axis] {
            0 => never,
            _ => pace[axis],
        });
        let mut left = count;
        let mut at = start;
        loop {
            // The axes whose next border comes first, all of them where it is a tie.
            let first = next[0].min(next[1]).min(next[2]);
            if first == never {
                return true;
            }
            let due = next.map(|next| next == first);
            let is_clear = match due {
                [true, false, false] => self.is_clear_at(at + self.steps[0]),
                [false, true, false] => self.is_clear_at(at + self.steps[1]),
                [false, false, true] => self.can_cross(at, 2),
                _ => self.can_pass(at, due),
            };
            if !is_clear {
                return false;
            }
            for axis in 0..3 {
                if due[axis] {
                    left[axis] -= 1;
                    next[axis] = match left[axis] {
                        0 => never,
                        _ => next[axis] + 2 * pace[axis],
                    };
                    at += self.steps[axis];
                }
            }
        }
    }

    /// Whether the line can cross the borders of some axes at once, in any order.
    fn can_pass(&self, at: isize, due: [bool; 3]) -> bool {
        (0..3).any(|axis| {
            let mut rest = due;
            rest[axis] = false;
            due[axis]
                && self.can_cross(at, axis)
                && (rest == [false; 3] || self.can_pass(at + self.steps[axis], rest))
        })
    }

    /// Whether one can see from a cell into the next one along an axis.
    fn can_cross(&self, from: isize, axis: usize) -> bool {
        let to = from + self.steps[axis];
        if !self.is_clear_at(to) {
            return false;
        }
        let [lower, upper] = match self.is_up {
            true => [from, to],
            false => [to, from],
        };
        axis != 2 || is_open_slab(self.cell(lower), self.cell(upper))
    }

    fn is_clear_at(&self, index: isize) -> bool {
        DARK[self.cells[index as usize] as usize] == 0 || index == self.goal
    }

    fn cell(&self, index: isize) -> Cell {
        Cell::from_byte(self.cells[index as usize])
    }
}
