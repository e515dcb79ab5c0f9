//! Counting the features of many zones of an open world.

use super::contents::ContentsTally;
use super::survey::Seen;
use crate::cell::Cell;
use crate::space::{Direction, ZonePos};
use crate::strata::{Address, Blueprint, ConnectionKind, Strata};
use crate::validate;
use std::collections::BTreeMap;

/// Counts over many zones. Tallies can be added in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoneTally {
    /// How many zones were looked at, those of open air left out.
    pub zones: u64,
    /// What is wrong, how often, and the lowest number of a zone with it.
    pub failures: BTreeMap<&'static str, Seen>,
    /// By depth.
    pub depths: BTreeMap<u32, DepthTally>,
    /// What is in them, by depth.
    pub contents: BTreeMap<u32, ContentsTally>,
    /// Zones by what they are.
    pub blueprints: BTreeMap<&'static str, u64>,
    /// Connections through floors, by what they are, counted where they begin.
    pub verticals: BTreeMap<&'static str, u64>,
}

/// Counts over the zones of one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthTally {
    /// Zones.
    pub zones: u64,
    /// Their walkable cells, and the squares of them.
    pub walkable: [u64; 2],
    /// The fewest and the most walkable cells of a zone.
    pub range: Option<[u64; 2]>,
    /// Zones with a way down.
    pub with_descent: u64,
    /// Zones that only one face leads to.
    pub dead_ends: u64,
    /// Places of edges that are shut, and the rock among them.
    pub shut: u64,
    /// Those of them that are rock in this zone.
    pub shut_rock: u64,
}

impl DepthTally {
    /// The mean share of walkable cells in percent, and its standard deviation.
    pub fn walkable_share(&self) -> [f64; 2] {
        let zones = self.zones.max(1) as f64;
        let [mean, square] = self.walkable.map(|sum| sum as f64 / zones);
        let deviation = (square - mean * mean).max(0.0).sqrt();
        [mean / 20.0, deviation / 20.0]
    }

    fn add(&mut self, other: &Self) {
        self.zones += other.zones;
        for (mine, theirs) in self.walkable.iter_mut().zip(other.walkable) {
            *mine += theirs;
        }
        self.range = match (self.range, other.range) {
            (Some([a, b]), Some([c, d])) => Some([a.min(c), b.max(d)]),
            (mine, theirs) => mine.or(theirs),
        };
        self.with_descent += other.with_descent;
        self.dead_ends += other.dead_ends;
        self.shut += other.shut;
        self.shut_rock += other.shut_rock;
    }
}

impl ZoneTally {
    /// Builds a zone and its neighbours to the east, to the south and below, checks it and its
    /// joints, and counts.
    pub fn count(&mut self, strata: &Strata, pos: ZonePos) {
        let zone = strata.zone(pos);
        if zone.blueprint() == Blueprint::Air {
            return;
        }
        let mut findings = validate::zone(&zone);
        for face in [Direction::East, Direction::South, Direction::Down] {
            if let Some(next) = pos.step(face) {
                findings.extend(validate::joint(&zone, &strata.zone(next), face));
            }
        }
        for finding in findings {
            let example = u64::from(pos.number());
            let seen = self.failures.entry(finding.rule.id());
            let seen = seen.or_insert(Seen { count: 0, example });
            seen.count += 1;
            seen.example = seen.example.min(example);
        }
        self.zones += 1;
        let contents = self.contents.entry(pos.z()).or_default();
        contents.count(strata.plan(), &zone);
        *self.blueprints.entry(zone.blueprint().name()).or_default() += 1;
        let mut faces = [false; 10];
        let mut openings = 0;
        for connection in zone.connections() {
            faces[connection.face as usize] |= connection.kind.leads_up();
            openings += u64::from(connection.kind == ConnectionKind::Opening);
            let is_first = connection
                .levels
                .is_some_and(|[top, _]| u32::from(top) == pos.z());
            if connection.face == Direction::Down && is_first {
                *self.verticals.entry(connection.kind.name()).or_default() += 1;
            }
        }
        let cells = (0..ZonePos::HEIGHT).flat_map(|y| zone.row(y));
        let walkable = cells.filter(|cell| cell.is_walkable()).count() as u64;
        let sides = (0..ZonePos::HEIGHT).flat_map(|y| [zone.cell(0, y), zone.cell(79, y)]);
        let border = zone.row(0).chain(zone.row(24)).chain(sides);
        let rock = border.filter(|cell| *cell == Cell::Wall).count() as u64;
        self.depths.entry(pos.z()).or_default().add(&DepthTally {
            zones: 1,
            walkable: [walkable, walkable * walkable],
            range: Some([walkable; 2]),
            with_descent: u64::from(faces[Direction::Down as usize]),
            dead_ends: u64::from(faces.iter().filter(|is_open| **is_open).count() == 1),
            shut: 210 - openings,
            shut_rock: rock,
        });
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Self) {
        self.zones += other.zones;
        for (rule, theirs) in other.failures {
            let seen = self.failures.entry(rule);
            let seen = seen.or_insert(Seen { count: 0, ..theirs });
            seen.count += theirs.count;
            seen.example = seen.example.min(theirs.example);
        }
        for (depth, theirs) in other.contents {
            self.contents.entry(depth).or_default().add(theirs);
        }
        for (depth, theirs) in other.depths {
            self.depths.entry(depth).or_default().add(&theirs);
        }
        for (mine, theirs) in [
            (&mut self.blueprints, other.blueprints),
            (&mut self.verticals, other.verticals),
        ] {
            for (name, count) in theirs {
                *mine.entry(name).or_default() += count;
            }
        }
    }

    /// The address of a zone with its number.
    pub fn address(number: u64) -> Option<Address> {
        let zone = ZonePos::all().nth(usize::try_from(number).ok()?)?;
        Some(Address::of(zone))
    }
}
