//! A route in a picture: a bright line from cell to cell.

use super::font;
use super::palette::{BACKGROUND, DARK, ROUTE};
use super::placing::{Board, centred};
use super::scene::{Anchor, Item, Point, Scene};
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

/// What is marked on a route: its start, its goal, and where it changes level.
fn marks(route: &[Pos], level: Option<u32>) -> Vec<(Pos, String)> {
    let mut marks: Vec<(Pos, String)> = Vec::new();
    marks.extend(route.first().map(|&start| (start, "START".to_owned())));
    if route.len() > 1 {
        marks.extend(route.last().map(|&goal| (goal, "GOAL".to_owned())));
    }
    let changes = route.windows(2).filter(|pair| pair[0].z != pair[1].z);
    for (number, pair) in (1u32..).zip(changes) {
        marks.extend([pair[0], pair[1]].map(|end| (end, number.to_string())));
    }
    marks.retain(|(pos, _)| level.is_none_or(|z| pos.z == z as i32));
    marks
}

fn radius(cell: f32) -> f32 {
    (cell * 0.3).clamp(2.0, 8.0)
}

/// Keeps the places of the marks of a route free of plates.
pub(super) fn reserve(
    board: &mut Board,
    route: &[Pos],
    level: Option<u32>,
    place: impl Fn(Pos) -> Point,
    cell: f32,
) {
    for (pos, _) in marks(route, level) {
        board.take(centred(place(pos), [radius(cell) * 2.0; 2]));
    }
}

/// Draws plates over all else: where a route starts, its goal, and a number where it changes
/// level, the same on both levels. Without a level, those of all levels are drawn.
pub(super) fn draw_marks(
    scene: &mut Scene,
    board: &mut Board,
    route: &[Pos],
    level: Option<u32>,
    place: impl Fn(Pos) -> Point,
    cell: f32,
) {
    let marks = marks(route, level);
    let (size, r) = (13.0, radius(cell));
    scene.begin("path", "the path", Vec::new());
    for (pos, text) in marks {
        let at = place(pos);
        let is_end = text.chars().any(char::is_alphabetic);
        scene.shape(vec![dot(at, r + 1.5)], BACKGROUND);
        scene.shape(vec![dot(at, r)], ROUTE);
        let wanted = [font::width(&text, size) + 9.0, size * 1.4];
        let around = centred(at, [r * 2.0 + 2.0; 2]);
        let Some([left, top, right, bottom]) = board.around(around, wanted, 5.0, |_| 0.0) else {
            continue;
        };
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let mut corners = corners.map(|(x, y)| Point::new(x, y)).to_vec();
        let middle = Point::new((left + right) / 2.0, (top + bottom) / 2.0);
        if (middle.x - at.x).abs() > wanted[0] || (middle.y - at.y).abs() > wanted[1] * 1.5 {
            scene.lines(vec![vec![middle, at]], ROUTE, 1.0);
        }
        scene.shape(
            vec![corners.clone()],
            if is_end { ROUTE } else { BACKGROUND },
        );
        corners.push(corners[0]);
        scene.lines(vec![corners], ROUTE, 1.4);
        let ink = if is_end { DARK } else { ROUTE };
        let at = Point::new(middle.x, middle.y + size * 0.36);
        scene.label(at, text, size, ink, Anchor::Middle);
    }
    scene.end();
}

/// Draws items fainter, from the first of them on: what a route does not pass.
pub(super) fn dim(scene: &mut Scene, first: usize) {
    let paper = scene.background;
    for item in scene.items.iter_mut().skip(first) {
        match item {
            Item::Shape { fill, .. } => *fill = fill.towards(paper, 165),
            Item::Lines { colour, .. } | Item::Label { colour, .. } => {
                *colour = colour.towards(paper, 165);
            }
            Item::Begin(_) | Item::End => {}
        }
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
