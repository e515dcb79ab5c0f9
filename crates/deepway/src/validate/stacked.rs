//! In a generated sector two rooms up to three layers apart, one above the other with nothing
//! between, are joined, unless one of them is the boss arena or a secret room, the direction is
//! taken, or they are behind different locks.

use super::claims::{Claim, Claims, name};
use crate::ids::{LockId, RoomId};
use crate::report::{Finding, Rule};
use crate::sector::{NodeKind, Passage, Sector};
use crate::space::RoomPos;
use std::collections::HashSet;

pub(super) fn check(sector: &Sector, claims: &Claims, findings: &mut Vec<Finding>) {
    if sector.is_brought() {
        return;
    }
    // Which rooms have a way up, and a way down.
    let mut taken = vec![[false; 2]; sector.rooms().len()];
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        taken[low.index()][0] = true;
        taken[high.index()][1] = true;
    }
    let locked = locked_sides(sector);
    let joined: HashSet<[RoomId; 2]> = sector.passages().iter().map(Passage::ends).collect();
    let is_joined = |a: RoomId, b: RoomId| joined.contains(&[a, b]) || joined.contains(&[b, a]);
    let is_hidden = |room: RoomId| matches!(sector[room].node, NodeKind::Boss | NodeKind::Secret);
    for room in sector.rooms() {
        let low = room.id;
        let mut missing: Vec<RoomId> = room
            .units()
            .filter_map(|unit| next_above(claims, unit))
            .filter(|&high| {
                !taken[low.index()][0]
                    && !taken[high.index()][1]
                    && !is_hidden(low)
                    && !is_hidden(high)
                    && !is_joined(low, high)
                    && is_lockable(&locked, low, high)
            })
            .collect();
        missing.sort_unstable();
        missing.dedup();
        for high in missing {
            let [above, below] = [high, low].map(|room| name(&sector[room]));
            findings.push(Finding::of_rooms(
                Rule::MissingConnection,
                [low, high],
                format!("room {above} is right above {below}, and nothing joins them"),
            ));
        }
    }
}

/// For each room the locks that it is behind: those without whose key it is not reached.
fn locked_sides(sector: &Sector) -> Vec<Vec<LockId>> {
    let count = sector.rooms().len();
    let mut behind = vec![Vec::new(); count];
    let mut onward: Vec<Vec<(usize, Option<LockId>)>> = vec![Vec::new(); count];
    for passage in sector.passages() {
        let [a, b] = passage.ends().map(RoomId::index);
        onward[a].push((b, passage.lock()));
        onward[b].push((a, passage.lock()));
    }
    let mut reached = vec![None; count];
    for id in LockId::all(sector.locks().len()) {
        // From the entry hall over everything that this lock does not shut.
        let mut open = vec![RoomId::ENTRY.index()];
        while let Some(room) = open.pop() {
            if reached.get(room).is_none_or(|reached| *reached == Some(id)) {
                continue;
            }
            reached[room] = Some(id);
            let ways = onward[room].iter().filter(|(_, lock)| *lock != Some(id));
            open.extend(ways.map(|(next, _)| next));
        }
        let rooms = behind.iter_mut().zip(&reached);
        for (locks, _) in rooms.filter(|(_, reached)| **reached != Some(id)) {
            locks.push(id);
        }
    }
    behind
}

/// Whether one lock, or none, would do for a passage between two rooms; two rooms behind
/// different locks stay apart.
fn is_lockable(behind: &[Vec<LockId>], a: RoomId, b: RoomId) -> bool {
    let [a, b] = [a, b].map(|room| &behind[room.index()]);
    let only = |a: &[LockId], b: &[LockId]| a.iter().filter(|lock| !b.contains(lock)).count();
    only(a, b) + only(b, a) <= 1
}

/// The room up to three layers above a unit, if nothing is between.
fn next_above(claims: &Claims, unit: RoomPos) -> Option<RoomId> {
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
