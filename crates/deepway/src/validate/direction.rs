//! A room has at most one way out in each direction; with a user-supplied graph, at most one
//! through each unit of wall.

use super::claims::name;
use crate::ids::RoomId;
use crate::report::{Finding, Rule};
use crate::sector::Sector;
use crate::space::{Direction, RoomPos};

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    let mut ways: Vec<(RoomId, Direction, Option<RoomPos>)> = Vec::new();
    for exit in sector.exits() {
        let unit = sector.is_brought().then_some(exit.unit);
        ways.push((exit.from, exit.direction, unit));
    }
    for connection in sector.connections() {
        let height = |room: RoomId| sector[room].position.z;
        let [low, high] = connection.low_and_high();
        let [x, y] = connection.column();
        let unit = |room| {
            sector
                .is_brought()
                .then(|| RoomPos::new(x, y, height(room)))
        };
        ways.push((low, Direction::Up, unit(low)));
        ways.push((high, Direction::Down, unit(high)));
    }
    ways.sort_unstable();
    for same in ways.chunk_by(|a, b| a == b).filter(|same| same.len() > 1) {
        let (room, direction, unit) = same[0];
        let name = name(&sector[room]);
        let at = unit.map_or(String::new(), |unit| format!(" at {unit}"));
        findings.push(Finding::of_rooms(
            Rule::DirectionTaken,
            [room],
            format!(
                "room {name} has {} ways out {direction}{at}: expected one",
                same.len()
            ),
        ));
    }
}
