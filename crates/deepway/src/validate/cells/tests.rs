//! The rooms and cells of carved sectors agree, and every change to their cells is found.

use super::*;
use crate::cell::Cell;
use crate::ids::{ConnectionId, RoomId};
use crate::report::Rule;
use crate::sector::{
    Blueprint, Climb, Content, RoomGraph, Sector, Trend, build, build_in_a_row, carve, generate,
};
use crate::seed::Seed;
use crate::space::{Biome, Pos};
use crate::thing::ThingKind;
use crate::volume::{ThingId, Volume};
use proptest::prelude::*;

fn make(seed: u64, rooms: u32) -> CarvedSector {
    let blueprint = Blueprint {
        target_rooms: rooms,
        trend: Trend::ALL[seed as usize % 3],
        biome: Biome::ALL[seed as usize % 6],
        ..Blueprint::default()
    };
    carve(generate(&blueprint, Seed::new(seed)).unwrap()).unwrap()
}

/// All connections.
fn ids(carved: &CarvedSector) -> Vec<ConnectionId> {
    let connections = carved.sector().connections();
    connections.map(|connection| connection.id).collect()
}

/// The faults.
fn faults(made: &CarvedSector) -> Vec<Finding> {
    let findings = carved(made).into_iter();
    findings.filter(Finding::is_fault).collect()
}

/// Clears everything that is blocked.
fn clear_all(carved: &mut CarvedSector) {
    for id in ids(carved) {
        let was = carved.sector().connection(id).unwrap().is_blocked();
        assert_eq!(carved.clear(id), was);
    }
}

#[test]
fn carved_sectors_agree_before_and_after_clearing() {
    for (seeds, rooms) in [(0..600, 7), (0..150, 20), (0..30, 60), (0..3, 200)] {
        for seed in seeds {
            let mut made = make(seed, rooms);
            assert_eq!(faults(&made), [], "seed {seed}, {rooms} rooms");
            clear_all(&mut made);
            assert_eq!(faults(&made), [], "seed {seed}, {rooms} rooms, cleared");
            // A cleared connection is carved the same.
            assert_eq!(made, carve(made.sector().clone()).unwrap());
        }
    }
}

#[test]
fn repairing_changes_the_connection_and_nothing_else() {
    let mut repaired = 0;
    for seed in 0..400 {
        let mut made = make(seed, 40);
        for id in ids(&made) {
            let before = made.clone();
            if made.repair(id) {
                repaired += 1;
                let connection = made.sector().connection(id).unwrap();
                assert_eq!(connection.climb(), Climb::Elevator { powered: true });
                assert_eq!(connection.dc(), 0);
                assert_eq!(made.volume(), before.volume());
            } else {
                assert_eq!(made, before);
            }
        }
        assert_eq!(faults(&made), []);
    }
    assert!(repaired > 3);
}

#[test]
fn every_way_between_rooms_crosses_what_joins_them() {
    for seed in 0..25 {
        let made = make(seed, 15);
        let navigator = Navigator::new(made.volume(), MoveRules::default()).unwrap();
        let ground = navigator.on(made.volume()).unwrap();
        let labels = Labels::new(&made);
        let rooms = RoomId::all(made.sector().rooms().len());
        let pairs = rooms
            .clone()
            .flat_map(|a| rooms.clone().map(move |b| (a, b)));
        for (from, to) in pairs {
            assert_eq!(route::follow(&made, &labels, &ground, from, to), None);
        }
    }
}

#[test]
fn graphs_that_are_brought_are_carved() {
    let complete = |rooms: u32| (1..rooms).flat_map(move |a| (0..a).map(move |b| (a, b)));
    let star: Vec<(u32, u32)> = (1..41).map(|room| (0, room)).collect();
    for (rooms, edges) in [
        (1, Vec::new()),
        (2, vec![(0, 1)]),
        (9, complete(9).collect()),
        (41, star),
    ] {
        let graph = RoomGraph::from_edges(rooms, &edges).unwrap();
        let blueprint = Blueprint::default();
        for seed in (0..4).map(Seed::new) {
            let mut sectors: Vec<Sector> = vec![build(&graph, &blueprint, seed).unwrap()];
            sectors.extend(build_in_a_row(&graph, &blueprint, seed));
            for sector in sectors {
                assert_eq!(faults(&carve(sector).unwrap()), []);
            }
        }
    }
}

/// A carved sector with other cells.
fn with_cells(made: &CarvedSector, change: impl FnOnce(&mut Volume)) -> CarvedSector {
    let mut volume = made.volume().clone();
    change(&mut volume);
    CarvedSector::from_cells(made.sector().clone(), volume)
        .unwrap()
        .unwrap()
}

/// The places of all keys.
fn keys(made: &CarvedSector) -> Vec<(ThingId, Pos)> {
    let things = made.volume().things();
    let keys = things.filter(|(_, thing)| thing.kind == ThingKind::Key);
    keys.map(|(id, thing)| (id, thing.place)).collect()
}

#[test]
fn every_lock_has_its_key_in_the_cells() {
    let mut locks = 0;
    for (seeds, rooms) in [(0..400, 9), (0..120, 15), (0..60, 30)] {
        for seed in seeds {
            let made = make(seed, rooms);
            let sector = made.sector();
            let mut rooms: Vec<RoomId> = sector.locks().iter().map(|lock| lock.key).collect();
            let places = keys(&made);
            let mut found: Vec<RoomId> = places
                .iter()
                .filter_map(|(_, place)| made.room_at(*place))
                .collect();
            rooms.sort_unstable();
            found.sort_unstable();
            assert_eq!(rooms, found, "seed {seed}");
            let volume = made.volume();
            assert!(places.iter().all(|(_, at)| volume.get(*at).is_walkable()));
            locks += rooms.len();
        }
    }
    assert!(locks > 300, "{locks}");
}

#[test]
fn a_key_that_is_gone_or_elsewhere_is_found() {
    let mut tried = 0;
    for seed in 0..60 {
        let made = make(seed, 15);
        for (id, place) in keys(&made) {
            let gone = with_cells(&made, |volume| {
                volume.remove_thing(id);
            });
            let elsewhere = with_cells(&made, |volume| {
                let entry = made.middle_of(RoomId::ENTRY).unwrap();
                let mut key = volume.remove_thing(id).unwrap();
                key.place = entry;
                volume.add_thing(key).unwrap();
            });
            for changed in [gone, elsewhere] {
                let rules: Vec<Rule> = faults(&changed).iter().map(|it| it.rule).collect();
                assert_eq!(rules, [Rule::KeyMissing], "seed {seed}, {place}");
            }
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

/// A room so full that nothing is free still has its key.
#[test]
fn a_key_is_laid_even_where_everything_is_taken() {
    let made = (0..).map(|seed| make(seed, 15));
    let mut made = made.filter(|made| !made.sector().locks().is_empty());
    let made = made.next().unwrap();
    let mut raw = made.sector().to_raw();
    let room = made.sector().locks()[0].key;
    let [low, high] = made.inside(room).unwrap();
    let odd = Content {
        at: [0, 0],
        kind: ThingKind::Item,
        name: "crumb".to_owned(),
        properties: Default::default(),
    };
    let all = (0..=high.y - low.y).flat_map(|y| (0..=high.x - low.x).map(move |x| [x, y]));
    raw.rooms[room.index()].contents = all.map(|at| Content { at, ..odd.clone() }).collect();
    let full = carve(Sector::from_raw(raw).unwrap()).unwrap();
    let rules: Vec<Rule> = faults(&full).iter().map(|it| it.rule).collect();
    assert!(!rules.contains(&Rule::KeyMissing), "{rules:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// An added or removed cell is found, unless it is inside a room and splits nothing.
    #[test]
    fn a_changed_cell_is_found(seed in 0..400u64, x in 0.0..1.0f64, y in 0.0..1.0f64, z in 0.0..1.0f64) {
        let made = make(seed, 9);
        let size = made.volume().size();
        let at = |share: f64, cells: u32| (share * f64::from(cells)) as i32;
        let pos = Pos::new(at(x, size.width()), at(y, size.height()), at(z, size.levels()));
        let old = made.volume().get(pos);
        let new = if old.is_walkable() { Cell::Wall } else { Cell::Floor };
        let changed = with_cells(&made, |volume| {
            volume.set(pos, new).unwrap();
        });
        let is_inside = made.room_at(pos).is_some() && made.connection_at(pos).is_none();
        // Corridors are labelled by units: a cell opened beside a corridor belongs to it.
        let in_corridor = made.sector().exits().any(|exit| {
            made.frame().unit(pos).is_some_and(|unit| exit.via().any(|own| own == unit))
        });
        if !is_inside && !in_corridor {
            prop_assert_ne!(faults(&changed), []);
        } else if old.is_walkable() || faults(&changed).is_empty() {
            // Nothing is found, or a part is cut off.
        } else {
            let rules: Vec<Rule> = faults(&changed).iter().map(|finding| finding.rule).collect();
            let expected = [Rule::Pocket, Rule::JoinMismatch, Rule::WordsMismatch];
            prop_assert!(rules.iter().any(|rule| expected.contains(rule)));
        }
    }

    /// Links that join by accident, walled-up doors and rubble in the way are all found.
    #[test]
    fn planted_faults_are_found(seed in 0..400u64, fault in 0..6usize) {
        let made = make(seed, 12);
        let sector = made.sector();
        let open = sector.connections().filter(|connection| !connection.is_blocked());
        let open: Vec<ConnectionId> = open.map(|connection| connection.id).collect();
        prop_assume!(!open.is_empty());
        let cells = made.connection_cells(open[seed as usize % open.len()]).to_vec();
        let [low, high] = made.inside(RoomId::ENTRY).unwrap();
        let changed = with_cells(&made, |volume| {
            let mut set = |pos: Pos, cell: Cell| { volume.set(pos, cell).unwrap(); };
            match fault {
                0 => cells.iter().for_each(|&pos| set(pos, Cell::Floor)),
                1 => set(cells[0], Cell::Rubble),
                2 => set(cells[0], Cell::Hole),
                // A wall through the entry hall.
                3 => (low.x..=high.x).for_each(|x| set(Pos::new(x, (low.y + high.y) / 2, low.z), Cell::Wall)),
                // A ladder that belongs to no connection.
                4 => set(low, Cell::Ladder),
                _ => (low.x - 1..=high.x + 1).for_each(|x| set(Pos::new(x, low.y - 1, low.z), Cell::Floor)),
            }
        });
        prop_assert_ne!(faults(&changed), []);
    }
}

#[test]
fn cells_of_another_size_are_no_cells_of_the_sector() {
    let made = make(1, 7);
    let other = make(2, 30);
    let mixed = CarvedSector::from_cells(made.sector().clone(), other.volume().clone());
    assert_eq!(mixed, Ok(None));
}
