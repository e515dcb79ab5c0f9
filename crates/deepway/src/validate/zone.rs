//! A zone of an open world: in one piece, neither all rock nor all floor, and joined to its
//! neighbours exactly where both say so.

use crate::cell::Cell;
use crate::link;
use crate::report::{Finding, Rule, Subject};
use crate::space::{Direction, Pos, ZonePos};
use crate::strata::{Blueprint, Connection, ConnectionKind, RiverCell, Strata, Zone};
use crate::volume::{Draft, Size, Volume};
use std::collections::{BTreeMap, BTreeSet};

/// The least and the most walkable cells of a zone, of 2,000.
const UNDERGROUND: std::ops::RangeInclusive<usize> = 300..=1700;
const SURFACE: std::ops::RangeInclusive<usize> = 300..=1960;

fn finding(rule: Rule, zone: &Zone, message: &str) -> Finding {
    let subject = Subject::Zone(zone.pos());
    Finding::new(rule, [subject], format!("{}: {message}", zone.pos()))
}

/// Everything that is wrong inside a zone.
pub fn zone(zone: &Zone) -> Vec<Finding> {
    let mut findings = Vec::new();
    if zone.blueprint() == Blueprint::Air {
        return findings;
    }
    let cells: Vec<Cell> = (0..ZonePos::HEIGHT).flat_map(|y| zone.row(y)).collect();
    let places = (0..ZonePos::HEIGHT).flat_map(|y| (0..ZonePos::WIDTH).map(move |x| (x, y)));
    let stands = places.map(|(x, y)| zone.cell(x, y).is_walkable() && !zone.pulls(x, y));
    let stands: Vec<bool> = stands.collect();
    let standing = stands.iter().filter(|stands| **stands).count();
    let start = stands.iter().position(|stands| *stands);
    let reached = start.map_or(0, |start| flood(&stands, start));
    if reached != standing || standing == 0 {
        let text = format!("{reached} of {standing} cells are reached from the first of them");
        findings.push(finding(Rule::ZoneInPieces, zone, &text));
    }
    let walkable = cells.iter().filter(|cell| cell.is_walkable()).count();
    let wanted = match zone.pos().z() {
        0..ZonePos::SURFACE => 0..=2000,
        ZonePos::SURFACE => SURFACE,
        _ => UNDERGROUND,
    };
    if !wanted.contains(&walkable) {
        let text = format!("{walkable} of 2,000 cells are walkable");
        findings.push(finding(Rule::ZoneDensity, zone, &text));
    }
    for thing in zone.things() {
        let [x, y] = [thing.place.x, thing.place.y].map(|at| at as u32);
        let is_belt = thing.kind.name() == "conveyor";
        if !zone.cell(x, y).is_walkable() || zone.pulls(x, y) != is_belt {
            let text = format!("{} at {x},{y} has nowhere to stand", thing.name);
            findings.push(finding(Rule::ThingInWall, zone, &text));
        }
    }
    for (x, y) in
        (1..ZonePos::HEIGHT - 1).flat_map(|y| (1..ZonePos::WIDTH - 1).map(move |x| (x, y)))
    {
        let is_open = |x: u32, y: u32| zone.cell(x, y).is_walkable();
        let leads =
            is_open(x - 1, y) && is_open(x + 1, y) || is_open(x, y - 1) && is_open(x, y + 1);
        if zone.cell(x, y) == Cell::Door && !leads {
            let text = format!("the door at {x},{y} leads nowhere");
            findings.push(finding(Rule::DeadDoor, zone, &text));
        }
    }
    let is_border = |x: u8, y: u8| x == 0 || x == 79 || y == 0 || y == 24;
    let water = heights(zone);
    for cell in zone.river() {
        if !is_border(cell.x, cell.y) && !runs_on(&water, cell) {
            let text = format!("the river at {},{} runs nowhere", cell.x, cell.y);
            findings.push(finding(Rule::RiverBroken, zone, &text));
        }
    }
    for connection in zone.connections() {
        let Connection { x, y, .. } = connection;
        let at = |dx: i32, dy: i32| {
            let place = [i32::from(x) + dx, i32::from(y) + dy].map(u32::try_from);
            match place {
                [Ok(x), Ok(y)] => zone.cell(x, y),
                _ => Cell::Air,
            }
        };
        let near = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        if !at(0, 0).is_walkable() || !near.iter().any(|&(dx, dy)| at(dx, dy).is_walkable()) {
            let text = format!("nobody gets to the {} at {x},{y}", connection.kind.name());
            findings.push(finding(Rule::JointMismatch, zone, &text));
        }
    }
    findings
}

/// How high the water of each cell of a zone's rivers stands.
fn heights(zone: &Zone) -> BTreeMap<(u8, u8), u16> {
    let cells = zone.river().iter();
    cells.map(|cell| ((cell.x, cell.y), cell.height)).collect()
}

/// Whether the water of a cell has somewhere to go in its own zone.
fn runs_on(water: &BTreeMap<(u8, u8), u16>, cell: &RiverCell) -> bool {
    let RiverCell { x, y, height } = *cell;
    let beside = [
        (x.wrapping_sub(1), y),
        (x + 1, y),
        (x, y.wrapping_sub(1)),
        (x, y + 1),
    ];
    let mut beside = beside.iter().filter_map(|place| water.get(place));
    beside.any(|next| *next <= height)
}

/// Whether rivers go on beyond the border of two zones, and nowhere up.
fn is_river_whole(here: &Zone, there: &Zone, face: Direction) -> bool {
    let edge = |zone: &Zone, is_here: bool| -> BTreeMap<u8, RiverCell> {
        let border = if is_here { [79, 24] } else { [0, 0] };
        let cells = zone.river().iter().filter(|cell| match face {
            Direction::East => cell.x == border[0],
            _ => cell.y == border[1],
        });
        let place = |cell: &RiverCell| match face {
            Direction::East => cell.y,
            _ => cell.x,
        };
        cells.map(|cell| (place(cell), *cell)).collect()
    };
    let (mine, theirs) = (edge(here, true), edge(there, false));
    let (here, there) = (heights(here), heights(there));
    mine.keys().eq(theirs.keys())
        && mine.values().zip(theirs.values()).all(|(a, b)| {
            (b.height <= a.height || runs_on(&here, a))
                && (a.height <= b.height || runs_on(&there, b))
        })
}

/// How many cells are reached from one of them without stepping on one that pulls.
fn flood(stands: &[bool], start: usize) -> usize {
    const WIDTH: usize = ZonePos::WIDTH as usize;
    let mut seen = [false; (ZonePos::WIDTH * ZonePos::HEIGHT) as usize];
    seen[start] = true;
    let mut open = vec![start];
    let mut count = 0;
    while let Some(at) = open.pop() {
        count += 1;
        let column = at % WIDTH;
        let near = [
            (column > 0).then(|| at - 1),
            (column + 1 < WIDTH).then(|| at + 1),
            at.checked_sub(WIDTH),
            Some(at + WIDTH).filter(|&next| next < stands.len()),
        ];
        for next in near.into_iter().flatten() {
            if stands[next] && !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    count
}

/// Everything that is wrong between two zones, the second to the east, to the south or below.
pub fn joint(here: &Zone, there: &Zone, face: Direction) -> Vec<Finding> {
    let list =
        |zone: &Zone, face: Direction| -> BTreeSet<(u8, u8, ConnectionKind, Option<[u8; 2]>)> {
            let listed = zone
                .connections()
                .filter(|connection| connection.face == face);
            // A place on a border counts as the one on the other side of it.
            let place = |connection: &Connection| match face {
                Direction::East | Direction::West => (0, connection.y),
                Direction::South | Direction::North => (connection.x, 0),
                _ => (connection.x, connection.y),
            };
            let key = |connection: Connection| {
                let (x, y) = place(&connection);
                (x, y, connection.kind, connection.levels)
            };
            listed.map(key).collect()
        };
    let mut findings = Vec::new();
    let (mine, theirs) = (list(here, face), list(there, face.opposite()));
    if mine != theirs {
        let text = format!(
            "it lists {} connections {face}, and the next zone lists {} others",
            mine.len(),
            mine.symmetric_difference(&theirs).count()
        );
        findings.push(finding(Rule::JointMismatch, here, &text));
    }
    let is_side = matches!(face, Direction::East | Direction::South);
    if is_side && here.river().len() + there.river().len() > 0 && !is_river_whole(here, there, face)
    {
        let text = format!("{face}, a river ends at the border");
        findings.push(finding(Rule::RiverBroken, here, &text));
    }
    let listed: BTreeSet<(u8, u8)> = mine.iter().map(|&(x, y, ..)| (x, y)).collect();
    let joined: BTreeSet<(u8, u8)> = match face {
        Direction::East => (0..ZonePos::HEIGHT)
            .filter(|&y| here.cell(79, y).is_walkable() && there.cell(0, y).is_walkable())
            .map(|y| (0, y as u8))
            .collect(),
        Direction::South => (0..ZonePos::WIDTH)
            .filter(|&x| here.cell(x, 24).is_walkable() && there.cell(x, 0).is_walkable())
            .map(|x| (x as u8, 0))
            .collect(),
        _ => {
            let links = stacked(here, there).map(|volume| link::scan(&volume, &Strata::rules()));
            let links = links.unwrap_or_default();
            links
                .iter()
                .map(|link| (link.high.x as u8, link.high.y as u8))
                .collect()
        }
    };
    if joined != listed {
        let odd = joined.symmetric_difference(&listed).next();
        let (x, y) = odd.copied().unwrap_or_default();
        let text = format!("{face}, at {x},{y}, cells and connections disagree");
        findings.push(finding(Rule::JointMismatch, here, &text));
    }
    findings
}

/// Two zones, one above the other, as a map.
fn stacked(upper: &Zone, lower: &Zone) -> Option<Volume> {
    let size = Size::new(ZonePos::WIDTH, ZonePos::HEIGHT, 2).ok()?;
    let mut draft = Draft::new(size);
    for (z, zone) in [(1, upper), (0, lower)] {
        for y in 0..ZonePos::HEIGHT {
            for (x, cell) in (0..).zip(zone.row(y)) {
                draft.set(Pos::new(x, y as i32, z), cell).ok()?;
            }
        }
    }
    Some(draft.finish())
}

#[cfg(test)]
mod tests;
