//! Finding ways through all levels.
//!
//! A [`Navigator`] knows what searches need to know of a volume under rules of movement.
//! The volume stays with whoever owns it: [`Navigator::on`] puts the two together for
//! questions, and after the volume has changed [`Navigator::follow`] repairs what the
//! navigator knows. Every search walks the same graph: steps on a level, and the links that
//! [`crate::link::scan`] finds, each in the directions that it allows.
//!
//! ```
//! use deepway::nav::{Algorithm, Finder, Navigator};
//! use deepway::{Cell, MoveRules, Pos, text};
//!
//! let mut volume = text::read("map", b"floor:0\n..L\nfloor:1\n..L\n")?;
//! let mut navigator = Navigator::new(&volume, MoveRules::default())?;
//! let mut finder = Finder::default();
//! let (from, to) = (Pos::new(0, 0, 0), Pos::new(0, 0, 1));
//! let route = finder.find(&navigator.on(&volume)?, from, to, Algorithm::AUTO)?;
//! assert_eq!(route.length(), 5.0);
//!
//! volume.set(Pos::new(1, 0, 1), Cell::Wall)?;
//! assert!(navigator.on(&volume).is_err(), "nobody is led by what was there");
//! navigator.follow(&volume);
//! assert!(finder.find(&navigator.on(&volume)?, from, to, Algorithm::AUTO).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | algorithm | cost | needs | finds |
//! |---|---|---|---|
//! | [`Algorithm::ASTAR`] | every cell met | nothing | a cheapest way, with weights too |
//! | [`Algorithm::JPS`] | jump points, found 64 cells at a time | half a byte a cell, at once | a cheapest way |
//! | [`Algorithm::JPS_PLUS`] | jump points, looked up | 16 bytes a cell, 8 with four moves | a cheapest way |
//! | [`Algorithm::HPA`] | entrances of clusters | about 2 bytes a cell, 12 in ragged caves | nearly the cheapest way, with weights too |
//! | [`Algorithm::GRAPH`] | labels of the corners in sight | up to 24 bytes a cell | a cheapest way, with weights too |
//!
//! Every navigator has bit planes and reachability besides, about half a byte a cell. With
//! *n* the nodes of the second column that a search meets, it takes O(*n* log *n*) time and
//! O(*n*) memory in the [`Finder`]. All of it is built in time linear in the cells, JPS+ and
//! HPA* when first asked for by name. The graph tier takes longest to make, about a
//! microsecond a cell, and then answers within microseconds however far it is. Once cells
//! change, what it needs to follow them is made bit by bit, by every change and every search;
//! meanwhile it searches as JPS does, or A* where cells have weights. All of its ways are
//! cheapest ones; which of several it finds may then depend on what was asked before, until
//! [`Ground::prepare`].
//!
//! The ideas are from: Hart, Nilsson, Raphael 1968 (A*); Harabor, Grastien 2011 and
//! 2014 (jump points, scanned in blocks, and known in advance); Botea, Müller,
//! Schaeffer 2004 (clusters and their entrances); Tarjan 1972 (what reaches what);
//! Dijkstra 1959 (fields); Uras, Koenig, Hernández 2013 (graphs of corners); Geisberger,
//! Sanders, Schultes, Delling 2008 (contraction); Abraham, Delling, Goldberg, Werneck 2012
//! (hub labels); Dibbelt, Strasser, Wagner 2016 (hierarchies that change). Links, one-way links, four moves in a canonical order of
//! their own, shafts that pull and the pulling tight of HPA* ways are added here.
//!
//! "No" is answered without a search: regions of a level and the links between
//! them are known in advance, one-way links included, and a [`NoRoute`] says
//! what is in the way.

mod advice;
mod algorithm;
mod astar;
mod distance;
mod field;
mod finder;
mod graph;
mod graph_tier;
mod ground;
mod heuristic;
mod hpa;
mod index;
mod jps;
mod jps_plus;
mod jump;
mod planes;
mod reach;
mod roads;
mod route;
mod scratch;
mod table;

pub use advice::Advice;
pub use algorithm::Algorithm;
pub use field::Field;
pub use finder::Finder;
pub use graph_tier::{GraphForm, IndexError, is_saved_index};
pub use ground::Ground;
pub use route::{NoRoute, Refusal, Route, RouteCells, RouteEnd, Stale};

use crate::rules::{MAX_WEIGHT, MoveRules, RulesError};
use crate::space::Pos;
use crate::volume::{Change, Revision, Size, Volume};
use graph::Graph;
use graph_tier::GraphTier;
use heuristic::Heuristic;
use index::{Base, Built, LIST};
use planes::Planes;
use reach::Reach;
use roads::{Repair, Roads};
use std::any::Any;
use std::collections::HashMap;
use std::sync::OnceLock;

/// What searches need to know of a volume; it does not hold the volume itself.
#[derive(Clone, Debug)]
pub struct Navigator {
    /// The volume that is known: how large, and how many changes it had seen.
    size: Size,
    revision: Revision,
    roads: Roads,
    planes: Planes,
    heuristic: Heuristic,
    reach: Reach,
    /// The indexes of the list, each made when it is first asked for.
    indexes: [OnceLock<Box<dyn Built>>; LIST.len()],
    budget: u64,
    /// The most bytes a cell that the graph tier takes with labels.
    label_budget: u32,
}

impl Navigator {
    /// The most bytes that indexes may take, unless [`Navigator::set_budget`] says otherwise:
    /// 2 GiB.
    pub const DEFAULT_BUDGET: u64 = 2 << 30;

    /// The most bytes a cell that the graph tier may take with its labels, unless
    /// [`Navigator::set_label_budget`] says otherwise.
    pub const DEFAULT_LABEL_BUDGET: u32 = 24;

    /// Learns a volume, in time linear in its cells; it takes about half a byte a cell.
    pub fn new(volume: &Volume, rules: MoveRules) -> Result<Self, RulesError> {
        Self::with_weights(volume, rules, &[])
    }

    /// The same, with extra straight steps that entering a cell costs.
    ///
    /// Weights outside the volume count for nothing; those of one cell add up,
    /// to 65,535 at most.
    pub fn with_weights(
        volume: &Volume,
        rules: MoveRules,
        weights: &[(Pos, u32)],
    ) -> Result<Self, RulesError> {
        rules.check()?;
        let mut sums: HashMap<Pos, u32> = HashMap::new();
        for &(pos, weight) in weights {
            let sum = sums.entry(pos).or_default();
            *sum = sum.saturating_add(weight);
            if *sum > MAX_WEIGHT {
                return Err(RulesError::Weight { pos, found: *sum });
            }
        }
        Ok(Self::build(volume, Roads::new(volume, rules, weights)))
    }

    fn build(volume: &Volume, roads: Roads) -> Self {
        let planes = Planes::new(volume, &roads);
        let graph = Graph {
            volume,
            roads: &roads,
            planes: &planes,
        };
        Self {
            size: volume.size(),
            revision: volume.revision(),
            heuristic: Heuristic::new(&graph),
            reach: Reach::new(&graph),
            indexes: Default::default(),
            budget: Self::DEFAULT_BUDGET,
            label_budget: Self::DEFAULT_LABEL_BUDGET,
            roads,
            planes,
        }
    }

    /// The navigator with its volume, to ask questions of; refused if the volume is another
    /// one, or has changed since the navigator last followed it.
    ///
    /// Volumes are told apart by their size and the number of their changes.
    pub fn on<'a>(&'a self, volume: &'a Volume) -> Result<Ground<'a>, Stale> {
        if volume.size() != self.size {
            return Err(Stale::Size {
                known: self.size,
                found: volume.size(),
            });
        }
        if volume.revision() != self.revision {
            return Err(Stale::Changed);
        }
        Ok(Ground::new(self, volume))
    }

    /// Follows the changes of its volume. The next answer is a fresh navigator's.
    ///
    /// Everything is repaired where it has changed. Only who can reach whom may
    /// take longer: where the opening or closing of a cell joins or parts regions,
    /// those of its level are found again, in time linear in its runs of cells,
    /// and with links, or regions, the islands that they make.
    ///
    /// Where the volume has forgotten changes, where they are very many, and for a volume of
    /// another size everything is learnt anew; indexes are made again when asked for.
    pub fn follow(&mut self, volume: &Volume) {
        let is_same = volume.size() == self.size;
        let changes = volume.changes_since(self.revision).filter(|_| is_same);
        // A repair looks at some hundred cells around a change, a fresh build at each once.
        let most = (self.size.cells() / 64).max(1024);
        match changes.filter(|changes| changes.len() as u64 <= most) {
            Some(changes) => self.repair(volume, changes),
            None => {
                let rules = self.rules().clone();
                let roads = Roads::new(volume, rules, &self.roads.given());
                let (budget, label_budget) = (self.budget, self.label_budget);
                *self = Self::build(volume, roads);
                (self.budget, self.label_budget) = (budget, label_budget);
            }
        }
        self.revision = volume.revision();
    }

    fn repair(&mut self, volume: &Volume, changes: &[Change]) {
        let Repair { cells, links } = self.roads.follow(volume, changes);
        if cells.is_empty() {
            return;
        }
        let Self {
            roads,
            planes,
            heuristic,
            reach,
            ..
        } = self;
        // The regions follow cell by cell, so the planes may not be ahead of them.
        for &pos in &cells {
            let was_open = planes.is_open(pos);
            planes.look_again(volume, roads, pos);
            let graph = Graph {
                volume,
                roads,
                planes,
            };
            reach.look_again(&graph, pos, was_open != planes.is_open(pos));
        }
        let graph = Graph {
            volume,
            roads,
            planes,
        };
        reach.settle(&graph, !links.is_empty());
        if !links.is_empty() {
            heuristic.repair(&graph, links.iter().copied());
        }
        let base = Base {
            graph,
            heuristic,
            label_budget: self.label_budget,
        };
        for index in self.indexes.iter_mut().filter_map(OnceLock::get_mut) {
            index.follow(&base, &cells);
        }
    }

    /// The rules of movement.
    pub fn rules(&self) -> &MoveRules {
        self.roads.rules()
    }

    /// Whether some cells cost more to enter than the step there.
    pub fn has_weights(&self) -> bool {
        self.roads.has_weights()
    }

    /// Sets the most bytes that all indexes together may take; one that would need more is
    /// refused before it is made.
    pub fn set_budget(&mut self, bytes: u64) {
        self.budget = bytes;
    }

    /// Sets the most bytes a cell that [`Algorithm::GRAPH`] may take with labels.
    ///
    /// Where labels would need more they are kept in a shorter form, or there are none: ways are
    /// then found by sweeps, which are as exact and take some times as long. None at all are
    /// made for 0. [`Navigator::graph_form`] says which it is. What was made before is made
    /// again when it is asked for.
    pub fn set_label_budget(&mut self, bytes_a_cell: u32) {
        self.label_budget = bytes_a_cell;
        if let Some(place) = Algorithm::GRAPH.place() {
            self.indexes[place].take();
        }
    }

    /// Bytes that the navigator takes besides the volume, without indexes.
    pub fn bytes(&self) -> u64 {
        (self.roads.bytes() + self.planes.bytes() + self.reach.bytes()) as u64
    }

    /// Bytes that the index of an algorithm takes; none before it is made.
    pub fn index_bytes(&self, algorithm: Algorithm) -> u64 {
        let index = algorithm
            .place()
            .and_then(|place| self.indexes[place].get());
        index.map_or(0, |index| index.bytes())
    }

    /// How [`Algorithm::GRAPH`] answers now; none before it is made.
    pub fn graph_form(&self) -> Option<GraphForm> {
        let place = Algorithm::GRAPH.place()?;
        let index: &dyn Any = &**self.indexes[place].get()?;
        index.downcast_ref::<GraphTier>()?.form()
    }

    /// Takes a saved index of [`Algorithm::GRAPH`], from [`Ground::save_index`], instead of
    /// making one; refused if it was made for another volume or other rules, or is damaged.
    pub fn load_index(&mut self, volume: &Volume, bytes: &[u8]) -> Result<(), IndexError> {
        if self.on(volume).is_err() {
            return Err(IndexError::OtherMap);
        }
        let tier = GraphTier::load(&self.base(volume), bytes)?;
        if let Some(place) = Algorithm::GRAPH.place() {
            self.indexes[place] = OnceLock::from(Box::new(tier) as Box<dyn Built>);
        }
        Ok(())
    }

    /// The algorithm itself, or for [`Algorithm::AUTO`] the best that is ready.
    fn choose(&self, algorithm: Algorithm) -> Algorithm {
        if algorithm != Algorithm::AUTO {
            return algorithm;
        }
        let is_ready = |algorithm: &Algorithm| {
            algorithm.entry().is_some_and(|entry| {
                let fits = entry.takes_weights || !self.has_weights();
                let is_made = self.index_bytes(*algorithm) > 0;
                let can_be = entry.is_made_at_once && self.excess(*algorithm).is_none();
                entry.is_exact && fits && (is_made || can_be)
            })
        };
        let mut ready = Algorithm::ALL.into_iter().rev().filter(is_ready);
        let best = ready.next().unwrap_or(Algorithm::ASTAR);
        // Tables may be there as well, and better.
        let index = best.place().and_then(|place| self.indexes[place].get());
        match index.is_some_and(|index| index.is_for_tables()) && is_ready(&Algorithm::JPS_PLUS) {
            true => Algorithm::JPS_PLUS,
            false => best,
        }
    }

    /// The index of an algorithm, made now if it is not there; or why it is refused.
    fn index(&self, base: &Base, algorithm: Algorithm) -> Result<&dyn Built, Refusal> {
        let place = algorithm.place().unwrap_or(0);
        let entry = &LIST[place];
        if self.has_weights() && !entry.takes_weights {
            return Err(Refusal::Weighted { algorithm });
        }
        if self.indexes[place].get().is_none()
            && let Some(needed) = self.excess(algorithm)
        {
            return Err(Refusal::TooLarge {
                algorithm,
                needed,
                budget: self.budget,
                instead: self.choose(Algorithm::AUTO),
            });
        }
        Ok(&**self.indexes[place].get_or_init(|| (entry.build)(base)))
    }

    /// The bytes that an index would take if it were made now, if that is more than there
    /// is room for.
    fn excess(&self, algorithm: Algorithm) -> Option<u64> {
        let entry = algorithm.entry()?;
        let needed = (entry.bytes_needed)(self.size, self.rules());
        let made = self.indexes.iter().filter_map(OnceLock::get);
        let taken: u64 = made.map(|index| index.bytes()).sum();
        (needed > 0 && taken + needed > self.budget).then_some(needed)
    }

    fn base<'a>(&'a self, volume: &'a Volume) -> Base<'a> {
        Base {
            graph: Graph {
                volume,
                roads: &self.roads,
                planes: &self.planes,
            },
            heuristic: &self.heuristic,
            label_budget: self.label_budget,
        }
    }
}

#[cfg(test)]
mod tests;
