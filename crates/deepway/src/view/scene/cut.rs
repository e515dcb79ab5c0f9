//! Parts of a picture, for pages that are too small for all of it.

use super::{Item, Point, Scene};

/// A side of a box: which coordinate, where, and whether what is kept lies beyond.
type Side = (usize, f32, bool);

impl Scene {
    /// What lies in a box (left, top, right, bottom), as a picture of its own. Shapes and lines end
    /// at its sides; a label is in the part that has its point, whole. Groups are left out.
    pub(in crate::view) fn cut(&self, [left, top, right, bottom]: [f32; 4]) -> Self {
        let sides: [Side; 4] = [
            (0, left, true),
            (1, top, true),
            (0, right, false),
            (1, bottom, false),
        ];
        let moved = |point: Point| Point::new(point.x - left, point.y - top);
        let moved_all = |points: Vec<Point>| points.into_iter().map(moved).collect();
        let mut items = Vec::new();
        for item in &self.items {
            match item {
                Item::Shape { polygons, fill } => {
                    let cut = polygons.iter().map(|polygon| polygon_in(polygon, &sides));
                    let polygons: Vec<Vec<Point>> = cut
                        .filter(|polygon| polygon.len() > 2)
                        .map(moved_all)
                        .collect();
                    if !polygons.is_empty() {
                        let fill = *fill;
                        items.push(Item::Shape { polygons, fill });
                    }
                }
                Item::Lines {
                    lines,
                    colour,
                    width,
                    dash,
                } => {
                    let lines: Vec<Vec<Point>> = lines
                        .iter()
                        .flat_map(|line| lines_in(line, &sides))
                        .map(moved_all)
                        .collect();
                    if !lines.is_empty() {
                        items.push(Item::Lines {
                            lines,
                            colour: *colour,
                            width: *width,
                            dash: *dash,
                        });
                    }
                }
                Item::Label { at, .. }
                    if (left..right).contains(&at.x) && (top..bottom).contains(&at.y) =>
                {
                    let mut label = item.clone();
                    if let Item::Label { at, .. } = &mut label {
                        *at = moved(*at);
                    }
                    items.push(label);
                }
                Item::Label { .. } | Item::Begin(_) | Item::End => {}
            }
        }
        Self {
            width: right - left,
            height: bottom - top,
            background: self.background,
            items,
        }
    }
}

fn is_kept(point: Point, (axis, at, beyond): Side) -> bool {
    let value = if axis == 0 { point.x } else { point.y };
    (value >= at) == beyond || value == at
}

/// Where a line between two points crosses a side.
fn crossing(a: Point, b: Point, (axis, at, _): Side) -> Point {
    match axis {
        0 => Point::new(at, a.y + (b.y - a.y) * (at - a.x) / (b.x - a.x)),
        _ => Point::new(a.x + (b.x - a.x) * (at - a.y) / (b.y - a.y), at),
    }
}

/// The part of a polygon in a box: cut side by side (Sutherland and Hodgman).
fn polygon_in(polygon: &[Point], sides: &[Side; 4]) -> Vec<Point> {
    let mut corners = polygon.to_vec();
    for &side in sides {
        let before = corners
            .iter()
            .copied()
            .cycle()
            .skip(corners.len().max(1) - 1);
        let mut kept = Vec::with_capacity(corners.len() + 2);
        for (a, &b) in before.zip(&corners) {
            if is_kept(a, side) != is_kept(b, side) {
                kept.push(crossing(a, b, side));
            }
            if is_kept(b, side) {
                kept.push(b);
            }
        }
        corners = kept;
    }
    corners
}

/// The parts of a line in a box.
fn lines_in(line: &[Point], sides: &[Side; 4]) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    for pair in line.windows(2) {
        let (mut a, mut b) = (pair[0], pair[1]);
        let mut is_in = true;
        for &side in sides {
            match (is_kept(a, side), is_kept(b, side)) {
                (true, true) => {}
                (true, false) => b = crossing(a, b, side),
                (false, true) => a = crossing(a, b, side),
                (false, false) => is_in = false,
            }
        }
        if !is_in {
            continue;
        }
        match parts.last_mut() {
            Some(part) if part.last() == Some(&a) => part.push(b),
            _ => parts.push(vec![a, b]),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::{Anchor, Colour};
    use super::*;

    fn points(list: &[[f32; 2]]) -> Vec<Point> {
        list.iter().map(|&[x, y]| Point::new(x, y)).collect()
    }

    #[test]
    fn parts_of_a_picture_have_all_of_it_once() {
        let ink = Colour::rgb(0);
        let mut scene = Scene {
            width: 10.0,
            height: 10.0,
            background: ink,
            items: Vec::new(),
        };
        let diamond = [[5.0, 0.0], [10.0, 5.0], [5.0, 10.0], [0.0, 5.0]];
        scene.shape(vec![points(&diamond)], ink);
        scene.lines(
            vec![points(&[[1.0, 1.0], [9.0, 1.0], [9.0, 9.0]])],
            ink,
            1.0,
        );
        scene.label(Point::new(5.0, 5.0), "here", 2.0, ink, Anchor::Middle);
        let (mut area, mut length, mut labels) = (0.0, 0.0, 0);
        for [left, top] in [[0.0, 0.0], [5.0, 0.0], [0.0, 5.0], [5.0, 5.0]] {
            let part = scene.cut([left, top, left + 5.0, top + 5.0]);
            let inside =
                |point: &Point| (0.0..=5.0).contains(&point.x) && (0.0..=5.0).contains(&point.y);
            for item in &part.items {
                match item {
                    Item::Shape { polygons, .. } => {
                        for polygon in polygons {
                            assert!(polygon.iter().all(inside), "{polygon:?}");
                            let next = polygon.iter().cycle().skip(1);
                            let twice = polygon.iter().zip(next);
                            let twice: f32 = twice.map(|(a, b)| a.x * b.y - b.x * a.y).sum();
                            area += twice.abs() / 2.0;
                        }
                    }
                    Item::Lines { lines, .. } => {
                        for pair in lines.iter().flat_map(|line| line.windows(2)) {
                            assert!(pair.iter().all(inside), "{pair:?}");
                            length += (pair[0].x - pair[1].x).abs() + (pair[0].y - pair[1].y).abs();
                        }
                    }
                    Item::Label { at, .. } => {
                        assert!(inside(at));
                        labels += 1;
                    }
                    Item::Begin(_) | Item::End => {}
                }
            }
        }
        assert_eq!((area, length, labels), (50.0, 16.0, 1));
    }
}
