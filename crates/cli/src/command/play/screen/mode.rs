//! What the keys mean at the moment.

use super::keys::{ACTIONS, Action, Key, Keys};
use super::log::Log;
use crate::command::play::said::WORDS;
use crate::command::play::session;
use deepway::play::{Choice, Command, Entry, Game, History};
use deepway::view;
use deepway::{Direction, Pos};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What the keys mean.
pub(super) enum Mode {
    /// They play.
    Play,
    /// They move a mark over the world.
    Point(Pointing),
    /// They choose from a list, or type.
    Choose(Choosing),
    /// They move through lines of text.
    Text { lines: Vec<String>, from: usize },
    /// They move the map of all that is known.
    Map(Pos),
    /// They say in which direction.
    Way(Towards),
    /// They move through a game that was played.
    Watch(Box<Watching>),
}

/// Something that needs a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Towards {
    Shove,
}

impl Towards {
    pub(super) fn command(self, towards: Direction) -> Command {
        match self {
            Self::Shove => Command::Shove(towards),
        }
    }
}

/// A mark on a place, to look at it or to throw something there.
pub(super) struct Pointing {
    pub(super) at: Pos,
    /// The number of what is thrown.
    pub(super) throws: Option<u32>,
}

impl Pointing {
    pub(super) fn look(at: Pos) -> Self {
        Self { at, throws: None }
    }
}

/// What there is to choose from.
pub(super) enum Menu {
    /// What can be done here.
    Acts(Vec<Choice>),
    /// What is carried.
    Items,
    /// What can be done with an item.
    Item(u32),
    /// What is carried, to throw it.
    Throw,
    /// Places to travel to.
    Places,
    /// All commands by name.
    Words,
}

/// No command is longer than this.
const MOST_TYPED: usize = 200;

/// A list to choose from, which typing narrows.
pub(super) struct Choosing {
    pub(super) menu: Menu,
    lines: Vec<Line>,
    places: Vec<Pos>,
    /// What was typed.
    pub(super) typed: String,
    /// Which of those that fit is chosen.
    pub(super) chosen: usize,
}

/// A line of a list.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its number in the whole list.
    pub(super) number: usize,
    /// What is chosen.
    pub(super) text: String,
    /// What is said about it.
    pub(super) about: String,
}

impl Choosing {
    pub(super) fn new(menu: Menu, game: &Game, keys: &Keys) -> Self {
        let mut places = Vec::new();
        let pairs: Vec<(String, String)> = match &menu {
            Menu::Acts(choices) => {
                let lines = choices.iter().map(|choice| {
                    let odds = choice
                        .odds
                        .map_or(String::new(), |odds| format!("{odds} %"));
                    (choice.text.clone(), odds)
                });
                lines.collect()
            }
            Menu::Items | Menu::Throw if game.player().items.is_empty() => Vec::new(),
            Menu::Items | Menu::Throw => {
                let lines = session::items(game).into_iter();
                lines.map(|line| (line, String::new())).collect()
            }
            Menu::Item(_) => ["Use it", "Put it down", "Throw it"]
                .map(|text| (text.to_owned(), String::new()))
                .into(),
            Menu::Places => {
                let known = places_of(game);
                places = known.iter().map(|(place, ..)| *place).collect();
                known
                    .into_iter()
                    .map(|(_, text, about)| (text, about))
                    .collect()
            }
            Menu::Words => {
                let actions = ACTIONS.iter().map(|(action, name, about, _)| {
                    let keys = keys.keys_of(*action).join(" ");
                    ((*name).to_owned(), format!("{about} [{keys}]"))
                });
                let known: BTreeSet<&str> = ACTIONS.iter().map(|(_, name, ..)| *name).collect();
                let words = WORDS.iter().filter(|(word, _)| !known.contains(word));
                let words = words.map(|(word, about)| ((*word).to_owned(), (*about).to_owned()));
                actions.chain(words).collect()
            }
        };
        let lines = pairs.into_iter().enumerate();
        let lines = lines.map(|(number, (text, about))| Line {
            number,
            text,
            about,
        });
        Self {
            menu,
            lines: lines.collect(),
            places,
            typed: String::new(),
            chosen: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && !self.is_typed()
    }

    /// What is said if there is nothing to choose from.
    pub(super) fn nothing(&self) -> &'static str {
        match self.menu {
            Menu::Items | Menu::Throw => "You carry nothing.",
            _ => "There is nothing to do here.",
        }
    }

    pub(super) fn title(&self) -> &'static str {
        match self.menu {
            Menu::Acts(_) => "What can be done here",
            Menu::Items => "What you carry",
            Menu::Item(_) => "What to do with it",
            Menu::Throw => "Throw what?",
            Menu::Places => "Travel where? Type a name, or x,y,z",
            Menu::Words => "All commands: type, and choose",
        }
    }

    /// Whether something can be typed that is not in the list.
    pub(super) fn is_typed(&self) -> bool {
        matches!(self.menu, Menu::Places | Menu::Words)
    }

    pub(super) fn place(&self, number: usize) -> Option<Pos> {
        self.places.get(number).copied()
    }

    /// The lines that fit what was typed.
    pub(super) fn fitting(&self) -> Vec<&Line> {
        let typed = self.typed.to_lowercase();
        let first = typed.split(' ').next().unwrap_or("");
        let mut found: Vec<&Line> = self
            .lines
            .iter()
            .filter(|line| {
                let text = line.text.to_lowercase();
                let is_command = matches!(self.menu, Menu::Words)
                    && typed.contains(' ')
                    && text.split(' ').next() == Some(first);
                text.contains(&typed) || line.about.to_lowercase().contains(&typed) || is_command
            })
            .collect();
        // Those that begin with it come first.
        found.sort_by_key(|line| !line.text.to_lowercase().starts_with(&typed));
        found
    }

    /// A key; what was chosen, if anything was.
    pub(super) fn key(&mut self, key: Key, action: Option<Action>) -> Option<Line> {
        let count = self.fitting().len();
        if let Some(letter) = key.letter()
            && self.is_typed()
        {
            if self.typed.len() < MOST_TYPED {
                self.typed.push(letter);
            }
            self.chosen = 0;
            return None;
        }
        match action {
            _ if key.is_backspace() => {
                self.typed.pop();
                self.chosen = 0;
            }
            Some(Action::Act) => return self.chosen_line(),
            Some(Action::Move(Direction::North)) => {
                self.chosen = (self.chosen + count.max(1) - 1) % count.max(1);
            }
            Some(Action::Move(Direction::South) | Action::Next) => {
                self.chosen = (self.chosen + 1) % count.max(1);
            }
            _ => {
                // Short lists have letters.
                let letter = key.letter()?;
                let number = ('a'..='z').position(|own| own == letter)?;
                let line = self.fitting().get(number).map(|line| (*line).clone())?;
                return Some(line);
            }
        }
        None
    }

    /// What Enter chooses. A command that needs a value is written out first, so that it can be
    /// added.
    fn chosen_line(&mut self) -> Option<Line> {
        let typed = self.typed.trim().to_owned();
        let own = Line {
            number: usize::MAX,
            text: typed.clone(),
            about: String::new(),
        };
        let found = self.fitting().get(self.chosen).map(|line| (*line).clone());
        if !matches!(self.menu, Menu::Words) {
            return found.or(self.is_typed().then_some(own));
        }
        match found {
            Some(line) if !typed.contains(' ') => match line.text.split_once(' ') {
                Some((word, value)) if value.contains(|letter: char| letter.is_uppercase()) => {
                    self.typed = format!("{word} ");
                    None
                }
                _ => Some(line),
            },
            _ => Some(own),
        }
    }
}

/// The places that somebody may want to travel to: known ways, rooms that were entered, and
/// things that lie about.
fn places_of(game: &Game) -> Vec<(Pos, String, String)> {
    let here = game.player().place;
    let mut found = Vec::new();
    let mut rooms = BTreeSet::new();
    for (pos, cell) in game.memory().iter() {
        if cell.is_walkable()
            && let Some(room) = game.world().room_at(pos)
            && rooms.insert(room)
            && let Some([name, _]) = game.room_words(pos)
        {
            found.push((pos, format!("{room} {name}"), view::bearing(here, pos)));
        }
    }
    found.sort_by(|a, b| a.1.len().cmp(&b.1.len()).then_with(|| a.1.cmp(&b.1)));
    for lead in view::leads(game) {
        let way = lead.way;
        let text = format!("{} {} {}", lead.letter, way.kind.link().name(), way.towards);
        found.push((way.from, text, view::bearing(here, way.from)));
    }
    for thing in game.goods() {
        if game.memory().knows(thing.place) {
            let about = view::bearing(here, thing.place);
            found.push((thing.place, thing.name.clone(), about));
        }
    }
    found
}

/// A game that is played back.
pub(super) struct Watching {
    pub(super) history: History,
    /// Entries a second; 0 stands still.
    pub(super) speed: u32,
    last: Instant,
    /// Whether there is nothing else to go back to.
    pub(super) is_all: bool,
    pub(super) trouble: Option<String>,
    /// What was told since it was last moved by hand.
    pub(super) log: Log,
}

impl Watching {
    /// The game so far, from its end.
    pub(super) fn new(history: &History) -> Self {
        Self {
            history: history.clone(),
            speed: 0,
            last: Instant::now(),
            is_all: false,
            trouble: None,
            log: Log::default(),
        }
    }

    /// A recording, from its beginning.
    pub(super) fn recording(history: History, speed: u32) -> Self {
        Self {
            history,
            speed,
            last: Instant::now(),
            is_all: true,
            trouble: None,
            log: Log::default(),
        }
    }

    /// Goes on if it is time; whether it did.
    pub(super) fn tick(&mut self) -> bool {
        if self.speed == 0 {
            return false;
        }
        let pace = Duration::from_secs(1) / self.speed;
        if self.last.elapsed() < pace {
            return false;
        }
        self.last = Instant::now();
        self.step();
        true
    }

    /// Goes on by one entry.
    pub(super) fn step(&mut self) {
        match self.history.step() {
            Some(Ok((entry, events))) => {
                self.log.fresh = 0;
                let game = self.history.game();
                let told: Vec<String> =
                    events.iter().filter_map(|event| game.tell(event)).collect();
                match entry {
                    Entry::Act(_) => self.log.tell(told),
                    Entry::Rewind(_) => self.log.tell(["Taken back.".to_owned()]),
                }
            }
            Some(Err(error)) => {
                self.trouble = Some(error.to_string());
                self.speed = 0;
            }
            None => self.speed = 0,
        }
    }

    fn go_to(&mut self, position: i64) {
        let position = position.clamp(0, i64::from(self.history.len())) as u32;
        self.log = Log::default();
        if let Err(error) = self.history.seek(position) {
            self.trouble = Some(error.to_string());
        }
    }

    pub(super) fn key(&mut self, key: Key, action: Option<Action>) {
        let at = i64::from(self.history.position());
        match action {
            _ if key.letter() == Some(' ') => {
                self.speed = if self.speed == 0 { 10 } else { 0 };
                if self.speed > 0 && self.history.position() == self.history.len() {
                    self.go_to(0);
                }
            }
            _ if key.letter() == Some('+') => self.speed = (self.speed.max(1) * 2).min(640),
            _ if key.letter() == Some('-') => self.speed /= 2,
            Some(Action::Move(Direction::East)) => self.go_to(at + 1),
            Some(Action::Move(Direction::West)) => self.go_to(at - 1),
            Some(Action::Move(Direction::North)) => self.go_to(at - 10),
            Some(Action::Move(Direction::South)) => self.go_to(at + 10),
            Some(Action::Move(Direction::NorthEast)) => self.go_to(at - 100),
            Some(Action::Move(Direction::SouthEast)) => self.go_to(at + 100),
            Some(Action::Move(Direction::NorthWest)) => self.go_to(0),
            Some(Action::Move(Direction::SouthWest)) => self.go_to(i64::MAX),
            _ => {}
        }
    }
}
