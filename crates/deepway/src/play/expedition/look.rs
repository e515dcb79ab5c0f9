//! What a character sees in a room, in words.

use super::Expedition;
use crate::sector::{Connection, Room};
use crate::thing::ThingKind;
use tracing::info;

impl Expedition {
    /// What the character sees here.
    pub fn look(&self) -> String {
        let sector = self.carved().sector();
        let room = &sector[self.room()];
        info!(room = %room.id, "looking");
        let mut text = format!("{}. {}", room.name, room.description);
        text += &seen(room);
        for way in self.ways_out() {
            let to = &sector[way.to];
            text += &format!("\n  {}: {} ({})", way.direction, to.name, to.id);
            if let Some(connection) = way.connection.and_then(|id| sector.connection(id)) {
                let description = connection.description();
                text += &format!(", {}. {description}", what_it_takes(&connection));
                if let Some(blockage) = connection.blockage() {
                    text += &format!(" {blockage}");
                }
            }
            if let Some(lock) = self.shut(way) {
                let key = &sector.locks()[lock.index()].name;
                text += &format!(" (locked: the {key} opens it)");
            }
        }
        text
    }
}

/// Who and what is to be seen in a room: a line for all creatures and items, one for each of the
/// others.
fn seen(room: &Room) -> String {
    let mut here: Vec<(&str, u32)> = Vec::new();
    let mut text = String::new();
    for content in room.contents.iter().filter(|content| !content.is_hidden()) {
        let name = content.name.as_str();
        if matches!(content.kind, ThingKind::Creature | ThingKind::Item) {
            match here.iter_mut().find(|(known, _)| *known == name) {
                Some((_, number)) => *number += 1,
                None => here.push((name, 1)),
            }
            continue;
        }
        let about = content.properties.get("about");
        let about = about.or_else(|| content.properties.get("effect"));
        let about = about.map_or(String::new(), |about| format!(": {about}"));
        text += &format!("\n  {name}{about}");
    }
    let here: Vec<String> = here
        .into_iter()
        .map(|(name, number)| match number {
            1 => name.to_owned(),
            _ => format!("{number} × {name}"),
        })
        .collect();
    match here.is_empty() {
        true => text,
        false => format!("\n  here: {}{text}", here.join(", ")),
    }
}

/// A connection's kind, and the checks that it takes.
fn what_it_takes(connection: &Connection<'_>) -> String {
    let (kind, dc) = (connection.kind().id(), connection.climb_dc());
    match (connection.is_blocked(), connection.powered()) {
        (true, _) => {
            let dc = connection.clear_dc();
            format!("{kind}, blocked: MIGHT {dc} to clear")
        }
        (false, Some(false)) => {
            let repair = connection.dc();
            format!("{kind} without power: MIGHT {dc} to climb, WITS {repair} to repair")
        }
        (false, _) if dc > 0 => format!("{kind}, MIGHT {dc}"),
        _ => kind.to_owned(),
    }
}
