//! A navigator together with the volume that it has followed: what questions are asked of.

use super::graph::{CellId, Graph, pos_of};
use super::index::{Base, Built};
use super::{Algorithm, Navigator, NoRoute, Refusal, Route, RouteEnd};
use crate::link::Link;
use crate::space::Pos;
use crate::volume::Volume;

/// A volume and the navigator that knows it, from [`Navigator::on`].
///
/// While it is held the volume cannot change, so every answer is about the cells as they
/// are. It is as cheap to make and to copy as two references.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    navigator: &'a Navigator,
    volume: &'a Volume,
}

impl<'a> Ground<'a> {
    pub(super) fn new(navigator: &'a Navigator, volume: &'a Volume) -> Self {
        Self { navigator, volume }
    }

    /// The volume.
    pub fn volume(&self) -> &'a Volume {
        self.volume
    }

    /// The navigator.
    pub fn navigator(&self) -> &'a Navigator {
        self.navigator
    }

    /// The links of the volume under the navigator's rules.
    pub fn links(&self) -> &'a [Link] {
        self.navigator.roads.links(self.volume)
    }

    /// Whether there is a way, answered without a search.
    pub fn reaches(&self, from: Pos, to: Pos) -> bool {
        self.ends(from, to)
            .is_ok_and(|[from, to]| self.navigator.reach.reaches(&self.graph(), from, to))
    }

    /// A number for everything that can be reached from a cell and leads back.
    ///
    /// `None` where nobody can stand. Two cells have the same number if there is
    /// a way from each to the other; a way between two numbers leads from the
    /// larger to the smaller.
    pub fn island(&self, pos: Pos) -> Option<u32> {
        let graph = self.graph();
        self.navigator.reach.island(&graph, graph.standing(pos)?)
    }

    /// A number for the cells of a level that steps join; `None` where nobody can stand,
    /// and where a shaft pulls down.
    pub fn region(&self, pos: Pos) -> Option<u32> {
        let graph = self.graph();
        self.navigator.reach.region(&graph, graph.standing(pos)?)
    }

    /// Every cell that one move leads to from a cell, and what the move costs: steps first,
    /// then links. No two moves lead to the same cell.
    ///
    /// None from where nobody can stand. From a shaft that pulls there is one move, the fall.
    ///
    /// ```
    /// use deepway::nav::Navigator;
    /// use deepway::{MoveRules, Pos, text};
    ///
    /// let volume = text::read("map", b"floor:0\n.L#\nfloor:1\n.L.\n")?;
    /// let navigator = Navigator::new(&volume, MoveRules::default())?;
    /// let ground = navigator.on(&volume)?;
    /// let cells: Vec<Pos> = ground.neighbours(Pos::new(1, 0, 0)).map(|(pos, _)| pos).collect();
    /// assert_eq!(cells, [Pos::new(0, 0, 0), Pos::new(1, 0, 1)]);
    /// assert!(ground.can_step(Pos::new(0, 0, 0), Pos::new(1, 0, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn neighbours(&self, pos: Pos) -> impl Iterator<Item = (Pos, u64)> + use<> {
        let mut found: Vec<(Pos, u64)> = Vec::new();
        let graph = self.graph();
        if let Some(cell) = graph.standing(pos) {
            graph.for_each_move(cell, |to, cost| found.push((pos_of(to), cost)));
        }
        found.into_iter()
    }

    /// Whether one move leads from a cell to another: a step, a link or a fall.
    pub fn can_step(&self, from: Pos, to: Pos) -> bool {
        self.neighbours(from).any(|(cell, _)| cell == to)
    }

    /// What a route costs in straight steps; none where no cell has a weight, for there it is
    /// the route's length.
    pub fn weighed(&self, route: &Route) -> Option<f64> {
        let straight = f64::from(self.navigator.rules().costs.straight);
        let has_weights = self.navigator.has_weights();
        has_weights.then(|| route.cost as f64 / straight)
    }

    /// Makes what an algorithm needs, so that its first search is as fast as the others.
    ///
    /// Without it JPS+ tables are made by the first search that asks for them, and the costs
    /// of HPA* by each search as far as it needs them: better for a few searches only.
    pub fn prepare(&self, algorithm: Algorithm) -> Result<(), Refusal> {
        let algorithm = self.navigator.choose(algorithm);
        self.index(algorithm)?.complete(&self.base());
        Ok(())
    }

    /// The index of [`Algorithm::GRAPH`] as bytes, made now if it is not there: to be kept,
    /// and given to [`Navigator::load_index`] when the same volume is there again.
    pub fn save_index(&self) -> Result<Vec<u8>, Refusal> {
        let index = self.index(Algorithm::GRAPH)?;
        Ok(index.save(&self.base()).unwrap_or_default())
    }

    /// The index of an algorithm, made now if it is not there; or why there is none.
    pub(super) fn index(&self, algorithm: Algorithm) -> Result<&'a dyn Built, Refusal> {
        self.navigator.index(&self.base(), algorithm)
    }

    pub(super) fn base(&self) -> Base<'a> {
        self.navigator.base(self.volume)
    }

    pub(super) fn graph(&self) -> Graph<'a> {
        self.base().graph
    }

    /// The cells of two ends where somebody can stand.
    pub(super) fn ends(&self, from: Pos, to: Pos) -> Result<[CellId; 2], NoRoute> {
        let cell = |end: RouteEnd, pos: Pos| {
            let size = self.volume.size();
            if !size.contains(pos) {
                return Err(NoRoute::Outside { end, pos, size });
            }
            let cell = self.volume.get(pos);
            let standing = self.graph().standing(pos);
            standing.ok_or(match cell.is_walkable() {
                true => NoRoute::Closed { end, pos },
                false => NoRoute::NotWalkable { end, pos, cell },
            })
        };
        Ok([cell(RouteEnd::Start, from)?, cell(RouteEnd::Goal, to)?])
    }
}
