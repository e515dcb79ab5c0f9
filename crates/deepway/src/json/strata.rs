//! An open world as JSON: its seed, and what its plan holds for whoever reads along.

use super::{JsonError, Problem, check_format, parse};
use crate::seed::Seed;
use crate::space::ZonePos;
use crate::strata::{Address, GENERATION, Plan, Strata};
use crate::world::FORMAT;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    name: String,
    zone: String,
    levels: u32,
}

#[derive(Serialize)]
struct RegionFile<'a> {
    name: &'a str,
    culture: &'static str,
    palette: &'static str,
    permeability: u8,
    tier: u8,
}

/// What is read of a world: its seed, and what follows from it.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object that describes an open world"
)]
struct SeedFile {
    #[serde(rename = "kind")]
    _kind: String,
    format: u32,
    generation: u32,
    seed: String,
    size: Option<Value>,
    surface: Option<Value>,
    features: Option<Value>,
    regions: Option<Value>,
}

/// Writes an open world, on one line: its seed, its features from the top down, its regions.
pub fn write_strata(plan: &Plan) -> String {
    serde_json::to_string(&file_of(plan)).unwrap_or_default()
}

fn file_of(plan: &Plan) -> StrataFile<'_> {
    let features = plan.features().iter().filter_map(|feature| {
        Some(FeatureFile {
            blueprint: feature.blueprint.name(),
            name: plan.feature_name(feature),
            zone: Address::of(ZonePos::at(feature.column, feature.top)?).to_string(),
            levels: feature.bottom - feature.top + 1,
        })
    });
    let regions = plan.regions().iter().map(|region| RegionFile {
        name: &region.name,
        culture: region.culture.name(),
        palette: region.palette.name(),
        permeability: region.permeability,
        tier: region.tier,
    });
    StrataFile {
        kind: "strata",
        format: FORMAT,
        generation: GENERATION,
        seed: plan.seed().to_string(),
        size: [ZonePos::COLUMNS, ZonePos::ROWS, ZonePos::DEPTHS],
        surface: ZonePos::SURFACE,
        features: features.collect(),
        regions: regions.collect(),
    }
}

/// Reads an open world; `name` is what errors call the text.
pub fn read_strata(name: &str, text: &str) -> Result<Strata, JsonError> {
    let file: SeedFile = parse(name, text, "strata")?;
    convert(&file).map_err(|problem| problem.of(name))
}

fn convert(file: &SeedFile) -> Result<Strata, Problem> {
    check_format(Some(file.format))?;
    let seed = file.seed.parse().ok();
    let seed = seed.filter(|seed: &Seed| seed.to_string() == file.seed);
    let seed = seed.ok_or_else(|| {
        let found: String = file.seed.chars().take(40).collect();
        Problem::new(
            "seed",
            format_args!("{found:?}: expected a number below 2^64, as text"),
        )
    })?;
    if file.generation != GENERATION {
        // Zones are built anew, which takes the same builders.
        let what = format_args!("{}: expected {GENERATION}", file.generation);
        return Err(Problem::new("generation", what));
    }
    let strata = Strata::new(seed);
    let own = serde_json::to_value(file_of(strata.plan())).unwrap_or_default();
    let given = [
        ("size", &file.size),
        ("surface", &file.surface),
        ("features", &file.features),
        ("regions", &file.regions),
    ];
    for (key, value) in given {
        if value
            .as_ref()
            .is_some_and(|value| own.get(key) != Some(value))
        {
            let what = format_args!(
                "not what seed {seed} gives: expected the seed alone, or what deepway generate world --seed {seed} --json writes"
            );
            return Err(Problem::new(key, what));
        }
    }
    Ok(strata)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_follow_from_the_seed_is_refused() {
        let strata = Strata::new(Seed::new(7));
        let text = write_strata(strata.plan());
        assert_eq!(read_strata("w", &text).unwrap().plan().seed(), Seed::new(7));
        let alone = r#"{"kind":"strata","format":2,"generation":2,"seed":"7"}"#;
        assert_eq!(read_strata("w", alone).unwrap().plan().seed(), Seed::new(7));
        let whole: Value = serde_json::from_str(&text).unwrap();
        for (key, value, message) in [
            ("seed", "8".into(), "w: features: not what seed 8 gives"),
            (
                "seed",
                "007".into(),
                "w: seed: \"007\": expected a number below 2^64, as text",
            ),
            (
                "size",
                Value::from([240, 75, 51].to_vec()),
                "w: size: not what seed 7 gives",
            ),
            ("surface", 9.into(), "w: surface: not what seed 7 gives"),
            (
                "regions",
                Value::Array(Vec::new()),
                "w: regions: not what seed 7 gives",
            ),
            ("generation", 99.into(), "w: generation: 99: expected 2"),
            ("format", Value::Null, "w: "),
            ("weather", "fair".into(), "w: unknown key `weather`"),
        ] {
            let mut file = whole.clone();
            file[key] = value;
            let error = read_strata("w", &file.to_string()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
