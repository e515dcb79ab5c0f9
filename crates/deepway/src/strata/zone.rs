//! A zone: 80 × 25 cells, and what joins them to others.

use super::Blueprint;
use super::board::{Board, HEIGHT, WIDTH};
use super::boundary::{Boundary, Connection, ConnectionKind};
use super::build::{Canvas, Landmark};
use super::ground::Ground;
use super::land::RiverCell;
use super::plan::Plan;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::{Pos, ZonePos};
use crate::thing::Thing;
use crate::volume::{Draft, Size, Volume};
use std::collections::BTreeMap;

/// Cells that were changed one by one, by row and column.
pub(super) type Edits = BTreeMap<[u8; 2], Cell>;

/// A zone of the world as it was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    pos: ZonePos,
    blueprint: Blueprint,
    cells: Box<[[Cell; WIDTH]; HEIGHT]>,
    materials: Box<[[Material; WIDTH]; HEIGHT]>,
    boundary: Boundary,
    belts: Board,
    things: Vec<Thing>,
    landmarks: Vec<Landmark>,
    river: Vec<RiverCell>,
}

impl Zone {
    /// The bytes that a zone takes, and what it takes to keep it.
    pub const BYTES: u64 = (size_of::<Self>() + 2 * WIDTH * HEIGHT + 4096) as u64;

    /// A zone of open air.
    pub(super) fn air(pos: ZonePos) -> Self {
        Self {
            pos,
            blueprint: Blueprint::Air,
            cells: Box::new([[Cell::Air; WIDTH]; HEIGHT]),
            materials: Box::new([[Material::NONE; WIDTH]; HEIGHT]),
            boundary: Boundary::default(),
            belts: Board::EMPTY,
            things: Vec::new(),
            landmarks: Vec::new(),
            river: Vec::new(),
        }
    }

    /// What was drawn, as cells, and who is there.
    pub(super) fn new(
        plan: &Plan,
        pos: ZonePos,
        boundary: Boundary,
        canvas: Canvas,
        belts: Board,
        things: Vec<Thing>,
    ) -> Self {
        let mut cells = Box::new([[Cell::Air; WIDTH]; HEIGHT]);
        let mut materials = Box::new([[Material::NONE; WIDTH]; HEIGHT]);
        let [first, second] = plan.rocks(pos);
        // The two rocks of a zone lie beside each other in bodies of their own.
        let mingled = Ground::new(plan.mingle(), pos).below(104);
        // What nobody can see is rock, whatever was to stand there.
        let seen = canvas.open().or(&canvas.air()).or(&canvas.deep).around();
        for y in 0..HEIGHT {
            for x in 0..WIDTH {
                let (mut cell, material) = canvas.cell(x, y);
                if !seen.get(x, y) {
                    cell = Cell::Wall;
                }
                if belts.get(x, y) {
                    cell = Cell::Floor;
                }
                cells[y][x] = cell;
                materials[y][x] = match (material, mingled.get(x, y)) {
                    _ if cell == Cell::Air => Material::NONE,
                    (Material::NONE, true) => second,
                    (Material::NONE, false) => first,
                    (material, _) => material,
                };
            }
        }
        for [x, y] in belts.cells() {
            materials[y][x] = Material::IRON;
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
        for (cells, materials) in cells.iter().zip(materials.iter_mut()) {
            for (cell, material) in cells.iter().zip(materials) {
                if !material.may_fill(*cell) {
                    *material = Material::NONE;
                }
            }
        }
        Self {
            pos,
            blueprint: plan.blueprint(pos),
            cells,
            materials,
            boundary,
            belts,
            things,
            landmarks: canvas.landmarks,
            river: canvas.river,
        }
    }

    /// Changes cells, but none where something leads up or down.
    pub(super) fn edit(&mut self, edits: &Edits) {
        for (&[y, x], &cell) in edits {
            let mut vertical = self.boundary.vertical().iter();
            if !vertical.any(|known| [known.y, known.x] == [y, x]) {
                let (x, y) = (usize::from(x), usize::from(y));
                self.cells[y][x] = cell;
                if !self.materials[y][x].may_fill(cell) {
                    self.materials[y][x] = Material::NONE;
                }
                let at = Pos::new(x as i32, y as i32, 0);
                let is_open = cell.is_walkable();
                self.things.retain(|thing| is_open || thing.place != at);
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

    /// What a cell is made of; nothing outside the zone.
    pub fn material(&self, x: u32, y: u32) -> Material {
        let row = self.materials.get(y as usize);
        let material = row.and_then(|row| row.get(x as usize));
        material.copied().unwrap_or_default()
    }

    /// Who and what is in it, at places of the zone.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    /// What in it has a name.
    pub fn landmarks(&self) -> &[Landmark] {
        &self.landmarks
    }

    /// The cells of its rivers.
    pub fn river(&self) -> &[RiverCell] {
        &self.river
    }

    /// Whether a cell takes whoever steps on it elsewhere: a pit, a shaft or a belt.
    pub fn pulls(&self, x: u32, y: u32) -> bool {
        let is_belt = x < ZonePos::WIDTH && y < ZonePos::HEIGHT;
        self.cell(x, y) == Cell::Shaft || is_belt && self.belts.get(x as usize, y as usize)
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

    /// The zone as a map of one level, with what is in it.
    pub fn to_volume(&self) -> Volume {
        let mut draft = Draft::new(Size::ZONE);
        self.draw(&mut draft, Pos::default());
        self.draw_stairs(&mut draft, Pos::default());
        draft.finish()
    }

    /// Draws the zone into a map, with its corner at a place.
    pub(crate) fn draw(&self, draft: &mut Draft, corner: Pos) {
        for (y, row) in (0..).zip(self.cells.iter()) {
            for (x, &cell) in (0..).zip(row) {
                let at = Pos::new(corner.x + x, corner.y + y, corner.z);
                // The map has room for it, and it is made of what may fill it.
                let _ = draft.set(at, cell);
                let _ = draft.set_material(at, self.material(x as u32, y as u32));
            }
        }
        for thing in &self.things {
            let mut thing = thing.clone();
            let Pos { x, y, .. } = thing.place;
            thing.place = Pos::new(corner.x + x, corner.y + y, corner.z);
            let _ = draft.add_thing(thing);
        }
    }

    /// Draws its stairs as they lead: up, down or both.
    pub(super) fn draw_stairs(&self, draft: &mut Draft, corner: Pos) {
        for vertical in self.boundary.vertical() {
            let (x, y) = (i32::from(vertical.x), i32::from(vertical.y));
            let is_up = u32::from(vertical.top) < self.pos.z();
            let is_down = self.pos.z() < vertical.bottom();
            let cell = match (vertical.kind, is_up, is_down) {
                (ConnectionKind::Stairs, true, false) => Cell::StairsUp,
                (ConnectionKind::Stairs, false, true) => Cell::StairsDown,
                _ => continue,
            };
            let _ = draft.set(Pos::new(corner.x + x, corner.y + y, corner.z), cell);
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
