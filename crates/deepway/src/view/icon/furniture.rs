//! The signs of furniture, drawn in a unit square.

use super::super::palette::{self, DARK};
use super::super::scene::Colour;
use super::{IRON, IRON_DARK, STONES, STONES_DARK, Stroke, WOOD, WOOD_DARK};
use super::{diamond, octagon, rect, stroke};
use crate::cell::Cell;
use crate::material::Material;

const LINEN: Colour = Colour::rgb(0xE6_E0_D0);
const BLANKET: Colour = Colour::rgb(0xA8_54_54);
const BOOKS: [Colour; 3] = [
    Colour::rgb(0xB8_5C_4A),
    Colour::rgb(0x5C_84_A0),
    Colour::rgb(0xC8_A8_58),
];
const MARBLE: Colour = Colour::rgb(0xE0_D8_C4);
const FIRE: Colour = Colour::rgb(0xFF_A0_3C);
const FLAME: Colour = Colour::rgb(0xFF_E0_8A);
const GOLD: Colour = Colour::rgb(0xE3_C6_7A);
const CAP: Colour = Colour::rgb(0xC8_D0_8A);
const SPOT: Colour = Colour::rgb(0x8A_9A_52);
const WATER: Colour = Colour::rgb(0x6A_B4_DC);

/// The sign of a piece of furniture, in the colour of its material if it has one; nothing for
/// other cells.
pub(super) fn furniture(cell: Cell, material: Material) -> Vec<Stroke> {
    let made_of = |bright: Colour, dark: Colour| {
        let own = palette::material(material);
        own.map_or([bright, dark], |own| [own, own.towards(DARK, 140)])
    };
    let [wood, wood_dark] = made_of(WOOD, WOOD_DARK);
    let [stones, stones_dark] = made_of(STONES, STONES_DARK);
    let [iron, iron_dark] = made_of(IRON, IRON_DARK);
    match cell {
        Cell::Table => vec![
            stroke(rect(0.04, 0.1, 0.96, 0.9), wood_dark),
            stroke(rect(0.1, 0.16, 0.9, 0.84), wood),
            stroke(rect(0.1, 0.48, 0.9, 0.52), wood_dark),
        ],
        Cell::Chair => vec![
            stroke(rect(0.26, 0.26, 0.74, 0.74), wood_dark),
            stroke(rect(0.32, 0.38, 0.68, 0.68), wood),
        ],
        Cell::Bed => vec![
            stroke(rect(0.12, 0.04, 0.88, 0.96), wood_dark),
            stroke(rect(0.18, 0.1, 0.82, 0.9), LINEN),
            stroke(rect(0.18, 0.4, 0.82, 0.9), BLANKET),
        ],
        Cell::Shelf => {
            let mut strokes = vec![stroke(rect(0.02, 0.06, 0.98, 0.94), wood_dark)];
            for (row, top) in (0..).zip([0.14_f32, 0.56]) {
                for (column, left) in (0..).zip([0.1_f32, 0.38, 0.66]) {
                    let colour = BOOKS[(row + column) % BOOKS.len()];
                    strokes.push(stroke(rect(left, top, left + 0.22, top + 0.3), colour));
                }
            }
            strokes
        }
        Cell::Altar => vec![
            stroke(rect(0.04, 0.14, 0.96, 0.86), stones_dark),
            stroke(rect(0.1, 0.2, 0.9, 0.8), MARBLE),
            stroke(rect(0.46, 0.26, 0.54, 0.74), GOLD),
            stroke(rect(0.34, 0.38, 0.66, 0.46), GOLD),
        ],
        Cell::Barrel => vec![
            stroke(octagon(0.5, 0.5, 0.4), wood_dark),
            stroke(octagon(0.5, 0.5, 0.32), wood),
            stroke(rect(0.18, 0.32, 0.82, 0.42), DARK),
            stroke(rect(0.18, 0.58, 0.82, 0.68), DARK),
        ],
        Cell::Sarcophagus => vec![
            stroke(coffin(0.0), stones_dark),
            stroke(coffin(0.07), stones),
            stroke(rect(0.46, 0.24, 0.54, 0.76), stones_dark),
        ],
        Cell::Brazier => vec![
            stroke(octagon(0.5, 0.5, 0.36), iron_dark),
            stroke(octagon(0.5, 0.5, 0.28), FIRE),
            stroke(diamond(0.5, 0.48, 0.12, 0.2), FLAME),
        ],
        Cell::Hearth => vec![
            stroke(rect(0.02, 0.02, 0.98, 0.98), stones_dark),
            stroke(rect(0.14, 0.14, 0.86, 0.86), stones),
            stroke(rect(0.26, 0.3, 0.74, 0.86), IRON_DARK),
            stroke(vec![[0.5, 0.36], [0.7, 0.82], [0.3, 0.82]], FIRE),
            stroke(vec![[0.5, 0.54], [0.6, 0.82], [0.4, 0.82]], FLAME),
        ],
        Cell::Anvil => vec![
            stroke(
                vec![[0.06, 0.32], [0.9, 0.26], [0.9, 0.48], [0.3, 0.48]],
                iron,
            ),
            stroke(rect(0.42, 0.48, 0.66, 0.66), iron_dark),
            stroke(rect(0.3, 0.66, 0.78, 0.8), iron),
        ],
        Cell::Bars => [0.12_f32, 0.36, 0.6, 0.84]
            .map(|x| stroke(rect(x - 0.05, 0.02, x + 0.05, 0.98), iron))
            .into_iter()
            .chain([stroke(rect(0.02, 0.44, 0.98, 0.54), iron_dark)])
            .collect(),
        Cell::Fungus => vec![
            stroke(octagon(0.42, 0.44, 0.34), SPOT),
            stroke(octagon(0.42, 0.44, 0.28), CAP),
            stroke(octagon(0.36, 0.38, 0.08), SPOT),
            stroke(octagon(0.76, 0.76, 0.18), SPOT),
            stroke(octagon(0.76, 0.76, 0.13), CAP),
        ],
        Cell::Throne => vec![
            stroke(rect(0.14, 0.06, 0.86, 0.94), stones_dark),
            stroke(rect(0.22, 0.1, 0.78, 0.4), GOLD),
            stroke(rect(0.28, 0.46, 0.72, 0.86), BLANKET),
        ],
        Cell::Rack => vec![
            stroke(rect(0.06, 0.1, 0.94, 0.22), wood),
            stroke(rect(0.06, 0.78, 0.94, 0.9), wood),
            stroke(rect(0.2, 0.04, 0.28, 0.96), iron),
            stroke(rect(0.46, 0.04, 0.54, 0.96), iron),
            stroke(rect(0.72, 0.04, 0.8, 0.96), iron),
        ],
        Cell::Fountain => vec![
            stroke(octagon(0.5, 0.5, 0.48), stones_dark),
            stroke(octagon(0.5, 0.5, 0.42), stones),
            stroke(octagon(0.5, 0.5, 0.32), WATER),
            stroke(octagon(0.5, 0.5, 0.1), LINEN),
        ],
        Cell::Bridge => [0.0_f32, 0.26, 0.52, 0.78]
            .map(|y| stroke(rect(0.0, y, 1.0, y + 0.2), wood))
            .to_vec(),
        _ => Vec::new(),
    }
}

/// The outline of a coffin, drawn in by `inset`.
fn coffin(inset: f32) -> Vec<[f32; 2]> {
    vec![
        [0.3 + inset, 0.04 + inset],
        [0.7 - inset, 0.04 + inset],
        [0.86 - inset, 0.3],
        [0.7 - inset, 0.96 - inset],
        [0.3 + inset, 0.96 - inset],
        [0.14 + inset, 0.3],
    ]
}
