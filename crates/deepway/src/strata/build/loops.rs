//! Loops: where a thin wall keeps two near places far apart, it has a gap.

use super::super::board::Board;
use super::Canvas;
use crate::seed::Stream;

/// Steps around a wall from which on it is too far.
const FAR: u32 = 24;
/// Walls that are looked at, and gaps that are made at most.
const LOOKS: u32 = 7;
const GAPS: u32 = 3;

/// Makes gaps in a few walls.
pub(super) fn build(canvas: &mut Canvas, random: &mut Stream) {
    let mut gaps = 0;
    for _ in 0..LOOKS {
        let open = canvas.open;
        let rock = canvas.may.without(&open).without(&canvas.outside);
        let rock = rock.without(&canvas.deep);
        let mut between = Board::EMPTY;
        for y in 1..between.0.len() - 1 {
            let sideways = open.0[y] << 1 & open.0[y] >> 1;
            let upright = open.0[y - 1] & open.0[y + 1];
            between.0[y] = (sideways | upright) & rock.0[y];
        }
        let Some([x, y]) = between.draw(random) else {
            return;
        };
        let (here, there) = match open.get(x - 1, y) && open.get(x + 1, y) {
            true => ([x - 1, y], [x + 1, y]),
            false => ([x, y - 1], [x, y + 1]),
        };
        if is_far(&open, here, there) {
            canvas.dig(x, y);
            gaps += 1;
            if gaps == GAPS {
                return;
            }
        }
    }
}

/// Whether the way from a place to another is long.
fn is_far(open: &Board, [x, y]: [usize; 2], there: [usize; 2]) -> bool {
    let mut near = Board::EMPTY;
    near.set(x, y);
    for _ in 0..FAR {
        near = near.grown().and(open);
        if near.get(there[0], there[1]) {
            return false;
        }
    }
    true
}
