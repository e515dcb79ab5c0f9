//! A world as a graph: rooms and passages, or areas of a level and the links between them.

use super::Source;
use crate::link::Link;
use crate::space::Pos;
use crate::thing::ThingKind;
use std::collections::BTreeMap;

/// A node: a room, or cells of one level that are joined.
pub(super) struct Node {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) z: u32,
    pub(super) cells: u64,
}

/// An edge: a passage, or links of one kind between the same areas.
pub(super) struct Edge {
    pub(super) ends: [usize; 2],
    pub(super) kind: String,
    /// Whether it leads from the first end to the second, and back.
    pub(super) leads: [bool; 2],
    pub(super) is_secret: bool,
    pub(super) lock: Option<String>,
    pub(super) is_blocked: bool,
    pub(super) dc: u32,
    /// How many links it stands for.
    pub(super) count: u32,
}

/// The graph of a world.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
}

pub(super) fn graph(source: &Source<'_>) -> Graph {
    match source.rooms.is_empty() {
        true => areas(source),
        false => rooms(source),
    }
}

fn rooms(source: &Source<'_>) -> Graph {
    let nodes = source.rooms.iter().map(|room| {
        let [low, high] = room.inside;
        Node {
            id: room.id.clone(),
            label: room.name.clone(),
            z: room.z,
            cells: (high.x - low.x + 1) as u64 * (high.y - low.y + 1) as u64,
        }
    });
    let edges = source.passages.iter().map(|passage| Edge {
        ends: passage.ends,
        kind: passage.kind.clone(),
        leads: passage.leads,
        is_secret: passage.is_secret,
        lock: passage.lock.clone(),
        is_blocked: passage.blockage.is_some(),
        dc: passage.dc,
        count: 1,
    });
    Graph {
        nodes: nodes.collect(),
        edges: edges.collect(),
    }
}

fn areas(source: &Source<'_>) -> Graph {
    let size = source.cells.size();
    let at = |pos: Pos| {
        let row = pos.z as usize * size.height() as usize + pos.y as usize;
        row * size.width() as usize + pos.x as usize
    };
    let mut area = vec![u32::MAX; size.cells() as usize];
    let mut nodes: Vec<Node> = Vec::new();
    for z in source.z() {
        let mut number = 0;
        for y in 0..size.height() {
            for x in 0..size.width() {
                let first = Pos::new(x as i32, y as i32, z as i32);
                if area[at(first)] != u32::MAX || !source.cells.is_walkable(first) {
                    continue;
                }
                let id = nodes.len() as u32;
                area[at(first)] = id;
                let (mut todo, mut cells) = (vec![first], 0);
                while let Some(pos) = todo.pop() {
                    cells += 1;
                    for [dx, dy] in [[-1, 0], [1, 0], [0, -1], [0, 1]] {
                        let next = Pos::new(pos.x + dx, pos.y + dy, pos.z);
                        if source.cells.is_walkable(next) && area[at(next)] == u32::MAX {
                            area[at(next)] = id;
                            todo.push(next);
                        }
                    }
                }
                nodes.push(Node {
                    id: format!("z{z}a{number}"),
                    label: String::new(),
                    z,
                    cells,
                });
                number += 1;
            }
        }
    }
    for (_, thing) in source.cells.things() {
        let kinds = [ThingKind::Label, ThingKind::Spawn, ThingKind::Marker];
        if !kinds.contains(&thing.kind) || thing.name.is_empty() {
            continue;
        }
        let node = nodes.get_mut(area[at(thing.place)] as usize);
        if let Some(node) = node.filter(|node| node.label.len() < 200) {
            let comma = if node.label.is_empty() { "" } else { ", " };
            node.label += comma;
            node.label += &thing.name;
        }
    }
    for node in nodes.iter_mut().filter(|node| node.label.is_empty()) {
        node.label = match node.cells {
            1 => "1 cell".to_owned(),
            cells => format!("{cells} cells"),
        };
    }
    let mut found: BTreeMap<(u32, u32, &str, [bool; 2]), u32> = BTreeMap::new();
    for &Link {
        kind,
        low,
        high,
        up,
        down,
        ..
    } in &source.links
    {
        let ends = (area[at(low)], area[at(high)], kind.name(), [up, down]);
        *found.entry(ends).or_default() += 1;
    }
    let edges = found
        .into_iter()
        .map(|((low, high, kind, leads), count)| Edge {
            ends: [low as usize, high as usize],
            kind: kind.to_owned(),
            leads,
            is_secret: false,
            lock: None,
            is_blocked: false,
            dc: 0,
            count,
        });
    let edges = edges.collect();
    Graph { nodes, edges }
}
