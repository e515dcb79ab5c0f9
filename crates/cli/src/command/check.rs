//! `deepway check`.

use crate::message::{count, thousands};
use crate::rules::MoveArgs;
use crate::{Outcome, input, output};
use anyhow::{Context, Result, bail};
use deepway::nav::{Ground, Navigator};
use deepway::{Direction, Leads, Pos, Volume, link};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Reports, with coordinates:
  no-partner   stairs, ladders, shafts, holes and elevators that no link uses
  ramp         ramps that lead nowhere, or cannot be entered
  pocket       places that cannot be reached
  trap         places that can be entered but never left

Reached, and left, from where? From --from, or else from the largest part of the
map whose cells all reach each other.

A maze is checked against its own rules instead, unless --from is given: what looks
wrong and is meant so, as a level without a way back, is listed as intended.

Exit code: 0 nothing found, 1 something found.

Examples:
  deepway check examples/watchtower.txt
  deepway check examples/watchtower.txt --from 20,16,3 --stairs paired --json")]
pub(crate) struct CheckArgs {
    /// The map: a text map, a MovingAI .map, or the cells of a sector or a maze (JSON); - is standard input
    map: PathBuf,
    /// The cell from which everything should be reached
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    from: Option<String>,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: MoveArgs,
}

/// Something that a level designer wants to know.
#[derive(Serialize)]
struct Finding {
    kind: &'static str,
    at: [i32; 3],
    /// How many cells it is about.
    cells: u64,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct Report {
    ok: bool,
    from: Option<[i32; 3]>,
    findings: Vec<Finding>,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Outcome> {
    let world = input::read_world(&args.map)?;
    // A maze knows what is meant; seen from a cell it is a map like any other.
    if let (Ok(maze), None) = (super::maze::of(&world), &args.from) {
        if args.rules.are_given() {
            let name = input::name(&args.map);
            bail!("{name} is a maze: expected --from with a movement rule");
        }
        return super::maze::check(maze.maze(), &args.map, args.json);
    }
    let volume = input::cells(&world, &args.map)?;
    let from = args.from.as_deref().map(|from| world.place(from));
    let given = from.transpose().context("--from")?;
    let navigator = Navigator::new(volume, args.rules.rules(&world))?;
    let navigator = navigator.on(volume)?;
    let size = navigator.volume().size();
    if let Some(from) = given.filter(|&from| !size.contains(from)) {
        bail!("--from {from} is outside the map, which is {size}");
    }
    if let Some(from) = given
        && !navigator.volume().is_walkable(from)
    {
        bail!(
            "--from {from}: nobody can stand there: it is {}",
            navigator.volume().get(from).info().name
        );
    }
    let regions = regions(&navigator);
    let from = given.or_else(|| main_part(&navigator, &regions));
    let mut findings = dead_ends(&navigator);
    if let Some(from) = from {
        findings.extend(unreachable(&navigator, &regions, from));
    }
    let found = !findings.is_empty();
    output::print(|out| {
        if args.json {
            let report = Report {
                ok: !found,
                from: from.map(Pos::to_array),
                findings,
            };
            return writeln!(out, "{}", serde_json::to_string(&report)?);
        }
        let name = input::name(&args.map);
        for finding in &findings {
            writeln!(out, "{name}: {}", finding.text)?;
        }
        let start = from.map_or_else(|| "nowhere".to_owned(), |from| world.place_name(from));
        writeln!(
            out,
            "{name}: {}, seen from {start}",
            count(findings.len() as u64, "finding", "findings")
        )
    })?;
    Ok(if found { Outcome::No } else { Outcome::Done })
}

/// Cells that are made for a link and have none.
fn dead_ends(navigator: &Ground) -> Vec<Finding> {
    let volume = navigator.volume();
    let mut findings = Vec::new();
    for pos in link::dead_ends(volume, navigator.links()) {
        let cell = volume.get(pos);
        let (kind, text) = match cell.info().leads {
            Leads::Ramp(side) => {
                let entry = volume.get(pos.step(side)).info().name;
                let exit = volume.get(pos.step(Direction::Up)).info().name;
                let open = volume.is_walkable(pos.step(side));
                let why = if open {
                    format!("above it is {exit}")
                } else {
                    format!("to the {side} is {entry}")
                };
                (
                    "ramp",
                    format!("{pos}: {} leads nowhere: {why}", cell.info().name),
                )
            }
            _ => (
                "no-partner",
                format!("{pos}: {} has no partner above or below", cell.info().name),
            ),
        };
        findings.push(Finding {
            kind,
            at: pos.to_array(),
            cells: 1,
            text,
        });
    }
    findings
}

/// Places that cannot be reached, or cannot be left.
fn unreachable(navigator: &Ground, regions: &BTreeMap<u32, (Pos, u64)>, from: Pos) -> Vec<Finding> {
    let mut findings = Vec::new();
    for &(pos, cells) in regions.values() {
        let size = if cells == 1 {
            "1 cell".to_owned()
        } else {
            format!("{} cells", thousands(cells))
        };
        let (kind, text) = if !navigator.reaches(from, pos) {
            ("pocket", format!("{pos}: {size} that cannot be reached"))
        } else if !navigator.reaches(pos, from) {
            (
                "trap",
                format!("{pos}: {size} that can be entered but never left"),
            )
        } else {
            continue;
        };
        findings.push(Finding {
            kind,
            at: pos.to_array(),
            cells,
            text,
        });
    }
    findings.sort_by_key(|finding| (finding.kind, finding.at[2], finding.at[1], finding.at[0]));
    findings
}

/// The first cell and the size of each region.
fn regions(navigator: &Ground) -> BTreeMap<u32, (Pos, u64)> {
    let mut regions = BTreeMap::new();
    for pos in cells(navigator.volume()) {
        if let Some(region) = navigator.region(pos) {
            regions.entry(region).or_insert((pos, 0)).1 += 1;
        }
    }
    regions
}

/// A cell of the largest part whose cells all reach each other.
fn main_part(navigator: &Ground, regions: &BTreeMap<u32, (Pos, u64)>) -> Option<Pos> {
    let mut islands: BTreeMap<u32, (u64, Pos)> = BTreeMap::new();
    for &(pos, cells) in regions.values() {
        let island = islands.entry(navigator.island(pos)?).or_insert((0, pos));
        island.0 += cells;
    }
    // Of equally large parts, the one that leads to others.
    islands
        .into_iter()
        .max_by_key(|&(island, (cells, _))| (cells, island))
        .map(|(_, (_, pos))| pos)
}

/// All cells, level by level and row by row.
fn cells(volume: &Volume) -> impl Iterator<Item = Pos> {
    let size = volume.size();
    let (width, height) = (size.width() as i32, size.height() as i32);
    (0..size.levels() as i32).flat_map(move |z| {
        (0..height).flat_map(move |y| (0..width).map(move |x| Pos::new(x, y, z)))
    })
}
