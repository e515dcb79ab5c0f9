//! In a generated sector two rooms that are up to three layers apart, one above the other
//! with nothing between, are joined: unless they are already, one of them is the boss
//! arena or a secret room, or the direction is taken.

use super::claims::{Claim, Claims, name};
use super::{Issue, Rule};
use crate::sector::{NodeKind, Realised, Sector};
use crate::space::RoomPos;
use std::collections::HashSet;

pub(super) fn check(sector: &Sector, claims: &Claims, issues: &mut Vec<Issue>) {
    if sector.is_brought {
        return;
    }
    // Which rooms have a way up, and a way down.
    let mut taken = vec![[false; 2]; sector.rooms.len()];
    for connection in &sector.connections {
        let [low, high] = sector.low_and_high(connection);
        taken[low as usize][0] = true;
        taken[high as usize][1] = true;
    }
    let mut joined: HashSet<(u32, u32)> = HashSet::new();
    for edge in &sector.edges {
        if edge.passage != Realised::Dropped {
            joined.insert((edge.a, edge.b));
        }
    }
    joined.extend(sector.connections.iter().map(|one| (one.from, one.to)));
    let is_joined = |a: u32, b: u32| joined.contains(&(a, b)) || joined.contains(&(b, a));
    let is_hidden = |room: u32| {
        matches!(
            sector.rooms[room as usize].node,
            NodeKind::Boss | NodeKind::Secret
        )
    };
    for (low, room) in (0..).zip(&sector.rooms) {
        let mut missing: Vec<u32> = room
            .units()
            .filter_map(|unit| next_above(claims, unit))
            .filter(|&high| {
                !taken[low as usize][0]
                    && !taken[high as usize][1]
                    && !is_hidden(low)
                    && !is_hidden(high)
                    && !is_joined(low, high)
            })
            .collect();
        missing.sort_unstable();
        missing.dedup();
        for high in missing {
            let [above, below] = [high, low].map(|room| name(&sector.rooms[room as usize]));
            issues.push(Issue::new(
                Rule::MissingConnection,
                [low, high],
                format!("room {above} is right above {below}, and nothing joins them"),
            ));
        }
    }
}

/// The room up to three layers above a unit, if nothing is between.
fn next_above(claims: &Claims, unit: RoomPos) -> Option<u32> {
    for up in 1..=3 {
        let z = unit.z.saturating_add(up);
        match claims.at(RoomPos { z, ..unit }).next() {
            None => {}
            Some(Claim::Room(room)) => return Some(room),
            Some(_) => return None,
        }
    }
    None
}
