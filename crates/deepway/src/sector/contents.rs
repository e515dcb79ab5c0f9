//! Who and what is in the rooms of a sector: creatures, treasure, traps and curiosities.
//!
//! What a room holds follows from its purpose, its layer, its biome and the difficulty. Each room
//! draws from a stream of its own.

mod purpose;
mod spots;
#[cfg(test)]
mod tests;

pub(super) use purpose::Purpose;

use super::Sector;
use super::blueprint::Difficulty;
use super::carve::Interior;
use super::facts::RoomFacts;
use super::name::DISTINCT;
use super::room::Room;
use crate::cell::Cell;
use crate::population::{Creature, Item, Spot, Tables, Trap};
use crate::seed::Stream;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::words::need::Witness;
use spots::Spots;
use std::collections::{BTreeMap, HashSet};

/// Something or somebody in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Cells to the east and to the south of the north-west cell inside the walls.
    pub at: [i32; 2],
    /// What it is.
    pub kind: ThingKind,
    /// What it is called.
    pub name: String,
    /// Further properties.
    pub properties: BTreeMap<String, String>,
}

/// The kind of things that are odd to look at.
pub const CURIOSITY: &str = "curiosity";

impl Content {
    fn of(thing: Thing) -> Self {
        Self {
            at: [thing.place.x, thing.place.y],
            kind: thing.kind,
            name: thing.name,
            properties: thing.properties,
        }
    }

    /// The same as a thing of a room whose north-west cell inside the walls is `corner`.
    pub fn thing(&self, room: &Room, corner: Pos) -> Thing {
        let [x, y] = self.at;
        let place = Pos::new(
            corner.x.saturating_add(x),
            corner.y.saturating_add(y),
            corner.z,
        );
        let mut thing = Thing::new(place, self.kind.clone(), &*self.name);
        thing.properties.clone_from(&self.properties);
        thing.with("room", room.id.to_string())
    }

    /// A property that is a number.
    pub fn number(&self, property: &str) -> Option<u32> {
        self.properties.get(property)?.parse().ok()
    }

    /// Whether only the keeper of the game knows of it.
    pub fn is_hidden(&self) -> bool {
        self.properties.get("hidden").is_some_and(|it| it == "yes")
    }

    /// How dangerous it is: the level of a creature.
    pub fn threat(&self) -> u32 {
        match self.kind {
            ThingKind::Creature => self.number("level").unwrap_or(0),
            _ => 0,
        }
    }
}

/// What is in the rooms of a sector, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Rooms with somebody in them.
    pub occupied: u32,
    /// Creatures.
    pub creatures: u32,
    /// The levels of all creatures together.
    pub threat: u32,
    /// The level of the boss; 0 if there is none.
    pub boss: u32,
    /// What can be taken.
    pub items: u32,
    /// What it is worth.
    pub treasure: u64,
    /// Traps and hazards.
    pub traps: u32,
    /// What is odd to look at.
    pub curiosities: u32,
    /// Places to rest.
    pub rests: u32,
}

impl Inventory {
    /// Counts what is in the rooms of a sector.
    pub fn of(sector: &Sector) -> Self {
        let mut all = Self::default();
        for room in &sector.rooms {
            let before = all.creatures;
            for content in &room.contents {
                all.add(content);
            }
            all.occupied += u32::from(all.creatures > before);
        }
        all
    }

    fn add(&mut self, content: &Content) {
        match &content.kind {
            ThingKind::Creature => {
                let level = content.threat();
                self.creatures += 1;
                self.threat = self.threat.saturating_add(level);
                if content.properties.contains_key("boss") {
                    self.boss = self.boss.max(level);
                }
            }
            ThingKind::Item => {
                self.items += 1;
                self.treasure += u64::from(content.number("value").unwrap_or(0));
            }
            ThingKind::Trap => self.traps += 1,
            ThingKind::Marker if content.properties.contains_key("rest") => self.rests += 1,
            ThingKind::Other(kind) if kind == CURIOSITY => self.curiosities += 1,
            _ => {}
        }
    }
}

/// The tier of a room: one more for each layer away from the ground, and for each step of
/// difficulty.
pub fn tier(room: &Room, difficulty: Difficulty) -> u8 {
    let layers = room.position.z.unsigned_abs().min(3);
    (1 + layers + difficulty as u32) as u8
}

/// The most levels that the creatures of a room have together; a boss comes on top.
pub fn budget(tier: u8, difficulty: Difficulty) -> u32 {
    u32::from(tier) * 5 * (2 + difficulty as u32)
}

/// Titles of bosses.
const TITLES: [&str; 12] = [
    "great",
    "old",
    "scarred",
    "crowned",
    "blind",
    "patient",
    "hungry",
    "silent",
    "twice-born",
    "sleepless",
    "grey",
    "last",
];

/// What a room must be like.
type Wish = fn(&RoomFacts) -> bool;

/// Why one can rest in a room, and what that needs.
const RESTS: [(&str, Wish); 14] = [
    (
        "A door here can be wedged, and somebody has left the wedges.",
        has_door,
    ),
    ("Nothing has walked on this dust for a long time.", is_any),
    (
        "There is a draught for smoke, and no reason for anybody to come.",
        is_any,
    ),
    (
        "Whoever camped here before left it as they found it, with a stack of kindling.",
        is_any,
    ),
    (
        "The air is good, and sounds carry: one hears anything long before it arrives.",
        is_any,
    ),
    (
        "A mark on the wall means the same in every language: safe.",
        is_any,
    ),
    (
        "Somebody hung up a blanket for a screen here, and never came back for it.",
        is_any,
    ),
    (
        "What lives here keeps out of this room, and has scratched a line to remind itself.",
        is_any,
    ),
    (
        "It is out of the draught here, and the floor is level.",
        is_any,
    ),
    (
        "A charm hangs over a door. It is cheap, and it works.",
        has_door,
    ),
    (
        "The only tracks here are those that were just made.",
        is_any,
    ),
    (
        "A bell on a string would tell of anybody who came in.",
        is_any,
    ),
    (
        "The floor is swept, and the broom stands ready for the next guest.",
        is_clear,
    ),
    ("Nobody could creep up on anybody here.", is_any),
];

fn is_any(_: &RoomFacts) -> bool {
    true
}

fn has_door(room: &RoomFacts) -> bool {
    room.doors.iter().any(|&doors| doors > 0)
}

fn is_clear(room: &RoomFacts) -> bool {
    room.count(Cell::Rubble) == 0 && room.liquid.is_none()
}

/// Fills the rooms of a sector whose insides are known.
pub(super) fn fill(
    sector: &mut Sector,
    insides: &[Interior],
    facts: &[RoomFacts],
    tables: &Tables,
) {
    let seed = sector.seed.child("contents");
    let purposes = purpose::assign(sector, &mut seed.child("purposes").stream());
    let difficulty = sector.blueprint.difficulty;
    let (mut told, mut laid) = (HashSet::new(), HashSet::new());
    let may_repeat = sector.rooms.len() > DISTINCT;
    let rooms = sector.rooms.iter_mut().zip(insides).zip(facts);
    for (((room, inside), facts), purpose) in rooms.zip(purposes) {
        let mut filling = Filling {
            tables,
            difficulty,
            tier: tier(room, difficulty),
            facts,
            spots: Spots::new(inside),
            contents: Vec::new(),
            told: &mut told,
            laid: &mut laid,
            may_repeat,
            room,
        };
        filling.fill(
            purpose,
            &mut seed.child("room").child(room.id.number()).stream(),
        );
        let contents = filling.contents;
        room.contents = contents;
    }
}

/// A room that is being filled.
struct Filling<'a> {
    tables: &'a Tables,
    difficulty: Difficulty,
    tier: u8,
    room: &'a Room,
    facts: &'a RoomFacts,
    spots: Spots<'a>,
    contents: Vec<Content>,
    /// The curiosities and places to rest of other rooms.
    told: &'a mut HashSet<String>,
    /// The traps of other rooms.
    laid: &'a mut HashSet<String>,
    /// Whether traps and places to rest may come again; curiosities never do.
    may_repeat: bool,
}

impl Filling<'_> {
    fn fill(&mut self, purpose: Purpose, random: &mut Stream) {
        const USEFUL: [&str; 5] = ["light", "food", "tool", "draught", "book"];
        const PRECIOUS: [&str; 3] = ["treasure", "weapon", "armour"];
        let budget = budget(self.tier, self.difficulty);
        match purpose {
            Purpose::Entrance => {
                if random.chance(1, 2) {
                    self.add_item(&["light", "food"], 0, random);
                }
            }
            Purpose::Boss => {
                self.add_boss(random);
                self.add_group(budget / 2, random);
                self.add_item(&["relic"], 1, random);
                for _ in 0..random.between(1, 2) {
                    self.add_item(&PRECIOUS, 1, random);
                }
            }
            Purpose::Hoard { is_secret } => {
                for _ in 0..random.between(1, 2) {
                    self.add_item(&PRECIOUS, 1, random);
                }
                if random.chance(1, 6) {
                    self.add_item(&["relic"], 0, random);
                }
                let is_trapped =
                    !random.chance(1, 2) && self.add_trap(Some(Spot::Treasure), random);
                if !is_secret && !is_trapped {
                    self.add_group(budget, random);
                }
            }
            Purpose::Fight => {
                self.add_group(budget, random);
                if random.chance(1, 2) {
                    self.add_item(&PRECIOUS, 0, random);
                } else if random.chance(1, 3) {
                    self.add_item(&USEFUL, 0, random);
                }
            }
            Purpose::Rest => {
                self.add_rest(random);
                if random.chance(1, 2) {
                    self.add_item(&["food", "draught", "light"], 0, random);
                }
            }
            Purpose::Trapped => {
                let is_trapped = self.add_trap(None, random);
                if random.chance(1, 3) && is_trapped {
                    self.add_item(&PRECIOUS, 0, random);
                }
            }
            Purpose::Quiet => {
                if random.chance(1, 5) {
                    self.add_item(&USEFUL, 0, random);
                }
            }
        }
        let odd = match purpose {
            Purpose::Quiet => 55,
            Purpose::Entrance => 30,
            Purpose::Boss => 0,
            _ => 15,
        };
        if random.chance(odd, 100) {
            self.add_curiosity(random);
        }
    }

    fn push(&mut self, thing: Thing) {
        self.contents.push(Content::of(thing));
    }

    /// Whether a creature can live in the room.
    fn suits(&self, creature: &Creature) -> bool {
        creature.realms.contains(&self.room.biome)
            && creature
                .liquid
                .is_none_or(|liquid| self.facts.liquid == Some(liquid))
    }

    /// Somebody with those who follow, whose levels together stay within a budget.
    fn add_group(&mut self, budget: u32, random: &mut Stream) {
        let tables = self.tables;
        let creature = tables.draw_creature(random, self.tier, |creature| {
            self.suits(creature) && creature.level <= budget
        });
        let Some(creature) = creature else {
            return;
        };
        let rolled = creature.party.map_or(0, |dice| dice.roll(random).max(0)) as u32;
        let most = (budget / creature.level.max(1)).min(self.spots.len() / 6 + 1);
        let count = (1 + rolled).min(most).max(1);
        let mind = random.weighted(&[("sleep", 1), ("wander", 1), ("idle", 2)]);
        let mind = *mind.unwrap_or(&"idle");
        let Some(leader) = self.spots.take_away(random) else {
            return;
        };
        for number in 0..count {
            let place = match number {
                0 => Some(leader),
                _ => self.spots.take_near(leader),
            };
            let Some(place) = place else { break };
            let mut thing = creature.thing(place);
            thing = thing.with("damage", creature.damage.to_string());
            thing = thing.with("mind", mind);
            if number > 0 {
                thing = thing.with("follows", &*creature.name);
            }
            self.push(thing);
        }
    }

    /// Somebody a tier above the room.
    fn add_boss(&mut self, random: &mut Stream) {
        let tier = (self.tier + 1).min(8);
        let tables = self.tables;
        let exact = tables.draw_creature(random, tier, |creature| {
            self.suits(creature) && creature.tier() == tier
        });
        let any = |random: &mut Stream| {
            tables.draw_creature(random, tier, |creature| self.suits(creature))
        };
        let creature = exact.or_else(|| any(random));
        let Some((creature, place)) = creature.zip(self.spots.take_middle()) else {
            return;
        };
        let title = random.pick(&TITLES).copied().unwrap_or("great");
        let points = u64::from(creature.hit_points) * 3 / 2;
        let boss = creature
            .thing(place)
            .with("damage", creature.damage.to_string())
            .with("hp", points.to_string())
            .with("boss", "yes")
            .with("mind", "idle");
        let name = format!("{title} {}", creature.name);
        self.push(Thing { name, ..boss });
    }

    /// Something to take, of one of some kinds, up to so many tiers better than the room.
    fn add_item(&mut self, kinds: &[&str], better: u8, random: &mut Stream) {
        let tier = (self.tier + better).min(8);
        let item = self.tables.draw_item(random, tier, |item: &Item| {
            kinds.contains(&&*item.kind)
                && item.tier <= tier
                && (item.realms.is_empty() || item.realms.contains(&self.room.biome))
        });
        let Some((item, place)) = item.zip(self.spots.take_far()) else {
            return;
        };
        let mut thing = item.thing(place).with("about", &*item.about);
        if let Some(damage) = item.damage {
            thing = thing.with("damage", damage.to_string());
        }
        self.push(thing);
    }

    /// A trap or a hazard, if there is one that fits; in a small sector none comes twice.
    fn add_trap(&mut self, spot: Option<Spot>, random: &mut Stream) -> bool {
        let has_door = self.spots.has_doors();
        let trap = self.tables.draw_trap(random, self.tier, |trap: &Trap| {
            let is_spot = match spot {
                Some(spot) => trap.spot == spot,
                None => match trap.spot {
                    Spot::Door => has_door,
                    Spot::Floor => true,
                    Spot::Treasure => false,
                },
            };
            is_spot
                && (self.may_repeat || !self.laid.contains(&trap.id))
                && (trap.biomes.is_empty() || trap.biomes.contains(&self.room.biome))
                && self.facts.meets_all(&trap.needs)
                && trap.tier <= self.tier + 1
        });
        let Some(trap) = trap else {
            return false;
        };
        let treasure = self.contents.iter();
        let mut treasure = treasure.filter(|content| content.kind == ThingKind::Item);
        let treasure = treasure.next().map(|item| item.at);
        let place = match (trap.spot, treasure) {
            (Spot::Door, _) => self.spots.take_door(random),
            (Spot::Treasure, Some([x, y])) => self.spots.take_near(Pos::new(x, y, 0)),
            _ => self.spots.take_away(random),
        };
        let Some(place) = place else {
            return false;
        };
        self.laid.insert(trap.id.clone());
        let difficulty = self.difficulty;
        let mut thing = Thing::new(place, ThingKind::Trap, &*trap.name)
            .with("id", &*trap.id)
            .with("tier", trap.tier.to_string())
            .with("notice", difficulty.adjust(trap.notice).to_string())
            .with("disarm", difficulty.adjust(trap.disarm).to_string())
            .with("damage", trap.damage.to_string())
            .with("trigger", &*trap.trigger)
            .with("effect", &*trap.effect);
        if trap.is_hidden {
            thing = thing.with("hidden", "yes");
        }
        self.push(thing);
        true
    }

    /// Something odd that no other room has.
    fn add_curiosity(&mut self, random: &mut Stream) {
        let tables = self.tables;
        let odd = tables.draw_curiosity(random, |it| {
            !self.told.contains(&it.id)
                && self.facts.meets_all(&it.needs)
                && it.spot.is_none_or(|nook| self.spots.has(nook))
        });
        let Some(odd) = odd else {
            return;
        };
        let place = match odd.spot {
            Some(nook) => self.spots.take_at(nook, random),
            None => self.spots.take_any(random),
        };
        let Some(place) = place else {
            return;
        };
        self.told.insert(odd.id.clone());
        let kind = ThingKind::Other(CURIOSITY.to_owned());
        let thing = Thing::new(place, kind, &*odd.name)
            .with("id", &*odd.id)
            .with("about", &*odd.about);
        self.push(thing);
    }

    /// A place to rest.
    fn add_rest(&mut self, random: &mut Stream) {
        let fitting = RESTS.iter().filter(|(_, fits)| fits(self.facts));
        let fitting: Vec<&str> = fitting.map(|(text, _)| *text).collect();
        let fresh = fitting.iter().filter(|text| !self.told.contains(**text));
        let fresh: Vec<&str> = fresh.copied().collect();
        let about = match self.may_repeat && fresh.is_empty() {
            true => random.pick(&fitting),
            false => random.pick(&fresh),
        };
        let Some((about, place)) = about.copied().zip(self.spots.take_dry(random)) else {
            return;
        };
        self.told.insert(about.to_owned());
        let thing = Thing::new(place, ThingKind::Marker, "place to rest");
        self.push(thing.with("about", about).with("rest", "yes"));
    }
}
