//! `deepway path`, `deepway scen` and `deepway check`.

use super::*;
use serde_json::{Value, json};

const LOOP: &str = "floor:0\nL.#.L\nfloor:1\nL...L\n";

pub(super) fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_path_is_drawn_on_its_levels() {
    let output = run_with(
        &["path", "-", "--from", "1,0,0", "--to", "3,0,0"],
        LOOP.as_bytes(),
    );
    assert_eq!(
        printed(output),
        "  level 0\n  0\n0 LA#GL\n\n  level 1\n  0\n0 L***L\n\n\
         A start   G goal   * path\n# wall   . floor   L ladder\n\n\
         path from 1,0,0 to 3,0,0: length 8.00, 8 steps, 2 links\n  \
         up   ladder    0,0,0 – 0,0,1\n  \
         down ladder    4,0,1 – 4,0,0\n\
         found by jps, 6 nodes expanded\n"
    );
}

#[test]
fn every_algorithm_prints_the_documented_json() {
    for algorithm in ["auto", "astar", "jps", "jps-plus", "hpa", "graph"] {
        let args = [
            "path",
            "-",
            "--from",
            "0,0,0",
            "--to",
            "1,1,0",
            "--json",
            "--algorithm",
            algorithm,
        ];
        let eight = json_of(&run_with(&args, b"floor:0\n..\n..\n"));
        assert_eq!(
            eight,
            json!({"from":[0,0,0],"to":[1,1,0],"found":true,"length":std::f64::consts::SQRT_2,"path":[[0,0,0],[1,1,0]]})
        );
        let four = json_of(&run_with(
            &[&args[..], &["--moves", "4"]].concat(),
            b"floor:0\n..\n..\n",
        ));
        assert_eq!(four["length"], 2.0);
    }
}

#[test]
fn an_avoided_material_is_walked_around() {
    let map = b"floor:0\n.....\n.#.#.\n.~~~.\npaint:0\n\n\n.sss.\nkey s slime\n";
    let length = |more: &[&str]| {
        let ends = ["--from", "0,2,0", "--to", "4,2,0", "--moves", "4", "--json"];
        let args = [&["path", "-"], &ends[..], more].concat();
        json_of(&run_with(&args, map))["length"].clone()
    };
    assert_eq!(length(&[]), 4.0);
    assert_eq!(length(&["--avoid", "slime=1"]), 4.0);
    assert_eq!(length(&["--avoid", "slime=2"]), 8.0);
    assert_eq!(length(&["--avoid", "slime", "--algorithm", "jps"]), 8.0);
    for (avoid, error) in [
        (
            "slmie",
            "there is no such material: expected a name from the map",
        ),
        (
            "slime=much",
            "is not a number of steps: expected 0 to 65535, as in slime=5",
        ),
        (
            "slime=65536",
            "slime weighs 65536 straight steps: expected 0 to 65535, or closed",
        ),
    ] {
        let args = [
            "path", "-", "--from", "0,0,0", "--to", "4,2,0", "--avoid", avoid,
        ];
        let output = run_with(&args, map);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(error) && told.lines().count() == 1, "{told}");
    }
    let sound = run_with(&["check", "-", "--avoid", "slime"], map);
    assert_eq!(sound.status.code(), Some(0), "closed cells are no pocket");
    let closed = run_with(&["check", "-", "--avoid", "slime", "--from", "2,2,0"], map);
    assert_eq!(closed.status.code(), Some(2));
}

#[test]
fn no_path_is_an_answer_with_a_reason() {
    for (map, from, to, reason) in [
        (
            "floor:0\n.#.\n",
            "0,0,0",
            "2,0,0",
            "start and goal are not connected",
        ),
        (
            "floor:0\n.#.\n",
            "0,0,0",
            "1,0,0",
            "the goal 1,0,0 is not walkable: it is wall",
        ),
        (
            "floor:0\n..\nfloor:1\n.o\n",
            "0,0,0",
            "0,0,1",
            "the goal is reached only against a one-way link: 1,0,1 leads to 1,0,0, not back",
        ),
    ] {
        let text = run_with(&["path", "-", "--from", from, "--to", to], map.as_bytes());
        assert_eq!(text.status.code(), Some(1));
        assert!(
            String::from_utf8_lossy(&text.stdout).ends_with(&format!(": {reason}\n")),
            "{text:?}"
        );
        let output = run_with(
            &["path", "-", "--from", from, "--to", to, "--json"],
            map.as_bytes(),
        );
        assert_eq!(output.status.code(), Some(1));
        let json = json_of(&output);
        assert_eq!(
            (&json["found"], &json["reason"]),
            (&json!(false), &json!(reason))
        );
    }
}

#[test]
fn queries_are_answered_in_order_with_edits_between() {
    let folder = Folder::new();
    let map = folder.file("map", "floor:0\n.#.\n");
    let queries = folder.file("queries", "; from to\n0 0 0 2 0 0 99 extra\n\nset 1 0 0 .\n0 0 0 2 0 0\nset 1 0 0\n0 0 0 2 0 0\n0 0 0 0 0 0\n");
    let text = printed(run(&["path", &map, "--queries", &queries]));
    let found: Vec<(bool, Option<f64>)> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|json| (json["found"] == true, json["length"].as_f64()))
        .collect();
    assert_eq!(
        found,
        [
            (false, None),
            (true, Some(2.0)),
            (false, None),
            (true, Some(0.0))
        ]
    );
}

#[test]
fn bad_queries_are_refused_before_any_is_answered() {
    let folder = Folder::new();
    let map = folder.file("map", "floor:0\n...\n");
    for (line, said) in [
        (
            "0 0 0 2 0",
            "expected two places, 'x y z x y z' or 'set x y z GLYPH', found '0 0 0 2 0'",
        ),
        (
            "a b c d e f",
            "a: not a place in this map: expected x,y,z, such as 12,7,0, or the name of a label, a spawn or a marker",
        ),
        (
            "set 1 0 0 ?",
            "unknown glyph '?': expected one of  #%=I&M*TdbHABC!uV|QZ/Y.+~S_h-L<>XOoE^v{}",
        ),
        (
            "set 1 0 0 #foo",
            "expected 'set x y z GLYPH', found 'set 1 0 0 #foo'",
        ),
        (
            "set 9 0 0 .",
            "9,0,0 is outside the map, which is 3 × 1 × 1",
        ),
        ("set 1 0 .", "expected 'set x y z GLYPH', found 'set 1 0 .'"),
    ] {
        let queries = folder.file("queries", format!("0 0 0 2 0 0\n{line}\n"));
        assert_eq!(
            refused(&run(&["path", &map, "--queries", &queries])),
            format!("{queries}:2: {said}")
        );
    }
    assert!(refused(&run(&["path", &map])).contains("--from <PLACE>"));
    assert!(
        refused(&run(&["path", &map, "--from", "1,2", "--to", "0,0,0"]))
            .contains("expected x,y,z, such as 12,7,0")
    );
}

#[test]
fn rules_change_paths() {
    let map = "floor:0\n.<\nfloor:1\n.>\n";
    let down = ["path", "-", "--from", "0,0,1", "--to", "0,0,0"];
    assert_eq!(run_with(&down, map.as_bytes()).status.code(), Some(1));
    assert_eq!(
        run_with(
            &[&down[..], &["--stairs", "paired"]].concat(),
            map.as_bytes()
        )
        .status
        .code(),
        Some(0)
    );
    let shaft = "floor:0\n.O\nfloor:1\n.O\n";
    let up = ["path", "-", "--from", "0,0,0", "--to", "0,0,1"];
    assert_eq!(run_with(&up, shaft.as_bytes()).status.code(), Some(0));
    assert_eq!(
        run_with(&[&up[..], &["--gravity"]].concat(), shaft.as_bytes())
            .status
            .code(),
        Some(1)
    );
}

#[test]
fn a_path_can_be_a_picture() {
    let folder = Folder::new();
    let (svg, png) = (folder.path("way.svg"), folder.path("way.png"));
    let args = [
        "path",
        &watchtower(),
        "--from",
        "20,16,3",
        "--to",
        "18,8,6",
        "--svg",
        &svg,
        "--png",
        &png,
    ];
    let said = printed(run(&args));
    assert_eq!(said, format!("wrote {svg}\nwrote {png}\n"));
    assert!(
        fs::read_to_string(&svg)
            .expect("an SVG")
            .contains("#ff4fa3")
    );
    assert!(fs::read(&png).expect("a PNG").starts_with(b"\x89PNG"));
}

#[test]
fn pictures_of_paths_are_as_careful_as_others() {
    let ends = ["--from", "1,0,0", "--to", "3,0,0"];
    let with =
        |more: &[&str]| run_with(&[&["path", "-"][..], &ends, more].concat(), LOOP.as_bytes());
    assert!(refused(&with(&["--json", "--svg", "-"])).starts_with("only one of"));
    assert!(refused(&with(&["--svg", "same", "--png", "same"])).contains("same file"));
    assert!(refused(&with(&["--png", "a.svg"])).contains("expected --svg"));
    assert!(printed(with(&["--svg", "-"])).starts_with("<svg "));
    // Without a path there is no picture, and the reason is told.
    let none = run_with(
        &[
            "path", "-", "--from", "0,0,0", "--to", "2,0,0", "--svg", "-",
        ],
        b"floor:0\n.#.\n",
    );
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stdout).contains("not connected"));
}

#[test]
fn a_scenario_is_replayed_and_compared() {
    let folder = Folder::new();
    folder.file(
        "a.map",
        "type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n",
    );
    let good = "version 1\n0\ta.map\t3\t3\t0\t0\t2\t2\t4\n0 a.map 3 3 0 0 2 0 2.0\n";
    let scen = folder.file("a.map.scen", good);
    let text = printed(run(&["scen", &scen, "--algorithm", "hpa"]));
    assert!(text.contains("2 queries by hpa, 0 without a path or shorter than the optimum\nlonger than the optimum: mean 0.00 %"));
    for algorithm in ["astar", "jps", "jps-plus", "graph"] {
        let text = printed(run(&["scen", &scen, "--algorithm", algorithm]));
        assert!(
            text.contains(&format!("2 queries by {algorithm}, 0 off the optimum")),
            "{text}"
        );
    }
    let wrong = folder.file("b.scen", good.replace("2.0", "2.5"));
    let output = run(&["scen", &wrong, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json_of(&output)["failures"], 1);
    let elsewhere = folder.file("c.scen", good.replace("a.map", "maps/missing.map"));
    assert!(refused(&run(&["scen", &elsewhere])).starts_with("no map beside the scenario"));
    let other = folder.file("other.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
    assert!(
        refused(&run(&["scen", &scen, "--map", &other]))
            .ends_with("expected 3 × 3, as the scenario says")
    );
}

#[test]
fn check_finds_what_a_level_designer_wants_to_know() {
    let map =
        "floor:0\n.....#.\n..X.^#.\n##.####\nfloor:1\n.o  ##\n.   ##\nfloor:2\n      \n..    \n";
    let output = run_with(&["check", "-"], map.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    let findings: Vec<&str> = text
        .lines()
        .map(|line| line.trim_start_matches("standard input: "))
        .collect();
    assert_eq!(
        findings,
        [
            "error: NoPartner: 2,1,0: stairs up and down has no partner above or below",
            "error: RampToNowhere: 4,1,0: ramp entered from the north leads nowhere: above it is wall",
            "error: Pocket: 6,0,0: 2 cells that cannot be reached",
            "error: Pocket: 0,0,1: 3 cells that cannot be reached",
            "error: Pocket: 0,1,2: 2 cells that cannot be reached",
            "not sound: 5 findings, checked from 0,0,0",
        ]
    );
    let json = json_of(&run_with(
        &["check", "-", "--from", "0,0,1", "--json"],
        map.as_bytes(),
    ));
    let kinds: Vec<&str> = json["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|f| f["rule"].as_str())
        .collect();
    assert_eq!(
        kinds,
        ["NoPartner", "RampToNowhere", "Pocket", "Pocket", "Trap"]
    );
    assert_eq!(
        (&json["kind"], &json["sound"]),
        (&"map".into(), &false.into())
    );
    assert_eq!(json["from"], serde_json::json!([0, 0, 1]));
    assert_eq!(
        json["findings"][0]["subjects"][0]["cell"],
        serde_json::json!([2, 1, 0])
    );
    printed(run(&["check", &watchtower()]));
    let said = refused(&run_with(
        &["check", "-", "--from", "5,0,0"],
        map.as_bytes(),
    ));
    assert_eq!(said, "--from 5,0,0: nobody can stand there: it is wall");
}

#[test]
fn places_have_names_and_paths_pass_rooms() {
    let folder = Folder::new();
    let make = |name: &str, args: &[&str]| {
        let made = run(&[&["generate"], args, &["--json"]].concat());
        folder.file(name, printed(made))
    };
    let sector = make(
        "sector.json",
        &[
            "sector", "--seed", "43", "--rooms", "14", "--trend", "mixed",
        ],
    );
    let ends = ["--from", "r0", "--to", "r4"];
    let path = [&["path", &sector], &ends[..]].concat();
    let found = printed(run(&path));
    assert!(found.contains("\n  rooms r0 → r1 → r2 → r3 → r4\n"));
    let length = found.split(": length ").nth(1);
    let length = length.and_then(|rest| rest.split(',').next());
    let length = length.expect("a length");
    let json = printed(run(&[&path[..], &["--json"]].concat()));
    let rooms = "\"rooms\":[\"r0\",\"r1\",\"r2\",\"r3\",\"r4\"]";
    assert!(json.contains(rooms), "{json}");
    let svg = printed(run(&[&path[..], &["--svg", "-"]].concat()));
    assert!(
        svg.contains(", sector 43<") && svg.contains(">path<") && svg.contains(">Ground Level<")
    );
    // As a text map, the same rooms are found by their labels.
    let map = folder.path("map.txt");
    printed(run(&["convert", &sector, &map]));
    let found = printed(run(&[&["path", &map], &ends[..]].concat()));
    assert!(found.contains(&format!(": length {length}, ")), "{found}");
    let maze = make("maze.json", &["maze", "--seed", "7"]);
    let json = printed(run(&[
        "path", &maze, "--from", "1:15:16", "--to", "3:18:9", "--json",
    ]));
    assert!(
        json.contains("\"from_place\":\"1:15:16\",\"to_place\":\"3:18:9\""),
        "{json}"
    );
    assert!(printed(run(&["links", &maze, "--json"])).contains("\"low_place\":\"2:22:0\""));
    let sheet = printed(run(&["look", &maze, "--sheet", "--svg", "-"]));
    assert!(sheet.contains(">1:") && !sheet.contains(">1,"));
    let queries = folder.file("queries", "1 15 16 3 18 9\n");
    let said = refused(&run(&["path", &maze, "--queries", &queries]));
    assert!(
        said.contains(":1: expected two places, such as '1:15:16 3:18:9'"),
        "{said}"
    );
}

#[test]
fn a_spawn_and_labels_are_places() {
    let map = "......\n@ 1,0,0 spawn start\n@ 4,0,0 label \"Guard room\"\n@ 5,0,0 marker twin\n@ 3,0,0 marker twin\n";
    let path = |from: &str| {
        run_with(
            &["path", "-", "--from", from, "--to", "start"],
            map.as_bytes(),
        )
    };
    let drawn = printed(path("Guard room"));
    assert!(drawn.contains("0 .G**Am"), "{drawn}");
    assert!(drawn.contains("path from 4,0,0 to 1,0,0: "), "{drawn}");
    assert!(refused(&path("twin")).contains("twin: several places: expected 5,0,0 or 3,0,0"));
    assert!(refused(&path("nobody")).contains("or the name of a label, a spawn or a marker"));
    let checked = printed(run_with(&["check", "-"], map.as_bytes()));
    assert!(
        checked.ends_with("sound: 0 findings, checked from the spawn at 1,0,0\n"),
        "{checked}"
    );
    let stairs = b"floor:0\n..<\nfloor:1\n..>\n";
    let none = run_with(&["path", "-", "--from", "0,0,1", "--to", "0,0,0"], stairs);
    let said = String::from_utf8_lossy(&none.stdout).into_owned();
    assert!(
        said.ends_with("; with --stairs paired, < below > leads both ways\n"),
        "{said}"
    );
}

#[test]
fn a_place_outside_the_world_is_bad_input() {
    for (ends, said) in [
        (["-1,0,0", "2,0,0"], "the start -1,0,0 is outside the map"),
        (["0,0,0", "9,0,0"], "the goal 9,0,0 is outside the map"),
    ] {
        for json in [&[][..], &["--json"]] {
            let args = [&["path", "-", "--from", ends[0], "--to", ends[1]], json].concat();
            let found = refused(&run_with(&args, b"floor:0\n...\n"));
            assert!(found.starts_with(said), "{found}");
        }
    }
}

#[test]
fn a_table_has_the_distances_between_all_places() {
    let folder = Folder::new();
    let map = folder.file("a.txt", "floor:0\n..#.\n");
    let places = folder.file("places", "; two and one\n0,0,0\nfrom 1,0,0\nto 3,0,0\n");
    for algorithm in ["auto", "graph", "astar"] {
        let args = ["path", &map, "--table", &places, "--algorithm", algorithm];
        let text = printed(run(&args));
        assert_eq!(text, "from\t0,0,0\t3,0,0\n0,0,0\t0.00\t-\n1,0,0\t1.00\t-\n");
        let json = json_of(&run(&[&args[..], &["--json"]].concat()));
        assert_eq!(
            json,
            json!({"from":["0,0,0","1,0,0"],"to":["0,0,0","3,0,0"],"costs":[[0.0,null],[1.0,null]]})
        );
    }
    let outside = folder.file("outside", "0,0,0\n9,0,0\n");
    let message = refused(&run(&["path", &map, "--table", &outside]));
    assert!(
        message.contains("outside:2: 9,0,0 is outside the map"),
        "{message}"
    );
    let empty = folder.file("empty", "; nothing\n");
    let message = refused(&run(&["path", &map, "--table", &empty]));
    assert!(
        message.contains("expected a place on each line"),
        "{message}"
    );
}

#[test]
fn an_index_is_kept_and_taken_only_for_its_map() {
    let folder = Folder::new();
    let map = folder.file("a.txt", "floor:0\n...\n.#.\n...\n");
    let other = folder.file("b.txt", "floor:0\n...\n..#\n...\n");
    let index = folder.file("a.index", "");
    fs::remove_file(&index).unwrap();
    let find = |map: &str| {
        let ends = ["--from", "0,0,0", "--to", "2,2,0"];
        run(&[&["path", map, "--index", &index, "--explain"][..], &ends].concat())
    };
    let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let made = find(&map);
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    assert!(
        said(&made).starts_with("graph: it is made"),
        "{}",
        said(&made)
    );
    assert!(
        said(&made).contains("; it answers by labels\n"),
        "{}",
        said(&made)
    );
    let kept = fs::read(&index).unwrap();
    assert!(!said(&find(&map)).contains("made again"));
    assert_eq!(fs::read(&index).unwrap(), kept);
    let elsewhere = find(&other);
    assert!(said(&elsewhere).contains("another map or other rules; it is made again"));
    assert_eq!(elsewhere.status.code(), Some(0));
    let mut flipped = kept.clone();
    flipped[kept.len() / 2] ^= 4;
    for (bytes, message) in [
        (&kept[..kept.len() - 3], "damaged"),
        (&flipped[..], "damaged"),
        (
            &b"DWGRAPH0 and more"[..],
            "not a saved index of this version",
        ),
        (&[][..], "not a saved index;"),
    ] {
        fs::write(&index, bytes).unwrap();
        let again = find(&map);
        assert!(said(&again).contains(message), "{}", said(&again));
        assert_eq!(fs::read(&index).unwrap(), kept);
    }
    let notes = folder.file("notes.txt", "something else");
    let ends = ["--from", "0,0,0", "--to", "2,2,0"];
    let taken = run(&[&["path", &map, "--index", &notes][..], &ends].concat());
    let problem = refused(&taken);
    assert!(
        problem.ends_with("notes.txt is not a saved index: expected one, or a new file"),
        "{problem}"
    );
    assert_eq!(fs::read(&notes).unwrap(), b"something else");
    let wrong = run(&[
        "path",
        &map,
        "--index",
        &index,
        "--algorithm",
        "jps",
        "--from",
        "0,0,0",
        "--to",
        "2,2,0",
    ]);
    assert!(refused(&wrong).starts_with("--index keeps what graph needs"));
}
