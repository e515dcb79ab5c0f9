//! Parts of a picture, for pages that are too small for all of it.

use super::{Anchor, Item, Point, Scene};
use crate::view::font;

/// A side of a box: which coordinate, where, and whether what is kept lies beyond.
type Side = (usize, f32, bool);

impl Scene {
    /// The box around everything that is drawn; none if nothing is.
    pub(in crate::view) fn bounds(&self) -> Option<[f32; 4]> {
        let mut bounds: Option<[f32; 4]> = None;
        let mut add = |x: f32, y: f32| {
            let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        };
        for item in &self.items {
            match item {
                Item::Shape { polygons: all, .. } | Item::Lines { lines: all, .. } => {
                    all.iter().flatten().for_each(|point| add(point.x, point.y));
                }
                Item::Label { .. } => {
                    if let Some([left, top, right, bottom]) = label_area(item) {
                        add(left, top);
                        add(right, bottom);
                    }
                }
                Item::Begin(_) | Item::End => {}
            }
        }
        bounds
    }

    /// The box around everything that is drawn but words; none if nothing is.
    pub(in crate::view) fn drawn(&self) -> Option<[f32; 4]> {
        let is_drawn = |item: &&Item| !matches!(item, Item::Label { .. });
        let items = self.items.iter().filter(is_drawn).cloned().collect();
        Self { items, ..*self }.bounds()
    }

    /// The same picture with so much space around what is drawn, and no more.
    pub(in crate::view) fn trimmed(&self, space: f32) -> Self {
        match self.bounds() {
            Some([left, top, right, bottom]) => {
                self.cut([left - space, top - space, right + space, bottom + space])
            }
            None => self.cut([0.0; 4]),
        }
    }

    /// How much is drawn across or beside a line from top to bottom (axis 0) or from left to
    /// right (axis 1): there one would rather not cut. Words count most.
    pub(in crate::view) fn across(&self, axis: usize, at: f32) -> u32 {
        let value = |point: &Point| if axis == 0 { point.x } else { point.y };
        let spans = |low: f32, high: f32| u32::from(low < at - 0.01 && high > at + 0.01);
        let crossed = |points: &[Point]| {
            let values = points.iter().map(value);
            let low = values.clone().fold(f32::MAX, f32::min);
            let high = values.fold(f32::MIN, f32::max);
            let touches = (low - at).abs() < 0.01 || (high - at).abs() < 0.01;
            spans(low, high) * 2 + u32::from(touches)
        };
        let across = self.items.iter().map(|item| match item {
            Item::Shape { polygons: all, .. } | Item::Lines { lines: all, .. } => {
                all.iter().map(|points| crossed(points)).sum()
            }
            Item::Label { .. } => {
                label_area(item).map_or(0, |area| spans(area[axis], area[axis + 2]) * 40)
            }
            Item::Begin(_) | Item::End => 0,
        });
        across.sum()
    }

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

/// The box that a label takes.
fn label_area(item: &Item) -> Option<[f32; 4]> {
    let Item::Label {
        at,
        text,
        size,
        anchor,
        ..
    } = item
    else {
        return None;
    };
    let width = font::width(text, *size);
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2.0,
        Anchor::End => at.x - width,
    };
    Some([left, at.y - size * 0.8, left + width, at.y + size * 0.25])
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
    use super::super::Colour;
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
