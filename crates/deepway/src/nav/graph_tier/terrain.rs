//! Where rays run: plain cells, and the events that end a ray.

use super::super::graph::{Graph, pos_of};
use crate::space::Pos;

/// Lines of cells of all levels, one bit each, with a border all around.
///
/// In rows a line is a row and a place in it a column, in columns the other way round. Cell
/// number *i* of a line is bit *i* + 1.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
    per_line: usize,
    per_level: usize,
}

impl Bits {
    pub(super) fn new(lines: u32, places: u32, levels: u32, fill: bool) -> Self {
        let per_line = (places as usize + 2).div_ceil(64);
        let per_level = per_line * (lines as usize + 2);
        let word = if fill { !0 } else { 0 };
        Self {
            words: vec![word; per_level * levels as usize],
            per_line,
            per_level,
        }
    }

    /// Where the words of a line begin; the border has lines −1 and one past the last.
    #[inline(always)]
    pub(super) fn line(&self, line: i32, z: i32) -> usize {
        z as usize * self.per_level + (line + 1) as usize * self.per_line
    }

    pub(super) fn set(&mut self, line: i32, place: i32, z: i32, value: bool) {
        let (start, bit) = (self.line(line, z), (place + 1) as usize);
        let word = &mut self.words[start + bit / 64];
        *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
    }

    #[inline(always)]
    pub(super) fn get(&self, line: i32, place: i32, z: i32) -> bool {
        let (start, bit) = (self.line(line, z), (place + 1) as usize);
        let word = self.words.get(start + bit / 64);
        word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// The first place after a cell, or before it, whose bit is set; the border's at the
    /// latest, where that is set.
    #[inline(always)]
    pub(super) fn next<const FORWARD: bool>(&self, line: i32, place: i32, z: i32) -> i32 {
        let start = self.line(line, z);
        if FORWARD {
            let bit = (place + 2) as usize;
            let mut k = start + bit / 64;
            let mut word = self.words.get(k).map_or(1, |word| *word) & (!0 << (bit % 64));
            while word == 0 {
                k += 1;
                word = self.words.get(k).map_or(1, |word| *word);
            }
            ((k - start) * 64) as i32 + word.trailing_zeros() as i32 - 1
        } else {
            let bit = place as usize;
            let mut k = start + bit / 64;
            let mut word = self.words.get(k).map_or(1, |word| *word) & (!0 >> (63 - bit % 64));
            while word == 0 && k > start {
                k -= 1;
                word = self.words.get(k).map_or(1, |word| *word);
            }
            ((k - start) * 64) as i32 + 63 - word.leading_zeros() as i32 - 1
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

/// The cells as rays see them.
///
/// A cell is *plain* if one may walk over it at no more than a step's cost; whatever weighs
/// or pulls is a wall to rays. An event is what ends a ray: a cell that is not plain, or a
/// node.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    /// What is not plain, by rows and by columns.
    walls: [Bits; 2],
    /// What is not plain, and nodes.
    events: [Bits; 2],
}

const ROWS: usize = 0;
const COLUMNS: usize = 1;

impl Terrain {
    /// The plain cells of a graph; there are no nodes yet.
    pub(super) fn new(graph: &Graph) -> Self {
        let size = graph.size();
        let (width, height, levels) = (size.width(), size.height(), size.levels());
        let mut walls = [
            Bits::new(height, width, levels, true),
            Bits::new(width, height, levels, true),
        ];
        for z in 0..levels as i32 {
            for y in 0..height as i32 {
                let start = walls[ROWS].line(y, z);
                for (k, &word) in graph.planes.open_row(y, z).iter().enumerate() {
                    walls[ROWS].words[start + k] = !word;
                    let mut open = word;
                    while open != 0 {
                        let x = (k * 64) as i32 + open.trailing_zeros() as i32 - 1;
                        open &= open - 1;
                        walls[COLUMNS].set(x, y, z, false);
                    }
                }
            }
        }
        let mut terrain = Self {
            events: walls.clone(),
            walls,
        };
        for cell in graph.roads.weighted() {
            terrain.set(pos_of(cell), false, false);
        }
        terrain
    }

    /// Says what a cell is.
    pub(super) fn set(&mut self, pos: Pos, is_plain: bool, is_node: bool) {
        let is_event = !is_plain || is_node;
        self.walls[ROWS].set(pos.y, pos.x, pos.z, !is_plain);
        self.walls[COLUMNS].set(pos.x, pos.y, pos.z, !is_plain);
        self.events[ROWS].set(pos.y, pos.x, pos.z, is_event);
        self.events[COLUMNS].set(pos.x, pos.y, pos.z, is_event);
    }

    /// Whether a cell is plain; one just outside may be asked for.
    #[inline(always)]
    pub(super) fn is_plain(&self, pos: Pos) -> bool {
        !self.walls[ROWS].get(pos.y, pos.x, pos.z)
    }

    /// Where a ray along a row ends, to the east or to the west.
    #[inline(always)]
    pub(super) fn along_row<const EAST: bool>(&self, pos: Pos) -> Pos {
        let x = self.events[ROWS].next::<EAST>(pos.y, pos.x, pos.z);
        Pos::new(x, pos.y, pos.z)
    }

    /// Where a ray along a column ends, to the south or to the north.
    #[inline(always)]
    pub(super) fn along_column<const SOUTH: bool>(&self, pos: Pos) -> Pos {
        let y = self.events[COLUMNS].next::<SOUTH>(pos.x, pos.y, pos.z);
        Pos::new(pos.x, y, pos.z)
    }

    /// Whether a diagonal step is open: the cell it leads to, and both beside it.
    #[inline(always)]
    pub(super) fn is_diagonal_open(&self, from: Pos, east: i32, south: i32) -> bool {
        let rows = &self.walls[ROWS];
        let here = rows.line(from.y, from.z);
        let there = rows.line(from.y + south, from.z);
        let (bit, next) = ((from.x + 1) as usize, (from.x + 1 + east) as usize);
        let word = |line: usize, bit: usize| {
            let word = rows.words.get(line + bit / 64);
            word.map_or(1, |word| word >> (bit % 64))
        };
        (word(here, next) | word(there, bit) | word(there, next)) & 1 == 0
    }

    /// Whether nothing but plain cells lies between two plain cells of a row or a column.
    pub(super) fn is_line_plain(&self, from: Pos, to: Pos) -> bool {
        let (bits, line, from, to, z) = match from.y == to.y {
            true => (&self.walls[ROWS], from.y, from.x, to.x, from.z),
            false => (&self.walls[COLUMNS], from.x, from.y, to.y, from.z),
        };
        match from <= to {
            true => bits.next::<true>(line, from, z) > to,
            false => bits.next::<false>(line, from, z) < to,
        }
    }

    /// Whether a plain cell is at the convex corner of something that is not plain: a
    /// diagonal neighbour is not, and both cells beside it are.
    pub(super) fn is_corner(&self, pos: Pos) -> bool {
        let plain = |x: i32, y: i32| self.is_plain(Pos::new(pos.x + x, pos.y + y, pos.z));
        plain(0, 0)
            && [(-1, -1), (1, -1), (-1, 1), (1, 1)]
                .into_iter()
                .any(|(x, y)| !plain(x, y) && plain(x, 0) && plain(0, y))
    }

    /// Calls `visit` with the cells of a row that are at convex corners.
    pub(super) fn for_each_corner(&self, y: i32, z: i32, mut visit: impl FnMut(i32)) {
        let rows = &self.walls[ROWS];
        let n = rows.per_line;
        let line = |y: i32| &rows.words[rows.line(y, z)..][..n];
        let [north, here, south] = [line(y - 1), line(y), line(y + 1)];
        for k in 0..n {
            // The bits of the neighbours to the west, and to the east; outside are walls.
            let west = |line: &[u64]| line[k] << 1 | k.checked_sub(1).map_or(1, |k| line[k] >> 63);
            let east =
                |line: &[u64]| line[k] >> 1 | line.get(k + 1).map_or(1 << 63, |next| next << 63);
            let beside =
                |line: &[u64]| !line[k] & (!west(here) & west(line) | !east(here) & east(line));
            let mut corners = !here[k] & (beside(north) | beside(south));
            while corners != 0 {
                visit((k * 64) as i32 + corners.trailing_zeros() as i32 - 1);
                corners &= corners - 1;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.walls.iter().chain(&self.events).map(Bits::bytes).sum()
    }
}
