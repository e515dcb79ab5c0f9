//! Sectors: rooms in three dimensions, and what joins them.
//!
//! [`Blueprint`] → [`RoomGraph`] → [`Layout`] → [`Sector`]. Each stage is a function of
//! its input and a [`Seed`]; the same input gives the same sector everywhere. Names and
//! descriptions come from [`Templates`].

mod biome;
mod blueprint;
mod carve;
mod connect;
mod graph;
mod layout;
mod name;
mod query;
mod room;

pub use blueprint::{Blueprint, BlueprintError, Difficulty, MAX_ROOMS, MIN_ROOMS, Trend};
pub use carve::{CarveError, CarvedSector, UNIT, carve};
pub use graph::{
    Archetype, Edge, EdgeKind, EdgeListError, GraphError, MAX_DEGREE, MAX_SIDE, NodeKind,
    RoomGraph, RoomPlan, RoomSize, read_edge_lists,
};
pub use layout::{Door, Layout, LayoutError, Passage, lay_out};
pub use room::{Blend, Connection, ConnectionKind, Exit, Realised, Room, Sector, SectorEdge};

use crate::seed::Seed;
use crate::words::Templates;
use thiserror::Error;

/// The generation of sectors: it is raised when the same seed gives another sector.
pub const GENERATION: u32 = 3;

/// Why there is no sector.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SectorError {
    /// The blueprint is out of range.
    #[error(transparent)]
    Blueprint(#[from] BlueprintError),
    /// The graph cannot be laid out.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The graph was not laid out within its budget.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// Plans a sector and builds it.
pub fn generate(blueprint: &Blueprint, seed: Seed) -> Result<Sector, SectorError> {
    let graph = RoomGraph::generate(blueprint, seed)?;
    build(&graph, blueprint, seed)
}

/// Builds a sector from a graph.
pub fn build(graph: &RoomGraph, blueprint: &Blueprint, seed: Seed) -> Result<Sector, SectorError> {
    build_with(graph, blueprint, Templates::built_in(), seed)
}

/// Builds a sector from a graph, with words of your own.
pub fn build_with(
    graph: &RoomGraph,
    blueprint: &Blueprint,
    templates: &Templates,
    seed: Seed,
) -> Result<Sector, SectorError> {
    graph.check()?;
    let layout = lay_out(graph, blueprint.trend, seed)?;
    Ok(finish(graph, &layout, blueprint, templates, seed))
}

/// Makes a sector of a layout: connections, biomes, words.
fn finish(
    graph: &RoomGraph,
    layout: &Layout,
    blueprint: &Blueprint,
    templates: &Templates,
    seed: Seed,
) -> Sector {
    let mut sector = connect::connect(graph, layout, blueprint, seed);
    biome::assign(&mut sector, seed);
    name::describe(&mut sector, graph, templates, seed);
    sector
}

/// Builds a sector with all rooms in a row, as is done where nothing else works.
#[cfg(test)]
pub(crate) fn build_in_a_row(
    graph: &RoomGraph,
    blueprint: &Blueprint,
    seed: Seed,
) -> Option<Sector> {
    let layout = layout::lay_out_in_a_row(graph)?;
    let templates = Templates::built_in();
    Some(finish(graph, &layout, blueprint, templates, seed))
}
