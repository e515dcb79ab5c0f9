//! Questions about a sector.

use super::Sector;
use super::connection::Connection;
use super::room::Room;
use crate::ids::RoomId;
use crate::space::{Layer, RoomPos};

impl Sector {
    /// The room that a text such as `r4` names, if it exists.
    pub fn find_room(&self, text: &str) -> Option<RoomId> {
        let id = text.parse().ok()?;
        self.room(id).map(|room| room.id)
    }

    /// The position of a room: its south-west corner.
    pub fn position(&self, room: RoomId) -> Option<RoomPos> {
        Some(self.room(room)?.position)
    }

    /// The rooms of a layer.
    pub fn at_layer(&self, layer: Layer) -> impl Iterator<Item = &Room> {
        self.rooms
            .iter()
            .filter(move |room| room.layer() == Some(layer))
    }

    /// The rooms with a unit within `radius` of a unit, in each direction.
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

    /// The rooms above a room that share a column with it, nearest first.
    pub fn above(&self, room: RoomId) -> Vec<RoomId> {
        self.stacked(room, |own, other| other > own)
    }

    /// The rooms below a room that share a column with it, nearest first.
    pub fn below(&self, room: RoomId) -> Vec<RoomId> {
        self.stacked(room, |own, other| other < own)
    }

    fn stacked(&self, room: RoomId, is_wanted: impl Fn(i32, i32) -> bool) -> Vec<RoomId> {
        let Some(own) = self.room(room) else {
            return Vec::new();
        };
        let shares = |at: i32, side: i32, other: i32, other_side: i32| {
            i64::from(at) < i64::from(other) + i64::from(other_side)
                && i64::from(other) < i64::from(at) + i64::from(side)
        };
        let side = own.size.side();
        let mut found: Vec<&Room> = self
            .rooms
            .iter()
            .filter(|other| {
                let (at, to) = (own.position, other.position);
                let other_side = other.size.side();
                is_wanted(at.z, to.z)
                    && shares(at.x, side, to.x, other_side)
                    && shares(at.y, side, to.y, other_side)
            })
            .collect();
        found.sort_by_key(|other| other.position.z.abs_diff(own.position.z));
        found.into_iter().map(|room| room.id).collect()
    }

    /// The connection between two rooms, in either order.
    pub fn connection_between(&self, a: RoomId, b: RoomId) -> Option<Connection<'_>> {
        self.connections()
            .find(|connection| [[a, b], [b, a]].contains(&connection.ends()))
    }

    /// Which rooms can be reached from a room by passages, in their directions and without
    /// passing anything blocked.
    pub fn reachable_rooms(&self, from: RoomId) -> Vec<bool> {
        let mut onward = vec![Vec::new(); self.rooms.len()];
        for passage in &self.passages {
            let [a, b] = passage.ends;
            for (end, [from, to]) in [[a, b], [b, a]].into_iter().enumerate() {
                if passage.leads(end) {
                    onward[from.index()].push(to);
                }
            }
        }
        let mut reached = vec![false; self.rooms.len()];
        let mut open = Vec::new();
        if let Some(first) = reached.get_mut(from.index()) {
            *first = true;
            open.push(from);
        }
        while let Some(room) = open.pop() {
            for &next in &onward[room.index()] {
                if !std::mem::replace(&mut reached[next.index()], true) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The layers that can be reached from a room, from the lowest up.
    pub fn reachable_layers(&self, from: RoomId) -> Vec<Layer> {
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
    pub fn is_reachable_from_origin(&self, room: RoomId) -> bool {
        let reached = self.reachable_rooms(RoomId::ENTRY);
        reached.get(room.index()).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Blueprint, RawSector, Trend, generate};
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
                let near: Vec<RoomId> = sector
                    .in_range(centre, radius)
                    .map(|room| room.id)
                    .collect();
                let is_near = |unit: RoomPos| {
                    let apart = [
                        unit.x.abs_diff(centre.x),
                        unit.y.abs_diff(centre.y),
                        unit.z.abs_diff(centre.z),
                    ];
                    apart.into_iter().all(|apart| apart <= radius)
                };
                let expected: Vec<RoomId> = sector
                    .rooms
                    .iter()
                    .filter(|room| room.units().any(is_near))
                    .map(|room| room.id)
                    .collect();
                assert_eq!(near, expected);
            }
            for room in &sector.rooms {
                assert_eq!(sector.position(room.id), Some(room.position));
                assert_eq!(sector.find_room(&room.id.to_string()), Some(room.id));
                assert!(sector.is_reachable_from_origin(room.id));
                assert!(
                    sector
                        .at_layer(room.layer().unwrap())
                        .any(|other| other.id == room.id)
                );
                let is_above = |low: &Room, high: &Room| {
                    low.units()
                        .any(|a| high.units().any(|b| (a.x, a.y) == (b.x, b.y) && b.z > a.z))
                };
                let mut above = sector.above(room.id);
                let mut below = sector.below(room.id);
                let heights = above.iter().map(|&high| sector[high].position.z);
                assert!(heights.is_sorted());
                above.sort_unstable();
                below.sort_unstable();
                let all = sector.rooms.iter();
                let expected = all.clone().filter(|other| is_above(room, other));
                assert!(expected.map(|other| other.id).eq(above));
                let expected = all.filter(|other| is_above(other, room));
                assert!(expected.map(|other| other.id).eq(below));
            }
            for connection in sector.connections() {
                let [a, b] = connection.ends();
                assert_eq!(sector.connection_between(a, b), Some(connection));
                assert_eq!(sector.connection_between(b, a), Some(connection));
            }
            assert_eq!(
                sector.reachable_layers(RoomId::ENTRY).len(),
                Layer::ALL
                    .iter()
                    .filter(|&&layer| sector.at_layer(layer).next().is_some())
                    .count()
            );
        }
    }

    /// Which rooms reach which, found pair by pair from the raw sector.
    fn closure(raw: &RawSector) -> Vec<Vec<bool>> {
        let count = raw.rooms.len();
        let mut reach = vec![vec![false; count]; count];
        for (room, reach) in reach.iter_mut().enumerate() {
            reach[room] = true;
        }
        for exit in &raw.exits {
            reach[exit.from.index()][exit.to.index()] = true;
        }
        for connection in &raw.connections {
            let [from, to] = [connection.from, connection.to].map(RoomId::index);
            reach[from][to] |= !connection.blocked;
            reach[to][from] |= !connection.blocked && connection.two_way;
        }
        for over in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reach[from][to] |= reach[from][over] && reach[over][to];
                }
            }
        }
        reach
    }

    #[test]
    fn one_way_connections_are_reached_over_one_way() {
        let mut differs = 0;
        for seed in 0..200 {
            let blueprint = Blueprint {
                target_rooms: 20,
                trend: Trend::Mixed,
                ..Blueprint::default()
            };
            let mut random = Seed::new(seed).child("one way").stream();
            let mut raw = generate(&blueprint, Seed::new(seed)).unwrap().to_raw();
            let both = closure(&raw);
            for connection in &mut raw.connections {
                connection.two_way = random.chance(1, 3);
                if random.chance(1, 2) {
                    std::mem::swap(&mut connection.from, &mut connection.to);
                }
            }
            let expected = closure(&raw);
            differs += u32::from(expected != both);
            let sector = Sector::from_raw(raw).unwrap();
            for (room, expected) in RoomId::all(expected.len()).zip(&expected) {
                assert_eq!(sector.reachable_rooms(room), *expected);
            }
        }
        assert!(
            differs > 100,
            "only {differs} have a way that leads one way"
        );
    }
}
