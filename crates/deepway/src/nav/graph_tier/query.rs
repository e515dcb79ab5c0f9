//! Asking: look around at both ends, let what they see meet, and write the way down.

use super::super::graph::{CellId, Graph, pos_of};
use super::super::index::{self, Found, Rows};
use super::arcs::Piece;
use super::edges::Lead;
use super::hubs::Making;
use super::labels::Labels;
use super::living::Ribs;
use super::meeting::{Labelling, MOST_SEEN, Meeting, Met};
use super::nodes::NodeId;
use super::sight::{Seen, bend};
use super::sweep::Sweep;
use super::{Core, Tolls};
use crate::space::Pos;

/// Working memory.
#[derive(Default)]
pub(in super::super) struct Work {
    /// What the start sees, and what sees the goal.
    seen: [Vec<Seen>; 2],
    sweep: Sweep,
    meeting: Meeting,
    making: Making,
    /// Arcs on the way up, or nodes, and what is to be unpacked.
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
            + self.making.bytes()
            + self.chain.capacity() * size_of::<u32>()
            + self.stack.capacity() * size_of::<(u32, bool)>()
            + self.pairs.capacity() * size_of::<(NodeId, NodeId)>()) as u64
    }
}

/// A way as the hierarchy has it: which of the nodes that the ends see, and where it is
/// highest.
#[derive(Clone, Copy, Debug)]
enum Over {
    Labels(Met),
    Arcs(NodeId),
    /// The same over a hierarchy that changes.
    Hubs(Met),
    Ribs(NodeId),
}

impl Core {
    /// Whether there is a hierarchy to ask.
    pub(super) fn is_ready(&self) -> bool {
        let living = self.living.as_ref();
        living.is_none_or(|living| living.ribs().is_some())
    }

    /// Does a query's share of what is being made.
    pub(super) fn help(&self, graph: &Graph) {
        if let Some(living) = &self.living {
            living.help(graph, &self.sight());
        }
    }

    /// Finds a cheapest way between two cells where somebody can stand.
    pub(super) fn find(
        &self,
        work: &mut Work,
        ends: [Pos; 2],
        expanded: &mut u64,
    ) -> Option<Found> {
        let [start, goal] = ends;
        if start == goal {
            return Some((0, vec![start]));
        }
        let direct = self.sight().direct(start, goal).map(u64::from);
        if let Some(cost) = direct.filter(|_| self.is_walking_best) {
            return Some((cost, vec![start, goal]));
        }
        let over = self.meet(work, ends, expanded);
        let found = match (over, direct) {
            (None, None) => None,
            (Some((cost, over)), direct) if direct.is_none_or(|direct| cost < direct) => {
                Some((cost, self.turns(work, ends, over)))
            }
            (_, direct) => Some((direct?, vec![start, goal])),
        };
        self.refill(work, over);
        found
    }

    /// What a cheapest way between two cells costs.
    pub(super) fn cost(&self, work: &mut Work, ends: [Pos; 2], expanded: &mut u64) -> Option<u64> {
        if ends[0] == ends[1] {
            return Some(0);
        }
        let direct = self.sight().direct(ends[0], ends[1]).map(u64::from);
        if direct.is_some() && self.is_walking_best {
            return direct;
        }
        let over = self.meet(work, ends, expanded);
        self.refill(work, over);
        let over = over.map(|(cost, _)| cost);
        over.into_iter().chain(direct).min()
    }

    /// Makes some of the labels that a query has missed.
    fn refill(&self, work: &mut Work, over: Option<(u64, Over)>) {
        let living = self.living.as_ref();
        if let Some((_, Over::Ribs(_))) = over
            && let Some(Ribs { fill, hubs }) = living.and_then(|living| living.ribs())
        {
            hubs.refill(fill, &mut work.making, &work.seen);
        }
    }

    /// The costs from each of some cells to each of others, if there are labels.
    pub(super) fn costs(
        &self,
        work: &mut Work,
        starts: &[Option<CellId>],
        goals: &[Option<CellId>],
    ) -> Option<Rows> {
        let look = |_: &mut Work, pos: Pos, seen: &mut Vec<Seen>| {
            self.look(pos, seen);
            true
        };
        let nodes = self.nodes.len();
        match (&self.labels, &self.living) {
            (Some(Labels::Wide(labels)), _) => {
                self.costs_by(labels, nodes, look, work, [starts, goals])
            }
            (Some(Labels::Narrow(labels)), _) => {
                self.costs_by(labels, nodes, look, work, [starts, goals])
            }
            (None, Some(living)) => {
                let Ribs { fill, hubs } = living.ribs()?;
                let look = |work: &mut Work, pos: Pos, seen: &mut Vec<Seen>| {
                    self.look(pos, seen);
                    to_ranks(living.ribs(), seen);
                    hubs.make_all(fill, &mut work.making, seen)
                };
                self.costs_by(hubs, fill.nodes(), look, work, [starts, goals])
            }
            (None, None) => None,
        }
    }

    fn costs_by(
        &self,
        labels: &impl Labelling,
        nodes: usize,
        look: impl Fn(&mut Work, Pos, &mut Vec<Seen>) -> bool,
        work: &mut Work,
        [starts, goals]: [&[Option<CellId>]; 2],
    ) -> Option<Rows> {
        let mut ends: Vec<Option<(Pos, Vec<Seen>)>> = Vec::with_capacity(goals.len());
        for goal in goals {
            let mut seen = Vec::new();
            let goal = goal.map(pos_of);
            if let Some(pos) = goal
                && !look(work, pos, &mut seen)
            {
                return None;
            }
            ends.push(goal.map(|pos| (pos, seen)));
        }
        let mut rows = Vec::with_capacity(starts.len());
        let mut seen = Vec::new();
        for start in starts {
            let Some(start) = start.map(pos_of) else {
                rows.push(vec![None; goals.len()]);
                continue;
            };
            if !look(work, start, &mut seen) || seen.len() > MOST_SEEN {
                return None;
            }
            work.meeting.spread(labels, nodes, &seen);
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
        if let Some(ribs) = self.living.as_ref().and_then(|living| living.ribs()) {
            return self.meet_living(ribs, work, ends, expanded);
        }
        let are_few = work.seen.iter().all(|seen| seen.len() <= MOST_SEEN);
        match self.labels.as_ref().filter(|_| are_few) {
            Some(Labels::Wide(labels)) => self.meet_by(labels, work, ends, expanded),
            Some(Labels::Narrow(labels)) => self.meet_by(labels, work, ends, expanded),
            None => {
                let found = work.sweep.run(&self.arcs, self.nodes.len(), &work.seen);
                *expanded = work.sweep.looked_at;
                found.map(|(cost, top)| (cost, Over::Arcs(top)))
            }
        }
    }

    fn meet_by(
        &self,
        labels: &impl Labelling,
        work: &mut Work,
        ends: [Pos; 2],
        expanded: &mut u64,
    ) -> Option<(u64, Over)> {
        if self.is_walking_best {
            let pos_of = |node| self.nodes.pos_of(node);
            let between = |from, to| labels.cost(from, to);
            leave_out(self.tolls, &mut work.seen, ends, pos_of, between);
        }
        *expanded = work.seen.iter().map(|seen| seen.len() as u64).sum();
        let met = work.meeting.run(labels, self.nodes.len(), &work.seen)?;
        Some((met.cost, Over::Labels(met)))
    }

    /// The same over a hierarchy that changes: by labels if all are there, else by a sweep.
    fn meet_living(
        &self,
        ribs: &Ribs,
        work: &mut Work,
        ends: [Pos; 2],
        expanded: &mut u64,
    ) -> Option<(u64, Over)> {
        let Ribs { fill, hubs } = ribs;
        for seen in &mut work.seen {
            to_ranks(Some(ribs), seen);
        }
        if self.is_walking_best {
            let pos_of = |rank| self.nodes.pos_of(fill.id(rank));
            let between = |from, to| match hubs.has(0, from) && hubs.has(1, to) {
                true => hubs.cost(from, to),
                false => None,
            };
            leave_out(self.tolls, &mut work.seen, ends, pos_of, between);
        }
        let are_few = work.seen.iter().all(|seen| seen.len() <= MOST_SEEN);
        if are_few && hubs.have_all(&work.seen) {
            *expanded = work.seen.iter().map(|seen| seen.len() as u64).sum();
            let met = work.meeting.run(hubs, fill.nodes(), &work.seen)?;
            return Some((met.cost, Over::Hubs(met)));
        }
        let found = work.sweep.run(fill, fill.nodes(), &work.seen);
        *expanded = work.sweep.looked_at;
        found.map(|(cost, top)| (cost, Over::Ribs(top)))
    }

    /// The turns of a way.
    fn turns(&self, work: &mut Work, [start, goal]: [Pos; 2], over: Over) -> Vec<Pos> {
        let mut way = Way {
            core: self,
            turns: Vec::with_capacity(256),
            at: start,
        };
        way.turns.push(start);
        let ribs = self.living.as_ref().and_then(|living| living.ribs());
        // Up from the start, and down to the goal.
        for side in 0..2 {
            match (over, ribs) {
                (Over::Hubs(_) | Over::Ribs(_), Some(ribs)) => {
                    self.go_over_ribs(&mut way, work, side, over, ribs);
                }
                _ => self.go_over_arcs(&mut way, work, side, over),
            }
        }
        way.go(goal, Lead::DirectFromSecond);
        way.turns
    }

    /// Writes one side of a way down.
    fn go_over_arcs(&self, way: &mut Way, work: &mut Work, side: usize, over: Over) {
        let Work {
            seen,
            sweep,
            chain,
            stack,
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
            (Over::Arcs(top) | Over::Ribs(top), _)
            | (Over::Labels(Met { hub: top, .. }) | Over::Hubs(Met { hub: top, .. }), _) => {
                sweep.trace(side, top, |arc, _| chain.push(arc))
            }
        };
        if side == 0 {
            way.go(self.nodes.pos_of(end), Lead::DirectFromFirst);
            chain.reverse();
        }
        for &arc in &*chain {
            self.arcs
                .unpack(arc, side == 0, stack, |piece| way.go_piece(piece));
        }
    }

    /// The same over a hierarchy that changes.
    fn go_over_ribs(
        &self,
        way: &mut Way,
        work: &mut Work,
        side: usize,
        over: Over,
        Ribs { fill, hubs }: &Ribs,
    ) {
        let Work {
            seen,
            sweep,
            chain,
            pairs,
            ..
        } = work;
        // The nodes from the end to the top.
        chain.clear();
        match over {
            Over::Hubs(met) => {
                let node = seen[side][met.seen[side]].node;
                chain.push(node);
                hubs.trace(fill, side, node, met.hub, |node| chain.push(node));
            }
            Over::Ribs(top) | Over::Arcs(top) | Over::Labels(Met { hub: top, .. }) => {
                chain.push(top);
                sweep.trace(side, top, |_, from| chain.push(from));
                chain.reverse();
            }
        }
        if side == 0 {
            if let Some(&end) = chain.first() {
                way.go(self.nodes.pos_of(fill.id(end)), Lead::DirectFromFirst);
            }
        } else {
            chain.reverse();
        }
        for pair in chain.windows(2) {
            fill.unpack(pair[0], pair[1], pairs, |piece| way.go_piece(piece));
        }
    }
}

/// Lets what an end sees be called by its ranks.
fn to_ranks(ribs: Option<&Ribs>, seen: &mut [Seen]) {
    if let Some(Ribs { fill, .. }) = ribs {
        for one in seen {
            one.node = fill.rank(one.node);
        }
    }
}

/// Leaves out what the ends see where it can be on no way that is cheaper than the one over
/// the two nodes that lie best, if it is known what is between those.
fn leave_out(
    tolls: Tolls,
    seen: &mut [Vec<Seen>; 2],
    [start, goal]: [Pos; 2],
    pos_of: impl Fn(NodeId) -> Pos,
    between: impl FnOnce(NodeId, NodeId) -> Option<u64>,
) {
    let bound =
        |seen: &Seen, to: Pos| u64::from(seen.cost) + u64::from(tolls.walk(pos_of(seen.node), to));
    let best = |seen: &[Seen], to: Pos| seen.iter().copied().min_by_key(|seen| bound(seen, to));
    let (Some(first), Some(last)) = (best(&seen[0], goal), best(&seen[1], start)) else {
        return;
    };
    if let Some(between) = between(first.node, last.node) {
        let most = between + u64::from(first.cost) + u64::from(last.cost);
        let [from_start, from_goal] = seen;
        from_start.retain(|one| *one == first || bound(one, goal) < most);
        from_goal.retain(|one| *one == last || bound(one, start) < most);
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
