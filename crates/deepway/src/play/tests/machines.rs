//! Belts, slides, and the elevator of a chute.

use super::*;
use crate::space::{Direction, ZonePos};
use crate::strata::{Blueprint, Strata};
use crate::thing::Thing;

const SEED: u64 = 2;

/// The things of a kind in a zone of a chute, at their places in the world.
fn things(z: u32, kind: &str) -> Vec<Thing> {
    let strata = Strata::new(Seed::new(SEED));
    let mut features = strata.plan().features().iter();
    let chute = features
        .find(|known| known.blueprint == Blueprint::Chute)
        .unwrap();
    let zone = ZonePos::at(chute.column, z).unwrap();
    let built = strata.zone(zone);
    let own = built
        .things()
        .iter()
        .filter(|thing| thing.kind.name() == kind);
    let own = own.map(|thing| {
        let [x, y] = [thing.place.x, thing.place.y].map(|at| at as u32);
        Thing {
            place: zone.to_world(x, y).unwrap(),
            ..thing.clone()
        }
    });
    own.collect()
}

fn game_at(start: Pos) -> Game {
    let setup = Setup {
        start: Some(start),
        companions: 0,
        is_empty: true,
        ..seeded(1)
    };
    Game::new(&World::from(Strata::new(Seed::new(SEED))), &setup).unwrap()
}

/// Whoever steps on a belt is carried from tunnel to tunnel down to the hub, and takes no harm.
#[test]
fn belts_carry_to_the_hub_and_slides_hurt_nobody() {
    let belts = things(11, "conveyor");
    let is_belt = |pos: Pos| belts.iter().any(|belt| belt.place == pos);
    // The first of each belt: no other one carries to it.
    let carried: Vec<Pos> = belts
        .iter()
        .map(|belt| {
            belt.place
                .step(belt.properties["direction"].parse().unwrap())
        })
        .collect();
    let firsts = belts.iter().filter(|belt| !carried.contains(&belt.place));
    let firsts: Vec<Pos> = firsts.map(|belt| belt.place).collect();
    assert_eq!(firsts.len(), 4);
    for start in firsts {
        let mut game = game_at(start);
        let hp = game.player().hp;
        let (mut slides, mut turns) = (0, 0);
        while game.player().place.z > 49 - 15 {
            let events = game.act(&Command::Wait);
            slides += events
                .iter()
                .filter(|event| matches!(event, Event::FellDown { levels: 1, .. }))
                .count();
            // Nobody steers, so whoever is not on a belt has to look for the next one.
            let here = game.player().place;
            if game.belt_at(here).is_none() && here.z > 49 - 15 {
                let beside = Direction::STRAIGHT;
                let next = beside
                    .into_iter()
                    .find(|way| game.belt_at(here.step(*way)).is_some());
                game.act(&Command::Step(next.unwrap()));
            }
            turns += 1;
            assert!(turns < 1000, "{start}");
        }
        assert_eq!((slides, game.player().hp), (4, hp), "{start}");
    }
    // Nobody with a mind walks on belts; whoever flies is not carried.
    let mut game = game_at(belts[0].place);
    let player = game.actors.get_mut(&ActorId::PLAYER).unwrap();
    player
        .properties
        .insert("Flies".to_owned(), "yes".to_owned());
    game.act(&Command::Wait);
    assert_eq!(game.player().place, belts[0].place);
    let around = Direction::ALL[..8].iter();
    for at in around.map(|way| belts[0].place.step(*way)) {
        game.for_each_move(at, false, |_, to, _| assert!(!is_belt(to)));
    }
}

/// Two on one belt are carried one behind the other.
#[test]
fn those_in_front_are_carried_first() {
    let text = "floor:0\n......\n@ 1,0,0 conveyor belt direction=E\n@ 2,0,0 conveyor belt direction=E\n\
                @ 3,0,0 conveyor belt direction=E\n@ 2,0,0 creature sleeper mind=sleep hp=50\n";
    let world = map(text);
    let setup = Setup {
        start: Some(Pos::new(1, 0, 0)),
        companions: 0,
        ..seeded(1)
    };
    let mut game = Game::new(&world, &setup).unwrap();
    let sleeper = game.actors().find(|actor| actor.name == "sleeper").unwrap();
    let sleeper = sleeper.id;
    place(&mut game, sleeper, Pos::new(2, 0, 0));
    game.actors.get_mut(&sleeper).unwrap().mind = Mind::Told;
    game.act(&Command::Wait);
    let places = [ActorId::PLAYER, sleeper].map(|who| game.actor(who).unwrap().place.x);
    assert_eq!(places, [2, 3]);
    // The end of the belt is taken: who is behind waits.
    game.act(&Command::Wait);
    game.act(&Command::Wait);
    let places = [ActorId::PLAYER, sleeper].map(|who| game.actor(who).unwrap().place.x);
    assert_eq!(places, [3, 4]);
}

fn place(game: &mut Game, who: ActorId, to: Pos) {
    let from = game.actors[&who].place;
    game.places.remove(&from);
    game.actors.get_mut(&who).unwrap().place = to;
    game.places.insert(to, who);
}

/// The elevator of a chute runs once somebody has thrown its switch.
#[test]
fn the_elevator_runs_once_its_switch_is_thrown() {
    let switch = things(15, "switch")[0].place;
    let beside = |game: &Game| {
        let mut ways = Direction::STRAIGHT.into_iter();
        ways.find(|way| game.can_stand(switch.step(*way))).unwrap()
    };
    let towards = beside(&game_at(switch));
    let mut game = game_at(switch.step(towards));
    let shaft = Pos {
        x: switch.x + 2,
        ..switch
    };
    assert_eq!(game.cell(shaft), crate::cell::Cell::Elevator);
    place(&mut game, ActorId::PLAYER, shaft);
    let refused = game.act(&Command::Climb(Direction::Up));
    assert!(
        matches!(&refused[..], [Event::Refused(reason)] if reason.contains("switch")),
        "{refused:?}"
    );
    let before = game.hash();
    place(&mut game, ActorId::PLAYER, switch.step(towards));
    let events = game.act(&Command::Step(towards.opposite()));
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Applied { .. }))
    );
    assert_ne!(game.hash(), before);
    place(&mut game, ActorId::PLAYER, shaft);
    for _ in 10..15 {
        game.act(&Command::Climb(Direction::Up));
    }
    assert_eq!(game.player().place, Pos { z: 39, ..shaft });
}
