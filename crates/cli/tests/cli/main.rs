//! The program as its users meet it: real processes, real files.

mod answers;
mod bad_input;
mod convert;
mod diff;
mod documents;
mod exchange;
mod find;
mod links;
mod maps;
mod maze;
mod open_world;
mod output;
mod path;
mod play;
mod refusals;
mod screen;
mod sector;
mod show;
mod store;
mod strata;
mod traverse;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The example map that the README shows.
fn watchtower() -> String {
    example("watchtower.txt")
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name);
    path.to_str().expect("a plain path").to_owned()
}

fn deepway(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepway"));
    command
        .args(args)
        .env_remove("NO_COLOR")
        .env("DEEPWAY_STORE", "memory:")
        .stdin(Stdio::null());
    command
}

/// Runs the program to its end.
fn run(args: &[&str]) -> Output {
    deepway(args).output().expect("the program starts")
}

/// Runs the program with something on standard input.
fn run_with(args: &[&str], input: &[u8]) -> Output {
    let mut child = deepway(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may stop reading early; what it says then is what counts.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// What a successful run printed.
fn printed(output: Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(stderr, "");
    String::from_utf8(output.stdout).expect("text")
}

/// The one line that a refused run said, without the program's name.
fn refused(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(output.stdout, b"");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr
        .trim_end()
        .strip_prefix("deepway: ")
        .expect("the program's name")
        .to_owned()
}

/// A folder of its own for a test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("deepway-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).expect("a new folder");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    /// Writes a file and returns its path.
    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).expect("written");
        self.path(name)
    }

    /// The names of all files in the folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("listed");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|e| name(e).to_string_lossy().into_owned())
            .collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
