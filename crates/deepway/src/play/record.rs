//! Recordings: the commands of a game and a number for its state after each of them.

use super::command::Command;
use super::game::Game;
use super::setup::{CannotPlay, Setup};
use crate::rules::Gravity;
use crate::seed::Seed;
use crate::space::Pos;
use crate::world::World;
use std::fmt::{self, Write};
use std::str::FromStr;
use thiserror::Error;

/// The version of the format that is written.
pub const RECORDING_FORMAT: u32 = 1;

/// A game as it was played.
///
/// As text it is a head and a line for each entry. Lines are only ever added, so that a game can
/// be written down while it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// How it began.
    pub setup: Setup,
    /// Where the world comes from, in the words of whoever made it.
    pub origin: String,
    /// A number for the world, so that it is replayed in the same one.
    pub world: u64,
    /// What was done, each with a number for all up to it and for the game after it.
    pub entries: Vec<(Entry, u64)>,
}

/// Something in a recording.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A command.
    Act(Command),
    /// The player went back to how the game was after so many entries.
    Rewind(u32),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(command) => command.fmt(f),
            Self::Rewind(to) => write!(f, "rewind {to}"),
        }
    }
}

impl FromStr for Entry {
    type Err = super::command::UnknownCommand;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let to = text.strip_prefix("rewind ").map(str::parse);
        match to {
            Some(Ok(to)) => Ok(Self::Rewind(to)),
            _ => text.parse().map(Self::Act),
        }
    }
}

/// What is wrong with a recording.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordingError {
    /// It is no recording, or one that was damaged.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: u32,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// It belongs to another world.
    #[error(
        "it was played in another world, whose number is {known:016x}: this one's is {found:016x}"
    )]
    World {
        /// The number of the world that it was played in.
        known: u64,
        /// That of the world that was given.
        found: u64,
    },
    /// The game goes another way.
    #[error(
        "turn {turn}: {entry}: the recording has {known:016x}, and the game comes to {found:016x}"
    )]
    Differs {
        /// The command, from 1.
        turn: u32,
        /// What was done.
        entry: Entry,
        /// The number in the recording.
        known: u64,
        /// The number of the game.
        found: u64,
    },
    /// The game cannot begin.
    #[error(transparent)]
    Start(#[from] CannotPlay),
}

impl Recording {
    /// An empty recording of a game that begins like this.
    pub fn new(game: &Game, setup: &Setup) -> Self {
        Self {
            setup: setup.clone(),
            origin: String::new(),
            world: game.world_number(),
            entries: Vec::new(),
        }
    }

    /// Adds what was done, and what came of it.
    pub fn add(&mut self, entry: Entry, game: &Game) {
        let number = self.link(self.entries.len() as u32, &entry, game);
        self.entries.push((entry, number));
    }

    /// The number of an entry: of the number before, the entry, and what came of it.
    pub(super) fn link(&self, position: u32, entry: &Entry, game: &Game) -> u64 {
        let before = (position as usize).checked_sub(1);
        let before = before.and_then(|before| self.entries.get(before));
        let before = before.map_or(self.world, |(_, number)| *number);
        let entry = entry.to_string();
        let link = Seed::new(before).child(entry.as_str()).child(game.hash());
        link.number()
    }

    /// The recording as text.
    pub fn to_text(&self) -> String {
        self.head() + &self.lines(0)
    }

    /// The lines of the entries from one on.
    pub fn lines(&self, from: u32) -> String {
        let entries = self.entries.iter().skip(from as usize);
        entries
            .map(|(entry, number)| line(entry, *number))
            .collect()
    }

    /// What stands above the entries: a line for each value, and a number for them all.
    pub fn head(&self) -> String {
        let mut text = format!("deepway recording {RECORDING_FORMAT}\n");
        let setup = &self.setup;
        let _ = writeln!(text, "world {:016x}", self.world);
        // As JSON has them: they may be anything, and stay on their lines.
        for (key, value) in [("origin", &self.origin), ("name", &setup.name)] {
            let _ = writeln!(text, "{key} {}", serde_json::Value::from(value.as_str()));
        }
        let _ = writeln!(text, "seed {}", setup.seed.number());
        let _ = writeln!(text, "might {}\nwits {}", setup.might, setup.wits);
        let _ = writeln!(
            text,
            "explosives {}\ncompanions {}",
            setup.explosives, setup.companions
        );
        let _ = writeln!(text, "free {}", setup.free_levels);
        for (key, value) in [("hp", setup.hp), ("level", setup.level)] {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} {value}");
            }
        }
        if let Some(start) = setup.start {
            let _ = writeln!(text, "start {start}");
        }
        if let Some(gravity) = setup.gravity {
            let is_on = u32::from(gravity != Gravity::Off);
            let _ = writeln!(text, "gravity {is_on}");
        }
        for (word, is_so) in [("empty", setup.is_empty), ("endless", setup.is_endless)] {
            if is_so {
                text += word;
                text.push('\n');
            }
        }
        let seal = seal(&text);
        text + &format!("turns {seal:016x}\n")
    }

    /// Reads a recording. Its last line may be cut off, if the machine stopped while it was
    /// written: then it is left out, and the second value says so.
    pub fn recover(text: &str) -> Result<(Self, bool), RecordingError> {
        match text.rfind('\n') {
            Some(end) if end + 1 < text.len() && text[..end].contains("\nturns ") => {
                Ok((Self::from_text(&text[..=end])?, true))
            }
            _ => Ok((Self::from_text(text)?, false)),
        }
    }

    /// Reads a recording.
    pub fn from_text(text: &str) -> Result<Self, RecordingError> {
        let error = |line: u32, problem: String| RecordingError::Line { line, problem };
        let mut lines = (1u32..).zip(text.lines());
        let first = lines.next().map_or("", |(_, line)| line);
        let version = first.strip_prefix("deepway recording ");
        let version = version.and_then(|version| version.parse::<u32>().ok());
        match version {
            Some(RECORDING_FORMAT) => {}
            Some(later) => {
                let problem = format!(
                    "format {later}: expected {RECORDING_FORMAT}, the latest that this version reads"
                );
                return Err(error(1, problem));
            }
            None => {
                let problem =
                    "no recording: expected \"deepway recording\" and a number".to_owned();
                return Err(error(1, problem));
            }
        }
        let mut recording = Self {
            setup: Setup::default(),
            origin: String::new(),
            world: 0,
            entries: Vec::new(),
        };
        let mut head = format!("{first}\n");
        let mut last = 1;
        let mut is_sealed = false;
        for (number, line) in lines.by_ref() {
            last = number;
            let bad = || {
                let shown: String = line.chars().take(60).collect();
                error(
                    number,
                    format!("{shown:?}: expected a key and a value that belongs to it"),
                )
            };
            if let Some(found) = line.strip_prefix("turns ") {
                if found != format!("{:016x}", seal(&head)) {
                    let problem = "what stands above this line was changed".to_owned();
                    return Err(error(number, problem));
                }
                is_sealed = true;
                break;
            }
            head += line;
            head.push('\n');
            recording.read_value(line).ok_or_else(bad)?;
        }
        if !is_sealed {
            let problem = "no turns: expected \"turns\" and a number".to_owned();
            return Err(error(last, problem));
        }
        for (number, found) in lines {
            last = number;
            recording
                .read_entry(found)
                .map_err(|problem| error(number, problem))?;
        }
        match text.ends_with('\n') {
            true => Ok(recording),
            false => {
                let turn = recording.entries.len();
                let problem = format!("turn {turn}: cut off: expected the end of the line");
                Err(error(last, problem))
            }
        }
    }

    /// Reads a line of the head.
    fn read_value(&mut self, line: &str) -> Option<()> {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let int = |low: i64, high: i64| {
            let value = value.parse::<i64>().ok();
            value.filter(|value| (low..=high).contains(value))
        };
        let setup = &mut self.setup;
        match key {
            "world" => self.world = u64::from_str_radix(value, 16).ok()?,
            "origin" => self.origin = serde_json::from_str(value).ok()?,
            "name" => setup.name = serde_json::from_str(value).ok()?,
            "seed" => setup.seed = Seed::new(value.parse().ok()?),
            "might" => setup.might = int(-10, 30)? as i32,
            "wits" => setup.wits = int(-10, 30)? as i32,
            "explosives" => setup.explosives = int(0, 99)? as u32,
            "companions" => setup.companions = int(0, 5)? as u32,
            "free" => setup.free_levels = int(0, 256)? as u32,
            "hp" => setup.hp = Some(int(1, 1_000_000)? as u32),
            "level" => setup.level = Some(int(1, 60)? as u32),
            "start" => setup.start = Some(super::command::place(value)?),
            "gravity" => {
                setup.gravity = Some(match int(0, 1)? {
                    0 => Gravity::Off,
                    _ => Gravity::On,
                });
            }
            "empty" => setup.is_empty = true,
            "endless" => setup.is_endless = true,
            _ => return None,
        }
        Some(())
    }

    /// Reads the line of an entry.
    fn read_entry(&mut self, found: &str) -> Result<(), String> {
        let turn = self.entries.len() + 1;
        let (first, rest) = found.split_once(' ').unwrap_or((found, ""));
        let number = u64::from_str_radix(first, 16).map_err(|_| {
            format!("turn {turn}: expected sixteen hexadecimal digits and a command")
        })?;
        let entry: Entry = rest
            .parse()
            .map_err(|unknown| format!("turn {turn}: {unknown}"))?;
        let right = line(&entry, number);
        if right.trim_end() != found {
            let right = right.trim_end();
            return Err(format!("turn {turn}: expected it to be written {right}"));
        }
        match entry {
            Entry::Rewind(to) if to as usize >= turn => Err(format!(
                "turn {turn}: {entry}: expected a number below {turn}"
            )),
            entry => {
                self.entries.push((entry, number));
                Ok(())
            }
        }
    }

    /// The game as it began.
    pub(super) fn begin(&self, world: &World) -> Result<Game, RecordingError> {
        let game = Game::new(world, &self.setup)?;
        let found = game.world_number();
        match found == self.world {
            true => Ok(game),
            false => Err(RecordingError::World {
                known: self.world,
                found,
            }),
        }
    }
}

/// An entry as it is written.
fn line(entry: &Entry, number: u64) -> String {
    format!("{number:016x} {entry}\n")
}

/// A number for the head of a recording.
fn seal(head: &str) -> u64 {
    Seed::new(0).child(head).number()
}

impl Game {
    /// A number for the world of the game as it was made.
    pub fn world_number(&self) -> u64 {
        let header = self.world().header();
        let mut seed = Seed::new(header.seed.map_or(0, Seed::number)).child(header.kind.id());
        seed = seed.child(u64::from(header.generation.unwrap_or(0)));
        for (name, value) in &header.parameters {
            seed = seed.child(*name).child(value.as_str());
        }
        if let Ok(cells) = self.world().cells() {
            let size = cells.size();
            for z in 0..size.levels() {
                for y in 0..size.height() {
                    let mut row = 0u64;
                    for cell in cells.row(y, z) {
                        row = row.wrapping_mul(0x0100_0000_01B3) ^ cell as u64;
                    }
                    seed = seed.child(row);
                }
            }
            for (_, thing) in cells.things() {
                let Pos { x, y, z } = thing.place;
                seed = seed.child(thing.name.as_str());
                for at in [x, y, z] {
                    seed = seed.child(at as u32 as u64);
                }
            }
        }
        seed.number()
    }
}
