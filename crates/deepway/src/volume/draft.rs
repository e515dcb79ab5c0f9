//! A volume being built.

use super::materials::{MaterialError, Materials};
use super::things::{ThingError, ThingId, Things};
use super::{BitPlane, Changes, OutsideError, Size, Volume};
use crate::cell::{Cell, WALKABLE};
use crate::material::{Material, MaterialNameError};
use crate::space::Pos;
use crate::thing::Thing;
use std::ops::Range;

/// A volume being built: changes are not recorded.
#[derive(Clone, Debug)]
pub struct Draft {
    pub(super) size: Size,
    pub(super) cells: Vec<u8>,
    pub(super) materials: Materials,
    pub(super) things: Box<Things>,
}

impl Draft {
    /// A draft of open air.
    pub fn new(size: Size) -> Self {
        // Air is zero, so the system allocates pages only as they are needed.
        let cells = vec![Cell::Air as u8; size.cells() as usize];
        Self::of(size, cells)
    }

    fn of(size: Size, cells: Vec<u8>) -> Self {
        Self {
            size,
            cells,
            materials: Materials::default(),
            things: Box::default(),
        }
    }

    /// Width, height and number of levels.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cell at a position; open air outside.
    pub fn get(&self, pos: Pos) -> Cell {
        self.size
            .index(pos)
            .map_or(Cell::Air, |index| Cell::from_byte(self.cells[index]))
    }

    /// Sets a cell; its material stays if the new kind can have it.
    pub fn set(&mut self, pos: Pos, cell: Cell) -> Result<(), OutsideError> {
        let index = self.index(pos)?;
        self.cells[index] = cell as u8;
        self.materials.refit(index, cell);
        Ok(())
    }

    fn index(&self, pos: Pos) -> Result<usize, OutsideError> {
        self.size.index(pos).ok_or(OutsideError {
            pos,
            size: self.size,
        })
    }

    /// Sets all cells between two corners, both included; cells outside are ignored.
    pub fn fill(&mut self, a: Pos, b: Pos, cell: Cell) {
        for row in rows_between(self.size, a, b) {
            self.cells[row.clone()].fill(cell as u8);
            if !self.materials.is_empty() {
                row.for_each(|index| self.materials.refit(index, cell));
            }
        }
    }

    /// The material of a cell; none outside.
    pub fn material(&self, pos: Pos) -> Material {
        let index = self.size.index(pos);
        index.map_or(Material::NONE, |index| self.materials.get(index))
    }

    /// Sets the material of a cell; see [`Volume::set_material`].
    pub fn set_material(&mut self, pos: Pos, material: Material) -> Result<(), MaterialError> {
        let index = self.index(pos)?;
        let cell = Cell::from_byte(self.cells[index]);
        self.materials.check(pos, cell, material)?;
        self.materials.set(index, self.size, material);
        Ok(())
    }

    /// Sets the material of all cells between two corners that can have it; open air and cells
    /// outside are ignored.
    pub fn fill_material(&mut self, a: Pos, b: Pos, material: Material) {
        if material != Material::NONE && self.materials.name(material).is_none() {
            return;
        }
        for index in rows_between(self.size, a, b).flatten() {
            if material.may_fill(Cell::from_byte(self.cells[index])) {
                self.materials.set(index, self.size, material);
            }
        }
    }

    /// The material with this name; see [`Volume::name_material`].
    pub fn name_material(&mut self, name: &str) -> Result<Material, MaterialNameError> {
        self.materials.name_or_add(name)
    }

    /// Adds a thing.
    pub fn add_thing(&mut self, thing: Thing) -> Result<ThingId, ThingError> {
        self.index(thing.place)?;
        self.things.check(&thing, 0)?;
        Ok(self.things.add(thing))
    }

    /// Copies bytes that are cells to the start of a row, as many as fit.
    pub(crate) fn copy_row(&mut self, y: u32, z: u32, bytes: &[u8]) {
        if let Some(row) = self.size.row(y, z) {
            let count = bytes.len().min(row.len());
            self.cells[row][..count].copy_from_slice(&bytes[..count]);
        }
    }

    /// A draft from bytes that are cells, in order; missing cells are open air.
    pub(crate) fn from_bytes(size: Size, mut cells: Vec<u8>) -> Self {
        cells.resize(size.cells() as usize, Cell::Air as u8);
        Self::of(size, cells)
    }

    /// The finished volume.
    pub fn finish(self) -> Volume {
        Volume {
            size: self.size,
            walkable: BitPlane::of(self.size, &self.cells, WALKABLE),
            cells: self.cells,
            materials: self.materials,
            things: self.things,
            changes: Changes::new(self.size),
        }
    }
}

/// The index ranges of the rows of a box, cut off at the volume's bounds.
fn rows_between(size: Size, a: Pos, b: Pos) -> impl Iterator<Item = Range<usize>> {
    let span = |a: i32, b: i32, end: u32| {
        let (low, high) = (a.min(b).max(0), a.max(b).min(end as i32 - 1));
        low as u32..(high + 1).max(low) as u32
    };
    let columns = span(a.x, b.x, size.width());
    let levels = span(a.z, b.z, size.levels());
    let rows = levels.flat_map(move |z| span(a.y, b.y, size.height()).map(move |y| (y, z)));
    rows.filter_map(move |(y, z)| {
        let start = size.row(y, z)?.start;
        let is_inside = columns.end <= size.width() && !columns.is_empty();
        is_inside.then(|| start + columns.start as usize..start + columns.end as usize)
    })
}
