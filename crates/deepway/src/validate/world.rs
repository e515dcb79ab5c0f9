//! Worlds of any kind.

use super::{agreement, contradictions, sector};
use crate::world::{Body, World};

/// What is so wrong with a world that nobody can say what its cells are.
///
/// A sector that is not sound, cells that contradict its rooms, a maze whose ladders and
/// holes contradict each other: such a world can be shown and checked, not walked in.
pub fn contradiction(world: &World) -> Option<String> {
    match world.body() {
        Body::Map(_) => None,
        Body::Sector(rooms) => {
            if let Some(issue) = sector(rooms.sector()).first() {
                return Some(format!("not sound: {issue}"));
            }
            let cells = rooms.given_cells()?;
            let issues = agreement(cells);
            issues.first().map(|issue| format!("cells: {issue}"))
        }
        Body::Maze(maze) => {
            let issues = contradictions(maze.maze());
            let first = issues.first()?;
            Some(format!("not sound: {first} (deepway check lists all)"))
        }
    }
}
