//! A route in a picture: a bright line from cell to cell.

use super::palette::{BACKGROUND, ROUTE};
use super::scene::{Point, Scene};
use crate::space::Pos;

/// The parts of a route that lie on a level.
pub(super) fn legs(route: &[Pos], z: u32) -> impl Iterator<Item = &[Pos]> {
    let legs = route.chunk_by(|a, b| a.z == b.z);
    legs.filter(move |leg| leg[0].z == z as i32)
}

/// Draws parts of a route on their level; a single cell becomes a dot.
pub(super) fn draw<'a>(
    scene: &mut Scene,
    legs: impl Iterator<Item = &'a [Pos]>,
    place: impl Fn(Pos) -> Point,
    cell: f32,
) {
    let width = (cell * 0.24).clamp(1.2, 6.0);
    let (mut lines, mut dots) = (Vec::new(), Vec::new());
    for leg in legs {
        lines.push(leg.iter().map(|&pos| place(pos)).collect());
        let ends = [leg.first(), leg.last()].into_iter().flatten();
        dots.extend(ends.map(|&end| dot(place(end), width * 0.95)));
    }
    scene.lines(lines.clone(), BACKGROUND.opacity(170), width + 2.0);
    scene.lines(lines, ROUTE, width);
    scene.shape(dots, ROUTE);
}

fn dot(Point { x, y }: Point, r: f32) -> Vec<Point> {
    let corners = [(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)];
    corners.map(|(dx, dy)| Point::new(x + dx, y + dy)).to_vec()
}

/// Draws the start and the goal of a route over all else.
pub(super) fn draw_ends(scene: &mut Scene, route: &[Pos], place: impl Fn(Pos) -> Point, cell: f32) {
    let r = (cell * 0.3).clamp(2.0, 8.0);
    for &end in [route.first(), route.last()].into_iter().flatten() {
        scene.shape(vec![dot(place(end), r + 1.5)], BACKGROUND);
        scene.shape(vec![dot(place(end), r)], ROUTE);
    }
}

/// Draws a whole route faintly, links included, over what hides it.
pub(super) fn draw_through(
    scene: &mut Scene,
    route: &[Pos],
    place: impl Fn(Pos) -> Point,
    cell: f32,
) {
    if route.len() < 2 {
        return;
    }
    let width = (cell * 0.2).clamp(1.0, 4.0);
    let line = route.iter().map(|&pos| place(pos)).collect();
    let dash = Some([width * 2.0, width * 2.0]);
    scene.strokes(vec![line], ROUTE.opacity(140), width, dash);
}
