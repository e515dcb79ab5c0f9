//! The outlines of regions.

use crate::space::ZonePos;
use crate::strata::Plan;
use crate::view::scene::Point;
use std::collections::{BTreeMap, HashSet};

/// Columns along a side of a parasang, which is in one region.
const SIDE: i32 = 3;
const ACROSS: i32 = ZonePos::COLUMNS as i32 / SIDE;
const DOWN: i32 = ZonePos::ROWS as i32 / SIDE;

/// A corner of parasangs.
type Corner = [i32; 2];

/// The outlines of each region, in columns from the north-west: holes run the other way round.
pub(super) fn outlines(plan: &Plan) -> Vec<Vec<Vec<Point>>> {
    let region = |x: i32, y: i32| {
        let is_inside = (0..ACROSS).contains(&x) && (0..DOWN).contains(&y);
        let column = [x, y].map(|at| (at * SIDE).max(0) as u32);
        is_inside.then(|| usize::from(plan.region_number(column)))
    };
    // The sides of each region, with the region to their right.
    let mut sides: Vec<BTreeMap<Corner, Vec<Corner>>> = vec![BTreeMap::new(); plan.regions().len()];
    for y in 0..DOWN {
        for x in 0..ACROSS {
            let own = region(x, y);
            let around = [
                ([0, -1], [x, y], [x + 1, y]),
                ([1, 0], [x + 1, y], [x + 1, y + 1]),
                ([0, 1], [x + 1, y + 1], [x, y + 1]),
                ([-1, 0], [x, y + 1], [x, y]),
            ];
            for ([dx, dy], from, to) in around {
                if let (Some(number), true) = (own, region(x + dx, y + dy) != own)
                    && let Some(sides) = sides.get_mut(number)
                {
                    sides.entry(from).or_default().push(to);
                }
            }
        }
    }
    // Where more than two regions meet, and at the edge of the world, outlines stay.
    let is_fixed = |&[x, y]: &Corner| {
        let around = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)].map(|(x, y)| region(x, y));
        let kinds: HashSet<Option<usize>> = around.into_iter().collect();
        let is_crossed = around[0] == around[2] && around[1] == around[3] && kinds.len() == 2;
        kinds.len() > 2 || is_crossed || kinds.contains(&None)
    };
    sides
        .into_iter()
        .map(|sides| loops(sides).iter().map(|l| round(l, is_fixed)).collect())
        .collect()
}

/// Joins sides to closed lines.
fn loops(mut sides: BTreeMap<Corner, Vec<Corner>>) -> Vec<Vec<Corner>> {
    let mut found = Vec::new();
    while let Some((&start, _)) = sides.first_key_value() {
        let mut line = vec![start];
        let mut at = start;
        while let Some(next) = sides.get_mut(&at).and_then(Vec::pop) {
            if sides.get(&at).is_some_and(Vec::is_empty) {
                sides.remove(&at);
            }
            if next == start {
                break;
            }
            line.push(next);
            at = next;
        }
        // A corner from which nothing leads on would be found again.
        sides.retain(|_, ends| !ends.is_empty());
        found.push(line);
    }
    found
}

/// Cuts the corners that are not fixed, twice (Chaikin), the same from both sides.
fn round(line: &[Corner], is_fixed: impl Fn(&Corner) -> bool) -> Vec<Point> {
    let side = SIDE as f32;
    let mut points: Vec<(Point, bool)> = line
        .iter()
        .map(|corner| {
            let at = corner.map(|at| at as f32 * side);
            (Point::new(at[0], at[1]), is_fixed(corner))
        })
        .collect();
    for _ in 0..3 {
        let count = points.len();
        let near = |from: Point, to: Point| {
            Point::new(from.x * 0.75 + to.x * 0.25, from.y * 0.75 + to.y * 0.25)
        };
        let mut next = Vec::with_capacity(count * 2);
        for (i, &(point, is_fixed)) in points.iter().enumerate() {
            if is_fixed {
                next.push((point, true));
                continue;
            }
            let before = points[(i + count - 1) % count].0;
            let after = points[(i + 1) % count].0;
            next.push((near(point, before), false));
            next.push((near(point, after), false));
        }
        points = next;
    }
    points.into_iter().map(|(point, _)| point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn outlines_fill_the_world_once() {
        for seed in [1, 7] {
            let plan = Plan::new(Seed::new(seed));
            let outlines = outlines(&plan);
            assert_eq!(outlines.len(), plan.regions().len());
            let area: f32 = outlines
                .iter()
                .flatten()
                .map(|line| {
                    let next = line.iter().cycle().skip(1);
                    let pairs = line.iter().zip(next);
                    pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
                })
                .sum();
            let whole = (ZonePos::COLUMNS * ZonePos::ROWS) as f32;
            assert!((area - whole).abs() < 1.0, "{area}");
        }
    }
}
