//! Towers: a keep on the surface, and its floors in the air above.

use super::super::board::Board;
use super::Canvas;
use crate::seed::Stream;

/// The keep: columns and rows, the walls included.
const WEST: u32 = 18;
const EAST: u32 = 61;
const NORTH: usize = 4;
const SOUTH: usize = 20;

/// The bits of a row from a column to a column, both included.
const fn span(west: u32, east: u32) -> u128 {
    (1 << (east + 1)) - (1 << west)
}

/// Draws a floor above the ground: walls around rooms, and nothing outside.
pub(super) fn build(canvas: &mut Canvas, random: &mut Stream) {
    let mut outside = Board::FULL;
    for row in &mut outside.0[NORTH..=SOUTH] {
        *row &= !span(WEST, EAST);
    }
    canvas.outside = outside;
    canvas.paint(&floor(random));
}

/// Clears the ground floor of a tower and walls it in, with a gate on each side.
pub(super) fn found(canvas: &mut Canvas) {
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
