//! What the engine says about its work while it generates a sector.

use deepway::generate;
use deepway::sector::{Blueprint, Trend};
use deepway::traverse::{Character, Expedition};
use deepway::{Direction, Seed};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use tracing::Level;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().expect("one thread writes");
        kept.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The events of some work, a line each: level, message, fields.
fn events_of(work: impl FnOnce()) -> Vec<String> {
    let lines = Lines::default();
    let kept = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(Level::TRACE)
        .with_ansi(false)
        .without_time()
        .with_target(false)
        .with_writer(move || kept.clone())
        .finish();
    tracing::subscriber::with_default(subscriber, work);
    let bytes = lines.0.lock().expect("nobody writes any more");
    let text = String::from_utf8_lossy(&bytes);
    text.lines().map(|line| line.trim().to_owned()).collect()
}

/// One test, for what is listened to is shared by all threads.
#[test]
fn the_engine_says_what_it_does() {
    generation_says_what_it_does();
    trouble_is_told();
    climbing_is_told();
}

fn climbing_is_told() {
    let blueprint = Blueprint {
        target_rooms: 30,
        trend: Trend::Mixed,
        ..Blueprint::default()
    };
    // Somebody weak, until every event of climbing has been told.
    let events = events_of(|| {
        for seed in 0..150 {
            let made = generate::sector(&blueprint, Seed::new(seed)).expect("a sector");
            let carved = generate::carved(made).expect("its cells").carved;
            let character = Character {
                might: -3,
                hp: 500,
                ..Character::default()
            };
            let mut dice = Seed::new(seed).stream();
            for room in 0..carved.sector().rooms.len() as u32 {
                let there = Expedition::resume(carved.clone(), character.clone(), room, 0);
                let mut expedition = there.expect("the room is there");
                expedition.repair(None, &mut dice);
                expedition.clear(None, &mut dice);
                expedition.blast(None, &mut dice);
                expedition.go(Direction::Up, &mut dice);
                expedition.go(Direction::Down, &mut dice);
            }
        }
    });
    for start in [
        "INFO attempting traversal character=\"wanderer\" kind=\"ladder\" dc=10",
        "INFO traversal successful character=\"wanderer\" kind=\"stairs\" damage=",
        "WARN traversal failed character=\"wanderer\" kind=\"ladder\" damage=",
        "INFO fell character=\"wanderer\" shaft=\"c",
        "INFO clearing character=\"wanderer\" connection=\"c",
        "INFO blasting character=\"wanderer\" connection=\"c",
        "INFO repairing character=\"wanderer\" connection=\"c",
    ] {
        let is_told = events.iter().any(|event| event.starts_with(start));
        assert!(is_told, "{start} is missing");
    }
}

fn generation_says_what_it_does() {
    let mut sector = None;
    let events = events_of(|| {
        sector = generate::sector(&Blueprint::default(), Seed::new(7)).ok();
    });
    let sector = sector.expect("every seed gives a sector").sector;
    let has = |event: String| assert!(events.contains(&event), "{event} is missing in {events:#?}");
    let (rooms, edges) = (sector.rooms.len(), sector.edges.len());
    has(format!("INFO graph generated nodes={rooms} edges={edges}"));
    has("INFO starting 3D layout origin=(0,0,0) seed=7".to_owned());
    for room in &sector.rooms {
        let at = room.position;
        has(format!(
            "TRACE placed room id={} x={} y={} z={}",
            room.id, at.x, at.y, at.z
        ));
    }
    has(format!("INFO 3D layout complete rooms={rooms}"));
    for one in &sector.connections {
        let [a, b] = [one.from, one.to].map(|room| &sector.rooms[room as usize].id);
        let kind = one.kind.id();
        has(format!(
            "INFO created connection kind=\"{kind}\" room_a=\"{a}\" room_b=\"{b}\""
        ));
    }
    let count = sector.connections.len();
    has(format!("INFO generated vertical connections count={count}"));
    has("INFO spatial validation complete issues=0".to_owned());
}

fn trouble_is_told() {
    let mut sector = generate::sector(&Blueprint::default(), Seed::new(7))
        .expect("every seed gives a sector")
        .sector;
    sector.rooms[2].position = sector.rooms[1].position;
    let events = events_of(|| assert!(generate::accept(sector).is_err()));
    let is_told = |level: &str, part: &str| {
        events
            .iter()
            .any(|event| event.starts_with(level) && event.contains(part))
    };
    assert!(is_told("WARN", "overlaps with"), "{events:#?}");
    assert!(
        is_told("ERROR", "critical spatial validation errors"),
        "{events:#?}"
    );
    // Some seed needs a second layout.
    let retried = (0..3000).any(|seed| {
        let blueprint = Blueprint {
            target_rooms: 30,
            ..Blueprint::default()
        };
        let events = events_of(|| _ = generate::sector(&blueprint, Seed::new(seed)));
        events
            .iter()
            .any(|event| event.starts_with("WARN overlap detected, retrying x="))
    });
    assert!(retried);
}
