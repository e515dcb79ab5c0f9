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

#[test]
fn changes_are_saved_as_they_happen_and_can_be_undone() {
    let folder = Folder::new();
    let store = format!("sqlite:{}", folder.path("worlds.db"));
    let run = |args: &[&str]| with(&store, args);
    let zone = "World.11.22.1.1.12";
    let at = format!("{zone}:15,6");
    let zone_text = |world: &str| printed(run(&["zone", zone, "--world", world, "--json"]));
    printed(run(&[
        "generate", "world", "--seed", "7", "--save", "realm",
    ]));
    let before = zone_text("7");
    assert_eq!(zone_text("realm"), before);
    let dug = printed(run(&["edit", "realm", "dig", &at, "StairsDown"]));
    let undo = format!("(undo: deepway edit realm undig {at} StairsDown)");
    assert!(dug.starts_with(&format!(
        "{at}: added StairsDown {undo}\nsaved \"realm\" in "
    )));
    assert_ne!(zone_text("realm"), before);
    let below = "World.11.22.1.1.13:15,6";
    let path = ["path", "--world", "realm", "--from", &at, "--to", below];
    assert!(printed(run(&path)).contains("1 down stairs"));
    let twice = refused(&run(&["edit", "realm", "dig", &at, "StairsDown"]));
    assert!(twice.contains("is there already"), "{twice}");
    let drawn = printed(run(&[
        "edit",
        "realm",
        "set",
        &format!("{zone}:17,6"),
        "door",
    ]));
    assert!(
        drawn.contains(" is now door (undo: deepway edit"),
        "{drawn}"
    );
    printed(run(&["edit", "realm", "note", zone, "mood", "wary"]));
    let listed = printed(run(&["list", "realm"]));
    assert_eq!(
        listed,
        format!("1 zone differs from the seed:\n  {zone}, revision 3\n")
    );
    let log = printed(run(&["log", "realm"]));
    for part in [
        "saved     revision 1",
        "World.11.22.1.1.12: 15,6: added StairsDown",
        "World.11.22.1.1.12: mood is \"wary\"",
    ] {
        assert!(log.contains(part), "{part} in\n{log}");
    }
    let json: Value = serde_json::from_str(&printed(run(&["log", "realm", "--json"]))).unwrap();
    assert_eq!(json["lines"][1]["zone"], zone);
    let last = printed(run(&["log", "realm", "--limit", "1"]));
    assert!(
        last.starts_with("(3 earlier lines: --limit 0 shows them)\n"),
        "{last}"
    );
    // Everything is taken back.
    printed(run(&["edit", "realm", "undig", &at, "StairsDown"]));
    printed(run(&["edit", "realm", "note", zone, "mood"]));
    let undo = drawn.split("undo: deepway ").nth(1).unwrap();
    let undo = undo.split(')').next().unwrap();
    printed(run(&undo.split(' ').collect::<Vec<_>>()));
    let rope = ["--object", "a rope's end"];
    let dug = printed(run(&[
        &["edit", "realm", "dig", &at, "StairsUp"],
        &rope[..],
    ]
    .concat()));
    let undo = "undig World.11.22.1.1.12:15,6 StairsUp --object 'a rope'\\''s end')";
    assert!(dug.contains(undo), "{dug}");
    printed(run(&[
        &["edit", "realm", "undig", &at, "StairsUp"],
        &rope[..],
    ]
    .concat()));
    assert_eq!(zone_text("realm"), before);
    // Maps too.
    let map = folder.file("map.txt", "floor:0\n....\n");
    assert!(printed(run(&["save", &map, "field"])).starts_with("saved \"field\" in "));
    let set = printed(run(&["edit", "field", "set", "1,0,0", "wall"]));
    assert!(set.contains("1,0,0: floor is now wall (undo: deepway edit field set 1,0,0 floor)"));
    assert!(printed(run(&["log", "field"])).contains("edited    1,0,0: floor is now wall"));
    assert!(printed(run(&["show", "field"])).contains(".#.."));
    fs::create_dir(folder.path("field")).unwrap();
    let from_there = deepway(&["show", "field"])
        .current_dir(&folder.0)
        .env("DEEPWAY_STORE", &store)
        .output()
        .unwrap();
    assert!(printed(from_there).contains(".#.."));
    for (args, said) in [
        (vec!["edit", "realm", "set", "3,4,0", "door"], "expected"),
        (
            vec!["edit", "realm", "set", &at, "dor"],
            "expected a glyph, or one of open air, wall",
        ),
        (
            vec!["edit", "realm", "dig", &at, "Stairs"],
            "expected StairsUp, StairsDown",
        ),
        (
            vec!["edit", "realm", "undig", &at, "StairsUp"],
            "nobody has added StairsUp there",
        ),
        (
            vec!["edit", "realm", "note", zone, "gone"],
            "there is no note \"gone\"",
        ),
        (
            vec!["edit", "nobody", "set", &at, "door"],
            "there is no world \"nobody\" in ",
        ),
        (vec!["log", "nobody"], "there is no world \"nobody\" in "),
        (vec!["list", "nobody"], "there is no world \"nobody\" in "),
        (
            vec!["zone", zone, "--world", "nobody"],
            "no world of this name in ",
        ),
        (
            vec!["zone", zone, "--world", "1.5"],
            "expected a number from 0 to",
        ),
        (
            vec!["show", "nobody"],
            "cannot read nobody: there is no such file, and no world of this name in ",
        ),
    ] {
        let error = refused(&run(&args));
        assert!(error.contains(said), "{args:?}: {error}");
    }
    let long = "x".repeat(20_000);
    let error = refused(&run(&["edit", "realm", "note", zone, "key", &long]));
    assert!(error.contains("at most 10000"), "{error}");
    assert_eq!(zone_text("realm"), before);
}

#[test]
fn characters_go_on_where_they_were() {
    let folder = Folder::new();
    let store = format!("sqlite:{}", folder.path("worlds.db"));
    let run = |args: &[&str]| with(&store, args);
    printed(run(&[
        "generate", "sector", "--seed", "50", "--save", "mill",
    ]));
    // Where it is saved is said on standard error.
    let answer = |output: Output| String::from_utf8(output.stdout).expect("text");
    let walk = |who: &str, moves: &[&str]| {
        let mut args = vec!["traverse", "mill", "--as", who, "--seed", "5"];
        args.extend(moves);
        run(&args)
    };
    let first = walk("Ann", &["west", "west"]);
    assert!(String::from_utf8_lossy(&first.stderr).contains("Ann is saved in \"mill\" in "));
    assert!(answer(walk("Ann", &["where"])).contains("(r5)"));
    assert!(answer(walk("Bob", &["where"])).contains("(r0)"));
    assert_eq!(walk("Bob", &["down"]).status.code(), Some(0));
    let json: Value = serde_json::from_str(&printed(run(&["list", "mill", "--json"]))).unwrap();
    assert_eq!(json["saves"][0]["name"], "Ann");
    assert_eq!(json["saves"][0]["place"], "r5");
    assert_eq!(json["saves"][0]["revision"], 3);
    assert_eq!(json["saves"][1]["place"], "r1");
    let log = printed(run(&["log", "mill"]));
    assert!(log.contains("entered   Ann comes in"), "{log}");
    assert!(log.contains("played    Ann, west: "), "{log}");
    let error = refused(&run(&["traverse", "maze", "look"]));
    assert!(error.contains("no world of this name"), "{error}");
    // Many at once in one sector: nobody is lost.
    let mut children: Vec<_> = (0..6)
        .map(|number| {
            let who = format!("walker {number}");
            let mut moves = vec!["traverse", "mill", "--as", &who, "--json"];
            moves.extend(["west", "east", "down", "west", "up", "west", "east", "east"]);
            let mut command = deepway(&moves);
            command.env("DEEPWAY_STORE", &store);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("the program starts")
        })
        .collect();
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    let json: Value = serde_json::from_str(&printed(run(&["list", "mill", "--json"]))).unwrap();
    let saves = json["saves"].as_array().unwrap();
    assert_eq!(saves.len(), 8);
    assert!(
        saves[2..].iter().all(|save| save["place"] == "r0"),
        "{saves:?}"
    );
}

#[test]
fn a_store_is_exported_and_imported() {
    let folder = Folder::new();
    let store = format!("sqlite:{}", folder.path("worlds.db"));
    let other = format!("sqlite:{}", folder.path("other.db"));
    let archive = folder.path("worlds.jsonl");
    for args in [
        ["generate", "sector", "--seed", "7", "--save", "mill"],
        ["generate", "maze", "--seed", "7", "--save", "maze"],
        ["generate", "world", "--seed", "7", "--save", "realm"],
    ] {
        printed(with(&store, &args));
    }
    let at = "World.11.22.1.1.12:15,6";
    printed(with(&store, &["edit", "realm", "set", at, "door"]));
    let walked = with(&store, &["traverse", "mill", "--as", "Ann", "east"]);
    assert_eq!(walked.status.code(), Some(0));
    let said = printed(with(&store, &["store", "export", &archive]));
    assert!(
        said.starts_with("wrote ") && said.contains(" lines to "),
        "{said}"
    );
    let to_pipe = printed(with(&store, &["store", "export", "-"]));
    assert_eq!(to_pipe, fs::read_to_string(&archive).unwrap());
    assert_eq!(
        printed(with(&other, &["store", "import", &archive])),
        format!("imported 3 worlds into {other}\n")
    );
    for args in [
        ["log", "realm", "--json"],
        ["list", "mill", "--json"],
        ["show", "maze", "--json"],
    ] {
        assert_eq!(printed(with(&other, &args)), printed(with(&store, &args)));
    }
    let taken = refused(&with(&other, &["store", "import", &archive]));
    assert!(taken.contains("nothing was imported"), "{taken}");
    // A file that is cut off leaves the store as it was, or unmade.
    let text = fs::read_to_string(&archive).unwrap();
    let cut = folder.file("cut.jsonl", &text[..text.len() * 2 / 3]);
    let third = format!("sqlite:{}", folder.path("third.db"));
    let error = refused(&with(&third, &["store", "import", &cut]));
    assert!(
        error.contains("cut off") && error.contains("nothing was imported"),
        "{error}"
    );
    assert!(printed(with(&third, &["list"])).contains("keeps no world yet"));
    let info: Value =
        serde_json::from_str(&printed(with(&other, &["store", "info", "--json"]))).unwrap();
    assert_eq!(
        (&info["worlds"], &info["saves"], &info["zones"]),
        (&3.into(), &1.into(), &1.into())
    );
    assert!(printed(with(&other, &["store", "migrate"])).contains("schema 2, up to date"));
    // The store itself is not a place for an archive of it.
    let own = refused(&with(
        &store,
        &["store", "export", &folder.path("worlds.db")],
    ));
    assert!(own.contains("worlds.db"), "{own}");
    assert!(printed(with(&store, &["store", "check"])).contains("sound, 3 worlds read"));
    let none = format!("sqlite:{}", folder.path("none.db"));
    for args in [
        &["store", "migrate"][..],
        &["store", "check"],
        &["store", "export", &archive],
        &["log", "x"],
        &["delete", "x", "--yes"],
    ] {
        let error = refused(&with(&none, args));
        assert!(error.contains("does not exist"), "{error}");
        assert!(!Path::new(&folder.path("none.db")).exists());
    }
    let error = refused(&with(&store, &["store", "copy", &none, &other]));
    assert!(error.contains("expected a store to copy from"), "{error}");
}
