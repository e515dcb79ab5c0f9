//! Wherever a failed check, a fall or a one-way drop may take somebody, there is a way back to
//! the entry hall. Any check may succeed in time; what is blocked stays blocked.

use super::claims::name;
use super::unreachable::{open_ways, reach};
use crate::ids::RoomId;
use crate::report::{Finding, Rule};
use crate::sector::{Climb, Sector};

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    let ways = open_ways(sector);
    let mut with_falls = ways.clone();
    for connection in sector
        .connections()
        .filter(|connection| !connection.is_blocked())
    {
        // A fall ends at the bottom, even of a shaft that only leads up.
        let is_climbed = matches!(
            connection.climb(),
            Climb::Shaft | Climb::Elevator { powered: false }
        );
        if is_climbed {
            let [low, high] = connection.low_and_high();
            with_falls.push([high, low]);
        }
    }
    let rooms = sector.rooms().len();
    let into = reach(rooms, &with_falls);
    let back: Vec<[RoomId; 2]> = ways.iter().map(|&[from, to]| [to, from]).collect();
    let out = reach(rooms, &back);
    for room in sector.rooms() {
        if into[room.id.index()] && !out[room.id.index()] {
            let text = format!(
                "from room {} no way leads back to the entry hall",
                name(room)
            );
            findings.push(Finding::of_rooms(Rule::NoWayBack, [room.id], text));
        }
    }
}
