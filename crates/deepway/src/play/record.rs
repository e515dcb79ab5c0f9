//! Recordings: the commands of a game and a number for its state after each of them.

use super::command::Command;
use super::game::Game;
use super::setup::{CannotPlay, Setup};
use crate::rules::Gravity;
use crate::seed::Seed;
use crate::space::Pos;
use crate::world::World;
use std::fmt::Write;
use thiserror::Error;

/// The version of the format that is written.
pub const RECORDING_FORMAT: u32 = 1;

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// How it began.
    pub setup: Setup,
    /// A number for the world, so that it is replayed in the same one.
    pub world: u64,
    /// The commands, each with a number for all up to it and for the game after it.
    pub turns: Vec<(Command, u64)>,
    /// Where the player took something back: after how many commands, and to how many.
    pub rewinds: Vec<[u32; 2]>,
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
        "turn {turn}: {command}: the recording has {known:016x}, and the game comes to {found:016x}"
    )]
    Differs {
        /// The command, from 1.
        turn: u32,
        /// What was done.
        command: Command,
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
            world: game.world_number(),
            turns: Vec::new(),
            rewinds: Vec::new(),
        }
    }

    /// Adds a command and what came of it.
    pub fn add(&mut self, command: &Command, game: &Game) {
        let before = self.turns.last().map_or(self.world, |(_, number)| *number);
        let number = link(before, command, game);
        self.turns.push((command.clone(), number));
    }

    /// The recording as text: a line for each value and each command.
    pub fn to_text(&self) -> String {
        let mut text = format!("deepway recording {RECORDING_FORMAT}\n");
        let setup = &self.setup;
        let _ = writeln!(text, "world {:016x}", self.world);
        let _ = writeln!(text, "seed {}", setup.seed.number());
        let _ = writeln!(text, "name {}", setup.name.escape_default());
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
            let _ = writeln!(
                text,
                "gravity {}",
                if gravity == Gravity::Off { 0 } else { 1 }
            );
        }
        for (word, is_so) in [("empty", setup.is_empty), ("endless", setup.is_endless)] {
            if is_so {
                text += word;
                text.push('\n');
            }
        }
        for [after, to] in &self.rewinds {
            let _ = writeln!(text, "rewind {after} {to}");
        }
        let _ = writeln!(text, "turns {}", self.turns.len());
        for (command, hash) in &self.turns {
            let _ = writeln!(text, "{hash:016x} {command}");
        }
        text
    }

    /// Reads a recording.
    pub fn from_text(text: &str) -> Result<Self, RecordingError> {
        let mut lines = (1u32..).zip(text.lines());
        let error = |line: u32, problem: String| RecordingError::Line { line, problem };
        let head = lines.next().map_or("", |(_, line)| line);
        let version = head.strip_prefix("deepway recording ");
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
            world: 0,
            turns: Vec::new(),
            rewinds: Vec::new(),
        };
        let mut count = None;
        for (number, line) in lines.by_ref() {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let bad = || {
                let shown: String = line.chars().take(60).collect();
                error(
                    number,
                    format!("{shown:?}: expected a key and a value that belongs to it"),
                )
            };
            let int = |low: i64, high: i64| {
                let value = value.parse::<i64>().ok();
                value
                    .filter(|value| (low..=high).contains(value))
                    .ok_or_else(bad)
            };
            let setup = &mut recording.setup;
            match key {
                "world" => recording.world = u64::from_str_radix(value, 16).map_err(|_| bad())?,
                "seed" => setup.seed = Seed::new(value.parse().map_err(|_| bad())?),
                "name" => setup.name = value.chars().take(60).collect(),
                "might" => setup.might = int(-10, 30)? as i32,
                "wits" => setup.wits = int(-10, 30)? as i32,
                "explosives" => setup.explosives = int(0, 99)? as u32,
                "companions" => setup.companions = int(0, 5)? as u32,
                "free" => setup.free_levels = int(0, 256)? as u32,
                "hp" => setup.hp = Some(int(1, 1_000_000)? as u32),
                "level" => setup.level = Some(int(1, 60)? as u32),
                "start" => setup.start = Some(super::command::place(value).ok_or_else(bad)?),
                "gravity" => {
                    setup.gravity = Some(match int(0, 1)? {
                        0 => Gravity::Off,
                        _ => Gravity::On,
                    });
                }
                "empty" => setup.is_empty = true,
                "endless" => setup.is_endless = true,
                "rewind" => {
                    let (after, to) = value.split_once(' ').ok_or_else(bad)?;
                    let [after, to] = [after, to].map(|text| text.parse::<u32>().ok());
                    recording
                        .rewinds
                        .push([after.ok_or_else(bad)?, to.ok_or_else(bad)?]);
                }
                "turns" => {
                    count = Some(int(0, u32::MAX.into())?);
                    break;
                }
                _ => return Err(bad()),
            }
        }
        let mut last = 0;
        for (number, line) in lines {
            let bad = |problem: &str| error(number, problem.to_owned());
            let (hash, command) = line
                .split_once(' ')
                .ok_or_else(|| bad("expected a number in hexadecimal and a command"))?;
            let hash = u64::from_str_radix(hash, 16)
                .ok()
                .filter(|_| hash.len() == 16);
            let hash = hash.ok_or_else(|| bad("expected sixteen hexadecimal digits first"))?;
            let command: Command = command.parse().map_err(|unknown| {
                error(
                    number,
                    format!("turn {}: {unknown}", recording.turns.len() + 1),
                )
            })?;
            recording.turns.push((command, hash));
            last = number;
        }
        let found = recording.turns.len() as i64;
        match count {
            Some(count) if count == found && text.ends_with('\n') => Ok(recording),
            Some(count) => {
                let problem = format!("{found} turns and then the end: expected {count}");
                Err(error(last + 1, problem))
            }
            None => Err(error(
                last + 1,
                "no turns: expected \"turns\" and how many".to_owned(),
            )),
        }
    }

    /// The game as it began.
    pub fn begin(&self, world: &World) -> Result<Game, RecordingError> {
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

/// The number after a command: of the number before, the command, and what came of it.
fn link(before: u64, command: &Command, game: &Game) -> u64 {
    let command = command.to_string();
    let link = Seed::new(before).child(command.as_str()).child(game.hash());
    link.number()
}

/// A recording that is played back: forwards, and to any turn.
#[derive(Clone, Debug)]
pub struct Replay {
    recording: Recording,
    /// Games after so many turns, to go on from.
    kept: Vec<(u32, Game)>,
    game: Game,
    turn: u32,
}

/// A game is kept once in so many turns.
const KEPT: u32 = 128;

impl Replay {
    /// At the beginning.
    pub fn new(recording: Recording, world: &World) -> Result<Self, RecordingError> {
        let game = recording.begin(world)?;
        Ok(Self {
            recording,
            kept: vec![(0, game.clone())],
            game,
            turn: 0,
        })
    }

    /// The recording.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The game at this turn.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many commands have been replayed.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Replays the next command, and checks what comes of it; none at the end.
    pub fn step(&mut self) -> Option<Result<(Command, Vec<super::Event>), RecordingError>> {
        let (command, known) = self.recording.turns.get(self.turn as usize)?.clone();
        let events = self.game.act(&command);
        self.turn += 1;
        let before = (self.turn as usize).checked_sub(2);
        let before = before.and_then(|before| self.recording.turns.get(before));
        let before = before.map_or(self.recording.world, |(_, number)| *number);
        let found = link(before, &command, &self.game);
        if found != known {
            return Some(Err(RecordingError::Differs {
                turn: self.turn,
                command,
                known,
                found,
            }));
        }
        let is_new = self.kept.last().is_none_or(|(turn, _)| *turn < self.turn);
        if self.turn.is_multiple_of(KEPT) && is_new {
            self.kept.push((self.turn, self.game.clone()));
        }
        Some(Ok((command, events)))
    }

    /// Goes to the state after so many commands, forwards or back; to the end if there are not
    /// so many.
    pub fn seek(&mut self, turn: u32) -> Result<(), RecordingError> {
        let kept = self.kept.iter().rev();
        let nearest = { kept }.find(|(kept, _)| *kept <= turn);
        if let Some((kept, game)) =
            nearest.filter(|(kept, _)| turn < self.turn || *kept > self.turn)
        {
            self.game = game.clone();
            self.turn = *kept;
        }
        while self.turn < turn {
            match self.step() {
                Some(done) => done.map(drop)?,
                None => break,
            }
        }
        Ok(())
    }
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
