//! Everything that is seen from a place.

use super::level::{self, Found};
use super::line::sees;
use super::{Sight, is_open_slab};
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
    /// What is seen, and walls of which anything at all is lit.
    shown: Bits,
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
        self.has(pos, |plane| &plane.shown)
    }

    fn has(&self, pos: Pos, bits: impl Fn(&Plane) -> &Bits) -> bool {
        let mut levels = self.levels.iter();
        let level = levels.find(|level| level.z == pos.z);
        let [x, y] = [pos.x - self.centre.x, pos.y - self.centre.y];
        level.is_some_and(|level| bits(level).get(x, y))
    }

    /// All cells that are shown, level by level from the bottom up, row by row.
    pub fn shown(&self) -> impl Iterator<Item = Pos> + '_ {
        self.all(|plane| &plane.shown)
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
/// levels only what lies behind an opening is looked at, line by line. The result is what
/// [`sees`] says of each cell by itself.
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
    let [mut seen, mut lit] = [Bits::new(radius), Bits::new(radius)];
    seen.set(0, 0);
    lit.set(0, 0);
    let found = Found {
        seen: &mut seen,
        lit: &mut lit,
    };
    level::look(volume, from, &reach, found);
    let levels = i32::from(sight.levels);
    for towards in [Direction::Down, Direction::Up] {
        let openings = match levels {
            0 => Vec::new(),
            _ => openings(volume, from, towards, &lit, radius),
        };
        if openings.is_empty() {
            continue;
        }
        let look = Look {
            volume,
            from,
            towards,
            reach: &reach,
        };
        for away in 1..=levels {
            let z = match towards {
                Direction::Up => from.z + away,
                _ => from.z - away,
            };
            if z < 0 || z >= volume.size().levels() as i32 {
                break;
            }
            let seen = look.through(&openings, away, z);
            if !seen.is_empty() {
                let shown = seen.clone();
                field.levels.push(Plane { z, seen, shown });
            }
        }
    }
    // Of what is lit on the level, only walls are shown without being seen.
    let mut shown = seen.clone();
    for [x, y] in lit.all() {
        let pos = Pos::new(from.x + x, from.y + y, from.z);
        if !volume.get(pos).is_clear() {
            shown.set(x, y);
        }
    }
    let own = Plane {
        z: from.z,
        seen,
        shown,
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

/// The openings of the level towards the next one, of which anything at all is lit. Those that
/// lead beyond the circle on the next level do not matter.
fn openings(
    volume: &Volume,
    from: Pos,
    towards: Direction,
    lit: &Bits,
    radius: i32,
) -> Vec<[i32; 2]> {
    let near = radius / 2 + 1;
    let rows = -near..=near;
    let places = rows.flat_map(|y| lit.in_row(y, near).map(move |x| [x, y]));
    let is_open = |&[x, y]: &[i32; 2]| {
        let here = Pos::new(from.x + x, from.y + y, from.z);
        let [here, there] = [here, here.step(towards)].map(|pos| volume.get(pos));
        match towards {
            Direction::Up => is_open_slab(here, there),
            _ => is_open_slab(there, here),
        }
    };
    places.filter(is_open).collect()
}

/// A look at other levels, up or down.
struct Look<'a> {
    volume: &'a Volume,
    from: Pos,
    towards: Direction,
    reach: &'a [i32],
}

impl Look<'_> {
    /// What is seen of a level so many levels away. An opening at an offset is crossed by the
    /// lines to the cells around 2 × `away` times that offset, `away` to each side.
    fn through(&self, openings: &[[i32; 2]], away: i32, z: i32) -> Bits {
        let radius = self.reach.len() as i32 - 1;
        let mut tried = Bits::new(radius);
        let mut seen = Bits::new(radius);
        let size = self.volume.size();
        for &[x, y] in openings {
            let around = |at: i32, most: i32| {
                ((2 * at - 1) * away).max(-most)..=((2 * at + 1) * away).min(most)
            };
            for down in around(y, radius) {
                let reach = self.reach[down.unsigned_abs() as usize];
                for right in around(x, reach) {
                    let to = Pos::new(self.from.x + right, self.from.y + down, z);
                    if tried.set(right, down)
                        && size.contains(to)
                        && self.is_open_on_the_way([right, down], away)
                        && sees(self.volume, self.from, to)
                    {
                        seen.set(right, down);
                    }
                }
            }
        }
        seen
    }

    /// Whether the slabs after the first may be open where the line crosses them; where it
    /// crosses between two cells, that is left to be seen.
    fn is_open_on_the_way(&self, to: [i32; 2], away: i32) -> bool {
        (1..away).all(|slab| {
            let share = |far: i32| {
                let place = (2 * slab + 1) * far;
                // In the middle of a cell it is a multiple of 2 × away.
                let [cell, rest] = [
                    (place + away).div_euclid(2 * away),
                    (place + away).rem_euclid(2 * away),
                ];
                (rest != 0).then_some(cell)
            };
            let [Some(x), Some(y)] = to.map(share) else {
                return true;
            };
            let up = if self.towards == Direction::Up { 1 } else { -1 };
            let here = Pos::new(self.from.x + x, self.from.y + y, self.from.z + up * slab);
            let [here, there] = [here, here.step(self.towards)].map(|pos| self.volume.get(pos));
            match self.towards {
                Direction::Up => is_open_slab(here, there),
                _ => is_open_slab(there, here),
            }
        })
    }
}

/// One bit for each cell of a square around a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    radius: i32,
    words_per_row: usize,
    words: Vec<u64>,
}

impl Bits {
    fn new(radius: i32) -> Self {
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

    fn get(&self, x: i32, y: i32) -> bool {
        let is_inside = x.abs() <= self.radius && y.abs() <= self.radius;
        is_inside && {
            let (word, bit) = self.index(x, y);
            self.words[word] >> bit & 1 == 1
        }
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The columns of the bits that are set in a row, up to a distance.
    fn in_row(&self, y: i32, most: i32) -> impl Iterator<Item = i32> + '_ {
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
