//! A character in a sector, and what they do there.

use super::character::Character;
use super::{Outcome, climb, work};
use crate::check::Resolver;
use crate::sector::CarvedSector;
use crate::space::Direction;
use tracing::info;

/// A character in a carved sector: where they are, and how long they have been there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expedition {
    carved: CarvedSector,
    /// Who goes.
    pub character: Character,
    room: u32,
    minutes: u64,
}

/// A way out of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WayOut {
    /// Which way it leads.
    pub direction: Direction,
    /// The room it leads to.
    pub to: u32,
    /// The connection, if it leads up or down.
    pub connection: Option<u32>,
}

impl Expedition {
    /// A character in the entry hall.
    pub fn new(carved: CarvedSector, character: Character) -> Self {
        Self {
            carved,
            character,
            room: 0,
            minutes: 0,
        }
    }

    /// Puts an expedition that was kept together again; none if there is no such room.
    pub fn resume(
        carved: CarvedSector,
        character: Character,
        room: u32,
        minutes: u64,
    ) -> Option<Self> {
        let is_there = (room as usize) < carved.sector().rooms.len();
        is_there.then_some(Self {
            carved,
            character,
            room,
            minutes,
        })
    }

    /// The sector and its cells as they are now.
    pub fn carved(&self) -> &CarvedSector {
        &self.carved
    }

    /// The number of the room where the character is.
    pub fn room(&self) -> u32 {
        self.room
    }

    /// How long it has taken so far.
    pub fn minutes(&self) -> u64 {
        self.minutes
    }

    /// The ways out of the room, in the order of their directions.
    pub fn ways_out(&self) -> Vec<WayOut> {
        let sector = self.carved.sector();
        let exits = sector.exits.iter().filter(|exit| exit.from == self.room);
        let mut ways: Vec<WayOut> = exits
            .map(|exit| WayOut {
                direction: exit.direction,
                to: exit.to,
                connection: None,
            })
            .collect();
        for (number, one) in (0..).zip(&sector.connections) {
            let [low, high] = sector.low_and_high(one);
            if low == self.room {
                ways.push(WayOut {
                    direction: Direction::Up,
                    to: high,
                    connection: Some(number),
                });
            } else if high == self.room {
                ways.push(WayOut {
                    direction: Direction::Down,
                    to: low,
                    connection: Some(number),
                });
            }
        }
        ways.sort();
        ways
    }

    /// Goes through an exit, or up or down a connection.
    pub fn go(&mut self, direction: Direction, resolver: &mut impl Resolver) -> Outcome {
        let way = self
            .ways_out()
            .into_iter()
            .find(|way| way.direction == direction);
        match way {
            Some(way) => self.take(way, resolver),
            None => {
                let message = match direction {
                    Direction::Up | Direction::Down => {
                        format!("Nothing leads {direction} from here.")
                    }
                    _ => format!("There is no exit to the {direction}."),
                };
                Outcome::refused(self.room, message)
            }
        }
    }

    /// Takes one of the ways out.
    pub fn take(&mut self, way: WayOut, resolver: &mut impl Resolver) -> Outcome {
        let outcome = match way.connection {
            _ if !self.character.is_up() => Outcome::refused(self.room, DOWN),
            None => self.walk(way),
            Some(connection) => {
                let sector = self.carved.sector();
                let Some(one) = sector.connections.get(connection as usize) else {
                    return Outcome::refused(self.room, "That is not here.");
                };
                climb::attempt_traversal(sector, one, self.room, &mut self.character, resolver)
            }
        };
        self.arrive(outcome)
    }

    fn walk(&self, way: WayOut) -> Outcome {
        let sector = self.carved.sector();
        let exits = sector.exits.iter();
        let mut exits = exits.filter(|exit| (exit.from, exit.to) == (self.room, way.to));
        let Some(exit) = exits.next() else {
            return Outcome::refused(self.room, "That is not here.");
        };
        let name = &sector.rooms[way.to as usize].name;
        let how = match (sector.is_secret(exit), exit.via.len()) {
            (true, _) => "through a secret door ",
            (false, 0) => "",
            (false, _) => "along a corridor ",
        };
        Outcome {
            success: true,
            message: format!("You go {} {how}to {name}.", exit.direction),
            damage: 0,
            room: way.to,
            minutes: 1 + exit.via.len() as u32 / 4,
        }
    }

    fn arrive(&mut self, outcome: Outcome) -> Outcome {
        self.room = outcome.room;
        self.minutes += u64::from(outcome.minutes);
        outcome
    }

    /// Works on the first connection here that fits, or says that there is none.
    fn work(
        &mut self,
        fits: impl Fn(&CarvedSector, u32) -> bool,
        nothing: &str,
        work: impl FnOnce(&mut CarvedSector, u32, u32, &mut Character) -> Outcome,
    ) -> Outcome {
        if !self.character.is_up() {
            return Outcome::refused(self.room, DOWN);
        }
        let here = self.ways_out().into_iter().filter_map(|way| way.connection);
        let here: Vec<u32> = here.collect();
        let Some(connection) = here.into_iter().find(|&one| fits(&self.carved, one)) else {
            return Outcome::refused(self.room, nothing);
        };
        let outcome = work(&mut self.carved, connection, self.room, &mut self.character);
        self.arrive(outcome)
    }

    /// Tries to clear what blocks a connection here.
    pub fn clear(&mut self, resolver: &mut impl Resolver) -> Outcome {
        self.work(
            is_blocked,
            NOTHING_BLOCKED,
            |carved, one, room, character| work::clear(carved, one, room, character, resolver),
        )
    }

    /// Blasts what blocks a connection here.
    pub fn blast(&mut self, resolver: &mut impl Resolver) -> Outcome {
        self.work(
            is_blocked,
            NOTHING_BLOCKED,
            |carved, one, room, character| work::blast(carved, one, room, character, resolver),
        )
    }

    /// Tries to repair an elevator here.
    pub fn repair(&mut self, resolver: &mut impl Resolver) -> Outcome {
        let is_dead = |carved: &CarvedSector, one: u32| {
            let one = &carved.sector().connections[one as usize];
            one.powered == Some(false)
        };
        self.work(
            is_dead,
            "There is nothing to repair here.",
            |carved, one, room, character| work::repair(carved, one, room, character, resolver),
        )
    }

    /// What one sees here.
    pub fn look(&self) -> String {
        let sector = self.carved.sector();
        let room = &sector.rooms[self.room as usize];
        info!(room = room.id, "looking");
        let mut text = format!("{}. {}", room.name, room.description);
        for way in self.ways_out() {
            let to = &sector.rooms[way.to as usize].name;
            text += &match way.connection.map(|one| &sector.connections[one as usize]) {
                None => format!("\n  {}: {to}", way.direction),
                Some(one) => {
                    let state = match (&one.blockage, one.powered) {
                        (Some(blockage), _) => format!(" {blockage}"),
                        (None, Some(false)) => " It has no power.".to_owned(),
                        _ => String::new(),
                    };
                    let (kind, dc) = (one.kind.id(), one.dc);
                    let takes = if dc > 0 {
                        format!(", DC {dc}")
                    } else {
                        String::new()
                    };
                    format!(
                        "\n  {}: {to} ({kind}{takes}). {}{state}",
                        way.direction, one.description
                    )
                }
            };
        }
        text
    }
}

fn is_blocked(carved: &CarvedSector, connection: u32) -> bool {
    carved.sector().connections[connection as usize].blocked
}

const DOWN: &str = "You are down, and do nothing.";
const NOTHING_BLOCKED: &str = "Nothing here is blocked.";
