mod falls;
mod laws;
mod machines;
mod party;
mod properties;
mod ways;

use super::*;
use crate::rules::Gravity;
use crate::seed::Seed;
use crate::space::Pos;
use crate::text;
use crate::world::World;

/// A world that is drawn as text, level by level from the bottom up.
fn map(text: &str) -> World {
    World::from(text::read("map", text.as_bytes()).unwrap())
}

/// A game on a map under gravity, with nobody but the player.
fn falling(text: &str, start: Pos) -> Game {
    let setup = Setup {
        start: Some(start),
        companions: 0,
        gravity: Some(Gravity::On),
        hp: Some(100_000),
        ..seeded(0)
    };
    Game::new(&map(text), &setup).unwrap()
}

/// A game that nobody wins, so that small maps are not seen to the end at once.
fn seeded(seed: u64) -> Setup {
    Setup {
        seed: Seed::new(seed),
        is_endless: true,
        ..Setup::default()
    }
}
