//! Which algorithm to take, by what was measured, and why.

use super::{Algorithm, Navigator};
use crate::rules::Moves;
use crate::space::Pos;
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

/// To make the graph tier pays from so many queries a million cells on: it takes a
/// microsecond a cell or some, and saves some tens of microseconds a query, or thousands
/// where cells have weights.
const QUERIES_FOR_GRAPH: u64 = 20_000;
const QUERIES_FOR_GRAPH_WITH_WEIGHTS: u64 = 1_000;
/// A change costs the graph tier as much as it saves on so many queries.
const QUERIES_A_CHANGE: u64 = 8;
/// Whatever the size, fewer queries than this are not worth it.
const LEAST_QUERIES: u64 = 1_000;
/// To make the tables of JPS+ pays much earlier, with four moves earlier still, for they are
/// half as large; but they gain little over several levels.
const QUERIES_FOR_TABLES: u64 = 2_000;
const QUERIES_FOR_TABLES_WITH_FOUR_MOVES: u64 = 1_000;

/// Where more than one open cell in so many is at a corner, jump points are everywhere: JPS+ gains
/// little, and the graph pays as early as tables do elsewhere.
const OPEN_CELLS_A_CORNER: u64 = 8;
/// About so many cells are looked at to find that out.
const SAMPLE: u64 = 1 << 16;

/// Why not even jump points are looked for.
const NO_ROOM: &str = "what jps needs would take more memory than is allowed";

impl Navigator {
    /// What [`Algorithm::AUTO`] takes now, and why: the best of what is ready.
    pub fn explain(&self) -> Advice {
        let algorithm = self.choose(Algorithm::AUTO);
        let reason = match algorithm {
            Algorithm::ASTAR if self.has_weights() => {
                "cells have weights, and nothing else that finds cheapest paths is made"
            }
            Algorithm::ASTAR => NO_ROOM,
            Algorithm::JPS => "it is ready at once, and nothing quicker is made",
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
    /// volume, what it saves a query with eight moves or four, with weights or without, among
    /// few corners or many, what it costs to follow a change, and the memory that indexes may
    /// take. HPA* is never advised: its ways are not always cheapest ones, and on one level it
    /// takes longer than JPS, which follows a change as soon. It is there for weights that
    /// change all the time.
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
        let share = match queries < LEAST_QUERIES {
            true => 0,
            false => queries.saturating_mul(1 << 20) / cells,
        };
        let fits = |algorithm: Algorithm| {
            self.index_bytes(algorithm) > 0 || self.excess(algorithm).is_none()
        };
        let is_weighted = self.has_weights();
        let plain = match is_weighted || !fits(Algorithm::JPS) {
            true => Algorithm::ASTAR,
            false => Algorithm::JPS,
        };
        let for_tables = match self.rules().moves {
            Moves::Four => QUERIES_FOR_TABLES_WITH_FOUR_MOVES,
            Moves::Eight => QUERIES_FOR_TABLES,
        };
        let is_rough = share >= for_tables && self.is_rough();
        let for_graph = match (is_weighted, is_rough) {
            (true, _) => QUERIES_FOR_GRAPH_WITH_WEIGHTS,
            (_, true) => for_tables,
            _ => QUERIES_FOR_GRAPH,
        };
        let is_calm = changes <= queries / QUERIES_A_CHANGE;
        let is_flat = self.size.levels() == 1 && !is_weighted;
        let size = self.size;
        let (algorithm, reason) = if changes > queries {
            let reason = "cells change more often than anybody asks, so that nothing that is \
                          made in advance pays";
            (plain, reason.to_owned())
        } else if share >= for_graph && is_calm && fits(Algorithm::GRAPH) {
            let rough = if is_rough { " full of corners" } else { "" };
            let reason =
                format!("{queries} queries on {size} cells{rough} are worth making the graph");
            (Algorithm::GRAPH, reason)
        } else if is_flat && share >= for_tables && fits(Algorithm::JPS_PLUS) {
            let reason =
                format!("{queries} queries on one level of {size} cells are worth making tables");
            (Algorithm::JPS_PLUS, reason)
        } else {
            let reason = if share >= for_graph && is_calm {
                "the graph would take more memory than is allowed"
            } else if share >= for_graph {
                "cells change too often for the graph"
            } else if plain == Algorithm::ASTAR && !is_weighted {
                NO_ROOM
            } else if is_weighted {
                "cells have weights, and the queries are too few for the graph"
            } else {
                "the queries are too few for anything that takes long to make"
            };
            (plain, reason.to_owned())
        };
        Advice { algorithm, reason }
    }

    /// Whether there are corners everywhere, as far as a sample of the cells tells.
    fn is_rough(&self) -> bool {
        let [width, height] = [self.size.width(), self.size.height()].map(u64::from);
        // Odd, so that it does not stay in a few columns.
        let step = (self.size.cells() / SAMPLE).max(1) | 1;
        let [mut open, mut corners] = [0, 0];
        for place in (0..self.size.cells()).step_by(step as usize) {
            let (row, level) = (place / width % height, place / width / height);
            let pos = Pos::new((place % width) as i32, row as i32, level as i32);
            if self.planes.is_open(pos) {
                open += 1;
                corners += u64::from(self.planes.is_at_corner(pos));
            }
        }
        corners * OPEN_CELLS_A_CORNER > open
    }
}
