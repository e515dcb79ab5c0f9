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
