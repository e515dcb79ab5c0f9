//! Mazes: places are `level:row:column`, levels are numbered from the top down.

use super::place::{PlaceError, level, numbers};
use super::{Kind, NoCells, Realm};
use crate::maze::Maze;
use crate::seed::Seed;
use crate::space::{MazePos, Pos};
use crate::volume::Volume;
use std::sync::OnceLock;

/// A maze, and its cells once they have been asked for.
#[derive(Clone, Debug)]
pub struct MazeWorld {
    maze: Maze,
    cells: OnceLock<Result<Volume, NoCells>>,
}

impl MazeWorld {
    /// The maze.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    pub(super) fn into_cells(self) -> Result<Volume, NoCells> {
        self.cells()?;
        let made = self.cells.into_inner();
        made.unwrap_or_else(|| Ok(self.maze.to_volume()?))
    }

    /// The cell that a text names as `level:row:column`.
    pub fn maze_place(&self, text: &str) -> Result<MazePos, PlaceError> {
        let text = text.trim();
        let Some([level, row, col]) = numbers::<u32, 3>(text, ':') else {
            if numbers::<i64, 3>(text, ',').is_some() {
                let problem = format!("a comma means x,y,z: expected {FORM} in a maze");
                return Err(PlaceError::new(text, problem));
            }
            return Err(PlaceError::form(text, "this maze", FORM));
        };
        let (levels, last) = (self.maze.levels.len(), self.maze.size().saturating_sub(1));
        if self.maze.level(level).is_none() || row.max(col) > last {
            let range =
                format!("outside: expected level 1 to {levels}, row and column 0 to {last}");
            return Err(PlaceError::new(text, range));
        }
        Ok(MazePos { level, row, col })
    }
}

impl From<Maze> for MazeWorld {
    fn from(maze: Maze) -> Self {
        let cells = OnceLock::new();
        Self { maze, cells }
    }
}

/// The form of a place, for messages.
const FORM: &str = "level:row:column, such as 1:5:10";

impl Realm for MazeWorld {
    fn kind(&self) -> Kind {
        Kind::Maze
    }

    fn seed(&self) -> Option<Seed> {
        Some(self.maze.seed)
    }

    fn generation(&self) -> Option<u32> {
        Some(self.maze.generation)
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let plan = &self.maze.plan;
        let mut parameters = vec![
            ("size", plan.size.to_string()),
            ("levels", plan.levels.to_string()),
        ];
        let counts = [
            ("open", plan.open),
            ("doors", plan.doors),
            ("secret_doors", plan.secret_doors),
        ];
        let given = counts.into_iter();
        parameters.extend(given.filter_map(|(name, count)| Some((name, count?.to_string()))));
        if let Some(features) = &plan.features {
            let pairs = features.iter();
            let pairs = pairs.map(|pair| format!("{}+{}", pair.ladders, pair.holes));
            parameters.push(("features", pairs.collect::<Vec<_>>().join(",")));
        }
        parameters
    }

    fn cells(&self) -> Result<&Volume, NoCells> {
        let cells = self
            .cells
            .get_or_init(|| self.maze.to_volume().map_err(NoCells::from));
        cells.as_ref().map_err(|&error| error)
    }

    /// A cell of the maze; with `e`, `s` or `se` after it, the side to its east, to its south, or
    /// the corner between, which are cells of their own in the volume.
    fn place(&self, text: &str) -> Result<Pos, PlaceError> {
        let side = ["se", "e", "s"].into_iter();
        let side = side.clone().find(|side| text.ends_with(side)).unwrap_or("");
        let at = self.maze_place(&text[..text.len() - side.len()])?;
        // Cells inside always have a position.
        let Pos { x, y, z } = self.maze.cell_pos(at).unwrap_or_default();
        let step = |letter| i32::from(side.contains(letter));
        Ok(Pos::new(x + step('e'), y + step('s'), z))
    }

    fn place_name(&self, pos: Pos) -> String {
        let Pos { x, y, z } = pos;
        let level = self.maze.levels.len() as i64 - i64::from(z);
        if x < 1 || y < 1 {
            // The outer wall, which has no name in a maze.
            return pos.to_string();
        }
        let (row, col) = ((y - 1) / 2, (x - 1) / 2);
        let south = if y % 2 == 0 { "s" } else { "" };
        let east = if x % 2 == 0 { "e" } else { "" };
        format!("{level}:{row}:{col}{south}{east}")
    }

    fn level(&self, text: &str) -> Result<u32, PlaceError> {
        let levels = self.maze.levels.len() as i32;
        level(text, 1, levels, "maze").map(|number| (levels - number) as u32)
    }

    fn level_name(&self, z: u32) -> String {
        (self.maze.levels.len() as i64 - i64::from(z)).to_string()
    }
}
