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
