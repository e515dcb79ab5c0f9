//! Open worlds: places are `World.11.22.1.1.10:3,4`, levels are depths, 10 at the surface.

use super::place::{PlaceError, level, numbers};
use super::{Kind, NoCells, Realm};
use crate::rules::MoveRules;
use crate::seed::Seed;
use crate::space::{Pos, ZonePos};
use crate::strata::{Address, GENERATION, Strata};
use crate::volume::Volume;

/// The form of a place, for messages.
const FORM: &str = "the address of a zone, with or without World, and a cell in it, such as World.11.22.1.1.10:3,4, or the name of a town or another feature";

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
        let Some((id, cell)) = text.rsplit_once(':') else {
            let zone = self
                .feature_called(text)
                .ok_or_else(|| PlaceError::form(text, "this world", FORM))??;
            return self
                .middle(zone)
                .ok_or_else(|| PlaceError::new(text, "no cell of it can be walked on"));
        };
        let zone = self
            .zone_named(id)
            .map_err(|error| PlaceError::new(text, error.problem))?;
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

impl Strata {
    /// The zone that a text names: its address, with or without `World`, or the name of a
    /// feature, whose highest level is meant.
    pub fn zone_named(&self, text: &str) -> Result<ZonePos, PlaceError> {
        if let Some(zone) = self.feature_called(text) {
            return zone;
        }
        let zone = match text.starts_with(|first: char| first.is_ascii_digit()) {
            true => self.plan().zone(&format!("{}.{text}", Address::WORLD)),
            false => self.plan().zone(text),
        };
        zone.map_err(|error| PlaceError::new(text, error.to_string()))
    }

    /// The zone of the one feature of a name, at the surface if it reaches it, else at its top;
    /// an error if several have the name, and none if none has it. Case and a leading "the" do
    /// not matter.
    fn feature_called(&self, text: &str) -> Option<Result<ZonePos, PlaceError>> {
        let plain = |name: &str| {
            let name = name.trim().to_lowercase();
            name.strip_prefix("the ").unwrap_or(&name).to_owned()
        };
        // An address has dots, which names do not have.
        let wanted = plain(text);
        if wanted.is_empty() || text.contains(['.', ':']) {
            return None;
        }
        let plan = self.plan();
        let features = plan.features().iter();
        let mut zones = features
            .filter(|feature| plain(&plan.feature_name(feature)) == wanted)
            .filter_map(|feature| {
                let depth = ZonePos::SURFACE.clamp(feature.top, feature.bottom);
                ZonePos::at(feature.column, depth)
            });
        let first = zones.next()?;
        Some(match zones.next() {
            None => Ok(first),
            Some(second) => Err(PlaceError::new(
                text,
                format!(
                    "several places have this name: expected the address of one, as {} or {}",
                    Address::of(first),
                    Address::of(second)
                ),
            )),
        })
    }

    /// The walkable cell nearest to the middle of a zone that does not pull.
    fn middle(&self, zone: ZonePos) -> Option<Pos> {
        let built = self.zone(zone);
        let cells = (0..ZonePos::HEIGHT).flat_map(|y| (0..ZonePos::WIDTH).map(move |x| (x, y)));
        let free = cells.filter(|&(x, y)| built.cell(x, y).is_walkable() && !built.pulls(x, y));
        let [width, height] = [ZonePos::WIDTH / 2, ZonePos::HEIGHT / 2];
        let nearest = free.min_by_key(|&(x, y)| x.abs_diff(width) + y.abs_diff(height));
        nearest.and_then(|(x, y)| zone.to_world(x, y))
    }
}
