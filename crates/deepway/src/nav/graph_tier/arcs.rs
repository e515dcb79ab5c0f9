//! The hierarchy: for every node the arcs that lead from it to more important ones.
//!
//! An arc is kept once, at the less important of its two nodes, with a bit for each direction
//! in which it may be gone. It is either an edge, or a shortcut past a node that matters less
//! than both of its ends; that node has an arc to each of them, and those are its parts.

use super::edges::{IN, Lead, OUT};
use super::nodes::NodeId;
use super::saved::{Reader, Writer};
use std::collections::BTreeMap;

/// From the less important node to the more important one.
pub(super) const UP: u32 = OUT as u32;
/// From the more important node to the less important one.
pub(super) const DOWN: u32 = IN as u32;

/// An arc as queries need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arc {
    /// The node that it leads to, and two bits of directions below.
    head: u32,
    /// What it costs; `HEAVY` if that is kept elsewhere.
    weight: u32,
}

/// The weight of arcs whose cost does not fit.
const HEAVY: u32 = u32::MAX;

impl Arc {
    #[inline(always)]
    pub(super) fn to(self) -> NodeId {
        self.head >> 2
    }

    #[inline(always)]
    pub(super) fn dirs(self) -> u32 {
        self.head & 3
    }
}

/// Where an arc comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An edge between its node and the more important one.
    Edge(Lead),
    /// Two arcs of a node that matters less: to its own node, and to the one it leads to.
    Parts([u32; 2]),
}

impl Origin {
    /// The same for an arc with its ends swapped.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Edge(lead) => Self::Edge(lead.turned()),
            Self::Parts([a, b]) => Self::Parts([b, a]),
        }
    }
}

/// An origin in eight bytes: two arcs, or for an edge a mark with its lead, and its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed([u32; 2]);

/// The first of the marks of edges; there are never so many arcs.
const EDGE: u32 = u32::MAX - 2;

/// One piece of a way: an edge from a node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    pub(super) lead: Lead,
}

/// All arcs, those of a node one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Arcs {
    /// Where the arcs of each node begin and end.
    spans: Vec<[u32; 2]>,
    arcs: Vec<Arc>,
    origins: Vec<Packed>,
    /// The costs of arcs that do not fit.
    heavy: BTreeMap<u32, u64>,
}

impl Arcs {
    /// How many arcs there are, of which the next will be the number.
    pub(super) fn len(&self) -> u32 {
        self.arcs.len() as u32
    }

    /// Adds an arc of a node.
    pub(super) fn push(&mut self, node: NodeId, to: NodeId, dirs: u8, cost: u64, origin: Origin) {
        let weight = u32::try_from(cost).unwrap_or(HEAVY);
        if weight == HEAVY {
            self.heavy.insert(self.len(), cost);
        }
        self.arcs.push(Arc {
            head: to << 2 | u32::from(dirs),
            weight,
        });
        self.origins.push(match origin {
            Origin::Edge(lead) => Packed([EDGE + lead as u32, node]),
            Origin::Parts(parts) => Packed(parts),
        });
    }

    /// Numbers all nodes anew, and takes the spans of their arcs by their old numbers.
    pub(super) fn renumber(&mut self, number: &[NodeId], spans: &[[u32; 2]]) {
        self.spans = vec![[0; 2]; spans.len()];
        for (&number, &span) in number.iter().zip(spans) {
            self.spans[number as usize] = span;
        }
        self.arcs.shrink_to_fit();
        self.origins.shrink_to_fit();
        for arc in &mut self.arcs {
            arc.head = number[arc.to() as usize] << 2 | arc.dirs();
        }
        for Packed([mark, node]) in &mut self.origins {
            if *mark >= EDGE {
                *node = number[*node as usize];
            }
        }
    }

    /// The arcs of a node, and the number of the first.
    #[inline(always)]
    pub(super) fn of(&self, node: NodeId) -> (u32, &[Arc]) {
        let [start, end] = self.spans[node as usize];
        (start, &self.arcs[start as usize..end as usize])
    }

    #[inline(always)]
    pub(super) fn get(&self, arc: u32) -> Arc {
        self.arcs[arc as usize]
    }

    /// What an arc costs.
    #[inline(always)]
    pub(super) fn cost(&self, number: u32, arc: Arc) -> u64 {
        match arc.weight {
            HEAVY => self.heavy.get(&number).copied().unwrap_or(u64::MAX / 4),
            weight => weight.into(),
        }
    }

    /// Whether every arc can be gone both ways, so that all costs are the same there and back.
    pub(super) fn are_two_way(&self) -> bool {
        self.arcs.iter().all(|arc| arc.dirs() == UP | DOWN)
    }

    /// Whether some cost does not fit in 32 bits.
    pub(super) fn are_heavy(&self) -> bool {
        !self.heavy.is_empty()
    }

    /// Calls `visit` with the pieces of an arc, gone up or down.
    pub(super) fn unpack(
        &self,
        arc: u32,
        is_up: bool,
        stack: &mut Vec<(u32, bool)>,
        mut visit: impl FnMut(Piece),
    ) {
        stack.push((arc, is_up));
        while let Some((arc, is_up)) = stack.pop() {
            let Packed([near, far]) = self.origins[arc as usize];
            if near < EDGE {
                // Down to the node between, and up from there.
                let [first, last] = if is_up { [near, far] } else { [far, near] };
                stack.push((last, true));
                stack.push((first, false));
                continue;
            }
            let lead = Lead::of(near - EDGE);
            let to = self.get(arc).to();
            visit(match is_up {
                true => Piece {
                    from: far,
                    to,
                    lead,
                },
                false => Piece {
                    from: to,
                    to: far,
                    lead: lead.turned(),
                },
            });
        }
    }

    pub(super) fn save(&self, writer: &mut Writer) {
        for &span in &self.spans {
            writer.pair(span);
        }
        writer.word(self.arcs.len() as u64);
        for (arc, origin) in self.arcs.iter().zip(&self.origins) {
            writer.pair([arc.head, arc.weight]);
            writer.pair(origin.0);
        }
        writer.word(self.heavy.len() as u64);
        for (&arc, &cost) in &self.heavy {
            writer.word(arc.into());
            writer.word(cost);
        }
    }

    /// Reads arcs of so many nodes; none unless all of them lead up, and their parts are arcs
    /// that come before them.
    pub(super) fn load(reader: &mut Reader, nodes: usize) -> Option<Self> {
        let mut arcs = Self::default();
        for _ in 0..nodes {
            arcs.spans.push(reader.pair()?);
        }
        let count = reader.count(2)?;
        for number in 0..count as u32 {
            let [head, weight] = reader.pair()?;
            let origin = reader.pair()?;
            let is_sound = match origin {
                [mark, node] if mark >= EDGE => (node as usize) < nodes,
                [near, far] => near < number && far < number,
            };
            if !is_sound || (head >> 2) as usize >= nodes {
                return None;
            }
            arcs.arcs.push(Arc { head, weight });
            arcs.origins.push(Packed(origin));
        }
        for _ in 0..reader.count(2)? {
            let arc = u32::try_from(reader.word()?).ok()?;
            arcs.heavy.insert(arc, reader.word()?.min(u64::MAX / 8));
        }
        for (node, &[start, end]) in (0..).zip(&arcs.spans) {
            let list = arcs.arcs.get(start as usize..end as usize)?;
            if list.iter().any(|arc| arc.to() >= node) {
                return None;
            }
        }
        Some(arcs)
    }

    pub(super) fn bytes(&self) -> usize {
        self.spans.capacity() * size_of::<[u32; 2]>()
            + self.arcs.capacity() * size_of::<Arc>()
            + self.origins.capacity() * size_of::<Packed>()
            + self.heavy.len() * 24
    }
}
