//! Writing a sector.

use super::super::cells;
use super::super::expedition::ExpeditionFile;
use super::{
    BlendFile, BlueprintFile, ConnectionFile, ContentFile, EdgeFile, EndsFile, ExitFile,
    HazardFile, LockFile, RoomFile, RumourFile, SectorFile, StoryFile, Triple, layer_of,
};
use crate::answer::IssueAnswer;
use crate::ids::LockId;
use crate::report::Finding;
use crate::sector::raw::{RawConnection, RawExit};
use crate::sector::{Blueprint, CarvedSector, Content, Realised, Room, Sector, Story};
use crate::space::RoomPos;
use crate::words::Hazard;
use crate::world::FORMAT;

/// Writes a sector and its findings, on one line.
pub fn write_sector(sector: &Sector, findings: &[Finding]) -> String {
    to_line(&describe(sector, findings))
}

/// Writes a sector with its cells and its findings, on one line.
pub fn write_carved(carved: &CarvedSector, findings: &[Finding]) -> String {
    to_line(&describe_carved(carved, findings))
}

/// Writes a sector with its cells and the character in it, on one line.
pub(in crate::json) fn write_saved(
    carved: &CarvedSector,
    findings: &[Finding],
    expedition: ExpeditionFile,
) -> String {
    let mut file = describe_carved(carved, findings);
    file.expedition = Some(expedition);
    to_line(&file)
}

fn to_line(file: &SectorFile) -> String {
    // Text, numbers and lists can always be written.
    serde_json::to_string(file).unwrap_or_default()
}

fn describe_carved(carved: &CarvedSector, findings: &[Finding]) -> SectorFile {
    let sector = carved.sector();
    let mut file = describe(sector, findings);
    for (connection, file) in sector.connections().zip(&mut file.connections) {
        let cells = carved.connection_cells(connection.id).iter();
        file.cells = cells.map(|pos| pos.to_array()).collect();
    }
    file.cells = Some(cells::write(carved));
    file
}

fn describe(sector: &Sector, findings: &[Finding]) -> SectorFile {
    let raw = sector.to_raw();
    let dropped = raw.edges.iter();
    let dropped = dropped.filter(|edge| edge.realised == Realised::Dropped);
    let dropped = dropped.map(|edge| EndsFile {
        a: edge.a.to_string(),
        b: edge.b.to_string(),
    });
    let edges = raw.edges.iter().map(|edge| EdgeFile {
        a: edge.a.to_string(),
        b: edge.b.to_string(),
        kind: edge.kind.id().to_owned(),
        passage: edge.realised.id().to_owned(),
    });
    let usual = Blueprint::default();
    let unusual = |found: u32, usual: u32| Some(found).filter(|&found| found != usual);
    let locks = LockId::all(raw.locks.len()).zip(&raw.locks);
    let locks = locks.map(|(id, lock)| LockFile {
        id: id.to_string(),
        key: lock.key.to_string(),
        name: lock.name.clone(),
    });
    SectorFile {
        kind: "sector".to_owned(),
        format: Some(FORMAT),
        generation: raw.generation,
        seed: raw.seed.to_string(),
        blueprint: BlueprintFile {
            biome: raw.blueprint.biome.id().to_owned(),
            target_rooms: raw.blueprint.target_rooms,
            trend: raw.blueprint.trend.id().to_owned(),
            difficulty: raw.blueprint.difficulty.id().to_owned(),
            loops: raw.blueprint.loops,
            locks: raw.blueprint.locks,
            verticality: unusual(raw.blueprint.verticality, usual.verticality),
            branching: unusual(raw.blueprint.branching, usual.branching),
            empty: raw.blueprint.is_empty,
        },
        brought: raw.is_brought,
        story: raw.story.map(write_story),
        rooms: raw.rooms.iter().map(write_room).collect(),
        dropped_edges: Some(dropped.collect()),
        edges: edges.collect(),
        exits: raw.exits.iter().map(write_exit).collect(),
        connections: raw.connections.into_iter().map(write_connection).collect(),
        locks: locks.collect(),
        issues: findings.iter().map(IssueAnswer::from).collect(),
        cells: None,
        expedition: None,
    }
}

fn write_story(story: Story) -> StoryFile {
    let rumours = story.rumours.into_iter().map(|rumour| RumourFile {
        text: rumour.text,
        is_true: rumour.is_true,
    });
    StoryFile {
        rumours: rumours.collect(),
        name: story.name,
        hook: story.hook,
        reason: story.reason,
    }
}

fn write_exit(exit: &RawExit) -> ExitFile {
    let unit = |unit: RoomPos| [unit.x, unit.y, unit.z];
    ExitFile {
        from: exit.from.to_string(),
        to: exit.to.to_string(),
        direction: exit.direction.name().to_owned(),
        unit: unit(exit.unit),
        via: exit.via.iter().copied().map(unit).collect(),
        lock: exit.lock.map(|lock| lock.to_string()),
    }
}

fn write_connection(connection: RawConnection) -> ConnectionFile {
    ConnectionFile {
        id: connection.id.to_string(),
        from: connection.from.to_string(),
        to: connection.to.to_string(),
        kind: connection.kind.id().to_owned(),
        underlying: connection.underlying.map(|kind| kind.id().to_owned()),
        dc: connection.dc,
        levels: connection.levels,
        two_way: connection.two_way,
        blocked: connection.blocked,
        powered: connection.powered,
        column: connection.column,
        description: connection.description,
        blockage: connection.blockage,
        hazards: connection.hazards.iter().map(write_hazard).collect(),
        lock: connection.lock.map(|lock| lock.to_string()),
        cells: Vec::new(),
    }
}

fn write_room(room: &Room) -> RoomFile {
    let (side, at) = (room.size.side(), room.position);
    RoomFile {
        id: room.id.to_string(),
        name: room.name.clone(),
        archetype: room.archetype.id().to_owned(),
        node: room.node.id().to_owned(),
        size: room.size.id().to_owned(),
        position: Triple {
            x: at.x,
            y: at.y,
            z: at.z,
        },
        extent: Triple {
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
            .map(|part| BlendFile {
                biome: part.biome.id().to_owned(),
                percent: part.percent,
            })
            .collect(),
        description: room.description.clone(),
        contents: room.contents.iter().map(write_content).collect(),
    }
}

fn write_content(content: &Content) -> ContentFile {
    ContentFile {
        at: content.at,
        kind: content.kind.name().to_owned(),
        name: content.name.clone(),
        properties: content.properties.clone(),
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
