//! The pipelines from a blueprint or a graph to a validated sector.
//!
//! ```
//! use deepway::{Seed, generate, sector::Blueprint};
//!
//! let made = generate::sector(&Blueprint::default(), Seed::new(7))?;
//! assert!(made.sector.rooms().len() >= 5 && made.findings.is_empty());
//! # Ok::<(), generate::GenerateError>(())
//! ```

pub mod contents;
pub mod explore;
pub mod find;
pub mod games;
pub mod survey;
pub mod zones;

use crate::report::{self, Finding, Rule, Severity};
use crate::sector::{
    self, Blueprint, CarveError, CarvedSector, Layout, Lore, Plan, RoomGraph, Sector, SectorError,
};
use crate::seed::Seed;
use crate::validate;
use thiserror::Error;
use tracing::{error, info};

/// A sector, and the findings about it, none of them critical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The sector.
    pub sector: Sector,
    /// The findings about it.
    pub findings: Vec<Finding>,
}

/// A sector with its cells, and the findings about both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedCells {
    /// The sector and its cells.
    pub carved: CarvedSector,
    /// The findings about it.
    pub findings: Vec<Finding>,
}

/// Why there is no sector.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The sector could not be built.
    #[error(transparent)]
    Sector(#[from] SectorError),
    /// The sector cannot be carved.
    #[error(transparent)]
    Carve(#[from] CarveError),
    /// The sector was built but has critical findings.
    #[error("the sector failed its validation with {count} critical findings; the first: {first}")]
    Critical {
        /// How many findings are critical.
        count: usize,
        /// The first of them.
        first: Finding,
    },
}

/// Generates a sector from a blueprint.
pub fn sector(blueprint: &Blueprint, seed: Seed) -> Result<Generated, GenerateError> {
    let plan = sector::plan(blueprint, seed).map_err(SectorError::from)?;
    planned(&plan, blueprint, Lore::default(), seed)
}

/// Builds a sector from a graph.
pub fn from_graph(
    graph: &RoomGraph,
    blueprint: &Blueprint,
    seed: Seed,
) -> Result<Generated, GenerateError> {
    let plan = Plan::of_graph(graph.clone(), blueprint, seed)?;
    planned(&plan, blueprint, Lore::default(), seed)
}

/// Builds a planned sector, with your own words and tables.
pub fn planned(
    plan: &Plan,
    blueprint: &Blueprint,
    lore: Lore<'_>,
    seed: Seed,
) -> Result<Generated, GenerateError> {
    let graph = &plan.graph;
    info!(
        nodes = graph.rooms.len(),
        edges = graph.edges.len(),
        "graph generated"
    );
    let mut made = accept(sector::build_planned(plan, blueprint, lore, seed))?;
    made.findings.extend(row(&plan.layout));
    made.findings.extend(flat(graph, &made.sector));
    Ok(made)
}

/// What to say about a graph that nobody wished on one layer.
fn flat(graph: &RoomGraph, sector: &Sector) -> Option<Finding> {
    let rooms = graph.rooms.len();
    let is_flat = rooms >= 5 && sector.connections().next().is_none();
    (is_flat && graph.is_brought && graph.wishes.is_empty()).then(|| {
        let text = format!("{rooms} rooms and no way up or down, though no wish asks for that");
        Finding::new(Rule::MissingConnection, [], text)
    })
}

/// What to say about a layout of last resort.
fn row(layout: &Layout) -> Option<Finding> {
    let why = layout.row.as_ref()?;
    let text = format!(
        "all rooms are in a row, with long corridors, because nothing else was found: {why}"
    );
    Some(Finding::new(Rule::RoomsInRow, [], text))
}

/// Validates a sector, and refuses it if a finding is critical.
pub fn accept(sector: Sector) -> Result<Generated, GenerateError> {
    let findings = validate::sector(&sector);
    let issues = findings.iter().filter(|finding| finding.is_fault()).count();
    info!(issues, "spatial validation complete");
    report::log(&findings);
    let is_critical = |finding: &&Finding| finding.severity == Severity::Critical;
    let count = findings.iter().filter(is_critical).count();
    if let Some(first) = findings.iter().find(is_critical).cloned() {
        error!(count, "critical spatial validation errors");
        return Err(GenerateError::Critical { count, first });
    }
    Ok(Generated { sector, findings })
}

/// Carves a sector and validates its cells as well.
pub fn carve(made: Generated) -> Result<GeneratedCells, GenerateError> {
    let carved = sector::carve(made.sector)?;
    let mut findings = made.findings;
    if report::is_sound(&findings) {
        findings.extend(validate::agreement(&carved));
    }
    Ok(GeneratedCells { carved, findings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlapping_layout_fails_generation() {
        let made = sector(&Blueprint::default(), Seed::new(3)).unwrap();
        let mut raw = made.sector.to_raw();
        // A room without connections, whose spans would change with it.
        let is_apart = |room: usize| {
            let connections = raw.connections.iter();
            let mut ends = connections.flat_map(|connection| [connection.from, connection.to]);
            ends.all(|end| end.index() != room)
        };
        let room = (1..raw.rooms.len()).find(|&room| is_apart(room)).unwrap();
        raw.rooms[room].position = raw.rooms[0].position;
        match accept(Sector::from_raw(raw).unwrap()) {
            Err(GenerateError::Critical { count, first }) => {
                assert!(count > 0);
                assert_eq!(first.rule, Rule::Overlap);
            }
            other => panic!("accepted: {other:?}"),
        }
    }

    #[test]
    fn a_graph_may_be_wished_flat() {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)];
        let flat = |graph: &RoomGraph| {
            let made = from_graph(graph, &Blueprint::default(), Seed::new(1)).unwrap();
            assert_eq!(made.findings, []);
            made.sector.connections().next().is_none()
        };
        let mut graph = RoomGraph::from_edges(6, &edges).unwrap();
        assert!(!flat(&graph));
        let wishes = (1..6).map(|room| sector::Wish::Layer {
            room: crate::ids::RoomId::new(room),
            layer: crate::space::Layer::GroundLevel,
        });
        graph.wishes = wishes.collect();
        assert!(flat(&graph));
    }

    #[test]
    fn rooms_in_a_row_say_so() {
        let edges: Vec<(u32, u32)> = (0..65)
            .flat_map(|a| (a + 1..65).map(move |b| (a, b)))
            .collect();
        let graph = RoomGraph::from_edges(65, &edges).unwrap();
        let made = from_graph(&graph, &Blueprint::default(), Seed::new(1)).unwrap();
        let mut found = made.findings.iter();
        let said = found.find(|finding| finding.rule == Rule::RoomsInRow);
        let said = said.unwrap();
        assert!(said.message.contains("because"), "{said}");
        assert!(report::is_sound(&made.findings));
    }
}
