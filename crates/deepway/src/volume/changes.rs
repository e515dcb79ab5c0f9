//! The history of a volume.

use super::Size;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;

/// An edit of a cell: of its kind, its material, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub pos: Pos,
    /// What was there.
    pub old: Cell,
    /// What is there now.
    pub new: Cell,
    /// The material that it had.
    pub old_material: Material,
    /// The material that it has now.
    pub new_material: Material,
}

/// A bookmark in a volume's list of changes: how many edits it has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub(super) u64);

/// The latest changes, oldest first.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    list: Vec<Change>,
    /// How many changes were forgotten before the first in the list.
    forgotten: u64,
    /// The most changes to keep.
    most: u32,
}

impl Changes {
    /// An empty list for a volume of this size.
    pub(super) fn new(size: Size) -> Self {
        Self {
            list: Vec::new(),
            forgotten: 0,
            most: (size.cells() / 4).clamp(1 << 12, 1 << 20) as u32,
        }
    }

    /// Adds a change. If the list is full, its older half is forgotten, so that each change is
    /// moved at most once.
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
