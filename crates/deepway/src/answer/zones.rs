//! What many zones are like.

use super::SeenAnswer;
use crate::generate::zones::ZoneTally;
use serde::Serialize;
use std::collections::BTreeMap;

/// What many zones are like: what `deepway survey zones --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZonesAnswer {
    /// How many zones were looked at, open air left out.
    pub zones: u64,
    /// What is wrong, how often, and an address.
    pub failures: Vec<SeenAnswer>,
    /// Zones by what they are.
    pub blueprints: BTreeMap<&'static str, u64>,
    /// Ways down, by what they are.
    pub verticals: BTreeMap<&'static str, u64>,
    /// By depth.
    pub depths: BTreeMap<u32, DepthAnswer>,
}

/// What the zones of a depth are like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DepthAnswer {
    /// Zones.
    pub zones: u64,
    /// The mean share of walkable cells, in percent.
    pub walkable: f64,
    /// Its standard deviation, in percent.
    pub deviation: f64,
    /// The smallest share of a zone, in percent.
    pub least: f64,
    /// The largest share of a zone, in percent.
    pub most: f64,
    /// Zones with a way down.
    pub with_descent: u64,
    /// Zones that only one face leads to.
    pub dead_ends: u64,
    /// The share of rock on shut borders, in percent.
    pub shut_rock: f64,
}

impl From<&ZoneTally> for ZonesAnswer {
    fn from(tally: &ZoneTally) -> Self {
        let failures = tally.failures.iter().map(|(rule, seen)| SeenAnswer {
            reason: (*rule).to_owned(),
            count: seen.count,
            example: ZoneTally::address(seen.example).map_or_else(String::new, |id| id.to_string()),
        });
        let depths = tally.depths.iter().map(|(&depth, here)| {
            let [walkable, deviation] = here.walkable_share();
            let [least, most] = here
                .range
                .unwrap_or_default()
                .map(|cells| cells as f64 / 20.0);
            let answer = DepthAnswer {
                zones: here.zones,
                walkable,
                deviation,
                least,
                most,
                with_descent: here.with_descent,
                dead_ends: here.dead_ends,
                shut_rock: here.shut_rock as f64 * 100.0 / here.shut.max(1) as f64,
            };
            (depth, answer)
        });
        Self {
            zones: tally.zones,
            failures: failures.collect(),
            blueprints: tally.blueprints.clone(),
            verticals: tally.verticals.clone(),
            depths: depths.collect(),
        }
    }
}
