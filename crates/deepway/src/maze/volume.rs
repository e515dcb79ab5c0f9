//! A maze as a volume: a doubled grid, with a cell for each maze cell and for each side.

use super::feature::FeatureKind;
use super::level::{MazeLevel, Side};
use super::{Maze, MazePos};
use crate::cell::Cell;
use crate::space::{Direction, Pos};
use crate::volume::{Draft, Size, SizeError, Volume};

impl Maze {
    /// The maze as a volume: the cell at row r and column c is at (2c + 1, 2r + 1), with the
    /// sides between cells. The lowest level is at z = 0.
    pub fn to_volume(&self) -> Result<Volume, SizeError> {
        let (side, levels) = (2 * self.size() + 1, self.levels.len() as u32);
        let mut draft = Draft::new(Size::new(side, side, levels)?);
        for (number, level) in (1..).zip(&self.levels) {
            write_level(&mut draft, level, (levels - number) as i32);
        }
        for feature in &self.features {
            let (row, col) = (feature.row, feature.col);
            let ends = [feature.upper_level, feature.upper_level.saturating_add(1)];
            let ends = ends.map(|level| MazePos { level, row, col });
            // Nothing leads into rock, even if the maze contradicts itself.
            if !ends.iter().all(|&end| self.is_open(end)) {
                continue;
            }
            let [upper, lower] = ends.map(|end| self.cell_pos(end));
            let cells = match feature.kind {
                FeatureKind::Ladder => [(upper, Cell::Ladder), (lower, Cell::Ladder)],
                FeatureKind::Hole => [(upper, Cell::Hole), (lower, Cell::Floor)],
            };
            for (at, cell) in cells {
                if let Some(at) = at {
                    // Open cells are never outside.
                    let _ = draft.set(at, cell);
                }
            }
        }
        Ok(draft.finish())
    }

    /// The position of a maze cell in the volume.
    pub fn cell_pos(&self, at: MazePos) -> Option<Pos> {
        let MazePos { level, row, col } = at;
        let double = |at: u32| at.checked_mul(2)?.checked_add(1);
        let doubled = MazePos {
            level,
            row: double(row)?,
            col: double(col)?,
        };
        doubled.pos_in(self.levels.len() as u32)
    }

    /// The cell of the maze at a place in the volume; none for a side between cells.
    pub fn cell_at(&self, pos: Pos) -> Option<MazePos> {
        let doubled = MazePos::from_pos(pos, self.levels.len() as u32)?;
        let is_cell = doubled.row % 2 == 1 && doubled.col % 2 == 1;
        is_cell.then_some(MazePos {
            row: doubled.row / 2,
            col: doubled.col / 2,
            ..doubled
        })
    }
}

fn write_level(draft: &mut Draft, level: &MazeLevel, z: i32) {
    let side = 2 * level.size() as i32;
    draft.fill(Pos::new(0, 0, z), Pos::new(side, side, z), Cell::Wall);
    let mut set = |x: u32, y: u32, cell: Cell| {
        // Never outside: the draft is 2 × size + 1 cells wide.
        let _ = draft.set(Pos::new(x as i32, y as i32, z), cell);
    };
    for row in 0..level.size() {
        for col in 0..level.size() {
            if level.is_open(row, col) {
                set(2 * col + 1, 2 * row + 1, Cell::Floor);
            }
            for (direction, x, y) in [(Direction::East, 2, 1), (Direction::South, 1, 2)] {
                let cell = match level.side(row, col, direction) {
                    Side::Open => Cell::Floor,
                    Side::Door => Cell::Door,
                    Side::SecretDoor => Cell::SecretDoor,
                    Side::Wall => continue,
                };
                set(2 * col + x, 2 * row + y, cell);
            }
        }
    }
}
