//! Open worlds: the zones around the player are loaded, three by three and some levels up and
//! down.

use crate::cell::Cell;
use crate::space::{Pos, ZonePos};
use crate::strata::{Blueprint, Strata};
use crate::thing::Thing;
use crate::volume::{Draft, Size, Volume};
use std::collections::BTreeMap;

/// Levels that are loaded above and below.
const LEVELS: u32 = 3;

/// The loaded part of a world.
pub(super) struct Part {
    pub(super) cells: Volume,
    pub(super) corner: Pos,
    pub(super) zones: Vec<ZonePos>,
}

/// Loads the zones around one.
pub(super) fn part(strata: &Strata, zone: ZonePos, edits: &BTreeMap<Pos, Cell>) -> Option<Part> {
    let [x, y] = zone.column();
    let columns = x.saturating_sub(1)..=(x + 1).min(ZonePos::COLUMNS - 1);
    let rows = y.saturating_sub(1)..=(y + 1).min(ZonePos::ROWS - 1);
    let depths = zone.z().saturating_sub(LEVELS)..=(zone.z() + LEVELS).min(ZonePos::DEPTHS - 1);
    let size = Size::new(
        columns.clone().count() as u32 * ZonePos::WIDTH,
        rows.clone().count() as u32 * ZonePos::HEIGHT,
        depths.clone().count() as u32,
    );
    let mut draft = Draft::new(size.ok()?);
    let first = ZonePos::at([*columns.start(), *rows.start()], *depths.end())?;
    let corner = first.to_world(0, 0)?;
    let mut zones = Vec::new();
    for depth in depths {
        for row in rows.clone() {
            for column in columns.clone() {
                let pos = ZonePos::at([column, row], depth)?;
                let at = pos.to_world(0, 0)?;
                let at = Pos::new(at.x - corner.x, at.y - corner.y, at.z - corner.z);
                strata.zone(pos).draw(&mut draft, at);
                zones.push(pos);
            }
        }
    }
    let mut cells = draft.finish();
    for (pos, &cell) in edits {
        let at = Pos::new(pos.x - corner.x, pos.y - corner.y, pos.z - corner.z);
        // What lies outside is not loaded.
        let _ = cells.set(at, cell);
    }
    Some(Part {
        cells,
        corner,
        zones,
    })
}

/// The things of a zone, at their places in the world.
pub(super) fn things(strata: &Strata, zone: ZonePos) -> Vec<Thing> {
    let built = strata.zone(zone);
    let things = built.things().iter().filter_map(|thing| {
        let [x, y] = [thing.place.x, thing.place.y].map(|at| u32::try_from(at).ok());
        let place = zone.to_world(x?, y?)?;
        Some(Thing {
            place,
            ..thing.clone()
        })
    });
    things.collect()
}

/// Where a game begins: in the town nearest to the middle of the world, or anywhere at the
/// surface.
pub(super) fn entrance(strata: &Strata) -> Option<Pos> {
    let centre = [ZonePos::COLUMNS / 2, ZonePos::ROWS / 2];
    let towns = strata.plan().features().iter();
    let towns = towns.filter(|feature| feature.blueprint == Blueprint::Town);
    let town = towns.min_by_key(|town| {
        let [x, y] = town.column;
        (x.abs_diff(centre[0]) + y.abs_diff(centre[1]), town.column)
    });
    let column = town.map_or(centre, |town| town.column);
    middle(strata, ZonePos::at(column, ZonePos::SURFACE)?)
}

/// The cell of a zone nearest to its middle where one can stand, and nothing leads up or down.
pub(super) fn middle(strata: &Strata, zone: ZonePos) -> Option<Pos> {
    let built = strata.zone(zone);
    let cells = (0..ZonePos::HEIGHT).flat_map(|y| (0..ZonePos::WIDTH).map(move |x| [x, y]));
    let free = cells.filter(|&[x, y]| {
        let cell = built.cell(x, y);
        cell.is_walkable() && !cell.is_vertical()
    });
    let [x, y] = free
        .min_by_key(|&[x, y]| x.abs_diff(ZonePos::WIDTH / 2) + y.abs_diff(ZonePos::HEIGHT / 2))?;
    zone.to_world(x, y)
}
