//! The position of a cell.

use super::Direction;
use std::fmt;

/// The position of a cell: x east, **y south**, z up.
///
/// Positions are ordered by x, then y, then z, as they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    /// Cells to the east.
    pub x: i32,
    /// Rows to the south.
    pub y: i32,
    /// Levels up.
    pub z: i32,
}

impl Pos {
    /// The cell at these coordinates.
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    /// The next cell in this direction, clamped to the range of the numbers.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        self.step_by(direction, 1)
    }

    /// The cell `steps` further in this direction, clamped in the same way.
    #[must_use]
    pub const fn step_by(self, direction: Direction, steps: i32) -> Self {
        let (east, north, up) = direction.east_north_up();
        Self {
            x: self.x.saturating_add(east.saturating_mul(steps)),
            y: self.y.saturating_sub(north.saturating_mul(steps)),
            z: self.z.saturating_add(up.saturating_mul(steps)),
        }
    }

    /// The coordinates as `[x, y, z]`.
    pub const fn to_array(self) -> [i32; 3] {
        [self.x, self.y, self.z]
    }
}

impl From<[i32; 3]> for Pos {
    fn from([x, y, z]: [i32; 3]) -> Self {
        Self { x, y, z }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn north_is_up_the_page() {
        let pos = Pos::new(5, 5, 5);
        assert_eq!(pos.step(Direction::North), Pos::new(5, 4, 5));
        assert_eq!(pos.step(Direction::SouthEast), Pos::new(6, 6, 5));
        assert_eq!(pos.step(Direction::Up), Pos::new(5, 5, 6));
    }

    proptest! {
        #[test]
        fn a_step_and_the_step_back(x in -9999..9999i32, y in -9999..9999i32, z in -99..99i32, n in 0..99i32) {
            let pos = Pos::new(x, y, z);
            for direction in Direction::ALL {
                let there = pos.step_by(direction, n);
                prop_assert_eq!(there.step_by(direction.opposite(), n), pos);
                prop_assert_eq!(there, (0..n).fold(pos, |p, _| p.step(direction)));
            }
            prop_assert_eq!(Pos::from(pos.to_array()), pos);
        }

        #[test]
        fn a_step_never_overflows(array: [i32; 3], n: i32) {
            for direction in Direction::ALL {
                let _ = Pos::from(array).step_by(direction, n);
            }
        }
    }
}
