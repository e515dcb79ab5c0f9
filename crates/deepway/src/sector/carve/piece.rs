//! A sector carved piece by piece, for sectors that are too large for one map.

use super::super::Sector;
use super::super::graph::MAX_SIDE;
use super::spot::Runs;
use super::{Bounds, CarveError, CarvedSector, Interior, UNIT, cut, furnished};
use crate::cell::Cell;
use crate::space::{Pos, RoomPos};
use crate::thing::Thing;
use crate::volume::{Draft, Size, Volume};

/// Units along each side of a piece: with a room's length around it, it is a map of less than
/// 4,096 by 4,096 cells.
const SIDE: u32 = 448;

/// A sector cut into pieces of at most 448 by 448 units, in columns from west to east and rows
/// from north to south.
///
/// A piece has all levels, and the cells are those that [`super::carve`] would make of the whole
/// sector. Neighbouring pieces share the line of cells between them, as rooms share a wall.
pub struct Pieces<'s> {
    sector: &'s Sector,
    bounds: Bounds,
    side: u32,
    runs: Runs,
    interiors: Vec<Interior>,
}

impl<'s> Pieces<'s> {
    /// Cuts a sector.
    pub fn new(sector: &'s Sector) -> Result<Self, CarveError> {
        Self::of_side(sector, SIDE)
    }

    fn of_side(sector: &'s Sector, side: u32) -> Result<Self, CarveError> {
        let bounds = Bounds::of(sector)?;
        let runs = Runs::new(sector);
        Ok(Self {
            sector,
            bounds,
            side,
            interiors: furnished(sector, &runs),
            runs,
        })
    }

    /// How many columns and rows of pieces there are.
    pub fn count(&self) -> [u32; 2] {
        let Bounds { low, high } = self.bounds;
        let pieces = |low: i32, high: i32| high.abs_diff(low) / self.side + 1;
        [pieces(low.x, high.x), pieces(low.y, high.y)]
    }

    /// The cell of the whole sector at which a piece begins.
    pub fn corner(&self, column: u32, row: u32) -> [u64; 2] {
        let cells = |number: u32| u64::from(number) * u64::from(self.side) * UNIT as u64;
        [cells(column), cells(row)]
    }

    /// Carves a piece; none if there is no such piece.
    pub fn carve(&self, column: u32, row: u32) -> Result<Option<Volume>, CarveError> {
        let [columns, rows] = self.count();
        if column >= columns || row >= rows {
            return Ok(None);
        }
        let Bounds { low, high } = self.bounds;
        let (west, north) = (column * self.side, row * self.side);
        let own = Bounds {
            low: RoomPos::new(
                low.x.saturating_add_unsigned(west),
                high.y
                    .saturating_sub_unsigned(north + self.side - 1)
                    .max(low.y),
                low.z,
            ),
            high: RoomPos::new(
                low.x
                    .saturating_add_unsigned(west + self.side - 1)
                    .min(high.x),
                high.y.saturating_sub_unsigned(north),
                high.z,
            ),
        };
        // What is in a room depends on all of its cells, so all rooms of the piece are whole.
        let around = Bounds {
            low: RoomPos::new(
                own.low.x.saturating_sub(MAX_SIDE).max(low.x),
                own.low.y.saturating_sub(MAX_SIDE).max(low.y),
                low.z,
            ),
            high: RoomPos::new(
                own.high.x.saturating_add(MAX_SIDE).min(high.x),
                own.high.y.saturating_add(MAX_SIDE).min(high.y),
                high.z,
            ),
        };
        let ((frame, size), (_, inner)) = (around.map()?, own.map()?);
        let carved = cut(
            self.sector.clone(),
            frame,
            size,
            &self.runs,
            &self.interiors,
        );
        let corner = Pos::new(
            (own.low.x - around.low.x) * UNIT,
            (around.high.y - own.high.y) * UNIT,
            0,
        );
        Ok(Some(crop(&carved, corner, inner)))
    }
}

/// The cells of a map from a corner on, with their materials and things.
fn crop(carved: &CarvedSector, corner: Pos, size: Size) -> Volume {
    let whole = carved.volume();
    let mut draft = Draft::new(size);
    let moved = |pos: Pos| Pos::new(pos.x - corner.x, pos.y - corner.y, pos.z);
    for z in 0..size.levels() {
        for y in 0..size.height() {
            for x in 0..size.width() {
                let place = Pos::new(x as i32, y as i32, z as i32);
                let from = Pos::new(place.x + corner.x, place.y + corner.y, place.z);
                let cell = whole.get(from);
                if cell != Cell::Air {
                    // Both are inside, and the material suited the same cell before; carving
                    // uses no materials of a volume's own.
                    let _ = draft.set(place, cell);
                    let _ = draft.set_material(place, whole.material(from));
                }
            }
        }
    }
    for (_, thing) in whole.things() {
        let place = moved(thing.place);
        if size.contains(place) {
            let _ = draft.add_thing(Thing {
                place,
                ..thing.clone()
            });
        }
    }
    draft.finish()
}

#[cfg(test)]
mod tests {
    use super::super::carve;
    use super::*;
    use crate::sector::{Blueprint, RoomGraph, Trend, build, generate};
    use crate::seed::Seed;

    /// Every piece is the part of the whole at its corner.
    fn check(sector: &Sector, side: u32) {
        let whole = carve(sector.clone()).unwrap();
        let pieces = Pieces::of_side(sector, side).unwrap();
        let [columns, rows] = pieces.count();
        let volume = whole.volume();
        let mut seen = 0;
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let piece = pieces.carve(column, row).unwrap().unwrap();
            let [west, north] = pieces.corner(column, row);
            let corner = Pos::new(west as i32, north as i32, 0);
            assert_eq!(piece, crop(&whole, corner, piece.size()), "{column},{row}");
            seen += u64::from(piece.size().width() - 1) * u64::from(piece.size().height() - 1);
        }
        let (width, height) = (volume.size().width(), volume.size().height());
        assert_eq!(seen, u64::from(width - 1) * u64::from(height - 1));
        assert!(pieces.carve(columns, 0).unwrap().is_none());
        assert!(pieces.carve(0, rows).unwrap().is_none());
    }

    #[test]
    fn pieces_are_what_the_whole_is_there() {
        for seed in 0..40 {
            let blueprint = Blueprint {
                target_rooms: 5 + (seed as u32 * 7) % 60,
                trend: Trend::ALL[seed as usize % 3],
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            check(&sector, 1 + seed as u32 % 9);
        }
    }

    #[test]
    fn rooms_in_a_row_are_carved_in_pieces() {
        let all: Vec<(u32, u32)> = (0..65)
            .flat_map(|a| (a + 1..65).map(move |b| (a, b)))
            .collect();
        let graph = RoomGraph::from_edges(65, &all).unwrap();
        let sector = build(&graph, &Blueprint::default(), Seed::new(1)).unwrap();
        assert!(matches!(
            carve(sector.clone()),
            Err(CarveError::TooLarge { .. })
        ));
        let pieces = Pieces::new(&sector).unwrap();
        let [columns, rows] = pieces.count();
        assert!(columns > 1 && rows >= 1, "{columns} by {rows}");
        let mut labels = 0;
        let mut before: Option<Volume> = None;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let piece = pieces.carve(column, row).unwrap().unwrap();
            let things = piece.things().map(|(_, thing)| thing);
            labels += things
                .filter(|thing| thing.properties.contains_key("room"))
                .count();
            if let Some(before) = before.filter(|_| column > 0) {
                // The line of cells that both have is the same in both.
                let east = before.size().width() as i32 - 1;
                for (y, z) in (0..piece.size().height() as i32)
                    .flat_map(|y| (0..piece.size().levels() as i32).map(move |z| (y, z)))
                {
                    let shared = (
                        before.get(Pos::new(east, y, z)),
                        piece.get(Pos::new(0, y, z)),
                    );
                    assert_eq!(shared.0, shared.1, "{column},{row}: {y}, {z}");
                }
            }
            before = Some(piece);
        }
        assert!(labels >= 60, "{labels}");
    }
}
