//! The line lists: ladders and holes at scale 1, walls and doors between the ends of a cell.

use super::{NEAREST, SCALES, Sight};
use crate::maze::{Maze, Side};
use crate::space::MazePos;

/// From a point to a point.
pub(super) type Line = [[f32; 2]; 2];
/// A line and what it belongs to.
pub(super) type Part = (Sight, Line);

const CENTRE: [f32; 2] = [128.0, 76.0];
/// Half the width and half the height of a cell's far end at scale 1. A ceiling line, in the
/// middle of a cell, meets the walls where the lists of holes have it end: at (47, 28).
const HALF: [f32; 2] = [64.0, 38.0];
/// Half the width of a door, and how high it is above the centre, at scale 1.
const DOOR: [f32; 2] = [22.0, 14.0];

const LADDER_SIDES: [Line; 2] = [
    [[116.0, 24.0], [116.0, 128.0]],
    [[140.0, 24.0], [140.0, 128.0]],
];
const RUNGS: [f32; 9] = [28.0, 40.0, 52.0, 64.0, 76.0, 88.0, 100.0, 112.0, 123.0];

pub(super) const CEILING_HOLE: [Line; 6] = [
    [[100.0, 34.0], [92.0, 24.0]],
    [[92.0, 24.0], [164.0, 24.0]],
    [[164.0, 24.0], [156.0, 34.0]],
    [[156.0, 34.0], [100.0, 34.0]],
    [[100.0, 34.0], [100.0, 24.0]],
    [[156.0, 34.0], [156.0, 24.0]],
];
/// What is left of the ceiling line beside a hole.
pub(super) const CEILING_BESIDE_HOLE: [Line; 2] =
    [[[47.0, 28.0], [96.0, 28.0]], [[161.0, 28.0], [210.0, 28.0]]];
pub(super) const FLOOR_HOLE: [Line; 6] = [
    [[100.0, 118.0], [92.0, 128.0]],
    [[92.0, 128.0], [164.0, 128.0]],
    [[164.0, 128.0], [156.0, 118.0]],
    [[156.0, 118.0], [100.0, 118.0]],
    [[100.0, 118.0], [100.0, 128.0]],
    [[156.0, 118.0], [156.0, 128.0]],
];
pub(super) const CEILING: [Line; 1] = [[[47.0, 28.0], [210.0, 28.0]]];

pub(super) fn ladder() -> impl Iterator<Item = Line> {
    let rungs = RUNGS.map(|y| [[116.0, y], [140.0, y]]);
    LADDER_SIDES.into_iter().chain(rungs)
}

/// The lines of a cell's ladders and holes, or of its ceiling, at scale 1.
pub(super) fn vertical(maze: &Maze, at: MazePos) -> Vec<Part> {
    let cell = maze.cell(at);
    let mut parts = Vec::new();
    if cell.has_ladder_up || cell.has_ladder_down {
        parts.extend(ladder().map(|line| (Sight::Ladder, line)));
    }
    if cell.has_ladder_up || cell.has_hole_ceiling {
        parts.extend(CEILING_HOLE.map(|line| (Sight::Hole, line)));
        parts.extend(CEILING_BESIDE_HOLE.map(|line| (Sight::Stone, line)));
    } else {
        parts.extend(CEILING.map(|line| (Sight::Stone, line)));
    }
    if cell.has_ladder_down || cell.has_hole_floor {
        parts.extend(FLOOR_HOLE.map(|line| (Sight::Hole, line)));
    }
    parts
}

/// A point of a list at scale 1, at another scale in parts of 128.
pub(super) fn scaled([x, y]: [f32; 2], scale: f32) -> [f32; 2] {
    let by = scale / 128.0;
    [
        CENTRE[0] + (x - CENTRE[0]) * by,
        CENTRE[1] + (y - CENTRE[1]) * by,
    ]
}

/// The scales of the near and the far end of a range.
pub(super) fn ends(range: usize) -> [f32; 2] {
    let near = range.checked_sub(1).map_or(NEAREST, |near| SCALES[near]);
    [near, SCALES[range]]
}

fn is_door(side: Side) -> Option<Sight> {
    match side {
        Side::Door => Some(Sight::Door),
        Side::SecretDoor => Some(Sight::SecretDoor),
        Side::Open | Side::Wall => None,
    }
}

/// The far side of a cell at scale 1: a wall, a door in it, or nothing. Its upright edges
/// belong to the sides.
pub(super) fn front(side: Side) -> Vec<Part> {
    if side == Side::Open {
        return Vec::new();
    }
    let level = |y: f32| [[CENTRE[0] - HALF[0], y], [CENTRE[0] + HALF[0], y]];
    let mut parts: Vec<Part> = [-HALF[1], HALF[1]]
        .map(|height| (Sight::Stone, level(CENTRE[1] + height)))
        .into();
    if let Some(sight) = is_door(side) {
        let [left, right] = [CENTRE[0] - DOOR[0], CENTRE[0] + DOOR[0]];
        let [top, bottom] = [CENTRE[1] - DOOR[1], CENTRE[1] + HALF[1]];
        let corners = [[left, bottom], [left, top], [right, top], [right, bottom]];
        parts.extend(corners.windows(2).map(|pair| (sight, [pair[0], pair[1]])));
        let handle = CENTRE[1] + 12.0;
        parts.push((sight, [[right - 8.0, handle], [right - 4.0, handle]]));
    }
    parts
}

/// One of the two sides of the view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wing {
    Left,
    Right,
}

impl Wing {
    /// A place so far out and down from the centre, at a scale in parts of 128.
    fn at(self, out: f32, down: f32, scale: f32) -> [f32; 2] {
        let out = match self {
            Self::Left => -out,
            Self::Right => out,
        };
        scaled([CENTRE[0] + out, CENTRE[1] + down], scale)
    }

    /// The wall at a side of a cell, and the door in it.
    pub(super) fn wall(self, [near, far]: [f32; 2], side: Side) -> Vec<Part> {
        let along = |down: f32| [self.at(HALF[0], down, near), self.at(HALF[0], down, far)];
        let mut parts: Vec<Part> = [-HALF[1], HALF[1]]
            .map(|down| (Sight::Stone, along(down)))
            .into();
        if let Some(sight) = is_door(side) {
            // Depth is one over scale: the door takes the middle of the wall's length.
            let at_share = |share: f32| 1.0 / ((1.0 - share) / near + share / far);
            let [begin, end] = [0.3, 0.7].map(at_share);
            let corner = |down: f32, scale: f32| self.at(HALF[0], down, scale);
            let corners = [
                corner(HALF[1], begin),
                corner(-DOOR[1], begin),
                corner(-DOOR[1], end),
                corner(HALF[1], end),
            ];
            parts.extend(corners.windows(2).map(|pair| (sight, [pair[0], pair[1]])));
        }
        parts
    }

    /// The upright edge at the far end of a side.
    pub(super) fn edge(self, [_, far]: [f32; 2]) -> Part {
        let line = [-HALF[1], HALF[1]].map(|down| self.at(HALF[0], down, far));
        (Sight::Stone, line)
    }

    /// The wall that ends a passage at the side, as far as it is seen through an opening
    /// with these ends.
    pub(super) fn end_wall(self, [_, far]: [f32; 2], window: [f32; 2]) -> Vec<Part> {
        let lines = [-HALF[1], HALF[1]].map(|down| {
            [
                self.at(3.0 * HALF[0], down, far),
                self.at(HALF[0], down, far),
            ]
        });
        let corner = [-HALF[1], HALF[1]].map(|down| self.at(3.0 * HALF[0], down, far));
        self.seen(lines.into_iter().chain([corner]), window)
    }

    /// The far side of a passage at the side.
    pub(super) fn far_wall(self, [near, far]: [f32; 2], window: [f32; 2]) -> Vec<Part> {
        let lines = [-HALF[1], HALF[1]]
            .map(|down| [near, far].map(|scale| self.at(3.0 * HALF[0], down, scale)));
        self.seen(lines, window)
    }

    /// What of some lines is seen through an opening with these ends.
    fn seen(self, lines: impl IntoIterator<Item = Line>, window: [f32; 2]) -> Vec<Part> {
        let [a, b] = window.map(|scale| self.at(HALF[0], 0.0, scale)[0]);
        let (low, high) = (a.min(b), a.max(b));
        let lines = lines.into_iter();
        let lines = lines.filter_map(|line| clip(line, low, high));
        lines.map(|line| (Sight::Stone, line)).collect()
    }
}

/// The part of a line that is between two columns, if any is.
fn clip([from, to]: Line, low: f32, high: f32) -> Option<Line> {
    if from[0] == to[0] {
        return (low < from[0] && from[0] < high).then_some([from, to]);
    }
    let share_at = |x: f32| (x - from[0]) / (to[0] - from[0]);
    let (a, b) = (share_at(low), share_at(high));
    let (begin, end) = (a.min(b).max(0.0), a.max(b).min(1.0));
    let at = |share: f32| {
        [0, 1].map(|axis| match share {
            0.0 => from[axis],
            1.0 => to[axis],
            share => from[axis] + (to[axis] - from[axis]) * share,
        })
    };
    (begin < end).then(|| [at(begin), at(end)])
}
