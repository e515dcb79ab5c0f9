//! A world that is being read: levels of cells, materials by name, things in order.

use super::{ImportError, Mapping};
use crate::cell::Cell;
use crate::space::Pos;
use crate::thing::{Thing, ThingKind};
use crate::volume::{Draft, Size, Volume};

/// A world that is being read.
pub(super) struct Sketch<'f> {
    file: &'f str,
    draft: Draft,
    /// Things, each with its place among all if the file says so.
    things: Vec<(u64, Thing)>,
    pub(super) left: Vec<String>,
}

impl<'f> Sketch<'f> {
    /// Room for cells; sizes come from files, so they are checked first.
    pub(super) fn new(
        file: &'f str,
        width: u64,
        height: u64,
        levels: u64,
    ) -> Result<Self, ImportError> {
        let size = size(file, width, height, levels)?;
        Ok(Self {
            file,
            draft: Draft::new(size),
            things: Vec::new(),
            left: Vec::new(),
        })
    }

    pub(super) fn size(&self) -> Size {
        self.draft.size()
    }

    /// A cell; outside there is open air.
    pub(super) fn get(&self, pos: Pos) -> Cell {
        self.draft.get(pos)
    }

    /// Sets a cell; outside nothing happens.
    pub(super) fn set(&mut self, pos: Pos, cell: Cell) {
        let _ = self.draft.set(pos, cell);
    }

    /// Sets what a cell is made of.
    pub(super) fn set_material(&mut self, pos: Pos, name: &str) -> Result<(), ImportError> {
        let wrong = |problem: String| ImportError::new(self.file, problem);
        let material = self.draft.name_material(name);
        let material = material.map_err(|error| wrong(error.to_string()))?;
        let set = self.draft.set_material(pos, material);
        set.map_err(|error| ImportError::new(self.file, error.to_string()))
    }

    /// Adds a thing; `order` is its place among all.
    pub(super) fn add(&mut self, order: Option<u64>, thing: Thing) -> Result<(), ImportError> {
        if !self.draft.size().contains(thing.place) {
            let name = thing.name.chars().take(40).collect::<String>();
            let problem = format!(
                "{:?} at {} is outside: expected a place inside",
                name, thing.place
            );
            return Err(ImportError::new(self.file, problem));
        }
        // What says nothing about its place comes last, in the order of the file.
        let order = order.unwrap_or(1 << 40 | self.things.len() as u64);
        self.things.push((order, thing));
        Ok(())
    }

    /// The finished cells.
    pub(super) fn finish(mut self) -> Result<(Volume, Vec<String>), ImportError> {
        self.things.sort_by_key(|(order, _)| *order);
        for (_, thing) in self.things {
            let added = self.draft.add_thing(thing);
            added.map_err(|error| ImportError::new(self.file, error.to_string()))?;
        }
        Ok((self.draft.finish(), self.left))
    }
}

/// A size that a volume can have.
pub(super) fn size(file: &str, width: u64, height: u64, levels: u64) -> Result<Size, ImportError> {
    let small = |side: u64| u32::try_from(side).unwrap_or(u32::MAX);
    Size::new(small(width), small(height), small(levels))
        .map_err(|error| ImportError::new(file, error.to_string()))
}

/// The kind of a thing: by the mapping, else its own word, else a marker; none if it is to be
/// left out.
pub(super) fn kind_of(word: &str, mapping: &mut Mapping) -> Option<ThingKind> {
    let word = word.trim();
    match word.is_empty() {
        true => Some(ThingKind::Marker),
        false => mapping
            .object(word)
            .map(|kind| ThingKind::from(kind.as_str())),
    }
}
