//! How large a volume is.

use crate::space::{Pos, ZonePos};
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// The size of a volume: never empty, never over the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) levels: u32,
}

/// A size that no volume can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// One of the three numbers is zero or too large.
    #[error("{what} {found}: expected 1 to {max}")]
    Side {
        /// `width`, `height` or `number of levels`.
        what: &'static str,
        /// What was asked for.
        found: u32,
        /// The largest valid number.
        max: u32,
    },
    /// Each number is valid, but there are too many cells in all.
    #[error("{width} × {height} × {levels} cells: expected at most 2^30 (1,073,741,824) in all")]
    Cells {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
        /// The number of levels asked for.
        levels: u32,
    },
}

impl Size {
    /// The size of a zone of the strata.
    pub(crate) const ZONE: Self = Self {
        width: ZonePos::WIDTH,
        height: ZonePos::HEIGHT,
        levels: 1,
    };

    /// The most cells from west to east.
    pub const MAX_WIDTH: u32 = 4096;
    /// The most cells from north to south.
    pub const MAX_HEIGHT: u32 = 4096;
    /// The most levels.
    pub const MAX_LEVELS: u32 = 256;
    /// The most cells in all.
    pub const MAX_CELLS: u64 = 1 << 30;

    /// A size, if a volume can have it.
    pub fn new(width: u32, height: u32, levels: u32) -> Result<Self, SizeError> {
        for (what, found, max) in [
            ("width", width, Self::MAX_WIDTH),
            ("height", height, Self::MAX_HEIGHT),
            ("number of levels", levels, Self::MAX_LEVELS),
        ] {
            if !(1..=max).contains(&found) {
                return Err(SizeError::Side { what, found, max });
            }
        }
        let size = Self {
            width,
            height,
            levels,
        };
        if size.cells() > Self::MAX_CELLS {
            return Err(SizeError::Cells {
                width,
                height,
                levels,
            });
        }
        Ok(size)
    }

    /// Cells from west to east.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Cells from north to south.
    pub const fn height(self) -> u32 {
        self.height
    }

    /// Levels from the bottom up.
    pub const fn levels(self) -> u32 {
        self.levels
    }

    /// Cells in all.
    pub const fn cells(self) -> u64 {
        self.width as u64 * self.height as u64 * self.levels as u64
    }

    /// Whether there is such a cell.
    pub const fn contains(self, pos: Pos) -> bool {
        // A negative number becomes a huge unsigned number.
        (pos.x as u32) < self.width && (pos.y as u32) < self.height && (pos.z as u32) < self.levels
    }

    /// The index of a cell in a row-by-row, level-by-level list.
    pub(crate) const fn index(self, pos: Pos) -> Option<usize> {
        if !self.contains(pos) {
            return None;
        }
        let row = pos.z as usize * self.height as usize + pos.y as usize;
        Some(row * self.width as usize + pos.x as usize)
    }

    /// The range of a row of cells in that list.
    pub(crate) fn row(self, y: u32, z: u32) -> Option<Range<usize>> {
        (y < self.height && z < self.levels).then(|| {
            let start = (z as usize * self.height as usize + y as usize) * self.width as usize;
            start..start + self.width as usize
        })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} × {}", self.width, self.height, self.levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_the_limits() {
        assert!(Size::new(4096, 4096, 64).is_ok());
        assert!(Size::new(4096, 1024, 256).is_ok());
        assert!(Size::new(1, 1, 1).is_ok());
        for (width, height, levels, message) in [
            (0, 1, 1, "width 0: expected 1 to 4096"),
            (4097, 1, 1, "width 4097: expected 1 to 4096"),
            (1, 4097, 1, "height 4097: expected 1 to 4096"),
            (1, 1, 257, "number of levels 257: expected 1 to 256"),
            (
                4096,
                4096,
                65,
                "4096 × 4096 × 65 cells: expected at most 2^30 (1,073,741,824) in all",
            ),
            (
                u32::MAX,
                u32::MAX,
                u32::MAX,
                "width 4294967295: expected 1 to 4096",
            ),
        ] {
            assert_eq!(
                Size::new(width, height, levels).unwrap_err().to_string(),
                message
            );
        }
    }
}
