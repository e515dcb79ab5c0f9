//! Hierarchical search (HPA*, Botea, Müller, Schaeffer 2004), over all levels.
//!
//! Every level is cut into square clusters. Of each the entrances are known,
//! the cells by which ways come in and go out over the border or over a link,
//! and the costs between them inside the cluster. A search runs from entrance
//! to entrance; the way is then filled in cluster by cluster and pulled tight.

mod cluster;
mod end;
mod filling;
mod patch;
mod stroll;
mod tighten;

use super::Algorithm;
use super::graph::{CellId, Graph, id_of, pos_of};
use super::index::{self, Base, Found, Index};
use super::scratch::Scratch;
use crate::rules::MoveRules;
use crate::space::{Direction, Pos};
use crate::volume::Size;
use cluster::{Cluster, MANY, Row};
use end::End;
use filling::{Filling, Trail};
use patch::{Flood, SIDE};
use std::collections::BTreeSet;
use stroll::Stroll;

impl Algorithm {
    /// From cluster to cluster; nearly the cheapest way, with weights too.
    pub const HPA: Self = Self::known(Hpa::NAME);
}

/// The clusters of all levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hpa {
    clusters: Vec<Cluster>,
    /// How many clusters there are from west to east, and from north to south.
    across: usize,
    down: usize,
}

/// Ways from entrance to entrance may cost a sixteenth more than the cheapest of
/// them; in practice they hardly do, and half as many nodes are expanded.
const HURRY: u32 = 4;

/// How a node was reached.
const BY_EXIT: u8 = 0;
/// The goal, from an entrance of its cluster or from the start.
const INSIDE: u8 = 1;

/// Working memory.
#[derive(Default)]
pub(super) struct Work {
    near: Flood,
    middle: Flood,
    far: Flood,
    stroll: Stroll,
}

impl index::Work for Work {
    fn bytes(&self) -> u64 {
        let floods = [&self.near, &self.middle, &self.far];
        (floods.map(Flood::bytes).iter().sum::<usize>() + self.stroll.bytes()) as u64
    }
}

impl Index for Hpa {
    const NAME: &'static str = "hpa";
    const SUMMARY: &'static str =
        "from cluster to cluster; nearly the cheapest path, with weights too";
    const IS_EXACT: bool = false;
    const TAKES_WEIGHTS: bool = true;
    type Work = Work;

    /// About two bytes a cell, as on the maps that were measured.
    fn bytes_needed(size: Size, _: &MoveRules) -> u64 {
        2 * size.cells()
    }

    fn build(base: &Base) -> Self {
        let size = base.graph.size();
        let (across, down) = (
            (size.width() as usize).div_ceil(SIDE),
            (size.height() as usize).div_ceil(SIDE),
        );
        let count = across * down * size.levels() as usize;
        let mut hpa = Self {
            clusters: vec![Cluster::default(); count],
            across,
            down,
        };
        let all: BTreeSet<usize> = (0..count).collect();
        hpa.find_again(&base.graph, &all, &all);
        hpa
    }

    /// Finds the costs that are not known yet, but in clusters with very many entrances:
    /// what is never asked for there would take too much room.
    fn complete(&self, base: &Base) {
        let mut flood = Flood::default();
        for cluster in &self.clusters {
            let entrances = cluster.entrances().len();
            for entrance in (0..entrances).filter(|_| entrances <= MANY) {
                cluster.onward(&base.graph, entrance, &mut flood);
            }
        }
    }

    fn follow(&mut self, base: &Base, cells: &[Pos]) {
        let graph = &base.graph;
        let inside = match cells {
            [pos] if is_dead_end(graph, *pos) => BTreeSet::new(),
            _ => cells.iter().map(|&pos| self.number(pos)).collect(),
        };
        let mut near = self.numbers_near(graph.size(), cells.iter().copied(), 1);
        // What a hop costs depends on what the cell weighs that it leads to.
        for hop in cells.iter().flat_map(|&pos| graph.hops_into(id_of(pos))) {
            near.insert(self.number(pos_of(hop.to)));
        }
        self.find_again(graph, &inside, &near);
    }

    fn bytes(&self) -> u64 {
        self.clusters
            .iter()
            .map(|cluster| cluster.bytes() as u64)
            .sum()
    }

    /// Finds a way wherever there is one, at most a little dearer than the cheapest.
    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Work,
        [start, goal]: [CellId; 2],
    ) -> Option<Found> {
        let Base {
            graph, heuristic, ..
        } = base;
        scratch.begin(graph, heuristic, start, goal, BY_EXIT);
        scratch.hurry(HURRY);
        if start == goal {
            return Some((0, vec![pos_of(goal)]));
        }
        let here = self.number(pos_of(start));
        let there = self.number(pos_of(goal));
        let cluster = &self.clusters[here];
        let inner = cluster.entrances().iter().copied();
        let inner = inner.chain((here == there).then_some(goal));
        let outer = self.clusters[there].entrances().iter().copied();
        let mut near = End::new(graph, start, false, inner, &mut work.near);
        let mut far = End::new(graph, goal, true, outer, &mut work.far);
        let (flood, stroll) = (&mut work.middle, &mut work.stroll);

        let (number, _) = scratch.next()?;
        if here == there
            && let Some(cost) = near.cost(goal, stroll)
        {
            scratch.offer(heuristic, goal, cost, number, INSIDE);
        }
        for exit in cluster.exits() {
            if let Some(cost) = near.cost(cluster.door(exit), stroll) {
                let cost = cost + exit.cost;
                scratch.offer(heuristic, exit.to, cost, number, BY_EXIT);
            }
        }
        loop {
            let (number, node) = scratch.next()?;
            if node.cell == goal {
                break;
            }
            let at = self.number(pos_of(node.cell));
            let cluster = &self.clusters[at];
            if at == there
                && let Some(cost) = far.cost(node.cell, stroll)
            {
                scratch.offer(heuristic, goal, node.cost + cost, number, INSIDE);
            }
            let Some(entrance) = cluster.number(node.cell) else {
                continue;
            };
            for leg in cluster.onward(graph, entrance, flood) {
                let cost = node.cost + leg.cost;
                scratch.offer(heuristic, leg.to, cost, number, BY_EXIT);
            }
        }
        let way = scratch.way_to(goal);
        let last = scratch.note(goal);
        let mut filling = Filling {
            hpa: self,
            graph,
            flood,
            stroll,
            trail: Trail::default(),
        };
        filling.fill_in(near, far, &way, last);
        let Trail { turns, cost } = filling.trail;
        Some(match graph.has_weights() {
            true => (cost, turns),
            false => {
                let (turns, saved) = tighten::tighten(graph, stroll, &turns);
                (cost - saved, turns)
            }
        })
    }
}

impl Hpa {
    /// Forgets the costs inside some clusters, and finds the entrances and exits again of
    /// those and of others that are near.
    fn find_again(&mut self, graph: &Graph, inside: &BTreeSet<usize>, near: &BTreeSet<usize>) {
        let mut doubtful = near.clone();
        for &number in near {
            let corner = self.corner(number);
            if self.clusters[number].find_entrances(graph, corner) {
                // Steps come from the clusters around; where hops end is always an entrance.
                let around = self.numbers_near(graph.size(), [corner].into_iter(), SIDE as i32);
                doubtful.extend(around);
            }
        }
        for number in doubtful {
            let corner = self.corner(number);
            let mut cluster = std::mem::take(&mut self.clusters[number]);
            cluster.find_exits(graph, corner, |cell| self.is_entrance(cell));
            if inside.contains(&number) {
                cluster.forget_rows();
            }
            // Which legs are good may depend on the borders of other clusters.
            if !inside.is_empty() && near.contains(&number) {
                cluster.forget_onward();
            }
            self.clusters[number] = cluster;
        }
    }

    /// The costs from an entrance to all others of its cluster.
    fn row(&self, graph: &Graph, entrance: CellId, flood: &mut Flood) -> Option<&Row> {
        let cluster = self.cluster(entrance);
        Some(cluster.row(graph, cluster.number(entrance)?, flood))
    }

    /// The clusters of cells and of those that are so far away from them.
    fn numbers_near(
        &self,
        size: Size,
        cells: impl Iterator<Item = Pos>,
        far: i32,
    ) -> BTreeSet<usize> {
        let mut numbers = BTreeSet::new();
        for pos in cells {
            for y in [pos.y - far, pos.y, pos.y + far] {
                for x in [pos.x - far, pos.x, pos.x + far] {
                    let pos = Pos::new(x, y, pos.z);
                    if size.contains(pos) {
                        numbers.insert(self.number(pos));
                    }
                }
            }
        }
        numbers
    }

    /// The number of a cell's cluster, which contains the level.
    fn number(&self, pos: Pos) -> usize {
        let (x, y) = (pos.x as usize / SIDE, pos.y as usize / SIDE);
        (pos.z as usize * self.down + y) * self.across + x
    }

    /// The first cell of a cluster.
    fn corner(&self, number: usize) -> Pos {
        let (x, y) = (number % self.across, number / self.across % self.down);
        let z = number / self.across / self.down;
        Pos::new((x * SIDE) as i32, (y * SIDE) as i32, z as i32)
    }

    fn cluster(&self, cell: CellId) -> &Cluster {
        &self.clusters[self.number(pos_of(cell))]
    }

    fn is_entrance(&self, cell: CellId) -> bool {
        self.cluster(cell).number(cell).is_some()
    }
}

/// Whether a cell is or was one where no way leads through, so that whether it is open
/// matters for no other cell. (A diagonal step past it takes two straight neighbours.)
fn is_dead_end(graph: &Graph, pos: Pos) -> bool {
    let around = Direction::STRAIGHT.map(|direction| pos.step(direction));
    let ways = around.into_iter().filter(|&pos| graph.is_walkable(pos));
    !graph.has_weights() && !graph.has_gravity() && ways.count() < 2
}
