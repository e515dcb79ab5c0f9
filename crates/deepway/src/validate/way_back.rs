//! Wherever a failed check, a fall or a one-way drop can put somebody, a way leads back
//! to the entry hall. Any check may succeed in time; what is blocked stays blocked.

use super::claims::name;
use super::unreachable::{open_ways, reach};
use super::{Issue, Rule};
use crate::sector::{ConnectionKind, Sector};

pub(super) fn check(sector: &Sector, issues: &mut Vec<Issue>) {
    let ways = open_ways(sector);
    let mut with_falls = ways.clone();
    for connection in sector.connections.iter().filter(|one| !one.blocked) {
        // Who falls ends at the bottom, even of a shaft that leads only up.
        let is_climbed =
            connection.kind == ConnectionKind::Shaft || connection.powered == Some(false);
        if is_climbed {
            let [low, high] = sector.low_and_high(connection);
            with_falls.push((high, low));
        }
    }
    let rooms = sector.rooms.len();
    let into = reach(rooms, 0, &with_falls);
    let back: Vec<(u32, u32)> = ways.iter().map(|&(from, to)| (to, from)).collect();
    let out = reach(rooms, 0, &back);
    for (number, room) in (0..).zip(&sector.rooms) {
        if into[number as usize] && !out[number as usize] {
            issues.push(Issue::new(
                Rule::NoWayBack,
                [number],
                format!(
                    "from room {} no way leads back to the entry hall",
                    name(room)
                ),
            ));
        }
    }
}
