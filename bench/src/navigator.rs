//! The navigator against its peers, on the same queries, in one process.
//!
//! `navigator MAPS` reads MAPS/sample/*.scen with the maps beside them, and
//! MAPS/synth8.txt with its queries. Each query is timed several times and its
//! best time counts; medians and ratios are over queries. `navigator MAPS jps`
//! times only one algorithm, and no peers.

use deepway::nav::{Algorithm, Finder, Navigator};
use deepway::{Cell, Direction, MoveRules, Moves, Pos, Volume, text};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

const PASSES: usize = 3;

type Query = (Pos, Pos, f64);

/// Best microseconds of each query.
fn times(queries: &[Query], mut run: impl FnMut(&Query)) -> Vec<f64> {
    let mut best = vec![f64::MAX; queries.len()];
    for _ in 0..PASSES {
        for (query, best) in queries.iter().zip(&mut best) {
            let start = Instant::now();
            run(query);
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    best.sort_by(f64::total_cmp);
    best
}

fn median(times: &[f64]) -> f64 {
    times[times.len() / 2]
}

/// `pathfinding::astar` with u32 nodes and successors without allocation.
fn peer_astar(volume: &Volume, links: &[Vec<u32>], diagonal: bool, query: &Query) -> Option<u32> {
    let size = volume.size();
    let (w, h) = (size.width(), size.height());
    let id = |pos: Pos| (pos.z as u32 * h + pos.y as u32) * w + pos.x as u32;
    let place = |id: u32| Pos::new((id % w) as i32, (id / w % h) as i32, (id / (w * h)) as i32);
    let goal = id(query.1);
    let aim = query.1;
    let found = pathfinding::directed::astar::astar(
        &id(query.0),
        |&node| Successors::new(volume, links, diagonal, node, place(node), w),
        |&node| {
            let pos = place(node);
            let (dx, dy) = (pos.x.abs_diff(aim.x), pos.y.abs_diff(aim.y));
            let up = pos.z.abs_diff(aim.z) * 408;
            if diagonal {
                dx.min(dy) * 577 + dx.abs_diff(dy) * 408 + up
            } else {
                (dx + dy) * 408 + up
            }
        },
        |&node| node == goal,
    );
    found.map(|(_, cost)| cost)
}

/// The neighbours of a node, held in place.
struct Successors {
    list: [(u32, u32); 10],
    at: usize,
    len: usize,
}

impl Successors {
    fn new(
        volume: &Volume,
        links: &[Vec<u32>],
        diagonal: bool,
        node: u32,
        pos: Pos,
        w: u32,
    ) -> Self {
        let mut all = Self {
            list: [(0, 0); 10],
            at: 0,
            len: 0,
        };
        let plane = volume.walkable();
        let open =
            |dx: i32, dy: i32| plane.get((pos.x + dx) as u32, (pos.y + dy) as u32, pos.z as u32);
        let (n, e, s, west) = (open(0, -1), open(1, 0), open(0, 1), open(-1, 0));
        let mut push = |is: bool, to: u32, cost: u32| {
            if is {
                all.list[all.len] = (to, cost);
                all.len += 1;
            }
        };
        push(n, node.wrapping_sub(w), 408);
        push(e, node + 1, 408);
        push(s, node + w, 408);
        push(west, node.wrapping_sub(1), 408);
        if diagonal {
            push(
                n && e && open(1, -1),
                node.wrapping_sub(w).wrapping_add(1),
                577,
            );
            push(s && e && open(1, 1), node + w + 1, 577);
            push(s && west && open(-1, 1), node + w - 1, 577);
            push(n && west && open(-1, -1), node.wrapping_sub(w + 1), 577);
        }
        if let Some(to) = links.get(node as usize) {
            to.iter().for_each(|&to| push(true, to, 408));
        }
        all
    }
}

impl Iterator for Successors {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        (self.at < self.len).then(|| {
            self.at += 1;
            self.list[self.at - 1]
        })
    }
}

fn bench(name: &str, volume: Volume, queries: &[Query], moves: Moves) {
    let size = volume.size();
    let start = Instant::now();
    let navigator = Navigator::new(
        volume,
        MoveRules {
            moves,
            ..MoveRules::default()
        },
    )
    .expect("usual rules");
    let build = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    navigator.prepare(Algorithm::JpsPlus);
    let build_plus = start.elapsed().as_secs_f64() * 1e3;

    let mut links = vec![
        Vec::new();
        if navigator.links().is_empty() {
            0
        } else {
            size.cells() as usize
        }
    ];
    let id = |pos: Pos| (pos.z as u32 * size.height() + pos.y as u32) * size.width() + pos.x as u32;
    for link in navigator.links() {
        links[id(link.low) as usize].push(id(link.high));
        links[id(link.high) as usize].push(id(link.low));
    }
    let diagonal = moves == Moves::Eight;
    let volume = navigator.volume();
    let only = std::env::args().nth(2);
    let peer = if only.is_some() {
        vec![0.0]
    } else {
        times(queries, |query| {
            black_box(peer_astar(volume, &links, diagonal, query));
        })
    };
    let bytes = |count: usize| count as f64 / size.cells() as f64;
    println!(
        "\n{name}, {} queries; build {build:.1} ms, JPS+ {build_plus:.1} ms; bytes a cell: reachability {:.2}, JPS {:.2}, JPS+ {:.2}",
        queries.len(),
        bytes(navigator.reach_bytes()),
        bytes(navigator.bytes(Algorithm::Jps)),
        bytes(navigator.bytes(Algorithm::JpsPlus))
    );
    println!(
        "{:<28} {:>10} {:>10} {:>10} {:>9} {:>9}",
        "", "median µs", "p95 µs", "with cells", "ratio", "off"
    );
    println!(
        "{:<28} {:>10.1} {:>10.1}",
        "pathfinding::astar",
        median(&peer),
        peer[peer.len() * 95 / 100]
    );
    for algorithm in [Algorithm::AStar, Algorithm::Jps, Algorithm::JpsPlus] {
        if only.as_ref().is_some_and(|only| only != algorithm.name()) {
            continue;
        }
        let mut finder = Finder::default();
        let off = queries.iter().filter(|query| {
            let length = finder
                .find(&navigator, query.0, query.1, algorithm)
                .map_or(f64::NAN, |route| route.length());
            let off = (length - query.2).abs();
            !(off < 0.01 || off < query.2 * 0.001)
        });
        let off = off.count();
        let turns = times(queries, |query| {
            black_box(finder.find(&navigator, query.0, query.1, algorithm).ok());
        });
        let cells = times(queries, |query| {
            black_box(
                finder
                    .find(&navigator, query.0, query.1, algorithm)
                    .ok()
                    .map(|route| route.cells()),
            );
        });
        println!(
            "{:<28} {:>10.1} {:>10.1} {:>10.1} {:>8.1}× {off:>9}",
            format!("deepway {}", algorithm.name()),
            median(&turns),
            turns[turns.len() * 95 / 100],
            median(&cells),
            median(&peer) / median(&turns)
        );
    }
}

/// One-cell edits, each repaired and followed by a query; and a goal walled in.
fn bench_edits(volume: Volume, queries: &[Query]) {
    let mut navigator = Navigator::new(volume, MoveRules::default()).expect("usual rules");
    let size = navigator.volume().size();
    let mut random = deepway::Seed::new(7).child("edits").stream();
    let mut finder = Finder::default();
    let (mut edits, mut queried) = (Vec::new(), Vec::new());
    while edits.len() < 400 {
        let pick = |random: &mut deepway::Stream, end: u32| random.between(0, end as i32 - 1);
        let pos = Pos::new(
            pick(&mut random, size.width()),
            pick(&mut random, size.height()),
            pick(&mut random, size.levels()),
        );
        let old = navigator.volume().get(pos);
        let new = match old {
            Cell::Floor => Cell::Wall,
            Cell::Wall => Cell::Floor,
            _ => continue,
        };
        for cell in [new, old] {
            let query = &queries[edits.len() % queries.len()];
            let start = Instant::now();
            navigator.set(&[(pos, cell)]).expect("inside");
            edits.push(start.elapsed().as_secs_f64() * 1e6);
            black_box(
                finder
                    .find(&navigator, query.0, query.1, Algorithm::Jps)
                    .ok(),
            );
            queried.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    for times in [&mut edits, &mut queried] {
        times.sort_by(f64::total_cmp);
    }
    let p99 = |times: &[f64]| times[times.len() * 99 / 100];
    println!(
        "\nsynth8, {} one-cell edits (JPS): median {:.1} µs, p99 {:.1} µs; with the next query median {:.1} µs, p99 {:.1} µs",
        edits.len(),
        median(&edits),
        p99(&edits),
        median(&queried),
        p99(&queried)
    );

    let (from, goal, _) = queries[0];
    for direction in Direction::ALL {
        let beside = goal.step(direction);
        if size.contains(beside) {
            navigator.set(&[(beside, Cell::Wall)]).expect("inside");
        }
    }
    assert!(!navigator.reaches(from, goal));
    let closed = times(&vec![(from, goal, 0.0); 1000], |query| {
        black_box(navigator.reaches(query.0, query.1));
    });
    println!("synth8, unreachable goal: median {:.3} µs", median(&closed));
}

fn main() {
    let maps = std::env::args().nth(1).expect("usage: navigator MAPS");
    let maps = Path::new(&maps);
    let read = |path: &Path| {
        std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    for name in [
        "AR0011SR",
        "maze512-8-0",
        "32room_000",
        "random512-35-0",
        "TheFrozenSea",
    ] {
        let volume = text::read(name, &read(&maps.join(format!("{name}.map")))).expect("a map");
        let scen = text::read_scenario(name, &read(&maps.join(format!("sample/{name}.map.scen"))))
            .expect("a scenario");
        let queries: Vec<Query> = scen
            .iter()
            .map(|query| (query.start, query.goal, query.optimal))
            .collect();
        bench(name, volume, &queries, Moves::Eight);
    }
    let volume = text::read("synth8", &read(&maps.join("synth8.txt"))).expect("a map");
    let lines = String::from_utf8(read(&maps.join("synth8.queries"))).expect("text");
    let numbers: Vec<Vec<f64>> = lines
        .lines()
        .filter(|line| !line.starts_with(';'))
        .map(|line| {
            line.split_whitespace()
                .map(|word| word.parse().expect("a number"))
                .collect()
        })
        .collect();
    for (moves, column) in [(Moves::Eight, 7), (Moves::Four, 6)] {
        let pos = |n: &[f64]| Pos::new(n[0] as i32, n[1] as i32, n[2] as i32);
        let queries: Vec<Query> = numbers
            .iter()
            .map(|n| (pos(&n[..3]), pos(&n[3..6]), n[column]))
            .collect();
        bench(
            &format!("synth8, {moves:?} moves"),
            volume.clone(),
            &queries,
            moves,
        );
        if moves == Moves::Eight {
            bench_edits(volume.clone(), &queries);
        }
    }
}
