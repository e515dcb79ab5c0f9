//! Shapes of caves.

use super::super::board::{Board, HEIGHT, ROW, WIDTH};
use crate::seed::{Seed, Stream};
use crate::space::{Direction, ZonePos};

/// Random cells, smoothed: round caves.
pub(super) fn cells(random: &mut Stream, of_32: u32, steps: u32) -> Board {
    let mut board = Board::random(random, of_32);
    for _ in 0..steps {
        board = board.majority();
    }
    board
}

/// Smooth noise over the whole level of a world, so that shapes go on beyond the borders.
pub(super) struct Ground([[u8; WIDTH]; HEIGHT]);

/// Cells between two values of the noise.
const ACROSS: usize = 8;
const DOWN: usize = 4;

impl Ground {
    pub(super) fn new(key: Seed, zone: ZonePos) -> Self {
        let [x, y] = zone.column();
        // The lattice is that of the world: 80 is ten times 8, but 25 is no multiple of 4.
        let top = y as usize * HEIGHT;
        let (first, shift) = (top / DOWN, top % DOWN);
        let key = key.child("ground").child(zone.z());
        let mut lattice = [[0_i32; WIDTH / ACROSS + 1]; HEIGHT / DOWN + 3];
        for (i, row) in lattice.iter_mut().enumerate() {
            // Eight values from one number.
            let number = (first + i) as u64 * 1000;
            for (j, value) in row.iter_mut().enumerate() {
                let at = x as u64 * 10 + j as u64;
                let hash = key.child(number + at / 8).number();
                *value = (hash >> (at % 8 * 8)) as i32 & 0xFF;
            }
        }
        let mut values = [[0; WIDTH]; HEIGHT];
        for (y, row) in values.iter_mut().enumerate() {
            let (line, part) = ((y + shift) / DOWN, ((y + shift) % DOWN) as i32);
            let side =
                |j: usize| lattice[line][j] * (DOWN as i32 - part) + lattice[line + 1][j] * part;
            for j in 0..WIDTH / ACROSS {
                let (mut value, step) = (side(j) * ACROSS as i32, side(j + 1) - side(j));
                for cell in &mut row[j * ACROSS..(j + 1) * ACROSS] {
                    *cell = (value / (ACROSS * DOWN) as i32) as u8;
                    value += step;
                }
            }
        }
        Self(values)
    }

    /// The cells whose value is one of those.
    fn where_value(&self, is_in: impl Fn(u8) -> bool) -> Board {
        let mut board = Board::EMPTY;
        for (row, values) in board.0.iter_mut().zip(&self.0) {
            for (x, &value) in values.iter().enumerate() {
                *row |= u128::from(is_in(value)) << x;
            }
        }
        board
    }
}

/// Where noise is low: caves like clouds.
pub(super) fn clouds(ground: &Ground, most: u8) -> Board {
    ground.where_value(|value| value < most)
}

/// Where noise is near its middle: winding galleries.
pub(super) fn ridges(ground: &Ground, width: u8) -> Board {
    ground.where_value(|value| value.abs_diff(128) < width)
}

/// Walks that mostly go straight on: burrows.
pub(super) fn walks(random: &mut Stream) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..7 {
        let mut x = random.between(4, 75);
        let mut y = random.between(3, 21);
        let mut towards = Direction::NorthWest;
        for _ in 0..130 {
            if towards == Direction::NorthWest || random.below(5) == 0 {
                towards = Direction::STRAIGHT[random.below(4) as usize];
            }
            let (east, north, _) = towards.east_north_up();
            // Rows are dear: one step up or down is worth two to the side.
            x = (x + 2 * east).clamp(1, 77);
            y = (y - north).clamp(1, 22);
            for row in &mut board.0[y as usize..=y as usize + 1] {
                *row |= 3 << x;
            }
        }
    }
    board
}

/// Boxes, large and small, side by side: rooms that nobody built.
pub(super) fn boxes(random: &mut Stream) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..40 {
        let (width, height) = (random.between(4, 9), random.between(3, 5));
        let x = random.between(0, 80 - width);
        let y = random.between(0, 25 - height);
        let bits = (1_u128 << width) - 1;
        for row in &mut board.0[y as usize..(y + height) as usize] {
            *row |= bits << x;
        }
    }
    board
}

/// Layers that lie flat: low caves, much wider than high.
pub(super) fn sheets(random: &mut Stream) -> Board {
    let mut board = Board::random(random, 16);
    for _ in 0..4 {
        for row in &mut board.0 {
            // Three or more of five side by side.
            let (a, b, c, d, e) = (*row << 2, *row << 1, *row, *row >> 1, *row >> 2);
            let (s, t) = (a ^ b ^ c, a & b | c & (a ^ b));
            let (u, v) = (s ^ d ^ e, s & d | e & (s ^ d));
            *row = (t & v | (t ^ v) & u) & ROW;
        }
    }
    board.majority()
}

/// A hall full of pillars.
pub(super) fn pillars(random: &mut Stream) -> Board {
    let mut board = cells(random, 20, 3);
    for y in (1..HEIGHT - 2).step_by(3) {
        for x in (1..WIDTH - 3).step_by(5) {
            let shift = random.bits();
            let (x, y) = (x + (shift % 3) as usize, y + (shift >> 8 & 1) as usize);
            board.0[y] &= !(3 << x);
            board.0[y + 1] &= !((shift as u128 >> 16 & 3) << x);
        }
    }
    board
}

/// What grows outwards and forks: reefs.
pub(super) fn reefs(random: &mut Stream) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..5 {
        let x = random.below(76) as usize + 2;
        let y = random.below(21) as usize + 2;
        board.0[y] |= 3 << x;
    }
    for _ in 0..22 {
        // Whatever has few neighbours may grow.
        let grown = board.grown();
        let some = Board::random(random, 9);
        board = board.or(&grown.and(&some));
    }
    let holes = Board::random(random, 3);
    board.without(&holes)
}

/// A few great halls, and passages between them.
pub(super) fn halls(random: &mut Stream) -> Board {
    let mut board = cells(random, 13, 3);
    for _ in 0..2 {
        let width = random.between(30, 50);
        let height = random.between(7, 11);
        let x = random.between(1, 79 - width);
        let y = random.between(1, 24 - height);
        for (i, row) in board.0[y as usize..(y + height) as usize]
            .iter_mut()
            .enumerate()
        {
            // Rounded at the corners.
            let inset = 4_i32
                .saturating_sub(2 * (i as i32).min(height - 1 - i as i32))
                .max(0);
            *row |= ((1_u128 << (width - 2 * inset)) - 1) << (x + inset);
        }
    }
    board
}
