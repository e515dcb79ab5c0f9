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

/// Rooms with doors and ways up and down, as sectors have them.
#[test]
fn every_room_leaves_a_fifth_of_it_to_walk_on() {
    use super::super::super::{Blueprint, Trend, generate};
    let mut rooms = 0;
    for (seeds, size) in [(0..300, 7), (300..420, 20), (420..440, 60)] {
        for seed in seeds {
            let blueprint = Blueprint {
                target_rooms: size,
                trend: Trend::ALL[seed as usize % 3],
                biome: Biome::ALL[seed as usize % 6],
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            for facts in sector.facts() {
                assert!(facts.open >= 20, "seed {seed}, {}", facts.room);
                rooms += 1;
            }
        }
    }
    assert!(rooms > 5000, "{rooms}");
}

/// Rooms of every archetype, biome and size, with a link in one unit or in several.
#[test]
fn rooms_of_all_kinds_are_roomy() {
    for &archetype in Archetype::ALL {
        for biome in Biome::ALL {
            for side in [1, 2, 3, 5, 9] {
                let room = bare_room(archetype, side, biome).unwrap();
                for number in 0..12u32 {
                    let mut inside = Interior::new(side);
                    let seed = Seed::new(7).child(biome.id()).child(number);
                    let mut random = seed.child(archetype.id()).stream();
                    for unit in room.units().take(number as usize % 4) {
                        inside.reserve(&room, unit, &[[3, 3]], [3, 4]);
                    }
                    furnish(&mut inside, &room, 0, &mut random);
                    assert!(inside.is_roomy(), "{archetype:?} {biome:?} {side} {number}");
                }
            }
        }
    }
}

/// The only way into a cave may be a pocket of its rim.
#[test]
fn an_outline_in_pieces_keeps_its_largest_piece() {
    let room = bare_room(Archetype::Chamber, 2, Biome::TheRoots).unwrap();
    let mut inside = Interior::new(2);
    let unit = room.units().next().unwrap();
    inside.reserve(&room, unit, &[], [4, 4]);
    let [x, y] = inside.fronts()[0];
    inside.shape(|at| at == [x, y] || at[0] >= 9 || at[1] <= 1);
    let open = inside.cells().iter().filter(|cell| cell.is_walkable());
    assert!(open.count() > 90);
    assert!(is_whole(&inside));
}
