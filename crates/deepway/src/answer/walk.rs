//! What happens to a walker in a maze.

use crate::maze::{Crossing, Maze};
use crate::play::{Step, Walk};
use crate::space::Direction;
use serde::Serialize;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepAnswer {
    /// What was said.
    pub command: String,
    /// Whether it was a command.
    pub understood: bool,
    /// The answer in words.
    pub answer: String,
    /// The level where the walker is now, 1 at the top.
    pub level: u32,
    /// The row.
    pub row: u32,
    /// The column.
    pub col: u32,
    /// `north`, `east`, `south` or `west`.
    pub facing: &'static str,
    /// The scripted crossing that the command set off, if any.
    pub passage: Option<CrossingAnswer>,
    /// What is on the four sides of the cell, relative to the walker's facing.
    pub sides: SidesAnswer,
    /// A ladder leads up.
    pub ladder_up: bool,
    /// A ladder leads down.
    pub ladder_down: bool,
    /// There is a hole in the ceiling.
    pub hole_ceiling: bool,
    /// There is a hole in the floor.
    pub hole_floor: bool,
}

/// A scripted crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CrossingAnswer {
    /// The level that was left.
    pub from: u32,
    /// The level that was entered.
    pub to: u32,
}

/// The sides of a cell: `open`, `wall`, `door` or `secret_door`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SidesAnswer {
    /// In front of the walker.
    pub ahead: &'static str,
    /// To the left.
    pub left: &'static str,
    /// To the right.
    pub right: &'static str,
    /// Behind.
    pub back: &'static str,
}

impl StepAnswer {
    /// The answer for a command; `walk` is its state after the command.
    pub fn new(
        command: String,
        is_understood: bool,
        maze: &Maze,
        walk: &Walk,
        step: &Step,
    ) -> Self {
        let (at, facing) = (walk.at(), walk.facing());
        let cell = maze.cell(at);
        let side = |to: Direction| maze.side(at, to).id();
        Self {
            command,
            understood: is_understood,
            answer: step.answer.to_string(),
            level: at.level,
            row: at.row,
            col: at.col,
            facing: facing.name(),
            passage: step
                .crossing
                .map(|Crossing { from, to, .. }| CrossingAnswer { from, to }),
            sides: SidesAnswer {
                ahead: side(facing),
                left: side(facing.left()),
                right: side(facing.right()),
                back: side(facing.opposite()),
            },
            ladder_up: cell.has_ladder_up,
            ladder_down: cell.has_ladder_down,
            hole_ceiling: cell.has_hole_ceiling,
            hole_floor: cell.has_hole_floor,
        }
    }
}
