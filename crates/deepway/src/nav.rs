//! Finding ways through all levels.
//!
//! A [`Navigator`] knows a volume, the rules of movement, and what the searches
//! need. Every search walks the same graph: steps on a level, and the links that
//! [`crate::link::scan`] finds, each in the directions that it allows.
//!
//! ```
//! use deepway::nav::{Algorithm, Finder, Navigator};
//! use deepway::{MoveRules, Pos, text};
//!
//! let volume = text::read("map", b"floor:0\n..L\nfloor:1\n..L\n")?;
//! let navigator = Navigator::new(volume, MoveRules::default())?;
//! let route = Finder::default().find(&navigator, Pos::new(0, 0, 0), Pos::new(0, 0, 1), Algorithm::Auto)?;
//! assert_eq!(route.length(), 5.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | algorithm | cost | needs | finds |
//! |---|---|---|---|
//! | [`Algorithm::AStar`] | every cell met | nothing | a cheapest way, with weights too |
//! | [`Algorithm::Jps`] | jump points, found 64 cells at a time | 4 bits a cell | a cheapest way |
//! | [`Algorithm::JpsPlus`] | jump points, looked up | 16 bytes a cell, 8 with four moves | a cheapest way |
//! | [`Algorithm::Hpa`] | entrances of clusters | about 2 bytes a cell | nearly the cheapest way, with weights too |
//!
//! With *n* the nodes of the second column that a search meets, it takes O(*n* log *n*)
//! time and O(*n*) memory in the [`Finder`]. All of it is built in time linear in the
//! cells, JPS+ and HPA* when first asked for, and repaired by [`Navigator::set`] where
//! cells change.
//!
//! The ideas are from: Hart, Nilsson, Raphael 1968 (A*); Harabor, Grastien 2011 and
//! 2014 (jump points, scanned in blocks, and known in advance); Botea, Müller,
//! Schaeffer 2004 (clusters and their entrances); Tarjan 1972 (what reaches what);
//! Dijkstra 1959 (fields). Links, one-way links, four moves in a canonical order of
//! their own, shafts that pull and the pulling tight of HPA* ways are added here.
//!
//! "No" is answered without a search: regions of a level and the links between
//! them are known in advance, one-way links included, and a [`NoRoute`] says
//! what is in the way.

mod astar;
mod field;
mod graph;
mod heuristic;
mod hpa;
mod jps;
mod jps_plus;
mod planes;
mod reach;
mod route;
mod scratch;
mod table;

pub use field::Field;
pub use route::{NoRoute, Place, Route};

use crate::cell::Cell;
use crate::link::Link;
use crate::rules::{MAX_WEIGHT, MoveRules, RulesError};
use crate::space::Pos;
use crate::volume::{OutsideError, Volume};
use graph::{CellId, Change, Graph};
use heuristic::Heuristic;
use hpa::Hpa;
use jps::Jps;
use jps_plus::JpsPlus;
use reach::Reach;
use scratch::Scratch;
use std::collections::HashMap;
use std::sync::OnceLock;

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The best of the others for this graph.
    #[default]
    Auto,
    /// Cell by cell; the only exact one that takes weights.
    AStar,
    /// From jump point to jump point, on bit planes.
    Jps,
    /// From jump point to jump point, by distances known in advance.
    JpsPlus,
    /// From cluster to cluster; nearly the cheapest way, with weights too.
    Hpa,
}

impl Algorithm {
    /// The name of the algorithm, as the program's arguments have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::AStar => "astar",
            Self::Jps => "jps",
            Self::JpsPlus => "jps-plus",
            Self::Hpa => "hpa",
        }
    }
}

/// A volume with rules of movement, made ready for searching.
#[derive(Clone, Debug)]
pub struct Navigator {
    graph: Graph,
    heuristic: Heuristic,
    reach: Reach,
    jps: Jps,
    /// Made when it is first asked for.
    jps_plus: OnceLock<JpsPlus>,
    hpa: OnceLock<Hpa>,
}

impl Navigator {
    /// Makes a volume ready, in time and space linear in its cells.
    pub fn new(volume: Volume, rules: MoveRules) -> Result<Self, RulesError> {
        Self::with_weights(volume, rules, Vec::new())
    }

    /// The same, with extra straight steps that entering a cell costs.
    ///
    /// Weights outside the volume count for nothing; those of one cell add up,
    /// to 65,535 at most.
    pub fn with_weights(
        volume: Volume,
        rules: MoveRules,
        weights: Vec<(Pos, u32)>,
    ) -> Result<Self, RulesError> {
        rules.check()?;
        let mut sums: HashMap<Pos, u32> = HashMap::new();
        for &(pos, weight) in &weights {
            let sum = sums.entry(pos).or_default();
            *sum = sum.saturating_add(weight);
            if *sum > MAX_WEIGHT {
                return Err(RulesError::Weight { pos, found: *sum });
            }
        }
        let graph = Graph::new(volume, rules, &weights);
        Ok(Self {
            heuristic: Heuristic::new(&graph),
            reach: Reach::new(&graph),
            jps: Jps::new(&graph),
            jps_plus: OnceLock::new(),
            hpa: OnceLock::new(),
            graph,
        })
    }

    /// The volume as it is now.
    pub fn volume(&self) -> &Volume {
        self.graph.volume()
    }

    /// The rules of movement.
    pub fn rules(&self) -> &MoveRules {
        self.graph.rules()
    }

    /// Whether some cells cost more to enter than the step there.
    pub fn has_weights(&self) -> bool {
        self.graph.has_weights()
    }

    /// The links of the volume.
    pub fn links(&self) -> &[Link] {
        self.graph.links()
    }

    /// Changes cells, all or none. The next answer is a fresh navigator's.
    ///
    /// Everything is repaired where it has changed. Only who can reach whom may
    /// take longer: where the opening or closing of a cell joins or parts regions,
    /// those of its level are found again, in time linear in its runs of cells,
    /// and with links, or regions, the islands that they make.
    pub fn set(&mut self, cells: &[(Pos, Cell)]) -> Result<(), OutsideError> {
        let size = self.volume().size();
        if let Some(&(pos, _)) = cells.iter().find(|(pos, _)| !size.contains(*pos)) {
            return Err(OutsideError { pos, size });
        }
        let mut change = Change::default();
        for &(pos, cell) in cells {
            self.graph.set(pos, cell, &mut change)?;
        }
        change.cells.retain(|&pos| size.contains(pos));
        change.cells.sort_unstable_by_key(|&pos| graph::id_of(pos));
        change.cells.dedup();
        let Change { cells, links } = &change;
        if !links.is_empty() {
            self.heuristic.repair(&self.graph, links.iter().copied());
        }
        for &pos in cells {
            self.jps.look_again(&self.graph, pos);
        }
        if !cells.is_empty() {
            self.reach.repair(&self.graph, cells, !links.is_empty());
            if let Some(jps_plus) = self.jps_plus.get_mut() {
                jps_plus.repair(&self.jps, cells);
            }
            if let Some(hpa) = self.hpa.get_mut() {
                hpa.repair(&self.graph, cells);
            }
        }
        Ok(())
    }

    /// Gives the volume back.
    pub fn into_volume(self) -> Volume {
        self.graph.into_volume()
    }

    /// Whether there is a way, answered without a search.
    pub fn reaches(&self, from: Pos, to: Pos) -> bool {
        self.ends(from, to)
            .is_ok_and(|(from, to)| self.reach.reaches(&self.graph, from, to))
    }

    /// A number for everything that can be reached from a cell and leads back.
    ///
    /// `None` where nobody can stand. Two cells have the same number if there is
    /// a way from each to the other; a way between two numbers leads from the
    /// larger to the smaller.
    pub fn island(&self, pos: Pos) -> Option<u32> {
        let cell = self
            .graph
            .id(pos)
            .filter(|_| self.volume().is_walkable(pos))?;
        self.reach.island(&self.graph, cell)
    }

    /// A number for the cells of a level that steps join; `None` where nobody can stand,
    /// and where a shaft pulls down.
    pub fn region(&self, pos: Pos) -> Option<u32> {
        let cell = self
            .graph
            .id(pos)
            .filter(|_| self.volume().is_walkable(pos))?;
        self.reach.region(&self.graph, cell)
    }

    /// Makes what an algorithm needs, so that its first search is as fast as the others.
    ///
    /// Without it JPS+ tables are made by the first search that needs them, and the costs
    /// of HPA* by each search as far as it needs them: better for a few searches only.
    pub fn prepare(&self, algorithm: Algorithm) {
        self.begin(algorithm);
        if algorithm == Algorithm::Hpa {
            self.hpa().find_rest(&self.graph);
        }
    }

    /// Makes what no search of an algorithm can do without.
    fn begin(&self, algorithm: Algorithm) {
        match algorithm {
            Algorithm::JpsPlus => _ = self.jps_plus(),
            Algorithm::Hpa => _ = self.hpa(),
            Algorithm::Auto | Algorithm::AStar | Algorithm::Jps => {}
        }
    }

    fn hpa(&self) -> &Hpa {
        self.hpa.get_or_init(|| Hpa::new(&self.graph))
    }

    fn jps_plus(&self) -> &JpsPlus {
        self.jps_plus
            .get_or_init(|| JpsPlus::new(&self.graph, &self.jps))
    }

    /// Bytes that an algorithm needs besides the volume and [`Navigator::reach_bytes`].
    pub fn bytes(&self, algorithm: Algorithm) -> usize {
        match algorithm {
            Algorithm::AStar => 0,
            Algorithm::Auto | Algorithm::Jps => self.jps.bytes(),
            Algorithm::JpsPlus => self.jps.bytes() + self.jps_plus().bytes(),
            Algorithm::Hpa => self.jps.bytes() + self.hpa().bytes(),
        }
    }

    /// Bytes that reachability needs.
    pub fn reach_bytes(&self) -> usize {
        self.reach.bytes()
    }

    /// The cells of two ends where somebody can stand.
    fn ends(&self, from: Pos, to: Pos) -> Result<(CellId, CellId), NoRoute> {
        let cell = |place: Place, pos: Pos| {
            let size = self.volume().size();
            let id = self
                .graph
                .id(pos)
                .ok_or(NoRoute::Outside { place, pos, size })?;
            match self.volume().get(pos) {
                cell if cell.is_walkable() => Ok(id),
                cell => Err(NoRoute::NotWalkable { place, pos, cell }),
            }
        };
        Ok((cell(Place::Start, from)?, cell(Place::Goal, to)?))
    }
}

/// Searches; keeps its working memory from one search to the next.
#[derive(Default)]
pub struct Finder {
    scratch: Scratch,
    work: hpa::Work,
}

impl Finder {
    /// Finds a way from one cell to another, or says why there is none.
    pub fn find(
        &mut self,
        navigator: &Navigator,
        from: Pos,
        to: Pos,
        algorithm: Algorithm,
    ) -> Result<Route, NoRoute> {
        let (start, goal) = navigator.ends(from, to)?;
        let Navigator {
            graph,
            heuristic,
            reach,
            jps,
            ..
        } = navigator;
        if !reach.reaches(graph, start, goal) {
            return Err(match reach.against(graph, start, goal) {
                Some((a, b)) => NoRoute::OneWay {
                    from: graph.pos(a),
                    to: graph.pos(b),
                },
                None => NoRoute::Apart,
            });
        }
        let weighted = graph.has_weights();
        let algorithm = match algorithm {
            Algorithm::Auto if weighted => Algorithm::AStar,
            Algorithm::Auto => Algorithm::Jps,
            Algorithm::Jps | Algorithm::JpsPlus if weighted => {
                return Err(NoRoute::Weighted { algorithm });
            }
            chosen => chosen,
        };
        let scratch = &mut self.scratch;
        let turns = |scratch: &mut Scratch| {
            let way = scratch.way_to(goal).into_iter();
            way.map(|cell| graph.pos(cell)).collect()
        };
        let found = match algorithm {
            Algorithm::AStar | Algorithm::Auto => {
                astar::search(graph, heuristic, scratch, start, goal)
                    .map(|cost| (cost, turns(scratch)))
            }
            Algorithm::Jps => jps
                .search(graph, heuristic, scratch, start, goal)
                .map(|cost| (cost, turns(scratch))),
            Algorithm::JpsPlus => navigator
                .jps_plus()
                .search(graph, jps, heuristic, scratch, start, goal)
                .map(|cost| (cost, turns(scratch))),
            Algorithm::Hpa => navigator.hpa().search(
                graph,
                jps.planes(),
                heuristic,
                scratch,
                &mut self.work,
                [start, goal],
            ),
        };
        // Reachability was asked before, and every search finds what can be reached.
        let (cost, turns) = found.ok_or(NoRoute::Apart)?;
        Ok(Route {
            cost,
            turns,
            expanded: scratch.expanded,
            algorithm,
            moves: navigator.rules().moves,
        })
    }

    /// Answers many queries, each as [`Finder::find`] would, in their order.
    ///
    /// With the feature `threads` they are spread over all cores.
    pub fn find_all(
        navigator: &Navigator,
        queries: &[(Pos, Pos)],
        algorithm: Algorithm,
    ) -> Vec<Result<Route, NoRoute>> {
        navigator.begin(algorithm);
        let find = |finder: &mut Self, &(from, to): &(Pos, Pos)| {
            finder.find(navigator, from, to, algorithm)
        };
        #[cfg(feature = "threads")]
        {
            use rayon::prelude::*;
            queries.par_iter().map_init(Self::default, find).collect()
        }
        #[cfg(not(feature = "threads"))]
        {
            let mut finder = Self::default();
            queries
                .iter()
                .map(|query| find(&mut finder, query))
                .collect()
        }
    }

    /// Bytes of working memory, for the largest search so far.
    pub fn bytes(&self) -> usize {
        self.scratch.bytes() + self.work.bytes()
    }
}

#[cfg(test)]
mod tests;
