//! Reading and writing: valid maps come through, mistakes are named.

use super::*;
use crate::cell::Cell;
use crate::material::Material;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size};
use proptest::prelude::*;
use world::any_world;

mod world;

fn volume_of(text: &str) -> Volume {
    read("map", text.as_bytes()).unwrap()
}

/// Checks that a file is refused with this message.
fn refused(bytes: impl AsRef<[u8]>, message: &str) {
    let error = read("map", bytes.as_ref()).unwrap_err().to_string();
    assert_eq!(error, message);
    assert!(!error.contains('\n'));
}

const GLYPHS: &str =
    "# % = I & M * T d b H A B C ! u V | Q Z / Y . + ~ S _ h - L < > X O o E ^ v { } F or a space";

#[test]
fn a_map_is_read_where_it_is_drawn() {
    let volume = volume_of("; a comment\nfloor:0\n#.#\n#<#\nfloor:2\n#>\n");
    assert_eq!(volume.size(), Size::new(3, 2, 3).unwrap());
    assert_eq!(volume.get(Pos::new(1, 0, 0)), Cell::Floor);
    assert_eq!(volume.get(Pos::new(1, 1, 0)), Cell::StairsUp);
    assert_eq!(volume.get(Pos::new(1, 0, 2)), Cell::StairsDown);
    // The missing floor, the short row and the missing row are open air.
    assert_eq!(volume.get(Pos::new(1, 0, 1)), Cell::Air);
    assert_eq!(volume.get(Pos::new(2, 0, 2)), Cell::Air);
    assert_eq!(volume.get(Pos::new(0, 1, 2)), Cell::Air);
}

#[test]
fn the_order_of_floors_does_not_matter() {
    assert_eq!(
        volume_of("floor:1\n.L\nfloor:0\n.X\n"),
        volume_of("floor:0\n.X\nfloor:1\n.L\n")
    );
}

#[test]
fn ragged_floors_in_any_order_are_the_same_map() {
    let floors = [
        "floor:0\n.\n\nLLL\n",
        "floor:2\nX\nXX\n",
        "floor:3\n\n\n\n>\n",
    ];
    let ordered = volume_of(&floors.concat());
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(volume_of(&order.map(|i| floors[i]).concat()), ordered);
    }
}

#[test]
fn blank_lines_before_a_floor_and_at_the_end_are_ignored() {
    let plain = volume_of("floor:0\n..\n\n##\nfloor:1\nLL");
    assert_eq!(plain.size(), Size::new(2, 3, 2).unwrap());
    for same in [
        "\n\nfloor:0\n..\n\n##\n\n\n; why not\n\nfloor:1\nLL\n\n\n",
        "floor:0\r\n..\r\n\r\n##\r\nfloor:1\r\nLL\r\n",
        "\u{FEFF}floor: 0 \n..\n\n##\nfloor:001\nLL\n",
        "floor:0\n..\n; between\n\n##\nfloor:1\nLL\n\r\n",
    ] {
        assert_eq!(volume_of(same), plain, "{same:?}");
    }
}

#[test]
fn floor_may_be_written_f() {
    assert_eq!(volume_of("floor:0\nFF\n"), volume_of("floor:0\n..\n"));
    assert_eq!(to_text(&volume_of("floor:0\nF \n")), "floor:0\n. \n");
}

#[test]
fn files_that_are_no_map() {
    let empty =
        "map:1:1: the file is empty: expected a map, beginning with 'floor:0' or 'type octile'";
    refused("", empty);
    refused("\n", empty);
    refused("\r\n\r\n", &empty.replace(":1:1:", ":2:1:"));
    refused(
        "; only words\n",
        "map:1:1: no cells: expected rows of cells after a 'floor:' line",
    );
    refused(
        "#!/bin/sh\n",
        "map:1:5: expected 'floor:N' or a row of cells, found 'in/sh'",
    );
    refused(
        "floor:0\nfloor:1\n\n",
        "map:3:1: no cells: expected rows of cells after a 'floor:' line",
    );
}

#[test]
fn a_map_without_floor_lines_is_one_level() {
    let plain = volume_of("floor:0\n###\n#.#\n\n###\n");
    for same in [
        "###\n#.#\n\n###\n",
        "\n; a map\n\n###\n#.#\n\n###\n\n\n",
        "###\r\n#.#\r\n\r\n###",
    ] {
        assert_eq!(volume_of(same), plain, "{same:?}");
    }
    refused(
        "###\nfloor:1\n###\n",
        "map:2:1: expected 'floor:N' before the first row of cells, or no 'floor:' line at all, found 'floor:1'",
    );
    let painted = volume_of(".=\npaint:0\n.a\nkey a lava\n");
    assert_eq!(painted.material(Pos::new(1, 0, 0)), Material::LAVA);
    refused(
        "..\npaint:0\n\nfloor:0\n..\n",
        "map:4:1: expected 'floor:N' before the first row of cells, or no 'floor:' line at all, found 'floor:0'",
    );
}

#[test]
fn wrong_floor_numbers() {
    for (number, found) in [
        ("-1", "'-1'"),
        ("256", "'256'"),
        ("", "the end of the line"),
        ("one", "'one'"),
        ("+1", "'+1'"),
        ("1 2", "'1 2'"),
        ("99999999999999999999", "'99999999999999999999'"),
    ] {
        refused(
            format!("floor:0\n.\nfloor:{number}\n.\n"),
            &format!("map:3:7: expected a floor number from 0 to 255, found {found}"),
        );
    }
    refused(
        b"floor:   -1\n",
        "map:1:10: expected a floor number from 0 to 255, found '-1'",
    );
    refused(
        b"floor:1\xFF\n",
        "map:1:7: expected a floor number from 0 to 255, found '1\\xFF'",
    );
    refused(
        b"\0\0\n",
        "map:1:1: expected 'floor:N' or a row of cells, found NUL byte (this is not a text file)",
    );
    refused(
        "floor:3\n.\nfloor:3\n.\n",
        "map:3:7: floor 3 is given twice: expected it once, and line 1 has it already",
    );
}

#[test]
fn unknown_glyphs_are_named_where_they_stand() {
    for (row, column, found) in [
        (&b"##?"[..], 3, "'?'"),
        (b"\t##", 1, "tab (use spaces)"),
        (b"#\0#", 2, "NUL byte (this is not a text file)"),
        (b"##\xFF\xFE", 3, "byte 0xFF (not valid UTF-8)"),
        ("#é?".as_bytes(), 2, "'é'"),
        (b"#\r#", 2, "'\\r'"),
        (b" ; late", 2, "';'"),
        (b"#\x1b[31m", 2, "'\\u{1b}'"),
    ] {
        let mut file = b"; first\nfloor:0\n".to_vec();
        file.extend_from_slice(row);
        let expected = format!("map:3:{column}: unknown glyph {found}: expected one of {GLYPHS}");
        refused(&file, &expected);
    }
}

#[test]
fn comments_are_text() {
    assert!(read("map", "; ünïcödé ✓\nfloor:0\n.\n".as_bytes()).is_ok());
    refused(
        b"; a \xC3\x28\nfloor:0\n.\n",
        "map:1:5: expected text in a comment, found byte 0xC3 (not valid UTF-8)",
    );
    refused(
        b"; \xC3\xA9\0\nfloor:0\n.\n",
        "map:1:4: expected text in a comment, found NUL byte (this is not a text file)",
    );
}

#[test]
fn sizes_past_the_limit() {
    let row = |width: usize| "#".repeat(width);
    assert!(read("map", format!("floor:0\n{}\n", row(4096)).as_bytes()).is_ok());
    refused(
        format!("floor:0\n.\n{}\n", row(5000)),
        "map:3:4097: too large: width 5000: expected 1 to 4096",
    );
    assert!(read("map", format!("floor:0\n{}", ".\n".repeat(4096)).as_bytes()).is_ok());
    refused(
        format!("floor:0\n{}", ".\n".repeat(4097)),
        "map:4098:1: too large: height 4097: expected 1 to 4096",
    );
    refused(
        format!("floor:0\n.{}.\n", "\n".repeat(100_000)),
        "map:100002:1: too large: height 100001: expected 1 to 4096",
    );
    // 4096 × 4096 on floor 64 is over 2^30 cells, whichever comes first.
    let tall = format!("floor:0\n{}\n{}", row(4096), "\n".repeat(4094));
    refused(
        format!("{tall}.\nfloor:64\n.\n"),
        "map:4098:1: too large: 4096 × 4096 × 65 cells: expected at most 2^30 (1,073,741,824) in all",
    );
    refused(
        format!("floor:64\n.\n{tall}.\n"),
        "map:4099:1: too large: 4096 × 4096 × 65 cells: expected at most 2^30 (1,073,741,824) in all",
    );
    refused(
        format!("floor:0\n{}", row(70_000)),
        "map:2:65537: line longer than 65536 bytes: expected a map, whose rows have at most 4096 cells",
    );
    refused(
        format!(";{}\nfloor:0\n.", row(70_000)),
        "map:1:65537: line longer than 65536 bytes: expected a map, whose rows have at most 4096 cells",
    );
}

#[test]
fn a_movingai_map_is_one_level() {
    let map = "type octile\nheight 2\nwidth 7\nmap\n.G@OTSW\n.......\n\n";
    let volume = volume_of(map);
    assert_eq!(to_text(&volume), "floor:0\n..##%~=\n.......\n");
    let swapped = map.replace("height 2\nwidth 7", "width 7\r\nheight 2\r");
    assert_eq!(volume_of(&swapped), volume);
    assert_eq!(
        to_movingai(&volume).unwrap(),
        "type octile\nheight 2\nwidth 7\nmap\n..@@TSW\n.......\n"
    );
}

#[test]
fn movingai_maps_that_are_wrong() {
    let head = "type octile\nheight 2\nwidth 3\nmap\n";
    for (text, message) in [
        (
            "type hex\n",
            "map:1:1: expected 'type octile', found 'type hex'",
        ),
        (
            "type octile\n",
            "map:1:1: expected 'height N', 'width N' and 'map', found the end of the file",
        ),
        (
            "type octile\nmap\n",
            "map:2:1: expected 'height' and 'width' before 'map', found 'map'",
        ),
        (
            "type octile\nheight 0\n",
            "map:2:8: expected a number from 1 to 4096, found '0'",
        ),
        (
            "type octile\nheight 4097\n",
            "map:2:8: expected a number from 1 to 4096, found '4097'",
        ),
        (
            "type octile\nwidth 9x\n",
            "map:2:7: expected a number from 1 to 4096, found '9x'",
        ),
        (
            "type octile\nwidth 9\nwidth 9\n",
            "map:3:1: expected 'width ' only once, found 'width 9'",
        ),
        (
            "type octile\ndepth 9\n",
            "map:2:1: expected 'height N', 'width N' or 'map', found 'depth 9'",
        ),
    ] {
        refused(text, message);
    }
    for (rows, message) in [
        (
            "...\n",
            "map:5:1: expected 2 rows of cells, of which 1 are there, found the end of the file",
        ),
        (
            "...\n..\n",
            "map:6:3: expected a row of 3 cells, found the end of the line",
        ),
        ("....\n", "map:5:4: expected a row of 3 cells, found '.'"),
        (
            "...\n.x.\n",
            "map:6:2: unknown glyph 'x': expected one of . G @ O T S W",
        ),
        (
            "...\n...\n...\n",
            "map:7:1: expected the end: 2 rows are there, found '...'",
        ),
    ] {
        refused(format!("{head}{rows}"), message);
    }
}

#[test]
fn only_what_a_movingai_map_can_say_is_written() {
    assert_eq!(
        to_movingai(&volume_of("floor:0\n.L\n"))
            .unwrap_err()
            .to_string(),
        "a .map file has no letter for the ladder at 1,0,0: expected floor, wall, rubble or liquid"
    );
    assert_eq!(
        to_movingai(&volume_of("floor:1\n.\n"))
            .unwrap_err()
            .to_string(),
        "a .map file has one level, this map has 2: expected one level"
    );
    assert_eq!(
        to_movingai(&volume_of("..\npaint:0\n.a\nkey a moss\n"))
            .unwrap_err()
            .on_level(3)
            .to_string(),
        "a .map file cannot hold materials, but the cell at 1,0,3 has one: expected none, or a .txt or .json file"
    );
    assert_eq!(
        to_movingai(&volume_of("..\n@ 0,0,0 spawn\n"))
            .unwrap_err()
            .to_string(),
        "a .map file cannot hold things, but this map has 1: expected none, or a .txt or .json file"
    );
}

#[test]
fn a_scenario_has_tabs_or_spaces() {
    let queries = read_scenario(
        "scen",
        b"version 1\n0\tmaps/a.map\t512\t256\t1\t2\t3\t4\t5.5\n\n7  a.map 8 8 0 0 7 7 9.89949493\n",
    )
    .unwrap();
    assert_eq!(queries.len(), 2);
    assert_eq!(
        queries[0],
        Scenario {
            bucket: 0,
            map: "maps/a.map".to_owned(),
            width: 512,
            height: 256,
            start: Pos::new(1, 2, 0),
            goal: Pos::new(3, 4, 0),
            optimal: 5.5,
        }
    );
    assert_eq!(read_scenario("scen", b"version 1.0\r\n").unwrap(), []);
}

#[test]
fn scenarios_that_are_wrong() {
    for (text, message) in [
        (
            "",
            "scen:1:1: expected 'version 1', found the end of the file",
        ),
        (
            "version 2\n",
            "scen:1:1: expected 'version 1', found 'version 2'",
        ),
        (
            "version 1 x\n",
            "scen:1:1: expected 'version 1', found 'version 1 x'",
        ),
        (
            "version 1\nx",
            "scen:2:1: expected a bucket number, found 'x'",
        ),
        (
            "version 1\n1 a 8",
            "scen:2:6: expected the map's height, found the end of the line",
        ),
        (
            "version 1\n1 a 8 8 0 0 -1 0 1",
            "scen:2:13: expected x of the goal, found '-1 0 1'",
        ),
        (
            "version 1\n1 a 8 8 0 0 1 0 nan",
            "scen:2:17: expected the optimal length, found 'nan'",
        ),
        (
            "version 1\n1 a 8 8 0 0 1 0 inf",
            "scen:2:17: expected the optimal length, found 'inf'",
        ),
        (
            "version 1\n1 a 8 8 0 0 1 0 1 1",
            "scen:2:19: expected the end of the line, found '1'",
        ),
    ] {
        assert_eq!(
            read_scenario("scen", text.as_bytes())
                .unwrap_err()
                .to_string(),
            message
        );
    }
    let error = read_scenario("scen", b"version 1\n1 \xFF 8").unwrap_err();
    assert!(error.to_string().contains("byte 0xFF (not valid UTF-8)"));
}

fn any_volume() -> impl Strategy<Value = Volume> {
    let cells = proptest::sample::select(Cell::all().collect::<Vec<_>>());
    (1..=70u32, 1..=5u32, 1..=4u32)
        .prop_flat_map(move |(width, height, levels)| {
            let size = Size::new(width, height, levels).unwrap();
            (
                Just(size),
                proptest::collection::vec(cells.clone(), size.cells() as usize),
            )
        })
        .prop_map(|(size, cells)| {
            let mut draft = Draft::new(size);
            for (i, cell) in (0..).zip(cells) {
                let (w, h) = (size.width() as i32, size.height() as i32);
                draft
                    .set(Pos::new(i % w, i / w % h, i / (w * h)), cell)
                    .unwrap();
            }
            draft.finish()
        })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(volume in any_world()) {
        let text = to_text(&volume);
        prop_assert_eq!(&read("map", text.as_bytes()).unwrap(), &volume);
        // Likewise with other line ends, blank lines and comments between floors.
        let loose = text.replace("\nfloor:", "\n\n\n; next\nfloor:").replace('\n', "\r\n") + "\r\n\r\n";
        prop_assert_eq!(&read("map", loose.as_bytes()).unwrap(), &volume);
        prop_assert_eq!(to_text(&read("map", loose.as_bytes()).unwrap()), text);
    }

    #[test]
    fn one_level_survives_the_movingai_format(volume in any_volume()) {
        let plain = volume.size().levels() == 1
            && volume.row(0, 0).len() > 0
            && (0..volume.size().height())
                .flat_map(|y| volume.row(y, 0))
                .all(|cell| ".#%~=".contains(cell.glyph()));
        let written = to_movingai(&volume);
        prop_assert_eq!(written.is_ok(), plain);
    }

    #[test]
    fn a_grid_of_terrain_reads_back_the_same(rows in proptest::collection::vec("[.@TSW]{9}", 1..9)) {
        let map = format!("type octile\nheight {}\nwidth 9\nmap\n{}\n", rows.len(), rows.join("\n"));
        prop_assert_eq!(to_movingai(&read("map", map.as_bytes()).unwrap()), Ok(map));
    }

    #[test]
    fn pieces_make_the_same_map_or_the_same_error(
        text in "(floor:[0-3]\n|[#.LX<>?\t]{0,5}\n|;c\n|\n|type octile\n|width 2\n|map\n|paint:[01]\n|[.ab]{1,3}\n|key [ab] (oil|goo)\n|@ [01],0,0 a \"b\\\\n?\"( c=d)?\n){0,12}",
        cut in 1..20usize,
    ) {
        let mut reader = MapReader::new("map");
        let fed = text.as_bytes().chunks(cut).try_for_each(|piece| reader.feed(piece));
        prop_assert_eq!(fed.and_then(|()| reader.finish()), read("map", text.as_bytes()));
    }

    #[test]
    fn any_bytes_are_a_map_or_an_error(bytes: Vec<u8>, head in "(floor:0\n|.\npaint:0\n|.\n@ 0,0,0 |.\n@ 0,0,0 a \"|key |)") {
        let mut file = head.into_bytes();
        file.extend(bytes);
        if let Err(error) = read("map", &file) {
            prop_assert!(error.line >= 1 && error.column >= 1);
            prop_assert!(!error.to_string().contains('\n'));
        }
        let _ = read_scenario("scen", &file);
    }
}

#[test]
fn an_escaped_character_has_one_to_six_hexadecimal_digits() {
    let name = |escape: &str| {
        let map = format!("..\n@ 0,0,0 label \"a{escape}b\"\n");
        let volume = read("map", map.as_bytes())?;
        let name = volume.things().map(|(_, thing)| thing.name.clone()).next();
        Ok::<_, MapError>(name)
    };
    assert_eq!(name("\\u{00000A}"), Ok(Some("a\nb".to_owned())));
    for wrong in ["\\u{0000041}", "\\u{+41}", "\\u{}", "\\u{41", "\\u{110000}"] {
        let said = name(wrong).unwrap_err().to_string();
        assert!(said.starts_with("map:2:17: expected one of"), "{said}");
    }
}

#[test]
fn a_material_that_no_cell_has_is_known() {
    let volume = read("map", b"..\npaint:0\n.a\nkey b goo\nkey a mud\n").unwrap();
    assert!(volume.find_material("goo").is_some());
}
