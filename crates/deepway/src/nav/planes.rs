//! Bit planes for jumping: 64 cells of a row or a column in a word.

use super::graph::Graph;
use crate::space::{Direction, Pos};

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

    /// The words of a line; -1 and the number of lines are the border.
    fn line(&self, line: i32, z: i32) -> &[u64] {
        let start = z as usize * self.per_level + (line + 1) as usize * self.per_line;
        &self.words[start..start + self.per_line]
    }

    fn set(&mut self, line: i32, place: i32, z: i32) {
        let start = z as usize * self.per_level + (line + 1) as usize * self.per_line;
        let bit = (place + 1) as usize;
        self.words[start + bit / 64] |= 1 << (bit % 64);
    }

    fn get(&self, line: i32, place: i32, z: i32) -> bool {
        let bit = (place + 1) as usize;
        self.line(line, z)[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// Cells to walk over, and cells to stop at, by rows and by columns.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    rows: Plane,
    columns: Plane,
    stops_in_rows: Plane,
    stops_in_columns: Plane,
}

/// Where a straight run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Before a wall.
    Wall,
    /// At a cell with a neighbour that is best reached through it.
    Jump(Pos),
}

impl Planes {
    /// The planes of a graph; `irregular` cells are stops as well.
    pub(super) fn new(graph: &Graph, irregular: impl Iterator<Item = Pos>) -> Self {
        let size = graph.size();
        let (width, height, levels) = (size.width(), size.height(), size.levels());
        let mut planes = Self {
            rows: Plane::new(height, width, levels),
            columns: Plane::new(width, height, levels),
            stops_in_rows: Plane::new(height, width, levels),
            stops_in_columns: Plane::new(width, height, levels),
        };
        for z in 0..levels {
            for y in 0..height {
                for (mut word, at) in graph
                    .volume()
                    .walkable()
                    .row(y, z)
                    .iter()
                    .copied()
                    .zip((0..).step_by(64))
                {
                    while word != 0 {
                        let x = at + word.trailing_zeros() as i32;
                        word &= word - 1;
                        let pos = Pos::new(x, y as i32, z as i32);
                        if !graph.pulls(pos) {
                            planes.rows.set(pos.y, pos.x, pos.z);
                            planes.columns.set(pos.x, pos.y, pos.z);
                        }
                    }
                }
            }
        }
        let linked = graph.cells_with_hops().map(|cell| graph.pos(cell));
        for pos in linked.chain(irregular) {
            planes.stops_in_rows.set(pos.y, pos.x, pos.z);
            planes.stops_in_columns.set(pos.x, pos.y, pos.z);
        }
        planes
    }

    /// Whether one can walk over a cell; a cell just outside may be asked for.
    pub(super) fn is_open(&self, pos: Pos) -> bool {
        self.rows.get(pos.y, pos.x, pos.z)
    }

    pub(super) fn is_stop(&self, pos: Pos) -> bool {
        self.stops_in_rows.get(pos.y, pos.x, pos.z)
    }

    /// Walks straight from a cell until a wall or a jump point, which is a cell
    /// with an open neighbour beside it whose neighbour behind is closed.
    ///
    /// Calls `stop` with every stop on the way, and with the goal.
    pub(super) fn run(
        &self,
        from: Pos,
        towards: Direction,
        goal: Pos,
        stop: impl FnMut(Pos),
    ) -> End {
        let z = from.z;
        match towards {
            Direction::East | Direction::West => {
                let goal = (goal.y == from.y && goal.z == z).then_some(goal.x);
                let at = |x| Pos::new(x, from.y, z);
                let lines = Lines::new(&self.rows, &self.stops_in_rows, from.y, z);
                lines.run(from.x, towards == Direction::East, goal, at, stop)
            }
            _ => {
                let goal = (goal.x == from.x && goal.z == z).then_some(goal.y);
                let at = |y| Pos::new(from.x, y, z);
                let lines = Lines::new(&self.columns, &self.stops_in_columns, from.x, z);
                lines.run(from.y, towards == Direction::South, goal, at, stop)
            }
        }
    }

    /// Bytes that the planes take.
    pub(super) fn bytes(&self) -> usize {
        [
            &self.rows,
            &self.columns,
            &self.stops_in_rows,
            &self.stops_in_columns,
        ]
        .iter()
        .map(|plane| plane.words.len() * 8)
        .sum()
    }
}

/// A line and its two neighbours.
struct Lines<'a> {
    here: &'a [u64],
    beside: [&'a [u64]; 2],
    stops: &'a [u64],
}

impl<'a> Lines<'a> {
    fn new(plane: &'a Plane, stops: &'a Plane, line: i32, z: i32) -> Self {
        Self {
            here: plane.line(line, z),
            beside: [plane.line(line - 1, z), plane.line(line + 1, z)],
            stops: stops.line(line, z),
        }
    }

    fn run(
        &self,
        from: i32,
        forward: bool,
        goal: Option<i32>,
        at: impl Fn(i32) -> Pos,
        mut stop: impl FnMut(Pos),
    ) -> End {
        let bit = (from + 1) as usize;
        let goal = goal.map_or((usize::MAX, 0), |goal| {
            let bit = (goal + 1) as usize;
            (bit / 64, 1u64 << (bit % 64))
        });
        // Never past the border: its zeros are walls.
        let mut k = if forward {
            (bit + 1) / 64
        } else {
            (bit - 1) / 64
        };
        let mut mask = if forward {
            !0 << ((bit + 1) % 64)
        } else {
            !0 >> (63 - (bit - 1) % 64)
        };
        loop {
            let here = self.here[k];
            let forced = self.opening(0, k, forward) | self.opening(1, k, forward);
            let ends = (forced | !here) & mask;
            let mut stops = self.stops[k] | if k == goal.0 { goal.1 } else { 0 };
            stops &= here & mask;
            let end = match (ends, forward) {
                (0, _) => None,
                (ends, true) => Some(ends.trailing_zeros()),
                (ends, false) => Some(63 - ends.leading_zeros()),
            };
            // Stops beyond the end of the run are out of sight.
            if let Some(end) = end {
                stops &= if forward {
                    (1 << end) - 1
                } else {
                    (!0 << end) & !(1 << end)
                };
            }
            let place = |i: u32| at((k * 64) as i32 + i as i32 - 1);
            while stops != 0 {
                stop(place(stops.trailing_zeros()));
                stops &= stops - 1;
            }
            if let Some(end) = end {
                return match here >> end & 1 {
                    1 => End::Jump(place(end)),
                    _ => End::Wall,
                };
            }
            mask = !0;
            k = if forward { k + 1 } else { k - 1 };
        }
    }

    /// The cells of a neighbouring line that are open while the one behind is closed.
    fn opening(&self, side: usize, k: usize, forward: bool) -> u64 {
        let line = self.beside[side];
        let behind = if forward {
            line[k] << 1 | k.checked_sub(1).map_or(0, |before| line[before] >> 63)
        } else {
            line[k] >> 1 | line.get(k + 1).map_or(0, |after| after << 63)
        };
        line[k] & !behind
    }
}
