//! Who sees what, on a level and through openings on other levels.
//!
//! Cells are cubes, and a level is as high as a cell is wide. One place [`sees`] another if the
//! straight line between their middles passes through clear cells only, and from level to level
//! only where the slab between them is open: under open air, holes, shafts and whatever else
//! leads down, and above ramps. Where the line passes exactly through an edge or a corner, it
//! may go round it on any side. Nothing depends on who looks: if A sees B, B sees A.
//!
//! [`field`] finds everything that can be seen from a place, which takes a few microseconds;
//! [`Memory`] keeps what somebody has seen.
//!
//! ```
//! use deepway::sight::{self, Sight};
//! use deepway::{Pos, text};
//!
//! // A gallery around a hole above a hall.
//! let map = b"floor:0\n.....\n.....\n.....\nfloor:1\n.....\n.. ..\n.....\n";
//! let volume = text::read("map", map)?;
//! let above = Pos::new(1, 1, 1);
//! assert!(sight::sees(&volume, above, Pos::new(3, 1, 0)));
//! assert!(!sight::sees(&volume, above, Pos::new(0, 1, 0)));
//! let field = sight::field(&volume, above, &Sight::default());
//! assert!(field.sees(Pos::new(3, 1, 0)));
//! # Ok::<(), deepway::text::MapError>(())
//! ```

mod field;
mod level;
mod line;
mod memory;
mod windows;

pub use field::{Field, field};
pub use line::sees;
pub use memory::Memory;

use crate::cell::{Cell, Leads};
use crate::space::{Direction, Pos};
use crate::volume::Volume;

/// How far somebody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// Cells in every direction, as a circle; 0 to 255.
    pub radius: u8,
    /// Levels up and down; 0 is a level alone.
    pub levels: u8,
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            radius: 20,
            levels: 3,
        }
    }
}

/// Whether one can see from a level to the one above it at a place of the lower level.
pub fn is_open_above(volume: &Volume, lower: Pos) -> bool {
    is_open_slab(volume.get(lower), volume.get(lower.step(Direction::Up)))
}

/// Whether one can see through the floor of a cell to another one below it.
pub(crate) const fn is_open_below(upper: Cell, lower: Cell) -> bool {
    is_open_slab(lower, upper)
}

/// Which cells have something to do with the slabs below or above them, by their bytes: a quick
/// look, for most have not.
const STEEP: [bool; 256] = {
    let mut steep = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let cell = Cell::from_byte(byte as u8);
        steep[byte] = matches!(cell, Cell::Air) || !matches!(cell.info().leads, Leads::Nowhere);
        byte += 1;
    }
    steep
};

/// Which cells are not clear, by their bytes.
const DARK: [u8; 256] = {
    let mut dark = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        dark[byte] = !Cell::from_byte(byte as u8).is_clear() as u8;
        byte += 1;
    }
    dark
};

/// Whether the slab between two cells, one above the other, is open.
const fn is_open_slab(lower: Cell, upper: Cell) -> bool {
    match upper.info().leads {
        // Steps are open where there are steps below them.
        Leads::Steps { down: true, .. } => matches!(lower.info().leads, Leads::Steps { .. }),
        Leads::Elevator => matches!(lower, Cell::Elevator),
        Leads::Hole | Leads::Shaft => true,
        _ => matches!(upper, Cell::Air) || matches!(lower.info().leads, Leads::Ramp(_)),
    }
}

#[cfg(test)]
mod tests;
