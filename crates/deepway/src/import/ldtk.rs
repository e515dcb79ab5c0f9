//! LDtk projects: levels by their depth, IntGrids to cells, entities to things.

use super::mapping::{Layer, Tile, meaning};
use super::sketch::{Sketch, kind_of};
use super::{Folder, ImportError, Imported, Mapping, origin, pictures};
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The versions whose files are read: what is read of them means the same in all.
const VERSIONS: [&str; 3] = ["1.3.", "1.4.", "1.5."];

struct Project<'a> {
    name: &'a str,
    root: &'a Value,
    /// Whether Deepway wrote it.
    is_ours: bool,
    /// The side of a cell, in pixels.
    grid: i64,
    /// Whether none of the numbers that can be drawn means something to walk on.
    is_solid: bool,
}

pub(super) fn read(
    name: &str,
    bytes: &[u8],
    folder: &mut dyn Folder,
    mapping: Option<&Mapping>,
) -> Result<Imported, ImportError> {
    let wrong = |problem: String| ImportError::new(name, problem);
    let root: Value = serde_json::from_slice(bytes)
        .map_err(|error| wrong(format!("not an LDtk project: {error}")))?;
    let version = root["jsonVersion"].as_str().unwrap_or("none");
    if !VERSIONS.iter().any(|known| version.starts_with(known)) {
        let version: String = version.chars().take(20).collect();
        return Err(wrong(format!(
            "LDtk version {version}: expected 1.3 to 1.5 (open it in 1.5.3 and save it)"
        )));
    }
    let worlds = list(&root["worlds"]);
    let levels = match (list(&root["levels"]), worlds) {
        ([], [only]) => list(&only["levels"]),
        ([], [_, _, ..]) => {
            return Err(wrong(
                "several worlds: expected one world in a project".to_owned(),
            ));
        }
        (levels, _) => levels,
    };
    if levels.is_empty() {
        return Err(wrong("no levels: expected one at least".to_owned()));
    }
    let fields = list(&root["defs"]["levelFields"]);
    let is_ours = fields.iter().any(|field| field["identifier"] == "Origin");
    let layers = levels
        .iter()
        .flat_map(|level| list(&level["layerInstances"]));
    let grid = grid(&root, layers, mapping).map_err(wrong)?;
    if !(1..=4096).contains(&grid) {
        return Err(wrong(format!("cells of {grid} pixels: expected 1 to 4096")));
    }
    let project = Project {
        name,
        root: &root,
        is_ours,
        grid,
        is_solid: is_solid(&root),
    };
    let mut imported = project.read(levels, mapping.cloned().unwrap_or_default())?;
    let sets = list(&root["defs"]["tilesets"]).iter();
    let names = sets.filter_map(|set| set["relPath"].as_str().map(str::to_owned));
    let names: BTreeSet<String> = names.collect();
    pictures::look(name, "", &names, folder, &mut imported.left)?;
    Ok(imported)
}

/// Whether none of the numbers that can be drawn means something to walk on.
fn is_solid(root: &Value) -> bool {
    let layers = list(&root["defs"]["layers"]).iter();
    let mut meant = layers.flat_map(|layer| {
        let of_layer = meaning(layer["identifier"].as_str().unwrap_or(""));
        let values = list(&layer["intGridValues"]).iter();
        values.map(move |value| {
            let own = value["identifier"].as_str().and_then(meaning);
            own.or(of_layer).unwrap_or(Cell::Wall)
        })
    });
    !meant.any(Cell::is_walkable)
}

/// The side of a cell: that of the layers that the mapping makes levels, else that of most layers
/// of numbers, else of most layers of tiles.
fn grid<'v>(
    root: &Value,
    layers: impl Iterator<Item = &'v Value>,
    mapping: Option<&Mapping>,
) -> Result<i64, String> {
    let mut given: BTreeSet<i64> = BTreeSet::new();
    let mut counts: BTreeMap<i64, [usize; 2]> = BTreeMap::new();
    for layer in layers {
        let is_grid = layer["__type"] == "IntGrid";
        let size = layer["__gridSize"].as_i64();
        let Some(size) = size.filter(|_| is_grid || layer["__type"] == "Tiles") else {
            continue;
        };
        let name = layer["__identifier"].as_str().unwrap_or("");
        match mapping.and_then(|mapping| mapping.given_layer(name)) {
            Some(Layer::Nothing) => {}
            Some(_) => drop(given.insert(size)),
            None => counts.entry(size).or_default()[usize::from(!is_grid)] += 1,
        }
    }
    let usual = root["defaultGridSize"].as_i64().unwrap_or(16);
    match given.iter().collect::<Vec<_>>()[..] {
        [] => {
            let most = counts.iter().max_by_key(|(size, count)| (**count, **size));
            Ok(most.map_or(usual, |(size, _)| *size))
        }
        [only] => Ok(*only),
        [first, second, ..] => Err(format!(
            "layers with cells of {first} and of {second} pixels: expected one size (a mapping can make layers \"nothing\")"
        )),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

impl Project<'_> {
    fn wrong(&self, problem: impl Into<String>) -> ImportError {
        ImportError::new(self.name, problem)
    }

    /// A whole number of cells, from a number of pixels.
    fn cells(&self, value: &Value, what: &str) -> Result<i64, ImportError> {
        let pixels = value
            .as_i64()
            .filter(|pixels| pixels.unsigned_abs() < 1 << 40);
        let pixels = pixels
            .ok_or_else(|| self.wrong(format!("{what}: expected a whole number of pixels")))?;
        Ok(pixels.div_euclid(self.grid))
    }

    /// The same, and a part of a cell counts as one.
    fn sides(&self, value: &Value, what: &str) -> Result<i64, ImportError> {
        let pixels = value.as_i64().unwrap_or(0);
        let part = i64::from(pixels.rem_euclid(self.grid) > 0);
        Ok(self.cells(value, what)? + part)
    }

    /// How levels lie that have no places of their own: the step from one to the next.
    fn row(&self, levels: &[Value]) -> Option<[i64; 2]> {
        let worlds = list(&self.root["worlds"]);
        let layout = match (list(&self.root["levels"]), worlds) {
            ([], [only]) => &only["worldLayout"],
            _ => &self.root["worldLayout"],
        };
        match (layout.as_str(), levels.len()) {
            (Some("LinearHorizontal"), 2..) => Some([1, 0]),
            (Some("LinearVertical"), 2..) => Some([0, 1]),
            _ => None,
        }
    }

    fn read(&self, levels: &[Value], mut mapping: Mapping) -> Result<Imported, ImportError> {
        let depth_of = |level: &Value| match level.get("worldDepth") {
            None => Ok(0),
            Some(depth) => depth
                .as_i64()
                .ok_or_else(|| self.wrong("worldDepth: expected a whole number")),
        };
        let depths: Result<BTreeSet<i64>, _> = levels.iter().map(depth_of).collect();
        let depths = depths?;
        let (row, mut next) = (self.row(levels), [0_i64; 2]);
        let mut spots = Vec::new();
        for level in levels {
            if level["layerInstances"].is_null() {
                return Err(self.wrong("its levels are in files of their own: expected one file (turn off Save levels separately)"));
            }
            let depth = depth_of(level)?;
            let z = depths.iter().position(|known| *known == depth).unwrap_or(0);
            let size = [
                self.sides(&level["pxWid"], "pxWid")?,
                self.sides(&level["pxHei"], "pxHei")?,
            ];
            let corner = match row {
                // One after the other, with a cell of open air between.
                Some(step) => {
                    let corner = next;
                    next = [0, 1].map(|i| next[i].saturating_add(step[i] * (size[i] + 1)));
                    corner
                }
                None => [
                    self.cells(&level["worldX"], "worldX")?,
                    self.cells(&level["worldY"], "worldY")?,
                ],
            };
            if size.iter().any(|side| *side < 1) {
                return Err(self.wrong(format!(
                    "a level of {} × {} cells: expected 1 at least",
                    size[0], size[1]
                )));
            }
            spots.push((level, z as i32, corner, size));
        }
        let edge = |i: usize, end: bool| {
            let ends = spots
                .iter()
                .map(|(_, _, corner, size)| corner[i] + if end { size[i] } else { 0 });
            if end { ends.max() } else { ends.min() }.unwrap_or(0)
        };
        let low = [edge(0, false), edge(1, false)];
        let [wide, high] = [edge(0, true) - low[0], edge(1, true) - low[1]];
        let positive = |side: i64| u64::try_from(side).unwrap_or(0);
        let mut sketch = Sketch::new(
            self.name,
            positive(wide),
            positive(high),
            depths.len().max(1) as u64,
        )?;
        let mut from = None;
        for (level, z, corner, size) in &spots {
            let at = [(corner[0] - low[0]) as i32, (corner[1] - low[1]) as i32];
            self.level(level, *z, at, *size, &mut sketch, &mut mapping)?;
            let fields = list(&level["fieldInstances"]);
            let field = fields
                .iter()
                .find(|field| field["__identifier"] == "Origin");
            from = from.or(field
                .and_then(|field| field["__value"].as_str())
                .filter(|_| self.is_ours));
        }
        let (cells, mut left) = sketch.finish()?;
        let (world, said) = origin::world(cells, from);
        left.extend(said);
        Ok(Imported {
            world,
            mapping,
            left,
        })
    }

    fn level(
        &self,
        level: &Value,
        z: i32,
        corner: [i32; 2],
        size: [i64; 2],
        sketch: &mut Sketch<'_>,
        mapping: &mut Mapping,
    ) -> Result<(), ImportError> {
        let layers = list(&level["layerInstances"]);
        let has_grid = layers.iter().any(|layer| layer["__type"] == "IntGrid");
        // The first layer is on top, so the last is drawn first; materials come after cells.
        let is_made = |layer: &Value| self.is_ours && layer["__identifier"] == "Materials";
        let cells_first = layers.iter().rev().filter(|layer| !is_made(layer));
        for layer in cells_first.chain(layers.iter().filter(|layer| is_made(layer))) {
            let name = layer["__identifier"].as_str().unwrap_or("");
            let kind = layer["__type"].as_str().unwrap_or("");
            if layer["visible"] == false && !self.is_ours {
                continue;
            }
            let size_here = layer["__gridSize"].as_i64();
            let is_other = kind != "Entities" && size_here.is_some_and(|size| size != self.grid);
            if is_other && !list(&layer["intGridCsv"]).is_empty() {
                // Shown as a guess, so that a mapping can make it the one that counts.
                mapping.layer(name, || (Layer::Nothing, false));
            }
            if is_other {
                continue;
            }
            match kind {
                "IntGrid" if is_made(layer) => self.materials(layer, z, corner, size, sketch)?,
                "IntGrid" => {
                    let usual = || (Layer::Level(0), true);
                    if mapping.layer(name, usual) != Layer::Nothing {
                        self.grid(layer, z, corner, size, sketch, mapping)?;
                    }
                }
                "Tiles" | "AutoLayer" if !has_grid => {
                    for tile in list(&layer["gridTiles"])
                        .iter()
                        .chain(list(&layer["autoLayerTiles"]))
                    {
                        let [x, y] =
                            [&tile["px"][0], &tile["px"][1]].map(|px| px.as_i64().unwrap_or(-1));
                        let [x, y] = [x, y].map(|px| px.div_euclid(self.grid));
                        if !(0..size[0]).contains(&x) || !(0..size[1]).contains(&y) {
                            continue;
                        }
                        let key = format!("{name}#{}", tile["t"].as_i64().unwrap_or(0));
                        let guess = || (Tile::Cell(meaning(name).unwrap_or(Cell::Floor)), false);
                        if let Tile::Cell(cell) = mapping.tile(&key, guess) {
                            sketch.set(
                                Pos::new(corner[0] + x as i32, corner[1] + y as i32, z),
                                cell,
                            );
                        }
                    }
                }
                "Entities" => {
                    for entity in list(&layer["entityInstances"]) {
                        self.entity(entity, z, corner, sketch, mapping)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The numbers of a grid, with their places.
    fn numbers<'v>(
        &self,
        layer: &'v Value,
        size: [i64; 2],
    ) -> Result<impl Iterator<Item = ([i32; 2], i64)> + use<'v>, ImportError> {
        let numbers = list(&layer["intGridCsv"]);
        if numbers.len() as i64 != size[0].saturating_mul(size[1]) {
            let name = layer["__identifier"].as_str().unwrap_or("");
            return Err(self.wrong(format!(
                "layer {name}: {} numbers: expected {} × {}",
                numbers.len(),
                size[0],
                size[1]
            )));
        }
        if let Some(other) = numbers.iter().find(|number| !number.is_i64()) {
            let name = layer["__identifier"].as_str().unwrap_or("");
            let other: String = other.to_string().chars().take(20).collect();
            return Err(self.wrong(format!(
                "layer {name}: {other} in intGridCsv: expected whole numbers"
            )));
        }
        let width = size[0];
        Ok((0..).zip(numbers).map(move |(at, number): (i64, _)| {
            (
                [(at % width) as i32, (at / width) as i32],
                number.as_i64().unwrap_or(0),
            )
        }))
    }

    /// The identifiers of the values of a layer.
    fn values(&self, layer: &Value) -> BTreeMap<i64, &str> {
        let defs = list(&self.root["defs"]["layers"]).iter();
        let mut own = defs.filter(|def| def["uid"] == layer["layerDefUid"]);
        let values = own
            .next()
            .map_or(&[][..], |def| list(&def["intGridValues"]));
        let named = values.iter().filter_map(|value| {
            Some((
                value["value"].as_i64()?,
                value["identifier"].as_str().unwrap_or(""),
            ))
        });
        named.collect()
    }

    fn grid(
        &self,
        layer: &Value,
        z: i32,
        corner: [i32; 2],
        size: [i64; 2],
        sketch: &mut Sketch<'_>,
        mapping: &mut Mapping,
    ) -> Result<(), ImportError> {
        let name = layer["__identifier"].as_str().unwrap_or("");
        let values = self.values(layer);
        let mut known: BTreeMap<i64, Tile> = BTreeMap::new();
        for ([x, y], number) in self.numbers(layer, size)? {
            let tile = *known.entry(number).or_insert_with(|| {
                if number == 0 {
                    // Where nothing was drawn there is nothing; but where one can only draw
                    // what is solid, one walks on the rest.
                    let key = format!("{name}:0");
                    let usual = match self.is_solid {
                        true => Tile::Cell(Cell::Floor),
                        false => Tile::Nothing,
                    };
                    return mapping.tile(&key, || (usual, self.is_ours));
                }
                let word = values.get(&number).copied().unwrap_or("");
                mapping.tile(&format!("{name}:{number}"), || match meaning(word) {
                    Some(cell) => (Tile::Cell(cell), self.is_ours),
                    None => (Tile::Cell(meaning(name).unwrap_or(Cell::Wall)), false),
                })
            });
            let pos = Pos::new(corner[0] + x, corner[1] + y, z);
            match tile {
                // What was not drawn hides nothing.
                Tile::Cell(_) if number == 0 && sketch.get(pos) != Cell::Air => {}
                Tile::Cell(cell) => sketch.set(pos, cell),
                Tile::Nothing => {}
            }
        }
        Ok(())
    }

    fn materials(
        &self,
        layer: &Value,
        z: i32,
        corner: [i32; 2],
        size: [i64; 2],
        sketch: &mut Sketch<'_>,
    ) -> Result<(), ImportError> {
        let values = self.values(layer);
        for ([x, y], number) in self.numbers(layer, size)? {
            let Some(word) = values.get(&number).filter(|_| number > 0) else {
                continue;
            };
            let material = material_name(word)
                .ok_or_else(|| self.wrong(format!("{word:?}: expected the name of a material")))?;
            sketch.set_material(Pos::new(corner[0] + x, corner[1] + y, z), &material)?;
        }
        Ok(())
    }

    fn entity(
        &self,
        entity: &Value,
        z: i32,
        corner: [i32; 2],
        sketch: &mut Sketch<'_>,
        mapping: &mut Mapping,
    ) -> Result<(), ImportError> {
        let word = entity["__identifier"].as_str().unwrap_or("");
        let fields = list(&entity["fieldInstances"]);
        let field = |name: &str| {
            let found = fields.iter().find(|field| field["__identifier"] == name);
            found.map_or(&Value::Null, |field| &field["__value"])
        };
        let at = [&entity["px"][0], &entity["px"][1]];
        let [x, y] = [self.cells(at[0], "px")?, self.cells(at[1], "px")?];
        let near = |at: i64| i32::try_from(at).unwrap_or(-1);
        let place = Pos::new(
            corner[0].saturating_add(near(x)),
            corner[1].saturating_add(near(y)),
            z,
        );
        if self.is_ours && matches!(word, "Link" | "Room") {
            return Ok(());
        }
        if self.is_ours && word == "Thing" {
            let kind = ThingKind::from(field("Kind").as_str().unwrap_or("marker"));
            let mut thing = Thing::new(place, kind, field("Name").as_str().unwrap_or(""));
            if let Some(text) = field("Properties").as_str() {
                thing.properties = serde_json::from_str(text).map_err(|error| {
                    self.wrong(format!("properties of a thing at {place}: {error}"))
                })?;
            }
            return sketch.add(field("Order").as_u64(), thing);
        }
        let name = ["Name", "name", "text", "Text"].into_iter();
        let name = name
            .filter_map(|name| field(name).as_str())
            .next()
            .unwrap_or("");
        let Some(kind) = kind_of(word, mapping) else {
            return Ok(());
        };
        let mut thing = Thing::new(place, kind, name);
        for field in fields {
            let (key, value) = (
                field["__identifier"].as_str().unwrap_or(""),
                &field["__value"],
            );
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            if !key.is_empty() && text != name {
                thing.properties.insert(key.to_owned(), text);
            }
        }
        sketch.add(None, thing)
    }
}

/// The material that an identifier stands for.
fn material_name(word: &str) -> Option<String> {
    let own = word
        .strip_prefix("Own")
        .and_then(|rest| rest.split_once("__"));
    if let Some((_, letters)) = own {
        let (mut bytes, mut rest) = (Vec::new(), letters.bytes());
        while let Some(byte) = rest.next() {
            match byte {
                b'_' => {
                    let digits = [rest.next()?, rest.next()?].map(char::from);
                    let value = digits.map(|digit| digit.to_digit(16));
                    bytes.push((value[0]? * 16 + value[1]?) as u8);
                }
                byte => bytes.push(byte),
            }
        }
        return String::from_utf8(bytes).ok();
    }
    let mut names = Material::all()
        .filter_map(Material::info)
        .map(|info| info.name);
    let found = names.find(|name| name.replace(' ', "_").eq_ignore_ascii_case(word));
    found.map(str::to_owned)
}
