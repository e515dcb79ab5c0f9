//! Which algorithm to take, by what was measured, and why.

use super::{Algorithm, Navigator};
use std::fmt;

/// An algorithm, and why it is the one to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Why, in a sentence without an end.
    pub reason: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.algorithm, self.reason)
    }
}

/// To make the graph tier pays from so many queries a million cells on: it takes about a
/// microsecond a cell, and saves some hundred microseconds a query, or thousands where cells
/// have weights.
const QUERIES_FOR_GRAPH: u64 = 10_000;
const QUERIES_FOR_GRAPH_WITH_WEIGHTS: u64 = 1_000;
/// Whatever the size, fewer queries than this are not worth it.
const LEAST_QUERIES: u64 = 1_000;
/// To make the tables of JPS+ pays much earlier, but they gain little over several levels.
const QUERIES_FOR_TABLES: u64 = 500;

impl Navigator {
    /// What [`Algorithm::AUTO`] takes now, and why: the best of what is ready.
    pub fn explain(&self) -> Advice {
        let algorithm = self.choose(Algorithm::AUTO);
        let reason = match algorithm {
            Algorithm::ASTAR => "cells have weights, and nothing else is made",
            Algorithm::JPS => "it needs nothing in advance, and nothing else is made",
            Algorithm::JPS_PLUS if self.index_bytes(Algorithm::GRAPH) > 0 => {
                "its tables are made, and in open country with few corners they beat the graph"
            }
            Algorithm::JPS_PLUS => "its tables are made",
            _ => "it is made, and the quickest that finds cheapest paths",
        };
        Advice {
            algorithm,
            reason: reason.to_owned(),
        }
    }

    /// What to prepare for so many queries, with so many changes of cells between them.
    ///
    /// The rules come from measurements: how long making an index takes by the size of the
    /// volume, what it saves a query, what it costs to follow a change, and the memory that
    /// indexes may take.
    ///
    /// ```
    /// use deepway::nav::{Algorithm, Navigator};
    /// use deepway::{MoveRules, text};
    ///
    /// let volume = text::read("map", b"floor:0\n..\n")?;
    /// let navigator = Navigator::new(&volume, MoveRules::default())?;
    /// assert_eq!(navigator.advise(1_000_000, 0).algorithm, Algorithm::GRAPH);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advise(&self, queries: u64, changes: u64) -> Advice {
        let cells = self.size.cells();
        // So many queries a million cells.
        let share = |queries: u64| match queries < LEAST_QUERIES {
            true => 0,
            false => queries.saturating_mul(1 << 20) / cells,
        };
        let fits = |algorithm: Algorithm| {
            let needed = algorithm
                .entry()
                .map_or(0, |entry| (entry.bytes_needed)(self.size, self.rules()));
            needed <= self.budget
        };
        let is_weighted = self.has_weights();
        let worth = match is_weighted {
            true => QUERIES_FOR_GRAPH_WITH_WEIGHTS,
            false => QUERIES_FOR_GRAPH,
        };
        let (algorithm, reason) = if changes > queries {
            let plain = if is_weighted {
                Algorithm::ASTAR
            } else {
                Algorithm::JPS
            };
            (
                plain,
                "cells change more often than anybody asks".to_owned(),
            )
        } else if share(queries) >= worth && fits(Algorithm::GRAPH) {
            let reason = format!("{queries} queries are worth the making of the graph");
            (Algorithm::GRAPH, reason)
        } else if is_weighted {
            let reason = "cells have weights, and the queries are too few for the graph";
            (Algorithm::ASTAR, reason.to_owned())
        } else if self.size.levels() == 1
            && share(queries) >= QUERIES_FOR_TABLES
            && fits(Algorithm::JPS_PLUS)
        {
            let reason = format!("{queries} queries on one level are worth the tables");
            (Algorithm::JPS_PLUS, reason)
        } else {
            let reason = match share(queries) >= worth {
                true => "the graph would take more memory than is allowed",
                false => "the queries are too few for anything that is made in advance",
            };
            (Algorithm::JPS, reason.to_owned())
        };
        Advice { algorithm, reason }
    }
}
