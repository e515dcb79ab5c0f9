//! Work that takes time: resting, clearing, blasting, repairing.

use super::actor::{ActorId, Side};
use super::event::{Cause, Event};
use super::stage::WayKind;
use super::turn::{Done, Turn};
use crate::check::Resolver;
use crate::ids::{ConnectionId, RoomId};
use crate::sector::CarvedSector;
use crate::space::{Direction, Pos};
use crate::traverse::{Character, Outcome, work};

/// Turns of a rest, at most.
const REST: u32 = 100;

impl Turn<'_> {
    /// Rests until everybody of the party is well, or something happens.
    pub(super) fn rest(&mut self) -> Done {
        if let Some(name) = self.foe_in_sight() {
            return Err(format!("You cannot rest while the {name} is in sight."));
        }
        let place = self.game.player().place;
        let is_safe = self.game.marks_near(place, "rest");
        for _ in 0..REST {
            let party: Vec<ActorId> = self
                .game
                .actors()
                .filter(|actor| actor.side == Side::Party)
                .map(|actor| actor.id)
                .collect();
            let mut is_well = true;
            for who in party {
                let Some(actor) = self.game.actor(who) else {
                    continue;
                };
                let share = if is_safe { 20 } else { 60 };
                let amount = (actor.max_hp / share).max(1);
                is_well &= actor.hp + amount >= actor.max_hp;
                self.heal(who, amount);
            }
            if !self.pass() {
                return Ok(0);
            }
            self.look();
            if self.game.player().place != place {
                self.tell(Event::Interrupted(
                    "You are not where you lay down.".to_owned(),
                ));
                return Ok(0);
            }
            if let Some(name) = self.foe_in_sight() {
                self.tell(Event::Interrupted(format!(
                    "{} comes into sight.",
                    super::tell::one(&name)
                )));
                return Ok(0);
            }
            if is_well {
                break;
            }
        }
        Ok(0)
    }

    fn foe_in_sight(&self) -> Option<String> {
        let mut foes = self.game.actors().filter(|actor| actor.side == Side::Foes);
        let seen = foes.find(|actor| self.game.sees(actor.place));
        seen.map(|actor| actor.name.clone())
    }

    /// The connection here or beside that fits; a direction decides between several.
    fn connection_here(
        &self,
        towards: Option<Direction>,
        fits: impl Fn(&crate::sector::Connection<'_>) -> bool,
        nothing: &str,
    ) -> Result<ConnectionId, String> {
        let here = self.game.player().place;
        let carved = self
            .game
            .stage()
            .sector()
            .ok_or_else(|| nothing.to_owned())?;
        let beside = Direction::ALL[..8].iter().map(|way| here.step(*way));
        let places: Vec<Pos> = std::iter::once(here).chain(beside).collect();
        let ways = places.iter().flat_map(|place| self.game.ways(*place));
        let mut found: Vec<(Direction, ConnectionId)> = Vec::new();
        for way in ways {
            let WayKind::Connection(_, id) = way.kind else {
                continue;
            };
            let fits = carved
                .sector()
                .connection(id)
                .is_some_and(|known| fits(&known));
            let is_wanted = towards.is_none_or(|towards| towards == way.towards);
            if fits && is_wanted && !found.contains(&(way.towards, id)) {
                found.push((way.towards, id));
            }
        }
        match found.as_slice() {
            [] => Err(nothing.to_owned()),
            [(first, _), .., (last, _)] if first != last => {
                Err(format!("There is one {first} and one {last}: say which."))
            }
            [(_, id), ..] => Ok(*id),
        }
    }

    fn work(
        &mut self,
        id: ConnectionId,
        work: impl FnOnce(&mut CarvedSector, RoomId, &mut Character, &mut dyn Resolver) -> Outcome,
    ) -> Done {
        let player = self.game.player();
        let mut character = player.character();
        let room = self.game.stage().room_at(player.place);
        let room = room.unwrap_or(RoomId::ENTRY);
        let outcome = self.with_dice(|game, dice| {
            let stage = game.stage_mut();
            stage.work_on(id, |carved| work(carved, room, &mut character, dice))
        });
        let Some(outcome) = outcome else {
            return Err("That is not here.".to_owned());
        };
        self.change(ActorId::PLAYER, |player| {
            player.explosives = character.explosives
        });
        self.tell(Event::Attempt {
            who: ActorId::PLAYER,
            success: outcome.success,
            text: outcome.message,
            minutes: outcome.minutes,
        });
        self.hurt(ActorId::PLAYER, outcome.damage, Cause::Blast);
        Ok(outcome.minutes.max(1))
    }

    /// Clears what blocks a connection here.
    pub(super) fn clear(&mut self, towards: Option<Direction>) -> Done {
        let blocked = |connection: &crate::sector::Connection<'_>| connection.is_blocked();
        let id = self.connection_here(towards, blocked, "Nothing here is blocked.")?;
        self.work(id, |carved, room, character, rolls| {
            work::clear(carved, id, room, character, rolls)
        })
    }

    /// Blasts it.
    pub(super) fn blast(&mut self, towards: Option<Direction>) -> Done {
        let blocked = |connection: &crate::sector::Connection<'_>| connection.is_blocked();
        let id = self.connection_here(towards, blocked, "Nothing here is blocked.")?;
        if self.game.player().explosives == 0 {
            return Err("You have no explosives left.".to_owned());
        }
        self.work(id, |carved, room, character, rolls| {
            work::blast(carved, id, room, character, rolls)
        })
    }

    /// Repairs an elevator here.
    pub(super) fn repair(&mut self, towards: Option<Direction>) -> Done {
        let dead = |connection: &crate::sector::Connection<'_>| connection.powered() == Some(false);
        let id = self.connection_here(towards, dead, "There is nothing to repair here.")?;
        self.work(id, |carved, room, character, rolls| {
            work::repair(carved, id, room, character, rolls)
        })
    }
}

impl super::game::Game {
    /// What a way asks of the player, and the odds in percent; none if it asks nothing.
    pub fn check_of(&self, way: &super::stage::Way) -> Option<(String, u32)> {
        let WayKind::Connection(_, id) = way.kind else {
            return None;
        };
        let connection = self.stage().sector()?.sector().connection(id)?;
        let player = self.player();
        if connection.is_blocked() {
            let dc = connection.clear_dc();
            return Some((
                format!("blocked, MIGHT {dc} to clear"),
                super::choice::odds(player.might, dc),
            ));
        }
        if connection.powered() == Some(false) {
            let dc = connection.dc();
            return Some((
                format!("no power, WITS {dc} to repair"),
                super::choice::odds(player.wits, dc),
            ));
        }
        match connection.climb_dc() {
            0 => None,
            dc => Some((format!("MIGHT {dc}"), super::choice::odds(player.might, dc))),
        }
    }

    /// Whether a mark with a property stands near a place.
    fn marks_near(&self, place: Pos, property: &str) -> bool {
        let around = (-3..=3).flat_map(|y| (-3..=3).map(move |x| [x, y]));
        let mut around = around.map(|[x, y]| Pos::new(place.x + x, place.y + y, place.z));
        around.any(|pos| {
            let mut marks = self.marks_at(pos).iter();
            marks.any(|mark| mark.properties.contains_key(property))
        })
    }
}
