//! What a viewer sees in a maze.

use crate::space::{Direction, MazePos};
use crate::view::{Light, Segment};
use serde::Serialize;

/// The lines of a first-person view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LookAnswer {
    /// The level of the viewer, 1 at the top.
    pub level: u32,
    /// The row, counted southward from 0.
    pub row: u32,
    /// The column, counted eastward from 0.
    pub col: u32,
    /// `north`, `east`, `south` or `west`.
    pub facing: &'static str,
    /// The viewer's light.
    pub light: LightAnswer,
    /// The lines, in drawing order.
    pub segments: Vec<SegmentAnswer>,
}

/// Regular and magic light, each 0 to 40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LightAnswer {
    /// For walls, doors, ladders and holes.
    pub regular: u8,
    /// For secret doors.
    pub magic: u8,
}

/// A line of a view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SegmentAnswer {
    /// Where it begins, in points of 256 × 152.
    pub from: [f32; 2],
    /// Where it ends.
    pub to: [f32; 2],
    /// From 0 up the line is solid, down to −6 dotted.
    pub brightness: i32,
    /// The light that shows it: `regular` or `magic`.
    pub sight: &'static str,
}

impl LookAnswer {
    /// The answer for a view.
    pub fn new(light: Light, at: MazePos, facing: Direction, segments: &[Segment]) -> Self {
        let segments = segments.iter().map(|segment| SegmentAnswer {
            from: segment.from,
            to: segment.to,
            brightness: segment.brightness,
            sight: segment.sight.id(),
        });
        Self {
            level: at.level,
            row: at.row,
            col: at.col,
            facing: facing.name(),
            light: LightAnswer {
                regular: light.regular,
                magic: light.magic,
            },
            segments: segments.collect(),
        }
    }
}
