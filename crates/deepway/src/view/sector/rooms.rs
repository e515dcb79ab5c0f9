//! The rooms of a sector as a list.

use super::super::words::wrapped;
use super::{describe, hazards, room_contents};
use crate::ids::LockId;
use crate::sector::{Room, Sector};
use crate::space::Direction;

/// Each room: where it is, what it is, where its ways out lead, and who and what is in it; lines
/// are wrapped between ways out.
pub fn room_list(sector: &Sector, columns: u32) -> String {
    let widest = |text: &dyn Fn(&Room) -> String| {
        let widths = sector.rooms().iter();
        let widths = widths.map(|room| text(room).chars().count());
        // Whoever makes a graph may give a room a name of any length.
        widths.max().unwrap_or(0).min(1000)
    };
    let place = |room: &Room| room.position.to_string();
    let ids = widest(&|room| room.id.to_string());
    let (names, places) = (widest(&|room| room.name.clone()), widest(&place));
    let mut ways: Vec<Vec<(Direction, String)>> = vec![Vec::new(); sector.rooms().len()];
    for exit in sector.exits() {
        let far = match exit.via().len() {
            0 => String::new(),
            units => format!(" (corridor of {units})"),
        };
        let secret = match exit.is_secret {
            true => " (secret)",
            false => "",
        };
        let lock = locked(exit.lock);
        let way = format!("{} {}{far}{secret}{lock}", exit.direction, exit.to);
        ways[exit.from.index()].push((exit.direction, way));
    }
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        let [kind, takes] = describe(&connection);
        let kind = kind.to_lowercase();
        let hazards = hazards(&connection);
        for (way, from, to) in [(Direction::Up, low, high), (Direction::Down, high, low)] {
            ways[from.index()].push((way, format!("{way} {to} ({kind}, {takes}{hazards})")));
        }
    }
    let mut text = String::new();
    for (room, ways) in sector.rooms().iter().zip(&mut ways) {
        ways.sort();
        let side = room.size.side();
        let start = format!(
            "{:ids$}  {:names$}  {:places$}  {side}×{side}  ",
            room.id,
            room.name,
            place(room),
        );
        text += &start;
        let indent = start.chars().count();
        let mut used = indent;
        for (number, (_, way)) in ways.iter().enumerate() {
            let end = if number + 1 < ways.len() { "," } else { "" };
            let width = way.chars().count() + end.len();
            if used > indent && used + 1 + width > columns as usize {
                text.push('\n');
                text += &" ".repeat(indent);
                used = indent;
            } else if used > indent {
                text.push(' ');
                used += 1;
            }
            text += way;
            text += end;
            used += width;
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        for line in room_contents(room) {
            text += &indented(&line, ids + 2, columns);
        }
    }
    if !sector.locks().is_empty() {
        text.push('\n');
    }
    for (id, lock) in LockId::all(sector.locks().len()).zip(sector.locks()) {
        text += &format!("{id}  The {} lies in {}\n", lock.name, lock.key);
    }
    text
}

/// A line wrapped with this many spaces before it.
pub(super) fn indented(line: &str, spaces: usize, columns: u32) -> String {
    let columns = columns.saturating_sub(spaces as u32).max(20);
    let lines = wrapped(line, columns);
    let lines = lines.lines();
    lines
        .map(|line| format!("{:spaces$}{line}\n", ""))
        .collect()
}

fn locked(lock: Option<LockId>) -> String {
    lock.map_or(String::new(), |lock| format!(" (locked, {lock})"))
}
