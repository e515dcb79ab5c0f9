//! The ground on which rooms are set, one after the other, and taken back if that fails.

use super::super::graph::{EdgeKind, NodeKind};
use super::super::layout::{Door, Grid, Joint, Owner, footprint, wall_unit};
use crate::ids::{EdgeId, RoomId};
use crate::space::{Direction, Layer, RoomPos};

/// A room that has a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) anchor: RoomPos,
    /// Units along each side.
    pub(super) side: i32,
    pub(super) node: NodeKind,
    /// How many edges it has.
    pub(super) degree: u32,
    /// Its place on the main path.
    pub(super) step: Option<u32>,
    /// The directions in which it has ways out, a bit each in the order of [`Direction::SIX`].
    taken: u8,
}

/// An edge that has been made.
#[derive(Clone, Debug)]
pub(super) struct Join {
    pub(super) ends: [usize; 2],
    pub(super) kind: EdgeKind,
    pub(super) joint: Joint,
}

impl Join {
    pub(super) fn is_vertical(&self) -> bool {
        matches!(self.joint, Joint::Column { .. })
    }
}

/// A place for a room, and how it would be reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub(super) anchor: RoomPos,
    pub(super) side: i32,
    /// The way out of the room that it is reached from.
    door: Door,
    /// How many units lie between.
    pub(super) gap: i32,
}

/// The smallest box around some units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: RoomPos,
    pub(super) high: RoomPos,
}

impl Bounds {
    pub(super) fn of(anchor: RoomPos, side: i32) -> Self {
        let last = side - 1;
        Self {
            low: anchor,
            high: RoomPos::new(anchor.x + last, anchor.y + last, anchor.z),
        }
    }

    pub(super) fn with(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            low: RoomPos::new(
                a.low.x.min(b.low.x),
                a.low.y.min(b.low.y),
                a.low.z.min(b.low.z),
            ),
            high: RoomPos::new(
                a.high.x.max(b.high.x),
                a.high.y.max(b.high.y),
                a.high.z.max(b.high.z),
            ),
        }
    }

    /// Whether it holds another on its own and any other layers.
    pub(super) fn covers(self, other: Self) -> bool {
        (self.low.x..=self.high.x).contains(&other.low.x)
            && (self.low.x..=self.high.x).contains(&other.high.x)
            && (self.low.y..=self.high.y).contains(&other.low.y)
            && (self.low.y..=self.high.y).contains(&other.high.y)
    }

    /// How many units another lies outside.
    pub(super) fn steps_to(self, other: Self) -> i32 {
        let along = |low: i32, high: i32, a: i32, b: i32| (low - a).max(b - high).max(0);
        along(self.low.x, self.high.x, other.low.x, other.high.x)
            + along(self.low.y, self.high.y, other.low.y, other.high.y)
    }

    /// Units on a layer.
    pub(super) fn area(self) -> i64 {
        let length = |low: i32, high: i32| i64::from(high - low) + 1;
        length(self.low.x, self.high.x) * length(self.low.y, self.high.y)
    }

    /// Units on all of its layers.
    pub(super) fn volume(self) -> i64 {
        self.area() * (i64::from(self.high.z - self.low.z) + 1)
    }
}

/// The most edges of a room, by what it is for.
pub(super) const fn most_edges(node: NodeKind) -> u32 {
    match node {
        NodeKind::Start => 2,
        NodeKind::Boss | NodeKind::Secret => 1,
        NodeKind::Main | NodeKind::Branch => 4,
    }
}

/// Rooms, edges, and the units that they take.
pub(super) struct Site {
    grid: Grid,
    pub(super) rooms: Vec<Spot>,
    pub(super) joins: Vec<Join>,
    /// For each room the rooms that it has edges to.
    neighbours: Vec<Vec<usize>>,
    /// The box around the first rooms, for each number of rooms.
    bounds: Vec<Bounds>,
}

impl Site {
    /// A site with an entry hall at the origin.
    pub(super) fn new(side: i32) -> Self {
        let mut site = Self {
            grid: Grid::new(12),
            rooms: Vec::new(),
            joins: Vec::new(),
            neighbours: Vec::new(),
            bounds: Vec::new(),
        };
        site.add_room(RoomPos::ORIGIN, side, NodeKind::Start);
        site
    }

    pub(super) fn bounds(&self) -> Bounds {
        let first = Bounds::of(RoomPos::ORIGIN, 1);
        self.bounds.last().copied().unwrap_or(first)
    }

    fn add_room(&mut self, anchor: RoomPos, side: i32, node: NodeKind) -> usize {
        let number = self.rooms.len();
        let owner = Owner::Room(RoomId::new(number as u32));
        footprint(anchor, side).for_each(|unit| self.grid.set(unit, owner));
        let own = Bounds::of(anchor, side);
        let bounds = self.bounds.last().map_or(own, |known| known.with(own));
        self.bounds.push(bounds);
        self.neighbours.push(Vec::new());
        self.rooms.push(Spot {
            anchor,
            side,
            node,
            degree: 0,
            step: None,
            taken: 0,
        });
        number
    }

    pub(super) fn is_taken(&self, room: usize, direction: Direction) -> bool {
        self.rooms[room].taken & bit(direction) != 0
    }

    /// Whether a room may have one more edge.
    pub(super) fn has_space(&self, room: usize) -> bool {
        let spot = &self.rooms[room];
        spot.degree < most_edges(spot.node)
    }

    fn is_free(&self, anchor: RoomPos, side: i32) -> bool {
        footprint(anchor, side).all(|unit| self.grid.is_free(unit))
    }

    /// Places for a room of `side` units beside another, at most so many units away.
    pub(super) fn beside(&self, from: usize, side: i32, most: i32, offers: &mut Vec<Offer>) {
        let spot = self.rooms[from];
        for direction in Direction::STRAIGHT {
            if self.is_taken(from, direction) {
                continue;
            }
            for i in 0..spot.side {
                let unit = wall_unit(spot.anchor, spot.side, direction, i);
                let door = Door { unit, direction };
                let mut next = door.front();
                for gap in 0..=most {
                    if !self.grid.is_free(next) {
                        break;
                    }
                    for j in 0..side {
                        let wall = wall_unit(RoomPos::ORIGIN, side, direction.opposite(), j);
                        let anchor = RoomPos::new(next.x - wall.x, next.y - wall.y, next.z);
                        if self.is_free(anchor, side) {
                            offers.push(Offer {
                                anchor,
                                side,
                                door,
                                gap,
                            });
                        }
                    }
                    next = next.step(direction);
                }
            }
        }
    }

    /// Places for a room of `side` units so many layers above another, or below it.
    pub(super) fn stacked(&self, from: usize, side: i32, delta: i32, offers: &mut Vec<Offer>) {
        let spot = self.rooms[from];
        let direction = match delta > 0 {
            true => Direction::Up,
            false => Direction::Down,
        };
        if delta == 0
            || self.is_taken(from, direction)
            || Layer::from_z(spot.anchor.z + delta).is_none()
        {
            return;
        }
        for column in footprint(spot.anchor, spot.side) {
            let mut between = (1..delta.abs()).map(|i| RoomPos {
                z: column.z + i * delta.signum(),
                ..column
            });
            if !between.all(|unit| self.grid.is_free(unit)) {
                continue;
            }
            for unit in footprint(RoomPos::ORIGIN, side) {
                let anchor = RoomPos::new(column.x - unit.x, column.y - unit.y, column.z + delta);
                if self.is_free(anchor, side) {
                    offers.push(Offer {
                        anchor,
                        side,
                        door: Door {
                            unit: column,
                            direction,
                        },
                        gap: delta.abs() - 1,
                    });
                }
            }
        }
    }

    /// Sets a room on a place and joins it to the room that it is reached from.
    pub(super) fn place(
        &mut self,
        from: usize,
        offer: &Offer,
        node: NodeKind,
        kind: EdgeKind,
    ) -> usize {
        let room = self.add_room(offer.anchor, offer.side, node);
        let direction = offer.door.direction;
        let between = offer_units(offer);
        let joint = match Direction::STRAIGHT.contains(&direction) {
            true => {
                let last = between.last().copied().unwrap_or(offer.door.unit);
                let far = Door {
                    unit: last.step(direction),
                    direction: direction.opposite(),
                };
                Joint::Doors {
                    doors: [offer.door, far],
                    via: between,
                }
            }
            false => Joint::Column {
                column: [offer.door.unit.x, offer.door.unit.y],
            },
        };
        self.join([from, room], kind, joint);
        room
    }

    /// Joins two rooms; the units between them must be free.
    pub(super) fn join(&mut self, ends: [usize; 2], kind: EdgeKind, joint: Joint) {
        for (room, direction) in self.directions(ends, &joint) {
            self.rooms[room].taken |= bit(direction);
        }
        let edge = EdgeId::new(self.joins.len() as u32);
        for unit in self.units_between(ends, &joint) {
            let owner = match joint {
                Joint::Column { .. } => Owner::Column,
                _ => Owner::Corridor(edge),
            };
            self.grid.set(unit, owner);
        }
        let [a, b] = ends;
        self.neighbours[a].push(b);
        self.neighbours[b].push(a);
        ends.into_iter().for_each(|end| self.rooms[end].degree += 1);
        self.joins.push(Join { ends, kind, joint });
    }

    /// Takes back the room that was set last, and the edge that was made with it, which must
    /// be the last one.
    pub(super) fn take_back(&mut self) {
        self.take_join_back();
        if let Some(spot) = self.rooms.pop() {
            self.bounds.pop();
            self.neighbours.pop();
            footprint(spot.anchor, spot.side).for_each(|unit| self.grid.set(unit, Owner::Free));
        }
    }

    /// Takes back the edge that was made last.
    pub(super) fn take_join_back(&mut self) {
        let Some(Join { ends, joint, .. }) = self.joins.pop() else {
            return;
        };
        for (room, direction) in self.directions(ends, &joint) {
            self.rooms[room].taken &= !bit(direction);
        }
        for unit in self.units_between(ends, &joint) {
            self.grid.set(unit, Owner::Free);
        }
        for end in ends {
            self.neighbours[end].pop();
            self.rooms[end].degree -= 1;
        }
    }

    fn directions(&self, ends: [usize; 2], joint: &Joint) -> [(usize, Direction); 2] {
        let [a, b] = ends;
        match joint {
            Joint::Doors { doors, .. } => [(a, doors[0].direction), (b, doors[1].direction)],
            _ => {
                let is_up = self.rooms[a].anchor.z < self.rooms[b].anchor.z;
                match is_up {
                    true => [(a, Direction::Up), (b, Direction::Down)],
                    false => [(a, Direction::Down), (b, Direction::Up)],
                }
            }
        }
    }

    fn units_between(&self, ends: [usize; 2], joint: &Joint) -> Vec<RoomPos> {
        match joint {
            Joint::Doors { via, .. } => via.clone(),
            Joint::Column { column: [x, y] } => {
                let [a, b] = ends.map(|room| self.rooms[room].anchor.z);
                (a.min(b) + 1..a.max(b))
                    .map(|z| RoomPos::new(*x, *y, z))
                    .collect()
            }
            Joint::Dropped => Vec::new(),
        }
    }

    /// The rooms that a room at a place would lie above or below, up to `reach` layers away with
    /// nothing between, and how many layers away each is.
    pub(super) fn over_and_under(
        &self,
        anchor: RoomPos,
        side: i32,
        reach: i32,
    ) -> impl Iterator<Item = (usize, i32)> + use<> {
        // A planned room has at most nine units; this is asked too often for a list on the heap.
        let mut found = [(0, 0); 18];
        let mut count = 0;
        for unit in footprint(anchor, side) {
            for direction in [Direction::Up, Direction::Down] {
                if let Some((room, apart)) = self.first_beyond(unit, direction, reach)
                    && !found[..count].iter().any(|known| known.0 == room)
                    && count < found.len()
                {
                    found[count] = (room, apart);
                    count += 1;
                }
            }
        }
        found.into_iter().take(count)
    }

    /// The first room above or below a unit, up to `reach` layers away, if nothing else is
    /// between.
    pub(super) fn first_beyond(
        &self,
        unit: RoomPos,
        direction: Direction,
        reach: i32,
    ) -> Option<(usize, i32)> {
        let mut at = unit;
        for apart in 1..=reach {
            at = at.step(direction);
            match self.grid.owner(at) {
                Owner::Free => {}
                Owner::Room(room) => return Some((room.index(), apart)),
                _ => return None,
            }
        }
        None
    }

    /// The first room in a direction from a door, with at most so many free units between.
    pub(super) fn facing(&self, door: Door, most: i32) -> Option<(usize, Vec<RoomPos>)> {
        let mut via = Vec::new();
        let mut at = door.front();
        for _ in 0..=most {
            match self.grid.owner(at) {
                Owner::Free => via.push(at),
                Owner::Room(room) => return Some((room.index(), via)),
                _ => return None,
            }
            at = at.step(door.direction);
        }
        None
    }

    /// The room that has a unit.
    pub(super) fn room_at(&self, unit: RoomPos) -> Option<usize> {
        match self.grid.owner(unit) {
            Owner::Room(room) => Some(room.index()),
            _ => None,
        }
    }

    /// Whether two rooms have an edge.
    pub(super) fn are_joined(&self, a: usize, b: usize) -> bool {
        self.neighbours[a].contains(&b)
    }

    /// For each room the rooms that it has edges to.
    pub(super) fn neighbours(&self) -> Vec<Vec<usize>> {
        self.neighbours.clone()
    }

    /// Keeps a column between two rooms for a connection.
    pub(super) fn keep_column(&mut self, column: [i32; 2], low: i32, high: i32) {
        for z in low + 1..high {
            self.grid
                .set(RoomPos::new(column[0], column[1], z), Owner::Column);
        }
    }
}

/// The units between a room and an offered place.
fn offer_units(offer: &Offer) -> Vec<RoomPos> {
    let mut units = Vec::with_capacity(offer.gap as usize);
    let mut at = offer.door.front();
    for _ in 0..offer.gap {
        units.push(at);
        at = at.step(offer.door.direction);
    }
    units
}

fn bit(direction: Direction) -> u8 {
    let number = Direction::SIX.iter().position(|&known| known == direction);
    1 << number.unwrap_or(7)
}
