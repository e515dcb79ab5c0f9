//! Zones of open worlds.

use super::contract::{changed_strata, sector, text};
use super::{Folder, on_each, postgres};
use deepway::strata::{Address, Entry, EntryKind, Strata};
use deepway::world::World;
use deepway::{Cell, Seed, ZonePos};
use deepway_store::{
    Change, HappeningKind, Over, Store, StoreError, Zone, ZoneWrite, load, load_zone, open, retry,
    save, save_zone, update_zone,
};
use std::collections::BTreeMap;

fn zone(x: u32, y: u32, z: u32) -> ZonePos {
    ZonePos::at([x, y], z).unwrap()
}

fn with_property(value: &str) -> Zone {
    Zone {
        properties: BTreeMap::from([("note".to_owned(), value.to_owned())]),
        ..Zone::default()
    }
}

fn write<'a>(zone: &'a str, changes: &'a Zone, over: Over) -> ZoneWrite<'a> {
    ZoneWrite {
        zone,
        changes,
        over,
        said: "",
    }
}

#[test]
fn a_zone_is_saved_by_itself_and_read_with_the_world() {
    on_each(|store| {
        let strata = Strata::new(Seed::new(7));
        save(
            store,
            "w",
            &World::from(Strata::new(Seed::new(7))),
            Over::Nothing,
        )
        .unwrap();
        let here = zone(34, 67, 12);
        let name = Address::of(here).to_string();
        assert_eq!(store.zone("w", &name).unwrap(), (Zone::default(), 0));
        // A stair is dug, and saved as it happens.
        let dig = |strata: &Strata| {
            let entry = Entry {
                zone: here,
                y: 9,
                x: 9,
                kind: EntryKind::StairsDown,
                object: Some("rope".to_owned()),
            };
            strata.add(entry).unwrap();
            Ok::<_, StoreError>("dug stairs at 9,9".to_owned())
        };
        assert_eq!(update_zone(store, "w", &strata, here, dig).unwrap(), 1);
        let draw = |strata: &Strata| {
            strata
                .set_cell(here.to_world(20, 5).unwrap(), Cell::Door)
                .unwrap();
            Ok::<_, StoreError>(String::new())
        };
        assert_eq!(update_zone(store, "w", &strata, here, draw).unwrap(), 2);
        let (back, revision) = load(store, "w").unwrap();
        assert_eq!(revision, 1);
        assert_eq!(text(&back), text(&World::from(strata)));
        assert_eq!(store.zones("w").unwrap(), [(name.clone(), 2)]);
        let log = store.log("w").unwrap();
        let said: Vec<_> = log
            .iter()
            .map(|line| (&line.kind, line.detail.as_str()))
            .collect();
        let dug = HappeningKind::Zone(name.clone(), 1);
        assert!(said.contains(&(&dug, "dug stairs at 9,9")), "{said:?}");
        // Somebody who has the world reads the one zone.
        let other = Strata::new(Seed::new(7));
        assert_eq!(load_zone(store, "w", &other, here).unwrap(), 2);
        assert_eq!(text(&World::from(other)), text(&back));
        // What is taken back is gone, and the zone still counts its revisions.
        let empty = Zone::default();
        let writes = [write(&name, &empty, Over::Revision(2))];
        assert_eq!(store.write_zones("w", &writes).unwrap(), [3]);
        let fresh = World::from(Strata::new(Seed::new(7)));
        assert_eq!(text(&load(store, "w").unwrap().0), text(&fresh));
        assert_eq!(store.zone("w", &name).unwrap(), (Zone::default(), 3));
    });
}

#[test]
fn a_zone_is_written_over_only_as_it_was_read() {
    on_each(|store| {
        save(
            store,
            "w",
            &World::from(Strata::new(Seed::new(7))),
            Over::Nothing,
        )
        .unwrap();
        let (a, b) = (with_property("a"), with_property("b"));
        let conflict =
            |answer: Result<Vec<i64>, StoreError>, expected: i64, found: i64| match answer {
                Err(StoreError::Conflict {
                    expected: e,
                    found: f,
                    ..
                }) => {
                    assert_eq!((e, f), (expected, found));
                }
                other => panic!("{other:?}"),
            };
        assert_eq!(
            store
                .write_zones("w", &[write("z", &a, Over::Revision(0))])
                .unwrap(),
            [1]
        );
        conflict(
            store.write_zones("w", &[write("z", &b, Over::Revision(0))]),
            0,
            1,
        );
        conflict(
            store.write_zones("w", &[write("z", &b, Over::Nothing)]),
            0,
            1,
        );
        conflict(
            store.write_zones("w", &[write("y", &b, Over::Revision(4))]),
            4,
            0,
        );
        assert_eq!(
            store
                .write_zones("w", &[write("z", &b, Over::Revision(1))])
                .unwrap(),
            [2]
        );
        // Several at once: all or none.
        let several = [
            write("y", &a, Over::Nothing),
            write("z", &a, Over::Revision(1)),
        ];
        conflict(store.write_zones("w", &several), 1, 2);
        assert_eq!(store.zone("w", "y").unwrap(), (Zone::default(), 0));
        assert_eq!(store.zone("w", "z").unwrap(), (b.clone(), 2));
        let several = [
            write("z", &a, Over::Revision(2)),
            write("y", &a, Over::Nothing),
        ];
        assert_eq!(store.write_zones("w", &several).unwrap(), [3, 1]);
        let twice = [
            write("z", &a, Over::Anything),
            write("z", &b, Over::Anything),
        ];
        let error = store.write_zones("w", &twice).unwrap_err().to_string();
        assert!(error.contains("zone z twice: expected it once"), "{error}");
        assert_eq!(
            store
                .write_zones("w", &[write("z", &b, Over::Anything)])
                .unwrap(),
            [4]
        );
        // Only open worlds have zones.
        save(store, "s", &sector(1, 5), Over::Nothing).unwrap();
        let error = store.zone("s", "z").unwrap_err().to_string();
        assert_eq!(error, "the world \"s\" is a sector: expected an open world");
        assert!(matches!(
            store.zones("none"),
            Err(StoreError::Missing { .. })
        ));
    });
}

#[test]
fn a_world_that_is_saved_anew_replaces_its_zones() {
    on_each(|store| {
        let first = World::from(changed_strata(8, 40));
        save(store, "w", &first, Over::Nothing).unwrap();
        let before = store.zones("w").unwrap().len();
        assert!(before > 20);
        let second = World::from(changed_strata(9, 10));
        save(store, "w", &second, Over::Anything).unwrap();
        assert_eq!(text(&load(store, "w").unwrap().0), text(&second));
        store.delete("w").unwrap();
        assert_eq!(store.info().unwrap().zones, 0);
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
    });
}

/// Many processes change one zone for the first time: it is stored once, and nothing is lost.
#[test]
fn nobody_loses_what_he_changed_in_a_zone() {
    let folder = Folder::new();
    for location in [folder.location()].into_iter().chain(postgres()) {
        let mut store = open(&location).unwrap();
        let world = World::from(Strata::new(Seed::new(7)));
        save(store.as_mut(), "w", &world, Over::Nothing).unwrap();
        std::thread::scope(|scope| {
            for who in 0..4 {
                let location = &location;
                scope.spawn(move || {
                    let mut store = open(location).unwrap();
                    for number in 0..10 {
                        retry(|| {
                            let (mut zone, revision) = store.zone("w", "z")?;
                            zone.properties
                                .insert(format!("{who}:{number}"), String::new());
                            let over = Over::Revision(revision);
                            store.write_zones("w", &[write("z", &zone, over)])
                        })
                        .unwrap();
                    }
                });
            }
        });
        let (zone, revision) = store.zone("w", "z").unwrap();
        assert_eq!((zone.properties.len(), revision), (40, 40), "{location}");
    }
}

#[test]
fn others_hear_what_was_changed() {
    let folder = Folder::new();
    for location in [folder.location()].into_iter().chain(postgres()) {
        let open = || open(&location).unwrap();
        let (mut one, mut two): (Box<dyn Store>, Box<dyn Store>) = (open(), open());
        let world = World::from(Strata::new(Seed::new(7)));
        save(one.as_mut(), "w", &world, Over::Nothing).unwrap();
        assert_eq!(two.heard().unwrap(), [Change::World("w".to_owned())]);
        assert_eq!(one.heard().unwrap(), []);
        let here = zone(3, 4, 15);
        let strata = Strata::new(Seed::new(7));
        let mut changes = strata.zone_changes(here);
        changes.properties.insert("a".to_owned(), "b".to_owned());
        strata.set_zone_changes(here, changes).unwrap();
        save_zone(one.as_mut(), "w", &strata, here, Over::Nothing, "").unwrap();
        let name = Address::of(here).to_string();
        let expected = Change::Zone {
            world: "w".to_owned(),
            zone: name,
        };
        assert_eq!(two.heard().unwrap(), [expected]);
        assert_eq!(two.heard().unwrap(), []);
        // What was not done is not announced.
        assert!(save_zone(one.as_mut(), "w", &strata, here, Over::Nothing, "").is_err());
        changes = strata.zone_changes(here);
        changes.properties.insert("a".to_owned(), "b\nc".to_owned());
        strata.set_zone_changes(here, changes).unwrap();
        let error = save_zone(one.as_mut(), "w", &strata, here, Over::Anything, "");
        assert!(matches!(error, Err(StoreError::Unwritable(_))), "{error:?}");
        assert_eq!(two.heard().unwrap(), []);
        // Whoever does not listen for long reads everything again.
        if location.starts_with("sqlite:") {
            let zone = with_property("again");
            for _ in 0..5 {
                one.write_zones("w", &[write("z", &zone, Over::Anything)])
                    .unwrap();
            }
            // Only the latest announcements are kept.
            let path = location.replacen("sqlite:", "", 1);
            let file = rusqlite::Connection::open(path).unwrap();
            let forget = "DELETE FROM Announcements WHERE announcement_id <=
                 (SELECT max(announcement_id) - 2 FROM Announcements)";
            file.execute_batch(forget).unwrap();
            let heard = two.heard().unwrap();
            assert_eq!(heard[0], Change::Everything);
            assert_eq!(heard.len(), 3);
        }
    }
}
