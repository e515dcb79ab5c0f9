//! Connect: every part of a zone that matters becomes one.
//!
//! Parts that are too small to matter, and hold nothing that must be reached, become rock.
//! From all others something grows at once through the rock, faster where the rock is weak;
//! where two growths meet, a way is dug back to both.

use super::super::board::{Board, HEIGHT, Parts, Run, WIDTH};
use super::{Canvas, Fixed, Workshop};
use crate::seed::Seed;
use std::cmp::Reverse;

/// Parts with fewer cells become rock if nothing in them must be reached.
const SMALL: u32 = 24;
/// Numbers of cells in a row of the queue's tables, with a border.
const STRIDE: usize = 128;
const CELLS: usize = STRIDE * HEIGHT;
/// The dearest step, plus one: how many buckets there are.
const BUCKETS: usize = 32;
const NOBODY: u16 = u16::MAX;

/// The memory of a growth.
#[derive(Debug)]
pub(super) struct Growth {
    /// Whose each cell is: a run of the part.
    owner: Vec<u16>,
    cost: Vec<u16>,
    /// The cell from which each was reached.
    from: Vec<u16>,
    buckets: [Vec<u16>; BUCKETS],
}

impl Default for Growth {
    fn default() -> Self {
        Self {
            owner: vec![NOBODY; CELLS],
            cost: vec![u16::MAX; CELLS],
            from: vec![0; CELLS],
            buckets: [(); BUCKETS].map(|()| Vec::new()),
        }
    }
}

/// Makes one part of a zone. In caves what is dug is wider here and there.
pub(super) fn build(
    canvas: &mut Canvas,
    fixed: &Fixed,
    is_cave: bool,
    seed: Seed,
    workshop: &mut Workshop,
) {
    let parts = &mut workshop.parts;
    parts.find(&canvas.open);
    let count = parts.runs.len();
    // How large each part is, and whether it must be reached.
    let mut sizes = [(0_u32, false); WIDTH * HEIGHT / 2 + HEIGHT];
    for number in 0..count as u16 {
        let run = parts.runs[usize::from(number)];
        let part = &mut sizes[usize::from(parts.part(number))];
        part.0 += u32::from(run.end - run.start);
        part.1 |= fixed.points.0[usize::from(run.y)] & run.mask() != 0;
    }
    // A zone without any point keeps its largest part.
    let largest = sizes[..count].iter().map(|part| part.0).max().unwrap_or(0);
    let mut kept = 0;
    for number in 0..count as u16 {
        let run = parts.runs[usize::from(number)];
        let part = parts.part(number);
        let (size, has_point) = sizes[usize::from(part)];
        if size < SMALL.min(largest) && !has_point {
            canvas.open.0[usize::from(run.y)] &= !run.mask();
        } else if part == number {
            kept += 1;
        }
    }
    if kept > 1 && grow(canvas, is_cave, seed.number(), kept, workshop) > 1 {
        close_rest(canvas, fixed, &mut workshop.parts);
    }
}

/// Closes what could not be joined, as behind a row of pits along a border: nothing there must
/// be reached.
fn close_rest(canvas: &mut Canvas, fixed: &Fixed, parts: &mut Parts) {
    parts.find(&canvas.open);
    let has_point = |run: &Run| fixed.points.0[usize::from(run.y)] & run.mask() != 0;
    let count = parts.runs.len() as u16;
    let mut sizes = vec![(false, 0_u32); usize::from(count)];
    for number in 0..count {
        let run = parts.runs[usize::from(number)];
        let size = &mut sizes[usize::from(parts.part(number))];
        size.0 |= has_point(&run);
        size.1 += run.mask().count_ones();
    }
    // The largest part in which something must be reached.
    let main = (0..count).max_by_key(|&number| (sizes[usize::from(number)], Reverse(number)));
    for number in 0..count {
        if Some(parts.part(number)) != main {
            let run = parts.runs[usize::from(number)];
            canvas.open.0[usize::from(run.y)] &= !run.mask();
        }
    }
}

/// Grows and digs; how many parts are left.
fn grow(
    canvas: &mut Canvas,
    is_cave: bool,
    salt: u64,
    mut parts_left: u32,
    workshop: &mut Workshop,
) -> u32 {
    let Workshop { parts, growth, .. } = workshop;
    growth.owner.fill(NOBODY);
    growth.cost.fill(u16::MAX);
    for bucket in &mut growth.buckets {
        bucket.clear();
    }
    let open = canvas.open;
    let may = canvas.may;
    let edge = Board::FULL.without(&open).grown().and(&open);
    for number in 0..parts.runs.len() as u16 {
        let run = parts.runs[usize::from(number)];
        let y = usize::from(run.y);
        if open.0[y] & run.mask() == 0 {
            continue;
        }
        let part = parts.part(number);
        for x in usize::from(run.start)..usize::from(run.end) {
            let cell = y * STRIDE + x;
            growth.owner[cell] = part;
            growth.cost[cell] = 0;
            growth.from[cell] = cell as u16;
            if edge.get(x, y) {
                growth.buckets[0].push(cell as u16);
            }
        }
    }
    let mut now = 0_usize;
    let mut idle = 0;
    while parts_left > 1 && idle < BUCKETS {
        let Some(cell) = growth.buckets[now % BUCKETS].pop() else {
            now += 1;
            idle += 1;
            continue;
        };
        let cell = usize::from(cell);
        idle = 0;
        if usize::from(growth.cost[cell]) != now {
            continue;
        }
        let owner = growth.owner[cell];
        let (x, y) = (cell % STRIDE, cell / STRIDE);
        for next in [
            cell + 1,
            cell.wrapping_sub(1),
            cell + STRIDE,
            cell.wrapping_sub(STRIDE),
        ] {
            let (nx, ny) = (next % STRIDE, next / STRIDE);
            if nx >= WIDTH || ny >= HEIGHT || nx.abs_diff(x) > 1 || ny.abs_diff(y) > 1 {
                continue;
            }
            let other = growth.owner[next];
            if other != NOBODY {
                if parts.part(other) != parts.part(owner) {
                    parts.join(other, owner);
                    parts_left -= 1;
                    dig(canvas, growth, cell, salt, is_cave);
                    dig(canvas, growth, next, salt, is_cave);
                }
                continue;
            }
            if !may.get(nx, ny) {
                continue;
            }
            let cost = now + weakness(next, salt);
            growth.owner[next] = owner;
            growth.cost[next] = cost as u16;
            growth.from[next] = cell as u16;
            growth.buckets[cost % BUCKETS].push(next as u16);
        }
    }
    parts_left
}

/// How long it takes to grow into a cell of rock, from 4 to 19.
fn weakness(cell: usize, salt: u64) -> usize {
    let hash = (cell as u64 ^ salt).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    4 + (hash >> 60) as usize
}

/// Digs the way back from a cell to the part that it was reached from.
fn dig(canvas: &mut Canvas, growth: &Growth, mut cell: usize, salt: u64, is_cave: bool) {
    while growth.cost[cell] > 0 {
        let (x, y) = (cell % STRIDE, cell / STRIDE);
        canvas.dig(x, y);
        if is_cave {
            // Wider here and there, where that is allowed.
            let side = match weakness(cell, salt.rotate_left(17)) & 7 {
                0 => [x + 1, y],
                1 => [x - 1, y],
                2 => [x, y + 1],
                3 => [x, y - 1],
                _ => [x, y],
            };
            if canvas.may.get(side[0], side[1]) {
                canvas.open.set(side[0], side[1]);
            }
        }
        cell = usize::from(growth.from[cell]);
    }
}
