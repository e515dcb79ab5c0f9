//! A carved sector as a map to use: numbers, ways up and down and where they lead, and a key.

mod contents;
mod key;
mod marks;
mod page;
mod place;
mod plate;
mod reader;

#[cfg(test)]
mod tests;
pub(in crate::view) mod text;
mod ways;

#[cfg(feature = "exchange")]
pub(in crate::view) use key::{cell_entries, thing_entries};
pub(in crate::view) use marks::Marked;
pub(in crate::view) use page::{Page, page, sheet};
#[cfg(feature = "exchange")]
pub(in crate::view) use page::{caption, compass, drawing};
pub use reader::Reader;
#[cfg(feature = "exchange")]
pub(crate) use reader::{is_secret as is_secret_way, player_cells};
pub(in crate::view) use ways::{Arrow, Way};

use crate::cell::Cell;
use crate::ids::RoomId;
use crate::link::Link;
use crate::sector::CarvedSector;
use crate::space::{Biome, Direction, Layer, Pos};
use crate::thing::Thing;
use crate::view::things;
use crate::view::words::count;
use crate::volume::{ThingId, Volume};
use reader::Sight;
use std::collections::HashMap;

/// What a map of a carved sector tells its reader.
pub(in crate::view) struct Chart<'a> {
    pub(in crate::view) carved: &'a CarvedSector,
    /// The cells that the reader may see, with the things that they may see.
    pub(in crate::view) cells: Volume,
    /// What is written on the badges of things; in a room no two things that differ have the
    /// same.
    pub(in crate::view) signs: HashMap<ThingId, String>,
    pub(in crate::view) rooms: Vec<RoomNote>,
    /// Where ways lead up or down, on every level.
    pub(in crate::view) ways: Vec<Way>,
    pub(in crate::view) doors: Vec<DoorMark>,
    pub(in crate::view) reader: Reader,
    sight: Sight,
}

/// What the key says of the entry hall.
const ARRIVAL: &str = "the party arrives here";

/// What there is to say about a room.
pub(in crate::view) struct RoomNote {
    pub(in crate::view) id: RoomId,
    pub(in crate::view) name: String,
    /// Its level in the volume.
    pub(in crate::view) z: u32,
    /// The first and the last cell inside its walls.
    pub(in crate::view) inside: [Pos; 2],
    /// Its ways out, in words.
    pub(in crate::view) ways: Vec<String>,
    /// Who and what is there, in words.
    pub(in crate::view) contents: Vec<String>,
    /// What of it the sector does not list: keys, and what was put among the cells.
    pub(in crate::view) others: Vec<String>,
}

/// A door on the map.
pub(in crate::view) struct DoorMark {
    pub(in crate::view) place: Pos,
    /// Whether it stands in a wall that runs from west to east.
    pub(in crate::view) is_across: bool,
    pub(in crate::view) is_secret: bool,
    /// What opens it.
    pub(in crate::view) lock: Option<String>,
}

impl<'a> Chart<'a> {
    /// The map of a sector for a reader; who has explored it sees only the rooms that they know.
    pub(in crate::view) fn new(
        carved: &'a CarvedSector,
        reader: Reader,
        explored: Option<&[RoomId]>,
    ) -> Self {
        let sight = Sight::new(carved, reader, explored);
        let mut cells = sight.cells(carved);
        // Numbers stand for the labels of rooms.
        let labels = cells.things();
        let labels = labels.filter(|(_, thing)| things::room(thing).is_some());
        let labels: Vec<_> = labels.map(|(id, _)| id).collect();
        for label in labels {
            cells.remove_thing(label);
        }
        let ways = ways::ways(carved, &sight);
        let doors = doors(carved, &cells);
        let signs = contents::signs(carved, &cells);
        let mut contents = contents::contents(carved, &cells, &signs, |_| true);
        let is_other = |thing: &Thing| !thing.properties.contains_key("room");
        let mut others = contents::contents(carved, &cells, &signs, is_other);
        let rooms = carved.sector().rooms().iter();
        let rooms = rooms
            .filter(|room| sight.knows(room.id))
            .filter_map(|room| {
                let inside = carved.inside(room.id)?;
                Some(RoomNote {
                    id: room.id,
                    name: room.name.clone(),
                    z: inside[0].z as u32,
                    inside,
                    ways: Vec::new(),
                    contents: contents.remove(&room.id).unwrap_or_default(),
                    others: others.remove(&room.id).unwrap_or_default(),
                })
            });
        let mut chart = Self {
            carved,
            rooms: rooms.collect(),
            cells,
            signs,
            ways,
            doors,
            reader,
            sight,
        };
        chart.tell_ways();
        chart
    }

    /// Says for every room where its ways out lead.
    fn tell_ways(&mut self) {
        let sector = self.carved.sector();
        let mut told: Vec<Vec<(Direction, String)>> = vec![Vec::new(); sector.rooms().len()];
        for exit in sector.exits().filter(|exit| self.sight.sees_door(exit)) {
            let to = self.sight.name(exit.to);
            let mut text = format!("{} {to}", exit.direction);
            let mut notes = Vec::new();
            if exit.via().len() > 0 {
                notes.push("corridor".to_owned());
            }
            if exit.is_secret {
                notes.push("secret".to_owned());
            }
            notes.extend(exit.lock.map(|lock| format!("locked, {lock}")));
            if !notes.is_empty() {
                text += &format!(" ({})", notes.join(", "));
            }
            told[exit.from.index()].push((exit.direction, text));
        }
        for way in &self.ways {
            let (Some(room), Some(direction)) = (way.room, way.arrow.direction()) else {
                continue;
            };
            told[room.index()].push((direction, way.told()));
        }
        for room in &mut self.rooms {
            let mut ways = std::mem::take(&mut told[room.id.index()]);
            ways.sort();
            room.ways = ways.into_iter().map(|(_, text)| text).collect();
        }
    }

    /// The links that the reader may see.
    pub(in crate::view) fn links(&self, links: &[Link]) -> Vec<Link> {
        let is_seen = |pos: Pos| self.cells.get(pos) == self.carved.volume().get(pos);
        let seen = links
            .iter()
            .filter(|link| is_seen(link.low) && is_seen(link.high));
        seen.copied().collect()
    }

    /// The levels on which there is anything, highest first.
    pub(in crate::view) fn levels(&self) -> Vec<u32> {
        let levels = (0..self.cells.size().levels()).rev();
        levels.filter(|&z| self.extent(z).is_some()).collect()
    }

    /// The first and the last column and row of a level that have anything to see.
    pub(in crate::view) fn extent(&self, z: u32) -> Option<[u32; 4]> {
        let mut extent: Option<[u32; 4]> = None;
        for y in 0..self.cells.size().height() {
            let row = || {
                self.cells
                    .row(y, z)
                    .map(|cell| !matches!(cell, Cell::Wall | Cell::Air))
            };
            let (Some(first), Some(last)) =
                (row().position(|open| open), row().rposition(|open| open))
            else {
                continue;
            };
            let (west, east) = ((first as u32).saturating_sub(1), last as u32 + 1);
            let [x0, y0, x1, y1] = extent.unwrap_or([west, y.saturating_sub(1), east, y + 1]);
            extent = Some([x0.min(west), y0, x1.max(east), y1.max(y + 1)]);
        }
        let [x0, y0, x1, y1] = extent?;
        let size = self.cells.size();
        Some([x0, y0, x1.min(size.width() - 1), y1.min(size.height() - 1)])
    }

    /// The number of a level's layer.
    pub(in crate::view) fn height(&self, z: u32) -> i32 {
        self.carved.frame().corner.z.saturating_add_unsigned(z)
    }

    /// The biome of a layer.
    pub(in crate::view) fn biome_at(&self, height: i32) -> Option<Biome> {
        let mut rooms = self.carved.sector().rooms().iter();
        let room = rooms.find(|room| room.position.z == height)?;
        Some(room.biome)
    }

    /// What a level is called.
    pub(in crate::view) fn level_name(&self, z: u32) -> String {
        let height = self.height(z);
        match Layer::from_z(height) {
            Some(layer) => layer.to_string(),
            None => format!("level {height}"),
        }
    }

    /// What kind of map it is, and how many rooms are on it.
    pub(in crate::view) fn about(&self, levels: &[u32]) -> String {
        let sector = self.carved.sector();
        let here = self.rooms.iter().filter(|room| levels.contains(&room.z));
        let here = here.count();
        let rooms = match here == self.rooms.len() {
            true => count(here as u64, "room", "rooms"),
            false => format!("{here} of {} rooms", self.rooms.len()),
        };
        match self.reader {
            Reader::Keeper => {
                let blueprint = sector.blueprint();
                let (biome, difficulty) = (blueprint.biome.name(), blueprint.difficulty);
                format!("keeper's map, {rooms}, theme {biome}, {difficulty}")
            }
            Reader::Player if self.sight.is_explored() => {
                format!("player's map, {rooms} explored")
            }
            Reader::Player => format!("player's map, {rooms}"),
        }
    }
}

/// The doors among the cells that a reader sees, with their locks.
fn doors(carved: &CarvedSector, cells: &Volume) -> Vec<DoorMark> {
    let size = cells.size();
    let locks: HashMap<Pos, String> = cells
        .things()
        .map(|(_, thing)| thing)
        .filter(|thing| thing.kind == crate::thing::ThingKind::Lock)
        .map(|thing| {
            let key = thing.properties.get("key").cloned();
            (thing.place, key.unwrap_or_else(|| "locked".to_owned()))
        })
        .collect();
    let mut doors = Vec::new();
    for (z, y) in (0..size.levels()).flat_map(|z| (0..size.height()).map(move |y| (z, y))) {
        for (x, cell) in (0..).zip(cells.row(y, z)) {
            if !matches!(cell, Cell::Door | Cell::SecretDoor) {
                continue;
            }
            let place = Pos::new(x, y as i32, z as i32);
            let is_solid = |dx: i32| {
                !carved
                    .volume()
                    .is_walkable(Pos::new(x + dx, y as i32, z as i32))
            };
            doors.push(DoorMark {
                place,
                is_across: is_solid(-1) && is_solid(1),
                is_secret: cell == Cell::SecretDoor,
                lock: locks.get(&place).cloned(),
            });
        }
    }
    doors
}
