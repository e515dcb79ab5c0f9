//! What everybody else does.

use super::actor::{Actor, ActorId, Mind, Side};
use super::chase::Move;
use super::event::{Event, How};
use super::game::Game;
use super::turn::Turn;
use crate::cell::LinkKind;
use crate::rules::Moves;
use crate::sight::sees;
use crate::space::{Direction, Pos};
use crate::strata::Strata;

/// An idle creature uses a stair once in so many turns.
pub(super) const IDLE: u32 = 2000;
/// How far a hunter sees.
const EYES: i32 = 14;
/// Who has lost the others looks for a way back once in so many turns.
const LOOKS_BACK: u64 = 16;
/// From so far away somebody who has no way to walk yet looks for one every turn.
const CALL: i32 = 40;
/// How far a sleeper hears, if its property `ears` does not say otherwise.
const EARS: i32 = 4;
/// Whoever is below this share of its hit points, in percent, runs away.
const AFRAID: u32 = 20;
/// How far away others still act.
const NEAR: i32 = 60;

impl Turn<'_> {
    /// Everybody but the player acts, in the order of their numbers, as their speed allows.
    pub(super) fn everybody(&mut self) {
        let here = self.game.player().place;
        let is_near = |actor: &&Actor| {
            let [x, y] = [actor.place.x - here.x, actor.place.y - here.y];
            x.abs().max(y.abs()) <= NEAR || actor.side == Side::Party
        };
        let others = self
            .game
            .actors()
            .filter(|actor| actor.id != ActorId::PLAYER);
        let others = others.filter(is_near).map(|actor| actor.id);
        for who in others.collect::<Vec<_>>() {
            let speed = self.game.actor(who).map_or(0, |actor| actor.speed);
            self.change(who, |actor| actor.energy = (actor.energy + speed).min(400));
            while self.spend(who) {
                self.think(who);
            }
        }
        self.meet_again();
    }

    /// Takes the energy for an action from somebody who can act.
    fn spend(&mut self, who: ActorId) -> bool {
        let is_over = self.game.ending().is_some() || !self.game.player().is_up();
        let Some(actor) = self.game.actors.get_mut(&who) else {
            return false;
        };
        let can = !is_over && actor.is_up() && actor.energy >= 100;
        if can {
            actor.energy -= 100;
        }
        can
    }

    fn think(&mut self, who: ActorId) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (mind, side, place) = (actor.mind, actor.side, actor.place);
        if !self.game.stage().is_loaded(place) && side != Side::Party {
            return;
        }
        if side == Side::Foes {
            self.watch(who);
        }
        let mind = self.game.actor(who).map_or(mind, |actor| actor.mind);
        match mind {
            Mind::Told | Mind::Sleep => {}
            Mind::Idle => self.idle(who),
            Mind::Wander => {
                self.idle(who);
                self.stroll(who);
            }
            Mind::Hunt(last) => self.hunt(who, last),
            Mind::Follow => self.keep_up(who),
            Mind::Flee => self.flee(who),
            Mind::Stairs(at, towards) => self.go_to_stairs(who, at, towards),
        }
    }

    /// Notices the party, or loses it.
    fn watch(&mut self, who: ActorId) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (mind, place) = (actor.mind, actor.place);
        let ears = actor.properties.get("ears");
        let ears = ears.and_then(|far| far.parse().ok()).unwrap_or(EARS);
        let far = match mind {
            Mind::Sleep => ears,
            Mind::Flee => return,
            _ => EYES,
        };
        let quarry = self.game.nearest_seen(place, Side::Party, far);
        match (mind, quarry) {
            (Mind::Sleep, Some((_, at, _))) => {
                if self.game.rolls.chance(1, 6) {
                    self.notice(who, at);
                }
            }
            (_, None) => {}
            (Mind::Hunt(_), Some((_, at, _))) => {
                self.change(who, |actor| actor.mind = Mind::Hunt(at));
            }
            (_, Some((_, at, _))) => self.notice(who, at),
        }
    }

    fn notice(&mut self, who: ActorId, at: Pos) {
        self.change(who, |actor| actor.mind = Mind::Hunt(at));
        if self.game.alert.insert(who) {
            self.tell(Event::Noticed { who });
        }
        // Whoever is with it, and near, wakes up too.
        let Some((place, party)) = self
            .game
            .actor(who)
            .map(|actor| (actor.place, actor.properties.get("party").cloned()))
        else {
            return;
        };
        let friends = self.game.actors().filter(|other| {
            let is_near = (other.place.x - place.x)
                .abs()
                .max((other.place.y - place.y).abs())
                <= 4;
            let is_same = party.is_some() && other.properties.get("party") == party.as_ref();
            other.side == Side::Foes
                && other.place.z == place.z
                && (is_near || is_same)
                && matches!(other.mind, Mind::Sleep | Mind::Idle | Mind::Wander)
        });
        for friend in friends.map(|actor| actor.id).collect::<Vec<_>>() {
            self.change(friend, |actor| actor.mind = Mind::Hunt(at));
        }
    }

    /// Whoever is hurt wakes up, and strikes back or runs.
    pub(super) fn wake(&mut self, who: ActorId) {
        let here = self.game.player().place;
        let Some(actor) = self.game.actors.get_mut(&who) else {
            return;
        };
        let is_afraid = actor.hp * 100 < actor.max_hp * AFRAID && !actor.is_boss();
        match (actor.side, actor.mind) {
            (Side::Foes, _) if is_afraid => actor.mind = Mind::Flee,
            (Side::Foes, Mind::Sleep | Mind::Idle | Mind::Wander | Mind::Stairs(..)) => {
                actor.mind = Mind::Hunt(here);
            }
            (Side::Nobody, _) => actor.mind = Mind::Flee,
            _ => {}
        }
    }

    /// Once in a long while somebody takes a stair that is meant for it.
    fn idle(&mut self, who: ActorId) {
        let Some(place) = self.game.actor(who).map(|actor| actor.place) else {
            return;
        };
        if self.game.rolls.below(u64::from(IDLE)) != 0 {
            return;
        }
        let Some((at, towards)) = self.game.idle_stairs(place) else {
            return;
        };
        self.change(who, |actor| actor.mind = Mind::Stairs(at, towards));
    }

    fn go_to_stairs(&mut self, who: ActorId, at: Pos, towards: Direction) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (place, flies) = (actor.place, !actor.can_fall());
        if place == at {
            let mut ways = self.game.ways(at).into_iter();
            if let Some(way) = ways.find(|way| way.towards == towards) {
                self.make(who, Move::Climb(way));
            }
            self.change(who, |actor| actor.mind = Mind::Idle);
            return;
        }
        match self.game.first_move(place, at, flies) {
            Some(mov) => {
                self.make(who, mov);
            }
            None => self.change(who, |actor| actor.mind = Mind::Idle),
        }
    }

    fn stroll(&mut self, who: ActorId) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (place, flies) = (actor.place, !actor.can_fall());
        if self.game.rolls.below(2) == 0 {
            return;
        }
        let mut moves = Vec::new();
        self.game.for_each_move(place, flies, |mov, to, price| {
            // Nobody strolls beside a pit or up a stair.
            if matches!(mov, Move::Step(_)) && price == 1 && self.game.at(to).is_none() {
                moves.push(mov);
            }
        });
        if let Some(&mov) = self.game.rolls.pick(&moves) {
            self.make(who, mov);
        }
    }

    fn hunt(&mut self, who: ActorId, last: Pos) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (place, flies) = (actor.place, !actor.can_fall());
        if let Some(quarry) = self.game.in_reach(who, Side::Party) {
            if !self.shove_over_an_edge(who, quarry) {
                // It is in reach.
                let _ = self.strike_at(who, quarry);
            }
            return;
        }
        if place == last {
            self.change(who, |actor| actor.mind = Mind::Wander);
            return;
        }
        match self.game.first_move(place, last, flies) {
            Some(mov) => {
                self.make(who, mov);
            }
            None => self.change(who, |actor| actor.mind = Mind::Wander),
        }
    }

    fn flee(&mut self, who: ActorId) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (place, flies) = (actor.place, !actor.can_fall());
        let foe = match actor.side {
            Side::Party => Side::Foes,
            _ => Side::Party,
        };
        let Some((_, danger, far)) = self.game.nearest_seen(place, foe, EYES) else {
            self.change(who, |actor| actor.mind = Mind::Wander);
            return;
        };
        let away = |pos: Pos| (pos.x - danger.x).pow(2) + (pos.y - danger.y).pow(2);
        let mut best = (away(place), None);
        self.game.for_each_move(place, flies, |mov, to, _| {
            let far = away(to) + if to.z == danger.z { 0 } else { 100 };
            if far > best.0 && self.game.at(to).is_none() {
                best = (far, Some(mov));
            }
        });
        match best.1 {
            Some(mov) => {
                self.make(who, mov);
            }
            None if far <= 1 => {
                let _ = self.strike_at(who, danger);
            }
            None => {}
        }
    }

    /// A companion fights whoever is in reach, and stays near its leader.
    fn keep_up(&mut self, who: ActorId) {
        let Some(actor) = self.game.actor(who) else {
            return;
        };
        let (place, flies) = (actor.place, !actor.can_fall());
        if let Some(foe) = self.game.in_reach(who, Side::Foes) {
            let _ = self.strike_at(who, foe);
            return;
        }
        let leader = actor.leader.and_then(|leader| self.game.actor(leader));
        let Some(goal) = leader.map(|leader| leader.place) else {
            return;
        };
        let [x, y, z] = [place.x - goal.x, place.y - goal.y, place.z - goal.z].map(i32::abs);
        if z == 0 && x.max(y) <= 1 && !self.game.is_cornered(place, goal) {
            self.game.trails.remove(&who);
            return;
        }
        // Who is far away has a way to walk, and looks now and then whether it is still the best.
        let is_time = (self.game.turn + u64::from(who.number())).is_multiple_of(LOOKS_BACK);
        let is_on_trail = self.game.trails.contains_key(&who);
        let is_near = x.max(y) <= CALL && z <= 3;
        let mov = match is_time || is_near && !is_on_trail {
            true => self.game.first_move(place, goal, flies),
            false => None,
        };
        match mov {
            Some(mov) => {
                self.game.trails.remove(&who);
                self.make(who, mov);
            }
            None => self.find_back(who, goal, is_time),
        }
    }

    /// A companion far away, or in a zone that is no longer loaded, looks for a way back now and
    /// then, and walks it step by step.
    fn find_back(&mut self, who: ActorId, goal: Pos, is_time: bool) {
        let Some(place) = self.game.actor(who).map(|actor| actor.place) else {
            return;
        };
        if !self.game.trails.contains_key(&who) {
            // Somebody may have moved since: the way goes to where the leader is now.
            let trail = is_time.then(|| self.game.trail(place, goal)).flatten();
            let Some(trail) = trail.filter(|trail| !trail.is_empty()) else {
                return;
            };
            self.game.trails.insert(who, trail);
        }
        let trail = self.game.trails.get(&who);
        let Some(&next) = trail.and_then(|trail| trail.last()) else {
            self.game.trails.remove(&who);
            return;
        };
        if !self.go_along(who, next) {
            // Whoever is in the way may go on; anything else means another way.
            if self.game.at(next).is_none() {
                self.game.trails.remove(&who);
            }
            return;
        }
        let is_there = self
            .game
            .actor(who)
            .is_some_and(|actor| actor.place == next);
        match self.game.trails.get_mut(&who) {
            Some(trail) if is_there && trail.len() > 1 => drop(trail.pop()),
            _ => drop(self.game.trails.remove(&who)),
        }
    }

    /// Goes on to the next cell of a way; whether anything came of it.
    fn go_along(&mut self, who: ActorId, next: Pos) -> bool {
        let Some(place) = self.game.actor(who).map(|actor| actor.place) else {
            return false;
        };
        if self.game.takes(next) || !self.game.can_stand(next) {
            return false;
        }
        if next.z == place.z {
            return !self.game.is_cornered(place, next) && self.arrive(who, next, How::Step);
        }
        let mut ways = self.game.ways(place).into_iter();
        let way = ways.find(|way| way.to == next && self.game.is_passable(way));
        way.is_some_and(|way| self.make(who, Move::Climb(way)))
    }

    /// Makes a move; whether anything came of it.
    fn make(&mut self, who: ActorId, mov: Move) -> bool {
        let Some(place) = self.game.actor(who).map(|actor| actor.place) else {
            return false;
        };
        let to = match mov {
            Move::Step(towards) => place.step(towards),
            Move::Climb(way) => way.to,
        };
        let how = match mov {
            Move::Step(_) => How::Step,
            Move::Climb(_) => How::Climb,
        };
        self.arrive(who, to, how)
    }

    /// Goes to a cell, or beside whoever stands at the other end of a stair; whether anything
    /// came of it. Companions get past bystanders.
    fn arrive(&mut self, who: ActorId, to: Pos, how: How) -> bool {
        let Some(other) = self.game.at(to) else {
            return self.shift(who, to, how).is_ok();
        };
        let side = |who: ActorId| self.game.actor(who).map(|actor| actor.side);
        if how == How::Climb {
            return match self.game.nearest_free(to, Some(who)) {
                Some(beside) if beside.x.abs_diff(to.x).max(beside.y.abs_diff(to.y)) <= 2 => {
                    self.shift(who, beside, how).is_ok()
                }
                _ => false,
            };
        }
        side(who) == Some(Side::Party)
            && side(other) == Some(Side::Nobody)
            && self.swap(who, other).is_ok()
    }
}

impl Game {
    /// Whoever of a side is nearest to a place and seen from there: who, where, how far.
    pub(super) fn nearest_seen(
        &self,
        from: Pos,
        side: Side,
        most: i32,
    ) -> Option<(ActorId, Pos, i32)> {
        let (cells, _) = self.stage().loaded();
        let local = |pos| self.stage().local(pos);
        let seen = self
            .actors()
            .filter(|actor| actor.side == side && actor.is_up());
        let seen = seen.filter_map(|actor| {
            let [x, y, z] = [
                actor.place.x - from.x,
                actor.place.y - from.y,
                actor.place.z - from.z,
            ];
            let far = x.abs().max(y.abs()) + 2 * z.abs();
            let is_seen =
                far <= most && z.abs() <= 3 && sees(cells, local(from), local(actor.place));
            is_seen.then_some((far, actor.id, actor.place))
        });
        seen.min().map(|(far, id, place)| (id, place, far))
    }

    /// A stair near a place that is meant for those who have nothing to do, and which way.
    fn idle_stairs(&self, place: Pos) -> Option<(Pos, Direction)> {
        const NEAR: i32 = 20;
        let marked = self.marks.iter().filter(|(_, marks)| {
            let mut marks = marks.iter();
            marks.any(|mark| {
                mark.properties
                    .get("IdleStairs")
                    .is_some_and(|on| on == "1")
            })
        });
        let near = marked.filter(|(pos, _)| {
            pos.z == place.z && (pos.x - place.x).abs().max((pos.y - place.y).abs()) <= NEAR
        });
        let ways = near.flat_map(|(pos, _)| self.ways(*pos));
        let way = ways
            .filter(|way| matches!(way.kind.link(), LinkKind::Stairs) && self.is_passable(way))
            .min_by_key(|way| {
                let far = (way.from.x - place.x).abs() + (way.from.y - place.y).abs();
                (far, *way)
            });
        way.map(|way| (way.from, way.towards))
    }

    /// The cells of a way from a place to another, the first one last.
    fn trail(&self, from: Pos, to: Pos) -> Option<Vec<Pos>> {
        let mut cells: Vec<Pos> = match self.stage().strata() {
            // Through zones that are not loaded as well.
            Some(strata) => {
                let [first, last] = [from, to].map(|pos| self.footing(strata, pos));
                let route = strata.find_on_foot(first?, last?, Moves::Eight).ok()?;
                let cells = route.cells.into_iter().chain([to]);
                let mut cells: Vec<Pos> = cells.filter(|pos| *pos != from).collect();
                cells.dedup();
                cells
            }
            None => {
                let way = self.cheapest(from, to, false, usize::MAX)?;
                way.into_iter().map(|(_, at)| at).collect()
            }
        };
        cells.reverse();
        Some(cells)
    }

    /// A place, or one beside if it is rock that a fall has opened, of which the world does not
    /// know.
    fn footing(&self, strata: &Strata, pos: Pos) -> Option<Pos> {
        let beside = Direction::ALL[..8].iter().map(|way| pos.step(*way));
        let beside = beside.filter(|beside| !self.is_cornered(pos, *beside));
        let mut all = std::iter::once(pos).chain(beside);
        all.find(|pos| strata.cell(*pos).is_walkable() && self.can_stand(*pos))
    }
}
