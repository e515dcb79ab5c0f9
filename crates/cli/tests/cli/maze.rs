//! Mazes from the command line.

use super::path::json_of;
use super::*;

#[test]
fn a_maze_is_kept_shown_checked_and_crossed() {
    let folder = Folder::new();
    let text = printed(run(&["generate", "maze", "--seed", "7"]));
    assert!(
        text.contains("Level 5") && text.contains("Sound: "),
        "{text}"
    );
    let json = printed(run(&["generate", "maze", "--seed", "7", "--json"]));
    let file = folder.file("maze.json", &json);
    assert_eq!(printed(run(&["show", &file])), text);
    assert_eq!(printed(run(&["show", &file, "--json"])), json);
    let checked = printed(run(&["check", &file]));
    assert!(
        checked.contains(": intended: NoWayBack: no way back from level 5\n"),
        "{checked}"
    );
    assert!(
        checked.contains(": intended: LevelsApart: nothing joins levels 3 and 4\n"),
        "{checked}"
    );
    assert_eq!(
        printed(run(&["links", &file, "--json"]))
            .matches("\"kind\":\"hole\"")
            .count(),
        9
    );
    assert_eq!(
        printed(run(&["links", &file, "--json"]))
            .matches("\"kind\":\"ladder\"")
            .count(),
        3
    );
}

#[test]
fn other_plans_work_and_bad_ones_are_refused() {
    for options in [
        &["--size", "8"][..],
        &["--size", "17", "--levels", "12"],
        &[
            "--size",
            "9",
            "--levels",
            "2",
            "--features",
            "1+0",
            "--doors",
            "3",
            "--secret-doors",
            "0",
        ],
    ] {
        let all = [&["generate", "maze", "--seed", "1"], options].concat();
        assert!(printed(run(&all)).contains("Sound: "), "{options:?}");
    }
    for (options, said) in [
        (&["--size", "3"][..], "expected 4 to 256"),
        (&["--levels", "0"], "expected 1 to 99"),
        (&["--open", "1000"], "expected fewer"),
        (&["--features", "1+1"], "expected 4"),
        (&["--features", "x"], "expected ladders+holes"),
        (&["--levels", "2", "--features", "3+3"], "one per quadrant"),
    ] {
        let all = [&["generate", "maze", "--seed", "1"], options].concat();
        let found = refused(&run(&all));
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn a_maze_that_contradicts_itself_is_found() {
    let folder = Folder::new();
    let json = printed(run(&["generate", "maze", "--seed", "7", "--json"]));
    let mut maze: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    maze["features"].as_array_mut().expect("features").remove(0);
    let file = folder.file("broken.json", maze.to_string());
    let answer = run(&["check", &file]);
    assert_eq!(answer.status.code(), Some(1));
    let report = json_of(&run(&["check", &file, "--json"]));
    assert_eq!(
        (&report["kind"], &report["sound"]),
        (&"maze".into(), &false.into())
    );
    assert_eq!(report["findings"][0]["rule"], "CountMismatch");
    assert_eq!(report["findings"][0]["subjects"][0]["level"], 1);
    assert_eq!(report["parts"][1], serde_json::json!([4, 5]));
    let cut = folder.file("cut.json", &json[..json.len() / 2]);
    refused(&run(&["check", &cut]));
}

#[test]
fn a_survey_of_mazes_finds_nothing_wrong() {
    let survey = |threads: &str| {
        printed(run(&[
            "survey",
            "mazes",
            "--seeds",
            "0..300",
            "--json",
            "--threads",
            threads,
        ]))
    };
    let one = survey("1");
    assert!(one.contains("\"failures\":[]"), "{one}");
    assert!(one.contains("[1, 2, 3] [4, 5]"), "{one}");
    assert_eq!(one, survey("2"));
}

#[test]
fn a_maze_is_looked_into() {
    let folder = Folder::new();
    let json = printed(run(&["generate", "maze", "--seed", "7", "--json"]));
    let maze: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let rows = maze["levels"][0]["rows"].as_array().expect("rows");
    let row = rows[0].as_str().expect("text");
    let (open, solid) = (row.find('.').expect("open"), row.find('#').expect("solid"));
    let file = folder.file("maze.json", &json);
    let at = format!("1:0:{open}");
    let view = printed(run(&["look", &file, "--at", &at, "--facing", "e"]));
    assert_eq!(view.lines().count(), 31);
    assert!(view.contains("row 0, column"), "{view}");
    assert!(view.contains('\u{2809}') || view.chars().any(|c| c > '\u{2800}'));
    let dark = printed(run(&["look", &file, "--at", &at, "--light", "0,0"]));
    assert!(
        dark.starts_with("It is too dark to see anything."),
        "{dark}"
    );
    let json = printed(run(&[
        "look", &file, "--at", &at, "--light", "20,0", "--json",
    ]));
    let view: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&view["level"], &view["row"]), (&1.into(), &0.into()));
    let lines = view["segments"].as_array().expect("segments");
    assert!(
        lines
            .iter()
            .any(|line| line["brightness"] == 13 && line["sight"] == "stone")
    );
    let svg = folder.path("view.svg");
    printed(run(&["look", &file, "--at", &at, "--svg", &svg]));
    assert!(
        fs::read_to_string(&svg)
            .expect("a picture")
            .starts_with("<svg")
    );
    let solid = format!("1:0:{solid}");
    for (options, said) in [
        (&["--at", "9:0:0"][..], "expected level 1 to 5"),
        (&["--at", "1:0:32"], "row and column 0 to 31"),
        (&["--at", &solid], "solid rock"),
        (&["--at", &at, "--light", "99,0"], "each 0 to 40"),
        (&["--at", &at, "--facing", "up"], "expected n, e, s or w"),
        (&["--at", "x"], "expected level:row:column"),
    ] {
        let found = refused(&run(&[&["look", &file], options].concat()));
        assert!(found.contains(said), "{found}");
    }
}

fn maze_file(folder: &Folder) -> (String, serde_json::Value) {
    let json = printed(run(&["generate", "maze", "--seed", "7", "--json"]));
    let maze = serde_json::from_str(&json).expect("JSON");
    (folder.file("maze.json", &json), maze)
}

/// Where the first feature of a kind is, as an option for --at.
fn feature(maze: &serde_json::Value, kind: &str) -> String {
    let features = maze["features"].as_array().expect("features");
    let feature = features.iter().find(|feature| feature["kind"] == kind);
    let feature = feature.expect("one of the kind");
    let [level, row, col] = ["upper_level", "row", "col"].map(|key| &feature[key]);
    format!("{level}:{row}:{col}")
}

#[test]
fn a_maze_is_walked_by_commands() {
    let folder = Folder::new();
    let (file, maze) = maze_file(&folder);
    let at = feature(&maze, "ladder");
    let walk = |options: &[&str], commands: &str| {
        let all = [&["walk", &file], options].concat();
        printed(run_with(&all, commands.as_bytes()))
    };
    let said = walk(
        &["--at", &at, "--facing", "e", "--json"],
        "c u\nCLIMB DOWN\n\nclimb down\nC U\nturn left\nxyzzy\nquit\nm\n",
    );
    let steps: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let answers: Vec<&str> = steps
        .iter()
        .filter_map(|step| step["answer"].as_str())
        .collect();
    assert_eq!(
        answers,
        [
            "???",
            "You climb down the ladder.",
            "???",
            "You climb up the ladder.",
            "You face north.",
            "???",
            "Farewell.",
        ]
    );
    let levels: Vec<u64> = steps
        .iter()
        .filter_map(|step| step["level"].as_u64())
        .collect();
    assert_eq!(levels, [1, 2, 2, 1, 1, 1, 1]);
    assert_eq!(steps[1]["facing"], "east");
    // The hole leads down only.
    let at = feature(&maze, "hole");
    let said = walk(&["--at", &at, "--no-view"], "C D\nC U\n");
    assert!(said.contains("You climb down through the hole."), "{said}");
    assert!(said.ends_with("???\n"), "{said}");
    assert!(said.contains("There is a hole in the ceiling."), "{said}");
    // A view and an answer after each command, and the level from above.
    let said = walk(&["--at", &at], "t l\nplan\nhelp\n");
    assert_eq!(said.matches("You face ").count(), 1);
    assert!(said.lines().count() > 60 + 65, "{said}");
    assert!(said.contains("CLIMB UP, CLIMB DOWN"));
    assert!(said.contains(['▲', '▶', '▼', '◀']), "{said}");
}

#[test]
fn a_crossing_leads_on_where_nothing_joins_levels() {
    let folder = Folder::new();
    let (file, maze) = maze_file(&folder);
    let features = maze["features"].as_array().expect("features");
    let below = features.iter().find(|feature| feature["upper_level"] == 2);
    let below = below.expect("a way to level 3");
    let at = format!("3:{}:{}", below["row"], below["col"]);
    let walk = |rule: &str| {
        let all = ["walk", &file, "--at", &at, "--passage", rule, "--json"];
        printed(run_with(&all, b"m\nm b\nm l\nm r\n"))
    };
    assert!(walk("cells:2").contains("\"passage\":{\"from\":3,\"to\":4}"));
    assert!(!walk("never").contains("\"level\":4"));
    let all = ["walk", &file, "--passage", "soon"];
    assert!(refused(&run(&all)).contains("expected quadrants, cells:N"));
}

#[test]
fn strange_commands_change_nothing() {
    let folder = Folder::new();
    let (file, _) = maze_file(&folder);
    let mut long = vec![b'm'; 10_000_000];
    long.extend(b"\n\xff\xfe\0\x1b[2J\nm\n");
    let said = printed(run_with(&["walk", &file, "--json"], &long));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[0].contains("\"answer\":\"???\"") && lines[0].len() < 400,
        "{}",
        lines[0]
    );
    assert!(lines[1].contains("\"answer\":\"???\""), "{}", lines[1]);
    assert!(lines[2].contains("You "), "{}", lines[2]);
    // Ten megabytes of commands, good and bad.
    let many = "m\nt r\nfly\n".repeat(1_000_000);
    let commands = fs::File::open(folder.file("commands.txt", many)).expect("a file");
    let mut walk = deepway(&["walk", &file, "--no-view"]);
    let said = printed(walk.stdin(commands).output().expect("the program starts"));
    assert_eq!(said.matches("???").count(), 1_000_000);
    assert!(refused(&run(&["walk", "-"])).contains("expected the maze as a file"));
}

#[test]
fn a_level_and_a_sheet_are_drawn() {
    let folder = Folder::new();
    let (file, maze) = maze_file(&folder);
    let at = feature(&maze, "ladder");
    let level = printed(run(&["show", &file, "--level", "1"]));
    assert!(
        level.starts_with("\nLevel 1\n") && !level.contains("Level 2"),
        "{level}"
    );
    assert!(refused(&run(&["show", &file, "--level", "0"])).contains("expected 1 to 5"));
    let map = printed(run(&["look", &file, "--at", &at, "--facing", "w", "--map"]));
    assert!(map.contains('◀'), "{map}");
    for options in [
        &["look", &file, "--sheet"][..],
        &["look", &file, "--at", &at],
        &["look", &file, "--at", &at, "--map"],
        &["show", &file],
        &["show", &file, "--level", "5"],
        &["show", &file, "--cells"],
    ] {
        let png = folder.path("picture.png");
        printed(run(&[options, &["--png", &png]].concat()));
        assert!(
            fs::read(&png).expect("a picture").starts_with(b"\x89PNG"),
            "{options:?}"
        );
        fs::remove_file(&png).expect("removed");
    }
    assert!(refused(&run(&["look", &file, "--sheet"])).contains("expected --svg FILE or --png"));
    let png = folder.path("wide.png");
    printed(run(&["look", &file, "--png", &png, "--scale", "5"]));
    let bytes = fs::read(&png).expect("a picture");
    assert_eq!(bytes[16..24], [0, 0, 5, 0, 0, 0, 2, 248]);
    for scale in ["0", "21", "-1", "NaN", "x"] {
        let all = ["look", &file, "--png", &png, "--scale", scale];
        assert!(refused(&run(&all)).contains("from 0.1 to 20"), "{scale}");
    }
}

#[test]
fn lines_that_are_too_long_are_not_commands() {
    let folder = Folder::new();
    let (file, _) = maze_file(&folder);
    let walk = |input: &str| {
        let said = printed(run_with(&["walk", &file, "--json"], input.as_bytes()));
        let answers = said.lines().map(|line| {
            let step: serde_json::Value = serde_json::from_str(line).expect("JSON");
            step["answer"].as_str().expect("an answer").to_owned()
        });
        answers.collect::<Vec<String>>()
    };
    let blanks = " ".repeat(2000);
    for line in [
        format!("m{blanks}back"),
        format!("quit{blanks}x"),
        format!("{blanks}m"),
        blanks.clone(),
    ] {
        assert_eq!(walk(&format!("{line}\nt l\n")).len(), 2, "{line}");
        assert_eq!(walk(&format!("{line}\nt l\n"))[0], "???", "{line}");
    }
    assert_eq!(
        walk(&format!("{}m\n", " ".repeat(900))),
        ["You take a step."]
    );
    assert_eq!(walk("\u{FEFF}t l\r\nt\tl\r\n\n \nm").len(), 3);
}

#[test]
fn mazes_that_contradict_themselves_are_not_walked_or_crossed() {
    let folder = Folder::new();
    let (_, maze) = maze_file(&folder);
    let features = maze["features"].as_array().expect("features").clone();
    let feature = features[0].clone();
    let mut moved = feature.clone();
    moved["row"] = 0.into();
    let row = maze["levels"][0]["rows"][0].as_str().expect("a row");
    moved["col"] = row.find('#').expect("rock").into();
    let mut other = feature.clone();
    other["kind"] = match feature["kind"].as_str() {
        Some("hole") => "ladder".into(),
        _ => "hole".into(),
    };
    let mut below = feature.clone();
    below["upper_level"] = 2.into();
    for (name, added) in [("rock", moved), ("two", other), ("stacked", below)] {
        let mut edited = maze.clone();
        edited["features"]
            .as_array_mut()
            .expect("features")
            .push(added);
        let file = folder.file(&format!("{name}.json"), edited.to_string());
        assert_eq!(run(&["check", &file]).status.code(), Some(1), "{name}");
        for command in [
            &["walk", &file][..],
            &["look", &file],
            &["links", &file],
            &["path", &file, "--from", "1:15:16", "--to", "1:15:17"],
            &["convert", &file, "-"],
            &["show", &file, "--cells"],
        ] {
            let said = refused(&run(command));
            assert!(said.contains("not sound: "), "{name} {command:?} {said}");
            assert!(said.contains(&format!("{name}.json")), "{said}");
        }
        printed(run(&["show", &file]));
    }
    let mut twice = maze.clone();
    twice["features"]
        .as_array_mut()
        .expect("features")
        .push(feature);
    let file = folder.file("twice.json", twice.to_string());
    assert!(refused(&run(&["check", &file])).contains("appears twice"));
}

#[test]
fn places_in_a_maze_are_named_by_level_row_and_column() {
    let folder = Folder::new();
    let (file, maze) = maze_file(&folder);
    let ladder = feature(&maze, "ladder");
    let (level, rest) = ladder.split_once(':').expect("level and rest");
    let below = format!("{}:{rest}", level.parse::<u32>().expect("a number") + 1);
    let said = printed(run(&["path", &file, "--from", &ladder, "--to", &below]));
    assert!(
        said.contains(&format!("down ladder    {ladder} – {below}")),
        "{said}"
    );
    let said = refused(&run(&["path", &file, "--from", "9:0:0", "--to", &below]));
    assert!(
        said.contains("--from: 9:0:0: outside: expected level 1 to 5"),
        "{said}"
    );
    let tower = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/watchtower.txt");
    let said = refused(&run(&["path", tower, "--from", "1:0:0", "--to", "1,1,1"]));
    assert!(
        said.contains("1:0:0: not a place in this map: expected x,y,z"),
        "{said}"
    );
    let said = refused(&run(&["path", &file, "--from", "1,0,0", "--to", &below]));
    assert!(said.contains("expected level:row:column"), "{said}");
}

#[test]
fn nothing_is_lost_and_nothing_is_half_written() {
    let folder = Folder::new();
    let (file, _) = maze_file(&folder);
    let before = fs::read(&file).expect("the maze");
    assert!(refused(&run(&["convert", &file, &file])).contains("another file"));
    let piped = printed(run_with(&["convert", "-", "-"], &before));
    assert_eq!(piped, printed(run(&["convert", &file, "-"])));
    assert_eq!(fs::read(&file).expect("the maze"), before);
    let svg = folder.path("a.svg");
    let nowhere = folder.path("nowhere/");
    let all = [
        "generate", "maze", "--seed", "1", "--svg", &svg, "--png", &nowhere,
    ];
    refused(&run(&all));
    assert!(!fs::exists(&svg).expect("a folder"));
    let (plain, dotted) = (folder.path("x"), folder.path("./x"));
    let said = refused(&run(&["show", &file, "--png", &plain, "--svg", &dotted]));
    assert!(said.contains("the same file"), "{said}");
    for (options, said) in [
        (&["--open", "4294967295"][..], "expected fewer"),
        (&["--open", "0"], "expected at least 1"),
        (&["--doors", "4294967295"], "expected fewer"),
        (&["--seed", "-1"], "--seed"),
        (&["--size", "-1"], "expected 4 to 256"),
    ] {
        let found = refused(&run(&[&["generate", "maze"], options].concat()));
        assert!(found.contains(said), "{found}");
        if options[0] != "--seed" {
            let found = refused(&run(&[&["survey", "mazes"], options].concat()));
            assert!(found.contains(said), "{found}");
        }
    }
}
