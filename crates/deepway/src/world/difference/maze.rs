//! Ladders and holes that differ.

use super::{Difference, Matter};
use crate::maze::{Feature, Maze};
use std::collections::BTreeMap;

/// Where a feature is, as mazes name places.
fn place(feature: &Feature) -> String {
    let Feature {
        upper_level,
        row,
        col,
        ..
    } = feature;
    format!("{upper_level}:{row}:{col}")
}

impl Difference {
    /// Compares the ladders and holes of two mazes, by their places.
    pub(super) fn compare_features(&mut self, a: &Maze, b: &Maze) {
        let kinds = |maze: &Maze| -> BTreeMap<String, &'static str> {
            let features = maze.features.iter();
            features
                .map(|feature| (place(feature), feature.kind.id()))
                .collect()
        };
        let (before, after) = (kinds(a), kinds(b));
        for (name, &kind) in &before {
            match after.get(name) {
                Some(&other) => {
                    let kinds = [kind, other].map(str::to_owned);
                    self.note_fact(Matter::Feature, name, "kind", kinds);
                }
                None => self.note_removed(Matter::Feature, name, kind.to_owned()),
            }
        }
        for (name, &kind) in &after {
            if !before.contains_key(name) {
                self.note_added(Matter::Feature, name, kind.to_owned());
            }
        }
    }
}
