//! The navigator and its peers, on the same queries, in one process.
//!
//! `navigator MAPS` reads every map of the folder that has a scenario in MAPS/sample or beside
//! it, and MAPS/synth8.txt with its queries. Each query is timed several times and its
//! best time counts; medians and ratios are over queries. `navigator MAPS 5`
//! does it all five times and judges by the median run. `navigator MAPS 1 jps`
//! times only one of our algorithms, and no peers; `navigator MAPS 1 all maze` runs
//! on one map only.

mod gates;
mod measure;
mod peers;

use deepway::nav::{Algorithm, Finder, Ground, Navigator};
use deepway::{Cell, Direction, MoveRules, Moves, Pos, Seed, Volume, text};
use gates::Gates;
use measure::{Counting, build, median, once, quantile, times};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const OURS: [Algorithm; 5] = [
    Algorithm::ASTAR,
    Algorithm::JPS,
    Algorithm::JPS_PLUS,
    Algorithm::HPA,
    Algorithm::GRAPH,
];

struct Query {
    from: Pos,
    to: Pos,
    /// The length of a shortest way.
    optimal: f64,
}

/// A map with its queries.
struct Case {
    name: &'static str,
    volume: Volume,
    queries: Vec<Query>,
    moves: Moves,
}

impl Case {
    fn title(&self) -> String {
        let moves = match self.moves {
            Moves::Four => 4,
            Moves::Eight => 8,
        };
        format!("{}, {moves} moves", self.name)
    }

    fn navigator(&self) -> Navigator {
        let moves = self.moves;
        let rules = MoveRules {
            moves,
            ..MoveRules::default()
        };
        Navigator::new(&self.volume, rules).expect("usual rules")
    }
}

/// One line of a table.
struct Line {
    name: String,
    build: f64,
    bytes: usize,
    /// Microseconds with turning points, and with every cell.
    turns: Vec<f64>,
    cells: Vec<f64>,
    /// Microseconds of the first call of each query, with every cell, and for the cost alone.
    first: Vec<f64>,
    distance: Vec<f64>,
    /// How much longer than the shortest each way is; none where it was not found.
    over: Vec<Option<f64>>,
}

impl Line {
    fn cells_median(&self) -> f64 {
        quantile(&self.cells, 0.5)
    }

    fn mean_over(&self) -> f64 {
        let found: Vec<f64> = self.over.iter().flatten().copied().collect();
        found.iter().sum::<f64>() / found.len() as f64
    }

    fn worst_over(&self) -> f64 {
        self.over.iter().flatten().copied().fold(0.0, f64::max)
    }

    fn print(&self, cells: u64, base: f64) {
        let missing = self.over.iter().filter(|over| over.is_none()).count();
        println!(
            "{:<26} {:>9.1} {:>9.1} {:>9.1} {:>9.1} {:>7.1}× {:>8.3} {:>8.2} {:>7} {:>9.1} {:>8.2} {:>9.1} {:>9}",
            self.name,
            quantile(&self.turns, 0.5),
            quantile(&self.turns, 0.95),
            self.cells_median(),
            quantile(&self.cells, 0.95),
            base / self.cells_median(),
            self.mean_over() * 100.0,
            self.worst_over() * 100.0,
            missing,
            self.build,
            self.bytes as f64 / cells as f64,
            quantile(&self.first, 0.5),
            match self.distance.is_empty() {
                true => "-".to_owned(),
                false => format!("{:.1}", quantile(&self.distance, 0.5)),
            },
        );
    }
}

fn print_head(title: &str, queries: usize) {
    println!("\n{title}, {queries} queries");
    println!(
        "{:<26} {:>9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>8} {:>7} {:>9} {:>8} {:>9} {:>9}",
        "",
        "turns µs",
        "p95",
        "cells µs",
        "p95",
        "ratio",
        "over %",
        "worst %",
        "missing",
        "build ms",
        "bytes",
        "first µs",
        "cost µs"
    );
}

/// How much longer than the shortest a length is; a ten thousandth is rounding.
fn over(length: Option<f64>, query: &Query) -> Option<f64> {
    let over = length? / query.optimal.max(1e-9) - 1.0;
    Some(
        if query.optimal == 0.0 || over.abs() < 1.1e-3 && over < 0.0 {
            0.0
        } else {
            over
        },
    )
}

fn time_ours(case: &Case, ground: &Ground, algorithm: Algorithm) -> (Line, u64) {
    let (prepared, build, _) = build(|| ground.prepare(algorithm));
    prepared.expect("within the budget");
    let mut finder = Finder::default();
    let mut find = |query: &Query| finder.find(ground, query.from, query.to, algorithm).ok();
    let queries = &case.queries;
    let first = once(queries, |query| {
        drop(black_box(find(query).map(|route| route.cells())));
    });
    let mut line = Line {
        first,
        distance: Vec::new(),
        name: format!("deepway {}", algorithm.name()),
        build,
        bytes: (ground.navigator().bytes() + ground.navigator().index_bytes(algorithm)) as usize,
        over: queries
            .iter()
            .map(|query| over(find(query).map(|route| route.length()), query))
            .collect(),
        turns: times(queries, |query| drop(black_box(find(query)))),
        cells: times(queries, |query| {
            drop(black_box(find(query).map(|route| route.cells())));
        }),
    };
    if algorithm == Algorithm::GRAPH {
        line.distance = times(queries, |query| {
            black_box(finder.distance(ground, query.from, query.to, algorithm)).ok();
        });
    }
    (line, finder.bytes())
}

/// Times a peer that gives every cell.
fn time_peer<T>(
    case: &Case,
    name: &str,
    (build, bytes): (f64, usize),
    mut length: impl FnMut(&Query) -> Option<f64>,
    mut find: impl FnMut(&Query) -> T,
) -> Line {
    let first = once(&case.queries, |query| drop(black_box(find(query))));
    let cells = times(&case.queries, |query| drop(black_box(find(query))));
    Line {
        first,
        distance: Vec::new(),
        name: name.to_owned(),
        build,
        bytes,
        turns: cells.clone(),
        cells,
        over: case
            .queries
            .iter()
            .map(|query| over(length(query), query))
            .collect(),
    }
}

/// Everything on one map, and the gates that it decides.
fn run(case: &Case, only: Option<&str>, first: bool, gates: &mut Gates) {
    let cells = case.volume.size().cells();
    let (navigator, base_build, _) = build(|| case.navigator());
    let ground = navigator.on(&case.volume).expect("just learnt");
    let diagonal = case.moves == Moves::Eight;
    let flat = case.volume.size().levels() == 1;
    print_head(&case.title(), case.queries.len());
    let generic = peers::Generic::new(&case.volume, ground.links(), diagonal);
    let mut lines: Vec<Line> = Vec::new();
    if only.is_none() {
        // No goal is about its times with four moves on one level.
        if first || diagonal || !flat {
            let line = time_peer(
                case,
                "pathfinding::astar",
                (0.0, 0),
                |query| Some(generic.length(&generic.astar(query.from, query.to)?.0)),
                |query| generic.astar(query.from, query.to),
            );
            lines.push(line);
        }
        if flat && diagonal {
            let (peer, build, bytes) = build(|| peers::GridPathfinding::new(&case.volume));
            let length = |query: &Query| {
                let path = peer.cells(query.from, query.to)?;
                let steps = path.windows(2).map(|pair| {
                    let apart = (pair[0].x - pair[1].x).abs() + (pair[0].y - pair[1].y).abs();
                    f64::from(apart).sqrt()
                });
                Some(steps.sum())
            };
            let mut line = time_peer(case, "grid_pathfinding", (build, bytes), length, |query| {
                peer.cells(query.from, query.to)
            });
            line.turns = times(&case.queries, |query| {
                drop(black_box(peer.waypoints(query.from, query.to)));
            });
            lines.push(line);
        }
        if flat && !diagonal {
            for chunk in [16, 32] {
                let (peer, build, bytes) = build(|| peers::Hierarchical::new(&case.volume, chunk));
                lines.push(time_peer(
                    case,
                    &format!("hierarchical_pathf. {chunk}"),
                    (build, bytes),
                    |query| Some(peer.cells(query.from, query.to)?.len() as f64),
                    |query| peer.cells(query.from, query.to),
                ));
            }
        }
        if !flat && !diagonal {
            let (peer, build, bytes) =
                build(|| peers::Northstar::new(&case.volume, ground.links()));
            lines.push(time_peer(
                case,
                "bevy_northstar",
                (build, bytes),
                |query| peer.length(query.from, query.to),
                |query| peer.find(query.from, query.to),
            ));
        }
        if !flat {
            let (peer, build, bytes) = build(|| peers::FastPaths::new(&generic));
            let peer = std::cell::RefCell::new(peer);
            let line = time_peer(
                case,
                "fast_paths",
                (build, bytes),
                |query| {
                    let path = peer.borrow_mut().find(query.from, query.to)?;
                    Some(generic.length(&peer.borrow().cells(&path)))
                },
                |query| peer.borrow_mut().find(query.from, query.to),
            );
            lines.push(line);
        }
    }
    let mut scratch = Vec::new();
    for algorithm in OURS {
        // No goal is about the times of our A*; they are in the first run.
        let is_goal = first || algorithm != Algorithm::ASTAR;
        if only.map_or(is_goal, |only| only == algorithm.name()) {
            let (line, bytes) = time_ours(case, &ground, algorithm);
            scratch.push(format!("{} {}", algorithm.name(), bytes.div_ceil(1024)));
            lines.push(line);
        }
    }
    let base = lines
        .iter()
        .find(|line| line.name == "pathfinding::astar")
        .map_or(f64::NAN, Line::cells_median);
    for line in &lines {
        line.print(cells, base);
    }
    println!(
        "deepway needs besides: {base_build:.1} ms, and 1.13 bytes a cell for the volume;\n  in KiB a thread, for the largest search: {}",
        scratch.join(", ")
    );
    if only.is_none() {
        gates.judge(case, &lines, base_build, cells);
    }
}

/// One-cell edits, each repaired and followed by a query; and a goal walled in.
fn run_edits(case: &Case, with_peer: bool, gates: &mut Gates) {
    let (mut volume, mut navigator) = (case.volume.clone(), case.navigator());
    let ground = navigator.on(&volume).expect("just learnt");
    for algorithm in OURS {
        if algorithm != Algorithm::GRAPH {
            ground.prepare(algorithm).expect("within the budget");
        }
    }
    let mut peer = with_peer.then(|| peers::Northstar::new(&case.volume, ground.links()));
    let size = case.volume.size();
    let mut random = Seed::new(7).child("edits").stream();
    let mut finder = Finder::default();
    let (mut edits, mut both, mut peers) = (Vec::new(), Vec::new(), Vec::new());
    while edits.len() < 2000 {
        let pick = |random: &mut deepway::Stream, end: u32| random.between(0, end as i32 - 1);
        let pos = Pos::new(
            pick(&mut random, size.width()),
            pick(&mut random, size.height()),
            pick(&mut random, size.levels()),
        );
        let old = volume.get(pos);
        let new = if old.is_walkable() {
            Cell::Wall
        } else {
            Cell::Floor
        };
        for cell in [new, old] {
            let query = &case.queries[edits.len() % case.queries.len()];
            let start = Instant::now();
            volume.set(pos, cell).expect("inside");
            navigator.follow(&volume);
            edits.push(start.elapsed().as_secs_f64() * 1e6);
            let ground = navigator.on(&volume).expect("followed");
            let found = finder.find(&ground, query.from, query.to, Algorithm::HPA);
            drop(black_box(found.map(|route| route.cells())));
            both.push(start.elapsed().as_secs_f64() * 1e6);
            if let Some(peer) = peer.as_mut().filter(|_| peers.len() < 200)
                && [Cell::Floor, Cell::Wall].contains(&old)
            {
                let start = Instant::now();
                peer.set(pos, cell);
                drop(black_box(peer.find(query.from, query.to)));
                peers.push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    for times in [&mut edits, &mut both, &mut peers] {
        times.sort_by(f64::total_cmp);
    }
    let (middle, late) = (quantile(&both, 0.5), quantile(&both, 0.99));
    println!(
        "\n{}: {} one-cell edits, everything repaired (A*, JPS, JPS+, HPA*, reachability): median {:.1} µs, p99 {:.1} µs;\n  with the next query (HPA*, every cell) median {middle:.1} µs, p99 {late:.1} µs",
        case.title(),
        edits.len(),
        quantile(&edits, 0.5),
        quantile(&edits, 0.99),
    );
    gates.at_most("edit and next query, median µs", 60.0, middle);
    gates.at_most("edit and next query, p99 µs", 1000.0, late);
    if !peers.is_empty() {
        let theirs = quantile(&peers, 0.5);
        println!("  bevy_northstar, edit and next query: median {theirs:.1} µs");
        gates.at_least(
            "edit and next query vs bevy_northstar",
            100.0,
            theirs / middle,
        );
    }

    let Query { from, to, .. } = case.queries[0];
    for direction in Direction::ALL {
        let beside = to.step(direction);
        if size.contains(beside) {
            volume.set(beside, Cell::Wall).expect("inside");
        }
    }
    navigator.follow(&volume);
    let ground = navigator.on(&volume).expect("followed");
    assert!(!ground.reaches(from, to));
    let closed = times(&[(); 1000], |()| {
        black_box(ground.reaches(from, to));
    });
    let asked = times(&[(); 1000], |()| {
        drop(black_box(finder.find(&ground, from, to, Algorithm::AUTO)));
    });
    println!(
        "{}: unreachable goal: median {:.3} µs, with the reason {:.3} µs",
        case.title(),
        median(&closed),
        median(&asked)
    );
    gates.at_most("unreachable, µs", 1.0, median(&closed));
}

/// One-cell edits that the graph tier alone repairs, each followed by a query.
fn run_graph_edits(case: &Case, gates: &mut Gates) {
    let (mut volume, mut navigator) = (case.volume.clone(), case.navigator());
    let ground = navigator.on(&volume).expect("just learnt");
    ground.prepare(Algorithm::GRAPH).expect("within the budget");
    let size = case.volume.size();
    let mut random = Seed::new(7).child("edits").stream();
    let mut finder = Finder::default();
    let (mut edits, mut both) = (Vec::new(), Vec::new());
    let begin = Instant::now();
    while edits.len() < 1000 && begin.elapsed().as_secs() < 20 {
        let pick = |random: &mut deepway::Stream, end: u32| random.between(0, end as i32 - 1);
        let pos = Pos::new(
            pick(&mut random, size.width()),
            pick(&mut random, size.height()),
            pick(&mut random, size.levels()),
        );
        let old = volume.get(pos);
        let new = if old.is_walkable() {
            Cell::Wall
        } else {
            Cell::Floor
        };
        for cell in [new, old] {
            let query = &case.queries[edits.len() % case.queries.len()];
            let start = Instant::now();
            volume.set(pos, cell).expect("inside");
            navigator.follow(&volume);
            edits.push(start.elapsed().as_secs_f64() * 1e6);
            let ground = navigator.on(&volume).expect("followed");
            let found = finder.find(&ground, query.from, query.to, Algorithm::GRAPH);
            drop(black_box(found.map(|route| route.cells())));
            both.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    for times in [&mut edits, &mut both] {
        times.sort_by(f64::total_cmp);
    }
    println!(
        "{}: {} one-cell edits, the graph tier: median {:.1} µs, p95 {:.1} µs; with the next query median {:.1} µs, p95 {:.1} µs",
        case.title(),
        edits.len(),
        quantile(&edits, 0.5),
        quantile(&edits, 0.95),
        quantile(&both, 0.5),
        quantile(&both, 0.95),
    );
    if case.moves == Moves::Eight {
        gates.at_most("graph edit, median µs", 40.0, quantile(&edits, 0.5));
        gates.at_most("graph edit, p95 µs", 2500.0, quantile(&edits, 0.95));
        gates.at_most(
            "graph edit and next query, median µs",
            60.0,
            quantile(&both, 0.5),
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let maps = Path::new(
        arguments
            .first()
            .expect("usage: navigator MAPS [RUNS [ALGORITHM]]"),
    );
    let runs: usize = arguments
        .get(1)
        .map_or(1, |runs| runs.parse().expect("a number of runs"));
    let only = arguments
        .get(2)
        .map(String::as_str)
        .filter(|only| *only != "all");
    let mut cases = read_cases(maps);
    if let Some(name) = arguments.get(3) {
        cases.retain(|case| case.title().contains(name.as_str()));
    }
    let mut gates = Gates::default();
    for number in 1..=runs {
        println!("\n==== run {number} of {runs} ====");
        for case in &cases {
            // Four moves on one level are for the peer that knows no others.
            run(case, only, number == 1, &mut gates);
            if case.name == "synth8" && only.is_none_or(|only| ["hpa", "graph"].contains(&only)) {
                let with_peer = case.moves == Moves::Four && only.is_none();
                run_edits(case, with_peer, &mut gates);
                run_graph_edits(case, &mut gates);
            }
        }
        gates.print();
    }
}

fn read_cases(maps: &Path) -> Vec<Case> {
    let read = |path: &Path| {
        std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut cases = Vec::new();
    for (name, scenario) in maps_with_scenarios(maps) {
        let name: &'static str = name.leak();
        let volume = text::read(name, &read(&maps.join(format!("{name}.map")))).expect("a map");
        let scen = text::read_scenario(name, &read(&scenario)).expect("a scenario");
        let queries: Vec<Query> = scen
            .iter()
            .map(|query| Query {
                from: query.start,
                to: query.goal,
                optimal: query.optimal,
            })
            .collect();
        let eight = Case {
            name,
            volume,
            queries,
            moves: Moves::Eight,
        };
        let four = ["AR0011SR", "32room_000", "TheFrozenSea"].contains(&name);
        let four = four.then(|| with_four_moves(&eight));
        cases.push(eight);
        cases.extend(four);
    }
    if !maps.join("synth8.txt").is_file() {
        return cases;
    }
    let volume = text::read("synth8", &read(&maps.join("synth8.txt"))).expect("a map");
    let lines = String::from_utf8(read(&maps.join("synth8.queries"))).expect("text");
    let numbers = lines.lines().filter(|line| !line.starts_with(';'));
    let numbers: Vec<Vec<f64>> = numbers
        .map(|line| {
            let words = line.split_whitespace();
            words.map(|word| word.parse().expect("a number")).collect()
        })
        .collect();
    for (moves, column) in [(Moves::Eight, 7), (Moves::Four, 6)] {
        let pos = |n: &[f64]| Pos::new(n[0] as i32, n[1] as i32, n[2] as i32);
        cases.push(Case {
            name: "synth8",
            volume: volume.clone(),
            queries: numbers
                .iter()
                .map(|n| Query {
                    from: pos(&n[..3]),
                    to: pos(&n[3..6]),
                    optimal: n[column],
                })
                .collect(),
            moves,
        });
    }
    cases
}

/// The maps of a folder by name, each with its scenario: a sample of it if there is one.
fn maps_with_scenarios(maps: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(maps).expect("a folder");
    let mut found: Vec<(String, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?.strip_suffix(".map")?.to_owned();
            let beside = [
                format!("sample/{name}.map.scen"),
                format!("{name}.map.scen"),
            ];
            let mut scenarios = beside.into_iter().map(|beside| maps.join(beside));
            Some((name, scenarios.find(|path| path.is_file())?))
        })
        .collect();
    found.sort();
    found
}

/// The same queries with four moves, their lengths found by an exact search.
fn with_four_moves(case: &Case) -> Case {
    let mut four = Case {
        name: case.name,
        volume: case.volume.clone(),
        queries: Vec::new(),
        moves: Moves::Four,
    };
    let navigator = four.navigator();
    let ground = navigator.on(&four.volume).expect("just learnt");
    let mut finder = Finder::default();
    let mut queries = Vec::new();
    for query in &case.queries {
        let route = finder.find(&ground, query.from, query.to, Algorithm::ASTAR);
        queries.push(Query {
            from: query.from,
            to: query.to,
            optimal: route
                .expect("a way with eight moves is one with four")
                .length(),
        });
    }
    four.queries = queries;
    four
}
