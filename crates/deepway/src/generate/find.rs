//! Looking for worlds with certain properties.
//!
//! A [`Search`] is an expression over a table of [`Property`]s: one row says all there is about
//! a property, and a candidate computes only what the rows that are asked for need.
//!
//! ```
//! use deepway::Seed;
//! use deepway::generate::find::{Search, SectorCandidate};
//! use deepway::sector::Blueprint;
//!
//! let search = Search::sectors("loops >= 1 and ladders >= 2")?;
//! let candidate = |seed| SectorCandidate::new(Blueprint::default(), Seed::new(seed));
//! let found = (0..2000).find_map(|seed| search.look(&candidate(seed)).transpose());
//! assert!(found.is_some_and(|values| values.is_ok_and(|values| values.len() == 2)));
//! # Ok::<(), deepway::expression::ExpressionError>(())
//! ```

mod maze;
mod sector;
mod zone;

pub use maze::MazeCandidate;
pub use sector::SectorCandidate;
pub use zone::ZoneCandidate;

use crate::expression::{Expression, ExpressionError, Name, Type, Value};

/// How far a candidate has to be made before a property is known, the quickest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Its plan: the graph of a sector, the plan of an open world.
    Plan,
    /// Its layout: the places of rooms and what joins them, the levels of a maze.
    Layout,
    /// Its biomes and words.
    Words,
    /// Its cells.
    Cells,
}

impl Stage {
    /// What it is called.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Layout => "layout",
            Self::Words => "words",
            Self::Cells => "cells",
        }
    }
}

/// Something that expressions can ask about a candidate.
pub struct Property<C: 'static> {
    /// What expressions call it.
    pub name: &'static str,
    /// What its values are.
    pub kind: Type,
    /// What has to be made to know it.
    pub stage: Stage,
    /// What it means.
    pub meaning: &'static str,
    /// The words that it can be or have; any if there are none.
    words: fn() -> Vec<&'static str>,
    /// Its value; none if the candidate cannot be made.
    value: fn(&C) -> Option<Value>,
}

/// A row of a table of properties.
const fn row<C: 'static>(
    name: &'static str,
    kind: Type,
    stage: Stage,
    meaning: &'static str,
    value: fn(&C) -> Option<Value>,
) -> Property<C> {
    Property {
        name,
        kind,
        stage,
        meaning,
        words: Vec::new,
        value,
    }
}

impl<C> Property<C> {
    /// The row with the words that it can be or have.
    const fn one_of(self, words: fn() -> Vec<&'static str>) -> Self {
        Self { words, ..self }
    }

    /// The words that it can be or have; any if there are none.
    pub fn words(&self) -> Vec<&'static str> {
        (self.words)()
    }

    /// Its value for a candidate; none if the candidate cannot be made.
    pub fn of(&self, candidate: &C) -> Option<Value> {
        (self.value)(candidate)
    }
}

/// An expression over the properties of candidates of a kind.
pub struct Search<C: 'static> {
    expression: Expression,
    table: &'static [Property<C>],
}

impl Search<SectorCandidate> {
    /// Everything that can be asked about sectors.
    pub const SECTORS: &'static [Property<SectorCandidate>] = sector::TABLE;

    /// Reads what to look for among sectors.
    pub fn sectors(text: &str) -> Result<Self, ExpressionError> {
        Self::read(text, Self::SECTORS)
    }
}

impl Search<MazeCandidate> {
    /// Everything that can be asked about mazes.
    pub const MAZES: &'static [Property<MazeCandidate>] = maze::TABLE;

    /// Reads what to look for among mazes.
    pub fn mazes(text: &str) -> Result<Self, ExpressionError> {
        Self::read(text, Self::MAZES)
    }
}

impl Search<ZoneCandidate> {
    /// Everything that can be asked about zones of an open world.
    pub const ZONES: &'static [Property<ZoneCandidate>] = zone::TABLE;

    /// Reads what to look for among the zones of an open world.
    pub fn zones(text: &str) -> Result<Self, ExpressionError> {
        Self::read(text, Self::ZONES)
    }
}

impl<C> Search<C> {
    /// Reads what to look for.
    pub fn read(text: &str, table: &'static [Property<C>]) -> Result<Self, ExpressionError> {
        let names = table.iter().map(|property| Name {
            name: property.name,
            kind: property.kind,
            words: property.words(),
        });
        let names: Vec<Name> = names.collect();
        let expression = Expression::read(text, &names)?;
        Ok(Self { expression, table })
    }

    /// The properties that it names, each once, in their order there.
    pub fn named(&self) -> impl Iterator<Item = &'static Property<C>> {
        let named = self.expression.named().iter();
        named.filter_map(|&number| self.table.get(number))
    }

    /// The values of the properties that it names, if the candidate satisfies it.
    pub fn look(&self, candidate: &C) -> Result<Option<Vec<Value>>, ExpressionError> {
        let value = |number: usize| self.table.get(number)?.of(candidate);
        if self.expression.holds(value)? != Some(true) {
            return Ok(None);
        }
        Ok(self
            .named()
            .map(|property| property.of(candidate))
            .collect())
    }
}

#[cfg(test)]
mod tests;
