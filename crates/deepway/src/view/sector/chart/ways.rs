//! Ways up and down on a map: where they stand, what they are, and where they lead.

use super::super::hazards;
use super::reader::{Sight, is_secret};
use crate::cell::Cell;
use crate::ids::RoomId;
use crate::sector::{CarvedSector, Climb, ConnectionKind, Exit, UNIT};
use crate::space::{Direction, Layer, Pos, RoomPos};

/// Which way one can go from where a way stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::view) enum Arrow {
    Up,
    Down,
    /// One can only arrive there.
    Arrival,
    /// It passes the level, and nobody can get off.
    Passing,
}

impl Arrow {
    /// The direction, if one can leave by it.
    pub(super) fn direction(self) -> Option<Direction> {
        match self {
            Self::Up => Some(Direction::Up),
            Self::Down => Some(Direction::Down),
            Self::Arrival | Self::Passing => None,
        }
    }
}

/// A way up or down on one level.
pub(in crate::view) struct Way {
    /// Its id, and what is at its two ends.
    pub(in crate::view) id: String,
    pub(in crate::view) title: String,
    /// Its cells on this level.
    pub(in crate::view) cells: Vec<Pos>,
    /// How it is climbed once nothing is in the way.
    pub(in crate::view) kind: ConnectionKind,
    pub(in crate::view) arrow: Arrow,
    /// The room where it stands; none in a corridor or between levels.
    pub(in crate::view) room: Option<RoomId>,
    /// Where it leads: a room, two if it passes, or a mark if that is unknown.
    to: String,
    /// The level that it leads to.
    layer: Option<Layer>,
    is_blocked: bool,
    /// What it takes, for the key.
    takes: String,
    lock: Option<String>,
}

impl Way {
    /// The level that it is on.
    pub(in crate::view) fn z(&self) -> u32 {
        self.cells.first().map_or(0, |cell| cell.z as u32)
    }

    pub(in crate::view) fn is_blocked(&self) -> bool {
        self.is_blocked
    }

    pub(in crate::view) fn is_locked(&self) -> bool {
        self.lock.is_some()
    }

    /// What stands beside it on a map: `▼ r7`.
    pub(in crate::view) fn label(&self) -> String {
        let to = &self.to;
        let mut label = match self.arrow {
            Arrow::Up => format!("▲ {to}"),
            Arrow::Down => format!("▼ {to}"),
            Arrow::Arrival => format!("from {to}"),
            Arrow::Passing => format!("◆ {to}"),
        };
        if self.is_blocked {
            label += " ×";
        }
        if let Some(lock) = &self.lock {
            label += &format!(" {lock}");
        }
        label
    }

    /// What a list says about it: `▼ r7 stairs`.
    pub(in crate::view) fn told(&self) -> String {
        let (to, kind) = (&self.to, self.kind.id());
        let mut text = match self.arrow {
            Arrow::Up => format!("▲ {to} {kind}"),
            Arrow::Down => format!("▼ {to} {kind}"),
            Arrow::Arrival => format!("{kind} from {to}"),
            Arrow::Passing => format!("◆ {to} {kind} passing"),
        };
        if let (Some(layer), Arrow::Up | Arrow::Down) = (self.layer, self.arrow) {
            text += &format!(" to {layer}");
        }
        let mut notes: Vec<String> = Vec::new();
        notes.extend((!self.takes.is_empty()).then(|| self.takes.clone()));
        notes.extend(self.lock.as_ref().map(|lock| format!("locked, {lock}")));
        if !notes.is_empty() {
            text += &format!(" ({})", notes.join(", "));
        }
        text
    }
}

/// All ways up and down that a reader sees, in the order of connections, then corridors.
pub(super) fn ways(carved: &CarvedSector, sight: &Sight) -> Vec<Way> {
    let mut ways = connections(carved, sight);
    let sector = carved.sector();
    for exit in sector.doorways() {
        if sight.knows_passage([exit.from, exit.to], exit.is_secret) {
            ways.extend(climbs(carved, &exit));
        }
    }
    ways
}

/// The connections of a sector, on each level that they touch.
fn connections(carved: &CarvedSector, sight: &Sight) -> Vec<Way> {
    let sector = carved.sector();
    let mut ways = Vec::new();
    for connection in sector.connections() {
        let [low, high] = connection.low_and_high();
        let ends = connection.ends();
        let is_secret = is_secret(sector, ends);
        let all = sight.knows_passage(ends, is_secret);
        let cells = carved.connection_cells(connection.id);
        let (lowest, highest) = match (cells.first(), cells.last()) {
            (Some(first), Some(last)) => (first.z, last.z),
            _ => continue,
        };
        let leads_up = connection.is_two_way() || connection.from == low;
        let leads_down = connection.is_two_way() || connection.from == high;
        let mut takes = match (connection.is_blocked(), connection.powered()) {
            (true, _) => match connection.has_collapsed() {
                true => format!("collapsed, DC {}", connection.clear_dc()),
                false if connection.dc() > 0 => format!(
                    "DC {}, blocked, DC {} to clear",
                    connection.dc(),
                    connection.clear_dc()
                ),
                false => format!("blocked, DC {} to clear", connection.clear_dc()),
            },
            (false, Some(false)) => format!("no power, DC {}", connection.dc()),
            (false, _) if connection.dc() > 0 => format!("DC {}", connection.dc()),
            _ => String::new(),
        };
        if sight.is_keeper() {
            takes += &hazards(&connection);
            takes = takes.trim_start_matches(", ").to_owned();
        }
        let kind = connection.climb().kind();
        let title = |sight: &Sight| {
            let [low, high] = [low, high].map(|room| sight.name(room));
            format!("{} from {low} up to {high}", kind.id())
        };
        for level in cells.chunk_by(|a, b| a.z == b.z) {
            let z = level[0].z;
            let (arrow, room, to) = match z {
                _ if z == lowest && leads_up => (Arrow::Up, Some(low), sight.name(high)),
                _ if z == lowest => (Arrow::Arrival, Some(low), sight.name(high)),
                _ if z == highest && leads_down => (Arrow::Down, Some(high), sight.name(low)),
                _ if z == highest => (Arrow::Arrival, Some(high), sight.name(low)),
                _ => (Arrow::Passing, None, format!("{low}–{high}")),
            };
            let is_seen = match room {
                Some(room) => all || (!is_secret && sight.knows(room)),
                None => all,
            };
            if is_seen {
                ways.push(Way {
                    id: format!("connection-{}", connection.id),
                    title: title(sight),
                    cells: level.to_vec(),
                    kind,
                    arrow,
                    room,
                    to,
                    layer: match arrow {
                        Arrow::Up => Layer::from_z(connection.heights()[1]),
                        _ => Layer::from_z(connection.heights()[0]),
                    },
                    is_blocked: connection.is_blocked(),
                    takes: takes.clone(),
                    lock: connection.lock.map(|lock| lock.to_string()),
                });
            }
        }
    }
    ways
}

/// Where a corridor climbs, on each level.
fn climbs(carved: &CarvedSector, exit: &Exit<'_>) -> Vec<Way> {
    let via: Vec<RoomPos> = exit.via().collect();
    let mut ways: Vec<Way> = Vec::new();
    for (number, &unit) in via.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| via.get(before));
        let after = via.get(number + 1);
        let climbs = |other: Option<&RoomPos>| other.is_some_and(|other| other.z != unit.z);
        let (arrow, to) = match (climbs(before), climbs(after)) {
            (false, false) => continue,
            (true, true) => (Arrow::Passing, format!("{}–{}", exit.from, exit.to)),
            (true, false) => (way_to(unit, before), exit.from.to_string()),
            (false, true) => (way_to(unit, after), exit.to.to_string()),
        };
        let cells = stairs_in(carved, unit);
        if cells.is_empty() {
            continue;
        }
        ways.push(Way {
            id: format!("corridor-{}-{}", exit.from, exit.to),
            title: format!("corridor from {} to {}", exit.from, exit.to),
            cells,
            kind: Climb::Stairs.kind(),
            arrow,
            room: None,
            to,
            layer: None,
            is_blocked: false,
            takes: String::new(),
            lock: None,
        });
    }
    ways
}

fn way_to(unit: RoomPos, other: Option<&RoomPos>) -> Arrow {
    match other.is_some_and(|other| other.z > unit.z) {
        true => Arrow::Up,
        false => Arrow::Down,
    }
}

/// The stairs in a unit of a corridor.
fn stairs_in(carved: &CarvedSector, unit: RoomPos) -> Vec<Pos> {
    let Some(corner) = carved.frame().block(unit) else {
        return Vec::new();
    };
    let places = (1..UNIT).flat_map(|y| (1..UNIT).map(move |x| (x, y)));
    let places = places.map(|(x, y)| Pos::new(corner.x + x, corner.y + y, corner.z));
    let is_stairs = |pos: &Pos| {
        let cell = carved.volume().get(*pos);
        matches!(cell, Cell::StairsBoth | Cell::StairsUp | Cell::StairsDown)
    };
    places.filter(is_stairs).collect()
}
