//! Hierarchical search (HPA*, Botea, Müller, Schaeffer 2004), over all levels.
//!
//! Every level is cut into square clusters. Of each the entrances are known,
//! the cells by which ways come in and go out over the border or over a link,
//! and the costs between them inside the cluster. A search runs from entrance
//! to entrance; the way is then filled in cluster by cluster and pulled tight.

mod cluster;
mod ground;
mod stroll;
mod tighten;

use super::graph::{CellId, Graph, id_of, pos_of};
use super::heuristic::Heuristic;
use super::planes::Planes;
use super::scratch::Scratch;
use crate::space::Pos;
use crate::volume::Size;
use cluster::{Cluster, Exit};
use ground::{Flood, Ground, SIDE, corner};
use std::collections::BTreeSet;
use stroll::Stroll;

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

/// A way to a cell from which a cluster is left.
struct Leg {
    /// The node it comes from.
    number: u32,
    cost: u64,
    door: CellId,
}

/// Working memory.
#[derive(Default)]
pub(super) struct Work {
    near: Flood,
    middle: Flood,
    far: Flood,
    stroll: Stroll,
}

impl Hpa {
    pub(super) fn new(graph: &Graph) -> Self {
        let size = graph.size();
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
        hpa.find_again(graph, &(0..count).collect(), &(0..count).collect());
        hpa
    }

    /// Follows what has changed at some cells.
    pub(super) fn repair(&mut self, graph: &Graph, cells: &[Pos]) {
        let inside = cells.iter().map(|&pos| self.number(pos)).collect();
        let mut near = self.numbers_near(graph.size(), cells.iter().copied(), 1);
        // What a hop costs depends on what the cell weighs that it leads to.
        for hop in cells.iter().flat_map(|&pos| graph.hops_into(id_of(pos))) {
            near.insert(self.number(pos_of(hop.to)));
        }
        self.find_again(graph, &inside, &near);
    }

    /// Finds the costs in some clusters again, and the entrances in those and more.
    fn find_again(&mut self, graph: &Graph, inside: &BTreeSet<usize>, near: &BTreeSet<usize>) {
        let mut flood = Flood::default();
        let mut changed = BTreeSet::new();
        for &number in near {
            let corner = self.corner(number);
            if self.clusters[number].find_entrances(graph, corner) {
                changed.insert(number);
            }
        }
        for &number in inside.union(&changed) {
            let corner = self.corner(number);
            self.clusters[number].find_costs(graph, corner, &mut flood);
        }
        let corners = changed.iter().map(|&number| self.corner(number));
        let mut around = self.numbers_near(graph.size(), corners, SIDE as i32);
        around.extend(near);
        for number in around {
            let corner = self.corner(number);
            let mut cluster = std::mem::take(&mut self.clusters[number]);
            cluster.find_exits(graph, corner, |cell| self.is_entrance(cell));
            self.clusters[number] = cluster;
        }
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

    pub(super) fn bytes(&self) -> usize {
        self.clusters.iter().map(Cluster::bytes).sum()
    }

    /// Finds a way from start to goal; returns its cost and its turns.
    ///
    /// Takes weights. Finds a way wherever there is one, at most a little dearer
    /// than the cheapest.
    pub(super) fn search(
        &self,
        graph: &Graph,
        planes: &Planes,
        heuristic: &Heuristic,
        scratch: &mut Scratch,
        work: &mut Work,
        [start, goal]: [CellId; 2],
    ) -> Option<(u64, Vec<Pos>)> {
        scratch.begin(graph, heuristic, start, goal, BY_EXIT);
        scratch.hurry(HURRY);
        if start == goal {
            return Some((0, vec![pos_of(goal)]));
        }
        let here = self.number(pos_of(start));
        let there = self.number(pos_of(goal));
        let mut near = Ground::new(graph, self.corner(here));
        let mut far = Ground::new(graph, self.corner(there));
        for &cell in self.clusters[here].entrances() {
            near.want(near.at(cell));
        }
        for &cell in self.clusters[there].entrances() {
            far.want(far.at(cell));
        }
        if here == there {
            near.want(near.at(goal));
        }
        work.near.run(graph, &near, near.at(start), false);
        work.far.run(graph, &far, far.at(goal), true);

        let (number, _) = scratch.next()?;
        if here == there
            && let Some(cost) = work.near.cost(near.at(goal))
        {
            scratch.offer(heuristic, pos_of(goal), cost, number, INSIDE);
        }
        let cluster = &self.clusters[here];
        for exit in cluster.exits() {
            let door = cluster.door(exit);
            if let Some(cost) = work.near.cost(near.at(door)) {
                let leg = Leg { number, cost, door };
                self.leave(heuristic, scratch, there, leg, *exit);
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
                && let Some(cost) = work.far.cost(far.at(node.cell))
            {
                scratch.offer(heuristic, pos_of(goal), node.cost + cost, number, INSIDE);
            }
            let Some(entrance) = cluster.number(node.cell) else {
                continue;
            };
            for exit in cluster.exits() {
                if let Some(cost) = cluster.cost(entrance, exit.from) {
                    let (cost, door) = (node.cost + cost, cluster.door(exit));
                    let leg = Leg { number, cost, door };
                    self.leave(heuristic, scratch, there, leg, *exit);
                }
            }
        }
        let way = scratch.way_to(goal);
        let last = scratch.note(goal);
        let Trail { turns, cost } = self.fill_in(graph, planes, work, [&near, &far], &way, last);
        Some(match graph.has_weights() {
            true => (cost, turns),
            false => {
                let (turns, saved) = tighten::tighten(graph, planes, &mut work.stroll, &turns);
                (cost - saved, turns)
            }
        })
    }

    /// Leaves a cluster, and goes on through clusters that can only be passed through,
    /// as corridors can. A cluster that only leads back is not entered.
    fn leave(
        &self,
        heuristic: &Heuristic,
        scratch: &mut Scratch,
        goal: usize,
        mut leg: Leg,
        mut exit: Exit,
    ) {
        loop {
            let (door, cost) = (leg.door, leg.cost + exit.cost);
            if !scratch.is_better(exit.to, cost) {
                return;
            }
            let at = self.number(pos_of(exit.to));
            let cluster = &self.clusters[at];
            let onward = match cluster.exits() {
                _ if at == goal => None,
                [back] if back.to == door => return,
                [back, onward] | [onward, back] if back.to == door => Some(onward),
                _ => None,
            };
            let Some(onward) = onward else {
                scratch.offer(heuristic, pos_of(exit.to), cost, leg.number, BY_EXIT);
                return;
            };
            let entrance = cluster.number(exit.to);
            let Some(through) = entrance.and_then(|from| cluster.cost(from, onward.from)) else {
                return;
            };
            let Some(number) = scratch.pass(exit.to, cost, leg.number) else {
                return;
            };
            leg = Leg {
                number,
                cost: cost + through,
                door: cluster.door(onward),
            };
            exit = *onward;
        }
    }

    /// Fills in a way from entrance to entrance.
    fn fill_in(
        &self,
        graph: &Graph,
        planes: &Planes,
        work: &mut Work,
        [near, far]: [&Ground; 2],
        way: &[CellId],
        last: u8,
    ) -> Trail {
        let moves = graph.rules().moves;
        let mut trail = Trail::default();
        let mut inside = Vec::new();
        for (leg, pair) in way.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            let (is_first, is_last) = (leg == 0, leg + 2 == way.len());
            trail.push(pos_of(from));
            inside.clear();
            let mut add = |pos: Pos| inside.push(pos);
            let cluster = self.cluster(from);
            if is_last && last == INSIDE {
                match is_first {
                    true => {
                        trail.cost += work.near.cost(near.at(to)).unwrap_or(0);
                        work.near.trace(near, near.at(to), add);
                    }
                    false => {
                        trail.cost += work.far.cost(far.at(from)).unwrap_or(0);
                        work.far.trace(far, far.at(from), |pos| trail.push(pos));
                        continue;
                    }
                }
            } else {
                // The exit that made the leg the cheapest.
                let cost_to = |exit: &Exit| match is_first {
                    true => {
                        let entrance = cluster.door(exit);
                        work.near.cost(near.at(entrance))
                    }
                    false => cluster.cost(cluster.number(from)?, exit.from),
                };
                let exits = cluster.exits().iter().filter(|exit| exit.to == to);
                let costs = exits.filter_map(|exit| Some((cost_to(exit)? + exit.cost, exit)));
                let Some((cost, exit)) = costs.min_by_key(|(cost, _)| *cost) else {
                    continue;
                };
                let door = cluster.door(exit);
                trail.cost += cost;
                add(pos_of(door));
                if is_first {
                    work.near.trace(near, near.at(door), add);
                } else if !graph.has_weights()
                    && tighten::walk(graph.rules(), pos_of(from), pos_of(door)) + exit.cost == cost
                    && work.stroll.find(planes, moves, pos_of(from), pos_of(door))
                {
                    work.stroll.trace(moves, add);
                } else {
                    let mut ground = Ground::new(graph, corner(pos_of(from)));
                    ground.want(ground.at(door));
                    let flood = &mut work.middle;
                    flood.run(graph, &ground, ground.at(from), false);
                    flood.trace(&ground, ground.at(door), add);
                }
            }
            inside.iter().rev().for_each(|&pos| trail.push(pos));
        }
        way.last()
            .into_iter()
            .for_each(|&cell| trail.push(pos_of(cell)));
        trail
    }
}

/// The turns of a way, and what it costs. The search may since have found a cheaper
/// way to one of its nodes, so the cost is added up anew.
#[derive(Default)]
struct Trail {
    turns: Vec<Pos>,
    cost: u64,
}

impl Trail {
    /// Goes on to a cell that lies straight ahead, or to itself.
    fn push(&mut self, to: Pos) {
        let towards = |a: Pos, b: Pos| ((b.x - a.x).signum(), (b.y - a.y).signum(), b.z - a.z);
        match self.turns.as_slice() {
            [.., at] if *at == to => return,
            [.., before, at]
                if at.z == to.z
                    && before.z == at.z
                    && towards(*before, *at) == towards(*at, to) =>
            {
                self.turns.pop();
            }
            _ => {}
        }
        self.turns.push(to);
    }
}
