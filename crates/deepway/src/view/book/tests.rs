//! Every room is keyed once on a map and once in the text, and players see nothing hidden.

use super::*;
use crate::sector::{self, Blueprint, Trend};
use crate::seed::Seed;
use crate::view::is_secret_way;
use crate::view::scene::Item;

fn world(seed: u64, rooms: u32) -> World {
    let blueprint = Blueprint {
        target_rooms: rooms,
        trend: Trend::Mixed,
        ..Blueprint::default()
    };
    sector::generate(&blueprint, Seed::new(seed))
        .unwrap()
        .into()
}

fn made(world: &World, reader: Reader, paper: PaperSize) -> Book {
    let links = world.links(&world.rules()).unwrap();
    {
        let names = BookNames {
            title: "test".to_owned(),
            levels: Vec::new(),
        };
        book(world, &links, &names, reader, paper).unwrap()
    }
}

/// The texts of a page: those set on it, and those of its drawings.
fn texts(sheet: &Sheet) -> [Vec<String>; 2] {
    let [mut own, mut drawn] = [Vec::new(), Vec::new()];
    for item in &sheet.drawn {
        match item {
            Drawn::Text { text, .. } => own.push(text.clone()),
            Drawn::Picture { scene, .. } => {
                for item in &scene.items {
                    if let Item::Label { text, .. } = item {
                        drawn.push(text.clone());
                    }
                }
            }
            _ => {}
        }
    }
    [own, drawn]
}

#[test]
fn every_room_is_keyed_once_on_a_map_and_once_in_the_text() {
    for (seed, rooms) in [(8, 14), (50, 7), (3, 30), (13, 60)] {
        let world = world(seed, rooms);
        for paper in [PaperSize::A4, PaperSize::Letter] {
            let book = made(&world, Reader::Keeper, paper);
            let Body::Sector(rooms) = world.body() else {
                panic!("a sector");
            };
            let start = |level: &str| {
                let begins = book.headings.iter();
                let mut begins =
                    begins.filter(|(depth, text, _)| *depth == 1 && text.starts_with(level));
                begins.next().map_or(0, |(.., sheet)| *sheet)
            };
            let (maps, texts_from, end) = (start("Map"), start("Rooms"), start("Connections"));
            for room in rooms.sector().rooms() {
                let id = room.id.to_string();
                let is_key = |text: &String| {
                    *text == id || *text == format!("{id} START") || *text == format!("{id} BOSS")
                };
                let on_maps = book.sheets[maps..texts_from].iter();
                let keyed: usize = on_maps
                    .map(|sheet| texts(sheet)[1].iter().filter(|text| is_key(text)).count())
                    .sum();
                assert_eq!(keyed, 1, "{id} of seed {seed} on maps");
                let in_text = book.sheets[texts_from..end.max(texts_from + 1)].iter();
                let keyed: usize = in_text
                    .map(|sheet| texts(sheet)[0].iter().filter(|text| **text == id).count())
                    .sum();
                assert_eq!(keyed, 1, "{id} of seed {seed} in the text");
            }
        }
    }
}

#[test]
fn everything_is_on_the_paper() {
    let world = world(8, 20);
    for paper in [PaperSize::A4, PaperSize::Letter] {
        let [width, height] = paper.size();
        for (number, sheet) in made(&world, Reader::Keeper, paper)
            .sheets
            .iter()
            .enumerate()
        {
            for item in &sheet.drawn {
                match item {
                    Drawn::Text {
                        at,
                        font,
                        size,
                        text,
                        ..
                    } => {
                        let right = at[0] + font.width(text.trim_end(), *size);
                        assert!(
                            at[0] >= 0.0 && right <= width - 20.0,
                            "page {number}: {text:?} ends at {right}"
                        );
                        assert!(
                            (10.0..height - 10.0).contains(&at[1]),
                            "page {number}: {text:?}"
                        );
                    }
                    Drawn::Picture { at, scale, scene } => {
                        assert!(
                            at[0] + scene.width * scale <= width
                                && at[1] + scene.height * scale <= height - 30.0
                        );
                    }
                    Drawn::Fill { .. } | Drawn::Line { .. } => {}
                }
            }
        }
    }
}

#[test]
fn players_learn_nothing_hidden() {
    let mut hidden = 0;
    for seed in 0..30 {
        let world = world(seed, 14);
        let Body::Sector(rooms) = world.body() else {
            panic!("a sector");
        };
        let sector = rooms.sector();
        let book = made(&world, Reader::Player, PaperSize::A4);
        let all: Vec<String> = book
            .sheets
            .iter()
            .flat_map(|sheet| texts(sheet).concat())
            .collect();
        let all = all.join("\n");
        for trap in sector.rooms().iter().flat_map(|room| &room.contents) {
            if trap.kind == crate::thing::ThingKind::Trap {
                assert!(!all.contains(&trap.name), "{} of seed {seed}", trap.name);
            }
        }
        assert!(!all.contains("secret"), "seed {seed}");
        // Rooms behind secret doors, found here by following all other passages.
        let mut known = vec![false; sector.rooms().len()];
        known[0] = true;
        for _ in 0..known.len() {
            let exits = sector
                .exits()
                .filter(|exit| !exit.is_secret)
                .map(|exit| [exit.from, exit.to]);
            let ways = sector
                .connections()
                .map(|way| way.ends())
                .filter(|ends| !is_secret_way(sector, *ends));
            for [a, b] in exits.chain(ways) {
                let either = known[a.index()] || known[b.index()];
                (known[a.index()], known[b.index()]) = (either, either);
            }
        }
        for room in sector.rooms().iter().filter(|room| !known[room.id.index()]) {
            assert!(!all.contains(&room.name), "{} of seed {seed}", room.name);
            hidden += 1;
        }
    }
    assert!(hidden > 5, "only {hidden} hidden rooms");
}

/// Only the secret door leads to the stair down.
#[test]
fn players_do_not_learn_of_a_level_that_is_hidden() {
    let map = b"floor:0\n######\n#..X.#\n######\nfloor:1\n######\n#.SX.#\n######\nfloor:2\n######\n##.###\n######\n@ 1,1,1 spawn \"\"\n";
    let map = crate::codec::open("map", map).unwrap();
    for (reader, expected) in [
        (Reader::Keeper, vec!["0", "1", "2"]),
        (Reader::Player, vec!["1", "2"]),
    ] {
        let book = made(&map, reader, PaperSize::A4);
        let cover = texts(&book.sheets[0]).concat();
        let names = cover.iter().filter(|text| text.parse::<u32>().is_ok());
        let mut names: Vec<&str> = names.map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, expected);
        let all = book.sheets.iter().flat_map(|sheet| texts(sheet).concat());
        let mut all = all.filter(|text| text.contains("level 0"));
        assert_eq!(all.next().is_some(), reader == Reader::Keeper);
    }
}

#[test]
fn maps_and_mazes_have_books() {
    let map = crate::codec::open("map", b"floor:0\n#####\n#.LS#\n#####\nfloor:1\n..L..\n.....\n@ 1,0,1 trap \"pit of doom\" hidden=yes\n").unwrap();
    for reader in [Reader::Keeper, Reader::Player] {
        let book = made(&map, reader, PaperSize::A4);
        let all: Vec<String> = book
            .sheets
            .iter()
            .flat_map(|sheet| texts(sheet).concat())
            .collect();
        let tells = all
            .iter()
            .any(|text| text.contains("pit of doom") || text.contains("secret"));
        assert_eq!(tells, reader == Reader::Keeper);
        // A cover, the contents, a page for each level, and what is there; of that the player
        // knows nothing.
        let pages = match reader {
            Reader::Keeper => 5,
            Reader::Player => 4,
        };
        assert_eq!(book.pages(), pages);
    }
    let maze = crate::maze::generate(&crate::maze::MazePlan::default(), Seed::new(7)).unwrap();
    let book = made(&World::from(maze), Reader::Keeper, PaperSize::Letter);
    let all: Vec<String> = book
        .sheets
        .iter()
        .flat_map(|sheet| texts(sheet).concat())
        .collect();
    for level in 1..=5 {
        let title = format!("Map: level {level}");
        assert!(all.contains(&title), "{title}");
    }
    assert!(book.pages() >= 7, "{}", book.pages());
}
