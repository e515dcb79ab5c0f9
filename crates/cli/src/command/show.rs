//! `deepway show`.

use super::links::{summary, write_json};
use crate::message::count;
use crate::output;
use crate::rules::RuleArgs;
use crate::{Outcome, input};
use anyhow::{Context, Result, bail};
use deepway::view::{self, Ink, PictureOptions, ProfileOptions, Scene, Slice};
use deepway::{Link, LinkKind, Size, Volume, link};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tracing::{debug, info};

#[derive(clap::Args)]
#[command(after_help = "\
Without --svg or --png the map is printed, highest level first. With one of them
a picture is written instead: of all levels, pulled apart; of one --level, from
above; or of one --side.

Examples:
  deepway show examples/watchtower.txt
  deepway show examples/watchtower.txt --level 3 --png ground.png
  deepway show examples/watchtower.txt --side x=20
  deepway show examples/watchtower.txt --svg tower.svg --png tower.png
  deepway convert arena.map - | deepway show -

Glyphs:
  # wall   . floor   + door   % rubble   ~ = liquid, shallow and deep
  L ladder   < > X stairs up, down, both   ^ v { } ramp entered from N, S, W, E
  O shaft   o hole   E elevator   a space is open air")]
pub(crate) struct ShowArgs {
    /// The map: a text map or a MovingAI .map; - is standard input
    map: PathBuf,
    /// Show only this level; the lowest is 0
    #[arg(long, value_name = "N", conflicts_with = "side")]
    level: Option<u32>,
    /// Show a slice through all levels, at this x or y
    #[arg(long, value_name = "x=K|y=K")]
    side: Option<Slice>,
    /// The level that is ground level, from which layers are named [default: the middle one]
    #[arg(long, value_name = "N")]
    ground: Option<u32>,
    /// Write a picture as SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a picture as PNG; - is standard output
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Print size, rows of cells and links as one JSON object, for a program
    #[arg(long, conflicts_with = "side")]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

pub(crate) fn run(args: &ShowArgs, ink: Ink) -> Result<Outcome> {
    let to_stdout = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
    if [to_stdout(&args.svg), to_stdout(&args.png), args.json]
        .iter()
        .filter(|&&yes| yes)
        .count()
        > 1
    {
        bail!("only one of --svg -, --png - and --json can have standard output");
    }
    let volume = input::read_map(&args.map)?;
    if let Some(z) = args.level {
        super::check_level(&volume, z)?;
    }
    if let Some(z) = args.ground {
        super::check_level(&volume, z).context("--ground")?;
    }
    if let Some(slice) = args.side {
        check_side(volume.size(), slice)?;
    }
    let links = link::scan(&volume, &args.rules.rules());
    info!(links = links.len(), "found links");

    if args.json {
        output::print(|out| write_json_map(&volume, &links, args.level, out))?;
    }
    if args.svg.is_some() || args.png.is_some() {
        write_pictures(args, &volume, &links)?;
    } else if !args.json {
        print_text(args, &volume, &links, ink)?;
    }
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

/// The ground level: the one that was asked for, or the middle one.
fn ground(args: &ShowArgs, size: Size) -> u32 {
    args.ground.unwrap_or((size.levels() - 1) / 2)
}

fn write_pictures(args: &ShowArgs, volume: &Volume, links: &[Link]) -> Result<()> {
    let scene = picture(args, volume, links)?;
    debug!(
        items = scene.items.len(),
        width = scene.width,
        height = scene.height,
        "arranged picture"
    );
    // Both are made before either is written, so that a failure writes nothing.
    let svg = args.svg.as_ref().map(|path| (path, view::svg(&scene)));
    let png = match &args.png {
        Some(path) => Some((path, view::png(&scene, png_scale(&scene))?)),
        None => None,
    };
    if let Some((path, svg)) = svg {
        output::write(path, |out| out.write_all(svg.as_bytes()))?;
    }
    if let Some((path, png)) = png {
        output::write(path, |out| out.write_all(&png))?;
    }
    Ok(())
}

/// Two pixels to a unit, so that a picture is sharp; one where it is large.
fn png_scale(scene: &Scene) -> f32 {
    if scene.width * scene.height > 6e6 {
        1.0
    } else {
        2.0
    }
}

fn picture(args: &ShowArgs, volume: &Volume, links: &[Link]) -> Result<Scene> {
    let stem = args.map.file_stem().unwrap_or_default();
    let title = if stem == "-" {
        String::new()
    } else {
        crate::message::shown(Path::new(stem))
    };
    let mut options = PictureOptions {
        title,
        ground: Some(ground(args, volume.size())),
    };
    Ok(match (args.level, args.side) {
        (Some(z), _) => {
            let _ = write!(
                options.title,
                "{}level {z}",
                if options.title.is_empty() { "" } else { ", " }
            );
            view::plan(volume, links, z, &options)
        }
        (None, Some(slice)) => view::side(volume, links, slice, &options),
        (None, None) => view::stack(volume, links, &options)
            .context("choose one with --level, or a slice with --side")?,
    })
}

fn print_text(args: &ShowArgs, volume: &Volume, links: &[Link], ink: Ink) -> Result<()> {
    let size = volume.size();
    if let Some(slice) = args.side {
        let options = ProfileOptions {
            ground: ground(args, size),
            ink,
        };
        let profile = view::profile(volume, links, slice, options);
        return output::print(|out| profile.lines().try_for_each(|line| writeln!(out, "{line}")));
    }
    let walkable: u64 = (0..size.levels()).map(|z| volume.walkable().count(z)).sum();
    let levels: Vec<u32> = match args.level {
        Some(z) => vec![z],
        None => (0..size.levels()).rev().collect(),
    };
    let columns = terminal_size::terminal_size().map_or(100, |(width, _)| u32::from(width.0));
    output::print(|out| {
        let walkable = count(walkable, "walkable cell", "walkable cells");
        let levels_of = count(u64::from(size.levels()), "level", "levels");
        let (width, height) = (size.width(), size.height());
        writeln!(
            out,
            "{}: {levels_of} of {width} × {height}, {walkable}",
            input::name(&args.map)
        )?;
        writeln!(out)?;
        // As many levels at a time as can stand side by side: a large map is never held twice.
        let per_row = (columns / (width + 4)).max(1) as usize;
        for (i, row) in levels.chunks(per_row).enumerate() {
            let blocks: Vec<_> = row
                .iter()
                .map(|&z| view::level(volume, z, &format!("level {z}"), ink))
                .collect();
            let gap = if i == 0 { "" } else { "\n" };
            write!(out, "{gap}{}", view::beside(&blocks, columns))?;
        }
        writeln!(out)?;
        write_links(links, &levels, out)
    })
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
                places.push(format!("and {rest} more"));
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
    for link in links {
        match flights
            .iter_mut()
            .find(|(first, _)| first.group == link.group)
        {
            Some((_, width)) => *width += 1,
            None => flights.push((link, 1)),
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
