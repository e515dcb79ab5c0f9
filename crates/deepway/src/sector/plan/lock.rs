//! Locks and keys: a locked passage is the only way to what is behind it, and its key lies where
//! one comes without it.

use super::super::graph::{EdgeKind, NodeKind};
use super::site::Site;
use crate::seed::Stream;

/// A locked edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock {
    /// The number of the edge.
    pub(super) edge: usize,
    /// The room where the key lies.
    pub(super) key: usize,
    /// The room in front of the lock, and the first behind it.
    pub(super) ends: [usize; 2],
}

/// The locks of a sector, and what is behind each.
pub(super) struct Locks {
    /// In an order in which they can be opened.
    pub(super) locks: Vec<Lock>,
    /// For each room the innermost lock that it is behind.
    behind: Vec<Option<usize>>,
    /// For each lock the lock that it is behind.
    outer: Vec<Option<usize>>,
}

impl Locks {
    /// The lock that a passage between two rooms must have: `Ok(None)` if they are behind the
    /// same locks, and an error if no single lock would do.
    pub(super) fn between(&self, a: usize, b: usize) -> Result<Option<usize>, ()> {
        let [a, b] = [a, b].map(|room| self.behind[room]);
        if a == b {
            return Ok(None);
        }
        match (a, b) {
            (Some(inner), outer) if self.outer[inner] == outer => Ok(Some(inner)),
            (outer, Some(inner)) if self.outer[inner] == outer => Ok(Some(inner)),
            _ => Err(()),
        }
    }
}

/// An edge without which its far side cannot be reached.
struct Bridge {
    edge: usize,
    /// The room on the near side, and the one on the far side.
    ends: [usize; 2],
}

/// A walk over all rooms along edges, depth first from the entry hall.
struct Tree {
    /// When each room was entered, and how many rooms had been when it was left.
    spans: Vec<[usize; 2]>,
    /// Rooms in the order in which they were entered.
    order: Vec<usize>,
    bridges: Vec<Bridge>,
}

impl Tree {
    /// Tarjan's search for bridges (1974), without recursion.
    fn new(site: &Site) -> Self {
        let count = site.rooms.len();
        let mut ways: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
        for (edge, join) in site.joins.iter().enumerate() {
            let [a, b] = join.ends;
            ways[a].push((edge, b));
            ways[b].push((edge, a));
        }
        let mut spans = vec![[usize::MAX, 0]; count];
        let mut lowest = vec![usize::MAX; count];
        let (mut order, mut bridges) = (Vec::with_capacity(count), Vec::new());
        // Rooms on the way, the edge by which each was entered, and how many ways are done.
        let mut stack = vec![(0, usize::MAX, 0)];
        spans[0][0] = 0;
        lowest[0] = 0;
        order.push(0);
        while let Some(&mut (room, arrival, ref mut done)) = stack.last_mut() {
            if let Some(&(edge, next)) = ways[room].get(*done) {
                *done += 1;
                if edge == arrival {
                    continue;
                }
                if spans[next][0] != usize::MAX {
                    lowest[room] = lowest[room].min(spans[next][0]);
                    continue;
                }
                spans[next][0] = order.len();
                lowest[next] = order.len();
                order.push(next);
                stack.push((next, edge, 0));
                continue;
            }
            stack.pop();
            spans[room][1] = order.len();
            if let Some(&(before, ..)) = stack.last() {
                lowest[before] = lowest[before].min(lowest[room]);
                if lowest[room] > spans[before][0] {
                    bridges.push(Bridge {
                        edge: arrival,
                        ends: [before, room],
                    });
                }
            }
        }
        Self {
            spans,
            order,
            bridges,
        }
    }
}

/// Locks about so many edges, as far as there are edges that can be locked.
pub(super) fn lock(site: &Site, count: u32, random: &mut Stream) -> Locks {
    let tree = Tree::new(site);
    let mut chosen = choose(site, &tree, count, random);
    // From the entry hall outwards, so that what is around a lock comes before it.
    chosen.sort_by_key(|bridge| tree.spans[bridge.ends[1]][0]);
    let mut behind: Vec<Option<usize>> = vec![None; site.rooms.len()];
    let mut outer = Vec::new();
    for (number, bridge) in chosen.iter().enumerate() {
        let [_, far] = bridge.ends;
        outer.push(behind[far]);
        let [first, end] = tree.spans[far];
        for &room in &tree.order[first..end] {
            behind[room] = Some(number);
        }
    }
    let mut inner: Vec<Vec<usize>> = vec![Vec::new(); chosen.len()];
    let mut ready: Vec<usize> = Vec::new();
    for (number, &around) in outer.iter().enumerate() {
        match around {
            Some(around) => inner[around].push(number),
            None => ready.push(number),
        }
    }
    // Keys one after the other: each lies where one comes with the keys before it.
    let mut locks: Vec<Lock> = Vec::new();
    let mut numbers = vec![usize::MAX; chosen.len()];
    let mut has_key = vec![false; site.rooms.len()];
    while !ready.is_empty() {
        let number = ready.swap_remove(random.below(ready.len() as u64) as usize);
        let is_open = |room: usize| behind[room].is_none_or(|lock| numbers[lock] != usize::MAX);
        let key = key_room(site, is_open, &has_key, &chosen[number], random);
        has_key[key] = true;
        numbers[number] = locks.len();
        locks.push(Lock {
            edge: chosen[number].edge,
            key,
            ends: chosen[number].ends,
        });
        ready.append(&mut inner[number]);
    }
    let renumber = |lock: Option<usize>| lock.map(|lock| numbers[lock]);
    let mut outside = vec![None; locks.len()];
    for (number, around) in outer.into_iter().enumerate() {
        outside[numbers[number]] = renumber(around);
    }
    Locks {
        locks,
        behind: behind.into_iter().map(renumber).collect(),
        outer: outside,
    }
}

/// Chooses the edges to lock: the boss arena at most once in a while, gates on the main path,
/// and branches.
fn choose(site: &Site, tree: &Tree, count: u32, random: &mut Stream) -> Vec<Bridge> {
    let mut weighted: Vec<(u64, &Bridge)> = Vec::new();
    for bridge in &tree.bridges {
        let [near, far] = bridge.ends;
        let [first, end] = tree.spans[far];
        let is_secret = site.joins[bridge.edge].kind == EdgeKind::Secret;
        // The key needs a room in front that is not the entry hall.
        let rooms_before = site.rooms.len() - (end - first);
        if is_secret || rooms_before < 3 {
            continue;
        }
        let weight = match (site.rooms[near].step, site.rooms[far].node) {
            (_, NodeKind::Boss) => 4,
            (Some(_), NodeKind::Main) => 3,
            (_, NodeKind::Branch) if end - first > 1 => 4,
            _ => 2,
        };
        // Efraimidis and Spirakis' order by weighted chance, with whole numbers.
        let rank = (0..weight).map(|_| random.below(1 << 32)).max();
        weighted.push((rank.unwrap_or(0), bridge));
    }
    weighted.sort_by_key(|(rank, bridge)| (std::cmp::Reverse(*rank), bridge.edge));
    let chosen = weighted.into_iter().take(count as usize);
    chosen
        .map(|(_, bridge)| Bridge {
            edge: bridge.edge,
            ends: bridge.ends,
        })
        .collect()
}

/// A room for the key of a lock, a dead end if there is one.
fn key_room(
    site: &Site,
    is_open: impl Fn(usize) -> bool,
    has_key: &[bool],
    bridge: &Bridge,
    random: &mut Stream,
) -> usize {
    let worth = |room: usize| {
        let spot = &site.rooms[room];
        let base = match (spot.node, spot.degree) {
            (NodeKind::Start | NodeKind::Boss, _) => 0,
            (NodeKind::Secret, _) => 1,
            (_, 1) => 8,
            (NodeKind::Branch, _) => 5,
            _ => 3,
        };
        match has_key[room] || room == bridge.ends[0] {
            true => base / 3,
            false => base,
        }
    };
    // Of a few rooms the best; with many rooms not all are looked at.
    let count = site.rooms.len();
    let mut best: Option<(u32, usize)> = None;
    for number in 0..count.min(96) {
        let room = match count <= 96 {
            true => number,
            false => random.below(count as u64) as usize,
        };
        if !is_open(room) || worth(room) == 0 {
            continue;
        }
        let value = worth(room) * 4 + random.below(12) as u32;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, room));
        }
    }
    // The room in front of the lock is always open.
    best.map_or(bridge.ends[0], |(_, room)| room)
}
