//! One cluster: its entrances, the costs between them, and where they lead.

use super::super::graph::{CellId, Graph, id_of, pos_of};
use super::patch::{Flood, Patch, SIDE};
use crate::space::{Direction, Pos};
use std::sync::OnceLock;

/// A cluster with more entrances is full of links: costs there are found only where
/// they are asked for, and no legs are left out.
pub(super) const MANY: usize = 128;

/// What is known of a cluster.
///
/// Costs are found when they are asked for and then kept, so that an edit costs
/// little beyond what the next searches need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cluster {
    /// The cells by which ways come in or go out, in order.
    entrances: Box<[CellId]>,
    /// The moves that leave the cluster.
    exits: Box<[Exit]>,
    /// The costs from each entrance to all of them.
    rows: Box<[OnceLock<Row>]>,
    /// Where a way that has come to an entrance leads on to.
    onward: Box<[OnceLock<Box<[Leg]>>]>,
}

/// A move from an entrance into another cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    /// The number of the entrance.
    pub(super) from: u16,
    pub(super) to: CellId,
    pub(super) cost: u64,
}

/// The way from an entrance of a cluster to one of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Leg {
    pub(super) cost: u64,
    pub(super) to: CellId,
}

/// Costs, in as few bytes as they fit. No way is the largest number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Narrow(Box<[u32]>),
    Wide(Box<[u64]>),
}

impl Row {
    fn new(costs: Vec<u64>) -> Self {
        let fits = |&cost: &u64| cost == u64::MAX || cost < u64::from(u32::MAX);
        match costs.iter().all(fits) {
            true => Self::Narrow(costs.into_iter().map(|cost| cost as u32).collect()),
            false => Self::Wide(costs.into()),
        }
    }

    /// The cost to an entrance, if there is a way inside the cluster.
    #[inline(always)]
    pub(super) fn get(&self, to: usize) -> Option<u64> {
        match self {
            Self::Narrow(costs) => Some(costs[to])
                .filter(|&cost| cost != u32::MAX)
                .map(u64::from),
            Self::Wide(costs) => Some(costs[to]).filter(|&cost| cost != u64::MAX),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Narrow(costs) => costs.len() * 4,
            Self::Wide(costs) => costs.len() * 8,
        }
    }
}

impl Cluster {
    pub(super) fn entrances(&self) -> &[CellId] {
        &self.entrances
    }

    pub(super) fn exits(&self) -> &[Exit] {
        &self.exits
    }

    /// The entrance that an exit leaves from.
    pub(super) fn door(&self, exit: &Exit) -> CellId {
        self.entrances[usize::from(exit.from)]
    }

    /// The number of an entrance.
    pub(super) fn number(&self, cell: CellId) -> Option<usize> {
        self.entrances.binary_search(&cell).ok()
    }

    pub(super) fn bytes(&self) -> usize {
        let rows = self.rows.iter().filter_map(OnceLock::get);
        let onward = self.onward.iter().filter_map(OnceLock::get);
        size_of::<Self>()
            + size_of_val(&*self.entrances)
            + size_of_val(&*self.exits)
            + size_of_val(&*self.rows)
            + size_of_val(&*self.onward)
            + rows.map(Row::bytes).sum::<usize>()
            + onward.map(|legs| size_of_val(&**legs)).sum::<usize>()
    }

    /// Finds the entrances again, and says whether they have changed.
    pub(super) fn find_entrances(&mut self, graph: &Graph, corner: Pos) -> bool {
        let entrances = entrances(graph, corner);
        let changed = *self.entrances != *entrances;
        if changed {
            self.rows = vec![OnceLock::new(); entrances.len()].into();
            self.onward = vec![OnceLock::new(); entrances.len()].into();
            self.entrances = entrances.into();
        }
        changed
    }

    /// Forgets the costs inside the cluster.
    pub(super) fn forget_rows(&mut self) {
        self.rows.iter_mut().for_each(|row| _ = row.take());
    }

    /// Forgets where ways lead on to.
    pub(super) fn forget_onward(&mut self) {
        self.onward.iter_mut().for_each(|legs| _ = legs.take());
    }

    /// Finds the moves that leave the cluster, once all entrances are known.
    pub(super) fn find_exits(
        &mut self,
        graph: &Graph,
        corner: Pos,
        is_entrance: impl Fn(CellId) -> bool,
    ) {
        let mut exits = Vec::new();
        for (from, &cell) in self.entrances.iter().enumerate() {
            graph.for_each_move(cell, |to, cost| {
                if super::patch::corner(pos_of(to)) != corner && is_entrance(to) {
                    let from = from as u16;
                    exits.push(Exit { from, to, cost });
                }
            });
        }
        if *self.exits != *exits {
            self.exits = exits.into();
            self.forget_onward();
        }
    }

    /// The costs from an entrance to all of them.
    pub(super) fn row(&self, graph: &Graph, from: usize, flood: &mut Flood) -> &Row {
        self.rows[from].get_or_init(|| {
            let cell = self.entrances[from];
            let mut patch = Patch::new(graph, super::patch::corner(pos_of(cell)));
            let places: Vec<usize> = self.entrances.iter().map(|&cell| patch.at(cell)).collect();
            places.iter().for_each(|&place| patch.want(place));
            flood.run(graph, &patch, places[from], false);
            let costs = places.iter().map(|&to| flood.cost(to));
            Row::new(costs.map(|cost| cost.unwrap_or(u64::MAX)).collect())
        })
    }

    /// Where a way that has come to an entrance leads on to.
    ///
    /// An entrance of the next cluster is left out if another way there is as good: over
    /// another of its entrances, and on along the border. Whatever begins at the one can
    /// as well begin at the other.
    pub(super) fn onward(&self, graph: &Graph, from: usize, flood: &mut Flood) -> &[Leg] {
        self.onward[from].get_or_init(|| {
            let row = self.row(graph, from, flood);
            let level = pos_of(self.entrances[from]).z;
            let costs = self.exits.iter().map(|exit| {
                let cost = row.get(exit.from.into())? + exit.cost;
                Some(Leg { cost, to: exit.to })
            });
            let mut legs: Vec<Leg> = costs.flatten().collect();
            legs.sort_unstable();
            if self.entrances.len() <= MANY {
                let mut kept: Vec<Leg> = Vec::with_capacity(legs.len());
                for leg in legs.drain(..) {
                    let is_as_good = |other: &Leg| other.is_as_good(graph, &leg, level);
                    if !kept.iter().any(is_as_good) {
                        kept.push(leg);
                    }
                }
                legs = kept;
            }
            legs.into()
        })
    }
}

impl Leg {
    /// Whether another leg can be replaced by this one and, on the own level, a walk along
    /// the border of the next cluster.
    fn is_as_good(&self, graph: &Graph, other: &Leg, level: i32) -> bool {
        let (from, to) = (pos_of(self.to), pos_of(other.to));
        if from == to {
            return true;
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let steps = dx.abs().max(dy.abs());
        let walk = u64::from(steps.unsigned_abs()) * u64::from(graph.rules().costs.straight);
        let is_border = (dx == 0 || dy == 0)
            && (from.z, to.z) == (level, level)
            && super::patch::corner(from) == super::patch::corner(to);
        if !is_border || self.cost + walk > other.cost {
            return false;
        }
        let step = |i: i32| Pos::new(from.x + i * dx.signum(), from.y + i * dy.signum(), from.z);
        let weights = (1..=steps).map(|i| graph.weight(id_of(step(i))));
        (0..=steps).all(|i| graph.is_open(step(i)))
            && self.cost + walk + weights.sum::<u64>() <= other.cost
    }
}

/// The cells of a cluster by which ways come in or go out.
///
/// Where the cells on both sides of a border are open, some of each such run are
/// enough, since one can walk along it on either side. Links can be entered and
/// left only where they are. Beside a cell that pulls down every cell of the
/// border counts, because one cannot walk along there.
fn entrances(graph: &Graph, corner: Pos) -> Vec<CellId> {
    let side = SIDE as i32;
    let mut found: Vec<CellId> = Vec::new();
    for towards in Direction::STRAIGHT {
        let (first, along) = match towards {
            Direction::North => (corner, Direction::East),
            Direction::West => (corner, Direction::South),
            Direction::South => (corner.step_by(Direction::South, side - 1), Direction::East),
            _ => (corner.step_by(Direction::East, side - 1), Direction::South),
        };
        let mut run = 0;
        for i in 0..=side {
            let cell = first.step_by(along, i);
            if i < side && graph.is_open(cell) && graph.is_open(cell.step(towards)) {
                run += 1;
            } else if run > 0 {
                for place in gates(run) {
                    found.push(id_of(first.step_by(along, i - run + place)));
                }
                run = 0;
            }
            let is_beside_shaft = graph.has_gravity() && i < side && graph.is_beside_shaft(cell);
            if is_beside_shaft && graph.is_open(cell) {
                found.push(id_of(cell));
            }
        }
    }
    graph
        .roads
        .for_each_hop_end(corner, SIDE as u32, |cell| found.push(cell));
    found.sort_unstable();
    found.dedup();
    found
}

/// Which cells of a run along a border are entrances.
fn gates(run: i32) -> impl Iterator<Item = i32> {
    let count = (run + 7) / 8;
    (0..count).map(move |i| (2 * i + 1) * run / (2 * count))
}
