//! The facts of a room, measured from its finished inside, for words that are true.
//!
//! Nothing here asks which style a room has: what is not in its cells is not a fact.

mod measure;

use super::Sector;
use super::carve::{Interior, interiors};
use super::passage::Climb;
use super::room::Room;
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::material::Material;
use crate::space::{Biome, Direction, RoomPos};
use crate::words::need::{COUNTED, FURNITURE, Fact, GROUNDS, Number, SIZES, Value, Witness};
use std::collections::HashMap;

/// How many kinds of cell are counted.
const KINDS: usize = COUNTED.len() + GROUNDS.len();

/// What is true about a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomFacts {
    /// The room.
    pub room: RoomId,
    /// Cells from wall to wall.
    pub width: u32,
    /// How many of a hundred cells can be walked on.
    pub open: u32,
    /// Its outline, one of [`crate::words::need::OUTLINES`].
    pub outline: &'static str,
    /// The material of its liquid, if it has any.
    pub liquid: Option<Material>,
    /// What most of its floor is made of, one of [`crate::words::need::FLOORS`].
    pub floor: &'static str,
    /// How warm it is.
    pub climate: &'static str,
    /// How large it is.
    pub size: &'static str,
    /// Visible doors in the north, east, south and west wall.
    pub doors: [u32; 4],
    /// Secret doors.
    pub secret_doors: u32,
    /// Open ways up: stairs, ladder, shaft, elevator.
    pub ways_up: [bool; 4],
    /// Open ways down: stairs, ladder, shaft, elevator.
    pub ways_down: [bool; 4],
    /// The rooms directly above, on the next layer.
    pub above: Vec<RoomId>,
    /// The rooms directly below, on the next layer.
    pub below: Vec<RoomId>,
    counts: [u32; KINDS],
    arranged: [&'static str; KINDS],
}

/// The place of every kind in the list of what is counted, by its byte.
const PLACES: [u8; 256] = {
    let mut places = [u8::MAX; 256];
    let mut place = 0;
    while place < KINDS {
        let kind = match place < COUNTED.len() {
            true => COUNTED[place].0,
            false => GROUNDS[place - COUNTED.len()].0,
        };
        places[kind as usize] = place as u8;
        place += 1;
    }
    places
};

/// The place of a kind in the list of what is counted.
fn place_of(cell: Cell) -> Option<usize> {
    let place = PLACES[cell as usize];
    (place != u8::MAX).then_some(usize::from(place))
}

impl RoomFacts {
    /// How many cells of a kind there are.
    pub fn count(&self, cell: Cell) -> u32 {
        place_of(cell).map_or(0, |place| self.counts[place])
    }

    /// How the cells of a kind stand, one of [`crate::words::need::ARRANGEMENTS`].
    pub fn arranged(&self, cell: Cell) -> &'static str {
        place_of(cell).map_or("none", |place| self.arranged[place])
    }

    fn number(&self, number: Number) -> u32 {
        let [north, east, south, west] = self.doors;
        let [stairs_up, ladder_up, shaft_up, elevator_up] = self.ways_up.map(u32::from);
        let [stairs_down, ladder_down, shaft_down, elevator_down] = self.ways_down.map(u32::from);
        match number {
            Number::Width => self.width,
            Number::Open => self.open,
            Number::Doors => self.doors.iter().sum(),
            Number::SecretDoors => self.secret_doors,
            Number::North => north,
            Number::East => east,
            Number::South => south,
            Number::West => west,
            Number::StairsUp => stairs_up,
            Number::StairsDown => stairs_down,
            Number::LadderUp => ladder_up,
            Number::LadderDown => ladder_down,
            Number::ShaftUp => shaft_up,
            Number::ShaftDown => shaft_down,
            Number::ElevatorUp => elevator_up,
            Number::ElevatorDown => elevator_down,
            Number::Above => self.above.len() as u32,
            Number::Below => self.below.len() as u32,
            Number::Lights => self.count(Cell::Brazier) + self.count(Cell::Hearth),
            Number::Furniture => FURNITURE.iter().map(|&kind| self.count(kind)).sum(),
        }
    }
}

impl Witness for RoomFacts {
    fn value(&self, fact: Fact) -> Value {
        match fact {
            Fact::Number(number) => Value::Number(self.number(number)),
            Fact::Count(cell) => Value::Number(self.count(cell)),
            Fact::Arranged(cell) => Value::Word(self.arranged(cell)),
            Fact::Outline => Value::Word(self.outline),
            Fact::Liquid => Value::Word(self.liquid.map_or("none", measure::liquid_word)),
            Fact::Floor => Value::Word(self.floor),
            Fact::Climate => Value::Word(self.climate),
            Fact::Size => Value::Word(self.size),
        }
    }
}

impl Sector {
    /// The facts of all rooms, in their order, measured without carving the sector.
    ///
    /// Takes time linear in the cells of the rooms.
    pub fn facts(&self) -> Vec<RoomFacts> {
        self.facts_of(&interiors(self))
    }

    /// The facts of all rooms, with these insides.
    pub(super) fn facts_of(&self, insides: &[Interior]) -> Vec<RoomFacts> {
        let mut facts: Vec<RoomFacts> = self
            .rooms
            .iter()
            .zip(insides)
            .map(|(room, inside)| inside_facts(room, inside))
            .collect();
        for exit in self.exits() {
            let Some(facts) = facts.get_mut(exit.from.index()) else {
                continue;
            };
            let side = match exit.direction {
                Direction::North => 0,
                Direction::East => 1,
                Direction::South => 2,
                _ => 3,
            };
            match exit.is_secret {
                true => facts.secret_doors += 1,
                false => facts.doors[side] += 1,
            }
        }
        for connection in self.connections().filter(|way| !way.is_blocked()) {
            let kind = match connection.climb() {
                _ if !connection.is_two_way() => 0,
                Climb::Stairs => 0,
                Climb::Ladder => 1,
                Climb::Shaft => 2,
                Climb::Elevator { .. } => 3,
            };
            let [low, high] = connection.low_and_high();
            let leads = |from| connection.is_two_way() || connection.from == from;
            facts[low.index()].ways_up[kind] |= leads(low);
            facts[high.index()].ways_down[kind] |= leads(high);
        }
        let owners = self.rooms.iter().flat_map(|room| {
            let id = room.id;
            room.units().map(move |unit| (unit, id))
        });
        let owners: HashMap<RoomPos, RoomId> = owners.collect();
        for (room, facts) in self.rooms.iter().zip(&mut facts) {
            let beyond = |up: i32| {
                let units = room.units();
                let units =
                    units.map(|RoomPos { x, y, z }| RoomPos::new(x, y, z.saturating_add(up)));
                let mut rooms: Vec<RoomId> = units
                    .filter_map(|unit| owners.get(&unit).copied())
                    .collect();
                rooms.sort_unstable();
                rooms.dedup();
                rooms
            };
            (facts.above, facts.below) = (beyond(1), beyond(-1));
        }
        facts
    }
}

/// What the inside of a room says about it.
pub(super) fn inside_facts(room: &Room, inside: &Interior) -> RoomFacts {
    let cells = measure::Cells::new(inside);
    let kinds = COUNTED.into_iter().chain(GROUNDS).map(|(kind, _)| kind);
    let mut counts = [0; KINDS];
    let mut arranged = ["none"; KINDS];
    for (place, kind) in kinds.enumerate() {
        let found = cells.of(kind);
        counts[place] = found.len() as u32;
        arranged[place] = cells.arrangement(found);
    }
    RoomFacts {
        room: room.id,
        width: inside.width() as u32,
        open: cells.open(),
        outline: cells.outline(),
        liquid: cells.liquid(),
        floor: cells.floor(),
        climate: match room.biome {
            Biome::Niflheim => "cold",
            Biome::Muspelheim => "hot",
            _ => "mild",
        },
        size: SIZES[(room.size.side() as usize).clamp(1, SIZES.len()) - 1],
        doors: [0; 4],
        secret_doors: 0,
        ways_up: [false; 4],
        ways_down: [false; 4],
        above: Vec::new(),
        below: Vec::new(),
        counts,
        arranged,
    }
}

#[cfg(test)]
mod tests;
