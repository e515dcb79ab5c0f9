//! How far it is at least.
//!
//! On the goal's own level that is the distance as the crow walks. From any
//! other level every way leads through the links of each gap between the two
//! levels, so the bound is the least over those links: to the link, over it,
//! and on from there. Whatever detours a way makes, for each gap there is a link
//! by which it crosses the gap for the last time, and between two of those it
//! is at least as long as the crow's walk; so the bound never exceeds the cost.

mod gates;
mod passage;

pub(super) use gates::Aim;

use super::graph::Graph;
use crate::cell::LinkKind;
use crate::link::Link;
use crate::rules::{Gravity, Moves};
use crate::space::Pos;
use passage::{Door, Passage};
use std::collections::BTreeSet;

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
    /// The same, but where there are very many, those that are near each other in one.
    passages: [Vec<Vec<Passage>>; 2],
    /// Whether the doors tell how far it is: there are some, and none that leads down any
    /// number of levels.
    use_doors: bool,
    /// Whether a narrow number holds all costs that come up between levels.
    is_narrow: bool,
    /// Whether some passages are of several doors.
    is_joined: bool,
}

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
            passages: [vec![Vec::new(); levels], vec![Vec::new(); levels]],
            use_doors: false,
            is_narrow: false,
            is_joined: false,
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
        let mut changed = BTreeSet::new();
        for (link, is_new) in links {
            let cost = graph.rules().costs.link(link.kind).into();
            let (low, high) = (link.low, link.high);
            let ways = [(link.up, low, high), (link.down, high, low)];
            for (way, (is_way, near, far)) in ways.into_iter().enumerate() {
                let doors = &mut self.doors[way][near.z as usize];
                let count = &mut self.kinds[way][link.kind as usize];
                changed.insert((way, near.z as usize));
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
        for (way, z) in changed {
            self.passages[way][z] = passage::passages(&self.doors[way][z]);
        }
        let mut lists = self
            .passages
            .iter()
            .flatten()
            .zip(self.doors.iter().flatten());
        self.is_joined = lists.any(|(some, all)| some.len() < all.len());
        self.use_doors = self.doors.iter().flatten().any(|doors| !doors.is_empty()) && !shafts;
        // The longest walk on each level, and the dearest link.
        let costs = &graph.rules().costs;
        let walk = u64::from(size.width() + size.height()) * u64::from(costs.straight);
        let dearest = LinkKind::ALL.into_iter().map(|kind| costs.link(kind)).max();
        let most = (walk + u64::from(dearest.unwrap_or(0))) * u64::from(size.levels() + 1);
        self.is_narrow = most < gates::NARROW;
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

    /// The least cost between two cells if every level between takes one step up or down.
    #[inline(always)]
    fn climb(&self, from: Pos, to: Pos) -> u64 {
        let levels = u64::from(from.z.abs_diff(to.z));
        let vertical = if from.z < to.z { self.up } else { self.down };
        self.walk(from, to) + levels * vertical
    }
}
