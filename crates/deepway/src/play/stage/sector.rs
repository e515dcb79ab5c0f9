//! Sectors: a connection is climbed as a whole, from end to end.

use super::{Way, WayKind};
use crate::cell::LinkKind;
use crate::sector::{CarvedSector, Climb};
use crate::space::{Direction, Pos};

/// The connections that begin at a cell. Those that something blocks are listed as well.
pub(super) fn ways(carved: &CarvedSector, at: Pos) -> Vec<Way> {
    let Some(id) = carved.connection_at(at) else {
        return Vec::new();
    };
    let Some(connection) = carved.sector().connection(id) else {
        return Vec::new();
    };
    let cells = carved.connection_cells(id);
    let heights = cells.iter().map(|cell| cell.z);
    let (Some(low), Some(high)) = (heights.clone().min(), heights.max()) else {
        return Vec::new();
    };
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
        _ => return Vec::new(),
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
    way.into_iter().collect()
}
