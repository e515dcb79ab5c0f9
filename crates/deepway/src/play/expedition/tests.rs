//! The tables of S1 §4.2 and §4.3 row by row, the rulings on them, and fair dice.

use super::*;
use crate::check::{Attribute, Check, Resolver};
use crate::ids::{ConnectionId, LockId, RoomId};
use crate::sector::raw::RawConnection;
use crate::sector::{
    Blueprint, CarvedSector, ConnectionKind, Difficulty, RawSector, Sector, Trend, carve, generate,
};
use crate::seed::{Dice, Seed, Stream};
use crate::space::Direction;
use crate::traverse::{attempt_traversal, can_traverse};
use crate::words::Hazard;

mod rulings;

/// Rolls what it is told to, and remembers what it was asked.
#[derive(Default)]
struct Fixed {
    roll: i32,
    dice: i32,
    percent: bool,
    asked: Vec<String>,
}

impl Resolver for Fixed {
    fn check(&mut self, attribute: Attribute, value: i32, dc: u32) -> Check {
        self.asked.push(format!("{attribute} {dc}"));
        let (roll, total) = (self.roll, self.roll + value);
        Check { roll, total, dc }
    }

    fn roll(&mut self, dice: Dice) -> i32 {
        self.asked.push(dice.to_string());
        self.dice
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.asked.push(format!("{percent} %"));
        self.percent
    }
}

/// A sector with a connection of a kind, and the connection.
fn with_kind(kind: ConnectionKind, levels: u32) -> (RawSector, ConnectionId) {
    let powered = (kind == ConnectionKind::Elevator).then_some(true);
    for seed in 0..20_000 {
        let blueprint = Blueprint {
            target_rooms: 20,
            trend: Trend::Mixed,
            ..Blueprint::default()
        };
        let mut sector = generate(&blueprint, Seed::new(seed)).unwrap().to_raw();
        // Nothing else is in the way of anybody.
        if sector
            .connections
            .iter()
            .any(|connection| connection.blocked)
        {
            continue;
        }
        let wanted = (kind, levels, false, powered);
        let found = sector
            .connections
            .iter()
            .find(|found| (found.kind, found.levels, found.blocked, found.powered) == wanted);
        if let Some(found) = found.map(|connection| connection.id) {
            sector
                .connections
                .iter_mut()
                .for_each(|connection| connection.hazards.clear());
            return (sector, found);
        }
    }
    panic!("no sector with {kind:?} over {levels}");
}

fn character() -> Character {
    Character {
        might: 0,
        wits: 0,
        ..Character::default()
    }
}

/// Tries a connection from its low or its high end.
fn attempt(sector: &Sector, id: ConnectionId, is_up: bool, roll: i32) -> (Outcome, Vec<String>) {
    let connection = sector.connection(id).unwrap();
    let [low, high] = connection.low_and_high();
    let from = if is_up { low } else { high };
    let mut fixed = Fixed {
        roll,
        dice: 3,
        ..Fixed::default()
    };
    let outcome = attempt_traversal(sector, &connection, from, &mut character(), &mut fixed);
    (outcome, fixed.asked)
}

/// Somebody with all keys in a room.
fn resume(carved: CarvedSector, character: Character, room: RoomId) -> Option<Expedition> {
    let keys = LockId::all(carved.sector().locks().len()).collect();
    Expedition::resume(carved, character, room, 0, keys)
}

#[test]
fn each_row_of_the_table() {
    use ConnectionKind::{Elevator, Ladder, Shaft, Stairs};
    // Kind, span, roll with might 0; then success, damage, whether the character ends at the
    // bottom (or stays), and what was rolled.
    for (kind, levels, roll, success, damage, falls, asked) in [
        (Stairs, 1, 1, true, 0, false, &[][..]),
        (Stairs, 2, 1, true, 0, false, &[]),
        (Elevator, 3, 1, true, 0, false, &[]),
        (Shaft, 2, 20, true, 0, false, &["MIGHT 12"]),
        (Shaft, 2, 12, true, 0, false, &["MIGHT 12"]),
        (Shaft, 2, 11, false, 3, false, &["MIGHT 12", "d6"]),
        (Shaft, 2, 10, false, 3, false, &["MIGHT 12", "d6"]),
        (Shaft, 2, 7, false, 3, false, &["MIGHT 12", "d6"]),
        (Shaft, 2, 6, false, 3, true, &["MIGHT 12", "2d6"]),
        (Shaft, 2, 1, false, 3, true, &["MIGHT 12", "2d6"]),
        (Shaft, 3, 6, false, 3, true, &["MIGHT 12", "2d6"]),
        (Ladder, 1, 10, true, 0, false, &["MIGHT 10"]),
        (Ladder, 1, 9, false, 3, false, &["MIGHT 10", "d4"]),
        (Ladder, 1, 1, false, 3, false, &["MIGHT 10", "d4"]),
    ] {
        let (raw, id) = with_kind(kind, levels);
        let sector = Sector::from_raw(raw).unwrap();
        let [low, high] = sector.connection(id).unwrap().low_and_high();
        for is_up in [true, false] {
            let [from, to] = if is_up { [low, high] } else { [high, low] };
            let (outcome, found) = attempt(&sector, id, is_up, roll);
            let room = match (success, falls) {
                (true, _) => to,
                (false, true) => low,
                (false, false) => from,
            };
            let what = format!("{kind:?} over {levels}, rolled {roll}, up: {is_up}");
            assert_eq!(
                (outcome.success, outcome.damage, outcome.room),
                (success, damage, room),
                "{what}"
            );
            assert_eq!(found, asked, "{what}");
        }
    }
}

/// The sector with one connection changed.
fn changed(
    kind: ConnectionKind,
    levels: u32,
    change: impl FnOnce(&mut RawConnection),
) -> (CarvedSector, ConnectionId, RoomId) {
    let (mut raw, id) = with_kind(kind, levels);
    change(&mut raw.connections[id.index()]);
    let sector = Sector::from_raw(raw).unwrap();
    let [low, _] = sector.connection(id).unwrap().low_and_high();
    (carve(sector).unwrap(), id, low)
}

fn block(connection: &mut RawConnection) {
    connection.blocked = true;
    connection.blockage = Some("A wall.".to_owned());
}

fn collapse(connection: &mut RawConnection) {
    block(connection);
    connection.underlying = Some(connection.kind);
    connection.kind = ConnectionKind::Collapsed;
    connection.dc = 15;
}

#[test]
fn blocked_comes_first_stairs_included() {
    for kind in [ConnectionKind::Stairs, ConnectionKind::Ladder] {
        let (carved, id, low) = changed(kind, 1, block);
        let sector = carved.sector();
        let connection = sector.connection(id).unwrap();
        assert!(!can_traverse(&character(), &connection));
        let mut fixed = Fixed {
            roll: 20,
            ..Fixed::default()
        };
        let outcome = attempt_traversal(sector, &connection, low, &mut character(), &mut fixed);
        assert_eq!(
            (outcome.success, outcome.room, outcome.minutes),
            (false, low, 0)
        );
        assert!(
            outcome.message.starts_with("A wall."),
            "{}",
            outcome.message
        );
        assert!(fixed.asked.is_empty());
    }
}

#[test]
fn a_cleared_collapse_is_what_it_was() {
    for (kind, levels, dc) in [
        (ConnectionKind::Stairs, 1, 0),
        (ConnectionKind::Ladder, 1, 10),
        (ConnectionKind::Shaft, 2, 12),
        (ConnectionKind::Elevator, 3, 0),
    ] {
        let (carved, id, low) = changed(kind, levels, collapse);
        let mut expedition = resume(carved, character(), low).unwrap();
        // A tie clears it; a roll of one less does not, and takes as long.
        let mut fixed = Fixed {
            roll: 14,
            ..Fixed::default()
        };
        let failed = expedition.clear(None, &mut fixed);
        assert_eq!((failed.success, failed.minutes), (false, 10));
        fixed.roll = 15;
        let cleared = expedition.clear(None, &mut fixed);
        assert_eq!(
            (cleared.success, cleared.minutes, expedition.minutes()),
            (true, 10, 20)
        );
        assert_eq!(fixed.asked, ["MIGHT 15", "MIGHT 15"]);
        let cleared = expedition.carved().sector().connection(id).unwrap();
        assert_eq!(
            (
                cleared.kind(),
                cleared.underlying(),
                cleared.is_blocked(),
                cleared.dc()
            ),
            (kind, None, false, dc)
        );
        assert_eq!(cleared.blockage(), None);
        assert!(can_traverse(&expedition.character(), &cleared));
        assert!(!expedition.clear(None, &mut fixed).success);
    }
}

#[test]
fn a_blast_uses_an_explosive_and_may_hurt() {
    for is_hurt in [true, false] {
        let (carved, _, low) = changed(ConnectionKind::Stairs, 1, collapse);
        let mut expedition = resume(carved, character(), low).unwrap();
        let mut fixed = Fixed {
            dice: 7,
            percent: is_hurt,
            ..Fixed::default()
        };
        let outcome = expedition.blast(None, &mut fixed);
        assert_eq!((outcome.success, outcome.minutes), (true, 0));
        assert_eq!(outcome.damage, if is_hurt { 7 } else { 0 });
        assert_eq!(expedition.character().explosives, 0);
        let asked: &[&str] = if is_hurt { &["50 %", "2d6"] } else { &["50 %"] };
        assert_eq!(fixed.asked, asked);
    }
    let (carved, id, low) = changed(ConnectionKind::Stairs, 1, block);
    let poor = Character {
        explosives: 0,
        ..character()
    };
    let mut expedition = resume(carved, poor, low).unwrap();
    let outcome = expedition.blast(None, &mut Fixed::default());
    let connection = expedition.carved().sector().connection(id).unwrap();
    assert!(!outcome.success && connection.is_blocked());
}

#[test]
fn an_elevator_without_power_is_repaired_for_good_or_climbed() {
    let dead = |connection: &mut RawConnection| {
        connection.powered = Some(false);
        connection.dc = 15;
    };
    let (carved, id, low) = changed(ConnectionKind::Elevator, 3, dead);
    let sector = carved.sector();
    let connection = sector.connection(id).unwrap();
    // As a shaft: 12, not 15.
    for (roll, success, is_bottom) in [(12, true, false), (11, false, true), (6, false, true)] {
        let mut fixed = Fixed {
            roll,
            dice: 2,
            ..Fixed::default()
        };
        let outcome = attempt_traversal(sector, &connection, low, &mut character(), &mut fixed);
        assert_eq!((outcome.success, outcome.room == low), (success, is_bottom));
        assert_eq!(fixed.asked[0], "MIGHT 12");
    }
    let mut expedition = resume(carved, character(), low).unwrap();
    let mut fixed = Fixed {
        roll: 14,
        ..Fixed::default()
    };
    assert!(!expedition.repair(None, &mut fixed).success);
    fixed.roll = 15;
    assert!(expedition.repair(None, &mut fixed).success);
    assert_eq!(fixed.asked, ["WITS 15", "WITS 15"]);
    let connection = expedition.carved().sector().connection(id).unwrap();
    assert_eq!((connection.powered(), connection.dc()), (Some(true), 0));
    fixed.asked.clear();
    assert!(expedition.go(Direction::Up, &mut fixed).success);
    assert!(fixed.asked.is_empty());
    assert!(!expedition.repair(None, &mut fixed).success);
}

#[test]
fn difficulty_moves_every_check() {
    for (difficulty, clear, climb) in [
        (Difficulty::Easy, "MIGHT 13", "MIGHT 10"),
        (Difficulty::Hard, "MIGHT 17", "MIGHT 14"),
    ] {
        let (mut raw, id) = with_kind(ConnectionKind::Elevator, 3);
        raw.blueprint.difficulty = difficulty;
        raw.connections[id.index()].powered = Some(false);
        for connection in &mut raw.connections {
            let dc = match (connection.kind, connection.powered) {
                (ConnectionKind::Elevator, Some(false)) => 15,
                (kind, _) => kind.dc(),
            };
            connection.dc = difficulty.adjust(dc);
        }
        let sector = Sector::from_raw(raw.clone()).unwrap();
        let (_, asked) = attempt(&sector, id, true, 20);
        assert_eq!(asked, [climb]);
        block(&mut raw.connections[id.index()]);
        let sector = Sector::from_raw(raw).unwrap();
        let [low, _] = sector.connection(id).unwrap().low_and_high();
        let mut expedition = resume(carve(sector).unwrap(), character(), low).unwrap();
        let mut fixed = Fixed::default();
        expedition.clear(None, &mut fixed);
        assert_eq!(fixed.asked, [clear]);
    }
}

#[test]
fn a_hazard_is_rolled_once_and_named() {
    let (mut raw, id) = with_kind(ConnectionKind::Stairs, 1);
    raw.connections[id.index()].hazards = vec![Hazard {
        name: "loose tread".to_owned(),
        text: "A tread tips.".to_owned(),
        chance: 30,
        damage: Dice::sum(1, 4),
    }];
    let sector = Sector::from_raw(raw).unwrap();
    let connection = sector.connection(id).unwrap();
    let [low, high] = connection.low_and_high();
    let mut fixed = Fixed {
        dice: 4,
        percent: true,
        ..Fixed::default()
    };
    let mut character = character();
    let outcome = attempt_traversal(&sector, &connection, low, &mut character, &mut fixed);
    assert_eq!(
        (outcome.success, outcome.damage, outcome.room),
        (true, 4, high)
    );
    assert_eq!(character.hp, 16);
    assert!(
        outcome.message.contains("loose tread"),
        "{}",
        outcome.message
    );
    assert_eq!(fixed.asked, ["30 %", "d4"]);
}

#[test]
fn who_is_down_does_nothing_any_more() {
    let (carved, _, low) = changed(ConnectionKind::Shaft, 2, |_| {});
    let weak = Character {
        hp: 2,
        ..character()
    };
    let mut expedition = resume(carved, weak, low).unwrap();
    let mut fixed = Fixed {
        roll: 1,
        dice: 9,
        ..Fixed::default()
    };
    let fallen = expedition.go(Direction::Up, &mut fixed);
    assert!(
        !fallen.success && fallen.message.ends_with("You are down."),
        "{}",
        fallen.message
    );
    assert_eq!(expedition.character().hp, 0);
    let before = expedition.clone();
    for direction in Direction::ALL {
        assert!(!expedition.go(direction, &mut fixed).success);
    }
    assert!(!expedition.clear(None, &mut fixed).success);
    assert!(!expedition.blast(None, &mut fixed).success);
    assert!(!expedition.repair(None, &mut fixed).success);
    assert_eq!(expedition, before);
}

#[test]
fn up_works_only_if_something_leads_up() {
    for seed in 0..50 {
        let carved = carve(generate(&Blueprint::default(), Seed::new(seed)).unwrap()).unwrap();
        for room in RoomId::all(carved.sector().rooms().len()) {
            for direction in [
                Direction::Up,
                Direction::Down,
                Direction::North,
                Direction::West,
            ] {
                let mut expedition = resume(carved.clone(), character(), room).unwrap();
                let leads = expedition
                    .ways_out()
                    .iter()
                    .any(|way| way.direction == direction);
                let outcome = expedition.go(
                    direction,
                    &mut Fixed {
                        roll: 20,
                        ..Fixed::default()
                    },
                );
                let is_blocked = outcome.message.contains("cleared first");
                assert_eq!(outcome.success, leads && !is_blocked);
            }
        }
    }
}

/// The shares of outcomes at a shaft match the probabilities of a d20.
#[test]
fn dice_are_fair() {
    let (raw, id) = with_kind(ConnectionKind::Shaft, 2);
    let sector = Sector::from_raw(raw).unwrap();
    let connection = sector.connection(id).unwrap();
    let [low, _] = connection.low_and_high();
    for might in [0, 5] {
        let mut counts = [0u32; 3];
        let mut stream: Stream = Seed::new(might as u64).stream();
        let tries = 200_000;
        for _ in 0..tries {
            let mut character = Character {
                might,
                hp: 9999,
                ..character()
            };
            let outcome = attempt_traversal(&sector, &connection, low, &mut character, &mut stream);
            let kind = match (outcome.success, outcome.message.contains("fall")) {
                (true, _) => 0,
                (false, false) => 1,
                (false, true) => 2,
            };
            counts[kind] += 1;
        }
        // Faces of the die that succeed, slip and fall.
        let expected = if might == 0 { [9, 5, 6] } else { [14, 5, 1] };
        for (count, faces) in counts.into_iter().zip(expected) {
            let mean = f64::from(tries) * f64::from(faces) / 20.0;
            let deviation = (mean * (1.0 - f64::from(faces) / 20.0)).sqrt();
            assert!(
                (f64::from(count) - mean).abs() < 5.0 * deviation,
                "{counts:?}"
            );
        }
    }
}

/// Ten thousand moves in each of many sectors: never outside, never stuck.
#[test]
fn random_walks_never_end_in_a_wall() {
    for seed in 0..40u64 {
        let blueprint = Blueprint {
            target_rooms: 12,
            trend: Trend::ALL[seed as usize % 3],
            ..Blueprint::default()
        };
        let carved = carve(generate(&blueprint, Seed::new(seed)).unwrap()).unwrap();
        let hardy = Character {
            hp: 9999,
            might: 10,
            ..Character::default()
        };
        let mut expedition = Expedition::new(carved, hardy).unwrap();
        let mut stream = Seed::new(seed).child("walk").stream();
        for _ in 0..1000 {
            if !expedition.character().is_up() {
                break;
            }
            let ways = expedition.ways_out();
            assert!(!ways.is_empty());
            let way = *stream.pick(&ways).unwrap();
            match stream.below(8) {
                0 => expedition.clear(None, &mut stream),
                1 => expedition.repair(None, &mut stream),
                _ => expedition.take(way, &mut stream),
            };
            let at = expedition.carved().middle_of(expedition.room()).unwrap();
            assert!(expedition.carved().volume().is_walkable(at));
            assert_eq!(expedition.carved().room_at(at), Some(expedition.room()));
        }
        assert_eq!(crate::validate::carved(expedition.carved()), []);
    }
}

/// Whoever goes where they have been least comes to every room, with the keys that lie on the
/// way; and a way that is locked says so until then.
#[test]
fn every_room_is_reached_with_the_keys_found_on_the_way() {
    let (mut locks, mut shut) = (0, 0);
    for seed in 0..60 {
        let blueprint = Blueprint {
            target_rooms: 20,
            ..Blueprint::default()
        };
        let carved = carve(generate(&blueprint, Seed::new(seed)).unwrap()).unwrap();
        let rooms = carved.sector().rooms().len();
        locks += carved.sector().locks().len();
        let mut fixed = Fixed {
            roll: 20,
            ..Fixed::default()
        };
        let mut expedition = Expedition::new(carved, character()).unwrap();
        let mut visits = vec![0; rooms];
        for _ in 0..4000 {
            visits[expedition.room().index()] += 1;
            expedition.clear(Some(Direction::Up), &mut fixed);
            expedition.clear(Some(Direction::Down), &mut fixed);
            let ways = expedition.ways_out().into_iter();
            let way = ways.min_by_key(|way| visits[way.to.index()]).unwrap();
            let before = (expedition.room(), expedition.minutes());
            let outcome = expedition.take(way, &mut fixed);
            if !outcome.success {
                assert!(
                    outcome.message.starts_with("That way is locked."),
                    "{}",
                    outcome.message
                );
                assert_eq!((expedition.room(), expedition.minutes()), before);
                visits[way.to.index()] += 1;
                shut += 1;
            }
            if expedition.visited().len() == rooms {
                break;
            }
        }
        assert_eq!(expedition.visited().len(), rooms, "seed {seed}");
    }
    assert!(locks > 60 && shut > 20, "{locks} {shut}");
}
