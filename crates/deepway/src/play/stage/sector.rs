//! Sectors: a connection is climbed as a whole, from end to end.

use super::{Way, WayKind};
use crate::cell::LinkKind;
use crate::sector::{CarvedSector, Climb};
use crate::space::{Direction, Pos};

/// The connection that begins at a cell, even if something blocks it: one way, or none in the
/// middle of it. No answer where there is no connection.
pub(super) fn ways(carved: &CarvedSector, at: Pos) -> Option<Vec<Way>> {
    let id = carved.connection_at(at)?;
    let connection = carved.sector().connection(id)?;
    let cells = carved.connection_cells(id);
    let heights = cells.iter().map(|cell| cell.z);
    let (low, high) = (heights.clone().min()?, heights.max()?);
    // The cell of the same column at the other end, or the first one there.
    let end = |z: i32| {
        let same = cells
            .iter()
            .find(|cell| (cell.x, cell.y, cell.z) == (at.x, at.y, z));
        same.or_else(|| cells.iter().find(|cell| cell.z == z))
            .copied()
    };
    let (towards, to) = match at.z {
        z if z == low => (Direction::Up, end(high)),
        z if z == high => (Direction::Down, end(low)),
        _ => return Some(Vec::new()),
    };
    let kind = match connection.climb() {
        Climb::Stairs => LinkKind::Stairs,
        Climb::Ladder => LinkKind::Ladder,
        Climb::Shaft => LinkKind::Shaft,
        Climb::Elevator { .. } => LinkKind::Elevator,
    };
    let way = to.map(|to| Way {
        kind: WayKind::Connection(kind, id),
        towards,
        from: at,
        to,
        levels: connection.levels(),
    });
    Some(way.into_iter().collect())
}
