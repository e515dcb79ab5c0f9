use super::*;
use crate::cell::{Cell, LinkKind};
use crate::space::Direction;

#[test]
fn commands_are_read_as_they_are_written() {
    let all = [
        "n",
        "ne",
        "u",
        "d",
        "use u",
        "use sw",
        "turn w",
        "wait",
        "rest",
        "search",
        "clear",
        "clear u",
        "blast d",
        "repair",
        "disarm n",
        "take",
        "drop 3",
        "apply 0",
        "throw 2 1,-2,3",
        "strike 4,5,6",
        "shove s",
        "yes",
        "no",
        "leave",
    ];
    for text in all {
        let command: Command = text.parse().unwrap();
        assert_eq!(command.to_string().to_lowercase(), text);
        assert_eq!(command.to_string().parse(), Ok(command));
    }
    for text in [
        "",
        "fly",
        "turn u",
        "clear n",
        "throw 1",
        "drop -1",
        "n n",
        "strike 1,2",
        "shove d",
    ] {
        assert!(text.parse::<Command>().is_err(), "{text}");
    }
    let long = "x".repeat(10_000_000);
    assert!(long.parse::<Command>().unwrap_err().to_string().len() < 500);
}

/// Every kind of link is taken both ways, or only one way, as its cells say.
#[test]
fn every_kind_of_link_is_climbed() {
    let tower = |low: &str, high: &str| format!("floor:0\n..{low}..\nfloor:1\n..{high}..\n");
    for (low, high, up, down, kind) in [
        ("X", "X", true, true, LinkKind::Stairs),
        ("<", ">", true, false, LinkKind::Stairs),
        (">", ">", false, true, LinkKind::Stairs),
        ("L", "L", true, true, LinkKind::Ladder),
        ("O", "O", true, true, LinkKind::Shaft),
        ("E", "E", true, true, LinkKind::Elevator),
        (".", "o", false, true, LinkKind::Hole),
    ] {
        for (z, towards, leads) in [(0, Direction::Up, up), (1, Direction::Down, down)] {
            let setup = Setup {
                start: Some(Pos::new(2, 0, z)),
                companions: 0,
                ..seeded(0)
            };
            let mut game = Game::new(&map(&tower(low, high)), &setup).unwrap();
            let events = game.act(&Command::Climb(towards));
            let to = if leads { 1 - z } else { z };
            assert_eq!(
                game.player().place,
                Pos::new(2, 0, to),
                "{low}{high} {towards}"
            );
            assert_eq!(game.turn(), u64::from(leads));
            match leads {
                true => assert!(events.iter().any(|event| matches!(event, Event::Sound(_)))),
                false => assert!(matches!(events[..], [Event::Refused(_)])),
            }
            let mut ways = game.ways(Pos::new(2, 0, z)).into_iter();
            assert_eq!(
                ways.any(|way| way.kind.link() == kind && way.towards == towards),
                leads
            );
        }
    }
    // A ramp is entered from its side.
    let world = map("floor:0\n.{#\nfloor:1\n...\n");
    let setup = Setup {
        start: Some(Pos::new(0, 0, 0)),
        companions: 0,
        ..seeded(0)
    };
    let mut game = Game::new(&world, &setup).unwrap();
    game.act(&Command::Climb(Direction::Up));
    assert_eq!(game.player().place, Pos::new(1, 0, 1));
}

#[test]
fn a_stair_beside_is_walked_to_and_taken() {
    let setup = Setup {
        start: Some(Pos::new(1, 0, 0)),
        companions: 0,
        ..seeded(0)
    };
    let mut game = Game::new(&map("floor:0\n..X..\nfloor:1\n..X..\n"), &setup).unwrap();
    game.act(&Command::Use(Direction::Up));
    assert_eq!((game.player().place, game.turn()), (Pos::new(2, 0, 1), 2));
    game.act(&Command::Use(Direction::Up));
    assert_eq!(game.player().place, Pos::new(2, 0, 1));
    game.act(&Command::Step(Direction::West));
    game.act(&Command::Use(Direction::East));
    assert_eq!(game.player().place, Pos::new(2, 0, 0));
}

#[test]
fn keys_and_key_objects_open_ways() {
    let text = "floor:0\n..X+.\nfloor:1\n..X..\n@ 3,0,0 lock \"iron lock\" key=k0\n\
                @ 0,0,0 key \"iron key\" lock=k0\n@ 2,0,0 marker \"altar stair\" KeyObject=\"black feather\"\n\
                @ 4,0,0 item \"black feather\" item=relic\n";
    let setup = Setup {
        start: Some(Pos::new(1, 0, 0)),
        companions: 0,
        ..seeded(0)
    };
    let mut game = Game::new(&map(text), &setup).unwrap();
    let does = |game: &mut Game, text: &str| game.act(&text.parse().unwrap());
    does(&mut game, "e");
    let refused = does(&mut game, "u");
    assert_eq!(
        refused,
        [Event::Refused(
            "Nobody goes this way without the black feather.".to_owned()
        )]
    );
    assert!(matches!(does(&mut game, "e")[..], [Event::Refused(_)]));
    for command in ["w", "w", "take", "e", "e"] {
        does(&mut game, command);
    }
    assert_eq!(game.player().place, Pos::new(2, 0, 0));
    let opened = does(&mut game, "e");
    assert!(
        opened
            .iter()
            .any(|event| matches!(event, Event::Unlocked { .. })),
        "{opened:?}"
    );
    for command in ["e", "e", "take", "w", "w", "u"] {
        does(&mut game, command);
    }
    assert_eq!(game.player().place, Pos::new(2, 0, 1));
}

#[test]
fn secret_doors_are_walls_until_they_are_found() {
    let setup = Setup {
        start: Some(Pos::new(1, 1, 0)),
        companions: 0,
        ..seeded(0)
    };
    let mut game = Game::new(&map("floor:0\n#####\n#.S.#\n#####\n"), &setup).unwrap();
    assert_eq!(game.memory().get(Pos::new(2, 1, 0)), Some(Cell::Wall));
    let refused = game.act(&Command::Step(Direction::East));
    assert_eq!(
        refused,
        [Event::Refused("There is a wall in the way.".to_owned())]
    );
    let found = (0..50).any(|_| {
        let events = game.act(&Command::Search);
        events
            .iter()
            .any(|event| matches!(event, Event::Found { .. }))
    });
    assert!(found);
    assert_eq!(game.memory().get(Pos::new(2, 1, 0)), Some(Cell::SecretDoor));
    game.act(&Command::Step(Direction::East));
    assert_eq!(game.player().place, Pos::new(2, 1, 0));
}

#[test]
fn height_helps_and_reaches_down() {
    // Somebody on the floor, the player on a gallery above an opening beside.
    let text = "floor:0\n.....\n.....\n.....\nfloor:1\n.....\n.. ..\n.....\n\
                @ 2,1,0 creature goblin hp=1000 level=5 mind=idle\n";
    let setup = Setup {
        start: Some(Pos::new(1, 1, 1)),
        companions: 0,
        level: Some(5),
        ..seeded(0)
    };
    let mut game = Game::new(&map(text), &setup).unwrap();
    let goblin = game.at(Pos::new(2, 1, 0)).unwrap();
    assert!(game.reaches(Pos::new(1, 1, 1), Pos::new(2, 1, 0)));
    assert!(!game.reaches(Pos::new(2, 1, 0), Pos::new(1, 1, 1)));
    let high = game.odds_to_hit(ActorId::PLAYER, goblin).unwrap();
    let low = game.odds_to_hit(goblin, ActorId::PLAYER).unwrap();
    // Might 4 and +2 for height against a guard of 15, and might 0 from below.
    assert_eq!((high, low), ((21 - (15 - 4 - 5 - 2)) * 5, (21 - 10) * 5));
    let events = game.act(&Command::Strike(Pos::new(2, 1, 0)));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Blow {
            from_above: true,
            ..
        }
    )));
    let refused = game.act(&Command::Strike(Pos::new(1, 0, 1)));
    assert!(matches!(refused[0], Event::Refused(_)));
    let stair = Game::new(
        &map("floor:0\n.X\nfloor:1\n.X\n"),
        &Setup {
            start: Some(Pos::new(0, 0, 0)),
            companions: 0,
            ..seeded(0)
        },
    );
    let refused = stair.unwrap().act(&Command::Strike(Pos::new(1, 0, 0)));
    assert_eq!(
        refused,
        [Event::Refused("Nobody fights a stair.".to_owned())]
    );
}

/// The odds of a push are those that pushing shows, with and without the higher ground.
#[test]
fn pushes_go_as_their_odds_say() {
    for (ground, might, level) in [(".", 0, 5), (".", 6, 1), ("X", 0, 9), ("X", -4, 20)] {
        let text = format!(
            "floor:0\n.......\n..{ground}....\n.......\nfloor:1\n#######\n##X####\n#######\n@ 3,1,0 creature \"lurker\" hp=9000 level=7 mind=sleep\n"
        );
        let (mut moved, mut odds, tries) = (0, None, 4000);
        for seed in 0..tries {
            let setup = Setup {
                start: Some(Pos::new(2, 1, 0)),
                companions: 0,
                might,
                level: Some(level),
                ..seeded(seed)
            };
            let mut game = Game::new(&map(&text), &setup).unwrap();
            let lurker = game.at(Pos::new(3, 1, 0)).unwrap();
            let now = game.odds_to_shove(ActorId::PLAYER, lurker);
            assert_eq!(*odds.get_or_insert(now), now);
            let events = game.act(&Command::Shove(Direction::East));
            moved += u64::from(events.iter().any(|event| {
                matches!(event, Event::Moved { who, how: How::Shove, .. } if *who == lurker)
            }));
        }
        let share = f64::from(odds.flatten().unwrap()) / 100.0;
        let tries = tries as f64;
        let spread = (share * (1.0 - share) / tries).sqrt();
        // Percents are cut off, hence the hundredth.
        let seen = moved as f64 / tries;
        assert!(
            (seen - share).abs() <= 4.0 * spread + 0.01,
            "{seen} for {share}"
        );
    }
}
