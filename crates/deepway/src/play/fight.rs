//! Fighting: blows, throws and shoves, and what height has to do with it.

use super::actor::{Actor, ActorId, Side};
use super::event::{Cause, Event, How};
use super::game::Game;
use super::listener::Before;
use super::turn::{Done, Turn};
use crate::cell::{Cell, Leads};
use crate::check::{Attribute, Resolver};
use crate::material::Effect;
use crate::seed::Dice;
use crate::sight::sees;
use crate::space::{Direction, Pos};

/// What standing higher adds to a blow or a shove.
const HIGHER: i32 = 2;
/// What everybody's guard begins with.
const GUARD: u32 = 10;

impl Game {
    /// How high somebody stands: the level counts most, then steps and ramps, then a dais.
    fn height(&self, pos: Pos) -> i32 {
        let cell = self.stage().cell(pos);
        let part = match cell.info().leads {
            Leads::Steps { .. } | Leads::Ramp(_) => 2,
            _ if cell == Cell::Dais => 1,
            _ => 0,
        };
        4 * pos.z + part
    }

    /// Whether a blow from one place reaches another: beside it, or a level down through an
    /// opening.
    pub fn reaches(&self, from: Pos, to: Pos) -> bool {
        let is_beside = from != to && from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) <= 1;
        let is_around = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) <= 1;
        let (cells, _) = self.stage().loaded();
        let local = |pos| self.stage().local(pos);
        match from.z - to.z {
            0 => is_beside && !self.is_cornered(from, to),
            1 => is_around && sees(cells, local(from), local(to)),
            _ => false,
        }
    }

    /// The place of somebody of a side who is in reach, the nearest first.
    pub(super) fn in_reach(&self, who: ActorId, side: Side) -> Option<Pos> {
        let from = self.actor(who)?.place;
        let near = self
            .actors()
            .filter(|other| other.side == side && other.is_up() && self.reaches(from, other.place));
        let near = near.min_by_key(|other| (from.z - other.place.z, other.id));
        near.map(|other| other.place)
    }

    /// How hard somebody is to hit.
    fn guard(&self, actor: &Actor) -> u32 {
        let worn = actor
            .items
            .iter()
            .filter(|item| item.properties.contains_key("worn"));
        let armour = worn.filter(|item| {
            item.properties
                .get("item")
                .is_some_and(|kind| kind == "armour")
        });
        let tiers = armour.filter_map(|item| item.properties.get("tier")?.parse::<u32>().ok());
        GUARD + actor.level + tiers.max().unwrap_or(0)
    }

    /// The dice of somebody's blow: of what they wield, or their own.
    fn blow_dice(&self, actor: &Actor) -> Dice {
        let mut worn = actor
            .items
            .iter()
            .filter(|item| item.properties.contains_key("worn"));
        let weapon = worn.find_map(|item| item.properties.get("damage")?.parse::<Dice>().ok());
        weapon.unwrap_or(actor.damage)
    }

    /// The chance in percent that one actor hits another.
    pub fn odds_to_hit(&self, who: ActorId, at: ActorId) -> Option<u32> {
        let [who, at] = [self.actor(who)?, self.actor(at)?];
        let bonus = self.bonus(who, at.place);
        let needed = self.guard(at) as i32 - bonus;
        // A 20 always hits, a 1 never.
        Some(((21 - needed).clamp(1, 19) * 5) as u32)
    }

    /// What two who push each other add to their dice.
    fn strengths(&self, pair: [&Actor; 2]) -> [i32; 2] {
        let strength = |actor: &Actor, against: &Actor| {
            let higher = self.height(actor.place) > self.height(against.place);
            actor.might + actor.level as i32 / 2 + if higher { HIGHER } else { 0 }
        };
        let [own, other] = pair;
        [strength(own, other), strength(other, own)]
    }

    /// The odds in percent that somebody moves another by a push.
    pub fn odds_to_shove(&self, who: ActorId, at: ActorId) -> Option<u32> {
        let [own, other] = self.strengths([self.actor(who)?, self.actor(at)?]);
        // A tie is enough.
        let rolls = (1..=20).flat_map(|own| (1..=20).map(move |other| [own, other]));
        let moved = rolls.filter(|roll| roll[0] + own >= roll[1] + other);
        Some(moved.count() as u32 / 4)
    }

    /// What somebody adds to a blow at a place. Practice counts: the level goes with might.
    fn bonus(&self, actor: &Actor, at: Pos) -> i32 {
        let higher = self.height(actor.place) > self.height(at);
        actor.might + actor.level as i32 + if higher { HIGHER } else { 0 }
    }
}

impl Turn<'_> {
    /// Somebody strikes whoever is at a place in reach.
    pub(super) fn strike_at(&mut self, who: ActorId, at: Pos) -> Done {
        let Some(actor) = self.game.actor(who) else {
            return Err("There is nobody.".to_owned());
        };
        let from = actor.place;
        let Some(target) = self.game.at(at).and_then(|id| self.game.actor(id)) else {
            return Err(match self.game.stage().cell(at).is_vertical() {
                true => "Nobody fights a stair.".to_owned(),
                false => "There is nobody to strike.".to_owned(),
            });
        };
        if target.id == who || target.side == actor.side {
            return Err("That is a friend.".to_owned());
        }
        if !self.game.reaches(from, at) {
            return Err(format!("The {} is out of reach.", target.name));
        }
        let whom = target.id;
        let dice = self.game.blow_dice(actor);
        let more = if actor.side == Side::Party {
            actor.level
        } else {
            0
        };
        self.may(&Before::Blow { who, at: whom })?;
        self.blow(who, whom, dice, more);
        Ok(1)
    }

    /// A blow, or something thrown: d20 and might against 10 and level.
    fn blow(&mut self, who: ActorId, whom: ActorId, dice: Dice, more: u32) {
        let [Some(actor), Some(target)] = [who, whom].map(|id| self.game.actor(id)) else {
            return;
        };
        let bonus = self.game.bonus(actor, target.place);
        let from_above = self.game.height(actor.place) > self.game.height(target.place);
        let guard = self.game.guard(target);
        let check = self.game.rolls.check(Attribute::Might, bonus, guard);
        self.tell(Event::Blow {
            who,
            at: whom,
            check,
            from_above,
        });
        let hits = check.roll == 20 || (check.roll != 1 && check.is_passed());
        match hits {
            true => {
                let amount = self.roll(dice).max(1) + more;
                self.hurt(whom, amount, Cause::Blow(who));
            }
            false => self.wake(whom),
        }
        if let Some(target) = self.game.actor(whom)
            && target.side == Side::Nobody
            && who == ActorId::PLAYER
        {
            self.change(whom, |target| target.side = Side::Foes);
        }
    }

    /// Throws something that is carried.
    pub(super) fn throw(&mut self, number: u32, at: Pos) -> Done {
        let player = self.game.player();
        let from = player.place;
        let far = from.x.abs_diff(at.x).max(from.y.abs_diff(at.y));
        if number as usize >= player.items.len() {
            return Err("You carry nothing of that number.".to_owned());
        }
        if far > 8 || from.z.abs_diff(at.z) > 3 || !self.game.sees(at) || at == from {
            return Err("You cannot throw there.".to_owned());
        }
        let mut thrown = None;
        self.change(ActorId::PLAYER, |player| {
            thrown = Some(player.items.remove(number as usize));
        });
        let Some(mut item) = thrown else {
            return Err("You carry nothing of that number.".to_owned());
        };
        item.properties.remove("worn");
        self.tell(Event::Threw {
            who: ActorId::PLAYER,
            item: item.name.clone(),
            at,
        });
        if let Some(whom) = self.game.at(at) {
            let dice = item
                .properties
                .get("damage")
                .and_then(|dice| dice.parse().ok());
            self.blow(ActorId::PLAYER, whom, dice.unwrap_or(Dice::sum(1, 4)), 0);
        }
        self.lay(item, at);
        Ok(1)
    }

    /// Somebody pushes whoever is beside: might against might, and the loser is moved.
    pub(super) fn shove(&mut self, who: ActorId, towards: Direction) -> Done {
        let Some(actor) = self.game.actor(who) else {
            return Err("There is nobody.".to_owned());
        };
        let from = actor.place;
        let at = from.step(towards);
        if towards.east_north_up().2 != 0 || self.game.is_cornered(from, at) {
            return Err("There is nobody to push there.".to_owned());
        }
        let Some(target) = self.game.at(at).and_then(|id| self.game.actor(id)) else {
            return Err("There is nobody to push there.".to_owned());
        };
        if target.side == actor.side {
            return Err("That is a friend.".to_owned());
        }
        let whom = target.id;
        self.may(&Before::Blow { who, at: whom })?;
        let [own, other] = [who, whom].map(|id| self.game.actor(id));
        let (Some(own), Some(other)) = (own, other) else {
            return Err("There is nobody to push there.".to_owned());
        };
        let strengths = self.game.strengths([own, other]);
        let rolls = strengths.map(|strength| self.game.rolls.between(1, 20) + strength);
        self.tell(Event::Shoved {
            who,
            at: whom,
            rolls,
        });
        // A tie moves whoever was pushed: they did not expect it.
        match rolls[0] >= rolls[1] {
            true => self.push(whom, towards),
            false => self.push(who, towards.opposite()),
        }
        self.wake(whom);
        Ok(1)
    }

    /// Moves somebody a cell, and lets them fall or burn if that is what is there.
    fn push(&mut self, who: ActorId, towards: Direction) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (from, can_fall) = (actor.place, actor.can_fall());
        let to = from.step(towards);
        let stage = self.game.stage();
        if !stage.contains(to) || self.game.at(to).is_some() || self.game.is_cornered(from, to) {
            return;
        }
        let cell = stage.cell(to);
        if can_fall && let Some(fall) = self.game.drop_from(to) {
            self.fall(who, fall);
            return;
        }
        if cell == Cell::DeepLiquid {
            let effect = stage.material(to).effect();
            if let Effect::Burns(dice) | Effect::Corrodes(dice) | Effect::Chills(dice) = effect {
                // The table of materials is checked by a test.
                let dice: Option<Dice> = dice.parse().ok();
                let amount = dice.map_or(0, |dice| self.roll(dice));
                self.hurt(who, amount, Cause::Liquid);
            }
            return;
        }
        if self.game.can_stand(to) {
            // A listener may hold them.
            let _ = self.shift(who, to, How::Shove);
        }
    }

    /// A hunter that can push somebody to their death now and then does; whether it tried.
    pub(super) fn shove_over_an_edge(&mut self, who: ActorId, at: Pos) -> bool {
        let Some(from) = self.game.actor(who).map(|actor| actor.place) else {
            return false;
        };
        let [x, y] = [at.x - from.x, at.y - from.y];
        let mut all = Direction::ALL[..8].iter();
        let towards = all.find(|way| from.step(**way) == at);
        let Some(&towards) = towards.filter(|_| at.z == from.z && (x, y) != (0, 0)) else {
            return false;
        };
        let beyond = at.step(towards);
        let burns = matches!(
            self.game.stage().material(beyond).effect(),
            Effect::Burns(_)
        );
        let is_edge = self.game.drop_from(beyond).is_some()
            || (burns && self.game.stage().cell(beyond) == Cell::DeepLiquid);
        if !is_edge || !self.game.rolls.chance(1, 3) {
            return false;
        }
        self.shove(who, towards).is_ok()
    }
}
