//! Search structures: their list, what they need, and when they are made.

use super::super::index::LIST;
use super::*;

#[test]
fn algorithms_are_known_by_their_names() {
    for algorithm in ALL {
        assert_eq!(Algorithm::from_name(algorithm.name()), Some(algorithm));
        assert!(!algorithm.summary().is_empty());
    }
    assert_eq!(Algorithm::from_name("dijkstra"), None);
    assert_eq!(Algorithm::default(), Algorithm::AUTO);
    let names = [
        (Algorithm::AUTO, "auto"),
        (Algorithm::ASTAR, "astar"),
        (Algorithm::JPS, "jps"),
        (Algorithm::JPS_PLUS, "jps-plus"),
        (Algorithm::HPA, "hpa"),
        (Algorithm::GRAPH, "graph"),
    ];
    assert_eq!(
        names.map(|(algorithm, _)| algorithm.name()),
        names.map(|(_, name)| name)
    );
    assert_eq!(names.map(|(algorithm, _)| algorithm), ALL);
    let not_exact: Vec<Algorithm> = ALL.into_iter().filter(|one| !one.is_exact()).collect();
    assert_eq!(not_exact, [Algorithm::HPA]);
}

#[test]
fn auto_makes_only_what_takes_no_time_and_takes_what_is_there() {
    let known = Known::map("floor:0\n....\n....\n", MoveRules::default());
    let ends = (at(0, 0, 0), at(3, 1, 0));
    let chosen = |known: &Known| {
        known
            .find(ends.0, ends.1, Algorithm::AUTO)
            .unwrap()
            .algorithm
    };
    assert_eq!(chosen(&known), Algorithm::JPS);
    for algorithm in ALL {
        let is_made = known.navigator.index_bytes(algorithm) > 0;
        assert_eq!(is_made, algorithm == Algorithm::JPS, "{algorithm}");
    }
    known.ground().prepare(Algorithm::HPA).unwrap();
    assert_eq!(chosen(&known), Algorithm::JPS, "hpa is not exact");
    known.ground().prepare(Algorithm::JPS_PLUS).unwrap();
    assert_eq!(chosen(&known), Algorithm::JPS_PLUS);
    assert_eq!(known.navigator.index_bytes(Algorithm::JPS_PLUS), 8 * 8 * 2);

    let weights = [(at(1, 0, 0), 3)];
    let navigator = Navigator::with_weights(&known.volume, MoveRules::default(), &weights).unwrap();
    let weighed = Known {
        volume: known.volume.clone(),
        navigator,
    };
    assert_eq!(chosen(&weighed), Algorithm::ASTAR);
    let refused = weighed
        .find(ends.0, ends.1, Algorithm::JPS_PLUS)
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "jps-plus does not answer where cells have weights, as with gravity or avoided materials: \
         expected astar, hpa, graph or auto"
    );
    assert_eq!(weighed.navigator.index_bytes(Algorithm::JPS_PLUS), 0);
}

#[test]
fn an_index_over_the_budget_is_refused_before_it_is_made() {
    let mut known = Known::map("floor:0\n....\n....\n", MoveRules::default());
    known.navigator.set_budget(100);
    let ends = (at(0, 0, 0), at(3, 1, 0));
    let refused = known.find(ends.0, ends.1, Algorithm::JPS_PLUS).unwrap_err();
    let refusal = Refusal::TooLarge {
        algorithm: Algorithm::JPS_PLUS,
        needed: 128,
        budget: 100,
        instead: Algorithm::JPS,
    };
    assert_eq!(refused, NoRoute::Refused(refusal));
    assert_eq!(known.ground().prepare(Algorithm::JPS_PLUS), Err(refusal));
    assert_eq!(known.navigator.index_bytes(Algorithm::JPS_PLUS), 0);
    for algorithm in [Algorithm::AUTO, Algorithm::ASTAR, Algorithm::JPS] {
        assert!(known.find(ends.0, ends.1, algorithm).is_ok(), "{algorithm}");
    }
    // All indexes together count.
    known.navigator.set_budget(130);
    assert!(known.ground().prepare(Algorithm::JPS_PLUS).is_err());
    // Without room for jump points either, every cell is looked at.
    let mut poor = Known::map("floor:0\n....\n....\n", MoveRules::default());
    poor.navigator.set_budget(20);
    let refused = poor.find(ends.0, ends.1, Algorithm::JPS).unwrap_err();
    let instead = "expected astar, which needs less";
    assert!(refused.to_string().ends_with(instead), "{refused}");
    assert_eq!(poor.navigator.explain().algorithm, Algorithm::ASTAR);
    let found = poor.find(ends.0, ends.1, Algorithm::AUTO).unwrap();
    assert_eq!(found.algorithm, Algorithm::ASTAR);

    let size = Size::new(4096, 4096, 16).unwrap();
    let needed = |name: &str, size| {
        let entry = LIST.iter().find(|entry| entry.name == name).unwrap();
        (entry.bytes_needed)(size, &MoveRules::default())
    };
    assert!(needed("jps-plus", size) > Navigator::DEFAULT_BUDGET);
    assert!(needed("jps-plus", Size::new(4096, 4096, 1).unwrap()) < Navigator::DEFAULT_BUDGET);
    let refusal = Refusal::TooLarge {
        algorithm: Algorithm::JPS_PLUS,
        needed: needed("jps-plus", size),
        budget: Navigator::DEFAULT_BUDGET,
        instead: Algorithm::JPS,
    };
    assert_eq!(
        refusal.to_string(),
        "jps-plus needs 4.0 GiB on this map, and the limit is 2.0 GiB: \
         expected jps, which needs less"
    );
}

#[test]
fn what_an_index_will_need_is_what_it_takes() {
    for moves in [Moves::Four, Moves::Eight] {
        let rules = MoveRules {
            moves,
            ..MoveRules::default()
        };
        let known = Known::new(Volume::new(Size::new(70, 50, 3).unwrap()), rules.clone());
        for (entry, algorithm) in LIST.iter().zip(&ALL[1..]) {
            known.ground().prepare(*algorithm).unwrap();
            let needed = (entry.bytes_needed)(known.volume.size(), &rules);
            assert!(
                known.navigator.index_bytes(*algorithm) <= needed,
                "{algorithm}"
            );
        }
    }
}

#[test]
fn a_navigator_takes_little_besides_the_volume() {
    // A quarter of the cells is rock, at random, and every level has ladders.
    let size = Size::new(512, 512, 4).unwrap();
    let mut draft = Draft::new(size);
    let mut random = crate::Seed::new(3).stream();
    for n in 0..size.cells() as u32 {
        let cell = match random.between(0, 999) {
            0..250 => Cell::Wall,
            250 => Cell::Ladder,
            _ => Cell::Floor,
        };
        draft.set(nth(size, n), cell).unwrap();
    }
    let known = Known::new(draft.finish(), MoveRules::default());
    let each = known.navigator.bytes() as f64 / size.cells() as f64;
    assert!(each <= 0.7, "{each:.2} bytes a cell");
}

/// In the second of three clusters legs lead on to two gates of the third. The second gate
/// is no dearer than the first and a walk along the border, if the cells there weigh nothing;
/// but they do, and nothing else leads from the one gate to the other.
#[test]
fn hpa_leaves_no_leg_out_for_a_walk_over_cells_that_weigh() {
    let mut map = String::from("floor:0\n");
    for y in 0..16 {
        let cell = |x: i32| match x {
            0..32 if y == 4 => '.',
            32..65 => '.',
            65.. if y == 12 => '.',
            _ => '#',
        };
        map.extend((0..96).map(cell));
        map.push('\n');
    }
    let volume = text::read("map", map.as_bytes()).unwrap();
    let weights: Vec<(Pos, u32)> = (5..12).map(|y| (at(64, y, 0), 50)).collect();
    let rules = MoveRules {
        moves: Moves::Four,
        ..MoveRules::default()
    };
    let navigator = Navigator::with_weights(&volume, rules, &weights).unwrap();
    let known = Known { volume, navigator };
    let [exact, hpa] = [Algorithm::ASTAR, Algorithm::HPA].map(|algorithm| {
        known
            .find(at(2, 4, 0), at(90, 12, 0), algorithm)
            .unwrap()
            .cost
    });
    assert_eq!(hpa, exact);
    assert_eq!(exact, 96 * 408, "past the cells that weigh");
}
