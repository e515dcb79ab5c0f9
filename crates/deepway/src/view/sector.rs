//! Views of a sector: its profile from the side, its layers from above, and all of it at once.

mod canvas;
mod layer_plan;
mod rooms;
mod side_profile;
mod stack;

pub use layer_plan::layer_plan;
pub use rooms::room_list;
pub use side_profile::side_profile;
pub use stack::{Tint, sector_stack};

use crate::sector::{Connection, ConnectionKind};

/// A connection's kind, with a capital, and what it takes.
fn describe(connection: &Connection) -> [String; 2] {
    let kind = match connection.kind {
        ConnectionKind::Stairs => "Stairs",
        ConnectionKind::Shaft => "Shaft",
        ConnectionKind::Elevator => "Elevator",
        ConnectionKind::Ladder => "Ladder",
        ConnectionKind::Collapsed => "Collapsed",
    };
    let takes = match (connection.kind, connection.powered) {
        (ConnectionKind::Collapsed, _) => {
            let was = connection.underlying.map_or("", ConnectionKind::id);
            return [kind.to_owned(), format!("DC {}, was {was}", connection.dc)];
        }
        (_, Some(true)) => "powered".to_owned(),
        (_, Some(false)) => format!("no power, DC {}", connection.dc),
        _ if connection.dc == 0 => "free".to_owned(),
        _ => format!("DC {}", connection.dc),
    };
    let blocked = if connection.blocked { ", blocked" } else { "" };
    [kind.to_owned(), takes + blocked]
}

#[cfg(test)]
mod tests;
