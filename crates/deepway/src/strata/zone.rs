//! A zone: 80 × 25 cells, and what joins them to others.

use super::Blueprint;
use super::board::{HEIGHT, WIDTH};
use super::boundary::{Boundary, Connection, ConnectionKind};
use super::build::Canvas;
use super::plan::Plan;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::{Pos, ZonePos};
use crate::volume::{Draft, Size, Volume};
use std::collections::BTreeMap;

/// Cells that were changed one by one, by row and column.
pub(super) type Edits = BTreeMap<[u8; 2], Cell>;

/// A zone of the world as it was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    pos: ZonePos,
    blueprint: Blueprint,
    rock: Material,
    cells: Box<[[Cell; WIDTH]; HEIGHT]>,
    boundary: Boundary,
}

impl Zone {
    /// The bytes that a zone takes, and what it takes to keep it.
    pub const BYTES: u64 = (size_of::<Self>() + WIDTH * HEIGHT + 256) as u64;

    /// A zone of open air.
    pub(super) fn air(pos: ZonePos) -> Self {
        Self {
            pos,
            blueprint: Blueprint::Air,
            rock: Material::NONE,
            cells: Box::new([[Cell::Air; WIDTH]; HEIGHT]),
            boundary: Boundary::default(),
        }
    }

    /// What was drawn, as cells.
    pub(super) fn new(
        plan: &Plan,
        pos: ZonePos,
        blueprint: Blueprint,
        boundary: Boundary,
        canvas: &Canvas,
    ) -> Self {
        let mut cells = Box::new([[Cell::Air; WIDTH]; HEIGHT]);
        for (y, row) in cells.iter_mut().enumerate() {
            let (open, outside) = (canvas.open().0[y], canvas.outside.0[y]);
            for (x, cell) in row.iter_mut().enumerate() {
                *cell = match (open >> x & 1, outside >> x & 1) {
                    (1, _) => Cell::Floor,
                    (_, 1) => Cell::Air,
                    _ => Cell::Wall,
                };
            }
        }
        for vertical in boundary.vertical() {
            if vertical.has_link_cell(pos.z()) {
                let cell = match vertical.kind {
                    ConnectionKind::Opening | ConnectionKind::Stairs => Cell::StairsBoth,
                    ConnectionKind::Shaft | ConnectionKind::Pit => Cell::Shaft,
                    ConnectionKind::Hole => Cell::Hole,
                    ConnectionKind::Elevator => Cell::Elevator,
                };
                cells[usize::from(vertical.y)][usize::from(vertical.x)] = cell;
            }
        }
        Self {
            pos,
            blueprint,
            rock: plan.rock(pos),
            cells,
            boundary,
        }
    }

    /// Changes cells, but none where something leads up or down.
    pub(super) fn edit(&mut self, edits: &Edits) {
        for (&[y, x], &cell) in edits {
            let mut vertical = self.boundary.vertical().iter();
            if !vertical.any(|known| [known.y, known.x] == [y, x]) {
                self.cells[usize::from(y)][usize::from(x)] = cell;
            }
        }
    }

    /// Where it is.
    pub fn pos(&self) -> ZonePos {
        self.pos
    }

    /// What it is.
    pub fn blueprint(&self) -> Blueprint {
        self.blueprint
    }

    /// What its walls are made of.
    pub fn rock(&self) -> Material {
        self.rock
    }

    /// A cell; open air outside the zone.
    pub fn cell(&self, x: u32, y: u32) -> Cell {
        let row = self.cells.get(y as usize);
        let cell = row.and_then(|row| row.get(x as usize));
        cell.copied().unwrap_or(Cell::Air)
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> &[[Cell; WIDTH]; HEIGHT] {
        &self.cells
    }

    /// The cells of a row, from west to east; none if there is no such row.
    pub fn row(&self, y: u32) -> impl ExactSizeIterator<Item = Cell> + Clone + '_ {
        let row: &[Cell] = self.cells.get(y as usize).map_or(&[], |row| row);
        row.iter().copied()
    }

    /// The zone as a map of one level, its walls made of its rock.
    pub fn to_volume(&self) -> Volume {
        let mut draft = Draft::new(Size::ZONE);
        self.draw(&mut draft, [0, 0]);
        draft.finish()
    }

    /// Draws the zone into a map, with its corner at a place.
    pub(super) fn draw(&self, draft: &mut Draft, [left, top]: [i32; 2]) {
        for (y, row) in (top..).zip(self.cells.iter()) {
            for (x, &cell) in (left..).zip(row) {
                // The map has room for it, and rock may fill any wall.
                let _ = draft.set(Pos::new(x, y, 0), cell);
                if cell == Cell::Wall {
                    let _ = draft.set_material(Pos::new(x, y, 0), self.rock);
                }
            }
        }
    }

    /// What joins it to others.
    pub fn boundary(&self) -> &Boundary {
        &self.boundary
    }

    /// All its connections, in the order of [`Boundary::connections`].
    pub fn connections(&self) -> impl Iterator<Item = Connection> + '_ {
        self.boundary.connections()
    }
}
