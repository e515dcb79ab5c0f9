use super::*;
use crate::cell::Cell;
use crate::seed::Stream;
use crate::space::Direction;
use crate::thing::{Thing, ThingKind};
use crate::volume::{Size, Volume};

/// How many falls are tried; `scripts/prove-play` tries many more.
fn cases() -> u64 {
    let asked = std::env::var("DEEPWAY_FALL_CASES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

const WIDTH: u32 = 9;

/// A tower of levels with a shaft in the middle that is as deep as chance has it, perhaps a
/// platform in it, and perhaps somebody at the bottom.
struct Tower {
    world: World,
    levels: i32,
    platform: Option<i32>,
    below: bool,
    flies: bool,
}

fn tower(random: &mut Stream) -> Tower {
    let levels = 2 + random.below(7) as i32;
    let mut volume = Volume::new(Size::new(WIDTH, 3, levels as u32).unwrap());
    for z in 0..levels {
        for y in 0..3 {
            for x in 0..WIDTH as i32 {
                volume.set(Pos::new(x, y, z), Cell::Floor).unwrap();
            }
        }
        if z > 0 {
            volume.set(Pos::new(4, 1, z), Cell::Shaft).unwrap();
        }
    }
    let platform = (random.below(3) == 0).then(|| random.below(levels as u64) as i32);
    if let Some(z) = platform {
        let thing = Thing::new(
            Pos::new(4, 1, z),
            ThingKind::Other("platform".to_owned()),
            "grate",
        );
        volume
            .add_thing(thing.with("SuspendedPlatform", "yes"))
            .unwrap();
    }
    let below = random.below(3) == 0;
    if below {
        let who = Thing::new(Pos::new(4, 1, 0), ThingKind::Creature, "sleeper");
        let who = who.with("mind", "sleep").with("hp", "50");
        volume.add_thing(who).unwrap();
    }
    Tower {
        world: World::from(volume),
        levels,
        platform,
        below,
        flies: random.below(5) == 0,
    }
}

#[test]
fn falls_are_as_the_table_says() {
    let mut random = Seed::new(5).stream();
    let mut met = std::collections::BTreeSet::new();
    for case in 0..cases() {
        let Tower {
            world,
            levels,
            platform,
            below,
            flies,
        } = tower(&mut random);
        let top = levels - 1;
        let setup = Setup {
            start: Some(Pos::new(3, 1, top)),
            companions: (case % 3) as u32,
            gravity: Some(Gravity::On),
            hp: Some(100_000),
            free_levels: (case % 2) as u32,
            ..seeded(case)
        };
        let mut game = Game::new(&world, &setup).unwrap();
        if flies {
            let player = game.actors.get_mut(&ActorId::PLAYER).unwrap();
            player
                .properties
                .insert("Flies".to_owned(), "yes".to_owned());
        }
        let sleeper = game.actors().find(|actor| actor.name == "sleeper");
        let sleeper = sleeper.map(|actor| actor.id);
        let mut events = game.act(&Command::Step(Direction::East));
        let is_asked = events.iter().any(|event| matches!(event, Event::Prompt(_)));
        // The table: a platform at the top holds, one further down ends the fall, fliers stay.
        let stop = platform.filter(|z| *z < top).unwrap_or(0);
        let falls = !flies && platform != Some(top) && top > 0;
        assert_eq!(is_asked, falls, "case {case}");
        if is_asked {
            events = game.act(&Command::Answer(true));
        }
        let player = game.player();
        let fell = events.iter().find_map(|event| match *event {
            Event::FellDown {
                who: ActorId::PLAYER,
                from,
                to,
                levels,
            } => Some((from, to, levels)),
            _ => None,
        });
        if !falls {
            assert_eq!(
                (fell, player.place),
                (None, Pos::new(4, 1, top)),
                "case {case}"
            );
            met.insert("held");
            continue;
        }
        let deep = (top - stop) as u32;
        let (from, to, through) = fell.unwrap();
        assert_eq!((from, through), (Pos::new(4, 1, top), deep));
        assert_eq!(to, player.place);
        assert_eq!(to.z, stop);
        let lost: u32 = events
            .iter()
            .filter_map(|event| match *event {
                Event::Hurt {
                    who: ActorId::PLAYER,
                    amount,
                    cause: Cause::Fall,
                } => Some(amount),
                _ => None,
            })
            .sum();
        let counted = deep - setup.free_levels.min(deep);
        let range = match counted {
            0 => 0..=0,
            deep => deep + 100 + 25 * deep..=20 * deep + 100 + 25 * deep,
        };
        assert!(
            range.contains(&lost),
            "case {case}: {lost} for {deep} levels"
        );
        let is_taken = below && stop == 0;
        match (sleeper.filter(|_| is_taken), to == Pos::new(4, 1, stop)) {
            (Some(who), false) => {
                // Who is underneath is hurt and stays; who falls lands beside.
                let crushed = events.iter().find_map(|event| match *event {
                    Event::Hurt {
                        who: hurt,
                        amount,
                        cause: Cause::Crushed,
                    } if hurt == who => Some(amount),
                    _ => None,
                });
                assert!((1..=4).contains(&crushed.unwrap()));
                assert_eq!(game.actor(who).unwrap().place, Pos::new(4, 1, 0));
                assert!((to.x - 4).abs() <= 1 && (to.y - 1).abs() <= 1);
                met.insert("landed on somebody");
            }
            (None, true) => {
                met.insert(if stop > 0 { "platform" } else { "floor" });
            }
            (taken, _) => panic!("case {case}: {taken:?} {to}"),
        }
        // Companions who are not where the player is have lost touch.
        for actor in game.actors().filter(|actor| actor.leader.is_some()) {
            assert!(actor.is_out_of_touch, "case {case}");
            met.insert("parted");
        }
    }
    let all = ["floor", "held", "landed on somebody", "parted", "platform"];
    assert!(met.into_iter().eq(all));
}

/// A listener that says one thing to one kind of question.
struct Says(fn(&Before) -> bool, Verdict, Vec<Event>);

impl Listener for Says {
    fn before(&mut self, _game: &Game, before: &Before) -> Verdict {
        match self.0(before) {
            true => self.1.clone(),
            false => Verdict::Allow,
        }
    }

    fn after(&mut self, _game: &Game, event: &Event) {
        self.2.push(event.clone());
    }
}

const SHAFT: &str = "floor:0\n.....\n.....\n.#...\nfloor:1\n.....\n..O..\n.....\n";

/// Every question before something can be answered with no; a landing and a cell to enter can
/// be turned elsewhere, even into rock.
#[test]
fn what_is_about_to_happen_can_be_stopped_or_turned() {
    let jump = |listener: &mut Says| {
        let mut game = falling(SHAFT, Pos::new(1, 1, 1));
        game.act_with(&Command::Step(Direction::East), listener);
        game.act_with(&Command::Answer(true), listener);
        game
    };
    let no = || Verdict::Cancel("no".to_owned());
    let [edge, shaft, landing] = [Pos::new(1, 1, 1), Pos::new(2, 1, 1), Pos::new(2, 1, 0)];
    type Kind = fn(&Before) -> bool;
    let kinds: [(Kind, Pos); 5] = [
        (|before| matches!(before, Before::LeavingCell { .. }), edge),
        (|before| matches!(before, Before::EnteringCell { .. }), edge),
        (
            |before| matches!(before, Before::SubjectToGravity { .. }),
            shaft,
        ),
        (|before| matches!(before, Before::Gravitation { .. }), shaft),
        (|before| matches!(before, Before::PullDown { .. }), shaft),
    ];
    for (kind, ends) in kinds {
        let game = jump(&mut Says(kind, no(), Vec::new()));
        assert_eq!((game.player().place, game.player().hp), (ends, 100_000));
    }
    let mut quiet = Says(|_| false, no(), Vec::new());
    assert_eq!(jump(&mut quiet).player().place, landing);
    // The chain, in order.
    let chain: Vec<&str> = quiet
        .2
        .iter()
        .filter_map(|event| {
            Some(match event {
                Event::LeavingCell { .. } => "leaving",
                Event::EnteringCell { .. } => "entering",
                Event::LeftCell { .. } => "left",
                Event::EnteredCell { .. } => "entered",
                Event::Moved { .. } => "moved",
                Event::SubjectToGravity { .. } => "subject",
                Event::Gravitation { .. } => "gravitation",
                Event::BeforePullDown { .. } => "before",
                Event::FellDown { .. } => "fell",
                _ => return None,
            })
        })
        .collect();
    assert_eq!(
        chain.join(" "),
        "leaving entering left entered moved subject gravitation before left entered moved fell"
    );
    for (to, opens) in [(Pos::new(4, 2, 0), false), (Pos::new(1, 2, 0), true)] {
        let turned = Verdict::Redirect(to);
        let mut listener = Says(
            |before| matches!(before, Before::PullDown { .. }),
            turned,
            Vec::new(),
        );
        let game = jump(&mut listener);
        assert_eq!(game.player().place, to);
        let opened = listener.2.contains(&Event::Opened { at: to });
        assert_eq!((opened, game.cell(to)), (opens, Cell::Floor));
    }
    let turned = Verdict::Redirect(Pos::new(0, 0, 1));
    let entering: Kind = |before| matches!(before, Before::EnteringCell { .. });
    let game = jump(&mut Says(entering, turned, Vec::new()));
    assert_eq!(game.player().place, Pos::new(0, 0, 1));
    // Climbs and blows.
    let mut game = Game::new(&map("floor:0\n.L\nfloor:1\n.L\n"), &seeded(1)).unwrap();
    game.act(&Command::Step(Direction::East));
    let climbing: Kind = |before| matches!(before, Before::Climb { .. });
    let before = game.player().place;
    let events = game.act_with(
        &Command::Climb(Direction::Down),
        &mut Says(climbing, no(), Vec::new()),
    );
    assert_eq!(events, [Event::Refused("no".to_owned())]);
    assert_eq!(game.player().place, before);
}

#[test]
fn nobody_falls_off_stairs_and_wings_hold() {
    let mut game = falling(SHAFT, Pos::new(1, 1, 1));
    let player = game.actors.get_mut(&ActorId::PLAYER).unwrap();
    player
        .properties
        .insert("Wings".to_owned(), "yes".to_owned());
    game.act(&Command::Step(Direction::East));
    game.act(&Command::Answer(true));
    assert_eq!(game.player().place, Pos::new(2, 1, 1));
    assert_eq!(game.player().hp, 100_000);
    // Who says no stays.
    let mut game = falling(SHAFT, Pos::new(1, 1, 1));
    let events = game.act(&Command::Step(Direction::East));
    assert!(matches!(
        events[..],
        [Event::Prompt(Prompt::Jump { levels: 1, .. })]
    ));
    assert!(matches!(game.act(&Command::Wait)[..], [Event::Refused(_)]));
    assert_eq!(game.act(&Command::Answer(false)), []);
    assert_eq!((game.player().place, game.turn()), (Pos::new(1, 1, 1), 0));
}

#[test]
fn whoever_is_pushed_over_an_edge_falls() {
    // A gallery around open air, two levels above the floor.
    let map = "floor:0\n.....\n.....\n.....\nfloor:1\n     \n     \n     \nfloor:2\n.....\n.. ..\n.....\n";
    let game = falling(map, Pos::new(0, 0, 2));
    let fall = game.drop_from(Pos::new(2, 1, 2)).unwrap();
    assert_eq!((fall.to, fall.levels), (Pos::new(2, 1, 0), 2));
    assert_eq!(game.drop_from(Pos::new(1, 1, 2)), None);
    // Over rock, one lands beside it.
    let map = "floor:0\n.#...\nfloor:1\n. ...\n";
    let game = falling(map, Pos::new(0, 0, 1));
    let fall = game.drop_from(Pos::new(1, 0, 1)).unwrap();
    assert_eq!((fall.to.z, fall.levels), (0, 1));
    // Over nothing at all, there is no fall.
    let game = falling("floor:0\n. .\n", Pos::new(0, 0, 0));
    assert_eq!(game.drop_from(Pos::new(1, 0, 0)), None);
}

#[test]
fn in_an_open_world_one_falls_into_zones_that_were_never_built() {
    use crate::space::ZonePos;
    use crate::strata::{ConnectionKind, Strata};
    let strata = Strata::new(Seed::new(3));
    let mut tried = 0;
    for zone in ZonePos::all().filter(|zone| zone.z() >= 40).step_by(1013) {
        let boundary = strata.plan().boundary(zone);
        let pits = boundary.vertical().iter().filter(|pit| {
            matches!(pit.kind, ConnectionKind::Pit | ConnectionKind::Shaft)
                && u32::from(pit.top) == zone.z()
        });
        for pit in pits.cloned().collect::<Vec<_>>() {
            let at = zone.to_world(pit.x.into(), pit.y.into()).unwrap();
            let world = World::from(Strata::new(Seed::new(3)));
            let beside = Direction::STRAIGHT.map(|way| (way, at.step(way)));
            let start = beside.iter().find(|(_, pos)| {
                let cell = strata.cell(*pos);
                cell.is_walkable() && !cell.is_vertical()
            });
            let Some(&(way, start)) = start else {
                continue;
            };
            let setup = Setup {
                start: Some(start),
                companions: 0,
                hp: Some(1_000_000),
                is_empty: true,
                ..seeded(1)
            };
            let mut game = Game::new(&world, &setup).unwrap();
            game.act(&Command::Step(way.opposite()));
            let events = game.act(&Command::Answer(true));
            let landing = at.step_by(Direction::Down, i32::from(pit.levels));
            assert_eq!(game.player().place, landing);
            let depth = u32::from(pit.levels);
            assert!(
                events.iter().any(
                    |event| matches!(event, Event::FellDown { levels, .. } if *levels == depth)
                )
            );
            assert!(
                events
                    .iter()
                    .any(|event| matches!(event, Event::ActiveZone { .. }))
            );
            assert_eq!(game.cell(landing), strata.cell(landing));
            tried += 1;
        }
    }
    assert!(tried >= 5, "{tried}");
}
