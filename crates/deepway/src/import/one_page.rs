//! One Page Dungeon JSON: rectangles of floor, doors, notes, columns, water.

use super::mapping::Tile;
use super::sketch::Sketch;
use super::{ImportError, Imported, Mapping, origin};
use crate::cell::Cell;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    title: String,
    rects: Vec<Rect>,
    #[serde(default)]
    doors: Vec<Door>,
    #[serde(default)]
    notes: Vec<Note>,
    #[serde(default)]
    columns: Vec<Point>,
    #[serde(default)]
    water: Vec<Point>,
    deepway: Option<Own>,
}

#[derive(Deserialize)]
struct Rect {
    x: i64,
    y: i64,
    w: i64,
    h: i64,
    #[serde(default)]
    rotunda: bool,
}

#[derive(Deserialize)]
struct Door {
    x: i64,
    y: i64,
    #[serde(rename = "type")]
    kind: u32,
}

#[derive(Deserialize)]
struct Note {
    text: String,
    #[serde(default, rename = "ref")]
    key: String,
    pos: Point,
}

#[derive(Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

/// What the format has no words for.
#[derive(Deserialize)]
struct Own {
    z: u32,
    size: [u64; 2],
    cells: Vec<(i64, i64, u32, String)>,
    materials: Vec<(i64, i64, String)>,
    things: Vec<OwnThing>,
    origin: Option<String>,
}

#[derive(Deserialize)]
struct OwnThing {
    order: u64,
    x: i32,
    y: i32,
    kind: String,
    name: String,
    properties: BTreeMap<String, String>,
}

/// The doors by their numbers, and what they become.
const DOORS: [(&str, Cell); 10] = [
    ("open", Cell::Floor),
    ("door", Cell::Door),
    ("narrow", Cell::Door),
    ("out", Cell::StairsUp),
    ("portcullis", Cell::Door),
    ("double", Cell::Door),
    ("secret", Cell::SecretDoor),
    ("steel", Cell::Door),
    ("down", Cell::StairsDown),
    ("stairwell", Cell::StairsBoth),
];

/// The farthest that anything may be from the middle.
const FAR: i64 = 1 << 20;
/// The most cells that the rectangles of all pages may have, over each other or not.
const MOST: i64 = 1 << 28;

pub(super) fn read(
    files: &[(String, Vec<u8>)],
    mapping: Option<&Mapping>,
) -> Result<Imported, ImportError> {
    let mut mapping = mapping.cloned().unwrap_or_default();
    let mut pages = Vec::new();
    for (name, bytes) in files {
        let page: Page = serde_json::from_slice(bytes)
            .map_err(|error| ImportError::new(name, format!("not a One Page Dungeon: {error}")))?;
        pages.push((name.as_str(), page));
    }
    // Ours say which level they are; others are levels in the order of their names, from the top.
    let are_ours = pages.iter().all(|(_, page)| page.deepway.is_some());
    let count = pages.len() as u32;
    let level = |number: u32, page: &Page| match &page.deepway {
        Some(own) if are_ours => own.z,
        _ => count - 1 - number,
    };
    let first = pages.first().map_or("the folder", |(name, _)| *name);
    let highest = (0..)
        .zip(&pages)
        .map(|(number, (_, page))| level(number, page))
        .max();
    let bounds = bounds(&pages)?;
    let [low, high] = bounds;
    let levels = u64::from(highest.unwrap_or(0)) + 1;
    let [wide, tall] = [high[0] - low[0] + 1, high[1] - low[1] + 1].map(i64::unsigned_abs);
    let mut sketch = Sketch::new(first, wide, tall, levels)?;
    let mut from = None;
    for (number, (name, page)) in (0..).zip(&pages) {
        let z = level(number, page) as i32;
        draw(name, page, z, low, &mut sketch, &mut mapping)?;
        from = from.or(page.deepway.as_ref().and_then(|own| own.origin.as_deref()));
    }
    let (cells, mut left) = sketch.finish()?;
    let rounded = pages
        .iter()
        .flat_map(|(_, page)| &page.rects)
        .filter(|rect| rect.rotunda);
    if rounded.count() > 0 {
        left.push("round rooms: they are read as the squares around them".to_owned());
    }
    let (world, said) = origin::world(cells, from);
    left.extend(said);
    Ok(Imported {
        world,
        mapping,
        left,
    })
}

/// The first and the last cell of all pages, with a wall around.
fn bounds(pages: &[(&str, Page)]) -> Result<[[i64; 2]; 2], ImportError> {
    let [mut low, mut high] = [[i64::MAX; 2], [i64::MIN; 2]];
    let mut covered: i64 = 0;
    for (name, page) in pages {
        let mut add = |x: i64, y: i64| {
            low = [low[0].min(x), low[1].min(y)];
            high = [high[0].max(x), high[1].max(y)];
        };
        for rect in &page.rects {
            let ends = [rect.x, rect.y, rect.w, rect.h];
            if ends.iter().any(|at| at.unsigned_abs() > FAR.unsigned_abs())
                || rect.w < 1
                || rect.h < 1
            {
                let problem = format!(
                    "a rectangle of {} × {} at {},{}: expected sides from 1, and places up to {FAR}",
                    rect.w, rect.h, rect.x, rect.y
                );
                return Err(ImportError::new(name, problem));
            }
            covered = covered.saturating_add(rect.w * rect.h);
        }
        if covered > MOST {
            let problem = format!("rectangles of {covered} cells in all: expected at most {MOST}");
            return Err(ImportError::new(name, problem));
        }
        if let Some(own) = &page.deepway {
            let [width, height] = own.size.map(|side| side.clamp(1, FAR as u64) as i64);
            add(0, 0);
            add(width - 1, height - 1);
            continue;
        }
        for rect in &page.rects {
            add(rect.x - 1, rect.y - 1);
            add(rect.x + rect.w, rect.y + rect.h);
        }
    }
    match low[0] <= high[0] {
        true => Ok([low, high]),
        false => {
            let name = pages.first().map_or("the folder", |(name, _)| *name);
            Err(ImportError::new(
                name,
                "no rectangle: expected rooms in rects",
            ))
        }
    }
}

fn draw(
    name: &str,
    page: &Page,
    z: i32,
    low: [i64; 2],
    sketch: &mut Sketch<'_>,
    mapping: &mut Mapping,
) -> Result<(), ImportError> {
    let size = sketch.size();
    let at = |x: i64, y: i64| {
        let near = |at: i64, low: i64| i32::try_from(at.saturating_sub(low)).unwrap_or(-1);
        Pos::new(near(x, low[0]), near(y, low[1]), z)
    };
    for y in 0..size.height() as i32 {
        for x in 0..size.width() as i32 {
            sketch.set(Pos::new(x, y, z), Cell::Wall);
        }
    }
    let [width, height] = [size.width(), size.height()].map(i64::from);
    for rect in &page.rects {
        // What is outside is not drawn, so it need not be gone through either.
        let rows = rect.y.max(low[1])..rect.y.saturating_add(rect.h).min(low[1] + height);
        for y in rows {
            for x in rect.x.max(low[0])..rect.x.saturating_add(rect.w).min(low[0] + width) {
                sketch.set(at(x, y), Cell::Floor);
            }
        }
    }
    for (points, cell) in [
        (&page.water, Cell::ShallowLiquid),
        (&page.columns, Cell::Pillar),
    ] {
        for point in points {
            let place = at(point.x.floor() as i64, point.y.floor() as i64);
            if !size.contains(place) {
                let what = cell.info().name;
                sketch
                    .left
                    .push(format!("{what} outside, at {},{}", point.x, point.y));
            }
            sketch.set(place, cell);
        }
    }
    for door in &page.doors {
        let Some((word, cell)) = DOORS.get(door.kind as usize) else {
            let problem = format!("a door of type {}: expected 0 to 9", door.kind);
            return Err(ImportError::new(name, problem));
        };
        if let Tile::Cell(cell) =
            mapping.tile(&format!("door:{word}"), || (Tile::Cell(*cell), true))
        {
            let place = at(door.x, door.y);
            if !size.contains(place) {
                sketch
                    .left
                    .push(format!("a door outside, at {},{}", door.x, door.y));
            }
            sketch.set(place, cell);
        }
    }
    match &page.deepway {
        Some(own) => draw_own(name, own, z, sketch),
        None => {
            for note in &page.notes {
                let place = at(note.pos.x.floor() as i64, note.pos.y.floor() as i64);
                if !size.contains(place) {
                    sketch.left.push(format!("a note outside: {}", note.key));
                    continue;
                }
                let thing = Thing::new(place, ThingKind::Label, &*note.key);
                sketch.add(None, thing.with("about", &*note.text))?;
            }
            if !page.title.is_empty() && z == 0 {
                sketch.left.push(format!("the title: {}", page.title));
            }
            Ok(())
        }
    }
}

/// Draws what the format has no words for.
fn draw_own(name: &str, own: &Own, z: i32, sketch: &mut Sketch<'_>) -> Result<(), ImportError> {
    let place = |x: i64, y: i64| {
        let small = |at: i64| i32::try_from(at).unwrap_or(-1);
        Pos::new(small(x), small(y), z)
    };
    let width = sketch.size().width();
    for (x, y, count, word) in &own.cells {
        let cell = Cell::all().find(|cell| cell.info().name == word);
        let cell = cell.ok_or_else(|| {
            ImportError::new(name, format!("{word:?}: expected the name of a cell"))
        })?;
        for east in 0..i64::from((*count).min(width)) {
            sketch.set(place(x.saturating_add(east), *y), cell);
        }
    }
    for (x, y, material) in &own.materials {
        sketch.set_material(place(*x, *y), material)?;
    }
    for thing in &own.things {
        let mut made = Thing::new(
            Pos::new(thing.x, thing.y, z),
            ThingKind::from(thing.kind.as_str()),
            &*thing.name,
        );
        made.properties.clone_from(&thing.properties);
        sketch.add(Some(thing.order), made)?;
    }
    Ok(())
}
