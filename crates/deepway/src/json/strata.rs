//! An open world as JSON: its seed, what its plan holds for whoever reads along, and what
//! differs from the seed.

use super::zone::ZoneFile;
use super::{JsonError, Problem, check_format, parse};
use crate::seed::Seed;
use crate::space::ZonePos;
use crate::strata::{Address, GENERATION, Plan, Strata};
use crate::world::FORMAT;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    zones: Vec<ZoneFile>,
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
    #[serde(default)]
    zones: Vec<ZoneFile>,
}

/// Writes an open world, on one line: its seed, its features from the top down, its regions,
/// and the zones that differ from the seed.
pub fn write_strata(strata: &Strata) -> String {
    let zones = strata.changed_zones().into_iter();
    let file = StrataFile {
        zones: zones
            .map(|zone| ZoneFile::new(zone, &strata.zone_changes(zone)))
            .collect(),
        ..file_of(strata.plan())
    };
    serde_json::to_string(&file).unwrap_or_default()
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
        zones: Vec::new(),
    }
}

/// Reads an open world; `name` is what errors call the text.
pub fn read_strata(name: &str, text: &str) -> Result<Strata, JsonError> {
    let file: SeedFile = parse(name, text, "strata")?;
    convert(file).map_err(|problem| problem.of(name))
}

fn convert(file: SeedFile) -> Result<Strata, Problem> {
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
    let mut seen = BTreeSet::new();
    for (zone, number) in file.zones.into_iter().zip(0..) {
        let place = |problem: Problem| Problem(format!("zones[{number}].{}", problem.0));
        let (zone, changes) = zone.read(strata.plan()).map_err(place)?;
        let set = match seen.insert(zone) {
            true => strata
                .set_zone_changes(zone, changes)
                .map_err(|error| error.to_string()),
            false => Err(format!("{} twice: expected it once", Address::of(zone))),
        };
        set.map_err(|what| Problem::new(format_args!("zones[{number}]"), what))?;
    }
    Ok(strata)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_follow_from_the_seed_is_refused() {
        let strata = Strata::new(Seed::new(7));
        let text = write_strata(&strata);
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

    #[test]
    fn what_differs_from_the_seed_is_read_back() {
        let strata = Strata::new(Seed::new(7));
        let zone = ZonePos::at([34, 67], 12).unwrap();
        let at = zone.to_world(15, 6).unwrap();
        strata.set_cell(at, crate::Cell::Door).unwrap();
        let mut changes = strata.zone_changes(zone);
        changes.properties.insert("mood".into(), "wary".into());
        strata.set_zone_changes(zone, changes.clone()).unwrap();
        let text = write_strata(&strata);
        let part = r#","zones":[{"zone":"World.11.22.1.1.12","cells":[[15,6,"door"]],"properties":{"mood":"wary"}}]}"#;
        assert!(text.ends_with(part), "{text}");
        let back = read_strata("w", &text).unwrap();
        assert_eq!(back.zone_changes(zone), changes);
        assert_eq!(back.zone(zone), strata.zone(zone));
        for (wrong, message) in [
            (
                "[[15,6,\"dor\"]]",
                "w: zones[0].cells[0]: \"dor\": expected ",
            ),
            (
                "[[15,6,\"door\"],[15,6,\"door\"]]",
                "w: zones[0].cells[1]: 15,6 twice",
            ),
            (
                "[[0,6,\"door\"]]",
                "w: zones[0]: World.11.22.1.1.12:0,6 is on the border",
            ),
            (
                "[[15,6,\"ladder\"]]",
                "w: zones[0]: World.11.22.1.1.12:15,6: ladder leads",
            ),
            ("[[300,6,\"door\"]]", "w: "),
        ] {
            let wrong = text.replace("[[15,6,\"door\"]]", wrong);
            let error = read_strata("w", &wrong).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
