//! The side profile: a slice through all levels.

use super::layer_of;
use super::palette::{self, TERMINAL_FAINT, nearest};
use super::text::{CellColours, Ink, Pen, TextBlock, ruler};
use super::things::{self, letter};
use crate::cell::Cell;
use crate::link::Link;
use crate::space::Pos;
use crate::volume::{Size, Volume};
use std::str::FromStr;
use thiserror::Error;

/// A vertical plane through a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    /// All cells with this x, seen from the east: south on the left.
    X(u32),
    /// All cells with this y, seen from the south: west on the left.
    Y(u32),
}

impl Slice {
    /// The width of the slice, in cells.
    pub(super) fn width(self, size: Size) -> u32 {
        match self {
            Self::X(_) => size.height(),
            Self::Y(_) => size.width(),
        }
    }

    /// The cell in a column of the slice.
    pub(super) fn pos(self, column: u32, z: u32, size: Size) -> Pos {
        let z = z as i32;
        match self {
            Self::X(x) => Pos::new(x as i32, (size.height() - 1 - column) as i32, z),
            Self::Y(y) => Pos::new(column as i32, y as i32, z),
        }
    }

    /// The column of a cell; `None` if it is not on the slice.
    pub(super) fn column(self, pos: Pos, size: Size) -> Option<u32> {
        match self {
            Self::X(x) => (pos.x == x as i32).then(|| size.height() - 1 - pos.y as u32),
            Self::Y(y) => (pos.y == y as i32).then_some(pos.x as u32),
        }
    }

    /// Whether the volume has such a plane.
    pub fn is_inside(self, size: Size) -> bool {
        match self {
            Self::X(x) => x < size.width(),
            Self::Y(y) => y < size.height(),
        }
    }

    /// A description of the slice.
    pub(super) fn describe(self) -> String {
        match self {
            Self::X(x) => format!("x = {x}, seen from the east (south on the left)"),
            Self::Y(y) => format!("y = {y}, seen from the south (west on the left)"),
        }
    }
}

/// A text that is not a slice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a side view: {0:?}: expected x=K or y=K, for example y=12")]
pub struct UnknownSlice(pub String);

impl FromStr for Slice {
    type Err = UnknownSlice;

    fn from_str(text: &str) -> Result<Self, UnknownSlice> {
        let unknown = || UnknownSlice(text.chars().take(32).collect());
        let (axis, number) = text.split_once('=').ok_or_else(unknown)?;
        let number = number.trim().parse().map_err(|_| unknown())?;
        match axis.trim() {
            "x" | "X" => Ok(Self::X(number)),
            "y" | "Y" => Ok(Self::Y(number)),
            _ => Err(unknown()),
        }
    }
}

/// How a profile is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileOptions {
    /// The ground level, from which the layers take their names; without it they have none.
    pub ground: Option<u32>,
    /// Coloured or not.
    pub ink: Ink,
}

/// Draws a slice: a row of cells for each level, highest first, and under each
/// a row for the floor, with the links that pass through it.
pub fn profile(
    volume: &Volume,
    links: &[Link],
    slice: Slice,
    options: ProfileOptions,
) -> TextBlock {
    let (size, ink) = (volume.size(), options.ink);
    let width = slice.width(size);
    let names: Vec<String> = (0..size.levels())
        .map(|z| name(z, options.ground))
        .collect();
    let margin = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let mut block = TextBlock::default();
    let mut pen = Pen::new(ink);
    pen.write(
        &format!("{:margin$} profile at {}", "", slice.describe()),
        None,
    );
    block.push(pen);
    block.push(match slice {
        Slice::Y(_) => ruler(width, margin, ink),
        Slice::X(_) => reversed_ruler(width, margin, ink),
    });
    for z in (0..size.levels()).rev() {
        let mut pen = Pen::new(ink);
        pen.write(
            &format!("{:margin$} ", names[z as usize]),
            Some(TERMINAL_FAINT),
        );
        let mut colours = CellColours::new(volume, z, None, ink);
        for column in 0..width {
            let pos = slice.pos(column, z, size);
            let cell = volume.get(pos);
            // A room is wider than its label, which a slice may miss.
            let signs = volume.things_at(pos).rev().map(|(_, thing)| thing);
            let mut signs = signs.filter(|thing| things::room(thing).is_none());
            let sign = signs
                .find_map(|thing| Some((letter(&thing.kind)?, nearest(things::colour(thing)))));
            let cell = || (cell.glyph(), colours.get(cell, volume.material(pos)));
            let (sign, colour) = sign.unwrap_or_else(cell);
            pen.put(sign, Some(colour));
        }
        block.push(pen);
        let mut pen = Pen::new(ink);
        pen.write(&" ".repeat(margin + 1), None);
        for (mark, colour) in floor_marks(volume, links, slice, z) {
            pen.put(mark, Some(colour));
        }
        block.push(pen);
    }
    block
}

/// The row between a level and the level below it.
fn floor_marks(volume: &Volume, links: &[Link], slice: Slice, z: u32) -> Vec<(char, u8)> {
    let size = volume.size();
    let mut marks: Vec<(char, u8)> = (0..slice.width(size))
        .map(|column| match volume.get(slice.pos(column, z, size)) {
            Cell::Air | Cell::Wall => (' ', TERMINAL_FAINT),
            _ => ('─', TERMINAL_FAINT),
        })
        .collect();
    for link in links.iter().filter(|link| link.high.z == z as i32) {
        if let Some(column) = slice.column(link.high, size) {
            let colour = nearest(palette::link(link.kind));
            marks[column as usize] = match (link.up, link.down) {
                (true, true) => ('┃', colour),
                (true, false) => ('↑', colour),
                _ => ('↓', colour),
            };
        }
    }
    marks
}

/// A level's number, layer and height.
fn name(z: u32, ground: Option<u32>) -> String {
    let Some(ground) = ground else {
        return format!("{z:>3} ");
    };
    let metres = (z as i32 - ground as i32) * 100;
    match layer_of(z, Some(ground)) {
        Some(layer) => format!("{z:>3}  {layer:<12} {metres:>+5} m "),
        None => format!("{z:>3}  {:<12} {metres:>+5} m ", ""),
    }
}

fn reversed_ruler(height: u32, margin: usize, ink: Ink) -> Pen {
    let mut text = vec![b' '; margin + 1 + height as usize + 4];
    for y in (0..height).step_by(10) {
        let at = margin + 1 + (height - 1 - y) as usize;
        text[at..at + y.to_string().len()].copy_from_slice(y.to_string().as_bytes());
    }
    let mut pen = Pen::new(ink);
    pen.write(
        String::from_utf8_lossy(&text).trim_end(),
        Some(TERMINAL_FAINT),
    );
    pen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveRules, link, text};

    const MAP: &str = "floor:0\n#L.<.\n#....\nfloor:1\n#L.>o\n     \nfloor:2\n   ..\n";

    fn lines(slice: Slice) -> Vec<String> {
        let volume = text::read("map", MAP.as_bytes()).unwrap();
        let links = link::scan(&volume, &MoveRules::default());
        let options = ProfileOptions {
            ground: Some(1),
            ink: Ink::Plain,
        };
        profile(&volume, &links, slice, options)
            .lines()
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn a_slice_shows_cells_floors_and_links() {
        assert_eq!(
            lines(Slice::Y(0)),
            [
                "                           profile at y = 0, seen from the south (west on the left)",
                "                           0",
                "  2  Lower Trunk   +100 m     ..",
                "                              ──",
                "  1  Ground Level    +0 m  #L.>o",
                "                            ┃─↑↓",
                "  0  Upper Roots   -100 m  #L.<.",
                "                            ────",
            ]
        );
    }

    #[test]
    fn from_the_east_south_is_on_the_left() {
        let lines = lines(Slice::X(1));
        assert!(lines[0].ends_with("x = 1, seen from the east (south on the left)"));
        assert_eq!(lines[1].trim_start(), "0");
        assert!(lines[4].ends_with(" L"));
        assert!(lines[5].ends_with(" ┃"));
        assert!(lines[6].ends_with(".L"));
    }

    #[test]
    fn slices_are_read_from_text() {
        assert_eq!("x=3".parse(), Ok(Slice::X(3)));
        assert_eq!("Y = 12".parse(), Ok(Slice::Y(12)));
        for wrong in ["", "x", "z=1", "x=-1", "x=1.5", "3", "x=99999999999"] {
            let error = wrong.parse::<Slice>().unwrap_err();
            assert!(error.to_string().contains("expected x=K or y=K"));
        }
    }

    #[test]
    fn levels_far_from_the_ground_have_no_name() {
        assert_eq!(name(9, Some(1)), "  9                +800 m ");
        assert_eq!(name(0, Some(0)), "  0  Ground Level    +0 m ");
    }
}
