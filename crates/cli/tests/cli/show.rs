//! `deepway show`.

use super::*;

#[test]
fn the_example_shows_every_level_and_every_kind_of_link() {
    let text = printed(run(&["show", &watchtower()]));
    for z in 0..7 {
        assert!(text.contains(&format!("level {z}")), "{text}");
    }
    for kind in ["ladder", "stairs", "ramp", "hole", "shaft", "elevator"] {
        assert!(text.contains(kind), "{kind} in {text}");
    }
    assert!(text.contains("3 wide"));
    assert!(!text.contains('\x1b'), "not a terminal, so not coloured");
}

#[test]
fn one_level_is_shown_alone_with_its_links() {
    let folder = Folder::new();
    let map = folder.file(
        "map",
        "floor:0\n.L.\nfloor:1\n.L.\nfloor:2\n..X\nfloor:3\n..X\n",
    );
    assert_eq!(
        printed(run(&["show", &map, "--level", "1"])),
        format!(
            "{map}: level 1 of 4, 3 × 1, 3 walkable cells\n\n  level 1\n  0\n0 .L.\n\n. floor   L ladder\n\n1 link: ladder 1\n  1 – 0    ladder    ↕ (1,0)\n"
        )
    );
}

#[test]
fn a_map_without_links_says_so() {
    let text = printed(run_with(&["show", "-"], b"floor:0\n...\n"));
    assert!(text.starts_with("standard input: 1 level, 3 × 1, 3 walkable cells\n"));
    assert!(text.ends_with("\n0 links\n"));
}

#[test]
fn long_lists_of_links_are_counted_not_cut_off() {
    let row = "X.".repeat(20);
    let text = printed(run_with(
        &["show", "-"],
        format!("floor:0\n{row}\nfloor:1\n{row}\n").as_bytes(),
    ));
    assert!(text.contains("20 links: stairs 20\n"));
    assert!(text.contains("and 8 more\n  (deepway links lists them all)\n"));
}

#[test]
fn a_side_view_names_the_layers() {
    let text = printed(run(&[
        "show",
        &watchtower(),
        "--side",
        "y=7",
        "--ground",
        "3",
    ]));
    for layer in [
        "Deep Roots",
        "Lower Roots",
        "Upper Roots",
        "Ground Level",
        "Lower Trunk",
        "Upper Trunk",
        "Canopy",
    ] {
        assert!(text.contains(layer));
    }
    let lower = printed(run(&[
        "show",
        &watchtower(),
        "--side",
        "x=3",
        "--ground",
        "0",
    ]));
    assert!(lower.contains("  0  Ground Level    +0 m"));
    assert!(lower.contains("  6                +600 m"));
    assert!(lower.contains("seen from the east"));
}

#[test]
fn colour_is_for_those_who_want_it() {
    let coloured = |args: &[&str], no_color: Option<&str>| {
        let mut command = deepway(&["show", &watchtower()]);
        command.args(args);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        printed(command.output().expect("runs")).contains('\x1b')
    };
    assert!(!coloured(&[], None));
    assert!(coloured(&["--color", "always"], None));
    assert!(
        coloured(&["--color", "always"], Some("1")),
        "asked for explicitly"
    );
    assert!(!coloured(&["--color", "never"], None));
}

#[test]
fn json_has_size_rows_and_links() {
    let text = printed(run_with(
        &["show", "-", "--json"],
        b"floor:0\n.X\nfloor:1\n X\n",
    ));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["size"], serde_json::json!([2, 1, 2]));
    assert_eq!(json["levels"][0]["rows"], serde_json::json!([".X"]));
    assert_eq!(json["levels"][1]["rows"], serde_json::json!([" X"]));
    assert_eq!(json["levels"][1]["walkable"], 1);
    assert_eq!(json["links"][0]["kind"], "stairs");
}

#[test]
fn a_single_level_as_json_is_a_map() {
    let json = printed(run(&["show", &watchtower(), "--level", "3", "--json"]));
    let shown = printed(run_with(
        &["show", "-", "--level", "3", "--json"],
        json.as_bytes(),
    ));
    let levels = |json: &str| {
        json[json.find("\"levels\"").unwrap()..json.find("\"links\"").unwrap()].to_owned()
    };
    assert_eq!(levels(&shown), levels(&json));
    let said = refused(&run_with(
        &["show", "-"],
        json.replace("\"level\":3", "\"level\":999").as_bytes(),
    ));
    assert!(
        said.ends_with("levels[0].level: 999: expected 0 to 255, from the lowest up"),
        "{said}"
    );
}

#[test]
fn pictures_are_of_all_levels_one_level_or_a_slice() {
    let folder = Folder::new();
    for view in [&[][..], &["--level", "3"], &["--side", "x=20"]] {
        let (svg, png) = (folder.path("map.svg"), folder.path("map.png"));
        let mut args = vec!["show", "-", "--svg", &svg, "--png", &png];
        args.extend(view);
        let map = fs::read(watchtower()).expect("the example");
        let said = printed(run_with(&args, &map));
        assert_eq!(said, format!("wrote {svg}\nwrote {png}\n"));
        let text = fs::read_to_string(&svg).expect("an SVG");
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        assert!(
            fs::read(&png)
                .expect("a PNG")
                .starts_with(b"\x89PNG\r\n\x1a\n")
        );
    }
    assert_eq!(folder.names(), ["map.png", "map.svg"]);
}

#[test]
fn a_picture_can_go_to_standard_output() {
    assert!(printed(run(&["show", &watchtower(), "--svg", "-"])).starts_with("<svg "));
    let png = run(&["show", &watchtower(), "--level", "0", "--png", "-"]);
    assert!(png.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn places_that_the_map_does_not_have() {
    let map = watchtower();
    assert_eq!(
        refused(&run(&["show", &map, "--level", "7"])),
        "--level: 7: not a level of this map: expected 0 to 6"
    );
    assert_eq!(
        refused(&run(&["show", &map, "--ground", "9"])),
        "--ground: 9: not a level of this map: expected 0 to 6"
    );
    assert_eq!(
        refused(&run(&["show", &map, "--side", "x=400"])),
        "no side view at x=400: the map has x from 0 to 41"
    );
    assert!(refused(&run(&["show", &map, "--side", "z=4"])).contains("expected x=K or y=K"));
    assert!(
        refused(&run(&["show", &map, "--level", "-1"]))
            .contains("--level: -1: not a level of this map: expected 0 to 6")
    );
    assert!(
        refused(&run(&["show", &map, "--level", "1", "--side", "x=1"]))
            .contains("cannot be used with")
    );
    assert!(refused(&run(&["show", &map, "--svg", "-", "--png", "-"])).contains("only one of"));
}

#[test]
fn more_than_a_picture_can_show_is_refused_with_a_way_out() {
    let rows = format!("{}\n", "E".repeat(150)).repeat(150);
    let map = format!("floor:0\n{rows}floor:1\n{rows}");
    let folder = Folder::new();
    let said = refused(&run_with(
        &["show", "-", "--svg", &folder.path("x.svg")],
        map.as_bytes(),
    ));
    assert_eq!(
        said,
        "too much for one picture: 22500 links: expected at most 20000; choose one --level, or a --side"
    );
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn cells_that_lead_nowhere_are_named() {
    let text = printed(run_with(&["show", "-"], b"floor:0\n.<.\nfloor:1\n.<L\n"));
    assert!(
        text.ends_with("0 links\nleading nowhere: < 1,0,1   L 2,0,1   < 1,0,0\n"),
        "{text}"
    );
    assert!(!printed(run(&["show", &watchtower()])).contains("nowhere"));
}

#[test]
fn small_levels_fill_the_line_before_they_begin_a_new_one() {
    let map: String = (0..12)
        .map(|z| format!("floor:{z}\n.....\n.....\n"))
        .collect();
    let text = |columns: &str| {
        let folder = Folder::new();
        let map = folder.file("map", &map);
        let mut command = deepway(&["show", &map]);
        printed(command.env("COLUMNS", columns).output().expect("runs"))
    };
    let headings = |text: String| -> Vec<usize> {
        let rows = text
            .lines()
            .filter(|line| line.contains("level ") && !line.contains("levels"));
        rows.map(|line| line.matches("level ").count()).collect()
    };
    assert_eq!(headings(text("100")), [8, 4]);
    assert_eq!(headings(text("1")), [1; 12]);
}

#[test]
fn two_pictures_are_written_together_or_not_at_all() {
    let folder = Folder::new();
    let (svg, nowhere) = (folder.path("a.svg"), folder.path("no/such.png"));
    refused(&run(&[
        "show",
        &watchtower(),
        "--svg",
        &svg,
        "--png",
        &nowhere,
    ]));
    refused(&run(&["show", &watchtower(), "--json", "--png", &nowhere]));
    let said = refused(&run(&[
        "show",
        &watchtower(),
        "--svg",
        "same",
        "--png",
        "same",
    ]));
    assert_eq!(
        said,
        "--svg and --png same name the same file: expected two files"
    );
    let said = refused(&run(&["show", &watchtower(), "--png", "a.svg"]));
    assert_eq!(said, "--png a.svg: expected --svg, as the name says");
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn materials_and_things_are_shown_with_what_they_mean() {
    let folder = Folder::new();
    let map = folder.file(
        "map",
        "#.==\nkey a lava\npaint:0\n..aa\n@ 1,0,0 label \"The rim\" colour=red\n",
    );
    let shown = printed(run(&["show", &map]));
    for line in [
        "0 #n==",
        "# wall   = deep liquid (lava)   . floor   n label",
        "n 1,0,0 label \"The rim\" colour=red",
    ] {
        assert!(
            shown.lines().any(|found| found == line),
            "{line} in {shown}"
        );
    }
    let copy = folder.path("copy.txt");
    printed(run(&["convert", &map, &copy]));
    let back = fs::read_to_string(&copy).expect("it was written");
    assert!(
        back.ends_with("paint:0\n..aa\n@ 1,0,0 label \"The rim\" colour=red\n"),
        "{back}"
    );
}

#[test]
fn layers_are_named_where_they_are_asked_for() {
    let show = |options: &[&str]| printed(run(&[&["show", &watchtower()], options].concat()));
    assert!(!show(&["--side", "y=7"]).contains("Canopy"));
    assert!(show(&["--side", "y=7", "--ground", "3"]).contains("Canopy"));
    assert!(show(&["--ground", "3"]).contains("level 6, Canopy"));
    let folder = Folder::new();
    let sector = printed(run(&["generate", "sector", "--seed", "7", "--json"]));
    let sector = folder.file("sector.json", sector);
    for y in 0..24 {
        let slice = printed(run(&["show", &sector, "--side", &format!("y={y}")]));
        assert!(
            !slice.contains('n') || !slice.contains("n label"),
            "{slice}"
        );
    }
}

#[test]
fn keys_and_sentences_fit_narrow_terminals() {
    let folder = Folder::new();
    let maze = printed(run(&[
        "generate", "maze", "--seed", "7", "--size", "8", "--json",
    ]));
    let maze = folder.file("maze.json", maze);
    for args in [
        &["show", &maze, "--level", "1"][..],
        &["generate", "sector", "--seed", "21"],
        &["survey", "sectors", "--seeds", "5"],
    ] {
        let shown = deepway(args).env("COLUMNS", "60").output().expect("runs");
        for line in printed(shown)
            .lines()
            .filter(|line| !line.starts_with([' ', 'r']))
        {
            assert!(line.chars().count() <= 60, "{line}");
        }
    }
}
