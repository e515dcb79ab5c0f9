//! A sector in its tables: rooms, connections and all that belongs to them.

use super::{Engine, Row, Value, insert};
use crate::StoreError;
use crate::world::{Document, in_table};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::HashMap;

/// A part of the JSON that no column takes apart.
type Raw = Box<RawValue>;

/// The JSON of a sector, as `docs/formats.md` describes it; its order is kept.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    kind: String,
    format: u32,
    generation: u32,
    seed: String,
    blueprint: Raw,
    brought: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    story: Option<Raw>,
    rooms: Vec<Room>,
    edges: Vec<Edge>,
    exits: Vec<Exit>,
    connections: Vec<Connection>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    locks: Vec<Lock>,
    /// Follows from the edges.
    dropped_edges: Vec<Ends>,
    issues: Vec<Issue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cells: Option<Raw>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expedition: Option<Raw>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
struct Triple {
    x: i32,
    y: i32,
    z: i32,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Room {
    id: String,
    name: String,
    archetype: String,
    node: String,
    size: String,
    position: Triple,
    extent: Triple,
    layer: String,
    depth_m: i64,
    biome: String,
    blend: Raw,
    description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    contents: Vec<Content>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Content {
    at: [i32; 2],
    kind: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    properties: Option<Raw>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Edge {
    a: String,
    b: String,
    kind: String,
    passage: String,
}

#[derive(Deserialize, Serialize)]
struct Ends {
    a: String,
    b: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Exit {
    from: String,
    to: String,
    direction: String,
    unit: [i32; 3],
    via: Raw,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lock: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Connection {
    id: String,
    from: String,
    to: String,
    kind: String,
    underlying: Option<String>,
    dc: u32,
    levels: u32,
    two_way: bool,
    blocked: bool,
    powered: Option<bool>,
    column: [i32; 2],
    description: String,
    blockage: Option<String>,
    hazards: Raw,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lock: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cells: Option<Raw>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Lock {
    id: String,
    key: String,
    name: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Issue {
    #[serde(rename = "type")]
    rule: String,
    severity: String,
    description: String,
    rooms: Vec<String>,
}

impl Rows {
    /// The rows of a sector.
    pub(super) fn of(world: &Document) -> Result<Self, StoreError> {
        let rows = serde_json::from_str(&world.json);
        rows.map_err(|error| StoreError::Unwritable(format!("not a sector: {error}")))
    }

    /// The same without what was found wrong, which a copy brings line by line.
    pub(super) fn without_issues(mut self) -> Self {
        self.issues.clear();
        self
    }

    /// The JSON of a sector.
    pub(super) fn json(&self) -> String {
        // Strings and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Writes everything into the tables, in place of what is there.
    pub(super) fn write(&self, engine: &mut impl Engine, id: i64) -> Result<(), StoreError> {
        engine.execute("DELETE FROM Rooms WHERE sector_id = $1", &[id.into()])?;
        engine.execute(
            "INSERT INTO Sectors (sector_id, blueprint, is_brought, story, cells, expedition)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (sector_id) DO UPDATE SET blueprint = excluded.blueprint,
                 is_brought = excluded.is_brought, story = excluded.story,
                 cells = excluded.cells, expedition = excluded.expedition",
            &[
                id.into(),
                self.blueprint.get().into(),
                self.brought.into(),
                self.story.as_ref().map(|raw| raw.get()).into(),
                self.cells.as_ref().map(|raw| raw.get()).into(),
                self.expedition.as_ref().map(|raw| raw.get()).into(),
            ],
        )?;
        let rooms = (0..).zip(&self.rooms);
        insert(
            engine,
            "Rooms",
            "sector_id, room_id, number, name, archetype, node, size, coord_x, coord_y, coord_z,
             extent_x, extent_y, extent_z, vertical_layer, biome, blend, description",
            rooms.map(|(number, room)| room.row(id, number)),
        )?;
        let contents = self.rooms.iter().flat_map(|room| {
            let contents = (0..).zip(&room.contents);
            contents.map(|(number, content)| content.row(id, &room.id, number))
        });
        insert(
            engine,
            "Room_Contents",
            "sector_id, room_id, number, at_x, at_y, kind, name, properties",
            contents,
        )?;
        let locks = (0..).zip(&self.locks);
        insert(
            engine,
            "Locks",
            "sector_id, lock_id, number, key_room_id, name",
            locks.map(|(number, lock)| lock.row(id, number)),
        )?;
        let edges = (0..).zip(&self.edges);
        insert(
            engine,
            "Edges",
            "sector_id, number, a_room_id, b_room_id, kind, passage",
            edges.map(|(number, edge)| edge.row(id, number)),
        )?;
        let exits = (0..).zip(&self.exits);
        insert(
            engine,
            "Exits",
            "sector_id, number, from_room_id, to_room_id, direction, unit_x, unit_y, unit_z, via, lock_id",
            exits.map(|(number, exit)| exit.row(id, number)),
        )?;
        let connections = (0..).zip(&self.connections);
        insert(
            engine,
            "Vertical_Connections",
            "sector_id, connection_id, from_room_id, to_room_id, connection_type, underlying_type,
             traversal_dc, is_blocked, blockage_description, levels_spanned, description, hazards,
             is_bidirectional, is_powered, column_x, column_y, lock_id",
            connections.map(|(number, way)| way.row(id, number)),
        )?;
        insert(
            engine,
            "Spatial_Validation_Log",
            "sector_id, validation_type, severity, room_id_1, room_id_2, description",
            self.issues.iter().map(|issue| issue.row(id)),
        )
    }

    /// Reads a sector from its tables.
    pub(super) fn read(
        engine: &mut impl Engine,
        id: i64,
        world: &Document,
    ) -> Result<Self, StoreError> {
        let place = engine.place().to_owned();
        let damaged = |problem: &str| StoreError::Damaged {
            place: place.clone(),
            problem: problem.to_owned(),
        };
        let mut of_sector = |sql: &str| engine.query(sql, &[id.into()]);
        let sector = of_sector(
            "SELECT blueprint, is_brought, story, cells, expedition FROM Sectors WHERE sector_id = $1",
        )?;
        let mut sector = sector.into_iter().next();
        let sector = sector.as_mut();
        let sector = sector.ok_or_else(|| damaged("a sector has no row in Sectors"))?;
        let rooms = of_sector(
            "SELECT room_id, name, archetype, node, size, coord_x, coord_y, coord_z, extent_x,
                 extent_y, extent_z, vertical_layer, biome, blend, description
             FROM Rooms WHERE sector_id = $1 ORDER BY number",
        )?;
        let rooms = rooms.into_iter().map(Room::read);
        let mut rooms: Vec<Room> = rooms.collect::<Result<_, _>>()?;
        let contents = of_sector(
            "SELECT room_id, at_x, at_y, kind, name, properties FROM Room_Contents
             WHERE sector_id = $1 ORDER BY room_id, number",
        )?;
        let numbers = rooms.iter().enumerate();
        let numbers: HashMap<String, usize> =
            numbers.map(|(n, room)| (room.id.clone(), n)).collect();
        for mut row in contents {
            let room = numbers.get(&row.text(0)).and_then(|&n| rooms.get_mut(n));
            let room = room.ok_or_else(|| damaged("something lies in a room that is not there"))?;
            room.contents.push(Content::read(row)?);
        }
        let edges = of_sector(
            "SELECT a_room_id, b_room_id, kind, passage FROM Edges WHERE sector_id = $1 ORDER BY number",
        )?;
        let exits = of_sector(
            "SELECT from_room_id, to_room_id, direction, unit_x, unit_y, unit_z, via, lock_id
             FROM Exits WHERE sector_id = $1 ORDER BY number",
        )?;
        let connections = of_sector(
            "SELECT connection_id, from_room_id, to_room_id, connection_type, underlying_type,
                 traversal_dc, levels_spanned, is_bidirectional, is_blocked, is_powered, column_x,
                 column_y, description, blockage_description, hazards, lock_id
             FROM Vertical_Connections WHERE sector_id = $1 ORDER BY connection_id",
        )?;
        let locks = of_sector(
            "SELECT lock_id, key_room_id, name FROM Locks WHERE sector_id = $1 ORDER BY number",
        )?;
        let edges: Vec<Edge> = edges.into_iter().map(Edge::read).collect();
        let dropped = edges.iter().filter(|edge| edge.passage == "dropped");
        let dropped_edges = dropped.map(|edge| Ends {
            a: edge.a.clone(),
            b: edge.b.clone(),
        });
        Ok(Self {
            kind: world.kind.clone(),
            format: world.format,
            generation: world.generation.unwrap_or_default(),
            seed: world.seed.clone().unwrap_or_default(),
            blueprint: raw(sector.text(0))?,
            brought: sector.yes(1),
            story: sector.maybe_text(2).map(raw).transpose()?,
            rooms,
            dropped_edges: dropped_edges.collect(),
            edges,
            exits: exits
                .into_iter()
                .map(Exit::read)
                .collect::<Result<_, _>>()?,
            connections: connections
                .into_iter()
                .map(Connection::read)
                .collect::<Result<_, _>>()?,
            locks: locks.into_iter().map(Lock::read).collect(),
            issues: Vec::new(),
            cells: sector.maybe_text(3).map(raw).transpose()?,
            expedition: sector.maybe_text(4).map(raw).transpose()?,
        })
    }
}

/// Removes a sector, whose world has become something else.
pub(super) fn remove(engine: &mut impl Engine, id: i64) -> Result<(), StoreError> {
    engine.execute("DELETE FROM Sectors WHERE sector_id = $1", &[id.into()])?;
    Ok(())
}

/// A part of the JSON that a column holds.
fn raw(text: String) -> Result<Raw, StoreError> {
    let raw = RawValue::from_string(text);
    raw.map_err(|error| StoreError::Unwritable(format!("a column that is not JSON: {error}")))
}

/// `GroundLevel` as the JSON writes it: `ground_level`.
fn in_json(name: &str) -> String {
    let mut id = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !id.is_empty() {
            id.push('_');
        }
        id.push(letter.to_ascii_lowercase());
    }
    id
}

impl Room {
    fn row(&self, id: i64, number: i64) -> Vec<Value<'_>> {
        let (at, extent) = (self.position, self.extent);
        let layer = Some(&self.layer).filter(|layer| *layer != "none");
        vec![
            id.into(),
            self.id.as_str().into(),
            number.into(),
            self.name.as_str().into(),
            self.archetype.as_str().into(),
            self.node.as_str().into(),
            self.size.as_str().into(),
            at.x.into(),
            at.y.into(),
            at.z.into(),
            extent.x.into(),
            extent.y.into(),
            extent.z.into(),
            layer.map(|layer| in_table(layer)).into(),
            self.biome.as_str().into(),
            self.blend.get().into(),
            self.description.as_str().into(),
        ]
    }

    fn read(mut row: Row) -> Result<Self, StoreError> {
        let mut triple = |first: usize| Triple {
            x: row.narrow::<i32>(first),
            y: row.narrow::<i32>(first + 1),
            z: row.narrow::<i32>(first + 2),
        };
        let (position, extent) = (triple(5), triple(8));
        let layer = row.maybe_text(11);
        Ok(Self {
            id: row.text(0),
            name: row.text(1),
            archetype: row.text(2),
            node: row.text(3),
            size: row.text(4),
            position,
            extent,
            layer: layer.map_or_else(|| "none".to_owned(), |layer| in_json(&layer)),
            depth_m: i64::from(position.z) * 100,
            biome: row.text(12),
            blend: raw(row.text(13))?,
            description: row.text(14),
            contents: Vec::new(),
        })
    }
}

impl Content {
    fn row<'a>(&'a self, id: i64, room: &'a str, number: i64) -> Vec<Value<'a>> {
        let [x, y] = self.at;
        let properties = self.properties.as_ref();
        vec![
            id.into(),
            room.into(),
            number.into(),
            x.into(),
            y.into(),
            self.kind.as_str().into(),
            self.name.as_str().into(),
            properties.map(|raw| raw.get()).into(),
        ]
    }

    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            at: [row.narrow::<i32>(1), row.narrow::<i32>(2)],
            kind: row.text(3),
            name: row.text(4),
            properties: row.maybe_text(5).map(raw).transpose()?,
        })
    }
}

impl Lock {
    fn row(&self, id: i64, number: i64) -> Vec<Value<'_>> {
        vec![
            id.into(),
            self.id.as_str().into(),
            number.into(),
            self.key.as_str().into(),
            self.name.as_str().into(),
        ]
    }

    fn read(mut row: Row) -> Self {
        Self {
            id: row.text(0),
            key: row.text(1),
            name: row.text(2),
        }
    }
}

impl Edge {
    fn row(&self, id: i64, number: i64) -> Vec<Value<'_>> {
        vec![
            id.into(),
            number.into(),
            self.a.as_str().into(),
            self.b.as_str().into(),
            self.kind.as_str().into(),
            self.passage.as_str().into(),
        ]
    }

    fn read(mut row: Row) -> Self {
        Self {
            a: row.text(0),
            b: row.text(1),
            kind: row.text(2),
            passage: row.text(3),
        }
    }
}

impl Exit {
    fn row(&self, id: i64, number: i64) -> Vec<Value<'_>> {
        let [x, y, z] = self.unit;
        vec![
            id.into(),
            number.into(),
            self.from.as_str().into(),
            self.to.as_str().into(),
            self.direction.as_str().into(),
            x.into(),
            y.into(),
            z.into(),
            self.via.get().into(),
            self.lock.as_deref().into(),
        ]
    }

    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            from: row.text(0),
            to: row.text(1),
            direction: row.text(2),
            unit: [3, 4, 5].map(|column| row.narrow::<i32>(column)),
            via: raw(row.text(6))?,
            lock: row.maybe_text(7),
        })
    }
}

impl Connection {
    fn row(&self, id: i64, number: i64) -> Vec<Value<'_>> {
        let [x, y] = self.column;
        vec![
            id.into(),
            number.into(),
            self.from.as_str().into(),
            self.to.as_str().into(),
            in_table(&self.kind).into(),
            self.underlying.as_deref().map(in_table).into(),
            self.dc.into(),
            self.blocked.into(),
            self.blockage.as_deref().into(),
            self.levels.into(),
            self.description.as_str().into(),
            self.hazards.get().into(),
            self.two_way.into(),
            self.powered.into(),
            x.into(),
            y.into(),
            self.lock.as_deref().into(),
        ]
    }

    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: format!("c{}", row.whole(0)),
            from: row.text(1),
            to: row.text(2),
            kind: in_json(&row.text(3)),
            underlying: row.maybe_text(4).as_deref().map(in_json),
            dc: row.narrow::<u32>(5),
            levels: row.narrow::<u32>(6),
            two_way: row.yes(7),
            blocked: row.yes(8),
            powered: row.maybe_yes(9),
            column: [10, 11].map(|column| row.narrow::<i32>(column)),
            description: row.text(12),
            blockage: row.maybe_text(13),
            hazards: raw(row.text(14))?,
            lock: row.maybe_text(15),
            cells: None,
        })
    }
}

impl Issue {
    fn row(&self, id: i64) -> Vec<Value<'_>> {
        let mut rooms = self.rooms.iter().map(String::as_str);
        vec![
            id.into(),
            self.rule.as_str().into(),
            in_table(&self.severity).into(),
            rooms.next().into(),
            rooms.next().into(),
            self.description.as_str().into(),
        ]
    }
}
