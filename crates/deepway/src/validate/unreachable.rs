//! Every room can be reached from the entry hall without passing what is blocked.

use super::claims::name;
use super::{Issue, Rule};
use crate::sector::Sector;

/// The rooms that can be reached from one over some passages.
pub(super) fn reach(rooms: usize, from: u32, passages: &[(u32, u32)]) -> Vec<bool> {
    let mut onward = vec![Vec::new(); rooms];
    for &(a, b) in passages {
        onward[a as usize].push(b);
    }
    let mut reached = vec![false; rooms];
    let mut open = Vec::new();
    if let Some(first) = reached.get_mut(from as usize) {
        *first = true;
        open.push(from);
    }
    while let Some(room) = open.pop() {
        for &next in &onward[room as usize] {
            if !std::mem::replace(&mut reached[next as usize], true) {
                open.push(next);
            }
        }
    }
    reached
}

/// The ways that are open, in their directions.
pub(super) fn open_ways(sector: &Sector) -> Vec<(u32, u32)> {
    let mut ways: Vec<(u32, u32)> = sector
        .exits
        .iter()
        .map(|exit| (exit.from, exit.to))
        .collect();
    for connection in sector.connections.iter().filter(|one| !one.blocked) {
        ways.push((connection.from, connection.to));
        if connection.two_way {
            ways.push((connection.to, connection.from));
        }
    }
    ways
}

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    let reached = reach(sector.rooms.len(), 0, &open_ways(sector));
    for ((number, room), _) in (0..)
        .zip(&sector.rooms)
        .zip(reached)
        .filter(|(_, reached)| !reached)
    {
        issues.push(Issue::new(
            Rule::Unreachable,
            [number],
            format!("room {} is not reachable from the entry hall", name(room)),
        ));
    }
}
