use super::*;
use crate::link;
use crate::material::Material;
use crate::rules::MoveRules;
use crate::sector::{Blueprint, RoomGraph, Trend, build, carve, generate};
use crate::seed::Seed;
use crate::thing::{Thing, ThingKind};
use crate::view::placing::{Area, bounds, overlap};
use crate::view::scene::{Item, Scene};
use crate::view::sector::overview::charted_overview;
use crate::view::stack::charted_stack;
use crate::view::{Ink, PictureOptions, Theme, svg};
use std::collections::HashMap;

/// A carved sector with something hidden, something to meet and something to take in each room.
fn carved(seed: u64, rooms: u32) -> CarvedSector {
    let blueprint = Blueprint {
        target_rooms: rooms,
        trend: Trend::ALL[seed as usize % 3],
        biome: Biome::ALL[seed as usize % 6],
        ..Blueprint::default()
    };
    let bare = carve(generate(&blueprint, Seed::new(seed)).unwrap()).unwrap();
    let mut volume = bare.volume().clone();
    for room in bare.sector().rooms() {
        let [low, high] = bare.inside(room.id).unwrap();
        let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y)));
        let cells = cells.map(|(x, y)| Pos::new(x, y, low.z));
        let free = cells.filter(|&pos| volume.get(pos) == Cell::Floor);
        let free: Vec<Pos> = free.step_by(3).take(4).collect();
        let things = [
            Thing::new(Pos::default(), ThingKind::Creature, "cave bat"),
            Thing::new(Pos::default(), ThingKind::Creature, "cave bat"),
            Thing::new(Pos::default(), ThingKind::Trap, "falling block").with("hidden", "true"),
            Thing::new(Pos::default(), ThingKind::from("curiosity"), "odd mural"),
        ];
        for (place, thing) in free.into_iter().zip(things) {
            volume.add_thing(Thing { place, ..thing }).unwrap();
        }
    }
    let sector = bare.sector().clone();
    CarvedSector::from_cells(sector, volume).unwrap().unwrap()
}

fn links(carved: &CarvedSector) -> Vec<Link> {
    link::scan(carved.volume(), &MoveRules::default())
}

fn options(theme: Theme) -> PictureOptions {
    PictureOptions {
        theme,
        ..PictureOptions::default()
    }
}

/// All pictures of a map: each level on its page, the sheet, and the stack.
fn pictures(chart: &Chart<'_>, theme: Theme) -> Vec<Scene> {
    let links = chart.links(&links(chart.carved));
    let options = options(theme);
    let levels = chart.levels().into_iter();
    let mut scenes: Vec<Scene> = levels
        .map(|z| page(chart, &links, z, &options).unwrap())
        .collect();
    scenes.push(sheet(chart, &links, &options).unwrap());
    scenes.push(charted_stack(chart, &links, &options).unwrap());
    scenes
}

fn labels(scene: &Scene) -> Vec<&str> {
    let items = scene.items.iter();
    let labels = items.filter_map(|item| match item {
        Item::Label { text, .. } => Some(text.as_str()),
        _ => None,
    });
    labels.collect()
}

/// Plates: an area, its rim, and a word on it.
fn plates(scene: &Scene) -> Vec<(Area, &str)> {
    let windows = scene.items.windows(3);
    let plates = windows.filter_map(|items| match items {
        [
            Item::Shape { polygons, .. },
            Item::Lines { lines, .. },
            Item::Label { text, .. },
        ] if polygons.len() == 1 && lines.len() == 1 && lines[0].len() == 5 && text != "S" => {
            Some((bounds(polygons[0].iter().copied()), text.as_str()))
        }
        _ => None,
    });
    plates.collect()
}

#[test]
fn every_room_has_its_number_and_every_way_says_where_it_leads() {
    for seed in 0..200 {
        let carved = carved(seed, 5 + seed as u32 % 30);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let sector = carved.sector();
        let links = links(&carved);
        for z in chart.levels() {
            let scene = page(&chart, &links, z, &options(Theme::Dark)).unwrap();
            let plates = plates(&scene);
            let count = |wanted: &str| plates.iter().filter(|(_, text)| *text == wanted).count();
            let height = chart.height(z);
            for room in sector
                .rooms()
                .iter()
                .filter(|room| room.position.z == height)
            {
                // On the map and in the key; on the map the entry hall says that one starts there.
                let id = room.id.to_string();
                let all = count(&id) + count(&format!("{id} START"));
                assert_eq!(all, 2, "seed {seed}, {id}");
                let is_entry = room.id == RoomId::ENTRY;
                assert_eq!(count(&format!("{id} START")), usize::from(is_entry));
            }
            for connection in sector.connections() {
                let [low, high] = connection.low_and_high();
                let expected = match connection.heights() {
                    [from, _] if from == height => format!("▲ {high}"),
                    [_, to] if to == height => format!("▼ {low}"),
                    [from, to] if (from..to).contains(&height) => format!("◆ {low}–{high}"),
                    _ => continue,
                };
                let is_there = plates.iter().any(|(_, text)| {
                    let rest = text.strip_prefix(expected.as_str());
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                });
                assert!(is_there, "seed {seed}: {expected} in {plates:?}");
            }
        }
    }
}

#[test]
fn corridors_that_climb_say_where_they_lead() {
    let edges: Vec<(u32, u32)> = (0..7).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    let graph = RoomGraph::from_edges(7, &edges).unwrap();
    let carved = carve(build(&graph, &Blueprint::default(), Seed::new(1)).unwrap()).unwrap();
    let chart = Chart::new(&carved, Reader::Keeper, None);
    let climbs: Vec<&Way> = chart.ways.iter().filter(|way| way.room.is_none()).collect();
    assert!(climbs.len() >= 4, "{}", climbs.len());
    for pair in climbs.iter().filter(|way| way.arrow == Arrow::Up) {
        let is_other_end = |way: &&&Way| way.id == pair.id && way.arrow == Arrow::Down;
        assert!(climbs.iter().any(|way| is_other_end(&way)), "{}", pair.id);
    }
    for scene in pictures(&chart, Theme::Dark) {
        assert!(
            labels(&scene)
                .iter()
                .any(|text| text.starts_with('▲') || text.starts_with('▼'))
        );
    }
}

#[test]
fn no_plate_covers_another_or_a_door_or_a_way_or_a_thing() {
    for (seed, rooms) in (0..40)
        .map(|seed| (seed, 5 + seed as u32))
        .chain([(3, 120), (4, 200)])
    {
        let carved = carved(seed, rooms);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let links = links(&carved);
        for scene in pictures(&chart, Theme::Print) {
            let plates = plates(&scene);
            for (number, (area, text)) in plates.iter().enumerate() {
                let others = &plates[..number];
                let over = others.iter().find(|(other, _)| overlap(*area, *other));
                assert_eq!(over, None, "seed {seed}: {text}");
            }
        }
        for z in chart.levels() {
            let scene = page(&chart, &links, z, &options(Theme::Dark)).unwrap();
            let plates = plates(&scene);
            // Where cells are follows from where rooms are.
            let areas: HashMap<&str, Area> = scene
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Begin(group) if group.id.starts_with("room-") => {
                        Some((group.id.as_str(), bounds(group.area.iter().copied())))
                    }
                    _ => None,
                })
                .collect();
            let Some(room) = chart.rooms.iter().find(|room| room.z == z) else {
                continue;
            };
            let area = areas[format!("room-{}", room.id).as_str()];
            let [low, high] = room.inside;
            let cell = (area[2] - area[0]) / (high.x - low.x + 1) as f32;
            let cell_at = |pos: Pos, inset: f32| {
                let left = area[0] + (pos.x - low.x) as f32 * cell;
                let top = area[1] + (pos.y - low.y) as f32 * cell;
                [
                    left + inset,
                    top + inset,
                    left + cell - inset,
                    top + cell - inset,
                ]
            };
            let doors = chart.doors.iter().map(|door| door.place);
            let ways = chart.ways.iter().flat_map(|way| way.cells.iter().copied());
            let things = chart.cells.things().map(|(_, thing)| thing);
            let things = things.filter(|thing| thing.kind != ThingKind::Lock);
            let marks = doors.chain(ways).chain(things.map(|thing| thing.place));
            for pos in marks.filter(|pos| pos.z == z as i32) {
                let mark = cell_at(pos, cell * 0.1);
                let over = plates.iter().find(|(area, _)| overlap(*area, mark));
                assert_eq!(over, None, "seed {seed}, {pos}");
            }
        }
    }
}

/// The cells of a level, and where each of them is on its page.
fn cells_on(scene: &Scene, chart: &Chart<'_>, z: u32) -> Option<impl Fn(Pos) -> Area + use<>> {
    let room = chart.rooms.iter().find(|room| room.z == z)?;
    let id = format!("room-{}", room.id);
    let area = scene.items.iter().find_map(|item| match item {
        Item::Begin(group) if group.id == id => Some(bounds(group.area.iter().copied())),
        _ => None,
    })?;
    let [low, high] = room.inside;
    let cell = (area[2] - area[0]) / (high.x - low.x + 1) as f32;
    Some(move |pos: Pos| {
        let left = area[0] + (pos.x - low.x) as f32 * cell;
        let top = area[1] + (pos.y - low.y) as f32 * cell;
        [left, top, left + cell, top + cell]
    })
}

/// Numbers, and labels of ways in rooms, lie on empty floor. Where one does not, no row of its
/// room has free floor enough for it, beside what stands there, what leads to doors, and other
/// plates.
#[test]
fn plates_cover_empty_floor_only() {
    let mut seen = 0;
    for seed in 0..60 {
        let carved = carved(seed, 5 + seed as u32 % 24);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let links = links(&carved);
        for z in chart.levels() {
            let scene = page(&chart, &links, z, &options(Theme::Print)).unwrap();
            let Some(area_of) = cells_on(&scene, &chart, z) else {
                continue;
            };
            let plates = plates(&scene);
            let is_floor = |pos: Pos| matches!(chart.cells.get(pos), Cell::Floor | Cell::Dais);
            for room in chart.rooms.iter().filter(|room| room.z == z) {
                let [low, high] = room.inside;
                let all = || {
                    let cells =
                        (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y)));
                    cells.map(|(x, y)| Pos::new(x, y, low.z))
                };
                let [left, top, ..] = area_of(low);
                let [.., right, bottom] = area_of(high);
                let ways = chart.ways.iter().filter(|way| way.room == Some(room.id));
                let mut wanted: Vec<String> = ways.map(Way::label).collect();
                wanted.extend([room.id.to_string(), format!("{} START", room.id)]);
                let here: Vec<(Area, &str)> = plates
                    .iter()
                    .filter(|(area, text)| {
                        let is_own = wanted.iter().any(|own| own == text);
                        is_own && overlap(*area, [left, top, right, bottom])
                    })
                    .copied()
                    .collect();
                let smaller = |[left, top, right, bottom]: Area| {
                    [left + 0.2, top + 0.2, right - 0.2, bottom - 0.2]
                };
                let doors = chart.doors.iter().map(|door| door.place);
                let doors: Vec<Pos> = doors.collect();
                let is_free = |pos: Pos| {
                    let away = |other: &Pos| (other.x - pos.x).abs() + (other.y - pos.y).abs();
                    is_floor(pos)
                        && chart.cells.things_at(pos).next().is_none()
                        && doors.iter().all(|door| door.z != pos.z || away(door) > 2)
                        && plates.iter().all(|(area, _)| !overlap(*area, area_of(pos)))
                };
                for (area, text) in here {
                    seen += 1;
                    let inner = smaller(area);
                    let over = all().find(|&pos| !is_floor(pos) && overlap(inner, area_of(pos)));
                    let Some(over) = over else { continue };
                    let cell = area_of(low)[2] - area_of(low)[0];
                    let long = ((area[2] - area[0]) / cell).ceil() as i32;
                    let row = all().find(|pos| {
                        (0..long).all(|by| {
                            let pos = Pos::new(pos.x + by, pos.y, pos.z);
                            pos.x <= high.x && is_free(pos)
                        })
                    });
                    let kind = chart.cells.get(over);
                    assert_eq!(
                        row, None,
                        "seed {seed}, {}: {text} over {kind:?} at {over}",
                        room.id
                    );
                }
            }
        }
    }
    assert!(seen > 900, "{seen}");
}

#[test]
fn no_two_different_things_in_a_room_have_the_same_sign() {
    let mut numbered = 0;
    for seed in 0..60 {
        let blueprint = Blueprint {
            target_rooms: 7 + seed as u32 % 20,
            biome: Biome::ALL[seed as usize % 6],
            ..Blueprint::default()
        };
        let carved = carve(generate(&blueprint, Seed::new(seed)).unwrap()).unwrap();
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let scene = sheet(&chart, &links(&carved), &options(Theme::Print)).unwrap();
        let drawn = labels(&scene);
        for room in &chart.rooms {
            let mut signs = std::collections::HashSet::new();
            for told in &room.contents {
                let sign = told
                    .strip_prefix('(')
                    .and_then(|rest| rest.split_once(") "));
                let Some((sign, _)) = sign else { continue };
                assert!(signs.insert(sign), "seed {seed}, {}: {told}", room.id);
                assert!(drawn.contains(&sign), "seed {seed}, {}: {told}", room.id);
                numbered += usize::from(sign.len() > 1);
            }
        }
    }
    assert!(numbered > 10, "{numbered}");
}

#[test]
fn players_see_nothing_that_is_hidden() {
    let mut secrets = 0;
    for seed in 0..200 {
        let carved = carved(seed, 7 + seed as u32 % 20);
        let sector = carved.sector();
        let chart = Chart::new(&carved, Reader::Player, None);
        let hidden: Vec<&str> = sector
            .rooms()
            .iter()
            .filter(|room| !chart.rooms.iter().any(|known| known.id == room.id))
            .map(|room| room.name.as_str())
            .collect();
        secrets += hidden.len();
        let size = chart.cells.size();
        for (z, y) in (0..size.levels()).flat_map(|z| (0..size.height()).map(move |y| (z, y))) {
            assert!(
                chart.cells.row(y, z).all(|cell| cell != Cell::SecretDoor),
                "seed {seed}"
            );
        }
        let text = charted_overview(&chart, None, &[], 100, Ink::Plain);
        let pages = pictures(&chart, Theme::Light);
        let drawn: Vec<String> = pages.iter().map(svg).chain([text]).collect();
        for shown in &drawn {
            for word in ["cave bat", "falling block", "odd mural", "secret", "trap"] {
                assert!(!shown.contains(word), "seed {seed}: {word}");
            }
            for name in &hidden {
                assert!(!shown.contains(name), "seed {seed}: {name}");
            }
        }
        let keeper = Chart::new(&carved, Reader::Keeper, None);
        let text = charted_overview(&keeper, None, &[], 100, Ink::Plain);
        for word in [
            "2 × cave bat",
            "falling block (hidden)",
            "curiosity: odd mural",
        ] {
            assert!(text.contains(word), "seed {seed}: {word}\n{text}");
        }
        for name in hidden {
            assert!(text.contains(name), "seed {seed}: {name}");
        }
    }
    assert!(secrets > 40, "{secrets}");
}

#[test]
fn a_hidden_door_is_of_the_same_stone_as_its_wall() {
    for seed in 0..60 {
        let carved = carved(seed, 12);
        let chart = Chart::new(&carved, Reader::Player, None);
        for exit in carved.sector().exits().filter(|exit| exit.is_secret) {
            let at = carved.door(&exit).unwrap();
            if chart.cells.get(at) != Cell::Wall {
                continue;
            }
            let beside = [[-1, 0], [1, 0], [0, -1], [0, 1]];
            let mut beside = beside
                .map(|[x, y]| Pos::new(at.x + x, at.y + y, at.z))
                .into_iter();
            let wall = beside
                .find(|&pos| chart.cells.get(pos) == Cell::Wall)
                .unwrap();
            assert_eq!(
                chart.cells.material(at),
                chart.cells.material(wall),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn explorers_see_the_rooms_where_they_were() {
    for seed in 0..60 {
        let carved = carved(seed, 14);
        let known = [RoomId::ENTRY, RoomId::new(1)];
        let chart = Chart::new(&carved, Reader::Player, Some(&known));
        let rooms: Vec<RoomId> = chart.rooms.iter().map(|room| room.id).collect();
        assert_eq!(rooms, known);
        for room in carved
            .sector()
            .rooms()
            .iter()
            .filter(|room| !known.contains(&room.id))
        {
            let [low, high] = carved.inside(room.id).unwrap();
            for pos in [
                low,
                high,
                Pos::new((low.x + high.x) / 2, (low.y + high.y) / 2, low.z),
            ] {
                assert_eq!(chart.cells.get(pos), Cell::Air, "seed {seed}, {}", room.id);
            }
        }
        let text = charted_overview(&chart, None, &[], 100, Ink::Plain);
        assert!(text.contains("2 rooms explored"), "{text}");
        assert!(!text.contains("r2"), "seed {seed}\n{text}");
    }
}

#[test]
fn text_plans_have_every_number_on_its_own_floor_and_every_way() {
    for seed in 0..200 {
        let carved = carved(seed, 5 + seed as u32 % 40);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let text = charted_overview(&chart, None, &[], 120, Ink::Plain);
        for room in &chart.rooms {
            let numbers = text::numbers(&chart, room.z);
            let [low, high] = room.inside;
            let rows = (low.y..=high.y).map(|y| {
                let letters = (low.x..=high.x).filter_map(|x| numbers.get(&Pos::new(x, y, low.z)));
                letters.collect::<String>()
            });
            let found: Vec<String> = rows.filter(|row| !row.is_empty()).collect();
            assert_eq!(found, [room.id.to_string()], "seed {seed}");
        }
        for way in &chart.ways {
            let at = way.cells[0];
            let line = format!("{} at {},{}", way.told(), at.x, at.y);
            assert!(text.contains(&line), "seed {seed}: {line}");
        }
    }
}

#[test]
fn printed_maps_are_grey() {
    for seed in 0..12 {
        let carved = carved(seed, 9);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        for scene in pictures(&chart, Theme::Print) {
            let colours = scene.items.iter().filter_map(|item| match item {
                Item::Shape { fill, .. } => Some(*fill),
                Item::Lines { colour, .. } | Item::Label { colour, .. } => Some(*colour),
                Item::Begin(_) | Item::End => None,
            });
            for colour in colours.chain([scene.background]) {
                assert!(
                    colour.r == colour.g && colour.g == colour.b,
                    "seed {seed}: {colour:?}"
                );
            }
            assert_eq!(scene.background.r, 255);
        }
    }
}

#[test]
fn groups_name_every_level_room_and_connection_once() {
    for seed in 0..30 {
        let carved = carved(seed, 5 + seed as u32);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let (sector, scenes) = (carved.sector(), pictures(&chart, Theme::Light));
        let all = &scenes[scenes.len() - 2..];
        for (scene, is_whole) in scenes.iter().map(|scene| (scene, all.contains(scene))) {
            let text = svg(scene);
            let document = roxmltree::Document::parse(&text).unwrap();
            let groups = document.descendants().filter(|node| node.has_tag_name("g"));
            let mut titles: HashMap<&str, &str> = HashMap::new();
            for group in groups {
                let title = group.children().find(|node| node.has_tag_name("title"));
                let title = title.and_then(|title| title.text()).unwrap_or_default();
                let known = titles.insert(group.attribute("id").unwrap(), title);
                assert_eq!(known, None, "seed {seed}");
            }
            if !is_whole {
                continue;
            }
            for room in sector.rooms() {
                assert_eq!(titles[format!("room-{}", room.id).as_str()], room.name);
            }
            for connection in sector.connections() {
                let [low, high] = connection.low_and_high();
                let kind = connection.climb().kind().id();
                let title = format!("{kind} from {low} up to {high}");
                assert_eq!(
                    titles[format!("connection-{}", connection.id).as_str()],
                    title
                );
            }
            for z in chart.levels() {
                assert!(titles.contains_key(format!("level-{}", chart.height(z)).as_str()));
            }
        }
    }
}

#[test]
fn walls_are_closed_everywhere() {
    for seed in 0..200 {
        let carved = carved(seed, 5 + seed as u32 % 60);
        let volume = carved.volume();
        let size = volume.size();
        for (z, y) in (0..size.levels()).flat_map(|z| (0..size.height()).map(move |y| (z, y))) {
            for (x, cell) in (0..).zip(volume.row(y, z)) {
                if matches!(cell, Cell::Wall | Cell::Air) {
                    continue;
                }
                let y = y as i32;
                for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                    let beside = Pos::new(x + dx, y + dy, z as i32);
                    // A room may have a drop in it.
                    let is_closed =
                        volume.get(beside) != Cell::Air || carved.room_at(beside).is_some();
                    assert!(is_closed, "seed {seed}: {x},{y},{z}");
                }
            }
        }
    }
}

#[test]
fn cells_are_large_enough_for_letters() {
    assert!(page::cell_size([100.0, 60.0], 800.0) >= 16.0);
    assert!(page::cell_size([9000.0, 9000.0], 800.0) < 1.0);
}

#[test]
fn the_key_says_where_the_party_arrives() {
    for seed in 0..12 {
        let carved = carved(seed, 9);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let links = links(&carved);
        let sheet = sheet(&chart, &links, &options(Theme::Print)).unwrap();
        let labels = labels(&sheet);
        let told = labels.iter().filter(|text| text.starts_with(ARRIVAL));
        assert_eq!(told.count(), 1, "seed {seed}");
        let text = charted_overview(&chart, None, &[], 100, Ink::Plain);
        assert!(text.contains("The party arrives here."), "seed {seed}");
    }
}

#[test]
fn the_heading_of_a_level_without_rooms_is_its_name_alone() {
    for seed in 0..60 {
        let carved = carved(seed, 12);
        let chart = Chart::new(&carved, Reader::Keeper, None);
        let text = charted_overview(&chart, None, &[], 100, Ink::Plain);
        for z in chart.levels() {
            let height = chart.height(z);
            if let (Some(layer), None) = (Layer::from_z(height), chart.biome_at(height)) {
                assert!(!text.contains(&format!("{layer},")), "seed {seed}");
            }
        }
    }
}

#[test]
fn the_legend_of_a_printed_map_explains_crust() {
    let bare = carved(1, 5);
    let [low, high] = bare.inside(RoomId::ENTRY).unwrap();
    let mut volume = bare.volume().clone();
    for x in low.x..=high.x {
        let at = Pos::new(x, (low.y + high.y) / 2, low.z);
        if volume.get(at) == Cell::Floor {
            volume.set_material(at, Material::CRUST).unwrap();
        }
    }
    let sector = bare.sector().clone();
    let carved = CarvedSector::from_cells(sector, volume).unwrap().unwrap();
    let chart = Chart::new(&carved, Reader::Keeper, None);
    let sheet = sheet(&chart, &links(&carved), &options(Theme::Print)).unwrap();
    assert!(labels(&sheet).contains(&"crust"));
}
