//! A game: a world, who and what is in it, and what the player knows.

use super::actor::{Actor, ActorId};
use super::aim::{Aim, Ending, Home, Tally};
use super::command::Command;
use super::event::{Event, Prompt};
use super::fall::FallDamage;
use super::listener::{Listener, Silent};
use super::stage::{Stage, Way};
use super::turn::Turn;
use crate::cell::Cell;
use crate::check::Resolver;
use crate::maze::{Crossing, Visits};
use crate::sector::CarvedSector;
use crate::seed::{Seed, Stream};
use crate::sight::{Field, Memory, Sight, field};
use crate::space::{Direction, Pos, ZonePos};
use crate::thing::Thing;
use crate::volume::Volume;
use crate::world::{Kind, World};
use std::collections::{BTreeMap, BTreeSet};

/// A game.
///
/// It is a value: a clone of it goes its own way.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) stage: Stage,
    pub(super) seed: Seed,
    pub(super) rolls: Stream,
    pub(super) turn: u64,
    /// Commands so far.
    pub(super) acts: u64,
    pub(super) actors: BTreeMap<ActorId, Actor>,
    /// Who is where.
    pub(super) places: BTreeMap<Pos, ActorId>,
    pub(super) next: u32,
    /// The cells that companions who were far away still have to walk, the next one last.
    pub(super) trails: BTreeMap<ActorId, Vec<Pos>>,
    /// What lies about.
    pub(super) goods: BTreeMap<Pos, Vec<Thing>>,
    /// Traps that have not gone off, and whether the party knows them.
    pub(super) traps: BTreeMap<Pos, (Thing, bool)>,
    /// Whatever else stands about: labels, markers, platforms, signs.
    pub(super) marks: BTreeMap<Pos, Vec<Thing>>,
    /// Belts, and where they carry.
    pub(super) belts: BTreeMap<Pos, Direction>,
    /// Switches of elevators, and the columns of zones in which one was thrown.
    pub(super) switches: BTreeSet<Pos>,
    pub(super) running: BTreeSet<[u32; 2]>,
    /// What is locked, and the key that opens it.
    pub(super) locks: BTreeMap<Pos, String>,
    /// Secret doors that were found.
    pub(super) found: BTreeSet<Pos>,
    /// Zones whose people are in the game.
    pub(super) peopled: BTreeSet<ZonePos>,
    pub(super) memory: Memory,
    /// What the player learnt this turn without seeing it: the shaft of a climb.
    pub(super) fresh: Vec<Pos>,
    /// What the player sees now.
    pub(super) sight: Field,
    /// From where, with which sight, over which cells and after how many finds that is so.
    pub(super) looked: Option<(Pos, Sight, u64, usize)>,
    /// Whom and what the player has seen.
    pub(super) met: BTreeSet<ActorId>,
    /// Who has noticed the party.
    pub(super) alert: BTreeSet<ActorId>,
    pub(super) seen_things: BTreeSet<(Pos, String)>,
    pub(super) seen_ways: BTreeSet<Pos>,
    /// A cell of each, in the order in which they were seen.
    pub(super) ways_in_order: Vec<Pos>,
    pub(super) rooms: BTreeSet<String>,
    /// Where the player has been in a maze.
    pub(super) visits: Visits,
    /// Passages that open in a maze.
    pub(super) crossings: Vec<Crossing>,
    /// A relic that lies in a zone which is not built yet.
    pub(super) relic: Option<(ZonePos, String, Pos)>,
    pub(super) is_empty: bool,
    /// Whether nobody looks around and nothing is hidden, so that only the rules of moving are
    /// left.
    pub(super) is_bare: bool,
    pub(super) is_endless: bool,
    pub(super) prompt: Option<Prompt>,
    pub(super) fall_damage: FallDamage,
    pub(super) aim: Aim,
    pub(super) tally: Tally,
    pub(super) ending: Option<Ending>,
}

impl Game {
    /// Does what the player is told to do, and lets everybody else act if that took time.
    ///
    /// A command that comes to nothing changes nothing and takes no time; the events say why.
    pub fn act(&mut self, command: &Command) -> Vec<Event> {
        self.act_with(command, &mut Silent)
    }

    /// The same with a listener.
    pub fn act_with(&mut self, command: &Command, listener: &mut dyn Listener) -> Vec<Event> {
        let mut turn = Turn::new(self, listener, None);
        turn.run(command);
        turn.events
    }

    /// The same with other dice: climbing, clearing, blasting and repairing ask the resolver.
    pub fn act_by(
        &mut self,
        command: &Command,
        listener: &mut dyn Listener,
        resolver: &mut dyn Resolver,
    ) -> Vec<Event> {
        let mut turn = Turn::new(self, listener, Some(resolver));
        turn.run(command);
        turn.events
    }

    /// The kind of world.
    pub fn kind(&self) -> Kind {
        self.stage.kind()
    }

    /// What the world is called.
    pub fn title(&self) -> String {
        let sector = self.stage.sector().map(CarvedSector::sector);
        let story = sector.and_then(|sector| sector.story());
        let header = self.world().header();
        match (story, header.kind, header.seed) {
            (Some(story), ..) => story.name.clone(),
            (_, Kind::Maze, Some(seed)) => format!("Maze {}", seed.number()),
            (_, Kind::Strata, Some(seed)) => format!("World {}", seed.number()),
            (_, Kind::Sector, Some(seed)) => format!("Sector {}", seed.number()),
            _ => "This place".to_owned(),
        }
    }

    /// The world as it was when the game began.
    pub fn world(&self) -> &World {
        &self.stage.world
    }

    /// The seed of all rolls.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Turns since the beginning. A turn is a minute.
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// The player.
    pub fn player(&self) -> &Actor {
        // The player is put into the game when it is made, and is never removed.
        &self.actors[&ActorId::PLAYER]
    }

    /// An actor, unless there is none of this number any more.
    pub fn actor(&self, id: ActorId) -> Option<&Actor> {
        self.actors.get(&id)
    }

    /// Everybody, in the order of their numbers.
    pub fn actors(&self) -> impl Iterator<Item = &Actor> + Clone {
        self.actors.values()
    }

    /// Who is at a place.
    pub fn at(&self, pos: Pos) -> Option<ActorId> {
        self.places.get(&pos).copied()
    }

    /// What lies at a place.
    pub fn goods_at(&self, pos: Pos) -> &[Thing] {
        self.goods.get(&pos).map_or(&[], Vec::as_slice)
    }

    /// Everything that lies about.
    pub fn goods(&self) -> impl Iterator<Item = &Thing> {
        self.goods.values().flatten()
    }

    /// What else stands at a place: labels, markers, platforms, signs.
    pub fn marks_at(&self, pos: Pos) -> &[Thing] {
        self.marks.get(&pos).map_or(&[], Vec::as_slice)
    }

    /// A trap that the party knows of.
    pub fn known_trap(&self, pos: Pos) -> Option<&Thing> {
        let trap = self.traps.get(&pos).filter(|(_, is_known)| *is_known);
        trap.map(|(trap, _)| trap)
    }

    /// Places of all traps that the party knows of.
    pub fn known_traps(&self) -> impl Iterator<Item = Pos> + '_ {
        let known = self.traps.iter().filter(|(_, (_, is_known))| *is_known);
        known.map(|(pos, _)| *pos)
    }

    /// The cells of the world as they are now: all, or those around the player in an open
    /// world, with the place where they begin.
    pub fn cells(&self) -> (&Volume, Pos) {
        self.stage.loaded()
    }

    /// What is at a place. Builds zones that are not loaded.
    pub fn cell(&self, pos: Pos) -> Cell {
        self.stage.cell(pos)
    }

    /// What is at a place, if its zone is loaded.
    pub fn cell_if_loaded(&self, pos: Pos) -> Option<Cell> {
        self.stage.cell_if_loaded(pos)
    }

    /// What is at a place, if that lies in the same zone as another place.
    pub fn cell_in_zone(&self, pos: Pos, of: Pos) -> Option<Cell> {
        let is_same = self.stage.zone_of(pos) == self.stage.zone_of(of);
        is_same.then(|| self.stage.cell(pos))
    }

    /// The ways up and down from a place.
    pub fn ways(&self, at: Pos) -> Vec<Way> {
        self.stage.ways(at)
    }

    /// What the player sees now.
    pub fn field(&self) -> &Field {
        &self.sight
    }

    /// Whether the player sees a place now.
    pub fn sees(&self, pos: Pos) -> bool {
        self.sight.sees(self.stage.local(pos))
    }

    /// Whether a place is shown to the player now: seen, or a wall of which some part is.
    pub fn shows(&self, pos: Pos) -> bool {
        self.sight.shows(self.stage.local(pos))
    }

    /// The name of the room that a place lies in, and what is said about it.
    pub fn room_words(&self, pos: Pos) -> Option<[String; 2]> {
        let room = self.stage.room_at(pos)?;
        let room = self.stage.sector()?.sector().room(room)?;
        Some([room.name.clone(), room.description.clone()])
    }

    /// What the zone of a place in an open world is called, if it has a name.
    pub fn zone_title(&self, pos: Pos) -> Option<String> {
        let zone = self.stage.zone_of(pos)?;
        self.stage.strata()?.plan().level_title(zone)
    }

    /// In an open world, where what the player is here for lies, or has to be brought: it is
    /// known to everybody there.
    pub fn aim_place(&self) -> Option<Pos> {
        self.stage.strata()?;
        let Aim::Fetch { relic, from, home } = &self.aim else {
            return None;
        };
        let has_it = self.player().items.iter().any(|item| item.name == *relic);
        match (has_it, home) {
            (true, Home::Column(column, _)) => self
                .stage
                .middle_of(ZonePos::at(*column, ZonePos::SURFACE)?),
            _ => Some(*from),
        }
    }

    /// The ways up and down that the player has seen, in the order in which they were.
    pub fn known_ways(&self) -> Vec<Way> {
        let known = self.ways_in_order.iter();
        known.flat_map(|at| self.stage.ways(*at)).collect()
    }

    /// What the player remembers, with places in the world.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The question that waits for an answer.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// What the player is here for.
    pub fn aim(&self) -> &Aim {
        &self.aim
    }

    /// What has happened so far, in numbers.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What falls do.
    pub fn fall_damage(&self) -> FallDamage {
        self.fall_damage
    }

    /// Whether a lock shuts a place.
    pub fn is_locked(&self, pos: Pos) -> bool {
        self.locks.contains_key(&pos)
    }

    /// Whether a place is a secret door that nobody of the party has found.
    pub fn is_hidden(&self, pos: Pos) -> bool {
        !self.is_bare && self.stage.cell(pos) == Cell::SecretDoor && !self.found.contains(&pos)
    }

    /// Whether somebody could be at a place: it is walkable, and neither locked nor hidden.
    pub fn can_stand(&self, pos: Pos) -> bool {
        let cell = self.stage.cell(pos);
        let is_shut = !cell.is_vertical() && self.is_locked(pos);
        cell.is_walkable() && !is_shut && !self.is_hidden(pos)
    }

    /// Whether a diagonal step between two cells is cut off by a corner: a hidden or locked door
    /// is one as well.
    pub fn is_cornered(&self, from: Pos, to: Pos) -> bool {
        from.x != to.x
            && from.y != to.y
            && [Pos { x: to.x, ..from }, Pos { y: to.y, ..from }]
                .into_iter()
                .any(|beside| !self.can_stand(beside))
    }

    /// Whether something at a place carries whoever stands there.
    pub fn has_platform(&self, pos: Pos) -> bool {
        let mut marks = self.marks_at(pos).iter();
        marks.any(|mark| mark.properties.contains_key("SuspendedPlatform"))
    }

    /// Whether the player can carry more.
    pub fn can_carry(&self) -> bool {
        self.player().items.len() < super::goods::CARRIED
    }

    /// What the player learnt this turn without seeing it.
    pub(super) fn fresh(&self) -> &[Pos] {
        &self.fresh
    }

    /// Remembers cells that the player came through.
    pub(super) fn remember(&mut self, cells: impl IntoIterator<Item = Pos>) {
        for pos in cells {
            let cell = self.stage.cell(pos);
            self.memory.note(pos, cell);
            self.fresh.push(pos);
        }
    }

    pub(super) fn stage(&self) -> &Stage {
        &self.stage
    }

    pub(super) fn stage_mut(&mut self) -> &mut Stage {
        &mut self.stage
    }

    /// How far somebody sees: by their own light, if they carry any, else a little.
    pub(super) fn sight_of(&self, actor: &Actor) -> Sight {
        let light = actor.properties.get("light");
        let light = light.and_then(|text| text.parse().ok());
        Sight {
            radius: light.unwrap_or(match self.kind() {
                Kind::Maze => 20,
                _ => 16,
            }),
            levels: 3,
        }
    }

    /// Looks around, and remembers what is seen; unless nothing is otherwise than at the last look.
    pub(super) fn look(&mut self) {
        if self.is_bare {
            return;
        }
        let player = self.player();
        let (sight, place) = (self.sight_of(player), player.place);
        let looked = Some((place, sight, self.stage.revision(), self.found.len()));
        if self.looked == looked {
            return;
        }
        self.looked = looked;
        let (cells, corner) = self.stage.loaded();
        self.sight = field(cells, self.stage.local(place), &sight);
        self.memory.see(cells, &self.sight, corner);
        // A secret door that was not found is remembered as the wall that it seems to be.
        let hidden: Vec<Pos> = self
            .sight
            .shown()
            .map(|pos| Pos::new(pos.x + corner.x, pos.y + corner.y, pos.z + corner.z))
            .filter(|pos| self.is_hidden(*pos))
            .collect();
        for pos in hidden {
            self.memory.note(pos, Cell::Wall);
        }
    }
}
