//! `deepway zone`.

mod known;

use super::picture::{PictureArgs, ThemeArgs};
use super::survey::{ThreadArgs, in_order};
use crate::input::OpenWorldArgs;
use crate::output::Named;
use crate::{Status, input, message, output};
use anyhow::{Context, Result, bail};
use deepway::answer::ZoneAnswer;
use deepway::strata::{Address, SheetLabels, Strata};
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
  deepway zone --ids ids.txt --world 7 --columns 5 --png sheet.png")]
pub(crate) struct ZoneArgs {
    /// The address of a zone
    #[arg(required_unless_present = "ids")]
    id: Option<String>,
    #[command(flatten)]
    world: OpenWorldArgs,
    /// Print the hash of every zone of a file, or draw them on one sheet; one id per line, - is
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["id", "json"])]
    ids: Option<PathBuf>,
    /// How many zones are in a row of a sheet, 1 to 20
    #[arg(long, value_name = "N", requires = "ids", default_value = "5",
        value_parser = clap::value_parser!(u32).range(1..=20))]
    columns: u32,
    /// Leave out the addresses on a sheet
    #[arg(long, requires = "ids")]
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
    /// Print one JSON object, for a program
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

/// The most zones on a sheet.
const MOST_ON_A_SHEET: usize = 100;

pub(crate) fn run(args: &ZoneArgs, ink: Ink) -> Result<Status> {
    let registry = args.world.file();
    let known = args
        .known
        .as_deref()
        .map(|file| Named::new("--known", file));
    let inputs: Vec<Named> = registry.into_iter().chain(known).collect();
    args.pictures.check(&inputs, args.json)?;
    args.theme.check(&args.pictures)?;
    args.threads.count()?;
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    let ids = args.ids.as_deref().map(|file| Named::new("--ids", file));
    let from_stdin = ids.iter().chain(&inputs);
    let from_stdin = from_stdin.filter(|input| is_stdin(input.path));
    let names: Vec<&str> = from_stdin.map(|input| input.argument).collect();
    if let [one, other, ..] = names[..] {
        bail!("{one} and {other} are both standard input: expected a file for one of them");
    }
    let world = World::from(args.world.read()?);
    let strata = super::strata::of(&world)?;
    if let Some(file) = &args.ids {
        return match (args.hash, args.pictures.is_wanted()) {
            (true, _) => hashes(args, strata, file),
            (false, true) => sheet(args, strata, file),
            (false, false) => bail!("--ids: expected --hash, or --svg FILE or --png FILE with it"),
        };
    }
    let id = args.id.as_deref().unwrap_or_default();
    let zone = strata.zone(strata.plan().zone(id)?);
    let answer = ZoneAnswer::new(strata.plan(), &zone);
    if args.json {
        output::print_json(&answer)?;
    } else if args.hash {
        output::print(|out| writeln!(out, "{:016x}", answer.hash()))?;
    } else {
        let below = args.stack.unwrap_or(0);
        let around = args.around.unwrap_or(0);
        let (volume, links) = strata.stack(zone.pos(), around, below + 1)?;
        let known = match &args.known {
            Some(file) => known::read(file, &world, zone.pos())?,
            None => Vec::new(),
        };
        let levels = volume.size().levels();
        let known = in_picture(&known, zone.pos(), around, levels);
        let title = match args.around {
            Some(zones) => span(zone.pos(), zones),
            None => answer.id.clone(),
        };
        if args.pictures.is_wanted() {
            let depths = (0..levels).map(|level| zone.pos().z() + levels - 1 - level);
            let options = PictureOptions {
                title,
                names: depths.clone().map(|depth| depth.to_string()).collect(),
                settings: depths
                    .filter_map(|depth| ZonePos::at(zone.pos().column(), depth))
                    .map(|zone| Setting::of(strata.plan(), zone))
                    .collect(),
                known,
                theme: args.theme.theme(),
                ..PictureOptions::default()
            };
            let scene = match below {
                0 => view::plan(&volume, &links, 0, &options)?,
                _ => view::stack(&volume, &links, &options)?,
            };
            let pictures = args.pictures.prepare(&scene)?;
            output::commit(pictures, "", !args.pictures.takes_stdout())?;
        } else {
            for level in (0..volume.size().levels()).rev() {
                let depth = zone.pos().z() + volume.size().levels() - 1 - level;
                let title = match below {
                    0 => title.clone(),
                    _ => format!("{title}, depth {depth}"),
                };
                draw(&volume, level, &title, &known, ink)?;
            }
            if args.around.is_none() && below == 0 {
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

fn draw(volume: &Volume, level: u32, title: &str, known: &[Pos], ink: Ink) -> Result<()> {
    let drawn = view::known_level(volume, level, title, known, ink);
    let shown = view::Shown::Levels(level..level + 1);
    let notes = view::notes(volume, &shown, message::columns(), ink);
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

/// Draws the zones of a file on one sheet.
fn sheet(args: &ZoneArgs, strata: &Strata, file: &Path) -> Result<Status> {
    let text = input::read_text(file)?;
    let zones = listed(strata, file, &text)?;
    let zones: Vec<ZonePos> = zones.into_iter().map(|(_, zone)| zone).collect();
    if !(1..=MOST_ON_A_SHEET).contains(&zones.len()) {
        let (name, found) = (input::name(file), zones.len());
        bail!("{name}: {found} zones: expected 1 to {MOST_ON_A_SHEET} for a sheet");
    }
    let labels = match args.no_labels {
        true => SheetLabels::Hidden,
        false => SheetLabels::Shown,
    };
    let volume = strata.sheet(&zones, args.columns, labels)?;
    let options = PictureOptions {
        title: format!(
            "{} of world {}",
            count(zones.len() as u64, "zone", "zones"),
            strata.plan().seed()
        ),
        theme: args.theme.theme(),
        ..PictureOptions::default()
    };
    let scene = view::plan(&volume, &[], 0, &options)?;
    let pictures = args.pictures.prepare(&scene)?;
    output::commit(pictures, "", !args.pictures.takes_stdout())?;
    Ok(Status::Done)
}

/// The zones that the lines of a file name.
fn listed<'t>(strata: &Strata, file: &Path, text: &'t str) -> Result<Vec<(&'t str, ZonePos)>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty());
    let zones = lines.map(|(number, line)| {
        let zone = strata.plan().zone(line);
        let zone = zone.with_context(|| format!("{}:{number}", input::name(file)))?;
        Ok((line, zone))
    });
    zones.collect()
}

fn hashes(args: &ZoneArgs, strata: &Strata, file: &Path) -> Result<Status> {
    let text = input::read_text(file)?;
    let zones = listed(strata, file, &text)?;
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
