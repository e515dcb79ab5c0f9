//! Levels of a maze from above: walls as lines, doors and features marked.

mod overview;
mod picture;
mod text;

pub use overview::{maze_level_map, maze_level_overview, maze_overview};
pub use picture::maze_map;
pub use text::maze_level;

use crate::maze::{Maze, MazeCell, MazeLevel, Side};
use crate::space::{Direction, MazePos};

/// A player in a maze: where they are, and which way they look.
pub type Player = (MazePos, Direction);

/// What a map marks at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Player(Direction),
    LadderDown,
    LadderUp,
    HoleInFloor,
    HoleInCeiling,
}

impl Mark {
    fn of(cell: &MazeCell) -> Option<Self> {
        match () {
            () if cell.has_ladder_down => Some(Self::LadderDown),
            () if cell.has_ladder_up => Some(Self::LadderUp),
            () if cell.has_hole_floor => Some(Self::HoleInFloor),
            () if cell.has_hole_ceiling => Some(Self::HoleInCeiling),
            () => None,
        }
    }

    /// What to mark at a cell; the player comes before anything else.
    fn at(maze: &Maze, at: MazePos, player: Option<Player>) -> Option<Self> {
        match player {
            Some((place, facing)) if place == at => Some(Self::Player(facing)),
            _ => Self::of(&maze.cell(at)),
        }
    }
}

/// What is drawn between two cells, or at the edge of the level; nothing within rock.
fn border(level: &MazeLevel, row: u32, col: u32, direction: Direction) -> Option<Side> {
    let beyond = level.beside(row, col, direction);
    let is_beyond_open = beyond.is_some_and(|[row, col]| level.is_open(row, col));
    (level.is_open(row, col) || is_beyond_open).then(|| level.side(row, col, direction))
}

/// What is drawn above a cell; in the row past the last, below the level.
fn border_above(level: &MazeLevel, row: u32, col: u32) -> Option<Side> {
    match row.checked_sub(1) {
        Some(above) => border(level, above, col, Direction::South),
        None => border(level, row, col, Direction::North),
    }
}

/// What is drawn to the left of a cell; in the column past the last, right of the level.
fn border_left(level: &MazeLevel, row: u32, col: u32) -> Option<Side> {
    match col.checked_sub(1) {
        Some(left) => border(level, row, left, Direction::East),
        None => border(level, row, col, Direction::West),
    }
}

#[cfg(test)]
mod tests;
