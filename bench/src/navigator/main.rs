//! The navigator and its peers, on the same queries, in one process.
//!
//! `navigator MAPS` reads every map of the folder that has a scenario in MAPS/sample or beside
//! it, and MAPS/synth8.txt with its queries. Everybody gives every cell of each way. Each
//! query is timed the first time and then in the same number of passes for everybody, of
//! which its best time counts; medians and ratios are over queries. `navigator MAPS 5`
//! does it all five times and judges by the median run. `navigator MAPS 1 jps`
//! times only one of our algorithms, and no peers; `navigator MAPS 1 all maze` runs
//! on one map only.

mod cases;
mod edits;
mod gates;
mod line;
mod measure;
mod peers;
mod rivals;

use cases::{Case, read_cases};
use deepway::nav::{Algorithm, Finder, Ground};
use deepway::{Moves, Pos};
use gates::Gates;
use line::{Line, over, print_head};
use measure::{Counting, again, build, times};
use peers::Generic;
use std::hint::black_box;
use std::path::Path;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const OURS: [Algorithm; 5] = [
    Algorithm::ASTAR,
    Algorithm::JPS,
    Algorithm::JPS_PLUS,
    Algorithm::HPA,
    Algorithm::GRAPH,
];

/// Times one of our algorithms; `base` is what the navigator took, in milliseconds and bytes.
/// Returns the bytes of the finder as well.
fn time_ours(
    case: &Case,
    ground: &Ground,
    algorithm: Algorithm,
    generic: &Generic,
    base: (f64, usize),
) -> (Line, u64) {
    let (prepared, build, bytes) = build(|| ground.prepare(algorithm));
    prepared.expect("within the budget");
    let mut finder = Finder::default();
    let queries = &case.queries;
    let mut overs = Vec::with_capacity(queries.len());
    let cells = times(
        queries,
        |query| {
            let route = finder.find(ground, query.from, query.to, algorithm);
            route.ok().map(|route| route.cells())
        },
        |query, cells: Option<Vec<Pos>>| {
            let cells = cells.map(|cells| {
                let cells: Vec<u32> = cells.into_iter().map(|pos| generic.id(pos)).collect();
                generic.checked_length(query.from, query.to, &cells)
            });
            overs.push(over(cells, query));
        },
    );
    // What A* spends on cells and costs is lost in the rest.
    let is_worth_it = algorithm != Algorithm::ASTAR;
    let turns = is_worth_it.then(|| {
        again(queries, |query| {
            drop(black_box(
                finder.find(ground, query.from, query.to, algorithm),
            ));
        })
    });
    let cost = is_worth_it.then(|| {
        again(queries, |query| {
            black_box(finder.distance(ground, query.from, query.to, algorithm)).ok();
        })
    });
    let line = Line {
        name: format!("deepway {}", algorithm.name()),
        build: base.0 + build,
        answer: base.0 + build + cells.very_first / 1e3,
        bytes: base.1 + bytes,
        cells,
        turns,
        cost,
        over: overs,
    };
    (line, finder.bytes())
}

/// Everything on one map, and the gates that it decides.
fn run(case: &Case, only: Option<&str>, is_first: bool, gates: &mut Gates) {
    let cells = case.volume.size().cells();
    let (navigator, base_build, base_bytes) = build(|| case.navigator());
    let ground = navigator.on(&case.volume).expect("just learnt");
    let generic = Generic::new(&case.volume, ground.links(), case.moves == Moves::Eight);
    let mut lines = match only {
        None => rivals::time(case, &ground, &generic, is_first),
        Some(_) => Vec::new(),
    };
    let mut scratch = Vec::new();
    for algorithm in OURS {
        // No goal is about the times of our A*; they are in the first run.
        let is_goal = is_first || algorithm != Algorithm::ASTAR;
        if only.map_or(is_goal, |only| only == algorithm.name()) {
            let base = (base_build, base_bytes);
            let (line, bytes) = time_ours(case, &ground, algorithm, &generic, base);
            scratch.push(format!("{} {}", algorithm.name(), bytes.div_ceil(1024)));
            lines.push(line);
        }
    }
    print_head(&case.title(), case.queries.len());
    let base = lines.iter().find(|line| line.name == rivals::ASTAR);
    let base = base.map(Line::median);
    for line in &lines {
        line.print(cells, base);
    }
    println!(
        "deepway needs the volume besides, 1.13 bytes a cell, and of the bytes above {:.2} are everybody's;\n  in KiB a thread, for the largest search: {}",
        base_bytes as f64 / cells as f64,
        scratch.join(", ")
    );
    if only.is_none() {
        gates.judge(case, &lines, base_bytes);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: navigator MAPS [RUNS [ALGORITHM|all [MAP]]]";
    let Some(maps) = arguments.first() else {
        eprintln!("{usage}");
        std::process::exit(2);
    };
    let runs = arguments.get(1).map_or(Ok(1), |runs| runs.parse::<usize>());
    let Ok(runs @ 1..) = runs else {
        eprintln!("RUNS: expected a number from 1 on; {usage}");
        std::process::exit(2);
    };
    let only = arguments.get(2).map(String::as_str);
    let only = only.filter(|only| *only != "all");
    if let Some(only) = only
        && !OURS.iter().any(|algorithm| algorithm.name() == only)
    {
        eprintln!(
            "ALGORITHM: expected {}, found {only}",
            OURS.map(Algorithm::name).join(", ")
        );
        std::process::exit(2);
    }
    let cases = read_cases(Path::new(maps), arguments.get(3).map_or("", String::as_str));
    if cases.is_empty() {
        eprintln!("{maps}: expected maps with their scenarios, found none of that name");
        std::process::exit(2);
    }
    let mut gates = Gates::default();
    for number in 1..=runs {
        println!("\n==== run {number} of {runs} ====");
        for case in &cases {
            run(case, only, number == 1, &mut gates);
            if case.name != "synth8" {
                continue;
            }
            println!();
            for algorithm in [Algorithm::JPS, Algorithm::HPA, Algorithm::GRAPH] {
                if only.is_none_or(|only| only == algorithm.name()) {
                    let with_peer =
                        case.moves == Moves::Four && only.is_none() && algorithm == Algorithm::HPA;
                    edits::run(case, algorithm, with_peer, &mut gates);
                }
            }
            edits::run_walled(case, &mut gates);
        }
        gates.print();
    }
}
