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

#[test]
fn every_format_of_the_table_is_in_the_help() {
    let help = done(&["convert", "--help"]);
    for format in [
        "tmx", "tmj", "ldtk", "xp", "onepage", "glb", "vox", "uvtt", "foundry", "dot", "graphml",
        "svg", "png", "pdf",
    ] {
        assert!(help.contains(&format!("\n  {format} ")), "{format}");
    }
    let script = done(&["completions", "bash"]);
    assert!(script.contains("foundry") && script.contains("onepage"));
}
