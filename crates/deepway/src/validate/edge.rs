//! Every edge of the graph is one passage, and every passage through walls an edge; with five
//! or more rooms, at least one passage leads up or down.

use super::claims::name;
use super::unreachable::reach;
use crate::ids::RoomId;
use crate::report::{Finding, Rule, Subject};
use crate::sector::{Realised, Sector, Way};
use std::collections::{BTreeMap, HashSet};

/// The edges that were not dropped join all rooms: what joins rooms that happen to lie above each
/// other is no edge.
fn check_whole(sector: &Sector, findings: &mut Vec<Finding>) {
    let edges = sector.edges();
    let edges = edges.filter(|edge| edge.realised != Realised::Dropped);
    let ways: Vec<[RoomId; 2]> = edges
        .flat_map(|edge| [[edge.a, edge.b], [edge.b, edge.a]])
        .collect();
    let reached = reach(sector.rooms().len(), &ways);
    let apart = sector.rooms().iter().zip(reached);
    let apart: Vec<RoomId> = apart
        .filter(|(_, reached)| !reached)
        .map(|(room, _)| room.id)
        .collect();
    if let Some(first) = apart.first() {
        let text = format!(
            "no edges join room {} to the entry hall: the graph is in parts",
            name(&sector[*first])
        );
        findings.push(Finding::of_rooms(Rule::GraphApart, apart, text));
    }
}

pub(super) fn check(sector: &Sector, findings: &mut Vec<Finding>) {
    let names = |a: RoomId, b: RoomId| format!("{} and {}", name(&sector[a]), name(&sector[b]));
    // How many passages through walls, and how many up and down, join two rooms.
    let mut joined: BTreeMap<[RoomId; 2], [u32; 2]> = BTreeMap::new();
    for passage in sector.passages() {
        let [a, b] = passage.ends();
        let kind = usize::from(matches!(passage.way(), Way::Column(_)));
        joined.entry([a.min(b), a.max(b)]).or_default()[kind] += 1;
    }
    let mut planned: HashSet<[RoomId; 2]> = HashSet::new();
    for edge in sector.edges() {
        planned.insert([edge.a.min(edge.b), edge.a.max(edge.b)]);
        if edge.realised != Realised::Dropped {
            continue;
        }
        let names = names(edge.a, edge.b);
        let (rule, text) = match sector.is_brought() {
            true => (
                Rule::MissingConnection,
                format!("the edge between {names} was dropped from a user-supplied graph"),
            ),
            false => (
                Rule::DroppedEdge,
                format!("the edge between {names} was dropped: it could not be routed"),
            ),
        };
        let subjects = [
            Subject::Edge(edge.id),
            Subject::Room(edge.a),
            Subject::Room(edge.b),
        ];
        findings.push(Finding::new(rule, subjects, text));
    }
    for (&[a, b], &[doorways, connections]) in &joined {
        let names = names(a, b);
        let mut say = |text: String| {
            findings.push(Finding::of_rooms(Rule::MissingConnection, [a, b], text));
        };
        if doorways > 0 && !planned.contains(&[a, b]) {
            say(format!("{names} are joined by exits without an edge"));
        }
        if doorways + connections > 1 {
            say(format!(
                "{names} are joined by {doorways} corridors and {connections} connections: expected one passage"
            ));
        }
    }
    check_whole(sector, findings);
    let (rooms, connections) = (sector.rooms().len(), sector.connections().count());
    // Whoever brings a graph may wish all of it on one layer.
    let mut heights = sector.rooms().iter().map(|room| room.position.z);
    let first = heights.next();
    let is_wished = sector.is_brought() && heights.all(|z| Some(z) == first);
    if rooms >= 5 && connections == 0 && !is_wished {
        findings.push(Finding::of_rooms(
            Rule::MissingConnection,
            [],
            format!(
                "{rooms} rooms and no way up or down: expected at least one with five or more rooms"
            ),
        ));
    }
}
