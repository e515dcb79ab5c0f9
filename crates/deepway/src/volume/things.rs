//! The things in a volume.

use super::OutsideError;
use crate::space::Pos;
use crate::thing::Thing;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Why a thing cannot be in a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ThingError {
    /// Its place is outside.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// Its kind is an empty word.
    #[error("a thing without a kind: expected a kind such as label, creature or marker")]
    NoKind,
    /// Its kind, name and properties are too long.
    #[error("a thing with {found} bytes of text: expected at most {max}", max = Thing::MAX_TEXT)]
    TooLong {
        /// The bytes of kind, name, and the names and values of properties.
        found: usize,
    },
    /// The volume cannot hold more things.
    #[error("too many things: expected at most {max} in a world", max = Thing::MAX_COUNT)]
    TooMany,
}

/// The id of a thing in its volume, which is never given to another thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThingId(u64);

/// Things in the order they were added, and by their places.
#[derive(Clone, Debug, Default)]
pub(super) struct Things {
    by_id: BTreeMap<ThingId, Thing>,
    by_place: BTreeSet<(Pos, ThingId)>,
    next: u64,
}

impl Things {
    /// Refuses a thing that is too long, or one too many, after `others` are removed.
    pub(super) fn check(&self, thing: &Thing, others: usize) -> Result<(), ThingError> {
        let found = thing.text_len();
        match thing.kind.name() {
            "" => Err(ThingError::NoKind),
            _ if found > Thing::MAX_TEXT => Err(ThingError::TooLong { found }),
            _ if self.by_id.len() - others >= Thing::MAX_COUNT as usize => Err(ThingError::TooMany),
            _ => Ok(()),
        }
    }

    /// Adds a thing that was checked.
    pub(super) fn add(&mut self, mut thing: Thing) -> ThingId {
        // `Other("label")` becomes `Label`.
        thing.kind = thing.kind.name().into();
        let id = ThingId(self.next);
        self.next += 1;
        self.by_place.insert((thing.place, id));
        self.by_id.insert(id, thing);
        id
    }

    pub(super) fn remove(&mut self, id: ThingId) -> Option<Thing> {
        let thing = self.by_id.remove(&id)?;
        self.by_place.remove(&(thing.place, id));
        Some(thing)
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (ThingId, &Thing)> + Clone {
        self.by_id.iter().map(|(&id, thing)| (id, thing))
    }

    pub(super) fn len(&self) -> u32 {
        self.by_id.len() as u32
    }

    pub(super) fn at(
        &self,
        place: Pos,
    ) -> impl DoubleEndedIterator<Item = (ThingId, &Thing)> + Clone {
        let here = self
            .by_place
            .range((place, ThingId(0))..=(place, ThingId(u64::MAX)));
        here.filter_map(|(_, id)| Some((*id, self.by_id.get(id)?)))
    }

    /// The things on a level, put on level 0.
    pub(super) fn on_level(&self, z: i32) -> Self {
        let mut level = Self::default();
        for (_, thing) in self.iter().filter(|(_, thing)| thing.place.z == z) {
            let place = Pos {
                z: 0,
                ..thing.place
            };
            level.add(Thing {
                place,
                ..thing.clone()
            });
        }
        level
    }
}

/// Things are equal if they are the same in the same order.
impl PartialEq for Things {
    fn eq(&self, other: &Self) -> bool {
        self.by_id.values().eq(other.by_id.values())
    }
}
