//! The graph tier: a small graph of corners and links, its hierarchy, and labels.
//!
//! A cheapest way turns only at convex corners of walls, and changes levels at links. So
//! those cells are the *nodes* of a graph of its own, which is much smaller than the cells;
//! nodes that see each other are joined by direct ways (subgoal graphs: Uras, Koenig,
//! Hernández 2013). The graph is contracted into a hierarchy, and where memory allows every
//! node has a label of hubs. A query looks around at both ends, lets the nodes there meet in
//! the hierarchy, and unpacks the way that it finds into all of its turns.
//!
//! What weighs or pulls is a wall to all looks; such cells and those around them are nodes,
//! and every move there is an edge. So weights, gravity and one-way links are exact too.

mod arcs;
mod contraction;
mod draft;
mod edges;
mod fill;
mod form;
mod hubs;
mod labels;
mod ledger;
mod living;
mod meeting;
mod narrow;
mod nodes;
mod order;
mod query;
mod repair;
mod saved;
mod sight;
mod sweep;
mod terrain;
mod works;

pub use form::GraphForm;
pub use saved::{IndexError, is_saved_index};

use super::astar::AStar;
use super::graph::{CellId, Graph, pos_of};
use super::index::{Base, Found, Index, Rows};
use super::jps::Jps;
use super::scratch::Scratch;
use super::{Algorithm, Navigator};
use crate::rules::{MoveRules, Moves};
use crate::space::Pos;
use crate::volume::Size;
use arcs::Arcs;
use labels::{Full, Labels};
use living::Living;
use nodes::Nodes;
use query::Work;
use sight::Sight;
use std::sync::OnceLock;
use terrain::Terrain;

impl Algorithm {
    /// Over a graph of corners and links; a cheapest way, with weights too.
    pub const GRAPH: Self = Self::known(GraphTier::NAME);
}

/// What steps cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tolls {
    moves: Moves,
    straight: u32,
    diagonal: u32,
}

impl Tolls {
    /// The cost between two cells of a level, over nothing but plain cells.
    fn walk(self, from: Pos, to: Pos) -> u32 {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        match self.moves {
            Moves::Four => (dx + dy) * self.straight,
            Moves::Eight => dx.min(dy) * self.diagonal + dx.abs_diff(dy) * self.straight,
        }
    }
}

/// Labels that take less than this are made in any case; in tests, which have small volumes,
/// few do.
const FEW_BYTES: u64 = if cfg!(test) { 1 << 10 } else { 1 << 16 };

/// The graph tier of a volume; it is made when it is first asked for.
///
/// From the first change of the volume on there may be two: one that follows all changes, and
/// one made when somebody prepares for many queries, that the next change makes worthless.
#[derive(Clone, Debug, Default)]
pub(super) struct GraphTier {
    core: OnceLock<Box<Core>>,
    fresh: OnceLock<Box<Core>>,
    /// What answers while nothing else does, where cells have no weights.
    plain: OnceLock<Box<Jps>>,
    /// Whether cells have changed and there is nothing that could follow; then nothing is made
    /// until somebody prepares for many queries.
    is_left: bool,
}

/// What the tier knows.
#[derive(Clone, Debug)]
struct Core {
    tolls: Tolls,
    /// Whether no link beats walking on a level, so that a direct way is a cheapest one.
    is_walking_best: bool,
    terrain: Terrain,
    nodes: Nodes,
    /// The hierarchy as it was made; empty once cells have changed.
    arcs: Arcs,
    labels: Option<Labels>,
    /// What answers since cells have changed.
    living: Option<Box<Living>>,
    /// How it answers as long as no cells have changed.
    form: GraphForm,
    /// How many edges there were; unknown, 0, if it was read.
    edges: usize,
}

/// With so many edges a node an end sees many nodes, so that meeting takes long.
const MANY_EDGES: usize = 16;
/// And with no more nodes than these, a search by tables meets few of them.
const FEW_NODES: usize = 2048;

impl Index for GraphTier {
    const NAME: &'static str = "graph";
    const SUMMARY: &'static str =
        "corners and links, with labels; a cheapest path, with weights too";
    const IS_EXACT: bool = true;
    const TAKES_WEIGHTS: bool = true;
    type Work = Work;

    fn bytes_needed(size: Size, _: &MoveRules) -> u64 {
        size.cells() * u64::from(Navigator::DEFAULT_LABEL_BUDGET) + FEW_BYTES
    }

    fn build(_: &Base) -> Self {
        Self::default()
    }

    fn complete(&self, base: &Base) {
        let make = || Box::new(Core::new(&base.graph, base.label_budget));
        if self.core.get_or_init(make).living.is_some() {
            self.fresh.get_or_init(make);
        }
    }

    fn follow(&mut self, base: &Base, cells: &[Pos]) {
        self.fresh.take();
        if let Some(core) = self.core.get_mut()
            && !core.follow(&base.graph, base.label_budget, cells)
        {
            self.core.take();
            self.is_left = true;
        }
        if self.core.get().is_some_and(|core| core.is_ready()) {
            self.plain.take();
        }
        if let Some(plain) = self.plain.get_mut() {
            plain.follow(base, cells);
        }
    }

    fn is_for_tables(&self) -> bool {
        let core = self.core.get();
        core.is_some_and(|core| {
            let nodes = core.nodes.len();
            nodes <= FEW_NODES && core.edges >= nodes * MANY_EDGES && nodes > 0
        })
    }

    fn save(&self, base: &Base) -> Option<Vec<u8>> {
        self.complete(base);
        self.core(base)?.save(&base.graph)
    }

    fn bytes(&self) -> u64 {
        let made = [&self.core, &self.fresh]
            .into_iter()
            .filter_map(OnceLock::get);
        let plain = self.plain.get().map_or(0, |plain| plain.bytes());
        made.map(|core| core.bytes()).sum::<u64>() + plain
    }

    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Work,
        ends: [CellId; 2],
    ) -> Option<Found> {
        let core = self.core(base);
        let Some(core) = core.filter(|core| core.is_ready()) else {
            let found = self.search_plainly(base, scratch, ends);
            core.iter().for_each(|core| core.help(&base.graph));
            return found;
        };
        scratch.expanded = 0;
        let found = core.find(work, ends.map(pos_of), &mut scratch.expanded);
        core.help(&base.graph);
        found
    }

    fn cost(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Work,
        ends: [CellId; 2],
    ) -> Option<u64> {
        let core = self.core(base).filter(|core| core.is_ready());
        let Some(core) = core else {
            return Index::search(self, base, scratch, work, ends).map(|(cost, _)| cost);
        };
        let cost = core.cost(work, ends.map(pos_of), &mut scratch.expanded);
        core.help(&base.graph);
        cost
    }

    fn costs(
        &self,
        base: &Base,
        work: &mut Work,
        starts: &[Option<CellId>],
        goals: &[Option<CellId>],
    ) -> Option<Rows> {
        let core = self.core(base).filter(|core| core.is_ready());
        core?.costs(work, starts, goals)
    }
}

impl GraphTier {
    /// Finds a way by what needs next to nothing in advance, as long as there is no hierarchy.
    fn search_plainly(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        ends: [CellId; 2],
    ) -> Option<Found> {
        if base.graph.has_weights() {
            return AStar.search(base, scratch, &mut (), ends);
        }
        let plain = self.plain.get_or_init(|| Box::new(Jps::build(base)));
        plain.search(base, scratch, &mut (), ends)
    }

    /// The tier that bytes hold.
    pub(super) fn load(base: &Base, bytes: &[u8]) -> Result<Self, IndexError> {
        let core = Core::load(&base.graph, base.label_budget, bytes)?;
        Ok(Self {
            core: OnceLock::from(Box::new(core)),
            ..Self::default()
        })
    }

    /// How it answers now; none before it is made.
    pub(super) fn form(&self) -> Option<GraphForm> {
        match self.fresh.get().or(self.core.get()) {
            Some(core) if core.living.is_none() => Some(core.form),
            Some(core) if core.is_ready() => Some(GraphForm::Following),
            Some(_) => Some(GraphForm::Waiting),
            None => self.is_left.then_some(GraphForm::Left),
        }
    }

    /// What answers; none where nothing could follow changes.
    fn core(&self, base: &Base) -> Option<&Core> {
        if let Some(core) = self.fresh.get() {
            return Some(core);
        }
        if self.is_left {
            return self.core.get().map(|core| &**core);
        }
        let make = || Box::new(Core::new(&base.graph, base.label_budget));
        Some(self.core.get_or_init(make))
    }
}

impl Core {
    fn new(graph: &Graph, label_budget: u32) -> Self {
        let tolls = tolls(graph);
        let mut terrain = Terrain::new(graph);
        let mut nodes = Nodes::new(graph, &mut terrain);
        let sight = Sight {
            terrain: &terrain,
            nodes: &nodes,
            tolls,
        };
        let edges = edges::all(graph, &sight);
        let (arcs, numbers) = contraction::contract(nodes.len(), &edges);
        let edges = edges.len();
        nodes.renumber(&numbers);
        let mut core = Self {
            tolls,
            is_walking_best: is_walking_best(graph),
            terrain,
            nodes,
            arcs,
            labels: None,
            living: None,
            form: GraphForm::TooLarge,
            edges,
        };
        core.form = GraphForm::NoRoom {
            bytes_a_cell: label_budget,
        };
        if label_budget > 0 {
            let most = core.room_for_labels(graph, label_budget);
            match Labels::new(&core.arcs, core.nodes.len(), most) {
                Ok(labels) => {
                    core.form = GraphForm::Labels {
                        bytes: labels.bytes_of_entry(),
                    };
                    core.labels = Some(labels);
                }
                Err(Full::Range) => core.form = GraphForm::TooLarge,
                Err(Full::Memory) => {}
            }
        }
        core
    }

    /// What is left of so many bytes a cell.
    fn room_for_labels(&self, graph: &Graph, label_budget: u32) -> u64 {
        let most = graph.size().cells() * u64::from(label_budget);
        most.saturating_sub(self.bytes()).max(FEW_BYTES)
    }

    fn bytes(&self) -> u64 {
        (self.terrain.bytes()
            + self.nodes.bytes()
            + self.arcs.bytes()
            + self.labels.as_ref().map_or(0, Labels::bytes)
            + self.living.as_ref().map_or(0, |living| living.bytes())) as u64
    }

    fn sight(&self) -> Sight<'_> {
        Sight {
            terrain: &self.terrain,
            nodes: &self.nodes,
            tolls: self.tolls,
        }
    }
}

/// What steps cost under the rules of a graph.
fn tolls(graph: &Graph) -> Tolls {
    let rules = graph.rules();
    Tolls {
        moves: rules.moves,
        straight: rules.costs.straight,
        diagonal: rules.costs.diagonal,
    }
}

/// Whether no hop goes sideways for less than a step.
fn is_walking_best(graph: &Graph) -> bool {
    let mut cells = graph.roads.cells_with_hops();
    cells.all(|cell| is_walking_best_at(graph, cell))
}

/// The same for the hops that leave a cell.
fn is_walking_best_at(graph: &Graph, cell: CellId) -> bool {
    let (from, straight) = (pos_of(cell), graph.rules().costs.straight);
    graph.hops(cell).iter().all(|hop| {
        let to = pos_of(hop.to);
        (to.x, to.y) == (from.x, from.y) || hop.cost >= straight
    })
}
