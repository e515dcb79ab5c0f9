use super::*;
use crate::maze::{self, MazePlan};
use crate::sector::{Blueprint, carve, generate};
use crate::seed::Seed;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::world::{Kind, World};
use crate::{Cell, Draft, Material, Size};
use proptest::prelude::*;

fn written(world: &World, format: Format) -> String {
    let mut text = String::new();
    write(world, format, &mut text).unwrap();
    text
}

#[test]
fn every_kind_of_world_comes_back_from_json() {
    let sector = generate(&Blueprint::default(), Seed::new(7)).unwrap();
    let worlds = [
        World::from(crate::text::read("map", b"floor:0\n.X\nfloor:1\n.X\n").unwrap()),
        World::from(sector.clone()),
        World::from(carve(sector).unwrap()),
        World::from(maze::generate(&MazePlan::default(), Seed::new(7)).unwrap()),
    ];
    for world in worlds {
        let text = written(&world, Format::Json);
        let again = open("world", text.as_bytes()).unwrap();
        assert_eq!(again.header(), world.header());
        assert!(again.cells().unwrap() == world.cells().unwrap());
        assert_eq!(written(&again, Format::Json), text);
    }
}

#[test]
fn what_a_file_is_does_not_depend_on_its_pieces() {
    let maze = World::from(maze::generate(&MazePlan::default(), Seed::new(1)).unwrap());
    let json = written(&maze, Format::Json);
    for (text, kind) in [
        (format!("\u{FEFF} \n\t{json}"), Kind::Maze),
        ("\n\nfloor:0\n..\n".to_owned(), Kind::Map),
        ("\u{FEFF}floor:0\n..\n".to_owned(), Kind::Map),
    ] {
        for size in [1, 2, 3, 1000, text.len()] {
            let mut reader = Reader::new("world");
            for piece in text.as_bytes().chunks(size) {
                reader.feed(piece).unwrap();
            }
            assert_eq!(reader.finish().unwrap().kind(), kind, "{size}");
        }
    }
}

#[test]
fn what_is_no_world_is_refused_with_what_would_be_right() {
    for (bytes, said) in [
        (&b""[..], "w:1:1: the file is empty"),
        (b"{}", "w: no \"kind\": expected \"kind\":\"map\", "),
        (
            b"{\"kind\":\"castle\"}",
            "w: kind: \"castle\": expected map, sector, maze or strata",
        ),
        (b"{\"kind\":\"map\",\"levels\":[]}", "w: levels: "),
        (
            b"{\"kind\":\"map\",\"levels\":[{\"level\":-1,\"rows\":[\".\"]}]}",
            "w: levels[0].level: -1: expected 0 to 255",
        ),
        (
            b"{\"kind\":\"map\",\"levels\":[{\"level\":0,\"rows\":[\"?\"]}]}",
            "w: levels[0].rows[0]: unknown glyph '?'",
        ),
        (
            b"{\"kind\":\"map\",\"format\":9,\"levels\":[]}",
            "w: format: 9: expected 1 to 2",
        ),
        (b"{\"kind\":\n\"\xFF\"}", "w:2: expected text"),
    ] {
        let error = open("w", bytes).unwrap_err().to_string();
        assert!(error.starts_with(said), "{error}");
    }
}

proptest! {
    #[test]
    fn a_map_with_materials_and_things_comes_back_from_json(
        cells in proptest::collection::vec(any::<prop::sample::Index>(), 24),
        painted in proptest::collection::vec((0..4i32, 0..3i32, 0..2i32, any::<prop::sample::Index>()), 0..12),
        things in proptest::collection::vec((0..4i32, 0..3i32, 0..2i32, "\\PC{1,8}", "\\PC{0,20}"), 0..6),
    ) {
        let mut draft = Draft::new(Size::new(4, 3, 2).unwrap());
        let kinds: Vec<Cell> = Cell::all().collect();
        for (number, cell) in (0..).zip(&cells) {
            let pos = Pos::new(number % 4, number / 4 % 3, number / 12);
            draft.set(pos, kinds[cell.index(kinds.len())]).unwrap();
        }
        let materials: Vec<Material> = Material::all().collect();
        for &(x, y, z, material) in &painted {
            // A material that the cell cannot have is refused and left out.
            let _ = draft.set_material(Pos::new(x, y, z), materials[material.index(materials.len())]);
        }
        for (x, y, z, kind, name) in &things {
            let kind = ThingKind::from(kind.as_str());
            let _ = draft.add_thing(Thing::new(Pos::new(*x, *y, *z), kind, name.as_str()).with("k", "v\n"));
        }
        let world = World::from(draft.finish());
        let json = written(&world, Format::Json);
        let again = open("map", json.as_bytes()).unwrap();
        prop_assert!(again.cells().unwrap() == world.cells().unwrap());
        let text = written(&world, Format::Text);
        let again = open("map", text.as_bytes()).unwrap();
        prop_assert!(again.cells().unwrap() == world.cells().unwrap());
    }
}

#[test]
fn an_open_world_is_read_back_by_its_seed() {
    let world = World::from(crate::strata::Strata::new(Seed::new(7)));
    let mut json = String::new();
    write(&world, Format::Json, &mut json).unwrap();
    let read = open("world", json.as_bytes()).unwrap();
    assert_eq!(read.header(), world.header());
    let other = json.replace("\"generation\":2", "\"generation\":9");
    let error = open("world", other.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "world: generation: 9: expected 2");
    assert!(write(&world, Format::Text, &mut json).is_err());
}

#[test]
fn a_key_of_several_lines_is_quoted_on_one() {
    for text in [
        "{\"kind\":\"strata\",\"a\\nb\":1}",
        "{\"rooms\\n\":3,\"edges\":[]}",
        "{\"kind\":\"maze\",\"a\\u202Eb\":1}",
    ] {
        let graph = crate::json::read_graph("w", text).unwrap_err().to_string();
        let world = open("w", text.as_bytes()).unwrap_err().to_string();
        for said in [graph, world] {
            let is_plain = |letter: char| !letter.is_control() && letter != '\u{202E}';
            assert!(said.chars().all(is_plain), "{said:?}");
        }
    }
}
