//! What came of many games.

use crate::generate::games::{Examples, GamesTally};
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer to `survey games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamesAnswer {
    /// How many games there were.
    pub games: u64,
    /// How they ended: `won`, `lost`, `left`, `unfinished`.
    pub endings: BTreeMap<&'static str, ExamplesAnswer>,
    /// What the players died of.
    pub deaths: BTreeMap<&'static str, ExamplesAnswer>,
    /// Worlds that cannot be played, by reason.
    pub refused: BTreeMap<String, ExamplesAnswer>,
    /// The turns of the shortest, the middle and the longest game.
    pub turns: [u64; 3],
    /// Levels seen, of all games.
    pub levels: u64,
    /// Ways up and down that were taken.
    pub climbs: u64,
    /// Falls.
    pub falls: u64,
    /// Levels fallen.
    pub levels_fallen: u64,
    /// Whoever died by the way.
    pub kills: u64,
}

/// How often something was, and some seeds of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExamplesAnswer {
    /// How often.
    pub count: u64,
    /// The lowest seeds, as text: some programs cannot hold such large numbers.
    pub seeds: Vec<String>,
}

impl From<&GamesTally> for GamesAnswer {
    fn from(tally: &GamesTally) -> Self {
        fn answers<K: Clone + Ord>(all: &BTreeMap<K, Examples>) -> BTreeMap<K, ExamplesAnswer> {
            let all = all.iter().map(|(what, examples)| {
                let answer = ExamplesAnswer {
                    count: examples.count,
                    seeds: examples.seeds.iter().map(u64::to_string).collect(),
                };
                (what.clone(), answer)
            });
            all.collect()
        }
        Self {
            games: tally.games,
            endings: answers(&tally.endings),
            deaths: answers(&tally.deaths),
            refused: answers(&tally.refused),
            turns: tally.lengths(),
            levels: tally.levels,
            climbs: tally.climbs,
            falls: tally.falls[0],
            levels_fallen: tally.falls[1],
            kills: tally.kills,
        }
    }
}
