//! Reads a world of any kind from a file, and says what it is and what is wrong with it.
//!
//!     cargo run --example read_map -- examples/watchtower.txt

use deepway::{codec, validate};

const MAP: &[u8] = b"floor:0\n#.X.#\nfloor:1\n#...#\n@ 1,0,0 label \"A cell\"\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = match std::env::args().nth(1) {
        Some(path) => codec::open(&path, &std::fs::read(&path)?)?,
        None => codec::open("map", MAP)?,
    };
    let cells = world.cells()?;
    println!("a {} of {} cells", world.kind(), cells.size());
    for link in world.links(&world.rules())? {
        let (low, high) = (world.place_name(link.low), world.place_name(link.high));
        println!("{} from {low} to {high}", link.kind);
    }
    for (_, thing) in cells.things() {
        println!(
            "{} {:?} at {}",
            thing.kind,
            thing.name,
            world.place_name(thing.place)
        );
    }
    for finding in validate::check(&world) {
        println!("{finding}");
    }
    Ok(())
}
