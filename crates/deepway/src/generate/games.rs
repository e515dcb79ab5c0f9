//! Many games of bots, counted: whether worlds can be finished by playing, and how it feels.

use crate::play::{Bot, BotKind, CannotPlay, Ending, Game, Setup};
use crate::world::World;
use std::collections::BTreeMap;

/// What came of a number of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamesTally {
    /// How many games there were.
    pub games: u64,
    /// How they ended, and some seeds of each.
    pub endings: BTreeMap<&'static str, Examples>,
    /// What the players died of.
    pub deaths: BTreeMap<&'static str, Examples>,
    /// The turns of each game, in no order.
    pub turns: Vec<u64>,
    /// The levels seen, of all games.
    pub levels: u64,
    /// The falls of all games, and the levels fallen.
    pub falls: [u64; 2],
    /// Ways up and down that were taken.
    pub climbs: u64,
    /// Whoever died by the way.
    pub kills: u64,
    /// Worlds that cannot be played, and why.
    pub refused: BTreeMap<String, Examples>,
}

/// How often something was, and the first seeds of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examples {
    /// How often.
    pub count: u64,
    /// The lowest seeds.
    pub seeds: Vec<u64>,
}

/// So many seeds are named.
const NAMED: usize = 5;

impl Examples {
    fn add(&mut self, seed: u64) {
        self.merge(&Self {
            count: 1,
            seeds: vec![seed],
        });
    }

    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.seeds.extend(&other.seeds);
        self.seeds.sort_unstable();
        self.seeds.truncate(NAMED);
    }
}

impl GamesTally {
    /// Lets a bot play a game in a world, with at most so many commands, and counts it.
    pub fn play(&mut self, seed: u64, world: &World, setup: &Setup, bot: BotKind, most: u64) {
        self.games += 1;
        let game = match play_out(world, setup, bot, most) {
            Ok(game) => game,
            Err(error) => {
                self.refused.entry(error.to_string()).or_default().add(seed);
                return;
            }
        };
        let tally = game.tally();
        let ending = game.ending().map_or("unfinished", Ending::id);
        self.endings.entry(ending).or_default().add(seed);
        if let Some(cause) = tally.killed_by {
            self.deaths.entry(cause.id()).or_default().add(seed);
        }
        self.turns.push(game.turn());
        self.levels += tally.levels.len() as u64;
        self.falls[0] += tally.falls;
        self.falls[1] += tally.levels_fallen;
        self.climbs += tally.climbs;
        self.kills += tally.kills;
    }

    /// Counts a world that could not be made.
    pub fn refuse(&mut self, seed: u64, problem: String) {
        self.games += 1;
        self.refused.entry(problem).or_default().add(seed);
    }

    /// Adds what another thread has counted.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        for (mine, other) in [
            (&mut self.endings, &other.endings),
            (&mut self.deaths, &other.deaths),
        ] {
            for (what, examples) in other {
                mine.entry(what).or_default().merge(examples);
            }
        }
        for (why, examples) in other.refused {
            self.refused.entry(why).or_default().merge(&examples);
        }
        self.turns.extend(other.turns);
        self.levels += other.levels;
        self.falls[0] += other.falls[0];
        self.falls[1] += other.falls[1];
        self.climbs += other.climbs;
        self.kills += other.kills;
    }

    /// How many games were won.
    pub fn won(&self) -> u64 {
        let won = self.endings.get(Ending::Won.id());
        won.map_or(0, |examples| examples.count)
    }

    /// The shortest, the middle and the longest game, in turns.
    pub fn lengths(&self) -> [u64; 3] {
        let mut turns = self.turns.clone();
        turns.sort_unstable();
        let at = |place: usize| turns.get(place).copied().unwrap_or(0);
        [
            at(0),
            at(turns.len() / 2),
            at(turns.len().saturating_sub(1)),
        ]
    }

    /// The mean of a total over all games that were played, in hundredths.
    pub fn mean(&self, total: u64) -> u64 {
        (total * 100) / (self.turns.len() as u64).max(1)
    }
}

/// Lets a bot play until the end, or for so many commands.
pub fn play_out(world: &World, setup: &Setup, bot: BotKind, most: u64) -> Result<Game, CannotPlay> {
    let mut game = Game::new(world, setup)?;
    let mut bot = Bot::new(bot, &game);
    for _ in 0..most {
        match bot.next(&game) {
            Some(command) => drop(game.act(&command)),
            None => break,
        }
    }
    Ok(game)
}
