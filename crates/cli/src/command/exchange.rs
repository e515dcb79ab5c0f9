//! Worlds to write for other tools: what convert, book and pack share.

use super::diff::source::Source as Origin;
use crate::input;
use crate::output::Named;
use anyhow::{Context, Result, bail};
use deepway::export::Source;
use deepway::world::{Kind, World};
use deepway::{Link, ZonePos};
use std::path::Path;

/// Which zones of an open world are meant.
#[derive(clap::Args)]
#[command(next_help_heading = "Open worlds")]
pub(crate) struct ZoneArgs {
    /// Of an open world, this zone: its address, with or without World, or the name of a feature
    #[arg(long, value_name = "ID")]
    zone: Option<String>,
    /// And the zones around it, this many to each side, 1 to 12; 1 is a whole parasang
    #[arg(long, value_name = "N", requires = "zone",
        value_parser = clap::value_parser!(u32).range(1..=12))]
    around: Option<u32>,
    /// And the levels below it, this many, 1 to 49
    #[arg(long, value_name = "N", requires = "zone",
        value_parser = clap::value_parser!(u32).range(1..=49))]
    below: Option<u32>,
}

/// A world to write, and what only its origin knows.
pub(crate) struct Taken {
    pub(crate) world: World,
    /// What messages and titles call it.
    pub(crate) name: String,
    /// The names of levels and the links of zones of an open world.
    zones: Option<(Vec<String>, Vec<Link>)>,
}

/// Where a world comes from: a file, a saved world, or a seed.
pub(crate) struct In(Origin);

impl In {
    pub(crate) fn new(text: &str) -> Self {
        Self(Origin::new(text))
    }

    /// The file, if it is one.
    pub(crate) fn named(&self, argument: &'static str) -> Option<Named<'_>> {
        Some(Named::new(argument, self.0.file()?))
    }

    /// Reads the world, and takes the zones that are asked for.
    pub(crate) fn read(&self, zones: &ZoneArgs) -> Result<Taken> {
        let world = self.0.read()?;
        self.take(world, zones)
    }

    pub(crate) fn take(&self, world: World, zones: &ZoneArgs) -> Result<Taken> {
        let name = self.0.name();
        let Some(id) = &zones.zone else {
            let zones = None;
            return Ok(Taken { world, name, zones });
        };
        if world.kind() != Kind::Strata {
            bail!(
                "--zone is for open worlds, and {name} is a {}: expected none",
                world.kind()
            );
        }
        let strata = super::strata::of(&world)?;
        let zone = strata.zone_named(id).context("--zone")?;
        let levels = zones.below.unwrap_or(0) + 1;
        let around = zones.around.unwrap_or(0);
        let (cells, links) = strata.cells_around(zone, around, levels)?;
        let count = cells.size().levels();
        let names = (0..count).map(|level| format!("depth {}", zone.z() + count - 1 - level));
        let zones = Some((names.collect(), links));
        Ok(Taken {
            world: World::from(cells),
            name: title_of(zone),
            zones,
        })
    }
}

fn title_of(zone: ZonePos) -> String {
    deepway::strata::Address::of(zone).to_string()
}

impl Taken {
    /// Puts another world in its place.
    pub(crate) fn replace(&mut self, world: World) {
        self.world = world;
        self.zones = None;
    }

    /// The world as the formats see it.
    pub(crate) fn source(&self) -> Result<Source<'_>> {
        if self.world.kind() == Kind::Strata {
            bail!(
                "{} is an open world: expected --zone ID with it, such as --zone 11.22.1.1.12",
                self.name
            );
        }
        input::check(&self.world, Path::new(&self.name))?;
        let path = Path::new(&self.name);
        let title = match path.file_stem() {
            Some(stem) if path.extension().is_some_and(|ending| ending.len() < 6) => stem,
            _ => path.as_os_str(),
        };
        let source = Source::new(&self.world, &title.to_string_lossy());
        let source = source.with_context(|| self.name.clone())?;
        Ok(match &self.zones {
            Some((names, links)) => source.with_levels(names, links.clone()),
            None => source,
        })
    }
}
