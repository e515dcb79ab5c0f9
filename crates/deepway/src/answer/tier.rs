//! How dangerous a zone is, and who lives in such zones.

use crate::population::{Creature, Growth, Tables, weight};
use crate::space::ZonePos;
use crate::strata::{Address, Plan};
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
    /// Who may live there, the likeliest first.
    pub creatures: Vec<CreatureShare>,
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
    /// What must grow there for it, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub biome: Option<&'static str>,
    /// How many of a hundred creatures are of this kind, where everything grows.
    pub percent: f64,
}

impl TierAnswer {
    /// The tier of a zone, and who may live there.
    pub fn new(plan: &Plan, tables: &Tables, zone: ZonePos) -> Self {
        let (tier, blueprint) = (plan.tier(zone), plan.blueprint(zone));
        let home = blueprint.home();
        let lives = |creature: &&Creature| home.is_some_and(|home| creature.lives_in(home));
        let creatures = tables.creatures().iter().filter(lives);
        let weighed = creatures.map(|creature| {
            let own = weight(tier, creature.tier(), creature.role, creature.weight);
            (own, creature)
        });
        let mut weighed: Vec<(u64, &Creature)> = weighed.filter(|(own, _)| *own > 0).collect();
        weighed.sort_by_key(|(own, _)| std::cmp::Reverse(*own));
        let total: u64 = weighed.iter().map(|(own, _)| own).sum();
        let creatures = weighed.into_iter().map(|(own, creature)| CreatureShare {
            id: creature.id.clone(),
            name: creature.name.clone(),
            tier: creature.tier(),
            biome: creature.growth.map(Growth::id),
            percent: own as f64 * 100.0 / total as f64,
        });
        Self {
            id: Address::of(zone).to_string(),
            blueprint: blueprint.name(),
            tier,
            region_tier: plan.region(zone.column()).tier,
            creatures: creatures.collect(),
        }
    }
}
