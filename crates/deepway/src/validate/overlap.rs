//! Nothing takes a unit that something else has.

use super::claims::{Claim, Claims, name};
use super::{Issue, Rule};
use crate::sector::Sector;

pub(super) fn check(sector: &Sector, claims: &Claims, issues: &mut Vec<Issue>) {
    for (unit, claims) in claims.by_unit() {
        for pair in claims.windows(2) {
            let owners = [pair[0].1, pair[1].1];
            let rooms = owners.iter().flat_map(|&owner| rooms(sector, owner));
            let [one, other] = owners.map(|owner| describe(sector, owner));
            issues.push(Issue::new(
                Rule::Overlap,
                rooms.collect::<Vec<u32>>(),
                format!("{one} overlaps with {other} at {unit}"),
            ));
        }
    }
}

fn rooms(sector: &Sector, owner: Claim) -> Vec<u32> {
    match owner {
        Claim::Room(room) => vec![room],
        Claim::Corridor(exit) => {
            let exit = &sector.exits[exit as usize];
            vec![exit.from, exit.to]
        }
        Claim::Column(connection) => {
            let connection = &sector.connections[connection as usize];
            vec![connection.from, connection.to]
        }
    }
}

fn describe(sector: &Sector, owner: Claim) -> String {
    let ends = rooms(sector, owner);
    let names: Vec<String> = ends
        .iter()
        .map(|&room| name(&sector.rooms[room as usize]))
        .collect();
    match owner {
        Claim::Room(_) => format!("room {}", names[0]),
        Claim::Corridor(_) => format!("the corridor from {} to {}", names[0], names[1]),
        Claim::Column(number) => {
            let id = &sector.connections[number as usize].id;
            format!("the column of {id} from {} to {}", names[0], names[1])
        }
    }
}
