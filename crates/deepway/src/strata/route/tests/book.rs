//! The moves of the world as the rules say them, and Dijkstra's algorithm over them: plain, and
//! with nothing in common with the search.

use crate::cell::Cell;
use crate::rules::Moves;
use crate::space::{Pos, ZonePos};
use crate::strata::{Strata, Zone};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::sync::Arc;

/// A world as the book reads it: cell by cell.
pub(super) struct Book<'a> {
    strata: &'a Strata,
    zones: RefCell<HashMap<ZonePos, Arc<Zone>>>,
    /// The zone that was asked last.
    last: RefCell<Arc<Zone>>,
    moves: Moves,
}

const STEP: u64 = 408;
const DIAGONAL: u64 = 577;

fn at(x: i32, y: i32, z: i32) -> Pos {
    Pos::new(x, y, z)
}

impl<'a> Book<'a> {
    pub(super) fn new(strata: &'a Strata, moves: Moves) -> Self {
        let any = ZonePos::at([0, 0], 0).expect("there is such a zone");
        Self {
            strata,
            zones: RefCell::default(),
            last: RefCell::new(strata.zone(any)),
            moves,
        }
    }

    pub(super) fn cell(&self, pos: Pos) -> Cell {
        let Some((zone, [x, y])) = ZonePos::from_world(pos) else {
            return Cell::Air;
        };
        let mut last = self.last.borrow_mut();
        if last.pos() != zone {
            let mut zones = self.zones.borrow_mut();
            let zone = zones.entry(zone).or_insert_with(|| self.strata.zone(zone));
            *last = Arc::clone(zone);
        }
        last.cell(x, y)
    }

    fn walkable(&self, pos: Pos) -> bool {
        self.cell(pos).is_walkable()
    }

    pub(super) fn pulls(&self, pos: Pos) -> bool {
        self.cell(pos) == Cell::Shaft && self.walkable(at(pos.x, pos.y, pos.z - 1))
    }

    /// The moves of §1.4 and §1.5 with gravity, by asking every question at one cell.
    pub(super) fn moves(&self, from: Pos) -> Vec<(Pos, u64)> {
        let mut moves = Vec::new();
        let up = at(from.x, from.y, from.z + 1);
        let down = at(from.x, from.y, from.z - 1);
        if self.pulls(from) {
            let mut landing = down;
            while self.pulls(landing) {
                landing.z -= 1;
            }
            moves.push((landing, STEP));
        } else {
            for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                let to = at(from.x + dx, from.y + dy, from.z);
                if self.walkable(to) {
                    moves.push((to, STEP));
                }
            }
            for (dx, dy) in [(1, -1), (1, 1), (-1, 1), (-1, -1)] {
                let (a, b) = (
                    at(from.x + dx, from.y, from.z),
                    at(from.x, from.y + dy, from.z),
                );
                let to = at(from.x + dx, from.y + dy, from.z);
                if self.moves == Moves::Eight
                    && self.walkable(to)
                    && self.walkable(a)
                    && self.walkable(b)
                {
                    moves.push((to, DIAGONAL));
                }
            }
            let here = self.cell(from).glyph();
            if "XEo<>L".contains(here) {
                let (above, below) = (self.cell(up).glyph(), self.cell(down).glyph());
                if "<XL".contains(here) && ">XL".contains(above) || (here, above) == ('E', 'E') {
                    moves.push((up, STEP));
                }
                if ">XL".contains(here) && ">XL".contains(below)
                    || (here, below) == ('E', 'E')
                    || here == 'o' && self.walkable(down)
                {
                    moves.push((down, STEP));
                }
            }
        }
        for (to, cost) in &mut moves {
            *cost += self.weight(*to);
        }
        moves
    }

    fn weight(&self, pos: Pos) -> u64 {
        let mut around =
            (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| at(pos.x + dx, pos.y + dy, pos.z)));
        if self.pulls(pos) {
            99 * STEP
        } else if around.any(|beside| self.pulls(beside)) {
            4 * STEP
        } else {
            0
        }
    }

    /// What the cheapest ways from a cell to others cost; none where it is more than `most`.
    pub(super) fn costs(&self, from: Pos, goals: &[Pos], most: u64) -> Vec<Option<u64>> {
        let mut costs = Costs::default();
        *costs.of(from) = 0;
        let mut left: BTreeSet<Pos> = goals.iter().copied().collect();
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        let mut found: HashMap<Pos, u64> = HashMap::new();
        while let Some(Reverse((cost, pos))) = queue.pop() {
            if *costs.of(pos) < cost {
                continue;
            }
            if left.remove(&pos) {
                found.insert(pos, cost);
            }
            if left.is_empty() {
                break;
            }
            for (to, step) in self.moves(pos) {
                let known = costs.of(to);
                if cost + step < *known {
                    *known = cost + step;
                    // Each column and each row takes a step.
                    let apart = |goal: &Pos| to.x.abs_diff(goal.x).max(to.y.abs_diff(goal.y));
                    let nearest = left.iter().map(apart).min().unwrap_or(0);
                    if cost + step + u64::from(nearest) * STEP <= most {
                        queue.push(Reverse((cost + step, to)));
                    }
                }
            }
        }
        let cost = |goal| found.get(goal).copied();
        goals.iter().map(cost).collect()
    }

    /// Adds up a way's cost, asking for each step whether it is a move.
    pub(super) fn cost_of(&self, cells: &[Pos]) -> u64 {
        let step = |pair: &[Pos]| {
            let moves = self.moves(pair[0]);
            let there = moves.iter().filter(|(to, _)| *to == pair[1]);
            let best = there.map(|(_, cost)| *cost).min();
            best.unwrap_or_else(|| panic!("{} to {} is no move", pair[0], pair[1]))
        };
        cells.windows(2).map(step).sum()
    }
}

/// What it costs to reach cells, zone by zone.
#[derive(Default)]
struct Costs {
    zones: HashMap<ZonePos, usize>,
    cells: Vec<Vec<u64>>,
    last: Option<(ZonePos, usize)>,
}

impl Costs {
    fn of(&mut self, pos: Pos) -> &mut u64 {
        let (zone, [x, y]) = ZonePos::from_world(pos).expect("moves stay in the world");
        let number = match self.last {
            Some((last, number)) if last == zone => number,
            _ => *self.zones.entry(zone).or_insert_with(|| {
                self.cells.push(vec![u64::MAX; 2000]);
                self.cells.len() - 1
            }),
        };
        self.last = Some((zone, number));
        &mut self.cells[number][(y * 80 + x) as usize]
    }
}
