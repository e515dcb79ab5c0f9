//! Searches against plain Dijkstra, and every way checked step by step, both
//! by code that shares nothing with the searches.

mod book;

use super::*;
use crate::rules::{Costs, Gravity, Moves, PullDownWeights, Ramps, Stairs};
use crate::text;
use crate::volume::{Draft, Size};
use book::{cost_of, costs_by_the_book, moves_by_the_book};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Every algorithm; the last is not exact.
const ALL: [Algorithm; 5] = [
    Algorithm::Auto,
    Algorithm::AStar,
    Algorithm::Jps,
    Algorithm::JpsPlus,
    Algorithm::Hpa,
];

fn navigator(map: &str, rules: MoveRules) -> Navigator {
    let volume = text::read("map", map.as_bytes()).unwrap();
    Navigator::new(volume, rules).unwrap()
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
fn check_all(navigator: &Navigator, extra: &BTreeMap<[i32; 3], u32>, starts: &[Pos]) {
    let (volume, rules) = (navigator.volume(), navigator.rules());
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
                        navigator.reaches(from, to),
                        expected.is_some(),
                        "{from} to {to}"
                    );
                    for algorithm in ALL {
                        match finder.find(navigator, from, to, algorithm) {
                            Ok(route) => {
                                let cells = route.cells();
                                let known = *expected.expect("a way, so a cost");
                                assert!(
                                    route.cost == known
                                        || algorithm == Algorithm::Hpa && route.cost > known,
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
                            Err(NoRoute::Weighted { .. }) => assert!(navigator.graph.has_weights()),
                            Err(reason) => {
                                assert_eq!(
                                    expected, None,
                                    "{algorithm:?} {from} to {to}: {reason}"
                                );
                                check_reason(navigator, reason, from, to);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Checks that the reason for a failure is true.
fn check_reason(navigator: &Navigator, reason: NoRoute, from: Pos, to: Pos) {
    let volume = navigator.volume();
    match reason {
        NoRoute::Outside { pos, .. } => assert!(!volume.size().contains(pos)),
        NoRoute::NotWalkable { pos, .. } => assert!(!volume.is_walkable(pos)),
        NoRoute::Apart => assert!(!navigator.reaches(to, from)),
        NoRoute::OneWay {
            from: entry,
            to: exit,
        } => {
            let moves = moves_by_the_book(volume, navigator.rules(), &BTreeMap::new(), entry);
            assert!(
                moves.iter().any(|(to, _)| *to == exit),
                "{entry} does not lead to {exit}"
            );
            assert!(!navigator.reaches(exit, entry));
            assert!(navigator.reaches(from, exit));
        }
        NoRoute::Weighted { .. } => unreachable!(),
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
        let size = volume.size();
        let cell = |n: u32| {
            let n = n % size.cells() as u32;
            at((n % size.width()) as i32, (n / size.width() % size.height()) as i32, (n / size.width() / size.height()) as i32)
        };
        let starts = starts.map(cell);
        let navigator = Navigator::new(volume, rules).unwrap();
        check_all(&navigator, &BTreeMap::new(), &starts);
    }

    #[test]
    fn weights_are_added_up(volume in any_volume(), rules in any_rules(),
        weights in proptest::collection::vec((0..9i32, 0..9i32, 0..4i32, 0..50u32), 1..9), start: u32) {
        let size = volume.size();
        let n = start % size.cells() as u32;
        let from = at((n % size.width()) as i32, (n / size.width() % size.height()) as i32, (n / size.width() / size.height()) as i32);
        let weights: Vec<(Pos, u32)> = weights.into_iter().map(|(x, y, z, w)| (at(x, y, z), w)).collect();
        let mut extra = BTreeMap::new();
        for (pos, weight) in &weights {
            *extra.entry(pos.to_array()).or_insert(0) += weight;
        }
        let navigator = Navigator::with_weights(volume, rules, weights).unwrap();
        check_all(&navigator, &extra, &[from]);
    }

    #[test]
    fn fields_agree_with_dijkstra(volume in any_volume(), rules in any_rules(), picks: [u32; 3]) {
        let size = volume.size();
        let cell = |n: u32| {
            let n = n % size.cells() as u32;
            at((n % size.width()) as i32, (n / size.width() % size.height()) as i32, (n / size.width() / size.height()) as i32)
        };
        let goals = [cell(picks[0]), cell(picks[1])];
        let navigator = Navigator::new(volume, rules).unwrap();
        let (volume, rules) = (navigator.volume(), navigator.rules());
        let field = navigator.field(&goals);
        for n in 0..size.cells() as u32 {
            let from = cell(n);
            if is_left_out(size, from) && from != cell(picks[2]) {
                continue;
            }
            let costs = match volume.is_walkable(from) {
                true => costs_by_the_book(volume, rules, &BTreeMap::new(), from),
                false => BTreeMap::new(),
            };
            let nearest = goals.iter().filter_map(|goal| costs.get(&goal.to_array())).min();
            prop_assert_eq!(field.cost(from), nearest.copied());
            prop_assert_eq!(navigator.nearest(from, &goals).map(|(_, cost)| cost), nearest.copied());
            if from == cell(picks[2]) {
                let budget = u64::from(rules.costs.straight) * 5;
                let mut expected: Vec<[i32; 3]> = costs.iter().filter(|(_, cost)| **cost <= budget).map(|(pos, _)| *pos).collect();
                let mut within: Vec<[i32; 3]> = navigator.within(from, budget).iter().map(|(pos, _)| pos.to_array()).collect();
                expected.sort_unstable();
                within.sort_unstable();
                prop_assert_eq!(within, expected);
            }
        }
    }

    #[test]
    fn after_edits_the_answers_are_a_fresh_navigators(volume in any_volume(), rules in any_rules(),
        edits in proptest::collection::vec(proptest::collection::vec((0..72i32, 0..72i32, 0..4i32, 0..18usize), 1..4), 1..6), start: u32) {
        let size = volume.size();
        let n = start % size.cells() as u32;
        let from = at((n % size.width()) as i32, (n / size.width() % size.height()) as i32, (n / size.width() / size.height()) as i32);
        let mut navigator = Navigator::new(volume, rules.clone()).unwrap();
        for batch in edits {
            for algorithm in ALL {
                navigator.prepare(algorithm);
            }
            let batch: Vec<(Pos, Cell)> = batch.into_iter().map(|(x, y, z, kind)| (at(x % (size.width() as i32 + i32::from(x > 64)), y % size.height() as i32, z % size.levels() as i32), Cell::all().nth(kind).unwrap())).collect();
            let inside = batch.iter().all(|(pos, _)| size.contains(*pos));
            prop_assert_eq!(navigator.set(&batch).is_ok(), inside);
        }
        let fresh = Navigator::new(navigator.volume().clone(), rules).unwrap();
        prop_assert_eq!(navigator.links(), fresh.links());
        prop_assert_eq!(navigator.jps_plus(), fresh.jps_plus());
        navigator.prepare(Algorithm::Hpa);
        fresh.prepare(Algorithm::Hpa);
        prop_assert_eq!(navigator.hpa(), fresh.hpa());
        let mut finder = Finder::default();
        for n in 0..size.cells() as u32 {
            let to = at((n % size.width()) as i32, (n / size.width() % size.height()) as i32, (n / size.width() / size.height()) as i32);
            for algorithm in ALL.into_iter().filter(|_| !is_left_out(size, to)) {
                prop_assert_eq!(finder.find(&navigator, from, to, algorithm), finder.find(&fresh, from, to, algorithm));
            }
        }
        check_all(&navigator, &BTreeMap::new(), &[from]);
    }
}

#[test]
fn the_only_way_leads_over_another_level() {
    let map = "floor:0\nL.#.L\nfloor:1\nL...L\n";
    let navigator = navigator(map, MoveRules::default());
    let mut finder = Finder::default();
    for algorithm in ALL {
        let route = finder
            .find(&navigator, at(1, 0, 0), at(3, 0, 0), algorithm)
            .unwrap();
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
    let navigator = navigator(&map, MoveRules::default());
    let mut finder = Finder::default();
    let lengths = ALL.map(|algorithm| {
        let route = finder.find(&navigator, at(2, 7, 0), at(2, 9, 0), algorithm);
        let route = route.unwrap();
        assert!(
            route.cells().iter().any(|cell| cell.x >= 32),
            "{algorithm:?}"
        );
        route.length()
    });
    assert_eq!(lengths, [lengths[0]; 5]);
    let (from, to) = (at(2, 7, 0), at(5, 3, 0));
    let inside = finder.find(&navigator, from, to, Algorithm::Hpa).unwrap();
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
        let navigator = navigator(&map, MoveRules::default());
        for (from, to, is_way) in [
            (at(0, 0, 0), at(60, 0, 1), up),
            (at(60, 0, 1), at(0, 0, 0), down),
        ] {
            let hpa = Finder::default().find(&navigator, from, to, Algorithm::Hpa);
            let exact = Finder::default().find(&navigator, from, to, Algorithm::AStar);
            assert_eq!(hpa.is_ok(), is_way, "{low} below {high}, {from} to {to}");
            assert_eq!(hpa.map(|route| route.cost), exact.map(|route| route.cost));
        }
    }
}

#[test]
fn a_chain_of_one_way_links_is_not_gone_backwards() {
    let map = "floor:0\n.o\nfloor:1\no.\nfloor:2\n.o\nfloor:3\n..\n";
    let navigator = navigator(map, MoveRules::default());
    let mut finder = Finder::default();
    assert!(
        finder
            .find(&navigator, at(0, 0, 2), at(0, 0, 0), Algorithm::Jps)
            .is_ok()
    );
    assert_eq!(
        finder.find(&navigator, at(0, 0, 0), at(0, 0, 2), Algorithm::Auto),
        Err(NoRoute::OneWay {
            from: at(0, 0, 1),
            to: at(0, 0, 0)
        })
    );
    assert_eq!(
        finder.find(&navigator, at(0, 0, 0), at(0, 0, 3), Algorithm::Auto),
        Err(NoRoute::Apart)
    );
}

#[test]
fn start_and_goal_may_be_one_cell() {
    let navigator = navigator("floor:0\n.\n", MoveRules::default());
    for algorithm in ALL {
        let route = Finder::default()
            .find(&navigator, at(0, 0, 0), at(0, 0, 0), algorithm)
            .unwrap();
        assert_eq!((route.cost, route.cells()), (0, vec![at(0, 0, 0)]));
        assert!(route.expanded <= 1);
    }
}

#[test]
fn an_edit_opens_and_closes_the_only_way() {
    let mut navigator = navigator("floor:0\n.#.\n", MoveRules::default());
    let mut finder = Finder::default();
    let ask = |finder: &mut Finder, navigator: &Navigator| {
        let answers = ALL.map(|algorithm| {
            let answer = finder.find(navigator, at(0, 0, 0), at(2, 0, 0), algorithm);
            answer.map(|route| route.length())
        });
        assert_eq!(answers, [answers[0]; 5]);
        answers[0]
    };
    assert_eq!(ask(&mut finder, &navigator), Err(NoRoute::Apart));
    navigator.set(&[(at(1, 0, 0), Cell::Door)]).unwrap();
    assert_eq!(ask(&mut finder, &navigator), Ok(2.0));
    navigator.set(&[(at(1, 0, 0), Cell::Rubble)]).unwrap();
    assert_eq!(ask(&mut finder, &navigator), Err(NoRoute::Apart));
    assert!(
        navigator
            .set(&[(at(0, 0, 0), Cell::Wall), (at(3, 0, 0), Cell::Wall)])
            .is_err()
    );
    assert!(navigator.volume().is_walkable(at(0, 0, 0)), "all or none");
}

#[test]
fn a_fall_ends_at_the_bottom_of_the_chain() {
    let map = "floor:0\n...\nfloor:1\n.O.\nfloor:2\n.O.\n";
    let rules = MoveRules {
        gravity: Gravity::On,
        weights: PullDownWeights::NONE,
        ..MoveRules::default()
    };
    let navigator = navigator(map, rules);
    for algorithm in ALL {
        let route = Finder::default()
            .find(&navigator, at(0, 0, 2), at(2, 0, 0), algorithm)
            .unwrap();
        assert_eq!(
            route.cells(),
            [at(0, 0, 2), at(1, 0, 2), at(1, 0, 0), at(2, 0, 0)]
        );
        let across = Finder::default().find(&navigator, at(0, 0, 2), at(2, 0, 2), algorithm);
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
    let navigator = navigator(map, rules);
    let route = Finder::default()
        .find(&navigator, at(0, 0, 1), at(1, 1, 1), Algorithm::Auto)
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
    let navigator = navigator(map, rules);
    let route = Finder::default()
        .find(&navigator, at(0, 0, 1), at(0, 1, 0), Algorithm::Auto)
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
    let navigator = navigator(
        "floor:0\nL..#.\n.#...\n....L\nfloor:1\nL...\n##..\n....L\n",
        MoveRules::default(),
    );
    let cells = || (-1..5).flat_map(|x| (0..3).flat_map(move |y| (0..2).map(move |z| at(x, y, z))));
    let queries: Vec<(Pos, Pos)> = cells()
        .flat_map(|from| cells().map(move |to| (from, to)))
        .collect();
    for algorithm in ALL {
        let mut finder = Finder::default();
        let single: Vec<_> = queries
            .iter()
            .map(|&(from, to)| finder.find(&navigator, from, to, algorithm))
            .collect();
        assert_eq!(Finder::find_all(&navigator, &queries, algorithm), single);
    }
}
