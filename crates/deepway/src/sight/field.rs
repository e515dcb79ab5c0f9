//! Everything that is seen from a place.

use super::level::{self, Found};
use super::{Sight, windows};
use crate::space::{Direction, Pos};
use crate::volume::Volume;

/// What is seen from a place, on its own level and on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    centre: Pos,
    levels: Vec<Plane>,
}

/// What is seen of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plane {
    z: i32,
    seen: Bits,
    /// What is seen, and walls of which anything at all is lit; none if that is the same.
    shown: Option<Bits>,
}

impl Plane {
    fn shown(&self) -> &Bits {
        self.shown.as_ref().unwrap_or(&self.seen)
    }
}

impl Field {
    /// From where it is seen.
    pub fn centre(&self) -> Pos {
        self.centre
    }

    /// Whether the middle of a cell is seen, and whoever stands there.
    pub fn sees(&self, pos: Pos) -> bool {
        self.has(pos, |plane| &plane.seen)
    }

    /// Whether a cell is shown: seen, or a wall of which some part is.
    pub fn shows(&self, pos: Pos) -> bool {
        self.has(pos, Plane::shown)
    }

    fn has(&self, pos: Pos, bits: impl Fn(&Plane) -> &Bits) -> bool {
        let mut levels = self.levels.iter();
        let level = levels.find(|level| level.z == pos.z);
        let [x, y] = [pos.x - self.centre.x, pos.y - self.centre.y];
        level.is_some_and(|level| bits(level).get(x, y))
    }

    /// All cells that are shown, level by level from the bottom up, row by row.
    pub fn shown(&self) -> impl Iterator<Item = Pos> + '_ {
        self.all(Plane::shown)
    }

    /// How many cells are shown.
    pub fn shown_count(&self) -> u64 {
        let levels = self.levels.iter();
        levels.map(|level| level.shown().count()).sum()
    }

    /// All cells whose middle is seen, level by level from the bottom up, row by row.
    pub fn seen(&self) -> impl Iterator<Item = Pos> + '_ {
        self.all(|plane| &plane.seen)
    }

    fn all<'a>(
        &'a self,
        bits: impl Fn(&'a Plane) -> &'a Bits + 'a,
    ) -> impl Iterator<Item = Pos> + 'a {
        let Pos { x, y, .. } = self.centre;
        self.levels.iter().flat_map(move |level| {
            let places = bits(level).all();
            places.map(move |[right, down]| Pos::new(x + right, y + down, level.z))
        })
    }
}

/// Finds everything that is seen from a place; nothing from outside the volume.
///
/// On the level itself by casting shadows, in time linear in the cells of the circle; on other
/// levels only what lies behind openings is looked at, line by line. The result is what
/// [`super::sees`] says of each cell by itself.
pub fn field(volume: &Volume, from: Pos, sight: &Sight) -> Field {
    let mut field = Field {
        centre: from,
        levels: Vec::new(),
    };
    if !volume.size().contains(from) {
        return field;
    }
    let radius = i32::from(sight.radius);
    let reach: Vec<i32> = (0..=radius).map(|row| reach_of(row, radius)).collect();
    let levels = i32::from(sight.levels);
    let [mut seen, mut walls] = [Bits::new(radius), Bits::new(radius)];
    let mut lit = (levels > 0).then(|| Bits::new(radius));
    seen.set(0, 0);
    if let Some(lit) = &mut lit {
        lit.set(0, 0);
    }
    let found = Found {
        seen: &mut seen,
        walls: &mut walls,
        lit: lit.as_mut(),
    };
    level::look(volume, from, &reach, found);
    if let Some(lit) = &lit {
        for towards in [Direction::Down, Direction::Up] {
            let look = windows::Look {
                volume,
                from,
                towards,
                reach: &reach,
            };
            look.find(lit, levels, |z, seen| {
                field.levels.push(Plane {
                    z,
                    seen,
                    shown: None,
                });
            });
        }
    }
    // Of what is lit on the level, only walls are shown without being seen.
    let mut shown = walls;
    shown.add(&seen);
    let own = Plane {
        z: from.z,
        seen,
        shown: Some(shown),
    };
    field.levels.push(own);
    field.levels.sort_unstable_by_key(|level| level.z);
    field
}

/// How far a row of a circle reaches.
fn reach_of(row: i32, radius: i32) -> i32 {
    let rest = radius * radius - row * row;
    rest.max(0).isqrt()
}

/// One bit for each cell of a square around a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    radius: i32,
    words_per_row: usize,
    words: Vec<u64>,
}

impl Bits {
    pub(super) fn new(radius: i32) -> Self {
        let side = 2 * radius as usize + 1;
        let words_per_row = side.div_ceil(64);
        Self {
            radius,
            words_per_row,
            words: vec![0; side * words_per_row],
        }
    }

    /// The word of a cell and its bit there; the cell is inside.
    fn index(&self, x: i32, y: i32) -> (usize, u32) {
        let [column, row] = [x, y].map(|at| (at + self.radius) as usize);
        (row * self.words_per_row + column / 64, column as u32 % 64)
    }

    /// Sets a bit inside the square; whether it was not set before.
    pub(super) fn set(&mut self, x: i32, y: i32) -> bool {
        let (word, bit) = self.index(x, y);
        let is_new = self.words[word] >> bit & 1 == 0;
        self.words[word] |= 1 << bit;
        is_new
    }

    /// Sets the bits of a row from one column to another, in any order.
    pub(super) fn set_row(&mut self, y: i32, from: i32, to: i32) {
        let (first, low) = self.index(from.min(to), y);
        let (last, high) = self.index(from.max(to), y);
        let [low, high] = [u64::MAX << low, u64::MAX >> (63 - high)];
        if first == last {
            self.words[first] |= low & high;
            return;
        }
        self.words[first] |= low;
        self.words[first + 1..last].fill(u64::MAX);
        self.words[last] |= high;
    }

    /// Sets the bits of a column from one row to another, in any order.
    pub(super) fn set_column(&mut self, x: i32, from: i32, to: i32) {
        let (first, bit) = self.index(x, from.min(to));
        let (last, _) = self.index(x, from.max(to));
        let rows = self.words[first..=last].iter_mut();
        for word in rows.step_by(self.words_per_row) {
            *word |= 1 << bit;
        }
    }

    /// How many bits are set.
    fn count(&self) -> u64 {
        self.words
            .iter()
            .map(|word| u64::from(word.count_ones()))
            .sum()
    }

    /// Sets all bits that are set in another square of the same size.
    fn add(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    fn get(&self, x: i32, y: i32) -> bool {
        let is_inside = x.abs() <= self.radius && y.abs() <= self.radius;
        is_inside && {
            let (word, bit) = self.index(x, y);
            self.words[word] >> bit & 1 == 1
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The columns of the bits that are set in a row, up to a distance.
    pub(super) fn in_row(&self, y: i32, most: i32) -> impl Iterator<Item = i32> + '_ {
        let is_inside = y.abs() <= self.radius;
        let first = match is_inside {
            true => (y + self.radius) as usize * self.words_per_row,
            false => self.words.len(),
        };
        let words = self.words[first..].iter().take(self.words_per_row);
        let columns = words.enumerate().flat_map(|(number, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(number * 64 + bit)
            })
        });
        columns
            .map(|column| column as i32 - self.radius)
            .filter(move |x| x.abs() <= most)
    }

    /// The places of all bits that are set, row by row.
    fn all(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        let rows = -self.radius..=self.radius;
        rows.flat_map(|y| self.in_row(y, self.radius).map(move |x| [x, y]))
    }
}
