//! A zone of an open world.

use crate::cell::Cell;
use crate::material::Material;
use crate::space::ZonePos;
use crate::strata::{Address, Connection, GENERATION, Plan, Strata, Zone};
use crate::view::Lore;
use serde::Serialize;
use std::collections::BTreeMap;

/// A zone: what `deepway zone --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneAnswer {
    /// Always `zone`.
    pub kind: &'static str,
    /// The number of this format.
    pub format: u32,
    /// The generation of the world.
    pub generation: u32,
    /// The seed of the world.
    pub world_seed: String,
    /// The address of the zone.
    pub id: String,
    /// What the zone is.
    pub blueprint: &'static str,
    /// How dangerous it is, from 1 to 8.
    pub tier: u8,
    /// The part of the world that it lies in.
    pub region: RegionAnswer,
    /// 25 rows of 80 glyphs.
    pub rows: Vec<String>,
    /// The same rows with 1 for a walkable cell.
    pub open: Vec<String>,
    /// The same rows with 1 for a cell that pulls: a pit, a shaft or a conveyor.
    pub pulls: Vec<String>,
    /// What joins the zone to others.
    pub connections: Vec<JointAnswer>,
    /// What its cells are made of.
    pub materials: MaterialsAnswer,
    /// The liquids in it.
    pub liquids: Vec<LiquidAnswer>,
    /// What grows in it, the strongest first.
    pub biomes: Vec<BiomeAnswer>,
    /// What in it has a name or a use.
    pub features: Vec<LandmarkAnswer>,
    /// The cells of its rivers.
    pub rivers: Vec<RiverAnswer>,
    /// Who and what is there.
    pub things: Vec<ZoneThingAnswer>,
}

/// The region of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegionAnswer {
    /// Its name.
    pub name: String,
    /// Who lives there.
    pub culture: &'static str,
    /// The colours of its ground.
    pub palette: &'static str,
    /// How dangerous its surface is.
    pub tier: u8,
}

/// What the cells of a zone are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MaterialsAnswer {
    /// The two rocks, the one that gives the zone its shape first.
    pub rocks: Vec<&'static str>,
    /// What each letter stands for.
    pub key: BTreeMap<char, &'static str>,
    /// 25 rows of 80 letters; a space where there is nothing.
    pub rows: Vec<String>,
}

/// A liquid of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiquidAnswer {
    /// What it is.
    pub liquid: &'static str,
    /// Cells of it that cannot be walked through.
    pub deep: u32,
    /// Cells of it that can.
    pub shallow: u32,
}

/// Something that grows in a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BiomeAnswer {
    /// What it is.
    pub biome: &'static str,
    /// How strong it is, from 1 to 3.
    pub intensity: u8,
    /// Whether it changes what is there.
    pub acts: bool,
}

/// Something of a zone that has a name or a use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LandmarkAnswer {
    /// What it is.
    pub kind: &'static str,
    /// Its name; may be empty.
    pub name: String,
    /// What else there is to say.
    #[serde(flatten)]
    pub details: BTreeMap<&'static str, String>,
}

/// A cell of a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RiverAnswer {
    /// Its column.
    pub x: u8,
    /// Its row.
    pub y: u8,
    /// How high the water stands; it never rises on its way.
    pub height: u16,
}

/// Somebody or something in a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneThingAnswer {
    /// Its column.
    pub x: i32,
    /// Its row.
    pub y: i32,
    /// What kind of thing it is.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Further properties.
    pub properties: BTreeMap<String, String>,
    /// What the tables say about it, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The dice of the damage that it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<String>,
    /// How fast a creature is; 100 is a step in a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<u32>,
}

/// What joins two zones at one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JointAnswer {
    /// The face that it leads through: `n`, `s`, `e`, `w`, `u` or `d`.
    pub face: String,
    /// The column of its cell in this zone.
    pub x: u8,
    /// The row of its cell in this zone.
    pub y: u8,
    /// `opening`, `stairs`, `shaft`, `pit`, `hole` or `elevator`.
    pub kind: &'static str,
    /// The depth of the highest zone, if it is vertical.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<u8>,
    /// How many floors it leads through, if it is vertical.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
}

impl ZoneAnswer {
    /// What there is to say about a zone of an open world, with what its tables say about who
    /// and what is there.
    pub fn of(strata: &Strata, zone: &Zone) -> Self {
        let mut answer = Self::new(strata.plan(), zone);
        for (answer, thing) in answer.things.iter_mut().zip(zone.things()) {
            if let Some(lore) = Lore::of(strata.tables(), thing) {
                answer.about = Some(lore.about.to_owned());
                answer.damage = lore.damage.map(|dice| dice.to_string());
                answer.speed = lore.speed;
            }
        }
        answer
    }

    /// What there is to say about a zone of the world with a plan.
    pub fn new(plan: &Plan, zone: &Zone) -> Self {
        let region = plan.region(zone.pos().column());
        let pulls = (0..ZonePos::HEIGHT).map(|y| {
            let row = 0..ZonePos::WIDTH;
            row.map(|x| if zone.pulls(x, y) { '1' } else { '0' })
                .collect()
        });
        let biomes = plan.growths(zone.pos()).into_iter();
        let things = zone.things().iter().map(|thing| ZoneThingAnswer {
            x: thing.place.x,
            y: thing.place.y,
            kind: thing.kind.to_string(),
            name: thing.name.clone(),
            properties: thing.properties.clone(),
            about: None,
            damage: None,
            speed: None,
        });
        let landmarks = zone.landmarks().iter().map(|landmark| LandmarkAnswer {
            kind: landmark.kind,
            name: landmark.name.clone(),
            details: landmark.details.clone(),
        });
        let rows = |sign: fn(Cell) -> char| {
            let rows = 0..ZonePos::HEIGHT;
            rows.map(|y| zone.row(y).map(sign).collect()).collect()
        };
        Self {
            kind: "zone",
            format: 1,
            generation: GENERATION,
            world_seed: plan.seed().to_string(),
            id: Address::of(zone.pos()).to_string(),
            blueprint: zone.blueprint().name(),
            tier: plan.tier(zone.pos()),
            region: RegionAnswer {
                name: region.name.clone(),
                culture: region.culture.name(),
                palette: region.palette.name(),
                tier: region.tier,
            },
            rows: rows(Cell::glyph),
            open: rows(|cell| if cell.is_walkable() { '1' } else { '0' }),
            pulls: pulls.collect(),
            connections: zone.connections().map(JointAnswer::from).collect(),
            materials: MaterialsAnswer::new(plan, zone),
            liquids: liquids(zone),
            biomes: biomes
                .map(|here| BiomeAnswer {
                    biome: here.growth.id(),
                    intensity: here.intensity,
                    acts: here.acts,
                })
                .collect(),
            features: landmarks.collect(),
            rivers: zone
                .river()
                .iter()
                .map(|cell| RiverAnswer {
                    x: cell.x,
                    y: cell.y,
                    height: cell.height,
                })
                .collect(),
            things: things.collect(),
        }
    }

    /// The FNV-1a hash of the answer as JSON, of 64 bits.
    pub fn hash(&self) -> u64 {
        let text = serde_json::to_string(self).unwrap_or_default();
        text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
    }
}

impl MaterialsAnswer {
    fn new(plan: &Plan, zone: &Zone) -> Self {
        let mut key = BTreeMap::new();
        let mut letters: BTreeMap<Material, char> = BTreeMap::new();
        let rows = (0..ZonePos::HEIGHT).map(|y| {
            let row = (0..ZonePos::WIDTH).map(|x| {
                let material = zone.material(x, y);
                let Some(info) = material.info() else {
                    return ' ';
                };
                // Letters in the order in which materials are met.
                let next = ('a'..='z').chain('A'..='Z').nth(letters.len());
                let next = next.unwrap_or('?');
                let letter = *letters.entry(material).or_insert(next);
                key.insert(letter, info.name);
                letter
            });
            row.collect()
        });
        let rows = rows.collect();
        let rocks = plan.rocks(zone.pos()).into_iter();
        let rocks = rocks.filter(|_| zone.pos().z() >= ZonePos::SURFACE);
        Self {
            rocks: rocks.filter_map(|rock| Some(rock.info()?.name)).collect(),
            key,
            rows,
        }
    }
}

/// The liquids of a zone, in the order of the table of materials.
fn liquids(zone: &Zone) -> Vec<LiquidAnswer> {
    let mut counts: BTreeMap<Material, [u32; 2]> = BTreeMap::new();
    for y in 0..ZonePos::HEIGHT {
        for x in 0..ZonePos::WIDTH {
            let number = match zone.cell(x, y) {
                Cell::DeepLiquid => 0,
                Cell::ShallowLiquid => 1,
                _ => continue,
            };
            counts.entry(zone.material(x, y)).or_default()[number] += 1;
        }
    }
    let liquids = counts
        .into_iter()
        .filter_map(|(material, [deep, shallow])| {
            Some(LiquidAnswer {
                liquid: material.info()?.name,
                deep,
                shallow,
            })
        });
    liquids.collect()
}

impl From<Connection> for JointAnswer {
    fn from(connection: Connection) -> Self {
        Self {
            face: connection.face.short().to_lowercase(),
            x: connection.x,
            y: connection.y,
            kind: connection.kind.name(),
            top: connection.levels.map(|[top, _]| top),
            levels: connection.levels.map(|[_, levels]| levels),
        }
    }
}
