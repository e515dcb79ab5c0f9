//! Reading a sector: malformed values are refused with their place; the validator checks
//! everything else.

use super::super::expedition::Saved;
use super::super::{JsonError, MAX_NAME, Problem, cells, check_format, line, parse, word};
use super::{
    BlueprintFile, ConnectionFile, ContentFile, EndsFile, ExitFile, HazardFile, RoomFile,
    SectorFile, StoryFile, Triple, layer_of,
};
use crate::ids::{ConnectionId, LockId, RoomId};
use crate::report::Finding;
use crate::sector::raw::{RawConnection, RawEdge, RawExit};
use crate::sector::{
    Archetype, Blend, Blueprint, CarvedSector, ConnectionKind, Content, Difficulty, EdgeKind, Lock,
    MAX_ROOMS, NodeKind, RawSector, Realised, Room, RoomSize, Rumour, Sector, Story, Trend,
};
use crate::seed::Seed;
use crate::space::{Biome, Direction, RoomPos};
use crate::thing::ThingKind;
use crate::words::Hazard;

/// Reads a sector. A sector that contradicts itself is refused, with findings; positions are
/// checked by [`crate::validate`].
pub fn read_sector(name: &str, text: &str) -> Result<Sector, JsonError> {
    Ok(read_all(name, text)?.sector)
}

/// Reads a sector and its cells, if the file has any. [`crate::validate::carved`] checks
/// whether they agree.
pub fn read_cells(name: &str, text: &str) -> Result<(Sector, Option<CarvedSector>), JsonError> {
    let whole = read_all(name, text)?;
    Ok((whole.sector, whole.carved))
}

/// A sector, its cells if the file has them, and the rooms where a character in it has been.
type Opened = (Sector, Option<CarvedSector>, Option<Vec<RoomId>>);

/// Reads a sector, its cells if the file has any, and where a character in it has been.
pub(crate) fn read_sector_world(name: &str, text: &str) -> Result<Opened, JsonError> {
    let whole = read_all(name, text)?;
    let visited = whole.saved.map(|saved| saved.visited().to_vec());
    Ok((whole.sector, whole.carved, visited))
}

/// The contents of a sector file.
pub(in crate::json) struct Whole {
    pub(in crate::json) sector: Sector,
    pub(in crate::json) carved: Option<CarvedSector>,
    pub(in crate::json) saved: Option<Saved>,
}

/// Reads all contents of a sector file.
pub(in crate::json) fn read_all(name: &str, text: &str) -> Result<Whole, JsonError> {
    let mut file: SectorFile = parse(name, text, "sector")?;
    let (cells, saved) = (file.cells.take(), file.expedition.take());
    let raw = convert(file).map_err(|problem| problem.of(name))?;
    let sector = Sector::from_raw(raw).map_err(|findings| not_sound(name, findings))?;
    let rest = || {
        let carved = cells.map(|cells| cells::read(cells, &sector)).transpose()?;
        let saved = saved.map(|saved| saved.check(&sector)).transpose()?;
        Ok((carved, saved))
    };
    let (carved, saved) = rest().map_err(|problem: Problem| problem.of(name))?;
    Ok(Whole {
        sector,
        carved,
        saved,
    })
}

/// The error for a readable file that contradicts itself.
pub(in crate::json) fn not_sound(name: &str, findings: Vec<Finding>) -> JsonError {
    let first = findings.first().map_or(String::new(), ToString::to_string);
    let problem = Problem::new("not sound", first).of(name);
    JsonError {
        findings,
        ..problem
    }
}

fn convert(file: SectorFile) -> Result<RawSector, Problem> {
    if file.kind != "sector" {
        return Err(Problem::word("kind", &file.kind, &["sector"]));
    }
    check_format(file.format)?;
    let count = file.rooms.len();
    if count > MAX_ROOMS as usize {
        return Err(Problem::new(
            "rooms",
            format_args!("{count} of them: expected at most {MAX_ROOMS}"),
        ));
    }
    let seed: Seed = file.seed.parse().map_err(|_| {
        let found: String = file.seed.chars().take(40).collect();
        Problem::new(
            "seed",
            format_args!("{found:?}: expected a number from 0 to 18446744073709551615"),
        )
    })?;
    let room = |place: String, text: &str| -> Result<RoomId, Problem> {
        let id = text.parse().ok();
        let id = id.filter(|id: &RoomId| id.index() < count);
        id.ok_or_else(|| {
            let text: String = text.chars().take(40).collect();
            Problem::new(place, format_args!("there is no room {text:?}"))
        })
    };
    let rooms = RoomId::all(count).zip(file.rooms);
    let rooms = rooms.map(|(id, file)| read_room(id, file));
    let rooms = rooms.collect::<Result<_, Problem>>()?;
    let mut edges = Vec::with_capacity(file.edges.len());
    for (number, edge) in file.edges.iter().enumerate() {
        let at = |key: &str| format!("edges[{number}].{key}");
        edges.push(RawEdge {
            a: room(at("a"), &edge.a)?,
            b: room(at("b"), &edge.b)?,
            kind: word(EdgeKind::ALL, EdgeKind::id, at("kind"), &edge.kind)?,
            realised: word(Realised::ALL, Realised::id, at("passage"), &edge.passage)?,
        });
    }
    if let Some(mut listed) = file.dropped_edges {
        let dropped = file.edges.into_iter();
        let dropped = dropped.filter(|edge| edge.passage == Realised::Dropped.id());
        let mut dropped: Vec<EndsFile> = dropped
            .map(|edge| EndsFile {
                a: edge.a,
                b: edge.b,
            })
            .collect();
        listed.sort();
        dropped.sort();
        if listed != dropped {
            let what = "expected the edges whose passage is \"dropped\", and no others";
            return Err(Problem::new("dropped_edges", what));
        }
    }
    let exits = file.exits.into_iter().enumerate();
    let exits = exits.map(|(number, exit)| read_exit(&format!("exits[{number}]"), exit, room));
    let exits = exits.collect::<Result<_, Problem>>()?;
    let connections = ConnectionId::all(file.connections.len()).zip(file.connections);
    let connections = connections.map(|(id, file)| read_connection(id, file, room));
    let locks = LockId::all(file.locks.len()).zip(file.locks);
    let locks = locks.map(|(id, file)| {
        let at = |key: &str| format!("locks[{}].{key}", id.number());
        check_id(at("id"), &file.id, id.to_string())?;
        Ok(Lock {
            key: room(at("key"), &file.key)?,
            name: line(at("name"), file.name, MAX_NAME)?,
        })
    });
    Ok(RawSector {
        seed,
        generation: file.generation,
        blueprint: read_blueprint(&file.blueprint)?,
        is_brought: file.brought,
        rooms,
        edges,
        exits,
        connections: connections.collect::<Result<_, Problem>>()?,
        locks: locks.collect::<Result<_, Problem>>()?,
        story: file.story.map(read_story).transpose()?,
    })
}

fn read_story(file: StoryFile) -> Result<Story, Problem> {
    let text = |key: &str, text: String| line(format!("story.{key}"), text, MAX_TEXT);
    let rumours = (0..).zip(file.rumours);
    let rumours = rumours.map(|(number, rumour): (u32, _)| {
        Ok(Rumour {
            text: text(&format!("rumours[{number}].text"), rumour.text)?,
            is_true: rumour.is_true,
        })
    });
    Ok(Story {
        rumours: rumours.collect::<Result<_, Problem>>()?,
        name: text("name", file.name)?,
        hook: text("hook", file.hook)?,
        reason: text("reason", file.reason)?,
    })
}

/// The id of a lock, if there is one; whether there is such a lock is found later.
fn read_lock(place: String, text: Option<String>) -> Result<Option<LockId>, Problem> {
    let id = text.map(|text| text.parse());
    id.transpose().map_err(|error| Problem::new(place, error))
}

/// Checks that an id matches its place in the list.
fn check_id(place: String, found: &str, expected: String) -> Result<(), Problem> {
    match found == expected {
        true => Ok(()),
        false => Err(Problem::word(place, found, &[&expected])),
    }
}

fn read_exit(
    place: &str,
    file: ExitFile,
    room: impl Fn(String, &str) -> Result<RoomId, Problem>,
) -> Result<RawExit, Problem> {
    let at = |key: &str| format!("{place}.{key}");
    let unit = |[x, y, z]: [i32; 3]| RoomPos::new(x, y, z);
    let direction = at("direction");
    Ok(RawExit {
        from: room(at("from"), &file.from)?,
        to: room(at("to"), &file.to)?,
        direction: word(Direction::ALL, Direction::name, direction, &file.direction)?,
        unit: unit(file.unit),
        via: file.via.into_iter().map(unit).collect(),
        lock: read_lock(at("lock"), file.lock)?,
    })
}

fn read_connection(
    id: ConnectionId,
    file: ConnectionFile,
    room: impl Fn(String, &str) -> Result<RoomId, Problem>,
) -> Result<RawConnection, Problem> {
    let at = |key: &str| format!("connections[{}].{key}", id.number());
    check_id(at("id"), &file.id, id.to_string())?;
    let kind = |key: &str, id: &str| word(ConnectionKind::ALL, ConnectionKind::id, at(key), id);
    let underlying = file.underlying.as_deref();
    let blockage = file.blockage;
    let hazards = (0..).zip(file.hazards);
    let hazards = hazards
        .map(|(number, file): (u32, _)| read_hazard(&at(&format!("hazards[{number}]")), file));
    Ok(RawConnection {
        id,
        from: room(at("from"), &file.from)?,
        to: room(at("to"), &file.to)?,
        kind: kind("kind", &file.kind)?,
        underlying: underlying.map(|id| kind("underlying", id)).transpose()?,
        dc: file.dc,
        levels: file.levels,
        two_way: file.two_way,
        blocked: file.blocked,
        powered: file.powered,
        column: file.column,
        description: line(at("description"), file.description, MAX_TEXT)?,
        blockage: blockage
            .map(|text| line(at("blockage"), text, MAX_TEXT))
            .transpose()?,
        hazards: hazards.collect::<Result<_, Problem>>()?,
        lock: read_lock(at("lock"), file.lock)?,
    })
}

fn read_blueprint(file: &BlueprintFile) -> Result<Blueprint, Problem> {
    let at = |key: &str| format!("blueprint.{key}");
    let difficulty = at("difficulty");
    let usual = Blueprint::default();
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
        loops: file.loops,
        locks: file.locks,
        verticality: file.verticality.unwrap_or(usual.verticality),
        branching: file.branching.unwrap_or(usual.branching),
        is_empty: file.empty,
    })
}

fn read_room(id: RoomId, file: RoomFile) -> Result<Room, Problem> {
    let at = |key: &str| format!("rooms[{}].{key}", id.number());
    check_id(at("id"), &file.id, id.to_string())?;
    let archetype = word(
        Archetype::ALL,
        Archetype::id,
        at("archetype"),
        &file.archetype,
    )?;
    let node = word(NodeKind::ALL, NodeKind::id, at("node"), &file.node)?;
    let Triple { x, y, z } = file.extent;
    let size = RoomSize::from_side(x).filter(|size| (x, 1) == (y, z) && size.id() == file.size);
    let size = size.ok_or_else(|| {
        let what = format_args!(
            "{x} by {y} by {z} and {:?}: expected 1 by 1 by 1 small, 2 by 2 by 1 medium, 3 by 3 by 1 large, or up to 16 by 16 by 1 huge",
            file.size
        );
        Problem::new(at("extent"), what)
    })?;
    let Triple { x, y, z } = file.position;
    let position = RoomPos::new(x, y, z);
    for (key, number) in [("position.x", x), ("position.y", y), ("position.z", z)] {
        if number.unsigned_abs() > 1_000_000 {
            let what = format_args!("{number}: expected -1000000 to 1000000");
            return Err(Problem::new(at(key), what));
        }
    }
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
    let blend = (0..).zip(file.blend).map(|(number, part): (u32, _)| {
        let place = at(&format!("blend[{number}].biome"));
        Ok(Blend {
            biome: word(Biome::ALL, Biome::id, place, &part.biome)?,
            percent: part.percent,
        })
    });
    let contents = (0..).zip(file.contents);
    let contents = contents
        .map(|(number, file): (u32, _)| read_content(&at(&format!("contents[{number}]")), file));
    Ok(Room {
        id,
        name: line(at("name"), file.name, MAX_NAME)?,
        archetype,
        node,
        size,
        position,
        biome: word(Biome::ALL, Biome::id, at("biome"), &file.biome)?,
        blend: blend.collect::<Result<_, Problem>>()?,
        description: line(at("description"), file.description, MAX_TEXT)?,
        contents: contents.collect::<Result<_, Problem>>()?,
    })
}

fn read_content(place: &str, file: ContentFile) -> Result<Content, Problem> {
    let at = |key: &str| format!("{place}.{key}");
    let properties = file.properties.into_iter();
    let properties = properties.map(|(key, value)| {
        let place = at("properties");
        Ok((
            line(place.clone(), key, MAX_NAME)?,
            line(place, value, MAX_TEXT)?,
        ))
    });
    Ok(Content {
        at: file.at,
        kind: ThingKind::from(&*line(at("kind"), file.kind, MAX_NAME)?),
        name: line(at("name"), file.name, MAX_NAME)?,
        properties: properties.collect::<Result<_, Problem>>()?,
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

/// The most characters in a description.
const MAX_TEXT: usize = 2000;
