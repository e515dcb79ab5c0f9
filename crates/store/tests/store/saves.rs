//! Characters, games, recordings, and what the log says of them.

use super::contract::{sector, text};
use super::on_each;
use deepway::play::Expedition;
use deepway::sector::Blueprint;
use deepway::traverse::Character;
use deepway::world::World;
use deepway::{Layer, RoomId, RoomPos, Seed, generate};
use deepway_store::{
    HappeningKind, Over, Question, Save, SaveKind, StoreError, Write, load, load_character, save,
    save_character,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn recording(name: &str, bytes: &[u8]) -> Save {
    Save {
        kind: SaveKind::Recording,
        name: name.to_owned(),
        format: 3,
        bytes: bytes.to_vec(),
        place: None,
        hit_points: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_bytes_come_back(
        bytes in vec(any::<u8>(), 0..2000),
        name in "[^\\p{C}\\p{Z}]{1,60}",
        format in any::<u32>(),
        place in proptest::option::of("[^\\p{C}]{0,40}"),
        hit_points in proptest::option::of(any::<i64>()),
        kind in 0_usize..3,
    ) {
        let format = format >> 1;
        let kind = SaveKind::ALL[kind];
        let saved = Save { kind, name, format, bytes, place, hit_points };
        on_each(|store| {
            save(store, "w", &sector(1, 5), Over::Nothing).unwrap();
            let write = |over| [Write::Save(&saved, over)];
            assert_eq!(store.write("w", &write(Over::Nothing)).unwrap(), [1]);
            let back = store.save("w", kind, &saved.name).unwrap();
            assert_eq!(back, (saved.clone(), 1));
            assert_eq!(store.write("w", &write(Over::Revision(1))).unwrap(), [2]);
            let taken = store.write("w", &write(Over::Nothing)).unwrap_err();
            assert!(matches!(taken, StoreError::SaveTaken { .. }), "{taken}");
            let late = store.write("w", &write(Over::Revision(1))).unwrap_err();
            assert!(matches!(late, StoreError::Conflict { .. }), "{late}");
        });
    }
}

#[test]
fn what_belongs_together_is_written_together() {
    on_each(|store| {
        let (first, second) = (recording("first", b"abc"), recording("second", b"\0\xff"));
        let world = sector(1, 5);
        save(store, "w", &world, Over::Nothing).unwrap();
        store
            .write("w", &[Write::Save(&first, Over::Nothing)])
            .unwrap();
        // The second part fails, so the first is not there either.
        let both = [
            Write::Save(&second, Over::Nothing),
            Write::Event("played", "a game"),
            Write::Save(&first, Over::Nothing),
        ];
        assert!(store.write("w", &both).is_err());
        let error = store.save("w", SaveKind::Recording, "second").unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no recording \"second\" in the world \"w\""
        );
        assert!(
            !store
                .log("w")
                .unwrap()
                .iter()
                .any(|line| line.detail == "a game")
        );
        let both = [
            Write::Save(&second, Over::Nothing),
            Write::Event("played", "a game"),
        ];
        assert_eq!(store.write("w", &both).unwrap(), [1, 0]);
        let names: Vec<String> = store
            .saves("w")
            .unwrap()
            .into_iter()
            .map(|it| it.name)
            .collect();
        assert_eq!(names, ["first", "second"]);
        let log = store.log("w").unwrap();
        let last = log.last().unwrap();
        assert_eq!(last.kind, HappeningKind::Event("played".to_owned()));
        store
            .write("w", &[Write::Forget(SaveKind::Recording, "first")])
            .unwrap();
        assert!(
            store
                .write("w", &[Write::Forget(SaveKind::Recording, "first")])
                .is_err()
        );
        // Nothing belongs to a world that is not there; with the world it is gone.
        let error = store.write("x", &[Write::Event("a", "b")]).unwrap_err();
        assert!(matches!(error, StoreError::Missing { .. }), "{error}");
        store.delete("w").unwrap();
        save(store, "w", &world, Over::Nothing).unwrap();
        assert!(store.saves("w").unwrap().is_empty());
        assert_eq!(store.info().unwrap().saves, 0);
    });
}

#[test]
fn characters_share_a_sector() {
    let blueprint = Blueprint {
        target_rooms: 12,
        ..Blueprint::default()
    };
    // A sector with something to clear.
    let seed = (0..500).find(|&seed| {
        let sector = generate::sector(&blueprint, Seed::new(seed))
            .unwrap()
            .sector;
        sector
            .connections()
            .any(|connection| connection.is_blocked())
    });
    let made = generate::sector(&blueprint, Seed::new(seed.unwrap())).unwrap();
    let carved = generate::carve(made).unwrap().carved;
    on_each(|store| {
        save(store, "w", &World::from(carved.clone()), Over::Nothing).unwrap();
        let well = Character {
            name: "Ann".to_owned(),
            might: 30,
            ..Character::default()
        };
        let mut ann = Expedition::new(carved.clone(), well.clone()).unwrap();
        let mut dice = Seed::new(3).stream();
        let entered = Some(("entered", "Ann comes in"));
        let saved = save_character(store, "w", "Ann", &ann, None, Over::Nothing, entered);
        assert_eq!(saved.unwrap(), (1, None));
        let (mut revision, mut of_sector, mut has_cleared) = (1, 1, false);
        for _ in 0..400 {
            let before = ann.carved().clone();
            let ways = ann.ways_out();
            let outcome = ann.clear(None, &mut dice);
            if !outcome.success {
                ann.take(*dice.pick(&ways).unwrap(), &mut dice);
            }
            ann.set_character(Character {
                explosives: ann.character().explosives,
                ..well.clone()
            });
            let is_changed = *ann.carved() != before;
            has_cleared |= is_changed;
            let over = Over::Revision(revision);
            let changed = is_changed.then_some(of_sector);
            let (now, sector) =
                save_character(store, "w", "Ann", &ann, changed, over, None).unwrap();
            revision = now;
            of_sector = sector.unwrap_or(of_sector);
            if has_cleared {
                break;
            }
        }
        assert!(has_cleared);
        let (back, character, sector) = load_character(store, "w", "Ann").unwrap();
        assert_eq!((&back, character, sector), (&ann, revision, of_sector));
        let summary = store.saves("w").unwrap().remove(0);
        assert_eq!(summary.place, Some(ann.room().to_string()));
        assert_eq!(summary.hit_points, Some(20));
        // Bob comes into the sector as Ann left it.
        let (world, _) = load(store, "w").unwrap();
        assert_eq!(text(&world), text(&World::from(ann.carved().clone())));
        let bob = Expedition::new(ann.carved().clone(), Character::default()).unwrap();
        save_character(store, "w", "Bob", &bob, None, Over::Nothing, None).unwrap();
        assert_eq!(load_character(store, "w", "Bob").unwrap().0, bob);
        let late = save_character(store, "w", "Bob", &bob, Some(1), Over::Revision(1), None);
        assert!(matches!(late, Err(StoreError::Conflict { .. })), "{late:?}");
    });
}

#[test]
fn rooms_are_found_as_the_sector_finds_them() {
    for seed in 0..6 {
        let blueprint = Blueprint {
            target_rooms: 20 + seed as u32 * 17,
            trend: deepway::sector::Trend::Mixed,
            ..Blueprint::default()
        };
        let sector = generate::sector(&blueprint, Seed::new(seed))
            .unwrap()
            .sector;
        on_each(|store| {
            save(store, "w", &World::from(sector.clone()), Over::Nothing).unwrap();
            let mut ask = |question: Question| store.rooms("w", &question).unwrap();
            for layer in Layer::ALL {
                let expected = sector.at_layer(layer).map(|room| room.id.to_string());
                assert!(ask(Question::AtLayer(layer)).into_iter().eq(expected));
            }
            for room in sector.rooms() {
                let RoomPos { x, y, z } = room.position;
                for radius in [0, 1, 3, 50, u32::MAX] {
                    let expected = sector.in_range(room.position, radius);
                    let centre = [x, y, z];
                    let found = ask(Question::InRange { centre, radius });
                    assert!(
                        found
                            .into_iter()
                            .eq(expected.map(|room| room.id.to_string()))
                    );
                }
                let in_order = |mut rooms: Vec<RoomId>| {
                    rooms.sort_unstable();
                    rooms
                        .into_iter()
                        .map(|id| id.to_string())
                        .collect::<Vec<_>>()
                };
                let id = room.id.to_string();
                assert_eq!(
                    ask(Question::Above(id.clone())),
                    in_order(sector.above(room.id))
                );
                assert_eq!(ask(Question::Below(id)), in_order(sector.below(room.id)));
            }
            assert!(ask(Question::Above("r9999'; --".to_owned())).is_empty());
        });
    }
}
