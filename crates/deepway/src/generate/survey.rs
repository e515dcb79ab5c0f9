//! Counting the features of many sectors.

use super::{GenerateError, Generated};
use crate::sector::{ConnectionKind, Inventory, Realised, Room, Sector};
use crate::space::RoomPos;
use std::collections::BTreeMap;

/// How often something was seen, and the lowest seed with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How often.
    pub count: u64,
    /// The lowest seed with it.
    pub example: u64,
}

/// The most reasons for refusing graphs that are counted separately.
const MOST_REASONS: usize = 1000;

/// Counts a reason once more.
fn note(reasons: &mut BTreeMap<String, Seen>, seed: u64, reason: String) {
    let seen = reasons.entry(reason).or_insert(Seen {
        count: 0,
        example: seed,
    });
    seen.count += 1;
    seen.example = seen.example.min(seed);
}

/// How often each value occurs.
pub type Histogram = BTreeMap<i64, u64>;

/// Counts over many sectors. Tallies of different seeds can be added in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many sectors were asked for.
    pub sectors: u64,
    /// Why sectors could not be made, and what is wrong with others.
    pub failures: BTreeMap<String, Seen>,
    /// Findings that are only warnings.
    pub warnings: BTreeMap<String, Seen>,
    /// Sectors by their number of rooms.
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
    /// The creatures of each sector.
    pub creatures: Histogram,
    /// The levels of the creatures of each sector together.
    pub threat: Histogram,
    /// What can be taken from each sector is worth so much.
    pub treasure: Histogram,
    /// The traps and hazards of each sector.
    pub traps: Histogram,
    /// The curiosities of each sector.
    pub curiosities: Histogram,
    /// Rooms with somebody in them.
    pub occupied: u64,
    /// The units of each corridor; passages through shared walls have none.
    pub corridors: Histogram,
    /// The bounding box of each sector in percent of the units of its rooms.
    pub bounding: Histogram,
    /// Connections by span, and by what they are or were before they collapsed.
    pub kinds: BTreeMap<(u32, ConnectionKind), u64>,
    /// How many sectors have a kind, a span, a collapsed or an unpowered connection.
    pub having: BTreeMap<String, u64>,
    /// All edges, edges that change level, and dropped edges.
    pub edges: [u64; 3],
    /// All connections, blocked and collapsed connections, and elevators without power.
    pub connections: [u64; 4],
}

impl Tally {
    /// Counts a sector, or the reason why there is none.
    pub fn count(&mut self, seed: u64, made: &Result<Generated, GenerateError>) {
        self.sectors += 1;
        match made {
            Err(error) => self.fail(seed, error.to_string()),
            Ok(made) => {
                for finding in &made.findings {
                    let reason = format!("{}: {}", finding.severity.id(), finding.rule);
                    match finding.is_fault() {
                        true => self.fail(seed, reason),
                        false => note(&mut self.warnings, seed, reason),
                    }
                }
                self.count_sector(&made.sector);
            }
        }
    }

    /// Counts a sector that could not be made for lack of a graph. If there are very many
    /// reasons, only the first are counted separately.
    pub fn refuse(&mut self, seed: u64, reason: String) {
        self.sectors += 1;
        let is_told = self.failures.len() < MOST_REASONS || self.failures.contains_key(&reason);
        let others = || "other reasons".to_owned();
        self.fail(seed, if is_told { reason } else { others() });
    }

    fn fail(&mut self, seed: u64, reason: String) {
        note(&mut self.failures, seed, reason);
    }

    fn count_sector(&mut self, sector: &Sector) {
        let add = |histogram: &mut Histogram, value: i64| *histogram.entry(value).or_default() += 1;
        let rooms = sector.rooms();
        add(&mut self.rooms, rooms.len() as i64);
        let heights = rooms.iter().map(|room| i64::from(room.position.z));
        heights.clone().for_each(|z| add(&mut self.layers, z));
        add(&mut self.deepest, heights.clone().min().unwrap_or(0));
        add(&mut self.highest, heights.max().unwrap_or(0));
        for edge in sector.edges() {
            self.edges[0] += 1;
            self.edges[1] += u64::from(edge.realised == Realised::Connection);
            self.edges[2] += u64::from(edge.realised == Realised::Dropped);
        }
        let passages = sector.passages().len() as i64;
        add(&mut self.loops, passages + 1 - rooms.len() as i64);
        add(&mut self.locks, sector.locks().len() as i64);
        let inventory = Inventory::of(sector);
        add(&mut self.creatures, inventory.creatures.into());
        add(&mut self.threat, inventory.threat.into());
        add(&mut self.treasure, inventory.treasure as i64);
        add(&mut self.traps, inventory.traps.into());
        add(&mut self.curiosities, inventory.curiosities.into());
        self.occupied += u64::from(inventory.occupied);
        for exit in sector.doorways() {
            add(&mut self.corridors, exit.via().len() as i64);
        }
        add(&mut self.bounding, bounding(sector));
        let mut having = Vec::new();
        for connection in sector.connections() {
            let (levels, kind) = (connection.levels(), connection.climb().kind());
            *self.kinds.entry((levels, kind)).or_default() += 1;
            let is_dead = connection.powered() == Some(false);
            let flags = [
                true,
                connection.is_blocked(),
                connection.has_collapsed(),
                is_dead,
            ];
            for (number, flag) in self.connections.iter_mut().zip(flags) {
                *number += u64::from(flag);
            }
            having.push(connection.kind().id().to_owned());
            having.push(format!("span {levels}"));
            if is_dead {
                having.push("unpowered".to_owned());
            }
        }
        having.sort_unstable();
        having.dedup();
        for name in having {
            *self.having.entry(name).or_default() += 1;
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Self) {
        self.sectors += other.sectors;
        for (mine, theirs) in [
            (&mut self.failures, other.failures),
            (&mut self.warnings, other.warnings),
        ] {
            for (reason, seen) in theirs {
                let known = mine.entry(reason).or_insert(Seen { count: 0, ..seen });
                known.count += seen.count;
                known.example = known.example.min(seen.example);
            }
        }
        for (mine, theirs) in [
            (&mut self.rooms, other.rooms),
            (&mut self.layers, other.layers),
            (&mut self.deepest, other.deepest),
            (&mut self.highest, other.highest),
            (&mut self.loops, other.loops),
            (&mut self.locks, other.locks),
            (&mut self.creatures, other.creatures),
            (&mut self.threat, other.threat),
            (&mut self.treasure, other.treasure),
            (&mut self.traps, other.traps),
            (&mut self.curiosities, other.curiosities),
            (&mut self.corridors, other.corridors),
            (&mut self.bounding, other.bounding),
        ] {
            for (value, count) in theirs {
                *mine.entry(value).or_default() += count;
            }
        }
        self.occupied += other.occupied;
        for (key, count) in other.kinds {
            *self.kinds.entry(key).or_default() += count;
        }
        for (key, count) in other.having {
            *self.having.entry(key).or_default() += count;
        }
        for (mine, theirs) in self.edges.iter_mut().zip(other.edges) {
            *mine += theirs;
        }
        for (mine, theirs) in self.connections.iter_mut().zip(other.connections) {
            *mine += theirs;
        }
    }

    /// How many sectors failed or are not sound.
    pub fn failed(&self) -> u64 {
        self.failures.values().map(|seen| seen.count).sum()
    }
}

/// The mean of a histogram.
pub fn mean(histogram: &Histogram) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (&value, &times) in histogram {
        sum += value as f64 * times as f64;
        count += times as f64;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The bounding box of a sector in percent of the units of its rooms.
pub fn bounding(sector: &Sector) -> i64 {
    let vias = sector.doorways().flat_map(|exit| exit.via());
    let rooms: Vec<RoomPos> = sector.rooms().iter().flat_map(Room::units).collect();
    let units: Vec<RoomPos> = rooms.iter().copied().chain(vias).collect();
    let extent = |place: fn(&RoomPos) -> i32| {
        let low = units.iter().map(place).min().unwrap_or(0);
        let high = units.iter().map(place).max().unwrap_or(0);
        i64::from(high.abs_diff(low)) + 1
    };
    let volume = extent(|unit| unit.x)
        .saturating_mul(extent(|unit| unit.y))
        .saturating_mul(extent(|unit| unit.z));
    volume.saturating_mul(100) / (rooms.len().max(1) as i64)
}
