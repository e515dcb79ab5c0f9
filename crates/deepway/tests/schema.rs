//! The JSON of sectors and mazes against their schemas, by a validator of its own for the
//! few words that the schemas use. A word that it does not know fails the test.

use deepway::answer::ReportAnswer;
use deepway::maze::{self, MazePlan, PairFeatures};
use deepway::nav::Navigator;
use deepway::sector::{Blueprint, EdgeKind, Sector, Trend, carve, generate};
use deepway::traverse::{Character, Expedition};
use deepway::{MoveRules, Seed, json, text, validate};
use serde_json::Value;

const SECTOR: &str = include_str!("../../../docs/sector.schema.json");
const MAZE: &str = include_str!("../../../docs/maze.schema.json");
const REPORT: &str = include_str!("../../../docs/report.schema.json");

/// What is wrong with a value, with the place.
fn check(value: &Value, schema: &Value, place: &str, wrong: &mut Vec<String>) {
    let words = schema.as_object().expect("a schema is an object");
    for (word, rule) in words {
        let number = || value.as_f64().unwrap_or(f64::NAN);
        let limit = || rule.as_f64().expect("limits are numbers");
        let length = || value.as_array().map(Vec::len);
        let is_right = match word.as_str() {
            "$schema" | "title" | "properties" => true,
            "const" => value == rule,
            "enum" => rule.as_array().expect("a list").contains(value),
            "type" => match rule {
                Value::Array(types) => types.iter().any(|one| is_of(value, one)),
                one => is_of(value, one),
            },
            "minimum" => number() >= limit(),
            "maximum" => number() <= limit(),
            "minItems" => length().is_some_and(|length| length as f64 >= limit()),
            "maxItems" => length().is_some_and(|length| length as f64 <= limit()),
            "minLength" => value
                .as_str()
                .is_some_and(|text| text.len() as f64 >= limit()),
            "pattern" => matches(rule.as_str().expect("text"), value.as_str().unwrap_or("")),
            "required" => {
                let keys = rule.as_array().expect("a list");
                keys.iter()
                    .all(|key| value.get(key.as_str().expect("text")).is_some())
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object().expect("known keys");
                value
                    .as_object()
                    .is_none_or(|object| object.keys().all(|key| known.contains_key(key)))
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(item, rule, &format!("{place}[{number}]"), wrong);
                }
                true
            }
            other => unreachable!("the schema uses {other}"),
        };
        if !is_right {
            wrong.push(format!("{place}: {word} {rule}, found {value}"));
        }
    }
    if let (Some(known), Some(object)) = (schema["properties"].as_object(), value.as_object()) {
        for (key, value) in object {
            if let Some(schema) = known.get(key) {
                check(value, schema, &format!("{place}.{key}"), wrong);
            }
        }
    }
}

fn is_of(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => unreachable!("the schema uses {other}"),
    }
}

/// The patterns of the schemas.
fn matches(pattern: &str, text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match pattern {
        "^[0-9]{1,20}$" => is_number(text) && text.len() <= 20,
        "^[#.]{4,256}$" => {
            (4..=256).contains(&text.len()) && text.bytes().all(|byte| b"#.".contains(&byte))
        }
        "^r[0-9]+$" => text.strip_prefix('r').is_some_and(is_number),
        "^c[0-9]+$" => text.strip_prefix('c').is_some_and(is_number),
        "^e[0-9]+$" => text.strip_prefix('e').is_some_and(is_number),
        "^x[0-9]+$" => text.strip_prefix('x').is_some_and(is_number),
        other => unreachable!("the schema uses {other}"),
    }
}

fn wrong_with(text: &str, schema: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let value: Value = serde_json::from_str(text).expect("and so is the world");
    let mut wrong = Vec::new();
    check(&value, &schema, "world", &mut wrong);
    wrong
}

#[test]
fn every_sector_fits_the_schema() {
    for seed in 0..400 {
        let blueprint = Blueprint {
            target_rooms: 5 + seed as u32 % 40,
            trend: Trend::ALL[seed as usize % 3],
            ..Blueprint::default()
        };
        let sector = generate(&blueprint, Seed::new(seed)).expect("every blueprint can be built");
        let text = json::write_sector(&sector, &validate::sector(&sector));
        assert_eq!(
            wrong_with(&text, SECTOR),
            Vec::<String>::new(),
            "seed {seed}"
        );
        if seed % 8 == 0 {
            let carved = carve(sector).expect("it is small enough");
            let text = json::write_carved(&carved, &validate::carved(&carved));
            assert_eq!(
                wrong_with(&text, SECTOR),
                Vec::<String>::new(),
                "seed {seed}"
            );
            let expedition = Expedition::new(carved, Character::default());
            let text = json::write_expedition(&expedition);
            assert_eq!(
                wrong_with(&text, SECTOR),
                Vec::<String>::new(),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let sector = generate(&Blueprint::default(), Seed::new(1)).expect("a sector");
    let text = json::write_sector(&sector, &[]);
    for (old, new) in [
        ("\"kind\":\"sector\"", "\"kind\":\"maze\""),
        ("\"seed\":\"1\"", "\"seed\":1"),
        ("\"layer\":\"ground_level\"", "\"layer\":\"attic\""),
        ("\"z\":1}", "\"z\":2}"),
        ("\"dropped_edges\":[]", "\"dropped\":[]"),
    ] {
        assert_ne!(text.replacen(old, new, 1), text, "{old}");
        assert!(
            !wrong_with(&text.replacen(old, new, 1), SECTOR).is_empty(),
            "{old}"
        );
    }
}

#[test]
fn every_maze_fits_the_schema() {
    let table = vec![
        PairFeatures {
            ladders: 1,
            holes: 2
        };
        2
    ];
    for seed in 0..100 {
        let default = MazePlan {
            size: 8 + seed as u32 % 30,
            levels: 3,
            ..MazePlan::default()
        };
        let plan = match seed % 2 {
            0 => default,
            _ => MazePlan {
                doors: Some(3),
                features: Some(table.clone()),
                ..default
            },
        };
        let maze = maze::generate(&plan, Seed::new(seed)).expect("every seed gives a maze");
        let text = json::write_maze(&maze);
        assert_eq!(wrong_with(&text, MAZE), Vec::<String>::new(), "seed {seed}");
        assert_eq!(text.contains("\"plan\""), seed % 2 == 1);
    }
    let maze = maze::generate(&MazePlan::default(), Seed::new(1)).expect("a maze");
    let text = json::write_maze(&maze);
    for (old, new) in [
        ("\"kind\":\"maze\"", "\"kind\":\"sector\""),
        ("\"size\":32", "\"size\":\"32\""),
        ("#.", "#?"),
        ("\"side\":\"e\"", "\"side\":\"n\""),
        ("\"upper_level\":1", "\"upper_level\":0"),
    ] {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text, "{old}");
        assert!(!wrong_with(&changed, MAZE).is_empty(), "{old}");
    }
}

#[test]
fn every_report_fits_the_schema() {
    let fits = |report: &ReportAnswer| {
        let text = serde_json::to_string(report).expect("it can be written");
        assert_eq!(wrong_with(&text, REPORT), Vec::<String>::new());
    };
    let sector = generate(&Blueprint::default(), Seed::new(1)).expect("a sector");
    fits(&ReportAnswer::of_sector(&validate::sector(&sector)));
    let mut raw = sector.to_raw();
    raw.rooms.iter_mut().for_each(|room| {
        (room.position.x, room.position.y) = (0, 0);
    });
    let broken = Sector::from_raw(raw.clone()).expect("it does not contradict itself");
    fits(&ReportAnswer::of_sector(&validate::sector(&broken)));
    raw.edges[0].kind = EdgeKind::Secret;
    raw.edges.truncate(1);
    raw.exits.pop();
    let findings = Sector::from_raw(raw).expect_err("it does now");
    fits(&ReportAnswer::of_sector(&findings));
    let mut maze = maze::generate(&MazePlan::default(), Seed::new(1)).expect("a maze");
    fits(&ReportAnswer::of_maze(&validate::maze(&maze), &maze));
    maze.features[0].row = 0;
    maze.features.swap(1, 2);
    fits(&ReportAnswer::of_maze(&validate::maze(&maze), &maze));
    let map = text::read("map", b"floor:0\n.L.#.\nfloor:1\n#####\n").expect("a map");
    let navigator = Navigator::new(map.clone(), MoveRules::default()).expect("default rules");
    let from = validate::main_part(&map, &navigator);
    let findings = validate::map(&map, &navigator, from, &|pos| pos.to_string());
    assert_eq!(findings.len(), 2);
    fits(&ReportAnswer::of_map(&findings, from));
    fits(&ReportAnswer::of_map(&[], None));
}
