//! What a game is about, how it ends, and what has happened in it.

use super::actor::ActorId;
use super::event::{Cause, Event, How};
use super::game::Game;
use super::listener::Silent;
use super::turn::Turn;
use crate::ids::RoomId;
use crate::space::{MazePos, Pos};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the player is here for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To bring something home.
    Fetch {
        /// What it is called.
        relic: String,
        /// Where it lies at the beginning.
        from: Pos,
        /// Where to bring it.
        home: Home,
    },
    /// To reach the lowest level of a maze.
    Descend {
        /// That level.
        to: i32,
    },
    /// To reach a place.
    Reach(Pos),
    /// To see every cell that can be reached.
    Explore {
        /// How many are left.
        left: u64,
        /// Those that are left.
        unseen: Arc<BTreeSet<Pos>>,
    },
}

/// Where something is to be brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// To a room of a sector.
    Room(RoomId, String),
    /// To a column of zones of an open world, at any depth.
    Column([u32; 2], String),
    /// To a place.
    Place(Pos),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The player did what they were here for.
    Won,
    /// The player died.
    Lost,
    /// The player gave up.
    Left,
}

impl Ending {
    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Left => "left",
        }
    }
}

/// What has happened to the player, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Steps.
    pub steps: u64,
    /// Ways up and down that were taken.
    pub climbs: u64,
    /// Falls.
    pub falls: u64,
    /// Levels that were fallen through.
    pub levels_fallen: u64,
    /// Those who died, by the player's hand or not.
    pub kills: u64,
    /// Hit points that were lost.
    pub hurt: u64,
    /// Levels that the player has been on.
    pub levels: BTreeSet<i32>,
    /// What the player lost hit points to.
    pub causes: BTreeMap<&'static str, u64>,
    /// What killed the player.
    pub killed_by: Option<Cause>,
}

impl Cause {
    /// What files call it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Blow(_) => "blow",
            Self::Fall => "fall",
            Self::Crushed => "crushed",
            Self::Climb => "climb",
            Self::Blast => "blast",
            Self::Trap => "trap",
            Self::Liquid => "liquid",
        }
    }
}

impl Tally {
    pub(super) fn count(&mut self, event: &Event) {
        const PLAYER: ActorId = ActorId::PLAYER;
        match *event {
            Event::Moved {
                who: PLAYER,
                to,
                how,
                ..
            } => {
                self.levels.insert(to.z);
                match how {
                    How::Step => self.steps += 1,
                    How::Climb => self.climbs += 1,
                    _ => {}
                }
            }
            Event::FellDown {
                who: PLAYER,
                levels,
                ..
            } => {
                self.falls += 1;
                self.levels_fallen += u64::from(levels);
            }
            Event::Hurt {
                who: PLAYER,
                amount,
                cause,
            } => {
                self.hurt += u64::from(amount);
                *self.causes.entry(cause.id()).or_default() += u64::from(amount);
            }
            Event::Died {
                who: PLAYER, cause, ..
            } => self.killed_by = Some(cause),
            Event::Died { .. } => self.kills += 1,
            _ => {}
        }
    }
}

impl Turn<'_> {
    /// Whether the player has done what they came for, or a passage opens.
    pub(super) fn judge(&mut self) {
        if self.game.ending().is_some() {
            return;
        }
        self.cross();
        if !self.game.is_endless && self.game.is_won() {
            self.end(Ending::Won);
        }
    }

    /// In a maze, takes the player on where no ladder leads, once enough of the level was seen.
    fn cross(&mut self) {
        if let Some(level) = self.game.passage() {
            self.pass_to(level);
        }
    }

    /// Takes the player to the same row and column of another level of a maze, or to the nearest
    /// open cell, and those along who follow. Nothing happens if there is no such cell; whether
    /// there is.
    pub(super) fn pass_to(&mut self, level: u32) -> bool {
        let to = self.game.place_on(level);
        let Some(to) = to.and_then(|to| self.game.nearest_free(to, None)) else {
            return false;
        };
        self.put(ActorId::PLAYER, to, How::Passage);
        let followers: Vec<ActorId> = self
            .game
            .actors()
            .filter(|actor| actor.leader == Some(ActorId::PLAYER))
            .map(|actor| actor.id)
            .collect();
        for who in followers {
            if let Some(place) = self.game.nearest_free(to, Some(who)) {
                self.put(who, place, How::Passage);
                self.tell(Event::Followed { who, to: place });
            }
        }
        self.game.visit();
        self.look();
        true
    }
}

impl Game {
    fn is_won(&mut self) -> bool {
        let place = self.player().place;
        match &mut self.aim {
            Aim::Fetch { relic, home, .. } => {
                let is_home = match home {
                    Home::Room(room, _) => self.stage.room_at(place) == Some(*room),
                    Home::Column(column, _) => {
                        let zone = self.stage.zone_of(place);
                        zone.is_some_and(|zone| zone.column() == *column)
                    }
                    Home::Place(home) => place == *home,
                };
                let relic = relic.clone();
                let mut items = self.player().items.iter();
                is_home && items.any(|item| item.name == relic)
            }
            Aim::Descend { to } => place.z == *to,
            Aim::Reach(goal) => place == *goal,
            Aim::Explore { left, unseen } => {
                let corner = self.stage.loaded().1;
                let shown = self.sight.shown();
                let shown =
                    shown.map(|pos| Pos::new(pos.x + corner.x, pos.y + corner.y, pos.z + corner.z));
                let new: Vec<Pos> = shown.filter(|pos| unseen.contains(pos)).collect();
                if !new.is_empty() {
                    let unseen = Arc::make_mut(unseen);
                    for pos in &new {
                        unseen.remove(pos);
                    }
                    *left = unseen.len() as u64;
                }
                *left == 0
            }
        }
    }

    /// The level that a scripted passage takes the player to now, if it does.
    fn passage(&mut self) -> Option<u32> {
        let is_new = self.visit();
        let level = self.maze_place()?.level;
        let mut crossings = self.crossings.iter();
        let due = crossings.find(|crossing| self.visits.is_due(crossing, level));
        due.filter(|_| is_new).map(|crossing| crossing.to)
    }

    /// Where the player is in a maze; none on a side between two cells.
    pub(super) fn maze_place(&self) -> Option<MazePos> {
        self.stage.maze()?.cell_at(self.player().place)
    }

    /// Remembers that the player has been here, in a maze; true if for the first time.
    pub(super) fn visit(&mut self) -> bool {
        match (self.maze_place(), self.stage.maze()) {
            (Some(at), Some(maze)) => self.visits.visit(maze, at),
            _ => false,
        }
    }

    /// The place on another level of a maze that is nearest to the player's row and column.
    fn place_on(&self, level: u32) -> Option<Pos> {
        let at = self.maze_place()?;
        let maze = self.stage.maze()?;
        maze.cell_pos(maze.nearest_open(level, at.row, at.col)?)
    }

    /// Takes the player to another level of a maze, as a passage does; whether there is a place.
    pub(super) fn pass_to_level(&mut self, level: u32) -> bool {
        Turn::new(self, &mut Silent, None).pass_to(level)
    }
}
