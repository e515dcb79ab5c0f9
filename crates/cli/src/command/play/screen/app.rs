//! The game on the screen: what is shown, and what keys and mouse do.

use super::colour::Depth;
use super::keys::{Action, Key, Keys};
use super::layout::Areas;
use super::lesson::Lessons;
use super::log::Log;
use super::mode::{Choosing, Menu, Mode, Pointing, Watching};
use crate::command::play::said::{Said, WORDS, understand};
use crate::command::play::session::{self, Auto, Going, Run, Session, why};
use deepway::play::{Choice, Command, Event, Game, Side};
use deepway::view;
use deepway::{Direction, Pos};

/// The whole state of the screen.
pub(super) struct App {
    pub(super) session: Session,
    pub(super) mode: Mode,
    pub(super) keys: Keys,
    pub(super) depth: Depth,
    pub(super) is_ascii: bool,
    pub(super) ghost: Ghost,
    pub(super) profile: Profile,
    log: Log,
    /// What goes on by itself.
    pub(super) auto: Option<Auto>,
    /// Where the way leads that is shown, and what it is like.
    pub(super) preview: Option<Preview>,
    pub(super) lessons: Option<Lessons>,
    /// Where the panels were drawn last, for the mouse.
    pub(super) areas: Areas,
    pub(super) is_done: bool,
}

/// Which other level shines through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ghost {
    Off,
    Below,
    Above,
    Both,
}

impl Ghost {
    fn next(self) -> (Self, &'static str) {
        match self {
            Self::Off => (Self::Below, "The level below shines through."),
            Self::Below => (Self::Above, "The level above shines through."),
            Self::Above => (Self::Both, "The levels below and above shine through."),
            Self::Both => (Self::Off, "No other level shines through."),
        }
    }

    pub(super) fn levels(self) -> &'static [i32] {
        match self {
            Self::Off => &[],
            Self::Below => &[-1],
            Self::Above => &[1],
            Self::Both => &[-1, 1],
        }
    }
}

/// How the cut from the side is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    Under,
    Large,
    Off,
}

/// A way that is shown before it is gone.
pub(super) struct Preview {
    pub(super) to: Pos,
    pub(super) cells: Vec<Pos>,
    pub(super) about: String,
}

impl App {
    pub(super) fn new(session: Session, keys: Keys, depth: Depth, is_ascii: bool) -> Self {
        let mut app = Self {
            session,
            mode: Mode::Play,
            keys,
            depth,
            is_ascii,
            ghost: Ghost::Off,
            profile: Profile::Under,
            log: Log::default(),
            auto: None,
            preview: None,
            lessons: None,
            areas: Areas::default(),
            is_done: false,
        };
        let aim = session::aim(app.game());
        app.tell([app.game().title() + "."]);
        app.tell(aim);
        let around = view::surroundings(app.game());
        app.tell(around);
        app
    }

    pub(super) fn game(&self) -> &Game {
        match &self.mode {
            Mode::Watch(watching) => watching.history.game(),
            _ => self.session.game(),
        }
    }

    /// The place in the middle of the plan.
    pub(super) fn centre(&self) -> Pos {
        match &self.mode {
            Mode::Point(pointing) => pointing.at,
            Mode::Map(at) => *at,
            _ => self.game().player().place,
        }
    }

    /// Tells the player something.
    pub(super) fn tell(&mut self, lines: impl IntoIterator<Item = String>) {
        self.log.tell(lines);
    }

    /// What the player was told.
    pub(super) fn log(&self) -> &Log {
        match &self.mode {
            Mode::Watch(watching) => &watching.log,
            _ => &self.log,
        }
    }

    /// A key was pressed.
    pub(super) fn key(&mut self, key: Key) {
        self.log.fresh = 0;
        if self.auto.take().is_some() {
            self.tell(["You stop.".to_owned()]);
            return;
        }
        self.preview = None;
        let action = self.keys.action(key);
        let mode = std::mem::replace(&mut self.mode, Mode::Play);
        match mode {
            Mode::Play if self.session.game().prompt().is_some() => self.answer(key, action),
            Mode::Play => self.play(action),
            Mode::Point(pointing) => self.point(pointing, action),
            Mode::Choose(choosing) => self.choose(choosing, key, action),
            Mode::Watch(watching) => self.watch(watching, key, action),
            Mode::Way(what) => match action {
                Some(Action::Move(towards)) => self.say(&Said::Act(what.command(towards))),
                Some(Action::Cancel) => {}
                _ => self.mode = Mode::Way(what),
            },
            Mode::Map(at) => match action {
                Some(Action::Move(towards)) => {
                    self.mode = Mode::Map(self.inside(step(at, towards, 4)))
                }
                Some(Action::Run(towards)) => {
                    self.mode = Mode::Map(self.inside(step(at, towards, 16)))
                }
                Some(Action::LevelUp | Action::Up) => {
                    self.mode = Mode::Map(self.inside(at.step(Direction::Up)));
                }
                Some(Action::LevelDown | Action::Down) => {
                    self.mode = Mode::Map(self.inside(at.step(Direction::Down)));
                }
                Some(Action::Quit | Action::Cancel | Action::Map) => {}
                _ => self.mode = Mode::Map(at),
            },
            Mode::Text { lines, from } => {
                let page = usize::from(self.areas.plan.height.max(4)) - 2;
                let most = lines.len().saturating_sub(1);
                let from = match action {
                    Some(Action::Move(Direction::North)) => from.saturating_sub(1),
                    Some(Action::Move(Direction::South)) => (from + 1).min(most),
                    Some(Action::Move(Direction::NorthEast)) => from.saturating_sub(page),
                    Some(Action::Move(Direction::SouthEast)) => (from + page).min(most),
                    Some(Action::Move(_) | Action::Run(_)) | None => from,
                    // Any other key closes it.
                    Some(_) => return,
                };
                self.mode = Mode::Text { lines, from };
            }
        }
    }

    /// A key in the game itself.
    fn play(&mut self, action: Option<Action>) {
        let Some(action) = action else {
            let help = self.keys.keys_of(Action::Help);
            let help = help.first().map_or(":", String::as_str);
            self.tell([format!(
                "That key does nothing; {help} shows those that do."
            )]);
            return;
        };
        if self.game().ending().is_some() && changes_the_game(action) {
            self.tell(["The game is over; take a turn back, watch it again, or quit.".to_owned()]);
            return;
        }
        match action {
            Action::Move(towards) => self.say(&Said::Act(Command::Step(towards))),
            Action::Run(towards) => {
                self.auto = Some(Auto::Run(Run::new(self.session.game(), towards)));
            }
            Action::Explore => self.auto = Some(Auto::Explore),
            Action::Up => self.take(Direction::Up),
            Action::Down => self.take(Direction::Down),
            Action::Wait => self.say(&Said::Act(Command::Wait)),
            Action::Rest => self.say(&Said::Act(Command::Rest)),
            Action::Search => self.say(&Said::Act(Command::Search)),
            Action::Take => self.say(&Said::Act(Command::Take)),
            Action::Rewind => self.say(&Said::Rewind(1)),
            Action::Aim => self.say(&Said::Aim),
            Action::Shove => self.shove(),
            Action::Act => self.open(Menu::Acts(self.game().choices())),
            Action::Items => self.open(Menu::Items),
            Action::Throw => self.open(Menu::Throw),
            Action::Travel => self.open(Menu::Places),
            Action::Palette => self.open(Menu::Words),
            Action::Look => self.mode = Mode::Point(Pointing::look(self.centre())),
            Action::Next | Action::LevelUp | Action::LevelDown => {
                let pointing = Pointing::look(self.centre());
                self.point(pointing, Some(action));
            }
            Action::Map => self.mode = Mode::Map(self.centre()),
            Action::Profile => {
                self.profile = match self.profile {
                    Profile::Under => Profile::Large,
                    Profile::Large => Profile::Off,
                    Profile::Off => Profile::Under,
                };
            }
            Action::Ghost => {
                let (next, about) = self.ghost.next();
                self.ghost = next;
                let mut lines = vec![about.to_owned()];
                let here = self.game().player().place.z;
                for step in next.levels() {
                    let mut known = self.game().memory().iter();
                    if !known.any(|(pos, _)| pos.z == here + step) {
                        let name = if *step < 0 { "below" } else { "above" };
                        lines.push(format!("Nothing is known of the level {name} yet."));
                    }
                }
                self.tell(lines);
            }
            Action::Log => {
                let lines: Vec<String> = self.log.shown().map(|(line, _)| line).collect();
                let page = usize::from(self.areas.plan.height);
                let from = lines.len().saturating_sub(page);
                self.mode = Mode::Text { lines, from };
            }
            Action::Party => self.show(session::party(self.game())),
            Action::Seed => {
                let mut lines = vec![self.session.share().to_owned()];
                if let Some(place) = self.session.keeper().place() {
                    lines.push(format!("It is kept in {place}."));
                }
                lines.push(
                    "The same seed and the same commands give the same game everywhere.".to_owned(),
                );
                self.show(lines);
            }
            Action::Help => self.show(super::help::lines(self)),
            Action::Replay => {
                self.mode = Mode::Watch(Box::new(Watching::new(self.session.history())))
            }
            Action::Cancel => {}
            Action::Quit => self.is_done = true,
        }
    }

    fn show(&mut self, lines: Vec<String>) {
        self.mode = Mode::Text { lines, from: 0 };
    }

    /// A key while a question waits. Whoever only looks at things need not answer it yet.
    fn answer(&mut self, key: Key, action: Option<Action>) {
        match (key.letter(), action) {
            (Some('y'), _) => self.say(&Said::Act(Command::Answer(true))),
            (Some('n'), _) | (_, Some(Action::Cancel)) => {
                self.say(&Said::Act(Command::Answer(false)));
            }
            (_, Some(Action::Act)) => self.open(Menu::Acts(self.game().choices())),
            (_, Some(action)) if !changes_the_game(action) => self.play(Some(action)),
            _ => self.tell(["There is a question to answer first: y or n.".to_owned()]),
        }
    }

    /// Says something to the game.
    fn say(&mut self, said: &Said) {
        let level = self.session.game().player().place.z;
        let told = self.session.obey(said);
        self.tell(told);
        self.after(level);
    }

    /// What follows from whatever was done: on another level, what is around.
    fn after(&mut self, level: i32) {
        #[cfg(debug_assertions)]
        if let Ok(turn) = std::env::var("DEEPWAY_PANIC_IN_TURN") {
            let now = self.session.game().turn().to_string();
            assert_ne!(now, turn, "as the test wants it");
        }
        if self.session.game().player().place.z != level {
            let around = view::surroundings(self.session.game());
            self.tell(around);
        }
        let told = match &mut self.lessons {
            Some(lessons) => lessons.learn(self.session.game()),
            None => None,
        };
        self.tell(told);
    }

    fn take(&mut self, towards: Direction) {
        match self.session.way(towards) {
            Ok(Ok(command)) => self.say(&Said::Act(command)),
            Ok(Err(auto)) => self.auto = Some(auto),
            Err(problem) => self.tell([problem]),
        }
    }

    fn shove(&mut self) {
        let here = self.game().player().place;
        let beside = Direction::ALL[..8].iter().filter(|towards| {
            let who = self.game().at(here.step(**towards));
            let actor = who.and_then(|who| self.game().actor(who));
            actor.is_some_and(|actor| actor.side == Side::Foes)
        });
        let beside: Vec<Direction> = beside.copied().collect();
        match beside[..] {
            [towards] => self.say(&Said::Act(Command::Shove(towards))),
            _ => {
                self.tell(["Shove in which direction?".to_owned()]);
                self.mode = Mode::Way(super::mode::Towards::Shove);
            }
        }
    }

    /// Does the next of what goes on by itself; whether there was anything.
    pub(super) fn tick(&mut self) -> bool {
        if let Mode::Watch(watching) = &mut self.mode {
            return watching.tick();
        }
        let Some(mut auto) = self.auto.take() else {
            return false;
        };
        let level = self.session.game().player().place.z;
        let mut told = Vec::new();
        let going = self.session.go(&mut auto, &mut told);
        let events: &[Event] = match &going {
            Going::On(events) | Going::Stopped(events, _) => events,
        };
        self.session.tell(events, &mut told);
        match going {
            Going::On(_) => self.auto = Some(auto),
            Going::Stopped(_, stop) => {
                let is_run = matches!(auto, Auto::Run(_));
                told.extend(stop.filter(|_| !is_run).map(|stop| why(&stop)));
            }
        }
        self.tell(told);
        self.after(level);
        true
    }

    /// A key while somebody points at a place.
    fn point(&mut self, mut pointing: Pointing, action: Option<Action>) {
        let Some(action) = action else {
            self.mode = Mode::Point(pointing);
            return;
        };
        match action {
            Action::Move(towards) => pointing.at = pointing.at.step(towards),
            Action::Run(towards) => pointing.at = step(pointing.at, towards, 8),
            Action::LevelUp | Action::Up => pointing.at = pointing.at.step(Direction::Up),
            Action::LevelDown | Action::Down => pointing.at = pointing.at.step(Direction::Down),
            Action::Next => {
                let sights = sights(self.game());
                let next = sights.iter().position(|pos| *pos == pointing.at);
                let next = next.map_or(0, |number| (number + 1) % sights.len());
                pointing.at = sights.get(next).copied().unwrap_or(pointing.at);
            }
            Action::Act | Action::Travel => {
                match pointing.throws {
                    Some(item) => self.say(&Said::Act(Command::Throw(item, pointing.at))),
                    None => self.auto = Some(Auto::Travel(pointing.at)),
                }
                return;
            }
            Action::Cancel | Action::Look | Action::Quit => return,
            _ => {}
        }
        pointing.at = self.inside(pointing.at);
        self.preview(pointing.at);
        self.mode = Mode::Point(pointing);
    }

    /// The nearest place of the world, or of what is loaded of it.
    fn inside(&self, pos: Pos) -> Pos {
        let (cells, corner) = self.game().cells();
        let size = cells.size();
        let within = |at: i32, first: i32, count: u32| at.clamp(first, first + count as i32 - 1);
        Pos::new(
            within(pos.x, corner.x, size.width()),
            within(pos.y, corner.y, size.height()),
            within(pos.z, corner.z, size.levels()),
        )
    }

    /// Shows the way to a place.
    fn preview(&mut self, to: Pos) {
        self.preview = self.session.route(to).and_then(|cells| {
            Some(Preview {
                to,
                cells,
                about: self.session.outlook(to)?,
            })
        });
    }

    /// The mouse is over a place of the plan.
    pub(super) fn hover(&mut self, to: Pos) {
        let is_new = self.preview.as_ref().is_none_or(|old| old.to != to);
        if is_new && matches!(self.mode, Mode::Play) && self.auto.is_none() {
            self.preview(to);
        }
    }

    /// A click on a place of the plan.
    pub(super) fn click(&mut self, to: Pos) {
        self.log.fresh = 0;
        self.auto = None;
        if matches!(self.mode, Mode::Play | Mode::Point(_)) {
            self.mode = Mode::Play;
            self.auto = Some(Auto::Travel(to));
        }
    }

    /// A click with the other button: describes a place.
    pub(super) fn describe(&mut self, at: Pos) {
        if matches!(self.mode, Mode::Play | Mode::Point(_)) {
            self.mode = Mode::Point(Pointing::look(at));
        }
    }

    /// Opens a menu, unless there is nothing in it.
    fn open(&mut self, menu: Menu) {
        let choosing = Choosing::new(menu, self.session.game(), &self.keys);
        match choosing.is_empty() {
            true => self.tell([choosing.nothing().to_owned()]),
            false => self.mode = Mode::Choose(choosing),
        }
    }

    fn choose(&mut self, mut choosing: Choosing, key: Key, action: Option<Action>) {
        if action == Some(Action::Cancel) {
            return;
        }
        let Some(line) = choosing.key(key, action) else {
            self.mode = Mode::Choose(choosing);
            return;
        };
        match choosing.menu {
            Menu::Acts(choices) => {
                if let Some(Choice { command, .. }) = choices.get(line.number) {
                    self.say(&Said::Act(command.clone()));
                }
            }
            Menu::Items => self.open(Menu::Item(line.number as u32)),
            Menu::Item(item) => match line.number {
                0 => self.say(&Said::Act(Command::Apply(item))),
                1 => self.say(&Said::Act(Command::Drop(item))),
                _ => self.aim_at(item),
            },
            Menu::Throw => self.aim_at(line.number as u32),
            Menu::Places => match choosing.place(line.number) {
                Some(to) => self.set_out(to),
                None => self.travel_to(&line.text),
            },
            Menu::Words => self.run_words(&line.text),
        }
    }

    /// Points at whom to throw something.
    fn aim_at(&mut self, item: u32) {
        let game = self.game();
        let foe = game
            .actors()
            .find(|actor| actor.side == Side::Foes && game.sees(actor.place));
        let at = foe.map_or(game.player().place, |actor| actor.place);
        self.mode = Mode::Point(Pointing {
            at,
            throws: Some(item),
        });
    }

    /// Sets out for a place, and says what the way there is like.
    fn set_out(&mut self, to: Pos) {
        let about = self.session.outlook(to);
        self.tell(about);
        self.auto = Some(Auto::Travel(to));
    }

    fn travel_to(&mut self, text: &str) {
        match self.session.place(text) {
            Ok(to) => self.set_out(to),
            Err(problem) => self.tell([problem]),
        }
    }

    /// What was typed into the palette: an action, or a command of the game.
    fn run_words(&mut self, text: &str) {
        let action = super::keys::ACTIONS
            .iter()
            .find(|(_, name, ..)| *name == text);
        if let Some((action, ..)) = action {
            self.play(Some(*action));
            return;
        }
        match understand(text) {
            Some(Said::Quit) => self.is_done = true,
            Some(Said::Help) => self.play(Some(Action::Help)),
            Some(Said::Explore) => self.play(Some(Action::Explore)),
            Some(Said::Travel(place)) => self.travel_to(&place),
            Some(Said::TakeWay(towards)) => self.take(towards),
            Some(Said::Map) => self.play(Some(Action::Map)),
            Some(said) => self.say(&said),
            None => {
                let near = WORDS
                    .iter()
                    .find(|(word, _)| word.split(' ').next() == text.split(' ').next());
                let hint = near.map_or(String::new(), |(word, _)| format!(": expected {word}"));
                let text: String = text.chars().take(60).collect();
                self.tell([format!("{text:?} is no command{hint}.")]);
            }
        }
    }

    fn watch(&mut self, mut watching: Box<Watching>, key: Key, action: Option<Action>) {
        if matches!(action, Some(Action::Cancel | Action::Quit | Action::Replay)) {
            if watching.is_all {
                self.is_done = true;
                self.mode = Mode::Watch(watching);
            }
            return;
        }
        watching.key(key, action);
        self.mode = Mode::Watch(watching);
    }
}

/// Whether an action does something in the world.
fn changes_the_game(action: Action) -> bool {
    matches!(
        action,
        Action::Move(_)
            | Action::Run(_)
            | Action::Explore
            | Action::Up
            | Action::Down
            | Action::Travel
            | Action::Act
            | Action::Take
            | Action::Shove
            | Action::Throw
            | Action::Wait
            | Action::Rest
            | Action::Search
    )
}

/// So many steps at once.
fn step(from: Pos, towards: Direction, count: u32) -> Pos {
    (0..count).fold(from, |at, _| at.step(towards))
}

/// What is in sight, the nearest first: people, things, ways.
fn sights(game: &Game) -> Vec<Pos> {
    let here = game.player().place;
    let actors = game.actors().map(|actor| actor.place);
    let actors = actors.filter(|place| *place != here && game.sees(*place));
    let goods = game.goods().map(|thing| thing.place);
    let ways = game.known_ways().into_iter().map(|way| way.from);
    let things = goods.chain(ways).filter(|place| game.shows(*place));
    let mut found: Vec<(u8, i32, Pos)> = actors
        .map(|place| (0, place))
        .chain(things.map(|place| (1, place)))
        .map(|(kind, place)| {
            let far = (place.x - here.x).abs().max((place.y - here.y).abs());
            (kind, far + 4 * (place.z - here.z).abs(), place)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    let mut places: Vec<Pos> = found.into_iter().map(|(_, _, place)| place).collect();
    places.dedup();
    places
}
