//! Places for plates: near what they are about, and over nothing that matters.

use super::scene::Point;
use std::collections::HashMap;

/// A part of a picture: left, top, right, bottom.
pub(super) type Area = [f32; 4];

/// The side of a square in which areas are kept together.
const BUCKET: f32 = 96.0;
/// From this round on, a place around something is far away from it.
const FAR: u32 = 8;
/// The most squares that an area is kept in.
const MOST: i32 = 4096;

/// How near to something else a plate seems to belong to it.
const MARGIN: f32 = 3.0;
/// What it costs to touch something else, and to draw a line through it.
const TOUCHING: f32 = 3.0;
const CROSSING: f32 = 16.0;
/// What it costs to be nearer to something else that has a plate of its own.
const MISTAKEN: f32 = 24.0;

/// What is taken in a picture.
pub(super) struct Board {
    taken: HashMap<[i32; 2], Vec<Area>>,
    /// What has plates of its own.
    owners: Vec<Area>,
    limits: Area,
}

/// Whether two areas share more than a rim.
pub(super) fn overlap(a: Area, b: Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// How far two areas are apart.
fn gap(a: Area, b: Area) -> f32 {
    let [across, down] = [0, 1].map(|axis| (a[axis] - b[axis + 2]).max(b[axis] - a[axis + 2]));
    across.max(0.0) + down.max(0.0)
}

/// The area of a width and a height around a point.
pub(super) fn centred(at: Point, [width, height]: [f32; 2]) -> Area {
    [
        at.x - width / 2.0,
        at.y - height / 2.0,
        at.x + width / 2.0,
        at.y + height / 2.0,
    ]
}

/// The area that contains some points.
pub(super) fn bounds(points: impl IntoIterator<Item = Point>) -> Area {
    let none = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    points.into_iter().fold(none, |area, Point { x, y }| {
        [
            area[0].min(x),
            area[1].min(y),
            area[2].max(x),
            area[3].max(y),
        ]
    })
}

/// The line from a plate to what it is about, unless that is beside it.
pub(super) fn leader(place: Area, target: Area) -> Option<[Point; 2]> {
    let nearest = |value: f32, from: f32, to: f32| value.clamp(from.min(to), to.max(from));
    let middle = Point::new((place[0] + place[2]) / 2.0, (place[1] + place[3]) / 2.0);
    let end = Point::new(
        nearest(middle.x, target[0], target[2]),
        nearest(middle.y, target[1], target[3]),
    );
    let start = Point::new(
        nearest(end.x, place[0], place[2]),
        nearest(end.y, place[1], place[3]),
    );
    let long = (start.x - end.x).abs() + (start.y - end.y).abs();
    (long > 3.0).then_some([start, end])
}

/// Small areas along a line.
fn along([start, end]: [Point; 2]) -> impl Iterator<Item = Area> {
    const APART: f32 = 3.0;
    let long = (start.x - end.x).abs().max((start.y - end.y).abs());
    let count = (long / APART).ceil().clamp(1.0, 2000.0) as u32;
    (0..=count).map(move |number| {
        let share = number as f32 / count as f32;
        let at = Point::new(
            start.x + (end.x - start.x) * share,
            start.y + (end.y - start.y) * share,
        );
        centred(at, [1.0; 2])
    })
}

impl Board {
    /// An empty part of a picture, which plates do not leave.
    pub(super) fn new(limits: Area) -> Self {
        Self {
            taken: HashMap::new(),
            owners: Vec::new(),
            limits,
        }
    }

    fn buckets(area: Area) -> impl Iterator<Item = [i32; 2]> {
        let [left, top, right, bottom] = area.map(|edge| (edge / BUCKET).floor() as i32);
        let rows = top..=bottom.min(top.saturating_add(MOST));
        rows.flat_map(move |y| (left..=right.min(left.saturating_add(MOST))).map(move |x| [x, y]))
    }

    /// Says that something has a plate of its own, which no other plate is to be taken for.
    pub(super) fn owns_a_plate(&mut self, area: Area) {
        self.owners.push(area);
    }

    /// Whether a plate would be taken for that of something else.
    fn is_mistaken(&self, place: Area, target: Area) -> bool {
        let own = gap(place, target);
        let mut others = self.owners.iter().filter(|&&other| other != target);
        others.any(|&other| gap(place, other) <= own + MARGIN)
    }

    /// Keeps an area free of plates.
    pub(super) fn take(&mut self, area: Area) {
        for bucket in Self::buckets(area) {
            self.taken.entry(bucket).or_default().push(area);
        }
    }

    /// Whether nothing is in an area, and it is in the picture.
    pub(super) fn is_free(&self, area: Area) -> bool {
        let [left, top, right, bottom] = self.limits;
        let is_inside = area[0] >= left && area[1] >= top && area[2] <= right && area[3] <= bottom;
        is_inside
            && Self::buckets(area).all(|bucket| {
                let taken = self.taken.get(&bucket);
                taken.is_none_or(|taken| taken.iter().all(|&other| !overlap(area, other)))
            })
    }

    /// Whether something is in an area that is not also in another.
    fn is_met(&self, area: Area, other: Area) -> bool {
        Self::buckets(area).any(|bucket| {
            let mut taken = self.taken.get(&bucket).into_iter().flatten();
            taken.any(|&known| overlap(area, known) && !overlap(other, known))
        })
    }

    /// What a place costs that touches something else, or whose line to its target would run
    /// through something else.
    fn confusion(&self, place: Area, target: Area) -> f32 {
        let [left, top, right, bottom] = place;
        let wider = [left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN];
        let touches = self.is_met(wider, target);
        let crosses =
            leader(place, target).is_some_and(|line| along(line).any(|at| self.is_met(at, target)));
        let price = |holds: bool, price: f32| if holds { price } else { 0.0 };
        let mistaken = self.is_mistaken(place, target);
        price(touches, TOUCHING) + price(crosses, CROSSING) + price(mistaken, MISTAKEN)
    }

    /// The best free place among some, and its cost.
    fn best(
        &self,
        places: impl Iterator<Item = Area>,
        cost: impl Fn(Area) -> f32,
    ) -> Option<(f32, Area)> {
        let mut best: Option<(f32, Area)> = None;
        for place in places {
            let cost = cost(place);
            if best.is_none_or(|(least, _)| cost < least) && self.is_free(place) {
                best = Some((cost, place));
            }
        }
        best
    }

    /// Takes the place of a plate, and that of the line that leads to it from its target.
    pub(super) fn take_with_line(&mut self, place: Area, target: Area) {
        self.take(place);
        if let Some(line) = leader(place, target) {
            along(line).for_each(|area| self.take(area));
        }
    }

    /// The best place inside an area for a plate of a size, and its cost.
    pub(super) fn find_inside(
        &self,
        area: Area,
        size: [f32; 2],
        step: f32,
        cost: impl Fn(Area) -> f32,
    ) -> Option<(f32, Area)> {
        self.best(grid(area, size, step), cost)
    }

    /// The best place inside an area for a plate of a size beside something, the nearer the
    /// better, and its cost.
    pub(super) fn find_near(
        &self,
        target: Area,
        area: Area,
        size: [f32; 2],
        step: f32,
        cost: impl Fn(Area) -> f32,
    ) -> Option<(f32, Area)> {
        let mut best: Option<(f32, Area)> = None;
        for place in grid(area, size, step) {
            let is_better = |cost: f32| best.is_none_or(|(least, _)| cost < least);
            // What is dear to find out is looked at last.
            let least = cost(place) + gap(place, target) / step;
            if is_better(least) && self.is_free(place) {
                let cost = least + self.confusion(place, target);
                if is_better(cost) {
                    best = Some((cost, place));
                }
            }
        }
        best
    }

    /// The best place around an area for a plate of a size, the nearer the better; it is taken,
    /// with the line that leads to it.
    pub(super) fn around(
        &mut self,
        target: Area,
        size: [f32; 2],
        step: f32,
        cost: impl Fn(Area) -> f32,
    ) -> Option<Area> {
        let (_, place) = self.find_around(target, size, step, cost)?;
        self.take_with_line(place, target);
        Some(place)
    }

    /// The best place around an area for a plate of a size, the nearer the better, and its cost.
    pub(super) fn find_around(
        &self,
        target @ [left, top, right, bottom]: Area,
        [width, height]: [f32; 2],
        step: f32,
        cost: impl Fn(Area) -> f32,
    ) -> Option<(f32, Area)> {
        let middle = [(left + right) / 2.0, (top + bottom) / 2.0];
        let reach = [
            (right - left + width) / 2.0 + 1.0,
            (bottom - top + height) / 2.0 + 1.0,
        ];
        let mut best: Option<(f32, Area)> = None;
        for rounds in [0..3, 3..8, 8..24, 24..80] {
            // Farther places cost more; very far ones are for want of others.
            let (first, is_far) = (rounds.start as f32, rounds.start >= FAR);
            if best.is_some_and(|(least, _)| is_far || least <= first) {
                break;
            }
            let sides = rounds.flat_map(|round| {
                let far = round as f32 * step;
                let [x, y] = [reach[0] + far, reach[1] + far];
                [
                    [x, 0.0],
                    [-x, 0.0],
                    [0.0, y],
                    [0.0, -y],
                    [x, y],
                    [-x, y],
                    [x, -y],
                    [-x, -y],
                    [x, y / 2.0],
                    [-x, y / 2.0],
                    [x, -y / 2.0],
                    [-x, -y / 2.0],
                    [x / 2.0, y],
                    [-x / 2.0, y],
                    [x / 2.0, -y],
                    [-x / 2.0, -y],
                ]
                .map(|[dx, dy]| {
                    (
                        far,
                        centred(Point::new(middle[0] + dx, middle[1] + dy), [width, height]),
                    )
                })
            });
            let away = |place: Area| {
                let at = [(place[0] + place[2]) / 2.0, (place[1] + place[3]) / 2.0];
                ((at[0] - middle[0]).abs() - reach[0]).max(0.0)
                    + ((at[1] - middle[1]).abs() - reach[1]).max(0.0)
            };
            let places: Vec<Area> = sides.map(|(_, place)| place).collect();
            let found = self.best(places.into_iter(), |place| {
                cost(place) + away(place) / step + self.confusion(place, target)
            });
            best = match (best, found) {
                (Some(old), Some(new)) if new.0 < old.0 => Some(new),
                (old, new) => old.or(new),
            };
        }
        best
    }
}

/// The places for a plate of a size in an area, row by row.
fn grid(
    [left, top, right, bottom]: Area,
    [width, height]: [f32; 2],
    step: f32,
) -> impl Iterator<Item = Area> {
    let count = |room: f32| (room.max(0.0) / step).min(200.0) as u32;
    let (columns, rows) = (count(right - left - width), count(bottom - top - height));
    let places = (0..=rows).flat_map(move |row| (0..=columns).map(move |column| (column, row)));
    places.map(move |(column, row)| {
        let (x, y) = (left + column as f32 * step, top + row as f32 * step);
        [x, y, x + width, y + height]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_runs_through_no_other_plate_and_no_plate_lies_on_a_line() {
        let limits = [0.0, 0.0, 400.0, 400.0];
        let target = [190.0, 190.0, 210.0, 210.0];
        let mut board = Board::new(limits);
        board.take(target);
        // What is near to the right is taken, and all else near is dear.
        let other = [212.0, 180.0, 232.0, 220.0];
        board.take(other);
        let cost = |place: Area| match place[0] >= 232.0 {
            true => 0.0,
            false => 9.0,
        };
        let place = board.around(target, [20.0, 20.0], 10.0, cost).unwrap();
        let line = leader(place, target);
        assert!(line.is_none_or(|line| along(line).all(|at| !overlap(at, other))));
        // A plate beside a line keeps off it.
        let mut board = Board::new(limits);
        let far = |place: Area| if place[0] < 250.0 { 99.0 } else { 0.0 };
        let first = board.around(target, [20.0, 20.0], 10.0, far).unwrap();
        let line = leader(first, target).unwrap();
        assert!(along(line).all(|at| !board.is_free(at)));
    }

    #[test]
    fn no_plate_is_taken_for_that_of_something_else() {
        let target = [190.0, 190.0, 210.0, 210.0];
        let other = [234.0, 190.0, 254.0, 210.0];
        let mut board = Board::new([0.0, 0.0, 400.0, 400.0]);
        for area in [target, other] {
            board.take(area);
            board.owns_a_plate(area);
        }
        // The place between the two would be the best.
        let cost = |place: Area| if place[0] < 209.0 { 5.0 } else { 0.0 };
        let place = board.around(target, [20.0, 20.0], 10.0, cost).unwrap();
        assert!(gap(place, target) + MARGIN < gap(place, other), "{place:?}");
    }

    #[test]
    fn a_plate_goes_further_to_cover_nothing() {
        let limits = [0.0, 0.0, 400.0, 400.0];
        let target = [190.0, 190.0, 210.0, 210.0];
        let near = [150.0, 150.0, 250.0, 250.0];
        let find = |price: f32| {
            let cost = |place: Area| if overlap(place, near) { price } else { 0.0 };
            let place = Board::new(limits).around(target, [20.0, 20.0], 10.0, cost);
            place.is_some_and(|place| overlap(place, near))
        };
        assert!(find(1.0), "it is not worth the way");
        assert!(!find(12.0));
    }
}
