//! Doors: each leads from somewhere to somewhere.

use super::super::board::{Board, HEIGHT, WIDTH};
use super::{Canvas, Fixed};
use crate::cell::Cell;

/// Takes away doors that do not have an open cell on two sides that face each other: a door at
/// a dead end becomes wall, any other is a gap.
pub(super) fn settle(canvas: &mut Canvas, fixed: &Fixed) {
    let kept = fixed.open.or(&fixed.links);
    let open = canvas.open.or(&fixed.pulls);
    let [dead, walled] = dead(&doors(canvas), &open, &kept);
    for [x, y] in dead.cells() {
        canvas.looks[y][x].floor = Cell::Floor;
    }
    for [x, y] in walled.cells() {
        canvas.looks[y][x].solid = Cell::Wall;
    }
    canvas.open = canvas.open.without(&walled);
}

/// The doors that lead nowhere, now or once others are walled up; and those of them that are to
/// be walled up: at dead ends, but for cells that stay open whatever happens.
pub(super) fn dead(doors: &Board, open: &Board, kept: &Board) -> [Board; 2] {
    let (mut dead, mut walled) = (Board::EMPTY, Board::EMPTY);
    loop {
        let left = open.without(&walled);
        let more = doors.without(&dead).without(&through(&left));
        if more == Board::EMPTY {
            return [dead, walled];
        }
        dead = dead.or(&more);
        for [x, y] in more.without(kept).cells() {
            if sides(&open.without(&walled), [x, y]) < 2 {
                walled.set(x, y);
            }
        }
    }
}

/// All open doors of a canvas.
pub(super) fn doors(canvas: &Canvas) -> Board {
    let mut doors = Board::EMPTY;
    for [x, y] in canvas.open.cells() {
        if canvas.looks[y][x].floor == Cell::Door {
            doors.set(x, y);
        }
    }
    doors
}

/// The cells with an open cell on two sides that face each other. None is on the border.
fn through(open: &Board) -> Board {
    let mut through = Board::EMPTY;
    for y in 1..HEIGHT - 1 {
        let row = open.0[y];
        through.0[y] = row << 1 & row >> 1 | open.0[y - 1] & open.0[y + 1];
    }
    through.and(&Board::INSIDE)
}

/// How many of the four cells beside one are open.
fn sides(open: &Board, [x, y]: [usize; 2]) -> usize {
    let beside = [
        (x.wrapping_sub(1), y),
        (x + 1, y),
        (x, y.wrapping_sub(1)),
        (x, y + 1),
    ];
    let is_open = |&&(x, y): &&(usize, usize)| x < WIDTH && y < HEIGHT && open.get(x, y);
    beside.iter().filter(is_open).count()
}
