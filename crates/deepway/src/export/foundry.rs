//! A Foundry v14 scene: native levels with elevations and pictures, walls and doors by level,
//! regions that change level at both ends, surfaces with holes at openings, and the keeper's
//! notes in a journal.

mod journal;
mod region;

use super::hash::letters;
use super::outline::outline;
use super::{ExportError, Exported, File, Source, picture, uvtt};
use crate::thing::ThingKind;
use serde_json::{Value, json};

/// The side of a square, in pixels of the scene.
const SQUARE: i32 = 100;

/// The units of lengths and heights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// A square is 1.25 m.
    #[default]
    Metres,
    /// A square is 5 feet; heights are rounded to 5 feet.
    Feet,
}

impl Units {
    /// A height of so many metres.
    fn height(self, metres: i32) -> i32 {
        match self {
            Self::Metres => metres,
            Self::Feet => {
                let half = if metres < 0 { -250 } else { 250 };
                (metres * 328 + half) / 500 * 5
            }
        }
    }

    /// How long a square is, and the name of the unit.
    const fn square(self) -> (f64, &'static str) {
        match self {
            Self::Metres => (1.25, "m"),
            Self::Feet => (5.0, "ft"),
        }
    }
}

/// A level of the scene: its id, and where it begins and ends.
struct Floor {
    id: String,
    bottom: i32,
    top: i32,
}

/// The levels, the lowest first; each ends where the next begins.
fn floors(source: &Source<'_>, units: Units) -> Vec<Floor> {
    let heights: Vec<i32> = source
        .levels
        .iter()
        .map(|level| units.height(level.metres))
        .collect();
    let last = match heights[..] {
        [.., a, b] => b - a,
        _ => units.height(5),
    };
    let floors = heights.iter().enumerate().map(|(z, &bottom)| Floor {
        id: match z {
            0 => "defaultLevel0000".to_owned(),
            z => letters(&format!("level {z}")),
        },
        bottom,
        top: heights.get(z + 1).copied().unwrap_or(bottom + last),
    });
    floors.collect()
}

/// The scene, its journal, its pictures, and a page that says what to do with them.
pub fn foundry(source: &Source<'_>, units: Units) -> Result<Exported, ExportError> {
    let floors = floors(source, units);
    let cell = picture::pixels(source);
    let mut files = Vec::new();
    for z in source.z() {
        let name = format!("level-{z:03}.png");
        files.push(File::new(
            name,
            picture::level(source, &source.veiled, z, cell)?,
        ));
    }
    let scene = scene(source, &floors, units);
    files.push(File::new("scene.json", format!("{scene:#}\n")));
    let journal = journal::journal(source);
    files.push(File::new("journal.json", format!("{journal:#}\n")));
    files.push(File::new("README.txt", journal::readme(source)));
    let lost = vec![
        "falls: a region asks before it changes level, so a fall is a note to the keeper"
            .to_owned(),
        "materials: Foundry has no word for them, but the pictures show them".to_owned(),
    ];
    Ok(Exported { files, lost })
}

fn scene(source: &Source<'_>, floors: &[Floor], units: Units) -> Value {
    let size = source.cells.size();
    let [width, height] = [size.width(), size.height()].map(|side| side as i32 * SQUARE);
    let (distance, unit) = units.square();
    let start = floors
        .iter()
        .min_by_key(|floor| floor.bottom.abs())
        .map_or("defaultLevel0000", |floor| &floor.id);
    let mut walls = Vec::new();
    let mut lights = Vec::new();
    for (z, floor) in (0..).zip(floors) {
        walls.extend(level_walls(source, z, floor));
        for (number, (pos, range, colour)) in uvtt::lights(source, z).into_iter().enumerate() {
            lights.push(json!({
                "_id": letters(&format!("light {z} {number}")),
                "x": pos.x * SQUARE + SQUARE / 2, "y": pos.y * SQUARE + SQUARE / 2,
                "elevation": floor.bottom, "rotation": 0, "walls": true, "vision": false,
                "hidden": false, "levels": [floor.id], "flags": {},
                "config": {
                    "dim": f64::from(range) * distance, "bright": f64::from(range) * distance / 2.0,
                    "color": format!("#{colour}"), "alpha": 0.4, "angle": 360,
                },
            }));
        }
    }
    let regions = region::regions(source, floors);
    json!({
        "name": source.title, "navigation": true, "active": false,
        "width": width, "height": height, "padding": 0, "shiftX": 0, "shiftY": 0,
        "initialLevel": start, "backgroundColor": "#0f111a", "tokenVision": true,
        "grid": {
            "type": 1, "size": SQUARE, "style": "solidLines", "thickness": 1,
            "color": "#000000", "alpha": 0.15, "distance": distance, "units": unit,
        },
        "fog": { "mode": 1 },
        "levels": levels(source, floors),
        "walls": walls, "lights": lights, "notes": journal::notes(source, floors),
        "regions": regions, "tokens": [], "tiles": [], "sounds": [], "drawings": [],
        "flags": { "deepway": { "kind": source.world.kind().id() } },
    })
}

fn levels(source: &Source<'_>, floors: &[Floor]) -> Vec<Value> {
    let named = source.levels.iter().zip(floors).enumerate();
    let levels = named.map(|(z, (level, floor))| {
        // From a floor one sees those below it.
        let seen: Vec<&str> = floors[..z].iter().map(|floor| floor.id.as_str()).collect();
        json!({
            "_id": floor.id, "name": level.name,
            "elevation": { "bottom": floor.bottom, "top": floor.top },
            "background": {
                "src": format!("deepway/{}/level-{z:03}.png", source.stem), "color": "#0f111a",
                "tint": "#ffffff", "alphaThreshold": 0,
            },
            "foreground": { "src": null }, "fog": { "src": null },
            "textures": {
                "anchorX": 0, "anchorY": 0, "offsetX": 0, "offsetY": 0, "fit": "fill",
                "scaleX": 1, "scaleY": 1, "rotation": 0,
            },
            "visibility": { "levels": seen }, "sort": z, "flags": {},
        })
    });
    levels.collect()
}

/// What a wall stops: light, steps, sight, sound.
const SOLID: [u32; 4] = [20, 20, 20, 20];
/// What stands in a room stops steps only where cells do; it limits sight.
const LIMITED: [u32; 4] = [10, 0, 10, 0];

fn level_walls(source: &Source<'_>, z: u32, floor: &Floor) -> Vec<Value> {
    let drawn = outline(source.cells, z);
    let is_locked = |pos| {
        let mut things = source.cells.things_at(pos);
        things.any(|(_, thing)| thing.kind == ThingKind::Lock)
    };
    let mut walls = Vec::new();
    let mut add =
        |ends: [[i32; 2]; 2], [light, step, sight, sound]: [u32; 4], door: u32, state: u32| {
            let [a, b] = ends.map(|end| end.map(|at| at * SQUARE / 2));
            walls.push(json!({
            "_id": letters(&format!("wall {z} {}", walls.len())), "c": [a[0], a[1], b[0], b[1]],
            "light": light, "move": step, "sight": sight, "sound": sound, "dir": 0, "door": door,
            "ds": state, "levels": [floor.id], "flags": {},
        }));
        };
    for wall in &drawn.walls {
        add(*wall, SOLID, 0, 0);
    }
    for object in &drawn.objects {
        add(*object, LIMITED, 0, 0);
    }
    for portal in &drawn.portals {
        let door = if portal.is_secret { 2 } else { 1 };
        let state = if is_locked(portal.cell) { 2 } else { 0 };
        add(portal.ends, SOLID, door, state);
    }
    walls
}
