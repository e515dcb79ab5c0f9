//! The promises of the trait.

use super::{Folder, on_each, postgres};
use deepway::maze::{MazePlan, generate as maze};
use deepway::play::Expedition;
use deepway::sector::{Blueprint, Trend};
use deepway::strata::{Entry, EntryKind, Strata};
use deepway::traverse::Character;
use deepway::world::World;
use deepway::{Biome, Cell, Seed, ZonePos, generate, json};
use deepway_store::{Document, Over, StoreError, Write, load, open, save};

pub(crate) fn sector(seed: u64, rooms: u32) -> World {
    let blueprint = Blueprint {
        target_rooms: rooms,
        biome: Biome::ALL[seed as usize % 6],
        trend: Trend::ALL[seed as usize % 3],
        ..Blueprint::default()
    };
    World::from(
        generate::sector(&blueprint, Seed::new(seed))
            .unwrap()
            .sector,
    )
}

pub(crate) fn carved(seed: u64, rooms: u32) -> World {
    let blueprint = Blueprint {
        target_rooms: rooms,
        ..Blueprint::default()
    };
    let made = generate::sector(&blueprint, Seed::new(seed)).unwrap();
    World::from(generate::carve(made).unwrap().carved)
}

/// The whole world as text, by which two are compared.
pub(crate) fn text(world: &World) -> String {
    let mut text = String::new();
    deepway::codec::write(world, deepway::codec::Format::Json, &mut text).unwrap();
    text
}

pub(crate) fn worlds() -> Vec<World> {
    let map = "floor:0\n#..L#\nfloor:1\n#..L#\n@ 1,0,0 label \"Guard; DROP TABLE Worlds\" x='\"\n";
    let mut worlds = vec![
        World::from(deepway::text::read("map", map.as_bytes()).unwrap()),
        World::from(maze(&MazePlan::default(), Seed::new(3)).unwrap()),
        World::from(Strata::new(Seed::new(7))),
        World::from(changed_strata(8, 30)),
        carved(5, 9),
        carved(6, 20),
    ];
    worlds.extend((0..30).map(|seed| sector(seed, 5 + seed as u32 * 3)));
    worlds
}

/// An open world in which so many changes were made.
pub(crate) fn changed_strata(seed: u64, changes: u64) -> Strata {
    let strata = Strata::new(Seed::new(seed));
    let mut random = Seed::new(seed).child("changes").stream();
    for number in 0..changes {
        let column = [random.below(240) as u32, random.below(75) as u32];
        let zone = ZonePos::at(column, random.between(10, 48) as u32).unwrap();
        let (x, y) = (random.between(1, 78), random.between(1, 23));
        let mut all = strata.zone_changes(zone);
        match number % 3 {
            0 => {
                let kind = EntryKind::ALL[random.below(6) as usize];
                let object = (number % 2 == 0).then(|| format!("it's \"{number}\""));
                let (x, y) = (x as u8, y as u8);
                // Not every kind fits every zone.
                let _ = strata.add(Entry {
                    zone,
                    y,
                    x,
                    kind,
                    object,
                });
                continue;
            }
            1 => _ = all.cells.insert([y as u8, x as u8], Cell::Door),
            _ => {
                _ = all
                    .properties
                    .insert(format!("key {number}"), "O'Brien; --".to_owned())
            }
        }
        strata.set_zone_changes(zone, all).unwrap();
    }
    strata
}

#[test]
fn what_is_loaded_is_what_was_saved() {
    let worlds = worlds();
    on_each(|store| {
        for (number, world) in worlds.iter().enumerate() {
            let name = format!("world {number}");
            assert_eq!(save(store, &name, world, Over::Nothing).unwrap(), 1);
            let (back, revision) = load(store, &name).unwrap();
            assert_eq!(text(&back), text(world), "{} {name}", store.place());
            assert_eq!(revision, 1);
        }
        assert_eq!(store.list().unwrap().len(), worlds.len());
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
    });
}

#[test]
fn an_expedition_is_kept_with_its_sector() {
    let made = generate::sector(&Blueprint::default(), Seed::new(8)).unwrap();
    let carved = generate::carve(made).unwrap().carved;
    let mut expedition = Expedition::new(carved, Character::default()).unwrap();
    let hurt = Character {
        hp: 3,
        ..Character::default()
    };
    expedition.set_character(hurt);
    let text = json::write_expedition(&expedition);
    on_each(|store| {
        let document = Document {
            kind: "sector".to_owned(),
            format: deepway::world::FORMAT,
            generation: Some(deepway::sector::GENERATION),
            seed: Some("8".to_owned()),
            json: text.clone(),
        };
        let writes = [Write::World(&document, Over::Nothing)];
        store.write("expedition", &writes).unwrap();
        let (back, _) = store.load("expedition").unwrap();
        let back = json::read_expedition("expedition", &back.json).unwrap();
        assert_eq!(json::write_expedition(&back), text);
    });
}

#[test]
fn a_world_is_written_over_only_if_that_is_meant() {
    on_each(|store| {
        let (first, second) = (sector(1, 7), carved(2, 12));
        save(store, "a", &first, Over::Nothing).unwrap();
        let error = save(store, "a", &second, Over::Nothing).unwrap_err();
        assert!(matches!(error, StoreError::Taken { .. }), "{error}");
        let error = save(store, "b", &second, Over::Revision(1)).unwrap_err();
        assert!(matches!(error, StoreError::Missing { .. }), "{error}");
        assert_eq!(save(store, "a", &second, Over::Revision(1)).unwrap(), 2);
        let error = save(store, "a", &first, Over::Revision(1)).unwrap_err();
        match error {
            StoreError::Conflict {
                expected: 1,
                found: 2,
                ..
            } => {}
            other => panic!("{other}"),
        }
        assert_eq!(text(&load(store, "a").unwrap().0), text(&second));
        assert_eq!(save(store, "a", &first, Over::Anything).unwrap(), 3);
        assert_eq!(text(&load(store, "a").unwrap().0), text(&first));
        // A world may become one of another kind.
        let maze = World::from(maze(&MazePlan::default(), Seed::new(3)).unwrap());
        assert_eq!(save(store, "a", &maze, Over::Anything).unwrap(), 4);
        assert_eq!(text(&load(store, "a").unwrap().0), text(&maze));
    });
}

#[test]
fn worlds_are_renamed_and_deleted() {
    on_each(|store| {
        save(store, "a", &sector(1, 7), Over::Nothing).unwrap();
        save(store, "b", &sector(2, 7), Over::Nothing).unwrap();
        let error = store.rename("a", "b").unwrap_err();
        assert!(matches!(error, StoreError::Taken { .. }), "{error}");
        let error = store.rename("c", "d").unwrap_err();
        assert!(matches!(error, StoreError::Missing { .. }), "{error}");
        store.rename("a", "c").unwrap();
        store.rename("c", "c").unwrap();
        let names: Vec<String> = store
            .list()
            .unwrap()
            .into_iter()
            .map(|kept| kept.name)
            .collect();
        assert_eq!(names, ["b", "c"]);
        store.delete("b").unwrap();
        assert!(matches!(store.delete("b"), Err(StoreError::Missing { .. })));
        assert!(matches!(store.load("b"), Err(StoreError::Missing { .. })));
        assert_eq!(store.info().unwrap().worlds, 1);
        assert_eq!(store.check().unwrap(), Vec::<String>::new());
    });
}

#[test]
fn names_are_data_and_nothing_else() {
    let world = sector(1, 5);
    let odd = [
        "'; DROP TABLE Worlds; --",
        "\"quoted\" 'name'",
        "a/b\\c",
        "🏰 Ünïcode $1 ?1 :name",
        &"x".repeat(200),
    ];
    on_each(|store| {
        for name in odd {
            save(store, name, &world, Over::Nothing).unwrap();
            assert_eq!(text(&load(store, name).unwrap().0), text(&world));
        }
        assert_eq!(store.list().unwrap().len(), odd.len());
        for wrong in [
            "",
            "  ",
            " a",
            "a\nb",
            "a\0b",
            &"x".repeat(201),
            &"x".repeat(10_000),
        ] {
            let error = save(store, wrong, &world, Over::Anything).unwrap_err();
            assert!(matches!(error, StoreError::Name { .. }), "{error}");
            assert!(
                error.to_string().contains("expected a name of 1 to 200"),
                "{error}"
            );
        }
    });
}

#[test]
fn two_writers_lose_no_save() {
    let folder = Folder::new();
    for location in [folder.location()].into_iter().chain(postgres()) {
        save(
            open(&location).unwrap().as_mut(),
            "a",
            &sector(1, 7),
            Over::Nothing,
        )
        .unwrap();
        let writer = |location: String| {
            std::thread::spawn(move || {
                let mut store = open(&location).unwrap();
                let (mut saved, mut refused) = (0, 0);
                while saved < 40 {
                    let (world, revision) = load(store.as_mut(), "a").unwrap();
                    match save(store.as_mut(), "a", &world, Over::Revision(revision)) {
                        Ok(_) => saved += 1,
                        Err(StoreError::Conflict { .. }) => refused += 1,
                        Err(other) => panic!("{other}"),
                    }
                }
                refused
            })
        };
        let writers = [writer(location.clone()), writer(location.clone())];
        for writer in writers {
            writer.join().unwrap();
        }
        let (_, revision) = open(&location).unwrap().load("a").unwrap();
        assert_eq!(revision, 81, "{location}");
    }
}
