//! Changes of single cells, each repaired and followed by a query; and a goal walled in.

use crate::cases::{Case, Query};
use crate::gates::Gates;
use crate::measure::{again, median, quantile};
use crate::peers;
use deepway::nav::{Algorithm, Finder};
use deepway::{Cell, Direction, Moves, Pos, Seed, Stream};
use std::hint::black_box;
use std::time::Instant;

/// How many changes, and after how many seconds there are no more.
const CHANGES: usize = 2000;
const SECONDS: f64 = 20.0;

/// Changes cells and back, where one algorithm and nothing else is prepared.
pub fn run(case: &Case, algorithm: Algorithm, with_peer: bool, gates: &mut Gates) {
    let (mut volume, mut navigator) = (case.volume.clone(), case.navigator());
    let ground = navigator.on(&volume).expect("just learnt");
    ground.prepare(algorithm).expect("within the budget");
    let mut peer = with_peer.then(|| peers::Northstar::new(&case.volume, ground.links(), 16));
    let size = case.volume.size();
    let mut random = Seed::new(7).child("edits").stream();
    let mut finder = Finder::default();
    let (mut edits, mut both, mut peers) = (Vec::new(), Vec::new(), Vec::new());
    let begin = Instant::now();
    while edits.len() < CHANGES && begin.elapsed().as_secs_f64() < SECONDS {
        let pick = |random: &mut Stream, end: u32| random.between(0, end as i32 - 1);
        let pos = Pos::new(
            pick(&mut random, size.width()),
            pick(&mut random, size.height()),
            pick(&mut random, size.levels()),
        );
        let old = volume.get(pos);
        let new = match old.is_walkable() {
            true => Cell::Wall,
            false => Cell::Floor,
        };
        for cell in [new, old] {
            let query = &case.queries[edits.len() % case.queries.len()];
            let start = Instant::now();
            volume.set(pos, cell).expect("inside");
            navigator.follow(&volume);
            edits.push(start.elapsed().as_secs_f64() * 1e6);
            let ground = navigator.on(&volume).expect("followed");
            let found = finder.find(&ground, query.from, query.to, algorithm);
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
    let (name, title) = (algorithm.name(), case.title());
    let middle = quantile(&both, 0.5);
    println!(
        "{title}, {name}: {} changes of a cell: median {:.1} µs, p95 {:.1}, p99 {:.1}; with the next way, every cell: median {middle:.1} µs, p95 {:.1}, p99 {:.1}",
        edits.len(),
        quantile(&edits, 0.5),
        quantile(&edits, 0.95),
        quantile(&edits, 0.99),
        quantile(&both, 0.95),
        quantile(&both, 0.99),
    );
    if algorithm == Algorithm::GRAPH && case.moves == Moves::Eight {
        gates.at_most("graph edit, median µs", 40.0, quantile(&edits, 0.5));
        gates.at_most("graph edit, p95 µs", 2500.0, quantile(&edits, 0.95));
    }
    gates.at_most(
        &format!("{name}, edit and next query, median µs, {title}"),
        60.0,
        middle,
    );
    if !peers.is_empty() {
        let theirs = quantile(&peers, 0.5);
        println!("  bevy_northstar, change and next way: median {theirs:.1} µs");
        gates.at_least(
            "HPA* edit and next query vs bevy_northstar",
            100.0,
            theirs / middle,
        );
    }
}

/// A goal behind walls.
pub fn run_walled(case: &Case, gates: &mut Gates) {
    let (mut volume, mut navigator) = (case.volume.clone(), case.navigator());
    let size = volume.size();
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
    let mut finder = Finder::default();
    let closed = again(&[(); 1000], |()| {
        black_box(ground.reaches(from, to));
    });
    let asked = again(&[(); 1000], |()| {
        drop(black_box(finder.find(&ground, from, to, Algorithm::AUTO)));
    });
    println!(
        "{}: unreachable goal: median {:.3} µs, with the reason {:.3} µs",
        case.title(),
        median(&closed),
        median(&asked)
    );
    let name = format!("unreachable, µs, {}", case.title());
    gates.at_most(&name, 1.0, median(&closed));
}
