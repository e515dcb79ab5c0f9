//! Things: what stands in a world and is not a cell.

use crate::space::Pos;
use std::collections::BTreeMap;
use std::fmt;

/// A thing: a place, a kind, a name, and properties.
///
/// ```
/// use deepway::{Pos, Thing, ThingKind};
///
/// let guard = Thing::new(Pos::new(3, 4, 0), ThingKind::Creature, "guard")
///     .with("weapon", "spear");
/// assert_eq!(guard.properties["weapon"], "spear");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Thing {
    /// Where it is.
    pub place: Pos,
    /// What it is.
    pub kind: ThingKind,
    /// Its name; may be empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
    /// Further properties.
    #[cfg_attr(feature = "serde", serde(default))]
    pub properties: BTreeMap<String, String>,
}

/// The kinds of thing: the known kinds, and any other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThingKind {
    /// Words on a map.
    Label,
    /// Somebody.
    Creature,
    /// Something to take.
    Item,
    /// Something that opens a lock.
    Key,
    /// Something that a key opens.
    Lock,
    /// Something that gives light.
    Light,
    /// Something that harms whoever steps on it.
    Trap,
    /// A place to remember.
    Marker,
    /// Words to read in the world.
    Sign,
    /// Where somebody enters the world.
    Spawn,
    /// A user's own word for a cell; see [`crate::Volume::tag`].
    Tag,
    /// Any other kind, kept as it is.
    Other(String),
}

/// The known kinds and their names.
const NAMES: [(ThingKind, &str); 11] = [
    (ThingKind::Label, "label"),
    (ThingKind::Creature, "creature"),
    (ThingKind::Item, "item"),
    (ThingKind::Key, "key"),
    (ThingKind::Lock, "lock"),
    (ThingKind::Light, "light"),
    (ThingKind::Trap, "trap"),
    (ThingKind::Marker, "marker"),
    (ThingKind::Sign, "sign"),
    (ThingKind::Spawn, "spawn"),
    (ThingKind::Tag, "tag"),
];

impl ThingKind {
    /// The known kinds.
    pub fn known() -> impl ExactSizeIterator<Item = Self> {
        NAMES.iter().map(|(kind, _)| kind.clone())
    }

    /// Its name, also in files.
    pub fn name(&self) -> &str {
        match self {
            Self::Other(name) => name,
            known => NAMES
                .iter()
                .find(|(kind, _)| kind == known)
                .map_or("", |(_, name)| name),
        }
    }
}

/// The kind with this name: a known kind, or another.
impl From<&str> for ThingKind {
    fn from(name: &str) -> Self {
        let known = NAMES.iter().find(|(_, known)| *known == name);
        known.map_or_else(|| Self::Other(name.to_owned()), |(kind, _)| kind.clone())
    }
}

impl fmt::Display for ThingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Thing {
    /// The most bytes in the kind, name and properties of a thing together.
    pub const MAX_TEXT: usize = 65_536;
    /// The most things in a world.
    pub const MAX_COUNT: u32 = 1_000_000;

    /// A thing without properties.
    pub fn new(place: Pos, kind: ThingKind, name: impl Into<String>) -> Self {
        Self {
            place,
            kind,
            name: name.into(),
            properties: BTreeMap::new(),
        }
    }

    /// The thing with one more property.
    #[must_use]
    pub fn with(mut self, property: impl Into<String>, value: impl Into<String>) -> Self {
        self.properties.insert(property.into(), value.into());
        self
    }

    /// The bytes of its kind, its name and its properties.
    pub(crate) fn text_len(&self) -> usize {
        let properties = self.properties.iter();
        let properties: usize = properties.map(|(key, value)| key.len() + value.len()).sum();
        self.kind.name().len() + self.name.len() + properties
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back_from_their_names() {
        let names: Vec<String> = ThingKind::known().map(|kind| kind.to_string()).collect();
        assert_eq!(
            names.join(" "),
            "label creature item key lock light trap marker sign spawn tag"
        );
        for kind in ThingKind::known() {
            assert_eq!(ThingKind::from(kind.name()), kind);
        }
        let other = ThingKind::from("conveyor belt");
        assert_eq!(other, ThingKind::Other("conveyor belt".to_owned()));
        assert_eq!(other.name(), "conveyor belt");
    }

    #[test]
    fn all_words_of_a_thing_count() {
        let thing = Thing::new(Pos::default(), ThingKind::Key, "é").with("a", "bcd");
        assert_eq!(thing.text_len(), 3 + 2 + 4);
    }
}
