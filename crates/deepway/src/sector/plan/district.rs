//! Districts: a large sector is a row of squares that folds like a ribbon, so that its main
//! path stays compact.

use super::site::Bounds;
use crate::space::RoomPos;

/// The squares of a sector; none if it is small.
pub(super) struct Districts {
    side: i32,
    columns: i32,
    rows: i32,
}

/// Up to how many rooms a sector has no districts.
const ONE: u32 = 60;
/// About how many rooms a district has.
const ROOMS: u32 = 34;
/// Units of a district's layer for each of its rooms, in tenths.
const SPACE: u32 = 46;

impl Districts {
    pub(super) fn new(rooms: u32) -> Self {
        if rooms <= ONE {
            return Self {
                side: 0,
                columns: 1,
                rows: 1,
            };
        }
        let count = (rooms / ROOMS).max(2);
        let columns = count.isqrt().max(1);
        let rows = count / columns;
        // The rooms of what does not fill a row are spread over the others.
        let each = rooms.div_ceil(columns * rows);
        Self {
            side: ((each * SPACE / 10).isqrt()).max(9) as i32,
            columns: columns as i32,
            rows: rows as i32,
        }
    }

    /// Where a step of the main path may be, and where it should be: in its own district; on
    /// the way there, in the one before.
    pub(super) fn of_step(&self, step: u32, steps: u32) -> Option<[Bounds; 2]> {
        if self.side == 0 {
            return None;
        }
        let count = (self.columns * self.rows) as u32;
        let number = (u64::from(step) * u64::from(count) / u64::from(steps + 1)) as i32;
        let own = self.square(number);
        Some([own.with(self.square((number - 1).max(0))), own])
    }

    /// Where the rooms of branches may be: in any district.
    pub(super) fn all(&self) -> Option<[Bounds; 2]> {
        (self.side > 0).then(|| {
            let last = self.columns * self.rows - 1;
            let corners = [0, self.columns - 1, last].map(|number| self.square(number));
            [corners[0].with(corners[1]).with(corners[2]); 2]
        })
    }

    /// A square, counted along the ribbon.
    fn square(&self, number: i32) -> Bounds {
        let (row, column) = (number / self.columns, number % self.columns);
        let column = match row % 2 {
            0 => column,
            _ => self.columns - 1 - column,
        };
        let corner = |at: i32| at * self.side - self.side / 2;
        Bounds::of(RoomPos::new(corner(column), corner(row), 0), self.side)
    }
}
