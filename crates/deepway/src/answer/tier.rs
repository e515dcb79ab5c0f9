//! How dangerous a zone is, and who lives in such zones.

use crate::population::{Creature, Growth, Tables, weight};
use crate::space::ZonePos;
use crate::strata::{Address, Plan, growth_chance};
use serde::Serialize;

/// The tier of a zone: what `deepway tier --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TierAnswer {
    /// The address of the zone.
    pub id: String,
    /// What the zone is.
    pub blueprint: &'static str,
    /// How dangerous it is, from 1 to 8.
    pub tier: u8,
    /// How dangerous its region is.
    pub region_tier: u8,
    /// What grows in the zone and brings creatures of its own.
    pub biomes: Vec<&'static str>,
    /// Who may live there, the likeliest first.
    pub creatures: Vec<CreatureShare>,
    /// Who lives in such zones where something else grows, the likeliest first.
    pub elsewhere: Vec<CreatureShare>,
}

/// A creature among those that may live somewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CreatureShare {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its tier.
    pub tier: u8,
    /// Its level.
    pub level: u32,
    /// The dice of the damage that it does.
    pub damage: String,
    /// How fast it is; 100 is a step in a turn.
    pub speed: u32,
    /// What it is like, in a sentence.
    pub about: String,
    /// What must grow there for it, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub biome: Option<&'static str>,
    /// How many of a hundred groups of this zone are of this kind; missing elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<f64>,
}

impl CreatureShare {
    fn new(creature: &Creature, percent: Option<f64>) -> Self {
        Self {
            id: creature.id.clone(),
            name: creature.name.clone(),
            tier: creature.tier(),
            level: creature.level,
            damage: creature.damage.to_string(),
            speed: creature.speed,
            about: creature.about.clone(),
            biome: creature.growth.map(Growth::id),
            percent,
        }
    }
}

impl TierAnswer {
    /// The tier of a zone, and who may live there.
    pub fn new(plan: &Plan, tables: &Tables, zone: ZonePos) -> Self {
        let (tier, blueprint) = (plan.tier(zone), plan.blueprint(zone));
        let home = blueprint.home();
        let lives = |creature: &Creature| home.is_some_and(|home| creature.lives_in(home));
        let own = |creature: &Creature| {
            weight(tier, creature.tier(), creature.role, creature.weight) as f64
        };
        let growths = plan.growths(zone).into_iter().filter(|here| here.acts);
        let growths = growths.filter(|_| home.is_some());
        let growths: Vec<_> = growths
            .map(|here| {
                (
                    here.growth,
                    f64::from(growth_chance(here.intensity)) / 100.0,
                )
            })
            .collect();
        // Of all groups so many are of what grows first, then of what grows second, and the
        // rest are of those who live in such a zone anyway.
        let mut shares = vec![0.0; tables.creatures().len()];
        let mut give = |share: f64, fits: &dyn Fn(&Creature) -> bool| {
            let weights = tables.creatures().iter();
            let weights = weights.map(|creature| if fits(creature) { own(creature) } else { 0.0 });
            let weights: Vec<f64> = weights.collect();
            let total: f64 = weights.iter().sum();
            if total > 0.0 {
                for (sum, weight) in shares.iter_mut().zip(&weights) {
                    *sum += share * weight / total;
                }
            }
            total > 0.0
        };
        let mut rest = 1.0;
        let mut plain = 0.0;
        for (growth, chance) in &growths {
            let share = rest * chance;
            rest -= share;
            if !give(share, &|creature| creature.growth == Some(*growth)) {
                plain += share;
            }
        }
        give(rest + plain, &|creature| {
            lives(creature) && creature.growth.is_none()
        });
        let all: f64 = shares.iter().sum();
        let creatures = tables.creatures().iter().zip(&shares);
        let here = creatures.filter(|(_, share)| **share > 0.0);
        let here =
            here.map(|(creature, share)| CreatureShare::new(creature, Some(share * 100.0 / all)));
        let mut here: Vec<CreatureShare> = here.collect();
        here.sort_by(|a, b| {
            b.percent
                .unwrap_or(0.0)
                .total_cmp(&a.percent.unwrap_or(0.0))
        });
        let others = tables.creatures().iter().filter(|creature| {
            let grows = |growth| growths.iter().any(|(here, _)| Some(*here) == growth);
            creature.growth.is_some() && !grows(creature.growth)
        });
        let mut others: Vec<&Creature> = others
            .filter(|creature| lives(creature) && own(creature) > 0.0)
            .collect();
        others.sort_by(|a, b| own(b).total_cmp(&own(a)));
        Self {
            id: Address::of(zone).to_string(),
            blueprint: blueprint.name(),
            tier,
            region_tier: plan.region(zone.column()).tier,
            biomes: growths.iter().map(|(growth, _)| growth.id()).collect(),
            creatures: here,
            elsewhere: others
                .into_iter()
                .map(|creature| CreatureShare::new(creature, None))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use crate::strata::Strata;
    use crate::thing::ThingKind;
    use std::collections::BTreeSet;

    #[test]
    fn only_creatures_that_can_be_met_in_a_zone_have_a_share() {
        let strata = Strata::new(Seed::new(7));
        let mut met = 0;
        for zone in (0..400).filter_map(|n| ZonePos::at([n * 7 % 240, n * 3 % 75], 10 + n % 40)) {
            let answer = TierAnswer::new(strata.plan(), strata.tables(), zone);
            let sum: f64 = answer.creatures.iter().filter_map(|one| one.percent).sum();
            assert!(answer.creatures.is_empty() || (sum - 100.0).abs() < 1e-6);
            for one in &answer.creatures {
                assert!(one.biome.is_none_or(|biome| answer.biomes.contains(&biome)));
            }
            let here: BTreeSet<&str> = answer.creatures.iter().map(|one| &*one.id).collect();
            let built = strata.zone(zone);
            let things = built.things().iter();
            for thing in things.filter(|thing| thing.kind == ThingKind::Creature) {
                // A boss is of another tier, and what a builder places need not live here.
                if !thing.properties.contains_key("boss") {
                    let id = thing.properties.get("id").map(String::as_str);
                    assert!(id.is_some_and(|id| here.contains(id)), "{zone:?} {thing:?}");
                    met += 1;
                }
            }
        }
        assert!(met > 500, "{met}");
    }
}
