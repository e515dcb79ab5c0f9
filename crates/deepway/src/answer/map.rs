//! The cells of a world, and the links between them.

use super::links::LinkAnswer;
use crate::cell::Cell;
use crate::link::Link;
use crate::text::Letters;
use crate::thing::Thing;
use crate::volume::Volume;
use crate::world::FORMAT;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::ops::Range;

/// Levels of cells as rows of glyphs, and the links that begin or end there.
///
/// Rows are written straight from the volume, without copying the map.
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
        let letters = Letters::new(self.volume);
        let keys: BTreeMap<char, &str> = letters.keys.iter().copied().collect();
        let is_shown = |thing: &&Thing| self.levels.contains(&(thing.place.z as u32));
        let things = self.volume.things().map(|(_, thing)| thing);
        let things = things.filter(is_shown).map(ThingAnswer::from);
        let mut map = serializer.serialize_struct("map", 7)?;
        map.serialize_field("kind", "map")?;
        map.serialize_field("format", &FORMAT)?;
        map.serialize_field("size", &[size.width(), size.height(), size.levels()])?;
        map.serialize_field("levels", &Levels(self.volume, &self.levels, &letters))?;
        map.serialize_field("keys", &keys)?;
        map.serialize_field("things", &things.collect::<Vec<_>>())?;
        map.serialize_field("links", &links.collect::<Vec<_>>())?;
        map.end()
    }
}

/// A thing.
#[derive(Serialize)]
struct ThingAnswer<'a> {
    place: [i32; 3],
    kind: &'a str,
    name: &'a str,
    properties: &'a BTreeMap<String, String>,
}

impl<'a> From<&'a Thing> for ThingAnswer<'a> {
    fn from(thing: &'a Thing) -> Self {
        Self {
            place: thing.place.to_array(),
            kind: thing.kind.name(),
            name: &thing.name,
            properties: &thing.properties,
        }
    }
}

struct Levels<'a>(&'a Volume, &'a Range<u32>, &'a Letters<'a>);

impl Serialize for Levels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut levels = serializer.serialize_seq(Some(self.1.len()))?;
        for z in self.1.clone() {
            levels.serialize_element(&Level {
                level: z,
                walkable: self.0.walkable().count(z),
                rows: Rows(self.0, z),
                paint: self.2.rows(z),
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
    /// Letters for materials, where there are any; `keys` has their names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paint: Vec<String>,
}

struct Rows<'a>(&'a Volume, u32);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = 0..self.0.size().height();
        let row = |y| -> String { self.0.row(y, self.1).map(Cell::glyph).collect() };
        serializer.collect_seq(rows.map(row))
    }
}
