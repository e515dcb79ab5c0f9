//! Searches against plain Dijkstra, and every way checked step by step, both
//! by code that shares nothing with the searches.

mod avoid;
mod basics;
mod book;
mod follow;
mod graph_tier;
mod indexes;

use super::*;
use crate::cell::Cell;
use crate::rules::{Costs, Gravity, Moves, PullDownWeights, Ramps, Stairs};
use crate::text;
use crate::volume::Draft;
use book::{cost_of, costs_by_the_book, moves_by_the_book};
use proptest::prelude::*;
use std::collections::BTreeMap;

const ALL: [Algorithm; 6] = Algorithm::ALL;

/// A volume and its navigator.
struct Known {
    volume: Volume,
    navigator: Navigator,
}

impl Known {
    fn new(volume: Volume, rules: MoveRules) -> Self {
        let navigator = Navigator::new(&volume, rules).unwrap();
        Self { volume, navigator }
    }

    fn map(map: &str, rules: MoveRules) -> Self {
        Self::new(text::read("map", map.as_bytes()).unwrap(), rules)
    }

    fn ground(&self) -> Ground<'_> {
        self.navigator.on(&self.volume).unwrap()
    }

    fn find(&self, from: Pos, to: Pos, algorithm: Algorithm) -> Result<Route, NoRoute> {
        Finder::default().find(&self.ground(), from, to, algorithm)
    }

    fn set(&mut self, pos: Pos, cell: Cell) {
        self.volume.set(pos, cell).unwrap();
        self.navigator.follow(&self.volume);
    }
}

/// A cell of a volume by its number, whatever that is.
fn nth(size: Size, n: u32) -> Pos {
    let n = n % size.cells() as u32;
    let (row, x) = (n / size.width(), n % size.width());
    at(
        x as i32,
        (row % size.height()) as i32,
        (row / size.height()) as i32,
    )
}

fn at(x: i32, y: i32, z: i32) -> Pos {
    Pos::new(x, y, z)
}

/// Of many cells, a part is enough.
fn is_left_out(size: Size, pos: Pos) -> bool {
    let stride = 1 + size.cells() as i32 / 400;
    (pos.x + pos.y + pos.z) % stride != 0
}

/// Asks for ways between many cells and compares all answers with the book.
fn check_all(ground: &Ground, extra: &BTreeMap<[i32; 3], u32>, starts: &[Pos]) {
    let (volume, rules) = (ground.volume(), ground.navigator().rules());
    let size = volume.size();
    let mut finder = Finder::default();
    for &from in starts {
        let costs = match volume.is_walkable(from) {
            true => costs_by_the_book(volume, rules, extra, from),
            false => BTreeMap::new(),
        };
        for x in -1..=size.width() as i32 {
            for y in 0..size.height() as i32 {
                for z in 0..size.levels() as i32 {
                    let to = at(x, y, z);
                    if is_left_out(size, to) {
                        continue;
                    }
                    let expected = costs.get(&to.to_array());
                    assert_eq!(
                        ground.reaches(from, to),
                        expected.is_some(),
                        "{from} to {to}"
                    );
                    for algorithm in ALL {
                        match finder.find(ground, from, to, algorithm) {
                            Ok(route) => {
                                let cells = route.cells();
                                let known = *expected.expect("a way, so a cost");
                                assert!(
                                    route.cost == known
                                        || !algorithm.is_exact() && route.cost > known,
                                    "{algorithm:?} {from} to {to}: {} is not {known}",
                                    route.cost
                                );
                                assert_eq!((cells.first(), cells.last()), (Some(&from), Some(&to)));
                                assert_eq!(
                                    cost_of(&cells, volume, rules, extra),
                                    route.cost,
                                    "{algorithm:?} {cells:?}"
                                );
                            }
                            Err(NoRoute::Refused(_)) => assert!(ground.navigator().has_weights()),
                            Err(reason) => {
                                assert_eq!(
                                    expected, None,
                                    "{algorithm:?} {from} to {to}: {reason}"
                                );
                                check_reason(ground, reason, from, to);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Checks that the reason for a failure is true.
fn check_reason(ground: &Ground, reason: NoRoute, from: Pos, to: Pos) {
    let volume = ground.volume();
    match reason {
        NoRoute::Outside { pos, .. } => assert!(!volume.size().contains(pos)),
        NoRoute::NotWalkable { pos, .. } => assert!(!volume.is_walkable(pos)),
        NoRoute::Closed { .. } => unreachable!("checked against walls"),
        NoRoute::Apart => assert!(!ground.reaches(to, from)),
        NoRoute::OneWay {
            from: entry,
            to: exit,
        } => {
            let moves =
                moves_by_the_book(volume, ground.navigator().rules(), &BTreeMap::new(), entry);
            assert!(
                moves.iter().any(|(to, _)| *to == exit),
                "{entry} does not lead to {exit}"
            );
            assert!(!ground.reaches(exit, entry));
            assert!(ground.reaches(from, exit));
        }
        NoRoute::Refused(_) | NoRoute::Stale(_) => unreachable!(),
    }
}

fn any_rules() -> impl Strategy<Value = MoveRules> {
    let costs = prop_oneof![
        3 => Just(Costs::default()),
        1 => (1..20u32, 0..20u32, proptest::array::uniform6(1..30u32)).prop_map(|(straight, more, links)| Costs {
            straight,
            diagonal: straight + more.min(straight),
            links,
        }),
    ];
    let weights = prop_oneof![
        Just(PullDownWeights::NONE),
        Just(PullDownWeights::default())
    ];
    (any::<[bool; 4]>(), costs, weights).prop_map(
        |([four, both, paired, gravity], costs, weights)| MoveRules {
            moves: if four { Moves::Four } else { Moves::Eight },
            ramps: if both { Ramps::Both } else { Ramps::Up },
            stairs: if paired {
                Stairs::Paired
            } else {
                Stairs::OneWay
            },
            gravity: if gravity { Gravity::On } else { Gravity::Off },
            costs,
            weights,
            ..MoveRules::default()
        },
    )
}

fn any_volume() -> impl Strategy<Value = Volume> {
    let glyphs = prop_oneof![
        Just("####......LX<>OoE^v{}~+"),
        Just("#####.............."),
        Just("##...............OOo"),
        Just("#.............LX<>^v{}"),
    ];
    // Most are small; some are long enough for several clusters in a row or a square.
    let sizes = prop_oneof![
        12 => (1..=9u32, 1..=9u32, 1..=4u32),
        2 => (14..=70u32, 1..=4u32, 1..=3u32),
        2 => (1..=4u32, 14..=70u32, 1..=3u32),
        1 => (30..=36u32, 30..=36u32, 1..=2u32),
    ];
    (sizes, glyphs, any::<u64>()).prop_map(|((width, height, levels), glyphs, seed)| {
        let glyphs: Vec<char> = glyphs.chars().collect();
        let mut random = crate::Seed::new(seed).stream();
        let mut draft = Draft::new(Size::new(width, height, levels).unwrap());
        for z in 0..levels as i32 {
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    let cell = Cell::from_glyph(*random.pick(&glyphs).unwrap()).unwrap();
                    draft.set(at(x, y, z), cell).unwrap();
                }
            }
        }
        draft.finish()
    })
}

/// How many cases each property gets here; a script asks for many more.
fn cases() -> ProptestConfig {
    let cases = std::env::var("DEEPWAY_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(cases.unwrap_or(600))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_search_costs_what_dijkstra_costs(volume in any_volume(), rules in any_rules(), starts: [u32; 2]) {
        let starts = starts.map(|start| nth(volume.size(), start));
        let known = Known::new(volume, rules);
        check_all(&known.ground(), &BTreeMap::new(), &starts);
    }

    #[test]
    fn weights_are_added_up(volume in any_volume(), rules in any_rules(),
        weights in proptest::collection::vec((0..9i32, 0..9i32, 0..4i32, 0..50u32), 1..9), start: u32) {
        let from = nth(volume.size(), start);
        let weights: Vec<(Pos, u32)> = weights.into_iter().map(|(x, y, z, w)| (at(x, y, z), w)).collect();
        let mut extra = BTreeMap::new();
        for (pos, weight) in &weights {
            *extra.entry(pos.to_array()).or_insert(0) += weight;
        }
        let navigator = Navigator::with_weights(&volume, rules, &weights).unwrap();
        check_all(&navigator.on(&volume).unwrap(), &extra, &[from]);
    }
}

/// With very many links between two levels those that are near each other are taken
/// together for bounds, which must not make a way seem longer than it is.
#[test]
fn gaps_with_very_many_links_are_crossed_at_the_least_cost() {
    let size = Size::new(26, 22, 3).unwrap();
    for (seed, cells) in [(1, 500), (2, 150), (3, 60)] {
        let mut draft = Draft::new(size);
        let mut random = crate::Seed::new(seed).stream();
        for n in 0..size.cells() as u32 {
            let cell = match random.between(0, 999) {
                kind if kind < cells => Cell::Ladder,
                kind if kind > 800 => Cell::Wall,
                _ => Cell::Floor,
            };
            draft.set(nth(size, n), cell).unwrap();
        }
        let known = Known::new(draft.finish(), MoveRules::default());
        let extra = BTreeMap::from([([3, 3, 1], 7), ([8, 9, 0], 900)]);
        let weights = extra
            .iter()
            .map(|(&[x, y, z], &weight)| (at(x, y, z), weight));
        let weights: Vec<(Pos, u32)> = weights.collect();
        let rules = MoveRules::default();
        let weighed = Navigator::with_weights(&known.volume, rules, &weights).unwrap();
        for n in [0, 700, 1500] {
            let from = nth(size, n);
            check_all(&known.ground(), &BTreeMap::new(), &[from]);
            check_all(&weighed.on(&known.volume).unwrap(), &extra, &[from]);
        }
    }
}

#[test]
fn the_only_way_leads_over_another_level() {
    let map = "floor:0\nL.#.L\nfloor:1\nL...L\n";
    let known = Known::map(map, MoveRules::default());
    for algorithm in ALL {
        let route = known.find(at(1, 0, 0), at(3, 0, 0), algorithm).unwrap();
        assert_eq!(route.length(), 8.0);
        assert_eq!(route.cells()[2], at(0, 0, 1));
    }
}

#[test]
fn both_ends_in_one_cluster_and_the_only_way_outside() {
    // A wall divides the first cluster; the way around it leads through the next.
    let mut map = String::from("floor:0\n");
    for y in 0..16 {
        map += if y == 8 {
            "################################....\n"
        } else {
            "....................................\n"
        };
    }
    let known = Known::map(&map, MoveRules::default());
    let lengths = ALL.map(|algorithm| {
        let route = known.find(at(2, 7, 0), at(2, 9, 0), algorithm);
        let route = route.unwrap();
        assert!(
            route.cells().iter().any(|cell| cell.x >= 32),
            "{algorithm:?}"
        );
        route.length()
    });
    assert_eq!(lengths, [lengths[0]; 6]);
    let (from, to) = (at(2, 7, 0), at(5, 3, 0));
    let inside = known.find(from, to, Algorithm::HPA).unwrap();
    assert_eq!(
        inside.cost,
        3 * 577 + 408,
        "the same cluster, the usual way"
    );
}

#[test]
fn clusters_are_joined_by_every_kind_of_link() {
    // Two levels far apart, each link alone, up and down as it allows.
    for (low, high, up, down) in [
        ("L", "L", true, true),
        ("X", "X", true, true),
        ("<", ">", true, false),
        ("E", "E", true, true),
        ("O", "O", true, true),
        (".", "o", false, true),
        (".", "O", false, true),
        ("}.", ". ", true, false),
    ] {
        let row = |glyphs: &str| {
            format!("{}{glyphs:<2}{}\n", ".".repeat(30), ".".repeat(30)).replace(' ', ".")
        };
        let map = format!("floor:0\n{}floor:1\n{}", row(low), row(high));
        let known = Known::map(&map, MoveRules::default());
        for (from, to, is_way) in [
            (at(0, 0, 0), at(60, 0, 1), up),
            (at(60, 0, 1), at(0, 0, 0), down),
        ] {
            let hpa = known.find(from, to, Algorithm::HPA);
            let exact = known.find(from, to, Algorithm::ASTAR);
            assert_eq!(hpa.is_ok(), is_way, "{low} below {high}, {from} to {to}");
            assert_eq!(hpa.map(|route| route.cost), exact.map(|route| route.cost));
        }
    }
}

#[test]
fn a_chain_of_one_way_links_is_not_gone_backwards() {
    let map = "floor:0\n.o\nfloor:1\no.\nfloor:2\n.o\nfloor:3\n..\n";
    let known = Known::map(map, MoveRules::default());
    assert!(known.find(at(0, 0, 2), at(0, 0, 0), Algorithm::JPS).is_ok());
    assert_eq!(
        known.find(at(0, 0, 0), at(0, 0, 2), Algorithm::AUTO),
        Err(NoRoute::OneWay {
            from: at(0, 0, 1),
            to: at(0, 0, 0)
        })
    );
    assert_eq!(
        known.find(at(0, 0, 0), at(0, 0, 3), Algorithm::AUTO),
        Err(NoRoute::Apart)
    );
}

#[test]
fn start_and_goal_may_be_one_cell() {
    let known = Known::map("floor:0\n.\n", MoveRules::default());
    for algorithm in ALL {
        let route = known.find(at(0, 0, 0), at(0, 0, 0), algorithm).unwrap();
        assert_eq!((route.cost, route.cells()), (0, vec![at(0, 0, 0)]));
        assert!(route.expanded <= 1);
    }
}

#[test]
fn a_fall_ends_at_the_bottom_of_the_chain() {
    let map = "floor:0\n...\nfloor:1\n.O.\nfloor:2\n.O.\n";
    let rules = MoveRules {
        gravity: Gravity::On,
        weights: PullDownWeights::NONE,
        ..MoveRules::default()
    };
    let known = Known::map(map, rules);
    for algorithm in ALL {
        let route = known.find(at(0, 0, 2), at(2, 0, 0), algorithm).unwrap();
        assert_eq!(
            route.cells(),
            [at(0, 0, 2), at(1, 0, 2), at(1, 0, 0), at(2, 0, 0)]
        );
        let across = known.find(at(0, 0, 2), at(2, 0, 2), algorithm);
        assert!(across.is_err(), "nobody walks over a shaft that pulls");
    }
}

#[test]
fn a_diagonal_step_leads_between_two_shafts() {
    let map = "floor:0\n..\n..\nfloor:1\n.O\nO.\n";
    let rules = MoveRules {
        gravity: Gravity::On,
        ..MoveRules::default()
    };
    let known = Known::map(map, rules);
    let route = known
        .find(at(0, 0, 1), at(1, 1, 1), Algorithm::AUTO)
        .unwrap();
    assert_eq!(route.cells(), [at(0, 0, 1), at(1, 1, 1)]);
}

#[test]
fn nobody_takes_a_ramp_while_falling() {
    let map = "floor:0\n#v\n..\nfloor:1\n.O\n..\n";
    let rules = MoveRules {
        gravity: Gravity::On,
        ramps: Ramps::Both,
        ..MoveRules::default()
    };
    let known = Known::map(map, rules);
    let route = known
        .find(at(0, 0, 1), at(0, 1, 0), Algorithm::AUTO)
        .unwrap();
    assert_eq!(
        route.cells(),
        [
            at(0, 0, 1),
            at(1, 0, 1),
            at(1, 0, 0),
            at(1, 1, 0),
            at(0, 1, 0)
        ]
    );
}

#[test]
fn many_queries_are_answered_as_one_by_one() {
    let known = Known::map(
        "floor:0\nL..#.\n.#...\n....L\nfloor:1\nL...\n##..\n....L\n",
        MoveRules::default(),
    );
    let cells = || (-1..5).flat_map(|x| (0..3).flat_map(move |y| (0..2).map(move |z| at(x, y, z))));
    let queries: Vec<(Pos, Pos)> = cells()
        .flat_map(|from| cells().map(move |to| (from, to)))
        .collect();
    for algorithm in ALL {
        let single: Vec<_> = queries
            .iter()
            .map(|&(from, to)| known.find(from, to, algorithm))
            .collect();
        let ground = known.ground();
        assert_eq!(Finder::find_all(&ground, &queries, algorithm), single);
    }
}
