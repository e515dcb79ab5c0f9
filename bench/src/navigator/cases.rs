//! Maps and the queries on them.

use deepway::nav::{Algorithm, Finder, Navigator};
use deepway::{MoveRules, Moves, Pos, Volume, text};
use std::path::{Path, PathBuf};

/// No more queries than this are taken from a scenario, at even distances.
const MOST_QUERIES: usize = 200;

pub struct Query {
    pub from: Pos,
    pub to: Pos,
    /// The length of a shortest way.
    pub optimal: f64,
}

/// A map with its queries.
pub struct Case {
    pub name: String,
    pub volume: Volume,
    pub queries: Vec<Query>,
    pub moves: Moves,
}

impl Case {
    pub fn title(&self) -> String {
        let moves = match self.moves {
            Moves::Four => 4,
            Moves::Eight => 8,
        };
        format!("{}, {moves} moves", self.name)
    }

    pub fn is_flat(&self) -> bool {
        self.volume.size().levels() == 1
    }

    pub fn navigator(&self) -> Navigator {
        let moves = self.moves;
        let rules = MoveRules {
            moves,
            ..MoveRules::default()
        };
        Navigator::new(&self.volume, rules).expect("usual rules")
    }

    /// The same queries with four moves, their lengths found by an exact search.
    fn with_four_moves(&self) -> Self {
        let mut four = Self {
            name: self.name.clone(),
            volume: self.volume.clone(),
            queries: Vec::new(),
            moves: Moves::Four,
        };
        let navigator = four.navigator();
        let ground = navigator.on(&four.volume).expect("just learnt");
        let mut finder = Finder::default();
        let mut queries = Vec::new();
        for &Query { from, to, .. } in &self.queries {
            let route = finder.find(&ground, from, to, Algorithm::ASTAR);
            let route = route.expect("a way with eight moves is one with four");
            let optimal = route.length();
            queries.push(Query { from, to, optimal });
        }
        four.queries = queries;
        four
    }
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The maps of a folder, or those whose titles have a text in them; of some also with four
/// moves, for the peer that knows no others.
pub fn read_cases(maps: &Path, part: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, scenario) in maps_with_scenarios(maps) {
        if !format!("{name}, 8 moves, 4 moves").contains(part) {
            continue;
        }
        let volume = text::read(&name, &read(&maps.join(format!("{name}.map")))).expect("a map");
        let scen = text::read_scenario(&name, &read(&scenario)).expect("a scenario");
        let every = scen.len().div_ceil(MOST_QUERIES).max(1);
        let queries = scen.iter().step_by(every).map(|query| Query {
            from: query.start,
            to: query.goal,
            optimal: query.optimal,
        });
        let eight = Case {
            queries: queries.collect(),
            name,
            volume,
            moves: Moves::Eight,
        };
        let four = ["AR0011SR", "32room_000", "TheFrozenSea"].contains(&eight.name.as_str());
        let four = four.then(|| eight.with_four_moves());
        cases.push(eight);
        cases.extend(four);
    }
    if maps.join("synth8.txt").is_file() {
        cases.extend(synth8(maps));
    }
    cases.retain(|case| case.title().contains(part));
    cases
}

/// The world of eight levels, with eight moves and with four.
fn synth8(maps: &Path) -> [Case; 2] {
    let volume = text::read("synth8", &read(&maps.join("synth8.txt"))).expect("a map");
    let lines = String::from_utf8(read(&maps.join("synth8.queries"))).expect("text");
    let numbers = lines.lines().filter(|line| !line.starts_with(';'));
    let numbers: Vec<Vec<f64>> = numbers
        .map(|line| {
            let words = line.split_whitespace();
            words.map(|word| word.parse().expect("a number")).collect()
        })
        .collect();
    [(Moves::Eight, 7), (Moves::Four, 6)].map(|(moves, column)| {
        let pos = |n: &[f64]| Pos::new(n[0] as i32, n[1] as i32, n[2] as i32);
        let queries = numbers.iter().map(|n| Query {
            from: pos(&n[..3]),
            to: pos(&n[3..6]),
            optimal: n[column],
        });
        Case {
            name: "synth8".to_owned(),
            volume: volume.clone(),
            queries: queries.collect(),
            moves,
        }
    })
}

/// The maps of a folder by name, each with its scenario: a sample of it if there is one.
fn maps_with_scenarios(maps: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(maps);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", maps.display()));
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".map") else {
            continue;
        };
        let beside = [
            format!("sample/{name}.map.scen"),
            format!("{name}.map.scen"),
        ];
        let mut scenarios = beside.into_iter().map(|beside| maps.join(beside));
        match scenarios.find(|path| path.is_file()) {
            Some(scenario) => found.push((name.to_owned(), scenario)),
            None => eprintln!("{name}.map is left out: expected {name}.map.scen beside it"),
        }
    }
    found.sort();
    found
}
