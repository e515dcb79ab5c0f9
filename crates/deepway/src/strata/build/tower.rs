//! Towers: a keep on the surface, and its floors in the air above.

use super::super::board::{Board, span};
use super::super::plan::Plan;
use super::canvas::Wish;
use super::{Canvas, Landmark, vault};
use crate::cell::Cell;
use crate::material::Material;
use crate::seed::Stream;
use crate::space::ZonePos;

/// The keep: columns and rows, the walls included.
const WEST: i32 = 18;
const EAST: i32 = 61;
const NORTH: usize = 4;
const SOUTH: usize = 20;

fn keep() -> Board {
    Board::rect([WEST, NORTH as i32], [EAST, SOUTH as i32])
}

/// Draws a floor above the ground: walls around rooms, and nothing outside.
pub(super) fn build(canvas: &mut Canvas, plan: &Plan, zone: ZonePos, random: &mut Stream) {
    canvas.outside = Board::FULL.without(&keep());
    canvas.paint(&floor(random));
    finish(canvas, plan, zone);
    let top = plan
        .feature_of(zone)
        .is_some_and(|tower| tower.top == zone.z());
    if top {
        canvas.wish([40, 12], Wish::Boss);
        canvas.wish([40, 11], Wish::Item(&["treasure", "book", "light"]));
    } else {
        canvas.wish([24, 8], Wish::Item(&[]));
    }
}

/// Clears the ground floor of a tower and walls it in, with a gate on each side.
pub(super) fn found(canvas: &mut Canvas, plan: &Plan, zone: ZonePos) {
    let mut board = *canvas.open();
    for row in &mut board.0[NORTH - 1..=SOUTH + 1] {
        *row |= span(WEST - 1, EAST + 1);
    }
    for y in [NORTH, SOUTH] {
        board.0[y] &= !span(WEST, EAST) | span(38, 41);
    }
    for (y, row) in board.0.iter_mut().enumerate().take(SOUTH).skip(NORTH + 1) {
        if !(11..=13).contains(&y) {
            *row &= !(1 << WEST | 1 << EAST);
        }
        if y % 4 == 2 {
            *row &= !(1 << 32 | 1 << 47 | 1 << 24 | 1 << 55);
        }
    }
    canvas.paint(&board);
    finish(canvas, plan, zone);
}

/// Dresses a floor of the keep in stone, and furnishes it.
fn finish(canvas: &mut Canvas, plan: &Plan, zone: ZonePos) {
    let stone = vault::stone(plan.tier(zone));
    canvas.dress(&keep(), stone, Material::WOOD);
    for [x, y] in [[21, 7], [58, 7], [21, 17], [58, 17]] {
        canvas.put_solid([x, y], Cell::Pillar, stone);
    }
    for [x, y] in [[27, 9], [52, 9], [27, 15], [52, 15]] {
        canvas.put_solid([x, y], Cell::Furniture, Material::WOOD);
    }
    canvas.boxes = canvas.boxes.or(&keep());
    let name = plan.level_title(zone).unwrap_or_default();
    canvas.landmarks.push(Landmark::new("tower", name));
}

/// Rooms in a row on both sides of a hall.
fn floor(random: &mut Stream) -> Board {
    let mut board = Board::EMPTY;
    for row in &mut board.0[NORTH + 1..SOUTH] {
        *row = span(WEST + 1, EAST - 1);
    }
    // Two walls along the hall, with gaps, and walls across them.
    for y in [NORTH + 6, SOUTH - 6] {
        let mut wall = span(30, 49);
        for _ in 0..3 {
            wall &= !(3 << random.between(30, 48));
        }
        board.0[y] &= !wall;
    }
    for x in [36, 43] {
        let gap = random.between(0, 3) as usize;
        for (y, row) in board.0.iter_mut().enumerate() {
            let is_side = (NORTH + 1..NORTH + 6).contains(&y) || (SOUTH - 5..SOUTH).contains(&y);
            if is_side && y % 5 != gap {
                *row &= !(1 << x);
            }
        }
    }
    board
}
