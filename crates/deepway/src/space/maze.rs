//! The position of a cell in a maze.

use super::Pos;
use std::fmt;

/// The position of a maze cell: levels are numbered **downward** from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MazePos {
    /// The level, 1 at the top.
    pub level: u32,
    /// The row, counted southward from 0.
    pub row: u32,
    /// The column, counted eastward from 0.
    pub col: u32,
}

impl MazePos {
    /// The same place as a cell, in a maze with this many levels.
    ///
    /// The lowest level lies at z = 0. `None` if there is no such level.
    pub fn pos_in(self, levels: u32) -> Option<Pos> {
        let above_ground = levels.checked_sub(self.level).filter(|_| self.level >= 1)?;
        Some(Pos {
            x: i32::try_from(self.col).ok()?,
            y: i32::try_from(self.row).ok()?,
            z: i32::try_from(above_ground).ok()?,
        })
    }

    /// The same place as a maze position; `None` if it is outside the maze.
    pub fn from_pos(pos: Pos, levels: u32) -> Option<Self> {
        let level = levels.checked_sub(u32::try_from(pos.z).ok()?)?;
        Some(Self {
            level: (level >= 1).then_some(level)?,
            row: u32::try_from(pos.y).ok()?,
            col: u32::try_from(pos.x).ok()?,
        })
    }
}

impl fmt::Display for MazePos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "level {} row {} column {}",
            self.level, self.row, self.col
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_level_is_on_top() {
        let maze = |level| MazePos {
            level,
            row: 3,
            col: 8,
        };
        assert_eq!(maze(1).pos_in(5), Some(Pos::new(8, 3, 4)));
        assert_eq!(maze(5).pos_in(5), Some(Pos::new(8, 3, 0)));
        assert_eq!(maze(0).pos_in(5), None);
        assert_eq!(maze(6).pos_in(5), None);
    }

    proptest! {
        #[test]
        fn maze_and_cell_agree(levels in 1..20u32, x in -5..40i32, y in -5..40i32, z in -5..25i32) {
            let pos = Pos::new(x, y, z);
            let inside = x >= 0 && y >= 0 && (0..levels as i32).contains(&z);
            let maze = MazePos::from_pos(pos, levels);
            prop_assert_eq!(maze.is_some(), inside);
            if let Some(maze) = maze {
                prop_assert_eq!(maze.pos_in(levels), Some(pos));
            }
        }

        #[test]
        fn conversions_never_panic(level: u32, row: u32, col: u32, levels: u32, p: [i32; 3]) {
            let _ = MazePos { level, row, col }.pos_in(levels);
            let _ = MazePos::from_pos(Pos::from(p), levels);
        }
    }
}
