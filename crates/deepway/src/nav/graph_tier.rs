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
mod edges;
mod fill;
mod labels;
mod nodes;
mod repair;
mod saved;
mod sight;
mod sweep;
mod terrain;

use super::graph::{CellId, Graph, pos_of};
pub use saved::IndexError;

use super::index::{self, Base, Found, Index, Rows};
use super::scratch::Scratch;
use super::{Algorithm, Navigator};
use crate::rules::{MoveRules, Moves};
use crate::space::Pos;
use crate::volume::Size;
use arcs::{Arcs, Piece};
use edges::Lead;
use fill::Fill;
use labels::{Labels, MOST_SEEN, Meeting, Met};
use nodes::{NodeId, Nodes};
use sight::{Seen, Sight, bend};
use std::sync::OnceLock;
use sweep::Sweep;
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

/// Labels that take less than this are made in any case.
const FEW_BYTES: u64 = 1 << 16;

/// The graph tier of a volume; it is made when it is first asked for.
///
/// From the first change of the volume on there may be two: one that follows all changes and
/// answers by sweeps, and one with labels, made when somebody prepares for many queries, that
/// the next change makes worthless.
#[derive(Clone, Debug, Default)]
pub(super) struct GraphTier {
    core: OnceLock<Box<Core>>,
    fresh: OnceLock<Box<Core>>,
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
    /// The hierarchy since cells have changed.
    fill: Option<Box<Fill>>,
    /// How many edges there were; unknown, 0, if it was read.
    edges: usize,
}

/// With so many edges a node an end sees many nodes, so that meeting takes long.
const MANY_EDGES: usize = 16;
/// And with no more nodes than these, a search by tables meets few of them.
const FEW_NODES: usize = 2048;

/// Working memory.
#[derive(Default)]
pub(super) struct Work {
    /// What the start sees, and what sees the goal.
    seen: [Vec<Seen>; 2],
    sweep: Sweep,
    meeting: Meeting,
    /// Arcs on the way up, and what is to be unpacked.
    chain: Vec<u32>,
    stack: Vec<(u32, bool)>,
    pairs: Vec<(NodeId, NodeId)>,
}

impl index::Work for Work {
    fn bytes(&self) -> u64 {
        let seen: usize = self.seen.iter().map(Vec::capacity).sum();
        (seen * size_of::<Seen>()
            + self.sweep.bytes()
            + self.meeting.bytes()
            + self.chain.capacity() * size_of::<u32>()
            + self.stack.capacity() * size_of::<(u32, bool)>()
            + self.pairs.capacity() * size_of::<(NodeId, NodeId)>()) as u64
    }
}

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
        if self.core(base).fill.is_some() {
            self.fresh
                .get_or_init(|| Box::new(Core::new(&base.graph, base.label_budget)));
        }
    }

    fn follow(&mut self, base: &Base, cells: &[Pos]) {
        self.fresh.take();
        if let Some(core) = self.core.get_mut()
            && !core.follow(&base.graph, cells)
        {
            self.core.take();
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
        self.core(base).save(&base.graph)
    }

    fn bytes(&self) -> u64 {
        let made = [&self.core, &self.fresh]
            .into_iter()
            .filter_map(OnceLock::get);
        made.map(|core| core.bytes()).sum()
    }

    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Work,
        [start, goal]: [CellId; 2],
    ) -> Option<Found> {
        let core = self.core(base);
        scratch.expanded = 0;
        core.find(work, [start, goal].map(pos_of), &mut scratch.expanded)
    }

    fn cost(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Work,
        ends: [CellId; 2],
    ) -> Option<u64> {
        self.core(base)
            .cost(work, ends.map(pos_of), &mut scratch.expanded)
    }

    fn costs(
        &self,
        base: &Base,
        work: &mut Work,
        starts: &[Option<CellId>],
        goals: &[Option<CellId>],
    ) -> Option<Rows> {
        self.core(base).costs(work, starts, goals)
    }
}

impl GraphTier {
    /// The tier that bytes hold.
    pub(super) fn load(base: &Base, bytes: &[u8]) -> Result<Self, IndexError> {
        let core = Core::load(&base.graph, bytes)?;
        Ok(Self {
            core: OnceLock::from(Box::new(core)),
            fresh: OnceLock::new(),
        })
    }

    fn core(&self, base: &Base) -> &Core {
        if let Some(core) = self.fresh.get() {
            return core;
        }
        self.core
            .get_or_init(|| Box::new(Core::new(&base.graph, base.label_budget)))
    }
}

/// A way as the hierarchy has it: which of the nodes that the ends see, and where it is
/// highest.
#[derive(Clone, Copy, Debug)]
enum Over {
    Labels(Met),
    Arcs(NodeId),
    Ribs(NodeId),
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
            fill: None,
            edges,
        };
        if label_budget > 0 {
            let most = graph.size().cells() * u64::from(label_budget);
            let most = most.saturating_sub(core.bytes()).max(FEW_BYTES);
            core.labels = Labels::new(&core.arcs, core.nodes.len(), most);
        }
        core
    }

    fn bytes(&self) -> u64 {
        (self.terrain.bytes()
            + self.nodes.bytes()
            + self.arcs.bytes()
            + self.labels.as_ref().map_or(0, Labels::bytes)
            + self.fill.as_ref().map_or(0, |fill| fill.bytes())) as u64
    }

    fn sight(&self) -> Sight<'_> {
        Sight {
            terrain: &self.terrain,
            nodes: &self.nodes,
            tolls: self.tolls,
        }
    }

    /// Finds a cheapest way between two cells where somebody can stand.
    fn find(&self, work: &mut Work, ends: [Pos; 2], expanded: &mut u64) -> Option<Found> {
        let [start, goal] = ends;
        if start == goal {
            return Some((0, vec![start]));
        }
        let direct = self.sight().direct(start, goal).map(u64::from);
        if let Some(cost) = direct.filter(|_| self.is_walking_best) {
            return Some((cost, vec![start, goal]));
        }
        let over = self.meet(work, ends, expanded);
        match (over, direct) {
            (None, None) => None,
            (Some((cost, over)), direct) if direct.is_none_or(|direct| cost < direct) => {
                Some((cost, self.turns(work, ends, over)))
            }
            (_, direct) => Some((direct?, vec![start, goal])),
        }
    }

    /// What a cheapest way between two cells costs.
    fn cost(&self, work: &mut Work, ends: [Pos; 2], expanded: &mut u64) -> Option<u64> {
        if ends[0] == ends[1] {
            return Some(0);
        }
        let direct = self.sight().direct(ends[0], ends[1]).map(u64::from);
        if direct.is_some() && self.is_walking_best {
            return direct;
        }
        let over = self.meet(work, ends, expanded).map(|(cost, _)| cost);
        over.into_iter().chain(direct).min()
    }

    /// The costs from each of some cells to each of others, if there are labels.
    fn costs(
        &self,
        work: &mut Work,
        starts: &[Option<CellId>],
        goals: &[Option<CellId>],
    ) -> Option<Rows> {
        let labels = self.labels.as_ref()?;
        let ends: Vec<Option<(Pos, Vec<Seen>)>> = goals
            .iter()
            .map(|goal| {
                let (pos, mut seen) = (pos_of((*goal)?), Vec::new());
                self.look(pos, &mut seen);
                Some((pos, seen))
            })
            .collect();
        let mut rows = Vec::with_capacity(starts.len());
        for start in starts {
            let Some(start) = start.map(pos_of) else {
                rows.push(vec![None; goals.len()]);
                continue;
            };
            let seen = &mut work.seen[0];
            self.look(start, seen);
            if seen.len() > MOST_SEEN {
                return None;
            }
            work.meeting.spread(labels, self.nodes.len(), seen);
            let cost = |end: &Option<(Pos, Vec<Seen>)>| {
                let (goal, seen) = end.as_ref()?;
                if *goal == start {
                    return Some(0);
                }
                let direct = self.sight().direct(start, *goal).map(u64::from);
                let over = work.meeting.gather(labels, seen).map(|met| met.cost);
                over.into_iter().chain(direct).min()
            };
            rows.push(ends.iter().map(cost).collect());
        }
        Some(rows)
    }

    /// Looks around at a cell; a node sees itself only.
    fn look(&self, pos: Pos, seen: &mut Vec<Seen>) {
        seen.clear();
        match self.nodes.at(pos) {
            Some(node) => seen.push(Seen { node, cost: 0 }),
            None => self.sight().look(pos, |one| seen.push(one)),
        }
    }

    /// What a cheapest way over nodes costs, and which it is.
    fn meet(&self, work: &mut Work, ends: [Pos; 2], expanded: &mut u64) -> Option<(u64, Over)> {
        for (seen, pos) in work.seen.iter_mut().zip(ends) {
            self.look(pos, seen);
        }
        let nodes = self.nodes.len();
        match &self.labels {
            Some(labels) if work.seen.iter().all(|seen| seen.len() <= MOST_SEEN) => {
                if self.is_walking_best {
                    self.leave_out(labels, &mut work.seen, ends);
                }
                *expanded = work.seen.iter().map(|seen| seen.len() as u64).sum();
                let met = work.meeting.run(labels, nodes, &work.seen)?;
                Some((met.cost, Over::Labels(met)))
            }
            _ => {
                let found = match &self.fill {
                    Some(fill) => work.sweep.run(&**fill, nodes, &work.seen),
                    None => work.sweep.run(&self.arcs, nodes, &work.seen),
                };
                *expanded = work.sweep.looked_at;
                let (cost, top) = found?;
                let over = match &self.fill {
                    Some(_) => Over::Ribs(top),
                    None => Over::Arcs(top),
                };
                Some((cost, over))
            }
        }
    }

    /// Leaves out what the ends see where it can be on no way that is cheaper than the one
    /// over the two nodes that lie best.
    fn leave_out(&self, labels: &Labels, seen: &mut [Vec<Seen>; 2], [start, goal]: [Pos; 2]) {
        let bound = |seen: &Seen, to: Pos| {
            let pos = self.nodes.pos_of(seen.node);
            u64::from(seen.cost) + u64::from(self.tolls.walk(pos, to))
        };
        let best = |seen: &[Seen], to: Pos| seen.iter().copied().min_by_key(|seen| bound(seen, to));
        let (Some(first), Some(last)) = (best(&seen[0], goal), best(&seen[1], start)) else {
            return;
        };
        if let Some(between) = labels.cost(first.node, last.node) {
            let most = between + u64::from(first.cost) + u64::from(last.cost);
            let [from_start, from_goal] = seen;
            from_start.retain(|one| *one == first || bound(one, goal) < most);
            from_goal.retain(|one| *one == last || bound(one, start) < most);
        }
    }

    /// The turns of a way.
    fn turns(&self, work: &mut Work, [start, goal]: [Pos; 2], over: Over) -> Vec<Pos> {
        let mut way = Way {
            core: self,
            turns: Vec::with_capacity(64),
            at: start,
        };
        way.turns.push(start);
        // Up from the start, and down to the goal.
        for side in 0..2 {
            let Work {
                seen,
                sweep,
                chain,
                stack,
                pairs,
                ..
            } = work;
            chain.clear();
            let end = match (over, &self.labels) {
                (Over::Labels(met), Some(labels)) => {
                    let node = seen[side][met.seen[side]].node;
                    labels.trace(&self.arcs, side, node, met.hub, |arc| chain.push(arc));
                    // From the end to the top; the others are from the top to the end.
                    chain.reverse();
                    node
                }
                (Over::Ribs(top), _) => sweep.trace(side, top, |_, from| chain.push(from)),
                (Over::Arcs(top) | Over::Labels(Met { hub: top, .. }), _) => {
                    sweep.trace(side, top, |arc, _| chain.push(arc))
                }
            };
            if side == 0 {
                way.go(self.nodes.pos_of(end), Lead::DirectFromFirst);
                chain.reverse();
            }
            if let (Over::Ribs(top), Some(fill)) = (over, &self.fill) {
                let mut at = if side == 0 { end } else { top };
                // The first of them is the end itself, where the way is already.
                chain.extend((side == 0).then_some(top));
                for &node in &*chain {
                    fill.unpack(at, node, pairs, |piece| way.go_piece(piece));
                    at = node;
                }
            } else {
                for &arc in &*chain {
                    self.arcs
                        .unpack(arc, side == 0, stack, |piece| way.go_piece(piece));
                }
            }
        }
        way.go(goal, Lead::DirectFromSecond);
        way.turns
    }
}

/// A way that is being written down.
struct Way<'a> {
    core: &'a Core,
    turns: Vec<Pos>,
    at: Pos,
}

impl Way<'_> {
    fn go_piece(&mut self, piece: Piece) {
        self.go(self.core.nodes.pos_of(piece.to), piece.lead);
    }

    /// Goes on to a cell.
    #[inline(always)]
    fn go(&mut self, to: Pos, lead: Lead) {
        if self.at == to {
            return;
        }
        if lead == Lead::DirectFromSecond {
            self.turns.extend(bend(self.core.tolls.moves, self.at, to));
        }
        self.turns.push(to);
        self.at = to;
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
