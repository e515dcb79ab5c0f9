//! The catalogue: what each of many seeds gives, in a line and a hash.
//!
//! An intended change raises `sector::GENERATION`, `maze::GENERATION` or `strata::GENERATION`; then `DEEPWAY_WRITE_CATALOGUE=1 cargo
//! test -p deepway --all-features --test catalogue` rewrites the catalogue.

use deepway::answer::ZoneAnswer;
use deepway::maze::{self, MazePlan};
use deepway::sector::{
    Blueprint, Difficulty, GENERATION, RoomGraph, Trend, build, carve, generate,
};
use deepway::strata::{self, Strata};
use deepway::{Biome, Seed, Volume, ZonePos, json, text};
use std::fmt::Write;

const SECTORS: &str = include_str!("catalogue/sectors.txt");
const MAZES: &str = include_str!("catalogue/mazes.txt");
const WORLDS: &str = include_str!("catalogue/worlds.txt");

/// FNV-1a, 64 bits: short, fixed, and good enough to tell bytes apart.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

fn blueprints() -> [Blueprint; 5] {
    let blueprint = |target_rooms, biome, trend, difficulty| Blueprint {
        biome,
        target_rooms,
        trend,
        difficulty,
        ..Blueprint::default()
    };
    [
        Blueprint::default(),
        blueprint(5, Biome::Neutral, Trend::Climb, Difficulty::Easy),
        blueprint(12, Biome::Alfheim, Trend::Mixed, Difficulty::Hard),
        blueprint(20, Biome::Niflheim, Trend::Descend, Difficulty::Normal),
        blueprint(50, Biome::Jotunheim, Trend::Mixed, Difficulty::Normal),
    ]
}

fn sectors() -> String {
    let mut text = format!("generation {GENERATION}\n");
    for blueprint in blueprints() {
        for seed in 0..200 {
            let sector = generate(&blueprint, Seed::new(seed)).expect("every seed gives a sector");
            let heights = sector.rooms().iter().map(|room| room.position.z);
            let (low, high) = (heights.clone().min(), heights.max());
            let _ = writeln!(
                text,
                "{} {} seed {seed}: {} rooms, {} exits, {} connections, z {} to {}, {:016x}, cells {:016x}",
                blueprint.target_rooms,
                blueprint.trend,
                sector.rooms().len(),
                sector.exits().count(),
                sector.connections().count(),
                low.unwrap_or(0),
                high.unwrap_or(0),
                hash(&plain(&json::write_sector(&sector, &[]))),
                hash(&without_things(
                    carve(sector).expect("all of these fit").into_volume()
                ))
            );
        }
    }
    for rooms in [5, 8, 12] {
        let edges: Vec<(u32, u32)> = (0..rooms)
            .flat_map(|a| (a + 1..rooms).map(move |b| (a, b)))
            .collect();
        let graph = RoomGraph::from_edges(rooms, &edges).expect("complete graphs are connected");
        for seed in 0..10 {
            let sector =
                build(&graph, &Blueprint::default(), Seed::new(seed)).expect("no graph is refused");
            let hash = hash(&plain(&json::write_sector(&sector, &[])));
            let _ = writeln!(text, "complete graph of {rooms} seed {seed}: {hash:016x}");
        }
    }
    text
}

/// The text of cells without what stands in them, which the sector says already.
fn without_things(mut volume: Volume) -> String {
    let things: Vec<_> = volume.things().map(|(id, _)| id).collect();
    for id in things {
        volume.remove_thing(id);
    }
    text::to_text(&volume)
}

/// The text of a world without the number of its format, which says nothing about the world.
fn plain(text: &str) -> String {
    let format = format!("\"format\":{},", deepway::world::FORMAT);
    let plain = text.replacen(&format, "", 1);
    assert_ne!(plain, text, "every file says its format");
    plain
}

fn mazes() -> String {
    let mut text = format!("generation {}\n", maze::GENERATION);
    for (size, levels, seeds) in [(32, 5, 300), (8, 5, 50), (17, 12, 50), (128, 2, 10)] {
        let plan = MazePlan {
            size,
            levels,
            ..MazePlan::default()
        };
        for seed in 0..seeds {
            let maze = maze::generate(&plan, Seed::new(seed)).expect("every seed gives a maze");
            let features = maze.features.iter();
            let features = features.map(|feature| {
                let kind = &feature.kind.id()[..1];
                let (level, row, col) = (feature.upper_level, feature.row, feature.col);
                format!("{kind}{level},{row},{col}")
            });
            let features: Vec<String> = features.collect();
            let _ = writeln!(
                text,
                "{levels} of {size} seed {seed}: {}, {:016x}",
                features.join(" "),
                hash(&plain(&json::write_maze(&maze))),
            );
        }
    }
    text
}

/// Every tenth feature, level by level, and a zone of each depth.
fn worlds() -> String {
    let mut text = format!("generation {}\n", strata::GENERATION);
    for seed in 0..6 {
        let world = Strata::new(Seed::new(seed));
        let plan = world.plan();
        let plan_hash = hash(&plain(&json::write_strata(&world)));
        let _ = writeln!(
            text,
            "seed {seed}: {} features, {plan_hash:016x}",
            plan.features().len()
        );
        let features = plan.features().iter().skip(seed as usize % 10).step_by(10);
        let features = features.flat_map(|feature| {
            let levels = feature.top..=feature.bottom;
            levels.filter_map(|z| ZonePos::at(feature.column, z))
        });
        let deep = (10..50).filter_map(|z| ZonePos::at([z * 5 + 3, z + 7], z));
        for zone in features.chain(deep) {
            let answer = ZoneAnswer::new(plan, &world.zone(zone));
            let (id, blueprint) = (&answer.id, answer.blueprint);
            let _ = writeln!(text, "{id} {blueprint}: {:016x}", answer.hash());
        }
    }
    text
}

fn compare(name: &str, kept: &str, made: &str) {
    if std::env::var_os("DEEPWAY_WRITE_CATALOGUE").is_some() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/catalogue");
        let path = std::path::Path::new(folder).join(name);
        std::fs::write(path, made).expect("the catalogue can be written");
        return;
    }
    for (kept, made) in kept.lines().zip(made.lines()) {
        assert_eq!(made, kept);
    }
    assert_eq!(made.lines().count(), kept.lines().count());
}

#[test]
fn every_seed_gives_the_sector_that_the_catalogue_says() {
    compare("sectors.txt", SECTORS, &sectors());
}

#[test]
fn every_seed_gives_the_maze_that_the_catalogue_says() {
    compare("mazes.txt", MAZES, &mazes());
}

#[test]
fn every_seed_gives_the_world_that_the_catalogue_says() {
    compare("worlds.txt", WORLDS, &worlds());
}
