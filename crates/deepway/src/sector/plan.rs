//! Plans sectors: composes the rooms of patterns and gives each room its place at once, so that
//! loops are closed where rooms meet and nothing has to be squeezed in afterwards.
//!
//! A main path leads from the entry hall to the boss arena; overpasses cross above or below it;
//! branches leave it, and rejoin where they come to lie beside another room; rooms that come to
//! lie above each other are joined; locked passages have their keys elsewhere. A plan that does
//! not keep the laws of structure is made again with other random numbers.

mod district;
mod grow;
mod lock;
mod loops;
mod pattern;
mod profile;
mod site;

pub use pattern::{Pattern, PatternKind};

use super::SectorError;
use super::blueprint::{Blueprint, BlueprintError, MIN_ROOMS};
use super::graph::{Archetype, Edge, EdgeKind, LockPlan, NodeKind, RoomGraph, RoomPlan, RoomSize};
use super::layout::{self, Joint, Layout, Stacked, lay_out};
use crate::ids::{EdgeId, LockId, RoomId};
use crate::seed::{Seed, Stream};
use district::Districts;
use grow::Grower;
use lock::Locks;
use loops::{FAR, Pair, distances, is_near};
use profile::{profile, share};
use site::Site;

/// How often a plan is made again.
const ATTEMPTS: u32 = 60;
/// What a broken law counts beside a loop too many or too few.
const WISH: u32 = 1000;
/// The box around a sector has at most so many times the units of its rooms.
const BOX: i64 = 12;

/// A plan: rooms, edges and locks, their places, and the patterns that they form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The rooms and how they are joined.
    pub graph: RoomGraph,
    /// Their places.
    pub layout: Layout,
    /// What the sector is composed of.
    pub patterns: Vec<Pattern>,
}

/// Plans a sector.
pub fn plan(blueprint: &Blueprint, seed: Seed) -> Result<Plan, BlueprintError> {
    blueprint.check()?;
    layout::tell_start(seed);
    let seed = seed.child("plan");
    let mut random = seed.stream();
    let most = blueprint.target_rooms;
    let fewest = MIN_ROOMS.max(most - 2);
    let rooms = fewest + random.below(u64::from(most - fewest) + 1) as u32;
    let brief = Brief::new(blueprint, rooms, &mut random);
    // Of very many rooms no number of loops is tried for long.
    let tries = match blueprint.loops {
        Some(_) => (30_000 / rooms).min(ATTEMPTS),
        None => ATTEMPTS,
    };
    let mut best: Option<(u32, Draft)> = None;
    for attempt in 0..ATTEMPTS {
        let stream = seed.child(attempt).stream();
        let Some(draft) = Draft::new(blueprint, &brief, stream) else {
            continue;
        };
        let faults = draft.faults(&brief);
        let missed = match blueprint.loops {
            None => faults + draft.shortfall(&brief, attempt),
            // Laws come before wishes.
            Some(asked) => {
                let short = draft.loops().abs_diff(asked) + draft.shortfall(&brief, attempt);
                faults * WISH + short.min(WISH - 1)
            }
        };
        if best.as_ref().is_none_or(|(least, _)| missed < *least) {
            best = Some((missed, draft));
        }
        let is_kept = best.as_ref().is_some_and(|(least, _)| *least < WISH);
        if missed == 0 || (attempt >= tries && is_kept) {
            break;
        }
    }
    // The last resort goes straight on, and always fits.
    let draft = match best {
        Some((_, draft)) => draft,
        None => Draft::straight(&brief, seed.child("straight").stream()),
    };
    Ok(draft.finish(seed.child("rooms").stream()))
}

impl Plan {
    /// Lays out a graph that a user brings.
    pub fn of_graph(
        mut graph: RoomGraph,
        blueprint: &Blueprint,
        seed: Seed,
    ) -> Result<Self, SectorError> {
        graph.check()?;
        layout::tighten(&mut graph);
        let layout = lay_out(&graph, blueprint.trend, seed)?;
        Ok(Self {
            graph,
            layout,
            patterns: Vec::new(),
        })
    }
}

/// What a plan should be like.
struct Brief {
    rooms: u32,
    path: u32,
    secrets: u32,
    locks: u32,
    loops: u32,
    overpasses: u32,
    /// How many edges change level.
    climbs: u32,
    /// About how many edges there will be.
    edges: u32,
    districts: Districts,
}

impl Brief {
    fn new(blueprint: &Blueprint, rooms: u32, random: &mut Stream) -> Self {
        let secrets = match rooms {
            0..=11 => u32::from(random.chance(3, 10)),
            _ => share(rooms * 5, random).max(1),
        };
        let shortest = shortest_path(rooms);
        let branching = blueprint.branching.min(100);
        // From seven tenths of the rooms to four tenths.
        let percent = 70 - branching * 30 / 100;
        let path = (share(rooms * percent, random)).clamp(shortest, rooms - secrets);
        let locks = blueprint.locks.unwrap_or(match rooms {
            0..=8 => 0,
            _ => (rooms + 5) / 10,
        });
        let loops = blueprint.loops.unwrap_or_else(|| match rooms {
            0..=6 => u32::from(random.chance(3, 5)),
            7 => u32::from(random.chance(4, 5)),
            8..=11 => u32::from(random.chance(19, 20)),
            _ => 1 + share(rooms * 8, random),
        });
        let spare = rooms - secrets - path;
        let wanted = match rooms {
            0..=8 => u32::from(random.chance(1, 4)),
            9..=19 => u32::from(random.chance(2, 3)),
            _ => 1 + rooms / 40,
        };
        let overpasses = wanted.min(loops).min(spare / 2);
        // All edges of the tree, and those that close loops, as far as they are edges.
        let edges = rooms - 1 + share(overpasses * 85 + loops * 35, random);
        let climbs = share(edges * blueprint.verticality, random);
        Self {
            rooms,
            path,
            secrets,
            locks,
            loops,
            overpasses,
            climbs,
            edges,
            districts: Districts::new(rooms),
        }
    }
}

/// A number of something: `1 room`, `2 rooms`.
fn counted(number: u32, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// The fewest rooms of a main path.
pub(super) fn shortest_path(rooms: u32) -> u32 {
    match rooms {
        0..=6 => 3,
        _ => (2 * rooms).div_ceil(5).max(4),
    }
}

/// A plan under construction, with all its rooms.
struct Draft {
    site: Site,
    stacked: Vec<Pair>,
    locks: Locks,
    patterns: Vec<(PatternKind, Vec<usize>, String)>,
    /// How many loops lie on one layer each.
    flat_loops: u32,
}

impl Draft {
    /// Composes a plan, if all its rooms find places.
    fn new(blueprint: &Blueprint, brief: &Brief, mut random: Stream) -> Option<Self> {
        let deltas = profile(blueprint, brief.rooms, brief.path, &mut random);
        let stacks = brief.loops.saturating_sub(brief.overpasses);
        let climbs = [brief.climbs, brief.edges];
        let mut grower = Grower::new(random, &brief.districts, climbs, stacks);
        if !grower.path(&deltas) {
            return None;
        }
        let mut patterns = Vec::new();
        let path: Vec<usize> = (0..brief.path as usize).collect();
        let layers = deltas.iter().sum::<i32>();
        patterns.push((
            PatternKind::MainPath,
            path,
            format!(
                "{} rooms to the boss arena, {} {} the entry hall",
                brief.path,
                counted(layers.unsigned_abs(), "layer"),
                if layers < 0 { "below" } else { "above" }
            ),
        ));
        let mut spare = brief.rooms - brief.path - brief.secrets;
        for _ in 0..brief.overpasses {
            if spare < 2 || grower.climbs[0] < 2 {
                break;
            }
            if let Some(rooms) = grower.overpass(spare.min(3)) {
                spare -= rooms.len() as u32 - 2;
                let why = format!(
                    "r{} and r{} are joined a second time, on another layer",
                    rooms[0],
                    rooms[rooms.len() - 1]
                );
                patterns.push((PatternKind::Overpass, rooms, why));
            }
        }
        let drops = match brief.rooms {
            0..=9 => 0,
            10..=19 => u32::from(grower.random.chance(1, 2)),
            _ => 1 + brief.loops / 4,
        };
        grower.contacts = brief.loops;
        // What is left to climb is left to branches: all other edges stay on their layers.
        let kept = (3 * drops).min(spare / 2);
        grower.climbs[1] = spare - kept;
        branches(&mut grower, spare - kept, &mut patterns)?;
        spare = kept;
        let neighbours = grower.site.neighbours();
        for _ in 0..drops {
            let first = grower.site.rooms.len();
            if spare > 0
                && let Some(rooms) = grower.drop(spare, &neighbours)
            {
                spare -= rooms;
                let rooms: Vec<usize> = (first..grower.site.rooms.len()).collect();
                let why = "it leads on, to come to lie above or below an earlier room".to_owned();
                patterns.push((PatternKind::Branch, rooms, why));
            }
        }
        branches(&mut grower, spare, &mut patterns)?;
        secrets(&mut grower, brief.secrets, &mut patterns)?;
        Some(Self::close(grower, brief, patterns))
    }

    /// Joins what lies above each other, locks passages, and closes loops.
    fn close(
        mut grower: Grower<'_>,
        brief: &Brief,
        mut patterns: Vec<(PatternKind, Vec<usize>, String)>,
    ) -> Self {
        let locks = lock::lock(&grower.site, brief.locks, &mut grower.random);
        let stacked = loops::stacked(&mut grower, &locks);
        let flat_loops = rejoin(&mut grower, &stacked, &locks, brief, &mut patterns);
        for &([low, high], _) in &stacked {
            let levels = grower.site.rooms[low]
                .anchor
                .z
                .abs_diff(grower.site.rooms[high].anchor.z);
            let levels = counted(levels, "layer");
            let why = format!("they lie {levels} apart with nothing between");
            patterns.push((PatternKind::Drop, vec![low, high], why));
        }
        for (number, lock) in locks.locks.iter().enumerate() {
            let [near, far] = lock.ends;
            let is_boss = grower.site.rooms[far].node == NodeKind::Boss;
            let is_path = grower.site.rooms[far].step.is_some() && !is_boss;
            let what = match (is_boss, is_path) {
                (true, _) => "the boss arena is locked",
                (_, true) => "the main path is locked",
                _ => "a branch is locked",
            };
            let why = format!("{what}; the key k{number} lies in r{}", lock.key);
            patterns.push((PatternKind::Gate, vec![near, far, lock.key], why));
            if !is_boss && !is_path {
                let why = format!("behind the lock k{number}");
                patterns.push((PatternKind::Vault, vec![far], why));
            }
        }
        for (room, spot) in grower.site.rooms.iter().enumerate() {
            if spot.degree >= 4 {
                let why = "four ways lead on from it".to_owned();
                patterns.push((PatternKind::Hub, vec![room], why));
            }
        }
        Self {
            site: grower.site,
            stacked,
            locks,
            patterns,
            flat_loops,
        }
    }

    /// A plan of last resort: rooms one after the other.
    fn straight(brief: &Brief, random: Stream) -> Self {
        let districts = Districts::new(0);
        let mut grower = Grower::new(random, &districts, [0, 0], 0);
        let mut deltas = vec![0; brief.path as usize - 1];
        if let Some(last) = deltas.last_mut() {
            *last = -1;
        }
        while !grower.path(&deltas) {
            let random = grower.random.clone();
            grower = Grower::new(random, &districts, [0, 0], 0);
        }
        let mut patterns = Vec::new();
        let _ = branches(&mut grower, brief.rooms - brief.path, &mut patterns);
        Self::close(grower, brief, patterns)
    }

    fn loops(&self) -> u32 {
        let passages = self.site.joins.len() + self.stacked.len();
        (passages + 1).saturating_sub(self.site.rooms.len()) as u32
    }

    /// How many laws of structure the plan breaks.
    fn faults(&self, brief: &Brief) -> u32 {
        let rooms = &self.site.rooms;
        let mut heights: Vec<i32> = rooms.iter().map(|spot| spot.anchor.z).collect();
        heights.sort_unstable();
        heights.dedup();
        let layers = match rooms.len() {
            0..=6 => 1,
            7..=11 => 2,
            12..=19 => 3,
            _ => 4,
        };
        let loops = self.loops();
        let units: i64 = rooms
            .iter()
            .map(|spot| i64::from(spot.side * spot.side))
            .sum();
        let locks = self.locks.locks.len() as u32;
        // The boss must not be around the corner.
        let nearest = match rooms.len() {
            0..=6 => 2,
            7..=19 => 3,
            _ => 4,
        };
        [
            rooms.len() as u32 != brief.rooms,
            heights.len() < layers,
            brief.rooms >= 20 && loops == 0,
            brief.rooms >= 20 && 3 * (loops - self.flat_loops.min(loops)) < loops,
            self.volume() > BOX * units,
            locks.abs_diff(brief.locks) > 1,
            self.steps_to_boss() < nearest,
        ]
        .into_iter()
        .map(u32::from)
        .sum()
    }

    /// How far the plan falls short of what was asked, which is tried only so often.
    fn shortfall(&self, brief: &Brief, attempt: u32) -> u32 {
        let is_short =
            self.loops() < brief.loops.min(1) || self.locks.locks.len() as u32 != brief.locks;
        u32::from(attempt < ATTEMPTS / 2 && is_short)
    }

    /// The units of the box around all rooms and corridors.
    fn volume(&self) -> i64 {
        let mut bounds = self.site.bounds();
        for join in &self.site.joins {
            if let Joint::Doors { via, .. } = &join.joint {
                for &unit in via {
                    bounds = bounds.with(site::Bounds::of(unit, 1));
                }
            }
        }
        bounds.volume()
    }

    /// How many passages the shortest way to the boss arena has.
    fn steps_to_boss(&self) -> u32 {
        let mut neighbours = self.site.neighbours();
        for &([low, high], _) in &self.stacked {
            neighbours[low].push(high);
            neighbours[high].push(low);
        }
        let boss = self.site.rooms.iter();
        let boss = boss.clone().position(|spot| spot.node == NodeKind::Boss);
        boss.map_or(FAR, |boss| distances(&neighbours, 0)[boss])
    }

    /// Writes the plan down.
    fn finish(self, mut random: Stream) -> Plan {
        let id = |room: usize| RoomId::new(room as u32);
        let rooms = self.site.rooms.iter().map(|spot| {
            let archetype = archetype(spot.node, spot.degree, spot.side, &mut random);
            RoomPlan {
                node: spot.node,
                archetype,
                size: RoomSize::from_side(spot.side).unwrap_or(RoomSize::Small),
                is_sized: false,
                name: None,
            }
        });
        let mut edges: Vec<Edge> = Vec::new();
        let mut joints: Vec<Joint> = Vec::new();
        for join in &self.site.joins {
            let [a, b] = join.ends.map(id);
            let kind = join.kind;
            edges.push(Edge { a, b, kind });
            joints.push(join.joint.clone());
        }
        let locks = self.locks.locks.iter().map(|lock| LockPlan {
            edges: vec![EdgeId::new(lock.edge as u32)],
            key: id(lock.key),
            name: None,
        });
        let stacked = self.stacked.iter().map(|&([low, high], column)| Stacked {
            ends: [low, high].map(id),
            column,
            lock: self
                .locks
                .between(low, high)
                .ok()
                .flatten()
                .map(|lock| LockId::new(lock as u32)),
        });
        let patterns = self.patterns.iter().map(|(kind, rooms, why)| Pattern {
            kind: *kind,
            rooms: rooms.iter().copied().map(id).collect(),
            why: why.clone(),
        });
        Plan {
            layout: layout::complete(Layout {
                anchors: self.site.rooms.iter().map(|spot| spot.anchor).collect(),
                joints,
                stacked: stacked.collect(),
                retries: 0,
                row: None,
            }),
            patterns: patterns.collect(),
            graph: RoomGraph {
                rooms: rooms.collect(),
                edges,
                locks: locks.collect(),
                wishes: Vec::new(),
                is_brought: false,
            },
        }
    }
}

/// Sets the rooms of branches, one or two in a row; none if there is no place for them.
fn branches(
    grower: &mut Grower<'_>,
    count: u32,
    patterns: &mut Vec<(PatternKind, Vec<usize>, String)>,
) -> Option<()> {
    let mut left = count;
    let mut misses = 0;
    // Branches gather at a room now and then.
    let mut hub = 1 + grower.random.below(grower.site.rooms.len() as u64) as usize;
    while left > 0 {
        let rooms = grower.site.rooms.len();
        let root = match grower.random.chance(1, 3) {
            true => hub.min(rooms - 1),
            false => grower.random.below(rooms as u64) as usize,
        };
        let mut branch = vec![root];
        let wanted = 1 + grower.random.below(3).min(u64::from(left) - 1);
        while branch.len() as u64 <= wanted
            && let Some(room) = grower.branch(branch[branch.len() - 1])
        {
            branch.push(room);
            left -= 1;
        }
        if branch.len() == 1 {
            misses += 1;
            hub = 1 + grower.random.below(rooms as u64) as usize;
            if misses > 60 + count {
                return None;
            }
            continue;
        }
        let rooms = counted(branch.len() as u32 - 1, "room");
        let why = format!("{rooms} off r{root}");
        patterns.push((PatternKind::Branch, branch, why));
    }
    Some(())
}

/// Sets secret rooms.
fn secrets(
    grower: &mut Grower<'_>,
    count: u32,
    patterns: &mut Vec<(PatternKind, Vec<usize>, String)>,
) -> Option<()> {
    let mut misses = 0;
    let mut made = 0;
    while made < count {
        let root = 1 + grower.random.below(grower.site.rooms.len() as u64 - 1) as usize;
        if grower.secret(root) {
            made += 1;
            let room = grower.site.rooms.len() - 1;
            let why = format!("behind a secret door of r{root}");
            patterns.push((PatternKind::Vault, vec![root, room], why));
        } else {
            misses += 1;
            if misses > 60 + count {
                return None;
            }
        }
    }
    Some(())
}

/// Closes loops on single layers until there are as many loops as wanted, but not so many that
/// fewer than a third of all loops lead over other layers; says how many lie on one layer each.
fn rejoin(
    grower: &mut Grower<'_>,
    stacked: &[Pair],
    locks: &Locks,
    brief: &Brief,
    patterns: &mut Vec<(PatternKind, Vec<usize>, String)>,
) -> u32 {
    // The parts into which layers fall, and the loops in them.
    let mut parts = Parts::new(grower.site.rooms.len());
    let mut flat = 0;
    for join in grower.site.joins.iter().filter(|join| !join.is_vertical()) {
        flat += u32::from(!parts.join(join.ends));
    }
    let mut found = loops::rejoins(&grower.site);
    grower.random.shuffle(&mut found);
    let passages = grower.site.joins.len() + stacked.len();
    let mut loops = (passages + 1).saturating_sub(grower.site.rooms.len()) as u32;
    let mut neighbours = grower.site.neighbours();
    for &([low, high], _) in stacked {
        neighbours[low].push(high);
        neighbours[high].push(low);
    }
    // At least one loop in three stays on its layer, if rooms allow it.
    let wanted = brief.loops.max(loops + brief.loops.div_ceil(3));
    let mut edges_left = (brief.loops / 2).max(1);
    for candidate in found {
        if loops >= wanted || edges_left == 0 {
            break;
        }
        let [a, b] = candidate.ends;
        let site = &grower.site;
        let Joint::Doors { doors, via } = &candidate.joint else {
            continue;
        };
        let is_open = site.has_space(a)
            && site.has_space(b)
            && !site.is_taken(a, doors[0].direction)
            && !site.is_taken(b, doors[1].direction)
            && site
                .facing(doors[0], via.len() as i32)
                .is_some_and(|(room, _)| room == b);
        let is_flat = parts.same(a, b);
        let would_be_flat = flat + u32::from(is_flat);
        let keeps_third = brief.rooms < 20 || 3 * (loops + 1 - would_be_flat) > loops;
        if !is_open
            || !keeps_third
            || locks.between(a, b) != Ok(None)
            || is_near(&neighbours, a, b, 2)
            || shortens(&neighbours, &grower.site, a, b)
        {
            continue;
        }
        flat = would_be_flat;
        parts.join([a, b]);
        neighbours[a].push(b);
        neighbours[b].push(a);
        loops += 1;
        edges_left -= 1;
        grower.site.join([a, b], EdgeKind::Normal, candidate.joint);
        let why = format!("r{a} and r{b} lie beside each other");
        patterns.push((PatternKind::Rejoin, vec![a, b], why));
    }
    flat
}

/// Whether a passage would make the way to the boss arena too short; with many rooms none does.
fn shortens(neighbours: &[Vec<usize>], site: &Site, a: usize, b: usize) -> bool {
    let count = site.rooms.len();
    let boss = site
        .rooms
        .iter()
        .position(|spot| spot.node == NodeKind::Boss);
    let Some(boss) = boss.filter(|_| count <= 40) else {
        return false;
    };
    let (start, end) = (distances(neighbours, 0), distances(neighbours, boss));
    let way = |a: usize, b: usize| start[a].saturating_add(1).saturating_add(end[b]);
    way(a, b).min(way(b, a)) < (count as u32 / 5).max(3)
}

/// Which rooms are joined, in parts that are merged.
struct Parts(Vec<usize>);

impl Parts {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut room: usize) -> usize {
        while self.0[room] != room {
            self.0[room] = self.0[self.0[room]];
            room = self.0[room];
        }
        room
    }

    fn same(&mut self, a: usize, b: usize) -> bool {
        self.root(a) == self.root(b)
    }

    /// Joins two rooms; false if they were joined before.
    fn join(&mut self, [a, b]: [usize; 2]) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
        a != b
    }
}

/// Decides what a room looks like, by its edges and its size.
fn archetype(node: NodeKind, degree: u32, side: i32, random: &mut Stream) -> Archetype {
    use Archetype::{BossArena, Chamber, Corridor, EntryHall, Junction, SecretRoom};
    let archetypes: &[(Archetype, u32)] = match (node, degree, side) {
        (NodeKind::Start, ..) => &[(EntryHall, 1)],
        (NodeKind::Boss, ..) => &[(BossArena, 1)],
        (NodeKind::Secret, ..) => &[(SecretRoom, 1)],
        (_, 2, 1) => &[(Corridor, 1), (Chamber, 1)],
        (_, 0..=2, _) | (_, _, 3..) => &[(Chamber, 1)],
        (_, 3, 1) => &[(Junction, 2), (Chamber, 1), (Corridor, 1)],
        _ => &[(Junction, 2), (Chamber, 1)],
    };
    random.weighted(archetypes).copied().unwrap_or(Chamber)
}
