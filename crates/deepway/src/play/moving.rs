//! Steps, climbs, and the chain of events of every move.

use super::actor::{ActorId, Side};
use super::event::{Cause, Event, How, Prompt};
use super::listener::Before;
use super::stage::{Way, WayKind};
use super::turn::{Done, Turn};
use crate::cell::LinkKind;
use crate::space::{Direction, Pos};
use crate::traverse::attempt_traversal;
use crate::world::Kind;

impl Turn<'_> {
    /// Somebody steps to the side, strikes whoever is in the way, or swaps with a friend.
    pub(super) fn step(&mut self, who: ActorId, towards: Direction, is_sure: bool) -> Done {
        let Some(actor) = self.game.actor(who) else {
            return Err("There is nobody.".to_owned());
        };
        let (from, side, flies) = (actor.place, actor.side, !actor.can_fall());
        if towards.east_north_up().2 != 0 {
            return self.climb(who, towards);
        }
        let to = from.step(towards);
        let stage = self.game.stage();
        if !stage.contains(to) {
            return Err("The world ends there.".to_owned());
        }
        if let Some(other) = self.game.at(to) {
            return self.meet(who, other, side);
        }
        let cell = stage.cell(to);
        if !cell.is_walkable() || self.game.is_hidden(to) {
            let name = match self.game.is_hidden(to) {
                true => "wall",
                false => cell.info().name,
            };
            return Err(format!("There is {} in the way.", with_article(name)));
        }
        if self.game.is_cornered(from, to) {
            return Err("There is no way around that corner.".to_owned());
        }
        if self.game.is_locked(to) && !cell.is_vertical() {
            return self.unlock(who, to).map(|()| 1);
        }
        let is_player = who == ActorId::PLAYER;
        if is_player
            && !is_sure
            && !flies
            && let Some(fall) = self.game.pull_down(to)
        {
            let text = self.jump_prompt(to, fall.levels);
            let prompt = Prompt::Jump {
                towards,
                levels: fall.levels,
                text,
            };
            self.game.prompt = Some(prompt.clone());
            self.tell(Event::Prompt(prompt));
            return Ok(0);
        }
        if is_player {
            self.change(who, |actor| actor.facing = towards);
        }
        if self.meet_trap(who, to) {
            return Ok(1);
        }
        self.shift(who, to, How::Step).map(|()| 1)
    }

    /// What to ask before a fall.
    fn jump_prompt(&self, to: Pos, levels: u32) -> String {
        let marks = self.game.marks_at(to).iter();
        let mut own = marks.filter_map(|mark| mark.properties.get("JumpPrompt"));
        match own.next() {
            Some(text) => text.clone(),
            None => {
                let levels = crate::words::phrase::in_words(levels);
                let word = if levels == "one" { "level" } else { "levels" };
                format!("The ground is {levels} {word} further down. Step over the edge?")
            }
        }
    }

    /// Somebody meets somebody.
    fn meet(&mut self, who: ActorId, other: ActorId, side: Side) -> Done {
        let Some(actor) = self.game.actor(other) else {
            return Err("There is nobody.".to_owned());
        };
        if side.fights(actor.side) {
            let at = actor.place;
            return self.strike_at(who, at);
        }
        if who == ActorId::PLAYER && !actor.is_boss() {
            return self.swap(who, other).map(|()| 1);
        }
        Err(format!("The {} is in the way.", actor.name))
    }

    /// Two friends change places.
    pub(super) fn swap(&mut self, who: ActorId, other: ActorId) -> Result<(), String> {
        let places = [who, other].map(|id| self.game.actor(id).map(|actor| actor.place));
        let [Some(from), Some(to)] = places else {
            return Err("There is nobody.".to_owned());
        };
        if self.game.is_cornered(from, to) {
            return Err("There is no way around that corner.".to_owned());
        }
        self.may(&Before::LeavingCell { who, from })?;
        self.may(&Before::EnteringCell { who, to })?;
        self.game.places.remove(&from);
        self.game.places.remove(&to);
        for (id, from, to, how) in [(other, to, from, How::Aside), (who, from, to, How::Step)] {
            self.change(id, |actor| actor.place = to);
            self.game.places.insert(to, id);
            self.tell(Event::Moved {
                who: id,
                from,
                to,
                how,
            });
        }
        if who == ActorId::PLAYER {
            self.activate(from, to);
        }
        Ok(())
    }

    /// Moves somebody to a free cell with all that belongs to it; refused if a listener says so.
    pub(super) fn shift(&mut self, who: ActorId, to: Pos, how: How) -> Result<(), String> {
        let Some(from) = self.game.actor(who).map(|actor| actor.place) else {
            return Err("There is nobody.".to_owned());
        };
        self.may(&Before::LeavingCell { who, from })?;
        self.tell(Event::LeavingCell { who, from });
        let turned = self.may(&Before::EnteringCell { who, to })?;
        let to = turned.unwrap_or(to);
        let is_free = self.game.at(to).is_none_or(|other| other == who);
        if turned.is_some() && !(self.game.can_stand(to) && is_free) {
            return Err("Something turns you away.".to_owned());
        }
        self.tell(Event::EnteringCell { who, to });
        let zones = [from, to].map(|pos| self.game.stage().zone_of(pos));
        if let (true, Some(zone)) = (zones[0] != zones[1], zones[1]) {
            self.may(&Before::EnteringZone { who, zone })?;
            self.tell(Event::EnteringZone { who, zone });
        }
        self.put(who, to, how);
        self.gravitate(who);
        Ok(())
    }

    /// Puts somebody to a free cell, whatever anybody says.
    pub(super) fn put(&mut self, who: ActorId, to: Pos, how: How) {
        let Some(from) = self.game.actor(who).map(|actor| actor.place) else {
            return;
        };
        if self.game.at(from) == Some(who) {
            self.game.places.remove(&from);
        }
        self.change(who, |actor| actor.place = to);
        self.game.places.insert(to, who);
        self.tell(Event::LeftCell { who, from });
        self.tell(Event::EnteredCell { who, to });
        self.tell(Event::Moved { who, from, to, how });
        if who == ActorId::PLAYER {
            self.activate(from, to);
        }
        self.throw_switch(who, to);
    }

    /// Loads what lies around the player, if that is another zone.
    fn activate(&mut self, from: Pos, to: Pos) {
        let zones = [from, to].map(|pos| self.game.stage().zone_of(pos));
        if let (true, Some(zone)) = (zones[0] != zones[1], zones[1]) {
            self.game.load();
            self.tell(Event::ActiveZone { zone });
            self.settle();
        }
    }

    /// Whoever stands on something that pulls when a zone is built falls at once.
    pub(super) fn settle(&mut self) {
        let pulled = self.game.actors.values();
        let pulled = pulled.filter(|actor| self.game.stage().pulls(actor.place));
        let pulled: Vec<ActorId> = pulled.map(|actor| actor.id).collect();
        for who in pulled {
            self.gravitate(who);
        }
    }

    /// The way up or down from where somebody is.
    fn way(&self, who: ActorId, towards: Direction) -> Option<Way> {
        let at = self.game.actor(who)?.place;
        let mut ways = self.game.ways(at).into_iter();
        ways.find(|way| way.towards == towards)
    }

    /// Somebody goes up or down by what is there.
    pub(super) fn climb(&mut self, who: ActorId, towards: Direction) -> Done {
        let Some(way) = self.way(who, towards) else {
            return Err(match self.game.kind() {
                Kind::Maze => "???".to_owned(),
                _ => format!("Nothing leads {towards} from here."),
            });
        };
        let from = way.from;
        self.may(&Before::Climb { who, from, towards })?;
        if self.game.stands_still(&way) {
            return Err(
                "The elevator stands still. Its switch is at the bottom of the chutes.".to_owned(),
            );
        }
        self.check_keys(who, &way)?;
        match way.kind {
            WayKind::Connection(_, _) => self.climb_connection(who, &way),
            WayKind::Link(kind) => {
                let to = self.landing(who, way.to)?;
                let followers = self.followers_beside(who);
                self.shift(who, to, How::Climb)?;
                self.tell(Event::Sound(sound(kind, towards)));
                self.follow(&followers, way.to);
                Ok(way.levels)
            }
        }
    }

    /// Where somebody arrives: the end of the way, or beside whoever stands there.
    fn landing(&self, who: ActorId, to: Pos) -> Result<Pos, String> {
        let place = self.game.nearest_free(to, Some(who));
        let near = place.filter(|pos| pos.x.abs_diff(to.x).max(pos.y.abs_diff(to.y)) <= 1);
        near.ok_or_else(|| "Somebody stands at the other end.".to_owned())
    }

    /// Refuses a way that needs a key which nobody has: a lock, or a key object.
    fn check_keys(&mut self, who: ActorId, way: &Way) -> Result<(), String> {
        let lock = match way.kind {
            WayKind::Connection(_, id) => self
                .game
                .stage()
                .sector()
                .and_then(|carved| carved.sector().connection(id))
                .and_then(|connection| connection.lock)
                .map(|lock| lock.to_string()),
            WayKind::Link(_) => self.game.locks.get(&way.from).cloned(),
        };
        if let Some(lock) = lock {
            let key = self.key_of(who, &lock);
            let Some(key) = key else {
                return Err("It is locked, and you have no key for it.".to_owned());
            };
            if self.game.locks.remove(&way.from).is_some() {
                self.tell(Event::Unlocked { at: way.from, key });
            }
        }
        let marks = self.game.marks_at(way.from).iter();
        let mut wanted = marks.filter_map(|mark| mark.properties.get("KeyObject").cloned());
        match wanted.next() {
            Some(object) => {
                let actor = self.game.actor(who);
                let has = actor.is_some_and(|actor| {
                    let mut items = actor.items.iter();
                    items.any(|item| {
                        item.name == object || item.properties.get("id") == Some(&object)
                    })
                });
                match has {
                    true => Ok(()),
                    false => Err(format!("Nobody goes this way without the {object}.")),
                }
            }
            None => Ok(()),
        }
    }

    /// Somebody climbs a connection of a sector, as a whole and with its checks.
    fn climb_connection(&mut self, who: ActorId, way: &Way) -> Done {
        let WayKind::Connection(kind, id) = way.kind else {
            return Err("Nothing leads there.".to_owned());
        };
        let Some(actor) = self.game.actor(who) else {
            return Err("There is nobody.".to_owned());
        };
        let mut character = actor.character();
        let Some(carved) = self.game.stage.sector() else {
            return Err("Nothing leads there.".to_owned());
        };
        let Some(connection) = carved.sector().connection(id) else {
            return Err("Nothing leads there.".to_owned());
        };
        if connection.is_blocked() {
            let blockage = connection.blockage().unwrap_or("It is blocked.");
            return Err(format!("{blockage} It must be cleared first."));
        }
        let [low, high] = connection.low_and_high();
        let start = match way.towards {
            Direction::Up => low,
            _ => high,
        };
        if !connection.is_two_way() && start != connection.from {
            return Err("It only leads the other way.".to_owned());
        }
        let arrival = self.landing(who, way.to)?;
        let outcome = self.with_dice(|game, dice| {
            let sector = game.stage().sector()?.sector();
            let connection = sector.connection(id)?;
            Some(attempt_traversal(
                sector,
                &connection,
                start,
                &mut character,
                dice,
            ))
        });
        let Some(outcome) = outcome else {
            return Err("Nothing leads there.".to_owned());
        };
        let followers = self.followers_beside(who);
        self.tell(Event::Attempt {
            who,
            success: outcome.success,
            text: outcome.message.clone(),
            minutes: outcome.minutes,
        });
        let there = match way.towards {
            Direction::Up => high,
            _ => low,
        };
        if who == ActorId::PLAYER && outcome.room == there {
            let carved = self.game.stage().sector();
            let cells = carved.map(|carved| carved.connection_cells(id).to_vec());
            self.game.remember(cells.unwrap_or_default());
        }
        if outcome.success {
            self.shift(who, arrival, How::Climb)?;
            self.tell(Event::Sound(sound(kind, way.towards)));
            self.follow(&followers, way.to);
        } else if outcome.room == there {
            // They fell to the bottom on the way down.
            self.put(who, arrival, How::Fall);
            let levels = way.levels;
            let (from, to) = (way.from, arrival);
            self.tell(Event::FellDown {
                who,
                from,
                to,
                levels,
            });
            self.part(who);
        }
        self.hurt(who, outcome.damage, Cause::Climb);
        Ok(outcome.minutes.max(1))
    }

    /// Walks to a stair in a cell beside, and takes it.
    pub(super) fn use_beside(&mut self, towards: Direction) -> Done {
        let player = self.game.player();
        let here = player.place;
        if !self.game.ways(here).is_empty() && towards.east_north_up().2 != 0 {
            return self.climb(ActorId::PLAYER, towards);
        }
        let beside: Vec<(Direction, Pos)> = Direction::ALL[..8]
            .iter()
            .map(|&way| (way, here.step(way)))
            .filter(|(way, pos)| match towards.east_north_up().2 {
                0 => *way == towards && !self.game.ways(*pos).is_empty(),
                _ => self
                    .game
                    .ways(*pos)
                    .iter()
                    .any(|way| way.towards == towards),
            })
            .collect();
        let Some(&(way, at)) = beside.first() else {
            return Err("No stair is beside you.".to_owned());
        };
        let before = self.game.turn;
        let took = self.step(ActorId::PLAYER, way, false)?;
        if self.game.player().place != at || self.game.prompt.is_some() {
            return Ok(took);
        }
        self.pass();
        if self.game.turn == before || !self.game.player().is_up() {
            return Ok(0);
        }
        let ways = self.game.ways(at);
        let wanted = match towards.east_north_up().2 {
            0 => ways.first().map(|way| way.towards),
            _ => Some(towards),
        };
        match wanted {
            Some(towards) => self.climb(ActorId::PLAYER, towards),
            None => Ok(0),
        }
    }
}

/// The sound of a way.
fn sound(kind: LinkKind, towards: Direction) -> &'static str {
    match (kind, towards) {
        (LinkKind::Stairs, Direction::Up) => "stairs up",
        (LinkKind::Stairs, _) => "stairs down",
        (LinkKind::Ladder, _) => "ladder",
        (LinkKind::Elevator, _) => "elevator",
        (LinkKind::Ramp, _) => "ramp",
        (LinkKind::Shaft, _) => "shaft",
        (LinkKind::Hole, _) => "hole",
    }
}

/// A name with its article, unless it is a plural or a mass.
pub(super) fn with_article(name: &str) -> String {
    let bare = [
        "stairs",
        "rubble",
        "machinery",
        "furniture",
        "open air",
        "bars",
    ];
    if bare.iter().any(|word| name.starts_with(word)) || name.ends_with("liquid") {
        return name.to_owned();
    }
    match name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => format!("an {name}"),
        false => format!("a {name}"),
    }
}
