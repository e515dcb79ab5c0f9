//! Maps and tilesets as JSON.

use super::{COLUMNS, FIRST_CELL, Object, Property, TILE, Tiled, map_name};
use crate::cell::Cell;
use crate::export::File;
use serde_json::{Value, json};

/// The maps of all levels, and the tilesets.
pub(super) fn files(tiled: &Tiled<'_, '_>) -> Vec<File> {
    let mut files: Vec<File> = tiled.source.z().map(|z| map(tiled, z)).collect();
    let cells = Cell::all().map(|cell| {
        let info = cell.info();
        let properties = vec![
            Property::text("cell", info.name),
            Property::text("glyph", info.glyph),
            Property::truth("walkable", info.walkable),
        ];
        (info.name.to_owned(), properties)
    });
    files.push(tileset("cells", &cells.collect::<Vec<_>>()));
    if !tiled.materials.is_empty() {
        let made = tiled.materials.iter();
        let made = made.map(|(_, name)| (name.clone(), vec![Property::text("material", name)]));
        files.push(tileset("materials", &made.collect::<Vec<_>>()));
    }
    files
}

fn tileset(name: &str, tiles: &[(String, Vec<Property>)]) -> File {
    let count = tiles.len() as u32;
    let drawn = tiles.iter().enumerate();
    let drawn = drawn
        .map(|(id, (kind, own))| json!({ "id": id, "type": kind, "properties": properties(own) }));
    let set = json!({
        "type": "tileset", "version": "1.10", "tiledversion": "1.10.2", "name": name,
        "image": format!("{name}.png"), "imagewidth": COLUMNS * TILE,
        "imageheight": count.div_ceil(COLUMNS) * TILE, "tilewidth": TILE, "tileheight": TILE,
        "tilecount": count, "columns": COLUMNS, "margin": 0, "spacing": 0,
        "tiles": drawn.collect::<Vec<_>>(),
    });
    File::new(format!("{name}.tsj"), format!("{set}\n"))
}

fn properties(all: &[Property]) -> Value {
    let all = all.iter().map(|Property { name, kind, value }| {
        let value = match *kind {
            "int" => json!(value.parse::<i64>().unwrap_or(0)),
            "bool" => json!(value == "true"),
            _ => json!(value),
        };
        json!({ "name": name, "type": kind, "value": value })
    });
    Value::Array(all.collect())
}

fn map(tiled: &Tiled<'_, '_>, z: u32) -> File {
    let size = tiled.source.cells.size();
    let (width, height) = (size.width(), size.height());
    let things = tiled.things(z);
    let rooms = tiled.rooms(z, things.len() as u32 + 1);
    let links = tiled.links(z, (things.len() + rooms.len()) as u32 + 1);
    let next = things.len() + rooms.len() + links.len() + 1;
    let mut tilesets = vec![json!({ "firstgid": FIRST_CELL, "source": "cells.tsj" })];
    let layer = |id: u32, name: &str, visible: bool, data: Vec<u32>| {
        json!({
            "type": "tilelayer", "id": id, "name": name, "x": 0, "y": 0, "width": width,
            "height": height, "opacity": 1, "visible": visible, "data": data,
        })
    };
    let cells = tiled.cell_rows(z).flatten().collect();
    let mut layers = vec![layer(1, "cells", true, cells)];
    if !tiled.materials.is_empty() {
        let first = tiled.first_material();
        tilesets.push(json!({ "firstgid": first, "source": "materials.tsj" }));
        let made = tiled.material_rows(z).flatten().collect();
        layers.push(layer(2, "materials", false, made));
    }
    layers.push(objects(3, "things", &things));
    layers.push(objects(4, "rooms", &rooms));
    layers.push(objects(5, "links", &links));
    let map = json!({
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal",
        "renderorder": "right-down", "width": width, "height": height, "tilewidth": TILE,
        "tileheight": TILE, "infinite": false, "nextlayerid": 6, "nextobjectid": next,
        "compressionlevel": -1, "properties": properties(&tiled.map_properties(z)),
        "tilesets": tilesets, "layers": layers,
    });
    File::new(map_name(z, "tmj"), format!("{map}\n"))
}

fn objects(id: u32, name: &str, all: &[Object]) -> Value {
    let drawn = all.iter().map(|object| {
        let [x, y] = object.at.map(|at| at * TILE as i32);
        let half = TILE as i32 / 2;
        let mut value = json!({
            "id": object.id, "name": object.name, "type": object.kind, "rotation": 0,
            "visible": true, "x": x, "y": y, "width": 0, "height": 0,
            "properties": properties(&object.properties),
        });
        match object.size {
            // A point is in the middle of its cell.
            None => {
                value["point"] = json!(true);
                value["x"] = json!(x + half);
                value["y"] = json!(y + half);
            }
            Some([width, height]) => {
                value["width"] = json!(width * TILE as i32);
                value["height"] = json!(height * TILE as i32);
            }
        }
        value
    });
    json!({
        "type": "objectgroup", "id": id, "name": name, "x": 0, "y": 0, "opacity": 1,
        "visible": true, "draworder": "topdown", "objects": drawn.collect::<Vec<_>>(),
    })
}
