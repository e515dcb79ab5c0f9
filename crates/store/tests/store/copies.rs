//! Copies of whole stores, and archives of them.

use super::contract::{changed_strata, sector, text, worlds};
use super::{Folder, on_each, postgres};
use deepway::Seed;
use deepway::strata::Strata;
use deepway::world::World;
use deepway_store::{
    Item, Over, Save, SaveKind, Store, StoreError, Write, Zone, ZoneWrite, copy, export, import,
    load, open, save,
};

/// A store with a little of everything.
fn fill(store: &mut dyn Store) {
    for (number, world) in worlds().iter().take(9).enumerate() {
        save(store, &format!("world {number}"), world, Over::Nothing).unwrap();
    }
    save(
        store,
        "open",
        &World::from(changed_strata(5, 30)),
        Over::Nothing,
    )
    .unwrap();
    let zone = Zone {
        cells: vec![(5, 6, "door".to_owned())],
        ..Zone::default()
    };
    for over in [Over::Nothing, Over::Revision(1)] {
        let write = ZoneWrite {
            zone: "World.1.1.1.1.15",
            changes: &zone,
            over,
            said: "a door",
        };
        store.write_zones("open", &[write]).unwrap();
    }
    let game = Save {
        kind: SaveKind::Game,
        name: "slot 'one'".to_owned(),
        format: 7,
        bytes: (0..=255).collect(),
        place: Some("r3".to_owned()),
        hit_points: Some(-4),
    };
    let writes = [
        Write::Save(&game, Over::Nothing),
        Write::Event("played", "well \"enough\""),
    ];
    store.write("world 3", &writes).unwrap();
    store.rename("world 8", "the eighth").unwrap();
}

fn items(store: &mut dyn Store) -> Vec<Item> {
    let mut items = Vec::new();
    store
        .give(&mut |item| {
            items.push(item);
            Ok(())
        })
        .unwrap();
    items
}

/// What two stores hold in common order: zones by name, the log by what it says.
fn sorted(mut items: Vec<Item>) -> Vec<String> {
    let mut world = String::new();
    let mut lines: Vec<String> = items
        .drain(..)
        .map(|mut item| {
            if let Item::World { name, document, .. } = &mut item {
                world.clone_from(name);
                // What follows from the rest may be left out of a document.
                let whole = deepway::codec::open(name, document.json.as_bytes()).unwrap();
                document.json = text(&whole);
            }
            format!("{world} {item:?}")
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn a_copy_is_the_same_on_every_engine() {
    let mut origin = open("memory:").unwrap();
    fill(origin.as_mut());
    let expected = sorted(items(origin.as_mut()));
    on_each(|store| {
        assert_eq!(copy(origin.as_mut(), store).unwrap(), 10);
        assert!(sorted(items(store)) == expected, "{}", store.place());
        let (one, two) = (load(origin.as_mut(), "open"), load(store, "open"));
        assert_eq!(text(&one.unwrap().0), text(&two.unwrap().0));
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
        // And on to another one.
        let folder = Folder::new();
        let mut next = open(&folder.location()).unwrap();
        copy(store, next.as_mut()).unwrap();
        assert!(sorted(items(next.as_mut())) == expected);
        // A second time the names are taken, and nothing is changed.
        let error = copy(origin.as_mut(), store).unwrap_err();
        assert!(matches!(error, StoreError::Taken { .. }), "{error}");
        assert!(sorted(items(store)) == expected);
        // What is saved afterwards gets ids of its own.
        save(store, "later", &sector(4, 6), Over::Nothing).unwrap();
        save(
            store,
            "later still",
            &World::from(Strata::new(Seed::new(1))),
            Over::Nothing,
        )
        .unwrap();
        assert_eq!(store.zones("later still").unwrap(), []);
    });
}

#[test]
fn an_archive_is_read_back_completely_or_not_at_all() {
    on_each(|store| {
        fill(store);
        let expected = sorted(items(store));
        let mut archive = Vec::new();
        let lines = export(store, &mut archive).unwrap();
        let archive = String::from_utf8(archive).unwrap();
        assert_eq!(archive.lines().count() as u64, lines);
        let others = [
            Some("memory:".to_owned()),
            Some(Folder::new().location()),
            postgres(),
        ];
        let folder = Folder::new();
        for other in others.into_iter().flatten() {
            let other = match other.starts_with("sqlite:") {
                true => folder.location(),
                false => other,
            };
            let mut other = open(&other).unwrap();
            let count = import(other.as_mut(), "a.jsonl", &mut archive.as_bytes()).unwrap();
            assert_eq!(count, 10);
            assert!(sorted(items(other.as_mut())) == expected);
        }
        // Cut anywhere, nothing of it is imported.
        let mut other = open("memory:").unwrap();
        let cuts = (0..archive.len()).step_by(archive.len() / 23 + 1);
        for cut in cuts.filter(|&cut| archive.is_char_boundary(cut)) {
            let mut part = &archive.as_bytes()[..cut];
            let error = import(other.as_mut(), "a.jsonl", &mut part)
                .unwrap_err()
                .to_string();
            assert!(error.contains("nothing was imported"), "{cut}: {error}");
            assert_eq!(other.list().unwrap(), []);
            let mut part = &archive.as_bytes()[..cut];
            assert!(import(store, "a.jsonl", &mut part).is_err());
        }
        assert!(sorted(items(store)) == expected);
        // A file that ends with a whole line is cut off all the same.
        let ends = archive.match_indices('\n').map(|(end, _)| end + 1);
        for end in ends.filter(|&end| end < archive.len()) {
            let mut part = &archive.as_bytes()[..end];
            let error = import(other.as_mut(), "a.jsonl", &mut part)
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("the file is cut off: expected its last line"),
                "{error}"
            );
            assert_eq!(other.list().unwrap(), []);
        }
        // So is one with a line too few, or with nonsense in it.
        let mut all: Vec<&str> = archive.lines().collect();
        all.remove(3);
        for (wrong, said) in [
            (all.join("\n"), "expected"),
            (
                archive.replacen("\"archive\":1", "\"archive\":2", 1),
                "archive: 2: expected 1",
            ),
            (
                archive.replacen("\"revision\":1", "\"revision\":0", 1),
                "revision: 0: expected 1 or more",
            ),
            (archive.clone() + "{}\n", "expected"),
            ("[]\n".to_owned(), "expected"),
            (String::new(), "expected {\"deepway_store\""),
        ] {
            let error = import(other.as_mut(), "a.jsonl", &mut wrong.as_bytes()).unwrap_err();
            let error = error.to_string();
            assert!(
                error.contains(said) && error.starts_with("a.jsonl:"),
                "{error}"
            );
            assert_eq!(other.list().unwrap(), []);
        }
    });
}
