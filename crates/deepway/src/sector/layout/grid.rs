//! Which units of space are taken, and by what.

use crate::ids::{EdgeId, RoomId};
use crate::space::{Layer, RoomPos};

/// What a unit belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sector) enum Owner {
    /// Nothing.
    Free,
    /// A room.
    Room(RoomId),
    /// The corridor of an edge.
    Corridor(EdgeId),
    /// The column between two rooms, one above the other.
    Column,
    /// Nothing can: it is above or below all layers.
    Outside,
}

const FREE: u32 = 0;
const KIND: u32 = 3 << 30;
const ROOM: u32 = 1 << 30;
const CORRIDOR: u32 = 2 << 30;
const COLUMN: u32 = 3 << 30;

const LAYERS: i32 = Layer::ALL.len() as i32;
const LOWEST: i32 = Layer::DeepRoots.z();

/// All units of the seven layers, in a rectangle that grows as needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sector) struct Grid {
    west: i32,
    south: i32,
    width: i32,
    depth: i32,
    units: Vec<u32>,
}

impl Grid {
    /// A grid without owners, around the origin.
    pub(in crate::sector) fn new(radius: i32) -> Self {
        let side = 2 * radius;
        Self {
            west: -radius,
            south: -radius,
            width: side,
            depth: side,
            units: vec![FREE; (side * side * LAYERS) as usize],
        }
    }

    /// The index of a unit, if it is in the rectangle.
    pub(super) fn index(&self, unit: RoomPos) -> Option<usize> {
        let (x, y, z) = (unit.x - self.west, unit.y - self.south, unit.z - LOWEST);
        let is_inside = (0..self.width).contains(&x)
            && (0..self.depth).contains(&y)
            && (0..LAYERS).contains(&z);
        is_inside.then(|| ((z * self.depth + y) * self.width + x) as usize)
    }

    /// The unit with an index.
    pub(super) fn unit(&self, index: usize) -> RoomPos {
        let index = index as i32;
        let (x, y) = (index % self.width, index / self.width % self.depth);
        let z = index / self.width / self.depth;
        RoomPos::new(x + self.west, y + self.south, z + LOWEST)
    }

    /// How many units the rectangle has.
    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    pub(in crate::sector) fn owner(&self, unit: RoomPos) -> Owner {
        let Some(index) = self.index(unit) else {
            return match Layer::from_z(unit.z) {
                Some(_) => Owner::Free,
                None => Owner::Outside,
            };
        };
        let (value, number) = (self.units[index], self.units[index] & !KIND);
        match value & KIND {
            ROOM => Owner::Room(RoomId::new(number)),
            CORRIDOR => Owner::Corridor(EdgeId::new(number)),
            COLUMN => Owner::Column,
            _ => Owner::Free,
        }
    }

    pub(in crate::sector) fn is_free(&self, unit: RoomPos) -> bool {
        match self.index(unit) {
            Some(index) => self.units[index] == FREE,
            None => Layer::from_z(unit.z).is_some(),
        }
    }

    /// Gives a unit to an owner; does nothing outside the layers.
    pub(in crate::sector) fn set(&mut self, unit: RoomPos, owner: Owner) {
        let value = match owner {
            Owner::Free | Owner::Outside => FREE,
            Owner::Room(room) => ROOM | room.number(),
            Owner::Corridor(edge) => CORRIDOR | edge.number(),
            Owner::Column => COLUMN,
        };
        if self.index(unit).is_none() {
            self.grow(unit);
        }
        if let Some(index) = self.index(unit) {
            self.units[index] = value;
        }
    }

    /// Grows the rectangle so that a unit is well inside.
    pub(super) fn grow(&mut self, unit: RoomPos) {
        let [across, along] = [self.width, self.depth].map(|side| 8.max(side / 2));
        let west = self.west.min(unit.x - across);
        let south = self.south.min(unit.y - along);
        let east = (self.west + self.width).max(unit.x + across);
        let north = (self.south + self.depth).max(unit.y + along);
        let (width, depth) = (east - west, north - south);
        let mut units = vec![FREE; (width * depth * LAYERS) as usize];
        let rows = self.units.chunks_exact(self.width as usize).zip(0..);
        for (row, number) in rows {
            let (y, z) = (number % self.depth, number / self.depth);
            let y = y + self.south - south;
            let start = ((z * depth + y) * width + self.west - west) as usize;
            units[start..start + row.len()].copy_from_slice(row);
        }
        *self = Self {
            west,
            south,
            width,
            depth,
            units,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_keeps_its_owners_when_it_grows() {
        let mut grid = Grid::new(2);
        let owned = [
            (RoomPos::new(0, 0, 0), Owner::Room(RoomId::new(7))),
            (RoomPos::new(-2, 1, 3), Owner::Corridor(EdgeId::new(1))),
            (RoomPos::new(30, -40, -3), Owner::Column),
            (RoomPos::new(-90, 5, 1), Owner::Room(RoomId::ENTRY)),
        ];
        for (unit, owner) in owned {
            grid.set(unit, owner);
        }
        for (unit, owner) in owned {
            assert_eq!(grid.owner(unit), owner);
            assert_eq!(grid.index(unit).map(|index| grid.unit(index)), Some(unit));
        }
        assert_eq!(grid.owner(RoomPos::new(1, 0, 0)), Owner::Free);
        assert_eq!(grid.owner(RoomPos::new(999, 0, 0)), Owner::Free);
        assert_eq!(grid.owner(RoomPos::new(0, 0, 4)), Owner::Outside);
        assert!(!grid.is_free(RoomPos::new(0, 0, -4)));
    }
}
