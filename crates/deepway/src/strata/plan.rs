//! What spans zones: regions, and features with their columns and levels.

mod chute;
mod crossing;
mod growth;
mod names;
mod pool;
mod region;
mod rock;

#[cfg(test)]
pub(super) use chute::boxes as chute_boxes;
pub(super) use chute::{BUILDING, HUB};
pub use crossing::Crossing;
pub use growth::{GrowthHere, growth_chance};
pub use names::LevelName;
pub use pool::Pool;
pub use region::{Culture, Palette, Region};
pub use rock::{is_cavern, liquids, rocks};

use super::address::{Address, AddressError};
use super::blueprint::Blueprint;
use super::land::{Land, Obstacles};
use crate::seed::{Seed, Stream};
use crate::space::ZonePos;
use std::sync::OnceLock;

/// The plan of a world, made from its seed in a small part of a millisecond.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: Seed,
    /// Where values that belong to one thing in one place come from, a key each.
    pub(super) keys: Keys,
    regions: Vec<Region>,
    /// For each parasang the number of its region.
    by_parasang: Vec<u8>,
    features: Vec<Feature>,
    /// For each column the number of its feature, plus one; 0 for none.
    by_column: Vec<u16>,
    /// Rivers and roads, once somebody looks at the surface.
    land: OnceLock<Land>,
    /// What features are called, once somebody asks.
    names: OnceLock<Vec<String>>,
}

/// The seeds of what is drawn for one place at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    /// Which of two zones is nearer to the surface.
    pub(super) potential: Seed,
    /// Whether faces are open besides those that must be.
    pub(super) sideways: [Seed; 2],
    pub(super) downward: Seed,
    /// What leads down more than needs be, and where flights stand.
    pub(super) long: Seed,
    pub(super) flight: Seed,
    /// Where edges are open.
    pub(super) edge: Seed,
    rock: Seed,
    pool: Seed,
    growth: Seed,
    name: Seed,
    height: Seed,
    /// What zones are like inside.
    pub(super) zone: Seed,
    /// Where requests find a place.
    pub(super) request: Seed,
}

/// Something that is planned in one column of zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What it is.
    pub blueprint: Blueprint,
    /// Its column, in zones from the north-west.
    pub column: [u32; 2],
    /// Its highest level.
    pub top: u32,
    /// Its lowest level.
    pub bottom: u32,
}

impl Feature {
    /// Whether its levels below the top can be reached from above only.
    pub fn is_sealed(&self) -> bool {
        matches!(
            self.blueprint,
            Blueprint::Lair | Blueprint::Vault | Blueprint::Chute
        )
    }

    /// Whether it has a level at this depth.
    pub fn contains(&self, z: u32) -> bool {
        (self.top..=self.bottom).contains(&z)
    }
}

/// Columns from one feature to the next, at least.
const APART: u32 = 3;
impl Plan {
    /// Makes the plan of a world.
    pub fn new(seed: Seed) -> Self {
        let strata = seed.child("strata");
        let key = |name: &str| strata.child(name);
        let regions = region::draw(&mut key("regions").stream());
        let mut plan = Self {
            seed,
            by_parasang: region::nearest(key("warp"), &regions),
            keys: Keys {
                potential: key("potential"),
                sideways: [key("south"), key("east")],
                downward: key("downward"),
                long: key("long"),
                flight: key("flight"),
                edge: key("edge"),
                rock: key("rock"),
                pool: key("pool"),
                growth: key("growth"),
                name: key("name"),
                height: key("height"),
                zone: key("zone"),
                request: key("request"),
            },
            regions,
            features: Vec::new(),
            by_column: vec![0; (ZonePos::COLUMNS * ZonePos::ROWS) as usize],
            land: OnceLock::new(),
            names: OnceLock::new(),
        };
        plan.place_features(&mut key("features").stream());
        plan
    }

    /// The seed of the world.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// All regions.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// All features, in the order in which they were placed.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The feature of a column.
    #[inline]
    pub fn feature(&self, [x, y]: [u32; 2]) -> Option<&Feature> {
        let column = (y * ZonePos::COLUMNS + x) as usize;
        let number = usize::from(*self.by_column.get(column)?);
        self.features.get(number.wrapping_sub(1))
    }

    /// The feature that a zone is a level of.
    pub fn feature_of(&self, zone: ZonePos) -> Option<&Feature> {
        let feature = self.feature(zone.column());
        feature.filter(|feature| feature.contains(zone.z()))
    }

    /// The zone that an address names: one of this world, and what it is said to be, if anything.
    pub fn zone(&self, id: &str) -> Result<ZonePos, AddressError> {
        let address: Address = id.parse()?;
        if address.world() != Address::WORLD {
            let found = address.world().to_owned();
            return Err(AddressError::OtherWorld { found });
        }
        let own = self.blueprint(address.zone());
        match address.blueprint() {
            Some(found) if found != own => Err(AddressError::OtherBlueprint { found, own }),
            _ => Ok(address.zone()),
        }
    }

    /// What a zone is.
    pub fn blueprint(&self, zone: ZonePos) -> Blueprint {
        match self.feature_of(zone) {
            Some(feature) => feature.blueprint,
            None if zone.z() < ZonePos::SURFACE => Blueprint::Air,
            None if zone.z() == ZonePos::SURFACE => Blueprint::Surface,
            None => Blueprint::Cave,
        }
    }

    /// Whether a zone is reached from the one above it only: a level of a lair, a vault or a
    /// chute below its top.
    #[inline]
    pub fn is_sealed(&self, zone: ZonePos) -> bool {
        self.feature(zone.column()).is_some_and(|feature| {
            feature.is_sealed() && feature.top < zone.z() && zone.z() <= feature.bottom
        })
    }

    /// Whether a zone is sealed, or lies under the lowest that is.
    #[inline]
    pub(super) fn is_raised(&self, zone: ZonePos) -> bool {
        self.feature(zone.column()).is_some_and(|feature| {
            feature.is_sealed() && feature.top < zone.z() && zone.z() <= feature.bottom + 1
        })
    }

    /// The region of a column.
    #[inline]
    pub fn region(&self, column: [u32; 2]) -> &Region {
        &self.regions[usize::from(self.region_number(column))]
    }

    /// The number of the region of a column, counted as in [`Plan::regions`].
    #[inline]
    pub fn region_number(&self, [x, y]: [u32; 2]) -> u8 {
        let parasang = (y / 3 * (ZonePos::COLUMNS / 3) + x / 3) as usize;
        self.by_parasang.get(parasang).copied().unwrap_or(0)
    }

    /// How dangerous a zone is, from 1 to 8: down to depth 15 as its region is, below that by
    /// its depth alone, even where that is less.
    pub fn tier(&self, zone: ZonePos) -> u8 {
        match zone.z() {
            0..=15 => self.region(zone.column()).tier,
            depth => (2 + (depth - 16) / 5).min(8) as u8,
        }
    }

    /// How high the surface lies in a column, from 0 to 255: water runs down from there.
    pub fn height(&self, column: [u32; 2]) -> u8 {
        (self.land().height(column) / 64).min(255) as u8
    }

    /// Rivers and roads.
    pub(super) fn land(&self) -> &Land {
        let land = || Land::new(self.keys.height, &self.features);
        self.land.get_or_init(land)
    }

    /// Whether a river falls into a great shaft.
    pub(super) fn has_falls(&self, shaft: &Feature) -> bool {
        let nothing = Obstacles::default();
        shaft.top <= ZonePos::SURFACE && self.land().course(shaft.column, &nothing).falls
    }

    /// Whether a river runs through a column, and whether a road does.
    pub fn has_river_and_road(&self, [x, y]: [u32; 2]) -> [bool; 2] {
        let land = self.land();
        let crosses = |edge: &dyn Fn([u32; 2], bool) -> u128| {
            let north = y.checked_sub(1).map(|y| edge([x, y], true));
            let west = x.checked_sub(1).map(|x| edge([x, y], false));
            let others = [edge([x, y], true), edge([x, y], false)];
            let edges = others.into_iter().chain(north).chain(west);
            edges.fold(0, |all, edge| all | edge) != 0
        };
        [
            crosses(&|column, is_row| land.river_edge(column, is_row)),
            crosses(&|column, is_row| land.road_edge(column, is_row)),
        ]
    }

    fn place_features(&mut self, random: &mut Stream) {
        let lairs = random.between(110, 140);
        let towns = random.between(20, 30);
        let towers = random.between(160, 200);
        let surface = ZonePos::SURFACE;
        for _ in 0..6 {
            self.place(random, Blueprint::Chute, |_| [surface, 15]);
        }
        for _ in 0..12 {
            self.place(random, Blueprint::GreatShaft, |random| {
                let levels = random.between(6, 18) as u32;
                // One in three is open to the sky.
                let top = match random.chance(1, 3) {
                    true => surface,
                    false => random.between(11, 49 - levels as i32 + 1) as u32,
                };
                [top, top + levels - 1]
            });
        }
        for lair in 0..lairs {
            self.place(random, Blueprint::Lair, |random| match lair {
                0..5 => [surface, random.between(25, 40) as u32],
                _ => [surface, surface + random.between(2, 4) as u32 - 1],
            });
        }
        for _ in 0..60 {
            self.place(random, Blueprint::Vault, |random| {
                let levels = random.between(2, 5) as u32;
                let top = match random.chance(1, 2) {
                    true => surface,
                    false => random.between(12, 35) as u32,
                };
                [top, top + levels - 1]
            });
        }
        for _ in 0..40 {
            self.place(random, Blueprint::ProgressiveCave, |_| [surface, 14]);
        }
        for _ in 0..towns {
            self.place(random, Blueprint::Town, |_| [surface; 2]);
        }
        for _ in 0..100 {
            self.place(random, Blueprint::Ruin, |_| [surface; 2]);
        }
        for _ in 0..towers {
            self.place(random, Blueprint::Tower, |random| {
                [surface - random.between(1, 3) as u32, surface]
            });
        }
    }

    /// Places a feature in a column that is far enough from all others.
    fn place(
        &mut self,
        random: &mut Stream,
        blueprint: Blueprint,
        levels: impl FnOnce(&mut Stream) -> [u32; 2],
    ) {
        let [top, bottom] = levels(random);
        // Six hundred features take a third of the room that there is, so a place is found soon.
        loop {
            let x = random.below(ZonePos::COLUMNS.into()) as u32;
            let y = random.below(ZonePos::ROWS.into()) as u32;
            let near = |at: u32, count: u32| {
                at.saturating_sub(APART - 1)..=(at + APART - 1).min(count - 1)
            };
            let mut around =
                near(y, ZonePos::ROWS).flat_map(|y| near(x, ZonePos::COLUMNS).map(move |x| [x, y]));
            if around.all(|column| self.feature(column).is_none()) {
                self.features.push(Feature {
                    blueprint,
                    column: [x, y],
                    top,
                    bottom,
                });
                self.by_column[(y * ZonePos::COLUMNS + x) as usize] = self.features.len() as u16;
                return;
            }
        }
    }
}

/// Smooth noise from 0 to 255 between the points of a lattice so many units apart.
pub(super) fn noise(key: Seed, at: [i32; 3], apart: i32) -> i32 {
    let corner = at.map(|at| at.div_euclid(apart));
    // How far from the corner, in 256ths, eased in and out.
    let part = at.map(|at| {
        let part = at.rem_euclid(apart) * 256 / apart;
        (part * part * (768 - 2 * part)) >> 16
    });
    let value = |dx: i32, dy: i32, dz: i32| {
        let [x, y, z] = [corner[0] + dx, corner[1] + dy, corner[2] + dz];
        let packed = [x, y, z].map(|at| u64::from(at as u32 & 0x1F_FFFF));
        let packed = packed[0] << 42 | packed[1] << 21 | packed[2];
        (key.child(packed).number() >> 56) as i32
    };
    let mix = |a: i32, b: i32, part: i32| a + (((b - a) * part) >> 8);
    let line = |dy: i32, dz: i32| mix(value(0, dy, dz), value(1, dy, dz), part[0]);
    let plane = |dz: i32| mix(line(0, dz), line(1, dz), part[1]);
    match part[2] {
        0 => plane(0),
        _ => mix(plane(0), plane(1), part[2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// How many worlds to look at; scripts/prove-strata asks for more.
    fn worlds(usual: u64) -> u64 {
        let wanted = std::env::var("DEEPWAY_WORLDS").ok();
        wanted
            .and_then(|wanted| wanted.parse().ok())
            .unwrap_or(usual)
    }

    #[test]
    fn features_are_as_many_as_planned_and_keep_apart() {
        for seed in 0..worlds(60) {
            let plan = Plan::new(Seed::new(seed));
            let mut counts: BTreeMap<Blueprint, Vec<&Feature>> = BTreeMap::new();
            for feature in plan.features() {
                counts.entry(feature.blueprint).or_default().push(feature);
            }
            let count = |blueprint| counts.get(&blueprint).map_or(0, Vec::len);
            assert!((110..=140).contains(&count(Blueprint::Lair)));
            assert_eq!(count(Blueprint::Vault), 60);
            assert_eq!(count(Blueprint::ProgressiveCave), 40);
            assert_eq!(count(Blueprint::Chute), 6);
            assert!((20..=30).contains(&count(Blueprint::Town)));
            assert_eq!(count(Blueprint::GreatShaft), 12);
            assert_eq!(count(Blueprint::Ruin), 100);
            assert!((1..=200).contains(&count(Blueprint::Tower)));
            for feature in plan.features() {
                let levels = feature.bottom - feature.top + 1;
                let (tops, depths) = match feature.blueprint {
                    Blueprint::Lair if feature.bottom >= 25 => (10..=10, 16..=31),
                    Blueprint::Lair => (10..=10, 2..=4),
                    Blueprint::Vault => (10..=35, 2..=5),
                    Blueprint::ProgressiveCave => (10..=10, 5..=5),
                    Blueprint::Chute => (10..=10, 6..=6),
                    Blueprint::GreatShaft => (10..=44, 6..=18),
                    Blueprint::Tower => (7..=9, 2..=4),
                    _ => (10..=10, 1..=1),
                };
                assert!(
                    tops.contains(&feature.top) && depths.contains(&levels),
                    "{feature:?}"
                );
                assert!(feature.bottom < ZonePos::DEPTHS);
            }
            let deep = counts[&Blueprint::Lair]
                .iter()
                .filter(|lair| lair.bottom >= 25);
            assert_eq!(deep.count(), 5);
            for (i, a) in plan.features().iter().enumerate() {
                for b in &plan.features()[..i] {
                    let apart = a.column[0]
                        .abs_diff(b.column[0])
                        .max(a.column[1].abs_diff(b.column[1]));
                    assert!(apart >= APART, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn tiers_are_those_of_the_table() {
        let plan = Plan::new(Seed::new(7));
        let column = [34, 67];
        let tier = |z: u32| plan.tier(ZonePos::at(column, z).unwrap());
        let below = [
            (16, 2),
            (21, 3),
            (26, 4),
            (31, 5),
            (36, 6),
            (41, 7),
            (46, 8),
        ];
        for (first, expected) in below {
            let levels = first..(first + 5).min(50);
            assert!(levels.into_iter().all(|z| tier(z) == expected), "{first}");
        }
        let own = plan.region(column).tier;
        assert!((0..=15).all(|z| tier(z) == own) && (1..=8).contains(&own));
        let tiers = ZonePos::all().filter(|zone| zone.z() == 10);
        let met: std::collections::BTreeSet<u8> = tiers.map(|zone| plan.tier(zone)).collect();
        assert_eq!(
            met.into_iter().collect::<Vec<_>>(),
            [1, 2, 3, 4, 5, 6, 7, 8]
        );
    }

    #[test]
    fn regions_are_about_eighty_and_none_is_lost() {
        let plan = Plan::new(Seed::new(7));
        let mut sizes: BTreeMap<[i32; 2], u32> = BTreeMap::new();
        for y in 0..ZonePos::ROWS {
            for x in 0..ZonePos::COLUMNS {
                *sizes.entry(plan.region([x, y]).site).or_default() += 1;
            }
        }
        assert!(sizes.len() > 75, "{}", sizes.len());
        assert!(sizes.values().all(|&size| size < 1200), "{sizes:?}");
    }
}
