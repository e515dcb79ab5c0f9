//! Distances between many places at once.

use super::{PathArgs, index};
use crate::{Status, input, output};
use anyhow::{Context, Result, bail};
use deepway::Pos;
use deepway::answer::TableAnswer;
use deepway::nav::{Finder, Navigator, Refusal};
use deepway::world::World;
use std::path::Path;

/// Prints the distances between the places of a file.
pub(super) fn run(
    world: &World,
    navigator: &Navigator,
    file: &Path,
    args: &PathArgs,
) -> Result<Status> {
    let text = input::read_text(file)?;
    let name = input::name(file);
    let (mut starts, mut goals): (Vec<Pos>, Vec<Pos>) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(text.lines()) {
        read(text, world, &mut starts, &mut goals).with_context(|| format!("{name}:{line}"))?;
    }
    if starts.is_empty() || goals.is_empty() {
        bail!("{name} has no starts or no goals: expected a place on each line");
    }
    let cells = world.cells()?;
    let queries = starts.len().saturating_mul(goals.len());
    index::prepare(navigator, cells, args.algorithm, [queries, 0], args.explain)?;
    let ground = navigator.on(cells)?;
    let place = |pos: &Pos| world.place_name(*pos);
    let straight = f64::from(navigator.rules().costs.straight);
    let rows = |starts: &[Pos]| -> Result<Vec<Vec<Option<f64>>>, Refusal> {
        let table = Finder::table(&ground, starts, &goals, args.algorithm)?;
        let row = |row: Vec<Option<u64>>| {
            let costs = row.into_iter();
            costs
                .map(|cost| cost.map(|cost| cost as f64 / straight))
                .collect()
        };
        Ok(table.into_iter().map(row).collect())
    };
    let to = goals.iter().map(place).collect::<Vec<String>>();
    if args.json {
        if queries > MOST_IN_JSON {
            bail!(
                "{name}: {queries} pairs: expected at most {MOST_IN_JSON} with --json, which is one object"
            );
        }
        output::print_json(&TableAnswer {
            from: starts.iter().map(place).collect(),
            to,
            costs: rows(&starts)?,
        })?;
        return Ok(Status::Done);
    }
    let mut refusal = None;
    output::print(|out| {
        writeln!(out, "from\t{}", to.join("\t"))?;
        // So many at a time that a large table takes no more memory than its first rows.
        let at_once = (CELLS_AT_ONCE / goals.len()).max(1);
        for starts in starts.chunks(at_once) {
            let rows = match rows(starts) {
                Ok(rows) => rows,
                Err(refused) => {
                    refusal = Some(refused);
                    return Ok(());
                }
            };
            for (from, row) in starts.iter().zip(rows) {
                let cost =
                    |cost: &Option<f64>| cost.map_or("-".to_owned(), |cost| format!("{cost:.2}"));
                let row: Vec<String> = row.iter().map(cost).collect();
                writeln!(out, "{}\t{}", place(from), row.join("\t"))?;
            }
        }
        Ok(())
    })?;
    match refusal {
        Some(refusal) => bail!("{refusal}"),
        None => Ok(Status::Done),
    }
}

/// So many distances of a table are found at once.
const CELLS_AT_ONCE: usize = 1 << 22;
/// So many are one JSON object at most.
const MOST_IN_JSON: usize = 1 << 24;

/// Reads a line: a place that is a start and a goal, or only one of them.
fn read(line: &str, world: &World, starts: &mut Vec<Pos>, goals: &mut Vec<Pos>) -> Result<()> {
    let line = line.split(';').next().unwrap_or(line).trim();
    if line.is_empty() {
        return Ok(());
    }
    let (is_start, is_goal, place) = match line.split_once(char::is_whitespace) {
        Some(("from", place)) => (true, false, place),
        Some(("to", place)) => (false, true, place),
        _ => (true, true, line),
    };
    let pos = world.place(place.trim())?;
    let size = world.cells()?.size();
    if !size.contains(pos) {
        bail!(
            "{} is outside the map, which is {size}",
            world.place_name(pos)
        );
    }
    starts.extend(is_start.then_some(pos));
    goals.extend(is_goal.then_some(pos));
    Ok(())
}
