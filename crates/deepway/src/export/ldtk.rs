//! LDtk 1.5.3: a level a layer with its `worldDepth`, the levels below and above as neighbours,
//! cells and materials as IntGrids, things and the ends of links as entities; every end of a link
//! refers to the other.

mod defs;

use super::hash::uuid;
use super::{Exported, Source};
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;
use crate::thing::Thing;
use serde_json::{Value, json};

/// The side of a cell, in pixels.
const GRID: i32 = 16;
/// The version of the format.
pub(super) const VERSION: &str = "1.5.3";

/// The numbers of definitions.
#[derive(Clone, Copy)]
struct Field {
    uid: u32,
    name: &'static str,
    /// LDtk's name of the type, in definitions and in values.
    kind: [&'static str; 2],
}

const fn field(uid: u32, name: &'static str, kind: [&'static str; 2]) -> Field {
    Field { uid, name, kind }
}

const TEXT: [&str; 2] = ["F_String", "String"];
const LINES: [&str; 2] = ["F_Text", "Multilines"];
const NUMBER: [&str; 2] = ["F_Int", "Int"];
const TRUTH: [&str; 2] = ["F_Bool", "Bool"];
const REF: [&str; 2] = ["F_EntityRef", "EntityRef"];

const CELLS: u32 = 1;
const MATERIALS: u32 = 2;
const ENTITIES: u32 = 3;
const THING: u32 = 10;
const LINK: u32 = 20;
const ROOM: u32 = 30;
const FIRST_LEVEL: u32 = 100;

const LEVEL_FIELDS: [Field; 3] = [
    field(40, "Name", TEXT),
    field(41, "Z", NUMBER),
    field(42, "Origin", LINES),
];
const THING_FIELDS: [Field; 4] = [
    field(11, "Kind", TEXT),
    field(12, "Name", TEXT),
    field(13, "Properties", LINES),
    field(14, "Order", NUMBER),
];
const LINK_FIELDS: [Field; 4] = [
    field(21, "Kind", TEXT),
    field(22, "Leads", TRUTH),
    field(23, "Other", REF),
    field(24, "Group", NUMBER),
];
const ROOM_FIELDS: [Field; 3] = [
    field(31, "Id", TEXT),
    field(32, "Name", TEXT),
    field(33, "Description", LINES),
];

struct Ldtk<'s, 'w> {
    source: &'s Source<'w>,
    materials: Vec<(Material, String)>,
}

pub(super) fn write(source: &Source<'_>, name: String) -> Exported {
    let materials = super::source::materials(source.cells);
    let ldtk = Ldtk { source, materials };
    let size = source.cells.size();
    let levels: Vec<Value> = source.z().map(|z| ldtk.level(z)).collect();
    let project = json!({
        "__header__": {
            "fileType": "LDtk Project JSON", "app": "LDtk", "doc": "https://ldtk.io/json",
            "schema": "https://ldtk.io/files/JSON_SCHEMA.json", "appAuthor": "Deepway",
            "appVersion": VERSION, "url": "https://ldtk.io",
        },
        "iid": uuid("project"), "jsonVersion": VERSION, "appBuildId": 473_702,
        "nextUid": FIRST_LEVEL + size.levels(), "identifierStyle": "Capitalize", "toc": [],
        "worldLayout": "Free", "worldGridWidth": 256, "worldGridHeight": 256,
        "defaultLevelWidth": 256, "defaultLevelHeight": 256, "defaultPivotX": 0,
        "defaultPivotY": 0, "defaultGridSize": GRID, "defaultEntityWidth": GRID,
        "defaultEntityHeight": GRID, "bgColor": "#292F40", "defaultLevelBgColor": "#0F111A",
        "minifyJson": true, "externalLevels": false, "exportTiled": false,
        "simplifiedExport": false, "imageExportMode": "None", "exportLevelBg": true,
        "pngFilePattern": null, "backupOnSave": false, "backupLimit": 10, "backupRelPath": null,
        "levelNamePattern": "Level_%idx", "tutorialDesc": source.title, "customCommands": [],
        "flags": [], "defs": defs::definitions(&ldtk.materials), "levels": levels, "worlds": [],
        "dummyWorldIid": uuid("world"),
    });
    Exported::one(name, format!("{project}\n"))
}

/// The id of a level, and of a layer of it.
fn level_iid(z: u32) -> String {
    uuid(&format!("level {z}"))
}

fn layer_iid(z: u32, layer: u32) -> String {
    uuid(&format!("layer {z} {layer}"))
}

/// The id of an end of a link.
fn end_iid(link: usize, z: i32) -> String {
    uuid(&format!("link {link} {z}"))
}

/// The value of a field, and how the editor keeps it.
fn value(field: Field, value: Value) -> Value {
    let kept = match (field.kind, &value) {
        (_, Value::Null) => Value::Null,
        (NUMBER, number) => json!({ "id": "V_Int", "params": [number] }),
        (TRUTH, truth) => json!({ "id": "V_Bool", "params": [truth] }),
        (REF, other) => json!({ "id": "V_String", "params": [other["entityIid"]] }),
        (_, text) => json!({ "id": "V_String", "params": [text] }),
    };
    json!({
        "__identifier": field.name, "__type": field.kind[1], "__value": value, "__tile": null,
        "defUid": field.uid, "realEditorValues": [kept],
    })
}

impl Ldtk<'_, '_> {
    fn level(&self, z: u32) -> Value {
        let size = self.source.cells.size();
        let name = self
            .source
            .levels
            .get(z as usize)
            .map_or("", |level| &level.name);
        let origin = self.source.origin.as_ref().filter(|_| z == 0);
        let fields = [
            value(LEVEL_FIELDS[0], json!(name)),
            value(LEVEL_FIELDS[1], json!(z)),
            value(LEVEL_FIELDS[2], json!(origin)),
        ];
        // The editor draws the first layer on top.
        let mut layers = vec![self.layer(z, ENTITIES, "Entities", "Entities", None)];
        if !self.materials.is_empty() {
            let made = self.material_csv(z);
            layers.push(self.layer(z, MATERIALS, "Materials", "IntGrid", Some(made)));
        }
        let cells = self.cell_csv(z);
        layers.push(self.layer(z, CELLS, "Cells", "IntGrid", Some(cells)));
        json!({
            "identifier": format!("Level_{z}"), "iid": level_iid(z), "uid": FIRST_LEVEL + z,
            "worldX": 0, "worldY": 0, "worldDepth": z, "pxWid": size.width() as i32 * GRID,
            "pxHei": size.height() as i32 * GRID, "__bgColor": "#0F111A", "bgColor": null,
            "useAutoIdentifier": true, "bgRelPath": null, "bgPos": null, "bgPivotX": 0.5,
            "bgPivotY": 0.5, "__smartColor": "#8B8D94", "__bgPos": null, "externalRelPath": null,
            "fieldInstances": fields, "layerInstances": layers, "__neighbours": self.neighbours(z),
        })
    }

    /// The levels right below and above.
    fn neighbours(&self, z: u32) -> Vec<Value> {
        let below = z.checked_sub(1).map(|low| (low, "<"));
        let above =
            Some((z + 1, ">")).filter(|(high, _)| *high < self.source.cells.size().levels());
        let both = below.into_iter().chain(above);
        both.map(|(other, dir)| json!({ "levelIid": level_iid(other), "dir": dir }))
            .collect()
    }

    /// The number of each cell: its row in the table, counted from 1; air is 0.
    fn cell_csv(&self, z: u32) -> Vec<u32> {
        let mut by_byte = [0; 256];
        for (number, cell) in (1..).zip(Cell::all()) {
            by_byte[cell as usize] = number;
        }
        by_byte[Cell::Air as usize] = 0;
        let rows = self.source.rows(z).flatten();
        rows.map(|cell| by_byte[cell as usize]).collect()
    }

    /// The number of each material among those in use, counted from 1; 0 is none.
    fn material_csv(&self, z: u32) -> Vec<u32> {
        let mut by_byte = [0; 256];
        for (number, (material, _)) in (1..).zip(&self.materials) {
            by_byte[usize::from(material.byte())] = number;
        }
        let height = self.source.cells.size().height();
        let bytes = (0..height).flat_map(|y| self.source.cells.material_bytes(y, z));
        bytes.map(|&byte| by_byte[usize::from(byte)]).collect()
    }

    fn layer(&self, z: u32, uid: u32, name: &str, kind: &str, csv: Option<Vec<u32>>) -> Value {
        let size = self.source.cells.size();
        let entities = match csv {
            None => self.entities(z),
            Some(_) => Vec::new(),
        };
        json!({
            "__identifier": name, "__type": kind, "__cWid": size.width(), "__cHei": size.height(),
            "__gridSize": GRID, "__opacity": 1, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
            "__tilesetDefUid": null, "__tilesetRelPath": null, "iid": layer_iid(z, uid),
            "levelId": FIRST_LEVEL + z, "layerDefUid": uid, "pxOffsetX": 0, "pxOffsetY": 0,
            "visible": true, "optionalRules": [], "intGridCsv": csv.unwrap_or_default(),
            "autoLayerTiles": [], "seed": 1, "overrideTilesetUid": null, "gridTiles": [],
            "entityInstances": entities,
        })
    }

    fn entities(&self, z: u32) -> Vec<Value> {
        let mut entities = Vec::new();
        for room in self.source.rooms.iter().filter(|room| room.z == z) {
            let [low, high] = room.inside;
            let size = [high.x - low.x + 1, high.y - low.y + 1];
            let fields = vec![
                value(ROOM_FIELDS[0], json!(room.id)),
                value(ROOM_FIELDS[1], json!(room.name)),
                value(ROOM_FIELDS[2], json!(room.description)),
            ];
            let iid = uuid(&format!("room {}", room.id));
            entities.push(entity("Room", ROOM, iid, low, size, fields));
        }
        let things = (0u32..).zip(self.source.cells.things());
        for (order, (_, thing)) in things {
            if thing.place.z == z as i32 {
                entities.push(thing_entity(order, thing));
            }
        }
        for (number, link) in self.source.links.iter().enumerate() {
            let ends = [
                (link.low, link.high, link.up),
                (link.high, link.low, link.down),
            ];
            for (here, there, leads) in ends {
                if here.z != z as i32 {
                    continue;
                }
                let other = json!({
                    "entityIid": end_iid(number, there.z),
                    "layerIid": layer_iid(there.z as u32, ENTITIES),
                    "levelIid": level_iid(there.z as u32), "worldIid": uuid("world"),
                });
                let fields = vec![
                    value(LINK_FIELDS[0], json!(link.kind.name())),
                    value(LINK_FIELDS[1], json!(leads)),
                    value(LINK_FIELDS[2], other),
                    value(LINK_FIELDS[3], json!(link.group)),
                ];
                let iid = end_iid(number, here.z);
                entities.push(entity("Link", LINK, iid, here, [1, 1], fields));
            }
        }
        entities
    }
}

fn thing_entity(order: u32, thing: &Thing) -> Value {
    // A property that is no plain line still is one in JSON.
    let properties = match thing.properties.is_empty() {
        true => Value::Null,
        false => json!(json!(thing.properties).to_string()),
    };
    let fields = vec![
        value(THING_FIELDS[0], json!(thing.kind.name())),
        value(THING_FIELDS[1], json!(thing.name)),
        value(THING_FIELDS[2], properties),
        value(THING_FIELDS[3], json!(order)),
    ];
    let iid = uuid(&format!("thing {order}"));
    entity("Thing", THING, iid, thing.place, [1, 1], fields)
}

fn entity(name: &str, uid: u32, iid: String, at: Pos, size: [i32; 2], fields: Vec<Value>) -> Value {
    let [x, y] = [at.x * GRID, at.y * GRID];
    json!({
        "__identifier": name, "__grid": [at.x, at.y], "__pivot": [0, 0], "__tags": [],
        "__tile": null, "__smartColor": defs::colour_of(name), "iid": iid,
        "width": size[0] * GRID, "height": size[1] * GRID, "defUid": uid, "px": [x, y],
        "fieldInstances": fields, "__worldX": x, "__worldY": y,
    })
}
