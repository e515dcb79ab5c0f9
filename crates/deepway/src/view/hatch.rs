//! Lines in place of colours: hatched rock, the outlines of what is open, patterns of liquids.

use super::icon::{Stroke, octagon, rect, stroke};
use super::scene::{Colour, Point, is_buried};
use crate::cell::Cell;
use crate::material::{Fills, Material};
use crate::space::Pos;
use crate::volume::Volume;

/// Lines of a pattern.
const INK: Colour = Colour::rgb(0x50_50_50);
/// From one line of the hatching to the next, in cells.
const STEP: f32 = 1.0 / 3.0;

/// Diagonal lines over the rock of a level that is next to something open.
pub(super) fn rock(
    volume: &Volume,
    z: u32,
    at: impl Fn(f32, f32) -> Point,
    step: f32,
) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    for y in 0..volume.size().height() {
        for (x, cell) in (0..).zip(volume.row(y, z)) {
            if cell == Cell::Wall && !is_buried(volume, x, y, z) {
                hatch([x as f32, y as f32], step * STEP, &at, &mut lines);
            }
        }
    }
    lines
}

/// The lines of the hatching in a cell; those of neighbours continue them.
fn hatch(
    [x, y]: [f32; 2],
    step: f32,
    at: &impl Fn(f32, f32) -> Point,
    lines: &mut Vec<Vec<Point>>,
) {
    // A line has the same sum of x and y all along.
    let first = ((x + y) / step).floor() as i64 + 1;
    let last = ((x + y + 2.0) / step).ceil() as i64 - 1;
    for number in first..=last {
        let sum = number as f32 * step;
        let (left, right) = ((sum - y - 1.0).max(x), (sum - y).min(x + 1.0));
        if right - left > 0.01 {
            lines.push(vec![at(left, sum - left), at(right, sum - right)]);
        }
    }
}

/// The lines around everything open on a level: along rock, along open air, and along the rim
/// of the map.
pub(super) fn outlines(volume: &Volume, z: u32, at: impl Fn(f32, f32) -> Point) -> Vec<Vec<Point>> {
    let is_open = |x: i32, y: i32| {
        let cell = volume.get(Pos::new(x, y, z as i32));
        !matches!(cell, Cell::Wall | Cell::Air)
    };
    let (width, height) = (volume.size().width() as i32, volume.size().height() as i32);
    let mut lines = Vec::new();
    // Sides are joined along rows and columns, so that lines are long and few.
    for y in 0..=height {
        let is_side = |x: i32| is_open(x, y - 1) != is_open(x, y);
        for [from, to] in spans(width, is_side) {
            lines.push(vec![at(from, y as f32), at(to, y as f32)]);
        }
    }
    for x in 0..=width {
        let is_side = |y: i32| is_open(x - 1, y) != is_open(x, y);
        for [from, to] in spans(height, is_side) {
            lines.push(vec![at(x as f32, from), at(x as f32, to)]);
        }
    }
    lines
}

/// Where a condition begins and ceases to hold along a line of cells.
fn spans(length: i32, holds: impl Fn(i32) -> bool) -> Vec<[f32; 2]> {
    let mut spans: Vec<[f32; 2]> = Vec::new();
    let mut begun: Option<i32> = None;
    for place in 0..=length {
        let is_in = place < length && holds(place);
        match begun {
            None if is_in => begun = Some(place),
            Some(from) if !is_in => {
                spans.push([from as f32, place as f32]);
                begun = None;
            }
            _ => {}
        }
    }
    spans
}

/// The pattern of a cell that colours tell apart elsewhere; nothing for most cells.
pub(super) fn pattern(cell: Cell, material: Material) -> Vec<Stroke> {
    let is_deep = cell == Cell::DeepLiquid;
    if !is_deep && cell != Cell::ShallowLiquid {
        return match material {
            Material::CRUST if Fills::of(cell).has(Fills::GROUND) => vec![
                stroke(rect(0.3, 0.48, 0.7, 0.52), INK),
                stroke(rect(0.48, 0.52, 0.52, 0.8), INK),
            ],
            _ => Vec::new(),
        };
    }
    match material {
        Material::LAVA => {
            let spots = [
                (0.25, 0.25),
                (0.75, 0.25),
                (0.25, 0.75),
                (0.75, 0.75),
                (0.5, 0.5),
            ];
            let spots = spots.map(|(x, y)| stroke(octagon(x, y, 0.12), INK));
            spots.to_vec()
        }
        Material::OIL | Material::ASPHALT => {
            let rows: &[f32] = if is_deep {
                &[0.1, 0.3, 0.5, 0.7, 0.9]
            } else {
                &[0.3, 0.7]
            };
            let rows = rows.iter();
            rows.map(|y| stroke(rect(0.0, y - 0.03, 1.0, y + 0.03), INK))
                .collect()
        }
        Material::SLIME | Material::ACID => {
            let drops = [(0.3, 0.3), (0.7, 0.7)].into_iter();
            let drops = drops.take(if is_deep { 2 } else { 1 });
            drops
                .flat_map(|(x, y)| {
                    let paper = Colour::rgb(0xFF_FF_FF);
                    [
                        stroke(octagon(x, y, 0.18), INK),
                        stroke(octagon(x, y, 0.11), paper),
                    ]
                })
                .collect()
        }
        _ => {
            let rows: &[f32] = if is_deep { &[0.2, 0.5, 0.8] } else { &[0.5] };
            rows.iter().flat_map(|&y| wave(y)).collect()
        }
    }
}

/// The pattern of open air: dots, which nothing else on paper has.
pub(super) fn air() -> Vec<Vec<[f32; 2]>> {
    let dots = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
    dots.map(|(x, y)| octagon(x, y, 0.07)).to_vec()
}

/// A wave across a cell, which goes on in the next.
fn wave(y: f32) -> [Stroke; 2] {
    let (up, down) = (y - 0.07, y + 0.07);
    let rise = |x0: f32, y0: f32, x1: f32, y1: f32| {
        let thick = 0.03;
        let corners = vec![
            [x0, y0 - thick],
            [x1, y1 - thick],
            [x1, y1 + thick],
            [x0, y0 + thick],
        ];
        stroke(corners, INK)
    };
    [rise(0.0, down, 0.5, up), rise(0.5, up, 1.0, down)]
}
