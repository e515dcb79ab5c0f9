//! Jump point search on precomputed distances (JPS+, Harabor and Grastien 2014,
//! with the goal bounding of Rabin's target jump points).
//!
//! For every cell and direction a table says how far it is to the next place
//! that matters, or to the wall. A search then only looks up numbers. The goal
//! is in no table: before each run it is checked whether the run would pass it,
//! or the row or column from which it is reached straight on.

use super::graph::{CellId, Graph, pos_of};
use super::heuristic::Heuristic;
use super::jps::{ANY, Jps, PASSED, between, parts, sides};
use super::scratch::Scratch;
use crate::rules::Moves;
use crate::space::{Direction, Pos};

/// Distances for every cell.
///
/// More than zero: so many steps to a stop, a jump point, or, on the main
/// directions, a cell with one of those straight to its side. Otherwise the
/// number of steps to the wall, negated.
#[derive(Clone, Debug)]
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

    fn fill_level(&mut self, jps: &Jps, z: i32) {
        let (first, main): (&[Direction], &[Direction]) = match self.slots {
            8 => (&Direction::STRAIGHT, &Direction::DIAGONAL),
            _ => (
                &[Direction::North, Direction::South],
                &[Direction::East, Direction::West],
            ),
        };
        for &towards in first {
            self.fill(
                z,
                towards,
                |pos, next, _| {
                    let opens = |side: Direction| {
                        jps.is_open(next.step(side)) && !jps.is_open(pos.step(side))
                    };
                    jps.is_open(next)
                        .then(|| jps.is_stop(next) || sides(towards).into_iter().any(opens))
                },
                jps,
            );
        }
        for &towards in main {
            let [one, other] = match self.slots {
                8 => parts(towards),
                _ => [Direction::North, Direction::South],
            };
            let diagonal = self.slots == 8;
            self.fill(
                z,
                towards,
                |pos, next, tables| {
                    let corners =
                        !diagonal || (jps.is_open(pos.step(one)) && jps.is_open(pos.step(other)));
                    (corners && jps.is_open(next)).then(|| {
                        jps.is_stop(next)
                            || tables.distance(next, one) > 0
                            || tables.distance(next, other) > 0
                    })
                },
                jps,
            );
        }
    }

    /// Fills one direction, the cells that it leads to first.
    ///
    /// `ahead` says of a step whether it is open and, if so, whether it ends a run.
    fn fill(
        &mut self,
        z: i32,
        towards: Direction,
        ahead: impl Fn(Pos, Pos, &Self) -> Option<bool>,
        jps: &Jps,
    ) {
        let (east, north, _) = towards.east_north_up();
        let slot = self.slot(towards);
        for i in 0..self.height as i32 {
            let y = if north > 0 {
                i
            } else {
                self.height as i32 - 1 - i
            };
            for i in 0..self.width as i32 {
                let x = if east < 0 {
                    i
                } else {
                    self.width as i32 - 1 - i
                };
                let pos = Pos::new(x, y, z);
                if !jps.is_open(pos) {
                    continue;
                }
                let next = pos.step(towards);
                let distance = match ahead(pos, next, self) {
                    None => 0,
                    Some(true) => 1,
                    Some(false) => match self.distances[self.at(next) + slot] {
                        further if further > 0 => further + 1,
                        wall => wall - 1,
                    },
                };
                let at = self.at(pos) + slot;
                self.distances[at] = distance;
            }
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
