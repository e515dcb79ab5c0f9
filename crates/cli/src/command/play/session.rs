//! A game that somebody plays: what was said and told, what goes on by itself, and where it is
//! kept.

use super::keeper::Keeper;
use super::said::{self, Said};
use crate::message::{columns, one_line};
use deepway::play::{
    ActorId, Command, Event, Explorer, Game, Halt, History, RecordingError, Side, is_news,
};
use deepway::{Direction, Pos, view};

/// A game in progress.
pub(super) struct Session {
    history: History,
    explorer: Explorer,
    keeper: Keeper,
    /// How to play the same game again.
    share: String,
}

/// Something that goes on by itself.
pub(super) enum Auto {
    /// Exploring, across all levels.
    Explore,
    /// Travelling to a place.
    Travel(Pos),
    /// Running in a direction.
    Run(Run),
}

/// Running in a direction until there is something to stop for.
pub(super) struct Run {
    towards: Direction,
    /// Where it began, and what was open around there.
    from: Pos,
    open: [bool; 8],
}

impl Run {
    pub(super) fn new(game: &Game, towards: Direction) -> Self {
        let from = game.player().place;
        Self {
            towards,
            from,
            open: around(game, from),
        }
    }

    fn next(&self, game: &Game) -> Result<Command, Halt> {
        let here = game.player().place;
        let mut foes = game.actors().filter(|actor| actor.side == Side::Foes);
        let is_watched = foes.any(|actor| game.sees(actor.place));
        let is_branch = around(game, here) != self.open;
        let is_end = !game.can_stand(here.step(self.towards));
        match here != self.from && (is_watched || is_branch || is_end) {
            true => Err(Halt::There),
            false => Ok(Command::Step(self.towards)),
        }
    }
}

/// Where one can go from a place.
fn around(game: &Game, place: Pos) -> [bool; 8] {
    std::array::from_fn(|number| game.can_stand(place.step(Direction::ALL[number])))
}

/// What came of the next thing that was done by itself.
pub(super) enum Going {
    /// It can go on.
    On(Vec<Event>),
    /// It is over, and why, if what happened does not say it.
    Stopped(Vec<Event>, Option<Stop>),
}

/// Why something that goes on by itself has stopped.
pub(super) enum Stop {
    /// The engine says so.
    Halt(Halt),
    /// It has taken long enough, and goes on if it is said again.
    Long,
}

/// Something that goes on by itself takes at most so many commands at a time.
const MOST: u32 = 5000;

impl Session {
    pub(super) fn new(history: History, keeper: Keeper, share: String) -> Self {
        Self {
            explorer: Explorer::new(history.game()),
            history,
            keeper,
            share,
        }
    }

    pub(super) fn game(&self) -> &Game {
        self.history.game()
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    pub(super) fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    pub(super) fn share(&self) -> &str {
        &self.share
    }

    /// Keeps the game as it is; what there is to say about it.
    pub(super) fn keep(&mut self) -> Option<String> {
        self.keeper.keep(self.history.recording())
    }

    /// Does what the player says, and keeps it.
    pub(super) fn act(&mut self, command: &Command, told: &mut Vec<String>) -> Vec<Event> {
        let events = self.history.act(command);
        told.extend(self.keep());
        events
    }

    /// Does what somebody says, and what they are told.
    pub(super) fn obey(&mut self, said: &Said) -> Vec<String> {
        let mut told = Vec::new();
        match said {
            Said::Act(command) => {
                let events = self.act(command, &mut told);
                self.tell(&events, &mut told);
            }
            Said::Explore => self.go_on(Auto::Explore, &mut told),
            Said::TakeWay(towards) => self.take_way(*towards, &mut told),
            Said::Travel(text) => match self.place(text) {
                Err(problem) => told.push(problem),
                Ok(to) => {
                    told.extend(self.outlook(to));
                    self.go_on(Auto::Travel(to), &mut told);
                }
            },
            Said::Look => told.extend(view::surroundings(self.game())),
            Said::Map => {
                let wide = columns().min(100);
                let centre = self.game().player().place;
                told.push(view::game_plan(self.game(), centre, wide, 30));
            }
            Said::Items => told.extend(items(self.game())),
            Said::Party => told.extend(party(self.game())),
            Said::Aim => told.extend(aim(self.game())),
            Said::Seed => told.push(self.share.clone()),
            Said::Rewind(count) => self.rewind(*count, &mut told),
            Said::Help => told.push(said::help()),
            Said::Quit => {}
        }
        told
    }

    /// Goes on by itself until there is news, and says why it stopped if there was none.
    fn go_on(&mut self, mut auto: Auto, told: &mut Vec<String>) {
        let mut all = Vec::new();
        let mut stop = Some(Stop::Long);
        for _ in 0..MOST {
            match self.go(&mut auto, told) {
                Going::On(events) => all.extend(events),
                Going::Stopped(events, why) => {
                    all.extend(events);
                    stop = why;
                    break;
                }
            }
        }
        self.tell(&all, told);
        told.extend(stop.map(|stop| why(&stop)));
    }

    /// Does the next thing by itself.
    pub(super) fn go(&mut self, auto: &mut Auto, told: &mut Vec<String>) -> Going {
        let game = self.history.game();
        let next = match auto {
            Auto::Explore => self.explorer.explore(game),
            Auto::Travel(to) => self.explorer.travel(game, *to),
            Auto::Run(run) => run.next(game),
        };
        let command = match next {
            Ok(command) => command,
            Err(halt) => return Going::Stopped(Vec::new(), Some(Stop::Halt(halt))),
        };
        let events = self.act(&command, told);
        let is_refused = matches!(events[..], [Event::Refused(_)]);
        match is_refused || events.iter().any(is_news) {
            true => Going::Stopped(events, None),
            false => Going::On(events),
        }
    }

    /// What goes up or down: the way here at once, or the journey to the nearest known one.
    pub(super) fn way(&mut self, towards: Direction) -> Result<Result<Command, Auto>, String> {
        let game = self.history.game();
        let here = game.player().place;
        if game.ways(here).iter().any(|way| way.towards == towards) {
            return Ok(Ok(Command::Climb(towards)));
        }
        match self.explorer.nearest_way(game, towards) {
            Some(way) => Ok(Err(Auto::Travel(way.from))),
            None => Err(format!("No way {towards} is known.")),
        }
    }

    fn take_way(&mut self, towards: Direction, told: &mut Vec<String>) {
        match self.way(towards) {
            Ok(Ok(command)) => {
                let events = self.act(&command, told);
                self.tell(&events, told);
            }
            Ok(Err(auto)) => self.go_on(auto, told),
            Err(problem) => told.push(problem),
        }
    }

    /// The cells of the way to a place.
    pub(super) fn route(&mut self, to: Pos) -> Option<Vec<Pos>> {
        self.explorer.route(self.history.game(), to)
    }

    /// What a journey is like: how long, and what it asks at each way up or down.
    pub(super) fn outlook(&mut self, to: Pos) -> Option<String> {
        let cells = self.route(to)?;
        let game = self.game();
        let here = game.player().place;
        let mut text = match cells.len() {
            0 => return None,
            1 => "One step".to_owned(),
            steps => format!("{steps} steps"),
        };
        let mut taken = None;
        for (from, to) in std::iter::once(&here).chain(&cells).zip(&cells) {
            if from.z == to.z {
                continue;
            }
            let towards = match to.z > from.z {
                true => Direction::Up,
                false => Direction::Down,
            };
            let mut ways = game.ways(*from).into_iter();
            // A connection over several levels is one way, and begins at its end.
            let Some(way) = ways.find(|way| way.towards == towards) else {
                continue;
            };
            if taken != Some(way.kind) || way.levels == 1 {
                text += &format!(", {} {towards}", way.kind.link().name());
                if let Some((check, odds)) = game.check_of(&way) {
                    text += &format!(" ({check}, {odds} %)");
                }
            }
            taken = Some(way.kind);
        }
        Some(text + ".")
    }

    /// Takes back so many commands.
    pub(super) fn rewind(&mut self, count: u32, told: &mut Vec<String>) {
        let taken: Result<u32, RecordingError> = self.history.rewind(count);
        self.explorer = Explorer::new(self.history.game());
        match taken {
            Ok(0) => told.push("There is nothing to take back.".to_owned()),
            Ok(count) => {
                let turn = self.game().turn();
                told.push(format!("{count} taken back; it is turn {turn}."));
                told.extend(self.keep());
            }
            Err(error) => told.push(error.to_string()),
        }
    }

    /// The place that a text names: a place of the world, or a room by its name.
    pub(super) fn place(&self, text: &str) -> Result<Pos, String> {
        let world = self.game().world();
        world
            .place(text)
            .map_err(|error| one_line(&error.to_string()))
    }

    /// Events in words, equal ones together.
    pub(super) fn tell(&self, events: &[Event], told: &mut Vec<String>) {
        let lines = events.iter().filter_map(|event| self.game().tell(event));
        let mut last: Option<(String, u32)> = None;
        let mut push = |line: Option<(String, u32)>| match line {
            Some((line, 1)) => told.push(line),
            Some((line, count)) => told.push(format!("{line} (× {count})")),
            None => {}
        };
        for line in lines {
            match &mut last {
                Some((known, count)) if *known == line => *count += 1,
                known => push(known.replace((line, 1))),
            }
        }
        push(last);
        let is_hurt = |event: &Event| {
            matches!(
                event,
                Event::Hurt {
                    who: ActorId::PLAYER,
                    ..
                }
            )
        };
        if events.iter().any(is_hurt) {
            let player = self.game().player();
            told.push(format!("{} of {} hit points.", player.hp, player.max_hp));
        }
    }
}

/// What the player is here for, and where that is, if everybody knows.
pub(super) fn aim(game: &Game) -> Vec<String> {
    let here = game.player().place;
    let place = game.aim_place();
    let place = place.map(|place| format!("The way: first {}.", view::bearing(here, place)));
    std::iter::once(game.tell_aim()).chain(place).collect()
}

/// What the player carries, a line each.
pub(super) fn items(game: &Game) -> Vec<String> {
    let items = game.player().items.iter().enumerate();
    let lines: Vec<String> = items
        .map(|(number, item)| {
            let is_worn = item.properties.contains_key("worn");
            let worn = if is_worn { " (in use)" } else { "" };
            format!("{number} {}{worn}", item.name)
        })
        .collect();
    match lines.is_empty() {
        true => vec!["You carry nothing.".to_owned()],
        false => lines,
    }
}

/// Who goes together, a line each.
pub(super) fn party(game: &Game) -> Vec<String> {
    let party = game.actors().filter(|actor| actor.side == Side::Party);
    let lines = party.map(|actor| {
        let lost = match actor.is_out_of_touch {
            true => ", out of touch",
            false => "",
        };
        let place = game.world().place_name(actor.place);
        format!(
            "{}: {} of {} hit points, level {}, at {place}{lost}.",
            actor.name, actor.hp, actor.max_hp, actor.level
        )
    });
    lines.collect()
}

/// Why something stopped.
pub(super) fn why(stop: &Stop) -> String {
    match stop {
        Stop::Halt(halt) => halt.to_string(),
        Stop::Long => "You have come far without news; say it again to go on.".to_owned(),
    }
}
