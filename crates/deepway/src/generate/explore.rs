//! Random expeditions through many sectors, and many climbs: do the rules of traversal hold?

use super::GenerateError;
use super::survey::Seen;
use crate::check::Resolver;
use crate::ids::ConnectionId;
use crate::play::Expedition;
use crate::report::first_fault;
use crate::sector::{Blueprint, ConnectionKind, Sector};
use crate::seed::Seed;
use crate::traverse::{Character, Outcome, attempt_traversal};
use crate::validate;
use std::collections::BTreeMap;

/// What happened on many expeditions. Tallies of different seeds can be added in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpeditionTally {
    /// How many expeditions there were.
    pub expeditions: u64,
    /// How many moves were made in all.
    pub moves: u64,
    /// What the moves led to, counted: walked, climbed, slipped, fell, cleared and so on.
    pub events: BTreeMap<&'static str, u64>,
    /// Expeditions that ended because the character was down.
    pub down: u64,
    /// What should never happen.
    pub failures: BTreeMap<String, Seen>,
}

impl ExpeditionTally {
    /// Explores a sector at random, for a number of moves or until the character is down.
    pub fn explore(&mut self, blueprint: &Blueprint, seed: u64, character: &Character, moves: u64) {
        self.expeditions += 1;
        if let Err(reason) = self.try_explore(blueprint, seed, character, moves) {
            let seen = self.failures.entry(reason).or_insert(Seen {
                count: 0,
                example: seed,
            });
            seen.count += 1;
            seen.example = seen.example.min(seed);
        }
    }

    fn try_explore(
        &mut self,
        blueprint: &Blueprint,
        seed: u64,
        character: &Character,
        moves: u64,
    ) -> Result<(), String> {
        let text = |error: GenerateError| error.to_string();
        let made = super::sector(blueprint, Seed::new(seed)).map_err(text)?;
        let carved = super::carve(made).map_err(text)?.carved;
        let entered = Expedition::new(carved, character.clone());
        let mut expedition = entered.map_err(|error| error.to_string())?;
        let mut random = Seed::new(seed).child("walk").stream();
        for _ in 0..moves {
            if !expedition.character().is_up() {
                self.down += 1;
                break;
            }
            self.moves += 1;
            let ways = expedition.ways_out();
            let way = *random.pick(&ways).ok_or("stuck: no way out")?;
            // A blocked connection is worked on half of the time.
            let sector = expedition.carved().sector();
            let connection = way.connection.and_then(|id| sector.connection(id));
            let is_blocked = connection.is_some_and(|connection| connection.is_blocked());
            let is_dead = !is_blocked
                && connection.is_some_and(|connection| connection.powered() == Some(false));
            let towards = Some(way.direction);
            let (event, outcome) = match random.below(4) {
                0 if is_blocked => ("cleared", expedition.clear(towards, &mut random)),
                1 if is_blocked => ("blasted", expedition.blast(towards, &mut random)),
                0 | 1 if is_dead => ("repaired", expedition.repair(towards, &mut random)),
                _ => {
                    let event = if way.connection.is_some() {
                        "climbed"
                    } else {
                        "walked"
                    };
                    (event, expedition.take(way, &mut random))
                }
            };
            *self.events.entry(name(event, &outcome)).or_default() += 1;
            if outcome.room != expedition.room() {
                return Err("the outcome names another room".to_owned());
            }
            let carved = expedition.carved();
            let at = carved.middle_of(expedition.room());
            let at = at.ok_or("in a room without a cell to stand on")?;
            if !carved.volume().is_walkable(at) || carved.room_at(at) != Some(expedition.room()) {
                return Err("in a wall, or outside".to_owned());
            }
        }
        // Whatever was cleared and repaired, the sector must still be sound.
        match first_fault(&validate::carved(expedition.carved())) {
            Some(fault) => Err(format!("after the expedition: {fault}")),
            None => Ok(()),
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Self) {
        self.expeditions += other.expeditions;
        self.moves += other.moves;
        self.down += other.down;
        for (event, count) in other.events {
            *self.events.entry(event).or_default() += count;
        }
        for (reason, seen) in other.failures {
            let own = self.failures.entry(reason).or_insert(Seen {
                count: 0,
                example: seen.example,
            });
            own.count += seen.count;
            own.example = own.example.min(seen.example);
        }
    }
}

/// What an outcome is counted as.
fn name(event: &'static str, outcome: &Outcome) -> &'static str {
    match (event, outcome.success, outcome.damage) {
        (_, true, _) => event,
        ("climbed", false, 0) => "found it blocked",
        ("climbed", false, _) => "slipped or fell",
        _ => "worked in vain",
    }
}

/// How often a connection was passed, slipped on and fallen from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Climbs {
    /// Passed.
    pub passed: u64,
    /// Failed, and stayed.
    pub slipped: u64,
    /// Failed, and fell to the bottom.
    pub fell: u64,
}

impl Climbs {
    /// How many faces of a d20 pass, slip and fall with this might, by the rules alone.
    pub fn faces(kind: ConnectionKind, might: i32, dc: u32) -> [u32; 3] {
        let mut faces = [0; 3];
        for roll in 1..=20 {
            let margin = roll + might - dc as i32;
            let place = match kind {
                _ if margin >= 0 => 0,
                ConnectionKind::Shaft | ConnectionKind::Elevator if margin <= -6 => 2,
                _ => 1,
            };
            faces[place] += 1;
        }
        faces
    }

    /// Climbs a connection again and again, unhurt each time.
    pub fn count(
        &mut self,
        sector: &Sector,
        connection: ConnectionId,
        might: i32,
        tries: u64,
        resolver: &mut impl Resolver,
    ) {
        let Some(connection) = sector.connection(connection) else {
            return;
        };
        // Start above, where a fall and a slip end in different rooms.
        let [low, high] = connection.low_and_high();
        for _ in 0..tries {
            let mut character = Character {
                might,
                hp: 9999,
                ..Character::default()
            };
            let outcome = attempt_traversal(sector, &connection, high, &mut character, resolver);
            match (outcome.success, outcome.room == low) {
                (true, _) => self.passed += 1,
                (false, true) => self.fell += 1,
                (false, false) => self.slipped += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_are_those_of_the_rules() {
        use ConnectionKind::{Ladder, Shaft};
        assert_eq!(Climbs::faces(Shaft, 0, 12), [9, 5, 6]);
        assert_eq!(Climbs::faces(Shaft, 5, 12), [14, 5, 1]);
        assert_eq!(Climbs::faces(Ladder, 0, 10), [11, 9, 0]);
        assert_eq!(Climbs::faces(Ladder, 30, 10), [20, 0, 0]);
    }

    #[test]
    fn tallies_add_in_any_order() {
        let hardy = Character {
            hp: 500,
            ..Character::default()
        };
        let explore = |seeds: [u64; 2]| {
            let mut tally = ExpeditionTally::default();
            for seed in seeds {
                tally.explore(&Blueprint::default(), seed, &hardy, 200);
            }
            tally
        };
        let (mut low, mut high) = (explore([1, 2]), explore([3, 4]));
        let (first, second) = (low.clone(), high.clone());
        low.add(second);
        high.add(first);
        assert_eq!(low, high);
        assert_eq!((low.expeditions, low.failures.len()), (4, 0));
        assert!(low.events["walked"] > 0 && low.events["climbed"] > 0);
    }
}
