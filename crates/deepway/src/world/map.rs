//! Maps: places are `x,y,z`, levels are numbered from the bottom up.

use super::place::{PlaceError, cell, level};
use super::{Kind, NoCells, Realm};
use crate::space::Pos;
use crate::volume::Volume;

impl Realm for Volume {
    fn kind(&self) -> Kind {
        Kind::Map
    }

    fn cells(&self) -> Result<&Volume, NoCells> {
        Ok(self)
    }

    fn place(&self, text: &str) -> Result<Pos, PlaceError> {
        cell(text).ok_or_else(|| PlaceError::form(text, "a map", "x,y,z, such as 12,7,0"))
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
