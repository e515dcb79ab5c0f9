//! Bounds over the links of each gap between a level and the goal's.

use super::{Heuristic, Passage};
use crate::space::Pos;
use std::ops::{Add, Mul, Sub};

/// Narrow numbers hold whole costs exactly below this, wide ones all that there are.
pub(super) const NARROW: u64 = 1 << 24;

/// How many gates are looked at together.
const LANES: usize = 4;

/// A floating number that holds whole ones exactly: processors look at several at once.
trait Number:
    Copy + Default + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// More than any cost.
    const NEVER: Self;
    fn of(whole: i64) -> Self;
    fn abs(self) -> Self;
    fn whole(self) -> i64;
}

impl Number for f32 {
    const NEVER: Self = Self::INFINITY;

    #[inline(always)]
    fn of(whole: i64) -> Self {
        whole as Self
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn whole(self) -> i64 {
        self as i64
    }
}

impl Number for f64 {
    const NEVER: Self = Self::INFINITY;

    #[inline(always)]
    fn of(whole: i64) -> Self {
        whole as Self
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn whole(self) -> i64 {
        self as i64
    }
}

#[inline(always)]
fn lesser<N: Number>(a: N, b: N) -> N {
    if a < b { a } else { b }
}

#[inline(always)]
fn greater<N: Number>(a: N, b: N) -> N {
    if a > b { a } else { b }
}

/// Passages towards the goal, and what it costs from there; some may be missing.
#[derive(Clone, Copy)]
struct Gates<N> {
    x: [N; LANES],
    y: [N; LANES],
    rest: [N; LANES],
}

/// The gates of each level.
#[derive(Default)]
struct Fan<N> {
    levels: Vec<Vec<Gates<N>>>,
    /// What a straight step costs, and what a diagonal one costs more.
    prices: [N; 2],
    /// Gates before those are left out that do not count: the cost, then the place.
    found: Vec<(i64, Pos)>,
}

impl<N: Number> Fan<N> {
    /// The least cost over all gates of a level; none without one. Less than nothing where
    /// doors are taken together: then the bound says nothing.
    #[inline(always)]
    fn through(&self, from: Pos) -> Option<i64> {
        let [x, y] = [from.x, from.y].map(|place| N::of(place.into()));
        let [straight, more] = self.prices;
        let mut least = [N::NEVER; LANES];
        for gates in &self.levels[from.z as usize] {
            for (lane, least) in least.iter_mut().enumerate() {
                let dx = (x - gates.x[lane]).abs();
                let dy = (y - gates.y[lane]).abs();
                let walk = greater(straight * dx + more * dy, straight * dy + more * dx);
                *least = lesser(walk + gates.rest[lane], *least);
            }
        }
        let least = least.into_iter().fold(N::NEVER, lesser);
        (least < N::NEVER).then(|| least.whole())
    }

    /// Finds the gates of a level, once those of the level towards the goal are known.
    fn open(&mut self, heuristic: &Heuristic, passages: &[Passage], z: i32, goal: Pos) {
        let (straight, diagonal) = (heuristic.straight, heuristic.diagonal);
        self.prices = [straight, diagonal - straight].map(|price| N::of(price as i64));
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for passage in passages {
            let far = passage.far.middle();
            let rest = match far.z == goal.z {
                true => Some(heuristic.walk(far, goal) as i64),
                false => self.through(far),
            };
            // A door to a level without doors leads nowhere.
            if let Some(rest) = rest {
                let [far, near] = [passage.far, passage.near].map(|area| {
                    // Any of the doors may be as much nearer than the middle.
                    area.slack(heuristic) as i64
                });
                let rest = (rest - far).max(0) + passage.cost as i64 - near;
                found.push((rest, passage.near.middle()));
            }
        }
        // A gate counts only where no other is at least as near: not if the way to it
        // could as well lead on to another.
        found.sort_unstable();
        self.levels[z as usize].clear();
        let mut count = 0;
        for &(rest, pos) in &found {
            let other = self.through(Pos::new(pos.x, pos.y, z));
            if other.is_none_or(|other| other > rest) {
                let gates = &mut self.levels[z as usize];
                if count % LANES == 0 {
                    gates.push(Gates {
                        x: [N::default(); LANES],
                        y: [N::default(); LANES],
                        rest: [N::NEVER; LANES],
                    });
                }
                let (gates, lane) = (&mut gates[count / LANES], count % LANES);
                gates.x[lane] = N::of(pos.x.into());
                gates.y[lane] = N::of(pos.y.into());
                gates.rest[lane] = N::of(rest);
                count += 1;
            }
        }
        self.found = found;
    }
}

/// A goal, and what is known of the levels on the way to it.
#[derive(Default)]
pub(in crate::nav) struct Aim {
    goal: Pos,
    /// For each level, the doors towards the goal and the cost from there; in one of them.
    narrow: Fan<f32>,
    wide: Fan<f64>,
    /// The levels whose gates are known reach from one to the other.
    known: [i32; 2],
}

impl Aim {
    /// Turns to another goal.
    pub(in crate::nav) fn set(&mut self, goal: Pos, levels: u32) {
        self.goal = goal;
        self.known = [goal.z; 2];
        self.narrow.levels.resize(levels as usize, Vec::new());
        self.wide.levels.resize(levels as usize, Vec::new());
    }

    pub(in crate::nav) fn goal(&self) -> Pos {
        self.goal
    }

    /// A lower bound of the cost from a cell to the goal.
    #[inline(always)]
    pub(in crate::nav) fn rest(&mut self, heuristic: &Heuristic, from: Pos) -> u64 {
        let goal = self.goal;
        if from.z == goal.z {
            return heuristic.walk(from, goal);
        }
        if !heuristic.use_doors {
            return heuristic.climb(from, goal);
        }
        if !(self.known[0]..=self.known[1]).contains(&from.z) {
            self.open_gates(heuristic, from.z);
        }
        let through = match heuristic.is_narrow {
            true => self.narrow.through(from),
            false => self.wide.through(from),
        };
        match through {
            // Doors that are taken together may seem nearer than they are.
            Some(cost) if heuristic.is_joined => {
                (cost.max(0) as u64).max(heuristic.climb(from, goal))
            }
            Some(cost) => cost as u64,
            // Without a door there is no way; far away is where nobody looks.
            None => 1 << 60,
        }
    }

    /// Finds the gates of a level and of those between it and the goal's.
    #[cold]
    fn open_gates(&mut self, heuristic: &Heuristic, z: i32) {
        let [up, down] = &heuristic.passages;
        let [low, high] = self.known;
        let below = (z..low).rev().map(|z| (z, &up[z as usize]));
        let above = (high + 1..=z).map(|z| (z, &down[z as usize]));
        for (z, passages) in below.chain(above) {
            match heuristic.is_narrow {
                true => self.narrow.open(heuristic, passages, z, self.goal),
                false => self.wide.open(heuristic, passages, z, self.goal),
            }
        }
        self.known = [low.min(z), high.max(z)];
    }
}
