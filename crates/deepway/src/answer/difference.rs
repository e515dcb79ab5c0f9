//! What differs between two worlds.

use crate::world::{Difference, How, LevelDifference, Matter};
use serde::Serialize;
use std::collections::BTreeMap;

/// What differs: what `deepway diff --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferenceAnswer {
    /// What both worlds are.
    pub kind: &'static str,
    /// Whether nothing differs.
    pub equal: bool,
    /// How many changes there are, by what they are about and how it differs.
    pub counts: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    /// Everything that differs but cells.
    pub changes: Vec<ChangeAnswer>,
    /// Levels whose cells differ, from the top down.
    pub levels: Vec<LevelAnswer>,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangeAnswer {
    /// What it is about: `world`, `story`, `room`, `passage`, `connection`, `lock`, `feature`,
    /// `region`, `level` or `thing`.
    pub of: &'static str,
    /// `added`, `removed`, `moved`, `renamed` or `changed`.
    pub how: &'static str,
    /// What it is called; empty for the world and its story.
    pub name: String,
    /// Which of its facts differs.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub fact: &'static str,
    /// What it is in the first world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What it is in the second world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A level whose cells differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelAnswer {
    /// What it is called.
    pub name: String,
    /// Cells that can be walked on in the second world only.
    pub added: u64,
    /// Cells that can be walked on in the first world only.
    pub removed: u64,
    /// Other cells that differ.
    pub changed: u64,
    /// Which cells became which.
    pub cells: Vec<CellsAnswer>,
}

/// Cells of a level that became something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellsAnswer {
    /// What they are in the first world.
    pub before: String,
    /// What they are in the second world.
    pub after: String,
    /// How many.
    pub count: u64,
}

impl From<&Difference> for DifferenceAnswer {
    fn from(difference: &Difference) -> Self {
        let mut counts: BTreeMap<&'static str, BTreeMap<&'static str, u64>> = BTreeMap::new();
        for matter in Matter::ALL {
            for how in How::ALL {
                let count = difference.count(matter, how) as u64;
                if count > 0 {
                    counts
                        .entry(matter.id())
                        .or_default()
                        .insert(how.id(), count);
                }
            }
        }
        let changes = difference.changes.iter().map(|change| ChangeAnswer {
            of: change.matter.id(),
            how: change.how.id(),
            name: change.name.clone(),
            fact: change.fact,
            before: change.before.clone(),
            after: change.after.clone(),
        });
        let levels = difference.levels.iter();
        let levels = levels.filter(|level| level.counts() != [0; 3]);
        Self {
            kind: difference.kind.id(),
            equal: difference.is_empty(),
            counts,
            changes: changes.collect(),
            levels: levels.map(LevelAnswer::from).collect(),
        }
    }
}

impl From<&LevelDifference> for LevelAnswer {
    fn from(level: &LevelDifference) -> Self {
        let [added, removed, changed] = level.counts();
        let cells = level
            .cells
            .iter()
            .map(|([before, after], count)| CellsAnswer {
                before: before.clone(),
                after: after.clone(),
                count: *count,
            });
        Self {
            name: level.name.clone(),
            added,
            removed,
            changed,
            cells: cells.collect(),
        }
    }
}
