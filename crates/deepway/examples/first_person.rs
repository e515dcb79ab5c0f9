//! Stands in a maze and looks around, in characters of braille.
//!
//!     cargo run --example first_person

use deepway::maze::{MazePlan, generate};
use deepway::play::Walk;
use deepway::view::{Ink, Light, first_person, first_person_text};
use deepway::{Direction, Seed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let maze = generate(&MazePlan::default(), Seed::new(7))?;
    let mut walk = Walk::new(&maze, maze.entrance()?, Direction::North)?;
    for _ in 0..4 {
        let seen = first_person(&maze, walk.at(), walk.facing(), Light::default());
        println!("{} facing {}", walk.at(), walk.facing());
        println!("{}", first_person_text(&seen, 64, Ink::Plain));
        println!("{}", walk.tell("turn right").answer);
    }
    Ok(())
}
