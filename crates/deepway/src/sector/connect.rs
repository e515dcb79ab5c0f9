//! Turns a layout into a sector, with connections up and down.

use super::Sector;
use super::blueprint::Blueprint;
use super::graph::{NodeKind, RoomGraph};
use super::layout::{Grid, Joint, Layout, Owner};
use super::passage::{Climb, Column, Doors, Passage, State, Way};
use super::room::Room;
use crate::ids::RoomId;
use crate::seed::{Seed, Stream};
use crate::space::{Direction, Layer, RoomPos};
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
    let (mut passages, mut stacked) = (Vec::new(), Vec::new());
    for (edge, joint) in graph.edges.iter().zip(&layout.joints) {
        let ends = [edge.a, edge.b];
        match joint {
            Joint::Doors { doors, via } => {
                let (doors, via) = (*doors, via.clone());
                passages.push(Passage::new(ends, Way::Doors(Doors { doors, via })));
            }
            Joint::Column { column } => stacked.push((ends, *column)),
            Joint::Dropped => {}
        }
    }
    if let Some(grid) = layout.grid.clone().filter(|_| !graph.is_brought) {
        add_stacked(graph, layout, grid, &mut stacked, &mut random);
    }
    let doorways = passages.len();
    for (ends, column) in stacked {
        let [a, b] = ends.map(|room| rooms[room.index()].position.z);
        let column = equip(column, a.abs_diff(b), &mut random);
        passages.push(Passage::new(ends, Way::Column(column)));
    }
    block(rooms.len(), &mut passages, doorways, &mut random);
    let edges = graph.edges.clone();
    let is_brought = graph.is_brought;
    let sector = Sector::assemble(seed, *blueprint, is_brought, rooms, edges, passages);
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
        })
        .collect()
}

/// Two rooms and the column between them.
type Stacked = ([RoomId; 2], [i32; 2]);

/// Joins rooms above each other with nothing between that are not joined yet.
fn add_stacked(
    graph: &RoomGraph,
    layout: &Layout,
    mut grid: Grid,
    connections: &mut Vec<Stacked>,
    random: &mut Stream,
) {
    let height = |room: RoomId| layout.anchors[room.index()].z;
    // Which rooms have a way up (1) and a way down (2).
    let mut taken = vec![0u8; graph.rooms.len()];
    for &([a, b], _) in connections.iter() {
        let (low, high) = if height(a) < height(b) {
            (a, b)
        } else {
            (b, a)
        };
        taken[low.index()] |= 1;
        taken[high.index()] |= 2;
    }
    let mut neighbours = graph.neighbours();
    neighbours
        .iter_mut()
        .for_each(|edges| edges.retain(|&(edge, _)| layout.joints[edge.index()] != Joint::Dropped));
    let is_hidden = |room: RoomId| {
        matches!(
            graph.rooms[room.index()].node,
            NodeKind::Boss | NodeKind::Secret
        )
    };
    for low in RoomId::all(graph.rooms.len()) {
        if is_hidden(low) {
            continue;
        }
        let anchor = layout.anchors[low.index()];
        let side = graph.rooms[low.index()].size.side();
        // The rooms above, each with the first column that leads there.
        let mut above: Vec<(RoomId, RoomPos)> = Vec::new();
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
            let is_joined = neighbours[low.index()]
                .iter()
                .any(|&(_, room)| room == high);
            let is_free = taken[low.index()] & 1 == 0 && taken[high.index()] & 2 == 0;
            if is_hidden(high) || is_joined || !is_free {
                continue;
            }
            if levels > 3 && !random.chance(1, 4) {
                continue;
            }
            taken[low.index()] |= 1;
            taken[high.index()] |= 2;
            for z in unit.z + 1..height(high) {
                grid.set(RoomPos { z, ..unit }, Owner::Column);
            }
            connections.push(([low, high], [unit.x, unit.y]));
        }
    }
}

/// The first room above a unit, if nothing else is between.
fn first_above(grid: &Grid, unit: RoomPos) -> Option<RoomId> {
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
fn block(rooms: usize, passages: &mut [Passage], doorways: usize, random: &mut Stream) {
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
        if !is_connected(rooms, passages) {
            set_state(&mut passages[number], State::Open);
        }
    }
}

fn set_state(passage: &mut Passage, state: State) {
    if let Way::Column(column) = &mut passage.way {
        column.state = state;
    }
}

/// Whether all rooms are connected without the blocked passages.
fn is_connected(rooms: usize, passages: &[Passage]) -> bool {
    let mut parts: Vec<usize> = (0..rooms).collect();
    fn root(parts: &mut [usize], mut room: usize) -> usize {
        while parts[room] != room {
            parts[room] = parts[parts[room]];
            room = parts[room];
        }
        room
    }
    let mut count = rooms;
    for passage in passages.iter().filter(|passage| passage.leads(0)) {
        let [a, b] = passage.ends.map(|room| root(&mut parts, room.index()));
        if a != b {
            parts[a] = b;
            count -= 1;
        }
    }
    count <= 1
}

#[cfg(test)]
mod tests {
    use super::super::connection::ConnectionKind;
    use super::super::graph::{Archetype, RoomPlan, RoomSize};
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

    /// Rooms above each other, each pair in a column of its own.
    fn pairs(count: usize, levels: i32) -> (RoomGraph, Layout) {
        let plan = RoomPlan {
            node: NodeKind::Main,
            archetype: Archetype::Chamber,
            size: RoomSize::Small,
            name: None,
        };
        let graph = RoomGraph {
            rooms: vec![plan; 2 * count],
            edges: Vec::new(),
            is_brought: false,
        };
        let mut grid = Grid::new(16);
        let mut anchors = Vec::new();
        for id in RoomId::all(2 * count) {
            let (pair, is_high) = (id.number() as i32 / 2, id.number() as i32 % 2);
            let anchor = RoomPos::new(2 * (pair % 100), 2 * (pair / 100), -3 + is_high * levels);
            grid.set(anchor, Owner::Room(id));
            anchors.push(anchor);
        }
        let layout = Layout {
            anchors,
            joints: Vec::new(),
            retries: 0,
            grid: Some(grid),
        };
        (graph, layout)
    }

    /// S1 §6.1: rooms one to three layers apart are joined, rooms four to six apart with a chance
    /// of 0.25.
    #[test]
    fn a_quarter_of_the_rooms_far_above_each_other_are_joined() {
        const PAIRS: usize = 4000;
        for levels in 1..=6 {
            let (graph, layout) = pairs(PAIRS, levels);
            let mut random = Seed::new(levels as u64).stream();
            let mut joined = Vec::new();
            let grid = layout.grid.clone().unwrap();
            add_stacked(&graph, &layout, grid, &mut joined, &mut random);
            let share = if levels > 3 { 0.25 } else { 1.0 };
            let count = joined.len();
            assert!(is_fair(count, PAIRS, share), "{count} over {levels} layers");
        }
    }
}
