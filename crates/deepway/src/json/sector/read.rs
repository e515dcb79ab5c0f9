//! Reading a sector: what cannot be meant is refused with its place; what is wrong with it
//! as a sector is for the validator.

use super::super::{JsonError, Problem, cells, is_disturbing, parse, word};
use super::{BlueprintFile, EdgeFile, EndsFile, HazardFile, Place, RoomFile, SectorFile, layer_of};
use crate::sector::{
    Archetype, Blend, Blueprint, CarvedSector, Connection, ConnectionKind, Difficulty, EdgeKind,
    Exit, GENERATION, MAX_ROOMS, NodeKind, Realised, Room, RoomSize, Sector, SectorEdge, Trend,
};
use crate::seed::Seed;
use crate::space::{Biome, Direction, RoomPos};
use crate::words::Hazard;
use std::collections::HashMap;

/// Reads a sector. What is wrong with it as a sector is for [`crate::validate`] to say.
pub fn read_sector(name: &str, text: &str) -> Result<Sector, JsonError> {
    let file: SectorFile = parse(name, text, "sector")?;
    convert(file).map_err(|problem| problem.of(name))
}

/// Reads a sector and its cells; none if the file has none. Whether they agree is for
/// [`crate::validate::carved`] to say.
pub fn read_cells(name: &str, text: &str) -> Result<(Sector, Option<CarvedSector>), JsonError> {
    let mut file: SectorFile = parse(name, text, "sector")?;
    let cells = file.cells.take();
    let read = convert(file).and_then(|sector| {
        let carved = cells.map(|cells| cells::read(cells, &sector)).transpose()?;
        Ok((sector, carved))
    });
    read.map_err(|problem| problem.of(name))
}

fn convert(file: SectorFile) -> Result<Sector, Problem> {
    if file.kind != "sector" {
        return Err(Problem::word("kind", &file.kind, &["sector"]));
    }
    if file.generation != GENERATION {
        let found = file.generation;
        return Err(Problem::new(
            "generation",
            format_args!("{found}: expected {GENERATION}"),
        ));
    }
    if file.rooms.len() > MAX_ROOMS as usize {
        let found = file.rooms.len();
        return Err(Problem::new(
            "rooms",
            format_args!("{found} of them: expected {MAX_ROOMS} at most"),
        ));
    }
    let seed: Seed = file.seed.parse().map_err(|_| {
        let found: String = file.seed.chars().take(40).collect();
        Problem::new(
            "seed",
            format_args!("{found:?}: expected a number from 0 to 18446744073709551615"),
        )
    })?;
    let mut numbers = HashMap::new();
    for (number, room) in (0..).zip(&file.rooms) {
        if numbers.insert(room.id.clone(), number).is_some() {
            return Err(Problem::new(
                format_args!("rooms[{number}].id"),
                format_args!("{:?} is there twice", room.id),
            ));
        }
    }
    let room = |place: String, id: &str| -> Result<u32, Problem> {
        numbers.get(id).copied().ok_or_else(|| {
            let id: String = id.chars().take(40).collect();
            Problem::new(place, format_args!("there is no room {id:?}"))
        })
    };
    let mut sector = Sector {
        seed,
        blueprint: read_blueprint(&file.blueprint)?,
        is_brought: file.brought,
        rooms: Vec::new(),
        edges: Vec::new(),
        exits: Vec::new(),
        connections: Vec::new(),
    };
    for (number, room) in file.rooms.into_iter().enumerate() {
        sector
            .rooms
            .push(read_room(&format!("rooms[{number}]"), room)?);
    }
    for (number, edge) in file.edges.iter().enumerate() {
        let at = |key: &str| format!("edges[{number}].{key}");
        sector.edges.push(SectorEdge {
            a: room(at("a"), &edge.a)?,
            b: room(at("b"), &edge.b)?,
            kind: word(EdgeKind::ALL, EdgeKind::id, at("kind"), &edge.kind)?,
            passage: word(Realised::ALL, Realised::id, at("passage"), &edge.passage)?,
        });
    }
    if let Some(mut listed) = file.dropped_edges {
        let dropped = file
            .edges
            .into_iter()
            .filter(|edge| edge.passage == "dropped");
        let mut dropped: Vec<EndsFile> = dropped
            .map(|EdgeFile { a, b, .. }| EndsFile { a, b })
            .collect();
        listed.sort();
        dropped.sort();
        if listed != dropped {
            let what = "expected the edges whose passage is \"dropped\", and no others";
            return Err(Problem::new("dropped_edges", what));
        }
    }
    for (number, exit) in file.exits.iter().enumerate() {
        let at = |key: &str| format!("exits[{number}].{key}");
        let unit = |[x, y, z]: [i32; 3]| RoomPos::new(x, y, z);
        let direction = at("direction");
        let direction = word(Direction::ALL, Direction::name, direction, &exit.direction)?;
        sector.exits.push(Exit {
            from: room(at("from"), &exit.from)?,
            to: room(at("to"), &exit.to)?,
            direction,
            unit: unit(exit.unit),
            via: exit.via.iter().copied().map(unit).collect(),
        });
    }
    let mut ids = HashMap::new();
    for (number, one) in file.connections.into_iter().enumerate() {
        let at = |key: &str| format!("connections[{number}].{key}");
        if ids.insert(one.id.clone(), number).is_some() {
            return Err(Problem::new(
                at("id"),
                format_args!("{:?} is there twice", one.id),
            ));
        }
        let kind = |key: &str, id: &str| word(ConnectionKind::ALL, ConnectionKind::id, at(key), id);
        sector.connections.push(Connection {
            from: room(at("from"), &one.from)?,
            to: room(at("to"), &one.to)?,
            kind: kind("kind", &one.kind)?,
            underlying: one
                .underlying
                .as_deref()
                .map(|id| kind("underlying", id))
                .transpose()?,
            dc: one.dc,
            levels: one.levels,
            two_way: one.two_way,
            blocked: one.blocked,
            powered: one.powered,
            column: one.column,
            description: line(at("description"), one.description, MAX_TEXT)?,
            blockage: one
                .blockage
                .map(|text| line(at("blockage"), text, MAX_TEXT))
                .transpose()?,
            hazards: (0..)
                .zip(one.hazards)
                .map(|(number, file): (u32, _)| {
                    read_hazard(&at(&format!("hazards[{number}]")), file)
                })
                .collect::<Result<_, Problem>>()?,
            id: one.id,
        });
    }
    Ok(sector)
}

fn read_blueprint(file: &BlueprintFile) -> Result<Blueprint, Problem> {
    let at = |key: &str| format!("blueprint.{key}");
    let difficulty = at("difficulty");
    Ok(Blueprint {
        biome: word(Biome::ALL, Biome::id, at("biome"), &file.biome)?,
        target_rooms: file.target_rooms,
        trend: word(Trend::ALL, Trend::id, at("trend"), &file.trend)?,
        difficulty: word(
            Difficulty::ALL,
            Difficulty::id,
            difficulty,
            &file.difficulty,
        )?,
    })
}

fn read_room(place: &str, file: RoomFile) -> Result<Room, Problem> {
    let at = |key: &str| format!("{place}.{key}");
    let archetype = word(
        Archetype::ALL,
        Archetype::id,
        at("archetype"),
        &file.archetype,
    )?;
    let node = word(NodeKind::ALL, NodeKind::id, at("node"), &file.node)?;
    let Place { x, y, z } = file.extent;
    let size = RoomSize::from_side(x).filter(|size| (x, 1) == (y, z) && size.id() == file.size);
    let size = size.ok_or_else(|| {
        let what = format_args!(
            "{x} by {y} by {z} and {:?}: expected 1 by 1 by 1 small, 2 by 2 by 1 medium, 3 by 3 by 1 large, or up to 16 by 16 by 1 huge",
            file.size
        );
        Problem::new(at("extent"), what)
    })?;
    let Place { x, y, z } = file.position;
    let position = RoomPos::new(x, y, z);
    for (key, number) in [("position.x", x), ("position.y", y), ("position.z", z)] {
        if number.unsigned_abs() > 1_000_000 {
            let what = format_args!("{number}: expected -1000000 to 1000000");
            return Err(Problem::new(at(key), what));
        }
    }
    let [id, name] =
        [("id", file.id), ("name", file.name)].map(|(key, text)| line(at(key), text, MAX_NAME));
    if file.depth_m != position.metres()[2] {
        let (found, right) = (file.depth_m, position.metres()[2]);
        return Err(Problem::new(
            at("depth_m"),
            format_args!("{found}: expected {right}"),
        ));
    }
    let layer = layer_of(z);
    if position.layer().is_some() && file.layer != layer {
        return Err(Problem::word(at("layer"), &file.layer, &[layer]));
    }
    let blend = (0..).zip(file.blend).map(|(number, one): (u32, _)| {
        let place = at(&format!("blend[{number}].biome"));
        Ok(Blend {
            biome: word(Biome::ALL, Biome::id, place, &one.biome)?,
            percent: one.percent,
        })
    });
    Ok(Room {
        id: id?,
        name: name?,
        archetype,
        node,
        size,
        position,
        biome: word(Biome::ALL, Biome::id, at("biome"), &file.biome)?,
        blend: blend.collect::<Result<_, Problem>>()?,
        description: line(at("description"), file.description, MAX_TEXT)?,
    })
}

fn read_hazard(place: &str, file: HazardFile) -> Result<Hazard, Problem> {
    let at = |key: &str| format!("{place}.{key}");
    if file.chance > 100 {
        let what = format_args!("{}: expected 0 to 100", file.chance);
        return Err(Problem::new(at("chance"), what));
    }
    let damage = file.damage.parse();
    Ok(Hazard {
        damage: damage.map_err(|error| Problem::new(at("damage"), error))?,
        name: line(at("name"), file.name, MAX_NAME)?,
        text: line(at("text"), file.text, MAX_TEXT)?,
        chance: file.chance,
    })
}

/// The most characters of a name, and of a description.
const MAX_NAME: usize = 100;
const MAX_TEXT: usize = 2000;

/// A text that stands on one line.
fn line(place: String, text: String, most: usize) -> Result<String, Problem> {
    if text.is_empty() || text.chars().count() > most || text.chars().any(is_disturbing) {
        let what =
            format_args!("expected 1 to {most} characters, none of them a control character");
        return Err(Problem::new(place, what));
    }
    Ok(text)
}
