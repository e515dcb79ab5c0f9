//! Making a hierarchy that can be changed, in slices, while cells go on changing.
//!
//! The edges at all nodes are found, an order, the ribs, and what they cost, one after the
//! other. Nodes whose edges change meanwhile are noted and found anew at the end, so the
//! result is exact whenever it was begun. Nobody waits for it: whoever asks does a slice.

use super::edges::Found;
use super::fill::Fill;
use super::ledger::{Kept, Ledger};
use super::nodes::NodeId;
use super::order::{Order, Progress};
use std::collections::BTreeSet;

/// How far the making is.
#[derive(Clone, Debug, Default)]
enum Stage {
    /// Nothing is to be made.
    #[default]
    Idle,
    Find,
    Order(Order),
    /// The ribs of one node after the other, from the least important on.
    Shape(Order, Fill, NodeId),
    /// What they cost, in the same order.
    Raise(Fill, NodeId),
    /// The nodes whose edges have changed since it was begun.
    Catch(Fill),
    /// It cannot be made: it would take too much, or some way costs more than may be.
    Failed,
}

/// The edges that are known, and what is made of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Works {
    pub(super) ledger: Ledger,
    stage: Stage,
    /// Nodes whose edges have changed since it was begun.
    changed: BTreeSet<NodeId>,
}

impl Works {
    /// The beginning, when no edges are known.
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Find,
            ..Self::default()
        }
    }

    /// Begins again, if nothing is being made.
    pub(super) fn begin(&mut self) {
        if matches!(self.stage, Stage::Idle) {
            self.changed.clear();
            self.stage = Stage::Order(Order::new(self.ledger.len()));
        }
    }

    pub(super) fn has_failed(&self) -> bool {
        matches!(self.stage, Stage::Failed)
    }

    /// Says what is found at a node now, and returns what was; an edge that costs too much
    /// ends everything. Nothing is known yet of nodes that have not had their turn.
    pub(super) fn set(&mut self, node: NodeId, found: &[Found]) -> Option<Box<[Kept]>> {
        if node as usize >= self.ledger.len() {
            match self.stage {
                Stage::Find => return None,
                _ => (self.ledger.len()..=node as usize).for_each(|_| self.ledger.add()),
            }
        }
        let old = self.ledger.set(node, found);
        match &old {
            None => self.stage = Stage::Failed,
            Some(_) if matches!(self.stage, Stage::Idle) => {}
            Some(_) => {
                self.changed.insert(node);
            }
        }
        old
    }

    /// Goes on for about so much work, with the edges of all nodes at hand; returns the
    /// hierarchy when it is made.
    pub(super) fn step(
        &mut self,
        nodes: usize,
        find: impl Fn(NodeId) -> Vec<Found>,
        mut work: usize,
    ) -> Option<Fill> {
        while work > 0 {
            self.stage = match std::mem::take(&mut self.stage) {
                Stage::Find => match self.ledger.len() {
                    len if len == nodes => Stage::Order(Order::new(nodes)),
                    len => {
                        let found = find(len as NodeId);
                        work = work.saturating_sub(20 * found.len() + 100);
                        self.ledger.add();
                        match self.ledger.set(len as NodeId, &found) {
                            Some(_) => Stage::Find,
                            None => Stage::Failed,
                        }
                    }
                },
                Stage::Order(mut order) => match order.step(&self.ledger, &mut work) {
                    Progress::Working => Stage::Order(order),
                    Progress::TooMuch => Stage::Failed,
                    Progress::Done => {
                        let fill = Fill::new(&order);
                        let last = fill.nodes() as NodeId;
                        Stage::Shape(order, fill, last)
                    }
                },
                Stage::Shape(_, fill, 0) => {
                    let last = fill.nodes() as NodeId;
                    Stage::Raise(fill, last)
                }
                Stage::Shape(mut order, mut fill, rank) => {
                    let ribs = fill.shape(&mut order, &self.ledger, rank - 1);
                    work = work.saturating_sub(20 * ribs + 20);
                    Stage::Shape(order, fill, rank - 1)
                }
                Stage::Raise(fill, 0) => Stage::Catch(fill),
                Stage::Raise(mut fill, rank) => {
                    work = work.saturating_sub(2 * fill.raise(rank - 1) + 10);
                    Stage::Raise(fill, rank - 1)
                }
                Stage::Catch(mut fill) => {
                    while fill.nodes() < self.ledger.len() {
                        fill.add_node();
                    }
                    let Some(node) = self.changed.pop_first() else {
                        if fill.is_too_far() {
                            self.stage = Stage::Failed;
                            return None;
                        }
                        fill.finish();
                        return Some(fill);
                    };
                    fill.renew(&self.ledger, node);
                    work = work.saturating_sub(2000);
                    match fill.is_behind() {
                        // From the beginning, with the edges as they are.
                        true => {
                            self.changed.clear();
                            Stage::Order(Order::new(self.ledger.len()))
                        }
                        false => Stage::Catch(fill),
                    }
                }
                stage @ (Stage::Idle | Stage::Failed) => {
                    self.stage = stage;
                    return None;
                }
            };
        }
        None
    }

    pub(super) fn bytes(&self) -> usize {
        let fill = match &self.stage {
            Stage::Order(order) => order.bytes(),
            Stage::Shape(order, fill, _) => order.bytes() + fill.bytes(),
            Stage::Raise(fill, _) | Stage::Catch(fill) => fill.bytes(),
            Stage::Idle | Stage::Find | Stage::Failed => 0,
        };
        self.ledger.bytes() + fill + self.changed.len() * 16
    }
}
