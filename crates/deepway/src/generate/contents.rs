//! Counting what is in the zones of an open world, by depth.

use crate::cell::Cell;
use crate::material::Material;
use crate::population::Growth;
use crate::space::ZonePos;
use crate::strata::{Plan, Zone};
use crate::thing::ThingKind;
use std::collections::BTreeMap;

/// What is in the zones of one depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentsTally {
    /// Zones by the rock that gives them their shape.
    pub rocks: BTreeMap<Material, u64>,
    /// Pools by what is in them.
    pub pools: BTreeMap<Material, u64>,
    /// Cells of each liquid: deep, and shallow.
    pub liquids: BTreeMap<Material, [u64; 2]>,
    /// Zones by what grows in them and how strong: all of them, those where it is one of the two
    /// strongest, and those where it acts.
    pub growths: BTreeMap<(Growth, u8), [u64; 3]>,
    /// Zones by tier.
    pub tiers: BTreeMap<u8, u64>,
    /// Creatures by tier.
    pub creatures: BTreeMap<u8, u64>,
    /// Items.
    pub items: u64,
    /// Things of each other kind.
    pub things: BTreeMap<String, u64>,
    /// Zones by what has a name or a use in them.
    pub landmarks: BTreeMap<&'static str, u64>,
    /// Cells of rivers.
    pub river_cells: u64,
    /// Segments of vaults that waves filled or could not fill.
    pub segments: [u64; 2],
}

impl ContentsTally {
    /// Counts a zone.
    pub fn count(&mut self, plan: &Plan, zone: &Zone) {
        let pos = zone.pos();
        if pos.z() > ZonePos::SURFACE {
            *self.rocks.entry(plan.rock(pos)).or_default() += 1;
        }
        *self.tiers.entry(plan.tier(pos)).or_default() += 1;
        for pool in plan.pools(pos) {
            *self.pools.entry(pool.liquid).or_default() += 1;
        }
        for (rank, here) in plan.growths(pos).into_iter().enumerate() {
            let counts = self
                .growths
                .entry((here.growth, here.intensity))
                .or_default();
            counts[0] += 1;
            counts[1] += u64::from(rank < 2);
            counts[2] += u64::from(here.acts);
        }
        for y in 0..ZonePos::HEIGHT {
            for (x, cell) in (0..).zip(zone.row(y)) {
                let depth = match cell {
                    Cell::DeepLiquid => 0,
                    Cell::ShallowLiquid => 1,
                    _ => continue,
                };
                self.liquids.entry(zone.material(x, y)).or_default()[depth] += 1;
            }
        }
        for thing in zone.things() {
            let tier = thing
                .properties
                .get("tier")
                .and_then(|tier| tier.parse().ok());
            match &thing.kind {
                ThingKind::Creature => *self.creatures.entry(tier.unwrap_or(0)).or_default() += 1,
                ThingKind::Item => self.items += 1,
                kind => *self.things.entry(kind.to_string()).or_default() += 1,
            }
        }
        for landmark in zone.landmarks() {
            *self.landmarks.entry(landmark.kind).or_default() += 1;
            let number = |detail| {
                let value: Option<&String> = landmark.details.get(detail);
                value
                    .and_then(|value| value.parse::<u64>().ok())
                    .unwrap_or(0)
            };
            if landmark.kind == "vault" {
                let failed = number("fallbacks");
                self.segments[0] += number("segments").saturating_sub(failed);
                self.segments[1] += failed;
            }
        }
        self.river_cells += zone.river().len() as u64;
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Self) {
        sum(&mut self.rocks, other.rocks);
        sum(&mut self.pools, other.pools);
        sum(&mut self.tiers, other.tiers);
        sum(&mut self.creatures, other.creatures);
        sum(&mut self.things, other.things);
        sum(&mut self.landmarks, other.landmarks);
        self.items += other.items;
        self.river_cells += other.river_cells;
        for (name, theirs) in other.liquids {
            sum_all(self.liquids.entry(name).or_default(), theirs);
        }
        for (name, theirs) in other.growths {
            sum_all(self.growths.entry(name).or_default(), theirs);
        }
        sum_all(&mut self.segments, other.segments);
    }
}

fn sum<K: Ord>(mine: &mut BTreeMap<K, u64>, theirs: BTreeMap<K, u64>) {
    for (name, count) in theirs {
        *mine.entry(name).or_default() += count;
    }
}

fn sum_all<const N: usize>(mine: &mut [u64; N], theirs: [u64; N]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}
