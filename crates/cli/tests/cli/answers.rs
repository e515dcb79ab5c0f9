//! Everything that programs read fits its schema in docs/answers.

use super::*;

#[path = "../../../deepway/tests/support/schema.rs"]
mod schema;

/// Checks that each line is JSON that fits a schema.
fn fits(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/answers");
    let path = path.join(format!("{name}.schema.json"));
    let schema = fs::read_to_string(&path).expect("there is a schema");
    assert!(!text.is_empty(), "{name} printed nothing");
    for line in text.lines() {
        let wrong = schema::wrong_with(line, &schema);
        assert_eq!(wrong, Vec::<String>::new(), "{name}: {line}");
    }
}

/// What a run printed, whatever it answered.
fn answered(output: Output) -> String {
    assert_ne!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn every_answer_fits_its_schema() {
    let folder = Folder::new();
    let make = |name: &str, args: &[&str]| {
        folder.file(
            name,
            printed(run(&[&["generate"], args, &["--json"]].concat())),
        )
    };
    let sector = make("sector.json", &["sector", "--seed", "7", "--rooms", "30"]);
    let maze = make("maze.json", &["maze", "--seed", "7"]);
    let tower = watchtower();
    for world in [&tower, &sector, &maze] {
        fits("links", &printed(run(&["links", world, "--json"])));
        let map = match world == &tower {
            true => run(&["show", world, "--json"]),
            false => run(&["show", world, "--cells", "--level", "1", "--json"]),
        };
        if world != &sector {
            fits("map", &printed(map));
        }
    }
    let zone = "World.11.22.1.1.12";
    fits(
        "zone",
        &printed(run(&["zone", zone, "--world", "7", "--json"])),
    );
    fits(
        "tier",
        &printed(run(&["tier", zone, "--world", "7", "--json"])),
    );
    fits(
        "vault",
        &printed(run(&["vault", "--builders", "stars", "--json"])),
    );
    let args = ["check", "--world", "7", "--json"];
    fits("report", &printed(run(&args)));
    for towards in ["d", "u"] {
        let at = format!("{zone}:15,15");
        let args = ["step", "--world", "7", &at, towards, "--json"];
        fits("world-step", &answered(run(&args)));
    }
    let games = [
        "survey",
        "games",
        "--seeds",
        "0..3",
        "--commands",
        "300",
        "--json",
    ];
    fits("games", &printed(run(&games)));
    let args = ["play", &tower, "--seed", "1", "--json"];
    fits(
        "play",
        &printed(run_with(&args, b"look\nwait\nnothing\nleave\n")),
    );
    let args = ["address", zone, "--match", zone, "--json"];
    fits("address", &printed(run(&args)));
    let args = [
        "survey", "zones", "--world", "7", "--sample", "50", "--json",
    ];
    fits("survey-zones", &printed(run(&args)));
    for (world, from, to) in [
        (&tower, "20,16,3", "18,8,6"),
        (&tower, "20,16,3", "0,0,0"),
        (&sector, "r0", "r4"),
        (&maze, "1:15:16", "3:18:9"),
    ] {
        for gravity in ["--gravity=off", "--gravity=on"] {
            let ends = ["path", world, "--from", from, "--to", to, gravity, "--json"];
            fits("route", &answered(run(&ends)));
        }
    }
    fits(
        "look",
        &printed(run(&["look", &maze, "--light", "20,20", "--json"])),
    );
    let commands = b"m\nt l\nfly\nc d\nplan\n";
    fits(
        "step",
        &printed(run_with(&["walk", &maze, "--json"], commands)),
    );
    for question in [
        &["position", "r1"][..],
        &["above", "r0"],
        &["below", "r0"],
        &["at-layer", "ground"],
        &["layer", "-1"],
        &["in-range", "0,0,0", "2"],
        &["between", "r0", "r1"],
        &["reachable-layers"],
        &["reachable", "r3"],
    ] {
        let all = [&["query", &sector], question, &["--json"]].concat();
        fits("query", &answered(run(&all)));
    }
    let moves = [
        "traverse", &sector, "--seed", "1", "--json", "look", "where", "clear",
    ];
    fits("move", &answered(run(&moves)));
    fits(
        "survey-sectors",
        &printed(run(&["survey", "sectors", "--seeds", "9", "--json"])),
    );
    let graph = folder.file("graph.txt", "3\n0 1\n1 2\n");
    fits(
        "survey-sectors",
        &printed(run(&["survey", "graphs", &graph, "--json"])),
    );
    fits(
        "survey-mazes",
        &printed(run(&["survey", "mazes", "--seeds", "3", "--json"])),
    );
    let walks = ["survey", "walks", "--seeds", "3", "--moves", "50", "--json"];
    fits("survey-walks", &printed(run(&walks)));
    for args in [
        &["sectors", "--where", "loops > 1 and biomes has 'niflheim'"][..],
        &["mazes", "--where", "doors > 1", "--seeds", "3"],
        &[
            "zones",
            "--world",
            "7",
            "--where",
            "river and biome == 'none'",
        ],
    ] {
        let all = [&["find"], args, &["--limit", "2", "--json"]].concat();
        fits("find", &printed(run(&all)));
    }
    for [a, b] in [
        ["sector:7", "sector:8"],
        ["maze:7", "maze:8"],
        ["world:7", "world:8"],
        ["world:7/World.11.22.1.1.12", "world:8/World.11.22.1.1.12"],
    ] {
        fits("diff", &answered(run(&["diff", a, b, "--json"])));
    }
    let climbs = ["survey", "climbs", "--count", "1000", "--json"];
    fits("survey-climbs", &answered(run(&climbs)));
    for world in [&tower, &sector, &maze] {
        fits("report", &answered(run(&["check", world, "--json"])));
    }
    folder.file(
        "arena.map",
        fs::read(example("arena.map")).expect("an example"),
    );
    let scenario = "version 1\n0\tarena.map\t49\t49\t1\t1\t1\t1\t0\n";
    let scenario = folder.file("arena.map.scen", scenario);
    let size = printed(run(&["show", &example("arena.map"), "--json"]));
    let size: serde_json::Value = serde_json::from_str(&size).expect("JSON");
    let (width, height) = (size["size"][0].to_string(), size["size"][1].to_string());
    let right = fs::read_to_string(&scenario).expect("written");
    let right = right.replace("49\t49", &format!("{width}\t{height}"));
    fs::write(&scenario, right).expect("written");
    fits("scenario", &answered(run(&["scen", &scenario, "--json"])));
}

#[test]
fn an_answer_that_does_not_fit_would_be_found() {
    let wrong = std::panic::catch_unwind(|| fits("links", "{\"links\":[{\"kind\":\"rope\"}]}"));
    assert!(wrong.is_err());
}
