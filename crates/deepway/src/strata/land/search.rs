//! Cheapest ways on the board of a zone.
//!
//! Dijkstra's search from one cell to all others, with a list for each distance (Dial 1969): a
//! few hundredths of a millisecond. The ways wind as the costs say.

use super::super::board::{Board, HEIGHT, WIDTH};
use crate::seed::Stream;

/// A row of cells with a border cell on each side.
pub(super) const STRIDE: usize = WIDTH + 2;
pub(super) const CELLS: usize = STRIDE * (HEIGHT + 2);
/// What a step costs at most, plus one.
const DEAREST: usize = 128;
const NOBODY: u16 = u16::MAX;
/// Nothing is searched beyond this: only a labyrinth has such ways.
const FARTHEST: usize = u16::MAX as usize;
/// From a cell to the four beside it, in the order north, east, south, west.
const STEPS: [usize; 4] = [STRIDE.wrapping_neg(), 1, STRIDE, 1_usize.wrapping_neg()];

/// The number of a cell.
#[inline]
pub(super) const fn cell([x, y]: [usize; 2]) -> usize {
    (y + 1) * STRIDE + x + 1
}

/// The column and row of a cell.
#[inline]
pub(super) const fn place(cell: usize) -> [usize; 2] {
    [cell % STRIDE - 1, cell / STRIDE - 1]
}

/// What it costs to enter each cell; 0 where nothing may enter.
#[derive(Clone)]
pub(super) struct Costs(pub(super) [u8; CELLS]);

impl Costs {
    /// Costs inside the border ring, from smooth noise from 0 to 255 and a few bits of chance.
    pub(super) fn inside(random: &mut Stream, cost: impl Fn(u32, u32) -> u32) -> Self {
        // A value every eight columns and every four rows.
        const ACROSS: usize = WIDTH / 8 + 1;
        let mut points = [[0_u32; ACROSS]; HEIGHT / 4 + 2];
        for point in points.iter_mut().flatten() {
            *point = (random.bits() >> 56) as u32;
        }
        let mut costs = Self([0; CELLS]);
        for y in 1..HEIGHT - 1 {
            let part = y as u32 % 4;
            let (north, south) = (&points[y / 4], &points[y / 4 + 1]);
            let mut line = [0; ACROSS];
            for (line, (north, south)) in line.iter_mut().zip(north.iter().zip(south)) {
                *line = north * (4 - part) + south * part;
            }
            let mut chance = random.bits();
            for x in 1..WIDTH - 1 {
                let part = x as u32 % 8;
                let noise = (line[x / 8] * (8 - part) + line[x / 8 + 1] * part) / 32;
                chance = chance.rotate_left(5);
                costs.0[cell([x, y])] = cost(noise, chance as u32 & 7).clamp(1, 40) as u8;
            }
        }
        costs
    }

    /// Makes the cells of a board dearer, or closes them.
    pub(super) fn change(&mut self, board: &Board, change: impl Fn(u8) -> u8) {
        for_each(board, |x, y| {
            let cost = &mut self.0[cell([x, y])];
            *cost = change(*cost).min(DEAREST as u8 - 1);
        });
    }
}

/// Calls `visit` with the column and row of every cell of a board.
pub(super) fn for_each(board: &Board, mut visit: impl FnMut(usize, usize)) {
    for (y, &row) in board.0.iter().enumerate() {
        let mut rest = row;
        while rest != 0 {
            visit(rest.trailing_zeros() as usize, y);
            rest &= rest - 1;
        }
    }
}

/// How far all cells are from one.
pub(super) struct Search<'a> {
    costs: &'a Costs,
    far: [u16; CELLS],
    /// The cells in the order of their distances.
    pub(super) order: Vec<u16>,
}

impl<'a> Search<'a> {
    /// Searches from a cell, which may be entered whatever it costs.
    pub(super) fn new(costs: &'a Costs, start: usize) -> Self {
        let mut far = [u16::MAX; CELLS];
        let mut order = Vec::with_capacity(WIDTH * HEIGHT);
        let mut first = [NOBODY; DEAREST];
        let mut after = [NOBODY; CELLS];
        far[start] = 0;
        first[0] = start as u16;
        let (mut now, mut idle) = (0_usize, 0);
        while idle < DEAREST {
            let head = &mut first[now % DEAREST];
            let cell = usize::from(*head);
            let Some(&next) = after.get(cell) else {
                now += 1;
                idle += 1;
                continue;
            };
            *head = next;
            idle = 0;
            order.push(cell as u16);
            for step in STEPS {
                let next = cell.wrapping_add(step);
                let cost = usize::from(costs.0[next]);
                // A step costs the same from wherever it comes, so the first is the cheapest.
                let is_new = far[next] == u16::MAX && now + cost < FARTHEST;
                if cost > 0 && is_new {
                    far[next] = (now + cost) as u16;
                    let head = &mut first[(now + cost) % DEAREST];
                    after[next] = *head;
                    *head = next as u16;
                }
            }
        }
        Self { costs, far, order }
    }

    /// Whether there is a way from a cell.
    pub(super) fn reaches(&self, cell: usize) -> bool {
        self.far[cell] != u16::MAX
    }

    /// Calls `visit` with the cells of a cheapest way from a cell to the start of the search,
    /// both included. Of ways that cost the same it is one that goes straight on.
    pub(super) fn walk(&self, from: usize, mut visit: impl FnMut(usize)) {
        let mut cell = from;
        let mut towards = 0;
        while self.reaches(cell) {
            visit(cell);
            let far = self.far[cell];
            if far == 0 {
                return;
            }
            let left = far.wrapping_sub(self.costs.0[cell].into());
            // First straight on, then to the sides.
            let turns = [towards, towards ^ 1, towards ^ 3, towards ^ 2];
            let next = turns.into_iter().find(|&side| {
                let next = cell.wrapping_add(STEPS[side]);
                self.far.get(next) == Some(&left)
            });
            let Some(side) = next else {
                return;
            };
            towards = side;
            cell = cell.wrapping_add(STEPS[side]);
        }
    }
}
