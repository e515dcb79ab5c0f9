//! `deepway generate world`, `deepway step`, and paths through open worlds.

use super::path::PathArgs;
use super::picture::{PictureArgs, ThemeArgs};
use crate::input::OpenWorldArgs;
use crate::{Status, output};
use anyhow::{Context, Result, bail};
use deepway::answer::WorldRouteAnswer;
use deepway::nav::Algorithm;
use deepway::strata::{NoWorldRoute, Strata};
use deepway::view::{self, Ink, Showing, count, thousands};
use deepway::world::{Body, World};
use deepway::{Cell, Direction, Seed};

#[derive(clap::Args)]
#[command(after_help = "\
A world is its seed: zones are built when they are asked for. --json prints the seed and what
is planned; zone, show, path, step, check and survey zones take --world with the seed.

Examples:
  deepway generate world --seed 7
  deepway generate world --seed 7 --png world.png
  deepway show --world 7 --section y=37 --png section.png
  deepway zone World.11.22.1.1.12 --world 7
  deepway check --world 7")]
pub(crate) struct WorldArgs {
    /// The seed, 0 to 18446744073709551615 [default: random]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = super::generate::seed)]
    seed: Option<u64>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    picture: PictureArgs,
}

pub(crate) fn run(args: &WorldArgs, ink: Ink) -> Result<Status> {
    args.picture.check(&[], args.json)?;
    args.theme.check(&args.picture)?;
    let seed = Seed::new(args.seed.unwrap_or_else(super::generate::draw_seed));
    let world = World::from(Strata::new(seed));
    let showing = Showing {
        theme: args.theme.theme(),
        ..Showing::default()
    };
    let files = args
        .picture
        .prepare_if_wanted(|| Ok(view::picture(&world, &[], &showing)?))?;
    if args.json {
        super::print_world(&world, false)?;
    } else if files.is_empty() {
        super::print_overview(&world, &[], &showing, ink)?;
    }
    let about = format!("world {seed}");
    output::commit(files, &about, !args.json && !args.picture.takes_stdout())?;
    Ok(Status::Done)
}

/// The zones of a world that is one of zones.
pub(super) fn of(world: &World) -> Result<&Strata> {
    match world.body() {
        Body::Strata(strata) => Ok(strata),
        _ => bail!("a {}: expected an open world", world.kind()),
    }
}

/// Finds a path through an open world.
pub(super) fn path(args: &PathArgs, world: &World) -> Result<Status> {
    let strata = of(world)?;
    let (Some(from), Some(to)) = (&args.from, &args.to) else {
        bail!("--queries are for maps, sectors and mazes: expected --from and --to");
    };
    let ends = [
        world.place(from).context("--from")?,
        world.place(to).context("--to")?,
    ];
    if args.pictures.is_wanted() {
        bail!("a path through an open world has no picture: expected neither --svg nor --png");
    }
    if args.algorithm != Algorithm::AUTO {
        bail!("open worlds have a search of their own: expected no --algorithm");
    }
    let [start, goal] = ends.map(|end| world.place_name(end));
    let rules = args.rules.open_rules(world)?;
    let answer = strata.find(ends[0], ends[1], rules.moves);
    if args.json {
        output::print_json(&WorldRouteAnswer::new(world, ends, &answer))?;
    } else {
        output::print(|out| match &answer {
            Err(NoWorldRoute::Apart) => {
                writeln!(out, "no path from {start} to {goal}: nothing leads there")
            }
            Err(reason) => writeln!(out, "no path from {start} to {goal}: {reason}"),
            Ok(route) => {
                let steps = (route.cells.len() as u64).saturating_sub(1);
                writeln!(
                    out,
                    "path from {start} to {goal}: {}, cost {:.2}, {}",
                    count(steps, "step", "steps"),
                    route.straight_steps(),
                    match route.is_exact {
                        true => "a cheapest one",
                        false => "nearly a cheapest one",
                    }
                )?;
                for pair in route.cells.windows(2).filter(|pair| pair[0].z != pair[1].z) {
                    let way = if pair[0].z < pair[1].z {
                        "up  "
                    } else {
                        "down"
                    };
                    let what = match strata.cell(pair[0]) {
                        Cell::StairsBoth => "stairs",
                        cell => cell.info().name,
                    };
                    writeln!(
                        out,
                        "  {way} {what:<6} {} – {}",
                        world.place_name(pair[0]),
                        world.place_name(pair[1])
                    )?;
                }
                writeln!(
                    out,
                    "{} looked at, {} built, {}",
                    count(route.zones.into(), "zone", "zones"),
                    thousands(route.built.into()),
                    count(route.expanded, "cell expanded", "cells expanded")
                )
            }
        })?;
    }
    Ok(match answer {
        Ok(_) => Status::Done,
        Err(_) => Status::No,
    })
}

#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 done, 1 that is not possible, 2 bad input.

Examples:
  deepway step --world 7 World.11.22.1.1.12:15,15 d
  deepway step --world 7 World.11.22.1.1.12:15,15 ne")]
pub(crate) struct StepArgs {
    #[command(flatten)]
    world: OpenWorldArgs,
    /// Where to start: the address of a zone and a cell in it
    #[arg(value_name = "ID:x,y")]
    at: String,
    /// Where to go: n, ne, e, se, s, sw, w, nw, u or d
    #[arg(value_name = "DIR")]
    towards: Direction,
}

pub(crate) fn step(args: &StepArgs) -> Result<Status> {
    let world = World::from(args.world.read()?);
    let at = world.place(&args.at)?;
    match of(&world)?.step(at, args.towards) {
        Ok(moved) => {
            let names: Vec<String> = moved
                .path
                .iter()
                .map(|&pos| world.place_name(pos))
                .collect();
            output::print(|out| writeln!(out, "{}", names.join(", then down to ")))?;
            Ok(Status::Done)
        }
        Err(refused) => {
            output::print(|out| writeln!(out, "no: {refused}"))?;
            Ok(Status::No)
        }
    }
}
