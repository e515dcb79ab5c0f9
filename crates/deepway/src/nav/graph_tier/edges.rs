//! Edges between nodes, before anything is contracted.

use super::super::graph::{Graph, id_of, pos_of};
use super::nodes::NodeId;
use super::sight::Sight;
use crate::space::Pos;

/// An edge goes out from its first node.
pub(super) const OUT: u8 = 1;
/// An edge comes in to its first node.
pub(super) const IN: u8 = 2;
/// Both.
pub(super) const BOTH: u8 = OUT | IN;

/// How an edge leads from node to node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lead {
    /// By one move: a step or a hop.
    Move,
    /// By a direct way from its first node, which is gone backwards the other way.
    DirectFromFirst,
    /// By a direct way from its second node.
    DirectFromSecond,
}

impl Lead {
    /// The same edge with its nodes swapped.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Move => Self::Move,
            Self::DirectFromFirst => Self::DirectFromSecond,
            Self::DirectFromSecond => Self::DirectFromFirst,
        }
    }

    /// The lead with a number; see `Lead as u32`.
    pub(super) fn of(number: u32) -> Self {
        match number {
            0 => Self::Move,
            1 => Self::DirectFromFirst,
            _ => Self::DirectFromSecond,
        }
    }
}

/// An edge as it is found at one of its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) to: NodeId,
    /// By one move, which leads only there; else by a direct way, which leads back as well.
    pub(super) is_move: bool,
    pub(super) cost: u64,
}

/// A way between two nodes, with no node between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    /// The smaller number first.
    pub(super) nodes: [NodeId; 2],
    pub(super) cost: u64,
    pub(super) lead: Lead,
    pub(super) dirs: u8,
}

impl Edge {
    fn new(from: NodeId, to: NodeId, cost: u64, lead: Lead, dirs: u8) -> Self {
        match from < to {
            true => Self {
                nodes: [from, to],
                cost,
                lead,
                dirs,
            },
            false => Self {
                nodes: [to, from],
                cost,
                lead: lead.turned(),
                dirs: dirs >> 1 | dirs << 1 & IN,
            },
        }
    }
}

/// All edges, each pair of nodes once for each cost and direction.
pub(super) fn all(graph: &Graph, sight: &Sight) -> Vec<Edge> {
    let mut edges = Vec::new();
    for node in 0..sight.nodes.len() as NodeId {
        for_each(graph, sight, node, |found| {
            let (lead, dirs) = match found.is_move {
                true => (Lead::Move, OUT),
                false => (Lead::DirectFromFirst, BOTH),
            };
            edges.push(Edge::new(node, found.to, found.cost, lead, dirs));
        });
    }
    edges.sort_unstable();
    // What is found from both of its ends is one edge, and so are two directions at one cost.
    edges.dedup_by(|next, edge| {
        let is_same = (next.nodes, next.cost) == (edge.nodes, edge.cost)
            && (next.dirs | edge.dirs == edge.dirs
                || next.lead == Lead::Move && edge.lead == Lead::Move);
        if is_same {
            edge.dirs |= next.dirs;
        }
        is_same
    });
    edges
}

/// Calls `visit` with every edge that is found at a node: direct ways to those it sees, and
/// all moves that leave it and are no part of a direct way.
pub(super) fn for_each(graph: &Graph, sight: &Sight, node: NodeId, mut visit: impl FnMut(Found)) {
    let pos = sight.nodes.pos_of(node);
    // Nothing leads from a node whose cell was closed.
    if !graph.is_walkable(pos) {
        return;
    }
    let is_plain = sight.terrain.is_plain(pos);
    if is_plain {
        sight.look(pos, |seen| {
            visit(Found {
                to: seen.node,
                is_move: false,
                cost: seen.cost.into(),
            });
        });
    }
    graph.for_each_move(id_of(pos), |to, cost| {
        let to = pos_of(to);
        let is_move = to.z != pos.z || !is_plain || is_through_walls(sight, pos, to);
        // Both ends of such a move are nodes.
        if is_move && let Some(to) = sight.nodes.at(to) {
            visit(Found { to, is_move, cost });
        }
    });
}

/// Whether a step leads to a cell that is not plain, or diagonally past one.
fn is_through_walls(sight: &Sight, from: Pos, to: Pos) -> bool {
    let beside = [
        Pos::new(from.x, to.y, from.z),
        Pos::new(to.x, from.y, from.z),
        to,
    ];
    beside.into_iter().any(|pos| !sight.terrain.is_plain(pos))
}
