use super::*;
use crate::seed::Seed;
use serde_json::{Value, json};

#[test]
fn the_built_in_tables_are_read_whole() {
    for name in Tables::FILES {
        let text = Tables::text(name).unwrap();
        Tables::built_in().clone().replace(name, text).unwrap();
    }
    let tables = Tables::built_in();
    assert!(tables.creatures().len() >= 80 && tables.items().len() >= 60);
    for tier in TIERS {
        let here = |creature: &&Creature| creature.tier() == tier;
        assert!(
            tables.creatures().iter().filter(here).count() >= 8,
            "{tier}"
        );
        assert!(
            tables.items().iter().any(|item| item.tier == tier),
            "{tier}"
        );
    }
    for home in Home::ALL {
        assert!(
            tables.creatures().iter().any(|one| one.lives_in(home)),
            "{home:?}"
        );
    }
    for biome in Biome::ALL {
        for tier in TIERS {
            let here = |one: &Creature| one.tier() == tier && one.realms.contains(&biome);
            assert!(
                tables.creatures().iter().any(here),
                "{biome:?}, tier {tier}"
            );
        }
        for spot in Spot::ALL {
            let mut traps = tables.traps().iter().filter(|trap| trap.spot == spot);
            let here = |trap: &Trap| trap.biomes.is_empty() || trap.biomes.contains(&biome);
            assert!(traps.any(|trap| here(trap) && trap.tier <= 2), "{biome:?}");
        }
    }
    assert!(tables.traps().len() >= 30 && tables.curiosities().len() >= 60);
    for growth in Growth::ALL {
        let grown = tables
            .creatures()
            .iter()
            .filter(|one| one.growth == Some(growth));
        assert!(grown.count() >= 4, "{growth:?}");
    }
}

#[test]
fn tiers_follow_from_levels_unless_somebody_says_otherwise() {
    // The table of the source, by its first and last level.
    for (levels, tier) in [(1..=5, 1), (6..=10, 2), (11..=15, 3), (16..=20, 4)] {
        assert!(levels.into_iter().all(|level| tier_of_level(level) == tier));
    }
    for (levels, tier) in [(21..=25, 5), (26..=30, 6), (31..=35, 7), (36..=100, 8)] {
        assert!(levels.into_iter().all(|level| tier_of_level(level) == tier));
    }
    let mut creature = Tables::built_in().creatures()[0].clone();
    creature.own_tier = Some(7);
    assert_eq!(creature.tier(), 7);
}

#[test]
fn weights_are_those_of_the_source() {
    let steps = [
        100_000_000,
        10_000_000,
        1_000_000,
        100_000,
        10_000,
        1_000,
        100,
        10,
    ];
    for place in TIERS {
        for own in TIERS {
            let base = steps[usize::from(place.abs_diff(own))];
            assert_eq!(tier_weight(place, own), base);
            assert_eq!(weight(place, own, Role::Common, 3), base * 4 * 3 * 100);
            assert_eq!(weight(place, own, Role::Uncommon, 1), base * 100);
            assert_eq!(weight(place, own, Role::Rare, 1), base);
        }
    }
}

/// A million draws against the weights, where at least five of each are expected.
#[test]
fn creatures_are_drawn_by_their_weights() {
    let tables = Tables::built_in();
    let draws = 1_000_000_u64;
    for tier in [1, 4, 8] {
        let mut counts = vec![0_u64; tables.creatures().len()];
        let mut random = Seed::new(99).child(u32::from(tier)).stream();
        for _ in 0..draws {
            let drawn = tables.draw_creature(&mut random, tier, |_| true).unwrap();
            let place = tables.creatures().iter().position(|one| one.id == drawn.id);
            counts[place.unwrap()] += 1;
        }
        let weights = tables.creatures().iter();
        let weights: Vec<f64> = weights
            .map(|one| weight(tier, one.tier(), one.role, one.weight) as f64)
            .collect();
        let total: f64 = weights.iter().sum();
        let (mut square, mut free, mut rest) = (0.0_f64, -1.0_f64, [0.0, 0.0]);
        for (&count, weight) in counts.iter().zip(&weights) {
            let expected = weight / total * draws as f64;
            if expected < 5.0 {
                rest = [rest[0] + count as f64, rest[1] + expected];
                continue;
            }
            square += (count as f64 - expected).powi(2) / expected;
            free += 1.0;
        }
        if rest[1] >= 5.0 {
            square += (rest[0] - rest[1]).powi(2) / rest[1];
            free += 1.0;
        }
        // Four deviations above what chance gives.
        assert!(free > 5.0);
        assert!(
            square < free + 4.0 * (2.0 * free).sqrt(),
            "{square} of {free}"
        );
    }
}

#[test]
fn what_fits_nobody_is_not_drawn() {
    let tables = Tables::built_in();
    let mut random = Seed::new(1).stream();
    assert_eq!(tables.draw_creature(&mut random, 3, |_| false), None);
    for _ in 0..1000 {
        let drawn = tables.draw_creature(&mut random, 5, |one| one.growth == Some(Growth::Tarry));
        assert_eq!(drawn.unwrap().growth, Some(Growth::Tarry));
        let item = tables
            .draw_item(&mut random, 2, |item| item.kind == "light")
            .unwrap();
        assert_eq!(item.kind, "light");
    }
}

#[test]
fn bad_tables_say_what_is_wrong_where() {
    let mut tables = Tables::built_in().clone();
    let text = Tables::text("creatures.json").unwrap();
    let whole: Value = serde_json::from_str(text).unwrap();
    for (key, value, message) in [
        ("weight", json!(-1), "[3].weight: -1: expected 0 to 10000"),
        (
            "weight",
            json!(1e300),
            "[3].weight: 1e300: expected 0 to 10000",
        ),
        (
            "weight",
            json!(0.5),
            "[3].weight: 0.5: expected a whole number, 0 to 10000",
        ),
        ("level", json!(0), "[3].level: 0: expected 1 to 100"),
        ("tier", json!(9), "[3].tier: 9: expected 1 to 8"),
        (
            "role",
            json!("often"),
            "[3].role: \"often\": expected common, uncommon, rare",
        ),
        (
            "realms",
            json!(["moon"]),
            "[3].realms[0]: \"moon\": expected the_roots, muspelheim",
        ),
        (
            "homes",
            json!(["cave", "moon"]),
            "[3].homes[1]: \"moon\": expected cave, surface",
        ),
        (
            "biome",
            json!("wet"),
            "[3].biome: \"wet\": expected fungal, slimy",
        ),
        (
            "traits",
            json!(["sings"]),
            "[3].traits[0]: \"sings\": expected flies, wings",
        ),
        (
            "glyph",
            json!("ab"),
            "[3].glyph: expected one ASCII character",
        ),
        (
            "glyph",
            json!(" "),
            "[3].glyph: expected one ASCII character",
        ),
        ("damage", json!("-3"), "[3].damage: "),
        ("party", json!("many"), "[3].party: "),
        (
            "name",
            json!("a\nb"),
            "[3].name: expected 1 to 40 characters",
        ),
        (
            "about",
            json!(""),
            "[3].about: expected 1 to 200 characters",
        ),
        (
            "id",
            json!("cave-cricket"),
            "[3].id: \"cave-cricket\" is there twice: expected an id of its own",
        ),
    ] {
        let mut file = whole.clone();
        file[3][key] = value;
        let error = tables
            .replace("creatures.json", &file.to_string())
            .unwrap_err();
        let message = format!("creatures.json: {message}");
        assert!(error.to_string().starts_with(&message), "{error}");
    }
    for (text, message) in [
        ("[]", "0 entries: expected 1 to 10000"),
        ("{}", "an object in braces: expected a list in brackets"),
        ("[", "the file ends too early"),
        (
            r#"[{"hat":1}]"#,
            "unknown key \"hat\": expected one of id, name",
        ),
        (r#"[{"weight":NaN}]"#, "no value: expected a text in quotes"),
        (r#"[{"weight":1e999}]"#, "number out of range"),
    ] {
        let error = tables.replace("creatures.json", text).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    for (name, from, to, message) in [
        (
            "traps.json",
            "\"spot\": \"door\"",
            "\"spot\": \"roof\"",
            "[0].spot: \"roof\": expected door, floor, treasure",
        ),
        (
            "traps.json",
            "\"notice\": 11",
            "\"notice\": 26",
            "[0].notice: 26: expected 0 to 25",
        ),
        (
            "traps.json",
            "\"damage\": \"1d4\"",
            "\"damage\": \"lots\"",
            "[0].damage: ",
        ),
        (
            "traps.json",
            "floor wood",
            "floor wool",
            "[8].needs[0]: \"wool\": expected rock, wood",
        ),
        (
            "curiosities.json",
            "doors >= 1",
            "dors >= 1",
            "[42].needs[0]: \"dors\": expected one of width",
        ),
        (
            "curiosities.json",
            "\"spot\": \"wall\"",
            "\"spot\": \"roof\"",
            "[0].spot: \"roof\": expected wall, door, liquid, middle, walls, chasm",
        ),
        (
            "curiosities.json",
            "\"id\": \"painted-door\"",
            "\"id\": \"chalk-tally\"",
            "[1].id: \"chalk-tally\" is there twice",
        ),
    ] {
        let text = Tables::text(name).unwrap();
        assert!(text.contains(from), "{from}");
        let error = tables
            .replace(name, &text.replacen(from, to, 1))
            .unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("{name}: {message}")),
            "{error}"
        );
    }
    let mut none = whole;
    for entry in none.as_array_mut().unwrap() {
        entry["weight"] = json!(0);
    }
    let error = tables
        .replace("creatures.json", &none.to_string())
        .unwrap_err();
    assert!(error.to_string().contains("every weight is 0"), "{error}");
    let error = tables.replace("birds.json", "[]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "birds.json: no such table: expected creatures.json, items.json, traps.json or curiosities.json"
    );
    let large = " ".repeat(100 << 20);
    let error = tables.replace("items.json", &large).unwrap_err();
    assert!(
        error.to_string().contains("expected at most 8 MiB"),
        "{error}"
    );
    assert_eq!(&tables, Tables::built_in());
}
