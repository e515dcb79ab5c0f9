//! Worlds to write for other tools: what convert, book and pack share.

use super::diff::source::Source as Origin;
use crate::message::{self, one_line, shown};
use crate::output::{self, Named, Pending};
use crate::{foreign, input};
use anyhow::{Context, Result, bail};
use deepway::export::Source;
use deepway::import::Mapping;
use deepway::world::{Kind, World};
use deepway::{Link, ZonePos};
use std::path::Path;

/// The largest mapping.
const MAX_MAPPING: u64 = 8 << 20;

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
    title: String,
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

    /// The same by a mapping, if it is a file of another tool: one that is there is read, one
    /// that is not there is written.
    pub(crate) fn read_by(
        &self,
        zones: &ZoneArgs,
        map: Option<&Path>,
    ) -> Result<(Taken, Option<Pending>)> {
        let given = map.filter(|map| map.exists());
        let mapping = given.map(|file| {
            let text = input::read_limited(file, MAX_MAPPING)?;
            Ok::<_, anyhow::Error>(Mapping::from_toml(&input::name(file), &text)?)
        });
        let mapping = mapping.transpose()?;
        // A name without a file may be that of a saved world, which needs no mapping.
        let imported = match self.0.file().filter(|path| path.exists()) {
            Some(path) => foreign::read(path, mapping.as_ref())?,
            None => None,
        };
        let Some(imported) = imported else {
            if let Some(map) = map {
                bail!(
                    "--map {} is for files of other tools: expected Tiled, LDtk, REXPaint or One Page Dungeon",
                    shown(map)
                );
            }
            return Ok((self.read(zones)?, None));
        };
        foreign::tell(&imported, given.is_none() && map.is_none());
        if let Some(slip) = imported
            .mapping
            .unused()
            .first()
            .filter(|_| given.is_some())
        {
            message::say(&format!("not used in the mapping: {}", one_line(slip)));
        }
        let written = map.filter(|_| given.is_none()).map(|file| {
            let text = imported.mapping.to_toml();
            output::prepare(file, |out| out.write_all(text.as_bytes()))
        });
        Ok((self.take(imported.world, zones)?, written.transpose()?))
    }

    pub(crate) fn take(&self, world: World, zones: &ZoneArgs) -> Result<Taken> {
        let name = self.0.name();
        let Some(id) = &zones.zone else {
            let title = self.0.file().map(super::picture::title);
            let title = title.unwrap_or_else(|| name.clone());
            let zones = None;
            return Ok(Taken {
                world,
                name,
                title,
                zones,
            });
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
            name,
            title: title_of(zone),
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
        let source = Source::new(&self.world, &self.title);
        let source = source.with_context(|| self.name.clone())?;
        Ok(match &self.zones {
            Some((names, links)) => source.with_levels(names, links.clone()),
            None => source,
        })
    }
}
