//! Everything lies in one of the seven layers.

use super::claims::name;
use super::{Issue, Rule};
use crate::sector::Sector;

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    for (number, room) in (0..).zip(&sector.rooms) {
        if room.layer().is_none() {
            let (name, z) = (name(room), room.position.z);
            issues.push(Issue::new(
                Rule::LayerBounds,
                [number],
                format!("room {name} is at z = {z}: expected -3 to 3"),
            ));
        }
    }
    for exit in &sector.exits {
        if let Some(unit) = exit.via.iter().find(|unit| unit.layer().is_none()) {
            let [from, to] = [exit.from, exit.to].map(|room| name(&sector.rooms[room as usize]));
            issues.push(Issue::new(
                Rule::LayerBounds,
                [exit.from, exit.to],
                format!("the corridor from {from} to {to} passes {unit}: expected z from -3 to 3"),
            ));
        }
    }
}
