//! Shapes of caves. Each is given how many of the 2,000 cells should be open, more or less.

use super::super::board::{Board, HEIGHT, ROW, WIDTH};
use super::super::ground::Ground;
use crate::seed::Stream;
use crate::space::Direction;

/// Opens or closes cells along the walls until about so many are open.
pub(super) fn tuned(mut board: Board, target: u32, random: &mut Stream) -> Board {
    const NEAR: u32 = 50;
    for _ in 0..16 {
        let count = board.count();
        let of_32 = (count.abs_diff(target) / 24).clamp(4, 24);
        if count + NEAR < target {
            let some = Board::random(random, of_32);
            board = board.or(&board.grown().and(&some));
        } else if count > target + NEAR {
            let some = Board::random(random, of_32);
            board = board.without(&board.without(&board.shrunk()).and(&some));
        } else {
            break;
        }
    }
    board
}

/// Random cells, smoothed: round caves, larger ones after more steps.
pub(super) fn cells(random: &mut Stream, target: u32, steps: u32) -> Board {
    let of_32 = match target {
        0..800 => 15,
        800..1200 => 16,
        _ => 17,
    };
    let mut board = Board::random(random, of_32);
    for _ in 0..steps {
        board = board.majority();
    }
    tuned(board, target, random)
}

/// Where noise is low: caves like clouds.
pub(super) fn clouds(ground: &Ground, target: u32) -> Board {
    ground.lowest(target, |value| value)
}

/// Where noise is near its middle: winding galleries.
pub(super) fn ridges(ground: &Ground, target: u32) -> Board {
    ground.lowest(target, |value| value.abs_diff(128))
}

/// Where noise is near one of two values: many thin veins side by side.
pub(super) fn veins(ground: &Ground, target: u32) -> Board {
    ground.lowest(target, |value| value.abs_diff(96).min(value.abs_diff(160)))
}

/// Walks that mostly go straight on: burrows.
pub(super) fn walks(random: &mut Stream, target: u32) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..24 {
        let mut x = random.between(4, 75);
        let mut y = random.between(3, 21);
        let mut towards = Direction::NorthWest;
        for _ in 0..90 {
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
        if board.count() >= target {
            break;
        }
    }
    board
}

/// Boxes, large and small, side by side: rooms that nobody built.
pub(super) fn boxes(random: &mut Stream, target: u32) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..90 {
        if board.count() >= target {
            break;
        }
        let (width, height) = (random.between(4, 10), random.between(3, 5));
        let x = random.between(0, 80 - width);
        let y = random.between(0, 25 - height);
        board = board.or(&Board::rect([x, y], [x + width - 1, y + height - 1]));
    }
    board
}

/// Layers that lie flat: low caves, much wider than high.
pub(super) fn sheets(random: &mut Stream, target: u32) -> Board {
    let mut board = Board::random(random, if target < 1000 { 15 } else { 18 });
    for _ in 0..4 {
        for row in &mut board.0 {
            // Three or more of five side by side.
            let (a, b, c, d, e) = (*row << 2, *row << 1, *row, *row >> 1, *row >> 2);
            let (s, t) = (a ^ b ^ c, a & b | c & (a ^ b));
            let (u, v) = (s ^ d ^ e, s & d | e & (s ^ d));
            *row = (t & v | (t ^ v) & u) & ROW;
        }
    }
    tuned(board, target, random)
}

/// A hall full of pillars, or rooms full of them.
pub(super) fn pillars(random: &mut Stream, target: u32) -> Board {
    let mut board = cells(random, target + target / 4, 4);
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
pub(super) fn reefs(random: &mut Stream, target: u32) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..6 {
        let x = random.below(76) as usize + 2;
        let y = random.below(21) as usize + 2;
        board.0[y] |= 3 << x;
    }
    let holes = Board::random(random, 3);
    for _ in 0..60 {
        if board.count() >= target {
            break;
        }
        let some = Board::random(random, 9).without(&holes);
        board = board.or(&board.grown().and(&some));
    }
    board
}

/// A few great halls, and passages between them.
pub(super) fn halls(random: &mut Stream, target: u32) -> Board {
    let halls = if target < 1000 { 1 } else { 3 };
    let mut board = cells(random, target / 2, 3);
    for _ in 0..halls {
        let across = random.between(14, 24);
        let down = random.between(3, 5);
        let middle = [random.between(20, 59), random.between(6, 18)];
        board = board.or(&Board::disc(middle, [across, down]));
    }
    tuned(board, target, random)
}

/// Round chambers, close together: bubbles.
pub(super) fn bubbles(random: &mut Stream, target: u32, [least, most]: [i32; 2]) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..120 {
        if board.count() >= target {
            break;
        }
        let reach = random.between(least, most);
        let middle = [random.between(3, 76), random.between(3, 21)];
        board = board.or(&Board::disc(middle, [reach + reach / 3, reach]));
    }
    board
}

/// Cracks that all run the same way, and some that cross them.
pub(super) fn fissures(random: &mut Stream, target: u32) -> Board {
    let mut board = Board::EMPTY;
    let leans = if random.chance(1, 2) { 2 } else { -2 };
    for number in 0..60 {
        if board.count() >= target {
            break;
        }
        let (mut x, mut y) = (random.between(-10, 90), random.between(0, 6));
        let (length, width) = (random.between(12, 25), random.between(2, 5));
        let lean = if number % 5 == 4 { -leans } else { leans };
        for _ in 0..length {
            board = board.or(&Board::rect([x, y], [x + width, y]));
            x += lean + random.between(-1, 1);
            y += 1;
        }
    }
    board
}

/// Blocks between two sets of joints at right angles: the cracks between them are open.
pub(super) fn joints(random: &mut Stream, target: u32) -> Board {
    let mut board = Board::EMPTY;
    for number in 0..60 {
        if board.count() >= target {
            break;
        }
        if number % 3 == 2 {
            let x = random.between(3, 74);
            let (from, to) = (random.between(0, 12), random.between(12, 24));
            board = board.or(&Board::rect([x, from], [x + random.between(1, 3), to]));
        } else {
            let y = random.between(2, 22);
            let (from, to) = (random.between(0, 50), random.between(20, 79));
            board = board.or(&Board::rect([from, y], [to, y]));
        }
    }
    board
}
