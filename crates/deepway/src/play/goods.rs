//! Items, keys, locks, secret doors and traps.

use super::actor::ActorId;
use super::event::{Cause, Event};
use super::turn::{Done, Turn};
use crate::cell::Cell;
use crate::check::{Attribute, Resolver};
use crate::seed::Dice;
use crate::space::{Direction, Pos};
use crate::thing::{Thing, ThingKind};

/// The most items that somebody carries; keys weigh nothing.
pub(super) const CARRIED: usize = 26;
/// A failed attempt at a trap sets it off if it misses by this much.
const CLUMSY: i32 = 5;
/// The difficulty of finding a secret door beside, or farther away.
pub(super) const SECRET: [u32; 2] = [8, 14];

pub(super) fn number(thing: &Thing, property: &str) -> Option<u32> {
    thing.properties.get(property)?.parse().ok()
}

fn damage(thing: &Thing) -> Dice {
    let dice = thing
        .properties
        .get("damage")
        .and_then(|dice| dice.parse().ok());
    dice.unwrap_or(Dice::sum(1, 6))
}

impl Turn<'_> {
    /// The name of the key for a lock that somebody of the party carries.
    pub(super) fn key_of(&self, who: ActorId, lock: &str) -> Option<String> {
        let own = self.game.actor(who);
        let side = own.map(|actor| actor.side);
        let party = self.game.actors().filter(|actor| Some(actor.side) == side);
        let mut keys = own
            .into_iter()
            .chain(party)
            .filter_map(|actor| actor.key_for(lock));
        keys.next().map(|key| key.name.clone())
    }

    /// Opens a lock for good.
    pub(super) fn unlock(&mut self, who: ActorId, at: Pos) -> Result<(), String> {
        let Some(lock) = self.game.locks.get(&at).cloned() else {
            return Ok(());
        };
        let Some(key) = self.key_of(who, &lock) else {
            return Err("It is locked, and you have no key for it.".to_owned());
        };
        self.game.locks.remove(&at);
        self.tell(Event::Unlocked { at, key });
        Ok(())
    }

    /// Takes everything that lies where the player is.
    pub(super) fn take(&mut self) -> Done {
        let place = self.game.player().place;
        let Some(things) = self.game.goods.remove(&place) else {
            return Err("Nothing lies here.".to_owned());
        };
        let mut left = Vec::new();
        let mut took = 0;
        for thing in things {
            if !self.game.can_carry() && thing.kind != ThingKind::Key {
                left.push(thing);
                continue;
            }
            took += 1;
            let item = thing.name.clone();
            self.change(ActorId::PLAYER, |player| player.items.push(thing));
            self.tell(Event::Took {
                who: ActorId::PLAYER,
                item,
            });
        }
        if !left.is_empty() {
            self.game.goods.insert(place, left);
        }
        match took {
            0 => Err("You cannot carry any more.".to_owned()),
            _ => Ok(1),
        }
    }

    /// Takes an item from the player's hands.
    fn hand_over(&mut self, number: u32) -> Result<Thing, String> {
        let mut taken = None;
        self.change(ActorId::PLAYER, |player| {
            if (number as usize) < player.items.len() {
                taken = Some(player.items.remove(number as usize));
            }
        });
        taken.ok_or_else(|| "You carry nothing of that number.".to_owned())
    }

    /// Puts something down.
    pub(super) fn drop(&mut self, number: u32) -> Done {
        let mut item = self.hand_over(number)?;
        item.properties.remove("worn");
        let name = item.name.clone();
        let place = self.game.player().place;
        self.lay(item, place);
        self.tell(Event::Dropped {
            who: ActorId::PLAYER,
            item: name,
        });
        Ok(1)
    }

    /// Uses something that is carried.
    pub(super) fn apply(&mut self, number: u32) -> Done {
        let player = self.game.player();
        let Some(item) = player.items.get(number as usize) else {
            return Err("You carry nothing of that number.".to_owned());
        };
        let name = item.name.clone();
        let about = item.properties.get("about").cloned();
        let about = about.unwrap_or_else(|| "There is nothing more to it.".to_owned());
        let tier = self::number(item, "tier").unwrap_or(1);
        let kind = item.properties.get("item").cloned().unwrap_or_default();
        let is_worn = item.properties.contains_key("worn");
        let text = match kind.as_str() {
            "weapon" | "armour" | "light" => {
                self.change(ActorId::PLAYER, |player| {
                    wear(player, number as usize, &kind, tier);
                });
                match (is_worn, kind.as_str()) {
                    (true, _) => "You put it away.".to_owned(),
                    (false, "weapon") => "You take it in hand.".to_owned(),
                    (false, "light") => "You light it.".to_owned(),
                    (false, _) => "You put it on.".to_owned(),
                }
            }
            "draught" | "food" => {
                self.hand_over(number)?;
                let share = if kind == "food" { 4 } else { 2 };
                let amount = self.heal(ActorId::PLAYER, self.game.player().max_hp / share);
                format!("{about} {amount} hit points come back.")
            }
            _ => about,
        };
        self.tell(Event::Applied {
            who: ActorId::PLAYER,
            item: name,
            text,
        });
        Ok(1)
    }

    /// Gives hit points back; how many.
    pub(super) fn heal(&mut self, who: ActorId, amount: u32) -> u32 {
        let Some(actor) = self.game.actors.get_mut(&who) else {
            return 0;
        };
        let amount = amount.min(actor.max_hp.saturating_sub(actor.hp));
        if amount > 0 {
            actor.hp += amount;
            self.tell(Event::Healed { who, amount });
        }
        amount
    }

    /// Looks for secret doors and traps around the player.
    pub(super) fn search(&mut self) -> Done {
        const FAR: i32 = 2;
        let player = self.game.player();
        let (here, wits) = (player.place, player.wits);
        let around = (-FAR..=FAR).flat_map(|y| (-FAR..=FAR).map(move |x| [x, y]));
        let around = around.map(|[x, y]| {
            (
                x.abs().max(y.abs()),
                Pos::new(here.x + x, here.y + y, here.z),
            )
        });
        for (far, pos) in around.collect::<Vec<_>>() {
            let dc = SECRET[usize::from(far > 1)];
            if self.game.is_hidden(pos) && self.passes(wits, dc) {
                self.game.found.insert(pos);
                let what = Cell::SecretDoor.info().name.to_owned();
                self.tell(Event::Found { what, at: pos });
            }
            let trap = self.game.traps.get(&pos).filter(|(_, is_known)| !is_known);
            let trap = trap.map(|(trap, _)| (trap.name.clone(), number(trap, "notice")));
            if let Some((what, dc)) = trap
                && self.passes(wits, dc.unwrap_or(12))
            {
                self.know_trap(pos, what);
            }
        }
        Ok(1)
    }

    fn know_trap(&mut self, at: Pos, what: String) {
        if let Some((_, is_known)) = self.game.traps.get_mut(&at) {
            *is_known = true;
        }
        self.tell(Event::Found { what, at });
    }

    pub(super) fn passes(&mut self, wits: i32, dc: u32) -> bool {
        self.game.rolls.check(Attribute::Wits, wits, dc).is_passed()
    }

    /// Somebody of the party is about to step on a trap; whether the step ends there.
    pub(super) fn meet_trap(&mut self, who: ActorId, at: Pos) -> bool {
        let Some(actor) = self.game.actor(who) else {
            return false;
        };
        let wits = actor.wits;
        if who != ActorId::PLAYER {
            return false;
        }
        let Some((trap, is_known)) = self.game.traps.get(&at) else {
            return false;
        };
        let (name, is_known) = (trap.name.clone(), *is_known);
        let [notice, disarm] = ["notice", "disarm"].map(|key| number(trap, key).unwrap_or(12));
        match is_known {
            // One who knows it gets past with some care.
            true => match self.passes(wits, disarm) {
                true => false,
                false => {
                    self.spring(who, at);
                    false
                }
            },
            false if self.passes(wits, notice) => {
                self.know_trap(at, name);
                true
            }
            false => {
                self.spring(who, at);
                false
            }
        }
    }

    /// A trap goes off, once.
    fn spring(&mut self, who: ActorId, at: Pos) {
        let Some((trap, _)) = self.game.traps.remove(&at) else {
            return;
        };
        let effect = trap.properties.get("effect").cloned().unwrap_or_default();
        self.tell(Event::Sprung {
            who,
            trap: trap.name.clone(),
            effect,
        });
        let amount = self.roll(damage(&trap));
        self.hurt(who, amount, Cause::Trap);
    }

    /// Disarms a trap in a cell beside.
    pub(super) fn disarm(&mut self, towards: Direction) -> Done {
        let player = self.game.player();
        let (at, wits) = (player.place.step(towards), player.wits);
        let trap = self.game.traps.get(&at).filter(|(_, is_known)| *is_known);
        let Some((name, dc)) =
            trap.map(|(trap, _)| (trap.name.clone(), number(trap, "disarm").unwrap_or(12)))
        else {
            return Err("You know of no trap there.".to_owned());
        };
        let check = self.game.rolls.check(Attribute::Wits, wits, dc);
        if check.is_passed() {
            self.game.traps.remove(&at);
            self.tell(Event::Disarmed { trap: name });
        } else if check.margin() <= -CLUMSY {
            self.spring(ActorId::PLAYER, at);
        } else {
            self.tell(Event::Attempt {
                who: ActorId::PLAYER,
                success: false,
                text: format!("The {name} holds out, and so do you."),
                minutes: 1,
            });
        }
        Ok(1)
    }
}

/// Puts on or off what is worn; of each kind one at a time.
fn wear(player: &mut super::actor::Actor, number: usize, kind: &str, tier: u32) {
    let is_worn = player.items[number].properties.contains_key("worn");
    for item in &mut player.items {
        if item.properties.get("item").is_some_and(|own| own == kind) {
            item.properties.remove("worn");
        }
    }
    if kind == "light" {
        player.properties.remove("light");
    }
    if !is_worn {
        let item = &mut player.items[number];
        item.properties.insert("worn".to_owned(), "yes".to_owned());
        if kind == "light" {
            let radius = (16 + 2 * tier).min(40);
            player
                .properties
                .insert("light".to_owned(), radius.to_string());
        }
    }
}
