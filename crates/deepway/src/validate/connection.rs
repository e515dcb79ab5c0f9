//! What a connection says of itself fits together.

use super::claims::heights;
use super::{Issue, Rule};
use crate::sector::{Connection, ConnectionKind, Sector};

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    for connection in &sector.connections {
        let [low, high] = heights(sector, connection.from, connection.to);
        let levels = low.abs_diff(high);
        for problem in problems(sector, connection, levels) {
            issues.push(Issue::new(
                Rule::FalseConnection,
                [connection.from, connection.to],
                format!("{}: {problem}", connection.id),
            ));
        }
    }
}

fn problems(sector: &Sector, connection: &Connection, levels: u32) -> Vec<String> {
    use ConnectionKind::{Collapsed, Elevator, Ladder, Shaft, Stairs};
    let mut problems = Vec::new();
    if connection.levels != levels {
        problems.push(format!(
            "spans {} layers: expected {levels}",
            connection.levels
        ));
    }
    if !(1..=6).contains(&connection.levels) {
        problems.push(format!(
            "spans {} layers: expected 1 to 6",
            connection.levels
        ));
    }
    let has_collapsed = connection.kind == Collapsed;
    if has_collapsed != connection.underlying.is_some() || connection.underlying == Some(Collapsed)
    {
        problems.push("what it was before is known exactly if it has collapsed".to_owned());
    }
    if has_collapsed && !connection.blocked {
        problems.push("has collapsed and is not blocked".to_owned());
    }
    if connection.blockage.is_some() != connection.blocked {
        problems.push("what blocks it is known exactly if it is blocked".to_owned());
    }
    let climbed = connection.underlying.unwrap_or(connection.kind);
    let (fits, right) = match climbed {
        Stairs => (levels <= 2, "1 or 2"),
        Ladder => (levels <= 3, "1 to 3"),
        Shaft => ((2..=4).contains(&levels), "2 to 4"),
        Elevator | Collapsed => (true, "any"),
    };
    if !fits {
        problems.push(format!(
            "{} over {levels} layers: expected {right}",
            climbed.id()
        ));
    }
    if connection.powered.is_some() != (climbed == Elevator) {
        problems.push("power is known exactly of elevators".to_owned());
    }
    let dc = match (connection.kind, connection.powered) {
        (Elevator, Some(false)) => 15,
        (kind, _) => kind.dc(),
    };
    let dc = sector.blueprint.difficulty.adjust(dc);
    if connection.dc != dc {
        problems.push(format!("DC {}: expected {dc}", connection.dc));
    }
    problems
}
