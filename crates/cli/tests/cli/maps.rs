//! Maps to print, and maps for players.

use super::*;

/// A sector with a secret room, locks and several levels.
fn sector(folder: &Folder) -> String {
    let made = run(&[
        "generate", "sector", "--seed", "43", "--rooms", "14", "--trend", "mixed", "--json",
    ]);
    folder.file("sector.json", printed(made))
}

#[test]
fn pages_are_named_after_their_levels() {
    let folder = Folder::new();
    let sector = sector(&folder);
    let base = folder.path("map.svg");
    let said = printed(run(&[
        "show", &sector, "--pages", "--theme", "print", "--svg", &base,
    ]));
    assert!(said.contains("map-ground-level.svg"), "{said}");
    assert!(said.lines().count() >= 3, "{said}");
    let page = fs::read_to_string(folder.path("map-ground-level.svg")).expect("a page");
    for part in ["id=\"level-0\"", "id=\"room-r0\"", ">r0<", "keeper's map"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!Path::new(&base).exists());
}

#[test]
fn a_sheet_has_all_levels_of_any_map() {
    let folder = Folder::new();
    let sector = sector(&folder);
    for (world, level) in [(sector, "level--1"), (watchtower(), "level-6")] {
        let svg = printed(run(&["show", &world, "--sheet", "--svg", "-"]));
        for id in ["level-0", level] {
            assert!(svg.contains(&format!("<g id=\"{id}\">")), "{id}");
        }
    }
}

#[test]
fn players_are_shown_only_what_they_may_know() {
    let folder = Folder::new();
    let sector = sector(&folder);
    let all = printed(run(&["show", &sector, "--cells"]));
    let known = printed(run(&["show", &sector, "--player"]));
    assert!(
        all.contains("secret") && all.contains("bronze key"),
        "{all}"
    );
    assert!(
        !known.contains("secret") && !known.contains("bronze key"),
        "{known}"
    );
    let saved = folder.path("later.json");
    printed(run(&[
        "traverse",
        &sector,
        "where",
        "--seed",
        "9",
        "--save-as",
        &saved,
    ]));
    let seen = printed(run(&["show", &saved, "--player"]));
    assert!(
        seen.contains("1 room explored") && seen.contains('?'),
        "{seen}"
    );
    assert!(!seen.contains("r2"), "{seen}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    let sector = sector(&folder);
    for (args, said) in [
        (&["--sheet"][..], "--sheet is for pictures"),
        (&["--pages"], "--pages is for pictures"),
        (&["--pages", "--png", "-"], "--pages writes several files"),
        (&["--player", "--json"], "--player is for maps from above"),
        (
            &["--sheet", "--level", "0", "--png", "a.png"],
            "--sheet and --pages show all levels",
        ),
    ] {
        let line = refused(&run(&[&["show", sector.as_str()], args].concat()));
        assert!(line.starts_with(said), "{line}");
    }
    let line = refused(&run(&["show", &watchtower(), "--player"]));
    assert!(line.contains("expected a sector for --player"), "{line}");
    let line = refused(&run(&["generate", "sector", "--seed", "1", "--player"]));
    assert!(line.contains("expected --cells"), "{line}");
    for keeper in [&["--json"][..], &["--text", "x.txt"], &["--explain"]] {
        let args = ["generate", "sector", "--seed", "1", "--cells", "--player"];
        let line = refused(&run(&[&args[..], keeper].concat()));
        let expected = "--player is for printed maps and pictures: expected it without ";
        assert_eq!(line, format!("{expected}{}", keeper[0]));
    }
    let line = refused(&run(&[
        "path", &sector, "--from", "r0", "--to", "r1", "--sheet",
    ]));
    assert!(line.starts_with("--sheet is for pictures"), "{line}");
}

#[test]
fn pages_replace_nothing_that_is_read_and_no_folder() {
    let folder = Folder::new();
    let sector = fs::read(sector(&folder)).expect("written");
    let input = folder.file("q-ground-level.json", &sector);
    let pages = folder.path("q.json");
    let line = refused(&run(&["show", &input, "--pages", "--svg", &pages]));
    let expected =
        format!("--svg {input} would replace what is read, WORLD {input}: expected another file");
    assert_eq!(line, expected);
    assert_eq!(fs::read(&input).expect("kept"), sector);
    let graph = folder.file("g-ground-level.txt", "2\n0 1\n");
    let pages = folder.path("g.txt");
    let args = [
        "generate", "sector", "--graph", &graph, "--cells", "--pages",
    ];
    let line = refused(&run(&[&args[..], &["--svg", &pages]].concat()));
    assert!(line.contains("would replace what is read"), "{line}");
    let text = folder.path("t-ground-level.svg");
    let args = ["generate", "sector", "--seed", "1", "--cells", "--pages"];
    let more = ["--svg", &folder.path("t.svg"), "--text", &text];
    let line = refused(&run(&[&args[..], &more].concat()));
    assert!(line.contains("name the same file"), "{line}");
    for name in [folder.path(""), folder.path(".")] {
        let line = refused(&run(&["show", &input, "--pages", "--png", &name]));
        assert_eq!(
            line,
            format!("cannot write {name}: it is a folder, not a file")
        );
    }
}

#[test]
fn a_path_has_a_start_a_goal_and_numbers() {
    let folder = Folder::new();
    let sector = sector(&folder);
    for more in [&[][..], &["--sheet"], &["--theme", "print"]] {
        let args = ["path", &sector, "--from", "r0", "--to", "r10", "--svg", "-"];
        let svg = printed(run(&[&args[..], more].concat()));
        for part in [">START<", ">GOAL<", ">1<"] {
            assert!(svg.contains(part), "{part} {more:?}");
        }
    }
    let args = [
        "path",
        &watchtower(),
        "--from",
        "20,16,3",
        "--to",
        "20,12,0",
    ];
    let svg = printed(run(&[&args[..], &["--svg", "-"]].concat()));
    assert!(svg.contains(">START<") && svg.contains(">3<"), "numbers");
}
