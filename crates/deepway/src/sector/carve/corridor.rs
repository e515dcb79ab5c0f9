//! Corridors: a lane from door to door, with stairs where it climbs.

use super::super::exit::Exit;
use super::spot::Runs;
use super::{MIDDLE, cell_of, in_wall};
use crate::cell::Cell;
use crate::space::{Direction, Pos, RoomPos, UnitFrame};
use crate::volume::Draft;

/// Carves the corridor of an exit, up to the other room's door.
pub(super) fn carve(draft: &mut Draft, frame: &UnitFrame, exit: &Exit<'_>, runs: &Runs) {
    let mut cells: Vec<Pos> = Vec::new();
    let via: Vec<RoomPos> = exit.via().collect();
    for (i, &unit) in via.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|before| via.get(before));
        let after = via.get(i + 1);
        let mut floor = |draft: &mut Draft, place: [i32; 2], cell: Cell| {
            if let Some(at) = cell_of(frame, unit, place) {
                // Doors stay; the cell is outside only if the sector is not sound.
                if !matches!(draft.get(at), Cell::Door | Cell::SecretDoor) {
                    let _ = draft.set(at, cell);
                }
                cells.push(at);
            }
        };
        let is_landing = [before, after]
            .into_iter()
            .any(|beside| beside.is_none_or(|beside| beside.z == unit.z));
        if is_landing {
            floor(draft, [MIDDLE, MIDDLE], Cell::Floor);
        }
        // Towards both neighbours, or at the ends towards the doors.
        let sides = [
            match before {
                Some(&before) => side(unit, before),
                None => Some(exit.direction.opposite()),
            },
            match after {
                Some(&after) => side(unit, after),
                None => Some(exit.far_door().direction.opposite()),
            },
        ];
        for direction in sides.into_iter().flatten() {
            let [x, y] = in_wall(direction);
            let steps = (x - MIDDLE).abs().max((y - MIDDLE).abs());
            let (dx, dy) = ((x - MIDDLE).signum(), (y - MIDDLE).signum());
            for step in 1..=steps {
                floor(draft, [MIDDLE + dx * step, MIDDLE + dy * step], Cell::Floor);
            }
        }
        for beside in [before, after].into_iter().flatten() {
            if beside.z != unit.z
                && let Some([place, free]) = runs.climb(unit, beside.z)
            {
                floor(draft, place, Cell::StairsBoth);
                if is_landing {
                    floor(draft, free, Cell::Floor);
                }
            }
        }
    }
    for at in cells {
        wall_around(draft, at);
    }
}

/// The side of a unit on which another lies, if they share a wall.
fn side(unit: RoomPos, other: RoomPos) -> Option<Direction> {
    let sides = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
    ];
    sides.into_iter().find(|&side| unit.step(side) == other)
}

/// Turns open air around a cell into wall.
pub(super) fn wall_around(draft: &mut Draft, at: Pos) {
    for y in at.y - 1..=at.y + 1 {
        for x in at.x - 1..=at.x + 1 {
            let beside = Pos::new(x, y, at.z);
            if draft.get(beside) == Cell::Air {
                let _ = draft.set(beside, Cell::Wall);
            }
        }
    }
}
