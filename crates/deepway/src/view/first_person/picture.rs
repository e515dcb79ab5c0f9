//! The view as a picture.

use super::{HEIGHT, Segment, Sight, WIDTH};
use crate::cell::LinkKind;
use crate::view::palette::{self, BACKGROUND, INK};
use crate::view::scene::{Colour, Point, Scene};

/// The view as a picture of 256 × 152 points.
pub fn first_person_scene(segments: &[Segment]) -> Scene {
    let mut scene = Scene {
        width: WIDTH,
        height: HEIGHT,
        background: BACKGROUND,
        items: Vec::new(),
    };
    draw(&mut scene, Point::new(0.0, 0.0), segments);
    scene
}

pub(super) fn colour(sight: Sight) -> Colour {
    match sight {
        Sight::Stone => INK,
        Sight::Door => palette::DOOR,
        Sight::SecretDoor => palette::SECRET_DOOR,
        Sight::Ladder => palette::link(LinkKind::Ladder),
        Sight::Hole => palette::link(LinkKind::Hole),
    }
}

/// Draws a view at a place; solid lines have a faint glow.
pub(super) fn draw(scene: &mut Scene, at: Point, segments: &[Segment]) {
    let line = |segment: &Segment| -> Option<Vec<Point>> {
        let [from, to] = inside([segment.from, segment.to])?;
        let point = |[x, y]: [f32; 2]| Point::new(at.x + x, at.y + y);
        Some(vec![point(from), point(to)])
    };
    for sight in [
        Sight::Stone,
        Sight::Door,
        Sight::SecretDoor,
        Sight::Hole,
        Sight::Ladder,
    ] {
        let colour = colour(sight);
        for gap in [0, 1, 2, 4, 8, 16, 32] {
            let lines = segments
                .iter()
                .filter(|segment| segment.sight == sight && segment.gap() == gap);
            let lines: Vec<Vec<Point>> = lines.filter_map(line).collect();
            if gap == 0 {
                scene.lines(lines.clone(), colour.opacity(36), 3.0);
            }
            let dash = (gap > 0).then_some([1.0, gap as f32]);
            scene.strokes(lines, colour, 1.0, dash);
        }
    }
}

/// The part of a line inside the picture, if any is.
pub(super) fn inside([from, to]: [[f32; 2]; 2]) -> Option<[[f32; 2]; 2]> {
    let (mut begin, mut end) = (0.0f32, 1.0f32);
    for (axis, high) in [(0, WIDTH), (1, HEIGHT)] {
        let (start, way) = (from[axis], to[axis] - from[axis]);
        if way == 0.0 {
            if !(0.0..=high).contains(&start) {
                return None;
            }
            continue;
        }
        let (a, b) = ((0.0 - start) / way, (high - start) / way);
        begin = begin.max(a.min(b));
        end = end.min(a.max(b));
    }
    let at = |share: f32| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
    let place = |share: f32, whole: [f32; 2]| match share {
        0.0 | 1.0 => whole,
        share => at(share),
    };
    (begin < end).then(|| [place(begin, from), place(end, to)])
}
