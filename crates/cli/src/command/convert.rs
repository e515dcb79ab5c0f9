//! `deepway convert`.

use super::picture::is_same;
use crate::input::World;
use crate::message::level_number;
use crate::output::{self, Utf8};
use crate::{Outcome, input};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use deepway::text;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
The format of IN is told from its first line. The format of OUT is told from its
name: .map is a MovingAI map (one level; floor, walls, rubble and liquids only),
anything else a text map. OUT is replaced only once it is written in full.

Examples:
  deepway convert examples/arena.map arena.txt
  deepway convert examples/watchtower.txt ground.txt --level 3
  deepway convert - - --to movingai < one-level.txt")]
pub(crate) struct ConvertArgs {
    /// The map to read: a text map, a MovingAI .map, or the cells of a sector or a maze (JSON); - is standard input
    r#in: PathBuf,
    /// The file to write; - is standard output
    out: PathBuf,
    /// Write only this level, as level 0
    #[arg(long, value_name = "N", value_parser = level_number, allow_negative_numbers = true)]
    level: Option<u32>,
    /// The format to write, whatever OUT is called
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Movingai,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<Outcome> {
    let world = input::read_world(&args.r#in)?;
    let is_replaced = args.out.is_file() && is_same(&args.r#in, &args.out);
    if is_replaced && !matches!(world, World::Map(_)) {
        bail!(
            "{} would be replaced by its cells: expected another file to write",
            input::name(&args.r#in)
        );
    }
    let mut volume = world.into_map(&args.r#in)?;
    if let Some(z) = args.level {
        volume = super::check_level(&volume, z).map(|z| volume.level(z))?;
    }
    match args.to.unwrap_or_else(|| format_of(&args.out)) {
        Format::Text => output::write(&args.out, |out| {
            let mut utf8 = Utf8::new(out);
            let written = text::write(&volume, &mut utf8);
            utf8.finish(written)
        })?,
        Format::Movingai => {
            let map = text::to_movingai(&volume)
                .map_err(|error| error.on_level(args.level.unwrap_or(0)))
                .with_context(|| format!("{} cannot be a MovingAI map", input::name(&args.r#in)))?;
            output::write(&args.out, |out| out.write_all(map.as_bytes()))?;
        }
    }
    Ok(Outcome::Done)
}

fn format_of(path: &Path) -> Format {
    let is_map = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("map"));
    if is_map {
        Format::Movingai
    } else {
        Format::Text
    }
}
