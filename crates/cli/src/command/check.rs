//! `deepway check`.

use crate::input::WorldArgs;
use crate::rules::MoveArgs;
use crate::{Status, input, output};
use anyhow::{Context, Result, bail};
use deepway::answer::ReportAnswer;
use deepway::codec::OpenError;
use deepway::report::{self, Finding};
use deepway::view::{count, list_findings};
use deepway::world::Kind;
use deepway::{Avoided, Pos, ThingKind, Volume, validate};

#[derive(clap::Args)]
#[command(after_help = "\
A map is checked from --from, or else from its spawn if it has exactly one, or else from the
largest part of it whose cells all reach each other, for stairs, ladders, shafts, holes and elevators that no link uses, ramps that
lead nowhere, places that cannot be reached, and places that can be entered but never left.

A sector or a maze is checked against its own rules, unless --from is given: nothing
overlaps, every exit leaves by the wall it names, every room can be reached without passing
anything blocked, every fall leaves a way back, rooms and cells agree, and so on.
docs/rules.md lists all rules.

Warnings (the world can be played, but is not what was asked for) and what is intended, such
as a maze level without a way back, are listed but do not make a world unsound.

Exit code: 0 sound, 1 something is wrong, 2 the file cannot be read.

Examples:
  deepway check examples/watchtower.txt
  deepway check sector.json --json
  deepway check examples/watchtower.txt --from 20,16,3 --stairs paired
  deepway check --world 7")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    world: WorldArgs,
    /// The place from which everything should be reachable
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    from: Option<String>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: MoveArgs,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Status> {
    let world = match args.world.read() {
        Ok(world) => world,
        // A readable file that contradicts itself is not bad input but a finding.
        Err(error) => match error.downcast_ref::<OpenError>() {
            Some(OpenError::Json(error)) if !error.findings.is_empty() => {
                let answer = ReportAnswer::of_file(&error.findings);
                let about = "a sector that contradicts itself";
                return print(args, &error.findings, &answer, about);
            }
            _ => return Err(error),
        },
    };
    let is_map = world.kind() == Kind::Map;
    if !is_map && args.from.is_none() && !args.rules.are_given() {
        let findings = validate::check(&world);
        let answer = ReportAnswer::new(&world, &findings);
        return print(args, &findings, &answer, "every rule checked");
    }
    let name = input::name(&args.world.path());
    if world.kind() == Kind::Strata {
        bail!(
            "{name} is an open world, which is checked whole: expected neither --from nor a movement rule"
        );
    }
    if !is_map && args.from.is_none() {
        bail!(
            "{name} is a {}: expected --from with a movement rule",
            world.kind()
        );
    }
    let cells = input::cells(&world, &args.world.path())?;
    let from = args.from.as_deref().map(|from| world.place(from));
    let from = from.transpose().context("--from")?;
    let spawn = spawn(cells).filter(|_| is_map && from.is_none());
    let from = from.or(spawn);
    if let Some(from) = from.filter(|&from| !cells.size().contains(from)) {
        bail!(
            "--from {from} is outside the map, which is {}",
            cells.size()
        );
    }
    if let Some(from) = from.filter(|&from| !cells.is_walkable(from)) {
        let (at, what) = (world.place_name(from), cells.get(from).info().name);
        bail!("--from {at}: nobody can stand there: it is {what}");
    }
    let rules = args.rules.rules(&world)?;
    if let Some((from, avoided)) = from.zip(rules.avoid.of(cells))
        && avoided.get(cells.material(from)) == Some(Avoided::Closed)
    {
        let (at, material) = (world.place_name(from), cells.material(from));
        let material = cells.material_name(material).unwrap_or("nothing");
        bail!("--from {at}: it is of {material}, which --avoid closes");
    }
    let seen = validate::check_from(&world, cells, from, rules)?;
    let from = seen.from.map(|from| world.place_name(from));
    let spawn = spawn.map_or("", |_| "the spawn at ");
    let about = format!(
        "checked from {spawn}{}",
        from.as_deref().unwrap_or("nowhere")
    );
    let answer = ReportAnswer::of_cells(&world, &seen);
    print(args, &seen.findings, &answer, &about)
}

/// The only spawn of a map, if somebody can stand there.
fn spawn(cells: &Volume) -> Option<Pos> {
    let spawns = cells.things().map(|(_, thing)| thing);
    let mut spawns = spawns.filter(|thing| thing.kind == ThingKind::Spawn);
    let only = spawns.next().filter(|_| spawns.next().is_none());
    only.map(|spawn| spawn.place)
        .filter(|&place| cells.is_walkable(place))
}

fn print(
    args: &CheckArgs,
    findings: &[Finding],
    answer: &ReportAnswer,
    about: &str,
) -> Result<Status> {
    report::log(findings);
    if args.json {
        output::print_json(answer)?;
    } else {
        let name = input::name(&args.world.path());
        let sound = if answer.sound { "sound" } else { "not sound" };
        let more: u64 = answer.more.values().sum();
        let found = count(findings.len() as u64 + more, "finding", "findings");
        output::print(|out| {
            for line in list_findings(findings).lines() {
                writeln!(out, "{name}: {line}")?;
            }
            for (rule, &more) in &answer.more {
                let more = count(more, "finding", "findings");
                writeln!(out, "{name}: {rule}: {more} more, which are only counted")?;
            }
            writeln!(out, "{name}: {sound}: {found}, {about}")
        })?;
    }
    Ok(match answer.sound {
        true => Status::Done,
        false => Status::No,
    })
}
