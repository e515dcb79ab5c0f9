//! A walker in a maze: commands in, answers out.
//!
//! A walk is a way to play: what happens is decided by a [`Game`]. A step from one cell of the
//! maze to the next is two steps in the game, for the side between them is a cell as well.

use super::command::Command as GameCommand;
use super::event::{Event, How};
use super::game::Game;
use super::setup::{CannotPlay, Setup};
use crate::maze::{Command, Crossing, FeatureKind, Maze, Side};
use crate::space::{Direction, MazePos};
use crate::world::World;
use std::fmt;

/// A walker in a maze. They never fall: holes are climbed through.
#[derive(Clone, Debug)]
pub struct Walk {
    /// A game without anybody or anything but the walker.
    game: Game,
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

impl Walk {
    /// A walker at a position, facing one of [`Direction::STRAIGHT`].
    pub fn new(maze: &Maze, at: MazePos, facing: Direction) -> Result<Self, CannotPlay> {
        maze.check_place(at)?;
        let setup = Setup {
            start: maze.cell_pos(at),
            companions: 0,
            is_empty: true,
            is_endless: true,
            ..Setup::default()
        };
        let mut game = Game::with_rules_alone(&World::from(maze.clone()), &setup)?;
        game.act(&GameCommand::Turn(facing));
        Ok(Self { game })
    }

    /// Adds scripted crossings to the walk.
    #[must_use]
    pub fn with_crossings(mut self, crossings: Vec<Crossing>) -> Self {
        self.game.crossings = crossings;
        self
    }

    /// The game in which all of this happens.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn maze(&self) -> &Maze {
        let maze = self.game.stage().maze();
        maze.expect("the game was begun in a maze")
    }

    /// Where they are.
    pub fn at(&self) -> MazePos {
        let at = self.game.maze_place();
        at.expect("every move ends in a cell of the maze")
    }

    /// Where they look.
    pub fn facing(&self) -> Direction {
        self.game.player().facing
    }

    /// The scripted crossing that leads on from their level, if any.
    pub fn crossing(&self) -> Option<Crossing> {
        let level = self.at().level;
        let mut crossings = self.game.crossings.iter().copied();
        crossings.find(|crossing| crossing.from == level)
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
        let (answer, events) = match command {
            Command::ClimbUp => self.climb(Direction::Up),
            Command::ClimbDown => self.climb(Direction::Down),
            Command::TurnLeft => self.turn(self.facing().left()),
            Command::TurnRight => self.turn(self.facing().right()),
            Command::TurnAround => self.turn(self.facing().opposite()),
            Command::MoveForward => self.step(self.facing()),
            Command::MoveBack => self.step(self.facing().opposite()),
            Command::MoveLeft => self.step(self.facing().left()),
            Command::MoveRight => self.step(self.facing().right()),
            Command::Look | Command::Plan | Command::Help | Command::Quit => {
                (Answer::Asked(command), Vec::new())
            }
        };
        let passed = events.iter().find_map(|event| match event {
            Event::Moved {
                from,
                how: How::Passage,
                ..
            } => self.maze().cell_at(*from),
            _ => None,
        });
        let mut crossings = self.game.crossings.iter().copied();
        let crossing = crossings.find(|known| passed.is_some_and(|at| at.level == known.from));
        Step { answer, crossing }
    }

    fn turn(&mut self, to: Direction) -> (Answer, Vec<Event>) {
        let events = self.game.act(&GameCommand::Turn(to));
        (Answer::Turned(to), events)
    }

    /// A step to the next cell; whoever walks backwards or sideways looks on ahead.
    fn step(&mut self, to: Direction) -> (Answer, Vec<Event>) {
        let (at, facing) = (self.at(), self.facing());
        let side = self.maze().side(at, to);
        let is_open = self
            .maze()
            .beside(at, to)
            .is_some_and(|beyond| self.maze().is_open(beyond));
        if side == Side::Wall || !is_open {
            return (Answer::Blocked, Vec::new());
        }
        let mut events = Vec::new();
        for _ in 0..2 {
            events.extend(self.game.act(&GameCommand::Step(to)));
        }
        if self.game.maze_place().is_none() {
            // Nobody stays between two cells.
            self.game.act(&GameCommand::Step(to.opposite()));
            return (Answer::Blocked, Vec::new());
        }
        if self.facing() != facing {
            events.extend(self.game.act(&GameCommand::Turn(facing)));
        }
        (Answer::Moved(side), events)
    }

    fn climb(&mut self, towards: Direction) -> (Answer, Vec<Event>) {
        let cell = self.maze().cell(self.at());
        let events = self.game.act(&GameCommand::Climb(towards));
        let has_climbed = |event: &Event| {
            matches!(
                event,
                Event::Moved {
                    how: How::Climb,
                    ..
                }
            )
        };
        let answer = match (events.iter().any(has_climbed), towards) {
            (false, _) => Answer::Unknown,
            (true, Direction::Up) => Answer::ClimbedUp,
            (true, _) => Answer::ClimbedDown(match cell.has_ladder_down {
                true => FeatureKind::Ladder,
                false => FeatureKind::Hole,
            }),
        };
        (answer, events)
    }

    /// Takes them to a level, as a crossing does: to the same row and column, or to the nearest
    /// open cell. If the level has no open cell, nothing changes and the result is false.
    pub fn pass(&mut self, level: u32) -> bool {
        self.game.pass_to_level(level)
    }
}

#[cfg(test)]
mod tests;
