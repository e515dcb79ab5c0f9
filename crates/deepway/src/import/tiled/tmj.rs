//! Maps and tilesets as JSON.

use super::{Content, MAX_PARTS, Map, Object, Packing, Part, TileInfo, Tileset, inside};
use crate::import::pictures::folder_of;
use crate::import::{Folder, ImportError};
use serde_json::Value;
use std::collections::BTreeMap;

fn parse(name: &str, bytes: &[u8]) -> Result<Value, ImportError> {
    serde_json::from_slice(bytes)
        .map_err(|error| ImportError::new(name, format!("not JSON: {error}")))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

pub(super) fn read(name: &str, bytes: &[u8], folder: &mut dyn Folder) -> Result<Map, ImportError> {
    let root = parse(name, bytes)?;
    let number = |key: &str| root[key].as_f64().unwrap_or(0.0);
    let mut map = Map {
        name: name.to_owned(),
        width: number("width") as u64,
        height: number("height") as u64,
        tile: [number("tilewidth"), number("tileheight")],
        properties: properties(&root),
        ..Map::default()
    };
    map.check()?;
    if root["infinite"] == true {
        return Err(map.wrong("an infinite map: expected one of a fixed size"));
    }
    if root["orientation"]
        .as_str()
        .is_some_and(|way| way != "orthogonal")
    {
        return Err(map.wrong("not an orthogonal map: expected one"));
    }
    for set in list(&root["tilesets"]) {
        if map.tilesets.len() >= MAX_PARTS {
            return Err(map.wrong(format!("more than {MAX_PARTS} tilesets: expected fewer")));
        }
        let mut own = match set["source"].as_str() {
            None => tileset(set),
            Some(source) => {
                let source = inside(name, source)?;
                let mut own = tileset_any(source, &folder.read(source)?)?;
                own.folder = folder_of(source).to_owned();
                own
            }
        };
        let first = set["firstgid"]
            .as_u64()
            .and_then(|first| u32::try_from(first).ok());
        own.first = first.ok_or_else(|| map.wrong("a tileset without firstgid"))?;
        map.tilesets.push(own);
    }
    layers(list(&root["layers"]), &mut map, 0)?;
    Ok(map)
}

fn tileset_any(name: &str, bytes: &[u8]) -> Result<Tileset, ImportError> {
    match bytes.trim_ascii_start().starts_with(b"{") {
        true => tileset_file(name, bytes),
        false => super::tmx::tileset_file(name, bytes),
    }
}

pub(super) fn tileset_file(name: &str, bytes: &[u8]) -> Result<Tileset, ImportError> {
    Ok(tileset(&parse(name, bytes)?))
}

fn properties(value: &Value) -> BTreeMap<String, String> {
    let all = list(&value["properties"]).iter();
    let all = all.filter_map(|property| {
        Some((
            property["name"].as_str()?.to_owned(),
            text(&property["value"]),
        ))
    });
    all.collect()
}

fn class(value: &Value) -> String {
    let own = value["type"].as_str().or(value["class"].as_str());
    own.unwrap_or("").to_owned()
}

fn tileset(value: &Value) -> Tileset {
    let tiles = list(&value["tiles"]).iter().filter_map(|tile| {
        let info = TileInfo {
            class: class(tile),
            properties: properties(tile),
        };
        Some((u32::try_from(tile["id"].as_u64()?).ok()?, info))
    });
    let tiles_with = list(&value["tiles"]).iter();
    let pictures = std::iter::once(value).chain(tiles_with);
    let pictures = pictures.filter_map(|part| part["image"].as_str().map(str::to_owned));
    let count = value["tilecount"]
        .as_u64()
        .and_then(|count| u32::try_from(count).ok());
    Tileset {
        first: 0,
        name: text(&value["name"]),
        count: count.unwrap_or(1 << 24),
        tiles: tiles.collect(),
        pictures: pictures.collect(),
        folder: String::new(),
    }
}

/// How deep groups of layers may be.
const DEEP: u32 = 16;

fn layers(all: &[Value], map: &mut Map, deep: u32) -> Result<(), ImportError> {
    for layer in all {
        let name = text(&layer["name"]);
        let content = match layer["type"].as_str() {
            Some("tilelayer") => Content::Tiles(tiles(layer, &name, map)?),
            Some("objectgroup") => {
                Content::Objects(list(&layer["objects"]).iter().map(object).collect())
            }
            Some("group") if deep < DEEP => {
                layers(list(&layer["layers"]), map, deep + 1)?;
                continue;
            }
            _ => continue,
        };
        map.layers.push(Part {
            name,
            properties: properties(layer),
            content,
        });
    }
    Ok(())
}

fn tiles(layer: &Value, name: &str, map: &Map) -> Result<Vec<u32>, ImportError> {
    map.check_tiles()?;
    if let Some(data) = layer["data"].as_str() {
        let packing = Packing {
            encoding: layer["encoding"].as_str().unwrap_or("base64"),
            compression: layer["compression"].as_str().unwrap_or(""),
        };
        return map.numbers(name, data, &packing);
    }
    let data = list(&layer["data"]);
    if data.len() as u64 != map.width * map.height {
        return Err(map.wrong(format!(
            "layer {name}: {} tiles: expected {} × {}",
            data.len(),
            map.width,
            map.height
        )));
    }
    let numbers = data.iter().map(|number| {
        let number = number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| {
            map.wrong(format!(
                "layer {name}: a tile that is no number: expected 0 or more"
            ))
        })
    });
    numbers.collect()
}

fn object(value: &Value) -> Object {
    let pair = |names: [&str; 2]| names.map(|name| value[name].as_f64().unwrap_or(0.0));
    Object {
        name: text(&value["name"]),
        class: class(value),
        at: pair(["x", "y"]),
        size: pair(["width", "height"]),
        is_tile: !value["gid"].is_null(),
        properties: properties(value),
    }
}
