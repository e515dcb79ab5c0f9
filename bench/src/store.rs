//! The store on SQLite, beside bare inserts of the same bytes into the same kind of file.
//!
//! Both write to the disk before they go on (`synchronous = FULL`), so the disk is part of every
//! time; what matters is the ratio.

use deepway::sector::{Blueprint, Trend};
use deepway::world::World;
use deepway::{Layer, Seed, codec, generate};
use deepway_store::{Document, Over, Question, Write, Zone, ZoneWrite, load, open, save};
use rusqlite::{Connection, params};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("deepway-bench-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("worlds.db")
    }

    fn location(&self) -> String {
        format!("sqlite:{}", self.file().display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A bare file, with the same care for the disk.
fn bare(folder: &Folder, table: &str) -> Connection {
    let bare = Connection::open(folder.file()).expect("a file");
    let set_up = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";
    bare.execute_batch(set_up).expect("settings");
    bare.execute_batch(table).expect("a table");
    bare
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

fn main() {
    sectors();
    cells();
    questions();
}

fn carved(seed: u64) -> World {
    let blueprint = Blueprint {
        target_rooms: 20,
        ..Blueprint::default()
    };
    let made = generate::sector(&blueprint, Seed::new(seed)).expect("a sector");
    World::from(generate::carve(made).expect("cells").carved)
}

fn sectors() {
    const COUNT: u64 = 200;
    let (own, other) = (Folder::new("own"), Folder::new("bare"));
    let mut store = open(&own.location()).expect("a store");
    let bare = bare(
        &other,
        "CREATE TABLE Worlds (name TEXT PRIMARY KEY, document TEXT NOT NULL)",
    );
    let (mut bare_insert, mut documents, mut worlds) = (Vec::new(), Vec::new(), Vec::new());
    let (mut saves, mut loads, mut bytes) = (Vec::new(), Vec::new(), 0);
    for seed in 0..COUNT {
        let world = carved(seed);
        let mut json = String::new();
        codec::write(&world, codec::Format::Json, &mut json).expect("JSON");
        bytes += json.len();
        let document = Document {
            kind: "sector".to_owned(),
            format: deepway::world::FORMAT,
            generation: Some(deepway::sector::GENERATION),
            seed: Some(seed.to_string()),
            json: json.trim_end().to_owned(),
        };
        let name = format!("world {seed}");
        bare_insert.push(timed(|| {
            let sql = "INSERT INTO Worlds (name, document) VALUES (?1, ?2)";
            bare.prepare_cached(sql)
                .and_then(|mut insert| insert.execute(params![name, json]))
                .expect("an insert");
        }));
        let saved = timed(|| {
            let write = [Write::World(&document, Over::Nothing)];
            store.write(&name, &write).expect("a save");
        });
        let loaded = timed(|| drop(store.load(&name).expect("a load")));
        saves.push(saved);
        loads.push(loaded);
        documents.push(saved + loaded);
        let name = format!("again {seed}");
        worlds.push(timed(|| {
            save(store.as_mut(), &name, &world, Over::Nothing).expect("a save");
            load(store.as_mut(), &name).expect("a load");
        }));
    }
    let (bare_insert, documents) = (median(bare_insert), median(documents));
    let (worlds, saves, loads) = (median(worlds), median(saves), median(loads));
    println!(
        "A carved sector of 20 rooms, {} KB of JSON, median of {COUNT}",
        bytes as u64 / COUNT / 1000
    );
    println!("  a bare insert of the same bytes       {bare_insert:9.0} us");
    println!(
        "  saved in its tables and loaded again  {documents:9.0} us  {:.2} times (save {saves:.0}, load {loads:.0})",
        documents / bare_insert
    );
    println!(
        "  the same from a world and back to one {worlds:9.0} us  {:.2} times",
        worlds / bare_insert
    );
}

fn cells() {
    const CELLS: usize = 50_000;
    let mut names = Vec::new();
    let mut zones = Vec::new();
    let mut left = CELLS;
    for number in 0.. {
        if left == 0 {
            break;
        }
        let places = (1..=23_u8).flat_map(|y| (1..=78_u8).map(move |x| (x, y, "floor".to_owned())));
        let cells: Vec<(u8, u8, String)> = places.take(left).collect();
        left -= cells.len();
        names.push(format!("World.{number}.1.1.1.15"));
        zones.push(Zone {
            cells,
            ..Zone::default()
        });
    }
    let table =
        "CREATE TABLE Cells (world INTEGER NOT NULL, zone TEXT NOT NULL, y INTEGER NOT NULL,
        x INTEGER NOT NULL, cell TEXT NOT NULL, PRIMARY KEY (world, zone, y, x)) WITHOUT ROWID";
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..15 {
        let (own, other) = (Folder::new("own"), Folder::new("bare"));
        let mut bare = bare(&other, table);
        let mut store = open(&own.location()).expect("a store");
        let world = World::from(deepway::strata::Strata::new(Seed::new(round)));
        save(store.as_mut(), "w", &world, Over::Nothing).expect("a save");
        theirs.push(timed(|| {
            let work = bare.transaction().expect("a transaction");
            {
                let sql = "INSERT INTO Cells (world, zone, y, x, cell) VALUES (?1, ?2, ?3, ?4, ?5)";
                let mut insert = work.prepare(sql).expect("a statement");
                for (name, zone) in names.iter().zip(&zones) {
                    for (x, y, cell) in &zone.cells {
                        insert
                            .execute(params![1, name, y, x, cell])
                            .expect("an insert");
                    }
                }
            }
            work.commit().expect("a commit");
        }));
        let writes: Vec<ZoneWrite<'_>> = names
            .iter()
            .zip(&zones)
            .map(|(zone, changes)| ZoneWrite {
                zone,
                changes,
                over: Over::Nothing,
                said: "drawn",
            })
            .collect();
        ours.push(timed(|| {
            drop(store.write_zones("w", &writes).expect("a save"))
        }));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "{CELLS} edited cells of {} zones in one transaction, median of 15",
        names.len()
    );
    println!("  a bare bulk insert                    {theirs:9.0} us");
    println!(
        "  saved as zones                        {ours:9.0} us  {:.2} times",
        ours / theirs
    );
}

fn questions() {
    let folder = Folder::new("rooms");
    let mut store = open(&folder.location()).expect("a store");
    let blueprint = Blueprint {
        target_rooms: 10_000,
        trend: Trend::Mixed,
        ..Blueprint::default()
    };
    let sector = generate::sector(&blueprint, Seed::new(1))
        .expect("a sector")
        .sector;
    let rooms: Vec<(String, [i32; 3])> = sector
        .rooms()
        .iter()
        .map(|room| {
            (
                room.id.to_string(),
                [room.position.x, room.position.y, room.position.z],
            )
        })
        .collect();
    let count = rooms.len();
    save(store.as_mut(), "w", &World::from(sector), Over::Nothing).expect("a save");
    println!(
        "Questions about a sector of {count} rooms (median, slowest of 400, most rooms found)"
    );
    let mut ask = |what: &str, question: &dyn Fn(usize) -> Question| {
        let (mut times, mut most) = (Vec::new(), 0);
        for number in 0..400 {
            let question = question(number);
            let mut found = 0;
            times.push(timed(|| {
                found = store.rooms("w", &question).expect("an answer").len()
            }));
            most = most.max(found);
        }
        let slowest = times
            .iter()
            .max()
            .map_or(0.0, |time| time.as_secs_f64() * 1e6);
        println!(
            "  {what:20} {:7.0} us {slowest:7.0} us {most:6}",
            median(times)
        );
    };
    ask("rooms at a layer", &|number| {
        Question::AtLayer(Layer::ALL[number % 7])
    });
    ask("rooms in range 3", &|number| Question::InRange {
        centre: rooms[number * 7919 % count].1,
        radius: 3,
    });
    ask("rooms above", &|number| {
        Question::Above(rooms[number * 7919 % count].0.clone())
    });
    ask("rooms below", &|number| {
        Question::Below(rooms[number * 7919 % count].0.clone())
    });
}
