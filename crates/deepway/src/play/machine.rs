//! Machines of open worlds: belts that carry, and elevators that a switch sets going.

use super::actor::{ActorId, Side};
use super::event::{Event, How};
use super::game::Game;
use super::stage::{Way, WayKind};
use super::turn::Turn;
use crate::cell::LinkKind;
use crate::space::{Direction, Pos, ZonePos};
use crate::strata::Blueprint;
use crate::thing::Thing;
use std::collections::BTreeSet;

impl Game {
    /// Takes a belt or a switch of the world into the game; whether it is one.
    pub(super) fn add_machine(&mut self, thing: &Thing) -> bool {
        let towards = thing.properties.get("direction");
        let towards: Option<Direction> = towards.and_then(|way| way.parse().ok());
        match (thing.kind.name(), towards) {
            ("conveyor", Some(towards)) => drop(self.belts.insert(thing.place, towards)),
            ("switch", _) => drop(self.switches.insert(thing.place)),
            _ => return false,
        }
        true
    }

    /// Where a belt carries whoever stands at a place, if there is one.
    pub fn belt_at(&self, pos: Pos) -> Option<Direction> {
        self.belts.get(&pos).copied()
    }

    /// Whether a place takes whoever steps there elsewhere: it pulls, and nothing holds them, or
    /// it is a belt.
    pub(super) fn takes(&self, pos: Pos) -> bool {
        self.belts.contains_key(&pos) || (self.stage().pulls(pos) && !self.has_platform(pos))
    }

    /// Whether a way is an elevator of an open world that nobody has set going.
    pub(super) fn stands_still(&self, way: &Way) -> bool {
        way.kind == WayKind::Link(LinkKind::Elevator) && self.is_still(way.from)
    }

    /// Whether an elevator at a place would stand still.
    pub(super) fn is_still(&self, pos: Pos) -> bool {
        let column = self.stage().zone_of(pos).map(ZonePos::column);
        column.is_some_and(|column| !self.running.contains(&column))
    }

    /// Whether a fall is a slide, which hurts nobody: the drops of chutes are.
    pub(super) fn is_slide(&self, from: Pos) -> bool {
        let zone = self.stage().zone_of(from).zip(self.stage().strata());
        zone.is_some_and(|(zone, strata)| strata.plan().blueprint(zone) == Blueprint::Chute)
    }
}

impl Turn<'_> {
    /// Belts carry whoever stands on them a cell further, and over the edge at their ends; those
    /// in front first, so that nobody stands in the way of those behind.
    pub(super) fn carry(&mut self) {
        if self.game.belts.is_empty() {
            return;
        }
        let on_belts = self.game.actors.values();
        let on_belts = on_belts.filter(|actor| actor.can_fall());
        let on_belts = on_belts.filter(|actor| self.game.belts.contains_key(&actor.place));
        let mut left: BTreeSet<ActorId> = on_belts.map(|actor| actor.id).collect();
        loop {
            let before = left.len();
            for who in left.clone() {
                let place = self.game.actor(who).map(|actor| actor.place);
                let belt = place.and_then(|at| Some((at, self.game.belt_at(at)?)));
                let Some((at, towards)) = belt else {
                    left.remove(&who);
                    continue;
                };
                let to = at.step(towards);
                if !self.game.can_stand(to) {
                    left.remove(&who);
                } else if self.game.at(to).is_none() {
                    left.remove(&who);
                    // Where it carries somebody, nobody can stop to look at a trap.
                    let _ = self.meet_trap(who, to);
                    // A listener may hold them.
                    let _ = self.shift(who, to, How::Carried);
                }
            }
            if left.len() == before {
                break;
            }
        }
    }

    /// Whoever of the party comes to a switch throws it.
    pub(super) fn throw_switch(&mut self, who: ActorId, at: Pos) {
        let is_friend = self
            .game
            .actor(who)
            .is_some_and(|actor| actor.side == Side::Party);
        let column = self.game.stage().zone_of(at).map(ZonePos::column);
        if let Some(column) = column
            && is_friend
            && self.game.switches.contains(&at)
            && self.game.running.insert(column)
        {
            self.tell(Event::Applied {
                who,
                item: "switch".to_owned(),
                text: "Something hums: the elevator runs.".to_owned(),
            });
        }
    }
}
