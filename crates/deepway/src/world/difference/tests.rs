//! Differences between worlds whose differences are known.

use super::*;
use crate::ids::{LockId, RoomId};
use crate::maze::{self, MazePlan};
use crate::sector::{
    Blueprint, Connection, Content, Lock, RawSector, Sector, Trend, carve, generate,
};
use crate::seed::Seed;
use crate::strata::Strata;
use crate::text;
use crate::thing::ThingKind;
use crate::words::Hazard;

fn map(text: &str) -> World {
    text::read("map", text.as_bytes()).expect("a map").into()
}

fn sector(seed: u64) -> Sector {
    let blueprint = Blueprint {
        target_rooms: 5 + seed as u32 % 20,
        trend: Trend::ALL[seed as usize % 3],
        ..Blueprint::default()
    };
    generate(&blueprint, Seed::new(seed)).expect("a sector")
}

fn said(before: &World, after: &World) -> Vec<String> {
    let difference = Difference::between(before, after).expect("of the same kind");
    difference.changes.iter().map(ToString::to_string).collect()
}

#[test]
fn a_world_does_not_differ_from_itself() {
    let mut worlds = vec![map("floor:0\n#.X\nfloor:1\n#.X\n@ 1,0,0 label \"a\"\n")];
    for seed in 0..40 {
        worlds.push(sector(seed).into());
    }
    worlds.push(carve(sector(3)).expect("cells").into());
    let made = maze::generate(&MazePlan::default(), Seed::new(7)).expect("a maze");
    worlds.push(made.into());
    worlds.push(Strata::new(Seed::new(7)).into());
    for world in worlds {
        let difference = Difference::between(&world, &world).expect("of the same kind");
        assert!(difference.is_empty(), "{difference:?}");
        assert!(difference.marks.iter().all(|mark| mark.how.is_none()));
    }
}

/// What is added one way is removed the other way.
#[test]
fn turned_around_added_is_removed() {
    for seed in 0..60 {
        let [a, b] = [seed, seed + 3].map(|seed| World::from(sector(seed)));
        let there = Difference::between(&a, &b).expect("two sectors");
        let back = Difference::between(&b, &a).expect("two sectors");
        for matter in [Matter::Room, Matter::Passage, Matter::Connection] {
            for (how, other) in [(How::Added, How::Removed), (How::Removed, How::Added)] {
                assert_eq!(
                    there.count(matter, how),
                    back.count(matter, other),
                    "{seed}"
                );
            }
            assert_eq!(
                there.count(matter, How::Moved),
                back.count(matter, How::Moved)
            );
        }
        // Every room of both is a mark, once.
        let rooms = |difference: &Difference, side: fn(&Mark) -> &Vec<RoomPos>| {
            let marks = difference.marks.iter();
            let rooms = marks.filter(|mark| !mark.label.is_empty() && !side(mark).is_empty());
            rooms.count()
        };
        assert_eq!(
            rooms(&there, |mark| &mark.before),
            sector(seed).rooms().len()
        );
        assert_eq!(
            rooms(&there, |mark| &mark.after),
            sector(seed + 3).rooms().len()
        );
    }
}

#[test]
fn what_is_done_to_a_sector_is_found_and_nothing_else() {
    for seed in 0..60 {
        let before = sector(seed);
        let mut raw = before.to_raw();
        let last = raw.rooms.len() - 1;
        let (old, id) = (raw.rooms[last].name.clone(), raw.rooms[last].id);
        raw.rooms[last].name = "Cellar of Tests".to_owned();
        let after = Sector::from_raw(raw).expect("it holds together");
        let found = said(&before.clone().into(), &after.into());
        assert_eq!(
            found,
            [format!("room {id} renamed: {old} → Cellar of Tests")]
        );

        let mut carved = carve(before.clone()).expect("cells");
        let blocked = before.connections().find(Connection::is_blocked);
        let Some(connection) = blocked else {
            continue;
        };
        assert!(carved.clear(connection.id));
        let [from, to] = connection.ends();
        let cells = carve(before.clone()).expect("cells");
        let difference = Difference::between(&cells.into(), &carved.into()).expect("two sectors");
        let [first, ..] = &difference.changes[..] else {
            panic!("nothing was found");
        };
        assert_eq!(first.name, format!("{from}–{to}"));
        assert!(
            difference
                .changes
                .iter()
                .all(|change| change.matter == Matter::Connection)
        );
        assert!(
            difference
                .levels
                .iter()
                .any(|level| level.counts() != [0; 3])
        );
    }
}

#[test]
fn a_room_that_moves_takes_its_doors_with_it() {
    let before = sector(4);
    let mut raw = before.to_raw();
    for room in &mut raw.rooms {
        room.position.x += 5;
    }
    for exit in &mut raw.exits {
        exit.unit.x += 5;
        exit.via.iter_mut().for_each(|unit| unit.x += 5);
    }
    for connection in &mut raw.connections {
        connection.column[0] += 5;
    }
    let rooms = raw.rooms.len();
    let after = Sector::from_raw(raw).expect("it holds together");
    let difference = Difference::between(&before.into(), &after.into()).expect("two sectors");
    assert_eq!(difference.count(Matter::Room, How::Moved), rooms);
    assert_eq!(difference.changes.len(), rooms, "{:?}", difference.changes);
}

#[test]
fn cells_and_things_of_maps_are_compared_by_level() {
    let before = map(
        "floor:0\n#..#\n#..#\nfloor:1\n....\n@ 1,0,0 label \"hall\"\n@ 2,0,0 item \"key\"\n@ 1,1,0 creature \"rat\"\n",
    );
    let after = map(
        "floor:0\n#..#.\n##+#.\nfloor:2\n....\n@ 2,0,0 label \"hall\"\n@ 2,0,0 item \"gem\"\n@ 2,1,0 sign \"no\"\n",
    );
    let difference = Difference::between(&before, &after).expect("two maps");
    assert_eq!(
        said(&before, &after),
        [
            "level 2 added: 5 × 2 cells",
            "level 1 changed, size: 4 × 2 cells → 5 × 2 cells",
            "level 0 changed, size: 4 × 2 cells → 5 × 2 cells",
            "thing label \"hall\" moved: 1,0,0 → 2,0,0",
            "thing item \"key\" renamed: key → gem",
            "thing creature \"rat\" removed: at 1,1,0",
            "thing sign \"no\" added: at 2,1,0",
        ]
    );
    let level = difference.levels.last().expect("level 0");
    assert_eq!((level.name.as_str(), level.counts()), ("0", [2, 1, 1]));
    let total: u64 = level.cells.values().sum();
    assert_eq!(total, 4);
}

#[test]
fn different_kinds_are_refused() {
    let error = Difference::between(&map("floor:0\n.\n"), &sector(1).into());
    let error = error.expect_err("a map and a sector").to_string();
    let expected = "a map and a sector cannot be compared: expected two of the same kind";
    assert_eq!(error, expected);
}

#[test]
fn rooms_are_the_same_by_id_then_name_then_place() {
    let before = sector(4);
    let raw = before.to_raw();
    // Two rooms change names: they are still known by their places.
    let mut swapped = raw.clone();
    let names = [1, 2].map(|room| raw.rooms[room].name.clone());
    swapped.rooms[1].name = names[1].clone();
    swapped.rooms[2].name = names[0].clone();
    let after = Sector::from_raw(swapped).expect("it holds together");
    let found = said(&before.clone().into(), &after.into());
    let id = RoomId::new(1);
    assert!(
        found[0].starts_with(&format!("room {id} renamed")),
        "{found:?}"
    );
    assert_eq!(found.len(), 2);
}

/// What is said if a sector is changed.
fn said_of(before: &Sector, change: impl Fn(&mut RawSector)) -> Vec<String> {
    let mut raw = before.to_raw();
    change(&mut raw);
    let after = Sector::from_raw(raw).expect("it holds together");
    said(&before.clone().into(), &after.into())
}

fn locked_sector() -> Sector {
    let blueprint = Blueprint {
        target_rooms: 20,
        locks: Some(2),
        ..Blueprint::default()
    };
    let mut seeds = (0..200).map(|seed| generate(&blueprint, Seed::new(seed)).expect("a sector"));
    let found = seeds.find(|sector| {
        let has_locked_door = sector.doorways().any(|exit| exit.lock.is_some());
        has_locked_door && sector.locks().len() == 2
    });
    found.expect("a sector with a locked door")
}

#[test]
fn contents_that_differ_are_found() {
    let before = locked_sector();
    let is_creature = |content: &Content| content.kind == ThingKind::Creature;
    let room = before
        .rooms()
        .iter()
        .position(|room| room.contents.iter().any(is_creature));
    let room = room.expect("somebody lives there");
    let place = before.rooms()[room].contents.iter().position(is_creature);
    let place = place.expect("a creature");
    let content = &before.rooms()[room].contents[place];
    let ([x, y], name) = (content.at, &content.name);
    let thing = format!("thing creature {name:?} in r{room}");

    let found = said_of(&before, |raw| {
        let properties = &mut raw.rooms[room].contents[place].properties;
        properties.insert("hp".to_owned(), "999".to_owned());
    });
    let hp = content.properties.get("hp").expect("hit points");
    assert_eq!(
        found,
        [format!("{thing} changed, properties: hp={hp} → hp=999")]
    );
    let found = said_of(&before, |raw| {
        raw.rooms[room].contents[place].name = "Tester".to_owned();
    });
    assert_eq!(found, [format!("{thing} renamed: {name} → Tester")]);
    let found = said_of(&before, |raw| {
        raw.rooms[room].contents.push(Content {
            at: [1, 1],
            kind: ThingKind::Marker,
            name: "bench of tests".to_owned(),
            properties: Default::default(),
        });
    });
    let added = format!("thing marker \"bench of tests\" in r{room} added: at 1,1");
    assert_eq!(found, [added]);
    // With another name and at another place it is somebody else.
    let found = said_of(&before, |raw| {
        raw.rooms[room].contents[place].name = "Tester".to_owned();
        raw.rooms[room].contents[place].at = if [x, y] == [1, 1] { [2, 1] } else { [1, 1] };
    });
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn rooms_whose_contents_differ_are_marked() {
    let before = locked_sector();
    let mut raw = before.to_raw();
    let room = raw.rooms.iter().position(|room| !room.contents.is_empty());
    let room = room.expect("something is there");
    raw.rooms[room].contents.clear();
    let after = Sector::from_raw(raw).expect("it holds together");
    let difference = Difference::between(&before.into(), &after.into()).expect("two sectors");
    let marked = difference.marks.iter().filter(|mark| mark.how.is_some());
    let marked: Vec<&str> = marked.map(|mark| mark.label.as_str()).collect();
    assert_eq!(marked, [format!("r{room}")]);
}

#[test]
fn cells_do_not_tell_again_what_rooms_tell() {
    let before = locked_sector();
    let mut raw = before.to_raw();
    let room = raw.rooms.iter().position(|room| !room.contents.is_empty());
    let room = room.expect("something is there");
    let count = raw.rooms[room].contents.len();
    raw.rooms[room].contents.clear();
    let after = Sector::from_raw(raw).expect("it holds together");
    let [before, after] = [before, after].map(|sector| carve(sector).expect("cells"));
    let found = said(&before.into(), &after.into());
    let removed = found.iter().filter(|line| line.contains(" removed: "));
    assert_eq!(removed.count(), count, "{found:?}");
    let of_contents = found.iter().filter(|line| line.starts_with("thing "));
    assert!(
        of_contents
            .clone()
            .all(|line| line.contains(" in r") || line.contains("thing key ")),
        "{found:?}"
    );
}

#[test]
fn locks_that_differ_are_found() {
    let before = locked_sector();
    let [first, ..] = before.locks() else {
        panic!("no lock");
    };
    let (name, key) = (first.name.clone(), first.key);
    let other = RoomId::new(u32::from(key == RoomId::new(0)));
    let found = said_of(&before, |raw| raw.locks[0].key = other);
    let moved = format!("lock {name} moved: key in {key} → key in {other}");
    assert_eq!(found, [moved]);
    let found = said_of(&before, |raw| raw.locks[0].name = "test key".to_owned());
    assert_eq!(found, [format!("lock {name} renamed: {name} → test key")]);
    let open = before.doorways().find(|exit| exit.lock.is_none());
    let open = open.expect("an open door");
    let ends = [open.from, open.to];
    let found = said_of(&before, |raw| {
        let exits = raw.exits.iter_mut();
        for exit in exits.filter(|exit| ends.contains(&exit.from) && ends.contains(&exit.to)) {
            exit.lock = Some(LockId::new(0));
        }
    });
    let [from, to] = ends;
    assert_eq!(
        found,
        [format!("passage {from}–{to} changed, lock: none → {name}")]
    );
    let found = said_of(&before, |raw| {
        raw.locks.push(Lock {
            key,
            name: "third key".to_owned(),
        });
    });
    assert_eq!(found, [format!("lock third key added: key in {key}")]);
}

#[test]
fn stories_and_blueprints_that_differ_are_found() {
    let before = locked_sector();
    let story = before.story().expect("a story").clone();
    let found = said_of(&before, |raw| {
        raw.blueprint.is_empty = true;
        raw.blueprint.locks = None;
        let story = raw.story.as_mut().expect("a story");
        story.name = "The Test".to_owned();
        story.rumours[0].is_true ^= true;
        story.rumours.pop();
    });
    let [first, .., last] = &story.rumours[..] else {
        panic!("too few rumours");
    };
    let expected = [
        "world changed, locks: 2 → default".to_owned(),
        "world changed, empty: no → yes".to_owned(),
        format!("story renamed: {} → The Test", story.name),
        format!(
            "story rumour {:?} changed, truth: {} → {}",
            first.text, first.is_true, !first.is_true
        ),
        format!("story rumour {:?} removed: {}", last.text, last.is_true),
    ];
    assert_eq!(found, expected);
    let found = said_of(&before, |raw| raw.story = None);
    assert_eq!(found, [format!("story removed: {}", story.name)]);
}

#[test]
fn hazards_are_told_in_words() {
    let before = sector(4);
    let found = said_of(&before, |raw| {
        raw.connections[0].hazards = vec![Hazard {
            name: "drips".to_owned(),
            text: "It drips.".to_owned(),
            chance: 10,
            damage: "2d4+1".parse().expect("dice"),
        }];
    });
    let [line] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(
        line.ends_with(" → drips (10%, 2d4+1 damage): It drips."),
        "{line}"
    );
}
