//! A sector as cells: rooms with walls and doors, corridors, and connections.
//!
//! Each unit is a block of eight by eight cells; its first row and column are its north and
//! west wall, which neighbouring rooms share. A door is in the middle of a unit's wall. Each
//! unit has three spots where links can stand, and successive runs of links in a column of
//! units take them in turn: so no two flights join by accident, not even those below and above
//! a short flight.

mod bridge;
mod corridor;
mod interior;
mod piece;
mod spot;
mod style;
mod whereabouts;

use super::Sector;
use super::exit::Exit;
use super::graph::Archetype;
use super::passage::{Climb, State};
use super::room::Room;
use crate::cell::Cell;
use crate::ids::{ConnectionId, LockId, RoomId};
use crate::material::Material;
use crate::space::{Direction, Pos, RoomPos, UnitFrame};
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size, Volume};
pub(super) use interior::Interior;
pub use piece::Pieces;
use spot::Runs;
use std::collections::HashSet;
use thiserror::Error;
use whereabouts::Whereabouts;

/// Cells along each side of a unit.
pub const UNIT: i32 = 8;
/// The row and column of doors and corridors in a unit.
const MIDDLE: i32 = UNIT / 2;

/// A sector and its cells, which agree.
///
/// Every change applies to both, so they cannot come to disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarvedSector {
    sector: Sector,
    volume: Volume,
    frame: UnitFrame,
    connections: Vec<Vec<Pos>>,
    whereabouts: Whereabouts,
}

/// Why a sector cannot be carved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CarveError {
    /// It would have too many cells.
    #[error(
        "the sector is too large for one map: {width} by {height} cells on {levels} levels; a map has 4,096 by 4,096 on a level, and 2^30 cells, at most"
    )]
    TooLarge {
        /// Cells from west to east.
        width: i64,
        /// Cells from north to south.
        height: i64,
        /// Levels.
        levels: i64,
    },
    /// It has no room.
    #[error("a sector without rooms has no cells")]
    Empty,
}

/// Carves a sector. The same sector always gives the same cells.
pub fn carve(sector: Sector) -> Result<CarvedSector, CarveError> {
    let (frame, size) = Bounds::of(&sector)?.map()?;
    let runs = Runs::new(&sector);
    let interiors = furnished(&sector, &runs);
    Ok(cut(sector, frame, size, &runs, &interiors))
}

/// Carves what lies within `size` cells from the corner of `frame`.
fn cut(
    sector: Sector,
    frame: UnitFrame,
    size: Size,
    runs: &Runs,
    interiors: &[Interior],
) -> CarvedSector {
    let mut draft = Draft::new(size);
    for (room, interior) in sector.rooms.iter().zip(interiors) {
        place_room(&mut draft, &frame, room, interior);
    }
    for exit in sector.exits() {
        let cell = match exit.is_secret {
            true => Cell::SecretDoor,
            false => Cell::Door,
        };
        if let Some(at) = door_cell(&frame, exit.unit, exit.direction) {
            // It is outside only if the sector is not sound.
            let _ = draft.set(at, cell);
        }
    }
    for exit in sector.doorways() {
        corridor::carve(&mut draft, &frame, &exit, runs);
    }
    let connections = sector.connections().map(|connection| {
        let cells = spot::connection_cells(&connection, &frame, runs);
        for &(at, cell) in &cells {
            let cell = match connection.is_blocked() {
                true => Cell::Rubble,
                false => cell,
            };
            let _ = draft.set(at, cell);
            corridor::wall_around(&mut draft, at);
        }
        cells.into_iter().map(|(at, _)| at).collect()
    });
    let connections: Vec<Vec<Pos>> = connections.collect();
    let whereabouts = Whereabouts::new(&sector, &connections);
    let mut carved = CarvedSector {
        sector,
        volume: draft.finish(),
        frame,
        whereabouts,
        connections,
    };
    carved.label_rooms();
    carved.place_contents();
    carved.lay_keys();
    carved
}

/// The insides of all rooms, in the order of the rooms, no two of them the same.
pub(super) fn interiors(sector: &Sector) -> Vec<Interior> {
    furnished(sector, &Runs::new(sector))
}

/// The names of the styles of rooms of an archetype.
pub fn styles(archetype: Archetype) -> impl Iterator<Item = &'static str> {
    style::names(archetype)
}

/// Rooms of every style, furnished without doors.
pub(super) fn style_samples() -> impl Iterator<Item = (Room, Interior)> {
    style::samples()
}

/// How often a room is furnished again because another looks the same.
const ATTEMPTS: u32 = 400;

fn furnished(sector: &Sector, runs: &Runs) -> Vec<Interior> {
    let seed = sector.seed.child("carve").child("room");
    let mut doors: Vec<Vec<Exit>> = vec![Vec::new(); sector.rooms.len()];
    for exit in sector.exits() {
        doors[exit.from.index()].push(exit);
    }
    // Bytes are hashed many times faster than kinds of cell.
    let bytes = |interior: &Interior| -> Vec<u8> {
        let cells = interior.cells().iter();
        cells.map(|&cell| cell as u8).collect()
    };
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let rooms = sector.rooms.iter().map(|room| {
        let mut bare = Interior::new(room.size.side());
        for exit in &doors[room.id.index()] {
            bare.add_door(room, exit);
        }
        for unit in room.units() {
            for (cells, before) in runs.taken(unit) {
                bare.reserve(room, unit, cells, before);
            }
            for &cell in runs.solid(unit) {
                bare.stand(room, unit, cell);
            }
        }
        let seed = seed.child(room.id.number());
        let furnish = |attempt: u32| {
            let mut interior = bare.clone();
            let mut random = seed.child(attempt).stream();
            style::furnish(&mut interior, room, attempt, &mut random);
            interior.finish(room.biome);
            interior
        };
        let mut interior = furnish(0);
        for attempt in 1..ATTEMPTS {
            if seen.insert(bytes(&interior)) {
                break;
            }
            interior = furnish(attempt);
        }
        interior
    });
    rooms.collect()
}

/// The box of units that a sector takes.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: RoomPos,
    high: RoomPos,
}

impl Bounds {
    fn of(sector: &Sector) -> Result<Self, CarveError> {
        let vias = sector.doorways().flat_map(|exit| exit.via());
        let corners = sector.rooms.iter().flat_map(|room| {
            let last = room.size.side() - 1;
            let RoomPos { x, y, z } = room.position;
            let far = RoomPos::new(x.saturating_add(last), y.saturating_add(last), z);
            [room.position, far]
        });
        let mut units = corners.chain(vias);
        let first = units.next().ok_or(CarveError::Empty)?;
        let (mut low, mut high) = (first, first);
        for RoomPos { x, y, z } in units {
            low = RoomPos::new(low.x.min(x), low.y.min(y), low.z.min(z));
            high = RoomPos::new(high.x.max(x), high.y.max(y), high.z.max(z));
        }
        Ok(Self { low, high })
    }

    /// How units map to cells, and the size of a map of all of them.
    fn map(&self) -> Result<(UnitFrame, Size), CarveError> {
        let Self { low, high } = *self;
        let cells =
            |low: i32, high: i32| (i64::from(high) - i64::from(low) + 1) * i64::from(UNIT) + 1;
        let (width, height) = (cells(low.x, high.x), cells(low.y, high.y));
        let levels = i64::from(high.z) - i64::from(low.z) + 1;
        let number = |number: i64| u32::try_from(number).ok();
        let size = number(width).zip(number(height)).zip(number(levels));
        let size = size.and_then(|((width, height), levels)| Size::new(width, height, levels).ok());
        let frame = UnitFrame {
            corner: RoomPos::new(low.x, high.y, low.z),
            cells: UNIT as u32,
            levels: 1,
        };
        let size = size.ok_or(CarveError::TooLarge {
            width,
            height,
            levels,
        })?;
        Ok((frame, size))
    }
}

/// The cell of a unit at an offset to the east and south of its north-west corner.
fn cell_of(frame: &UnitFrame, unit: RoomPos, [x, y]: [i32; 2]) -> Option<Pos> {
    let corner = frame.block(unit)?;
    Some(Pos::new(
        corner.x.checked_add(x)?,
        corner.y.checked_add(y)?,
        corner.z,
    ))
}

/// The middle of a unit's wall on a side, as an offset in its block.
const fn in_wall(direction: Direction) -> [i32; 2] {
    match direction {
        Direction::North => [MIDDLE, 0],
        Direction::South => [MIDDLE, UNIT],
        Direction::West => [0, MIDDLE],
        _ => [UNIT, MIDDLE],
    }
}

/// The cell of a door.
fn door_cell(frame: &UnitFrame, unit: RoomPos, direction: Direction) -> Option<Pos> {
    cell_of(frame, unit, in_wall(direction))
}

/// The north-west unit of a room.
fn north_west(room: &Room) -> RoomPos {
    let RoomPos { x, y, z } = room.position;
    RoomPos::new(x, y.saturating_add(room.size.side() - 1), z)
}

/// Writes the walls and the inside of a room.
fn place_room(draft: &mut Draft, frame: &UnitFrame, room: &Room, interior: &Interior) {
    let Some(corner) = frame.block(north_west(room)) else {
        return;
    };
    let end = interior.width() + 1;
    let at = |x: i32, y: i32| Pos::new(corner.x + x, corner.y + y, corner.z);
    for (a, b) in [
        (at(0, 0), at(end, 0)),
        (at(0, end), at(end, end)),
        (at(0, 0), at(0, end)),
        (at(end, 0), at(end, end)),
    ] {
        draft.fill(a, b, Cell::Wall);
        draft.fill_material(a, b, interior.wall());
    }
    let cells = interior.cells().iter().zip(interior.materials());
    for (index, (&cell, &material)) in (0..).zip(cells) {
        let place = at(index % interior.width() + 1, index / interior.width() + 1);
        // It is outside only if the sector is not sound.
        let _ = draft.set(place, cell);
        if material != Material::NONE {
            let _ = draft.set_material(place, material);
        }
    }
}

impl CarvedSector {
    /// Combines a sector with saved cells, which [`crate::validate`] can check; none if the
    /// volume has the wrong size for it.
    pub fn from_cells(sector: Sector, volume: Volume) -> Result<Option<Self>, CarveError> {
        let (frame, size) = Bounds::of(&sector)?.map()?;
        let runs = Runs::new(&sector);
        let connections = sector.connections().map(|connection| {
            let cells = spot::connection_cells(&connection, &frame, &runs);
            cells.into_iter().map(|(at, _)| at).collect()
        });
        let connections: Vec<Vec<Pos>> = connections.collect();
        let whereabouts = Whereabouts::new(&sector, &connections);
        Ok((volume.size() == size).then_some(Self {
            sector,
            volume,
            frame,
            whereabouts,
            connections,
        }))
    }

    /// The sector.
    pub fn sector(&self) -> &Sector {
        &self.sector
    }

    /// Its cells.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// Its cells alone.
    pub fn into_volume(self) -> Volume {
        self.volume
    }

    /// How its units map to cells.
    pub fn frame(&self) -> &UnitFrame {
        &self.frame
    }

    /// The cells of a connection, from the lowest level up.
    pub fn connection_cells(&self, connection: ConnectionId) -> &[Pos] {
        self.connections
            .get(connection.index())
            .map_or(&[], Vec::as_slice)
    }

    /// The connection that a cell belongs to.
    pub fn connection_at(&self, pos: Pos) -> Option<ConnectionId> {
        self.whereabouts.connection(pos)
    }

    /// The north-west and the south-east cell inside a room's walls.
    pub fn inside(&self, room: RoomId) -> Option<[Pos; 2]> {
        let room = self.sector.room(room)?;
        let last = room.size.side() * UNIT - 1;
        let north_west = cell_of(&self.frame, north_west(room), [1, 1])?;
        let south_east = cell_of(&self.frame, self::north_west(room), [last, last])?;
        Some([north_west, south_east])
    }

    /// The cell of an exit's door.
    pub fn door(&self, exit: &Exit<'_>) -> Option<Pos> {
        door_cell(&self.frame, exit.unit, exit.direction)
    }

    /// The room that a cell lies in.
    pub fn room_at(&self, pos: Pos) -> Option<RoomId> {
        let mut rooms = self.whereabouts.rooms(self.frame.unit(pos)?);
        rooms.find(|&room| {
            self.inside(room).is_some_and(|[low, high]| {
                pos.z == low.z
                    && (low.x..=high.x).contains(&pos.x)
                    && (low.y..=high.y).contains(&pos.y)
            })
        })
    }

    /// The walkable cell of a room that is nearest to its middle.
    pub fn middle_of(&self, room: RoomId) -> Option<Pos> {
        let [low, high] = self.inside(room)?;
        let middle = Pos::new((low.x + high.x) / 2, (low.y + high.y) / 2, low.z);
        let is_free = |pos: &Pos| {
            let cell = self.volume.get(*pos);
            cell.is_walkable() && !cell.is_vertical()
        };
        // Around the middle, column by column, in ever larger squares.
        (0..=high.x - low.x).find_map(|away| {
            let columns = (middle.x - away).max(low.x)..=(middle.x + away).min(high.x);
            let mut square = columns.flat_map(|x| {
                let (top, end) = (middle.y - away, middle.y + away);
                let step = match (x - middle.x).abs() == away {
                    true => 1,
                    false => 2 * away as usize,
                };
                let rows = (top..=end).step_by(step.max(1));
                rows.filter(|y| (low.y..=high.y).contains(y))
                    .map(move |y| Pos::new(x, y, low.z))
            });
            square.find(is_free)
        })
    }

    /// Writes on the floor of each room what it is called.
    fn label_rooms(&mut self) {
        for room in RoomId::all(self.sector.rooms.len()) {
            let (Some(middle), Some(data)) = (self.middle_of(room), self.sector.room(room)) else {
                continue;
            };
            let label = Thing::new(middle, ThingKind::Label, &data.name);
            // A name that is too long for a label stays with its room alone.
            let _ = self.volume.add_thing(label.with("room", room.to_string()));
        }
    }

    /// Puts what is in the rooms where it belongs.
    fn place_contents(&mut self) {
        for room in &self.sector.rooms {
            let Some([corner, _]) = self.inside(room.id) else {
                continue;
            };
            for content in &room.contents {
                // It is outside only if the sector is not sound.
                let _ = self.volume.add_thing(content.thing(room, corner));
            }
        }
    }

    /// Lays every key on the floor of its room, and marks what is locked: the doors on both
    /// sides, and both ends of connections.
    fn lay_keys(&mut self) {
        let mut things = Vec::new();
        for (id, lock) in LockId::all(self.sector.locks.len()).zip(&self.sector.locks) {
            let mut taken: Vec<Pos> = things.iter().map(|thing: &Thing| thing.place).collect();
            if let (Some(room), Some([corner, _])) =
                (self.sector.room(lock.key), self.inside(lock.key))
            {
                let contents = room.contents.iter();
                taken.extend(contents.map(|content| content.thing(room, corner).place));
            }
            if let Some(place) = self.place_for_key(lock.key, &taken) {
                let key = Thing::new(place, ThingKind::Key, &lock.name);
                things.push(key.with("lock", id.to_string()));
            }
        }
        for exit in self.sector.exits() {
            let place = door_cell(&self.frame, exit.unit, exit.direction);
            things.extend(self.lock_at(exit.lock, place));
        }
        for connection in self.sector.connections() {
            let cells = self.connection_cells(connection.id);
            for &place in [cells.first(), cells.last()].into_iter().flatten() {
                things.extend(self.lock_at(connection.lock, Some(place)));
            }
        }
        for thing in things {
            // A door between two rooms is one cell, with one lock.
            let is_there = thing.kind == ThingKind::Lock
                && self
                    .volume
                    .things()
                    .any(|(_, known)| known.place == thing.place && known.kind == ThingKind::Lock);
            if !is_there {
                let _ = self.volume.add_thing(thing);
            }
        }
    }

    fn lock_at(&self, lock: Option<LockId>, place: Option<Pos>) -> Option<Thing> {
        let (id, place) = lock.zip(place)?;
        let name = &self.sector.locks.get(id.index())?.name;
        let thing = Thing::new(place, ThingKind::Lock, format!("lock of the {name}"));
        Some(thing.with("key", id.to_string()))
    }

    /// The walkable cell of a room that is nearest to its middle: if possible one that has neither
    /// its label nor anything else on it, and rather one of these than one of a link.
    fn place_for_key(&self, room: RoomId, taken: &[Pos]) -> Option<Pos> {
        let [low, high] = self.inside(room)?;
        let centre = Pos::new((low.x + high.x) / 2, (low.y + high.y) / 2, low.z);
        let label = self.middle_of(room);
        let middle = label.unwrap_or(centre);
        let rows = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y)));
        rows.map(|(x, y)| Pos::new(x, y, low.z))
            .filter(|pos| self.volume.get(*pos).is_walkable())
            .min_by_key(|pos| {
                let is_link = self.volume.get(*pos).is_vertical();
                let is_taken = Some(*pos) == label || taken.contains(pos);
                let away = pos.x.abs_diff(middle.x) + pos.y.abs_diff(middle.y);
                (is_link, is_taken, away, *pos)
            })
    }

    /// Clears what blocks a connection, which becomes what it was before, and so do its cells.
    /// False if there is nothing to clear.
    pub fn clear(&mut self, connection: ConnectionId) -> bool {
        match self.sector.column_mut(connection) {
            Some(column) if column.state != State::Open => column.state = State::Open,
            _ => return false,
        }
        let runs = Runs::new(&self.sector);
        if let Some(connection) = self.sector.connection(connection) {
            for (at, cell) in spot::connection_cells(&connection, &self.frame, &runs) {
                let _ = self.volume.set(at, cell);
            }
        }
        true
    }

    /// Restores the power of an elevator; its cells stay the same. False if there is nothing to
    /// repair.
    pub fn repair(&mut self, connection: ConnectionId) -> bool {
        match self.sector.column_mut(connection) {
            Some(column) if !matches!(column.state, State::Collapsed { .. }) => {
                let dead = Climb::Elevator { powered: false };
                let is_dead = column.climb == dead;
                if is_dead {
                    column.climb = Climb::Elevator { powered: true };
                }
                is_dead
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sector::{Blueprint, RoomGraph, build, generate};
    use crate::seed::Seed;
    use crate::space::Biome;

    #[test]
    fn every_room_is_labelled_on_its_own_floor() {
        for seed in 0..60 {
            let carved = carve(generate(&Blueprint::default(), Seed::new(seed)).unwrap()).unwrap();
            let things = carved.volume().things().map(|(_, thing)| thing);
            let labels: Vec<&Thing> = things
                .filter(|thing| thing.kind == ThingKind::Label)
                .collect();
            assert_eq!(labels.len(), carved.sector().rooms().len());
            for (label, room) in labels.into_iter().zip(carved.sector().rooms()) {
                assert_eq!((&label.kind, &label.name), (&ThingKind::Label, &room.name));
                assert_eq!(label.properties["room"], room.id.to_string());
                assert_eq!(carved.room_at(label.place), Some(room.id));
                assert!(carved.volume().is_walkable(label.place));
            }
        }
    }

    #[test]
    fn liquid_is_made_of_what_its_biome_has() {
        let mut seen = [0; 6];
        for seed in 0..120 {
            let biome = Biome::ALL[seed as usize % 6];
            let blueprint = Blueprint {
                biome,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let carved = carve(sector).unwrap();
            let volume = carved.volume();
            assert_eq!(volume.misfits().count(), 0, "seed {seed}");
            for z in 0..volume.size().levels() {
                for y in 0..volume.size().height() {
                    for (x, cell) in (0..).zip(volume.row(y, z)) {
                        let pos = Pos::new(x, y as i32, z as i32);
                        if !matches!(cell, Cell::ShallowLiquid | Cell::DeepLiquid) {
                            continue;
                        }
                        let name = volume.material_name(volume.material(pos));
                        let room = carved.room_at(pos).unwrap();
                        let biome = carved.sector()[room].biome;
                        let expected = match biome {
                            Biome::Muspelheim => "lava",
                            Biome::Jotunheim => "oil",
                            Biome::Alfheim => "slime",
                            _ => "water",
                        };
                        assert_eq!(name, Some(expected), "seed {seed}, {cell:?} at {pos}");
                        assert!(biome != Biome::Muspelheim || cell == Cell::DeepLiquid);
                        seen[biome as usize] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    #[test]
    fn no_two_rooms_look_the_same() {
        let chain: Vec<(u32, u32)> = (1..10_000).map(|room| (room - 1, room)).collect();
        let small = RoomGraph::from_edges(10_000, &chain).unwrap();
        let plan = Blueprint {
            target_rooms: 3000,
            ..Blueprint::default()
        };
        for sector in [
            build(&small, &Blueprint::default(), Seed::new(1)).unwrap(),
            generate(&plan, Seed::new(2)).unwrap(),
        ] {
            let mut seen = HashSet::new();
            for (room, inside) in sector.rooms.iter().zip(interiors(&sector)) {
                assert!(seen.insert(inside.cells().to_vec()), "{}", room.id);
            }
        }
    }
}
