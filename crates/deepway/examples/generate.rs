//! Generates a sector, checks it, and lists its rooms.
//!
//!     cargo run --example generate -- 7

use deepway::sector::{Blueprint, Trend};
use deepway::{Seed, generate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |text| text.parse())?;
    let blueprint = Blueprint {
        target_rooms: 12,
        trend: Trend::Mixed,
        ..Blueprint::default()
    };
    let made = generate::sector(&blueprint, Seed::new(seed))?;
    for room in made.sector.rooms() {
        let layer = room
            .layer()
            .map_or(String::new(), |layer| layer.to_string());
        println!("{:<4} {:<28} {layer}", room.id, room.name);
    }
    for connection in made.sector.connections() {
        let [low, high] = connection.low_and_high();
        println!(
            "{} up from {low} to {high}, DC {}",
            connection.kind().id(),
            connection.dc()
        );
    }
    for finding in &made.findings {
        println!("{finding}");
    }
    Ok(())
}
