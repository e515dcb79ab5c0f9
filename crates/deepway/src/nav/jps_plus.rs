//! Jump point search on precomputed distances (JPS+, Harabor and Grastien 2014,
//! with the goal bounding of Rabin's target jump points).
//!
//! For every cell and direction a table says how far it is to the next place
//! that matters, or to the wall. A search then only looks up numbers. The goal
//! is in no table: before each run it is checked whether the run would pass it,
//! or the row or column from which it is reached straight on.

mod fill;

use super::graph::{CellId, Graph, pos_of};
use super::heuristic::Heuristic;
use super::jps::{Jps, between, parts, sides};
use super::scratch::{ANY, PASSED, Scratch};
use crate::rules::Moves;
use crate::space::{Direction, Pos};
use fill::Level;

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
            Level::new(jps, tables.width, tables.height, z).fill(&mut tables, z);
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

    /// Writes the distances of a row in some directions.
    fn write<const N: usize>(&mut self, z: i32, y: usize, slots: [usize; N], rows: [&[i16]; N]) {
        let start = (z as usize * self.height + y) * self.width * self.slots;
        let cells = self.distances[start..].chunks_exact_mut(self.slots);
        for (x, cell) in cells.take(self.width).enumerate() {
            for (&slot, row) in slots.iter().zip(rows) {
                cell[slot] = row[x];
            }
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
