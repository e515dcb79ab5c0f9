//! Questions about a sector.

use super::graph::EdgeKind;
use super::room::{Connection, Exit, Room, Sector};
use crate::space::{Layer, RoomPos};

impl Sector {
    /// The number of a room, by its id.
    pub fn room(&self, id: &str) -> Option<u32> {
        let number = self.rooms.iter().position(|room| room.id == id)?;
        Some(number as u32)
    }

    /// Where a room is: its south-west corner.
    pub fn position(&self, id: &str) -> Option<RoomPos> {
        Some(self.rooms[self.room(id)? as usize].position)
    }

    /// The rooms of a layer.
    pub fn at_layer(&self, layer: Layer) -> impl Iterator<Item = &Room> {
        self.rooms
            .iter()
            .filter(move |room| room.layer() == Some(layer))
    }

    /// The rooms of which some unit is at most so far from a unit in each direction.
    pub fn in_range(&self, centre: RoomPos, radius: u32) -> impl Iterator<Item = &Room> {
        self.rooms.iter().filter(move |room| {
            let last = room.size.side() - 1;
            let apart = |at: i32, from: i32, to: i32| at.clamp(from, to).abs_diff(at);
            let RoomPos { x, y, z } = room.position;
            let sideways = apart(centre.x, x, x.saturating_add(last)).max(apart(
                centre.y,
                y,
                y.saturating_add(last),
            ));
            sideways.max(apart(centre.z, z, z)) <= radius
        })
    }

    /// The rooms above a room, in columns that both have, the nearest first.
    pub fn above(&self, room: u32) -> Vec<u32> {
        self.stacked(room, |own, other| other > own)
    }

    /// The rooms below a room, in columns that both have, the nearest first.
    pub fn below(&self, room: u32) -> Vec<u32> {
        self.stacked(room, |own, other| other < own)
    }

    fn stacked(&self, room: u32, is_wanted: impl Fn(i32, i32) -> bool) -> Vec<u32> {
        let Some(own) = self.rooms.get(room as usize) else {
            return Vec::new();
        };
        let shares = |at: i32, side: i32, other: i32, other_side: i32| {
            i64::from(at) < i64::from(other) + i64::from(other_side)
                && i64::from(other) < i64::from(at) + i64::from(side)
        };
        let side = own.size.side();
        let mut found: Vec<u32> = (0..)
            .zip(&self.rooms)
            .filter(|(_, other)| {
                let (at, to) = (own.position, other.position);
                let other_side = other.size.side();
                is_wanted(at.z, to.z)
                    && shares(at.x, side, to.x, other_side)
                    && shares(at.y, side, to.y, other_side)
            })
            .map(|(number, _)| number)
            .collect();
        found.sort_by_key(|&other| {
            self.rooms[other as usize]
                .position
                .z
                .abs_diff(own.position.z)
        });
        found
    }

    /// Whether an exit has to be searched for.
    pub fn is_secret(&self, exit: &Exit) -> bool {
        let is_end = |room: u32| room == exit.from || room == exit.to;
        self.edges
            .iter()
            .any(|edge| edge.kind == EdgeKind::Secret && is_end(edge.a) && is_end(edge.b))
    }

    /// The lower and the higher of the two rooms that a connection joins.
    pub fn low_and_high(&self, connection: &Connection) -> [u32; 2] {
        let [from, to] = [connection.from, connection.to];
        let height = |room: u32| self.rooms[room as usize].position.z;
        match height(from) < height(to) {
            true => [from, to],
            false => [to, from],
        }
    }

    /// The way up or down between two rooms, in either order.
    pub fn connection_between(&self, a: u32, b: u32) -> Option<&Connection> {
        self.connections
            .iter()
            .find(|one| (one.from, one.to) == (a, b) || (one.from, one.to) == (b, a))
    }

    /// The rooms that can be reached from one, over corridors and ways up and down, in
    /// their directions and without passing what is blocked.
    pub fn reachable_rooms(&self, from: u32) -> Vec<bool> {
        let mut onward = vec![Vec::new(); self.rooms.len()];
        for exit in &self.exits {
            onward[exit.from as usize].push(exit.to);
        }
        for one in self.connections.iter().filter(|one| !one.blocked) {
            onward[one.from as usize].push(one.to);
            if one.two_way {
                onward[one.to as usize].push(one.from);
            }
        }
        let mut reached = vec![false; self.rooms.len()];
        let mut open = Vec::new();
        if let Some(first) = reached.get_mut(from as usize) {
            *first = true;
            open.push(from);
        }
        while let Some(room) = open.pop() {
            for &next in &onward[room as usize] {
                if !std::mem::replace(&mut reached[next as usize], true) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The layers that can be reached from a room, from the lowest up.
    pub fn reachable_layers(&self, from: u32) -> Vec<Layer> {
        let reached = self.reachable_rooms(from);
        let rooms = self
            .rooms
            .iter()
            .zip(reached)
            .filter(|(_, reached)| *reached);
        let mut layers: Vec<Layer> = rooms.filter_map(|(room, _)| room.layer()).collect();
        layers.sort_unstable();
        layers.dedup();
        layers
    }

    /// Whether a room can be reached from the entry hall.
    pub fn is_reachable_from_origin(&self, room: u32) -> bool {
        let reached = self.reachable_rooms(0);
        reached.get(room as usize).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Blueprint, generate};
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn answers_agree_with_a_look_at_every_unit() {
        for seed in 0..300 {
            let blueprint = Blueprint {
                target_rooms: 5 + seed as u32 % 20,
                ..Blueprint::default()
            };
            let sector = generate(&blueprint, Seed::new(seed)).unwrap();
            let centre = sector.rooms[seed as usize % sector.rooms.len()].position;
            for radius in 0..4 {
                let near: Vec<&str> = sector
                    .in_range(centre, radius)
                    .map(|room| room.id.as_str())
                    .collect();
                let is_near = |unit: RoomPos| {
                    let apart = [
                        unit.x.abs_diff(centre.x),
                        unit.y.abs_diff(centre.y),
                        unit.z.abs_diff(centre.z),
                    ];
                    apart.into_iter().all(|apart| apart <= radius)
                };
                let expected: Vec<&str> = sector
                    .rooms
                    .iter()
                    .filter(|room| room.units().any(is_near))
                    .map(|room| room.id.as_str())
                    .collect();
                assert_eq!(near, expected);
            }
            for (number, room) in (0..).zip(&sector.rooms) {
                assert_eq!(sector.position(&room.id), Some(room.position));
                assert!(sector.is_reachable_from_origin(number));
                assert!(
                    sector
                        .at_layer(room.layer().unwrap())
                        .any(|other| other.id == room.id)
                );
                for &high in &sector.above(number) {
                    let other = &sector.rooms[high as usize];
                    assert!(
                        room.units()
                            .any(|a| other.units().any(|b| (a.x, a.y) == (b.x, b.y) && b.z > a.z))
                    );
                    assert!(sector.below(high).contains(&number));
                }
            }
            for one in &sector.connections {
                assert_eq!(sector.connection_between(one.from, one.to), Some(one));
                assert_eq!(sector.connection_between(one.to, one.from), Some(one));
            }
            assert_eq!(
                sector.reachable_layers(0).len(),
                Layer::ALL
                    .iter()
                    .filter(|&&layer| sector.at_layer(layer).next().is_some())
                    .count()
            );
        }
    }
}
