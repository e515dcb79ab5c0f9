//! `deepway show`.

use super::describe::{SectorPictureArgs, biomes, carved_picture, describe, describe_cells};
use super::links::{summary, write_json};
use super::{maze, picture};
use crate::input::{SectorFile, World};
use crate::message::{columns, count, level_number, thousands};
use crate::output::{self, Pending};
use crate::rules::RuleArgs;
use crate::{Outcome, input};
use anyhow::{Context, Result, bail};
use deepway::maze::Maze;
use deepway::view::{
    self, Ink, PictureOptions, ProfileOptions, Scene, Shown, Slice, TextBlock, TooDetailed,
};
use deepway::{Biome, Link, LinkKind, MoveRules, Size, Volume, json, link, validate};
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
    /// Show only this level; the lowest is 0, but a maze without --cells is numbered downward from 1
    #[arg(long, value_name = "N", value_parser = level_number, allow_negative_numbers = true, conflicts_with = "side")]
    level: Option<u32>,
    /// Show the cells of a sector, which are carved if the file has none, or of a maze
    #[arg(long)]
    cells: bool,
    /// Show a slice through all levels, at this x or y
    #[arg(long, value_name = "x=K|y=K")]
    side: Option<Slice>,
    /// The level that is ground level: names the seven layers [default: in side views, the middle]
    #[arg(long, value_name = "N", value_parser = level_number, allow_negative_numbers = true)]
    ground: Option<u32>,
    #[command(flatten)]
    pictures: SectorPictureArgs,
    /// Print size, rows of cells and links as one JSON object, for a program
    #[arg(long, conflicts_with = "side")]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

pub(crate) fn run(args: &ShowArgs, ink: Ink) -> Result<Outcome> {
    args.pictures.files.check(args.json)?;
    args.pictures.files.spare(&args.map)?;
    match input::read_world(&args.map)? {
        World::Map(_) if args.cells => {
            let name = input::name(&args.map);
            bail!("{name} is a map: expected a sector for --cells");
        }
        World::Map(volume) => show_map(args, &volume, args.ground, &[], ink),
        World::Sector(file) => show_sector(args, *file, ink),
        World::Maze(maze) => show_maze(args, &maze, ink),
    }
}

fn show_sector(args: &ShowArgs, file: SectorFile, ink: Ink) -> Result<Outcome> {
    if args.cells || args.level.is_some() || args.side.is_some() {
        return show_cells(args, file, ink);
    }
    if args.ground.is_some() || args.rules.rules() != MoveRules::default() {
        let name = input::name(&args.map);
        bail!(
            "{name} is a sector: expected --cells, --level or --side with --ground or a movement rule"
        );
    }
    let (issues, sector) = (file.issues(), &file.sector);
    let pictures = args.pictures.prepare(sector)?;
    if args.json {
        let line = match &file.cells {
            Some(carved) => json::write_carved(carved, &issues),
            None => json::write_sector(sector, &issues),
        };
        output::print(|out| writeln!(out, "{line}"))?;
    } else if pictures.is_empty() {
        output::print(|out| out.write_all(describe(sector, &issues).as_bytes()))?;
    }
    pictures.into_iter().try_for_each(Pending::commit)?;
    Ok(Outcome::Done)
}

/// A maze: its levels from above, or its cells as a map.
fn show_maze(args: &ShowArgs, maze: &Maze, ink: Ink) -> Result<Outcome> {
    if args.cells || args.side.is_some() {
        return show_map(
            args,
            &input::maze_map(maze, &args.map)?,
            args.ground,
            &[],
            ink,
        );
    }
    let name = input::name(&args.map);
    if args.ground.is_some() || args.rules.rules() != MoveRules::default() {
        bail!("{name} is a maze: expected --cells or --side with --ground or a movement rule");
    }
    if args.pictures.is_tinted() {
        bail!("{name} is a maze: expected a sector for --tint");
    }
    let levels = maze.levels.len();
    if let Some(number) = args.level.filter(|&number| maze.level(number).is_none()) {
        bail!("no level {number}: the maze has levels 1 to {levels}");
    }
    if args.json && args.level.is_some() {
        bail!("{name} is a maze: expected --cells with --level and --json");
    }
    let pictures = args
        .pictures
        .files
        .prepare_if_wanted(|| maze::picture(maze, args.level))?;
    if args.json {
        output::print(|out| writeln!(out, "{}", json::write_maze(maze)))?;
    } else if pictures.is_empty() {
        let text = match args.level {
            Some(number) => maze::describe_level(maze, number, ink),
            None => maze::describe(maze, ink),
        };
        output::print(|out| out.write_all(text.as_bytes()))?;
    }
    pictures.into_iter().try_for_each(Pending::commit)?;
    Ok(Outcome::Done)
}

/// The cells of a sector: as a map if one level or a slice is asked for.
fn show_cells(args: &ShowArgs, file: SectorFile, ink: Ink) -> Result<Outcome> {
    if args.level.is_some() || args.side.is_some() {
        let carved = file.carved()?;
        let ground = args.ground.or(u32::try_from(-carved.frame().corner.z).ok());
        return show_map(args, carved.volume(), ground, &biomes(&carved), ink);
    }
    // Cells that contradict the rooms are shown, with what is wrong with them.
    let carved = match file.cells {
        Some(carved) => carved,
        None => file.carved()?,
    };
    let issues = validate::carved(&carved);
    let pictures = args
        .pictures
        .files
        .prepare_if_wanted(|| carved_picture(&carved))?;
    if args.json {
        output::print(|out| writeln!(out, "{}", json::write_carved(&carved, &issues)))?;
    } else if pictures.is_empty() {
        output::print(|out| out.write_all(describe_cells(&carved, &issues, ink).as_bytes()))?;
    }
    pictures.into_iter().try_for_each(Pending::commit)?;
    Ok(Outcome::Done)
}

fn show_map(
    args: &ShowArgs,
    volume: &Volume,
    ground: Option<u32>,
    biomes: &[Option<Biome>],
    ink: Ink,
) -> Result<Outcome> {
    if args.pictures.is_tinted() {
        let name = input::name(&args.map);
        bail!("{name} is a map: expected a sector for --tint");
    }
    if let Some(z) = args.level {
        super::check_level(volume, z)?;
    }
    if let Some(z) = args.ground {
        super::check_level(volume, z).context("--ground")?;
    }
    if let Some(slice) = args.side {
        check_side(volume.size(), slice)?;
    }
    let links = link::scan(volume, &args.rules.rules());
    super::log_links(&links);

    // Files get their names only once everything else is done.
    let pictures = prepare_pictures(args, volume, &links, ground, biomes)?;
    if args.json {
        output::print(|out| write_json_map(volume, &links, args.level, out))?;
    } else if pictures.is_empty() {
        print_text(args, volume, &links, ground, biomes, ink)?;
    }
    pictures.into_iter().try_for_each(Pending::commit)?;
    Ok(Outcome::Done)
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

fn prepare_pictures(
    args: &ShowArgs,
    volume: &Volume,
    links: &[Link],
    ground: Option<u32>,
    biomes: &[Option<Biome>],
) -> Result<Vec<Pending>> {
    if !args.pictures.files.is_wanted() {
        return Ok(Vec::new());
    }
    let scene = match picture(args, volume, links, ground, biomes) {
        Ok(scene) => scene,
        Err(error) if args.level.is_none() && args.side.is_none() => {
            bail!("{error}; choose one --level, or a --side")
        }
        Err(error) => return Err(error.into()),
    };
    args.pictures.files.prepare(&scene)
}

fn picture(
    args: &ShowArgs,
    volume: &Volume,
    links: &[Link],
    ground: Option<u32>,
    biomes: &[Option<Biome>],
) -> Result<Scene, TooDetailed> {
    let title = picture::title(&args.map);
    let biomes = biomes.to_vec();
    match (args.level, args.side) {
        (Some(z), _) => {
            let title = if title.is_empty() {
                format!("level {z}")
            } else {
                format!("{title}, level {z}")
            };
            view::plan(
                volume,
                links,
                z,
                &PictureOptions {
                    title,
                    ground,
                    biomes,
                    ..PictureOptions::default()
                },
            )
        }
        (None, Some(slice)) => {
            let ground = Some(ground_of(ground, volume.size()));
            view::side(
                volume,
                links,
                slice,
                &PictureOptions {
                    title,
                    ground,
                    biomes,
                    ..PictureOptions::default()
                },
            )
        }
        (None, None) => view::stack(
            volume,
            links,
            &PictureOptions {
                title,
                ground,
                biomes,
                ..PictureOptions::default()
            },
        ),
    }
}

fn print_text(
    args: &ShowArgs,
    volume: &Volume,
    links: &[Link],
    ground: Option<u32>,
    biomes: &[Option<Biome>],
    ink: Ink,
) -> Result<()> {
    let size = volume.size();
    if let Some(slice) = args.side {
        let options = ProfileOptions {
            ground: ground_of(ground, size),
            ink,
        };
        let profile = view::profile(volume, links, slice, options);
        let notes = view::notes(volume, &Shown::Slice(slice), columns(), ink);
        return output::print(|out| {
            let mut lines = profile.lines().chain([""]).chain(notes.lines());
            lines.try_for_each(|line| writeln!(out, "{line}"))
        });
    }
    let levels: Vec<u32> = match args.level {
        Some(z) => vec![z],
        None => (0..size.levels()).rev().collect(),
    };
    let walkable: u64 = levels.iter().map(|&z| volume.walkable().count(z)).sum();
    let columns = columns();
    output::print(|out| {
        let (width, height) = (size.width(), size.height());
        let what = match args.level {
            Some(z) => format!("level {z} of {}", size.levels()),
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
            let biome = biomes.get(z as usize).copied().flatten();
            let block = view::biome_level(volume, z, &format!("level {z}"), biome, ink);
            let used: u32 = row.iter().map(|block| block.width() + view::GAP).sum();
            if used + block.width() > columns && !row.is_empty() {
                write!(out, "\n{}", view::beside(&row, columns))?;
                row.clear();
            }
            row.push(block);
        }
        writeln!(out, "\n{}", view::beside(&row, columns))?;
        let shown = Shown::Levels(match args.level {
            Some(z) => z..z + 1,
            None => 0..size.levels(),
        });
        let notes = view::notes(volume, &shown, columns, ink);
        writeln!(out, "{}", view::beside(&[notes], columns))?;
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

fn write_json_map(
    volume: &Volume,
    links: &[Link],
    level: Option<u32>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let size = volume.size();
    write!(
        out,
        "{{\"size\":[{},{},{}],\"levels\":[",
        size.width(),
        size.height(),
        size.levels()
    )?;
    let levels = match level {
        Some(z) => z..z + 1,
        None => 0..size.levels(),
    };
    for z in levels.clone() {
        let separator = if z == levels.start { "\n" } else { ",\n" };
        write!(
            out,
            "{separator}{{\"level\":{z},\"walkable\":{},\"rows\":[",
            volume.walkable().count(z)
        )?;
        for y in 0..size.height() {
            let row: String = volume.row(y, z).map(deepway::Cell::glyph).collect();
            write!(
                out,
                "{}{}",
                if y == 0 { "" } else { "," },
                serde_json::to_string(&row)?
            )?;
        }
        write!(out, "]}}")?;
    }
    write!(out, "\n],\"links\":")?;
    let touching = |link: &&Link| {
        levels.contains(&(link.low.z as u32)) || levels.contains(&(link.high.z as u32))
    };
    let links: Vec<Link> = links.iter().filter(touching).copied().collect();
    write_json(&links, out)?;
    writeln!(out, "}}")
}
