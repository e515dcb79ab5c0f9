//! Sectors: places are rooms or `x,y,z`, levels have the names and numbers of layers.

use super::place::{PlaceError, cell};
use super::{Kind, NoCells, Realm};
use crate::ids::RoomId;
use crate::sector::{CarveError, CarvedSector, Sector, carve};
use crate::seed::Seed;
use crate::space::{Layer, Pos};
use crate::volume::Volume;
use std::sync::OnceLock;

/// A sector, with its cells if it came with them or once they have been asked for.
#[derive(Clone, Debug)]
pub struct SectorWorld(Inside, Option<Vec<RoomId>>);

#[derive(Clone, Debug)]
enum Inside {
    Rooms(Box<Sector>, OnceLock<Result<Box<CarvedSector>, CarveError>>),
    Cells(Box<CarvedSector>),
}

impl SectorWorld {
    /// The rooms and what joins them.
    pub fn sector(&self) -> &Sector {
        match &self.0 {
            Inside::Rooms(sector, _) => sector,
            Inside::Cells(carved) => carved.sector(),
        }
    }

    /// The sector with its cells, which are carved now if it has none.
    pub fn carved(&self) -> Result<&CarvedSector, CarveError> {
        match &self.0 {
            Inside::Cells(carved) => Ok(carved),
            Inside::Rooms(sector, cells) => {
                let carved = cells.get_or_init(|| carve((**sector).clone()).map(Box::new));
                carved.as_deref().map_err(|&error| error)
            }
        }
    }

    /// The cells that it came with, if it came with any.
    pub fn given_cells(&self) -> Option<&CarvedSector> {
        match &self.0 {
            Inside::Cells(carved) => Some(carved),
            Inside::Rooms(..) => None,
        }
    }
}

impl SectorWorld {
    /// Whether it was saved with a character in it, which only [`crate::json`] can read.
    pub fn is_expedition(&self) -> bool {
        self.1.is_some()
    }

    /// The rooms where the character has been who was saved in it.
    pub fn explored(&self) -> Option<&[RoomId]> {
        self.1.as_deref()
    }

    /// The same world, saved with a character who has been in some rooms, or with nobody.
    pub(crate) fn saved(self, visited: Option<Vec<RoomId>>) -> Self {
        Self(self.0, visited)
    }

    pub(super) fn into_cells(self) -> Result<Volume, NoCells> {
        let carved = match self.0 {
            Inside::Cells(carved) => *carved,
            Inside::Rooms(sector, cells) => match cells.into_inner() {
                Some(carved) => *carved?,
                None => carve(*sector)?,
            },
        };
        Ok(carved.into_volume())
    }
}

impl From<Sector> for SectorWorld {
    fn from(sector: Sector) -> Self {
        Self(Inside::Rooms(Box::new(sector), OnceLock::new()), None)
    }
}

impl From<CarvedSector> for SectorWorld {
    fn from(carved: CarvedSector) -> Self {
        Self(Inside::Cells(Box::new(carved)), None)
    }
}

impl Realm for SectorWorld {
    fn kind(&self) -> Kind {
        Kind::Sector
    }

    fn seed(&self) -> Option<Seed> {
        Some(self.sector().seed())
    }

    fn generation(&self) -> Option<u32> {
        Some(self.sector().generation())
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let blueprint = self.sector().blueprint();
        vec![
            ("biome", blueprint.biome.id().to_owned()),
            ("target_rooms", blueprint.target_rooms.to_string()),
            ("trend", blueprint.trend.to_string()),
            ("difficulty", blueprint.difficulty.to_string()),
        ]
    }

    fn cells(&self) -> Result<&Volume, NoCells> {
        Ok(self.carved()?.volume())
    }

    fn ground(&self) -> Option<u32> {
        u32::try_from(-self.carved().ok()?.frame().corner.z).ok()
    }

    /// A room means its middle.
    fn place(&self, text: &str) -> Result<Pos, PlaceError> {
        let carved = self.carved();
        let carved = carved.map_err(|error| PlaceError::new(text, error.to_string()))?;
        if let Some(pos) = cell(text) {
            return Ok(pos);
        }
        let sector = self.sector();
        let rooms = match sector.rooms() {
            [] => "a room".to_owned(),
            [only] => format!("the room {}", only.id),
            [first, .., last] => format!("a room, {} to {}", first.id, last.id),
        };
        let Some(room) = sector.find_room(text) else {
            let forms = format!("{rooms}, or x,y,z of its cells, such as 12,7,0");
            return Err(PlaceError::form(text, "this sector", &forms));
        };
        let middle = carved.middle_of(room);
        middle.ok_or_else(|| PlaceError::new(text, "nobody can stand in this room"))
    }

    fn place_name(&self, pos: Pos) -> String {
        pos.to_string()
    }

    fn level(&self, text: &str) -> Result<u32, PlaceError> {
        let carved = self.carved();
        let carved = carved.map_err(|error| PlaceError::new(text, error.to_string()))?;
        let (lowest, levels) = (carved.frame().corner.z, carved.volume().size().levels());
        let highest = lowest.saturating_add_unsigned(levels - 1);
        let named = text.parse::<Layer>().ok().map(Layer::z);
        let z = named.or_else(|| text.parse().ok());
        let z = z.filter(|z| (lowest..=highest).contains(z));
        z.map(|z| z.abs_diff(lowest)).ok_or_else(|| {
            let names = (lowest..=highest).rev().map(name_of);
            let names: Vec<String> = names.collect();
            let problem = format!("not a level of this sector: expected {}", names.join(", "));
            PlaceError::new(text, problem)
        })
    }

    fn level_name(&self, z: u32) -> String {
        let lowest = self.carved().map_or(0, |carved| carved.frame().corner.z);
        let z = lowest.saturating_add_unsigned(z);
        Layer::from_z(z).map_or_else(|| z.to_string(), |layer| layer.to_string())
    }
}

/// A layer's name and number.
fn name_of(z: i32) -> String {
    match Layer::from_z(z) {
        Some(layer) => format!("{layer} ({z})"),
        None => z.to_string(),
    }
}
