//! Writing to standard output and to files, whole or not at all.

use crate::message::{self, reason, shown};
use anyhow::{Result, anyhow};
use clap::ValueEnum;
use deepway::view::Ink;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
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
    stream.is_terminal() && !unwanted
}

/// Writes to standard output; `fill` is called once.
pub(crate) fn print(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = fill(&mut out).and_then(|()| out.flush());
    if written.is_err() {
        // Do not try again on the way out.
        let _ = out.into_parts();
    }
    written.map_err(|error| failure("to standard output", error))
}

/// Writes a file, or to standard output if the path is `-`.
pub(crate) fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    prepare(path, fill)?.commit()
}

/// Writes a file beside its place, to be moved there by [`Pending::commit`].
///
/// So a file appears only when it is complete, and a failure leaves what was
/// there. Standard output, pipes and devices are written to at once.
pub(crate) fn prepare(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Pending> {
    if path.as_os_str() == "-" || path == Path::new("/dev/stdout") || path == Path::new("/dev/fd/1")
    {
        print(fill)?;
        return Ok(Pending::default());
    }
    fill_beside(path, fill).map_err(|error| failure(&shown(path), error))
}

/// A file that is written and not yet in its place; removed if it never gets there.
#[derive(Default)]
pub(crate) struct Pending {
    /// Where it is and where it belongs; nothing if there is nothing to move.
    files: Option<(Part, PathBuf)>,
}

impl Pending {
    /// Moves the file to its place.
    pub(crate) fn commit(self) -> Result<()> {
        let Some((part, target)) = self.files else {
            return Ok(());
        };
        fs::rename(&part.0, &target).map_err(|error| failure(&shown(&target), error))?;
        info!(file = shown(&target), "wrote");
        if io::stderr().is_terminal() {
            message::say(&format!("wrote {}", shown(&target)));
        }
        Ok(())
    }
}

/// An error of writing: a reader that has gone away stays recognisable.
fn failure(name: &str, error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => error.into(),
        _ => anyhow!("cannot write {name}: {}", reason(&error)),
    }
}

fn fill_beside(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Pending> {
    // A name that ends like a folder's is no file's.
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let target = resolve(path)?;
    let existing = match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() || is_special(path) => {
            let mut out = BufWriter::new(OpenOptions::new().append(true).open(path)?);
            fill(&mut out).and_then(|()| out.flush())?;
            return Ok(Pending::default());
        }
        Ok(metadata) => {
            // A file that may not be written must not be replaced either.
            OpenOptions::new().append(true).open(&target)?;
            Some(metadata)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (part, file) = Part::beside(&target, existing.as_ref())?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    fill(&mut out)?;
    out.flush()?;
    if let Some(metadata) = existing {
        // Only root may give a file away; for others it is theirs already.
        let _ = chown(&part.0, Some(metadata.uid()), Some(metadata.gid()));
        out.get_ref().set_permissions(metadata.permissions())?;
    }
    out.get_ref().sync_all()?;
    Ok(Pending {
        files: Some((part, target)),
    })
}

/// Whether a path names something that is open already, whatever that is.
fn is_special(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// Follows symbolic links, also to where there is nothing yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(link) if !is_special(&path) => {
                path = path.parent().unwrap_or(Path::new("")).join(link)
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The file that is being written, under a name of its own.
struct Part(PathBuf);

/// The parts that exist now, for whoever ends the program early.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all parts when the program is asked to end.
static GUARD: LazyLock<()> = LazyLock::new(|| {
    // Without the guard a part may be left behind, which is no reason to fail.
    let _ = ctrlc::set_handler(|| {
        for part in PARTS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = fs::remove_file(part);
        }
        std::process::exit(130);
    });
});

impl Part {
    /// Creates a new file in the target's folder, under a name that nothing has yet.
    fn beside(target: &Path, existing: Option<&Metadata>) -> io::Result<(Self, File)> {
        LazyLock::force(&GUARD);
        // Until it has the permissions of what it replaces, nobody else reads it.
        let mode = if existing.is_some() { 0o600 } else { 0o666 };
        for attempt in 0u32.. {
            let name = format!(".deepway-{}-{attempt}.part", std::process::id());
            let path = target.with_file_name(name);
            let mut parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner);
            match OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(mode)
                .open(&path)
            {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    parts.push(path.clone());
                    return Ok((Self(path), file));
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // Gone already if it was moved to its place.
        let _ = fs::remove_file(&self.0);
        PARTS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|part| *part != self.0);
    }
}

/// Lets the engine's text writers write to a file; keeps the file's error.
pub(crate) struct Utf8<'a> {
    out: &'a mut dyn Write,
    error: Option<io::Error>,
}

impl<'a> Utf8<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, error: None }
    }

    /// The result of a writer that wrote to this.
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
