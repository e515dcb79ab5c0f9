//! Views of sectors, as golden text and as well-formed pictures.

use super::*;
use crate::sector::{Blueprint, RoomGraph, Sector, Trend, build, generate};
use crate::seed::Seed;
use crate::space::Layer;
use crate::view::{Ink, svg};

fn sector(rooms: u32, seed: u64) -> Sector {
    let blueprint = Blueprint {
        target_rooms: rooms,
        trend: Trend::ALL[seed as usize % 3],
        ..Blueprint::default()
    };
    generate(&blueprint, Seed::new(seed)).unwrap()
}

#[test]
fn a_profile_shows_rooms_on_their_layers_and_what_joins_them() {
    let sector = sector(7, 21);
    let expected = "
                                         ┌────────────────┐
+1 Lower Trunk                           │   Forgotten    │
   +100 m                                │   Still Room   │
                                         │     r3 1×1     │
                                         └────────┬───────┘
                                                  │ Stairs
                                                  │ free
                                         ┌────────┴───────┐
 0 Ground Level                          │    Opaline     │
   0 m                                   │   Bole Gate    │
                                         │    r0 START    │
                                         └────────┬───────┘
                                                  │ Stairs
                                                  │ free
                  ┌────────────────┐     ┌────────┴───────┐     ┌────────────────┐
-1 Upper Roots    │     Wormed     ├─────┤    Weeping     ├─────┤   Verdigris    │
   -100 m         │  Amphitheatre  │     │     Grotto     │     │   Bolt-Hole    │
                  │    r2 BOSS     │     │     r1 3×3     │     │     r4 1×1     │
                  └────────────────┘     └────────────────┘     └────────────────┘
";
    assert_eq!(side_profile(&sector, 100), expected[1..]);
}

#[test]
fn a_profile_keeps_its_names_and_labels_however_narrow() {
    for seed in 0..60 {
        let sector = sector(12, seed);
        for columns in [40, 60, 80, 100, 200] {
            let profile = side_profile(&sector, columns);
            for room in sector.rooms() {
                let (first, second) = room.name.split_once(' ').unwrap();
                // Text that does not fit a box is cut, with a sign.
                for part in [first, second].map(|part| part.chars().take(11)) {
                    let part: String = part.collect();
                    assert!(profile.contains(&part), "{part} is missing in\n{profile}");
                }
            }
            let drawn = profile.matches('┴').count();
            assert!(drawn >= sector.connections().count(), "{profile}");
            for connection in sector.connections() {
                let [_, takes] = describe(&connection);
                let takes: String = takes.chars().take(13).collect();
                assert!(profile.contains(&takes), "{takes} is missing in\n{profile}");
            }
        }
    }
}

#[test]
fn blocked_stairs_are_not_free() {
    let mut raw = sector(7, 21).to_raw();
    assert!(
        raw.connections
            .iter()
            .any(|known| known.kind == ConnectionKind::Stairs)
    );
    for connection in &mut raw.connections {
        connection.blocked = true;
        connection.blockage = Some("A wall.".to_owned());
    }
    let sector = Sector::from_raw(raw).unwrap();
    for text in [side_profile(&sector, 100), room_list(&sector, 1000)] {
        assert!(text.contains("blocked") && !text.contains("free"), "{text}");
    }
}

/// The side profile says of a locked connection what the list says.
#[test]
fn locked_stairs_are_not_free() {
    let mut sectors = (0..).map(|seed| sector(20, seed));
    let locked = |sector: &Sector| {
        let locks = sector.connections().filter_map(|known| known.lock);
        locks.map(|lock| format!("locked, {lock}")).next()
    };
    let (sector, told) = sectors
        .find_map(|sector| locked(&sector).map(|told| (sector, told)))
        .unwrap();
    for text in [side_profile(&sector, 400), room_list(&sector, 1000)] {
        assert!(text.contains(&told), "{told}\n{text}");
    }
}

#[test]
fn a_plan_shows_rooms_doors_and_ways_up() {
    let sector = generate(&Blueprint::default(), Seed::new(44)).unwrap();
    let plan = layer_plan(&sector, Layer::GroundLevel).unwrap();
    let expected = "
┌───────────┬─────┐
│           ░r1  ▼│
│    r0     ├─────┘
│           │
└───────────┼─────────────────┐
            │          ▼      │
            │       r5        │
            │                 │
            │                 │
            │                 │
            └─────────────────┘
";
    assert_eq!(plan, expected[1..]);
}

#[test]
fn every_view_of_every_sector_can_be_made() {
    for seed in 0..120 {
        let sector = sector(5 + seed as u32, seed);
        let profile = side_profile(&sector, 200);
        assert!(
            sector
                .rooms()
                .iter()
                .all(|room| profile.contains(&room.id.to_string()))
        );
        let layers = Layer::ALL
            .into_iter()
            .filter_map(|layer| layer_plan(&sector, layer));
        let plans: String = layers.collect();
        assert!(
            sector
                .rooms()
                .iter()
                .all(|room| plans.contains(&room.id.to_string())),
            "{plans}"
        );
        let contents = sector.rooms().iter().map(|room| room_contents(room).len());
        let rooms = sector.rooms().len() + contents.sum::<usize>();
        let lines = match sector.locks().len() {
            0 => rooms,
            locks => rooms + 1 + locks,
        };
        assert_eq!(room_list(&sector, 10_000).lines().count(), lines);
        for tint in [Tint::Layer, Tint::Role] {
            let picture = svg(&sector_stack(&sector, tint, "a <title> & more"));
            let parsed = roxmltree::Document::parse(&picture).unwrap();
            assert!(parsed.descendants().any(|node| node.text() == Some("BOSS")));
        }
    }
}

#[test]
fn broken_sectors_are_drawn_without_harm() {
    let mut odd = sector(12, 3).to_raw();
    odd.rooms[1].position = crate::space::RoomPos::new(i32::MAX, i32::MIN, i32::MAX);
    for connection in &mut odd.connections {
        connection.column = [i32::MIN, i32::MAX];
        let ends = [connection.from, connection.to];
        let [a, b] = ends.map(|room| odd.rooms[room.index()].position.z);
        connection.levels = a.abs_diff(b);
    }
    let odd = Sector::from_raw(odd).unwrap();
    side_profile(&odd, 10);
    Layer::ALL
        .into_iter()
        .for_each(|layer| _ = layer_plan(&odd, layer));
    room_list(&odd, 100);
    sector_stack(&odd, Tint::Role, "");
    let alone = RoomGraph::from_edges(1, &[]).unwrap();
    let alone = build(&alone, &Blueprint::default(), Seed::new(1)).unwrap();
    assert!(side_profile(&alone, 80).contains("r0"));
    sector_stack(&alone, Tint::Layer, "alone");
}

#[test]
fn the_rightmost_label_of_a_profile_is_not_cut_off() {
    for seed in 0..60 {
        let sector = sector(6 + seed as u32 % 9, seed);
        for columns in [40, 80, 120, 400] {
            let profile = side_profile(&sector, columns);
            for connection in sector.connections() {
                for note in describe(&connection) {
                    // Whole, or cut with a sign.
                    let is_whole = profile.contains(&note);
                    let mut shorter = (3..note.chars().count()).map(|count| {
                        let start: String = note.chars().take(count).collect();
                        start + "…"
                    });
                    let is_cut = shorter.any(|note| profile.contains(&note));
                    assert!(is_whole || is_cut, "seed {seed}, {note}\n{profile}");
                }
            }
        }
    }
}

#[test]
fn every_default_sector_names_its_start_and_its_boss() {
    for seed in 0..1000 {
        let sector = generate(&Blueprint::default(), Seed::new(seed)).unwrap();
        let findings = crate::validate::sector(&sector);
        for columns in [40, 100] {
            let text = sector_overview(&sector, &findings, columns, Ink::Plain);
            for part in ["r0 START", "BOSS", "Ground Level", "Sound: "] {
                assert!(text.contains(part), "{part} is missing in\n{text}");
            }
        }
    }
}
