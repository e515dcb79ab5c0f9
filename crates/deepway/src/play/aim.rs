//! What a game is about, how it ends, and what has happened in it.

use super::actor::ActorId;
use super::event::{Cause, Event, How};
use super::game::Game;
use super::turn::Turn;
use crate::ids::RoomId;
use crate::space::Pos;
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
        if self.game.ending().is_some() || self.game.is_endless {
            return;
        }
        self.cross();
        if self.game.is_won() {
            self.end(Ending::Won);
        }
    }

    /// In a maze, takes the player on where no ladder leads, once the level has been seen.
    fn cross(&mut self) {
        let Some(to) = self.game.passage() else {
            return;
        };
        if let Some(to) = self.game.nearest_free(to, None) {
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
            self.look();
        }
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

    /// Where a scripted passage takes the player now, if it does.
    fn passage(&mut self) -> Option<Pos> {
        let place = self.player().place;
        let maze = self.stage.maze()?;
        let levels = maze.levels.len() as u32;
        let at = maze_cell(place, levels)?;
        let size = maze.size();
        let quadrant = (at[1] >= size / 2) as usize * 2 + (at[2] >= size / 2) as usize;
        let level = at[0];
        let is_cut_off = level < levels
            && !maze
                .features
                .iter()
                .any(|feature| feature.upper_level == level);
        let seen = self.quadrants.entry(level).or_default();
        seen[quadrant] = true;
        let seen = *seen;
        let maze = self.stage.maze()?;
        let found = maze.level(level)?;
        let mut open = [false; 4];
        for (row, col) in found.cells() {
            let quadrant = (row >= size / 2) as usize * 2 + (col >= size / 2) as usize;
            open[quadrant] |= found.is_open(row, col);
        }
        let is_due = is_cut_off && (0..4).all(|quadrant| seen[quadrant] || !open[quadrant]);
        if !is_due {
            return None;
        }
        let to = maze.nearest_open(level + 1, at[1], at[2])?;
        maze.cell_pos(to)
    }
}

/// The level, row and column of a maze cell; none for a side between cells.
fn maze_cell(pos: Pos, levels: u32) -> Option<[u32; 3]> {
    let is_cell = pos.x % 2 == 1 && pos.y % 2 == 1;
    let level = u32::try_from(i64::from(levels) - i64::from(pos.z)).ok()?;
    let [row, col] = [pos.y / 2, pos.x / 2].map(|at| u32::try_from(at).ok());
    Some([level, row?, col?]).filter(|_| is_cell)
}
