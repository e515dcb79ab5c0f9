//! Signs for cells, drawn in a unit square: east to the right, south down.

mod furniture;

use super::palette::{self, DARK};
use super::scene::{Colour, Point};
use crate::cell::{Cell, Leads};
use crate::material::Material;
use crate::space::Direction;

/// A polygon of a sign.
#[derive(Clone)]
pub(super) struct Stroke {
    pub(super) corners: Vec<[f32; 2]>,
    pub(super) colour: Colour,
}

impl Stroke {
    /// The same polygon, moved to the east and to the south.
    pub(super) fn moved(mut self, east: f32, south: f32) -> Self {
        for corner in &mut self.corners {
            *corner = [corner[0] + east, corner[1] + south];
        }
        self
    }
}

/// The plate under the sign of a cell that leads somewhere.
const PLATE: Colour = Colour::rgb(0x1C_1F_2E);
/// The sign of a cell that should lead somewhere but does not.
const IDLE: Colour = Colour::rgb(0x8A_8F_A0);
pub(super) const WOOD: Colour = Colour::rgb(0xA8_6B_3C);
const WOOD_DARK: Colour = Colour::rgb(0x6E_42_22);
const STONES: Colour = Colour::rgb(0x8C_80_74);
const STONES_DARK: Colour = Colour::rgb(0x4A_45_42);
pub(super) const SECRET: Colour = Colour::rgb(0xB0_7C_D6);
const SECRET_DARK: Colour = Colour::rgb(0x5B_3A_78);
const GILT: Colour = Colour::rgb(0xE3_C6_7A);
const IRON: Colour = Colour::rgb(0x7D_88_98);
const IRON_DARK: Colour = Colour::rgb(0x3A_40_4C);
const ICE: Colour = Colour::rgb(0xB8_EC_F7);
const ICE_DARK: Colour = Colour::rgb(0x6F_BF_DA);
/// The rim of ice and crystal.
const FROST: Colour = Colour::rgb(0x24_4E_60);

/// The colour of a cell's sign; grey if no link is there.
pub(super) fn colour(cell: Cell, linked: bool) -> Option<Colour> {
    cell.link_kind()
        .map(|kind| if linked { palette::link(kind) } else { IDLE })
}

/// The sign of a cell, in the colour of its material if it has one; nothing for plain ground.
pub(super) fn icon(cell: Cell, material: Material, linked: bool) -> Vec<Stroke> {
    let made_of = |bright: Colour, dark: Colour| {
        let own = palette::material(material);
        own.map_or([bright, dark], |own| [own, own.towards(DARK, 140)])
    };
    let [wood, wood_dark] = made_of(WOOD, WOOD_DARK);
    let [secret, secret_dark] = made_of(SECRET, SECRET_DARK);
    let [stones, stones_dark] = made_of(STONES, STONES_DARK);
    let [gilt, _] = made_of(GILT, GILT);
    let [iron, iron_dark] = made_of(IRON, IRON_DARK);
    let [ice, ice_dark] = made_of(ICE, ICE_DARK);
    let mut strokes = Vec::new();
    if let Some(colour) = colour(cell, linked) {
        strokes.push(Stroke {
            corners: rect(0.03, 0.03, 0.97, 0.97),
            colour: PLATE,
        });
        let shapes = sign(cell);
        strokes.extend(shapes.into_iter().map(|corners| Stroke { corners, colour }));
    }
    match cell {
        Cell::Door => strokes.extend([
            stroke(rect(0.06, 0.06, 0.94, 0.94), wood_dark),
            stroke(rect(0.16, 0.16, 0.46, 0.84), wood),
            stroke(rect(0.54, 0.16, 0.84, 0.84), wood),
        ]),
        Cell::SecretDoor => strokes.extend([
            stroke(rect(0.06, 0.06, 0.94, 0.94), secret_dark),
            stroke(rect(0.16, 0.16, 0.84, 0.84), secret),
        ]),
        Cell::Pillar => strokes.extend([
            stroke(octagon(0.5, 0.5, 0.46), stones_dark),
            stroke(octagon(0.5, 0.5, 0.32), stones),
        ]),
        Cell::Statue => strokes.extend([
            stroke(rect(0.1, 0.1, 0.9, 0.9), stones_dark),
            stroke(diamond(0.5, 0.5, 0.38, 0.38), gilt),
        ]),
        Cell::Machine => strokes.extend([
            stroke(rect(0.02, 0.02, 0.98, 0.98), iron_dark),
            stroke(rect(0.14, 0.14, 0.86, 0.44), iron),
            stroke(octagon(0.36, 0.7, 0.16), iron),
            stroke(octagon(0.74, 0.7, 0.1), gilt),
        ]),
        Cell::Crystal => strokes.extend([
            stroke(diamond(0.34, 0.52, 0.26, 0.5), FROST),
            stroke(diamond(0.68, 0.62, 0.22, 0.38), FROST),
            stroke(diamond(0.34, 0.52, 0.2, 0.44), ice),
            stroke(diamond(0.68, 0.62, 0.16, 0.32), ice_dark),
        ]),
        // A crate, nailed crosswise, so that it is not taken for a table.
        Cell::Furniture => strokes.extend([
            stroke(rect(0.1, 0.1, 0.9, 0.9), wood_dark),
            stroke(rect(0.18, 0.18, 0.82, 0.82), wood),
            stroke(
                vec![[0.14, 0.24], [0.24, 0.14], [0.86, 0.76], [0.76, 0.86]],
                wood_dark,
            ),
            stroke(
                vec![[0.76, 0.14], [0.86, 0.24], [0.24, 0.86], [0.14, 0.76]],
                wood_dark,
            ),
        ]),
        Cell::Rubble => {
            let heap = [
                (0.28, 0.36, 0.2),
                (0.68, 0.26, 0.16),
                (0.66, 0.68, 0.24),
                (0.25, 0.76, 0.13),
            ];
            strokes.extend(heap.map(|(x, y, r)| stroke(octagon(x, y, r), stones)));
        }
        _ => strokes.extend(furniture::furniture(cell, material)),
    }
    strokes
}

/// The sign of a cell that somebody knows to lead elsewhere.
pub(super) fn known(cell: Cell) -> Vec<Stroke> {
    let [ink, plate] = palette::KNOWN;
    let mut strokes = vec![stroke(rect(0.0, 0.0, 1.0, 1.0), plate)];
    strokes.extend(sign(cell).into_iter().map(|corners| stroke(corners, ink)));
    strokes
}

fn sign(cell: Cell) -> Vec<Vec<[f32; 2]>> {
    let up = || vec![[0.5, 0.12], [0.84, 0.46], [0.16, 0.46]];
    let down = || vec![[0.5, 0.88], [0.16, 0.54], [0.84, 0.54]];
    match cell.info().leads {
        Leads::Nowhere => Vec::new(),
        Leads::Steps { .. } if cell == Cell::Ladder => {
            let mut shapes = vec![rect(0.2, 0.08, 0.32, 0.92), rect(0.68, 0.08, 0.8, 0.92)];
            shapes.extend([0.2, 0.42, 0.64].map(|y| rect(0.32, y, 0.68, y + 0.11)));
            shapes
        }
        Leads::Steps {
            up: true,
            down: true,
        } => vec![up(), down()],
        Leads::Steps { up: true, .. } => vec![vec![[0.5, 0.18], [0.86, 0.76], [0.14, 0.76]]],
        Leads::Steps { .. } => vec![vec![[0.5, 0.82], [0.14, 0.24], [0.86, 0.24]]],
        Leads::Ramp(side) => chevrons(side.opposite()),
        Leads::Hole => ring(0.26, 0.14),
        Leads::Shaft => ring(0.42, 0.3),
        Leads::Elevator => {
            let mut shapes = vec![
                rect(0.12, 0.12, 0.88, 0.22),
                rect(0.12, 0.78, 0.88, 0.88),
                rect(0.12, 0.22, 0.22, 0.78),
                rect(0.78, 0.22, 0.88, 0.78),
            ];
            shapes.push(vec![[0.5, 0.27], [0.7, 0.47], [0.3, 0.47]]);
            shapes.push(vec![[0.5, 0.73], [0.3, 0.53], [0.7, 0.53]]);
            shapes
        }
    }
}

/// Two chevrons that point where the ramp leads.
fn chevrons(towards: Direction) -> Vec<Vec<[f32; 2]>> {
    let south: [[f32; 2]; 6] = [
        [0.14, 0.0],
        [0.5, 0.22],
        [0.86, 0.0],
        [0.86, 0.18],
        [0.5, 0.4],
        [0.14, 0.18],
    ];
    let turn = |[x, y]: [f32; 2]| match towards {
        Direction::North => [x, 1.0 - y],
        Direction::East => [y, x],
        Direction::West => [1.0 - y, x],
        _ => [x, y],
    };
    [0.12, 0.48]
        .map(|shift| south.iter().map(|&[x, y]| turn([x, y + shift])).collect())
        .to_vec()
}

pub(super) fn stroke(corners: Vec<[f32; 2]>, colour: Colour) -> Stroke {
    Stroke { corners, colour }
}

pub(super) fn diamond(x: f32, y: f32, wide: f32, high: f32) -> Vec<[f32; 2]> {
    vec![[x, y - high], [x + wide, y], [x, y + high], [x - wide, y]]
}

pub(super) fn rect(x0: f32, y0: f32, x1: f32, y1: f32) -> Vec<[f32; 2]> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

pub(super) fn octagon(x: f32, y: f32, r: f32) -> Vec<[f32; 2]> {
    let k = r * 0.414;
    [
        [k, -r],
        [r, -k],
        [r, k],
        [k, r],
        [-k, r],
        [-r, k],
        [-r, -k],
        [-k, -r],
    ]
    .map(|[dx, dy]| [x + dx, y + dy])
    .to_vec()
}

/// An octagonal ring, as quadrilaterals.
pub(super) fn ring(outer: f32, inner: f32) -> Vec<Vec<[f32; 2]>> {
    let (outside, inside) = (octagon(0.5, 0.5, outer), octagon(0.5, 0.5, inner));
    (0..8)
        .map(|i| {
            let j = (i + 1) % 8;
            vec![outside[i], outside[j], inside[j], inside[i]]
        })
        .collect()
}

/// Puts the corners of a sign into the picture.
pub(super) fn placed(corners: &[[f32; 2]], project: impl Fn(f32, f32) -> Point) -> Vec<Point> {
    corners.iter().map(|&[x, y]| project(x, y)).collect()
}

/// A whole cell of one colour.
pub(super) fn patch(colour: Colour) -> Stroke {
    Stroke {
        corners: rect(0.0, 0.0, 1.0, 1.0),
        colour,
    }
}

/// A small round mark.
pub(super) fn dot(x: f32, y: f32) -> Vec<[f32; 2]> {
    octagon(x, y, 0.16)
}
