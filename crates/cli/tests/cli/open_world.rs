//! Open worlds: what is read stays, pictures are written, places have names, help is true.

use super::*;
use serde_json::Value;

const CAVE: &str = "World.11.22.1.1.12";

#[test]
fn pictures_never_replace_what_is_read() {
    let folder = Folder::new();
    let ids = folder.file("ids.txt", format!("{CAVE}\n"));
    let tables = folder.path("tables");
    fs::create_dir(&tables).expect("a folder");
    let creatures = format!("{tables}/creatures.json");
    let items = format!("{tables}/items.json");
    let text = fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../deepway/population/creatures.json"),
    );
    fs::write(&creatures, text.expect("the built-in table")).expect("written");
    for args in [
        &["zone", "--ids", &ids, "--world", "7", "--png", &ids][..],
        &[
            "zone", CAVE, "--world", "7", "--tables", &tables, "--png", &creatures,
        ],
        &[
            "zone", CAVE, "--world", "7", "--tables", &tables, "--svg", &items,
        ],
        &[
            "survey", "zones", "--world", "7", "--sample", "5", "--tables", &tables, "--svg",
            &items,
        ],
    ] {
        let said = refused(&run(args));
        assert!(said.contains("would replace what is read"), "{said}");
    }
    assert_eq!(
        fs::read_to_string(&ids).expect("there"),
        format!("{CAVE}\n")
    );
}

#[test]
fn pictures_are_written_beside_json() {
    let folder = Folder::new();
    for (name, args) in [
        ("zone.svg", &["zone", CAVE, "--world", "7"][..]),
        ("vault.svg", &["vault", "--segments", "Zone"]),
        (
            "survey.svg",
            &["survey", "zones", "--world", "7", "--sample", "20"],
        ),
    ] {
        let file = folder.path(name);
        let text = printed(run(&[args, &["--json", "--svg", &file]].concat()));
        serde_json::from_str::<Value>(&text).expect("nothing but JSON");
        assert!(fs::read_to_string(&file).expect("written").contains("<svg"));
    }
}

#[test]
fn tables_are_regular_files() {
    let folder = Folder::new();
    let tables = folder.path("tables");
    fs::create_dir(&tables).expect("a folder");
    let pipe = format!("{tables}/creatures.json");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let args = ["tier", CAVE, "--world", "7", "--tables", &tables];
    let said = refused(&run(&args));
    assert!(said.contains("not a regular file"), "{said}");
    fs::remove_file(&pipe).expect("removed");
    let own = r#"[{"id":"gnat","name":"gnat","glyph":"g","level":1,"homes":["town"],"might":0,"wits":0,"hp":1,"speed":100,"damage":"1","about":"It hums."}]"#;
    std::os::unix::fs::symlink(folder.file("own.json", own), &pipe).expect("linked");
    assert!(printed(run(&args)).contains("nobody lives there"));
}

#[test]
fn options_of_sheets_need_a_sheet() {
    for option in [&["--columns", "3"][..], &["--no-labels"]] {
        let said = refused(&run(&[&["zone", CAVE, "--world", "7"], option].concat()));
        assert!(said.contains(option[0]), "{said}");
    }
}

#[test]
fn zones_are_named_alike_everywhere() {
    let short = "11.22.1.1.12";
    for args in [&["zone"][..], &["tier"]] {
        let ask = |id: &str| printed(run(&[args, &[id, "--world", "7", "--json"]].concat()));
        assert_eq!(ask(short), ask(CAVE));
    }
    let address = |id: &str| printed(run(&["address", id]));
    assert_eq!(address(short), address(CAVE));
    let town = printed(run(&["zone", "zelahal", "--world", "7"]));
    assert!(town.contains("World.18.7.2.2.10: Zelahal (town)"), "{town}");
    let path = [
        "path",
        "--world",
        "7",
        "--from",
        "Zelahal",
        "--to",
        "18.7.2.2.10:40,12",
    ];
    assert!(matches!(run(&path).status.code(), Some(0 | 1)));
    let ids = format!("{CAVE}\n{short}\n");
    let lines = printed(run_with(
        &["zone", "--ids", "-", "--world", "7", "--json"],
        ids.as_bytes(),
    ));
    assert_eq!(lines.lines().count(), 2);
    for line in lines.lines() {
        assert_eq!(
            serde_json::from_str::<Value>(line).expect("JSON")["id"],
            CAVE
        );
    }
}

#[test]
fn a_path_names_zones_and_moves() {
    let to = "World.11.22.1.1.13:15,15";
    let path = [
        "path",
        "--world",
        "7",
        "--from",
        "World.11.22.1.1.12:14,14",
        "--to",
        to,
    ];
    let text = printed(run(&path));
    assert!(
        text.contains("\n  moves: 1 diagonal, 1 down stairs\n"),
        "{text}"
    );
    assert!(
        text.contains("  2 zones, depths 12 to 13: World.11.22.1.1.12 → World.11.22.1.1.13"),
        "{text}"
    );
    let said = refused(&run(&[&path[..], &["--gravity", "off"]].concat()));
    assert!(said.contains("--gravity=off, without a space"), "{said}");
}

#[test]
fn a_picture_of_a_zone_says_what_it_shows() {
    for paper in ["dark", "light"] {
        let args = [
            "zone",
            "World.33.9.2.0.14",
            "--world",
            "7",
            "--theme",
            paper,
            "--svg",
            "-",
        ];
        let svg = printed(run(&args));
        for words in [
            "(great shaft) in ",
            "depth 14, tier ",
            ">open air<",
            ">solid rock<",
            ">open to the next zone<",
            ">stairs up ",
        ] {
            assert!(svg.contains(words), "{paper}: {words}");
        }
    }
    let vault = [
        "vault",
        "--builders",
        "stars",
        "--segments",
        "Zone",
        "--seed",
        "7",
        "--svg",
        "-",
    ];
    let svg = printed(run(&vault));
    assert_eq!(
        svg.matches(">cult").count(),
        1,
        "many labels have one entry in the key"
    );
}

/// Runs every example of every help text, in one folder, in their order.
#[test]
fn every_example_of_open_worlds_works() {
    let folder = Folder::new();
    folder.file("ids.txt", format!("{CAVE}\nWorld.1.2.0.0.20\n"));
    folder.file("explored.txt", "15,15\n");
    for command in ["zone", "tier", "vault", "step", "address", "path", "show"] {
        let help = printed(run(&[command, "--help"]));
        let examples = help
            .lines()
            .filter_map(|line| line.trim().strip_prefix("deepway "));
        let open = |line: &&str| {
            line.contains("World.") || line.contains("--world") || line.starts_with("vault")
        };
        let mut tried = 0;
        for example in examples.filter(open) {
            let words: Vec<&str> = example.split_whitespace().collect();
            let output = deepway(&words)
                .current_dir(&folder.0)
                .output()
                .expect("it starts");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{example}: {said}");
            tried += 1;
        }
        assert!(tried > 0, "{command}");
    }
}
