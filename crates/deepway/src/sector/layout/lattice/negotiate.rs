//! Routes all corridors at once: they may share units at first, and pay more and more for it
//! until none is shared.
//!
//! L. McMurchie, C. Ebeling, "PathFinder: a negotiation-based performance-driven router for
//! FPGAs", 1995. Time is bounded by the number of units that all searches together visit.

use super::super::super::graph::RoomGraph;
use super::super::floor_plan::{footprint, wall_unit};
use super::super::{Door, Joint};
use crate::ids::{EdgeId, RoomId};
use crate::space::{Direction, RoomPos};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of a step, and of a step up or down.
const STEP: u32 = 4;
const CLIMB: u32 = 6;
/// How often corridors are routed again.
const ROUNDS: u32 = 90;
/// After how many rounds hardly any unit may be shared, and how many rounds may bring nothing.
const SLOW: u32 = 16;
const STALE: u32 = 16;
/// By how many halves the way that is left counts.
const GREED: u32 = 3;
/// The unit belongs to a room or to a column.
const SOLID: u8 = u8::MAX;

/// A box of units, and the corridors in it.
pub(super) struct Negotiation<'a> {
    graph: &'a RoomGraph,
    anchors: &'a [RoomPos],
    west: i32,
    south: i32,
    low: i32,
    size: [i32; 3],
    /// How many corridors use each unit.
    used: Vec<u8>,
    /// What each unit costs because it was shared before.
    past: Vec<u16>,
    /// For each unit, the last search to visit it, the cost, and the direction it was entered
    /// in.
    met: Vec<(u32, u32, u8)>,
    search: u32,
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    ways: Vec<Vec<u32>>,
    /// How many units the searches may still visit.
    pub(super) work: u64,
}

/// The six neighbours of a unit, in the order of `Negotiation::strides`.
const STEPS: [Direction; 6] = Direction::SIX;

impl<'a> Negotiation<'a> {
    /// A box around all rooms, with a margin, from one layer to another.
    pub(super) fn new(
        graph: &'a RoomGraph,
        anchors: &'a [RoomPos],
        layers: [i32; 2],
        margin: i32,
        work: u64,
    ) -> Self {
        let sides = anchors.iter().zip(&graph.rooms);
        let mut bounds = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
        for (anchor, room) in sides.clone() {
            let side = room.size.side();
            bounds[0] = bounds[0].min(anchor.x);
            bounds[1] = bounds[1].min(anchor.y);
            bounds[2] = bounds[2].max(anchor.x + side);
            bounds[3] = bounds[3].max(anchor.y + side);
        }
        let [west, south] = [bounds[0] - margin, bounds[1] - margin];
        let size = [
            bounds[2] + margin - west,
            bounds[3] + margin - south,
            layers[1] - layers[0] + 1,
        ];
        let units = size.iter().map(|&length| length as usize).product();
        let mut made = Self {
            graph,
            anchors,
            west,
            south,
            low: layers[0],
            size,
            used: vec![0; units],
            past: vec![0; units],
            met: vec![(0, 0, 0); units],
            search: 0,
            open: BinaryHeap::new(),
            ways: vec![Vec::new(); graph.edges.len()],
            work,
        };
        for (anchor, room) in sides {
            for unit in footprint(*anchor, room.size.side()) {
                made.block(unit);
            }
        }
        made
    }

    /// Keeps corridors out of a unit.
    pub(super) fn block(&mut self, unit: RoomPos) {
        if let Some(index) = self.index(unit) {
            self.used[index] = SOLID;
        }
    }

    fn index(&self, unit: RoomPos) -> Option<usize> {
        let at = [unit.x - self.west, unit.y - self.south, unit.z - self.low];
        let is_inside = at
            .iter()
            .zip(self.size)
            .all(|(&at, length)| (0..length).contains(&at));
        is_inside.then(|| ((at[2] * self.size[1] + at[1]) * self.size[0] + at[0]) as usize)
    }

    fn unit(&self, index: u32) -> RoomPos {
        let [width, depth, _] = self.size;
        let index = index as i32;
        RoomPos::new(
            index % width + self.west,
            index / width % depth + self.south,
            index / width / depth + self.low,
        )
    }

    /// Routes the edges; none if there is no room for all of them, or not in time.
    pub(super) fn route(&mut self, edges: &[EdgeId]) -> Option<Vec<(EdgeId, Joint)>> {
        let mut open: Vec<EdgeId> = edges.to_vec();
        let (mut first, mut fewest, mut stale) = (0, usize::MAX, 0);
        for round in 0..ROUNDS {
            // How many times the price of a unit each corridor on it adds.
            let share = 2 + round;
            for &edge in &open {
                self.lift(edge);
                let way = self.find(edge, share)?;
                for &index in &way {
                    self.used[index as usize] =
                        self.used[index as usize].saturating_add(1).min(SOLID - 1);
                }
                self.ways[edge.index()] = way;
            }
            let mut shared = 0;
            for (used, past) in self.used.iter().zip(&mut self.past) {
                if (2..SOLID).contains(used) {
                    shared += 1;
                    *past = past
                        .saturating_add(STEP as u16 * u16::from(*used - 1))
                        .min(1000);
                }
            }
            if shared == 0 {
                return Some(
                    edges
                        .iter()
                        .filter_map(|&edge| Some((edge, self.joint(edge)?)))
                        .collect(),
                );
            }
            first = first.max(shared);
            let is_slow = round == SLOW && shared * 12 > first;
            stale = if shared < fewest { 0 } else { stale + 1 };
            fewest = fewest.min(shared);
            if is_slow || stale > STALE {
                return None;
            }
            let is_shared = |&edge: &EdgeId| {
                let way = &self.ways[EdgeId::index(edge)];
                way.iter().any(|&index| self.used[index as usize] > 1)
            };
            open = edges.iter().copied().filter(is_shared).collect();
        }
        None
    }

    fn lift(&mut self, edge: EdgeId) {
        for index in std::mem::take(&mut self.ways[edge.index()]) {
            let used = &mut self.used[index as usize];
            *used = used.saturating_sub(1);
        }
    }

    /// The units in front of a room's walls that no room or column is on.
    fn fronts(&self, room: RoomId) -> impl Iterator<Item = usize> + use<'_> {
        let (anchor, side) = (self.anchors[room.index()], self.side(room));
        Direction::STRAIGHT.into_iter().flat_map(move |direction| {
            let fronts =
                (0..side).map(move |i| wall_unit(anchor, side, direction, i).step(direction));
            fronts
                .filter_map(|front| self.index(front))
                .filter(|&index| self.used[index] != SOLID)
        })
    }

    fn side(&self, room: RoomId) -> i32 {
        self.graph.rooms[room.index()].size.side()
    }

    /// The cheapest way from the front of one room to the front of the other.
    fn find(&mut self, edge: EdgeId, share: u32) -> Option<Vec<u32>> {
        let ends = self.graph.edges[edge.index()];
        let (goal, goal_side) = (self.anchors[ends.b.index()], self.side(ends.b));
        let (east, north) = (goal.x + goal_side - 1, goal.y + goal_side - 1);
        let apart = |unit: RoomPos| {
            let x = (goal.x - unit.x).max(unit.x - east).max(0) as u32;
            let y = (goal.y - unit.y).max(unit.y - north).max(0) as u32;
            (x + y, unit.z.abs_diff(goal.z))
        };
        let rest = |unit: RoomPos| {
            let (walk, climb) = apart(unit);
            // More than the lower bound: finding a corridor quickly is worth a few more units.
            (STEP * walk.saturating_sub(1) + CLIMB * climb) * GREED / 2
        };
        self.search += 1;
        self.open.clear();
        let starts: Vec<usize> = self.fronts(ends.a).collect();
        for index in starts {
            let cost = self.price(index, STEP, share);
            self.offer(index, cost, 6, rest(self.unit(index as u32)));
        }
        let [width, depth, layers] = self.size;
        while let Some(Reverse((_, left, index))) = self.open.pop() {
            let (_, cost, _) = self.met[index as usize];
            let unit = self.unit(index);
            // A cheaper way to this unit was found meanwhile.
            if left != u32::MAX - cost {
                continue;
            }
            self.work = self.work.checked_sub(1)?;
            if apart(unit) == (1, 0) && self.door(ends.b, unit).is_some() {
                return Some(self.trace(index));
            }
            let at = [unit.x - self.west, unit.y - self.south, unit.z - self.low];
            for (number, direction) in (0..).zip(STEPS) {
                let next = unit.step(direction);
                let inside = match direction {
                    Direction::West => at[0] > 0,
                    Direction::East => at[0] + 1 < width,
                    Direction::South => at[1] > 0,
                    Direction::North => at[1] + 1 < depth,
                    Direction::Down => at[2] > 0,
                    _ => at[2] + 1 < layers,
                };
                if !inside {
                    continue;
                }
                let Some(index) = self.index(next) else {
                    continue;
                };
                if self.used[index] == SOLID {
                    continue;
                }
                let step = if next.z == unit.z { STEP } else { CLIMB };
                let price = cost.saturating_add(self.price(index, step, share));
                self.offer(index, price, number, rest(next));
            }
        }
        None
    }

    fn price(&self, index: usize, step: u32, share: u32) -> u32 {
        let shared = 1 + share * u32::from(self.used[index]).min(8);
        (step + u32::from(self.past[index])) * shared
    }

    fn offer(&mut self, index: usize, cost: u32, entered: u8, rest: u32) {
        let (search, known, _) = self.met[index];
        if search != self.search || cost < known {
            self.met[index] = (self.search, cost, entered);
            // Of equally long ways, the one that is further along comes first.
            self.open.push(Reverse((
                cost.saturating_add(rest),
                u32::MAX - cost,
                index as u32,
            )));
        }
    }

    /// The way that led to a unit.
    fn trace(&self, last: u32) -> Vec<u32> {
        let mut way = vec![last];
        let mut at = last;
        loop {
            let (_, _, entered) = self.met[at as usize];
            let Some(direction) = STEPS.get(usize::from(entered)) else {
                break;
            };
            let before = self.unit(at).step(direction.opposite());
            let Some(index) = self.index(before) else {
                break;
            };
            at = index as u32;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// The door of a room that a unit lies in front of.
    fn door(&self, room: RoomId, front: RoomPos) -> Option<Door> {
        let (anchor, side) = (self.anchors[room.index()], self.side(room));
        let is_own = |unit: RoomPos| {
            let inside = |at: i32, from: i32| (from..from + side).contains(&at);
            unit.z == anchor.z && inside(unit.x, anchor.x) && inside(unit.y, anchor.y)
        };
        Direction::STRAIGHT.into_iter().find_map(|direction| {
            let unit = front.step(direction.opposite());
            is_own(unit).then_some(Door { unit, direction })
        })
    }

    fn joint(&self, edge: EdgeId) -> Option<Joint> {
        let ends = self.graph.edges[edge.index()];
        let way = self.ways[edge.index()].iter();
        let via: Vec<RoomPos> = way.map(|&index| self.unit(index)).collect();
        let first = self.door(ends.a, *via.first()?)?;
        let last = self.door(ends.b, *via.last()?)?;
        Some(Joint::Doors {
            doors: [first, last],
            via,
        })
    }
}
