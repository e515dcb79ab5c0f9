//! Planning the rooms of a sector: a main path, branches off it, perhaps a secret room.

use super::super::blueprint::{Blueprint, BlueprintError, MIN_ROOMS};
use super::{Archetype, Edge, EdgeKind, NodeKind, RoomGraph, RoomPlan, RoomSize};
use crate::ids::RoomId;
use crate::seed::{Seed, Stream};

/// A branch off the main path.
struct Branch {
    /// The room of the path where it begins.
    root: usize,
    rooms: u32,
}

impl RoomGraph {
    /// Plans the rooms of a sector.
    ///
    /// A main path leads from the entry hall to the boss arena. Each of its rooms may
    /// have one or two branches of one or two rooms; half of them return to the path
    /// at least two rooms further on. One room may be secret.
    pub fn generate(blueprint: &Blueprint, seed: Seed) -> Result<Self, BlueprintError> {
        blueprint.check()?;
        let mut random = seed.child("graph").stream();
        let most = blueprint.target_rooms;
        let fewest = MIN_ROOMS.max(most - 2);
        let rooms = fewest + random.below(u64::from(most - fewest) + 1) as u32;
        let has_secret = random.chance(3, 10);
        // Not counting the entry hall, the boss arena and the secret room.
        let mut left = rooms - 2 - u32::from(has_secret);
        let mut branches = Vec::new();
        let mut path = 1;
        loop {
            // The entry hall has one edge besides the path, and leaves a room for it.
            let (most, kept) = if path == 1 { (1, 1) } else { (2, 0) };
            if random.chance(6, 10) {
                let count = (1 + random.below(2)).min(most);
                for _ in 0..count {
                    let rooms = (1 + random.below(2) as u32).min(left.saturating_sub(kept));
                    if rooms > 0 {
                        left -= rooms;
                        let root = path - 1;
                        branches.push(Branch { root, rooms });
                    }
                }
            }
            if left == 0 {
                break;
            }
            left -= 1;
            path += 1;
        }
        Ok(wire(path, &branches, has_secret, &mut random))
    }
}

/// Joins the rooms, which are numbered along the path, then along the branches.
fn wire(path: usize, branches: &[Branch], has_secret: bool, random: &mut Stream) -> RoomGraph {
    let boss = path as u32;
    let mut nodes = vec![NodeKind::Main; path];
    nodes[0] = NodeKind::Start;
    nodes.push(NodeKind::Boss);
    let mut edges: Vec<Edge> = Vec::new();
    let mut degrees = vec![0; path + 1];
    let mut join = |degrees: &mut Vec<usize>, a: u32, b: u32, kind| {
        degrees.resize(degrees.len().max(1 + a.max(b) as usize), 0);
        degrees[a as usize] += 1;
        degrees[b as usize] += 1;
        let [a, b] = [a, b].map(RoomId::new);
        edges.push(Edge { a, b, kind });
    };
    for room in 1..=boss {
        join(&mut degrees, room - 1, room, EdgeKind::Normal);
    }
    let mut ends = Vec::new();
    for branch in branches {
        let mut from = branch.root as u32;
        for _ in 0..branch.rooms {
            let room = nodes.len() as u32;
            nodes.push(NodeKind::Branch);
            join(&mut degrees, from, room, EdgeKind::Normal);
            from = room;
        }
        ends.push((branch.root, from));
    }
    // The most edges that a room of the path or of a branch may have.
    const MOST: usize = 4;
    for (root, end) in ends {
        if random.chance(1, 2) {
            let further = (root + 2..path).filter(|&room| degrees[room] < MOST);
            let near: Vec<usize> = further.take(3).collect();
            if let Some(&room) = random.pick(&near) {
                join(&mut degrees, end, room as u32, EdgeKind::Normal);
            }
        }
    }
    if has_secret {
        let is_open = |&room: &usize| {
            matches!(nodes[room], NodeKind::Main | NodeKind::Branch) && degrees[room] < MOST
        };
        let open: Vec<usize> = (0..nodes.len()).filter(is_open).collect();
        let room = random.pick(&open).map_or(1, |&room| room as u32);
        let secret = nodes.len() as u32;
        join(&mut degrees, room, secret, EdgeKind::Secret);
        nodes.push(NodeKind::Secret);
    }
    let rooms = nodes.iter().zip(&degrees);
    let rooms = rooms.map(|(&node, &degree)| furnish(node, degree, random));
    RoomGraph {
        rooms: rooms.collect(),
        edges,
        is_brought: false,
    }
}

/// Decides what a room looks like.
fn furnish(node: NodeKind, degree: usize, random: &mut Stream) -> RoomPlan {
    use Archetype::{BossArena, Chamber, Corridor, EntryHall, Junction, SecretRoom};
    let archetypes: &[(Archetype, u32)] = match (node, degree) {
        (NodeKind::Start, _) => &[(EntryHall, 1)],
        (NodeKind::Boss, _) => &[(BossArena, 1)],
        (NodeKind::Secret, _) => &[(SecretRoom, 1)],
        (_, 0..=1) => &[(Chamber, 1)],
        (_, 2) => &[(Corridor, 1), (Chamber, 1)],
        (_, 3) => &[(Junction, 2), (Chamber, 1), (Corridor, 1)],
        _ => &[(Junction, 1), (Chamber, 1)],
    };
    let archetype = random.weighted(archetypes).copied().unwrap_or(Chamber);
    let sizes: &[(RoomSize, u32)] = match archetype {
        EntryHall => &[(RoomSize::Medium, 1)],
        Corridor | SecretRoom => &[(RoomSize::Small, 1)],
        Chamber => &[
            (RoomSize::Small, 3),
            (RoomSize::Medium, 5),
            (RoomSize::Large, 2),
        ],
        Junction => &[(RoomSize::Small, 2), (RoomSize::Medium, 3)],
        BossArena => &[(RoomSize::Large, 1)],
    };
    RoomPlan {
        node,
        archetype,
        size: random.weighted(sizes).copied().unwrap_or(RoomSize::Small),
        name: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_plan_keeps_its_promises(target_rooms in 5..60u32, seed: u64) {
            let blueprint = Blueprint { target_rooms, ..Blueprint::default() };
            let graph = RoomGraph::generate(&blueprint, Seed::new(seed)).unwrap();
            prop_assert_eq!(graph.check(), Ok(()));
            let rooms = graph.rooms.len() as u32;
            prop_assert!((5.max(target_rooms - 2)..=target_rooms).contains(&rooms));
            let count = |node| graph.rooms.iter().filter(|room| room.node == node).count();
            prop_assert_eq!(count(NodeKind::Start), 1);
            prop_assert_eq!(count(NodeKind::Boss), 1);
            prop_assert!(count(NodeKind::Main) >= 1 && count(NodeKind::Secret) <= 1);
            prop_assert_eq!(graph.rooms[0].node, NodeKind::Start);
            for (room, neighbours) in graph.rooms.iter().zip(graph.neighbours()) {
                let [fewest, most] = room.archetype.edges();
                prop_assert!((fewest..=most).contains(&neighbours.len()), "{:?} has {}", room, neighbours.len());
            }
            for edge in &graph.edges {
                let is_secret = [edge.a, edge.b].iter().any(|&room| graph.rooms[room.index()].node == NodeKind::Secret);
                prop_assert_eq!(edge.kind == EdgeKind::Secret, is_secret);
            }
        }
    }

    /// Half of the branches that could return to the path do, at least two rooms further on and
    /// never at the boss.
    #[test]
    fn half_of_the_branches_come_back_two_rooms_further_on() {
        let (mut could, mut did) = (0u32, 0u32);
        for seed in 0..3000 {
            let blueprint = Blueprint {
                target_rooms: 40,
                ..Blueprint::default()
            };
            let graph = RoomGraph::generate(&blueprint, Seed::new(seed)).unwrap();
            let node = |room: RoomId| graph.rooms[room.index()].node;
            let boss = graph
                .rooms
                .iter()
                .position(|room| room.node == NodeKind::Boss);
            // The path is numbered from the entry hall.
            let path = boss.unwrap() as u32;
            let neighbours = graph.neighbours();
            let mut seen = vec![false; graph.rooms.len()];
            for room in RoomId::all(graph.rooms.len()) {
                if node(room) != NodeKind::Branch || seen[room.index()] {
                    continue;
                }
                let (mut open, mut ends) = (vec![room], Vec::new());
                seen[room.index()] = true;
                while let Some(room) = open.pop() {
                    for &(_, next) in &neighbours[room.index()] {
                        match node(next) {
                            NodeKind::Branch if !seen[next.index()] => {
                                seen[next.index()] = true;
                                open.push(next);
                            }
                            NodeKind::Branch | NodeKind::Secret => {}
                            _ => ends.push(next.number()),
                        }
                    }
                }
                ends.sort_unstable();
                match ends[..] {
                    [root] => could += u32::from(root + 4 < path),
                    [root, end] => {
                        assert!(end >= root + 2 && end < path, "{root} to {end} of {path}");
                        did += u32::from(root + 4 < path);
                        could += u32::from(root + 4 < path);
                    }
                    _ => panic!("a branch with ends {ends:?}"),
                }
            }
        }
        // If all rooms further on have their edges already, no branch returns.
        let share = f64::from(did) / f64::from(could);
        assert!(
            could > 10_000 && (0.47..0.51).contains(&share),
            "{did} of {could}"
        );
    }

    #[test]
    fn three_of_ten_sectors_have_a_secret_room() {
        let secret = (0..20_000).filter(|&seed| {
            let graph = RoomGraph::generate(&Blueprint::default(), Seed::new(seed)).unwrap();
            graph.rooms.iter().any(|room| room.node == NodeKind::Secret)
        });
        // Five standard deviations of 6,000 are 324.
        let secret = secret.count();
        assert!(secret.abs_diff(6000) < 324, "{secret} of 20,000");
    }
}
