//! What grows where: five kinds, each strong in some places, in ten levels that repeat.

use super::{Plan, noise};
use crate::population::Growth;
use crate::space::ZonePos;

/// How strong something grows in a zone, and whether it changes the zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthHere {
    /// What grows.
    pub growth: Growth,
    /// How strong it is, from 1 to 3.
    pub intensity: u8,
    /// Whether it changes what is there: the two strongest may.
    pub acts: bool,
}

/// The depths where something grows.
const DEPTHS: std::ops::Range<u32> = 10..30;
/// How many levels lie between two that are alike.
const PERIOD: u32 = 10;
/// The noise from which on each intensity begins.
const FROM: [i32; 3] = [178, 194, 210];

/// How often something of this intensity acts, in percent.
pub const fn growth_chance(intensity: u8) -> u32 {
    match intensity {
        0 => 0,
        1 => 25,
        2 => 50,
        _ => 70,
    }
}

impl Plan {
    /// How strong something grows in a zone, from 0 to 3.
    pub fn intensity(&self, zone: ZonePos, growth: Growth) -> u8 {
        let strength = self.strength(zone, growth);
        FROM.iter().filter(|&&from| strength >= from).count() as u8
    }

    fn strength(&self, zone: ZonePos, growth: Growth) -> i32 {
        if !DEPTHS.contains(&zone.z()) {
            return 0;
        }
        let [x, y] = zone.column().map(|at| at as i32);
        let at = [x, y, (zone.z() % PERIOD) as i32 * 4];
        noise(self.keys.growth.child(growth.id()), at, 10)
    }

    /// What grows in a zone, the strongest first.
    pub fn growths(&self, zone: ZonePos) -> Vec<GrowthHere> {
        if !DEPTHS.contains(&zone.z()) {
            return Vec::new();
        }
        let found = Growth::ALL.map(|growth| (self.strength(zone, growth), growth));
        let mut found: Vec<(i32, Growth)> = found.into_iter().collect();
        found.retain(|(strength, _)| *strength >= FROM[0]);
        found.sort_unstable_by_key(|&(strength, growth)| (std::cmp::Reverse(strength), growth));
        let mut random = self.keys.growth.child(zone.number()).stream();
        let growths = (0..).zip(found).map(|(rank, (strength, growth))| {
            let intensity = FROM.iter().filter(|&&from| strength >= from).count() as u8;
            let acts = random.chance(growth_chance(intensity), 100);
            GrowthHere {
                growth,
                intensity,
                acts: acts && rank < 2,
            }
        });
        growths.collect()
    }
}
