//! Rooms placed so that they break one rule each.

use super::*;
use crate::sector::raw::RawExit;
use crate::sector::{ConnectionKind, RoomSize};
use crate::space::RoomPos;

/// Rooms of one unit at some places, joined by nothing yet.
fn rooms_at(places: &[(i32, i32, i32)]) -> RawSector {
    let edges: Vec<(u32, u32)> = (1..places.len() as u32).map(|room| (0, room)).collect();
    let graph = RoomGraph::from_edges(places.len() as u32, &edges).unwrap();
    let made = build(&graph, &Blueprint::default(), Seed::new(1)).unwrap();
    let mut raw = made.to_raw();
    raw.is_brought = false;
    (raw.edges, raw.exits, raw.connections) = (Vec::new(), Vec::new(), Vec::new());
    for (room, &(x, y, z)) in raw.rooms.iter_mut().zip(places) {
        room.size = RoomSize::Small;
        room.position = RoomPos::new(x, y, z);
        room.biome = Biome::Neutral;
        room.blend.clear();
    }
    raw
}

/// Adds a connection between two rooms to a sector.
fn join(raw: &mut RawSector, kind: ConnectionKind, from: u32, to: u32, two_way: bool) {
    let [from, to] = [from, to].map(RoomId::new);
    let [a, b] = [from, to].map(|room| raw.rooms[room.index()].position);
    raw.connections.push(RawConnection {
        id: ConnectionId::new(raw.connections.len() as u32),
        from,
        to,
        kind,
        underlying: None,
        dc: kind.dc(),
        levels: a.z.abs_diff(b.z),
        two_way,
        blocked: false,
        powered: None,
        column: [a.x, a.y],
        description: "A way.".to_owned(),
        blockage: None,
        hazards: Vec::new(),
        lock: None,
    });
}

fn rooms_with(findings: &[Finding], rule: Rule) -> Vec<Vec<RoomId>> {
    let findings = findings.iter().filter(|finding| finding.rule == rule);
    findings.map(|finding| finding.rooms().collect()).collect()
}

/// One-way stairs lead up from the entry hall; a shaft leads up to the room where they end,
/// and a fall there ends at its foot.
#[test]
fn no_way_leads_back_from_where_one_falls() {
    let mut raw = rooms_at(&[(0, 0, 0), (0, 0, 1), (0, 0, -2)]);
    join(&mut raw, ConnectionKind::Stairs, 0, 1, false);
    join(&mut raw, ConnectionKind::Shaft, 2, 1, false);
    let lost = [vec![RoomId::new(1)], vec![RoomId::new(2)]];
    assert_eq!(rooms_with(&found(raw.clone()), Rule::NoWayBack), lost);
    // Nobody falls from stairs.
    raw.connections[1].kind = ConnectionKind::Stairs;
    raw.connections[1].dc = 0;
    assert_eq!(rooms_with(&found(raw), Rule::NoWayBack), lost[..1]);
}

#[test]
fn a_corridor_that_leaves_the_layers_is_found() {
    for (z, is_outside) in [(3, false), (4, true), (-3, false), (-4, true)] {
        let mut raw = rooms_at(&[(0, 0, 0), (2, 0, 0)]);
        let via = vec![RoomPos::new(1, 0, 0), RoomPos::new(1, 0, z)];
        let [a, b] = [0, 1].map(RoomId::new);
        for (from, to, direction, x) in [(a, b, Direction::East, 0), (b, a, Direction::West, 2)] {
            raw.exits.push(RawExit {
                from,
                to,
                direction,
                unit: RoomPos::new(x, 0, 0),
                via: match from == a {
                    true => via.clone(),
                    false => via.iter().rev().copied().collect(),
                },
                lock: None,
            });
        }
        let outside = rooms_with(&found(raw), Rule::LayerBounds);
        assert_eq!(
            outside,
            if is_outside {
                vec![vec![a, b]]
            } else {
                Vec::new()
            }
        );
    }
}

/// Rooms up to three layers apart with nothing between them must be joined; rooms further
/// apart need not be.
#[test]
fn stacked_rooms_are_joined_over_three_layers() {
    let missing = |height: i32, between: Option<i32>| {
        let mut places = vec![(0, 0, 0), (5, 5, -3), (5, 5, -3 + height)];
        places.extend(between.map(|z| (5, 5, z)));
        let mut raw = rooms_at(&places);
        if between.is_some() {
            join(&mut raw, ConnectionKind::Stairs, 1, 3, true);
            join(&mut raw, ConnectionKind::Stairs, 3, 2, true);
        }
        rooms_with(&found(raw), Rule::MissingConnection)
    };
    let pair = vec![vec![RoomId::new(1), RoomId::new(2)]];
    for height in 1..=3 {
        assert_eq!(missing(height, None), pair, "{height} layers apart");
    }
    for height in 4..=6 {
        assert_eq!(missing(height, None), Vec::<Vec<RoomId>>::new());
    }
    assert_eq!(missing(2, Some(-2)), Vec::<Vec<RoomId>>::new());
}
