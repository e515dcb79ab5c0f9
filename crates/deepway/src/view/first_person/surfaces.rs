//! Walls and doors as the viewer sees them: rays are followed from cell to cell through
//! openings, and each part of the picture's width ends at one surface.
//!
//! The scales of the ranges are a perspective: a place is drawn to the right of the centre by
//! its distance to the right times its scale. So everything seen through an opening lies
//! between the columns of its edges.

use super::lines::{CENTRE, Line, Part};
use super::{NEAREST, SCALES, Sight, WIDTH};
use crate::maze::{Maze, Side};
use crate::space::{Direction, MazePos};

/// Half the width and half the height of a cell, at scale 1. The ceiling line, in the middle
/// of a cell, meets the walls where the line lists of holes end it: at (47, 28).
const HALF: [f32; 2] = [64.0, 38.0];
/// Half the width of a door, and how high it is above the centre, at scale 1.
const DOOR: [f32; 2] = [22.0, 14.0];
/// Where along a side wall a door begins and ends.
const DOOR_SHARES: [f32; 2] = [
    0.5 - DOOR[0] / (2.0 * HALF[0]),
    0.5 + DOOR[0] / (2.0 * HALF[0]),
];

/// Which plane a surface lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Plane {
    /// Across the view, at the far end of a range.
    Across(usize),
    /// Along the view, right of this column of cells, counted to the right from the viewer's.
    Along(i32),
}

/// A wall, or a part of it, that is seen between two columns of the picture.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    /// How far ahead its cell is.
    pub(super) range: usize,
    /// The column of its cell, counted to the right from the viewer's.
    column: i32,
    plane: Plane,
    side: Side,
    /// The columns of the picture between which it is seen, from the centre.
    window: [f32; 2],
}

/// All visible surfaces, from left to right.
pub(super) fn seen(maze: &Maze, at: MazePos, facing: Direction) -> Vec<Surface> {
    let mut rays = Rays {
        maze,
        facing,
        surfaces: Vec::new(),
    };
    rays.follow(at, 0, 0, [-WIDTH / 2.0, WIDTH / 2.0]);
    rays.surfaces
        .sort_by(|a, b| a.window[0].total_cmp(&b.window[0]));
    rays.surfaces
}

struct Rays<'a> {
    maze: &'a Maze,
    facing: Direction,
    surfaces: Vec<Surface>,
}

impl Rays<'_> {
    /// Follows the rays of a window through a cell, to its far side and its outer sides.
    fn follow(&mut self, at: MazePos, column: i32, range: usize, window: [f32; 2]) {
        let [near, far] = ends(range);
        let [left, right] = [wall_of(column - 1), wall_of(column)];
        if left < 0.0 {
            let seen = common(window, [left * near, left * far]);
            let plane = Plane::Along(column - 1);
            self.meet(at, column, range, self.facing.left(), plane, seen);
        }
        let seen = common(window, [left * far, right * far]);
        self.meet(at, column, range, self.facing, Plane::Across(range), seen);
        if right > 0.0 {
            let seen = common(window, [right * far, right * near]);
            let plane = Plane::Along(column);
            self.meet(at, column, range, self.facing.right(), plane, seen);
        }
    }

    /// Rays that come to a side of a cell end there, or continue in the next cell.
    fn meet(
        &mut self,
        at: MazePos,
        column: i32,
        range: usize,
        to: Direction,
        plane: Plane,
        window: Option<[f32; 2]>,
    ) {
        let Some(window) = window else {
            return;
        };
        let side = self.maze.side(at, to);
        if side != Side::Open {
            self.surfaces.push(Surface {
                range,
                column,
                plane,
                side,
                window,
            });
            return;
        }
        let (column, range) = match plane {
            Plane::Across(_) => (column, range + 1),
            Plane::Along(wall) if wall < column => (column - 1, range),
            Plane::Along(_) => (column + 1, range),
        };
        if let Some(next) = self.maze.beside(at, to).filter(|_| range < SCALES.len()) {
            self.follow(next, column, range, window);
        }
    }
}

/// The scales of the near and the far end of a range.
fn ends(range: usize) -> [f32; 2] {
    let near = range.checked_sub(1).map_or(NEAREST, |near| SCALES[near]);
    [near / 128.0, SCALES[range] / 128.0]
}

/// The distance from the centre to the wall between a column and the next, at scale 1.
fn wall_of(column: i32) -> f32 {
    (2 * column + 1) as f32 * HALF[0]
}

/// What two intervals have in common, if it is more than a point.
fn common(a: [f32; 2], b: [f32; 2]) -> Option<[f32; 2]> {
    let (low, high) = (a[0].max(b[0]), a[1].min(b[1]));
    (low < high).then_some([low, high])
}

/// The upright edges between surfaces in different planes, with their range.
pub(super) fn edges(surfaces: &[Surface]) -> Vec<(usize, Part)> {
    let pairs = surfaces.windows(2).filter(|pair| {
        let [left, right] = [&pair[0], &pair[1]];
        left.plane != right.plane && left.window[1] == right.window[0]
    });
    let edges = pairs.map(|pair| {
        let x = pair[0].window[1];
        // The nearer surface ends there; where two walls meet both do, and the brighter counts.
        let [left, right] =
            [&pair[0], &pair[1]].map(|surface| (surface.scale_at(x), surface.range));
        let is_corner = (left.0 - right.0).abs() < 1e-4 * left.0;
        let (scale, range) = match left.0 > right.0 {
            _ if is_corner => (left.0, left.1.min(right.1)),
            true => left,
            false => right,
        };
        let line = [-HALF[1], HALF[1]].map(|down| [x, down * scale]);
        (range, (Sight::Stone, placed(line)))
    });
    edges.collect()
}

fn placed(line: Line) -> Line {
    line.map(|[x, y]| [CENTRE[0] + x, CENTRE[1] + y])
}

impl Surface {
    /// Its scale at a column of the picture.
    fn scale_at(&self, x: f32) -> f32 {
        match self.plane {
            Plane::Across(range) => ends(range)[1],
            Plane::Along(wall) => x / wall_of(wall),
        }
    }

    /// The lines of the wall and of the door in it.
    pub(super) fn parts(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = [-HALF[1], HALF[1]]
            .map(|down| {
                let line = self.window.map(|x| [x, down * self.scale_at(x)]);
                (Sight::Stone, placed(line))
            })
            .into();
        let sight = match self.side {
            Side::Door => Sight::Door,
            Side::SecretDoor => Sight::SecretDoor,
            Side::Open | Side::Wall => return parts,
        };
        let door = self.door().into_iter();
        let door = door.filter_map(|line| clip(line, self.window));
        parts.extend(door.map(|line| (sight, placed(line))));
        parts
    }

    /// The lines of a door, as if nothing were in front of it.
    fn door(&self) -> Vec<Line> {
        let [near, far] = ends(self.range);
        let (top, bottom) = (-DOOR[1], HALF[1]);
        let (posts, handle) = match self.plane {
            Plane::Across(_) => {
                let middle = self.column as f32 * 2.0 * HALF[0];
                let posts = [-DOOR[0], DOOR[0]].map(|aside| [middle + aside, far]);
                let handle = [8.0, 4.0].map(|in_from| [middle + DOOR[0] - in_from, 12.0]);
                (posts, Some(handle.map(|point| point.map(|at| at * far))))
            }
            Plane::Along(wall) => {
                // Depth is one over scale.
                let at_share = |share: f32| 1.0 / ((1.0 - share) / near + share / far);
                let posts = DOOR_SHARES.map(|share| [wall_of(wall), at_share(share)]);
                (posts, None)
            }
        };
        let corner = |[x, scale]: [f32; 2], down: f32| [x * scale, down * scale];
        let corners = [
            corner(posts[0], bottom),
            corner(posts[0], top),
            corner(posts[1], top),
            corner(posts[1], bottom),
        ];
        let lines = corners.windows(2).map(|pair| [pair[0], pair[1]]);
        lines.chain(handle).collect()
    }
}

/// The part of a line between two columns, if any.
fn clip([from, to]: Line, [low, high]: [f32; 2]) -> Option<Line> {
    if from[0] == to[0] {
        return (low <= from[0] && from[0] <= high).then_some([from, to]);
    }
    let share_at = |x: f32| (x - from[0]) / (to[0] - from[0]);
    let (a, b) = (share_at(low), share_at(high));
    let (begin, end) = (a.min(b).max(0.0), a.max(b).min(1.0));
    let at = |share: f32| match share {
        0.0 => from,
        1.0 => to,
        share => [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share),
    };
    (begin < end).then(|| [at(begin), at(end)])
}
