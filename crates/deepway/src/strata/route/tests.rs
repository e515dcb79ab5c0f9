//! Ways through the world against the plain definition of its moves.

mod book;

use super::*;
use crate::seed::{Seed, Stream};
use crate::space::Direction;
use crate::strata::{Blueprint, ConnectionKind, Entry, EntryKind, Vertical};
use book::Book;

/// A random cell of a zone where one can stand.
fn somewhere(strata: &Strata, zone: ZonePos, random: &mut Stream) -> Pos {
    let zone = strata.zone(zone);
    loop {
        let x = random.below(ZonePos::WIDTH.into()) as u32;
        let y = random.below(ZonePos::HEIGHT.into()) as u32;
        if zone.cell(x, y).is_walkable() {
            return zone.pos().to_world(x, y).expect("it is inside");
        }
    }
}

/// A random zone of a box of zones.
fn within(corner: [u32; 3], sides: [u32; 3], random: &mut Stream) -> ZonePos {
    let [x, y, z] = [0, 1, 2].map(|axis| corner[axis] + random.below(sides[axis].into()) as u32);
    ZonePos::at([x, y], z).expect("the box is inside the world")
}

/// The north-west corner of a box of 3 × 3 × 5 zones.
fn corner(random: &mut Stream) -> [u32; 3] {
    let [x, y] = [ZonePos::COLUMNS - 3, ZonePos::ROWS - 3];
    [
        random.below(u64::from(x) + 1) as u32,
        random.below(u64::from(y) + 1) as u32,
        10 + random.below(36) as u32,
    ]
}

/// Finds ways from some starts to some goals each, within 3 × 3 × 5 zones, and compares each
/// with the cheapest that there is.
fn compare(seed: u64, starts: u32, goals: u32, moves: Moves) -> Vec<f64> {
    let strata = Strata::new(Seed::new(seed));
    let mut random = Seed::new(seed).child("pairs").stream();
    let boxes = (0..starts).flat_map(|_| {
        let corner = corner(&mut random);
        compare_within(&strata, corner, goals, moves, &mut random)
    });
    boxes.collect()
}

/// Finds ways from a cell to some goals within the 3 × 3 × 5 zones at a corner, and compares
/// each with the cheapest that there is.
fn compare_within(
    strata: &Strata,
    corner: [u32; 3],
    goals: u32,
    moves: Moves,
    random: &mut Stream,
) -> Vec<f64> {
    let book = Book::new(strata, moves);
    let mut one = || {
        let zone = within(corner, [3, 3, 5], random);
        somewhere(strata, zone, random)
    };
    let from = one();
    let goals: Vec<Pos> = (0..goals).map(|_| one()).collect();
    let routes = goals.iter().map(|&to| strata.find(from, to, moves));
    let routes: Vec<WorldRoute> = routes.map(|route| route.expect("there is a way")).collect();
    let most = routes.iter().map(|route| route.cost).max().unwrap_or(0);
    let exact = book.costs(from, &goals, most);
    let ratios = goals
        .iter()
        .zip(exact)
        .zip(routes)
        .map(|((&to, exact), route)| {
            let exact = exact.expect("what was found is a way");
            assert_eq!((route.cells[0], route.cells.last()), (from, Some(&to)));
            assert_eq!(book.cost_of(&route.cells), route.cost, "{from} to {to}");
            assert!(exact <= route.cost, "{from} to {to}");
            assert!(
                route.cost * 10 <= exact * 11,
                "{from} to {to}: {} instead of {exact}",
                route.cost
            );
            route.cost.max(1) as f64 / exact.max(1) as f64
        });
    ratios.collect()
}

#[test]
fn ways_follow_what_was_added_and_changed() {
    let mut used = 0;
    for seed in 0..4 {
        let strata = Strata::new(Seed::new(seed));
        let mut random = Seed::new(seed).child("dug").stream();
        let corner = [20 + 7 * seed as u32, 30, 14 + 5 * seed as u32];
        let mut added = Vec::new();
        for _ in 0..60 {
            let kinds = EntryKind::ALL;
            let entry = Entry {
                zone: within(corner, [3, 3, 5], &mut random),
                x: 1 + random.below(78) as u8,
                y: 1 + random.below(23) as u8,
                kind: kinds[random.below(6) as usize],
                object: None,
            };
            let (x, y) = (entry.x.into(), entry.y.into());
            added.extend(entry.zone.to_world(x, y));
            strata.add(entry).expect("it fits the world");
        }
        for _ in 0..600 {
            let zone = within(corner, [3, 3, 5], &mut random);
            let [x, y] = [78, 23].map(|count| 1 + random.below(count) as u32);
            let pos = zone.to_world(x, y).expect("it is inside");
            let around = Direction::ALL.map(|to| strata.cell(pos.step(to)) == Cell::Floor);
            // A pillar in the open, or a bay in the rock: neither cuts anybody off.
            if around[..8].iter().all(|&is_floor| is_floor) {
                let _ = strata.set_cell(pos, Cell::Pillar);
            } else if [0, 2, 4, 6].into_iter().any(|side| around[side]) {
                let _ = strata.set_cell(pos, Cell::Floor);
            }
        }
        for _ in 0..3 {
            let ratios = compare_within(&strata, corner, 6, Moves::Eight, &mut random);
            assert!(ratios.iter().all(|&ratio| ratio == 1.0), "{ratios:?}");
        }
        // Up and down what was added.
        for pos in added.into_iter().step_by(7) {
            let book = Book::new(&strata, Moves::Eight);
            for side in [Direction::Up, Direction::Down] {
                let to = pos.step(side);
                if strata.cell(pos) == Cell::StairsBoth && strata.cell(to) == Cell::StairsBoth {
                    let route = strata
                        .find(pos, to, Moves::Eight)
                        .expect("there are stairs");
                    assert_eq!(book.cost_of(&route.cells), route.cost);
                    used += u32::from(route.cells == [pos, to]);
                }
            }
        }
    }
    assert!(used > 0, "stairs that were added are taken");
}

#[test]
fn ways_within_a_few_zones_are_the_cheapest() {
    for (seed, moves) in [(1, Moves::Eight), (2, Moves::Eight), (3, Moves::Four)] {
        let ratios = compare(seed, 3, 5, moves);
        assert!(ratios.iter().all(|&ratio| ratio == 1.0), "{ratios:?}");
    }
}

/// Fifty pairs of cells in each of some worlds: one world here; scripts/prove-strata asks for
/// twenty.
#[test]
fn ways_in_many_worlds_are_nearly_all_the_cheapest() {
    let worlds = std::env::var("DEEPWAY_WORLDS").ok();
    let worlds = worlds.and_then(|worlds| worlds.parse().ok()).unwrap_or(1);
    let ratios = (0..worlds).flat_map(|seed| compare(seed, 5, 10, Moves::Eight));
    // What is near may be far: sealed levels are reached from the surface only.
    let dearer: Vec<f64> = ratios.filter(|&ratio| ratio > 1.0).collect();
    assert!(dearer.len() as u64 * 4 <= worlds, "{dearer:?}");
}

/// Finds a way and compares it with the cheapest that there is.
fn check_exact(strata: &Strata, from: Pos, to: Pos) -> WorldRoute {
    let book = Book::new(strata, Moves::Eight);
    let route = strata.find(from, to, Moves::Eight).expect("there is a way");
    assert_eq!(book.cost_of(&route.cells), route.cost, "{from} to {to}");
    let exact = book.costs(from, &[to], route.cost)[0];
    assert_eq!(Some(route.cost), exact, "{from} to {to}");
    route
}

/// The highest cells of the first shafts or pits of a kind, from a depth on.
fn tops(strata: &Strata, kind: ConnectionKind, z: u32, count: usize) -> Vec<(Pos, Vertical)> {
    let zones = ZonePos::all().filter(|zone| zone.z() >= z);
    let found = zones.flat_map(|zone| {
        let boundary = strata.plan().boundary(zone);
        let here = boundary
            .vertical()
            .iter()
            .filter(move |vertical| vertical.kind == kind && u32::from(vertical.top) == zone.z());
        let here: Vec<Vertical> = here.copied().collect();
        here.into_iter().filter_map(move |vertical| {
            let pos = zone.to_world(vertical.x.into(), vertical.y.into())?;
            Some((pos, vertical))
        })
    });
    found.step_by(37).take(count).collect()
}

#[test]
fn what_pulls_is_weighed_and_leads_down_only() {
    let strata = Strata::new(Seed::new(11));
    let mut fallen = 0;
    for kind in [ConnectionKind::Pit, ConnectionKind::Shaft] {
        for (top, vertical) in tops(&strata, kind, 14, 2) {
            let levels = i32::from(vertical.levels);
            let landing = top.step_by(Direction::Down, levels);
            let beside = top.step(Direction::North);
            let near = landing.step(Direction::South);
            // Down, and there is no way back by it.
            let down = check_exact(&strata, beside, near);
            fallen += u32::from(down.cells.contains(&top));
            let back = check_exact(&strata, near, beside);
            assert!(!back.cells.contains(&top));
            // Past it, on the level: with the weight of cells beside, or around them.
            check_exact(
                &strata,
                top.step(Direction::West),
                top.step(Direction::East),
            );
            // Onto it, and off it by the fall.
            let onto = check_exact(&strata, beside, top);
            assert_eq!(onto.cost, 100 * 408);
            let off = check_exact(&strata, top, landing);
            assert_eq!((off.cost, off.cells), (408, vec![top, landing]));
            check_exact(&strata, top, beside);
            let under = top.step(Direction::Down);
            if levels > 1 {
                check_exact(&strata, top, under);
                check_exact(&strata, under, top);
            }
        }
    }
    assert!(fallen > 0, "a long shaft is worth the fall");
}

#[test]
fn nobody_walks_across_a_pit() {
    let strata = Strata::new(Seed::new(11));
    let (pit, _) = tops(&strata, ConnectionKind::Pit, 14, 1)[0];
    let (west, east) = (pit.step(Direction::West), pit.step(Direction::East));
    // A cell from which the pit is the only way.
    for side in Direction::ALL.into_iter().take(8) {
        if west.step(side) != pit {
            strata.set_cell(west.step(side), Cell::Wall).unwrap();
        }
    }
    let route = check_exact(&strata, west, east);
    assert_eq!(route.cells[..2], [west, pit]);
    assert_eq!(route.cells[2], pit.step(Direction::Down));
    assert_eq!(
        strata.find(east, west, Moves::Eight),
        Err(NoWorldRoute::Apart)
    );
}

#[test]
fn start_and_goal_may_be_the_same() {
    let strata = Strata::new(Seed::new(11));
    let mut random = Seed::new(1).stream();
    let zone = ZonePos::at([100, 30], 20).unwrap();
    let pit = tops(&strata, ConnectionKind::Pit, 20, 1)[0].0;
    for pos in [somewhere(&strata, zone, &mut random), pit] {
        let route = strata.find(pos, pos, Moves::Eight).unwrap();
        assert_eq!((route.cost, route.cells), (0, vec![pos]));
    }
}

#[test]
fn there_is_a_reason_if_there_is_no_way() {
    let strata = Strata::new(Seed::new(11));
    let mut random = Seed::new(1).stream();
    let zone = ZonePos::at([100, 30], 20).unwrap();
    let here = somewhere(&strata, zone, &mut random);
    // The corners of zones are rock.
    let rock = zone.to_world(0, 0).unwrap();
    let air = ZonePos::at([100, 30], 2).unwrap().to_world(5, 6).unwrap();
    let outside = Pos::new(19_200, 0, 0);
    for (pos, end_text, start_text) in [
        (
            rock,
            "the goal World.33.10.1.0.20:0,0 is not walkable: it is wall",
            "the start World.33.10.1.0.20:0,0 is not walkable: it is wall",
        ),
        (
            air,
            "the goal World.33.10.1.0.2:5,6 is in open air: there is nothing to stand on",
            "the start World.33.10.1.0.2:5,6 is in open air: there is nothing to stand on",
        ),
        (
            outside,
            "the goal 19200,0,0 is outside the world: expected x 0 to 19199, y 0 to 1874 and z 0 to 49",
            "the start 19200,0,0 is outside the world: expected x 0 to 19199, y 0 to 1874 and z 0 to 49",
        ),
    ] {
        let to = strata.find(here, pos, Moves::Eight).unwrap_err();
        assert_eq!(to.to_string(), end_text);
        let from = strata.find(pos, here, Moves::Eight).unwrap_err();
        assert_eq!(from.to_string(), start_text);
    }
}

/// Two cells far apart: from the surface to the bottom, in the same part of the world or not.
fn far_apart(strata: &Strata, random: &mut Stream, is_same_part: bool) -> [Pos; 2] {
    let corner = corner(random);
    let start = within([corner[0], corner[1], 10], [3, 3, 1], random);
    let goal = match is_same_part {
        true => within([corner[0], corner[1], 49], [3, 3, 1], random),
        false => within([0, 0, 49], [ZonePos::COLUMNS, ZonePos::ROWS, 1], random),
    };
    [start, goal].map(|zone| somewhere(strata, zone, random))
}

#[test]
fn long_ways_are_valid_both_ways_and_say_what_they_built() {
    for seed in 0..4 {
        let mut random = Seed::new(seed).child("far").stream();
        let strata = Strata::new(Seed::new(seed));
        for moves in [Moves::Eight, Moves::Four] {
            for is_same_part in [true, false] {
                let [from, to] = far_apart(&strata, &mut random, is_same_part);
                for [from, to] in [[from, to], [to, from]] {
                    let fresh = Strata::new(Seed::new(seed));
                    let route = fresh.find(from, to, moves).unwrap();
                    assert_eq!(u64::from(route.built), fresh.built());
                    assert!(route.built <= 600, "{} zones", route.built);
                    let again = fresh.find(from, to, moves).unwrap();
                    assert_eq!(
                        again,
                        WorldRoute {
                            built: 0,
                            ..route.clone()
                        }
                    );
                    let book = Book::new(&fresh, moves);
                    assert_eq!((route.cells[0], route.cells.last()), (from, Some(&to)));
                    assert_eq!(book.cost_of(&route.cells), route.cost, "{from} to {to}");
                }
            }
        }
    }
}

#[test]
fn towers_are_climbed() {
    let strata = Strata::new(Seed::new(21));
    let towers = strata.plan().features().iter();
    let towers = towers.filter(|feature| feature.blueprint == Blueprint::Tower);
    let mut random = Seed::new(21).stream();
    let mut climb = 0;
    for tower in towers.take(4) {
        let [top, bottom] = [tower.top, 11].map(|z| {
            let zone = ZonePos::at(tower.column, z).unwrap();
            somewhere(&strata, zone, &mut random)
        });
        climb += check_exact(&strata, bottom, top).cells.len();
        check_exact(&strata, top, bottom);
    }
    assert!(climb > 0);
}

#[test]
fn sealed_levels_are_found_from_beside_them() {
    // The deep levels of a lair are reached by its own stairs only, from the surface.
    let strata = Strata::new(Seed::new(8));
    let lairs = strata.plan().features().iter();
    let deep = lairs.filter(|lair| lair.is_sealed() && lair.bottom >= 25);
    let mut random = Seed::new(8).stream();
    for lair in deep.take(3) {
        let [x, y] = lair.column;
        let beside = ZonePos::at([x, if y == 0 { 1 } else { y - 1 }], 24).unwrap();
        let inside = ZonePos::at(lair.column, 24).unwrap();
        let [from, to] = [beside, inside].map(|zone| somewhere(&strata, zone, &mut random));
        for [from, to] in [[from, to], [to, from]] {
            let route = strata.find(from, to, Moves::Eight).unwrap();
            let book = Book::new(&strata, Moves::Eight);
            assert_eq!(book.cost_of(&route.cells), route.cost, "{from} to {to}");
            assert!(route.entered < 1000, "{} zones", route.entered);
        }
    }
}

#[test]
fn deep_lairs_are_left_for_far_away() {
    let strata = Strata::new(Seed::new(7));
    let lairs = strata.plan().features().iter();
    let deep: Vec<_> = lairs
        .filter(|lair| lair.is_sealed() && lair.bottom >= 36)
        .collect();
    assert!(!deep.is_empty());
    let mut random = Seed::new(7).child("lairs").stream();
    for lair in deep {
        let inside = ZonePos::at(lair.column, lair.bottom).unwrap();
        for goal in [([34, 67], 12), ([121, 37], 10), ([10, 10], 40)] {
            let away = ZonePos::at(goal.0, goal.1).unwrap();
            let [from, to] = [inside, away].map(|zone| somewhere(&strata, zone, &mut random));
            let route = strata.find(from, to, Moves::Eight).unwrap();
            let book = Book::new(&strata, Moves::Eight);
            assert_eq!(book.cost_of(&route.cells), route.cost, "{from} to {to}");
            assert!(route.zones < 20_000, "{} zones", route.zones);
        }
    }
}

#[test]
fn a_way_does_not_depend_on_what_is_kept() {
    let mut small = Strata::new(Seed::new(2));
    small.set_budget(0);
    let large = Strata::new(Seed::new(2));
    let mut random = Seed::new(2).child("kept").stream();
    for is_same_part in [true, false] {
        let [from, to] = far_apart(&large, &mut random, is_same_part);
        let [a, b] = [&small, &large].map(|strata| strata.find(from, to, Moves::Eight).unwrap());
        assert_eq!((a.cost, a.cells), (b.cost, b.cells));
    }
}

/// Walls around a cell, as many cells away: an island, of which the search must soon be sure.
#[test]
fn islands_are_apart_and_that_is_found_soon() {
    let strata = Strata::new(Seed::new(11));
    let zone = ZonePos::at([100, 30], 20).unwrap();
    let mut random = Seed::new(2).stream();
    let start = somewhere(&strata, zone, &mut random);
    let far = somewhere(&strata, ZonePos::at([160, 50], 12).unwrap(), &mut random);
    let goals = (30..50).flat_map(|x| (6..19).map(move |y| zone.to_world(x, y).unwrap()));
    let mut goals = goals.filter(|goal| goal.x.abs_diff(start.x) > 3);
    let goal = goals
        .find(|goal| strata.set_cell(*goal, Cell::Floor).is_ok())
        .unwrap();
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        if (dx, dy) != (0, 0) {
            let wall = Pos::new(goal.x + dx, goal.y + dy, goal.z);
            strata.set_cell(wall, Cell::Wall).unwrap();
        }
    }
    for start in [start, far] {
        let before = strata.built();
        for moves in [Moves::Four, Moves::Eight] {
            assert_eq!(strata.find(start, goal, moves), Err(NoWorldRoute::Apart));
            assert_eq!(strata.find(goal, start, moves), Err(NoWorldRoute::Apart));
        }
        assert!(
            strata.built() - before < 2000,
            "{}",
            strata.built() - before
        );
    }
}

/// An island with stairs to another: the goal is left and come to, but not from far away.
#[test]
fn islands_of_two_levels_are_apart_too() {
    let strata = Strata::new(Seed::new(11));
    let zone = ZonePos::at([100, 31], 20).unwrap();
    let below = zone.step(Direction::Down).unwrap();
    let entry = Entry {
        zone,
        x: 40,
        y: 12,
        kind: EntryKind::StairsDown,
        object: None,
    };
    strata.add(entry).unwrap();
    for level in [zone, below] {
        let ring = (38..=42).flat_map(|x| (10..=14).map(move |y| (x, y)));
        for (x, y) in ring.filter(|&(x, y)| x == 38 || x == 42 || y == 10 || y == 14) {
            strata
                .set_cell(level.to_world(x, y).unwrap(), Cell::Wall)
                .unwrap();
        }
    }
    let mut random = Seed::new(3).stream();
    let start = somewhere(&strata, ZonePos::at([99, 31], 20).unwrap(), &mut random);
    let inside = zone.to_world(41, 12).unwrap();
    let under = below.to_world(39, 12).unwrap();
    assert!(strata.find(inside, under, Moves::Eight).is_ok());
    for goal in [inside, under] {
        assert_eq!(
            strata.find(start, goal, Moves::Eight),
            Err(NoWorldRoute::Apart)
        );
    }
}
