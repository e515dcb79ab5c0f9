//! Draws all levels of a map as an SVG, and one of them as text.
//!
//!     cargo run --example draw > tower.svg

use deepway::view::{self, Ink, PictureOptions};
use deepway::{MoveRules, link, text};

const MAP: &[u8] = b"\
floor:0
#########
#..~~...#
#.X~~..L#
#########
floor:1
#########
#.......#
#.X....L#
#########
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let volume = text::read("tower", MAP)?;
    let links = link::scan(&volume, &MoveRules::default());
    let level = view::level(&volume, 0, "ground", Ink::Plain);
    eprintln!("{}", view::beside(&[level], 80));
    let options = PictureOptions {
        title: "A small tower".to_owned(),
        ..PictureOptions::default()
    };
    println!("{}", view::svg(&view::stack(&volume, &links, &options)?));
    Ok(())
}
