//! Graphs that users bring: how much space they take, and whether wishes are met.

use super::*;
use crate::sector::{Plan, Room, Wish};
use crate::space::Layer;

/// The units of the box around all rooms and corridors, for each unit of a room, and the units
/// of corridors for each passage.
fn space(made: &Sector) -> [f64; 2] {
    let rooms: Vec<_> = made.rooms().iter().flat_map(Room::units).collect();
    let units = rooms.len();
    let corridors: Vec<_> = made.exits().flat_map(|exit| exit.via()).collect();
    let all: Vec<[i32; 3]> = rooms
        .iter()
        .copied()
        .chain(corridors.iter().copied())
        .map(|unit| [unit.x, unit.y, unit.z])
        .collect();
    let lengths = [0, 1, 2].map(|axis| {
        let along = all.iter().map(|unit| unit[axis]);
        along.clone().max().unwrap() - along.min().unwrap() + 1
    });
    let space: f64 = lengths.iter().map(|&length| f64::from(length)).product();
    // Each corridor has an exit at both ends.
    let passages = made.passages().len();
    [
        space / units as f64,
        corridors.len() as f64 / 2.0 / passages as f64,
    ]
}

/// Builds a sector from a graph, and checks that nothing is wrong with it.
fn sound(rooms: u32, edges: &[(u32, u32)]) -> Sector {
    let graph = RoomGraph::from_edges(rooms, edges).unwrap();
    let made = build(&graph, &Blueprint::default(), Seed::new(3)).unwrap();
    assert_eq!(sector(&made), []);
    assert!(made.edges().all(|edge| edge.realised != Realised::Dropped));
    made
}

/// A grid of rooms.
fn grid(width: u32, depth: u32) -> Vec<(u32, u32)> {
    let at = |x: u32, y: u32| y * width + x;
    let rows = (0..depth).flat_map(|y| (1..width).map(move |x| (at(x - 1, y), at(x, y))));
    let columns = (1..depth).flat_map(|y| (0..width).map(move |x| (at(x, y - 1), at(x, y))));
    rows.chain(columns).collect()
}

#[test]
fn paths_rings_and_grids_have_no_corridors() {
    for rooms in [5, 6, 7, 9, 12, 59, 60, 61, 100, 400] {
        let path: Vec<_> = (1..rooms).map(|room| (room - 1, room)).collect();
        let [tightness, corridor] = space(&sound(rooms, &path));
        assert!(
            tightness <= 2.0 && corridor == 0.0,
            "path {rooms}: {tightness}"
        );
    }
    for rooms in [8, 9, 10, 13, 50, 401] {
        let ring: Vec<_> = (0..rooms).map(|room| (room, (room + 1) % rooms)).collect();
        let [tightness, corridor] = space(&sound(rooms, &ring));
        assert!(
            tightness <= 4.0 && corridor == 0.0,
            "ring {rooms}: {tightness}"
        );
    }
    for [width, depth] in [[2, 3], [3, 3], [2, 50], [10, 10], [31, 17]] {
        let [tightness, corridor] = space(&sound(width * depth, &grid(width, depth)));
        assert!(
            tightness <= 1.5 && corridor == 0.0,
            "{width} × {depth}: {tightness}"
        );
    }
}

#[test]
fn a_path_that_is_entered_in_its_middle_is_folded_too() {
    let path: Vec<_> = (1..40).map(|room| (room - 1, room)).collect();
    let turned: Vec<_> = path
        .iter()
        .map(|&(a, b)| ((a + 20) % 40, (b + 20) % 40))
        .collect();
    assert_eq!(space(&sound(40, &turned))[1], 0.0);
}

/// Three edges for each room, at random.
fn cubic(rooms: u32, seed: u64) -> Vec<(u32, u32)> {
    let mut random = Seed::new(seed).stream();
    let mut ends: Vec<u32> = (0..rooms).flat_map(|room| [room; 3]).collect();
    random.shuffle(&mut ends);
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for pair in ends.chunks(2) {
        let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        if a != b && !edges.contains(&(a, b)) {
            edges.push((a, b));
        }
    }
    // What the shuffle left apart is joined in a row.
    for room in 1..rooms {
        if RoomGraph::from_edges(rooms, &edges).is_ok() {
            break;
        }
        if !edges.contains(&(room - 1, room)) && room % 250 == 0 {
            edges.push((room - 1, room));
        }
    }
    edges
}

#[test]
fn random_graphs_of_a_thousand_rooms_stay_within_bounds() {
    let [tightness, _] = space(&sound(1000, &cubic(1000, 1)));
    assert!(tightness <= 400.0, "{tightness}");
    let [tightness, _] = space(&sound(100, &cubic(100, 4)));
    assert!(tightness <= 40.0, "{tightness}");
}

fn is_met(made: &Sector, wish: Wish) -> bool {
    let at = |room: RoomId| &made[room];
    match wish {
        Wish::Layer { room, layer } => at(room).position.z == layer.z(),
        Wish::Above { room, other }
        | Wish::Below {
            room: other,
            other: room,
        } => {
            let mut edges = made.edges();
            let is_joined =
                edges.any(|edge| [[edge.a, edge.b], [edge.b, edge.a]].contains(&[room, other]));
            let columns = |room: RoomId| at(room).units().map(|unit| [unit.x, unit.y]);
            let shares = columns(room).any(|column| columns(other).any(|other| other == column));
            at(room).position.z > at(other).position.z && (shares || !is_joined)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Wishes are met, or refused with the wishes that stand in the way.
    #[test]
    fn wishes_are_met_or_refused(graph in any_graph(), seed: u64, kinds in prop::collection::vec((0..3_u8, 0..40_u32, 0..40_u32), 1..6)) {
        let mut graph = graph;
        let rooms = graph.rooms.len() as u32;
        let wishes = kinds.iter().map(|&(kind, a, b)| {
            let [room, other] = [a, b].map(|number| RoomId::new(number % rooms));
            match kind {
                0 => Wish::Layer { room, layer: Layer::ALL[b as usize % 7] },
                1 => Wish::Above { room, other },
                _ => Wish::Below { room, other },
            }
        });
        graph.wishes = wishes.collect();
        match Plan::of_graph(graph.clone(), &Blueprint::default(), Seed::new(seed)) {
            Ok(_) => {
                let made = build(&graph, &Blueprint::default(), Seed::new(seed)).unwrap();
                prop_assert_eq!(sector(&made), []);
                prop_assert!(graph.wishes.iter().all(|&wish| is_met(&made, wish)), "{:?}", graph.wishes);
            }
            Err(error) => {
                let said = error.to_string();
                prop_assert!(graph.check().is_err(), "{} {:?}", said, graph.wishes);
            }
        }
    }
}

#[test]
fn rooms_that_are_joined_and_wished_above_each_other_share_a_column() {
    let mut graph = RoomGraph::from_edges(6, &[(0, 1), (0, 2), (0, 3), (3, 4), (4, 5)]).unwrap();
    let [a, b, c, d] = [1, 2, 3, 4].map(RoomId::new);
    graph.wishes = vec![
        Wish::Above {
            room: a,
            other: RoomId::ENTRY,
        },
        Wish::Below {
            room: b,
            other: RoomId::ENTRY,
        },
        Wish::Layer {
            room: c,
            layer: Layer::from_z(-2).unwrap(),
        },
        Wish::Above { room: d, other: a },
    ];
    let made = build(&graph, &Blueprint::default(), Seed::new(1)).unwrap();
    assert_eq!(sector(&made), []);
    assert!(graph.wishes.iter().all(|&wish| is_met(&made, wish)));
    assert!(made.connections().count() >= 2);
}
