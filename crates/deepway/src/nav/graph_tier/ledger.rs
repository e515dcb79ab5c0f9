//! The edges that are found at each node, kept to know them again once cells change.

use super::edges::{Found, Lead};
use super::fill::FAR;
use super::nodes::NodeId;

/// An edge that is found at a node: where it leads, what it costs, and in the lowest bit
/// whether it is one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kept {
    pub(super) to: NodeId,
    mark: u32,
}

impl Kept {
    /// None if it costs more than may be.
    fn new(found: Found) -> Option<Self> {
        let cost = u32::try_from(found.cost).ok().filter(|&cost| cost < FAR)?;
        Some(Self {
            to: found.to,
            mark: cost << 1 | u32::from(found.is_move),
        })
    }

    fn is_move(self) -> bool {
        self.mark & 1 == 1
    }

    fn cost(self) -> u32 {
        self.mark >> 1
    }
}

/// The cheapest edge between two nodes, from the first to the second and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between {
    pub(super) costs: [u32; 2],
    pub(super) leads: [Lead; 2],
}

/// All of them, by node, each list in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    at: Vec<Box<[Kept]>>,
    count: usize,
}

impl Ledger {
    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// Takes in a node, at which nothing is found yet.
    pub(super) fn add(&mut self) {
        self.at.push(Box::default());
    }

    /// Says what is found at a node, and returns what was; none if an edge costs more than
    /// may be.
    pub(super) fn set(&mut self, node: NodeId, found: &[Found]) -> Option<Box<[Kept]>> {
        let mut list: Vec<Kept> = found
            .iter()
            .map(|&one| Kept::new(one))
            .collect::<Option<_>>()?;
        list.sort_unstable();
        let known = self.at.get_mut(node as usize)?;
        self.count = self.count + list.len() - known.len();
        Some(std::mem::replace(known, list.into()))
    }

    /// What is found at a node.
    pub(super) fn of(&self, node: NodeId) -> &[Kept] {
        &self.at[node as usize]
    }

    /// The cheapest edge between two nodes, if there is one.
    pub(super) fn between(&self, first: NodeId, second: NodeId) -> Between {
        let mut between = Between {
            costs: [FAR; 2],
            leads: [Lead::Move; 2],
        };
        let ends = [(first, second), (second, first)];
        for (dir, (at, to)) in ends.into_iter().enumerate() {
            let list = self.of(at);
            let from = list.partition_point(|one| one.to < to);
            for one in list[from..].iter().take_while(|one| one.to == to) {
                // A direct way leads back as well.
                let (dirs, lead) = match (one.is_move(), dir) {
                    (true, dir) => (dir..=dir, Lead::Move),
                    (false, 0) => (0..=1, Lead::DirectFromFirst),
                    (false, _) => (0..=1, Lead::DirectFromSecond),
                };
                for dir in dirs {
                    if one.cost() < between.costs[dir] {
                        between.costs[dir] = one.cost();
                        between.leads[dir] = lead;
                    }
                }
            }
        }
        between
    }

    pub(super) fn bytes(&self) -> usize {
        self.count * size_of::<Kept>() + self.at.capacity() * size_of::<Box<[Kept]>>()
    }
}
