//! The rooms of a sector as a list.

use super::describe;
use crate::sector::Sector;
use crate::space::Direction;
use std::fmt::Write;

/// A line for each room: where it is, what it is, and where one can go from there.
pub fn room_list(sector: &Sector) -> String {
    let widest = |text: &dyn Fn(usize) -> String| {
        let widths = (0..sector.rooms.len()).map(|room| text(room).chars().count());
        widths.max().unwrap_or(0)
    };
    let place = |room: usize| sector.rooms[room].position.to_string();
    let name = |room: usize| sector.rooms[room].name.clone();
    let id = |room: usize| sector.rooms[room].id.clone();
    let (ids, names, places) = (widest(&id), widest(&name), widest(&place));
    let mut ways: Vec<Vec<(Direction, String)>> = vec![Vec::new(); sector.rooms.len()];
    for exit in &sector.exits {
        let to = &sector.rooms[exit.to as usize].id;
        let far = match exit.via.len() {
            0 => String::new(),
            units => format!(" (corridor of {units})"),
        };
        let secret = match sector.is_secret(exit) {
            true => " (secret)",
            false => "",
        };
        let way = format!("{} {to}{far}{secret}", exit.direction);
        ways[exit.from as usize].push((exit.direction, way));
    }
    for one in &sector.connections {
        for (from, to) in [(one.from, one.to), (one.to, one.from)] {
            let [from_room, to_room] = [from, to].map(|room| &sector.rooms[room as usize]);
            let is_up = to_room.position.z > from_room.position.z;
            let way = if is_up {
                Direction::Up
            } else {
                Direction::Down
            };
            let [kind, takes] = describe(one);
            let kind = kind.to_lowercase();
            ways[from as usize].push((way, format!("{way} {} ({kind}, {takes})", to_room.id)));
        }
    }
    let mut text = String::new();
    for (number, room) in sector.rooms.iter().enumerate() {
        ways[number].sort();
        let leads: Vec<&str> = ways[number].iter().map(|(_, way)| way.as_str()).collect();
        let side = room.size.side();
        let _ = writeln!(
            text,
            "{:ids$}  {:names$}  {:places$}  {side}×{side}  {}",
            room.id,
            room.name,
            place(number),
            leads.join(", "),
        );
    }
    text
}
