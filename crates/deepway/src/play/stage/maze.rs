//! Mazes.

use crate::maze::Maze;
use crate::space::Pos;

/// Where a walk begins.
pub(super) fn entrance(maze: &Maze) -> Option<Pos> {
    let at = maze.entrance().ok()?;
    maze.cell_pos(at)
}
