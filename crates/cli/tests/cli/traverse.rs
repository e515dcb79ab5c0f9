//! Cells of sectors, and walking them.

use super::*;

/// A sector in a file.
fn sector(folder: &Folder, options: &[&str]) -> String {
    let json = printed(run(&[&["generate", "sector", "--json"], options].concat()));
    folder.file("sector.json", json)
}

#[test]
fn cells_are_written_as_text_that_other_commands_read() {
    let folder = Folder::new();
    let map = folder.path("dungeon.txt");
    printed(run(&["generate", "sector", "--seed", "7", "--text", &map]));
    assert!(printed(run(&["show", &map])).contains("stairs"));
    assert!(printed(run(&["check", &map])).contains("0 findings"));
    // The same cells come from the sector itself.
    let file = sector(&folder, &["--seed", "7"]);
    assert_eq!(
        printed(run(&["links", &map, "--json"])),
        printed(run(&["links", &file, "--json"]))
    );
    let levels = folder.path("again.txt");
    let both = [
        "generate",
        "sector",
        "--seed",
        "7",
        "--text",
        &levels,
        "--layout3d",
    ];
    assert!(printed(run(&both)).contains("Z=0 Ground Level"));
    let graph = folder.file("graph.txt", "2\n0 1\n");
    for (options, said) in [
        (
            &["--graph", &graph, "--text", &graph][..],
            "would replace what is read",
        ),
        (&["--text", &map, "--svg", &map], "two files"),
        (
            &["--cells", "--tint", "role", "--svg", "-"],
            "without --cells",
        ),
    ] {
        let found = refused(&run(&[&["generate", "sector"], options].concat()));
        assert!(found.contains(said), "{found}");
    }
    let text = printed(run(&["generate", "sector", "--seed", "7", "--text", "-"]));
    assert_eq!(text, fs::read_to_string(&map).expect("the map"));
}

#[test]
fn cells_in_json_are_kept_and_validated() {
    let folder = Folder::new();
    let json = printed(run(&[
        "generate", "sector", "--seed", "7", "--json", "--cells",
    ]));
    let file = folder.file("cells.json", &json);
    assert!(printed(run(&["validate", &file])).contains(": sound: 0 findings"));
    assert_eq!(printed(run(&["show", &file, "--json"])), json);
    assert!(printed(run(&["show", &file, "--cells"])).contains("Ground Level"));
    // A door that is walled up.
    let walled = folder.file("walled.json", json.replacen("#+#", "###", 1));
    let answer = run(&["validate", &walled]);
    assert_eq!(answer.status.code(), Some(1));
    assert!(refused(&run(&["traverse", &walled, "look"])).contains("cells: error: "));
    assert!(refused(&run(&["links", &walled])).contains("cells: error: "));
    assert!(printed(run(&["show", &walled, "--cells"])).contains("error: CellMismatch"));
    let unknown = folder.file("unknown.json", json.replacen("#+#", "#?#", 1));
    assert!(refused(&run(&["validate", &unknown])).contains("unknown glyph '?'"));
}

#[test]
fn a_walk_is_the_same_for_the_same_seed_and_can_be_kept() {
    let folder = Folder::new();
    let file = sector(
        &folder,
        &["--seed", "8", "--rooms", "14", "--trend", "mixed"],
    );
    let moves = ["east", "west", "blast", "up", "where"];
    let walk = || {
        printed(run(
            &[&["traverse", &file, "--seed", "9"], &moves[..]].concat()
        ))
    };
    let walked = walk();
    assert_eq!(walked, walk());
    assert!(walked.contains("The blast opens the way"), "{walked}");
    let later = folder.path("later.json");
    let whole = [
        &["traverse", &file, "--seed", "9", "--save-as", &later],
        &moves[..],
    ]
    .concat();
    printed(run(&whole));
    assert!(printed(run(&["validate", &later])).contains(": sound: 0 findings"));
    let place = printed(run(&["traverse", &later, "--seed", "1", "where"]));
    assert!(
        walked.ends_with(&place[place.find('Y').expect("a place")..]),
        "{place}"
    );
    // Moves from standard input are the same.
    let mut typed = String::new();
    moves.iter().for_each(|one| typed += &format!("{one}\n"));
    let answer = run_with(&["traverse", &file, "--seed", "9"], typed.as_bytes());
    assert_eq!(printed(answer), walked);
}

#[test]
fn bad_walks_change_nothing() {
    let folder = Folder::new();
    let file = sector(&folder, &["--seed", "7"]);
    let later = folder.path("later.json");
    for (options, said) in [
        (&["fly"][..], "unknown move \"fly\": expected north"),
        (&["n", "e", ""][..], "unknown move \"\""),
        (&["north", "wh:up"][..], "expected clear, blast or repair"),
        (&["clear:north"][..], "expected clear:up or clear:down"),
        (&["look:up"][..], "expected clear, blast or repair"),
        (&["r99"][..], "there is no room r99"),
        (
            &["--character", "hp=0", "look"][..],
            "hp=0: expected 1 to 9999",
        ),
        (
            &["--character", "might=", "look"][..],
            "might=: expected -10 to 30",
        ),
        (&["--character", "luck=1", "look"][..], "expected might=N"),
    ] {
        let all = [
            &["traverse", &file, "--seed", "1", "--save-as", &later],
            options,
        ]
        .concat();
        let found = refused(&run(&all));
        assert!(found.contains(said), "{found}");
        assert!(!Path::new(&later).exists());
    }
}

#[test]
fn what_is_typed_and_not_understood_is_answered_and_the_game_goes_on() {
    let folder = Folder::new();
    let options = ["--seed", "46", "--rooms", "14", "--trend", "mixed"];
    let file = sector(&folder, &options);
    let typed = b"fly r99\nhelp\ne\nw\nquit\neast\n";
    let said = printed(run_with(&["traverse", &file, "--seed", "1"], typed));
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[1].starts_with("unknown move \"fly\": expected north"),
        "{said}"
    );
    assert!(said.contains("\n> r99\nthere is no room r99"), "{said}");
    assert!(said.contains("\n> help\nYou can say north, east"), "{said}");
    assert!(
        said.contains("\nYou go east to Pipe-Strung Mess.\nExits: "),
        "{said}"
    );
    assert!(
        said.ends_with("You go west to Rust-Choked Landing.\nExits: east r1.\n"),
        "{said}"
    );
    let json = printed(run_with(
        &["traverse", &file, "--seed", "1", "--json"],
        typed,
    ));
    assert_eq!(json.lines().count(), 5, "{json}");
    assert!(
        json.starts_with("{\"move\":\"fly\",\"success\":false,"),
        "{json}"
    );
}

#[test]
fn a_world_of_another_kind_is_refused_with_the_command_for_it() {
    let folder = Folder::new();
    let maze = printed(run(&["generate", "maze", "--seed", "7", "--json"]));
    let maze = folder.file("maze.json", maze);
    let file = sector(&folder, &["--seed", "7"]);
    let graph = folder.file("graph.json", "{\"rooms\":2,\"edges\":[[0,1]]}");
    let odd = folder.file("odd.json", "{\"kind\":\"foo\"}");
    let bare = folder.file("bare.json", "{\"kind\":\"map\"}");
    for (args, said) in [
        (
            &["traverse", &maze, "look"][..],
            "is a maze: expected a sector (deepway walk is for mazes)",
        ),
        (
            &["query", &maze, "above", "r0"],
            "is a maze: expected a sector",
        ),
        (
            &["traverse", &watchtower(), "look"],
            "watchtower.txt is a map: expected a sector",
        ),
        (
            &["walk", &file],
            "is a sector: expected a maze (deepway traverse is for sectors)",
        ),
        (&["show", &graph], "deepway generate sector --graph"),
        (
            &["show", &odd],
            "kind: \"foo\": expected map, sector, maze or strata",
        ),
        (&["show", &bare], "missing key `levels`"),
    ] {
        let found = refused(&run(args));
        assert!(found.contains(said), "{found}");
    }
}

#[test]
fn rooms_are_named_where_several_ways_lead_one_way() {
    let folder = Folder::new();
    let edges: Vec<String> = (1..40).map(|room| format!("[0,{room}]")).collect();
    let star = format!("{{\"rooms\":40,\"edges\":[{}]}}", edges.join(","));
    let star = folder.file("star.json", star);
    let file = sector(&folder, &["--graph", &star, "--seed", "1"]);
    let asked = printed(run(&["traverse", &file, "--seed", "1", "north"]));
    assert!(
        asked.contains("Several ways lead north; name the room: r"),
        "{asked}"
    );
    for room in ["r7", "r23", "r39"] {
        let strong = ["traverse", &file, "--seed", "1", "--character", "might=30"];
        let walked = printed(run(&[&strong[..], &[room, "where"]].concat()));
        assert!(walked.contains(&format!("({room})")), "{walked}");
    }
}

#[test]
fn a_saved_character_keeps_what_is_not_changed() {
    let folder = Folder::new();
    let file = sector(&folder, &["--seed", "7"]);
    let later = folder.path("later.json");
    let first = [
        "traverse",
        &file,
        "--seed",
        "1",
        "--character",
        "hp=7,explosives=0",
        "--save-as",
        &later,
        "look",
    ];
    printed(run(&first));
    let found = printed(run(&[
        "traverse",
        &later,
        "--seed",
        "1",
        "--character",
        "might=9",
        "where",
    ]));
    assert!(found.contains("[7 hp, 0 explosives, 0 minutes]"), "{found}");
    let nowhere = fs::read_to_string(&later).expect("saved");
    let nowhere = folder.file(
        "nowhere.json",
        nowhere.replace("\"room\":\"r0\"", "\"room\":\"r99\""),
    );
    assert!(refused(&run(&["validate", &nowhere])).contains("expedition.room"));
    let place = refused(&run(&[
        "traverse",
        &file,
        "--save-as",
        "/nowhere/x.json",
        "look",
    ]));
    assert!(place.contains("there is no such folder"), "{place}");
}

#[test]
fn a_slice_of_a_sector_names_its_own_layers() {
    let folder = Folder::new();
    let file = sector(&folder, &["--seed", "7"]);
    let slice = printed(run(&["show", &file, "--side", "y=10"]));
    let cells = printed(run(&["show", &file, "--cells"]));
    for layer in [
        "Ground Level",
        "Upper Roots",
        "Lower Roots",
        "Lower Trunk",
        "Deep Roots",
    ] {
        assert_eq!(
            slice.contains(layer),
            cells.contains(layer),
            "{layer}\n{slice}"
        );
    }
}

#[test]
fn nobody_moves_after_defeat() {
    let folder = Folder::new();
    // Somebody weak on a ladder, until they are down.
    let file = sector(&folder, &["--seed", "12345"]);
    let weak = ["--character", "might=-10,hp=1", "--seed", "1"];
    let fall = ["west", "down", "down", "down", "down"];
    let all = [&["traverse", &file], &weak[..], &fall[..]].concat();
    let found = run(&all);
    assert_eq!(found.status.code(), Some(2));
    let said = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(said.contains("the character is down"), "{said}");
    let last = [&["traverse", &file], &weak[..], &["west", "down", "where"]].concat();
    let found = run(&last);
    assert_eq!(found.status.code(), Some(1));
    let said = String::from_utf8_lossy(&found.stdout).into_owned();
    let words: Vec<&str> = said.split_whitespace().collect();
    assert!(words.join(" ").contains("You are down."), "{said}");
}

#[test]
fn templates_of_ones_own_are_used_or_refused() {
    let folder = Folder::new();
    let words = folder.path("words");
    fs::create_dir(&words).expect("a folder");
    let found = refused(&run(&["generate", "sector", "--templates", &words]));
    assert!(found.contains("expected any of biomes.json"), "{found}");
    let missing = folder.path("missing");
    let found = refused(&run(&["generate", "sector", "--templates", &missing]));
    assert!(found.contains("expected a folder"), "{found}");
    let misspelt = Path::new(&words).join("biome.json");
    fs::write(&misspelt, "{}").expect("written");
    let found = refused(&run(&["generate", "sector", "--templates", &words]));
    assert!(
        found.contains("biome.json: expected biomes.json"),
        "{found}"
    );
    fs::remove_file(&misspelt).expect("removed");
    let layers = Path::new(&words).join("layers.json");
    let mut all = Vec::new();
    for layer in [
        "deep_roots",
        "lower_roots",
        "upper_roots",
        "ground_level",
        "lower_trunk",
        "upper_trunk",
        "canopy",
    ] {
        all.push(format!("\"{layer}\":[\"It smells of {layer}.\"]"));
    }
    fs::write(&layers, format!("{{{}}}", all.join(","))).expect("written");
    let made = printed(run(&[
        "generate",
        "sector",
        "--seed",
        "1",
        "--rooms",
        "60",
        "--templates",
        &words,
        "--json",
    ]));
    assert!(made.contains("It smells of ground_level."), "{made}");
    let features = Path::new(&words).join("features.json");
    let needy = r#"[{"text": "A crowd of fountains.", "needs": ["fountains >= 9000"]}]"#;
    fs::write(&features, needy).expect("written");
    let found = refused(&run(&["generate", "sector", "--templates", &words]));
    assert!(
        found.contains("features.json: [0]: needs fountains >= 9000, and no style"),
        "{found}"
    );
    fs::remove_file(&features).expect("removed");
    fs::write(&layers, "{\"canopy\":1}").expect("written");
    let found = refused(&run(&["generate", "sector", "--templates", &words]));
    assert!(
        found.contains("layers.json: deep_roots: missing"),
        "{found}"
    );
    fs::write(&layers, vec![b' '; 9 << 20]).expect("written");
    let found = refused(&run(&["generate", "sector", "--templates", &words]));
    assert!(found.contains("expected at most 8 MiB"), "{found}");
}

#[test]
fn surveys_of_cells_walks_and_climbs() {
    let cells = printed(run(&["survey", "sectors", "--seeds", "0..200", "--cells"]));
    assert!(cells.contains("All are sound."), "{cells}");
    let walk = |threads: &str| {
        printed(run(&[
            "survey",
            "walks",
            "--seeds",
            "0..20",
            "--moves",
            "300",
            "--json",
            "--threads",
            threads,
        ]))
    };
    let one = walk("1");
    assert!(one.contains("\"failures\":[]"), "{one}");
    assert_eq!(one, walk("2"));
    let climbs = printed(run(&[
        "survey", "climbs", "--count", "50000", "--might", "5",
    ]));
    assert!(climbs.contains("The dice are fair."), "{climbs}");
}
