//! Properties against independent counts.

use super::*;
use crate::json;
use crate::maze::MazePlan;
use crate::sector::{Blueprint, Trend, carve, generate};
use crate::seed::Seed;
use crate::space::ZonePos;
use crate::strata::{Address, Strata};
use crate::validate;
use std::sync::Arc;

fn blueprint(seed: u64) -> Blueprint {
    Blueprint {
        target_rooms: 5 + seed as u32 % 20,
        trend: Trend::ALL[seed as usize % 3],
        ..Blueprint::default()
    }
}

fn number<C>(table: &[Property<C>], name: &str, candidate: &C) -> i64 {
    let property = table.iter().find(|property| property.name == name);
    let value = property.expect(name).of(candidate);
    match value.expect("every candidate can be made") {
        Value::Number(number) => number.parts()[0],
        other => panic!("{name}: {other}"),
    }
}

/// The numbers of a sector counted in its JSON, which shares no code with the table.
#[test]
fn properties_of_sectors_agree_with_their_files() {
    for seed in 0..300 {
        let candidate = SectorCandidate::new(blueprint(seed), Seed::new(seed));
        let sector = generate(&blueprint(seed), Seed::new(seed)).expect("a sector");
        assert_eq!(
            candidate.sector(),
            Some(&sector),
            "made in stages, it is the same"
        );
        let text = json::write_sector(&sector, &[]);
        let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let list = |name: &str| file[name].as_array().expect(name).clone();
        let number = |name: &str| number(Search::SECTORS, name, &candidate);
        let (rooms, exits, connections) = (list("rooms"), list("exits"), list("connections"));
        let count = |list: &[serde_json::Value], is: &dyn Fn(&serde_json::Value) -> bool| {
            list.iter().filter(|item| is(item)).count() as i64
        };
        let all = exits.len() as i64 / 2 + connections.len() as i64;
        assert_eq!(number("rooms"), rooms.len() as i64);
        assert_eq!(number("passages"), all);
        assert_eq!(number("loops"), all - rooms.len() as i64 + 1);
        assert_eq!(number("connections"), connections.len() as i64);
        assert_eq!(
            number("blocked"),
            count(&connections, &|it| it["blocked"] == true)
        );
        for (name, kind) in [
            ("stairs", "stairs"),
            ("ladders", "ladder"),
            ("shafts", "shaft"),
            ("elevators", "elevator"),
        ] {
            let is_kind = |it: &serde_json::Value| it["kind"] == kind || it["underlying"] == kind;
            assert_eq!(number(name), count(&connections, &is_kind), "{name}");
        }
        let heights = rooms
            .iter()
            .filter_map(|room| room["position"]["z"].as_i64());
        let heights: std::collections::BTreeSet<i64> = heights.collect();
        assert_eq!(number("layers"), heights.len() as i64);
        assert_eq!(Some(&number("lowest")), heights.first());
        assert_eq!(Some(&number("highest")), heights.last());
        let ends = |room: &serde_json::Value| {
            let id = &room["id"];
            count(&exits, &|exit| exit["from"] == *id)
                + count(&connections, &|it| it["from"] == *id || it["to"] == *id)
        };
        assert_eq!(number("dead_ends"), count(&rooms, &|room| ends(room) == 1));
        assert_eq!(number("junctions"), count(&rooms, &|room| ends(room) >= 3));
        assert_eq!(number("entry.exits"), ends(&rooms[0]));
        let node = |kind: &'static str| count(&rooms, &|room| room["node"] == kind);
        assert_eq!(number("secrets"), node("secret"));
        assert_eq!(number("branches"), node("branch"));
        assert_eq!(number("main_path"), node("main") + 2);
        // The shortest way by relaxing every open passage until nothing changes.
        let ways = exits
            .iter()
            .chain(connections.iter().filter(|it| it["blocked"] == false));
        let ways: Vec<_> = ways
            .map(|it| [it["from"].clone(), it["to"].clone()])
            .collect();
        let place = |id: &serde_json::Value| rooms.iter().position(|room| room["id"] == *id);
        let mut far = vec![i64::MAX / 2; rooms.len()];
        far[0] = 0;
        for _ in 0..rooms.len() {
            for [from, to] in ways.iter().map(|ends| [0, 1].map(|end| place(&ends[end]))) {
                let (from, to) = (from.expect("a room"), to.expect("a room"));
                far[to] = far[to].min(far[from] + 1);
                far[from] = far[from].min(far[to] + 1);
            }
        }
        let boss = rooms.iter().position(|room| room["node"] == "boss");
        assert_eq!(number("boss.rooms_away"), far[boss.expect("a boss")]);
        assert_eq!(number("boss.rooms_away") + 1, number("shortest"));
        if seed % 20 == 0 {
            let carved = carve(sector).expect("cells");
            let size = carved.volume().size();
            let mut walkable = 0;
            for z in 0..size.levels() {
                for y in 0..size.height() {
                    walkable += (0..size.width())
                        .filter(|&x| carved.volume().walkable().get(x, y, z))
                        .count();
                }
            }
            assert_eq!(number("walkable"), walkable as i64);
        }
    }
}

#[test]
fn every_row_has_a_value_of_its_type_and_among_its_words() {
    fn check<C>(table: &'static [Property<C>], candidate: &C) {
        for (place, property) in table.iter().enumerate() {
            assert!(
                table[..place]
                    .iter()
                    .all(|other| other.name != property.name)
            );
            let value = property.of(candidate).expect(property.name);
            assert_eq!(value.kind(), property.kind, "{}", property.name);
            let words = property.words();
            let is_known = |word: &str| words.is_empty() || words.contains(&word);
            match &value {
                Value::Text(word) => assert!(is_known(word), "{}: {word}", property.name),
                Value::Set(set) => assert!(set.iter().all(|word| is_known(word))),
                Value::Number(_) | Value::Truth(_) => {}
            }
        }
    }
    for seed in 0..20 {
        let candidate = SectorCandidate::new(blueprint(seed), Seed::new(seed));
        check(Search::SECTORS, &candidate);
        let candidate = MazeCandidate::new(MazePlan::default(), Seed::new(seed));
        check(Search::MAZES, &candidate);
    }
    let strata = Arc::new(Strata::new(Seed::new(7)));
    for id in [
        "World.11.22.1.1.12",
        "World.40.12.1.1.10",
        "World.3.3.0.2.40",
    ] {
        let zone = strata.plan().zone(id).expect("a zone");
        check(
            Search::ZONES,
            &ZoneCandidate::new(Arc::clone(&strata), zone),
        );
    }
}

#[test]
fn properties_of_mazes_agree_with_their_plans_and_the_validator() {
    for seed in 0..20 {
        let plan = MazePlan::default();
        let candidate = MazeCandidate::new(plan.clone(), Seed::new(seed));
        let number = |name: &str| number(Search::MAZES, name, &candidate);
        let levels = i64::from(plan.levels);
        assert_eq!(number("open"), levels * i64::from(plan.open()));
        assert_eq!(number("doors"), levels * i64::from(plan.doors()));
        assert_eq!(
            number("secret_doors"),
            levels * i64::from(plan.secret_doors())
        );
        let [ladders, holes] = [3, 9];
        assert_eq!([number("ladders"), number("holes")], [ladders, holes]);
        let maze = candidate.maze().expect("a maze");
        assert_eq!(number("parts"), validate::maze_parts(maze).len() as i64);
        assert!(number("crossroads") <= number("junctions"));
        assert!(number("longest_line") >= 2);
    }
}

/// Zones of every kind, and what stands on the surface.
#[test]
fn rocks_and_landmarks_are_among_their_words() {
    let strata = Arc::new(Strata::new(Seed::new(7)));
    let of_features = strata.plan().features().iter().step_by(9);
    let of_features = of_features.filter_map(|it| ZonePos::at(it.column, it.top));
    let on_surface = ZonePos::all().filter(|zone| zone.z() == ZonePos::SURFACE);
    let elsewhere = ZonePos::all().step_by(14_983);
    let zones = of_features.chain(on_surface.step_by(397)).chain(elsewhere);
    let mut found = std::collections::BTreeSet::new();
    for zone in zones {
        let candidate = ZoneCandidate::new(Arc::clone(&strata), zone);
        for name in ["rock", "landmarks"] {
            let property = Search::ZONES.iter().find(|property| property.name == name);
            let property = property.expect(name);
            let words: Vec<String> = match property.of(&candidate).expect("a zone") {
                Value::Text(word) => vec![word.to_string()],
                Value::Set(set) => set.iter().map(ToString::to_string).collect(),
                other => panic!("{name}: {other}"),
            };
            for word in words {
                assert!(property.words().contains(&word.as_str()), "{name}: {word}");
                found.insert(word);
            }
        }
    }
    assert!(found.len() > 12, "{found:?}");
    for (condition, expected) in [
        ("rock == 'basalt'", "column 9: rock is never \"basalt\""),
        (
            "landmarks has 'castle'",
            "column 15: landmarks is never \"castle\"",
        ),
    ] {
        let error = Search::zones(condition).err().expect(condition).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(Search::zones("region == 'Nowhere'").is_ok());
}

#[test]
fn plans_are_enough_for_properties_of_plans() {
    let strata = Arc::new(Strata::new(Seed::new(7)));
    let search = Search::zones("tier >= 6 and z < 20 and not sealed").expect("well formed");
    let zones = ZonePos::all().step_by(97);
    let found = zones.filter(|&zone| {
        let values = search.look(&ZoneCandidate::new(Arc::clone(&strata), zone));
        values.expect("no division").is_some()
    });
    let found: Vec<String> = found.map(|zone| Address::of(zone).to_string()).collect();
    assert!(!found.is_empty());
    assert_eq!(strata.built(), 0, "no zone was built");
}
