//! The navigator's path from the entry hall to the last room on the main path goes from room
//! to room along the passages.

use super::label::{Label, Labels};
use crate::ids::RoomId;
use crate::nav::{Algorithm, Finder, Ground};
use crate::report::{Finding, Rule};
use crate::sector::{CarvedSector, NodeKind};
use crate::space::Pos;

pub(super) fn check(
    carved: &CarvedSector,
    labels: &Labels,
    ground: &Ground,
    findings: &mut Vec<Finding>,
) {
    let rooms = carved.sector().rooms();
    let boss = rooms.iter().find(|room| room.node == NodeKind::Boss);
    let Some(goal) = boss.or(rooms.last()).map(|room| room.id) else {
        return;
    };
    if let Some(problem) = follow(carved, labels, ground, RoomId::ENTRY, goal) {
        let rooms = [RoomId::ENTRY, goal];
        findings.push(Finding::of_rooms(Rule::RouteMismatch, rooms, problem));
    }
}

/// What is wrong with the navigator's path between two rooms.
pub(super) fn follow(
    carved: &CarvedSector,
    labels: &Labels,
    ground: &Ground,
    from: RoomId,
    to: RoomId,
) -> Option<String> {
    let [start, goal] = [from, to].map(|room| carved.middle_of(room));
    let (start, goal) = start.zip(goal)?;
    let mut finder = Finder::default();
    let route = match finder.find(ground, start, goal, Algorithm::ASTAR) {
        Ok(route) => route,
        Err(error) => return Some(format!("from {start} to {goal}: {error}")),
    };
    let cells: Vec<Pos> = route.iter().collect();
    let mut way: Vec<Label> = cells.iter().map(|&pos| labels.at(pos)).collect();
    way.dedup();
    // Room, passage, room, …, room; a passage left where it was entered does not count.
    let sector = carved.sector();
    for three in way.windows(3) {
        let ends = match three[1] {
            Label::Doorway(id) => sector.exit(id).map(|exit| [exit.from, exit.to]),
            Label::Connection(id) => sector.connection(id).map(|connection| connection.ends()),
            _ => None,
        };
        let joins =
            |a: RoomId, b: RoomId| ends.is_some_and(|ends| [[a, b], [b, a]].contains(&ends));
        if let (Label::Room(a), Label::Room(b)) = (three[0], three[2])
            && a != b
            && !joins(a, b)
        {
            return Some(format!(
                "the path from {start} to {goal} leads from {a} to {b}, which nothing joins"
            ));
        }
    }
    let ends = [way.first(), way.last()];
    let expected = [Some(&Label::Room(from)), Some(&Label::Room(to))];
    (ends != expected)
        .then(|| format!("the path from {start} to {goal} does not begin and end in its rooms"))
}
