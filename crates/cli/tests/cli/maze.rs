//! Mazes from the command line.

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
        checked.contains("Intended: no way back from level 5"),
        "{checked}"
    );
    assert!(
        checked.contains("Intended: nothing joins levels 3 and 4"),
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
        (&["--size", "3"][..], "4..=256"),
        (&["--levels", "0"], "1..=99"),
        (&["--open", "1000"], "expected fewer"),
        (&["--features", "1+1"], "expected 4"),
        (&["--features", "x"], "expected ladders+holes"),
        (&["--levels", "2", "--features", "3+3"], "one a quadrant"),
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
    let at = format!("1,0,{open}");
    let view = printed(run(&["look", &file, "--at", &at, "--facing", "e"]));
    assert_eq!(view.lines().count(), 38);
    assert!(view.contains('\u{2809}') || view.chars().any(|c| c > '\u{2800}'));
    let dark = printed(run(&["look", &file, "--at", &at, "--light", "0,0"]));
    assert!(dark.trim().is_empty(), "{dark}");
    let svg = folder.path("view.svg");
    printed(run(&["look", &file, "--at", &at, "--svg", &svg]));
    assert!(
        fs::read_to_string(&svg)
            .expect("a picture")
            .starts_with("<svg")
    );
    let solid = format!("1,0,{solid}");
    for (options, said) in [
        (&["--at", "9,0,0"][..], "expected level 1 to 5"),
        (&["--at", "1,0,32"], "row and column 0 to 31"),
        (&["--at", &solid], "solid rock"),
        (&["--at", &at, "--light", "99,0"], "each 0 to 40"),
        (&["--at", &at, "--facing", "up"], "expected n, e, s or w"),
        (&["--at", "x"], "expected level,row,column"),
    ] {
        let found = refused(&run(&[&["look", &file], options].concat()));
        assert!(found.contains(said), "{found}");
    }
}
