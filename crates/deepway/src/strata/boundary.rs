//! What two zones share: openings on a common edge, and what leads through a common floor.
//!
//! Every answer comes from the plan and an address. The west, north or upper zone owns a face;
//! both zones ask for the owner's answer, so they agree.

mod edge;

use super::board::Board;
use super::plan::Plan;
use crate::seed::Seed;
use crate::space::{Direction, ZonePos};
use edge::{Country, Edge};

/// What joins two zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConnectionKind {
    /// Two cells side by side, both open, on the two sides of a border.
    Opening,
    /// Steps, up and down.
    Stairs,
    /// A fall through several levels.
    Shaft,
    /// A fall to the next level.
    Pit,
    /// A way to climb down.
    Hole,
    /// A lift.
    Elevator,
}

impl ConnectionKind {
    /// What it is called, also in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Stairs => "stairs",
            Self::Shaft => "shaft",
            Self::Pit => "pit",
            Self::Hole => "hole",
            Self::Elevator => "elevator",
        }
    }

    /// Whether one can go up by it.
    pub const fn leads_up(self) -> bool {
        matches!(self, Self::Opening | Self::Stairs | Self::Elevator)
    }

    /// Whether it pulls down whoever steps on it.
    pub const fn pulls(self) -> bool {
        matches!(self, Self::Shaft | Self::Pit)
    }
}

/// What leads from a zone down through one or more floors, always at the same cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertical {
    /// The depth of the highest zone.
    pub top: u8,
    /// How many floors it leads through.
    pub levels: u8,
    /// The row of its cells.
    pub y: u8,
    /// The column of its cells.
    pub x: u8,
    /// What it is.
    pub kind: ConnectionKind,
}

impl Vertical {
    /// The depth of the lowest zone.
    pub fn bottom(&self) -> u32 {
        u32::from(self.top) + u32::from(self.levels)
    }

    /// Whether the cell of the zone at this depth is part of it, and not only where it ends.
    pub fn has_link_cell(&self, z: u32) -> bool {
        z < self.bottom() || matches!(self.kind, ConnectionKind::Stairs | ConnectionKind::Elevator)
    }
}

/// One connection of a zone, as both zones list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The face that it leads through.
    pub face: Direction,
    /// The column of its cell in this zone.
    pub x: u8,
    /// The row of its cell in this zone.
    pub y: u8,
    /// What it is.
    pub kind: ConnectionKind,
    /// The highest zone and the number of floors, if it is vertical.
    pub levels: Option<[u8; 2]>,
}

/// The edges of a zone in the order north, east, south, west, and what leads through its floor
/// and its roof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boundary {
    /// The open places of each edge; bit 0 is the westernmost or northernmost cell.
    pub(super) open: [u128; 4],
    /// The places of each edge where the border cell must be rock, and where the one behind it.
    pub(super) rock: [[u128; 2]; 4],
    /// The places of each edge where a river crosses it.
    pub(super) river: [u128; 4],
    /// Everything vertical that has a cell here.
    pub(super) vertical: Vec<Vertical>,
    z: u8,
}

/// The last column and the last row.
const EAST: u8 = ZonePos::WIDTH as u8 - 1;
const SOUTH: u8 = ZonePos::HEIGHT as u8 - 1;

impl Boundary {
    /// Everything vertical that has a cell in the zone.
    pub fn vertical(&self) -> &[Vertical] {
        &self.vertical
    }

    /// The cells of all openings.
    pub(super) fn openings(&self) -> Board {
        let mut board = Board::EMPTY;
        let openings = self.connections().filter(|known| known.levels.is_none());
        for opening in openings {
            board.set(opening.x.into(), opening.y.into());
        }
        board
    }

    /// The cells of the border where a river crosses it.
    pub(super) fn river(&self) -> Board {
        let mut board = Board::EMPTY;
        let [north, east, south, west] = self.river;
        board.0[0] |= north;
        board.0[usize::from(SOUTH)] |= south;
        for (y, row) in board.0.iter_mut().enumerate() {
            *row |= (west >> y & 1) | (east >> y & 1) << EAST;
        }
        board
    }

    /// All connections: north, south, east, west, up, down, each from west to east and from
    /// north to south.
    pub fn connections(&self) -> impl Iterator<Item = Connection> + '_ {
        use Direction::{Down, East, North, South, Up, West};
        let edges = [(North, 0), (South, 2), (East, 1), (West, 3)];
        let openings = edges.into_iter().flat_map(|(face, number)| {
            places(self.open[number]).map(move |place| {
                let (x, y) = match face {
                    North => (place, 0),
                    South => (place, SOUTH),
                    East => (EAST, place),
                    _ => (0, place),
                };
                Connection {
                    face,
                    x,
                    y,
                    kind: ConnectionKind::Opening,
                    levels: None,
                }
            })
        });
        let vertical = [Up, Down].into_iter().flat_map(move |face| {
            let through = self.vertical.iter().filter(move |vertical| match face {
                Up => vertical.top < self.z,
                _ => u32::from(self.z) < vertical.bottom(),
            });
            through.map(move |vertical| Connection {
                face,
                x: vertical.x,
                y: vertical.y,
                kind: vertical.kind,
                levels: Some([vertical.top, vertical.levels]),
            })
        });
        openings.chain(vertical)
    }
}

/// The places of the ones in a mask.
pub(super) fn places(mut mask: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        place
    })
}

/// The longest that a connection may be: lanes repeat every eight levels, and one must stay free.
pub(super) const MAX_LEVELS: u32 = 6;

impl Plan {
    /// The boundary of a zone, in about a microsecond. Open air has none.
    pub fn boundary(&self, zone: ZonePos) -> Boundary {
        let mut boundary = Boundary {
            z: zone.z() as u8,
            ..Boundary::default()
        };
        let is_air = zone.z() < ZonePos::SURFACE;
        if is_air && self.feature_of(zone).is_none() {
            return boundary;
        }
        if !is_air {
            for (number, side) in Direction::STRAIGHT.into_iter().enumerate() {
                let is_owner = matches!(side, Direction::East | Direction::South);
                let is_row = matches!(side, Direction::North | Direction::South);
                let owner = match is_owner {
                    true => Some(zone),
                    false => zone.step(side),
                };
                let edge = owner.map(|owner| self.edge(owner, is_row));
                let edge = edge.unwrap_or_else(|| Edge::solid(is_row));
                boundary.open[number] = edge.open;
                boundary.river[number] = edge.river;
                boundary.rock[number] = edge.rock[usize::from(!is_owner)];
            }
        }
        self.verticals(zone, &mut boundary.vertical);
        boundary
    }

    /// Which faces of a zone are open, in the order of [`Direction::SIX`].
    pub fn open_faces(&self, zone: ZonePos) -> [bool; 6] {
        Direction::SIX.map(|face| self.is_open(zone, face))
    }

    /// Whether one can go on through a face of a zone, and back.
    pub fn is_open(&self, zone: ZonePos, face: Direction) -> bool {
        let next = zone.step(face);
        next.is_some_and(|next| match face {
            Direction::East | Direction::South => self.is_edge_open(zone, next, face),
            Direction::West | Direction::North => self.is_edge_open(next, zone, face.opposite()),
            Direction::Down => self.is_floor_open(zone, next),
            _ => self.is_floor_open(next, zone),
        })
    }

    /// The face by which a zone is joined to the surface: along these, depth and potential fall,
    /// so that every chain ends at the surface.
    pub fn parent(&self, zone: ZonePos) -> Option<Direction> {
        let feature = self.feature_of(zone);
        if zone.z() <= ZonePos::SURFACE {
            let is_above = zone.z() < ZonePos::SURFACE;
            return feature.filter(|_| is_above).map(|_| Direction::Down);
        }
        if feature.is_some_and(|feature| zone.z() > feature.top) {
            return Some(Direction::Up);
        }
        let mut lowest = (self.potential(zone), Direction::Up);
        for side in Direction::STRAIGHT {
            if let Some(next) = zone.step(side) {
                let potential = self.potential(next);
                if potential < lowest.0 {
                    lowest = (potential, side);
                }
            }
        }
        Some(lowest.1)
    }

    /// How far a zone is from being a way up, among its neighbours; no two have the same.
    fn potential(&self, zone: ZonePos) -> (bool, u64) {
        let hash = self.keys.potential.child(zone.number()).number();
        (self.is_raised(zone), hash)
    }

    /// Whether the edge between a zone and the one to the east or south is open.
    fn is_edge_open(&self, owner: ZonePos, next: ZonePos, face: Direction) -> bool {
        match owner.z() {
            0..ZonePos::SURFACE => false,
            ZonePos::SURFACE => true,
            _ => {
                let key = self.keys.sideways[usize::from(face == Direction::East)];
                let is_sealed = self.is_sealed(owner) || self.is_sealed(next);
                !is_sealed && self.is_extra(key, owner, [96, 128])
                    || self.parent(owner) == Some(face)
                    || self.parent(next) == Some(face.opposite())
            }
        }
    }

    /// Whether the floor between a zone and the one below is open.
    fn is_floor_open(&self, upper: ZonePos, lower: ZonePos) -> bool {
        if let Some(feature) = self.feature(upper.column())
            && feature.contains(upper.z())
            && feature.contains(lower.z())
        {
            return true;
        }
        let is_sealed = self.is_sealed(upper) || self.is_sealed(lower);
        upper.z() >= ZonePos::SURFACE
            && (!is_sealed && self.is_extra(self.keys.downward, upper, [40, 150])
                || self.parent(lower) == Some(Direction::Up))
    }

    /// Whether a face is open though it need not be: the more the region is full of caves, the
    /// more often; chances are in 256ths, the least and what the region may add.
    fn is_extra(&self, key: Seed, owner: ZonePos, [least, more]: [u32; 2]) -> bool {
        let permeability = u32::from(self.region(owner.column()).permeability);
        let chance = least * 255 + more * permeability;
        let roll = key.child(owner.number()).number() % (256 * 255);
        roll < u64::from(chance)
    }

    /// Everything vertical with a cell in a zone, in order.
    pub(super) fn verticals(&self, zone: ZonePos, found: &mut Vec<Vertical>) {
        found.clear();
        if zone.z() < ZonePos::SURFACE && self.feature_of(zone).is_none() {
            return;
        }
        let above = zone.step(Direction::Up);
        for (upper, lower) in [
            (above, Some(zone)),
            (Some(zone), zone.step(Direction::Down)),
        ] {
            if let (Some(upper), Some(lower)) = (upper, lower)
                && self.is_floor_open(upper, lower)
            {
                found.push(self.flight(upper));
            }
        }
        self.longs(zone, found);
        found.sort_unstable();
    }

    /// Everything besides flights: all that pulls is among it.
    fn longs(&self, zone: ZonePos, found: &mut Vec<Vertical>) {
        let (z, column) = (zone.z(), zone.column());
        self.chute_verticals(zone, found);
        for top in z.saturating_sub(MAX_LEVELS).max(ZonePos::SURFACE)..=z {
            if let Some(upper) = ZonePos::at(column, top)
                && let Some(long) = self.long(upper)
                && z <= long.bottom()
            {
                found.push(long);
            }
        }
    }

    /// Everything vertical in a column of zones, from the sky down.
    pub(super) fn column_verticals(&self, column: [u32; 2]) -> Vec<Vertical> {
        let (mut found, mut here) = (Vec::new(), Vec::new());
        for zone in (0..ZonePos::DEPTHS).filter_map(|z| ZonePos::at(column, z)) {
            self.verticals(zone, &mut here);
            found.append(&mut here);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Calls `visit` with the column and row of every cell of a zone that pulls down.
    pub(super) fn for_each_pull(&self, zone: ZonePos, mut visit: impl FnMut(usize, usize)) {
        let mut found = Vec::new();
        self.longs(zone, &mut found);
        for vertical in found {
            if vertical.kind.pulls() && vertical.has_link_cell(zone.z()) {
                visit(vertical.x.into(), vertical.y.into());
            }
        }
        for [x, y] in self.belts(zone).cells() {
            visit(x, y);
        }
    }

    /// The flight of stairs through the floor of a zone.
    ///
    /// A connection whose top is at depth t stands where x + 3y and t are the same modulo 8:
    /// so two at one cell have a free level between them. Flights stand in the outer thirds, on
    /// the other side on every other level, so that a level has to be crossed.
    pub(super) fn flight(&self, upper: ZonePos) -> Vertical {
        let hash = self.keys.flight.child(upper.number()).number();
        // The floors of a tower lie in the middle.
        let is_tower = upper.z() < ZonePos::SURFACE;
        let (rows, columns) = match is_tower {
            true => (7..=17, [21..=28, 51..=58]),
            false => (3..=21, [3..=28, 51..=76]),
        };
        let [x, y] = in_lane(hash, upper.z(), rows, &columns[upper.z() as usize % 2]);
        Vertical {
            top: upper.z() as u8,
            levels: 1,
            x,
            y,
            kind: ConnectionKind::Stairs,
        }
    }

    /// What leads down from a zone besides: a pit, a shaft or a long flight. Nothing depends on
    /// it.
    fn long(&self, upper: ZonePos) -> Option<Vertical> {
        let hash = self.keys.long.child(upper.number()).number();
        let length = |few: u64, many: u64| (few + (hash >> 16) % (many - few + 1)) as u32;
        let (kind, levels) = match hash % 1000 {
            0..30 => (ConnectionKind::Pit, 1),
            30..42 => (ConnectionKind::Shaft, length(2, 4)),
            42..55 => (ConnectionKind::Stairs, length(2, 5)),
            _ => return None,
        };
        let (top, bottom) = (upper.z(), upper.z() + levels);
        let feature = self.feature(upper.column());
        let is_free = feature.is_none_or(|feature| bottom < feature.top || feature.bottom < top);
        if bottom >= ZonePos::DEPTHS || !is_free {
            return None;
        }
        let hash = hash >> 24;
        let [x, y] = match kind {
            ConnectionKind::Stairs => {
                let columns = [3..=28, 51..=76];
                in_lane(hash, top, 4..=20, &columns[top as usize % 2])
            }
            _ => {
                let row = 4 + 2 * (top as u8 % 8);
                in_lane(hash, top, row..=row, &(30..=45))
            }
        };
        Some(Vertical {
            top: top as u8,
            levels: levels as u8,
            x,
            y,
            kind,
        })
    }

    /// The open places of an edge of a zone, as in its boundary, in less time than all of it.
    pub(super) fn openings(&self, zone: ZonePos, side: Direction) -> u128 {
        let Some(beyond) = zone.step(side).filter(|_| zone.z() >= ZonePos::SURFACE) else {
            return 0;
        };
        let (owner, next, face) = match side {
            Direction::East | Direction::South => (zone, beyond, side),
            _ => (beyond, zone, side.opposite()),
        };
        match self.is_edge_open(owner, next, face) {
            true => {
                let key = self.keys.edge.child(face as u8).child(owner.number());
                let country = self.country(owner, next);
                let is_row = face == Direction::South;
                let open = Edge::draw_open(&mut key.stream(), is_row, country);
                match owner.z() {
                    ZonePos::SURFACE => self.crossed(open, owner.column(), is_row)[0],
                    _ => open,
                }
            }
            false => 0,
        }
    }

    /// The edge of a zone to the south, or to the east.
    fn edge(&self, owner: ZonePos, is_row: bool) -> Edge {
        let face = match is_row {
            true => Direction::South,
            false => Direction::East,
        };
        let Some(next) = owner.step(face) else {
            return Edge::solid(is_row);
        };
        let key = self.keys.edge.child(face as u8).child(owner.number());
        let is_open = self.is_edge_open(owner, next, face);
        let country = is_open.then(|| self.country(owner, next));
        let mut edge = Edge::draw(key, is_row, country);
        if owner.z() == ZonePos::SURFACE {
            [edge.open, edge.river] = self.crossed(edge.open, owner.column(), is_row);
            for rock in edge.rock.iter_mut().flatten() {
                *rock &= !(edge.open | edge.river);
            }
        }
        edge
    }

    /// The open places of an edge of the surface, and those of a river: where a river crosses
    /// nobody does, and where a road crosses it is open.
    fn crossed(&self, open: u128, column: [u32; 2], is_row: bool) -> [u128; 2] {
        let land = self.land();
        let river = land.river_edge(column, is_row);
        let open = open & !river | land.road_edge(column, is_row);
        // One way that two can walk side by side there still is, on one side of the river.
        let pair = if river & 0b1_1100 == 0 {
            0b1_1000
        } else {
            0b11 << 17
        };
        let is_wide = open & open >> 1 != 0;
        [if is_wide { open } else { open | pair }, river]
    }

    /// What an edge lies in.
    fn country(&self, owner: ZonePos, next: ZonePos) -> Country {
        match [owner, next].map(|zone| self.is_wide(zone)) {
            _ if owner.z() == ZonePos::SURFACE => Country::Surface,
            [true, true] => Country::Wide,
            [false, false] => Country::Narrow,
            _ => Country::Mixed,
        }
    }
}

/// A cell in the lane of a depth: in every other one of some rows, in some columns.
fn in_lane(
    hash: u64,
    top: u32,
    rows: std::ops::RangeInclusive<u8>,
    columns: &std::ops::RangeInclusive<u8>,
) -> [u8; 2] {
    let count = u64::from((rows.end() - rows.start()) / 2 + 1);
    let y = rows.start() + 2 * (hash % count) as u8;
    let wanted = (top as i32 - 3 * i32::from(y) - i32::from(*columns.start())).rem_euclid(8) as u8;
    let first = columns.start() + wanted;
    let count = u64::from((columns.end() - first) / 8 + 1);
    [first + 8 * ((hash >> 8) % count) as u8, y]
}

/// Bits from a place to a place, the last one included.
pub(super) fn bits(first: u32, last: u32) -> u128 {
    (u128::MAX >> (127 - last)) & (u128::MAX << first)
}

#[cfg(test)]
mod tests;
