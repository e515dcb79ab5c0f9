//! A corridor leads from door to door, each unit sharing a face with the next.

use super::claims::name;
use crate::report::{Finding, Rule};
use crate::sector::Sector;
use crate::space::RoomPos;

fn is_beside(a: RoomPos, b: RoomPos) -> bool {
    a.x.abs_diff(b.x) as u64 + a.y.abs_diff(b.y) as u64 + a.z.abs_diff(b.z) as u64 == 1
}

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    for exit in sector.exits() {
        let [from, to] = [exit.from, exit.to].map(|room| name(&sector[room]));
        let mut say = |text: String| {
            let rooms = [exit.from, exit.to];
            findings.push(Finding::of_rooms(Rule::BrokenCorridor, rooms, text));
        };
        let pairs = exit.via().zip(exit.via().skip(1));
        if let Some((a, b)) = pairs.into_iter().find(|&(a, b)| !is_beside(a, b)) {
            say(format!(
                "the corridor from {from} to {to} has a gap from {a} to {b}"
            ));
        }
        let front = exit.unit.step(exit.direction);
        match exit.via().next() {
            Some(first) if first != front => {
                say(format!(
                    "the corridor from {from} to {to} begins at {first}: expected {front}, before the door"
                ));
            }
            None if !sector[exit.to].units().any(|unit| unit == front) => {
                say(format!(
                    "the exit from {from} leads to {front}, which is not {to}"
                ));
            }
            _ => {}
        }
    }
}
