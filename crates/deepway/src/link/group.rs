//! Wide staircases: equal links side by side.

use crate::cell::Cell;
use crate::space::Pos;
use std::mem;

/// Joins links into groups as they are found, row by row.
///
/// Links arrive in the order of the scan (west to east, north to south), so
/// only the neighbours to the west and to the north can be known already.
#[derive(Default)]
pub(super) struct Groups {
    /// An earlier link of the same group, or the link itself if it is the first.
    before: Vec<u32>,
    /// The row of stairs that is being read, and the row north of it.
    row: Vec<Tread>,
    north: Vec<Tread>,
    /// How many treads of the northern row have been passed.
    passed: usize,
    at: Option<Pos>,
}

/// The low cell of a stair, in its row.
#[derive(Clone, Copy)]
struct Tread {
    x: i32,
    kinds: [Cell; 2],
    link: u32,
}

impl Groups {
    /// Adds the next link, alone in its group.
    pub(super) fn add_single(&mut self) {
        self.before.push(self.before.len() as u32);
    }

    /// Adds the next link, a stair with this low cell and these two kinds of cell.
    pub(super) fn add_stair(&mut self, low: Pos, kinds: [Cell; 2]) {
        let link = self.before.len() as u32;
        self.add_single();
        self.turn_to(low);
        while self
            .north
            .get(self.passed)
            .is_some_and(|tread| tread.x < low.x)
        {
            self.passed += 1;
        }
        let north = self.north.get(self.passed).filter(|tread| tread.x == low.x);
        let west = self.row.last().filter(|tread| tread.x + 1 == low.x);
        for neighbour in [north.copied(), west.copied()].into_iter().flatten() {
            if neighbour.kinds == kinds {
                self.join(neighbour.link, link);
            }
        }
        self.row.push(Tread {
            x: low.x,
            kinds,
            link,
        });
    }

    /// Begins a new row if the low cell is in one.
    fn turn_to(&mut self, low: Pos) {
        if self.at.is_some_and(|at| (at.y, at.z) == (low.y, low.z)) {
            return;
        }
        self.north.clear();
        if self.at.is_some_and(|at| (at.y + 1, at.z) == (low.y, low.z)) {
            mem::swap(&mut self.north, &mut self.row);
        }
        self.row.clear();
        self.passed = 0;
        self.at = Some(low);
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.before[a.max(b) as usize] = a.min(b);
    }

    /// The first link of a link's group.
    pub(super) fn first(&mut self, mut link: u32) -> u32 {
        while self.before[link as usize] != link {
            // Halve the path for the next call.
            let before = self.before[link as usize];
            self.before[link as usize] = self.before[before as usize];
            link = self.before[link as usize];
        }
        link
    }
}
