//! The entry hall is the first room, the only one, and its corner is the origin.

use super::claims::name;
use super::{Issue, Rule};
use crate::sector::{Archetype, NodeKind, Sector};
use crate::space::RoomPos;

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    let mut say =
        |rooms: Vec<u32>, text: String| issues.push(Issue::new(Rule::Origin, rooms, text));
    let Some(first) = sector.rooms.first() else {
        return say(Vec::new(), "there is no room".to_owned());
    };
    if first.node != NodeKind::Start {
        say(vec![0], format!("room {} is not the start", name(first)));
    }
    if first.archetype != Archetype::EntryHall {
        say(vec![0], format!("room {} is no entry hall", name(first)));
    }
    if first.position != RoomPos::ORIGIN {
        let at = first.position;
        say(
            vec![0],
            format!("room {} is at {at}: expected (0,0,0)", name(first)),
        );
    }
    for (number, room) in (0..).zip(&sector.rooms).skip(1) {
        if room.node == NodeKind::Start {
            say(
                vec![number],
                format!("room {} is a second start", name(room)),
            );
        }
    }
}
