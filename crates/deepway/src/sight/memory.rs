//! What somebody has seen.

use super::Field;
use crate::cell::Cell;
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::BTreeMap;

/// The cells of one part of a memory.
const SIDE: i32 = 16;

/// What somebody, or a whole side, remembers of a world: the cells as they were last seen.
///
/// The world may be of any size: what nobody has seen takes no room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// By level, row and column of squares.
    parts: BTreeMap<[i32; 3], Box<Part>>,
}

/// The cells of a square, and which of them are known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    known: [u16; SIDE as usize],
    cells: [[Cell; SIDE as usize]; SIDE as usize],
}

impl Part {
    const UNKNOWN: Self = Self {
        known: [0; SIDE as usize],
        cells: [[Cell::Air; SIDE as usize]; SIDE as usize],
    };
}

fn split(pos: Pos) -> ([i32; 3], [usize; 2]) {
    let part = [pos.z, pos.y.div_euclid(SIDE), pos.x.div_euclid(SIDE)];
    let place = [pos.y, pos.x].map(|at| at.rem_euclid(SIDE) as usize);
    (part, place)
}

impl Memory {
    /// What is remembered of a place, if anything.
    pub fn get(&self, pos: Pos) -> Option<Cell> {
        let (part, [row, column]) = split(pos);
        let part = self.parts.get(&part)?;
        (part.known[row] >> column & 1 == 1).then(|| part.cells[row][column])
    }

    /// Whether a place was ever seen.
    pub fn knows(&self, pos: Pos) -> bool {
        self.get(pos).is_some()
    }

    /// Remembers a cell; whether the place was not known before.
    pub fn note(&mut self, pos: Pos, cell: Cell) -> bool {
        let (part, [row, column]) = split(pos);
        let part = self.parts.entry(part);
        let part = part.or_insert_with(|| Box::new(Part::UNKNOWN));
        let is_new = part.known[row] >> column & 1 == 0;
        part.known[row] |= 1 << column;
        part.cells[row][column] = cell;
        is_new
    }

    /// Forgets a place.
    pub fn forget(&mut self, pos: Pos) {
        let (part, [row, column]) = split(pos);
        if let Some(part) = self.parts.get_mut(&part) {
            part.known[row] &= !(1 << column);
            part.cells[row][column] = Cell::Air;
        }
    }

    /// Remembers everything that is shown; how many of the places were not known before.
    ///
    /// The volume may be a part of a larger world that begins at `corner`.
    pub fn see(&mut self, volume: &Volume, field: &Field, corner: Pos) -> u32 {
        let mut news = 0;
        for pos in field.shown() {
            let place = Pos::new(pos.x + corner.x, pos.y + corner.y, pos.z + corner.z);
            news += u32::from(self.note(place, volume.get(pos)));
        }
        news
    }

    /// All that is remembered, level by level from the bottom up.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, Cell)> + '_ {
        self.parts.iter().flat_map(|(&[z, y, x], part)| {
            (0..SIDE).flat_map(move |row| {
                (0..SIDE).filter_map(move |column| {
                    let [i, j] = [row as usize, column as usize];
                    let is_known = part.known[i] >> j & 1 == 1;
                    let pos = Pos::new(x * SIDE + column, y * SIDE + row, z);
                    is_known.then(|| (pos, part.cells[i][j]))
                })
            })
        })
    }

    /// The corners of a box around all that is known, which may be a little larger.
    pub fn bounds(&self) -> Option<[Pos; 2]> {
        let (&[z, y, x], _) = self.parts.first_key_value()?;
        let (mut low, mut high) = ([x, y, z], [x, y, z]);
        for &[z, y, x] in self.parts.keys() {
            for (axis, at) in [x, y, z].into_iter().enumerate() {
                low[axis] = low[axis].min(at);
                high[axis] = high[axis].max(at);
            }
        }
        let last = SIDE - 1;
        Some([
            Pos::new(low[0] * SIDE, low[1] * SIDE, low[2]),
            Pos::new(high[0] * SIDE + last, high[1] * SIDE + last, high[2]),
        ])
    }

    /// How many places are known.
    pub fn len(&self) -> u64 {
        let rows = self.parts.values().flat_map(|part| part.known);
        rows.map(|row| u64::from(row.count_ones())).sum()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
