//! `deepway play` and `deepway replay`, without a screen.

use super::*;

#[test]
fn a_game_is_played_line_by_line_and_replayed() {
    let folder = Folder::new();
    let record = folder.path("game.rec");
    let play = ["play", "--sector", "--seed", "7", "--record", &record];
    let commands = b"look\nexplore\nexplore\nmap\nparty\ndance\nwait\nrewind\nseed\nquit\n";
    let said = printed(run_with(&play, commands));
    for expected in [
        "Bring the ",
        "> explore",
        "dance: that is no command. HELP lists them.",
        "1 taken back",
        "deepway play --sector --seed 7",
        "hit points, level",
    ] {
        assert!(said.contains(expected), "{expected} is missing in\n{said}");
    }
    assert!(said.contains('@'), "{said}");
    let replay = ["replay", &record, "--sector", "--seed", "7"];
    let again = printed(run(&[&replay[..], &["--check"]].concat()));
    assert!(again.contains("replayed, all as recorded"), "{again}");
    let shown = printed(run(&[&replay[..], &["--to", "3"]].concat()));
    assert!(shown.starts_with("After 3 of "), "{shown}");
    // Another world, and another file, are refused.
    let other = ["replay", &record, "--sector", "--seed", "8", "--check"];
    let error = refused(&run(&other));
    assert!(error.contains("it was played in another world"), "{error}");
    let text = fs::read_to_string(&record).unwrap();
    let (head, last) = text.trim_end().rsplit_once('\n').unwrap();
    let changed = match last.starts_with('0') {
        true => last.replacen('0', "1", 1),
        false => format!("0{}", &last[1..]),
    };
    let damaged = folder.file("damaged.rec", format!("{head}\n{changed}\n"));
    let output = run(&["replay", &damaged, "--sector", "--seed", "7", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("turn "), "{error}");
    let cut = folder.file("cut.rec", &text[..text.len() / 2]);
    assert!(refused(&run(&["replay", &cut, "--sector", "--seed", "7"])).contains("line "));
}

#[test]
fn a_recorded_game_goes_on() {
    let folder = Folder::new();
    let record = folder.path("maze.rec");
    let play = |args: &[&str], input: &[u8]| printed(run_with(args, input));
    play(
        &["play", "--maze", "--seed", "3", "--record", &record],
        b"explore\n",
    );
    let first = fs::read_to_string(&record).unwrap();
    let more = play(&["play", "--maze", "--resume", &record], b"explore\nlook\n");
    assert!(more.contains("Go down to the lowest level."), "{more}");
    let second = fs::read_to_string(&record).unwrap();
    assert!(second.len() > first.len());
    // Nothing is written over.
    let error = refused(&run_with(&["play", "--maze", "--record", &record], b""));
    assert!(error.contains("exists"), "{error}");
    assert_eq!(fs::read_to_string(&record).unwrap(), second);
}

#[test]
fn bad_input_is_answered_and_the_game_goes_on() {
    let mut input = vec![b'x'; 10_000_000];
    input.extend(
        b"\n\xFF\xFE\0\nthrow 1 1,2\nwait\ntravel nowhere\ntravel 999,999,9\nrewind 99999999999\n",
    );
    let said = printed(run_with(&["play", &watchtower(), "--seed", "1"], &input));
    assert!(said.len() < 10_000, "{}", said.len());
    for (args, message) in [
        (vec!["play", "nothing.txt"], "cannot read nothing.txt"),
        (
            vec!["play", "--sector", "--at", "0,0,0"],
            "nobody can begin at",
        ),
        (vec!["play", "--maze", "--at", "9:9:9"], "--at: "),
        (vec!["play", "--companions", "9"], "--companions"),
        (vec!["play", "--sector", "--maze"], "cannot be used with"),
        (vec!["replay", "nothing.rec"], "cannot read nothing.rec"),
    ] {
        let error = refused(&run_with(&args, b""));
        assert!(error.contains(message), "{args:?}: {error}");
    }
}
