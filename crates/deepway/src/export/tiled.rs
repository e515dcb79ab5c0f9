//! Tiled: a map a level, a tileset of cells and one of materials, and a `.world` that has them
//! all at the same place, since Tiled's worlds know no height; every map has its `z`.

mod tmj;
mod tmx;

use super::xml::is_allowed;
use super::{ExportError, Exported, File, Source};
use crate::cell::Cell;
use crate::material::Material;
use crate::view;
use serde_json::json;

/// The side of a tile, in pixels.
const TILE: u32 = 16;
/// Tiles in a row of a tileset's picture.
const COLUMNS: u32 = 8;
/// The number of the first tile of the cells.
const FIRST_CELL: u32 = 1;
/// The largest text of a property that keeps the whole world.
const MAX_ORIGIN: usize = 64 << 20;

/// What both writings share.
struct Tiled<'s, 'w> {
    source: &'s Source<'w>,
    /// The materials in use, with their names; the first has the tile 0 of its tileset.
    materials: Vec<(Material, String)>,
}

/// A property: a name, a type and a value.
struct Property {
    name: String,
    kind: &'static str,
    value: String,
}

impl Property {
    fn text(name: impl Into<String>, value: impl Into<String>) -> Self {
        let (name, value) = (name.into(), value.into());
        let kind = "string";
        Self { name, kind, value }
    }

    fn number(name: &str, value: impl ToString) -> Self {
        Self {
            name: name.to_owned(),
            kind: "int",
            value: value.to_string(),
        }
    }

    fn truth(name: &str, value: bool) -> Self {
        Self {
            name: name.to_owned(),
            kind: "bool",
            value: value.to_string(),
        }
    }
}

/// An object on a map: in tiles from its north-west corner.
struct Object {
    id: u32,
    name: String,
    kind: String,
    at: [i32; 2],
    /// Of a rectangle; a point has none.
    size: Option<[i32; 2]>,
    properties: Vec<Property>,
}

impl Tiled<'_, '_> {
    /// The tile numbers of the cells of a level, row by row; air is 0, no tile.
    fn cell_rows(&self, z: u32) -> impl Iterator<Item = Vec<u32>> + '_ {
        let number = |cell: Cell| match cell {
            Cell::Air => 0,
            cell => {
                let place = Cell::all().position(|known| known == cell);
                FIRST_CELL + place.unwrap_or(0) as u32
            }
        };
        let numbers: Vec<(Cell, u32)> = Cell::all().map(|cell| (cell, number(cell))).collect();
        let mut by_byte = [0; 256];
        for (cell, number) in numbers {
            by_byte[cell as usize] = number;
        }
        let rows = self.source.rows(z);
        rows.map(move |row| row.into_iter().map(|cell| by_byte[cell as usize]).collect())
    }

    /// The number of the first tile of the materials.
    fn first_material(&self) -> u32 {
        FIRST_CELL + Cell::all().len() as u32
    }

    /// The tile numbers of the materials of a level.
    fn material_rows(&self, z: u32) -> impl Iterator<Item = Vec<u32>> + '_ {
        let number = |material: Material| {
            let place = self
                .materials
                .iter()
                .position(|(known, _)| *known == material);
            place.map_or(0, |place| self.first_material() + place as u32)
        };
        let height = self.source.cells.size().height();
        (0..height).map(move |y| {
            let row = self.source.cells.material_row(y, z);
            row.map(number).collect()
        })
    }

    /// The properties of a level's map.
    fn map_properties(&self, z: u32) -> Vec<Property> {
        let level = self.source.levels.get(z as usize);
        let mut properties = vec![
            Property::text("deepway", "1"),
            Property::text("level", level.map_or("", |level| &level.name)),
            Property::number("z", z),
        ];
        let origin = self.source.origin.as_ref().filter(|_| z == 0);
        if let Some(origin) = origin.filter(|origin| origin.len() <= MAX_ORIGIN) {
            properties.push(Property::text("origin", origin.clone()));
        }
        properties
    }

    /// The things of a level; their order among all is the property `deepway:order`.
    fn things(&self, z: u32) -> Vec<Object> {
        let things = (0..).zip(self.source.cells.things());
        let here = things.filter(|(_, (_, thing))| thing.place.z == z as i32);
        let mut objects = Vec::new();
        for (order, (_, thing)) in here {
            let mut properties = vec![Property::number("deepway:order", order)];
            let own = thing.properties.iter();
            properties.extend(own.map(|(key, value)| Property::text(key, value)));
            objects.push(Object {
                id: objects.len() as u32 + 1,
                name: thing.name.clone(),
                kind: thing.kind.name().to_owned(),
                at: [thing.place.x, thing.place.y],
                size: None,
                properties,
            });
        }
        objects
    }

    /// The ends of links on a level, each with where it leads.
    fn links(&self, z: u32, first: u32) -> Vec<Object> {
        let mut objects = Vec::new();
        for link in &self.source.links {
            for (here, there, leads) in [
                (link.low, link.high, link.up),
                (link.high, link.low, link.down),
            ] {
                if here.z != z as i32 {
                    continue;
                }
                objects.push(Object {
                    id: first + objects.len() as u32,
                    name: link.kind.name().to_owned(),
                    kind: "link".to_owned(),
                    at: [here.x, here.y],
                    size: Some([1, 1]),
                    properties: vec![
                        Property::number("group", link.group),
                        Property::truth("leads", leads),
                        Property::text("map", map_name(there.z as u32, "")),
                        Property::number("to_x", there.x),
                        Property::number("to_y", there.y),
                        Property::number("to_z", there.z),
                    ],
                });
            }
        }
        objects
    }

    /// The rooms of a level, as rectangles.
    fn rooms(&self, z: u32, first: u32) -> Vec<Object> {
        let rooms = self.source.rooms.iter().filter(|room| room.z == z);
        let rooms = (first..).zip(rooms).map(|(id, room)| {
            let [low, high] = room.inside;
            Object {
                id,
                name: room.name.clone(),
                kind: "room".to_owned(),
                at: [low.x, low.y],
                size: Some([high.x - low.x + 1, high.y - low.y + 1]),
                properties: vec![
                    Property::text("biome", room.biome.id()),
                    Property::text("description", room.description.clone()),
                    Property::text("room", room.id.clone()),
                ],
            }
        });
        rooms.collect()
    }

    /// The pictures of the tilesets.
    fn pictures(&self) -> Result<Vec<File>, ExportError> {
        let cells: Vec<_> = Cell::all().map(|cell| (cell, Material::NONE)).collect();
        let scene = view::tiles(&cells, COLUMNS, TILE as f32);
        let mut files = vec![File::new("cells.png", view::png(&scene, 1.0)?)];
        if !self.materials.is_empty() {
            let made = self.materials.iter();
            let made: Vec<_> = made.map(|(material, _)| (Cell::Floor, *material)).collect();
            let scene = view::tiles(&made, COLUMNS, TILE as f32);
            files.push(File::new("materials.png", view::png(&scene, 1.0)?));
        }
        Ok(files)
    }

    /// The file that puts all maps together.
    fn world(&self, ending: &str) -> File {
        let size = self.source.cells.size();
        let maps = self.source.z().map(|z| {
            json!({
                "fileName": map_name(z, ending),
                "x": 0,
                "y": 0,
                "width": size.width() * TILE,
                "height": size.height() * TILE,
            })
        });
        let maps: Vec<_> = maps.collect();
        let world = json!({ "type": "world", "onlyShowAdjacentMaps": false, "maps": maps });
        let name = format!("{}.world", self.source.stem);
        File::new(name, format!("{world:#}\n"))
    }

    fn lost(&self) -> Vec<String> {
        let things = self.source.cells.things();
        let has_control = |text: &str| !text.chars().all(is_allowed);
        let is_lost = |thing: &crate::thing::Thing| {
            let mut texts = thing.properties.iter();
            has_control(&thing.name)
                || has_control(thing.kind.name())
                || texts.any(|(key, value)| has_control(key) || has_control(value))
        };
        let mut lost = Vec::new();
        if things.map(|(_, thing)| thing).any(is_lost) {
            lost.push("control characters in the texts of things: XML cannot hold them".to_owned());
        }
        lost
    }
}

/// The name of a level's map.
fn map_name(z: u32, ending: &str) -> String {
    match ending.is_empty() {
        true => format!("level-{z:03}"),
        false => format!("level-{z:03}.{ending}"),
    }
}

fn tiled<'s, 'w>(source: &'s Source<'w>) -> Tiled<'s, 'w> {
    let names = super::source::materials(source.cells);
    Tiled {
        source,
        materials: names,
    }
}

/// Maps as XML.
pub(super) fn tmx(source: &Source<'_>) -> Result<Exported, ExportError> {
    let tiled = tiled(source);
    let mut files = vec![tiled.world("tmx")];
    files.extend(tmx::files(&tiled));
    files.extend(tiled.pictures()?);
    let lost = tiled.lost();
    Ok(Exported { files, lost })
}

/// Maps as JSON.
pub(super) fn tmj(source: &Source<'_>) -> Result<Exported, ExportError> {
    let tiled = tiled(source);
    let mut files = vec![tiled.world("tmj")];
    files.extend(tmj::files(&tiled));
    files.extend(tiled.pictures()?);
    let lost = Vec::new();
    Ok(Exported { files, lost })
}
