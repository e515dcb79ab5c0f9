//! The rules of docs/traversal.md other than the table of checks.

use super::*;

#[test]
fn a_one_way_connection_is_climbed_one_way_only() {
    for is_up in [true, false] {
        let (mut raw, id) = with_kind(ConnectionKind::Stairs, 1);
        let connection = &mut raw.connections[id.index()];
        connection.two_way = false;
        let height = |room: RoomId| raw.rooms[room.index()].position.z;
        if (height(connection.from) < height(connection.to)) != is_up {
            std::mem::swap(&mut connection.from, &mut connection.to);
        }
        let (from, to) = (connection.from, connection.to);
        let sector = Sector::from_raw(raw).unwrap();
        let connection = sector.connection(id).unwrap();
        let go = |room: RoomId| {
            let mut fixed = Fixed::default();
            attempt_traversal(&sector, &connection, room, &mut character(), &mut fixed)
        };
        assert_eq!((go(from).success, go(from).room), (true, to));
        let back = go(to);
        assert_eq!((back.success, back.room, back.minutes), (false, to, 0));
        assert_eq!(back.message, "It only leads the other way.");
    }
}

/// DCs of docs/traversal.md: 10 for a ladder, 12 for a shaft, 15 to repair an elevator, two
/// less where it is easy and two more where it is hard.
#[test]
fn a_cleared_collapse_remembers_the_difficulty() {
    for (difficulty, ladder, shaft, dead) in [
        (Difficulty::Easy, 8, 10, 13),
        (Difficulty::Normal, 10, 12, 15),
        (Difficulty::Hard, 12, 14, 17),
    ] {
        for (kind, levels, powered, dc) in [
            (ConnectionKind::Ladder, 1, None, ladder),
            (ConnectionKind::Shaft, 2, None, shaft),
            (ConnectionKind::Elevator, 3, Some(false), dead),
            (ConnectionKind::Elevator, 3, Some(true), 0),
        ] {
            let (mut raw, id) = with_kind(kind, levels);
            raw.connections.retain(|connection| connection.id == id);
            raw.edges.clear();
            let id = ConnectionId::new(0);
            raw.connections[0].id = id;
            raw.connections[0].powered = powered;
            raw.blueprint.difficulty = difficulty;
            collapse(&mut raw.connections[0]);
            raw.connections[0].dc = difficulty.adjust(15);
            let mut carved = carve(Sector::from_raw(raw).unwrap()).unwrap();
            assert!(carved.clear(id));
            let connection = carved.sector().connection(id).unwrap();
            assert_eq!((connection.kind(), connection.dc()), (kind, dc));
        }
    }
}

#[test]
fn a_hazard_waits_for_those_who_slip_as_well() {
    for (kind, levels, asked) in [
        (ConnectionKind::Ladder, 1, &["MIGHT 10", "d4", "40 %", "d8"]),
        (ConnectionKind::Shaft, 2, &["MIGHT 12", "2d6", "40 %", "d8"]),
    ] {
        let (mut raw, id) = with_kind(kind, levels);
        raw.connections[id.index()].hazards = vec![Hazard {
            name: "wasps".to_owned(),
            text: "Something stings.".to_owned(),
            chance: 40,
            damage: Dice::sum(1, 8),
        }];
        let sector = Sector::from_raw(raw).unwrap();
        let connection = sector.connection(id).unwrap();
        let [low, _] = connection.low_and_high();
        let mut fixed = Fixed {
            roll: 1,
            dice: 3,
            percent: true,
            ..Fixed::default()
        };
        let mut character = character();
        let outcome = attempt_traversal(&sector, &connection, low, &mut character, &mut fixed);
        assert_eq!((outcome.success, outcome.damage), (false, 6));
        assert_eq!(character.hp, 14);
        assert!(outcome.message.contains("(wasps)"), "{}", outcome.message);
        assert_eq!(fixed.asked, asked);
    }
}

/// Minutes of docs/traversal.md: one per layer, five per layer of a shaft.
#[test]
fn minutes_are_those_of_the_table() {
    use ConnectionKind::{Elevator, Ladder, Shaft, Stairs};
    for (kind, levels, powered, minutes) in [
        (Stairs, 1, None, 1),
        (Stairs, 2, None, 2),
        (Ladder, 1, None, 1),
        (Shaft, 2, None, 10),
        (Shaft, 3, None, 15),
        (Elevator, 3, Some(true), 3),
        (Elevator, 3, Some(false), 15),
    ] {
        let (mut raw, id) = with_kind(kind, levels);
        let connection = &mut raw.connections[id.index()];
        connection.powered = powered;
        if powered == Some(false) {
            connection.dc = 15;
        }
        let sector = Sector::from_raw(raw).unwrap();
        for (is_up, roll) in [(true, 20), (false, 20), (true, 1), (false, 1)] {
            let (outcome, _) = attempt(&sector, id, is_up, roll);
            assert_eq!(
                outcome.minutes, minutes,
                "{kind:?} over {levels}, {powered:?}"
            );
        }
    }
}

#[test]
fn who_is_down_can_traverse_nothing() {
    let (raw, id) = with_kind(ConnectionKind::Stairs, 1);
    let sector = Sector::from_raw(raw).unwrap();
    let connection = sector.connection(id).unwrap();
    let mut somebody = character();
    assert!(can_traverse(&somebody, &connection));
    somebody.hp = 0;
    assert!(!can_traverse(&somebody, &connection));
    let (from, mut fixed) = (connection.from, Fixed::default());
    let outcome = attempt_traversal(&sector, &connection, from, &mut somebody, &mut fixed);
    assert_eq!((outcome.success, outcome.room), (false, from));
}
