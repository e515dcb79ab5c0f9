//! Writing to standard output and to files, whole or not at all.

use crate::message::{reason, shown};
use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use deepway::view::Ink;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
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
    written.context("cannot write to standard output")
}

/// Writes a file, or to standard output if the path is `-`.
///
/// A file appears only when it is complete: it is written beside its place
/// under another name and then moved, so that a failure leaves what was there.
pub(crate) fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    if path.as_os_str() == "-" {
        return print(fill);
    }
    replace(path, fill)
        .map_err(|error| anyhow!("cannot write {}: {}", shown(path), reason(&error)))?;
    info!(file = shown(path), "wrote");
    if io::stderr().is_terminal() {
        eprintln!("wrote {}", shown(path));
    }
    Ok(())
}

fn replace(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let existing = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A pipe or a device is written to as it is.
        Ok(metadata) if !metadata.is_file() => {
            let mut out = BufWriter::new(OpenOptions::new().write(true).open(path)?);
            return fill(&mut out).and_then(|()| out.flush());
        }
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // Through a link, the file that it points to is replaced.
    let target = if existing.is_some() {
        fs::canonicalize(path)?
    } else {
        path.to_owned()
    };
    if existing.is_some() {
        // A file that may not be written must not be replaced either.
        OpenOptions::new().write(true).open(&target)?;
    }
    let (beside, file) = create_beside(&target)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let written = fill(&mut out)
        .and_then(|()| out.flush())
        .and_then(|()| match &existing {
            Some(metadata) => out.get_ref().set_permissions(metadata.permissions()),
            None => Ok(()),
        })
        .and_then(|()| out.get_ref().sync_all())
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Creates a new file in the same folder, under a name that nothing has yet.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    for attempt in 0u32.. {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{attempt}.part", std::process::id()));
        let path = target.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((path, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
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
