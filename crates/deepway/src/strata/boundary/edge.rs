//! Edges between two zones: where they are open, and where rock must be.

use super::bits;
use crate::seed::{Seed, Stream};

/// An edge between two zones: where it is open, and where the rock of each side must be, on the
/// border and behind it; first the owner's.
pub(super) struct Edge {
    pub(super) open: u128,
    pub(super) rock: [[u128; 2]; 2],
    /// Where a river crosses it.
    pub(super) river: u128,
}

/// What lies on the two sides of an edge: how much of it is open goes with that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Country {
    Surface,
    Wide,
    Mixed,
    Narrow,
}

impl Edge {
    /// The places of an edge, and those that may be open.
    fn places(is_row: bool) -> [u128; 2] {
        match is_row {
            true => [bits(0, 79), bits(2, 77)],
            false => [bits(0, 24), bits(2, 22)],
        }
    }

    /// An edge of the world.
    pub(super) fn solid(is_row: bool) -> Self {
        let [all, _] = Self::places(is_row);
        let wavy = all & 0x3C03_E07C_0F81_E07C_03F0_7C0F;
        Self {
            open: 0,
            rock: [[all, wavy]; 2],
            river: 0,
        }
    }

    /// Draws where an edge is open.
    pub(super) fn draw_open(random: &mut Stream, is_row: bool, country: Country) -> u128 {
        let [_, middle] = Self::places(is_row);
        let (count, apart) = Self::noise(is_row);
        let style = random.bits();
        let gap = |hash: u64, length: u32| {
            let first = 2 + (hash % u64::from(count - 3 - length)) as u32;
            bits(first, first + length - 1)
        };
        let mut open = 0;
        if country == Country::Surface || !style.is_multiple_of(5) {
            let least = match country {
                Country::Surface => 40 + (style >> 8) % 40,
                Country::Wide => 30 + (style >> 8) % 80,
                Country::Mixed => 65 + (style >> 8) % 75,
                Country::Narrow => 100 + (style >> 8) % 70,
            };
            open = line_noise(random, count, apart, |noise| u64::from(noise) >= least);
        } else {
            for _ in 0..style >> 8 & 1 {
                open |= gap(random.bits(), 1 + (style >> 9 & 1) as u32);
            }
        }
        // One way that two can walk side by side there always is.
        (open | gap(style >> 16, 2 + (style >> 32 & 1) as u32)) & middle
    }

    /// How many places there are, and how far apart noise has a value of its own, as a power of
    /// two: every eight columns, or every four rows.
    fn noise(is_row: bool) -> (u32, u32) {
        match is_row {
            true => (80, 3),
            false => (25, 2),
        }
    }

    /// Draws an edge, which is open if it lies in some country. Where it is shut, the rock lies now on this side of the border and now on
    /// the other, so that no straight line shows on the map.
    pub(super) fn draw(key: Seed, is_row: bool, country: Option<Country>) -> Self {
        let [all, _] = Self::places(is_row);
        let (count, apart) = Self::noise(is_row);
        let mut random = key.stream();
        let open = country.map_or(0, |country| Self::draw_open(&mut random, is_row, country));
        let mut lines = [0; 3];
        let mut place = 0;
        line_noise(&mut random, count, apart, |noise| {
            let line = match noise {
                0..70 => 0,
                70..128 => 1,
                128..186 => 2,
                _ => 3,
            };
            if line < 3 {
                lines[line] |= 1 << place;
            }
            place += 1;
            false
        });
        let [far_owner, near_owner, near_next] = lines;
        let far_next = all & !(far_owner | near_owner | near_next);
        let corners = 1 | 1 << (count - 1);
        let shut = all & !open;
        let owner = (far_owner | near_owner) & shut | corners;
        let next = (far_next | near_next) & shut | corners;
        Self {
            open,
            rock: [[owner, far_owner & shut], [next, far_next & shut]],
            river: 0,
        }
    }
}

/// Calls `visit` with smooth noise for each place of a line, from 0 to 255, with a value of its
/// own every 2 to the power of `apart` places; the places for which it says yes.
#[inline(always)]
fn line_noise(
    random: &mut Stream,
    count: u32,
    apart: u32,
    mut visit: impl FnMut(u32) -> bool,
) -> u128 {
    let (mut bytes, mut left) = (0_u64, 0);
    let mut next = || {
        if left == 0 {
            (bytes, left) = (random.bits(), 8);
        }
        left -= 1;
        let byte = bytes as u32 & 0xFF;
        bytes >>= 8;
        byte
    };
    let (mut from, mut to) = (next(), next());
    let (mut mask, mut part) = (0, 0);
    for place in 0..count {
        let noise = (from * ((1 << apart) - part) + to * part) >> apart;
        mask |= u128::from(visit(noise)) << place;
        part += 1;
        if part == 1 << apart {
            (from, to, part) = (to, next(), 0);
        }
    }
    mask
}
