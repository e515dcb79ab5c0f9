//! `deepway check`.

use super::path::{Place, called};
use crate::input::{SectorFile, World};
use crate::message::count;
use crate::rules::MoveArgs;
use crate::{Outcome, input, output};
use anyhow::{Context, Result, bail};
use deepway::answer::ReportAnswer;
use deepway::json::JsonError;
use deepway::maze::Maze;
use deepway::nav::Navigator;
use deepway::report::{self, Finding};
use deepway::{MoveRules, Volume, validate};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
A map is looked at from --from, or else from the largest part of it whose cells all reach
each other: stairs, ladders, shafts, holes and elevators that no link uses, ramps that lead
nowhere, places that cannot be reached, and places that can be entered but never left.

A sector or a maze is checked against its own rules, unless --from is given: nothing
overlaps, every exit leaves by the wall it names, every room is reached without passing what
is blocked, wherever one can fall a way leads back, rooms and cells agree, and so on.
docs/rules.md lists all rules.

Warnings (it can be played, but is not what was asked for) and what is meant so, as a level
without a way back in a maze, are listed and do no harm.

Exit code: 0 sound, 1 something is wrong, 2 the file cannot be read.

Examples:
  deepway check examples/watchtower.txt
  deepway check sector.json --json
  deepway check examples/watchtower.txt --from 20,16,3 --stairs paired")]
pub(crate) struct CheckArgs {
    /// The world: a text map, a MovingAI .map, a sector or a maze (JSON); - is standard input
    world: PathBuf,
    /// The cell from which everything should be reached
    #[arg(long, value_name = "X,Y,Z", value_parser = super::path::place, allow_hyphen_values = true)]
    from: Option<Place>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: MoveArgs,
}

/// What was found, for people and for programs.
struct Checked {
    findings: Vec<Finding>,
    answer: ReportAnswer,
    /// What was looked at.
    about: String,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Outcome> {
    let world = match input::read_world(&args.world) {
        Ok(world) => world,
        // A file that can be read and contradicts itself is no bad input: that is found.
        Err(error) => match error.downcast_ref::<JsonError>() {
            Some(error) if !error.findings.is_empty() => {
                return print(
                    args,
                    &sector(error.findings.clone(), "a sector that contradicts itself"),
                );
            }
            _ => return Err(error),
        },
    };
    let is_plain = args.from.is_none() && args.rules.rules() == MoveRules::default();
    let checked = match world {
        World::Sector(file) if is_plain => check_sector(&file),
        World::Maze(maze) if is_plain => check_maze(&maze),
        World::Maze(_) if args.from.is_none() => {
            let name = input::name(&args.world);
            bail!("{name} is a maze: expected --from with a movement rule");
        }
        World::Maze(maze) => {
            let volume = input::maze_map(&maze, &args.world)?;
            check_map(args, volume, Some(&maze))?
        }
        world => check_map(args, world.into_map(&args.world)?, None)?,
    };
    print(args, &checked)
}

fn check_sector(file: &SectorFile) -> Checked {
    let (rooms, passages) = (file.sector.rooms().len(), file.sector.passages().len());
    let about = format!(
        "{} and {} checked",
        count(rooms as u64, "room", "rooms"),
        count(passages as u64, "passage", "passages")
    );
    sector(file.findings(), &about)
}

fn sector(findings: Vec<Finding>, about: &str) -> Checked {
    Checked {
        answer: ReportAnswer::of_sector(&findings),
        findings,
        about: about.to_owned(),
    }
}

fn check_maze(maze: &Maze) -> Checked {
    let findings = validate::maze(maze);
    Checked {
        answer: ReportAnswer::of_maze(&findings, maze),
        findings,
        about: format!(
            "{} checked",
            count(maze.levels.len() as u64, "level", "levels")
        ),
    }
}

fn check_map(args: &CheckArgs, volume: Volume, maze: Option<&Maze>) -> Result<Checked> {
    let from = args.from.map(|from| from.cell(maze));
    let given = from.transpose().context("--from")?;
    let navigator = Navigator::new(volume, args.rules.rules())?;
    let volume = navigator.volume();
    let size = volume.size();
    if let Some(from) = given.filter(|&from| !size.contains(from)) {
        bail!("--from {from} is outside the map, which is {size}");
    }
    if let Some(from) = given.filter(|&from| !volume.is_walkable(from)) {
        let what = volume.get(from).info().name;
        bail!("--from {from}: nobody can stand there: it is {what}");
    }
    let from = given.or_else(|| validate::main_part(volume, &navigator));
    let name = |pos| called(pos, maze);
    let findings = validate::map(volume, &navigator, from, &name);
    Ok(Checked {
        answer: ReportAnswer::of_map(&findings, from),
        findings,
        about: format!("seen from {}", from.map_or("nowhere".to_owned(), name)),
    })
}

/// The most findings that are listed for people.
const LISTED: usize = 100;

/// A line for each finding; of very many only the first, and how many more there are.
pub(crate) fn list(findings: &[Finding]) -> String {
    let lines = findings.iter().take(LISTED);
    let mut text: String = lines.map(|finding| format!("{finding}\n")).collect();
    if findings.len() > LISTED {
        let more = count((findings.len() - LISTED) as u64, "finding", "findings");
        text += &format!("and {more} more; --json lists all\n");
    }
    text
}

fn print(args: &CheckArgs, checked: &Checked) -> Result<Outcome> {
    report::log(&checked.findings);
    let (answer, about) = (&checked.answer, &checked.about);
    output::print(|out| {
        if args.json {
            return writeln!(out, "{}", serde_json::to_string(answer)?);
        }
        let name = input::name(&args.world);
        for line in list(&checked.findings).lines() {
            writeln!(out, "{name}: {line}")?;
        }
        let sound = if answer.sound { "sound" } else { "not sound" };
        let found = count(checked.findings.len() as u64, "finding", "findings");
        writeln!(out, "{name}: {sound}: {found}, {about}")
    })?;
    Ok(match answer.sound {
        true => Outcome::Done,
        false => Outcome::No,
    })
}
