//! A maze in first person: lines, dotted where the light is weak.
//!
//! The picture has 256 × 152 points and its centre at (128, 76). What is in a cell at range
//! r is drawn at the scale of its range about the centre; range 1 has scale 1. One list of
//! segments serves all outputs.

mod lines;
mod picture;
mod sheet;
mod text;

pub use picture::first_person_scene;
pub use sheet::first_person_sheet;
pub use text::first_person_text;

use self::lines::{Line, Part, Wing, front, vertical};
use crate::maze::{Maze, Side};
use crate::space::{Direction, MazePos};

/// Points from left to right.
const WIDTH: f32 = 256.0;
/// Points from top to bottom.
const HEIGHT: f32 = 152.0;
/// The scale of the far end of each range, in parts of 128.
const SCALES: [f32; 10] = [200.0, 128.0, 80.0, 50.0, 31.0, 20.0, 12.0, 8.0, 4.0, 2.0];
/// The near end of the own cell: past the edges of the picture.
const NEAREST: f32 = 312.0;

/// How bright somebody's light is.
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
    /// A ladder.
    Ladder,
    /// A hole in the ceiling or in the floor.
    Hole,
}

/// A line of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where it begins: to the right, and down. It may be outside the picture.
    pub from: [f32; 2],
    /// Where it ends.
    pub to: [f32; 2],
    /// 0 and more is solid, −1 to −6 dotted.
    pub brightness: i32,
    /// What it belongs to.
    pub sight: Sight,
}

impl Segment {
    /// How many points are left out after each that is drawn.
    pub fn gap(&self) -> u32 {
        match self.brightness {
            0.. => 0,
            dim => 1 << (-dim - 1).min(5),
        }
    }
}

/// What somebody sees: the cell they stand in and up to nine ahead.
///
/// The facing is one of [`Direction::STRAIGHT`]; nobody sees anything in another direction.
pub fn first_person(maze: &Maze, at: MazePos, facing: Direction, light: Light) -> Vec<Segment> {
    let mut view = View {
        maze,
        facing,
        light,
        segments: Vec::new(),
    };
    if Direction::STRAIGHT.contains(&facing) && maze.is_open(at) {
        view.look(at);
    }
    view.segments
}

struct View<'a> {
    maze: &'a Maze,
    facing: Direction,
    light: Light,
    segments: Vec<Segment>,
}

impl View<'_> {
    fn look(&mut self, at: MazePos) {
        let mut here = at;
        for (range, &scale) in SCALES.iter().enumerate() {
            let to_scale = |line: Line| line.map(|point| lines::scaled(point, scale));
            self.add(range, vertical(self.maze, here), to_scale);
            self.add_side(range, here, self.facing.left(), Wing::Left);
            self.add_side(range, here, self.facing.right(), Wing::Right);
            let ahead = self.maze.side(here, self.facing);
            self.add(range, front(ahead), to_scale);
            match self.beside(here, self.facing) {
                Some(next) if ahead == Side::Open => here = next,
                _ => break,
            }
        }
    }

    /// Adds lines as far as the light reaches.
    fn add(
        &mut self,
        range: usize,
        parts: impl IntoIterator<Item = Part>,
        place: impl Fn(Line) -> Line,
    ) {
        for (sight, line) in parts {
            let light = match sight {
                Sight::SecretDoor => self.light.magic,
                _ => self.light.regular,
            };
            let brightness = i32::from(light) - 7 - range as i32;
            if brightness >= -6 {
                let [from, to] = place(line);
                self.segments.push(Segment {
                    from,
                    to,
                    brightness,
                    sight,
                });
            }
        }
    }

    /// What is to the left or to the right of a cell: a wall, or what one sees of a passage.
    fn add_side(&mut self, range: usize, here: MazePos, to: Direction, wing: Wing) {
        let side = self.maze.side(here, to);
        let ends = lines::ends(range);
        if side != Side::Open {
            self.add(range, wing.wall(ends, side), |line| line);
        } else if let Some(passage) = self.beside(here, to) {
            self.peek(range, passage, to, wing);
        }
        if self.has_edge(here, to) {
            self.add(range, [wing.edge(ends)], |line| line);
        }
    }

    /// Looks through an opening at a side: along the passage until a wall ends it.
    fn peek(&mut self, range: usize, passage: MazePos, to: Direction, wing: Wing) {
        let (window, mut at) = (lines::ends(range), passage);
        for depth in range..SCALES.len() {
            let ends = lines::ends(depth);
            if self.maze.side(at, to) != Side::Open {
                self.add(depth, wing.far_wall(ends, window), |line| line);
            }
            if self.maze.side(at, self.facing) != Side::Open {
                self.add(depth, wing.end_wall(ends, window), |line| line);
                return;
            }
            match self.beside(at, self.facing) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// Whether there is an upright edge at the far end of a side: walls meet there that do
    /// not lie in one plane.
    fn has_edge(&self, here: MazePos, to: Direction) -> bool {
        let is_wall = |at: Option<MazePos>, direction: Direction| {
            at.is_none_or(|at| self.maze.side(at, direction) != Side::Open)
        };
        let (ahead, beside) = (self.beside(here, self.facing), self.beside(here, to));
        let at_side = is_wall(Some(here), to);
        let in_front = is_wall(Some(here), self.facing);
        let (side_goes_on, front_goes_on) = (is_wall(ahead, to), is_wall(beside, self.facing));
        match (at_side, in_front) {
            (true, true) => true,
            (true, false) => !side_goes_on,
            (false, true) => !front_goes_on,
            (false, false) => side_goes_on || front_goes_on,
        }
    }

    fn beside(&self, at: MazePos, to: Direction) -> Option<MazePos> {
        let level = self.maze.level(at.level)?;
        let [row, col] = level.beside(at.row, at.col, to)?;
        Some(MazePos { row, col, ..at })
    }
}

#[cfg(test)]
mod tests;
