//! The pipelines: from a blueprint or a graph to a sector that has been validated.
//!
//! ```
//! use deepway::{Seed, generate, sector::Blueprint};
//!
//! let made = generate::sector(&Blueprint::default(), Seed::new(7))?;
//! assert!(made.sector.rooms.len() >= 5 && made.issues.is_empty());
//! # Ok::<(), generate::GenerateError>(())
//! ```

pub mod survey;
pub mod walk;

use crate::sector::{self, Blueprint, CarveError, CarvedSector, RoomGraph, Sector, SectorError};
use crate::seed::Seed;
use crate::validate::{self, Issue, Severity};
use crate::words::Templates;
use thiserror::Error;
use tracing::{error, info, warn};

/// A sector, and what is wrong with it: nothing critical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The sector.
    pub sector: Sector,
    /// What is wrong with it.
    pub issues: Vec<Issue>,
}

/// A sector with its cells, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carved {
    /// The sector and its cells.
    pub carved: CarvedSector,
    /// What is wrong with it.
    pub issues: Vec<Issue>,
}

/// Why there is no sector.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// It could not be made.
    #[error(transparent)]
    Sector(#[from] SectorError),
    /// It cannot be carved.
    #[error(transparent)]
    Carve(#[from] CarveError),
    /// It was made, and cannot be.
    #[error("the sector failed its validation with {count} critical issues; the first: {first}")]
    Critical {
        /// How many issues are critical.
        count: usize,
        /// The first of them.
        first: Issue,
    },
}

/// Generates a sector from a blueprint.
pub fn sector(blueprint: &Blueprint, seed: Seed) -> Result<Generated, GenerateError> {
    let graph = RoomGraph::generate(blueprint, seed).map_err(SectorError::from)?;
    from_graph(&graph, blueprint, seed)
}

/// Builds a sector from a graph.
pub fn from_graph(
    graph: &RoomGraph,
    blueprint: &Blueprint,
    seed: Seed,
) -> Result<Generated, GenerateError> {
    with_templates(graph, blueprint, Templates::built_in(), seed)
}

/// Builds a sector from a graph, with words of your own.
pub fn with_templates(
    graph: &RoomGraph,
    blueprint: &Blueprint,
    templates: &Templates,
    seed: Seed,
) -> Result<Generated, GenerateError> {
    info!(
        nodes = graph.rooms.len(),
        edges = graph.edges.len(),
        "graph generated"
    );
    accept(sector::build_with(graph, blueprint, templates, seed)?)
}

/// Validates a sector; one with a critical issue is refused.
pub fn accept(sector: Sector) -> Result<Generated, GenerateError> {
    let issues = validate::sector(&sector);
    info!(issues = issues.len(), "spatial validation complete");
    for issue in &issues {
        let (kind, severity) = (issue.rule.id(), issue.severity().id());
        warn!(kind, severity, rooms = ?issue.rooms, "{}", issue.description);
    }
    let is_critical = |issue: &&Issue| issue.severity() == Severity::Critical;
    let count = issues.iter().filter(is_critical).count();
    if let Some(first) = issues.iter().find(is_critical).cloned() {
        error!(count, "critical spatial validation errors");
        return Err(GenerateError::Critical { count, first });
    }
    Ok(Generated { sector, issues })
}

/// Carves a sector and validates its cells as well.
pub fn carved(made: Generated) -> Result<Carved, GenerateError> {
    let carved = sector::carve(made.sector)?;
    let mut issues = made.issues;
    if issues.is_empty() {
        issues = validate::agreement(&carved);
    }
    Ok(Carved { carved, issues })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Rule;

    #[test]
    fn an_overlapping_layout_fails_generation() {
        let mut sector = sector(&Blueprint::default(), Seed::new(3)).unwrap().sector;
        sector.rooms[2].position = sector.rooms[1].position;
        match accept(sector) {
            Err(GenerateError::Critical { count, first }) => {
                assert!(count > 0);
                assert_eq!(first.rule, Rule::Overlap);
            }
            other => panic!("accepted: {other:?}"),
        }
    }
}
