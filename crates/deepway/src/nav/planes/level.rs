//! Runs along the lines of one level.

use super::Plane;
use super::stops::{NO_LINES, NO_STOPS, StopPlane, Stops};

/// A place on no line.
pub(in crate::nav) const NEVER: i32 = -64;

/// The planes of one level.
pub(in crate::nav) struct LevelPlanes<'a> {
    pub(in crate::nav) rows: LevelPlane<'a>,
    pub(in crate::nav) columns: LevelPlane<'a>,
}

/// The open cells and the stops of one level, by rows or by columns.
pub(in crate::nav) struct LevelPlane<'a> {
    words: &'a [u64],
    per_line: usize,
    /// Which words of stops are those of each line, and all of them.
    stop_lines: &'a [u32],
    stops: &'a [u64],
}

impl<'a> LevelPlanes<'a> {
    #[inline(always)]
    pub(super) fn new(
        rows: &'a Plane,
        columns: &'a Plane,
        stops: Option<&'a Stops>,
        z: i32,
    ) -> Self {
        Self {
            rows: LevelPlane::new(rows, stops.map(|stops| &stops.rows), z),
            columns: LevelPlane::new(columns, stops.map(|stops| &stops.columns), z),
        }
    }
}

impl<'a> LevelPlane<'a> {
    #[inline(always)]
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
    pub(in crate::nav) fn run<const FORWARD: bool>(
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
