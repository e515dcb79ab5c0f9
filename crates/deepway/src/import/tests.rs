//! What is written comes back, and what is hostile is refused.

use super::*;
use crate::codec;
use crate::export::{self, Source};
use crate::maze::{self, MazePlan};
use crate::sector::{self, Blueprint};
use crate::seed::Seed;
use crate::world::Kind;

/// The files of an export, as a folder.
struct Files(Vec<(String, Vec<u8>)>);

impl Folder for Files {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, ImportError> {
        let found = self.0.iter().find(|(known, _)| known == name);
        let found = found.map(|(_, bytes)| bytes.clone());
        found.ok_or_else(|| ImportError::new(name, "there is no such file"))
    }
}

fn there_and_back(world: &World, format: Format) -> Imported {
    let source = Source::new(world, "test").unwrap();
    let exported = export::export(&source, format).unwrap();
    let files = exported
        .files
        .into_iter()
        .map(|file| (file.name, file.bytes));
    let files: Vec<(String, Vec<u8>)> = files.collect();
    for (name, bytes) in files.iter().take(1) {
        let start = &bytes[..bytes.len().min(4096)];
        let is_tiled = format_of(name, start) == Some(Format::Tmx) && format == Format::Tmj;
        assert!(format_of(name, start) == Some(format) || is_tiled, "{name}");
    }
    let first = match format {
        Format::Tmx | Format::Tmj => vec![files[0].clone()],
        _ => files.clone(),
    };
    import(format, &first, &mut Files(files), None).unwrap()
}

const READ: [Format; 5] = [
    Format::Tmx,
    Format::Tmj,
    Format::Ldtk,
    Format::OnePage,
    Format::Xp,
];

fn check(world: &World) {
    for format in READ {
        let back = there_and_back(world, format);
        let name = format.name();
        assert_eq!(
            back.world.cells().unwrap(),
            world.cells().unwrap(),
            "{name}"
        );
        assert_eq!(back.mapping.guesses(), [""; 0], "{name}");
        // Pictures made of letters cannot hold rooms.
        if format != Format::Xp {
            assert_eq!(back.world.kind(), world.kind(), "{name}: {:?}", back.left);
        }
    }
}

#[test]
fn sectors_come_back() {
    for seed in 0..12 {
        let blueprint = Blueprint {
            target_rooms: 6 + seed as u32,
            ..Blueprint::default()
        };
        check(
            &sector::generate(&blueprint, Seed::new(seed))
                .unwrap()
                .into(),
        );
    }
}

#[test]
fn mazes_come_back() {
    for seed in 0..4 {
        let plan = MazePlan {
            size: 8,
            ..MazePlan::default()
        };
        check(&maze::generate(&plan, Seed::new(seed)).unwrap().into());
    }
}

#[test]
fn maps_come_back_with_materials_and_things() {
    let map = "floor:0\n#####\n#.~+#\n#S=IE\n^v{}-\nfloor:1\n<>XLo\nO%&M*\nTdbHA\nBC!uV\n\
        key a water\nkey b sandstone\npaint:0\nbb\n..a\n..a\n\
        @ 1,1,0 label \"Guard <room> & \\\"so\\\"\" colour=red\n@ 0,0,1 \"own kind\" \"\" \"a b\"=\"two\\nlines\"\n@ 1,1,0 tag x\n";
    let world = codec::open("map", map.as_bytes()).unwrap();
    for format in READ {
        let back = there_and_back(&world, format).world;
        assert_eq!(
            back.cells().unwrap(),
            world.cells().unwrap(),
            "{}",
            format.name()
        );
    }
    let own = codec::open("map", b"floor:0\n..#\nkey a my own, 3rd\npaint:0\na\n").unwrap();
    for format in [Format::Tmx, Format::Tmj, Format::Ldtk, Format::OnePage] {
        let back = there_and_back(&own, format).world;
        assert_eq!(
            back.cells().unwrap(),
            own.cells().unwrap(),
            "{}",
            format.name()
        );
    }
}

#[test]
fn a_changed_sector_is_a_map() {
    let world: World = sector::generate(&Blueprint::default(), Seed::new(3))
        .unwrap()
        .into();
    let source = Source::new(&world, "test").unwrap();
    let exported = export::export(&source, Format::OnePage).unwrap();
    let files: Vec<(String, Vec<u8>)> = exported
        .files
        .into_iter()
        .map(|file| {
            let text = String::from_utf8(file.bytes).unwrap();
            // Every door is walled up.
            (
                file.name,
                text.replace("\"type\":1", "\"type\":0").into_bytes(),
            )
        })
        .collect();
    let back = import(Format::OnePage, &files, &mut Alone, None).unwrap();
    assert_eq!(back.world.kind(), Kind::Map);
    assert!(
        back.left
            .iter()
            .any(|line| line.contains("it is read as a map")),
        "{:?}",
        back.left
    );
}

fn refused(format: Format, name: &str, bytes: &[u8]) -> String {
    let files = [(name.to_owned(), bytes.to_vec())];
    let error = import(format, &files, &mut Alone, None)
        .unwrap_err()
        .to_string();
    assert!(!error.contains('\n') && error.len() < 700, "{error}");
    error
}

/// Bytes as base64.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let threes = bytes.chunks(3).flat_map(|three| {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        let letters = [18, 12, 6, 0].map(|shift| LETTERS[(bits >> shift & 63) as usize]);
        let filled = three.len() + 1;
        (0..4).map(move |i| {
            if i < filled {
                char::from(letters[i])
            } else {
                '='
            }
        })
    });
    threes.collect()
}

#[test]
fn hostile_files_are_refused() {
    let map = |width: &str, rest: &str| {
        format!(
            "<map width=\"{width}\" height=\"{width}\" tilewidth=\"16\" tileheight=\"16\">{rest}</map>"
        )
    };
    for (said, rest) in [
        (
            "width 1000000000: expected 1 to 4096",
            map("1000000000", ""),
        ),
        (
            "no tileset",
            map(
                "1",
                "<layer name=\"a\"><data encoding=\"csv\">7</data></layer>",
            ),
        ),
        (
            "expected one in the same folder",
            map("1", "<tileset firstgid=\"1\" source=\"../x.tsx\"/>"),
        ),
        (
            "expected one in the same folder",
            map("1", "<tileset firstgid=\"1\" source=\"/etc/passwd\"/>"),
        ),
        (
            "there is no folder",
            map("1", "<tileset firstgid=\"1\" source=\"gone.tsx\"/>"),
        ),
        (
            "expected 4 × 4",
            map(
                "4",
                "<layer name=\"a\"><data encoding=\"csv\">1,1</data></layer>",
            ),
        ),
        (
            "zstd",
            map(
                "1",
                "<layer name=\"a\"><data encoding=\"base64\" compression=\"zstd\">AAAA</data></layer>",
            ),
        ),
        (
            "infinite",
            map("1", "").replace("<map ", "<map infinite=\"1\" "),
        ),
        (
            "not XML",
            "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><map>&b;</map>"
                .to_owned(),
        ),
        ("not XML", "<map".to_owned()),
    ] {
        let error = refused(Format::Tmx, "a.tmx", rest.as_bytes());
        assert!(error.contains(said), "{error}");
    }
    let error = refused(Format::Ldtk, "a.ldtk", b"{\"jsonVersion\":\"0.9.3\"}");
    assert!(
        error.contains("LDtk version 0.9.3: expected 1.3 to 1.5"),
        "{error}"
    );
    let level = r#"{"worldX":0,"worldY":0,"worldDepth":0,"pxWid":16000000000,"pxHei":16000000000,"layerInstances":[]}"#;
    let error = refused(
        Format::Ldtk,
        "a.ldtk",
        format!("{{\"jsonVersion\":\"1.5.3\",\"levels\":[{level}]}}").as_bytes(),
    );
    assert!(error.contains("expected 1 to 4096"), "{error}");
    let far = level
        .replace("16000000000", "16")
        .replace("\"worldX\":0", "\"worldX\":-9223372036854775808");
    let error = refused(
        Format::Ldtk,
        "a.ldtk",
        format!("{{\"jsonVersion\":\"1.5.3\",\"levels\":[{far}]}}").as_bytes(),
    );
    assert!(error.contains("worldX: expected a whole number"), "{error}");
    for (from, to, said) in [
        (
            "\"worldDepth\":0",
            "\"worldDepth\":\"a\"",
            "worldDepth: expected a whole number",
        ),
        (
            "\"layerInstances\":[]",
            "\"layerInstances\":[{\"__type\":\"IntGrid\",\"__identifier\":\"L\",\"intGridCsv\":[\"1\"]}]",
            "layer L: \"1\" in intGridCsv: expected whole numbers",
        ),
    ] {
        let damaged = level.replace("16000000000", "16").replace(from, to);
        let error = refused(
            Format::Ldtk,
            "a.ldtk",
            format!("{{\"jsonVersion\":\"1.5.3\",\"levels\":[{damaged}]}}").as_bytes(),
        );
        assert!(error.contains(said), "{error}");
    }
    let error = refused(
        Format::OnePage,
        "a.json",
        br#"{"rects":[{"x":-9223372036854775808,"y":0,"w":1,"h":1}]}"#,
    );
    assert!(
        error.contains("expected sides from 1, and places"),
        "{error}"
    );
    let error = refused(
        Format::OnePage,
        "a.json",
        br#"{"rects":[{"x":0,"y":0,"w":1000000000,"h":1}]}"#,
    );
    assert!(error.contains("a rectangle of 1000000000"), "{error}");
    let rect = r#"{"x":0,"y":0,"w":4000,"h":4000}"#;
    let pile = format!("{{\"rects\":[{}]}}", [rect; 20].join(","));
    let error = refused(Format::OnePage, "a.json", pile.as_bytes());
    assert!(error.contains("expected at most 268435456"), "{error}");
    // Each layer is small, and unpacks to much.
    let zeros = vec![0; 4096 * 4096 * 4];
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&zeros, 6);
    let packed = base64(&packed);
    let layer = format!(
        "<layer name=\"a\"><data encoding=\"base64\" compression=\"zlib\">{packed}</data></layer>"
    );
    let error = refused(
        Format::Tmx,
        "a.tmx",
        map("4096", &layer.repeat(5)).as_bytes(),
    );
    assert!(error.contains("expected at most 67108864"), "{error}");
    let world = codec::open("map", b"floor:0\n..L\nfloor:1\n..L\n").unwrap();
    let source = Source::new(&world, "test").unwrap();
    let xp = export::export(&source, Format::Xp).unwrap().files[0]
        .bytes
        .clone();
    for cut in 0..xp.len() {
        let error = refused(Format::Xp, "a.xp", &xp[..cut]);
        assert!(error.starts_with("a.xp: "), "{error}");
    }
}

/// A tileset's picture may be missing, for cells do not need it; what is no picture is refused,
/// and nothing is read outside the folder.
#[test]
fn pictures_of_tilesets_are_pictures_missing_or_refused() {
    let map = |tileset: &str| {
        format!(
            "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">{tileset}\
             <layer name=\"a\"><data encoding=\"csv\">1</data></layer></map>"
        )
    };
    let own =
        "<tileset firstgid=\"1\" name=\"t\" tilecount=\"1\"><image source=\"t.png\"/></tileset>";
    let far = "<tileset firstgid=\"1\" source=\"sets/t.tsx\"/>";
    let tsx = "<tileset name=\"t\" tilecount=\"1\"><image source=\"t.png\"/></tileset>";
    let json = r#"{"name":"t","tilecount":1,"image":"t.png"}"#;
    let picture: &[u8] = b"\x89PNG\r\n\x1A\nrest";
    let read = |tileset: &str, set: &str, name: &str, picture: &[u8]| {
        let first = [("a.tmx".to_owned(), map(tileset).into_bytes())];
        let files = [("sets/t.tsx", set.as_bytes()), (name, picture)];
        let files = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
        import(Format::Tmx, &first, &mut Files(files.to_vec()), None)
    };
    for (tileset, set, name) in [
        (own, "", "t.png"),
        (far, tsx, "sets/t.png"),
        (far, json, "sets/t.png"),
    ] {
        let good = read(tileset, set, name, picture).unwrap();
        assert_eq!(good.left, [""; 0], "{name}");
        let missing = read(tileset, set, "other.png", picture).unwrap();
        assert_eq!(missing.left.len(), 1, "{:?}", missing.left);
        assert!(missing.left[0].contains("\"t.png\""), "{:?}", missing.left);
        let none = read(tileset, set, name, b"text").unwrap_err().to_string();
        assert!(
            none.starts_with(&format!("{name}: not a picture: expected PNG")),
            "{none}"
        );
    }
    let out = own.replace("t.png", "../t.png");
    let said = read(&out, "", "../t.png", b"text").unwrap().left;
    assert!(
        said.len() == 1 && said[0].contains("not in the folder"),
        "{said:?}"
    );
    let project = r#"{"jsonVersion":"1.5.3","defs":{"tilesets":[{"relPath":"t.png"},{"relPath":null}]},
        "levels":[{"worldX":0,"worldY":0,"worldDepth":0,"pxWid":16,"pxHei":16,"layerInstances":[]}]}"#;
    let first = [("a.ldtk".to_owned(), project.as_bytes().to_vec())];
    let mut files = Files(vec![("t.png".to_owned(), b"GIF89a".to_vec())]);
    assert!(
        import(Format::Ldtk, &first, &mut files, None)
            .unwrap()
            .left
            .is_empty()
    );
    files.0[0].1 = b"none".to_vec();
    let none = import(Format::Ldtk, &first, &mut files, None).unwrap_err();
    assert!(
        none.to_string().starts_with("t.png: not a picture"),
        "{none}"
    );
}

/// Levels in a row have no places of their own, a part of a cell is a cell, and what is not drawn
/// is what the mapping says.
#[test]
fn ldtk_levels_in_a_row_lie_side_by_side() {
    let level = r#"{"worldX":-1,"worldY":-1,"worldDepth":0,"pxWid":20,"pxHei":16,"layerInstances":[
        {"__type":"IntGrid","__identifier":"Grid","__gridSize":16,"layerDefUid":1,"intGridCsv":[1,0]},
        {"__type":"IntGrid","__identifier":"Fine","__gridSize":8,"layerDefUid":2,"intGridCsv":[1,1]}]}"#;
    let project = |layout: &str| {
        let defs = r#"{"layers":[{"uid":1,"intGridValues":[{"value":1,"identifier":"wall"}]}]}"#;
        let text = format!(
            r#"{{"jsonVersion":"1.5.3","worldLayout":"{layout}","defs":{defs},"levels":[{level},{level}]}}"#
        );
        [("a.ldtk".to_owned(), text.into_bytes())]
    };
    let read = |layout: &str, mapping: &str| {
        let mapping = Mapping::from_toml("m.toml", mapping).unwrap();
        let world = import(Format::Ldtk, &project(layout), &mut Alone, Some(&mapping)).unwrap();
        let mut text = String::new();
        crate::text::write(world.world.cells().unwrap(), &mut text).unwrap();
        text
    };
    // Layers of another size are guessed to be nothing; both cannot be levels.
    let guessed = import(Format::Ldtk, &project("Free"), &mut Alone, None).unwrap();
    let guesses = guessed.mapping.guesses();
    assert!(
        guesses.contains(&"\"Fine\" = \"nothing\"".to_owned()),
        "{guesses:?}"
    );
    let both = Mapping::from_toml("m.toml", "[layers]\nFine = 0\nGrid = 0\n").unwrap();
    let error = import(Format::Ldtk, &project("Free"), &mut Alone, Some(&both)).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("of 8 and of 16 pixels"), "{error}");
    let mapping = "[tiles]\n\"Grid:0\" = \"floor\"\n[layers]\nFine = \"nothing\"\n";
    assert_eq!(read("LinearHorizontal", mapping), "floor:0\n#. #.\n");
    assert_eq!(read("LinearVertical", mapping), "floor:0\n#.\n  \n#.\n");
}

/// Whatever a byte becomes, a file is a world or an error of one line.
#[test]
fn damaged_files_are_worlds_or_errors() {
    let cases = std::env::var("DEEPWAY_DAMAGED_FILES").ok();
    let cases: u32 = cases.and_then(|text| text.parse().ok()).unwrap_or(400);
    let sector = sector::generate(&Blueprint::default(), Seed::new(5)).unwrap();
    let world = World::from(sector);
    let source = Source::new(&world, "test").unwrap();
    let mut random = Seed::new(1).stream();
    let (mut read, mut refused) = (0, 0);
    for format in READ {
        let files = export::export(&source, format).unwrap().files.into_iter();
        let files: Vec<(String, Vec<u8>)> = files.map(|file| (file.name, file.bytes)).collect();
        let texts: Vec<usize> = (0..files.len())
            .filter(|&at| !files[at].0.ends_with(".png"))
            .collect();
        for _ in 0..cases {
            let mut files = files.clone();
            let bytes = &mut files[*random.pick(&texts).unwrap()].1;
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len() as u64) as usize;
                match random.below(4) {
                    0 => bytes[at] ^= 1 << random.below(8),
                    1 => bytes[at] = b"0129-\"<>{}[],"[random.below(13) as usize],
                    2 => bytes.insert(at, b'9'),
                    _ => drop(bytes.drain(at..bytes.len().min(at + 9))),
                }
            }
            let first = match format {
                Format::Tmx | Format::Tmj => vec![files[0].clone()],
                _ => files.clone(),
            };
            match import(format, &first, &mut Files(files), None) {
                Ok(imported) => {
                    crate::validate::check(&imported.world);
                    read += 1;
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(!error.contains('\n') && error.len() < 700, "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(read > cases / 4 && refused > cases, "{read} {refused}");
}

#[test]
fn a_mapping_is_guessed_shown_and_obeyed() {
    let map = br#"<map width="3" height="1" tilewidth="8" tileheight="8">
        <tileset firstgid="1" name="dungeon" tilecount="9" columns="3"><tile id="1" type="stone wall"/></tileset>
        <layer name="Ground"><data encoding="csv">1,2,3</data></layer>
        <objectgroup name="o"><object id="1" name="Bob" type="npc" x="9" y="3"/></objectgroup></map>"#;
    let files = [("a.tmx".to_owned(), map.to_vec())];
    let first = import(Format::Tmx, &files, &mut Alone, None).unwrap();
    assert_eq!(
        crate::text::to_text(first.world.cells().unwrap()),
        "floor:0\n.#.\n@ 1,0,0 npc \"Bob\"\n"
    );
    assert_eq!(first.mapping.guesses().len(), 4);
    let toml = first.mapping.to_toml().replace(
        "\"dungeon:2\" = \"floor\"",
        "\"dungeon:2\" = \"stairs down\"",
    );
    let toml = toml.replace("\"npc\" = \"npc\"", "\"npc\" = \"creature\"");
    let mapping = Mapping::from_toml("mapping.toml", &toml).unwrap();
    let second = import(Format::Tmx, &files, &mut Alone, Some(&mapping)).unwrap();
    assert_eq!(
        crate::text::to_text(second.world.cells().unwrap()),
        "floor:0\n.#>\n@ 1,0,0 creature \"Bob\"\n"
    );
    assert_eq!(second.mapping.guesses().len(), 0);
    for wrong in [
        "[tiles]\n\"a:1\" = \"flor\"",
        "[tils]\n",
        "tiles = 3",
        "[layers]\na = 300",
    ] {
        let error = Mapping::from_toml("m.toml", wrong).unwrap_err().to_string();
        assert!(
            error.starts_with("m.toml: ") && !error.contains('\n'),
            "{error}"
        );
    }
}

/// A map of two layers by some names.
fn layered(names: [&str; 2], mapping: Option<&str>) -> Imported {
    let layer = |name: &str, tiles: &str| {
        format!(
            "<layer name=\"{name}\" width=\"3\" height=\"1\"><data encoding=\"csv\">{tiles}</data></layer>"
        )
    };
    let map = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"3\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\
<tileset firstgid=\"1\" name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"2\" columns=\"2\">\
<tile id=\"0\" type=\"floor\"/><tile id=\"1\" type=\"ladder\"/></tileset>{}{}</map>",
        layer(names[0], "1,2,1"),
        layer(names[1], "0,2,0"),
    );
    let files = [("a.tmx".to_owned(), map.into_bytes())];
    let mapping = mapping.map(|text| Mapping::from_toml("m.toml", text).unwrap());
    import(
        Format::Tmx,
        &files,
        &mut Files(Vec::new()),
        mapping.as_ref(),
    )
    .unwrap()
}

/// Layers with numbers are levels. Others lie on each other on one level, which is shown as a
/// guess, and can be changed.
#[test]
fn layers_become_levels_as_their_names_or_the_mapping_say() {
    let text = |imported: &Imported| {
        let mut text = String::new();
        crate::text::write(imported.world.cells().unwrap(), &mut text).unwrap();
        text
    };
    let two = "floor:0\n.L.\nfloor:1\n L \n";
    let numbered = layered(["1 cellar", "2 house"], None);
    assert_eq!(text(&numbered), two);
    let plain = layered(["ground", "things"], None);
    assert_eq!(text(&plain), "floor:0\n.L.\n");
    let shown = plain.mapping.guesses();
    for line in ["\"ground\" = 0", "\"things\" = 0"] {
        assert!(shown.iter().any(|guess| guess == line), "{shown:?}");
    }
    let changed = plain.mapping.to_toml();
    let changed = changed.replace("\"things\" = 0", "\"things\" = 1");
    assert_eq!(text(&layered(["ground", "things"], Some(&changed))), two);
}

/// What lies where there is no map is said.
#[test]
fn what_lies_outside_a_page_is_said() {
    let page = br#"{"rects":[{"x":0,"y":0,"w":3,"h":3}],
        "doors":[{"x":1000000000,"y":0,"dir":{"x":1,"y":0},"type":1}],
        "columns":[{"x":-500,"y":0}],"water":[{"x":1,"y":900}]}"#;
    let first = [("a.json".to_owned(), page.to_vec())];
    let said = import(Format::OnePage, &first, &mut Alone, None)
        .unwrap()
        .left;
    assert_eq!(
        said,
        [
            "shallow liquid outside, at 1,900",
            "pillar outside, at -500,0",
            "a door outside, at 1000000000,0",
        ]
    );
}
