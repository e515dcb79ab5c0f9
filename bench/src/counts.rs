//! One workload at a time, for callgrind to count the instructions of.
//!
//! `counts` lists the workloads, `counts NAME MAPS` runs one on the maps of a folder. Only
//! what happens inside [`measured`] counts. `counts maps FOLDER` writes two maps of 2²⁴ cells
//! for the program, and prints what a navigator adds to them.

use deepway::nav::{Algorithm, Finder, Navigator, Route};
use deepway::{Cell, Draft, MoveRules, Moves, Pos, Seed, Size, Volume, link, text};
use std::hint::black_box;
use std::path::Path;

const MAPS: [&str; 3] = ["32room_000", "maze512-8-0", "synth8"];

/// What callgrind is told to look at.
#[inline(never)]
fn measured<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

/// A map with some of its queries.
struct Case {
    volume: Volume,
    rules: MoveRules,
    queries: Vec<(Pos, Pos)>,
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn case(maps: &Path, name: &str, moves: Moves) -> Case {
    let rules = MoveRules {
        moves,
        ..MoveRules::default()
    };
    if name != "synth8" {
        let map = read(&maps.join(format!("{name}.map")));
        let scen = read(&maps.join(format!("sample/{name}.map.scen")));
        let scen = text::read_scenario(name, &scen).expect("a scenario");
        return Case {
            volume: text::read(name, &map).expect("a map"),
            rules,
            queries: scen.iter().map(|query| (query.start, query.goal)).collect(),
        };
    }
    let lines = String::from_utf8(read(&maps.join("synth8.queries"))).expect("text");
    let queries = lines.lines().filter(|line| !line.starts_with(';'));
    let queries = queries.map(|line| {
        let numbers = line.split_whitespace().take(6);
        let n: Vec<i32> = numbers
            .map(|word| word.parse().expect("a number"))
            .collect();
        (Pos::new(n[0], n[1], n[2]), Pos::new(n[3], n[4], n[5]))
    });
    Case {
        volume: text::read(name, &read(&maps.join("synth8.txt"))).expect("a map"),
        rules,
        queries: queries.collect(),
    }
}

/// Rock and rooms, with ladders between all levels.
fn world() -> Volume {
    let mut draft = Draft::new(Size::new(512, 512, 16).expect("within the limits"));
    let mut random = Seed::new(1).child("counts").stream();
    draft.fill(Pos::new(0, 0, 0), Pos::new(511, 511, 15), Cell::Wall);
    for _ in 0..3_000 {
        let z = random.between(0, 15);
        let (x, y) = (random.between(1, 490), random.between(1, 490));
        draft.fill(Pos::new(x, y, z), Pos::new(x + 12, y + 12, z), Cell::Floor);
    }
    for _ in 0..5_000 {
        let (x, y) = (random.between(1, 510), random.between(1, 510));
        let z = random.between(0, 14);
        for z in [z, z + 1] {
            draft.set(Pos::new(x, y, z), Cell::Ladder).expect("inside");
        }
    }
    draft.finish()
}

fn build(case: &Case) -> Navigator {
    measured(|| Navigator::new(&case.volume, case.rules.clone()).expect("usual rules"))
}

fn find(
    navigator: &Navigator,
    volume: &Volume,
    finder: &mut Finder,
    (from, to): (Pos, Pos),
    algorithm: Algorithm,
) -> Option<Route> {
    let ground = navigator.on(volume).expect("followed");
    finder.find(&ground, from, to, algorithm).ok()
}

fn set(navigator: &mut Navigator, volume: &mut Volume, pos: Pos, cell: Cell) {
    volume.set(pos, cell).expect("inside");
    navigator.follow(volume);
}

fn search(case: &Case, algorithm: Algorithm, count: usize) {
    let navigator = Navigator::new(&case.volume, case.rules.clone()).expect("usual rules");
    navigator
        .on(&case.volume)
        .expect("learnt")
        .prepare(algorithm)
        .expect("small");
    let mut finder = Finder::default();
    let stride = (case.queries.len() / count).max(1);
    let queries: Vec<(Pos, Pos)> = case.queries.iter().copied().step_by(stride).collect();
    // Once before, so that the working memory has its size.
    for _ in 0..2 {
        let mut run = || {
            for &query in &queries {
                black_box(find(
                    &navigator,
                    &case.volume,
                    &mut finder,
                    query,
                    algorithm,
                ));
            }
        };
        measured(&mut run);
    }
}

fn edits(mut case: Case, algorithm: Algorithm) {
    let mut navigator = Navigator::new(&case.volume, case.rules.clone()).expect("usual rules");
    navigator
        .on(&case.volume)
        .expect("learnt")
        .prepare(algorithm)
        .expect("small");
    let mut random = Seed::new(7).child("edits").stream();
    let size = case.volume.size();
    let cells: Vec<(Pos, Cell)> = (0..150)
        .flat_map(|_| {
            let mut pick = |end: u32| random.between(0, end as i32 - 1);
            let pos = Pos::new(pick(size.width()), pick(size.height()), pick(size.levels()));
            let old = case.volume.get(pos);
            let new = if old.is_walkable() {
                Cell::Wall
            } else {
                Cell::Floor
            };
            [(pos, new), (pos, old)]
        })
        .collect();
    let mut finder = Finder::default();
    let Case {
        volume, queries, ..
    } = &mut case;
    measured(|| {
        for (&(pos, cell), &query) in cells.iter().zip(queries.iter().cycle()) {
            set(&mut navigator, volume, pos, cell);
            black_box(find(&navigator, volume, &mut finder, query, algorithm));
        }
    });
}

fn field(case: &Case) {
    let navigator = Navigator::new(&case.volume, case.rules.clone()).expect("usual rules");
    let goals: Vec<Pos> = case.queries.iter().take(5).map(|query| query.1).collect();
    let navigator = navigator.on(&case.volume).expect("learnt");
    measured(|| {
        black_box(navigator.field(&goals));
        for &(from, to) in case.queries.iter().take(5) {
            black_box(navigator.nearest(from, &[to]));
        }
    });
}

/// Rock at random, a quarter of the cells, and ladders from level to level.
fn random_map(width: u32, height: u32, levels: u32) -> Volume {
    let size = Size::new(width, height, levels).expect("within the limits");
    let mut draft = Draft::new(size);
    let mut random = Seed::new(5).child("map").stream();
    let end = Pos::new(width as i32 - 1, height as i32 - 1, levels as i32 - 1);
    // Open on two sides, so that both ends of the longest way are reached.
    let is_side = |x: i32| x == 0 || x == end.x;
    for z in 0..=end.z {
        for y in 0..=end.y {
            for x in 0..=end.x {
                let cell = match random.between(0, 3) {
                    _ if levels > 1 && y % 16 == 5 && x % 64 == 7 => Cell::Ladder,
                    0 if !is_side(x) => Cell::Wall,
                    _ => Cell::Floor,
                };
                draft.set(Pos::new(x, y, z), cell).expect("inside");
            }
        }
    }
    draft.finish()
}

fn write_maps(folder: &Path) {
    for (name, [width, height, levels]) in [("flat", [4096, 4096, 1]), ("tower", [1024, 1024, 16])]
    {
        let volume = random_map(width, height, levels);
        let path = folder.join(format!("{name}.txt"));
        std::fs::write(&path, text::to_text(&volume))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let navigator = Navigator::new(&volume, MoveRules::default()).expect("usual rules");
        let each = navigator.bytes() as f64 / volume.size().cells() as f64;
        println!("{name}: a navigator adds {each:.2} bytes a cell");
    }
}

fn main() {
    let algorithms = [
        ("astar", Algorithm::ASTAR, 12),
        ("jps", Algorithm::JPS, 100),
        ("jps-plus", Algorithm::JPS_PLUS, 100),
        ("hpa", Algorithm::HPA, 100),
    ];
    let mut names = vec!["scan".to_owned(), "field".to_owned()];
    let mut cases: Vec<(String, &str, Moves)> = Vec::new();
    for map in MAPS {
        cases.push((format!("{map}-8"), map, Moves::Eight));
    }
    cases.push(("synth8-4".to_owned(), "synth8", Moves::Four));
    for (title, ..) in &cases {
        for what in ["read", "build", "astar", "jps", "jps-plus", "hpa"] {
            names.push(format!("{what}:{title}"));
        }
    }
    for (algorithm, ..) in &algorithms[1..] {
        names.push(format!("edits-{algorithm}:synth8-8"));
    }
    for (algorithm, ..) in &algorithms[2..] {
        names.push(format!("prepare-{algorithm}:synth8-8"));
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, maps] = &arguments[..] else {
        names.iter().for_each(|name| println!("{name}"));
        return;
    };
    let maps = Path::new(maps);
    if name == "maps" {
        return write_maps(maps);
    }
    let (what, title) = name.split_once(':').unwrap_or((name, "synth8-8"));
    let found = cases.iter().find(|(name, ..)| name == title);
    let &(_, map, moves) = found.expect("a known map");
    let case = case(maps, map, moves);
    let by_name = |name: &str| {
        let found = algorithms.iter().find(|(known, ..)| *known == name);
        *found.expect("a known algorithm")
    };
    match what.split_once('-').filter(|(what, _)| *what != "jps") {
        Some(("prepare", algorithm)) => {
            let navigator = Navigator::new(&case.volume, case.rules.clone()).expect("usual rules");
            let ground = navigator.on(&case.volume).expect("learnt");
            measured(|| ground.prepare(by_name(algorithm).1)).expect("small");
        }
        Some(("edits", algorithm)) => edits(case, by_name(algorithm).1),
        _ => match what {
            "scan" => {
                let volume = world();
                black_box(measured(|| link::scan(&volume, &case.rules)));
            }
            "field" => field(&case),
            "read" => {
                let file = match map {
                    "synth8" => "synth8.txt".to_owned(),
                    other => format!("{other}.map"),
                };
                let bytes = read(&maps.join(file));
                black_box(measured(|| text::read(map, &bytes).expect("a map")));
            }
            "build" => drop(black_box(build(&case))),
            algorithm => {
                let (_, algorithm, count) = by_name(algorithm);
                search(&case, algorithm, count);
            }
        },
    }
}
