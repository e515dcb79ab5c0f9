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
    let line = refused(&run(&[
        "path", &sector, "--from", "r0", "--to", "r1", "--sheet",
    ]));
    assert!(line.starts_with("--sheet is for pictures"), "{line}");
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
