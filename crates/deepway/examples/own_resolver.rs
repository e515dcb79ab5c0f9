//! Replaces the dice: three six-sided ones instead of one with twenty sides, and hazards that
//! never happen.
//!
//!     cargo run --example own_resolver

use deepway::check::{Attribute, Check, Resolver};
use deepway::play::Expedition;
use deepway::sector::{Blueprint, carve, generate};
use deepway::traverse::Character;
use deepway::{Dice, Direction, Seed, Stream};

struct ThreeDice(Stream);

impl Resolver for ThreeDice {
    fn check(&mut self, _attribute: Attribute, value: i32, dc: u32) -> Check {
        let roll = (0..3).map(|_| self.0.between(1, 6)).sum();
        let total = roll + value;
        Check { roll, total, dc }
    }

    fn roll(&mut self, dice: Dice) -> i32 {
        dice.roll(&mut self.0).max(0)
    }

    fn happens(&mut self, _percent: u32) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = Seed::new(3);
    let carved = carve(generate(&Blueprint::default(), seed)?)?;
    let mut expedition = Expedition::new(carved, Character::default())?;
    let mut dice = ThreeDice(seed.stream());
    for direction in [
        Direction::North,
        Direction::East,
        Direction::Down,
        Direction::Up,
    ] {
        println!(
            "{direction}: {}",
            expedition.go(direction, &mut dice).message
        );
    }
    Ok(())
}
