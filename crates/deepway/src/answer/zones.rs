//! What many zones are like.

use super::SeenAnswer;
use crate::generate::contents::ContentsTally;
use crate::generate::zones::ZoneTally;
use crate::material::Material;
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
    /// What is in them, by depth.
    pub contents: BTreeMap<u32, ContentsAnswer>,
}

/// What is in the zones of a depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContentsAnswer {
    /// Zones by the rock that gives them their shape.
    pub rocks: BTreeMap<&'static str, u64>,
    /// Pools by what is in them.
    pub pools: BTreeMap<&'static str, u64>,
    /// Cells of each liquid: deep, and shallow.
    pub liquids: BTreeMap<&'static str, [u64; 2]>,
    /// What grows: zones for each strength, and those of them where it acts.
    pub biomes: Vec<BiomeCountAnswer>,
    /// Zones by tier.
    pub tiers: BTreeMap<u8, u64>,
    /// Creatures by tier.
    pub creatures: BTreeMap<u8, u64>,
    /// Items.
    pub items: u64,
    /// Things of each other kind.
    pub things: BTreeMap<String, u64>,
    /// Zones by what has a name or a use in them.
    pub features: BTreeMap<&'static str, u64>,
    /// Cells of rivers.
    pub river_cells: u64,
    /// Segments of vaults that waves filled.
    pub vault_segments: u64,
    /// Segments of vaults that no wave could fill.
    pub vault_fallbacks: u64,
}

/// How often something grows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BiomeCountAnswer {
    /// What grows.
    pub biome: &'static str,
    /// How strong, from 1 to 3.
    pub intensity: u8,
    /// Zones.
    pub zones: u64,
    /// Those of them where it is one of the two strongest.
    pub strongest: u64,
    /// Those of them where it acts.
    pub acts: u64,
}

impl From<&ContentsTally> for ContentsAnswer {
    fn from(tally: &ContentsTally) -> Self {
        let name = |material: &Material| material.info().map_or("", |info| info.name);
        let growths = tally.growths.iter();
        Self {
            rocks: tally
                .rocks
                .iter()
                .map(|(rock, count)| (name(rock), *count))
                .collect(),
            pools: tally
                .pools
                .iter()
                .map(|(pool, count)| (name(pool), *count))
                .collect(),
            liquids: tally
                .liquids
                .iter()
                .map(|(pool, count)| (name(pool), *count))
                .collect(),
            biomes: growths
                .map(
                    |(&(growth, intensity), &[zones, strongest, acts])| BiomeCountAnswer {
                        biome: growth.id(),
                        intensity,
                        zones,
                        strongest,
                        acts,
                    },
                )
                .collect(),
            tiers: tally.tiers.clone(),
            creatures: tally.creatures.clone(),
            items: tally.items,
            things: tally.things.clone(),
            features: tally.landmarks.clone(),
            river_cells: tally.river_cells,
            vault_segments: tally.segments[0],
            vault_fallbacks: tally.segments[1],
        }
    }
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
            contents: tally
                .contents
                .iter()
                .map(|(&depth, contents)| (depth, ContentsAnswer::from(contents)))
                .collect(),
        }
    }
}
