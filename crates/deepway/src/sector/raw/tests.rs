//! A raw sector that contradicts itself is refused; any other becomes a sector, and nothing
//! that reads it panics.

use super::*;
use crate::report::Rule;
use crate::sector::{Blueprint, RoomSize, carve, generate};
use crate::space::Layer;
use crate::validate;
use crate::view::{self, Tint};
use proptest::prelude::*;

fn raw(seed: u64) -> RawSector {
    let blueprint = Blueprint {
        target_rooms: 12,
        ..Blueprint::default()
    };
    generate(&blueprint, Seed::new(seed)).unwrap().to_raw()
}

#[test]
fn a_sector_comes_back_from_what_files_hold() {
    for seed in 0..100 {
        let raw = raw(seed);
        let sector = Sector::from_raw(raw.clone()).unwrap();
        assert_eq!(sector.to_raw(), raw);
        assert_eq!(Sector::from_raw(sector.to_raw()), Ok(sector));
    }
}

#[test]
fn whatever_contradicts_itself_is_refused_with_the_rule() {
    type Change = fn(&mut RawSector);
    let changes: [(Change, Rule); 23] = [
        (|raw| raw.rooms[2].id = RoomId::new(7), Rule::IdMismatch),
        (|raw| raw.rooms.swap(1, 2), Rule::IdMismatch),
        (
            |raw| raw.connections[0].id = ConnectionId::new(9),
            Rule::IdMismatch,
        ),
        (
            |raw| raw.rooms[1].size = RoomSize::Huge(0),
            Rule::SizeMismatch,
        ),
        (
            |raw| raw.rooms[1].size = RoomSize::Huge(1),
            Rule::SizeMismatch,
        ),
        (
            |raw| raw.rooms[1].size = RoomSize::Huge(255),
            Rule::SizeMismatch,
        ),
        (
            |raw| {
                let mut rooms = raw.rooms.iter_mut();
                let room = rooms.find(|room| !room.contents.is_empty());
                room.unwrap().contents[0].at = [3, 127];
            },
            Rule::ThingOutside,
        ),
        (|raw| raw.edges[0].a = RoomId::new(99), Rule::NoSuchRoom),
        (|raw| raw.exits[0].to = RoomId::new(99), Rule::NoSuchRoom),
        (
            |raw| raw.connections[0].from = RoomId::new(u32::MAX),
            Rule::NoSuchRoom,
        ),
        (|raw| raw.exits[0].to = raw.exits[0].from, Rule::SelfLoop),
        (|raw| drop(raw.exits.remove(0)), Rule::ExitMismatch),
        (
            |raw| raw.exits[0].via.push(RoomPos::ORIGIN),
            Rule::ExitMismatch,
        ),
        (
            |raw| raw.exits[0].direction = Direction::Up,
            Rule::ExitMismatch,
        ),
        (|raw| raw.edges.push(raw.edges[0]), Rule::MissingConnection),
        (
            |raw| raw.edges[0].realised = Realised::Dropped,
            Rule::MissingConnection,
        ),
        (|raw| raw.connections[0].dc += 1, Rule::ConnectionMismatch),
        (
            |raw| raw.connections[0].levels += 1,
            Rule::ConnectionMismatch,
        ),
        (
            |raw| raw.connections[0].blocked = !raw.connections[0].blocked,
            Rule::ConnectionMismatch,
        ),
        (
            |raw| raw.connections[0].kind = ConnectionKind::Collapsed,
            Rule::ConnectionMismatch,
        ),
        (
            |raw| raw.connections[0].underlying = Some(ConnectionKind::Ladder),
            Rule::ConnectionMismatch,
        ),
        (
            |raw| {
                raw.connections[0].kind = ConnectionKind::Stairs;
                raw.connections[0].powered = Some(true);
            },
            Rule::ConnectionMismatch,
        ),
        (
            |raw| {
                raw.connections[0].kind = ConnectionKind::Elevator;
                raw.connections[0].powered = None;
            },
            Rule::ConnectionMismatch,
        ),
    ];
    for (number, (change, rule)) in changes.into_iter().enumerate() {
        let mut raw = raw(4);
        assert!(!raw.connections[0].blocked && !raw.exits.is_empty());
        change(&mut raw);
        let findings = Sector::from_raw(raw).unwrap_err();
        let rules: Vec<Rule> = findings.iter().map(|finding| finding.rule).collect();
        assert!(rules.contains(&rule), "change {number}: {findings:?}");
    }
}

/// A coordinate: near, or at the end of its range.
fn any_coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![
        8 => -6..6i32,
        1 => Just(i32::MAX),
        1 => Just(i32::MIN),
        1 => (i32::MAX - 20)..i32::MAX,
        1 => any::<i32>(),
    ]
}

fn any_unit() -> impl Strategy<Value = RoomPos> {
    (any_coordinate(), any_coordinate(), any_coordinate())
        .prop_map(|(x, y, z)| RoomPos::new(x, y, z))
}

/// A change to a raw sector that does not make it contradict itself.
#[derive(Clone, Debug)]
enum Change {
    Move(usize, RoomPos),
    Grow(usize, i32),
    Door(usize, RoomPos),
    Corridor(usize, Vec<RoomPos>),
    Column(usize, [i32; 2]),
    Climb(usize, usize),
    OneWay(usize),
    Near(i32),
}

fn any_change() -> impl Strategy<Value = Change> {
    let any = 0..64usize;
    prop_oneof![
        (any.clone(), any_unit()).prop_map(|(room, at)| Change::Move(room, at)),
        (any.clone(), 1..17i32).prop_map(|(room, side)| Change::Grow(room, side)),
        (any.clone(), any_unit()).prop_map(|(exit, at)| Change::Door(exit, at)),
        (any.clone(), prop::collection::vec(any_unit(), 0..6))
            .prop_map(|(exit, via)| Change::Corridor(exit, via)),
        (any.clone(), any_coordinate(), any_coordinate())
            .prop_map(|(number, x, y)| Change::Column(number, [x, y])),
        (any.clone(), 0..4usize).prop_map(|(number, kind)| Change::Climb(number, kind)),
        any.prop_map(Change::OneWay),
        // Everything, to the end of the number range.
        prop_oneof![Just(i32::MAX - 40), Just(i32::MIN + 40)].prop_map(Change::Near),
    ]
}

fn change(raw: &mut RawSector, change: &Change) {
    let some = |at: usize, list: usize| at % list.max(1);
    match change {
        Change::Move(room, at) => {
            let room = some(*room, raw.rooms.len());
            raw.rooms[room].position = *at;
        }
        Change::Grow(room, side) => {
            let room = some(*room, raw.rooms.len());
            raw.rooms[room].size = RoomSize::from_side(*side).unwrap();
            let inside = 0..side * crate::sector::UNIT - 1;
            let contents = &mut raw.rooms[room].contents;
            contents.retain(|content| content.at.iter().all(|at| inside.contains(at)));
        }
        Change::Door(exit, at) => {
            let exit = some(*exit, raw.exits.len());
            raw.exits[exit].unit = *at;
        }
        Change::Corridor(exit, via) => {
            // The two exits of a passage follow each other.
            let exit = some(*exit, raw.exits.len()) / 2 * 2;
            raw.exits[exit].via.clone_from(via);
            raw.exits[exit + 1].via = via.iter().rev().copied().collect();
        }
        Change::Column(number, column) => {
            let number = some(*number, raw.connections.len());
            raw.connections[number].column = *column;
        }
        Change::Climb(number, kind) => {
            let number = some(*number, raw.connections.len());
            let connection = &mut raw.connections[number];
            let kind = ConnectionKind::ALL[*kind];
            match connection.underlying {
                Some(_) => connection.underlying = Some(kind),
                None => connection.kind = kind,
            }
            connection.powered = (kind == ConnectionKind::Elevator).then_some(false);
        }
        Change::OneWay(number) => {
            let number = some(*number, raw.connections.len());
            raw.connections[number].two_way = false;
        }
        Change::Near(far) => {
            for room in &mut raw.rooms {
                room.position.x = room.position.x.saturating_add(*far);
                room.position.y = room.position.y.saturating_add(*far);
            }
            for exit in &mut raw.exits {
                exit.unit.x = exit.unit.x.saturating_add(*far);
                exit.unit.y = exit.unit.y.saturating_add(*far);
                for unit in &mut exit.via {
                    unit.x = unit.x.saturating_add(*far);
                    unit.y = unit.y.saturating_add(*far);
                }
            }
            for connection in &mut raw.connections {
                connection.column = connection.column.map(|at| at.saturating_add(*far));
            }
        }
    }
    // Update what follows from heights, kinds and the difficulty.
    for connection in &mut raw.connections {
        let ends = [connection.from, connection.to];
        let [a, b] = ends.map(|room| raw.rooms[room.index()].position.z);
        connection.levels = a.abs_diff(b);
        let is_whole = connection.underlying.is_none();
        connection.dc = match connection.powered.filter(|_| is_whole) {
            Some(false) => 15,
            _ => connection.kind.dc(),
        };
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Every sector that can be built can be validated, carved and queried.
    #[test]
    fn nothing_that_can_be_built_makes_anybody_panic(
        seed in 0..40u64,
        changes in prop::collection::vec(any_change(), 1..5),
    ) {
        let mut raw = raw(seed);
        changes.iter().for_each(|edit| change(&mut raw, edit));
        let sector = Sector::from_raw(raw.clone()).unwrap();
        prop_assert_eq!(sector.to_raw(), raw);
        validate::sector(&sector);
        for room in sector.rooms() {
            sector.above(room.id);
            sector.below(room.id);
            sector.reachable_layers(room.id);
            prop_assert!(sector.in_range(room.position, 0).count() > 0);
        }
        view::side_profile(&sector, 100);
        view::room_list(&sector, 100);
        view::sector_stack(&sector, Tint::Biome, "odd");
        Layer::ALL.into_iter().for_each(|layer| _ = view::layer_plan(&sector, layer));
        // Rooms far apart make volumes that take long to check.
        let units = sector.doorways().flat_map(|exit| exit.via());
        let units: Vec<RoomPos> =
            units.chain(sector.rooms().iter().map(|room| room.position)).collect();
        let spans = |of: fn(&RoomPos) -> i32| {
            units.iter().map(of).max().unwrap().abs_diff(units.iter().map(of).min().unwrap())
        };
        if spans(|at| at.x).max(spans(|at| at.y)) < 40 && spans(|at| at.z) < 12 {
            let mut carved = carve(sector.clone()).unwrap();
            validate::carved(&carved);
            validate::agreement(&carved);
            for connection in sector.connections() {
                carved.clear(connection.id);
                carved.repair(connection.id);
            }
            validate::agreement(&carved);
        }
    }
}
