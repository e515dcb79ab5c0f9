//! A room graph as JSON.

use super::lists::AtMost;
use super::{JsonError, MAX_NAME, Problem, line, parse, word};
use crate::ids::{EdgeId, RoomId};
use crate::sector::{
    Archetype, EdgeKind, LockPlan, MAX_EDGES, MAX_LOCKS, MAX_ROOMS, MAX_WISHES, NodeKind,
    RoomGraph, RoomSize, Wish,
};
use crate::space::Layer;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with rooms and edges")]
struct GraphFile {
    kind: Option<String>,
    rooms: RoomsFile,
    edges: AtMost<EdgeFile, MAX_EDGES>,
    locks: Option<AtMost<LockFile, MAX_LOCKS>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a lock")]
struct LockFile {
    edges: AtMost<[u32; 2], MAX_EDGES>,
    key: RoomFileId,
    name: Option<String>,
}

/// A room, by its number or its id.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a room: its number, or its id such as \"r3\"")]
enum RoomFileId {
    Number(u32),
    Id(String),
}

impl RoomFileId {
    fn room(&self, place: impl fmt::Display) -> Result<RoomId, Problem> {
        match self {
            Self::Number(number) => Ok(RoomId::new(*number)),
            Self::Id(id) => id
                .parse()
                .map_err(|_| Problem::word(place, id, &["a room, such as r3"])),
        }
    }
}

/// A room or several.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a room such as \"r3\", or a list of at most 1000 rooms"
)]
enum RoomsFileIds {
    One(RoomFileId),
    Many(AtMost<RoomFileId, MAX_WISHES>),
}

impl RoomsFileIds {
    fn list(&self) -> &[RoomFileId] {
        match self {
            Self::One(room) => std::slice::from_ref(room),
            Self::Many(rooms) => &rooms.0,
        }
    }
}

/// A layer, by its height or its name.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a layer: -3 to 3, or its name such as \"ground\""
)]
enum LayerFile {
    Height(i32),
    Name(String),
}

impl LayerFile {
    fn layer(&self, place: impl fmt::Display) -> Result<Layer, Problem> {
        match self {
            Self::Height(z) => Layer::from_z(*z)
                .ok_or_else(|| Problem::new(place, format_args!("{z}: expected -3 to 3"))),
            Self::Name(name) => name.parse().map_err(|error| Problem::new(place, error)),
        }
    }
}

/// How many rooms there are, or a description of each.
enum RoomsFile {
    Count(u32),
    List(Vec<RoomFile>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object that describes a room")]
struct RoomFile {
    name: Option<String>,
    node: Option<String>,
    archetype: Option<String>,
    /// Units along each side.
    side: Option<i32>,
    layer: Option<LayerFile>,
    above: Option<RoomsFileIds>,
    below: Option<RoomsFileIds>,
}

/// Two rooms, and the kind of the edge.
struct EdgeFile {
    ends: [u32; 2],
    kind: Option<String>,
}

impl<'de> Deserialize<'de> for RoomsFile {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        struct Rooms;
        impl<'de> Visitor<'de> for Rooms {
            type Value = RoomsFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a list of objects with name, node, archetype, side, layer, above and below")
            }

            fn visit_u64<E: Error>(self, count: u64) -> Result<RoomsFile, E> {
                Ok(RoomsFile::Count(u32::try_from(count).unwrap_or(u32::MAX)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<RoomsFile, A::Error> {
                let list = SeqAccessDeserializer::new(list);
                let rooms = AtMost::<RoomFile, { MAX_ROOMS as usize }>::deserialize(list)?;
                Ok(RoomsFile::List(rooms.0))
            }
        }
        file.deserialize_any(Rooms)
    }
}

impl<'de> Deserialize<'de> for EdgeFile {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Full {
            a: u32,
            b: u32,
            kind: Option<String>,
        }

        struct Edge;
        impl<'de> Visitor<'de> for Edge {
            type Value = EdgeFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a pair of room numbers, or an object with a, b and kind")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<EdgeFile, A::Error> {
                let ends = <[u32; 2]>::deserialize(SeqAccessDeserializer::new(list))?;
                Ok(EdgeFile { ends, kind: None })
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<EdgeFile, A::Error> {
                let Full { a, b, kind } = Full::deserialize(MapAccessDeserializer::new(keys))?;
                Ok(EdgeFile { ends: [a, b], kind })
            }
        }
        file.deserialize_any(Edge)
    }
}

/// Reads a graph. What the file does not say about a room follows from its neighbours; a room
/// that is too small for them grows.
pub fn read_graph(name: &str, text: &str) -> Result<RoomGraph, JsonError> {
    let file: GraphFile = parse(name, text, "graph")?;
    convert(file).map_err(|problem| problem.of(name))
}

fn convert(file: GraphFile) -> Result<RoomGraph, Problem> {
    if let Some(kind) = file.kind.filter(|kind| kind != "graph") {
        return Err(Problem::word("kind", &kind, &["graph"]));
    }
    let (count, rooms) = match file.rooms {
        RoomsFile::Count(count) => (count, Vec::new()),
        RoomsFile::List(rooms) => (u32::try_from(rooms.len()).unwrap_or(u32::MAX), rooms),
    };
    let edges = file.edges.0;
    let ends: Vec<(u32, u32)> = edges.iter().map(|edge| edge.ends.into()).collect();
    let mut graph =
        RoomGraph::from_edges(count, &ends).map_err(|error| Problem(error.to_string()))?;
    for (number, edge) in edges.iter().enumerate() {
        if let Some(kind) = &edge.kind {
            let place = format!("edges[{number}].kind");
            graph.edges[number].kind = word(EdgeKind::ALL, EdgeKind::id, place, kind)?;
        }
    }
    graph.wishes = wishes(&rooms)?;
    for (number, (file, plan)) in rooms.into_iter().zip(&mut graph.rooms).enumerate() {
        let at = |key: &str| format!("rooms[{number}].{key}");
        let name = file.name.map(|name| line(at("name"), name, MAX_NAME));
        plan.name = name.transpose()?;
        if let Some(id) = file.node {
            let nodes = NodeKind::ALL.iter().copied();
            let is_start = |node: &NodeKind| *node == NodeKind::Start;
            let nodes: Vec<NodeKind> = nodes
                .filter(|node| is_start(node) == (number == 0))
                .collect();
            plan.node = word(nodes, NodeKind::id, at("node"), &id)?;
        }
        if let Some(id) = file.archetype {
            // The first room is the entry hall.
            let all: &[Archetype] = match number {
                0 => &[Archetype::EntryHall],
                _ => Archetype::ALL,
            };
            plan.archetype = word(all, Archetype::id, at("archetype"), &id)?;
        }
        if let Some(side) = file.side {
            let size = RoomSize::from_side(side);
            let size = size.ok_or_else(|| {
                Problem::new(at("side"), format_args!("{side}: expected 1 to 16"))
            })?;
            plan.size = plan.size.max(size);
            plan.is_sized = true;
        }
    }
    if let Some(locks) = file.locks {
        graph.locks = lock_plans(&graph, &locks.0)?;
    }
    graph.check().map_err(|error| Problem(error.to_string()))?;
    Ok(graph)
}

/// What is wished for the places of rooms.
fn wishes(rooms: &[RoomFile]) -> Result<Vec<Wish>, Problem> {
    let mut wishes = Vec::new();
    for (number, file) in (0..).zip(rooms) {
        let room = RoomId::new(number);
        let at = |key: &str| format!("rooms[{number}].{key}");
        if let Some(layer) = &file.layer {
            let layer = layer.layer(at("layer"))?;
            wishes.push(Wish::Layer { room, layer });
        }
        for other in file.above.iter().flat_map(RoomsFileIds::list) {
            let other = other.room(at("above"))?;
            wishes.push(Wish::Above { room, other });
        }
        for other in file.below.iter().flat_map(RoomsFileIds::list) {
            let other = other.room(at("below"))?;
            wishes.push(Wish::Below { room, other });
        }
    }
    Ok(wishes)
}

/// The locks of a graph, whose edges are named by their rooms.
fn lock_plans(graph: &RoomGraph, locks: &[LockFile]) -> Result<Vec<LockPlan>, Problem> {
    let sorted = |a: u32, b: u32| (a.min(b), a.max(b));
    let known: BTreeMap<(u32, u32), EdgeId> = EdgeId::all(graph.edges.len())
        .zip(&graph.edges)
        .map(|(id, edge)| (sorted(edge.a.number(), edge.b.number()), id))
        .collect();
    let plan = |(number, file): (usize, &LockFile)| {
        let at = |key: &str| format!("locks[{number}].{key}");
        let edges = file.edges.0.iter().map(|&[a, b]| {
            let edge = known.get(&sorted(a, b)).copied();
            edge.ok_or_else(|| Problem::new(at("edges"), format_args!("there is no edge {a} {b}")))
        });
        let name = file.name.clone();
        let name = name.map(|name| line(at("name"), name, MAX_NAME));
        Ok(LockPlan {
            edges: edges.collect::<Result<_, _>>()?,
            key: file.key.room(at("key"))?,
            name: name.transpose()?,
        })
    };
    locks.iter().enumerate().map(plan).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_read_in_both_ways() {
        let short = read_graph("g", r#"{"rooms":3,"edges":[[0,1],[1,2]]}"#).unwrap();
        assert_eq!((short.rooms.len(), short.edges.len()), (3, 2));
        let long = r#"{"kind":"graph","rooms":[{"name":"Gate"},{"node":"main","side":3},{"node":"secret","archetype":"secret_room"}],
            "edges":[{"a":0,"b":1},{"a":1,"b":2,"kind":"secret"}]}"#;
        let long = read_graph("g", long).unwrap();
        assert_eq!(long.rooms[0].name.as_deref(), Some("Gate"));
        assert_eq!(long.rooms[1].size, RoomSize::Large);
        assert_eq!(long.edges[1].kind, EdgeKind::Secret);
    }

    #[test]
    fn bad_graphs_say_what_would_be_right() {
        for (text, message) in [
            (
                r#"{"rooms":0,"edges":[]}"#,
                "g: a graph without rooms: expected 1 to 10000",
            ),
            (
                r#"{"rooms":2,"edges":[[0,0]]}"#,
                "g: edge 0 0: a room cannot be joined to itself",
            ),
            (
                r#"{"rooms":[{"side":17},{}],"edges":[[0,1]]}"#,
                "g: rooms[0].side: 17: expected 1 to 16",
            ),
            (
                r#"{"rooms":[{"node":"boss"},{}],"edges":[[0,1]]}"#,
                "g: rooms[0].node: \"boss\": expected start",
            ),
            (
                r#"{"rooms":[{"archetype":"boss_arena"}],"edges":[]}"#,
                "g: rooms[0].archetype: \"boss_arena\": expected entry_hall",
            ),
            (
                r#"{"kind":"sector","rooms":2,"edges":[[0,1]]}"#,
                "g: kind: \"sector\": expected graph",
            ),
        ] {
            assert_eq!(read_graph("g", text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn names_that_no_sector_can_have_are_refused() {
        let long = "x".repeat(101);
        for name in ["", &long, "a\\nb", "\u{202E}x"] {
            let text = format!(r#"{{"rooms":[{{"name":"{name}"}}],"edges":[]}}"#);
            assert_eq!(
                read_graph("g", &text).unwrap_err().to_string(),
                "g: rooms[0].name: expected 1 to 100 characters, none of them a control character"
            );
        }
    }

    #[test]
    fn lists_that_are_too_long_are_given_up() {
        let rooms = "{},".repeat(10_000);
        let error = read_graph("g", &format!("{{\"rooms\":[{rooms}{{}},")).unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with("g: expected a list of at most 10000 at line 1"),
            "{said}"
        );
        let edges = "[0,1],".repeat(320_001);
        let error = read_graph("g", &format!("{{\"rooms\":2,\"edges\":[{edges}")).unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with("g: expected a list of at most 320000 at line 1"),
            "{said}"
        );
    }

    #[test]
    fn what_is_no_graph_says_what_would_be_one() {
        for (text, said) in [
            (
                r#"{"rooms":"x","edges":[]}"#,
                "expected a number, or a list of objects with name",
            ),
            (
                r#"{"rooms":-1,"edges":[]}"#,
                "expected a number, or a list of objects with name",
            ),
            (
                r#"{"rooms":2,"edges":[7]}"#,
                "expected a pair of room numbers, or an object with a, b",
            ),
            (
                r#"{"rooms":2,"edges":[[0]]}"#,
                "expected an array of length 2",
            ),
            (r#"{"rooms":2,"edges":[[0,1,1]]}"#, "at line 1"),
            (r#"{"rooms":2,"edges":[{"a":0}]}"#, "missing key `b`"),
            (r#"{"rooms":[{"hue":1}],"edges":[]}"#, "unknown key `hue`"),
        ] {
            let error = read_graph("g", text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
