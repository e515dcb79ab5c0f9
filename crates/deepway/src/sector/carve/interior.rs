//! The inside of a room while it is furnished: the walkable cells always stay in one piece,
//! and doors and links within reach.

use super::super::exit::Exit;
use super::super::room::Room;
use super::{MIDDLE, UNIT, in_wall, north_west};
use crate::cell::Cell;
use crate::space::RoomPos;

/// The cells inside the walls of a room.
pub(super) struct Interior {
    width: i32,
    cells: Vec<Cell>,
    /// Cells that nothing may be put on.
    kept: Vec<bool>,
    /// Cells where links will stand.
    reserved: Vec<bool>,
    /// The cells in front of doors and links.
    fronts: Vec<[i32; 2]>,
}

impl Interior {
    /// The inside of a room with `side` units along each side: plain floor.
    pub(super) fn new(side: i32) -> Self {
        let width = side * UNIT - 1;
        let count = (width * width) as usize;
        Self {
            width,
            cells: vec![Cell::Floor; count],
            kept: vec![false; count],
            reserved: vec![false; count],
            fronts: Vec::new(),
        }
    }

    /// The number of cells from wall to wall.
    pub(super) fn width(&self) -> i32 {
        self.width
    }

    pub(super) fn row(&self, y: i32) -> &[Cell] {
        let start = (y * self.width) as usize;
        &self.cells[start..start + self.width as usize]
    }

    /// The cells in front of doors and links.
    pub(super) fn fronts(&self) -> &[[i32; 2]] {
        &self.fronts
    }

    fn index(&self, [x, y]: [i32; 2]) -> Option<usize> {
        let inside = 0..self.width;
        (inside.contains(&x) && inside.contains(&y)).then(|| (y * self.width + x) as usize)
    }

    /// A cell of a unit's block, in coordinates inside the walls.
    fn local(&self, room: &Room, unit: RoomPos, [x, y]: [i32; 2]) -> [i32; 2] {
        let corner = north_west(room);
        let (east, south) = (
            unit.x.saturating_sub(corner.x),
            corner.y.saturating_sub(unit.y),
        );
        let at = |units: i32, cell: i32| units.saturating_mul(UNIT).saturating_add(cell - 1);
        [at(east, x), at(south, y)]
    }

    fn keep(&mut self, at: [i32; 2]) {
        if let Some(index) = self.index(at) {
            self.kept[index] = true;
        }
    }

    /// Remembers a cell in front of a door or a link; it is outside the room only if the sector is
    /// not sound.
    fn add_front(&mut self, at: [i32; 2]) {
        if self.index(at).is_some() {
            self.fronts.push(at);
        }
    }

    /// Keeps the cell in front of a door free.
    pub(super) fn add_door(&mut self, room: &Room, exit: &Exit) {
        let [x, y] = in_wall(exit.direction);
        let inward = |at: i32| at + (MIDDLE - at).signum();
        let front = self.local(room, exit.unit, [inward(x), inward(y)]);
        self.keep(front);
        self.add_front(front);
    }

    /// Keeps cells of a unit for links, and the path to them free.
    pub(super) fn reserve(
        &mut self,
        room: &Room,
        unit: RoomPos,
        cells: &[[i32; 2]],
        before: [i32; 2],
    ) {
        for &cell in cells {
            if let Some(index) = self.index(self.local(room, unit, cell)) {
                self.reserved[index] = true;
                self.kept[index] = true;
            }
        }
        let (before, middle) = (
            self.local(room, unit, before),
            self.local(room, unit, [MIDDLE, MIDDLE]),
        );
        self.keep(before);
        self.keep(middle);
        self.add_front(middle);
    }

    /// Puts a pillar below the end of a shaft.
    pub(super) fn stand(&mut self, room: &Room, unit: RoomPos, cell: [i32; 2]) {
        if let Some(index) = self.index(self.local(room, unit, cell)) {
            self.cells[index] = Cell::Pillar;
            self.kept[index] = true;
        }
    }

    /// Whether the cell is walkable; cells where links will stand count as solid.
    fn is_open(&self, at: [i32; 2]) -> bool {
        self.index(at)
            .is_some_and(|index| self.cells[index].is_walkable() && !self.reserved[index])
    }

    /// Puts something on the floor if that does not split the room.
    pub(super) fn put(&mut self, [x, y]: [i32; 2], cell: Cell) -> bool {
        let Some(index) = self.index([x, y]) else {
            return false;
        };
        if self.kept[index] || !self.cells[index].is_walkable() {
            return false;
        }
        if !cell.is_walkable() && !self.is_spare([x, y]) {
            return false;
        }
        self.cells[index] = cell;
        true
    }

    /// Whether the neighbours of a cell stay joined around its corners without it, so that
    /// nothing is split (Yokoi's crossing number for four neighbours is at most 1).
    fn is_spare(&self, [x, y]: [i32; 2]) -> bool {
        const AROUND: [[i32; 2]; 8] = [
            [1, 0],
            [1, -1],
            [0, -1],
            [-1, -1],
            [-1, 0],
            [-1, 1],
            [0, 1],
            [1, 1],
        ];
        let open: [bool; 8] = AROUND.map(|[dx, dy]| self.is_open([x + dx, y + dy]));
        let crossings = (0..8)
            .step_by(2)
            .filter(|&i| open[i] && !(open[i + 1] && open[(i + 2) % 8]))
            .count();
        crossings <= 1
    }

    /// Fills everything with rock except the cells that must stay; [lanes](Self::lane) then open
    /// the room.
    pub(super) fn close(&mut self) {
        for (cell, &kept) in self.cells.iter_mut().zip(&self.kept) {
            if !kept {
                *cell = Cell::Wall;
            }
        }
    }

    /// Opens a lane along an axis, from one cell to another.
    pub(super) fn lane(&mut self, from: [i32; 2], to: [i32; 2]) {
        for y in from[1].min(to[1])..=from[1].max(to[1]) {
            for x in from[0].min(to[0])..=from[0].max(to[0]) {
                if let Some(index) = self.index([x, y])
                    && self.cells[index] == Cell::Wall
                {
                    self.cells[index] = Cell::Floor;
                }
            }
        }
    }

    /// Whether a cell may be changed at all.
    pub(super) fn is_free(&self, at: [i32; 2]) -> bool {
        self.index(at)
            .is_some_and(|index| !self.kept[index] && self.cells[index] == Cell::Floor)
    }
}
