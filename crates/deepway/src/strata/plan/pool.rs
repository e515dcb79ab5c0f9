//! Pools of liquid: where they are planned, so that the zone below knows of them too.

use super::Plan;
use super::rock::{is_cavern, liquids};
use crate::material::Material;
use crate::space::ZonePos;
use crate::strata::Blueprint;

/// A pool that is planned in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// What is in it.
    pub liquid: Material,
    /// Its middle: column and row.
    pub middle: [u8; 2],
    /// How far it reaches to each side: columns and rows.
    pub reach: [u8; 2],
}

impl Plan {
    /// The pools of a zone, which leave out what the zone needs for other things. Liquids are
    /// drawn by the weights of its depth.
    pub fn pools(&self, zone: ZonePos) -> Vec<Pool> {
        let can_have = matches!(
            self.blueprint(zone),
            Blueprint::Surface | Blueprint::Cave | Blueprint::ProgressiveCave | Blueprint::Lair
        );
        if !can_have || zone.z() < ZonePos::SURFACE {
            return Vec::new();
        }
        let mut random = self.keys.pool.child(zone.number()).stream();
        let is_cavern = is_cavern(zone.z());
        let count = match random.below(100) {
            roll if zone.z() == ZonePos::SURFACE => u32::from(roll < 30),
            roll if is_cavern => 1 + u32::from(roll < 60) + u32::from(roll < 20),
            roll => u32::from(roll < 55) + u32::from(roll < 15),
        };
        let liquids = liquids(zone.z());
        let pools = (0..count).map(|_| {
            let liquid = random.weighted(&liquids).copied().unwrap_or_default();
            let (across, down) = match is_cavern {
                true => (random.between(6, 14), random.between(3, 6)),
                false => (random.between(4, 9), random.between(2, 4)),
            };
            let middle = [random.between(8, 71) as u8, random.between(5, 19) as u8];
            Pool {
                liquid,
                middle,
                reach: [across as u8, down as u8],
            }
        });
        pools.collect()
    }
}
