//! What differs between two worlds of the same kind.
//!
//! ```
//! use deepway::text;
//! use deepway::world::{Difference, How, World};
//!
//! let before = World::from(text::read("before", b"floor:0\n#..#\n")?);
//! let after = World::from(text::read("after", b"floor:0\n#...\n")?);
//! let difference = Difference::between(&before, &after)?;
//! assert_eq!(difference.levels[0].counts(), [1, 0, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod contents;
mod locks;
mod maze;
mod sector;
mod story;
mod strata;
mod things;

pub use cells::LevelDifference;

use super::{Body, Kind, NoCells, World};
use crate::space::RoomPos;
use std::fmt;
use thiserror::Error;

/// How something differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It is in the second only.
    Added,
    /// It is in the first only.
    Removed,
    /// It is elsewhere.
    Moved,
    /// It has another name.
    Renamed,
    /// Something else about it differs.
    Changed,
}

impl How {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Added,
        Self::Removed,
        Self::Moved,
        Self::Renamed,
        Self::Changed,
    ];

    /// The word for it, also in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Moved => "moved",
            Self::Renamed => "renamed",
            Self::Changed => "changed",
        }
    }
}

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Matter {
    /// The world itself: its seed, generation or parameters.
    World,
    /// What is told about a sector.
    Story,
    /// A room of a sector.
    Room,
    /// A passage through walls of a sector.
    Passage,
    /// A connection up and down of a sector.
    Connection,
    /// A lock of a sector, and its key.
    Lock,
    /// A ladder or a hole of a maze; a place of an open world.
    Feature,
    /// A region of an open world.
    Region,
    /// A level.
    Level,
    /// Something that is not a cell: a thing of a map, or what is in a room of a sector.
    Thing,
}

impl Matter {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::World,
        Self::Story,
        Self::Room,
        Self::Passage,
        Self::Connection,
        Self::Lock,
        Self::Feature,
        Self::Region,
        Self::Level,
        Self::Thing,
    ];

    /// The word for it, also in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::World => "world",
            Self::Story => "story",
            Self::Room => "room",
            Self::Passage => "passage",
            Self::Connection => "connection",
            Self::Lock => "lock",
            Self::Feature => "feature",
            Self::Region => "region",
            Self::Level => "level",
            Self::Thing => "thing",
        }
    }
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is about.
    pub matter: Matter,
    /// How it differs.
    pub how: How,
    /// What it is called, in the first world if it is in both; empty for the world
    /// and its story.
    pub name: String,
    /// Which of its facts differs; empty if it was added or removed.
    pub fact: &'static str,
    /// What it is in the first world; none if it was added.
    pub before: Option<String>,
    /// What it is in the second world; none if it was removed.
    pub after: Option<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, fact, .. } = self;
        f.write_str(self.matter.id())?;
        if !name.is_empty() {
            write!(f, " {name}")?;
        }
        write!(f, " {}", self.how.id())?;
        match (&self.before, &self.after) {
            (Some(before), Some(after)) if self.how == How::Changed => {
                write!(f, ", {fact}: {before} → {after}")
            }
            (Some(before), Some(after)) => write!(f, ": {before} → {after}"),
            (Some(only), None) | (None, Some(only)) => write!(f, ": {only}"),
            (None, None) => Ok(()),
        }
    }
}

/// Something of a sector, for a picture of the differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How it differs; none if it does not.
    pub how: Option<How>,
    /// What stands on it; empty for passages.
    pub label: String,
    /// Its units in the first world.
    pub before: Vec<RoomPos>,
    /// Its units in the second world.
    pub after: Vec<RoomPos>,
}

/// What differs between two worlds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What both are.
    pub kind: Kind,
    /// Everything but cells, in the order of [`Matter`].
    pub changes: Vec<Change>,
    /// Levels whose cells are compared, from the top down.
    pub levels: Vec<LevelDifference>,
    /// The rooms and passages of two sectors.
    pub marks: Vec<Mark>,
}

/// Why two worlds cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DifferenceError {
    /// They are of different kinds.
    #[error("a {before} and a {after} cannot be compared: expected two of the same kind")]
    Kinds {
        /// The kind of the first.
        before: Kind,
        /// The kind of the second.
        after: Kind,
    },
    /// One of them has no cells.
    #[error(transparent)]
    NoCells(#[from] NoCells),
}

impl Difference {
    /// What differs between two worlds.
    pub fn between(before: &World, after: &World) -> Result<Self, DifferenceError> {
        let mut found = Self {
            kind: before.kind(),
            changes: Vec::new(),
            levels: Vec::new(),
            marks: Vec::new(),
        };
        found.compare_headers(before, after);
        match (before.body(), after.body()) {
            (Body::Map(a), Body::Map(b)) => {
                found.compare_levels([before, after], [a, b]);
                found.compare_things([a, b]);
            }
            (Body::Sector(a), Body::Sector(b)) => {
                found.compare_sectors(a.sector(), b.sector());
                // Cells follow from the rooms; those of files may differ nevertheless.
                if let (Some(a), Some(b)) = (a.given_cells(), b.given_cells())
                    && a.frame().corner == b.frame().corner
                {
                    found.compare_levels([before, after], [a.volume(), b.volume()]);
                    found.compare_things_of_cells([a, b]);
                }
            }
            (Body::Maze(a), Body::Maze(b)) => {
                found.compare_features(a.maze(), b.maze());
                found.compare_levels([before, after], [before.cells()?, after.cells()?]);
            }
            (Body::Strata(a), Body::Strata(b)) => found.compare_plans(a.plan(), b.plan()),
            _ => {
                let [before, after] = [before.kind(), after.kind()];
                return Err(DifferenceError::Kinds { before, after });
            }
        }
        found.changes.sort_by_key(|change| change.matter);
        Ok(found)
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        let is_same = |level: &LevelDifference| level.counts() == [0; 3];
        self.changes.is_empty() && self.levels.iter().all(is_same)
    }

    /// How many changes of a matter are of a kind.
    pub fn count(&self, matter: Matter, how: How) -> usize {
        let changes = self.changes.iter();
        changes
            .filter(|change| (change.matter, change.how) == (matter, how))
            .count()
    }

    fn compare_headers(&mut self, before: &World, after: &World) {
        let [a, b] = [before.header(), after.header()];
        let said = |number: Option<String>| number.unwrap_or_else(|| "none".to_owned());
        let mut facts = vec![
            (
                "seed",
                [&a, &b].map(|it| said(it.seed.map(|seed| seed.to_string()))),
            ),
            (
                "generation",
                [&a, &b].map(|it| said(it.generation.map(|number| number.to_string()))),
            ),
        ];
        for (name, value) in &a.parameters {
            let other = b.parameters.iter().find(|(other, _)| other == name);
            let other = other.map(|(_, value)| value.clone());
            facts.push((name, [value.clone(), said(other)]));
        }
        for (fact, values) in facts {
            self.note_fact(Matter::World, "", fact, values);
        }
    }

    /// Notes a fact if it differs.
    fn note_fact(
        &mut self,
        matter: Matter,
        name: &str,
        fact: &'static str,
        [before, after]: [String; 2],
    ) -> bool {
        let differs = before != after;
        if differs {
            let how = match fact {
                "place" => How::Moved,
                "name" => How::Renamed,
                _ => How::Changed,
            };
            self.changes.push(Change {
                matter,
                how,
                name: name.to_owned(),
                fact,
                before: Some(before),
                after: Some(after),
            });
        }
        differs
    }

    fn note_added(&mut self, matter: Matter, name: &str, about: String) {
        self.changes.push(Change {
            matter,
            how: How::Added,
            name: name.to_owned(),
            fact: "",
            before: None,
            after: Some(about),
        });
    }

    fn note_removed(&mut self, matter: Matter, name: &str, about: String) {
        self.changes.push(Change {
            matter,
            how: How::Removed,
            name: name.to_owned(),
            fact: "",
            before: Some(about),
            after: None,
        });
    }
}

#[cfg(test)]
mod tests;
