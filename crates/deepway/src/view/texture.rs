//! Textures of the ground: glowing lava, and the cracks of its crust.

use super::icon::{Stroke, octagon, stroke};
use super::scene::Colour;
use crate::cell::Cell;
use crate::material::Material;

const GLOW: Colour = Colour::rgb(0xFF_9A_2E);
const HOT: Colour = Colour::rgb(0xFF_D8_6A);
const EMBER: Colour = Colour::rgb(0xB8_44_20);
const COLD: Colour = Colour::rgb(0x2E_22_24);

/// The texture of a cell, the same in every picture.
pub(super) fn texture(cell: Cell, material: Material, [x, y]: [u32; 2]) -> Vec<Stroke> {
    match (cell, material) {
        (Cell::DeepLiquid, Material::LAVA) => bubble([x, y]),
        (Cell::Floor, Material::CRUST) => cracks([x, y]),
        _ => Vec::new(),
    }
}

/// Pseudo-random numbers for a place, each from 0 to 1.
fn numbers(x: u32, y: u32) -> [f32; 4] {
    let mixed = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
    let mixed = (mixed ^ mixed >> 13).wrapping_mul(0x297A_2D39);
    [0, 8, 16, 24].map(|shift| (mixed >> shift & 255) as f32 / 256.0)
}

fn bubble([x, y]: [u32; 2]) -> Vec<Stroke> {
    let [east, south, size, _] = numbers(x, y);
    let (x, y, size) = (0.25 + east * 0.5, 0.25 + south * 0.5, 0.08 + size * 0.14);
    vec![
        stroke(octagon(x, y, size), GLOW),
        stroke(octagon(x, y, size * 0.5), HOT),
    ]
}

/// Cracks that continue in the next cell: at most one crosses each side, and they meet inside.
fn cracks([x, y]: [u32; 2]) -> Vec<Stroke> {
    let [east, south, ..] = numbers(x, y);
    let middle = [0.3 + east * 0.4, 0.3 + south * 0.4];
    // A side is identified by its place on a grid of half cells.
    let (x, y) = (x.wrapping_mul(2), y.wrapping_mul(2));
    let sides = [
        (0, 1, [Some(0.0), None]),
        (2, 1, [Some(1.0), None]),
        (1, 0, [None, Some(0.0)]),
        (1, 2, [None, Some(1.0)]),
    ];
    let mut strokes = Vec::new();
    for (dx, dy, side) in sides {
        let [along, is_there, heat, _] = numbers(x.wrapping_add(dx), y.wrapping_add(dy));
        if is_there < 0.6 {
            // Where it crosses the side: the number that is not given.
            let end = side.map(|at: Option<f32>| at.unwrap_or(0.2 + along * 0.6));
            let colour = if heat < 0.3 { EMBER } else { COLD };
            strokes.push(stroke(line(middle, end, 0.035), colour));
        }
    }
    strokes
}

/// A thin polygon from one point to another.
fn line(from: [f32; 2], to: [f32; 2], half: f32) -> Vec<[f32; 2]> {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = (dx * dx + dy * dy).sqrt().max(0.01);
    let (ax, ay) = (-dy / length * half, dx / length * half);
    vec![
        [from[0] + ax, from[1] + ay],
        [to[0] + ax, to[1] + ay],
        [to[0] - ax, to[1] - ay],
        [from[0] - ax, from[1] - ay],
    ]
}
