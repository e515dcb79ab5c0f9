//! Routes corridors through free units, over and under obstacles.

use super::floor_plan::{FloorPlan, footprint};
use super::grid::{Grid, Owner};
use super::{Door, Joint};
use crate::ids::{EdgeId, RoomId};
use crate::space::{Direction, RoomPos};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of a step of a corridor, and of a step up or down.
const STEP: u32 = 2;
const CLIMB: u32 = 5;
/// The cost of passing a wall that a room may still need.
const PAST_WALL: u32 = 3;
/// The cost of going through another corridor, which is ripped up.
const RIP: u32 = 24;
/// How many units a search visits, multiplied by the number of the attempt.
const WORK: u64 = 4000;
/// The most units in a pocket.
const POCKET: u32 = 200;
/// How often to search for a corridor that leaves other rooms their walls.
const TRIES: usize = 6;

/// Working memory of the search for corridors.
#[derive(Default)]
pub(super) struct Router {
    /// For each unit of the grid, the last search to visit it, the cost, and the unit before.
    met: Vec<(u32, u32, u32)>,
    search: u32,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// How many units all searches have visited.
    pub(super) work: u64,
    /// Units that may not be used.
    forbidden: Vec<RoomPos>,
}

impl Router {
    fn begin(&mut self, grid: &Grid) {
        if self.met.len() != grid.len() {
            self.met = vec![(0, 0, 0); grid.len()];
            self.search = 0;
        }
        self.search += 1;
        self.open.clear();
    }

    /// Records a path to a unit if it is cheaper than the known path.
    fn offer(&mut self, index: usize, cost: u32, from: usize, rest: u32) {
        let (search, known, _) = self.met[index];
        if search != self.search || cost < known {
            self.met[index] = (self.search, cost, from as u32);
            self.open.push(Reverse((cost + rest, index as u32)));
        }
    }
}

impl FloorPlan<'_> {
    /// Realises an edge by a shared wall or a corridor, if that leaves every room the walls it
    /// needs.
    pub(super) fn route(&mut self, edge: EdgeId) -> bool {
        self.router.forbidden.clear();
        for _ in 0..TRIES {
            let Some((doors, via)) = self.find_way(edge, false) else {
                return false;
            };
            for &unit in &via {
                self.grid.set(unit, Owner::Corridor(edge));
            }
            let ends = self.graph.edges[edge.index()];
            let joint = Joint::Doors {
                doors,
                via: via.clone(),
            };
            self.realise(edge, joint);
            if self.has_needs(ends.a) && self.has_needs(ends.b) && self.keeps_needs(&via) {
                return true;
            }
            self.undo(edge);
            // Avoid a unit beside a room that would be walled in.
            let before = self.router.forbidden.len();
            for &unit in &via {
                self.grid.set(unit, Owner::Corridor(edge));
                if !self.keeps_needs(&[unit]) {
                    self.router.forbidden.push(unit);
                }
                self.grid.set(unit, Owner::Free);
            }
            if self.router.forbidden.len() == before {
                self.router.forbidden.extend(&via);
            }
        }
        false
    }

    /// Routes an edge through other corridors, which are removed; returns their edges, or none
    /// if there is still no path.
    pub(super) fn rip_up(&mut self, edge: EdgeId) -> Option<Vec<EdgeId>> {
        self.router.forbidden.clear();
        let (_, via) = self.find_way(edge, true)?;
        let mut ripped = Vec::new();
        for unit in via {
            if let Owner::Corridor(other) = self.grid.owner(unit) {
                self.undo(other);
                ripped.push(other);
            }
        }
        (!ripped.is_empty()).then_some(ripped)
    }

    /// A cheap corridor between the rooms of an edge.
    fn find_way(&mut self, edge: EdgeId, may_rip: bool) -> Option<([Door; 2], Vec<RoomPos>)> {
        let ends = self.graph.edges[edge.index()];
        if let Some(doors) = self.shared_wall(ends.a, ends.b) {
            return Some((doors, Vec::new()));
        }
        let goal = self.anchors[ends.b.index()]?;
        let goal_side = self.side(ends.b);
        // Twice the lower bound: finding a corridor quickly is worth a few more units.
        let rest = |unit: RoomPos| {
            let apart =
                |at: i32, from: i32| (from - at).max(at - (from + goal_side - 1)).max(0) as u32;
            let walk = apart(unit.x, goal.x) + apart(unit.y, goal.y);
            2 * (STEP * walk.saturating_sub(1) + CLIMB * unit.z.abs_diff(goal.z))
        };
        let mut router = std::mem::take(&mut self.router);
        if !may_rip && self.is_cut_off(&mut router, [ends.b, ends.a]) {
            self.router = router;
            return None;
        }
        router.begin(&self.grid);
        for direction in Direction::STRAIGHT {
            for door in self.doors(ends.a, direction) {
                let front = door.front();
                if let Some(index) = self.grid.index(front)
                    && let Some(cost) = self.price(&router, front, [ends.a, ends.b], may_rip)
                {
                    router.offer(index, cost, index, rest(front));
                }
            }
        }
        let mut found = None;
        let limit = router.work + WORK * (1 + self.attempt as u64);
        while let Some(Reverse((total, index))) = router.open.pop() {
            let index = index as usize;
            let (_, cost, _) = router.met[index];
            let unit = self.grid.unit(index);
            router.work += 1;
            if router.work > limit {
                break;
            }
            if total != cost + rest(unit) {
                continue;
            }
            if self.door_at(ends.b, unit).is_some() {
                found = Some(index);
                break;
            }
            for direction in Direction::SIX {
                let next = unit.step(direction);
                let Some(next_index) = self.grid.index(next) else {
                    continue;
                };
                if let Some(price) = self.price(&router, next, [ends.a, ends.b], may_rip) {
                    let is_climb = next.z != unit.z;
                    let step = if is_climb { CLIMB } else { STEP };
                    router.offer(next_index, cost + price + step, index, rest(next));
                }
            }
        }
        let mut via = Vec::new();
        let mut at = found;
        while let Some(index) = at {
            via.push(self.grid.unit(index));
            let before = router.met[index].2 as usize;
            at = (before != index).then_some(before);
        }
        via.reverse();
        self.router = router;
        let first = self.door_at(ends.a, *via.first()?)?;
        let last = self.door_at(ends.b, *via.last()?)?;
        Some(([first, last], via))
    }

    /// Whether a room is in a small pocket that the other room does not border. This is quick,
    /// while a search from the other room would visit everything before it fails.
    fn is_cut_off(&self, router: &mut Router, [room, other]: [RoomId; 2]) -> bool {
        router.begin(&self.grid);
        let mut open: Vec<RoomPos> = Vec::new();
        let fronts = Direction::STRAIGHT.map(|direction| self.doors(room, direction));
        open.extend(fronts.into_iter().flatten().map(Door::front));
        let mut count = 0;
        while let Some(unit) = open.pop() {
            let Some(index) = self.grid.index(unit) else {
                return false;
            };
            if router.met[index].0 == router.search
                || self.price(router, unit, [room, other], false).is_none()
            {
                continue;
            }
            router.met[index].0 = router.search;
            count += 1;
            if count > POCKET || self.door_at(other, unit).is_some() {
                return false;
            }
            open.extend(Direction::SIX.map(|direction| unit.step(direction)));
        }
        true
    }

    /// The extra cost of leading a corridor through a unit, if that is possible.
    fn price(
        &self,
        router: &Router,
        unit: RoomPos,
        ends: [RoomId; 2],
        may_rip: bool,
    ) -> Option<u32> {
        let mut price = match self.grid.owner(unit) {
            Owner::Free if !router.forbidden.contains(&unit) => 0,
            Owner::Corridor(_) if may_rip => RIP,
            _ => return None,
        };
        for direction in Direction::STRAIGHT {
            if let Owner::Room(room) = self.grid.owner(unit.step(direction))
                && !ends.contains(&room)
            {
                price += match self.spare_walls(room) {
                    None => 0,
                    Some(0) => return None,
                    Some(_) => PAST_WALL,
                };
            }
        }
        Some(price)
    }

    /// The door of a room that a unit lies in front of, if the room may have a door there.
    fn door_at(&self, room: RoomId, front: RoomPos) -> Option<Door> {
        let doors = Direction::STRAIGHT.map(|direction| Door {
            unit: front.step(direction.opposite()),
            direction,
        });
        doors.into_iter().find(|door| {
            self.grid.owner(door.unit) == Owner::Room(room) && !self.is_taken(room, door.direction)
        })
    }

    /// Doors through a wall that two rooms share.
    fn shared_wall(&self, a: RoomId, b: RoomId) -> Option<[Door; 2]> {
        let anchor = self.anchors[a.index()]?;
        let beside = footprint(anchor, self.side(a))
            .flat_map(|unit| Direction::STRAIGHT.map(|direction| Door { unit, direction }));
        let mut doors = beside.filter(|door| {
            self.grid.owner(door.front()) == Owner::Room(b) && !self.is_taken(a, door.direction)
        });
        let back = |door: Door| Door {
            unit: door.front(),
            direction: door.direction.opposite(),
        };
        let door = doors.find(|door| !self.is_taken(b, back(*door).direction))?;
        Some([door, back(door)])
    }
}
