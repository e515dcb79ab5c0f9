//! The moves from a cell: steps, over borders too, links and falls.

use super::super::super::ConnectionKind::{Elevator, Hole, Opening, Pit, Shaft, Stairs};
use super::super::super::board::{HEIGHT, WIDTH};
use super::super::fall_from;
use super::super::patch::{self, Cell, WINDS};
use super::{FALL, NOT_YET, Search};
use crate::rules::Moves;
use crate::space::{Direction, ZonePos};

impl Search<'_> {
    /// Goes on from a cell to wherever a move leads.
    pub(super) fn expand(&mut self, patch: u32, cell: Cell) {
        let here = &self.patches[patch as usize];
        let Some(inside) = &here.inside else {
            return;
        };
        let cost = here.costs[usize::from(cell)];
        let [x, y] = patch::place(cell);
        let winds = inside.ground.open_winds(cell);
        let is_stop = inside.stops.get(x, y);
        if is_stop && here.weights.pulls(cell) {
            self.fall(patch, cell, cost);
            return;
        }
        let steps = [self.gauge.straight, self.gauge.diagonal];
        patch::for_each_wind(winds, |wind| {
            self.offer(
                patch,
                patch::beside(cell, wind),
                cost + steps[wind & 1],
                wind as u8,
            );
        });
        if x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1 {
            self.cross(patch, [x, y], cost);
        }
        if is_stop {
            self.climb(patch, cell, cost);
        }
    }

    /// Steps over the borders of a zone. An edge is open where the cells on both sides are, so
    /// a diagonal step over it needs two open places side by side. Corners are rock.
    fn cross(&mut self, patch: u32, [x, y]: [usize; 2], cost: u32) {
        let diagonals = self.gauge.moves == Moves::Eight;
        for side in 0..4 {
            let (is_there, at) = match side {
                0 => (y == 0, x),
                1 => (x == WIDTH - 1, y),
                2 => (y == HEIGHT - 1, x),
                _ => (x == 0, y),
            };
            let Some(inside) = &self.patches[patch as usize].inside else {
                return;
            };
            let open = inside.zone.boundary().open[side];
            if !is_there || open >> at & 1 == 0 {
                continue;
            }
            let Some(next) = self.beside(patch, side) else {
                continue;
            };
            for turn in [0, 7, 1] {
                let wind = (side * 2 + turn) % 8;
                let [east, south] = WINDS[wind];
                // One of the two leads across, the other along the edge.
                let along = if side % 2 == 0 { east } else { south };
                let place = at as i32 + along;
                if turn != 0 && (!diagonals || place < 0 || open >> place & 1 == 0) {
                    continue;
                }
                let x = (x as i32 + east).rem_euclid(WIDTH as i32) as usize;
                let y = (y as i32 + south).rem_euclid(HEIGHT as i32) as usize;
                let step = [self.gauge.straight, self.gauge.diagonal][wind & 1];
                self.offer(next, patch::cell_at(x, y), cost + step, wind as u8);
            }
        }
    }

    /// The patch beside a patch: north, east, south or west.
    fn beside(&mut self, patch: u32, side: usize) -> Option<u32> {
        let here = &self.patches[patch as usize];
        if here.next[side] != NOT_YET {
            return Some(here.next[side]);
        }
        let next = self.patch(here.pos.step(Direction::STRAIGHT[side])?);
        self.patches[patch as usize].next[side] = next;
        Some(next)
    }

    /// Leaves by whatever is vertical at a cell.
    fn climb(&mut self, patch: u32, cell: Cell, cost: u32) {
        let [x, y] = patch::place(cell).map(|at| at as u8);
        let pos = self.patches[patch as usize].pos;
        for number in 0.. {
            let here = &self.patches[patch as usize];
            let verticals = here.inside.as_ref().map(|inside| inside.zone.boundary());
            let Some(vertical) = verticals.and_then(|all| all.vertical().get(number)) else {
                return;
            };
            let (link, up) = match vertical.kind {
                Opening | Stairs => (self.gauge.stairs, true),
                Elevator => (self.gauge.elevator, true),
                Hole => (self.gauge.hole, false),
                Shaft | Pit => continue,
            };
            if [vertical.x, vertical.y] != [x, y] {
                continue;
            }
            let up = up && u32::from(vertical.top) < pos.z();
            let down = pos.z() < vertical.bottom();
            for (leads, direction) in [(up, Direction::Up), (down, Direction::Down)] {
                if leads && let Some(next) = pos.step(direction) {
                    let next = self.patch(next);
                    self.offer(next, cell, cost + link, direction as u8);
                }
            }
        }
    }

    /// Falls from a cell that pulls to where the fall ends.
    fn fall(&mut self, patch: u32, cell: Cell, cost: u32) {
        let here = &self.patches[patch as usize];
        let Some(inside) = &here.inside else {
            return;
        };
        let [x, y] = patch::place(cell).map(|at| at as u32);
        let levels = fall_from(&inside.zone, [x, y]);
        if let Some(landing) = ZonePos::at(here.pos.column(), here.pos.z() + levels) {
            let landing = self.patch(landing);
            self.offer(landing, cell, cost + self.gauge.fall, FALL + levels as u8);
        }
    }
}
