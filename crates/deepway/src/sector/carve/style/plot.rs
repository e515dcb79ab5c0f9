//! A room to draw in, turned so that its head is at the top: styles know no north.

use super::super::super::room::Room;
use super::super::interior::Interior;
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;

/// The inside of a room, turned and perhaps mirrored.
///
/// Positions are `[u, v]`, from 0 to [`Plot::far`]; the head of the room is at `v = 0`, if
/// possible on a side without a door.
pub(super) struct Plot<'a> {
    inside: &'a mut Interior,
    pub(super) room: &'a Room,
    pub(super) random: &'a mut Stream,
    /// Quarter turns clockwise.
    turn: u32,
    is_mirrored: bool,
}

impl<'a> Plot<'a> {
    pub(super) fn new(inside: &'a mut Interior, room: &'a Room, random: &'a mut Stream) -> Self {
        let far = inside.width() - 1;
        let is_door = |turn: u32| {
            inside.fronts().iter().any(|&[x, y]| match turn {
                0 => y == 0,
                1 => x == far,
                2 => y == far,
                _ => x == 0,
            })
        };
        let blind: Vec<u32> = (0..4).filter(|&turn| !is_door(turn)).collect();
        let turn = random.pick(&blind).copied();
        let turn = turn.unwrap_or_else(|| random.below(4) as u32);
        let is_mirrored = random.chance(1, 2);
        Self {
            inside,
            room,
            random,
            turn,
            is_mirrored,
        }
    }

    /// The last row and column.
    pub(super) fn far(&self) -> i32 {
        self.inside.width() - 1
    }

    /// The middle row and column.
    pub(super) fn middle(&self) -> i32 {
        self.far() / 2
    }

    /// Whether the room is a single unit.
    pub(super) fn is_small(&self) -> bool {
        self.far() < 8
    }

    fn place(&self, [u, v]: [i32; 2]) -> [i32; 2] {
        let far = self.far();
        let u = if self.is_mirrored { far - u } else { u };
        match self.turn {
            0 => [u, v],
            1 => [far - v, u],
            2 => [far - u, far - v],
            _ => [v, far - u],
        }
    }

    /// Puts something on the floor if that does not split the room.
    pub(super) fn put(&mut self, at: [i32; 2], cell: Cell) -> bool {
        let at = self.place(at);
        self.inside.put(at, cell)
    }

    /// Puts something only on plain floor.
    pub(super) fn set(&mut self, at: [i32; 2], cell: Cell) -> bool {
        let place = self.place(at);
        self.inside.is_free(place) && self.inside.put(place, cell)
    }

    /// A cell; wall outside the room.
    pub(super) fn get(&self, at: [i32; 2]) -> Cell {
        self.inside.get(self.place(at)).unwrap_or(Cell::Wall)
    }

    /// Puts something on two cells that mirror each other left and right.
    pub(super) fn pair(&mut self, [u, v]: [i32; 2], cell: Cell) {
        let far = self.far();
        self.set([u, v], cell);
        self.set([far - u, v], cell);
    }

    /// Puts something on four cells that mirror each other.
    pub(super) fn four(&mut self, [u, v]: [i32; 2], cell: Cell) {
        let far = self.far();
        self.pair([u, v], cell);
        self.pair([u, far - v], cell);
    }

    /// Puts something on all free cells between two corners.
    pub(super) fn fill(&mut self, [u0, v0]: [i32; 2], [u1, v1]: [i32; 2], cell: Cell) {
        for v in v0..=v1 {
            for u in u0..=u1 {
                self.set([u, v], cell);
            }
        }
    }

    /// Gives the room an outline.
    pub(super) fn shape(&mut self, is_inside: impl Fn([i32; 2]) -> bool) {
        let (far, turn, is_mirrored) = (self.far(), self.turn, self.is_mirrored);
        // The way back from a cell to its place in the plot.
        let back = |[x, y]: [i32; 2]| {
            let [u, v] = match turn {
                0 => [x, y],
                1 => [y, far - x],
                2 => [far - x, far - y],
                _ => [far - y, x],
            };
            [if is_mirrored { far - u } else { u }, v]
        };
        self.inside.shape(|at| is_inside(back(at)));
    }

    /// Says what a cell is made of.
    pub(super) fn paint(&mut self, at: [i32; 2], material: Material) {
        let at = self.place(at);
        self.inside.paint(at, material);
    }

    /// Says what floor and walls are made of.
    pub(super) fn build_of(&mut self, floor: Material, wall: Material) {
        self.inside.build_of(floor, wall);
    }

    /// Whether a cell lies at a wall: at the side of the room, or beside a wall inside it.
    pub(super) fn is_at_wall(&self, [u, v]: [i32; 2]) -> bool {
        let beside = [[u + 1, v], [u, v + 1], [u - 1, v], [u, v - 1]];
        beside.into_iter().any(|at| self.get(at) == Cell::Wall)
    }

    /// All positions, row by row.
    pub(super) fn all(&self) -> impl Iterator<Item = [i32; 2]> + use<> {
        let far = self.far();
        (0..=far).flat_map(move |v| (0..=far).map(move |u| [u, v]))
    }
}
