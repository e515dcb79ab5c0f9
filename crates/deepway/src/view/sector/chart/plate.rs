//! Plates with words on them, and what kinds of connection look like.

use crate::cell::LinkKind;
use crate::sector::ConnectionKind;
use crate::view::icon::{rect, ring};
use crate::view::placing::Area;
use crate::view::scene::{Anchor, Colour, Point, Scene};
use crate::view::theme::Theme;
use crate::view::{font, palette};

/// The colours of a plate: inside, rim, words; and how thick the rim is.
#[derive(Clone, Copy)]
pub(super) struct Plate {
    pub(super) fill: Colour,
    pub(super) rim: Colour,
    pub(super) ink: Colour,
    pub(super) width: f32,
}

pub(super) const DARK: Colour = Colour::rgb(0x14_16_1E);
pub(super) const WHITE: Colour = Colour::rgb(0xFF_FF_FF);
pub(super) const BLACK: Colour = Colour::rgb(0x10_10_10);
const NIGHT: Colour = Colour::rgb(0x1C_1F_2E);
pub(super) const WRECKED: Colour = Colour::rgb(0xE8_5A_50);

/// The plate of a room's number.
pub(super) fn number_plate(theme: Theme) -> Plate {
    match theme {
        Theme::Dark => Plate {
            fill: Colour::rgb(0xF6_F0_DC),
            rim: DARK,
            ink: DARK,
            width: 1.0,
        },
        Theme::Light => Plate {
            fill: Colour::rgb(0x22_24_2C),
            rim: WHITE,
            ink: WHITE,
            width: 1.0,
        },
        Theme::Print => Plate {
            fill: WHITE,
            rim: BLACK,
            ink: BLACK,
            width: 2.0,
        },
    }
}

/// The plate of a way up or down.
pub(super) fn way_plate(kind: ConnectionKind, theme: Theme) -> Plate {
    match theme {
        Theme::Print => Plate {
            fill: WHITE,
            rim: BLACK,
            ink: BLACK,
            width: 0.8,
        },
        Theme::Dark | Theme::Light => Plate {
            fill: NIGHT,
            rim: kind_colour(kind),
            ink: kind_colour(kind),
            width: 1.0,
        },
    }
}

/// The colour of a kind of connection.
pub(super) fn kind_colour(kind: ConnectionKind) -> Colour {
    palette::link(match kind {
        ConnectionKind::Stairs | ConnectionKind::Collapsed => LinkKind::Stairs,
        ConnectionKind::Shaft => LinkKind::Shaft,
        ConnectionKind::Elevator => LinkKind::Elevator,
        ConnectionKind::Ladder => LinkKind::Ladder,
    })
}

/// The size of numbers and labels on cells of a width.
pub(super) fn text_size(cell: f32) -> f32 {
    (cell * 0.55).clamp(12.0, 17.0)
}

/// The width and the height of a plate.
pub(super) fn plate_size(text: &str, size: f32) -> [f32; 2] {
    [font::width(text, size) + size * 0.66, size * 1.36]
}

pub(super) fn draw_plate(
    scene: &mut Scene,
    [left, top, right, bottom]: Area,
    text: &str,
    size: f32,
    plate: Plate,
) {
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let mut corners = corners.map(|(x, y)| Point::new(x, y)).to_vec();
    scene.shape(vec![corners.clone()], plate.fill);
    corners.push(corners[0]);
    scene.lines(vec![corners], plate.rim, plate.width);
    let at = Point::new((left + right) / 2.0, (top + bottom) / 2.0 + size * 0.36);
    scene.label(at, text, size, plate.ink, Anchor::Middle);
}

/// Draws the number of a room as in the key.
pub(super) fn draw_number(
    scene: &mut Scene,
    left: f32,
    base: f32,
    text: &str,
    size: f32,
    theme: Theme,
) -> f32 {
    let [width, height] = plate_size(text, size);
    let top = base - size * 0.36 - height / 2.0;
    draw_plate(
        scene,
        [left, top, left + width, top + height],
        text,
        size,
        number_plate(theme),
    );
    width
}

/// What a kind of connection looks like, in a box of so many cells.
pub(super) fn pictogram(kind: ConnectionKind, wide: f32, high: f32) -> Vec<Vec<[f32; 2]>> {
    let scaled = |shapes: Vec<Vec<[f32; 2]>>| -> Vec<Vec<[f32; 2]>> {
        let scale = |[x, y]: [f32; 2]| [x * wide, y * high];
        shapes
            .into_iter()
            .map(|shape| shape.into_iter().map(scale).collect())
            .collect()
    };
    match kind {
        // Steps that get wider.
        ConnectionKind::Stairs | ConnectionKind::Collapsed => {
            let steps = if wide > high { 7 } else { 5 };
            let step = |number: usize| {
                let along = (number as f32 + 0.6) / (steps as f32 + 0.4);
                let half = 0.1 + 0.3 * along;
                let thick = 0.22 / steps as f32;
                rect(along - thick, 0.5 - half, along + thick, 0.5 + half)
            };
            scaled((0..steps).map(step).collect())
        }
        ConnectionKind::Ladder => {
            let mut shapes = vec![rect(0.2, 0.08, 0.32, 0.92), rect(0.68, 0.08, 0.8, 0.92)];
            shapes.extend([0.18, 0.44, 0.7].map(|y| rect(0.32, y, 0.68, y + 0.11)));
            scaled(shapes)
        }
        ConnectionKind::Shaft => scaled(
            ring(0.44, 0.34)
                .into_iter()
                .chain(ring(0.2, 0.12))
                .collect(),
        ),
        ConnectionKind::Elevator => {
            let bar = |from: [f32; 2], to: [f32; 2]| {
                let t = 0.035;
                vec![
                    [from[0] - t, from[1]],
                    [from[0] + t, from[1]],
                    [to[0] + t, to[1]],
                    [to[0] - t, to[1]],
                ]
            };
            scaled(vec![
                rect(0.12, 0.12, 0.88, 0.18),
                rect(0.12, 0.82, 0.88, 0.88),
                rect(0.12, 0.18, 0.18, 0.82),
                rect(0.82, 0.18, 0.88, 0.82),
                bar([0.18, 0.18], [0.82, 0.82]),
                bar([0.82, 0.18], [0.18, 0.82]),
            ])
        }
    }
}
