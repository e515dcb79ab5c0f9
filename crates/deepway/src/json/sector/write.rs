//! Writing a sector.

use super::super::cells;
use super::{
    BlendFile, BlueprintFile, ConnectionFile, EdgeFile, EndsFile, ExitFile, HazardFile, IssueFile,
    Place, RoomFile, SectorFile, layer_of,
};
use crate::sector::{CarvedSector, GENERATION, Realised, Room, Sector};
use crate::space::RoomPos;
use crate::validate::Issue;
use crate::words::Hazard;

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
