//! The cells of a world, and the links between them.

use super::links::LinkAnswer;
use crate::cell::Cell;
use crate::link::Link;
use crate::volume::Volume;
use crate::world::FORMAT;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use std::ops::Range;

/// Levels of cells as rows of glyphs, and the links that begin or end there.
///
/// Rows are written as they are read from the volume: there is no copy of the map.
#[derive(Clone, Debug)]
pub struct MapAnswer<'a> {
    volume: &'a Volume,
    links: &'a [Link],
    levels: Range<u32>,
}

impl<'a> MapAnswer<'a> {
    /// All levels, or one of them.
    pub fn new(volume: &'a Volume, links: &'a [Link], level: Option<u32>) -> Self {
        let levels = match level {
            Some(z) => z..z.saturating_add(1),
            None => 0..volume.size().levels(),
        };
        Self {
            volume,
            links,
            levels,
        }
    }
}

impl Serialize for MapAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.volume.size();
        let touches = |link: &&Link| {
            let ends = [link.low.z as u32, link.high.z as u32];
            ends.iter().any(|z| self.levels.contains(z))
        };
        let links = self.links.iter().filter(touches).map(LinkAnswer::from);
        let mut map = serializer.serialize_struct("map", 5)?;
        map.serialize_field("kind", "map")?;
        map.serialize_field("format", &FORMAT)?;
        map.serialize_field("size", &[size.width(), size.height(), size.levels()])?;
        map.serialize_field("levels", &Levels(self.volume, &self.levels))?;
        map.serialize_field("links", &links.collect::<Vec<_>>())?;
        map.end()
    }
}

struct Levels<'a>(&'a Volume, &'a Range<u32>);

impl Serialize for Levels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut levels = serializer.serialize_seq(Some(self.1.len()))?;
        for z in self.1.clone() {
            levels.serialize_element(&Level {
                level: z,
                walkable: self.0.walkable().count(z),
                rows: Rows(self.0, z),
            })?;
        }
        levels.end()
    }
}

#[derive(Serialize)]
struct Level<'a> {
    level: u32,
    walkable: u64,
    rows: Rows<'a>,
}

struct Rows<'a>(&'a Volume, u32);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = 0..self.0.size().height();
        let row = |y| -> String { self.0.row(y, self.1).map(Cell::glyph).collect() };
        serializer.collect_seq(rows.map(row))
    }
}
