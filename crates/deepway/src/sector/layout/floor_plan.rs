//! A layout under construction.

use super::super::blueprint::Trend;
use super::super::graph::{NodeKind, RoomGraph};
use super::grid::{Grid, Owner};
use super::route::Router;
use super::tree::{Arrival, Tree};
use super::{Door, Joint, Layout, Obstacle};
use crate::ids::{EdgeId, RoomId};
use crate::seed::Stream;
use crate::space::{Direction, RoomPos};

/// The edge that could not be realised, and why.
pub(super) type Failure = (EdgeId, Obstacle);

/// The rooms and corridors placed so far, and what is still to come.
pub(super) struct FloorPlan<'a> {
    pub(super) graph: &'a RoomGraph,
    pub(super) tree: &'a Tree,
    pub(super) trend: Trend,
    pub(super) random: Stream,
    /// How often all rooms have been placed before; each time they are further apart.
    pub(super) attempt: i32,
    pub(super) grid: Grid,
    pub(super) router: Router,
    pub(super) anchors: Vec<Option<RoomPos>>,
    joints: Vec<Option<Joint>>,
    /// How many edges each room still waits for.
    needs: Vec<u32>,
    /// The directions in which each room has exits already; in a user-supplied graph only up
    /// and down count.
    taken: Vec<u8>,
}

impl<'a> FloorPlan<'a> {
    pub(super) fn new(
        graph: &'a RoomGraph,
        tree: &'a Tree,
        trend: Trend,
        random: Stream,
        attempt: u32,
    ) -> Self {
        let rooms = graph.rooms.len();
        Self {
            graph,
            tree,
            trend,
            random,
            attempt: attempt as i32,
            grid: Grid::new(16),
            router: Router::default(),
            anchors: vec![None; rooms],
            joints: vec![None; graph.edges.len()],
            needs: tree
                .neighbours
                .iter()
                .map(|edges| edges.len() as u32)
                .collect(),
            taken: vec![0; rooms],
        }
    }

    /// Places all rooms and realises all edges.
    pub(super) fn fill(&mut self) -> Result<(), Failure> {
        let is_vertical = self.pick_vertical();
        self.set_room(RoomId::ENTRY, RoomPos::ORIGIN);
        let mut later = Vec::new();
        let tree = self.tree;
        for (arrival, is_vertical) in tree.arrivals.iter().zip(is_vertical) {
            self.place(arrival, is_vertical)?;
            for &(edge, other) in &tree.neighbours[arrival.room.index()] {
                let is_ready =
                    self.joints[edge.index()].is_none() && self.anchors[other.index()].is_some();
                if is_ready && !self.route(edge) {
                    later.push(edge);
                }
            }
        }
        self.route_again(later)?;
        let is_vertical = |joint: &Option<Joint>| matches!(joint, Some(Joint::Column { .. }));
        let needs_vertical = self.graph.rooms.len() >= 5;
        match !needs_vertical || self.joints.iter().any(is_vertical) {
            true => Ok(()),
            false => Err((EdgeId::new(0), Obstacle::NothingVertical)),
        }
    }

    /// Which of the tree's edges should change level: three in ten, and at least one.
    fn pick_vertical(&mut self) -> Vec<bool> {
        let random = &mut self.random;
        let mut picked: Vec<bool> = self
            .tree
            .arrivals
            .iter()
            .map(|_| random.chance(3, 10))
            .collect();
        if !picked.contains(&true) && !picked.is_empty() {
            let edge = random.below(picked.len() as u64) as usize;
            picked[edge] = true;
        }
        picked
    }

    fn place(&mut self, arrival: &Arrival, is_vertical: bool) -> Result<(), Failure> {
        let is_placed = (is_vertical && self.place_stacked(arrival))
            || self.place_beside(arrival)
            || self.place_apart(arrival);
        match is_placed {
            true => Ok(()),
            false => Err((arrival.edge, self.obstacle(arrival.from, arrival.room))),
        }
    }

    /// Routes edges that could not be routed at first, and those that are ripped up for them.
    fn route_again(&mut self, mut later: Vec<EdgeId>) -> Result<(), Failure> {
        // An edge that may be dropped is not worth much rerouting.
        let mut rips = match self.graph.is_brought {
            true => 8 + self.graph.edges.len(),
            false => 4,
        };
        while let Some(edge) = later.pop() {
            if self.route(edge) {
                continue;
            }
            let ripped = if rips > 0 { self.rip_up(edge) } else { None };
            match ripped {
                Some(ripped) => {
                    rips = rips.saturating_sub(1 + ripped.len());
                    later.extend(ripped);
                    // Route the edge itself first.
                    if !self.route(edge) {
                        later.push(edge);
                    }
                }
                None if self.may_drop(edge) => self.joints[edge.index()] = Some(Joint::Dropped),
                None => {
                    let ends = self.graph.edges[edge.index()];
                    return Err((edge, self.obstacle(ends.a, ends.b)));
                }
            }
        }
        Ok(())
    }

    /// Whether an edge may be dropped: not in a user-supplied graph, on the main path or in the
    /// tree that holds the sector together.
    fn may_drop(&self, edge: EdgeId) -> bool {
        let ends = self.graph.edges[edge.index()];
        let node = |room: RoomId| self.graph.rooms[room.index()].node;
        let is_rejoining = [ends.a, ends.b].map(node).contains(&NodeKind::Branch);
        !self.graph.is_brought && !self.tree.is_tree_edge[edge.index()] && is_rejoining
    }

    fn obstacle(&self, a: RoomId, b: RoomId) -> Obstacle {
        let is_walled_in =
            |&room: &RoomId| self.anchors[room.index()].is_some() && self.free_walls(room) == 0;
        match [a, b].iter().find(|room| is_walled_in(room)) {
            Some(&room) => Obstacle::Walls(room),
            None => Obstacle::CutOff(a, b),
        }
    }

    /// Where an edge failed.
    pub(super) fn place_of(&self, edge: EdgeId) -> RoomPos {
        let edge = self.graph.edges.get(edge.index());
        let ends = edge.into_iter().flat_map(|edge| [edge.a, edge.b]);
        let mut places = ends.filter_map(|room| self.anchors[room.index()]);
        places.next().unwrap_or_default()
    }

    pub(super) fn finish(self, retries: u32) -> Layout {
        let anchors = self.anchors.into_iter();
        let joints = self.joints.into_iter();
        Layout {
            anchors: anchors.map(Option::unwrap_or_default).collect(),
            joints: joints
                .map(|joint| joint.unwrap_or(Joint::Dropped))
                .collect(),
            retries,
            stacked: Vec::new(),
            row: None,
        }
    }

    /// The fewest units to leave in front of a room: none at first, then more, the more rooms
    /// lie behind it and the more corridors there are.
    pub(super) fn spread(&self, room: RoomId) -> i32 {
        let (rooms, edges) = (self.graph.rooms.len(), self.graph.edges.len());
        let behind = self.tree.behind[room.index()].isqrt() as i32;
        let extra = (2 * (edges + 1 - rooms) / rooms) as i32;
        self.attempt * (2 + behind + 2 * extra) / 8
    }

    // ---- rooms ----

    pub(super) fn side(&self, room: RoomId) -> i32 {
        self.graph.rooms[room.index()].size.side()
    }

    /// Gives a room its place.
    pub(super) fn set_room(&mut self, room: RoomId, anchor: RoomPos) {
        self.anchors[room.index()] = Some(anchor);
        let side = self.side(room);
        for unit in footprint(anchor, side) {
            self.grid.set(unit, Owner::Room(room));
        }
        // Corridors need space around it.
        for corner in [-4, side + 3] {
            let unit = RoomPos::new(anchor.x + corner, anchor.y + corner, anchor.z);
            if self.grid.index(unit).is_none() {
                self.grid.grow(unit);
            }
        }
    }

    pub(super) fn clear_room(&mut self, room: RoomId) {
        if let Some(anchor) = self.anchors[room.index()].take() {
            let side = self.side(room);
            footprint(anchor, side).for_each(|unit| self.grid.set(unit, Owner::Free));
        }
    }

    /// The doors that a room may have in a direction, if that direction is not taken.
    pub(super) fn doors(
        &self,
        room: RoomId,
        direction: Direction,
    ) -> impl Iterator<Item = Door> + use<> {
        let side = self.side(room);
        let anchor = self.anchors[room.index()].filter(|_| !self.is_taken(room, direction));
        anchor.into_iter().flat_map(move |anchor| {
            (0..side).map(move |i| Door {
                unit: wall_unit(anchor, side, direction, i),
                direction,
            })
        })
    }

    /// How many doors a room can still have.
    fn free_walls(&self, room: RoomId) -> u32 {
        let free = |direction| {
            let doors = self.doors(room, direction);
            doors.filter(|door| self.is_way_out(door)).count() as u32
        };
        let walls = Direction::STRAIGHT.map(free);
        match self.graph.is_brought {
            true => walls.iter().sum(),
            false => walls.iter().filter(|&&free| free > 0).count() as u32,
        }
    }

    /// Whether a corridor could continue from a door.
    fn is_way_out(&self, door: &Door) -> bool {
        let front = door.front();
        self.grid.is_free(front)
            && Direction::SIX
                .into_iter()
                .any(|direction| self.grid.is_free(front.step(direction)))
    }

    pub(super) fn is_taken(&self, room: RoomId, direction: Direction) -> bool {
        self.taken[room.index()] & bit(direction) != 0
    }

    fn take(&mut self, room: RoomId, direction: Direction) {
        let is_wall = Direction::STRAIGHT.contains(&direction);
        if !(is_wall && self.graph.is_brought) {
            self.taken[room.index()] |= bit(direction);
        }
    }

    fn release(&mut self, room: RoomId, direction: Direction) {
        self.taken[room.index()] &= !bit(direction);
    }

    // ---- edges ----

    /// Whether all rooms beside the units, which are now taken, still have enough walls for
    /// their remaining edges.
    pub(super) fn keeps_needs(&self, units: &[RoomPos]) -> bool {
        units.iter().all(|unit| {
            Direction::STRAIGHT.into_iter().all(|direction| {
                match self.grid.owner(unit.step(direction)) {
                    Owner::Room(room) => self.has_needs(room),
                    _ => true,
                }
            })
        })
    }

    pub(super) fn has_needs(&self, room: RoomId) -> bool {
        let needed = self.needs[room.index()];
        needed == 0 || self.free_walls(room) >= needed
    }

    /// How many walls a room could lose, if it still waits for edges.
    pub(super) fn spare_walls(&self, room: RoomId) -> Option<u32> {
        let needed = self.needs[room.index()];
        (needed > 0).then(|| self.free_walls(room).saturating_sub(needed))
    }

    /// Realises an edge whose units are already taken.
    pub(super) fn realise(&mut self, edge: EdgeId, joint: Joint) {
        let ends = self.graph.edges[edge.index()];
        for (room, direction) in self.directions(edge, &joint) {
            self.take(room, direction);
        }
        for room in [ends.a, ends.b] {
            self.needs[room.index()] -= 1;
        }
        self.joints[edge.index()] = Some(joint);
    }

    /// Takes an edge back, with its corridor or column.
    pub(super) fn undo(&mut self, edge: EdgeId) {
        let Some(joint) = self.joints[edge.index()].take() else {
            return;
        };
        let ends = self.graph.edges[edge.index()];
        for (room, direction) in self.directions(edge, &joint) {
            self.release(room, direction);
        }
        for room in [ends.a, ends.b] {
            self.needs[room.index()] += 1;
        }
        if let Joint::Doors { via, .. } = joint {
            via.iter()
                .for_each(|&unit| self.grid.set(unit, Owner::Free));
        }
    }

    /// The directions in which a joint leaves its two rooms.
    fn directions(&self, edge: EdgeId, joint: &Joint) -> Vec<(RoomId, Direction)> {
        let ends = self.graph.edges[edge.index()];
        let height = |room: RoomId| self.anchors[room.index()].map_or(0, |anchor| anchor.z);
        match joint {
            Joint::Doors { doors, .. } => {
                vec![(ends.a, doors[0].direction), (ends.b, doors[1].direction)]
            }
            Joint::Column { .. } if height(ends.a) < height(ends.b) => {
                vec![(ends.a, Direction::Up), (ends.b, Direction::Down)]
            }
            Joint::Column { .. } => vec![(ends.a, Direction::Down), (ends.b, Direction::Up)],
            Joint::Dropped => Vec::new(),
        }
    }
}

fn bit(direction: Direction) -> u8 {
    let number = Direction::SIX.iter().position(|&known| known == direction);
    1 << number.unwrap_or(7)
}

/// The units of a room.
pub(in crate::sector) fn footprint(anchor: RoomPos, side: i32) -> impl Iterator<Item = RoomPos> {
    (0..side).flat_map(move |y| {
        (0..side).map(move |x| RoomPos::new(anchor.x + x, anchor.y + y, anchor.z))
    })
}

/// A unit of a room's wall, counted from the west or from the south.
pub(in crate::sector) fn wall_unit(anchor: RoomPos, side: i32, wall: Direction, i: i32) -> RoomPos {
    let (x, y) = match wall {
        Direction::North => (i, side - 1),
        Direction::South => (i, 0),
        Direction::East => (side - 1, i),
        _ => (0, i),
    };
    RoomPos::new(anchor.x + x, anchor.y + y, anchor.z)
}
