//! Whether the locks of a graph can be opened, and are worth opening.

use super::error::LockProblem;
use super::{GraphError, MAX_LOCKS, RoomGraph};
use crate::ids::{EdgeId, LockId, RoomId};

/// Checks the locks: edges and keys exist, every key is found before it is needed, and nothing
/// leads around a lock.
pub(super) fn check(
    graph: &RoomGraph,
    neighbours: &[Vec<(EdgeId, RoomId)>],
) -> Result<(), GraphError> {
    if graph.locks.len() > MAX_LOCKS {
        let locks = graph.locks.len();
        return Err(GraphError::TooManyLocks { locks });
    }
    let mut locked: Vec<Option<LockId>> = vec![None; graph.edges.len()];
    for (id, lock) in LockId::all(graph.locks.len()).zip(&graph.locks) {
        let wrong = |problem| Err(GraphError::Lock { lock: id, problem });
        if lock.edges.is_empty() {
            return wrong(LockProblem::NoEdge);
        }
        if lock.key.index() >= graph.rooms.len() {
            return wrong(LockProblem::NoKey { key: lock.key });
        }
        for edge in &lock.edges {
            let Some(place) = locked.get_mut(edge.index()) else {
                return wrong(LockProblem::NoSuchEdge);
            };
            if place.replace(id).is_some() {
                let edge = graph.edges[edge.index()];
                return wrong(LockProblem::LockedTwice {
                    a: edge.a,
                    b: edge.b,
                });
            }
        }
    }
    let all = walk(graph, neighbours, &locked, None);
    for (id, lock) in LockId::all(graph.locks.len()).zip(&graph.locks) {
        if !all[lock.key.index()] {
            let problem = LockProblem::Shut { key: lock.key };
            return Err(GraphError::Lock { lock: id, problem });
        }
        let without = walk(graph, neighbours, &locked, Some(id));
        for edge in &lock.edges {
            let edge = graph.edges[edge.index()];
            if without[edge.a.index()] && without[edge.b.index()] {
                let problem = LockProblem::GoneAround {
                    a: edge.a,
                    b: edge.b,
                };
                return Err(GraphError::Lock { lock: id, problem });
            }
        }
    }
    Ok(())
}

/// The rooms that are reached from the entry by whoever picks up all keys but one.
fn walk(
    graph: &RoomGraph,
    neighbours: &[Vec<(EdgeId, RoomId)>],
    locked: &[Option<LockId>],
    without: Option<LockId>,
) -> Vec<bool> {
    let mut reached = vec![false; graph.rooms.len()];
    let mut held = vec![false; graph.locks.len()];
    let mut keys: Vec<Vec<LockId>> = vec![Vec::new(); graph.rooms.len()];
    for (id, lock) in LockId::all(graph.locks.len()).zip(&graph.locks) {
        if Some(id) != without {
            keys[lock.key.index()].push(id);
        }
    }
    // What waits behind each lock.
    let mut behind: Vec<Vec<RoomId>> = vec![Vec::new(); graph.locks.len()];
    let mut open = vec![RoomId::ENTRY];
    while let Some(room) = open.pop() {
        if std::mem::replace(&mut reached[room.index()], true) {
            continue;
        }
        for key in &keys[room.index()] {
            held[key.index()] = true;
            open.append(&mut behind[key.index()]);
        }
        for &(edge, next) in &neighbours[room.index()] {
            match locked[edge.index()].filter(|lock| !held[lock.index()]) {
                Some(lock) => behind[lock.index()].push(next),
                None => open.push(next),
            }
        }
    }
    reached
}
