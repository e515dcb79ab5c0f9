//! Carves a sector into cells, and finds the way from the first room to the last.
//!
//!     cargo run --example carve

use deepway::nav::{Algorithm, Finder, Navigator};
use deepway::sector::{Blueprint, carve, generate};
use deepway::world::World;
use deepway::{MoveRules, Seed, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sector = generate(&Blueprint::default(), Seed::new(7))?;
    let last = format!("r{}", sector.rooms().len() - 1);
    let world = World::from(carve(sector)?);
    let cells = world.cells()?;
    println!("{}", text::to_text(cells));
    let navigator = Navigator::new(cells, MoveRules::default())?;
    let ends = [world.place("r0")?, world.place(&last)?];
    let ground = navigator.on(cells)?;
    let route = Finder::default().find(&ground, ends[0], ends[1], Algorithm::AUTO)?;
    println!("r0 to {last}: {:.2} steps", route.length());
    Ok(())
}
