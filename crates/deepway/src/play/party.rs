//! Companions: who comes along, who is parted, and how they meet again.

use super::actor::{ActorId, Side};
use super::event::{Event, How};
use super::turn::Turn;
use crate::space::Pos;

/// How near companions have to be to be in touch again.
const TOUCH: i32 = 3;

impl Turn<'_> {
    /// The followers who stand beside somebody, the lowest numbers first.
    pub(super) fn followers_beside(&self, leader: ActorId) -> Vec<ActorId> {
        let Some(place) = self.game.actor(leader).map(|actor| actor.place) else {
            return Vec::new();
        };
        let is_beside = |pos: Pos| {
            pos.z == place.z && pos.x.abs_diff(place.x).max(pos.y.abs_diff(place.y)) <= 1
        };
        let followers = self.game.actors().filter(|actor| {
            actor.leader == Some(leader) && actor.is_up() && is_beside(actor.place)
        });
        followers.map(|actor| actor.id).collect()
    }

    /// Brings followers along to where the leader went.
    pub(super) fn follow(&mut self, followers: &[ActorId], to: Pos) {
        for &who in followers {
            let place = self.game.nearest_free(to, Some(who));
            let near = place.filter(|pos| pos.x.abs_diff(to.x).max(pos.y.abs_diff(to.y)) <= 3);
            if let Some(place) = near
                && self.shift(who, place, How::Climb).is_ok()
            {
                self.tell(Event::Followed { who, to: place });
            }
        }
    }

    /// Whoever falls loses touch with the party, and a leader with all who follow.
    pub(super) fn part(&mut self, who: ActorId) {
        let party: Vec<ActorId> = self
            .game
            .actors()
            .filter(|actor| actor.side == Side::Party && actor.leader.is_some())
            .filter(|actor| actor.id == who || actor.leader == Some(who))
            .filter(|actor| !actor.is_out_of_touch)
            .map(|actor| actor.id)
            .collect();
        for who in party {
            if !self.is_in_reach(who) {
                self.change(who, |actor| actor.is_out_of_touch = true);
                self.tell(Event::OutOfTouch { who });
            }
        }
    }

    /// Companions who are near their leader again are in touch.
    pub(super) fn meet_again(&mut self) {
        let lost: Vec<ActorId> = self
            .game
            .actors()
            .filter(|actor| actor.is_out_of_touch)
            .map(|actor| actor.id)
            .collect();
        for who in lost {
            if self.is_in_reach(who) {
                self.change(who, |actor| actor.is_out_of_touch = false);
                self.tell(Event::BackInTouch { who });
            }
        }
    }

    fn is_in_reach(&self, who: ActorId) -> bool {
        let actor = self.game.actor(who);
        let leader = actor.and_then(|actor| self.game.actor(actor.leader?));
        actor.zip(leader).is_some_and(|(actor, leader)| {
            let [a, b] = [actor.place, leader.place];
            a.z == b.z && (a.x - b.x).abs() <= TOUCH && (a.y - b.y).abs() <= TOUCH
        })
    }
}
