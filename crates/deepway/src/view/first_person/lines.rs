//! The line lists of ladders, holes and ceilings, at scale 1.

use super::Sight;
use crate::maze::Maze;
use crate::space::MazePos;

/// From a point to a point.
pub(super) type Line = [[f32; 2]; 2];
/// A line and what it belongs to.
pub(super) type Part = (Sight, Line);

pub(super) const CENTRE: [f32; 2] = [128.0, 76.0];
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
/// The rest of the ceiling line beside a hole.
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

/// A point at scale 1, moved to another scale in parts of 128.
pub(super) fn scaled([x, y]: [f32; 2], scale: f32) -> [f32; 2] {
    let by = scale / 128.0;
    [
        CENTRE[0] + (x - CENTRE[0]) * by,
        CENTRE[1] + (y - CENTRE[1]) * by,
    ]
}
