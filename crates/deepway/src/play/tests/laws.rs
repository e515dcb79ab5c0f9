use super::*;
use crate::maze::{self, MazePlan};
use crate::sector::{self, Blueprint};
use crate::strata::Strata;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How many games of each kind are played; `scripts/prove-play` plays many more.
fn games() -> u64 {
    let asked = std::env::var("DEEPWAY_GAMES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(12)
}

fn sector_of(seed: u64) -> World {
    let blueprint = Blueprint {
        target_rooms: 7 + (seed % 14) as u32,
        ..Blueprint::default()
    };
    World::from(sector::generate(&blueprint, Seed::new(seed)).unwrap())
}

fn maze_of(seed: u64) -> World {
    World::from(maze::generate(&MazePlan::default(), Seed::new(seed)).unwrap())
}

/// A cave on three levels with stairs, holes, a pit and somebody in it.
fn map_of(seed: u64) -> World {
    use crate::cell::Cell;
    use crate::thing::{Thing, ThingKind};
    use crate::volume::{Size, Volume};
    let mut random = Seed::new(seed).stream();
    let mut volume = Volume::new(Size::new(24, 16, 3).unwrap());
    let kinds = [
        Cell::Door,
        Cell::StairsBoth,
        Cell::Ladder,
        Cell::Shaft,
        Cell::Hole,
        Cell::Elevator,
    ];
    for z in 0..3 {
        for y in 0..16 {
            for x in 0..24 {
                let cell = match random.below(20) {
                    0..6 => Cell::Wall,
                    6 => *random.pick(&kinds).unwrap(),
                    7 if random.below(2) == 0 => Cell::Air,
                    8 if random.below(3) == 0 => Cell::SecretDoor,
                    _ => Cell::Floor,
                };
                volume.set(Pos::new(x, y, z), cell).unwrap();
            }
        }
    }
    for _ in 0..6 {
        let [x, y, z] = [24, 16, 3].map(|most| random.below(most) as i32);
        let who = Thing::new(Pos::new(x, y, z), ThingKind::Creature, "lurker").with("hp", "30");
        volume
            .add_thing(who.with("level", "3").with("damage", "1d6"))
            .unwrap();
    }
    World::from(volume)
}

fn setup_of(seed: u64) -> Setup {
    Setup {
        companions: (seed % 4) as u32,
        gravity: seed.is_multiple_of(5).then_some(Gravity::On),
        is_endless: seed.is_multiple_of(2),
        ..seeded(seed)
    }
}

/// What must hold after every command.
fn check(game: &Game, hp: u32, events: &[Event]) {
    let mut places = HashSet::new();
    for actor in game.actors() {
        assert!(places.insert(actor.place), "two at {}", actor.place);
        assert_eq!(game.at(actor.place), Some(actor.id));
        let cell = game.cell(actor.place);
        assert!(cell.is_walkable(), "{} in {cell:?}", actor.name);
        assert!(actor.hp <= actor.max_hp);
    }
    let is_healed = events
        .iter()
        .any(|event| matches!(event, Event::Healed { who, .. } if game.is_player(*who)));
    assert!(game.player().hp <= hp || is_healed);
    for event in events {
        if let Some(text) = game.tell(event) {
            assert!(!text.contains("  ") && !text.is_empty());
        }
    }
}

fn play_randomly(world: &World, seed: u64) {
    let setup = setup_of(seed);
    let mut game = Game::new(world, &setup).unwrap();
    let mut recording = Recording::new(&game, &setup);
    let mut bot = Bot::new(BotKind::Random, &game);
    for _ in 0..500 {
        let Some(command) = bot.next(&game) else {
            break;
        };
        let hp = game.player().hp;
        let events = game.act(&command);
        check(&game, hp, &events);
        recording.add(&command, &game);
    }
    // The same again, from the text of the recording.
    let text = recording.to_text();
    let read = Recording::from_text(&text).unwrap();
    assert_eq!(read, recording);
    let mut replay = Replay::new(read, world).unwrap();
    replay.seek(u32::MAX).unwrap();
    assert_eq!(replay.game().hash(), game.hash());
    // To anywhere, and back.
    let middle = replay.turn() / 2;
    replay.seek(middle).unwrap();
    let mut again = Replay::new(recording, world).unwrap();
    (0..middle).for_each(|_| drop(again.step()));
    assert_eq!(replay.game().hash(), again.game().hash());
}

#[test]
fn random_games_keep_every_law_and_replay_alike() {
    for seed in 0..games() {
        play_randomly(&sector_of(seed), seed);
        play_randomly(&maze_of(seed), seed);
        play_randomly(&map_of(seed), seed);
    }
    for seed in 0..games().div_ceil(6) {
        play_randomly(&World::from(Strata::new(Seed::new(seed / 4))), seed);
    }
}

#[test]
fn a_recording_changed_in_one_byte_is_reported() {
    let world = sector_of(3);
    let setup = setup_of(2);
    let mut game = Game::new(&world, &setup).unwrap();
    let mut recording = Recording::new(&game, &setup);
    let mut bot = Bot::new(BotKind::Random, &game);
    for _ in 0..60 {
        let command = bot.next(&game).unwrap();
        game.act(&command);
        recording.add(&command, &game);
    }
    let text = recording.to_text();
    let verdict = |text: &str| -> Result<(), RecordingError> {
        let mut replay = Replay::new(Recording::from_text(text)?, &world)?;
        replay.seek(u32::MAX)
    };
    assert_eq!(verdict(&text), Ok(()));
    let bytes = text.as_bytes();
    let mut missed = Vec::new();
    for at in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        changed[at] = match changed[at] {
            b'0' => b'1',
            b'\n' => b' ',
            b' ' => b'_',
            other => other ^ 1,
        };
        let Ok(changed) = String::from_utf8(changed) else {
            continue;
        };
        match verdict(&changed) {
            Err(error) => assert!(error.to_string().contains(char::is_numeric), "{error}"),
            // The name makes no difference but in messages; a letter's case none at all.
            Ok(()) => missed.push(text[..at].lines().count()),
        }
    }
    let head = text
        .lines()
        .take_while(|line| !line.starts_with("turns"))
        .count();
    missed.retain(|line| *line > head);
    assert_eq!(missed, [0; 0]);
    for end in [0, 10, text.len() / 2, text.len() - 1] {
        assert!(verdict(&text[..end]).is_err(), "{end}");
    }
    assert!(matches!(
        verdict(&text.replacen("recording 1", "recording 9", 1)),
        Err(RecordingError::Line { line: 1, .. })
    ));
    let other = Replay::new(recording, &sector_of(4));
    assert!(matches!(other, Err(RecordingError::World { .. })));
}

/// Who explores sees every cell that can be reached without harm.
#[test]
fn explorers_see_everything() {
    let mut worlds: Vec<World> = Vec::new();
    for seed in 0..games() {
        worlds.extend([sector_of(seed), maze_of(seed), map_of(seed)]);
    }
    for (number, world) in worlds.iter().enumerate() {
        let setup = Setup {
            companions: 0,
            is_empty: true,
            hp: Some(1_000_000),
            ..seeded(number as u64)
        };
        let mut game = Game::new(world, &setup).unwrap();
        let start = game.player().place;
        let mut explorer = Explorer::new(&game);
        let mut limit = 40_000;
        while let Ok(command) = explorer.explore(&game) {
            game.act(&command);
            limit -= 1;
            assert!(limit > 0, "world {number} goes on for ever");
        }
        assert_eq!(explorer.explore(&game), Err(Halt::Done), "world {number}");
        // What one comes to from the start and back, keys in hand, is known now. Of two ways of
        // no return, only one can be taken.
        let there = game.reachable(start);
        let mut back: BTreeMap<Pos, Vec<Pos>> = BTreeMap::new();
        for &pos in &there {
            game.for_each_move(pos, false, |_, to, _| back.entry(to).or_default().push(pos));
        }
        let mut returns = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(pos) = open.pop() {
            for &from in back.get(&pos).into_iter().flatten() {
                if returns.insert(from) {
                    open.push(from);
                }
            }
        }
        let unseen = returns.iter().find(|pos| !game.memory().knows(**pos));
        let name = unseen.map(|pos| world.place_name(*pos));
        assert_eq!(name, None, "world {number}, {} seen", game.memory().len());
    }
}

/// The worlds can be finished by play, by somebody who does not die.
#[test]
fn explorers_with_many_hit_points_win() {
    for seed in 0..games() {
        for world in [sector_of(seed), maze_of(seed)] {
            let setup = Setup {
                hp: Some(1_000_000),
                level: Some(60),
                is_endless: false,
                ..seeded(seed)
            };
            let mut game = Game::new(&world, &setup).unwrap();
            let mut bot = Bot::new(BotKind::Explorer, &game);
            for _ in 0..30_000 {
                match bot.next(&game) {
                    Some(command) => drop(game.act(&command)),
                    None => break,
                }
            }
            assert_eq!(game.ending(), Some(Ending::Won), "{} {seed}", game.kind());
        }
    }
}
