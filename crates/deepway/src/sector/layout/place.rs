//! Places a room beside another, above or below it, or near by.

use super::super::blueprint::Trend;
use super::super::graph::NodeKind;
use super::floor_plan::{FloorPlan, footprint, wall_unit};
use super::grid::Owner;
use super::tree::Arrival;
use super::{Door, Joint};
use crate::ids::RoomId;
use crate::space::{Direction, Layer, RoomPos};

/// A place for a room, and how it would be reached.
struct Candidate {
    /// Lower is better.
    score: i32,
    anchor: RoomPos,
    /// The door of the other room, and how many units lie between.
    door: Door,
    gap: i32,
}

/// How many gaps between two rooms are tried, from the smallest up.
const GAPS: i32 = 3;
/// The bonus for a place far above or below another room.
const TOWER: i32 = 40;
/// How many places further away are tried.
const PLACES: usize = 12;
/// How far away those may be.
const FAR: i32 = 24;

impl FloorPlan<'_> {
    /// Places a room above or below another.
    pub(super) fn place_stacked(&mut self, arrival: &Arrival) -> bool {
        let Some(from) = self.anchors[arrival.from.index()] else {
            return false;
        };
        let (side, other) = (self.side(arrival.from), self.side(arrival.room));
        for delta in self.deltas(arrival.room, from.z) {
            let up = if delta > 0 {
                Direction::Up
            } else {
                Direction::Down
            };
            if self.is_taken(arrival.from, up) {
                continue;
            }
            let mut places = Vec::new();
            for unit in sample(side).flat_map(|y| sample(side).map(move |x| (x, y))) {
                let column = RoomPos::new(from.x + unit.0, from.y + unit.1, from.z);
                let mut between = (1..delta.abs()).map(|i| RoomPos {
                    z: from.z + i * delta.signum(),
                    ..column
                });
                if !between.all(|unit| self.grid.is_free(unit)) {
                    continue;
                }
                for (x, y) in sample(other).flat_map(|y| sample(other).map(move |x| (x, y))) {
                    let anchor = RoomPos::new(column.x - x, column.y - y, from.z + delta);
                    places.push(Candidate {
                        score: self.score(arrival, anchor, 0),
                        anchor,
                        door: Door {
                            unit: column,
                            direction: up,
                        },
                        gap: delta.abs() - 1,
                    });
                }
            }
            if self.take_best(arrival, places) {
                return true;
            }
        }
        false
    }

    /// By how many layers a room may be above or below the room that leads to it.
    fn deltas(&mut self, room: RoomId, z: i32) -> Vec<i32> {
        let node = self.graph.rooms[room.index()].node;
        let mut deltas: Vec<i32> = match node {
            NodeKind::Boss => vec![-2, -1],
            NodeKind::Secret => vec![-2, -1, 1],
            NodeKind::Branch => vec![-1, 1],
            NodeKind::Main | NodeKind::Start => vec![-1],
        };
        let is_mirrored = match self.trend {
            Trend::Descend => false,
            Trend::Climb => true,
            Trend::Mixed => self.random.chance(1, 2),
        };
        if is_mirrored {
            deltas.iter_mut().for_each(|delta| *delta = -*delta);
        }
        deltas.retain(|delta| Layer::from_z(z + delta).is_some());
        self.random.shuffle(&mut deltas);
        deltas
    }

    /// Places a room against a wall of another, or a short corridor away.
    pub(super) fn place_beside(&mut self, arrival: &Arrival) -> bool {
        let Some(from) = self.anchors[arrival.from.index()] else {
            return false;
        };
        let (side, other) = (self.side(arrival.from), self.side(arrival.room));
        let (mut places, spread) = (Vec::new(), self.spread(arrival.room));
        for direction in Direction::STRAIGHT {
            if self.is_taken(arrival.from, direction) {
                continue;
            }
            let back = direction.opposite();
            for i in sample(side) {
                let unit = wall_unit(from, side, direction, i);
                let door = Door { unit, direction };
                let mut next = door.front();
                for gap in 0..spread + GAPS {
                    if !self.grid.is_free(next) {
                        break;
                    }
                    for j in sample(other).filter(|_| gap >= spread) {
                        // The anchor's offset from the unit at the wall.
                        let wall = wall_unit(RoomPos::ORIGIN, other, back, j);
                        let anchor = RoomPos::new(next.x - wall.x, next.y - wall.y, next.z);
                        places.push(Candidate {
                            score: self.score(arrival, anchor, gap - spread),
                            anchor,
                            door,
                            gap,
                        });
                    }
                    next = next.step(direction);
                }
            }
        }
        self.take_best(arrival, places)
    }

    /// Rates a place: best near the room that leads there, near its other neighbours and
    /// near the middle, with a little randomness.
    fn score(&mut self, arrival: &Arrival, anchor: RoomPos, gap: i32) -> i32 {
        let neighbours = &self.tree.neighbours[arrival.room.index()];
        let others = neighbours
            .iter()
            .filter(|(_, other)| *other != arrival.from);
        let placed = others.filter_map(|&(_, other)| self.anchors[other.index()]);
        let apart = placed.map(|other| {
            let sides = (anchor.x - other.x).abs() + (anchor.y - other.y).abs();
            sides + 2 * (anchor.z - other.z).abs()
        });
        let middle = (anchor.x.abs() + anchor.y.abs()) / 2;
        let last = self.side(arrival.room) - 1;
        let corner = RoomPos::new(anchor.x + last, anchor.y + last, anchor.z);
        let is_tower = self.is_tower(anchor) || (last > 0 && self.is_tower(corner));
        let tower = if is_tower { TOWER } else { 0 };
        8 * gap + 4 * apart.sum::<i32>() + middle - tower + self.random.below(8) as i32
    }

    /// Whether a room would be far above or below another with nothing between, where long
    /// shafts and elevators can be, which are rare.
    fn is_tower(&self, unit: RoomPos) -> bool {
        [Direction::Up, Direction::Down]
            .into_iter()
            .any(|direction| {
                let mut at = unit.step(direction);
                while self.grid.is_free(at) {
                    at = at.step(direction);
                }
                let is_room = matches!(self.grid.owner(at), Owner::Room(_));
                is_room && at.z.abs_diff(unit.z) >= 4
            })
    }

    /// Takes the best place that is free and leaves every room the walls it needs.
    fn take_best(&mut self, arrival: &Arrival, mut places: Vec<Candidate>) -> bool {
        places.sort_by_key(|place| place.score);
        places.iter().any(|place| self.take_place(arrival, place))
    }

    fn take_place(&mut self, arrival: &Arrival, place: &Candidate) -> bool {
        let side = self.side(arrival.room);
        if !footprint(place.anchor, side).all(|unit| self.grid.is_free(unit)) {
            return false;
        }
        let Candidate { door, gap, .. } = *place;
        let mut between = Vec::with_capacity(gap as usize);
        let mut next = door.front();
        for _ in 0..gap {
            between.push(next);
            next = next.step(door.direction);
        }
        let is_vertical = !Direction::STRAIGHT.contains(&door.direction);
        let owner = match is_vertical {
            true => Owner::Column,
            false => Owner::Corridor(arrival.edge),
        };
        self.set_room(arrival.room, place.anchor);
        for &unit in &between {
            self.grid.set(unit, owner);
        }
        let joint = if is_vertical {
            Joint::Column {
                column: [door.unit.x, door.unit.y],
            }
        } else {
            let back = Door {
                unit: next,
                direction: door.direction.opposite(),
            };
            let (mut doors, mut via) = ([door, back], between.clone());
            // The edge's ends may be in the other order.
            if self.graph.edges[arrival.edge.index()].a != arrival.from {
                doors.reverse();
                via.reverse();
            }
            Joint::Doors { doors, via }
        };
        self.realise(arrival.edge, joint);
        let mut units: Vec<RoomPos> = footprint(place.anchor, side).collect();
        units.extend(&between);
        if self.has_needs(arrival.room) && self.has_needs(arrival.from) && self.keeps_needs(&units)
        {
            return true;
        }
        self.undo(arrival.edge);
        between
            .iter()
            .for_each(|&unit| self.grid.set(unit, Owner::Free));
        self.clear_room(arrival.room);
        false
    }

    /// Places a room near another, where there is space around it, and routes a corridor.
    pub(super) fn place_apart(&mut self, arrival: &Arrival) -> bool {
        let Some(from) = self.anchors[arrival.from.index()] else {
            return false;
        };
        let side = self.side(arrival.room);
        let margin = 1 + self.attempt / 4;
        let mut tried = 0;
        for distance in 2..FAR + side + 2 * self.attempt {
            let square = (-distance..=distance).flat_map(|y| {
                // Only the border of the square.
                let pace = if y.abs() == distance {
                    1
                } else {
                    2 * distance as usize
                };
                (-distance..=distance).step_by(pace).map(move |x| (x, y))
            });
            for (x, y) in square {
                let anchor = RoomPos::new(from.x + x, from.y + y, from.z);
                let outline = RoomPos::new(anchor.x - margin, anchor.y - margin, anchor.z);
                let is_free =
                    footprint(outline, side + 2 * margin).all(|unit| self.grid.is_free(unit));
                if !is_free {
                    continue;
                }
                self.set_room(arrival.room, anchor);
                if self.route(arrival.edge) {
                    return true;
                }
                self.clear_room(arrival.room);
                tried += 1;
                if tried == PLACES {
                    return false;
                }
            }
        }
        false
    }
}

/// The units along a side to try: all, or a sample if there are many.
fn sample(side: i32) -> impl Iterator<Item = i32> + Clone {
    (0..side).step_by((side as usize).div_ceil(4))
}
