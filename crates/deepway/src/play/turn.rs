//! One turn: the player's command, then everybody else.

use super::actor::{Actor, ActorId, Side};
use super::aim::Ending;
use super::command::Command;
use super::event::{Cause, Event, News, Prompt};
use super::game::Game;
use super::listener::{Before, Listener, Verdict, world_says};
use crate::check::Resolver;
use crate::seed::Dice;
use crate::space::Pos;

/// A turn while it runs.
pub(super) struct Turn<'a> {
    pub(super) game: &'a mut Game,
    listener: &'a mut dyn Listener,
    /// Other dice than the game's own.
    resolver: Option<&'a mut dyn Resolver>,
    pub(super) events: Vec<Event>,
}

/// What came of a command: how many turns it took, or why it came to nothing.
pub(super) type Done = Result<u32, String>;

impl<'a> Turn<'a> {
    pub(super) fn new(
        game: &'a mut Game,
        listener: &'a mut dyn Listener,
        resolver: Option<&'a mut dyn Resolver>,
    ) -> Self {
        Self {
            game,
            listener,
            resolver,
            events: Vec::new(),
        }
    }

    /// Does what the player is told, and what follows from it.
    pub(super) fn run(&mut self, command: &Command) {
        if self.game.ending.is_some() {
            return self.refuse("The game is over.");
        }
        self.game.fresh.clear();
        self.game.acts += 1;
        let prompt = self.game.prompt.take();
        let done = match (prompt, command) {
            (Some(Prompt::Jump { towards, .. }), Command::Answer(true)) => {
                self.step(ActorId::PLAYER, towards, true)
            }
            (Some(Prompt::Jump { .. }), Command::Answer(false)) => return,
            (Some(prompt), Command::Leave) => {
                self.game.prompt = Some(prompt);
                self.obey(command)
            }
            (Some(prompt), _) => {
                self.game.prompt = Some(prompt);
                Err("There is a question to answer first: yes or no.".to_owned())
            }
            (None, command) => self.obey(command),
        };
        match done {
            Ok(turns) => {
                for _ in 0..turns {
                    if !self.pass() {
                        break;
                    }
                }
                self.look();
                self.judge();
            }
            Err(reason) => self.refuse(reason),
        }
    }

    fn obey(&mut self, command: &Command) -> Done {
        const PLAYER: ActorId = ActorId::PLAYER;
        match *command {
            Command::Step(towards) => self.step(PLAYER, towards, false),
            Command::Climb(towards) => self.climb(PLAYER, towards),
            Command::Use(towards) => self.use_beside(towards),
            Command::Turn(towards) => {
                self.change(PLAYER, |player| player.facing = towards);
                Ok(0)
            }
            Command::Wait => Ok(1),
            Command::Rest => self.rest(),
            Command::Search => self.search(),
            Command::Clear(towards) => self.clear(towards),
            Command::Blast(towards) => self.blast(towards),
            Command::Repair(towards) => self.repair(towards),
            Command::Disarm(towards) => self.disarm(towards),
            Command::Take => self.take(),
            Command::Drop(number) => self.drop(number),
            Command::Apply(number) => self.apply(number),
            Command::Throw(number, at) => self.throw(number, at),
            Command::Strike(at) => self.strike_at(PLAYER, at),
            Command::Shove(towards) => self.shove(PLAYER, towards),
            Command::Answer(_) => Err("Nobody asked anything.".to_owned()),
            Command::Leave => {
                self.end(Ending::Left);
                Ok(0)
            }
        }
    }

    /// A turn passes for everybody but the player; whether the player can go on.
    pub(super) fn pass(&mut self) -> bool {
        if self.game.ending.is_some() || !self.game.player().is_up() {
            return false;
        }
        self.game.turn += 1;
        self.everybody();
        self.carry();
        self.game.player().is_up() && self.game.ending.is_none()
    }

    /// Tells whoever listens that something has happened.
    pub(super) fn tell(&mut self, event: Event) {
        self.game.tally.count(&event);
        self.listener.after(self.game, &event);
        self.events.push(event);
    }

    pub(super) fn refuse(&mut self, reason: impl Into<String>) {
        self.tell(Event::Refused(reason.into()));
    }

    /// Asks whoever listens whether something may happen; where to instead, or why not.
    pub(super) fn may(&mut self, before: &Before) -> Result<Option<Pos>, String> {
        for verdict in [
            world_says(self.game, before),
            self.listener.before(self.game, before),
        ] {
            match verdict {
                Verdict::Allow => {}
                Verdict::Cancel(reason) => return Err(reason),
                Verdict::Redirect(to) => return Ok(Some(to)),
            }
        }
        Ok(None)
    }

    /// Changes somebody.
    pub(super) fn change(&mut self, who: ActorId, change: impl FnOnce(&mut Actor)) {
        if let Some(actor) = self.game.actors.get_mut(&who) {
            change(actor);
        }
    }

    /// Does something with the game and its dice, or those that were brought.
    pub(super) fn with_dice<T>(
        &mut self,
        act: impl FnOnce(&mut Game, &mut dyn Resolver) -> T,
    ) -> T {
        if let Some(resolver) = &mut self.resolver {
            return act(self.game, *resolver);
        }
        let mut rolls = self.game.rolls.clone();
        let done = act(self.game, &mut rolls);
        self.game.rolls = rolls;
        done
    }

    pub(super) fn roll(&mut self, dice: Dice) -> u32 {
        self.game.rolls.roll(dice).max(0) as u32
    }

    /// Takes hit points from somebody, who may die of it.
    pub(super) fn hurt(&mut self, who: ActorId, amount: u32, cause: Cause) {
        let Some(actor) = self.game.actors.get_mut(&who) else {
            return;
        };
        if amount == 0 || !actor.is_up() {
            return;
        }
        actor.lose(amount);
        let is_dead = !actor.is_up();
        self.tell(Event::Hurt { who, amount, cause });
        match is_dead {
            true => self.die(who, cause),
            false => self.wake(who),
        }
    }

    fn die(&mut self, who: ActorId, cause: Cause) {
        let Some(actor) = self.game.actors.get_mut(&who) else {
            return;
        };
        let (name, place) = (actor.name.clone(), actor.place);
        let items = std::mem::take(&mut actor.items);
        for item in items {
            self.lay(item, place);
        }
        self.tell(Event::Died { who, name, cause });
        if who == ActorId::PLAYER {
            self.end(Ending::Lost);
            return;
        }
        self.game.places.remove(&place);
        self.game.actors.remove(&who);
        // Who followed the dead follows nobody, or the player.
        for other in self.game.actors.values_mut() {
            if other.leader == Some(who) {
                other.leader = (other.side == Side::Party).then_some(ActorId::PLAYER);
            }
        }
    }

    /// Puts an item on the ground; where nobody could fetch it, beside.
    pub(super) fn lay(&mut self, item: crate::thing::Thing, place: Pos) {
        let place = match self.game.can_stand(place) && !self.game.takes(place) {
            true => place,
            false => self.game.nearest_free(place, None).unwrap_or(place),
        };
        let item = crate::thing::Thing { place, ..item };
        self.game.goods.entry(place).or_default().push(item);
    }

    /// Looks around, and tells what is new.
    pub(super) fn look(&mut self) {
        self.game.look();
        for news in self.game.news() {
            self.tell(Event::News(news));
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, ending: Ending) {
        if self.game.ending.is_none() {
            self.game.ending = Some(ending);
            self.tell(Event::Ended(ending));
        }
    }
}

impl Game {
    /// What the player sees and had not seen before.
    pub(super) fn news(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        let actors = self.actors.values();
        let new: Vec<ActorId> = actors
            .filter(|actor| actor.id != ActorId::PLAYER && !self.met.contains(&actor.id))
            .filter(|actor| self.sees(actor.place))
            .map(|actor| actor.id)
            .collect();
        for id in new {
            self.met.insert(id);
            news.push(News::Actor(id));
        }
        let corner = self.stage.loaded().1;
        let seen: Vec<Pos> = self
            .sight
            .shown()
            .map(|pos| Pos::new(pos.x + corner.x, pos.y + corner.y, pos.z + corner.z))
            .collect();
        for pos in seen {
            let lying = self.goods.get(&pos).into_iter().flatten();
            let traps = self.traps.get(&pos).filter(|(_, is_known)| *is_known);
            let things = lying.chain(traps.map(|(trap, _)| trap));
            let names: Vec<String> = things.map(|thing| thing.name.clone()).collect();
            for name in names {
                if self.seen_things.insert((pos, name.clone())) {
                    news.push(News::Thing(name, pos));
                }
            }
            let is_way = self.stage.cell(pos).is_vertical();
            if is_way && !self.seen_ways.contains(&pos) && !self.stage.ways(pos).is_empty() {
                // A wide stair is one piece of news.
                let wide = self.stage.same_way(pos);
                self.seen_ways.extend(wide);
                self.seen_ways.insert(pos);
                self.ways_in_order.push(pos);
                // Nor is the other end of one that is known.
                let mut ways = self.stage.ways(pos).into_iter();
                if !ways.all(|way| self.seen_ways.contains(&way.to)) {
                    news.push(News::Way(pos));
                }
            }
        }
        let place = self.player().place;
        if let Some(room) = self.stage.room_at(place) {
            let name = self
                .stage
                .sector()
                .and_then(|carved| carved.sector().room(room))
                .map(|room| room.name.clone());
            if let Some(name) = name.filter(|_| self.rooms.insert(room.to_string())) {
                news.push(News::Room(name));
            }
        }
        news
    }
}
