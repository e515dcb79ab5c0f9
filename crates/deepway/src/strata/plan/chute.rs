//! Chutes: four tunnels with belts that carry whoever stands on them to a drop, level by level.
//!
//! A drop and the place where it ends are at one cell: that is where the tunnel of the level
//! below begins. Drops keep to the lanes of the boundary rule.

use super::{Feature, Plan};
use crate::seed::Seed;
use crate::space::{Direction, ZonePos};
use crate::strata::Blueprint;
use crate::strata::board::{Board, HEIGHT, WIDTH};
use crate::strata::boundary::{ConnectionKind, Vertical};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The building with the elevator: its corners, walls included.
pub(in super::super) const BUILDING: [[i32; 2]; 2] = [[29, 1], [47, 6]];
/// The elevator, on all levels.
const ELEVATOR: [u8; 2] = [38, 4];
/// Tunnels of a level.
pub(in super::super) const TUNNELS: usize = 4;
/// The levels with drops, and the hub under them.
const DROPS: std::ops::RangeInclusive<u32> = 10..=14;
pub(in super::super) const HUB: u32 = 15;

/// A tunnel of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Tunnel {
    /// Its belt: places, and where each carries to.
    pub(in super::super) belt: Vec<([usize; 2], Direction)>,
}

/// The corners of the four boxes, none of which touches another or the building.
pub(in super::super) fn boxes(key: Seed) -> [[[i32; 2]; 2]; TUNNELS] {
    let mut random = key.child("boxes").stream();
    let mut at = |from, to| random.between(from, to);
    [
        [[at(2, 3), at(1, 2)], [at(25, 26), at(10, 11)]],
        [[at(50, 51), at(1, 2)], [at(76, 77), at(10, 11)]],
        [[at(2, 3), at(13, 14)], [at(35, 38), at(21, 22)]],
        [[at(41, 43), at(13, 14)], [at(76, 77), at(21, 22)]],
    ]
}

impl Plan {
    fn chute_key(&self, feature: &Feature) -> Seed {
        let [x, y] = feature.column;
        self.keys
            .zone
            .child("chute")
            .child(y * ZonePos::COLUMNS + x)
    }

    fn chute_at(&self, zone: ZonePos) -> Option<&Feature> {
        let feature = self.feature_of(zone)?;
        (feature.blueprint == Blueprint::Chute).then_some(feature)
    }

    /// Everything vertical of a chute with a cell in a zone, but for flights of stairs.
    pub(in super::super) fn chute_verticals(&self, zone: ZonePos, found: &mut Vec<Vertical>) {
        let Some(feature) = self.chute_at(zone) else {
            return;
        };
        for top in zone.z().saturating_sub(1)..=zone.z() {
            if DROPS.contains(&top) {
                found.extend((0..TUNNELS).map(|tunnel| self.drop(feature, tunnel, top)));
            }
        }
        found.push(Vertical {
            top: ZonePos::SURFACE as u8,
            levels: (HUB - ZonePos::SURFACE) as u8,
            y: ELEVATOR[1],
            x: ELEVATOR[0],
            kind: ConnectionKind::Elevator,
        });
    }

    /// The drop at the end of a tunnel: at the west end of its box on one level, at the east
    /// end on the next, in the lane of its depth, and away from stairs.
    fn drop(&self, feature: &Feature, tunnel: usize, top: u32) -> Vertical {
        let key = self.chute_key(feature);
        let [[west, north], [east, south]] = boxes(key)[tunnel];
        let stairs: Vec<[i32; 2]> = (top.saturating_sub(1)..=top + 1)
            .filter_map(|top| ZonePos::at(feature.column, top))
            .map(|upper| self.flight(upper))
            .map(|flight| [flight.x, flight.y].map(i32::from))
            .collect();
        let part = (east - west) / 2 - 2;
        let columns = match top % 2 {
            0 => west + 2..=west + part,
            _ => east - part..=east - 2,
        };
        let rows = north + 2..=south - 2;
        let cells = rows.flat_map(|y| columns.clone().map(move |x| [x, y]));
        let is_far = |[x, y]: [i32; 2]| {
            let near = |at: &[i32; 2]| (at[0] - x).abs() < 3 && (at[1] - y).abs() < 3;
            !stairs.iter().any(near)
        };
        let in_lane = |[x, y]: [i32; 2]| (x + 3 * y - top as i32).rem_euclid(8) == 0;
        let free: Vec<[i32; 2]> = cells.filter(|&at| in_lane(at) && is_far(at)).collect();
        let hash = key.child(tunnel as u32).child(top).number();
        // Half a box has room for many more lanes than stairs can take.
        let number = hash % free.len().max(1) as u64;
        let [x, y] = free
            .get(number as usize)
            .copied()
            .unwrap_or([west + 2, north + 2]);
        Vertical {
            top: top as u8,
            levels: 1,
            y: y as u8,
            x: x as u8,
            kind: ConnectionKind::Pit,
        }
    }

    /// The tunnels of a level of a chute.
    pub(in super::super) fn tunnels(&self, zone: ZonePos) -> Vec<Tunnel> {
        let Some(feature) = self.chute_at(zone) else {
            return Vec::new();
        };
        let z = zone.z();
        if z <= ZonePos::SURFACE || z >= HUB {
            return Vec::new();
        }
        let key = self.chute_key(feature);
        let mut stairs = Board::EMPTY;
        for upper in [z - 1, z] {
            if let Some(upper) = ZonePos::at(feature.column, upper) {
                let flight = self.flight(upper);
                stairs.set(flight.x.into(), flight.y.into());
            }
        }
        let stairs = stairs.around();
        let tunnels = (0..TUNNELS).map(|tunnel| {
            let [[west, north], [east, south]] = boxes(key)[tunnel];
            let room = Board::rect([west + 1, north + 1], [east - 1, south - 1]);
            let room = room.without(&stairs);
            let [start, end] = [z - 1, z].map(|top| {
                let drop = self.drop(feature, tunnel, top);
                [drop.x, drop.y].map(usize::from)
            });
            let key = key.child("belt").child(z * 8 + tunnel as u32);
            Tunnel {
                belt: belt(&room, start, end, key),
            }
        });
        tunnels.collect()
    }

    /// The cells of all belts of a zone.
    pub(in super::super) fn belts(&self, zone: ZonePos) -> Board {
        let mut board = Board::EMPTY;
        for tunnel in self.tunnels(zone) {
            for ([x, y], _) in tunnel.belt {
                board.set(x, y);
            }
        }
        board
    }
}

/// The way of a belt from beside a place to another, by the cheapest cells: each costs a few
/// steps, by chance, so that belts wind.
fn belt(
    room: &Board,
    start: [usize; 2],
    end: [usize; 2],
    key: Seed,
) -> Vec<([usize; 2], Direction)> {
    let number = |[x, y]: [usize; 2]| y * WIDTH + x;
    let place = |number: usize| [number % WIDTH, number / WIDTH];
    let mut cost = [u32::MAX; WIDTH * HEIGHT];
    let mut towards = [Direction::Up; WIDTH * HEIGHT];
    // From the end back to the start, so that every cell knows where it carries to.
    let mut queue = BinaryHeap::from([Reverse((0, number(end)))]);
    cost[number(end)] = 0;
    while let Some(Reverse((here, at))) = queue.pop() {
        if here > cost[at] {
            continue;
        }
        if at == number(start) {
            break;
        }
        let [x, y] = place(at);
        for side in Direction::STRAIGHT {
            let (east, north, _) = side.east_north_up();
            let [nx, ny] = [x as i32 + east, y as i32 - north].map(|at| at.max(0) as usize);
            if nx >= WIDTH || ny >= HEIGHT || !room.get(nx, ny) {
                continue;
            }
            let next = number([nx, ny]);
            let own = 2 + key.child(next as u32).number() % 7;
            let there = here + own as u32;
            if there < cost[next] {
                cost[next] = there;
                towards[next] = side.opposite();
                queue.push(Reverse((there, next)));
            }
        }
    }
    let mut belt = Vec::new();
    let mut at = start;
    while at != end && towards[number(at)] != Direction::Up {
        let towards = towards[number(at)];
        if at != start {
            belt.push((at, towards));
        }
        let (east, north, _) = towards.east_north_up();
        at = [
            (at[0] as i32 + east) as usize,
            (at[1] as i32 - north) as usize,
        ];
    }
    belt
}
