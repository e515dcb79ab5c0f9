//! A generated sector has the number of rooms that was asked for, and one boss arena.

use super::claims::name;
use crate::report::{Finding, Rule};
use crate::sector::{NodeKind, Sector};

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    if sector.is_brought() {
        return;
    }
    let (rooms, most) = (sector.rooms().len() as u32, sector.blueprint().target_rooms);
    let fewest = most.saturating_sub(2).max(5);
    if !(fewest..=most.max(5)).contains(&rooms) {
        let text = format!("{rooms} rooms: expected {fewest} to {most}");
        findings.push(Finding::of_rooms(Rule::TargetMissed, [], text));
    }
    let mut bosses = sector.rooms().iter();
    let mut bosses = bosses.by_ref().filter(|room| room.node == NodeKind::Boss);
    if bosses.next().is_none() {
        let text = "there is no boss arena";
        findings.push(Finding::of_rooms(Rule::NoBoss, [], text));
    }
    for room in bosses {
        let text = format!("room {} is a second boss arena", name(room));
        findings.push(Finding::of_rooms(Rule::ExtraBoss, [room.id], text));
    }
}
