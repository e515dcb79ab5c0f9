//! A hierarchy that can be changed: every triangle is closed, and no witness is trusted.
//!
//! Shortcuts that a witness makes needless are needed again when the witness goes. So once
//! cells change, the hierarchy is kept in another form, in the same order: if a node has ribs
//! to two more important ones, those have a rib between them (customizable contraction:
//! Dibbelt, Strasser, Wagner 2016). What a rib costs follows from the edges between its two
//! nodes and from the ribs of nodes that matter less, so a change goes up from triangle to
//! triangle, as far as costs change.

use super::arcs::Piece;
use super::edges::Lead;
use super::nodes::NodeId;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// What no way costs, and what none may cost.
pub(super) const FAR: u32 = u32::MAX / 4;
/// How much a neighbour counts beside a step of depth, in the order.
const FEW_NEIGHBOURS: u64 = 8;
/// No node: the rib is an edge.
const NOBODY: NodeId = NodeId::MAX;

/// An edge as it is found at one of its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Found {
    pub(super) to: NodeId,
    /// By one move, which leads only there; else by a direct way, which leads back as well.
    pub(super) is_move: bool,
    pub(super) cost: u64,
}

/// What joins a node to a more important one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rib {
    pub(super) to: NodeId,
    /// Which of the two nodes sees the other: bit 0 the less important one.
    seen: u8,
    walk: u32,
    /// The moves up and down.
    moves: [u32; 2],
    /// The cheapest ways up and down, and the node that they lead over.
    pub(super) costs: [u32; 2],
    over: [NodeId; 2],
}

impl Rib {
    fn new(to: NodeId) -> Self {
        Self {
            to,
            seen: 0,
            walk: 0,
            moves: [FAR; 2],
            costs: [FAR; 2],
            over: [NOBODY; 2],
        }
    }

    /// The cheapest edge up, or down.
    fn edge(&self, dir: usize) -> u32 {
        match self.seen {
            0 => self.moves[dir],
            _ => self.moves[dir].min(self.walk),
        }
    }

    /// How that edge leads, from the less important node.
    fn lead(&self, dir: usize) -> Lead {
        match self.seen {
            0 => Lead::Move,
            _ if self.moves[dir] < self.walk => Lead::Move,
            seen if seen & 1 == 1 => Lead::DirectFromFirst,
            _ => Lead::DirectFromSecond,
        }
    }

    /// Takes an edge into account that was found at one of its nodes, or no more.
    fn set(&mut self, found: Found, is_up: bool, is_there: bool) {
        let dir = usize::from(!is_up);
        let cost = u32::try_from(found.cost).map_or(FAR, |cost| cost.min(FAR));
        if found.is_move {
            self.moves[dir] = if is_there { cost } else { FAR };
        } else {
            self.seen = self.seen & !(1 << dir) | u8::from(is_there) << dir;
            if is_there {
                self.walk = cost;
            }
        }
    }
}

/// An order of importance in which closing all triangles takes few ribs: the new number of
/// each node. None if it would take more than some.
///
/// The node with the fewest neighbours left goes first, and those whose neighbours went
/// before are spared a while, so that ways up stay short.
pub(super) fn order(found: &[Vec<Found>], most: usize) -> Option<Vec<NodeId>> {
    let mut at: Vec<Vec<NodeId>> = vec![Vec::new(); found.len()];
    for (node, found) in (0..).zip(found) {
        for &Found { to, .. } in found {
            at[node as usize].push(to);
            at[to as usize].push(node);
        }
    }
    for list in &mut at {
        list.sort_unstable();
        list.dedup();
    }
    let mut depth = vec![0u64; found.len()];
    let priority = |at: &[NodeId], depth: u64| FEW_NEIGHBOURS * at.len() as u64 + depth;
    let mut queue: BinaryHeap<Reverse<(u64, NodeId)>> = BinaryHeap::new();
    for (node, list) in (0..).zip(&at) {
        queue.push(Reverse((priority(list, 0), node)));
    }
    let mut number = vec![NOBODY; found.len()];
    let (mut left, mut ribs) = (found.len() as NodeId, 0);
    while let Some(Reverse((known, node))) = queue.pop() {
        if number[node as usize] != NOBODY {
            continue;
        }
        let now = priority(&at[node as usize], depth[node as usize]);
        if now > known && queue.peek().is_some_and(|next| now > next.0.0) {
            queue.push(Reverse((now, node)));
            continue;
        }
        left -= 1;
        number[node as usize] = left;
        let list = std::mem::take(&mut at[node as usize]);
        ribs += list.len();
        if ribs > most {
            return None;
        }
        for &near in &list {
            let old = std::mem::take(&mut at[near as usize]);
            at[near as usize] = union(&old, &list, [near, node]);
            depth[near as usize] = depth[near as usize].max(depth[node as usize] + 1);
            // It may have lost a neighbour and gained none.
            let priority = priority(&at[near as usize], depth[near as usize]);
            queue.push(Reverse((priority, near)));
        }
    }
    Some(number)
}

/// What is in one of two lists in order, without two of them.
fn union(a: &[NodeId], b: &[NodeId], without: [NodeId; 2]) -> Vec<NodeId> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let [x, y] = [a.get(i), b.get(j)].map(|next| next.copied().unwrap_or(NodeId::MAX));
        let next = x.min(y);
        i += usize::from(x == next);
        j += usize::from(y == next);
        if !without.contains(&next) {
            all.push(next);
        }
    }
    all
}

/// The hierarchy, by node.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    /// The ribs of each node, by the numbers of the nodes that they lead to.
    up: Vec<Vec<Rib>>,
    /// The nodes whose ribs lead to each node.
    down: Vec<Vec<NodeId>>,
    /// The edges that are found at each node, in order.
    found: Vec<Vec<Found>>,
    ribs: usize,
    /// How many ribs there were at first.
    ribs_at_first: usize,
    /// Whether some way costs more than may be.
    is_too_far: bool,
}

/// Ribs whose cost may have changed, the least important node first.
type Doubtful = BTreeSet<(Reverse<NodeId>, NodeId)>;

impl Fill {
    /// Closes all triangles over the edges that are found at each node.
    pub(super) fn new(found: Vec<Vec<Found>>) -> Self {
        let nodes = found.len();
        let mut fill = Self {
            up: vec![Vec::new(); nodes],
            down: vec![Vec::new(); nodes],
            found: Vec::new(),
            ribs: 0,
            ribs_at_first: 0,
            is_too_far: false,
        };
        let mut above: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
        for (node, found) in (0..).zip(&found) {
            for &Found { to, .. } in found {
                above[to.max(node) as usize].push(to.min(node));
            }
        }
        for node in (0..nodes).rev() {
            let mut list = std::mem::take(&mut above[node]);
            list.sort_unstable();
            list.dedup();
            // The next of them has ribs to all others; it hands on what it gets.
            if let Some((&next, others)) = list.split_last() {
                above[next as usize].extend_from_slice(others);
            }
            fill.ribs += list.len();
            for &to in &list {
                fill.down[to as usize].push(node as NodeId);
            }
            fill.up[node] = list.into_iter().map(Rib::new).collect();
        }
        for (node, found) in (0..).zip(&found) {
            for &one in found {
                let (low, high) = (one.to.max(node), one.to.min(node));
                if let Some(rib) = fill.rib_mut(low, high) {
                    rib.set(one, low == node, true);
                }
            }
        }
        fill.found = found;
        fill.ribs_at_first = fill.ribs;
        for ribs in &mut fill.up {
            for rib in ribs {
                rib.costs = [0, 1].map(|dir| rib.edge(dir));
            }
        }
        for node in (0..nodes as NodeId).rev() {
            fill.raise(node);
        }
        fill
    }

    /// Lets the ribs between the nodes above one know what a way over it costs.
    fn raise(&mut self, node: NodeId) {
        let ribs = std::mem::take(&mut self.up[node as usize]);
        for (k, high) in ribs.iter().enumerate() {
            for low in &ribs[k + 1..] {
                let costs = around(low, high, &mut self.is_too_far);
                if let Some(rib) = self.rib_mut(low.to, high.to) {
                    for (dir, cost) in costs.into_iter().enumerate() {
                        if cost < rib.costs[dir] {
                            (rib.costs[dir], rib.over[dir]) = (cost, node);
                        }
                    }
                }
            }
        }
        self.up[node as usize] = ribs;
    }

    /// The ribs of a node.
    #[inline(always)]
    pub(super) fn of(&self, node: NodeId) -> &[Rib] {
        &self.up[node as usize]
    }

    pub(super) fn nodes(&self) -> usize {
        self.up.len()
    }

    /// Whether another order would be better, because there are so many more ribs than at
    /// first; or nothing of it holds, because some way costs more than may be.
    pub(super) fn is_overgrown(&self) -> bool {
        self.is_too_far || self.ribs > self.ribs_at_first + self.ribs_at_first / 4 + 64
    }

    fn rib(&self, low: NodeId, high: NodeId) -> Option<&Rib> {
        let ribs = &self.up[low as usize];
        let at = ribs.binary_search_by_key(&high, |rib| rib.to).ok()?;
        ribs.get(at)
    }

    fn rib_mut(&mut self, low: NodeId, high: NodeId) -> Option<&mut Rib> {
        let ribs = &mut self.up[low as usize];
        let at = ribs.binary_search_by_key(&high, |rib| rib.to).ok()?;
        ribs.get_mut(at)
    }

    /// Takes in a new node, the least important of all.
    pub(super) fn add_node(&mut self) {
        self.up.push(Vec::new());
        self.down.push(Vec::new());
        self.found.push(Vec::new());
    }

    /// Changes the edges that are found at some nodes, and everything that follows.
    pub(super) fn change(&mut self, edges: Vec<(NodeId, Vec<Found>)>) {
        let mut doubtful = Doubtful::new();
        for (node, mut new) in edges {
            new.sort_unstable();
            let old = std::mem::take(&mut self.found[node as usize]);
            for (list, other, is_there) in [(&old, &new, false), (&new, &old, true)] {
                for &one in list {
                    if other.binary_search(&one).is_ok() {
                        continue;
                    }
                    let (low, high) = (one.to.max(node), one.to.min(node));
                    self.join(low, high, &mut doubtful);
                    if let Some(rib) = self.rib_mut(low, high) {
                        rib.set(one, low == node, is_there);
                    }
                    doubtful.insert((Reverse(low), high));
                }
            }
            self.found[node as usize] = new;
        }
        while let Some((Reverse(low), high)) = doubtful.pop_first() {
            self.settle(low, high, &mut doubtful);
        }
    }

    /// Makes sure of a rib, and of those that close its triangles.
    fn join(&mut self, low: NodeId, high: NodeId, doubtful: &mut Doubtful) {
        let mut open = vec![(low, high)];
        while let Some((low, high)) = open.pop() {
            let ribs = &mut self.up[low as usize];
            let Err(at) = ribs.binary_search_by_key(&high, |rib| rib.to) else {
                continue;
            };
            ribs.insert(at, Rib::new(high));
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

    /// Finds the cost of a rib anew, and doubts those above that depend on it.
    fn settle(&mut self, low: NodeId, high: NodeId, doubtful: &mut Doubtful) {
        let Some(&old) = self.rib(low, high) else {
            return;
        };
        let mut new = old;
        new.costs = [0, 1].map(|dir| new.edge(dir));
        new.over = [NOBODY; 2];
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
        self.is_too_far = is_too_far;
        if let Some(rib) = self.rib_mut(low, high) {
            *rib = new;
        }
        if new.costs == old.costs {
            return;
        }
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
    }

    /// Calls `visit` with the pieces of a way over a rib, from one of its nodes to the other.
    pub(super) fn unpack(
        &self,
        from: NodeId,
        to: NodeId,
        stack: &mut Vec<(u32, u32)>,
        mut visit: impl FnMut(Piece),
    ) {
        stack.push((from, to));
        while let Some((from, to)) = stack.pop() {
            let (low, high) = (from.max(to), from.min(to));
            let Some(rib) = self.rib(low, high) else {
                continue;
            };
            let dir = usize::from(from != low);
            match rib.over[dir] {
                NOBODY => {
                    let lead = rib.lead(dir);
                    let lead = if dir == 0 { lead } else { lead.turned() };
                    visit(Piece { from, to, lead });
                }
                below => stack.extend([(below, to), (from, below)]),
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let up: usize = self.up.iter().map(Vec::capacity).sum();
        let down: usize = self.down.iter().map(Vec::capacity).sum();
        let found: usize = self.found.iter().map(Vec::capacity).sum();
        up * size_of::<Rib>()
            + down * size_of::<NodeId>()
            + found * size_of::<Found>()
            + self.up.len() * 3 * size_of::<Vec<Rib>>()
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
