//! Every edge of the graph is one passage, and every passage through walls an edge.

use super::claims::name;
use super::{Issue, Rule};
use crate::sector::{Realised, Sector};
use std::collections::{HashMap, HashSet};

/// The rooms of a passage, the lower number first.
fn pair(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    let mut exits: HashMap<(u32, u32), u32> = HashMap::new();
    for exit in &sector.exits {
        *exits.entry(pair(exit.from, exit.to)).or_default() += 1;
    }
    let mut connections: HashMap<(u32, u32), u32> = HashMap::new();
    for connection in &sector.connections {
        *connections
            .entry(pair(connection.from, connection.to))
            .or_default() += 1;
    }
    let names = |a: u32, b: u32| {
        let [a, b] = [a, b].map(|room| name(&sector.rooms[room as usize]));
        format!("{a} and {b}")
    };
    let mut say = |a: u32, b: u32, text: String| {
        issues.push(Issue::new(Rule::MissingConnection, [a, b], text));
    };
    let mut seen = HashSet::new();
    for edge in &sector.edges {
        let key = pair(edge.a, edge.b);
        if !seen.insert(key) {
            let names = names(edge.a, edge.b);
            say(
                edge.a,
                edge.b,
                format!("the edge between {names} is there twice"),
            );
            continue;
        }
        let exits = exits.remove(&key).unwrap_or(0);
        let connections = connections.get(&key).copied().unwrap_or(0);
        let (expected, what) = match edge.passage {
            Realised::Exit => ((2, 0), "an exit from either side and no connection"),
            Realised::Connection => ((0, 1), "one connection and no exit"),
            Realised::Dropped => ((0, 0), "nothing, for the edge was dropped"),
        };
        if (exits, connections) != expected {
            let names = names(edge.a, edge.b);
            say(
                edge.a,
                edge.b,
                format!(
                    "{names} are joined by {exits} exits and {connections} connections: expected {what}"
                ),
            );
        }
        if edge.passage == Realised::Dropped && sector.is_brought {
            let names = names(edge.a, edge.b);
            say(
                edge.a,
                edge.b,
                format!("the edge between {names} was dropped from a graph that was brought"),
            );
        }
    }
    let mut left: Vec<_> = exits.into_keys().collect();
    left.sort_unstable();
    for (a, b) in left {
        let names = names(a, b);
        say(a, b, format!("{names} are joined by exits without an edge"));
    }
    let mut twice: Vec<_> = connections
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .collect();
    twice.sort_unstable();
    for ((a, b), count) in twice {
        let names = names(a, b);
        say(
            a,
            b,
            format!("{names} are joined by {count} connections: expected one"),
        );
    }
    if sector.rooms.len() >= 5 && sector.connections.is_empty() {
        let rooms = sector.rooms.len();
        issues.push(Issue::new(
            Rule::MissingConnection,
            [],
            format!(
                "{rooms} rooms and no way up or down: expected at least one from five rooms on"
            ),
        ));
    }
}
