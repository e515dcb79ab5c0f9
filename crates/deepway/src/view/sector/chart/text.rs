//! A map of a carved sector as text: its levels, the ways between them, and its rooms.

use super::{ARRIVAL, Chart, Reader, RoomNote};
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::space::{Layer, Pos};
use crate::view::palette::{TERMINAL_DOOR, TERMINAL_LADDER};
use crate::view::sector::rooms::indented;
use crate::view::text::{Pen, numbered_level};
use crate::view::words::{tinted, wrapped};
use crate::view::{Ink, Shown, TextBlock, beside, notes, room_contents};
use crate::words::phrase::capital;
use std::collections::{HashMap, HashSet};

/// The levels of a map cell by cell, each with its ways up and down and its locks under it, and
/// then what the signs mean.
pub(in crate::view) fn levels(chart: &Chart<'_>, shown: &[u32], columns: u32, ink: Ink) -> String {
    let blocks: Vec<TextBlock> = shown.iter().map(|&z| block(chart, z, ink)).collect();
    let mut text = format!("{}\n", beside(&blocks, columns));
    if let (Some(&low), Some(&high)) = (shown.iter().min(), shown.iter().max()) {
        let notes = notes(&chart.cells, &Shown::Levels(low..high + 1), columns, ink);
        text += &format!("{}\n", beside(&[notes], columns));
    }
    text
}

fn block(chart: &Chart<'_>, z: u32, ink: Ink) -> TextBlock {
    let height = chart.height(z);
    let biome = chart.biome_at(height);
    let title = match (Layer::from_z(height), biome) {
        (Some(layer), Some(biome)) => format!("{layer}, {}", biome.name()),
        // No room is on it, but a way passes.
        (Some(layer), None) => layer.to_string(),
        (None, _) => format!("level {height}"),
    };
    let [_, north, _, south] = chart.extent(z).unwrap_or_default();
    let (numbers, rows) = (numbers(chart, z), north..south + 1);
    let mut block = numbered_level(&chart.cells, z, &title, &numbers, rows, biome, ink);
    let ways = chart.ways.iter().filter(|way| way.z() == z);
    let ways = ways.filter_map(|way| {
        let at = way.cells.first()?;
        Some((
            format!("{} at {},{}", way.told(), at.x, at.y),
            TERMINAL_LADDER,
        ))
    });
    let doors = chart.doors.iter().filter(|door| door.place.z == z as i32);
    let locks = doors.filter_map(|door| {
        let (lock, Pos { x, y, .. }) = (door.lock.as_ref()?, door.place);
        Some((format!("{lock} opens the door at {x},{y}"), TERMINAL_DOOR))
    });
    let told: Vec<(String, u8)> = ways.chain(locks).collect();
    for (text, colour) in told {
        let mut pen = Pen::new(ink);
        pen.write(&text, Some(colour));
        block.push(pen);
    }
    block
}

/// The numbers of the rooms of a level on free floor, as characters on cells.
pub(in crate::view) fn numbers(chart: &Chart<'_>, z: u32) -> HashMap<Pos, char> {
    let taken: HashSet<Pos> = chart.cells.things().map(|(_, thing)| thing.place).collect();
    let mut numbers = HashMap::new();
    for room in chart.rooms.iter().filter(|room| room.z == z) {
        let word = room.id.to_string();
        if let Some(start) = place(chart, room, word.len() as i32, &taken) {
            let cells = (start.x..).zip(word.chars());
            numbers.extend(cells.map(|(x, letter)| (Pos::new(x, start.y, start.z), letter)));
        }
    }
    numbers
}

/// Where a word of a length fits on the floor of a room: on plain floor if there is any, else
/// over furniture, but never over ways and things.
fn place(chart: &Chart<'_>, room: &RoomNote, length: i32, taken: &HashSet<Pos>) -> Option<Pos> {
    let [low, high] = room.inside;
    let cost = |pos: Pos| {
        let cell = chart.cells.get(pos);
        match cell {
            _ if taken.contains(&pos) || cell.is_vertical() => None,
            Cell::Floor | Cell::Dais => Some(0),
            Cell::ShallowLiquid | Cell::DeepLiquid => Some(40),
            Cell::Wall | Cell::Air => Some(900),
            _ => Some(100),
        }
    };
    let middle = [(low.x + high.x - length + 1) / 2, (low.y + high.y) / 2];
    let starts = (low.y..=high.y).flat_map(|y| (low.x..=high.x - length + 1).map(move |x| [x, y]));
    let starts = starts.filter_map(|[x, y]| {
        let costs = (x..x + length).map(|x| cost(Pos::new(x, y, low.z)));
        let covered: i32 = costs.sum::<Option<i32>>()?;
        let away = (x - middle[0]).abs() + (y - middle[1]).abs();
        Some((covered + away, y, x))
    });
    starts.min().map(|(_, y, x)| Pos::new(x, y, low.z))
}

/// The rooms of some levels in words: what they are like, where one can go, who and what is
/// there.
pub(in crate::view) fn rooms(chart: &Chart<'_>, shown: &[u32], columns: u32, ink: Ink) -> String {
    let mut about = String::new();
    let sector = chart.carved.sector();
    for note in chart.rooms.iter().filter(|room| shown.contains(&room.z)) {
        let room = &sector[note.id];
        let (id, name, biome) = (note.id, &note.name, room.biome.name());
        about += &format!("{id} {name} ({biome})\n");
        if chart.reader == Reader::Keeper {
            let description = wrapped(&format!("  {}", room.description), columns);
            about += &format!("{description}\n");
        }
        if note.id == RoomId::ENTRY {
            about += &format!("  {}.\n", capital(ARRIVAL));
        }
        if !note.ways.is_empty() {
            let ways = format!("  Ways out: {}.", note.ways.join(", "));
            about += &format!("{}\n", wrapped(&ways, columns));
        }
        if chart.reader == Reader::Keeper {
            for line in room_contents(room) {
                about += &indented(&line, 2, columns);
            }
        }
        if !note.others.is_empty() {
            let others = format!("  Here: {}.", note.others.join("; "));
            about += &format!("{}\n", wrapped(&others, columns));
        }
    }
    tinted(&about, ink)
}
