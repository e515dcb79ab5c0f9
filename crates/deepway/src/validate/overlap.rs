//! No two things take the same unit.

use super::claims::{Claim, Claims, name};
use crate::ids::RoomId;
use crate::report::{Finding, Rule};
use crate::sector::Sector;

pub(super) fn check(sector: &Sector, claims: &Claims, findings: &mut Vec<Finding>) {
    for (unit, claims) in claims.by_unit() {
        for pair in claims.windows(2) {
            let owners = [pair[0].1, pair[1].1];
            let rooms = owners.iter().flat_map(|&owner| rooms(sector, owner));
            let [first, second] = owners.map(|owner| describe(sector, owner));
            findings.push(Finding::of_rooms(
                Rule::Overlap,
                rooms,
                format!("{first} overlaps with {second} at {unit}"),
            ));
        }
    }
}

fn rooms(sector: &Sector, owner: Claim) -> Vec<RoomId> {
    match owner {
        Claim::Room(room) => vec![room],
        Claim::Corridor(exit) => {
            let exit = sector.exit(exit).into_iter();
            exit.flat_map(|exit| [exit.from, exit.to]).collect()
        }
        Claim::Column(connection) => {
            let connection = sector.connection(connection).into_iter();
            connection
                .flat_map(|connection| connection.ends())
                .collect()
        }
    }
}

fn describe(sector: &Sector, owner: Claim) -> String {
    let names = rooms(sector, owner).into_iter();
    let names: Vec<String> = names.map(|room| name(&sector[room])).collect();
    let names = names.join(" to ");
    match owner {
        Claim::Room(_) => format!("room {names}"),
        Claim::Corridor(_) => format!("the corridor from {names}"),
        Claim::Column(id) => format!("the column of {id} from {names}"),
    }
}
