//! A sector as JSON.

use super::cells::{self, CellsFile};
use super::{JsonError, Problem, is_disturbing, parse, word};
use crate::sector::{
    Archetype, Blend, Blueprint, CarvedSector, Connection, ConnectionKind, Difficulty, EdgeKind,
    Exit, GENERATION, MAX_ROOMS, NodeKind, Realised, Room, RoomSize, Sector, SectorEdge, Trend,
};
use crate::seed::Seed;
use crate::space::{Biome, Direction, Layer, RoomPos};
use crate::validate::Issue;
use crate::words::Hazard;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object that describes a sector")]
struct SectorFile {
    kind: String,
    generation: u32,
    seed: String,
    blueprint: BlueprintFile,
    #[serde(default)]
    brought: bool,
    rooms: Vec<RoomFile>,
    edges: Vec<EdgeFile>,
    exits: Vec<ExitFile>,
    connections: Vec<ConnectionFile>,
    #[serde(default)]
    dropped_edges: Option<Vec<EndsFile>>,
    #[serde(default, skip_deserializing)]
    issues: Vec<IssueFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cells: Option<CellsFile>,
}

#[derive(Serialize, Deserialize)]
struct BlueprintFile {
    biome: String,
    target_rooms: u32,
    trend: String,
    difficulty: String,
}

#[derive(Clone, Copy, Serialize, Deserialize, PartialEq)]
struct Place {
    x: i32,
    y: i32,
    z: i32,
}

#[derive(Serialize, Deserialize)]
struct RoomFile {
    id: String,
    name: String,
    archetype: String,
    node: String,
    size: String,
    position: Place,
    extent: Place,
    layer: String,
    depth_m: i64,
    biome: String,
    #[serde(default)]
    blend: Vec<BlendFile>,
    description: String,
}

#[derive(Serialize, Deserialize)]
struct BlendFile {
    biome: String,
    percent: u32,
}

#[derive(Serialize, Deserialize)]
struct EdgeFile {
    a: String,
    b: String,
    kind: String,
    passage: String,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct EndsFile {
    a: String,
    b: String,
}

#[derive(Serialize, Deserialize)]
struct ExitFile {
    from: String,
    to: String,
    direction: String,
    unit: [i32; 3],
    via: Vec<[i32; 3]>,
}

#[derive(Serialize, Deserialize)]
struct ConnectionFile {
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
    hazards: Vec<HazardFile>,
    /// From the lowest level up; written with the cells, and not read: they follow from
    /// the sector.
    #[serde(default, skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    cells: Vec<[i32; 3]>,
}

#[derive(Serialize, Deserialize)]
struct HazardFile {
    name: String,
    text: String,
    chance: u32,
    damage: String,
}

#[derive(Serialize)]
struct IssueFile {
    #[serde(rename = "type")]
    rule: &'static str,
    severity: &'static str,
    description: String,
    rooms: Vec<String>,
}

/// Writes a sector and what is wrong with it, on one line.
pub fn write_sector(sector: &Sector, issues: &[Issue]) -> String {
    to_line(&describe(sector, issues))
}

/// Writes a sector with its cells and what is wrong with them, on one line.
pub fn write_carved(carved: &CarvedSector, issues: &[Issue]) -> String {
    let mut file = describe(carved.sector(), issues);
    for (number, one) in (0..).zip(&mut file.connections) {
        let cells = carved.connection_cells(number).iter();
        one.cells = cells.map(|pos| [pos.x, pos.y, pos.z]).collect();
    }
    file.cells = Some(cells::write(carved));
    to_line(&file)
}

fn to_line(file: &SectorFile) -> String {
    // Text, numbers and lists: there is nothing that could not be written.
    serde_json::to_string(file).unwrap_or_default()
}

fn describe(sector: &Sector, issues: &[Issue]) -> SectorFile {
    let id = |room: u32| sector.rooms[room as usize].id.clone();
    let units = |units: &[RoomPos]| units.iter().map(|unit| [unit.x, unit.y, unit.z]).collect();
    let dropped = sector
        .edges
        .iter()
        .filter(|edge| edge.passage == Realised::Dropped);
    SectorFile {
        kind: "sector".to_owned(),
        generation: GENERATION,
        seed: sector.seed.to_string(),
        blueprint: BlueprintFile {
            biome: sector.blueprint.biome.id().to_owned(),
            target_rooms: sector.blueprint.target_rooms,
            trend: sector.blueprint.trend.id().to_owned(),
            difficulty: sector.blueprint.difficulty.id().to_owned(),
        },
        brought: sector.is_brought,
        rooms: sector.rooms.iter().map(write_room).collect(),
        dropped_edges: Some(
            dropped
                .map(|edge| EndsFile {
                    a: id(edge.a),
                    b: id(edge.b),
                })
                .collect(),
        ),
        edges: sector
            .edges
            .iter()
            .map(|edge| EdgeFile {
                a: id(edge.a),
                b: id(edge.b),
                kind: edge.kind.id().to_owned(),
                passage: edge.passage.id().to_owned(),
            })
            .collect(),
        exits: sector
            .exits
            .iter()
            .map(|exit| ExitFile {
                from: id(exit.from),
                to: id(exit.to),
                direction: exit.direction.name().to_owned(),
                unit: [exit.unit.x, exit.unit.y, exit.unit.z],
                via: units(&exit.via),
            })
            .collect(),
        connections: sector
            .connections
            .iter()
            .map(|one| ConnectionFile {
                id: one.id.clone(),
                from: id(one.from),
                to: id(one.to),
                kind: one.kind.id().to_owned(),
                underlying: one.underlying.map(|kind| kind.id().to_owned()),
                dc: one.dc,
                levels: one.levels,
                two_way: one.two_way,
                blocked: one.blocked,
                powered: one.powered,
                column: one.column,
                description: one.description.clone(),
                blockage: one.blockage.clone(),
                hazards: one.hazards.iter().map(write_hazard).collect(),
                cells: Vec::new(),
            })
            .collect(),
        issues: issues
            .iter()
            .map(|issue| IssueFile {
                rule: issue.rule.id(),
                severity: issue.severity().id(),
                description: issue.description.clone(),
                rooms: issue.rooms.iter().map(|&room| id(room)).collect(),
            })
            .collect(),
        cells: None,
    }
}

fn write_room(room: &Room) -> RoomFile {
    let (side, at) = (room.size.side(), room.position);
    RoomFile {
        id: room.id.clone(),
        name: room.name.clone(),
        archetype: room.archetype.id().to_owned(),
        node: room.node.id().to_owned(),
        size: room.size.id().to_owned(),
        position: Place {
            x: at.x,
            y: at.y,
            z: at.z,
        },
        extent: Place {
            x: side,
            y: side,
            z: 1,
        },
        layer: layer_of(at.z).to_owned(),
        depth_m: at.metres()[2],
        biome: room.biome.id().to_owned(),
        blend: room
            .blend
            .iter()
            .map(|one| BlendFile {
                biome: one.biome.id().to_owned(),
                percent: one.percent,
            })
            .collect(),
        description: room.description.clone(),
    }
}

fn write_hazard(hazard: &Hazard) -> HazardFile {
    HazardFile {
        name: hazard.name.clone(),
        text: hazard.text.clone(),
        chance: hazard.chance,
        damage: hazard.damage.to_string(),
    }
}

/// The layer at a height, in the words of the file.
fn layer_of(z: i32) -> &'static str {
    Layer::from_z(z).map_or("none", Layer::id)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sector::{carve, generate};

    fn sector() -> Sector {
        generate(&Blueprint::default(), Seed::new(12345)).unwrap()
    }

    #[test]
    fn a_sector_reads_back_the_same() {
        for seed in 0..200 {
            let blueprint = Blueprint {
                target_rooms: 5 + seed as u32 % 30,
                trend: Trend::ALL[seed as usize % 3],
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let text = write_sector(&sector, &[]);
            assert_eq!(read_sector("s", &text), Ok(sector));
        }
    }

    #[test]
    fn cells_read_back_the_same() {
        for seed in 0..20 {
            let blueprint = Blueprint {
                target_rooms: 15,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let carved = carve(sector.clone()).unwrap();
            let text = write_carved(&carved, &[]);
            assert_eq!(read_cells("s", &text), Ok((sector.clone(), Some(carved))));
            assert_eq!(read_sector("s", &text).as_ref(), Ok(&sector));
            let plain = write_sector(&sector, &[]);
            assert_eq!(read_cells("s", &plain), Ok((sector, None)));
        }
    }

    #[test]
    fn bad_cells_say_what_is_wrong() {
        let good = write_carved(&carve(sector()).unwrap(), &[]);
        for (old, new, message) in [
            ("\"unit\":8", "\"unit\":9", "s: cells.unit: 9: expected 8"),
            (
                "\"z\":-1,\"rows\"",
                "\"z\":-2,\"rows\"",
                "s: cells.levels[0].z: -2: expected -1",
            ),
            ("#..", "#?.", "s: cells.levels[0].rows["),
            ("#..", "#.", "s: cells.levels[0].rows["),
            ("\"rows\":[\"", "\"rows\":[\"\",\"", "s: cells.levels"),
            ("\"corner\":[-", "\"corner\":[-9", "s: cells.corner: "),
        ] {
            let bad = good.replacen(old, new, 1);
            assert_ne!(bad, good, "{old}");
            let error = read_cells("s", &bad).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn bad_files_say_what_is_wrong_where_and_what_would_be_right() {
        let good = write_sector(&sector(), &[]);
        for (old, new, message) in [
            (
                "\"kind\":\"sector\"",
                "\"kind\":\"maze\"",
                "s: kind: \"maze\": expected sector",
            ),
            (
                "\"generation\":2",
                "\"generation\":1",
                "s: generation: 1: expected 2",
            ),
            (
                "\"seed\":\"12345\"",
                "\"seed\":\"-1\"",
                "s: seed: \"-1\": expected a number from 0 to 18446744073709551615",
            ),
            (
                "\"id\":\"r1\"",
                "\"id\":\"r0\"",
                "s: rooms[1].id: \"r0\" is there twice",
            ),
            (
                "\"a\":\"r0\"",
                "\"a\":\"r99\"",
                "s: edges[0].a: there is no room \"r99\"",
            ),
            (
                "\"trend\":\"descend\"",
                "\"trend\":\"fly\"",
                "s: blueprint.trend: \"fly\": expected descend, climb, mixed",
            ),
            (
                "\"layer\":\"ground_level\"",
                "\"layer\":\"canopy\"",
                "s: rooms[0].layer: \"canopy\": expected ground_level",
            ),
            (
                "\"biome\":\"the_roots\",\"blend\"",
                "\"biome\":\"swamp\",\"blend\"",
                "s: rooms[0].biome: \"swamp\": expected the_roots, muspelheim, niflheim, jotunheim, alfheim, neutral",
            ),
            (
                "\"dropped_edges\":[]",
                "\"dropped_edges\":[{\"a\":\"r0\",\"b\":\"r1\"}]",
                "s: dropped_edges: expected the edges whose passage is \"dropped\", and no others",
            ),
        ] {
            let bad = good.replacen(old, new, 1);
            assert_ne!(bad, good, "{old}");
            assert_eq!(read_sector("s", &bad).unwrap_err().to_string(), message);
        }
        for end in 0..good.len() - 1 {
            if good.is_char_boundary(end) {
                assert!(read_sector("s", &good[..end]).is_err());
            }
        }
    }
}
