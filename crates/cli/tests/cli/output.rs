//! Files appear whole or not at all; pipes and links are treated as such.

use super::*;
use std::os::unix::fs::{PermissionsExt, symlink};

#[test]
fn a_failed_write_leaves_the_old_file() {
    let folder = Folder::new();
    let out = folder.file("out.map", "precious");
    refused(&run(&["convert", &watchtower(), &out]));
    assert_eq!(fs::read_to_string(&out).expect("still there"), "precious");
    assert_eq!(folder.names(), ["out.map"]);
}

#[test]
fn a_replaced_file_keeps_its_permissions_and_links_are_followed() {
    let folder = Folder::new();
    let real = folder.file("real.txt", "old");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("set");
    let link = folder.path("link.txt");
    symlink(&real, &link).expect("linked");
    printed(run_with(&["convert", "-", &link], b"floor:0\n.\n"));
    assert_eq!(fs::read_to_string(&real).expect("there"), "floor:0\n.\n");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(
        fs::metadata(&real).expect("there").permissions().mode() & 0o777,
        0o640
    );
    assert_eq!(folder.names(), ["link.txt", "real.txt"]);
}

#[test]
fn a_device_is_written_to_not_replaced() {
    printed(run(&["convert", &watchtower(), "/dev/null"]));
    assert!(!fs::metadata("/dev/null").expect("there").is_file());
}

#[test]
fn a_link_to_nothing_yet_is_followed() {
    let folder = Folder::new();
    let link = folder.path("link.txt");
    symlink("later.txt", &link).expect("linked");
    printed(run_with(&["convert", "-", &link], b"floor:0\n.\n"));
    assert_eq!(folder.names(), ["later.txt", "link.txt"]);
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    symlink("loop.txt", folder.path("loop.txt")).expect("linked");
    let said = refused(&run(&["convert", &watchtower(), &folder.path("loop.txt")]));
    assert!(said.ends_with("too many symbolic links"), "{said}");
}

#[test]
fn a_redirected_dev_stdout_is_standard_output() {
    let folder = Folder::new();
    let file = folder.file("all.txt", "before\n");
    let mut command = deepway(&["convert", "-", "/dev/stdout"]);
    let append = fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .expect("opens");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(append)
        .spawn()
        .expect("starts");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(b"floor:0\n.\n")
        .expect("written");
    assert!(child.wait().expect("ends").success());
    assert_eq!(
        fs::read_to_string(&file).expect("there"),
        "before\nfloor:0\n.\n"
    );
}

#[test]
fn the_longest_file_name_can_be_written() {
    let folder = Folder::new();
    let long = "n".repeat(255);
    printed(run_with(
        &["convert", "-", &folder.path(&long)],
        b"floor:0\n.\n",
    ));
    assert_eq!(folder.names(), [long]);
}

#[test]
fn nothing_is_left_behind_when_the_program_is_ended() {
    let folder = Folder::new();
    let target = folder.file("target.txt", "old");
    let mut child = deepway(&["convert", "-", &target])
        .stdin(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("a pipe");
    // Large enough that writing takes a while after the input has ended.
    input.write_all(b"floor:0\n").expect("written");
    let row = [[b'.'; 4096].as_slice(), b"\n"].concat();
    for _ in 0..4096 {
        input.write_all(&row).expect("written");
    }
    input.write_all(b"floor:63\n.\n").expect("written");
    drop(input);
    // End it once its unfinished file is there.
    for _ in 0..2000 {
        if folder.names().len() > 1 || child.try_wait().expect("asked").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill").arg(child.id().to_string()).status();
    assert!(kill.is_ok());
    child.wait().expect("ends");
    assert_eq!(folder.names(), ["target.txt"]);
    // Old, unless the machine was so fast that it is new, and then whole.
    let length = fs::metadata(&target).expect("there").len();
    assert!(length == 3 || length > 1 << 30, "{length} bytes");
}

#[test]
fn nobody_listening_on_standard_error_is_no_reason_to_panic() {
    if Path::new("/dev/full").exists() {
        for args in [
            &["links", "nosuch"][..],
            &["bogus"],
            &["-vvv", "links", "nosuch"],
        ] {
            let full = fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .expect("opens");
            let output = deepway(args).stderr(full).output().expect("runs");
            assert_eq!(output.status.code(), Some(2), "{args:?}");
        }
    }
}

#[test]
fn a_named_pipe_whose_reader_leaves_is_no_error() {
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo runs")
            .success()
    );
    let row = format!("{}\n", "#".repeat(4000));
    let map = folder.file("map.txt", format!("floor:0\n{}", row.repeat(400)));
    let child = deepway(&["convert", &map, &pipe])
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut reader = fs::File::open(&pipe).expect("opens");
    std::io::Read::read_exact(&mut reader, &mut [0; 100]).expect("reads");
    drop(reader);
    let output = child.wait_with_output().expect("ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let row = "#".repeat(4000);
    let map = format!("floor:0\n{}", format!("{row}\n").repeat(400));
    let folder = Folder::new();
    let map = folder.file("map.txt", map);
    let mut child = deepway(&["convert", &map, "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn help_teaches_with_examples() {
    for args in [
        &["--help"][..],
        &["show", "--help"],
        &["links", "--help"],
        &["convert", "--help"],
        &["completions", "--help"],
    ] {
        let text = printed(run(args));
        assert!(text.contains("Examples:\n  deepway"), "{text}");
    }
    assert!(printed(run(&["--version"])).starts_with("deepway "));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(run(&["completions", shell]));
        for command in ["show", "links", "convert"] {
            assert!(script.contains(command), "{shell}");
        }
    }
}

#[test]
fn a_closed_pipe_does_not_change_the_answer() {
    let folder = Folder::new();
    // Stairs without a partner, very many of them.
    let map = folder.file(
        "find.txt",
        format!("floor:0\n{}", "X.X.X.X.\n".repeat(4000)),
    );
    let mut child = deepway(&["check", &map])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn outputs_that_are_one_file_are_refused_whatever_they_are_called() {
    let folder = Folder::new();
    let make = ["generate", "sector", "--seed", "7"];
    let (plain, dotted) = (folder.path("n"), folder.path("./n"));
    let said = refused(&run(
        &[&make[..], &["--text", &plain, "--png", &dotted]].concat()
    ));
    assert!(said.contains("name the same file"), "{said}");
    // By a link to what is not there yet, and by a second name of what is.
    symlink("later", folder.path("link")).expect("linked");
    let (later, link) = (folder.path("later"), folder.path("link"));
    let said = refused(&run(
        &[&make[..], &["--svg", &later, "--png", &link]].concat()
    ));
    assert!(said.contains("name the same file"), "{said}");
    let one = folder.file("one", "precious");
    fs::hard_link(&one, folder.path("two")).expect("linked");
    let two = folder.path("two");
    let said = refused(&run(&[&make[..], &["--svg", &one, "--text", &two]].concat()));
    assert!(said.contains("name the same file"), "{said}");
    assert_eq!(fs::read_to_string(&one).expect("still there"), "precious");
}

#[test]
fn a_template_is_not_replaced_by_what_is_made_from_it() {
    let folder = Folder::new();
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deepway/templates/rooms.json");
    let words = words.canonicalize().expect("the project's own words");
    let template = folder.file("rooms.json", fs::read(words).expect("read"));
    let before = fs::read(&template).expect("read");
    let tpl = folder.path("");
    let said = refused(&run(&[
        "generate",
        "sector",
        "--seed",
        "7",
        "--templates",
        &tpl,
        "--text",
        &template,
    ]));
    assert!(said.contains("would replace what is read"), "{said}");
    assert_eq!(fs::read(&template).expect("read"), before);
}

#[test]
fn what_a_killed_program_left_behind_is_removed_by_the_next() {
    let folder = Folder::new();
    folder.file(".deepway-999999-0.part", "half a map");
    // Somebody else's, who is still writing it.
    let held = folder.file(".deepway-999998-0.part", "half a map");
    let held = fs::File::open(held).expect("opens");
    held.try_lock().expect("nobody else has it");
    printed(run_with(
        &["convert", "-", &folder.path("new.txt")],
        b"floor:0\n.\n",
    ));
    assert_eq!(folder.names(), [".deepway-999998-0.part", "new.txt"]);
}

#[test]
fn a_terminated_program_says_so_with_its_exit_code() {
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    for (signal, code) in [("TERM", 143), ("INT", 130), ("HUP", 129)] {
        let target = folder.path("target.txt");
        let mut child = deepway(&["convert", "-", &target])
            .stdin(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut input = child.stdin.take().expect("a pipe");
        let row = [[b'.'; 4096].as_slice(), b"\n"].concat();
        input.write_all(b"floor:0\n").expect("written");
        for _ in 0..4096 {
            input.write_all(&row).expect("written");
        }
        input.write_all(b"floor:63\n.\n").expect("written");
        drop(input);
        for _ in 0..4000 {
            if folder.names().iter().any(|name| name.ends_with(".part")) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let id = child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.expect("kill runs").success());
        let status = child.wait().expect("ends");
        assert_eq!(status.code(), Some(code), "{signal}");
        assert_eq!(folder.names(), ["pipe"]);
    }
}

#[test]
fn a_dumb_terminal_gets_no_colour_and_first_guesses_get_an_answer() {
    for (word, said) in [
        ("game", "expected deepway play WORLD"),
        ("new", "expected deepway generate sector"),
        ("map", "expected deepway show WORLD"),
        ("route", "expected deepway path WORLD"),
        ("export", "expected deepway convert IN OUT"),
    ] {
        let found = refused(&run(&[word]));
        assert!(found.contains(said), "{found}");
    }
    let tower = watchtower();
    let found = refused(&run(&[&tower]));
    assert!(
        found.contains(&format!("is a file: expected deepway show {tower}")),
        "{found}"
    );
}

#[test]
fn an_unknown_ending_is_refused_with_those_that_are_known() {
    let folder = Folder::new();
    let said = refused(&run(&["convert", &watchtower(), &folder.path("tower.doc")]));
    assert!(
        said.contains(
            "unknown ending: expected .json (json), .txt (text), .map (movingai), .tmx (tmx)"
        ),
        "{said}"
    );
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn seeds_are_a_range_or_a_number_of_them() {
    for seeds in ["5", "0..5", " 0 .. 5 "] {
        let json = printed(run(&[
            "survey", "mazes", "--seeds", seeds, "--size", "8", "--levels", "2", "--json",
        ]));
        assert!(json.contains("\"mazes\":5"), "{json}");
    }
    for wrong in ["0", "5..5", "x", "-3", "1..", "..4"] {
        let arg = format!("--seeds={wrong}");
        let said = refused(&run(&["survey", "mazes", &arg]));
        assert!(
            said.contains("expected A..B with A less than B, or a number of seeds"),
            "{said}"
        );
    }
}

#[test]
fn a_file_under_dev_or_proc_is_replaced_not_appended_to() {
    let folder = Folder::new();
    let map: &[u8] = b"floor:0\n.\n";
    folder.file("b.txt", "a longer file than the map");
    let mut command = deepway(&["convert", "-", "/proc/self/cwd/b.txt"]);
    let map_file = fs::File::open(folder.file("map.txt", map)).expect("opens");
    let output = command.current_dir(&folder.0).stdin(map_file).output();
    printed(output.expect("runs"));
    assert_eq!(fs::read(folder.path("b.txt")).expect("there"), map);
    if Path::new("/dev/shm").is_dir() {
        let target = format!("/dev/shm/deepway-test-{}.txt", std::process::id());
        for _ in 0..2 {
            printed(run_with(&["convert", "-", &target], map));
        }
        let found = fs::read(&target).expect("there");
        fs::remove_file(&target).expect("removed");
        assert_eq!(found, map);
    }
    // An open descriptor is written to where it stands.
    let script = "exec 3>>\"$2\"; \"$1\" convert \"$3\" /dev/fd/3";
    let target = folder.file("c.txt", "before\n");
    let paths = [env!("CARGO_BIN_EXE_deepway"), &target, "map.txt"];
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", script, "sh"]).args(paths);
    let status = shell.current_dir(&folder.0).status().expect("sh runs");
    assert!(status.success());
    let found = fs::read_to_string(&target).expect("there");
    assert_eq!(found, "before\nfloor:0\n.\n");
}

#[test]
fn only_files_that_a_killed_program_left_are_removed() {
    let folder = Folder::new();
    folder.file(".deepway-notes.part", "mine");
    folder.file(".deepway-1-.part", "mine");
    folder.file(".deepway-999999-0.part", "half a map");
    let pipe = folder.path(".deepway-999997-0.part");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    // Must not wait for somebody to write into the pipe.
    let new = folder.path("new.txt");
    printed(run_with(&["convert", "-", &new], b"floor:0\n.\n"));
    assert_eq!(
        folder.names(),
        [
            ".deepway-1-.part",
            ".deepway-999997-0.part",
            ".deepway-notes.part",
            "new.txt"
        ]
    );
}

#[test]
fn a_limit_on_the_size_of_files_is_an_ordinary_error() {
    let folder = Folder::new();
    let rows = format!("{}\n", ".".repeat(4000)).repeat(100);
    let map = folder.file("map.txt", format!("floor:0\n{rows}"));
    for (target, said) in [
        ("out.txt", "out.txt: file too large"),
        ("-", "file too large"),
    ] {
        let script = "ulimit -f 16; exec \"$1\" convert \"$2\" \"$3\"";
        let output = Command::new("sh")
            .args([
                "-c",
                script,
                "sh",
                env!("CARGO_BIN_EXE_deepway"),
                &map,
                target,
            ])
            .current_dir(&folder.0)
            .stdout(fs::File::create(folder.path("stdout")).expect("created"))
            .output()
            .expect("sh runs");
        let found = refused(&output);
        assert!(found.ends_with(said), "{found}");
        assert_eq!(folder.names(), ["map.txt", "stdout"]);
    }
}

#[test]
fn help_nobody_can_read_is_an_error_only_if_the_disk_is_full() {
    let mut child = deepway(&["--help"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let output = deepway(&["show", "--help"]).stdout(full).output();
        let said = refused(&output.expect("runs"));
        assert!(
            said.starts_with("cannot write to standard output"),
            "{said}"
        );
    }
}
