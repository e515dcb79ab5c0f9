//! Houses: walls around a floor, with doors.

use super::Canvas;
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;

/// A house: its corners, walls included, and what it is built of.
#[derive(Clone, Copy, Debug)]
pub(super) struct House {
    pub(super) west: usize,
    pub(super) north: usize,
    pub(super) east: usize,
    pub(super) south: usize,
    pub(super) walls: Material,
    pub(super) floor: Material,
}

impl House {
    /// Its middle.
    pub(super) fn middle(&self) -> [usize; 2] {
        [(self.west + self.east) / 2, (self.north + self.south) / 2]
    }

    /// Whether it has a cell in common with another, or only a street of one cell is between.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        self.west <= other.east + 2
            && other.west <= self.east + 2
            && self.north <= other.south + 2
            && other.north <= self.south + 2
    }

    /// Draws it, with a door in one of its sides, north or south as a rule.
    pub(super) fn draw(&self, canvas: &mut Canvas, random: &mut Stream) -> [usize; 2] {
        self.draw_walls(canvas);
        let along = |random: &mut Stream, from: usize, to: usize| {
            random.between(from as i32 + 1, to as i32 - 1) as usize
        };
        let door = match random.below(6) {
            0 => [self.west, along(random, self.north, self.south)],
            1 => [self.east, along(random, self.north, self.south)],
            2 | 3 => [along(random, self.west, self.east), self.north],
            _ => [along(random, self.west, self.east), self.south],
        };
        canvas.put(door, Cell::Door, self.walls);
        door
    }

    /// Puts furniture into two of its corners, none of them right behind its door.
    pub(super) fn furnish(&self, canvas: &mut Canvas, door: [usize; 2], fitting: Cell) {
        let corners = [
            [self.west + 1, self.north + 1],
            [self.east - 1, self.north + 1],
            [self.west + 1, self.south - 1],
            [self.east - 1, self.south - 1],
        ];
        let is_behind = |[x, y]: &[usize; 2]| x.abs_diff(door[0]) + y.abs_diff(door[1]) == 1;
        let free = corners.into_iter().filter(|corner| !is_behind(corner));
        for corner in free.take(2) {
            canvas.put(corner, fitting, self.walls);
        }
    }

    /// Draws its walls and its floor.
    pub(super) fn draw_walls(&self, canvas: &mut Canvas) {
        for y in self.north..=self.south {
            for x in self.west..=self.east {
                let is_wall =
                    x == self.west || x == self.east || y == self.north || y == self.south;
                match is_wall {
                    true => canvas.put([x, y], Cell::Wall, self.walls),
                    false => canvas.put([x, y], Cell::Floor, self.floor),
                }
            }
        }
    }
}
