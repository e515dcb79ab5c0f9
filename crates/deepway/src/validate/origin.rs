//! The entry hall is the first room, the only start, and its corner is the origin.

use super::claims::name;
use crate::ids::RoomId;
use crate::report::{Finding, Rule};
use crate::sector::{Archetype, NodeKind, Sector};
use crate::space::RoomPos;

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    let mut say = |room: Option<RoomId>, text: String| {
        findings.push(Finding::of_rooms(Rule::Origin, room, text))
    };
    let Some(first) = sector.rooms().first() else {
        return say(None, "there is no room".to_owned());
    };
    if first.node != NodeKind::Start {
        say(
            Some(first.id),
            format!("room {} is not the start", name(first)),
        );
    }
    if first.archetype != Archetype::EntryHall {
        say(
            Some(first.id),
            format!("room {} is not an entry hall", name(first)),
        );
    }
    if first.position != RoomPos::ORIGIN {
        let at = first.position;
        say(
            Some(first.id),
            format!("room {} is at {at}: expected (0,0,0)", name(first)),
        );
    }
    for room in sector.rooms().iter().skip(1) {
        if room.node == NodeKind::Start {
            let text = format!("room {} is a second start", name(room));
            findings.push(Finding::of_rooms(Rule::ExtraStart, [room.id], text));
        }
    }
}
