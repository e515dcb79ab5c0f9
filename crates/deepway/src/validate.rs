//! Does a sector hold together? One file for each rule, and no code shared with what
//! makes sectors.
//!
//! ```
//! use deepway::{Seed, sector, validate};
//!
//! let sector = sector::generate(&sector::Blueprint::default(), Seed::new(7))?;
//! assert_eq!(validate::sector(&sector), []);
//! # Ok::<(), sector::SectorError>(())
//! ```

mod biome;
mod cells;
mod claims;
mod column;
mod connection;
mod corridor;
mod direction;
mod edge;
mod exit;
mod layer_bounds;
mod maze;
mod origin;
mod overlap;
mod stacked;
mod unreachable;
mod way_back;
mod world;

pub use cells::{agreement, carved};
pub use maze::{MazeReport, contradictions, maze};
pub use world::contradiction;

use crate::sector::Sector;
use claims::Claims;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It can be played.
    Warning,
    /// It is not what was promised.
    Error,
    /// It cannot be: generation fails.
    Critical,
}

impl Severity {
    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
        }
    }
}

/// Which rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Two things take the same unit.
    Overlap,
    /// Something lies above or below all layers.
    LayerBounds,
    /// The entry hall is not at the origin, or there is none.
    Origin,
    /// A room cannot be reached from the entry hall without passing what is blocked.
    Unreachable,
    /// From a room that one can get into no way leads back to the entry hall.
    NoWayBack,
    /// A passage that should be there is not.
    MissingConnection,
    /// An exit does not leave by the wall it names, or has no partner.
    FalseExit,
    /// A corridor is torn, or does not lead from door to door.
    TornCorridor,
    /// A room is left twice in one direction.
    DirectionTaken,
    /// A connection does not stand in a column that both rooms have, with nothing between.
    FalseColumn,
    /// The kind, DC, span, power or blockage of a connection contradict each other.
    FalseConnection,
    /// Hot touches cold, or a biome spans too many layers.
    BiomeClash,
    /// A room does not blend with the biomes beside it.
    FalseBlend,
    /// A cell is not what the sector says, or belongs to nothing.
    FalseCells,
    /// Cells join what the sector does not, or do not join what it does.
    FalseJoin,
    /// Cells cannot be reached, or not be left.
    Pocket,
    /// The way through the cells is not one through the rooms.
    FalseRoute,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 17] = [
        Self::Overlap,
        Self::LayerBounds,
        Self::Origin,
        Self::Unreachable,
        Self::NoWayBack,
        Self::MissingConnection,
        Self::FalseExit,
        Self::TornCorridor,
        Self::DirectionTaken,
        Self::FalseColumn,
        Self::FalseConnection,
        Self::BiomeClash,
        Self::FalseBlend,
        Self::FalseCells,
        Self::FalseJoin,
        Self::Pocket,
        Self::FalseRoute,
    ];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Overlap => "Overlap",
            Self::LayerBounds => "LayerBounds",
            Self::Origin => "Origin",
            Self::Unreachable => "Unreachable",
            Self::NoWayBack => "NoWayBack",
            Self::MissingConnection => "MissingConnection",
            Self::FalseExit => "FalseExit",
            Self::TornCorridor => "TornCorridor",
            Self::DirectionTaken => "DirectionTaken",
            Self::FalseColumn => "FalseColumn",
            Self::FalseConnection => "FalseConnection",
            Self::BiomeClash => "BiomeClash",
            Self::FalseBlend => "FalseBlend",
            Self::FalseCells => "FalseCells",
            Self::FalseJoin => "FalseJoin",
            Self::Pocket => "Pocket",
            Self::FalseRoute => "FalseRoute",
        }
    }

    /// How bad it is to break it.
    pub const fn severity(self) -> Severity {
        match self {
            Self::Overlap | Self::LayerBounds | Self::Origin => Severity::Critical,
            _ => Severity::Error,
        }
    }
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The rule that is broken.
    pub rule: Rule,
    /// What is wrong, with names and places.
    pub description: String,
    /// The numbers of the rooms concerned.
    pub rooms: Vec<u32>,
}

impl Issue {
    fn new(rule: Rule, rooms: impl Into<Vec<u32>>, description: String) -> Self {
        Self {
            rule,
            description,
            rooms: rooms.into(),
        }
    }

    /// How bad it is.
    pub const fn severity(&self) -> Severity {
        self.rule.severity()
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (severity, rule) = (self.severity().id(), self.rule.id());
        write!(f, "{severity}: {rule}: {}", self.description)
    }
}

/// Everything that is wrong with a sector, by rule.
///
/// Takes time n log n in its units.
pub fn sector(sector: &Sector) -> Vec<Issue> {
    let claims = Claims::new(sector);
    let mut issues = Vec::new();
    overlap::check(sector, &claims, &mut issues);
    layer_bounds::check(sector, &mut issues);
    origin::check(sector, &mut issues);
    unreachable::check(sector, &mut issues);
    way_back::check(sector, &mut issues);
    edge::check(sector, &mut issues);
    stacked::check(sector, &claims, &mut issues);
    exit::check(sector, &mut issues);
    corridor::check(sector, &mut issues);
    direction::check(sector, &mut issues);
    column::check(sector, &claims, &mut issues);
    connection::check(sector, &mut issues);
    biome::check(sector, &claims, &mut issues);
    issues
}

#[cfg(test)]
mod tests;
