//! Materials that are avoided: a closed one is a wall, any other a weight on its cells.

use super::*;
use crate::material::Material;
use crate::rules::{Avoid, Avoided};

/// The algorithms that make what they need; what `auto` takes depends on what is there.
const NAMED: [Algorithm; 5] = [
    Algorithm::ASTAR,
    Algorithm::JPS,
    Algorithm::JPS_PLUS,
    Algorithm::HPA,
    Algorithm::GRAPH,
];

/// What is painted, and how each is avoided; one material is a user's own, and one is free.
const PAINTS: [(&str, Option<Avoided>); 5] = [
    ("moss", None),
    ("slime", Some(Avoided::Closed)),
    ("water", Some(Avoided::Weight(7))),
    ("my goo", Some(Avoided::Closed)),
    ("my mud", Some(Avoided::Weight(30))),
];

fn avoid(paints: &[(&str, Option<Avoided>)]) -> Avoid {
    let mut avoid = Avoid::default();
    for &(name, avoided) in paints {
        if let Some(avoided) = avoided {
            avoid.set(name, avoided);
        }
    }
    avoid
}

/// Paints a cell; number 5 takes the paint away.
fn paint(volume: &mut Volume, pos: Pos, number: usize) {
    let material = match PAINTS.get(number) {
        Some((name, _)) => volume.name_material(name).unwrap(),
        None => Material::NONE,
    };
    volume.set_material(pos, material).unwrap();
}

/// The same volume with walls for what is closed, and the weights of what is not.
fn walled(volume: &Volume) -> (Volume, BTreeMap<[i32; 3], u32>) {
    let (mut walled, mut extra) = (volume.clone(), BTreeMap::new());
    for n in 0..volume.size().cells() as u32 {
        let pos = nth(volume.size(), n);
        let name = volume.material_name(volume.material(pos));
        match PAINTS.iter().find(|(paint, _)| Some(*paint) == name) {
            Some((_, Some(Avoided::Closed))) if volume.is_walkable(pos) => {
                walled.set(pos, Cell::Wall).unwrap();
            }
            Some((_, Some(Avoided::Weight(weight)))) if volume.is_walkable(pos) => {
                extra.insert(pos.to_array(), *weight);
            }
            _ => {}
        }
    }
    (walled, extra)
}

/// Compares every answer with that of a navigator which knows nothing of materials, on a
/// volume with walls in their place, and that one's with the book.
fn check_against_walls(ground: &Ground, from: Pos) {
    let (walled, extra) = walled(ground.volume());
    let rules = MoveRules {
        avoid: Avoid::default(),
        ..ground.navigator().rules().clone()
    };
    let weights: Vec<(Pos, u32)> = extra
        .iter()
        .map(|(&[x, y, z], &weight)| (at(x, y, z), weight))
        .collect();
    let plain = Navigator::with_weights(&walled, rules, &weights).unwrap();
    let plain = plain.on(&walled).unwrap();
    assert_eq!(ground.links(), plain.links());
    assert_eq!(
        ground.navigator().has_weights(),
        plain.navigator().has_weights()
    );
    check_all(&plain, &extra, &[from]);
    let (mut finder, size) = (Finder::default(), walled.size());
    for to in (0..size.cells() as u32).map(|n| nth(size, n)) {
        assert_eq!(ground.reaches(from, to), plain.reaches(from, to));
        let neighbours = [ground, &plain].map(|ground| ground.neighbours(to).collect::<Vec<_>>());
        assert_eq!(neighbours[0], neighbours[1]);
        if is_left_out(size, to) {
            continue;
        }
        for algorithm in NAMED {
            let found = finder.find(ground, from, to, algorithm);
            let expected = finder.find(&plain, from, to, algorithm);
            match (found, expected) {
                (
                    Err(NoRoute::Closed { end, pos }),
                    Err(NoRoute::NotWalkable {
                        end: same,
                        pos: there,
                        cell,
                    }),
                ) => {
                    assert_eq!((end, pos, cell), (same, there, Cell::Wall));
                    assert!(ground.volume().is_walkable(pos));
                }
                (found, expected) => assert_eq!(found, expected, "{from} to {to}, {algorithm}"),
            }
        }
    }
}

/// What the moves of a route cost one by one; none if it is no way from one cell to the other.
fn walked(ground: &Ground, route: &Route, from: Pos, to: Pos) -> Option<u64> {
    let cells = route.cells();
    if (cells.first(), cells.last()) != (Some(&from), Some(&to)) {
        return None;
    }
    let moves = cells.windows(2).map(|step| {
        let mut moves = ground.neighbours(step[0]);
        moves
            .find(|(next, _)| *next == step[1])
            .map(|(_, cost)| cost)
    });
    moves.sum()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn avoided_materials_are_walls_and_weights(volume in any_volume(), rules in any_rules(),
        avoided in 0..4usize, paints in proptest::collection::vec((any::<u32>(), 0..5usize), 0..60),
        edits in proptest::collection::vec(proptest::collection::vec((any::<u32>(), 0..24usize), 1..4), 0..5), start: u32) {
        // With closed materials, with weights, with both, with nothing of the sort in the map.
        let paints_used = [&PAINTS[..2], &PAINTS[2..3], &PAINTS[..], &PAINTS[3..4]][avoided];
        let number = |paint: usize| PAINTS.iter().position(|(name, _)| *name == paints_used[paint % paints_used.len()].0).unwrap();
        let mut volume = volume;
        let size = volume.size();
        // User materials are named when they first come, which may be after the navigator.
        for (pos, kind) in paints {
            paint(&mut volume, nth(size, pos), number(kind));
        }
        let rules = MoveRules { avoid: avoid(&PAINTS), ..rules };
        let mut navigator = Navigator::new(&volume, rules.clone()).unwrap();
        for batch in edits {
            for algorithm in ALL {
                let ground = navigator.on(&volume).unwrap();
                assert_eq!(ground.prepare(algorithm).is_err(), navigator.has_weights() && !algorithm.takes_weights());
            }
            for (pos, kind) in batch {
                let pos = nth(size, pos);
                match kind {
                    0..18 => drop(volume.set(pos, Cell::all().nth(kind).unwrap()).unwrap()),
                    18..23 => paint(&mut volume, pos, number(kind - 18)),
                    _ => paint(&mut volume, pos, 5),
                }
            }
            navigator.follow(&volume);
        }
        let ground = navigator.on(&volume).unwrap();
        let fresh = Navigator::new(&volume, rules).unwrap();
        let fresh = fresh.on(&volume).unwrap();
        let from = nth(size, start);
        let mut finder = Finder::default();
        prop_assert_eq!(ground.links(), fresh.links());
        for ground in [ground, fresh] {
            ground.prepare(Algorithm::HPA).unwrap();
        }
        prop_assert_eq!(follow::made::<hpa::Hpa>(&ground, Algorithm::HPA), follow::made(&fresh, Algorithm::HPA));
        check_against_walls(&fresh, from);
        for to in (0..size.cells() as u32).map(|n| nth(size, n)) {
            for algorithm in NAMED.into_iter().filter(|_| !is_left_out(size, to)) {
                let found = [ground, fresh].map(|ground| finder.find(&ground, from, to, algorithm));
                if let [Ok(found), Ok(expected)] = &found
                    && algorithm == Algorithm::GRAPH
                {
                    // Repaired arcs are in another order than fresh ones, so that the way may be
                    // another of the cheapest: it is walked, and its moves added up.
                    prop_assert_eq!(found.cost, expected.cost);
                    prop_assert_eq!(walked(&ground, found, from, to), Some(found.cost));
                    continue;
                }
                let [found, expected] = found;
                prop_assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn a_way_around_slime_is_taken_as_far_as_it_pays() {
    let map = b"floor:0\n.....\n.~#~.\n.....\npaint:0\n.....\n.....\n..s..\nkey s slime\n";
    let volume = text::read("map", map).unwrap();
    let length = |avoided: Option<Avoided>| {
        let avoid = avoid(&[("slime", avoided)]);
        let rules = MoveRules {
            moves: Moves::Four,
            avoid,
            ..MoveRules::default()
        };
        let known = Known::new(volume.clone(), rules);
        let route = known.find(at(0, 2, 0), at(4, 2, 0), Algorithm::AUTO);
        route.unwrap().length()
    };
    assert_eq!(length(None), 4.0);
    assert_eq!(length(Some(Avoided::Weight(3))), 4.0);
    assert_eq!(length(Some(Avoided::Weight(5))), 8.0);
    assert_eq!(length(Some(Avoided::Closed)), 8.0);
}

#[test]
fn nobody_starts_on_what_is_closed() {
    let map = b"floor:0\n...\npaint:0\ns..\nkey s slime\n";
    let rules = MoveRules {
        avoid: avoid(&PAINTS),
        ..MoveRules::default()
    };
    let known = Known::new(text::read("map", map).unwrap(), rules);
    let reason = known
        .find(at(0, 0, 0), at(2, 0, 0), Algorithm::AUTO)
        .unwrap_err();
    assert_eq!(
        reason.to_string(),
        "the start 0,0,0 is of a material that the rules close"
    );
}
