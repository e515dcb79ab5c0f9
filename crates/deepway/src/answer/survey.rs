//! What many worlds are like.

use crate::generate::explore::ExpeditionTally;
use crate::generate::survey::{Histogram, Seen, Tally, mean};
use serde::Serialize;
use std::collections::BTreeMap;

/// Something that was seen in some worlds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenAnswer {
    /// What it is.
    pub reason: String,
    /// How often it was seen.
    pub count: u64,
    /// The lowest seed with it, as text: seeds are larger than some programs can count.
    pub example: String,
}

/// What was seen, by reason.
fn seen(reasons: &BTreeMap<String, Seen>) -> Vec<SeenAnswer> {
    let reasons = reasons.iter().map(|(reason, seen)| SeenAnswer {
        reason: reason.clone(),
        count: seen.count,
        example: seen.example.to_string(),
    });
    reasons.collect()
}

/// What many sectors are like: what `deepway survey sectors --json` prints, and, for the
/// graphs of each file, `survey graphs --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SectorsAnswer {
    /// How many sectors were asked for.
    pub sectors: u64,
    /// How many of them have something wrong.
    pub failed: u64,
    /// Why there was none, and what is wrong with others.
    pub failures: Vec<SeenAnswer>,
    /// What was found that does no harm.
    pub warnings: Vec<SeenAnswer>,
    /// Rooms of a sector: how many sectors have so many.
    pub rooms: Histogram,
    /// Rooms by the height of their layer.
    pub layers: Histogram,
    /// The lowest layer of each sector.
    pub deepest: Histogram,
    /// The highest layer of each sector.
    pub highest: Histogram,
    /// Edges more than a tree has.
    pub loops: Histogram,
    /// The units of each corridor; passages through shared walls have none.
    pub corridors: Histogram,
    /// Units of a corridor on average.
    pub mean_corridor: f64,
    /// The bounding box in units of the rooms, on average.
    pub mean_bounding: f64,
    /// Connections by span and by what they are, or were before they collapsed.
    pub kinds: Vec<KindAnswer>,
    /// Sectors that have something.
    pub having: BTreeMap<String, u64>,
    /// Edges of the graphs.
    pub edges: EdgesAnswer,
    /// Ways up and down.
    pub connections: ConnectionsAnswer,
    /// The file of the graphs, and how long laying them out took.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub graphs: Option<GraphsAnswer>,
}

/// Connections of a span and a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KindAnswer {
    /// How many layers they span.
    pub span: u32,
    /// What they are.
    pub kind: &'static str,
    /// How many there are.
    pub count: u64,
}

/// Edges of many graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EdgesAnswer {
    /// All of them.
    pub all: u64,
    /// Those that change level.
    pub vertical: u64,
    /// Those for which there was no way.
    pub dropped: u64,
}

/// Ways up and down of many sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ConnectionsAnswer {
    /// All of them.
    pub all: u64,
    /// Those that have to be cleared first.
    pub blocked: u64,
    /// Those that have collapsed.
    pub collapsed: u64,
    /// Elevators without power.
    pub unpowered: u64,
}

/// A file of graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GraphsAnswer {
    /// The file.
    pub file: String,
    /// Milliseconds of a layout, the median.
    pub median_ms: f64,
    /// Milliseconds of the slowest.
    pub slowest_ms: f64,
}

impl From<&Tally> for SectorsAnswer {
    fn from(tally: &Tally) -> Self {
        let kinds = tally.kinds.iter();
        let kinds = kinds.map(|(&(span, kind), &count)| KindAnswer {
            span,
            kind: kind.id(),
            count,
        });
        let [all, vertical, dropped] = tally.edges;
        let edges = EdgesAnswer {
            all,
            vertical,
            dropped,
        };
        let [all, blocked, collapsed, unpowered] = tally.connections;
        Self {
            sectors: tally.sectors,
            failed: tally.failed(),
            failures: seen(&tally.failures),
            warnings: seen(&tally.warnings),
            rooms: tally.rooms.clone(),
            layers: tally.layers.clone(),
            deepest: tally.deepest.clone(),
            highest: tally.highest.clone(),
            loops: tally.loops.clone(),
            corridors: tally.corridors.clone(),
            mean_corridor: mean(&tally.corridors),
            mean_bounding: mean(&tally.bounding) / 100.0,
            kinds: kinds.collect(),
            having: tally.having.clone(),
            edges,
            connections: ConnectionsAnswer {
                all,
                blocked,
                collapsed,
                unpowered,
            },
            graphs: None,
        }
    }
}

/// What many mazes are like: what `deepway survey mazes --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MazesAnswer {
    /// How many mazes there were.
    pub mazes: u64,
    /// Rules that were broken.
    pub failures: Vec<SeenAnswer>,
    /// The parts that levels make, and how often.
    pub parts: BTreeMap<String, u64>,
    /// Which levels are reached from each, and how often.
    pub reach: BTreeMap<String, u64>,
    /// What looks wrong and is meant so, and how often.
    pub intended: BTreeMap<String, u64>,
}

/// What came of many walks: what `deepway survey walks --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WalksAnswer {
    /// How many walks there were.
    pub walks: u64,
    /// How many moves in all.
    pub moves: u64,
    /// Walks that hit points ended.
    pub down: u64,
    /// What came of the moves.
    pub events: BTreeMap<&'static str, u64>,
    /// What should never happen.
    pub failures: Vec<SeenAnswer>,
}

impl From<&ExpeditionTally> for WalksAnswer {
    fn from(tally: &ExpeditionTally) -> Self {
        Self {
            walks: tally.expeditions,
            moves: tally.moves,
            down: tally.down,
            events: tally.events.clone(),
            failures: seen(&tally.failures),
        }
    }
}

/// What came of many climbs: what `deepway survey climbs --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClimbsAnswer {
    /// The might of whoever climbed.
    pub might: i32,
    /// How often each was climbed.
    pub count: u64,
    /// Whether every share is within five standard deviations.
    pub fair: bool,
    /// Each kind.
    pub kinds: Vec<ClimbAnswer>,
}

/// Climbs of a kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClimbAnswer {
    /// What was climbed.
    pub kind: &'static str,
    /// What had to be rolled.
    pub dc: u32,
    /// How often it was passed.
    pub passed: u64,
    /// How often somebody slipped.
    pub slipped: u64,
    /// How often somebody fell.
    pub fell: u64,
    /// The faces of the die for each of the three.
    pub faces: [u32; 3],
    /// How far off each is, in standard deviations.
    pub deviations: Vec<f64>,
}
