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
use std::collections::BTreeSet;

/// What no way costs.
const FAR: u64 = u64::MAX / 4;
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
    moves: [u64; 2],
    /// The cheapest ways up and down, and the node that they lead over.
    pub(super) costs: [u64; 2],
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
    fn edge(&self, dir: usize) -> u64 {
        match self.seen {
            0 => self.moves[dir],
            _ => self.moves[dir].min(self.walk.into()),
        }
    }

    /// How that edge leads, from the less important node.
    fn lead(&self, dir: usize) -> Lead {
        match self.seen {
            0 => Lead::Move,
            _ if self.moves[dir] < u64::from(self.walk) => Lead::Move,
            seen if seen & 1 == 1 => Lead::DirectFromFirst,
            _ => Lead::DirectFromSecond,
        }
    }

    /// Takes an edge into account that was found at one of its nodes, or no more.
    fn set(&mut self, found: Found, is_up: bool, is_there: bool) {
        let dir = usize::from(!is_up);
        if found.is_move {
            self.moves[dir] = if is_there { found.cost } else { FAR };
        } else {
            self.seen = self.seen & !(1 << dir) | u8::from(is_there) << dir;
            if is_there {
                self.walk = found.cost as u32;
            }
        }
    }
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
}

/// Ribs whose cost may have changed, the least important node first.
type Doubtful = BTreeSet<(Reverse<NodeId>, NodeId)>;

impl Fill {
    /// Closes all triangles over the edges that are found at each node; none if that takes
    /// more than some ribs.
    pub(super) fn new(found: Vec<Vec<Found>>, most: usize) -> Option<Self> {
        let nodes = found.len();
        let mut fill = Self {
            up: vec![Vec::new(); nodes],
            down: vec![Vec::new(); nodes],
            found: Vec::new(),
            ribs: 0,
            ribs_at_first: 0,
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
            if fill.ribs > most {
                return None;
            }
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
        Some(fill)
    }

    /// Lets the ribs between the nodes above one know what a way over it costs.
    fn raise(&mut self, node: NodeId) {
        let ribs = std::mem::take(&mut self.up[node as usize]);
        for (k, high) in ribs.iter().enumerate() {
            for low in &ribs[k + 1..] {
                let costs = around(low, high);
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

    /// Whether there are so many more ribs than at first that another order would be better.
    pub(super) fn is_overgrown(&self) -> bool {
        self.ribs > self.ribs_at_first + self.ribs_at_first / 4 + 64
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
        for &below in &self.down[low as usize] {
            let Some(far) = self.rib(below, high) else {
                continue;
            };
            if let Some(near) = self.rib(below, low) {
                for (dir, cost) in around(near, far).into_iter().enumerate() {
                    if cost < new.costs[dir] {
                        (new.costs[dir], new.over[dir]) = (cost, below);
                    }
                }
            }
        }
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
                true => around(rib, other),
                false => around(other, rib),
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
/// both: the first to the less important of them.
fn around(low: &Rib, high: &Rib) -> [u64; 2] {
    let sums = [low.costs[1] + high.costs[0], high.costs[1] + low.costs[0]];
    sums.map(|sum| sum.min(FAR))
}
