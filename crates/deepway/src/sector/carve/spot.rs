//! The spots where links stand in their units.

use super::super::Sector;
use super::super::connection::Connection;
use super::super::passage::Climb;
use super::cell_of;
use crate::cell::Cell;
use crate::ids::ConnectionId;
use crate::space::{Pos, RoomPos, UnitFrame};
use std::collections::HashMap;

/// Links above each other in a column of units.
#[derive(Clone, Copy, Debug)]
struct Run {
    low: i32,
    high: i32,
    /// The connection and how it is climbed; none for a corridor that climbs.
    connection: Option<(ConnectionId, Climb)>,
    /// Which of the three spots in its units it takes.
    place: usize,
}

/// All runs, by their column.
pub(super) struct Runs(HashMap<[i32; 2], Vec<Run>>);

/// The cells of each spot, in the order they are used.
const PLACES: [[[i32; 2]; 4]; 3] = [
    [[3, 3], [2, 3], [3, 2], [2, 2]],
    [[5, 5], [6, 5], [5, 6], [6, 6]],
    [[5, 3], [6, 3], [5, 2], [6, 2]],
];
/// The cell between the middle of a unit and each spot.
const BEFORE: [[i32; 2]; 3] = [[4, 3], [4, 5], [4, 3]];

impl Runs {
    pub(super) fn new(sector: &Sector) -> Self {
        let mut runs: HashMap<[i32; 2], Vec<Run>> = HashMap::new();
        let mut add = |column: [i32; 2], [low, high]: [i32; 2], connection| {
            runs.entry(column).or_default().push(Run {
                low,
                high,
                connection,
                place: 0,
            });
        };
        for connection in sector.connections() {
            let [low, high] = connection.heights();
            // At most as far apart as layers can be.
            let heights = [low, high.min(low.saturating_add(6))];
            let what = (connection.id, connection.climb());
            add(connection.column(), heights, Some(what));
        }
        for exit in sector.doorways() {
            let via: Vec<RoomPos> = exit.via().collect();
            for [low, high, x, y] in climbs(&via) {
                add([x, y], [low, high], None);
            }
        }
        for column in runs.values_mut() {
            column.sort_by_key(|run| (run.low, run.high));
            for (i, run) in column.iter_mut().enumerate() {
                run.place = i % PLACES.len();
            }
        }
        Self(runs)
    }

    fn at(&self, unit: RoomPos) -> impl Iterator<Item = &Run> {
        let column = self.0.get(&[unit.x, unit.y]);
        let runs = column.into_iter().flatten();
        runs.filter(move |run| (run.low..=run.high).contains(&unit.z))
    }

    /// The cells in a unit that links of connections take, and the cells in front of them, which
    /// must stay free.
    pub(super) fn taken(
        &self,
        unit: RoomPos,
    ) -> impl Iterator<Item = (&'static [[i32; 2]], [i32; 2])> {
        self.at(unit).filter_map(|run| {
            let (_, climb) = run.connection?;
            Some((&PLACES[run.place][..width(climb)], BEFORE[run.place]))
        })
    }

    /// The cells of a unit that must be solid because a shaft ends above them.
    pub(super) fn solid(&self, unit: RoomPos) -> impl Iterator<Item = &'static [i32; 2]> {
        let above = RoomPos::new(unit.x, unit.y, unit.z.saturating_add(1));
        let runs = self.at(above).filter(move |run| run.low == above.z);
        let shafts = runs.filter_map(|run| {
            let (_, climb) = run.connection?;
            (climb == Climb::Shaft).then(|| &PLACES[run.place][..width(climb)])
        });
        shafts.flatten()
    }

    /// The cell of a corridor's climb through a unit, and the cell in front of it.
    pub(super) fn climb(&self, unit: RoomPos, other: i32) -> Option<[[i32; 2]; 2]> {
        let mut runs = self.at(unit);
        let run =
            runs.find(|run| run.connection.is_none() && (run.low..=run.high).contains(&other))?;
        Some([PLACES[run.place][0], BEFORE[run.place]])
    }
}

/// The climbs of a corridor: the lowest and the highest layer, and the column.
fn climbs(via: &[RoomPos]) -> Vec<[i32; 4]> {
    let mut climbs: Vec<[i32; 4]> = Vec::new();
    let mut goes_on = false;
    for pair in via.windows(2) {
        let is_climb = pair[0].z != pair[1].z;
        let (low, high) = (pair[0].z.min(pair[1].z), pair[0].z.max(pair[1].z));
        match climbs.last_mut() {
            Some(last) if is_climb && goes_on => {
                *last = [last[0].min(low), last[1].max(high), last[2], last[3]];
            }
            _ if is_climb => climbs.push([low, high, pair[0].x, pair[0].y]),
            _ => {}
        }
        goes_on = is_climb;
    }
    climbs
}

/// How many cells a connection takes on each level.
fn width(climb: Climb) -> usize {
    match climb {
        Climb::Ladder => 1,
        Climb::Stairs => 2,
        Climb::Shaft | Climb::Elevator { .. } => 4,
    }
}

/// The cells of a connection and their kinds when nothing blocks it, from the lowest level
/// up.
pub(super) fn connection_cells(
    connection: &Connection<'_>,
    frame: &UnitFrame,
    runs: &Runs,
) -> Vec<(Pos, Cell)> {
    let [x, y] = connection.column();
    let column = runs.0.get(&[x, y]).into_iter().flatten();
    let mut column = column.filter(|run| run.connection.is_some_and(|(id, _)| id == connection.id));
    let Some(run) = column.next() else {
        return Vec::new();
    };
    let places = &PLACES[run.place][..width(connection.climb())];
    let mut cells = Vec::new();
    for z in run.low..=run.high {
        let unit = RoomPos::new(x, y, z);
        let at = places
            .iter()
            .filter_map(|&place| cell_of(frame, unit, place));
        cells.extend(at.map(|at| (at, glyph(connection, z == run.low, z == run.high))));
    }
    cells
}

/// The kind of a connection's cell. One-way connections are written as stairs, because only
/// stairs can lead one way.
fn glyph(connection: &Connection<'_>, is_lowest: bool, is_highest: bool) -> Cell {
    let is_up = connection.low_and_high()[0] == connection.from;
    match connection.climb() {
        _ if !connection.is_two_way() && is_lowest && is_up => Cell::StairsUp,
        _ if !connection.is_two_way() && (is_lowest || is_highest) => Cell::StairsDown,
        _ if !connection.is_two_way() => Cell::StairsBoth,
        Climb::Ladder => Cell::Ladder,
        Climb::Shaft => Cell::Shaft,
        Climb::Elevator { .. } => Cell::Elevator,
        Climb::Stairs => Cell::StairsBoth,
    }
}
