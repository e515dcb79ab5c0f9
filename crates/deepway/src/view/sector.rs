//! Views of a sector: its profile from the side, its layers from above, and all of it at once.

mod canvas;
pub(super) mod chart;
pub(super) mod contents;
mod layer_plan;
pub(super) mod overview;
mod patterns;
mod rooms;
mod side_profile;
mod stack;

pub use chart::Reader;
#[cfg(feature = "exchange")]
pub(crate) use chart::{is_secret_way, player_cells};
pub use contents::room_contents;
pub use layer_plan::layer_plan;
pub use overview::{carved_overview, layer_list, sector_overview};
pub use patterns::patterns;
pub use rooms::room_list;
pub use side_profile::side_profile;
pub use stack::{Tint, sector_stack};

use crate::sector::{Connection, ConnectionKind};

/// A connection's kind, capitalised, and what it takes: a key, checks.
fn describe(connection: &Connection<'_>) -> [String; 2] {
    let kind = match connection.kind() {
        ConnectionKind::Stairs => "Stairs",
        ConnectionKind::Shaft => "Shaft",
        ConnectionKind::Elevator => "Elevator",
        ConnectionKind::Ladder => "Ladder",
        ConnectionKind::Collapsed => "Collapsed",
    };
    let dc = connection.dc();
    let mut takes = match (connection.underlying(), connection.powered()) {
        (Some(was), _) => format!("DC {dc}, was {}", was.id()),
        (None, Some(true)) => "powered".to_owned(),
        (None, Some(false)) => format!("no power, DC {dc}"),
        _ if dc > 0 => format!("DC {dc}"),
        _ if connection.is_blocked() => String::new(),
        _ => "free".to_owned(),
    };
    if connection.is_blocked() && !connection.has_collapsed() {
        if !takes.is_empty() {
            takes += ", ";
        }
        takes += &format!("blocked, DC {} to clear", connection.clear_dc());
    }
    if let Some(lock) = connection.lock {
        // What else it takes is asked of whoever has the key.
        takes = match takes == "free" {
            true => format!("locked, {lock}"),
            false => format!("locked, {lock}, {takes}"),
        };
    }
    [kind.to_owned(), takes]
}

/// What may happen to whoever climbs, after a comma; nothing if nothing may.
fn hazards(connection: &Connection<'_>) -> String {
    let told = connection.hazards().iter().map(|hazard| {
        let (name, chance, damage) = (&hazard.name, hazard.chance, &hazard.damage);
        format!(", {name} {chance} %: {damage}")
    });
    told.collect()
}

#[cfg(test)]
mod tests;
