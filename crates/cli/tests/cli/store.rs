//! Worlds that are kept by name.

use super::*;
use serde_json::Value;

/// Runs the program with a store of its own.
fn with(store: &str, args: &[&str]) -> Output {
    let mut command = deepway(args);
    command.env("DEEPWAY_STORE", store);
    command.output().expect("the program starts")
}

#[test]
fn worlds_are_saved_listed_used_renamed_and_deleted() {
    let folder = Folder::new();
    let store = format!("sqlite:{}", folder.path("worlds.db"));
    let run = |args: &[&str]| with(&store, args);
    assert!(printed(run(&["list"])).contains("keeps no world yet"));
    assert!(printed(run(&["store", "info"])).contains("does not exist yet"));
    let sector = [
        "generate", "sector", "--seed", "7", "--cells", "--save", "Old Mill",
    ];
    assert!(printed(run(&sector)).ends_with(&format!("saved \"Old Mill\" in {store}\n")));
    let maze = ["generate", "maze", "--seed", "7", "--save", "maze"];
    assert!(printed(run(&maze)).contains("saved \"maze\" in "));
    let world = ["generate", "world", "--seed", "7", "--save", "open"];
    assert!(printed(run(&world)).contains("saved \"open\" in "));
    let taken = refused(&run(&sector));
    assert!(
        taken.starts_with("there already is a world \"Old Mill\" in "),
        "{taken}"
    );
    let listed = printed(run(&["list"]));
    for part in [
        "Old Mill  sector  7 ",
        "maze      maze    7 ",
        "open      strata  7 ",
    ] {
        assert!(listed.contains(part), "{part} in\n{listed}");
    }
    let json: Value = serde_json::from_str(&printed(run(&["list", "--json"]))).expect("JSON");
    assert_eq!(json["worlds"][1]["name"], "maze");
    // A name is as good as a file.
    let file = folder.file(
        "mill.json",
        printed(run(&[
            "generate", "sector", "--seed", "7", "--cells", "--json",
        ])),
    );
    assert_eq!(
        printed(run(&["show", "Old Mill"]))
            .lines()
            .skip(1)
            .collect::<Vec<_>>(),
        printed(run(&["show", &file]))
            .lines()
            .skip(1)
            .collect::<Vec<_>>()
    );
    assert!(printed(run(&["check", "maze"])).contains("sound"));
    assert!(printed(run(&["rename", "maze", "labyrinth"])).starts_with("renamed \"maze\""));
    assert!(refused(&run(&["rename", "maze", "x"])).starts_with("there is no world \"maze\" in "));
    let asked = refused(&run(&["delete", "labyrinth"]));
    assert!(asked.contains("expected --yes"), "{asked}");
    assert!(printed(run(&["delete", "labyrinth", "--yes"])).starts_with("deleted \"labyrinth\""));
    assert!(printed(run(&["store", "check"])).contains("sound, 2 worlds read"));
    let copy = format!("sqlite:{}", folder.path("copy.db"));
    assert!(printed(run(&["store", "copy", &store, &copy])).starts_with("copied 2 worlds from "));
    assert_eq!(
        printed(with(&copy, &["show", "Old Mill"])),
        printed(run(&["show", "Old Mill"]))
    );
    assert!(refused(&run(&["store", "copy", &store, &copy])).contains("nothing was copied"));
}

#[test]
fn a_store_that_is_none_is_refused_in_one_line() {
    let folder = Folder::new();
    let text = folder.file("list.txt", "bread, milk, lamp oil\n".repeat(200));
    for (store, said) in [
        (
            format!("sqlite:{text}"),
            "not a store of worlds: expected an SQLite file",
        ),
        (
            "sqlite:/nowhere/at/all.db".to_owned(),
            "expected a file in a folder that exists",
        ),
        (
            "postgres://ann:secret@127.0.0.1:1/db".to_owned(),
            "cannot be reached",
        ),
        (
            "mysql://ann:secret@host/db".to_owned(),
            "names no store: expected memory:",
        ),
    ] {
        let error = refused(&with(
            &store,
            &["generate", "sector", "--seed", "7", "--save", "a"],
        ));
        assert!(error.contains(said) && !error.contains("secret"), "{error}");
    }
}
