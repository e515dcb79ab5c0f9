//! Bit planes for jumping: 64 cells of a row or a column in a word.

use super::graph::{CellId, around, id_of, pos_of};
use super::roads::{Cells, Roads};
use crate::space::Pos;
use crate::volume::Volume;
use std::collections::HashSet;

/// Lines of cells, one bit each, with a border of zeros all around.
///
/// In a plane of rows a line is a row and a place in it a column, in a plane of
/// columns the other way round. Cell number *i* of a line is bit *i* + 1.
#[derive(Clone, Debug)]
struct Plane {
    words: Vec<u64>,
    per_line: usize,
    per_level: usize,
}

impl Plane {
    fn new(lines: u32, places: u32, levels: u32) -> Self {
        let per_line = (places as usize + 2).div_ceil(64);
        let per_level = per_line * (lines as usize + 2);
        Self {
            words: vec![0; per_level * levels as usize],
            per_line,
            per_level,
        }
    }

    /// Where the words of a line begin; the border has lines −1 and one past the last.
    #[inline(always)]
    fn line(&self, line: i32, z: i32) -> usize {
        z as usize * self.per_level + (line + 1) as usize * self.per_line
    }

    fn set(&mut self, line: i32, place: i32, z: i32, value: bool) {
        let (start, bit) = (self.line(line, z), (place + 1) as usize);
        let word = &mut self.words[start + bit / 64];
        *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
    }

    #[inline(always)]
    fn get(&self, line: i32, place: i32, z: i32) -> bool {
        let (start, bit) = (self.line(line, z), (place + 1) as usize);
        self.words
            .get(start + bit / 64)
            .is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }
}

/// The stops of a level, by rows and by columns.
#[derive(Clone, Debug)]
struct Stops {
    rows: StopPlane,
    columns: StopPlane,
}

/// Like a plane of one level, but most lines have no stops: words are kept for the others.
#[derive(Clone, Debug)]
struct StopPlane {
    /// Which words are those of each line; the first ones are of lines without stops.
    lines: Vec<u32>,
    words: Vec<u64>,
    per_line: usize,
}

/// A level without stops; none has more lines, and no line is longer.
static NO_LINES: [u32; 4098] = [0; 4098];
static NO_STOPS: [u64; 65] = [0; 65];

impl StopPlane {
    fn new(lines: u32, places: u32) -> Self {
        let per_line = (places as usize + 2).div_ceil(64);
        Self {
            lines: vec![0; lines as usize + 2],
            words: vec![0; per_line],
            per_line,
        }
    }

    fn set(&mut self, line: i32, place: i32, value: bool) {
        let at = &mut self.lines[(line + 1) as usize];
        if *at == 0 && value {
            *at = (self.words.len() / self.per_line) as u32;
            self.words.resize(self.words.len() + self.per_line, 0);
        }
        if *at > 0 {
            let bit = (place + 1) as usize;
            let word = &mut self.words[*at as usize * self.per_line + bit / 64];
            *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
        }
    }

    /// The words of a line.
    #[inline(always)]
    fn line(&self, line: i32) -> &[u64] {
        let at = self.lines[(line + 1) as usize] as usize;
        &self.words[at * self.per_line..][..self.per_line]
    }
}

/// Cells to walk over, and cells to stop at, by rows and by columns.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    rows: Plane,
    columns: Plane,
    /// The stops of each level that has, or had, any.
    stops: Vec<Option<Box<Stops>>>,
    /// Cells beside one that pulls down: no way past them may be left out.
    irregular: HashSet<CellId>,
}

/// The bits of line after line.
pub(super) struct Lines<'a> {
    words: &'a [u64],
    at: usize,
    shift: u32,
    step: isize,
}

impl Lines<'_> {
    /// The open cells of the next line, up to 63.
    #[inline(always)]
    pub(super) fn next_line(&mut self, count: u32) -> u64 {
        let low = self.words[self.at] >> self.shift;
        let high = match self.shift + count > 64 {
            true => self.words[self.at + 1] << (64 - self.shift),
            false => 0,
        };
        self.at = self.at.wrapping_add_signed(self.step);
        (low | high) & ((1 << count) - 1)
    }
}

/// A place on no line.
pub(super) const NEVER: i32 = -64;

/// The planes of one level.
pub(super) struct LevelPlanes<'a> {
    pub(super) rows: LevelPlane<'a>,
    pub(super) columns: LevelPlane<'a>,
}

/// The open cells and the stops of one level, by rows or by columns.
pub(super) struct LevelPlane<'a> {
    words: &'a [u64],
    per_line: usize,
    /// Which words of stops are those of each line, and all of them.
    stop_lines: &'a [u32],
    stops: &'a [u64],
}

impl<'a> LevelPlane<'a> {
    fn new(plane: &'a Plane, stops: Option<&'a StopPlane>, z: i32) -> Self {
        let start = z as usize * plane.per_level;
        let (stop_lines, stops) = match stops {
            Some(stops) => (stops.lines.as_slice(), stops.words.as_slice()),
            None => (&NO_LINES[..], &NO_STOPS[..]),
        };
        Self {
            words: &plane.words[start..start + plane.per_level],
            per_line: plane.per_line,
            stop_lines,
            stops,
        }
    }

    /// Walks straight from a cell until a wall or a jump point, which is a cell
    /// with an open neighbour beside it whose neighbour behind is closed.
    ///
    /// Towards the end of a line or its beginning. Calls `stop` with every stop on the way,
    /// and with the goal; returns the jump point. All are places on the line.
    #[inline(always)]
    pub(super) fn run<const FORWARD: bool>(
        &self,
        line: i32,
        from: i32,
        goal: i32,
        mut stop: impl FnMut(i32),
    ) -> Option<i32> {
        let n = self.per_line;
        let start = line as usize * n;
        // The line before, the line itself, and the line after: a border makes sure of them.
        let lines = self.words.get(start..start + 3 * n)?;
        let (before, rest) = lines.split_at(n);
        let (here, after) = rest.split_at(n);
        let start = *self.stop_lines.get(line as usize + 1)? as usize * n;
        let stops = self.stops.get(start..start + n)?;
        let (goal_word, goal_bit) = ((goal + 1) >> 6, 1u64 << ((goal + 1) & 63));
        let bit = if FORWARD {
            from as usize + 2
        } else {
            from as usize
        };
        let mut k = bit / 64;
        let mut mask = if FORWARD {
            !0 << (bit % 64)
        } else {
            !0 >> (63 - bit % 64)
        };
        // Zeros at both ends of a line are walls, so the loop always comes to an end.
        while k < n {
            let open = here[k];
            let forced = opening::<FORWARD>(before, k) | opening::<FORWARD>(after, k);
            let ends = (forced | !open) & mask;
            let mut seen = stops[k] | if k as i32 == goal_word { goal_bit } else { 0 };
            seen &= open & mask;
            let end = if FORWARD {
                ends.trailing_zeros()
            } else {
                ends.leading_zeros()
            };
            if seen != 0 {
                // Stops beyond the end of the run are out of sight.
                if end < 64 {
                    seen &= if FORWARD {
                        (1 << end) - 1
                    } else {
                        !(!0 >> end)
                    };
                }
                while seen != 0 {
                    stop((k * 64) as i32 + seen.trailing_zeros() as i32 - 1);
                    seen &= seen - 1;
                }
            }
            if end < 64 {
                let end = if FORWARD { end } else { 63 - end };
                return (open >> end & 1 == 1).then_some((k * 64) as i32 + end as i32 - 1);
            }
            mask = !0;
            k = if FORWARD { k + 1 } else { k.wrapping_sub(1) };
        }
        None
    }
}

impl Planes {
    /// The planes of a volume: what is walkable and does not pull is open, and a stop is
    /// where links leave, or where a shaft is near.
    pub(super) fn new(volume: &Volume, roads: &Roads) -> Self {
        let size = volume.size();
        let (width, height, levels) = (size.width(), size.height(), size.levels());
        let mut planes = Self {
            rows: Plane::new(height, width, levels),
            columns: Plane::new(width, height, levels),
            stops: vec![None; levels as usize],
            irregular: HashSet::new(),
        };
        for z in 0..levels {
            for y in 0..height {
                let words = volume.walkable().row(y, z);
                let start = planes.rows.line(y as i32, z as i32);
                for (k, &word) in words.iter().enumerate() {
                    planes.rows.words[start + k] |= word << 1;
                    if word >> 63 != 0 {
                        planes.rows.words[start + k + 1] |= 1;
                    }
                }
                for (&word, at) in words.iter().zip((0..).step_by(64)) {
                    let mut word = word;
                    while word != 0 {
                        let x = at + word.trailing_zeros() as i32;
                        word &= word - 1;
                        planes.columns.set(x, y as i32, z as i32, true);
                    }
                }
            }
        }
        for cell in roads.cells_with_hops() {
            let pos = pos_of(cell);
            planes.look_again(volume, roads, pos);
            if roads.pulls(volume, pos) {
                for beside in around(pos).filter(|&beside| size.contains(beside)) {
                    planes.look_again(volume, roads, beside);
                }
            }
        }
        planes
    }

    /// Follows what has changed at a cell that is inside.
    pub(super) fn look_again(&mut self, volume: &Volume, roads: &Roads, pos: Pos) {
        let is_walkable = Cells::is_walkable(volume, pos);
        let pulls = is_walkable && roads.pulls(volume, pos);
        let is_irregular = is_walkable && (pulls || roads.is_beside_shaft(volume, pos));
        let cell = id_of(pos);
        match is_irregular {
            true => self.irregular.insert(cell),
            false => self.irregular.remove(&cell),
        };
        let is_open = is_walkable && !pulls;
        self.rows.set(pos.y, pos.x, pos.z, is_open);
        self.columns.set(pos.x, pos.y, pos.z, is_open);
        let size = volume.size();
        self.set_stop(
            [size.width(), size.height()],
            pos,
            is_irregular || !roads.hops(cell).is_empty(),
        );
    }

    /// Makes a cell a stop, or no stop.
    fn set_stop(&mut self, [width, height]: [u32; 2], pos: Pos, is_stop: bool) {
        let stops = &mut self.stops[pos.z as usize];
        if stops.is_none() && is_stop {
            *stops = Some(Box::new(Stops {
                rows: StopPlane::new(height, width),
                columns: StopPlane::new(width, height),
            }));
        }
        if let Some(stops) = stops {
            stops.rows.set(pos.y, pos.x, is_stop);
            stops.columns.set(pos.x, pos.y, is_stop);
        }
    }

    /// The open cells of a row, each after a cell of the border.
    pub(super) fn open_row(&self, y: i32, z: i32) -> &[u64] {
        &self.rows.words[self.rows.line(y, z)..][..self.rows.per_line]
    }

    /// The number of the run of open cells that a cell is in, counted in its row from the
    /// west; none for a cell that is not open, or just outside.
    pub(super) fn run_at(&self, pos: Pos) -> Option<u16> {
        self.is_open(pos).then(|| self.runs_before(pos) - 1)
    }

    /// How many runs of open cells begin in the row of a cell, up to it.
    pub(super) fn runs_before(&self, pos: Pos) -> u16 {
        let row = self.open_row(pos.y, pos.z);
        let bit = (pos.x + 1) as usize;
        let (mut runs, mut before) = (0, 0);
        for &word in &row[..bit / 64] {
            runs += (word & !(word << 1 | before)).count_ones();
            before = word >> 63;
        }
        let word = row[bit / 64];
        let begins = word & !(word << 1 | before);
        runs += (begins << (63 - bit % 64)).count_ones();
        runs as u16
    }

    /// Calls `visit` with the runs of open cells of a row, from west to east: the first cell
    /// of each, and the one after its last.
    pub(super) fn for_each_run(&self, y: i32, z: i32, mut visit: impl FnMut(u16, u16)) {
        let mut start = None;
        for (&word, first) in self.open_row(y, z).iter().zip((0..).step_by(64)) {
            let (mut word, mut at) = (word, 0);
            // Runs of ones and of zeros in turn.
            while at < 64 {
                let same = match start {
                    None => word.trailing_zeros(),
                    Some(_) => word.trailing_ones(),
                };
                at += same;
                if at >= 64 {
                    break;
                }
                word >>= same;
                // Cell number i is bit i + 1.
                let cell = first + at as u16 - 1;
                start = match start {
                    None => Some(cell),
                    Some(start) => {
                        visit(start, cell);
                        None
                    }
                };
            }
        }
    }

    /// The stops of a row, each after a cell of the border.
    pub(super) fn stop_row(&self, y: i32, z: i32) -> &[u64] {
        match &self.stops[z as usize] {
            Some(stops) => stops.rows.line(y),
            None => &NO_STOPS[..self.rows.per_line],
        }
    }

    /// Whether a cell is beside one that pulls down, or pulls itself.
    pub(super) fn is_irregular(&self, cell: CellId) -> bool {
        self.irregular.contains(&cell)
    }

    /// Whether a diagonal step is open: the cell it leads to, and both beside it.
    #[inline(always)]
    pub(super) fn is_diagonal_open(&self, from: Pos, east: i32, south: i32) -> bool {
        let (n, here) = (self.rows.per_line, self.rows.line(from.y, from.z));
        let there = if south > 0 { here + n } else { here - n };
        let (bit, next) = ((from.x + 1) as usize, (from.x + 1 + east) as usize);
        let word = |line: usize, bit: usize| {
            self.rows
                .words
                .get(line + bit / 64)
                .map_or(0, |word| word >> (bit % 64))
        };
        word(here, next) & word(there, bit) & word(there, next) & 1 == 1
    }

    /// The lines of the rectangle between two cells, from the first cell's on.
    pub(super) fn lines(&self, from: Pos, to: Pos, by_columns: bool) -> Lines<'_> {
        let (plane, line, end, place) = match by_columns {
            true => (&self.columns, from.x, to.x, from.y.min(to.y)),
            false => (&self.rows, from.y, to.y, from.x.min(to.x)),
        };
        let n = plane.per_line as isize;
        Lines {
            words: &plane.words,
            at: plane.line(line, from.z) + (place + 1) as usize / 64,
            shift: (place + 1) as u32 % 64,
            step: if end < line { -n } else { n },
        }
    }

    /// Whether a cell is one where a tight way may turn: beside the corner of a wall.
    #[inline(always)]
    pub(super) fn is_at_corner(&self, pos: Pos) -> bool {
        let (n, start) = (self.rows.per_line, self.rows.line(pos.y - 1, pos.z));
        // The bits of the cell to the west, the cell itself, and the one to the east.
        let (at, shift) = (pos.x as usize / 64, pos.x as u32 % 64);
        let three = |line: usize| {
            let words = &self.rows.words[start + line * n..];
            match shift < 62 {
                true => words[at] >> shift,
                false => words[at] >> shift | words[at + 1] << (64 - shift),
            }
        };
        let (north, here, south) = (three(0), three(1), three(2));
        // A diagonal neighbour is closed, and both cells beside it are open.
        let corner = |line: u64| {
            let closed = !line;
            line >> 1 & (here & closed | (here & closed) >> 2) & 1
        };
        corner(north) | corner(south) == 1
    }

    /// Whether one can walk over a cell; a cell just outside may be asked for.
    pub(super) fn is_open(&self, pos: Pos) -> bool {
        self.rows.get(pos.y, pos.x, pos.z)
    }

    #[inline(always)]
    pub(super) fn is_stop(&self, pos: Pos) -> bool {
        let stops = self.stops[pos.z as usize].as_ref();
        stops.is_some_and(|stops| {
            let bit = (pos.x + 1) as usize;
            let word = stops.rows.line(pos.y).get(bit / 64);
            word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
        })
    }

    /// The planes of a level, for whoever makes many runs there.
    #[inline(always)]
    pub(super) fn level(&self, z: i32) -> LevelPlanes<'_> {
        let stops = self.stops[z as usize].as_deref();
        LevelPlanes {
            rows: LevelPlane::new(&self.rows, stops.map(|stops| &stops.rows), z),
            columns: LevelPlane::new(&self.columns, stops.map(|stops| &stops.columns), z),
        }
    }

    /// Bytes that the planes take.
    pub(super) fn bytes(&self) -> usize {
        let stops = self.stops.iter().flatten();
        let stops = stops.flat_map(|stops| [&stops.rows, &stops.columns]);
        let stops = stops.map(|stops| stops.words.capacity() + stops.lines.len() / 2);
        let words = self.rows.words.len() + self.columns.words.len() + stops.sum::<usize>();
        words * size_of::<u64>() + self.irregular.capacity() * (size_of::<CellId>() + 1)
    }
}

/// The cells of a line that are open while the one behind is closed.
#[inline(always)]
fn opening<const FORWARD: bool>(line: &[u64], k: usize) -> u64 {
    let behind = if FORWARD {
        line[k] << 1 | line.get(k.wrapping_sub(1)).map_or(0, |before| before >> 63)
    } else {
        line[k] >> 1 | line.get(k + 1).map_or(0, |after| after << 63)
    };
    line[k] & !behind
}
