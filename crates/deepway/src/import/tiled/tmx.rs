//! Maps and tilesets as XML.

use super::{Content, MAX_PARTS, Map, Object, Packing, Part, TileInfo, Tileset, inside};
use crate::import::pictures::folder_of;
use crate::import::{Folder, ImportError, MAX_FILE};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;

/// The most elements and texts of a file.
const MAX_NODES: u32 = 4_000_000;

/// Reads XML: without a document type, so that nothing in it can grow.
fn parse<'t>(name: &str, bytes: &'t [u8]) -> Result<Document<'t>, ImportError> {
    if bytes.len() > MAX_FILE {
        let problem = format!("too large: expected at most {} MiB", MAX_FILE >> 20);
        return Err(ImportError::new(name, problem));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        ImportError::new(
            name,
            format!(
                "expected text, found a byte that is not valid UTF-8 at byte {}",
                error.valid_up_to()
            ),
        )
    })?;
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Document::parse_with_options(text, options)
        .map_err(|error| ImportError::new(name, format!("not XML that is read here: {error}")))
}

pub(super) fn read(name: &str, bytes: &[u8], folder: &mut dyn Folder) -> Result<Map, ImportError> {
    let document = parse(name, bytes)?;
    let root = document.root_element();
    if root.tag_name().name() != "map" {
        let problem = format!("a <{}>: expected a <map> of Tiled", root.tag_name().name());
        return Err(ImportError::new(name, problem));
    }
    let number = |key: &str| root.attribute(key).and_then(|text| text.parse().ok());
    let mut map = Map {
        name: name.to_owned(),
        width: number("width").unwrap_or(0.0) as u64,
        height: number("height").unwrap_or(0.0) as u64,
        tile: ["tilewidth", "tileheight"].map(|key| number(key).unwrap_or(0.0)),
        properties: properties(root),
        ..Map::default()
    };
    map.check()?;
    let orientation = root.attribute("orientation").unwrap_or("orthogonal");
    if orientation != "orthogonal" {
        let shown: String = orientation.chars().take(20).collect();
        return Err(map.wrong(format!("an {shown} map: expected an orthogonal one")));
    }
    if root.attribute("infinite") == Some("1") {
        return Err(map.wrong("an infinite map: expected one of a fixed size"));
    }
    for set in children(root, "tileset") {
        let first = attribute(set, "firstgid");
        let first = first.ok_or_else(|| map.wrong("a tileset without firstgid"))?;
        if map.tilesets.len() >= MAX_PARTS {
            return Err(map.wrong(format!("more than {MAX_PARTS} tilesets: expected fewer")));
        }
        let mut own = match set.attribute("source") {
            None => tileset(set),
            Some(source) => {
                let source = inside(name, source)?;
                let bytes = folder.read(source)?;
                let mut own = match bytes.trim_ascii_start().starts_with(b"{") {
                    true => super::tmj::tileset_file(source, &bytes)?,
                    false => tileset_file(source, &bytes)?,
                };
                own.folder = folder_of(source).to_owned();
                own
            }
        };
        own.first = first;
        map.tilesets.push(own);
    }
    layers(root, &mut map)?;
    Ok(map)
}

fn children<'a, 'd>(node: Node<'a, 'd>, name: &'static str) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children()
        .filter(move |child| child.has_tag_name(name))
}

fn attribute<T: std::str::FromStr>(node: Node<'_, '_>, name: &str) -> Option<T> {
    node.attribute(name)?.parse().ok()
}

fn properties(node: Node<'_, '_>) -> BTreeMap<String, String> {
    let lists = children(node, "properties");
    let all = lists.flat_map(|list| children(list, "property"));
    let all = all.filter_map(|property| {
        let value = property
            .attribute("value")
            .or(property.text())
            .unwrap_or("");
        Some((property.attribute("name")?.to_owned(), value.to_owned()))
    });
    all.collect()
}

fn class(node: Node<'_, '_>) -> String {
    let class = node.attribute("type").or(node.attribute("class"));
    class.unwrap_or("").to_owned()
}

/// A tileset in a file of its own.
pub(super) fn tileset_file(name: &str, bytes: &[u8]) -> Result<Tileset, ImportError> {
    let document = parse(name, bytes)?;
    let root = document.root_element();
    match root.tag_name().name() {
        "tileset" => Ok(tileset(root)),
        other => {
            let problem = format!("a <{other}>: expected a <tileset> of Tiled");
            Err(ImportError::new(name, problem))
        }
    }
}

fn tileset(node: Node<'_, '_>) -> Tileset {
    let tiles = children(node, "tile").filter_map(|tile| {
        let info = TileInfo {
            class: class(tile),
            properties: properties(tile),
        };
        Some((attribute(tile, "id")?, info))
    });
    Tileset {
        first: 0,
        name: node.attribute("name").unwrap_or("").to_owned(),
        count: attribute(node, "tilecount").unwrap_or(1 << 24),
        tiles: tiles.collect(),
        pictures: node
            .descendants()
            .filter(|node| node.has_tag_name("image"))
            .filter_map(|image| image.attribute("source").map(str::to_owned))
            .collect(),
        folder: String::new(),
    }
}

/// Reads the layers, and those in groups.
fn layers(root: Node<'_, '_>, map: &mut Map) -> Result<(), ImportError> {
    for node in root.descendants().filter(Node::is_element) {
        let name = node.attribute("name").unwrap_or("").to_owned();
        let content = match node.tag_name().name() {
            "layer" => Content::Tiles(tiles(node, &name, map)?),
            "objectgroup"
                if node
                    .parent_element()
                    .is_none_or(|above| !above.has_tag_name("tile")) =>
            {
                Content::Objects(children(node, "object").map(object).collect())
            }
            _ => continue,
        };
        map.layers.push(Part {
            name,
            properties: properties(node),
            content,
        });
    }
    Ok(())
}

fn tiles(node: Node<'_, '_>, name: &str, map: &Map) -> Result<Vec<u32>, ImportError> {
    map.check_tiles()?;
    for (side, expected) in [("width", map.width), ("height", map.height)] {
        let found: Option<u64> = attribute(node, side);
        if found.is_some_and(|found| found != expected) {
            return Err(map.wrong(format!(
                "layer {name}: another {side} than the map: expected {expected}"
            )));
        }
    }
    let data = children(node, "data").next();
    let data = data.ok_or_else(|| map.wrong(format!("layer {name} has no data")))?;
    if children(data, "chunk").next().is_some() {
        return Err(map.wrong("an infinite map: expected one of a fixed size"));
    }
    let Some(encoding) = data.attribute("encoding") else {
        let numbers = children(data, "tile").map(|tile| attribute(tile, "gid").unwrap_or(0));
        let numbers: Vec<u32> = numbers.collect();
        return match numbers.len() as u64 == map.width * map.height {
            true => Ok(numbers),
            false => Err(map.wrong(format!(
                "layer {name}: {} tiles: expected {} × {}",
                numbers.len(),
                map.width,
                map.height
            ))),
        };
    };
    let packing = Packing {
        encoding,
        compression: data.attribute("compression").unwrap_or(""),
    };
    map.numbers(name, data.text().unwrap_or(""), &packing)
}

fn object(node: Node<'_, '_>) -> Object {
    let pair = |names: [&str; 2]| names.map(|name| attribute(node, name).unwrap_or(0.0));
    Object {
        name: node.attribute("name").unwrap_or("").to_owned(),
        class: class(node),
        at: pair(["x", "y"]),
        size: pair(["width", "height"]),
        is_tile: node.attribute("gid").is_some(),
        properties: properties(node),
    }
}
