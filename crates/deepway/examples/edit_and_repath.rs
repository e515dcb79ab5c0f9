//! Finds a way, builds a wall across it, and finds another: the navigator follows the
//! volume's list of changes, and undoing is a change like any other.
//!
//!     cargo run --example edit_and_repath

use deepway::nav::{Algorithm, Finder, Navigator};
use deepway::{Cell, MoveRules, Pos, text};

const MAP: &[u8] = b"\
floor:0
#########
#...L...#
#.#####.#
#...L...#
#########
floor:1
#########
#...L...#
#.#####.#
#...L...#
#########
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut volume = text::read("map", MAP)?;
    let mut navigator = Navigator::new(&volume, MoveRules::default())?;
    let mut finder = Finder::default();
    let (from, to) = (Pos::new(1, 1, 0), Pos::new(7, 1, 0));
    let find = |finder: &mut Finder, navigator: &Navigator, volume: &deepway::Volume| {
        let ground = navigator.on(volume)?;
        finder.find(&ground, from, to, Algorithm::AUTO)
    };
    println!(
        "open: {:.2}",
        find(&mut finder, &navigator, &volume)?.length()
    );
    let before = volume.revision();
    volume.set(Pos::new(4, 1, 0), Cell::Wall)?;
    navigator.follow(&volume);
    println!(
        "walled off: {:.2}",
        find(&mut finder, &navigator, &volume)?.length()
    );
    volume.undo_to(before);
    navigator.follow(&volume);
    println!(
        "undone: {:.2}",
        find(&mut finder, &navigator, &volume)?.length()
    );
    Ok(())
}
