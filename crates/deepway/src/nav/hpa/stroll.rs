//! Walks without a detour: as cheap as if nothing were in the way.

use super::super::planes::Planes;
use crate::rules::Moves;
use crate::space::Pos;

/// Looks for walks between two cells of a level that go no step to the side or back.
///
/// All of them are followed at once, a bit for each cell of a line across, so it
/// is known for certain whether there is one. Lines are at most 63 cells long.
#[derive(Default)]
pub(super) struct Stroll {
    /// The cells of each line that are reached.
    reached: Vec<u64>,
    frame: Frame,
}

/// Which way the lines lie.
#[derive(Clone, Copy, Default)]
struct Frame {
    from: Pos,
    /// Lines are columns, and follow each other from west to east or back.
    by_columns: bool,
    /// From line to line, and from bit to bit.
    line_step: i32,
    bit_step: i32,
    bits: i32,
}

impl Frame {
    fn new(from: Pos, to: Pos) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let by_columns = dx.abs() >= dy.abs();
        let (along, across) = if by_columns { (dx, dy) } else { (dy, dx) };
        Self {
            from,
            by_columns,
            line_step: along.signum(),
            bit_step: across.signum(),
            bits: across.abs() + 1,
        }
    }

    fn pos(&self, line: usize, bit: u32) -> Pos {
        let (along, across) = (line as i32 * self.line_step, bit as i32 * self.bit_step);
        let Pos { x, y, z } = self.from;
        match self.by_columns {
            true => Pos::new(x + along, y + across, z),
            false => Pos::new(x + across, y + along, z),
        }
    }
}

impl Stroll {
    /// Whether there is such a walk.
    pub(super) fn find(&mut self, planes: &Planes, moves: Moves, from: Pos, to: Pos) -> bool {
        let frame = Frame::new(from, to);
        if frame.bits > 63 {
            return false;
        }
        let lines = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) as usize + 1;
        self.frame = frame;
        self.reached.clear();
        let mut opens = planes.lines(from, to, frame.by_columns);
        let mut line = || {
            let open = opens.next_line(frame.bits as u32);
            // The first bit is on the side of the start.
            match frame.bit_step < 0 {
                true => open.reverse_bits() >> (64 - frame.bits),
                false => open,
            }
        };
        let mut open = line();
        let mut reached = 1;
        if moves == Moves::Four {
            reached = spread(reached, open);
        }
        self.reached.push(reached);
        for _ in 1..lines {
            let next = line();
            reached = match moves {
                Moves::Four => spread(reached & next, next),
                // A diagonal step needs the cells on both sides of it.
                Moves::Eight => (reached & next) | (reached << 1 & open & next & next << 1),
            };
            if reached == 0 {
                return false;
            }
            open = next;
            self.reached.push(reached);
        }
        reached >> (frame.bits - 1) & 1 == 1
    }

    pub(super) fn bytes(&self) -> usize {
        self.reached.capacity() * size_of::<u64>()
    }

    /// Calls `visit` with the turns of the walk that was found, from its end back
    /// to its start; both are among them, and some are no turns.
    pub(super) fn trace(&self, moves: Moves, mut visit: impl FnMut(Pos)) {
        let frame = self.frame;
        let mut bit = frame.bits as u32 - 1;
        for line in (1..self.reached.len()).rev() {
            let before = self.reached[line - 1];
            visit(frame.pos(line, bit));
            match moves {
                Moves::Four => {
                    // The nearest cell of the line that was reached from the one before.
                    let entries = before & self.reached[line] & (!0 >> (63 - bit));
                    bit = 63 - entries.leading_zeros();
                    visit(frame.pos(line, bit));
                }
                Moves::Eight if before >> bit & 1 == 1 => {}
                Moves::Eight => bit -= 1,
            }
        }
        visit(frame.pos(0, bit));
        visit(frame.pos(0, 0));
    }
}

/// The open cells that are reached from some of them by going on towards higher bits.
fn spread(from: u64, open: u64) -> u64 {
    // The sum carries along every run of open cells, from the first that is reached.
    (open ^ open.wrapping_add(from)) & open | from
}
