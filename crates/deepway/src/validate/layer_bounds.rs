//! Everything lies on one of the seven layers.

use super::claims::name;
use crate::report::{Finding, Rule};
use crate::sector::Sector;

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    for room in sector.rooms() {
        if room.layer().is_none() {
            let (name, z) = (name(room), room.position.z);
            findings.push(Finding::of_rooms(
                Rule::LayerBounds,
                [room.id],
                format!("room {name} is at z = {z}: expected -3 to 3"),
            ));
        }
    }
    for exit in sector.doorways() {
        if let Some(unit) = exit.via().find(|unit| unit.layer().is_none()) {
            let [from, to] = [exit.from, exit.to].map(|room| name(&sector[room]));
            findings.push(Finding::of_rooms(
                Rule::LayerBounds,
                [exit.from, exit.to],
                format!("the corridor from {from} to {to} passes {unit}: expected z from -3 to 3"),
            ));
        }
    }
}
