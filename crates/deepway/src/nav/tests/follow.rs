//! Navigators that follow their volume: after any changes they answer as fresh ones do.

use super::super::hpa::Hpa;
use super::super::jps::Jps;
use super::super::jps_plus::JpsPlus;
use super::*;
use std::any::Any;

/// An index that was made.
pub(super) fn made<I: index::Index>(ground: &Ground, algorithm: Algorithm) -> I {
    let index: &dyn Any = ground.index(algorithm).unwrap();
    index.downcast_ref::<I>().unwrap().clone()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn after_edits_the_answers_are_a_fresh_navigators(volume in any_volume(), rules in any_rules(),
        edits in proptest::collection::vec(proptest::collection::vec((0..72i32, 0..72i32, 0..4i32, 0..18usize), 1..4), 1..6), start: u32,
        weights in proptest::collection::vec((0..40i32, 0..40i32, 0..4i32, 1..50u32), 0..6), is_weighted: bool) {
        let size = volume.size();
        let from = nth(size, start);
        let weights: Vec<(Pos, u32)> = weights.into_iter().filter(|_| is_weighted).map(|(x, y, z, weight)| (at(x, y, z), weight)).collect();
        let mut volume = volume;
        let mut navigator = Navigator::with_weights(&volume, rules.clone(), &weights).unwrap();
        let prepare_all = |ground: Ground| {
            for algorithm in ALL {
                assert_eq!(ground.prepare(algorithm).is_err(), ground.navigator().has_weights() && !algorithm.takes_weights());
            }
        };
        for batch in edits {
            prepare_all(navigator.on(&volume).unwrap());
            let batch: Vec<(Pos, Cell)> = batch.into_iter().map(|(x, y, z, kind)| (at(x % (size.width() as i32 + i32::from(x > 64)), y % size.height() as i32, z % size.levels() as i32), Cell::all().nth(kind).unwrap())).collect();
            let inside = batch.iter().all(|(pos, _)| size.contains(*pos));
            let before = volume.revision();
            prop_assert_eq!(volume.set_all(&batch).is_ok(), inside);
            prop_assert_eq!(navigator.on(&volume).is_ok(), volume.revision() == before);
            navigator.follow(&volume);
        }
        let fresh = Navigator::with_weights(&volume, rules, &weights).unwrap();
        let [ground, fresh] = [&navigator, &fresh].map(|navigator| navigator.on(&volume).unwrap());
        prop_assert_eq!(ground.links(), fresh.links());
        prepare_all(ground);
        prepare_all(fresh);
        prop_assert_eq!(made::<Hpa>(&ground, Algorithm::HPA), made::<Hpa>(&fresh, Algorithm::HPA));
        if !navigator.has_weights() {
            prop_assert_eq!(made::<Jps>(&ground, Algorithm::JPS), made::<Jps>(&fresh, Algorithm::JPS));
            prop_assert_eq!(made::<JpsPlus>(&ground, Algorithm::JPS_PLUS), made::<JpsPlus>(&fresh, Algorithm::JPS_PLUS));
        }
        let mut finder = Finder::default();
        for n in 0..size.cells() as u32 {
            let to = nth(size, n);
            for algorithm in ALL.into_iter().filter(|_| !is_left_out(size, to)) {
                prop_assert_eq!(finder.find(&ground, from, to, algorithm), finder.find(&fresh, from, to, algorithm));
            }
        }
        let extra = weights.iter().fold(BTreeMap::new(), |mut extra, (pos, weight)| {
            *extra.entry(pos.to_array()).or_insert(0) += weight;
            extra
        });
        check_all(&ground, &extra, &[from]);
    }
}

#[test]
fn an_edit_opens_and_closes_the_only_way() {
    let mut known = Known::map("floor:0\n.#.\n", MoveRules::default());
    let ask = |known: &Known| {
        let answers = ALL.map(|algorithm| {
            let answer = known.find(at(0, 0, 0), at(2, 0, 0), algorithm);
            answer.map(|route| route.length())
        });
        assert_eq!(answers, [answers[0]; 6]);
        answers[0]
    };
    assert_eq!(ask(&known), Err(NoRoute::Apart));
    known.set(at(1, 0, 0), Cell::Door);
    assert_eq!(ask(&known), Ok(2.0));
    known.set(at(1, 0, 0), Cell::Rubble);
    assert_eq!(ask(&known), Err(NoRoute::Apart));
    let cells = [(at(0, 0, 0), Cell::Wall), (at(3, 0, 0), Cell::Wall)];
    assert!(known.volume.set_all(&cells).is_err());
    assert!(known.volume.is_walkable(at(0, 0, 0)), "all or none");
}

#[test]
fn a_volume_that_was_not_followed_is_refused() {
    let mut known = Known::map("floor:0\n...\n", MoveRules::default());
    known.volume.set(at(1, 0, 0), Cell::Wall).unwrap();
    let stale = known.navigator.on(&known.volume).unwrap_err();
    assert_eq!(stale, Stale::Changed);
    assert!(stale.to_string().ends_with("call follow first"), "{stale}");
    assert_eq!(NoRoute::from(stale).to_string(), stale.to_string());
    known.navigator.follow(&known.volume);
    assert!(!known.ground().reaches(at(0, 0, 0), at(2, 0, 0)));

    // Setting what is there already is no change.
    known.volume.set(at(1, 0, 0), Cell::Wall).unwrap();
    assert!(known.navigator.on(&known.volume).is_ok());

    let other = text::read("map", b"floor:0\n....\n").unwrap();
    let stale = known.navigator.on(&other).unwrap_err();
    assert!(matches!(stale, Stale::Size { .. }));
    assert!(stale.to_string().ends_with("call follow first"), "{stale}");
    known.navigator.follow(&other);
    assert!(
        known
            .navigator
            .on(&other)
            .unwrap()
            .reaches(at(0, 0, 0), at(3, 0, 0))
    );
}

#[test]
fn forgotten_changes_are_learnt_from_the_volume() {
    let map = "floor:0\n.#.L\nfloor:1\n...L\n";
    let weights = [(at(1, 0, 1), 7)];
    let mut volume = text::read("map", map.as_bytes()).unwrap();
    let mut navigator = Navigator::with_weights(&volume, MoveRules::default(), &weights).unwrap();
    navigator.set_budget(0);
    volume.set(at(1, 0, 0), Cell::Floor).unwrap();
    volume.set(at(3, 0, 1), Cell::Wall).unwrap();
    volume.forget_changes(volume.revision());
    assert!(volume.changes_since(navigator.revision).is_none());
    navigator.follow(&volume);
    let ground = navigator.on(&volume).unwrap();
    assert!(ground.reaches(at(0, 0, 0), at(3, 0, 0)));
    assert_eq!(ground.links(), []);
    assert!(navigator.has_weights(), "weights that were given stay");
    assert!(
        ground.prepare(Algorithm::HPA).is_err(),
        "so does the budget"
    );
}

#[test]
fn very_many_changes_are_followed_too() {
    let mut volume = Volume::new(Size::new(80, 80, 1).unwrap());
    let mut navigator = Navigator::new(&volume, MoveRules::default()).unwrap();
    for x in 0..80 {
        for y in 0..80 {
            volume.set(at(x, y, 0), Cell::Floor).unwrap();
        }
    }
    navigator.follow(&volume);
    let ground = navigator.on(&volume).unwrap();
    assert!(ground.reaches(at(0, 0, 0), at(79, 79, 0)));
}

/// A ramp leads from one cluster up to another, beside the corner where four of them meet, and
/// in a third one a shaft comes and goes: what the ramp costs changes in the first cluster,
/// though no cell has changed near it, and no entrance of the second.
#[test]
fn hpa_follows_what_weighs_where_a_hop_ends() {
    let level = |cells: &[(usize, usize, char)]| -> String {
        let cell = |x, y| {
            cells
                .iter()
                .find(|one| (one.0, one.1) == (x, y))
                .map_or('.', |one| one.2)
        };
        let row = |y| {
            (0..64)
                .map(|x| cell(x, y))
                .chain(['\n'])
                .collect::<String>()
        };
        (0..64).map(row).collect()
    };
    // Below the shaft is a hole, so that one is an entrance already where the fall ends.
    let map = format!(
        "floor:0\n{}floor:1\n{}floor:2\n{}",
        level(&[]),
        level(&[(32, 31, 'v'), (31, 30, 'o')]),
        level(&[(32, 29, '#'), (32, 30, '#')])
    );
    let rules = MoveRules {
        gravity: Gravity::On,
        ..MoveRules::default()
    };
    let mut known = Known::map(&map, rules.clone());
    let shaft = at(31, 30, 2);
    // Another shaft far away, so that there are weights from the start.
    known.set(at(5, 5, 2), Cell::Shaft);
    for cell in [Cell::Shaft, Cell::Floor] {
        known.ground().prepare(Algorithm::HPA).unwrap();
        known.set(shaft, cell);
        for (from, to) in [
            (at(40, 40, 1), at(50, 20, 2)),
            (at(20, 40, 1), at(32, 31, 2)),
        ] {
            let route = known.find(from, to, Algorithm::HPA).unwrap();
            let cost = cost_of(&route.cells(), &known.volume, &rules, &BTreeMap::new());
            assert_eq!(route.cost, cost, "{from} to {to}, after {cell:?}");
        }
        let fresh = Navigator::new(&known.volume, rules.clone()).unwrap();
        let fresh = fresh.on(&known.volume).unwrap();
        for ground in [known.ground(), fresh] {
            ground.prepare(Algorithm::HPA).unwrap();
        }
        assert_eq!(
            made::<Hpa>(&known.ground(), Algorithm::HPA),
            made::<Hpa>(&fresh, Algorithm::HPA),
            "after {cell:?}"
        );
    }
}

#[test]
fn stairs_join_a_wide_staircase_when_their_cells_become_alike() {
    let map = b"floor:0\n<<.\nfloor:1\n>X.\n";
    let mut volume = text::read("map", map).unwrap();
    let mut navigator = Navigator::new(&volume, MoveRules::default()).unwrap();
    let groups = |navigator: &Navigator, volume: &Volume| {
        let links = navigator.on(volume).unwrap().links();
        links.iter().map(|link| link.group).collect::<Vec<_>>()
    };
    assert_eq!(groups(&navigator, &volume), [0, 1]);
    // The link itself stays as it is.
    volume.set(at(1, 0, 1), Cell::StairsDown).unwrap();
    navigator.follow(&volume);
    assert_eq!(groups(&navigator, &volume), [0, 0]);
}
