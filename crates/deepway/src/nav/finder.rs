//! Asking for ways.

use super::graph::{CellId, pos_of};
use super::index::{AnyWork, LIST};
use super::scratch::Scratch;
use super::{Algorithm, Ground, NoRoute, Route};
use crate::space::Pos;

/// Searches; keeps its working memory from one search to the next.
#[derive(Default)]
pub struct Finder {
    pub(super) scratch: Scratch,
    /// What each index keeps besides.
    pub(super) work: [Option<Box<dyn AnyWork>>; LIST.len()],
}

impl Finder {
    /// Finds a way from one cell to another, or says why there is none.
    pub fn find(
        &mut self,
        ground: &Ground,
        from: Pos,
        to: Pos,
        algorithm: Algorithm,
    ) -> Result<Route, NoRoute> {
        let ends = self.ends(ground, from, to)?;
        let (navigator, base) = (ground.navigator(), ground.base());
        let algorithm = navigator.choose(algorithm);
        let index = ground.index(algorithm)?;
        let work = &mut self.work[algorithm.place().unwrap_or(0)];
        let found = index.search(&base, &mut self.scratch, work, ends);
        // Reachability was asked before, and every search finds what can be reached.
        let (cost, turns) = found.ok_or(NoRoute::Apart)?;
        Ok(Route {
            cost,
            turns,
            expanded: self.scratch.expanded,
            algorithm,
            moves: navigator.rules().moves,
        })
    }

    /// The cells of two ends with a way from one to the other; or why there is none.
    pub(super) fn ends(&self, ground: &Ground, from: Pos, to: Pos) -> Result<[CellId; 2], NoRoute> {
        let ends = ground.ends(from, to)?;
        let (reach, graph) = (&ground.navigator().reach, &ground.graph());
        if !reach.reaches(graph, ends[0], ends[1]) {
            return Err(match reach.against(graph, ends[0], ends[1]) {
                Some((a, b)) => NoRoute::OneWay {
                    from: pos_of(a),
                    to: pos_of(b),
                },
                None => NoRoute::Apart,
            });
        }
        Ok(ends)
    }

    /// Answers many queries, each as [`Finder::find`] would, in their order.
    ///
    /// With the feature `threads` they are spread over all cores.
    pub fn find_all(
        ground: &Ground,
        queries: &[(Pos, Pos)],
        algorithm: Algorithm,
    ) -> Vec<Result<Route, NoRoute>> {
        let find =
            |finder: &mut Self, &(from, to): &(Pos, Pos)| finder.find(ground, from, to, algorithm);
        #[cfg(feature = "threads")]
        {
            use rayon::prelude::*;
            queries.par_iter().map_init(Self::default, find).collect()
        }
        #[cfg(not(feature = "threads"))]
        {
            let mut finder = Self::default();
            queries
                .iter()
                .map(|query| find(&mut finder, query))
                .collect()
        }
    }

    /// Bytes of working memory, for the largest search so far.
    pub fn bytes(&self) -> u64 {
        let work = self.work.iter().flatten();
        self.scratch.bytes() as u64 + work.map(|work| work.bytes()).sum::<u64>()
    }
}
