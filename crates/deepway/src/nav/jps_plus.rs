//! Jump point search on precomputed distances (JPS+, Harabor and Grastien 2014,
//! with the goal bounding of Rabin's target jump points).
//!
//! For every cell and direction a table says how far it is to the next place
//! that matters, or to the wall. A search then only looks up numbers. The goal
//! is in no table: before each run it is checked whether the run would pass it,
//! or the row or column from which it is reached straight on.

use super::graph::{CellId, Graph, pos_of};
use super::heuristic::Heuristic;
use super::jps::{Jps, between, parts, sides};
use super::scratch::{ANY, PASSED, Scratch};
use crate::rules::Moves;
use crate::space::{Direction, Pos};

/// Distances for every cell.
///
/// More than zero: so many steps to a stop, a jump point, or, on the main
/// directions, a cell with one of those straight to its side. Otherwise the
/// number of steps to the wall, negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JpsPlus {
    distances: Vec<i16>,
    /// Directions for each cell: eight, or four.
    slots: usize,
    width: usize,
    height: usize,
}

impl JpsPlus {
    pub(super) fn new(graph: &Graph, jps: &Jps) -> Self {
        let size = graph.size();
        let slots = match graph.rules().moves {
            Moves::Eight => 8,
            Moves::Four => 4,
        };
        let mut tables = Self {
            distances: vec![0; size.cells() as usize * slots],
            slots,
            width: size.width() as usize,
            height: size.height() as usize,
        };
        for z in 0..size.levels() as i32 {
            tables.fill_level(jps, z);
        }
        tables
    }

    pub(super) fn bytes(&self) -> usize {
        self.distances.len() * 2
    }

    fn slot(&self, towards: Direction) -> usize {
        match self.slots {
            8 => towards as usize,
            _ => towards as usize / 2,
        }
    }

    fn at(&self, pos: Pos) -> usize {
        ((pos.z as usize * self.height + pos.y as usize) * self.width + pos.x as usize) * self.slots
    }

    fn distance(&self, pos: Pos, towards: Direction) -> i32 {
        self.distances[self.at(pos) + self.slot(towards)].into()
    }

    /// Fills the tables of a level, each cell after those that it leads to.
    fn fill_level(&mut self, jps: &Jps, z: i32) {
        let ground = Ground::new(jps, self.width, self.height, z);
        let (north, south) = (Direction::North, Direction::South);
        let rows = 0..self.height;
        if self.slots == 8 {
            for y in rows.clone() {
                self.fill_straight(&ground, z, y, Direction::East);
                self.fill_straight(&ground, z, y, Direction::West);
            }
            for y in rows.clone() {
                self.fill_straight(&ground, z, y, north);
                self.fill_main(
                    &ground,
                    z,
                    y,
                    Direction::NorthEast,
                    [north, Direction::East],
                );
                self.fill_main(
                    &ground,
                    z,
                    y,
                    Direction::NorthWest,
                    [north, Direction::West],
                );
            }
            for y in rows.rev() {
                self.fill_straight(&ground, z, y, south);
                self.fill_main(
                    &ground,
                    z,
                    y,
                    Direction::SouthEast,
                    [south, Direction::East],
                );
                self.fill_main(
                    &ground,
                    z,
                    y,
                    Direction::SouthWest,
                    [south, Direction::West],
                );
            }
        } else {
            rows.clone()
                .for_each(|y| self.fill_straight(&ground, z, y, north));
            rows.clone()
                .rev()
                .for_each(|y| self.fill_straight(&ground, z, y, south));
            for y in rows {
                self.fill_main(&ground, z, y, Direction::East, [north, south]);
                self.fill_main(&ground, z, y, Direction::West, [north, south]);
            }
        }
    }

    /// Fills a row for a direction in which only jump points and stops count.
    fn fill_straight(&mut self, ground: &Ground, z: i32, y: usize, towards: Direction) {
        let bit = 1 << (towards as u8 / 2);
        self.fill_row(ground, z, y, towards, |ground, _, _, next| {
            (ground.cells[next] & OPEN != 0).then(|| ground.jumps[next] & bit != 0)
        });
    }

    /// Fills a row for a direction from which straight runs lead to both sides.
    fn fill_main(
        &mut self,
        ground: &Ground,
        z: i32,
        y: usize,
        towards: Direction,
        sides: [Direction; 2],
    ) {
        let slots = sides.map(|side| self.slot(side));
        let corners = match self.slots {
            8 => sides.map(|side| ground.step(side)),
            _ => [0, 0],
        };
        self.fill_row(ground, z, y, towards, |ground, there, at, next| {
            let open = |step: isize| ground.cells[at.wrapping_add_signed(step)];
            let all = open(corners[0]) & open(corners[1]) & ground.cells[next] & OPEN;
            (all != 0).then(|| {
                ground.cells[next] & STOP != 0 || slots.iter().any(|&slot| there[slot] > 0)
            })
        });
    }

    /// Fills a row: `ahead` says of a step whether it is open and, if so, whether
    /// it ends a run; it is given the distances of the cell that the step leads to.
    #[inline(always)]
    fn fill_row(
        &mut self,
        ground: &Ground,
        z: i32,
        y: usize,
        towards: Direction,
        ahead: impl Fn(&Ground, &[i16], usize, usize) -> Option<bool>,
    ) {
        let (east, north, _) = towards.east_north_up();
        let (slots, slot, step) = (self.slots, self.slot(towards), ground.step(towards));
        let row = (z as usize * self.height + y) * self.width * slots;
        let ahead_by = (east as isize - north as isize * self.width as isize) * slots as isize;
        for i in 0..self.width {
            let x = if east < 0 { i } else { self.width - 1 - i };
            let at = ground.index(x, y);
            if ground.cells[at] & OPEN == 0 {
                continue;
            }
            let here = row + x * slots;
            let next = here.wrapping_add_signed(ahead_by);
            // Beyond the first or the last row there is nothing; `ahead` sees the border.
            let there = self
                .distances
                .get(next..next.saturating_add(slots))
                .unwrap_or(&[0; 8]);
            let distance = match ahead(ground, there, at, at.wrapping_add_signed(step)) {
                None => 0,
                Some(true) => 1,
                Some(false) if there[slot] > 0 => there[slot] + 1,
                Some(false) => there[slot] - 1,
            };
            self.distances[here + slot] = distance;
        }
    }

    /// Follows what has changed at some cells: looks again at the distances around
    /// them, and from there on as far as distances change.
    pub(super) fn repair(&mut self, jps: &Jps, cells: &[Pos]) {
        let directions: &[Direction] = match self.slots {
            8 => &Direction::ALL[..8],
            _ => &Direction::STRAIGHT,
        };
        let mut open = Vec::new();
        for &pos in cells {
            for beside in (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y))) {
                let beside = Pos::new(pos.x + beside.0, pos.y + beside.1, pos.z);
                open.extend(directions.iter().map(|&towards| (beside, towards)));
            }
        }
        while let Some((pos, towards)) = open.pop() {
            if !self.contains(pos) {
                continue;
            }
            let place = self.at(pos) + self.slot(towards);
            let (old, new) = (self.distances[place], self.measure(jps, pos, towards));
            if old == new {
                continue;
            }
            self.distances[place] = new;
            open.push((pos.step(towards.opposite()), towards));
            if (old > 0) != (new > 0) {
                // Main directions look to both sides.
                let mains = directions.iter().filter(|&&main| {
                    self.sides_of(main)
                        .is_some_and(|sides| sides.contains(&towards))
                });
                open.extend(mains.map(|&main| (pos.step(main.opposite()), main)));
            }
        }
    }

    fn contains(&self, pos: Pos) -> bool {
        (0..self.width as i32).contains(&pos.x) && (0..self.height as i32).contains(&pos.y)
    }

    /// The straight directions that a main direction looks to.
    fn sides_of(&self, towards: Direction) -> Option<[Direction; 2]> {
        match towards {
            Direction::East | Direction::West if self.slots == 4 => {
                Some([Direction::North, Direction::South])
            }
            _ if Direction::DIAGONAL.contains(&towards) => Some(parts(towards)),
            _ => None,
        }
    }

    /// One distance, from those of the next cell.
    fn measure(&self, jps: &Jps, pos: Pos, towards: Direction) -> i16 {
        let next = pos.step(towards);
        if !jps.is_open(pos) || !jps.is_open(next) {
            return 0;
        }
        let is_end = match self.sides_of(towards) {
            Some(sides) => {
                let is_diagonal = self.slots == 8;
                if is_diagonal && !sides.iter().all(|&side| jps.is_open(pos.step(side))) {
                    return 0;
                }
                jps.is_stop(next) || sides.iter().any(|&side| self.distance(next, side) > 0)
            }
            None => {
                let opens = |&side: &Direction| {
                    jps.is_open(next.step(side)) && !jps.is_open(pos.step(side))
                };
                jps.is_stop(next) || sides(towards).iter().any(opens)
            }
        };
        match self.distances[self.at(next) + self.slot(towards)] {
            _ if is_end => 1,
            further if further > 0 => further + 1,
            further => further - 1,
        }
    }

    /// Finds a cheapest way from start to goal, from turn to turn.
    ///
    /// For graphs without weights. Returns the cost; the way is in the scratch.
    pub(super) fn search(
        &self,
        graph: &Graph,
        jps: &Jps,
        heuristic: &Heuristic,
        scratch: &mut Scratch,
        start: CellId,
        goal: CellId,
    ) -> Option<u64> {
        scratch.begin(graph, heuristic, start, goal, ANY);
        scratch.keep_ties(graph);
        let aim = scratch.goal();
        let costs = &graph.rules().costs;
        while let Some((number, known)) = scratch.next() {
            if known.cell == goal {
                return Some(known.cost);
            }
            let mut node = Node {
                tables: self,
                jps,
                graph,
                heuristic,
                aim,
                cell: known.cell,
                number,
                cost: known.cost,
                straight: costs.straight.into(),
                main: if self.slots == 8 {
                    costs.diagonal
                } else {
                    costs.straight
                }
                .into(),
                scratch,
            };
            node.expand(known.note);
        }
        None
    }
}

const OPEN: u8 = 1;
const STOP: u8 = 2;

/// The cells of a level as bytes, with a border.
struct Ground {
    cells: Vec<u8>,
    /// A bit for each straight direction in which arriving here ends a run.
    jumps: Vec<u8>,
    stride: usize,
}

impl Ground {
    fn new(jps: &Jps, width: usize, height: usize, z: i32) -> Self {
        let stride = width + 2;
        let mut ground = Self {
            cells: vec![0; stride * (height + 2)],
            jumps: vec![0; stride * (height + 2)],
            stride,
        };
        for y in 0..height {
            for x in 0..width {
                let pos = Pos::new(x as i32, y as i32, z);
                let at = ground.index(x, y);
                ground.cells[at] =
                    u8::from(jps.is_open(pos)) * OPEN + u8::from(jps.is_stop(pos)) * STOP;
            }
        }
        // North, east, south, west: the bits of a direction's number, halved.
        let [north, east, south, west] = Direction::STRAIGHT.map(|towards| ground.step(towards));
        let ways = [
            (north, [east, west]),
            (east, [north, south]),
            (south, [east, west]),
            (west, [north, south]),
        ];
        for y in 0..height {
            for x in 0..width {
                let at = ground.index(x, y);
                let open = |step: isize| ground.cells[at.wrapping_add_signed(step)] & OPEN;
                let mut bits = if ground.cells[at] & STOP != 0 { 15 } else { 0 };
                for (bit, (step, sides)) in ways.into_iter().enumerate() {
                    let opens = sides.map(|side| open(side) & !open(side - step));
                    bits |= ((opens[0] | opens[1]) & OPEN) << bit;
                }
                ground.jumps[at] = bits;
            }
        }
        ground
    }

    fn index(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    fn step(&self, towards: Direction) -> isize {
        let (east, north, _) = towards.east_north_up();
        east as isize - north as isize * self.stride as isize
    }
}

/// A node being expanded.
struct Node<'a> {
    tables: &'a JpsPlus,
    jps: &'a Jps,
    graph: &'a Graph,
    heuristic: &'a Heuristic,
    aim: Pos,
    cell: CellId,
    /// The node's own number, for its successors.
    number: u32,
    cost: u64,
    straight: u64,
    main: u64,
    scratch: &'a mut Scratch,
}

impl Node<'_> {
    fn expand(&mut self, note: u8) {
        let from = pos_of(self.cell);
        if self.jps.is_stop(from) {
            if self.jps.is_irregular(self.cell) {
                let graph = self.graph;
                graph.for_each_move(self.cell, |to, cost| {
                    self.offer(pos_of(to), self.cost + cost, ANY)
                });
                return;
            }
            for hop in self.graph.hops(self.cell) {
                self.offer(pos_of(hop.to), self.cost + u64::from(hop.cost), ANY);
            }
        }
        let eight = self.tables.slots == 8;
        match note {
            PASSED => {}
            ANY if eight => {
                Direction::STRAIGHT
                    .into_iter()
                    .for_each(|towards| self.run(from, towards, self.cost));
                Direction::DIAGONAL
                    .into_iter()
                    .for_each(|towards| self.sweep(from, towards));
            }
            ANY => {
                [Direction::North, Direction::South]
                    .into_iter()
                    .for_each(|towards| self.run(from, towards, self.cost));
                [Direction::East, Direction::West]
                    .into_iter()
                    .for_each(|towards| self.sweep(from, towards));
            }
            note => {
                let towards = Direction::ALL[usize::from(note) % 8];
                self.run(from, towards, self.cost);
                let behind = from.step(towards.opposite());
                for side in sides(towards) {
                    if self.jps.is_open(from.step(side)) && !self.jps.is_open(behind.step(side)) {
                        if eight {
                            self.run(from, side, self.cost);
                            self.sweep(from, between(towards, side));
                        } else {
                            self.sweep(from, side);
                        }
                    }
                }
            }
        }
    }

    fn offer(&mut self, to: Pos, cost: u64, note: u8) {
        self.scratch
            .offer(self.heuristic, to, cost, self.number, note);
    }

    /// How many steps in a straight direction the goal is away; none if it is not there.
    fn steps_to_goal(&self, from: Pos, towards: Direction) -> Option<i32> {
        let (dx, dy) = (self.aim.x - from.x, self.aim.y - from.y);
        let steps = match towards {
            Direction::North if dx == 0 => -dy,
            Direction::South if dx == 0 => dy,
            Direction::East if dy == 0 => dx,
            Direction::West if dy == 0 => -dx,
            _ => return None,
        };
        (steps > 0 && self.aim.z == from.z).then_some(steps)
    }

    /// Looks up a straight run and offers the goal or the end of the run.
    fn run(&mut self, from: Pos, towards: Direction, cost: u64) {
        let distance = self.tables.distance(from, towards);
        if let Some(steps) = self.steps_to_goal(from, towards)
            && steps <= distance.abs()
        {
            self.offer(self.aim, cost + self.straight * steps as u64, PASSED);
        }
        if distance > 0 {
            let to = from.step_by(towards, distance);
            self.offer(to, cost + self.straight * distance as u64, towards as u8);
        }
    }

    /// Follows a main direction from one cell that matters to the next.
    fn sweep(&mut self, from: Pos, towards: Direction) {
        let [one, other] = match self.tables.slots {
            8 => parts(towards),
            _ => [Direction::North, Direction::South],
        };
        let (mut at, mut cost) = (from, self.cost);
        loop {
            let distance = self.tables.distance(at, towards);
            self.turn_to_goal(at, towards, distance.abs(), cost);
            if distance <= 0 {
                return;
            }
            at = at.step_by(towards, distance);
            cost += self.main * distance as u64;
            if self.jps.is_stop(at) {
                self.offer(at, cost, PASSED);
            }
            for side in [one, other] {
                let distance = self.tables.distance(at, side);
                if distance > 0 {
                    let to = at.step_by(side, distance);
                    self.offer(to, cost + self.straight * distance as u64, side as u8);
                }
            }
        }
    }

    /// Offers the goal if it lies on the next steps, or straight to their side.
    fn turn_to_goal(&mut self, at: Pos, towards: Direction, reach: i32, cost: u64) {
        let (east, north, _) = towards.east_north_up();
        let (dx, dy) = (self.aim.x - at.x, self.aim.y - at.y);
        if self.aim.z != at.z || dx * east < 0 || (north != 0 && dy * -north < 0) {
            return;
        }
        let steps = if north == 0 {
            dx.abs()
        } else {
            dx.abs().min(dy.abs())
        };
        if steps == 0 || steps > reach {
            return;
        }
        let turn = at.step_by(towards, steps);
        let cost = cost + self.main * steps as u64;
        if turn == self.aim {
            return self.offer(self.aim, cost, PASSED);
        }
        for side in Direction::STRAIGHT {
            if let Some(rest) = self.steps_to_goal(turn, side)
                && rest <= self.tables.distance(turn, side).abs()
            {
                self.offer(self.aim, cost + self.straight * rest as u64, PASSED);
            }
        }
    }
}
