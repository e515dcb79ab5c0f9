//! Sound sectors have no faults, and every planted fault is found.

use super::*;
use crate::ids::{ConnectionId, RoomId};
use crate::report::{Rule, is_sound};
use crate::sector::raw::RawConnection;
use crate::sector::{
    Blend, Blueprint, Difficulty, NodeKind, RawSector, Realised, RoomGraph, Trend, build,
    build_in_a_row, generate,
};
use crate::seed::{Seed, Stream};
use crate::space::{Biome, Direction};
use proptest::prelude::*;

mod brought;
mod places;

fn any_blueprint() -> impl Strategy<Value = Blueprint> {
    (5..40u32, 0..3usize, 0..3usize).prop_map(|(target_rooms, trend, difficulty)| Blueprint {
        target_rooms,
        trend: Trend::ALL[trend],
        difficulty: Difficulty::ALL[difficulty],
        ..Blueprint::default()
    })
}

/// A connected graph with a number of rooms, and a number of edges beyond a tree.
fn any_graph() -> impl Strategy<Value = RoomGraph> {
    (1..30u32, 0..12usize, any::<u64>()).prop_map(|(rooms, extra, seed)| {
        let mut random = Seed::new(seed).stream();
        let mut edges: Vec<(u32, u32)> = (1..rooms)
            .map(|room| (random.below(u64::from(room)) as u32, room))
            .collect();
        for _ in 0..extra {
            let [a, b] = [(); 2].map(|()| random.below(u64::from(rooms)) as u32);
            if a != b && !edges.contains(&(a, b)) && !edges.contains(&(b, a)) {
                edges.push((a, b));
            }
        }
        RoomGraph::from_edges(rooms, &edges).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn generated_sectors_are_sound(blueprint in any_blueprint(), seed: u64) {
        let made = generate(&blueprint, Seed::new(seed)).unwrap();
        prop_assert_eq!(sector(&made), []);
        prop_assert!(made.edges().all(|edge| edge.realised != Realised::Dropped));
    }

    #[test]
    fn graphs_that_are_brought_become_sound_sectors(graph in any_graph(), seed: u64, trend in 0..3usize) {
        let blueprint = Blueprint { trend: Trend::ALL[trend], ..Blueprint::default() };
        let made = build(&graph, &blueprint, Seed::new(seed)).unwrap();
        prop_assert_eq!(sector(&made), []);
        prop_assert!(made.edges().all(|edge| edge.realised != Realised::Dropped));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn rooms_in_a_row_are_sound_as_well(graph in any_graph(), blueprint in any_blueprint(), seed: u64) {
        let made = build_in_a_row(&graph, &blueprint, Seed::new(seed)).unwrap();
        prop_assert_eq!(sector(&made), []);
        prop_assert!(made.edges().all(|edge| edge.realised != Realised::Dropped));
    }
}

#[test]
fn graphs_without_any_shape_are_laid_out() {
    let complete = |rooms: u32| (0..rooms).flat_map(move |a| (a + 1..rooms).map(move |b| (a, b)));
    let mut star: Vec<(u32, u32)> = (1..=64).map(|room| (0, room)).collect();
    let mut hubs: Vec<(u32, u32)> = (2..66).flat_map(|room| [(0, room), (1, room)]).collect();
    hubs.pop();
    star.push((1, 64));
    for (rooms, edges) in [
        (12, complete(12).collect::<Vec<_>>()),
        (30, complete(30).collect()),
        (65, complete(65).collect()),
        (65, star),
        (66, hubs),
    ] {
        let graph = RoomGraph::from_edges(rooms, &edges).unwrap();
        let made = build(&graph, &Blueprint::default(), Seed::new(1)).unwrap();
        assert_eq!(sector(&made), []);
        assert!(made.edges().all(|edge| edge.realised != Realised::Dropped));
    }
}

/// Breaks a rule, if the sector has something to break; says which rules may notice.
type Fault = fn(&mut RawSector, &mut Stream) -> Option<&'static [Rule]>;

/// The findings about a raw sector: its contradictions, or else those about the sector.
fn found(raw: RawSector) -> Vec<Finding> {
    match Sector::from_raw(raw) {
        Err(findings) => findings,
        Ok(made) => sector(&made),
    }
}

/// Updates the spans of connections after the heights of rooms have changed.
fn respan(sector: &mut RawSector) {
    for connection in &mut sector.connections {
        let ends = [connection.from, connection.to];
        let [a, b] = ends.map(|room| sector.rooms[room.index()].position.z);
        connection.levels = a.abs_diff(b);
    }
}

fn pick(random: &mut Stream, count: usize) -> Option<usize> {
    (count > 0).then(|| random.below(count as u64) as usize)
}

const FAULTS: [(&str, Fault); 21] = [
    ("a room is moved onto another", |sector, random| {
        let room = 1 + pick(random, sector.rooms.len() - 1)?;
        sector.rooms[room].position = sector.rooms[room - 1].position;
        respan(sector);
        Some(&[Rule::Overlap])
    }),
    ("a room is moved away", |sector, random| {
        let room = 1 + pick(random, sector.rooms.len() - 1)?;
        sector.rooms[room].position.x += 1000;
        Some(&[Rule::ExitMismatch, Rule::ColumnMismatch])
    }),
    ("a room is above all layers", |sector, random| {
        let room = 1 + pick(random, sector.rooms.len() - 1)?;
        sector.rooms[room].position.z = 4 + random.below(9) as i32;
        respan(sector);
        Some(&[Rule::LayerBounds])
    }),
    ("the entry hall is not at the origin", |sector, _| {
        sector
            .rooms
            .iter_mut()
            .for_each(|room| room.position.y += 1);
        Some(&[Rule::Origin])
    }),
    ("there are two entry halls", |sector, random| {
        let room = 1 + pick(random, sector.rooms.len() - 1)?;
        sector.rooms[room].node = NodeKind::Start;
        Some(&[Rule::ExtraStart])
    }),
    ("an exit is missing", |sector, random| {
        let exit = pick(random, sector.exits.len())?;
        sector.exits.remove(exit);
        Some(&[Rule::ExitMismatch])
    }),
    ("an exit names another wall", |sector, random| {
        let exit = pick(random, sector.exits.len())?;
        let exit = &mut sector.exits[exit];
        exit.direction = exit.direction.opposite();
        Some(&[Rule::ExitMismatch, Rule::BrokenCorridor])
    }),
    ("an exit leads up", |sector, random| {
        let exit = pick(random, sector.exits.len())?;
        sector.exits[exit].direction = Direction::Up;
        Some(&[Rule::ExitMismatch])
    }),
    ("a door is moved along its wall", |sector, random| {
        let exit = pick(random, sector.exits.len())?;
        let exit = &mut sector.exits[exit];
        let room = &sector.rooms[exit.from.index()];
        let side = room.size.side();
        let (at, corner) = match exit.direction {
            Direction::North | Direction::South => (&mut exit.unit.x, room.position.x),
            _ => (&mut exit.unit.y, room.position.y),
        };
        *at = corner + (*at - corner + 1) % side;
        (side > 1).then_some(&[Rule::ExitMismatch, Rule::BrokenCorridor][..])
    }),
    ("hot lies beside cold", |sector, random| {
        let exit = pick(random, sector.exits.len())?;
        let exit = &sector.exits[exit];
        sector.rooms[exit.from.index()].biome = Biome::Muspelheim;
        sector.rooms[exit.to.index()].biome = Biome::Niflheim;
        Some(&[Rule::BiomeClash])
    }),
    ("a biome spans too many layers", |sector, _| {
        let heights = sector.rooms.iter().map(|room| room.position.z);
        let span = heights.clone().max()? - heights.min()?;
        let biome = sector.blueprint.biome;
        sector.rooms.iter_mut().for_each(|room| {
            room.biome = biome;
            room.blend.clear();
        });
        (span > 3).then_some(&[Rule::BiomeClash][..])
    }),
    ("a room blends with what is not there", |sector, random| {
        let room = pick(random, sector.rooms.len())?;
        let biome = sector.rooms[room].biome;
        sector.rooms[room].blend.push(Blend { biome, percent: 5 });
        Some(&[Rule::BlendMismatch])
    }),
    (
        "something that is not blocked has a blockage",
        |sector, random| {
            let number = pick(random, sector.connections.len())?;
            let connection = &mut sector.connections[number];
            connection.blockage = match connection.blockage {
                Some(_) => None,
                None => Some("A wall.".to_owned()),
            };
            Some(&[Rule::ConnectionMismatch])
        },
    ),
    ("a corridor is torn", |sector, random| {
        let long: Vec<usize> = (0..sector.exits.len())
            .filter(|&exit| sector.exits[exit].via.len() > 2)
            .collect();
        let exit = long[pick(random, long.len())?];
        let (from, to) = (sector.exits[exit].from, sector.exits[exit].to);
        for exit in &mut sector.exits {
            if (exit.from, exit.to) == (from, to) || (exit.from, exit.to) == (to, from) {
                let middle = exit.via.len() / 2;
                if exit.from == from {
                    exit.via.remove(middle);
                } else {
                    exit.via.remove(exit.via.len() - 1 - middle);
                }
            }
        }
        Some(&[Rule::BrokenCorridor])
    }),
    ("a connection is missing", |sector, random| {
        let connection = pick(random, sector.connections.len())?;
        let removed = sector.connections.remove(connection);
        // Rooms that are farther apart need not be joined.
        if removed.levels > 3 {
            return None;
        }
        let ids = ConnectionId::all(sector.connections.len());
        sector
            .connections
            .iter_mut()
            .zip(ids)
            .for_each(|(connection, id)| connection.id = id);
        Some(&[Rule::MissingConnection, Rule::LockMismatch])
    }),
    ("a connection appears twice", |sector, random| {
        let connection = pick(random, sector.connections.len())?;
        let id = ConnectionId::new(sector.connections.len() as u32);
        let twin = sector.connections[connection].clone();
        // As if it joined rooms without an edge.
        let ends = [twin.from, twin.to];
        sector
            .edges
            .retain(|edge| !ends.contains(&edge.a) || !ends.contains(&edge.b));
        sector.connections.push(RawConnection { id, ..twin });
        Some(&[Rule::DirectionTaken])
    }),
    ("a connection stands elsewhere", |sector, random| {
        let connection = pick(random, sector.connections.len())?;
        sector.connections[connection].column[0] += 50;
        Some(&[Rule::ColumnMismatch])
    }),
    ("a span is wrong", |sector, random| {
        let connection = pick(random, sector.connections.len())?;
        sector.connections[connection].levels += 1;
        Some(&[Rule::ConnectionMismatch])
    }),
    ("a DC is wrong", |sector, random| {
        let connection = pick(random, sector.connections.len())?;
        sector.connections[connection].dc += 1;
        Some(&[Rule::ConnectionMismatch])
    }),
    (
        "everything that leads to a room is blocked",
        |sector, random| {
            let only: Vec<RoomId> = RoomId::all(sector.rooms.len())
                .skip(1)
                .filter(|&room| !sector.exits.iter().any(|exit| exit.to == room))
                .collect();
            let room = only[pick(random, only.len())?];
            for connection in &mut sector.connections {
                if connection.from == room || connection.to == room {
                    connection.blocked = true;
                    connection.blockage.get_or_insert("A wall.".to_owned());
                }
            }
            Some(&[Rule::Unreachable])
        },
    ),
    ("a drop leads only down", |sector, random| {
        let only: Vec<RoomId> = RoomId::all(sector.rooms.len())
            .skip(1)
            .filter(|&room| !sector.exits.iter().any(|exit| exit.to == room))
            .collect();
        let room = only[pick(random, only.len())?];
        let mut leads = sector
            .connections
            .iter_mut()
            .filter(|connection| connection.from == room || connection.to == room);
        let (lead, None) = (leads.next()?, leads.next()) else {
            return None;
        };
        if lead.from == room {
            std::mem::swap(&mut lead.from, &mut lead.to);
        }
        lead.two_way = false;
        Some(&[Rule::NoWayBack])
    }),
];

#[test]
fn ten_thousand_faults_of_every_kind_are_found() {
    // A script sets the full number; each fault is planted in a different sector.
    let count: usize = std::env::var("DEEPWAY_FAULTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(400);
    for (name, fault) in FAULTS {
        let mut random = Seed::new(9).child(name).stream();
        let mut planted = 0;
        for seed in 0.. {
            if planted == count {
                break;
            }
            assert!(seed < 40 * count as u64, "{name}: planted only {planted}");
            let blueprint = Blueprint {
                target_rooms: 5 + (seed % 30) as u32,
                trend: Trend::ALL[seed as usize % 3],
                ..Blueprint::default()
            };
            let mut broken = generate(&blueprint, Seed::new(seed)).unwrap().to_raw();
            let Some(rules) = fault(&mut broken, &mut random) else {
                continue;
            };
            planted += 1;
            let found = found(broken);
            assert!(
                found.iter().any(|finding| rules.contains(&finding.rule)),
                "{name}, seed {seed}: {found:?}"
            );
        }
    }
}

#[test]
fn warnings_tell_what_was_not_asked_for() {
    let made = |change: &dyn Fn(&mut RawSector)| {
        let blueprint = Blueprint {
            target_rooms: 9,
            ..Blueprint::default()
        };
        let mut raw = generate(&blueprint, Seed::new(5)).unwrap().to_raw();
        change(&mut raw);
        let found = found(raw);
        assert!(is_sound(&found), "{found:?}");
        found.iter().map(|finding| finding.rule).collect::<Vec<_>>()
    };
    assert_eq!(made(&|_| {}), []);
    assert_eq!(
        made(&|raw| raw.blueprint.target_rooms = 30),
        [Rule::TargetMissed]
    );
    assert_eq!(
        made(&|raw| raw.blueprint.target_rooms = 5),
        [Rule::TargetMissed]
    );
    let make = |raw: &mut RawSector, node: NodeKind, to: NodeKind| {
        let room = raw.rooms.iter_mut().find(|room| room.node == node).unwrap();
        room.node = to;
    };
    assert_eq!(
        made(&|raw| make(raw, NodeKind::Main, NodeKind::Boss)),
        [Rule::ExtraBoss]
    );
    assert_eq!(
        made(&|raw| make(raw, NodeKind::Boss, NodeKind::Secret)),
        [Rule::NoBoss]
    );
    // A user-supplied graph may have any number.
    let rules = made(&|raw| {
        raw.is_brought = true;
        raw.blueprint.target_rooms = 30;
        raw.rooms
            .iter_mut()
            .skip(1)
            .for_each(|room| room.node = NodeKind::Boss);
    });
    assert_eq!(rules, []);
}

#[test]
fn a_dropped_edge_is_a_warning_unless_a_user_brought_it() {
    let mut seen = 0;
    for seed in 0..400 {
        let blueprint = Blueprint {
            target_rooms: 15,
            ..Blueprint::default()
        };
        let made = generate(&blueprint, Seed::new(seed)).unwrap();
        // An edge that only closes a loop.
        for number in 0..made.edges().count() {
            let mut raw = made.to_raw();
            let edge = &mut raw.edges[number];
            let (a, b) = (edge.a, edge.b);
            if edge.realised != Realised::Exit {
                continue;
            }
            edge.realised = Realised::Dropped;
            let is_it = |from: RoomId, to: RoomId| [from, to] == [a, b] || [from, to] == [b, a];
            raw.exits.retain(|exit| !is_it(exit.from, exit.to));
            let rules: Vec<Rule> = found(raw.clone())
                .iter()
                .map(|finding| finding.rule)
                .collect();
            if rules.contains(&Rule::GraphApart) {
                assert!(!is_sound(&found(raw)), "seed {seed}, edge {number}");
                continue;
            }
            seen += 1;
            assert!(rules.contains(&Rule::DroppedEdge), "{rules:?}");
            raw.is_brought = true;
            assert!(!is_sound(&found(raw)));
        }
    }
    assert!(seen > 100, "only {seen} edges could be dropped");
}

/// Whoever deletes the edge of a connection from a file leaves the graph in two parts.
#[test]
fn a_deleted_edge_that_splits_the_graph_is_an_error() {
    let mut seen = 0;
    for seed in 0..200 {
        let made = generate(&Blueprint::default(), Seed::new(seed)).unwrap();
        for number in 0..made.edges().count() {
            let mut raw = made.to_raw();
            if raw.edges.remove(number).realised != Realised::Connection {
                continue;
            }
            let rules: Vec<Rule> = found(raw).iter().map(|finding| finding.rule).collect();
            seen += usize::from(rules.contains(&Rule::GraphApart));
        }
    }
    assert!(seen > 100, "{seen}");
}
