//! A game with all that happened in it: forwards, back, and to any turn.

use super::command::Command;
use super::event::Event;
use super::game::Game;
use super::record::{Entry, Recording, RecordingError};
use super::setup::{CannotPlay, Setup};
use crate::world::World;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game and its recording.
///
/// Whatever was taken back stays in the recording, so what happened is a tree: every command
/// comes after another one, and the state after it depends on those above it alone. Some of the
/// states are kept, so that any other is at most a few commands away.
#[derive(Clone, Debug)]
pub struct History {
    recording: Recording,
    /// What each entry came to, and the beginning first.
    after: Vec<u32>,
    /// The commands, and the beginning first.
    nodes: Vec<Node>,
    /// States after some of the commands.
    kept: BTreeMap<u32, Arc<Game>>,
    game: Game,
    /// The command that the game stands after.
    node: u32,
    /// How many entries lead here.
    position: u32,
    /// How many entries were played, and came out as recorded.
    checked: u32,
}

/// A command in the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    depth: u32,
    entry: u32,
}

/// The state is kept after one command in so many.
const KEPT: u32 = 32;

impl History {
    /// A game that begins now.
    pub fn begin(world: &World, setup: &Setup) -> Result<Self, CannotPlay> {
        let game = Game::new(world, setup)?;
        Ok(Self::at_beginning(Recording::new(&game, setup), game))
    }

    /// A game that was recorded, at its beginning.
    pub fn open(recording: Recording, world: &World) -> Result<Self, RecordingError> {
        let game = recording.begin(world)?;
        Ok(Self::at_beginning(recording, game))
    }

    fn at_beginning(recording: Recording, game: Game) -> Self {
        let beginning = Node {
            parent: 0,
            depth: 0,
            entry: 0,
        };
        let mut history = Self {
            recording,
            after: vec![0],
            nodes: vec![beginning],
            kept: BTreeMap::from([(0, Arc::new(game.clone()))]),
            game,
            node: 0,
            position: 0,
            checked: 0,
        };
        for position in 0..history.len() {
            history.grow(position);
        }
        history
    }

    /// Takes an entry into the tree.
    fn grow(&mut self, position: u32) {
        let before = self.after[position as usize];
        let node = match self.recording.entries[position as usize].0 {
            // Readers refuse to go back to what has not been.
            Entry::Rewind(to) => self.after[to as usize],
            Entry::Act(_) => {
                self.nodes.push(Node {
                    parent: before,
                    depth: self.nodes[before as usize].depth + 1,
                    entry: position,
                });
                self.nodes.len() as u32 - 1
            }
        };
        self.after.push(node);
    }

    /// What was done.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Says where the world comes from, for whoever reads the recording.
    pub fn set_origin(&mut self, origin: String) {
        self.recording.origin = origin;
    }

    /// The game as it is here.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many entries lead here.
    pub fn position(&self) -> u32 {
        self.position
    }

    /// How many entries there are.
    pub fn len(&self) -> u32 {
        self.recording.entries.len() as u32
    }

    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.recording.entries.is_empty()
    }

    /// Does something. If the game stands before its end, that is taken down as well.
    pub fn act(&mut self, command: &Command) -> Vec<Event> {
        if self.position < self.len() {
            self.note(Entry::Rewind(self.position));
        }
        let events = self.game.act(command);
        self.note(Entry::Act(command.clone()));
        self.keep();
        events
    }

    /// Takes back so many commands; how many were taken back.
    pub fn rewind(&mut self, count: u32) -> Result<u32, RecordingError> {
        let before = self.nodes[self.node as usize].depth;
        let mut to = self.node;
        for _ in 0..count.min(before) {
            to = self.nodes[to as usize].parent;
        }
        let taken = before - self.nodes[to as usize].depth;
        if taken > 0 {
            self.go_to(to)?;
            self.note(Entry::Rewind(match to {
                0 => 0,
                to => self.nodes[to as usize].entry + 1,
            }));
        }
        Ok(taken)
    }

    /// Adds an entry that has been done.
    fn note(&mut self, entry: Entry) {
        self.recording.add(entry, &self.game);
        self.grow(self.len() - 1);
        self.position = self.len();
        self.checked = self.position;
        self.node = self.after[self.position as usize];
    }

    fn keep(&mut self) {
        let depth = self.nodes[self.node as usize].depth;
        if depth.is_multiple_of(KEPT) {
            let game = &self.game;
            let kept = self.kept.entry(self.node);
            kept.or_insert_with(|| Arc::new(game.clone()));
        }
    }

    /// Replays the next entry, and checks what comes of it; none at the end.
    pub fn step(&mut self) -> Option<Result<(Entry, Vec<Event>), RecordingError>> {
        let (entry, _) = self.recording.entries.get(self.position as usize)?.clone();
        let events = match &entry {
            Entry::Act(command) => self.game.act(command),
            Entry::Rewind(_) => {
                if let Err(error) = self.go_to(self.after[self.position as usize + 1]) {
                    return Some(Err(error));
                }
                Vec::new()
            }
        };
        if let Err(error) = self.check(self.position) {
            self.go_to_beginning();
            return Some(Err(error));
        }
        self.position += 1;
        self.checked = self.checked.max(self.position);
        self.node = self.after[self.position as usize];
        self.keep();
        Some(Ok((entry, events)))
    }

    /// Whether the game has come out as an entry says.
    fn check(&self, position: u32) -> Result<(), RecordingError> {
        let (entry, known) = &self.recording.entries[position as usize];
        let found = self.recording.link(position, entry, &self.game);
        match found == *known {
            true => Ok(()),
            false => Err(RecordingError::Differs {
                turn: position + 1,
                entry: entry.clone(),
                known: *known,
                found,
            }),
        }
    }

    /// Goes to the state after so many entries, forwards or back; to the end if there are not
    /// so many.
    pub fn seek(&mut self, position: u32) -> Result<(), RecordingError> {
        let position = position.min(self.len());
        let known = position.min(self.checked);
        if known != self.position {
            self.go_to(self.after[known as usize])?;
            self.position = known;
        }
        while self.position < position {
            match self.step() {
                Some(done) => done.map(drop)?,
                None => break,
            }
        }
        Ok(())
    }

    /// Makes the state after a command that was played before: from one that is kept, or from
    /// here.
    fn go_to(&mut self, node: u32) -> Result<(), RecordingError> {
        let mut todo = Vec::new();
        let mut at = node;
        while at != self.node {
            if let Some(game) = self.kept.get(&at) {
                self.game = game.as_ref().clone();
                break;
            }
            todo.push(at);
            // The beginning is kept.
            at = self.nodes[at as usize].parent;
        }
        for at in todo.into_iter().rev() {
            let entry = self.nodes[at as usize].entry;
            if let (Entry::Act(command), _) = &self.recording.entries[entry as usize] {
                self.game.act(command);
            }
            if let Err(error) = self.check(entry) {
                self.go_to_beginning();
                return Err(error);
            }
        }
        self.node = node;
        Ok(())
    }

    /// A recording that goes another way leaves the game at its beginning.
    fn go_to_beginning(&mut self) {
        self.game = self.kept[&0].as_ref().clone();
        self.node = 0;
        self.position = 0;
    }
}
