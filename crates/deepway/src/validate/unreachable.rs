//! Every room can be reached from the entry hall without passing anything blocked, by whoever
//! picks up keys on the way.

use super::claims::name;
use crate::ids::RoomId;
use crate::report::{Finding, Rule};
use crate::sector::Sector;

/// The rooms that can be reached from the entry hall by the given ways.
pub(super) fn reach(rooms: usize, ways: &[[RoomId; 2]]) -> Vec<bool> {
    let mut onward = vec![Vec::new(); rooms];
    for &[a, b] in ways {
        onward[a.index()].push(b);
    }
    let mut reached = vec![false; rooms];
    let mut open = Vec::new();
    if let Some(first) = reached.first_mut() {
        *first = true;
        open.push(RoomId::ENTRY);
    }
    while let Some(room) = open.pop() {
        for &next in &onward[room.index()] {
            if !std::mem::replace(&mut reached[next.index()], true) {
                open.push(next);
            }
        }
    }
    reached
}

/// The open ways, in their directions.
pub(super) fn open_ways(sector: &Sector) -> Vec<[RoomId; 2]> {
    let mut ways: Vec<[RoomId; 2]> = sector.exits().map(|exit| [exit.from, exit.to]).collect();
    for connection in sector
        .connections()
        .filter(|connection| !connection.is_blocked())
    {
        let [from, to] = connection.ends();
        ways.push([from, to]);
        if connection.is_two_way() {
            ways.push([to, from]);
        }
    }
    ways
}

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    let reached = super::lock::with_keys(sector);
    let rooms = sector.rooms().iter().zip(reached);
    for (room, _) in rooms.filter(|(_, reached)| !reached) {
        let text = format!("room {} is not reachable from the entry hall", name(room));
        findings.push(Finding::of_rooms(Rule::Unreachable, [room.id], text));
    }
}
