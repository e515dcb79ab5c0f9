//! Maps: places are `x,y,z` or the names of things, levels are numbered from the bottom up.

use super::place::{PlaceError, cell, level};
use super::{Kind, NoCells, Realm};
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::volume::Volume;

/// The forms of a place, for messages.
const FORMS: &str = "x,y,z, such as 12,7,0, or the name of a label, a spawn or a marker";

impl Realm for Volume {
    fn kind(&self) -> Kind {
        Kind::Map
    }

    fn cells(&self) -> Result<&Volume, NoCells> {
        Ok(self)
    }

    fn place(&self, text: &str) -> Result<Pos, PlaceError> {
        if let Some(pos) = cell(text) {
            return Ok(pos);
        }
        let is_meant = |thing: &&Thing| {
            let kinds = [ThingKind::Label, ThingKind::Spawn, ThingKind::Marker];
            let room = thing.properties.get("room");
            !text.is_empty()
                && kinds.contains(&thing.kind)
                && (thing.name == text || room.is_some_and(|id| id == text))
        };
        let named = self.things().map(|(_, thing)| thing).filter(is_meant);
        match named.collect::<Vec<_>>().as_slice() {
            [thing] => Ok(thing.place),
            [] => Err(PlaceError::form(text, "this map", FORMS)),
            [first, second, ..] => {
                let (first, second) = (first.place, second.place);
                let problem = format!("several places: expected {first} or {second}, for example");
                Err(PlaceError::new(text, problem))
            }
        }
    }

    fn place_name(&self, pos: Pos) -> String {
        pos.to_string()
    }

    fn level(&self, text: &str) -> Result<u32, PlaceError> {
        level(text, 0, self.size().levels() as i32 - 1, "map").map(|number| number as u32)
    }

    fn level_name(&self, z: u32) -> String {
        z.to_string()
    }
}
