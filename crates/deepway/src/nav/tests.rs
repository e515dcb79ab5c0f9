//! Searches against plain Dijkstra, and every way checked step by step, both
//! by code that shares nothing with the searches.

mod book;
mod follow;
mod indexes;

use super::*;
use crate::cell::Cell;
use crate::rules::{Costs, Gravity, Moves, PullDownWeights, Ramps, Stairs};
use crate::text;
use crate::volume::Draft;
use book::{cost_of, costs_by_the_book, moves_by_the_book};
use proptest::prelude::*;
use std::collections::BTreeMap;

const ALL: [Algorithm; 5] = Algorithm::ALL;

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

    #[test]
    fn fields_agree_with_dijkstra(volume in any_volume(), rules in any_rules(), picks: [u32; 3]) {
        let size = volume.size();
        let goals = [nth(size, picks[0]), nth(size, picks[1])];
        let navigator = Navigator::new(&volume, rules).unwrap();
        let (ground, rules) = (navigator.on(&volume).unwrap(), navigator.rules());
        let field = ground.field(&goals);
        let mut finder = Finder::default();
        for n in 0..size.cells() as u32 {
            let from = nth(size, n);
            if is_left_out(size, from) && from != nth(size, picks[2]) {
                continue;
            }
            let costs = match volume.is_walkable(from) {
                true => costs_by_the_book(&volume, rules, &BTreeMap::new(), from),
                false => BTreeMap::new(),
            };
            let nearest = goals.iter().filter_map(|goal| costs.get(&goal.to_array())).min();
            prop_assert_eq!(field.cost(from), nearest.copied());
            prop_assert_eq!(ground.nearest(from, &goals).map(|(_, cost)| cost), nearest.copied());
            // Whoever follows the field pays what it says, and what the searches say.
            if let Some(&cost) = nearest {
                let mut way = vec![from];
                way.extend(field.descent(&ground, from));
                let end = way[way.len() - 1];
                prop_assert!(goals.contains(&end), "{} is no goal", end);
                prop_assert_eq!(cost_of(&way, &volume, rules, &BTreeMap::new()), cost);
                let route = finder.find(&ground, from, end, Algorithm::ASTAR).unwrap();
                prop_assert_eq!(route.cost, cost);
            } else {
                prop_assert_eq!(field.next(&ground, from), None);
            }
            if from == nth(size, picks[2]) {
                let budget = u64::from(rules.costs.straight) * 5;
                let mut expected: Vec<[i32; 3]> = costs.iter().filter(|(_, cost)| **cost <= budget).map(|(pos, _)| *pos).collect();
                let mut within: Vec<[i32; 3]> = ground.within(from, budget).iter().map(|(pos, _)| pos.to_array()).collect();
                expected.sort_unstable();
                within.sort_unstable();
                prop_assert_eq!(within, expected);
            }
        }
        let listed: Vec<(Pos, u64)> = (0..size.cells() as u32).map(|n| nth(size, n)).filter_map(|pos| Some((pos, field.cost(pos)?))).collect();
        prop_assert_eq!(field.iter().collect::<Vec<_>>(), listed);
    }

    #[test]
    fn a_field_of_given_costs_is_the_least_of_them_and_the_way(volume in any_volume(), rules in any_rules(),
        given in proptest::collection::vec((any::<u32>(), 0..5000u64), 1..6)) {
        let size = volume.size();
        let given: Vec<(Pos, u64)> = given.into_iter().map(|(n, cost)| (nth(size, n), cost)).collect();
        let navigator = Navigator::new(&volume, rules).unwrap();
        let ground = navigator.on(&volume).unwrap();
        let field = ground.field_of(given.iter().copied());
        for n in (0..size.cells() as u32).filter(|&n| !is_left_out(size, nth(size, n))) {
            let from = nth(size, n);
            let ways = given.iter().filter_map(|&(goal, cost)| {
                let way = volume.is_walkable(from).then(|| costs_by_the_book(&volume, navigator.rules(), &BTreeMap::new(), from))?;
                Some(way.get(&goal.to_array())? + cost)
            });
            prop_assert_eq!(field.cost(from), ways.min());
            // Down to a cell that is not worth leaving, and no further.
            let end = field.descent(&ground, from).last().unwrap_or(from);
            prop_assert!(field.cost(from).is_none() || given.iter().any(|&(pos, cost)| pos == end && field.cost(end) == Some(cost)));
        }
    }

    #[test]
    fn neighbours_are_the_steps_and_links_of_the_book(volume in any_volume(), rules in any_rules(), picks: [u32; 4]) {
        let size = volume.size();
        let navigator = Navigator::new(&volume, rules).unwrap();
        let (ground, rules) = (navigator.on(&volume).unwrap(), navigator.rules());
        let links = crate::link::scan(&volume, rules);
        for from in picks.map(|pick| nth(size, pick)).into_iter().chain([at(-1, 0, 0), at(0, 0, 99)]) {
            let mut expected: BTreeMap<[i32; 3], u64> = BTreeMap::new();
            if volume.is_walkable(from) {
                for (to, cost) in moves_by_the_book(&volume, rules, &BTreeMap::new(), from) {
                    let known = expected.entry(to.to_array()).or_insert(cost);
                    *known = cost.min(*known);
                }
            }
            let found: Vec<(Pos, u64)> = ground.neighbours(from).collect();
            let found_map: BTreeMap<[i32; 3], u64> = found.iter().map(|(pos, cost)| (pos.to_array(), *cost)).collect();
            prop_assert_eq!(found.len(), found_map.len(), "each once");
            prop_assert_eq!(&found_map, &expected);
            for n in 0..size.cells() as u32 {
                let to = nth(size, n);
                prop_assert_eq!(ground.can_step(from, to), expected.contains_key(&to.to_array()));
                // Whatever changes level is a link in that direction, unless it is a fall.
                if from.z != to.z && ground.can_step(from, to) && rules.gravity == Gravity::Off {
                    let is_link = |link: &crate::Link| link.up && (link.low, link.high) == (from, to)
                        || link.down && (link.high, link.low) == (from, to);
                    prop_assert!(links.iter().any(is_link));
                }
            }
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
    assert_eq!(lengths, [lengths[0]; 5]);
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

#[test]
fn a_route_is_a_row_of_cells() {
    let known = Known::map(
        "floor:0\n..#\n...\n..L\nfloor:1\n...\n...\n..L\n",
        MoveRules::default(),
    );
    let route = known
        .find(at(0, 0, 0), at(0, 2, 1), Algorithm::AUTO)
        .unwrap();
    let expected = [
        at(0, 0, 0),
        at(1, 1, 0),
        at(2, 2, 0),
        at(2, 2, 1),
        at(1, 2, 1),
        at(0, 2, 1),
    ];
    assert_eq!(route.cells(), expected);
    let mut walked = Vec::new();
    for pos in &route {
        walked.push(pos);
    }
    assert_eq!(walked, expected);
    assert_eq!(route.iter().count(), 6);
}

#[test]
fn whoever_flees_leaves_a_dead_end_in_time() {
    // East of the danger D the way ends soon; past it, to the south, it goes on for long.
    let map = "floor:0\n............####\n.##########.####\n................\n";
    let known = Known::map(map, MoveRules::default());
    let ground = known.ground();
    let danger = ground.field(&[at(0, 0, 0)]);
    let most = danger.iter().map(|(_, cost)| cost).max().unwrap();
    let steeper = danger
        .iter()
        .map(|(pos, cost)| (pos, (most - cost) * 6 / 5));
    let flee = ground.field_of(steeper);
    // Straight away from the danger leads to the corner at (11,0); it goes on from there.
    let way: Vec<Pos> = flee.descent(&ground, at(6, 0, 0)).collect();
    assert_eq!(way.last(), Some(&at(15, 2, 0)));
    assert!(
        way.iter()
            .all(|&pos| danger.cost(pos) > danger.cost(at(6, 0, 0)))
    );
    assert_eq!(flee.next(&ground, at(15, 2, 0)), None, "nowhere is better");
    assert_eq!(
        flee.next(&ground, at(1, 1, 0)),
        None,
        "nobody stands in a wall"
    );
}
