//! Tiled: a `.world`, or maps as XML or as JSON; layers to cells, objects to things.

mod tmj;
mod tmx;

use super::bytes::{base64, gunzip, inside, unzlib};
use super::mapping::{Layer, Tile, meaning};
use super::sketch::{Sketch, kind_of, size};
use super::{Folder, ImportError, Imported, Mapping, origin, pictures};
use crate::cell::Cell;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The most maps of a world.
const MAX_MAPS: usize = 256;
/// The most tilesets of a map, and layers.
const MAX_PARTS: usize = 1000;
/// The most tiles of all layers and maps together: packed, they are small.
const MAX_TILES: u64 = 1 << 26;

/// A map, however it was written.
#[derive(Default)]
struct Map {
    name: String,
    width: u64,
    height: u64,
    /// The sides of a tile, in pixels.
    tile: [f64; 2],
    properties: BTreeMap<String, String>,
    tilesets: Vec<Tileset>,
    layers: Vec<Part>,
}

/// A tileset: its first number, and what is known of its tiles.
#[derive(Clone, Default)]
struct Tileset {
    first: u32,
    name: String,
    count: u32,
    tiles: BTreeMap<u32, TileInfo>,
    /// The names of its pictures, and the folder that they are relative to.
    pictures: BTreeSet<String>,
    folder: String,
}

#[derive(Clone, Default)]
struct TileInfo {
    class: String,
    properties: BTreeMap<String, String>,
}

/// A layer.
struct Part {
    name: String,
    properties: BTreeMap<String, String>,
    content: Content,
}

enum Content {
    Tiles(Vec<u32>),
    Objects(Vec<Object>),
}

#[derive(Default)]
struct Object {
    name: String,
    class: String,
    /// In pixels.
    at: [f64; 2],
    size: [f64; 2],
    /// Whether it is a tile, which is placed by its lower left corner.
    is_tile: bool,
    properties: BTreeMap<String, String>,
}

/// How the numbers of a layer are packed.
struct Packing<'a> {
    encoding: &'a str,
    compression: &'a str,
}

impl Map {
    fn wrong(&self, problem: impl Into<String>) -> ImportError {
        ImportError::new(&self.name, problem)
    }

    /// Checks the size, before anything as large as it is made.
    fn check(&self) -> Result<(), ImportError> {
        size(&self.name, self.width, self.height, 1)?;
        if self.tile.iter().any(|side| !(1.0..=4096.0).contains(side)) {
            return Err(self.wrong("tiles without a size: expected 1 to 4096 pixels"));
        }
        Ok(())
    }

    /// How many tiles its layers have.
    fn tiles(&self) -> u64 {
        let layers = self.layers.iter().map(|part| match &part.content {
            Content::Tiles(tiles) => tiles.len() as u64,
            Content::Objects(_) => 0,
        });
        layers.sum()
    }

    /// Refuses another layer of tiles if there would be too many.
    fn check_tiles(&self) -> Result<(), ImportError> {
        match self.tiles() + self.width * self.height > MAX_TILES {
            true => Err(too_many(self)),
            false => Ok(()),
        }
    }

    /// The numbers of a layer from text.
    fn numbers(
        &self,
        layer: &str,
        text: &str,
        packing: &Packing<'_>,
    ) -> Result<Vec<u32>, ImportError> {
        let count = (self.width * self.height) as usize;
        let numbers: Vec<u32> = match packing.encoding {
            "csv" => {
                let mut numbers = Vec::with_capacity(count);
                for (place, number) in text.split(',').enumerate() {
                    let parsed = number.trim().parse();
                    let parsed = parsed.map_err(|_| {
                        let [x, y] = [place as u64 % self.width, place as u64 / self.width];
                        let shown: String = number.trim().chars().take(20).collect();
                        self.wrong(format!(
                            "layer {layer}: {shown:?} at {x},{y}: expected the number of a tile"
                        ))
                    })?;
                    if numbers.len() == count {
                        return Err(
                            self.wrong(format!("layer {layer}: too many tiles: expected {count}"))
                        );
                    }
                    numbers.push(parsed);
                }
                numbers
            }
            "base64" => {
                let bytes = base64(&self.name, text)?;
                let bytes = match packing.compression {
                    "" => bytes,
                    "gzip" => gunzip(&self.name, &bytes, count * 4)?.0,
                    "zlib" => unzlib(&self.name, &bytes, count * 4)?,
                    other => {
                        let other: String = other.chars().take(20).collect();
                        return Err(self.wrong(format!(
                            "layer {layer} is compressed by {other}: expected csv, gzip or zlib"
                        )));
                    }
                };
                let (fours, _) = bytes.as_chunks::<4>();
                fours.iter().map(|four| u32::from_le_bytes(*four)).collect()
            }
            other => {
                let other: String = other.chars().take(20).collect();
                return Err(self.wrong(format!(
                    "layer {layer} is encoded as {other:?}: expected csv or base64"
                )));
            }
        };
        if numbers.len() != count {
            return Err(self.wrong(format!(
                "layer {layer}: {} tiles: expected {} × {}",
                numbers.len(),
                self.width,
                self.height
            )));
        }
        Ok(numbers)
    }

    /// The tileset of a number, and the number in it.
    fn find(&self, number: u32) -> Option<(&Tileset, u32)> {
        let before = self.tilesets.iter().filter(|set| set.first <= number);
        let set = before.max_by_key(|set| set.first)?;
        let id = number - set.first;
        (id < set.count || set.tiles.contains_key(&id)).then_some((set, id))
    }

    fn property(&self, name: &str) -> Option<&str> {
        self.properties.get(name).map(String::as_str)
    }

    fn is_ours(&self) -> bool {
        self.properties.contains_key("deepway")
    }
}

/// A map with its place in the world, in tiles.
struct Placed {
    map: Map,
    at: [i64; 2],
    z: Option<u32>,
}

/// Reads a map; `tiles` counts those of all maps.
fn read_map(
    name: &str,
    bytes: &[u8],
    folder: &mut dyn Folder,
    tiles: &mut u64,
) -> Result<Map, ImportError> {
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    let map = match is_json {
        true => tmj::read(name, bytes, folder)?,
        false => tmx::read(name, bytes, folder)?,
    };
    if map.layers.len() > MAX_PARTS {
        return Err(map.wrong(format!("more than {MAX_PARTS} layers: expected fewer")));
    }
    *tiles += map.tiles();
    match *tiles > MAX_TILES {
        true => Err(too_many(&map)),
        false => Ok(map),
    }
}

pub(super) fn read(
    files: &[(String, Vec<u8>)],
    folder: &mut dyn Folder,
    mapping: Option<&Mapping>,
) -> Result<Imported, ImportError> {
    let mut mapping = mapping.cloned().unwrap_or_default();
    let (mut placed, mut tiles) = (Vec::new(), 0);
    for (name, bytes) in files {
        match name.to_ascii_lowercase().ends_with(".world") {
            true => placed.extend(read_world(name, bytes, folder, &mut tiles)?),
            false => {
                let map = read_map(name, bytes, folder, &mut tiles)?;
                placed.push(place(map, [0.0; 2])?);
            }
        }
    }
    let (first, _) = &files[0];
    arrange(&mut placed);
    let (world, mut left) = sketch(first, &placed, &mut mapping)?;
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for set in placed.iter().flat_map(|placed| &placed.map.tilesets) {
        let names = seen.entry(&set.folder).or_default();
        names.extend(set.pictures.iter().cloned());
    }
    for (beside, names) in seen {
        pictures::look(first, beside, &names, folder, &mut left)?;
    }
    Ok(Imported {
        world,
        mapping,
        left,
    })
}

fn read_world(
    name: &str,
    bytes: &[u8],
    folder: &mut dyn Folder,
    tiles: &mut u64,
) -> Result<Vec<Placed>, ImportError> {
    let wrong = |problem: String| ImportError::new(name, problem);
    let world: Value = serde_json::from_slice(bytes)
        .map_err(|error| wrong(format!("not a world of Tiled: {error}")))?;
    let maps = world["maps"].as_array().map_or(&[][..], Vec::as_slice);
    if maps.is_empty() || maps.len() > MAX_MAPS {
        return Err(wrong(format!(
            "{} maps: expected a list of 1 to {MAX_MAPS}",
            maps.len()
        )));
    }
    let mut placed = Vec::new();
    for map in maps {
        let file = map["fileName"].as_str().unwrap_or("");
        let file = inside(name, file)?;
        let bytes = folder.read(file)?;
        let at = [&map["x"], &map["y"]].map(|at| at.as_f64().unwrap_or(0.0));
        placed.push(place(read_map(file, &bytes, folder, tiles)?, at)?);
    }
    Ok(placed)
}

fn too_many(map: &Map) -> ImportError {
    map.wrong(format!(
        "too many tiles: expected at most {MAX_TILES} in all layers and maps"
    ))
}

/// Puts a map at a place in pixels.
fn place(map: Map, at: [f64; 2]) -> Result<Placed, ImportError> {
    let cells = [0, 1].map(|i| (at[i] / map.tile[i]).floor());
    if cells.iter().any(|at| at.abs() > 1e6) {
        return Err(map.wrong("it lies too far away: expected at most 1,000,000 tiles"));
    }
    let z = map.property("z").map(|z| {
        let z = z.parse().ok().filter(|z| *z < 256);
        z.ok_or_else(|| map.wrong("property z: expected a level from 0 to 255"))
    });
    let z = z.transpose()?;
    let at = cells.map(|at| at as i64);
    Ok(Placed { map, at, z })
}

/// Maps that do not say on which level they are: levels if they lie above each other, in their
/// order, else all on one.
fn arrange(placed: &mut [Placed]) {
    let same = placed.iter().all(|map| map.at == placed[0].at);
    if placed.iter().any(|map| map.z.is_some()) {
        return;
    }
    for (number, map) in (0..).zip(placed.iter_mut()) {
        map.z = Some(if same { number } else { 0 });
    }
}

/// The level that a layer's name or property says: the first number in its name.
fn level_in(part: &Part) -> Option<u32> {
    let own = part.properties.get("z").and_then(|z| z.parse().ok());
    own.or_else(|| {
        let digits = part
            .name
            .trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        digits[..end.unwrap_or(digits.len())].parse().ok()
    })
    .filter(|level| *level < 256)
}

/// What the layers of a map become, by their names. That several layers without numbers lie on
/// one level is a guess, which somebody may want to change where there is no other map.
fn uses(map: &Map, base: u32, is_alone: bool, mapping: &mut Mapping) -> Vec<Layer> {
    let tiles = map
        .layers
        .iter()
        .filter(|part| matches!(part.content, Content::Tiles(_)));
    // Numbers in names are levels if every layer of tiles has one, and they differ.
    let mut levels: Vec<Option<u32>> = tiles.map(level_in).collect();
    levels.sort_unstable();
    let are_levels =
        levels.len() > 1 && levels[0].is_some() && levels.windows(2).all(|pair| pair[0] != pair[1]);
    let order = |part: &Part| {
        let own = level_in(part);
        levels.iter().position(|level| *level == own).unwrap_or(0) as u32
    };
    let uses = map.layers.iter().map(|part| match &part.content {
        Content::Objects(_) => mapping.layer(&part.name, || {
            let is_named = are_levels && level_in(part).is_some();
            let level = if is_named { order(part) } else { base };
            (Layer::Level(level), !is_named || map.is_ours())
        }),
        Content::Tiles(_) => {
            let is_made = map.is_ours() && part.name == "materials";
            mapping.layer(&part.name, || match (is_made, are_levels) {
                (true, _) => (Layer::Materials(base), true),
                (false, true) => (Layer::Level(order(part)), false),
                (false, false) => {
                    let is_sure = levels.len() < 2 || map.is_ours() || !is_alone;
                    (Layer::Level(base), is_sure)
                }
            })
        }
    });
    uses.collect()
}

fn sketch(
    first: &str,
    placed: &[Placed],
    mapping: &mut Mapping,
) -> Result<(crate::world::World, Vec<String>), ImportError> {
    let all_uses: Vec<Vec<Layer>> = placed
        .iter()
        .map(|part| uses(&part.map, part.z.unwrap_or(0), placed.len() == 1, mapping))
        .collect();
    let used = all_uses.iter().flatten().filter_map(|layer| match layer {
        Layer::Level(z) | Layer::Materials(z) => Some(*z),
        Layer::Nothing => None,
    });
    let highest = used
        .max()
        .unwrap_or(0)
        .max(placed.iter().filter_map(|map| map.z).max().unwrap_or(0));
    let low = [0, 1].map(|i| placed.iter().map(|map| map.at[i]).min().unwrap_or(0));
    let side = |i: usize| {
        let ends = placed.iter().map(|placed| {
            let sides = [placed.map.width, placed.map.height];
            (placed.at[i] - low[i]).unsigned_abs() + sides[i]
        });
        ends.max().unwrap_or(0)
    };
    let mut sketch = Sketch::new(first, side(0), side(1), u64::from(highest) + 1)?;
    let mut from = None;
    for (placed, uses) in placed.iter().zip(&all_uses) {
        let corner = [0, 1].map(|i| (placed.at[i] - low[i]) as i32);
        for pass in [false, true] {
            for (part, layer) in placed.map.layers.iter().zip(uses) {
                let Content::Tiles(tiles) = &part.content else {
                    continue;
                };
                match layer {
                    Layer::Level(z) if !pass => {
                        draw(
                            &placed.map,
                            part,
                            tiles,
                            corner,
                            *z as i32,
                            &mut sketch,
                            mapping,
                        )?;
                    }
                    Layer::Materials(z) if pass => {
                        paint(&placed.map, tiles, corner, *z as i32, &mut sketch)?;
                    }
                    _ => {}
                }
            }
        }
        for (part, layer) in placed.map.layers.iter().zip(uses) {
            if let (Content::Objects(objects), Layer::Level(z)) = (&part.content, layer) {
                for object in objects {
                    add(
                        &placed.map,
                        part,
                        object,
                        corner,
                        *z as i32,
                        &mut sketch,
                        mapping,
                    )?;
                }
            }
        }
        from = from.or(placed
            .map
            .property("origin")
            .filter(|_| placed.map.is_ours()));
    }
    let (cells, mut left) = sketch.finish()?;
    let (world, said) = origin::world(cells, from);
    left.extend(said);
    Ok((world, left))
}

/// The bits of a number that say how a tile is turned.
const TURNED: u32 = 0xF000_0000;

fn draw(
    map: &Map,
    part: &Part,
    tiles: &[u32],
    [left, top]: [i32; 2],
    z: i32,
    sketch: &mut Sketch<'_>,
    mapping: &mut Mapping,
) -> Result<(), ImportError> {
    let mut known: BTreeMap<u32, Tile> = BTreeMap::new();
    for (place, &number) in (0..).zip(tiles) {
        let number = number & !TURNED;
        if number == 0 {
            continue;
        }
        let [x, y] = [place % map.width, place / map.width].map(|at| at as i32);
        let tile = match known.get(&number) {
            Some(tile) => *tile,
            None => {
                let (set, id) = map.find(number).ok_or_else(|| {
                    map.wrong(format!(
                        "layer {}: tile {number} at {x},{y} is in no tileset",
                        part.name
                    ))
                })?;
                let info = set.tiles.get(&id).cloned().unwrap_or_default();
                let own = info.properties.get("cell");
                let own = own.and_then(|name| Cell::all().find(|cell| cell.info().name == name));
                let tile = mapping.tile(&format!("{}:{id}", set.name), || match own {
                    Some(cell) => (Tile::Cell(cell), true),
                    None => {
                        let words = [&info.class, &part.name, &set.name];
                        let found = words.into_iter().find_map(|word| meaning(word));
                        (Tile::Cell(found.unwrap_or(Cell::Floor)), false)
                    }
                });
                known.insert(number, tile);
                tile
            }
        };
        if let Tile::Cell(cell) = tile {
            sketch.set(Pos::new(left + x, top + y, z), cell);
        }
    }
    Ok(())
}

fn paint(
    map: &Map,
    tiles: &[u32],
    [left, top]: [i32; 2],
    z: i32,
    sketch: &mut Sketch<'_>,
) -> Result<(), ImportError> {
    for (place, &number) in (0..).zip(tiles) {
        let number = number & !TURNED;
        let Some((set, id)) = map.find(number).filter(|_| number > 0) else {
            continue;
        };
        let info = set.tiles.get(&id);
        let Some(name) = info.and_then(|info| info.properties.get("material")) else {
            continue;
        };
        let [x, y] = [place % map.width, place / map.width].map(|at| at as i32);
        sketch.set_material(Pos::new(left + x, top + y, z), name)?;
    }
    Ok(())
}

fn add(
    map: &Map,
    part: &Part,
    object: &Object,
    [left, top]: [i32; 2],
    z: i32,
    sketch: &mut Sketch<'_>,
    mapping: &mut Mapping,
) -> Result<(), ImportError> {
    // Links are found again, and rooms are in the origin.
    if map.is_ours() && matches!(part.name.as_str(), "links" | "rooms") {
        return Ok(());
    }
    let up = if object.is_tile { -1.0 } else { 1.0 };
    let middle = [
        object.at[0] + object.size[0] / 2.0,
        object.at[1] + up * object.size[1] / 2.0,
    ];
    let [x, y] = [0, 1].map(|i| (middle[i] / map.tile[i]).floor().clamp(-1e6, 1e6) as i32);
    if middle.iter().any(|at| at.is_nan()) {
        let name: String = object.name.chars().take(40).collect();
        return Err(map.wrong(format!(
            "object {name:?}: its place is no number: expected pixels"
        )));
    }
    let place = Pos::new(left + x, top + y, z);
    let kind = match map.is_ours() {
        true => Some(ThingKind::from(object.class.as_str())),
        false => kind_of(&object.class, mapping),
    };
    let Some(kind) = kind else {
        return Ok(());
    };
    let mut thing = Thing::new(place, kind, &*object.name);
    thing.properties.clone_from(&object.properties);
    let order = match map.is_ours() {
        true => thing.properties.remove("deepway:order"),
        false => None,
    };
    if !sketch.size().contains(place) {
        let name: String = object.name.chars().take(40).collect();
        if map.is_ours() {
            return Err(map.wrong(format!(
                "object {name:?} at {x},{y}: expected it in the map"
            )));
        }
        sketch
            .left
            .push(format!("an object outside the map: {name:?}"));
        return Ok(());
    }
    sketch.add(order.and_then(|order| order.parse().ok()), thing)
}
