//! Checks maps for stairs without a partner, ramps to nowhere, places that cannot be reached,
//! and places that cannot be left.

use crate::cell::{Cell, Leads};
use crate::link::{self, Link};
use crate::nav::Ground;
use crate::report::{Finding, Findings, Rule, Subject};
use crate::rules::{Avoid, MoveRules};
use crate::space::{Direction, Pos};
use crate::volume::Volume;
use std::collections::BTreeMap;

/// The first cell and the size of each region.
type Regions = BTreeMap<u32, (Pos, u64)>;

/// Everything that is wrong with a map.
///
/// Places should be reachable from `from`, or else from the [main part](main_part), and have
/// a way back; `name` gives the names of cells in messages.
pub fn map(ground: &Ground, from: Option<Pos>, name: &dyn Fn(Pos) -> String) -> Findings {
    // What is closed to somebody is no fault of the map.
    let rules = ground.navigator().rules();
    let all_links = (!rules.avoid.is_empty()).then(|| {
        let avoid = Avoid::default();
        link::scan(
            ground.volume(),
            &MoveRules {
                avoid,
                ..rules.clone()
            },
        )
    });
    let links = all_links.as_deref().unwrap_or(ground.links());
    let mut findings = Findings::default();
    dead_ends(ground.volume(), links, name, &mut findings);
    let regions = regions(ground);
    if let Some(from) = from.or_else(|| largest(ground, &regions)) {
        cut_off(ground, &regions, from, name, &mut findings);
    }
    findings
}

/// A cell of the largest part of a map whose cells all reach each other.
pub fn main_part(ground: &Ground) -> Option<Pos> {
    largest(ground, &regions(ground))
}

/// Cells that are made for a link but have none.
fn dead_ends(
    volume: &Volume,
    links: &[Link],
    name: &dyn Fn(Pos) -> String,
    findings: &mut Findings,
) {
    for pos in link::dead_ends(volume, links) {
        let cell = volume.get(pos).info();
        let text = || match cell.leads {
            Leads::Ramp(side) => {
                let [entry, exit] = [side, Direction::Up].map(|to| pos.step(to));
                let why = match volume.is_walkable(entry) {
                    true => format!("above it is {}", volume.get(exit).info().name),
                    false => format!("to the {side} is {}", volume.get(entry).info().name),
                };
                format!("{}: {} leads nowhere: {why}", name(pos), cell.name)
            }
            _ => format!("{}: {} has no partner above or below", name(pos), cell.name),
        };
        let rule = match cell.leads {
            Leads::Ramp(_) => Rule::RampToNowhere,
            _ => Rule::NoPartner,
        };
        findings.add(rule, || Finding::new(rule, [Subject::Cell(pos)], text()));
    }
}

/// Places that cannot be reached, or cannot be left.
fn cut_off(
    ground: &Ground,
    regions: &Regions,
    from: Pos,
    name: &dyn Fn(Pos) -> String,
    findings: &mut Findings,
) {
    let stairs = half_stairs(ground);
    let mut found = Vec::new();
    for &(pos, cells) in regions.values() {
        let [into, out] = [(from, pos), (pos, from)];
        if !ground.reaches(into.0, into.1) {
            found.push((Rule::Pocket, pos, cells));
        } else if !ground.reaches(out.0, out.1) {
            found.push((Rule::Trap, pos, cells));
        }
    }
    found.sort_by_key(|&(rule, pos, _)| (rule, pos.z, pos.y, pos.x));
    for (rule, pos, cells) in found {
        let (what, [start, goal]) = match rule {
            Rule::Pocket => ("cannot be reached", [from, pos]),
            _ => ("can be entered but never left", [pos, from]),
        };
        let count = match cells {
            1 => "1 cell".to_owned(),
            _ => format!("{cells} cells"),
        };
        findings.add(rule, || {
            let hint = match lead_on(&stairs, ground, start, goal) {
                true => PAIRING,
                false => "",
            };
            let text = format!("{}: {count} that {what}{hint}", name(pos));
            Finding::new(rule, [Subject::Cell(pos)], text)
        });
    }
}

/// The hint that [`pairing_helps`].
pub const PAIRING: &str = "; with --stairs paired, < below > leads both ways";

/// Whether there would be a path if stairs that only lead up led both ways.
pub fn pairing_helps(ground: &Ground, start: Pos, goal: Pos) -> bool {
    lead_on(&half_stairs(ground), ground, start, goal)
}

fn lead_on(stairs: &[[Pos; 2]], ground: &Ground, start: Pos, goal: Pos) -> bool {
    let leads_on =
        |&[low, high]: &[Pos; 2]| ground.reaches(start, high) && ground.reaches(low, goal);
    stairs.iter().any(leads_on)
}

/// Stairs that only lead up but would lead both ways if paired: one for each two parts that
/// they join.
fn half_stairs(ground: &Ground) -> Vec<[Pos; 2]> {
    let mut stairs = BTreeMap::new();
    for link in ground.links() {
        let cells = [link.low, link.high].map(|pos| ground.volume().get(pos));
        if cells == [Cell::StairsUp, Cell::StairsDown] && !link.down {
            let parts = [link.low, link.high].map(|pos| ground.island(pos));
            stairs.entry(parts).or_insert([link.low, link.high]);
        }
    }
    stairs.into_values().collect()
}

fn regions(ground: &Ground) -> Regions {
    let size = ground.volume().size();
    let (width, height) = (size.width() as i32, size.height() as i32);
    let mut regions = Regions::new();
    for z in 0..size.levels() as i32 {
        for y in 0..height {
            for pos in (0..width).map(|x| Pos::new(x, y, z)) {
                if let Some(region) = ground.region(pos) {
                    regions.entry(region).or_insert((pos, 0)).1 += 1;
                }
            }
        }
    }
    regions
}

/// A cell of the largest part whose cells all reach each other.
fn largest(ground: &Ground, regions: &Regions) -> Option<Pos> {
    let mut islands: BTreeMap<u32, (u64, Pos)> = BTreeMap::new();
    for &(pos, cells) in regions.values() {
        let island = islands.entry(ground.island(pos)?).or_insert((0, pos));
        island.0 += cells;
    }
    // Of equally large parts, take the part that leads to others.
    islands
        .into_iter()
        .max_by_key(|&(island, (cells, _))| (cells, island))
        .map(|(_, (_, pos))| pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::Navigator;
    use crate::rules::Stairs;
    use crate::text;

    fn found(map: &str, from: Option<Pos>, stairs: Stairs) -> Vec<String> {
        let volume = text::read("map", map.as_bytes()).unwrap();
        let rules = MoveRules {
            stairs,
            ..MoveRules::default()
        };
        let navigator = Navigator::new(&volume, rules).unwrap();
        let ground = navigator.on(&volume).unwrap();
        let findings = super::map(&ground, from, &|pos| pos.to_string());
        findings.kept.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_rule_of_maps_is_found() {
        let map = "floor:0\n.....#.\n.L.^.#.\nfloor:1\n#######\n#######\n";
        assert_eq!(
            found(map, None, Stairs::default()),
            [
                "error: NoPartner: 1,1,0: ladder has no partner above or below",
                "error: RampToNowhere: 3,1,0: ramp entered from the north leads nowhere: above it is wall",
                "error: Pocket: 6,0,0: 2 cells that cannot be reached",
            ]
        );
    }

    #[test]
    fn half_stairs_without_another_way_are_said_to_want_pairing() {
        let map = "floor:0\n...<\nfloor:1\n##.>\n";
        let hint = "; with --stairs paired, < below > leads both ways";
        assert_eq!(
            found(map, None, Stairs::default()),
            [format!(
                "error: Trap: 2,0,1: 2 cells that can be entered but never left{hint}"
            )]
        );
        assert_eq!(
            found(map, Some(Pos::new(2, 0, 1)), Stairs::default()),
            [format!(
                "error: Pocket: 0,0,0: 4 cells that cannot be reached{hint}"
            )]
        );
        assert_eq!(found(map, None, Stairs::Paired), Vec::<String>::new());
        // A ladder leads back, so there is no hint.
        let map = "floor:0\n...<L\nfloor:1\n##.>L\n";
        assert_eq!(found(map, None, Stairs::default()), Vec::<String>::new());
        // Stairs alone would not help.
        let map = "floor:0\no..<#\nfloor:1\n##.>#\n";
        assert!(!found(map, None, Stairs::default()).is_empty());
    }
}
