//! Regions: parts of the world with a character of their own, at all depths.

use super::noise;
use crate::seed::{Seed, Stream};
use crate::space::ZonePos;
use std::collections::BTreeSet;

/// A part of the world with a character of its own, at all depths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its middle, in parasangs.
    pub(super) site: [i32; 2],
    /// What people call it; no two regions have the same name.
    pub name: String,
    /// Who lives there.
    pub culture: Culture,
    /// The colours of its ground.
    pub palette: Palette,
    /// How easily one gets from zone to zone: 0 in massive rock, 255 in rock full of caves.
    pub permeability: u8,
    /// How dangerous it is, from 1 to 8.
    pub tier: u8,
}

/// Who lives in a region: how they build, and what their names sound like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Culture {
    /// Miners and masons.
    Delvers,
    /// Traders in salt.
    Salters,
    /// Keepers of lights.
    Lanterners,
    /// People of the rivers.
    Reeders,
    /// Watchers of the sky.
    Wardens,
}

impl Culture {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Delvers,
        Self::Salters,
        Self::Lanterners,
        Self::Reeders,
        Self::Wardens,
    ];

    /// What it is called, also in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Delvers => "delvers",
            Self::Salters => "salters",
            Self::Lanterners => "lanterners",
            Self::Reeders => "reeders",
            Self::Wardens => "wardens",
        }
    }

    /// The beginnings, middles and ends of its names.
    const fn syllables(self) -> [&'static [&'static str]; 3] {
        match self {
            Self::Delvers => [
                &["Bar", "Dur", "Grom", "Hald", "Kor", "Mor", "Thrag", "Varg"],
                &["", "a", "en", "i", "un"],
                &["dak", "dun", "gar", "heim", "kel", "mund", "rak", "stad"],
            ],
            Self::Salters => [
                &["Az", "Kha", "Mir", "Qas", "Sah", "Tar", "Yas", "Zel"],
                &["", "a", "e", "i", "u"],
                &["bar", "dir", "fah", "hal", "mat", "rin", "shan", "zir"],
            ],
            Self::Lanterners => [
                &["Ael", "Cor", "Elm", "Fen", "Il", "Lum", "Or", "Ves"],
                &["", "a", "e", "i", "o"],
                &["dell", "lith", "mere", "nor", "rath", "ria", "thel", "vane"],
            ],
            Self::Reeders => [
                &["Bo", "Chi", "Du", "Lo", "Mu", "Pa", "Te", "Wa"],
                &["", "la", "mi", "no", "ru"],
                &["bek", "dom", "loa", "mba", "nui", "poa", "tala", "wen"],
            ],
            Self::Wardens => [
                &["Cael", "Drys", "Eth", "Hyr", "Nym", "Syr", "Tal", "Wyn"],
                &["", "a", "e", "o", "y"],
                &["dor", "fyr", "las", "mont", "rhys", "stel", "thas", "wyr"],
            ],
        }
    }

    /// Draws a name of a place: none that other games have made known.
    pub(in super::super) fn draw_name(self, random: &mut Stream) -> String {
        loop {
            let syllables = self.syllables().map(|list| {
                let drawn = random.pick(list);
                drawn.copied().unwrap_or_default()
            });
            let name = syllables.concat();
            if !is_known(&name) {
                return name;
            }
        }
    }

    /// Draws what a person is called.
    pub(in super::super) fn draw_given_name(self, random: &mut Stream) -> String {
        let ends: &[&str] = match self {
            Self::Delvers => &["a", "bur", "dis", "ga", "ik", "la", "ni", "ri"],
            Self::Salters => &["a", "ela", "if", "im", "iya", "oud", "ra", "un"],
            Self::Lanterners => &["anna", "e", "ian", "ina", "is", "o", "rin", "wen"],
            Self::Reeders => &["ka", "ki", "li", "mo", "na", "ri", "sa", "tu"],
            Self::Wardens => &["a", "an", "eth", "ia", "ion", "is", "on", "wen"],
        };
        loop {
            let [first, ..] = self.syllables();
            let name = [first, ends].map(|list| random.pick(list).copied().unwrap_or_default());
            let name = name.concat();
            if !is_known(&name) {
                return name;
            }
        }
    }
}

/// Names, or beginnings of names, that belong to other worlds.
const KNOWN: [&str; 16] = [
    "azeroth", "azshan", "durgar", "durotan", "elmin", "faer", "illi", "khazad", "lumeria",
    "morgar", "morheim", "morrak", "syrion", "talador", "taldor", "talon",
];

/// Whether a name is one of another world.
pub(in super::super) fn is_known(name: &str) -> bool {
    let name = name.to_lowercase();
    KNOWN.iter().any(|known| name.starts_with(known))
}

/// The colours of the ground of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Palette {
    /// Yellow earth.
    Ochre,
    /// Blue-grey stone.
    Steel,
    /// Dull green.
    Lichen,
    /// Red-brown.
    Rust,
    /// Violet.
    Heather,
    /// Pale.
    Chalk,
    /// Blue-green.
    Verdigris,
    /// Dark red.
    Ember,
}

impl Palette {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Ochre,
        Self::Steel,
        Self::Lichen,
        Self::Rust,
        Self::Heather,
        Self::Chalk,
        Self::Verdigris,
        Self::Ember,
    ];

    /// What it is called, also in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ochre => "ochre",
            Self::Steel => "steel",
            Self::Lichen => "lichen",
            Self::Rust => "rust",
            Self::Heather => "heather",
            Self::Chalk => "chalk",
            Self::Verdigris => "verdigris",
            Self::Ember => "ember",
        }
    }

    /// The colour that its ground is tinted with, as `0xRRGGBB`.
    pub const fn tint(self) -> u32 {
        match self {
            Self::Ochre => 0xC8_9A_3C,
            Self::Steel => 0x5A_78_A0,
            Self::Lichen => 0x78_A0_50,
            Self::Rust => 0xB4_64_3C,
            Self::Heather => 0x96_6E_B4,
            Self::Chalk => 0xD2_CD_BE,
            Self::Verdigris => 0x46_A0_91,
            Self::Ember => 0xAA_46_46,
        }
    }
}

/// Regions from west to east and from north to south, and the parasangs along a side of each.
const REGIONS: [i32; 2] = [16, 5];
const REGION: i32 = 5;

/// What massive country is called, and country full of caves.
const MASSIVE: [&str; 8] = [
    "Bulwark", "Downs", "Fells", "Massif", "Moor", "Ridge", "Shield", "Steppe",
];
const HOLLOW: [&str; 8] = [
    "Caves", "Deeps", "Hollows", "Karst", "Maze", "Sinks", "Throats", "Warrens",
];

/// Draws the regions of a world: more dangerous ones to the east.
pub(super) fn draw(random: &mut Stream) -> Vec<Region> {
    let mut taken = BTreeSet::new();
    let cells = (0..REGIONS[1]).flat_map(|y| (0..REGIONS[0]).map(move |x| (x, y)));
    let regions = cells.map(|(x, y)| {
        let jitter = |random: &mut Stream| random.between(0, REGION - 1);
        let site = [x * REGION + jitter(random), y * REGION + jitter(random)];
        let tier = 1 + x * 7 / (REGIONS[0] - 1) + random.between(-1, 1);
        let culture = Culture::ALL[random.below(5) as usize];
        let palette = Palette::ALL[random.below(8) as usize];
        let permeability = random.between(10, 235) as u8;
        let lands = if permeability < 110 { MASSIVE } else { HOLLOW };
        let land = lands[random.below(8) as usize];
        // There are more names than regions, so a free one is found soon.
        let name = loop {
            let name = culture.draw_name(random);
            if taken.insert(name.clone()) {
                break format!("{name} {land}");
            }
        };
        Region {
            site,
            name,
            culture,
            palette,
            permeability,
            tier: tier.clamp(1, 8) as u8,
        }
    });
    regions.collect()
}

/// The nearest region of each parasang. Places are shifted a little first, so that borders wind.
pub(super) fn nearest(warp: Seed, regions: &[Region]) -> Vec<u8> {
    let [width, height] = [ZonePos::COLUMNS as i32 / 3, ZonePos::ROWS as i32 / 3];
    let parasangs = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    let number = parasangs.map(|[x, y]| {
        // In sixteenths of a parasang.
        let shift = |salt: i32| (noise(warp, [x, y, salt * 64], 4) - 128) / 4;
        let (x, y) = (x * 16 + shift(0), y * 16 + shift(1));
        let cell = |at: i32, count: i32| at.div_euclid(16 * REGION).clamp(0, count - 1);
        let near = |cell: i32, count: i32| (cell - 1).max(0)..=(cell + 1).min(count - 1);
        let columns = near(cell(x, REGIONS[0]), REGIONS[0]);
        let rows = near(cell(y, REGIONS[1]), REGIONS[1]);
        let near = rows.flat_map(|cy| columns.clone().map(move |cx| cy * REGIONS[0] + cx));
        let nearest = near.min_by_key(|&number| {
            let [sx, sy] = regions[number as usize].site;
            let (dx, dy) = (sx * 16 - x, sy * 16 - y);
            dx * dx + dy * dy
        });
        nearest.unwrap_or(0) as u8
    });
    number.collect()
}
