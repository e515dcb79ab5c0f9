//! Closes loops: overpasses over the main path, and passages that rejoin on one layer.

use super::super::graph::{EdgeKind, NodeKind};
use super::super::layout::{Door, Joint, footprint, wall_unit};
use super::grow::Grower;
use super::lock::Locks;
use super::site::Site;
use crate::space::{Direction, RoomPos};
use std::collections::VecDeque;

/// How many units a passage that rejoins may be long.
const LONGEST: i32 = 3;
/// How many rooms are looked at as the beginning of a drop, and how far away from it a drop may
/// end, seen from above.
const DROP_ROOTS: usize = 64;
const DROP_REACH: i32 = 12;
/// How many pairs of rooms of each height are tried for a drop.
const DROPS: u32 = 12;
/// What is too far to be counted.
pub(super) const FAR: u32 = u32::MAX;

impl Grower<'_> {
    /// Builds an overpass with at most so many rooms: from a room of the main path up or down, across,
    /// and back to a later room of the path. Says which rooms it has, the two of the path included.
    pub(super) fn overpass(&mut self, most: u32) -> Option<Vec<usize>> {
        let path = self.site.rooms.iter().filter(|spot| spot.step.is_some());
        // Not the boss arena.
        let path = path.count().saturating_sub(1);
        let mut roots: Vec<usize> = (0..path).collect();
        self.random.shuffle(&mut roots);
        for &root in roots.iter().take(8) {
            for delta in *self.random.pick(&[[1, -1], [-1, 1]])? {
                for goal in root + 2..path.min(root + 6) {
                    if let Some(rooms) = self.cross(root, goal, delta, most) {
                        return Some(rooms);
                    }
                }
            }
        }
        None
    }

    /// Leads from a room to a place two or more layers above or below one that is not near it, the
    /// higher the better, with at most so many rooms; says how many. Rooms that `neighbours` does
    /// not have are left out.
    pub(super) fn drop(&mut self, most: u32, neighbours: &[Vec<usize>]) -> Option<u32> {
        let mut pairs: Vec<(i32, i32, [usize; 2])> = Vec::new();
        let is_plain = |node| !matches!(node, NodeKind::Boss | NodeKind::Secret);
        for _ in 0..DROP_ROOTS.min(2 * neighbours.len()) {
            let late = self.random.below(neighbours.len() as u64) as usize;
            let from = self.site.rooms[late];
            if !is_plain(from.node) || !self.site.has_space(late) {
                continue;
            }
            for (early, to) in self.site.rooms[..neighbours.len()].iter().enumerate() {
                let levels = (from.anchor.z - to.anchor.z).abs();
                let away = apart(from.anchor, to.anchor);
                let is_fit = levels >= 2
                    && away <= DROP_REACH
                    && is_plain(to.node)
                    && !self.site.is_taken(early, towards(to.anchor, from.anchor))
                    && !is_near(neighbours, late, early, 3);
                if is_fit {
                    pairs.push((-levels.min(4), away, [late, early]));
                }
            }
        }
        self.random.shuffle(&mut pairs);
        pairs.sort_by_key(|&(reward, apart, _)| (reward, apart));
        // Some of each height, the nearest first.
        let mut tried = [0; 8];
        for (reward, _, [late, early]) in pairs {
            let tried = &mut tried[-reward as usize];
            *tried += 1;
            if *tried > DROPS {
                continue;
            }
            // A short way down is not worth much.
            let most = if reward == -2 { 1 } else { most.min(3) };
            if let Some(rooms) = self.lead(late, early, most) {
                return Some(rooms);
            }
        }
        None
    }

    /// Sets at most so many rooms on one layer, the last of them above or below a room with
    /// nothing between; says how many, or sets none.
    fn lead(&mut self, from: usize, goal: usize, most: u32) -> Option<u32> {
        let region = self.districts.all();
        let to = self.site.rooms[goal].anchor;
        let mut last = from;
        for set in 0..most {
            let side = 1 + self.random.below(2) as i32;
            self.offer(last, side, 0);
            let arriving = self.kept(|site, offer| {
                let mut found = site.over_and_under(offer.anchor, offer.side, 6);
                found.any(|(room, _)| room == goal)
            });
            let arriving = self.choose(arriving, region);
            let arrives = arriving.is_some();
            let offer = match arriving {
                None if set + 1 < most => {
                    self.offer(last, 1, 0);
                    let now = apart(self.site.rooms[last].anchor, to);
                    self.keep(|_, offer| apart(offer.anchor, to) < now);
                    self.best(None, NodeKind::Branch, region)
                }
                found => found,
            };
            let Some(offer) = offer else {
                for _ in 0..set {
                    self.site.take_back();
                }
                return None;
            };
            last = self
                .site
                .place(last, &offer, NodeKind::Branch, EdgeKind::Normal);
            if arrives {
                for _ in 0..=set {
                    self.count(false);
                }
                return Some(set + 1);
            }
        }
        None
    }

    /// Builds an overpass between two rooms of the path, `delta` layers above or below both.
    fn cross(&mut self, root: usize, goal: usize, delta: i32, most: u32) -> Option<Vec<usize>> {
        let direction = if delta > 0 {
            Direction::Up
        } else {
            Direction::Down
        };
        let [from, to] = [root, goal].map(|room| self.site.rooms[room]);
        let is_open = |site: &Site, room| site.has_space(room) && !site.is_taken(room, direction);
        if from.anchor.z != to.anchor.z
            || !is_open(&self.site, root)
            || !is_open(&self.site, goal)
            || self.site.are_joined(root, goal)
        {
            return None;
        }
        let region = self.districts.all();
        let mut rooms = vec![root];
        let side = 1 + self.random.below(2) as i32;
        self.offer(root, side, delta);
        let offer = self.best(None, NodeKind::Branch, region)?;
        let mut last = self
            .site
            .place(root, &offer, NodeKind::Branch, EdgeKind::Normal);
        rooms.push(last);
        for number in 2..=most {
            // A room above the goal, if one can be reached; else a room on the way.
            let side = 1 + self.random.below(2) as i32;
            self.offer(last, side, 0);
            self.keep(|_, offer| overlap(offer.anchor, offer.side, to.anchor, to.side).is_some());
            let arrives = self.best(None, NodeKind::Branch, region);
            let offer = match arrives {
                Some(offer) => Some(offer),
                None if number < most => {
                    self.offer(last, 1, 0);
                    let now = apart(self.site.rooms[last].anchor, to.anchor);
                    self.keep(|_, offer| apart(offer.anchor, to.anchor) < now);
                    self.best(None, NodeKind::Branch, region)
                }
                None => None,
            };
            let Some(offer) = offer else { break };
            last = self
                .site
                .place(last, &offer, NodeKind::Branch, EdgeKind::Normal);
            rooms.push(last);
            if arrives.is_some() {
                let spot = self.site.rooms[last];
                if let Some(column) = overlap(spot.anchor, spot.side, to.anchor, to.side) {
                    let joint = Joint::Column { column };
                    self.site.join([last, goal], EdgeKind::Normal, joint);
                    for number in 0..rooms.len() {
                        self.count(number == 0 || number + 1 == rooms.len());
                    }
                    rooms.push(goal);
                    return Some(rooms);
                }
            }
        }
        for _ in 1..rooms.len() {
            self.site.take_back();
        }
        None
    }
}

/// Whether a room is at most so many steps away from another.
pub(super) fn is_near(neighbours: &[Vec<usize>], a: usize, b: usize, most: u32) -> bool {
    let mut seen = vec![a];
    let mut first = 0;
    for _ in 0..most {
        let last = seen.len();
        for number in first..last {
            for &next in &neighbours[seen[number]] {
                if next == b {
                    return true;
                }
                if !seen.contains(&next) {
                    seen.push(next);
                }
            }
        }
        first = last;
    }
    false
}

/// How far two places are apart, looked at from above.
fn apart(a: RoomPos, b: RoomPos) -> i32 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}

/// Whether a place lies above or below another.
fn towards(from: RoomPos, to: RoomPos) -> Direction {
    match to.z > from.z {
        true => Direction::Up,
        false => Direction::Down,
    }
}

/// A column that two rooms share.
fn overlap(a: RoomPos, side: i32, b: RoomPos, other: i32) -> Option<[i32; 2]> {
    let x = a.x.max(b.x);
    let y = a.y.max(b.y);
    let is_shared = x < (a.x + side).min(b.x + other) && y < (a.y + side).min(b.y + other);
    is_shared.then_some([x, y])
}

/// A passage that would close a loop on one layer.
pub(super) struct Rejoin {
    pub(super) ends: [usize; 2],
    pub(super) joint: Joint,
}

/// All passages that could close a loop on one layer, the shortest first.
pub(super) fn rejoins(site: &Site) -> Vec<Rejoin> {
    let mut found: Vec<Rejoin> = Vec::new();
    let is_apart = |room: usize| matches!(site.rooms[room].node, NodeKind::Boss | NodeKind::Secret);
    for (room, spot) in site.rooms.iter().enumerate() {
        if is_apart(room) || !site.has_space(room) {
            continue;
        }
        for direction in [Direction::North, Direction::East] {
            if site.is_taken(room, direction) {
                continue;
            }
            for i in 0..spot.side {
                let unit = wall_unit(spot.anchor, spot.side, direction, i);
                let door = Door { unit, direction };
                let Some((other, via)) = site.facing(door, LONGEST) else {
                    continue;
                };
                let back = direction.opposite();
                let is_known =
                    found.iter().rev().take(12).any(|known| {
                        known.ends == [room, other] && rank(&known.joint) <= via.len()
                    });
                if other == room
                    || is_known
                    || is_apart(other)
                    || !site.has_space(other)
                    || site.is_taken(other, back)
                {
                    continue;
                }
                let last = via.last().copied().unwrap_or(unit);
                let far = Door {
                    unit: last.step(direction),
                    direction: back,
                };
                let doors = [door, far];
                found.push(Rejoin {
                    ends: [room, other],
                    joint: Joint::Doors { doors, via },
                });
            }
        }
    }
    found
}

fn rank(joint: &Joint) -> usize {
    match joint {
        Joint::Doors { via, .. } => via.len(),
        _ => 0,
    }
}

/// How many steps each room is away from a room.
pub(super) fn distances(neighbours: &[Vec<usize>], from: usize) -> Vec<u32> {
    let mut distances = vec![FAR; neighbours.len()];
    let mut open = VecDeque::from([from]);
    distances[from] = 0;
    while let Some(room) = open.pop_front() {
        for &next in &neighbours[room] {
            if distances[next] == FAR {
                distances[next] = distances[room] + 1;
                open.push_back(next);
            }
        }
    }
    distances
}

/// Two rooms, the lower and the higher, and the column between them.
pub(super) type Pair = ([usize; 2], [i32; 2]);

/// Pairs of rooms above each other with nothing between that are not joined: all that are up to
/// three layers apart, and a quarter of those that are farther apart, except where they are
/// behind different locks.
pub(super) fn stacked(grower: &mut Grower<'_>, locks: &Locks) -> Vec<Pair> {
    let Grower { site, random, .. } = grower;
    let is_apart = |room: usize| matches!(site.rooms[room].node, NodeKind::Boss | NodeKind::Secret);
    let count = site.rooms.len();
    let mut neighbours = site.neighbours();
    let mut taken: Vec<[bool; 2]> = (0..count)
        .map(|room| [Direction::Up, Direction::Down].map(|way| site.is_taken(room, way)))
        .collect();
    let mut pairs: Vec<Pair> = Vec::new();
    for low in 0..count {
        if is_apart(low) {
            continue;
        }
        let spot = site.rooms[low];
        let mut above: Vec<(usize, i32, RoomPos)> = Vec::new();
        for unit in footprint(spot.anchor, spot.side) {
            if let Some((high, apart)) = site.first_beyond(unit, Direction::Up, 6)
                && !above.iter().any(|known| known.0 == high)
            {
                above.push((high, apart, unit));
            }
        }
        for (high, apart, unit) in above {
            if is_apart(high)
                || taken[low][0]
                || taken[high][1]
                || neighbours[low].contains(&high)
                || locks.between(low, high).is_err()
                || (apart > 3 && !random.chance(1, 4))
            {
                continue;
            }
            taken[low][0] = true;
            taken[high][1] = true;
            neighbours[low].push(high);
            let column = [unit.x, unit.y];
            pairs.push(([low, high], column));
        }
    }
    for &([low, high], column) in &pairs {
        let [low, high] = [low, high].map(|room| site.rooms[room].anchor.z);
        site.keep_column(column, low, high);
    }
    pairs
}
