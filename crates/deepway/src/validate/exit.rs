//! An exit leaves by the wall that it names, and meets its partner if they share the wall.

use super::claims::name;
use crate::report::{Finding, Rule, Subject};
use crate::sector::{Exit, Sector};

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    for exit in sector.exits() {
        let [from, to] = [exit.from, exit.to].map(|room| name(&sector[room]));
        let mut say = |text: String| {
            let rooms = [exit.from, exit.to].map(Subject::Room);
            let subjects = [Subject::Exit(exit.id)].into_iter().chain(rooms);
            findings.push(Finding::new(Rule::ExitMismatch, subjects, text));
        };
        let (direction, unit) = (exit.direction, exit.unit);
        if !is_at_wall(sector, &exit) {
            say(format!(
                "the exit from {from} to {to} leaves at {unit}, which is not at its {direction} wall"
            ));
        }
        let is_shared = exit.via().len() == 0;
        if is_shared && exit.far_door().unit != unit.step(direction) {
            say(format!(
                "the exits between {from} and {to} share a wall but do not meet in it"
            ));
        }
    }
}

/// Whether an exit's unit belongs to its room and the next unit in its direction does not.
fn is_at_wall(sector: &Sector, exit: &Exit<'_>) -> bool {
    let room = &sector[exit.from];
    let is_inside = |unit| room.units().any(|own| own == unit);
    is_inside(exit.unit) && !is_inside(exit.unit.step(exit.direction))
}
