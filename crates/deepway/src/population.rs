//! Who and what is found in a world: creatures and items from tables that can be replaced, drawn
//! by how well their tier fits.
//!
//! ```
//! use deepway::population::{Home, Tables};
//! use deepway::Seed;
//!
//! let tables = Tables::built_in();
//! let mut random = Seed::new(7).stream();
//! let creature = tables.draw_creature(&mut random, 3, |creature| creature.lives_in(Home::Cave));
//! assert!(creature.is_some());
//! ```

mod file;

pub use file::TableError;

use crate::cell::Cell;
use crate::material::Material;
use crate::seed::{Dice, Stream};
use crate::space::{Biome, Pos};
use crate::thing::{Thing, ThingKind};
use crate::words::need::{COUNTED, Need};
use std::sync::LazyLock;

/// The lowest and the highest tier.
pub const TIERS: std::ops::RangeInclusive<u8> = 1..=8;

/// How often something is met, besides its tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Four times as often as others.
    Common,
    /// As often as its tier says.
    #[default]
    Uncommon,
    /// A hundred times less often.
    Rare,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Common, Self::Uncommon, Self::Rare];

    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Common => "common",
            Self::Uncommon => "uncommon",
            Self::Rare => "rare",
        }
    }

    /// How often it is met, in hundredths.
    pub const fn percent(self) -> u64 {
        match self {
            Self::Common => 400,
            Self::Uncommon => 100,
            Self::Rare => 1,
        }
    }
}

/// A kind of place that creatures live in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Home {
    /// Caves.
    Cave,
    /// Open country.
    Surface,
    /// Towns.
    Town,
    /// Ruins.
    Ruin,
    /// Towers.
    Tower,
    /// Lairs.
    Lair,
    /// Vaults.
    Vault,
    /// Chutes.
    Chute,
}

impl Home {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Cave,
        Self::Surface,
        Self::Town,
        Self::Ruin,
        Self::Tower,
        Self::Lair,
        Self::Vault,
        Self::Chute,
    ];

    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cave => "cave",
            Self::Surface => "surface",
            Self::Town => "town",
            Self::Ruin => "ruin",
            Self::Tower => "tower",
            Self::Lair => "lair",
            Self::Vault => "vault",
            Self::Chute => "chute",
        }
    }
}

/// What grows in a part of the world and changes who lives there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Growth {
    /// Mushrooms and spores.
    Fungal,
    /// Slime.
    Slimy,
    /// Tar.
    Tarry,
    /// Rust.
    Rusty,
    /// What is only thought.
    Psychic,
}

impl Growth {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Fungal,
        Self::Slimy,
        Self::Tarry,
        Self::Rusty,
        Self::Psychic,
    ];

    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fungal => "fungal",
            Self::Slimy => "slimy",
            Self::Tarry => "tarry",
            Self::Rusty => "rusty",
            Self::Psychic => "psychic",
        }
    }
}

/// How a creature gets about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trait {
    /// It does not fall.
    Flies,
    /// It can break a fall.
    Wings,
    /// It weighs nothing.
    Weightless,
    /// It goes up walls.
    Climbs,
    /// It goes through rock.
    Burrows,
}

impl Trait {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Flies,
        Self::Wings,
        Self::Weightless,
        Self::Climbs,
        Self::Burrows,
    ];

    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Flies => "flies",
            Self::Wings => "wings",
            Self::Weightless => "weightless",
            Self::Climbs => "climbs",
            Self::Burrows => "burrows",
        }
    }
}

/// What a creature is to those who live in towns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nature {
    /// Nobody wants it there.
    #[default]
    Monster,
    /// One of them, with a name.
    Person,
    /// One of them who keeps watch.
    Guard,
    /// It runs about in the streets.
    Animal,
}

impl Nature {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Monster, Self::Person, Self::Guard, Self::Animal];

    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Monster => "monster",
            Self::Person => "person",
            Self::Guard => "guard",
            Self::Animal => "animal",
        }
    }
}

/// A kind of creature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creature {
    /// Its id among all creatures.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The character that draws it.
    pub glyph: char,
    /// Its level.
    pub level: u32,
    /// Its tier, if it is not that of its level.
    pub own_tier: Option<u8>,
    /// How often it is met.
    pub role: Role,
    /// How often besides.
    pub weight: u32,
    /// Where it lives in open worlds.
    pub homes: Vec<Home>,
    /// The biomes of sectors that it lives in.
    pub realms: Vec<Biome>,
    /// What must grow where it lives, if anything.
    pub growth: Option<Growth>,
    /// The liquid that it lives in or beside, if any.
    pub liquid: Option<Material>,
    /// What it is to those who live in towns.
    pub nature: Nature,
    /// What it keeps in a town: `inn`, `smithy`, …
    pub trades: Vec<String>,
    /// How it gets about.
    pub traits: Vec<Trait>,
    /// How many come with it.
    pub party: Option<Dice>,
    /// Its strength.
    pub might: i32,
    /// Its cleverness.
    pub wits: i32,
    /// Its hit points.
    pub hit_points: u32,
    /// How fast it is: 100 is a person.
    pub speed: u32,
    /// The damage of a blow.
    pub damage: Dice,
    /// A sentence about it.
    pub about: String,
}

impl Creature {
    /// The creature as a thing.
    pub fn thing(&self, place: Pos) -> Thing {
        Thing::new(place, ThingKind::Creature, &*self.name)
            .with("id", &*self.id)
            .with("glyph", self.glyph.to_string())
            .with("tier", self.tier().to_string())
            .with("level", self.level.to_string())
            .with("hp", self.hit_points.to_string())
    }

    /// Its tier: its own if it has one, or that of its level.
    pub fn tier(&self) -> u8 {
        self.own_tier.unwrap_or_else(|| tier_of_level(self.level))
    }

    /// Whether it lives in such places.
    pub fn lives_in(&self, home: Home) -> bool {
        self.homes.contains(&home)
    }
}

/// The tier of a level: five levels each, from 1 to 8.
pub fn tier_of_level(level: u32) -> u8 {
    (level.saturating_sub(1) / 5 + 1).min(8) as u8
}

/// A kind of item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its id among all items.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The character that draws it.
    pub glyph: char,
    /// What it is for: `weapon`, `armour`, `light`, `draught`, `tool`, `treasure`, `relic`,
    /// `food` or `book`.
    pub kind: String,
    /// Its tier.
    pub tier: u8,
    /// How often it is found.
    pub role: Role,
    /// How often besides.
    pub weight: u32,
    /// What it is worth.
    pub value: u32,
    /// If there are any: the biomes of sectors that it is found in, and nowhere else.
    pub realms: Vec<Biome>,
    /// The damage that it does, if it is a weapon.
    pub damage: Option<Dice>,
    /// A sentence about it.
    pub about: String,
}

/// Where a trap is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// In front of a door.
    Door,
    /// Somewhere on the floor.
    Floor,
    /// On something worth taking.
    Treasure,
}

impl Spot {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Door, Self::Floor, Self::Treasure];

    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Door => "door",
            Self::Floor => "floor",
            Self::Treasure => "treasure",
        }
    }
}

/// A kind of trap, or of hazard that everybody can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Its id among all traps.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its tier.
    pub tier: u8,
    /// How often it is met, relative to others of its tier.
    pub weight: u32,
    /// Where it is set.
    pub spot: Spot,
    /// Whether it has to be noticed first.
    pub is_hidden: bool,
    /// The DC to notice it.
    pub notice: u32,
    /// The DC to disarm it or to get past.
    pub disarm: u32,
    /// What it does to hit points.
    pub damage: Dice,
    /// The biomes that it is found in; all if there are none.
    pub biomes: Vec<Biome>,
    /// What a room must be like.
    pub needs: Vec<Need>,
    /// What sets it off.
    pub trigger: String,
    /// What happens then.
    pub effect: String,
}

/// Where a curiosity is, if it cannot be anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nook {
    /// At a wall, or at rock.
    Wall,
    /// Near a door that anybody can see.
    Door,
    /// At the edge of a liquid, or in it.
    Liquid,
    /// In the middle of the room.
    Middle,
    /// Beside furniture, or whatever else is counted in a room.
    Beside(Cell),
}

impl Nook {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let plain = [Self::Wall, Self::Door, Self::Liquid, Self::Middle];
        let beside = COUNTED.iter().map(|&(cell, _)| Self::Beside(cell));
        plain.into_iter().chain(beside)
    }

    /// What files call it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Door => "door",
            Self::Liquid => "liquid",
            Self::Middle => "middle",
            Self::Beside(kind) => {
                let mut counted = COUNTED.iter();
                counted
                    .find(|(cell, _)| *cell == kind)
                    .map_or("", |(_, id)| id)
            }
        }
    }
}

/// Something odd to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curiosity {
    /// Its id among all curiosities.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How often it is met, relative to others.
    pub weight: u32,
    /// Where in a room it is; anywhere if nothing is said.
    pub spot: Option<Nook>,
    /// What a room must be like.
    pub needs: Vec<Need>,
    /// A sentence about it.
    pub about: String,
}

impl Item {
    /// The item as a thing.
    pub fn thing(&self, place: Pos) -> Thing {
        Thing::new(place, ThingKind::Item, &*self.name)
            .with("id", &*self.id)
            .with("glyph", self.glyph.to_string())
            .with("item", &*self.kind)
            .with("tier", self.tier.to_string())
            .with("value", self.value.to_string())
    }
}

/// How well a tier fits another: a factor of ten for each step between them.
pub const fn tier_weight(place: u8, own: u8) -> u64 {
    match place.abs_diff(own) {
        steps @ 0..=7 => 10_u64.pow(8 - steps as u32),
        _ => 0,
    }
}

/// How often something is drawn, relative to others: its tier's weight, its role in hundredths,
/// and its own weight.
pub const fn weight(place: u8, own: u8, role: Role, custom: u32) -> u64 {
    tier_weight(place, own) * role.percent() * custom as u64
}

/// All creatures, items, traps and curiosities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    creatures: Vec<Creature>,
    items: Vec<Item>,
    traps: Vec<Trap>,
    curiosities: Vec<Curiosity>,
}

impl Tables {
    /// The files that tables are kept in.
    pub const FILES: [&'static str; 4] = [
        "creatures.json",
        "items.json",
        "traps.json",
        "curiosities.json",
    ];

    /// The largest file, in bytes.
    pub const MAX_BYTES: u64 = 8 << 20;

    /// The built-in tables.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Tables> = LazyLock::new(|| {
            let mut tables = Tables {
                creatures: Vec::new(),
                items: Vec::new(),
                traps: Vec::new(),
                curiosities: Vec::new(),
            };
            for name in Tables::FILES {
                // A test reads them too: they have no mistakes.
                let _ = Tables::text(name).map(|text| tables.replace(name, text));
            }
            tables
        });
        &BUILT_IN
    }

    /// The text of a built-in file, to start from.
    pub fn text(name: &str) -> Option<&'static str> {
        match name {
            "creatures.json" => Some(include_str!("../population/creatures.json")),
            "items.json" => Some(include_str!("../population/items.json")),
            "traps.json" => Some(include_str!("../population/traps.json")),
            "curiosities.json" => Some(include_str!("../population/curiosities.json")),
            _ => None,
        }
    }

    /// Replaces a table by what a file says, or changes nothing.
    pub fn replace(&mut self, name: &str, text: &str) -> Result<(), TableError> {
        file::read(self, name, text)
    }

    /// All creatures.
    pub fn creatures(&self) -> &[Creature] {
        &self.creatures
    }

    /// All items.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// All traps.
    pub fn traps(&self) -> &[Trap] {
        &self.traps
    }

    /// All curiosities.
    pub fn curiosities(&self) -> &[Curiosity] {
        &self.curiosities
    }

    /// Draws a trap for a place of a tier, among those that fit; none if none does.
    pub fn draw_trap(
        &self,
        random: &mut Stream,
        tier: u8,
        fits: impl Fn(&Trap) -> bool,
    ) -> Option<&Trap> {
        draw(random, &self.traps, |trap| match fits(trap) {
            true => weight(tier, trap.tier, Role::Uncommon, trap.weight),
            false => 0,
        })
    }

    /// Draws a curiosity among those that fit; none if none does.
    pub fn draw_curiosity(
        &self,
        random: &mut Stream,
        fits: impl Fn(&Curiosity) -> bool,
    ) -> Option<&Curiosity> {
        draw(random, &self.curiosities, |it| match fits(it) {
            true => u64::from(it.weight),
            false => 0,
        })
    }

    /// Draws a creature for a place of a tier, among those that fit; none if none does.
    pub fn draw_creature(
        &self,
        random: &mut Stream,
        tier: u8,
        fits: impl Fn(&Creature) -> bool,
    ) -> Option<&Creature> {
        draw(random, &self.creatures, |creature| match fits(creature) {
            true => weight(tier, creature.tier(), creature.role, creature.weight),
            false => 0,
        })
    }

    /// Draws a creature among those that fit by how common it is, whatever its tier: a town has
    /// people of all kinds.
    pub fn draw_citizen(
        &self,
        random: &mut Stream,
        fits: impl Fn(&Creature) -> bool,
    ) -> Option<&Creature> {
        draw(random, &self.creatures, |creature| match fits(creature) {
            true => weight(1, 1, creature.role, creature.weight),
            false => 0,
        })
    }

    /// Draws an item for a place of a tier, among those that fit; none if none does.
    pub fn draw_item(
        &self,
        random: &mut Stream,
        tier: u8,
        fits: impl Fn(&Item) -> bool,
    ) -> Option<&Item> {
        draw(random, &self.items, |item| match fits(item) {
            true => weight(tier, item.tier, item.role, item.weight),
            false => 0,
        })
    }
}

/// Draws one of a list by weights, which together are less than 2^64: a table has at most
/// [`file::MOST`] entries, each of which weighs at most 4 × 10^14.
fn draw<'t, T>(random: &mut Stream, list: &'t [T], weight: impl Fn(&T) -> u64) -> Option<&'t T> {
    let total: u64 = list.iter().map(&weight).sum();
    if total == 0 {
        return None;
    }
    let mut left = random.below(total);
    list.iter().find(|entry| {
        let weight = weight(entry);
        let is_it = left < weight;
        left = left.saturating_sub(weight);
        is_it
    })
}

#[cfg(test)]
mod tests;
