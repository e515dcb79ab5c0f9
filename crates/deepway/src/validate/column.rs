//! A connection stands in a column that both rooms have, with nothing between them.

use super::claims::{Claim, Claims, heights, name};
use super::{Issue, Rule};
use crate::sector::Sector;
use crate::space::RoomPos;

pub(super) fn check(sector: &Sector, claims: &Claims, issues: &mut Vec<Issue>) {
    for (number, connection) in (0..).zip(&sector.connections) {
        let rooms = [connection.from, connection.to];
        let [from, to] = rooms.map(|room| name(&sector.rooms[room as usize]));
        let mut say = |text: String| issues.push(Issue::new(Rule::FalseColumn, rooms, text));
        let [x, y] = connection.column;
        let id = &connection.id;
        for room in rooms.map(|room| &sector.rooms[room as usize]) {
            let unit = RoomPos::new(x, y, room.position.z);
            if !room.units().any(|own| own == unit) {
                say(format!(
                    "{id} stands in column ({x},{y}), where room {} is not",
                    name(room)
                ));
            }
        }
        let [low, high] = heights(sector, connection.from, connection.to);
        if low == high {
            say(format!(
                "{id} joins {from} and {to}, which are on one layer"
            ));
        }
        for z in low.saturating_add(1)..high {
            let unit = RoomPos::new(x, y, z);
            if claims.at(unit).any(|claim| claim != Claim::Column(number)) {
                say(format!(
                    "something is between {from} and {to} at {unit}, in the column of {id}"
                ));
            }
        }
    }
}
