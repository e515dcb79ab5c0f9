//! Ways up and down, and everything else that a layout becomes.

use super::blueprint::Blueprint;
use super::graph::{NodeKind, RoomGraph};
use super::layout::{Grid, Layout, Owner, Passage};
use super::room::{Connection, ConnectionKind, Exit, Realised, Room, Sector, SectorEdge};
use crate::seed::{Seed, Stream};
use crate::space::{Direction, Layer, RoomPos};
use tracing::info;

/// Makes a sector of a layout.
pub(super) fn connect(
    graph: &RoomGraph,
    layout: &Layout,
    blueprint: &Blueprint,
    seed: Seed,
) -> Sector {
    let mut random = seed.child("connections").stream();
    let rooms = rooms(graph, layout, blueprint);
    let (mut edges, mut exits): (Vec<SectorEdge>, Vec<Exit>) = (Vec::new(), Vec::new());
    let mut connections: Vec<Stacked> = Vec::new();
    for (edge, passage) in graph.edges.iter().zip(&layout.passages) {
        let (a, b, kind) = (edge.a, edge.b, edge.kind);
        let passage = match passage {
            Passage::Exit { doors, via } => {
                let back = via.iter().rev().copied().collect();
                for (from, to, door, via) in [(a, b, doors[0], via.clone()), (b, a, doors[1], back)]
                {
                    let (direction, unit) = (door.direction, door.unit);
                    exits.push(Exit {
                        from,
                        to,
                        direction,
                        unit,
                        via,
                    });
                }
                Realised::Exit
            }
            Passage::Vertical { column } => {
                connections.push(([a, b], *column));
                Realised::Connection
            }
            Passage::Dropped => Realised::Dropped,
        };
        edges.push(SectorEdge {
            a,
            b,
            kind,
            passage,
        });
    }
    if let Some(grid) = layout.grid.clone().filter(|_| !graph.is_brought) {
        add_stacked(graph, layout, grid, &mut connections, &mut random);
        // An edge that was dropped may have come about after all.
        let is_joined = |edge: &SectorEdge| {
            let ends = [[edge.a, edge.b], [edge.b, edge.a]];
            connections.iter().any(|(pair, _)| ends.contains(pair))
        };
        let dropped = edges
            .iter_mut()
            .filter(|edge| edge.passage == Realised::Dropped);
        for edge in dropped.filter(|edge| is_joined(edge)) {
            edge.passage = Realised::Connection;
        }
    }
    let mut connections: Vec<Connection> = (0..)
        .zip(connections)
        .map(|(number, (ends, column)): (u32, _)| {
            let levels = rooms[ends[0] as usize]
                .position
                .z
                .abs_diff(rooms[ends[1] as usize].position.z);
            equip(number, ends, levels, column, blueprint, &mut random)
        })
        .collect();
    block(
        rooms.len(),
        &exits,
        &mut connections,
        blueprint,
        &mut random,
    );
    for one in &connections {
        let [room_a, room_b] = [one.from, one.to].map(|room| rooms[room as usize].id.as_str());
        info!(kind = one.kind.id(), room_a, room_b, "created connection");
    }
    info!(count = connections.len(), "generated vertical connections");
    Sector {
        seed,
        blueprint: *blueprint,
        is_brought: graph.is_brought,
        rooms,
        edges,
        exits,
        connections,
    }
}

/// The rooms with their places; biomes and words come later.
fn rooms(graph: &RoomGraph, layout: &Layout, blueprint: &Blueprint) -> Vec<Room> {
    let rooms = graph.rooms.iter().zip(&layout.anchors).zip(0..);
    rooms
        .map(|((plan, &position), number): (_, u32)| Room {
            id: format!("r{number}"),
            name: plan.name.clone().unwrap_or_default(),
            archetype: plan.archetype,
            node: plan.node,
            size: plan.size,
            position,
            biome: blueprint.biome,
            blend: Vec::new(),
            description: String::new(),
        })
        .collect()
}

/// Two rooms, and the column between them.
type Stacked = ([u32; 2], [i32; 2]);

/// Joins rooms that are above each other with nothing between, and not joined yet.
fn add_stacked(
    graph: &RoomGraph,
    layout: &Layout,
    mut grid: Grid,
    connections: &mut Vec<Stacked>,
    random: &mut Stream,
) {
    let height = |room: u32| layout.anchors[room as usize].z;
    // Which rooms are left upwards (1) and downwards (2).
    let mut taken = vec![0u8; graph.rooms.len()];
    for &([a, b], _) in connections.iter() {
        let (low, high) = if height(a) < height(b) {
            (a, b)
        } else {
            (b, a)
        };
        taken[low as usize] |= 1;
        taken[high as usize] |= 2;
    }
    let mut neighbours = graph.neighbours();
    neighbours.iter_mut().for_each(|edges| {
        edges.retain(|&(edge, _)| layout.passages[edge as usize] != Passage::Dropped)
    });
    let is_hidden = |room: u32| {
        matches!(
            graph.rooms[room as usize].node,
            NodeKind::Boss | NodeKind::Secret
        )
    };
    for low in 0..graph.rooms.len() as u32 {
        if is_hidden(low) {
            continue;
        }
        let anchor = layout.anchors[low as usize];
        let side = graph.rooms[low as usize].size.side();
        // The rooms above, each with the first column that leads there.
        let mut above: Vec<(u32, RoomPos)> = Vec::new();
        for unit in (0..side * side)
            .map(|i| RoomPos::new(anchor.x + i % side, anchor.y + i / side, anchor.z))
        {
            if let Some(high) = first_above(&grid, unit)
                && !above.iter().any(|(room, _)| *room == high)
            {
                above.push((high, unit));
            }
        }
        for (high, unit) in above {
            let levels = height(high) - height(low);
            let is_joined = neighbours[low as usize]
                .iter()
                .any(|&(_, room)| room == high);
            let is_free = taken[low as usize] & 1 == 0 && taken[high as usize] & 2 == 0;
            if is_hidden(high) || is_joined || !is_free {
                continue;
            }
            if levels > 3 && !random.chance(1, 4) {
                continue;
            }
            taken[low as usize] |= 1;
            taken[high as usize] |= 2;
            for z in unit.z + 1..height(high) {
                let number = connections.len() as u32;
                grid.set(RoomPos { z, ..unit }, Owner::Column(number));
            }
            connections.push(([low, high], [unit.x, unit.y]));
        }
    }
}

/// The first room above a unit, if nothing else is between.
fn first_above(grid: &Grid, unit: RoomPos) -> Option<u32> {
    let mut at = unit.step(Direction::Up);
    while at.z <= Layer::Canopy.z() {
        match grid.owner(at) {
            Owner::Free => at = at.step(Direction::Up),
            Owner::Room(room) => return Some(room),
            _ => return None,
        }
    }
    None
}

/// Decides how a connection is climbed.
fn equip(
    number: u32,
    ends: [u32; 2],
    levels: u32,
    column: [i32; 2],
    blueprint: &Blueprint,
    random: &mut Stream,
) -> Connection {
    use ConnectionKind::{Elevator, Ladder, Shaft, Stairs};
    let kinds: &[(ConnectionKind, u32)] = match levels {
        0 | 1 => &[(Stairs, 7), (Ladder, 3)],
        2 => &[(Stairs, 5), (Shaft, 5)],
        3 => &[(Elevator, 3), (Shaft, 7)],
        _ => &[(Elevator, 1)],
    };
    let kind = random.weighted(kinds).copied().unwrap_or(Stairs);
    let powered = (kind == Elevator).then(|| !random.chance(4, 10));
    Connection {
        id: format!("c{number}"),
        from: ends[0],
        to: ends[1],
        kind,
        underlying: None,
        dc: blueprint.difficulty.adjust(kind.dc_with(powered)),
        levels,
        two_way: true,
        blocked: false,
        powered,
        column,
        description: String::new(),
        blockage: None,
        hazards: Vec::new(),
    }
}

/// Blocks one connection in ten, never one whose loss would cut a room off; half of them
/// have collapsed.
fn block(
    rooms: usize,
    exits: &[Exit],
    connections: &mut [Connection],
    blueprint: &Blueprint,
    random: &mut Stream,
) {
    for number in 0..connections.len() {
        if !random.chance(1, 10) {
            continue;
        }
        let has_collapsed = random.chance(1, 2);
        connections[number].blocked = true;
        if !is_connected(rooms, exits, connections) {
            connections[number].blocked = false;
            continue;
        }
        if has_collapsed {
            let connection = &mut connections[number];
            connection.underlying = Some(connection.kind);
            connection.kind = ConnectionKind::Collapsed;
            connection.dc = blueprint.difficulty.adjust(ConnectionKind::Collapsed.dc());
        }
    }
}

/// Whether all rooms hold together without what is blocked.
fn is_connected(rooms: usize, exits: &[Exit], connections: &[Connection]) -> bool {
    let mut parts: Vec<u32> = (0..rooms as u32).collect();
    fn root(parts: &mut [u32], mut room: u32) -> u32 {
        while parts[room as usize] != room {
            parts[room as usize] = parts[parts[room as usize] as usize];
            room = parts[room as usize];
        }
        room
    }
    let open = connections.iter().filter(|connection| !connection.blocked);
    let open = open.map(|connection| (connection.from, connection.to));
    let pairs = exits.iter().map(|exit| (exit.from, exit.to)).chain(open);
    let mut count = rooms;
    for (a, b) in pairs {
        let (a, b) = (root(&mut parts, a), root(&mut parts, b));
        if a != b {
            parts[a as usize] = b;
            count -= 1;
        }
    }
    count <= 1
}
