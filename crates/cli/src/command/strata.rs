//! `deepway generate world`, `deepway step`, and paths through open worlds.

use super::path::PathArgs;
use super::picture::{PictureArgs, ThemeArgs};
use crate::input::OpenWorldArgs;
use crate::store::SaveArgs;
use crate::{Status, message, output};
use anyhow::{Context, Result, bail};
use deepway::answer::{WorldRouteAnswer, WorldStepAnswer};
use deepway::nav::Algorithm;
use deepway::strata::{Address, NoWorldRoute, Strata, WorldRoute};
use deepway::view::{self, Ink, Showing, count, thousands};
use deepway::world::{Body, World};
use deepway::{Cell, Direction, Pos, Seed, ZonePos};
use std::collections::BTreeMap;
use std::io::{self, Write};

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
    save: SaveArgs,
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
    let saved = args.save.save(&world)?;
    if args.json {
        super::print_world(&world, false)?;
    } else if files.is_empty() {
        super::print_overview(&world, &[], &showing, ink)?;
    }
    let about = format!("world {seed}");
    let is_free = !args.json && !args.picture.takes_stdout();
    output::commit(files, &about, is_free)?;
    SaveArgs::tell(saved, is_free)?;
    Ok(Status::Done)
}

/// The zones of a world that is one of zones.
pub(crate) fn of(world: &World) -> Result<&Strata> {
    match world.body() {
        Body::Strata(strata) => Ok(strata),
        _ => bail!("a {}: expected an open world", world.kind()),
    }
}

/// The open world itself, if it is one.
pub(crate) fn into_open(world: World) -> Option<Strata> {
    match world.into_body() {
        Body::Strata(strata) => std::sync::Arc::into_inner(strata),
        _ => None,
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
            Ok(route) => tell(out, world, strata, route, [&start, &goal]),
        })?;
    }
    Ok(match answer {
        Ok(_) => Status::Done,
        Err(_) => Status::No,
    })
}

/// Tells a path: how long it is, of which moves, through which zones, and each way up or down.
fn tell(
    out: &mut dyn Write,
    world: &World,
    strata: &Strata,
    route: &WorldRoute,
    [start, goal]: [&str; 2],
) -> io::Result<()> {
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
    let pairs = route.cells.windows(2).map(|pair| (pair[0], pair[1]));
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    for (from, to) in pairs.clone() {
        *kinds.entry(kind_of_move(strata, from, to)).or_default() += 1;
    }
    let kinds = kinds
        .iter()
        .map(|(kind, moves)| format!("{} {kind}", thousands(*moves)));
    let kinds: Vec<String> = kinds.collect();
    if !kinds.is_empty() {
        writeln!(out, "  moves: {}", kinds.join(", "))?;
    }
    let mut zones: Vec<ZonePos> = Vec::new();
    for (zone, _) in route
        .cells
        .iter()
        .filter_map(|&pos| ZonePos::from_world(pos))
    {
        if zones.last() != Some(&zone) {
            zones.push(zone);
        }
    }
    let depths = zones.iter().map(|zone| zone.z());
    if let (Some(least), Some(most)) = (depths.clone().min(), depths.max()) {
        let depths = match least == most {
            true => format!("depth {least}"),
            false => format!("depths {least} to {most}"),
        };
        let names: Vec<String> = zones
            .iter()
            .map(|&zone| Address::of(zone).to_string())
            .collect();
        let line = format!(
            "  {}, {depths}: {}",
            count(zones.len() as u64, "zone", "zones"),
            names.join(" → ")
        );
        writeln!(out, "{}", view::wrapped(&line, message::columns()))?;
    }
    for (from, to) in pairs.filter(|(from, to)| from.z != to.z) {
        let way = if from.z < to.z { "up  " } else { "down" };
        let what = match strata.cell(from) {
            Cell::StairsBoth => "stairs",
            cell => cell.info().name,
        };
        writeln!(
            out,
            "  {way} {what:<6} {} – {}",
            world.place_name(from),
            world.place_name(to)
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

/// What a move of a path is called.
fn kind_of_move(strata: &Strata, from: Pos, to: Pos) -> String {
    match to.z - from.z {
        0 if from.x != to.x && from.y != to.y => "diagonal".to_owned(),
        0 => "straight".to_owned(),
        rise => {
            let way = if rise > 0 { "up" } else { "down" };
            match strata.cell(from) {
                Cell::StairsBoth => format!("{way} stairs"),
                Cell::Shaft => "falling".to_owned(),
                cell => format!("{way} by {}", cell.info().name),
            }
        }
    }
}

#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 done, 1 that is not possible, 2 bad input.

Examples:
  deepway step --world 7 World.11.22.1.1.12:15,15 d
  deepway step --world 7 World.11.22.1.1.12:15,15 ne --json")]
pub(crate) struct StepArgs {
    #[command(flatten)]
    world: OpenWorldArgs,
    /// Where to start: the address of a zone and a cell in it
    #[arg(value_name = "ID:x,y")]
    at: String,
    /// Where to go: n, ne, e, se, s, sw, w, nw, u or d
    #[arg(value_name = "DIR")]
    towards: Direction,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
}

pub(crate) fn step(args: &StepArgs) -> Result<Status> {
    let world = World::from(args.world.read()?);
    let at = world.place(&args.at)?;
    let answer = of(&world)?.step(at, args.towards);
    let status = match answer {
        Ok(_) => Status::Done,
        Err(_) => Status::No,
    };
    if args.json {
        output::print_json(&WorldStepAnswer::new(&world, at, args.towards, &answer))?;
        return Ok(status);
    }
    output::print(|out| match answer {
        Ok(moved) => {
            let names = moved.path.iter().map(|&pos| world.place_name(pos));
            let names: Vec<String> = names.collect();
            writeln!(out, "{}", names.join(", then down to "))
        }
        Err(refused) => writeln!(out, "no: {refused}"),
    })?;
    Ok(status)
}
