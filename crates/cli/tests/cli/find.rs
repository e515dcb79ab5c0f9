//! `deepway find`.

use super::*;
use serde_json::Value;

fn found(args: &[&str]) -> Value {
    let text = printed(run(&[&["find"], args, &["--json"]].concat()));
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn what_is_found_is_so() {
    let condition = "loops >= 2 and elevators >= 1 and boss.layer <= -2";
    let args = [
        "sectors", "--where", condition, "--limit", "5", "--rooms", "12",
    ];
    let answer = found(&args);
    let all = answer["found"].as_array().expect("a list");
    assert_eq!(all.len(), 5);
    for one in all {
        let command = one["command"].as_str().expect("a command");
        let mut words: Vec<&str> = command.split_whitespace().skip(1).collect();
        words.push("--json");
        let sector: Value = serde_json::from_str(&printed(run(&words))).expect("JSON");
        let list = |name: &str| sector[name].as_array().expect(name).clone();
        let (rooms, exits, connections) = (list("rooms"), list("exits"), list("connections"));
        let loops = exits.len() / 2 + connections.len() + 1 - rooms.len();
        assert_eq!(one["values"]["loops"], loops);
        assert!(loops >= 2);
        let boss = rooms
            .iter()
            .find(|room| room["node"] == "boss")
            .expect("a boss");
        assert_eq!(one["values"]["boss.layer"], boss["position"]["z"]);
        let is_elevator = |it: &&Value| it["kind"] == "elevator" || it["underlying"] == "elevator";
        let elevators = connections.iter().filter(is_elevator).count();
        assert_eq!(one["values"]["elevators"], elevators);
    }
}

#[test]
fn the_answer_does_not_depend_on_the_threads() {
    for args in [
        &[
            "sectors",
            "--where",
            "shafts >= 1 and blocked > 0",
            "--limit",
            "7",
        ][..],
        &[
            "mazes",
            "--where",
            "dead_ends > 75",
            "--seeds",
            "300",
            "--limit",
            "3",
        ],
        &[
            "zones",
            "--world",
            "7",
            "--where",
            "liquid.lava > 20 or creatures > 9",
            "--sample",
            "400",
        ],
    ] {
        let one = printed(run(&[&["find"], args, &["--threads", "1"]].concat()));
        for threads in ["2", "5"] {
            let more = printed(run(&[&["find"], args, &["--threads", threads]].concat()));
            assert_eq!(one, more, "{args:?}");
        }
    }
}

#[test]
fn nothing_found_is_a_no() {
    let output = run(&["find", "sectors", "--where", "rooms > 100", "--seeds", "50"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "No sector of 50 looked at satisfies rooms > 100.\n"
    );
    let output = run(&[
        "find",
        "mazes",
        "--where",
        "doors < 1",
        "--seeds",
        "5",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["looked"], 5);
}

#[test]
fn bad_expressions_are_refused_with_their_column() {
    let said = |condition: &str| refused(&run(&["find", "sectors", "--where", condition]));
    for (condition, expected) in [
        (
            "loop >= 2",
            "--where, column 1: there is no property \"loop\": did you mean loops?",
        ),
        (
            "loops >= \"a\"",
            "--where, column 10: \"a\" is a text: >= takes numbers",
        ),
        (
            "loops >=",
            "--where, column 9: found the end: expected a property",
        ),
        (
            "biome == 'nifelheim'",
            "--where, column 10: biome is never \"nifelheim\": did you mean niflheim?",
        ),
        (
            "rooms / (loops - loops) > 1",
            "--where, sector 0: column 7: division by zero",
        ),
        ("", "--where, column 1: found the end"),
        ("loops\n> 'x'", "--where, column 9: \"x\" is a text"),
    ] {
        let found = said(condition);
        assert!(found.starts_with(expected), "{found}");
    }
    let deep = "(".repeat(5000);
    assert!(said(&deep).contains("within each other"));
    // As long as a single argument may be.
    let long = "loops > 1 and ".repeat(9000);
    assert!(said(&long).contains("an expression of 126000 bytes: expected at most 10000"));
}

#[test]
fn bad_use_of_find_is_refused() {
    for (args, expected) in [
        (&["sectors"][..], "--where <EXPRESSION>"),
        (
            &["sectors", "--where", "loops > 1", "--limit", "0"],
            "expected 1 to 100000",
        ),
        (
            &["sectors", "--where", "loops > 1", "--sheet", "x.gif"],
            "--sheet x.gif: expected a name that ends in .svg or .png",
        ),
        (
            &["sectors", "--where", "loops > 1", "--theme", "light"],
            "expected --sheet FILE with it",
        ),
        (
            &[
                "sectors",
                "--where",
                "loops > 1",
                "--seeds",
                "0..18446744073709551615",
            ],
            "expected seeds up to 9223372036854775807",
        ),
        (
            &["mazes", "--where", "loops > 1"],
            "there is no property \"loops\"",
        ),
        (&["zones", "--where", "z > 1"], "--world <N|NAME>"),
        (
            &["zones", "--world", "7", "--where", "rock == 'basalt'"],
            "rock is never \"basalt\"",
        ),
        (
            &["zones", "--world", "7", "--where", "landmarks has 'castle'"],
            "landmarks is never \"castle\"",
        ),
        (
            &[
                "sectors",
                "--rooms",
                "5",
                "--locks",
                "99",
                "--where",
                "rooms > 0",
            ],
            "99 locks in 5 rooms: expected at most 1",
        ),
        (
            &[
                "sectors",
                "--rooms",
                "5",
                "--loops",
                "999",
                "--where",
                "rooms > 0",
            ],
            "999 loops in 5 rooms: expected at most 5",
        ),
    ] {
        let said = refused(&run(&[&["find"], args].concat()));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn properties_are_listed() {
    for (kind, property) in [("sectors", "boss.layer"), ("mazes", "dead_ends")] {
        let text = printed(run(&["find", kind, "--properties"]));
        assert!(text.contains(property), "{text}");
    }
    let text = printed(run(&["find", "zones", "--world", "7", "--properties"]));
    assert!(text.contains("liquid.lava"), "{text}");
    assert_eq!(printed(run(&["find", "zones", "--properties"])), text);
}

#[test]
fn a_sheet_has_a_picture_for_each() {
    let folder = Folder::new();
    let sheet = folder.path("sheet.svg");
    for args in [
        &["sectors", "--where", "secrets == 1"][..],
        &["mazes", "--where", "ladders == 3", "--seeds", "20"],
        &["zones", "--world", "7", "--where", "z == 10 and tier > 2"],
    ] {
        let rest = ["--limit", "3", "--sheet", &sheet, "--theme", "light"];
        let text = printed(run(&[&["find"], args, &rest].concat()));
        assert!(text.ends_with(&format!("wrote {sheet}\n")), "{text}");
        let svg = fs::read_to_string(&sheet).expect("written");
        let key = if args[0] == "zones" { ">id " } else { ">seed " };
        assert_eq!(svg.matches(key).count(), 3, "{args:?}");
    }
}
