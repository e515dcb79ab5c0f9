//! `deepway convert`.

use super::*;

const GRID: &str = "type octile\nheight 2\nwidth 4\nmap\n.@TS\nW...\n";
const TEXT: &str = "floor:0\n.#%~\n=...\n";

#[test]
fn a_movingai_map_becomes_a_text_map_and_back() {
    let folder = Folder::new();
    let (map, text, back) = (
        folder.file("a.map", GRID),
        folder.path("a.txt"),
        folder.path("b.map"),
    );
    let said = printed(run(&["convert", &map, &text]));
    assert_eq!(said, format!("wrote {text}\n"));
    assert_eq!(fs::read_to_string(&text).expect("written"), TEXT);
    let said = printed(run(&["convert", &text, &back]));
    assert_eq!(said, format!("wrote {back}\n"));
    assert_eq!(fs::read_to_string(&back).expect("written"), GRID);
    assert_eq!(folder.names(), ["a.map", "a.txt", "b.map"]);
}

#[test]
fn dashes_are_standard_input_and_output() {
    assert_eq!(
        printed(run_with(&["convert", "-", "-"], GRID.as_bytes())),
        TEXT
    );
    assert_eq!(
        printed(run_with(
            &["convert", "-", "-", "--to", "movingai"],
            TEXT.as_bytes()
        )),
        GRID
    );
}

#[test]
fn a_file_is_not_converted_into_itself() {
    let folder = Folder::new();
    let map = folder.file("map.txt", GRID);
    let said = refused(&run(&["convert", &map, &map]));
    assert_eq!(
        said,
        format!("OUT {map} would replace what is read, IN {map}: expected another file")
    );
    assert_eq!(fs::read_to_string(&map).expect("kept"), GRID);
}

#[test]
fn one_level_can_be_taken_out() {
    let map = "floor:0\n##\nfloor:1\n.#\n";
    assert_eq!(
        printed(run_with(
            &["convert", "-", "-", "--level", "1"],
            map.as_bytes()
        )),
        "floor:0\n.#\n"
    );
    let said = refused(&run_with(
        &["convert", "-", "-", "--level", "2"],
        map.as_bytes(),
    ));
    assert_eq!(said, "--level: 2: not a level of this map: expected 0 to 1");
}

#[test]
fn the_example_survives() {
    let once = printed(run(&["convert", &watchtower(), "-"]));
    assert_eq!(
        printed(run_with(&["convert", "-", "-"], once.as_bytes())),
        once
    );
}

#[test]
fn what_a_format_cannot_say_is_refused_and_nothing_written() {
    let folder = Folder::new();
    let out = folder.path("out.map");
    let said = refused(&run(&["convert", &watchtower(), &out]));
    assert!(
        said.ends_with(
            "it cannot be a MovingAI map: a .map file has one level, this map has 7: expected one level; choose one with --level"
        ),
        "{said}"
    );
    let said = refused(&run_with(&["convert", "-", &out], b"floor:0\n.L\n"));
    assert!(said.contains("no letter for the ladder at 1,0,0"), "{said}");
    let map = b"floor:0\n..\nfloor:1\n.L\n";
    let said = refused(&run_with(&["convert", "-", &out, "--level", "1"], map));
    assert!(said.contains("the ladder at 1,0,1"), "{said}");
    assert_eq!(folder.names(), Vec::<String>::new());
}
