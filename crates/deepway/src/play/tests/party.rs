use super::*;
use crate::space::Direction;
use std::collections::{BTreeMap, BTreeSet};

/// Six who go together stay together, over every kind of link.
#[test]
fn a_party_of_six_comes_along() {
    for (low, high) in [("X", "X"), ("L", "L"), ("O", "O"), ("E", "E"), (".", "o")] {
        let level = |cell: &str| format!(".......\n.......\n...{cell}...\n.......\n.......\n");
        let text = format!("floor:0\n{}floor:1\n{}", level(low), level(high));
        let setup = Setup {
            start: Some(Pos::new(3, 1, 1)),
            companions: 5,
            ..seeded(3)
        };
        let mut game = Game::new(&map(&text), &setup).unwrap();
        game.act(&Command::Step(Direction::South));
        game.act(&Command::Climb(Direction::Down));
        assert_eq!(game.player().place, Pos::new(3, 2, 0), "{low}{high}");
        for _ in 0..60 {
            game.act(&Command::Wait);
        }
        let near = game.actors().filter(|actor| actor.place.z == 0).count();
        assert_eq!(near, 6, "{low}{high}");
    }
    // Over a ramp.
    let text = "floor:0\n.....\n..}..\n.....\nfloor:1\n.....\n.....\n.....\n";
    let setup = Setup {
        start: Some(Pos::new(3, 1, 0)),
        companions: 5,
        ..seeded(4)
    };
    let mut game = Game::new(&map(text), &setup).unwrap();
    game.act(&Command::Climb(Direction::Up));
    assert_eq!(game.player().place, Pos::new(2, 1, 1));
    for _ in 0..60 {
        game.act(&Command::Wait);
    }
    assert_eq!(game.actors().filter(|actor| actor.place.z == 1).count(), 6);
}

/// Who is parted by a fall meets the others again whenever there is a way.
#[test]
fn those_who_are_parted_meet_again() {
    let text = "floor:0\n........\n........\n........\nfloor:1\n........\n..O...X.\n........\n";
    let text = text.replacen(
        "........\n........\n........",
        "........\n......X.\n........",
        1,
    );
    for seed in 0..40 {
        let setup = Setup {
            start: Some(Pos::new(1, 1, 1)),
            companions: 3,
            gravity: Some(Gravity::On),
            hp: Some(10_000),
            ..seeded(seed)
        };
        let mut game = Game::new(&map(&text), &setup).unwrap();
        game.act(&Command::Step(Direction::East));
        let events = game.act(&Command::Answer(true));
        let lost = events
            .iter()
            .filter(|event| matches!(event, Event::OutOfTouch { .. }));
        assert_eq!(lost.count(), 3);
        let mut back = 0;
        for _ in 0..60 {
            let events = game.act(&Command::Wait);
            back += events
                .iter()
                .filter(|event| matches!(event, Event::BackInTouch { .. }))
                .count();
        }
        assert_eq!(back, 3, "seed {seed}");
        assert!(
            game.actors()
                .all(|actor| actor.place.z == 0 && !actor.is_out_of_touch)
        );
    }
}

/// Puts somebody somewhere, without any of what moving brings with it.
fn place(game: &mut Game, who: ActorId, to: Pos) {
    let from = game.actors[&who].place;
    game.places.remove(&from);
    game.actors.get_mut(&who).unwrap().place = to;
    game.places.insert(to, who);
}

/// Every place from which one can walk to another: moves backwards, by hand.
fn from_where(game: &Game, to: Pos) -> BTreeSet<Pos> {
    let (cells, corner) = game.cells();
    let size = cells.size();
    let mut back: BTreeMap<Pos, Vec<Pos>> = BTreeMap::new();
    for z in 0..size.levels() as i32 {
        for y in 0..size.height() as i32 {
            for x in 0..size.width() as i32 {
                let pos = Pos::new(x + corner.x, y + corner.y, z + corner.z);
                if game.can_stand(pos) {
                    game.for_each_move(pos, false, |_, next, _| {
                        back.entry(next).or_default().push(pos);
                    });
                }
            }
        }
    }
    let mut found = BTreeSet::from([to]);
    let mut open = vec![to];
    while let Some(pos) = open.pop() {
        for &before in back.get(&pos).into_iter().flatten() {
            if found.insert(before) {
                open.push(before);
            }
        }
    }
    found
}

/// Lets turns pass until a companion is with the player again; whether that happened. Whoever
/// walks does so cell by cell and link by link, and never falls.
fn comes_back(game: &mut Game, who: ActorId, most: u32) -> bool {
    game.actors.get_mut(&who).unwrap().is_out_of_touch = true;
    for _ in 0..most {
        let events = game.act(&Command::Wait);
        for event in &events {
            if let Event::Moved {
                who: mover,
                from,
                to,
                how,
            } = *event
                && mover == who
            {
                let beside = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
                let is_right = match how {
                    How::Step => from.z == to.z && beside <= 1,
                    How::Climb => game.ways(from).iter().any(|way| {
                        let end = way.to;
                        end.z == to.z && end.x.abs_diff(to.x).max(end.y.abs_diff(to.y)) <= 2
                    }),
                    _ => false,
                };
                assert!(is_right, "{from} to {to}: {how:?}");
            }
        }
        let here = game.player().place;
        let friend = game.actors[&who].place;
        let is_beside = game
            .cheapest(friend, here, false, usize::MAX)
            .is_some_and(|way| way.len() <= 1);
        if is_beside && !game.actors[&who].is_out_of_touch {
            return true;
        }
    }
    false
}

/// Wherever a companion is, it comes back if and only if one can walk from there.
#[test]
fn who_is_lost_comes_back_whenever_there_is_a_way() {
    let games = laws::games();
    let (mut back, mut lost) = (0, 0);
    laws::for_each_kind(games, |world, seed| {
        let setup = Setup {
            companions: 1,
            is_empty: true,
            gravity: seed.is_multiple_of(3).then_some(Gravity::On),
            ..seeded(seed)
        };
        let mut game = Game::new(world, &setup).unwrap();
        let friend = ActorId(1);
        let mut random = Seed::new(seed).child("lost").stream();
        let home = game.player().place;
        let sources = from_where(&game, home);
        let (cells, _) = game.cells();
        let size = cells.size();
        let sides = [size.width(), size.height(), size.levels()].map(u64::from);
        for _ in 0..6 {
            let at = sides.map(|most| random.below(most) as i32);
            let at = Pos::new(at[0], at[1], at[2]);
            let is_free = game.can_stand(at) && game.at(at).is_none();
            if !is_free || game.takes(at) {
                continue;
            }
            let has_way = sources.contains(&at);
            place(&mut game, friend, at);
            let is_back = comes_back(&mut game, friend, if has_way { 2000 } else { 60 });
            assert_eq!(is_back, has_way, "seed {seed} from {at} to {home}");
            *if is_back { &mut back } else { &mut lost } += 1;
        }
    });
    assert!(back > 20 && lost > 5, "{back} {lost}");
}

/// A way that leads over a pit, dug after it was found, is not walked.
#[test]
fn nobody_walks_a_way_over_a_pit() {
    let level = "....#\n..O.#\n....#\n";
    let setup = Setup {
        start: Some(Pos::new(4, 1, 0)),
        companions: 1,
        gravity: Some(Gravity::On),
        ..seeded(1)
    };
    let text = format!("floor:0\n....#\n....+\n....#\nfloor:1\n{level}");
    let mut game = Game::new(&map(&text), &setup).unwrap();
    let friend = ActorId(1);
    let [beside, pit] = [Pos::new(1, 1, 1), Pos::new(2, 1, 1)];
    place(&mut game, friend, beside);
    game.trails.insert(friend, vec![pit]);
    game.act(&Command::Wait);
    assert_eq!(game.actors[&friend].place, beside);
    assert!(!game.trails.contains_key(&friend));
}

/// In an open world, over zones that are not loaded.
#[test]
fn who_is_lost_comes_back_through_the_depths() {
    use crate::space::ZonePos;
    use crate::strata::Strata;
    let world = World::from(Strata::new(Seed::new(3)));
    let setup = Setup {
        companions: 1,
        is_empty: true,
        ..seeded(1)
    };
    let mut game = Game::new(&world, &setup).unwrap();
    let friend = ActorId(1);
    let home = game.player().place;
    let (zone, _) = ZonePos::from_world(home).unwrap();
    let [column, row] = zone.column();
    let strata = Strata::new(Seed::new(3));
    for (right, down, deeper) in [(3, 0, 0), (0, 0, 5), (2, 2, 4)] {
        let far = ZonePos::at([column + right, row + down], zone.z() + deeper).unwrap();
        let cells = (0..25).flat_map(|y| (0..80).map(move |x| [x, y]));
        let mut free = cells.filter_map(|[x, y]| far.to_world(x, y));
        let start = free.find(|pos| {
            let cell = strata.cell(*pos);
            cell.is_walkable() && !cell.is_vertical() && !game.takes(*pos)
        });
        place(&mut game, friend, start.unwrap());
        let is_far = game.cell_if_loaded(start.unwrap()).is_none();
        assert!(is_far, "{right} {down} {deeper}");
        assert!(
            comes_back(&mut game, friend, 4000),
            "{right} {down} {deeper}"
        );
    }
    // Whoever fell into rock is found there, if there is a way in.
    let mut rock = Direction::STRAIGHT.into_iter().map(|way| home.step(way));
    let rock = rock.find(|pos| game.at(*pos).is_none()).unwrap();
    game.stage_mut().set(rock, crate::cell::Cell::Floor);
    place(&mut game, ActorId::PLAYER, rock);
    let far = ZonePos::at([column, row], zone.z() + 5).unwrap();
    let cells = (0..25).flat_map(|y| (0..80).map(move |x| [x, y]));
    let mut free = cells.filter_map(|[x, y]| far.to_world(x, y));
    let start = free.find(|pos| strata.cell(*pos) == crate::cell::Cell::Floor);
    place(&mut game, friend, start.unwrap());
    assert!(comes_back(&mut game, friend, 4000));
}

/// An idle creature takes a stair that is marked for it once in 2000 turns.
#[test]
fn idle_creatures_seldom_take_stairs() {
    let cases: u64 = std::env::var("DEEPWAY_IDLE_CASES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(60_000);
    let text = "floor:0\n.........\nfloor:1\n.........\n####.####\n....X....\n";
    let text = text.replacen(
        ".........\nfloor",
        ".........\n####.####\n....X....\nfloor",
        1,
    ) + "@ 4,2,1 marker stair IdleStairs=1\n@ 0,2,1 creature monk mind=idle\n";
    let setup = Setup {
        start: Some(Pos::new(0, 0, 0)),
        companions: 0,
        ..seeded(1)
    };
    let mut game = Game::new(&map(&text), &setup).unwrap();
    let monk = game.at(Pos::new(0, 2, 1)).unwrap();
    let mut taken = 0u64;
    for _ in 0..cases {
        game.act(&Command::Wait);
        let actor = game.actors.get_mut(&monk).unwrap();
        if let Mind::Stairs(at, towards) = actor.mind {
            assert_eq!((at, towards), (Pos::new(4, 2, 1), Direction::Down));
            actor.mind = Mind::Idle;
            taken += 1;
        }
    }
    let mean = cases as f64 / 2000.0;
    let deviation = (mean * (1.0 - 1.0 / 2000.0)).sqrt();
    assert!(
        (taken as f64 - mean).abs() < 3.0 * deviation,
        "{taken} of {mean}"
    );
}
