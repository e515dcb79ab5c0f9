//! Writing to standard output and to files, whole or not at all.

use crate::foreign;
use crate::message::{self, reason, shown};
use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use deepway::view::Ink;
use serde::Serialize;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use tracing::info;

/// When to colour what is printed.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

impl Colour {
    /// The ink for standard output.
    pub(crate) fn ink(self) -> Ink {
        let coloured = match self {
            Self::Auto => may_colour(&io::stdout()),
            Self::Always => true,
            Self::Never => false,
        };
        if coloured { Ink::Coloured } else { Ink::Plain }
    }
}

/// Whether a stream is a terminal whose user has not asked for plain text.
pub(crate) fn may_colour(stream: &impl IsTerminal) -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !unwanted && !is_dumb
}

/// Writes to standard output; `fill` is called once.
///
/// A reader that has gone away is not an error and does not change the exit code.
pub(crate) fn print(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = fill(&mut out).and_then(|()| out.flush());
    if written.is_err() {
        // Do not write the rest again on exit.
        let _ = out.into_parts();
    }
    finished("to standard output", written)
}

/// Writes an answer to standard output, as JSON on a line.
pub(crate) fn print_json(answer: &impl Serialize) -> Result<()> {
    print(|out| {
        serde_json::to_writer(&mut *out, answer)?;
        writeln!(out)
    })
}

/// Writes a file, or to standard output if the path is `-`.
pub(crate) fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    prepare(path, fill)?.commit().map(drop)
}

/// Whether a path stands for standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .map(Path::new)
        .contains(&path)
}

/// Writes a file beside its target, to be moved there by [`Pending::commit`].
///
/// So a file appears only when it is complete, and a failure leaves an existing file
/// untouched. Standard output, pipes and devices are written to at once.
pub(crate) fn prepare(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Pending> {
    if is_stdout(path) {
        print(fill)?;
        return Ok(Pending::default());
    }
    if foreign::was_read(path) {
        bail!(
            "{} would replace what is read: expected another file",
            shown(path)
        );
    }
    match fill_beside(path, fill) {
        Ok(pending) => Ok(pending),
        Err(error) => finished(&shown(path), Err(error)).map(|()| Pending::default()),
    }
}

/// A file that is written but not yet moved into place; removed if it never is.
#[derive(Default)]
pub(crate) struct Pending {
    /// The file and its target; none if there is nothing to move.
    files: Option<(Part, PathBuf)>,
}

impl Pending {
    /// Moves the file into place, and returns its name.
    pub(crate) fn commit(self) -> Result<Option<String>> {
        let Some((part, target)) = self.files else {
            return Ok(None);
        };
        let name = shown(&target);
        finished(&name, part.move_to(&target))?;
        info!(file = name, "wrote");
        Ok(Some(name))
    }
}

/// Moves files into place and says so, on standard output if it is free, else on standard
/// error if that is a terminal.
pub(crate) fn commit(files: Vec<Pending>, about: &str, is_stdout_free: bool) -> Result<()> {
    for file in files {
        let Some(name) = file.commit()? else {
            continue;
        };
        let line = match about.is_empty() {
            true => format!("wrote {name}"),
            false => format!("wrote {name}: {about}"),
        };
        if is_stdout_free {
            print(|out| writeln!(out, "{line}"))?;
        } else if io::stderr().is_terminal() {
            message::say(&line);
        }
    }
    Ok(())
}

/// The result of writing; a reader that has gone away is not an error.
fn finished(name: &str, written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(anyhow!("cannot write {name}: {}", reason(&error))),
        Ok(()) => Ok(()),
    }
}

/// A file that a command reads or writes, and the argument that names it.
pub(crate) struct Named<'a> {
    pub(crate) argument: &'a str,
    pub(crate) path: &'a Path,
}

impl<'a> Named<'a> {
    pub(crate) fn new(argument: &'a str, path: &'a Path) -> Self {
        Self { argument, path }
    }
}

/// Refuses outputs that are the same file, or an input file, under whatever names.
pub(crate) fn keep_apart(inputs: &[Named], outputs: &[Named]) -> Result<()> {
    for (number, output) in outputs.iter().enumerate() {
        let name = shown(output.path);
        let argument = output.argument;
        if let Some(other) = outputs[..number]
            .iter()
            .find(|other| is_same(other, output))
        {
            let other = other.argument;
            bail!("{other} and {argument} {name} name the same file: expected two files");
        }
        let mut files = inputs.iter().filter(|input| input.path != Path::new("-"));
        if let Some(input) = files.find(|input| is_same(input, output)) {
            let read = format!("{} {}", input.argument, shown(input.path));
            bail!("{argument} {name} would replace what is read, {read}: expected another file");
        }
    }
    Ok(())
}

/// Refuses the name of a folder, with the line that writing to it would end with.
pub(crate) fn refuse_folder(path: &Path) -> Result<()> {
    match is_folder(path) {
        true => finished(&shown(path), Err(io::ErrorKind::IsADirectory.into())),
        false => Ok(()),
    }
}

/// Whether a name is a folder's: it is there, or the name ends in a slash.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir()
}

/// Whether two names mean the same file, which need not exist yet.
fn is_same(a: &Named, b: &Named) -> bool {
    if is_stdout(a.path) || is_stdout(b.path) {
        return is_stdout(a.path) && is_stdout(b.path);
    }
    // Devices and pipes can be written to twice.
    let file = |path: &Path| match fs::metadata(path) {
        Ok(found) => Some((found.is_file(), found.dev(), found.ino())),
        Err(_) => None,
    };
    match (file(a.path), file(b.path)) {
        (Some(a), Some(b)) => a.0 && a == b,
        (None, None) => {
            let place = |path: &Path| {
                let path = resolve(path).ok()?;
                let folder = match path.parent()? {
                    folder if folder.as_os_str().is_empty() => Path::new("."),
                    folder => folder,
                };
                Some(folder.canonicalize().ok()?.join(path.file_name()?))
            };
            place(a.path).is_some_and(|a| Some(a) == place(b.path))
        }
        _ => false,
    }
}

fn fill_beside(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Pending> {
    // A name that ends in a slash is a folder's.
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let target = resolve(path)?;
    let existing = match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() || is_descriptor(&target) => {
            let mut out = BufWriter::new(OpenOptions::new().append(true).open(path)?);
            fill(&mut out).and_then(|()| out.flush())?;
            return Ok(Pending::default());
        }
        Ok(metadata) => {
            // A write-protected file must not be replaced either.
            OpenOptions::new().append(true).open(&target)?;
            Some(metadata)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let part = Part::beside(&target, existing.as_ref())?;
    let mut out = BufWriter::with_capacity(1 << 16, &part.file);
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(metadata) = existing {
        // Only root may change a file's owner; others own it already.
        let _ = chown(&part.path, Some(metadata.uid()), Some(metadata.gid()));
        part.file.set_permissions(metadata.permissions())?;
    }
    part.file.sync_all()?;
    Ok(Pending {
        files: Some((part, target)),
    })
}

/// Whether a path names an open file descriptor.
fn is_descriptor(path: &Path) -> bool {
    let folder = path.parent().map(Path::canonicalize);
    matches!(folder, Some(Ok(folder)) if folder.starts_with("/proc") && folder.ends_with("fd"))
}

/// Follows symbolic links, even to a file that does not exist yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(link) if !is_descriptor(&path) => {
                path = path.parent().unwrap_or(Path::new("")).join(link)
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A file that is being written, under a temporary name, locked as long as its writer lives.
struct Part {
    path: PathBuf,
    file: File,
    is_moved: bool,
}

/// How the names of parts begin and end.
const PART: (&str, &str) = (".deepway-", ".part");

/// The parts that exist now, so that a signal can remove them.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all parts when the program is asked to end, and ends it.
static GUARD: LazyLock<()> = LazyLock::new(|| {
    // Without the guard a part may be left behind, which is not worth failing for.
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) {
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let parts = parts();
                for part in parts.iter() {
                    let _ = fs::remove_file(part).or_else(|_| fs::remove_dir_all(part));
                }
                std::process::exit(128 + signal);
            }
        });
    }
});

impl Part {
    /// Creates a new file in the target's folder, under an unused name.
    fn beside(target: &Path, existing: Option<&Metadata>) -> io::Result<Self> {
        LazyLock::force(&GUARD);
        remove_orphans(target);
        // Nobody else may read it until it has the permissions of the file it replaces.
        let mode = if existing.is_some() { 0o600 } else { 0o666 };
        for attempt in 0u32.. {
            let name = format!("{}{}-{attempt}{}", PART.0, std::process::id(), PART.1);
            let path = target.with_file_name(name);
            let mut parts = parts();
            match OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(mode)
                .open(&path)
            {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    // Where files cannot be locked, no part is ever treated as an orphan.
                    let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                    // Another program may have taken it for an orphan before it was locked.
                    if is_taken || !is_at(&file, &path) {
                        continue;
                    }
                    parts.push(path.clone());
                    return Ok(Self {
                        path,
                        file,
                        is_moved: false,
                    });
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Moves the file into place; the program does not end meanwhile.
    fn move_to(mut self, target: &Path) -> io::Result<()> {
        let parts = parts();
        fs::rename(&self.path, target)?;
        self.is_moved = true;
        drop(parts);
        Ok(())
    }
}

/// A folder that is being written, under a temporary name, locked as long as its writer lives;
/// removed if it is not moved.
struct PartFolder {
    path: PathBuf,
    /// Keeps the lock.
    _folder: File,
}

impl Drop for PartFolder {
    fn drop(&mut self) {
        let mut parts = parts();
        let _ = fs::remove_dir_all(&self.path);
        parts.retain(|part| *part != self.path);
    }
}

/// Writes a new folder with files, all of them or none; their names may have folders before them.
pub(crate) fn write_folder(target: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let name = shown(target);
    refuse_existing(target)?;
    let written = fill_folder(target, files);
    finished(&name, written)?;
    info!(folder = name, files = files.len(), "wrote");
    Ok(())
}

/// Refuses a folder that is there already, or that cannot be one.
pub(crate) fn refuse_existing(target: &Path) -> Result<()> {
    let name = shown(target);
    if is_stdout(target) {
        bail!("{name}: this format is a folder of files: expected the name of a new folder");
    }
    if target.symlink_metadata().is_ok() {
        bail!("{name} exists: expected the name of a new folder");
    }
    Ok(())
}

fn fill_folder(target: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    LazyLock::force(&GUARD);
    let target: PathBuf = target.components().collect();
    remove_orphans(&target);
    let mut made = None;
    for attempt in 0u32..100 {
        let name = format!("{}{}-{attempt}{}", PART.0, std::process::id(), PART.1);
        let path = target.with_file_name(name);
        let mut parts = parts();
        match fs::create_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(()) => {
                let folder = File::open(&path)?;
                // As with files, another program may have taken it for an orphan meanwhile.
                let is_taken = matches!(folder.try_lock(), Err(TryLockError::WouldBlock));
                if is_taken || !is_at(&folder, &path) {
                    continue;
                }
                parts.push(path.clone());
                made = Some(PartFolder {
                    path,
                    _folder: folder,
                });
                break;
            }
        }
    }
    let folder = made.ok_or(io::ErrorKind::AlreadyExists)?;
    for (name, bytes) in files {
        let path = folder.path.join(name);
        if let Some(above) = path.parent() {
            fs::create_dir_all(above)?;
        }
        let mut file = File::create_new(&path)?;
        file.write_all(bytes)?;
        file.sync_all()?;
    }
    let parts = parts();
    fs::rename(&folder.path, &target)?;
    drop(parts);
    Ok(())
}

/// Whether a file's name is one that a part has: `.deepway-`, two numbers, `.part`.
fn is_part(name: &str) -> bool {
    let name = name.strip_prefix(PART.0);
    let numbers = name.and_then(|name| name.strip_suffix(PART.1)?.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.is_some_and(|(id, attempt)| is_number(id) && is_number(attempt))
}

/// Removes parts that killed programs have left beside a file or a folder.
fn remove_orphans(target: &Path) {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        let is_part = (kind.is_file() || kind.is_dir()) && name.to_str().is_some_and(is_part);
        if !is_part {
            continue;
        }
        let is_own = parts().contains(&target.with_file_name(&name));
        let Some(file) = File::open(&path).ok().filter(|_| !is_own) else {
            continue;
        };
        // The lock is kept until the file is gone, so that no writer takes the name meanwhile.
        if file.try_lock().is_ok() && is_at(&file, &path) {
            let _ = match kind.is_dir() {
                true => fs::remove_dir_all(path),
                false => fs::remove_file(path),
            };
        }
    }
}

/// Whether an open file still has a name.
fn is_at(file: &File, path: &Path) -> bool {
    let id = |found: Metadata| (found.dev(), found.ino());
    let found = fs::symlink_metadata(path).map(id).ok();
    found.is_some() && found == file.metadata().map(id).ok()
}

impl Drop for Part {
    fn drop(&mut self) {
        let mut parts = parts();
        if !self.is_moved {
            let _ = fs::remove_file(&self.path);
        }
        parts.retain(|part| *part != self.path);
    }
}

/// Lets the engine's text writers write to a file, and keeps the file's error.
pub(crate) struct Utf8<'a> {
    out: &'a mut dyn Write,
    error: Option<io::Error>,
}

impl<'a> Utf8<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, error: None }
    }

    /// The result of a text writer that wrote here.
    pub(crate) fn finish(self, written: fmt::Result) -> io::Result<()> {
        match (self.error, written) {
            (Some(error), _) => Err(error),
            (None, written) => written.map_err(io::Error::other),
        }
    }
}

impl fmt::Write for Utf8<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
