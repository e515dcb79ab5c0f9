//! Surveys of many worlds.

use crate::generate::explore::ExpeditionTally;
use crate::generate::survey::{Histogram, Seen, Tally, mean};
use serde::Serialize;
use std::collections::BTreeMap;

/// Something that was seen in some of the worlds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenAnswer {
    /// What it is.
    pub reason: String,
    /// How often it was seen.
    pub count: u64,
    /// The lowest seed with it, as text: some programs cannot hold such large numbers.
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

/// A survey of many sectors: what `deepway survey sectors --json` prints, and `survey graphs
/// --json` for each file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SectorsAnswer {
    /// How many sectors were asked for.
    pub sectors: u64,
    /// How many of them failed or are not sound.
    pub failed: u64,
    /// Why sectors could not be made, and what is wrong with others.
    pub failures: Vec<SeenAnswer>,
    /// Findings that are only warnings.
    pub warnings: Vec<SeenAnswer>,
    /// How many sectors have each number of rooms.
    pub rooms: Histogram,
    /// Rooms by the height of their layer.
    pub layers: Histogram,
    /// The lowest layer of each sector.
    pub deepest: Histogram,
    /// The highest layer of each sector.
    pub highest: Histogram,
    /// Passages beyond those of a tree, connections between stacked rooms included.
    pub loops: Histogram,
    /// The locks of each sector.
    pub locks: Histogram,
    /// What is in the rooms.
    pub contents: ContentsAnswer,
    /// The units of each corridor; passages through shared walls have none.
    pub corridors: Histogram,
    /// The mean number of units per corridor.
    pub mean_corridor: f64,
    /// The mean bounding box, as a multiple of the rooms' units.
    pub mean_bounding: f64,
    /// Connections by span and by what they are, or were before they collapsed.
    pub kinds: Vec<KindAnswer>,
    /// How many sectors have each feature.
    pub having: BTreeMap<String, u64>,
    /// Edges of the graphs.
    pub edges: EdgesAnswer,
    /// Connections up and down.
    pub connections: ConnectionsAnswer,
    /// The file of the graphs, and how long their layouts took.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub graphs: Option<GraphsAnswer>,
}

/// What is in the rooms of many sectors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ContentsAnswer {
    /// Rooms with somebody in them.
    pub occupied: u64,
    /// Creatures of a sector, on average.
    pub mean_creatures: f64,
    /// The levels of the creatures of a sector together, on average.
    pub mean_threat: f64,
    /// What can be taken from a sector is worth so much, on average.
    pub mean_treasure: f64,
    /// Traps and hazards of a sector, on average.
    pub mean_traps: f64,
    /// Curiosities of a sector, on average.
    pub mean_curiosities: f64,
}

/// The connections of a span and a kind.
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
    /// Edges that change level.
    pub vertical: u64,
    /// Edges that could not be routed.
    pub dropped: u64,
}

/// The connections of many sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ConnectionsAnswer {
    /// All of them.
    pub all: u64,
    /// Connections that have to be cleared first.
    pub blocked: u64,
    /// Connections that have collapsed.
    pub collapsed: u64,
    /// Elevators without power.
    pub unpowered: u64,
}

/// A file of graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GraphsAnswer {
    /// The file.
    pub file: String,
    /// The median time of a layout, in milliseconds.
    pub median_ms: f64,
    /// The slowest layout, in milliseconds.
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
            locks: tally.locks.clone(),
            contents: ContentsAnswer {
                occupied: tally.occupied,
                mean_creatures: mean(&tally.creatures),
                mean_threat: mean(&tally.threat),
                mean_treasure: mean(&tally.treasure),
                mean_traps: mean(&tally.traps),
                mean_curiosities: mean(&tally.curiosities),
            },
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

/// A survey of many mazes: what `deepway survey mazes --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MazesAnswer {
    /// How many mazes there were.
    pub mazes: u64,
    /// Rules that were broken.
    pub failures: Vec<SeenAnswer>,
    /// The parts that levels make, and how often.
    pub parts: BTreeMap<String, u64>,
    /// Which levels are reached from which, and how often.
    pub reach: BTreeMap<String, u64>,
    /// What looks wrong but is intended, and how often.
    pub intended: BTreeMap<String, u64>,
}

/// Many expeditions: what `deepway survey walks --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WalksAnswer {
    /// How many expeditions there were.
    pub walks: u64,
    /// How many moves in all.
    pub moves: u64,
    /// Expeditions that ended for lack of hit points.
    pub down: u64,
    /// What the moves led to, counted.
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

/// Many climbs: what `deepway survey climbs --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClimbsAnswer {
    /// The might of the climber.
    pub might: i32,
    /// How often each kind was climbed.
    pub count: u64,
    /// Whether every share is within five standard deviations.
    pub fair: bool,
    /// The results for each kind.
    pub kinds: Vec<ClimbAnswer>,
}

/// Climbs of a kind of connection.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClimbAnswer {
    /// What was climbed.
    pub kind: &'static str,
    /// The difficulty of the check.
    pub dc: u32,
    /// How often the climber got through.
    pub passed: u64,
    /// How often the climber slipped.
    pub slipped: u64,
    /// How often the climber fell.
    pub fell: u64,
    /// How many faces of the die lead to each of the three.
    pub faces: [u32; 3],
    /// How far off each is, in standard deviations.
    pub deviations: Vec<f64>,
}
