//! Where somebody can stand in a maze, and look.

use super::level::Side;
use super::{Maze, MazePos};
use crate::space::Direction;
use thiserror::Error;

/// Why nobody can stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StandError {
    /// The maze has no such cell.
    #[error("{at} is outside: expected level 1 to {levels}, row and column 0 to {last}")]
    Outside {
        /// The place.
        at: MazePos,
        /// How many levels there are.
        levels: usize,
        /// The last row and column.
        last: u32,
    },
    /// The cell is not open.
    #[error("{0} is solid rock: expected an open cell")]
    Solid(MazePos),
    /// There is no open cell at all.
    #[error("level {0} has no open cell: expected at least one")]
    NoCell(u32),
}

impl Maze {
    /// Checks that somebody can stand there.
    pub fn check_place(&self, at: MazePos) -> Result<(), StandError> {
        let last = self.size().saturating_sub(1);
        if self.level(at.level).is_none() || at.row > last || at.col > last {
            let levels = self.levels.len();
            return Err(StandError::Outside { at, levels, last });
        }
        match self.is_open(at) {
            true => Ok(()),
            false => Err(StandError::Solid(at)),
        }
    }

    /// The open cell of a level that is nearest to a row and a column.
    pub fn nearest_open(&self, level: u32, row: u32, col: u32) -> Option<MazePos> {
        let found = self.level(level)?;
        let open = found.cells().filter(|&(row, col)| found.is_open(row, col));
        let nearest = open.min_by_key(|&(r, c)| {
            let (down, right) = (u64::from(r.abs_diff(row)), u64::from(c.abs_diff(col)));
            down * down + right * right
        });
        nearest.map(|(row, col)| MazePos { level, row, col })
    }

    /// Where a walk begins: in the middle of the first level.
    pub fn entrance(&self) -> Result<MazePos, StandError> {
        let middle = self.size() / 2;
        let at = self.nearest_open(1, middle, middle);
        at.ok_or(StandError::NoCell(1))
    }

    /// A direction that is open from a cell, or else has a door, or else north.
    pub fn way_on(&self, at: MazePos) -> Direction {
        let find = |side: Side| {
            let mut ways = Direction::STRAIGHT.into_iter();
            ways.find(|&way| self.side(at, way) == side)
        };
        let way = find(Side::Open).or_else(|| find(Side::Door));
        way.unwrap_or(Direction::North)
    }
}
