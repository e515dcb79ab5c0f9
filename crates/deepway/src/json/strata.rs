//! An open world as JSON: its seed, and what its plan holds for whoever reads along.

use super::{JsonError, Problem, check_format, parse};
use crate::space::ZonePos;
use crate::strata::{Address, GENERATION, Plan, Strata};
use crate::world::FORMAT;
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
struct StrataFile<'a> {
    kind: &'a str,
    format: u32,
    generation: u32,
    seed: String,
    size: [u32; 3],
    surface: u32,
    features: Vec<FeatureFile>,
    regions: Vec<RegionFile<'a>>,
}

#[derive(Serialize)]
struct FeatureFile {
    blueprint: &'static str,
    zone: String,
    levels: u32,
}

#[derive(Serialize)]
struct RegionFile<'a> {
    rocks: Vec<&'a str>,
    permeability: u8,
    tier: u8,
}

/// What is read of a world: all else follows from it.
#[derive(Deserialize)]
#[serde(expecting = "an object that describes an open world")]
struct SeedFile {
    #[serde(default)]
    format: Option<u32>,
    generation: u32,
    seed: String,
}

/// Writes an open world, on one line: its seed, its features from the top down, its regions.
pub fn write_strata(plan: &Plan) -> String {
    let features = plan.features().iter().filter_map(|feature| {
        Some(FeatureFile {
            blueprint: feature.blueprint.name(),
            zone: Address::of(ZonePos::at(feature.column, feature.top)?).to_string(),
            levels: feature.bottom - feature.top + 1,
        })
    });
    let regions = plan.regions().iter().map(|region| RegionFile {
        rocks: region
            .rocks
            .iter()
            .filter_map(|rock| Some(rock.info()?.name))
            .collect(),
        permeability: region.permeability,
        tier: region.tier,
    });
    let file = StrataFile {
        kind: "strata",
        format: FORMAT,
        generation: GENERATION,
        seed: plan.seed().to_string(),
        size: [ZonePos::COLUMNS, ZonePos::ROWS, ZonePos::DEPTHS],
        surface: ZonePos::SURFACE,
        features: features.collect(),
        regions: regions.collect(),
    };
    serde_json::to_string(&file).unwrap_or_default()
}

/// Reads an open world; `name` is what errors call the text.
pub fn read_strata(name: &str, text: &str) -> Result<Strata, JsonError> {
    let file: SeedFile = parse(name, text, "strata")?;
    convert(&file).map_err(|problem| problem.of(name))
}

fn convert(file: &SeedFile) -> Result<Strata, Problem> {
    check_format(file.format)?;
    let seed = file.seed.parse().map_err(|_| {
        let found: String = file.seed.chars().take(40).collect();
        Problem::new(
            "seed",
            format_args!("{found:?}: expected a number below 2^64, as text"),
        )
    })?;
    match file.generation {
        // Zones are built anew, which takes the same builders.
        GENERATION => Ok(Strata::new(seed)),
        other => Err(Problem::new(
            "generation",
            format_args!("{other}: expected {GENERATION}"),
        )),
    }
}
