//! What is refused, with one line and exit code 2, though it once was not.

use super::*;
use serde_json::{Value, json};

/// A generated world that a change has made contradict itself.
fn broken(folder: &Folder, make: &[&str], change: impl Fn(&mut Value)) -> String {
    let made = printed(run(
        &[&["generate"], make, &["--seed", "7", "--json"]].concat()
    ));
    let mut world: Value = serde_json::from_str(&made).expect("JSON");
    change(&mut world);
    folder.file("broken.json", world.to_string())
}

#[test]
fn a_graph_with_a_name_that_no_sector_can_have_is_refused() {
    let folder = Folder::new();
    for name in [String::new(), "x".repeat(70_000), "a\u{7}b".to_owned()] {
        let graph = json!({"rooms": [{"name": name}], "edges": []});
        let file = folder.file("graph.json", graph.to_string());
        let said = refused(&run(&["generate", "sector", "--graph", &file]));
        assert!(
            said.contains("rooms[0].name: expected 1 to 100 characters"),
            "{said}"
        );
    }
}

#[test]
fn wishes_that_contradict_each_other_are_named_and_no_others() {
    let folder = Folder::new();
    let edges = json!([[0, 1], [1, 2], [2, 3]]);
    for (rooms, expected) in [
        (
            json!([{}, {"above": "r2"}, {"above": "r1"}, {"layer": 2}]),
            "these wishes contradict each other: ",
        ),
        (
            json!([{}, {"layer": 3}, {"above": 1}, {"below": "r0"}]),
            "these wishes contradict each other: r1 on layer 3, r2 above r1",
        ),
        (
            json!([{"layer": 1}, {}, {}, {}]),
            "a wish that cannot be met: r0 on layer 1",
        ),
        (json!([{}, {"above": "r9"}, {}, {}]), "there is no room r9"),
        (
            json!([{}, {"above": "x"}, {}, {}]),
            "rooms[1].above: \"x\": expected a room, such as r3",
        ),
        (
            json!([{}, {"layer": 4}, {}, {}]),
            "rooms[1].layer: 4: expected -3 to 3",
        ),
    ] {
        let graph = json!({"rooms": rooms, "edges": edges});
        let file = folder.file("graph.json", graph.to_string());
        let said = refused(&run(&["generate", "sector", "--graph", &file]));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn locks_that_cannot_be_opened_are_refused() {
    let folder = Folder::new();
    for (locks, expected) in [
        (
            json!([{"edges": [[0, 1]], "key": 2}]),
            "lock 0: its key lies in r2",
        ),
        (
            json!([{"edges": [[0, 1]], "key": 3}, {"edges": [[0, 3]], "key": 1}]),
            "lock 0: its key lies in r3",
        ),
        (
            json!([{"edges": [[1, 3]], "key": 0}]),
            "there is no edge 1 3",
        ),
        (json!([{"edges": [], "key": 0}]), "lock 0: it locks no edge"),
    ] {
        let graph = json!({"rooms": 4, "edges": [[0, 1], [1, 2], [0, 3]], "locks": locks});
        let file = folder.file("graph.json", graph.to_string());
        let said = refused(&run(&["generate", "sector", "--graph", &file]));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn very_many_findings_are_counted_and_only_the_first_listed() {
    let folder = Folder::new();
    let map = folder.file("find.txt", format!("{}\n", "X".repeat(4000)).repeat(300));
    let output = run(&["check", &map]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.contains(": NoPartner: 1,190,000 findings more, which are only counted\n"),
        "{text}"
    );
    assert!(text.contains(": not sound: 1,200,000 findings, "), "{text}");
    let output = run(&["check", &map, "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(10_000));
    assert_eq!(report["more"], json!({"NoPartner": 1_190_000}));
}

#[test]
fn worlds_that_contradict_themselves_are_neither_asked_nor_converted() {
    let folder = Folder::new();
    let apart = broken(&folder, &["maze"], |maze| {
        let row = maze["levels"][0]["rows"][0].as_str().expect("a row");
        let rock = row.find('#').expect("rock");
        maze["features"][0]["upper_level"] = 1.into();
        maze["features"][0]["row"] = 0.into();
        maze["features"][0]["col"] = rock.into();
    });
    let said = refused(&run(&["convert", &apart, &folder.path("out.json")]));
    assert!(said.contains("not sound: error: FeatureInRock"), "{said}");
    let heap = broken(&folder, &["sector"], |sector| {
        for room in sector["rooms"].as_array_mut().expect("rooms") {
            room["position"]["x"] = 0.into();
            room["position"]["y"] = 0.into();
        }
    });
    let question = ["query", &heap, "position", "r0"];
    for args in [&question[..], &["convert", &heap, "-", "--to", "json"]] {
        let said = refused(&run(args));
        assert!(said.contains("not sound: critical: Overlap"), "{said}");
    }
    let filled = broken(&folder, &["sector", "--cells"], |sector| {
        for row in sector["cells"]["levels"][0]["rows"]
            .as_array_mut()
            .expect("rows")
        {
            *row = row.as_str().expect("a row").replace('.', "#").into();
        }
    });
    let said = refused(&run(&["query", &filled, "position", "r0"]));
    assert!(said.contains("cells: error: "), "{said}");
}

#[test]
fn a_saved_expedition_is_not_converted_without_its_character() {
    let folder = Folder::new();
    let sector = broken(&folder, &["sector"], |_| {});
    let saved = folder.path("saved.json");
    let walk = [
        "traverse",
        &sector,
        "--seed",
        "1",
        "--save-as",
        &saved,
        "look",
    ];
    printed(run(&walk));
    let said = refused(&run(&["convert", &saved, &folder.path("out.json")]));
    assert!(said.contains("is a saved expedition"), "{said}");
    printed(run(&["convert", &saved, &folder.path("out.txt")]));
}

#[test]
fn an_error_after_a_random_seed_is_the_only_line() {
    let folder = Folder::new();
    let sector = broken(&folder, &["sector"], |_| {});

    for args in [
        &["traverse", &sector, "look", "fly"][..],
        &["traverse", &sector, "look", "--save-as", "/dev/full"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let output = run(&["traverse", &sector, "look"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("again: --seed "));
}

#[test]
fn a_command_without_its_subcommand_names_them_in_a_line() {
    for (command, said) in [
        (
            "generate",
            "generate needs more: expected generate and one of sector, maze",
        ),
        (
            "survey",
            "survey needs more: expected survey and one of sectors, ",
        ),
        (
            "query",
            "query needs more: expected query SECTOR and one of position, above, ",
        ),
    ] {
        let found = refused(&run(&[command]));
        assert!(found.starts_with(said), "{found}");
    }
}

#[test]
fn a_material_is_avoided_once_and_by_its_whole_name() {
    let map = b"floor:0\n...\npaint:0\nab\nkey a slime\nkey b x=y\nkey c unused\n";
    let path = ["path", "-", "--from", "0,0,0", "--to", "2,0,0", "--avoid"];
    let twice = [&path[..], &["slime", "--avoid", "slime=5"]].concat();
    let said = refused(&run_with(&twice, map));
    assert_eq!(
        said,
        "--avoid slime is there twice: expected each material once"
    );
    let closed = run_with(&[&path[..], &["x=y"]].concat(), map);
    assert_eq!(closed.status.code(), Some(1), "{closed:?}");
    printed(run_with(&[&path[..], &["x=y=5"]].concat(), map));
    printed(run_with(&[&path[..], &["unused"]].concat(), map));
    let said = refused(&run_with(&[&path[..], &["slime=much"]].concat(), map));
    assert!(
        said.contains("expected 0 to 65535, as in slime=5"),
        "{said}"
    );
}

#[test]
fn names_cannot_turn_the_direction_of_a_line() {
    let map = "floor:0\n...\npaint:0\na\nkey a go\u{202E}o\n@ 1,0,0 label \"na\u{2067}me\"\n";
    let shown = printed(run_with(&["show", "-"], map.as_bytes()));
    assert!(shown.contains("go o") && shown.contains("na me"), "{shown}");
    let said = refused(&run(&["show", "no\u{200F}where"]));
    assert!(said.contains("no\\u{200f}where"), "{said}");
}

#[test]
fn unknown_and_doubled_keys_and_endless_lists_are_refused_in_json_maps() {
    let rows = "\"\",".repeat(10_000);
    for (map, said) in [
        (
            r#""levels":[{"level":0,"rows":["."],"hue":1}]"#,
            "unknown key `hue`",
        ),
        (
            r#""levels":[{"level":0,"rows":["."]}],"hue":1"#,
            "unknown key `hue`",
        ),
        (
            r#""levels":[{"level":0,"rows":["."]}],"keys":{"a":"mud","a":"goo"}"#,
            "the key 'a' is there twice",
        ),
        (
            r#""levels":[{"level":0,"rows":["."]}],"things":[{"place":[0,0,0],"kind":"item","properties":{"a":"1","a":"2"}}]"#,
            "the key \"a\" is there twice",
        ),
        (
            &format!(r#""levels":[{{"level":0,"rows":[{rows}"."]}}]"#),
            "expected a list of at most 4096",
        ),
    ] {
        let map = format!("{{\"kind\":\"map\",{map}}}");
        let found = refused(&run_with(&["show", "-"], map.as_bytes()));
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn negative_numbers_of_sectors_are_told_what_is_expected() {
    for (args, said) in [
        (["--locks", "-1"], "--locks <N>': expected 0 to "),
        (["--loops", "-1"], "--loops <N>': expected 0 to "),
        (["--rooms", "-1"], "expected 5 to 10000"),
        (["--verticality", "-1"], "expected 0 to 100"),
        (["--branching", "-1"], "expected 0 to 100"),
        (["--nth", "-1"], "--nth <N>': expected "),
        (["--piece", "-1,0"], "expected a column and a row"),
    ] {
        let found = refused(&run(&[&["generate", "sector"], &args[..]].concat()));
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn a_graph_of_ones_own_has_its_own_loops_and_locks() {
    let folder = Folder::new();
    let graph = folder.file("graph.txt", "2\n0 1\n");
    for option in ["--loops", "--locks"] {
        let args = ["generate", "sector", "--graph", &graph, option, "1"];
        let found = refused(&run(&args));
        assert!(
            found.contains("cannot be used with") && found.contains(option),
            "{found}"
        );
    }
}

#[test]
fn other_mistakes_name_their_place() {
    let tower = watchtower();
    let range = ["query", "x", "in-range", "0,0,0", "1.5"];
    let both = ["scen", "-", "--map", "-"];
    let scale = ["path", &tower, "--queries", "q", "--scale", "3"];
    for (args, said) in [
        (&range[..], "expected a whole number from 0 to 4294967295"),
        (&both, "the scenario and --map are both standard input"),
        (&scale, "--scale"),
    ] {
        let found = refused(&run(args));
        assert!(found.contains(said), "{found}");
    }
    let folder = Folder::new();
    let graph = r#"{"rooms":[{"archetype":"boss_arena"}],"edges":[]}"#;
    let graph = folder.file("graph.json", graph);
    let found = refused(&run(&["generate", "sector", "--graph", &graph]));
    assert!(
        found.contains("rooms[0].archetype: \"boss_arena\": expected entry_hall"),
        "{found}"
    );
}
