//! A number for the whole state of a game.

use super::actor::{Actor, Mind};
use super::game::Game;
use crate::seed::Seed;
use crate::space::Pos;
use crate::thing::Thing;

/// Mixes values into a number, in order; the same everywhere.
///
/// Names and properties of everybody go into it after every turn, so it takes eight bytes at a
/// time.
struct Digest(u64);

impl Digest {
    fn number(&mut self, number: u64) {
        // Each step is a bijection of the state: what differs stays different.
        let mixed = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        for word in words {
            self.number(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.number(u64::from_le_bytes(last));
        }
    }

    fn place(&mut self, pos: Pos) {
        for at in pos.to_array() {
            self.number(at as u32 as u64);
        }
    }

    fn thing(&mut self, thing: &Thing) {
        self.place(thing.place);
        self.text(thing.kind.name());
        self.text(&thing.name);
        for (key, value) in &thing.properties {
            self.text(key);
            self.text(value);
        }
    }

    fn actor(&mut self, actor: &Actor) {
        self.number(actor.id.number().into());
        self.text(&actor.name);
        self.place(actor.place);
        for number in [
            actor.hp,
            actor.max_hp,
            actor.level,
            actor.energy,
            actor.explosives,
        ] {
            self.number(number.into());
        }
        self.number(actor.side as u64);
        self.text(actor.facing.short());
        let (mind, place) = match actor.mind {
            Mind::Told => (0, None),
            Mind::Idle => (1, None),
            Mind::Wander => (2, None),
            Mind::Hunt(at) => (3, Some(at)),
            Mind::Follow => (4, None),
            Mind::Flee => (5, None),
            Mind::Sleep => (6, None),
            Mind::Stairs(at, _) => (7, Some(at)),
        };
        self.number(mind);
        self.place(place.unwrap_or_default());
        self.number(
            actor
                .leader
                .map_or(u64::MAX, |leader| leader.number().into()),
        );
        self.number(actor.is_out_of_touch.into());
        for item in &actor.items {
            self.thing(item);
        }
        for (key, value) in &actor.properties {
            self.text(key);
            self.text(value);
        }
    }
}

impl Game {
    /// A number for everything that can make a difference later: two games with the same
    /// number go on alike.
    pub fn hash(&self) -> u64 {
        let mut digest = Digest(self.turn);
        digest.text(&self.rolls.save().to_string());
        for actor in self.actors.values() {
            digest.actor(actor);
        }
        for pos in self.trails.values().flatten() {
            digest.place(*pos);
        }
        for thing in self.goods.values().flatten() {
            digest.thing(thing);
        }
        for (at, (trap, is_known)) in &self.traps {
            digest.place(*at);
            digest.text(&trap.name);
            digest.number((*is_known).into());
        }
        for at in self.locks.keys().chain(&self.found) {
            digest.place(*at);
        }
        for [x, y] in &self.running {
            digest.number(u64::from(*x) << 32 | u64::from(*y));
        }
        for (at, cell) in self.stage.edits() {
            digest.place(*at);
            digest.number(*cell as u64);
        }
        for at in self.visits.cells() {
            digest.place(Pos::new(at.col as i32, at.row as i32, at.level as i32));
        }
        digest.number(self.memory.len());
        digest.number(self.prompt.is_some().into());
        digest.number(self.ending.map_or(0, |ending| 1 + ending as u64));
        Seed::new(digest.0).child(0u64).number()
    }
}
