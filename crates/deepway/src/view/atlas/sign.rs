//! The signs of features on a map, drawn in a unit square.

use crate::strata::Blueprint;
use crate::view::icon::{Stroke, octagon, rect, ring, stroke};
use crate::view::palette::DARK;
use crate::view::scene::Colour;

/// The sign of a feature in its colour; nothing for what has none.
pub(super) fn sign(blueprint: Blueprint, colour: Colour) -> Vec<Stroke> {
    let dim = colour.towards(DARK, 110);
    match blueprint {
        Blueprint::Town => vec![
            stroke(house(0.04, 0.34, 0.5), dim),
            stroke(house(0.34, 0.06, 0.62), colour),
            stroke(rect(0.58, 0.66, 0.74, 0.94), DARK),
        ],
        Blueprint::Tower => vec![
            stroke(rect(0.32, 0.26, 0.68, 0.96), colour),
            stroke(rect(0.22, 0.06, 0.36, 0.34), colour),
            stroke(rect(0.43, 0.06, 0.57, 0.34), colour),
            stroke(rect(0.64, 0.06, 0.78, 0.34), colour),
            stroke(rect(0.24, 0.22, 0.76, 0.38), colour),
            stroke(rect(0.43, 0.66, 0.57, 0.96), DARK),
        ],
        Blueprint::Lair => vec![
            stroke(octagon(0.5, 0.5, 0.46), colour),
            stroke(
                vec![
                    [0.16, 0.4],
                    [0.84, 0.4],
                    [0.7, 0.66],
                    [0.6, 0.5],
                    [0.5, 0.72],
                    [0.4, 0.5],
                    [0.3, 0.66],
                ],
                DARK,
            ),
        ],
        Blueprint::Vault => vec![
            stroke(rect(0.1, 0.1, 0.9, 0.9), colour),
            stroke(octagon(0.5, 0.42, 0.15), DARK),
            stroke(
                vec![[0.46, 0.45], [0.54, 0.45], [0.62, 0.76], [0.38, 0.76]],
                DARK,
            ),
        ],
        Blueprint::Chute => {
            let chevron = |y: f32| {
                vec![
                    [0.12, y],
                    [0.5, y + 0.24],
                    [0.88, y],
                    [0.88, y + 0.2],
                    [0.5, y + 0.44],
                    [0.12, y + 0.2],
                ]
            };
            [0.04, 0.3, 0.56].map(|y| stroke(chevron(y), colour)).into()
        }
        Blueprint::ProgressiveCave => vec![
            stroke(arch(0.46, 0.94), colour),
            stroke(arch(0.24, 0.94), DARK),
        ],
        Blueprint::GreatShaft => {
            let mut strokes = vec![stroke(octagon(0.5, 0.5, 0.3), DARK)];
            strokes.extend(ring(0.48, 0.3).into_iter().map(|part| stroke(part, colour)));
            strokes
        }
        Blueprint::Ruin => vec![
            stroke(rect(0.12, 0.3, 0.3, 0.86), colour),
            stroke(rect(0.41, 0.14, 0.59, 0.86), colour),
            stroke(
                vec![[0.7, 0.62], [0.88, 0.5], [0.88, 0.86], [0.7, 0.86]],
                colour,
            ),
            stroke(rect(0.06, 0.84, 0.94, 0.96), dim),
        ],
        Blueprint::Surface | Blueprint::Cave | Blueprint::Air => Vec::new(),
    }
}

/// A house with a gable, by its corner and its size.
fn house(x: f32, y: f32, size: f32) -> Vec<[f32; 2]> {
    vec![
        [x + size / 2.0, y],
        [x + size, y + size * 0.45],
        [x + size, 0.94],
        [x, 0.94],
        [x, y + size * 0.45],
    ]
}

/// The mouth of a cave, by half its width and its foot.
fn arch(half: f32, foot: f32) -> Vec<[f32; 2]> {
    let top = foot - half * 1.7;
    vec![
        [0.5 - half, foot],
        [0.5 - half, top + half * 0.8],
        [0.5 - half * 0.6, top + half * 0.2],
        [0.5, top],
        [0.5 + half * 0.6, top + half * 0.2],
        [0.5 + half, top + half * 0.8],
        [0.5 + half, foot],
    ]
}
