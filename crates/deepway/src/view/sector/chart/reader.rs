//! Who reads a map, and what they may see.

use crate::cell::Cell;
use crate::ids::RoomId;
use crate::sector::{CarvedSector, EdgeKind, Exit, Passage, Sector, UNIT, Way};
use crate::space::{Pos, RoomPos};
use crate::thing::{Thing, ThingKind};
use crate::view::veil::{is_plain_to_see, match_walls};
use crate::volume::Volume;
use std::collections::HashSet;

/// Whom a map is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// Whoever runs the game: everything is on it.
    #[default]
    Keeper,
    /// Whoever plays: without secrets, traps, and who or what waits in the rooms.
    Player,
}

/// What a reader sees of a sector.
pub(super) struct Sight {
    reader: Reader,
    /// Which rooms they know.
    known: Vec<bool>,
    /// Which rooms can be found without a secret way.
    plain: Vec<bool>,
    is_explored: bool,
}

impl Sight {
    /// Whether nothing is kept from them.
    pub(super) fn is_keeper(&self) -> bool {
        self.reader == Reader::Keeper
    }

    pub(super) fn new(carved: &CarvedSector, reader: Reader, explored: Option<&[RoomId]>) -> Self {
        let sector = carved.sector();
        let plain = found_plainly(sector);
        let known = match (reader, explored) {
            (Reader::Keeper, _) => vec![true; plain.len()],
            (Reader::Player, None) => plain.clone(),
            (Reader::Player, Some(explored)) => {
                let mut known = vec![false; plain.len()];
                for room in explored {
                    if let Some(place) = known.get_mut(room.index()) {
                        *place = true;
                    }
                }
                known
            }
        };
        Self {
            reader,
            known,
            plain,
            is_explored: explored.is_some(),
        }
    }

    /// Whether it shows what somebody has explored.
    pub(super) fn is_explored(&self) -> bool {
        self.is_explored
    }

    pub(super) fn knows(&self, room: RoomId) -> bool {
        self.known.get(room.index()).copied().unwrap_or(false)
    }

    /// A room as the reader calls it.
    pub(super) fn name(&self, room: RoomId) -> String {
        match self.knows(room) {
            true => room.to_string(),
            false => "?".to_owned(),
        }
    }

    /// Whether they know a secret way between two rooms: only if they have been where nothing
    /// else leads.
    fn knows_secret(&self, ends: [RoomId; 2]) -> bool {
        let is_plain = |room: RoomId| self.plain.get(room.index()).copied().unwrap_or(false);
        self.reader == Reader::Keeper
            || (ends.iter().all(|&room| self.knows(room)) && !ends.into_iter().all(is_plain))
    }

    /// Whether they see an exit from inside its room.
    pub(super) fn sees_door(&self, exit: &Exit<'_>) -> bool {
        match exit.is_secret {
            true => self.knows_secret([exit.from, exit.to]),
            false => self.knows(exit.from),
        }
    }

    /// Whether they know all of a passage.
    pub(super) fn knows_passage(&self, ends: [RoomId; 2], is_secret: bool) -> bool {
        match is_secret {
            true => self.knows_secret(ends),
            false => ends.into_iter().all(|room| self.knows(room)),
        }
    }

    /// The cells and things that they see.
    pub(super) fn cells(&self, carved: &CarvedSector) -> Volume {
        let mut cells = carved.volume().clone();
        if self.reader == Reader::Keeper {
            return cells;
        }
        let keep = self.kept(carved);
        let (sector, size) = (carved.sector(), cells.size());
        let secret: HashSet<Pos> = sector
            .exits()
            .filter(|exit| exit.is_secret && self.knows_secret([exit.from, exit.to]))
            .filter_map(|exit| carved.door(&exit))
            .collect();
        let mut changes = Vec::new();
        for (z, y) in (0..size.levels()).flat_map(|z| (0..size.height()).map(move |y| (z, y))) {
            for (x, cell) in (0..).zip(carved.volume().row(y, z)) {
                let at = Pos::new(x, y as i32, z as i32);
                if cell != Cell::Air && !keep.contains(&at) {
                    changes.push((at, Cell::Air));
                } else if cell == Cell::SecretDoor && !secret.contains(&at) {
                    changes.push((at, Cell::Wall));
                }
            }
        }
        // All of them are inside.
        let _ = cells.set_all(&changes);
        let walls = changes.iter().filter(|(_, cell)| *cell == Cell::Wall);
        match_walls(&mut cells, walls.map(|(at, _)| *at));
        let hidden = cells.things().filter(|(_, thing)| {
            !is_plain_to_see(thing) || !keep.contains(&thing.place) || {
                let cell = cells.get(thing.place);
                matches!(cell, Cell::Wall | Cell::Air)
            }
        });
        let hidden: Vec<_> = hidden.map(|(id, _)| id).collect();
        for id in hidden {
            cells.remove_thing(id);
        }
        // A lock shows that it is one, but not what its key is like.
        let locks = cells
            .things()
            .filter(|(_, thing)| thing.kind == ThingKind::Lock);
        let locks: Vec<_> = locks.map(|(id, _)| id).collect();
        for id in locks {
            if let Some(lock) = cells.remove_thing(id) {
                let _ = cells.add_thing(Thing {
                    name: String::new(),
                    ..lock
                });
            }
        }
        cells
    }

    /// The cells that they know: rooms with their walls, corridors, and columns between levels.
    fn kept(&self, carved: &CarvedSector) -> HashSet<Pos> {
        let sector = carved.sector();
        let mut keep = HashSet::new();
        let mut add = |[low, high]: [Pos; 2]| {
            for y in low.y - 1..=high.y + 1 {
                keep.extend((low.x - 1..=high.x + 1).map(|x| Pos::new(x, y, low.z)));
            }
        };
        for room in sector.rooms().iter().filter(|room| self.knows(room.id)) {
            if let Some(inside) = carved.inside(room.id) {
                add(inside);
            }
        }
        for exit in sector.doorways() {
            if self.knows_passage([exit.from, exit.to], exit.is_secret) {
                exit.via()
                    .filter_map(|unit| block(carved, unit))
                    .for_each(&mut add);
            }
        }
        for connection in sector.connections() {
            let ends = connection.ends();
            if self.knows_passage(ends, is_secret(sector, ends)) {
                let cells = carved.connection_cells(connection.id);
                cells.iter().for_each(|&at| add([at, at]));
            }
        }
        keep
    }
}

/// The cells and things of a sector that a reader may see.
#[cfg(feature = "exchange")]
pub(crate) fn player_cells(
    carved: &CarvedSector,
    reader: Reader,
    explored: Option<&[RoomId]>,
) -> Volume {
    Sight::new(carved, reader, explored).cells(carved)
}

/// The inside of a unit.
fn block(carved: &CarvedSector, unit: RoomPos) -> Option<[Pos; 2]> {
    let Pos { x, y, z } = carved.frame().block(unit)?;
    Some([
        Pos::new(x + 1, y + 1, z),
        Pos::new(x + UNIT - 1, y + UNIT - 1, z),
    ])
}

/// Whether the edge between two rooms is secret.
pub(crate) fn is_secret(sector: &Sector, [a, b]: [RoomId; 2]) -> bool {
    let mut passages = sector.passages().iter();
    let passage = passages.find(|passage| {
        matches!(passage.way(), Way::Column(_))
            && (passage.ends() == [a, b] || passage.ends() == [b, a])
    });
    let edge = passage.and_then(Passage::edge);
    edge.and_then(|edge| sector.edges().nth(edge.index()))
        .is_some_and(|edge| edge.kind == EdgeKind::Secret)
}

/// The rooms that can be found from the entry hall without a secret way; locks and rubble hide
/// nothing.
fn found_plainly(sector: &Sector) -> Vec<bool> {
    let mut beside: Vec<Vec<RoomId>> = vec![Vec::new(); sector.rooms().len()];
    let edges: Vec<bool> = sector
        .edges()
        .map(|edge| edge.kind == EdgeKind::Secret)
        .collect();
    for passage in sector.passages() {
        let is_secret = passage.edge().and_then(|edge| edges.get(edge.index()));
        if !is_secret.copied().unwrap_or(false) {
            let [a, b] = passage.ends();
            beside[a.index()].push(b);
            beside[b.index()].push(a);
        }
    }
    let mut found = vec![false; beside.len()];
    let mut open = Vec::new();
    if let Some(entry) = found.first_mut() {
        *entry = true;
        open.push(RoomId::ENTRY);
    }
    while let Some(room) = open.pop() {
        for &next in &beside[room.index()] {
            if !std::mem::replace(&mut found[next.index()], true) {
                open.push(next);
            }
        }
    }
    found
}
