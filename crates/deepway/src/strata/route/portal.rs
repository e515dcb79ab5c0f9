//! Where zones are entered and left, known from their boundaries alone.

use super::super::boundary::{ConnectionKind, Vertical};
use crate::space::Direction;

/// A way out of a zone or into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Portal {
    /// Its cells: columns from, to, rows from, to.
    pub(super) cells: [u8; 4],
    pub(super) way: Way,
}

/// Where a portal leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Over an edge, and back.
    Edge(Direction),
    /// By stairs up or down, and back.
    Stairs(Direction),
    /// By a lift up or down, and back.
    Lift(Direction),
    /// Down a hole.
    Hole,
    /// Down a pit or shaft, so many levels.
    Pull(u8),
    /// In from a hole above.
    UnderHole,
    /// In from the pits or shaft above, the highest of which is at this depth.
    UnderPull(u8),
}

impl Way {
    /// Whether one can leave by it.
    pub(super) fn leads_out(self) -> bool {
        !matches!(self, Self::UnderHole | Self::UnderPull(_))
    }
}

/// Appends the portals of a zone to a list: its edges from the north clockwise, in pieces of at
/// most so many cells, then what is vertical. Returns where in the list each of these five
/// groups begins, counted from the first.
pub(super) fn append(
    (open, vertical): ([u128; 4], &[Vertical]),
    z: u32,
    piece: u32,
    list: &mut Vec<Portal>,
) -> [u8; 5] {
    let first = list.len();
    let mut starts = [0; 5];
    for (number, face) in Direction::STRAIGHT.into_iter().enumerate() {
        starts[number] = (list.len() - first) as u8;
        for_each_piece(open[number], piece, |from, to| {
            let cells = match face {
                Direction::North => [from, to, 0, 0],
                Direction::South => [from, to, 24, 24],
                Direction::East => [79, 79, from, to],
                _ => [0, 0, from, to],
            };
            let way = Way::Edge(face);
            list.push(Portal { cells, way });
        });
    }
    starts[4] = (list.len() - first) as u8;
    for vertical in vertical {
        let cells = [vertical.x, vertical.x, vertical.y, vertical.y];
        let is_top = z == u32::from(vertical.top);
        let is_bottom = z == vertical.bottom();
        let mut add = |way| list.push(Portal { cells, way });
        let two_way: fn(Direction) -> Way = match vertical.kind {
            ConnectionKind::Shaft | ConnectionKind::Pit => {
                match is_bottom {
                    true => add(Way::UnderPull(vertical.top)),
                    false => add(Way::Pull((vertical.bottom() - z) as u8)),
                }
                continue;
            }
            ConnectionKind::Hole => {
                if !is_top {
                    add(Way::UnderHole);
                }
                if !is_bottom {
                    add(Way::Hole);
                }
                continue;
            }
            ConnectionKind::Elevator => Way::Lift,
            ConnectionKind::Opening | ConnectionKind::Stairs => Way::Stairs,
        };
        if !is_top {
            add(two_way(Direction::Up));
        }
        if !is_bottom {
            add(two_way(Direction::Down));
        }
    }
    starts
}

/// Calls `visit` with the first and the last place of each piece of the open runs of an edge.
fn for_each_piece(mut mask: u128, piece: u32, mut visit: impl FnMut(u8, u8)) {
    while mask != 0 {
        let start = mask.trailing_zeros();
        let length = (!(mask >> start)).trailing_zeros();
        let count = length.div_ceil(piece);
        for number in 0..count {
            let from = start + length * number / count;
            let to = start + length * (number + 1) / count - 1;
            visit(from as u8, to as u8);
        }
        mask &= !(((1 << length) - 1) << start);
    }
}
