//! A maze in first person: lines, dotted where the light is weak.
//!
//! The picture has 256 × 152 points and its centre at (128, 76). The content of a cell is
//! drawn at the scale of its range, about the centre; range 1 has scale 1. All outputs use
//! the same list of segments.

mod lines;
mod picture;
mod sheet;
mod surfaces;
mod text;

pub use picture::first_person_scene;
pub use sheet::first_person_sheet;
pub use text::first_person_text;

use self::lines::{Line, Part, vertical};
use crate::maze::{Maze, Side};
use crate::space::{Direction, MazePos};

/// Points from left to right.
const WIDTH: f32 = 256.0;
/// Points from top to bottom.
const HEIGHT: f32 = 152.0;
/// The scale of the far end of each range, in parts of 128.
const SCALES: [f32; 10] = [200.0, 128.0, 80.0, 50.0, 31.0, 20.0, 12.0, 8.0, 4.0, 2.0];
/// The scale of the near end of the viewer's cell: past the edges of the picture.
const NEAREST: f32 = 312.0;

/// How bright the viewer's light is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Light {
    /// For walls, doors, ladders and holes.
    pub regular: u8,
    /// For secret doors.
    pub magic: u8,
}

impl Light {
    /// The brightest light.
    pub const MAX: u8 = 40;
}

impl Default for Light {
    fn default() -> Self {
        Self {
            regular: 13,
            magic: 0,
        }
    }
}

/// What a line of the view belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// A wall or the ceiling.
    Stone,
    /// A door.
    Door,
    /// A secret door.
    SecretDoor,
    /// A hole in the ceiling or in the floor.
    Hole,
    /// A ladder.
    Ladder,
}

impl Sight {
    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Stone => "stone",
            Self::Door => "door",
            Self::SecretDoor => "secret_door",
            Self::Hole => "hole",
            Self::Ladder => "ladder",
        }
    }
}

/// A line of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where it begins: to the right, and down. It may be outside the picture.
    pub from: [f32; 2],
    /// Where it ends.
    pub to: [f32; 2],
    /// From 0 up the line is solid, from −1 to −6 dotted.
    pub brightness: i32,
    /// What it belongs to.
    pub sight: Sight,
}

impl Segment {
    /// How many points are skipped after each point that is drawn.
    pub fn gap(&self) -> u32 {
        match self.brightness {
            0.. => 0,
            dim => 1 << (-dim - 1).min(5),
        }
    }
}

/// What a viewer sees: their own cell, up to nine cells ahead, and what openings to the sides
/// show.
///
/// The facing is one of [`Direction::STRAIGHT`]; in any other direction there is nothing to see.
pub fn first_person(maze: &Maze, at: MazePos, facing: Direction, light: Light) -> Vec<Segment> {
    let mut view = View {
        light,
        segments: Vec::new(),
    };
    if Direction::STRAIGHT.contains(&facing) && maze.is_open(at) {
        let surfaces = surfaces::seen(maze, at, facing);
        for surface in &surfaces {
            view.add(surface.range, surface.parts());
        }
        for (range, edge) in surfaces::edges(&surfaces) {
            view.add(range, [edge]);
        }
        let mut here = at;
        for (range, &scale) in SCALES.iter().enumerate() {
            let parts = vertical(maze, here).into_iter();
            let scaled = |line: Line| line.map(|point| lines::scaled(point, scale));
            view.add(range, parts.map(|(sight, line)| (sight, scaled(line))));
            match maze.beside(here, facing) {
                Some(next) if maze.side(here, facing) == Side::Open => here = next,
                _ => break,
            }
        }
    }
    view.segments
}

struct View {
    light: Light,
    segments: Vec<Segment>,
}

impl View {
    /// Adds lines as far as the light reaches.
    fn add(&mut self, range: usize, parts: impl IntoIterator<Item = Part>) {
        for (sight, [from, to]) in parts {
            let light = match sight {
                Sight::SecretDoor => self.light.magic,
                _ => self.light.regular,
            };
            let brightness = i32::from(light) - 7 - range as i32;
            if brightness >= -6 {
                self.segments.push(Segment {
                    from,
                    to,
                    brightness,
                    sight,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests;
