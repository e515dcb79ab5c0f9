//! How far it is at least.
//!
//! On the goal's own level that is the distance as the crow walks. From any
//! other level every way leads through the links of each gap between the two
//! levels, so the bound is the least over those links: to the link, over it,
//! and on from there. Whatever detours a way makes, for each gap there is a link
//! by which it crosses the gap for the last time, and between two of those it
//! is at least as long as the crow's walk; so the bound never exceeds the cost.

use super::graph::{Graph, id_of, pos_of};
use crate::cell::LinkKind;
use crate::link::Link;
use crate::rules::{Gravity, Moves};
use crate::space::Pos;

/// What is known of a graph before any goal is.
#[derive(Clone, Debug)]
pub(super) struct Heuristic {
    straight: u64,
    diagonal: u64,
    up: u64,
    down: u64,
    /// How many links of each kind lead up, and down.
    kinds: [[u32; LinkKind::ALL.len()]; 2],
    /// The doors that lead up and down from each level.
    doors: [Vec<Vec<Door>>; 2],
    /// Whether the doors tell how far it is: there are some, not too many, and
    /// none that leads down any number of levels.
    use_doors: bool,
}

/// A link in one of its directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Door {
    near: Pos,
    far: Pos,
    cost: u64,
}

/// With more doors than this in a gap, looking at each of them does not pay.
const MAX_DOORS: usize = 64;

impl Heuristic {
    pub(super) fn new(graph: &Graph) -> Self {
        let levels = graph.size().levels() as usize;
        let mut heuristic = Self {
            straight: 0,
            diagonal: 0,
            up: 0,
            down: 0,
            kinds: Default::default(),
            doors: [vec![Vec::new(); levels], vec![Vec::new(); levels]],
            use_doors: false,
        };
        let links = graph
            .roads
            .links(graph.volume)
            .iter()
            .map(|&link| (link, true));
        heuristic.repair(graph, links);
        heuristic
    }

    /// Follows links that came (true) and went.
    pub(super) fn repair(&mut self, graph: &Graph, links: impl Iterator<Item = (Link, bool)>) {
        for (link, is_new) in links {
            let cost = graph.rules().costs.link(link.kind).into();
            let (low, high) = (link.low, link.high);
            let ways = [(link.up, low, high), (link.down, high, low)];
            for (way, (is_way, near, far)) in ways.into_iter().enumerate() {
                let doors = &mut self.doors[way][near.z as usize];
                let count = &mut self.kinds[way][link.kind as usize];
                let door = Door { near, far, cost };
                match (is_way, is_new) {
                    (false, _) => {}
                    (true, true) => {
                        *count += 1;
                        doors.push(door);
                    }
                    (true, false) => {
                        *count -= 1;
                        if let Some(at) = doors.iter().position(|other| *other == door) {
                            doors.swap_remove(at);
                        }
                    }
                }
            }
        }
        self.bound_steps(graph);
        let size = graph.size();
        let shafts = self.count(LinkKind::Shaft) > 0 && graph.has_gravity();
        let most = self.doors.iter().flatten().map(Vec::len).max().unwrap_or(0);
        // The longest walk on each level and the dearest link must fit in a gate.
        let walk =
            u64::from(size.width() + size.height()) * u64::from(graph.rules().costs.straight);
        let fits = (walk + 65_535) * u64::from(size.levels() + 1) < u64::from(NEVER.unsigned_abs());
        self.use_doors = (1..=MAX_DOORS).contains(&most) && fits && !shafts;
    }

    fn count(&self, kind: LinkKind) -> u32 {
        self.kinds.iter().map(|ways| ways[kind as usize]).sum()
    }

    /// The least that steps and changes of level cost.
    fn bound_steps(&mut self, graph: &Graph) {
        let (rules, costs) = (graph.rules(), &graph.rules().costs);
        // A ramp goes a step sideways as well, so no bound may count on more.
        let ramp = match self.count(LinkKind::Ramp) {
            0 => u32::MAX,
            _ => costs.link(LinkKind::Ramp),
        };
        let straight = costs.straight.min(ramp);
        let diagonal = match rules.moves {
            Moves::Eight => costs.diagonal.clamp(straight, 2 * straight),
            Moves::Four => 2 * straight,
        };
        let of_kind = |kind| match kind {
            LinkKind::Ramp => costs.link(kind) - straight,
            // A fall takes any number of levels at once.
            LinkKind::Shaft if rules.gravity == Gravity::On => 0,
            kind => costs.link(kind),
        };
        let level = |counts: &[u32]| {
            let kinds = LinkKind::ALL.into_iter().zip(counts);
            let present = kinds.filter(|(_, count)| **count > 0);
            present.map(|(kind, _)| of_kind(kind)).min().unwrap_or(0)
        };
        (self.up, self.down) = (level(&self.kinds[0]).into(), level(&self.kinds[1]).into());
        (self.straight, self.diagonal) = (straight.into(), diagonal.into());
    }

    /// The least cost between two cells as the crow walks.
    #[inline(always)]
    fn walk(&self, from: Pos, to: Pos) -> u64 {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let (less, more) = (u64::from(dx.min(dy)), u64::from(dx.max(dy)));
        less * self.diagonal + (more - less) * self.straight
    }
}

/// More than any cost that a gate may have.
const NEVER: i32 = 1 << 30;
/// How many gates are looked at together.
const LANES: usize = 4;

/// Doors towards the goal, and what it costs from there; some may be missing.
///
/// The way to a gate costs the greater of two sums: the way in the one direction at the
/// price of straight steps and the way in the other at what a diagonal step costs more, or
/// the other way round. All parts are kept multiplied, so that the processor can take
/// several gates at once.
#[derive(Clone, Copy)]
struct Gates {
    straight: [[i32; LANES]; 2],
    more: [[i32; LANES]; 2],
    rest: [i32; LANES],
}

impl Gates {
    const NONE: Self = Self {
        straight: [[0; LANES]; 2],
        more: [[0; LANES]; 2],
        rest: [NEVER; LANES],
    };

    /// The place of a cell at the price of straight steps, and of what diagonal ones cost
    /// more. Fits, or there would be no gates.
    #[inline(always)]
    fn place(heuristic: &Heuristic, x: i32, y: i32) -> [[i32; 2]; 2] {
        let straight = heuristic.straight as i32;
        let more = (heuristic.diagonal - heuristic.straight) as i32;
        [straight, more].map(|price| [x * price, y * price])
    }

    fn set(&mut self, lane: usize, [straight, more]: [[i32; 2]; 2], rest: i32) {
        for axis in 0..2 {
            self.straight[axis][lane] = straight[axis];
            self.more[axis][lane] = more[axis];
        }
        self.rest[lane] = rest;
    }

    /// The least cost over the gates of each lane.
    #[inline(always)]
    fn costs(&self, [straight, more]: [[i32; 2]; 2]) -> [i32; LANES] {
        std::array::from_fn(|lane| {
            let straight = [0, 1].map(|axis| (straight[axis] - self.straight[axis][lane]).abs());
            let more = [0, 1].map(|axis| (more[axis] - self.more[axis][lane]).abs());
            (straight[0] + more[1]).max(straight[1] + more[0]) + self.rest[lane]
        })
    }
}

/// A goal, and what is known of the levels on the way to it.
#[derive(Default)]
pub(super) struct Aim {
    goal: Pos,
    /// For each level, the doors towards the goal and the cost from there.
    gates: Vec<Vec<Gates>>,
    /// Gates before those are left out that do not count: 32 bits of cost, then the
    /// number of the cell.
    found: Vec<u64>,
    /// The levels whose gates are known reach from one to the other.
    known: [i32; 2],
}

impl Aim {
    /// Turns to another goal.
    pub(super) fn set(&mut self, goal: Pos, levels: u32) {
        self.goal = goal;
        self.known = [goal.z; 2];
        self.gates.resize(levels as usize, Vec::new());
    }

    pub(super) fn goal(&self) -> Pos {
        self.goal
    }

    /// A lower bound of the cost from a cell to the goal.
    #[inline(always)]
    pub(super) fn rest(&mut self, heuristic: &Heuristic, from: Pos) -> u64 {
        let goal = self.goal;
        if from.z == goal.z {
            return heuristic.walk(from, goal);
        }
        let doors = &heuristic.doors;
        if !heuristic.use_doors {
            let levels = u64::from(from.z.abs_diff(goal.z));
            let vertical = if from.z < goal.z {
                heuristic.up
            } else {
                heuristic.down
            };
            return heuristic.walk(from, goal) + levels * vertical;
        }
        while from.z < self.known[0] {
            self.known[0] -= 1;
            self.open_gates(heuristic, &doors[0], self.known[0]);
        }
        while from.z > self.known[1] {
            self.known[1] += 1;
            self.open_gates(heuristic, &doors[1], self.known[1]);
        }
        self.through_gates(heuristic, from)
    }

    /// The least cost over all gates of a level.
    #[inline(always)]
    fn through_gates(&self, heuristic: &Heuristic, from: Pos) -> u64 {
        let place = Gates::place(heuristic, from.x, from.y);
        let mut least = [NEVER; LANES];
        for gates in &self.gates[from.z as usize] {
            let costs = gates.costs(place);
            least = std::array::from_fn(|lane| least[lane].min(costs[lane]));
        }
        let least = least.into_iter().fold(NEVER, i32::min);
        // Without a door there is no way; far away is where nobody looks.
        if least == NEVER {
            1 << 60
        } else {
            least as u64
        }
    }

    /// Finds the gates of a level, once those of the level towards the goal are known.
    fn open_gates(&mut self, heuristic: &Heuristic, doors: &[Vec<Door>], z: i32) {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for door in &doors[z as usize] {
            let rest = match door.far.z == self.goal.z {
                true => heuristic.walk(door.far, self.goal),
                false => self.through_gates(heuristic, door.far),
            };
            // A door to a level without doors leads nowhere.
            if door.cost + rest < NEVER as u64 {
                found.push((door.cost + rest) << 32 | u64::from(id_of(door.near) & 0xFF_FFFF));
            }
        }
        // A gate counts only where no other is at least as near: not if the way to it
        // could as well lead on to another.
        found.sort_unstable();
        self.gates[z as usize].clear();
        let mut count = 0;
        for &gate in &found {
            let (rest, Pos { x, y, .. }) = (gate >> 32, pos_of(gate as u32));
            if self.through_gates(heuristic, Pos::new(x, y, z)) > rest {
                let gates = &mut self.gates[z as usize];
                if count % LANES == 0 {
                    gates.push(Gates::NONE);
                }
                let place = Gates::place(heuristic, x, y);
                gates[count / LANES].set(count % LANES, place, rest as i32);
                count += 1;
            }
        }
        self.found = found;
    }
}
