//! Bad files, bad places and bad words.

use super::contract::{carved, changed_strata, sector, text};
use super::{Folder, on_each};
use deepway::play::Expedition;
use deepway::sector::Blueprint;
use deepway::traverse::Character;
use deepway::world::World;
use deepway::{Seed, generate};
use deepway_store::{
    Document, HappeningKind, Over, Save, SaveKind, StoreError, Write, Zone, ZoneConnection,
    ZoneWrite, check, export, import, load, load_character, open, save, save_character,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const INJECTION: &str = "'); DROP TABLE Worlds; --\" $1 ?1 {id} \\ %s 🏰";

fn path(folder: &Folder) -> PathBuf {
    folder.location().replacen("sqlite:", "", 1).into()
}

/// Puts words that a database may take for its own into every text of a sector that is free.
fn poison(value: &mut Value, key: &str) {
    const FREE: [&str; 11] = [
        "name",
        "description",
        "blockage",
        "text",
        "hook",
        "reason",
        "about",
        "effect",
        "trigger",
        "title",
        "damage",
    ];
    match value {
        Value::String(text) if FREE.contains(&key) => *text = INJECTION.to_owned(),
        Value::Array(values) => values.iter_mut().for_each(|value| poison(value, key)),
        Value::Object(fields) => {
            for (key, value) in fields {
                poison(value, key);
            }
        }
        _ => {}
    }
}

#[test]
fn whatever_is_said_is_data() {
    let mut whole: Value = serde_json::from_str(&text(&carved(6, 20))).unwrap();
    poison(&mut whole, "");
    let json = whole.to_string();
    assert!(json.matches("DROP TABLE").count() > 60);
    let document = Document {
        kind: "sector".to_owned(),
        format: 2,
        generation: Some(4),
        seed: Some(INJECTION.to_owned()),
        json,
    };
    let zone = Zone {
        connections: vec![ZoneConnection {
            x: 1,
            y: 2,
            kind: INJECTION.to_owned(),
            object: Some(INJECTION.to_owned()),
        }],
        cells: vec![(3, 4, INJECTION.to_owned())],
        properties: BTreeMap::from([(INJECTION.to_owned(), INJECTION.to_owned())]),
    };
    let game = Save {
        kind: SaveKind::Game,
        name: INJECTION.to_owned(),
        format: 1,
        bytes: INJECTION.as_bytes().to_vec(),
        place: Some(INJECTION.to_owned()),
        hit_points: None,
    };
    on_each(|store| {
        let writes = [
            Write::World(&document, Over::Nothing),
            Write::Save(&game, Over::Nothing),
            Write::Event(INJECTION, INJECTION),
        ];
        store.write(INJECTION, &writes).unwrap();
        let (back, _) = store.load(INJECTION).unwrap();
        let read = |document: &Document| serde_json::from_str::<Value>(&document.json).unwrap();
        for key in ["rooms", "locks", "story", "edges", "exits"] {
            assert_eq!(read(&back)[key], read(&document)[key], "{key}");
        }
        assert_eq!(
            store.save(INJECTION, SaveKind::Game, INJECTION).unwrap().0,
            game
        );
        let log = store.log(INJECTION).unwrap();
        let event = HappeningKind::Event(INJECTION.to_owned());
        assert!(
            log.iter()
                .any(|line| line.kind == event && line.detail == INJECTION)
        );
        let strata = World::from(changed_strata(3, 3));
        save(store, "w", &strata, Over::Nothing).unwrap();
        let write = ZoneWrite {
            zone: INJECTION,
            changes: &zone,
            over: Over::Nothing,
            said: INJECTION,
        };
        store.write_zones("w", &[write]).unwrap();
        assert_eq!(store.zone("w", INJECTION).unwrap(), (zone.clone(), 1));
        store.rename(INJECTION, "plain").unwrap();
        store.rename("plain", INJECTION).unwrap();
        assert_eq!(store.list().unwrap().len(), 2);
        store.delete(INJECTION).unwrap();
        assert_eq!(store.list().unwrap().len(), 1);
    });
}

/// A store with some worlds, closed, as one file.
fn filled(folder: &Folder) -> Vec<u8> {
    let mut store = open(&folder.location()).unwrap();
    for seed in 0..6 {
        let name = format!("world {seed}");
        save(store.as_mut(), &name, &carved(seed, 9), Over::Nothing).unwrap();
    }
    drop(store);
    std::fs::read(path(folder)).unwrap()
}

#[test]
fn a_damaged_file_is_refused_or_read_and_never_half() {
    let folder = Folder::new();
    let whole = filled(&folder);
    let expected: Vec<String> = (0..6).map(|seed| text(&carved(seed, 9))).collect();
    let mut random = Seed::new(5).stream();
    let (mut refused, mut found_wrong, mut as_before) = (0, 0, 0);
    for round in 0..120 {
        let mut damaged = whole.clone();
        match round % 3 {
            0 => damaged.truncate(random.below(whole.len() as u64) as usize),
            1 => {
                let place = random.below(whole.len() as u64) as usize;
                damaged[place] ^= 1 << random.below(8);
            }
            _ => {
                let place = random.below(whole.len() as u64 - 4096) as usize;
                damaged[place..place + 4096].fill(random.below(256) as u8);
            }
        }
        let own = Folder::new();
        std::fs::write(path(&own), &damaged).unwrap();
        let mut store = match open(&own.location()) {
            Ok(store) => store,
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                refused += 1;
                continue;
            }
        };
        for (seed, expected) in expected.iter().enumerate() {
            // What is read is a world or an error; a bit of a text may have changed.
            match load(store.as_mut(), &format!("world {seed}")) {
                Ok((world, _)) => as_before += u32::from(text(&world) == *expected),
                Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
            }
        }
        if let Ok(problems) = store.check() {
            found_wrong += u32::from(!problems.is_empty());
        }
    }
    assert!(
        refused > 10 && found_wrong > 10 && as_before > 100,
        "{refused} {found_wrong} {as_before}"
    );
}

#[test]
fn places_that_cannot_be_written_are_refused() {
    let folder = Folder::new();
    filled(&folder);
    let own = path(&folder);
    let parent = own.parent().unwrap();
    // Root may write anywhere, so there is nothing to see for it.
    let set = |path: &Path, is_readonly: bool| {
        let mut rights = std::fs::metadata(path).unwrap().permissions();
        rights.set_readonly(is_readonly);
        std::fs::set_permissions(path, rights).unwrap();
    };
    set(parent, true);
    set(&own, true);
    let is_root = std::fs::write(parent.join("test"), "x").is_ok();
    if !is_root {
        let saved = open(&folder.location())
            .and_then(|mut store| save(store.as_mut(), "new", &sector(1, 5), Over::Nothing));
        let error = saved.unwrap_err().to_string();
        assert!(
            error.contains("expected a writable file and folder"),
            "{error}"
        );
    }
    set(parent, false);
    set(&own, false);
    let error = open(&format!("sqlite:{}", parent.display()))
        .err()
        .expect("refused");
    assert!(
        error.to_string().contains("expected a file in a folder"),
        "{error}"
    );
    assert_eq!(open(&folder.location()).unwrap().list().unwrap().len(), 6);
}

/// Needs a disk that is full, which only root can make.
#[test]
fn on_a_full_disk_nothing_is_lost() {
    let folder = Folder::new();
    let disk = path(&folder).parent().unwrap().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = |args: &[&str]| {
        let done = std::process::Command::new(args[0])
            .args(&args[1..])
            .output();
        done.is_ok_and(|done| done.status.success())
    };
    let at = disk.to_str().unwrap();
    if !mount(&["mount", "-t", "tmpfs", "-o", "size=1200k", "tmpfs", at]) {
        println!("left out: no disk of its own can be had here");
        return;
    }
    let test = || {
        let mut store = open(&format!("sqlite:{at}/worlds.db")).unwrap();
        let mut saved = 0;
        for seed in 0..200 {
            let name = format!("world {seed}");
            match save(store.as_mut(), &name, &carved(seed, 20), Over::Nothing) {
                Ok(_) => saved += 1,
                Err(error) => {
                    assert!(
                        error
                            .to_string()
                            .contains("the disk is full: nothing was saved"),
                        "{error}"
                    );
                    break;
                }
            }
        }
        assert!((1..200).contains(&saved), "{saved}");
        drop(store);
        let mut store = open(&format!("sqlite:{at}/worlds.db")).unwrap();
        assert_eq!(store.list().unwrap().len(), saved);
        for seed in 0..saved as u64 {
            let (world, _) = load(store.as_mut(), &format!("world {seed}")).unwrap();
            assert_eq!(text(&world), text(&carved(seed, 20)));
        }
    };
    let result = std::panic::catch_unwind(test);
    assert!(mount(&["umount", at]));
    if let Err(problem) = result {
        std::panic::resume_unwind(problem);
    }
}

#[test]
fn a_busy_store_is_waited_for() {
    let folder = Folder::new();
    let mut store = open(&folder.location()).unwrap();
    let other = rusqlite::Connection::open(path(&folder)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let waiting = std::thread::spawn(move || {
        save(store.as_mut(), "a", &sector(1, 5), Over::Nothing).map(drop)
    });
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!waiting.is_finished());
    other.execute_batch("COMMIT").unwrap();
    let done: Result<(), StoreError> = waiting.join().unwrap();
    done.unwrap();
}

#[test]
fn a_check_finds_what_cannot_be_read() {
    let changes = [
        "UPDATE Worlds SET document = 'null' WHERE name = 'open'",
        "UPDATE Worlds SET format = 99 WHERE name = 'sector'",
        "UPDATE Worlds SET seed = '99999999999999999999999' WHERE name = 'sector'",
        "UPDATE Rooms SET coord_x = 9223372036854775807",
        "UPDATE Rooms SET biome = 'mars'",
        "UPDATE Zone_Cells SET cell = 'blorp'",
        "UPDATE Zone_Cells SET x = 9999",
        "UPDATE Zone_Connections SET connection_type = 'Nope'",
        "UPDATE Saves SET content = x'00ff'",
        "UPDATE Saves SET format = 77",
        "PRAGMA foreign_keys = OFF; DELETE FROM Rooms WHERE room_id = 'r1'",
    ];
    for change in changes {
        let folder = Folder::new();
        let mut store = open(&folder.location()).unwrap();
        let made = generate::sector(&Blueprint::default(), Seed::new(8)).unwrap();
        let carved = generate::carve(made).unwrap().carved;
        save(
            store.as_mut(),
            "sector",
            &World::from(carved.clone()),
            Over::Nothing,
        )
        .unwrap();
        let strata = World::from(changed_strata(3, 12));
        save(store.as_mut(), "open", &strata, Over::Nothing).unwrap();
        let ann = Expedition::new(carved, Character::default()).unwrap();
        save_character(
            store.as_mut(),
            "sector",
            "Ann",
            &ann,
            None,
            Over::Nothing,
            None,
        )
        .unwrap();
        assert_eq!(check(store.as_mut()).unwrap(), Vec::<String>::new());
        let other = rusqlite::Connection::open(path(&folder)).unwrap();
        other.execute_batch(change).unwrap();
        let found = check(store.as_mut()).unwrap();
        assert!(!found.is_empty(), "{change}");
        assert!(found.iter().all(|line| !line.contains('\n')), "{found:?}");
    }
}

#[test]
fn a_character_of_a_later_version_is_left_alone() {
    on_each(|store| {
        let made = generate::sector(&Blueprint::default(), Seed::new(8)).unwrap();
        let carved = generate::carve(made).unwrap().carved;
        save(store, "s", &World::from(carved), Over::Nothing).unwrap();
        let later = Save {
            kind: SaveKind::Character,
            name: "Ann".to_owned(),
            format: 77,
            bytes: b"{}".to_vec(),
            place: None,
            hit_points: None,
        };
        store
            .write("s", &[Write::Save(&later, Over::Nothing)])
            .unwrap();
        let error = load_character(store, "s", "Ann").unwrap_err().to_string();
        assert!(
            error.contains("has format 77: expected 1, or a newer deepway"),
            "{error}"
        );
    });
}

#[test]
fn a_path_is_a_path_and_a_strange_database_is_left_alone() {
    let folder = Folder::new();
    let parent = path(&folder).parent().unwrap().to_owned();
    for name in [
        ":memory:",
        "file:a.db?mode=memory",
        "file:b.db",
        "c?d#e%20f.db",
    ] {
        let location = format!("sqlite:{}", parent.join(name).display());
        save(
            open(&location).unwrap().as_mut(),
            "a",
            &sector(1, 5),
            Over::Nothing,
        )
        .unwrap();
        assert_eq!(open(&location).unwrap().list().unwrap().len(), 1, "{name}");
        assert!(parent.join(name).is_file(), "{name}");
    }
    let strange = parent.join("strange.db");
    let other = rusqlite::Connection::open(&strange).unwrap();
    other.execute_batch("CREATE TABLE foo (a)").unwrap();
    let error = open(&format!("sqlite:{}", strange.display()))
        .err()
        .expect("refused");
    assert!(
        error
            .to_string()
            .contains("expected a new file, or one that deepway made"),
        "{error}"
    );
    let tables: i64 = other
        .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1);
    let error = open("host=127.0.0.1 port=1 password=hunter2")
        .err()
        .expect("refused");
    assert!(!error.to_string().contains("hunter2"), "{error}");
    assert!(open("postgres://a/b,").is_err());
}

/// Archives that are whole, but hold what nobody could use.
#[test]
fn an_archive_is_imported_only_if_it_can_be_used() {
    let mut store = open("memory:").unwrap();
    let made = generate::sector(&Blueprint::default(), Seed::new(8)).unwrap();
    let carved = generate::carve(made).unwrap().carved;
    save(
        store.as_mut(),
        "sector",
        &World::from(carved.clone()),
        Over::Nothing,
    )
    .unwrap();
    let ann = Expedition::new(carved, Character::default()).unwrap();
    let entered = Some(("entered", "Ann"));
    save_character(
        store.as_mut(),
        "sector",
        "Ann",
        &ann,
        None,
        Over::Nothing,
        entered,
    )
    .unwrap();
    save(
        store.as_mut(),
        "open",
        &World::from(changed_strata(3, 12)),
        Over::Nothing,
    )
    .unwrap();
    let zone = Zone {
        cells: vec![(5, 6, "door".to_owned())],
        ..Zone::default()
    };
    let write = ZoneWrite {
        zone: "World.1.1.1.1.15",
        changes: &zone,
        over: Over::Nothing,
        said: "a door",
    };
    store.write_zones("open", &[write]).unwrap();
    let mut archive = Vec::new();
    export(store.as_mut(), &mut archive).unwrap();
    let archive = String::from_utf8(archive).unwrap();
    let changes = [
        (
            "\"format\":2,\"generation\":4,\"seed\":\"8\",\"revision\"",
            "\"format\":9,\"generation\":4,\"seed\":\"8\",\"revision\"",
            "differ from its document",
        ),
        (
            "\"seed\":\"8\",\"revision\"",
            "\"seed\":\"9\",\"revision\"",
            "differ from its document",
        ),
        (
            "\"kind\":\"sector\",\"format\":2,\"generation\":4,\"seed\":\"8\",\"revision\"",
            "\"kind\":\"maze\",\"format\":2,\"generation\":4,\"seed\":\"8\",\"revision\"",
            "differ from its document",
        ),
        (
            "\"zone\":\"World.1.1.1.1.15\",\"revision\"",
            "\"zone\":\"garbage\",\"revision\"",
            "expected",
        ),
        ("[5,6,\"door\"]", "[5,6,\"blorp\"]", "expected"),
        ("[5,6,\"door\"]", "[0,6,\"door\"]", "border"),
        (
            "[\"World.1.1.1.1.15\",1]",
            "[\"World.1.1.1.1.15\",9]",
            "expected one that has this revision",
        ),
        (
            "\"detail\":\"a door\"",
            "\"detail\":\"a \\u0000door\"",
            "control characters",
        ),
        (
            "\"name\":\"Ann\",\"revision\":1",
            "\"name\":\" \",\"revision\":1",
            "a name is missing",
        ),
        (
            "\"name\":\"Ann\",\"revision\":1",
            "\"name\":\"Ann\",\"revision\":9223372036854775807",
            "expected 1 or more, up to",
        ),
        ("\"bytes\":\"7b", "\"bytes\":\"7c", "expected"),
        (
            "{\"world\":{\"name\":\"sector\"",
            "{\"world\":{\"name\":\"open\"",
            "twice: expected it once",
        ),
    ];
    on_each(|store| {
        for (old, new, said) in changes {
            assert!(archive.contains(old), "{old}");
            let wrong = archive.replacen(old, new, 1);
            let error = import(store, "a.jsonl", &mut wrong.as_bytes())
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(said) && error.contains("nothing was imported"),
                "{error}"
            );
            assert_eq!(store.list().unwrap(), []);
        }
        let wrong = archive.replace("-11-", "-99-");
        if wrong != archive {
            assert!(import(store, "a.jsonl", &mut wrong.as_bytes()).is_err());
        }
        assert_eq!(
            import(store, "a.jsonl", &mut archive.as_bytes()).unwrap(),
            2
        );
        assert_eq!(check(store).unwrap(), Vec::<String>::new());
    });
}
