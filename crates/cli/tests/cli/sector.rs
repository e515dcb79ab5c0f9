//! Sectors from the command line.

use super::path::json_of;
use super::*;

#[test]
fn deepway_alone_draws_a_sound_sector() {
    let text = printed(run(&[]));
    for part in ["r0 START", "BOSS", "Ground Level", "Sound: ", "Try next:"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for rooms in ["7", "40"] {
        let make = || {
            printed(run(&[
                "generate", "sector", "--seed", "12345", "--rooms", rooms, "--json",
            ]))
        };
        assert_eq!(make(), make());
    }
}

#[test]
fn a_sector_is_kept_validated_and_asked() {
    let folder = Folder::new();
    let json = printed(run(&["generate", "sector", "--seed", "7", "--json"]));
    let sector = folder.file("sector.json", &json);
    let checked = printed(run(&["check", &sector]));
    assert!(
        checked.contains(": sound: 0 findings, every rule checked"),
        "{checked}"
    );
    assert_eq!(printed(run(&["validate", &sector])), checked);
    assert!(printed(run(&["query", &sector, "position", "r0"])).contains("(0,0,0)"));
    assert!(printed(run(&["query", &sector, "at-layer", "ground_level"])).starts_with("r0 "));
    assert!(
        printed(run(&["query", &sector, "in-range", "0,0,0", "0", "--json"])).contains("\"r0\"")
    );
    assert!(printed(run(&["query", &sector, "reachable-layers"])).contains("Ground Level"));
    let missing = refused(&run(&["query", &sector, "above", "r99"]));
    assert!(missing.starts_with("there is no room \"r99\""), "{missing}");

    let moved = json.replacen("\"position\":{\"x\":", "\"position\":{\"x\":1", 2);
    let broken = folder.file("broken.json", moved);
    let answer = run(&["validate", &broken]);
    assert_eq!(answer.status.code(), Some(1));
    let cut = folder.file("cut.json", &json[..json.len() / 2]);
    refused(&run(&["validate", &cut]));
}

#[test]
fn a_sector_that_contradicts_itself_is_found_and_not_played() {
    let folder = Folder::new();
    let json = printed(run(&["generate", "sector", "--seed", "7", "--json"]));
    let wrong = json.replacen("\"levels\":1", "\"levels\":3", 1);
    assert_ne!(wrong, json);
    let file = folder.file("wrong.json", wrong);
    let answer = run(&["check", &file]);
    assert_eq!(answer.status.code(), Some(1));
    let text = String::from_utf8(answer.stdout).expect("text");
    let line = ": error: ConnectionMismatch: c0: spans 3 layers: expected 1\n";
    assert!(text.contains(line), "{text}");
    assert!(text.contains(": not sound: 1 finding, "), "{text}");
    let report = json_of(&run(&["check", &file, "--json"]));
    assert_eq!(
        (&report["kind"], &report["sound"]),
        (&"sector".into(), &false.into())
    );
    assert_eq!(report["findings"][0]["rule"], "ConnectionMismatch");
    assert_eq!(report["findings"][0]["subjects"][0]["connection"], "c0");
    assert_eq!(report["issues"][0]["type"], "ConnectionMismatch");
    for command in [
        &["traverse", &file, "look"][..],
        &["show", &file],
        &["query", &file, "above", "r0"],
    ] {
        assert!(refused(&run(command)).contains(": not sound: error: ConnectionMismatch: "));
    }
}

#[test]
fn a_warning_is_told_and_does_no_harm() {
    let folder = Folder::new();
    let json = printed(run(&["generate", "sector", "--seed", "7", "--json"]));
    let wide = json.replacen("\"target_rooms\":7", "\"target_rooms\":70", 1);
    let file = folder.file("wide.json", wide);
    let text = printed(run(&["check", &file]));
    assert!(
        text.contains(": warning: TargetMissed: 7 rooms: expected 68 to 70\n"),
        "{text}"
    );
    assert!(text.contains(": sound: 1 finding, "), "{text}");
    printed(run(&["traverse", &file, "--seed", "1", "look"]));
}

#[test]
fn the_findings_of_a_broken_sector_are_logged() {
    let folder = Folder::new();
    let json = printed(run(&["generate", "sector", "--seed", "7", "--json"]));
    let mut sector: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for room in sector["rooms"].as_array_mut().expect("rooms") {
        room["position"]["x"] = 0.into();
    }
    let file = folder.file("heap.json", sector.to_string());
    let answer = run(&["-vvv", "check", &file]);
    assert_eq!(answer.status.code(), Some(1));
    let text = String::from_utf8(answer.stdout).expect("text");
    let log = String::from_utf8(answer.stderr).expect("text");
    let faults = text.lines().filter(|line| line.contains(": critical: "));
    assert!(faults.clone().count() > 0);
    assert_eq!(
        log.matches("severity=\"critical\"").count(),
        faults.count(),
        "{log}"
    );
}

#[test]
fn wishes_and_locks_of_ones_own_graph_are_kept() {
    let folder = Folder::new();
    let graph = r#"{"rooms":[{},{"layer":-2},{"above":"r0"},{"below":["r1"]},{}],
        "edges":[[0,1],[0,2],[1,3],[2,4]],"locks":[{"edges":[[1,0]],"key":"r4","name":"iron key"}]}"#;
    let file = folder.file("graph.json", graph);
    let made = printed(run(&[
        "generate", "sector", "--seed", "1", "--graph", &file, "--json",
    ]));
    let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
    let at =
        |room: usize, axis: usize| made["rooms"][room]["position"][["x", "y", "z"][axis]].as_i64();
    assert_eq!(at(1, 2), Some(-2));
    assert!(at(2, 2) > at(0, 2) && at(3, 2) < at(1, 2));
    assert_eq!([at(2, 0), at(2, 1)], [at(0, 0), at(0, 1)]);
    assert_eq!(made["locks"][0]["name"], "iron key");
}

#[test]
fn graphs_of_ones_own_are_laid_out() {
    let folder = Folder::new();
    // Not planar, and with a hub of nine.
    let mut edges: Vec<String> = (0..5)
        .flat_map(|a| (a + 1..5).map(move |b| format!("{a} {b}")))
        .collect();
    edges.extend((5..10).map(|room| format!("0 {room}")));
    let list = folder.file("list.txt", format!("10\n{}\n", edges.join("\n")));
    let json = printed(run(&[
        "generate", "sector", "--seed", "1", "--graph", &list, "--json",
    ]));
    assert!(
        json.contains("\"dropped_edges\":[]") && json.contains("\"issues\":[]"),
        "{json}"
    );
    let text = printed(run(&["survey", "graphs", &list]));
    assert!(text.contains("1 graph laid out, 0 not"), "{text}");
    for (content, said) in [
        ("", "not a graph"),
        ("2\n0 0\n", "a room cannot be joined to itself"),
        ("3\n0 1\n", "not connected"),
        ("{\"rooms\":2,\"edges\":[[0,1],[1,0]]}", "appears twice"),
        ("{\"rooms\":2", "the file ends too early"),
    ] {
        let bad = folder.file("bad", content);
        let found = refused(&run(&["generate", "sector", "--graph", &bad]));
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn a_sector_too_large_for_one_map_is_carved_in_pieces() {
    let folder = Folder::new();
    let edges: Vec<String> = (0..65)
        .flat_map(|a| (a + 1..65).map(move |b| format!("{a} {b}\n")))
        .collect();
    let graph = folder.file("all.txt", format!("65\n{}", edges.concat()));
    let generate = ["generate", "sector", "--graph", &graph, "--seed", "1"];
    let with = |more: &[&str]| run(&[&generate[..], more].concat());
    let whole = refused(&with(&["--cells"]));
    let (start, end) = whole
        .split_once(": expected --piece 0,0 to --piece ")
        .unwrap();
    assert!(
        start.starts_with("the sector is too large for one map: "),
        "{whole}"
    );
    let last = end.split_once(' ').unwrap().0;
    let map = folder.path("piece.txt");
    let written = with(&["--piece", last, "--text", &map]);
    assert_eq!(written.status.code(), Some(0), "{written:?}");
    assert!(printed(run(&["links", &map])).contains("stairs"));
    let outside = refused(&with(&["--cells", "--piece", "99,0"]));
    assert_eq!(
        outside.trim_end(),
        format!("--piece 99,0: the sector has the pieces 0,0 to {last}")
    );
    let alone = refused(&with(&["--piece", "0,0"]));
    assert!(
        alone.starts_with("--piece is for cells: expected --cells"),
        "{alone}"
    );
    let whole = printed(run(&["generate", "sector", "--seed", "7", "--text", "-"]));
    let piece = [
        "generate", "sector", "--seed", "7", "--piece", "0,0", "--text", "-",
    ];
    assert_eq!(
        printed(run(&piece)).contains("floor:0"),
        whole.contains("floor:0")
    );
}

#[test]
fn wrong_numbers_of_rooms_and_biomes_are_refused() {
    for rooms in ["0", "1", "4", "1000000", "-1", "x"] {
        let found = refused(&run(&["generate", "sector", "--rooms", rooms]));
        assert!(
            found.contains("5 to 10000") || found.contains("unexpected"),
            "{found}"
        );
    }
    let found = refused(&run(&["generate", "sector", "--biome", "swamp"]));
    assert!(found.contains("the_roots"), "{found}");
}

#[test]
fn a_survey_does_not_depend_on_threads() {
    let survey = |threads: &str| {
        printed(run(&[
            "survey",
            "sectors",
            "--seeds",
            "1..300",
            "--rooms",
            "12",
            "--json",
            "--threads",
            threads,
        ]))
    };
    let one = survey("1");
    assert!(one.contains("\"failed\":0"), "{one}");
    assert_eq!(one, survey("2"));
    refused(&run(&["survey", "sectors", "--seeds", "5..5"]));
}

#[test]
fn pictures_of_sectors_are_written() {
    let folder = Folder::new();
    let (svg, png) = (folder.path("s.svg"), folder.path("s.png"));
    printed(run(&[
        "generate", "sector", "--seed", "3", "--rooms", "20", "--svg", &svg, "--png", &png,
    ]));
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_saved_sector_is_shown_as_it_was_generated() {
    let folder = Folder::new();
    let options = ["generate", "sector", "--seed", "43", "--rooms", "14"];
    let json = printed(run(&[&options[..], &["--json"]].concat()));
    let file = folder.file("sector.json", &json);
    assert_eq!(printed(run(&["show", &file])), printed(run(&options)));
    assert_eq!(printed(run(&["show", &file, "--json"])), json);
    let pictures = [folder.path("a.svg"), folder.path("b.svg")];
    printed(run(&["show", &file, "--svg", &pictures[0]]));
    printed(run(&[&options[..], &["--svg", &pictures[1]]].concat()));
    let [shown, generated] = pictures.map(|path| fs::read_to_string(path).expect("a picture"));
    assert_eq!(shown, generated);
    for (option, said) in [
        (
            &["--ground", "0"][..],
            "expected --cells, --level or --side",
        ),
        (&["--gravity"][..], "expected --cells, --level or --side"),
        (
            &["--level", "9"][..],
            "9: not a level of this sector: expected ",
        ),
        (&["--tint", "role"][..], "--svg"),
    ] {
        let found = refused(&run(&[&["show", &file], option].concat()));
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn a_report_on_very_many_faults_stays_readable() {
    let folder = Folder::new();
    let json = printed(run(&[
        "generate", "sector", "--seed", "1", "--rooms", "300", "--json",
    ]));
    // Every room at the same place.
    let mut sector: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for room in sector["rooms"].as_array_mut().expect("rooms") {
        room["position"]["x"] = 0.into();
        room["position"]["y"] = 0.into();
    }
    let file = folder.file("heap.json", sector.to_string());
    let output = run(&["validate", &file]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.lines().count() <= 102, "{text}");
    assert!(text.contains("more; --json lists all"), "{text}");
}

#[test]
fn a_file_without_a_graph_is_bad_input() {
    let folder = Folder::new();
    for content in ["", "; nothing\n", "junk\n", "{\"rooms\":0}"] {
        let file = folder.file("graphs.txt", content);
        let said = refused(&run(&["survey", "graphs", &file]));
        assert!(said.contains("graphs.txt"), "{said}");
    }
}

#[test]
fn a_list_of_layers_says_what_is_locked() {
    let args = ["generate", "sector", "--seed", "43", "--rooms", "20"];
    let more = ["--locks", "2", "--layout3d"];
    let text = printed(run(&[&args[..], &more].concat()));
    for lock in ["k0", "k1"] {
        let locked = format!(", locked, {lock}\n");
        let key = format!("\n{lock}: The ");
        assert!(text.contains(&locked) && text.contains(&key), "{text}");
    }
}
