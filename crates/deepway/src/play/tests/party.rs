use super::*;
use crate::space::Direction;

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
