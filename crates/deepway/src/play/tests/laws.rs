use super::*;
use crate::maze::{self, MazePlan};
use crate::sector::{self, Blueprint};
use crate::strata::Strata;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many games of each kind are played; `scripts/prove-play` plays many more.
pub(super) fn games() -> u64 {
    asked("DEEPWAY_GAMES").unwrap_or(12)
}

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Does something for each seed, on all cores.
fn for_each_seed(count: u64, test: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count {
                        break;
                    }
                    test(seed);
                }
            });
        }
    });
}

/// Does something with a sector, a maze and a map for each seed.
pub(super) fn for_each_kind(count: u64, mut test: impl FnMut(&World, u64)) {
    for seed in 0..count {
        for kind in [sector_of, maze_of, map_of] {
            test(&kind(seed), seed);
        }
    }
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
        recording.add(Entry::Act(command), &game);
    }
    // The same again, from the text of the recording.
    let text = recording.to_text();
    let read = Recording::from_text(&text).unwrap();
    assert_eq!(read, recording);
    let mut history = History::open(read, world).unwrap();
    history.seek(u32::MAX).unwrap();
    assert_eq!(history.game().hash(), game.hash());
    // To anywhere, and back.
    let middle = history.len() / 2;
    history.seek(middle).unwrap();
    let mut again = History::open(recording, world).unwrap();
    (0..middle).for_each(|_| drop(again.step()));
    assert_eq!(history.game().hash(), again.game().hash());
}

#[test]
fn random_games_keep_every_law_and_replay_alike() {
    for_each_seed(games(), |seed| {
        play_randomly(&sector_of(seed), seed);
        play_randomly(&maze_of(seed), seed);
        play_randomly(&map_of(seed), seed);
    });
    // In parts, for they take long: so many, from one on.
    let first = asked("DEEPWAY_FIRST_OPEN_GAME").unwrap_or(0);
    let worlds = asked("DEEPWAY_OPEN_GAMES").unwrap_or(2);
    for_each_seed(worlds, |number| {
        let seed = first + number;
        play_randomly(&World::from(Strata::new(Seed::new(seed / 4))), seed);
    });
}

#[test]
fn a_recording_changed_in_one_byte_is_reported() {
    let world = sector_of(3);
    let setup = Setup {
        name: "Åsa \"the\" \n Ladder".to_owned(),
        ..setup_of(2)
    };
    let mut history = History::begin(&world, &setup).unwrap();
    let mut bot = Bot::new(BotKind::Random, history.game());
    for number in 0..60 {
        let command = bot.next(history.game()).unwrap();
        history.act(&command);
        if number % 20 == 19 {
            history.rewind(3).unwrap();
        }
    }
    let recording = history.recording().clone();
    let text = recording.to_text();
    let verdict = |text: &str| -> Result<(), RecordingError> {
        let mut history = History::open(Recording::from_text(text)?, &world)?;
        history.seek(u32::MAX)
    };
    assert_eq!(verdict(&text), Ok(()));
    let bytes = text.as_bytes();
    let head = recording.head().len();
    let mut missed = Vec::new();
    let others_tried = if games() > 100 { 7 } else { 2 };
    // Another byte instead of each, each left out, and one put in before each.
    for at in 0..bytes.len() {
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        let first = bytes[..head].iter().filter(|byte| **byte == b'\n').count();
        let byte = bytes[at];
        let mut all = vec![
            [&bytes[..at], &bytes[at + 1..]].concat(),
            [&bytes[..at], b"0", &bytes[at..]].concat(),
        ];
        let others = [
            byte ^ 1,
            byte ^ 0x20,
            byte ^ 2,
            byte ^ 0x10,
            b' ',
            b'_',
            b'\n',
        ];
        for &other in &others[..others_tried] {
            let mut changed = bytes.to_vec();
            changed[at] = other;
            all.push(changed);
        }
        for changed in all {
            let Ok(changed) = String::from_utf8(changed) else {
                continue;
            };
            if changed == text {
                continue;
            }
            let Err(error) = verdict(&changed) else {
                missed.push(at);
                continue;
            };
            let error = error.to_string();
            match line.checked_sub(first) {
                // In the head.
                None | Some(0) => assert!(error.contains("line "), "{at}: {error}"),
                // An end of a line that is gone may be noticed in the line below.
                Some(turn) => {
                    let turns = [turn, turn + 1].map(|turn| format!("turn {turn}: "));
                    let is_named = turns.iter().any(|turn| error.contains(turn.as_str()));
                    assert!(is_named, "{at}: {turns:?}: {error}");
                }
            }
        }
    }
    assert_eq!(missed, [0; 0]);
    for end in [0, 10, text.len() / 2, text.len() - 1] {
        assert!(verdict(&text[..end]).is_err(), "{end}");
    }
    assert!(matches!(
        verdict(&text.replacen("recording 1", "recording 9", 1)),
        Err(RecordingError::Line { line: 1, .. })
    ));
    // Whoever goes on with a game loses no more than the line that was cut off.
    let cut = &text[..text.len() - 2];
    let (recovered, is_cut) = Recording::recover(cut).unwrap();
    assert!(is_cut);
    let kept = recording.entries.len() - 1;
    assert_eq!(recovered.entries, recording.entries[..kept]);
    assert_eq!(Recording::recover(&text), Ok((recording.clone(), false)));
    let other = History::open(recording, &sector_of(4));
    assert!(matches!(other, Err(RecordingError::World { .. })));
}

/// Whatever is otherwise with anybody, the number of the game is another one.
#[test]
fn the_number_of_a_game_is_that_of_its_whole_state() {
    let game = Game::new(&sector_of(3), &setup_of(2)).unwrap();
    let number = game.hash();
    let changes: [fn(&mut Actor); 9] = [
        |actor| actor.place.x += 1,
        |actor| actor.place.z += 1,
        |actor| actor.hp -= 1,
        |actor| actor.level += 1,
        |actor| actor.energy += 1,
        |actor| actor.mind = Mind::Flee,
        |actor| actor.is_out_of_touch = true,
        |actor| actor.name.push('s'),
        |actor| drop(actor.properties.insert("light".to_owned(), "9".to_owned())),
    ];
    for (case, change) in changes.into_iter().enumerate() {
        for who in game.actors().map(|actor| actor.id) {
            let mut other = game.clone();
            change(other.actors.get_mut(&who).unwrap());
            assert_ne!(other.hash(), number, "change {case} of {who:?}");
        }
    }
    assert_eq!(game.clone().hash(), number);
}

/// Back and forth at will: the game is always the one that plain replaying of the commands in
/// force comes to.
#[test]
fn what_is_taken_back_has_never_been() {
    for_each_seed(games().min(1000), |seed| {
        let (world, setup) = (sector_of(seed), setup_of(seed));
        let mut history = History::begin(&world, &setup).unwrap();
        let mut in_force: Vec<Command> = Vec::new();
        let mut rolls = Seed::new(seed).child("rewind").stream();
        let mut bot = Bot::new(BotKind::Random, history.game());
        for _ in 0..300 {
            match (rolls.below(12), bot.next(history.game())) {
                (0, _) => {
                    let count = rolls.below(90) as u32;
                    let taken = history.rewind(count).unwrap();
                    assert_eq!(taken, count.min(in_force.len() as u32));
                    in_force.truncate(in_force.len() - taken as usize);
                }
                (_, Some(command)) => {
                    history.act(&command);
                    in_force.push(command);
                }
                (_, None) => {}
            }
        }
        let mut plain = Game::new(&world, &setup).unwrap();
        for command in &in_force {
            plain.act(command);
        }
        assert_eq!(history.game().hash(), plain.hash(), "seed {seed}");
        // The recording comes to the same end, and to the same states on the way.
        let text = history.recording().to_text();
        let mut again = History::open(Recording::from_text(&text).unwrap(), &world).unwrap();
        again.seek(u32::MAX).unwrap();
        assert_eq!(again.game().hash(), plain.hash(), "seed {seed}");
        for _ in 0..6 {
            let to = rolls.below(u64::from(history.len()) + 1) as u32;
            history.seek(to).unwrap();
            let mut fresh = History::open(again.recording().clone(), &world).unwrap();
            while fresh.position() < to {
                fresh.step().unwrap().unwrap();
            }
            assert_eq!(
                history.game().hash(),
                fresh.game().hash(),
                "seed {seed} at {to}"
            );
        }
        // Who acts in the middle goes on from there, and that is written down.
        let middle = history.len() / 2;
        history.seek(middle).unwrap();
        history.act(&Command::Wait);
        let text = history.recording().to_text();
        assert!(text.contains(&format!(" rewind {middle}\n")));
        let mut again = History::open(Recording::from_text(&text).unwrap(), &world).unwrap();
        again.seek(u32::MAX).unwrap();
        assert_eq!(again.game().hash(), history.game().hash());
    });
}

/// The cells that one comes to from a place by ways of careful people, and back.
fn returnable(game: &Game, start: Pos, is_wanted: impl Fn(Pos) -> bool) -> BTreeSet<Pos> {
    let mut there = BTreeSet::from([start]);
    let mut back: BTreeMap<Pos, Vec<Pos>> = BTreeMap::new();
    let mut open = vec![start];
    while let Some(pos) = open.pop() {
        game.for_each_move(pos, false, |_, to, _| {
            if is_wanted(to) {
                back.entry(to).or_default().push(pos);
                if there.insert(to) {
                    open.push(to);
                }
            }
        });
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
    returns
}

/// In an open world, all of the zone where one begins and of the 26 around it.
#[test]
fn explorers_see_the_zones_around_them() {
    let worlds = asked("DEEPWAY_OPEN_WORLDS").unwrap_or(1);
    for_each_seed(worlds, |seed| {
        let world = World::from(Strata::new(Seed::new(seed)));
        let setup = Setup {
            companions: 0,
            is_empty: true,
            hp: Some(1_000_000),
            ..seeded(seed)
        };
        let mut game = Game::new(&world, &setup).unwrap();
        let start = game.player().place;
        let (cells, corner) = game.cells();
        let size = cells.size();
        // From here, three by three zones are loaded.
        let low = Pos::new(corner.x, corner.y, start.z - 1);
        let high = Pos::new(
            corner.x + size.width() as i32 - 1,
            corner.y + size.height() as i32 - 1,
            start.z + 1,
        );
        let mut explorer = Explorer::new(&game).within([low, high]);
        let mut left = 60_000;
        let mut act = |game: &mut Game, command: &Command| {
            game.act(command);
            left -= 1;
            assert!(left > 0, "world {seed} goes on for ever");
        };
        while let Ok(command) = explorer.explore(&game) {
            act(&mut game, &command);
        }
        assert_eq!(explorer.explore(&game), Err(Halt::Done), "world {seed}");
        while let Ok(command) = explorer.travel(&game, start) {
            act(&mut game, &command);
        }
        assert_eq!(game.player().place, start, "world {seed}");
        let is_near = |pos: Pos| {
            let [x, y, z] = [
                (low.x, pos.x, high.x),
                (low.y, pos.y, high.y),
                (low.z, pos.z, high.z),
            ]
            .map(|(low, at, high)| (low..=high).contains(&at));
            x && y && z
        };
        let wanted = returnable(&game, start, is_near);
        let unseen = wanted.iter().find(|pos| !game.memory().knows(**pos));
        assert_eq!(
            unseen,
            None,
            "world {seed}, {} of {}",
            game.memory().len(),
            wanted.len()
        );
    });
}

/// Who explores sees every cell that can be reached without harm.
#[test]
fn explorers_see_everything() {
    for_each_seed(games().min(1000) * 3, sees_everything);
}

/// The foot of a stair through two levels is in sight from its head, and the level between is not.
#[test]
fn explorers_take_stairs_whose_foot_they_see() {
    sees_everything(1983);
}

fn sees_everything(number: u64) {
    let kinds = [sector_of, maze_of, map_of];
    let world = &kinds[number as usize % 3](number / 3);
    let setup = Setup {
        companions: 0,
        is_empty: true,
        hp: Some(1_000_000),
        ..seeded(number)
    };
    let mut game = Game::new(world, &setup).unwrap();
    let start = game.player().place;
    let mut explorer = Explorer::new(&game);
    let mut limit = 40_000;
    while let Ok(command) = explorer.explore(&game) {
        if limit % 97 == 0 {
            // One that has learnt all along knows what one knows that learns all at once.
            let anew = Explorer::new(&game).explore(&game);
            assert_eq!(
                anew,
                Ok(command.clone()),
                "world {number}, turn {}",
                game.turn()
            );
        }
        game.act(&command);
        limit -= 1;
        assert!(limit > 0, "world {number} goes on for ever");
    }
    assert_eq!(explorer.explore(&game), Err(Halt::Done), "world {number}");
    // What one comes to from the start and back, keys in hand, is known now. Of two ways of
    // no return, only one can be taken.
    let unseen = returnable(&game, start, |_| true);
    let unseen = unseen.iter().find(|pos| !game.memory().knows(**pos));
    let name = unseen.map(|pos| world.place_name(*pos));
    assert_eq!(name, None, "world {number}, {} seen", game.memory().len());
}

/// The worlds can be finished by play, by somebody who does not die.
#[test]
fn explorers_with_many_hit_points_win() {
    for_each_seed(games().min(1000), |seed| {
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
    });
}
