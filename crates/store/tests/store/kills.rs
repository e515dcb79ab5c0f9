//! Nothing is lost when a process or a server is killed, or when several processes write at once.
//!
//! `DEEPWAY_KILLS` says how many kills there are (20 if nothing does), `DEEPWAY_SECONDS` how long
//! processes write at once (2 if nothing does); `scripts/prove-store` asks for more.

use super::contract::{carved, changed_strata, text};
use super::servers::Pair;
use super::{Folder, postgres};
use deepway::strata::Strata;
use deepway::world::World;
use deepway::{Cell, Seed};
use deepway_store::{
    HappeningKind, Over, Save, SaveKind, Store, StoreError, Write, Zone, ZoneWrite, load, open,
    retry, save,
};
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A number from the environment.
fn asked(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}

/// How many kinds of work there are.
const KINDS: u64 = 5;

/// A zone as work of a number leaves it.
fn zone(number: u64) -> Zone {
    let place = |index: u8| {
        (
            1 + index % 70,
            1 + index / 70 % 20,
            Cell::Door.info().name.to_owned(),
        )
    };
    let mut zone = Zone {
        cells: (0..30 + (number % 40) as u8).map(place).collect(),
        ..Zone::default()
    };
    zone.properties
        .insert("number".to_owned(), number.to_string());
    zone
}

/// A game as work of a number leaves it.
fn game(number: u64) -> Save {
    Save {
        kind: SaveKind::Game,
        name: "game".to_owned(),
        format: 1,
        bytes: number.to_le_bytes().repeat(1000),
        place: None,
        hit_points: Some(number as i64),
    }
}

/// A world as work of a number leaves it.
fn world(number: u64) -> World {
    match number % KINDS {
        0 | 1 => carved(number, 5 + (number % 6) as u32),
        _ => World::from(changed_strata(number, 24)),
    }
}

const ZONES: [&str; 4] = [
    "World.1.1.1.1.15",
    "World.2.1.1.1.15",
    "World.3.1.1.1.16",
    "World.4.1.1.1.17",
];

/// Work of a number: one of five kinds, each always on the same things.
fn work(store: &mut dyn Store, number: u64) -> Result<(), StoreError> {
    match number % KINDS {
        kind @ 0..=2 => {
            let name = format!("world {kind}");
            save(store, &name, &world(number), Over::Anything).map(drop)
        }
        3 => {
            // All four in one transaction, if they are on one server.
            let changes = zone(number);
            let writes = ZONES.map(|zone| ZoneWrite {
                zone,
                changes: &changes,
                over: Over::Anything,
                said: "worked",
            });
            let own = &writes[..1 + usize::from(store.place().matches("://").count() < 2) * 3];
            store.write_zones("zones", own).map(drop)
        }
        _ => {
            let game = game(number);
            let detail = number.to_string();
            let writes = [
                Write::Save(&game, Over::Anything),
                Write::Event("worked", &detail),
            ];
            store.write("zones", &writes).map(drop)
        }
    }
}

/// The number of the work that was last done of each kind, and that it was done completely.
fn done(store: &mut dyn Store, kind: u64, candidates: &[u64]) -> u64 {
    let is_done = |number: u64, store: &mut dyn Store| match kind {
        0..=2 => {
            let name = format!("world {kind}");
            match (number, load(store, &name)) {
                (0, Err(StoreError::Missing { .. })) => true,
                (0, _) | (_, Err(StoreError::Missing { .. })) => false,
                (_, found) => text(&found.unwrap().0) == text(&world(number)),
            }
        }
        3 => {
            let several = store.place().matches("://").count() > 1;
            let own = if several { &ZONES[..1] } else { &ZONES[..] };
            let expected = match number {
                0 => Zone::default(),
                _ => zone(number),
            };
            own.iter()
                .all(|name| store.zone("zones", name).unwrap().0 == expected)
        }
        _ => {
            let found = store.save("zones", SaveKind::Game, "game");
            let log = store.log("zones").unwrap();
            let worked = HappeningKind::Event("worked".to_owned());
            let last = log.iter().rfind(|line| line.kind == worked);
            match (number, found) {
                (0, Err(StoreError::NoSave { .. })) => last.is_none(),
                (0, _) | (_, Err(StoreError::NoSave { .. })) => false,
                (_, found) => {
                    let is_last = last.is_some_and(|line| line.detail == number.to_string());
                    found.unwrap().0 == game(number) && is_last
                }
            }
        }
    };
    let mut fitting = candidates.iter().copied();
    let found = fitting.find(|&number| is_done(number, store));
    assert!(
        found.is_some(),
        "kind {kind} is none of {candidates:?} in {}",
        store.place()
    );
    found.unwrap_or_default()
}

/// Runs this test program again, as a process that works on a store.
fn start(what: &str, location: &str, from: u64) -> (Child, BufReader<ChildStdout>) {
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program)
        .args(["kills::a_process_that_works", "--exact", "--nocapture"])
        .env("DEEPWAY_CHILD", what)
        .env("DEEPWAY_CHILD_STORE", location)
        .env("DEEPWAY_CHILD_FROM", from.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, out)
}

/// The process that is killed: it says each number once its work is acknowledged.
#[test]
fn a_process_that_works() {
    let Ok(what) = std::env::var("DEEPWAY_CHILD") else {
        return;
    };
    let location = std::env::var("DEEPWAY_CHILD_STORE").unwrap();
    let from = asked("DEEPWAY_CHILD_FROM", 1);
    let mut store = open(&location).unwrap();
    let say = |text: String| {
        let mut out = std::io::stdout();
        writeln!(out, "{text}").unwrap();
        out.flush().unwrap();
    };
    match what.as_str() {
        "work" => {
            for number in from.. {
                match work(store.as_mut(), number) {
                    Ok(()) => say(format!("done {number}")),
                    Err(error) => {
                        say(format!("failed {number} {error}"));
                        return;
                    }
                }
            }
        }
        _ => {
            let until = Instant::now() + Duration::from_secs(from);
            let mut count = 0;
            while Instant::now() < until {
                add_one(store.as_mut(), count);
                count += 1;
            }
            say(format!("done {count}"));
        }
    }
}

/// Counts in one of three places, over what others count.
fn add_one(store: &mut dyn Store, count: u64) {
    let next = |text: Option<&String>| text.map_or(1, |text| text.parse::<u64>().unwrap() + 1);
    retry(|| match count % 3 {
        0 => {
            let (mut zone, revision) = store.zone("zones", ZONES[0])?;
            let now = next(zone.properties.get("count"));
            zone.properties.insert("count".to_owned(), now.to_string());
            let write = ZoneWrite {
                zone: ZONES[0],
                changes: &zone,
                over: Over::Revision(revision),
                said: "",
            };
            store.write_zones("zones", &[write]).map(drop)
        }
        1 => {
            let (mut game, revision) = store.save("zones", SaveKind::Game, "count")?;
            game.hit_points = game.hit_points.map(|count| count + 1);
            store
                .write("zones", &[Write::Save(&game, Over::Revision(revision))])
                .map(drop)
        }
        _ => {
            let (document, revision) = store.load("counted")?;
            store
                .write(
                    "counted",
                    &[Write::World(&document, Over::Revision(revision))],
                )
                .map(drop)
        }
    })
    .unwrap();
}

/// Kills a process, or a server, again and again while it works, and looks at what is left.
fn kill(location: &str, kills: u64, seed: u64, mut server: Option<&mut Pair>) {
    let mut random = Seed::new(seed).stream();
    let mut known = [0; KINDS as usize];
    {
        let mut store = open(location).unwrap();
        let zones = World::from(Strata::new(Seed::new(3)));
        save(store.as_mut(), "zones", &zones, Over::Nothing).unwrap();
    }
    let (mut from, mut acknowledged, mut in_flight) = (1, 0, 0);
    for round in 0..kills {
        let (mut child, mut out) = start("work", location, from);
        let mut last = from - 1;
        let mut read = |last: &mut u64| {
            let mut line = String::new();
            // A line that was not written to its end was not said.
            while out.read_line(&mut line).unwrap_or(0) > 0 && line.ends_with('\n') {
                if let Some(number) = line.strip_prefix("done ") {
                    *last = number.trim().parse().unwrap();
                    return true;
                }
                line.clear();
            }
            false
        };
        // It is killed some time after its first work, or even before.
        if !random.chance(1, 8) {
            assert!(read(&mut last), "{location}: nothing was done");
        }
        std::thread::sleep(Duration::from_micros(random.below(60_000)));
        match &mut server {
            Some(pair) if round % 2 == 1 => {
                let number = 1 + random.below(pair.used as u64) as usize;
                pair.control("stop", number);
                while read(&mut last) {}
                let _ = child.kill();
                child.wait().unwrap();
                pair.control("start", number);
            }
            _ => {
                child.kill().unwrap();
                child.wait().unwrap();
                while read(&mut last) {}
            }
        }
        let mut store = open(location).unwrap();
        assert_eq!(store.check().unwrap(), Vec::<String>::new(), "{location}");
        for kind in 0..KINDS {
            let mut latest = known[kind as usize];
            for number in from..=last {
                if number % KINDS == kind {
                    latest = number;
                }
            }
            // The work that was not acknowledged is there completely, or not at all.
            let candidates = match (last + 1) % KINDS == kind {
                true => vec![latest, last + 1],
                false => vec![latest],
            };
            let found = done(store.as_mut(), kind, &candidates);
            in_flight += u64::from(found == last + 1);
            known[kind as usize] = found;
        }
        acknowledged += last + 1 - from;
        from = last + 2;
    }
    println!("{kills} kills, {acknowledged} acknowledged, {in_flight} more were there");
}

#[test]
fn nothing_is_lost_when_a_process_is_killed() {
    let kills = asked("DEEPWAY_KILLS", 20);
    let folder = Folder::new();
    kill(&folder.location(), kills / 2, 1, None);
    if let Some(mut pair) = Pair::new() {
        let one = pair.one();
        kill(&one, kills.div_ceil(3), 2, Some(&mut pair));
        let both = pair.both();
        kill(&both, kills / 6, 3, Some(&mut pair));
    }
}

#[test]
fn processes_that_write_at_once_lose_nothing() {
    let seconds = asked("DEEPWAY_SECONDS", 2);
    let folder = Folder::new();
    for location in [folder.location()].into_iter().chain(postgres()) {
        let mut store = open(&location).unwrap();
        let zones = World::from(Strata::new(Seed::new(3)));
        save(store.as_mut(), "zones", &zones, Over::Nothing).unwrap();
        save(store.as_mut(), "counted", &carved(1, 7), Over::Nothing).unwrap();
        let count = Save {
            name: "count".to_owned(),
            hit_points: Some(0),
            ..game(1)
        };
        store
            .write("zones", &[Write::Save(&count, Over::Nothing)])
            .unwrap();
        let children = [(); 2].map(|()| start("count", &location, seconds));
        let mut sum = [0; 3];
        for (mut child, out) in children {
            let lines = out.lines().map_while(Result::ok);
            let counted = lines.filter_map(|line| line.strip_prefix("done ")?.parse::<u64>().ok());
            let counted = counted.last().expect("it has counted");
            assert!(child.wait().unwrap().success());
            for (kind, sum) in (0..3).zip(&mut sum) {
                *sum += (counted + 2 - kind) / 3;
            }
        }
        let (zone, revision) = store.zone("zones", ZONES[0]).unwrap();
        assert_eq!(zone.properties["count"], sum[0].to_string(), "{location}");
        assert_eq!(revision as u64, sum[0]);
        let (game, _) = store.save("zones", SaveKind::Game, "count").unwrap();
        assert_eq!(game.hit_points, Some(sum[1] as i64));
        assert_eq!(store.load("counted").unwrap().1 as u64, sum[2] + 1);
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
        println!("{sum:?} in {seconds} s by two processes");
    }
}
