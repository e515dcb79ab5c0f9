//! A flee map: where to run from somebody, corners and other levels included. The distances
//! from the enemy are turned round and spread out again, so that running into a dead end is
//! worse than a detour.
//!
//!     cargo run --example flee_map

use deepway::nav::Navigator;
use deepway::{MoveRules, Pos, text};

const MAP: &[u8] = b"\
floor:0
##########
#....#...#
#.##.#.#.#
#.#L...#.#
##########
floor:1
##########
#........#
#.######.#
#..L.....#
##########
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let volume = text::read("map", MAP)?;
    let navigator = Navigator::new(&volume, MoveRules::default())?;
    let ground = navigator.on(&volume)?;
    let enemy = Pos::new(1, 3, 0);
    let hunt = ground.field(&[enemy]);
    let far = hunt.iter().map(|(_, cost)| cost).max().unwrap_or(0);
    // The farther from the enemy the better, by a fifth more than the way there costs.
    let flee = ground.field_of(hunt.iter().map(|(pos, cost)| (pos, (far - cost) * 6 / 5)));
    let me = Pos::new(1, 2, 0);
    println!(
        "hunted from {me}: the enemy would take {:?}",
        hunt.next(&ground, me)
    );
    for pos in flee.descent(&ground, me) {
        println!("run to {pos}");
    }
    Ok(())
}
