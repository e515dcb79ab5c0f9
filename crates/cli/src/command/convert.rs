//! `deepway convert`.

use super::exchange::{In, Taken, ZoneArgs};
use crate::message::{self, shown};
use crate::output::{self, Named, Utf8};
use crate::{Status, input};
use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use deepway::codec::{self, WriteError};
use deepway::export::{self, Exported, Format, Units};
use deepway::text::NotMovingAi;
use deepway::world::{SectorWorld, World};
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct ConvertArgs {
    /// The world to read: a file of a format marked with r, a folder of such files, a saved world, or a seed such as sector:7; - is standard input
    r#in: String,
    /// The file to write, or a new folder for formats of several files; - is standard output
    out: PathBuf,
    /// Write only this level, as level 0
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    level: Option<String>,
    /// The format to write, whatever OUT is called
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<Format>,
    /// What tiles, layers and objects of another tool become: a file that is read if it is there, and written to start from if not
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// The units of a Foundry scene
    #[arg(long, value_enum, default_value = "metres")]
    units: UnitsArg,
    #[command(flatten)]
    zones: ZoneArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnitsArg {
    /// A square is 1.25 m
    Metres,
    /// A square is 5 feet
    Feet,
}

impl UnitsArg {
    pub(crate) fn units(self) -> Units {
        match self {
            Self::Metres => Units::Metres,
            Self::Feet => Units::Feet,
        }
    }
}

/// The help that the table of formats gives.
fn after_help() -> String {
    let mut text = String::from("Formats (r: read as well, f: a new folder of files):\n");
    for format in Format::all() {
        let info = format.info();
        let read = if info.is_read { 'r' } else { ' ' };
        let folder = if info.is_folder { 'f' } else { ' ' };
        let endings = info.endings.iter().map(|ending| format!(".{ending}"));
        let endings = endings.collect::<Vec<_>>().join(" ");
        let line = format!(
            "  {:<9}{read}{folder} {endings:<13} {}",
            info.name, info.about
        );
        text += line.trim_end();
        text.push('\n');
    }
    text + "\
\nThe format of OUT follows from its extension, or is given with --to; without either it is a
text map. OUT must be another file than IN; files appear only once they are written in full, and
a folder must not exist yet. docs/exchange.md says what each format keeps; what one cannot hold
is said on standard error.

Examples:
  deepway convert examples/arena.map arena.txt
  deepway convert examples/watchtower.txt ground.txt --level 3
  deepway convert sector.json cellar.txt --level \"upper roots\"
  deepway convert sector:7:rooms=12 dungeon.ldtk
  deepway convert sector.json scene --to foundry --units feet
  deepway convert world:7 caves.glb --zone 11.22.1.1.12 --around 1 --below 4
  deepway convert drawn.tmx drawn.json --map mapping.toml
  deepway convert - - --to movingai < one-level.txt"
}

fn formats() -> impl TypedValueParser<Value = Format> {
    let names =
        Format::all().map(|format| PossibleValue::new(format.name()).help(format.info().about));
    PossibleValuesParser::new(names.collect::<Vec<_>>())
        .map(|name| Format::from_name(&name).unwrap_or(Format::Text))
}

pub(crate) fn run(args: &ConvertArgs) -> Result<Status> {
    let format = match args.to {
        Some(format) => format,
        None => format_of(&args.out)?,
    };
    if args.units != UnitsArg::Metres && format != Format::Foundry {
        bail!("--units are for Foundry scenes: expected --to foundry with them");
    }
    let origin = In::new(&args.r#in);
    let map = args.map.as_deref().map(|file| Named::new("--map", file));
    let read: Vec<Named> = origin.named("IN").into_iter().chain(map).collect();
    output::keep_apart(&read, &[Named::new("OUT", &args.out)])?;
    if format.info().is_folder {
        output::refuse_existing(&args.out)?;
    }
    let (mut taken, mapping) = origin.read_by(&args.zones, args.map.as_deref())?;
    let mut level = None;
    if let Some(text) = &args.level {
        if format == Format::Json {
            bail!("--level is for cells: expected it with another format than json");
        }
        input::check(&taken.world, Path::new(&taken.name))?;
        let z = taken.world.level(text).context("--level")?;
        let cells = taken.world.cells().with_context(|| taken.name.clone())?;
        taken.replace(World::from(cells.level(z)));
        level = Some(z);
    }
    let status = match format.plain() {
        Some(plain) => write_plain(args, &taken, plain, level)?,
        None => write_exported(args, &taken, format)?,
    };
    if let Some(mapping) = mapping {
        output::commit(
            vec![mapping],
            "what was guessed, to be changed",
            !output::is_stdout(&args.out),
        )?;
    }
    Ok(status)
}

/// Writes a format of another tool: one file, or a folder.
fn write_exported(args: &ConvertArgs, taken: &Taken, format: Format) -> Result<Status> {
    let source = taken.source()?;
    let exported = match format {
        Format::Foundry => export::foundry(&source, args.units.units()),
        format => export::export(&source, format),
    };
    let Exported { files, lost } = exported.with_context(|| taken.name.clone())?;
    let name = shown(&args.out);
    if format.info().is_folder {
        let files: Vec<(String, Vec<u8>)> = files
            .into_iter()
            .map(|file| (file.name, file.bytes))
            .collect();
        output::write_folder(&args.out, &files)?;
        let names = view_names(&files);
        output::print(|out| writeln!(out, "wrote {name}: {names}"))?;
    } else if let Some(file) = files.into_iter().next() {
        let pending = output::prepare(&args.out, |out| out.write_all(&file.bytes))?;
        output::commit(vec![pending], "", !output::is_stdout(&args.out))?;
    }
    for lost in lost {
        message::say(&format!("not kept in {}: {lost}", format.name()));
    }
    Ok(Status::Done)
}

/// The names of files, or how many there are.
fn view_names(files: &[(String, Vec<u8>)]) -> String {
    match files.len() > 8 {
        true => format!("{} files", files.len()),
        false => {
            let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
            names.join(", ")
        }
    }
}

/// Writes one of our own formats.
fn write_plain(
    args: &ConvertArgs,
    taken: &Taken,
    format: codec::Format,
    level: Option<u32>,
) -> Result<Status> {
    let (world, name) = (&taken.world, &taken.name);
    if format == codec::Format::Json {
        input::check(world, Path::new(name))?;
        if super::sector::of(world, name).is_ok_and(SectorWorld::is_expedition) {
            bail!(
                "{name} is a saved expedition, which deepway traverse continues: expected a world without a character, or --to text"
            );
        }
    } else {
        input::cells(world, Path::new(name))?;
    }
    let mut failed = None;
    let written = output::prepare(&args.out, |out| {
        let mut utf8 = Utf8::new(out);
        let written = codec::write(world, format, &mut utf8);
        let written = match written {
            Err(WriteError::Write(error)) => Err(error),
            Err(other) => {
                failed = Some(other);
                return Err(io::Error::other("not written"));
            }
            Ok(()) => Ok(()),
        };
        utf8.finish(written)
    });
    match failed {
        Some(error @ WriteError::NotMovingAi(NotMovingAi::Levels(_))) => {
            Err(anyhow!("{name}: {error}; choose one with --level"))
        }
        Some(WriteError::NotMovingAi(error)) => {
            let error = error.on_level(level.unwrap_or(0));
            Err(WriteError::from(error)).with_context(|| name.clone())
        }
        Some(error) => Err(error).with_context(|| name.clone()),
        None => {
            output::commit(vec![written?], "", !output::is_stdout(&args.out))?;
            Ok(Status::Done)
        }
    }
}

/// The format that a file's extension stands for; text if it has no extension.
fn format_of(path: &Path) -> Result<Format> {
    let Some(ending) = path.extension() else {
        return Ok(Format::Text);
    };
    let known = ending.to_str().and_then(Format::from_ending);
    known.with_context(|| {
        let known = Format::all().filter_map(|format| {
            let ending = format.info().endings.first()?;
            Some(format!(".{ending} ({})", format.name()))
        });
        let (name, known) = (shown(path), known.collect::<Vec<_>>().join(", "));
        format!("{name}: unknown ending: expected {known}, or --to with one of these names")
    })
}
