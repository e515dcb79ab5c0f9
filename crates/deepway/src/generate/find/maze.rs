//! What can be asked about mazes.

use super::Stage::{Layout, Plan};
use super::{Property, row};
use crate::expression::Type::Number;
use crate::expression::Value;
use crate::maze::{self, FeatureKind, Maze, MazeLevel, MazePlan, Side};
use crate::seed::Seed;
use crate::space::Direction;
use crate::validate;
use std::cell::OnceCell;

/// A maze that is dug when it is asked about.
pub struct MazeCandidate {
    plan: MazePlan,
    seed: Seed,
    maze: OnceCell<Option<Maze>>,
}

impl MazeCandidate {
    /// The maze of a seed.
    pub fn new(plan: MazePlan, seed: Seed) -> Self {
        let maze = OnceCell::new();
        Self { plan, seed, maze }
    }

    /// The maze; none if there is none for the seed.
    pub fn maze(&self) -> Option<&Maze> {
        let dig = || maze::generate(&self.plan, self.seed).ok();
        self.maze.get_or_init(dig).as_ref()
    }

    /// The sum of something over all levels.
    fn sum(&self, count: fn(&MazeLevel) -> usize) -> Option<Value> {
        let levels = self.maze()?.levels.iter();
        Some(Value::count(levels.map(count).sum()))
    }

    fn features(&self, kind: FeatureKind) -> Option<Value> {
        let features = self.maze()?.features.iter();
        Some(Value::count(
            features.filter(|feature| feature.kind == kind).count(),
        ))
    }
}

const SIDES: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];

/// How many open cells have a number of sides without a wall for which something holds.
fn cells_with(level: &MazeLevel, is_counted: fn(usize) -> bool) -> usize {
    let cells = level.cells().filter(|&(row, col)| level.is_open(row, col));
    let ways = cells.map(|(row, col)| {
        let sides = SIDES.map(|side| level.side(row, col, side));
        sides.into_iter().filter(|side| *side != Side::Wall).count()
    });
    ways.filter(|&count| is_counted(count)).count()
}

fn sides(level: &MazeLevel, side: Side) -> usize {
    let sides = level.inner_sides();
    let sides = sides.filter(|&(row, col, towards)| level.side(row, col, towards) == side);
    sides.count()
}

/// The cells of the longest straight line that nothing interrupts, a door neither.
fn longest_line(level: &MazeLevel) -> usize {
    let lines = level
        .cells()
        .flat_map(|at| [(at, Direction::East), (at, Direction::South)]);
    let lengths = lines.filter(|&((row, col), _)| level.is_open(row, col));
    let lengths = lengths.map(|((mut row, mut col), towards)| {
        let mut cells = 1;
        while level.side(row, col, towards) == Side::Open
            && let Some(next) = level.beside(row, col, towards)
        {
            [row, col] = next;
            cells += 1;
        }
        cells
    });
    lengths.max().unwrap_or(0)
}

/// Everything that can be asked about a maze; a row is all that a new property needs.
pub(super) const TABLE: &[Property<MazeCandidate>] = &[
    row("seed", Number, Plan, "the seed", |it| {
        Some(i64::try_from(it.seed.number()).ok()?.into())
    }),
    row("levels", Number, Plan, "how many levels it has", |it| {
        Some(it.plan.levels.into())
    }),
    row(
        "size",
        Number,
        Plan,
        "cells along each side of a level",
        |it| Some(it.plan.size.into()),
    ),
    row("open", Number, Layout, "open cells", |it| {
        it.sum(|level| level.open_cells() as usize)
    }),
    row(
        "dead_ends",
        Number,
        Layout,
        "open cells with one side that is no wall",
        |it| it.sum(|level| cells_with(level, |ways| ways == 1)),
    ),
    row(
        "junctions",
        Number,
        Layout,
        "open cells with three sides or more that are no walls",
        |it| it.sum(|level| cells_with(level, |ways| ways >= 3)),
    ),
    row(
        "crossroads",
        Number,
        Layout,
        "open cells without a wall",
        |it| it.sum(|level| cells_with(level, |ways| ways == 4)),
    ),
    row("doors", Number, Layout, "doors", |it| {
        it.sum(|level| sides(level, Side::Door))
    }),
    row("secret_doors", Number, Layout, "secret doors", |it| {
        it.sum(|level| sides(level, Side::SecretDoor))
    }),
    row(
        "longest_line",
        Number,
        Layout,
        "the cells of its longest straight view, which a door ends",
        |it| {
            let levels = it.maze()?.levels.iter();
            Some(Value::count(levels.map(longest_line).max().unwrap_or(0)))
        },
    ),
    row("ladders", Number, Layout, "ladders", |it| {
        it.features(FeatureKind::Ladder)
    }),
    row("holes", Number, Layout, "holes", |it| {
        it.features(FeatureKind::Hole)
    }),
    row(
        "parts",
        Number,
        Layout,
        "groups of levels that ladders and holes join",
        |it| Some(Value::count(validate::maze_parts(it.maze()?).len())),
    ),
    row(
        "reach",
        Number,
        Layout,
        "levels that are reached from the first, itself included",
        |it| {
            let reach = validate::maze_reach(it.maze()?);
            Some(Value::count(reach.first().map_or(0, Vec::len)))
        },
    ),
];
