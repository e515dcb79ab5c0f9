//! `deepway generate world`, `deepway step`, and paths through open worlds.

use super::path::PathArgs;
use super::picture::PictureArgs;
use crate::{Status, output};
use anyhow::{Context, Result, bail};
use deepway::answer::WorldRouteAnswer;
use deepway::strata::{NoWorldRoute, Strata};
use deepway::view::{self, Ink, Showing, count, thousands};
use deepway::world::{Body, World};
use deepway::{Direction, Seed};

#[derive(clap::Args)]
#[command(after_help = "\
A world is its seed: zones are built when they are asked for. --json prints the seed and what
is planned; show, check and zone take --world with the seed.

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
    picture: PictureArgs,
}

pub(crate) fn run(args: &WorldArgs, ink: Ink) -> Result<Status> {
    args.picture.check(&[], args.json)?;
    let seed = Seed::new(args.seed.unwrap_or_else(super::generate::draw_seed));
    let world = World::from(Strata::new(seed));
    let showing = Showing::default();
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
fn of(world: &World) -> Result<&Strata> {
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
    let rules = args.rules.open_rules(world)?;
    let answer = strata.find(ends[0], ends[1], rules.moves);
    if args.json {
        output::print_json(&WorldRouteAnswer::new(world, ends, &answer))?;
    } else {
        output::print(|out| match &answer {
            Err(NoWorldRoute::Apart) => {
                writeln!(out, "no path from {from} to {to}: nothing leads there")
            }
            Err(reason) => writeln!(out, "no path from {from} to {to}: {reason}"),
            Ok(route) => {
                let straight = f64::from(rules.costs.straight);
                let steps = (route.cells.len() as u64).saturating_sub(1);
                writeln!(
                    out,
                    "path from {from} to {to}: {}, cost {:.2}",
                    count(steps, "step", "steps"),
                    route.cost as f64 / straight
                )?;
                for pair in route.cells.windows(2).filter(|pair| pair[0].z != pair[1].z) {
                    let way = if pair[0].z < pair[1].z {
                        "up  "
                    } else {
                        "down"
                    };
                    let what = strata.cell(pair[0]).info().name;
                    writeln!(
                        out,
                        "  {way} {what} {} – {}",
                        world.place_name(pair[0]),
                        world.place_name(pair[1])
                    )?;
                }
                writeln!(
                    out,
                    "{} looked at, {} built, {} cells expanded",
                    count(route.zones.into(), "zone", "zones"),
                    route.built,
                    thousands(route.expanded)
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
    /// The seed of the world
    #[arg(long, value_name = "N", value_parser = super::generate::seed)]
    world: u64,
    /// Where to start: the address of a zone and a cell in it
    #[arg(value_name = "ID:x,y")]
    at: String,
    /// Where to go: n, ne, e, se, s, sw, w, nw, u or d
    #[arg(value_name = "DIR")]
    towards: Direction,
}

pub(crate) fn step(args: &StepArgs) -> Result<Status> {
    let world = World::from(Strata::new(Seed::new(args.world)));
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
