//! `deepway convert`.

use crate::message::shown;
use crate::output::{self, Named, Utf8};
use crate::{Status, input};
use anyhow::{Context, Result, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use deepway::codec::{self, Format, WriteError};
use deepway::text::NotMovingAi;
use deepway::world::{SectorWorld, World};
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
IN is recognised by its content. The format of OUT follows from its file extension:
.txt is a text map, .map a MovingAI map (one level; floor, walls, rubble and liquids
only), .json a map, or a complete sector or maze; without an extension it is a text map.
OUT must be another file than IN; it is replaced only once it is written in full.

Examples:
  deepway convert examples/arena.map arena.txt
  deepway convert examples/watchtower.txt ground.txt --level 3
  deepway convert sector.json cellar.txt --level \"upper roots\"
  deepway convert - - --to movingai < one-level.txt")]
pub(crate) struct ConvertArgs {
    /// The world to read: a text map, a MovingAI .map, or a sector or a maze (JSON); - is standard input
    r#in: PathBuf,
    /// The file to write; - is standard output
    out: PathBuf,
    /// Write only this level, as level 0
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    level: Option<String>,
    /// The format to write, whatever OUT is called
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Option<Format>,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).map(|name| {
        let known = Format::ALL.into_iter().find(|format| format.name() == name);
        known.unwrap_or(Format::Text)
    })
}

pub(crate) fn run(args: &ConvertArgs) -> Result<Status> {
    let format = match args.to {
        Some(format) => format,
        None => format_of(&args.out)?,
    };
    let (read, written) = (Named::new("IN", &args.r#in), Named::new("OUT", &args.out));
    output::keep_apart(&[read], &[written])?;
    let mut world = input::read_world(&args.r#in)?;
    let name = input::name(&args.r#in);
    let mut level = None;
    if format != Format::Json {
        let cells = input::cells(&world, &args.r#in)?;
        if let Some(text) = &args.level {
            let z = world.level(text).context("--level")?;
            world = World::from(cells.level(z));
            level = Some(z);
        }
    } else {
        if args.level.is_some() {
            bail!("--level is for cells: expected it with --to text or --to movingai");
        }
        input::check(&world, &args.r#in)?;
        if super::sector::of(&world, &name).is_ok_and(SectorWorld::is_expedition) {
            bail!(
                "{name} is a saved expedition, which deepway traverse continues: expected a world without a character, or --to text"
            );
        }
    }
    let mut failed = None;
    let written = output::prepare(&args.out, |out| {
        let mut utf8 = Utf8::new(out);
        let written = codec::write(&world, format, &mut utf8);
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
            Err(WriteError::from(error)).with_context(|| name)
        }
        Some(error) => Err(error).with_context(|| name),
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
        let known = Format::ALL.map(|format| format!(".{} ({})", format.ending(), format.name()));
        let (name, known) = (shown(path), known.join(", "));
        format!("{name}: unknown ending: expected {known}, or --to with one of these names")
    })
}
