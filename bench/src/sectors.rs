//! Sectors: how long each stage takes, how it grows with the rooms, and graphs that are
//! brought, in time and in corridor units.

use deepway::generate::find::{Search, SectorCandidate};
use deepway::generate::survey::bounding;
use deepway::report::is_sound;
use deepway::sector::{
    Blueprint, RoomGraph, Sector, Trend, build, generate, plan, read_edge_lists,
};
use deepway::{Seed, generate as pipeline, validate};
use std::hint::black_box;
use std::time::Instant;

fn median(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// The best of three passes for each seed, in microseconds: median and 99 %.
fn time(seeds: u64, mut run: impl FnMut(u64)) -> (f64, f64) {
    let mut best = vec![f64::MAX; seeds as usize];
    for _ in 0..3 {
        for (seed, best) in (0..).zip(&mut best) {
            let start = Instant::now();
            run(seed);
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    median(best)
}

fn corridor_units(sector: &Sector) -> usize {
    sector.doorways().map(|exit| exit.via().len()).sum()
}

/// A tree with some more edges.
fn random_graph(rooms: u32, extra: u32, seed: u64) -> RoomGraph {
    let mut random = Seed::new(seed).child("bench").stream();
    let mut below = |count: u32| random.below(u64::from(count)) as u32;
    let mut edges: Vec<(u32, u32)> = (1..rooms).map(|room| (below(room), room)).collect();
    while edges.len() < (rooms - 1 + extra) as usize {
        let (a, b) = (below(rooms), below(rooms));
        if a != b && !edges.contains(&(a, b)) && !edges.contains(&(b, a)) {
            edges.push((a, b));
        }
    }
    RoomGraph::from_edges(rooms, &edges).expect("no room has that many neighbours")
}

fn main() {
    println!("generated sectors, µs a sector (best of three passes a seed)");
    println!(
        "rooms   graph  + layout, connections, words  + validation     p99   per n log n  + cells and their validation     p99"
    );
    for rooms in [5, 7, 12, 20, 50, 100, 200, 500] {
        let blueprint = Blueprint {
            target_rooms: rooms,
            ..Blueprint::default()
        };
        let seeds = if rooms > 100 { 100 } else { 1000 };
        let (graph, _) = time(seeds, |seed| {
            drop(black_box(plan(&blueprint, Seed::new(seed))))
        });
        let (laid, _) = time(seeds, |seed| {
            drop(black_box(generate(&blueprint, Seed::new(seed))))
        });
        let (all, late) = time(seeds, |seed| {
            drop(black_box(pipeline::sector(&blueprint, Seed::new(seed))))
        });
        let (cells, cells_late) = time(seeds, |seed| {
            let made = pipeline::sector(&blueprint, Seed::new(seed)).expect("a sector");
            let carved = pipeline::carve(made).expect("and its cells");
            assert!(is_sound(&carved.findings));
            drop(black_box(carved));
        });
        let growth = all / (f64::from(rooms) * f64::from(rooms).log2());
        println!(
            "{rooms:5} {graph:7.1} {laid:30.1} {all:14.1} {late:8.1} {growth:13.3} {cells:28.1} {cells_late:8.1}"
        );
    }
    println!("\nlooking for sectors, candidates a second on one core");
    println!("rooms  expression                                          a second");
    for (rooms, condition) in [
        (7, "secrets == 2"),
        (7, "loops >= 20 and elevators >= 1 and boss.layer <= -2"),
        (7, "boss.biome == 'niflheim' and hazards > 100"),
        (7, "walkable > 100000"),
        (50, "loops >= 90 and elevators >= 1 and boss.layer <= -2"),
    ] {
        let blueprint = Blueprint {
            target_rooms: rooms,
            ..Blueprint::default()
        };
        let search = Search::sectors(condition).expect("it is well formed");
        let (micros, _) = time(2000, |seed| {
            let candidate = SectorCandidate::new(blueprint, Seed::new(seed));
            let found = search.look(&candidate).expect("nothing is divided");
            assert_eq!(black_box(found), None);
        });
        println!("{rooms:5}  {condition:50} {:9.0}", 1e6 / micros);
    }
    println!("\ngraphs that are brought, with a tenth more edges than a tree");
    println!("rooms  median ms  slowest ms  corridor units  µs a unit  bounding box / rooms");
    for rooms in [20, 50, 100, 200, 500] {
        let (mut times, mut units, mut boxes) = (Vec::new(), 0, 0);
        for seed in 0..20 {
            let graph = random_graph(rooms, rooms / 10, seed);
            let start = Instant::now();
            let sector =
                build(&graph, &Blueprint::default(), Seed::new(seed)).expect("no graph is refused");
            times.push(start.elapsed().as_secs_f64() * 1e3);
            assert!(is_sound(&validate::sector(&sector)));
            units += corridor_units(&sector);
            boxes += bounding(&sector);
        }
        let total: f64 = times.iter().sum();
        let slowest = times.iter().copied().fold(0.0, f64::max);
        println!(
            "{rooms:5} {:10.2} {slowest:11.2} {:15} {:10.2} {:21.1}",
            median(times).0,
            units / 20,
            total * 1e3 / units as f64,
            boxes as f64 / 2000.0
        );
    }
    let Some(folder) = std::env::args().nth(1) else {
        return;
    };
    println!("\nthe graphs of a folder, each with ten seeds");
    println!(
        "file                  median ms  slowest ms  units a corridor  bounding box / rooms  dropped"
    );
    let files = std::fs::read_dir(folder).expect("a folder with lists of edges");
    let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("text");
        let (mut times, mut corridors, mut units, mut boxes, mut dropped) =
            (Vec::new(), 0, 0, 0, 0);
        for graph in read_edge_lists("graphs", &text) {
            let graph = graph.expect("a graph");
            for seed in 0..10 {
                let blueprint = Blueprint {
                    trend: Trend::ALL[seed as usize % 3],
                    ..Blueprint::default()
                };
                let start = Instant::now();
                let made = pipeline::from_graph(&graph, &blueprint, Seed::new(seed))
                    .expect("no graph is refused");
                times.push(start.elapsed().as_secs_f64() * 1e3);
                assert!(is_sound(&made.findings));
                corridors += made.sector.doorways().count();
                units += corridor_units(&made.sector);
                boxes += bounding(&made.sector);
                dropped += made.sector.edges().count() - made.sector.passages().len();
            }
        }
        let slowest = times.iter().copied().fold(0.0, f64::max);
        let count = times.len();
        println!(
            "{:20} {:10.3} {slowest:11.2} {:17.2} {:21.2} {dropped:8}",
            path.file_name().unwrap_or_default().to_string_lossy(),
            median(times).0,
            units as f64 / corridors as f64,
            boxes as f64 / (100 * count) as f64,
        );
    }
}
