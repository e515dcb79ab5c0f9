//! Levels of cells.
//!
//! A [`Volume`] holds one byte per cell and one bit per cell for *walkable*,
//! another byte per cell once something has a material, and things; it remembers
//! the latest edits of its cells. A [`Draft`] is a volume being built: it keeps no
//! history, and becomes a volume when it is finished.

mod changes;
mod draft;
mod materials;
mod plane;
mod size;
mod things;

pub use changes::{Change, Revision};
pub use draft::Draft;
pub use materials::MaterialError;
pub use plane::BitPlane;
pub use size::{Size, SizeError};
pub use things::{ThingError, ThingId};

use crate::cell::Cell;
use crate::material::{Material, MaterialNameError};
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use changes::Changes;
use materials::Materials;
use things::Things;
use thiserror::Error;

/// Up to 4096 × 4096 × 256 cells, at most 2³⁰ in all.
///
/// Reading outside is reading [`Cell::Air`]; writing outside is an error.
///
/// ```
/// use deepway::{Cell, Pos, Size, Volume};
///
/// let mut volume = Volume::new(Size::new(80, 25, 3)?);
/// volume.set(Pos::new(4, 4, 0), Cell::Floor)?;
/// assert!(volume.is_walkable(Pos::new(4, 4, 0)));
/// assert_eq!(volume.get(Pos::new(-1, 4, 0)), Cell::Air);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Volume {
    size: Size,
    /// Rows from north to south, levels from the bottom up.
    cells: Vec<u8>,
    walkable: BitPlane,
    materials: Materials,
    /// Boxed, because most volumes have none.
    things: Box<Things>,
    changes: Changes,
}

/// A position outside the volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{pos} is outside the map, which is {size}: x from 0 to {}, y from 0 to {}, z from 0 to {}",
    size.width() - 1, size.height() - 1, size.levels() - 1)]
pub struct OutsideError {
    /// The position asked for.
    pub pos: Pos,
    /// The size of the volume.
    pub size: Size,
}

impl Volume {
    /// A volume of open air.
    pub fn new(size: Size) -> Self {
        Draft::new(size).finish()
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

    /// Whether somebody can stand there.
    pub fn is_walkable(&self, pos: Pos) -> bool {
        self.size.contains(pos) && self.walkable.get(pos.x as u32, pos.y as u32, pos.z as u32)
    }

    /// The walkable cells, one bit each, row by row.
    pub fn walkable(&self) -> &BitPlane {
        &self.walkable
    }

    /// The cells of a row from west to east; empty if there is no such row.
    pub fn row(
        &self,
        y: u32,
        z: u32,
    ) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + '_ {
        self.row_bytes(y, z)
            .iter()
            .map(|&byte| Cell::from_byte(byte))
    }

    /// The bytes of a row; empty if there is no such row.
    pub(crate) fn row_bytes(&self, y: u32, z: u32) -> &[u8] {
        self.size.row(y, z).map_or(&[], |row| &self.cells[row])
    }

    /// The bytes of all cells: row by row, level by level.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.cells
    }

    /// The bytes of a level, row by row; empty if there is no such level.
    pub(crate) fn level_bytes(&self, z: u32) -> &[u8] {
        let rows = [self.size.row(0, z), self.size.row(self.size.height - 1, z)];
        match rows {
            [Some(first), Some(last)] => &self.cells[first.start..last.end],
            _ => &[],
        }
    }

    /// A level as a volume of its own, with its things; open air if there is no such level.
    #[must_use]
    pub fn level(&self, z: u32) -> Self {
        let size = Size {
            levels: 1,
            ..self.size
        };
        let rows = [self.size.row(0, z), self.size.row(size.height - 1, z)];
        let [Some(first), Some(last)] = rows else {
            return Self::new(size);
        };
        let cells = first.start..last.end;
        let bytes = self.cells[cells.clone()].to_vec();
        let mut level = Draft::from_bytes(size, bytes).finish();
        level.materials = self.materials.part(cells);
        *level.things = self.things.on_level(z as i32);
        level
    }

    /// Calls `visit` for every cell whose byte has the bit `mask`, row by row.
    ///
    /// Cells without it are skipped 64 at a time.
    pub(crate) fn for_each_with(&self, mask: u8, mut visit: impl FnMut(Pos, Cell)) {
        let (width, height) = (self.size.width() as usize, self.size.height() as usize);
        let mut visit_block = |at: usize, block: &[u8]| {
            let mut bits = plane::gather_part(block, mask);
            while bits != 0 {
                let i = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let (row, x) = ((at + i) / width, (at + i) % width);
                let pos = Pos::new(x as i32, (row % height) as i32, (row / height) as i32);
                visit(pos, Cell::from_byte(block[i]));
            }
        };
        let (blocks, rest) = self.cells.as_chunks::<64>();
        for (at, block) in (0..).step_by(64).zip(blocks) {
            if block.iter().fold(0, |any, byte| any | byte) & mask != 0 {
                visit_block(at, block);
            }
        }
        visit_block(blocks.len() * 64, rest);
    }

    /// Sets a cell, records the change, and returns what was there.
    ///
    /// Its material stays if the new kind can have it. Setting what is there
    /// already is not a change.
    pub fn set(&mut self, pos: Pos, new: Cell) -> Result<Cell, OutsideError> {
        let index = self.index(pos)?;
        let material = self.materials.get(index);
        let material = match material.may_fill(new) {
            true => material,
            false => Material::NONE,
        };
        let (old, _) = self.put(pos, index, new, material);
        Ok(old)
    }

    fn index(&self, pos: Pos) -> Result<usize, OutsideError> {
        self.size.index(pos).ok_or(OutsideError {
            pos,
            size: self.size,
        })
    }

    /// Sets a cell inside the volume and its material, and returns what was there.
    fn put(&mut self, pos: Pos, index: usize, new: Cell, material: Material) -> (Cell, Material) {
        let old = Cell::from_byte(self.cells[index]);
        let old_material = self.materials.get(index);
        if (old, old_material) != (new, material) {
            self.cells[index] = new as u8;
            self.walkable.set(pos, new.is_walkable());
            self.materials.set(index, self.size, material);
            self.changes.push(Change {
                pos,
                old,
                new,
                old_material,
                new_material: material,
            });
        }
        (old, old_material)
    }

    /// The material of a cell; none outside.
    pub fn material(&self, pos: Pos) -> Material {
        let index = self.size.index(pos);
        index.map_or(Material::NONE, |index| self.materials.get(index))
    }

    /// The materials of a row from west to east; empty if there is no such row, or if nothing in
    /// the volume has a material.
    pub fn material_row(
        &self,
        y: u32,
        z: u32,
    ) -> impl DoubleEndedIterator<Item = Material> + ExactSizeIterator + Clone + '_ {
        let bytes = self.material_bytes(y, z).iter();
        bytes.map(|&byte| Material::from_byte(byte))
    }

    /// The bytes of those materials.
    pub(crate) fn material_bytes(&self, y: u32, z: u32) -> &[u8] {
        self.materials.row(self.size.row(y, z).unwrap_or_default())
    }

    /// Whether cells may have materials; if false, none has.
    pub fn has_materials(&self) -> bool {
        !self.materials.is_empty()
    }

    /// Sets the material of a cell, records the change, and returns what it was made of.
    ///
    /// Lava on a walkable cell is refused. Other mistakes, such as a wall of water, are found
    /// by [`Volume::misfits`].
    pub fn set_material(
        &mut self,
        pos: Pos,
        material: Material,
    ) -> Result<Material, MaterialError> {
        let index = self.index(pos)?;
        let cell = Cell::from_byte(self.cells[index]);
        self.materials.check(pos, cell, material)?;
        let (_, old) = self.put(pos, index, cell, material);
        Ok(old)
    }

    /// Sets some cells, or none of them if any is outside.
    pub fn set_all(&mut self, cells: &[(Pos, Cell)]) -> Result<(), OutsideError> {
        let size = self.size;
        if let Some(&(pos, _)) = cells.iter().find(|(pos, _)| !size.contains(*pos)) {
            return Err(OutsideError { pos, size });
        }
        cells
            .iter()
            .try_for_each(|&(pos, cell)| self.set(pos, cell).map(drop))
    }

    /// The material with this name; a name that is not in the table becomes a custom material,
    /// which the volume remembers.
    pub fn name_material(&mut self, name: &str) -> Result<Material, MaterialNameError> {
        self.materials.name_or_add(name)
    }

    /// The name of a material; `None` for [`Material::NONE`] and for another volume's material.
    pub fn material_name(&self, material: Material) -> Option<&str> {
        self.materials.name(material)
    }

    /// The material with this name, if there is any.
    pub fn find_material(&self, name: &str) -> Option<Material> {
        self.materials.find(name)
    }

    /// The cells whose kind cannot have their material, with both.
    pub fn misfits(&self) -> impl Iterator<Item = (Pos, Cell, Material)> + '_ {
        let rows = (0..self.size.levels())
            .flat_map(|z| (0..self.size.height()).map(move |y| (y, z)))
            .filter(|_| self.has_materials());
        rows.flat_map(move |(y, z)| {
            let row = (0..).zip(self.row(y, z).zip(self.material_row(y, z)));
            row.filter(|(_, (cell, material))| !material.may_fill(*cell))
                .map(move |(x, (cell, material))| (Pos::new(x, y as i32, z as i32), cell, material))
        })
    }

    /// The things in the volume, in the order they were added.
    pub fn things(&self) -> impl DoubleEndedIterator<Item = (ThingId, &Thing)> + Clone {
        self.things.iter()
    }

    /// How many things there are.
    pub fn thing_count(&self) -> u32 {
        self.things.len()
    }

    /// The things at a place, in the order they were added.
    pub fn things_at(
        &self,
        place: Pos,
    ) -> impl DoubleEndedIterator<Item = (ThingId, &Thing)> + Clone {
        self.things.at(place)
    }

    /// Adds a thing. Things are not part of the list of changes.
    pub fn add_thing(&mut self, thing: Thing) -> Result<ThingId, ThingError> {
        self.index(thing.place)?;
        self.things.check(&thing, 0)?;
        Ok(self.things.add(thing))
    }

    /// Removes a thing; `None` if it is gone already.
    pub fn remove_thing(&mut self, id: ThingId) -> Option<Thing> {
        self.things.remove(id)
    }

    /// The things that stand in a wall, except tags, which may.
    pub fn things_in_walls(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things().filter(|(_, thing)| {
            thing.kind != ThingKind::Tag && self.get(thing.place) == Cell::Wall
        })
    }

    /// The user's word for a cell: the name of the first thing of kind `tag` there.
    pub fn tag(&self, pos: Pos) -> Option<&str> {
        let mut tags = self.things_at(pos).filter(is_tag);
        tags.next().map(|(_, tag)| tag.name.as_str())
    }

    /// Replaces the user's word for a cell, or removes it.
    pub fn set_tag(&mut self, pos: Pos, word: Option<&str>) -> Result<(), ThingError> {
        let tag = word.map(|word| Thing::new(pos, ThingKind::Tag, word));
        self.index(pos)?;
        let old: Vec<ThingId> = self
            .things_at(pos)
            .filter(is_tag)
            .map(|(id, _)| id)
            .collect();
        if let Some(tag) = &tag {
            self.things.check(tag, old.len())?;
        }
        for id in old {
            self.things.remove(id);
        }
        tag.map_or(Ok(()), |tag| self.add_thing(tag).map(drop))
    }

    /// The volume's place in its history.
    pub fn revision(&self) -> Revision {
        self.changes.revision()
    }

    /// The changes of cells and materials since a revision, oldest first.
    ///
    /// `None` if some of them are forgotten: then whoever follows the volume
    /// must look at all of it again. A volume keeps as many changes as a quarter
    /// of its cells, but between 4,096 and 2²⁰; when the list is full, it forgets
    /// the older half.
    pub fn changes_since(&self, revision: Revision) -> Option<&[Change]> {
        self.changes.since(revision)
    }

    /// Undoes the changes since a revision.
    ///
    /// This adds changes too, so whoever follows the volume can keep up. If some
    /// of the changes are forgotten, nothing is done and the result is false.
    pub fn undo_to(&mut self, revision: Revision) -> bool {
        let Some(changes) = self.changes_since(revision).map(<[Change]>::to_vec) else {
            return false;
        };
        for change in changes.iter().rev() {
            // Never outside: it was inside when it was changed, and sizes are fixed.
            if let Some(index) = self.size.index(change.pos) {
                self.put(change.pos, index, change.old, change.old_material);
            }
        }
        true
    }

    /// Forgets the changes before a revision, once everyone has seen them.
    pub fn forget_changes(&mut self, before: Revision) {
        self.changes.forget_before(before);
    }

    /// Reopens the volume for building, without its list of changes.
    pub fn into_draft(self) -> Draft {
        Draft {
            size: self.size,
            cells: self.cells,
            materials: self.materials,
            things: self.things,
        }
    }
}

fn is_tag((_, thing): &(ThingId, &Thing)) -> bool {
    thing.kind == ThingKind::Tag
}

/// Volumes are equal if their cells, materials and things are; their histories may differ.
impl PartialEq for Volume {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.cells == other.cells
            && self.materials == other.materials
            && self.things == other.things
    }
}

impl Eq for Volume {}

#[cfg(test)]
mod tests;
