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
    // One player at a time.
    let held = fs::File::open(&record).unwrap();
    held.lock().unwrap();
    let error = refused(&run_with(&["play", "--resume", &record], b"explore\n"));
    assert!(
        error.ends_with("maze.rec: it is being played already"),
        "{error}"
    );
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
    // A game that cannot begin leaves no file behind.
    let folder = Folder::new();
    let record = folder.path("none.rec");
    refused(&run(&[
        "play", "--sector", "--at", "0,0,0", "--record", &record,
    ]));
    assert!(folder.names().is_empty());
    let error = refused(&run(&[
        "play",
        "--maze",
        "--record",
        &folder.path("no/way.rec"),
    ]));
    assert!(error.contains("cannot write"), "{error}");
}

#[test]
fn bots_play_many_games() {
    let survey = ["survey", "games", "--kind", "maze", "--seeds", "0..4"];
    let strong = ["--hp", "1000000", "--level", "60"];
    let said = printed(run(&[&survey[..], &strong].concat()));
    assert!(
        said.starts_with("4 games of the explorer bot: 100.0 % won"),
        "{said}"
    );
    assert!(said.contains("seeds 0, 1, 2, 3"), "{said}");
    let random = ["--bot", "random", "--commands", "50", "--json"];
    let one = printed(run(&[&survey[..], &random, &["--threads", "1"]].concat()));
    let two = printed(run(&[&survey[..], &random, &["--threads", "2"]].concat()));
    assert_eq!(one, two);
    let error = refused(&run(&["survey", "games", "--bot", "hero"]));
    assert!(
        error.contains("expected explorer, random or speedrun"),
        "{error}"
    );
}

#[test]
fn a_recording_knows_its_world_and_becomes_a_film() {
    let folder = Folder::new();
    let record = folder.path("lesson.rec");
    let input = b"e\ne\ne\nrewind 2\ne\nwait\n";
    printed(run_with(
        &["play", "--tutorial", "--plain", "--record", &record],
        input,
    ));
    let checked = printed(run(&["replay", &record, "--check"]));
    assert!(checked.starts_with("6 commands replayed"), "{checked}");
    let error = refused(&run(&["replay", &record, "--svg", &record]));
    assert!(error.contains("would replace what is read"), "{error}");
    let film = folder.path("film.svg");
    printed(run(&["replay", &record, "--svg", &film, "--frames", "4"]));
    let film = fs::read_to_string(film).unwrap();
    assert!(
        film.contains("<animateTransform") && film.contains(">@<"),
        "{film}"
    );
    for (args, message) in [
        (
            vec!["--svg", "x.svg", "--size", "10x10"],
            "60x20 to 300x120",
        ),
        (vec!["--speed", "5"], "--speed needs a terminal"),
        (vec!["--speed", "5000"], "640"),
    ] {
        let error = refused(&run(&[&["replay", record.as_str()], &args[..]].concat()));
        assert!(error.contains(message), "{error}");
    }
}

/// Recordings that are no recordings, or belong to something else, are refused in one line, and
/// left as they are.
#[test]
fn foreign_and_damaged_recordings_are_refused() {
    let folder = Folder::new();
    let good = folder.path("good.rec");
    let play = ["play", "--maze", "--seed", "3", "--record", &good];
    printed(run_with(&play, b"wait\nwait\nwait\n"));
    let text = fs::read_to_string(&good).unwrap();
    let turns = text.find("turns ").unwrap();
    let bad: [(&str, Vec<u8>, &str); 7] = [
        ("empty", Vec::new(), "line 1: no recording"),
        ("binary", vec![0xFF; 5000], ""),
        (
            "foreign",
            b"{\"kind\":\"maze\"}\n".to_vec(),
            "line 1: no recording",
        ),
        (
            "later",
            text.replacen("recording 1", "recording 7", 1).into(),
            "format 7",
        ),
        (
            "head",
            text.replacen("might 4", "might 9", 1).into(),
            "was changed",
        ),
        ("half", text[..turns + 3].into(), "line "),
        (
            "long",
            format!("{text}{}\n", "x".repeat(1_000_000)).into(),
            "turn 4",
        ),
    ];
    for (name, bytes, message) in &bad {
        let path = folder.file(&format!("{name}.rec"), bytes);
        for args in [
            ["replay", &path, "--check"],
            ["play", "--plain", "--resume"],
        ] {
            let args: Vec<&str> = match args[0] {
                "play" => [&args[..], &[path.as_str()]].concat(),
                _ => args.to_vec(),
            };
            let error = refused(&run_with(&args, b""));
            assert!(error.contains(message), "{name}: {error}");
            assert!(error.len() < 1000, "{name}: {}", error.len());
        }
        assert_eq!(&fs::read(&path).unwrap(), bytes, "{name}");
    }
    // A last line that was cut off costs that turn alone.
    let cut = folder.file("cut.rec", &text[..text.len() - 3]);
    let more = printed(run_with(&["play", "--resume", &cut], b"wait\n"));
    assert!(more.contains("cut off, and is lost."), "{more}");
    let checked = printed(run(&["replay", &cut, "--check"]));
    assert!(checked.starts_with("3 commands replayed"), "{checked}");
}
