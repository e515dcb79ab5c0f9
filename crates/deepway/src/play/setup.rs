//! How a game begins.

use super::actor::{Actor, ActorId, Mind, Side};
use super::aim::{Aim, Home, Tally};
use super::fall::FallDamage;
use super::game::Game;
use super::listener::Silent;
use super::stage::Stage;
use super::turn::Turn;
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::maze::{Crossing, CrossingRule, StandError, Visits};
use crate::population::{Creature, Nature, Tables, Trait};
use crate::rules::Gravity;
use crate::sector::NodeKind;
use crate::seed::{Dice, Seed};
use crate::sight::{Memory, Sight, field};
use crate::space::{Direction, Pos, ZonePos};
use crate::strata::Blueprint;
use crate::thing::{Thing, ThingKind};
use crate::world::{Kind, NoCells, World};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The seed of all rolls.
    pub seed: Seed,
    /// Where the player begins; the world knows a place.
    pub start: Option<Pos>,
    /// What the player is called.
    pub name: String,
    /// The player's might, −10 to 30.
    pub might: i32,
    /// The player's wits, −10 to 30.
    pub wits: i32,
    /// The player's hit points; as many as suit the world.
    pub hp: Option<u32>,
    /// The player's level; one that suits the world.
    pub level: Option<u32>,
    /// Charges for blasting.
    pub explosives: u32,
    /// How many go along, 0 to 5.
    pub companions: u32,
    /// Whether creatures, traps and items are left out.
    pub is_empty: bool,
    /// Whether nothing is won and no passage opens: for looking around, and for rules alone.
    pub is_endless: bool,
    /// Whether shafts pull; as the world has it.
    pub gravity: Option<Gravity>,
    /// So many levels of a deep fall do nothing.
    pub free_levels: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            seed: Seed::new(0),
            start: None,
            name: "wanderer".to_owned(),
            might: 4,
            wits: 3,
            hp: None,
            level: None,
            explosives: 2,
            companions: 1,
            is_empty: false,
            is_endless: false,
            gravity: None,
            free_levels: 0,
        }
    }
}

/// Why a world cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotPlay {
    /// It has no cells.
    #[error(transparent)]
    Cells(NoCells),
    /// Nobody can stand there, in a maze.
    #[error(transparent)]
    Stand(#[from] StandError),
    /// Nobody can begin there.
    #[error("nobody can begin at {place}: it is {}", cell.info().name)]
    Start {
        /// The place.
        place: String,
        /// What is there.
        cell: Cell,
    },
    /// There is no place to begin.
    #[error("nobody can stand anywhere in this world: expected at least one walkable cell")]
    Nowhere,
}

/// The names of companions.
const NAMES: [&str; 6] = ["Brun", "Ilse", "Tove", "Marek", "Oda", "Finn"];

impl Game {
    /// Begins a game in a world.
    pub fn new(world: &World, setup: &Setup) -> Result<Self, CannotPlay> {
        Self::begin(world, setup, false)
    }

    /// A game in which nobody looks around and nothing is hidden: the rules of moving alone.
    pub(super) fn with_rules_alone(world: &World, setup: &Setup) -> Result<Self, CannotPlay> {
        Self::begin(world, setup, true)
    }

    fn begin(world: &World, setup: &Setup, is_bare: bool) -> Result<Self, CannotPlay> {
        let stage = Stage::new(world, setup.gravity)?;
        let start = setup.start.or_else(|| stage.entrance());
        let start = start.ok_or(CannotPlay::Nowhere)?;
        let cell = stage.cell(start);
        if !cell.is_walkable() || stage.pulls(start) {
            return Err(CannotPlay::Start {
                place: world.place_name(start),
                cell,
            });
        }
        let seed = setup.seed.child("game");
        let nothing = field(stage.loaded().0, Pos::new(-1, -1, -1), &Sight::default());
        let fall_damage = match stage.kind() {
            Kind::Strata | Kind::Map => FallDamage::Deep {
                free: setup.free_levels,
            },
            Kind::Sector | Kind::Maze => FallDamage::Shallow,
        };
        let mut game = Self {
            stage,
            seed: setup.seed,
            rolls: seed.child("rolls").stream(),
            turn: 0,
            acts: 0,
            actors: BTreeMap::new(),
            places: BTreeMap::new(),
            next: 1,
            trails: BTreeMap::new(),
            goods: BTreeMap::new(),
            traps: BTreeMap::new(),
            marks: BTreeMap::new(),
            belts: BTreeMap::new(),
            switches: BTreeSet::new(),
            running: BTreeSet::new(),
            locks: BTreeMap::new(),
            found: BTreeSet::new(),
            peopled: BTreeSet::new(),
            memory: Memory::default(),
            fresh: Vec::new(),
            sight: nothing,
            looked: None,
            met: BTreeSet::new(),
            alert: BTreeSet::new(),
            seen_things: BTreeSet::new(),
            seen_ways: BTreeSet::new(),
            ways_in_order: Vec::new(),
            rooms: BTreeSet::new(),
            visits: Visits::default(),
            crossings: Vec::new(),
            prompt: None,
            fall_damage,
            aim: Aim::Reach(start),
            tally: Tally::default(),
            ending: None,
            relic: None,
            is_empty: setup.is_empty,
            is_bare,
            is_endless: setup.is_endless,
        };
        game.add_player(start, setup);
        game.load();
        let things = game.stage.things();
        for thing in things {
            game.add_thing(thing);
        }
        game.suit_player(setup);
        for number in 0..setup.companions.min(5) {
            game.add_companion(number as usize);
        }
        game.aim = game.find_aim(start);
        game.tally.levels.insert(start.z);
        if let Some(maze) = game.stage.maze() {
            game.visits = Visits::new(maze);
            if !setup.is_endless {
                game.crossings = Crossing::all(maze, CrossingRule::Quadrants);
            }
            game.visit();
        }
        Turn::new(&mut game, &mut Silent, None).settle();
        game.look();
        game.news();
        Ok(game)
    }

    fn add_player(&mut self, place: Pos, setup: &Setup) {
        let facing = match self.stage.maze() {
            Some(_) => Direction::STRAIGHT
                .into_iter()
                .find(|way| self.stage.is_walkable(place.step(*way)))
                .unwrap_or(Direction::North),
            None => Direction::North,
        };
        let player = Actor {
            id: ActorId::PLAYER,
            name: setup.name.clone(),
            glyph: '@',
            place,
            facing,
            side: Side::Party,
            mind: Mind::Told,
            might: setup.might,
            wits: setup.wits,
            hp: 100,
            max_hp: 100,
            level: 1,
            speed: 100,
            energy: 0,
            damage: Dice::sum(3, 8),
            explosives: setup.explosives,
            leader: None,
            is_out_of_touch: false,
            items: Vec::new(),
            properties: BTreeMap::new(),
        };
        self.actors.insert(player.id, player);
        self.places.insert(place, ActorId::PLAYER);
    }

    /// Gives the player a level and hit points that suit the world.
    fn suit_player(&mut self, setup: &Setup) {
        let foes = self.actors().filter(|actor| actor.side == Side::Foes);
        let (sum, count) = foes.fold((0, 0), |(sum, count), foe| (sum + foe.level, count + 1));
        let usual = match self.kind() {
            Kind::Strata => 10,
            _ if count > 0 => (sum / count).max(3),
            _ => 5,
        };
        let level = setup.level.unwrap_or(usual).clamp(1, 60);
        let hp = setup.hp.unwrap_or(match self.fall_damage {
            FallDamage::Deep { .. } => 300,
            FallDamage::Shallow => 60 + 30 * level,
        });
        if let Some(player) = self.actors.get_mut(&ActorId::PLAYER) {
            player.level = level;
            player.hp = hp.max(1);
            player.max_hp = hp.max(1);
        }
    }

    fn add_companion(&mut self, number: usize) {
        let player = self.player().clone();
        let Some(place) = self.nearest_free(player.place, None) else {
            return;
        };
        let id = ActorId(self.next);
        self.next += 1;
        let companion = Actor {
            id,
            name: NAMES[number % NAMES.len()].to_owned(),
            glyph: '&',
            place,
            mind: Mind::Follow,
            leader: Some(ActorId::PLAYER),
            damage: Dice::sum(2, 8),
            explosives: 0,
            ..player
        };
        self.actors.insert(id, companion);
        self.places.insert(place, id);
    }

    /// Loads what lies around the player, and those who live there.
    pub(super) fn load(&mut self) {
        let place = self.player().place;
        let peopled = &self.peopled;
        let (zones, things) = self
            .stage
            .load_around(place, |zone| peopled.contains(&zone));
        self.peopled.extend(zones.iter().copied());
        for thing in things {
            self.add_thing(thing);
        }
        for zone in zones {
            self.add_relic(zone);
        }
    }

    /// Puts a thing of the world into the game.
    fn add_thing(&mut self, thing: Thing) {
        let place = thing.place;
        match thing.kind {
            ThingKind::Creature if !self.is_empty => self.add_creature(&thing),
            ThingKind::Item if self.is_empty => {}
            ThingKind::Item | ThingKind::Key => {
                self.goods.entry(place).or_default().push(thing);
            }
            ThingKind::Trap if !self.is_empty => {
                let is_known = !thing.properties.contains_key("hidden");
                self.traps.insert(place, (thing, is_known));
            }
            ThingKind::Lock => {
                if let Some(key) = thing.properties.get("key") {
                    self.locks.insert(place, key.clone());
                }
            }
            ThingKind::Creature | ThingKind::Trap | ThingKind::Tag => {}
            _ => {
                self.add_machine(&thing);
                self.marks.entry(place).or_default().push(thing);
            }
        }
    }

    fn add_creature(&mut self, thing: &Thing) {
        let Some(place) = self.nearest_free(thing.place, None) else {
            return;
        };
        let property = |key: &str| thing.properties.get(key);
        let number = |key: &str| property(key).and_then(|text| text.parse::<u32>().ok());
        let known = property("id").and_then(|id| self.creature(id));
        let level = number("level")
            .or(known.map(|known| known.level))
            .unwrap_or(1);
        let hp = number("hp").or(known.map(|known| known.hit_points));
        let hp = hp.unwrap_or(10).clamp(1, 1_000_000);
        let damage = property("damage").and_then(|dice| dice.parse().ok());
        let damage = damage.or(known.map(|known| known.damage));
        let mut properties = thing.properties.clone();
        for own in known.map_or(&[][..], |known| &known.traits) {
            let tag = match own {
                Trait::Flies => "Flies",
                Trait::Wings => "Wings",
                Trait::Weightless => "IgnoresGravity",
                Trait::Climbs | Trait::Burrows => continue,
            };
            properties.insert(tag.to_owned(), "yes".to_owned());
        }
        let nature = known.map_or(Nature::Monster, |known| known.nature);
        let glyph = property("glyph").and_then(|glyph| glyph.chars().next());
        let actor = Actor {
            id: ActorId(self.next),
            name: match thing.name.as_str() {
                "" => "creature".to_owned(),
                name => name.to_owned(),
            },
            glyph: glyph.unwrap_or('m'),
            place,
            facing: Direction::North,
            side: match nature {
                Nature::Person | Nature::Guard | Nature::Animal if self.kind() == Kind::Strata => {
                    Side::Nobody
                }
                _ => Side::Foes,
            },
            mind: match property("mind").map(String::as_str) {
                Some("sleep") => Mind::Sleep,
                Some("wander") => Mind::Wander,
                Some(_) => Mind::Idle,
                None if nature == Nature::Monster => Mind::Idle,
                None => Mind::Wander,
            },
            might: known.map_or(0, |known| known.might),
            wits: known.map_or(0, |known| known.wits),
            hp,
            max_hp: hp,
            level,
            speed: known.map_or(100, |known| known.speed).clamp(10, 400),
            energy: 0,
            damage: damage.unwrap_or(Dice::sum(1, 6)),
            explosives: 0,
            leader: None,
            is_out_of_touch: false,
            items: Vec::new(),
            properties,
        };
        self.next += 1;
        self.places.insert(place, actor.id);
        self.actors.insert(actor.id, actor);
    }

    /// A creature of the tables.
    fn creature(&self, id: &str) -> Option<&Creature> {
        let tables = match self.stage.strata() {
            Some(strata) => strata.tables(),
            None => Tables::built_in(),
        };
        tables.creatures().iter().find(|creature| creature.id == id)
    }

    /// What there is to do.
    fn find_aim(&mut self, start: Pos) -> Aim {
        match self.kind() {
            Kind::Sector => self.sector_aim().unwrap_or(Aim::Reach(start)),
            Kind::Maze => Aim::Descend { to: 0 },
            Kind::Strata => self.strata_aim(start).unwrap_or(Aim::Reach(start)),
            Kind::Map => self.map_aim(start),
        }
    }

    /// The relic of the boss arena, to be brought to the entry hall.
    fn sector_aim(&mut self) -> Option<Aim> {
        let carved = self.stage.sector()?;
        let sector = carved.sector();
        let boss = sector
            .rooms()
            .iter()
            .find(|room| room.node == NodeKind::Boss);
        let boss = boss.or(sector.rooms().last())?.id;
        let entry = sector.room(RoomId::ENTRY)?;
        let home = Home::Room(RoomId::ENTRY, entry.name.clone());
        let middle = carved.middle_of(boss)?;
        let goods = self.goods.values().flatten();
        let mut relics = goods.filter(|thing| {
            let is_relic = thing
                .properties
                .get("item")
                .is_some_and(|kind| kind == "relic");
            is_relic && self.stage.room_at(thing.place) == Some(boss)
        });
        let relic = relics.next().map(|thing| (thing.name.clone(), thing.place));
        let (relic, from) = match relic {
            Some(known) => known,
            None => {
                let name = "stone crown".to_owned();
                let thing = Thing::new(middle, ThingKind::Item, &*name)
                    .with("item", "relic")
                    .with("about", "Heavier than it looks, and it looks heavy.");
                self.goods.entry(middle).or_default().push(thing);
                (name, middle)
            }
        };
        Some(Aim::Fetch { relic, from, home })
    }

    /// The relic of the nearest lair, to be brought to the tower nearest to it.
    fn strata_aim(&mut self, start: Pos) -> Option<Aim> {
        let plan = self.stage.strata()?.plan();
        let (zone, _) = ZonePos::from_world(start)?;
        let nearest = |blueprint: Blueprint, [x, y]: [u32; 2]| {
            let all = plan
                .features()
                .iter()
                .filter(|known| known.blueprint == blueprint);
            all.min_by_key(|known| {
                let far = known.column[0].abs_diff(x) + known.column[1].abs_diff(y);
                (far, known.column)
            })
        };
        let lair = nearest(Blueprint::Lair, zone.column())?;
        let tower = nearest(Blueprint::Tower, lair.column)?;
        let bottom = ZonePos::at(lair.column, lair.bottom)?;
        let lair_name = plan.feature_name(lair);
        let relic = format!("relic of the {}", lair_name.trim_start_matches("the "));
        let home = Home::Column(tower.column, plan.feature_name(tower));
        let from = self.stage.middle_of(bottom)?;
        self.relic = Some((bottom, relic.clone(), from));
        self.add_relic_if_loaded();
        Some(Aim::Fetch { relic, from, home })
    }

    fn add_relic_if_loaded(&mut self) {
        let zone = self.relic.as_ref().map(|(zone, ..)| *zone);
        if let Some(zone) = zone.filter(|zone| self.peopled.contains(zone)) {
            self.add_relic(zone);
        }
    }

    /// Lays the relic of an open world where it belongs, once its zone is built.
    fn add_relic(&mut self, built: ZonePos) {
        let Some((zone, name, place)) = self.relic.clone() else {
            return;
        };
        if zone == built {
            self.relic = None;
            let thing = Thing::new(place, ThingKind::Item, name)
                .with("item", "relic")
                .with(
                    "about",
                    "Somebody built a tower to keep it, and lost it all the same.",
                );
            self.goods.entry(place).or_default().push(thing);
        }
    }

    /// What the things of a map say, else to see all of it.
    fn map_aim(&self, start: Pos) -> Aim {
        let marks = self.marks.values().flatten();
        let mut goals =
            marks.filter(|mark| mark.properties.get("aim").is_some_and(|aim| aim == "reach"));
        if let Some(goal) = goals.next() {
            return Aim::Reach(goal.place);
        }
        let mut goods = self.goods.values().flatten();
        let relic = goods.find(|thing| {
            thing
                .properties
                .get("aim")
                .is_some_and(|aim| aim == "fetch")
        });
        if let Some(relic) = relic {
            return Aim::Fetch {
                relic: relic.name.clone(),
                from: relic.place,
                home: Home::Place(start),
            };
        }
        let unseen = self.reachable(start);
        Aim::Explore {
            left: unseen.len() as u64,
            unseen: Arc::new(unseen),
        }
    }

    /// Every cell that somebody who keeps off falls can come to.
    pub(super) fn reachable(&self, start: Pos) -> BTreeSet<Pos> {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            self.for_each_move(at, false, |_, next, _| {
                if seen.insert(next) {
                    open.push(next);
                }
            });
        }
        seen
    }
}
