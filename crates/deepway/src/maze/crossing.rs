//! Scripted crossings between levels that nothing joins, and what was seen of a level.

use super::feature::quadrant_of;
use super::level::MazeLevel;
use super::{Maze, MazePos};
use std::collections::BTreeSet;

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

/// The cells of a maze that somebody has been in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visits {
    cells: BTreeSet<MazePos>,
    levels: Vec<Seen>,
}

/// What somebody has seen of a level.
#[derive(Clone, Debug)]
struct Seen {
    cells: u32,
    /// Quadrants that they have not been in yet.
    unseen: [bool; 4],
}

impl Seen {
    fn new(level: &MazeLevel) -> Self {
        let mut unseen = [false; 4];
        for (row, col) in level.cells() {
            unseen[quadrant_of(level.size(), row, col)] |= level.is_open(row, col);
        }
        Self { cells: 0, unseen }
    }
}

impl Visits {
    /// Nothing is seen of a maze yet.
    pub(crate) fn new(maze: &Maze) -> Self {
        Self {
            cells: BTreeSet::new(),
            levels: maze.levels.iter().map(Seen::new).collect(),
        }
    }

    /// Somebody is in a cell of the maze; true if for the first time.
    pub(crate) fn visit(&mut self, maze: &Maze, at: MazePos) -> bool {
        let is_new = self.cells.insert(at);
        let place = (at.level as usize).wrapping_sub(1);
        if let Some(seen) = self.levels.get_mut(place).filter(|_| is_new) {
            seen.cells += 1;
            seen.unseen[quadrant_of(maze.size(), at.row, at.col)] = false;
        }
        is_new
    }

    /// Whether a crossing takes whoever is on a level on.
    pub(crate) fn is_due(&self, crossing: &Crossing, level: u32) -> bool {
        let seen = self.levels.get((level as usize).wrapping_sub(1));
        crossing.from == level
            && seen.is_some_and(|seen| match crossing.rule {
                CrossingRule::Quadrants => !seen.unseen.contains(&true),
                CrossingRule::Cells(cells) => seen.cells >= cells,
            })
    }

    /// The cells, in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &MazePos> {
        self.cells.iter()
    }
}
