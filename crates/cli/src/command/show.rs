//! `deepway show`.

use super::picture::{self, MapArgs, SectorPictureArgs};
use crate::input::WorldArgs;
use crate::output::{self, Named};
use crate::rules::RuleArgs;
use crate::{Status, input};
use anyhow::{Context, Result, anyhow, bail};
use deepway::answer::MapAnswer;
use deepway::view::{self, Ink, Part, Scene, Showing, Slice, Tint};
use deepway::world::{Kind, World};
use deepway::{Link, Size, ZonePos};
use std::path::Path;

#[derive(clap::Args)]
#[command(after_help = "\
Without --svg or --png the map is printed, highest level first. With either, a picture
is drawn instead: of all levels, pulled apart; of a --level, from above; or of a --side.
A sector, as `generate sector --json` writes it, is shown from the side and from above,
with its rooms; a maze is shown level by level, side by side.

Examples:
  deepway show examples/watchtower.txt
  deepway show examples/watchtower.txt --level 3 --png ground.png
  deepway show examples/watchtower.txt --side x=20
  deepway show examples/watchtower.txt --svg tower.svg --png tower.png
  deepway convert examples/arena.map - | deepway show -
  deepway show sector.json --png sector.png
  deepway show sector.json --sheet --theme print --png map.png
  deepway show sector.json --player --pages --png handout.png
  deepway show maze.json --level 2
  deepway show --world 7 --map --png map.png --theme light
  deepway show --world 7 --map --depth 20
  deepway show --world 7 --section y=37 --png section.png

Glyphs:
  # wall   . floor   + door   % rubble   ~ = liquid, shallow and deep
  S secret door   _ dais   I pillar   & statue   M machinery   * crystal   T furniture
  L ladder   < > X stairs up, down, both   ^ v { } ramp entered from N, S, W, E
  O shaft   o hole   E elevator   a space is open air")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    map: WorldArgs,
    /// Show only this level: 0 is the lowest of a map, 1 the highest of a maze; in a sector a layer, such as ground or -2; in an open world a depth, 10 at the surface
    #[arg(
        long,
        visible_alias = "depth",
        value_name = "LEVEL",
        allow_hyphen_values = true,
        conflicts_with = "side"
    )]
    level: Option<String>,
    /// Show the cells of a sector (carved if the file has none) or of a maze
    #[arg(long)]
    cells: bool,
    /// Show an open world from above: its surface, or a --depth
    #[arg(long = "map", conflicts_with_all = ["side", "json"])]
    from_above: bool,
    /// Show a slice through all levels, at this x or y; in an open world a column or a row of zones
    #[arg(long, visible_alias = "section", value_name = "x=K|y=K")]
    side: Option<Slice>,
    /// Name the seven layers, with this level as the ground [default: a sector's own]
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    ground: Option<String>,
    #[command(flatten)]
    layout: MapArgs,
    #[command(flatten)]
    pictures: SectorPictureArgs,
    /// Print size, rows of cells and links as one JSON object, for a program
    #[arg(long, conflicts_with = "side")]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

pub(crate) fn run(args: &ShowArgs, ink: Ink) -> Result<Status> {
    let path = args.map.path();
    let file = Named::new("WORLD", &path);
    let pictures = &args.pictures.files;
    args.pictures.check(&[file], args.json)?;
    args.layout.check(pictures)?;
    let world = args.map.read()?;
    let showing = showing(args, &world)?;
    let links = match showing.needs_links(&world) {
        true => {
            check_cells(args, &world)?;
            world.links(&args.rules.rules(&world))?
        }
        false => Vec::new(),
    };
    super::log_links(&links);
    if args.layout.pages {
        let pages = pictures.pages(&world)?;
        let outputs: Vec<Named> = pages.iter().flat_map(|(_, page)| page.files()).collect();
        output::keep_apart(&[Named::new("WORLD", &path)], &outputs)?;
    }
    // Files are moved into place only once everything else is done.
    let draw = |showing: &Showing| draw(&world, &links, showing);
    let files = args.layout.prepare(pictures, &world, &showing, draw)?;
    if args.json {
        print_json(&world, &links, &showing)?;
    } else if files.is_empty() {
        super::print_overview(&world, &links, &showing, ink)?;
    }
    output::commit(files, "", !args.json && !pictures.takes_stdout())?;
    Ok(Status::Done)
}

/// What to show, if this kind of world has it.
fn showing(args: &ShowArgs, world: &World) -> Result<Showing> {
    let (name, kind) = (input::name(&args.map.path()), world.kind());
    if args.cells && kind == Kind::Map {
        bail!("{name} is a map: expected a sector or a maze for --cells");
    }
    if kind == Kind::Strata && (args.cells || args.ground.is_some() || args.rules.are_given()) {
        bail!(
            "{name} is an open world: expected neither --cells, --ground nor a movement rule (deepway zone shows cells)"
        );
    }
    check_layout(args, &name, kind)?;
    let level = args.level.as_deref().map(|level| world.level(level));
    let level = level.transpose().context(match kind {
        Kind::Strata => "--depth",
        _ => "--level",
    })?;
    let level = match (level, args.from_above, kind) {
        (None, true, Kind::Strata) => Some(ZonePos::DEPTHS - 1 - ZonePos::SURFACE),
        (_, true, Kind::Map | Kind::Sector | Kind::Maze) => {
            bail!("{name} is a {kind}: expected an open world for --map (--level shows a level)")
        }
        (level, ..) => level,
    };
    let ground = args.ground.as_deref().map(|ground| world.level(ground));
    let showing = Showing {
        part: match (level, args.side) {
            (Some(z), _) => Part::Level(z),
            (None, Some(slice)) => Part::Side(slice),
            (None, None) if args.layout.sheet => Part::Sheet,
            (None, None) => Part::Whole,
        },
        as_cells: args.cells || (kind == Kind::Sector && args.layout.player),
        reader: args.layout.reader(),
        tint: args.pictures.tint(),
        theme: args.pictures.theme.theme(),
        ground: ground.transpose().context("--ground")?,
        title: name.clone(),
        ..Showing::default()
    };
    let is_cells = showing.needs_links(world);
    if !is_cells && (args.ground.is_some() || args.rules.are_given()) {
        let how = match kind {
            Kind::Maze => "--cells or --side",
            _ => "--cells, --level or --side",
        };
        bail!("{name} is a {kind}: expected {how} with --ground or a movement rule");
    }
    let is_tier = args.pictures.tint() == Tint::Tier;
    match kind {
        _ if !args.pictures.is_tinted() => {}
        Kind::Strata if is_tier && args.side.is_none() => {}
        Kind::Strata => {
            bail!("an open world is tinted by tier: expected --tint tier, without --section")
        }
        _ if is_tier => {
            bail!("--tint tier is for maps of open worlds: expected --tint layer, role or biome")
        }
        Kind::Sector if !is_cells => {}
        _ => bail!(
            "--tint is for pictures of rooms: expected a sector, without --cells, --level or --side"
        ),
    }
    if kind == Kind::Strata {
        if args.json && level.is_some() {
            bail!("{name} is an open world: expected --json without --depth");
        }
        match args.side {
            Some(Slice::X(x)) if x >= ZonePos::COLUMNS => bail!(
                "no section at x={x}: the world has columns of zones from 0 to {}",
                ZonePos::COLUMNS - 1
            ),
            Some(Slice::Y(y)) if y >= ZonePos::ROWS => bail!(
                "no section at y={y}: the world has rows of zones from 0 to {}",
                ZonePos::ROWS - 1
            ),
            _ => {}
        }
    }
    if args.json && level.is_some() && !is_cells {
        bail!("{name} is a {kind}: expected --cells with --level and --json");
    }
    if let (Some(slice), Ok(cells)) = (args.side, world.cells()) {
        check_side(cells.size(), slice)?;
    }
    Ok(showing)
}

/// Refuses --player, --sheet and --pages where they mean nothing.
fn check_layout(args: &ShowArgs, name: &str, kind: Kind) -> Result<()> {
    let MapArgs {
        player,
        sheet,
        pages,
    } = args.layout;
    if player && kind != Kind::Sector {
        bail!("{name} is a {kind}: expected a sector for --player");
    }
    if player && (args.json || args.side.is_some()) {
        bail!("--player is for maps from above: expected it without --json and --side");
    }
    if (sheet || pages) && kind == Kind::Strata {
        bail!("{name} is an open world: expected neither --sheet nor --pages");
    }
    if (sheet || pages) && (args.level.is_some() || args.side.is_some()) {
        bail!("--sheet and --pages show all levels: expected neither --level nor --side");
    }
    Ok(())
}

/// Refuses a world that contradicts itself; cells that came with a sector are shown anyway,
/// with what is wrong with them.
fn check_cells(args: &ShowArgs, world: &World) -> Result<()> {
    let is_whole = args.level.is_none() && args.side.is_none();
    if is_whole && super::sector::of(world, "").is_ok_and(|sector| sector.given_cells().is_some()) {
        return Ok(());
    }
    input::cells(world, &args.map.path()).map(drop)
}

/// The picture; its title is the file's name without the extension.
fn draw(world: &World, links: &[Link], showing: &Showing) -> Result<Scene> {
    let titled = Showing {
        title: picture::title(Path::new(&showing.title)),
        ..showing.clone()
    };
    view::picture(world, links, &titled).map_err(|error| match showing.part {
        Part::Whole | Part::Sheet => anyhow!("{error}; choose one --level, or a --side"),
        _ => error.into(),
    })
}

/// The world itself, or its cells and links if those are shown.
fn print_json(world: &World, links: &[Link], showing: &Showing) -> Result<()> {
    let level = match showing.part {
        Part::Level(z) => Some(z),
        _ => None,
    };
    if world.kind() == Kind::Map
        || level.is_some()
        || (showing.as_cells && world.kind() == Kind::Maze)
    {
        return output::print_json(&MapAnswer::new(world.cells()?, links, level));
    }
    super::print_world(world, showing.as_cells)
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
