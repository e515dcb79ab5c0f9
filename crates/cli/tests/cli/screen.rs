//! The game on a real pseudo-terminal.

use super::{Folder, run};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::fs;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A terminal with the program on it.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    parser: Arc<Mutex<vt100::Parser>>,
    /// How it was before the program began.
    before: String,
}

/// How long anything may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Terminal {
    /// Starts the program, 120 columns wide and 40 rows high.
    fn play(folder: &Folder, args: &[&str]) -> Self {
        Self::sized(folder, args, [120, 40])
    }

    fn sized(folder: &Folder, args: &[&str], size: [u16; 2]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_deepway"));
        command.args(args);
        Self::start(folder, command, size)
    }

    fn start(folder: &Folder, mut command: CommandBuilder, size: [u16; 2]) -> Self {
        let pty = native_pty_system()
            .openpty(pty_size(size))
            .expect("a pseudo-terminal");
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        command.env("XDG_DATA_HOME", folder.path("data"));
        command.env(
            "DEEPWAY_STORE",
            format!("sqlite:{}", folder.path("worlds.db")),
        );
        let before = termios(pty.master.as_ref());
        let child = pty.slave.spawn_command(command).expect("it starts");
        drop(pty.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(size[1], size[0], 0)));
        let mut reader = pty.master.try_clone_reader().expect("a reader");
        let screen = Arc::clone(&parser);
        std::thread::spawn(move || {
            let mut bytes = [0; 1 << 16];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 {
                    break;
                }
                screen.lock().expect("a screen").process(&bytes[..count]);
            }
        });
        Self {
            writer: pty.master.take_writer().expect("a writer"),
            master: pty.master,
            child,
            parser,
            before,
        }
    }

    fn keys(&mut self, keys: &str) {
        self.writer
            .write_all(keys.as_bytes())
            .expect("keys are taken");
        self.writer.flush().expect("keys are taken");
    }

    fn screen(&self) -> String {
        self.parser.lock().expect("a screen").screen().contents()
    }

    /// Waits until the screen is as it should be.
    fn wait(&self, what: &str, is_right: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_right(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "{what} never came:\n{screen}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn shows(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    fn hides(&self, text: &str) -> String {
        self.wait(&format!("no {text}"), |screen| !screen.contains(text))
    }

    /// Presses keys, and waits for a text.
    fn press(&mut self, keys: &str, text: &str) -> String {
        self.keys(keys);
        self.shows(text)
    }

    fn resize(&mut self, size: [u16; 2]) {
        self.parser
            .lock()
            .expect("a screen")
            .screen_mut()
            .set_size(size[1], size[0]);
        self.master.resize(pty_size(size)).expect("another size");
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        // The shell has it built in.
        let kill = format!("kill -s {name} {id}");
        let done = std::process::Command::new("sh")
            .args(["-c", &kill])
            .status();
        assert!(done.expect("sh runs").success());
    }

    /// Waits for the end; the exit code.
    fn end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.exit_code();
            }
            assert!(
                start.elapsed() < PATIENCE,
                "it does not end:\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The terminal is as it was: no other screen, no mouse, a cursor, and the modes of its line.
    fn is_restored(&self) {
        let start = Instant::now();
        loop {
            let parser = self.parser.lock().expect("a screen");
            let screen = parser.screen();
            let is_right = !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
                && termios(self.master.as_ref()) == self.before;
            if is_right {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "the terminal is not as it was");
            drop(parser);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn pty_size([cols, rows]: [u16; 2]) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// The modes of a terminal's line.
fn termios(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios())
}

/// How many turns a screen says have passed.
fn turn(screen: &str) -> Option<u64> {
    let (_, rest) = screen.split_once("turn ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const ESC: &str = "\x1b";

#[test]
fn every_key_does_what_help_says() {
    let folder = Folder::new();
    let record = folder.path("keys.rec");
    let args = [
        "play", "--sector", "--seed", "7", "--empty", "--record", &record,
    ];
    let mut game = Terminal::play(&folder, &args);
    game.shows("The Threadbare House");
    game.shows("from the side, row");
    // Pages, and back.
    for (key, text) in [
        ("?", "Everything else"),
        ("M", "Bring the stone crown"),
        ("P", "Brun: 210 of 210 hit points"),
        ("~", "deepway play --sector --seed 7"),
        (":", "All commands: type, and choose"),
        ("_", "Travel where?"),
        ("\r", "What can be done here"),
        ("X", "[ ] level · Esc ends"),
        ("x", "You look at"),
        ("\t", "You look at"),
        ("[", "You look at"),
        ("]", "You look at"),
        ("R", "replay: 0 of 0"),
        ("f", "a direction · Esc"),
    ] {
        game.keys(key);
        game.hides("? help · o explore");
        game.shows(text);
        game.press(ESC, "? help · o explore");
    }
    game.press("i", "You carry nothing.");
    game.press("F", "You carry nothing.");
    game.press("A", "Bring the stone crown to");
    game.press(";", "The level below shines through.");
    game.press(";;;", "No other level shines through.");
    game.keys("v");
    game.wait("the large cut", |screen| !screen.contains('╶'));
    game.keys("v");
    game.hides("from the side");
    game.press("v", "from the side");
    // Moves: each takes a turn, and there is room for all of them.
    let mut now = 0;
    let moves = [
        "l", "h", "j", "k", "n", "y", "b", "u", "6", "4", "2", "8", "3", "7", "1", "9",
    ];
    for key in moves.into_iter().chain([
        RIGHT, LEFT, DOWN, UP, "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[5~",
    ]) {
        game.keys(key);
        now += 1;
        game.wait(&format!("turn {now} after {key:?}"), |screen| {
            turn(screen) == Some(now)
        });
    }
    for key in ["z", "5", ".", "s"] {
        game.keys(key);
        now += 1;
        game.wait(&format!("turn {now} after {key:?}"), |screen| {
            turn(screen) == Some(now)
        });
    }
    game.keys("\x7f");
    game.wait("a turn back", |screen| turn(screen) == Some(now - 1));
    game.press("g", "Nothing lies here.");
    // Running, by letters and with shift.
    for key in ["L", "H", "\x1b[1;2B", "\x1b[1;2A"] {
        let before = turn(&game.screen());
        game.keys(key);
        game.wait("a run", |screen| turn(screen) > before);
    }
    // Exploring across levels, travelling, and up and down.
    for number in 0..30 {
        let screen = game.screen();
        if screen.contains("> down") {
            break;
        }
        // Stairs may be seen before a way to them is known.
        let is_seen = screen.contains("a▼1");
        game.keys(if is_seen && number % 2 == 0 { ">" } else { "o" });
        std::thread::sleep(Duration::from_millis(300));
        game.shows("? help · o explore");
    }
    game.shows("a▼1");
    game.wait("the stairs", |screen| screen.contains("> down"));
    game.keys(">");
    game.shows("Upper Roots");
    game.keys("<");
    game.shows("Ground Level");
    game.press("_", "Travel where?");
    game.press("burrow\r", "You are there.");
    game.press("Z", "You");
    // The palette knows commands with values as well.
    game.press(":", "All commands");
    game.press("rewind 2\r", "2 taken back");
    game.press(":", "All commands");
    game.press("dance\r", "is no command");
    game.press("R", "replay: ");
    game.press("\x1b[H", "replay: 0 of ");
    game.press(" ", "10 a second");
    game.press(ESC, "? help");
    game.press("Q", "goes on.");
    assert_eq!(game.end(), 0);
    game.is_restored();
    let checked = run(&["replay", &record, "--check"]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
}

#[test]
fn the_mouse_shows_ways_travels_and_looks() {
    let folder = Folder::new();
    let mut game = Terminal::play(&folder, &["play", "--sector", "--seed", "7", "--empty"]);
    let screen = game.shows("The Threadbare House");
    // The player is in the middle of the plan.
    let (row, line) = screen
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains('@'))
        .unwrap();
    let column = line.chars().position(|letter| letter == '@').unwrap();
    let at = |column: usize| format!("{};{}", column + 1, row + 1);
    game.keys(&format!("\x1b[<35;{}M", at(column + 2)));
    game.shows("2 steps.");
    game.keys(&format!("\x1b[<2;{}M", at(column + 2)));
    game.shows("You look at");
    game.press(ESC, "? help");
    game.keys(&format!("\x1b[<0;{}M", at(column + 2)));
    game.shows("You are there.");
    assert_eq!(turn(&game.screen()), Some(2));
}

#[test]
fn screens_of_every_size_and_while_playing() {
    let folder = Folder::new();
    for size in [[60, 20], [80, 24], [120, 40], [200, 60]] {
        let mut game =
            Terminal::sized(&folder, &["play", "--sector", "--seed", "7", "--new"], size);
        for text in [
            "The Threadbare House",
            "450/450 hit points",
            "from the side",
            "? help",
            "@",
        ] {
            game.shows(text);
        }
        game.keys("q");
        assert_eq!(game.end(), 0, "{size:?}");
        game.is_restored();
    }
    let mut game = Terminal::sized(&folder, &["play", "--maze", "--seed", "3"], [59, 19]);
    game.shows("expected at least 60 × 20");
    for size in [[120, 40], [1, 1], [80, 24], [20, 3], [200, 60], [60, 20]] {
        game.resize(size);
        match size[0] >= 60 {
            true => game.shows("Go down to"),
            false => game.hides("Go down to"),
        };
        game.keys("z");
    }
    game.shows("? help");
    game.keys("q");
    assert_eq!(game.end(), 0);
    game.is_restored();
}

#[test]
fn signals_leave_the_terminal_and_the_game_intact() {
    for (signal, code) in [
        ("TERM", 143),
        ("HUP", 129),
        ("INT", 130),
        ("QUIT", 131),
        ("Ctrl-C", 130),
    ] {
        let folder = Folder::new();
        let record = folder.path("signal.rec");
        let mut game = Terminal::play(
            &folder,
            &["play", "--maze", "--seed", "3", "--record", &record],
        );
        game.shows("Go down to");
        game.keys("zzz");
        game.wait("turn 3", |screen| turn(screen) == Some(3));
        match signal {
            "Ctrl-C" => game.keys("\x03"),
            _ => game.signal(signal),
        }
        assert_eq!(game.end(), code, "{signal}");
        game.is_restored();
        let text = fs::read_to_string(&record).unwrap();
        assert_eq!(text.matches(" wait\n").count(), 3, "{signal}");
        assert_eq!(run(&["replay", &record, "--check"]).status.code(), Some(0));
        // And it goes on.
        let mut game = Terminal::play(&folder, &["play", "--resume", &record]);
        game.shows("You go on where you stopped, in turn 3.");
        game.keys("q");
        assert_eq!(game.end(), 0);
    }
}

/// How often the program is killed; `scripts/prove-play` does it more often.
fn kills() -> u64 {
    let asked = std::env::var("DEEPWAY_KILLS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(10)
}

#[test]
fn a_kill_loses_at_most_the_last_turn() {
    let folder = Folder::new();
    let name = "The Hollow";
    let save = [
        "generate", "sector", "--seed", "7", "--save", name, "--store",
    ];
    let place = format!("sqlite:{}", folder.path("worlds.db"));
    assert_eq!(
        run(&[&save[..], &[place.as_str()]].concat()).status.code(),
        Some(0)
    );
    for number in 0..kills() {
        let record = folder.path(&format!("kill-{number}.rec"));
        let is_stored = number % 2 == 1;
        let args: Vec<&str> = match is_stored {
            true => vec!["play", name, "--new"],
            false => vec!["play", "--sector", "--seed", "7", "--record", &record],
        };
        let mut game = Terminal::play(&folder, &args);
        game.shows("? help");
        // Keys come faster than turns; the kill comes somewhere among them.
        let keys = 1 + number * 7 % 40;
        game.keys(&"z".repeat(keys as usize));
        let least = number * 3 % (keys + 1);
        let seen = game.wait("some turns", |screen| {
            turn(screen).is_some_and(|turn| turn >= least)
        });
        let seen = turn(&seen).unwrap();
        game.signal("KILL");
        game.end();
        let kept = match is_stored {
            true => {
                let mut again = Terminal::play(&folder, &["play", name]);
                let screen = again.shows("You go on where you stopped");
                again.keys("q");
                again.end();
                turn(&screen).unwrap()
            }
            false => {
                let text = fs::read_to_string(&record).unwrap();
                let (kept, _) = text.rsplit_once('\n').unwrap();
                let checked = run(&["replay", &record, "--check"]);
                let is_whole = text.ends_with('\n');
                assert_eq!(checked.status.code(), Some(if is_whole { 0 } else { 2 }));
                kept.matches(" wait").count() as u64
            }
        };
        assert!(
            kept + 1 >= seen,
            "kill {number}: {kept} of {seen} turns are left"
        );
    }
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let folder = Folder::new();
    let record = folder.path("panic.rec");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_deepway"));
    command.args(["play", "--maze", "--seed", "3", "--record", &record]);
    // Known to builds with assertions only.
    command.env("DEEPWAY_PANIC_IN_TURN", "2");
    let mut game = Terminal::start(&folder, command, [120, 40]);
    game.shows("Go down to");
    game.keys("zz");
    game.shows("as the test wants it");
    assert_eq!(game.end(), 101);
    game.is_restored();
    let text = fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches(" wait\n").count(), 2);
}

#[test]
fn the_shell_takes_over_and_gives_back() {
    let folder = Folder::new();
    let mut command = CommandBuilder::new("bash");
    command.args(["--norc", "-i"]);
    command.env("PS1", "shell$ ");
    let mut shell = Terminal::start(&folder, command, [120, 40]);
    shell.shows("shell$");
    let program = env!("CARGO_BIN_EXE_deepway");
    shell.press(
        &format!(
            "{program} play --maze --seed 3 --record {}\n",
            folder.path("stop.rec")
        ),
        "? help",
    );
    shell.press("zz", "turn 2");
    shell.press("\x1a", "Stopped");
    shell.press("echo here I am\n", "here I am\r\n".trim());
    shell.press("fg\n", "? help");
    shell.wait("turn 2", |screen| turn(screen) == Some(2));
    shell.keys("z");
    shell.wait("turn 3", |screen| turn(screen) == Some(3));
    shell.press("q", "goes on.");
    shell.keys("exit\n");
    shell.end();
}

/// Random bytes as keys: nothing ends but by quitting, and what was done is kept.
#[test]
fn random_keys_do_no_harm() {
    let asked = std::env::var("DEEPWAY_KEYS").ok();
    let count: usize = asked.and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let folder = Folder::new();
    let mut state = 88_172_645_463_325_252_u64;
    for (number, kind) in ["--sector", "--maze"].into_iter().enumerate() {
        let mut left = count;
        let mut games = 0;
        let mut record = String::new();
        let mut is_over = true;
        while left > 0 {
            let seed = games.to_string();
            // The palette may have chosen to quit: go on with the game. Once it is over, there is
            // another one.
            let args = match is_over {
                true => {
                    games += 1;
                    record = folder.path(&format!("random-{number}-{games}.rec"));
                    vec!["play", kind, "--seed", &seed, "--record", &record]
                }
                false => vec!["play", "--resume", &record],
            };
            let mut game = Terminal::play(&folder, &args);
            game.shows("?");
            let mut byte = || loop {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let byte = (state >> 24) as u8;
                // Quitting, interrupting and stopping do what they should.
                if !matches!(byte, b'q' | b'Q' | 0x03 | 0x1A) {
                    return byte;
                }
            };
            let bytes: Vec<u8> = (0..left).map(|_| byte()).collect();
            let sent = Arc::new(AtomicUsize::new(0));
            let mut writer = std::mem::replace(&mut game.writer, Box::new(std::io::sink()));
            let progress = Arc::clone(&sent);
            std::thread::spawn(move || {
                for piece in bytes.chunks(64) {
                    if writer.write_all(piece).is_err() {
                        return;
                    }
                    progress.fetch_add(piece.len(), Ordering::Relaxed);
                }
                // Back to the game from wherever that led, and out.
                loop {
                    std::thread::sleep(Duration::from_millis(200));
                    let _ = writer.write_all(b"\x1b");
                    std::thread::sleep(Duration::from_millis(200));
                    if writer.write_all(b"q").is_err() {
                        return;
                    }
                }
            });
            let start = Instant::now();
            while game.child.try_wait().unwrap().is_none() {
                assert!(
                    start.elapsed() < PATIENCE * 20,
                    "it hangs:\n{}",
                    game.screen()
                );
                std::thread::sleep(Duration::from_millis(20));
            }
            let code = game.end();
            assert!(code <= 1, "{code}: {}", game.screen());
            game.is_restored();
            left = left.saturating_sub(sent.load(Ordering::Relaxed).max(1));
            let checked = run(&["replay", &record, "--check"]);
            assert_eq!(checked.status.code(), Some(0), "{checked:?}");
            is_over = fs::exists(record.replace(".rec", ".morgue.txt")).unwrap();
        }
    }
}

#[test]
fn keys_of_ones_own_and_plain_signs() {
    let folder = Folder::new();
    let keys = folder.file(
        "keys.toml",
        "preset = \"arrows\"\n[keys]\nexplore = \"e\"\n",
    );
    let args = [
        "play", "--sector", "--seed", "7", "--ascii", "--colors", "0", "--keys", &keys,
    ];
    let mut game = Terminal::play(&folder, &args);
    let screen = game.shows("e explore");
    assert!(screen.is_ascii(), "{screen}");
    game.keys("zz");
    game.wait("turn 2", |screen| turn(screen) == Some(2));
    game.keys("u");
    game.wait("a turn back", |screen| turn(screen) == Some(1));
    game.press("?", "Everything else");
    game.press(ESC, "? help");
    game.keys("q");
    assert_eq!(game.end(), 0);
    let bad = folder.file("bad.toml", "[keys]\nfly = \"f\"\n");
    let mut game = Terminal::play(&folder, &["play", "--sector", "--keys", &bad]);
    game.shows("keys.fly: expected move-DIRECTION");
    assert_eq!(game.end(), 2);
    game.is_restored();
}

/// A world of a file has other dice each time, and yet the same game goes on.
#[test]
fn a_game_in_a_file_goes_on_and_begins_anew() {
    let folder = Folder::new();
    let map = folder.file("cellar.txt", "floor:0\n#####\n#...#\n#####\n");
    for (args, said) in [
        (&["play", "--endless", &map][..], None),
        (
            &["play", "--endless", &map],
            Some("You go on where you stopped, in turn 1."),
        ),
        (&["play", "--endless", &map, "--new"], None),
        (&["play", "--endless", &map, "--seed", "9"], None),
    ] {
        let mut game = Terminal::play(&folder, args);
        game.shows("? help");
        game.keys("z");
        let expected = if said.is_some() { 2 } else { 1 };
        game.wait("a turn", |screen| turn(screen) == Some(expected));
        game.shows(said.unwrap_or("? help"));
        game.keys("q");
        assert_eq!(game.end(), 0);
    }
}

#[test]
fn a_recording_that_somebody_removes_is_written_again() {
    let folder = Folder::new();
    let record = folder.path("gone.rec");
    let mut game = Terminal::play(
        &folder,
        &["play", "--maze", "--seed", "3", "--record", &record],
    );
    game.shows("? help");
    game.keys("z");
    game.wait("turn 1", |screen| turn(screen) == Some(1));
    fs::remove_file(&record).unwrap();
    game.press("z", "The game is not kept: cannot write");
    game.press("z", "The game is kept again.");
    game.keys("q");
    assert_eq!(game.end(), 0);
    let text = fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches(" wait\n").count(), 3);
}

#[test]
fn a_store_that_disappears_costs_nothing() {
    let folder = Folder::new();
    let place = format!("sqlite:{}", folder.path("worlds.db"));
    let save = [
        "generate", "sector", "--seed", "7", "--save", "gone", "--store", &place,
    ];
    assert_eq!(run(&save).status.code(), Some(0));
    let mut game = Terminal::play(&folder, &["play", "gone"]);
    game.shows("? help");
    game.keys("z");
    game.wait("turn 1", |screen| turn(screen) == Some(1));
    // The world is deleted by somebody else.
    assert_eq!(
        run(&["delete", "gone", "--yes", "--store", &place])
            .status
            .code(),
        Some(0)
    );
    game.press("z", "The game is not kept");
    game.keys("z");
    game.wait("turn 3", |screen| turn(screen) == Some(3));
    game.press("q", "it is in");
    assert_eq!(game.end(), 0);
    game.is_restored();
    let rescued = fs::read_dir(folder.path("data/deepway/games")).unwrap();
    let rescued: Vec<_> = rescued.flatten().map(|file| file.path()).collect();
    assert_eq!(rescued.len(), 1);
    let text = fs::read_to_string(&rescued[0]).unwrap();
    assert_eq!(text.matches(" wait\n").count(), 3);
}
