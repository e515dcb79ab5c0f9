//! Facts are what the cells show.

use super::*;
use crate::sector::{Blueprint, carve, generate};
use crate::seed::Seed;
use crate::space::Pos;
use std::collections::BTreeSet;

#[test]
fn counts_and_doors_are_those_of_the_carved_cells() {
    let mut outlines = BTreeSet::new();
    for seed in 0..60 {
        let blueprint = Blueprint {
            target_rooms: 12,
            biome: Biome::ALL[seed as usize % 6],
            ..Blueprint::default()
        };
        let sector = generate(&blueprint, Seed::new(seed)).unwrap();
        let facts = sector.facts();
        let carved = carve(sector).unwrap();
        let volume = carved.volume();
        for facts in &facts {
            let [low, high] = carved.inside(facts.room).unwrap();
            let rows = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y)));
            let cells = rows.map(|(x, y)| Pos::new(x, y, low.z));
            let cells: Vec<Cell> = cells
                .filter(|&pos| carved.connection_at(pos).is_none())
                .map(|pos| volume.get(pos))
                .collect();
            for (kind, name) in COUNTED.into_iter().chain(GROUNDS) {
                let found = cells.iter().filter(|&&cell| cell == kind).count();
                assert_eq!(facts.count(kind), found as u32, "{name}, {}", facts.room);
            }
            outlines.insert(facts.outline);
            let sector = carved.sector();
            let above: Vec<RoomId> = sector.above(facts.room);
            let near =
                |room: &&RoomId| sector[**room].position.z == low.z + sector_floor(&carved) + 1;
            let above: BTreeSet<RoomId> = above.iter().filter(near).copied().collect();
            assert_eq!(facts.above.iter().copied().collect::<BTreeSet<_>>(), above);
        }
    }
    assert!(outlines.len() >= 7, "{outlines:?}");
}

/// The layer of level 0.
fn sector_floor(carved: &crate::sector::CarvedSector) -> i32 {
    carved.frame().corner.z
}
