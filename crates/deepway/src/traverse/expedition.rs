//! A character in a sector, and what they do there.

use super::character::Character;
use super::{Outcome, climb, work};
use crate::check::Resolver;
use crate::ids::{ConnectionId, LockId, RoomId};
use crate::sector::{CarvedSector, Connection, Room};
use crate::space::Direction;
use crate::thing::ThingKind;
use tracing::info;

/// A character in a carved sector: where they are, and how long they have been there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expedition {
    carved: CarvedSector,
    /// The character.
    pub character: Character,
    room: RoomId,
    minutes: u64,
    /// The keys that the character has found, in order.
    keys: Vec<LockId>,
    /// The rooms where the character has been, in the order of the first visits.
    visited: Vec<RoomId>,
}

/// A way out of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WayOut {
    /// Which way it leads.
    pub direction: Direction,
    /// The room it leads to.
    pub to: RoomId,
    /// The connection, if it leads up or down.
    pub connection: Option<ConnectionId>,
}

impl Expedition {
    /// A character in the entry hall.
    pub fn new(carved: CarvedSector, character: Character) -> Self {
        let mut expedition = Self {
            carved,
            character,
            room: RoomId::ENTRY,
            minutes: 0,
            keys: Vec::new(),
            visited: vec![RoomId::ENTRY],
        };
        expedition.pick_up();
        expedition
    }

    /// Resumes a saved expedition; none if there is no such room or key.
    pub fn resume(
        carved: CarvedSector,
        character: Character,
        room: RoomId,
        minutes: u64,
        mut keys: Vec<LockId>,
    ) -> Option<Self> {
        let locks = carved.sector().locks().len();
        let is_there = carved.sector().room(room).is_some();
        let are_there = keys.iter().all(|key| key.index() < locks);
        keys.sort_unstable();
        keys.dedup();
        (is_there && are_there).then_some(Self {
            carved,
            character,
            room,
            minutes,
            keys,
            visited: vec![room],
        })
    }

    /// The same expedition after visits to other rooms; those that do not exist are left out.
    #[must_use]
    pub fn after(mut self, visited: &[RoomId]) -> Self {
        let rooms = self.carved.sector().rooms().len();
        let mut all: Vec<RoomId> = Vec::new();
        for &room in visited.iter().chain(&self.visited) {
            if room.index() < rooms && !all.contains(&room) {
                all.push(room);
            }
        }
        self.visited = all;
        self
    }

    /// The rooms where the character has been, in the order of the first visits.
    pub fn visited(&self) -> &[RoomId] {
        &self.visited
    }

    /// The keys that the character has, by their locks, in order.
    pub fn keys(&self) -> &[LockId] {
        &self.keys
    }

    /// Takes the keys that lie in the room; says which are new.
    fn pick_up(&mut self) -> Vec<LockId> {
        let here = self.carved.sector().keys_in(self.room);
        let new: Vec<LockId> = here.filter(|key| !self.keys.contains(key)).collect();
        self.keys.extend(&new);
        self.keys.sort_unstable();
        new
    }

    /// The lock of a way out that the character has no key for.
    fn shut(&self, way: WayOut) -> Option<LockId> {
        let sector = self.carved.sector();
        let lock = match way.connection {
            Some(id) => sector.connection(id)?.lock,
            None => {
                let mut exits = sector.exits();
                exits
                    .find(|exit| (exit.from, exit.to) == (self.room, way.to))?
                    .lock
            }
        };
        lock.filter(|lock| !self.keys.contains(lock))
    }

    /// The sector and its cells as they are now.
    pub fn carved(&self) -> &CarvedSector {
        &self.carved
    }

    /// The room where the character is.
    pub fn room(&self) -> RoomId {
        self.room
    }

    /// The minutes that have passed.
    pub fn minutes(&self) -> u64 {
        self.minutes
    }

    /// The ways out of the room, in the order of their directions.
    pub fn ways_out(&self) -> Vec<WayOut> {
        let sector = self.carved.sector();
        let exits = sector.exits().filter(|exit| exit.from == self.room);
        let mut ways: Vec<WayOut> = exits
            .map(|exit| WayOut {
                direction: exit.direction,
                to: exit.to,
                connection: None,
            })
            .collect();
        for connection in sector.connections() {
            let [low, high] = connection.low_and_high();
            let (direction, to) = match self.room {
                room if room == low => (Direction::Up, high),
                room if room == high => (Direction::Down, low),
                _ => continue,
            };
            ways.push(WayOut {
                direction,
                to,
                connection: Some(connection.id),
            });
        }
        ways.sort();
        ways
    }

    /// Goes through an exit, or up or down a connection. If several lead in the direction,
    /// [name the room](Self::go_to) instead.
    pub fn go(&mut self, direction: Direction, resolver: &mut impl Resolver) -> Outcome {
        let ways = self.ways_out().into_iter();
        let ways: Vec<WayOut> = ways.filter(|way| way.direction == direction).collect();
        match ways.as_slice() {
            [way] => self.take(*way, resolver),
            [] => {
                let message = match direction {
                    Direction::Up | Direction::Down => {
                        format!("Nothing leads {direction} from here.")
                    }
                    _ => format!("There is no exit to the {direction}."),
                };
                Outcome::refused(self.room, message)
            }
            several => {
                let ids: Vec<String> = several.iter().map(|way| way.to.to_string()).collect();
                let message = format!(
                    "Several ways lead {direction}; name the room: {}.",
                    ids.join(", ")
                );
                Outcome::refused(self.room, message)
            }
        }
    }

    /// Takes the way that leads to a room.
    pub fn go_to(&mut self, room: RoomId, resolver: &mut impl Resolver) -> Outcome {
        match self.ways_out().into_iter().find(|way| way.to == room) {
            Some(way) => self.take(way, resolver),
            None => Outcome::refused(self.room, "No way leads there from here."),
        }
    }

    /// Takes one of the ways out.
    pub fn take(&mut self, way: WayOut, resolver: &mut impl Resolver) -> Outcome {
        if let Some(lock) = self.shut(way).filter(|_| self.character.is_up()) {
            let key = &self.carved.sector().locks()[lock.index()].name;
            return Outcome::refused(
                self.room,
                format!("That way is locked. It takes the {key}."),
            );
        }
        let outcome = match way.connection {
            _ if !self.character.is_up() => Outcome::refused(self.room, DOWN),
            None => self.walk(way),
            Some(connection) => {
                let sector = self.carved.sector();
                let Some(connection) = sector.connection(connection) else {
                    return Outcome::refused(self.room, "That is not here.");
                };
                climb::attempt_traversal(
                    sector,
                    &connection,
                    self.room,
                    &mut self.character,
                    resolver,
                )
            }
        };
        self.arrive(outcome)
    }

    fn walk(&self, way: WayOut) -> Outcome {
        let sector = self.carved.sector();
        let mut exits = sector.exits();
        let Some(exit) = exits.find(|exit| (exit.from, exit.to) == (self.room, way.to)) else {
            return Outcome::refused(self.room, "That is not here.");
        };
        let name = &sector[way.to].name;
        let how = match (exit.is_secret, exit.via().len()) {
            (true, _) => "through a secret door ",
            (false, 0) => "",
            (false, _) => "along a corridor ",
        };
        Outcome {
            success: true,
            message: format!("You go {} {how}to {name}.", exit.direction),
            damage: 0,
            room: way.to,
            minutes: 1 + exit.via().len() as u32 / 4,
        }
    }

    fn arrive(&mut self, mut outcome: Outcome) -> Outcome {
        self.room = outcome.room;
        if !self.visited.contains(&self.room) {
            self.visited.push(self.room);
        }
        self.minutes = self.minutes.saturating_add(u64::from(outcome.minutes));
        for key in self.pick_up() {
            let name = &self.carved.sector().locks()[key.index()].name;
            outcome.message += &format!(" You find the {name}.");
        }
        outcome
    }

    /// Works on the connection here that fits; if several fit, the direction decides.
    fn work(
        &mut self,
        direction: Option<Direction>,
        fits: impl Fn(&Connection<'_>) -> bool,
        nothing: &str,
        work: impl FnOnce(&mut CarvedSector, ConnectionId, RoomId, &mut Character) -> Outcome,
    ) -> Outcome {
        if !self.character.is_up() {
            return Outcome::refused(self.room, DOWN);
        }
        let sector = self.carved.sector();
        let here: Vec<(Direction, ConnectionId)> = self
            .ways_out()
            .into_iter()
            .filter(|way| direction.is_none_or(|direction| way.direction == direction))
            .filter_map(|way| Some((way.direction, way.connection?)))
            .filter(|&(_, id)| {
                sector
                    .connection(id)
                    .is_some_and(|connection| fits(&connection))
            })
            .collect();
        match here.as_slice() {
            [] => Outcome::refused(self.room, nothing),
            [(first, _), .., (last, _)] if first != last => {
                let message = format!("There is one {first} and one {last}: say which.");
                Outcome::refused(self.room, message)
            }
            [(_, id), ..] => {
                let outcome = work(&mut self.carved, *id, self.room, &mut self.character);
                self.arrive(outcome)
            }
        }
    }

    /// Tries to clear what blocks a connection here, in a direction if several are blocked.
    pub fn clear(&mut self, direction: Option<Direction>, resolver: &mut impl Resolver) -> Outcome {
        self.work(
            direction,
            is_blocked,
            NOTHING_BLOCKED,
            |carved, id, room, character| work::clear(carved, id, room, character, resolver),
        )
    }

    /// Blasts what blocks a connection here, in a direction if several are blocked.
    pub fn blast(&mut self, direction: Option<Direction>, resolver: &mut impl Resolver) -> Outcome {
        self.work(
            direction,
            is_blocked,
            NOTHING_BLOCKED,
            |carved, id, room, character| work::blast(carved, id, room, character, resolver),
        )
    }

    /// Tries to repair an elevator here, in a direction if there are several.
    pub fn repair(
        &mut self,
        direction: Option<Direction>,
        resolver: &mut impl Resolver,
    ) -> Outcome {
        let is_dead = |connection: &Connection<'_>| connection.powered() == Some(false);
        let nothing = "There is nothing to repair here.";
        self.work(
            direction,
            is_dead,
            nothing,
            |carved, id, room, character| work::repair(carved, id, room, character, resolver),
        )
    }

    /// What the character sees here.
    pub fn look(&self) -> String {
        let sector = self.carved.sector();
        let room = &sector[self.room];
        info!(room = %room.id, "looking");
        let mut text = format!("{}. {}", room.name, room.description);
        text += &seen(room);
        for way in self.ways_out() {
            let to = &sector[way.to];
            text += &format!("\n  {}: {} ({})", way.direction, to.name, to.id);
            if let Some(connection) = way.connection.and_then(|id| sector.connection(id)) {
                let description = connection.description();
                text += &format!(", {}. {description}", what_it_takes(&connection));
                if let Some(blockage) = connection.blockage() {
                    text += &format!(" {blockage}");
                }
            }
            if let Some(lock) = self.shut(way) {
                let key = &sector.locks()[lock.index()].name;
                text += &format!(" (locked: the {key} opens it)");
            }
        }
        text
    }
}

/// Who and what is to be seen in a room: a line for all creatures and items, one for each of the
/// others.
fn seen(room: &Room) -> String {
    let mut here: Vec<(&str, u32)> = Vec::new();
    let mut text = String::new();
    for content in room.contents.iter().filter(|content| !content.is_hidden()) {
        let name = content.name.as_str();
        if matches!(content.kind, ThingKind::Creature | ThingKind::Item) {
            match here.iter_mut().find(|(known, _)| *known == name) {
                Some((_, number)) => *number += 1,
                None => here.push((name, 1)),
            }
            continue;
        }
        let about = content.properties.get("about");
        let about = about.or_else(|| content.properties.get("effect"));
        let about = about.map_or(String::new(), |about| format!(": {about}"));
        text += &format!("\n  {name}{about}");
    }
    let here: Vec<String> = here
        .into_iter()
        .map(|(name, number)| match number {
            1 => name.to_owned(),
            _ => format!("{number} × {name}"),
        })
        .collect();
    match here.is_empty() {
        true => text,
        false => format!("\n  here: {}{text}", here.join(", ")),
    }
}

/// A connection's kind, and the checks that it takes.
fn what_it_takes(connection: &Connection<'_>) -> String {
    let (kind, dc) = (connection.kind().id(), connection.climb_dc());
    match (connection.is_blocked(), connection.powered()) {
        (true, _) => {
            let dc = connection.clear_dc();
            format!("{kind}, blocked: MIGHT {dc} to clear")
        }
        (false, Some(false)) => {
            let repair = connection.dc();
            format!("{kind} without power: MIGHT {dc} to climb, WITS {repair} to repair")
        }
        (false, _) if dc > 0 => format!("{kind}, MIGHT {dc}"),
        _ => kind.to_owned(),
    }
}

fn is_blocked(connection: &Connection<'_>) -> bool {
    connection.is_blocked()
}

const DOWN: &str = "You are down, and do nothing.";
const NOTHING_BLOCKED: &str = "Nothing here is blocked.";
