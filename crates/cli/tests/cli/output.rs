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
