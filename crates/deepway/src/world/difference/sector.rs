//! Rooms and passages that differ.

use super::{Difference, How, Mark, Matter};
use crate::ids::{LockId, RoomId};
use crate::sector::{Connection, Exit, Room, Sector};
use crate::space::RoomPos;
use crate::words::Hazard;
use std::collections::BTreeMap;

/// Two sectors, and what is the same in both.
pub(super) struct Both<'s> {
    pub(super) sectors: [&'s Sector; 2],
    /// The room of the first sector that each room of the second is.
    rooms: Vec<Option<RoomId>>,
    /// The lock of the first sector that each lock of the second is.
    pub(super) locks: Vec<Option<LockId>>,
    /// What the locks of each sector are called in the first.
    pub(super) lock_names: [Vec<String>; 2],
}

impl Both<'_> {
    /// What a room of either sector is called in the first; one that is not there is new.
    pub(super) fn room_name(&self, side: usize, room: RoomId) -> String {
        match (side, self.known(room)) {
            (0, _) => room.to_string(),
            (_, Some(known)) => known.to_string(),
            (_, None) => format!("new {room}"),
        }
    }

    /// The room of the first sector that a room of the second is.
    fn known(&self, room: RoomId) -> Option<RoomId> {
        self.rooms.get(room.index()).copied().flatten()
    }

    /// The lock of a passage of either sector: what its key is called.
    fn lock(&self, side: usize, way: &Way<'_>) -> String {
        let name = way
            .lock()
            .and_then(|id| self.lock_names[side].get(id.index()));
        name.map_or_else(|| "none".to_owned(), String::clone)
    }
}

/// The room of the second sector that each room of the first is, if there is one.
///
/// A room is the same if it has the same id and the same name or place; else if it has the same
/// name; else if it is at the same place.
fn same_rooms(a: &Sector, b: &Sector) -> Vec<Option<RoomId>> {
    let mut pairs: Vec<Option<RoomId>> = vec![None; a.rooms().len()];
    let mut is_taken = vec![false; b.rooms().len()];
    let has_name = |a: &Room, b: &Room| a.name == b.name && !a.name.is_empty();
    let mut join = |is_same: &dyn Fn(&Room, &Room) -> bool,
                    candidates: &dyn Fn(&Room) -> Vec<RoomId>| {
        for room in a.rooms() {
            if pairs[room.id.index()].is_some() {
                continue;
            }
            let found = candidates(room)
                .into_iter()
                .find(|other| !is_taken[other.index()] && is_same(room, &b[*other]));
            if let Some(found) = found {
                is_taken[found.index()] = true;
                pairs[room.id.index()] = Some(found);
            }
        }
    };
    let mut by_name: BTreeMap<&str, Vec<RoomId>> = BTreeMap::new();
    let mut by_place: BTreeMap<RoomPos, Vec<RoomId>> = BTreeMap::new();
    for room in b.rooms() {
        by_name.entry(&room.name).or_default().push(room.id);
        by_place.entry(room.position).or_default().push(room.id);
    }
    let by_id = |room: &Room| b.room(room.id).map(|other| other.id).into_iter().collect();
    join(&|a, b| has_name(a, b) || a.position == b.position, &by_id);
    let named = |room: &Room| by_name.get(room.name.as_str()).cloned().unwrap_or_default();
    join(&has_name, &named);
    let placed = |room: &Room| by_place.get(&room.position).cloned().unwrap_or_default();
    join(&|_, _| true, &placed);
    pairs
}

fn size(room: &Room) -> String {
    format!("{0}×{0}", room.size.side())
}

fn about(room: &Room) -> String {
    format!("{} at {}, {}", room.name, room.position, size(room))
}

/// The biomes that a room shares with its neighbours.
fn blend(room: &Room) -> String {
    let shares = room.blend.iter();
    let shares: Vec<String> = shares
        .map(|blend| format!("{} {}%", blend.biome.id(), blend.percent))
        .collect();
    match shares.is_empty() {
        true => "none".to_owned(),
        false => shares.join(", "),
    }
}

/// What may happen on a connection, in words.
fn hazards(hazards: &[Hazard]) -> String {
    let hazards: Vec<String> = hazards
        .iter()
        .map(|hazard| {
            let Hazard {
                name,
                text,
                chance,
                damage,
            } = hazard;
            format!("{name} ({chance}%, {damage} damage): {text}")
        })
        .collect();
    match hazards.is_empty() {
        true => "none".to_owned(),
        false => hazards.join("; "),
    }
}

/// A place as seen from a room, so that what moves with its room has not moved itself.
fn relative(to: RoomPos, room: &Room) -> [i32; 3] {
    let from = room.position;
    [
        to.x.saturating_sub(from.x),
        to.y.saturating_sub(from.y),
        to.z.saturating_sub(from.z),
    ]
}

/// A passage of either kind.
#[derive(Clone)]
enum Way<'s> {
    Doors(Exit<'s>),
    Column(Connection<'s>),
}

impl Way<'_> {
    fn ends(&self) -> [RoomId; 2] {
        match self {
            Self::Doors(exit) => [exit.from, exit.to],
            Self::Column(connection) => connection.ends(),
        }
    }

    fn lock(&self) -> Option<LockId> {
        match self {
            Self::Doors(exit) => exit.lock,
            Self::Column(connection) => connection.lock,
        }
    }

    fn matter(&self) -> Matter {
        match self {
            Self::Doors(_) => Matter::Passage,
            Self::Column(_) => Matter::Connection,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Doors(exit) if exit.is_secret => "secret door",
            Self::Doors(_) => "door",
            Self::Column(connection) => connection.kind().id(),
        }
    }

    /// What else there is to say, besides its kind: each fact and its value.
    fn facts(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Doors(exit) => vec![("corridor", format!("{} units", exit.via().len()))],
            Self::Column(connection) => {
                let state = match (connection.is_blocked(), connection.has_collapsed()) {
                    (_, true) => "collapsed",
                    (true, false) => "blocked",
                    (false, false) => "open",
                };
                let power = match connection.powered() {
                    Some(true) => "on",
                    Some(false) => "off",
                    None => "none",
                };
                let is_upwards = connection.low_and_high()[0] == connection.from;
                let leads = match (connection.is_two_way(), is_upwards) {
                    (true, _) => "both ways",
                    (false, true) => "up only",
                    (false, false) => "down only",
                };
                let blockage = connection.blockage().unwrap_or("none");
                vec![
                    ("state", state.to_owned()),
                    ("power", power.to_owned()),
                    ("levels", connection.levels().to_string()),
                    ("leads", leads.to_owned()),
                    ("blockage", blockage.to_owned()),
                    ("description", connection.description().to_owned()),
                    ("hazards", hazards(connection.hazards())),
                ]
            }
        }
    }

    /// Its units, from one room to the other.
    fn units(&self, sector: &Sector) -> Vec<RoomPos> {
        match self {
            Self::Doors(exit) => {
                let ends = [exit.unit, exit.far_door().unit];
                let [first, last] = ends.map(|unit| [unit]);
                first.into_iter().chain(exit.via()).chain(last).collect()
            }
            Self::Column(connection) => {
                let [low, high] = connection.low_and_high();
                let [low, high] = [low, high].map(|room| sector[room].position.z);
                let [x, y] = connection.column();
                (low..=high).map(|z| RoomPos::new(x, y, z)).collect()
            }
        }
    }

    /// Where its ends are, seen from their rooms.
    fn ends_in_rooms(&self, sector: &Sector) -> [[i32; 3]; 2] {
        let units = self.units(sector);
        let [first, last] = self.ends().map(|room| &sector[room]);
        let end = |unit: Option<&RoomPos>, room| unit.map_or([0; 3], |unit| relative(*unit, room));
        match self {
            Self::Doors(_) => [end(units.first(), first), end(units.last(), last)],
            // A column is one place, whichever end it is seen from.
            Self::Column(_) => [first, last].map(|room| {
                let [x, y, _] = end(units.first(), room);
                [x, y, 0]
            }),
        }
    }
}

/// The passages of a sector by the rooms that they join, the lower id first.
type Ways<'s> = BTreeMap<[RoomId; 2], Vec<Way<'s>>>;

fn ways<'s>(
    sector: &'s Sector,
    name: &dyn Fn(RoomId) -> Option<RoomId>,
) -> (Ways<'s>, Vec<Way<'s>>) {
    let doors = sector.doorways().map(Way::Doors);
    let all = doors.chain(sector.connections().map(Way::Column));
    let (mut ways, mut others) = (Ways::new(), Vec::new());
    for way in all {
        let [a, b] = way.ends().map(name);
        match a.zip(b) {
            Some((a, b)) => ways.entry([a.min(b), a.max(b)]).or_default().push(way),
            None => others.push(way),
        }
    }
    (ways, others)
}

impl Difference {
    /// Compares two sectors: what is told about them, their rooms and what is in these, passages
    /// and locks.
    pub(super) fn compare_sectors(&mut self, a: &Sector, b: &Sector) {
        self.compare_blueprints([a, b]);
        self.compare_stories([a, b]);
        let pairs = same_rooms(a, b);
        // The room of the first sector that a room of the second is.
        let mut back: Vec<Option<RoomId>> = vec![None; b.rooms().len()];
        for (room, pair) in a.rooms().iter().zip(&pairs) {
            if let Some(pair) = pair {
                back[pair.index()] = Some(room.id);
            }
        }
        for (room, pair) in a.rooms().iter().zip(&pairs) {
            let how = match pair {
                Some(other) => self.compare_rooms(room, &b[*other]),
                None => {
                    self.note_removed(Matter::Room, &room.id.to_string(), about(room));
                    Some(How::Removed)
                }
            };
            self.marks.push(Mark {
                how,
                label: room.id.to_string(),
                before: room.units().collect(),
                after: pair.map_or_else(Vec::new, |other| b[other].units().collect()),
            });
        }
        for (room, back) in b.rooms().iter().zip(&back) {
            if back.is_none() {
                self.note_added(Matter::Room, &room.id.to_string(), about(room));
                self.marks.push(Mark {
                    how: Some(How::Added),
                    label: room.id.to_string(),
                    before: Vec::new(),
                    after: room.units().collect(),
                });
            }
        }
        let mut both = Both {
            sectors: [a, b],
            rooms: back,
            locks: Vec::new(),
            lock_names: [Vec::new(), Vec::new()],
        };
        both.pair_locks();
        self.compare_contents(&both);
        self.compare_locks(&both);
        self.compare_ways(&both);
    }

    /// Compares a room with itself in the other sector.
    fn compare_rooms(&mut self, room: &Room, other: &Room) -> Option<How> {
        let (name, both) = (room.id.to_string(), [room, other]);
        let facts: [(_, [String; 2]); 9] = [
            ("place", both.map(|room| room.position.to_string())),
            ("name", both.map(|room| room.name.clone())),
            ("id", both.map(|room| room.id.to_string())),
            ("size", both.map(size)),
            ("archetype", both.map(|room| room.archetype.id().to_owned())),
            ("role", both.map(|room| room.node.id().to_owned())),
            ("biome", both.map(|room| room.biome.id().to_owned())),
            ("blend", both.map(blend)),
            ("description", both.map(|room| room.description.clone())),
        ];
        let mut how = None;
        for (fact, values) in facts {
            if self.note_fact(Matter::Room, &name, fact, values) {
                let found = match fact {
                    "place" => How::Moved,
                    "name" => How::Renamed,
                    _ => How::Changed,
                };
                how = how.or(Some(found));
            }
        }
        how
    }

    fn compare_ways(&mut self, both: &Both<'_>) {
        let [a, b] = both.sectors;
        let (before, _) = ways(a, &Some);
        let (mut after, new) = ways(b, &|room| both.known(room));
        for (ends, all) in &before {
            let mut others = after.remove(ends).unwrap_or_default();
            for way in all {
                // The same kind of passage first, if there are several.
                let alike = others
                    .iter()
                    .position(|other| other.matter() == way.matter());
                match alike.or((!others.is_empty()).then_some(0)) {
                    Some(place) => self.compare_way(both, way, &others.remove(place)),
                    None => self.note_way(How::Removed, way, both, ends),
                }
            }
            for other in &others {
                self.note_way(How::Added, other, both, ends);
            }
        }
        for (ends, all) in &after {
            for way in all {
                self.note_way(How::Added, way, both, ends);
            }
        }
        for way in &new {
            self.note_way(How::Added, way, both, &way.ends());
        }
    }

    fn compare_way(&mut self, both: &Both<'_>, way: &Way<'_>, other: &Way<'_>) {
        let [a, b] = both.sectors;
        let [first, last] = way.ends();
        let (matter, name) = (way.matter(), format!("{first}–{last}"));
        let kinds = [way, other].map(|way| way.kind().to_owned());
        let locks = [both.lock(0, way), both.lock(1, other)];
        let mut is_changed = self.note_fact(matter, &name, "kind", kinds);
        is_changed |= self.note_fact(matter, &name, "lock", locks);
        if matter == other.matter() {
            let ends = |way: &Way<'_>, sector: &Sector| {
                let mut ends = way.ends_in_rooms(sector);
                ends.sort_unstable();
                ends
            };
            let has_moved = ends(way, a) != ends(other, b);
            let places = [way.units(a), other.units(b)];
            let said = |units: &[RoomPos]| match units {
                [first, .., last] => format!("{first} to {last}"),
                _ => String::new(),
            };
            if has_moved {
                let [before, after] = [&places[0], &places[1]].map(|units| said(units));
                is_changed |= self.note_fact(matter, &name, "place", [before, after]);
            }
            let facts = way.facts().into_iter().zip(other.facts());
            for ((fact, before), (_, after)) in facts {
                is_changed |= self.note_fact(matter, &name, fact, [before, after]);
            }
        }
        self.marks.push(Mark {
            how: is_changed.then_some(How::Changed),
            label: String::new(),
            before: way.units(a),
            after: other.units(b),
        });
    }

    fn note_way(&mut self, how: How, way: &Way<'_>, both: &Both<'_>, ends: &[RoomId; 2]) {
        let name = format!("{}–{}", ends[0], ends[1]);
        let side = usize::from(how != How::Removed);
        let units = way.units(both.sectors[side]);
        let about = match way.lock() {
            Some(_) => format!("{}, lock: {}", way.kind(), both.lock(side, way)),
            None => way.kind().to_owned(),
        };
        let (before, after) = match how {
            How::Removed => {
                self.note_removed(way.matter(), &name, about);
                (units, Vec::new())
            }
            _ => {
                self.note_added(way.matter(), &name, about);
                (Vec::new(), units)
            }
        };
        self.marks.push(Mark {
            how: Some(how),
            label: String::new(),
            before,
            after,
        });
    }
}
