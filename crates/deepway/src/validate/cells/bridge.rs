//! A bridge in a room leads from ground to ground: nothing is missing in it.

use crate::cell::Cell;
use crate::report::{Finding, Rule, Subject};
use crate::sector::{CarvedSector, GENERATION};
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::HashSet;

pub(super) fn check(carved: &CarvedSector, findings: &mut Vec<Finding>) {
    let sector = carved.sector();
    if sector.generation() != GENERATION {
        return;
    }
    for room in sector.rooms() {
        let Some(inside) = carved.inside(room.id) else {
            continue;
        };
        if let Some(&first) = broken(carved.volume(), inside).first() {
            findings.push(Finding::new(
                Rule::BrokenBridge,
                [Subject::Room(room.id), Subject::Cell(first)],
                format!(
                    "a bridge in {} does not reach the ground at {first}",
                    room.id
                ),
            ));
        }
    }
}

/// The cells of bridges in a room that lie on no line from ground to ground.
fn broken(volume: &Volume, [low, high]: [Pos; 2]) -> Vec<Pos> {
    let rows = (low.y..=high.y).map(|y| (Pos::new(low.x, y, low.z), [1, 0]));
    let columns = (low.x..=high.x).map(|x| (Pos::new(x, low.y, low.z), [0, 1]));
    let lines: Vec<Vec<Pos>> = rows
        .chain(columns)
        .map(|(start, [dx, dy])| {
            // One cell more at either end.
            let along = -1..=(high.x - low.x).max(high.y - low.y) + 1;
            let cells = along.map(|by| Pos::new(start.x + dx * by, start.y + dy * by, start.z));
            cells.collect()
        })
        .collect();
    let is_bridge = |pos: &Pos| volume.get(*pos) == Cell::Bridge;
    let is_ground = |pos: &Pos| {
        let cell = volume.get(*pos);
        cell.is_walkable() && cell != Cell::ShallowLiquid && cell != Cell::Bridge
    };
    // First those that reach the ground, then those that reach the ground or one of them.
    let mut carried: HashSet<Pos> = HashSet::new();
    for _ in 0..2 {
        let known = carried.clone();
        for line in &lines {
            let mut start = None;
            for (at, pos) in line.iter().enumerate() {
                let ends_here = is_ground(pos) || known.contains(pos);
                if ends_here {
                    if let Some(start) = start {
                        carried.extend(&line[start..at]);
                    }
                    start = Some(at + 1);
                } else if !is_bridge(pos) {
                    start = None;
                }
            }
        }
    }
    let all = lines.into_iter().flatten().filter(is_bridge);
    let mut broken: Vec<Pos> = all.filter(|pos| !carried.contains(pos)).collect();
    broken.sort_unstable();
    broken.dedup();
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sector::{Blueprint, Sector, Trend, carve, generate};
    use crate::seed::Seed;
    use crate::space::Biome;
    use crate::validate::agreement;

    fn make(seed: u64, rooms: u32) -> Sector {
        let blueprint = Blueprint {
            target_rooms: rooms,
            trend: Trend::ALL[seed as usize % 3],
            biome: Biome::ALL[(seed / 3) as usize % 6],
            ..Blueprint::default()
        };
        generate(&blueprint, Seed::new(seed)).unwrap()
    }

    fn bridges(carved: &CarvedSector) -> Vec<Pos> {
        let volume = carved.volume();
        let rooms = carved.sector().rooms().iter();
        let cells = rooms
            .filter_map(|room| carved.inside(room.id))
            .flat_map(|[low, high]| {
                let rows = low.y..=high.y;
                rows.flat_map(move |y| (low.x..=high.x).map(move |x| Pos::new(x, y, low.z)))
            });
        cells
            .filter(|&pos| volume.get(pos) == Cell::Bridge)
            .collect()
    }

    #[test]
    fn bridges_are_whole_and_broken_ones_are_found() {
        let (mut seen, mut found) = (0, 0);
        for seed in 0..150 {
            let carved = carve(make(seed, 12)).unwrap();
            let bridges = bridges(&carved);
            let broken = |carved: &CarvedSector| {
                let findings = agreement(carved).into_iter();
                findings
                    .filter(|finding| finding.rule == Rule::BrokenBridge)
                    .count()
            };
            if bridges.is_empty() {
                continue;
            }
            assert_eq!(broken(&carved), 0, "seed {seed}");
            seen += 1;
            // A bridge of which a cell is gone is not whole, unless what is left of it is none.
            let mut volume = carved.volume().clone();
            let gone = bridges[bridges.len() / 2];
            volume.set(gone, Cell::Air).unwrap();
            let sector = carved.sector().clone();
            let holed = CarvedSector::from_cells(sector, volume).unwrap().unwrap();
            found += usize::from(broken(&holed) > 0);
        }
        assert!(seen > 20 && found * 3 > seen, "{seen}, {found}");
    }
}
