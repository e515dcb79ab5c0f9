//! What answers once cells have changed: a hierarchy that follows, and its labels.

use super::super::graph::Graph;
use super::edges::{self, Found};
use super::fill::Fill;
use super::hubs::Hubs;
use super::nodes::NodeId;
use super::sight::Sight;
use super::works::Works;
use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// How much work on the next hierarchy a change does, and a query: one or two thousandths of
/// a second, and a quarter of that. Tests have small volumes, and much is to happen between.
const SLICE_OF_A_CHANGE: usize = if cfg!(test) { 3_000 } else { 1_200_000 };
const SLICE_OF_A_QUERY: usize = if cfg!(test) { 30 } else { 300_000 };

/// A hierarchy that answers.
#[derive(Clone, Debug)]
pub(super) struct Ribs {
    pub(super) fill: Fill,
    pub(super) hubs: Hubs,
}

impl Ribs {
    fn new(fill: Fill, most: u64) -> Box<Self> {
        let hubs = Hubs::new(&fill, most);
        Box::new(Self { fill, hubs })
    }
}

/// The hierarchy since cells have changed, and the next one.
#[derive(Debug)]
pub(super) struct Living {
    /// None until the first is made.
    ribs: Option<Box<Ribs>>,
    /// What queries have made since the last change.
    next: OnceLock<Box<Ribs>>,
    works: Mutex<Works>,
    /// Whether something is being made.
    is_making: bool,
    /// What a hierarchy with its labels may take.
    most: u64,
}

impl Clone for Living {
    fn clone(&self) -> Self {
        let works = self.works.lock().unwrap_or_else(PoisonError::into_inner);
        Self {
            ribs: self.ribs.clone(),
            next: self.next.clone(),
            works: Mutex::new(works.clone()),
            is_making: self.is_making,
            most: self.most,
        }
    }
}

impl Living {
    /// None yet, which will not take more than so many bytes if it need not.
    pub(super) fn new(most: u64) -> Self {
        Self {
            ribs: None,
            next: OnceLock::new(),
            works: Mutex::new(Works::new()),
            is_making: true,
            most,
        }
    }

    /// What answers, if there is anything yet.
    pub(super) fn ribs(&self) -> Option<&Ribs> {
        self.next.get().or(self.ribs.as_ref()).map(|ribs| &**ribs)
    }

    /// Does a query's share of the next hierarchy.
    pub(super) fn help(&self, graph: &Graph, sight: &Sight) {
        if !self.is_making || self.next.get().is_some() {
            return;
        }
        // Whoever comes while another is at it need not wait.
        let Ok(mut works) = self.works.try_lock() else {
            return;
        };
        let find = |node: NodeId| found_at(graph, sight, node);
        if let Some(fill) = works.step(sight.nodes.len(), find, SLICE_OF_A_QUERY) {
            let most = self.most.saturating_sub(works.ledger.bytes() as u64);
            let ribs = Ribs::new(fill, most);
            // Nobody else can have made one, for the works were locked.
            self.next.get_or_init(|| ribs);
        }
    }

    /// Follows what some nodes see now, and does a change's share of the next hierarchy;
    /// false if there is none, and never will be.
    pub(super) fn follow(
        &mut self,
        graph: &Graph,
        sight: &Sight,
        looks: &BTreeSet<NodeId>,
    ) -> bool {
        let works = self.works.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(next) = self.next.take() {
            self.ribs = Some(next);
            self.is_making = false;
        }
        let find = |node: NodeId| found_at(graph, sight, node);
        let mut changes = Vec::with_capacity(looks.len());
        for &node in looks {
            if let Some(old) = works.set(node, &find(node)) {
                changes.push((node, old));
            }
        }
        if works.has_failed() {
            return false;
        }
        if let Some(ribs) = &mut self.ribs {
            let Ribs { fill, hubs } = &mut **ribs;
            while fill.nodes() < works.ledger.len() {
                fill.add_node();
            }
            fill.change(&works.ledger, &changes);
            let touched = fill.take_touched();
            let most = self.most.saturating_sub(works.ledger.bytes() as u64);
            hubs.follow(fill, &touched, most);
            if fill.is_too_far() {
                return false;
            }
            let is_behind = fill.is_behind();
            if (is_behind || fill.is_overgrown()) && !self.is_making {
                works.begin();
                self.is_making = true;
            }
            if is_behind {
                self.ribs = None;
            }
        }
        if self.is_making
            && let Some(fill) = works.step(sight.nodes.len(), find, SLICE_OF_A_CHANGE)
        {
            let most = self.most.saturating_sub(works.ledger.bytes() as u64);
            self.ribs = Some(Ribs::new(fill, most));
            self.is_making = false;
        }
        !works.has_failed()
    }

    pub(super) fn bytes(&self) -> usize {
        let ribs = self.ribs.iter().chain(self.next.get());
        let ribs: usize = ribs.map(|ribs| ribs.fill.bytes() + ribs.hubs.bytes()).sum();
        let works = self.works.lock().unwrap_or_else(PoisonError::into_inner);
        ribs + works.bytes()
    }
}

/// The edges that are found at a node.
fn found_at(graph: &Graph, sight: &Sight, node: NodeId) -> Vec<Found> {
    let mut found = Vec::new();
    edges::for_each(graph, sight, node, |one| found.push(one));
    found
}
