//! Checks of worlds of any kind.

use super::{agreement, carved, contradictions, main_part, map, maze, sector};
use super::{maze_parts, maze_reach};
use crate::nav::Navigator;
use crate::report::{Finding, Findings, Rule, Subject, first_fault};
use crate::rules::{MoveRules, RulesError};
use crate::space::Pos;
use crate::volume::Volume;
use crate::words::legible;
use crate::world::{Body, World};
use std::collections::BTreeMap;

/// All findings about a world; about a map, the first [`Findings::MOST`].
///
/// A sector and a maze are checked against their own rules, a map from its main part, as by
/// [`check_from`].
pub fn check(world: &World) -> Vec<Finding> {
    match world.body() {
        Body::Map(cells) => {
            let seen = check_from(world, cells, None, world.rules());
            // The rules of a world are always accepted.
            seen.map_or_else(|_| Vec::new(), |seen| seen.findings)
        }
        Body::Sector(rooms) => match rooms.given_cells() {
            Some(cells) => {
                let mut findings = Findings::default();
                contents(world, cells.volume(), &mut findings);
                let mut all = carved(cells);
                all.append(&mut findings.kept);
                all
            }
            None => sector(rooms.sector()),
        },
        Body::Maze(levels) => maze(levels.maze()),
    }
}

/// The findings about the cells of a world, checked from a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The place; none if nobody can stand anywhere.
    pub from: Option<Pos>,
    /// The findings, at most [`Findings::MOST`].
    pub findings: Vec<Finding>,
    /// How many more there are, by rule.
    pub more: BTreeMap<Rule, u64>,
}

/// Checks the cells of a world like a map, from a cell or from the largest part whose cells
/// all reach each other.
pub fn check_from(
    world: &World,
    cells: &Volume,
    from: Option<Pos>,
    rules: MoveRules,
) -> Result<Inspection, RulesError> {
    let navigator = Navigator::new(cells, rules)?;
    let Ok(ground) = navigator.on(cells) else {
        // The navigator was made from these cells.
        return Ok(Inspection {
            from,
            findings: Vec::new(),
            more: BTreeMap::new(),
        });
    };
    let from = from.or_else(|| main_part(&ground));
    let mut findings = map(&ground, from, &|pos| world.place_name(pos));
    contents(world, cells, &mut findings);
    Ok(Inspection {
        from,
        findings: findings.kept,
        more: findings.more,
    })
}

/// What is wrong with the materials and the things of a world.
fn contents(world: &World, cells: &Volume, findings: &mut Findings) {
    for (pos, cell, material) in cells.misfits() {
        findings.add(Rule::LiquidMismatch, || {
            let (at, what) = (world.place_name(pos), cell.info().name);
            let material = legible(cells.material_name(material).unwrap_or("nothing"));
            let text = format!("{at}: {what} cannot be made of {material}");
            Finding::new(Rule::LiquidMismatch, [Subject::Cell(pos)], text)
        });
    }
    // Both iterators have the things in the same order.
    let mut walled = cells.things_in_walls().map(|(id, _)| id).peekable();
    let lost = (0..).zip(cells.things());
    let lost = lost.filter(|(_, (id, _))| walled.next_if_eq(id).is_some());
    for (number, (_, thing)) in lost {
        findings.add(Rule::ThingInWall, || {
            let at = world.place_name(thing.place);
            let what = cells.get(thing.place).info().name;
            let kind = legible(thing.kind.name());
            let text = format!("{at}: the {kind} {:?} is in {what}", thing.name);
            let subjects = [Subject::Thing(number), Subject::Cell(thing.place)];
            Finding::new(Rule::ThingInWall, subjects, text)
        });
    }
}

/// What makes it impossible to say what the cells of a world are, if anything does.
///
/// A sector that is not sound, cells that contradict its rooms, a maze whose ladders and
/// holes contradict each other: such a world can be shown and checked, but not walked in.
pub fn contradiction(world: &World) -> Option<String> {
    match world.body() {
        Body::Map(_) => None,
        Body::Sector(rooms) => {
            if let Some(fault) = first_fault(&sector(rooms.sector())) {
                return Some(format!("not sound: {fault}"));
            }
            let fault = first_fault(&agreement(rooms.given_cells()?))?.to_string();
            Some(format!("cells: {fault}"))
        }
        Body::Maze(levels) => {
            let findings = contradictions(levels.maze());
            let first = findings.first()?;
            Some(format!("not sound: {first} (deepway check lists all)"))
        }
    }
}

/// The levels of a maze that ladders and holes join, part by part, and the levels that are
/// reached from each; none for any other world.
pub fn joined_levels(world: &World) -> Option<[Vec<Vec<u32>>; 2]> {
    match world.body() {
        Body::Maze(levels) => Some([maze_parts(levels.maze()), maze_reach(levels.maze())]),
        Body::Map(_) | Body::Sector(_) => None,
    }
}
