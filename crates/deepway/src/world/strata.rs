//! Open worlds: places are `World.11.22.1.1.10:3,4`, levels are depths, 10 at the surface.

use super::place::{PlaceError, level, numbers};
use super::{Kind, NoCells, Realm};
use crate::rules::MoveRules;
use crate::seed::Seed;
use crate::space::{Pos, ZonePos};
use crate::strata::{Address, GENERATION, Strata};
use crate::volume::Volume;

/// The form of a place, for messages.
const FORM: &str = "the address of a zone, with or without World, and a cell in it, such as World.11.22.1.1.10:3,4";

/// The last depth.
const BOTTOM: u32 = ZonePos::DEPTHS - 1;

impl Realm for Strata {
    fn kind(&self) -> Kind {
        Kind::Strata
    }

    fn seed(&self) -> Option<Seed> {
        Some(self.plan().seed())
    }

    fn generation(&self) -> Option<u32> {
        Some(GENERATION)
    }

    fn cells(&self) -> Result<&Volume, NoCells> {
        Err(NoCells::Zones)
    }

    fn rules(&self) -> MoveRules {
        Self::rules()
    }

    fn place(&self, text: &str) -> Result<Pos, PlaceError> {
        let (id, cell) = text
            .rsplit_once(':')
            .ok_or_else(|| PlaceError::form(text, "this world", FORM))?;
        let zone = match id.starts_with(|first: char| first.is_ascii_digit()) {
            true => self.plan().zone(&format!("{}.{id}", Address::WORLD)),
            false => self.plan().zone(id),
        };
        let zone = zone.map_err(|error| PlaceError::new(text, error.to_string()))?;
        let cell = numbers::<u32, 2>(cell, ',');
        let [x, y] = cell.ok_or_else(|| PlaceError::form(text, "this world", FORM))?;
        zone.to_world(x, y).ok_or_else(|| {
            PlaceError::new(
                text,
                "no such cell: expected x from 0 to 79 and y from 0 to 24",
            )
        })
    }

    fn place_name(&self, pos: Pos) -> String {
        match ZonePos::from_world(pos) {
            Some((zone, [x, y])) => format!("{}:{x},{y}", Address::of(zone)),
            None => pos.to_string(),
        }
    }

    fn level(&self, text: &str) -> Result<u32, PlaceError> {
        level(text, 0, BOTTOM as i32, "world").map(|depth| BOTTOM - depth as u32)
    }

    fn level_name(&self, z: u32) -> String {
        (i64::from(BOTTOM) - i64::from(z)).to_string()
    }
}
