//! Search structures: what they have in common, and the one list of them.
//!
//! An index answers queries by whatever it knows of a graph in advance. A new one
//! implements [`Index`] in files of its own and joins [`LIST`].

use super::astar::AStar;
use super::graph::{CellId, Graph};
use super::graph_tier::GraphTier;
use super::heuristic::Heuristic;
use super::hpa::Hpa;
use super::jps::Jps;
use super::jps_plus::JpsPlus;
use super::scratch::Scratch;
use crate::rules::MoveRules;
use crate::space::Pos;
use crate::volume::Size;
use std::any::Any;
use std::fmt::Debug;

/// All indexes, the quickest last: among those that find cheapest ways, `auto` prefers a
/// later one.
pub(super) const LIST: [Entry; 5] = [
    Entry::of::<AStar>(),
    Entry::of::<Jps>(),
    Entry::of::<JpsPlus>(),
    Entry::of::<Hpa>(),
    Entry::of::<GraphTier>(),
];

/// What every index may look at.
#[derive(Clone, Copy)]
pub(super) struct Base<'a> {
    pub(super) graph: Graph<'a>,
    pub(super) heuristic: &'a Heuristic,
    /// The most bytes a cell that labels may take, with all that they belong to.
    pub(super) label_budget: u32,
}

/// A way that was found: its cost and its turns.
pub(super) type Found = (u64, Vec<Pos>);

/// A search structure.
pub(super) trait Index: Clone + Debug + Send + Sync + 'static {
    /// What it is called in arguments and reports.
    const NAME: &'static str;
    /// What to say of it in a list, in a few words.
    const SUMMARY: &'static str;
    /// Whether its ways are cheapest ones.
    const IS_EXACT: bool;
    /// Whether it answers where cells have weights.
    const TAKES_WEIGHTS: bool;
    /// Whether it is made so soon that nobody need ask for it: with the first search.
    const IS_MADE_AT_ONCE: bool = false;
    /// Its working memory in a finder, besides the common one.
    type Work: Work;

    /// Bytes that it will take, about: known before any of them is asked for. None unless it
    /// knows something in advance.
    fn bytes_needed(_size: Size, _rules: &MoveRules) -> u64 {
        0
    }

    /// Makes it, but for what can wait until it is asked for.
    fn build(base: &Base) -> Self;

    /// Makes what has waited.
    fn complete(&self, _base: &Base) {}

    /// Follows what has changed at some cells, which are in order. The answers are those of
    /// a fresh build from then on.
    fn follow(&mut self, _base: &Base, _cells: &[Pos]) {}

    /// Bytes that it takes.
    fn bytes(&self) -> u64 {
        0
    }

    /// Whether a search by tables is quicker here, if there are any.
    fn is_for_tables(&self) -> bool {
        false
    }

    /// Itself as bytes, to be read again; none if it is never kept.
    fn save(&self, _base: &Base) -> Option<Vec<u8>> {
        None
    }

    /// Finds a way from a cell to another; there is one.
    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Self::Work,
        ends: [CellId; 2],
    ) -> Option<Found>;

    /// What such a way costs.
    fn cost(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Self::Work,
        ends: [CellId; 2],
    ) -> Option<u64> {
        let found = self.search(base, scratch, work, ends);
        found.map(|(cost, _)| cost)
    }

    /// The costs from each of some cells to each of others, a row for each start, if it knows
    /// better than to ask for one after the other.
    fn costs(
        &self,
        _base: &Base,
        _work: &mut Self::Work,
        _starts: &[Option<CellId>],
        _goals: &[Option<CellId>],
    ) -> Option<Rows> {
        None
    }
}

/// Costs by start and by goal; none where there is no way.
pub(super) type Rows = Vec<Vec<Option<u64>>>;

/// Working memory that a finder keeps from one search to the next.
pub(super) trait Work: Any + Default + Send {
    fn bytes(&self) -> u64;
}

/// No working memory of its own.
impl Work for () {
    fn bytes(&self) -> u64 {
        0
    }
}

/// A kind of index in the list.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) is_exact: bool,
    pub(super) takes_weights: bool,
    pub(super) is_made_at_once: bool,
    pub(super) bytes_needed: fn(Size, &MoveRules) -> u64,
    pub(super) build: fn(&Base) -> Box<dyn Built>,
}

impl Entry {
    const fn of<I: Index>() -> Self {
        fn build<I: Index>(base: &Base) -> Box<dyn Built> {
            Box::new(I::build(base))
        }
        Self {
            name: I::NAME,
            summary: I::SUMMARY,
            is_exact: I::IS_EXACT,
            takes_weights: I::TAKES_WEIGHTS,
            is_made_at_once: I::IS_MADE_AT_ONCE,
            bytes_needed: I::bytes_needed,
            build: build::<I>,
        }
    }
}

/// An index that was made, of whatever kind; see [`Index`].
pub(super) trait Built: Any + Debug + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Built>;
    fn complete(&self, base: &Base);
    fn follow(&mut self, base: &Base, cells: &[Pos]);
    fn bytes(&self) -> u64;
    fn is_for_tables(&self) -> bool;
    fn save(&self, base: &Base) -> Option<Vec<u8>>;
    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Option<Box<dyn AnyWork>>,
        ends: [CellId; 2],
    ) -> Option<Found>;
    fn cost(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Option<Box<dyn AnyWork>>,
        ends: [CellId; 2],
    ) -> Option<u64>;
    fn costs(
        &self,
        base: &Base,
        work: &mut Option<Box<dyn AnyWork>>,
        starts: &[Option<CellId>],
        goals: &[Option<CellId>],
    ) -> Option<Rows>;
}

impl<I: Index> Built for I {
    fn boxed_clone(&self) -> Box<dyn Built> {
        Box::new(self.clone())
    }

    fn complete(&self, base: &Base) {
        Index::complete(self, base);
    }

    fn follow(&mut self, base: &Base, cells: &[Pos]) {
        Index::follow(self, base, cells);
    }

    fn bytes(&self) -> u64 {
        Index::bytes(self)
    }

    fn is_for_tables(&self) -> bool {
        Index::is_for_tables(self)
    }

    fn save(&self, base: &Base) -> Option<Vec<u8>> {
        Index::save(self, base)
    }

    fn search(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Option<Box<dyn AnyWork>>,
        ends: [CellId; 2],
    ) -> Option<Found> {
        Index::search(self, base, scratch, own(work)?, ends)
    }

    fn cost(
        &self,
        base: &Base,
        scratch: &mut Scratch,
        work: &mut Option<Box<dyn AnyWork>>,
        ends: [CellId; 2],
    ) -> Option<u64> {
        Index::cost(self, base, scratch, own(work)?, ends)
    }

    fn costs(
        &self,
        base: &Base,
        work: &mut Option<Box<dyn AnyWork>>,
        starts: &[Option<CellId>],
        goals: &[Option<CellId>],
    ) -> Option<Rows> {
        Index::costs(self, base, own(work)?, starts, goals)
    }
}

/// The working memory of a kind; a finder keeps that of each in a place of its own.
fn own<W: Work>(work: &mut Option<Box<dyn AnyWork>>) -> Option<&mut W> {
    let work = work.get_or_insert_with(|| Box::new(W::default()));
    let work: &mut dyn Any = &mut **work;
    work.downcast_mut()
}

impl Clone for Box<dyn Built> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// Working memory of whatever kind.
pub(super) trait AnyWork: Any + Send {
    fn bytes(&self) -> u64;
}

impl<W: Work> AnyWork for W {
    fn bytes(&self) -> u64 {
        Work::bytes(self)
    }
}
