//! Worlds of any kind for people, as text and as pictures.

use super::map::{MapText, walkable};
use super::sector::chart::{self, Chart};
use super::sector::overview::{biomes, charted_overview, sector_title};
use super::stack::charted_stack;
use super::strata::{overview as strata_overview, picture as strata_picture};
use super::words::count;
use super::{
    Ink, PictureOptions, ProfileOptions, Reader, Scene, Shown, Slice, Theme, Tint, TooDetailed,
    maze_level_overview, maze_map, maze_overview, notes, plan, profile, sector_overview,
    sector_stack, sheet, side, stack,
};
use crate::link::Link;
use crate::space::{Biome, Pos};
use crate::validate;
use crate::world::{Body, NoCells, SectorWorld, World};
use std::fmt::{self, Write};
use thiserror::Error;

/// Which part of a world to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// One level of its cells, by its z in the volume.
    Level(u32),
    /// All levels of its cells from above, beside each other; as text the same as all of it.
    Sheet,
    /// A slice through all levels.
    Side(Slice),
}

/// How to show a world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Showing {
    /// Which part of it.
    pub part: Part,
    /// Whether to show the cells of a sector or a maze instead of its rooms or corridors.
    pub as_cells: bool,
    /// What the colours of rooms show in a picture of a sector, and those of the land in a
    /// picture of an open world.
    pub tint: Tint,
    /// The ground level, if it is not the world's own.
    pub ground: Option<u32>,
    /// A route to draw over cells in a picture of them all; none if empty.
    pub route: Vec<Pos>,
    /// The title: the name of the file, or nothing.
    pub title: String,
    /// Whether a picture is dark or light.
    pub theme: Theme,
    /// Whom the cells of a sector are shown to.
    pub reader: Reader,
}

/// Why a world cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShowError {
    /// It has no cells.
    #[error(transparent)]
    NoCells(#[from] NoCells),
    /// It has more parts than a picture can show.
    #[error(transparent)]
    TooDetailed(#[from] TooDetailed),
    /// The output failed.
    #[error("writing failed")]
    Write(#[from] fmt::Error),
}

impl Showing {
    /// Whether this shows cells, which need links.
    pub fn needs_links(&self, world: &World) -> bool {
        match (world.body(), self.part) {
            (Body::Strata(_), _) => false,
            (Body::Map(_), _) | (_, Part::Side(_)) => true,
            (Body::Sector(_), part) => self.as_cells || part != Part::Whole,
            (Body::Maze(_), _) => self.as_cells,
        }
    }

    fn ground(&self, world: &World) -> Option<u32> {
        self.ground.or(world.ground())
    }
}

/// The medium for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// How many characters fit on a line.
    pub columns: u32,
    /// Whether it takes colour.
    pub ink: Ink,
}

/// Describes a world for people; `links` are those of its cells, if they are
/// [needed](Showing::needs_links).
pub fn overview(
    world: &World,
    links: &[Link],
    showing: &Showing,
    paper: Paper,
    out: &mut impl Write,
) -> Result<(), ShowError> {
    let Paper { columns, ink } = paper;
    let part = match showing.part {
        Part::Sheet => Part::Whole,
        part => part,
    };
    let text = match (world.body(), part) {
        (Body::Sector(rooms), Part::Whole) if !showing.as_cells => {
            sector_overview(rooms.sector(), &validate::check(world), columns, ink)
        }
        (Body::Sector(rooms), part @ (Part::Whole | Part::Level(_))) => {
            let carved = rooms.carved().map_err(NoCells::from)?;
            let chart = Chart::new(carved, showing.reader, rooms.explored());
            let level = match part {
                Part::Level(z) => Some(z),
                _ => None,
            };
            charted_overview(&chart, level, &validate::check(world), columns, ink)
        }
        (Body::Maze(levels), Part::Whole) if !showing.as_cells => {
            maze_overview(levels.maze(), &validate::check(world), columns, ink)
        }
        (Body::Maze(levels), Part::Level(z)) if !showing.as_cells => {
            let number = levels.maze().levels.len() as u32 - z;
            maze_level_overview(levels.maze(), number, columns, ink)
        }
        (Body::Strata(strata), _) => strata_overview(strata.plan(), part, columns, ink),
        _ => return write_map(world, links, showing, paper, out),
    };
    Ok(out.write_str(&text)?)
}

/// Describes the cells of a world.
fn write_map(
    world: &World,
    links: &[Link],
    showing: &Showing,
    Paper { columns, ink }: Paper,
    out: &mut impl Write,
) -> Result<(), ShowError> {
    let cells = world.cells()?;
    let size = cells.size();
    if let Part::Side(slice) = showing.part {
        let ground = showing.ground(world);
        let options = ProfileOptions { ground, ink };
        let drawn = profile(cells, links, slice, options);
        let notes = notes(cells, &Shown::Slice(slice), columns, ink);
        for line in drawn.lines().chain([""]).chain(notes.lines()) {
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    let (levels, what) = match showing.part {
        Part::Level(z) => {
            let what = format!("level {} of {}", world.level_name(z), size.levels());
            (vec![z], what)
        }
        _ => {
            let what = count(u64::from(size.levels()), "level", "levels");
            ((0..size.levels()).rev().collect(), what)
        }
    };
    let (width, height) = (size.width(), size.height());
    let walkable = count(walkable(cells, &levels), "walkable cell", "walkable cells");
    let title = &showing.title;
    writeln!(out, "{title}: {what}, {width} × {height}, {walkable}")?;
    let text = MapText {
        cells,
        links,
        levels,
        name: &|z| world.level_name(z),
        ground: showing.ground,
        biomes: level_biomes(world)?,
        columns,
        ink,
    };
    Ok(text.write(out)?)
}

/// Draws a world; `links` are those of its cells, if they are [needed](Showing::needs_links).
pub fn picture(world: &World, links: &[Link], showing: &Showing) -> Result<Scene, ShowError> {
    let named = |kind: &str| match world.header().seed {
        Some(seed) => format!("{kind} {seed}"),
        None => showing.title.clone(),
    };
    match (world.body(), showing.part) {
        (Body::Sector(rooms), Part::Whole) if !showing.as_cells => {
            let title = sector_title(rooms.sector());
            let scene = sector_stack(rooms.sector(), showing.tint, &title);
            return Ok(showing.theme.applied(scene));
        }
        (Body::Maze(levels), Part::Whole | Part::Sheet) if !showing.as_cells => {
            let scene = maze_map(levels.maze(), None, None)?;
            return Ok(showing.theme.applied(scene));
        }
        (Body::Maze(levels), Part::Level(z)) if !showing.as_cells => {
            let number = levels.maze().levels.len() as u32 - z;
            let scene = maze_map(levels.maze(), Some(number), None)?;
            return Ok(showing.theme.applied(scene));
        }
        (Body::Strata(strata), part) => {
            let title = named("World");
            let (plan, tint) = (strata.plan(), showing.tint);
            let scene = strata_picture(plan, part, &title, tint, showing.theme);
            return Ok(showing.theme.grey(scene));
        }
        _ => {}
    }
    if let (Body::Sector(rooms), part @ (Part::Whole | Part::Level(_) | Part::Sheet)) =
        (world.body(), showing.part)
    {
        return sector_picture(rooms, links, showing, part);
    }
    let cells = world.cells()?;
    let mut options = PictureOptions {
        title: showing.title.clone(),
        ground: showing.ground(world),
        biomes: level_biomes(world)?,
        route: showing.route.clone(),
        theme: showing.theme,
        ..PictureOptions::default()
    };
    Ok(match showing.part {
        Part::Whole => stack(cells, links, &options)?,
        Part::Sheet => sheet(cells, links, &options)?,
        Part::Level(z) => {
            let level = format!("level {}", world.level_name(z));
            options.title = match options.title.is_empty() {
                true => level,
                false => format!("{}, {level}", options.title),
            };
            plan(cells, links, z, &options)?
        }
        Part::Side(slice) => side(cells, links, slice, &options)?,
    })
}

/// Draws the cells of a sector as a map to use.
fn sector_picture(
    rooms: &SectorWorld,
    links: &[Link],
    showing: &Showing,
    part: Part,
) -> Result<Scene, ShowError> {
    let carved = rooms.carved().map_err(NoCells::from)?;
    let chart = Chart::new(carved, showing.reader, rooms.explored());
    let links = chart.links(links);
    let options = PictureOptions {
        biomes: biomes(carved),
        route: showing.route.clone(),
        theme: showing.theme,
        ..PictureOptions::default()
    };
    Ok(match part {
        Part::Level(z) => chart::page(&chart, &links, z, &options)?,
        Part::Sheet => chart::sheet(&chart, &links, &options)?,
        _ => charted_stack(&chart, &links, &options)?,
    })
}

/// The biome of each level, if levels have biomes.
fn level_biomes(world: &World) -> Result<Vec<Option<Biome>>, NoCells> {
    match world.body() {
        Body::Sector(rooms) => Ok(biomes(rooms.carved()?)),
        Body::Map(_) | Body::Maze(_) | Body::Strata(_) => Ok(Vec::new()),
    }
}
