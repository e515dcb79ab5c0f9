//! glTF 2.0, binary: a node a level, below it a node a room and a thing, and a node for
//! everything that joins levels.

use super::mesh::{self, CELL, LEVEL, Mesh};
use super::{ExportError, Exported, Source};
use crate::space::Pos;
use crate::view::Colour;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most bytes of a file: their number has four bytes.
const MAX_BYTES: u64 = 0xFFFF_0000;

#[derive(Default)]
struct Builder {
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    materials: BTreeMap<u32, usize>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
}

impl Builder {
    /// Adds numbers as a part of the buffer, and returns the part's number.
    fn part(&mut self, target: u32, bytes: impl Iterator<Item = [u8; 4]>) -> usize {
        let start = self.buffer.len();
        bytes.for_each(|four| self.buffer.extend(four));
        let length = self.buffer.len() - start;
        self.views.push(json!({
            "buffer": 0, "byteOffset": start, "byteLength": length, "target": target,
        }));
        self.views.len() - 1
    }

    fn accessor(&mut self, value: Value) -> usize {
        self.accessors.push(value);
        self.accessors.len() - 1
    }

    /// Adds a mesh, and returns its number; none if there is nothing to see.
    fn mesh(&mut self, name: &str, mesh: &Mesh) -> Option<usize> {
        let mut primitives = Vec::new();
        for (&rgb, faces) in &mesh.faces {
            let count = faces.corners.len();
            let places = || faces.corners.iter().map(|[place, _]| *place);
            let fold = |pick: fn(f32, f32) -> f32| {
                places().reduce(|a, b| [0, 1, 2].map(|i| pick(a[i], b[i])))
            };
            let (Some(min), Some(max)) = (fold(f32::min), fold(f32::max)) else {
                continue;
            };
            let view = self.part(34962, places().flatten().map(f32::to_le_bytes));
            let position = self.accessor(json!({
                "bufferView": view, "componentType": 5126, "count": count, "type": "VEC3",
                "min": min, "max": max,
            }));
            let normals = faces.corners.iter().flat_map(|[_, normal]| *normal);
            let view = self.part(34962, normals.map(f32::to_le_bytes));
            let normal = self.accessor(json!({
                "bufferView": view, "componentType": 5126, "count": count, "type": "VEC3",
            }));
            let corners = (0..count as u32 / 4).flat_map(|face| {
                [0, 1, 2, 0, 2, 3].map(|corner| (face * 4 + corner).to_le_bytes())
            });
            let view = self.part(34963, corners);
            let indices = self.accessor(json!({
                "bufferView": view, "componentType": 5125, "count": count / 4 * 6, "type": "SCALAR",
            }));
            let next = self.materials.len();
            let material = *self.materials.entry(rgb).or_insert(next);
            primitives.push(json!({
                "attributes": { "POSITION": position, "NORMAL": normal }, "indices": indices,
                "material": material,
            }));
        }
        if primitives.is_empty() {
            return None;
        }
        self.meshes
            .push(json!({ "name": name, "primitives": primitives }));
        Some(self.meshes.len() - 1)
    }

    fn node(&mut self, mut node: Value, mesh: Option<usize>, children: Vec<usize>) -> usize {
        if let Some(mesh) = mesh {
            node["mesh"] = json!(mesh);
        }
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }
}

/// Where a cell's middle is in its level.
fn middle(pos: Pos) -> [f32; 3] {
    let half = |at: i32| (at as f32 + 0.5) * CELL;
    [half(pos.x), 0.0, half(pos.y)]
}

pub(super) fn write(source: &Source<'_>, name: String) -> Result<Exported, ExportError> {
    let mut builder = Builder::default();
    let mut top = Vec::new();
    for z in source.z() {
        top.push(level(source, z, &mut builder));
    }
    let links = match source.passages.is_empty() {
        true => links(source, &mut builder),
        false => connections(source, &mut builder),
    };
    top.extend(links);
    // A node without children must not have a list of them.
    let root = builder.node(json!({ "name": source.title }), None, top);
    let bytes = finish(source, builder, root);
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ExportError::Limit {
            what: format!("{} bytes of glTF", bytes.len()),
            most: MAX_BYTES,
            of: "bytes (choose a level with --level)",
        });
    }
    Ok(Exported::one(name, bytes))
}

fn level(source: &Source<'_>, z: u32, builder: &mut Builder) -> usize {
    let rooms: Vec<_> = source.rooms.iter().filter(|room| room.z == z).collect();
    let inside = |low: Pos, high: Pos, x: i32, y: i32| {
        (low.x..=high.x).contains(&x) && (low.y..=high.y).contains(&y)
    };
    let in_room = |x: i32, y: i32| {
        rooms
            .iter()
            .any(|room| inside(room.inside[0], room.inside[1], x, y))
    };
    let mut children = Vec::new();
    for room in &rooms {
        let [low, high] = room.inside;
        let shape = mesh::level(source, z, |x, y| inside(low, high, x, y));
        let mesh = builder.mesh(&room.name, &shape);
        let node = json!({
            "name": format!("{} {}", room.id, room.name),
            "extras": { "room": room.id, "biome": room.biome.id(), "description": room.description },
        });
        children.push(builder.node(node, mesh, Vec::new()));
    }
    for (_, thing) in source.cells.things() {
        if thing.place.z != z as i32 {
            continue;
        }
        let node = json!({
            "name": match thing.name.is_empty() {
                true => thing.kind.name(),
                false => &thing.name,
            },
            "translation": middle(thing.place),
            "extras": { "kind": thing.kind.name(), "properties": thing.properties },
        });
        children.push(builder.node(node, None, Vec::new()));
    }
    let rest = mesh::level(source, z, |x, y| !in_room(x, y));
    let note = source.levels.get(z as usize);
    let name = note.map_or("", |level| &level.name);
    let mesh = builder.mesh(name, &rest);
    let node = json!({
        "name": format!("level {name}"), "translation": [0.0, z as f32 * LEVEL, 0.0],
        "extras": { "z": z, "elevation_m": note.map_or(0, |level| level.metres) },
    });
    builder.node(node, mesh, children)
}

/// A pole from one cell to another, where a link is.
fn pole(low: Pos, high: Pos, colour: Colour) -> Mesh {
    let mut mesh = Mesh::default();
    let thin = CELL * 0.08;
    let (a, b) = (middle(low), middle(high));
    let up = |pos: Pos| pos.z as f32 * LEVEL;
    mesh.add_box(
        colour,
        [a[0].min(b[0]) - thin, up(low), a[2].min(b[2]) - thin],
        [a[0].max(b[0]) + thin, up(high) + 0.1, a[2].max(b[2]) + thin],
    );
    mesh
}

fn links(source: &Source<'_>, builder: &mut Builder) -> Vec<usize> {
    let mut nodes = Vec::new();
    for link in &source.links {
        let cell = source.cells.get(link.high);
        let colour = crate::view::fitting(cell, crate::material::Material::NONE);
        let shape = pole(
            link.low,
            link.high,
            colour.unwrap_or(Colour::rgb(0xFF_F3_BF)),
        );
        let mesh = builder.mesh(link.kind.name(), &shape);
        let at = |pos: Pos| json!([pos.x, pos.y, pos.z]);
        let node = json!({
            "name": format!("{} {} {}", link.kind, link.low, link.high),
            "extras": {
                "kind": link.kind.name(), "low": at(link.low), "high": at(link.high),
                "up": link.up, "down": link.down, "group": link.group,
            },
        });
        nodes.push(builder.node(node, mesh, Vec::new()));
    }
    nodes
}

fn connections(source: &Source<'_>, builder: &mut Builder) -> Vec<usize> {
    let mut nodes = Vec::new();
    for passage in &source.passages {
        let [Some(first), Some(last)] = [passage.cells.first(), passage.cells.last()] else {
            continue;
        };
        let shape = pole(*first, *last, Colour::rgb(0xFF_F3_BF));
        let mesh = builder.mesh(&passage.id, &shape);
        let ends = passage
            .ends
            .map(|end| source.rooms.get(end).map(|room| &room.id));
        let node = json!({
            "name": format!("{} {}", passage.id, passage.kind),
            "extras": {
                "kind": passage.kind, "low": ends[0], "high": ends[1], "up": passage.leads[0],
                "down": passage.leads[1], "dc": passage.dc, "description": passage.text,
                "blockage": passage.blockage, "lock": passage.lock,
            },
        });
        nodes.push(builder.node(node, mesh, Vec::new()));
    }
    nodes
}

fn finish(source: &Source<'_>, mut builder: Builder, root: usize) -> Vec<u8> {
    let mut materials: Vec<(u32, usize)> =
        builder.materials.iter().map(|(a, b)| (*a, *b)).collect();
    materials.sort_by_key(|(_, number)| *number);
    let materials = materials.into_iter().map(|(rgb, _)| {
        let part = |shift: u32| LINEAR[(rgb >> shift & 0xFF) as usize];
        json!({
            "name": format!("#{rgb:06X}"),
            "pbrMetallicRoughness": {
                "baseColorFactor": [part(16), part(8), part(0), 1.0],
                "metallicFactor": 0.0, "roughnessFactor": 0.9,
            },
        })
    });
    let materials: Vec<Value> = materials.collect();
    let mut root = json!({
        "asset": { "version": "2.0", "generator": "Deepway" },
        "scene": 0,
        "scenes": [{ "name": source.title, "nodes": [root] }],
        "nodes": builder.nodes,
    });
    // Lists in glTF must not be empty.
    if !builder.buffer.is_empty() {
        root["buffers"] = json!([{ "byteLength": builder.buffer.len() }]);
        root["bufferViews"] = json!(builder.views);
        root["accessors"] = json!(builder.accessors);
        root["meshes"] = json!(builder.meshes);
        root["materials"] = json!(materials);
    }
    let mut text = root.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    builder
        .buffer
        .resize(builder.buffer.len().next_multiple_of(4), 0);
    let chunk = |kind: &[u8; 4], bytes: &[u8]| {
        let mut chunk = (bytes.len() as u32).to_le_bytes().to_vec();
        chunk.extend(kind);
        chunk.extend(bytes);
        chunk
    };
    let mut body = chunk(b"JSON", &text);
    if !builder.buffer.is_empty() {
        body.extend(chunk(b"BIN\0", &builder.buffer));
    }
    let mut file = b"glTF".to_vec();
    file.extend(2u32.to_le_bytes());
    file.extend((body.len() as u32 + 12).to_le_bytes());
    file.extend(body);
    file
}

/// The light of each byte of an sRGB colour, as the square of its share: near enough to the exact
/// curve, and the same on every machine.
const LINEAR: [f32; 256] = {
    let mut table = [0.0; 256];
    let mut byte = 0;
    while byte < 256 {
        let share = byte as f32 / 255.0;
        table[byte] = share * share;
        byte += 1;
    }
    table
};
