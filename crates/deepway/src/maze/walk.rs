//! A walker in a maze: where they are, what they do, and what happens then.

use super::command::Command;
use super::feature::{FeatureKind, quadrant_of};
use super::level::{MazeLevel, Side};
use super::{Maze, MazePos};
use crate::space::Direction;
use std::collections::HashSet;
use std::fmt;
use thiserror::Error;

/// A walker in a maze. They never fall: holes are climbed through.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    maze: &'a Maze,
    at: MazePos,
    facing: Direction,
    crossings: Vec<Crossing>,
    visited: HashSet<MazePos>,
    /// What was seen of each level.
    visits: Vec<Visits>,
}

#[derive(Clone, Debug)]
struct Visits {
    cells: u32,
    /// Quadrants that they have not been in yet.
    unseen: [bool; 4],
}

impl Visits {
    fn new(level: &MazeLevel) -> Self {
        let mut unseen = [false; 4];
        for (row, col) in level.cells() {
            unseen[quadrant_of(level.size(), row, col)] |= level.is_open(row, col);
        }
        Self { cells: 0, unseen }
    }
}

/// A scripted event that takes a walker to a level to which no ladder or hole leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crossing {
    /// The level where it happens.
    pub from: u32,
    /// The level where it ends.
    pub to: u32,
    /// When it happens.
    pub rule: CrossingRule,
}

/// When a crossing happens: right after the step or climb that fulfils the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CrossingRule {
    /// The walker has been in every quadrant of the level that has an open cell.
    Quadrants,
    /// The walker has been in this many cells of the level.
    Cells(u32),
}

impl Crossing {
    /// The crossings of a maze: one for each pair of levels that no ladder or hole joins.
    pub fn all(maze: &Maze, rule: CrossingRule) -> Vec<Self> {
        let pairs = 1..maze.levels.len() as u32;
        let apart = pairs.filter(|&upper| {
            let mut features = maze.features.iter();
            !features.any(|feature| feature.upper_level == upper)
        });
        let crossings = apart.map(|from| Self {
            from,
            to: from + 1,
            rule,
        });
        crossings.collect()
    }
}

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

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The answer.
    pub answer: Answer,
    /// The scripted crossing that the command set off.
    pub crossing: Option<Crossing>,
}

/// The answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was not understood, or there is nothing to climb; nothing has changed.
    Unknown,
    /// There is a wall; nothing has changed.
    Blocked,
    /// The walker now faces this way.
    Turned(Direction),
    /// The walker is now in the cell beyond this side.
    Moved(Side),
    /// The walker climbed a ladder to the level above.
    ClimbedUp,
    /// The walker climbed a ladder or a hole to the level below.
    ClimbedDown(FeatureKind),
    /// It was a question, which changes nothing.
    Asked(Command),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("???"),
            Self::Blocked => f.write_str("A wall is in the way."),
            Self::Turned(facing) => write!(f, "You face {facing}."),
            Self::Moved(Side::Door) => f.write_str("You step through a door."),
            Self::Moved(Side::SecretDoor) => f.write_str("You step through a secret door."),
            Self::Moved(_) => f.write_str("You take a step."),
            Self::ClimbedUp => f.write_str("You climb up the ladder."),
            Self::ClimbedDown(FeatureKind::Ladder) => f.write_str("You climb down the ladder."),
            Self::ClimbedDown(FeatureKind::Hole) => f.write_str("You climb down through the hole."),
            Self::Asked(Command::Quit) => f.write_str("Farewell."),
            Self::Asked(_) => f.write_str("You look around."),
        }
    }
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

impl<'a> Walk<'a> {
    /// A walker at a position, facing one of [`Direction::STRAIGHT`].
    pub fn new(maze: &'a Maze, at: MazePos, facing: Direction) -> Result<Self, StandError> {
        maze.check_place(at)?;
        let mut walk = Self {
            maze,
            at,
            facing,
            crossings: Vec::new(),
            visited: HashSet::new(),
            visits: maze.levels.iter().map(Visits::new).collect(),
        };
        walk.visit();
        Ok(walk)
    }

    /// Adds scripted crossings to the walk.
    #[must_use]
    pub fn with_crossings(self, crossings: Vec<Crossing>) -> Self {
        Self { crossings, ..self }
    }

    /// Where they are.
    pub fn at(&self) -> MazePos {
        self.at
    }

    /// Where they look.
    pub fn facing(&self) -> Direction {
        self.facing
    }

    /// The scripted crossing that leads on from their level, if any.
    pub fn crossing(&self) -> Option<Crossing> {
        let mut crossings = self.crossings.iter().copied();
        crossings.find(|crossing| crossing.from == self.at.level)
    }

    /// Gives them a command as text.
    pub fn tell(&mut self, text: &str) -> Step {
        match text.parse() {
            Ok(command) => self.obey(command),
            Err(_) => Step {
                answer: Answer::Unknown,
                crossing: None,
            },
        }
    }

    /// Gives them a command, and sets off the crossing that follows from it, if any.
    pub fn obey(&mut self, command: Command) -> Step {
        let before = self.at;
        let answer = self.act(command);
        let mut crossing = None;
        if self.at != before && self.visit() {
            crossing = self.crossings.iter().find(|due| self.is_due(due)).copied();
            crossing = crossing.filter(|due| self.pass(due.to));
        }
        Step { answer, crossing }
    }

    fn act(&mut self, command: Command) -> Answer {
        match command {
            Command::ClimbUp => self.climb_up(),
            Command::ClimbDown => self.climb_down(),
            Command::TurnLeft => self.turn(self.facing.left()),
            Command::TurnRight => self.turn(self.facing.right()),
            Command::TurnAround => self.turn(self.facing.opposite()),
            Command::MoveForward => self.step(self.facing),
            Command::MoveBack => self.step(self.facing.opposite()),
            Command::MoveLeft => self.step(self.facing.left()),
            Command::MoveRight => self.step(self.facing.right()),
            Command::Look | Command::Plan | Command::Help | Command::Quit => Answer::Asked(command),
        }
    }

    fn turn(&mut self, to: Direction) -> Answer {
        self.facing = to;
        Answer::Turned(to)
    }

    fn step(&mut self, to: Direction) -> Answer {
        let side = self.maze.side(self.at, to);
        match self.maze.beside(self.at, to) {
            Some(beyond) if side != Side::Wall => {
                self.at = beyond;
                Answer::Moved(side)
            }
            _ => Answer::Blocked,
        }
    }

    fn climb_up(&mut self) -> Answer {
        let cell = self.maze.cell(self.at);
        match cell.cell_above {
            Some(above) if cell.has_ladder_up && self.maze.is_open(above) => {
                self.at = above;
                Answer::ClimbedUp
            }
            _ => Answer::Unknown,
        }
    }

    fn climb_down(&mut self) -> Answer {
        let cell = self.maze.cell(self.at);
        match cell.cell_below {
            Some(below) if self.maze.is_open(below) => {
                self.at = below;
                Answer::ClimbedDown(match cell.has_ladder_down {
                    true => FeatureKind::Ladder,
                    false => FeatureKind::Hole,
                })
            }
            _ => Answer::Unknown,
        }
    }

    /// Takes them to a level, as a crossing does: to the same row and column, or to the nearest
    /// open cell. If the level has no open cell, nothing changes and the result is false.
    pub fn pass(&mut self, level: u32) -> bool {
        let nearest = self.maze.nearest_open(level, self.at.row, self.at.col);
        if let Some(at) = nearest {
            self.at = at;
            self.visit();
        }
        nearest.is_some()
    }

    /// Records where they are; true if they are there for the first time.
    fn visit(&mut self) -> bool {
        let MazePos { level, row, col } = self.at;
        let is_new = self.visited.insert(self.at);
        if let Some(visits) = self.visits.get_mut(level as usize - 1).filter(|_| is_new) {
            visits.cells += 1;
            visits.unseen[quadrant_of(self.maze.size(), row, col)] = false;
        }
        is_new
    }

    fn is_due(&self, crossing: &Crossing) -> bool {
        let visits = self.visits.get(self.at.level as usize - 1);
        crossing.from == self.at.level
            && visits.is_some_and(|visits| match crossing.rule {
                CrossingRule::Quadrants => !visits.unseen.contains(&true),
                CrossingRule::Cells(cells) => visits.cells >= cells,
            })
    }
}

#[cfg(test)]
mod tests;
