//! What only sectors and mazes say about themselves: rooms, passages, what a player may see.

use super::source::{PassageNote, RoomNote, Source};
use crate::json;
use crate::sector::{CarvedSector, Sector};
use crate::view::{Reader, player_cells, room_contents};
use crate::world::{Body, NoCells};

/// Adds what the kind of world knows beyond its cells.
pub(super) fn describe(source: &mut Source<'_>) -> Result<(), NoCells> {
    match source.world.body() {
        Body::Sector(rooms) => {
            let carved = rooms.carved()?;
            source.origin = Some(json::write_sector(carved.sector(), &[]));
            source.plain = player_cells(carved, Reader::Player, rooms.explored());
            describe_sector(source, carved);
        }
        Body::Maze(maze) => source.origin = Some(json::write_maze(maze.maze())),
        Body::Map(_) | Body::Strata(_) => {}
    }
    Ok(())
}

fn describe_sector(source: &mut Source<'_>, carved: &CarvedSector) {
    let sector = carved.sector();
    let lowest = carved.frame().corner.z;
    for (z, level) in (0..).zip(&mut source.levels) {
        let height = lowest.saturating_add(z);
        level.metres = height.saturating_mul(100);
        let mut rooms = sector.rooms().iter();
        level.biome = rooms
            .find(|room| room.position.z == height)
            .map(|room| room.biome);
    }
    if let Some(story) = sector.story() {
        source.title.clone_from(&story.name);
        source.stem = super::source::stem(&story.name);
    }
    let rooms = sector.rooms().iter().filter_map(|room| {
        let inside = carved.inside(room.id)?;
        Some(RoomNote {
            id: room.id.to_string(),
            name: room.name.clone(),
            z: inside[0].z as u32,
            inside,
            description: room.description.clone(),
            notes: room_contents(room),
            biome: room.biome,
        })
    });
    source.rooms = rooms.collect();
    source.passages = passages(carved, sector);
}

fn passages(carved: &CarvedSector, sector: &Sector) -> Vec<PassageNote> {
    let lock = |id: Option<crate::ids::LockId>| {
        let lock = sector.locks().get(id?.index())?;
        Some(lock.name.clone())
    };
    let doors = sector.doorways().map(|exit| PassageNote {
        ends: [exit.from.index(), exit.to.index()],
        kind: match exit.via().len() {
            0 => "door".to_owned(),
            _ => "corridor".to_owned(),
        },
        id: exit.id.to_string(),
        leads: [true, true],
        is_secret: exit.is_secret,
        lock: lock(exit.lock),
        blockage: None,
        dc: 0,
        text: String::new(),
        cells: Vec::new(),
    });
    let columns = sector.connections().map(|connection| {
        let [low, high] = connection.low_and_high();
        let (both, open) = (connection.is_two_way(), !connection.is_blocked());
        PassageNote {
            ends: [low.index(), high.index()],
            kind: connection.kind().id().to_owned(),
            id: connection.id.to_string(),
            leads: [
                open && (both || connection.from == low),
                open && (both || connection.from == high),
            ],
            is_secret: crate::view::is_secret_way(sector, connection.ends()),
            lock: lock(connection.lock),
            blockage: connection.blockage().map(str::to_owned),
            dc: connection.dc(),
            text: connection.description().to_owned(),
            cells: carved.connection_cells(connection.id).to_vec(),
        }
    });
    doors.chain(columns).collect()
}
