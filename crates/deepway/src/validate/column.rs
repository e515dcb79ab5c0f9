//! A connection is in a column that its rooms share, with nothing between them.

use super::claims::{Claim, Claims, between, name};
use crate::report::{Finding, Rule, Subject};
use crate::sector::Sector;
use crate::space::RoomPos;

pub(super) fn check(sector: &Sector, claims: &Claims, findings: &mut Vec<Finding>) {
    for connection in sector.connections() {
        let (id, ends) = (connection.id, connection.ends());
        let [from, to] = ends.map(|room| name(&sector[room]));
        let mut say = |text: String| {
            let subjects = [ends[0], ends[1]].map(Subject::Room);
            let subjects = [Subject::Connection(id)].into_iter().chain(subjects);
            findings.push(Finding::new(Rule::ColumnMismatch, subjects, text));
        };
        let [x, y] = connection.column();
        for room in ends.map(|room| &sector[room]) {
            let unit = RoomPos::new(x, y, room.position.z);
            if !room.units().any(|own| own == unit) {
                let room = name(room);
                say(format!("{id} is in column ({x},{y}), outside room {room}"));
            }
        }
        if connection.levels() == 0 {
            say(format!(
                "{id} joins {from} and {to}, which are on the same layer"
            ));
        }
        for unit in between(&connection) {
            if claims.at(unit).any(|claim| claim != Claim::Column(id)) {
                say(format!(
                    "something is between {from} and {to} at {unit}, in the column of {id}"
                ));
            }
        }
    }
}
