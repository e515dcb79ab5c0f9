//! `deepway diff`.

use super::*;
use serde_json::Value;

/// What a run that found differences printed.
fn differs(args: &[&str]) -> String {
    let output = run(&[&["diff"], args].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn equal_worlds_are_equal_however_they_are_named() {
    let folder = Folder::new();
    let make = |name: &str, args: &[&str]| {
        let made = printed(run(&[&["generate"], args, &["--json"]].concat()));
        folder.file(name, made)
    };
    let sector = make(
        "sector.json",
        &["sector", "--seed", "7", "--rooms", "12", "--trend", "mixed"],
    );
    let maze = make(
        "maze.json",
        &[
            "maze",
            "--seed",
            "7",
            "--levels",
            "3",
            "--features",
            "1+1,2+1",
        ],
    );
    let world = make("world.json", &["world", "--seed", "7"]);
    for (a, b) in [
        (sector.as_str(), "sector:7:rooms=12,trend=mixed"),
        (&maze, "maze:7:levels=3,features=1+1,2+1"),
        (&world, "world:7"),
        ("world:7/World.11.22.1.1.12", "world:7/World.11.22.1.1.12"),
        (&watchtower(), &watchtower()),
    ] {
        let text = printed(run(&["diff", a, b]));
        assert!(text.ends_with(": nothing differs\n"), "{text}");
        let answer: Value =
            serde_json::from_str(&printed(run(&["diff", a, b, "--json"]))).expect("JSON");
        assert_eq!(answer["equal"], true);
    }
}

#[test]
fn what_differs_is_said() {
    let folder = Folder::new();
    let before = folder.file("before.txt", "floor:0\n#..#\n@ 1,0,0 label \"hall\"\n");
    let after = folder.file("after.txt", "floor:0\n#.+.\n@ 2,0,0 label \"hall\"\n");
    let text = differs(&[&before, &after]);
    let expected = format!(
        "{before} and {after}\n  thing: 1 moved\n  2 cells differ\n\n\
         thing label \"hall\" moved: 1,0,0 → 2,0,0\n\
         level 0: 1 opened, 0 closed, 1 changed\n  1 × floor → door\n  1 × wall → floor\n"
    );
    assert_eq!(text, expected);
    let text = differs(&["sector:7", "sector:8"]);
    assert!(text.contains("world changed, seed: 7 → 8\n"), "{text}");
    let text = differs(&["sector:7", "sector:7:difficulty=hard"]);
    assert!(text.contains("difficulty: normal → hard"), "{text}");
    let text = differs(&["maze:7", "maze:8"]);
    assert!(text.contains("level 1: "), "{text}");
    let text = differs(&["world:7", "world:8"]);
    assert!(text.contains("region 1 "), "{text}");
}

/// Reads a sector, changes it and writes it again.
fn changed(folder: &Folder, sector: &str, change: impl Fn(&mut Value)) -> String {
    let mut file: Value = serde_json::from_str(sector).expect("JSON");
    change(&mut file);
    folder.file("changed.json", file.to_string())
}

#[test]
fn what_is_in_the_rooms_of_sectors_is_compared() {
    let text = differs(&["sector:43", "sector:43:empty"]);
    assert!(text.contains("world changed, empty: no → yes\n"), "{text}");
    assert!(text.contains("thing creature "), "{text}");
    let args = ["generate", "sector", "--seed", "43", "--rooms", "20"];
    let sector = printed(run(&[&args[..], &["--locks", "2", "--json"]].concat()));
    let folder = Folder::new();
    let before = folder.file("before.json", &sector);
    type Edit = fn(&mut Value);
    let changes: [(Edit, &str); 4] = [
        (
            |file| file["story"]["name"] = "The Test".into(),
            "story renamed: ",
        ),
        (
            |file| file["story"]["rumours"][0]["text"] = "It rains.".into(),
            "story rumour \"It rains.\" added: ",
        ),
        (
            |file| file["locks"][0]["name"] = "test key".into(),
            " → test key\n",
        ),
        (
            |file| {
                let rooms = file["rooms"].as_array_mut().expect("rooms");
                let contents = rooms.iter_mut().filter_map(|room| room.get_mut("contents"));
                let mut contents = contents.flat_map(|it| it.as_array_mut().expect("a list"));
                let creature = contents.find(|it| it["kind"] == "creature");
                creature.expect("somebody")["properties"]["hp"] = "999".into();
            },
            " → hp=999\n",
        ),
    ];
    for (change, expected) in changes {
        let after = changed(&folder, &sector, change);
        let text = differs(&[&before, &after]);
        assert!(text.contains(expected), "{text}");
        let answer: Value =
            serde_json::from_str(&differs(&[&before, &after, "--json"])).expect("JSON");
        assert_eq!(answer["equal"], false);
    }
}

#[test]
fn hazards_that_differ_are_words() {
    let args = ["generate", "sector", "--seed", "43", "--rooms", "20"];
    let sector = printed(run(&[&args[..], &["--json"]].concat()));
    let folder = Folder::new();
    let before = folder.file("before.json", &sector);
    let after = changed(&folder, &sector, |file| {
        file["connections"][0]["hazards"] = serde_json::json!([
            {"name": "drips", "text": "It drips.", "chance": 10, "damage": "2d4"}
        ]);
    });
    let text = differs(&[&before, &after]);
    assert!(
        text.contains("→ drips (10%, 2d4 damage): It drips.\n"),
        "{text}"
    );
}

#[test]
fn bad_worlds_to_compare_are_refused() {
    let tower = watchtower();
    for (args, expected) in [
        (
            &["sector:7", "maze:7"][..],
            "sector:7 and maze:7: a sector and a maze cannot be compared: expected two of the same kind",
        ),
        (
            &["sector:x", "sector:7"],
            "sector:x: expected a number from 0 to",
        ),
        (
            &["sector:7:rooms=4", "sector:7"],
            "sector:7:rooms=4: invalid value '4' for 'rooms <N>': expected 5 to 10000",
        ),
        (
            &["sector:7:colour=red", "sector:7"],
            "unexpected argument 'colour' found",
        ),
        (&["sector:7:rooms", "sector:7"], "rooms"),
        (&["world:7/World.1", "world:7"], "World.1"),
        (
            &["world:7/", "world:7"],
            "world:7/: expected a zone after the /",
        ),
        (
            &["-", "-"],
            "A and B are both standard input: expected a file for one of them",
        ),
        (
            &[&tower, "there-is-none.txt"],
            "cannot read there-is-none.txt: there is no such file",
        ),
        (
            &["sector:7", "sector:8", "--theme", "light"],
            "--theme is for pictures",
        ),
        (
            &[&tower, &tower, "--svg", &tower],
            "would replace what is read",
        ),
        (&["sector:7"], "<B>"),
    ] {
        let said = refused(&run(&[&["diff"], args].concat()));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn differences_are_drawn() {
    let folder = Folder::new();
    let file = folder.path("diff.svg");
    for (a, b) in [
        ("sector:7", "sector:7:trend=climb"),
        (
            "maze:7:levels=2,features=1+1",
            "maze:8:levels=2,features=1+1",
        ),
        ("world:7/World.11.22.1.1.12", "world:8/World.11.22.1.1.12"),
    ] {
        let text = differs(&[a, b, "--svg", &file]);
        assert_eq!(text, format!("wrote {file}\n"));
        let svg = fs::read_to_string(&file).expect("written");
        for colour in ["#4fc46e", "#e05a4e"] {
            assert!(svg.to_lowercase().contains(colour), "{a} {b} {colour}");
        }
    }
    let said = refused(&run(&["diff", "world:7", "world:8", "--svg", &file]));
    assert!(
        said.contains("an open world has no cells of its own"),
        "{said}"
    );
}
