//! An exit leaves by the wall that it names, and has a partner that leads back.

use super::claims::{Exits, name};
use super::{Issue, Rule};
use crate::sector::{Exit, Sector};
use crate::space::Direction;

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    let exits = Exits::new(sector);
    for exit in &sector.exits {
        let [from, to] = [exit.from, exit.to].map(|room| name(&sector.rooms[room as usize]));
        let mut say = |text: String| {
            issues.push(Issue::new(Rule::FalseExit, [exit.from, exit.to], text));
        };
        let (direction, unit) = (exit.direction, exit.unit);
        if !Direction::STRAIGHT.contains(&direction) {
            say(format!(
                "the exit from {from} to {to} leads {direction}: expected north, east, south or west"
            ));
            continue;
        }
        if !is_at_wall(sector, exit) {
            say(format!(
                "the exit from {from} to {to} leaves at {unit}, which is no unit of its {direction} wall"
            ));
        }
        let partners = exits.back(exit);
        let is_same = |other: &Exit| other.via.iter().eq(exit.via.iter().rev());
        let meets = |other: &Exit| !exit.via.is_empty() || other.unit == unit.step(direction);
        match partners.clone().count() {
            1 if partners.clone().all(is_same) => {
                if !partners.clone().all(meets) {
                    say(format!(
                        "the exits between {from} and {to} share a wall and do not meet in it"
                    ));
                }
            }
            1 => say(format!(
                "the corridors of the exits between {from} and {to} differ"
            )),
            count => say(format!(
                "the exit from {from} to {to} has {count} partners: expected one"
            )),
        }
    }
}

/// Whether an exit's unit belongs to its room and the next one in its direction does not.
fn is_at_wall(sector: &Sector, exit: &Exit) -> bool {
    let room = &sector.rooms[exit.from as usize];
    let is_inside = |unit| room.units().any(|own| own == unit);
    is_inside(exit.unit) && !is_inside(exit.unit.step(exit.direction))
}
