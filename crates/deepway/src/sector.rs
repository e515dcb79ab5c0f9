//! Sectors: rooms in three dimensions, and what joins them.
//!
//! [`Blueprint`] → [`Plan`] → [`Sector`] → [`CarvedSector`]. Each stage is a function of
//! its input and a [`Seed`]; the same input gives the same sector everywhere. Names and
//! descriptions come from [`Templates`].

mod biome;
mod blueprint;
mod carve;
mod connect;
mod connection;
mod contents;
mod exit;
mod facts;
mod graph;
mod layout;
mod lock;
mod name;
mod offer;
mod passage;
mod plan;
mod query;
pub mod raw;
mod room;
mod story;

pub use blueprint::{Blueprint, BlueprintError, Difficulty, MAX_ROOMS, MIN_ROOMS, Trend};
pub use carve::{CarveError, CarvedSector, Pieces, UNIT, carve, styles};
pub use connection::{Connection, ConnectionKind};
pub use contents::{CURIOSITY, Content, Inventory, budget, tier};
pub use exit::Exit;
pub use facts::RoomFacts;
pub use graph::{
    Archetype, Edge, EdgeKind, EdgeListError, GraphError, LockPlan, LockProblem, MAX_DEGREE,
    MAX_EDGES, MAX_LOCKS, MAX_SIDE, MAX_WISHES, NodeKind, RoomGraph, RoomPlan, RoomSize, Wish,
    read_edge_lists,
};
pub use layout::{Door, Joint, Layout, LayoutError, Stacked, lay_out};
pub use lock::Lock;
pub use offer::check_words;
pub use passage::{Climb, Column, Doors, Passage, State, Way};
pub use plan::{Pattern, PatternKind, Plan, plan};
pub use raw::RawSector;
pub use room::{Blend, Room};
pub use story::{Rumour, Story};

use crate::ids::{ConnectionId, EdgeId, ExitId, LockId, RoomId};
use crate::population::Tables;
use crate::seed::Seed;
use crate::words::Templates;
use std::collections::HashMap;
use std::ops::Index;
use thiserror::Error;

/// The generation of sectors: it is raised when seeds begin to give different sectors.
pub const GENERATION: u32 = 4;

/// Rooms in three dimensions, and what joins them.
///
/// A sector never contradicts itself: every passage is kept once, and exits and connections
/// are read off it. A sector from a file or from your own code begins as a [`RawSector`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sector {
    seed: Seed,
    generation: u32,
    blueprint: Blueprint,
    is_brought: bool,
    rooms: Vec<Room>,
    edges: Vec<Edge>,
    /// First all passages through walls, then all passages up and down.
    passages: Vec<Passage>,
    /// How many passages lead through walls.
    doorways: u32,
    locks: Vec<Lock>,
    /// Its name and what is told about it.
    story: Option<Story>,
}

/// What a sector is put together from.
struct Parts {
    seed: Seed,
    blueprint: Blueprint,
    is_brought: bool,
    rooms: Vec<Room>,
    edges: Vec<Edge>,
    passages: Vec<Passage>,
    locks: Vec<Lock>,
}

/// An edge of the graph, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectorEdge {
    /// Its id.
    pub id: EdgeId,
    /// One of its rooms.
    pub a: RoomId,
    /// The other room.
    pub b: RoomId,
    /// Whether it is secret.
    pub kind: EdgeKind,
    /// What became of it.
    pub realised: Realised,
}

/// What became of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realised {
    /// A passage through walls.
    Exit,
    /// A passage up and down.
    Connection,
    /// Nothing.
    Dropped,
}

impl Realised {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Exit, Self::Connection, Self::Dropped];

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Exit => "exit",
            Self::Connection => "connection",
            Self::Dropped => "dropped",
        }
    }
}

/// Two rooms, the lower id first.
fn pair(a: RoomId, b: RoomId) -> [RoomId; 2] {
    [a.min(b), a.max(b)]
}

impl Sector {
    /// Puts a sector together, and finds the edge of each passage.
    fn assemble(parts: Parts) -> Self {
        let Parts {
            seed,
            blueprint,
            is_brought,
            rooms,
            edges,
            passages,
            locks,
        } = parts;
        let ids = EdgeId::all(edges.len()).zip(&edges);
        let by_rooms: HashMap<[RoomId; 2], EdgeId> =
            ids.map(|(id, edge)| (pair(edge.a, edge.b), id)).collect();
        let is_doorway = |passage: &Passage| matches!(passage.way, Way::Doors(_));
        let (doorways, columns): (Vec<_>, Vec<_>) = passages.into_iter().partition(is_doorway);
        let count = doorways.len() as u32;
        let mut passages = doorways;
        passages.extend(columns);
        for passage in &mut passages {
            let [a, b] = passage.ends;
            passage.edge = by_rooms.get(&pair(a, b)).copied();
        }
        Self {
            seed,
            generation: GENERATION,
            blueprint,
            is_brought,
            rooms,
            edges,
            passages,
            doorways: count,
            locks,
            story: None,
        }
    }

    /// The seed it was made from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The generation of the generator that made it; a file may have an older one.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The blueprint it was made from.
    pub fn blueprint(&self) -> &Blueprint {
        &self.blueprint
    }

    /// Its name and what is told about it; older files have none.
    pub fn story(&self) -> Option<&Story> {
        self.story.as_ref()
    }

    /// Whether its graph was supplied by a user.
    pub fn is_brought(&self) -> bool {
        self.is_brought
    }

    /// The rooms; the first is the entry hall.
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// A room, if it exists; `sector[id]` is shorter for a room that certainly does.
    pub fn room(&self, id: RoomId) -> Option<&Room> {
        self.rooms.get(id.index())
    }

    /// The passages between rooms: first those through walls, then those up and down.
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// The locks; passages name them by id.
    pub fn locks(&self) -> &[Lock] {
        &self.locks
    }

    /// The keys that lie in a room, by the ids of their locks.
    pub fn keys_in(&self, room: RoomId) -> impl Iterator<Item = LockId> {
        let locks = LockId::all(self.locks.len()).zip(&self.locks);
        locks.filter_map(move |(id, lock)| (lock.key == room).then_some(id))
    }

    /// The edges of the graph, and what became of each.
    pub fn edges(&self) -> impl Iterator<Item = SectorEdge> {
        let mut realised = vec![Realised::Dropped; self.edges.len()];
        for passage in &self.passages {
            let place = passage.edge.and_then(|edge| realised.get_mut(edge.index()));
            if let Some(place) = place.filter(|place| **place == Realised::Dropped) {
                *place = match passage.way {
                    Way::Doors(_) => Realised::Exit,
                    Way::Column(_) => Realised::Connection,
                };
            }
        }
        let edges = EdgeId::all(self.edges.len()).zip(&self.edges);
        edges.zip(realised).map(|((id, edge), realised)| {
            let Edge { a, b, kind } = *edge;
            SectorEdge {
                id,
                a,
                b,
                kind,
                realised,
            }
        })
    }

    /// The exits: two for each passage through walls, one from either side.
    pub fn exits(&self) -> impl Iterator<Item = Exit<'_>> + Clone {
        (0..2 * self.doorways).filter_map(|number| self.exit(ExitId::new(number)))
    }

    /// An exit, if it exists.
    pub fn exit(&self, id: ExitId) -> Option<Exit<'_>> {
        let (number, end) = (id.number() / 2, id.number() % 2);
        let passage = self.passages.get(number as usize)?;
        let Way::Doors(doors) = &passage.way else {
            return None;
        };
        let edge = passage.edge.and_then(|edge| self.edges.get(edge.index()));
        let is_secret = edge.is_some_and(|edge| edge.kind == EdgeKind::Secret);
        Some(Exit::new(doors, passage, number, end as usize, is_secret))
    }

    /// One exit for each passage through walls: the exit of the room with the lower id.
    pub fn doorways(&self) -> impl Iterator<Item = Exit<'_>> + Clone {
        self.exits().filter(|exit| exit.from < exit.to)
    }

    /// The connections up and down.
    pub fn connections(&self) -> impl Iterator<Item = Connection<'_>> + Clone {
        let count = self.passages.len() - self.doorways as usize;
        ConnectionId::all(count).filter_map(|id| self.connection(id))
    }

    /// A connection, if it exists.
    pub fn connection(&self, id: ConnectionId) -> Option<Connection<'_>> {
        let place = id.index().checked_add(self.doorways as usize)?;
        let passage = self.passages.get(place)?;
        let Way::Column(column) = &passage.way else {
            return None;
        };
        let heights = passage.ends.map(|room| self[room].position.z);
        let difficulty = self.blueprint.difficulty;
        let lock = passage.lock;
        let mut made = Connection::new(column, id, passage.ends, heights, difficulty);
        made.lock = lock;
        Some(made)
    }

    /// The column of a connection, mutably.
    fn column_mut(&mut self, id: ConnectionId) -> Option<&mut Column> {
        let place = id.index().checked_add(self.doorways as usize)?;
        match &mut self.passages.get_mut(place)?.way {
            Way::Column(column) => Some(column),
            Way::Doors(_) => None,
        }
    }
}

/// A room of the sector; like a slice, it panics if there is no such room.
impl Index<RoomId> for Sector {
    type Output = Room;

    fn index(&self, id: RoomId) -> &Room {
        &self.rooms[id.index()]
    }
}

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

/// Where words and contents come from.
#[derive(Clone, Copy, Debug)]
pub struct Lore<'a> {
    /// The words.
    pub templates: &'a Templates,
    /// Who and what there is.
    pub tables: &'a Tables,
}

impl Default for Lore<'static> {
    fn default() -> Self {
        Self {
            templates: Templates::built_in(),
            tables: Tables::built_in(),
        }
    }
}

/// Plans a sector and builds it.
pub fn generate(blueprint: &Blueprint, seed: Seed) -> Result<Sector, SectorError> {
    let plan = plan(blueprint, seed)?;
    Ok(build_planned(&plan, blueprint, Lore::default(), seed))
}

/// Builds a sector from a graph that you bring.
pub fn build(graph: &RoomGraph, blueprint: &Blueprint, seed: Seed) -> Result<Sector, SectorError> {
    let plan = Plan::of_graph(graph.clone(), blueprint, seed)?;
    Ok(build_planned(&plan, blueprint, Lore::default(), seed))
}

/// Builds a planned sector: connections, biomes, words, contents.
pub fn build_planned(plan: &Plan, blueprint: &Blueprint, lore: Lore<'_>, seed: Seed) -> Sector {
    let mut sector = outline(plan, blueprint, seed);
    complete(&mut sector, &plan.graph, lore);
    sector
}

/// Joins the rooms of a plan: a sector whose rooms have neither words nor biomes of their own
/// yet, which takes a fraction of the time.
pub fn outline(plan: &Plan, blueprint: &Blueprint, seed: Seed) -> Sector {
    connect::connect(&plan.graph, &plan.layout, blueprint, seed)
}

/// Gives the rooms of an outline their biomes, words and contents.
pub fn complete(outline: &mut Sector, graph: &RoomGraph, lore: Lore<'_>) {
    let seed = outline.seed;
    biome::assign(outline, seed);
    lock::name_keys(outline, seed);
    let insides = carve::interiors(outline);
    let facts = outline.facts_of(&insides);
    name::describe(outline, graph, &facts, lore.templates);
    if !outline.blueprint.is_empty {
        contents::fill(outline, &insides, &facts, lore.tables);
    }
}

/// Builds a sector with all rooms in a row, the layout of last resort.
#[cfg(test)]
pub(crate) fn build_in_a_row(
    graph: &RoomGraph,
    blueprint: &Blueprint,
    seed: Seed,
) -> Option<Sector> {
    let plan = Plan {
        layout: layout::lay_out_in_a_row(graph)?,
        graph: graph.clone(),
        patterns: Vec::new(),
    };
    Some(build_planned(&plan, blueprint, Lore::default(), seed))
}
