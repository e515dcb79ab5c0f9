//! The graph tier, by labels and by sweeps, under rules that are hard for it.

use super::*;

/// Costs where nearly everything is a tie, or where a link beats walking.
fn hard_costs() -> impl Strategy<Value = Costs> {
    let diagonals = prop_oneof![Just(408u32), Just(577), Just(816)];
    let links = prop_oneof![Just(1u32), Just(408), Just(65_535), 1..2000u32];
    (diagonals, proptest::array::uniform6(links)).prop_map(|(diagonal, links)| Costs {
        straight: 408,
        diagonal,
        links,
    })
}

/// Compares every way from a cell with the book, and every cost without a way.
fn check_graph(ground: &Ground, extra: &BTreeMap<[i32; 3], u32>, from: Pos) {
    let (volume, rules) = (ground.volume(), ground.navigator().rules());
    let mut finder = Finder::default();
    let costs = match volume.is_walkable(from) {
        true => costs_by_the_book(volume, rules, extra, from),
        false => BTreeMap::new(),
    };
    for n in 0..volume.size().cells() as u32 {
        let to = nth(volume.size(), n);
        if is_left_out(volume.size(), to) {
            continue;
        }
        let expected = costs.get(&to.to_array()).copied();
        let found = finder.find(ground, from, to, Algorithm::GRAPH);
        assert_eq!(
            found.as_ref().ok().map(|route| route.cost),
            expected,
            "{from} to {to}"
        );
        let distance = finder.distance(ground, from, to, Algorithm::GRAPH);
        assert_eq!(distance.ok(), expected, "{from} to {to}");
        if let Ok(route) = found {
            let cells = route.cells();
            assert_eq!(cells, route.iter().collect::<Vec<_>>());
            assert_eq!((cells.first(), cells.last()), (Some(&from), Some(&to)));
            assert_eq!(cost_of(&cells, volume, rules, extra), route.cost);
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn labels_and_sweeps_are_exact(volume in any_volume(), rules in any_rules(), costs in hard_costs(), start: u32,
        weights in proptest::collection::vec((0..40i32, 0..40i32, 0..4i32, prop_oneof![1..9u32, Just(65_535u32)]), 0..6), is_weighted: bool) {
        let rules = MoveRules { costs, ..rules };
        let weights: Vec<(Pos, u32)> = weights.into_iter().filter(|_| is_weighted).map(|(x, y, z, weight)| (at(x, y, z), weight)).collect();
        let mut extra = BTreeMap::new();
        for (pos, weight) in &weights {
            *extra.entry(pos.to_array()).or_insert(0) += weight;
        }
        prop_assume!(extra.values().all(|&weight| weight <= 65_535));
        let from = nth(volume.size(), start);
        for bytes in [0, 6, 9, 13, 24, 64] {
            let mut navigator = Navigator::with_weights(&volume, rules.clone(), &weights).unwrap();
            navigator.set_label_budget(bytes);
            check_graph(&navigator.on(&volume).unwrap(), &extra, from);
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_edit_is_followed_exactly(volume in any_volume(), rules in any_rules(), costs in hard_costs(), is_hard: bool, start: u32,
        edits in proptest::collection::vec(proptest::collection::vec((any::<u32>(), prop_oneof![Just(0usize), Just(1), 0..Cell::all().count()]), 1..3), 1..9),
        weights in proptest::collection::vec((0..40i32, 0..40i32, 0..4i32, 1..50u32), 0..6), is_weighted: bool) {
        let rules = if is_hard { MoveRules { costs, ..rules } } else { rules };
        let mut volume = volume;
        let size = volume.size();
        let weights: Vec<(Pos, u32)> = weights.into_iter().filter(|_| is_weighted).map(|(x, y, z, weight)| (at(x, y, z), weight)).collect();
        let mut extra = BTreeMap::new();
        for (pos, weight) in &weights {
            *extra.entry(pos.to_array()).or_insert(0) += weight;
        }
        let mut navigator = Navigator::with_weights(&volume, rules, &weights).unwrap();
        navigator.on(&volume).unwrap().prepare(Algorithm::GRAPH).unwrap();
        let from = nth(size, start);
        let first = volume.revision();
        for batch in edits {
            // Two kinds of cell in three are a wall or a floor.
            let cells: Vec<(Pos, Cell)> = batch.iter().map(|&(n, kind)| (nth(size, n), Cell::all().nth(kind).unwrap())).collect();
            volume.set_all(&cells).unwrap();
            navigator.follow(&volume);
            check_graph(&navigator.on(&volume).unwrap(), &extra, from);
        }
        prop_assert!(volume.undo_to(first));
        navigator.follow(&volume);
        check_graph(&navigator.on(&volume).unwrap(), &extra, from);
        navigator.on(&volume).unwrap().prepare(Algorithm::GRAPH).unwrap();
        check_graph(&navigator.on(&volume).unwrap(), &extra, from);
    }

    #[test]
    fn tables_and_the_nearest_are_distances(volume in any_volume(), rules in any_rules(), starts: [u32; 3], goals: [u32; 5]) {
        let mut known = Known::new(volume, rules);
        let size = known.volume.size();
        let starts = starts.map(|n| nth(size, n));
        let goals: Vec<Pos> = goals.into_iter().map(|n| nth(size, n)).chain([at(-1, 0, 0), starts[0]]).collect();
        for (algorithm, labels) in [(Algorithm::GRAPH, 24), (Algorithm::GRAPH, 0), (Algorithm::ASTAR, 24)] {
            known.navigator.set_label_budget(labels);
            let ground = known.ground();
            let table = Finder::table(&ground, &starts, &goals, algorithm).unwrap();
            for (&start, row) in starts.iter().zip(&table) {
                let costs = match known.volume.is_walkable(start) {
                    true => costs_by_the_book(&known.volume, known.navigator.rules(), &BTreeMap::new(), start),
                    false => BTreeMap::new(),
                };
                let expected: Vec<Option<u64>> = goals.iter().map(|goal| costs.get(&goal.to_array()).copied()).collect();
                prop_assert_eq!(row, &expected);
                let nearest = Finder::default().nearest(&ground, start, &goals, algorithm).unwrap();
                let least = expected.iter().flatten().min();
                prop_assert_eq!(nearest.map(|(_, cost)| cost), least.copied());
                prop_assert!(nearest.is_none_or(|(goal, cost)| costs.get(&goal.to_array()) == Some(&cost)));
            }
        }
    }
}

#[test]
fn labels_are_made_where_they_fit() {
    let map = "floor:0\n.....\n.#.#.\n.....\n.#.#.\n.....\n";
    let mut known = Known::map(map, MoveRules::default());
    known.ground().prepare(Algorithm::GRAPH).unwrap();
    let with = known.navigator.index_bytes(Algorithm::GRAPH);
    known.navigator.set_label_budget(0);
    known.ground().prepare(Algorithm::GRAPH).unwrap();
    let without = known.navigator.index_bytes(Algorithm::GRAPH);
    assert!(without < with, "{without} < {with}");
}

#[test]
fn the_memory_allowed_decides_how_the_graph_answers() {
    let mut random = crate::Seed::new(5).stream();
    let size = Size::new(40, 40, 1).unwrap();
    let mut draft = Draft::new(size);
    for n in 0..size.cells() as u32 {
        if random.between(0, 9) > 1 {
            draft.set(nth(size, n), Cell::Floor).unwrap();
        }
    }
    let mut known = Known::new(draft.finish(), MoveRules::default());
    assert_eq!(known.navigator.graph_form(), None);
    let (mut forms, mut last) = (Vec::new(), 0);
    for budget in (0..200).step_by(4) {
        known.navigator.set_label_budget(budget);
        known.ground().prepare(Algorithm::GRAPH).unwrap();
        let form = known.navigator.graph_form().unwrap();
        let bytes = known.navigator.index_bytes(Algorithm::GRAPH);
        match form {
            GraphForm::NoRoom { bytes_a_cell } => assert_eq!(bytes_a_cell, budget),
            GraphForm::Labels { .. } => {
                assert!(
                    bytes <= u64::from(budget) * size.cells(),
                    "{budget}: {bytes}"
                );
                assert!(bytes > last);
            }
            _ => panic!("{form}"),
        }
        let form = match form {
            GraphForm::NoRoom { .. } => 0,
            GraphForm::Labels { bytes } => bytes,
            _ => unreachable!("{form}"),
        };
        if forms.last() != Some(&form) {
            if form == 0 {
                last = bytes;
            }
            forms.push(form);
            let from = nth(size, random.between(0, 1599) as u32);
            check_graph(&known.ground(), &BTreeMap::new(), from);
            let saved = known.ground().save_index().unwrap();
            let mut other = Known::new(known.volume.clone(), MoveRules::default());
            other.navigator.set_label_budget(budget);
            assert_eq!(other.navigator.load_index(&known.volume, &saved), Ok(()));
            assert_eq!(other.navigator.graph_form(), known.navigator.graph_form());
            check_graph(&other.ground(), &BTreeMap::new(), from);
        }
    }
    // The more memory, the longer the entries, and none before there is room.
    assert_eq!(forms, [0, 6, 8]);
}

#[test]
fn an_index_of_other_rules_is_refused() {
    let map = "floor:0\n...\n.#.\n...\n";
    let known = Known::map(map, MoveRules::default());
    let bytes = known.ground().save_index().unwrap();
    let rules = MoveRules {
        moves: Moves::Four,
        ..MoveRules::default()
    };
    let mut other = Known::map(map, rules);
    let volume = other.volume.clone();
    let loaded = other.navigator.load_index(&volume, &bytes);
    assert_eq!(loaded, Err(IndexError::OtherMap));
    let mut weighed =
        Navigator::with_weights(&volume, MoveRules::default(), &[(at(0, 0, 0), 2)]).unwrap();
    let loaded = weighed.load_index(&volume, &bytes);
    assert_eq!(loaded, Err(IndexError::OtherMap));
    let mut later = bytes.clone();
    later[7] += 1;
    assert_eq!(
        other.navigator.load_index(&volume, &later),
        Err(IndexError::OtherVersion)
    );
}

#[test]
fn many_threads_read_one_index_while_it_is_made() {
    let mut random = crate::Seed::new(9).stream();
    let size = Size::new(48, 48, 1).unwrap();
    let mut draft = Draft::new(size);
    for n in 0..size.cells() as u32 {
        if random.between(0, 9) > 1 {
            draft.set(nth(size, n), Cell::Floor).unwrap();
        }
    }
    let mut known = Known::new(draft.finish(), MoveRules::default());
    known.ground().prepare(Algorithm::GRAPH).unwrap();
    let mut forms = Vec::new();
    for round in 0..6 {
        if round > 0 {
            let pos = nth(size, random.between(0, 2303) as u32);
            let new = match known.volume.is_walkable(pos) {
                true => Cell::Wall,
                false => Cell::Floor,
            };
            known.set(pos, new);
        }
        let ends: Vec<(Pos, Pos)> = (0..400)
            .map(|_| {
                [(); 2]
                    .map(|()| nth(size, random.between(0, 2303) as u32))
                    .into()
            })
            .collect();
        let ground = known.ground();
        let costs = |algorithm: Algorithm| {
            std::thread::scope(|scope| {
                let threads = [0, 1, 2].map(|_| {
                    scope.spawn(|| {
                        let mut finder = Finder::default();
                        let costs = ends.iter().map(|&(from, to)| {
                            let route = finder.find(&ground, from, to, algorithm);
                            let cost = route.map(|route| route.cost);
                            let distance = finder.distance(&ground, from, to, algorithm);
                            assert_eq!(cost, distance);
                            cost
                        });
                        costs.collect::<Vec<_>>()
                    })
                });
                threads.map(|thread| thread.join().unwrap())
            })
        };
        let expected = costs(Algorithm::ASTAR);
        assert_eq!(costs(Algorithm::GRAPH), expected);
        forms.extend(known.navigator.graph_form());
    }
    // What follows changes was made meanwhile.
    assert!(forms.contains(&GraphForm::Following), "{forms:?}");
}

#[test]
fn costs_of_more_than_32_bits_are_exact() {
    // Every way leads over three cells that weigh as much as a cell may.
    let rules = MoveRules {
        costs: Costs {
            straight: 65_535,
            diagonal: 65_535,
            ..Costs::default()
        },
        ..MoveRules::default()
    };
    let volume = text::read("map", b"floor:0\n.......\n").unwrap();
    let weights = [1, 3, 5].map(|x| (at(x, 0, 0), 65_535));
    let navigator = Navigator::with_weights(&volume, rules, &weights).unwrap();
    let ground = navigator.on(&volume).unwrap();
    let mut finder = Finder::default();
    let [graph, astar] = [Algorithm::GRAPH, Algorithm::ASTAR]
        .map(|algorithm| finder.find(&ground, at(0, 0, 0), at(6, 0, 0), algorithm));
    assert_eq!(graph.unwrap().cost, 6 * 65_535 + 3 * 65_535 * 65_535);
    assert!(astar.is_ok());
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_saved_index_answers_as_the_one_that_was_saved(volume in any_volume(), rules in any_rules(), start: u32, flipped: u32, cut: u32) {
        let known = Known::new(volume, rules.clone());
        let bytes = known.ground().save_index().unwrap();
        let mut other = Known::new(known.volume.clone(), rules.clone());
        prop_assert_eq!(other.navigator.load_index(&known.volume, &bytes), Ok(()));
        prop_assert!(other.navigator.index_bytes(Algorithm::GRAPH) > 0);
        let size = known.volume.size();
        let from = nth(size, start);
        for n in (0..size.cells() as u32).filter(|&n| !is_left_out(size, nth(size, n))) {
            let to = nth(size, n);
            prop_assert_eq!(other.find(from, to, Algorithm::GRAPH), known.find(from, to, Algorithm::GRAPH));
        }
        // It follows changes like any other.
        other.set(from, Cell::Wall);
        check_graph(&other.ground(), &BTreeMap::new(), nth(size, flipped));

        let mut damaged = bytes.clone();
        let at = flipped as usize % damaged.len();
        damaged[at] ^= 1 << (cut % 8);
        let mut fresh = Known::new(known.volume.clone(), rules);
        prop_assert!(fresh.navigator.load_index(&known.volume, &damaged).is_err());
        let short = &bytes[..cut as usize % bytes.len()];
        prop_assert!(fresh.navigator.load_index(&known.volume, short).is_err());
        prop_assert_eq!(fresh.navigator.index_bytes(Algorithm::GRAPH), 0);
        let known_cell = fresh.volume.get(from);
        let changed = if known_cell == Cell::Wall { Cell::Floor } else { Cell::Wall };
        fresh.set(from, changed);
        let volume = fresh.volume.clone();
        prop_assert_eq!(fresh.navigator.load_index(&volume, &bytes), Err(IndexError::OtherMap));
    }
}

#[test]
fn one_edit_is_repaired_and_not_made_again() {
    let row = "....................\n";
    let map = format!("floor:0\n{row}..#......#......##..\n{row}....##..............\n{row}");
    let mut known = Known::map(&map, MoveRules::default());
    known.ground().prepare(Algorithm::GRAPH).unwrap();
    known.set(at(12, 2, 0), Cell::Wall);
    assert!(known.navigator.index_bytes(Algorithm::GRAPH) > 0);
    check_graph(&known.ground(), &BTreeMap::new(), at(0, 0, 0));
}

#[test]
fn what_to_prepare_follows_from_what_is_asked() {
    let volume = Volume::new(Size::new(1024, 1024, 1).unwrap());
    let mut navigator = Navigator::new(&volume, MoveRules::default()).unwrap();
    for (queries, changes, algorithm) in [
        (1, 0, Algorithm::JPS),
        (2_000, 0, Algorithm::JPS_PLUS),
        (20_000, 0, Algorithm::GRAPH),
        (20_000, 30_000, Algorithm::JPS),
        (20_000, 3_000, Algorithm::JPS_PLUS),
        (20_000, 2_500, Algorithm::GRAPH),
    ] {
        let advice = navigator.advise(queries, changes);
        assert_eq!(advice.algorithm, algorithm, "{advice}");
        assert!(advice.to_string().starts_with(algorithm.name()));
    }
    let advice = navigator.advise(1_500, 0);
    assert_eq!(advice.algorithm, Algorithm::JPS, "{advice}");
    // A third of it is rock here and there.
    let mut rough = volume.clone();
    let mut random = crate::seed::Seed::new(1).stream();
    for place in 0..1 << 20 {
        let is_rock = random.below(3) == 0;
        let cell = if is_rock { Cell::Wall } else { Cell::Floor };
        rough.set(at(place % 1024, place / 1024, 0), cell).unwrap();
    }
    let rough = Navigator::new(&rough, MoveRules::default()).unwrap();
    let advice = rough.advise(2_000, 0);
    assert_eq!(advice.algorithm, Algorithm::GRAPH, "{advice}");
    assert!(advice.reason.contains("full of corners"), "{advice}");
    assert_eq!(rough.advise(1_500, 0).algorithm, Algorithm::JPS);
    let rules = MoveRules {
        moves: Moves::Four,
        ..MoveRules::default()
    };
    let four = Navigator::new(&volume, rules).unwrap();
    assert_eq!(four.advise(1_500, 0).algorithm, Algorithm::JPS_PLUS);
    navigator.set_budget(1 << 20);
    assert_eq!(navigator.advise(20_000, 0).algorithm, Algorithm::JPS);
    navigator.set_budget(0);
    assert_eq!(navigator.advise(20_000, 0).algorithm, Algorithm::ASTAR);
    assert_eq!(navigator.explain().algorithm, Algorithm::ASTAR);
    let weights = [(at(1, 1, 0), 3)];
    let weighed = Navigator::with_weights(&volume, MoveRules::default(), &weights).unwrap();
    assert_eq!(weighed.advise(500, 0).algorithm, Algorithm::ASTAR);
    assert_eq!(weighed.advise(2_000, 0).algorithm, Algorithm::GRAPH);
    assert_eq!(weighed.explain().algorithm, Algorithm::ASTAR);
}
