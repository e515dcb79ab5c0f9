//! Levels of cells.
//!
//! A [`Volume`] holds one byte a cell and one bit a cell for *walkable*, and
//! remembers every edit. A [`Draft`] is a volume being built: it keeps no
//! record, and becomes a volume when it is done.

mod plane;
mod size;

pub use plane::BitPlane;
pub use size::{Size, SizeError};

use crate::cell::{Cell, WALKABLE};
use crate::space::Pos;
use thiserror::Error;

/// Up to 4096 × 4096 × 256 cells, and at most 2³⁰ of them.
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
    changes: Vec<Change>,
    /// How many changes were forgotten before the first one in `changes`.
    forgotten: u64,
}

/// One edit of a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub pos: Pos,
    /// What was there.
    pub old: Cell,
    /// What is there now.
    pub new: Cell,
}

/// A position that the volume does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{pos} is outside the map, which is {size}: x from 0 to {}, y from 0 to {}, z from 0 to {}",
    size.width() - 1, size.height() - 1, size.levels() - 1)]
pub struct OutsideError {
    /// The position asked for.
    pub pos: Pos,
    /// The size of the volume.
    pub size: Size,
}

/// How many edits a volume has seen; a bookmark in its list of changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(u64);

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

    /// Whether one can stand there.
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

    /// One level as a volume of its own; open air if there is no such level.
    #[must_use]
    pub fn level(&self, z: u32) -> Self {
        let mut draft = Draft::new(Size {
            levels: 1,
            ..self.size
        });
        for y in 0..self.size.height() {
            draft.copy_row(y, 0, self.row_bytes(y, z));
        }
        draft.finish()
    }

    /// Calls `visit` for every cell whose byte has the bit `mask`, row by row.
    ///
    /// Blocks of cells without it are passed over 64 at a time.
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

    /// Sets a cell and remembers the change. Returns what was there.
    ///
    /// Setting what is there already is no change.
    pub fn set(&mut self, pos: Pos, new: Cell) -> Result<Cell, OutsideError> {
        let index = self.size.index(pos).ok_or(OutsideError {
            pos,
            size: self.size,
        })?;
        let old = Cell::from_byte(self.cells[index]);
        if old != new {
            self.cells[index] = new as u8;
            let (x, y, z) = (pos.x as u32, pos.y as u32, pos.z as u32);
            self.walkable.set(x, y, z, new.is_walkable());
            self.changes.push(Change { pos, old, new });
        }
        Ok(old)
    }

    /// Sets some cells, or none of them if one is outside.
    pub fn set_all(&mut self, cells: &[(Pos, Cell)]) -> Result<(), OutsideError> {
        let size = self.size;
        if let Some(&(pos, _)) = cells.iter().find(|(pos, _)| !size.contains(*pos)) {
            return Err(OutsideError { pos, size });
        }
        cells
            .iter()
            .try_for_each(|&(pos, cell)| self.set(pos, cell).map(drop))
    }

    /// The volume's place in its own history.
    pub fn revision(&self) -> Revision {
        Revision(self.forgotten + self.changes.len() as u64)
    }

    /// The changes since a revision, oldest first.
    ///
    /// `None` if some of them are forgotten: then whoever follows the volume
    /// must look at all of it again.
    pub fn changes_since(&self, revision: Revision) -> Option<&[Change]> {
        let start = revision.0.checked_sub(self.forgotten)?;
        self.changes.get(usize::try_from(start).ok()?..)
    }

    /// Takes back what was changed since a revision.
    ///
    /// This too is a series of changes, so nobody who follows the volume is
    /// left behind. False, and nothing done, if the changes are forgotten.
    pub fn undo_to(&mut self, revision: Revision) -> bool {
        let Some(changes) = self.changes_since(revision).map(<[Change]>::to_vec) else {
            return false;
        };
        for change in changes.iter().rev() {
            // The position was inside when it was changed, and sizes are fixed.
            let _ = self.set(change.pos, change.old);
        }
        true
    }

    /// Forgets the changes before a revision, once everyone has seen them.
    pub fn forget_changes(&mut self, before: Revision) {
        let known = before.0.min(self.revision().0);
        let count = known.saturating_sub(self.forgotten);
        self.changes.drain(..count as usize);
        self.forgotten += count;
    }

    /// Reopens the volume for building; its list of changes is gone.
    pub fn into_draft(self) -> Draft {
        Draft {
            size: self.size,
            cells: self.cells,
        }
    }
}

/// Volumes are equal if their cells are; their histories may differ.
impl PartialEq for Volume {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.cells == other.cells
    }
}

impl Eq for Volume {}

/// A volume being built: cells are set without a record.
#[derive(Clone, Debug)]
pub struct Draft {
    size: Size,
    cells: Vec<u8>,
}

impl Draft {
    /// A draft of open air.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            // Air is zero, so the system hands out pages as they are needed.
            cells: vec![Cell::Air as u8; size.cells() as usize],
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

    /// Sets a cell.
    pub fn set(&mut self, pos: Pos, cell: Cell) -> Result<(), OutsideError> {
        let index = self.size.index(pos).ok_or(OutsideError {
            pos,
            size: self.size,
        })?;
        self.cells[index] = cell as u8;
        Ok(())
    }

    /// Sets all cells between two corners, both included; what is outside is left out.
    pub fn fill(&mut self, a: Pos, b: Pos, cell: Cell) {
        let span = |a: i32, b: i32, end: u32| {
            let (low, high) = (a.min(b).max(0), a.max(b).min(end as i32 - 1));
            low as u32..(high + 1).max(low) as u32
        };
        let columns = span(a.x, b.x, self.size.width());
        for z in span(a.z, b.z, self.size.levels()) {
            for y in span(a.y, b.y, self.size.height()) {
                if let Some(row) = self.size.row(y, z) {
                    let row = &mut self.cells[row];
                    if let Some(part) = row.get_mut(columns.start as usize..columns.end as usize) {
                        part.fill(cell as u8);
                    }
                }
            }
        }
    }

    /// Copies bytes that are cells to the start of a row, as far as it goes.
    pub(crate) fn copy_row(&mut self, y: u32, z: u32, bytes: &[u8]) {
        if let Some(row) = self.size.row(y, z) {
            let count = bytes.len().min(row.len());
            self.cells[row][..count].copy_from_slice(&bytes[..count]);
        }
    }

    /// A draft of bytes that are cells, in order; missing ones are open air.
    pub(crate) fn from_bytes(size: Size, mut cells: Vec<u8>) -> Self {
        cells.resize(size.cells() as usize, Cell::Air as u8);
        Self { size, cells }
    }

    /// The finished volume.
    pub fn finish(self) -> Volume {
        Volume {
            size: self.size,
            walkable: BitPlane::of(self.size, &self.cells, WALKABLE),
            cells: self.cells,
            changes: Vec::new(),
            forgotten: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn volume(width: u32, height: u32, levels: u32) -> Volume {
        Volume::new(Size::new(width, height, levels).unwrap())
    }

    fn any_cell() -> impl Strategy<Value = Cell> {
        proptest::sample::select(Cell::all().collect::<Vec<_>>())
    }

    fn any_pos() -> impl Strategy<Value = Pos> {
        (-2..72i32, -2..5i32, -2..5i32).prop_map(|(x, y, z)| Pos::new(x, y, z))
    }

    #[test]
    fn outside_is_open_air_and_cannot_be_written() {
        let mut volume = volume(3, 4, 5);
        for [x, y, z] in [
            [-1, 0, 0],
            [3, 0, 0],
            [0, 4, 0],
            [0, 0, 5],
            [i32::MIN; 3],
            [i32::MAX; 3],
        ] {
            let pos = Pos::new(x, y, z);
            assert_eq!(volume.get(pos), Cell::Air);
            assert!(!volume.is_walkable(pos));
            let error = volume.set(pos, Cell::Floor).unwrap_err();
            assert!(
                error
                    .to_string()
                    .contains("x from 0 to 2, y from 0 to 3, z from 0 to 4")
            );
        }
        assert_eq!(volume.row(4, 0).len(), 0);
        assert_eq!(volume.row(0, 5).len(), 0);
        assert_eq!(volume.row(3, 4).len(), 3);
        assert_eq!(volume.revision(), Revision::default());
    }

    #[test]
    fn setting_the_same_again_is_no_change() {
        let mut volume = volume(2, 2, 1);
        let start = volume.revision();
        assert_eq!(volume.set(Pos::new(1, 1, 0), Cell::Door), Ok(Cell::Air));
        assert_eq!(volume.set(Pos::new(1, 1, 0), Cell::Door), Ok(Cell::Door));
        assert_eq!(
            volume.changes_since(start),
            Some(
                &[Change {
                    pos: Pos::new(1, 1, 0),
                    old: Cell::Air,
                    new: Cell::Door
                }][..]
            )
        );
    }

    #[test]
    fn forgotten_changes_are_not_passed_off_as_none() {
        let mut volume = volume(4, 1, 1);
        let start = volume.revision();
        volume.set(Pos::new(0, 0, 0), Cell::Wall).unwrap();
        let middle = volume.revision();
        volume.set(Pos::new(1, 0, 0), Cell::Wall).unwrap();
        volume.forget_changes(middle);
        assert_eq!(volume.changes_since(start), None);
        assert!(!volume.undo_to(start));
        assert_eq!(volume.changes_since(middle).map(<[_]>::len), Some(1));
        assert!(volume.undo_to(middle));
        assert_eq!(volume.get(Pos::new(1, 0, 0)), Cell::Air);
        assert_eq!(volume.get(Pos::new(0, 0, 0)), Cell::Wall);
        volume.forget_changes(Revision(u64::MAX));
        assert_eq!(volume.changes_since(volume.revision()), Some(&[][..]));
    }

    proptest! {
        #[test]
        fn a_volume_is_a_map_from_positions_to_cells(
            edits in proptest::collection::vec((any_pos(), any_cell()), 0..200),
            undo_after in 0..200usize,
        ) {
            let size = Size::new(70, 3, 3).unwrap();
            let mut volume = Volume::new(size);
            let mut draft = Draft::new(size);
            let mut model = std::collections::BTreeMap::new();
            let mut bookmark = (volume.revision(), volume.clone());
            for (i, &(pos, cell)) in edits.iter().enumerate() {
                let inside = size.contains(pos);
                prop_assert_eq!(volume.set(pos, cell).is_ok(), inside);
                prop_assert_eq!(draft.set(pos, cell).is_ok(), inside);
                if inside {
                    model.insert(pos, cell);
                }
                if i == undo_after {
                    bookmark = (volume.revision(), volume.clone());
                }
            }
            for x in -2..72 { for y in -2..5 { for z in -2..5 {
                let pos = Pos::new(x, y, z);
                let expected = model.get(&pos).copied().unwrap_or(Cell::Air);
                prop_assert_eq!(volume.get(pos), expected);
                prop_assert_eq!(draft.get(pos), expected);
                prop_assert_eq!(volume.is_walkable(pos), expected.is_walkable());
            }}}
            let finished = draft.finish();
            prop_assert_eq!(&finished, &volume);
            prop_assert_eq!(finished.walkable(), volume.walkable());
            prop_assert_eq!(finished.clone().into_draft().finish(), finished);

            let mut replayed = bookmark.1.clone();
            for change in volume.changes_since(bookmark.0).unwrap() {
                prop_assert_eq!(replayed.set(change.pos, change.new), Ok(change.old));
            }
            prop_assert_eq!(&replayed, &volume);
            prop_assert!(volume.undo_to(bookmark.0));
            prop_assert_eq!(&volume, &bookmark.1);
            prop_assert_eq!(volume.walkable(), bookmark.1.walkable());
        }

        #[test]
        fn filling_a_box_is_setting_its_cells(a in any_pos(), b in any_pos(), cell in any_cell()) {
            let size = Size::new(70, 3, 3).unwrap();
            let mut filled = Draft::new(size);
            filled.fill(a, b, cell);
            for x in 0..70 { for y in 0..3 { for z in 0..3 {
                let inside = [(x, a.x, b.x), (y, a.y, b.y), (z, a.z, b.z)]
                    .iter().all(|&(v, a, b)| a.min(b) <= v && v <= a.max(b));
                let expected = if inside { cell } else { Cell::Air };
                prop_assert_eq!(filled.get(Pos::new(x, y, z)), expected);
            }}}
        }
    }
}
