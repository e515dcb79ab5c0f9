//! Checks that the facts in a raw sector fit together: indices, ids and states.

use super::super::carve::UNIT;
use super::super::connection::{Connection, ConnectionKind};
use super::super::graph::{Edge, RoomSize};
use super::super::layout::Door;
use super::super::passage::{Climb, Column, Doors, Passage, State, Way};
use super::super::{Parts, Realised, Sector, pair};
use super::{RawConnection, RawEdge, RawExit, RawSector};
use crate::ids::{ConnectionId, EdgeId, ExitId, LockId, RoomId};
use crate::report::{Finding, Rule, Subject};
use crate::space::{Direction, RoomPos};
use crate::words::legible;
use std::collections::HashMap;

pub(super) fn sector(raw: RawSector) -> Result<Sector, Vec<Finding>> {
    let mut findings = Vec::new();
    check_rooms(&raw, &mut findings);
    check_ends(&raw, &mut findings);
    check_locks(&raw, &mut findings);
    // Everything below looks rooms up.
    if !findings.is_empty() {
        return Err(findings);
    }
    check_edges(&raw, &mut findings);
    let mut passages = doorways(&raw.exits, &mut findings);
    let heights: Vec<i32> = raw.rooms.iter().map(|room| room.position.z).collect();
    for (id, connection) in ConnectionId::all(raw.connections.len()).zip(raw.connections) {
        let ends = [connection.from, connection.to];
        let heights = ends.map(|room| heights[room.index()]);
        match column(&connection) {
            Ok(column) => {
                let difficulty = raw.blueprint.difficulty;
                let made = Connection::new(&column, id, ends, heights, difficulty);
                let (dc, levels) = (made.dc(), made.levels());
                if connection.dc != dc {
                    let text = format!("DC {}: expected {dc}", connection.dc);
                    findings.push(mismatch(&connection, &text));
                }
                if connection.levels != levels {
                    let text = format!("spans {} layers: expected {levels}", connection.levels);
                    findings.push(mismatch(&connection, &text));
                }
                passages.push(Passage::new(ends, Way::Column(column), connection.lock));
            }
            Err(texts) => findings.extend(texts.iter().map(|text| mismatch(&connection, text))),
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let edges = raw
        .edges
        .iter()
        .map(|&RawEdge { a, b, kind, .. }| Edge { a, b, kind });
    let sector = Sector::assemble(Parts {
        seed: raw.seed,
        blueprint: raw.blueprint,
        is_brought: raw.is_brought,
        rooms: raw.rooms,
        edges: edges.collect(),
        passages,
        locks: raw.locks,
    });
    Ok(Sector {
        generation: raw.generation,
        story: raw.story,
        ..sector
    })
}

fn check_rooms(raw: &RawSector, findings: &mut Vec<Finding>) {
    for (id, room) in RoomId::all(raw.rooms.len()).zip(&raw.rooms) {
        if room.id != id {
            let text = format!("room {} is number {}: expected {id}", room.id, id.number());
            findings.push(Finding::of_rooms(Rule::IdMismatch, [id], text));
        }
        if RoomSize::from_side(room.size.side()) != Some(room.size) {
            let (size, side) = (room.size.id(), room.size.side());
            let text = format!("room {id} is {size} with a side of {side} units");
            findings.push(Finding::of_rooms(Rule::SizeMismatch, [id], text));
        }
        let inside = 0..room.size.side().saturating_mul(UNIT) - 1;
        for content in &room.contents {
            let [x, y] = content.at;
            if !inside.contains(&x) || !inside.contains(&y) {
                let name = legible(&content.name);
                let text = format!(
                    "{name} at {x},{y} is outside room {id}: expected 0 to {}",
                    inside.end - 1
                );
                findings.push(Finding::of_rooms(Rule::ThingOutside, [id], text));
            }
        }
    }
    let connections = ConnectionId::all(raw.connections.len()).zip(&raw.connections);
    for (id, connection) in connections.filter(|(id, connection)| connection.id != *id) {
        let (found, number) = (connection.id, id.number());
        let text = format!("connection {found} is number {number}: expected {id}");
        findings.push(Finding::new(
            Rule::IdMismatch,
            [Subject::Connection(id)],
            text,
        ));
    }
}

/// Checks that all ends name two different rooms.
fn check_ends(raw: &RawSector, findings: &mut Vec<Finding>) {
    let edges = EdgeId::all(raw.edges.len()).zip(&raw.edges);
    let edges = edges.map(|(id, edge)| ("edge", Subject::Edge(id), [edge.a, edge.b]));
    let exits = ExitId::all(raw.exits.len()).zip(&raw.exits);
    let exits = exits.map(|(id, exit)| ("exit", Subject::Exit(id), [exit.from, exit.to]));
    let connections = ConnectionId::all(raw.connections.len()).zip(&raw.connections);
    let connections =
        connections.map(|(id, raw)| ("connection", Subject::Connection(id), [raw.from, raw.to]));
    for (what, subject, [a, b]) in edges.chain(exits).chain(connections) {
        let missing = [a, b]
            .into_iter()
            .find(|room| room.index() >= raw.rooms.len());
        let (rule, text) = match missing {
            Some(missing) => (Rule::NoSuchRoom, format!("there is no room {missing}")),
            None if a == b => (
                Rule::SelfLoop,
                "a room cannot be joined to itself".to_owned(),
            ),
            None => continue,
        };
        findings.push(Finding::new(
            rule,
            [subject],
            format!("the {what} between {a} and {b}: {text}"),
        ));
    }
}

/// Checks that all locks that are named exist, and the rooms of their keys.
fn check_locks(raw: &RawSector, findings: &mut Vec<Finding>) {
    for (id, lock) in LockId::all(raw.locks.len()).zip(&raw.locks) {
        if lock.key.index() >= raw.rooms.len() {
            let text = format!(
                "the key of lock {id} lies in {}: there is no such room",
                lock.key
            );
            findings.push(Finding::new(Rule::NoSuchRoom, [], text));
        }
    }
    let exits = raw.exits.iter().map(|exit| (exit.lock, exit.from, exit.to));
    let connections = raw.connections.iter();
    let connections = connections.map(|raw| (raw.lock, raw.from, raw.to));
    for (lock, from, to) in exits.chain(connections) {
        if let Some(lock) = lock.filter(|lock| lock.index() >= raw.locks.len()) {
            let text =
                format!("the passage from {from} to {to} has lock {lock}: there is no such lock");
            findings.push(Finding::of_rooms(Rule::LockMismatch, [from, to], text));
        }
    }
}

/// Checks that no edge appears twice, and that each is realised as it says.
fn check_edges(raw: &RawSector, findings: &mut Vec<Finding>) {
    let mut found: HashMap<[RoomId; 2], [u32; 2]> = HashMap::new();
    for exit in &raw.exits {
        found.entry(pair(exit.from, exit.to)).or_default()[0] += 1;
    }
    for connection in &raw.connections {
        found
            .entry(pair(connection.from, connection.to))
            .or_default()[1] += 1;
    }
    let mut seen = HashMap::new();
    for (id, &RawEdge { a, b, realised, .. }) in EdgeId::all(raw.edges.len()).zip(&raw.edges) {
        let text = if seen.insert(pair(a, b), id).is_some() {
            format!("the edge between {a} and {b} appears twice")
        } else {
            let found = found.get(&pair(a, b)).copied().unwrap_or_default();
            let (expected, what) = match realised {
                Realised::Exit => ([2, 0], "an exit from either side and no connection"),
                Realised::Connection => ([0, 1], "one connection and no exit"),
                Realised::Dropped => ([0, 0], "nothing, because the edge was dropped"),
            };
            if found == expected {
                continue;
            }
            let [exits, connections] = found;
            format!(
                "{a} and {b} are joined by {exits} exits and {connections} connections: expected {what}"
            )
        };
        let subjects = [Subject::Edge(id), Subject::Room(a), Subject::Room(b)];
        findings.push(Finding::new(Rule::MissingConnection, subjects, text));
    }
}

/// The passages through walls: each is a pair of exits that agree.
fn doorways(exits: &[RawExit], findings: &mut Vec<Finding>) -> Vec<Passage> {
    let mut say = |id: ExitId, exit: &RawExit, text: &str| {
        let RawExit { from, to, .. } = exit;
        let subjects = [Subject::Exit(id), Subject::Room(*from), Subject::Room(*to)];
        let text = format!("the exit from {from} to {to} {text}");
        findings.push(Finding::new(Rule::ExitMismatch, subjects, text));
    };
    // Exits through the same units, first those of the room with the lower id.
    let key = |id: &ExitId| {
        let exit = &exits[id.index()];
        let is_back = exit.from > exit.to;
        let ends = pair(exit.from, exit.to);
        (
            ends,
            Units {
                via: &exit.via,
                is_back,
            },
            is_back,
        )
    };
    let mut order: Vec<ExitId> = ExitId::all(exits.len()).collect();
    order.sort_by(|a, b| key(a).cmp(&key(b)));
    let mut passages: Vec<(ExitId, Passage)> = Vec::new();
    for same in order.chunk_by(|a, b| {
        let (a, b) = (key(a), key(b));
        (a.0, a.1) == (b.0, b.1)
    }) {
        let (forth, back) = same.split_at(same.partition_point(|id| !key(id).2));
        for (&forth, &back) in forth.iter().zip(back) {
            // The exit that comes first gives the direction.
            let [first, second] = [forth.min(back), forth.max(back)];
            let ids = [first, second].map(ExitId::index);
            let doors = ids.map(|i| Door {
                unit: exits[i].unit,
                direction: exits[i].direction,
            });
            let (ends, via) = (
                [exits[ids[0]].from, exits[ids[0]].to],
                exits[ids[0]].via.clone(),
            );
            let locks = ids.map(|i| exits[i].lock);
            if locks[0] != locks[1] {
                say(first, &exits[ids[0]], "has another lock than its partner");
            }
            let way = Way::Doors(Doors { doors, via });
            passages.push((first, Passage::new(ends, way, locks[0])));
        }
        let paired = forth.len().min(back.len());
        for &id in forth[paired..].iter().chain(&back[paired..]) {
            say(
                id,
                &exits[id.index()],
                "has no partner that leads back by the same units",
            );
        }
    }
    for (id, exit) in ExitId::all(exits.len()).zip(exits) {
        if !Direction::STRAIGHT.contains(&exit.direction) {
            let text = format!(
                "leads {}: expected north, east, south or west",
                exit.direction
            );
            say(id, exit, &text);
        }
    }
    passages.sort_by_key(|(first, _)| *first);
    passages.into_iter().map(|(_, passage)| passage).collect()
}

/// The units of a corridor from the room with the lower id to the other.
#[derive(Clone, Copy)]
struct Units<'a> {
    via: &'a [RoomPos],
    is_back: bool,
}

impl Ord for Units<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self.is_back, other.is_back) {
            (false, false) => self.via.cmp(other.via),
            (false, true) => self.via.iter().cmp(other.via.iter().rev()),
            (true, false) => self.via.iter().rev().cmp(other.via),
            (true, true) => self.via.iter().rev().cmp(other.via.iter().rev()),
        }
    }
}

impl PartialOrd for Units<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Units<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Units<'_> {}

fn mismatch(connection: &RawConnection, text: &str) -> Finding {
    let RawConnection { id, from, to, .. } = connection;
    let subjects = [
        Subject::Connection(*id),
        Subject::Room(*from),
        Subject::Room(*to),
    ];
    Finding::new(Rule::ConnectionMismatch, subjects, format!("{id}: {text}"))
}

/// The column of a connection, or what is wrong with its kind and state.
fn column(connection: &RawConnection) -> Result<Column, Vec<&'static str>> {
    let mut wrong = Vec::new();
    let has_collapsed = connection.kind == ConnectionKind::Collapsed;
    if has_collapsed != connection.underlying.is_some() {
        wrong.push("expected underlying if and only if it has collapsed");
    }
    if has_collapsed && !connection.blocked {
        wrong.push("has collapsed but is not blocked");
    }
    if connection.blockage.is_some() != connection.blocked {
        wrong.push("expected blockage if and only if it is blocked");
    }
    let climb = match (
        connection.underlying.unwrap_or(connection.kind),
        connection.powered,
    ) {
        (ConnectionKind::Stairs, None) => Some(Climb::Stairs),
        (ConnectionKind::Shaft, None) => Some(Climb::Shaft),
        (ConnectionKind::Ladder, None) => Some(Climb::Ladder),
        (ConnectionKind::Elevator, Some(powered)) => Some(Climb::Elevator { powered }),
        (ConnectionKind::Collapsed, _) => {
            if has_collapsed && connection.underlying.is_some() {
                wrong.push("underlying cannot be collapsed as well");
            }
            None
        }
        _ => {
            wrong.push("expected powered if and only if it is an elevator");
            None
        }
    };
    let state = match &connection.blockage {
        None => State::Open,
        Some(blockage) if has_collapsed => State::Collapsed {
            blockage: blockage.clone(),
        },
        Some(blockage) => State::Blocked {
            blockage: blockage.clone(),
        },
    };
    match climb.filter(|_| wrong.is_empty()) {
        Some(climb) => Ok(Column {
            column: connection.column,
            climb,
            state,
            two_way: connection.two_way,
            description: connection.description.clone(),
            hazards: connection.hazards.clone(),
        }),
        None => Err(wrong),
    }
}
