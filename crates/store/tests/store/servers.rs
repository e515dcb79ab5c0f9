//! Several servers as one store, and servers that go away.

use super::contract::{changed_strata, sector, text};
use deepway::Seed;
use deepway::strata::{Address, Strata};
use deepway::world::World;
use deepway_store::{
    Change, Over, Save, SaveKind, Store, StoreError, Write, Zone, ZoneWrite, copy, load, open, save,
};
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Two servers that only one test at a time uses, for it may stop them.
pub(crate) struct Pair {
    _turn: MutexGuard<'static, ()>,
    addresses: [String; 2],
    schema: String,
    /// How many of the servers the store that is tested has.
    pub(crate) used: usize,
}

impl Pair {
    pub(crate) fn new() -> Option<Self> {
        static TURN: Mutex<()> = Mutex::new(());
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let both = std::env::var("DEEPWAY_TEST_POSTGRES_PAIR").ok()?;
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let (one, two) = both.split_once(' ').expect("two addresses");
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Some(Self {
            _turn: turn,
            addresses: [one.to_owned(), two.to_owned()],
            schema: format!("pair_{}_{number}", std::process::id()),
            used: 1,
        })
    }

    /// Starts or stops a server, 1 or 2.
    pub(crate) fn control(&self, what: &str, number: usize) {
        let control = std::env::var("DEEPWAY_TEST_POSTGRES_CONTROL").expect("a control");
        let done = Command::new(control)
            .args([what, &number.to_string()])
            .status();
        assert!(done.expect("it runs").success(), "{what} {number}");
    }

    /// The address of a server, with a schema of its own.
    fn address(&self, number: usize, schema: &str) -> String {
        let server = &self.addresses[number];
        let mut client = postgres::Client::connect(server, postgres::NoTls).expect("the server");
        let made = client.batch_execute(&format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
        made.expect("a schema");
        format!("{server}?options=-csearch_path%3D{schema}")
    }

    /// A store on the first server alone.
    pub(crate) fn one(&mut self) -> String {
        self.used = 1;
        self.address(0, &format!("{}_one", self.schema))
    }

    /// A store on both.
    pub(crate) fn both(&mut self) -> String {
        self.used = 2;
        [0, 1]
            .map(|number| self.address(number, &self.schema))
            .join(",")
    }
}

fn note(text: &str) -> Zone {
    Zone {
        properties: BTreeMap::from([("note".to_owned(), text.to_owned())]),
        ..Zone::default()
    }
}

fn put(store: &mut dyn Store, zone: &str, text: &str) -> Result<i64, StoreError> {
    let write = ZoneWrite {
        zone,
        changes: &note(text),
        over: Over::Anything,
        said: "noted",
    };
    Ok(store.write_zones("w", &[write])?[0])
}

/// Which of the zones lies where, as an independent reading of the tables has it.
fn places(pair: &Pair, number: usize) -> Vec<String> {
    let mut client = postgres::Client::connect(&pair.addresses[number], postgres::NoTls).unwrap();
    let sql = format!("SELECT zone FROM {}.Zones ORDER BY zone", pair.schema);
    let rows = client.query(&sql, &[]).unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[test]
fn two_servers_are_one_store() {
    let Some(mut pair) = Pair::new() else { return };
    let both = pair.both();
    let mut store = open(&both).unwrap();
    let strata = changed_strata(8, 60);
    let zones: Vec<String> = strata
        .changed_zones()
        .into_iter()
        .map(|zone| Address::of(zone).to_string())
        .collect();
    let world = World::from(strata);
    save(store.as_mut(), "w", &world, Over::Nothing).unwrap();
    assert_eq!(text(&load(store.as_mut(), "w").unwrap().0), text(&world));
    // Each zone is on one of them, and both have some.
    let (one, two) = (places(&pair, 0), places(&pair, 1));
    assert!(
        one.len() > 10 && two.len() > 10,
        "{} {}",
        one.len(),
        two.len()
    );
    let mut all = [one, two.clone()].concat();
    all.sort();
    let mut expected = zones;
    expected.sort();
    assert_eq!(all, expected);
    // A save of the whole world becomes current at once, and leaves nothing behind.
    let next = World::from(changed_strata(9, 40));
    save(store.as_mut(), "w", &next, Over::Revision(1)).unwrap();
    assert_eq!(text(&load(store.as_mut(), "w").unwrap().0), text(&next));
    let left = places(&pair, 0).len() + places(&pair, 1).len();
    assert_eq!(left, store.zones("w").unwrap().len());
    // Another process hears what was changed, wherever it lies.
    let mut other = open(&both).unwrap();
    for zone in ["World.1.1.1.1.15", "World.2.1.1.1.15", "World.5.1.1.1.15"] {
        put(store.as_mut(), zone, "here").unwrap();
        let expected = Change::Zone {
            world: "w".to_owned(),
            zone: zone.to_owned(),
        };
        assert_eq!(other.heard().unwrap(), [expected]);
        assert_eq!(other.zone("w", zone).unwrap().0, note("here"));
    }
    // It is the same in one file, and back again.
    let mut memory = open("memory:").unwrap();
    copy(store.as_mut(), memory.as_mut()).unwrap();
    let (a, b) = (
        load(store.as_mut(), "w").unwrap().0,
        load(memory.as_mut(), "w").unwrap().0,
    );
    assert_eq!(text(&a), text(&b));
    store.delete("w").unwrap();
    assert_eq!(store.info().unwrap().zones, 0);
    copy(memory.as_mut(), store.as_mut()).unwrap();
    assert_eq!(text(&load(store.as_mut(), "w").unwrap().0), text(&b));
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    // One of them alone, in another order, or with a third: refused.
    let (first, second) = both.split_once(',').unwrap();
    for wrong in [
        first.to_owned(),
        second.to_owned(),
        format!("{second},{first}"),
        format!("{both},{second}"),
    ] {
        let error = open(&wrong).err().expect("refused").to_string();
        assert!(
            error.contains("expected all servers of one store, in their order"),
            "{error}"
        );
    }
}

#[test]
fn what_lies_on_the_other_server_still_answers() {
    let Some(mut pair) = Pair::new() else { return };
    let both = pair.both();
    let mut store = open(&both).unwrap();
    let world = World::from(Strata::new(Seed::new(7)));
    save(store.as_mut(), "w", &world, Over::Nothing).unwrap();
    save(store.as_mut(), "s", &sector(1, 7), Over::Nothing).unwrap();
    let names: Vec<String> = (0..20).map(|x| format!("World.{x}.1.1.1.15")).collect();
    for name in &names {
        put(store.as_mut(), name, "first").unwrap();
    }
    let on_second = places(&pair, 1);
    assert!((3..18).contains(&on_second.len()));
    let second = both.split_once(',').unwrap().1.to_owned();
    pair.control("stop", 2);
    // A store that is opened now answers too.
    for store in [&mut store, &mut open(&both).unwrap()] {
        assert_eq!(
            text(&load(store.as_mut(), "s").unwrap().0),
            text(&sector(1, 7))
        );
        for name in &names {
            let found = store.zone("w", name);
            let written = put(store.as_mut(), name, "second");
            if on_second.contains(name) {
                for error in [found.unwrap_err(), written.unwrap_err()] {
                    let text = error.to_string();
                    assert!(matches!(error, StoreError::Away { .. }), "{text}");
                    assert!(
                        text.starts_with(&format!("{second} cannot be reached: ")),
                        "{text}"
                    );
                }
            } else {
                assert!(["first", "second"].map(note).contains(&found.unwrap().0));
                written.unwrap();
            }
        }
        // What needs both is refused, and nothing of it is written.
        let whole = World::from(changed_strata(9, 40));
        let error = save(store.as_mut(), "w", &whole, Over::Anything).unwrap_err();
        assert!(matches!(error, StoreError::Away { .. }), "{error}");
        assert!(store.load("w").is_err());
    }
    pair.control("start", 2);
    for name in &names {
        let expected = if on_second.contains(name) {
            "first"
        } else {
            "second"
        };
        assert_eq!(store.zone("w", name).unwrap().0, note(expected));
    }
    assert_eq!(store.list().unwrap()[1].revision, 1);
    // The first is gone: zones of the second still answer whoever knows the world.
    pair.control("stop", 1);
    let away = &on_second[0];
    assert_eq!(store.zone("w", away).unwrap().0, note("first"));
    let error = store.load("s").unwrap_err().to_string();
    assert!(error.contains("cannot be reached"), "{error}");
    pair.control("start", 1);
    assert_eq!(
        text(&load(store.as_mut(), "s").unwrap().0),
        text(&sector(1, 7))
    );
}

#[test]
fn a_server_that_goes_away_loses_nothing() {
    let Some(mut pair) = Pair::new() else { return };
    let one = pair.one();
    let mut store = open(&one).unwrap();
    save(store.as_mut(), "s", &sector(1, 7), Over::Nothing).unwrap();
    // The connection is cut while nothing happens, and the next call connects again.
    let cut = |pair: &Pair| {
        let mut client = postgres::Client::connect(&pair.addresses[0], postgres::NoTls).unwrap();
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'deepway' AND pid <> pg_backend_pid()";
        client.query(sql, &[]).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    cut(&pair);
    let _ = store.list();
    assert_eq!(
        text(&load(store.as_mut(), "s").unwrap().0),
        text(&sector(1, 7))
    );
    // It is cut in the middle of a transaction: of many writes, or of an import.
    let big = Save {
        kind: SaveKind::Game,
        name: "g".to_owned(),
        format: 1,
        bytes: vec![7; 1 << 20],
        place: None,
        hit_points: None,
    };
    let mut memory = open("memory:").unwrap();
    save(memory.as_mut(), "a", &sector(2, 9), Over::Nothing).unwrap();
    memory
        .write("a", &[Write::Save(&big, Over::Nothing)])
        .unwrap();
    let mut items = Vec::new();
    memory
        .give(&mut |item| {
            items.push(item);
            Ok(())
        })
        .unwrap();
    let mut count = 0;
    let mut broken = items.into_iter().map(|item| {
        count += 1;
        if count == 2 {
            cut(&pair);
        }
        Ok(item)
    });
    let error = store.receive(&mut broken).unwrap_err();
    assert!(matches!(error, StoreError::Away { .. }), "{error}");
    let names = |store: &mut dyn Store| {
        let list = store.list().unwrap();
        list.into_iter().map(|world| world.name).collect::<Vec<_>>()
    };
    assert_eq!(names(store.as_mut()), ["s"]);
    copy(memory.as_mut(), store.as_mut()).unwrap();
    assert_eq!(names(store.as_mut()), ["a", "s"]);
    // Somebody who needs a password, and has none or a wrong one.
    let server = &pair.addresses[0];
    let mut client = postgres::Client::connect(server, postgres::NoTls).unwrap();
    let made = "DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'right'";
    client.batch_execute(made).unwrap();
    for wrong in ["locked", "locked:hunter2"] {
        let address = server.replace("deepway@", &format!("{wrong}@"));
        let error = open(&address).err().expect("refused").to_string();
        assert!(error.contains("cannot be reached: "), "{error}");
        assert!(error.contains("password"), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
}
