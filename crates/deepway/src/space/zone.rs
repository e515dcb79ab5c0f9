//! The position of a zone in the strata.

use super::{Direction, Pos};
use std::fmt;

/// The position of a zone: 3 × 3 zones per parasang, z **down**.
///
/// There are 80 × 25 parasangs and 50 depths, so 900,000 zones. Depth 10 is
/// the surface. The type holds only positions that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZonePos {
    z: u32,
    y: u32,
    x: u32,
}

impl ZonePos {
    /// Zones from west to east.
    pub const COLUMNS: u32 = 80 * 3;
    /// Zones from north to south.
    pub const ROWS: u32 = 25 * 3;
    /// Depths from the sky to the bottom.
    pub const DEPTHS: u32 = 50;
    /// The depth of the surface.
    pub const SURFACE: u32 = 10;
    /// Cells from west to east in a zone.
    pub const WIDTH: u32 = 80;
    /// Cells from north to south in a zone.
    pub const HEIGHT: u32 = 25;

    /// The zone of a parasang at a depth; `None` if there is no such zone.
    pub fn new(parasang: [u32; 2], zone: [u32; 2], z: u32) -> Option<Self> {
        let inside = parasang[0] < Self::COLUMNS / 3
            && parasang[1] < Self::ROWS / 3
            && zone[0] < 3
            && zone[1] < 3
            && z < Self::DEPTHS;
        inside.then(|| Self {
            z,
            y: parasang[1] * 3 + zone[1],
            x: parasang[0] * 3 + zone[0],
        })
    }

    /// The zone of a column, counted in zones from the north-west, at a depth.
    pub fn at([x, y]: [u32; 2], z: u32) -> Option<Self> {
        (x < Self::COLUMNS && y < Self::ROWS && z < Self::DEPTHS).then_some(Self { z, y, x })
    }

    /// Its column, counted in zones from the north-west.
    pub const fn column(self) -> [u32; 2] {
        [self.x, self.y]
    }

    /// Its number among all zones, level by level from the sky down.
    pub const fn number(self) -> u32 {
        (self.z * Self::ROWS + self.y) * Self::COLUMNS + self.x
    }

    /// All zones, in the order of their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::COLUMNS * Self::ROWS * Self::DEPTHS).map(|number| Self {
            z: number / (Self::COLUMNS * Self::ROWS),
            y: number / Self::COLUMNS % Self::ROWS,
            x: number % Self::COLUMNS,
        })
    }

    /// The zone that one walks to in a direction; `None` at the sides, the top and the bottom of
    /// the world.
    #[must_use]
    pub fn step(self, towards: Direction) -> Option<Self> {
        let (east, north, up) = towards.east_north_up();
        let x = self.x.checked_add_signed(east)?;
        let y = self.y.checked_add_signed(-north)?;
        Self::at([x, y], self.z.checked_add_signed(-up)?)
    }

    /// The parasang, from the north-west.
    pub const fn parasang(self) -> [u32; 2] {
        [self.x / 3, self.y / 3]
    }

    /// The zone inside its parasang, from the north-west.
    pub const fn zone(self) -> [u32; 2] {
        [self.x % 3, self.y % 3]
    }

    /// The depth; 10 is the surface, more is deeper.
    pub const fn z(self) -> u32 {
        self.z
    }

    /// A cell of the zone as a cell of the whole world.
    ///
    /// The world's deepest zones lie at z = 0. `None` for a cell outside 80 × 25.
    pub fn to_world(self, x: u32, y: u32) -> Option<Pos> {
        (x < Self::WIDTH && y < Self::HEIGHT).then(|| Pos {
            x: (self.x * Self::WIDTH + x) as i32,
            y: (self.y * Self::HEIGHT + y) as i32,
            z: (Self::DEPTHS - 1 - self.z) as i32,
        })
    }

    /// The zone of a cell of the whole world, and where in it the cell is.
    pub fn from_world(pos: Pos) -> Option<(Self, [u32; 2])> {
        let (x, y) = (u32::try_from(pos.x).ok()?, u32::try_from(pos.y).ok()?);
        let zone = Self {
            z: (Self::DEPTHS - 1).checked_sub(u32::try_from(pos.z).ok()?)?,
            y: y / Self::HEIGHT,
            x: x / Self::WIDTH,
        };
        (zone.x < Self::COLUMNS && zone.y < Self::ROWS)
            .then_some((zone, [x % Self::WIDTH, y % Self::HEIGHT]))
    }
}

impl fmt::Display for ZonePos {
    /// Parasang, zone and depth: `11.22.1.1.10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([px, py], [zx, zy]) = (self.parasang(), self.zone());
        write!(f, "{px}.{py}.{zx}.{zy}.{}", self.z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn there_are_900_000_zones() {
        assert_eq!(ZonePos::COLUMNS * ZonePos::ROWS * ZonePos::DEPTHS, 900_000);
        assert!(ZonePos::new([79, 24], [2, 2], 49).is_some());
        for (parasang, zone, z) in [
            ([80, 0], [0, 0], 0),
            ([0, 25], [0, 0], 0),
            ([0, 0], [3, 0], 0),
            ([0, 0], [0, 3], 0),
            ([0, 0], [0, 0], 50),
        ] {
            assert_eq!(ZonePos::new(parasang, zone, z), None);
        }
    }

    #[test]
    fn deeper_is_lower() {
        let zone = |z| ZonePos::new([11, 22], [1, 1], z).unwrap();
        assert_eq!(zone(10).to_string(), "11.22.1.1.10");
        let surface = zone(10).to_world(5, 6).unwrap();
        assert_eq!(surface, Pos::new(34 * 80 + 5, 67 * 25 + 6, 39));
        assert_eq!(zone(11).to_world(5, 6), Some(surface.step(Direction::Down)));
        assert_eq!(zone(10).to_world(80, 0), None);
        assert_eq!(zone(10).to_world(0, 25), None);
    }

    proptest! {
        #[test]
        fn zone_and_world_agree(x in -99..19_400i32, y in -99..1_999i32, z in -5..60i32) {
            let pos = Pos::new(x, y, z);
            let inside = (0..19_200).contains(&x) && (0..1_875).contains(&y) && (0..50).contains(&z);
            let found = ZonePos::from_world(pos);
            prop_assert_eq!(found.is_some(), inside);
            if let Some((zone, [cx, cy])) = found {
                prop_assert_eq!(zone.to_world(cx, cy), Some(pos));
                prop_assert_eq!(ZonePos::new(zone.parasang(), zone.zone(), zone.z()), Some(zone));
            }
        }
    }
}
