//! How high the land is, before water has shaped it.

use super::{COLUMNS, ROWS, STRIDE, TABLE};
use crate::seed::{Seed, Stream};

/// Columns between the points of each lattice of noise, and how much it counts: mountains, hills
/// and hollows.
const OCTAVES: [(usize, u32); 3] = [(40, 24), (15, 14), (6, 8)];
/// How much it counts that all land leans to one side, so that water crosses it.
const LEAN: u32 = 16;
/// The greatest height of single columns over what is around them: it makes water wind.
const ROUGH: u64 = 0x1FF;

/// The heights of all columns, from 0 to about 16,000.
pub(super) fn heights(seed: Seed) -> Vec<u16> {
    let mut random = seed.stream();
    let mut heights = leaning(&mut random);
    for (apart, weight) in OCTAVES {
        add_octave(&mut heights, &mut random, apart, weight);
    }
    for row in rows(&mut heights) {
        for four in row.chunks_mut(4) {
            let mut word = random.bits();
            for height in four {
                *height += (word & ROUGH) as u16;
                word >>= 16;
            }
        }
    }
    heights
}

/// The rows of a table, as far as they are in the world.
fn rows(table: &mut [u16]) -> impl Iterator<Item = &mut [u16]> {
    let rows = table.chunks_exact_mut(STRIDE).skip(1).take(ROWS);
    rows.map(|row| &mut row[1..=COLUMNS])
}

/// Land that falls evenly from east to west or back, and a little from north to south or back.
fn leaning(random: &mut Stream) -> Vec<u16> {
    let turns = random.bits();
    let along = |at: usize, count: usize, most: u32, is_turned: bool| {
        let at = if is_turned { count - 1 - at } else { at };
        (at as u32 * most * LEAN / (count - 1) as u32) as u16
    };
    let mut heights = vec![0; TABLE];
    for (y, row) in rows(&mut heights).enumerate() {
        let south = along(y, ROWS, 64, turns & 1 == 1);
        for (x, height) in row.iter_mut().enumerate() {
            *height = south + along(x, COLUMNS, 192, turns & 2 == 2);
        }
    }
    heights
}

/// Adds smooth noise between the points of a lattice.
fn add_octave(heights: &mut [u16], random: &mut Stream, apart: usize, weight: u32) {
    // How far from a point, in 256ths, eased in and out.
    let parts: Vec<u32> = (0..apart)
        .map(|at| {
            let part = (at * 256 / apart) as u32;
            (part * part * (768 - 2 * part)) >> 16
        })
        .collect();
    let across = COLUMNS / apart + 2;
    let mut points = || -> Vec<u32> { (0..across).map(|_| (random.bits() >> 56) as u32).collect() };
    let (mut north, mut south) = (points(), points());
    let mut line = vec![0; across];
    for (y, row) in rows(heights).enumerate() {
        if y > 0 && y % apart == 0 {
            (north, south) = (south, points());
        }
        let part = parts[y % apart];
        for (line, (north, south)) in line.iter_mut().zip(north.iter().zip(&south)) {
            *line = north * (256 - part) + south * part;
        }
        for (heights, ends) in row.chunks_mut(apart).zip(line.windows(2)) {
            for (height, part) in heights.iter_mut().zip(&parts) {
                let value = (ends[0] * (256 - part) + ends[1] * part) >> 8;
                *height += ((value * weight) >> 8) as u16;
            }
        }
    }
}
