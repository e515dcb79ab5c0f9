//! Actors: the player, companions, and everybody else.

use crate::seed::Dice;
use crate::space::{Direction, Pos};
use crate::thing::Thing;
use crate::traverse::Character;
use std::collections::BTreeMap;
use std::fmt;

/// The number of an actor in a game; numbers are not used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorId(pub(super) u32);

impl ActorId {
    /// The player.
    pub const PLAYER: Self = Self(0);

    /// The number.
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for ActorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// Whose side an actor is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player and whoever goes along.
    Party,
    /// Nobody's: people and animals of towns.
    Nobody,
    /// Whoever attacks the party on sight.
    Foes,
}

impl Side {
    /// Whether two sides fight each other.
    pub fn fights(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Party, Self::Foes) | (Self::Foes, Self::Party)
        )
    }
}

/// What somebody has in mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mind {
    /// Somebody else decides: the player.
    Told,
    /// Standing about.
    Idle,
    /// Walking about.
    Wander,
    /// After somebody who was last known to be there.
    Hunt(Pos),
    /// With a leader.
    Follow,
    /// Away from whoever hurts.
    Flee,
    /// Asleep.
    Sleep,
    /// On the way to a stair, to take it in a direction.
    Stairs(Pos, Direction),
}

/// Somebody in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Its number.
    pub id: ActorId,
    /// What people call it.
    pub name: String,
    /// The character that draws it.
    pub glyph: char,
    /// Where it is.
    pub place: Pos,
    /// Where it looks, in mazes.
    pub facing: Direction,
    /// Whose side it is on.
    pub side: Side,
    /// What it has in mind.
    pub mind: Mind,
    /// Climbing, lifting, striking.
    pub might: i32,
    /// Repairing, noticing.
    pub wits: i32,
    /// Hit points; at 0 it is dead.
    pub hp: u32,
    /// The most hit points.
    pub max_hp: u32,
    /// Its level.
    pub level: u32,
    /// How fast it is; 100 acts once a turn.
    pub speed: u32,
    /// What it has saved up for its next action.
    pub energy: u32,
    /// The damage of a blow.
    pub damage: Dice,
    /// Charges for blasting.
    pub explosives: u32,
    /// Who leads it.
    pub leader: Option<ActorId>,
    /// Whether it has lost its leader by a fall, until they meet again.
    pub is_out_of_touch: bool,
    /// What it carries.
    pub items: Vec<Thing>,
    /// Whatever else is known of it: `CanFall`, `Flies`, `Wings`, `boss`, …
    pub properties: BTreeMap<String, String>,
}

impl Actor {
    /// Whether it can do anything.
    pub fn is_up(&self) -> bool {
        self.hp > 0
    }

    /// Whether it has a property that is not `no`.
    pub fn has(&self, property: &str) -> bool {
        let value = self.properties.get(property);
        value.is_some_and(|value| value != "no")
    }

    /// Whether it falls where something pulls: it can fall, and does not fly.
    pub fn can_fall(&self) -> bool {
        let is_light = ["IgnoresGravity", "Flies"].iter().any(|tag| self.has(tag));
        !is_light && self.properties.get("CanFall").is_none_or(|can| can != "no")
    }

    /// Whether it is the one that rules here.
    pub fn is_boss(&self) -> bool {
        self.has("boss")
    }

    /// The key that it carries for a lock, if any.
    pub fn key_for(&self, lock: &str) -> Option<&Thing> {
        let mut items = self.items.iter();
        items.find(|item| item.properties.get("lock").is_some_and(|own| own == lock))
    }

    /// What matters of somebody who climbs or works.
    pub fn character(&self) -> Character {
        Character {
            name: self.name.clone(),
            might: self.might,
            wits: self.wits,
            hp: self.hp,
            explosives: self.explosives,
        }
    }

    /// Takes hit points away, but not below 0.
    pub(super) fn lose(&mut self, amount: u32) {
        self.hp = self.hp.saturating_sub(amount);
    }
}
