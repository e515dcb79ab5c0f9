//! A hierarchy that can be changed: every triangle is closed, and no witness is trusted.
//!
//! Shortcuts that a witness makes needless are needed again when the witness goes. So once
//! cells change, the hierarchy is kept in another form: if a node has ribs to two more
//! important ones, those have a rib between them (customizable contraction: Dibbelt,
//! Strasser, Wagner 2016). What a rib costs follows from the edges between its two nodes and
//! from the ribs of nodes that matter less, so a change goes up from triangle to triangle, as
//! far as costs change. Nodes have a number of their own here, their *rank*.

use super::arcs::Piece;
use super::edges::Lead;
use super::ledger::{Kept, Ledger};
use super::nodes::NodeId;
use super::order::Order;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// What no way costs, and what none may cost.
pub(super) const FAR: u32 = u32::MAX / 4;
/// The first of the marks of ribs that are edges, which are followed by their leads.
const EDGE: NodeId = NodeId::MAX - 2;

/// To follow a change may take so many looks at ribs, a few hundredths of a second at most; if
/// it would take more, to make another hierarchy in slices is better. Tests have small volumes.
const MOST_LOOKS: usize = if cfg!(test) { 5_000 } else { 1_000_000 };

/// What joins a node to a more important one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rib {
    pub(super) to: NodeId,
    /// The cheapest ways up and down, and the node that they lead over.
    pub(super) costs: [u32; 2],
    over: [NodeId; 2],
}

impl Rib {
    /// A rib that is no more than the edges between two nodes.
    fn new(ledger: &Ledger, ids: &[NodeId], low: NodeId, high: NodeId) -> Self {
        let between = ledger.between(ids[low as usize], ids[high as usize]);
        Self {
            to: high,
            costs: between.costs,
            over: between.leads.map(|lead| EDGE + lead as u32),
        }
    }

    /// Whether it costs the same both ways.
    fn is_even(&self) -> bool {
        self.costs[0] == self.costs[1]
    }
}

/// The hierarchy, by rank.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    /// The ribs of each node, by the ranks of the nodes that they lead to.
    up: Vec<Vec<Rib>>,
    /// The nodes whose ribs lead to each node.
    down: Vec<Vec<NodeId>>,
    /// The rank of each node, and the node of each rank.
    ranks: Vec<NodeId>,
    ids: Vec<NodeId>,
    ribs: usize,
    /// How many ribs there were at first.
    ribs_at_first: usize,
    /// How many ribs cost more one way than the other.
    uneven: usize,
    /// Whether some way costs more than may be.
    is_too_far: bool,
    /// Whether a change was not followed to its end, because it would have taken too long.
    is_behind: bool,
    /// The nodes of whose ribs some have changed since they were last taken.
    touched: Vec<NodeId>,
}

/// Ribs whose cost may have changed, the least important node first.
type Doubtful = BTreeSet<(Reverse<NodeId>, NodeId)>;

/// The making of a hierarchy, once there is an order.
impl Fill {
    /// One without ribs.
    pub(super) fn new(order: &Order) -> Self {
        let nodes = order.ranks.len();
        let mut ids = vec![0; nodes];
        for (node, &rank) in (0..).zip(&order.ranks) {
            ids[rank as usize] = node;
        }
        Self {
            up: vec![Vec::new(); nodes],
            down: vec![Vec::new(); nodes],
            ranks: order.ranks.clone(),
            ids,
            ribs: 0,
            ribs_at_first: 0,
            uneven: 0,
            is_too_far: false,
            is_behind: false,
            touched: Vec::new(),
        }
    }

    /// Gives a node its ribs, which cost what edges cost; returns how many.
    pub(super) fn shape(&mut self, order: &mut Order, ledger: &Ledger, rank: NodeId) -> usize {
        let list = std::mem::take(&mut order.at[self.ids[rank as usize] as usize]);
        let mut above: Vec<NodeId> = list.iter().map(|&id| self.ranks[id as usize]).collect();
        above.sort_unstable();
        for &high in &above {
            self.down[high as usize].push(rank);
        }
        let ribs = above
            .iter()
            .map(|&high| Rib::new(ledger, &self.ids, rank, high));
        self.up[rank as usize] = ribs.collect();
        self.ribs += above.len();
        above.len()
    }

    /// Lets the ribs between the nodes above one know what a way over it costs, once its own
    /// are final; returns how many it looked at.
    pub(super) fn raise(&mut self, node: NodeId) -> usize {
        let ribs = std::mem::take(&mut self.up[node as usize]);
        let mut looked_at = ribs.len();
        for (k, low) in ribs.iter().enumerate() {
            // Both lists are in order, and the second has all that the first has.
            let mut rest = self.up[low.to as usize].iter_mut();
            for high in &ribs[..k] {
                let Some(rib) = rest.find(|rib| rib.to == high.to) else {
                    break;
                };
                let costs = around(low, high, &mut self.is_too_far);
                for (dir, cost) in costs.into_iter().enumerate() {
                    if cost < rib.costs[dir] {
                        (rib.costs[dir], rib.over[dir]) = (cost, node);
                    }
                }
            }
            looked_at += self.up[low.to as usize].len();
        }
        self.uneven += ribs.iter().filter(|rib| !rib.is_even()).count();
        self.up[node as usize] = ribs;
        looked_at
    }
}

impl Fill {
    /// Says that it is made: what is counted from now on are changes.
    pub(super) fn finish(&mut self) {
        self.ribs_at_first = self.ribs;
        self.touched = Vec::new();
        self.down.iter_mut().for_each(Vec::shrink_to_fit);
    }

    /// The ribs of a node.
    #[inline(always)]
    pub(super) fn of(&self, rank: NodeId) -> &[Rib] {
        &self.up[rank as usize]
    }

    /// The nodes whose ribs lead to one.
    pub(super) fn below(&self, rank: NodeId) -> &[NodeId] {
        &self.down[rank as usize]
    }

    pub(super) fn nodes(&self) -> usize {
        self.up.len()
    }

    #[inline(always)]
    pub(super) fn rank(&self, id: NodeId) -> NodeId {
        self.ranks[id as usize]
    }

    #[inline(always)]
    pub(super) fn id(&self, rank: NodeId) -> NodeId {
        self.ids[rank as usize]
    }

    /// Whether every way costs the same there and back.
    pub(super) fn is_even(&self) -> bool {
        self.uneven == 0
    }

    /// Whether nothing of it holds, because some way costs more than may be.
    pub(super) fn is_too_far(&self) -> bool {
        self.is_too_far
    }

    /// Whether it is worth nothing any more, because to follow would have taken too long.
    pub(super) fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Whether another order would be better, because there are so many more ribs than at
    /// first.
    pub(super) fn is_overgrown(&self) -> bool {
        self.ribs > self.ribs_at_first + self.ribs_at_first / 4 + 64
    }

    /// The nodes of whose ribs some have changed since this was last asked.
    pub(super) fn take_touched(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.touched)
    }

    fn rib(&self, low: NodeId, high: NodeId) -> Option<&Rib> {
        let ribs = &self.up[low as usize];
        let at = ribs.binary_search_by_key(&high, |rib| rib.to).ok()?;
        ribs.get(at)
    }

    /// Takes in a new node, the least important of all.
    pub(super) fn add_node(&mut self) {
        self.ranks.push(self.up.len() as NodeId);
        self.ids.push(self.up.len() as NodeId);
        self.up.push(Vec::new());
        self.down.push(Vec::new());
    }

    /// Follows changes of the edges that are found at some nodes, of which the old ones are
    /// given, and everything that follows from them.
    pub(super) fn change(&mut self, ledger: &Ledger, changes: &[(NodeId, Box<[Kept]>)]) {
        let mut doubtful = Doubtful::new();
        for (node, old) in changes {
            let new = ledger.of(*node);
            let gone = old.iter().filter(|one| new.binary_search(one).is_err());
            let come = new.iter().filter(|one| old.binary_search(one).is_err());
            for one in gone.chain(come) {
                self.doubt(*node, one.to, &mut doubtful);
            }
        }
        self.settle_all(ledger, doubtful);
    }

    /// Finds everything about a node anew.
    pub(super) fn renew(&mut self, ledger: &Ledger, node: NodeId) {
        let mut doubtful = Doubtful::new();
        for one in ledger.of(node) {
            self.doubt(node, one.to, &mut doubtful);
        }
        let rank = self.rank(node);
        let above = self.up[rank as usize].iter();
        doubtful.extend(above.map(|rib| (Reverse(rank), rib.to)));
        let below = self.down[rank as usize].iter();
        doubtful.extend(below.map(|&low| (Reverse(low), rank)));
        self.settle_all(ledger, doubtful);
    }

    /// Doubts the rib between two nodes, and makes it if there is none.
    fn doubt(&mut self, one: NodeId, other: NodeId, doubtful: &mut Doubtful) {
        let [one, other] = [one, other].map(|id| self.rank(id));
        let (low, high) = (one.max(other), one.min(other));
        self.join(low, high, doubtful);
        doubtful.insert((Reverse(low), high));
    }

    /// Makes sure of a rib, and of those that close its triangles.
    fn join(&mut self, low: NodeId, high: NodeId, doubtful: &mut Doubtful) {
        let mut open = vec![(low, high)];
        while let Some((low, high)) = open.pop() {
            let Err(at) = self.up[low as usize].binary_search_by_key(&high, |rib| rib.to) else {
                continue;
            };
            // Its cost is found when it is settled, and counts as changed then.
            let rib = Rib {
                to: high,
                costs: [FAR; 2],
                over: [EDGE; 2],
            };
            self.up[low as usize].insert(at, rib);
            self.touched.push(low);
            self.ribs += 1;
            self.down[high as usize].push(low);
            doubtful.insert((Reverse(low), high));
            // The next node above has ribs to all others above.
            let ribs = &self.up[low as usize];
            if let Some((next, others)) = ribs.split_last() {
                match next.to == high {
                    true => open.extend(others.iter().map(|rib| (high, rib.to))),
                    false => open.push((next.to, high)),
                }
            }
        }
    }

    fn settle_all(&mut self, ledger: &Ledger, mut doubtful: Doubtful) {
        let mut looks = 0;
        while let Some((Reverse(low), high)) = doubtful.pop_first() {
            looks += self.settle(ledger, low, high, &mut doubtful);
            if looks > MOST_LOOKS {
                self.is_behind = true;
                return;
            }
        }
    }

    /// Finds the cost of a rib anew, and doubts those above that depend on it;
    /// returns how many ribs it looked at.
    fn settle(
        &mut self,
        ledger: &Ledger,
        low: NodeId,
        high: NodeId,
        doubtful: &mut Doubtful,
    ) -> usize {
        let Ok(at) = self.up[low as usize].binary_search_by_key(&high, |rib| rib.to) else {
            return 1;
        };
        let old = self.up[low as usize][at];
        let mut new = Rib::new(ledger, &self.ids, low, high);
        let mut is_too_far = self.is_too_far;
        let [some, others] = [low, high].map(|node| &self.down[node as usize]);
        let (list, is_low) = match some.len() <= others.len() {
            true => (some, true),
            false => (others, false),
        };
        for &below in list {
            let Some(one) = self.rib(below, if is_low { high } else { low }) else {
                continue;
            };
            if let Some(other) = self.rib(below, if is_low { low } else { high }) {
                let (near, far) = if is_low { (other, one) } else { (one, other) };
                let costs = around(near, far, &mut is_too_far);
                for (dir, cost) in costs.into_iter().enumerate() {
                    if cost < new.costs[dir] {
                        (new.costs[dir], new.over[dir]) = (cost, below);
                    }
                }
            }
        }
        let looks = 1 + list.len();
        self.is_too_far = is_too_far;
        self.up[low as usize][at] = new;
        if new.costs == old.costs {
            return looks;
        }
        self.uneven += usize::from(!new.is_even());
        self.uneven -= usize::from(!old.is_even());
        self.touched.push(low);
        for other in &self.up[low as usize] {
            if other.to == high {
                continue;
            }
            let (near, far) = (high.max(other.to), high.min(other.to));
            let pair = |rib: &Rib| match near == high {
                true => around(rib, other, &mut false),
                false => around(other, rib, &mut false),
            };
            let (before, after) = (pair(&old), pair(&new));
            if let Some(rib) = self.rib(near, far) {
                let is_doubtful = |dir: usize| {
                    after[dir] < rib.costs[dir]
                        || before[dir] == rib.costs[dir] && after[dir] != before[dir]
                };
                if is_doubtful(0) || is_doubtful(1) {
                    doubtful.insert((Reverse(near), far));
                }
            }
        }
        looks + self.up[low as usize].len()
    }

    /// Calls `visit` with the pieces of a way over a rib, from one of its nodes to the other.
    pub(super) fn unpack(
        &self,
        from: NodeId,
        to: NodeId,
        stack: &mut Vec<(NodeId, NodeId)>,
        mut visit: impl FnMut(Piece),
    ) {
        stack.push((from, to));
        while let Some((from, to)) = stack.pop() {
            let (low, high) = (from.max(to), from.min(to));
            let Some(rib) = self.rib(low, high) else {
                continue;
            };
            let dir = usize::from(from != low);
            let over = rib.over[dir];
            if over < EDGE {
                stack.extend([(over, to), (from, over)]);
                continue;
            }
            let lead = Lead::of(over - EDGE);
            visit(Piece {
                from: self.id(from),
                to: self.id(to),
                lead: if dir == 0 { lead } else { lead.turned() },
            });
        }
    }

    /// Bytes that it takes, about, told at once.
    pub(super) fn bytes_about(&self) -> u64 {
        // Lists that have grown have room to spare.
        let ribs = self.ribs + self.ribs.saturating_sub(self.ribs_at_first);
        let rib = size_of::<Rib>() + size_of::<NodeId>();
        let node = 2 * (size_of::<Vec<Rib>>() + size_of::<NodeId>());
        (ribs * rib + self.up.len() * node) as u64
    }

    pub(super) fn bytes(&self) -> usize {
        let up: usize = self.up.iter().map(Vec::capacity).sum();
        let down: usize = self.down.iter().map(Vec::capacity).sum();
        up * size_of::<Rib>()
            + down * size_of::<NodeId>()
            + self.up.capacity() * 2 * (size_of::<Vec<Rib>>() + size_of::<NodeId>())
    }
}

/// What a way around costs from one node to another, up and down, over a node that has ribs to
/// both: the first to the less important of them. Says if that is too far.
#[inline(always)]
fn around(low: &Rib, high: &Rib, is_too_far: &mut bool) -> [u32; 2] {
    let parts = [[low.costs[1], high.costs[0]], [high.costs[1], low.costs[0]]];
    parts.map(|[a, b]| {
        let sum = a + b;
        *is_too_far |= sum >= FAR && a < FAR && b < FAR;
        sum.min(FAR)
    })
}
