//! A maze for people: its levels from above, what joins them, and whether it keeps its rules.

use super::super::Ink;
use super::super::words::{count, list_findings, wrapped_key};
use super::{Player, maze_level};
use crate::maze::{Feature, FeatureKind, Maze};
use crate::report::{Finding, is_sound};

/// All levels, what joins them, and whether the maze keeps its rules.
pub fn maze_overview(maze: &Maze, findings: &[Finding], columns: u32, ink: Ink) -> String {
    let (size, levels) = (maze.size(), maze.levels.len());
    let levels = count(levels as u64, "level", "levels");
    let mut text = format!("Maze {}: {levels} of {size} × {size}\n", maze.seed);
    for number in 1..=maze.levels.len() as u32 {
        text += &level_map(maze, number, None, columns, ink);
    }
    let key = wrapped_key(KEY, columns);
    text += &format!("\n{key}\n{}\n", features(maze, |_| true));
    text += &list_findings(findings);
    if is_sound(findings) {
        text += "Sound: every rule is kept.\n";
    }
    text
}

const KEY: &str = "╎ ╌ door  ? secret door  H ladder down  h ladder up  O hole in the floor  o hole in the ceiling";

/// A level, and what leads from it.
pub fn maze_level_overview(maze: &Maze, number: u32, columns: u32, ink: Ink) -> String {
    let touches = |feature: &Feature| {
        let levels = [feature.upper_level, feature.upper_level.saturating_add(1)];
        levels.contains(&number)
    };
    maze_level_map(maze, number, None, columns, ink) + "\n" + &features(maze, touches)
}

/// A level from above, with the key to its signs.
pub fn maze_level_map(
    maze: &Maze,
    number: u32,
    player: Option<Player>,
    columns: u32,
    ink: Ink,
) -> String {
    level_map(maze, number, player, columns, ink) + "\n" + &wrapped_key(KEY, columns)
}

fn level_map(maze: &Maze, number: u32, player: Option<Player>, columns: u32, ink: Ink) -> String {
    let map = maze_level(maze, number, player, columns, ink);
    format!("\nLevel {number}\n{}", map.unwrap_or_default())
}

/// A line for each ladder and hole.
fn features(maze: &Maze, is_wanted: impl Fn(&Feature) -> bool) -> String {
    let mut text = String::new();
    for kind in FeatureKind::ALL {
        let features = maze.features.iter();
        for feature in features.filter(|feature| feature.kind == kind && is_wanted(feature)) {
            let upper = feature.upper_level;
            let (kind, lower) = (kind.id(), upper.saturating_add(1));
            let (row, col) = (feature.row, feature.col);
            text += &format!("{kind:<6} {upper}:{row}:{col} down to {lower}:{row}:{col}\n");
        }
    }
    text
}
