//! Sectors, wherever a command is about their rooms.

use anyhow::{Result, bail};
use deepway::world::{Body, SectorWorld, World};

/// The world as a sector.
pub(super) fn of(world: &World) -> Result<&SectorWorld> {
    match world.body() {
        Body::Sector(sector) => Ok(sector),
        _ => bail!("a {}: expected a sector", world.kind()),
    }
}
