//! Smooth noise over the cells of a whole level, so that shapes go on beyond the borders.

use super::board::{Board, HEIGHT, WIDTH};
use crate::seed::Seed;
use crate::space::ZonePos;

/// The noise of a zone, from 0 to 255.
pub(super) struct Ground([[u8; WIDTH]; HEIGHT]);

/// Cells between two values of the noise.
const ACROSS: usize = 8;
const DOWN: usize = 4;

impl Ground {
    /// The noise of a zone, one for each key.
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

    /// The cells whose value is less than this.
    pub(super) fn below(&self, limit: u8) -> Board {
        let mut board = Board::EMPTY;
        for (row, values) in board.0.iter_mut().zip(&self.0) {
            for (x, &value) in values.iter().enumerate() {
                *row |= u128::from(value < limit) << x;
            }
        }
        board
    }

    /// About so many cells: those for whose value a function gives the least.
    pub(super) fn lowest(&self, target: u32, rate: impl Fn(u8) -> u8) -> Board {
        let mut counts = [0_u32; 256];
        let mut rated = self.0;
        for value in rated.iter_mut().flatten() {
            *value = rate(*value);
            counts[usize::from(*value)] += 1;
        }
        let (mut limit, mut sum) = (0_u8, 0);
        while sum < target && limit < 255 {
            sum += counts[usize::from(limit)];
            limit += 1;
        }
        Self(rated).below(limit)
    }
}
