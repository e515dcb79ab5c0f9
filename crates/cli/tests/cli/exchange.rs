//! `deepway convert` to and from other tools, `deepway book`, `deepway pack`.

use super::*;
use serde_json::Value;

const SECTOR: &str = "sector:8:rooms=9,trend=mixed";

/// Runs the program, which may say on standard error what a format does not keep.
fn done(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_sector_goes_to_other_tools_and_comes_back() {
    let folder = Folder::new();
    let text = done(&["convert", SECTOR, "-", "--to", "text"]);
    let json = done(&["convert", SECTOR, "-", "--to", "json"]);
    for format in ["tmx", "tmj", "ldtk", "onepage", "xp"] {
        let out = folder.path(&format!("a.{format}"));
        done(&["convert", SECTOR, &out, "--to", format]);
        assert_eq!(
            done(&["convert", &out, "-", "--to", "text"]),
            text,
            "{format}"
        );
        assert!(done(&["check", &out]).contains("ound"), "{format}");
        if format != "xp" {
            let back = done(&["diff", SECTOR, &out]);
            assert!(
                back.contains("othing") || back.contains("no difference"),
                "{format}: {back}"
            );
        }
    }
    assert!(json.contains("\"kind\":\"sector\""));
}

#[test]
fn a_folder_that_exists_is_not_touched() {
    let folder = Folder::new();
    let out = folder.path("out");
    fs::create_dir(&out).expect("a folder");
    for args in [
        vec!["convert", SECTOR, &out, "--to", "foundry"],
        vec!["pack", SECTOR, &out],
    ] {
        let said = refused(&run(&args));
        assert!(
            said.ends_with("exists: expected the name of a new folder"),
            "{said}"
        );
    }
    assert_eq!(fs::read_dir(&out).expect("listed").count(), 0);
    assert_eq!(folder.names(), ["out"]);
}

#[test]
fn what_is_over_a_limit_leaves_nothing_behind() {
    let folder = Folder::new();
    let out = folder.path("deep.xp");
    let said = refused(&run(&[
        "convert",
        "world:7",
        &out,
        "--zone",
        "11.22.1.1.12",
        "--below",
        "12",
    ]));
    assert!(said.contains("expected at most 9 levels"), "{said}");
    let said = refused(&run(&["convert", "world:7", &out]));
    assert!(said.contains("expected --zone ID with it"), "{said}");
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn names_that_leave_the_folder_are_refused() {
    let folder = Folder::new();
    let secret = folder.file("secret.tsx", "<tileset name=\"s\" tilecount=\"1\"/>");
    let inside = folder.path("maps");
    fs::create_dir(&inside).expect("a folder");
    std::os::unix::fs::symlink(&secret, format!("{inside}/link.tsx")).expect("a link");
    for source in ["../secret.tsx", &secret, "link.tsx", "gone.tsx"] {
        let map = format!(
            "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" source=\"{source}\"/></map>"
        );
        let path = format!("{inside}/a.tmx");
        fs::write(&path, map).expect("written");
        let said = refused(&run(&["convert", &path, "-"]));
        assert!(
            said.contains("expected") || said.contains("cannot read"),
            "{said}"
        );
    }
}

#[test]
fn a_mapping_is_written_and_then_read() {
    let folder = Folder::new();
    let map = folder.file(
        "a.tmx",
        "<map width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\
         <tileset firstgid=\"1\" name=\"set\" tilecount=\"4\"/>\
         <layer name=\"l\"><data encoding=\"csv\">1,2</data></layer></map>",
    );
    let (mapping, out) = (folder.path("m.toml"), folder.path("out.txt"));
    done(&["convert", &map, &out, "--map", &mapping]);
    let text = fs::read_to_string(&mapping).expect("written");
    assert!(text.contains("\"set:1\" = \"floor\"  # guessed"), "{text}");
    fs::write(
        &mapping,
        text.replace("\"set:1\" = \"floor\"", "\"set:1\" = \"wall\""),
    )
    .expect("written");
    done(&["convert", &map, &out, "--map", &mapping]);
    assert_eq!(fs::read_to_string(&out).expect("written"), "floor:0\n.#\n");
}

#[test]
fn a_book_is_the_same_every_time_and_a_pack_is_complete() {
    let folder = Folder::new();
    let (a, b) = (folder.path("a.pdf"), folder.path("b.pdf"));
    for file in [&a, &b] {
        done(&["book", SECTOR, "--pdf", file]);
    }
    let book = fs::read(&a).expect("written");
    assert!(book.starts_with(b"%PDF-") && book == fs::read(&b).expect("written"));
    let pack = folder.path("pack");
    done(&[
        "pack", SECTOR, &pack, "--paper", "letter", "--units", "feet",
    ]);
    for file in [
        "index.html",
        "keeper/book.pdf",
        "players/book.pdf",
        "keeper/foundry/scene.json",
        "players/level-000.png",
        "keeper/uvtt/level-000.uvtt",
    ] {
        assert!(Path::new(&pack).join(file).is_file(), "{file}");
    }
}

#[test]
fn a_pack_has_no_picture_for_players_of_a_level_that_is_hidden() {
    let folder = Folder::new();
    let map = folder.path("map.txt");
    let drawn =
        "floor:0\n######\n#..X.#\n######\nfloor:1\n######\n#.SX.#\n######\n@ 1,1,1 spawn \"\"\n";
    fs::write(&map, drawn).expect("written");
    let pack = folder.path("pack");
    done(&["pack", &map, &pack]);
    let (pack, index) = (Path::new(&pack), "index.html");
    let index = fs::read_to_string(pack.join(index)).expect("written");
    for (picture, is_there) in [
        ("players/level-000.png", false),
        ("players/level-001.png", true),
    ] {
        assert_eq!(pack.join(picture).exists(), is_there, "{picture}");
        assert_eq!(index.contains(picture), is_there, "{picture}");
    }
    assert!(pack.join("keeper/uvtt/level-000.uvtt").is_file());
}

/// The rooms that one comes to without a secret way.
fn plain_rooms(sector: &Value) -> Vec<&str> {
    let all = |list: &str| sector[list].as_array().expect("a list").iter();
    let ends = |way: &'_ Value, a: &str, b: &str| {
        let end = |name: &str| way[name].as_str().expect("a room").to_owned();
        let mut ends = [end(a), end(b)];
        ends.sort();
        ends
    };
    let secret: Vec<[String; 2]> = all("edges")
        .filter(|edge| edge["kind"] == "secret")
        .map(|edge| ends(edge, "a", "b"))
        .collect();
    let ways: Vec<[String; 2]> = all("exits")
        .chain(all("connections"))
        .map(|way| ends(way, "from", "to"))
        .filter(|ends| !secret.contains(ends))
        .collect();
    let rooms: Vec<&str> = all("rooms")
        .filter_map(|room| room["id"].as_str())
        .collect();
    let mut known = vec!["r0"];
    for _ in &rooms {
        let reached = |room: &&str| {
            let mut ways = ways
                .iter()
                .filter(|ends| ends.iter().any(|end| end == room));
            ways.any(|ends| ends.iter().any(|end| known.contains(&end.as_str())))
        };
        known = rooms
            .iter()
            .copied()
            .filter(|room| *room == "r0" || reached(room))
            .collect();
    }
    known
}

/// With nobody and nothing in it, and with other words for what is behind secret doors, a sector
/// gives players the same files to the byte: so nothing of it is in them.
#[test]
fn what_players_get_does_not_depend_on_what_is_hidden() {
    let folder = Folder::new();
    for (number, seed) in [50, 3].into_iter().enumerate() {
        let spec = format!("sector:{seed}:rooms=9,trend=mixed");
        let text = done(&["convert", &spec, "-", "--to", "json"]);
        let mut sector: Value = serde_json::from_str(&text).expect("JSON");
        let known: Vec<String> = plain_rooms(&sector)
            .into_iter()
            .map(str::to_owned)
            .collect();
        let mut hidden = 0;
        for room in sector["rooms"].as_array_mut().expect("rooms") {
            if let Some(contents) = room.get_mut("contents").and_then(Value::as_array_mut) {
                let is_plain =
                    |kind: &Value| kind != "trap" && kind != "creature" && kind != "item";
                contents.retain(|thing| is_plain(&thing["kind"]));
            }
            let id = room["id"].as_str().expect("an id").to_owned();
            if !known.contains(&id) {
                room["name"] = format!("Other {id}").into();
                room["description"] = "Nothing is as it was. All of it is new.".into();
                hidden += 1;
            }
        }
        assert!(hidden > 0, "{spec} has no hidden room");
        let packs = [text, sector.to_string()].into_iter().enumerate();
        let packs: Vec<String> = packs
            .map(|(which, text)| {
                let file = folder.file(&format!("{number}-{which}.json"), text);
                let pack = folder.path(&format!("{number}-{which}"));
                done(&["pack", &file, &pack]);
                pack
            })
            .collect();
        let read = |pack: &str, file: &Path| fs::read(Path::new(pack).join(file)).expect("a file");
        let book = Path::new("keeper/book.pdf");
        assert_ne!(read(&packs[0], book), read(&packs[1], book));
        let players = fs::read_dir(Path::new(&packs[0]).join("players")).expect("a folder");
        let mut files = 0;
        for file in players.map(|entry| entry.expect("a file").file_name()) {
            let file = Path::new("players").join(file);
            assert!(
                read(&packs[0], &file) == read(&packs[1], &file),
                "{spec}: {file:?}"
            );
            files += 1;
        }
        assert!(files >= 3, "{files} files");
    }
}

/// Two maps that differ only in what a secret door hides give players the same files.
#[test]
fn what_players_get_of_a_map_does_not_depend_on_what_is_hidden() {
    let folder = Folder::new();
    let maps = [
        "floor:0\n############\n#....S..T..#\n#....#.<...#\n############\nfloor:1\n############\n######.....#\n######.>...#\n############\n\
         @ 1,1,0 spawn \"\"\n@ 2,1,0 label \"Hall\"\n@ 8,2,0 label \"The Vault of Ur\"\n@ 3,2,0 trap \"pit of doom\" hidden=yes\n@ 4,1,0 creature \"ogre\"\n",
        "floor:0\n############\n#....#######\n#....#######\n############\nfloor:1\n############\n############\n############\n############\n\
         @ 1,1,0 spawn \"\"\n@ 2,1,0 label \"Hall\"\n",
    ];
    let packs = maps.map(|map| {
        let number = folder.names().len();
        let inner = folder.path(&number.to_string());
        fs::create_dir(&inner).expect("a folder");
        let file = format!("{inner}/tower.txt");
        fs::write(&file, map).expect("written");
        let pack = format!("{inner}/pack");
        done(&["pack", &file, &pack]);
        pack
    });
    let read = |pack: &str, file: &str| fs::read(format!("{pack}/{file}")).expect("a file");
    for hidden in ["keeper/book.pdf", "keeper/foundry/scene.json"] {
        assert_ne!(read(&packs[0], hidden), read(&packs[1], hidden), "{hidden}");
    }
    // Only a way that is hidden leads to the upper level, so players get no picture of it.
    let players = ["book.pdf", "level-000.png"];
    for plain in players {
        let file = format!("players/{plain}");
        assert!(read(&packs[0], &file) == read(&packs[1], &file), "{plain}");
    }
    for pack in &packs {
        let files = fs::read_dir(format!("{pack}/players")).expect("a folder");
        assert_eq!(files.count(), players.len(), "{pack}");
    }
}

/// Replaces the number of a cell in a list of numbers, which begins after a mark.
fn with_number(text: &str, mark: &str, at: usize, number: &str) -> String {
    let start = text.find(mark).expect("the mark") + mark.len();
    let end = start + text[start..].find(['<', ']']).expect("an end");
    let mut numbers: Vec<&str> = text[start..end].split(',').collect();
    numbers[at] = number;
    format!("{}{}{}", &text[..start], numbers.join(","), &text[end..])
}

/// A designer takes a map to another tool, changes a cell there, and comes back.
#[test]
fn a_map_that_was_changed_elsewhere_is_checked_searched_shown_and_played() {
    let folder = Folder::new();
    let map = folder.file(
        "tower.txt",
        "floor:0\n#######\n#.....#\n#..L..#\n#######\nfloor:1\n#######\n#.....#\n#..L..#\n#######\n\
         @ 1,1,0 spawn \"\"\n@ 5,1,1 label \"Top\"\n",
    );
    let changed = |text: &str| text.replacen("#.....#", "#.I...#", 1);
    let wanted = changed(&done(&["convert", &map, "-", "--to", "text"]));
    // The numbers of cells in the files: row 1, column 2 of seven.
    let at = 7 + 2;
    let tiled = folder.path("tiled");
    done(&["convert", &map, &tiled, "--to", "tmx"]);
    let level = format!("{tiled}/level-000.tmx");
    let text = fs::read_to_string(&level).expect("read");
    let set = fs::read_to_string(format!("{tiled}/cells.tsx")).expect("read");
    let pillar = set
        .split("<tile id=\"")
        .find(|tile| tile.contains("type=\"pillar\""));
    let id: u32 = pillar
        .and_then(|tile| tile.split('"').next()?.parse().ok())
        .expect("a pillar");
    let text = with_number(&text, "<data encoding=\"csv\">", at, &(id + 1).to_string());
    fs::write(&level, text).expect("written");
    let ldtk = folder.path("a.ldtk");
    done(&["convert", &map, &ldtk]);
    let mut project: Value =
        serde_json::from_str(&fs::read_to_string(&ldtk).expect("read")).expect("JSON");
    let defs = project["defs"]["layers"].as_array().expect("layers").iter();
    let mut values = defs.flat_map(|layer| layer["intGridValues"].as_array().into_iter().flatten());
    let value = values
        .find(|value| value["identifier"] == "pillar")
        .expect("a pillar");
    let value = value["value"].clone();
    let levels = project["levels"].as_array_mut().expect("levels").iter_mut();
    let lowest = levels
        .min_by_key(|level| level["worldDepth"].as_i64())
        .expect("a level");
    let layers = lowest["layerInstances"]
        .as_array_mut()
        .expect("layers")
        .iter_mut();
    let mut cells = layers.filter(|layer| layer["__identifier"] == "Cells");
    cells.next().expect("cells")["intGridCsv"][at] = value;
    fs::write(&ldtk, project.to_string()).expect("written");
    let pages = folder.path("pages");
    done(&["convert", &map, &pages, "--to", "onepage"]);
    let page = format!("{pages}/level-000.json");
    let mut json: Value =
        serde_json::from_str(&fs::read_to_string(&page).expect("read")).expect("JSON");
    let column = serde_json::json!({ "x": 2, "y": 1 });
    json["columns"].as_array_mut().expect("a list").push(column);
    fs::write(&page, json.to_string()).expect("written");
    for way in [&tiled, &ldtk, &pages] {
        assert_eq!(
            done(&["convert", way, "-", "--to", "text"]),
            wanted,
            "{way}"
        );
        assert!(done(&["check", way]).contains("ound"), "{way}");
        let path = done(&["path", way, "--from", "1,1,0", "--to", "Top"]);
        assert!(path.contains("ladder"), "{way}: {path}");
        assert!(
            done(&["show", way, "--level", "0"]).contains("I...#"),
            "{way}"
        );
        let played = run_with(&["play", way, "--plain"], b"quit\n");
        assert_eq!(played.status.code(), Some(0), "{way}");
    }
}

#[test]
fn bad_files_are_refused_in_one_line_and_nothing_is_written() {
    let folder = Folder::new();
    let inner = folder.path("in");
    fs::create_dir(&inner).expect("a folder");
    let tileset = |inside: &str| {
        format!(
            "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">{inside}\
             <layer name=\"a\"><data encoding=\"csv\">1</data></layer></map>"
        )
    };
    let xp = format!("{inner}/good.xp");
    done(&["convert", SECTOR, &xp]);
    let xp = fs::read(&xp).expect("read");
    fs::write(format!("{inner}/no.png"), "no picture").expect("written");
    let cases: [(&str, Vec<u8>, &str); 8] = [
        (
            "big.tmx",
            b"<map width=\"1000000000\" height=\"1000000000\" tilewidth=\"8\" tileheight=\"8\"/>"
                .to_vec(),
            "expected 1 to 4096",
        ),
        (
            "grow.tmx",
            b"<!DOCTYPE map [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><map>&b;</map>".to_vec(),
            "DTD",
        ),
        (
            "gone.tmx",
            tileset("<tileset firstgid=\"1\" source=\"gone.tsx\"/>").into_bytes(),
            "gone.tsx: cannot read it",
        ),
        (
            "picture.tmx",
            tileset("<tileset firstgid=\"1\" tilecount=\"1\"><image source=\"no.png\"/></tileset>")
                .into_bytes(),
            "no.png: not a picture: expected PNG",
        ),
        (
            "old.ldtk",
            b"{\"jsonVersion\":\"0.9.3\"}".to_vec(),
            "LDtk version 0.9.3",
        ),
        ("cut.xp", xp[..xp.len() / 2].to_vec(), "cut off"),
        ("none.xp", b"text".to_vec(), "not a gzip file"),
        (
            "pile.json",
            format!(
                "{{\"rects\":[{}]}}",
                [r#"{"x":0,"y":0,"w":4000,"h":4000}"#; 20].join(",")
            )
            .into_bytes(),
            "expected at most 268435456",
        ),
    ];
    let (out, mapping) = (folder.path("out"), folder.path("mapping.toml"));
    for (name, bytes, expected) in cases {
        let file = format!("{inner}/{name}");
        fs::write(&file, bytes).expect("written");
        for args in [
            vec!["convert", &file, &out, "--to", "tmx"],
            vec!["convert", &file, &out, "--to", "json", "--map", &mapping],
            vec!["check", &file],
            vec!["pack", &file, &out],
        ] {
            let said = refused(&run(&args));
            assert!(said.contains(expected), "{args:?}: {said}");
        }
        assert_eq!(folder.names(), ["in"], "{name}");
    }
}

/// Folders that are being written are kept apart from those that a killed program left.
#[test]
fn a_folder_that_a_killed_program_left_is_removed_by_the_next() {
    let folder = Folder::new();
    for name in [
        ".deepway-999999-0.part",
        ".deepway-999998-0.part",
        "mine.part",
    ] {
        fs::create_dir_all(folder.path(&format!("{name}/keeper"))).expect("a folder");
        fs::write(folder.path(&format!("{name}/keeper/half")), "half").expect("written");
    }
    let held = fs::File::open(folder.path(".deepway-999998-0.part")).expect("opens");
    held.try_lock().expect("nobody else has it");
    done(&["convert", SECTOR, &folder.path("new"), "--to", "onepage"]);
    assert_eq!(
        folder.names(),
        [".deepway-999998-0.part", "mine.part", "new"]
    );
    drop(held);
    let map = folder.path("new.txt");
    printed(run_with(&["convert", "-", &map], b"floor:0\n.\n"));
    assert_eq!(folder.names(), ["mine.part", "new", "new.txt"]);
}

/// The help, the completions and the documentation have every format of the one table.
#[test]
fn every_format_of_the_table_is_in_the_help_and_the_documentation() {
    let help = done(&["convert", "--help"]);
    let script = done(&["completions", "bash"]);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/exchange.md");
    let page = fs::read_to_string(page).expect("read");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    for format in deepway::export::Format::all() {
        let info = format.info();
        let name = info.name;
        assert!(help.contains(&format!("\n  {name} ")), "{name}");
        assert!(script.contains(name), "{name}");
        let named = |row: &&&str| row.contains(&format!("`{name}`"));
        let row = rows
            .iter()
            .find(named)
            .unwrap_or_else(|| panic!("no row for {name}"));
        let back = row.split('|').nth(3).expect("a cell").trim();
        assert_eq!(back == "yes", info.is_read, "{name}: {row}");
        // A format of one file is known by its ending.
        let ending = info.endings.first().copied().unwrap_or(name);
        let is_told = ending == name || row.contains(&format!("`.{ending}`"));
        assert!(is_told, "{name}: {row}");
    }
}

/// A level of a folder is a part of what is read, though its own name is not given.
#[test]
fn nothing_is_written_over_a_part_of_what_is_read() {
    let folder = Folder::new();
    let map = folder.file("map.txt", "floor:0\n####\n#..#\n####\n");
    let tiled = folder.path("tiled");
    done(&["convert", &map, &tiled, "--to", "tmx"]);
    let level = format!("{tiled}/level-000.tmx");
    let tiles = format!("{tiled}/cells.tsx");
    let before = [&level, &tiles].map(|file| fs::read(file).expect("read"));
    for args in [
        &["convert", &tiled, &level, "--to", "json"][..],
        &["convert", &level, &tiles, "--to", "json"],
        &["show", &tiled, "--png", &tiles],
        &["book", &tiled, "--pdf", &level],
        &[
            "path", &tiled, "--from", "1,1,0", "--to", "2,1,0", "--svg", &tiles,
        ],
    ] {
        let error = refused(&run(args));
        assert!(error.contains("would replace what is read"), "{error}");
    }
    let after = [&level, &tiles].map(|file| fs::read(file).expect("read"));
    assert!(before == after);
}
