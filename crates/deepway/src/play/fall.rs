//! Gravity: who falls, how far, where they land, and what it does to them.

use super::actor::ActorId;
use super::event::{Cause, Event, How};
use super::game::Game;
use super::listener::Before;
use super::turn::Turn;
use crate::cell::Cell;
use crate::seed::Dice;
use crate::space::{Direction, Pos};

/// A fall: where it ends, and how deep it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Where it ends.
    pub to: Pos,
    /// Through how many levels.
    pub levels: u32,
}

/// What a fall does to whoever falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FallDamage {
    /// For n levels, n d20 + 100 + 25 n: for worlds in which people have hundreds of hit points.
    Deep {
        /// So many levels do nothing.
        free: u32,
    },
    /// 2d6 for each level.
    Shallow,
}

impl FallDamage {
    /// The dice for a fall, and what is added to them; none if it does nothing.
    pub fn dice(self, levels: u32) -> Option<(Dice, u32)> {
        match self {
            Self::Deep { free } => match levels.saturating_sub(free) {
                0 => None,
                deep => Some((Dice::sum(deep, 20), 100 + 25 * deep)),
            },
            Self::Shallow => Some((Dice::sum(2 * levels, 6), 0)),
        }
    }
}

/// What it does to whoever is underneath.
pub(super) const CRUSHED: (u32, u32) = (1, 4);

/// A fall in the open ends after so many levels at the latest.
const DEEPEST: u32 = 256;

impl Game {
    /// Where whoever is pulled down at a cell would land; none where nothing pulls.
    ///
    /// The fall goes on through every shaft below, until a platform or a floor.
    pub fn pull_down(&self, from: Pos) -> Option<Fall> {
        let stage = self.stage();
        if !stage.pulls(from) || self.has_platform(from) {
            return None;
        }
        let mut fall = Fall {
            to: from.step(Direction::Down),
            levels: 1,
        };
        while stage.pulls(fall.to) && !self.has_platform(fall.to) && fall.levels < DEEPEST {
            fall.to = fall.to.step(Direction::Down);
            fall.levels += 1;
        }
        Some(fall)
    }

    /// Where whoever is pushed over an edge lands: through open air, or through a hole. None if
    /// there is no fall, and none if nothing below can be stood on.
    pub fn drop_from(&self, edge: Pos) -> Option<Fall> {
        if let Some(fall) = self.pull_down(edge) {
            return Some(fall);
        }
        let stage = self.stage();
        if !matches!(stage.cell(edge), Cell::Air | Cell::Hole) {
            return None;
        }
        let mut fall = Fall {
            to: edge.step(Direction::Down),
            levels: 1,
        };
        while stage.contains(fall.to) && fall.levels < DEEPEST {
            if let Some(deeper) = self.pull_down(fall.to) {
                return Some(Fall {
                    to: deeper.to,
                    levels: fall.levels + deeper.levels,
                });
            }
            match stage.cell(fall.to) {
                cell if cell.is_walkable() => return Some(fall),
                Cell::Air => {
                    fall.to = fall.to.step(Direction::Down);
                    fall.levels += 1;
                }
                _ => {
                    return self
                        .nearest_free(fall.to, None)
                        .map(|to| Fall { to, ..fall });
                }
            }
        }
        None
    }

    /// The free cell that is nearest to a place on its level, within a few steps; the place
    /// itself if it is free or taken by `who` alone.
    pub(super) fn nearest_free(&self, place: Pos, who: Option<ActorId>) -> Option<Pos> {
        const FAR: i32 = 12;
        let is_free = |pos: &Pos| {
            let taken = self.at(*pos).filter(|other| Some(*other) != who);
            self.can_stand(*pos) && !self.takes(*pos) && taken.is_none()
        };
        if is_free(&place) {
            return Some(place);
        }
        let around = (-FAR..=FAR).flat_map(|y| (-FAR..=FAR).map(move |x| [x, y]));
        let around = around.map(|[x, y]| Pos::new(place.x + x, place.y + y, place.z));
        around.filter(is_free).min_by_key(|pos| {
            let [x, y] = [pos.x - place.x, pos.y - place.y];
            (x * x + y * y, *pos)
        })
    }
}

impl Turn<'_> {
    /// Lets gravity act on somebody where they are; whether they fell.
    pub(super) fn gravitate(&mut self, who: ActorId) -> bool {
        let Some(actor) = self.game.actor(who) else {
            return false;
        };
        let at = actor.place;
        if !self.game.stage().pulls(at) {
            return false;
        }
        let can_fall = actor.can_fall();
        let subject = Before::SubjectToGravity { who, at };
        let is_subject = can_fall && self.may(&subject).is_ok();
        self.tell(Event::SubjectToGravity { who, is_subject });
        if !is_subject || self.may(&Before::Gravitation { who, at }).is_err() {
            return false;
        }
        self.tell(Event::Gravitation { who, at });
        match self.game.pull_down(at) {
            Some(fall) => self.fall(who, fall),
            None => false,
        }
    }

    /// Lets somebody fall; whether they did.
    pub(super) fn fall(&mut self, who: ActorId, fall: Fall) -> bool {
        let Some(from) = self.game.actor(who).map(|actor| actor.place) else {
            return false;
        };
        let Fall { to, levels } = fall;
        let before = Before::PullDown {
            who,
            from,
            to,
            levels,
        };
        let to = match self.may(&before) {
            Ok(turned) => turned.unwrap_or(to),
            Err(_) => return false,
        };
        if !self.game.stage().contains(to) {
            return false;
        }
        self.tell(Event::BeforePullDown {
            who,
            from,
            to,
            levels,
        });
        // Whoever lands in rock opens it.
        if !self.game.stage().is_walkable(to) {
            self.game.stage_mut().set(to, Cell::Floor);
            self.tell(Event::Opened { at: to });
        }
        let underneath = self.game.at(to).filter(|other| *other != who);
        let Some(landing) = self.game.nearest_free(to, Some(who)) else {
            return false;
        };
        self.put(who, landing, How::Fall);
        if let Some(other) = underneath {
            let (count, sides) = CRUSHED;
            let amount = self.roll(Dice::sum(count, sides));
            self.hurt(other, amount, Cause::Crushed);
        }
        let damage = self.game.fall_damage().dice(levels);
        let damage = damage.filter(|_| !self.game.is_slide(from));
        let amount = damage.map_or(0, |(dice, more)| self.roll(dice) + more);
        self.tell(Event::FellDown {
            who,
            from,
            to: landing,
            levels,
        });
        self.hurt(who, amount, Cause::Fall);
        self.part(who);
        true
    }
}
