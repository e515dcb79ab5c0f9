//! Where a value that each column has is great enough, as smooth shapes (marching squares).

use crate::space::ZonePos;
use crate::view::scene::Point;

const COLUMNS: usize = ZonePos::COLUMNS as usize;
const ROWS: usize = ZonePos::ROWS as usize;

/// A value for each column of the world, thought to be that of the column's middle.
pub(super) struct Field(Vec<f32>);

impl Field {
    pub(super) fn new(value: impl Fn([u32; 2]) -> f32) -> Self {
        let columns = (0..ZonePos::ROWS).flat_map(|y| (0..ZonePos::COLUMNS).map(move |x| [x, y]));
        Self(columns.map(value).collect())
    }

    /// The value of a column, or of the nearest one in the world.
    pub(super) fn get(&self, x: i32, y: i32) -> f32 {
        let x = (x.max(0) as usize).min(COLUMNS - 1);
        let y = (y.max(0) as usize).min(ROWS - 1);
        self.0[y * COLUMNS + x]
    }

    /// The same field with each value mixed with those around it.
    pub(super) fn smooth(&self) -> Self {
        Self::new(|[x, y]| {
            let (x, y) = (x as i32, y as i32);
            let row = |y: i32| self.get(x - 1, y) + 2.0 * self.get(x, y) + self.get(x + 1, y);
            (row(y - 1) + 2.0 * row(y) + row(y + 1)) / 16.0
        })
    }

    /// How much the land faces the light, which comes from the north-west.
    pub(super) fn light(&self) -> Self {
        Self::new(|[x, y]| {
            let (x, y) = (x as i32, y as i32);
            self.get(x + 1, y + 1) - self.get(x - 1, y - 1)
        })
    }

    /// The shapes, in columns from the north-west, where the value is at least `least`.
    pub(super) fn above(&self, least: f32) -> Vec<Vec<Point>> {
        let mut shapes = Vec::new();
        // Squares between the middles of columns, and half squares along the edges of the world.
        for j in -1..ROWS as i32 {
            let (north, south) = (middle(j, ROWS), middle(j + 1, ROWS));
            let mut start = None;
            for i in -1..=COLUMNS as i32 {
                let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
                let values = corners.map(|(x, y)| self.get(x, y) - least);
                let is_in_world = i < COLUMNS as i32;
                let is_whole = is_in_world && values.iter().all(|value| *value >= 0.0);
                let west = middle(i, COLUMNS);
                match (is_whole, start) {
                    (true, None) => start = Some(west),
                    (false, Some(from)) => {
                        shapes.push(vec![
                            Point::new(from, north),
                            Point::new(west, north),
                            Point::new(west, south),
                            Point::new(from, south),
                        ]);
                        start = None;
                    }
                    _ => {}
                }
                if is_in_world && !is_whole && values.iter().any(|value| *value >= 0.0) {
                    let places =
                        corners.map(|(x, y)| Point::new(middle(x, COLUMNS), middle(y, ROWS)));
                    shapes.push(part(&places, &values));
                }
            }
        }
        shapes
    }
}

/// The middle of a column or a row, or the edge of the world beside it.
fn middle(at: i32, count: usize) -> f32 {
    (at as f32 + 0.5).clamp(0.0, count as f32)
}

/// The part of a square whose values are not negative.
fn part(places: &[Point; 4], values: &[f32; 4]) -> Vec<Point> {
    let mut shape = Vec::new();
    for i in 0..4 {
        let next = (i + 1) % 4;
        let (a, b) = (values[i], values[next]);
        if a >= 0.0 {
            shape.push(places[i]);
        }
        if (a >= 0.0) != (b >= 0.0) {
            let share = a / (a - b);
            let [from, to] = [places[i], places[next]];
            shape.push(Point::new(
                from.x + (to.x - from.x) * share,
                from.y + (to.y - from.y) * share,
            ));
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(shapes: &[Vec<Point>]) -> f32 {
        let twice = |shape: &Vec<Point>| {
            let next = shape.iter().cycle().skip(1);
            let sum: f32 = shape
                .iter()
                .zip(next)
                .map(|(a, b)| a.x * b.y - b.x * a.y)
                .sum();
            sum.abs()
        };
        shapes.iter().map(twice).sum::<f32>() / 2.0
    }

    #[test]
    fn shapes_cover_what_is_high_enough() {
        let slope = Field::new(|[x, _]| x as f32);
        let whole = (COLUMNS * ROWS) as f32;
        assert!((area(&slope.above(-1.0)) - whole).abs() < 1.0);
        assert!((area(&slope.above(119.5)) - whole / 2.0).abs() < 1.0);
        assert_eq!(slope.above(1000.0).len(), 0);
        let peak = Field::new(|column| f32::from(column == [10, 10]));
        assert!((area(&peak.above(0.5)) - 0.5).abs() < 0.01);
        assert!(slope.light().get(100, 30) > 0.0);
    }
}
