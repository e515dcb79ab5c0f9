//! Room graphs: which rooms are joined, before they have places.

mod edge_list;
mod error;
mod lock;
mod wish;

pub use edge_list::{EdgeListError, read_edge_lists};
pub use error::{GraphError, LockProblem};
pub use wish::Wish;
pub(super) use wish::spans;

use super::blueprint::MAX_ROOMS;
use crate::ids::{EdgeId, RoomId};
use std::collections::BTreeSet;

/// What a room is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeKind {
    /// The entry.
    Start,
    /// On the main path to the boss.
    Main,
    /// Off the main path.
    Branch,
    /// Behind a secret door.
    Secret,
    /// The end of the main path.
    Boss,
}

/// What a room looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Archetype {
    /// The entry: one or two edges.
    EntryHall,
    /// Two or three edges.
    Corridor,
    /// One to four edges.
    Chamber,
    /// Three or four edges.
    Junction,
    /// One edge.
    BossArena,
    /// One secret edge.
    SecretRoom,
}

/// How large a room is, in units along each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoomSize {
    /// One unit.
    Small,
    /// Two by two.
    Medium,
    /// Three by three.
    Large,
    /// Four by four to sixteen by sixteen, for rooms with many neighbours.
    Huge(u8),
}

/// Whether an edge is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// It is visible.
    Normal,
    /// It has to be searched for.
    Secret,
}

macro_rules! ids {
    ($type:ident: $($variant:ident $id:literal),*) => {
        impl $type {
            /// All variants.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in files.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id),*
                }
            }
        }
    };
}

ids!(NodeKind: Start "start", Main "main", Branch "branch", Secret "secret", Boss "boss");
ids!(EdgeKind: Normal "normal", Secret "secret");
ids!(Archetype:
    EntryHall "entry_hall", Corridor "corridor", Chamber "chamber", Junction "junction",
    BossArena "boss_arena", SecretRoom "secret_room");

impl Archetype {
    /// The fewest and the most graph edges of such a room.
    pub const fn edges(self) -> [usize; 2] {
        match self {
            Self::EntryHall => [1, 2],
            Self::Corridor => [2, 3],
            Self::Chamber => [1, 4],
            Self::Junction => [3, 4],
            Self::BossArena | Self::SecretRoom => [1, 1],
        }
    }

    /// The name to print.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EntryHall => "Entry Hall",
            Self::Corridor => "Corridor",
            Self::Chamber => "Chamber",
            Self::Junction => "Junction",
            Self::BossArena => "Boss Arena",
            Self::SecretRoom => "Secret Room",
        }
    }
}

/// The largest side of a room, in units.
pub const MAX_SIDE: i32 = 16;
/// The most edges of a room: one for each unit of wall of the largest room.
pub const MAX_DEGREE: usize = 4 * MAX_SIDE as usize;
/// The most edges of a graph.
pub const MAX_EDGES: usize = MAX_ROOMS as usize * MAX_DEGREE / 2;
/// The most wishes of a graph.
pub const MAX_WISHES: usize = 1000;
/// The most locks of a graph.
pub const MAX_LOCKS: usize = 1000;

impl RoomSize {
    /// Units along each side.
    pub const fn side(self) -> i32 {
        match self {
            Self::Small => 1,
            Self::Medium => 2,
            Self::Large => 3,
            Self::Huge(side) => side as i32,
        }
    }

    /// The size with this side; none if there is no such size.
    pub const fn from_side(side: i32) -> Option<Self> {
        match side {
            1 => Some(Self::Small),
            2 => Some(Self::Medium),
            3 => Some(Self::Large),
            4..=MAX_SIDE => Some(Self::Huge(side as u8)),
            _ => None,
        }
    }

    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge(_) => "huge",
        }
    }

    /// A size with enough walls for this many neighbours, and some to spare if possible: a room
    /// that needs every unit of its walls keeps all other rooms away.
    pub fn for_neighbours(neighbours: usize) -> Option<Self> {
        let side = match neighbours {
            0..=3 => 1,
            _ => (neighbours + 2).div_ceil(4) as i32,
        };
        let is_possible = neighbours <= MAX_DEGREE;
        Self::from_side(side.min(MAX_SIDE)).filter(|_| is_possible)
    }
}

/// A room without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPlan {
    /// What it is for.
    pub node: NodeKind,
    /// What it looks like.
    pub archetype: Archetype,
    /// How large it is.
    pub size: RoomSize,
    /// Whether somebody asked for that size: then it is kept.
    pub is_sized: bool,
    /// Its name; a room without a name gets one.
    pub name: Option<String>,
}

/// A passage to make between two rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// One of its rooms.
    pub a: RoomId,
    /// The other room.
    pub b: RoomId,
    /// Whether it is hidden.
    pub kind: EdgeKind,
}

/// A lock on edges, and where its key lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockPlan {
    /// The edges that it locks.
    pub edges: Vec<EdgeId>,
    /// The room where its key lies.
    pub key: RoomId,
    /// What the key is called; a key without a name gets one.
    pub name: Option<String>,
}

/// Rooms and what joins them. The first room is the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomGraph {
    /// The rooms.
    pub rooms: Vec<RoomPlan>,
    /// What joins them.
    pub edges: Vec<Edge>,
    /// What is locked.
    pub locks: Vec<LockPlan>,
    /// What a user wishes for the places of rooms.
    pub wishes: Vec<Wish>,
    /// Whether a user supplied it: then a room may have several exits in the same direction,
    /// and no edge may be dropped.
    pub is_brought: bool,
}

impl RoomGraph {
    /// A graph from pairs of room numbers, with rooms as large as their neighbours need.
    ///
    /// Room 0 is the entry.
    pub fn from_edges(rooms: u32, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        if rooms == 0 {
            return Err(GraphError::Empty);
        }
        if rooms > MAX_ROOMS {
            let rooms = rooms as usize;
            return Err(GraphError::TooManyRooms { rooms });
        }
        if edges.len() > MAX_EDGES {
            return Err(GraphError::TooManyEdges);
        }
        let mut degrees = vec![0; rooms as usize];
        let kind = EdgeKind::Normal;
        let edges = edges.iter().map(|&(a, b)| {
            let [a, b] = [a, b].map(RoomId::new);
            Edge { a, b, kind }
        });
        let edges: Vec<Edge> = edges.collect();
        for &Edge { a, b, .. } in &edges {
            for end in [a, b] {
                let degree = degrees.get_mut(end.index());
                *degree.ok_or(GraphError::NoSuchRoom {
                    a,
                    b,
                    missing: end,
                    last: RoomId::new(rooms - 1),
                })? += 1;
            }
        }
        let plans = degrees.iter().zip(RoomId::all(degrees.len()));
        let plans = plans.map(|(&degree, room)| {
            let size = RoomSize::for_neighbours(degree);
            let (node, archetype) = match degree {
                _ if room == RoomId::ENTRY => (NodeKind::Start, Archetype::EntryHall),
                0..=1 => (NodeKind::Branch, Archetype::Chamber),
                2 => (NodeKind::Main, Archetype::Corridor),
                _ => (NodeKind::Main, Archetype::Junction),
            };
            Ok(RoomPlan {
                node,
                archetype,
                size: size.ok_or(GraphError::Degree { room, degree })?,
                is_sized: false,
                name: None,
            })
        });
        let graph = Self {
            rooms: plans.collect::<Result<_, _>>()?,
            edges,
            locks: Vec::new(),
            wishes: Vec::new(),
            is_brought: true,
        };
        graph.check()?;
        Ok(graph)
    }

    /// Checks that the graph can be laid out.
    pub fn check(&self) -> Result<(), GraphError> {
        let last = match self.rooms.len() {
            0 => return Err(GraphError::Empty),
            rooms if rooms > MAX_ROOMS as usize => return Err(GraphError::TooManyRooms { rooms }),
            rooms => RoomId::new(rooms as u32 - 1),
        };
        let mut seen = BTreeSet::new();
        for &Edge { a, b, .. } in &self.edges {
            if let Some(missing) = [a, b].into_iter().find(|&end| end > last) {
                return Err(GraphError::NoSuchRoom {
                    a,
                    b,
                    missing,
                    last,
                });
            }
            if a == b {
                return Err(GraphError::SelfLoop { room: a });
            }
            if !seen.insert((a.min(b), a.max(b))) {
                return Err(GraphError::Duplicate { a, b });
            }
        }
        let neighbours = self.neighbours();
        let rooms = RoomId::all(self.rooms.len()).zip(&self.rooms);
        for ((room, plan), neighbours) in rooms.zip(&neighbours) {
            let (degree, size) = (neighbours.len(), plan.size);
            if RoomSize::from_side(size.side()) != Some(size) {
                return Err(GraphError::Size { room, size });
            }
            if degree > MAX_DEGREE {
                return Err(GraphError::Degree { room, degree });
            }
            if degree > 4 * size.side() as usize {
                return Err(GraphError::TooSmall { room, size, degree });
            }
        }
        let mut reached = vec![false; self.rooms.len()];
        let mut open = vec![RoomId::ENTRY];
        reached[0] = true;
        while let Some(room) = open.pop() {
            for &(_, next) in &neighbours[room.index()] {
                if !std::mem::replace(&mut reached[next.index()], true) {
                    open.push(next);
                }
            }
        }
        let mut rooms = RoomId::all(self.rooms.len());
        match rooms.find(|room| !reached[room.index()]) {
            Some(room) => return Err(GraphError::Apart { room }),
            None => lock::check(self, &neighbours)?,
        }
        wish::check(&self.wishes, last)
    }

    /// For each room, its edges and the rooms that they lead to, in the order of edges.
    pub fn neighbours(&self) -> Vec<Vec<(EdgeId, RoomId)>> {
        let mut neighbours = vec![Vec::new(); self.rooms.len()];
        for (id, edge) in EdgeId::all(self.edges.len()).zip(&self.edges) {
            neighbours[edge.a.index()].push((id, edge.b));
            neighbours[edge.b.index()].push((id, edge.a));
        }
        neighbours
    }
}
