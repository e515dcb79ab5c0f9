//! Sectors, wherever a command is about their rooms.

use super::wrong_kind;
use anyhow::Result;
use deepway::world::{Body, Kind, SectorWorld, World};

/// The world as a sector; `name` is what an error calls it.
pub(super) fn of<'w>(world: &'w World, name: &str) -> Result<&'w SectorWorld> {
    match world.body() {
        Body::Sector(sector) => Ok(sector),
        _ => Err(wrong_kind(name, world.kind(), Kind::Sector)),
    }
}
