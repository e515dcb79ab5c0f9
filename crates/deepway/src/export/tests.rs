//! What the writers promise, without the readers of other tools: `scripts/exchange` has those.

use super::*;
use crate::codec;
use crate::view::{PaperSize, Reader};

fn tower() -> crate::world::World {
    codec::open(
        "tower",
        b"floor:0\n#####\n#.L+#\n#####\nfloor:1\n#####\n#oL.#\n#####\n@ 3,1,1 label \"Top <1>\"\n",
    )
    .unwrap()
}

#[test]
fn every_format_writes_the_same_bytes_twice() {
    let world = tower();
    let source = Source::new(&world, "The Tower!").unwrap();
    for format in Format::all() {
        if matches!(format, Format::MovingAi) {
            continue;
        }
        let first = export(&source, format).unwrap();
        assert_eq!(first, export(&source, format).unwrap(), "{}", format.name());
        assert_eq!(
            first.files.len() > 1,
            format.info().is_folder,
            "{}",
            format.name()
        );
        for file in &first.files {
            assert!(
                !file.bytes.is_empty() && !file.name.contains(".."),
                "{}",
                file.name
            );
        }
    }
}

fn sector(seed: u64, rooms: u32) -> crate::world::World {
    let blueprint = crate::sector::Blueprint {
        target_rooms: rooms,
        trend: crate::sector::Trend::Mixed,
        ..crate::sector::Blueprint::default()
    };
    let seed = crate::seed::Seed::new(seed);
    crate::sector::generate(&blueprint, seed).unwrap().into()
}

/// Every link has one region, on both of its levels, whose band reaches the floors from which it
/// leads; and floors are open exactly at holes, shafts and open air.
#[test]
fn foundry_scenes_have_the_links_and_openings_of_their_worlds() {
    let gravity = "floor:0\n.....\n.....\nfloor:1\n.oO.L\n.^...\nfloor:2\n..O.L\n.. ..\n";
    let gravity = codec::open("map", gravity.as_bytes()).unwrap();
    let mut one_way = 0;
    for world in [tower(), gravity, sector(8, 14), sector(50, 9)] {
        let cells = world.cells().unwrap();
        let source = Source::new(&world, "test").unwrap();
        for units in [Units::Metres, Units::Feet] {
            let files = foundry(&source, units).unwrap().files;
            let scene = files.iter().find(|file| file.name == "scene.json").unwrap();
            let scene: serde_json::Value = serde_json::from_slice(&scene.bytes).unwrap();
            let list = |name: &str| scene[name].as_array().unwrap().iter();
            let levels: Vec<_> = list("levels").collect();
            let bottom = |z: i32| levels[z as usize]["elevation"]["bottom"].as_i64().unwrap();
            let does =
                |region: &serde_json::Value, what: &str| region["behaviors"][0]["type"] == what;
            for link in world.links(&world.rules()).unwrap() {
                let ends = [link.low.z, link.high.z].map(|z| levels[z as usize]["_id"].clone());
                let found: Vec<_> = list("regions")
                    .filter(|region| does(region, "changeLevel"))
                    .filter(|region| region["levels"].as_array().unwrap()[..] == ends)
                    .filter(|region| region["flags"]["deepway"]["kind"] == link.kind.name())
                    .filter(|region| {
                        let mut shapes = region["shapes"].as_array().unwrap().iter();
                        shapes.any(|shape| {
                            shape["x"] == link.high.x * 100 && shape["y"] == link.high.y * 100
                        })
                    })
                    .collect();
                assert_eq!(found.len(), 1, "{link:?}");
                let band = &found[0]["elevation"];
                let [from, to] = ["bottom", "top"].map(|end| band[end].as_i64().unwrap());
                let reach = [link.low.z, link.high.z].map(|z| (from..to).contains(&bottom(z)));
                assert_eq!(reach, [link.up, link.down], "{link:?}");
                one_way += u32::from(link.up != link.down);
            }
            let floors: Vec<_> = list("regions")
                .filter(|region| does(region, "defineSurface"))
                .collect();
            assert_eq!(floors.len(), levels.len());
            for (z, floor) in (0..).zip(floors) {
                let covered = |x: i64, y: i64, hole: bool| {
                    let mut shapes = floor["shapes"].as_array().unwrap().iter();
                    shapes.any(|shape| {
                        let side = |at: &str| shape[at].as_i64().unwrap() / 100;
                        let across = (side("x")..side("x") + side("width")).contains(&x);
                        let down = (side("y")..side("y") + side("height")).contains(&y);
                        shape["hole"] == hole && across && down
                    })
                };
                for y in 0..cells.size().height() {
                    for (x, cell) in (0..).zip(cells.row(y, z)) {
                        assert!(covered(x, y.into(), false));
                        let is_open = covered(x, y.into(), true);
                        // Air outside of walls is not open: nobody gets there.
                        let opening =
                            matches!(cell, crate::cell::Cell::Hole | crate::cell::Cell::Shaft);
                        let may_be = opening || cell == crate::cell::Cell::Air;
                        let must_be = opening && z > 0;
                        assert!(is_open || !must_be, "{cell:?} at {x},{y},{z}");
                        assert!(!is_open || (may_be && z > 0), "{cell:?} at {x},{y},{z}");
                    }
                }
            }
        }
    }
    assert!(one_way > 2, "only {one_way} one-way links");
}

#[test]
fn a_book_of_sixty_rooms_is_small() {
    let world = sector(13, 60);
    let source = Source::new(&world, "test").unwrap();
    for paper in [PaperSize::A4, PaperSize::Letter] {
        let book = source.book(Reader::Keeper, paper).unwrap();
        assert!(book.len() < 5 << 20, "{} bytes", book.len());
    }
}
