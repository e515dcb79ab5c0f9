//! A character who goes from room to room in a sector.
//!
//! An expedition is a way to play: what happens is decided by a [`Game`], command by command. A
//! move from one room to the next is all the steps between them.

mod look;
mod steps;
mod work;

use super::actor::ActorId;
use super::command::Command;
use super::event::Event;
use super::game::Game;
use super::listener::Silent;
use super::setup::{CannotPlay, Setup};
use super::stage::WayKind;
use crate::check::Resolver;
use crate::ids::{ConnectionId, LockId, RoomId};
use crate::sector::{CarvedSector, Connection, Exit};
use crate::space::{Direction, Pos, RoomPos};
use crate::thing::{Thing, ThingKind};
use crate::traverse::{Character, Outcome};
use crate::world::World;
use std::collections::HashSet;

/// A character in a carved sector: where they are, and how long they have been there.
#[derive(Clone, Debug)]
pub struct Expedition {
    /// A game without anybody or anything but the character and the keys.
    game: Game,
    minutes: u64,
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

/// Two expeditions are the same if they would go on alike.
impl PartialEq for Expedition {
    fn eq(&self, other: &Self) -> bool {
        let state = |of: &Self| (of.character(), of.room(), of.minutes, of.keys());
        state(self) == state(other)
            && self.visited == other.visited
            && self.carved() == other.carved()
    }
}

impl Eq for Expedition {}

impl Expedition {
    /// A character in the entry hall; refused if nobody can stand there.
    pub fn new(carved: CarvedSector, character: Character) -> Result<Self, CannotPlay> {
        let mut expedition = Self::begin(carved, character, RoomId::ENTRY)?;
        expedition.pick_up();
        Ok(expedition)
    }

    fn begin(carved: CarvedSector, character: Character, room: RoomId) -> Result<Self, CannotPlay> {
        let start = carved.middle_of(room).ok_or(CannotPlay::Nowhere)?;
        let setup = Setup {
            start: Some(start),
            companions: 0,
            is_empty: true,
            is_endless: true,
            ..Setup::default()
        };
        let game = Game::with_rules_alone(&World::from(carved), &setup)?;
        let mut expedition = Self {
            game,
            minutes: 0,
            visited: vec![room],
        };
        expedition.set_character(character);
        Ok(expedition)
    }

    /// Resumes a saved expedition; none if there is no such room, nobody can stand in it, or
    /// there is no such key.
    pub fn resume(
        carved: CarvedSector,
        character: Character,
        room: RoomId,
        minutes: u64,
        keys: Vec<LockId>,
    ) -> Option<Self> {
        let locks = carved.sector().locks().len();
        if keys.iter().any(|key| key.index() >= locks) {
            return None;
        }
        let mut expedition = Self::begin(carved, character, room).ok()?;
        expedition.minutes = minutes;
        for key in keys {
            expedition.give(key);
        }
        Some(expedition)
    }

    /// The same expedition after visits to other rooms; those that do not exist are left out.
    #[must_use]
    pub fn after(mut self, visited: &[RoomId]) -> Self {
        let rooms = self.carved().sector().rooms().len();
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
    pub fn keys(&self) -> Vec<LockId> {
        let locks = LockId::all(self.carved().sector().locks().len());
        let player = self.game.player();
        let has = |lock: &LockId| player.key_for(&lock.to_string()).is_some();
        locks.filter(has).collect()
    }

    /// The sector and its cells as they are now.
    pub fn carved(&self) -> &CarvedSector {
        let carved = self.game.stage().sector();
        carved.expect("the game was begun in a sector")
    }

    /// The game in which all of this happens.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The character as they are now.
    pub fn character(&self) -> Character {
        self.game.player().character()
    }

    /// Makes another of the character: another name, other attributes, hit points as given.
    pub fn set_character(&mut self, character: Character) {
        if let Some(player) = self.game.actors.get_mut(&ActorId::PLAYER) {
            player.name = character.name;
            player.might = character.might;
            player.wits = character.wits;
            player.hp = character.hp;
            player.max_hp = player.max_hp.max(character.hp);
            player.explosives = character.explosives;
            if player.is_up() {
                self.game.ending = None;
            }
        }
    }

    /// The room where the character is.
    pub fn room(&self) -> RoomId {
        let room = self.game.stage().room_at(self.game.player().place);
        // Every move ends in a room.
        room.unwrap_or(RoomId::ENTRY)
    }

    /// The minutes that have passed.
    pub fn minutes(&self) -> u64 {
        self.minutes
    }

    /// The ways out of the room, in the order of their directions.
    pub fn ways_out(&self) -> Vec<WayOut> {
        let (sector, here) = (self.carved().sector(), self.room());
        let exits = sector.exits().filter(|exit| exit.from == here);
        let mut ways: Vec<WayOut> = exits
            .map(|exit| WayOut {
                direction: exit.direction,
                to: exit.to,
                connection: None,
            })
            .collect();
        for connection in sector.connections() {
            let [low, high] = connection.low_and_high();
            let (direction, to) = match here {
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
                self.refused(message)
            }
            several => {
                let ids: Vec<String> = several.iter().map(|way| way.to.to_string()).collect();
                self.refused(format!(
                    "Several ways lead {direction}; name the room: {}.",
                    ids.join(", ")
                ))
            }
        }
    }

    /// Takes the way that leads to a room.
    pub fn go_to(&mut self, room: RoomId, resolver: &mut impl Resolver) -> Outcome {
        match self.ways_out().into_iter().find(|way| way.to == room) {
            Some(way) => self.take(way, resolver),
            None => self.refused("No way leads there from here."),
        }
    }

    /// Takes one of the ways out.
    pub fn take(&mut self, way: WayOut, resolver: &mut impl Resolver) -> Outcome {
        if !self.character().is_up() {
            return self.refused(DOWN);
        }
        if let Some(lock) = self.shut(way) {
            let key = &self.carved().sector().locks()[lock.index()].name;
            return self.refused(format!("That way is locked. It takes the {key}."));
        }
        let outcome = match way.connection {
            None => self.walk(way),
            Some(connection) => self.climb(connection, way.direction, resolver),
        };
        self.arrive(outcome)
    }

    /// The lock of a way out that the character has no key for.
    fn shut(&self, way: WayOut) -> Option<LockId> {
        let sector = self.carved().sector();
        let lock = match way.connection {
            Some(id) => sector.connection(id)?.lock,
            None => self.exit_to(way.to)?.lock,
        };
        lock.filter(|lock| self.game.player().key_for(&lock.to_string()).is_none())
    }

    fn exit_to(&self, to: RoomId) -> Option<Exit<'_>> {
        let here = self.room();
        let mut exits = self.carved().sector().exits();
        exits.find(|exit| (exit.from, exit.to) == (here, to))
    }

    fn refused(&self, message: impl Into<String>) -> Outcome {
        Outcome::refused(self.room(), message)
    }

    /// Walks through an exit into the next room.
    fn walk(&mut self, way: WayOut) -> Outcome {
        let Some(exit) = self.exit_to(way.to) else {
            return self.refused(NOT_HERE);
        };
        let name = &self.carved().sector()[way.to].name;
        let how = match (exit.is_secret, exit.via().len()) {
            (true, _) => "through a secret door ",
            (false, 0) => "",
            (false, _) => "along a corridor ",
        };
        let outcome = Outcome {
            success: true,
            message: format!("You go {} {how}to {name}.", exit.direction),
            damage: 0,
            room: way.to,
            minutes: 1 + exit.via().len() as u32 / 4,
        };
        let mut units: HashSet<RoomPos> = exit.via().collect();
        for room in [exit.from, exit.to] {
            units.extend(self.carved().sector()[room].units());
        }
        let is_there = |game: &Game, pos: Pos| game.stage().room_at(pos) == Some(way.to);
        match self.go_through(&units, is_there) {
            true => outcome,
            false => self.refused("The cells of this sector do not lead there."),
        }
    }

    /// Climbs a connection of the room.
    fn climb(
        &mut self,
        connection: ConnectionId,
        towards: Direction,
        resolver: &mut impl Resolver,
    ) -> Outcome {
        let is_there = |game: &Game, pos: Pos| {
            let mut ways = game.ways(pos).into_iter();
            ways.any(|way| {
                let is_same = matches!(way.kind, WayKind::Connection(_, id) if id == connection);
                is_same && way.towards == towards
            })
        };
        // What blocks a connection is told by whoever stands beside it.
        let is_beside = |game: &Game, pos: Pos| {
            let mut around = Direction::ALL[..8].iter().map(|way| pos.step(*way));
            around.any(|beside| is_there(game, beside))
        };
        let found = self.carved().sector().connection(connection);
        if let Some(blockage) = found.filter(is_blocked) {
            let blockage = blockage.blockage().unwrap_or("It is blocked.");
            let message = format!("{blockage} It must be cleared first.");
            self.go_in_room(is_beside);
            return self.refused(message);
        }
        match self.go_in_room(is_there) {
            true => self.attempt(&Command::Climb(towards), resolver),
            false => self.refused(NOT_HERE),
        }
    }

    /// Gives a command that is an attempt at something, and tells what came of it.
    fn attempt(&mut self, command: &Command, resolver: &mut impl Resolver) -> Outcome {
        let before = self.character().hp;
        let events = self.game.act_by(command, &mut Silent, resolver);
        let mut outcome = self.refused("");
        for event in events {
            match event {
                Event::Attempt {
                    success,
                    text,
                    minutes,
                    ..
                } => {
                    (outcome.success, outcome.minutes) = (success, minutes);
                    outcome.message = text;
                }
                Event::Hurt { amount, .. } => outcome.damage += amount,
                Event::Refused(reason) => outcome.message = reason,
                _ => {}
            }
        }
        debug_assert_eq!(self.character().hp, before.saturating_sub(outcome.damage));
        outcome
    }

    fn arrive(&mut self, mut outcome: Outcome) -> Outcome {
        outcome.room = self.room();
        if !self.visited.contains(&outcome.room) {
            self.visited.push(outcome.room);
        }
        self.minutes = self.minutes.saturating_add(u64::from(outcome.minutes));
        for key in self.pick_up() {
            let name = &self.carved().sector().locks()[key.index()].name;
            outcome.message += &format!(" You find the {name}.");
        }
        outcome
    }

    /// Takes the keys that lie in the room; says which are new.
    fn pick_up(&mut self) -> Vec<LockId> {
        let here = self.room();
        let before = self.keys();
        let wanted = self.carved().sector().keys_in(here);
        if self.character().is_up() && wanted.into_iter().any(|key| !before.contains(&key)) {
            let has_key = |game: &Game, pos: Pos| {
                let mut goods = game.goods_at(pos).iter();
                goods.any(|thing| thing.kind == ThingKind::Key)
            };
            while self.go_in_room(has_key) {
                self.game.act(&Command::Take);
            }
        }
        let new = self.keys().into_iter();
        new.filter(|key| !before.contains(key)).collect()
    }

    /// Gives the character the key of a lock, wherever it lies.
    fn give(&mut self, key: LockId) {
        let lock = key.to_string();
        let is_it = |thing: &Thing| thing.properties.get("lock") == Some(&lock);
        let mut found = None;
        for lying in self.game.goods.values_mut() {
            if let Some(place) = lying.iter().position(is_it) {
                found = Some(lying.remove(place));
                break;
            }
        }
        self.game.goods.retain(|_, lying| !lying.is_empty());
        let name = &self.carved().sector().locks()[key.index()].name;
        let new = Thing::new(Pos::default(), ThingKind::Key, name).with("lock", &*lock);
        if let Some(player) = self.game.actors.get_mut(&ActorId::PLAYER)
            && player.key_for(&lock).is_none()
        {
            player.items.push(found.unwrap_or(new));
        }
    }
}

fn is_blocked(connection: &Connection<'_>) -> bool {
    connection.is_blocked()
}

const DOWN: &str = "You are down, and do nothing.";
const NOT_HERE: &str = "That is not here.";

#[cfg(test)]
mod tests;
