//! `deepway path`.

pub(super) mod index;
mod queries;
mod table;

use super::picture::{self, PictureArgs, ThemeArgs};
use super::strata;
use crate::input::{RegistryArgs, WorldArgs};
use crate::message::{columns, one_line};
use crate::output::{self, Named, Pending};
use crate::rules::{self, MoveArgs};
use crate::{Status, input};
use anyhow::{Context, Result, anyhow, bail};
use deepway::answer::{RouteAnswer, rooms_passed};
use deepway::nav::{Algorithm, Finder, Ground, Navigator, NoRoute, Route};
use deepway::view::{self, Ink, Part, Showing, Shown, TextBlock, count};
use deepway::world::{Kind, World};
use deepway::{Cell, Pos, ThingKind, Volume, validate};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;
use tracing::info;

#[derive(clap::Args)]
#[command(after_help = "\
A path is drawn on the levels that it passes: A is its start, G its goal, * a
cell in between; stairs, ladders and the like keep their glyphs. A picture (--svg, --png)
has START, GOAL and a number wherever the path changes level, the same at both ends; levels
that it does not pass are dim. In its length a
straight step and every link count 1, a diagonal step the square root of 2.

A PLACE is x,y,z; in a map also the name of a label, a spawn or a marker; in a sector also
the id of a room (r4), meaning its middle; in a maze it is level:row:column; in an open
world the address of a zone and a cell in it, or the name of a town or another feature,
which means its middle. As a map, a maze has a cell for each of its
cells and for each side between them, so a step from one maze cell to the next counts 2.

auto uses jps, or astar where cells have weights; with --index graph, and with many
queries what is worth being made for them. astar, jps, jps-plus and graph find a cheapest
path; graph takes longest to make, and then some microseconds a path. hpa is for weights on
maps that change: its paths are a little longer, short ones by up to a half, and without
weights jps is mostly quicker.

With --gravity a shaft is a fall: nobody climbs it or walks across it, and whoever
steps in ends at the bottom. Paths keep away from it: a step into a shaft costs 99
steps extra and a step beside it 4, so a longer path may be the better one.

FILE has a query on each line: start and goal as two PLACEs, or as x y z x y z except in a
maze; further columns are ignored, and ; begins a comment. A line `set PLACE GLYPH` changes
the map for the queries after it. Each query is answered by a JSON object on a line of its own.

With --table, FILE has a PLACE on each line, which is a start and a goal; `from PLACE` is a start
only, `to PLACE` a goal only. What is printed is a row for each start with what the way to each
goal costs, in straight steps; - where there is none.

An open world has a search and rules of its own: of the options below only --from, --to, --json,
--moves and --registry go with --world.

Exit code: 0 there is a path (with --queries: all are answered), 1 there is none.

Examples:
  deepway path examples/watchtower.txt --from 20,16,3 --to 18,8,6
  deepway path examples/watchtower.txt --from 20,16,3 --to 20,12,0 --svg way.svg
  deepway path examples/watchtower.txt --from 20,16,3 --to 20,12,0 --algorithm jps-plus --json
  deepway path examples/watchtower.txt --queries queries.txt --moves 4
  deepway path examples/watchtower.txt --table places.txt --index watchtower.index
  deepway path sector.json --from r0 --to r4
  deepway path sector.json --from r0 --to r4 --sheet --theme print --png way.png
  deepway path maze.json --from 1:15:16 --to 3:18:9
  deepway path --world 7 --from World.11.22.1.1.12:15,15 --to World.11.22.1.1.13:15,15")]
pub(crate) struct PathArgs {
    #[command(flatten)]
    map: WorldArgs,
    /// Where to start
    #[arg(
        long,
        value_name = "PLACE",
        allow_hyphen_values = true,
        required_unless_present_any = ["queries", "table"]
    )]
    pub(super) from: Option<String>,
    /// Where to go
    #[arg(
        long,
        value_name = "PLACE",
        allow_hyphen_values = true,
        required_unless_present_any = ["queries", "table"]
    )]
    pub(super) to: Option<String>,
    /// Answer all queries of a file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "svg", "png", "scale"])]
    queries: Option<PathBuf>,
    /// Print the distances between all places of a file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "queries", "svg", "png", "scale"])]
    table: Option<PathBuf>,
    /// The search algorithm
    #[arg(long, default_value = "auto", value_name = "NAME", value_parser = rules::algorithm())]
    pub(super) algorithm: Algorithm,
    /// Keep what graph needs in a file, and take it from there if it belongs to the map
    #[arg(long, value_name = "FILE")]
    pub(super) index: Option<PathBuf>,
    /// Say which algorithm is taken, and why
    #[arg(long)]
    pub(super) explain: bool,
    /// Print one JSON object, for a program
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) pictures: PictureArgs,
    #[command(flatten)]
    theme: ThemeArgs,
    /// Draw all levels from above on one sheet, beside each other
    #[arg(long)]
    sheet: bool,
    #[command(flatten)]
    registry: RegistryArgs,
    #[command(flatten)]
    pub(super) rules: MoveArgs,
}

pub(crate) fn run(args: &PathArgs, ink: Ink) -> Result<Status> {
    let path = args.map.path();
    let map = Named::new("WORLD", &path);
    args.pictures.check(&[map], args.json)?;
    args.theme.check(&args.pictures)?;
    if args.sheet && !args.pictures.is_wanted() {
        bail!("--sheet is for pictures: expected --svg FILE or --png FILE with it");
    }
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    for (name, file) in [("--queries", &args.queries), ("--table", &args.table)] {
        if is_stdin(&path) && file.as_ref().is_some_and(is_stdin) {
            bail!("the map and {name} are both standard input: expected a file for one of them");
        }
    }
    if let Some(index) = &args.index {
        let lists = [("--queries", &args.queries), ("--table", &args.table)];
        let lists = lists
            .iter()
            .filter_map(|(name, file)| Some(Named::new(name, file.as_ref()?)));
        let read: Vec<Named> = lists.chain([Named::new("WORLD", &path)]).collect();
        let mut written = args.pictures.files();
        written.push(Named::new("--index", index));
        output::keep_apart(&read, &written)?;
    }
    let world = args.map.read_with(&args.registry)?;
    if world.kind() == Kind::Strata {
        return strata::path(args, &world);
    }
    let cells = input::cells(&world, &path)?;
    let mut navigator = Navigator::new(cells, args.rules.rules(&world)?)?;
    if let Some(file) = &args.index {
        index::take(&mut navigator, cells, file, args.algorithm)?;
    }
    if let Some(file) = &args.queries {
        return queries::run(world, navigator, file, args.algorithm, args.explain);
    }
    if let Some(file) = &args.table {
        return table::run(&world, &navigator, file, args);
    }
    index::prepare(&navigator, cells, args.algorithm, [1, 0], args.explain)?;
    let ground = navigator.on(cells)?;
    // The argument parser makes sure that both are given.
    let (from, to) = args
        .from
        .as_deref()
        .zip(args.to.as_deref())
        .ok_or_else(|| anyhow!("--from and --to are needed"))?;
    let from = world.place(from).context("--from")?;
    let to = world.place(to).context("--to")?;
    let start = Instant::now();
    let answer = Finder::default().find(&ground, from, to, args.algorithm);
    let micros = start.elapsed().as_micros() as u64;
    match &answer {
        Err(NoRoute::Refused(refusal)) => bail!("{refusal}"),
        Err(outside @ NoRoute::Outside { .. }) => {
            bail!("{}", outside.told(&|pos| world.place_name(pos)));
        }
        _ => {}
    }
    if let Ok(route) = &answer {
        info!(
            micros,
            expanded = route.expanded,
            algorithm = route.algorithm.name(),
            "found a path"
        );
    }
    let pictures = prepare_pictures(args, &world, &ground, &answer)?;
    if args.json {
        output::print_json(&RouteAnswer::new(&ground, [from, to], &answer).named(&world))?;
    } else if answer.is_err() || !args.pictures.is_wanted() {
        output::print(|out| write_text(out, &ground, &world, [from, to], &answer, ink))?;
    }
    output::commit(pictures, "", !args.json && !args.pictures.takes_stdout())?;
    Ok(if answer.is_ok() {
        Status::Done
    } else {
        Status::No
    })
}

fn prepare_pictures(
    args: &PathArgs,
    world: &World,
    ground: &Ground,
    answer: &Result<Route, NoRoute>,
) -> Result<Vec<Pending>> {
    let Some(route) = answer.as_ref().ok().filter(|_| args.pictures.is_wanted()) else {
        return Ok(Vec::new());
    };
    let showing = Showing {
        as_cells: true,
        part: match args.sheet {
            true => Part::Sheet,
            false => Part::Whole,
        },
        theme: args.theme.theme(),
        route: route.iter().collect(),
        title: picture::title(&args.map.path()),
        ..Showing::default()
    };
    let scene = view::picture(world, ground.links(), &showing).context("cannot draw the path")?;
    args.pictures.prepare(&scene)
}

fn write_text(
    out: &mut dyn Write,
    ground: &Ground,
    world: &World,
    ends: [Pos; 2],
    answer: &Result<Route, NoRoute>,
    ink: Ink,
) -> io::Result<()> {
    let [from, to] = ends.map(|end| world.place_name(end));
    let route = match answer {
        Ok(route) => route,
        Err(reason) => {
            let reason = reason.told(&|pos| world.place_name(pos));
            let hint = match validate::pairing_helps(ground, ends[0], ends[1]) {
                true => validate::PAIRING,
                false => "",
            };
            return writeln!(out, "no path from {from} to {to}: {reason}{hint}");
        }
    };
    let cells: Vec<Pos> = route.iter().collect();
    for block in draw(ground.volume(), world, &cells, ink) {
        writeln!(out, "{}", view::beside(&[block], u32::MAX))?;
    }
    let levels = cells.iter().map(|pos| pos.z as u32);
    if let (Some(low), Some(high)) = (levels.clone().min(), levels.max()) {
        let shown = Shown::Levels(low..high + 1);
        let notes = view::notes(ground.volume(), &shown, columns(), ink);
        writeln!(out, "A start   G goal   * path")?;
        writeln!(out, "{}", view::beside(&[notes], columns()))?;
    }
    let hops: Vec<&[Pos]> = cells
        .windows(2)
        .filter(|pair| pair[0].z != pair[1].z)
        .collect();
    let steps = count(cells.len() as u64 - 1, "step", "steps");
    let links = count(hops.len() as u64, "link", "links");
    let cost = ground.weighed(route).map_or(String::new(), |cost| {
        format!(", cost {cost:.2} with the weights of cells")
    });
    writeln!(
        out,
        "path from {from} to {to}: length {:.2}, {steps}, {links}{cost}",
        route.length()
    )?;
    let rooms = rooms_passed(world, cells.iter().copied());
    if !rooms.is_empty() {
        let rooms = format!("  rooms {}", rooms.join(" → "));
        writeln!(out, "{}", view::wrapped(&rooms, columns()))?;
    }
    // A path takes them as open; whoever walks it has to find the one and open the other.
    for pos in &cells {
        let place = world.place_name(*pos);
        if ground.volume().get(*pos) == Cell::SecretDoor {
            writeln!(out, "  through a secret door at {place}")?;
        }
        let things = ground.volume().things_at(*pos);
        for (_, lock) in things.filter(|(_, thing)| thing.kind == ThingKind::Lock) {
            writeln!(out, "  through a lock at {place}: {}", one_line(&lock.name))?;
        }
    }
    for pair in hops {
        let way = if pair[0].z < pair[1].z {
            "up  "
        } else {
            "down"
        };
        let kind = ground.links().iter().find(|link| {
            let ends = [link.low, link.high];
            ends == [pair[0], pair[1]] || ends == [pair[1], pair[0]]
        });
        // A fall through several levels is not a single link.
        let kind = kind.map_or("fall", |link| link.kind.name());
        let (from, to) = (world.place_name(pair[0]), world.place_name(pair[1]));
        writeln!(out, "  {way} {kind:<9} {from} – {to}")?;
    }
    writeln!(
        out,
        "found by {}, {}",
        route.algorithm.name(),
        count(route.expanded, "node expanded", "nodes expanded")
    )
}

/// The levels that a path passes, in the order it first reaches them.
fn draw(volume: &Volume, world: &World, cells: &[Pos], ink: Ink) -> Vec<TextBlock> {
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
    marks.extend(cells.first().map(|&start| (start, 'A')));
    let mut levels: Vec<u32> = Vec::new();
    for pos in cells {
        if !levels.contains(&(pos.z as u32)) {
            levels.push(pos.z as u32);
        }
    }
    levels
        .into_iter()
        .map(|z| {
            let title = format!("level {}", world.level_name(z));
            view::marked_level(volume, z, &title, &marks, ink)
        })
        .collect()
}
