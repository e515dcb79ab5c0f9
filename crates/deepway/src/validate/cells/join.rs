//! Cells join two rooms exactly as exits and connections say.

use super::label::{Label, Labels, doorway};
use crate::ids::{ConnectionId, RoomId};
use crate::link::Link;
use crate::report::{Finding, Rule};
use crate::sector::CarvedSector;
use crate::space::Pos;
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub(super) fn check(
    carved: &CarvedSector,
    labels: &Labels,
    links: &[Link],
    findings: &mut Vec<Finding>,
) {
    let sector = carved.sector();
    let mut touches: BTreeMap<(Label, Label), Pos> = BTreeMap::new();
    let pieces = pieces(carved, labels, links, &mut touches, findings);
    for (&(a, b), pos) in &touches {
        if !may_touch(carved, a, b) {
            findings.push(Finding::of_rooms(
                Rule::JoinMismatch,
                rooms_of(carved, [a, b]),
                format!(
                    "{} and {} meet at {pos} but should not",
                    named(carved, a),
                    named(carved, b)
                ),
            ));
        }
    }
    let mut expect = |label: Label, ends: &[RoomId]| {
        let found = pieces.get(&label).copied().unwrap_or(0);
        if found != 1 {
            findings.push(Finding::of_rooms(
                Rule::JoinMismatch,
                rooms_of(carved, [label, label]),
                format!(
                    "{} is in {found} pieces: expected one",
                    named(carved, label)
                ),
            ));
        }
        for &room in ends {
            let pair = (Label::Room(room), label);
            if !touches.contains_key(&pair) {
                findings.push(Finding::of_rooms(
                    Rule::JoinMismatch,
                    [room],
                    format!(
                        "{} is not reached from {}",
                        named(carved, label),
                        named(carved, Label::Room(room))
                    ),
                ));
            }
        }
    };
    for room in sector.rooms() {
        expect(Label::Room(room.id), &[]);
    }
    for exit in sector.doorways() {
        expect(Label::Doorway(doorway(&exit)), &[exit.from, exit.to]);
    }
    for connection in sector
        .connections()
        .filter(|connection| !connection.is_blocked())
    {
        expect(Label::Connection(connection.id), &connection.ends());
    }
    check_ways(carved, labels, links, findings);
}

/// How many pieces the cells of each label form; also collects which labels touch.
fn pieces(
    carved: &CarvedSector,
    labels: &Labels,
    links: &[Link],
    touches: &mut BTreeMap<(Label, Label), Pos>,
    findings: &mut Vec<Finding>,
) -> HashMap<Label, u32> {
    let volume = carved.volume();
    let size = volume.size();
    let (width, height) = (size.width() as usize, size.height() as usize);
    let mut hops: HashMap<Pos, Vec<Pos>> = HashMap::new();
    for link in links {
        let (a, b) = (labels.at(link.low), labels.at(link.high));
        if a == b {
            hops.entry(link.low).or_default().push(link.high);
            hops.entry(link.high).or_default().push(link.low);
        } else {
            findings.push(Finding::of_rooms(
                Rule::JoinMismatch,
                rooms_of(carved, [a, b]),
                format!(
                    "a link from {} to {} joins {} and {} by accident",
                    link.low,
                    link.high,
                    named(carved, a),
                    named(carved, b)
                ),
            ));
        }
    }
    let index = |pos: Pos| (pos.z as usize * height + pos.y as usize) * width + pos.x as usize;
    // Nearly no cell has a hop, so a look into a table is saved.
    let mut has_hop = vec![false; size.cells() as usize];
    for &pos in hops.keys() {
        has_hop[index(pos)] = true;
    }
    let mut seen = vec![false; size.cells() as usize];
    let mut pieces: HashMap<Label, u32> = HashMap::new();
    let mut open: Vec<Pos> = Vec::new();
    let all = (0..size.levels()).flat_map(|z| (0..size.height()).map(move |y| (y, z)));
    for (y, z) in all {
        for (x, cell) in (0..).zip(volume.row(y, z)) {
            let start = Pos::new(x, y as i32, z as i32);
            if !cell.is_walkable() || seen[index(start)] {
                continue;
            }
            let label = labels.at(start);
            *pieces.entry(label).or_insert(0) += 1;
            seen[index(start)] = true;
            open.push(start);
            while let Some(pos) = open.pop() {
                let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)];
                let beside = beside.map(|(dx, dy)| Pos::new(pos.x + dx, pos.y + dy, pos.z));
                for next in beside.into_iter().filter(|&next| volume.is_walkable(next)) {
                    let other = labels.at(next);
                    if other == label {
                        if !std::mem::replace(&mut seen[index(next)], true) {
                            open.push(next);
                        }
                    } else if label < other {
                        touches.entry((label, other)).or_insert(next);
                    }
                }
                let hops = has_hop[index(pos)].then(|| hops.get(&pos));
                for &next in hops.flatten().into_iter().flatten() {
                    if !std::mem::replace(&mut seen[index(next)], true) {
                        open.push(next);
                    }
                }
            }
        }
    }
    pieces
}

/// The rooms that a passage or a connection joins.
fn ends(carved: &CarvedSector, label: Label) -> Option<[RoomId; 2]> {
    let sector = carved.sector();
    match label {
        Label::Doorway(id) => sector.exit(id).map(|exit| [exit.from, exit.to]),
        Label::Connection(id) => sector.connection(id).map(|connection| connection.ends()),
        Label::Room(_) | Label::Nothing => None,
    }
}

/// Whether cells of two labels may lie side by side: a room and its own passages.
fn may_touch(carved: &CarvedSector, a: Label, b: Label) -> bool {
    match (a, b) {
        (Label::Room(room), way) | (way, Label::Room(room)) => {
            ends(carved, way).is_some_and(|ends| ends.contains(&room))
        }
        _ => false,
    }
}

/// Checks that a two-way connection has links both ways, and a one-way connection only one.
fn check_ways(carved: &CarvedSector, labels: &Labels, links: &[Link], findings: &mut Vec<Finding>) {
    let sector = carved.sector();
    let mut ways: BTreeMap<ConnectionId, [bool; 2]> = BTreeMap::new();
    for link in links {
        if let Label::Connection(id) = labels.at(link.low) {
            let way = ways.entry(id).or_insert([true; 2]);
            way[0] &= link.up;
            way[1] &= link.down;
        }
    }
    for connection in sector
        .connections()
        .filter(|connection| !connection.is_blocked())
    {
        let is_two_way = connection.is_two_way();
        let is_up = connection.low_and_high()[0] == connection.from;
        let expected = [is_two_way || is_up, is_two_way || !is_up];
        let found = ways.get(&connection.id).copied().unwrap_or_default();
        if found != expected {
            findings.push(Finding::of_rooms(
                Rule::JoinMismatch,
                connection.ends(),
                format!("the links of {} do not lead the way it does", connection.id),
            ));
        }
    }
}

fn rooms_of(carved: &CarvedSector, labels: [Label; 2]) -> Vec<RoomId> {
    let rooms = labels.into_iter().flat_map(|label| match label {
        Label::Room(room) => vec![room],
        other => ends(carved, other).map_or(Vec::new(), |ends| ends.to_vec()),
    });
    let rooms: BTreeSet<RoomId> = rooms.collect();
    rooms.into_iter().collect()
}

fn named(carved: &CarvedSector, label: Label) -> String {
    match (label, ends(carved, label)) {
        (Label::Room(room), _) => format!("room {room}"),
        (Label::Doorway(_), Some([a, b])) => format!("the passage between {a} and {b}"),
        (Label::Connection(id), _) => id.to_string(),
        _ => "a cell of nothing".to_owned(),
    }
}
