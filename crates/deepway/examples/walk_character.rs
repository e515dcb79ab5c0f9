//! Sends a character through a sector at random until nothing is left of them, or for a
//! hundred moves.
//!
//!     cargo run --example walk_character

use deepway::Seed;
use deepway::play::Expedition;
use deepway::sector::{Blueprint, carve, generate};
use deepway::traverse::Character;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = Seed::new(7);
    let carved = carve(generate(&Blueprint::default(), seed)?)?;
    let mut expedition = Expedition::new(carved, Character::default())?;
    let mut dice = seed.child("dice").stream();
    println!("{}", expedition.look());
    for _ in 0..100 {
        let ways = expedition.ways_out();
        let Some(&way) = dice.pick(&ways).filter(|_| expedition.character().is_up()) else {
            break;
        };
        let outcome = expedition.take(way, &mut dice);
        println!("{:<6} {}", way.direction, outcome.message);
    }
    let minutes = expedition.minutes();
    println!(
        "{} hp left after {minutes} minutes",
        expedition.character().hp
    );
    Ok(())
}
