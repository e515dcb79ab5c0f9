//! Turns a layout into a sector, with connections up and down.

use super::blueprint::Blueprint;
use super::graph::RoomGraph;
use super::layout::{Joint, Layout};
use super::lock::Lock;
use super::passage::{Climb, Column, Doors, Passage, State, Way};
use super::room::Room;
use super::{Parts, Sector};
use crate::ids::{LockId, RoomId};
use crate::seed::{Seed, Stream};
use tracing::info;

/// Turns a layout into a sector.
pub(super) fn connect(
    graph: &RoomGraph,
    layout: &Layout,
    blueprint: &Blueprint,
    seed: Seed,
) -> Sector {
    let mut random = seed.child("connections").stream();
    let rooms = rooms(graph, layout, blueprint);
    let mut locked = vec![None; graph.edges.len()];
    for (id, lock) in LockId::all(graph.locks.len()).zip(&graph.locks) {
        for edge in &lock.edges {
            if let Some(place) = locked.get_mut(edge.index()) {
                *place = Some(id);
            }
        }
    }
    let (mut passages, mut columns) = (Vec::new(), Vec::new());
    for ((edge, joint), lock) in graph.edges.iter().zip(&layout.joints).zip(locked) {
        let ends = [edge.a, edge.b];
        match joint {
            Joint::Doors { doors, via } => {
                let (doors, via) = (*doors, via.clone());
                passages.push(Passage::new(ends, Way::Doors(Doors { doors, via }), lock));
            }
            Joint::Column { column } => columns.push((ends, *column, lock)),
            Joint::Dropped => {}
        }
    }
    let stacked = layout.stacked.iter();
    columns.extend(stacked.map(|stacked| (stacked.ends, stacked.column, stacked.lock)));
    let doorways = passages.len();
    for (ends, column, lock) in columns {
        let [a, b] = ends.map(|room| rooms[room.index()].position.z);
        let column = equip(column, a.abs_diff(b), &mut random);
        passages.push(Passage::new(ends, Way::Column(column), lock));
    }
    let keys: Vec<RoomId> = graph.locks.iter().map(|lock| lock.key).collect();
    block(rooms.len(), &mut passages, doorways, &keys, &mut random);
    let locks = graph.locks.iter().map(|lock| Lock {
        key: lock.key,
        name: lock.name.clone().unwrap_or_default(),
    });
    let sector = Sector::assemble(Parts {
        seed,
        blueprint: *blueprint,
        is_brought: graph.is_brought,
        rooms,
        edges: graph.edges.clone(),
        passages,
        locks: locks.collect(),
    });
    for connection in sector.connections() {
        let kind = connection.kind().id();
        let [room_a, room_b] = connection.ends();
        info!(
            kind, %room_a, %room_b,
            event = "Vertical", Type = kind, RoomA = %room_a, RoomB = %room_b,
            "created connection"
        );
    }
    let count = sector.connections().count();
    info!(count, "generated vertical connections");
    sector
}

/// The rooms with their places; biomes and words come later.
fn rooms(graph: &RoomGraph, layout: &Layout, blueprint: &Blueprint) -> Vec<Room> {
    let ids = RoomId::all(graph.rooms.len());
    let rooms = graph.rooms.iter().zip(&layout.anchors).zip(ids);
    rooms
        .map(|((plan, &position), id)| Room {
            id,
            name: plan.name.clone().unwrap_or_default(),
            archetype: plan.archetype,
            node: plan.node,
            size: plan.size,
            position,
            biome: blueprint.biome,
            blend: Vec::new(),
            description: String::new(),
            contents: Vec::new(),
        })
        .collect()
}

/// Decides how a column that spans `levels` layers is climbed.
fn equip(column: [i32; 2], levels: u32, random: &mut Stream) -> Column {
    use Climb::{Elevator, Ladder, Shaft, Stairs};
    let dead = Elevator { powered: false };
    let kinds: &[(Climb, u32)] = match levels {
        0 | 1 => &[(Stairs, 7), (Ladder, 3)],
        2 => &[(Stairs, 5), (Shaft, 5)],
        3 => &[(dead, 3), (Shaft, 7)],
        _ => &[(dead, 1)],
    };
    let mut climb = random.weighted(kinds).copied().unwrap_or(Stairs);
    if let Elevator { powered } = &mut climb {
        *powered = !random.chance(4, 10);
    }
    Column {
        column,
        climb,
        state: State::Open,
        two_way: true,
        description: String::new(),
        hazards: Vec::new(),
    }
}

/// Blocks one connection in ten, except where that would cut a room off; half of them have
/// collapsed. Descriptions of the blockages come later.
fn block(
    rooms: usize,
    passages: &mut [Passage],
    doorways: usize,
    keys: &[RoomId],
    random: &mut Stream,
) {
    for number in doorways..passages.len() {
        if !random.chance(1, 10) {
            continue;
        }
        let blockage = String::new();
        let state = match random.chance(1, 2) {
            true => State::Collapsed { blockage },
            false => State::Blocked { blockage },
        };
        set_state(&mut passages[number], state);
        if !opens(rooms, passages, keys) {
            set_state(&mut passages[number], State::Open);
        }
    }
}

fn set_state(passage: &mut Passage, state: State) {
    if let Way::Column(column) = &mut passage.way {
        column.state = state;
    }
}

/// Whether whoever picks up keys on the way reaches every room without the blocked passages.
fn opens(rooms: usize, passages: &[Passage], keys: &[RoomId]) -> bool {
    let mut ways: Vec<Vec<(usize, Option<usize>)>> = vec![Vec::new(); rooms];
    for passage in passages.iter().filter(|passage| passage.leads(0)) {
        let [a, b] = passage.ends.map(RoomId::index);
        let lock = passage.lock.map(LockId::index);
        ways[a].push((b, lock));
        ways[b].push((a, lock));
    }
    let mut held = vec![false; keys.len()];
    let mut by_room: Vec<Vec<usize>> = vec![Vec::new(); rooms];
    for (number, key) in keys.iter().enumerate() {
        by_room[key.index()].push(number);
    }
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); keys.len()];
    let mut reached = vec![false; rooms];
    let (mut open, mut count) = (vec![0], 0);
    while let Some(room) = open.pop() {
        if std::mem::replace(&mut reached[room], true) {
            continue;
        }
        count += 1;
        for &key in &by_room[room] {
            held[key] = true;
            open.append(&mut waiting[key]);
        }
        for &(next, lock) in &ways[room] {
            match lock.filter(|&lock| !held[lock]) {
                Some(lock) => waiting[lock].push(next),
                None => open.push(next),
            }
        }
    }
    count == rooms
}

#[cfg(test)]
mod tests {
    use super::super::connection::ConnectionKind;
    use super::*;

    /// Whether a count out of `tries` fits a share, within five standard deviations.
    fn is_fair(count: usize, tries: usize, share: f64) -> bool {
        let mean = tries as f64 * share;
        (count as f64 - mean).abs() <= 5.0 * (mean * (1.0 - share)).sqrt()
    }

    /// The shares of S0 III. One layer: 70 % stairs, 30 % ladders; two: half stairs, half shafts;
    /// three: 30 % elevators, 70 % shafts; more: elevators. 40 % of elevators have no power.
    #[test]
    fn kinds_have_the_shares_of_their_spans() {
        use ConnectionKind::{Elevator, Ladder, Shaft, Stairs};
        const TRIES: usize = 20_000;
        let mut random = Seed::new(1).stream();
        let shares: [&[(ConnectionKind, f64)]; 6] = [
            &[(Stairs, 0.7), (Ladder, 0.3)],
            &[(Stairs, 0.5), (Shaft, 0.5)],
            &[(Elevator, 0.3), (Shaft, 0.7)],
            &[(Elevator, 1.0)],
            &[(Elevator, 1.0)],
            &[(Elevator, 1.0)],
        ];
        for (levels, shares) in (1..).zip(shares) {
            let made = (0..TRIES).map(|_| equip([0, 0], levels, &mut random).climb);
            let made: Vec<Climb> = made.collect();
            for &(kind, share) in shares {
                let count = made.iter().filter(|climb| climb.kind() == kind).count();
                assert!(
                    is_fair(count, TRIES, share),
                    "{kind:?} over {levels}: {count}"
                );
            }
            let powered: Vec<bool> = made.iter().filter_map(|climb| climb.powered()).collect();
            let dead = powered.iter().filter(|powered| !**powered).count();
            assert!(
                is_fair(dead, powered.len(), 0.4),
                "{dead} of {}",
                powered.len()
            );
        }
    }
}
