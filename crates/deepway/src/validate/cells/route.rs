//! The navigator's way from the entry hall to the last room on the main path crosses the
//! rooms that passages join, one after the other.

use super::super::{Issue, Rule};
use super::issue;
use super::label::{Label, Labels};
use crate::nav::{Algorithm, Finder, Ground};
use crate::sector::{CarvedSector, NodeKind};
use crate::space::Pos;

pub(super) fn check(
    carved: &CarvedSector,
    labels: &Labels,
    ground: &Ground,
    issues: &mut Vec<Issue>,
) {
    let rooms = &carved.sector().rooms;
    let boss = rooms.iter().position(|room| room.node == NodeKind::Boss);
    let goal = boss.unwrap_or(rooms.len() - 1) as u32;
    if let Some(problem) = follow(carved, labels, ground, 0, goal) {
        issues.push(issue(Rule::FalseRoute, [0, goal], problem));
    }
}

/// What is wrong with the navigator's way between two rooms.
pub(super) fn follow(
    carved: &CarvedSector,
    labels: &Labels,
    ground: &Ground,
    from: u32,
    to: u32,
) -> Option<String> {
    let [start, goal] = [from, to].map(|room| carved.middle_of(room));
    let (start, goal) = start.zip(goal)?;
    let mut finder = Finder::default();
    let route = match finder.find(ground, start, goal, Algorithm::ASTAR) {
        Ok(route) => route,
        Err(error) => return Some(format!("from {start} to {goal}: {error}")),
    };
    let cells: Vec<Pos> = route.cells();
    let mut way: Vec<Label> = cells.iter().map(|&pos| labels.at(pos)).collect();
    way.dedup();
    // Room, way, room, way, …, room; a way that leads back to its room is no crossing.
    let sector = carved.sector();
    for three in way.windows(3) {
        let joins = |a: u32, b: u32| match three[1] {
            Label::Passage(number) => {
                let exit = &sector.exits[number as usize];
                [[exit.from, exit.to], [exit.to, exit.from]].contains(&[a, b])
            }
            Label::Connection(number) => {
                let one = &sector.connections[number as usize];
                [[one.from, one.to], [one.to, one.from]].contains(&[a, b])
            }
            _ => false,
        };
        if let (Label::Room(a), Label::Room(b)) = (three[0], three[2])
            && a != b
            && !joins(a, b)
        {
            let [a, b] = [a, b].map(|room| sector.rooms[room as usize].id.as_str());
            return Some(format!(
                "the way from {start} to {goal} leads from {a} to {b}, which nothing joins"
            ));
        }
    }
    let ends = [way.first(), way.last()];
    let expected = [Some(&Label::Room(from)), Some(&Label::Room(to))];
    (ends != expected)
        .then(|| format!("the way from {start} to {goal} does not begin and end in its rooms"))
}
