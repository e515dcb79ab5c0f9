//! Jump point search on precomputed distances (JPS+, Harabor and Grastien 2014,
//! with the goal bounding of Rabin's target jump points).
//!
//! For every cell and direction a table says how far it is to the next place
//! that matters, or to the wall. A search then only looks up numbers. The goal
//! is in no table: before each run it is checked whether the run would pass it,
//! or the row or column from which it is reached straight on.

mod fill;

use super::Algorithm;
use super::graph::{CellId, id_of};
use super::index::{Base, Found, Index};
use super::jump::{self, Jumps, Node, parts, sides};
use super::planes::Planes;
use super::scratch::{PASSED, Scratch};
use crate::rules::{MoveRules, Moves};
use crate::space::{Direction, Pos};
use crate::volume::Size;
use fill::Level;

impl Algorithm {
    /// From jump point to jump point, by distances known in advance.
    pub const JPS_PLUS: Self = Self::known(JpsPlus::NAME);
}

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

/// How many directions the tables have for each cell.
fn slots(rules: &MoveRules) -> usize {
    match rules.moves {
        Moves::Eight => 8,
        Moves::Four => 4,
    }
}

impl Index for JpsPlus {
    const NAME: &'static str = "jps-plus";
    const SUMMARY: &'static str =
        "jump points known in advance, 16 bytes a cell; a cheapest path, soonest of many";
    const IS_EXACT: bool = true;
    const TAKES_WEIGHTS: bool = false;
    type Work = ();

    fn bytes_needed(size: Size, rules: &MoveRules) -> u64 {
        size.cells() * slots(rules) as u64 * size_of::<i16>() as u64
    }

    fn build(base: &Base) -> Self {
        let size = base.graph.size();
        let slots = slots(base.graph.rules());
        let mut tables = Self {
            distances: vec![0; size.cells() as usize * slots],
            slots,
            width: size.width() as usize,
            height: size.height() as usize,
        };
        for z in 0..size.levels() as i32 {
            Level::new(base.graph.planes, tables.width, tables.height, z).fill(&mut tables, z);
        }
        tables
    }

    /// Looks again at the distances around the cells, and from there on as far as
    /// distances change.
    fn follow(&mut self, base: &Base, cells: &[Pos]) {
        let planes = base.graph.planes;
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
            let (old, new) = (self.distances[place], self.measure(planes, pos, towards));
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

    fn bytes(&self) -> u64 {
        self.distances.len() as u64 * size_of::<i16>() as u64
    }

    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        _: &mut (),
        ends: [CellId; 2],
    ) -> Option<Found> {
        jump::search(self, base, scratch, ends)
    }
}

impl JpsPlus {
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

    fn contains(&self, pos: Pos) -> bool {
        (0..self.width as i32).contains(&pos.x) && (0..self.height as i32).contains(&pos.y)
    }

    /// The straight directions that a main direction looks to.
    fn sides_of(&self, towards: Direction) -> Option<[Direction; 2]> {
        match towards {
            Direction::East | Direction::West if self.slots == 4 => Some(parts(towards)),
            _ if Direction::DIAGONAL.contains(&towards) => Some(parts(towards)),
            _ => None,
        }
    }

    /// One distance, from those of the next cell.
    fn measure(&self, planes: &Planes, pos: Pos, towards: Direction) -> i16 {
        let next = pos.step(towards);
        if !planes.is_open(pos) || !planes.is_open(next) {
            return 0;
        }
        let is_end = match self.sides_of(towards) {
            Some(sides) => {
                let is_diagonal = self.slots == 8;
                if is_diagonal && !sides.iter().all(|&side| planes.is_open(pos.step(side))) {
                    return 0;
                }
                planes.is_stop(next) || sides.iter().any(|&side| self.distance(next, side) > 0)
            }
            None => {
                let opens = |&side: &Direction| {
                    planes.is_open(next.step(side)) && !planes.is_open(pos.step(side))
                };
                planes.is_stop(next) || sides(towards).iter().any(opens)
            }
        };
        match self.distances[self.at(next) + self.slot(towards)] {
            _ if is_end => 1,
            further if further > 0 => further + 1,
            further => further - 1,
        }
    }
}

impl Jumps for JpsPlus {
    /// Offers the goal or the end of a run.
    #[inline]
    fn run(&self, node: &mut Node, from: Pos, towards: Direction, cost: u64) {
        let straight = node.straight;
        let distance = self.distance(from, towards);
        if let Some(steps) = steps_between(from, node.aim, towards)
            && steps <= distance.abs()
        {
            node.offer(id_of(node.aim), cost + straight * steps as u64, PASSED);
        }
        if distance > 0 {
            let to = from.step_by(towards, distance);
            node.offer(id_of(to), cost + straight * distance as u64, towards as u8);
        }
    }

    /// Goes from one cell that matters to the next.
    #[inline]
    fn sweep(&self, node: &mut Node, towards: Direction) {
        let (straight, main) = (node.straight, node.main);
        let sides = parts(towards);
        let (mut at, mut cost) = (node.pos, node.cost);
        loop {
            let distance = self.distance(at, towards);
            self.turn_to_goal(node, at, towards, distance.abs(), cost);
            if distance <= 0 {
                return;
            }
            at = at.step_by(towards, distance);
            cost += main * distance as u64;
            if node.planes.is_stop(at) {
                node.offer(id_of(at), cost, PASSED);
            }
            for side in sides {
                let distance = self.distance(at, side);
                if distance > 0 {
                    let to = at.step_by(side, distance);
                    node.offer(id_of(to), cost + straight * distance as u64, side as u8);
                }
            }
        }
    }
}

impl JpsPlus {
    /// Offers the goal if it lies on the next steps, or straight to their side.
    #[inline]
    fn turn_to_goal(&self, node: &mut Node, at: Pos, towards: Direction, reach: i32, cost: u64) {
        let aim = node.aim;
        let (east, north, _) = towards.east_north_up();
        let (dx, dy) = (aim.x - at.x, aim.y - at.y);
        if aim.z != at.z || dx * east < 0 || (north != 0 && dy * -north < 0) {
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
        let (straight, main) = (node.straight, node.main);
        let turn = at.step_by(towards, steps);
        let cost = cost + main * steps as u64;
        if turn == aim {
            return node.offer(id_of(aim), cost, PASSED);
        }
        for side in Direction::STRAIGHT {
            if let Some(rest) = steps_between(turn, aim, side)
                && rest <= self.distance(turn, side).abs()
            {
                node.offer(id_of(aim), cost + straight * rest as u64, PASSED);
            }
        }
    }
}

/// How many steps in a straight direction a cell is away; none if it is not there.
fn steps_between(from: Pos, to: Pos, towards: Direction) -> Option<i32> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = match towards {
        Direction::North if dx == 0 => -dy,
        Direction::South if dx == 0 => dy,
        Direction::East if dy == 0 => dx,
        Direction::West if dy == 0 => -dx,
        _ => return None,
    };
    (steps > 0 && to.z == from.z).then_some(steps)
}
