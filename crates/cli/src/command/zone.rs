//! `deepway zone`.

use super::picture::PictureArgs;
use super::survey::{ThreadArgs, in_order};
use crate::input::OpenWorldArgs;
use crate::output::Named;
use crate::{Status, input, message, output};
use anyhow::{Context, Result, bail};
use deepway::answer::ZoneAnswer;
use deepway::strata::{Address, Strata};
use deepway::view::{self, Ink, PictureOptions, count};
use deepway::world::World;
use deepway::{Direction, Volume, ZonePos};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
A zone is 80 by 25 cells of a world of 900,000; it is the same whoever is built before it.
deepway address --help says what an id is.

Exit code: 0 done, 2 bad input.

Examples:
  deepway zone World.11.22.1.1.12 --world 7
  deepway zone World.11.22.1.1.12 --world 7 --png zone.png
  deepway zone World.11.22.1.1.12 --world 7 --around 4 --png country.png
  deepway zone World.11.22.1.1.12 --world 7 --json
  deepway zone --ids ids.txt --world 7 --hash --threads 2")]
pub(crate) struct ZoneArgs {
    /// The address of a zone
    #[arg(required_unless_present = "ids")]
    id: Option<String>,
    #[command(flatten)]
    world: OpenWorldArgs,
    /// Print the hash of every zone of a file, one id per line; - is standard input
    #[arg(long, value_name = "FILE", requires = "hash", conflicts_with_all = ["id", "json", "svg", "png"])]
    ids: Option<PathBuf>,
    /// Show the zones around it too, this many to each side, 1 to 12
    #[arg(long, value_name = "N", conflicts_with_all = ["ids", "json", "hash"],
        value_parser = clap::value_parser!(u32).range(1..=12))]
    around: Option<u32>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    /// Print a hash of what --json prints
    #[arg(long, conflicts_with_all = ["json", "svg", "png"])]
    hash: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

pub(crate) fn run(args: &ZoneArgs, ink: Ink) -> Result<Status> {
    let registry = args.world.file();
    let inputs: Vec<Named> = registry.into_iter().collect();
    args.pictures.check(&inputs, args.json)?;
    args.threads.count()?;
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    let ids = args.ids.as_deref().filter(|ids| is_stdin(ids));
    if ids.is_some() && inputs.iter().any(|input| is_stdin(input.path)) {
        bail!("--ids and --registry are both standard input: expected a file for one of them");
    }
    let strata = args.world.read()?;
    if let Some(file) = &args.ids {
        return hashes(args, &strata, file);
    }
    let id = args.id.as_deref().unwrap_or_default();
    let zone = strata.zone(strata.plan().zone(id)?);
    let answer = ZoneAnswer::new(strata.plan(), &zone);
    if args.json {
        output::print_json(&answer)?;
    } else if args.hash {
        output::print(|out| writeln!(out, "{:016x}", answer.hash()))?;
    } else {
        let volume = strata.around(zone.pos(), args.around.unwrap_or(0))?;
        let title = match args.around {
            Some(zones) => span(zone.pos(), zones),
            None => answer.id.clone(),
        };
        if args.pictures.is_wanted() {
            let links = World::from(volume.clone()).links(&Strata::rules())?;
            let options = PictureOptions {
                title,
                ..PictureOptions::default()
            };
            let scene = view::plan(&volume, &links, 0, &options)?;
            let pictures = args.pictures.prepare(&scene)?;
            output::commit(pictures, "", !args.pictures.takes_stdout())?;
        } else {
            draw(&volume, &title, ink)?;
            if args.around.is_none() {
                describe(&answer)?;
            }
        }
    }
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

fn draw(volume: &Volume, title: &str, ink: Ink) -> Result<()> {
    let drawn = view::level(volume, 0, title, ink);
    let notes = view::notes(volume, &view::Shown::Levels(0..1), message::columns(), ink);
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
fn describe(answer: &ZoneAnswer) -> Result<()> {
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
        let named = answer.features.iter().filter(|mark| !mark.name.is_empty());
        for mark in named {
            writeln!(out, "  {}: {}", mark.kind, mark.name)?;
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
            let here = here.count() as u64;
            if here > 0 {
                writeln!(out, "  {name}: open at {}", count(here, "place", "places"))?;
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

fn hashes(args: &ZoneArgs, strata: &Strata, file: &Path) -> Result<Status> {
    let text = input::read_text(file)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty());
    let zones = lines.map(|(number, line)| {
        let zone = strata.plan().zone(line);
        let zone = zone.with_context(|| format!("{}:{number}", input::name(file)))?;
        Ok((line, zone))
    });
    let zones = zones.collect::<Result<Vec<(&str, ZonePos)>>>()?;
    let hash =
        |(_, zone): &(&str, ZonePos)| ZoneAnswer::new(strata.plan(), &strata.zone(*zone)).hash();
    let hashes = in_order(&zones, args.threads.count()?, hash);
    output::print(|out| {
        for ((id, _), hash) in zones.iter().zip(&hashes) {
            writeln!(out, "{id} {hash:016x}")?;
        }
        Ok(())
    })?;
    Ok(Status::Done)
}
