//! Who sees what: on a level, and through a hole in the floor.
//!
//! cargo run -p deepway --example see

use deepway::sight::{self, Sight};
use deepway::{Pos, text};

const MAP: &[u8] = b"\
floor:0
###########
#.........#
#...##....#
#.........#
###########

floor:1
###########
#.........#
#....   ..#
#.........#
###########
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let volume = text::read("map", MAP)?;
    let here = Pos::new(3, 2, 1);
    let field = sight::field(&volume, here, &Sight::default());
    for z in (0..2).rev() {
        println!("level {z}");
        for y in 0..5 {
            let row = (0..11).map(|x| {
                let pos = Pos::new(x, y, z);
                match pos == here {
                    true => '@',
                    false if field.shows(pos) => volume.get(pos).glyph(),
                    false => '?',
                }
            });
            println!("{}", row.collect::<String>());
        }
    }
    // Whoever is seen sees back.
    assert!(field.seen().all(|pos| sight::sees(&volume, pos, here)));
    Ok(())
}
