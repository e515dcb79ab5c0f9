//! The history of a volume.

use super::Size;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;

/// One edit of a volume: of a cell's kind, of its material, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub pos: Pos,
    /// What was there.
    pub old: Cell,
    /// What is there now.
    pub new: Cell,
    /// What that was made of.
    pub old_material: Material,
    /// What that is made of now.
    pub new_material: Material,
}

/// How many edits a volume has seen; a bookmark in its list of changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub(super) u64);

/// The latest changes, oldest first.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    list: Vec<Change>,
    /// How many changes were forgotten before the first one in the list.
    forgotten: u64,
    /// How many are kept.
    most: u32,
}

impl Changes {
    /// No changes yet of a volume of this size.
    pub(super) fn new(size: Size) -> Self {
        Self {
            list: Vec::new(),
            forgotten: 0,
            most: (size.cells() / 4).clamp(1 << 12, 1 << 20) as u32,
        }
    }

    /// Adds a change. If the list is full, its older half is forgotten: so each change is
    /// moved once at most.
    pub(super) fn push(&mut self, change: Change) {
        if self.list.len() >= self.most as usize {
            self.forget(self.list.len() / 2);
        }
        self.list.push(change);
    }

    pub(super) fn revision(&self) -> Revision {
        Revision(self.forgotten + self.list.len() as u64)
    }

    pub(super) fn since(&self, revision: Revision) -> Option<&[Change]> {
        let start = revision.0.checked_sub(self.forgotten)?;
        self.list.get(usize::try_from(start).ok()?..)
    }

    pub(super) fn forget_before(&mut self, revision: Revision) {
        let known = revision.0.min(self.revision().0);
        self.forget(known.saturating_sub(self.forgotten) as usize);
    }

    fn forget(&mut self, count: usize) {
        self.list.drain(..count);
        self.forgotten += count as u64;
    }
}
