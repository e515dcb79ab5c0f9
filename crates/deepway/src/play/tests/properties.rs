//! What things on stairs and shafts say about them, and what zones can be asked.

use super::*;
use crate::cell::Cell;
use crate::space::{Direction, ZonePos};
use crate::strata::{ConnectionKind, Strata};

const WELL: &str = "floor:0\n.....\n.....\n.....\nfloor:1\n.....\n..O..\n.....\n";

/// Falls down a well with a thing on it that has these properties: the question, and the words.
fn fall_down(properties: &str) -> [String; 2] {
    let text = format!("{WELL}@ 2,1,1 marker \"old well\" {properties}\n");
    let mut game = falling(&text, Pos::new(1, 1, 1));
    let asked = game.act(&Command::Step(Direction::East));
    let [Event::Prompt(Prompt::Jump { text, .. })] = &asked[..] else {
        panic!("{asked:?}");
    };
    let text = text.clone();
    let events = game.act(&Command::Answer(true));
    let mut told = events
        .iter()
        .filter(|event| matches!(event, Event::FellDown { .. }))
        .filter_map(|event| game.tell(event));
    [text, told.next().unwrap()]
}

#[test]
fn things_on_a_shaft_choose_the_words_of_a_fall() {
    for (properties, words) in [
        ("", "You fall one level down the shaft."),
        (
            "FallPreposition=into",
            "You fall one level into the old well.",
        ),
        (
            "FallPreposition=into FallUseDefiniteArticle=no",
            "You fall one level into an old well.",
        ),
        (
            "FallUseDefiniteArticle=no",
            "You fall one level down a shaft.",
        ),
        ("GenericFall=yes", "You fall one level."),
        (
            "PullMessage=\"Something cold takes your ankle.\"",
            "You fall one level. Something cold takes your ankle.",
        ),
    ] {
        let [question, told] = fall_down(properties);
        assert_eq!(told, words, "{properties}");
        assert_eq!(
            question,
            "The ground is one level further down. Step over the edge?"
        );
    }
    let [question, _] = fall_down("JumpPrompt=\"It smells of rain down there. Jump?\"");
    assert_eq!(question, "It smells of rain down there. Jump?");
}

/// Who flies or weighs nothing stays; who lands on stairs falls no further.
#[test]
fn whoever_flies_stays_and_stairs_end_a_fall() {
    for tag in ["Flies", "IgnoresGravity", "Wings"] {
        let mut game = falling(WELL, Pos::new(1, 1, 1));
        let player = game.actors.get_mut(&ActorId::PLAYER).unwrap();
        player.properties.insert(tag.to_owned(), "yes".to_owned());
        game.act(&Command::Step(Direction::East));
        game.act(&Command::Answer(true));
        assert_eq!(game.player().place, Pos::new(2, 1, 1), "{tag}");
    }
    let text = "floor:0\n..X..\nfloor:1\n..X..\nfloor:2\n..O..\nfloor:3\n..O..\n";
    let mut game = falling(text, Pos::new(1, 0, 3));
    game.act(&Command::Step(Direction::East));
    game.act(&Command::Answer(true));
    assert_eq!(game.player().place, Pos::new(2, 0, 1));
    assert_eq!(game.tally().levels_fallen, 2);
}

/// Nobody who goes by himself steps on what pulls, and all prefer not to walk beside it.
#[test]
fn whoever_goes_alone_keeps_off_what_pulls() {
    let mut game = falling(
        "floor:0\n.......\n.......\n.......\nfloor:1\n#######\n...O...\n#######\n",
        Pos::new(0, 1, 1),
    );
    let mut explorer = Explorer::new(&game);
    while let Ok(command) = explorer.explore(&game) {
        game.act(&command);
        assert!(game.player().place.x < 3);
    }
    assert_eq!(explorer.travel(&game, Pos::new(5, 1, 1)), Err(Halt::NoWay));
    // Around a pit in a hall, four steps away from it rather than one.
    let row = ".".repeat(9);
    let hall = format!("{row}\n{row}\n....O....\n{row}\n{row}\n");
    let floor = format!("{row}\n").repeat(5);
    let game = falling(
        &format!("floor:0\n{floor}floor:1\n{hall}"),
        Pos::new(0, 2, 1),
    );
    let [from, to] = [Pos::new(0, 2, 1), Pos::new(8, 2, 1)];
    let way = game.cheapest(from, to, false, usize::MAX).unwrap();
    let beside = |pos: &Pos| (pos.x - 4).abs() <= 1 && (pos.y - 2).abs() <= 1;
    assert!(way.iter().all(|(_, pos)| !beside(pos)), "{way:?}");
    let flown = game.cheapest(from, to, true, usize::MAX).unwrap();
    assert_eq!(flown.len(), 8);
}

fn open_world(companions: u32) -> Game {
    let world = World::from(Strata::new(Seed::new(3)));
    let setup = Setup {
        companions,
        is_empty: true,
        hp: Some(1_000_000),
        ..seeded(1)
    };
    Game::new(&world, &setup).unwrap()
}

/// A cell at the eastern edge of its zone from which a step leads into the next one.
fn border(game: &Game) -> Pos {
    let z = game.player().place.z;
    let (cells, corner) = game.cells();
    let size = cells.size();
    let all = (0..size.height() as i32)
        .flat_map(|y| (0..size.width() as i32).map(move |x| (x + corner.x, y + corner.y)));
    let all = all.map(|(x, y)| Pos::new(x, y, z));
    let is_free = |pos: Pos| {
        let cell = game.cell(pos);
        game.can_stand(pos) && !cell.is_vertical() && game.at(pos).is_none()
    };
    let at_edge = all.filter(|pos| pos.x.rem_euclid(ZonePos::WIDTH as i32) == 79);
    let next = |pos: &Pos| pos.step(Direction::East);
    let mut found = at_edge.filter(|pos| game.cell_if_loaded(next(pos)).is_some() && is_free(*pos));
    found.find(|pos| is_free(next(pos))).unwrap()
}

/// Puts somebody somewhere, without any of what moving brings with it.
fn place(game: &mut Game, who: ActorId, to: Pos) {
    let from = game.actors[&who].place;
    game.places.remove(&from);
    game.actors.get_mut(&who).unwrap().place = to;
    game.places.insert(to, who);
}

/// A step over a border says so before and after, and may be refused there.
#[test]
fn the_chain_of_events_goes_over_borders() {
    struct Gate(bool, Vec<&'static str>);
    impl Listener for Gate {
        fn before(&mut self, _game: &Game, before: &Before) -> Verdict {
            match before {
                Before::EnteringZone { .. } if self.0 => Verdict::Cancel("shut".to_owned()),
                _ => Verdict::Allow,
            }
        }

        fn after(&mut self, _game: &Game, event: &Event) {
            self.1.push(match event {
                Event::LeavingCell { .. } => "leaving",
                Event::EnteringCell { .. } => "entering",
                Event::EnteringZone { .. } => "zone",
                Event::LeftCell { .. } => "left",
                Event::EnteredCell { .. } => "entered",
                Event::Moved { .. } => "moved",
                Event::ActiveZone { .. } => "active",
                _ => return,
            });
        }
    }
    for is_shut in [true, false] {
        let mut game = open_world(0);
        let at = border(&game);
        place(&mut game, ActorId::PLAYER, at);
        let mut gate = Gate(is_shut, Vec::new());
        game.act_with(&Command::Step(Direction::East), &mut gate);
        match is_shut {
            true => assert_eq!(game.player().place, at),
            false => {
                assert_eq!(game.player().place, at.step(Direction::East));
                let chain = gate.1.join(" ");
                assert_eq!(chain, "leaving entering zone left entered moved active");
            }
        }
    }
}

/// Whoever stands on something that pulls when its zone is built falls at once.
#[test]
fn whoever_stands_on_a_pit_when_a_zone_is_built_falls() {
    let mut game = open_world(1);
    let at = border(&game);
    place(&mut game, ActorId::PLAYER, at);
    let friend = ActorId(1);
    let strata = Strata::new(Seed::new(3));
    let far = ZonePos::all()
        .filter(|zone| zone.z() == 20)
        .find_map(|zone| {
            let boundary = strata.plan().boundary(zone);
            let mut pits = boundary.vertical().iter();
            let pit = pits.find(|pit| {
                matches!(pit.kind, ConnectionKind::Pit) && u32::from(pit.top) == zone.z()
            })?;
            zone.to_world(pit.x.into(), pit.y.into())
        })
        .unwrap();
    place(&mut game, friend, far);
    let fall = game.pull_down(far).unwrap();
    let events = game.act(&Command::Step(Direction::East));
    let fell = events.iter().any(
        |event| matches!(event, Event::FellDown { who, from, .. } if (*who, *from) == (friend, far)),
    );
    assert!(fell, "{events:?}");
    assert_eq!(game.actors[&friend].place, fall.to);
    assert!(game.actors[&friend].is_out_of_touch);
}

#[test]
fn zones_can_be_asked_for_their_connections_and_cells() {
    let game = open_world(0);
    let here = game.player().place;
    let strata = Strata::new(Seed::new(3));
    let (zone, _) = ZonePos::from_world(here).unwrap();
    let mut ways = 0;
    for z in zone.z()..zone.z() + 6 {
        let zone = ZonePos::at(zone.column(), z).unwrap();
        for known in strata.zone(zone).connections() {
            if known.levels.is_none() {
                continue;
            }
            let at = zone.to_world(known.x.into(), known.y.into()).unwrap();
            for way in game.ways(at) {
                assert_eq!(way.from, at);
                assert!(game.can_stand(way.to));
                ways += 1;
            }
        }
    }
    assert!(ways > 0);
    // In the zone, in the loaded ones, and anywhere.
    let beside = here.step(Direction::East);
    let away = Pos {
        x: here.x + 80,
        ..here
    };
    let far = Pos {
        x: here.x + 800,
        ..here
    };
    assert_eq!(game.cell_in_zone(beside, here), Some(game.cell(beside)));
    assert_eq!(game.cell_in_zone(away, here), None);
    assert_eq!(game.cell_if_loaded(away), Some(strata.cell(away)));
    assert_eq!(game.cell_if_loaded(far), None);
    assert_eq!(game.cell(far), strata.cell(far));
    assert_eq!(game.cell(Pos::new(0, 0, 50)), Cell::Air);
}

/// At the bottom of the world falls end, and nothing leads further down.
#[test]
fn falls_end_at_the_bottom_of_the_world() {
    let strata = Strata::new(Seed::new(3));
    let found = ZonePos::all()
        .filter(|zone| zone.z() == 48)
        .find_map(|zone| {
            let boundary = strata.plan().boundary(zone);
            let mut pits = boundary.vertical().iter();
            let pit = pits.find(|pit| pit.kind.pulls() && u32::from(pit.top) == zone.z())?;
            zone.to_world(pit.x.into(), pit.y.into())
        });
    let pit = found.unwrap();
    let beside = Direction::STRAIGHT
        .into_iter()
        .find(|way| strata.cell(pit.step(*way)) == Cell::Floor)
        .unwrap();
    let setup = Setup {
        start: Some(pit.step(beside)),
        companions: 0,
        is_empty: true,
        hp: Some(1_000_000),
        ..seeded(1)
    };
    let world = World::from(Strata::new(Seed::new(3)));
    let mut game = Game::new(&world, &setup).unwrap();
    game.act(&Command::Step(beside.opposite()));
    game.act(&Command::Answer(true));
    assert_eq!(game.player().place, Pos { z: 0, ..pit });
    let refused = game.act(&Command::Climb(Direction::Down));
    assert!(matches!(refused[..], [Event::Refused(_)]), "{refused:?}");
    // Not even rock below it opens.
    let under = Pos { z: -1, ..pit };
    assert_eq!(game.cell(under), Cell::Air);
    assert!(!game.can_stand(under));
}

/// docs/play.md has a row for every property and event, and each names a test that there is.
#[test]
fn every_property_has_its_row_and_its_test() {
    const PAGE: &str = include_str!("../../../../../docs/play.md");
    const TESTS: &str = concat!(
        include_str!("falls.rs"),
        include_str!("laws.rs"),
        include_str!("party.rs"),
        include_str!("properties.rs"),
        include_str!("ways.rs"),
        include_str!("../../strata/registry/tests.rs"),
    );
    let start = PAGE.find("| property or event |").unwrap();
    let rows = PAGE[start..].lines().skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split('|').collect()).collect();
    for row in &rows {
        assert_eq!(row.len(), 5, "{row:?}");
        for name in row[3].split('`').skip(1).step_by(2) {
            let is_file = name.contains(['.', '/']);
            assert!(is_file || TESTS.contains(&format!("fn {name}()")), "{name}");
        }
        assert!(!row[3].trim().is_empty(), "{row:?}");
    }
    for wanted in [
        "smart use",
        "Ascend",
        "Descend",
        "Connected",
        "ConnectLanding",
        "GenericFall",
        "PullMessage",
        "JumpPrompt",
        "FallPreposition",
        "FallUseDefiniteArticle",
        "SuspendedPlatform",
        "KeyObject",
        "connections of a zone",
        "look-ups that stay",
        "cannot be attacked",
        "when a zone is built",
    ] {
        assert!(rows.iter().any(|row| row[1].contains(wanted)), "{wanted}");
    }
}
