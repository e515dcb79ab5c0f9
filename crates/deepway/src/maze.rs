//! Mazes: levels of cells with walls and doors on their sides, joined by ladders and holes.
//!
//! [`MazePlan`] → [`Maze`]. The levels are numbered downward from 1. A ladder is climbed
//! both ways, a hole only down, and nobody falls.
//!
//! ```
//! use deepway::Seed;
//! use deepway::maze::{MazePlan, generate};
//!
//! let maze = generate(&MazePlan::default(), Seed::new(7))?;
//! assert_eq!((maze.levels.len(), maze.features.len()), (5, 12));
//! assert_eq!(maze.levels[0].open_cells(), 500);
//! # Ok::<(), deepway::maze::MazeError>(())
//! ```
//!
//! A [`Walk`](crate::play::Walk) is a walker in it, who obeys [`Command`]s; the views draw what
//! they see.
//!
//! ```
//! use deepway::Seed;
//! use deepway::maze::{MazePlan, Crossing, CrossingRule, generate};
//! use deepway::play::Walk;
//! use deepway::view::{Light, first_person, first_person_scene, svg};
//!
//! let maze = generate(&MazePlan::default(), Seed::new(7))?;
//! let at = maze.entrance()?;
//! let mut walk = Walk::new(&maze, at, maze.way_on(at))?
//!     .with_crossings(Crossing::all(&maze, CrossingRule::Quadrants));
//! assert_eq!(walk.tell("climb up").answer.to_string(), "???");
//! assert_eq!(walk.tell("m").answer.to_string(), "You take a step.");
//! let seen = first_person(&maze, walk.at(), walk.facing(), Light::default());
//! let picture = svg(&first_person_scene(&seen));
//! # assert!(picture.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod crossing;
mod feature;
mod level;
mod place;
mod plan;
mod volume;

pub use command::{Command, UnknownCommand};
pub(crate) use crossing::Visits;
pub use crossing::{Crossing, CrossingRule};
pub use feature::{Feature, FeatureKind};
pub use level::{MazeLevel, Side};
pub use place::StandError;
pub use plan::{MAX_LEVELS, MAX_SIZE, MIN_SIZE, MazeError, MazePlan, PairFeatures};

use crate::seed::Seed;
use crate::space::{Direction, MazePos};

/// The generation of mazes: it is raised when seeds begin to give different mazes.
pub const GENERATION: u32 = 1;

/// How often a level is dug again before the level above it is, and how often in all, per
/// level, before a plan is given up.
const LEVEL_ATTEMPTS: u32 = 25;
const ATTEMPTS: u32 = 200;

/// Levels of a maze, and what joins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    /// The seed it was made from.
    pub seed: Seed,
    /// The generation of the generator that made it; a file may have an older one.
    pub generation: u32,
    /// The plan it was made from.
    pub plan: MazePlan,
    /// The levels, from the top down.
    pub levels: Vec<MazeLevel>,
    /// Ladders and holes, in the order of their upper level, row and column.
    pub features: Vec<Feature>,
}

/// What is at a cell, from the levels and the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MazeCell {
    /// Whether it is open.
    pub is_open: bool,
    /// A ladder leads up.
    pub has_ladder_up: bool,
    /// A ladder leads down.
    pub has_ladder_down: bool,
    /// There is a hole in the ceiling.
    pub has_hole_ceiling: bool,
    /// There is a hole in the floor.
    pub has_hole_floor: bool,
    /// The cell above, if a ladder or a hole leads there.
    pub cell_above: Option<MazePos>,
    /// The cell below, if a ladder or a hole leads there.
    pub cell_below: Option<MazePos>,
}

/// Makes a maze. The same plan and seed give the same maze everywhere.
pub fn generate(plan: &MazePlan, seed: Seed) -> Result<Maze, MazeError> {
    plan.check()?;
    let part = seed.child("maze");
    let mut levels: Vec<MazeLevel> = Vec::new();
    // The features between each level and the level above it.
    let mut joins: Vec<Vec<Feature>> = Vec::new();
    // How often each level was dug, including the next level.
    let mut attempts = vec![0];
    let mut failed = 1;
    for _ in 0..ATTEMPTS * plan.levels {
        if levels.len() as u32 == plan.levels {
            break;
        }
        // If no next level fits, the last one is dug again, and so on upward.
        while attempts.last() == Some(&LEVEL_ATTEMPTS) {
            attempts.pop();
            joins.pop();
            levels.pop();
        }
        let number = levels.len() as u32 + 1;
        let Some(attempt) = attempts.last_mut() else {
            break;
        };
        let part = part.child(*attempt);
        *attempt += 1;
        let level = level::generate(plan, number, part)?;
        let join = match levels.last() {
            None => Some(Vec::new()),
            Some(above) => feature::place(plan, number - 1, [above, &level], &joins, part),
        };
        match join {
            Some(join) => {
                joins.push(join);
                levels.push(level);
                attempts.push(0);
            }
            None => failed = number - 1,
        }
    }
    if levels.len() as u32 != plan.levels {
        let PairFeatures { ladders, holes } = plan.pair(failed);
        return Err(MazeError::Features {
            upper: failed,
            ladders,
            holes,
            size: plan.size,
        });
    }
    let mut features = joins.concat();
    features.sort_unstable();
    Ok(Maze {
        seed,
        generation: GENERATION,
        plan: plan.clone(),
        levels,
        features,
    })
}

impl Maze {
    /// Cells along each side of a level.
    pub fn size(&self) -> u32 {
        self.plan.size
    }

    /// A level by its number, counted from 1.
    pub fn level(&self, number: u32) -> Option<&MazeLevel> {
        self.levels.get(number.checked_sub(1)? as usize)
    }

    /// Whether a cell exists and is open.
    pub fn is_open(&self, pos: MazePos) -> bool {
        let level = self.level(pos.level);
        level.is_some_and(|level| level.is_open(pos.row, pos.col))
    }

    /// What is at a cell.
    pub fn cell(&self, pos: MazePos) -> MazeCell {
        let at = |upper: u32| {
            let place = (upper, pos.row, pos.col);
            let place_of = |feature: &Feature| (feature.upper_level, feature.row, feature.col);
            let first = self
                .features
                .partition_point(|feature| place_of(feature) < place);
            let found = self.features.get(first);
            found
                .filter(|feature| place_of(feature) == place)
                .map(|feature| feature.kind)
        };
        let above = pos.level.checked_sub(1).and_then(at);
        let below = at(pos.level);
        let beside = |kind: Option<FeatureKind>, level: u32| kind.map(|_| MazePos { level, ..pos });
        MazeCell {
            is_open: self.is_open(pos),
            has_ladder_up: above == Some(FeatureKind::Ladder),
            has_ladder_down: below == Some(FeatureKind::Ladder),
            has_hole_ceiling: above == Some(FeatureKind::Hole),
            has_hole_floor: below == Some(FeatureKind::Hole),
            cell_above: beside(above, pos.level.saturating_sub(1)),
            cell_below: beside(below, pos.level.saturating_add(1)),
        }
    }

    /// The cell beside another on its level, if there is one.
    pub fn beside(&self, pos: MazePos, direction: Direction) -> Option<MazePos> {
        let level = self.level(pos.level)?;
        let [row, col] = level.beside(pos.row, pos.col, direction)?;
        Some(MazePos { row, col, ..pos })
    }

    /// What is on a side of a cell; a wall if the cell or the cell beyond is not open.
    pub fn side(&self, pos: MazePos, direction: Direction) -> Side {
        let level = self.level(pos.level);
        level.map_or(Side::Wall, |level| level.side(pos.row, pos.col, direction))
    }
}

#[cfg(test)]
mod tests;
