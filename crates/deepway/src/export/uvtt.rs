//! Universal VTT 0.3: a file a level with its picture, walls, doors and lights, all in squares.

use super::bytes::base64;
use super::outline::{Half, outline};
use super::{ExportError, Exported, File, Source, picture};
use crate::cell::Cell;
use crate::space::Pos;
use crate::thing::ThingKind;
use serde_json::{Value, json};

/// A point in squares.
fn point([x, y]: Half) -> Value {
    json!({ "x": f64::from(x) / 2.0, "y": f64::from(y) / 2.0 })
}

fn lines(all: &[[Half; 2]]) -> Vec<Value> {
    all.iter().map(|line| json!(line.map(point))).collect()
}

/// The lights of a level: where, how far, which colour.
pub(super) fn lights(source: &Source<'_>, z: u32) -> Vec<(Pos, u32, &'static str)> {
    let mut lights = Vec::new();
    for (y, row) in (0..).zip(source.rows(z)) {
        for (x, cell) in (0..).zip(row) {
            let pos = Pos::new(x, y, z as i32);
            match cell {
                Cell::Brazier => lights.push((pos, 6, "ffb066")),
                Cell::Hearth => lights.push((pos, 5, "ff9a4d")),
                Cell::Crystal => lights.push((pos, 3, "b8ecf7")),
                _ => {}
            }
        }
    }
    for (_, thing) in source.veiled.things() {
        if thing.kind == ThingKind::Light && thing.place.z == z as i32 {
            let range = thing.properties.get("range").and_then(|it| it.parse().ok());
            let range = range.filter(|range| (1..=1000).contains(range));
            lights.push((thing.place, range.unwrap_or(5), "ffe0a0"));
        }
    }
    lights
}

pub(super) fn write(source: &Source<'_>) -> Result<Exported, ExportError> {
    let cell = picture::pixels(source);
    let mut files = Vec::new();
    for z in source.z() {
        let image = base64(&picture::level(source, &source.veiled, z, cell)?);
        let level = level(source, z, cell, &image);
        let name = format!("level-{z:03}.uvtt");
        files.push(File::new(name, format!("{level}\n")));
    }
    let mut lost = vec![
        "links, materials and texts: Universal VTT has walls, doors and lights only".to_owned(),
    ];
    let mut cells = source.z().flat_map(|z| source.rows(z)).flatten();
    if cells.any(|cell| cell == Cell::SecretDoor) {
        let secret =
            "that secret doors are secret: they are doors in the file, but not in its picture";
        lost.push(secret.to_owned());
    }
    Ok(Exported { files, lost })
}

fn level(source: &Source<'_>, z: u32, cell: u32, image: &str) -> Value {
    let size = source.cells.size();
    let drawn = outline(source.cells, z);
    let portals = drawn.portals.iter().map(|portal| {
        let [a, b] = portal.ends;
        let middle = [a[0] + b[0], a[1] + b[1]].map(|at| f64::from(at) / 4.0);
        let is_upright = a[0] == b[0];
        json!({
            "position": { "x": middle[0], "y": middle[1] },
            "bounds": portal.ends.map(point),
            "rotation": if is_upright { std::f64::consts::FRAC_PI_2 } else { 0.0 },
            "closed": true,
            "freestanding": !portal.is_hung,
        })
    });
    let portals: Vec<Value> = portals.collect();
    let lights = lights(source, z).into_iter().map(|(pos, range, colour)| {
        json!({
            "position": { "x": f64::from(pos.x) + 0.5, "y": f64::from(pos.y) + 0.5 },
            "range": range, "intensity": 1.0, "color": format!("ff{colour}"), "shadows": true,
        })
    });
    let lights: Vec<Value> = lights.collect();
    json!({
        "format": 0.3,
        "resolution": {
            "map_origin": { "x": 0, "y": 0 },
            "map_size": { "x": size.width(), "y": size.height() },
            "pixels_per_grid": cell,
        },
        "line_of_sight": lines(&drawn.walls),
        "objects_line_of_sight": lines(&drawn.objects),
        "portals": portals,
        "lights": lights,
        "environment": { "baked_lighting": false, "ambient_light": "ffffffff" },
        "image": image,
    })
}
