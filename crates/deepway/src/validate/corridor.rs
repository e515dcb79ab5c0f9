//! A corridor leads from door to door, each unit sharing a face with the next.

use super::claims::name;
use super::{Issue, Rule};
use crate::sector::Sector;
use crate::space::RoomPos;

fn is_beside(a: RoomPos, b: RoomPos) -> bool {
    a.x.abs_diff(b.x) as u64 + a.y.abs_diff(b.y) as u64 + a.z.abs_diff(b.z) as u64 == 1
}

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    for exit in &sector.exits {
        let [from, to] = [exit.from, exit.to].map(|room| name(&sector.rooms[room as usize]));
        let mut say = |text: String| {
            issues.push(Issue::new(Rule::TornCorridor, [exit.from, exit.to], text));
        };
        if let Some(pair) = exit
            .via
            .windows(2)
            .find(|pair| !is_beside(pair[0], pair[1]))
        {
            say(format!(
                "the corridor from {from} to {to} leaps from {} to {}",
                pair[0], pair[1]
            ));
        }
        let front = exit.unit.step(exit.direction);
        match exit.via.first() {
            Some(&first) if first != front => {
                say(format!(
                    "the corridor from {from} to {to} begins at {first}: expected {front}, before the door"
                ));
            }
            None if !sector.rooms[exit.to as usize]
                .units()
                .any(|unit| unit == front) =>
            {
                say(format!(
                    "the exit from {from} leads to {front}, which is not {to}"
                ));
            }
            _ => {}
        }
    }
}
