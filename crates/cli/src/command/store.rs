//! `deepway store`.

use crate::message::shown;
use crate::output::{Named, keep_apart};
use crate::{Status, input, output, store};
use anyhow::{Result, anyhow, bail};
use clap::Subcommand;
use deepway::view::count;
use deepway_store::{Info, Location, StoreError, open};
use serde::Serialize;
use std::fmt::Write;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum StoreCommand {
    /// Say where worlds are kept, and how many there are
    Info(InfoArgs),
    /// Bring the tables up to date, and say from which version; every other command does it too
    Migrate,
    /// Check the store, and that everything in it can be read
    Check,
    /// Copy everything in a store into another, completely or not at all
    Copy(CopyArgs),
    /// Write everything into one file of JSON lines
    Export(ExportArgs),
    /// Read such a file into the store, completely or not at all
    Import(ImportArgs),
}

#[derive(clap::Args)]
pub(crate) struct InfoArgs {
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct CopyArgs {
    /// The store to copy from: sqlite:PATH or postgres://USER@HOST/DATABASE
    from: String,
    /// The store to copy to; none of its worlds may have the name of one that is copied
    to: String,
}

#[derive(clap::Args)]
pub(crate) struct ExportArgs {
    /// The file to write; - is standard output
    file: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct ImportArgs {
    /// The file to read; - is standard input
    file: PathBuf,
}

/// A store, for programs.
#[derive(Serialize)]
struct InfoAnswer {
    store: String,
    exists: bool,
    schema: i64,
    worlds: i64,
    saves: i64,
    zones: i64,
}

pub(crate) fn run(command: &StoreCommand) -> Result<Status> {
    match command {
        StoreCommand::Info(args) => info(args),
        StoreCommand::Migrate => migrate(),
        StoreCommand::Check => check(),
        StoreCommand::Copy(args) => copy(args),
        StoreCommand::Export(args) => export(&args.file),
        StoreCommand::Import(args) => import(&args.file),
    }
}

fn info(args: &InfoArgs) -> Result<Status> {
    let place = store::location()?.to_string();
    let info = store::readable()?
        .map(|mut store| store.info())
        .transpose()?;
    if args.json {
        let exists = info.is_some();
        let none = Info {
            place,
            schema: 0,
            worlds: 0,
            saves: 0,
            zones: 0,
        };
        let info = info.unwrap_or(none);
        output::print_json(&InfoAnswer {
            store: info.place,
            exists,
            schema: info.schema,
            worlds: info.worlds,
            saves: info.saves,
            zones: info.zones,
        })?;
        return Ok(Status::Done);
    }
    let text = match info {
        Some(info) => format!(
            "store   {}\nschema  {}\nworlds  {}\nsaves   {} (characters, games, recordings)\nzones   {} that differ from their seeds\n",
            info.place, info.schema, info.worlds, info.saves, info.zones
        ),
        None => format!(
            "store   {place}\nIt does not exist yet: the first world that is saved makes it.\n"
        ),
    };
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn migrate() -> Result<Status> {
    store::existing_place()?;
    let done = deepway_store::migrate(&store::location()?.to_string_with_password())?;
    let mut text = String::new();
    for server in done {
        let (place, from, to) = (server.place, server.from, server.to);
        // Writing to a string cannot fail.
        let _ = match from == to {
            true => writeln!(text, "{place}: schema {to}, up to date"),
            false => writeln!(text, "{place}: schema {from} is now schema {to}"),
        };
    }
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(Status::Done)
}

fn check() -> Result<Status> {
    let mut store = store::existing()?;
    let found = deepway_store::check(store.as_mut())?;
    let mut text = String::new();
    for problem in &found {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{problem}");
    }
    let place = store.place();
    let _ = match found.len() {
        0 => {
            let many = count(store.list()?.len() as u64, "world", "worlds");
            writeln!(text, "{place}: sound, {many} read")
        }
        1 => writeln!(text, "{place}: 1 problem"),
        many => writeln!(text, "{place}: {many} problems"),
    };
    output::print(|out| out.write_all(text.as_bytes()))?;
    Ok(match found.is_empty() {
        true => Status::Done,
        false => Status::No,
    })
}

fn copy(args: &CopyArgs) -> Result<Status> {
    let missing = args.from.strip_prefix("sqlite:");
    if let Some(path) = missing.filter(|path| !Path::new(path).exists()) {
        bail!("sqlite:{path} does not exist: expected a store to copy from");
    }
    let (mut from, mut to) = (open(&args.from)?, open(&args.to)?);
    let copied = deepway_store::copy(from.as_mut(), to.as_mut());
    let copied = copied.map_err(|error| anyhow!("{error}; nothing was copied"))?;
    let (from, to) = (from.place(), to.place());
    let many = count(copied, "world", "worlds");
    output::print(|out| writeln!(out, "copied {many} from {from} to {to}"))?;
    Ok(Status::Done)
}

/// A writer that remembers how it failed.
struct Remembering<'a> {
    out: &'a mut dyn io::Write,
    failed: Option<io::ErrorKind>,
}

impl io::Write for Remembering<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        written.inspect_err(|error| self.failed = Some(error.kind()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        flushed.inspect_err(|error| self.failed = Some(error.kind()))
    }
}

fn export(file: &Path) -> Result<Status> {
    if let Location::Sqlite(own) = store::location()? {
        let store = Named::new("--store", &own);
        keep_apart(&[store], &[Named::new("FILE", file)])?;
    }
    let mut store = store::existing()?;
    let mut problem = None;
    let mut lines = 0;
    let write = |out: &mut dyn io::Write| {
        let mut out = Remembering { out, failed: None };
        match (deepway_store::export(store.as_mut(), &mut out), out.failed) {
            (Ok(written), _) => lines = written,
            // What becomes of the output is told elsewhere.
            (Err(_), Some(kind)) => return Err(kind.into()),
            (Err(error), None) => {
                problem = Some(error);
                return Err(io::Error::other("the export was broken off"));
            }
        }
        Ok(())
    };
    let done = match output::is_stdout(file) {
        true => output::print(write),
        false => output::write(file, write),
    };
    match problem {
        Some(error) => return Err(error.into()),
        None => done?,
    }
    if !output::is_stdout(file) {
        let (lines, place) = (lines, store.place());
        let text = format!("wrote {lines} lines to {} from {place}\n", shown(file));
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    Ok(Status::Done)
}

fn import(file: &Path) -> Result<Status> {
    let name = input::name(file);
    let mut input: Box<dyn BufRead> = match file.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => {
            let open = File::open(file);
            let open = open.map_err(|error| {
                anyhow!("cannot read {name}: {}", crate::message::reason(&error))
            })?;
            Box::new(BufReader::new(open))
        }
    };
    let mut store = store::writable()?;
    let done = deepway_store::import(store.as_mut(), &name, input.as_mut());
    let done = done.map_err(|error| match error {
        StoreError::Taken { name, place } => anyhow!(
            "there already is a world {name:?} in {place}: expected a store without it; nothing was imported"
        ),
        other => other.into(),
    })?;
    let (many, place) = (count(done, "world", "worlds"), store.place());
    output::print(|out| writeln!(out, "imported {many} into {place}"))?;
    Ok(Status::Done)
}
