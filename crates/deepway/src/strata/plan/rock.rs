//! The rock of each depth, the liquids in it, and how wide its caves are.

use super::{Plan, noise};
use crate::material::Material;
use crate::seed::{Seed, Stream};
use crate::space::ZonePos;

/// How often common, uncommon and rare rocks are met, relative to each other.
const COMMON: u32 = 100;
const UNCOMMON: u32 = 20;
const RARE: u32 = 4;

/// The rocks of a depth, and how often each is met. A depth where two bands meet belongs to the
/// deeper one.
pub const fn rocks(z: u32) -> &'static [(Material, u32)] {
    match z {
        0..15 => &[
            (Material::SHALE, COMMON),
            (Material::SANDSTONE, COMMON),
            (Material::LIMESTONE, COMMON),
            (Material::MARL, UNCOMMON),
            (Material::HALITE, UNCOMMON),
            (Material::GYPSUM, UNCOMMON),
        ],
        15 => &[
            (Material::SLATE, COMMON),
            (Material::CORAL_RAG, COMMON),
            (Material::SERPENTINITE, UNCOMMON),
            (Material::QUARTZITE, UNCOMMON),
            (Material::OOLITE, RARE),
        ],
        16..25 => &[
            (Material::SLATE, COMMON),
            (Material::CORAL_RAG, COMMON),
            (Material::SERPENTINITE, UNCOMMON),
            (Material::QUARTZITE, UNCOMMON),
        ],
        25..35 => &[
            (Material::BLACK_SHALE, COMMON),
            (Material::BLACK_MARBLE, RARE),
        ],
        // Black shale goes on below its own band, where marble takes over.
        _ => &[
            (Material::BLACK_MARBLE, COMMON),
            (Material::BLACK_SHALE, UNCOMMON),
        ],
    }
}

/// The liquids of a depth, and how often a pool is one of each.
pub fn liquids(z: u32) -> Vec<(Material, u32)> {
    let water = if z < 35 { 500 } else { 50 };
    let mut liquids = vec![(Material::WATER, water)];
    if z >= 25 {
        liquids.push((Material::OIL, 100));
        liquids.push((Material::ASPHALT, 100));
        liquids.push((Material::LAVA, 10 * z));
    }
    liquids
}

/// Whether the caves of a depth are great caverns: three levels in ten, the rock between them
/// is tight.
pub const fn is_cavern(z: u32) -> bool {
    17 <= z && z <= 39 && z % 10 >= 7
}

/// How many of ten regions' levels share one choice of rocks.
const SLAB: u32 = 5;

impl Plan {
    /// The two rocks that a zone is made of, the one that gives it its shape first: drawn by
    /// the weights of its depth for bodies of rock that span zones.
    pub fn rocks(&self, zone: ZonePos) -> [Material; 2] {
        let [x, y] = zone.column().map(|at| at as i32);
        let noise = noise(self.keys.rock, [x, y, zone.z() as i32 * 3], 6);
        let body: u8 = match noise {
            0..110 => 2,
            110..140 => 1,
            _ => 0,
        };
        let region = self.region_number(zone.column());
        let key = self.keys.rock.child("body").child(region);
        let key = key.child(zone.z() / SLAB * 4 + u32::from(body));
        let rocks = rocks(zone.z());
        let mut random = key.stream();
        let first = draw(&mut random, rocks, Material::NONE);
        [first, draw(&mut random, rocks, first)]
    }

    /// The rock that gives a zone its shape.
    pub fn rock(&self, zone: ZonePos) -> Material {
        self.rocks(zone)[0]
    }

    /// Whether more than half of a zone is open as a rule: the surface, and great caverns.
    pub(in super::super) fn is_wide(&self, zone: ZonePos) -> bool {
        zone.z() == ZonePos::SURFACE || is_cavern(zone.z())
    }

    /// The seed of the noise by which the two rocks of zones mingle.
    pub(in super::super) fn mingle(&self) -> Seed {
        self.keys.rock
    }
}

/// Draws a rock by weight, but not this one.
fn draw(random: &mut Stream, rocks: &[(Material, u32)], but: Material) -> Material {
    let others = rocks.iter().filter(|(rock, _)| *rock != but);
    let total: u32 = others.clone().map(|(_, weight)| weight).sum();
    let mut left = random.below(u64::from(total.max(1))) as u32;
    for &(rock, weight) in others {
        if left < weight {
            return rock;
        }
        left -= weight;
    }
    but
}
