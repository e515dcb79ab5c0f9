//! A game that somebody plays: its recording, what was taken back, and what goes on by itself.

use deepway::Direction;
use deepway::Pos;
use deepway::play::{
    Command, Event, Explorer, Game, Halt, Recording, RecordingError, Replay, Setup, is_news,
};
use deepway::world::World;

/// A game in progress.
pub(super) struct Session {
    world: World,
    pub(super) game: Game,
    pub(super) recording: Recording,
    explorer: Explorer,
}

/// Something that goes on by itself takes at most so many commands at a time.
const MOST: u32 = 5000;

impl Session {
    pub(super) fn new(world: World, setup: &Setup) -> Result<Self, deepway::play::CannotPlay> {
        let game = Game::new(&world, setup)?;
        Ok(Self {
            recording: Recording::new(&game, setup),
            explorer: Explorer::new(&game),
            world,
            game,
        })
    }

    /// Goes on with a game that was recorded.
    pub(super) fn resume(world: World, recording: Recording) -> Result<Self, RecordingError> {
        let mut replay = Replay::new(recording.clone(), &world)?;
        replay.seek(u32::MAX)?;
        let game = replay.game().clone();
        Ok(Self {
            explorer: Explorer::new(&game),
            world,
            game,
            recording,
        })
    }

    /// Does what the player says.
    pub(super) fn act(&mut self, command: &Command) -> Vec<Event> {
        let events = self.game.act(command);
        self.recording.add(command, &self.game);
        events
    }

    /// Explores until there is news, and says why it stopped if there was none.
    pub(super) fn explore(&mut self) -> (Vec<Event>, Option<Halt>) {
        self.go_on(Explorer::explore)
    }

    /// Travels to a place until there is news.
    pub(super) fn travel(&mut self, to: Pos) -> (Vec<Event>, Option<Halt>) {
        self.go_on(|explorer, game| explorer.travel(game, to))
    }

    /// Takes the way up or down here, or travels to the nearest known one.
    pub(super) fn take_way(&mut self, towards: Direction) -> (Vec<Event>, Option<Halt>) {
        let here = self.game.player().place;
        let is_here = |way: &deepway::play::Way| way.towards == towards;
        if self.game.ways(here).iter().any(is_here) {
            return (self.act(&Command::Climb(towards)), None);
        }
        match self.explorer.nearest_way(&self.game, towards) {
            Some(way) => self.travel(way.from),
            None => (Vec::new(), Some(Halt::NoWay)),
        }
    }

    fn go_on(
        &mut self,
        mut next: impl FnMut(&mut Explorer, &Game) -> Result<Command, Halt>,
    ) -> (Vec<Event>, Option<Halt>) {
        let mut all = Vec::new();
        for _ in 0..MOST {
            let command = match next(&mut self.explorer, &self.game) {
                Ok(command) => command,
                Err(halt) => return (all, Some(halt)),
            };
            let events = self.act(&command);
            let is_refused = matches!(events[..], [Event::Refused(_)]);
            let stops = is_refused || events.iter().any(is_news);
            all.extend(events);
            if stops {
                return (all, None);
            }
        }
        (all, None)
    }

    /// What a journey is like: how long, and what it asks at each way up or down.
    pub(super) fn outlook(&mut self, to: Pos) -> Option<String> {
        let here = self.game.player().place;
        let cells = self.explorer.route(&self.game, to)?;
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
            let mut ways = self.game.ways(*from).into_iter();
            // A connection over several levels is one way, and begins at its end.
            let Some(way) = ways.find(|way| way.towards == towards) else {
                continue;
            };
            if taken != Some(way.kind) || way.levels == 1 {
                text += &format!(", {} {towards}", way.kind.link().name());
                if let Some((check, odds)) = self.game.check_of(&way) {
                    text += &format!(" ({check}, {odds} %)");
                }
            }
            taken = Some(way.kind);
        }
        Some(text + ".")
    }

    /// Takes back so many commands; how many were taken back.
    pub(super) fn rewind(&mut self, count: u32) -> Result<u32, RecordingError> {
        let before = self.recording.turns.len() as u32;
        let to = before.saturating_sub(count);
        let mut recording = self.recording.clone();
        recording.turns.truncate(to as usize);
        let mut replay = Replay::new(recording.clone(), &self.world)?;
        replay.seek(to)?;
        recording.rewinds.push([before, to]);
        self.game = replay.game().clone();
        self.explorer = Explorer::new(&self.game);
        self.recording = recording;
        Ok(before - to)
    }
}
