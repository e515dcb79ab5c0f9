//! A reading of the cells of a room, for the validator alone.

use super::super::label::{Label, Labels};
use crate::cell::{Cell, LinkKind};
use crate::ids::RoomId;
use crate::link::Link;
use crate::sector::CarvedSector;
use crate::space::{Biome, Pos};
use crate::words::need::{FURNITURE, Fact, Number, Value, Witness};
use std::collections::{BTreeSet, HashMap};

/// What the cells of a room show.
pub(super) struct Reading<'v> {
    side: i32,
    biome: Biome,
    /// All cells inside the walls, column by column, with the names of their materials; none for
    /// those of connections.
    cells: Vec<Option<(Cell, &'v str)>>,
    /// How many doors each side has, and how many are visible or secret.
    doors: Vec<(Number, u32)>,
    ways: Vec<(LinkKind, bool)>,
    above: Vec<RoomId>,
    below: Vec<RoomId>,
}

impl<'v> Reading<'v> {
    /// Reads all rooms of a sector.
    pub(super) fn all(carved: &'v CarvedSector, labels: &Labels, links: &[Link]) -> Vec<Self> {
        let mut readings: Vec<Self> = Vec::new();
        let mut owners: HashMap<Pos, usize> = HashMap::new();
        for (number, room) in carved.sector().rooms().iter().enumerate() {
            readings.push(Self::of(carved, labels, room.id, room.biome));
            for pos in between(inside(carved, room.id)) {
                if matches!(labels.at(pos), Label::Connection(_)) {
                    owners.insert(pos, number);
                }
            }
        }
        for link in links {
            for (end, is_up, leads) in [(link.low, true, link.up), (link.high, false, link.down)] {
                if let (Some(&owner), true) = (owners.get(&end), leads) {
                    note(&mut readings[owner].ways, (link.kind, is_up));
                }
            }
        }
        readings
    }

    fn of(carved: &'v CarvedSector, labels: &Labels, room: RoomId, biome: Biome) -> Self {
        let volume = carved.volume();
        let [low, high] = inside(carved, room);
        let side = high.x - low.x + 1;
        let mut reading = Self {
            side,
            biome,
            cells: vec![None; (side * side) as usize],
            doors: Vec::new(),
            ways: Vec::new(),
            above: Vec::new(),
            below: Vec::new(),
        };
        for pos in between([low, high]) {
            if !matches!(labels.at(pos), Label::Connection(_)) {
                let material = volume.material_name(volume.material(pos)).unwrap_or("");
                let place = (pos.x - low.x) * side + pos.y - low.y;
                reading.cells[place as usize] = Some((volume.get(pos), material));
            }
            for (up, found) in [(1, &mut reading.above), (-1, &mut reading.below)] {
                if let Label::Room(other) = labels.at(Pos::new(pos.x, pos.y, pos.z + up)) {
                    note(found, other);
                }
            }
        }
        for x in low.x..=high.x {
            reading.look(volume.get(Pos::new(x, low.y - 1, low.z)), Number::North);
            reading.look(volume.get(Pos::new(x, high.y + 1, low.z)), Number::South);
        }
        for y in low.y..=high.y {
            reading.look(volume.get(Pos::new(low.x - 1, y, low.z)), Number::West);
            reading.look(volume.get(Pos::new(high.x + 1, y, low.z)), Number::East);
        }
        reading
    }

    /// Counts a door in the wall around the room.
    fn look(&mut self, cell: Cell, side: Number) {
        let mut count = |what: Number| {
            let known = self.doors.iter_mut().find(|(known, _)| *known == what);
            match known {
                Some((_, count)) => *count += 1,
                None => self.doors.push((what, 1)),
            }
        };
        if cell == Cell::SecretDoor {
            count(Number::SecretDoors);
        } else if cell.is_walkable() {
            count(side);
            count(Number::Doors);
        }
    }

    fn known(&self) -> impl Iterator<Item = (Cell, &'v str)> {
        self.cells.iter().copied().flatten()
    }

    fn count(&self, kind: Cell) -> usize {
        self.known().filter(|(cell, _)| *cell == kind).count()
    }

    fn places(&self, kind: Cell) -> Vec<(i32, i32)> {
        let cells = (0..).zip(&self.cells);
        cells
            .filter(|(_, cell)| cell.is_some_and(|(cell, _)| cell == kind))
            .map(|(index, _)| (index / self.side, index % self.side))
            .collect()
    }

    fn is_wall(&self, x: i32, y: i32) -> bool {
        let is_outside = x < 0 || y < 0 || x >= self.side || y >= self.side;
        is_outside
            || self.cells[(x * self.side + y) as usize].is_some_and(|(cell, _)| cell == Cell::Wall)
    }

    fn number(&self, number: Number) -> u32 {
        let way = |kind: LinkKind, up: bool| u32::from(self.ways.contains(&(kind, up)));
        match number {
            Number::Width => self.side as u32,
            Number::Open => {
                let open = self.known().filter(|(cell, _)| cell.is_walkable());
                (100 * open.count() / self.known().count().max(1)) as u32
            }
            Number::StairsUp => way(LinkKind::Stairs, true),
            Number::StairsDown => way(LinkKind::Stairs, false),
            Number::LadderUp => way(LinkKind::Ladder, true),
            Number::LadderDown => way(LinkKind::Ladder, false),
            Number::ShaftUp => way(LinkKind::Shaft, true),
            Number::ShaftDown => way(LinkKind::Shaft, false),
            Number::ElevatorUp => way(LinkKind::Elevator, true),
            Number::ElevatorDown => way(LinkKind::Elevator, false),
            Number::Above => self.above.len() as u32,
            Number::Below => self.below.len() as u32,
            Number::Lights => (self.count(Cell::Brazier) + self.count(Cell::Hearth)) as u32,
            Number::Furniture => {
                let is_furniture = |(cell, _): &(Cell, &str)| FURNITURE.contains(cell);
                self.known().filter(is_furniture).count() as u32
            }
            doors => {
                let known = self.doors.iter().find(|(known, _)| *known == doors);
                known.map_or(0, |&(_, count)| count)
            }
        }
    }

    /// The outline: how much of each corner's diagonal is wall.
    fn outline(&self) -> &'static str {
        let all = (self.side * self.side) as usize;
        if 100 * self.count(Cell::Wall) > 55 * all {
            return "lanes";
        }
        let (last, reach) = (self.side - 1, self.side / 4 + 1);
        let mut corners = String::new();
        for (east, south) in [(false, false), (true, false), (true, true), (false, true)] {
            let mut walls = 0;
            for step in 0..reach {
                let x = if east { last - step } else { step };
                let y = if south { last - step } else { step };
                walls += i32::from(self.is_wall(x, y));
            }
            corners.push(match (walls, 4 * walls >= 3 * reach) {
                (0, _) => 'o',
                (1, _) if reach >= 4 => 'o',
                (_, true) => 'm',
                (_, false) => 'c',
            });
        }
        // In the middle of each side a built room is open.
        let middle: Vec<i32> = (0..self.side)
            .filter(|at| (2 * at - last).abs() <= (last / 4).min(8))
            .collect();
        let is_clear = middle.iter().all(|&at| {
            let sides = [(at, 0), (at, last), (0, at), (last, at)];
            sides.iter().all(|&(x, y)| !self.is_wall(x, y))
        });
        // A pattern may begin at any corner.
        let around = corners.repeat(2);
        match corners.as_str() {
            "oooo" => "square",
            "cccc" if is_clear => "round",
            "mmmm" if is_clear => "cross",
            _ if around.contains("mooo") => "ell",
            _ if around.contains("mmoo") => "tee",
            _ if around.contains("ccoo") => "apse",
            _ => "irregular",
        }
    }

    fn arrangement(&self, kind: Cell) -> &'static str {
        let places = self.places(kind);
        if places.len() < 2 {
            return if places.is_empty() { "none" } else { "single" };
        }
        let mut at_wall = 0;
        let (mut near, mut far) = (i32::MAX, 0);
        let (mut sides, mut is_central) = ([false; 4], true);
        let (mut columns, mut rows) = (BTreeSet::new(), BTreeSet::new());
        for &(x, y) in &places {
            let walls = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            at_wall += usize::from(walls.iter().any(|&(x, y)| self.is_wall(x, y)));
            let (dx, dy) = (2 * x + 1 - self.side, 2 * y + 1 - self.side);
            near = near.min(dx * dx + dy * dy);
            far = far.max(dx * dx + dy * dy);
            for (side, is_there) in sides.iter_mut().zip([dx < 0, dx > 0, dy < 0, dy > 0]) {
                *side |= is_there;
            }
            is_central &= dx.abs().max(dy.abs()) <= self.side / 2;
            columns.insert(x);
            rows.insert(y);
        }
        let lines = columns.len().min(rows.len());
        match places.len() {
            count if 4 * at_wall >= 3 * count => "walls",
            6.. if near > 0 && far <= 2 * near && sides == [true; 4] => "ring",
            count if count >= 4 && 2 * lines <= count => "rows",
            _ if is_central => "centre",
            _ => "scattered",
        }
    }

    /// What the liquid is.
    fn liquid(&self) -> &'static str {
        let of = |kind: Cell| self.known().find(|(cell, _)| *cell == kind);
        let first = of(Cell::DeepLiquid).or_else(|| of(Cell::ShallowLiquid));
        match first.map(|(_, material)| material) {
            Some("water") => "water",
            Some("oil") => "oil",
            Some("slime") => "slime",
            Some("lava") => "lava",
            _ => "none",
        }
    }

    /// What the floor is, for the most part.
    fn floor(&self) -> &'static str {
        let mut shares: Vec<(&str, usize)> = Vec::new();
        for (cell, name) in self.known() {
            if cell == Cell::Floor {
                match shares.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, share)) => *share += 1,
                    None => shares.push((name, 1)),
                }
            }
        }
        // Of two equal shares, the material that is first in the table.
        let rank = |name: &str| {
            let all = crate::material::Material::all();
            let names = all
                .filter_map(crate::material::Material::info)
                .map(|info| info.name);
            names
                .enumerate()
                .find(|(_, known)| *known == name)
                .map(|(rank, _)| rank)
        };
        shares.sort_by_key(|&(name, share)| (std::cmp::Reverse(share), rank(name)));
        match shares.first().map_or("", |(name, _)| *name) {
            "wood" => "wood",
            "moss" => "moss",
            "ash" => "ash",
            "ice" => "ice",
            "soil" => "soil",
            "iron" => "iron",
            "sand" => "sand",
            "bone" => "bone",
            "crust" => "crust",
            name if name.starts_with("dressed stone") => "stone",
            _ => "rock",
        }
    }
}

/// Adds to a list what it does not have yet.
fn note<T: PartialEq>(list: &mut Vec<T>, new: T) {
    if !list.contains(&new) {
        list.push(new);
    }
}

/// The corners of a room; of none, a box without cells.
fn inside(carved: &CarvedSector, room: RoomId) -> [Pos; 2] {
    let nowhere = [Pos::new(0, 0, 0), Pos::new(-1, -1, 0)];
    carved.inside(room).unwrap_or(nowhere)
}

/// All positions between two corners.
fn between([low, high]: [Pos; 2]) -> impl Iterator<Item = Pos> {
    let rows = low.y..=high.y;
    rows.flat_map(move |y| (low.x..=high.x).map(move |x| Pos::new(x, y, low.z)))
}

impl Witness for Reading<'_> {
    fn value(&self, fact: Fact) -> Value {
        match fact {
            Fact::Number(number) => Value::Number(self.number(number)),
            Fact::Count(kind) => Value::Number(self.count(kind) as u32),
            Fact::Arranged(kind) => Value::Word(self.arrangement(kind)),
            Fact::Outline => Value::Word(self.outline()),
            Fact::Liquid => Value::Word(self.liquid()),
            Fact::Floor => Value::Word(self.floor()),
            Fact::Climate => Value::Word(match self.biome {
                Biome::Muspelheim => "hot",
                Biome::Niflheim => "cold",
                _ => "mild",
            }),
            Fact::Size => Value::Word(match (self.side + 1) / 8 {
                1 => "small",
                2 => "medium",
                3 => "large",
                _ => "huge",
            }),
        }
    }
}
