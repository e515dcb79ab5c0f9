//! Every room has styles to choose from, and every style makes rooms that hold together.

use super::*;
use crate::cell::Cell;
use std::collections::{BTreeMap, HashSet};

#[test]
fn there_are_styles_enough_for_every_room() {
    let names: HashSet<&str> = STYLES.iter().map(|style| style.name).collect();
    assert_eq!(names.len(), STYLES.len());
    assert!(names.len() >= 30);
    for &archetype in Archetype::ALL {
        assert!(names_of(archetype) >= 4, "{archetype:?}");
        for side in 1..=16 {
            for biome in Biome::ALL {
                let room = bare_room(archetype, side, biome).unwrap();
                let fitting = STYLES.iter().filter(|style| style.weight(&room) > 0);
                assert!(fitting.count() >= 2, "{archetype:?} {side} {biome:?}");
            }
        }
    }
}

fn names_of(archetype: Archetype) -> usize {
    names(archetype).count()
}

/// Whether all cells that can be walked on are in one piece.
fn is_whole(inside: &Interior) -> bool {
    let width = inside.width();
    let cells = inside.cells();
    let mut piece: BTreeMap<usize, usize> = BTreeMap::new();
    let walkable = (0..cells.len()).filter(|&index| cells[index].is_walkable());
    walkable.for_each(|index| {
        piece.insert(index, index);
    });
    // Labels flow until nothing changes.
    loop {
        let mut changed = false;
        for index in 0..cells.len() {
            let east = (index as i32 % width + 1 < width).then_some(index + 1);
            for beside in [east, Some(index + width as usize)].into_iter().flatten() {
                if let (Some(&a), Some(&b)) = (piece.get(&index), piece.get(&beside))
                    && a != b
                {
                    piece.insert(index, a.min(b));
                    piece.insert(beside, a.min(b));
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    piece.values().collect::<HashSet<_>>().len() == 1
}

#[test]
fn every_style_keeps_a_room_whole_and_changes_it() {
    for (room, inside) in samples().filter(|(room, _)| room.size.side() < 6) {
        let (archetype, biome) = (room.archetype, room.biome);
        assert!(is_whole(&inside), "{archetype:?} {biome:?}");
        let bare = |cell: &&Cell| **cell == Cell::Floor;
        let plain = inside.cells().iter().filter(bare).count();
        assert!(plain < inside.cells().len(), "{archetype:?} {biome:?}");
    }
}
