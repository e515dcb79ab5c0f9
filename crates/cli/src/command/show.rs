//! `deepway show`.

use super::describe::{SectorPictureArgs, carved_picture, describe, describe_cells};
use super::links::summary;
use super::{maze, picture};
use crate::message::{columns, count, thousands};
use crate::output::{self, Named, Pending};
use crate::rules::RuleArgs;
use crate::{Outcome, input};
use anyhow::{Context, Result, bail};
use deepway::answer::MapAnswer;
use deepway::codec::{self, Format};
use deepway::view::{
    self, Ink, PictureOptions, ProfileOptions, Scene, Slice, TextBlock, TooDetailed,
};
use deepway::world::{Body, Kind, MazeWorld, SectorWorld, World};
use deepway::{Link, LinkKind, Size, Volume, json, link, validate};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Without --svg or --png the map is printed, highest level first. With one of them
a picture is written instead: of all levels, pulled apart; of one --level, from
above; or of one --side. A sector, as `generate sector --json` writes it, is shown
from the side and from above, with its rooms; a maze level by level, side by side.

Examples:
  deepway show examples/watchtower.txt
  deepway show examples/watchtower.txt --level 3 --png ground.png
  deepway show examples/watchtower.txt --side x=20
  deepway show examples/watchtower.txt --svg tower.svg --png tower.png
  deepway convert examples/arena.map - | deepway show -
  deepway show sector.json --png sector.png
  deepway show maze.json --level 2

Glyphs:
  # wall   . floor   + door   % rubble   ~ = liquid, shallow and deep
  S secret door   _ dais   I pillar   & statue   M machinery   * crystal   T furniture
  L ladder   < > X stairs up, down, both   ^ v { } ramp entered from N, S, W, E
  O shaft   o hole   E elevator   a space is open air")]
pub(crate) struct ShowArgs {
    /// The map: a text map, a MovingAI .map, or a sector or a maze (JSON); - is standard input
    map: PathBuf,
    /// Show only this level: 0 is the lowest of a map, 1 the highest of a maze; in a sector a layer, as ground or -2
    #[arg(
        long,
        value_name = "LEVEL",
        allow_hyphen_values = true,
        conflicts_with = "side"
    )]
    level: Option<String>,
    /// Show the cells of a sector, which are carved if the file has none, or of a maze
    #[arg(long)]
    cells: bool,
    /// Show a slice through all levels, at this x or y
    #[arg(long, value_name = "x=K|y=K")]
    side: Option<Slice>,
    /// The level that is ground level: names the seven layers [default: in side views, the middle]
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    ground: Option<String>,
    #[command(flatten)]
    pictures: SectorPictureArgs,
    /// Print size, rows of cells and links as one JSON object, for a program
    #[arg(long, conflicts_with = "side")]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

pub(crate) fn run(args: &ShowArgs, ink: Ink) -> Result<Outcome> {
    let map = Named::new("WORLD", &args.map);
    args.pictures.files.check(&[map], args.json)?;
    let world = input::read_world(&args.map)?;
    if args.cells && world.kind() == Kind::Map {
        let name = input::name(&args.map);
        bail!("{name} is a map: expected a sector or a maze for --cells");
    }
    let level = args.level.as_deref().map(|level| world.level(level));
    let level = level.transpose().context("--level")?;
    match world.body() {
        Body::Map(_) => show_map(args, &world, level, ink),
        Body::Sector(sector) => show_sector(args, &world, sector, level, ink),
        Body::Maze(maze) => show_maze(args, &world, maze, level, ink),
    }
}

fn show_sector(
    args: &ShowArgs,
    world: &World,
    sector: &SectorWorld,
    level: Option<u32>,
    ink: Ink,
) -> Result<Outcome> {
    if level.is_some() || args.side.is_some() {
        return show_map(args, world, level, ink);
    }
    if args.cells {
        return show_cells(args, world, sector, ink);
    }
    if args.ground.is_some() || args.rules.are_given() {
        let name = input::name(&args.map);
        bail!(
            "{name} is a sector: expected --cells, --level or --side with --ground or a movement rule"
        );
    }
    let findings = match sector.given_cells() {
        Some(carved) => validate::carved(carved),
        None => validate::sector(sector.sector()),
    };
    let pictures = args.pictures.prepare(sector.sector())?;
    if args.json {
        print_world(world)?;
    } else if pictures.is_empty() {
        output::print(|out| out.write_all(describe(sector.sector(), &findings).as_bytes()))?;
    }
    output::commit(
        pictures,
        "",
        !args.json && !args.pictures.files.takes_stdout(),
    )?;
    Ok(Outcome::Done)
}

/// Prints a world as its own JSON.
fn print_world(world: &World) -> Result<()> {
    let mut text = String::new();
    codec::write(world, Format::Json, &mut text)?;
    output::print(|out| out.write_all(text.as_bytes()))
}

/// A maze: its levels from above, or its cells as a map.
fn show_maze(
    args: &ShowArgs,
    world: &World,
    maze: &MazeWorld,
    level: Option<u32>,
    ink: Ink,
) -> Result<Outcome> {
    if args.cells || args.side.is_some() {
        return show_map(args, world, level, ink);
    }
    let maze = maze.maze();
    let name = input::name(&args.map);
    if args.ground.is_some() || args.rules.are_given() {
        bail!("{name} is a maze: expected --cells or --side with --ground or a movement rule");
    }
    if args.pictures.is_tinted() {
        bail!("{name} is a maze: expected a sector for --tint");
    }
    if args.json && level.is_some() {
        bail!("{name} is a maze: expected --cells with --level and --json");
    }
    let number = level.map(|z| maze.levels.len() as u32 - z);
    let pictures = args
        .pictures
        .files
        .prepare_if_wanted(|| maze::picture(maze, number))?;
    if args.json {
        print_world(world)?;
    } else if pictures.is_empty() {
        let text = match number {
            Some(number) => maze::describe_level(maze, number, ink),
            None => maze::describe(maze, ink),
        };
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    output::commit(
        pictures,
        "",
        !args.json && !args.pictures.files.takes_stdout(),
    )?;
    Ok(Outcome::Done)
}

/// The cells of a sector. Those that contradict the rooms are shown, with what is wrong.
fn show_cells(args: &ShowArgs, world: &World, sector: &SectorWorld, ink: Ink) -> Result<Outcome> {
    if sector.given_cells().is_none() {
        input::cells(world, &args.map)?;
    }
    let carved = sector.carved()?;
    let findings = validate::carved(carved);
    let pictures = args
        .pictures
        .files
        .prepare_if_wanted(|| carved_picture(carved))?;
    if args.json {
        output::print(|out| writeln!(out, "{}", json::write_carved(carved, &findings)))?;
    } else if pictures.is_empty() {
        output::print(|out| out.write_all(describe_cells(carved, &findings, ink).as_bytes()))?;
    }
    output::commit(
        pictures,
        "",
        !args.json && !args.pictures.files.takes_stdout(),
    )?;
    Ok(Outcome::Done)
}

fn show_map(args: &ShowArgs, world: &World, level: Option<u32>, ink: Ink) -> Result<Outcome> {
    if args.pictures.is_tinted() {
        let name = input::name(&args.map);
        bail!("{name} is shown as cells: expected a sector, without --cells, for --tint");
    }
    let cells = input::cells(world, &args.map)?;
    let ground = args.ground.as_deref().map(|ground| world.level(ground));
    let ground = ground.transpose().context("--ground")?.or(world.ground());
    if let Some(slice) = args.side {
        check_side(cells.size(), slice)?;
    }
    let links = link::scan(cells, &args.rules.rules(world));
    super::log_links(&links);
    let map = Map {
        world,
        cells,
        links: &links,
        level,
        ground,
    };

    // Files get their names only once everything else is done.
    let pictures = prepare_pictures(args, &map)?;
    if args.json {
        output::print_json(&MapAnswer::new(cells, &links, level))?;
    } else if pictures.is_empty() {
        print_text(args, &map, ink)?;
    }
    output::commit(
        pictures,
        "",
        !args.json && !args.pictures.files.takes_stdout(),
    )?;
    Ok(Outcome::Done)
}

/// Cells to show, and what of them.
struct Map<'a> {
    world: &'a World,
    cells: &'a Volume,
    links: &'a [Link],
    level: Option<u32>,
    ground: Option<u32>,
}

fn check_side(size: Size, slice: Slice) -> Result<()> {
    if slice.is_inside(size) {
        return Ok(());
    }
    match slice {
        Slice::X(x) => bail!(
            "no side view at x={x}: the map has x from 0 to {}",
            size.width() - 1
        ),
        Slice::Y(y) => bail!(
            "no side view at y={y}: the map has y from 0 to {}",
            size.height() - 1
        ),
    }
}

/// The ground level: the one that is known, or the middle one.
fn ground_of(ground: Option<u32>, size: Size) -> u32 {
    ground.unwrap_or((size.levels() - 1) / 2)
}

fn prepare_pictures(args: &ShowArgs, map: &Map) -> Result<Vec<Pending>> {
    if !args.pictures.files.is_wanted() {
        return Ok(Vec::new());
    }
    let scene = match picture(args, map) {
        Ok(scene) => scene,
        Err(error) if map.level.is_none() && args.side.is_none() => {
            bail!("{error}; choose one --level, or a --side")
        }
        Err(error) => return Err(error.into()),
    };
    args.pictures.files.prepare(&scene)
}

fn picture(args: &ShowArgs, map: &Map) -> Result<Scene, TooDetailed> {
    let (cells, links) = (map.cells, map.links);
    let mut options = PictureOptions {
        title: picture::title(&args.map),
        ground: map.ground,
        ..PictureOptions::default()
    };
    match (map.level, args.side) {
        (Some(z), _) => {
            let level = format!("level {}", map.world.level_name(z));
            options.title = match options.title.is_empty() {
                true => level,
                false => format!("{}, {level}", options.title),
            };
            view::plan(cells, links, z, &options)
        }
        (None, Some(slice)) => {
            options.ground = Some(ground_of(map.ground, cells.size()));
            view::side(cells, links, slice, &options)
        }
        (None, None) => view::stack(cells, links, &options),
    }
}

fn print_text(args: &ShowArgs, map: &Map, ink: Ink) -> Result<()> {
    let (volume, links, world) = (map.cells, map.links, map.world);
    let size = volume.size();
    if let Some(slice) = args.side {
        let options = ProfileOptions {
            ground: ground_of(map.ground, size),
            ink,
        };
        let profile = view::profile(volume, links, slice, options);
        return output::print(|out| profile.lines().try_for_each(|line| writeln!(out, "{line}")));
    }
    let levels: Vec<u32> = match map.level {
        Some(z) => vec![z],
        None => (0..size.levels()).rev().collect(),
    };
    let walkable: u64 = levels.iter().map(|&z| volume.walkable().count(z)).sum();
    let columns = columns();
    output::print(|out| {
        let (width, height) = (size.width(), size.height());
        let what = match map.level {
            Some(z) => format!("level {} of {}", world.level_name(z), size.levels()),
            None => count(u64::from(size.levels()), "level", "levels"),
        };
        let walkable = count(walkable, "walkable cell", "walkable cells");
        writeln!(
            out,
            "{}: {what}, {width} × {height}, {walkable}",
            input::name(&args.map)
        )?;
        // Side by side as far as they fit; only as many as that are held at a time.
        let mut row: Vec<TextBlock> = Vec::new();
        for &z in &levels {
            let block = view::level(volume, z, &format!("level {}", world.level_name(z)), ink);
            let used: u32 = row.iter().map(|block| block.width() + view::GAP).sum();
            if used + block.width() > columns && !row.is_empty() {
                write!(out, "\n{}", view::beside(&row, columns))?;
                row.clear();
            }
            row.push(block);
        }
        writeln!(out, "\n{}", view::beside(&row, columns))?;
        write_links(links, &levels, out)?;
        write_dead_ends(volume, links, &levels, out)
    })
}

/// Names the cells that are made for a link and have none.
fn write_dead_ends(
    volume: &Volume,
    links: &[Link],
    levels: &[u32],
    out: &mut dyn Write,
) -> io::Result<()> {
    let cells = link::dead_ends(volume, links);
    let mut dead = Vec::new();
    for &z in levels {
        let here = cells.iter().filter(|pos| pos.z == z as i32);
        dead.extend(here.map(|&pos| format!("{} {pos}", volume.get(pos).glyph())));
    }
    if dead.is_empty() {
        return Ok(());
    }
    let rest = dead.len().saturating_sub(LISTED);
    dead.truncate(LISTED);
    if rest > 0 {
        dead.push(format!("and {} more", thousands(rest as u64)));
    }
    writeln!(out, "leading nowhere: {}", dead.join("   "))
}

/// How many links are listed between two levels before the rest is only counted.
const LISTED: usize = 12;

/// Lists the links between each two levels, one line for each kind.
fn write_links(links: &[Link], levels: &[u32], out: &mut dyn Write) -> io::Result<()> {
    let shown = |link: &&Link| {
        levels.contains(&(link.low.z as u32)) || levels.contains(&(link.high.z as u32))
    };
    let links: Vec<Link> = links.iter().filter(shown).copied().collect();
    writeln!(out, "{}", summary(&links))?;
    let mut pairs: Vec<i32> = links.iter().map(|link| link.low.z).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut cut = false;
    for low in pairs.into_iter().rev() {
        let mut heading = format!("  {} – {low}", low + 1);
        for kind in LinkKind::ALL {
            let mut places = Vec::new();
            let between = links
                .iter()
                .filter(|link| link.kind == kind && link.low.z == low);
            for (group, width) in flights(between.copied()) {
                let wide = if width > 1 {
                    format!(", {width} wide")
                } else {
                    String::new()
                };
                places.push(format!("{}{wide}", place(&group)));
            }
            if places.is_empty() {
                continue;
            }
            let rest = places.len().saturating_sub(LISTED);
            places.truncate(LISTED);
            if rest > 0 {
                cut = true;
                places.push(format!("and {} more", thousands(rest as u64)));
            }
            writeln!(
                out,
                "{heading:<10} {:<9} {}",
                kind.name(),
                places.join("   ")
            )?;
            heading.clear();
        }
    }
    if cut {
        writeln!(out, "  (deepway links lists them all)")?;
    }
    Ok(())
}

/// The first link of each group, and how many cells wide it is.
fn flights(links: impl Iterator<Item = Link>) -> Vec<(Link, usize)> {
    let mut flights: Vec<(Link, usize)> = Vec::new();
    let mut known: HashMap<u32, usize> = HashMap::new();
    for link in links {
        match known.entry(link.group) {
            Entry::Occupied(flight) => flights[*flight.get()].1 += 1,
            Entry::Vacant(flight) => {
                flight.insert(flights.len());
                flights.push((link, 1));
            }
        }
    }
    flights
}

/// Where a link is and which way it leads: `↕ (4,7)`, `↑ (4,7)–(4,8)` for a ramp.
fn place(link: &Link) -> String {
    let arrow = match (link.up, link.down) {
        (true, true) => '↕',
        (true, false) => '↑',
        _ => '↓',
    };
    let at = |x, y| format!("({x},{y})");
    let (low, high) = (at(link.low.x, link.low.y), at(link.high.x, link.high.y));
    if low == high {
        format!("{arrow} {low}")
    } else {
        format!("{arrow} {low}–{high}")
    }
}
