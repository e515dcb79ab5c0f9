//! `deepway path`.

mod queries;

use super::picture::{self, PictureArgs};
use crate::input::World;
use crate::message::{columns, count};
use crate::output::{self, Pending};
use crate::rules::{AlgorithmArg, MoveArgs};
use crate::{Outcome, input};
use anyhow::{Context, Result, anyhow, bail};
use deepway::maze::Maze;
use deepway::nav::{Finder, Navigator, NoRoute, Route};
use deepway::view::{self, Ink, PictureOptions, Shown, TextBlock};
use deepway::{MazePos, Pos, Volume};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;
use tracing::info;

#[derive(clap::Args)]
#[command(after_help = "\
A path is drawn on the levels that it passes: @ is its start, G its goal, * a
cell on the way; stairs, ladders and the like keep their glyphs. Its length
counts a straight step and every link as 1 and a diagonal step as the root of 2.

A cell is x,y,z; in a maze it can also be level:row:column. As a map a maze has a
cell for each cell and one for each side, so a step from cell to cell counts 2.

auto searches by jps, or by astar where cells have weights. astar, jps and
jps-plus find a cheapest path; hpa is quicker on large maps and finds one that is
a little longer, on short ways by up to a half.

With --gravity a shaft is a fall: nobody climbs it or walks across, and whoever
steps in ends at the bottom. Paths keep away from it: a step into a shaft weighs
99 steps more and one beside it 4, so a longer path may be the better one.

FILE has a query a line: x y z x y z, from and to; further columns are ignored,
and ; begins a comment. A line `set x y z GLYPH` changes the map for the queries
after it. Each query is answered by one JSON object on a line of its own.

Exit code: 0 there is a path (with --queries: all are answered), 1 there is none.

Examples:
  deepway path examples/watchtower.txt --from 20,16,3 --to 18,8,6
  deepway path examples/watchtower.txt --from 20,16,3 --to 20,12,0 --svg way.svg
  deepway path examples/watchtower.txt --from 20,16,3 --to 20,12,0 --algorithm jps-plus --json
  deepway path examples/watchtower.txt --queries queries.txt --moves 4
  deepway path maze.json --from 1:15:16 --to 3:18:9")]
pub(crate) struct PathArgs {
    /// The map: a text map, a MovingAI .map, or the cells of a sector or a maze (JSON); - is standard input
    map: PathBuf,
    /// Where to start
    #[arg(long, value_name = "X,Y,Z", value_parser = place, allow_hyphen_values = true, required_unless_present = "queries")]
    from: Option<Place>,
    /// Where to go
    #[arg(long, value_name = "X,Y,Z", value_parser = place, allow_hyphen_values = true, required_unless_present = "queries")]
    to: Option<Place>,
    /// Answer all queries of a file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "svg", "png"])]
    queries: Option<PathBuf>,
    /// How to search
    #[arg(long, value_enum, default_value = "auto", value_name = "NAME")]
    algorithm: AlgorithmArg,
    /// Print one JSON object, for a program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    rules: MoveArgs,
}

/// A cell of a map, or a cell of a maze in its own terms.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Cell(Pos),
    Maze(MazePos),
}

impl Place {
    /// The cell of the map; the world is a maze if there is one.
    pub(crate) fn cell(self, maze: Option<&Maze>) -> Result<Pos> {
        match (self, maze) {
            (Self::Cell(pos), _) => Ok(pos),
            (Self::Maze(at), Some(maze)) => {
                maze.check_place(at)?;
                maze.to_pos(at).context("the cell is outside the map")
            }
            (Self::Maze(MazePos { level, row, col }), None) => {
                bail!("{level}:{row}:{col} is a place in a maze: expected x,y,z in a map")
            }
        }
    }
}

/// Reads `x,y,z` or `level:row:column`, for the argument parser.
pub(crate) fn place(text: &str) -> Result<Place, String> {
    let parts: Vec<&str> = text.split(':').collect();
    let maze = parts.iter().map(|part| part.trim().parse().ok());
    let maze: Option<Vec<u32>> = maze.collect();
    if let Some(&[level, row, col]) = maze.as_deref() {
        return Ok(Place::Maze(MazePos { level, row, col }));
    }
    let numbers = text.split(',').map(|number| number.trim().parse().ok());
    let numbers: Option<Vec<i32>> = numbers.collect();
    match numbers.as_deref() {
        Some(&[x, y, z]) => Ok(Place::Cell(Pos::new(x, y, z))),
        _ => Err(
            "expected three numbers, as in 12,7,0, or level:row:column in a maze, as in 1:5:10"
                .to_owned(),
        ),
    }
}

/// What a cell is called: in a maze by its level, row and column.
fn called(pos: Pos, maze: Option<&Maze>) -> String {
    let is_cell = pos.x % 2 == 1 && pos.y % 2 == 1;
    let halved = Pos::new(pos.x / 2, pos.y / 2, pos.z);
    let at = maze.and_then(|maze| MazePos::from_pos(halved, maze.levels.len() as u32));
    match at.filter(|_| is_cell) {
        Some(MazePos { level, row, col }) => format!("{level}:{row}:{col}"),
        None => pos.to_string(),
    }
}

/// A text with its cells called as they are in a maze.
pub(super) fn renamed(text: &str, maze: Option<&Maze>) -> String {
    let mut parts = text.split('(');
    let mut renamed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let cell = part.split_once(')').and_then(|(cell, rest)| {
            let numbers = cell.split(',').map(|number| number.parse().ok());
            let numbers: Option<Vec<i32>> = numbers.collect();
            match numbers.as_deref() {
                Some(&[x, y, z]) => Some((Pos::new(x, y, z), rest)),
                _ => None,
            }
        });
        match cell {
            Some((pos, rest)) => renamed += &(called(pos, maze) + rest),
            None => renamed += &format!("({part}"),
        }
    }
    renamed
}

pub(crate) fn run(args: &PathArgs, ink: Ink) -> Result<Outcome> {
    args.pictures.check(args.json)?;
    args.pictures.spare(&args.map)?;
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    if is_stdin(&args.map) && args.queries.as_ref().is_some_and(is_stdin) {
        bail!("the map and --queries are both standard input: expected a file for one of them");
    }
    let (volume, maze) = match input::read_world(&args.map)? {
        World::Maze(maze) => (input::maze_map(&maze, &args.map)?, Some(maze)),
        world => (world.into_map(&args.map)?, None),
    };
    let maze = maze.as_deref();
    let navigator = Navigator::new(volume, args.rules.rules())?;
    if let Some(file) = &args.queries {
        return queries::run(navigator, file, args.algorithm.into());
    }
    // The argument parser sees to it that both are there.
    let (from, to) = args
        .from
        .zip(args.to)
        .ok_or_else(|| anyhow!("--from and --to are needed"))?;
    let from = from.cell(maze).context("--from")?;
    let to = to.cell(maze).context("--to")?;
    let start = Instant::now();
    let answer = Finder::default().find(&navigator, from, to, args.algorithm.into());
    let micros = start.elapsed().as_micros() as u64;
    if let Err(refusal @ NoRoute::Weighted { .. }) = answer {
        bail!("{refusal}");
    }
    if let Ok(route) = &answer {
        info!(
            micros,
            expanded = route.expanded,
            algorithm = route.algorithm.name(),
            "found a path"
        );
    }
    let pictures = prepare_pictures(args, &navigator, &answer)?;
    if args.json {
        output::print(|out| write_json(out, &navigator, from, to, &answer))?;
    } else if answer.is_err() || !args.pictures.takes_stdout() {
        output::print(|out| write_text(out, &navigator, maze, [from, to], &answer, ink))?;
    }
    pictures.into_iter().try_for_each(Pending::commit)?;
    Ok(if answer.is_ok() {
        Outcome::Done
    } else {
        Outcome::No
    })
}

fn prepare_pictures(
    args: &PathArgs,
    navigator: &Navigator,
    answer: &Result<Route, NoRoute>,
) -> Result<Vec<Pending>> {
    let Some(route) = answer.as_ref().ok().filter(|_| args.pictures.is_wanted()) else {
        return Ok(Vec::new());
    };
    let options = PictureOptions {
        title: picture::title(&args.map),
        ground: None,
        route: route.cells(),
        ..PictureOptions::default()
    };
    let scene = view::stack(navigator.volume(), navigator.links(), &options)
        .context("cannot draw the path")?;
    args.pictures.prepare(&scene)
}

/// An answer as JSON.
#[derive(Serialize)]
struct AnswerJson {
    from: [i32; 3],
    to: [i32; 3],
    found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<f64>,
    /// What was minimised, in straight steps, where it is not the length.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<[i32; 3]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

fn write_json(
    out: &mut dyn Write,
    navigator: &Navigator,
    from: Pos,
    to: Pos,
    answer: &Result<Route, NoRoute>,
) -> io::Result<()> {
    let route = answer.as_ref().ok();
    let json = AnswerJson {
        from: from.to_array(),
        to: to.to_array(),
        found: route.is_some(),
        length: route.map(Route::length),
        cost: route.and_then(|route| weighed(navigator, route)),
        path: route.map(|route| route.cells().into_iter().map(Pos::to_array).collect()),
        reason: answer.as_ref().err().map(ToString::to_string),
    };
    writeln!(out, "{}", serde_json::to_string(&json)?)
}

/// What a path costs in straight steps, if cells have weights.
fn weighed(navigator: &Navigator, route: &Route) -> Option<f64> {
    let straight = f64::from(navigator.rules().costs.straight);
    navigator
        .has_weights()
        .then(|| route.cost as f64 / straight)
}

fn write_text(
    out: &mut dyn Write,
    navigator: &Navigator,
    maze: Option<&Maze>,
    ends: [Pos; 2],
    answer: &Result<Route, NoRoute>,
    ink: Ink,
) -> io::Result<()> {
    let [from, to] = ends.map(|end| called(end, maze));
    let route = match answer {
        Ok(route) => route,
        Err(reason) => {
            let reason = renamed(&reason.to_string(), maze);
            return writeln!(out, "no path from {from} to {to}: {reason}");
        }
    };
    let cells = route.cells();
    for block in draw(navigator.volume(), maze, &cells, ink) {
        writeln!(out, "{}", view::beside(&[block], u32::MAX))?;
    }
    let levels = cells.iter().map(|pos| pos.z as u32);
    if let (Some(low), Some(high)) = (levels.clone().min(), levels.max()) {
        let shown = Shown::Levels(low..high + 1);
        let notes = view::notes(navigator.volume(), &shown, columns(), ink);
        writeln!(out, "@ start   G goal   * path")?;
        writeln!(out, "{}", view::beside(&[notes], columns()))?;
    }
    let hops: Vec<&[Pos]> = cells
        .windows(2)
        .filter(|pair| pair[0].z != pair[1].z)
        .collect();
    let steps = count(cells.len() as u64 - 1, "step", "steps");
    let links = count(hops.len() as u64, "link", "links");
    let cost = weighed(navigator, route).map_or(String::new(), |cost| {
        format!(", cost {cost:.2} with what cells weigh")
    });
    writeln!(
        out,
        "path from {from} to {to}: length {:.2}, {steps}, {links}{cost}",
        route.length()
    )?;
    for pair in hops {
        let way = if pair[0].z < pair[1].z {
            "up  "
        } else {
            "down"
        };
        let kind = navigator.links().iter().find(|link| {
            let ends = [link.low, link.high];
            ends == [pair[0], pair[1]] || ends == [pair[1], pair[0]]
        });
        // A fall through several levels is no single link.
        let kind = kind.map_or("fall", |link| link.kind.name());
        let (from, to) = (called(pair[0], maze), called(pair[1], maze));
        writeln!(out, "  {way} {kind:<9} {from} – {to}")?;
    }
    writeln!(
        out,
        "found by {}, {}",
        route.algorithm.name(),
        count(route.expanded, "node expanded", "nodes expanded")
    )
}

/// The levels that a path passes, in the order in which it first reaches them.
fn draw(volume: &Volume, maze: Option<&Maze>, cells: &[Pos], ink: Ink) -> Vec<TextBlock> {
    let mut marks: HashMap<Pos, char> = HashMap::new();
    for &pos in cells {
        let cell = volume.get(pos);
        marks.insert(
            pos,
            if cell.is_vertical() {
                cell.glyph()
            } else {
                '*'
            },
        );
    }
    marks.extend(cells.last().map(|&goal| (goal, 'G')));
    marks.extend(cells.first().map(|&start| (start, '@')));
    let mut levels: Vec<u32> = Vec::new();
    for pos in cells {
        if !levels.contains(&(pos.z as u32)) {
            levels.push(pos.z as u32);
        }
    }
    levels
        .into_iter()
        .map(|z| {
            let number = maze.map_or(z, |maze| maze.levels.len() as u32 - z);
            view::marked_level(volume, z, &format!("level {number}"), &marks, ink)
        })
        .collect()
}
