//! The position of a room, and the cells that it covers.

use super::{Direction, Layer, Pos};
use std::fmt;

/// The position of a unit of room space: x east, **y north**, z up.
///
/// A unit is ten metres wide and a layer a hundred metres high. The entry hall
/// of a sector is at the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomPos {
    /// Units to the east.
    pub x: i32,
    /// Units to the north.
    pub y: i32,
    /// Layers up, −3..=3 inside a sector.
    pub z: i32,
}

impl RoomPos {
    /// The position of the entry hall.
    pub const ORIGIN: Self = Self::new(0, 0, 0);

    /// The unit at these coordinates.
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }

    /// The next unit in this direction, clamped to the range of the numbers.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (east, north, up) = direction.east_north_up();
        Self {
            x: self.x.saturating_add(east),
            y: self.y.saturating_add(north),
            z: self.z.saturating_add(up),
        }
    }

    /// The layer that the unit is on; `None` outside −3..=3.
    pub fn layer(self) -> Option<Layer> {
        Layer::from_z(self.z)
    }

    /// Metres to the east, to the north and up from the origin.
    pub const fn metres(self) -> [i64; 3] {
        [self.x as i64 * 10, self.y as i64 * 10, self.z as i64 * 100]
    }
}

impl fmt::Display for RoomPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.x, self.y, self.z)
    }
}

/// How units of room space lie on the cells of a volume.
///
/// Each unit is a block of `cells` × `cells` × `levels` cells. The frame is
/// anchored at its north-west corner on the lowest layer, because rows of cells
/// run south while rooms count to the north.
///
/// ```
/// use deepway::{Direction, Pos, RoomPos, UnitFrame};
///
/// // The unit (0, 2, 0) is the block at the corner of the volume.
/// let frame = UnitFrame { corner: RoomPos::new(0, 2, 0), cells: 11, levels: 4 };
/// assert_eq!(frame.block(RoomPos::new(0, 2, 0)), Some(Pos::new(0, 0, 0)));
/// assert_eq!(frame.block(RoomPos::new(1, 1, 0)), Some(Pos::new(11, 11, 0)));
/// assert_eq!(frame.unit(Pos::new(12, 20, 3)), Some(RoomPos::new(1, 1, 0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitFrame {
    /// The unit whose block holds the cell (0, 0, 0).
    pub corner: RoomPos,
    /// Cells along each side of a unit; at least 1.
    pub cells: u32,
    /// Levels of cells per layer; at least 1.
    pub levels: u32,
}

impl UnitFrame {
    /// The north-west cell on the lowest level of the unit's block.
    ///
    /// `None` if the numbers do not fit a cell position.
    pub fn block(&self, unit: RoomPos) -> Option<Pos> {
        let scale =
            |distance: i64, by: u32| i32::try_from(distance.checked_mul(i64::from(by))?).ok();
        Some(Pos {
            x: scale(i64::from(unit.x) - i64::from(self.corner.x), self.cells)?,
            y: scale(i64::from(self.corner.y) - i64::from(unit.y), self.cells)?,
            z: scale(i64::from(unit.z) - i64::from(self.corner.z), self.levels)?,
        })
    }

    /// The unit whose block holds the cell.
    ///
    /// `None` if a block would have no cells or the numbers do not fit.
    pub fn unit(&self, cell: Pos) -> Option<RoomPos> {
        let blocks = |at: i32, by: u32| i64::from(at).checked_div_euclid(i64::from(by));
        let fit = |number: i64| i32::try_from(number).ok();
        Some(RoomPos {
            x: fit(i64::from(self.corner.x) + blocks(cell.x, self.cells)?)?,
            y: fit(i64::from(self.corner.y) - blocks(cell.y, self.cells)?)?,
            z: fit(i64::from(self.corner.z) + blocks(cell.z, self.levels)?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn units() -> impl Strategy<Value = RoomPos> {
        (-99..99i32, -99..99i32, -3..=3i32).prop_map(|(x, y, z)| RoomPos::new(x, y, z))
    }

    #[test]
    fn north_of_the_origin_is_0_1_0() {
        assert_eq!(
            RoomPos::ORIGIN.step(Direction::North),
            RoomPos::new(0, 1, 0)
        );
        assert_eq!(
            RoomPos::ORIGIN.step(Direction::Down),
            RoomPos::new(0, 0, -1)
        );
        assert_eq!(RoomPos::new(1, -2, -3).metres(), [10, -20, -300]);
        assert_eq!(RoomPos::new(1, -2, -3).layer(), Some(Layer::DeepRoots));
        assert_eq!(RoomPos::new(0, 0, 4).layer(), None);
    }

    proptest! {
        #[test]
        fn every_cell_of_a_block_belongs_to_its_unit(
            corner in units(), unit in units(), cells in 1..40u32, levels in 1..9u32,
            dx in 0..40u32, dy in 0..40u32, dz in 0..9u32,
        ) {
            let frame = UnitFrame { corner, cells, levels };
            let block = frame.block(unit).unwrap();
            let cell = Pos::new(
                block.x + (dx % cells) as i32,
                block.y + (dy % cells) as i32,
                block.z + (dz % levels) as i32,
            );
            prop_assert_eq!(frame.unit(cell), Some(unit));
        }

        #[test]
        fn a_step_between_units_is_a_step_between_blocks(
            corner in units(), unit in units(), cells in 1..40u32, levels in 1..9u32,
        ) {
            let frame = UnitFrame { corner, cells, levels };
            for direction in Direction::ALL {
                let size = if direction.east_north_up().2 == 0 { cells } else { levels };
                prop_assert_eq!(
                    frame.block(unit.step(direction)),
                    frame.block(unit).map(|block| block.step_by(direction, size as i32))
                );
            }
        }

        #[test]
        fn a_frame_never_panics(c: [i32; 3], p: [i32; 3], cells: u32, levels: u32) {
            let frame = UnitFrame { corner: RoomPos::new(c[0], c[1], c[2]), cells, levels };
            let _ = frame.block(RoomPos::new(p[0], p[1], p[2]));
            let _ = frame.unit(Pos::from(p));
        }
    }
}
