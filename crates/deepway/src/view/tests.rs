//! Pictures: everything is drawn, inside the frame, and other programs read it.

use super::*;
use crate::cell::{Cell, LinkKind};
use crate::link::{self, Link};
use crate::material::Material;
use crate::rules::MoveRules;
use crate::space::{Biome, Pos};
use crate::text;
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size, Volume};
use proptest::prelude::*;

const TOWER: &str = "
floor:0
#######
#..X..#
#.L.o.#
#######
floor:1
#######
#..X.O#
#.L.%.#
#######
floor:2
 #####
 #..O#
 #~+=#
";

fn tower() -> (Volume, Vec<Link>) {
    let volume = text::read("tower", TOWER.as_bytes()).unwrap();
    let links = link::scan(&volume, &MoveRules::default());
    (volume, links)
}

fn options() -> PictureOptions {
    PictureOptions {
        title: "a <tower> & more".to_owned(),
        ground: Some(1),
        route: vec![Pos::new(1, 1, 0), Pos::new(3, 1, 0), Pos::new(3, 1, 1)],
        biomes: vec![Some(Biome::Muspelheim), None],
        ..PictureOptions::default()
    }
}

/// All pictures of a volume.
fn scenes(volume: &Volume, links: &[Link], options: &PictureOptions) -> Vec<Scene> {
    let size = volume.size();
    let mut scenes = vec![stack(volume, links, options).unwrap()];
    scenes.extend((0..size.levels()).map(|z| plan(volume, links, z, options).unwrap()));
    scenes.push(side(volume, links, Slice::X(size.width() / 2), options).unwrap());
    scenes.push(side(volume, links, Slice::Y(size.height() / 2), options).unwrap());
    scenes
}

fn points(scene: &Scene) -> impl Iterator<Item = Point> + '_ {
    scene.items.iter().flat_map(|item| match item {
        Item::Shape {
            polygons: lines, ..
        }
        | Item::Lines { lines, .. } => lines.concat(),
        Item::Label { at, .. } => vec![*at],
        Item::Begin(group) => group.area.clone(),
        Item::End => Vec::new(),
    })
}

fn labels(scene: &Scene) -> Vec<&str> {
    let mut labels = Vec::new();
    for item in &scene.items {
        if let Item::Label { text, .. } = item {
            labels.push(text.as_str());
        }
    }
    labels
}

#[test]
fn a_stack_names_its_levels_and_counts_its_links() {
    let (volume, links) = tower();
    let scene = stack(&volume, &links, &options()).unwrap();
    let labels = labels(&scene);
    for expected in [
        "a <tower> & more",
        "0",
        "1",
        "2",
        "Upper Roots",
        "Ground Level",
        "Lower Trunk",
        "ladder 1",
        "stairs 1",
        "shaft 2",
    ] {
        assert!(labels.contains(&expected), "{expected} in {labels:?}");
    }
    assert!(!labels.iter().any(|label| label.starts_with("ramp")));
}

#[test]
fn every_link_is_a_line_of_its_colour() {
    let (volume, links) = tower();
    let scene = stack(&volume, &links, &PictureOptions::default()).unwrap();
    for link in &links {
        let colour = palette::link(link.kind);
        let drawn = scene.items.iter().filter(|item| {
            matches!(item, Item::Lines { lines, colour: c, .. } if *c == colour && lines[0].len() == 2)
        });
        // Itself, and the line in the key.
        assert!(drawn.count() >= 2, "{link:?}");
    }
}

#[test]
fn one_way_links_carry_an_arrow() {
    let arrows = |map: &str| {
        let volume = text::read("map", map.as_bytes()).unwrap();
        let links = link::scan(&volume, &MoveRules::default());
        let scene = stack(&volume, &links, &PictureOptions::default()).unwrap();
        let triangle = |item: &&Item| {
            matches!(item, Item::Shape { polygons, fill } if polygons[0].len() == 3
                && polygons.len() == 1 && *fill == palette::link(LinkKind::Stairs))
        };
        scene
            .items
            .iter()
            .filter(triangle)
            .cloned()
            .collect::<Vec<_>>()
    };
    let tip_up = |item: &Item| match item {
        Item::Shape { polygons, .. } => polygons[0][0].y < polygons[0][1].y,
        _ => false,
    };
    // The signs on the two cells are triangles too, but each colour is one item.
    let up = arrows("floor:0\nX<.\nfloor:1\nX>.\n");
    assert!(up.iter().any(tip_up), "{up:?}");
    let both = arrows("floor:0\nXX.\nfloor:1\nXX.\n");
    assert_eq!(both, []);
}

#[test]
fn stairs_without_a_partner_are_grey() {
    let volume = text::read("map", b"floor:0\n.X.\n").unwrap();
    let scene = plan(&volume, &[], 0, &PictureOptions::default()).unwrap();
    let stairs = palette::link(LinkKind::Stairs);
    assert!(
        !scene
            .items
            .iter()
            .any(|item| matches!(item, Item::Shape { fill, .. } if *fill == stairs))
    );
}

#[test]
fn svg_is_read_by_another_library() {
    let (volume, links) = tower();
    for scene in scenes(&volume, &links, &options()) {
        let text = svg(&scene);
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        let elements = root.descendants().filter(roxmltree::Node::is_element);
        let elements = elements.filter(|node| node.tag_name().name() != "title");
        let items = scene.items.iter().filter(|item| **item != Item::End);
        // The drawing itself, and what is behind everything.
        assert_eq!(elements.count(), items.count() + 2);
        let title = document
            .descendants()
            .find(|node| node.has_tag_name("text") || node.tag_name().name() == "text");
        assert!(title.is_some());
    }
}

#[test]
fn labels_survive_whatever_a_file_is_called() {
    let volume = text::read("map", b"floor:0\n.\n").unwrap();
    for title in ["<&>\"'", "a\nb\u{1}\u{FFFF}", "名前", &"x".repeat(500)] {
        let options = PictureOptions {
            title: title.to_owned(),
            ..PictureOptions::default()
        };
        for scene in scenes(&volume, &[], &options) {
            let text = svg(&scene);
            let document = roxmltree::Document::parse(&text).unwrap();
            let texts: Vec<&str> = document
                .descendants()
                .filter_map(|node| node.text())
                .collect();
            assert!(
                texts
                    .iter()
                    .any(|text| text.starts_with(title.chars().next().unwrap()))
            );
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn png_is_read_back_and_shows_the_cells() {
    let (volume, links) = tower();
    let scene = plan(&volume, &links, 0, &PictureOptions::default()).unwrap();
    for scale in [1.0, 2.0] {
        let file = png(&scene, scale).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&file))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(info.width, (scene.width * scale).ceil() as u32);
        assert_eq!(info.height, (scene.height * scale).ceil() as u32);
        assert_eq!(pixels[..3], [0x0F, 0x11, 0x1A]);
    }
    for scene in scenes(&volume, &links, &options()) {
        assert!(png(&scene, 1.0).is_ok());
    }
}

#[cfg(feature = "png")]
#[test]
fn a_picture_that_is_too_large_is_refused() {
    let volume = Volume::new(Size::new(1, 1, 1).unwrap());
    let scene = plan(&volume, &[], 0, &PictureOptions::default()).unwrap();
    let error = png(&scene, 1000.0).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("expected at most 120000000 in all"),
        "{error}"
    );
    assert!(png(&scene, f32::NAN).is_err());
}

#[test]
fn more_than_a_picture_can_show_is_refused() {
    let options = PictureOptions::default();
    let mut draft = Draft::new(Size::new(1200, 1200, 2).unwrap());
    for y in 0..1200 {
        for x in (y % 2..1200).step_by(2) {
            draft.set(Pos::new(x, y, 0), Cell::Floor).unwrap();
        }
    }
    let board = draft.finish();
    let error = plan(&board, &[], 0, &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "too much for one picture: 1440000 shapes: expected at most 1000000"
    );
    assert!(stack(&board, &[], &options).is_err());
    assert!(plan(&board, &[], 1, &options).is_ok());

    let mut draft = Draft::new(Size::new(150, 150, 2).unwrap());
    draft.fill(Pos::new(0, 0, 0), Pos::new(149, 149, 1), Cell::Elevator);
    let lifts = draft.finish();
    let links = link::scan(&lifts, &MoveRules::default());
    assert_eq!(stack(&lifts, &links, &options).unwrap_err().what, "links");
    assert_eq!(plan(&lifts, &links, 0, &options).unwrap_err().what, "links");
    assert!(side(&lifts, &links, Slice::X(3), &options).is_ok());

    let mut crowd = Volume::new(Size::new(1, 1, 1).unwrap());
    for _ in 0..20_001 {
        crowd
            .add_thing(Thing::new(Pos::default(), ThingKind::Item, ""))
            .unwrap();
    }
    assert_eq!(plan(&crowd, &[], 0, &options).unwrap_err().what, "things");

    let large = Volume::new(Size::new(4096, 4096, 5).unwrap());
    assert_eq!(stack(&large, &[], &options).unwrap_err().what, "cells");
}

#[test]
fn a_large_level_is_drawn_small() {
    let volume = Volume::new(Size::new(4096, 10, 1).unwrap());
    let scene = plan(&volume, &[], 0, &PictureOptions::default()).unwrap();
    assert!(scene.width < 4300.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn everything_is_drawn_inside_the_frame(
        width in 1..40u32, height in 1..40u32, levels in 1..5u32,
        painted in proptest::collection::vec((0..40i32, 0..40i32, 0..5i32, 1..160u32), 0..40),
        names in proptest::collection::vec(any::<String>(), 0..4),
        glyphs in proptest::collection::vec(proptest::sample::select(
            "  ###...+~=%L<>XOoE^v{}".chars().collect::<Vec<_>>()), 97),
    ) {
        let mut draft = Draft::new(Size::new(width, height, levels).unwrap());
        let mut glyphs = glyphs.iter().cycle();
        for z in 0..levels as i32 { for y in 0..height as i32 { for x in 0..width as i32 {
            let cell = glyphs.next().and_then(|&glyph| Cell::from_glyph(glyph)).unwrap();
            draft.set(Pos::new(x, y, z), cell).unwrap();
        }}}
        for (x, y, z, number) in painted {
            let name = Material::all().nth(number as usize).and_then(Material::info).map_or("own", |info| info.name);
            let material = draft.name_material(name).unwrap();
            let _ = draft.set_material(Pos::new(x, y, z), material);
            for name in &names {
                let kind = ThingKind::known().nth(number as usize % 12);
                let kind = kind.unwrap_or(ThingKind::Other("odd".to_owned()));
                let _ = draft.add_thing(Thing::new(Pos::new(x, y, z), kind, name.as_str()));
            }
        }
        let volume = draft.finish();
        let links = link::scan(&volume, &MoveRules::default());
        for scene in scenes(&volume, &links, &PictureOptions::default()) {
            for Point { x, y } in points(&scene) {
                prop_assert!((0.0..=scene.width).contains(&x), "x {x} of {}", scene.width);
                prop_assert!((0.0..=scene.height).contains(&y), "y {y} of {}", scene.height);
            }
        }
    }
}

/// The colours of all shapes of a scene.
fn fills(scene: &Scene) -> Vec<Colour> {
    let fills = scene.items.iter().filter_map(|item| match item {
        Item::Shape { fill, .. } => Some(*fill),
        _ => None,
    });
    fills.collect()
}

#[test]
fn lava_is_lava_in_every_picture_and_in_the_terminal() {
    let map = "floor:0\n#####\n#.==.\n#.==.\n#####\nkey a lava\nkey b crust\nkey c goo\npaint:0\ncccc\n.baab\n.baab\n";
    let volume = text::read("map", map.as_bytes()).unwrap();
    let of = |name: &str| {
        let material = volume.find_material(name).unwrap();
        palette::material(material).unwrap()
    };
    // Whatever the level's own colours.
    for biome in [None, Some(Biome::Niflheim), Some(Biome::Muspelheim)] {
        let options = PictureOptions {
            biomes: vec![biome],
            ..PictureOptions::default()
        };
        let scenes = scenes(&volume, &[], &options);
        for (number, scene) in scenes.iter().enumerate() {
            let (fills, labels) = (fills(scene), labels(scene));
            // The slice from north to south has no crust.
            let names: &[&str] = if number == 2 {
                &["lava"]
            } else {
                &["lava", "crust"]
            };
            for name in names {
                assert!(fills.contains(&of(name)), "{name}");
                assert!(labels.contains(name), "{labels:?}");
            }
            assert!(!fills.contains(&of("water")));
        }
        let grey = of("goo").towards(palette::DARK, 120);
        assert!(scenes[..2].iter().all(|scene| fills(scene).contains(&grey)));
        let block = biome_level(&volume, 0, "", biome, Ink::Coloured);
        let slice = ProfileOptions {
            ground: Some(0),
            ink: Ink::Coloured,
        };
        let slice = profile(&volume, &[], Slice::Y(1), slice);
        let lava = format!("\x1b[38;5;{}m==", palette::nearest(of("lava")));
        for block in [block, slice] {
            assert!(block.lines().any(|line| line.contains(&lava)), "{block:?}");
        }
    }
}

#[test]
fn walls_beside_liquid_are_drawn() {
    let volume = text::read("map", b"#####\n#===#\n#####\n").unwrap();
    let scene = plan(&volume, &[], 0, &PictureOptions::default()).unwrap();
    let wall = palette::stone(0, 1, &[]).wall_top;
    assert!(fills(&scene).contains(&wall));
}

#[test]
fn labels_are_words_and_other_things_signs() {
    let map = ".....\n@ 1,0,0 label \"Guard\\nroom\" colour=#12ab34\n@ 2,0,0 spawn\n@ 3,0,0 tag hidden\n@ 4,0,0 odd name\n";
    let volume = text::read("map", map.as_bytes()).unwrap();
    for scene in scenes(&volume, &[], &PictureOptions::default()) {
        let all = labels(&scene);
        if all.iter().any(|label| label.starts_with("x = ")) {
            continue;
        }
        assert!(all.contains(&"Guard room"), "{all:?}");
        assert!(
            all.contains(&"spawn 1") && all.contains(&"odd 1"),
            "{all:?}"
        );
        assert!(
            !all.iter()
                .any(|label| label.contains("hidden") || label.contains("tag"))
        );
        let own = |item: &Item| matches!(item, Item::Label { colour, .. } if *colour == Colour::rgb(0x12_AB_34));
        assert!(scene.items.iter().any(own));
        assert!(fills(&scene).contains(&things::kind_colour(&ThingKind::Spawn)));
    }
    let block = level(&volume, 0, "", Ink::Plain);
    assert_eq!(block.lines().last(), Some("0 .n@.?"));
}

#[test]
fn letters_of_things_are_no_glyphs() {
    for kind in ThingKind::known().chain([ThingKind::Other("odd".to_owned())]) {
        let letter = things::letter(&kind);
        assert!(
            letter.is_none_or(|letter| Cell::from_glyph(letter).is_none()),
            "{kind}"
        );
        assert_eq!(letter.is_none(), kind == ThingKind::Tag);
    }
}

#[test]
fn doors_and_secret_doors_are_seen_from_the_side() {
    let volume = text::read("doors", b"floor:0\n#.+.S.#\n").unwrap();
    let slice = "y=0".parse().unwrap();
    let picture = svg(&side(&volume, &[], slice, &PictureOptions::default()).unwrap());
    assert!(
        picture.contains("#a86b3c") && picture.contains("#b07cd6"),
        "{picture}"
    );
}

#[test]
fn known_stairs_are_yellow_on_magenta() {
    let map = "floor:0\n.X.O.E\nfloor:1\n.X.O.E\n@ 5,0,0 platform\n";
    let volume = text::read("map", map.as_bytes()).unwrap();
    let everywhere: Vec<Pos> = (0..6).map(|x| Pos::new(x, 0, 0)).collect();
    let options = |known: &[Pos]| PictureOptions {
        known: known.to_vec(),
        ..PictureOptions::default()
    };
    let [ink, plate] = palette::KNOWN;
    let draw = |known| fills(&plan(&volume, &[], 0, &options(known)).unwrap());
    assert!(draw(&everywhere).contains(&ink) && draw(&everywhere).contains(&plate));
    // Neither a floor, nor another level, nor where a platform is.
    let not = [Pos::new(0, 0, 0), Pos::new(1, 0, 1), Pos::new(5, 0, 0)];
    assert!(!draw(&not).contains(&plate));
    let text = |known: &[Pos], ink| {
        let block = known_level(&volume, 0, "", known, ink);
        block.lines().last().unwrap().to_owned()
    };
    assert_eq!(text(&everywhere, Ink::Plain), "0 .X.O.?");
    let coloured = text(&everywhere, Ink::Coloured);
    assert_eq!(coloured.matches("48;5;164m").count(), 2, "{coloured:?}");
    assert!(
        coloured.contains("\x1b[38;5;227;48;5;164mX\x1b[0m"),
        "{coloured:?}"
    );
    assert!(!text(&not, Ink::Coloured).contains("48;5"));
}

#[test]
fn light_pictures_are_dark_on_light() {
    let volume = text::read("map", b"floor:0\n#####\n#.~=#\n#####\n").unwrap();
    for (dark, light) in [Theme::Dark, Theme::Light]
        .map(|theme| {
            let options = PictureOptions { theme, ..options() };
            scenes(&volume, &[], &options)
        })
        .into_iter()
        .collect::<Vec<_>>()
        .chunks(2)
        .flat_map(|pair| pair[0].iter().zip(&pair[1]))
    {
        let sum = |scene: &Scene| {
            let Colour { r, g, b, .. } = scene.background;
            u32::from(r) + u32::from(g) + u32::from(b)
        };
        assert!(sum(dark) < 120 && sum(light) > 640);
        assert_eq!(dark.items.len(), light.items.len());
        let inks = |scene: &Scene, ink: Colour| {
            let is_inked =
                |item: &&Item| matches!(item, Item::Label { colour, .. } if *colour == ink);
            scene.items.iter().filter(is_inked).count()
        };
        assert!(inks(dark, palette::INK) > 0);
        assert_eq!(inks(light, palette::INK), 0);
        assert_eq!(inks(dark, palette::INK), inks(light, Theme::Light.ink()));
    }
}
