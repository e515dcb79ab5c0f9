//! `deepway zone`.

mod known;
mod listed;

use super::picture::{PictureArgs, ThemeArgs};
use super::survey::ThreadArgs;
use crate::input::OpenWorldArgs;
use crate::output::Named;
use crate::{Status, message, output};
use anyhow::{Result, bail};
use deepway::answer::ZoneAnswer;
use deepway::strata::{Address, Strata};
use deepway::view::{self, Ink, PictureOptions, Setting, count};
use deepway::world::World;
use deepway::{Direction, Pos, Volume, ZonePos};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
A zone is 80 by 25 cells of a world of 900,000; it is the same whoever is built before it.
deepway address --help says what an id is.

Exit code: 0 done, 2 bad input.

Examples:
  deepway zone World.11.22.1.1.12 --world 7
  deepway zone World.11.22.1.1.12 --world 7 --png zone.png --theme light
  deepway zone World.11.22.1.1.12 --world 7 --around 4 --png country.png
  deepway zone World.11.22.1.1.12 --world 7 --known explored.txt
  deepway zone World.11.22.1.1.12 --world 7 --json
  deepway zone World.11.22.1.1.12 --world 7 --stack 3 --png stack.png
  deepway zone --ids ids.txt --world 7 --hash --threads 2
  deepway zone --ids ids.txt --world 7 --json
  deepway zone --ids ids.txt --world 7 --columns 5 --png sheet.png")]
pub(crate) struct ZoneArgs {
    /// The address of a zone, with or without World, or the name of a town or another feature
    #[arg(required_unless_present = "ids")]
    id: Option<String>,
    #[command(flatten)]
    world: OpenWorldArgs,
    /// Print the hash or the JSON of every zone of a file, or draw them on one sheet; one id per
    /// line, - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "id")]
    ids: Option<PathBuf>,
    /// How many zones are in a row of a sheet, 1 to 20 [default: 5]
    #[arg(long, value_name = "N", conflicts_with = "id",
        value_parser = clap::value_parser!(u32).range(1..=20))]
    columns: Option<u32>,
    /// Leave out the addresses on a sheet
    #[arg(long, conflicts_with = "id")]
    no_labels: bool,
    /// Show the levels below it too, this many, 1 to 12
    #[arg(long, value_name = "N", conflicts_with_all = ["ids", "json", "hash"],
        value_parser = clap::value_parser!(u32).range(1..=12))]
    stack: Option<u32>,
    /// Show the zones around it too, this many to each side, 1 to 12
    #[arg(long, value_name = "N", conflicts_with_all = ["ids", "json", "hash"],
        value_parser = clap::value_parser!(u32).range(1..=12))]
    around: Option<u32>,
    /// Highlight the stairs, shafts and elevators on cells that are known, yellow on magenta: a file with a cell per line, x,y or ID:x,y; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ids", "json", "hash"])]
    known: Option<PathBuf>,
    /// Print one JSON object, for a program; with --ids one on a line for each zone
    #[arg(long)]
    json: bool,
    /// Print a hash of what --json prints
    #[arg(long, conflicts_with_all = ["json", "svg", "png"])]
    hash: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

pub(crate) fn run(args: &ZoneArgs, ink: Ink) -> Result<Status> {
    let known = args
        .known
        .as_deref()
        .map(|file| Named::new("--known", file));
    let ids = args.ids.as_deref().map(|file| Named::new("--ids", file));
    let registry = args.world.file();
    let inputs: Vec<Named> = ids.into_iter().chain(registry).chain(known).collect();
    args.pictures.check(&inputs, args.json || args.hash)?;
    args.world.tables.keep_apart(&args.pictures)?;
    args.theme.check(&args.pictures)?;
    args.threads.count()?;
    let from_stdin = inputs.iter().filter(|input| input.path == Path::new("-"));
    let names: Vec<&str> = from_stdin.map(|input| input.argument).collect();
    if let [one, other, ..] = names[..] {
        bail!("{one} and {other} are both standard input: expected a file for one of them");
    }
    if args.no_labels && !args.pictures.is_wanted() {
        bail!("--no-labels is for sheets: expected --svg FILE or --png FILE with it");
    }
    if args.columns.is_some() && !args.pictures.is_wanted() {
        bail!("--columns is for sheets: expected --svg FILE or --png FILE with it");
    }
    let world = World::from(args.world.read()?);
    let strata = super::strata::of(&world)?;
    match (&args.ids, &args.id) {
        (Some(file), _) => listed::run(args, strata, file),
        (None, Some(id)) => one(args, &world, strata, strata.zone_named(id)?, ink),
        (None, None) => bail!("expected the address of a zone, or --ids FILE"),
    }
}

/// Shows one zone, or what lies around it.
fn one(args: &ZoneArgs, world: &World, strata: &Strata, zone: ZonePos, ink: Ink) -> Result<Status> {
    let below = args.stack.unwrap_or(0);
    let around = args.around.unwrap_or(0);
    let known = match &args.known {
        Some(file) => known::read(file, world, zone)?,
        None => Vec::new(),
    };
    let is_drawn = args.pictures.is_wanted() || !(args.json || args.hash);
    let mut files = Vec::new();
    if is_drawn {
        let (volume, links) = strata.stack(zone, around, below + 1)?;
        let levels = volume.size().levels();
        let known = in_picture(&known, zone, around, levels);
        let title = match args.around {
            Some(zones) => span(zone, zones),
            None => view::zone_title(strata.plan(), zone),
        };
        if args.pictures.is_wanted() {
            let depths = (0..levels).map(|level| zone.z() + levels - 1 - level);
            let options = PictureOptions {
                title,
                names: depths.clone().map(|depth| depth.to_string()).collect(),
                settings: depths
                    .filter_map(|depth| ZonePos::at(zone.column(), depth))
                    .map(|zone| Setting::of(strata.plan(), zone))
                    .collect(),
                known,
                openings: view::openings(strata, zone, around),
                theme: args.theme.theme(),
                ..PictureOptions::default()
            };
            let scene = match below {
                0 => view::plan(&volume, &links, 0, &options)?,
                _ => view::stack(&volume, &links, &options)?,
            };
            files = args.pictures.prepare(&scene)?;
        } else {
            for level in (0..levels).rev() {
                let depth = zone.z() + levels - 1 - level;
                let here = ZonePos::at(zone.column(), depth).unwrap_or(zone);
                let title = match args.around {
                    Some(_) if below > 0 => format!("{title}, depth {depth}"),
                    Some(_) => title.clone(),
                    None => view::zone_title(strata.plan(), here),
                };
                draw(strata, &volume, level, &title, &known, ink)?;
            }
            if args.around.is_none() && below == 0 {
                describe(strata, zone)?;
            }
        }
    }
    if args.json || args.hash {
        let answer = ZoneAnswer::of(strata, &strata.zone(zone));
        match args.json {
            true => output::print_json(&answer)?,
            false => output::print(|out| writeln!(out, "{:016x}", answer.hash()))?,
        }
    }
    output::commit(files, "", !args.json && !args.pictures.takes_stdout())?;
    Ok(Status::Done)
}

/// The corners of the zones around one.
fn span(zone: ZonePos, zones: u32) -> String {
    let corner = |towards: [Direction; 2]| {
        let mut at = zone;
        for side in towards {
            for _ in 0..zones {
                at = at.step(side).unwrap_or(at);
            }
        }
        Address::of(at)
    };
    let first = corner([Direction::North, Direction::West]);
    let last = corner([Direction::South, Direction::East]);
    format!("{first} to {last}")
}

/// Where cells of the world are in a map of the zones around one and below.
fn in_picture(known: &[Pos], zone: ZonePos, zones: u32, levels: u32) -> Vec<Pos> {
    let [x, y] = zone.column().map(|at| at.saturating_sub(zones));
    let corner = ZonePos::at([x, y], zone.z() + levels - 1);
    let corner = corner
        .and_then(|corner| corner.to_world(0, 0))
        .unwrap_or_default();
    let known = known.iter();
    known
        .map(|at| Pos::new(at.x - corner.x, at.y - corner.y, at.z - corner.z))
        .collect()
}

fn draw(
    strata: &Strata,
    volume: &Volume,
    level: u32,
    title: &str,
    known: &[Pos],
    ink: Ink,
) -> Result<()> {
    let drawn = view::known_level(volume, level, title, known, ink);
    let notes = view::zone_notes(volume, level, strata.tables(), message::columns(), ink);
    output::print(|out| {
        for line in drawn.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        for line in [""].into_iter().chain(notes.lines()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    })
}

/// What a zone is, and its ways out.
fn describe(strata: &Strata, zone: ZonePos) -> Result<()> {
    let answer = ZoneAnswer::of(strata, &strata.zone(zone));
    let rocks = answer.materials.rocks.join(" and ");
    output::print(|out| {
        writeln!(out)?;
        let open = answer.open.iter().flat_map(|row| row.bytes());
        let open = open.filter(|bit| *bit == b'1').count() as u64;
        writeln!(
            out,
            "{} in {}, tier {}; {} walkable",
            answer.blueprint,
            answer.region.name,
            answer.tier,
            count(open, "cell", "cells")
        )?;
        if !rocks.is_empty() {
            writeln!(out, "  rock: {rocks}")?;
        }
        let own = view::place_title(strata.plan(), zone);
        let level = strata.plan().level_title(zone);
        let named = answer.features.iter().filter(|mark| !mark.name.is_empty());
        for mark in named {
            let is_own = level.as_ref() == Some(&mark.name);
            let name = own.as_ref().filter(|_| is_own).unwrap_or(&mark.name);
            writeln!(out, "  {}: {name}", mark.kind)?;
        }
        for biome in answer.biomes.iter().filter(|biome| biome.acts) {
            writeln!(
                out,
                "  biome: {}, strength {}",
                biome.biome, biome.intensity
            )?;
        }
        for (face, name) in [("n", "north"), ("e", "east"), ("s", "south"), ("w", "west")] {
            let here = answer.connections.iter().filter(|joint| joint.face == face);
            match here.count() as u64 {
                0 => writeln!(out, "  {name}: shut")?,
                here => writeln!(out, "  {name}: open at {}", count(here, "place", "places"))?,
            }
        }
        for joint in answer
            .connections
            .iter()
            .filter(|joint| joint.top.is_some())
        {
            let way = if joint.face == "u" { "up" } else { "down" };
            let levels = u64::from(joint.levels.unwrap_or_default());
            let (kind, x, y) = (joint.kind, joint.x, joint.y);
            writeln!(
                out,
                "  {way}: {kind} at {x},{y}, {}",
                count(levels, "level", "levels")
            )?;
        }
        Ok(())
    })
}
