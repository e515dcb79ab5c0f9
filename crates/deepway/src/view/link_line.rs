//! Links in a picture: lines in their colours, with arrows where they lead one way.

use super::palette::{self, BACKGROUND};
use super::scene::{Point, Scene};
use crate::cell::LinkKind;
use crate::link::Link;

/// How strongly links are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// As lines with a dark rim, in front of what was drawn before.
    Full,
    /// As faint dashed lines, seen through what hides them.
    Hidden,
}

/// Draws links between the places of their low and high cells, one item per kind.
pub(super) fn draw<'a>(
    scene: &mut Scene,
    links: impl Iterator<Item = &'a Link> + Clone,
    ends: impl Fn(&Link) -> [Point; 2],
    width: f32,
    weight: Weight,
) {
    let lines = |kind: LinkKind| -> Vec<Vec<Point>> {
        let of_kind = links.clone().filter(|link| link.kind == kind);
        of_kind.map(|link| ends(link).to_vec()).collect()
    };
    // Thousands of dashes would only be a haze, and slow to draw.
    let dashed = weight == Weight::Hidden && links.clone().count() <= 1000;
    if weight == Weight::Full {
        let all = LinkKind::ALL.into_iter().flat_map(lines).collect();
        scene.lines(all, BACKGROUND.opacity(150), width + 2.5);
    }
    for kind in LinkKind::ALL {
        let lines = lines(kind);
        if lines.is_empty() {
            continue;
        }
        let opacity = if weight == Weight::Full { 255 } else { 110 };
        let colour = palette::link(kind).opacity(opacity);
        let dash = dashed.then_some([width * 2.0, width * 2.0]);
        scene.strokes(lines, colour, width, dash);
        let of_kind = links.clone().filter(|link| link.kind == kind);
        let arrows = of_kind.filter_map(|link| {
            let [low, high] = ends(link);
            match (link.up, link.down) {
                (true, false) => Some(arrow(low, high, width * 2.6)),
                (false, true) => Some(arrow(high, low, width * 2.6)),
                _ => None,
            }
        });
        scene.shape(arrows.collect(), colour);
    }
}

/// A triangle in the middle of a line, pointing to its end.
fn arrow(tail: Point, tip: Point, size: f32) -> Vec<Point> {
    let (dx, dy) = (tip.x - tail.x, tip.y - tail.y);
    let length = dx.abs().max(dy.abs()).max(1.0);
    let (ux, uy) = (dx / length * size, dy / length * size);
    let point = Point::new((tail.x + tip.x) / 2.0 + ux, (tail.y + tip.y) / 2.0 + uy);
    vec![
        point,
        Point::new(point.x - 2.0 * ux - uy, point.y - 2.0 * uy + ux),
        Point::new(point.x - 2.0 * ux + uy, point.y - 2.0 * uy - ux),
    ]
}
