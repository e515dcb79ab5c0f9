//! Bad use and bad input: one line, exit code 2, nothing left behind.

use super::*;

/// What is said about a file with this content, without the file's name.
fn said_of(content: &[u8]) -> String {
    let folder = Folder::new();
    let map = folder.file("bad.txt", content);
    let out = folder.path("out.txt");
    let by_convert = refused(&run(&["convert", &map, &out]));
    assert_eq!(folder.names(), ["bad.txt"], "nothing is left behind");
    for args in [
        vec!["show", &map],
        vec!["links", &map, "--json"],
        vec!["show", &map, "--svg", &out],
    ] {
        assert_eq!(refused(&run(&args)), by_convert);
    }
    assert_eq!(folder.names(), ["bad.txt"]);
    by_convert
        .strip_prefix(&format!("{map}:"))
        .expect("the file's name comes first")
        .to_owned()
}

#[test]
fn every_kind_of_bad_map_is_named_with_its_place() {
    for (content, said) in [
        (&b""[..], "1:1: the file is empty"),
        (b"; nothing\n\n", "2:1: no cells"),
        (
            b"floor:0\n#?#\n",
            "2:2: unknown glyph '?': expected one of # %",
        ),
        (b"floor:0\n.\nfloor:0\n.\n", "3:7: floor 0 is given twice"),
        (
            b"floor:-1\n.\n",
            "1:7: expected a floor number from 0 to 255, found '-1'",
        ),
        (b"floor:0\n#\0#\n", "2:2: unknown glyph NUL byte"),
        (
            b"floor:0\n\xFF\n",
            "2:1: unknown glyph byte 0xFF (not valid UTF-8)",
        ),
        (b"floor:0\n#\t#\n", "2:2: unknown glyph tab"),
        (b"floor:0\nfloor:1\n", "2:1: no cells"),
        (b"type octile\nheight 3\n", "2:1: expected"),
        (
            b"\x89PNG\r\n\x1a\n",
            "1:1: a PNG file, which can be written but not read: expected a world",
        ),
    ] {
        let found = said_of(content);
        assert!(found.starts_with(said), "{found:?} instead of {said:?}");
    }
}

#[test]
fn sizes_past_the_limit() {
    let wide = format!("floor:0\n{}\n", "#".repeat(4097));
    assert_eq!(
        said_of(wide.as_bytes()),
        "2:4097: too large: width 4097: expected 1 to 4096"
    );
    let tall = format!("floor:0\n{}", "#\n".repeat(4097));
    assert_eq!(
        said_of(tall.as_bytes()),
        "4098:1: too large: height 4097: expected 1 to 4096"
    );
    assert_eq!(
        said_of(b"floor:256\n.\n"),
        "1:7: expected a floor number from 0 to 255, found '256'"
    );
}

#[test]
fn windows_line_ends_are_fine() {
    let text = printed(run_with(&["convert", "-", "-"], b"floor:0\r\n#.\r\n\r\n"));
    assert_eq!(text, "floor:0\n#.\n");
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new();
    let missing = folder.path("missing.txt");
    assert_eq!(
        refused(&run(&["show", &missing])),
        format!("cannot read {missing}: there is no such file or folder")
    );
    let inside = folder.path("");
    assert_eq!(
        refused(&run(&["show", &inside])),
        format!(
            "{inside} is a folder without a world: expected .world, .ldtk, .tmx, .tmj or One Page Dungeon files in it"
        )
    );
    let odd = folder.path("two\nlines");
    assert_eq!(
        refused(&run(&["show", &odd])),
        format!(
            "cannot read {}\\nlines: there is no such file or folder",
            folder.path("two")
        )
    );
}

#[test]
fn files_that_cannot_be_written() {
    let folder = Folder::new();
    let nowhere = folder.path("no/such/folder/out.txt");
    let map = watchtower();
    for args in [
        vec!["convert", &map, &nowhere],
        vec!["show", &map, "--svg", &nowhere],
        vec!["show", &map, "--png", &nowhere],
    ] {
        assert_eq!(
            refused(&run(&args)),
            format!("cannot write {nowhere}: there is no such file or folder")
        );
    }
    let here = folder.path("");
    assert_eq!(
        refused(&run(&["convert", &map, &here])),
        format!("cannot write {here}: it is a folder, not a file")
    );
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn a_full_disk_is_an_error() {
    let full = Path::new("/dev/full");
    if full.exists() {
        let said = refused(&run(&["convert", &watchtower(), "/dev/full"]));
        assert_eq!(said, "cannot write /dev/full: no space left on device");
        let mut command = deepway(&["show", &watchtower()]);
        command.stdout(
            fs::OpenOptions::new()
                .write(true)
                .open(full)
                .expect("opens"),
        );
        let output = command.output().expect("runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output")
        );
    }
}

#[test]
fn bad_use_is_one_line_with_a_hint() {
    for (args, said) in [
        (
            &["shwo"][..],
            "unrecognized subcommand 'shwo'; tip: a similar subcommand exists: 'show'",
        ),
        (
            &["show"],
            "the following required arguments were not provided: <WORLD>",
        ),
        (
            &["show", "x", "--jsn"],
            "unexpected argument '--jsn' found; tip: a similar argument exists: '--json'",
        ),
        (
            &["links", "x", "--ramps", "down"],
            "invalid value 'down' for '--ramps <WAY>'; [possible values: up, both]",
        ),
        (
            &["completions", "cobol"],
            "invalid value 'cobol' for '<SHELL>'",
        ),
    ] {
        let found = refused(&run(args));
        assert!(found.starts_with(said), "{found}");
        assert!(found.ends_with("(--help shows all options)"), "{found}");
    }
}

/// What would be lost or could not be answered is refused before anything is done.
#[test]
fn a_wrong_question_is_refused() {
    let folder = Folder::new();
    let text = "floor:0\nL....O\nfloor:1\nL....O\n";
    let map = folder.file("map.txt", text);
    for command in [
        &["show", &map, "--svg", &map][..],
        &[
            "path", &map, "--from", "0,0,0", "--to", "4,0,0", "--svg", &map,
        ],
    ] {
        assert!(refused(&run(command)).contains("would replace what is read"));
        assert_eq!(fs::read_to_string(&map).unwrap(), text);
    }
    let both = refused(&run(&["path", "-", "--queries", "-"]));
    assert!(both.contains("both standard input"), "{both}");
    let queries = folder.file("queries", "0 0 0 4 0 0\n");
    for command in [
        &[
            "path",
            &map,
            "--from",
            "0,0,0",
            "--to",
            "4,0,0",
            "--gravity",
            "--algorithm",
            "jps",
        ][..],
        &[
            "path",
            &map,
            "--queries",
            &queries,
            "--gravity",
            "--algorithm",
            "jps-plus",
        ],
    ] {
        assert!(refused(&run(command)).contains("does not answer where cells have weights"));
    }
    let outside = refused(&run(&["check", &map, "--from", "9,0,0"]));
    assert_eq!(
        outside,
        "--from 9,0,0 is outside the map, which is 6 × 1 × 2"
    );
}

/// A line without end is refused as soon as it is too long, however much follows.
#[test]
fn an_endless_line_is_refused_early() {
    let mut child = deepway(&["show", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("a pipe");
    let piece = vec![b'#'; 1 << 20];
    let mut written = 0u64;
    input.write_all(b"floor:0\n").expect("written");
    // A gigabyte, unless the program hangs up before.
    while written < 1 << 30 && input.write_all(&piece).is_ok() {
        written += 1 << 20;
    }
    drop(input);
    let output = child.wait_with_output().expect("ends");
    assert!(
        written < 1 << 24,
        "{written} bytes were read before it was refused"
    );
    assert_eq!(
        refused(&output),
        "standard input:2:65537: line longer than 65536 bytes: expected a map, whose rows have at most 4096 cells"
    );
}

#[test]
fn a_great_file_that_is_no_graph_is_refused_before_it_is_kept() {
    let folder = Folder::new();
    let file = folder.file("huge.txt", "7\n".repeat(33 << 20));
    let said = refused(&run(&["generate", "sector", "--graph", &file]));
    assert!(
        said.ends_with("is too large: expected at most 64 MiB"),
        "{said}"
    );
    // Of a hundred thousand reasons a thousand are told apart.
    let junk: String = (0..100_000)
        .map(|number| format!("x{number}\n\n"))
        .collect();
    let file = folder.file("junk.txt", format!("2\n0 1\n\n{junk}"));
    let answer = run(&["survey", "graphs", &file]);
    assert_eq!(answer.status.code(), Some(1));
    let text = String::from_utf8(answer.stdout).expect("text");
    assert_eq!(text.lines().count(), 1002);
    assert!(
        text.contains("99000 × other reasons"),
        "{}",
        &text[text.len() - 200..]
    );
}

#[test]
fn mistakes_are_answered_in_plain_words() {
    let tower = watchtower();
    for (args, said) in [
        (
            &["generate", "maze", "--size", "3"][..],
            "expected 4 to 256",
        ),
        (
            &["query", "x", "in-range", "0,0,0", "1.5"],
            "expected a whole number",
        ),
        (
            &["generate", "sector", "--tint", "role"],
            "expected --svg FILE or --png FILE",
        ),
        (
            &["check", &tower, "--gravity", "on"],
            "expected --gravity=on or --gravity=off",
        ),
        (&["check", &tower, "--avoid", "slim"], "did you mean slime?"),
        (&["convert", &tower, "x.map"], "choose one with --level"),
        (
            &["generate", "maze", "--features", "1+4,0+0,0+0,0+0"],
            "1+4 ladders and holes between",
        ),
    ] {
        let found = refused(&run(args));
        assert!(found.contains(said), "{found}");
    }
    let found = refused(&run_with(&["show", "-"], b"Floor:0\n..\n"));
    assert!(
        found.ends_with("expected 'floor:' in small letters, found 'Floor:0'"),
        "{found}"
    );
    let thing = b"..\n@ 0,0,0 item\n";
    let found = refused(&run_with(&["convert", "-", "-", "--to", "movingai"], thing));
    assert!(found.contains("cannot hold things"), "{found}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"World.\xFF");
    for args in [&["address"][..], &["check", "--world"], &["zone"]] {
        let said = refused(&deepway(args).arg(odd).output().expect("it runs"));
        assert!(said.contains("UTF-8"), "{said}");
    }
    let mut wrong = deepway(&["zone", "bad", "--world", "7", "--nope", "--png"]);
    let said = refused(&wrong.arg(odd).output().expect("it runs"));
    assert!(said.contains("--nope"), "{said}");
}
