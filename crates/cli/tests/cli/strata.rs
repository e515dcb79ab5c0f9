//! `deepway zone`, `deepway address` and `deepway survey zones`.

use super::*;
use serde_json::Value;

const CAVE: &str = "World.11.22.1.1.12";

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&printed(run(args))).expect("JSON")
}

#[test]
fn a_zone_is_printed_for_people_and_for_programs() {
    let text = printed(run(&["zone", CAVE, "--world", "7"]));
    assert!(
        text.starts_with(
            "   World.11.22.1.1.12: cave in Lumavane Downs, depth 12, tier 2\n   0         10"
        ),
        "{text}"
    );
    assert!(text.contains("cells walkable\n  rock: "), "{text}");
    assert!(text.contains("\n  north: open at"), "{text}");
    let zone = json_of(&["zone", CAVE, "--world", "7", "--json"]);
    assert_eq!(
        (&zone["id"], &zone["world_seed"], &zone["kind"]),
        (&CAVE.into(), &"7".into(), &"zone".into())
    );
    for y in 0..25 {
        let row = |name: &str| zone[name][y].as_str().expect("text").to_owned();
        let (cells, open, pulls) = (row("rows"), row("open"), row("pulls"));
        let shown = text.lines().nth(y + 2).expect("a row");
        assert!(
            is_shown(shown.get(3..).unwrap_or_default(), &cells),
            "{shown} {cells}"
        );
        assert_eq!((cells.len(), open.len(), pulls.len()), (80, 80, 80));
        for ((cell, open), pulls) in cells.chars().zip(open.chars()).zip(pulls.chars()) {
            assert_eq!(open == '1', !" #%=I&M*T".contains(cell));
            assert_eq!(pulls == '1', cell == 'O');
        }
    }
}

/// Whether a drawn row shows these cells: but for stairs, which are drawn as they lead, and
/// letters of things on cells where one can stand.
fn is_shown(row: &str, cells: &str) -> bool {
    let drawn = format!("{row:80}");
    drawn.chars().zip(cells.chars()).all(|(drawn, cell)| {
        drawn == cell
            || cell == 'X' && "<>".contains(drawn)
            || ".+~_".contains(cell) && drawn.is_ascii_graphic()
    })
}

#[test]
fn zones_are_shown_side_by_side() {
    let text = printed(run(&[
        "zone",
        "World.0.0.1.0.12",
        "--world",
        "7",
        "--around",
        "1",
    ]));
    let rows: Vec<&str> = text.lines().collect();
    assert!(
        rows[0].ends_with("World.0.0.0.0.12 to World.0.0.2.1.12"),
        "{text}"
    );
    let start = rows
        .iter()
        .position(|row| row.starts_with(" 0 "))
        .expect("a first row");
    // There is nothing north of them.
    for (zone_y, id_y) in [(0, 0), (1, 1)] {
        for zone_x in 0..3 {
            let id = format!("World.0.0.{zone_x}.{id_y}.12");
            let zone = json_of(&["zone", &id, "--world", "7", "--json"]);
            for y in 0..25 {
                let shown = rows[start + 25 * zone_y + y].chars().skip(3 + 80 * zone_x);
                let shown: String = shown.take(80).collect();
                let cells = zone["rows"][y].as_str().expect("text");
                assert!(is_shown(&shown, cells), "{id} {y}: {shown} {cells}");
            }
        }
    }
    let error = refused(&run(&["zone", CAVE, "--world", "7", "--around", "13"]));
    assert!(error.contains("expected 1 to 12"), "{error}");
}

#[test]
fn a_hash_is_that_of_the_json() {
    let json = printed(run(&["zone", CAVE, "--world", "7", "--json"]));
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in json.trim_end_matches('\n').bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }
    let said = printed(run(&["zone", CAVE, "--world", "7", "--hash"]));
    assert_eq!(said, format!("{hash:016x}\n"));
}

#[test]
fn hashes_come_in_the_order_of_the_ids_whatever_the_threads() {
    let ids: Vec<String> = (0..60)
        .map(|n| {
            format!(
                "World.{}.{}.1.{}.{}",
                n * 7 % 80,
                n % 25,
                n % 3,
                10 + n * 11 % 40
            )
        })
        .collect();
    let mut backwards = ids.clone();
    backwards.reverse();
    let hashes = |ids: &[String], threads: &str| -> Vec<String> {
        let args = [
            "zone",
            "--ids",
            "-",
            "--world",
            "3",
            "--hash",
            "--threads",
            threads,
        ];
        let text = printed(run_with(&args, ids.join("\n").as_bytes()));
        text.lines().map(str::to_owned).collect()
    };
    let first = hashes(&ids, "1");
    assert_eq!(first.len(), 60);
    for (line, id) in first.iter().zip(&ids) {
        assert!(line.starts_with(&format!("{id} ")), "{line}");
    }
    for threads in ["2", "7"] {
        assert_eq!(hashes(&ids, threads), first);
    }
    let mut last = hashes(&backwards, "2");
    last.reverse();
    assert_eq!(last, first);
}

#[test]
fn addresses_are_taken_apart() {
    let text = printed(run(&["address", "World.11.22.2.1.10", "--step", "e"]));
    assert_eq!(
        text,
        "World.12.22.0.1.10\n  parasang 12,22, zone 0,1 in it; column 36,67 of zones\n  depth 10: surface\n"
    );
    let json = json_of(&[
        "address",
        "World.0.0.0.0.0",
        "--step",
        "U",
        "--match",
        "World.0.0.0.0.49",
        "--json",
    ]);
    assert_eq!(
        (&json["z"], &json["band"], &json["match"]),
        (&49.into(), &"abyssal".into(), &2.into())
    );
}

#[test]
fn zones_that_do_not_exist_are_refused() {
    for (args, message) in [
        (
            &["zone", "World.80.0.0.0.10", "--world", "7"][..],
            "the parasang from the west is \"80\": expected 0 to 79",
        ),
        (
            &["zone", "Moon.8.0.0.0.10", "--world", "7"],
            "the world is \"Moon\": expected \"World\"",
        ),
        (
            &["zone", "World@Lair.11.22.1.1.12", "--world", "7"],
            "the blueprint is Lair: expected Cave",
        ),
        (
            &["zone", "World@Hut.11.22.1.1.12", "--world", "7"],
            "expected one of Surface, Tower",
        ),
        (
            &["zone", "World.1.1.1.1.10", "--world", "x7"],
            "cannot read x7: there is no such file, and no world of this name in",
        ),
        (&["zone", "World.1.1.1.1.10", "--world", "-7"], "--world"),
        (
            &["address", "World.0.0.0.0.10", "--step", "w"],
            "World.0.0.0.0.10 is at the edge of the world: nothing lies west of it",
        ),
        (
            &["address", "World.01.0.0.0.10"],
            "the parasang from the west is \"01\": expected 0 to 79",
        ),
        (
            &["survey", "zones", "--world", "7", "--sample", "0"],
            "sample",
        ),
        (
            &["zone", CAVE, "--world", "-1"],
            "expected a number from 0 to 18446744073709551615",
        ),
        (
            &["zone", CAVE, "--world", "7", "--threads", "0"],
            "--threads 0: expected 1 to 1024",
        ),
        (
            &["show", "--world", "7", "--section", "x=240"],
            "no section at x=240: the world has columns of zones from 0 to 239",
        ),
        (
            &["show", "--world", "7", "--section", "y=75"],
            "no section at y=75: the world has rows of zones from 0 to 74",
        ),
        (
            &["show", "--world", "7", "--cells"],
            "world 7 is an open world: expected neither --cells",
        ),
        (
            &["show", "--world", "7", "--depth", "50"],
            "--depth: 50: not a level of this world: expected 0 to 49",
        ),
        (
            &["check", "--world", "7", "--moves", "4"],
            "expected neither --from nor a movement rule",
        ),
    ] {
        let said = refused(&run(args));
        assert!(said.contains(message), "{said}");
    }
    let args = ["zone", "--ids", "-", "--world", "3", "--hash"];
    let said = refused(&run_with(&args, b"World.1.1.1.1.10\nWorld.1.1.1.1.50\n"));
    assert_eq!(
        said,
        "standard input:2: World.1.1.1.1.50: the depth is \"50\": expected 0 to 49"
    );
}

#[test]
fn what_a_path_through_an_open_world_has_not_is_refused() {
    let path = ["path", "--world", "7", "--from", "11.22.1.1.12:15,15"];
    let path = [&path[..], &["--to", "World.11.22.1.1.14:35,12"]].concat();
    for (args, message) in [
        (&["--png", "way.png"][..], "no picture"),
        (&["--algorithm", "jps"], "a search of their own"),
    ] {
        let said = refused(&run(&[&path, args].concat()));
        assert!(said.contains(message), "{said}");
    }
    let said = refused(&run(&[
        "path",
        &watchtower(),
        "--registry",
        "x",
        "--from",
        "1,1,1",
        "--to",
        "1,1,1",
    ]));
    assert!(said.contains("expected --world N"), "{said}");
    let found = json_of(&[&path[..], &["--json"]].concat());
    assert_eq!(found["from"], "World.11.22.1.1.12:15,15");
    assert_eq!(found["exact"], true);
}

#[test]
fn one_walks_on_what_was_dug() {
    // A cell of the zone from which nothing leads down.
    let zone = json_of(&["zone", CAVE, "--world", "7", "--json"]);
    let row = zone["rows"][9].as_str().expect("text");
    let x = row.find("...").expect("open ground") + 1;
    let line = format!(r#"{{"zone":"{CAVE}","from":"d","x":{x},"y":9,"type":"StairsDown"}}"#);
    let folder = Folder::new();
    let file = folder.file("dug.jsonl", line);
    let (at, below) = (format!("{CAVE}:{x},9"), format!("World.11.22.1.1.13:{x},9"));
    let step = ["step", "--world", "7", &at, "d"];
    assert_eq!(run(&step).status.code(), Some(1));
    assert_eq!(
        printed(run(&[&step[..], &["--registry", &file]].concat())),
        format!("{below}\n")
    );
    let path = [
        "path", "--world", "7", "--from", &at, "--to", &below, "--json",
    ];
    let found = json_of(&[&path[..], &["--registry", &file]].concat());
    assert_eq!(found["cost"], 1.0);
    let said = refused(&run(&[
        "zone",
        CAVE,
        "--world",
        "7",
        "--registry",
        &file,
        "--svg",
        &file,
    ]));
    assert!(said.contains("would replace what is read"), "{said}");
    let ids = [
        "zone",
        "--ids",
        "-",
        "--registry",
        "-",
        "--world",
        "7",
        "--hash",
    ];
    assert!(refused(&run(&ids)).contains("both standard input"));
}

#[test]
fn a_map_of_the_world_is_that_of_a_depth() {
    let show = |args: &[&str]| printed(run(&[&["show", "--world", "7"], args].concat()));
    let surface = show(&["--map"]);
    assert!(surface.starts_with("depth 10, surface: "), "{surface}");
    assert_eq!(surface, show(&["--map", "--depth", "10"]));
    let below = show(&["--map", "--depth", "12"]);
    assert!(below.starts_with("depth 12, shallow: "), "{below}");
    assert_eq!(below, show(&["--depth", "12"]));
    let said = refused(&run(&["show", &watchtower(), "--map"]));
    assert!(said.contains("expected an open world for --map"), "{said}");
    let folder = Folder::new();
    let (svg, png) = (folder.path("map.svg"), folder.path("map.png"));
    show(&["--map", "--svg", &svg, "--png", &png]);
    assert_eq!(folder.names(), ["map.png", "map.svg"]);
}

#[test]
fn a_map_of_the_world_has_names_rivers_and_tiers() {
    let draw = |args: &[&str]| {
        let show = ["show", "--world", "7", "--map", "--svg", "-"];
        printed(run(&[&show[..], args].concat()))
    };
    let world = json_of(&["generate", "world", "--seed", "7", "--json"]);
    let region = world["regions"][0]["name"].as_str().expect("a name");
    let region = region.split(' ').next().expect("a word").to_uppercase();
    for depth in ["10", "28", "8"] {
        let drawn = draw(&["--depth", depth]);
        assert!(drawn.contains(&format!(">{region}<")), "{depth}");
        assert_eq!(drawn.contains(">river<"), depth == "10");
        assert_ne!(drawn, draw(&["--depth", depth, "--tint", "tier"]));
    }
    assert!(draw(&["--tint", "tier"]).contains(">tier 8<"));
    for (args, message) in [
        (
            &["show", "--world", "7", "--map", "--tint", "role"][..],
            "expected --tint tier",
        ),
        (
            &["show", "--world", "7", "--section", "y=3", "--tint", "tier"],
            "without --section",
        ),
        (
            &["show", &watchtower(), "--tint", "tier"],
            "for maps of open worlds",
        ),
        (
            &["generate", "sector", "--tint", "tier"],
            "for maps of open worlds",
        ),
    ] {
        let said = refused(&run(&[args, &["--svg", "-"]].concat()));
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn known_stairs_stand_out() {
    let folder = Folder::new();
    // In this zone stairs lead down at 15,15.
    let file = folder.file("known.txt", "# explored\n\n0,0\n15,15  # stairs\n");
    let show = ["zone", CAVE, "--world", "7", "--known", &file];
    let coloured = printed(run(&[&show[..], &["--color", "always"]].concat()));
    assert!(coloured.contains("\x1b[38;5;227;48;5;164m>"), "{coloured}");
    assert_eq!(
        printed(run(&show)),
        printed(run(&["zone", CAVE, "--world", "7"]))
    );
    let svg = |args: &[&str]| printed(run(&[args, &["--svg", "-"]].concat()));
    let drawn = svg(&show);
    assert!(drawn.contains("#ffee3c") && drawn.contains("#c81eb4"));
    assert!(!svg(&["zone", CAVE, "--world", "7"]).contains("#c81eb4"));
    // A whole place is the same, and is found among the zones around.
    let place = folder.file("place.txt", format!("{CAVE}:15,15\nWorld.0.0.0.0.10:1,1\n"));
    let place = ["zone", CAVE, "--world", "7", "--known", &place];
    assert_eq!(svg(&place), drawn);
    let around = svg(&[&place[..], &["--around", "1"]].concat());
    assert!(around.contains("#c81eb4"));
    for (line, message) in [
        ("15;15", "\"15;15\" is no cell: expected x,y or ID:x,y"),
        (
            "80,3",
            "no cell 80,3: expected x from 0 to 79 and y from 0 to 24",
        ),
        ("World.1.1.1.1.60:1,1", "expected 0 to 49"),
    ] {
        let file = folder.file("bad.txt", format!("1,1\n{line}\n"));
        let said = refused(&run(&["zone", CAVE, "--world", "7", "--known", &file]));
        assert!(
            said.contains("bad.txt:2: ") && said.contains(message),
            "{said}"
        );
    }
}

#[test]
fn pictures_are_dark_or_light() {
    let (paper, night) = ("#f6f2e8", "#0f111a");
    let folder = Folder::new();
    let ids = folder.file("ids.txt", format!("{CAVE}\n"));
    for args in [
        &["zone", CAVE, "--world", "7"][..],
        &["zone", CAVE, "--world", "7", "--stack", "2"],
        &["show", "--world", "7", "--map"],
        &["show", "--world", "7", "--section", "y=3"],
        &["generate", "world", "--seed", "7"],
        &["generate", "sector", "--seed", "4", "--rooms", "12"],
        &["show", &watchtower()],
        &["show", &watchtower(), "--side", "x=20"],
        &["zone", "--ids", &ids, "--world", "7"],
        &["vault", "--builders", "might", "--segments", "Zone"],
    ] {
        let draw = |theme: &[&str]| printed(run(&[args, theme, &["--svg", "-"]].concat()));
        let first = |drawn: &str| drawn.lines().nth(1).unwrap_or_default().to_owned();
        let dark = draw(&[]);
        assert!(first(&dark).contains(night), "{args:?}");
        assert_eq!(dark, draw(&["--theme", "dark"]));
        let light = draw(&["--theme", "light"]);
        assert!(first(&light).contains(paper), "{args:?}");
        let said = refused(&run(&[args, &["--theme", "light"]].concat()));
        assert!(said.contains("--theme is for pictures"), "{said}");
    }
    let blue = ["show", &watchtower(), "--theme", "blue", "--svg", "-"];
    assert!(refused(&run(&blue)).contains("blue"));
}

#[test]
fn a_tier_says_who_may_live_there() {
    let text = printed(run(&["tier", "World.11.22.1.1.40", "--world", "7"]));
    assert!(
        text.starts_with("World.11.22.1.1.40: Cave, tier 6\n"),
        "{text}"
    );
    let answer = json_of(&["tier", "World.11.22.1.1.40", "--world", "7", "--json"]);
    let creatures = answer["creatures"].as_array().expect("a list");
    let shares = creatures
        .iter()
        .map(|one| one["percent"].as_f64().expect("a number"));
    assert!((shares.clone().sum::<f64>() - 100.0).abs() < 1e-6);
    assert!(shares.is_sorted_by(|a, b| a >= b));
    assert_eq!(creatures[0]["tier"], 6);
    let air = json_of(&["tier", "World.11.22.1.1.2", "--world", "7", "--json"]);
    assert_eq!(air["creatures"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_survey_finds_every_zone_sound() {
    let args = ["survey", "zones", "--world", "7", "--sample", "400"];
    let text = printed(run(&args));
    assert!(text.starts_with("400 zones: "), "{text}");
    assert!(text.ends_with("Every zone keeps every rule.\n"), "{text}");
    let one = printed(run(&[&args[..], &["--json", "--threads", "1"]].concat()));
    let two = printed(run(&[&args[..], &["--json", "--threads", "3"]].concat()));
    assert_eq!(one, two);
}

#[test]
fn what_is_dug_is_there_in_any_order() {
    let lines = [
        r#"{"zone":"World.11.22.1.1.13","from":"u","x":40,"y":9,"type":"StairsUp","object":null}"#,
        r#"{"zone":"World.11.22.1.1.13","from":"u","x":60,"y":15,"type":"PullDownEnd","object":null}"#,
        r#"{"zone":"World.11.22.1.1.12","from":"-","x":20,"y":5,"type":"Connection","object":"door"}"#,
    ];
    let folder = Folder::new();
    let with = |file: &str| run(&["zone", CAVE, "--world", "7", "--hash", "--registry", file]);
    let hash = |order: &[usize]| {
        let text: Vec<&str> = order.iter().map(|&line| lines[line]).collect();
        printed(with(&folder.file("registry.jsonl", text.join("\n"))))
    };
    assert_eq!(hash(&[0, 1, 2]), hash(&[2, 1, 0, 1]));
    let file = folder.file("registry.jsonl", lines.join("\n"));
    let zone = json_of(&["zone", CAVE, "--world", "7", "--json", "--registry", &file]);
    let down = zone["connections"].as_array().expect("a list");
    let has = |x: u64, y: u64, kind: &str| {
        let is = |joint: &Value| {
            joint["face"] == "d" && joint["x"] == x && joint["y"] == y && joint["kind"] == kind
        };
        down.iter().any(is)
    };
    assert!(has(40, 9, "stairs") && has(60, 15, "pit"), "{down:?}");
    assert_ne!(
        hash(&[0]),
        printed(run(&["zone", CAVE, "--world", "7", "--hash"]))
    );
    for (line, message) in [
        (
            r#"{"zone":"Moon.11.22.1.1.13","from":"u","x":40,"y":9,"type":"StairsUp","object":null}"#,
            "Moon",
        ),
        (
            r#"{"zone":"World.11.22.1.1.13","from":"u","x":0,"y":9,"type":"StairsUp","object":null}"#,
            "expected",
        ),
        (
            r#"{"zone":"World.11.22.1.1.13","from":"u","x":40,"y":9,"type":"Lift","object":null}"#,
            "Lift",
        ),
        (
            r#"{"zone":"World.11.22.1.1.13","from":"d","x":40,"y":9,"type":"StairsUp","object":null}"#,
            "expected",
        ),
        ("nonsense", "expected"),
    ] {
        let file = folder.file("bad.jsonl", format!("{}\n{line}\n", lines[0]));
        let said = refused(&with(&file));
        assert!(
            said.contains("bad.jsonl: line 2") && said.contains(message),
            "{said}"
        );
    }
}

#[test]
fn a_path_leads_from_the_surface_to_the_depths() {
    let args = [
        "path",
        "--world",
        "7",
        "--from",
        "World.11.22.1.1.12:15,15",
        "--to",
        "World.11.22.1.1.13:15,15",
    ];
    let text = printed(run(&args));
    assert!(
        text.contains("\n  down stairs World.11.22.1.1.12:15,15 – World.11.22.1.1.13:15,15\n"),
        "{text}"
    );
    let far = [
        "path",
        "--world",
        "7",
        "--from",
        "World.11.22.1.1.12:15,15",
        "--to",
        "World.11.22.1.1.20:15,15",
        "--json",
    ];
    let output = run(&far);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["found"] == true, output.status.code() == Some(0));
    let rock = run(&[
        "path",
        "--world",
        "7",
        "--from",
        "World.11.22.1.1.12:15,15",
        "--to",
        "World.11.22.1.1.12:0,0",
    ]);
    assert_eq!(rock.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&rock.stdout).contains("is not walkable: it is wall"));
    let said = refused(&run(&[
        "path",
        "--world",
        "7",
        "--from",
        "3,4,0",
        "--to",
        "World.11.22.1.1.12:0,0",
    ]));
    assert!(
        said.contains("expected the address of a zone, with or without World, and a cell in it"),
        "{said}"
    );
}

#[test]
fn a_step_leads_on_or_says_why_not() {
    let step = |towards: &str| run(&["step", "--world", "7", "World.11.22.1.1.12:15,15", towards]);
    assert_eq!(printed(step("d")), "World.11.22.1.1.13:15,15\n");
    assert_eq!(printed(step("w")), "World.11.22.1.1.12:14,15\n");
    let up = step("u");
    assert_eq!(up.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&up.stdout).starts_with("no: nothing leads up from"));
}

#[test]
fn a_vault_is_built_from_any_cut_and_theme() {
    for (theme, cut) in [
        ("scholarship", "Zone"),
        ("might", "Ring:2"),
        ("stars", "Tower:40,12,11,8"),
    ] {
        let args = [
            "vault",
            "--builders",
            theme,
            "--segments",
            cut,
            "--seed",
            "3",
        ];
        let text = printed(run(&args));
        assert!(
            text.contains(&format!("vault {theme}, {cut}, seed 3")),
            "{text}"
        );
        let vault = json_of(&[&args[..], &["--json"]].concat());
        assert_eq!(
            (&vault["theme"], &vault["segmentation"]),
            (&theme.into(), &cut.into())
        );
        assert_eq!(vault["fallbacks"], 0);
        assert_eq!(vault, json_of(&[&args[..], &["--json"]].concat()));
    }
}

#[test]
fn bad_cuts_samples_and_tables_say_what_is_wrong_where() {
    let error = refused(&run(&["vault", "--segments", "BSP:x"]));
    assert!(
        error.contains("--segments: not a segmentation: \"BSP:x\", character 5: expected"),
        "{error}"
    );
    let long = "x".repeat(100_000);
    let error = refused(&run(&["vault", "--segments", &long]));
    assert!(error.len() < 400, "{error}");
    let error = refused(&run(&["vault", "--builders", "mice"]));
    assert!(error.contains("scholarship, might, stars"), "{error}");
    let folder = Folder::new();
    let tables = folder.path("tables");
    let zone = ["zone", CAVE, "--world", "7", "--tables", &tables];
    assert!(refused(&run(&zone)).contains("expected a folder"));
    fs::create_dir(&tables).expect("a folder");
    let error = refused(&run(&[
        "survey", "zones", "--world", "7", "--tables", &tables,
    ]));
    assert!(
        error.contains("expected any of creatures.json, items.json"),
        "{error}"
    );
    for (file, text, message) in [
        (
            "creatures.json",
            "[]",
            "creatures.json: 0 entries: expected 1 to 10000",
        ),
        ("items.json", "{", "items.json: "),
        (
            "beasts.json",
            "[]",
            "beasts.json: expected creatures.json, items.json",
        ),
    ] {
        let file = Path::new(&tables).join(file);
        fs::write(&file, text).expect("a file");
        let error = refused(&run(&zone));
        assert!(error.contains(message), "{error}");
        fs::remove_file(&file).expect("removed");
    }
    for (text, message) in [
        ("", "no sample"),
        ("####\n#..#\n#..#\n####\n", "does not tile"),
        (
            "#####\n#.?.#\n#####\n#####\n",
            ":2:3: unknown character '?'",
        ),
        (
            "#####\n#..#\n#####\n#####\n",
            ":2:5: this line has 4 characters: expected 5",
        ),
    ] {
        let file = folder.file("samples.txt", text);
        let error = refused(&run(&["vault", "--samples", &file]));
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn creatures_of_ones_own_live_in_zones() {
    let folder = Folder::new();
    let creature = r#"[{"id":"gnat","name":"test gnat","glyph":"g","level":1,"homes":["cave","surface","town","ruin","tower","lair","vault","chute"],"might":0,"wits":0,"hp":1,"speed":100,"damage":"1","about":"It hums."}]"#;
    let tables = folder.path("tables");
    fs::create_dir(&tables).expect("a folder");
    fs::write(Path::new(&tables).join("creatures.json"), creature).expect("a file");
    let tables = tables.as_str();
    let zone = json_of(&["zone", CAVE, "--world", "7", "--tables", tables, "--json"]);
    let things = zone["things"].as_array().expect("things");
    let creatures = things.iter().filter(|thing| thing["kind"] == "creature");
    let names: Vec<&str> = creatures
        .filter_map(|thing| thing["name"].as_str())
        .collect();
    assert!(
        !names.is_empty() && names.iter().all(|name| name.ends_with("test gnat")),
        "{names:?}"
    );
}

#[test]
fn zones_are_drawn_on_sheets_and_in_stacks() {
    let folder = Folder::new();
    let ids = folder.file(
        "ids.txt",
        format!("{CAVE}\nWorld.1.2.0.0.20\nWorld.1.2.0.0.10\n"),
    );
    let sheet = ["zone", "--ids", &ids, "--world", "7"];
    let drawn = printed(run(
        &[&sheet[..], &["--columns", "2", "--svg", "-"]].concat()
    ));
    assert!(drawn.contains("World.1.2.0.0.20 Cave") && drawn.contains("3 zones of world 7"));
    let plain = printed(run(&[&sheet[..], &["--no-labels", "--svg", "-"]].concat()));
    assert!(!plain.contains("World.1.2.0.0.20"));
    assert!(
        refused(&run(&sheet)).contains("expected --hash or --json, or --svg FILE or --png FILE")
    );
    let none = folder.file("none.txt", "\n");
    let error = refused(&run(&[
        "zone", "--ids", &none, "--world", "7", "--svg", "-",
    ]));
    assert!(
        error.contains("0 zones: expected 1 to 100 for a sheet"),
        "{error}"
    );

    let stack = ["zone", CAVE, "--world", "7", "--stack", "2"];
    let text = printed(run(&stack));
    for depth in 12..=14 {
        assert!(text.contains(&format!(", depth {depth}, tier")), "{text}");
    }
    let drawn = printed(run(&[&stack[..], &["--svg", "-"]].concat()));
    assert!(
        ["12", "13", "14"]
            .iter()
            .all(|depth| drawn.contains(&format!(">{depth}<")))
    );
    let low = ["zone", "World.11.22.1.1.49", "--world", "7", "--stack", "3"];
    assert!(printed(run(&low)).contains("depth 49"));
}
