//! What the engine says about its work while it generates a sector.

use deepway::generate;
use deepway::play::Expedition;
use deepway::sector::{Blueprint, RoomGraph, Sector, Trend};
use deepway::traverse::Character;
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
    placements_in_a_row_are_told();
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
            let carved = generate::carve(made).expect("its cells").carved;
            let character = Character {
                might: -3,
                hp: 500,
                ..Character::default()
            };
            let mut dice = Seed::new(seed).stream();
            for room in carved.sector().rooms() {
                let there =
                    Expedition::resume(carved.clone(), character.clone(), room.id, 0, Vec::new());
                let mut expedition = there.expect("the room is there");
                expedition.repair(None, &mut dice);
                expedition.clear(None, &mut dice);
                expedition.blast(None, &mut dice);
                expedition.go(Direction::Up, &mut dice);
                expedition.go(Direction::Down, &mut dice);
            }
        }
    });
    let fell = events.iter().find(|event| event.starts_with("INFO fell"));
    let fell = fell.expect("somebody fell");
    assert!(
        fell.contains(" event=\"Fall\" Character=\"wanderer\" ShaftID=c"),
        "{fell}"
    );
    assert!(fell.contains(" Damage="), "{fell}");
    // Rooms are called by their ids.
    let passed = events
        .iter()
        .filter(|event| event.starts_with("INFO traversal successful"));
    assert!(passed.clone().count() > 0 && passed.clone().all(|event| event.contains(" room=r")));
    for start in [
        "INFO attempting traversal character=\"wanderer\" kind=\"ladder\" dc=10",
        "INFO traversal successful character=\"wanderer\" kind=\"stairs\" damage=",
        "WARN traversal failed character=\"wanderer\" kind=\"ladder\" damage=",
        "INFO fell character=\"wanderer\" shaft=c",
        "INFO clearing character=\"wanderer\" connection=c",
        "INFO blasting character=\"wanderer\" connection=c",
        "INFO repairing character=\"wanderer\" connection=c",
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
    let (rooms, edges) = (sector.rooms().len(), sector.edges().count());
    has(format!("INFO graph generated nodes={rooms} edges={edges}"));
    has("INFO starting 3D layout origin=(0,0,0) seed=7".to_owned());
    for room in sector.rooms() {
        let (id, at) = (room.id, room.position);
        let (x, y, z) = (at.x, at.y, at.z);
        has(format!(
            "TRACE placed room id={id} x={x} y={y} z={z} event=\"Placement\" Id={id} X={x} Y={y} Z={z}"
        ));
    }
    has(format!("INFO 3D layout complete rooms={rooms}"));
    placements_come_first(&events, rooms);
    for connection in sector.connections() {
        let [a, b] = connection.ends();
        let kind = connection.kind().id();
        has(format!(
            "INFO created connection kind=\"{kind}\" room_a={a} room_b={b} event=\"Vertical\" Type=\"{kind}\" RoomA={a} RoomB={b}"
        ));
    }
    let count = sector.connections().count();
    has(format!("INFO generated vertical connections count={count}"));
    has("INFO spatial validation complete issues=0".to_owned());
}

/// Every room is placed before the layout is complete, and none after it.
fn placements_come_first(events: &[String], rooms: usize) {
    let complete = events
        .iter()
        .position(|event| event.contains("3D layout complete"));
    let complete = complete.expect("the layout is complete");
    let is_placed = |event: &&String| event.starts_with("TRACE placed room");
    assert_eq!(events[..complete].iter().filter(is_placed).count(), rooms);
    assert_eq!(events[complete..].iter().filter(is_placed).count(), 0);
}

/// Rooms that are put in a row at last are placed like others.
fn placements_in_a_row_are_told() {
    let edges: Vec<(u32, u32)> = (0..40)
        .flat_map(|a| (a + 1..40).map(move |b| (a, b)))
        .collect();
    let graph = RoomGraph::from_edges(40, &edges).expect("a connected graph");
    let events = events_of(|| {
        _ = generate::from_graph(&graph, &Blueprint::default(), Seed::new(1)).expect("a sector");
    });
    let retries = events.iter().filter(|event| {
        event.starts_with("WARN overlap detected, retrying x=")
            && event.contains("event=\"Overlap\" X=")
    });
    assert!(retries.count() >= 2, "it was laid out at once");
    placements_come_first(&events, 40);
}

fn trouble_is_told() {
    let made = generate::sector(&Blueprint::default(), Seed::new(7));
    let mut raw = made.expect("every seed gives a sector").sector.to_raw();
    // Everything is on top of the entry hall, on its own layer.
    for room in &mut raw.rooms {
        (room.position.x, room.position.y) = (0, 0);
    }
    let sector = Sector::from_raw(raw).expect("it does not contradict itself");
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
}
