//! Files of cells that somebody knows.

use crate::input;
use anyhow::{Context, Result, bail};
use deepway::world::World;
use deepway::{Pos, ZonePos};
use std::path::Path;

/// Reads the known cells of a file, as places of the whole world: a line for each, as in
/// `15,15` for a cell of the zone itself, or `World.11.22.1.1.12:15,15`.
pub(super) fn read(file: &Path, world: &World, zone: ZonePos) -> Result<Vec<Pos>> {
    let text = input::read_text(file)?;
    let mut known = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            let place = place(line, world, zone);
            known.push(place.with_context(|| format!("{}:{number}", input::name(file)))?);
        }
    }
    Ok(known)
}

fn place(text: &str, world: &World, zone: ZonePos) -> Result<Pos> {
    if text.contains(':') {
        return Ok(world.place(text)?);
    }
    let cell = text.split_once(',').and_then(|(x, y)| {
        let [x, y] = [x, y].map(|number| number.trim().parse::<u32>().ok());
        Some((x?, y?))
    });
    let Some((x, y)) = cell else {
        bail!(
            "{text:?} is no cell: expected x,y or ID:x,y, as in 15,15 or World.11.22.1.1.12:15,15"
        );
    };
    let place = zone.to_world(x, y);
    place.with_context(|| format!("no cell {x},{y}: expected x from 0 to 79 and y from 0 to 24"))
}
